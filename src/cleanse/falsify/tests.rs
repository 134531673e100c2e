use super::*;
use morph_traces::Variant;

/// Groups of a function of a float with a follow-up by which it is scaled.
fn scaled(outcomes: &[(f64, f64)]) -> Groups {
    let group = |(source, (x, y)): (usize, &(f64, f64))| Group {
        source,
        variant: Variant::Original,
        params: vec![Value::F64(*x), Value::F64(2.0)].into(),
        outs: vec![Value::F64(*y), Value::F64(*y * 2.0)],
    };
    Groups { correct: outcomes.iter().enumerate().map(group).collect(), ..Groups::default() }
}

#[test]
fn what_leaves_the_range_of_floats_may_do_so_on_one_side_alone() {
    let homogeneous = Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups: vec![Followup::of_subject(vec![Expr::binary(Op::Mul, Expr::Param(0), Expr::Param(1))])],
        then: Expr::binary(Op::Eq, Expr::Out(1), Expr::binary(Op::Mul, Expr::Out(0), Expr::Param(1))),
        tolerance: Tolerance::Exact,
    };
    assert!(overflows(&homogeneous, &scaled(&[(1.0, 3.0), (2.0, f64::INFINITY)])));
    assert!(!overflows(&homogeneous, &scaled(&[(1.0, 3.0), (f64::INFINITY, f64::INFINITY)])));
    let agreeing = Relation { then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)), ..homogeneous };
    assert!(!overflows(&agreeing, &scaled(&[(2.0, f64::INFINITY)])));
}

#[test]
fn bounds_that_are_reached_but_for_rounding_are_grazed() {
    let order = |op: Op, bound: f64| Expr::binary(op, Expr::Out(0), Expr::Const(Value::F64(bound)));
    let bounded = Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups: Vec::new(),
        then: Expr::binary(Op::And, order(Op::Ge, -1.0), order(Op::Le, 1.0)),
        tolerance: Tolerance::Exact,
    };
    let float = [Type::Float(FloatType::F64)];
    assert!(grazes(&bounded, &scaled(&[(1.0, 0.5), (2.0, 1.0 - f64::EPSILON)]), &float));
    assert!(!grazes(&bounded, &scaled(&[(1.0, 0.5), (2.0, 1.0), (3.0, -1.0)]), &float));
}

#[test]
fn bounds_that_never_decide_are_idle_and_those_that_do_are_not() {
    let groups = |outcomes: &[i128]| Groups {
        correct: outcomes
            .iter()
            .enumerate()
            .map(|(source, n)| Group {
                source,
                variant: Variant::Original,
                params: vec![Value::Int(*n)].into(),
                outs: vec![Value::Int(*n), Value::Int((*n).min(10))],
            })
            .collect(),
        ..Groups::default()
    };
    let bounded = Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups: vec![Followup::of_subject(vec![Expr::Param(0)])],
        then: Expr::binary(Op::Eq, Expr::Out(1), Expr::binary(Op::Min, Expr::Out(0), Expr::int(10))),
        tolerance: Tolerance::Exact,
    };
    assert!(has_idle_bound(&bounded, &groups(&[0, 3, 9, 10])));
    assert!(has_idle_bound(&bounded, &groups(&[12, 10, 40])));
    assert!(!has_idle_bound(&bounded, &groups(&[0, 3, 12])));
    let plain = Relation { then: Expr::binary(Op::Le, Expr::Out(1), Expr::Out(0)), ..bounded };
    assert!(!has_idle_bound(&plain, &groups(&[0, 3, 9])));
}

#[test]
fn inequality_that_reaches_its_bound_by_rounding_is_told_from_one_with_room() {
    let float = Type::Float(FloatType::F64);
    let scope = morph_relation::Scope {
        params: vec![("x".to_owned(), float.clone())],
        outs: vec![float.clone(); 2],
        item: None,
    };
    let grazes_within = |tolerance: Tolerance, arg: &str, then: &str, x: f64, outs: [f64; 2]| {
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![scope.parse(arg).unwrap()])],
            then: scope.parse(then).unwrap(),
            tolerance,
        };
        let group = Group {
            source: 0,
            variant: Variant::Original,
            params: vec![Value::F64(x)].into(),
            outs: outs.map(Value::F64).to_vec(),
        };
        super::grazes(
            &relation,
            &Groups { correct: vec![group], ..Groups::default() },
            std::slice::from_ref(&float),
        )
    };
    let grazes =
        |arg: &str, then: &str, x: f64, outs: [f64; 2]| grazes_within(Tolerance::Exact, arg, then, x, outs);
    let root = std::f64::consts::FRAC_1_SQRT_2;
    let below = f64::from_bits(root.to_bits() - 1);
    assert!(grazes("x + FRAC_PI_2", "y1 <= SQRT_2 - y0", -0.8, [root, below]));
    assert!(!grazes("x + FRAC_PI_2", "y1 <= SQRT_2 - y0", -0.7, [root, 0.6]));
    assert!(!grazes("x + 1.0", "y1 >= y0", 1e15, [root, below]), "neighbours");
    assert!(!grazes("-x", "y1 <= y0", 3.0, [root, root]), "equal");
    assert!(grazes("-x", "y1 - y0 <= 0.0", 3.0, [root, below]));
    let lax = Tolerance::Mixed(1e-12);
    assert!(!grazes_within(lax, "-x", "y1 <= y0", 3.0, [root, below]), "forgiven");
    assert!(grazes_within(lax, "-x", "y1 < y0", 3.0, [root, below]), "strict");
}

#[test]
fn narrow_floats_that_agree_within_a_tolerance_must_not_be_large() {
    let group = |x: f32, kind: FloatType| Group {
        source: 0,
        variant: Variant::Original,
        params: vec![Value::float(kind, f64::from(x))].into(),
        outs: vec![Value::float(kind, f64::from(x)), Value::float(kind, f64::from(x) * (1.0 + 1e-6))],
    };
    let loses = |x: f32, kind: FloatType, tolerance: Tolerance| {
        let relation = Relation {
            given: Vec::new(),
            when: Expr::binary(Op::Lt, Expr::Out(0), Expr::Const(Value::float(kind, 1e6))),
            followups: vec![Followup::of_subject(vec![Expr::Param(0)])],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
            tolerance,
        };
        loses_digits(&relation, &Groups { correct: vec![group(x, kind)], ..Groups::default() })
    };
    assert!(loses(1e5, FloatType::F32, Tolerance::Mixed(1e-4)));
    assert!(!loses(5.0, FloatType::F32, Tolerance::Mixed(1e-4)));
    assert!(!loses(1e7, FloatType::F32, Tolerance::Mixed(1e-4)), "the guard keeps it away");
    assert!(!loses(1e5, FloatType::F32, Tolerance::Ulp(16)));
    assert!(!loses(1e5, FloatType::F64, Tolerance::Mixed(1e-4)));
}
