//! From source files to [`Function`]s, each with a verdict, and the [`Subject`]s among them.

use std::ops::Range;
use std::path::PathBuf;

use crate::relation::{Type, Value};

/// A function of the workspace, listed whether it can be tested or not.
#[derive(Clone, Debug)]
pub struct Function {
    /// `crate::module::name`, `crate::module::Type::name`, with the crate's name first.
    pub path: String,
    /// The file, absolute.
    pub file: PathBuf,
    /// 1-based line of the name.
    pub line: usize,
    /// Bytes of the whole item in the file, attributes included.
    pub item: Range<usize>,
    /// Bytes of the body's block, braces included; `None` where there is no body.
    pub body: Option<Range<usize>>,
    /// Workspace functions that the body calls (by path, sorted, over-approximate for methods).
    pub callees: Vec<String>,
    /// Whether it can be a subject.
    pub verdict: Verdict,
}

/// Whether a function can be tested.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It is called with generated inputs.
    Testable(Subject),
    /// It is not, because: "takes `&mut [u8]`", "calls `thread_rng` via `jitter` → `shuffle`" …
    Skipped(String),
}

/// A function under test.
#[derive(Clone, Debug)]
pub struct Subject {
    /// As [`Function::path`].
    pub path: String,
    /// The package's name.
    pub package: String,
    /// Index into [`crate::workspace::Package::targets`].
    pub target: usize,
    /// The path of its module below the crate's root.
    pub module: Vec<String>,
    /// The function's own name.
    pub name: String,
    /// Its parameters in order; at least one.
    pub params: Vec<Param>,
    /// What it returns.
    pub ret: Type,
    /// Literals of its body and of its callees' in the same package, in order of appearance, repeats kept.
    pub constants: Vec<Value>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, or `arg0`, `arg1` … where the pattern is not a plain name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}
