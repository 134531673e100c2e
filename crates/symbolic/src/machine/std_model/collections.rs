//! Functions that make texts, lists, maps and sets.

use std::rc::Rc;

use super::path_call::PathCall;
use crate::machine::state::{Eval, Machine, unsupported};
use crate::machine::value::{Map, SeqKind, Val};

pub fn list<'p>(machine: &mut Machine<'p, '_>, _: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(machine.sequence(SeqKind::Items, Vec::new()))
}

pub fn text<'p>(machine: &mut Machine<'p, '_>, _: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(machine.sequence(SeqKind::Text, Vec::new()))
}

pub fn map<'p>(_: &mut Machine<'p, '_>, _: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::Map(Rc::new(Map { is_sorted: true, ..Map::default() })))
}

pub fn set<'p>(_: &mut Machine<'p, '_>, _: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::Map(Rc::new(Map { is_set: true, is_sorted: true, ..Map::default() })))
}

pub fn hash_map<'p>(_: &mut Machine<'p, '_>, _: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::Map(Rc::new(Map::default())))
}

pub fn hash_set<'p>(_: &mut Machine<'p, '_>, _: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::Map(Rc::new(Map { is_set: true, ..Map::default() })))
}

pub fn from_iter<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let iter = machine.iterator(call.arg(0)?)?;
    machine.collected(iter, &call.own())
}

pub fn from_utf8<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let text = machine.text_of_bytes(call.arg(0)?)?;
    let error = Val::known("Utf8Error", 0, Vec::new());
    Ok(text.map_or_else(|| Val::err(error), Val::ok))
}

pub fn from_utf8_lossy<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let text = machine.text_of_bytes(call.arg(0)?)?;
    text.map_or_else(|| unsupported("bytes that are no text"), Ok)
}
