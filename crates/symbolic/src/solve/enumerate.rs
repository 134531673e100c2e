//! Constraints on few variables with few values: every one is tried, which decides whatever arithmetic there is between.

use super::super::term::evaluate::Known;
use super::super::term::{Scalar, Sort};
use super::propagate::Domains;
use super::slice::Slice;

/// So many terms are evaluated at most.
const EVALUATIONS: u128 = 3_000_000;

/// Values that satisfy every constraint, `Some(None)` where there are none; `None` where there are too many to try, or
/// where something has no value.
pub fn all(slice: &Slice, domains: &Domains) -> Option<Option<Vec<Scalar>>> {
    let mut ranges = Vec::new();
    let mut count = slice.terms.len() as u128;
    for (id, _) in &slice.variables {
        let (low, high) = match slice.sort(*id) {
            Sort::Bool | Sort::Int(..) => domains.of(*id),
            Sort::Float(_) => return None,
        };
        count = count.checked_mul(high.abs_diff(low).checked_add(1)?)?;
        if count > EVALUATIONS {
            return None;
        }
        ranges.push((low, high, matches!(slice.sort(*id), Sort::Bool)));
    }
    let mut at: Vec<i128> = ranges.iter().map(|(low, ..)| *low).collect();
    let mut values = Vec::with_capacity(slice.terms.len());
    let mut is_certain = true;
    loop {
        let inputs: Vec<Scalar> = at
            .iter()
            .zip(&ranges)
            .map(|(n, (.., is_bool))| if *is_bool { Scalar::Bool(*n != 0) } else { Scalar::Int(*n) })
            .collect();
        slice.evaluate(&inputs, &mut values);
        let (mut holds, mut fails) = (true, false);
        for (id, truth) in &slice.constraints {
            match values[id.0 as usize] {
                Some(Known::Is(Scalar::Bool(value))) => {
                    (holds, fails) = (holds && value == *truth, fails || value != *truth)
                }
                _ => holds = false,
            }
        }
        if holds {
            return Some(Some(inputs));
        }
        is_certain &= fails;
        // The next values, as a counter counts.
        let Some(place) = (0..at.len()).find(|place| at[*place] < ranges[*place].1) else { break };
        at[place] += 1;
        (0..place).for_each(|lower| at[lower] = ranges[lower].0);
    }
    is_certain.then_some(None)
}
