//! Equations that hold by their tolerance alone: of small angles, the sine is nearly the tangent.

use anyhow::Result;

use super::nearer::with_all_floats;
use morph_relation::{Expr, Op, Relation, Tolerance, Transformation, Value, Verdict};
use morph_traces::{Executors, Group, Groups, collect};

/// Groups that are looked at, those whose sides lie furthest apart, and how many of them are needed.
const FURTHEST: usize = 6;
const LEAST: usize = 3;
/// Sides that lie no further apart are equal but for a few roundings.
const ROUNDED: f64 = 1e-12;
/// By which factors inputs are changed a little. What rounding makes of them differs by more than what a formula does.
const NEARBY: [f64; 4] = [1.0 - 1.37e-5, 1.0 - 2.91e-5, 1.0 - 5.23e-5, 1.0 - 9.77e-5];
/// By how much a formula's value may change then, as a share.
const SMOOTH: f64 = 0.01;
/// A change outwards, after which what grows faster than its argument has grown more than so much.
const OUTWARDS: f64 = 1.5;
const GROWN: f64 = 1.6;

/// Whether an equation between floats holds near zero by its tolerance alone: what keeps its sides apart is no rounding, for it
/// is nearly the same of nearly the same inputs, and it grows faster than they do.
pub fn is_approximate(relation: &Relation, groups: &Groups, executors: &mut Executors<'_>) -> Result<bool> {
    if !relation.tolerance.is_lax() || relation.when.is_yes() {
        return Ok(false);
    }
    let held = groups.correct.iter().filter(|group| relation.verdict(group.env()) == Verdict::Held);
    let far = held.filter_map(|group| Some((gap(relation, group)?, group)));
    let mut far: Vec<(f64, &Group)> = far.filter(|(gap, _)| *gap > ROUNDED).collect();
    far.sort_by(|a, b| b.0.total_cmp(&a.0));
    far.truncate(FURTHEST);
    let mut systematic = 0;
    for (own, group) in &far {
        let changed = NEARBY.iter().chain([&OUTWARDS]);
        let changed: Vec<Vec<Value>> = changed
            .map(|by| group.params.iter().map(|value| with_all_floats(value, &mut |x| x * by)).collect())
            .collect();
        let gaps = gaps(relation, changed, executors)?;
        let (near, outwards) = gaps.split_at(NEARBY.len());
        let is_smooth = near.iter().all(|gap| gap.is_some_and(|gap| (gap - own).abs() <= SMOOTH * own));
        systematic += usize::from(is_smooth && outwards[0].is_some_and(|gap| gap >= GROWN * own));
    }
    Ok(far.len() >= LEAST && systematic * 2 > far.len())
}

/// How far the sides lie apart on each of these inputs, where they have values.
fn gaps(
    relation: &Relation,
    inputs: Vec<Vec<Value>>,
    executors: &mut Executors<'_>,
) -> Result<Vec<Option<f64>>> {
    let mut gaps = vec![None; inputs.len()];
    let rows = executors.subject.run(inputs)?;
    let transformation = Transformation { followups: relation.followups.clone() };
    for group in &collect(&transformation, &rows, executors)?.correct {
        gaps[group.source] = gap(relation, group);
    }
    Ok(gaps)
}

/// How far the sides of an equation lie apart, by the floats that do so most, as a share of these where they are large.
fn gap(relation: &Relation, group: &Group) -> Option<f64> {
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return None };
    let floats = |side: &Expr| side.eval(group.env(), Tolerance::Exact).map(|value| value.floats());
    let (a, b) = (floats(&sides[0])?, floats(&sides[1])?);
    let share = |(a, b): (&f64, &f64)| (a - b).abs() / a.abs().max(b.abs()).max(1.0);
    (a.len() == b.len())
        .then(|| a.iter().zip(&b).map(share).fold(0.0, f64::max))
        .filter(|gap| gap.is_finite())
}
