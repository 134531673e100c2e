//! What the values of a symbolic execution are made of: terms over variables, shared and simplified as they are made.
//!
//! Integers are mathematical: machine arithmetic is a term and the branch that it stays in range, or a
//! [`Term::Wrap`]. Floats are IEEE.

use std::collections::HashMap;

use crate::relation::{FloatType, IntType};

/// Index of a [`Term`] in its [`Terms`].
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
    /// An integer within these bounds, characters (by code) and variants (by number) among them. Terms have no bounds
    /// of their own.
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

/// What variables stand for, by number; `None` where nothing is said.
pub type Assignment = Vec<Option<Scalar>>;

/// The terms and variables of the executions of one subject.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    terms: Vec<Term>,
    known: HashMap<Term, TermId>,
    variables: Vec<Variable>,
    by_name: HashMap<String, VarId>,
}

impl Terms {
    /// The term that an index stands for.
    pub fn get(&self, id: TermId) -> Term {
        self.terms[id.0 as usize]
    }

    /// The variables.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The variable of this name, made where there is none.
    pub fn variable(&mut self, name: &str, sort: Sort, is_unknown: bool) -> TermId {
        let id = match self.by_name.get(name) {
            Some(id) => *id,
            None => {
                let id = VarId(self.variables.len() as u32);
                self.variables.push(Variable { name: name.to_owned(), sort, is_unknown });
                self.by_name.insert(name.to_owned(), id);
                id
            }
        };
        self.intern(Term::Var(id))
    }

    /// The variable of this name, where there is one.
    pub fn find(&self, name: &str) -> Option<VarId> {
        self.by_name.get(name).copied()
    }

    /// A term as it is, shared.
    fn intern(&mut self, term: Term) -> TermId {
        if let Some(id) = self.known.get(&term) {
            return *id;
        }
        let id = TermId(self.terms.len() as u32);
        self.terms.push(term);
        self.known.insert(term, id);
        id
    }

    /// A term, simplified: what is made of constants is one, and `x + 0`, `!!x`, `x == x` and the like are shortened.
    pub fn make(&mut self, term: Term) -> TermId {
        self.intern(term)
    }
}
