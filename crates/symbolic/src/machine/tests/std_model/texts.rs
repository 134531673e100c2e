//! Examples of methods of texts.

use super::{Example, Family, examples};

examples! { text: Text
    "as_bytes" => (s: String) -> usize { s.as_bytes().len() }
    "as_mut_str" => (s: String) -> usize { let mut s = s; s.as_mut_str().len() }
    "as_str" => (s: String) -> String { s.as_str().to_owned() }
    "bytes" => (s: String) -> u32 { s.bytes().map(u32::from).sum() }
    "capacity" => (s: String) -> bool { s.capacity() >= s.len() }
    "char_indices" => (s: String) -> Vec<(usize, char)> { s.char_indices().collect() }
    "chars" => (s: String) -> Vec<char> { s.chars().collect() }
    "clear" => (s: String) -> String { let mut s = s; s.clear(); s }
    "contains" => (s: String) -> bool { s.contains('a') || s.contains("b") }
    "drain" => (s: String) -> String { let mut s = s; if s.is_ascii() && !s.is_empty() { s.drain(..1); } s }
    "ends_with" => (s: String) -> bool { s.ends_with('a') || s.ends_with(" b") }
    "eq_ignore_ascii_case" => (s: String) -> bool { s.eq_ignore_ascii_case("aB") }
    "extend" => (s: String) -> String { let mut s = s; s.extend(['a', 'b']); s }
    "find" => (s: String) -> Option<usize> { s.find('a') }
    "get" => (s: String) -> Option<String> { s.get(1..).map(|rest| rest.to_owned()) }
    "insert" => (s: String) -> String { let mut s = s; s.insert(0, 'x'); s }
    "insert_str" => (s: String) -> String { let mut s = s; s.insert_str(0, "xy"); s }
    "into_bytes" => (s: String) -> Vec<u8> { s.into_bytes() }
    "into_string" => (s: String) -> String { s.into_boxed_str().into_string() }
    "is_ascii" => (s: String) -> bool { s.is_ascii() }
    "is_char_boundary" => (s: String) -> bool { s.is_ascii() && s.is_char_boundary(1) }
    "is_empty" => (s: String) -> bool { s.is_empty() }
    "len" => (s: String) -> usize { s.len() }
    "lines" => (s: String) -> usize { s.lines().filter(|line| line.is_empty()).count() }
    "make_ascii_lowercase" => (s: String) -> String { let mut s = s; s.make_ascii_lowercase(); s }
    "make_ascii_uppercase" => (s: String) -> String { let mut s = s; s.make_ascii_uppercase(); s }
    "match_indices" => (s: String) -> Vec<usize> { s.match_indices('a').map(|found| found.0).collect() }
    "matches" => (s: String) -> usize { s.matches(char::is_alphabetic).count() }
    "parse" => (s: String) -> Option<i32> { s.parse::<i32>().ok() }
    "pop" => (s: String) -> (Option<char>, String) { let mut s = s; let last = s.pop(); (last, s) }
    "push" => (s: String) -> String { let mut s = s; s.push('a'); s }
    "push_str" => (s: String) -> String { let mut s = s; s.push_str("ab"); s }
    "remove" => (s: String) -> (char, String) { let mut s = s; let gone = s.remove(0); (gone, s) }
    "repeat" => (s: String) -> String { s.repeat(2) }
    "replace" => (s: String) -> String { s.replace('a', "bc") }
    "replacen" => (s: String) -> String { s.replacen('a', "bc", 1) }
    "reserve" => (s: String) -> String { let mut s = s; s.reserve(3); s }
    "reserve_exact" => (s: String) -> String { let mut s = s; s.reserve_exact(3); s }
    "retain" => (s: String) -> String { let mut s = s; s.retain(|c| c != 'a'); s }
    "rfind" => (s: String) -> Option<usize> { s.rfind(char::is_alphabetic) }
    "rsplit" => (s: String) -> Vec<String> { s.rsplit(' ').map(str::to_owned).collect() }
    "rsplit_once" => (s: String) -> Option<(String, String)> { s.rsplit_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned())) }
    "rsplitn" => (s: String) -> Vec<String> { s.rsplitn(2, ' ').map(str::to_owned).collect() }
    "shrink_to" => (s: String) -> String { let mut s = s; s.shrink_to(1); s }
    "shrink_to_fit" => (s: String) -> String { let mut s = s; s.shrink_to_fit(); s }
    "split" => (s: String) -> Vec<String> { s.split(' ').map(str::to_owned).collect() }
    "split_ascii_whitespace" => (s: String) -> usize { if s.is_ascii() { s.split_ascii_whitespace().count() } else { 0 } }
    "split_at" => (s: String) -> usize { if s.is_ascii() { let (left, right) = s.split_at(1); left.len() * 10 + right.len() } else { 0 } }
    "split_inclusive" => (s: String) -> Vec<String> { s.split_inclusive(' ').map(str::to_owned).collect() }
    "split_off" => (s: String) -> String { let mut s = s; if s.is_ascii() && !s.is_empty() { s.split_off(1) } else { s } }
    "split_once" => (s: String) -> Option<(String, String)> { s.split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned())) }
    "split_terminator" => (s: String) -> Vec<String> { s.split_terminator('a').map(str::to_owned).collect() }
    "split_whitespace" => (s: String) -> Vec<String> { s.split_whitespace().map(str::to_owned).collect() }
    "splitn" => (s: String) -> Vec<String> { s.splitn(2, ' ').map(str::to_owned).collect() }
    "starts_with" => (s: String) -> bool { s.starts_with('a') || s.starts_with("b ") }
    "strip_prefix" => (s: String) -> Option<String> { s.strip_prefix('a').map(str::to_owned) }
    "strip_suffix" => (s: String) -> Option<String> { s.strip_suffix('a').map(str::to_owned) }
    "to_ascii_lowercase" => (s: String) -> String { s.to_ascii_lowercase() }
    "to_ascii_uppercase" => (s: String) -> String { s.to_ascii_uppercase() }
    "to_lowercase" => (s: String) -> String { s.to_lowercase() }
    "to_string" => (s: String) -> String { s.to_string() }
    "to_uppercase" => (s: String) -> String { s.to_uppercase() }
    "trim" => (s: String) -> String { s.trim().to_owned() }
    "trim_end" => (s: String) -> String { s.trim_end().to_owned() }
    "trim_end_matches" => (s: String) -> String { s.trim_end_matches('a').to_owned() }
    "trim_left" => (s: String) -> String { #[expect(deprecated)] s.trim_left().to_owned() }
    "trim_matches" => (s: String) -> String { s.trim_matches('a').to_owned() }
    "trim_right" => (s: String) -> String { #[expect(deprecated)] s.trim_right().to_owned() }
    "trim_start" => (s: String) -> String { s.trim_start().to_owned() }
    "trim_start_matches" => (s: String) -> String { s.trim_start_matches('a').to_owned() }
    "truncate" => (s: String) -> String { let mut s = s; if s.is_ascii() { s.truncate(2); } s }
    "write_char" => (s: String) -> String { let mut s = s; use std::fmt::Write; let _ = s.write_char('a'); s }
    "write_str" => (s: String) -> String { let mut s = s; use std::fmt::Write; let _ = s.write_str("ab"); s }
}
