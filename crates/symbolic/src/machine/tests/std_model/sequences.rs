//! Examples of methods of sequences.

use super::{Example, Family, examples};

examples! { sequence: Sequence
    "append" => (v: Vec<i8>) -> usize { let mut v = v; let mut w = vec![1, 2]; v.append(&mut w); v.len() + w.len() * 100 }
    "back" => (v: Vec<i8>) -> Option<i8> { std::collections::VecDeque::from(v).back().copied() }
    "back_mut" => (v: Vec<i8>) -> Vec<i8> { let mut d = std::collections::VecDeque::from(v); if let Some(n) = d.back_mut() { *n = 1; } d.into_iter().collect() }
    "binary_search" => (v: Vec<i8>) -> Result<usize, usize> { let mut v = v; v.sort(); v.dedup(); v.binary_search(&3) }
    "binary_search_by" => (v: Vec<i8>) -> Result<usize, usize> { let mut v = v; v.sort(); v.dedup(); v.binary_search_by(|n| n.cmp(&3)) }
    "binary_search_by_key" => (v: Vec<i8>) -> Result<usize, usize> { let mut v = v; v.sort(); v.dedup(); v.binary_search_by_key(&6, |n| i16::from(*n) * 2) }
    "capacity" => (v: Vec<i8>) -> bool { v.capacity() >= v.len() }
    "chunks" => (v: Vec<i8>) -> Vec<usize> { v.chunks(2).map(|chunk| chunk.len()).collect() }
    "chunks_exact" => (v: Vec<i8>) -> Vec<usize> { v.chunks_exact(2).map(|chunk| chunk.len()).collect() }
    "chunks_exact_mut" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; for chunk in v.chunks_exact_mut(2) { chunk[0] = 1; } v }
    "chunks_mut" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; for chunk in v.chunks_mut(2) { chunk[0] = 1; } v }
    "clear" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.clear(); v }
    "clone_from_slice" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; if v.len() > 1 { v[..2].clone_from_slice(&[4, 5]); } v }
    "concat" => (v: Vec<Vec<u8>>) -> Vec<u8> { v.concat() }
    "contains" => (v: Vec<i8>) -> bool { v.contains(&1) }
    "copy_from_slice" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.copy_from_slice(&[4, 5]); v }
    "dedup" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.sort(); v.dedup(); v }
    "dedup_by_key" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.dedup_by_key(|n| *n > 0); v }
    "drain" => (v: Vec<i8>) -> (Vec<i8>, Vec<i8>) { let mut v = v; let taken: Vec<i8> = v.drain(..v.len() / 2).collect(); (taken, v) }
    "ends_with" => (v: Vec<i8>) -> bool { v.ends_with(&[1]) }
    "extend" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.extend([1, 2]); v }
    "extend_from_slice" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.extend_from_slice(&[1, 2]); v }
    "fill" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.fill(3); v }
    "first" => (v: Vec<i8>) -> Option<i8> { v.first().copied() }
    "first_mut" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; if let Some(n) = v.first_mut() { *n = 1; } v }
    "front" => (v: Vec<i8>) -> Option<i8> { std::collections::VecDeque::from(v).front().copied() }
    "front_mut" => (v: Vec<i8>) -> Vec<i8> { let mut d = std::collections::VecDeque::from(v); if let Some(n) = d.front_mut() { *n = 1; } d.into_iter().collect() }
    "get" => (v: Vec<i8>, n: usize) -> Option<i8> { v.get(n % 4).copied() }
    "get_mut" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; if let Some(n) = v.get_mut(1) { *n = 1; } v }
    "get_unchecked" => (v: Vec<i8>) -> i8 { if v.is_empty() { 0 } else { unsafe { *v.get_unchecked(0) } } }
    "insert" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.insert(1, 7); v }
    "into_iter" => (v: Vec<i8>) -> i32 { v.into_iter().map(i32::from).sum() }
    "is_ascii" => (v: Vec<u8>) -> bool { v.is_ascii() }
    "is_empty" => (v: Vec<i8>) -> bool { v.is_empty() }
    "is_sorted" => (v: Vec<i8>) -> bool { v.is_sorted() }
    "is_sorted_by_key" => (v: Vec<i8>) -> bool { v.is_sorted_by_key(|n| *n / 2) }
    "iter" => (v: Vec<i8>) -> usize { v.iter().filter(|n| **n > 0).count() }
    "iter_mut" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; for n in v.iter_mut() { *n /= 2; } v }
    "join" => (v: Vec<Vec<u8>>) -> Vec<u8> { v.join(&0) }
    "last" => (v: Vec<i8>) -> Option<i8> { v.last().copied() }
    "last_mut" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; if let Some(n) = v.last_mut() { *n = 1; } v }
    "len" => (v: Vec<i8>) -> usize { v.len() }
    "make_ascii_lowercase" => (v: Vec<u8>) -> Vec<u8> { let mut v = v; v.make_ascii_lowercase(); v }
    "make_ascii_uppercase" => (v: Vec<u8>) -> Vec<u8> { let mut v = v; v.make_ascii_uppercase(); v }
    "map" => (a: i8, b: i8) -> Vec<i16> { [a, b].map(|n| i16::from(n) + 1).to_vec() }
    "partition_point" => (v: Vec<i8>) -> usize { let mut v = v; v.sort(); v.partition_point(|n| *n < 3) }
    "pop" => (v: Vec<i8>) -> (Option<i8>, Vec<i8>) { let mut v = v; let last = v.pop(); (last, v) }
    "pop_back" => (v: Vec<i8>) -> (Option<i8>, usize) { let mut d = std::collections::VecDeque::from(v); (d.pop_back(), d.len()) }
    "pop_front" => (v: Vec<i8>) -> (Option<i8>, usize) { let mut d = std::collections::VecDeque::from(v); (d.pop_front(), d.len()) }
    "push" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.push(1); v }
    "push_back" => (v: Vec<i8>) -> Vec<i8> { let mut d = std::collections::VecDeque::from(v); d.push_back(1); d.into_iter().collect() }
    "push_front" => (v: Vec<i8>) -> Vec<i8> { let mut d = std::collections::VecDeque::from(v); d.push_front(1); d.into_iter().collect() }
    "rchunks" => (v: Vec<i8>) -> Vec<usize> { v.rchunks(2).map(|chunk| chunk.len()).collect() }
    "remove" => (v: Vec<i8>) -> (i8, Vec<i8>) { let mut v = v; let gone = v.remove(0); (gone, v) }
    "repeat" => (v: Vec<i8>) -> Vec<i8> { v.repeat(2) }
    "reserve" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.reserve(3); v }
    "reserve_exact" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.reserve_exact(3); v }
    "resize" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.resize(3, 9); v }
    "retain" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.retain(|n| *n > 0); v }
    "retain_mut" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.retain_mut(|n| *n > 0); v }
    "reverse" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.reverse(); v }
    "rotate_left" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.rotate_left(1); v }
    "rotate_right" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.rotate_right(1); v }
    "shrink_to" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.shrink_to(1); v }
    "shrink_to_fit" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.shrink_to_fit(); v }
    "sort" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.sort(); v }
    "sort_by" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.sort_by(|a, b| b.cmp(a)); v }
    "sort_by_cached_key" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.sort_by_cached_key(|n| *n % 5); v }
    "sort_by_key" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.sort_by_key(|n| *n % 5); v }
    "sort_unstable" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.sort_unstable(); v }
    "sort_unstable_by" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.sort_unstable_by(|a, b| b.cmp(a)); v }
    "sort_unstable_by_key" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.sort_unstable_by_key(|n| std::cmp::Reverse(*n)); v }
    "split" => (v: Vec<i8>) -> usize { v.split(|n| *n == 0).count() }
    "split_at" => (v: Vec<i8>) -> usize { let (left, right) = v.split_at(1); left.len() * 10 + right.len() }
    "split_at_mut" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; let (left, right) = v.split_at_mut(1); left[0] = 3; right.reverse(); v }
    "split_first" => (v: Vec<i8>) -> Option<(i8, usize)> { v.split_first().map(|(first, rest)| (*first, rest.len())) }
    "split_first_mut" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; if let Some((first, rest)) = v.split_first_mut() { *first = 1; rest.reverse(); } v }
    "split_last" => (v: Vec<i8>) -> Option<(i8, usize)> { v.split_last().map(|(last, rest)| (*last, rest.len())) }
    "split_off" => (v: Vec<i8>) -> (Vec<i8>, Vec<i8>) { let mut v = v; let rest = v.split_off(1); (v, rest) }
    "starts_with" => (v: Vec<i8>) -> bool { v.starts_with(&[1]) }
    "strip_prefix" => (v: Vec<i8>) -> Option<usize> { v.strip_prefix(&[1]).map(|rest| rest.len()) }
    "strip_suffix" => (v: Vec<i8>) -> Option<usize> { v.strip_suffix(&[1]).map(|rest| rest.len()) }
    "swap" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.swap(0, 1); v }
    "swap_remove" => (v: Vec<i8>) -> (i8, Vec<i8>) { let mut v = v; let gone = v.swap_remove(0); (gone, v) }
    "to_ascii_lowercase" => (v: Vec<u8>) -> Vec<u8> { v.to_ascii_lowercase() }
    "to_ascii_uppercase" => (v: Vec<u8>) -> Vec<u8> { v.to_ascii_uppercase() }
    "truncate" => (v: Vec<i8>) -> Vec<i8> { let mut v = v; v.truncate(2); v }
    "windows" => (v: Vec<i8>) -> usize { v.windows(2).filter(|pair| pair[0] < pair[1]).count() }
}
