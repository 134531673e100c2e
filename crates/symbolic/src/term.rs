//! What the values of a symbolic execution are made of: terms over variables, shared and simplified as they are made.
//!
//! Integers are mathematical: machine arithmetic is a term and the branch that it stays in range, or a
//! [`Term::Wrap`]. Floats are IEEE.

pub(super) mod evaluate;
pub(super) mod interval;
mod residue;
mod simplify;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use rustc_hash::FxHashMap;

pub use self::evaluate::Evaluation;

use self::residue::Residue;
use morph_relation::{FloatType, IntType};

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

/// The terms and variables of the executions of one subject.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// What a term is made of stands before it.
    terms: Vec<Term>,
    /// The sorts of the terms, with the bounds that follow from those of the variables.
    sorts: Vec<Sort>,
    /// Whether a term may leave `i128`.
    leaves: Vec<bool>,
    /// What integer terms are congruent to.
    residues: Vec<Residue>,
    /// The variables that terms depend on, in order; shared among those that depend on the same.
    depend: Vec<Rc<[VarId]>>,
    known: FxHashMap<Term, TermId>,
    variables: Vec<Variable>,
    by_name: HashMap<String, VarId>,
}

impl Terms {
    /// The term that an index stands for.
    pub fn get(&self, id: TermId) -> Term {
        self.terms[id.0 as usize]
    }

    /// What a term stands for; of an integer, with bounds that it never leaves.
    pub fn sort_of(&self, id: TermId) -> Sort {
        self.sorts[id.0 as usize]
    }

    /// Bounds that an integer term never leaves; those of `i128`, which are none, for any other.
    pub fn bounds(&self, id: TermId) -> (i128, i128) {
        match self.sort_of(id) {
            Sort::Int(low, high) => (low, high),
            _ => (i128::MIN, i128::MAX),
        }
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
        let (sort, leaves) = (self.sort_of_new(term), self.leaves_when_new(term));
        self.terms.push(term);
        let residue = self.residue_of_new(term);
        self.leaves.push(leaves);
        self.residues.push(residue);
        self.depend.push(self.variables_of_new(term));
        self.sorts.push(sort);
        self.known.insert(term, id);
        id
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.intern(Term::Bool(value))
    }

    /// An integer.
    pub fn int(&mut self, value: i128) -> TermId {
        self.intern(Term::Int(value))
    }

    /// A float of a type, to which `value` is rounded.
    pub fn float(&mut self, value: f64, ty: FloatType) -> TermId {
        self.intern(Term::Float(evaluate::rounded(ty, value).to_bits(), ty))
    }

    /// A constant of the sort of a term.
    pub fn constant(&mut self, value: Scalar, like: TermId) -> TermId {
        match (value, self.sort_of(like)) {
            (Scalar::Bool(value), _) => self.bool(value),
            (Scalar::Int(value), _) => self.int(value),
            (Scalar::Float(value), Sort::Float(ty)) => self.float(value, ty),
            (Scalar::Float(value), _) => self.float(value, FloatType::F64),
        }
    }

    /// Its value, where it is a constant.
    pub fn as_constant(&self, id: TermId) -> Option<Scalar> {
        match self.get(id) {
            Term::Bool(value) => Some(Scalar::Bool(value)),
            Term::Int(value) => Some(Scalar::Int(value)),
            Term::Float(bits, _) => Some(Scalar::Float(f64::from_bits(bits))),
            _ => None,
        }
    }

    /// Its value, where it is a constant truth value.
    pub fn as_bool(&self, id: TermId) -> Option<bool> {
        match self.get(id) {
            Term::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Its value, where it is a constant integer.
    pub fn as_int(&self, id: TermId) -> Option<i128> {
        match self.get(id) {
            Term::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The negation of a truth value.
    pub fn not(&mut self, id: TermId) -> TermId {
        self.make(Term::Not(id))
    }

    /// Whether all of them are true.
    pub fn all(&mut self, ids: impl IntoIterator<Item = TermId>) -> TermId {
        let yes = self.bool(true);
        ids.into_iter().fold(yes, |all, id| self.make(Term::And(all, id)))
    }

    /// The value of a term under an assignment; `None` where a variable that it depends on has none, where a divisor
    /// is zero, or where an integer leaves `i128` and more than its order is asked for.
    pub fn evaluate(&self, id: TermId, assignment: &Assignment) -> Option<Scalar> {
        Evaluation::new(assignment.clone()).value(self, id)
    }

    /// What a term is made of at once.
    pub fn parts(&self, id: TermId) -> impl Iterator<Item = TermId> + use<> {
        self.get(id).parts()
    }

    /// Terms and all that they are made of, each once, parts before what is made of them.
    pub fn reachable(&self, roots: impl IntoIterator<Item = TermId>) -> Vec<TermId> {
        let mut found = BTreeSet::new();
        let mut open: Vec<TermId> = roots.into_iter().collect();
        while let Some(id) = open.pop() {
            if found.insert(id) {
                open.extend(self.parts(id));
            }
        }
        found.into_iter().collect()
    }

    /// The variables that a term depends on.
    pub fn variables_of(&self, id: TermId) -> &[VarId] {
        &self.depend[id.0 as usize]
    }

    fn variables_of_new(&self, term: Term) -> Rc<[VarId]> {
        let of_parts: Vec<&Rc<[VarId]>> = match term {
            Term::Var(variable) => return Rc::new([variable]),
            term => term.parts().map(|part| &self.depend[part.0 as usize]).collect(),
        };
        let most = of_parts.iter().max_by_key(|variables| variables.len());
        match most {
            Some(most) if of_parts.iter().all(|part| is_within(part, most)) => Rc::clone(most),
            _ => of_parts
                .iter()
                .flat_map(|part| part.iter().copied())
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect(),
        }
    }
}

/// Whether all that is in one list is in the other, both in order.
fn is_within(part: &Rc<[VarId]>, all: &Rc<[VarId]>) -> bool {
    Rc::ptr_eq(part, all) || part.iter().all(|variable| all.binary_search(variable).is_ok())
}

#[cfg(test)]
mod tests;
