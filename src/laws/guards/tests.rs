use super::*;
use morph_relation::Followup;

#[test]
fn who_adds_more_than_a_share_does_not_ask_about_shares() {
    let float = Type::Float(FloatType::F64);
    let subject = Signature::new("demo::f", vec![("x".to_owned(), float.clone())], float);
    let shifted = |by: f64| {
        let arg = Expr::binary(Op::Add, Expr::Param(0), Expr::Const(Value::F64(by)));
        Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![arg])],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
            tolerance: Tolerance::Exact,
        }
    };
    let shares = between(&subject, SHARES.0, SHARES.1).expect("there is a float");
    assert!(near(&subject, &shifted(0.5)).contains(&shares));
    assert!(!near(&subject, &shifted(180.0)).contains(&shares));
}

fn of_power() -> (Signature, Relation) {
    let float = Type::Float(FloatType::F64);
    let params = vec![("x".to_owned(), float.clone()), ("n".to_owned(), Type::Int(IntType::U32))];
    let next = Expr::binary(Op::Add, Expr::Param(1), Expr::int(1));
    let relation = Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups: vec![Followup::of_subject(vec![Expr::Param(0), next])],
        then: Expr::binary(Op::Eq, Expr::Out(1), Expr::binary(Op::Mul, Expr::Out(0), Expr::Param(0))),
        tolerance: Tolerance::Mixed(1e-9),
    };
    (Signature::new("demo::power", params, float), relation)
}

#[test]
fn a_sign_stands_beside_bounds_that_leave_it_open() {
    let near = between(&of_power().0, 0.0, 1.0).expect("bounds");
    let zero = |op: Op| Expr::binary(op, Expr::Param(0), Expr::Const(Value::F64(0.0)));
    assert_eq!(with_sign(&near, &zero(Op::Le)), None);
    assert_eq!(with_sign(&near, &zero(Op::Ge)), Some(near.clone()));
    let Expr::Apply(_, bounds) = &near else { panic!("bounds on both sides") };
    let above = Expr::binary(Op::And, zero(Op::Gt), bounds[1].clone());
    assert_eq!(with_sign(&near, &zero(Op::Gt)), Some(above.clone()));
    assert!(is_range(&above));
}

#[test]
fn floats_near_zero_have_bounds_and_small_counts_beside_them() {
    let (power, relation) = of_power();
    let shown: Vec<String> = near(&power, &relation)
        .into_iter()
        .map(|when| Relation { when, ..relation.clone() }.readable(&power, &|_| None))
        .map(|read| read.split_once("* x").expect("the law").1.to_owned())
        .collect();
    assert_eq!(
        shown,
        [
            " (floats within ±1000, within mixed 1e-9)",
            " (floats within ±180, within mixed 1e-9)",
            " (floats within ±90, within mixed 1e-9)",
            " (floats within ±10, within mixed 1e-9)",
            " (floats within ±1, within mixed 1e-9)",
            " when x >= 0.0 && x <= 1.0 (within mixed 1e-9)",
            " (floats from ±0.001 to ±1000, within mixed 1e-9)",
            " (floats from 0.001 to 1000, within mixed 1e-9)",
            " when n <= 100 (floats within ±1, within mixed 1e-9)",
            " when n <= 10 (floats within ±10, within mixed 1e-9)",
            " when n <= 10 (floats from 0.001 to 1000, within mixed 1e-9)",
        ]
    );
}

#[test]
fn what_is_linear_is_so_of_large_numbers_too() {
    let float = Type::Float(FloatType::F64);
    let given = vec![("u".to_owned(), float.clone())];
    let subject = Signature::new("demo::f", vec![("x".to_owned(), float.clone())], float);
    let subject = subject.with_given(&given);
    let sum = |of: fn(usize) -> Expr, op: Op| Expr::binary(op, of(0), of(1));
    let law = |op: Op| Relation {
        given: given.clone(),
        when: Expr::yes(),
        followups: vec![
            Followup::of_subject(vec![Expr::Param(1)]),
            Followup::of_subject(vec![sum(Expr::Param, Op::Add)]),
        ],
        then: Expr::binary(Op::Eq, Expr::Out(2), sum(Expr::Out, op)),
        tolerance: Tolerance::Mixed(1e-9),
    };
    let bounds = near(&subject, &law(Op::Mul));
    assert_eq!(near(&subject, &law(Op::Add)), [0, 6, 7].map(|at| bounds[at].clone()));
}

#[test]
fn what_is_linear_in_each_coordinate_is_so_of_large_numbers_too() {
    let float = || Type::Float(FloatType::F64);
    let point = Type::Tuple(vec![float(), float()]);
    let subject = Signature::new("demo::f", vec![("p".to_owned(), point.clone())], float());
    let coordinate = |at: usize| Expr::field(Expr::Param(0), &point, at).expect("a pair has it");
    let law = |each: fn(Expr) -> Expr| Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups: vec![Followup::of_subject(vec![Expr::Make(
            point.clone(),
            0,
            [0, 1].map(|at| each(coordinate(at))).into(),
        )])],
        then: Expr::binary(Op::Eq, Expr::Out(1), Expr::unary(Op::Neg, Expr::Out(0))),
        tolerance: Tolerance::Mixed(1e-9),
    };
    let bounds = near(&subject, &law(|x| Expr::unary(Op::Sqrt, x)));
    let mirrored = near(&subject, &law(|x| Expr::unary(Op::Neg, x)));
    assert!(mirrored.len() < bounds.len() && mirrored[0] == bounds[0], "{mirrored:?}");
    let of_ten = within(&subject, &|_| 10.0).expect("there are floats");
    assert!(bounds.contains(&of_ten) && !mirrored.contains(&of_ten));
}

#[test]
fn what_falls_is_tried_nearer_to_zero() {
    let (power, relation) = of_power();
    let bounds = near(&power, &relation);
    let first = narrower(&power, &relation).expect("a bound");
    let second = narrower(&power, &first).expect("a nearer one");
    assert_eq!([&first.when, &second.when], [&bounds[0], &bounds[1]]);
    let last = Relation { when: bounds[bounds.len() - 1].clone(), ..relation };
    assert_eq!(narrower(&power, &last), None);
}

#[test]
fn what_a_sibling_undoes_is_tried_where_powers_stay_small() {
    let (power, mut relation) = of_power();
    let plain = near(&power, &relation).len();
    relation.followups[0].function = Some("demo::root".to_owned());
    let bounds = near(&power, &relation);
    assert_eq!(bounds.len(), plain + 1);
    assert_eq!(bounds.iter().filter(|guard| is_range(guard)).count(), 5);
}

#[test]
fn bounds_are_known_again() {
    let (power, relation) = of_power();
    let bounds = near(&power, &relation);
    assert!(bounds.iter().all(|guard| is_near_zero(guard) != is_range(guard)));
    assert_eq!(bounds.iter().filter(|guard| is_range(guard)).count(), 4);
}

#[test]
fn each_narrower_guard_is_another_one() {
    let (f32, f64) = (FloatType::F32, FloatType::F64);
    for (first, second) in [(f32, f32), (f64, f64), (f64, f32)] {
        let params = [("x", first), ("y", second)];
        let params = params.map(|(name, kind)| (name.to_owned(), Type::Float(kind))).to_vec();
        let subject = Signature::new("demo::f", params, Type::Float(first));
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![Expr::Param(1), Expr::Param(0)])],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
            tolerance: Tolerance::Mixed(1e-6),
        };
        let mut seen = vec![relation.when.clone()];
        let mut last = relation;
        while let Some(next) = narrower(&subject, &last) {
            assert!(!seen.contains(&next.when), "{first:?}, {second:?}: {:?} again", next.when);
            seen.push(next.when.clone());
            last = next;
        }
        assert!(seen.len() > 3, "{first:?}, {second:?}: {} guards", seen.len());
    }
}

#[test]
fn what_is_less_near_zero_alone_is_no_law() {
    let of = |kind: FloatType| {
        let float = Type::Float(kind);
        Signature::new("demo::f", vec![("x".to_owned(), float.clone())], float)
    };
    let law = |op: Op| Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups: vec![Followup { function: Some("demo::g".to_owned()), args: vec![Expr::Param(0)] }],
        then: Expr::binary(op, Expr::Out(0), Expr::Out(1)),
        tolerance: Tolerance::Exact,
    };
    let guards = |kind: FloatType, op: Op| near(&of(kind), &law(op)).len();
    assert_eq!([guards(FloatType::F32, Op::Le), guards(FloatType::F64, Op::Le)], [0, 1]);
    // Nor is it one that two functions agree there; that they do the opposite is tried nearer and nearer.
    assert_eq!(guards(FloatType::F32, Op::Eq), 3);
    let negated = Expr::binary(Op::Eq, Expr::Out(0), Expr::unary(Op::Neg, Expr::Out(1)));
    let opposite = Relation { then: negated, ..law(Op::Eq) };
    assert!(near(&of(FloatType::F32), &opposite).len() > 3);
}

#[test]
fn angles_are_below_a_whole_turn() {
    let (power, relation) = of_power();
    let texts = |guard: &Expr| guard.any(&mut |part| matches!(part, Expr::Apply(Op::Lt, _)));
    let all = measures(&power, &relation);
    assert!(texts(&all[0]) && !all[1..].iter().any(texts), "{all:#?}");
}
