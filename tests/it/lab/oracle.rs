//! What one step of an exploration executed is not executed for another.

use std::collections::BTreeMap;

use morph_lab::mutants::list_own;
use morph_lab::{MutantId, Outcome};
use morph_relation::Value;
use morph_traces::{Executor, Limit, Oracle, RowId, Step};

use super::{build, library};

const TEXT: &str = "/// Its mutants differ on every input.\npub fn twice(n: i32) -> i32 { n * 2 }\n\
    /// A NaN's sign decides.\npub fn sign(x: f64) -> bool { x.is_sign_negative() }\n";

#[test]
fn originals_are_executed_once_for_all_executors_of_an_oracle() {
    let loaded = library(TEXT);
    let (lab, _) = build(&loaded, &list_own(&loaded.functions).expect("it parses"));
    let oracle = Oracle::new(&lab);
    let inputs: Vec<Vec<Value>> = (0..50).map(|n| vec![Value::Int(n)]).collect();
    let mut first = oracle.original("tricky::twice").expect("it is in the lab");
    first.run(inputs.clone()).expect("it runs");
    assert_eq!(lab.executions.counts(), [50, 0]);

    let mut second = oracle.original("tricky::twice").expect("it is in the lab");
    let rows = second.run(inputs.clone()).expect("it runs");
    assert_eq!(second.original(rows[7]).value(), Some(&Value::Int(14)));
    assert_eq!(lab.executions.counts(), [50, 0], "the outcomes are known");

    // The worker is told what mutants are compared with.
    let mut mutated = oracle.executor("tricky::twice", &|_| true).expect("it is in the lab");
    let rows = mutated.run(inputs.clone()).expect("it runs");
    assert!(!mutated.differing(rows[7]).is_empty());
    assert_eq!(lab.executions.counts(), [50, 0]);

    // Another oracle knows nothing of it.
    Oracle::new(&lab).original("tricky::twice").expect("it is in the lab").run(inputs).expect("it runs");
    assert_eq!(lab.executions.counts(), [100, 50]);
}

#[test]
fn what_no_executor_holds_any_more_is_still_known() {
    let loaded = library(TEXT);
    let (lab, _) = build(&loaded, &[]);
    let oracle = Oracle::new(&lab);
    let run = |inputs: std::ops::Range<i128>| {
        let mut executor = oracle.original("tricky::twice").expect("it is in the lab");
        executor.run(inputs.map(|n| vec![Value::Int(n)]).collect()).expect("it runs");
    };
    run(0..5);
    run(0..5);
    assert_eq!(lab.executions.counts(), [5, 0]);
}

#[test]
fn a_search_without_rows_executes_only_what_is_new_and_each_input_once() {
    let loaded = library(TEXT);
    let (lab, _) = build(&loaded, &[]);
    let oracle = Oracle::new(&lab);
    let inputs = |n: std::ops::Range<i128>| -> Vec<Vec<Value>> { n.map(|n| vec![Value::Int(n)]).collect() };
    let mut executor = oracle.original("tricky::twice").expect("it is in the lab");
    executor.run(inputs(0..5)).expect("it runs");
    let mut live = oracle.live("tricky::twice").expect("it is in the lab");
    let outcomes = live.outcomes(&[inputs(3..8), inputs(6..8)].concat()).expect("it runs");
    assert_eq!(outcomes, [6, 8, 10, 12, 14, 12, 14].map(|n| Some(Value::Int(n))));
    executor.run(inputs(0..9)).expect("it runs");
    assert_eq!(lab.executions.counts(), [9, 0]);
}

/// `guarded` takes the process down on 7, and nearly everywhere under mutants of its guard.
const CRASHING: &str = r#"
struct Twice;

impl Drop for Twice {
    fn drop(&mut self) {
        panic!("in a panic")
    }
}

pub fn guarded(n: i32) -> i32 {
    if n == 7 {
        let _twice = Twice;
        panic!("at seven")
    }
    if n < 5 { n + 1 } else { n }
}
"#;

#[test]
fn originals_are_not_executed_again_after_crashes() {
    let loaded = library(CRASHING);
    let (lab, _) = build(&loaded, &list_own(&loaded.functions).expect("it parses"));
    let oracle = Oracle::new(&lab);
    let all: Vec<Vec<Value>> = (0..30).map(|n| vec![Value::Int(n)]).collect();
    let mut executor = oracle.original("tricky::guarded").expect("it is in the lab");
    let crashed = |executor: &Executor<'_>, rows: &[RowId]| {
        let outcomes = rows.iter().flat_map(|row| {
            executor.differing(*row).iter().map(|mutant| (*row, executor.outcome(*mutant, *row).into_owned()))
        });
        outcomes.filter(|(_, outcome)| matches!(outcome, Outcome::Crash(_))).count()
    };
    // The last five rows come together with known ones.
    let first = executor.run(all[..25].to_vec()).expect("it runs");
    assert!(matches!(executor.original(first[7]), Outcome::Crash(_)));
    let mut other = oracle.executor("tricky::guarded", &|_| true).expect("it is in the lab");
    let rows = other.run(all.clone()).expect("it runs");
    assert!(matches!(other.original(rows[7]), Outcome::Crash(_)));
    assert!(crashed(&other, &rows) > 0, "mutants of the guard crash");
    assert_eq!(lab.executions.counts(), [30, 0]);

    // What mutants do does not depend on who executed the original.
    let fresh = Oracle::new(&lab);
    let mut executor = fresh.executor("tricky::guarded", &|_| true).expect("it is in the lab");
    let at_once = executor.run(all).expect("it runs");
    for (row, same) in rows.iter().zip(&at_once) {
        let ended = |executor: &Executor<'_>, row: RowId| {
            let differing = executor.differing(row).iter();
            differing.map(|mutant| (*mutant, executor.outcome(*mutant, row).into_owned())).collect::<Vec<_>>()
        };
        assert_eq!(ended(&other, *row), ended(&executor, *same));
    }
}

#[test]
fn mutants_that_crash_again_and_again_are_given_up() {
    let loaded = library(CRASHING);
    let (lab, _) = build(&loaded, &list_own(&loaded.functions).expect("it parses"));
    let oracle = Oracle::new(&lab);
    let mut executor = oracle.executor("tricky::guarded", &|_| true).expect("it is in the lab");
    let mut crashes: BTreeMap<MutantId, Vec<usize>> = BTreeMap::new();
    for load in 0..40 {
        let inputs = (0..5).map(|n| vec![Value::Int(100 + load as i128 * 5 + n)]).collect();
        for row in executor.run(inputs).expect("it runs") {
            for mutant in executor.differing(row) {
                if matches!(&*executor.outcome(*mutant, row), Outcome::Crash(_)) {
                    crashes.entry(*mutant).or_default().push(load);
                }
            }
        }
    }
    assert!(!crashes.is_empty(), "mutants of the guard crash");
    for (mutant, loads) in crashes {
        let of_load = |load: usize| loads.iter().filter(|it| **it == load).count();
        assert_eq!((of_load(0), of_load(1)), (3, 1), "{mutant:?}: {loads:?}");
        assert!(loads.len() <= 20 && !loads.contains(&39), "{mutant:?}: {loads:?}");
    }
}

#[test]
fn nans_that_differ_in_their_sign_are_executed_each() {
    let loaded = library(TEXT);
    let (lab, _) = build(&loaded, &[]);
    let oracle = Oracle::new(&lab);
    let returned = |x: f64| {
        let mut executor = oracle.original("tricky::sign").expect("it is in the lab");
        let rows = executor.run(vec![vec![Value::F64(x)]]).expect("it runs");
        (executor.original(rows[0]).value().cloned(), executor)
    };
    let (plus, _held) = returned(f64::NAN.copysign(1.0));
    let (minus, _) = returned(f64::NAN.copysign(-1.0));
    assert_eq!((plus, minus), (Some(Value::Bool(false)), Some(Value::Bool(true))));
}

#[test]
fn work_is_counted_alike_and_ends_the_execution_of_mutants() {
    let loaded = library(TEXT);
    let (lab, _) = build(&loaded, &list_own(&loaded.functions).expect("it parses"));
    let inputs: Vec<Vec<Value>> = (0..400).map(|n| vec![Value::Int(n)]).collect();
    let run = |work: Option<u64>| {
        let limit = Limit { work, deadline: None };
        let oracle = Oracle::limited(&lab, "tricky::twice", limit);
        let mut executor = oracle.executor("tricky::twice", &|_| true).expect("it is in the lab");
        let rows = executor.rows(inputs.clone()).expect("it runs");
        oracle.work().begin(Step::Mutants);
        executor.tell_apart(&rows, usize::MAX, Step::Mutants).expect("it runs");
        let tried = rows.iter().filter(|row| !executor.differing(**row).is_empty()).count();
        (tried, oracle.work().spent(), oracle.work().cut().into_iter().collect::<Vec<_>>())
    };
    let whole = run(None);
    assert!(whole.0 > 390 && whole.2.is_empty(), "{whole:?}");
    assert_eq!(run(None), whole, "it is counted, not timed");
    assert_eq!(run(Some(100 * whole.1)), whole, "a limit that is not reached changes nothing");
    let cut = run(Some(2_000));
    assert!((1..200).contains(&cut.0) && cut.1 < whole.1, "{cut:?}");
    assert_eq!(cut.2, [Step::Mutants]);
}

#[test]
fn no_more_is_executed_under_mutants_at_once_than_what_is_left_of_a_step() {
    let slow =
        "pub fn slow(n: u32) -> u32 { let mut sum = 0_u32; for i in 0..2_000 { sum ^= i * n % 7; } sum }\n";
    let loaded = library(slow);
    let (lab, _) = build(&loaded, &list_own(&loaded.functions).expect("it parses"));
    let tried = |work: Option<u64>| {
        let oracle = Oracle::limited(&lab, "tricky::slow", Limit { work, deadline: None });
        let mut executor = oracle.executor("tricky::slow", &|_| true).expect("it is in the lab");
        let rows = executor.rows((0..100).map(|n| vec![Value::Int(n)]).collect()).expect("it runs");
        let before = oracle.work().spent();
        oracle.work().begin(Step::Mutants);
        executor.tell_apart(&rows, usize::MAX, Step::Mutants).expect("it runs");
        (
            rows.iter().filter(|row| !executor.differing(**row).is_empty()).count(),
            oracle.work().spent() - before,
        )
    };
    let (rows, whole) = tried(None);
    assert!(rows > 80, "{rows}");
    // A fifth of all work is for mutants.
    let (rows, spent) = tried(Some(whole * 5 / 4));
    assert!((10..40).contains(&rows) && spent < whole / 3, "{rows} rows, {spent} of {whole}");
}

#[test]
fn fuel_of_other_functions_counts_by_its_order_of_magnitude() {
    let rounds = |name: &str, rounds: u32| {
        format!(
            "pub fn {name}(n: u32) -> u32 {{ let mut sum = 0_u32; for i in 0..{rounds} {{ sum ^= i * n % 7; }} sum }}\n"
        )
    };
    let all = [rounds("some", 300), rounds("slow", 1_500), rounds("slower", 3_000)].concat();
    let loaded = library(&(all + "pub fn quick(n: u32) -> u32 { n }\n"));
    let (lab, _) = build(&loaded, &[]);
    let spent = |about: &str, called: &str| {
        let oracle = Oracle::limited(&lab, about, Limit::default());
        let mut executor = oracle.original(called).expect("it is in the lab");
        executor.run((0..100).map(|n| vec![Value::Int(n)]).collect()).expect("it runs");
        oracle.work().spent()
    };
    assert!(spent("tricky::slow", "tricky::slow") > 2 * spent("tricky::quick", "tricky::quick"));
    let beside = |called: &str| spent("tricky::quick", called);
    assert_eq!(beside("tricky::some"), beside("tricky::quick"), "it is little");
    assert_eq!(beside("tricky::slower"), beside("tricky::slow"));
    assert!(beside("tricky::slow") > beside("tricky::some"));
}

/// A struct that shows the address of a function.
const CONVERTER: &str = "#[derive(Debug, Clone)]\npub struct Converter { places: u8, convert: fn(f64) -> f64 }\n\
    impl Converter {\n    pub fn new(places: u8) -> Converter { Converter { places, convert: |x| x } }\n\
    \x20   pub fn round(self) -> Converter { Converter { convert: f64::round, ..self } }\n}\n";

#[test]
fn addresses_of_functions_are_the_same_in_every_process() {
    let loaded = library(CONVERTER);
    let (lab, _) = build(&loaded, &[]);
    let shown = || {
        let oracle = Oracle::new(&lab);
        let mut executor = oracle.original("tricky::Converter::new").expect("it is in the lab");
        let rows = executor.run(vec![vec![Value::Int(3)], vec![Value::Int(4)]]).expect("it runs");
        [0, 1].map(|n: usize| executor.original(rows[n]).value().cloned().expect("it returns"))
    };
    let values = shown();
    assert_eq!(values, shown());
    assert_ne!(values[0], values[1]);
}
