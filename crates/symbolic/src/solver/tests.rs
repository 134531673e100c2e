//! Both solvers, and each against the other.

use super::*;

fn script(logic: &str, wanted: &[(&str, &str)], assertions: &[&str]) -> Script {
    let mut script = Script::new(logic);
    wanted.iter().for_each(|(name, sort)| script.want(name, sort));
    assertions.iter().for_each(|condition| script.assert(condition));
    script
}

fn embedded() -> Solver {
    Solver::new(Choice::Auto, Limits::default()).unwrap()
}

#[test]
fn a_model_satisfies_linear_integers() {
    let script = script(
        "QF_LIA",
        &[("x", "Int"), ("y", "Int")],
        &["(= (+ x (* 3 y)) 100)", "(< x 10)", "(<= (- 5) x)"],
    );
    let Answer::Sat(model) = embedded().check(&script) else { panic!("satisfiable") };
    let (Number::Int(x), Number::Int(y)) = (model["x"], model["y"]) else { panic!("integers: {model:?}") };
    assert!(x + 3 * y == 100 && (-5..10).contains(&x));
}

#[test]
fn bits_and_reals_have_values() {
    let bits = script("QF_BV", &[("b", "(_ BitVec 16)")], &["(= (bvmul b #x0007) #x002a)"]);
    let Answer::Sat(model) = embedded().check(&bits) else { panic!("satisfiable") };
    assert_eq!(model["b"], Number::Bits(6));
    let reals = script("QF_LRA", &[("r", "Real")], &["(= (* 4.0 r) 1.0)"]);
    let Answer::Sat(model) = embedded().check(&reals) else { panic!("satisfiable") };
    assert_eq!(model["r"], Number::Real(0.25));
}

#[test]
fn what_cannot_hold_is_unsat_and_counted() {
    let mut solver = embedded();
    let parity = script("QF_LIA", &[("x", "Int")], &["(= (* 2 x) 7)"]);
    assert_eq!(solver.check(&parity), Answer::Unsat);
    assert_eq!(solver.counts, Counts { asked: 1, unsat: 1, ..Counts::default() });
}

#[test]
fn what_is_not_understood_or_too_long_is_unknown() {
    let strings = script("QF_S", &[("s", "String")], &["(= (str.len s) 3)"]);
    assert!(matches!(embedded().check(&strings), Answer::Unknown(_)));
    let limits = Limits { script: 40, ..Limits::default() };
    let mut short = Solver::new(Choice::Rz3, limits).unwrap();
    let long = script("QF_LIA", &[("x", "Int")], &["(= x 1)"]);
    assert_eq!(short.check(&long), Answer::Unknown("the script is too long".to_owned()));
}

#[test]
fn only_so_much_is_asked_about_bit_vectors_and_real_numbers() {
    let bits = script("QF_BV", &[("b", "(_ BitVec 8)")], &["(= b #x07)"]);
    let reals = script("QF_LRA", &[("x", "Real")], &["(= x 1.5)"]);
    let limits = Limits { bits_in_all: bits.len() * 2, reals_in_all: reals.len() * 2, ..Limits::default() };
    let mut solver = Solver::new(Choice::Rz3, limits).unwrap();
    for script in [bits, reals] {
        let answers: Vec<bool> = (0..3).map(|_| matches!(solver.check(&script), Answer::Sat(_))).collect();
        assert_eq!(answers, [true, true, false]);
    }
    let arithmetic = script("QF_LIA", &[("x", "Int")], &["(= x 1)"]);
    assert!(matches!(solver.check(&arithmetic), Answer::Sat(_)));
}

/// z3, where it is installed.
fn z3() -> Option<Solver> {
    let solver = Solver::new(Choice::Z3, Limits::default()).ok();
    if solver.is_none() {
        eprintln!("skipped: no z3 on PATH");
    }
    solver
}

#[test]
fn a_z3_on_the_path_answers_alike() {
    let Some(mut z3) = z3() else { return };
    let signed = script(
        "ALL",
        &[("x", "Int"), ("r", "Real"), ("b", "(_ BitVec 8)"), ("p", "Bool")],
        &["(= (* 3 x) (- 12))", "(= (* 3.0 r) (- 1.0))", "(= b #xfe)", "p"],
    );
    let Answer::Sat(model) = z3.check(&signed) else { panic!("satisfiable") };
    assert_eq!(
        (model["x"], model["b"], model["p"]),
        (Number::Int(-4), Number::Bits(254), Number::Bool(true))
    );
    assert_eq!(model["r"], Number::Real(-1.0 / 3.0));
    let parity = script("QF_LIA", &[("x", "Int")], &["(= (* 2 x) 7)"]);
    assert_eq!(z3.check(&parity), Answer::Unsat);
}
