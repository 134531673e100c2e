//! Methods of integers.

use super::methods::Call;
use super::value::Val;
use super::{Eval, Flow, Machine, gap};
use crate::program::{Binary, Unary};
use crate::term::{Bits, Scalar, Term, TermId};
use morph_relation::IntType;

/// Exponents up to this are multiplied out.
const LARGEST_EXPONENT: i128 = 128;

impl<'p> Machine<'p, '_> {
    pub fn integer_method(&mut self, call: &Call<'p, '_>, term: TermId, ty: Option<IntType>) -> Eval<'p> {
        let of_args = call.args.iter().find_map(|arg| match arg {
            Val::Int(_, ty) => *ty,
            _ => None,
        });
        let by_second = !matches!(call.name, "pow" | "checked_pow" | "wrapping_pow" | "saturating_pow");
        let ty = ty
            .or(of_args.filter(|_| by_second))
            .or_else(|| call.hint.and_then(super::hints::integer))
            .unwrap_or(IntType::I32);
        let value = |term: TermId| Val::Int(term, Some(ty));
        if let Some((family, name)) = call.name.split_once('_')
            && matches!(family, "wrapping" | "checked" | "saturating" | "overflowing")
            && let Some(result) = self.family(call, family, name, term, ty)?
        {
            return Ok(result);
        }
        Ok(match call.name {
            "abs" => {
                let (zero, low) = (self.int(0), self.int(ty.lowest()));
                let is_lowest = self.eq(term, low);
                let not = self.not(is_lowest);
                self.require(not)?;
                let (negated, negative) = (self.sub(zero, term), self.lt(term, zero));
                value(self.ite(negative, negated, term))
            }
            "unsigned_abs" | "uabs" => {
                let zero = self.int(0);
                let (negated, negative) = (self.sub(zero, term), self.lt(term, zero));
                Val::Int(self.ite(negative, negated, term), Some(unsigned(ty)))
            }
            "abs_diff" => {
                let other = self.integer_argument(call, 0)?;
                let (a, b) = (self.sub(term, other), self.sub(other, term));
                let less = self.lt(term, other);
                Val::Int(self.ite(less, b, a), Some(unsigned(ty)))
            }
            "signum" => {
                let [minus, zero, one] = [-1, 0, 1].map(|n| self.int(n));
                let (negative, is_zero) = (self.lt(term, zero), self.eq(term, zero));
                let rest = self.ite(is_zero, zero, one);
                value(self.ite(negative, minus, rest))
            }
            "is_positive" => {
                let zero = self.int(0);
                Val::Bool(self.lt(zero, term))
            }
            "is_negative" => {
                let zero = self.int(0);
                Val::Bool(self.lt(term, zero))
            }
            "pow" => {
                let product =
                    self.power(call, term, |machine, product| machine.in_type(product, Some(ty)))?;
                value(product)
            }
            "rem_euclid" | "div_euclid" => {
                let by = self.integer_argument(call, 0)?;
                self.integer_operation(Binary::Div, term, by, Some(ty))?;
                value(self.euclidean(call.name, term, by))
            }
            "div_ceil" | "next_multiple_of" => {
                let by = self.integer_argument(call, 0)?;
                self.not_zero(by)?;
                let (quotient, rest) =
                    (self.terms.make(Term::Div(term, by)), self.terms.make(Term::Rem(term, by)));
                let zero = self.int(0);
                let exact = self.eq(rest, zero);
                if ty.signed() {
                    return call.unknown();
                }
                let more = self.plus(quotient, 1);
                let quotient = self.ite(exact, quotient, more);
                if call.name == "div_ceil" {
                    value(quotient)
                } else {
                    let multiple = self.mul(quotient, by);
                    value(self.in_type(multiple, Some(ty))?)
                }
            }
            "is_multiple_of" => {
                let by = self.integer_argument(call, 0)?;
                let zero = self.int(0);
                let by_zero = self.eq(by, zero);
                if self.fork(by_zero)? {
                    Val::Bool(self.eq(term, zero))
                } else {
                    let rest = self.terms.make(Term::Rem(term, by));
                    Val::Bool(self.eq(rest, zero))
                }
            }
            "midpoint" if !ty.signed() => {
                let other = self.integer_argument(call, 0)?;
                let (sum, two) = (self.add(term, other), self.int(2));
                value(self.terms.make(Term::Div(sum, two)))
            }
            "is_power_of_two" => {
                let mut any = self.bool(false);
                for bit in 0..ty.bits().min(127) {
                    let power = self.int(1 << bit);
                    let is = self.eq(term, power);
                    any = self.or(any, is);
                }
                Val::Bool(any)
            }
            "next_power_of_two" => {
                for bit in 0..ty.bits().min(126) {
                    let power = self.int(1 << bit);
                    let reaches = self.le(term, power);
                    if self.fork(reaches)? {
                        return Ok(value(power));
                    }
                }
                return super::panicked();
            }
            "isqrt" => value(self.square_root(term, ty)?),
            "ilog2" | "ilog10" | "ilog" => {
                let base = match call.name {
                    "ilog2" => 2,
                    "ilog10" => 10,
                    _ => {
                        let base = self.integer_argument(call, 0)?;
                        self.pinned(base, "the base of a logarithm")?
                    }
                };
                let zero = self.int(0);
                let positive = self.lt(zero, term);
                self.require(positive)?;
                Val::Int(self.logarithm(term, base)?, Some(IntType::U32))
            }
            "count_ones" | "count_zeros" | "leading_zeros" | "trailing_zeros" | "leading_ones"
            | "trailing_ones" | "swap_bytes" | "reverse_bits" | "to_be" => {
                self.bits_method(call, term, ty)?
            }
            "rotate_left" | "rotate_right" => {
                let by = self.integer_argument(call, 0)?;
                let by = self.pinned(by, "a rotation")?.rem_euclid(i128::from(ty.bits()));
                let left = if call.name == "rotate_left" { by } else { i128::from(ty.bits()) - by };
                self.rotated(term, left % i128::from(ty.bits()), ty)
            }
            "to_le_bytes" | "to_be_bytes" | "to_ne_bytes" => {
                let mut bytes: Vec<Val<'p>> = (0..ty.bits() / 8)
                    .map(|at| {
                        let by = self.int(i128::from(at * 8));
                        let shifted = self.terms.make(Term::Bits(Bits::Shr, ty, term, by));
                        Val::Int(self.wrap(IntType::U8, shifted), Some(IntType::U8))
                    })
                    .collect();
                if call.name == "to_be_bytes" {
                    bytes.reverse();
                }
                self.val_items(bytes)
            }
            "is_ascii"
            | "is_ascii_digit"
            | "is_ascii_alphabetic"
            | "is_ascii_alphanumeric"
            | "is_ascii_uppercase"
            | "is_ascii_lowercase"
            | "is_ascii_whitespace"
            | "is_ascii_punctuation"
            | "is_ascii_hexdigit"
            | "is_ascii_graphic"
            | "is_ascii_control" => Val::Bool(self.ascii_class(call.name, term)?),
            "to_ascii_lowercase" | "to_ascii_uppercase" => value(self.ascii_case(call.name, term)),
            "eq_ignore_ascii_case" => {
                let other = self.integer_argument(call, 0)?;
                let (a, b) = (
                    self.ascii_case("to_ascii_lowercase", term),
                    self.ascii_case("to_ascii_lowercase", other),
                );
                Val::Bool(self.eq(a, b))
            }
            "add" | "sub" | "mul" | "div" | "rem" | "bitand" | "bitor" | "bitxor" | "shl" | "shr" => {
                let op = match call.name {
                    "add" => Binary::Add,
                    "sub" => Binary::Sub,
                    "mul" => Binary::Mul,
                    "div" => Binary::Div,
                    "rem" => Binary::Rem,
                    "bitand" => Binary::BitAnd,
                    "bitor" => Binary::BitOr,
                    "bitxor" => Binary::BitXor,
                    "shl" => Binary::Shl,
                    _ => Binary::Shr,
                };
                return self.binary_of(op, call.value.clone(), call.arg(0)?);
            }
            "neg" => return self.unary_of(Unary::Neg, call.value.clone()),
            "not" => return self.unary_of(Unary::Not, call.value.clone()),
            "get" => value(term),
            "cast_signed" => {
                let int = signed(ty);
                Val::Int(self.wrap(int, term), Some(int))
            }
            "cast_unsigned" => {
                let int = unsigned(ty);
                Val::Int(self.wrap(int, term), Some(int))
            }
            _ => return call.unknown(),
        })
    }

    /// `checked_add` and its like: the mathematical result, and what a family makes of it.
    fn family(
        &mut self,
        call: &Call<'p, '_>,
        family: &str,
        name: &str,
        term: TermId,
        ty: IntType,
    ) -> Eval<'p, Option<Val<'p>>> {
        let zero = self.int(0);
        let exact = match name {
            "add" | "sub" | "mul" => {
                let other = self.integer_argument(call, 0)?;
                match name {
                    "add" => self.add(term, other),
                    "sub" => self.sub(term, other),
                    _ => self.mul(term, other),
                }
            }
            "add_signed" | "add_unsigned" | "sub_unsigned" => {
                let other = self.integer_argument(call, 0)?;
                if name == "sub_unsigned" { self.sub(term, other) } else { self.add(term, other) }
            }
            "neg" => self.sub(zero, term),
            "abs" => {
                let (negated, negative) = (self.sub(zero, term), self.lt(term, zero));
                self.ite(negative, negated, term)
            }
            "pow" if family == "wrapping" => {
                let product = self.power(call, term, |machine, product| Ok(machine.wrap(ty, product)))?;
                return Ok(Some(Val::Int(product, Some(ty))));
            }
            "pow" => {
                let product = self.power(call, term, |machine, product| {
                    let fits = machine.fits(product, ty);
                    if machine.fork(fits)? { Ok(product) } else { Err(Flow::Continue(None)) }
                });
                match product {
                    Err(Flow::Continue(None)) if family == "checked" => return Ok(Some(Val::none())),
                    Err(Flow::Continue(None)) if family == "saturating" => {
                        let exponent = self.integer_argument(call, 0)?;
                        let (negative, two) = (self.lt(term, zero), self.int(2));
                        let odd = self.terms.make(Term::Rem(exponent, two));
                        let odd = self.tag_is(odd, 1);
                        let negative = self.and(negative, odd);
                        let (low, high) = (self.int(ty.lowest()), self.int(ty.highest()));
                        return Ok(Some(Val::Int(self.ite(negative, low, high), Some(ty))));
                    }
                    Err(Flow::Continue(None)) => return gap("`overflowing_pow`"),
                    product => product?,
                }
            }
            "div" | "rem" | "div_euclid" | "rem_euclid" => {
                let by = self.integer_argument(call, 0)?;
                if family == "checked" {
                    let is_zero = self.eq(by, zero);
                    if self.fork(is_zero)? {
                        return Ok(Some(Val::none()));
                    }
                } else {
                    self.not_zero(by)?;
                }
                let quotient = self.terms.make(Term::Div(term, by));
                let fits = self.fits(quotient, ty);
                let result = match name {
                    "div" => quotient,
                    "rem" => self.terms.make(Term::Rem(term, by)),
                    _ => self.euclidean(name, term, by),
                };
                if family == "checked" {
                    return Ok(Some(self.open_option(fits, Val::Int(result, Some(ty)))));
                }
                result
            }
            "shl" | "shr" => {
                let by = self.integer_argument(call, 0)?;
                let bits = if name == "shl" { Bits::Shl } else { Bits::Shr };
                let width = self.int(i128::from(ty.bits()));
                match family {
                    "checked" => {
                        let fits = self.within(by, 0, i128::from(ty.bits()) - 1);
                        if !self.fork(fits)? {
                            return Ok(Some(Val::none()));
                        }
                        let shifted = self.terms.make(Term::Bits(bits, ty, term, by));
                        return Ok(Some(Val::some(Val::Int(shifted, Some(ty)))));
                    }
                    "wrapping" => {
                        let by = self.terms.make(Term::Rem(by, width));
                        let shifted = self.terms.make(Term::Bits(bits, ty, term, by));
                        return Ok(Some(Val::Int(shifted, Some(ty))));
                    }
                    _ => return Ok(None),
                }
            }
            "next_power_of_two" if family == "checked" => {
                for bit in 0..ty.bits().min(126) {
                    let power = self.int(1 << bit);
                    let reaches = self.le(term, power);
                    if self.fork(reaches)? {
                        return Ok(Some(Val::some(Val::Int(power, Some(ty)))));
                    }
                }
                return Ok(Some(Val::none()));
            }
            "ilog2" | "ilog10" if family == "checked" => {
                let positive = self.lt(zero, term);
                if !self.fork(positive)? {
                    return Ok(Some(Val::none()));
                }
                let logarithm = self.logarithm(term, if name == "ilog2" { 2 } else { 10 })?;
                return Ok(Some(Val::some(Val::Int(logarithm, Some(IntType::U32)))));
            }
            _ => return Ok(None),
        };
        if ty == IntType::U128 && self.range(exact).1 == i128::MAX {
            return gap("large `u128`");
        }
        let fits = self.fits(exact, ty);
        Ok(Some(match family {
            "wrapping" => Val::Int(self.wrap(ty, exact), Some(ty)),
            "checked" => self.open_option(fits, Val::Int(exact, Some(ty))),
            "saturating" => {
                let (low, high) = (self.int(ty.lowest()), self.int(ty.highest()));
                let (above, below) = (self.lt(high, exact), self.lt(exact, low));
                let rest = self.ite(above, high, exact);
                Val::Int(self.ite(below, low, rest), Some(ty))
            }
            _ => {
                let over = self.not(fits);
                Val::tuple(vec![Val::Int(self.wrap(ty, exact), Some(ty)), Val::Bool(over)])
            }
        }))
    }

    /// The integer that a method is called with.
    pub fn integer_argument(&mut self, call: &Call<'p, '_>, at: usize) -> Eval<'p, TermId> {
        let value = call.arg(at)?;
        match self.shape(value)? {
            Val::Int(term, _) => Ok(term),
            other => gap(format!("`{}` with {}", call.name, other.kind())),
        }
    }

    fn power(
        &mut self,
        call: &Call<'p, '_>,
        base: TermId,
        checked: impl Fn(&mut Self, TermId) -> Eval<'p, TermId>,
    ) -> Eval<'p, TermId> {
        let exponent = self.integer_argument(call, 0)?;
        if let (Some(base), None) = (self.as_int(base), self.as_int(exponent))
            && base.abs() > 1
        {
            // Beyond this, every result is out of any type's range.
            let high = self.range(exponent).1;
            if high > LARGEST_EXPONENT {
                let most = self.int(LARGEST_EXPONENT);
                let small = self.lt(exponent, most);
                if !self.fork(small)? {
                    return gap("a large power");
                }
            }
        }
        let exponent = self.pinned(exponent, "an exponent")?;
        if exponent > LARGEST_EXPONENT && self.as_int(base).is_none_or(|base| base.abs() > 1) {
            return gap("a large power");
        }
        // By squares, as `pow` does: an intermediate square that is not needed never overflows.
        let (mut result, mut square, mut left) = (self.int(1), base, exponent);
        while left > 0 {
            if left & 1 == 1 {
                let product = self.mul(result, square);
                result = checked(self, product)?;
            }
            left >>= 1;
            if left > 0 {
                let product = self.mul(square, square);
                square = checked(self, product)?;
            }
        }
        Ok(result)
    }

    fn euclidean(&mut self, name: &str, term: TermId, by: TermId) -> TermId {
        let zero = self.int(0);
        let (quotient, rest) = (self.terms.make(Term::Div(term, by)), self.terms.make(Term::Rem(term, by)));
        let (negative, positive_by) = (self.lt(rest, zero), self.lt(zero, by));
        let (more, less) = (self.plus(quotient, 1), self.plus(quotient, -1));
        if name == "div_euclid" {
            let moved = self.ite(positive_by, less, more);
            return self.ite(negative, moved, quotient);
        }
        let (up, down) = (self.add(rest, by), self.sub(rest, by));
        let moved = self.ite(positive_by, up, down);
        self.ite(negative, moved, rest)
    }

    /// The root is a new number of which the square is said; where there is an input, it is computed.
    fn square_root(&mut self, term: TermId, ty: IntType) -> Eval<'p, TermId> {
        let zero = self.int(0);
        let fine = self.le(zero, term);
        self.require(fine)?;
        if let Some(n) = self.as_int(term) {
            return Ok(self.int(n.isqrt()));
        }
        if self.is_cover() {
            let most = ty.highest().isqrt();
            return Ok(self.unknown(crate::term::Sort::Int(0, most), "a square root"));
        }
        let root = match self.chooser.concrete(self.terms, term) {
            Some(Scalar::Int(n)) if n >= 0 => n.isqrt(),
            _ => return gap("a square root"),
        };
        // The path is of inputs with this root.
        let inside = self.within(term, root * root, (root + 1) * (root + 1) - 1);
        if self.fork(inside)? { Ok(self.int(root)) } else { gap("a square root") }
    }

    /// The whole part of a logarithm, by a branch for each power.
    fn logarithm(&mut self, term: TermId, base: i128) -> Eval<'p, TermId> {
        if base < 2 {
            return super::panicked();
        }
        let mut power = base;
        for digits in 0.. {
            let next = self.int(power);
            let below = self.lt(term, next);
            if self.fork(below)? {
                return Ok(self.int(digits));
            }
            match power.checked_mul(base) {
                Some(more) => power = more,
                None => return Ok(self.int(digits + 1)),
            }
        }
        gap("a logarithm")
    }
}

/// The unsigned type of the same width.
pub(super) fn unsigned(ty: IntType) -> IntType {
    use IntType::*;
    match ty {
        I8 => U8,
        I16 => U16,
        I32 => U32,
        I64 => U64,
        I128 => U128,
        Isize => Usize,
        other => other,
    }
}

/// The signed type of the same width.
fn signed(ty: IntType) -> IntType {
    use IntType::*;
    match ty {
        U8 => I8,
        U16 => I16,
        U32 => I32,
        U64 => I64,
        U128 => I128,
        Usize => Isize,
        other => other,
    }
}
