//! `checked_add` and its like: the mathematical result, and what becomes of one that is beyond the type.

use super::powers::{logarithm, power_from};
use super::table::{Integer, OfInteger, Row};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Flow, Machine, unsupported};
use crate::machine::value::Val;
use crate::term::{Bits, Term, TermId};
use morph_relation::IntType;

use Overflow::{Checked, Overflowing, Saturating, Wrapping};

pub static OVERFLOWS: &[Row<OfInteger>] = &[
    ("checked_abs", |machine, _, n| absolute(machine, n, Checked)),
    ("checked_add", |machine, call, n| sum(machine, call, n, Checked)),
    ("checked_add_signed", |machine, call, n| sum(machine, call, n, Checked)),
    ("checked_add_unsigned", |machine, call, n| sum(machine, call, n, Checked)),
    ("checked_div", |machine, call, n| division(machine, call, n, Checked, Division::Quotient)),
    ("checked_div_euclid", |machine, call, n| {
        division(machine, call, n, Checked, Division::EuclideanQuotient)
    }),
    ("checked_ilog10", |machine, _, n| checked_logarithm(machine, n, 10)),
    ("checked_ilog2", |machine, _, n| checked_logarithm(machine, n, 2)),
    ("checked_mul", |machine, call, n| product(machine, call, n, Checked)),
    ("checked_neg", |machine, _, n| negated(machine, n, Checked)),
    ("checked_next_power_of_two", checked_next_power_of_two),
    ("checked_pow", checked_pow),
    ("checked_rem", |machine, call, n| division(machine, call, n, Checked, Division::Rest)),
    ("checked_rem_euclid", |machine, call, n| division(machine, call, n, Checked, Division::EuclideanRest)),
    ("checked_shl", |machine, call, n| checked_shift(machine, call, n, Bits::Shl)),
    ("checked_shr", |machine, call, n| checked_shift(machine, call, n, Bits::Shr)),
    ("checked_sub", |machine, call, n| difference(machine, call, n, Checked)),
    ("checked_sub_unsigned", |machine, call, n| difference(machine, call, n, Checked)),
    ("overflowing_abs", |machine, _, n| absolute(machine, n, Overflowing)),
    ("overflowing_add", |machine, call, n| sum(machine, call, n, Overflowing)),
    ("overflowing_add_signed", |machine, call, n| sum(machine, call, n, Overflowing)),
    ("overflowing_add_unsigned", |machine, call, n| sum(machine, call, n, Overflowing)),
    ("overflowing_div", |machine, call, n| division(machine, call, n, Overflowing, Division::Quotient)),
    ("overflowing_div_euclid", |machine, call, n| {
        division(machine, call, n, Overflowing, Division::EuclideanQuotient)
    }),
    ("overflowing_mul", |machine, call, n| product(machine, call, n, Overflowing)),
    ("overflowing_neg", |machine, _, n| negated(machine, n, Overflowing)),
    ("overflowing_pow", overflowing_pow),
    ("overflowing_rem", |machine, call, n| division(machine, call, n, Overflowing, Division::Rest)),
    ("overflowing_rem_euclid", |machine, call, n| {
        division(machine, call, n, Overflowing, Division::EuclideanRest)
    }),
    ("overflowing_sub", |machine, call, n| difference(machine, call, n, Overflowing)),
    ("overflowing_sub_unsigned", |machine, call, n| difference(machine, call, n, Overflowing)),
    ("saturating_abs", |machine, _, n| absolute(machine, n, Saturating)),
    ("saturating_add", |machine, call, n| sum(machine, call, n, Saturating)),
    ("saturating_add_signed", |machine, call, n| sum(machine, call, n, Saturating)),
    ("saturating_add_unsigned", |machine, call, n| sum(machine, call, n, Saturating)),
    ("saturating_div", |machine, call, n| division(machine, call, n, Saturating, Division::Quotient)),
    ("saturating_mul", |machine, call, n| product(machine, call, n, Saturating)),
    ("saturating_neg", |machine, _, n| negated(machine, n, Saturating)),
    ("saturating_pow", saturating_pow),
    ("saturating_sub", |machine, call, n| difference(machine, call, n, Saturating)),
    ("saturating_sub_unsigned", |machine, call, n| difference(machine, call, n, Saturating)),
    ("wrapping_abs", |machine, _, n| absolute(machine, n, Wrapping)),
    ("wrapping_add", |machine, call, n| sum(machine, call, n, Wrapping)),
    ("wrapping_add_signed", |machine, call, n| sum(machine, call, n, Wrapping)),
    ("wrapping_add_unsigned", |machine, call, n| sum(machine, call, n, Wrapping)),
    ("wrapping_div", |machine, call, n| division(machine, call, n, Wrapping, Division::Quotient)),
    ("wrapping_div_euclid", |machine, call, n| {
        division(machine, call, n, Wrapping, Division::EuclideanQuotient)
    }),
    ("wrapping_mul", |machine, call, n| product(machine, call, n, Wrapping)),
    ("wrapping_neg", |machine, _, n| negated(machine, n, Wrapping)),
    ("wrapping_pow", wrapping_pow),
    ("wrapping_rem", |machine, call, n| division(machine, call, n, Wrapping, Division::Rest)),
    ("wrapping_rem_euclid", |machine, call, n| division(machine, call, n, Wrapping, Division::EuclideanRest)),
    ("wrapping_shl", |machine, call, n| wrapping_shift(machine, call, n, Bits::Shl)),
    ("wrapping_shr", |machine, call, n| wrapping_shift(machine, call, n, Bits::Shr)),
    ("wrapping_sub", |machine, call, n| difference(machine, call, n, Wrapping)),
    ("wrapping_sub_unsigned", |machine, call, n| difference(machine, call, n, Wrapping)),
];

/// What becomes of a result that is beyond the type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overflow {
    Checked,
    Overflowing,
    Saturating,
    Wrapping,
}

/// What a division gives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    Quotient,
    Rest,
    EuclideanQuotient,
    EuclideanRest,
}

/// The result in the type, or what stands for it.
fn bounded<'p>(machine: &mut Machine<'p, '_>, exact: TermId, ty: IntType, overflow: Overflow) -> Eval<'p> {
    if ty == IntType::U128 && machine.range(exact).1 == i128::MAX {
        return unsupported("large `u128`");
    }
    let fits = machine.fits(exact, ty);
    Ok(match overflow {
        Wrapping => Val::Int(machine.wrap(ty, exact), Some(ty)),
        Checked => machine.open_option(fits, Val::Int(exact, Some(ty))),
        Saturating => {
            let (low, high) = (machine.int(ty.lowest()), machine.int(ty.highest()));
            let (above, below) = (machine.lt(high, exact), machine.lt(exact, low));
            let rest = machine.ite(above, high, exact);
            Val::Int(machine.ite(below, low, rest), Some(ty))
        }
        Overflowing => {
            let over = machine.not(fits);
            Val::tuple(vec![Val::Int(machine.wrap(ty, exact), Some(ty)), Val::Bool(over)])
        }
    })
}

fn sum<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer, overflow: Overflow) -> Eval<'p> {
    let other = machine.integer_argument(call, 0)?;
    let exact = machine.add(n.term, other);
    bounded(machine, exact, n.ty, overflow)
}

fn difference<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    n: Integer,
    overflow: Overflow,
) -> Eval<'p> {
    let other = machine.integer_argument(call, 0)?;
    let exact = machine.sub(n.term, other);
    bounded(machine, exact, n.ty, overflow)
}

fn product<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    n: Integer,
    overflow: Overflow,
) -> Eval<'p> {
    let other = machine.integer_argument(call, 0)?;
    let exact = machine.mul(n.term, other);
    bounded(machine, exact, n.ty, overflow)
}

fn negated<'p>(machine: &mut Machine<'p, '_>, n: Integer, overflow: Overflow) -> Eval<'p> {
    let zero = machine.int(0);
    let exact = machine.sub(zero, n.term);
    bounded(machine, exact, n.ty, overflow)
}

fn absolute<'p>(machine: &mut Machine<'p, '_>, n: Integer, overflow: Overflow) -> Eval<'p> {
    let zero = machine.int(0);
    let (negated, negative) = (machine.sub(zero, n.term), machine.lt(n.term, zero));
    let exact = machine.ite(negative, negated, n.term);
    bounded(machine, exact, n.ty, overflow)
}

fn division<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    n: Integer,
    overflow: Overflow,
    division: Division,
) -> Eval<'p> {
    let by = machine.integer_argument(call, 0)?;
    if overflow == Checked {
        let zero = machine.int(0);
        let is_zero = machine.eq(by, zero);
        if machine.fork(is_zero)? {
            return Ok(Val::none());
        }
    } else {
        machine.not_zero(by)?;
    }
    let quotient = machine.terms.make(Term::Div(n.term, by));
    let fits = machine.fits(quotient, n.ty);
    let result = match division {
        Division::Quotient => quotient,
        Division::Rest => machine.terms.make(Term::Rem(n.term, by)),
        Division::EuclideanQuotient => machine.euclidean(n.term, by, false),
        Division::EuclideanRest => machine.euclidean(n.term, by, true),
    };
    if overflow == Checked {
        return Ok(machine.open_option(fits, Val::Int(result, Some(n.ty))));
    }
    bounded(machine, result, n.ty, overflow)
}

/// A power, or nothing where a product on the way is beyond the type.
fn exact_power<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    n: Integer,
) -> Eval<'p, Option<TermId>> {
    let product = machine.power(call, n.term, |machine, product| {
        let fits = machine.fits(product, n.own);
        // Not a loop's `continue`: the sign for what follows here that the power is beyond the type.
        if machine.fork(fits)? { Ok(product) } else { Err(Flow::Continue(None)) }
    });
    match product {
        Err(Flow::Continue(None)) => Ok(None),
        product => product.map(Some),
    }
}

fn checked_pow<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    match exact_power(machine, call, n)? {
        Some(power) => bounded(machine, power, n.own, Checked),
        None => Ok(Val::none()),
    }
}

fn overflowing_pow<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    match exact_power(machine, call, n)? {
        Some(power) => bounded(machine, power, n.own, Overflowing),
        None => unsupported("`overflowing_pow`"),
    }
}

fn saturating_pow<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    if let Some(power) = exact_power(machine, call, n)? {
        return bounded(machine, power, n.own, Saturating);
    }
    let zero = machine.int(0);
    let exponent = machine.integer_argument(call, 0)?;
    let (negative, two) = (machine.lt(n.term, zero), machine.int(2));
    let odd = machine.terms.make(Term::Rem(exponent, two));
    let odd = machine.tag_is(odd, 1);
    let negative = machine.and(negative, odd);
    let (low, high) = (machine.int(n.own.lowest()), machine.int(n.own.highest()));
    Ok(Val::Int(machine.ite(negative, low, high), Some(n.own)))
}

fn wrapping_pow<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let power = machine.power(call, n.term, |machine, product| Ok(machine.wrap(n.own, product)))?;
    Ok(Val::Int(power, Some(n.own)))
}

fn checked_shift<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer, bits: Bits) -> Eval<'p> {
    let by = machine.integer_argument(call, 0)?;
    let fits = machine.within(by, 0, i128::from(n.own.bits()) - 1);
    if !machine.fork(fits)? {
        return Ok(Val::none());
    }
    let shifted = machine.terms.make(Term::Bits(bits, n.own, n.term, by));
    Ok(Val::some(Val::Int(shifted, Some(n.own))))
}

fn wrapping_shift<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    n: Integer,
    bits: Bits,
) -> Eval<'p> {
    let by = machine.integer_argument(call, 0)?;
    let width = machine.int(i128::from(n.own.bits()));
    let by = machine.terms.make(Term::Rem(by, width));
    let shifted = machine.terms.make(Term::Bits(bits, n.own, n.term, by));
    Ok(Val::Int(shifted, Some(n.own)))
}

fn checked_next_power_of_two<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let power = power_from(machine, n)?;
    Ok(Val::option(power.map(|power| n.like(power))))
}

fn checked_logarithm<'p>(machine: &mut Machine<'p, '_>, n: Integer, base: i128) -> Eval<'p> {
    let zero = machine.int(0);
    let positive = machine.lt(zero, n.term);
    if !machine.fork(positive)? {
        return Ok(Val::none());
    }
    let logarithm = logarithm(machine, n.term, base)?;
    Ok(Val::some(Val::Int(logarithm, Some(IntType::U32))))
}
