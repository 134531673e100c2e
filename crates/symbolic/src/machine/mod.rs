//! Executes a program on symbolic values, along one path.
//!
//! Where control flow depends on the input, a [`Chooser`] decides; everything else is computed. What lies in the input is
//! named by its place (see [`super::place`]) and looked at when it is first needed.

mod arithmetic;
mod bits;
mod branches;
mod calls;
mod casts;
mod changes;
mod chars;
mod collections;
mod combinators;
mod compare;
mod consume;
mod control;
mod cover;
mod eval;
mod floats;
mod format;
mod hints;
mod inference;
mod input;
mod integers;
mod iterables;
mod iterators;
mod known;
mod maps;
mod methods;
mod mutate;
mod outside;
mod parse;
mod patterns;
mod places;
mod ranges;
mod reductions;
mod sequences;
mod sorting;
mod splitting;
mod strings;
#[cfg(test)]
mod tests;
mod value;
mod wrappers;

use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::term::{TermId, Terms};
use super::{Chooser, End, Mode, Path, Site};
use crate::program::{Body, Program};
use morph_relation::Type;
use morph_source::scan::Subject;
use value::{Input, Place, Val};

/// What one execution may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest sequences and texts of the input.
    pub length: usize,
    /// Expressions that are evaluated.
    pub expressions: usize,
    /// Branches.
    pub branches: usize,
    /// Calls within each other.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { length: 32, expressions: 200_000, branches: 3_000, depth: 48 }
    }
}

/// Why an expression has no value.
#[derive(Debug)]
enum Flow<'p> {
    Break(Option<&'p str>, Val<'p>),
    Continue(Option<&'p str>),
    Return(Val<'p>),
    End(End),
    /// It is not modelled: what.
    Gap(String),
}

type Eval<'p, T = Val<'p>> = Result<T, Flow<'p>>;

struct Machine<'p, 'r> {
    program: &'p Program,
    terms: &'r mut Terms,
    chooser: &'r mut dyn Chooser,
    mode: Mode,
    limits: Limits,
    path: Path,
    /// What the path has passed.
    passed: FxHashSet<Site>,
    /// How conditions came out on the path.
    decided: FxHashMap<TermId, bool>,
    /// Bounds of terms on the path.
    ranges: FxHashMap<TermId, (i128, i128)>,
    /// The variables of all calls.
    cells: Vec<Val<'p>>,
    /// Where those of the current call begin.
    base: usize,
    /// The current function.
    function: Option<&'p Body>,
    files: BTreeMap<&'p PathBuf, Arc<FilePath>>,
    depth: usize,
    /// The functions that are being executed.
    called: Vec<&'p Body>,
    /// Those among them that are executed for any arguments.
    for_any: Vec<&'p str>,
    expressions: usize,
    /// How many unknowns there are.
    unknowns: usize,
    /// Sites are not reported while this is not zero.
    quiet: usize,
    /// Constants of the workspace that have been evaluated.
    constants: FxHashMap<&'p str, Val<'p>>,
    /// Types of variables by their uses, by function.
    inferences: BTreeMap<(usize, crate::program::Local), Option<crate::program::Shape>>,
    /// Arguments of constructors that guard a type, once called.
    made: BTreeMap<String, Val<'p>>,
}

/// Executes a function on symbolic inputs: the parameters of `subject`, named `p0`, `p1` …
pub fn run(
    program: &Program,
    entry: &str,
    subject: &Subject,
    terms: &mut Terms,
    mode: Mode,
    chooser: &mut dyn Chooser,
    limits: Limits,
) -> Path {
    let path =
        Path { steps: Vec::new(), passed: Vec::new(), end: End::Returned, inexact: None, returned: None };
    let mut machine = Machine {
        program,
        terms,
        chooser,
        mode,
        limits,
        path,
        passed: FxHashSet::default(),
        decided: FxHashMap::default(),
        ranges: FxHashMap::default(),
        cells: Vec::new(),
        base: 0,
        function: None,
        files: BTreeMap::new(),
        depth: 0,
        called: Vec::new(),
        for_any: Vec::new(),
        expressions: 0,
        unknowns: 0,
        quiet: 0,
        constants: FxHashMap::default(),
        inferences: BTreeMap::new(),
        made: BTreeMap::new(),
    };
    machine.path.end = machine.entry(entry, subject);
    machine.path
}

impl<'p> Machine<'p, '_> {
    /// Calls the subject.
    fn entry(&mut self, entry: &str, subject: &Subject) -> End {
        let Some(body) = self.program.functions.get(entry) else {
            return self.unmodelled(format!("`{entry}` has no body"));
        };
        if self.is_cover() && self.program.methods.keys().any(|(_, name)| name == "drop") {
            self.inexact("code that runs when values are dropped");
        }
        let mut held = Vec::new();
        let mut args = Vec::new();
        for (number, param) in subject.params.iter().enumerate() {
            let (ty, is_mut) = match &param.ty {
                Type::Mut(inner) => (&**inner, true),
                ty => (ty, false),
            };
            let input = Val::Input(Rc::new(Input { name: format!("p{number}"), ty: Rc::new(ty.clone()) }));
            args.push(if is_mut {
                let place = self.cell(input);
                held.push((place.clone(), ty.owned()));
                Val::Mut(place)
            } else {
                input
            });
        }
        let returned = match self.call_body(body, args) {
            Ok(value) => value,
            Err(Flow::End(end)) => return end,
            Err(Flow::Gap(why)) => return self.unmodelled(why),
            Err(_) => return self.unmodelled("a jump out of the function".to_owned()),
        };
        // Looking at it is no part of the path.
        let (steps, inexact) = (self.path.steps.len(), self.path.inexact.clone());
        self.path.returned = self.outcome(returned, subject, held);
        self.path.steps.truncate(steps);
        self.path.inexact = inexact;
        End::Returned
    }

    /// The outcome, where everything in it is constant, or the chooser knows what it is.
    fn outcome(
        &mut self,
        returned: Val<'p>,
        subject: &Subject,
        held: Vec<(Place, Type)>,
    ) -> Option<morph_relation::Value> {
        let mut parts = Vec::new();
        if subject.ret != Type::Unit {
            parts.push(self.known(&returned, &subject.ret)?);
        }
        for (place, ty) in held {
            let value = self.read(&place);
            parts.push(self.known(&value, &ty)?);
        }
        Some(match parts.len() {
            0 => morph_relation::Value::Unit,
            1 => parts.remove(0),
            _ => morph_relation::Value::Tuple(parts.into()),
        })
    }

    fn unmodelled(&mut self, why: String) -> End {
        self.inexact(&why);
        End::Unmodelled(why)
    }

    /// Notes that the path is not exact, and why.
    fn inexact(&mut self, why: &str) {
        self.path.inexact.get_or_insert_with(|| why.to_owned());
    }

    /// A new variable.
    fn cell(&mut self, value: Val<'p>) -> Place {
        self.cells.push(value);
        Place::of(self.cells.len() - 1)
    }

    fn is_cover(&self) -> bool {
        self.mode == Mode::Cover
    }
}

/// What is not modelled.
fn gap<'p, T>(what: impl Into<String>) -> Eval<'p, T> {
    Err(Flow::Gap(what.into()))
}

/// A panic.
fn panicked<'p, T>() -> Eval<'p, T> {
    Err(Flow::End(End::Panicked))
}
