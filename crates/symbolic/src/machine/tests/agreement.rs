//! Numbers, control flow and sequences.

use super::{Case, Lift, Source, agree, cases, code, outcome};
use morph_relation::Value;

code! { numbers, NUMBERS:
    pub fn mix(a: i32, b: i32) -> i32 { if a > b { a - b } else if a == b { a * 2 } else { b + a } }
    pub fn gcd(a: u64, b: u64) -> u64 { if b == 0 { a } else { gcd(b, a % b) } }
    pub fn steps(n: u32) -> u32 {
        let mut n = n % 100 + 1;
        let mut count = 0;
        while n != 1 { n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 }; count += 1; }
        count
    }
    pub fn euclid(a: i64, b: i64) -> (i64, i64) { (a.rem_euclid(b), a.div_euclid(b)) }
    pub fn families(a: i8, b: i8) -> (Option<i8>, i8, i8, (i8, bool)) {
        (a.checked_mul(b), a.saturating_sub(b), a.wrapping_add(b), a.overflowing_mul(b))
    }
    pub fn divided(a: i16, b: i16) -> Option<i16> { a.checked_div(b).map(|q| q - 1) }
    pub fn casts(a: i64) -> (u8, i32, u16, i8) { (a as u8, a as i32, (a as i32) as u16, a as i8) }
    pub fn shifts(a: u32, b: u32) -> (u32, u32) { (a << (b % 40), a >> (b % 32)) }
    pub fn bits(a: u16, b: u16) -> (u16, u16, u16, u16) { (a & b, a | b, a ^ b, !a) }
    pub fn counted(a: u16) -> (u32, u32, u32, bool) {
        (a.count_ones(), a.leading_zeros(), a.trailing_zeros(), a.is_power_of_two())
    }
    pub fn powers(a: i32, n: u32) -> (i32, Option<i32>, i32) {
        let n = n % 5;
        ((a % 50).pow(n), a.checked_pow(n), a.wrapping_pow(n))
    }
    pub fn magnitude(a: i32) -> (i32, u32, i32) { (a.abs(), a.unsigned_abs(), a.signum()) }
    pub fn between(a: u8, b: u8) -> (u8, u8, u8, u8) { (a.min(b), a.max(b), a.abs_diff(b), a.clamp(10, 20)) }
    pub fn root(a: u32) -> u32 { a.isqrt() + a.checked_ilog10().unwrap_or(0) }
    pub fn float(a: f64, b: f64) -> (bool, f64, bool) { (a < b, a * b + 1.0, (a - b).abs() <= 1e-9) }
    pub fn rounded(a: f64) -> (f64, f64, i32, u8) { (a.floor(), a.round(), a as i32, a.sqrt() as u8) }
    pub fn single(a: f32, b: f32) -> (f32, f32, bool) { (a / b, a.max(b), a.is_nan() || b.is_finite()) }
    pub fn ordered(a: f64, b: f64) -> (Option<std::cmp::Ordering>, std::cmp::Ordering) {
        (a.partial_cmp(&b), a.total_cmp(&b))
    }
    pub fn date(year: u16, month: u8, day: u8) -> bool {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month { 1 | 3 | 5 | 7 | 8 | 10 | 12 => 31, 4 | 6 | 9 | 11 => 30, 2 if leap => 29, 2 => 28, _ => 0 };
        (1..=days).contains(&day)
    }
    pub fn letter(c: char) -> (bool, bool, Option<u32>, char, u32) {
        (c.is_alphabetic(), c.is_ascii_punctuation(), c.to_digit(16), c.to_ascii_uppercase(), c as u32)
    }
    pub fn labelled(n: u8) -> u32 {
        let mut sum = 0;
        'outer: for i in 0..n {
            for j in 0..n {
                if i * j > 40 { break 'outer; }
                if j > i { continue 'outer; }
                sum += u32::from(i + j);
            }
        }
        sum
    }
    pub fn looped(n: i32) -> i32 {
        let mut x = n;
        let found = loop {
            if x > 100 { break x; }
            x = x.saturating_mul(2) + 7;
            if x < 0 { break -1; }
        };
        found
    }
    pub fn swapped(mut a: i32, mut b: i32) -> (i32, i32) {
        if a > b { std::mem::swap(&mut a, &mut b); }
        let (x, y) = (a, b);
        [a, b] = [y, x];
        (a, b)
    }
    pub fn asserted(n: u8) -> u8 { assert!(n < 100, "{n} is large"); debug_assert!(n != 7); n }
    pub fn guarded(n: i32) -> &'static str {
        match n { i32::MIN..=-1 => "negative", 0 => "zero", x if x % 2 == 0 => "even", _ => "odd" }
    }
    pub fn hashed(text: &[u8]) -> u32 {
        let mut hash: u32 = 5381;
        for b in text { hash = hash.wrapping_mul(33) ^ u32::from(*b); }
        hash.rotate_left(5)
    }
}

#[test]
fn numbers_are_as_compiled() {
    let source = Source::new(NUMBERS);
    let cases: &[Case<'_>] = cases! {
        "mix": |a: i32, b: i32| numbers::mix(a, b);
        "gcd": |a: u64, b: u64| numbers::gcd(a, b);
        "steps": |n: u32| numbers::steps(n);
        "euclid": |a: i64, b: i64| numbers::euclid(a, b);
        "families": |a: i8, b: i8| numbers::families(a, b);
        "divided": |a: i16, b: i16| numbers::divided(a, b);
        "casts": |a: i64| numbers::casts(a);
        "shifts": |a: u32, b: u32| numbers::shifts(a, b);
        "bits": |a: u16, b: u16| numbers::bits(a, b);
        "counted": |a: u16| numbers::counted(a);
        "powers": |a: i32, n: u32| numbers::powers(a, n);
        "magnitude": |a: i32| numbers::magnitude(a);
        "between": |a: u8, b: u8| numbers::between(a, b);
        "root": |a: u32| numbers::root(a);
        "float": |a: f64, b: f64| numbers::float(a, b);
        "rounded": |a: f64| numbers::rounded(a);
        "single": |a: f32, b: f32| numbers::single(a, b);
        "ordered": |a: f64, b: f64| numbers::ordered(a, b);
        "date": |y: u16, m: u8, d: u8| numbers::date(y, m, d);
        "labelled": |n: u8| numbers::labelled(n);
        "looped": |n: i32| numbers::looped(n);
        "swapped": |a: i32, b: i32| numbers::swapped(a, b);
        "asserted": |n: u8| numbers::asserted(n);
        "guarded": |n: i32| numbers::guarded(n).to_owned();
        "hashed": |text: Vec<u8>| numbers::hashed(&text);
    };
    agree(&source, cases, 150);
    let more: &[Case<'_>] = cases! {
        "letter": |c: char| {
            let (a, b, c, d, e) = numbers::letter(c);
            ((a, b), (c, d), e)
        };
    };
    for input in ['a', 'Z', '7', ' ', '~', 'é', '\u{0}', 'ß', '中', '٣'] {
        let expected = (more[0].1)(&[Value::Char(input)]);
        let path = source.follow("letter", &[Value::Char(input)]);
        let (Some(Value::Tuple(left)), Some(Value::Tuple(right))) = (&path.returned, &expected) else {
            panic!("{path:?}");
        };
        let flat: Vec<Value> = right
            .iter()
            .flat_map(|part| match part {
                Value::Tuple(parts) => parts.to_vec(),
                other => vec![other.clone()],
            })
            .collect();
        assert_eq!(left.to_vec(), flat, "{input:?}");
    }
}

code! { lists, LISTS:
    pub fn sum(items: &[i32]) -> i64 { items.iter().map(|n| i64::from(*n)).sum() }
    pub fn evens(items: Vec<u8>) -> Vec<u8> { items.into_iter().filter(|n| n % 2 == 0).collect() }
    pub fn best(items: &[i32]) -> (Option<i32>, Option<usize>) {
        (items.iter().copied().max(), items.iter().position(|n| *n < 0))
    }
    pub fn sorted(mut items: Vec<i16>) -> Vec<i16> { items.sort(); items.dedup(); items }
    pub fn by_key(mut items: Vec<(u8, i8)>) -> Vec<(u8, i8)> { items.sort_by_key(|item| std::cmp::Reverse(item.1)); items }
    pub fn median(items: &[f64]) -> Option<f64> {
        if items.is_empty() || items.iter().any(|x| x.is_nan()) { return None; }
        let mut sorted = items.to_vec();
        sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let middle = sorted.len() / 2;
        Some(if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 })
    }
    pub fn pairs(items: &[i32]) -> Vec<i64> { items.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect() }
    pub fn chunked(items: &[u8], size: usize) -> Vec<u32> {
        items.chunks(size % 4).map(|chunk| chunk.iter().map(|n| u32::from(*n)).sum::<u32>()).collect()
    }
    pub fn zipped(a: &[i32], b: &[i32]) -> i64 { a.iter().zip(b).map(|(x, y)| i64::from(*x) * i64::from(*y)).sum() }
    pub fn bubble(items: &mut Vec<i32>) -> usize {
        let mut swaps = 0;
        for i in 0..items.len() {
            for j in 1..items.len() - i {
                if items[j - 1] > items[j] { items.swap(j - 1, j); swaps += 1; }
            }
        }
        swaps
    }
    pub fn doubled(items: &mut [i32]) { for item in items.iter_mut() { *item = item.wrapping_mul(2); } }
    pub fn halves(items: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let (left, right) = items.split_at(items.len() / 2);
        (left.to_vec(), right.iter().rev().copied().collect())
    }
    pub fn search(items: Vec<i32>, wanted: i32) -> Result<usize, usize> {
        let mut items = items;
        items.sort_unstable();
        items.dedup();
        items.binary_search(&wanted)
    }
    pub fn shape(items: &[u8]) -> u32 {
        match items { [] => 0, [one] => u32::from(*one), [first, .., last] if first == last => 2, [_, rest @ ..] => rest.len() as u32 }
    }
    pub fn built(n: usize) -> Vec<usize> {
        let mut v = vec![0; n % 6];
        v.push(3);
        v.extend([1, 2].iter());
        v.insert(0, 9);
        v.retain(|x| *x != 1);
        v.truncate(5);
        if let Some(last) = v.last_mut() { *last += 10; }
        v.iter().skip(1).step_by(2).chain(std::iter::once(&7)).copied().collect()
    }
    pub fn grid(rows: Vec<Vec<u8>>) -> Option<u8> {
        let width = rows.first()?.len();
        if rows.iter().any(|row| row.len() != width) { return None; }
        rows.iter().flatten().copied().fold(None, |best: Option<u8>, n| Some(best.map_or(n, |b| b.max(n))))
    }
    pub fn running(items: &[i8]) -> Vec<i32> {
        items.iter().scan(0i32, |sum, n| { *sum += i32::from(*n); Some(*sum) }).take_while(|s| *s < 100).collect()
    }
    pub fn peeked(items: Vec<u8>) -> Vec<(u8, usize)> {
        let mut runs = Vec::new();
        let mut it = items.into_iter().peekable();
        while let Some(n) = it.next() {
            let mut count = 1;
            while it.peek() == Some(&n) { it.next(); count += 1; }
            runs.push((n, count));
        }
        runs
    }
    pub fn matrix(a: [[i32; 2]; 2]) -> i64 {
        i64::from(a[0][0]) * i64::from(a[1][1]) - i64::from(a[0][1]) * i64::from(a[1][0])
    }
    pub fn counts(items: &[u8]) -> Vec<(u8, usize)> {
        let mut counts = std::collections::BTreeMap::new();
        for n in items { *counts.entry(*n % 4).or_insert(0) += 1; }
        counts.into_iter().collect()
    }
    pub fn unique(items: Vec<i32>) -> usize {
        items.iter().collect::<std::collections::HashSet<_>>().len()
    }
    pub fn sieve(n: usize) -> Vec<usize> {
        let n = n % 30;
        let mut prime = vec![true; n + 1];
        let mut found = Vec::new();
        for i in 2..=n {
            if prime[i] {
                found.push(i);
                let mut j = i * i;
                while j <= n { prime[j] = false; j += i; }
            }
        }
        found
    }
    pub fn popped(mut items: Vec<i32>) -> i64 {
        let mut sum = 0;
        while let Some(n) = items.pop() { if n < 0 { items.clear(); } else { sum += i64::from(n); } }
        sum
    }
    pub fn parted(items: &[i32]) -> (Vec<i32>, Vec<i32>) { items.iter().partition(|n| **n > 0) }
    pub fn extremes(items: &[(u8, char)]) -> Option<(u8, char)> { items.iter().min_by_key(|item| item.0).cloned() }
    pub fn alternating(items: &[i32]) -> bool { items.iter().enumerate().all(|(i, n)| (i % 2 == 0) == (*n >= 0)) }
    pub fn rotated(mut items: Vec<u8>, by: usize) -> Vec<u8> {
        if !items.is_empty() { let by = by % items.len(); items.rotate_left(by); items.reverse(); }
        items
    }
    pub fn maximal(items: &[i32]) -> i32 {
        let mut best = i32::MIN;
        let mut current = 0i32;
        for &n in items { current = (current.saturating_add(n)).max(n); best = best.max(current); }
        best
    }
}

#[test]
fn sequences_are_as_compiled() {
    let source = Source::new(LISTS);
    let cases: &[Case<'_>] = cases! {
        "sum": |items: Vec<i32>| lists::sum(&items);
        "evens": |items: Vec<u8>| lists::evens(items);
        "best": |items: Vec<i32>| lists::best(&items);
        "sorted": |items: Vec<i16>| lists::sorted(items);
        "by_key": |items: Vec<(u8, i8)>| lists::by_key(items);
        "median": |items: Vec<f64>| lists::median(&items);
        "pairs": |items: Vec<i32>| lists::pairs(&items);
        "chunked": |items: Vec<u8>, size: usize| lists::chunked(&items, size);
        "zipped": |a: Vec<i32>, b: Vec<i32>| lists::zipped(&a, &b);
        "bubble": |items: Vec<i32>| { let mut items = items; let swaps = lists::bubble(&mut items); (swaps, items) };
        "doubled": |items: Vec<i32>| { let mut items = items; lists::doubled(&mut items); items };
        "halves": |items: Vec<u8>| lists::halves(&items);
        "search": |items: Vec<i32>, wanted: i32| lists::search(items, wanted);
        "shape": |items: Vec<u8>| lists::shape(&items);
        "built": |n: usize| lists::built(n);
        "grid": |rows: Vec<Vec<u8>>| lists::grid(rows);
        "running": |items: Vec<i8>| lists::running(&items);
        "peeked": |items: Vec<u8>| lists::peeked(items);
        "counts": |items: Vec<u8>| lists::counts(&items);
        "unique": |items: Vec<i32>| lists::unique(items);
        "sieve": |n: usize| lists::sieve(n);
        "popped": |items: Vec<i32>| lists::popped(items);
        "parted": |items: Vec<i32>| lists::parted(&items);
        "extremes": |items: Vec<(u8, char)>| lists::extremes(&items);
        "alternating": |items: Vec<i32>| lists::alternating(&items);
        "rotated": |items: Vec<u8>, by: usize| lists::rotated(items, by);
        "maximal": |items: Vec<i32>| lists::maximal(&items);
        "matrix": |rows: Vec<Vec<i32>>| lists::matrix([[rows[0][0], rows[0][1]], [rows[1][0], rows[1][1]]]);
    };
    agree(&source, cases, 80);
}
