//! Laws that nobody means, whatever a function is called.

use super::contracts::implemented;
use super::expected::{Known, becomes, is_changed};
use super::pairs::{adds, is_cut, undoes, words};
use crate::laws::Instance;
use morph_relation::{Adt, Field, Type};
use morph_source::scan::Subject;

impl Known<'_> {
    /// Whether nobody means an instance of a family of such a function, whatever is called like it.
    pub(super) fn is_unmeant(&self, instance: &Instance) -> bool {
        let Known { subject, rounds, .. } = *self;
        let has_float = || subject.ret.has_float();
        match instance.family.name {
            "undone by a sibling" if instance.places.first() != Some(&0) => true,
            // The order is that of the arguments.
            "order kept by a sibling" => instance.places != [0, 1],
            "below" => instance.places != [0, 1],
            // What is cut at an end of the type comes to something else in another order, and beside what is not cut.
            "associative" | "action" | "homomorphism" if mixes_saturating(subject, &instance.siblings) => {
                true
            }
            // What takes away is no way to add up what is added.
            "action" if has_inverse(subject, &instance.siblings) => true,
            // Of several parts, each has its least.
            "selection" => has_several_numbers(&subject.ret),
            // What lies in a range of places depends on the order.
            "permutation" | "reversal" | "order of concatenation"
                if subject.params.iter().any(|param| is_range(&param.ty)) =>
            {
                true
            }
            "action"
            | "undone by the negated"
            | "undone by a sibling"
            | "associative"
            | "homomorphism"
            | "permutation"
            | "reversal"
            | "order of concatenation"
                if rounds =>
            {
                true
            }
            // What is cut off is not to be had back.
            "round trip" if instance.places.first().is_some_and(|place| has_no_room(subject, *place)) => true,
            // What is written comes back by way of what is written to.
            "round trip" if instance.places.first().is_some_and(|place| is_changed(subject, *place)) => true,
            // What does not tell cases apart may still show them.
            "case" | "ASCII case" => matches!(becomes(subject), Type::Adt(adt) if !adt.traits.own_eq),
            // An address is joined with another one otherwise than texts are.
            "neutral element" => matches!(subject.ret, Type::Result(..)),
            // A minuend comes first.
            "round trip" if adds(&subject.name) && instance.places.first() != Some(&0) => true,
            "round trip" if subject.params.len() > 1 => rounds,
            // Sums are rounded, and a remainder jumps; what is negative has no logarithm.
            "translation" | "translation by multiples" => has_float(),
            "monotone" => has_float() && words(&subject.name).iter().any(|word| word.starts_with("log")),
            // A month after the 31st of January has no such day, and is cut to its last one.
            "action" | "undone by the negated" => {
                words(&subject.name).iter().any(|word| is_cut(word)) || lies_between(subject)
            }
            // Who lays text out counts no bytes.
            "padded length" | "truncated length" if instance.family.law.contains(".len()") => {
                let place = instance.places.first().and_then(|place| subject.params.get(*place));
                place.is_some_and(|param| param.ty.erased() == Type::String)
            }
            "truncated length" => counts_columns(subject, self.docs(subject)),
            // The parent that is added first is the first one.
            "commutative" if instance.places.first() != Some(&0) => is_changed(subject, 0),
            // What is read from texts may be written in several ways.
            "identity of indiscernibles" => {
                has_float() || matches!(subject.ret, Type::Option(_) | Type::Result(..))
            }
            // What is divided by a length is no distance any more.
            "triangle inequality" | "bounded by the longer" | "distance from nothing" => {
                has_float() && subject.params.iter().any(|param| is_sequence(&param.ty))
            }
            // A person's own order of texts is none of theirs.
            "sorted" => !sorts_numbers(subject),
            "agrees with std" => instance.family.law.contains("sorted") && !sorts_numbers(subject),
            // Their contracts say all.
            "transitive" | "antisymmetric" | "equal on the diagonal" | "reflexive" | "commutative" => {
                matches!(implemented(subject), Some("PartialEq" | "PartialOrd" | "Ord"))
            }
            _ => false,
        }
    }
}

/// Whether a conversion to numbers has no room for what it is given: for the fractions of numbers, or for as many of them.
fn has_no_room(subject: &Subject, place: usize) -> bool {
    let returned = subject.ret.unwrapped();
    let is_numbers = match returned.owned() {
        Type::Int(_) | Type::Float(_) => true,
        Type::Array(item, _) => matches!(item.owned(), Type::Int(_) | Type::Float(_)),
        Type::Tuple(parts) => parts.iter().all(|part| matches!(part.owned(), Type::Int(_) | Type::Float(_))),
        _ => false,
    };
    let param = subject.params.get(place).map(|param| param.ty.owned());
    param.is_some_and(|ty| is_numbers && matches!(ty, Type::Adt(_)) && floats(&ty, 0) > floats(returned, 0))
}

/// How many floats are in a value of a type, at most; what lies deep in others is not counted.
fn floats(ty: &Type, depth: usize) -> usize {
    match ty.owned() {
        Type::Float(_) => 1,
        Type::Array(item, len) => len * floats(&item, depth),
        Type::Tuple(parts) => parts.iter().map(|part| floats(part, depth)).sum(),
        Type::Option(inner) => floats(&inner, depth),
        Type::Adt(adt) if depth < DEEP => {
            let of = |fields: &[Field]| fields.iter().map(|field| floats(&field.ty, depth + 1)).sum();
            adt.variants().iter().map(|variant| of(&variant.fields)).max().unwrap_or(0)
        }
        _ => 0,
    }
}

/// So deep inside others, fields are not counted any more.
const DEEP: usize = 4;

/// Whether a function's parameters are two ends of one kind: what lies between them is no step from the first.
fn lies_between(subject: &Subject) -> bool {
    let ends = [("from", "to"), ("start", "end"), ("a", "b"), ("first", "second"), ("lhs", "rhs")];
    let names: Vec<&str> = subject.params.iter().map(|param| param.name.as_str()).collect();
    matches!(names[..], [first, second, ..] if ends.contains(&(first, second)))
}

fn is_sequence(ty: &Type) -> bool {
    matches!(ty.owned(), Type::String | Type::Vec(_))
}

/// Whether a width is one of columns on a screen, or counts words: nobody says that it counts characters.
fn counts_columns(subject: &Subject, docs: &str) -> bool {
    let others = ["width", "word", "line", "sentence", "part"];
    subject.params.iter().any(|param| others.iter().any(|other| param.name.contains(other)))
        && !docs.contains("character")
}

fn sorts_numbers(subject: &Subject) -> bool {
    let item = subject.outcome().item().map(Type::owned);
    item.is_none_or(|item| matches!(item, Type::Int(_) | Type::Float(_) | Type::Char))
}

/// Whether sums end at the ends of a type: of signed numbers, or beside functions with other names.
fn mixes_saturating(subject: &Subject, siblings: &[String]) -> bool {
    let ends = |name: &str| words(name).iter().any(|word| word == "saturating");
    ends(&subject.name) && (has_signed(&subject.ret) || !siblings.is_empty()) || names(siblings).any(ends)
}

fn has_signed(ty: &Type) -> bool {
    ty.any(&mut |ty| matches!(ty, Type::Int(int) if int.signed()))
}

/// Whether a type is a struct of several numbers without an order.
fn has_several_numbers(ty: &Type) -> bool {
    let is_number = |ty: &Type| matches!(ty.erased(), Type::Int(_) | Type::Float(_));
    let several = |adt: &Adt| {
        let fields = adt.fields().unwrap_or_default();
        !adt.traits.ordered && fields.iter().filter(|field| is_number(&field.ty)).count() > 1
    };
    matches!(ty.erased().unwrapped(), Type::Adt(adt) if several(adt))
}

fn is_range(ty: &Type) -> bool {
    matches!(ty.owned(), Type::Adt(adt) if adt.path.starts_with("std::ops::Range"))
}

/// Whether the name of one of the siblings says that it undoes what the subject does.
fn has_inverse(subject: &Subject, siblings: &[String]) -> bool {
    names(siblings).any(|name| undoes(&subject.name, name).is_some())
}

/// The names of functions by their paths.
fn names(paths: &[String]) -> impl Iterator<Item = &str> {
    paths.iter().filter_map(|path| path.rsplit("::").next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_away_is_the_inverse_of_what_adds() {
        let amount = Type::Int(morph_relation::IntType::I64);
        let params = [("amount", amount.clone()), ("other", amount.clone())];
        let add = Subject::free("demo::add", &params, amount);
        assert!(has_inverse(&add, &["demo::Commodity::sub".to_owned()]));
        assert!(!has_inverse(&add, &["demo::Commodity::plus".to_owned()]));
    }
}
