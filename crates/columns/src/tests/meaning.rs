//! What a node means is what its expression means.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::rows::*;
use crate::{Arena, Candidate, Isa, NodeId, Table};
use morph_relation::{Expr, Op, Tolerance, Type, Value};

/// Holds each expression to the reference on every row, with every instruction set. Returns how often it compared.
fn agree(exprs: &[Expr], groups: &[Vec<Group>; 2], tolerance: Tolerance) -> usize {
    let table = table(groups, tolerance);
    let mut compared = 0;
    for isa in Isa::available() {
        let mut arena = Arena::new(&table);
        let nodes: Vec<NodeId> =
            exprs.iter().map(|e| arena.add(e).unwrap_or_else(|| panic!("no node for {e:?}"))).collect();
        // All at once, so that they share nodes and slots.
        let numbers: Vec<usize> = (0..exprs.len())
            .filter(|i| matches!(arena.type_of(nodes[*i]), Type::Int(_) | Type::Float(_)))
            .collect();
        let roots: Vec<NodeId> = numbers.iter().map(|i| nodes[*i]).collect();
        let columns = engine(&table, isa).values(&arena, &roots);
        for (column, expr) in columns.iter().zip(numbers.iter().map(|i| &exprs[*i])) {
            assert_eq!(column.len(), groups[0].len() + groups[1].len());
            for (found, group) in column.iter().zip(groups.iter().flatten()) {
                if is_beyond(expr, group, tolerance) {
                    continue;
                }
                let wanted = expr.eval(env(group), tolerance);
                let same = match (&wanted, found) {
                    (Some(Value::Int(n)), Some(x)) => *n as f64 == *x,
                    (Some(value), Some(x)) => {
                        value.as_float().is_some_and(|y| Tolerance::Exact.same_f64(*x, y))
                    }
                    (None, None) => true,
                    _ => false,
                };
                assert!(same, "{isa:?}: {expr:?} is {wanted:?}, but {found:?} on {group:?}");
                compared += 1;
            }
        }
        compared += conditions_agree(exprs, &arena, &nodes, &table, groups, isa);
    }
    compared
}

fn conditions_agree(
    exprs: &[Expr],
    arena: &Arena<'_>,
    nodes: &[NodeId],
    table: &Table,
    groups: &[Vec<Group>; 2],
    isa: Isa,
) -> usize {
    let conditions: Vec<usize> =
        (0..exprs.len()).filter(|i| *arena.type_of(nodes[*i]) == Type::Bool).collect();
    let candidates: Vec<Candidate> =
        conditions.iter().map(|i| Candidate { relation: nodes[*i], guard: None }).collect();
    let sets = engine(table, isa).sets(arena, &candidates);
    let mut compared = 0;
    for (sets, expr) in sets.iter().zip(conditions.iter().map(|i| &exprs[*i])) {
        for (incorrect, groups) in groups.iter().enumerate() {
            for (row, group) in groups.iter().enumerate() {
                if is_beyond(expr, group, table.tolerance) {
                    continue;
                }
                let wanted = expr.test(env(group), table.tolerance);
                let told = if incorrect == 1 {
                    (sets.false_negatives.contains(row), true) == (wanted != Some(false), true)
                } else {
                    let found = (sets.applicable.contains(row), sets.false_positives.contains(row));
                    found == (wanted.is_some(), wanted == Some(false))
                };
                assert!(told, "{isa:?}: {expr:?} is {wanted:?} on {group:?}, row {row}");
                compared += 1;
            }
        }
    }
    compared
}

/// Every operator that applies to leaves or literals of its types, alone.
fn every_operator() -> Vec<Expr> {
    let scope = scope();
    let mut operands = leaves();
    operands.extend([0, 2, -7].map(Expr::int));
    operands.extend([f64::NAN, -0.0, 1.5].map(|x| Expr::Const(Value::F64(x))));
    operands.extend([0.1_f32, f32::INFINITY].map(|x| Expr::Const(Value::F32(x))));
    operands.push(Expr::Const(Value::str("ab")));
    let mut exprs = Vec::new();
    for operator in morph_relation::OPERATORS {
        for a in &operands {
            if operator.arity() == 1 {
                exprs.push(Expr::unary(operator.op, a.clone()));
            } else {
                exprs.extend(operands.iter().map(|b| Expr::binary(operator.op, a.clone(), b.clone())));
            }
        }
    }
    exprs.retain(|expr| matches!(scope.type_of(expr), Some(Type::Bool | Type::Int(_) | Type::Float(_))));
    exprs
}

/// Every combination of two and three operators that kernels take together, with comparisons of them.
fn every_fusion() -> Vec<Expr> {
    let ops = [Op::Add, Op::Sub, Op::Mul, Op::Div];
    let comparisons = [Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge];
    let mut exprs = Vec::new();
    // Floats, and integers with one that may be missing.
    for [a, b, c] in [[Expr::Param(0), Expr::Param(1), Expr::Out(0)], {
        [Expr::Param(4), Expr::Param(5), Expr::unary(Op::Unwrap, Expr::Param(8))]
    }] {
        for f in ops {
            let ab = Expr::binary(f, a.clone(), b.clone());
            for g in ops {
                let chains = [Expr::binary(g, ab.clone(), c.clone()), Expr::binary(g, c.clone(), ab.clone())];
                let bc = Expr::binary(g, b.clone(), c.clone());
                for op in comparisons {
                    exprs.push(Expr::binary(op, ab.clone(), bc.clone()));
                    exprs.push(Expr::binary(op, ab.clone(), c.clone()));
                    exprs.push(Expr::binary(op, c.clone(), ab.clone()));
                }
                for h in ops {
                    exprs.push(Expr::binary(h, ab.clone(), bc.clone()));
                    for chain in &chains {
                        exprs.push(Expr::binary(h, chain.clone(), a.clone()));
                        exprs.push(Expr::binary(h, b.clone(), chain.clone()));
                    }
                }
                exprs.extend(chains);
            }
        }
    }
    exprs
}

#[test]
fn every_operator_means_on_columns_what_it_means_on_values() {
    let groups = groups(1, 400, 60);
    for tolerance in [Tolerance::Exact, Tolerance::Ulp(4), Tolerance::Rel(1e-9), Tolerance::Mixed(1e-12)] {
        assert!(agree(&every_operator(), &groups, tolerance) > 100_000);
    }
}

#[test]
fn operators_that_a_kernel_takes_together_mean_what_they_mean_apart() {
    assert!(agree(&every_fusion(), &groups(2, 520, 1), Tolerance::Exact) > 100_000);
}

#[test]
fn maps_fields_and_tuples_mean_what_they_mean_on_values() {
    let item = || Box::new(Expr::Item);
    let boxed = |expr: Expr| Box::new(expr);
    // Division by zero counts only where there is an item to divide.
    let quotient = Expr::binary(Op::Div, Expr::Param(4), Expr::Param(5));
    let below = Expr::binary(Op::Le, *item(), quotient.clone());
    let shifted = Expr::Map(boxed(Expr::Param(12)), boxed(Expr::binary(Op::Max, *item(), Expr::Param(5))));
    let pair = Expr::Make(Type::Tuple(vec![INT, Type::Bool]), 0, vec![quotient, Expr::Param(6)]);
    let y1 = || {
        Expr::Make(Type::Tuple(vec![INT, Type::Bool]), 0, vec![leaves()[18].clone(), leaves()[19].clone()])
    };
    let exprs = [
        Expr::All(boxed(Expr::Param(12)), boxed(below)),
        Expr::binary(Op::Eq, shifted.clone(), Expr::Param(12)),
        Expr::unary(Op::Sum, shifted),
        Expr::binary(Op::Ne, pair.clone(), y1()),
        Expr::binary(Op::Add, Expr::Field(boxed(pair), 0, "0".into()), Expr::int(1)),
    ];
    assert!(agree(&exprs, &groups(3, 600, 600), Tolerance::Exact) > 5_000);
}

#[test]
fn integers_beyond_what_f64_holds_are_exact_in_options_and_lists() {
    let big = Value::Int(u64::MAX.into());
    let scope = morph_relation::Scope {
        params: vec![("a".into(), Type::Int(morph_relation::IntType::U64))],
        outs: vec![Type::Option(Box::new(Type::Int(morph_relation::IntType::U64)))],
        item: None,
    };
    let group = (vec![big.clone()], vec![Value::Some(big.into())]);
    let leaves = [Expr::Param(0), Expr::Out(0)];
    let table = Table::new(&scope, &leaves, [env(&group)], [], Tolerance::Exact);
    let mut arena = Arena::new(&table);
    let relation = arena
        .add(&Expr::binary(Op::Eq, Expr::Out(0), Expr::unary(Op::Some, Expr::Param(0))))
        .expect("options are compared");
    let counts =
        engine(&table, Isa::best()).classify(&arena, &[Candidate { relation, guard: None }], &|_, _| false)
            [0]
        .expect("nothing is hopeless");
    assert_eq!((counts.applicable, counts.false_positives), (1, 0));
}

#[test]
fn what_has_no_type_or_no_leaf_has_no_node() {
    let groups = groups(4, 3, 0);
    let table = table(&groups, Tolerance::Exact);
    let mut arena = Arena::new(&table);
    assert_eq!(
        arena.add(&Expr::binary(Op::Add, Expr::Param(0), Expr::Param(4))),
        None,
        "a float and an integer"
    );
    assert_eq!(arena.add(&Expr::Out(1)), None, "only its parts are leaves");
    assert_eq!(arena.add(&Expr::Out(7)), None);
    assert_eq!(arena.add(&Expr::Item), None);
    assert!(arena.add(&leaves()[18]).is_some());
    let sum = Expr::binary(Op::Add, Expr::Param(4), Expr::Param(5));
    let (first, nodes) = (arena.add(&sum), arena.size());
    assert_eq!((arena.add(&sum), arena.size()), (first, nodes), "the same expression is the same node");
}

#[test]
fn a_table_of_some_rows_holds_what_they_hold() {
    let groups = groups(5, 600, 520);
    let rows = [vec![599, 3, 512], vec![0, 519]];
    let part = table(&groups, Tolerance::Exact).with_rows(&rows[0], &rows[1]);
    let wanted = [0, 1].map(|side: usize| rows[side].iter().map(|row| groups[side][*row].clone()).collect());
    let same = table(&wanted, Tolerance::Exact);
    for (found, wanted) in [(&part, &same)] {
        assert_eq!((found.correct(), found.incorrect()), (3, 2));
        for (leaf, block, row) in
            (0..leaves().len()).flat_map(|l| [(l, 0, 0), (l, 0, 1), (l, 0, 2), (l, 1, 0), (l, 1, 1)])
        {
            assert_eq!(found.value(leaf, block, row), wanted.value(leaf, block, row));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_expressions_mean_on_columns_what_they_mean_on_values(seed: u64, tolerance in 0..Tolerance::LADDER.len()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let exprs: Vec<Expr> = [Type::Bool, Type::Bool, Type::Bool, INT, F64, F32]
            .iter()
            .flat_map(|ty| (1..5).map(move |depth| (ty, depth)))
            .map(|(ty, depth)| expr(&mut rng, ty, depth))
            .collect();
        agree(&exprs, &groups(seed, 90, 40), Tolerance::LADDER[tolerance]);
    }
}
