//! Formulas in SMT-LIB (Barrett et al., The SMT-LIB Standard 2.6).

use super::between::to_coprime;
use super::formula::{Formula, Reader};
use super::linear::Sign;
use morph_relation::exact::{Polynomial, Rational};
use morph_symbolic::solver::text::{self, Needs};

/// Whether something can hold, as a solver is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The logic, such as `QF_NRA`.
    pub logic: &'static str,
    /// Constants by name, with their sorts.
    pub constants: Vec<(String, &'static str)>,
    /// What shall hold.
    pub assertion: String,
}

/// Asks whether a formula can hold. Integers are declared as such; in sums with reals they are converted.
pub fn query(formula: &Formula, reader: &Reader<'_>) -> Query {
    let whole: Vec<bool> = reader.variables.iter().map(|known| known.whole).collect();
    let all_whole = !whole.is_empty() && whole.iter().all(|whole| *whole);
    let needs = Needs { integers: whole.contains(&true), reals: !all_whole, linear: is_linear(formula) };
    let sort = |whole: &bool| if *whole { "Int" } else { "Real" };
    let numbers = whole.iter().enumerate().map(|(i, whole)| (format!("v{i}"), sort(whole)));
    let truths = (0..reader.truths.len()).map(|i| (format!("p{i}"), "Bool"));
    let constants = numbers.chain(truths).collect();
    let writer = Writer { whole: &whole, all_whole };
    Query { logic: needs.logic(), constants, assertion: writer.formula(formula) }
}

fn is_linear(formula: &Formula) -> bool {
    match formula {
        Formula::Compare(polynomial, _) => polynomial.degree() <= 1,
        Formula::Truth(..) => true,
        Formula::All(parts) | Formula::Any(parts) => parts.iter().all(is_linear),
    }
}

struct Writer<'a> {
    whole: &'a [bool],
    all_whole: bool,
}

impl Writer<'_> {
    fn formula(&self, formula: &Formula) -> String {
        let all = |parts: &[Formula]| parts.iter().map(|part| self.formula(part)).collect::<Vec<_>>();
        match formula {
            Formula::Compare(polynomial, sign) => {
                let relation = match sign {
                    Sign::Zero => "=",
                    Sign::NotNegative => ">=",
                    Sign::Positive => ">",
                };
                text::apply(relation, &[self.polynomial(polynomial).as_str(), self.zero()])
            }
            Formula::Truth(number, true) => format!("p{number}"),
            Formula::Truth(number, false) => text::not(&format!("p{number}")),
            Formula::All(parts) => text::joined("and", "true", all(parts)),
            Formula::Any(parts) => text::joined("or", "false", all(parts)),
        }
    }

    /// A sum of products. Where all variables are integers, it is multiplied until its coefficients are, too.
    fn polynomial(&self, polynomial: &Polynomial) -> String {
        let whole;
        let polynomial = if self.all_whole {
            let coefficients: Vec<&Rational> = polynomial.terms().map(|(_, c)| c).collect();
            whole = polynomial.scaled(&to_coprime(coefficients.into_iter()));
            &whole
        } else {
            polynomial
        };
        let mut terms = Vec::new();
        for (monomial, coefficient) in polynomial.terms() {
            let mut factors = vec![self.number(coefficient)];
            for (variable, exponent) in monomial {
                let name = match self.whole[*variable] && !self.all_whole {
                    true => format!("(to_real v{variable})"),
                    false => format!("v{variable}"),
                };
                factors.extend((0..*exponent).map(|_| name.clone()));
            }
            terms.push(text::joined("*", "", factors));
        }
        text::joined("+", self.zero(), terms)
    }

    fn zero(&self) -> &'static str {
        if self.all_whole { "0" } else { "0.0" }
    }

    fn number(&self, number: &Rational) -> String {
        match self.all_whole && number.is_integer() {
            true => text::integer(number.numer()),
            false => text::rational(number.numer(), number.denom()),
        }
    }
}
