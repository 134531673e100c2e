//! Methods of `Option`.

use super::table::{Fallible, OfFallible, Row};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Projection, Val};
use crate::term::TermId;

pub static OPTIONS: &[Row<OfFallible>] = &[
    ("and", and),
    ("and_then", and_then),
    ("as_deref_mut", as_mut),
    ("as_mut", as_mut),
    ("cloned", copied),
    ("copied", copied),
    ("expect", unwrap),
    ("filter", filter),
    ("flatten", flatten),
    ("get_or_insert", get_or_insert),
    ("get_or_insert_with", get_or_insert_with),
    ("insert", insert),
    ("inspect", inspect),
    ("into_iter", iter),
    ("is_none", |machine, _, of| Ok(Val::Bool(machine.not(of.is_good)))),
    ("is_none_or", |machine, call, of| asked(machine, call, of, true)),
    ("is_some", |_, _, of| Ok(Val::Bool(of.is_good))),
    ("is_some_and", |machine, call, of| asked(machine, call, of, false)),
    ("iter", iter),
    ("map", map),
    ("map_or", map_or),
    ("map_or_else", map_or_else),
    ("ok_or", |machine, call, of| Ok(machine.open_result(of.is_good, of.inside, call.arg(0)?))),
    ("ok_or_else", ok_or_else),
    ("or", or),
    ("or_else", or_else),
    ("replace", replace),
    ("take", take),
    ("take_if", take_if),
    ("transpose", transpose),
    ("unwrap", unwrap),
    ("unwrap_or", unwrap_or),
    ("unwrap_or_default", unwrap_or_default),
    ("unwrap_or_else", unwrap_or_else),
    ("unwrap_unchecked", unwrap),
    ("xor", xor),
    ("zip", zip),
];

fn unwrap<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    machine.require(of.is_good)?;
    Ok(of.inside)
}

fn iter<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let items = if machine.fork(of.is_good)? { vec![of.inside] } else { Vec::new() };
    Ok(Val::iter(machine.items_iter(items)))
}

fn copied<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    Ok(match of.inside {
        // What was behind a reference is copied.
        Val::Mut(place) if machine.fork(of.is_good)? => Val::some(machine.read(&place)),
        _ => call.value.clone(),
    })
}

fn unwrap_or<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let other = call.arg(0)?;
    let other = shape_of_scalar(machine, other)?;
    match machine.as_bool(of.is_good) {
        Some(true) => shape_of_scalar(machine, of.inside),
        Some(false) => Ok(other),
        None => {
            let inside = shape_of_scalar(machine, of.inside)?;
            machine.either(of.is_good, inside, other)
        }
    }
}

/// A number that is part of the input or behind a reference is looked at; anything else is left as it is.
fn shape_of_scalar<'p>(machine: &mut Machine<'p, '_>, value: Val<'p>) -> Eval<'p> {
    match &value {
        Val::Input(_) => machine.shape(value),
        _ => Ok(value),
    }
}

fn unwrap_or_default<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(of.inside) } else { machine.default_like(&of.inside, call.hint) }
}

fn unwrap_or_else<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(of.inside) } else { called(machine, call, 0, Vec::new()) }
}

/// Calls the function that is an argument.
pub fn called<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    at: usize,
    args: Vec<Val<'p>>,
) -> Eval<'p> {
    machine.call_value(&call.arg(at)?, args)
}

fn map<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        Ok(Val::some(called(machine, call, 0, vec![of.inside])?))
    } else {
        Ok(Val::none())
    }
}

fn map_or<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { called(machine, call, 1, vec![of.inside]) } else { call.arg(0) }
}

fn map_or_else<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        called(machine, call, 1, vec![of.inside])
    } else {
        called(machine, call, 0, Vec::new())
    }
}

/// What a function says of what is inside, or what holds where there is nothing.
fn asked<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    of: Fallible<'p>,
    otherwise: bool,
) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        Ok(Val::Bool(machine.asks(&call.arg(0)?, vec![of.inside])?))
    } else {
        Ok(machine.val_bool(otherwise))
    }
}

fn and_then<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { called(machine, call, 0, vec![of.inside]) } else { Ok(Val::none()) }
}

fn and<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { call.arg(0) } else { Ok(Val::none()) }
}

fn or<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(call.value.clone()) } else { call.arg(0) }
}

fn or_else<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(call.value.clone()) } else { called(machine, call, 0, Vec::new()) }
}

/// The option that is the first argument: the value, whether it is `Some`, and what is inside.
fn other_option<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
) -> Eval<'p, (Val<'p>, TermId, Val<'p>)> {
    let other = call.arg(0)?;
    let other = machine.shape(other)?;
    let Val::Data(data) = &other else { return call.unknown() };
    let (some, inside) = (machine.is_variant(data, 1), machine.inside(data, 1));
    Ok((other, some, inside))
}

fn xor<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let (other, other_some, _) = other_option(machine, call)?;
    Ok(match (machine.fork(of.is_good)?, machine.fork(other_some)?) {
        (true, false) => call.value.clone(),
        (false, true) => other,
        _ => Val::none(),
    })
}

fn zip<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let (_, other_some, other) = other_option(machine, call)?;
    let both = machine.and(of.is_good, other_some);
    Ok(machine.open_option(both, Val::tuple(vec![of.inside, other])))
}

fn filter<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if !machine.fork(of.is_good)? {
        return Ok(Val::none());
    }
    let keeps = machine.asks(&call.arg(0)?, vec![of.inside.clone()])?;
    Ok(machine.open_option(keeps, of.inside))
}

fn ok_or_else<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        Ok(Val::ok(of.inside))
    } else {
        Ok(Val::err(called(machine, call, 0, Vec::new())?))
    }
}

fn flatten<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? { Ok(of.inside) } else { Ok(Val::none()) }
}

fn transpose<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if !machine.fork(of.is_good)? {
        return Ok(Val::ok(Val::none()));
    }
    let Val::Data(result) = machine.shape(of.inside)? else { return call.unknown() };
    let is_ok = machine.is_variant(&result, 0);
    Ok(if machine.fork(is_ok)? {
        Val::ok(Val::some(machine.inside(&result, 0)))
    } else {
        Val::err(machine.inside(&result, 1))
    })
}

fn inspect<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    if machine.fork(of.is_good)? {
        called(machine, call, 0, vec![of.inside])?;
    }
    Ok(call.value.clone())
}

fn as_mut<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let place = call.at()?;
    if machine.fork(of.is_good)? {
        Ok(Val::some(Val::Mut(place.part(Projection::Part(1, 0)))))
    } else {
        Ok(Val::none())
    }
}

fn take<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, _: Fallible<'p>) -> Eval<'p> {
    machine.write(&call.at()?, Val::none())?;
    Ok(call.value.clone())
}

fn take_if<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let place = call.at()?;
    if !machine.fork(of.is_good)? {
        return Ok(Val::none());
    }
    let takes = machine.asks(&call.arg(0)?, vec![Val::Mut(place.part(Projection::Part(1, 0)))])?;
    if !machine.fork(takes)? {
        return Ok(Val::none());
    }
    // What the function left there.
    let taken = machine.read(&place);
    machine.write(&place, Val::none())?;
    Ok(taken)
}

fn replace<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, _: Fallible<'p>) -> Eval<'p> {
    machine.write(&call.at()?, Val::some(call.arg(0)?))?;
    Ok(call.value.clone())
}

fn insert<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, _: Fallible<'p>) -> Eval<'p> {
    let place = call.at()?;
    machine.write(&place, Val::some(call.arg(0)?))?;
    Ok(Val::Mut(place.part(Projection::Part(1, 0))))
}

fn get_or_insert<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let place = call.at()?;
    if !machine.fork(of.is_good)? {
        machine.write(&place, Val::some(call.arg(0)?))?;
    }
    Ok(Val::Mut(place.part(Projection::Part(1, 0))))
}

fn get_or_insert_with<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, of: Fallible<'p>) -> Eval<'p> {
    let place = call.at()?;
    if !machine.fork(of.is_good)? {
        let value = called(machine, call, 0, Vec::new())?;
        machine.write(&place, Val::some(value))?;
    }
    Ok(Val::Mut(place.part(Projection::Part(1, 0))))
}
