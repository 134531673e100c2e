//! Which of a subject's laws are written: few, each for what it kills, the best known first; and observations for the faults
//! that laws leave.

use std::collections::BTreeSet;

use super::dropped::{Dropped, Removal};
use super::grade::{Grade, grade};
use super::imply::{Implication, implies};
use super::select::{Redundancy, select_different};
use super::told::{is_told, lists};
use crate::laws::{INVOLUTION, LAYOUT, ROUND_TRIP, is_instance, seen_through};
use crate::search::{Candidate, weight};
use morph_relation::{Expr, Op, Relation, Scope, Signature, follows};
use morph_traces::Fault;

/// How many relations a subject gets.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Laws.
    pub laws: usize,
    /// Observations beside them.
    pub observations: usize,
}

/// So many places are for the best-known laws whatever they kill: mutants may be few, or in other functions. Where no
/// mutant is killed at all, as in what a macro writes, kills tell nothing about laws.
const FREE: usize = 2;

/// Laws that say little are for functions with fewer other laws than this.
const FEW: usize = 1;

/// Chooses laws, then observations.
///
/// Well-known laws come first, then those that kill what no other one does. An instance of a law that is written is not.
pub fn choose(
    candidates: &[Candidate],
    subject: &Signature,
    wanted: Wanted,
    redundant: Redundancy<'_>,
) -> (Vec<Candidate>, Dropped) {
    let arity = subject.arguments().len();
    let mut dropped = Dropped::default();
    let (laws, others): (Vec<&Candidate>, Vec<&Candidate>) =
        candidates.iter().partition(|candidate| grade(candidate, subject).0 == Grade::Law);
    // What says less than another one goes, whatever becomes of that.
    let lesser = |law: &&Candidate| {
        let says_more = |known: &&Candidate| {
            is_lesser(law, known)
                || is_narrower(law, known, subject)
                || is_way_round(law, known, subject)
                || is_by_another(law, known, arity)
        };
        law.shape.is_some() && laws.iter().any(says_more)
    };
    let mut laws: Vec<Candidate> = laws.iter().copied().filter(|law| !lesser(law)).cloned().collect();
    laws.sort_by_cached_key(rank);
    let chosen = loop {
        let chosen = chosen_laws(&laws, wanted.laws, subject);
        let superfluous = redundant(&chosen.iter().collect::<Vec<_>>());
        if superfluous.is_empty() {
            break chosen;
        }
        for (place, step) in superfluous {
            let before = laws.len();
            laws.retain(|law| law.relation != chosen[place].relation);
            dropped.note(step, before, laws.len());
        }
    };
    if wanted.observations == 0 {
        return (chosen, dropped);
    }
    let killed: BTreeSet<Fault> = chosen.iter().flat_map(|law| &law.kills).copied().collect();
    let left = others
        .into_iter()
        .filter(|candidate| !chosen.iter().any(|law| is_instance(&candidate.relation, &law.relation, arity)));
    // What laws kill is no reason for an observation.
    let left = left.filter_map(|candidate| {
        let kills: BTreeSet<Fault> = candidate.kills.difference(&killed).copied().collect();
        (!kills.is_empty()).then(|| Candidate { kills, ..candidate.clone() })
    });
    let (observed, more) = select_different(left.collect(), wanted.observations, redundant);
    dropped.extend(&more);
    let whole = |candidate: &Candidate| candidates.iter().find(|c| c.relation == candidate.relation).cloned();
    let observed = observed.iter().filter_map(whole);
    let both: Vec<Candidate> = chosen.iter().cloned().chain(observed).collect();
    // Beside the laws some may be redundant.
    let superfluous: BTreeSet<usize> =
        redundant(&both.iter().collect::<Vec<_>>()).into_iter().map(|(place, _)| place).collect();
    let kept = both.into_iter().enumerate().filter(|(i, _)| *i < chosen.len() || !superfluous.contains(i));
    let kept: Vec<Candidate> = kept.map(|(_, candidate)| candidate).collect();
    dropped.note(Removal::Implied, chosen.len() + superfluous.len(), chosen.len());
    (kept, dropped)
}

/// Known families first, of one family what says most, then what is short, without a guard first; a total order.
fn rank(candidate: &Candidate) -> (bool, usize, usize, bool, usize, String) {
    let relation = &candidate.relation;
    let (place, form) = candidate.shape.as_ref().map_or((usize::MAX, 0), |shape| (shape.rank, shape.form));
    (
        candidate.shape.is_none(),
        place,
        form,
        !relation.when.is_yes(),
        weight(relation),
        format!("{relation:?}"),
    )
}

/// At most `most` of the laws, which are in their order.
///
/// What a function returns says all of it. Then half of the places are for the best-known laws that kill anything, the
/// others but two for those that kill what is left; where nothing is left, for the next best-known. Laws that say little are
/// for functions that have hardly any other.
fn chosen_laws(laws: &[Candidate], most: usize, subject: &Signature) -> Vec<Candidate> {
    let arity = subject.arguments().len();
    let (families, mut plain): (Vec<&Candidate>, Vec<&Candidate>) =
        laws.iter().partition(|law| law.shape.is_some());
    // The general law stands for its special cases, whatever these kill.
    plain.retain(|law| !families.iter().any(|known| is_instance(&law.relation, &known.relation, arity)));
    // Nor is it another one that the order of elements does not matter, within another tolerance.
    plain.retain(|law| !families.iter().any(|known| is_consequence(law, known, subject)));
    // What no mutant of the code asks for, and has no name either, is no law that anyone looks for.
    plain.retain(|law| law.kills.iter().any(|fault| matches!(fault, Fault::Mutant(_))));
    let (minor, major): (Vec<&Candidate>, Vec<&Candidate>) =
        families.iter().copied().partition(|law| law.shape.as_ref().is_some_and(|shape| shape.minor));
    // A condition of its own makes a law less of one.
    let (guarded, open): (Vec<&Candidate>, Vec<&Candidate>) =
        major.iter().copied().partition(|law| law.shape.as_ref().is_some_and(|shape| shape.guarded));
    let for_kills = most.saturating_sub(FREE).max(1);
    let mut choice = Choice { most: for_kills, subject, chosen: Vec::new() };
    let killing = || open.iter().copied().filter(|law| !law.kills.is_empty());
    let defines = |law: &&Candidate| law.relation.is_definition() || lists(law, subject).is_some();
    choice.take(open.iter().copied().filter(defines), for_kills);
    choice.take(killing(), for_kills.div_ceil(2));
    for pool in [&open, &guarded, &plain] {
        choice.take_killing(pool);
    }
    choice.take(killing(), for_kills);
    choice.most = most;
    let blind = !laws.iter().flat_map(|law| &law.kills).any(|fault| matches!(fault, Fault::Mutant(_)));
    let free = if blind { most } else { choice.chosen.len() + FREE };
    let named = open.iter().chain(&guarded).copied();
    choice.take(named.filter(|law| !law.kills.is_empty() || !orders_functions(&law.relation)), free);
    choice.most = most.min(FEW);
    choice.take_killing(&minor);
    // One that was chosen later may tell more.
    let told: Vec<bool> = choice.chosen.iter().map(|law| choice.is_told(law)).collect();
    let chosen = choice.chosen.into_iter().zip(told).filter(|(_, told)| !told);
    let mut chosen: Vec<Candidate> = chosen.map(|(law, _)| law.clone()).collect();
    chosen.sort_by_cached_key(rank);
    chosen
}

/// Whether a law says that a method shows an argument of what its function returns, and another one is about what that method
/// shows, and nothing else.
fn tells_what_is_seen(known: &Relation, law: &Relation) -> bool {
    let Expr::Apply(Op::Eq, sides) = &known.then else { return false };
    let ([Expr::Out(1), Expr::Param(_)], [_]) = (sides.as_slice(), known.followups.as_slice()) else {
        return false;
    };
    let shown = |relation| seen_through(relation, &|_, of| of.mentions_outcome());
    *law != *known && shown(known).is_some_and(|by| shown(law) == Some(by))
}

/// Whether a law says that one function returns less than another one: of functions with similar names that may be chance.
fn orders_functions(relation: &Relation) -> bool {
    matches!(relation.then, Expr::Apply(Op::Lt | Op::Le | Op::Ge | Op::Gt, _)) && !relation.is_about_itself()
}

/// Families of what is passed and found again in what is returned.
const KEPT: [&str; 2] = ["kept part", "kept argument"];

/// The family of what returns one of its arguments.
const SELECTION: &str = "selection";

/// The family of what two other functions together undo, and those of what one of them does.
const ROUND_ABOUT: &str = "round trip through a sibling";
const UNDONE: [&str; 3] = [ROUND_TRIP, "undone by a sibling", "undone by an inverse"];

/// Whether a law is a weaker form of another one, says the same of a part of what the other one is about, or is of a family
/// of which the other's says more. Of two families that say more than each other, that is the one without a guard.
fn is_lesser(law: &Candidate, known: &Candidate) -> bool {
    let are_open = [law, known].map(|law| law.relation.when.is_yes());
    let same_calls = law.relation.followups == known.relation.followups;
    let (Some(law), Some(known)) = (&law.shape, &known.shape) else { return false };
    let says_more = match are_open {
        // What holds of all numbers says more than what holds of small ones.
        [false, true] => true,
        [true, false] => false,
        _ => known.form < law.form,
    };
    let is_part = within(&law.places, &known.places) && law.places.len() < known.places.len();
    // One of two says more than one of three.
    let is_part = match law.family {
        SELECTION => within(&known.places, &law.places) && known.places.len() < law.places.len(),
        _ => is_part,
    };
    // Of a layout, another text is another law.
    let is_same =
        law.places == known.places && law.said == known.said && (law.family != LAYOUT || same_calls);
    let is_form = is_same && law.form != known.form && says_more;
    let same_siblings = law.siblings == known.siblings;
    let more_siblings =
        !known.siblings.is_empty() && known.siblings.iter().all(|sibling| law.siblings.contains(sibling));
    // What one function undoes needs no second one.
    if law.family == ROUND_ABOUT
        && UNDONE.contains(&known.family)
        && more_siblings
        && known.guarded <= law.guarded
    {
        return true;
    }
    // Where all that is passed comes back, so does a part of it.
    if known.family == ROUND_TRIP
        && KEPT.contains(&law.family)
        && !known.guarded
        && within(&law.places, &known.places)
    {
        return true;
    }
    known.guarded <= law.guarded
        && (same_siblings && law.family == known.family && (is_part || is_form)
            || known.implies.contains(&law.family)
                && (same_siblings || more_siblings)
                && within(&known.places, &law.places)
                && (law.guarded && !known.guarded || !law.implies.contains(&known.family)))
}

/// Whether a law says of a sibling what another one says under a wider guard of one with the same name: reading a `u8` undoes
/// less than reading a `u64`.
fn is_narrower(law: &Candidate, known: &Candidate, subject: &Signature) -> bool {
    let (Some(shape), Some(other)) = (&law.shape, &known.shape) else { return false };
    let is_beside = (shape.family, &shape.places, &shape.said) == (other.family, &other.places, &other.said)
        && shape.siblings != other.siblings;
    let scope = Scope { params: subject.params.clone(), outs: vec![subject.ret.clone()], item: None };
    let within = |inner: &Candidate, outer: &Candidate| {
        implies(&[&inner.relation.when], &outer.relation.when, &scope, None) == Implication::Implied
    };
    is_beside && !law.relation.when.is_yes() && within(law, known) && !within(known, law)
}

/// Whether a law says that another implementation undoes a function that, as is known, undoes itself.
fn is_way_round(law: &Candidate, known: &Candidate, subject: &Signature) -> bool {
    let is_of = |law: &Candidate, family| law.shape.as_ref().is_some_and(|shape| shape.family == family);
    let same_name = |path: &str| path.rsplit("::").next() == Some(subject.name());
    is_of(law, ROUND_TRIP) && is_of(known, INVOLUTION) && law.relation.called().all(same_name)
}

/// Whether a law says with other functions what another one says of its function alone: those do the same there.
fn is_by_another(law: &Candidate, known: &Candidate, arity: usize) -> bool {
    let mut own = law.relation.clone();
    own.followups.iter_mut().for_each(|followup| followup.function = None);
    known.relation.is_about_itself() && own != law.relation && is_instance(&own, &known.relation, arity)
}

/// Whether a law between floats that holds within a tolerance follows from one other, be that laxer.
fn is_consequence(law: &Candidate, known: &Candidate, subject: &Signature) -> bool {
    law.relation.tolerance.is_lax()
        && known.relation.tolerance.is_lax()
        && law.relation.is_about_itself()
        && known.relation.is_about_itself()
        && follows(&law.relation.loosened(), &[&known.relation], subject, &[])
}

/// Whether all of some places are among others.
fn within(some: &[usize], all: &[usize]) -> bool {
    some.iter().all(|place| all.contains(place))
}

/// The laws that are chosen so far.
struct Choice<'c> {
    most: usize,
    subject: &'c Signature,
    chosen: Vec<&'c Candidate>,
}

impl<'c> Choice<'c> {
    /// Whether a law says nothing new beside those that are chosen.
    fn follows(&self, law: &Candidate) -> bool {
        let arity = self.subject.arguments().len();
        self.chosen.iter().any(|known| {
            known.relation == law.relation
                || is_instance(&law.relation, &known.relation, arity)
                || is_told(law, known, self.subject)
                || known.relation.is_definition()
                    && (law.relation.is_about_itself() || known.relation.is_identity())
                || is_variant(law, known)
                || tells_what_is_seen(&known.relation, &law.relation)
        })
    }

    /// Whether another one that is chosen tells it, and not the other way round.
    fn is_told(&self, law: &Candidate) -> bool {
        let tells = |known: &Candidate| {
            known.relation != law.relation
                && is_told(law, known, self.subject)
                && !is_told(known, law, self.subject)
        };
        self.chosen.iter().any(|known| tells(known))
    }

    /// Whether the same is said with other functions, of which one is enough if it kills nothing else.
    fn repeats(&self, law: &Candidate) -> bool {
        let same = |known: &Candidate| match (&law.shape, &known.shape) {
            (Some(shape), Some(other)) => {
                let is_another = shape.family == LAYOUT && law.relation.then != known.relation.then;
                shape.family == other.family && shape.places == other.places && !is_another
            }
            _ => false,
        };
        self.chosen.iter().any(|known| same(known))
            && law.kills.iter().all(|fault| self.chosen.iter().any(|known| known.kills.contains(fault)))
    }

    /// Takes laws in their order until there are `most`.
    fn take(&mut self, laws: impl Iterator<Item = &'c Candidate>, most: usize) {
        for law in laws {
            if self.chosen.len() < most.min(self.most) && !self.follows(law) && !self.repeats(law) {
                self.chosen.push(law);
            }
        }
    }

    /// Takes the laws that kill most of what is left, of equals the first.
    fn take_killing(&mut self, laws: &[&'c Candidate]) {
        while self.chosen.len() < self.most {
            let killed: BTreeSet<&Fault> = self.chosen.iter().flat_map(|law| &law.kills).collect();
            let gain = |law: &Candidate| law.kills.iter().filter(|fault| !killed.contains(fault)).count();
            let open = laws.iter().filter(|law| !self.follows(law));
            let best = open.enumerate().max_by_key(|(i, law)| (gain(law), std::cmp::Reverse(*i)));
            let Some((_, best)) = best.filter(|(_, law)| gain(law) > 0) else { break };
            self.chosen.push(best);
        }
    }
}

/// Whether two laws are of one family and about the same functions and parameters: nearly the same in other words.
fn is_variant(law: &Candidate, known: &Candidate) -> bool {
    let (Some(law), Some(known)) = (&law.shape, &known.shape) else { return false };
    // A function may read several forms.
    law.family == known.family
        && law.family != LAYOUT
        && law.siblings == known.siblings
        && within(&law.places, &known.places)
}

#[cfg(test)]
mod tests;
