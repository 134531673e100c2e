//! The state of a symbolic execution, and how the evaluation of an expression ends.

use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::value::{Place, Val};
use crate::program::{Body, Local, Program, Shape};
use crate::term::{TermId, Terms};
use crate::{Chooser, End, Mode, Path, Site};

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
    /// Sequences are longer than the loops that code usually tells apart, and shorter than what makes questions to the
    /// solver too long; the other limits only end executions that would not end in time.
    fn default() -> Limits {
        Limits { length: 32, expressions: 200_000, branches: 3_000, depth: 48 }
    }
}

/// Why an expression has no value.
#[derive(Debug)]
pub(super) enum Flow<'p> {
    Break(Option<&'p str>, Val<'p>),
    Continue(Option<&'p str>),
    Return(Val<'p>),
    End(End),
    /// It is not modelled: what.
    Unsupported(String),
}

pub(super) type Eval<'p, T = Val<'p>> = Result<T, Flow<'p>>;

pub(super) struct Machine<'p, 'r> {
    pub(super) program: &'p Program,
    pub(super) terms: &'r mut Terms,
    pub(super) chooser: &'r mut dyn Chooser,
    pub(super) mode: Mode,
    pub(super) limits: Limits,
    pub(super) path: Path,
    /// What the path has passed.
    pub(super) passed: FxHashSet<Site>,
    /// How conditions came out on the path.
    pub(super) decided: FxHashMap<TermId, bool>,
    /// Bounds of terms on the path.
    pub(super) ranges: FxHashMap<TermId, (i128, i128)>,
    /// The variables of all calls.
    pub(super) cells: Vec<Val<'p>>,
    /// Where those of the current call begin.
    pub(super) base: usize,
    /// The current function.
    pub(super) function: Option<&'p Body>,
    pub(super) files: BTreeMap<&'p PathBuf, Arc<FilePath>>,
    pub(super) depth: usize,
    /// The functions that are being executed.
    pub(super) called: Vec<&'p Body>,
    /// Those among them that are executed for any arguments.
    pub(super) for_any: Vec<&'p str>,
    pub(super) expressions: usize,
    /// Items of sequences that were copied.
    pub(super) copied: usize,
    /// How many unknowns there are.
    pub(super) unknowns: usize,
    /// Sites are not reported while this is not zero.
    pub(super) quiet: usize,
    /// Constants of the workspace that have been evaluated.
    pub(super) constants: FxHashMap<&'p str, Val<'p>>,
    /// Types of variables by their uses, by function.
    pub(super) inferences: BTreeMap<(usize, Local), Option<Shape>>,
    /// Arguments of constructors that guard a type, once called.
    pub(super) made: BTreeMap<String, Val<'p>>,
}

impl<'p> Machine<'p, '_> {
    pub fn unmodelled(&mut self, why: String) -> End {
        self.inexact(&why);
        End::Unmodelled(why)
    }

    /// Notes that the path is not exact, and why.
    pub fn inexact(&mut self, why: &str) {
        self.path.inexact.get_or_insert_with(|| why.to_owned());
    }

    /// A new variable.
    pub fn cell(&mut self, value: Val<'p>) -> Place {
        self.cells.push(value);
        Place::of(self.cells.len() - 1)
    }

    pub fn is_cover(&self) -> bool {
        self.mode == Mode::Cover
    }
}

/// What is not modelled.
pub(super) fn unsupported<'p, T>(what: impl Into<String>) -> Eval<'p, T> {
    Err(Flow::Unsupported(what.into()))
}

/// A panic.
pub(super) fn panicked<'p, T>() -> Eval<'p, T> {
    Err(Flow::End(End::Panicked))
}
