//! The frame criterion: every complete test frame has a source with k relations (k-MR adequacy §III: IO-CTF).
//!
//! A frame is a valid combination of the input's choices and a kind of outcome. As with choices, those are valid that
//! some input has on which the function returns a value.

use std::collections::{BTreeMap, BTreeSet};

use super::choice::{ChoiceId, Had, chosen, unreached};
use super::evidence::{Evidence, Observed, Reach, Requirement, What};
use super::k_mr::Source;

/// Every frame that some input has, and the combinations of input choices that none has.
pub fn frames(evidence: &Evidence<'_>) -> Vec<Requirement> {
    let outcomes: BTreeSet<&str> =
        evidence.sources.iter().chain(evidence.tried).map(|observed| &*observed.outcome).collect();
    let framed = evidence.categories.framed(outcomes.len());
    let inputs = |observed: &Observed| -> Vec<ChoiceId> {
        chosen(observed).into_iter().filter(|(category, _)| framed.contains(category)).collect()
    };
    // An outcome says whether there is a value.
    let mut known: BTreeMap<(Vec<ChoiceId>, &str), Had> = BTreeMap::new();
    for (source, observed) in evidence.sources.iter().enumerate() {
        let frame = known.entry((inputs(observed), &observed.outcome)).or_default();
        frame.0 |= observed.returns;
        frame.1.insert(Source(source));
    }
    for observed in evidence.tried {
        known.entry((inputs(observed), &observed.outcome)).or_default().0 |= observed.returns;
    }
    // What was not run to an end has none.
    known.retain(|(_, outcome), _| !outcome.is_empty());
    let told = |choices: &[ChoiceId], outcome: &str| {
        let inputs = evidence.categories.told(choices);
        if inputs.is_empty() { outcome.to_owned() } else { format!("{inputs} → {outcome}") }
    };
    let mut combinations: Vec<Vec<ChoiceId>> = vec![Vec::new()];
    for category in &framed {
        let choices = evidence.categories.all[*category].choices.len();
        let longer = |shorter: &Vec<ChoiceId>| {
            let shorter = shorter.clone();
            (0..choices).map(move |choice| [&shorter[..], &[(*category, choice)]].concat())
        };
        combinations = combinations.iter().flat_map(longer).collect();
    }
    let reached: BTreeSet<Vec<ChoiceId>> = known.keys().map(|(choices, _)| choices.clone()).collect();
    let mut requirements: Vec<Requirement> = known
        .into_iter()
        .map(|((choices, outcome), (returns, satisfied))| {
            let reach = match evidence.categories.is_ruled_out(&choices) {
                true => Reach::Impossible,
                false if returns => Reach::Reached,
                false => Reach::Failing,
            };
            let what = What::Choices(told(&choices, outcome));
            Requirement { what, satisfied, reach, counts: reach == Reach::Reached }
        })
        .collect();
    for choices in combinations.into_iter().filter(|choices| !reached.contains(choices)) {
        requirements.push(Requirement {
            what: What::Choices(told(&choices, "?")),
            satisfied: BTreeSet::new(),
            reach: unreached(evidence, &choices),
            counts: false,
        });
    }
    requirements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adequacy::choice::tests::{categories, count, observed};
    use crate::adequacy::{Coop, OutputRelation, measure};

    #[test]
    fn frame_is_a_combination_that_some_input_has_with_its_outcome() {
        let categories = categories();
        let sources = observed(&categories, &[(0, 0), (3, 2), (4, 2)]);
        let tried = observed(&categories, &[(0, 7), (9, 1)]);
        let evidence = Evidence { probes: &[], sources: &sources, tried: &tried, categories: &categories };
        let frames = frames(&evidence);
        let counted: Vec<&Requirement> = frames.iter().filter(|r| r.counts).collect();
        let told: Vec<(&What, usize)> = counted.iter().map(|r| (&r.what, r.satisfied.len())).collect();
        let what = |text: &str| What::Choices(text.to_owned());
        assert_eq!(
            told,
            [
                (&what("a < b, a == 0, b > 0 → y0 is false"), 0),
                (&what("a == b, a == 0, b == 0 → y0 is false"), 1),
                (&what("a > b, a > 0, b > 0 → y0 is true"), 2),
            ]
        );
        // 27 combinations of input choices, of which three are there; the others are proved, or not found.
        assert_eq!(frames.len(), 27);
        assert!(count(&frames, Reach::Impossible) >= 12);
        // Of what the function panics on there is nothing to relate.
        let panics = observed(&categories, &[(99, 7)]);
        let evidence = Evidence { sources: &panics, tried: &[], ..evidence };
        assert_eq!(count(&super::frames(&evidence), Reach::Failing), 1);

        let mut coop = Coop::default();
        coop.add(Source(0), OutputRelation::named("y1 == y0"));
        coop.add(Source(2), OutputRelation::named("y1 == y0"));
        coop.add(Source(2), OutputRelation::named("y0 <= 3"));
        let satisfied: Vec<BTreeSet<Source>> = counted.iter().map(|r| r.satisfied.clone()).collect();
        let k = std::num::NonZeroUsize::new(2).unwrap();
        assert_eq!(measure(&satisfied, &coop, k).adequacy, 0.5);
    }
}
