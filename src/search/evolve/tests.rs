//! Trees stay well-typed, and populations keep the rules of the elite.

use std::collections::BTreeSet;

use super::grammar::Grammar;
use super::population::{Scored, elites, rank};
use super::preset::{DEFAULT, PAPER};
use super::thinned;
use super::tree::Tree;
use super::vary::{Individual, Variation};
use crate::search::Task;
use morph_columns::{Counts, Order, Rows, Sets};
use morph_lab::MutantId;
use morph_relation::Transformation;
use morph_relation::{Expr, FloatType, Followup, IntType, Op, Relation, Scope, Signature, Type, Value};
use morph_traces::{Fault, Group, Groups, Variant};
use morph_values::stream;

/// Calls `test` with the grammar of a function with parameters of many types.
fn with_grammar(paper: bool, test: impl FnOnce(&Grammar, &Scope)) {
    let params = vec![
        ("text".to_owned(), Type::Ref(Box::new(Type::Str))),
        ("values".to_owned(), Type::Vec(Box::new(Type::Float(FloatType::F64)))),
        ("n".to_owned(), Type::Int(IntType::U8)),
        ("flag".to_owned(), Type::Bool),
    ];
    let subject = Signature::new("demo::f", params, Type::Option(Box::new(Type::String)));
    let args = vec![
        Expr::Param(0),
        Expr::Param(1),
        Expr::binary(Op::Add, Expr::Param(2), Expr::int(7)),
        Expr::Param(3),
    ];
    let transformation = Transformation { followups: vec![Followup::of_subject(args)] };
    let scope = Scope {
        params: subject.params.clone(),
        outs: vec![subject.ret.clone(), subject.ret.clone()],
        item: None,
    };
    let (groups, open, seeds): (_, BTreeSet<Fault>, Vec<Relation>) = Default::default();
    let groups: Groups = groups;
    let task = Task {
        subject: &subject,
        scope: &scope,
        transformation: &transformation,
        groups: &groups,
        constants: &[Value::str("x"), Value::Int(60)],
        evaluations: 1_000,
        seed: 0,
        seeds: &seeds,
        equations: false,
        open: &open,
    };
    test(&Grammar::of(&task, if paper { &PAPER } else { &DEFAULT }), &scope);
}

fn assert_well_typed(tree: &Tree, grammar: &Grammar, scope: &Scope) {
    let expr = tree.to_expr(&grammar.leaves);
    assert_eq!(scope.type_of(&expr), Some(Type::Bool), "{expr:?}");
}

#[test]
fn random_trees_are_conditions_of_the_wanted_size_that_are_read_back() {
    for paper in [false, true] {
        with_grammar(paper, |grammar, scope| {
            let mut rng = stream(1, "trees");
            let mut operators = BTreeSet::new();
            for size in 3..=16 {
                for _ in 0..200 {
                    let tree = grammar.condition(size, &mut rng);
                    assert_well_typed(&tree, grammar, scope);
                    assert!(tree.size() <= size.max(5), "{} of {size}", tree.size());
                    let expr = tree.to_expr(&grammar.leaves);
                    expr.any(&mut |e| {
                        if let Expr::Apply(op, _) = e {
                            operators.insert(*op);
                        }
                        false
                    });
                    assert_eq!(grammar.tree_of(&expr, scope).as_ref(), Some(&tree));
                }
            }
            assert!(operators.len() > 25, "{operators:?}");
        });
    }
}

#[test]
fn children_of_conditions_are_conditions() {
    with_grammar(false, |grammar, scope| {
        let mut rng = stream(2, "children");
        let variation = Variation { grammar, preset: &DEFAULT, conditions: 5 };
        let mut changed = 0;
        for _ in 0..2_000 {
            let mut parent = || Individual { tree: grammar.condition(12, &mut rng), guard: vec![1] };
            let (a, b) = (parent(), parent());
            let children = variation.children(&a, &b, &mut rng);
            for child in &children {
                assert_well_typed(&child.tree, grammar, scope);
                assert!(child.guard.len() <= 2 && child.guard.iter().all(|condition| *condition < 5));
            }
            changed += usize::from(children[0] != a && children[1] != b);
        }
        assert!(changed > 1_000, "{changed}");
    });
}

#[test]
fn relation_without_the_last_outcome_is_no_elite() {
    with_grammar(false, |grammar, scope| {
        let value = |n: usize| Expr::unary(Op::Unwrap, Expr::Out(n));
        let tree = |expr: Expr| grammar.tree_of(&expr, scope).expect("the grammar has it");
        assert!(grammar.relates(&tree(Expr::binary(Op::Eq, value(1), value(0)))));
        assert!(!grammar.relates(&tree(Expr::binary(Op::Eq, value(0), Expr::Param(0)))));
        assert!(!grammar.relates(&tree(Expr::binary(Op::Eq, value(1), Expr::Param(0)))));
    });
}

#[test]
fn elites_have_different_texts_and_different_false_negatives() {
    let leaf = |n: usize| {
        let genes = vec![super::tree::Gene { symbol: super::tree::Symbol::Leaf(n), ty: 0 }];
        Individual { tree: Tree(genes), guard: Vec::new() }
    };
    let scored = |n: usize, positives: u32, negatives: u64, eligible: bool| Scored {
        individual: leaf(n),
        counts: Counts { false_positives: positives, false_negatives: negatives.count_ones(), applicable: 9 },
        sets: Sets { false_negatives: Rows(vec![negatives]), ..Sets::default() },
        eligible,
    };
    let mut all = vec![
        scored(0, 1, 0b0001, true),
        scored(1, 0, 0b0011, true),
        scored(1, 0, 0b0111, true),
        scored(2, 0, 0b0011, true),
        scored(3, 0, 0b0001, false),
        scored(4, 0, 0b1111, true),
    ];
    rank(&mut all, Order::FalsePositives);
    let names = |places: Vec<usize>| -> Vec<Individual> {
        places.into_iter().map(|place| all[place].individual.clone()).collect()
    };
    assert_eq!(names(elites(&all, 10)), [leaf(1), leaf(4), leaf(0)]);
    assert_eq!(names(elites(&all, 1)), [leaf(1)]);
}

#[test]
fn groups_of_large_values_are_thinned_and_groups_of_small_ones_are_not() {
    let groups = |length: i128, count: usize| {
        let value = Value::seq((0..length).map(Value::Int));
        let group = |i: usize| Group {
            source: i / 2,
            variant: Variant::Mutant(MutantId(i as u32 % 2 + 1)),
            params: vec![value.clone()].into(),
            outs: vec![Value::Bool(true); 2],
        };
        (0..count).map(group).collect::<Vec<Group>>()
    };
    let left = |length: i128| {
        let all = groups(length, 2_000);
        let left = thinned(all.iter().collect(), &[]);
        let of_first = left.iter().filter(|group| group.variant == Variant::Mutant(MutantId(1))).count();
        assert_eq!(of_first * 2, left.len(), "each mutant has the same share");
        left.len()
    };
    assert_eq!(left(7), 2_000);
    assert_eq!(left(32), 2_000);
    assert_eq!(left(107), 500);
    assert_eq!(left(5_000), 16);
}
