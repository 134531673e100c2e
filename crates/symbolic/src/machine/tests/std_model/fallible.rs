//! Examples of methods of `Option` and `Result`.

use super::{Example, Family, examples};

examples! { option: Option
    "and" => (a: Option<i8>, b: Option<u8>) -> Option<u8> { a.and(b) }
    "and_then" => (a: Option<i8>) -> Option<i8> { a.and_then(|n| n.checked_add(1)) }
    "as_deref_mut" => (a: Option<Vec<u8>>) -> Option<Vec<u8>> { let mut a = a; if let Some(items) = a.as_deref_mut() { items.reverse(); } a }
    "as_mut" => (a: Option<i8>) -> Option<i8> { let mut a = a; if let Some(n) = a.as_mut() { *n = 3; } a }
    "cloned" => (a: Option<i8>) -> Option<i8> { a.as_ref().cloned() }
    "copied" => (a: Option<i8>) -> Option<i8> { a.as_ref().copied() }
    "expect" => (a: Option<i8>) -> i8 { a.expect("some") }
    "filter" => (a: Option<i8>) -> Option<i8> { a.filter(|n| *n > 3) }
    "flatten" => (a: Option<Option<i8>>) -> Option<i8> { a.flatten() }
    "get_or_insert" => (a: Option<i8>) -> i8 { let mut a = a; *a.get_or_insert(4) }
    "get_or_insert_with" => (a: Option<i8>) -> Option<i8> { let mut a = a; a.get_or_insert_with(|| 4); a }
    "insert" => (a: Option<i8>) -> Option<i8> { let mut a = a; *a.insert(4) += 1; a }
    "inspect" => (a: Option<i8>) -> (Option<i8>, u8) { let mut seen = 0; let a = a.inspect(|_| seen += 1); (a, seen) }
    "into_iter" => (a: Option<i8>) -> Vec<i8> { a.into_iter().collect() }
    "is_none" => (a: Option<i8>) -> bool { a.is_none() }
    "is_none_or" => (a: Option<i8>) -> bool { a.is_none_or(|n| n > 3) }
    "is_some" => (a: Option<i8>) -> bool { a.is_some() }
    "is_some_and" => (a: Option<i8>) -> bool { a.is_some_and(|n| n > 3) }
    "iter" => (a: Option<i8>) -> usize { a.iter().count() }
    "map" => (a: Option<i8>) -> Option<i16> { a.map(|n| i16::from(n) + 1) }
    "map_or" => (a: Option<i8>) -> bool { a.map_or(true, |n| n < 0) }
    "map_or_else" => (a: Option<i8>) -> bool { a.map_or_else(|| true, |n| n < 0) }
    "ok_or" => (a: Option<i8>) -> Result<i8, u8> { a.ok_or(7) }
    "ok_or_else" => (a: Option<i8>) -> Result<i8, u8> { a.ok_or_else(|| 7) }
    "or" => (a: Option<i8>, b: Option<i8>) -> Option<i8> { a.or(b) }
    "or_else" => (a: Option<i8>, b: Option<i8>) -> Option<i8> { a.or_else(|| b) }
    "replace" => (a: Option<i8>) -> (Option<i8>, Option<i8>) { let mut a = a; let old = a.replace(5); (old, a) }
    "take" => (a: Option<i8>) -> (Option<i8>, Option<i8>) { let mut a = a; let old = a.take(); (old, a) }
    "take_if" => (a: Option<i8>) -> (Option<i8>, Option<i8>) { let mut a = a; let old = a.take_if(|n| { *n = n.wrapping_add(1); *n > 0 }); (old, a) }
    "transpose" => (a: Option<Result<i8, u8>>) -> Result<Option<i8>, u8> { a.transpose() }
    "unwrap" => (a: Option<i8>) -> i8 { a.unwrap() }
    "unwrap_or" => (a: Option<i8>, b: i8) -> i8 { a.unwrap_or(b) }
    "unwrap_or_default" => (a: Option<i8>) -> i8 { a.unwrap_or_default() }
    "unwrap_or_else" => (a: Option<i8>) -> i8 { a.unwrap_or_else(|| -1) }
    "unwrap_unchecked" => (a: i8) -> i8 { unsafe { Some(a).unwrap_unchecked() } }
    "xor" => (a: Option<i8>, b: Option<i8>) -> Option<i8> { a.xor(b) }
    "zip" => (a: Option<i8>, b: Option<u8>) -> Option<(i8, u8)> { a.zip(b) }
}

examples! { result: Result
    "and" => (a: Result<i8, u8>, b: Result<bool, u8>) -> Result<bool, u8> { a.and(b) }
    "and_then" => (a: Result<i8, u8>) -> Result<i8, u8> { a.and_then(|n| if n > 0 { Ok(n) } else { Err(9) }) }
    "as_mut" => (a: Result<i8, u8>) -> Result<i8, u8> { let mut a = a; match a.as_mut() { Ok(n) => *n = 1, Err(e) => *e = 2 } a }
    "cloned" => (a: Result<i8, u8>) -> bool { a.as_ref().cloned().is_ok() }
    "copied" => (a: Result<i8, u8>) -> bool { a.as_ref().copied().is_ok() }
    "err" => (a: Result<i8, u8>) -> Option<u8> { a.err() }
    "expect" => (a: Result<i8, u8>) -> i8 { a.expect("fine") }
    "expect_err" => (a: Result<i8, u8>) -> u8 { a.expect_err("not fine") }
    "inspect" => (a: Result<i8, u8>) -> (bool, u8) { let mut seen = 0; let a = a.inspect(|_| seen += 1); (a.is_ok(), seen) }
    "inspect_err" => (a: Result<i8, u8>) -> (bool, u8) { let mut seen = 0; let a = a.inspect_err(|_| seen += 1); (a.is_ok(), seen) }
    "into_iter" => (a: Result<i8, u8>) -> Vec<i8> { a.into_iter().collect() }
    "is_err" => (a: Result<i8, u8>) -> bool { a.is_err() }
    "is_err_and" => (a: Result<i8, u8>) -> bool { a.is_err_and(|e| e > 3) }
    "is_ok" => (a: Result<i8, u8>) -> bool { a.is_ok() }
    "is_ok_and" => (a: Result<i8, u8>) -> bool { a.is_ok_and(|n| n > 3) }
    "iter" => (a: Result<i8, u8>) -> usize { a.iter().count() }
    "map" => (a: Result<i8, u8>) -> Result<i16, u8> { a.map(|n| i16::from(n) + 1) }
    "map_err" => (a: Result<i8, u8>) -> Result<i8, bool> { a.map_err(|e| e > 3) }
    "map_or" => (a: Result<i8, u8>) -> bool { a.map_or(true, |n| n < 0) }
    "map_or_else" => (a: Result<i8, u8>) -> bool { a.map_or_else(|e| e > 9, |n| n < 0) }
    "ok" => (a: Result<i8, u8>) -> Option<i8> { a.ok() }
    "or" => (a: Result<i8, u8>, b: Result<i8, bool>) -> Result<i8, bool> { a.or(b) }
    "or_else" => (a: Result<i8, u8>) -> Result<i8, bool> { a.or_else(|e| if e > 3 { Ok(1) } else { Err(true) }) }
    "transpose" => (a: Result<Option<i8>, u8>) -> Option<Result<i8, u8>> { a.transpose() }
    "unwrap" => (a: Result<i8, u8>) -> i8 { a.unwrap() }
    "unwrap_err" => (a: Result<i8, u8>) -> u8 { a.unwrap_err() }
    "unwrap_or" => (a: Result<i8, u8>, b: i8) -> i8 { a.unwrap_or(b) }
    "unwrap_or_default" => (a: Result<i8, u8>) -> i8 { a.unwrap_or_default() }
    "unwrap_or_else" => (a: Result<i8, u8>) -> i16 { a.map(i16::from).unwrap_or_else(|e| i16::from(e)) }
}
