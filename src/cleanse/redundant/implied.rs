//! Equations that follow from others with other inputs: `f(x + 2π) = f(x)` where `f(x + π) = -f(x)` is known.
//!
//! At a sample, a law is a polynomial in the function's values at a few points. Another law says the same kind of thing at
//! every point where its guard holds; where the points of such an instance are among the few, it is a polynomial in the
//! same values. A law that is a sum of multiples of such instances, at every sample tried, is no news.

use crate::search::polynomial::{
    Coefficient, Floats, Law, Monomial, Number, Precision, Side, Space, Span, monomials, norm,
};
use morph_relation::{Env, Expr, FloatType, Followup, Signature, Tolerance, Type, Value};

/// Number of samples tried.
const SAMPLES: usize = 3;
/// More points than these are not looked at, for laws up to this degree.
const POINTS: [(u32, usize); 4] = [(1, 10), (2, 7), (3, 5), (u32::MAX, 3)];

/// The laws that do not follow from those before them, and those that do. Laws of inequalities all stay.
pub fn implied(
    laws: Vec<Law>,
    space: &Space,
    subject: &Signature,
    sources: &[Vec<Value>],
) -> (Vec<Law>, Vec<Law>) {
    let scalar = |(i, number): (usize, &Number)| number.expr == Expr::Param(i);
    let all = space.inputs.len() == subject.params.len();
    if !all || !space.inputs.iter().enumerate().all(scalar) || space.outputs.len() != 1 {
        return (laws, Vec::new());
    }
    let precision = Precision::of(space.float.unwrap_or(FloatType::F64));
    let known = Known { space, precision, types: subject.params.iter().map(|(_, ty)| ty.clone()).collect() };
    let (mut kept, mut implied): (Vec<Law>, Vec<Law>) = (Vec::new(), Vec::new());
    for law in laws {
        let holds = |source: &&Vec<Value>| holds(&law.when, source);
        let tried: Vec<&Vec<Value>> = sources.iter().filter(holds).take(SAMPLES).collect();
        let follows = law.side == Side::Zero
            && !tried.is_empty()
            && tried.iter().all(|source| known.follows(&law, &kept, source));
        if follows { implied.push(law) } else { kept.push(law) }
    }
    (kept, implied)
}

struct Known<'a> {
    space: &'a Space,
    precision: Precision,
    types: Vec<Type>,
}

type Point = Vec<Value>;

impl Known<'_> {
    /// Whether a law is, at a source, a sum of multiples of instances of others.
    fn follows(&self, law: &Law, others: &[Law], source: &Point) -> bool {
        let Some(own) = self.points(law, source) else { return false };
        let degree = self.degree(law);
        let most = POINTS.iter().find(|(up_to, _)| degree <= *up_to).map_or(0, |(_, points)| *points);
        let equations =
            || others.iter().filter(|other| other.side == Side::Zero && self.degree(other) <= degree);
        let mut points: Vec<Point> = Vec::new();
        let add = |points: &mut Vec<Point>, point: Point| {
            if points.len() < most && self.place(points, &point).is_none() {
                points.push(point);
            }
        };
        own.iter().for_each(|point| add(&mut points, point.clone()));
        if own.iter().any(|point| self.place(&points, point).is_none()) {
            return false;
        }
        for base in own.clone() {
            for other in equations() {
                for point in self.points(other, &base).into_iter().flatten() {
                    add(&mut points, point);
                }
            }
        }
        let all = monomials(points.len(), degree);
        let mut span = Floats::new(self.precision);
        for base in &points {
            for other in equations() {
                let Some(instance) = self.polynomial(other, base, &points) else { continue };
                for factor in monomials(points.len(), degree - self.degree(other)) {
                    let multiple = instance.iter().map(|(monomial, c)| (times(monomial, &factor), *c));
                    span.insert(&column(&all, multiple));
                }
            }
        }
        let Some(polynomial) = self.polynomial(law, source, &points) else { return false };
        let column = column(&all, polynomial.into_iter());
        norm(&span.rest(&column).0) <= self.precision.significant * norm(&column)
    }

    /// Which of the points this is, but for rounding.
    fn place(&self, points: &[Point], point: &Point) -> Option<usize> {
        let near = |a: &Value, b: &Value| {
            let (a, b) = (number(a), number(b));
            (a - b).abs() <= self.precision.zero * a.abs().max(1.0)
        };
        points.iter().position(|known| known.iter().zip(point).all(|(a, b)| near(a, b)))
    }

    fn degree(&self, law: &Law) -> u32 {
        let outputs =
            |monomial: &Monomial| monomial.0[self.space.inputs.len()..].iter().map(|e| u32::from(*e)).sum();
        law.terms.iter().map(|(monomial, _)| outputs(monomial)).max().unwrap_or(0)
    }

    /// The inputs of all executions, where the guard holds at the first.
    fn points(&self, law: &Law, base: &Point) -> Option<Vec<Point>> {
        if !holds(&law.when, base) {
            return None;
        }
        let env = Env { params: base, outs: &[] };
        let made = law.maps.iter().map(|map| Followup::of_subject(map.args.clone()).inputs(env, &self.types));
        std::iter::once(Some(base.clone())).chain(made).collect()
    }

    /// The law as a polynomial in the function's values at these points; `None` where it needs others.
    fn polynomial(&self, law: &Law, base: &Point, points: &[Point]) -> Option<Vec<(Monomial, f64)>> {
        let places: Option<Vec<usize>> =
            self.points(law, base)?.iter().map(|point| self.place(points, point)).collect();
        let places = places?;
        let inputs: Vec<f64> = base.iter().map(number).collect();
        let term = |(monomial, c): &(Monomial, Coefficient)| {
            let (own, outs) = monomial.0.split_at(inputs.len());
            let known = Monomial(own.to_vec()).value(&inputs);
            let mut exponents = vec![0; points.len()];
            outs.iter().zip(&places).for_each(|(exponent, place)| exponents[*place] += exponent);
            (Monomial(exponents), c.value() * known)
        };
        Some(law.terms.iter().map(term).collect())
    }
}

fn holds(when: &Expr, point: &[Value]) -> bool {
    when.test(Env { params: point, outs: &[] }, Tolerance::Exact) == Some(true)
}

fn number(value: &Value) -> f64 {
    match value {
        Value::Int(n) => *n as f64,
        other => other.as_float().unwrap_or(f64::NAN),
    }
}

fn times(a: &Monomial, b: &Monomial) -> Monomial {
    Monomial(a.0.iter().zip(&b.0).map(|(a, b)| a + b).collect())
}

fn column(all: &[Monomial], terms: impl Iterator<Item = (Monomial, f64)>) -> Vec<f64> {
    let mut column = vec![0.0; all.len()];
    for (monomial, c) in terms {
        if let Some(place) = all.iter().position(|m| *m == monomial) {
            column[place] += c;
        }
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::polynomial::Map;
    use morph_relation::Scope;

    /// A law of a function of one float: maps, and coefficients by exponents of x, y0, y1 …
    fn law(maps: &[&str], terms: &[(&[u8], i64)]) -> Law {
        let float = Type::Float(FloatType::F64);
        let scope = Scope { params: vec![("x".to_owned(), float)], outs: Vec::new(), item: None };
        let map = |text: &&str| Map::new(vec![scope.parse(text).unwrap()]);
        let term = |(exponents, c): &(&[u8], i64)| (Monomial(exponents.to_vec()), Coefficient::Ratio(*c, 1));
        Law {
            when: Expr::yes(),
            maps: maps.iter().map(map).collect(),
            terms: terms.iter().map(term).collect(),
            side: Side::Zero,
        }
    }

    fn follows(known: &[Law], law: Law) -> bool {
        let float = Type::Float(FloatType::F64);
        let subject = Signature::new("demo::f", vec![("x".to_owned(), float.clone())], float);
        let space = Space::of(&subject).unwrap();
        let sources = [0.3, 1.7, -2.2].map(|x| vec![Value::F64(x)]);
        let all = [known, &[law]].concat();
        let (kept, implied) = implied(all, &space, &subject, &sources);
        assert_eq!(kept.len() + implied.len(), known.len() + 1);
        assert_eq!(kept[..known.len()], *known, "what is known is independent");
        implied.len() == 1
    }

    #[test]
    fn repeated_shifts_and_shifts_back_are_no_news() {
        let half = law(&["x + PI"], &[(&[0, 1, 0], 1), (&[0, 0, 1], 1)]);
        let full = |map: &str| law(&[map], &[(&[0, 1, 0], 1), (&[0, 0, 1], -1)]);
        assert!(follows(std::slice::from_ref(&half), full("x + TAU")));
        assert!(follows(std::slice::from_ref(&half), law(&["x - PI"], &[(&[0, 1, 0], 1), (&[0, 0, 1], 1)])));
        assert!(!follows(&[full("x + TAU")], half));
        assert!(!follows(&[full("x + TAU")], full("x + 1.0")));
    }

    #[test]
    fn products_of_what_is_known_are_no_news() {
        let odd = law(&["-x"], &[(&[0, 1, 0], 1), (&[0, 0, 1], 1)]);
        let mirror = law(&["PI - x"], &[(&[0, 1, 0], 1), (&[0, 0, 1], -1)]);
        let square = |map: &str| law(&[map], &[(&[0, 2, 0], 1), (&[0, 0, 2], 1), (&[0, 0, 0], -1)]);
        let known = [odd, mirror, square("FRAC_PI_2 - x")];
        assert!(follows(&known, square("x + FRAC_PI_2")));
        assert!(!follows(&known[..2], square("x + FRAC_PI_2")));
    }
}
