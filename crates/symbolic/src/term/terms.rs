//! The terms of one subject's executions, each kept once.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::language::{Scalar, Sort, Term, TermId, VarId, Variable};
use super::numbers::rounded;
use super::residue::Residue;
use morph_relation::FloatType;

/// The terms and variables of the executions of one subject.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// What a term is made of stands before it.
    pub(super) terms: Vec<Term>,
    /// The sorts of the terms, with the bounds that follow from those of the variables.
    pub(super) sorts: Vec<Sort>,
    /// Whether a term may leave `i128`.
    pub(super) leaves: Vec<bool>,
    /// What integer terms are congruent to.
    pub(super) residues: Vec<Residue>,
    /// The variables that terms depend on, in order; shared among those that depend on the same.
    pub(super) depend: Vec<Rc<[VarId]>>,
    pub(super) known: FxHashMap<Term, TermId>,
    pub(super) variables: Vec<Variable>,
    pub(super) by_name: HashMap<String, VarId>,
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
    pub(super) fn intern(&mut self, term: Term) -> TermId {
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
        self.intern(Term::Float(rounded(ty, value).to_bits(), ty))
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
