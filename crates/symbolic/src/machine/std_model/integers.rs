//! Methods of integers; those that say what becomes of overflow are in `overflow`.

use super::ascii::{self, Case, Class};
use super::bits;
use super::overflow;
use super::powers::{logarithm, power_from};
use super::table::{Integer, OfInteger, Row, find};
use crate::machine::call::Call;
use crate::machine::hints;
use crate::machine::state::{Eval, Machine, panicked, unsupported};
use crate::machine::value::Val;
use crate::program::{Binary, Unary};
use crate::term::{Scalar, Sort, Term, TermId};
use morph_relation::IntType;

pub static INTEGERS: &[Row<OfInteger>] = &[
    ("abs", abs),
    ("abs_diff", abs_diff),
    ("add", |machine, call, _| operator(machine, call, Binary::Add)),
    ("bitand", |machine, call, _| operator(machine, call, Binary::BitAnd)),
    ("bitor", |machine, call, _| operator(machine, call, Binary::BitOr)),
    ("bitxor", |machine, call, _| operator(machine, call, Binary::BitXor)),
    ("cast_signed", |machine, _, n| Ok(in_other(machine, n.term, n.ty.to_signed()))),
    ("cast_unsigned", |machine, _, n| Ok(in_other(machine, n.term, n.ty.to_unsigned()))),
    ("count_ones", bits::count_ones),
    ("count_zeros", bits::count_zeros),
    ("div", |machine, call, _| operator(machine, call, Binary::Div)),
    ("div_ceil", div_ceil),
    ("div_euclid", div_euclid),
    ("eq_ignore_ascii_case", eq_ignore_ascii_case),
    ("get", |_, _, n| Ok(n.like(n.term))),
    ("ilog", ilog),
    ("ilog10", |machine, _, n| whole_logarithm(machine, n, 10)),
    ("ilog2", |machine, _, n| whole_logarithm(machine, n, 2)),
    ("is_ascii", |machine, _, n| class(machine, n, ascii::ASCII)),
    ("is_ascii_alphabetic", |machine, _, n| class(machine, n, ascii::ALPHABETIC)),
    ("is_ascii_alphanumeric", |machine, _, n| class(machine, n, ascii::ALPHANUMERIC)),
    ("is_ascii_control", |machine, _, n| class(machine, n, ascii::CONTROL)),
    ("is_ascii_digit", |machine, _, n| class(machine, n, ascii::DIGIT)),
    ("is_ascii_graphic", |machine, _, n| class(machine, n, ascii::GRAPHIC)),
    ("is_ascii_hexdigit", |machine, _, n| class(machine, n, ascii::HEXDIGIT)),
    ("is_ascii_lowercase", |machine, _, n| class(machine, n, ascii::LOWERCASE)),
    ("is_ascii_punctuation", |machine, _, n| class(machine, n, ascii::PUNCTUATION)),
    ("is_ascii_uppercase", |machine, _, n| class(machine, n, ascii::UPPERCASE)),
    ("is_ascii_whitespace", |machine, _, n| class(machine, n, ascii::WHITESPACE)),
    ("is_multiple_of", is_multiple_of),
    ("is_negative", is_negative),
    ("is_positive", is_positive),
    ("is_power_of_two", is_power_of_two),
    ("isqrt", |machine, _, n| Ok(n.like(square_root(machine, n.term, n.ty)?))),
    ("leading_ones", bits::leading_ones),
    ("leading_zeros", bits::leading_zeros),
    ("midpoint", midpoint),
    ("mul", |machine, call, _| operator(machine, call, Binary::Mul)),
    ("neg", |machine, call, _| machine.unary_of(Unary::Neg, call.value.clone())),
    ("next_multiple_of", next_multiple_of),
    ("next_power_of_two", next_power_of_two),
    ("not", |machine, call, _| machine.unary_of(Unary::Not, call.value.clone())),
    ("pow", pow),
    ("rem", |machine, call, _| operator(machine, call, Binary::Rem)),
    ("rem_euclid", rem_euclid),
    ("reverse_bits", bits::reverse_bits),
    ("rotate_left", bits::rotate_left),
    ("rotate_right", bits::rotate_right),
    ("shl", |machine, call, _| operator(machine, call, Binary::Shl)),
    ("shr", |machine, call, _| operator(machine, call, Binary::Shr)),
    ("signum", signum),
    ("sub", |machine, call, _| operator(machine, call, Binary::Sub)),
    ("swap_bytes", bits::swap_bytes),
    ("to_ascii_lowercase", |machine, _, n| Ok(n.like(machine.ascii_case(Case::Lower, n.term)))),
    ("to_ascii_uppercase", |machine, _, n| Ok(n.like(machine.ascii_case(Case::Upper, n.term)))),
    ("to_be", bits::swap_bytes),
    ("to_be_bytes", bits::to_be_bytes),
    ("to_le_bytes", bits::to_le_bytes),
    ("to_ne_bytes", bits::to_le_bytes),
    ("trailing_ones", bits::trailing_ones),
    ("trailing_zeros", bits::trailing_zeros),
    ("unsigned_abs", unsigned_abs),
];

/// A method of an integer of this type, where one is known.
pub fn integer_method<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    term: TermId,
    ty: Option<IntType>,
) -> Eval<'p> {
    let model = match find(INTEGERS, call.name) {
        Some(model) => model,
        None => {
            let Some(model) = find(overflow::OVERFLOWS, call.name) else { return call.unknown() };
            // Made first, it has the same place among the terms of every one of these methods.
            machine.int(0);
            model
        }
    };
    let of_args = call.args.iter().find_map(|arg| match arg {
        Val::Int(_, ty) => *ty,
        _ => None,
    });
    let hinted = || call.hint.and_then(hints::integer);
    let own = ty.or_else(hinted).unwrap_or(IntType::I32);
    let ty = ty.or(of_args).or_else(hinted).unwrap_or(IntType::I32);
    model(machine, call, Integer { term, ty, own })
}

/// A trait's method that an operator stands for, called by its name.
pub fn operator<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, op: Binary) -> Eval<'p> {
    machine.binary_of(op, call.value.clone(), call.arg(0)?)
}

fn class<'p>(machine: &mut Machine<'p, '_>, n: Integer, class: Class) -> Eval<'p> {
    Ok(Val::Bool(machine.is_in_class(n.term, class)))
}

fn in_other<'p>(machine: &mut Machine<'p, '_>, term: TermId, int: IntType) -> Val<'p> {
    Val::Int(machine.wrap(int, term), Some(int))
}

fn abs<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let (zero, low) = (machine.int(0), machine.int(n.ty.lowest()));
    let is_lowest = machine.eq(n.term, low);
    let not = machine.not(is_lowest);
    machine.require(not)?;
    let (negated, negative) = (machine.sub(zero, n.term), machine.lt(n.term, zero));
    Ok(n.like(machine.ite(negative, negated, n.term)))
}

fn unsigned_abs<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let zero = machine.int(0);
    let (negated, negative) = (machine.sub(zero, n.term), machine.lt(n.term, zero));
    Ok(Val::Int(machine.ite(negative, negated, n.term), Some(n.ty.to_unsigned())))
}

fn abs_diff<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let other = machine.integer_argument(call, 0)?;
    let (a, b) = (machine.sub(n.term, other), machine.sub(other, n.term));
    let less = machine.lt(n.term, other);
    Ok(Val::Int(machine.ite(less, b, a), Some(n.ty.to_unsigned())))
}

fn signum<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let [minus, zero, one] = [-1, 0, 1].map(|n| machine.int(n));
    let (negative, is_zero) = (machine.lt(n.term, zero), machine.eq(n.term, zero));
    let rest = machine.ite(is_zero, zero, one);
    Ok(n.like(machine.ite(negative, minus, rest)))
}

fn is_positive<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let zero = machine.int(0);
    Ok(Val::Bool(machine.lt(zero, n.term)))
}

fn is_negative<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let zero = machine.int(0);
    Ok(Val::Bool(machine.lt(n.term, zero)))
}

fn pow<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let product = machine.power(call, n.term, |machine, product| machine.in_type(product, Some(n.own)))?;
    Ok(Val::Int(product, Some(n.own)))
}

fn div_euclid<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let by = machine.integer_argument(call, 0)?;
    machine.integer_operation(Binary::Div, n.term, by, Some(n.ty))?;
    Ok(n.like(machine.euclidean(n.term, by, false)))
}

fn rem_euclid<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let by = machine.integer_argument(call, 0)?;
    machine.integer_operation(Binary::Div, n.term, by, Some(n.ty))?;
    Ok(n.like(machine.euclidean(n.term, by, true)))
}

/// The quotient, rounded up, by what.
fn quotient_up<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    n: Integer,
) -> Eval<'p, (TermId, TermId)> {
    let by = machine.integer_argument(call, 0)?;
    machine.not_zero(by)?;
    let (quotient, rest) =
        (machine.terms.make(Term::Div(n.term, by)), machine.terms.make(Term::Rem(n.term, by)));
    let zero = machine.int(0);
    let exact = machine.eq(rest, zero);
    if n.ty.signed() {
        return call.unknown();
    }
    let more = machine.plus(quotient, 1);
    Ok((machine.ite(exact, quotient, more), by))
}

fn div_ceil<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let (quotient, _) = quotient_up(machine, call, n)?;
    Ok(n.like(quotient))
}

fn next_multiple_of<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let (quotient, by) = quotient_up(machine, call, n)?;
    let multiple = machine.mul(quotient, by);
    Ok(n.like(machine.in_type(multiple, Some(n.ty))?))
}

fn is_multiple_of<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let by = machine.integer_argument(call, 0)?;
    let zero = machine.int(0);
    let by_zero = machine.eq(by, zero);
    let rest = if machine.fork(by_zero)? { n.term } else { machine.terms.make(Term::Rem(n.term, by)) };
    Ok(Val::Bool(machine.eq(rest, zero)))
}

fn midpoint<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    if n.ty.signed() {
        return call.unknown();
    }
    let other = machine.integer_argument(call, 0)?;
    let (sum, two) = (machine.add(n.term, other), machine.int(2));
    Ok(n.like(machine.terms.make(Term::Div(sum, two))))
}

fn is_power_of_two<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let mut any = machine.bool(false);
    for bit in 0..n.ty.bits().min(127) {
        let power = machine.int(1 << bit);
        let is = machine.eq(n.term, power);
        any = machine.or(any, is);
    }
    Ok(Val::Bool(any))
}

fn next_power_of_two<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    match power_from(machine, n)? {
        Some(power) => Ok(n.like(power)),
        None => panicked(),
    }
}

fn ilog<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let base = machine.integer_argument(call, 0)?;
    let base = machine.pinned(base, "the base of a logarithm")?;
    whole_logarithm(machine, n, base)
}

fn whole_logarithm<'p>(machine: &mut Machine<'p, '_>, n: Integer, base: i128) -> Eval<'p> {
    let zero = machine.int(0);
    let positive = machine.lt(zero, n.term);
    machine.require(positive)?;
    Ok(Val::Int(logarithm(machine, n.term, base)?, Some(IntType::U32)))
}

fn eq_ignore_ascii_case<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let other = machine.integer_argument(call, 0)?;
    Ok(Val::Bool(machine.same_but_for_case(n.term, other)))
}

/// The root is a new number of which the square is said; where there is an input, it is computed.
fn square_root<'p>(machine: &mut Machine<'p, '_>, term: TermId, ty: IntType) -> Eval<'p, TermId> {
    let zero = machine.int(0);
    let fine = machine.le(zero, term);
    machine.require(fine)?;
    if let Some(n) = machine.as_int(term) {
        return Ok(machine.int(n.isqrt()));
    }
    if machine.is_cover() {
        let most = ty.highest().isqrt();
        return Ok(machine.unknown(Sort::Int(0, most), "a square root"));
    }
    let root = match machine.chooser.concrete(machine.terms, term) {
        Some(Scalar::Int(n)) if n >= 0 => n.isqrt(),
        _ => return unsupported("a square root"),
    };
    // The path is of inputs with this root.
    let inside = machine.within(term, root * root, (root + 1) * (root + 1) - 1);
    if machine.fork(inside)? { Ok(machine.int(root)) } else { unsupported("a square root") }
}
