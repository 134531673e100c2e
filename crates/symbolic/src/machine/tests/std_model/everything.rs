//! Examples of methods that nearly everything has.

use super::{Example, Family, examples};

examples! { everything: Everything
    "as_deref" => (a: Option<String>) -> bool { a.as_deref() == Some("a") }
    "as_mut" => (a: u8) -> u8 { let mut a = Box::new(a); *a.as_mut() = 3; *a }
    "as_mut_slice" => (v: Vec<u8>) -> Vec<u8> { let mut v = v; v.as_mut_slice().reverse(); v }
    "as_ref" => (a: Option<u8>) -> bool { a.as_ref().is_some() }
    "as_slice" => (v: Vec<u8>) -> usize { v.as_slice().len() }
    "borrow" => (a: u8) -> u8 { let cell = std::cell::RefCell::new(a); *cell.borrow() / 2 }
    "borrow_mut" => (a: u8) -> u8 { let cell = std::cell::RefCell::new(a); *cell.borrow_mut() = 3; let read = *cell.borrow(); read }
    "clamp" => (a: u8) -> u8 { a.clamp(10, 20) }
    "clone" => (v: Vec<u8>) -> Vec<u8> { v.clone() }
    "cmp" => (a: (u8, i8), b: (u8, i8)) -> std::cmp::Ordering { a.cmp(&b) }
    "eq" => (a: String, b: String) -> bool { a.eq(&b) }
    "ge" => (a: String, b: String) -> bool { a.ge(&b) }
    "gt" => (a: String, b: String) -> bool { a.gt(&b) }
    "into" => (a: u8) -> i32 { let wide: i32 = a.into(); wide + 1 }
    "into_boxed_slice" => (v: Vec<u8>) -> usize { v.into_boxed_slice().len() }
    "into_boxed_str" => (s: String) -> usize { s.into_boxed_str().len() }
    "into_vec" => (v: Vec<u8>) -> Vec<u8> { v.into_boxed_slice().into_vec() }
    "le" => (a: String, b: String) -> bool { a.le(&b) }
    "lt" => (a: String, b: String) -> bool { a.lt(&b) }
    "max" => (a: i8, b: i8) -> i8 { a.max(b) }
    "min" => (a: i8, b: i8) -> i8 { a.min(b) }
    "ne" => (a: String, b: String) -> bool { a.ne(&b) }
    "partial_cmp" => (x: f64, y: f64) -> Option<std::cmp::Ordering> { x.partial_cmp(&y) }
    "to_owned" => (s: String) -> String { s.as_str().to_owned() }
    "to_string" => (a: i32) -> String { a.to_string() }
    "to_vec" => (v: Vec<u8>) -> Vec<u8> { v.as_slice().to_vec() }
    "try_into" => (a: i32) -> Option<u8> { let small: Result<u8, _> = a.try_into(); small.ok() }
}
