//! What a value of a type of its own is seen by: the one method that tells what it holds.
//!
//! Laws of numbers and texts are about such values, too: `a.distance(b).metres() >= 0.0`, `decode(encode(n).as_ref())`.

use std::collections::HashMap;

use morph_relation::{Signature, Type};

/// Names of methods that show a value as what it is made of, the plainest first.
const SHOWING: [&str; 9] =
    ["as_ref", "as_str", "as_bytes", "as_slice", "value", "get", "inner", "into_inner", "bits"];

/// By function: the method that shows what it returns.
pub type Views<'a> = HashMap<&'a str, &'a Signature>;

/// The views of what functions return, where one of them shows it.
pub fn views<'a>(functions: impl Iterator<Item = &'a Signature>, methods: &'a [Signature]) -> Views<'a> {
    functions.filter_map(|function| Some((function.path.as_str(), view(function, methods)?))).collect()
}

fn view<'a>(function: &Signature, methods: &'a [Signature]) -> Option<&'a Signature> {
    let returned = function.ret.unwrapped().erased();
    let Type::Adt(adt) = &returned else { return None };
    let shows = |method: &&Signature| {
        let takes_it = matches!(method.arguments(), [(_, this)] if this.erased() == returned);
        let tells = matches!(method.ret.erased(), Type::Int(_) | Type::Float(_) | Type::String)
            || method.ret.item().is_some_and(|item| item.adts().is_empty());
        let is_method = method.member.as_ref().is_some_and(|member| member.receiver);
        is_method && takes_it && tells && method.path != function.path && method.name() != "to_string"
    };
    let all: Vec<&Signature> = methods.iter().filter(shows).collect();
    let named = |name: &&str| all.iter().find(|method| method.name() == *name).copied();
    let is_number = |method: &&&Signature| matches!(method.ret, Type::Int(_) | Type::Float(_));
    SHOWING.iter().find_map(named).or_else(|| {
        let numbers: Vec<&&Signature> = all.iter().filter(is_number).collect();
        let wraps_one = adt.fields().is_some_and(|fields| fields.len() == 1);
        match numbers.as_slice() {
            [one] if wraps_one => Some(**one),
            _ => None,
        }
    })
}
