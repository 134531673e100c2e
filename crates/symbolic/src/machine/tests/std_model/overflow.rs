//! Examples of methods that say what becomes of overflow.

use super::{Example, Family, examples};

examples! { overflow: Overflow
    "checked_abs" => (a: i8) -> Option<i8> { a.checked_abs() }
    "checked_add" => (a: i8, b: i8) -> Option<i8> { a.checked_add(b) }
    "checked_add_signed" => (a: u8, b: i8) -> Option<u8> { a.checked_add_signed(b) }
    "checked_add_unsigned" => (a: i8, b: u8) -> Option<i8> { a.checked_add_unsigned(b) }
    "checked_div" => (a: i8, b: i8) -> Option<i8> { a.checked_div(b) }
    "checked_div_euclid" => (a: i8, b: i8) -> Option<i8> { a.checked_div_euclid(b) }
    "checked_ilog10" => (a: u32) -> Option<u32> { a.checked_ilog10() }
    "checked_ilog2" => (a: u32) -> Option<u32> { a.checked_ilog2() }
    "checked_mul" => (a: i8, b: i8) -> Option<i8> { a.checked_mul(b) }
    "checked_neg" => (a: i8) -> Option<i8> { a.checked_neg() }
    "checked_next_power_of_two" => (a: u8) -> Option<u8> { a.checked_next_power_of_two() }
    "checked_pow" => (a: i8, n: u32) -> Option<i8> { a.checked_pow(n % 4) }
    "checked_rem" => (a: i8, b: i8) -> Option<i8> { a.checked_rem(b) }
    "checked_rem_euclid" => (a: i8, b: i8) -> Option<i8> { a.checked_rem_euclid(b) }
    "checked_shl" => (a: u8, n: u32) -> Option<u8> { a.checked_shl(n % 12) }
    "checked_shr" => (a: u8, n: u32) -> Option<u8> { a.checked_shr(n % 12) }
    "checked_sub" => (a: i8, b: i8) -> Option<i8> { a.checked_sub(b) }
    "checked_sub_unsigned" => (a: i8, b: u8) -> Option<i8> { a.checked_sub_unsigned(b) }
    "overflowing_abs" => (a: i8) -> (i8, bool) { a.overflowing_abs() }
    "overflowing_add" => (a: i8, b: i8) -> (i8, bool) { a.overflowing_add(b) }
    "overflowing_add_signed" => (a: u8, b: i8) -> (u8, bool) { a.overflowing_add_signed(b) }
    "overflowing_add_unsigned" => (a: i8, b: u8) -> (i8, bool) { a.overflowing_add_unsigned(b) }
    "overflowing_div" => (a: i8, b: i8) -> (i8, bool) { a.overflowing_div(b) }
    "overflowing_div_euclid" => (a: i8, b: i8) -> (i8, bool) { a.overflowing_div_euclid(b) }
    "overflowing_mul" => (a: i8, b: i8) -> (i8, bool) { a.overflowing_mul(b) }
    "overflowing_neg" => (a: i8) -> (i8, bool) { a.overflowing_neg() }
    "overflowing_pow" => (a: i8, n: u32) -> (i8, bool) { (a % 4).overflowing_pow(n % 4) }
    "overflowing_rem" => (a: i8, b: i8) -> (i8, bool) { a.overflowing_rem(b) }
    "overflowing_rem_euclid" => (a: i8, b: i8) -> (i8, bool) { a.overflowing_rem_euclid(b) }
    "overflowing_sub" => (a: i8, b: i8) -> (i8, bool) { a.overflowing_sub(b) }
    "overflowing_sub_unsigned" => (a: i8, b: u8) -> (i8, bool) { a.overflowing_sub_unsigned(b) }
    "saturating_abs" => (a: i8) -> i8 { a.saturating_abs() }
    "saturating_add" => (a: i8, b: i8) -> i8 { a.saturating_add(b) }
    "saturating_add_signed" => (a: u8, b: i8) -> u8 { a.saturating_add_signed(b) }
    "saturating_add_unsigned" => (a: i8, b: u8) -> i8 { a.saturating_add_unsigned(b) }
    "saturating_div" => (a: i8, b: i8) -> i8 { a.saturating_div(b) }
    "saturating_mul" => (a: i8, b: i8) -> i8 { a.saturating_mul(b) }
    "saturating_neg" => (a: i8) -> i8 { a.saturating_neg() }
    "saturating_pow" => (a: i8, n: u32) -> i8 { a.saturating_pow(n % 4) }
    "saturating_sub" => (a: i8, b: i8) -> i8 { a.saturating_sub(b) }
    "saturating_sub_unsigned" => (a: i8, b: u8) -> i8 { a.saturating_sub_unsigned(b) }
    "wrapping_abs" => (a: i8) -> i8 { a.wrapping_abs() }
    "wrapping_add" => (a: i8, b: i8) -> i8 { a.wrapping_add(b) }
    "wrapping_add_signed" => (a: u8, b: i8) -> u8 { a.wrapping_add_signed(b) }
    "wrapping_add_unsigned" => (a: i8, b: u8) -> i8 { a.wrapping_add_unsigned(b) }
    "wrapping_div" => (a: i8, b: i8) -> i8 { a.wrapping_div(b) }
    "wrapping_div_euclid" => (a: i8, b: i8) -> i8 { a.wrapping_div_euclid(b) }
    "wrapping_mul" => (a: i8, b: i8) -> i8 { a.wrapping_mul(b) }
    "wrapping_neg" => (a: i8) -> i8 { a.wrapping_neg() }
    "wrapping_pow" => (a: i8, n: u32) -> i8 { a.wrapping_pow(n % 4) }
    "wrapping_rem" => (a: i8, b: i8) -> i8 { a.wrapping_rem(b) }
    "wrapping_rem_euclid" => (a: i8, b: i8) -> i8 { a.wrapping_rem_euclid(b) }
    "wrapping_shl" => (a: u8, n: u32) -> u8 { a.wrapping_shl(n % 12) }
    "wrapping_shr" => (a: u8, n: u32) -> u8 { a.wrapping_shr(n % 12) }
    "wrapping_sub" => (a: i8, b: i8) -> i8 { a.wrapping_sub(b) }
    "wrapping_sub_unsigned" => (a: i8, b: u8) -> i8 { a.wrapping_sub_unsigned(b) }
}
