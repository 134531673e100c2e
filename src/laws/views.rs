//! What a value of a type of its own is seen by: the one method that tells what it holds.
//!
//! Laws of numbers and texts are about such values, too: `a.distance(b).metres() >= 0.0`, `decode(encode(n).as_ref())`.

use std::collections::HashMap;

use morph_relation::{Expr, Relation, Signature, Type};

/// Names of methods that show a value as what it is made of, the plainest first.
const SHOWING: [&str; 9] =
    ["as_ref", "as_str", "as_bytes", "as_slice", "value", "get", "inner", "into_inner", "bits"];

/// Further methods by which values of one type are seen, at most.
const FURTHER: usize = 4;

/// By function: the method that shows what it returns.
pub type Views<'a> = HashMap<&'a str, &'a Signature>;

/// The views of what functions return, where one of them shows it.
pub fn views<'a>(functions: impl Iterator<Item = &'a Signature>, methods: &'a [Signature]) -> Views<'a> {
    functions.filter_map(|function| Some((function.path.as_str(), view(function, methods)?))).collect()
}

/// Further methods by which what a constructor of a type of its own returns is seen: `Table::new(a, b).diff()`. They are few,
/// and each tells something that can be compared.
pub fn further<'a>(
    function: &Signature,
    methods: &'a [Signature],
    first: Option<&Signature>,
) -> Vec<&'a Signature> {
    let returned = function.ret.unwrapped().erased();
    let Type::Adt(adt) = &returned else { return Vec::new() };
    let is_open = adt.fields().is_some_and(|fields| fields.iter().all(|field| field.public));
    let changes_it = function.arguments().iter().any(|(_, ty)| ty.erased() == returned);
    if is_open || changes_it || function.arguments().is_empty() {
        return Vec::new();
    }
    let tells = |ty: &Type| {
        let ty = ty.unwrapped().erased();
        matches!(ty, Type::Bool | Type::Int(_) | Type::Float(_) | Type::String) || ty.item().is_some()
    };
    let shows = |method: &&Signature| {
        is_method_of(method, &returned)
            && tells(&method.ret)
            && method.path != function.path
            && first.is_none_or(|first| first.path != method.path)
    };
    methods.iter().filter(shows).take(FURTHER).collect()
}

/// Whether a function is a method of a type that takes nothing else.
fn is_method_of(method: &Signature, ty: &Type) -> bool {
    let is_method = method.member.as_ref().is_some_and(|member| member.receiver);
    is_method && matches!(method.arguments(), [(_, this)] if this.erased() == *ty)
}

/// The function by which alone a relation looks at outcomes: all that it compares, that returns of one argument that is one, as
/// `is_outcome` tells.
pub fn seen_through<'r>(
    relation: &'r Relation,
    is_outcome: &dyn Fn(&Relation, &Expr) -> bool,
) -> Option<&'r str> {
    let by = |out: usize| {
        let call = relation.followups.get(out.checked_sub(1)?)?;
        let is_of_outcome = matches!(call.args.as_slice(), [of] if is_outcome(relation, of));
        call.function.as_deref().filter(|_| is_of_outcome)
    };
    let mut seen = (0..=relation.followups.len()).filter(|out| relation.then.mentions_out(*out)).map(by);
    let first = seen.next()??;
    seen.all(|other| other == Some(first)).then_some(first)
}

fn view<'a>(function: &Signature, methods: &'a [Signature]) -> Option<&'a Signature> {
    let returned = function.ret.unwrapped().erased();
    let Type::Adt(adt) = &returned else { return None };
    let shows = |method: &&Signature| {
        let tells = matches!(method.ret.erased(), Type::Int(_) | Type::Float(_) | Type::String)
            || method.ret.item().is_some_and(|item| item.adts().is_empty());
        is_method_of(method, &returned)
            && tells
            && method.path != function.path
            && method.name() != "to_string"
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
