//! The ways to write an equation with terms on both sides.
//!
//! They say the same of numbers, but not of floats: a tolerance is relative to the larger side, and where all of a side
//! cancels out, it is to what is left. `tan(2x) = 2 tan x + tan(2x) tan² x` has terms of which the sum is far smaller than
//! each near a pole; `tan(2x) tan² x = tan(2x) - 2 tan x` has not.

use super::coefficient::Coefficient;
use super::law::{Law, Side, negated, sum};
use super::monomial::Monomial;
use super::space::Space;
use morph_relation::{Expr, Op, Relation};

impl Law {
    /// The law as relations: first as a person reads it, then, of equations, with every other term alone on the left.
    pub fn arrangements(&self, space: &Space) -> Vec<Relation> {
        let Some(readable) = self.relation(space) else { return Vec::new() };
        let mut all = vec![readable.clone()];
        if self.side != Side::Zero || self.terms.len() < 3 {
            return all;
        }
        let Some(terms) = self.cleared(space) else { return all };
        for alone in 0..terms.len() {
            let Some(then) = with_alone(&terms, alone, space) else { continue };
            let mirrored = |other: &Relation| match (&other.then, &then) {
                (Expr::Apply(_, a), Expr::Apply(_, b)) => a[0] == b[1] && a[1] == b[0],
                _ => false,
            };
            if all.iter().all(|other| other.then != then && !mirrored(other)) {
                all.push(Relation { then, ..readable.clone() });
            }
        }
        all
    }
}

/// The equation with one term, as a positive one, on the left.
fn with_alone(terms: &[(Monomial, Coefficient)], alone: usize, space: &Space) -> Option<Expr> {
    let mut others = terms.to_vec();
    let (monomial, coefficient) = others.remove(alone);
    let (coefficient, others) = match coefficient.is_negative() {
        true => (coefficient.times(-1)?, others),
        false => (coefficient, negated(others)?),
    };
    Some(Expr::binary(Op::Eq, sum(&[(monomial, coefficient)], space)?, sum(&others, space)?))
}

#[cfg(test)]
mod tests {
    use super::super::Map;
    use super::*;
    use morph_relation::{FloatType, Scope, Signature, Type};

    #[test]
    fn every_term_of_an_equation_stands_alone_once() {
        let float = Type::Float(FloatType::F64);
        let tan = Signature::new("demo::tan", vec![("x".to_owned(), float.clone())], float);
        let space = Space::of(&tan).unwrap();
        let scope = Scope { params: tan.params.clone(), outs: Vec::new(), item: None };
        let term = |exponents: [u8; 3], c: i64| (Monomial(exponents.to_vec()), Coefficient::Ratio(c, 1));
        let mut law = Law {
            when: Expr::yes(),
            maps: vec![Map::new(vec![scope.parse("x * 2.0").unwrap()])],
            terms: vec![term([0, 0, 1], 1), term([0, 1, 0], -2), term([0, 2, 1], -1)],
            side: Side::Zero,
        };
        let shown = |law: &Law| -> Vec<String> {
            law.arrangements(&space).iter().map(|relation| relation.readable(&tan, &|_| None)).collect()
        };
        let all = shown(&law);
        assert_eq!(all.len(), 3, "{all:?}");
        let near_poles = "tan(x) * tan(x) * tan(x * 2.0) == tan(x * 2.0) - tan(x) * 2.0";
        assert!(all.iter().any(|text| text == near_poles), "{all:?}");
        law.side = Side::Positive;
        assert_eq!(shown(&law).len(), 1);
    }
}
