//! Examples of methods of integers.

use super::{Example, Family, examples};

examples! { integer: Integer
    "abs" => (a: i16) -> i16 { a.abs() }
    "abs_diff" => (a: i16, b: i16) -> u16 { a.abs_diff(b) }
    "add" => (a: i16, b: i16) -> i16 { use std::ops::Add; a.add(b) }
    "bitand" => (a: i16, b: i16) -> i16 { use std::ops::BitAnd; a.bitand(b) }
    "bitor" => (a: i16, b: i16) -> i16 { use std::ops::BitOr; a.bitor(b) }
    "bitxor" => (a: i16, b: i16) -> i16 { use std::ops::BitXor; a.bitxor(b) }
    "cast_signed" => (a: u8) -> i8 { a.cast_signed() }
    "cast_unsigned" => (a: i8) -> u8 { a.cast_unsigned() }
    "count_ones" => (a: i16) -> u32 { a.count_ones() }
    "count_zeros" => (a: i16) -> u32 { a.count_zeros() }
    "div" => (a: i16, b: i16) -> i16 { use std::ops::Div; a.div(b) }
    "div_ceil" => (a: u8, b: u8) -> u8 { a.div_ceil(b) }
    "div_euclid" => (a: i8, b: i8) -> i8 { a.div_euclid(b) }
    "eq_ignore_ascii_case" => (a: u8, b: u8) -> bool { a.eq_ignore_ascii_case(&b) }
    "get" => (a: u8) -> Option<u8> { std::num::NonZero::new(a).map(|n| n.get()) }
    "ilog" => (a: u32, b: u32) -> u32 { a.ilog(b % 5) }
    "ilog10" => (a: u32) -> u32 { a.ilog10() }
    "ilog2" => (a: i32) -> u32 { a.ilog2() }
    "is_ascii" => (a: u8) -> bool { a.is_ascii() }
    "is_ascii_alphabetic" => (a: u8) -> bool { a.is_ascii_alphabetic() }
    "is_ascii_alphanumeric" => (a: u8) -> bool { a.is_ascii_alphanumeric() }
    "is_ascii_control" => (a: u8) -> bool { a.is_ascii_control() }
    "is_ascii_digit" => (a: u8) -> bool { a.is_ascii_digit() }
    "is_ascii_graphic" => (a: u8) -> bool { a.is_ascii_graphic() }
    "is_ascii_hexdigit" => (a: u8) -> bool { a.is_ascii_hexdigit() }
    "is_ascii_lowercase" => (a: u8) -> bool { a.is_ascii_lowercase() }
    "is_ascii_punctuation" => (a: u8) -> bool { a.is_ascii_punctuation() }
    "is_ascii_uppercase" => (a: u8) -> bool { a.is_ascii_uppercase() }
    "is_ascii_whitespace" => (a: u8) -> bool { a.is_ascii_whitespace() }
    "is_multiple_of" => (a: u8, b: u8) -> bool { a.is_multiple_of(b) }
    "is_negative" => (a: i8) -> bool { a.is_negative() }
    "is_positive" => (a: i8) -> bool { a.is_positive() }
    "is_power_of_two" => (a: u8) -> bool { a.is_power_of_two() }
    "isqrt" => (a: u16) -> u16 { a.isqrt() }
    "leading_ones" => (a: i16) -> u32 { a.leading_ones() }
    "leading_zeros" => (a: i16) -> u32 { a.leading_zeros() }
    "midpoint" => (a: u8, b: u8) -> u8 { a.midpoint(b) }
    "mul" => (a: i16, b: i16) -> i16 { use std::ops::Mul; a.mul(b) }
    "neg" => (a: i8) -> i8 { use std::ops::Neg; a.neg() }
    "next_multiple_of" => (a: u8, b: u8) -> u8 { a.next_multiple_of(b) }
    "next_power_of_two" => (a: u8) -> u8 { a.next_power_of_two() }
    "not" => (a: i8) -> i8 { use std::ops::Not; a.not() }
    "pow" => (a: i32, n: u32) -> i32 { a.pow(n % 4) }
    "rem" => (a: i16, b: i16) -> i16 { use std::ops::Rem; a.rem(b) }
    "rem_euclid" => (a: i8, b: i8) -> i8 { a.rem_euclid(b) }
    "reverse_bits" => (a: i16) -> i16 { a.reverse_bits() }
    "rotate_left" => (a: i16, n: u32) -> i16 { a.rotate_left(n) }
    "rotate_right" => (a: u16, n: u32) -> u16 { a.rotate_right(n) }
    "shl" => (a: u16, b: u32) -> u16 { use std::ops::Shl; a.shl(b % 18) }
    "shr" => (a: u16, b: u32) -> u16 { use std::ops::Shr; a.shr(b % 18) }
    "signum" => (a: i8) -> i8 { a.signum() }
    "sub" => (a: i16, b: i16) -> i16 { use std::ops::Sub; a.sub(b) }
    "swap_bytes" => (a: i32) -> i32 { a.swap_bytes() }
    "to_ascii_lowercase" => (a: u8) -> u8 { a.to_ascii_lowercase() }
    "to_ascii_uppercase" => (a: u8) -> u8 { a.to_ascii_uppercase() }
    "to_be" => (a: u16) -> u16 { a.to_be() }
    "to_be_bytes" => (a: i32) -> Vec<u8> { a.to_be_bytes().to_vec() }
    "to_le_bytes" => (a: i32) -> Vec<u8> { a.to_le_bytes().to_vec() }
    "to_ne_bytes" => (a: i32) -> Vec<u8> { a.to_ne_bytes().to_vec() }
    "trailing_ones" => (a: i16) -> u32 { a.trailing_ones() }
    "trailing_zeros" => (a: i16) -> u32 { a.trailing_zeros() }
    "unsigned_abs" => (a: i8) -> u8 { a.unsigned_abs() }
}
