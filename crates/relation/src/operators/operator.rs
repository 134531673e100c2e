//! What an operator is.

use crate::tolerance::Tolerance;
use crate::types::{IntType, Type};
use crate::value::Value;

/// The name of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[expect(missing_docs, reason = "OPERATORS documents each")]
pub enum Op {
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Neg,
    Not,
    Float,
    Abs,
    Signum,
    Min,
    Max,
    Len,
    Chars,
    IsEmpty,
    First,
    Last,
    At,
    Sum,
    RevSeq,
    RevStr,
    Sorted,
    Rotate,
    Skip,
    Take,
    RepeatSeq,
    RepeatStr,
    ConcatSeq,
    ConcatStr,
    List,
    Has,
    HasStr,
    StartsWith,
    EndsWith,
    Upper,
    Lower,
    Trim,
    TakeStr,
    SkipStr,
    Text,
    Matches,
    Occurrences,
    IsSorted,
    IsSome,
    IsOk,
    Unwrap,
    Some,
    Ok,
    Reverse,
    Then,
    BitOr,
    BitXor,
    BitAnd,
    Shl,
    Shr,
    Pow,
    DivEuclid,
    RemEuclid,
    AbsDiff,
    Isqrt,
    CountOnes,
    Powi,
    Sqrt,
    Exp,
    Ln,
    Sin,
    Cos,
    Floor,
    Ceil,
    Round,
    Trunc,
    IsNan,
    IsFinite,
    Cmp,
    Product,
    MinSeq,
    MaxSeq,
    AddSeq,
    SubSeq,
    MulSeq,
    Dedup,
    Windows,
    Letters,
    AsciiUpper,
    AsciiLower,
    IsAscii,
    IsAsciiDigit,
    IsAsciiHexdigit,
    IsAsciiAlphanumeric,
    IsAlphabetic,
    IsAlphanumeric,
    IsUppercase,
    IsLowercase,
    IsWhitespace,
    Replace,
    Bytes,
    HasChar,
    IsAsciiAlphabetic,
    IsAsciiUppercase,
    IsAsciiLowercase,
    ZeroPadded,
    Hex,
    HasNan,
}

/// The precedence of comparisons, which do not associate.
const COMPARISON: u8 = 3;
/// The precedence of operators on bits.
pub(super) const BITS: u8 = 4;
/// The precedence of `a as f64`.
pub const CAST: u8 = 7;
/// The precedence of `-a`, `!a`, `*a`, `&a`.
pub const PREFIX: u8 = 8;
/// The precedence of names, literals, calls and methods.
pub const ATOM: u8 = 9;

/// The precedences that the operands of an infix operator have without parentheses around them.
pub fn operand_levels(operator: u8) -> (u8, u8) {
    match operator {
        COMPARISON => (operator + 1, operator + 1),
        // Few know how these bind.
        BITS => (PREFIX, PREFIX),
        _ => (operator, operator + 1),
    }
}

/// How an operator is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `a + b`, with its precedence: higher binds tighter.
    Infix(&'static str, u8),
    /// `-a`
    Prefix(&'static str),
    /// `a as f64`
    Cast(&'static str),
    /// `a.via().name(b)`: how the receiver is reached (empty or `iter().`), the name, how many operands with the receiver.
    Method(&'static str, &'static str, usize),
    /// `Some(a)`
    Wrap(&'static str),
    /// `[a, b].concat()`
    Concat,
    /// `[a]`
    List,
    /// `a[b]`
    Index,
    /// `a.name(b).count()`
    Count(&'static str),
    /// `a.iter().filter(|x| x == b).count()`
    CountEqual,
    /// `xs.iter().zip(ys).map(|(a, b)| a + b)`
    Zip(&'static str),
}

/// Rust from the Rust of the operands and their types.
pub type Spelling = fn(&[String], &[Type]) -> String;

/// An operator: its text, type, meaning and, where the text is not Rust as it stands, its Rust.
#[derive(Clone, Copy)]
pub struct Operator {
    /// Which.
    pub op: Op,
    /// How it is written.
    pub syntax: Syntax,
    /// The type of its result for operands of the given erased types; `None` where it does not apply.
    pub result: fn(&[Type]) -> Option<Type>,
    /// Its result; `None` where it has none (overflow, division by zero): the group is inapplicable.
    pub apply: fn(&[Value], Tolerance) -> Option<Value>,
    /// Rust for operands given as Rust with their erased types; `None` where the text is Rust, or where the Rust
    /// depends on how an operand is held (`rust/expr.rs`).
    pub rust: Option<Spelling>,
}

impl Operator {
    /// How many operands it takes.
    pub fn arity(&self) -> usize {
        match self.syntax {
            Syntax::Infix(..)
            | Syntax::Concat
            | Syntax::Index
            | Syntax::Count(_)
            | Syntax::CountEqual
            | Syntax::Zip(_) => 2,
            Syntax::Prefix(_) | Syntax::Cast(_) | Syntax::Wrap(_) | Syntax::List => 1,
            Syntax::Method(_, _, arity) => arity,
        }
    }
}

pub(super) const INT: Type = Type::Int(IntType::I128);

pub(super) const fn entry(
    op: Op,
    syntax: Syntax,
    result: fn(&[Type]) -> Option<Type>,
    apply: fn(&[Value], Tolerance) -> Option<Value>,
) -> Operator {
    Operator { op, syntax, result, apply, rust: None }
}

pub(super) const fn spelled(operator: Operator, rust: Spelling) -> Operator {
    Operator { rust: Some(rust), ..operator }
}
