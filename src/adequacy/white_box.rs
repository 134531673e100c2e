//! The criteria that look at the code: every statement is executed, and every branch taken, by a source with k relations.
//!
//! Statements are Rust's own: `let`s, expressions with or without a semicolon and macro calls in a block. The arm of a
//! `match` that is no block is part of the statement around it, as in coverage tools for other languages.
//!
//! Branches are both outcomes of every condition (of `if`, `while`, guards and assertions, taken apart into the operands
//! of `&&` and `||`), every arm of a `match`, both ways of an `if let`, a `let … else` and a `?`, and whether a loop is
//! entered or not.
//!
//! What follow-ups execute does not count: `sat(r)` is about source inputs. What no input reaches, or only inputs on which
//! the function returns nothing, stays a requirement, since that proves nothing of other inputs; the score can only be
//! too low by it, and reports say so.

use std::collections::BTreeSet;

use super::evidence::{Evidence, Reach, Requirement, What};
use super::k_mr::Source;
use morph_lab::Probe;

/// The statements of a function.
pub fn statements(evidence: &Evidence<'_>) -> Vec<Requirement> {
    requirements(evidence, &Probe::is_statement)
}

/// The branches of a function.
pub fn branches(evidence: &Evidence<'_>) -> Vec<Requirement> {
    requirements(evidence, &|probe| !probe.is_statement())
}

fn requirements(evidence: &Evidence<'_>, wanted: &dyn Fn(&Probe) -> bool) -> Vec<Requirement> {
    let requirement = |(number, _): &(u32, &Probe)| {
        let passes = |(_, source): &(usize, &super::Observed)| source.probes.contains(number);
        let satisfied: BTreeSet<Source> =
            evidence.sources.iter().enumerate().filter(passes).map(|(source, _)| Source(source)).collect();
        let any =
            || evidence.sources.iter().chain(evidence.tried).filter(|input| input.probes.contains(number));
        let reach = match (any().next(), any().any(|input| input.returns)) {
            (_, true) => Reach::Reached,
            (Some(_), false) => Reach::Failing,
            (None, false) => Reach::Never,
        };
        Requirement { what: What::Probe(*number), satisfied, reach, counts: true }
    };
    evidence.probes.iter().filter(|(_, probe)| wanted(probe)).map(requirement).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::adequacy::{Categories, Observed};
    use morph_lab::Event;

    #[test]
    fn statements_and_branches_are_satisfied_by_the_sources_that_pass_them() {
        let probe = |event| Probe { file: PathBuf::from("lib.rs"), span: 0..1, line: 1, event };
        let probes = [Event::Executed, Event::True, Event::False, Event::Executed].map(probe);
        let required: Vec<(u32, &Probe)> = (4..).zip(&probes).collect();
        let observed =
            |probes: &[u32]| Observed { probes: probes.to_vec(), returns: true, ..Observed::default() };
        let categories = Categories::default();
        let evidence = Evidence {
            probes: &required,
            sources: &[observed(&[4, 5]), observed(&[]), observed(&[4])],
            tried: &[observed(&[4, 6])],
            categories: &categories,
        };
        let found = statements(&evidence);
        assert_eq!(found[0].satisfied, BTreeSet::from([Source(0), Source(2)]));
        assert_eq!(found.iter().map(|r| r.reach).collect::<Vec<_>>(), [Reach::Reached, Reach::Never]);
        let found = branches(&evidence);
        assert_eq!(found.iter().map(|r| r.satisfied.len()).collect::<Vec<_>>(), [1, 0]);
        assert!(found.iter().all(|r| r.reach == Reach::Reached && r.counts));

        let panics = Observed { returns: false, ..observed(&[5]) };
        let evidence = Evidence { sources: &[panics], tried: &[], ..evidence };
        let reach: Vec<Reach> = branches(&evidence).iter().map(|r| r.reach).collect();
        assert_eq!(reach, [Reach::Failing, Reach::Never]);
    }
}
