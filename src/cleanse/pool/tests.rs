use super::*;
use morph_relation::{Expr, Followup};
use morph_traces::{Group, Variant};

fn relation(then: Expr) -> Relation {
    let followup = Followup { function: None, args: vec![Expr::Param(0)] };
    Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups: vec![followup],
        then,
        tolerance: Tolerance::Exact,
    }
}

/// `y1 == y0`.
fn same() -> Relation {
    relation(Expr::Apply(morph_relation::Op::Eq, vec![Expr::Out(1), Expr::Out(0)]))
}

/// An input, what it executes, and the mutants that violate `y1 == y0` on it and those that fail.
type Row<'a> = (i128, &'a [u32], &'a [u32], &'a [u32]);

fn pool<'a>(relation: &'a Relation, inputs: &[Row<'_>]) -> Pool<'a> {
    let mut pool = Pool::new(vec![relation]);
    add(&mut pool, inputs);
    pool
}

fn add(pool: &mut Pool<'_>, inputs: &[Row<'_>]) {
    let mut groups = Groups::default();
    let group = |source, n: i128, variant, last: i128| Group {
        source,
        variant,
        params: vec![Value::Int(n)].into(),
        outs: vec![Value::Int(0), Value::Int(last)],
    };
    for (source, (n, _, killed, failed)) in inputs.iter().enumerate() {
        groups.correct.push(group(source, *n, Variant::Original, 0));
        for mutant in *killed {
            groups.incorrect.push(group(source, *n, Variant::Mutant(MutantId(*mutant)), 1));
        }
        for mutant in *failed {
            groups.failures.entry(MutantId(*mutant)).or_default().push(source);
        }
    }
    let values = inputs.iter().map(|(n, ..)| vec![Value::Int(*n)]).collect();
    let statements = inputs.iter().map(|(_, statements, ..)| statements.to_vec()).collect();
    let Ok(()) = pool.add(values, statements, |_| Ok::<_, std::convert::Infallible>(groups.clone()));
}

#[test]
fn fewest_inputs_keep_every_kill_every_failure_and_every_statement() {
    let same = same();
    let pool = pool(
        &same,
        &[
            (50, &[1, 2], &[7], &[]),
            (40, &[1, 2], &[7, 8], &[]),
            (3, &[1, 3], &[], &[]),
            (2, &[1, 3], &[], &[9]),
            (1, &[1], &[], &[]),
        ],
    );
    assert_eq!(pool.choose(), [3, 1]);
    assert_eq!(pool.of_tests(pool.choose()), [[3, 1]]);
}

#[test]
fn input_that_others_make_superfluous_later_goes() {
    let same = same();
    // The first executes most, but the two after it execute all that it does.
    let pool = pool(&same, &[(90, &[1, 2, 3], &[], &[]), (5, &[1, 2, 4], &[], &[]), (6, &[3, 5], &[], &[])]);
    assert_eq!(pool.choose(), [1, 2]);
}

#[test]
fn smaller_inputs_take_the_place_of_those_that_they_can_stand_for() {
    let same = same();
    let mut pool = pool(&same, &[(500, &[1, 2], &[7], &[]), (900, &[1, 3], &[8], &[])]);
    let mut taken = pool.choose();
    assert_eq!(taken, [0, 1]);
    assert!(!pool.shrink(&mut taken), "there is nothing smaller yet");
    // The first lacks a kill, the second is larger than what it could stand for, the last is as good.
    add(&mut pool, &[(4, &[1, 3], &[], &[]), (700, &[1, 2], &[7], &[]), (5, &[1, 3], &[8], &[])]);
    assert!(pool.shrink(&mut taken));
    assert_eq!(pool.inputs()[taken[1]], [Value::Int(5)]);
    assert_eq!(taken, [0, 4]);
    assert!(!pool.shrink(&mut taken));
}

#[test]
fn inputs_on_which_every_relation_holds_come_first_so_that_one_table_serves_all() {
    let (same, more) = (same(), relation(Expr::yes()));
    let mut pool = Pool::new(vec![&same, &more]);
    let group = |source, n: i128, outs: [i128; 2]| Group {
        source,
        variant: Variant::Original,
        params: vec![Value::Int(n)].into(),
        outs: outs.map(Value::Int).to_vec(),
    };
    // The first relation does not hold on the first input, which is the smallest and executes most.
    let groups = Groups { correct: vec![group(0, 1, [0, 1]), group(1, 70, [0, 0])], ..Groups::default() };
    let inputs = vec![vec![Value::Int(1)], vec![Value::Int(70)]];
    let statements = vec![vec![1, 2], vec![1, 2]];
    let Ok(()) = pool.add(inputs, statements, |_| Ok::<_, std::convert::Infallible>(groups.clone()));
    let taken = pool.choose();
    assert_eq!(taken, [1]);
    assert_eq!(pool.of_tests(taken), [[1], [1]]);
    assert_eq!(pool.of_tests(vec![0, 1]), [vec![1], vec![0, 1]]);
}

#[test]
fn failures_are_worth_short_inputs_only_and_violations_any() {
    let same = same();
    let long = 10_i128.pow(SHORT as u32);
    let inputs: &[Row<'_>] = &[(1, &[1], &[], &[]), (long, &[1], &[], &[9]), (10, &[1], &[], &[8])];
    assert_eq!(pool(&same, inputs).choose(), [2]);
    let inputs: &[Row<'_>] = &[(1, &[1], &[], &[]), (long, &[1], &[9], &[])];
    assert_eq!(pool(&same, inputs).choose(), [1]);
}

#[test]
fn function_has_no_more_sources_than_a_person_reads() {
    let same = same();
    let statements: Vec<[u32; 1]> = (0..90).map(|n| [n]).collect();
    let inputs: Vec<Row<'_>> = (0..90).map(|n| (n as i128, &statements[n][..], &[][..], &[][..])).collect();
    assert_eq!(pool(&same, &inputs).choose(), (0..MOST).collect::<Vec<_>>());
}

#[test]
fn laws_are_exercised_on_ordinary_inputs_that_take_the_place_of_others() {
    let same = same();
    // The first is taken for its statement, which every other executes, too.
    let pool = pool(
        &same,
        &[
            (0, &[1], &[], &[]),
            (7, &[1], &[], &[]),
            (5, &[1], &[], &[]),
            (9, &[1], &[], &[]),
            (3, &[1], &[], &[]),
            (10_i128.pow(8), &[1], &[], &[]),
        ],
    );
    let mut taken = pool.choose();
    assert_eq!(taken, [0]);
    pool.exercise(1, &mut taken);
    assert_eq!(pool.of_tests(taken), [[4, 2, 1, 3]]);
}
