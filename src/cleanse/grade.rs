//! Laws and observations: what an engineer would sign, and what merely holds.

use super::select::is_law;
use crate::laws::is_lax;
use crate::search::{COMPOSITE, Candidate, EVOLVED, WRITTEN, tame, weight};
use morph_relation::{Expr, Op, Relation, Signature, Value};

/// The grade of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// As plain and general as a person would write it.
    Law,
    /// It holds and kills mutants.
    Observation,
}

/// A law that is no instance of a family is at most this heavy.
const PLAIN: usize = 10;

/// What is said of one execution is no law if it holds on fewer groups: that a few texts have no capital letters.
const FEW: usize = 10;

/// The grade of a candidate, and why.
pub fn grade(candidate: &Candidate, subject: &Signature) -> (Grade, &'static str) {
    let relation = &candidate.relation;
    match &candidate.shape {
        _ if candidate.strategy == WRITTEN => (Grade::Law, "a person wrote it"),
        _ if is_lax(relation) => {
            (Grade::Observation, "it holds only within a tolerance, for floats of any size")
        }
        Some(_) if relation.followups.is_empty() && candidate.groups < FEW && !relation.is_definition() => {
            (Grade::Observation, "it held on only a few values")
        }
        Some(_) => (Grade::Law, "it is an instance of a well-known family"),
        None if [EVOLVED, COMPOSITE].contains(&candidate.strategy) => {
            (Grade::Observation, "it was evolved, or composed of other relations")
        }
        None if is_law(relation) && relation.when.is_yes() => (Grade::Law, "it has a well-known form"),
        None if !is_equation(relation) => (Grade::Observation, "it is not an equation"),
        None if has_literals(relation) => (Grade::Observation, "it has an arbitrary constant"),
        None if !relation.when.is_yes() && tame(subject).as_ref() != Some(&relation.when) => {
            (Grade::Observation, "it needs a guard")
        }
        None if weight(relation) > PLAIN => (Grade::Observation, "it is long"),
        None if !relation.followups.iter().flat_map(|followup| &followup.args).all(is_plain) => (
            Grade::Observation,
            "it passes more than parameters and what is opposite or nearly equal to them",
        ),
        None if !relation.is_about_itself() => {
            (Grade::Observation, "it happens to hold between two functions")
        }
        None => (Grade::Law, "it is a plain equation without constants"),
    }
}

/// Whether an argument is a parameter, opposite to one, or the same but for case and blanks: what else one may pass without a
/// difference is an accident.
fn is_plain(arg: &Expr) -> bool {
    match arg {
        Expr::Param(_) => true,
        Expr::Field(of, ..) => is_plain(of),
        Expr::Make(_, _, parts) => parts.iter().all(is_plain),
        Expr::Apply(
            Op::Neg | Op::Not | Op::Upper | Op::Lower | Op::AsciiUpper | Op::AsciiLower | Op::Trim,
            of,
        ) => is_plain(&of[0]),
        _ => false,
    }
}

fn is_equation(relation: &Relation) -> bool {
    matches!(&relation.then, Expr::Apply(Op::Eq, sides) if sides[0] == Expr::Out(1))
}

fn has_literals(relation: &Relation) -> bool {
    let args = relation.followups.iter().flat_map(|followup| &followup.args);
    args.chain([&relation.then]).any(has_literal)
}

/// Whether a constant stands in an expression that could be another one: neither neutral nor absorbing, nor twice something.
pub fn has_literal(expr: &Expr) -> bool {
    let is_arbitrary = |value: &Value| match value {
        Value::Int(n) => !(-1..=2).contains(n),
        Value::Str(text) => !text.is_empty(),
        Value::Bool(_) | Value::Ordering(_) => false,
        other => other.as_float().is_none_or(|x| ![0.0, 1.0, -1.0, 2.0].contains(&x)),
    };
    expr.any(&mut |e| match e {
        Expr::Const(value) => is_arbitrary(value),
        // One more element, a letter in front, twice the same: a variable belongs there.
        Expr::Apply(
            Op::ConcatSeq | Op::ConcatStr | Op::RepeatSeq | Op::RepeatStr | Op::Add | Op::Sub | Op::Mul,
            sides,
        ) => sides.iter().any(|side| matches!(side, Expr::Const(_) | Expr::Apply(Op::List, _))),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{FloatType, Followup, Tolerance, Type};
    use std::collections::BTreeSet;

    #[test]
    fn within_a_tolerance_floats_of_any_size_obey_no_law() {
        let float = Type::Float(FloatType::F64);
        let subject = Signature::new("demo::f", vec![("x".to_owned(), float.clone())], float);
        let even = |tolerance| Candidate {
            shape: None,
            relation: Relation {
                given: Vec::new(),
                when: Expr::yes(),
                followups: vec![Followup::of_subject(vec![Expr::unary(Op::Neg, Expr::Param(0))])],
                then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
                tolerance,
            },
            strategy: "enumerate",
            kills: BTreeSet::new(),
            groups: 100,
        };
        assert_eq!(grade(&even(Tolerance::Exact), &subject).0, Grade::Law);
        assert_eq!(grade(&even(Tolerance::Mixed(1e-9)), &subject).0, Grade::Observation);
        let part = Expr::Field(Box::new(Expr::Param(0)), 0, "0".into());
        let mut of_part = even(Tolerance::Exact);
        of_part.relation.followups[0].args =
            vec![Expr::Make(subject.ret.clone(), 0, vec![Expr::unary(Op::Neg, part)])];
        assert_eq!(grade(&of_part, &subject).0, Grade::Law);
        let mut of_square = even(Tolerance::Exact);
        of_square.relation.followups[0].args = vec![Expr::binary(Op::Mul, Expr::Param(0), Expr::Param(0))];
        assert_eq!(grade(&of_square, &subject).0, Grade::Observation);
    }
}
