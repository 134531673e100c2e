//! How two functions of a package belong together, by their types and by the traits that they implement.

use std::collections::BTreeMap;

use super::contracts::implemented;
use super::pairs::words;
use crate::exploration::are_alike;
use morph_relation::{Adt, Type};
use morph_source::scan::{Function, Subject};

/// What tells whether a value of a subject's type is no number: where there is such a function, results are rounded.
pub fn nan_test<'s>(subject: &Subject, mut others: impl Iterator<Item = &'s Subject>) -> Option<&'s Subject> {
    let of = referred(subject)?;
    let is_test =
        |other: &&Subject| other.name == "is_nan" && other.params.len() == 1 && referred(other) == Some(of);
    others.find(is_test)
}

/// The type that a function is a member of; that behind the reference, where a trait is implemented for one.
fn referred(subject: &Subject) -> Option<&str> {
    subject.member.as_ref()?.of.rsplit(['&', ' ']).next()
}

/// Whether two functions are the same method of the same trait, implemented for a type and for references to it. With other
/// types for the trait's parameters, it is another trait.
pub fn differ_by_references(one: &Subject, other: &Subject) -> bool {
    let bare = |of: &Subject| {
        let by = of.member.as_ref()?.by.as_ref()?.replace('&', "");
        // The default of most parameters is the type itself.
        Some(by.replace(&format!("<{}>", referred(of)?), ""))
    };
    implemented(one).is_some()
        && bare(one) == bare(other)
        && referred(one) == referred(other)
        && are_alike(one, other)
}

/// Whether two free functions translate between a struct or enum of the package and something else, and no third one does.
pub fn are_translations(subject: &Subject, other: &Subject, siblings: &[&Subject]) -> bool {
    let bare = |ty: &Type| ty.erased().unwrapped().clone();
    let (from, to) = (subject.params.first().map(|param| bare(&param.ty)), bare(&subject.ret));
    let is_adt = |ty: &Type| matches!(ty, Type::Adt(_));
    let leads_back = |other: &&&Subject| {
        other.params.len() == 1 && bare(&other.params[0].ty) == to && Some(bare(&other.ret)) == from
    };
    siblings.iter().filter(leads_back).count() == 1
        && subject.member.is_none()
        && other.member.is_none()
        && subject.params.len() == 1
        && other.params.len() == 1
        && from.is_some_and(|from| is_adt(&from) != is_adt(&to))
}

/// Whether two free functions translate between a number and its name, by their types and a word that they have in common, and
/// no third one does: `column_name` and `column_number`.
pub fn are_names_and_numbers(subject: &Subject, other: &Subject, siblings: &[&Subject]) -> bool {
    let bare = |ty: &Type| ty.erased().unwrapped().clone();
    let leads = |of: &Subject| match of.params.as_slice() {
        [only] if of.member.is_none() => Some((bare(&only.ty), bare(&of.ret))),
        _ => None,
    };
    let share = |a: &Subject, b: &Subject| {
        let (a, b) = (words(&a.name), words(&b.name));
        a.len() == 2 && b.len() == 2 && a != b && a[0] == b[0]
    };
    let Some((from, to)) = leads(subject) else { return false };
    let back = Some((to.clone(), from.clone()));
    let is_named = matches!((&from, &to), (Type::Int(_), Type::String) | (Type::String, Type::Int(_)));
    let others = siblings.iter().filter(|sibling| leads(sibling) == back && share(subject, sibling));
    is_named && leads(other) == back && share(subject, other) && others.count() == 1
}

/// Whether two functions are members of one type, or neither is a member of any.
pub fn belong(a: &Subject, b: &Subject) -> bool {
    match (&a.member, &b.member) {
        (Some(a), Some(b)) => a.of == b.of,
        (None, None) => true,
        // `Color::to_hex` and a function that parses one.
        _ => {
            a.ret.any(&mut |ty| matches!(ty, Type::Adt(_))) || b.ret.any(&mut |ty| matches!(ty, Type::Adt(_)))
        }
    }
}

/// Whether a method's type has a `==` of its own, or a type of its fields has: what `==` looks at is not known then.
pub fn compares_itself(subject: &Subject, functions: &BTreeMap<&str, &Function>) -> bool {
    let of = subject.params[0].ty.adts();
    let is_of = |path: &str, adt: &Adt| {
        let after = path.split_once('<').and_then(|(_, after)| after.strip_prefix(adt.home.ident.as_str()));
        after.is_some_and(|after| after.starts_with([' ', '<']))
    };
    functions.keys().any(|path| path.ends_with("PartialEq>::eq") && of.iter().any(|adt| is_of(path, adt)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::Member;

    #[test]
    fn implementations_for_references_do_the_same_and_those_for_other_parameters_need_not() {
        let of = |of: &str, by: &str| {
            let float = Type::Float(morph_relation::FloatType::F64);
            let mut subject = Subject::free("demo::apply", &[("x", float.clone())], float);
            let (of, by) = (of.to_owned(), Some(by.to_owned()));
            subject.member = Some(Member { of, by, receiver: true, shadowed: false });
            subject
        };
        let plain = of("Vector", "Add");
        assert!(differ_by_references(&plain, &of("&Vector", "Add<&Vector>")));
        assert!(differ_by_references(&plain, &of("Vector", "Add<&Vector>")));
        assert!(!differ_by_references(&of("Length", "To<Meters>"), &of("Length", "To<Feet>")));
    }
}
