//! Formulas in SMT-LIB (Barrett et al., The SMT-LIB Standard 2.6).

use num_traits::Signed as _;

use super::between::to_coprime;
use super::formula::{Formula, Reader};
use super::linear::Sign;
use crate::relation::exact::{Polynomial, Rational};

/// A script that asks whether a formula can hold. Integers are declared as such; in sums with reals they are converted.
pub fn script(formula: &Formula, reader: &Reader<'_>) -> String {
    let mixed =
        reader.variables.iter().any(|known| known.whole) && reader.variables.iter().any(|known| !known.whole);
    let whole: Vec<bool> = reader.variables.iter().map(|known| known.whole).collect();
    let mut text = String::new();
    for (i, whole) in whole.iter().enumerate() {
        text += &format!("(declare-const v{i} {})\n", if *whole { "Int" } else { "Real" });
    }
    for i in 0..reader.truths.len() {
        text += &format!("(declare-const p{i} Bool)\n");
    }
    let all_whole = !mixed && whole.first().copied().unwrap_or(false);
    let writer = Writer { whole: &whole, all_whole };
    text += &format!("(assert {})\n(check-sat)\n", writer.formula(formula));
    text
}

struct Writer<'a> {
    whole: &'a [bool],
    all_whole: bool,
}

impl Writer<'_> {
    fn formula(&self, formula: &Formula) -> String {
        let junction = |name: &str, empty: &str, parts: &[Formula]| match parts {
            [] => empty.to_owned(),
            [part] => self.formula(part),
            parts => {
                let parts: Vec<String> = parts.iter().map(|part| self.formula(part)).collect();
                format!("({name} {})", parts.join(" "))
            }
        };
        match formula {
            Formula::Compare(polynomial, sign) => {
                let relation = match sign {
                    Sign::Zero => "=",
                    Sign::NotNegative => ">=",
                    Sign::Positive => ">",
                };
                format!(
                    "({relation} {} {})",
                    self.polynomial(polynomial),
                    if self.all_whole { "0" } else { "0.0" }
                )
            }
            Formula::Truth(number, true) => format!("p{number}"),
            Formula::Truth(number, false) => format!("(not p{number})"),
            Formula::All(parts) => junction("and", "true", parts),
            Formula::Any(parts) => junction("or", "false", parts),
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
            terms.push(if factors.len() == 1 {
                factors.remove(0)
            } else {
                format!("(* {})", factors.join(" "))
            });
        }
        match terms.len() {
            0 => if self.all_whole { "0" } else { "0.0" }.to_owned(),
            1 => terms.remove(0),
            _ => format!("(+ {})", terms.join(" ")),
        }
    }

    fn number(&self, number: &Rational) -> String {
        let point = if self.all_whole { "" } else { ".0" };
        let size = number.abs();
        let text = match size.is_integer() {
            true => format!("{}{point}", size.numer()),
            false => format!("(/ {}.0 {}.0)", size.numer(), size.denom()),
        };
        if number.is_negative() { format!("(- {text})") } else { text }
    }
}
