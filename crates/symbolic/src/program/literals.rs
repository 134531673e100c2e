//! Literals.

use proc_macro2::Literal;
use syn::{Lit, LitFloat, LitInt};

use super::{Expr, Kind};
use morph_relation::{FloatType, IntType};

/// A literal; what stands in it has no place of its own.
pub(super) fn literal(lit: &Lit, negative: bool) -> Kind {
    match lit {
        Lit::Int(int) => integer(int, negative),
        Lit::Float(float) => floating(float, negative),
        Lit::Bool(bool) => Kind::Bool(bool.value),
        Lit::Char(char) => Kind::Char(char.value()),
        Lit::Byte(byte) => Kind::Int(i128::from(byte.value()), Some(IntType::U8)),
        Lit::Str(text) => Kind::Str(text.value().into()),
        Lit::ByteStr(bytes) => byte_string(&bytes.value()),
        _ => Kind::Unmodelled("a C string".to_owned()),
    }
}

/// `&[b, …]`.
pub(super) fn byte_string(bytes: &[u8]) -> Kind {
    let byte = |byte: &u8| Expr::new(0..0, Kind::Int(i128::from(*byte), Some(IntType::U8)));
    let array = Kind::Array(false, bytes.iter().map(byte).collect());
    Kind::Reference { mutable: false, of: Expr::new(0..0, array) }
}

/// The literal that a token is.
pub(super) fn of_token(literal_: Literal) -> Kind {
    literal(&Lit::new(literal_), false)
}

fn integer(int: &LitInt, negative: bool) -> Kind {
    let (sign, digits) = signed(int.base10_digits(), negative);
    if let Some(ty) = float_type(int.suffix()) {
        return float(&format!("{sign}{digits}"), Some(ty));
    }
    let ty = IntType::named(int.suffix());
    match format!("{sign}{digits}").parse() {
        Ok(value) => Kind::Int(value, ty),
        Err(_) => Kind::Unmodelled("an integer above `i128::MAX`".to_owned()),
    }
}

fn floating(lit: &LitFloat, negative: bool) -> Kind {
    let (sign, digits) = signed(lit.base10_digits(), negative);
    float(&format!("{sign}{digits}"), float_type(lit.suffix()))
}

/// Literals of patterns have their signs themselves.
fn signed(digits: &str, negative: bool) -> (&str, &str) {
    match (digits.strip_prefix('-'), negative) {
        (Some(digits), false) => ("-", digits),
        (Some(digits), true) => ("", digits),
        (None, true) => ("-", digits),
        (None, false) => ("", digits),
    }
}

/// An `f32` is rounded once, to it.
fn float(text: &str, ty: Option<FloatType>) -> Kind {
    let value = match ty {
        Some(FloatType::F32) => text.parse().map(|x: f32| f64::from(x)),
        _ => text.parse(),
    };
    value.map_or_else(|_| Kind::Unmodelled(format!("the float `{text}`")), |x| Kind::Float(x, ty))
}

fn float_type(suffix: &str) -> Option<FloatType> {
    [FloatType::F32, FloatType::F64].into_iter().find(|ty| ty.name() == suffix)
}
