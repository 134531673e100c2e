//! Methods of `Ordering`, of numbers that are wrapped, of `Duration`, and those that are derived.

use super::integers::integer_method;
use super::table::{OfData, OfOrder, OfTerm, Order, Row, find};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Data, Iter, Val};
use crate::term::{Term, TermId};
use morph_relation::IntType;

pub static ORDERINGS: &[Row<OfOrder>] = &[
    ("is_eq", |_, _, order| Ok(Val::Bool(order.equal))),
    ("is_ge", |machine, _, order| Ok(Val::Bool(machine.not(order.less)))),
    ("is_gt", |_, _, order| Ok(Val::Bool(order.greater))),
    ("is_le", |machine, _, order| Ok(Val::Bool(machine.not(order.greater)))),
    ("is_lt", |_, _, order| Ok(Val::Bool(order.less))),
    ("is_ne", |machine, _, order| Ok(Val::Bool(machine.not(order.equal)))),
    ("reverse", reverse),
    ("then", then),
    ("then_with", then_with),
];

/// Of the number of nanoseconds.
pub static DURATIONS: &[Row<OfTerm>] = &[
    ("as_micros", |machine, _, nanos| Ok(whole(machine, nanos, 1_000, IntType::U128))),
    ("as_millis", |machine, _, nanos| Ok(whole(machine, nanos, 1_000_000, IntType::U128))),
    ("as_nanos", |_, _, nanos| Ok(Val::Int(nanos, Some(IntType::U128)))),
    ("as_secs", |machine, _, nanos| Ok(whole(machine, nanos, SECOND, IntType::U64))),
    ("is_zero", is_zero),
    ("subsec_micros", |machine, _, nanos| Ok(part_of_second(machine, nanos, 1_000))),
    ("subsec_millis", |machine, _, nanos| Ok(part_of_second(machine, nanos, 1_000_000))),
    ("subsec_nanos", |machine, _, nanos| Ok(part_of_second(machine, nanos, 1))),
];

/// Nanoseconds of a second.
const SECOND: i128 = 1_000_000_000;

/// Of a value whose only field is the number.
pub static WRAPPERS: &[Row<OfData>] =
    &[("abs", wrapped_abs), ("get", |machine, _, data| Ok(machine.inside(data, 0)))];

pub static DERIVED: &[Row<OfData>] =
    &[("fmt", |_, _, _| Ok(Val::ok(Val::unit()))), ("hash", |_, _, _| Ok(Val::ok(Val::unit())))];

/// A method of an `Ordering`, where one is known.
pub fn ordering_method<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
    let Some(model) = find(ORDERINGS, call.name) else { return call.unknown() };
    let tag = machine.tag_of(data);
    let [less, equal, greater] = [0, 1, 2].map(|variant| machine.is_variant(data, variant));
    model(machine, call, Order { tag, less, equal, greater })
}

fn reverse<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, order: Order) -> Eval<'p> {
    let [last, first] = [2, 0].map(|n| machine.int(n));
    let reversed = match machine.as_int(order.tag) {
        Some(_) => machine.sub(last, order.tag),
        None => {
            let rest = machine.ite(order.greater, first, order.tag);
            machine.ite(order.less, last, rest)
        }
    };
    Ok(machine.open_ordering(reversed))
}

fn then<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, order: Order) -> Eval<'p> {
    if machine.fork(order.equal)? { call.arg(0) } else { Ok(call.value.clone()) }
}

fn then_with<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, order: Order) -> Eval<'p> {
    if machine.fork(order.equal)? {
        machine.call_value(&call.arg(0)?, Vec::new())
    } else {
        Ok(call.value.clone())
    }
}

fn whole<'p>(machine: &mut Machine<'p, '_>, nanos: TermId, per: i128, int: IntType) -> Val<'p> {
    let per = machine.int(per);
    Val::Int(machine.terms.make(Term::Div(nanos, per)), Some(int))
}

fn part_of_second<'p>(machine: &mut Machine<'p, '_>, nanos: TermId, per: i128) -> Val<'p> {
    let (second, per) = (machine.int(SECOND), machine.int(per));
    let rest = machine.terms.make(Term::Rem(nanos, second));
    Val::Int(machine.terms.make(Term::Div(rest, per)), Some(IntType::U32))
}

fn is_zero<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, nanos: TermId) -> Eval<'p> {
    let zero = machine.int(0);
    Ok(Val::Bool(machine.eq(nanos, zero)))
}

/// A method of a wrapped number: the wrapper's own, or that of the integer.
pub fn wrapper_method<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
    match find(WRAPPERS, call.name) {
        Some(model) => model(machine, call, data),
        None => of_inside(machine, call, data),
    }
}

fn of_inside<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
    let inside = machine.inside(data, 0);
    let Val::Int(term, ty) = machine.shape(inside)? else { return call.unknown() };
    integer_method(machine, call, term, ty)
}

fn wrapped_abs<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
    let result = of_inside(machine, call, data)?;
    Ok(Val::known(data.path(), 0, vec![result]))
}

/// Methods of the workspace's types that it does not define: those that are derived, and those of iterators.
pub fn derived_method<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
    // A type whose `next` is the workspace's own is an iterator.
    if machine.own_method(data.path(), "next", 1).is_some() {
        let place = call.place.clone();
        let place = place.unwrap_or_else(|| machine.cell(call.value.clone()));
        let value = Val::iter(Iter::Own(place));
        return machine.modelled(Call { value, place: None, args: call.args.clone(), ..*call });
    }
    match find(DERIVED, call.name) {
        Some(model) => model(machine, call, data),
        None => call.unknown(),
    }
}
