//! The directed search for counterexamples, on laws that fail only where random inputs hardly ever go.

use std::collections::{BTreeSet, HashSet};

use super::{build, library};
use cargo_morph::cleanse::{Directed, Fresh, falsify};
use cargo_morph::search::Candidate;
use morph_lab::Lab;
use morph_relation::{Relation, RelationText};
use morph_source::scan::Subject;
use morph_traces::Oracle;
use morph_values::{Generator, sources, stream};

const SOURCE: &str = r#"
/// What is left of `second` where it ceases to be like `first`.
pub fn difference(first: &str, second: &str) -> String {
    let common = first.chars().zip(second.chars()).take_while(|(a, b)| a == b).count();
    second.chars().skip(common).collect()
}

pub fn center(text: &str, size: usize, padding: char) -> String {
    let length = text.chars().count();
    let missing = size.min(300).saturating_sub(length);
    let left = missing / 2;
    let fill = |n| std::iter::repeat(padding).take(n).collect::<String>();
    fill(left) + text + &fill(missing - left)
}

/// With a pole that no constant gives away.
pub fn pole(x: f64) -> f64 {
    1.0 / (2.0f64.sqrt() * 0.3 - x)
}

pub fn steps(n: i64) -> i64 {
    if n < 351 * 351 { 0 } else { 1 }
}

pub fn joint(a: &[u8], b: &[u8]) -> bool {
    a.len() > 10 && b.len() == a.len() * 2 && b.starts_with(a) && b.ends_with(a)
}

pub fn same(a: bool, b: bool) -> bool {
    a == b
}
"#;

/// Laws that are wrong: function, guard, follow-up, what it says.
const WRONG: [[&str; 4]; 6] = [
    ["difference", "true", "(first, [second, \" a \"].concat())", "y1.len() > y0.len()"],
    [
        "center",
        "size > 36 && size < 44",
        "(text.to_uppercase(), size, padding)",
        "y1.chars().count() == y0.chars().count()",
    ],
    ["pole", "x.abs() <= 1000.0", "(x + 6.077100506303966e-11,)", "y1 > y0"],
    ["steps", "true", "(n + 1,)", "y1 == y0"],
    ["steps", "true", "(n + 3,)", "y1 <= y0"],
    ["joint", "true", "(b, a)", "y1 == y0"],
];

/// Laws that are right.
const RIGHT: [[&str; 4]; 5] = [
    ["difference", "true", "(first, [second, \" a \"].concat())", "y1.len() <= y0.len() + 3"],
    ["center", "true", "(y0, size, padding)", "y1 == y0"],
    ["pole", "x.abs() <= 0.4", "(x + 6.077100506303966e-11,)", "y1 >= y0"],
    ["steps", "true", "(n + 1,)", "y1 >= y0"],
    ["joint", "true", "(b, b)", "!y1"],
];

fn candidate(law: &[&str; 4], subject: &Subject) -> Candidate {
    let [_, when, followup, then] = law.map(str::to_owned);
    let text = RelationText {
        given: Vec::new(),
        when,
        followups: vec![followup],
        then,
        tolerance: "exact".to_owned(),
    };
    let relation = Relation::parse(&text, &subject.signature(), &|_| None).expect("a relation");
    Candidate { shape: None, relation, strategy: "written", kills: BTreeSet::new(), groups: 0 }
}

/// Whether a law stands on random inputs, and whether it does after a search against it; and how many inputs there are then.
fn stands(law: &[&str; 4], subjects: &[Subject], lab: &Lab) -> (bool, bool, usize) {
    let path = format!("tricky::{}", law[0]);
    let subject = subjects.iter().find(|subject| subject.path == path).expect("a subject");
    let candidate = candidate(law, subject);
    let inputs = sources(subject, &Generator::default(), 3_000, &mut stream(0, "random"));
    let mut fresh = Fresh::new(&Oracle::new(lab), subject, &[], inputs).expect("it runs");
    let falsified = |fresh: &mut Fresh<'_>| {
        let left = falsify(vec![candidate.clone()], fresh, None).expect("it runs");
        left.candidates.first().map_or((false, 0), |candidate| (true, candidate.groups))
    };
    let (before, _) = falsified(&mut fresh);
    let known = HashSet::new();
    let mut directed = Directed::new(&subject.params, Generator::default(), &known, &[], 1);
    let relations = [candidate.relation.clone()];
    directed.search(&relations, &mut fresh, &mut stream(0, law[3])).expect("it runs");
    let (after, groups) = falsified(&mut fresh);
    (before, after, groups)
}

#[test]
fn laws_that_random_inputs_leave_standing_fall_to_a_directed_search_and_true_ones_do_not() {
    let loaded = library(SOURCE);
    let (lab, _) = build(&loaded, &[]);
    let mut wrong = Vec::new();
    for law in &WRONG {
        wrong.push((law, stands(law, &loaded.subjects, &lab)));
    }
    let tame: Vec<_> = wrong.iter().filter(|(_, (before, ..))| !before).collect();
    assert!(tame.is_empty(), "fall to random inputs alone: {tame:#?}");
    let left: Vec<_> = wrong.iter().filter(|(_, (_, after, _))| *after).collect();
    assert!(left.is_empty(), "stand: {left:#?}");
    for law in &RIGHT {
        let (before, after, groups) = stands(law, &loaded.subjects, &lab);
        assert!(before && after, "{law:?} falls");
        assert_eq!(stands(law, &loaded.subjects, &lab).2, groups, "another search of the same seed differs");
    }
}

#[test]
fn search_ends_where_there_is_little_or_nothing_to_vary() {
    let loaded = library(SOURCE);
    let (lab, _) = build(&loaded, &[]);
    let subject = loaded.subjects.iter().find(|subject| subject.path == "tricky::same").expect("a subject");
    let relations = [candidate(&["same", "true", "(b, a)", "y1 == y0"], subject).relation];
    let all = sources(subject, &Generator::default(), 100, &mut stream(0, "few"));
    let distinct: HashSet<_> = all.iter().cloned().collect();
    assert_eq!(distinct.len(), 4);
    for (inputs, known) in
        [(all, HashSet::new()), (Vec::new(), distinct.clone()), (Vec::new(), HashSet::new())]
    {
        let mut fresh = Fresh::new(&Oracle::new(&lab), subject, &[], inputs).expect("it runs");
        let mut directed = Directed::new(&subject.params, Generator::default(), &known, &[], 1);
        directed.search(&relations, &mut fresh, &mut stream(0, "search")).expect("it runs");
    }
}
