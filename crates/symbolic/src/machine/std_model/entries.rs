//! Methods of a map's `Entry`: the map's place and the key.

use std::rc::Rc;

use super::table::{OfData, Row};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Data, Map, Place, Projection, Val};

pub static ENTRIES: &[Row<OfData>] = &[
    ("and_modify", and_modify),
    ("or_default", or_default),
    ("or_insert", |machine, call, entry| or_insert(machine, call, entry, |_, call, _| call.arg(0))),
    ("or_insert_with", |machine, call, entry| {
        or_insert(machine, call, entry, |machine, call, _| machine.call_value(&call.arg(0)?, Vec::new()))
    }),
    ("or_insert_with_key", |machine, call, entry| {
        or_insert(machine, call, entry, |machine, call, key| {
            machine.call_value(&call.arg(0)?, vec![key.clone()])
        })
    }),
];

/// What an entry is of: the map's place, the map, the key.
fn parts<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    entry: &Data<'p>,
) -> Eval<'p, (Place, Rc<Map<'p>>, Val<'p>)> {
    let [Val::Mut(cell), key] = entry.fields(0) else { return call.unknown() };
    let (place, value) = machine.opened(cell.clone())?;
    let Val::Map(map) = value else { return call.unknown() };
    Ok((place, map, key.clone()))
}

fn and_modify<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, entry: &Data<'p>) -> Eval<'p> {
    let (place, map, key) = parts(machine, call, entry)?;
    if let Some(at) = machine.lookup(&map, &key)? {
        machine.call_value(&call.arg(0)?, vec![Val::Mut(place.part(Projection::Entry(at)))])?;
    }
    Ok(call.value.clone())
}

/// The value of a key that is not in the map yet.
type New = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, &Val<'p>) -> Eval<'p>;

fn or_insert<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, entry: &Data<'p>, new: New) -> Eval<'p> {
    let (place, map, key) = parts(machine, call, entry)?;
    if let Some(at) = machine.lookup(&map, &key)? {
        return Ok(Val::Mut(place.part(Projection::Entry(at))));
    }
    let value = new(machine, call, &key)?;
    inserted(machine, &place, &map, key, value)
}

fn or_default<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, entry: &Data<'p>) -> Eval<'p> {
    let (place, map, key) = parts(machine, call, entry)?;
    if let Some(at) = machine.lookup(&map, &key)? {
        return Ok(Val::Mut(place.part(Projection::Entry(at))));
    }
    let value = match (map.entries.first(), call.hint) {
        (Some((_, like)), _) => machine.default_like(&like.clone(), None)?,
        (None, Some(hint)) => machine.default_of(hint)?,
        (None, None) => {
            machine.inexact("a default of open type");
            Val::Int(machine.int(0), None)
        }
    };
    inserted(machine, &place, &map, key, value)
}

fn inserted<'p>(
    machine: &mut Machine<'p, '_>,
    place: &Place,
    map: &Map<'p>,
    key: Val<'p>,
    value: Val<'p>,
) -> Eval<'p> {
    let mut changed = map.clone();
    let at = machine.position_of(&changed, &key)?;
    changed.entries.insert(at, (key, value));
    machine.write(place, Val::Map(Rc::new(changed)))?;
    Ok(Val::Mut(place.part(Projection::Entry(at))))
}
