//! Terms of the relation language as polynomials, and back.

use std::f64::consts::PI;

use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use super::polynomial::{Monomial, Polynomial, Variable, degree};
use super::rational::{Rational, nearest_float, number};
use crate::{Expr, Op, Scope, Type, Value, is_named};

/// Reads terms of numbers as polynomials; what is no polynomial is a variable, the same wherever it stands.
///
/// Floats are read as the reals that they stand for, so that `x + 1.0 - 1.0` is `x`.
pub struct Terms<'a> {
    scope: &'a Scope,
    variables: Vec<Expr>,
}

/// A product of more variables is a variable of its own.
const HIGHEST: u32 = 8;

impl<'a> Terms<'a> {
    /// Terms over these names.
    pub fn new(scope: &'a Scope) -> Terms<'a> {
        Terms { scope, variables: Vec::new() }
    }

    /// The term as a polynomial.
    pub fn read(&mut self, term: &Expr) -> Polynomial {
        let sides = |terms: &mut Self, args: &[Expr]| (terms.read(&args[0]), terms.read(&args[1]));
        match term {
            Expr::Const(value) => match number(value) {
                Some(value) => Polynomial::constant(value),
                None => self.variable(term),
            },
            Expr::Apply(Op::Neg, args) => -self.read(&args[0]),
            Expr::Apply(op @ (Op::Add | Op::Sub | Op::Mul), args) => {
                let (left, right) = sides(self, args);
                match op {
                    Op::Add => left + right,
                    Op::Sub => left - right,
                    _ if left.degree() + right.degree() > HIGHEST => self.variable(term),
                    _ => &left * &right,
                }
            }
            Expr::Apply(Op::Div, args) if matches!(self.scope.type_of(term), Some(Type::Float(_))) => {
                let (left, right) = sides(self, args);
                match right.as_constant().filter(|by| !by.is_zero()) {
                    Some(by) => left.scaled(&by.recip()),
                    None => self.variable(term),
                }
            }
            _ => self.variable(term),
        }
    }

    fn variable(&mut self, term: &Expr) -> Polynomial {
        let known = self.variables.iter().position(|known| known == term);
        Polynomial::variable(known.unwrap_or_else(|| {
            self.variables.push(term.clone());
            self.variables.len() - 1
        }))
    }

    /// The number of a variable, where one stands for this term.
    pub fn known(&self, term: &Expr) -> Option<Variable> {
        self.variables.iter().position(|known| known == term)
    }

    /// A polynomial as a person writes it: products first, then single names, the constant last, and nothing subtracted from
    /// nothing where that can be avoided. `None` where a coefficient is no number of the type `ty`.
    pub fn write(&self, polynomial: &Polynomial, ty: &Type) -> Option<Expr> {
        let mut terms: Vec<(&Monomial, &Rational)> = polynomial.terms().collect();
        terms.sort_by_key(|(monomial, c)| {
            (monomial.is_empty(), c.is_negative(), std::cmp::Reverse(degree(monomial)))
        });
        let mut sum: Option<Expr> = None;
        for (monomial, coefficient) in terms {
            let size = self.product(monomial, &coefficient.abs(), ty)?;
            sum = Some(match (sum, coefficient.is_negative()) {
                (None, false) => size,
                (None, true) => match size {
                    Expr::Const(_) => constant(coefficient, ty)?,
                    size => Expr::unary(Op::Neg, size),
                },
                (Some(sum), false) => Expr::binary(Op::Add, sum, size),
                (Some(sum), true) => Expr::binary(Op::Sub, sum, size),
            });
        }
        match sum {
            Some(sum) => Some(sum),
            None => constant(&Rational::zero(), ty),
        }
    }

    fn product(&self, monomial: &Monomial, coefficient: &Rational, ty: &Type) -> Option<Expr> {
        let names = monomial.iter().flat_map(|(variable, exponent)| {
            std::iter::repeat_n(self.variables[*variable].clone(), *exponent as usize)
        });
        let names = names.reduce(|product, name| Expr::binary(Op::Mul, product, name));
        Some(match names {
            Some(names) if coefficient.is_one() => names,
            Some(names) => Expr::binary(Op::Mul, names, constant(coefficient, ty)?),
            None => constant(coefficient, ty)?,
        })
    }
}

/// A literal, or a multiple of π; `None` where the number is none of the type.
fn constant(number: &Rational, ty: &Type) -> Option<Expr> {
    Some(Expr::Const(match ty {
        Type::Int(_) if number.is_integer() => Value::Int(number.numer().to_i128()?),
        Type::Float(kind) => {
            let value = Value::float(*kind, nearest_float(number));
            value.as_float().filter(|value| value.is_finite())?;
            return Some(multiple_of_pi(&value).unwrap_or(Expr::Const(value)));
        }
        _ => return None,
    }))
}

/// The largest multiple of π/2 that is written as such.
const TURNS: i32 = 32;

/// `PI * 2.5`, where it is this float and no name in `std` is.
fn multiple_of_pi(value: &Value) -> Option<Expr> {
    let Value::F64(x) = value else { return None };
    let halves = (2..=TURNS).find(|halves| PI * (f64::from(*halves) / 2.0) == *x)?;
    let factor = Value::F64(f64::from(halves) / 2.0);
    (!is_named(value)).then(|| Expr::binary(Op::Mul, Expr::Const(Value::F64(PI)), Expr::Const(factor)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FloatType, IntType};

    #[test]
    fn terms_are_written_as_their_sums() {
        let (float, whole) = (Type::Float(FloatType::F64), Type::Int(IntType::I64));
        let params = vec![("x".to_owned(), float.clone()), ("n".to_owned(), whole.clone())];
        let scope = Scope { params, outs: vec![float.clone(), float.clone()], item: None };
        for (term, ty, written) in [
            ("x + 1.5 + 1.5 - x * 2.0", &float, "-x + 3.0"),
            ("(x + 0.5) * 2.0", &float, "x * 2.0 + 1.0"),
            ("-(x - 2.0)", &float, "-x + 2.0"),
            ("y1 / 4.0 * y0 * 2.0", &float, "y1 * y0 * 0.5"),
            ("x - x", &float, "0.0"),
            ("x + PI / 2.0 + PI", &float, "x + PI * 1.5"),
            ("x - PI - PI", &float, "x - TAU"),
            ("x.abs() - 2.0 * x.abs()", &float, "-x.abs()"),
            ("3 - (n + n) * n", &whole, "-(n * n * 2) + 3"),
            ("n / 2 + n / 2", &whole, "n / 2 * 2"),
        ] {
            let mut terms = Terms::new(&scope);
            let polynomial = terms.read(&scope.parse(term).unwrap());
            assert_eq!(scope.show(&terms.write(&polynomial, ty).unwrap()), written);
        }
        let mut terms = Terms::new(&scope);
        let halves = terms.read(&scope.parse("x / 2.0").unwrap());
        assert_eq!(terms.write(&halves, &whole), None);
    }
}
