//! Examples of methods of ranges and iterators.

use super::{Example, Family, examples};

examples! { range: Range
    "clone" => (a: u8, b: u8) -> usize { let range = a..b; range.clone().count() + range.count() }
    "contains" => (a: u8, b: u8) -> bool { (a..=b).contains(&7) }
    "end" => (a: u8, b: u8) -> u8 { *(a..=b).end() }
    "is_empty" => (a: u8, b: u8) -> bool { (a..b).is_empty() }
    "start" => (a: u8, b: u8) -> u8 { *(a..=b).start() }
}

examples! { iterator: Iterator
    "all" => (v: Vec<i8>) -> bool { v.iter().all(|n| *n > 0) }
    "any" => (v: Vec<i8>) -> bool { v.iter().any(|n| *n > 0) }
    "as_slice" => (v: Vec<i8>) -> usize { let mut it = v.iter(); it.next(); it.as_slice().len() }
    "as_str" => (s: String) -> String { let mut it = s.chars(); it.next(); it.as_str().to_owned() }
    "by_ref" => (v: Vec<i8>) -> (usize, i32) { let mut it = v.iter(); let first = it.by_ref().take(2).count(); (first, it.map(|n| i32::from(*n)).sum()) }
    "chain" => (v: Vec<i8>) -> Vec<i8> { v.iter().chain(&[1, 2]).copied().collect() }
    "clone" => (v: Vec<i8>) -> usize { let it = v.iter(); it.clone().count() + it.count() }
    "cloned" => (v: Vec<i8>) -> Vec<i8> { v.iter().cloned().collect() }
    "cmp" => (v: Vec<i8>) -> std::cmp::Ordering { v.iter().cmp([1, 2].iter()) }
    "collect" => (v: Vec<i8>) -> Vec<i16> { v.iter().map(|n| i16::from(*n)).collect() }
    "copied" => (v: Vec<i8>) -> Vec<i8> { v.iter().copied().collect() }
    "count" => (v: Vec<i8>) -> usize { v.iter().filter(|n| **n > 0).count() }
    "cycle" => (v: Vec<i8>) -> Vec<i8> { v.iter().cycle().take(5).copied().collect() }
    "enumerate" => (v: Vec<i8>) -> Vec<(usize, i8)> { v.into_iter().enumerate().collect() }
    "eq" => (v: Vec<i8>) -> bool { v.iter().eq(v.iter().rev()) }
    "filter" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().filter(|n| *n > 0).collect() }
    "filter_map" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().filter_map(|n| n.checked_add(100)).collect() }
    "find" => (v: Vec<i8>) -> Option<i8> { v.into_iter().find(|n| *n > 0) }
    "find_map" => (v: Vec<i8>) -> Option<i8> { v.into_iter().find_map(|n| n.checked_add(100)) }
    "flat_map" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().flat_map(|n| [n, 0]).collect() }
    "flatten" => (v: Vec<Vec<u8>>) -> Vec<u8> { v.into_iter().flatten().collect() }
    "fold" => (v: Vec<i8>) -> i32 { v.iter().fold(1, |sum, n| sum + i32::from(*n)) }
    "for_each" => (v: Vec<i8>) -> i32 { let mut sum = 0; v.iter().for_each(|n| sum += i32::from(*n)); sum }
    "fuse" => (v: Vec<i8>) -> usize { v.iter().fuse().count() }
    "ge" => (v: Vec<i8>) -> bool { v.iter().ge([1, 2].iter()) }
    "gt" => (v: Vec<i8>) -> bool { v.iter().gt([1, 2].iter()) }
    "inspect" => (v: Vec<i8>) -> usize { let mut seen = 0; let count = v.iter().inspect(|_| seen += 1).filter(|n| **n > 0).count(); count + seen }
    "into_iter" => (v: Vec<i8>) -> usize { v.iter().into_iter().count() }
    "is_sorted" => (v: Vec<i8>) -> bool { v.iter().map(|n| *n / 2).is_sorted() }
    "iter" => (v: Vec<i8>) -> usize { [1, 2].iter().chain(v.iter()).count() }
    "last" => (v: Vec<i8>) -> Option<i8> { v.into_iter().last() }
    "le" => (v: Vec<i8>) -> bool { v.iter().le([1, 2].iter()) }
    "len" => (v: Vec<i8>) -> usize { v.iter().len() }
    "lt" => (v: Vec<i8>) -> bool { v.iter().lt([1, 2].iter()) }
    "map" => (v: Vec<i8>) -> Vec<i16> { v.iter().map(|n| i16::from(*n) * 2).collect() }
    "map_while" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().map_while(|n| n.checked_add(100)).collect() }
    "max" => (v: Vec<i8>) -> Option<i8> { v.into_iter().max() }
    "max_by" => (v: Vec<i8>) -> Option<i8> { v.into_iter().max_by(|a, b| b.cmp(a)) }
    "max_by_key" => (v: Vec<i8>) -> Option<i8> { v.into_iter().max_by_key(|n| *n % 5) }
    "min" => (v: Vec<i8>) -> Option<i8> { v.into_iter().min() }
    "min_by" => (v: Vec<i8>) -> Option<i8> { v.into_iter().min_by(|a, b| b.cmp(a)) }
    "min_by_key" => (v: Vec<i8>) -> Option<i8> { v.into_iter().min_by_key(|n| *n % 5) }
    "ne" => (v: Vec<i8>) -> bool { v.iter().ne([1, 2].iter()) }
    "next" => (v: Vec<i8>) -> Option<i8> { let mut it = v.into_iter(); it.next(); it.next() }
    "next_back" => (v: Vec<i8>) -> Option<i8> { let mut it = v.into_iter(); it.next_back(); it.next_back() }
    "next_if" => (v: Vec<i8>) -> (Option<i8>, Option<i8>) { let mut it = v.into_iter().peekable(); (it.next_if(|n| *n > 0), it.next()) }
    "next_if_eq" => (v: Vec<i8>) -> (Option<i8>, Option<i8>) { let mut it = v.into_iter().peekable(); (it.next_if_eq(&1), it.next()) }
    "nth" => (v: Vec<i8>) -> (Option<i8>, Option<i8>) { let mut it = v.into_iter(); (it.nth(1), it.next()) }
    "nth_back" => (v: Vec<i8>) -> (Option<i8>, Option<i8>) { let mut it = v.into_iter(); (it.nth_back(1), it.next_back()) }
    "partial_cmp" => (v: Vec<f64>) -> Option<std::cmp::Ordering> { v.iter().partial_cmp([1.5, 2.0].iter()) }
    "partition" => (v: Vec<i8>) -> (Vec<i8>, Vec<i8>) { v.into_iter().partition(|n| *n > 0) }
    "peek" => (v: Vec<i8>) -> (Option<i8>, usize) { let mut it = v.into_iter().peekable(); (it.peek().copied(), it.count()) }
    "peek_mut" => (v: Vec<i8>) -> bool { let mut it = v.into_iter().peekable(); it.peek_mut().is_some() }
    "peekable" => (v: Vec<i8>) -> usize { v.iter().peekable().count() }
    "position" => (v: Vec<i8>) -> Option<usize> { v.iter().position(|n| *n > 0) }
    "product" => (v: Vec<i8>) -> i64 { v.iter().take(3).map(|n| i64::from(*n)).product() }
    "reduce" => (v: Vec<i8>) -> Option<i8> { v.into_iter().reduce(|a, b| a.wrapping_add(b)) }
    "rev" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().rev().collect() }
    "rfind" => (v: Vec<i8>) -> Option<i8> { v.into_iter().rfind(|n| *n > 0) }
    "rposition" => (v: Vec<i8>) -> Option<usize> { v.iter().rposition(|n| *n > 0) }
    "scan" => (v: Vec<i8>) -> Vec<i32> { v.iter().scan(0, |sum, n| { *sum += i32::from(*n); Some(*sum) }).collect() }
    "skip" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().skip(2).collect() }
    "skip_while" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().skip_while(|n| *n > 0).collect() }
    "step_by" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().step_by(2).collect() }
    "sum" => (v: Vec<i8>) -> i32 { v.iter().map(|n| i32::from(*n)).sum() }
    "take" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().take(2).collect() }
    "take_while" => (v: Vec<i8>) -> Vec<i8> { v.into_iter().take_while(|n| *n > 0).collect() }
    "to_string" => (c: char) -> String { c.to_uppercase().to_string() }
    "try_fold" => (v: Vec<i8>) -> Option<i8> { v.iter().try_fold(0i8, |sum, n| sum.checked_add(*n)) }
    "try_for_each" => (v: Vec<i8>) -> Result<(), i8> { v.iter().try_for_each(|n| if *n > 0 { Ok(()) } else { Err(*n) }) }
    "unzip" => (v: Vec<i8>) -> (Vec<i8>, Vec<bool>) { v.into_iter().map(|n| (n, n > 0)).unzip() }
    "zip" => (v: Vec<i8>) -> Vec<(i8, u8)> { v.into_iter().zip([1u8, 2, 3]).collect() }
}
