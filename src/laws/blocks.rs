//! Of several numbers of which lengths are multiples, the largest says most.

use morph_relation::{Expr, Op, Relation, Value};

/// Whether a law says that lengths are multiples of a number of whose multiple another law says the same.
pub fn is_of_smaller_blocks(law: &Relation, known: &Relation) -> bool {
    let (Some(own), Some(larger)) = (block(&law.then), block(&known.then)) else { return false };
    let same = law.when == known.when && law.followups == known.followups;
    same && larger > own && larger % own == 0 && with_block(&known.then, own) == law.then
}

/// The number by which a statement divides a length and leaves nothing.
fn block(then: &Expr) -> Option<i128> {
    let mut found = None;
    then.any(&mut |part| {
        found = found.or(divisor(part));
        false
    });
    found
}

fn divisor(part: &Expr) -> Option<i128> {
    let Expr::Apply(Op::Eq, sides) = part else { return None };
    match (&sides[0], &sides[1]) {
        (Expr::Apply(Op::Rem, of), Expr::Const(Value::Int(0))) => match of.as_slice() {
            [Expr::Apply(Op::Len, _), Expr::Const(Value::Int(n))] if *n > 0 => Some(*n),
            _ => None,
        },
        _ => None,
    }
}

/// A statement that divides by another number.
fn with_block(then: &Expr, by: i128) -> Expr {
    match (divisor(then), then) {
        (Some(_), Expr::Apply(op, sides)) => {
            let Expr::Apply(rem, of) = &sides[0] else { return then.clone() };
            let rest = Expr::Apply(*rem, vec![of[0].clone(), Expr::int(by)]);
            Expr::Apply(*op, vec![rest, sides[1].clone()])
        }
        (None, then) => then.with_children(&mut |child| with_block(child, by)),
        _ => then.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::Tolerance;

    #[test]
    fn multiples_of_eight_are_multiples_of_two() {
        let accepts = |block: i128| {
            let length = Expr::unary(Op::Len, Expr::Param(0));
            let whole = Expr::binary(Op::Eq, Expr::binary(Op::Rem, length, Expr::int(block)), Expr::int(0));
            Relation {
                given: Vec::new(),
                when: Expr::yes(),
                followups: Vec::new(),
                then: Expr::binary(Op::Or, Expr::unary(Op::Not, Expr::unary(Op::IsOk, Expr::Out(0))), whole),
                tolerance: Tolerance::Exact,
            }
        };
        assert!(is_of_smaller_blocks(&accepts(2), &accepts(8)));
        assert!(!is_of_smaller_blocks(&accepts(8), &accepts(2)));
        assert!(!is_of_smaller_blocks(&accepts(3), &accepts(8)));
        assert!(!is_of_smaller_blocks(&accepts(8), &accepts(8)));
    }
}
