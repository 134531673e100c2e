//! How far a group is from violating a relation: branch distances, as search-based testing has them (Korel, Tracey).

use super::eval::Env;
use super::expr::Expr;
use super::operators::Op;
use super::relation::Relation;
use super::tolerance::Tolerance;
use super::value::Value;

/// The distance of values of which one has what the other lacks: `None` and `Some`, two variants.
const UNLIKE: f64 = 1_000.0;

impl Relation {
    /// How far a group is from violating the relation: 0 where it does, at most 1 where it holds, more, at most 2, where
    /// the guard does not; `None` where something has no value.
    pub fn distance(&self, env: Env<'_>) -> Option<f64> {
        let guard = At { env, item: None, tolerance: Tolerance::Exact }.to(&self.when, true)?;
        if guard > 0.0 {
            return Some(1.0 + scaled(guard).max(f64::EPSILON));
        }
        At { env, item: None, tolerance: self.tolerance }.to(&self.then, false).map(scaled)
    }
}

/// How far apart two values are: the difference of numbers, the characters or elements that are not in common.
///
/// It is a branch distance: it grows with the numbers, so that a search sees every step towards them.
pub fn apart(a: &Value, b: &Value) -> f64 {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.abs_diff(*b) as f64,
        (Value::Big(a), Value::Big(b)) => a.abs_diff(*b) as f64,
        (Value::Char(a), Value::Char(b)) => f64::from((*a as u32).abs_diff(*b as u32)),
        (Value::Str(a), Value::Str(b)) => {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            uncommon(&a, &b) as f64
        }
        (Value::Seq(a), Value::Seq(b)) | (Value::Tuple(a), Value::Tuple(b)) => parts(a, b),
        (Value::Some(a), Value::Some(b)) | (Value::Ok(a), Value::Ok(b)) | (Value::Err(a), Value::Err(b)) => {
            apart(a, b)
        }
        (Value::Data(a), Value::Data(b)) if a.variant == b.variant => parts(&a.fields, &b.fields),
        _ => match (a.as_float(), b.as_float()) {
            (Some(a), Some(b)) if a == b || (a.is_nan() && b.is_nan()) => 0.0,
            (Some(a), Some(b)) => Some((a - b).abs()).filter(|d| !d.is_nan()).unwrap_or(f64::INFINITY),
            _ if a == b => 0.0,
            _ => UNLIKE,
        },
    }
}

fn parts(a: &[Value], b: &[Value]) -> f64 {
    a.len().abs_diff(b.len()) as f64 + a.iter().zip(b).map(|(a, b)| scaled(apart(a, b))).sum::<f64>()
}

/// How many elements are neither in the common beginning nor in the common end: no more changes, insertions and removals
/// make one of the other.
pub fn uncommon<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let begin = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[begin..], &b[begin..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    a.len().max(b.len()) - end
}

/// From 0 to 1, whatever the scale; logarithmic, so that large distances differ, too.
fn scaled(distance: f64) -> f64 {
    let log = distance.ln_1p();
    if log.is_finite() { log / (1.0 + log) } else { 1.0 }
}

/// Where an expression is evaluated.
#[derive(Clone, Copy)]
struct At<'a> {
    env: Env<'a>,
    item: Option<&'a Value>,
    tolerance: Tolerance,
}

impl At<'_> {
    fn value(self, expr: &Expr) -> Option<Value> {
        expr.eval_in(self.env, self.item, self.tolerance)
    }

    /// How far a condition is from being `wanted`; more than 0 unless it is.
    fn to(self, expr: &Expr, wanted: bool) -> Option<f64> {
        if self.value(expr)? == Value::Bool(wanted) {
            return Some(0.0);
        }
        let distance = match expr {
            Expr::Apply(Op::Not, args) => self.to(&args[0], !wanted)?,
            // The right operand may have no value, where the left decides.
            Expr::Apply(op @ (Op::And | Op::Or), args) => {
                let both = args.iter().map(|arg| self.to(arg, wanted).unwrap_or(1.0));
                if (*op == Op::And) == wanted { both.sum() } else { both.fold(f64::INFINITY, f64::min) }
            }
            Expr::All(seq, body) => self.every(seq, body, wanted)?,
            Expr::Apply(op, args) if args.len() == 2 => self.compared(*op, &args[0], &args[1], wanted)?,
            Expr::Apply(Op::IsEmpty, args) => match self.value(&args[0])? {
                Value::Str(text) => text.len() as f64,
                Value::Seq(items) => items.len() as f64,
                _ => 1.0,
            },
            _ => 1.0,
        };
        Some(if distance.is_nan() { 1.0 } else { distance.max(f64::MIN_POSITIVE) })
    }

    fn every(self, seq: &Expr, body: &Expr, wanted: bool) -> Option<f64> {
        let Value::Seq(items) = self.value(seq)? else { return None };
        let each = items.iter().map(|item| At { item: Some(item), ..self }.to(body, wanted).unwrap_or(1.0));
        Some(if wanted { each.sum() } else { each.fold(f64::INFINITY, f64::min) })
    }

    fn compared(self, op: Op, a: &Expr, b: &Expr, wanted: bool) -> Option<f64> {
        let (left, right) = (self.value(a)?, self.value(b)?);
        Some(match op {
            // Two conditions agree no more when either changes.
            Op::Eq | Op::Ne if matches!(left, Value::Bool(_)) => {
                let change = |expr: &Expr, value: &Value| self.to(expr, *value != Value::Bool(true));
                change(a, &left).unwrap_or(1.0).min(change(b, &right).unwrap_or(1.0))
            }
            Op::Eq | Op::Ne if (op == Op::Eq) == wanted => apart(&left, &right),
            Op::Eq | Op::Ne => 1.0 - strain(&left, &right, self.tolerance),
            Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                let size = |value: &Value| value.as_float().unwrap_or_default().abs();
                apart(&left, &right) / (1.0 + size(&left).min(size(&right)))
            }
            // The more has to be in common, the sooner it is not.
            Op::StartsWith | Op::EndsWith | Op::HasStr => match (&left, &right) {
                (Value::Str(_), Value::Str(part)) if !wanted => 1.0 / (1.0 + part.len() as f64),
                (Value::Str(whole), Value::Str(part)) => {
                    let (whole, part): (Vec<char>, Vec<char>) =
                        (whole.chars().collect(), part.chars().collect());
                    uncommon(&whole, &part).min(part.len()) as f64
                }
                _ => 1.0,
            },
            _ => 1.0,
        })
    }
}

/// How much of what the tolerance allows two values that count as equal take up, from 0 to 1.
fn strain(a: &Value, b: &Value, tolerance: Tolerance) -> f64 {
    match (a, b) {
        (Value::Seq(a), Value::Seq(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            a.iter().zip(b.iter()).map(|(a, b)| strain(a, b, tolerance)).fold(0.0, f64::max)
        }
        (Value::Some(a), Value::Some(b)) | (Value::Ok(a), Value::Ok(b)) | (Value::Err(a), Value::Err(b)) => {
            strain(a, b, tolerance)
        }
        (Value::Data(a), Value::Data(b)) => {
            a.fields.iter().zip(&b.fields).map(|(a, b)| strain(a, b, tolerance)).fold(0.0, f64::max)
        }
        _ => match (a.as_float(), b.as_float()) {
            (Some(x), Some(y)) if x != y && x.is_finite() && y.is_finite() => {
                let size = x.abs().max(y.abs());
                let ulp = if matches!(a, Value::F32(_)) { f64::from(f32::EPSILON) } else { f64::EPSILON };
                let allowed = match tolerance {
                    Tolerance::Exact => return 0.0,
                    Tolerance::Ulp(n) => f64::from(n) * ulp * size,
                    Tolerance::Rel(r) => r * size,
                    Tolerance::Mixed(r) => r * size.max(1.0),
                };
                ((x - y).abs() / allowed).clamp(0.0, 1.0)
            }
            _ => 0.0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IntType, Scope, Type, Verdict};

    fn relation(when: &str, then: &str, ty: Type, tolerance: Tolerance) -> Relation {
        let params = vec![("a".to_owned(), ty.clone())];
        let scope = Scope { params, outs: vec![ty.clone(), ty], item: None };
        let parse = |text| scope.parse(text).expect("an expression");
        Relation { given: Vec::new(), when: parse(when), followups: Vec::new(), then: parse(then), tolerance }
    }

    fn distance(relation: &Relation, a: Value, outs: [Value; 2]) -> f64 {
        relation.distance(Env { params: &[a], outs: &outs }).expect("it has a value")
    }

    #[test]
    fn distance_is_zero_exactly_where_the_relation_is_violated() {
        let conditions = [
            "y1 == y0",
            "y1 != y0",
            "y1 < y0",
            "y1 >= y0 || a > 1",
            "y1 <= y0 && a != 2",
            "!(y1 == a)",
            "(y1 > a) == (y0 > a)",
            "y0 / a == y1",
        ];
        for then in conditions {
            for when in ["true", "a > 0", "a % 2 == 0"] {
                let relation = relation(when, then, Type::Int(IntType::I64), Tolerance::Exact);
                for n in 0..125_i128 {
                    let [a, y0, y1] = [n % 5 - 2, n / 5 % 5 - 2, n / 25 - 2].map(Value::Int);
                    let outs = [y0, y1];
                    let env = Env { params: &[a], outs: &outs };
                    let distance = relation.distance(env);
                    assert!(distance.is_none_or(|d| (0.0..=2.0).contains(&d)));
                    match relation.verdict(env) {
                        Verdict::Violated => assert_eq!(distance, Some(0.0), "{when} {then} {env:?}"),
                        Verdict::Held => assert!(distance.is_some_and(|d| 0.0 < d && d <= 1.0)),
                        Verdict::Inapplicable => assert!(distance.is_none_or(|d| d > 1.0)),
                    }
                }
            }
        }
    }

    #[test]
    fn less_slack_is_nearer_and_so_is_a_guard_that_almost_holds() {
        let less = relation("a > 10", "y0 < y1", Type::Int(IntType::I64), Tolerance::Exact);
        let at = |a, y0, y1| distance(&less, Value::Int(a), [Value::Int(y0), Value::Int(y1)]);
        assert!(at(11, 1, 2) < at(11, 1, 5));
        assert!(at(11, 1, 50) < at(10, 1, 2));
        assert!(at(10, 1, 2) < at(-70, 1, 2));
    }

    #[test]
    fn equality_of_floats_is_nearer_to_its_end_the_more_of_its_tolerance_is_taken() {
        let float = Type::Float(crate::FloatType::F64);
        let same = relation("true", "y1 == y0", float, Tolerance::Rel(1e-9));
        let at = |y1| distance(&same, Value::F64(0.0), [Value::F64(1.0), Value::F64(y1)]);
        assert!(at(1.0 + 9e-10) < at(1.0 + 1e-12) && at(1.0 + 1e-12) < at(1.0));
        assert_eq!(at(1.1), 0.0);
    }

    #[test]
    fn texts_are_apart_by_what_is_not_in_common() {
        assert_eq!(apart(&Value::str("kitten"), &Value::str("kitchen")), 2.0);
        assert_eq!(apart(&Value::str("aa"), &Value::str("aaa")), 1.0);
        assert_eq!(apart(&Value::None, &Value::None), 0.0);
    }
}
