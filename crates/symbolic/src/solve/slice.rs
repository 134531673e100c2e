//! The terms of one question, numbered anew so that they stand in a row.

use std::collections::{BTreeSet, HashMap};

use super::super::term::evaluate::{self, Known};
use super::super::term::{Assignment, Scalar, Sort, Term, TermId, Terms, VarId};

/// A condition and how it shall come out.
pub type Decision = (TermId, bool);

/// Constraints and everything that they are made of.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The terms; what a term is made of stands before it, and ids are places in this list.
    pub terms: Vec<Term>,
    /// Their sorts.
    pub sorts: Vec<Sort>,
    /// Whether a variable is among what they are made of.
    pub vary: Vec<bool>,
    /// Those that shall hold, or not.
    pub constraints: Vec<Decision>,
    /// Where variables stand, and which they are.
    pub variables: Vec<(TermId, VarId)>,
}

impl Slice {
    /// Of these constraints; conjunctions are taken apart.
    pub fn new(terms: &Terms, constraints: impl IntoIterator<Item = Decision>) -> Slice {
        let parts = conjuncts(terms, constraints);
        let reachable = terms.reachable(parts.iter().map(|(id, _)| *id));
        let place: HashMap<TermId, TermId> =
            reachable.iter().enumerate().map(|(place, id)| (*id, TermId(place as u32))).collect();
        let mut slice = Slice {
            terms: Vec::with_capacity(reachable.len()),
            sorts: reachable.iter().map(|id| terms.sort_of(*id)).collect(),
            vary: Vec::with_capacity(reachable.len()),
            constraints: parts.iter().map(|(id, truth)| (place[id], *truth)).collect(),
            variables: Vec::new(),
        };
        for (index, id) in reachable.iter().enumerate() {
            let term = terms.get(*id).map(|part| place[&part]);
            if let Term::Var(variable) = term {
                slice.variables.push((TermId(index as u32), variable));
            }
            let varies = matches!(term, Term::Var(_)) || term.parts().any(|part| slice.vary[part.0 as usize]);
            slice.terms.push(term);
            slice.vary.push(varies);
        }
        slice
    }

    /// The sort of a term.
    pub fn sort(&self, id: TermId) -> Sort {
        self.sorts[id.0 as usize]
    }

    /// The term at a place.
    pub fn get(&self, id: TermId) -> Term {
        self.terms[id.0 as usize]
    }

    /// Whether a float is among them.
    pub fn has_floats(&self) -> bool {
        self.sorts.iter().any(|sort| matches!(sort, Sort::Float(_)))
    }

    /// Evaluates every term, given the values of the variables in their order. What was in `values` does not matter.
    pub fn evaluate(&self, inputs: &[Scalar], values: &mut Vec<Option<Known>>) {
        let mut inputs = inputs.iter();
        values.clear();
        for term in &self.terms {
            let value = match term {
                Term::Var(_) => inputs.next().copied().map(Known::Is),
                _ => evaluate::step(*term, |part| values[part.0 as usize], |_| None),
            };
            values.push(value);
        }
    }

    /// The places of the terms that a variable is among what they are made of, its own first.
    pub fn dependents(&self, variable: TermId) -> Vec<u32> {
        let mut depends = vec![false; self.terms.len()];
        depends[variable.0 as usize] = true;
        let mut places = vec![variable.0];
        for place in variable.0 as usize + 1..self.terms.len() {
            if self.vary[place] && self.terms[place].parts().any(|part| depends[part.0 as usize]) {
                depends[place] = true;
                places.push(place as u32);
            }
        }
        places
    }

    /// An assignment with these values of the slice's variables, and those of another for all the rest.
    pub fn assignment(&self, values: &[Scalar], rest: &Assignment) -> Assignment {
        let mut assignment = rest.clone();
        for ((_, variable), value) in self.variables.iter().zip(values) {
            let place = variable.0 as usize;
            if assignment.len() <= place {
                assignment.resize(place + 1, None);
            }
            assignment[place] = Some(*value);
        }
        assignment
    }
}

/// What shall hold, with conjunctions taken apart.
fn conjuncts(terms: &Terms, constraints: impl IntoIterator<Item = Decision>) -> BTreeSet<Decision> {
    let mut open: Vec<Decision> = constraints.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some((id, truth)) = open.pop() {
        match (terms.get(id), truth) {
            (Term::Not(a), _) => open.push((a, !truth)),
            (Term::And(a, b), true) | (Term::Or(a, b), false) => open.extend([(a, truth), (b, truth)]),
            _ => {
                found.insert((id, truth));
            }
        }
    }
    found
}
