//! Which of the relations that are chosen are redundant beside the others: another one implies them, which a solver is
//! asked where it is left open, or they follow from several.

use std::cell::RefCell;
use std::collections::HashMap;

use anyhow::Result;

use super::consequence::consequences;
use super::dropped::Removal;
use super::imply::{Implication, Query, Unsatisfiable, implied, says_all};
use crate::search::Candidate;
use morph_relation::{Relation, Signature, follows};
use morph_symbolic::solver::{Answer, Choice, Limits, Script, Solver};

/// Decides for one subject; the same question is answered once.
pub struct Redundant<'a> {
    subject: &'a Signature,
    others: &'a [Signature],
    solver: RefCell<Solver>,
    answers: RefCell<HashMap<Query, bool>>,
}

/// Longer solver scripts are not decided.
const LONGEST: usize = 8_000;

impl<'a> Redundant<'a> {
    /// With the solver that is chosen; `others` are functions that follow-ups may call.
    pub fn new(subject: &'a Signature, others: &'a [Signature], solver: Choice) -> Result<Redundant<'a>> {
        let limits = Limits { script: LONGEST, ..Limits::default() };
        let solver = RefCell::new(Solver::new(solver, limits)?);
        Ok(Redundant { subject, others, solver, answers: RefCell::default() })
    }

    /// The places of relations that others among these make redundant, and that kill nothing more. Consequences are
    /// sought where nothing is implied.
    pub fn among(&self, chosen: &[&Candidate]) -> Vec<(usize, Removal)> {
        let implied = implied(chosen, self.subject, self.others, Some(&|query| self.cannot_hold(query)));
        if !implied.is_empty() {
            return implied.into_iter().map(|place| (place, Removal::Implied)).collect();
        }
        let consequences = consequences(chosen, self.subject, self.others);
        consequences.into_iter().map(|place| (place, Removal::Consequence)).collect()
    }

    /// Whether a relation says nothing beside others: one of them implies it, or it follows from all of them.
    pub fn is_implied(&self, relation: &Relation, by: &[&Relation]) -> bool {
        let subject = self.subject.with_given(&relation.given);
        let solver: Unsatisfiable<'_> = &|query| self.cannot_hold(query);
        let alone = |other: &&Relation| {
            says_all(other, relation, &subject, self.others, Some(solver)) == Implication::Implied
        };
        by.iter().any(alone) || follows(relation, by, self.subject, self.others)
    }

    fn cannot_hold(&self, query: &Query) -> bool {
        if let Some(known) = self.answers.borrow().get(query) {
            return *known;
        }
        let mut script = Script::new(query.logic);
        query.constants.iter().for_each(|(name, sort)| script.declare(name, sort));
        script.assert(&query.assertion);
        let unsatisfiable = self.solver.borrow_mut().check(&script) == Answer::Unsat;
        self.answers.borrow_mut().insert(query.clone(), unsatisfiable);
        unsatisfiable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_lab::MutantId;
    use morph_relation::{IntType, RelationText, Type};
    use morph_traces::Fault;

    #[test]
    fn of_relations_that_say_the_same_in_other_words_one_is_implied() {
        let int = Type::Int(IntType::I64);
        let subject = Signature::new("demo::f", vec![("n".to_owned(), int.clone())], int);
        let candidate = |when: &str, then: &str| {
            let text = RelationText {
                given: Vec::new(),
                when: when.to_owned(),
                followups: vec!["(n + 1,)".to_owned()],
                then: then.to_owned(),
                tolerance: "exact".to_owned(),
            };
            let relation = Relation::parse(&text, &subject, &|_| None).unwrap();
            Candidate {
                shape: None,
                relation,
                strategy: "enumerate",
                kills: [Fault::Mutant(MutantId(1))].into(),
                groups: 9,
            }
        };
        let strong = candidate("true", "y1 == y0 + 1");
        let weak = candidate("n > 0", "y1 * y1 >= y0 * y0 + 2 * y0");
        let redundant = Redundant::new(&subject, &[], Choice::Auto).unwrap();
        assert_eq!(redundant.among(&[&strong, &weak]), [(1, Removal::Implied)]);
        assert!(redundant.among(&[&weak, &candidate("n > 0", "y1 == y0 + 2")]).is_empty());
    }
}
