//! Methods of `Result`.

use super::options::called;
use super::table::{Fallible, OfFallible, Row};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Projection, Val};

pub static RESULTS: &[Row<OfFallible>] = &[
    ("and", and),
    ("and_then", and_then),
    ("as_mut", as_mut),
    ("cloned", |_, call, _| Ok(call.value.clone())),
    ("copied", |_, call, _| Ok(call.value.clone())),
    ("err", err),
    ("expect", unwrap),
    ("expect_err", unwrap_err),
    ("inspect", |machine, call, of| inspected(machine, call, of, true)),
    ("inspect_err", |machine, call, of| inspected(machine, call, of, false)),
    ("into_iter", iter),
    ("is_err", |machine, _, of| Ok(Val::Bool(machine.not(of.is_good)))),
    ("is_err_and", is_err_and),
    ("is_ok", |_, _, of| Ok(Val::Bool(of.is_good))),
    ("is_ok_and", is_ok_and),
    ("iter", iter),
    ("map", map),
    ("map_err", map_err),
    ("map_or", map_or),
    ("map_or_else", map_or_else),
    ("ok", |machine, _, of| Ok(machine.open_option(of.is_good, of.inside))),
    ("or", or),
    ("or_else", or_else),
    ("transpose", transpose),
    ("unwrap", unwrap),
    ("unwrap_err", unwrap_err),
    ("unwrap_or", unwrap_or),
    ("unwrap_or_default", unwrap_or_default),
    ("unwrap_or_else", unwrap_or_else),
];

fn unwrap<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    machine.require(of.is_good)?;
    Ok(of.inside)
}

fn unwrap_err<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let not = machine.not(of.is_good);
    machine.require(not)?;
    Ok(of.error)
}

fn err<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let not = machine.not(of.is_good);
    Ok(machine.open_option(not, of.error))
}

fn unwrap_or<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(of.inside) } else { call.arg(0) }
}

fn unwrap_or_default<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(of.inside) } else { machine.default_like(&of.inside, call.hint) }
}

fn unwrap_or_else<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(of.inside) } else { called(machine, call, 0, vec![of.error]) }
}

fn map<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        Ok(Val::ok(called(machine, call, 0, vec![of.inside])?))
    } else {
        Ok(Val::err(of.error))
    }
}

fn map_err<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        Ok(Val::ok(of.inside))
    } else {
        Ok(Val::err(called(machine, call, 0, vec![of.error])?))
    }
}

fn map_or<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { called(machine, call, 1, vec![of.inside]) } else { call.arg(0) }
}

fn map_or_else<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        called(machine, call, 1, vec![of.inside])
    } else {
        called(machine, call, 0, vec![of.error])
    }
}

fn and_then<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { called(machine, call, 0, vec![of.inside]) } else { Ok(Val::err(of.error)) }
}

fn and<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { call.arg(0) } else { Ok(Val::err(of.error)) }
}

fn or<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(Val::ok(of.inside)) } else { call.arg(0) }
}

fn or_else<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(Val::ok(of.inside)) } else { called(machine, call, 0, vec![of.error]) }
}

fn is_ok_and<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        Ok(Val::Bool(machine.asks(&call.arg(0)?, vec![of.inside])?))
    } else {
        Ok(machine.val_bool(false))
    }
}

fn is_err_and<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        Ok(machine.val_bool(false))
    } else {
        Ok(Val::Bool(machine.asks(&call.arg(0)?, vec![of.error])?))
    }
}

fn iter<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let items = if machine.fork(of.is_good)? { vec![of.inside] } else { Vec::new() };
    Ok(Val::iter(machine.items_iter(items)))
}

fn transpose<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if !machine.fork(of.is_good)? {
        return Ok(Val::some(Val::err(of.error)));
    }
    let Val::Data(option) = machine.shape(of.inside)? else { return call.unknown() };
    let some = machine.is_variant(&option, 1);
    let inside = machine.inside(&option, 1);
    Ok(machine.open_option(some, Val::ok(inside)))
}

fn as_mut<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let place = call.at()?;
    Ok(if machine.fork(of.is_good)? {
        Val::ok(Val::Mut(place.part(Projection::Part(0, 0))))
    } else {
        Val::err(Val::Mut(place.part(Projection::Part(1, 0))))
    })
}

/// Calls a function with what is inside, where that is what it is called for.
fn inspected<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    of: Fallible<'p>,
    wanted: bool,
) -> Eval<'p> {
    let is_ok = machine.fork(of.is_good)?;
    if is_ok == wanted {
        called(machine, call, 0, vec![if is_ok { of.inside } else { of.error }])?;
    }
    Ok(call.value.clone())
}
