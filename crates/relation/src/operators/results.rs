//! Which types operators apply to, and the types of their results.

use super::operator::INT;
use crate::types::{Seen, Type};

pub(super) fn is(types: &[Type], want: &[Type], result: Type) -> Option<Type> {
    (types == want).then_some(result)
}

pub(super) fn bools(t: &[Type]) -> Option<Type> {
    is(t, &[Type::Bool, Type::Bool], Type::Bool)
}

pub(super) fn string(t: &[Type]) -> Option<Type> {
    is(t, &[Type::String], Type::String)
}

pub(super) fn strings(t: &[Type]) -> Option<Type> {
    is(t, &[Type::String, Type::String], Type::Bool)
}

pub(super) fn number(t: &[Type]) -> Option<Type> {
    matches!(t[0], Type::Int(_) | Type::Float(_)).then(|| t[0].clone())
}

pub(super) fn numbers(t: &[Type]) -> Option<Type> {
    if t[0] == t[1] { number(&t[..1]) } else { None }
}

/// Two types whose values can be compared with `==`; the error type of a lone `Ok(…)` is open.
pub(super) fn alike(t: &[Type]) -> Option<Type> {
    let same = match (&t[0], &t[1]) {
        (Type::Result(a, _), Type::Result(b, unit)) if **unit == Type::Unit => a == b,
        (a, b) => a == b,
    };
    same.then_some(Type::Bool)
}

pub(super) fn ordered(t: &[Type]) -> Option<Type> {
    (t[0] == t[1] && (matches!(t[0], Type::Float(_)) || has_order(&t[0], DEEPEST))).then_some(Type::Bool)
}

/// So deep lies what a type's order looks at: a type may lie inside itself.
const DEEPEST: usize = 3;

/// Whether values have an order that follows from their parts, or from the texts that show them. Floats in them would be
/// compared within a tolerance.
fn has_order(ty: &Type, depth: usize) -> bool {
    match ty {
        Type::Int(_) | Type::Char | Type::String | Type::Duration => true,
        Type::Bool => depth < DEEPEST,
        Type::Tuple(parts) => depth > 0 && parts.iter().all(|part| has_order(part, depth - 1)),
        Type::Adt(adt) if adt.seen.get().is_some() => {
            let has_order = adt.traits.ordered || adt.traits.own_order;
            has_order && matches!(adt.seen.get(), Some(Seen::Text | Seen::Debug))
        }
        Type::Adt(adt) => {
            let mut fields = adt.variants().iter().flat_map(|variant| &variant.fields);
            depth > 0
                && adt.traits.ordered
                && adt.is_transparent()
                && fields.all(|field| has_order(&field.ty, depth - 1))
        }
        _ => false,
    }
}

pub(super) fn sized(t: &[Type]) -> Option<()> {
    matches!(t[0], Type::String | Type::Vec(_)).then_some(())
}

pub(super) fn seq(t: &[Type]) -> Option<Type> {
    matches!(t[0], Type::Vec(_)).then(|| t[0].clone())
}

pub(super) fn seq_and_count(t: &[Type]) -> Option<Type> {
    if t[1] == INT { seq(&t[..1]) } else { None }
}

pub(super) fn text_and_count(t: &[Type]) -> Option<Type> {
    is(t, &[Type::String, INT], Type::String)
}

pub(super) fn sortable(t: &[Type]) -> Option<Type> {
    let item = t[0].item()?;
    let fine = matches!(item, Type::Int(_) | Type::Float(_) | Type::Char | Type::Bool | Type::String);
    fine.then(|| t[0].clone())
}

/// An element that may be missing.
pub(super) fn end_type(t: &[Type]) -> Option<Type> {
    match &t[0] {
        Type::Vec(item) => Some(Type::Option(item.clone())),
        _ => None,
    }
}

pub(super) fn sum_type(t: &[Type]) -> Option<Type> {
    number(&[t[0].item()?.clone()])
}

pub(super) fn int(t: &[Type]) -> Option<Type> {
    is(t, &[INT], INT)
}

pub(super) fn ints(t: &[Type]) -> Option<Type> {
    is(t, &[INT, INT], INT)
}

pub(super) fn bits(t: &[Type]) -> Option<Type> {
    ints(t).or_else(|| bools(t))
}

pub(super) fn float(t: &[Type]) -> Option<Type> {
    matches!(t[0], Type::Float(_)).then(|| t[0].clone())
}
