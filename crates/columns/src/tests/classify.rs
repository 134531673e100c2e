//! Counting, staged exit, memory and threads.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::rows::*;
use crate::{Arena, Candidate, Counts, Engine, Isa, Order};
use morph_relation::{Expr, Op, Tolerance, Type, Value};

/// Counts by the reference.
fn counted(relation: &Expr, guard: Option<&Expr>, groups: &[Vec<Group>; 2]) -> Counts {
    let holds = |group: &Group| {
        let guarded = guard.is_none_or(|guard| guard.test(env(group), Tolerance::Exact) == Some(true));
        if guarded { relation.test(env(group), Tolerance::Exact) } else { None }
    };
    let count = |side: usize, test: &dyn Fn(Option<bool>) -> bool| {
        groups[side].iter().filter(|group| test(holds(group))).count() as u32
    };
    Counts {
        false_positives: count(0, &|holds| holds == Some(false)),
        false_negatives: count(1, &|holds| holds != Some(false)),
        applicable: count(0, &|holds| holds.is_some()),
    }
}

/// Relations that no rounding touches, some with guards.
fn relations(seed: u64, count: usize, groups: &[Vec<Group>; 2]) -> Vec<(Expr, Option<Expr>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let (relation, guard) = (expr(&mut rng, &Type::Bool, 3), expr(&mut rng, &Type::Bool, 2));
        if ![&relation, &guard]
            .iter()
            .any(|e| groups.iter().flatten().any(|group| is_beyond(e, group, Tolerance::Exact)))
        {
            let guard = (found.len() % 3 == 0).then_some(guard);
            found.push((relation, guard));
        }
    }
    found
}

fn candidates(arena: &mut Arena<'_>, relations: &[(Expr, Option<Expr>)]) -> Vec<Candidate> {
    relations
        .iter()
        .map(|(relation, guard)| Candidate {
            relation: arena.add(relation).expect("a condition"),
            guard: guard.as_ref().map(|guard| arena.add(guard).expect("a condition")),
        })
        .collect()
}

#[test]
fn counts_are_those_of_the_reference() {
    let groups = groups(11, 1100, 700);
    let relations = relations(12, 60, &groups);
    let table = table(&groups, Tolerance::Exact);
    for isa in Isa::available() {
        let mut arena = Arena::new(&table);
        let candidates = candidates(&mut arena, &relations);
        let mut engine = Engine::with(&table, isa, 100);
        let found = engine.classify(&arena, &candidates, &|_, _| false);
        let sets = engine.sets(&arena, &candidates);
        for (((relation, guard), found), sets) in relations.iter().zip(&found).zip(&sets) {
            let wanted = counted(relation, guard.as_ref(), &groups);
            assert_eq!(*found, Some(wanted), "{relation:?} when {guard:?}");
            let of_sets = Counts {
                false_positives: sets.false_positives.count(),
                false_negatives: sets.false_negatives.count(),
                applicable: sets.applicable.count(),
            };
            assert_eq!(of_sets, wanted);
        }
    }
}

#[test]
fn exactly_the_hopeless_are_dropped_and_survivors_count_in_full() {
    let groups = groups(21, 5000, 6000);
    let relations = relations(22, 80, &groups);
    let table = table(&groups, Tolerance::Exact);
    let mut arena = Arena::new(&table);
    let candidates = candidates(&mut arena, &relations);
    let all: Vec<Counts> = Engine::with(&table, Isa::best(), 0)
        .classify(&arena, &candidates, &|_, _| false)
        .into_iter()
        .map(|counts| counts.expect("nothing is hopeless"))
        .collect();
    for order in [Order::FalsePositives, Order::FalseNegatives] {
        let mut keys: Vec<_> =
            all.iter().zip(&relations).map(|(counts, (r, _))| order.key(*counts, r.size())).collect();
        keys.sort_unstable();
        let mut remembers = Engine::new(&table);
        // Looser and looser, then tight again: what was dropped early comes back with its full counts.
        for bound in [keys[5], keys[30], keys[60], keys[10]] {
            let hopeless = |i: usize, counts: Counts| order.key(counts, relations[i].0.size()) > bound;
            let wanted: Vec<Option<Counts>> = all
                .iter()
                .enumerate()
                .map(|(i, counts)| (!hopeless(i, *counts)).then_some(*counts))
                .collect();
            assert!(wanted.iter().any(Option::is_some) && wanted.iter().any(Option::is_none));
            assert_eq!(remembers.classify(&arena, &candidates, &hopeless), wanted);
            assert_eq!(Engine::with(&table, Isa::best(), 0).classify(&arena, &candidates, &hopeless), wanted);
        }
    }
}

#[test]
fn counts_are_the_same_on_any_number_of_threads() {
    let groups = groups(31, 3000, 3000);
    let relations = relations(32, 40, &groups);
    let table = table(&groups, Tolerance::Exact);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut arena = Arena::new(&table);
            let candidates = candidates(&mut arena, &relations);
            Engine::new(&table).classify(&arena, &candidates, &|_, counts| counts.false_positives > 1000)
        })
    };
    let alone = on(1);
    assert!(alone.iter().any(Option::is_some) && alone.iter().any(Option::is_none));
    assert_eq!(on(2), alone);
    assert_eq!(on(5), alone);
}

#[test]
fn generations_share_what_was_evaluated_row_by_row() {
    let groups = groups(41, 600, 600);
    let table = table(&groups, Tolerance::Exact);
    let reversed = Expr::unary(Op::RevStr, Expr::Param(11));
    let mut engine = Engine::new(&table);
    for (literal, generation) in ["a", "ab", "ba"].iter().zip(1..) {
        let mut arena = Arena::new(&table);
        let relation = Expr::binary(Op::Eq, reversed.clone(), Expr::Const(Value::str(literal)));
        let node = arena.add(&relation).expect("texts are compared");
        let found = engine.classify(&arena, &[Candidate { relation: node, guard: None }], &|_, _| false);
        assert_eq!(found[0], Some(counted(&relation, None, &groups)), "generation {generation}");
        assert_eq!(engine.kept_columns(), 1);
    }
}

#[test]
fn a_table_without_rows_classifies_nothing_wrongly() {
    let groups = [Vec::new(), Vec::new()];
    let table = table(&groups, Tolerance::Exact);
    let mut arena = Arena::new(&table);
    let relation = arena.add(&Expr::binary(Op::Eq, Expr::Param(0), Expr::Param(1))).expect("a condition");
    let mut engine = Engine::new(&table);
    let found = engine.classify(&arena, &[Candidate { relation, guard: None }], &|_, _| false);
    assert_eq!(found, [Some(Counts::default())]);
}

#[test]
fn work_on_large_values_counts_as_much_on_any_number_of_threads_and_on_small_ones_nothing() {
    let bulk = |length: usize, threads: usize| {
        let seq = |n: usize| Value::seq((0..length).map(|i| Value::F64((i * n) as f64)));
        let groups = [0, 1_000].map(|from: usize| {
            let group = |n| {
                let mut params = groups(1, 1, 1)[0][0].0.clone();
                params[13] = seq(from + n);
                (params, groups(1, 1, 1)[0][0].1.clone())
            };
            (0..700).map(group).collect::<Vec<Group>>()
        });
        let table = table(&groups, Tolerance::Exact);
        let mut arena = Arena::new(&table);
        let reversed = Expr::unary(Op::RevSeq, Expr::Param(13));
        let relation = Expr::binary(Op::Eq, reversed, Expr::Param(13));
        let relation = arena.add(&relation).expect("a condition");
        let mut engine = Engine::new(&table);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| engine.classify(&arena, &[Candidate { relation, guard: None }], &|_, _| false));
        engine.bulk()
    };
    assert_eq!(bulk(7, 1), 0);
    // Each is read and made once: 31 values, 8 of them for nothing.
    assert_eq!(bulk(30, 1), 2 * 1_400 * (31 - 8));
    assert_eq!(bulk(30, 3), bulk(30, 1));
}
