//! Laws that may stand near zero only.

use super::Candidate;
use super::guards::tame;
use morph_relation::{Expr, FloatType, Op, Relation, Signature};

/// The candidates with equations between floats once more, guarded to floats near zero: should a law fall far from zero, it
/// may stand there.
pub fn near_zero(mut candidates: Vec<Candidate>, signature: &Signature) -> Vec<Candidate> {
    let Some(when) = tame(signature) else { return candidates };
    let narrow = signature.ret.narrowest_float() == Some(FloatType::F32);
    let lax = |c: &Candidate| c.relation.tolerance.is_lax();
    let open = |c: &&Candidate| c.relation.when.is_yes() || (narrow && lax(c));
    let is_equation = |c: &&Candidate| matches!(c.relation.then, Expr::Apply(Op::Eq, _));
    let guarded = |c: &Candidate| Candidate {
        relation: Relation { when: when.clone(), ..c.relation.clone() },
        ..c.clone()
    };
    let near: Vec<Candidate> = candidates.iter().filter(open).filter(is_equation).map(guarded).collect();
    for candidate in near {
        if candidates.iter().all(|c| c.relation != candidate.relation) {
            candidates.push(candidate);
        }
    }
    candidates
}
