//! Methods of ranges that are not those of iterators.

use super::table::{OfRange, Row};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Span, Val};

pub static RANGES: &[Row<OfRange>] = &[
    ("clone", |_, call, _| Ok(call.value.clone())),
    ("contains", contains),
    ("end", |_, call, span| span.to.clone().map_or_else(|| call.unknown(), Ok)),
    ("is_empty", is_empty),
    ("start", |_, call, span| span.from.clone().map_or_else(|| call.unknown(), Ok)),
];

fn contains<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, span: &Span<'p>) -> Eval<'p> {
    let item = call.arg(0)?;
    let mut inside = machine.bool(true);
    if let Some(from) = &span.from {
        let above = machine.less(from, &item, false)?;
        inside = machine.and(inside, above);
    }
    if let Some(to) = &span.to {
        let below = machine.less(&item, to, !span.inclusive)?;
        inside = machine.and(inside, below);
    }
    Ok(Val::Bool(inside))
}

fn is_empty<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, span: &Span<'p>) -> Eval<'p> {
    let (Some(from), Some(to)) = (&span.from, &span.to) else { return call.unknown() };
    let some = machine.less(from, to, !span.inclusive)?;
    Ok(Val::Bool(machine.not(some)))
}
