//! Examples of functions that are called by their paths.

use super::{Example, Family, examples};

examples! { function: Function
    "*::Err" => (a: u8) -> Result<u8, u8> { Err(a) }
    "*::Ok" => (a: u8) -> Result<u8, u8> { Ok(a) }
    "*::Some" => (a: u8) -> Option<u8> { Some(a) }
    "*::default" => (a: u8) -> u8 { a / 2 + u8::default() }
    "*::from" => (a: u8) -> i32 { i32::from(a) }
    "*::from_str" => (s: String) -> bool { use std::str::FromStr; i32::from_str(&s).is_ok() }
    "*::try_from" => (a: i32) -> Option<u8> { u8::try_from(a).ok() }
    "::drop" => (v: Vec<u8>) -> usize { let len = v.len(); drop(v); len }
    "::forget" => (v: Vec<u8>) -> usize { use std::mem::forget; let len = v.len(); forget(v); len }
    "::format" => (a: u8) -> String { use std::fmt::format; format(format_args!("{a}")) }
    "::panic_any" => (a: u8) -> u8 { use std::panic::panic_any; if a > 100 { panic_any(a) } a }
    "Arc::new" => (a: u8) -> u8 { *std::sync::Arc::new(a) }
    "Arc::pin" => (a: u8) -> u8 { *std::sync::Arc::pin(a) }
    "BTreeMap::default" => (a: u8) -> Option<u8> { let mut map = std::collections::BTreeMap::default(); map.insert(a, a / 2); map.get(&4).copied() }
    "BTreeMap::from_iter" => (v: Vec<u8>) -> usize { std::collections::BTreeMap::from_iter(v.into_iter().map(|n| (n, 1))).len() }
    "BTreeMap::new" => (a: u8) -> Option<u8> { let mut map = std::collections::BTreeMap::new(); map.insert(a, a / 2); map.get(&4).copied() }
    "BTreeSet::default" => (a: u8) -> bool { let mut set = std::collections::BTreeSet::default(); set.insert(a); set.contains(&4) }
    "BTreeSet::from_iter" => (v: Vec<u8>) -> usize { std::collections::BTreeSet::from_iter(v).len() }
    "BTreeSet::new" => (a: u8) -> bool { let mut set = std::collections::BTreeSet::new(); set.insert(a); set.contains(&4) }
    "Box::new" => (a: u8) -> u8 { *Box::new(a) }
    "Box::pin" => (a: u8) -> u8 { *Box::pin(a) }
    "Cell::new" => (a: u8) -> u8 { std::cell::Cell::new(a).get() }
    "Cow::Borrowed" => (s: String) -> usize { std::borrow::Cow::Borrowed(s.as_str()).len() }
    "Cow::Owned" => (s: String) -> usize { let text: std::borrow::Cow<'_, str> = std::borrow::Cow::Owned(s); text.len() }
    "Default::default" => (a: u8) -> u8 { let zero: u8 = Default::default(); a / 2 + zero }
    "Duration::from_micros" => (a: u32) -> u64 { std::time::Duration::from_micros(u64::from(a)).as_secs() }
    "Duration::from_millis" => (a: u32) -> u64 { std::time::Duration::from_millis(u64::from(a)).as_secs() }
    "Duration::from_nanos" => (a: u32) -> u64 { std::time::Duration::from_nanos(u64::from(a)).as_secs() }
    "Duration::from_secs" => (a: u32) -> u64 { std::time::Duration::from_secs(u64::from(a)).as_secs() }
    "Duration::new" => (a: u32, b: u32) -> u32 { std::time::Duration::new(u64::from(a), b % 1000).subsec_nanos() }
    "HashMap::default" => (a: u8) -> Option<u8> { let mut map: std::collections::HashMap<u8, u8> = std::collections::HashMap::default(); map.insert(a, a / 2); map.get(&4).copied() }
    "HashMap::from_iter" => (v: Vec<u8>) -> usize { let map: std::collections::HashMap<u8, u8> = std::collections::HashMap::from_iter(v.into_iter().map(|n| (n, 1))); map.len() }
    "HashMap::new" => (a: u8) -> Option<u8> { let mut map = std::collections::HashMap::new(); map.insert(a, a / 2); map.get(&4).copied() }
    "HashMap::with_capacity" => (a: u8) -> Option<u8> { let mut map = std::collections::HashMap::with_capacity(4); map.insert(a, a / 2); map.get(&4).copied() }
    "HashSet::default" => (a: u8) -> bool { let mut set: std::collections::HashSet<u8> = std::collections::HashSet::default(); set.insert(a); set.contains(&4) }
    "HashSet::from_iter" => (v: Vec<u8>) -> usize { let set: std::collections::HashSet<u8> = std::collections::HashSet::from_iter(v); set.len() }
    "HashSet::new" => (a: u8) -> bool { let mut set = std::collections::HashSet::new(); set.insert(a); set.contains(&4) }
    "HashSet::with_capacity" => (a: u8) -> bool { let mut set = std::collections::HashSet::with_capacity(4); set.insert(a); set.contains(&4) }
    "LinkedList::default" => (a: u8) -> usize { let mut list = std::collections::LinkedList::default(); list.push_back(a); list.len() }
    "LinkedList::new" => (a: u8) -> usize { let mut list = std::collections::LinkedList::new(); list.push_back(a); list.len() }
    "NonZero::new" => (a: u8) -> bool { std::num::NonZero::new(a).is_some() }
    "NonZero::new_unchecked" => (a: u8) -> u8 { if a == 0 { 0 } else { unsafe { std::num::NonZero::new_unchecked(a).get() } } }
    "Ord::max" => (x: i8, y: i8) -> i8 { Ord::max(x, y) }
    "Ord::min" => (x: i8, y: i8) -> i8 { Ord::min(x, y) }
    "Rc::new" => (a: u8) -> u8 { *std::rc::Rc::new(a) }
    "Rc::pin" => (a: u8) -> u8 { *std::rc::Rc::pin(a) }
    "RefCell::new" => (a: u8) -> u8 { *std::cell::RefCell::new(a).borrow() }
    "String::default" => (c: char) -> String { let mut s = String::default(); s.push(c); s }
    "String::from_iter" => (v: Vec<char>) -> String { String::from_iter(v) }
    "String::from_utf8" => (v: Vec<u8>) -> Option<String> { String::from_utf8(v).ok() }
    "String::from_utf8_lossy" => (s: String) -> String { String::from_utf8_lossy(s.as_bytes()).to_string() }
    "String::new" => (c: char) -> String { let mut s = String::new(); s.push(c); s }
    "String::with_capacity" => (c: char) -> String { let mut s = String::with_capacity(4); s.push(c); s }
    "Vec::default" => (a: u8) -> Vec<u8> { let mut v = Vec::default(); v.push(a); v }
    "Vec::from_iter" => (v: Vec<u8>) -> Vec<u8> { Vec::from_iter(v.into_iter().map(|n| n / 2)) }
    "Vec::new" => (a: u8) -> Vec<u8> { let mut v = Vec::new(); v.push(a); v }
    "Vec::with_capacity" => (a: u8) -> Vec<u8> { let mut v = Vec::with_capacity(4); v.push(a); v }
    "VecDeque::default" => (a: u8) -> usize { let mut v = std::collections::VecDeque::default(); v.push_back(a); v.len() }
    "VecDeque::from_iter" => (v: Vec<u8>) -> usize { std::collections::VecDeque::from_iter(v).len() }
    "VecDeque::new" => (a: u8) -> usize { let mut v = std::collections::VecDeque::new(); v.push_back(a); v.len() }
    "VecDeque::with_capacity" => (a: u8) -> usize { let mut v = std::collections::VecDeque::with_capacity(4); v.push_back(a); v.len() }
    "array::from_fn" => (a: usize) -> Vec<usize> { let items: [usize; 3] = std::array::from_fn(|at| at + a % 5); items.to_vec() }
    "char::from" => (a: u8) -> char { char::from(a) }
    "char::from_digit" => (a: u32) -> Option<char> { char::from_digit(a % 40, 36) }
    "char::from_u32" => (a: u32) -> Option<char> { char::from_u32(a) }
    "cmp::max" => (x: i8, y: i8) -> i8 { std::cmp::max(x, y) }
    "cmp::min" => (x: i8, y: i8) -> i8 { std::cmp::min(x, y) }
    "convert::identity" => (a: u8) -> u8 { std::convert::identity(a) }
    "f32::max" => (x: f32, y: f32) -> f32 { f32::max(x, y) }
    "f32::min" => (x: f32, y: f32) -> f32 { f32::min(x, y) }
    "f64::max" => (x: f64, y: f64) -> f64 { f64::max(x, y) }
    "f64::min" => (x: f64, y: f64) -> f64 { f64::min(x, y) }
    "fmt::format" => (a: u8) -> String { std::fmt::format(format_args!("{a}")) }
    "hint::black_box" => (a: u8) -> u8 { std::hint::black_box(a) }
    "iter::empty" => (v: Vec<u8>) -> usize { v.into_iter().chain(std::iter::empty()).count() }
    "iter::from_fn" => (a: u8) -> Vec<u8> { let mut n = a % 5; std::iter::from_fn(|| { n = n.checked_sub(1)?; Some(n) }).collect() }
    "iter::once" => (a: u8) -> Vec<u8> { std::iter::once(a).collect() }
    "iter::repeat" => (a: u8) -> Vec<u8> { std::iter::repeat(a).take(3).collect() }
    "iter::repeat_n" => (a: u8) -> Vec<u8> { std::iter::repeat_n(a, 3).collect() }
    "iter::successors" => (a: u8) -> Vec<u8> { std::iter::successors(Some(a), |n| (*n > 3).then_some(n / 2)).collect() }
    "iter::zip" => (v: Vec<u8>) -> usize { std::iter::zip(&v, [1, 2]).count() }
    "mem::drop" => (v: Vec<u8>) -> usize { let len = v.len(); std::mem::drop(v); len }
    "mem::forget" => (v: Vec<u8>) -> usize { let len = v.len(); std::mem::forget(v); len }
    "mem::replace" => (a: u8) -> (u8, u8) { let mut a = a; let old = std::mem::replace(&mut a, 3); (old, a) }
    "mem::swap" => (a: u8, b: u8) -> (u8, u8) { let (mut a, mut b) = (a, b); std::mem::swap(&mut a, &mut b); (a, b) }
    "mem::take" => (v: Vec<u8>) -> (Vec<u8>, Vec<u8>) { let mut v = v; let old = std::mem::take(&mut v); (old, v) }
    "panic::panic_any" => (a: u8) -> u8 { if a > 100 { std::panic::panic_any(a) } a }
    "process::abort" => (a: u8) -> u8 { if i32::from(a) > 1_000 { std::process::abort() } a }
    "process::exit" => (a: u8) -> u8 { if i32::from(a) > 1_000 { std::process::exit(1) } a }
    "str::from_utf8" => (v: Vec<u8>) -> bool { std::str::from_utf8(&v).is_ok() }
    "{float}::from_bits" => (a: u32) -> f32 { f32::from_bits(a) }
    "{integer}::from_be_bytes" => (a: u8, b: u8) -> u16 { u16::from_be_bytes([a, b]) }
    "{integer}::from_le_bytes" => (a: u8, b: u8) -> u16 { u16::from_le_bytes([a, b]) }
    "{integer}::from_ne_bytes" => (a: u8, b: u8) -> u16 { u16::from_ne_bytes([a, b]) }
    "{integer}::from_str_radix" => (s: String) -> bool { i32::from_str_radix(&s, 16).is_ok() }
}
