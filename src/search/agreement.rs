//! Where terms agree, exactly or nearly, and how they are ordered.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::bank::{Term, combine};
use super::guards::Guard;
use morph_relation::{FloatType, Op, Tolerance, Value};

/// Whether two terms have the same value on a row; `None` where one has none.
pub fn agree(a: &Term<'_>, b: &Term<'_>, row: usize, tolerance: Tolerance) -> Option<bool> {
    match (a.value(row), b.value(row)) {
        (Some(x), Some(y)) => Some(a.print(row) == b.print(row) || x.same(y, tolerance)),
        _ => None,
    }
}

/// The strongest order that holds on every group of the guard.
pub fn order(a: &Term<'_>, b: &Term<'_>, guard: &Guard) -> Option<Op> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let (mut less, mut equal, mut greater) = (false, false, false);
    for row in (0..guard.correct.len()).filter(|row| guard.correct[*row]) {
        let (Some(x), Some(y)) = (a.value(row), b.value(row)) else { continue };
        let ordering = match (x, y) {
            (Value::Int(x), Value::Int(y)) => Some(x.cmp(y)),
            _ => match (x.as_float(), y.as_float()) {
                (Some(x), Some(y)) => x.partial_cmp(&y),
                _ => None,
            },
        };
        match ordering? {
            Less => less = true,
            Equal => equal = true,
            Greater => greater = true,
        }
        if less && greater {
            return None;
        }
    }
    match (less, equal, greater) {
        (true, true, false) => Some(Op::Le),
        (true, false, false) => Some(Op::Lt),
        (false, true, true) => Some(Op::Ge),
        (false, false, true) => Some(Op::Gt),
        _ => None,
    }
}

/// Rows, spread over all of them, on which most terms already differ.
const TELLING: usize = 12;

/// Terms with the same values on these rows, by a hash of these; those that are like no other may be left out.
pub fn alike(terms: &[Rc<Term<'_>>], rows: &[usize]) -> BTreeMap<u64, Vec<usize>> {
    let hash = |term: &Rc<Term<'_>>, rows: &mut dyn Iterator<Item = &usize>| {
        combine(rows.map(|row| term.print(*row)))
    };
    let step = rows.len().div_ceil(TELLING);
    let first: Vec<u64> = terms.iter().map(|term| hash(term, &mut rows.iter().step_by(step))).collect();
    let mut count: FxHashMap<u64, usize> = FxHashMap::default();
    first.iter().for_each(|hash| *count.entry(*hash).or_default() += 1);
    let mut buckets: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (i, term) in terms.iter().enumerate().filter(|(i, _)| count[&first[*i]] > 1) {
        buckets.entry(hash(term, &mut rows.iter())).or_default().push(i);
    }
    buckets
}

/// Pairs of float terms that are not equal but nearly so, with the smallest tolerance that holds on all rows.
pub fn near_pairs(
    terms: &[Rc<Term<'_>>],
    rows: &[usize],
    floats: FloatType,
) -> Vec<(usize, usize, Tolerance)> {
    let lax = Tolerance::laxest(floats);
    // What is equal within any tolerance is so within one of these.
    let laxest = [lax, Tolerance::Ulp(4)];
    // A row on which many terms have different ordinary values tells most pairs apart at once.
    let ordinary = |row: usize| {
        let mut values: Vec<u64> = terms
            .iter()
            .filter(|t| t.value(row).and_then(Value::as_float).is_some_and(|x| x.is_finite() && x != 0.0))
            .map(|t| t.print(row))
            .collect();
        values.sort_unstable();
        values.dedup();
        values.len()
    };
    let Some(pivot) = rows.iter().step_by(1 + rows.len() / 16).copied().max_by_key(|row| ordinary(*row))
    else {
        return Vec::new();
    };
    let mut sorted: Vec<(f64, usize)> = terms
        .iter()
        .enumerate()
        .filter_map(|(i, t)| Some((t.value(pivot)?.as_float().filter(|x| x.is_finite())?, i)))
        .collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut pairs = Vec::new();
    for (n, (x, a)) in sorted.iter().enumerate() {
        for (y, b) in sorted[n + 1..].iter().take(40) {
            if !lax.same_f64(*x, *y) {
                break;
            }
            let (a, b) = if terms[*a].size <= terms[*b].size { (*a, *b) } else { (*b, *a) };
            let holds = |tolerance: Tolerance| {
                rows.iter().all(|row| agree(&terms[a], &terms[b], *row, tolerance) != Some(false))
            };
            let exact = rows.iter().all(|row| terms[a].print(*row) == terms[b].print(*row));
            if !exact
                && laxest.iter().any(|tolerance| holds(tolerance.with_room()))
                && let Some(tolerance) = Tolerance::least(floats, holds)
            {
                pairs.push((a, b, tolerance));
            }
        }
    }
    pairs
}
