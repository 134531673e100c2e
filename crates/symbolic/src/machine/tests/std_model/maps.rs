//! Examples of methods of maps, sets and their entries.

use super::{Example, Family, examples};

examples! { map: Map
    "clear" => (v: Vec<u8>) -> usize { let mut map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.clear(); map.len() }
    "contains" => (v: Vec<u8>) -> bool { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); set.contains(&1) }
    "contains_key" => (v: Vec<u8>) -> bool { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.contains_key(&1) }
    "difference" => (v: Vec<u8>) -> Vec<u8> { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); let other = std::collections::BTreeSet::from([1, 2]); set.difference(&other).copied().collect() }
    "entry" => (v: Vec<u8>) -> Option<usize> { let mut map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); *map.entry(1).or_insert(7) += 1; map.get(&1).copied() }
    "extend" => (v: Vec<u8>) -> Vec<u8> { let mut set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); set.extend([9, 1]); set.into_iter().collect() }
    "first" => (v: Vec<u8>) -> Option<u8> { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); set.first().copied() }
    "first_key_value" => (v: Vec<u8>) -> Option<u8> { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.first_key_value().map(|(key, _)| *key) }
    "get" => (v: Vec<u8>) -> Option<usize> { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.get(&1).copied() }
    "get_mut" => (v: Vec<u8>) -> Option<usize> { let mut map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); if let Some(n) = map.get_mut(&1) { *n = 9; } map.get(&1).copied() }
    "insert" => (v: Vec<u8>) -> (Option<usize>, usize) { let mut map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); let old = map.insert(1, 9); (old, map.len()) }
    "intersection" => (v: Vec<u8>) -> Vec<u8> { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); let other = std::collections::BTreeSet::from([1, 2]); set.intersection(&other).copied().collect() }
    "into_iter" => (v: Vec<u8>) -> Vec<(u8, usize)> { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.into_iter().collect() }
    "into_keys" => (v: Vec<u8>) -> Vec<u8> { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.into_keys().collect() }
    "into_values" => (v: Vec<u8>) -> Vec<usize> { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.into_values().collect() }
    "is_disjoint" => (v: Vec<u8>) -> bool { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); let other = std::collections::BTreeSet::from([1, 2]); set.is_disjoint(&other) }
    "is_empty" => (v: Vec<u8>) -> bool { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.is_empty() }
    "is_subset" => (v: Vec<u8>) -> bool { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); let other = std::collections::BTreeSet::from([1, 2]); set.is_subset(&other) }
    "is_superset" => (v: Vec<u8>) -> bool { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); let other = std::collections::BTreeSet::from([1, 2]); set.is_superset(&other) }
    "iter" => (v: Vec<u8>) -> Vec<(u8, usize)> { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.iter().map(|(key, value)| (*key, *value)).collect() }
    "iter_mut" => (v: Vec<u8>) -> Vec<usize> { let mut map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); for (_, value) in map.iter_mut() { *value += 1; } map.into_values().collect() }
    "keys" => (v: Vec<u8>) -> Vec<u8> { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.keys().copied().collect() }
    "last" => (v: Vec<u8>) -> Option<u8> { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); set.last().copied() }
    "last_key_value" => (v: Vec<u8>) -> Option<usize> { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.last_key_value().map(|(_, value)| *value) }
    "len" => (v: Vec<u8>) -> usize { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.len() }
    "pop_first" => (v: Vec<u8>) -> (Option<(u8, usize)>, usize) { let mut map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); let first = map.pop_first(); (first, map.len()) }
    "pop_last" => (v: Vec<u8>) -> (Option<u8>, usize) { let mut set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); let last = set.pop_last(); (last, set.len()) }
    "remove" => (v: Vec<u8>) -> (bool, Option<usize>) { let mut map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); let mut set = std::collections::BTreeSet::from([1]); (set.remove(&v.len()), map.remove(&1)) }
    "retain" => (v: Vec<u8>) -> Vec<u8> { let mut map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.retain(|key, value| *key > 0 && *value > 0); map.into_keys().collect() }
    "symmetric_difference" => (v: Vec<u8>) -> Vec<u8> { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); let other = std::collections::BTreeSet::from([1, 2]); set.symmetric_difference(&other).copied().collect() }
    "take" => (v: Vec<u8>) -> (Option<u8>, usize) { let mut set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); let held = &mut set; let gone = held.take(&1); (gone, set.len()) }
    "union" => (v: Vec<u8>) -> Vec<u8> { let set: std::collections::BTreeSet<u8> = v.iter().map(|n| *n % 4).collect(); let other = std::collections::BTreeSet::from([1, 2]); set.union(&other).copied().collect() }
    "values" => (v: Vec<u8>) -> Vec<usize> { let map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); map.values().copied().collect() }
    "values_mut" => (v: Vec<u8>) -> Vec<usize> { let mut map: std::collections::BTreeMap<u8, usize> = v.iter().enumerate().map(|(at, n)| (*n % 3, at)).collect(); for value in map.values_mut() { *value += 1; } map.into_values().collect() }
}

examples! { entry: Entry
    "and_modify" => (v: Vec<u8>) -> Vec<(u8, usize)> { let mut map = std::collections::BTreeMap::new(); for n in &v { map.entry(*n % 3).and_modify(|count| *count += 1).or_insert(1usize); } map.into_iter().collect() }
    "or_default" => (v: Vec<u8>) -> Vec<(u8, usize)> { let mut map = std::collections::BTreeMap::new(); for n in &v { *map.entry(*n % 3).or_default() += 1usize; } map.into_iter().collect() }
    "or_insert" => (v: Vec<u8>) -> Vec<(u8, usize)> { let mut map = std::collections::BTreeMap::new(); for n in &v { *map.entry(*n % 3).or_insert(0usize) += 1; } map.into_iter().collect() }
    "or_insert_with" => (v: Vec<u8>) -> Vec<(u8, usize)> { let mut map = std::collections::BTreeMap::new(); for n in &v { *map.entry(*n % 3).or_insert_with(|| 4usize) += 1; } map.into_iter().collect() }
    "or_insert_with_key" => (v: Vec<u8>) -> Vec<(u8, usize)> { let mut map = std::collections::BTreeMap::new(); for n in &v { *map.entry(*n % 3).or_insert_with_key(|key| usize::from(*key)) += 1; } map.into_iter().collect() }
}
