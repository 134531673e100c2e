//! The criteria that look at inputs and outcomes: choices, pairs of choices of different categories, and frames, each
//! with a source that has k relations (METHODS §5: I-choice, I-choice-pair, IO-CTF).
//!
//! A complete test frame is a valid combination of the input's choices and the outcome's. Which combinations are valid
//! nobody tells us: those count that some source or generated input has. The others are reported and are no
//! requirements: never reached or, where it follows from the definitions, impossible. What `morph.toml` adds is somebody's
//! wish, and counts in any case.

use std::collections::{BTreeMap, BTreeSet};

use super::categories::Origin;
use super::criterion::{Evidence, Observed, Reach, Requirement, What};
use super::k_mr::Source;

/// A choice: the numbers of its category and in it.
type ChoiceId = (usize, usize);

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

/// Every frame that some input has, and the combinations of input choices that none has.
pub fn frames(evidence: &Evidence<'_>) -> Vec<Requirement> {
    let outcomes: BTreeSet<&str> =
        evidence.sources.iter().chain(evidence.tried).map(|observed| &*observed.outcome).collect();
    let framed = evidence.categories.framed(outcomes.len());
    let inputs = |observed: &Observed| -> Vec<ChoiceId> {
        chosen(observed).into_iter().filter(|(category, _)| framed.contains(category)).collect()
    };
    let mut known: BTreeMap<(Vec<ChoiceId>, &str), BTreeSet<Source>> = BTreeMap::new();
    for (source, observed) in evidence.sources.iter().enumerate() {
        known.entry((inputs(observed), &observed.outcome)).or_default().insert(Source(source));
    }
    for observed in evidence.tried {
        known.entry((inputs(observed), &observed.outcome)).or_default();
    }
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
        .map(|((choices, outcome), satisfied)| Requirement {
            what: What::Choices(told(&choices, outcome)),
            satisfied,
            reach: Reach::Reached,
            counts: true,
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

fn all_choices(evidence: &Evidence<'_>) -> Vec<ChoiceId> {
    let categories = evidence.categories.all.iter().enumerate();
    categories.flat_map(|(c, category)| (0..category.choices.len()).map(move |n| (c, n))).collect()
}

fn chosen(observed: &Observed) -> Vec<ChoiceId> {
    let choices = observed.choices.iter().enumerate();
    choices.filter_map(|(category, choice)| choice.map(|choice| (category, choice))).collect()
}

fn unreached(evidence: &Evidence<'_>, choices: &[ChoiceId]) -> Reach {
    if evidence.categories.is_impossible(choices) { Reach::Impossible } else { Reach::Never }
}

/// Which sources have which combinations, and which combinations any input has.
struct Seen {
    sources: BTreeMap<Vec<ChoiceId>, BTreeSet<Source>>,
    tried: BTreeSet<Vec<ChoiceId>>,
}

impl Seen {
    fn of(evidence: &Evidence<'_>, combinations: &dyn Fn(&Observed) -> Vec<Vec<ChoiceId>>) -> Seen {
        let mut sources: BTreeMap<Vec<ChoiceId>, BTreeSet<Source>> = BTreeMap::new();
        for (source, observed) in evidence.sources.iter().enumerate() {
            for combination in combinations(observed) {
                sources.entry(combination).or_default().insert(Source(source));
            }
        }
        Seen { sources, tried: evidence.tried.iter().flat_map(combinations).collect() }
    }

    fn requirement(&self, evidence: &Evidence<'_>, choices: Vec<ChoiceId>) -> Requirement {
        let satisfied = self.sources.get(&choices).cloned().unwrap_or_default();
        let reach = if !satisfied.is_empty() || self.tried.contains(&choices) {
            Reach::Reached
        } else {
            unreached(evidence, &choices)
        };
        let wished = choices.iter().all(|(c, _)| evidence.categories.all[*c].origin == Origin::Configured);
        let counts = reach == Reach::Reached || (reach == Reach::Never && wished);
        Requirement { what: What::Choices(evidence.categories.told(&choices)), satisfied, reach, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adequacy::{Categories, Category, Coop, OutputRelation, measure};
    use crate::relation::{IntType, Type, Value};
    use crate::scan::Subject;

    /// `a` and `b`, unsigned: 0, more, the most; and how they compare.
    fn categories() -> Categories {
        let int = Type::Int(IntType::U8);
        let subject = Subject::free("demo::f", &[("a", int.clone()), ("b", int)], Type::Bool);
        Categories::of(&subject, None).unwrap()
    }

    fn observed(categories: &Categories, inputs: &[(i128, i128)]) -> Vec<Observed> {
        let observe = |(a, b): &(i128, i128)| Observed {
            probes: Vec::new(),
            choices: categories.choices(&[Value::Int(*a), Value::Int(*b)]),
            outcome: format!("y0 is {}", a > b),
        };
        inputs.iter().map(observe).collect()
    }

    fn count(requirements: &[Requirement], reach: Reach) -> usize {
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
        let mut coop = Coop::default();
        coop.add(Source(0), OutputRelation::named("y1 == y0"));
        coop.add(Source(2), OutputRelation::named("y1 == y0"));
        coop.add(Source(2), OutputRelation::named("y0 <= 3"));
        let satisfied: Vec<BTreeSet<Source>> = counted.iter().map(|r| r.satisfied.clone()).collect();
        let k = std::num::NonZeroUsize::new(2).unwrap();
        assert_eq!(measure(&satisfied, &coop, k).adequacy, 0.5);
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
