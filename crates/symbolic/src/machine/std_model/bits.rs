//! Methods about the bits and bytes of integers.

use super::table::Integer;
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::Val;
use crate::term::{Bits, Term, TermId};
use morph_relation::IntType;

/// The bits of an integer, the least significant first, and what they are compared with.
struct BitsOf {
    bits: Vec<TermId>,
    zero: TermId,
    one: TermId,
}

fn bits_of(machine: &mut Machine<'_, '_>, n: Integer) -> BitsOf {
    let bit = |at: u32| {
        let (by, one) = (machine.int(i128::from(at)), machine.int(1));
        let shifted = machine.terms.make(Term::Bits(Bits::Shr, n.ty, n.term, by));
        machine.terms.make(Term::Bits(Bits::And, n.ty, shifted, one))
    };
    let bits = (0..n.ty.bits()).map(bit).collect();
    BitsOf { bits, zero: machine.int(0), one: machine.int(1) }
}

/// How many bits are `wanted`.
fn count<'p>(machine: &mut Machine<'p, '_>, of: &BitsOf, wanted: TermId) -> Eval<'p> {
    let sum = of.bits.iter().fold(of.zero, |sum, bit| {
        let is = machine.eq(*bit, wanted);
        let add = machine.ite(is, of.one, of.zero);
        machine.add(sum, add)
    });
    Ok(Val::Int(sum, Some(IntType::U32)))
}

pub fn count_ones<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let of = bits_of(machine, n);
    count(machine, &of, of.one)
}

pub fn count_zeros<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let of = bits_of(machine, n);
    count(machine, &of, of.zero)
}

/// How many bits stand before the first that is `wanted`.
fn before<'p>(
    machine: &mut Machine<'p, '_>,
    order: impl DoubleEndedIterator<Item = TermId> + ExactSizeIterator,
    wanted: TermId,
) -> Eval<'p> {
    let mut result = machine.int(order.len() as i128);
    for (at, bit) in order.enumerate().rev() {
        let (is, at) = (machine.eq(bit, wanted), machine.int(at as i128));
        result = machine.ite(is, at, result);
    }
    Ok(Val::Int(result, Some(IntType::U32)))
}

pub fn leading_ones<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let of = bits_of(machine, n);
    before(machine, of.bits.into_iter().rev(), of.zero)
}

pub fn leading_zeros<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let of = bits_of(machine, n);
    before(machine, of.bits.into_iter().rev(), of.one)
}

pub fn trailing_ones<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let of = bits_of(machine, n);
    before(machine, of.bits.into_iter(), of.zero)
}

pub fn trailing_zeros<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let of = bits_of(machine, n);
    before(machine, of.bits.into_iter(), of.one)
}

/// The integer whose bits are these in other places.
fn permuted<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    n: Integer,
    place: impl Fn(usize, usize) -> usize,
) -> Eval<'p> {
    let BitsOf { bits, zero, .. } = bits_of(machine, n);
    let mut sum = zero;
    for (at, bit) in bits.iter().enumerate() {
        let to = place(at, bits.len());
        let factor = match 1_i128.checked_shl(to as u32) {
            Some(factor) if to < 126 => machine.int(factor),
            _ => return call.unknown(),
        };
        let part = machine.mul(*bit, factor);
        sum = machine.add(sum, part);
    }
    Ok(n.like(machine.wrap(n.ty, sum)))
}

pub fn reverse_bits<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    permuted(machine, call, n, |at, width| width - 1 - at)
}

pub fn swap_bytes<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    permuted(machine, call, n, |at, width| (width / 8 - 1 - at / 8) * 8 + at % 8)
}

pub fn rotate_left<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let by = rotation(machine, call, n)?;
    Ok(rotated(machine, n, by))
}

pub fn rotate_right<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let width = i128::from(n.ty.bits());
    let by = rotation(machine, call, n)?;
    Ok(rotated(machine, n, (width - by) % width))
}

fn rotation<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, n: Integer) -> Eval<'p, i128> {
    let by = machine.integer_argument(call, 0)?;
    Ok(machine.pinned(by, "a rotation")?.rem_euclid(i128::from(n.ty.bits())))
}

fn rotated<'p>(machine: &mut Machine<'p, '_>, n: Integer, left: i128) -> Val<'p> {
    if left == 0 {
        return n.like(n.term);
    }
    let plain = n.ty.to_unsigned();
    let whole = machine.wrap(plain, n.term);
    let (by, back) = (machine.int(left), machine.int(i128::from(n.ty.bits()) - left));
    let high = machine.terms.make(Term::Bits(Bits::Shl, plain, whole, by));
    let low = machine.terms.make(Term::Bits(Bits::Shr, plain, whole, back));
    let both = machine.terms.make(Term::Bits(Bits::Or, plain, high, low));
    n.like(machine.wrap(n.ty, both))
}

/// The bytes, the least significant first.
fn bytes<'p>(machine: &mut Machine<'p, '_>, n: Integer) -> Vec<Val<'p>> {
    let byte = |at: u32| {
        let by = machine.int(i128::from(at * 8));
        let shifted = machine.terms.make(Term::Bits(Bits::Shr, n.ty, n.term, by));
        Val::Int(machine.wrap(IntType::U8, shifted), Some(IntType::U8))
    };
    (0..n.ty.bits() / 8).map(byte).collect()
}

pub fn to_le_bytes<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let bytes = bytes(machine, n);
    Ok(machine.val_items(bytes))
}

pub fn to_be_bytes<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, n: Integer) -> Eval<'p> {
    let mut bytes = bytes(machine, n);
    bytes.reverse();
    Ok(machine.val_items(bytes))
}
