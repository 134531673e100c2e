//! Methods of traits that nearly everything implements: copies, comparisons, conversions.

use super::table::{OfEverything, Row};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{SeqKind, Val, Written};

pub static EVERYTHING: &[Row<OfEverything>] = &[
    ("as_deref", (0, itself)),
    ("as_mut", (0, as_mut)),
    ("as_mut_slice", (0, borrow_mut)),
    ("as_ref", (0, itself)),
    ("as_slice", (0, itself)),
    ("borrow", (0, itself)),
    ("borrow_mut", (0, borrow_mut)),
    ("clamp", (2, clamp)),
    ("clone", (0, itself)),
    ("cmp", (1, cmp)),
    ("eq", (1, eq)),
    ("ge", (1, |machine, call| ordered(machine, call, true, false))),
    ("gt", (1, |machine, call| ordered(machine, call, true, true))),
    ("into", (0, |machine, call| converted(machine, call, false))),
    ("into_boxed_slice", (0, itself)),
    ("into_boxed_str", (0, itself)),
    ("into_vec", (0, itself)),
    ("le", (1, |machine, call| ordered(machine, call, false, false))),
    ("lt", (1, |machine, call| ordered(machine, call, false, true))),
    ("max", (1, |machine, call| extreme(machine, call, true))),
    ("min", (1, |machine, call| extreme(machine, call, false))),
    ("ne", (1, ne)),
    ("partial_cmp", (1, partial_cmp)),
    ("to_owned", (0, itself)),
    ("to_string", (0, to_string)),
    ("to_vec", (0, itself)),
    ("try_into", (0, |machine, call| converted(machine, call, true))),
];

/// Iterators have methods of their own by many of these names.
fn is_iterator(value: &Val<'_>) -> bool {
    matches!(value, Val::Iter(_) | Val::Range(_))
}

fn itself<'p>(_: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    Ok((!is_iterator(&call.value)).then(|| call.value.clone()))
}

fn as_mut<'p>(_: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    match call.value {
        Val::Data(_) => Ok(None),
        _ => Ok(Some(Val::Mut(call.at()?))),
    }
}

fn borrow_mut<'p>(_: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    if call.place.is_none() && !is_iterator(&call.value) {
        return Ok(Some(call.value.clone()));
    }
    Ok(Some(Val::Mut(call.at()?)))
}

fn eq<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    if is_iterator(&call.value) {
        return Ok(None);
    }
    Ok(Some(Val::Bool(machine.equal(&call.value, &call.arg(0)?)?)))
}

fn ne<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    if is_iterator(&call.value) {
        return Ok(None);
    }
    let same = machine.equal(&call.value, &call.arg(0)?)?;
    Ok(Some(Val::Bool(machine.not(same))))
}

/// `lt` and its like: whether one is less than the other, in either order.
fn ordered<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    swapped: bool,
    strict: bool,
) -> Eval<'p, Option<Val<'p>>> {
    if is_iterator(&call.value) {
        return Ok(None);
    }
    let (value, other) = (&call.value, &call.arg(0)?);
    let (a, b) = if swapped { (other, value) } else { (value, other) };
    Ok(Some(Val::Bool(machine.less(a, b, strict)?)))
}

fn cmp<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    if is_iterator(&call.value) {
        return Ok(None);
    }
    let tag = machine.ordering(&call.value, &call.arg(0)?)?;
    Ok(Some(machine.open_ordering(tag)))
}

fn partial_cmp<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    if is_iterator(&call.value) {
        return Ok(None);
    }
    machine.partial_ordering(&call.value, &call.arg(0)?).map(Some)
}

fn extreme<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    is_max: bool,
) -> Eval<'p, Option<Val<'p>>> {
    if is_iterator(&call.value) || matches!(call.value, Val::Float(..)) {
        return Ok(None);
    }
    let other = machine.shape(call.arg(0)?)?;
    machine.extreme(call.value.clone(), other, is_max).map(Some)
}

fn clamp<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    if matches!(call.value, Val::Float(..)) {
        return Ok(None);
    }
    let (low, high) = (machine.shape(call.arg(0)?)?, machine.shape(call.arg(1)?)?);
    let ordered = machine.less(&low, &high, false)?;
    machine.require(ordered)?;
    let value = machine.extreme(call.value.clone(), low, true)?;
    machine.extreme(value, high, false).map(Some)
}

fn converted<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    tries: bool,
) -> Eval<'p, Option<Val<'p>>> {
    let Some(shape) = call.types.first().or(call.hint) else { return Ok(None) };
    machine.converted(call.value.clone(), shape, tries).map(Some)
}

fn to_string<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    let value = call.value.clone();
    Ok(match &value {
        Val::Seq(seq) if seq.kind == SeqKind::Text => Some(value),
        Val::Data(_) | Val::Int(..) | Val::Float(..) | Val::Char(_) | Val::Bool(_) => {
            Some(machine.text_of(vec![Written::Value(value, String::new())])?)
        }
        _ => None,
    })
}
