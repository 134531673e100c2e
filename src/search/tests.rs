//! What a person would write first is found, on functions and mutants that live in memory.

use super::*;
use crate::inputs::{Context, transformations};
use morph_lab::MutantId;
use morph_relation::{Expr, FloatType, IntType, Type};
use morph_source::scan::Subject;
use morph_traces::{Fault, Group, Variant};
use morph_values::{Generator, sources, stream};

type Function = fn(&[Value]) -> Value;

fn int(value: &Value) -> i128 {
    match value {
        Value::Int(n) => *n,
        other => panic!("{other:?} is no integer"),
    }
}

fn items(value: &Value) -> Vec<f64> {
    match value {
        Value::Seq(items) => items.iter().filter_map(Value::as_float).collect(),
        other => panic!("{other:?} is no sequence"),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        other => panic!("{other:?} is no text"),
    }
}

fn subject(params: &[(&str, Type)], ret: Type) -> Subject {
    Subject::free("demo::f", params, ret)
}

/// Everything that enumeration finds for a function, in readable form.
fn found(subject: &Subject, original: Function, mutants: &[Function]) -> Vec<String> {
    found_by(&Enumerate, usize::MAX, subject, original, mutants)
}

/// Everything that a strategy finds with the first so many transformations.
fn found_by(
    strategy: &dyn Strategy,
    most: usize,
    subject: &Subject,
    original: Function,
    mutants: &[Function],
) -> Vec<String> {
    let signature = subject.signature();
    let mut rng = stream(7, "sources");
    let inputs = sources(subject, &Generator::new(Vec::new()), 200, &mut rng);
    let context = Context { subject: &signature, others: &[], constants: &[] };
    let mut all = Vec::new();
    let open: BTreeSet<Fault> = (1..).map(|n| Fault::Mutant(MutantId(n))).take(mutants.len()).collect();
    for transformation in transformations(&context).into_iter().take(most) {
        let run = |source: usize, variant: Variant, f: Function| -> Option<Group> {
            let params = inputs[source].clone();
            let mut outs = vec![f(&params)];
            for followup in &transformation.followups {
                let env = morph_relation::Env { params: &params, outs: &outs };
                let input = followup.inputs(env, &subject.types())?;
                outs.push(f(&input));
            }
            Some(Group { source, variant, params: params.into(), outs })
        };
        let mut groups = Groups::default();
        for source in 0..inputs.len() {
            let Some(correct) = run(source, Variant::Original, original) else { continue };
            for (n, mutant) in (1..).zip(mutants) {
                groups.incorrect.extend(
                    run(source, Variant::Mutant(MutantId(n)), *mutant)
                        .filter(|group| group.outs != correct.outs),
                );
            }
            groups.correct.push(correct);
        }
        let outs = vec![signature.ret.clone(); 2];
        let scope = Scope { params: signature.params.clone(), outs, item: None };
        let task = Task {
            subject: &signature,
            scope: &scope,
            transformation: &transformation,
            groups: &groups,
            constants: &[],
            evaluations: 10_000_000,
            seed: 0,
            seeds: &[],
            equations: false,
            open: &open,
        };
        let once = strategy.search(&task);
        let again = strategy.search(&task);
        let texts = |found: &Found| -> Vec<String> {
            found.candidates.iter().map(|c| c.relation.readable(&signature, &|_| None)).collect()
        };
        assert_eq!(texts(&once), texts(&again), "the same task has the same result");
        for candidate in &once.candidates {
            assert!(!candidate.kills.is_empty());
            let refuted = groups
                .correct
                .iter()
                .find(|g| candidate.relation.verdict(g.env()) == morph_relation::Verdict::Violated);
            assert!(
                refuted.is_none(),
                "{} does not hold",
                candidate.relation.readable(&signature, &|_| None)
            );
        }
        all.extend(texts(&once));
    }
    all
}

fn assert_found(found: &[String], expected: &[&str]) {
    for law in expected {
        assert!(found.iter().any(|text| text == law), "`{law}` is not among {found:#?}");
    }
}

const I64: Type = Type::Int(IntType::I64);
const F64: Type = Type::Float(FloatType::F64);

#[test]
fn commutativity_monotonicity_shifts_and_scales_of_numbers_are_found() {
    let found = found(
        &subject(&[("a", I64), ("b", I64)], I64),
        |v| Value::Int(int(&v[0]).max(int(&v[1]))),
        &[
            |v| v[0].clone(),
            |v| Value::Int(int(&v[0]).max(int(&v[1])) / 2 * 2),
            |v| Value::Int(int(&v[0]).max(int(&v[1])) + 1),
            |v| Value::Int(-int(&v[0]).max(int(&v[1]))),
        ],
    );
    assert_found(
        &found,
        &[
            "f(b, a) == f(a, b)",
            "f(a + 1, b + 1) == f(a, b) + 1",
            "f(a * 2, b * 2) == f(a, b) * 2",
            "f(f(a, b), b) == f(a, b)",
            "f(a + 1, b) >= f(a, b)",
        ],
    );
}

#[test]
fn invariance_under_order_and_laws_of_whole_sequences_are_found() {
    let xs = Type::Ref(Box::new(Type::Slice(Box::new(F64))));
    let found = found(
        &subject(&[("xs", xs)], F64),
        |v| {
            Value::F64(
                items(&v[0]).into_iter().fold(0.0, |a, b| if b.abs() > f64::abs(a) { b.abs() } else { a }),
            )
        },
        &[
            |v| Value::F64(items(&v[0]).first().copied().unwrap_or(0.0).abs()),
            |v| Value::F64(items(&v[0]).into_iter().fold(0.0, |a, b| if b > a { b } else { a })),
            |v| {
                Value::F64(
                    items(&v[0])
                        .into_iter()
                        .fold(1.0, |a, b| if b.abs() > f64::abs(a) { b.abs() } else { a }),
                )
            },
        ],
    );
    assert_found(
        &found,
        &[
            "f(xs.iter().rev()) == f(xs)",
            "f(xs.sorted()) == f(xs)",
            "f(xs.iter().map(|x| -x)) == f(xs)",
            "f(xs.iter().map(|x| x * 2.0)) == f(xs) * 2.0",
        ],
    );
}

#[test]
fn idempotence_involution_and_lengths_of_texts_are_found() {
    let lower = found(
        &subject(&[("s", Type::Ref(Box::new(Type::Str)))], Type::String),
        |v| Value::str(text(&v[0]).to_ascii_lowercase()),
        &[
            |v| Value::str(text(&v[0]).to_ascii_lowercase() + "x"),
            |v| Value::str(text(&v[0]).trim().to_ascii_lowercase()),
        ],
    );
    assert_found(&lower, &["f(f(s)) == f(s)", "f(s.chars().rev()) == f(s).chars().rev()"]);
    let flip = found(
        &subject(&[("s", Type::Ref(Box::new(Type::Str)))], Type::String),
        |v| Value::str(text(&v[0]).chars().rev().collect::<String>()),
        &[|v| Value::str(text(&v[0]).chars().skip(1).collect::<String>()), |v| v[0].clone()],
    );
    assert_found(
        &flip,
        &["f(f(s)) == s", "f(format!(\"a{s}\")).chars().count() == f(s).chars().count() + 1"],
    );
}

#[test]
fn relation_that_almost_holds_is_found_with_the_guard_that_makes_it_hold() {
    let found = found(
        &subject(&[("n", I64)], I64),
        |v| Value::Int(if int(&v[0]) < 0 { 0 } else { int(&v[0]) * 3 }),
        &[
            |v| Value::Int(if int(&v[0]) < 0 { 0 } else { int(&v[0]) * 3 + 1 }),
            |v| Value::Int(if int(&v[0]) < 0 { 0 } else { int(&v[0]) % 7 * 3 }),
        ],
    );
    assert_found(&found, &["f(n * 2) == f(n) * 2", "f(n + 1) > f(n) when n >= 0"]);
    assert!(!found.iter().any(|text| text == "f(n + 1) > f(n)"));
}

#[test]
fn relation_that_looks_at_one_execution_only_is_not_kept() {
    let found = found(
        &subject(&[("a", I64), ("b", I64)], I64),
        |v| Value::Int(int(&v[0]) - int(&v[1])),
        &[|v| Value::Int(int(&v[0]) - int(&v[1]) + 1)],
    );
    assert!(!found.iter().any(|text| text == "f(a, a) == 0"), "{found:#?}");
    assert_found(&found, &["f(b, a) == -f(a, b)"]);
}

#[test]
fn weight_prefers_equalities_without_guards() {
    let followup = morph_relation::Followup::of_subject(vec![Expr::Param(1), Expr::Param(0)]);
    let relation = |when: Expr, op| Relation {
        given: Vec::new(),
        when,
        followups: vec![followup.clone()],
        then: Expr::binary(op, Expr::Out(1), Expr::Out(0)),
        tolerance: Default::default(),
    };
    let guard = Expr::binary(morph_relation::Op::Gt, Expr::Param(0), Expr::int(0));
    let plain = weight(&relation(Expr::yes(), morph_relation::Op::Eq));
    assert!(plain < weight(&relation(guard, morph_relation::Op::Eq)));
    assert!(plain < weight(&relation(Expr::yes(), morph_relation::Op::Le)));
}

#[test]
fn weight_tells_coincidences() {
    use morph_relation::{FloatType, Op};
    let ordered = |when: Expr, function: Option<&str>, bound: Expr| {
        let followup = morph_relation::Followup {
            function: function.map(str::to_owned),
            ..morph_relation::Followup::of_subject(vec![Expr::Param(0)])
        };
        weight(&Relation {
            given: Vec::new(),
            when,
            followups: vec![followup],
            then: Expr::binary(Op::Le, Expr::Out(1), bound),
            tolerance: Default::default(),
        })
    };
    let number = |x: f64| Expr::Const(Value::float(FloatType::F64, x));
    let guard = || Expr::binary(Op::Gt, Expr::Param(0), number(0.0));
    let guarded = ordered(guard(), None, Expr::Out(0)) - ordered(Expr::yes(), None, Expr::Out(0));
    let plain = ordered(Expr::yes(), Some("demo::g"), Expr::Out(0));
    assert!(ordered(guard(), Some("demo::g"), Expr::Out(0)) > plain + guarded);
    let scaled = ordered(Expr::yes(), None, Expr::binary(Op::Mul, Expr::Out(0), number(1.6)));
    assert!(ordered(Expr::yes(), None, Expr::binary(Op::Add, Expr::Out(0), number(1.6))) > scaled);
}

#[test]
fn evolution_finds_what_is_too_large_to_enumerate_and_finds_it_again() {
    let evolve = Evolve { preset: &DEFAULT };
    let found = found_by(
        &evolve,
        3,
        &subject(&[("a", I64), ("b", I64)], I64),
        |v| Value::Int(2 * int(&v[0]) - 3 * int(&v[1])),
        &[
            |v| Value::Int(2 * int(&v[0]) - 3 * int(&v[1]).abs()),
            |v| Value::Int(2 * int(&v[0]) - 4 * int(&v[1])),
        ],
    );
    assert!(!found.is_empty());
}
