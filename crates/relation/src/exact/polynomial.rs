//! Polynomials with rational coefficients.

use std::collections::BTreeMap;
use std::ops::{Add, Mul, Neg, Sub};

use num_traits::{One as _, Zero as _};

use super::rational::{Rational, int};

/// The number of a variable.
pub type Variable = usize;

/// A product of variables: each with its exponent, in ascending order; empty for 1.
pub type Monomial = Vec<(Variable, u32)>;

/// A polynomial: its monomials with their coefficients, none of which is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial(BTreeMap<Monomial, Rational>);

impl Polynomial {
    /// A constant.
    pub fn constant(value: Rational) -> Polynomial {
        Polynomial::term(Monomial::new(), value)
    }

    /// A variable.
    pub fn variable(variable: Variable) -> Polynomial {
        Polynomial::term(vec![(variable, 1)], int(1))
    }

    /// A monomial with a coefficient.
    pub fn term(monomial: Monomial, coefficient: Rational) -> Polynomial {
        let mut terms = BTreeMap::new();
        if !coefficient.is_zero() {
            terms.insert(monomial, coefficient);
        }
        Polynomial(terms)
    }

    /// The monomials with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, &Rational)> {
        self.0.iter()
    }

    /// Its value, where no variable is in it.
    pub fn as_constant(&self) -> Option<Rational> {
        match self.0.len() {
            0 => Some(Rational::zero()),
            1 => self.0.get(&Monomial::new()).cloned(),
            _ => None,
        }
    }

    /// The most variables that are multiplied with each other.
    pub fn degree(&self) -> u32 {
        self.0.keys().map(degree).max().unwrap_or(0)
    }

    /// The same multiplied by a number.
    pub fn scaled(&self, by: &Rational) -> Polynomial {
        if by.is_zero() {
            return Polynomial::default();
        }
        Polynomial(self.0.iter().map(|(monomial, c)| (monomial.clone(), c * by)).collect())
    }

    /// Its value where every variable has the value that `of` says, or what is left where some have none.
    pub fn with(&self, of: &dyn Fn(Variable) -> Option<Rational>) -> Polynomial {
        let mut all = Polynomial::default();
        for (monomial, coefficient) in &self.0 {
            let mut coefficient = coefficient.clone();
            let mut rest = Monomial::new();
            for (variable, exponent) in monomial {
                match of(*variable) {
                    Some(value) => (0..*exponent).for_each(|_| coefficient *= &value),
                    None => rest.push((*variable, *exponent)),
                }
            }
            all.add_term(rest, coefficient);
        }
        all
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: Rational) {
        if coefficient.is_zero() {
            return;
        }
        match self.0.entry(monomial) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(coefficient);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                *entry.get_mut() += coefficient;
                if entry.get().is_zero() {
                    entry.remove();
                }
            }
        }
    }
}

/// How many variables a monomial multiplies.
pub fn degree(monomial: &Monomial) -> u32 {
    monomial.iter().map(|(_, exponent)| exponent).sum()
}

/// The product of two monomials.
pub fn product(a: &Monomial, b: &Monomial) -> Monomial {
    let mut all: BTreeMap<Variable, u32> = a.iter().copied().collect();
    for (variable, exponent) in b {
        *all.entry(*variable).or_default() += exponent;
    }
    all.into_iter().collect()
}

impl Add for Polynomial {
    type Output = Polynomial;

    fn add(mut self, other: Polynomial) -> Polynomial {
        other.0.into_iter().for_each(|(monomial, coefficient)| self.add_term(monomial, coefficient));
        self
    }
}

impl Neg for Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        Polynomial(self.0.into_iter().map(|(monomial, coefficient)| (monomial, -coefficient)).collect())
    }
}

impl Sub for Polynomial {
    type Output = Polynomial;

    fn sub(self, other: Polynomial) -> Polynomial {
        self + -other
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: &Polynomial) -> Polynomial {
        let mut all = Polynomial::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let coefficient = if x.is_one() { y.clone() } else { x * y };
                all.add_term(product(a, b), coefficient);
            }
        }
        all
    }
}
