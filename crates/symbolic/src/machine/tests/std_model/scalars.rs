//! Examples of methods of truth values, characters, orders, durations and wrapped numbers.

use super::Pair;
use super::{Example, Family, examples};

examples! { boolean: Boolean
    "not" => (a: bool) -> bool { use std::ops::Not; a.not() }
    "then" => (a: bool, n: u8) -> Option<u8> { a.then(|| n / 2) }
    "then_some" => (a: bool, n: u8) -> Option<u8> { a.then_some(n) }
}

examples! { character: Character
    "eq_ignore_ascii_case" => (a: char, b: char) -> bool { a.eq_ignore_ascii_case(&b) }
    "is_alphabetic" => (a: char) -> bool { a.is_alphabetic() }
    "is_alphanumeric" => (a: char) -> bool { a.is_alphanumeric() }
    "is_ascii" => (a: char) -> bool { a.is_ascii() }
    "is_ascii_alphabetic" => (a: char) -> bool { a.is_ascii_alphabetic() }
    "is_ascii_alphanumeric" => (a: char) -> bool { a.is_ascii_alphanumeric() }
    "is_ascii_control" => (a: char) -> bool { a.is_ascii_control() }
    "is_ascii_digit" => (a: char) -> bool { a.is_ascii_digit() }
    "is_ascii_graphic" => (a: char) -> bool { a.is_ascii_graphic() }
    "is_ascii_hexdigit" => (a: char) -> bool { a.is_ascii_hexdigit() }
    "is_ascii_lowercase" => (a: char) -> bool { a.is_ascii_lowercase() }
    "is_ascii_punctuation" => (a: char) -> bool { a.is_ascii_punctuation() }
    "is_ascii_uppercase" => (a: char) -> bool { a.is_ascii_uppercase() }
    "is_ascii_whitespace" => (a: char) -> bool { a.is_ascii_whitespace() }
    "is_control" => (a: char) -> bool { a.is_control() }
    "is_digit" => (a: char) -> bool { a.is_digit(16) }
    "is_lowercase" => (a: char) -> bool { a.is_lowercase() }
    "is_numeric" => (a: char) -> bool { a.is_numeric() }
    "is_uppercase" => (a: char) -> bool { a.is_uppercase() }
    "is_whitespace" => (a: char) -> bool { a.is_whitespace() }
    "len_utf8" => (a: char) -> usize { a.len_utf8() }
    "to_ascii_lowercase" => (a: char) -> char { a.to_ascii_lowercase() }
    "to_ascii_uppercase" => (a: char) -> char { a.to_ascii_uppercase() }
    "to_digit" => (a: char) -> Option<u32> { a.to_digit(36) }
    "to_lowercase" => (a: char) -> String { a.to_lowercase().collect() }
    "to_uppercase" => (a: char) -> String { a.to_uppercase().to_string() }
}

examples! { ordering: Ordering
    "is_eq" => (a: u8, b: u8) -> bool { a.cmp(&b).is_eq() }
    "is_ge" => (a: u8, b: u8) -> bool { a.cmp(&b).is_ge() }
    "is_gt" => (a: u8, b: u8) -> bool { a.cmp(&b).is_gt() }
    "is_le" => (a: u8, b: u8) -> bool { a.cmp(&b).is_le() }
    "is_lt" => (a: u8, b: u8) -> bool { a.cmp(&b).is_lt() }
    "is_ne" => (a: u8, b: u8) -> bool { a.cmp(&b).is_ne() }
    "reverse" => (a: u8, b: u8) -> std::cmp::Ordering { a.cmp(&b).reverse() }
    "then" => (a: bool, b: bool) -> std::cmp::Ordering { a.cmp(&b).then(b.cmp(&false)) }
    "then_with" => (a: bool, b: bool) -> std::cmp::Ordering { a.cmp(&b).then_with(|| b.cmp(&false)) }
}

examples! { duration: Duration
    "as_micros" => (a: u32) -> u64 { std::time::Duration::from_micros(u64::from(a)).as_micros() as u64 }
    "as_millis" => (a: u32) -> u64 { std::time::Duration::from_micros(u64::from(a)).as_millis() as u64 }
    "as_nanos" => (a: u32) -> u64 { std::time::Duration::from_micros(u64::from(a)).as_nanos() as u64 }
    "as_secs" => (a: u32) -> u64 { std::time::Duration::from_millis(u64::from(a)).as_secs() }
    "is_zero" => (a: u8) -> bool { std::time::Duration::from_secs(u64::from(a)).is_zero() }
    "subsec_micros" => (a: u32) -> u32 { std::time::Duration::from_nanos(u64::from(a)).subsec_micros() }
    "subsec_millis" => (a: u32) -> u32 { std::time::Duration::from_nanos(u64::from(a)).subsec_millis() }
    "subsec_nanos" => (a: u32) -> u32 { std::time::Duration::from_nanos(u64::from(a)).subsec_nanos() }
}

examples! { wrapper: Wrapper
    "abs" => (a: i8) -> Option<i8> { std::num::NonZero::new(a).map(|n| n.abs().get()) }
    "get" => (a: u8) -> Option<u8> { std::num::NonZero::new(a).map(|n| n.get()) }
}

examples! { derived: Derived
    "fmt" => (a: i32) -> bool { let mut text = String::new(); use std::fmt::Write; write!(text, "{a}").is_ok() }
    "hash" => (a: i32) -> i32 { use std::hash::Hash; let mut hasher = std::hash::DefaultHasher::new(); Pair { a, b: 1 }.hash(&mut hasher); a }
}
