//! The bodies of functions as symbolic execution reads them: names resolved, types as far as they are written down.
//!
//! Types of expressions are not inferred here. Whoever executes a body knows the types of values, and takes what is
//! written (annotations, signatures, suffixes, turbofish) as [`Shape`]s. Bytes of the file stand with everything that
//! may be a branch: they are the places of [`morph_source::probe::Probe`]s.

mod bounds;
mod calls;
mod constants;
mod definitions;
mod expressions;
mod format;
mod literals;
mod lowering;
mod macros;
mod paths;
mod patterns;
mod shapes;
#[cfg(test)]
mod shown;
mod spans;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

pub use lowering::lower;

use morph_relation::{FloatType, IntType, Type};

/// Everything that the functions of a workspace may execute.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Bodies by [`morph_source::scan::Function::path`].
    pub functions: BTreeMap<String, Arc<Body>>,
    /// Inherent and trait methods by the type's path (without type arguments) and the method's name: paths of functions.
    /// Those of traits that are implemented for built-in types stand under the type's name (`u8`, `str`, `Vec`; `[T]` is
    /// `Slice`, `[T; N]` is `Array`, `(A, B)` is `Tuple`), those for every type under `_`. Defaults that a type does not
    /// override are among its methods. Inherent ones come first.
    pub methods: BTreeMap<(String, String), Vec<String>>,
    /// Structs and enums by path, without type arguments.
    pub types: BTreeMap<String, Arc<Definition>>,
    /// Constants of types by the type's path, or a built-in type's name, and their own: [`Kind::Const`]s.
    pub constants: BTreeMap<(String, String), Kind>,
}

/// A struct or enum.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// Whether it is an enum.
    pub is_enum: bool,
    /// Its variants in order; a struct has one, of its own name.
    pub variants: Vec<Variant>,
    /// The traits that are derived (`PartialEq`, `Ord`, `Default` …), by their last names.
    pub derives: Vec<String>,
}

/// A variant of an enum, or the one of a struct.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The names, or numbers, of its fields, and their types as far as they are known.
    pub fields: Vec<(String, Shape)>,
    /// The discriminant, where it is a number that is known.
    pub discriminant: Option<i128>,
}

/// What is written of a type.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Shape {
    /// Nothing: `_`, a type parameter, an `impl Trait`.
    #[default]
    Unknown,
    /// All of it.
    Known(Type),
    /// The last name of a type and what is written of its arguments: `Vec<_>`, `HashMap<K, u8>`, `&[T]` as `Slice`,
    /// `&T` as `T` itself, tuples as `Tuple`, arrays as `Array`. Structs and enums have their path: `demo::grid::Grid`.
    Named(String, Vec<Shape>),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Body {
    /// As [`morph_source::scan::Function::path`].
    pub path: String,
    /// The file of the probes in it.
    pub file: PathBuf,
    /// Its parameters in order, the receiver first.
    pub params: Vec<Pattern>,
    /// What is written of their types; `&mut T` is marked in `by_mut`.
    pub types: Vec<Shape>,
    /// Which parameters are `&mut`.
    pub by_mut: Vec<bool>,
    /// What is written of its result's type.
    pub ret: Shape,
    /// How many local variables it has; closures share those of the function around them.
    pub locals: usize,
    /// What it does.
    pub block: Expr,
}

/// A local variable of a function, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Local(pub u32);

/// An expression and its bytes in the file.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its bytes; parentheses around it are its own. Empty where it is not in the body's file: in constants and in what
    /// macros expand to.
    pub span: Range<usize>,
    /// What it does.
    pub kind: Box<Kind>,
}

/// What an expression does.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A literal; `b"…"` is an [`Kind::Array`] behind a reference, `b'x'` an integer.
    Int(i128, Option<IntType>),
    /// A literal.
    Float(f64, Option<FloatType>),
    /// A literal.
    Bool(bool),
    /// A literal.
    Char(char),
    /// A literal.
    Str(Arc<str>),
    /// A local variable.
    Local(Local),
    /// A constant or static of the workspace: its path, what is written of its type, and its expression. Places in it are
    /// empty: it is evaluated while compiling. What has local variables is a call of a function without parameters.
    Const(String, Shape, Arc<Expr>),
    /// What the workspace does not define, by its full path: `i32::MAX`, `f64::consts::PI`, `str::len`, `Vec::new`,
    /// with what is written of type arguments (`Vec::<u8>::new`: of the type, then of the function). Paths of `std` have
    /// neither its name nor modules in front of types: `HashMap::new`, `cmp::max`, `Ordering::is_lt`. What is derived
    /// for a type of the workspace has the type's path as one part: `demo::grid::Grid`, `default`.
    Outside(Vec<String>, Vec<Shape>),
    /// A function of the workspace as a value.
    Function(String),
    /// A unit or tuple struct or variant as a value or a function: the type's path, the variant's name. Types of `std`
    /// have their last names: `Option`, `Result`, `Ordering`, `Reverse`.
    Constructor(String, String),
    /// `T::CONST`, `T::f` of a type parameter or `<T as Trait>::f`: the parameter, then the name.
    OfParameter(String, String),
    /// `!x`, `-x`, `*x`.
    Unary(Unary, Expr),
    /// Arithmetic, bits, comparisons. What is overloaded is found by the operands' values.
    Binary(Binary, Expr, Expr),
    /// `a && b`, `a || b`.
    Lazy(bool, Expr, Expr),
    /// `a = b`.
    Assign(Expr, Expr),
    /// `a += b`.
    AssignBinary(Binary, Expr, Expr),
    /// `a.name`, `a.0`.
    Field(Expr, String),
    /// `a[b]`, ranges included.
    Index(Expr, Expr),
    /// `a..b`, `..=b`.
    Range { from: Option<Expr>, to: Option<Expr>, inclusive: bool },
    /// `(a, b)`; `()` is empty.
    Tuple(Vec<Expr>),
    /// `[a, b]`; `vec![a, b]` where the first is true.
    Array(bool, Vec<Expr>),
    /// `[a; n]`; `vec![a; n]` where the first is true.
    Repeat(bool, Expr, Expr),
    /// `Type { field: a, ..base }`: the type's path, the variant's name.
    Struct { path: String, variant: String, fields: Vec<(String, Expr)>, base: Option<Expr> },
    /// `f(a)`, where `f` is any expression.
    Call(Expr, Vec<Expr>),
    /// `a.name::<T>(b)`; of a parameter's `as_ref`, `into` and the like, the type is what its bounds say, although it
    /// is not written there. `candidates` are the workspace's functions that it may mean, where scan can tell.
    Method { receiver: Expr, name: String, types: Vec<Shape>, args: Vec<Expr>, candidates: Vec<String> },
    /// `|a, b| e`.
    Closure { params: Vec<(Pattern, Shape)>, body: Expr },
    /// `if c { a } else { b }`; the condition may be, or contain, a [`Kind::Let`].
    If { condition: Expr, then: Expr, otherwise: Option<Expr> },
    /// `let p = e` in a condition.
    Let(Pattern, Expr),
    /// `match e { … }`.
    Match(Expr, Vec<Arm>),
    /// `while c { … }`. `place` is that of the loop's probes, from the keyword to the condition's end.
    While { label: Option<String>, place: Range<usize>, condition: Expr, body: Expr },
    /// `for p in e { … }`, likewise.
    For { label: Option<String>, place: Range<usize>, pattern: Pattern, iterated: Expr, body: Expr },
    /// `loop { … }`.
    Loop { label: Option<String>, body: Expr },
    /// `{ … }`; `last` is what it evaluates to.
    Block { label: Option<String>, statements: Vec<Statement>, last: Option<Expr> },
    /// `break 'label e`.
    Break(Option<String>, Option<Expr>),
    /// `continue 'label`.
    Continue(Option<String>),
    /// `return e`.
    Return(Option<Expr>),
    /// `e?`.
    Try(Expr),
    /// `e as T`.
    Cast(Expr, Shape),
    /// `&e`, `&mut e`.
    Reference { mutable: bool, of: Expr },
    /// `panic!`, `unreachable!`, `todo!`, `unimplemented!`.
    Panic,
    /// `assert!(c)`; a debug assertion where the first is true.
    Assert(bool, Expr),
    /// `assert_eq!(a, b)`, `assert_ne!(a, b)` (where the first is false).
    AssertEqual(bool, Expr, Expr),
    /// `matches!(e, p)`.
    Matches(Expr, Arm),
    /// `format!`, `write!` (with what is written to): pieces of text and what stands between them.
    Format { to: Option<Expr>, pieces: Vec<Piece> },
    /// Anything else, and what it is: "`async` block", "a raw pointer", "macro `foo!`".
    Unmodelled(String),
    /// One of these functions of the workspace, as the arguments' types tell: `X::from` of several `impl From<…> for X`.
    AnyOf(Vec<String>),
}

/// A part of a formatted text.
#[derive(Clone, Debug)]
pub enum Piece {
    /// As it is.
    Text(String),
    /// `{}`, `{:?}`, `{:02}`: the argument and what stands behind the colon.
    Argument(Expr, String),
}

/// A statement of a block.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `let p: T = e else { … };`; `place` is that of its probes, from the keyword to the pattern's end.
    Let { place: Range<usize>, pattern: Pattern, shape: Shape, value: Option<Expr>, otherwise: Option<Expr> },
    /// `e;`
    Expr(Expr),
}

/// An arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its pattern.
    pub pattern: Pattern,
    /// `if g`.
    pub guard: Option<Expr>,
    /// What it evaluates to.
    pub body: Expr,
}

/// A pattern and its bytes in the file.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its bytes; those of an arm's pattern with its guard, as the arm's probe has them.
    pub span: Range<usize>,
    /// What it matches.
    pub kind: PatternKind,
}

/// What a pattern matches.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// `_`, `..`.
    Any,
    /// `x`, `ref mut x`, `x @ p`. A name that means a constant or a unit variant is a [`PatternKind::Equal`] or a
    /// [`PatternKind::Data`].
    Bind { local: Local, by_ref: bool, inner: Option<Box<Pattern>> },
    /// A literal or a constant.
    Equal(Expr),
    /// `a..=b`, `a..`.
    Range { from: Option<Expr>, to: Option<Expr>, inclusive: bool },
    /// `(a, .., b)`: what stands before and behind the rest, and whether there is one.
    Tuple(Vec<Pattern>, bool, Vec<Pattern>),
    /// `[a, rest @ .., b]`: what stands before the rest, the rest (where there is one), what stands behind it.
    Slice(Vec<Pattern>, Option<Box<Pattern>>, Vec<Pattern>),
    /// A struct or a variant: the type's path (`Option` and `Result` by these names), the variant's, and its fields.
    Data { path: String, variant: String, fields: Vec<(String, Pattern)> },
    /// `&p`, `&mut p`, `box`.
    Reference(Box<Pattern>),
    /// `a | b`.
    Or(Vec<Pattern>),
    /// Anything else, and what it is.
    Unmodelled(String),
}

/// `!x`, `-x`, `*x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum Unary {
    Not,
    Neg,
    Deref,
}

/// Operators with two operands that are both evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}
