//! The search for inputs that take branches: it finds what random inputs do not, and says how near it came to the rest.

use std::collections::{BTreeMap, BTreeSet};

use cargo_morph::inputs::{Reached, reach};
use morph_lab::Lab;
use morph_relation::Value;
use morph_source::scan::Subject;
use morph_traces::Oracle;
use morph_values::{Generator, sources, stream};

use super::{Loaded, build_with, library};

/// Branches behind conditions that hardly any random input fulfils.
const NARROW: &str = r#"
pub fn numbers(a: i64, b: i64) -> u8 {
    if a * 3 == 1_234_566 { 1 }
    else if a > 1_000_000_000_000 && b == a - 77 { 2 }
    else if a == b * 7 + 4 && a > 500 { 3 }
    else { 0 }
}

pub fn date(year: u16, month: u8, day: u8) -> bool {
    if year % 400 == 0 && month == 2 && day == 29 { return true }
    false
}

pub fn near(x: f64, y: f64) -> u8 {
    if x * y > 123.4 && x * y < 123.5 && x > 20.0 { return 1 }
    if (x - 0.1).abs() < 1e-12 { return 2 }
    0
}

pub fn word(text: &str) -> u8 {
    let joined: String = ["sea", "shell"].concat();
    if text == joined { return 1 }
    if text.len() == 9 && text.ends_with("rrr") { return 2 }
    if text.chars().nth(4) == Some('%') { return 3 }
    0
}

pub struct Point { pub x: i32, pub y: i32 }
pub enum Shape { Dot(Point), Box { min: Point, max: Point } }

pub fn area(shape: &Shape, scale: Option<i32>) -> i64 {
    if let Shape::Box { min, max } = shape {
        if min.x == 321 && max.x > min.x + 1_000 { return 1 }
        if max.y == min.y && max.y > 70_000 { return 2 }
    }
    if scale == Some(-4_321) { return 3 }
    0
}

pub fn sorted(items: &[i32], wanted: i32) -> bool {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        let middle = (low + high) / 2;
        if items[middle] == wanted { return middle > 3 }
        if items[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    false
}

pub fn grade(code: u32) -> &'static str {
    match code { 70_001 => "rare", 90_000..=90_003 => "odd", _ => "plain" }
}

pub struct Rate(u32);
impl Rate {
    pub fn new(rate: u32) -> Option<Rate> { if rate < 100_000 { Some(Rate(rate)) } else { None } }
}

pub fn rated(rate: &Rate) -> bool {
    if rate.0 == 65_432 { return true }
    false
}

/// No input takes this one's branches.
pub fn never(n: i32) -> bool {
    let even = n & !1;
    if even % 2 == 1 { return true }
    false
}
"#;

/// A subject's branches that `inputs` do not pass, by number.
fn open(lab: &Lab, loaded: &Loaded, subject: &Subject, inputs: &[Vec<Value>]) -> BTreeSet<u32> {
    let function = loaded.functions.iter().find(|f| f.path == subject.path).expect("it is there");
    let own = |probe: &morph_lab::Probe| function.item.contains(&probe.span.start);
    let all = (0..).zip(&lab.probes).filter(|(_, probe)| own(probe) && !probe.is_statement());
    let mut session = lab.session(&subject.path).expect("it is in the lab");
    session.load(inputs).expect("a worker");
    let executions = session.original(10_000).expect("it runs");
    let passed: BTreeSet<u32> =
        executions.into_iter().flat_map(|execution| execution.probes.to_vec()).collect();
    all.map(|(number, _)| number).filter(|number| !passed.contains(number)).collect()
}

#[test]
fn narrow_branches_are_climbed_to_and_what_nothing_takes_is_missed() {
    let loaded = library(NARROW);
    let (lab, _) = build_with(&loaded, &[], true);
    let mut told: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for subject in &loaded.subjects {
        // The constants of the code would give some of them away.
        let generator = Generator::default();
        let inputs = sources(subject, &generator, 3_000, &mut stream(0, &subject.path));
        let targets = open(&lab, &loaded, subject, &inputs);
        let search = || -> Reached {
            let oracle = Oracle::new(&lab);
            let mut original = oracle.live(&subject.path).expect("it is in the lab");
            let mut rng = stream(0, "climb");

            reach(subject, &mut original, &generator, &inputs, &targets, 20_000, &mut rng).expect("it runs")
        };
        let reached = search();
        assert!(reached.executions <= 20_000);
        let found: Vec<Vec<Value>> = reached.covered.values().cloned().collect();
        let left = open(&lab, &loaded, subject, &[inputs.clone(), found].concat());
        assert_eq!(left, reached.missed.keys().copied().collect(), "{}: what it says it took", subject.path);
        assert_eq!(reached, search(), "{}: one seed, one search", subject.path);
        let text = std::fs::read_to_string(&loaded.functions[0].file).expect("the source");
        for (probe, miss) in &reached.missed {
            let probe = &lab.probes[*probe as usize];
            let branch = format!("{} {}", &text[probe.span.clone()], probe.event.told());
            assert!((0.0..=1.0).contains(&miss.distance) && miss.input.is_empty() == (miss.distance == 1.0));
            told.entry(subject.path.strip_prefix("tricky::").expect("the package")).or_default().push(branch);
        }
    }
    assert_eq!(told, BTreeMap::from([("never", vec!["even % 2 == 1 is true".to_owned()])]));
}
