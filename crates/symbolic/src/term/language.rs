//! The terms: constants, variables and what is made of them.

use morph_relation::{FloatType, IntType};

/// Index of a [`Term`] in its [`Terms`](super::Terms).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

/// Index of a [`Variable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

/// What a variable or term stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// An integer within these bounds, characters (by code) and variants (by number) among them.
    Int(i128, i128),
    /// A float.
    Float(FloatType),
}

/// An unknown of the execution: a part of the input, or something that nothing is known of.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// What it is: `text.len`, `items[3].0`; unique.
    pub name: String,
    /// What it stands for.
    pub sort: Sort,
    /// Whether it is no part of the input but the unknown result of something that is not modelled: a path that depends
    /// on it cannot be solved for, and an execution that meets it is not exact.
    pub is_unknown: bool,
}

/// A value of a term.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as the sorts")]
pub enum Scalar {
    Bool(bool),
    Int(i128),
    Float(f64),
}

impl PartialEq for Scalar {
    /// Floats by their bits.
    fn eq(&self, other: &Scalar) -> bool {
        match (self, other) {
            (Scalar::Bool(a), Scalar::Bool(b)) => a == b,
            (Scalar::Int(a), Scalar::Int(b)) => a == b,
            (Scalar::Float(a), Scalar::Float(b)) => a.to_bits() == b.to_bits(),
            _ => false,
        }
    }
}

/// Functions of two integers of a type, by their bits (two's complement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum Bits {
    And,
    Or,
    Xor,
    Shl,
    Shr,
}

/// Functions of a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum FloatFn {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Round,
    Trunc,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Exp2,
    Ln,
    Log2,
    Log10,
    Ln1p,
    ExpM1,
    Cbrt,
}

/// Functions of two floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
    Pow,
    Hypot,
    Atan2,
}

/// A term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// `true`, `false`.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A float of a type, by the bits of its value as an `f64`.
    Float(u64, FloatType),
    /// An unknown.
    Var(VarId),
    /// Of a truth value.
    Not(TermId),
    /// Of truth values.
    And(TermId, TermId),
    /// Of truth values.
    Or(TermId, TermId),
    /// Equality of truth values or of integers.
    Eq(TermId, TermId),
    /// `a < b` of integers.
    Lt(TermId, TermId),
    /// `a <= b` of integers.
    Le(TermId, TermId),
    /// Of integers.
    Add(TermId, TermId),
    /// Of integers.
    Sub(TermId, TermId),
    /// Of integers.
    Mul(TermId, TermId),
    /// Of integers, towards zero; the divisor is not zero on the path.
    Div(TermId, TermId),
    /// Of integers, with the sign of the dividend; the divisor is not zero on the path.
    Rem(TermId, TermId),
    /// Of two integers of this type, by their bits. What is shifted out is lost; the shift is less than the width.
    Bits(Bits, IntType, TermId, TermId),
    /// The integer of this type that an integer is congruent to.
    Wrap(IntType, TermId),
    /// `if c { a } else { b }`, of one sort.
    Ite(TermId, TermId, TermId),
    /// Of a float of this type, rounded to it.
    FloatFn(FloatFn, FloatType, TermId),
    /// Of floats of this type, rounded to it.
    FloatOp(FloatOp, FloatType, TermId, TermId),
    /// `a == b` of floats.
    FloatEq(TermId, TermId),
    /// `a < b` of floats.
    FloatLt(TermId, TermId),
    /// `a <= b` of floats.
    FloatLe(TermId, TermId),
    /// Whether a float is no number.
    IsNan(TermId),
    /// An integer as a float of this type.
    ToFloat(FloatType, TermId),
    /// A float as an integer of this type: saturating, NaN is 0.
    ToInt(IntType, TermId),
    /// A float in another width.
    Resize(FloatType, TermId),
}

impl Term {
    /// What it is made of at once.
    pub fn parts(self) -> impl Iterator<Item = TermId> {
        let mut parts = [None; 3];
        let mut count = 0;
        self.map(|part| {
            parts[count] = Some(part);
            count += 1;
            part
        });
        parts.into_iter().flatten()
    }

    /// The same of other parts.
    pub fn map(self, mut of: impl FnMut(TermId) -> TermId) -> Term {
        match self {
            Term::Bool(_) | Term::Int(_) | Term::Float(..) | Term::Var(_) => self,
            Term::Not(a) => Term::Not(of(a)),
            Term::And(a, b) => Term::And(of(a), of(b)),
            Term::Or(a, b) => Term::Or(of(a), of(b)),
            Term::Eq(a, b) => Term::Eq(of(a), of(b)),
            Term::Lt(a, b) => Term::Lt(of(a), of(b)),
            Term::Le(a, b) => Term::Le(of(a), of(b)),
            Term::Add(a, b) => Term::Add(of(a), of(b)),
            Term::Sub(a, b) => Term::Sub(of(a), of(b)),
            Term::Mul(a, b) => Term::Mul(of(a), of(b)),
            Term::Div(a, b) => Term::Div(of(a), of(b)),
            Term::Rem(a, b) => Term::Rem(of(a), of(b)),
            Term::Bits(op, ty, a, b) => Term::Bits(op, ty, of(a), of(b)),
            Term::Wrap(ty, a) => Term::Wrap(ty, of(a)),
            Term::Ite(c, a, b) => Term::Ite(of(c), of(a), of(b)),
            Term::FloatFn(function, ty, a) => Term::FloatFn(function, ty, of(a)),
            Term::FloatOp(op, ty, a, b) => Term::FloatOp(op, ty, of(a), of(b)),
            Term::FloatEq(a, b) => Term::FloatEq(of(a), of(b)),
            Term::FloatLt(a, b) => Term::FloatLt(of(a), of(b)),
            Term::FloatLe(a, b) => Term::FloatLe(of(a), of(b)),
            Term::IsNan(a) => Term::IsNan(of(a)),
            Term::ToFloat(ty, a) => Term::ToFloat(ty, of(a)),
            Term::ToInt(ty, a) => Term::ToInt(ty, of(a)),
            Term::Resize(ty, a) => Term::Resize(ty, of(a)),
        }
    }
}

/// What variables stand for, by number; `None` where nothing is said.
pub type Assignment = Vec<Option<Scalar>>;
