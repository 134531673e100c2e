//! Methods of maps and sets: entries with a branch for each comparison of keys.

use std::rc::Rc;

use super::table::{OfMap, Row};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Map, Projection, Val};
use crate::program::Binary;

pub static MAPS: &[Row<OfMap>] = &[
    ("clear", clear),
    ("contains", contains),
    ("contains_key", contains),
    ("difference", |machine, call, map| combined(machine, call, map, Binary::Sub)),
    ("entry", entry),
    ("extend", extend),
    ("first", |machine, call, map| at_end(machine, call, map, End::First, false)),
    ("first_key_value", |machine, call, map| at_end(machine, call, map, End::First, false)),
    ("get", get),
    ("get_mut", get_mut),
    ("insert", insert),
    ("intersection", |machine, call, map| combined(machine, call, map, Binary::BitAnd)),
    ("into_iter", |machine, _, map| each(machine, map, |key, value| Val::tuple(vec![key, value]))),
    ("into_keys", |machine, _, map| each(machine, map, |key, _| key)),
    ("into_values", |machine, _, map| each(machine, map, |_, value| value)),
    ("is_disjoint", |machine, call, map| compared(machine, call, map, false, false)),
    ("is_empty", |machine, _, map| Ok(machine.val_bool(map.entries.is_empty()))),
    ("is_subset", |machine, call, map| compared(machine, call, map, false, true)),
    ("is_superset", |machine, call, map| compared(machine, call, map, true, true)),
    ("iter", |machine, _, map| each(machine, map, |key, value| Val::tuple(vec![key, value]))),
    ("iter_mut", |machine, call, map| {
        each_mut(machine, call, map, |key, value| Val::tuple(vec![key, value]))
    }),
    ("keys", |machine, _, map| each(machine, map, |key, _| key)),
    ("last", |machine, call, map| at_end(machine, call, map, End::Last, false)),
    ("last_key_value", |machine, call, map| at_end(machine, call, map, End::Last, false)),
    ("len", |machine, _, map| Ok(Val::usize(machine.int(map.entries.len() as i128)))),
    ("pop_first", |machine, call, map| at_end(machine, call, map, End::First, true)),
    ("pop_last", |machine, call, map| at_end(machine, call, map, End::Last, true)),
    ("remove", remove),
    ("retain", retain),
    ("symmetric_difference", |machine, call, map| combined(machine, call, map, Binary::BitXor)),
    ("take", take),
    ("union", |machine, call, map| combined(machine, call, map, Binary::BitOr)),
    ("values", |machine, _, map| each(machine, map, |_, value| value)),
    ("values_mut", |machine, call, map| each_mut(machine, call, map, |_, value| value)),
];

#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

/// Puts the changed map in its place.
fn put_back<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, changed: Map<'p>) -> Eval<'p, ()> {
    machine.write(&call.at()?, Val::Map(Rc::new(changed)))
}

fn contains<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>) -> Eval<'p> {
    let key = call.arg(0)?;
    let mut any = machine.bool(false);
    for (other, _) in &map.entries {
        let same = machine.equal(other, &key)?;
        any = machine.or(any, same);
    }
    Ok(Val::Bool(any))
}

fn get<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>) -> Eval<'p> {
    let found = machine.lookup(map, &call.arg(0)?)?;
    Ok(Val::option(found.map(|at| {
        let (key, value) = &map.entries[at];
        if map.is_set { key.clone() } else { value.clone() }
    })))
}

fn get_mut<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>) -> Eval<'p> {
    let place = call.at()?;
    let found = machine.lookup(map, &call.arg(0)?)?;
    Ok(Val::option(found.map(|at| Val::Mut(place.part(Projection::Entry(at))))))
}

fn insert<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>) -> Eval<'p> {
    let mut changed = map.clone();
    let value = if map.is_set { Val::unit() } else { call.arg(1)? };
    let old = machine.put(&mut changed, call.arg(0)?, value)?;
    let is_new = old.is_none();
    put_back(machine, call, changed)?;
    Ok(if map.is_set { machine.val_bool(is_new) } else { Val::option(old) })
}

/// Takes the entry of a key out, where there is one.
fn taken_out<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    map: &Map<'p>,
) -> Eval<'p, Option<(Val<'p>, Val<'p>)>> {
    let Some(at) = machine.lookup(map, &call.arg(0)?)? else { return Ok(None) };
    let mut changed = map.clone();
    let entry = changed.entries.remove(at);
    put_back(machine, call, changed)?;
    Ok(Some(entry))
}

fn remove<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>) -> Eval<'p> {
    let taken = taken_out(machine, call, map)?;
    Ok(match map.is_set {
        true => machine.val_bool(taken.is_some()),
        false => Val::option(taken.map(|(_, value)| value)),
    })
}

fn take<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>) -> Eval<'p> {
    let taken = taken_out(machine, call, map)?;
    Ok(Val::option(taken.map(|(key, value)| if map.is_set { key } else { value })))
}

fn clear<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>) -> Eval<'p> {
    put_back(machine, call, Map { entries: Vec::new(), ..map.clone() })?;
    Ok(Val::unit())
}

fn entry<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, _: &Map<'p>) -> Eval<'p> {
    let place = machine.cell(Val::Mut(call.at()?));
    Ok(Val::known("Entry", 0, vec![Val::Mut(place), call.arg(0)?]))
}

/// What an iterator gives of a key and a value; sets give keys.
type Item = for<'p> fn(Val<'p>, Val<'p>) -> Val<'p>;

fn note_order<'p>(machine: &mut Machine<'p, '_>, map: &Map<'p>) {
    if !map.is_sorted && map.entries.len() > 1 {
        machine.inexact("the order of a hashed map");
    }
}

fn each<'p>(machine: &mut Machine<'p, '_>, map: &Map<'p>, item: Item) -> Eval<'p> {
    note_order(machine, map);
    let entry = |(key, value): &(Val<'p>, Val<'p>)| match map.is_set {
        true => key.clone(),
        false => item(key.clone(), value.clone()),
    };
    let items = map.entries.iter().map(entry).collect();
    Ok(Val::iter(machine.items_iter(items)))
}

fn each_mut<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>, item: Item) -> Eval<'p> {
    note_order(machine, map);
    let place = call.at()?;
    let keys = map.entries.iter().enumerate();
    let items =
        keys.map(|(at, (key, _))| item(key.clone(), Val::Mut(place.part(Projection::Entry(at))))).collect();
    Ok(Val::iter(machine.items_iter(items)))
}

fn extend<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>) -> Eval<'p> {
    let mut changed = map.clone();
    let mut iter = machine.iterator(call.arg(0)?)?;
    for item in machine.drained(&mut iter)? {
        let (key, value) = machine.entry_of(map.is_set, item)?;
        machine.put(&mut changed, key, value)?;
    }
    put_back(machine, call, changed)?;
    Ok(Val::unit())
}

fn retain<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>) -> Eval<'p> {
    let mut kept = Vec::new();
    for (key, value) in map.entries.clone() {
        let cell = machine.cell(value);
        let args = if map.is_set { vec![key.clone()] } else { vec![key.clone(), Val::Mut(cell.clone())] };
        let keeps = machine.asks(&call.arg(0)?, args)?;
        if machine.fork(keeps)? {
            kept.push((key, machine.read(&cell)));
        }
    }
    put_back(machine, call, Map { entries: kept, ..map.clone() })?;
    Ok(Val::unit())
}

/// The least or greatest entry, perhaps taken out.
fn at_end<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    map: &Map<'p>,
    end: End,
    takes: bool,
) -> Eval<'p> {
    if !map.is_sorted {
        return call.unknown();
    }
    let at = match end {
        End::First => (!map.entries.is_empty()).then_some(0),
        End::Last => map.entries.len().checked_sub(1),
    };
    let Some(at) = at else { return Ok(Val::none()) };
    let (key, value) = map.entries[at].clone();
    if takes {
        let mut changed = map.clone();
        changed.entries.remove(at);
        put_back(machine, call, changed)?;
    }
    Ok(Val::some(if map.is_set { key } else { Val::tuple(vec![key, value]) }))
}

fn combined<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, map: &Map<'p>, op: Binary) -> Eval<'p> {
    if !map.is_set {
        return call.unknown();
    }
    let other = call.arg(0)?;
    let other = machine.shape(other)?;
    let set = machine.set_operation(op, &call.value, &other)?;
    Ok(Val::iter(machine.iterator_over(set)?))
}

/// Whether the keys of one are all in the other, or none of them.
fn compared<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    map: &Map<'p>,
    swapped: bool,
    wanted: bool,
) -> Eval<'p> {
    if !map.is_set {
        return call.unknown();
    }
    let other = call.arg(0)?;
    let Val::Map(other) = machine.shape(other)? else { return call.unknown() };
    let (small, large) = if swapped { (&*other, map) } else { (map, &*other) };
    for (key, _) in &small.entries {
        if machine.lookup(large, key)?.is_some() != wanted {
            return Ok(machine.val_bool(false));
        }
    }
    Ok(machine.val_bool(true))
}
