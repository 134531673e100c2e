//! Solutions against enumeration, and the embedded solver against z3.

use std::cell::RefCell;

use proptest::prelude::*;

use super::super::term::{Bits, Evaluation, FloatFn, FloatOp, Sort, Term, TermId};
use super::*;
use crate::solver::{Choice, Limits, Script};
use morph_relation::{FloatType, IntType};

thread_local! {
    static REFUTED: RefCell<Vec<Script>> = const { RefCell::new(Vec::new()) };
}

/// Keeps what was found to have no solution on this thread, as a script that rests on no conclusion.
pub fn refuted(slice: &Slice) {
    let domains = Domains::of_sorts(slice);
    let form = if is_arithmetic(slice) { Some(Form::Arithmetic) } else { bit_vectors(slice, &domains) };
    if let Some(form) = form {
        let script = encode(slice, &domains, form).script;
        REFUTED.with_borrow_mut(|scripts| scripts.push(script));
    }
}

/// Asks z3 about all that was refuted on this thread; how many it agrees on, where it is installed.
pub fn cross_checked() -> Option<usize> {
    let scripts = REFUTED.take();
    let Ok(mut z3) = Solver::new(Choice::Z3, Limits::default()) else {
        eprintln!("skipped: no z3 on PATH");
        return None;
    };
    let mut agreed = 0;
    for script in scripts {
        match z3.check(&script) {
            Answer::Unsat => agreed += 1,
            Answer::Unknown(_) => {}
            Answer::Sat(model) => panic!("z3 finds {model:?} for\n{}", script.text()),
        }
    }
    Some(agreed)
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn embedded() -> Solver {
    Solver::new(Choice::Auto, Limits::default()).unwrap()
}

fn hold(constraints: &[TermId]) -> Vec<Decision> {
    constraints.iter().map(|id| (*id, true)).collect()
}

fn ask(terms: &Terms, constraints: &[TermId], hint: &Assignment, solver: &mut Solver) -> Solution {
    let constraints = hold(constraints);
    let mut values = Evaluation::new(hint.clone());
    let met: Vec<bool> = constraints
        .iter()
        .map(|(id, truth)| values.value(terms, *id) == Some(Scalar::Bool(*truth)))
        .collect();
    let question = Question { terms, constraints: &constraints, met: &met, hint };
    solve(question, solver, &mut rng(1))
}

fn decide(terms: &Terms, constraints: &[TermId], hint: &Assignment) -> Solution {
    let solution = ask(terms, constraints, hint, &mut embedded());
    if let Solution::Sat(values) = &solution {
        for id in constraints {
            assert_eq!(terms.evaluate(*id, values), Some(Scalar::Bool(true)), "{:?}", terms.get(*id));
        }
    }
    solution
}

fn int(terms: &mut Terms, name: &str, low: i128, high: i128) -> TermId {
    terms.variable(name, Sort::Int(low, high), false)
}

/// Random constraints over three small integers and a truth value.
fn random(seed: u64, linear: bool, bits: bool) -> (Terms, Vec<TermId>) {
    let mut rng = rng(seed);
    let mut terms = Terms::default();
    let mut ints = vec![
        int(&mut terms, "x", 0, 11),
        int(&mut terms, "y", -6, 6),
        int(&mut terms, "z", 0, 7),
        terms.int(3),
        terms.int(-2),
        terms.int(1),
    ];
    let mut bools = vec![terms.variable("p", Sort::Bool, false)];
    for _ in 0..rng.random_range(3..14) {
        let mut pick = |list: &[TermId]| list[rng.random_range(0..list.len())];
        let (a, b, c, p, q) = (pick(&ints), pick(&ints), pick(&ints), pick(&bools), pick(&bools));
        let constant = terms.int(rng.random_range(1..6));
        let other = if linear { constant } else { b };
        let width = [IntType::U8, IntType::I8][rng.random_range(0..2)];
        let made = match rng.random_range(0..13) {
            0 => Term::Add(a, b),
            1 => Term::Sub(a, b),
            2 => Term::Mul(a, other),
            3 => Term::Div(a, constant),
            4 => Term::Rem(a, constant),
            5 => Term::Wrap(width, a),
            6 if bits => {
                let (a, b) = (terms.make(Term::Wrap(width, a)), terms.make(Term::Wrap(width, b)));
                let op = [Bits::And, Bits::Or, Bits::Xor][rng.random_range(0..3)];
                Term::Bits(op, width, a, b)
            }
            6 | 7 => Term::Ite(p, a, b),
            8 => Term::Eq(a, b),
            9 => Term::Lt(a, b),
            10 => Term::Le(a, c),
            11 => Term::And(p, q),
            _ => Term::Or(p, q),
        };
        let id = terms.make(made);
        match terms.sort_of(id) {
            Sort::Bool => bools.push(id),
            _ => ints.push(id),
        }
    }
    let last = *ints.last().unwrap();
    let wanted = terms.int(rng.random_range(-20..40));
    let mut constraints = vec![terms.make(Term::Eq(last, wanted))];
    for _ in 0..rng.random_range(0..4) {
        let id = bools[rng.random_range(0..bools.len())];
        constraints.push(if rng.random_bool(0.5) { id } else { terms.not(id) });
    }
    (terms, constraints)
}

fn enumerated(terms: &Terms, constraints: &[TermId]) -> bool {
    let found = |x, y, z, p| {
        let assignment =
            vec![Some(Scalar::Int(x)), Some(Scalar::Int(y)), Some(Scalar::Int(z)), Some(Scalar::Bool(p))];
        let mut values = Evaluation::new(assignment);
        constraints.iter().all(|id| values.value(terms, *id) == Some(Scalar::Bool(true)))
    };
    (0..=11).any(|x| (-6..=6).any(|y| (0..=7).any(|z| found(x, y, z, true) || found(x, y, z, false))))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(250) })]

    #[test]
    fn what_is_decided_is_what_enumeration_finds(seed: u64, linear: bool, bits: bool) {
        let (terms, constraints) = random(seed, linear, bits);
        match decide(&terms, &constraints, &Vec::new()) {
            Solution::Sat(_) => {}
            Solution::Unsat => prop_assert!(!enumerated(&terms, &constraints)),
            Solution::Unknown => prop_assert!(!linear || bits, "linear integers are decided"),
        }
    }
}

/// Every form of a question is answered as z3 answers it.
#[test]
fn the_embedded_solver_and_z3_agree_on_random_constraints() {
    let Ok(mut z3) = Solver::new(Choice::Z3, Limits::default()) else {
        eprintln!("skipped: no z3 on PATH");
        return;
    };
    let mut rz3 = embedded();
    let (mut alike, mut unknown) = (0, 0);
    for seed in 0..400 {
        let (terms, constraints) = random(seed, seed % 2 == 0, seed % 3 == 0);
        let slice = Slice::new(&terms, hold(&constraints));
        let Some(domains) = Domains::new(&slice) else {
            assert!(!enumerated(&terms, &constraints), "seed {seed}: propagation");
            continue;
        };
        let domains = domains.of_variables(&slice);
        for form in forms(&slice, &domains) {
            let script = encode(&slice, &domains, form).script;
            match (rz3.check(&script), z3.check(&script)) {
                (Answer::Sat(_), Answer::Sat(_)) | (Answer::Unsat, Answer::Unsat) => alike += 1,
                (Answer::Unknown(_), _) => unknown += 1,
                (ours, theirs) => panic!("seed {seed}: {ours:?}, {theirs:?}\n{}", script.text()),
            }
        }
    }
    assert!(alike > 25, "{alike} alike, {unknown} unknown");
}

/// In every form, what enumeration finds, the embedded solver finds, too.
#[test]
fn scripts_mean_what_terms_mean() {
    let mut solver = embedded();
    let mut decided = 0;
    for seed in 1_000..2_000 {
        let (terms, constraints) = random(seed, seed % 2 == 0, seed % 3 == 0);
        let slice = Slice::new(&terms, hold(&constraints));
        let Some(domains) = Domains::new(&slice) else { continue };
        let domains = domains.of_variables(&slice);
        for form in [bit_vectors(&slice, &domains), is_arithmetic(&slice).then_some(Form::Arithmetic)] {
            let Some(form) = form else { continue };
            let encoded = encode(&slice, &domains, form);
            assert!(encoded.is_exact);
            match solver.check(&encoded.script) {
                Answer::Unsat => {
                    assert!(!enumerated(&terms, &constraints), "seed {seed}:\n{}", encoded.script.text());
                    decided += 1;
                }
                Answer::Sat(model) => {
                    let values = encoded.decode(&slice, &model);
                    let values: Vec<Scalar> = values.into_iter().map(|value| value.unwrap()).collect();
                    let assignment = slice.assignment(&values, &Vec::new());
                    for id in &constraints {
                        let value = terms.evaluate(*id, &assignment);
                        assert_eq!(
                            value,
                            Some(Scalar::Bool(true)),
                            "seed {seed}:\n{}",
                            encoded.script.text()
                        );
                    }
                    decided += 1;
                }
                Answer::Unknown(_) => {}
            }
        }
    }
    assert!(decided > 100, "{decided} decided");
}

#[test]
fn bounds_alone_decide_chains_of_comparisons() {
    let mut terms = Terms::default();
    let names = ["a", "b", "c", "d"];
    let ids = names.map(|name| int(&mut terms, name, 0, 255));
    let mut chain: Vec<TermId> = ids.windows(2).map(|pair| terms.make(Term::Lt(pair[0], pair[1]))).collect();
    let (two, low) = (terms.int(2), terms.int(253));
    let last = terms.make(Term::Le(ids[3], two));
    let mut solver = embedded();
    let unsat = [chain.clone(), vec![last]].concat();
    assert_eq!(ask(&terms, &unsat, &Vec::new(), &mut solver), Solution::Unsat);
    let first = terms.make(Term::Lt(low, ids[0]));
    chain.push(first);
    assert_eq!(ask(&terms, &chain, &Vec::new(), &mut solver), Solution::Unsat);
    assert_eq!(solver.counts.asked, 0);
}

#[test]
fn what_the_constraints_do_not_touch_keeps_its_value() {
    let mut terms = Terms::default();
    let (x, y) = (int(&mut terms, "x", 0, 255), int(&mut terms, "y", 0, 255));
    let seven = terms.int(7);
    let goal = terms.make(Term::Eq(x, seven));
    let kept = terms.make(Term::Lt(seven, y));
    let hint = vec![Some(Scalar::Int(1)), Some(Scalar::Int(99))];
    let solution = decide(&terms, &[kept, goal], &hint);
    assert_eq!(solution, Solution::Sat(vec![Some(Scalar::Int(7)), Some(Scalar::Int(99))]));
}

#[test]
fn a_checksum_is_met() {
    let mut terms = Terms::default();
    let mut sum = terms.int(0);
    for place in 0..9 {
        let digit = int(&mut terms, &format!("d{place}"), 0, 9);
        let weight = terms.int(10 - place);
        let product = terms.make(Term::Mul(digit, weight));
        sum = terms.make(Term::Add(sum, product));
    }
    let (eleven, five) = (terms.int(11), terms.int(5));
    let rest = terms.make(Term::Rem(sum, eleven));
    let goal = terms.make(Term::Eq(rest, five));
    let odd = terms.make(Term::Lt(eleven, sum));
    assert!(matches!(decide(&terms, &[goal, odd], &Vec::new()), Solution::Sat(_)));
}

#[test]
fn a_product_is_taken_apart() {
    let mut terms = Terms::default();
    let (x, y) = (int(&mut terms, "x", 0, u32::MAX.into()), int(&mut terms, "y", 0, u32::MAX.into()));
    let product = terms.make(Term::Mul(x, y));
    let (wanted, two) = (terms.int(7_081 * 9_973), terms.int(2));
    let goal = terms.make(Term::Eq(product, wanted));
    let (a, b) = (terms.make(Term::Lt(two, x)), terms.make(Term::Lt(two, y)));
    let ordered = terms.make(Term::Lt(x, y));
    let all = [goal, a, b, ordered];
    // A product of primes is hard; it may stay open, but is never called infeasible.
    assert_ne!(decide(&terms, &all, &Vec::new()), Solution::Unsat);
    let small = terms.int(6 * 35);
    let goal = terms.make(Term::Eq(product, small));
    assert!(matches!(decide(&terms, &[goal, a, b, ordered], &Vec::new()), Solution::Sat(_)));
}

#[test]
fn floats_are_met_exactly() {
    let mut terms = Terms::default();
    let f64 = FloatType::F64;
    let (x, y) = (terms.variable("x", Sort::Float(f64), false), terms.variable("y", Sort::Float(f64), false));
    let tenth = terms.float(0.1, f64);
    let three = terms.float(0.3, f64);
    let sum = terms.make(Term::FloatOp(FloatOp::Add, f64, x, tenth));
    let goal = terms.make(Term::FloatEq(sum, three));
    assert!(matches!(decide(&terms, &[goal], &Vec::new()), Solution::Sat(_)));
    let root = terms.make(Term::FloatFn(FloatFn::Sqrt, f64, y));
    let (low, high) = (terms.float(1.25, f64), terms.float(1.5, f64));
    let between = [terms.make(Term::FloatLt(low, root)), terms.make(Term::FloatLt(root, high))];
    assert!(matches!(decide(&terms, &between, &Vec::new()), Solution::Sat(_)));
    let nan = terms.make(Term::IsNan(root));
    assert!(matches!(decide(&terms, &[nan], &Vec::new()), Solution::Sat(_)));
    // Of floats, nothing is proved.
    let less = terms.make(Term::FloatLt(x, x));
    assert_eq!(terms.as_bool(less), Some(false));
    let (below, above) = (terms.make(Term::FloatLt(x, y)), terms.make(Term::FloatLt(y, x)));
    assert_eq!(decide(&terms, &[below, above], &Vec::new()), Solution::Unknown);
}
