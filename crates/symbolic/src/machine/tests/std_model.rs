//! Every row of the standard library's table has an example, on which the machine does what is compiled.
#![expect(clippy::all, reason = "the examples call each method, whether or not another would be better")]

mod constants;
mod everything;
mod fallible;
mod floats;
mod functions;
mod integers;
mod iterators;
mod maps;
mod overflow;
mod scalars;
mod sequences;
mod texts;

use std::collections::BTreeSet;

use super::{Source, difference, sources_of};
use crate::machine::std_model::{Family, rows};
use morph_relation::Value;
use morph_source::scan::Subject;

/// A function whose body uses a row's method.
struct Example {
    family: Family,
    name: &'static str,
    /// Its parameters, result and body.
    text: &'static str,
    /// Calls what is compiled; nothing where it panics.
    real: fn(&[Value]) -> Option<Value>,
}

/// Data of the workspace: what is derived is the machine's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pair {
    a: i32,
    b: i32,
}

const PAIR: &str = "#[derive(Clone, Debug, PartialEq, Eq, Hash)] struct Pair { a: i32, b: i32 }\n";

/// Examples of a family: the row's name, and a function.
macro_rules! examples {
    ($function:ident: $family:ident $($name:literal => ($($arg:ident: $ty:ty),*) -> $ret:ty $body:block)*) => {
        pub(super) fn $function() -> Vec<Example> {
            vec![$(Example {
                family: Family::$family,
                name: $name,
                text: stringify!(($($arg: $ty),*) -> $ret $body),
                real: |input| {
                    fn real($($arg: $ty),*) -> $ret $body
                    let mut input = input.iter();
                    $(let $arg = <$ty as crate::machine::tests::Lift>::lower(input.next().unwrap());)*
                    crate::machine::tests::outcome(move || {
                        crate::machine::tests::Lift::lift(real($($arg),*))
                    })
                },
            }),*]
        }
    };
}

use examples;

fn all() -> Vec<Example> {
    [
        everything::everything(),
        scalars::boolean(),
        scalars::character(),
        scalars::duration(),
        maps::entry(),
        floats::float(),
        integers::integer(),
        overflow::overflow(),
        iterators::iterator(),
        maps::map(),
        fallible::option(),
        scalars::ordering(),
        iterators::range(),
        fallible::result(),
        sequences::sequence(),
        texts::text(),
        scalars::wrapper(),
        scalars::derived(),
        functions::function(),
        constants::constant(),
        constants::integer_constant(),
        constants::float_constant(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[test]
fn rows_are_in_order_and_each_has_an_example() {
    let rows = rows();
    for pair in rows.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        // The names of functions are paths: in order by what stands before the last name.
        let [a, b] = [&pair[0], &pair[1]].map(|row| row.1.rsplit_once("::").unwrap_or(("", &row.1)));
        assert!(a < b, "{a:?} stands before {b:?}");
    }
    let rows: BTreeSet<(Family, String)> = rows.into_iter().collect();
    let mut examples = BTreeSet::new();
    for example in all() {
        let row = (example.family, example.name.to_owned());
        assert!(examples.insert(row.clone()), "two examples of {row:?}");
    }
    let lacking: Vec<_> = rows.difference(&examples).collect();
    assert!(lacking.is_empty(), "without an example: {lacking:?}");
    let further: Vec<_> = examples.difference(&rows).collect();
    assert!(further.is_empty(), "examples of nothing: {further:?}");
}

/// The subject that is an example. One that ends the process is no subject of its own accord: it has the signature of
/// `hint::black_box`'s example.
fn subject_of(source: &Source, example: usize) -> Subject {
    let path = format!("demo::example_{example}");
    let found = source.subjects.iter().find(|subject| subject.path == path);
    let like = || {
        let at = all().iter().position(|example| example.name == "hint::black_box").unwrap();
        source.subject(&format!("example_{at}"))
    };
    Subject { path, ..found.unwrap_or_else(like).clone() }
}

/// Inputs of each example: enough that most branches of a model are taken.
const INPUTS: usize = 24;

#[test]
fn examples_of_the_rows_are_as_compiled() {
    let examples = all();
    let functions =
        examples.iter().enumerate().map(|(at, example)| format!("pub fn example_{at}{}\n", example.text));
    let source = Source::new(&(PAIR.to_owned() + &functions.collect::<String>()));
    let mut failures = Vec::new();
    for (at, example) in examples.iter().enumerate() {
        let subject = &subject_of(&source, at);
        let mut returned = false;
        for input in sources_of(subject, INPUTS) {
            let expected = (example.real)(&input);
            returned |= expected.is_some();
            let path = source.follow_subject(subject, &input);
            if let Some(difference) = difference(&path, &expected) {
                failures.push(format!("{:?} `{}` of {input:?}: {difference}", example.family, example.name));
                break;
            }
        }
        assert!(returned, "{:?} `{}` never returns", example.family, example.name);
    }
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), examples.len(), failures.join("\n"));
}
