//! The lab on packages whose code asks much of it: what is wrapped behaves as it did, and its mutants compile.

mod branches;
mod climb;
mod constructs;
mod directed;
mod distances;
mod groups;
mod hangs;
mod memory;
mod oracle;
mod recorded;

use std::collections::BTreeMap;

use morph_lab::mutants::{Mutant, list_own};
use morph_lab::{self as lab, BuildOptions, Lab, Outcome};
use morph_relation::Value;
use morph_source::scan::Subject;
use morph_traces::Oracle;
use morph_values::{Generator, sources, stream};

use crate::loaded::Loaded;
use crate::project::Project;

/// Code that an `if` around one of its expressions may change, or keep from compiling.
const TRICKY: &str = r#"
/// Casts decide the types of literals.
pub fn cast(n: u64) -> u64 {
    n ^ 0xFFFF_FFFF_FF as u64 ^ (300) as u8 as u64 ^ -128i8 as u64
}

/// References to literals live for ever.
pub fn borrowed(n: usize) -> i32 {
    fn first() -> &'static i32 { &7 }
    let some: &[i32] = &[1, -2, 3];
    *first() + some[n % 3] + some.iter().skip(1).min().unwrap_or(&-1)
}

/// Ranges with and without an end are of different types.
pub fn ranges(n: u8) -> u32 {
    let mut sum = 0;
    for i in (0..u32::from(n % 9)).rev() { sum += i;sum ^= 1; }
    for i in 1..=3 { sum += i; }
    let text = "abcdef";
    sum + (0..n as u32 % 5).map(|x| x * 2).sum::<u32>() + text[..n as usize % 7].len() as u32
}

/// Statements go one by one.
pub fn statements(n: i32) -> i32 {
    let mut list = Vec::new();
    let last;
    list.push(n / 2);list.push(n % 7);
    last = list.pop();
    if n == 3 { return -1; }
    let mut set = std::collections::BTreeSet::new();
    set.insert(n % 2);
    'outer: loop {
        for i in 0..5 {
            if i == n % 5 { break 'outer; }
            if i > 3 { continue }
            list.push(i);
        }
        break;
    }
    list.iter().sum::<i32>() + last.unwrap_or(0) + set.len() as i32
}

/// Conditions, indices and operands are values, whatever they look like.
pub fn places(items: &[i32], flag: bool) -> i32 {
    struct Grid { cells: [i32; 4], at: usize, on: bool }
    let mut grid = Grid { cells: [1, 2, 3, 4], at: items.len() % 4, on: flag };
    if grid.on { grid.cells[grid.at] += 10; }
    let mut running = flag;
    while running { running = false; grid.at = 0; }
    let index = [3, 2, 1, 0];
    let some = Some(grid.at);
    if let Some(at) = some && grid.on { grid.cells[index[at]] -= 1; }
    grid.cells[index[grid.at]] * 3 - grid.cells[1] + grid.cells.iter().sum::<i32>()
}

pub const fn constant(n: u8) -> u8 { n.wrapping_mul(3) & 0x3f }
pub const TABLE: [u8; constant(2) as usize] = [constant(1); constant(2) as usize];
pub fn table(n: usize) -> u8 { TABLE[n % TABLE.len()] }

/// What follows a call that never returns is of any type.
pub fn never(n: i32) -> i32 {
    fn fail() -> ! { panic!("no") }
    if n > 9 { return n * 2; }
    fail();
}

pub fn text(text: &str) -> String {
    let mut out = String::new();
    for (n, c) in text.chars().enumerate().take(5) {
        match c {
            'a'..='f' if n > 0 => out.push(c.to_ascii_uppercase()),
            '\'' | '"' => out.push_str("quote"),
            _ => out.push(c),
        }
    }
    out.trim_start().to_owned()
}

pub fn floats(x: f64, y: f64) -> f64 { (-x).max(y * 0.5).floor() + 2.0_f64.powi(3) - y as f32 as f64 }
"#;

/// The package `tricky` with this library.
fn library(text: &str) -> Loaded {
    Loaded::new(Project::named("tricky", "2024", text))
}

fn build(loaded: &Loaded, mutants: &[Mutant]) -> (Lab, usize) {
    build_with(loaded, mutants, false)
}

fn build_with(loaded: &Loaded, mutants: &[Mutant], branches: bool) -> (Lab, usize) {
    let rounds = std::cell::Cell::new(0);
    let options = BuildOptions { feature_flags: Vec::new(), offline: true, branches, distances: branches };
    let lab = lab::build(&loaded.workspace, &loaded.subjects, mutants, &options, &|_| {
        rounds.set(rounds.get() + 1);
    });
    (lab.expect("the lab builds"), rounds.get())
}

/// What every subject does on inputs that depend on nothing but its path.
fn outcomes(loaded: &Loaded, lab: &Lab) -> BTreeMap<String, Vec<Outcome>> {
    let run = |subject: &Subject| {
        let generator = Generator::new(subject.constants.clone());
        let inputs = sources(subject, &generator, 300, &mut stream(0, &subject.path));
        let mut executor = Oracle::new(lab).executor(&subject.path, &|_| false).expect("it is in the lab");
        let rows = executor.run(inputs).expect("it runs");
        rows.into_iter().map(|row| executor.original(row).clone()).collect::<Vec<_>>()
    };
    loaded.subjects.iter().map(|subject| (subject.path.clone(), run(subject))).collect()
}

fn viable(lab: &Lab) -> usize {
    lab.mutants.iter().filter(|mutant| mutant.runs()).count()
}

#[track_caller]
fn assert_unchanged(loaded: &Loaded) -> (Lab, usize) {
    let without = outcomes(loaded, &build(loaded, &[]).0);
    let mutants = list_own(&loaded.functions).expect("it parses");
    let (probed, _) = build_with(loaded, &mutants, true);
    assert_eq!(probed.unprobed, [], "every branch is reported");
    let watched = outcomes(loaded, &probed);
    let (lab, rounds) = build(loaded, &mutants);
    assert_eq!(viable(&lab), viable(&probed), "reports of branches cost mutants");
    let with = outcomes(loaded, &lab);
    for (path, outcomes) in &without {
        assert!(outcomes.iter().any(|outcome| outcome.value().is_some()), "{path} returns nothing");
        assert_eq!(outcomes, &with[path], "{path}");
        assert_eq!(outcomes, &watched[path], "{path}, whose branches are reported");
    }
    (lab, rounds)
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn originals_among_mutants_of_our_operators_behave_as_without_them() {
    let loaded = Loaded::new(Project::fixture("quickstart"));
    let (lab, _) = assert_unchanged(&loaded);
    let viable = lab.mutants.iter().filter(|m| m.runs()).count();
    assert!(viable * 10 > lab.mutants.len() * 8, "{viable} of {} compile", lab.mutants.len());
}

#[test]
fn code_that_wrapping_might_break_is_wrapped_where_it_stays_the_same() {
    let loaded = library(TRICKY);
    let (lab, rounds) = assert_unchanged(&loaded);
    assert!(rounds <= 4, "{rounds} rounds of dropping mutants");
    let state = |id: &str| {
        let found = lab.mutants.iter().find(|m| m.mutant.id == format!("tricky::{id}"));
        found.map(|m| (m.unswitchable.is_none(), m.viable))
    };
    for id in [
        "cast#literal:0xFFFF_FFFF_FF→0@1",
        "cast#literal:-128i8→-127i8@1",
        "borrowed#literal:-1→-2@1",
        "borrowed::first#literal:7→8@1",
        "borrowed#iterator:skip→take@1",
        "ranges#range:..→..=@1",
        "ranges#range:..→..=@2",
        "ranges#range:..→..=@3",
        "ranges#range:..=→..@1",
        "ranges#statement:sum += i;→@1",
        "ranges#statement:sum ^= 1;→@1",
        "statements#statement:list.push(n / 2);→@1",
        "statements#statement:list.push(n % 7);→@1",
        "statements#statement:set.insert(n % 2);→@1",
        "statements#statement:return -1;→@1",
        "statements#statement:break 'outer;→@1",
        "statements#statement:continue→@1",
        "places#negation:grid.on→!grid.on@1",
        "places#negation:running→!running@1",
        "places#index:grid.at→grid.at + 1@1",
        "places#index:at→at + 1@1",
        "text#literal:\"quote\"→\"\"@1",
        "text#iterator:take→skip@1",
        "never#literal:9→10@1",
        "never#arithmetic:*→+@1",
        "floats#minus:-→@1",
        "floats#literal:2.0_f64→(-2.0f64)@1",
        "floats#method:floor→ceil@1",
    ] {
        assert_eq!(state(id), Some((true, true)), "{id}");
    }
    assert_eq!(state("statements#statement:last = list.pop();→@1"), Some((true, false)));
}

/// What a mutant makes of one input, where that differs from what the original does.
fn differs(lab: &Lab, subject: &str, id: &str, input: &[Value]) -> Option<Outcome> {
    let mutant = lab.mutants.iter().find(|m| m.mutant.id == id).expect("it is listed");
    assert!(mutant.runs(), "{id}");
    let mut session = lab.session(subject).expect("it is in the lab");
    session.load(&[input.to_vec()]).expect("a worker");
    session.original(1_000).expect("it runs");
    let different = session.differences(mutant.id, mutant.leader, 1_000).expect("it runs");
    different.into_iter().next().map(|(_, outcome)| outcome)
}

#[test]
fn changed_operator_gets_the_operands_that_the_changed_text_gives_it() {
    let text = "pub fn regrouped(a: i64, b: i64, c: i64) -> i64 { a - b * c }\n\
                pub fn led(n: i64, odd: bool) -> i64 { let less = if odd { n } else { 3 } - 1; less }\n\
                pub fn unlike(x: f64) -> f64 { if x > 2.0 { -f64::NAN } else { f64::NAN } }\n";
    let loaded = library(text);
    let (lab, _) = build(&loaded, &list_own(&loaded.functions).expect("it parses"));
    let ints = [10, 2, 3].map(Value::Int);
    let id = "tricky::regrouped#arithmetic:*→+@1";
    assert_eq!(differs(&lab, "tricky::regrouped", id, &ints), Some(Outcome::Value(Value::Int(11))));
    // A block at the start of a block is no operand.
    let input = [Value::Int(7), Value::Bool(true)];
    let id = "tricky::led#arithmetic:-→+@1";
    assert_eq!(differs(&lab, "tricky::led", id, &input), Some(Outcome::Value(Value::Int(8))));
    // Nobody tells one NaN from another.
    let id = "tricky::unlike#minus:-→@1";
    assert_eq!(differs(&lab, "tricky::unlike", id, &[Value::F64(3.0)]), None);
}
