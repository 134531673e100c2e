//! Groups where only some of each mutant's are wanted: what is left out is executed when somebody asks for it.

use std::collections::{BTreeMap, BTreeSet};

use morph_lab::Lab;
use morph_lab::mutants::list_own;
use morph_relation::Transformation;
use morph_relation::{Followup, IntType, Scope, Type, Value};
use morph_traces::{Executors, Group, Groups, Oracle, RowId, Variant, collect, collect_some};

use super::{build, library};

const TEXT: &str = "/// Mutants of it differ everywhere, from some number on, and by pairs.\n\
    pub fn weight(n: i32) -> i32 { if n > 40 { n % 9 * 3 } else if n < -40 { 1 - n } else { n % 4 } }\n\
    /// It calls the other, and has mutants of its own.\n\
    pub fn double(n: i32) -> i32 { if n % 2 == 0 { weight(n) * 2 } else { weight(n + 1) } }\n";

fn executors<'a>(lab: &'a Lab) -> Executors<'a> {
    let executor = |path: &str| Oracle::new(lab).executor(path, &|_| true).expect("it is in the lab");
    let mut executors = Executors::alone(executor("tricky::weight"));
    executors.others.insert("tricky::double".to_owned(), executor("tricky::double"));
    executors
}

fn numbers() -> Vec<Vec<Value>> {
    (-90..90).map(|n| vec![Value::Int(n * 7 % 97)]).collect()
}

/// By mutant, the sources of its groups with what was returned.
fn told(groups: &Groups) -> BTreeMap<Variant, Vec<&Group>> {
    let mut all: BTreeMap<Variant, Vec<&Group>> = BTreeMap::new();
    groups.incorrect.iter().for_each(|group| all.entry(group.variant).or_default().push(group));
    all
}

#[test]
fn groups_of_a_few_sources_per_mutant_are_among_all_groups() {
    let loaded = library(TEXT);
    let mutants = list_own(&loaded.functions).expect("it parses");
    let (lab, _) = build(&loaded, &mutants);
    let int = Type::Int(IntType::I32);
    let scope = |outs: usize| Scope {
        params: vec![("n".to_owned(), int.clone())],
        outs: vec![int.clone(); outs],
        item: None,
    };
    let of = |function: Option<&str>, arg: &str, outs: usize| Followup {
        function: function.map(str::to_owned),
        args: vec![scope(outs).parse(arg).expect(arg)],
    };
    let transformations = [
        vec![of(None, "n + 3", 1)],
        vec![of(None, "y0", 1)],
        vec![of(Some("tricky::double"), "n", 1)],
        vec![of(None, "n - 5", 1), of(Some("tricky::double"), "n + y0", 1)],
    ];
    // One pair of executors for all, so that rows which were run under some mutants are asked for under others.
    let (mut all, mut some) = (executors(&lab), executors(&lab));
    let rows = |of: &mut Executors<'_>| -> Vec<RowId> { of.subject.run(numbers()).expect("it runs") };
    let (sources, same) = (rows(&mut all), rows(&mut some));
    let mut fewer = 0;
    for most in [3, 20] {
        for followups in &transformations {
            let transformation = Transformation { followups: followups.clone() };
            let whole = collect(&transformation, &sources, &mut all).expect("it runs");
            let part = collect_some(&transformation, &same, &mut some, most).expect("it runs");
            let key = |group: &Group| (group.source, group.outs.clone());
            assert_eq!(
                whole.correct.iter().map(key).collect::<Vec<_>>(),
                part.correct.iter().map(key).collect::<Vec<_>>()
            );
            let (whole, part) = (told(&whole), told(&part));
            assert_eq!(whole.keys().collect::<Vec<_>>(), part.keys().collect::<Vec<_>>());
            for (variant, groups) in &part {
                let known: Vec<_> = whole[variant].iter().map(|group| key(group)).collect();
                assert!(groups.iter().all(|group| known.contains(&key(group))), "{variant:?}");
                let different: BTreeSet<usize> = groups.iter().map(|group| group.source).collect();
                assert_eq!(different.len(), groups.len());
                fewer += usize::from(groups.len() < known.len());
            }
        }
    }
    assert!(fewer > 0, "nothing was left out");
    for name in [None, Some("tricky::double")] {
        let executor = some.called(name).expect("it is in the lab");
        let inputs: Vec<Vec<Value>> = executor.inputs().cloned().collect();
        let rows = executor.run(inputs.clone()).expect("it runs");
        let of_all = all.called(name).expect("the same functions");
        for (row, other) in rows.iter().zip(of_all.run(inputs).expect("it runs")) {
            assert_eq!(
                executor.differing(*row),
                of_all.differing(other),
                "{name:?}: {:?}",
                executor.input(*row)
            );
            for mutant in of_all.differing(other) {
                assert_eq!(executor.outcome(*mutant, *row), of_all.outcome(*mutant, other));
            }
        }
    }
}

#[test]
fn mutant_that_recurses_for_ever_is_out_of_fuel_and_large_frames_are_not() {
    let text = "/// The condition's mutants recurse for ever.\n\
        pub fn sign(n: i32) -> i32 { if n < 0 { -sign(-n) } else { 1 } }\n\
        fn large(n: i32) -> i32 { let all = [n; 9000]; all.iter().sum() }\n\
        /// Without the mutant's help it calls nothing.\n\
        pub fn rarely(n: i32) -> i32 { if n > 1000 { large(n) } else { n } }\n";
    let loaded = library(text);
    let mutants = list_own(&loaded.functions).expect("it parses");
    let (lab, _) = build(&loaded, &mutants);
    let outcomes = |subject: &str, input: i128| -> Vec<String> {
        let mut executor = Oracle::new(&lab).executor(subject, &|_| true).expect("it is in the lab");
        let rows = executor.run(vec![vec![Value::Int(input)]]).expect("it runs");
        let differing = executor.differing(rows[0]).to_vec();
        differing.iter().map(|mutant| format!("{:?}", executor.outcome(*mutant, rows[0]))).collect()
    };
    assert!(outcomes("tricky::sign", 7).contains(&"OutOfFuel".to_owned()));
    let rarely = outcomes("tricky::rarely", 1);
    assert!(rarely.contains(&"Value(Int(9000))".to_owned()), "{rarely:?}");
}
