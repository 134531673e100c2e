//! When two relations are different.

use morph_relation::{Expr, Op, Relation, Scope, Signature};

/// The output sub-relation of a relation, in a normal form: what it claims about the outcomes, whatever the inputs.
///
/// The paper asks for relations that are "different from each other (i.e., the expected relationship among outputs are
/// of different form)" and defines `S_RO(t)` as "all subrelations of MRs that associate with t". We read that as: two
/// relations of a function are the same for `k` when their `then`s are, however their follow-ups are made. So
/// `gcd(b, a) == gcd(a, b)` and `gcd(a, a + b) == gcd(a, b)`, both `y1 == y0`, count once, and so do two relations
/// that differ in guard or tolerance alone. The order of symmetric operands and the direction of comparisons do not
/// matter. What does: which function an outcome comes from, as far as `then` mentions it. `y1 == y0` about
/// `lcm(b, a)` and `lcm(a, b)` is one claim, about `lcm(a, b)` and `slow_lcm(a, b)` another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutputRelation(String);

impl OutputRelation {
    /// Of a relation of `subject`.
    pub fn of(relation: &Relation, subject: &Signature) -> OutputRelation {
        let scope = Scope { params: subject.params.clone(), outs: Vec::new(), item: None };
        let then = normal(&relation.then, &scope);
        let mut text = scope.show(&then);
        for (n, followup) in relation.followups.iter().enumerate() {
            if let Some(function) = &followup.function
                && *function != subject.path
                && mentions(&then, n + 1)
            {
                text += &format!(" where y{} is the outcome of {function}", n + 1);
            }
        }
        OutputRelation(text)
    }

    /// One that is known by a name alone.
    #[cfg(test)]
    pub(super) fn named(name: &str) -> OutputRelation {
        OutputRelation(name.to_owned())
    }
}

impl std::fmt::Display for OutputRelation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The expression with comparisons pointing one way and operands of symmetric operators in the order of their texts.
fn normal(expr: &Expr, scope: &Scope) -> Expr {
    match expr {
        Expr::Apply(op, args) => {
            let mut args: Vec<Expr> = args.iter().map(|arg| normal(arg, scope)).collect();
            let op = match op {
                Op::Gt => Op::Lt,
                Op::Ge => Op::Le,
                op => *op,
            };
            if matches!(expr, Expr::Apply(Op::Gt | Op::Ge, _)) {
                args.reverse();
            }
            if matches!(op, Op::Eq | Op::Ne | Op::And | Op::Or | Op::Add | Op::Mul | Op::Min | Op::Max) {
                args.sort_by_cached_key(|arg| scope.show(arg));
            }
            Expr::Apply(op, args)
        }
        other => other.with_children(&mut |child| normal(child, scope)),
    }
}

fn mentions(expr: &Expr, outcome: usize) -> bool {
    *expr == Expr::Out(outcome) || expr.children().into_iter().any(|child| mentions(child, outcome))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{IntType, RelationText, Type};

    fn subject(name: &str) -> Signature {
        let int = Type::Int(IntType::U64);
        let params = vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())];
        Signature::new(format!("demo::{name}"), params, int)
    }

    fn of(when: &str, followup: &str, then: &str, tolerance: &str) -> OutputRelation {
        let text = RelationText {
            given: Vec::new(),
            when: when.to_owned(),
            followups: vec![followup.to_owned()],
            then: then.to_owned(),
            tolerance: tolerance.to_owned(),
        };
        let lookup = |path: &str| path.strip_prefix("demo::").map(subject);
        OutputRelation::of(&Relation::parse(&text, &subject("gcd"), &lookup).unwrap(), &subject("gcd"))
    }

    #[test]
    fn relations_that_claim_the_same_of_the_outcomes_are_one() {
        let plain = of("true", "(b, a)", "y1 == y0", "exact");
        assert_eq!(of("true", "(a, a + b)", "y1 == y0", "exact"), plain);
        assert_eq!(of("a > 3", "(b, a)", "y0 == y1", "rel 1e-9"), plain);
        assert_eq!(of("true", "demo::gcd(b, a)", "y1 == y0", "exact"), plain);
        let scaled = of("true", "(a * 2, b * 2)", "y1 >= a + y0 * 2", "exact");
        assert_eq!(of("true", "(a * 2, b * 2)", "2 * y0 + a <= y1", "exact"), scaled);
        assert_ne!(scaled, plain);
    }

    #[test]
    fn relations_that_claim_something_else_are_different() {
        let plain = of("true", "(b, a)", "y1 == y0", "exact");
        for other in [
            of("true", "(b, a)", "y1 <= y0", "exact"),
            of("true", "(b, a)", "y1 == y0 + 1", "exact"),
            of("true", "demo::lcm(b, a)", "y1 == y0", "exact"),
        ] {
            assert_ne!(other, plain, "{other}");
        }
        assert_ne!(
            of("true", "(b, a)", "y1 - y0 == a", "exact"),
            of("true", "(b, a)", "y0 - y1 == a", "exact")
        );
        let bound = of("true", "(b, a)", "y0 <= a", "exact");
        assert_eq!(
            of("true", "demo::lcm(b, a)", "y0 <= a", "exact"),
            bound,
            "the follow-up is not looked at"
        );
    }
}
