//! Formulas in SMT-LIB (Barrett et al., The SMT-LIB Standard 2.6).

use num_traits::Signed as _;

use super::between::to_coprime;
use super::formula::{Formula, Reader};
use super::linear::Sign;
use morph_relation::exact::{Polynomial, Rational};

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
    let logic = match (all_whole, whole.contains(&true), is_linear(formula)) {
        (true, _, true) => "QF_LIA",
        (true, _, false) => "QF_NIA",
        (false, false, true) => "QF_LRA",
        (false, false, false) => "QF_NRA",
        (false, true, true) => "QF_LIRA",
        (false, true, false) => "QF_NIRA",
    };
    let sort = |whole: &bool| if *whole { "Int" } else { "Real" };
    let numbers = whole.iter().enumerate().map(|(i, whole)| (format!("v{i}"), sort(whole)));
    let truths = (0..reader.truths.len()).map(|i| (format!("p{i}"), "Bool"));
    let constants = numbers.chain(truths).collect();
    let writer = Writer { whole: &whole, all_whole };
    Query { logic, constants, assertion: writer.formula(formula) }
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
