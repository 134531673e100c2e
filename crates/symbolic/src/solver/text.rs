//! Formulas in SMT-LIB (Barrett et al., The SMT-LIB Standard 2.6): numbers, junctions, names of logics.

use std::fmt::Display;

use num_bigint::BigInt;

/// The logic of bit-vectors without quantifiers.
pub const BIT_VECTORS: &str = "QF_BV";

/// Which operators a script needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Whether there are integers.
    pub integers: bool,
    /// Whether there are reals.
    pub reals: bool,
    /// Whether nothing that varies is multiplied with, or divided by, something else that does.
    pub linear: bool,
}

impl Needs {
    /// The logic without quantifiers that has these.
    pub fn logic(self) -> &'static str {
        match (self.integers, self.reals, self.linear) {
            (true, false, true) => "QF_LIA",
            (true, false, false) => "QF_NIA",
            (false, _, true) => "QF_LRA",
            (false, _, false) => "QF_NRA",
            (true, true, true) => "QF_LIRA",
            (true, true, false) => "QF_NIRA",
        }
    }
}

/// A function of arguments; a single argument of `and`, `or`, `+` and `*` is itself, see [`joined`].
pub fn apply(function: &str, arguments: &[impl Display]) -> String {
    let mut text = format!("({function}");
    for argument in arguments {
        text.push(' ');
        text.push_str(&argument.to_string());
    }
    text + ")"
}

/// Parts joined by an operator that takes any number of them; `empty` where there are none.
pub fn joined(operator: &str, empty: &str, mut parts: Vec<String>) -> String {
    match parts.len() {
        0 => empty.to_owned(),
        1 => parts.remove(0),
        _ => apply(operator, &parts),
    }
}

/// A negated truth value.
pub fn not(condition: &str) -> String {
    apply("not", &[condition])
}

/// An integer of sort `Int`.
pub fn integer(value: &BigInt) -> String {
    signed(value.sign() == num_bigint::Sign::Minus, value.magnitude().to_string())
}

/// A quotient of integers of sort `Real`; the denominator is positive.
pub fn rational(numerator: &BigInt, denominator: &BigInt) -> String {
    let size = numerator.magnitude();
    let text = match *denominator == BigInt::from(1) {
        true => format!("{size}.0"),
        false => format!("(/ {size}.0 {denominator}.0)"),
    };
    signed(numerator.sign() == num_bigint::Sign::Minus, text)
}

/// Floats nearer to zero, or farther from it, are not written: their digits would be very many.
const SMALLEST: f64 = 1e-30;
const LARGEST: f64 = 1e40;

/// A float as the real that it is exactly; `None` for those that are none, or so far from 1 that it would be very long.
pub fn real(value: f64) -> Option<String> {
    if !value.is_finite() || value != 0.0 && !(SMALLEST..LARGEST).contains(&value.abs()) {
        return None;
    }
    let bits = value.abs().to_bits();
    let exponent = (bits >> 52) as i32 - 1075;
    let mantissa = BigInt::from(bits & ((1 << 52) - 1) | if value == 0.0 { 0 } else { 1 << 52 });
    let (top, bottom) = match exponent {
        0.. => (mantissa << exponent, BigInt::from(1)),
        _ => {
            let zeros = (bits.trailing_zeros() as i32).clamp(0, 52).min(-exponent);
            (mantissa >> zeros, BigInt::from(1) << (-exponent - zeros))
        }
    };
    Some(rational(&if value < 0.0 { -top } else { top }, &bottom))
}

/// An integer of sort `(_ BitVec width)`, in two's complement.
pub fn bits(value: i128, width: u32) -> String {
    let digits = format!("{value:0128b}");
    format!("#b{}", &digits[128 - width as usize..])
}

fn signed(negative: bool, size: String) -> String {
    if negative { apply("-", &[size]) } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_exactly() {
        assert_eq!(integer(&BigInt::from(-12)), "(- 12)");
        assert_eq!(rational(&BigInt::from(-1), &BigInt::from(3)), "(- (/ 1.0 3.0))");
        assert_eq!(real(-0.75).as_deref(), Some("(- (/ 3.0 4.0))"));
        assert_eq!(real(12.0).as_deref(), Some("12.0"));
        assert_eq!(real(f64::NAN), None);
        assert_eq!(real(1e-31), None);
        assert_eq!(bits(-2, 4), "#b1110");
    }

    #[test]
    fn one_part_needs_no_operator() {
        assert_eq!(joined("and", "true", Vec::new()), "true");
        assert_eq!(joined("and", "true", vec!["a".to_owned()]), "a");
        assert_eq!(joined("and", "true", vec!["a".to_owned(), not("b")]), "(and a (not b))");
    }
}
