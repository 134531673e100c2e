//! The machine along an input does what the compiled function does.
#![expect(
    clippy::manual_is_multiple_of,
    clippy::collapsible_match,
    clippy::ptr_arg,
    clippy::let_and_return,
    reason = "the functions under test are written in every way"
)]

mod agreement;
mod cover;
mod data;
mod paths;
mod std_model;
mod texts;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::{Limits, run};
use crate::concolic::Concolic;
use crate::program::{Program, lower};
use crate::term::Terms;
use crate::{End, Mode, Path};
use morph_relation::{Tolerance, Value};
use morph_source::scan::{Filter, Subject, read};
use morph_source::workspace::{Selection, load};
use morph_values::{Generator, sources, stream};

/// A program and its functions that can be tested.
pub(super) struct Source {
    pub program: Arc<Program>,
    pub subjects: Vec<Subject>,
}

impl Source {
    pub fn new(lib: &str) -> Source {
        let folder = tempfile::tempdir().unwrap();
        let manifest = "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
        std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        std::fs::write(folder.path().join("src/lib.rs"), lib).unwrap();
        let manifest_path = Some(folder.path().join("Cargo.toml"));
        let workspace = load(&Selection { manifest_path, ..Selection::default() }).unwrap();
        let read = read(&workspace, &Filter::default()).unwrap();
        let subjects = read.functions.iter().filter_map(|f| f.subject().cloned()).collect();
        Source { program: Arc::new(lower(&workspace, &read.world)), subjects }
    }

    pub fn subject(&self, name: &str) -> &Subject {
        let path = format!("demo::{name}");
        let found = self.subjects.iter().find(|subject| subject.path == path);
        found.unwrap_or_else(|| panic!("`{path}` is no subject"))
    }

    /// The path that an input takes.
    pub fn follow(&self, name: &str, input: &[Value]) -> Path {
        self.follow_subject(self.subject(name), input)
    }

    pub fn follow_subject(&self, subject: &Subject, input: &[Value]) -> Path {
        let mut terms = Terms::default();
        let mode = Mode::Follow { unrolled: 1000 };
        let limits = Limits { length: 64, ..Limits::default() };
        run(&self.program, &subject.path, subject, &mut terms, mode, &mut Concolic::new(input), limits)
    }
}

thread_local! {
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// What a function returns; nothing where it panics.
pub(super) fn outcome(f: impl FnOnce() -> Value) -> Option<Value> {
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let old = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !SILENT.get() {
                old(info);
            }
        }));
    });
    SILENT.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(f)).ok();
    SILENT.set(false);
    outcome
}

/// How a machine's path differs from what was to come, if it does.
pub(super) fn difference(path: &Path, expected: &Option<Value>) -> Option<String> {
    match (&path.end, expected) {
        (End::Panicked, None) => None,
        (End::Returned, Some(expected)) => match &path.returned {
            Some(returned) if returned.same(expected, Tolerance::default()) => None,
            returned => Some(format!("{returned:?} is not {expected:?}; {:?}", path.inexact)),
        },
        (end, expected) => Some(format!("{end:?} where {expected:?} was to come; {:?}", path.inexact)),
    }
}

/// Random inputs.
pub(super) fn sources_of(subject: &Subject, count: usize) -> Vec<Vec<Value>> {
    sources(subject, &Generator::default(), count, &mut stream(7, &subject.path))
}

/// A function's name, and a call of what is compiled.
pub(super) type Case<'a> = (&'a str, &'a dyn Fn(&[Value]) -> Option<Value>);

/// Follows random inputs; fails with the first of each function's differences.
pub(super) fn agree(source: &Source, cases: &[Case<'_>], count: usize) {
    let mut failures = Vec::new();
    let mut outcomes = BTreeSet::new();
    for (name, real) in cases {
        let subject = source.subject(name);
        let inputs = sources_of(subject, count);
        assert!(!inputs.is_empty(), "inputs for `{name}`");
        let mut differing = Vec::new();
        for input in &inputs {
            let expected = real(input);
            outcomes.insert((*name, expected.is_some()));
            let path = source.follow(name, input);
            if let Some(difference) = difference(&path, &expected) {
                differing.push((input.clone(), difference));
            }
        }
        if let Some((input, difference)) = differing.first() {
            failures.push(format!(
                "{name}: {} of {}, {input:?}: {difference}",
                differing.len(),
                inputs.len()
            ));
        }
    }
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), cases.len(), failures.join("\n"));
    assert!(outcomes.iter().any(|(_, returned)| *returned), "no function returned");
}

/// Between Rust's values and the relation language's.
pub(super) trait Lift: Sized {
    fn lift(self) -> Value;
    fn lower(value: &Value) -> Self;
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Lift for $ty {
            fn lift(self) -> Value {
                Value::Int(self as i128)
            }
            fn lower(value: &Value) -> Self {
                match value {
                    Value::Int(n) => *n as $ty,
                    other => panic!("{other:?} is no integer"),
                }
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize);

macro_rules! plain {
    ($($ty:ty: $variant:ident)*) => {$(
        impl Lift for $ty {
            fn lift(self) -> Value {
                Value::$variant(self)
            }
            fn lower(value: &Value) -> Self {
                match value {
                    Value::$variant(v) => *v,
                    other => panic!("{other:?} does not fit"),
                }
            }
        }
    )*};
}

plain!(bool: Bool char: Char f32: F32 f64: F64 std::cmp::Ordering: Ordering);

impl Lift for () {
    fn lift(self) -> Value {
        Value::Unit
    }
    fn lower(_: &Value) -> Self {}
}

impl Lift for String {
    fn lift(self) -> Value {
        Value::str(self)
    }
    fn lower(value: &Value) -> Self {
        match value {
            Value::Str(text) => text.to_string(),
            other => panic!("{other:?} is no text"),
        }
    }
}

impl<T: Lift> Lift for Vec<T> {
    fn lift(self) -> Value {
        Value::seq(self.into_iter().map(Lift::lift))
    }
    fn lower(value: &Value) -> Self {
        match value {
            Value::Seq(items) => items.iter().map(Lift::lower).collect(),
            other => panic!("{other:?} is no sequence"),
        }
    }
}

impl<T: Lift> Lift for Option<T> {
    fn lift(self) -> Value {
        self.map_or(Value::None, |value| Value::Some(Arc::new(value.lift())))
    }
    fn lower(value: &Value) -> Self {
        match value {
            Value::Some(value) => Some(T::lower(value)),
            _ => None,
        }
    }
}

impl<T: Lift, E: Lift> Lift for Result<T, E> {
    fn lift(self) -> Value {
        match self {
            Ok(value) => Value::Ok(Arc::new(value.lift())),
            Err(error) => Value::Err(Arc::new(error.lift())),
        }
    }
    fn lower(value: &Value) -> Self {
        match value {
            Value::Ok(value) => Ok(T::lower(value)),
            Value::Err(error) => Err(E::lower(error)),
            other => panic!("{other:?} is no result"),
        }
    }
}

macro_rules! tuples {
    ($(($($name:ident $at:tt),*))*) => {$(
        impl<$($name: Lift),*> Lift for ($($name,)*) {
            fn lift(self) -> Value {
                Value::Tuple(vec![$(self.$at.lift()),*].into())
            }
            fn lower(value: &Value) -> Self {
                ($($name::lower(value.part($at).unwrap()),)*)
            }
        }
    )*};
}

tuples!((A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3));

/// A module of functions and their source.
macro_rules! code {
    ($module:ident, $source:ident: $($item:item)*) => {
        mod $module {
            $($item)*
        }
        pub(super) const $source: &str = concat!($(stringify!($item), "\n"),*);
    };
}

/// Cases by name: the types of the arguments, and a call.
macro_rules! cases {
    ($($name:literal: |$($arg:ident: $ty:ty),*| $call:expr;)*) => {
        &[$(($name, &|input: &[Value]| {
            let mut input = input.iter();
            $(let $arg = <$ty>::lower(input.next().unwrap());)*
            outcome(move || $call.lift())
        })),*]
    };
}

pub(super) use {cases, code};
