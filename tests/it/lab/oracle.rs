//! What one step of an exploration executed is not executed for another.

use cargo_morph::traces::Oracle;
use morph_lab::mutants::list_own;
use morph_relation::Value;

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

    // A worker compares mutants with outcomes of its own.
    let mut mutated = oracle.executor("tricky::twice", &|_| true).expect("it is in the lab");
    let rows = mutated.run(inputs.clone()).expect("it runs");
    assert!(!mutated.differing(rows[7]).is_empty());
    assert_eq!(lab.executions.counts(), [100, 50]);

    // Another oracle knows nothing of it.
    Oracle::new(&lab).original("tricky::twice").expect("it is in the lab").run(inputs).expect("it runs");
    assert_eq!(lab.executions.counts(), [150, 50]);
}

#[test]
fn what_no_executor_holds_any_more_is_forgotten() {
    let loaded = library(TEXT);
    let (lab, _) = build(&loaded, &[]);
    let oracle = Oracle::new(&lab);
    let run = |inputs: std::ops::Range<i128>| {
        let mut executor = oracle.original("tricky::twice").expect("it is in the lab");
        executor.run(inputs.map(|n| vec![Value::Int(n)]).collect()).expect("it runs");
    };
    run(0..5);
    run(0..5);
    assert_eq!(lab.executions.counts(), [10, 0]);
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
