//! Functions that make characters, durations and iterators.

use super::path_call::PathCall;
use crate::machine::state::{Eval, Machine, unsupported};
use crate::machine::value::{Iter, Val};
use crate::term::TermId;
use morph_relation::IntType;

fn unknown<'p, T>(call: &PathCall<'p, '_>) -> Eval<'p, T> {
    unsupported(format!("`{}::{}`", call.head, call.name))
}

/// The codes or numbers that are the arguments, of which there are so many.
fn codes<'p, const N: usize>(
    machine: &mut Machine<'p, '_>,
    call: &PathCall<'p, '_>,
) -> Eval<'p, [TermId; N]> {
    let mut terms = Vec::new();
    for arg in &call.args {
        match machine.shape(arg.clone())? {
            Val::Int(term, _) | Val::Char(term) => terms.push(term),
            other => return unsupported(format!("`char::{}` of {}", call.name, other.kind())),
        }
    }
    terms.try_into().or_else(|_| unknown(call))
}

pub fn char_from<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let [code] = codes(machine, call)?;
    Ok(Val::Char(code))
}

pub fn char_from_u32<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let [code] = codes(machine, call)?;
    let valid = machine.is_char(code);
    Ok(machine.open_option(valid, Val::Char(code)))
}

pub fn char_from_digit<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let [digit, radix] = codes(machine, call)?;
    let small = machine.lt(digit, radix);
    let ten = machine.int(10);
    let is_decimal = machine.lt(digit, ten);
    let (decimal, letter) = (machine.plus(digit, 48), machine.plus(digit, 87));
    let c = machine.ite(is_decimal, decimal, letter);
    Ok(machine.open_option(small, Val::Char(c)))
}

/// The numbers that a duration is made of.
fn numbers<'p, const N: usize>(
    machine: &mut Machine<'p, '_>,
    call: &PathCall<'p, '_>,
) -> Eval<'p, [TermId; N]> {
    let mut terms = Vec::new();
    for arg in &call.args {
        let Val::Int(term, _) = machine.shape(arg.clone())? else { return unknown(call) };
        terms.push(term);
    }
    terms.try_into().or_else(|_| unknown(call))
}

fn duration<'p>(nanos: TermId) -> Val<'p> {
    Val::known("Duration", 0, vec![Val::Int(nanos, Some(IntType::U128))])
}

/// Of units with so many nanoseconds.
pub fn duration_from<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>, unit: i128) -> Eval<'p> {
    let [count] = numbers(machine, call)?;
    let unit = machine.int(unit);
    Ok(duration(machine.mul(count, unit)))
}

pub fn duration_from_nanos<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let [nanos] = numbers(machine, call)?;
    Ok(duration(nanos))
}

pub fn duration_new<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let [secs, nanos] = numbers(machine, call)?;
    let second = machine.int(1_000_000_000);
    let secs = machine.mul(secs, second);
    Ok(duration(machine.add(secs, nanos)))
}

fn arg<'p>(call: &PathCall<'p, '_>, at: usize) -> Eval<'p> {
    call.args.get(at).cloned().map_or_else(|| unknown(call), Ok)
}

pub fn repeat<'p>(_: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::iter(Iter::Repeat(arg(call, 0)?)))
}

pub fn repeat_n<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let Val::Int(count, _) = machine.shape(arg(call, 1)?)? else { return unknown(call) };
    Ok(Val::iter(Iter::Take(Box::new(Iter::Repeat(arg(call, 0)?)), count, 0)))
}

pub fn once<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::iter(machine.items_iter(vec![arg(call, 0)?])))
}

pub fn empty<'p>(machine: &mut Machine<'p, '_>, _: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::iter(machine.items_iter(Vec::new())))
}

pub fn from_fn<'p>(_: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::iter(Iter::FromFn(arg(call, 0)?)))
}

pub fn successors<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let first = machine.some_of(arg(call, 0)?)?;
    Ok(Val::iter(Iter::Successors(first, arg(call, 1)?)))
}

pub fn zip<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let (a, b) = (machine.iterator(arg(call, 0)?)?, machine.iterator(arg(call, 1)?)?);
    Ok(Val::iter(Iter::Zip(Box::new(a), Box::new(b))))
}
