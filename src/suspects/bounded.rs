//! Sums and differences that end at a bound of their own: what lies beyond it is not to be had back.

use std::collections::BTreeMap;

use super::pairs::{adds, takes_away};
use super::trial::Tally;
use crate::laws::Instance;
use morph_relation::Value;
use morph_source::scan::Subject;

/// So many sums end at a bound.
const OFTEN: usize = 5;

/// Whether what undoes a sum fails only where some number in the sum is the greatest of all that sums have in its place, as it is
/// in several, or in a difference the least: colours end at white and black.
pub fn ends_at_a_bound(subject: &Subject, instance: &Instance, tally: &Tally) -> bool {
    if !adds(&subject.name) || !["round trip", "undone by a sibling"].contains(&instance.family.name) {
        return false;
    }
    let sign = if takes_away(&subject.name) { -1.0 } else { 1.0 };
    // Integers end at the ends of their types, or they are counts of months and days.
    let numbers =
        |value: &Value| -> Vec<f64> { value.floats().into_iter().map(|number| sign * number).collect() };
    let failed: Vec<Vec<f64>> =
        tally.failed.iter().filter_map(|(_, shown)| Some(numbers(shown.first()?.outcome.value()?))).collect();
    let held = tally.groups.iter().filter_map(|group| group.outs.first()).map(numbers);
    // The least, the greatest, and how often that is reached.
    let mut ends: BTreeMap<usize, (f64, f64, usize)> = BTreeMap::new();
    for (place, number) in failed.iter().cloned().chain(held).flat_map(|all| all.into_iter().enumerate()) {
        let (least, most, times) = ends.entry(place).or_insert((number, number, 0));
        *least = least.min(number);
        if number > *most {
            (*most, *times) = (number, 0);
        }
        *times += usize::from(number == *most);
    }
    let is_cut = |(place, number): (usize, &f64)| {
        ends.get(&place).is_some_and(|(least, most, times)| number == most && least < most && *times >= OFTEN)
    };
    !failed.is_empty() && failed.iter().all(|sum| sum.iter().enumerate().any(is_cut))
}
