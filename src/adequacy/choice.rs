//! The criteria that look at inputs: choices, and pairs of choices of different categories, each with a source that has
//! k relations (k-MR adequacy §III: I-choice, I-choice-pair).
//!
//! Valid combinations are not declared anywhere. A combination is a requirement if some source or generated input has it
//! and the function returns a value for that input. The others are reported but are not requirements: they are never
//! reached, reached only where the function returns no value, or impossible by definition. Choices that `morph.toml` adds
//! are always requirements.

use std::collections::{BTreeMap, BTreeSet};

use super::categories::Origin;
use super::evidence::{Evidence, Observed, Reach, Requirement, What};
use super::k_mr::Source;

/// A choice: the numbers of its category and in it.
pub(super) type ChoiceId = (usize, usize);

/// Whether the function returns a value for some input that has a combination, and the sources that have it.
pub(super) type Had = (bool, BTreeSet<Source>);

/// Every choice of every category.
pub fn choices(evidence: &Evidence<'_>) -> Vec<Requirement> {
    let seen =
        Seen::of(evidence, &|observed| chosen(observed).into_iter().map(|choice| vec![choice]).collect());
    all_choices(evidence).into_iter().map(|choice| seen.requirement(evidence, vec![choice])).collect()
}

/// Every pair of choices of different categories.
pub fn pairs(evidence: &Evidence<'_>) -> Vec<Requirement> {
    let seen = Seen::of(evidence, &|observed| {
        let chosen = chosen(observed);
        let pairs = chosen.iter().enumerate();
        pairs.flat_map(|(n, a)| chosen[n + 1..].iter().map(move |b| vec![*a, *b])).collect()
    });
    let all = all_choices(evidence);
    let mut requirements = Vec::new();
    for (n, a) in all.iter().enumerate() {
        for b in all[n + 1..].iter().filter(|b| b.0 != a.0) {
            requirements.push(seen.requirement(evidence, vec![*a, *b]));
        }
    }
    requirements
}

fn all_choices(evidence: &Evidence<'_>) -> Vec<ChoiceId> {
    let categories = evidence.categories.all.iter().enumerate();
    categories.flat_map(|(c, category)| (0..category.choices.len()).map(move |n| (c, n))).collect()
}

pub(super) fn chosen(observed: &Observed) -> Vec<ChoiceId> {
    let choices = observed.choices.iter().enumerate();
    choices.filter_map(|(category, choice)| choice.map(|choice| (category, choice))).collect()
}

pub(super) fn unreached(evidence: &Evidence<'_>, choices: &[ChoiceId]) -> Reach {
    if evidence.categories.is_impossible(choices) { Reach::Impossible } else { Reach::Never }
}

/// Every combination that some input has.
struct Seen(BTreeMap<Vec<ChoiceId>, Had>);

impl Seen {
    fn of(evidence: &Evidence<'_>, combinations: &dyn Fn(&Observed) -> Vec<Vec<ChoiceId>>) -> Seen {
        let mut seen: BTreeMap<Vec<ChoiceId>, Had> = BTreeMap::new();
        let sources = evidence.sources.iter().enumerate().map(|(n, observed)| (Some(Source(n)), observed));
        for (source, observed) in sources.chain(evidence.tried.iter().map(|observed| (None, observed))) {
            for combination in combinations(observed) {
                let known = seen.entry(combination).or_default();
                known.0 |= observed.returns;
                known.1.extend(source);
            }
        }
        Seen(seen)
    }

    fn requirement(&self, evidence: &Evidence<'_>, choices: Vec<ChoiceId>) -> Requirement {
        let reach = match self.0.get(&choices) {
            _ if evidence.categories.is_ruled_out(&choices) => Reach::Impossible,
            Some((true, _)) => Reach::Reached,
            Some((false, _)) => Reach::Failing,
            None => unreached(evidence, &choices),
        };
        let satisfied = self.0.get(&choices).map(|(_, sources)| sources.clone()).unwrap_or_default();
        let wished = choices.iter().all(|(c, _)| evidence.categories.all[*c].origin == Origin::Configured);
        let counts = reach == Reach::Reached || (reach != Reach::Impossible && wished);
        Requirement { what: What::Choices(evidence.categories.told(&choices)), satisfied, reach, counts }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::adequacy::{Categories, Category};
    use morph_relation::{IntType, Type, Value};
    use morph_source::scan::Subject;

    /// `a` and `b`, unsigned: 0, more, the most; and how they compare.
    pub(in crate::adequacy) fn categories() -> Categories {
        let int = Type::Int(IntType::U8);
        let subject = Subject::free("demo::f", &[("a", int.clone()), ("b", int)], Type::Bool);
        Categories::of(&subject, None).unwrap()
    }

    pub(in crate::adequacy) fn observed(categories: &Categories, inputs: &[(i128, i128)]) -> Vec<Observed> {
        let observe = |(a, b): &(i128, i128)| Observed {
            probes: Vec::new(),
            choices: categories.choices(&[Value::Int(*a), Value::Int(*b)]),
            outcome: format!("y0 is {}", a > b),
            returns: *a != 99,
        };
        inputs.iter().map(observe).collect()
    }

    pub(in crate::adequacy) fn count(requirements: &[Requirement], reach: Reach) -> usize {
        requirements.iter().filter(|r| r.reach == reach).count()
    }

    #[test]
    fn requirements_are_what_inputs_have_and_the_rest_is_told_apart() {
        let categories = categories();
        let sources = observed(&categories, &[(0, 0), (3, 2)]);
        let tried = observed(&categories, &[(0, 7), (255, 255)]);
        let evidence = Evidence { probes: &[], sources: &sources, tried: &tried, categories: &categories };
        let choices = choices(&evidence);
        // `<`, `==`, `>`, and three of each parameter.
        assert_eq!(choices.len(), 9);
        assert_eq!((count(&choices, Reach::Reached), count(&choices, Reach::Never)), (9, 0));
        let satisfied = |text: &str| {
            let found = choices.iter().find(|r| r.what == What::Choices(text.to_owned())).unwrap();
            found.satisfied.clone()
        };
        assert_eq!(satisfied("a == 0"), BTreeSet::from([Source(0)]));
        assert_eq!(satisfied("a < b"), BTreeSet::new());
        let pairs = pairs(&evidence);
        assert_eq!(pairs.len(), 27);
        let told: Vec<&What> =
            pairs.iter().filter(|r| r.reach == Reach::Impossible).map(|r| &r.what).collect();
        assert_eq!(
            told,
            ["a < b, a == u8::MAX", "a < b, b == 0", "a > b, a == 0", "a > b, b == u8::MAX"]
                .map(|text| What::Choices(text.to_owned()))
                .iter()
                .collect::<Vec<_>>()
        );
        assert!(pairs.iter().all(|r| r.counts == (r.reach == Reach::Reached)));
        assert_eq!(count(&pairs, Reach::Reached), 12);
    }

    #[test]
    fn what_only_failing_inputs_have_is_told_apart_and_does_not_count() {
        let categories = categories();
        let panics = observed(&categories, &[(99, 7)]);
        let evidence = Evidence { probes: &[], sources: &panics, tried: &[], categories: &categories };
        let found = choices(&evidence);
        assert_eq!(count(&found, Reach::Failing), 3);
        assert!(found.iter().all(|r| !r.counts));
    }

    #[test]
    fn choice_that_morph_toml_adds_counts_though_no_input_has_it() {
        let mut categories = categories();
        let wish = |category: &Category| Category { origin: Origin::Configured, ..category.clone() };
        categories.all = vec![wish(&categories.all[0])];
        let sources = observed(&categories, &[(0, 0)]);
        let evidence = Evidence { probes: &[], sources: &sources, tried: &[], categories: &categories };
        let found = choices(&evidence);
        assert_eq!((found.len(), count(&found, Reach::Never)), (3, 2));
        assert!(found.iter().all(|r| r.counts));
    }
}
