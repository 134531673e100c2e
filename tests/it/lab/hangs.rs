//! What hangs where no fuel is burnt.

use morph_lab::Outcome;
use morph_traces::Oracle;

use super::{build, library, list_own};
use morph_relation::Value;

const SOURCE: &str = r#"
/// In a macro's body, where the lab burns no fuel.
macro_rules! wait_while { ($wait:expr) => { while std::hint::black_box($wait) {} }; }
pub fn waits(n: u8) -> u8 {
    let wait = n > 254;
    wait_while!(wait);
    n
}
"#;

/// It is found out by the processor time that it spends without burning fuel.
#[test]
fn mutant_that_hangs_without_burning_fuel_runs_out_of_it() {
    let loaded = library(SOURCE);
    let mutants = list_own(&loaded.functions).expect("it parses");
    let (lab, _) = build(&loaded, &mutants);
    let hangs = lab.mutants.iter().find(|m| m.mutant.id == "tricky::waits#relational:>→<=@1");
    let hangs = hangs.expect("it is listed");
    assert!(hangs.runs());
    let keep = |id| id == hangs.id;
    let mut executor = Oracle::new(&lab).executor("tricky::waits", &keep).expect("it is in the lab");
    let rows = executor.run((0..100_i128).map(|n| vec![Value::Int(n)]).collect()).expect("it runs");
    assert_eq!(*executor.outcome(hangs.id, rows[0]), Outcome::OutOfFuel);
    assert_eq!(executor.original(rows[0]), &Outcome::Value(Value::Int(0)));
    assert!(!executor.hung());
}

/// Each call ends, but all of them take too long where no fuel is burnt.
#[test]
fn original_that_takes_long_in_a_library_on_most_inputs_is_given_up() {
    let loaded = library(
        "pub fn slow(n: u8) -> u8 {
            if n < 10 { return n; }
            (0..200_000_000_u64).map(u64::count_ones).max().unwrap_or(0) as u8
        }",
    );
    let (lab, _) = build(&loaded, &[]);
    let mut executor = Oracle::new(&lab).executor("tricky::slow", &|_| false).expect("it is in the lab");
    let rows = executor.run((0..255_i128).map(|n| vec![Value::Int(n)]).collect()).expect("it runs");
    assert_eq!(executor.original(rows[0]), &Outcome::Value(Value::Int(0)));
    assert!(executor.hung(), "the other 245 take long each");
}

/// Each call under the mutant ends, but they take too long together where no fuel is burnt.
#[test]
fn mutant_that_takes_long_in_a_library_on_most_inputs_is_given_up() {
    let loaded = library(
        "pub fn slow(n: u8) -> u8 {
            if n > 254 { (0..200_000_000_u64).map(u64::count_ones).max().unwrap_or(0) as u8 } else { n }
        }",
    );
    let mutants = list_own(&loaded.functions).expect("it parses");
    let (lab, _) = build(&loaded, &mutants);
    let slow = lab.mutants.iter().find(|m| m.mutant.id == "tricky::slow#relational:>→<=@1");
    let slow = slow.expect("it is listed").id;
    let mut executor =
        Oracle::new(&lab).executor("tricky::slow", &|id| id == slow).expect("it is in the lab");
    let rows = executor.run((0..255_i128).map(|n| vec![Value::Int(n)]).collect()).expect("it runs");
    let outcomes: Vec<Outcome> = rows.iter().map(|row| executor.outcome(slow, *row).into_owned()).collect();
    let on = |of: Outcome| outcomes.iter().filter(|outcome| **outcome == of).count();
    assert_eq!(on(Outcome::OutOfFuel), 1);
    let waited = on(Outcome::Value(Value::Int(28)));
    assert!((1..200).contains(&waited), "{waited} of 255 calls were made to the end");
    assert!(!executor.hung());
}
