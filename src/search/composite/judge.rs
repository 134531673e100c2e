//! Composites on the groups of their transformation.

use std::collections::BTreeSet;

use super::NAME;
use super::chain::Composite;
use crate::search::Candidate;
use crate::search::guards::{LEAST, LEAST_SHARE};
use morph_relation::{Relation, Tolerance, Verdict};
use morph_traces::Groups;

/// The share of the original's groups on which a relation holds within the laxest tolerance.
pub fn holds(relation: &Relation, groups: &Groups) -> f64 {
    let laxest = groups.narrowest_float().map_or(Tolerance::Exact, Tolerance::laxest);
    let lax = Relation { tolerance: laxest, ..relation.clone() };
    let verdicts = groups.correct.iter().map(|group| lax.verdict(group.env()));
    let (mut held, mut all) = (0, 0);
    for verdict in verdicts.filter(|verdict| *verdict != Verdict::Inapplicable) {
        held += usize::from(verdict == Verdict::Held);
        all += 1;
    }
    if all == 0 { 0.0 } else { held as f64 / all as f64 }
}

/// The composite under the widest of its guards under which it holds on every group, with the strictest tolerance; `None`
/// where it holds under none, or kills nothing.
pub fn judged(composite: &Composite, groups: &Groups) -> Option<Candidate> {
    let floats = groups.narrowest_float();
    let relation = composite.guards.iter().find_map(|when| {
        let with = |tolerance| Relation { when: when.clone(), tolerance, ..composite.relation.clone() };
        let holds = |tolerance: Tolerance| !groups.refute(&with(tolerance));
        match floats {
            Some(kind) => Tolerance::least(kind, holds).map(with),
            None => Some(Tolerance::Exact).filter(|exact| holds(*exact)).map(with),
        }
    })?;
    let told = |relation: &Relation| {
        let held = groups.correct.iter().filter(|group| relation.verdict(group.env()) == Verdict::Held);
        held.filter(|group| !relation.repeats(group.env())).count()
    };
    let held = told(&relation);
    let enough = held >= LEAST && held as f64 >= groups.correct.len() as f64 * LEAST_SHARE;
    let applies = groups.held_by(&relation);
    let kills: BTreeSet<_> = groups.broken(&relation, &applies).map(|(_, fault)| fault).collect();
    (enough && !kills.is_empty()).then_some(Candidate {
        shape: None,
        relation,
        strategy: NAME,
        kills,
        groups: held,
    })
}
