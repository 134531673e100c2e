//! Methods that change texts where they stand.

use super::edits::{all_narrow, changed, new_length};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine, panicked};
use crate::machine::value::{Seq, Val};

pub fn truncate_text<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let len = new_length(machine, call)?;
        all_narrow(machine, &items[..len.min(items.len())])?;
        items.truncate(len);
        Ok(Val::unit())
    })
}

pub fn write_str<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        items.extend(text_argument(machine, call, 0)?);
        Ok(Val::ok(Val::unit()))
    })
}

pub fn write_char<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |_, items, _| {
        items.push(call.arg(0)?);
        Ok(Val::ok(Val::unit()))
    })
}

pub fn insert_str<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let at = machine.integer_argument(call, 0)?;
        let at = machine.pinned(at, "where something is inserted")? as usize;
        if at > items.len() {
            return panicked();
        }
        all_narrow(machine, &items[..at])?;
        let text = text_argument(machine, call, 1)?;
        items.splice(at..at, text);
        Ok(Val::unit())
    })
}

/// The items of the text that is an argument.
fn text_argument<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    at: usize,
) -> Eval<'p, Vec<Val<'p>>> {
    let text = call.arg(at)?;
    let Val::Seq(text) = machine.shape(text)? else { return call.unknown() };
    machine.items(&text)
}
