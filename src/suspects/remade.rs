//! Values that the constructor of their type would not make: it checks or changes what it is given, and another function that
//! returns such values does not.

use super::expectation::{Expected, answered};
use crate::laws::{Family, law};
use morph_relation::{Adt, Relation, RelationText, Signature, Type};
use morph_source::scan::Subject;

/// What the statement is called that a constructor makes the same value of its parts.
static REMADE: Family = law("kept invariant", "keeps_the_invariant", "");
/// The greatest share of ordinary inputs on which it may fail.
const MOST: f64 = 0.5;
/// Words of names of functions that check nothing.
const TRUSTS: [&str; 4] = ["unchecked", "raw", "unsafe", "assume"];

/// That the constructors of what a subject returns make the same of its parts.
pub fn remade(subject: &Subject, siblings: &[&Subject]) -> Vec<Expected> {
    let Type::Adt(adt) = returned(&subject.ret) else { return Vec::new() };
    let trusts = |name: &str| TRUSTS.iter().any(|word| name.contains(word));
    let Some(fields) = adt.fields().filter(|fields| {
        !trusts(&subject.name)
            && adt.seen.get().is_none()
            && fields.iter().all(|field| field.visible)
            && fields.iter().any(|field| !field.public)
    }) else {
        return Vec::new();
    };
    let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
    let types: Vec<Type> = fields.iter().map(|field| field.ty.owned()).collect();
    let is_constructor = |other: &Subject| {
        let takes: Vec<(&str, Type)> = other
            .params
            .iter()
            .map(|param| (param.name.trim_start_matches("r#"), param.ty.owned()))
            .collect();
        let is_tuple = names.iter().all(|name| name.starts_with(|c: char| c.is_ascii_digit()));
        let fits = |((name, ty), field): ((&str, Type), (&&str, &Type))| {
            ty == *field.1 && (is_tuple || name == *field.0)
        };
        !trusts(&other.name)
            && returned(&other.ret) == Type::Adt(adt.clone())
            && other.member.as_ref().is_some_and(|member| !member.receiver)
            && takes.len() == names.len()
            && takes.into_iter().zip(names.iter().zip(&types)).all(fits)
    };
    let constructors: Vec<&&Subject> = siblings.iter().filter(|other| is_constructor(other)).collect();
    match constructors.as_slice() {
        // Where there are several, each has limits of its own.
        [only] if !is_constructor(subject) => expected(subject, only, &adt, &names).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn expected(subject: &Subject, constructor: &Subject, adt: &Adt, names: &[&str]) -> Option<Expected> {
    let signature = subject.signature();
    let lookup = |path: &str| (path == constructor.path).then(|| constructor.signature());
    let followup = |whole: &str| {
        let parts: Vec<String> = names.iter().map(|name| format!("{whole}.{name}")).collect();
        format!("{}({})", constructor.path, parts.join(", "))
    };
    let whole = answered(&signature.ret);
    let made = |outcome: usize, of: &str| format!("y{outcome} == {}", wrapped(of, &constructor.ret));
    let mut followups = vec![followup(whole)];
    let mut then = match (&signature.ret, &constructor.ret) {
        (Type::Option(_), Type::Option(_)) => "y1 == y0".to_owned(),
        _ => made(1, whole),
    };
    // What was broken before may stay so.
    if adt.constructors().iter().any(|other| other.name != constructor.name) || adt.constructors().is_empty()
    {
        for this in of_type(&signature, adt) {
            followups.push(followup(this));
            then = format!("!({}) || {then}", made(followups.len(), this));
        }
    }
    let followups: Vec<&str> = followups.iter().map(String::as_str).collect();
    let relation = Relation::parse(&RelationText::exact(&followups, &then), &signature, &lookup).ok()?;
    let why = format!("`{}` makes all others of its parts", constructor.name);
    Some(Expected::likely(&REMADE, relation, vec![constructor.path.clone()], why, MOST))
}

/// The arguments of a type itself.
fn of_type<'s>(signature: &'s Signature, adt: &'s Adt) -> impl Iterator<Item = &'s String> {
    let itself = Type::Adt(adt.clone());
    signature.arguments().iter().filter(move |(_, ty)| ty.owned() == itself).map(|(name, _)| name)
}

/// What a function returns where there is an answer.
fn returned(ty: &Type) -> Type {
    ty.unwrapped().owned()
}

/// A value as a function of such a type returns it.
fn wrapped(value: &str, ty: &Type) -> String {
    match ty {
        Type::Option(_) => format!("Some({value})"),
        Type::Result(..) => format!("Ok({value})"),
        _ => value.to_owned(),
    }
}
