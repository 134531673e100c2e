//! Laws that are nearly the same, by the distance of their coefficients (AutoMR, equation 23).

use std::collections::BTreeMap;

use crate::search::polynomial::{Law, Monomial, Side};
use morph_relation::{Expr, Op, Value};

/// Up to this distance two laws are one.
const SIMILAR: f64 = 0.05;
/// The searched ranges of the constant terms of A, of its other terms, and of B, whose largest coefficient is 1.
const RANGES: [f64; 3] = [20.0, 4.0, 2.0];

/// The laws, each of which is like none before it, and the others.
pub fn similar(laws: Vec<Law>) -> (Vec<Law>, Vec<Law>) {
    let mut kept: Vec<Law> = Vec::new();
    let mut removed = Vec::new();
    for law in laws {
        let like = |other: &Law| distance(other, &law).is_some_and(|distance| distance <= SIMILAR);
        if kept.iter().any(like) { removed.push(law) } else { kept.push(law) }
    }
    (kept, removed)
}

/// √Σ((a - b) / range)² / n over the coefficients that are not 0 in both; `None` of laws of different kinds.
fn distance(a: &Law, b: &Law) -> Option<f64> {
    if a.side != b.side || a.when != b.when || a.maps.len() != b.maps.len() {
        return None;
    }
    let mut differences = Vec::new();
    for (a, b) in a.maps.iter().zip(&b.maps).flat_map(|(a, b)| a.args.iter().zip(&b.args)) {
        if a == b {
            continue;
        }
        let (a, b) = (polynomial(a)?, polynomial(b)?);
        compare(&a, &b, &mut |monomial, difference| {
            let constant = monomial.is_empty();
            differences.push(difference / RANGES[usize::from(!constant)]);
        });
    }
    compare(&output(a)?, &output(b)?, &mut |_, difference| differences.push(difference / RANGES[2]));
    let count = differences.len().max(1) as f64;
    Some(differences.iter().map(|d| d * d).sum::<f64>().sqrt() / count)
}

fn compare<K: Ord>(a: &BTreeMap<K, f64>, b: &BTreeMap<K, f64>, tell: &mut dyn FnMut(&K, f64)) {
    for (key, x) in a {
        tell(key, x - b.get(key).unwrap_or(&0.0));
    }
    for (key, y) in b.iter().filter(|(key, _)| !a.contains_key(*key)) {
        tell(key, -y);
    }
}

/// B, with 1 as its largest coefficient; an equation has no sign.
fn output(law: &Law) -> Option<BTreeMap<Monomial, f64>> {
    let largest = law.terms.iter().map(|(_, c)| c.value().abs()).max_by(f64::total_cmp)?;
    let (_, first) = law.terms.iter().min_by_key(|(monomial, _)| monomial)?;
    let scale = if law.side == Side::Zero { largest.copysign(first.value()) } else { largest };
    Some(law.terms.iter().map(|(monomial, c)| (monomial.clone(), c.value() / scale)).collect())
}

/// A polynomial's coefficients by the parameters that are multiplied, in ascending order; `None` of anything else.
fn polynomial(expr: &Expr) -> Option<BTreeMap<Vec<usize>, f64>> {
    type Terms = BTreeMap<Vec<usize>, f64>;
    let combined = |a: Terms, b: Terms, sign: f64| {
        b.into_iter().fold(a, |mut sum, (key, x)| {
            *sum.entry(key).or_default() += sign * x;
            sum
        })
    };
    let number = |value: &Value| match value {
        Value::Int(n) => Some(*n as f64),
        other => other.as_float(),
    };
    let mut terms = match expr {
        Expr::Param(i) => BTreeMap::from([(vec![*i], 1.0)]),
        Expr::Const(value) => BTreeMap::from([(Vec::new(), number(value)?)]),
        Expr::Apply(Op::Neg, args) => combined(Terms::new(), polynomial(&args[0])?, -1.0),
        Expr::Apply(Op::Add, args) => combined(polynomial(&args[0])?, polynomial(&args[1])?, 1.0),
        Expr::Apply(Op::Sub, args) => combined(polynomial(&args[0])?, polynomial(&args[1])?, -1.0),
        Expr::Apply(Op::Mul, args) => {
            let (a, b) = (polynomial(&args[0])?, polynomial(&args[1])?);
            let mut product = Terms::new();
            for (first, x) in &a {
                for (second, y) in &b {
                    let mut key = [first.clone(), second.clone()].concat();
                    key.sort_unstable();
                    *product.entry(key).or_default() += x * y;
                }
            }
            product
        }
        _ => return None,
    };
    terms.retain(|_, x| *x != 0.0);
    Some(terms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::polynomial::{Coefficient, Map};
    use morph_relation::{FloatType, Scope, Type};

    fn law(map: &str, coefficients: [f64; 2], side: Side) -> Law {
        let float = Type::Float(FloatType::F64);
        let scope = Scope { params: vec![("x".to_owned(), float)], outs: Vec::new(), item: None };
        let terms = [vec![0, 1, 0], vec![0, 0, 1]].map(Monomial).into_iter();
        Law {
            when: Expr::yes(),
            maps: vec![Map::new(vec![scope.parse(map).unwrap()])],
            terms: terms.zip(coefficients.map(Coefficient::Real)).collect(),
            side,
        }
    }

    #[test]
    fn multiples_and_near_misses_of_a_law_are_the_same_law() {
        let sine = law("x + 6.28", [1.0, -1.0], Side::Zero);
        for other in [
            law("x + 6.28", [1.99, -1.98], Side::Zero),
            law("x + 6.283185307179586", [1.0, -1.0], Side::Zero),
            law("6.28 + x", [-1.0, 1.0], Side::Zero),
        ] {
            assert_eq!(similar(vec![sine.clone(), other]).0.len(), 1);
        }
    }

    #[test]
    fn other_signs_scales_and_sides_are_other_laws() {
        let sine = law("x + 6.28", [1.0, -1.0], Side::Zero);
        for other in [
            law("x + 6.28", [1.0, 1.0], Side::Zero),
            law("6.28 - x", [1.0, -1.0], Side::Zero),
            law("x + 6.28", [1.0, -1.0], Side::Positive),
            law("1.0 / x", [1.0, -1.0], Side::Zero),
        ] {
            assert_eq!(similar(vec![sine.clone(), other]).0.len(), 2);
        }
    }
}
