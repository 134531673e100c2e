//! What a value of a type of its own is seen by: the one method that tells what it holds, or a part.
//!
//! Laws of numbers and texts are about such values, too: `a.distance(b).metres() >= 0.0`, `decode(encode(n).as_ref())`,
//! `distance(b, a).0 == distance(a, b).0`.

use std::collections::HashMap;

use super::learned::PARTS;
use morph_relation::{Expr, Relation, Signature, Type};

/// Names of methods that show a value as what it is made of, the plainest first.
const SHOWING: [&str; 9] =
    ["as_ref", "as_str", "as_bytes", "as_slice", "value", "get", "inner", "into_inner", "bits"];

/// Further methods by which values of one type are seen, at most.
const FURTHER: usize = 4;

/// What shows something of what a function returns.
#[derive(Clone, Copy)]
pub enum View<'a> {
    /// A method of its type that takes nothing else.
    Method(&'a Signature),
    /// A part of the tuple or struct that the function returns, by its number.
    Part(&'a Signature, usize),
}

impl<'a> View<'a> {
    /// The method, where it is one.
    pub fn method(self) -> Option<&'a Signature> {
        match self {
            View::Method(method) => Some(method),
            View::Part(..) => None,
        }
    }

    /// The type of what is shown.
    pub fn shown(self) -> Option<&'a Type> {
        match self {
            View::Method(method) => Some(&method.ret),
            View::Part(of, number) => of.ret.unwrapped().part(number),
        }
    }
}

/// The name of a field of the struct that a function returns, or wraps.
pub fn field_name(of: &Signature, number: usize) -> Option<String> {
    let Type::Adt(adt) = of.ret.unwrapped().erased() else { return None };
    Some(adt.fields()?.get(number)?.name.to_string())
}

/// By function: what shows what it returns.
pub type Views<'a> = HashMap<&'a str, View<'a>>;

/// The views of what functions return, where one of them shows it.
pub fn views<'a>(functions: impl Iterator<Item = &'a Signature>, methods: &'a [Signature]) -> Views<'a> {
    let shown =
        |function: &'a Signature| Some((function.path.as_str(), View::Method(view(function, methods)?)));
    functions.filter_map(shown).collect()
}

/// The parts of what a function returns that laws can be about each: those of a tuple, or of a struct whose fields are public;
/// the only one where no method shows it. What changes such a value has laws of the whole.
pub fn parts<'f>(function: &'f Signature, first: Option<View<'_>>) -> impl Iterator<Item = View<'f>> {
    let whole = function.ret.unwrapped();
    let returned = whole.erased();
    let is_open = match &returned {
        Type::Tuple(_) => true,
        Type::Adt(adt) => adt.fields().is_some_and(|fields| fields.iter().all(|field| field.public)),
        _ => false,
    };
    let changes_it = function.arguments().iter().any(|(_, ty)| ty.erased() == returned);
    let wraps_one =
        matches!(&returned, Type::Adt(adt) if adt.fields().is_some_and(|fields| fields.len() == 1));
    let are_shown = whole.part(1).is_some() || wraps_one && first.is_none();
    let have_laws = are_shown && is_open && !changes_it;
    let tells_something = move |number: &usize| have_laws && whole.part(*number).is_some_and(tells);
    (0..PARTS).filter(tells_something).map(move |number| View::Part(function, number))
}

/// Whether values of a type can be compared with others and counted with.
fn tells(ty: &Type) -> bool {
    let ty = ty.unwrapped().erased();
    matches!(ty, Type::Bool | Type::Int(_) | Type::Float(_) | Type::String) || ty.item().is_some()
}

/// Further methods by which what a constructor of a type of its own returns is seen: `Table::new(a, b).diff()`. They are few,
/// and each tells something that can be compared.
pub fn further<'a>(
    function: &Signature,
    methods: &'a [Signature],
    first: Option<View<'_>>,
) -> Vec<&'a Signature> {
    let returned = function.ret.unwrapped().erased();
    let Type::Adt(adt) = &returned else { return Vec::new() };
    let is_open = adt.fields().is_some_and(|fields| fields.iter().all(|field| field.public));
    let changes_it = function.arguments().iter().any(|(_, ty)| ty.erased() == returned);
    if is_open || changes_it || function.arguments().is_empty() {
        return Vec::new();
    }
    let first = first.and_then(View::method);
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

#[cfg(test)]
mod tests {
    use crate::laws::{Context, Lessons, families, instances};
    use morph_relation::{IntType, Signature, Type, Value};

    const I64: Type = Type::Int(IntType::I64);

    fn function(name: &str, ret: Type) -> Signature {
        let params = ["a", "b"].map(|name| (name.to_owned(), I64)).to_vec();
        Signature::new(format!("demo::{name}"), params, ret)
    }

    fn shown(context: &Context<'_>) -> Vec<String> {
        let all = instances(context, families());
        let forms = all.iter().flat_map(|instance| &instance.forms);
        forms.map(|form| form.readable(context.subject, &|_| None)).collect()
    }

    #[test]
    fn a_part_has_the_laws_of_what_it_is() {
        let pair = function("split", Type::Tuple(vec![I64, Type::Bool]));
        let other = [function("count", I64)];
        let all = shown(&Context::new(&pair, &other, &[]));
        for law in ["split(b, a).0 == split(a, b).0", "split(a, b).0 == count(a, b)"] {
            assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
        }
        let optional = function("split", Type::Option(Box::new(pair.ret.clone())));
        let all = shown(&Context::new(&optional, &[], &[]));
        let law = "split(b, a).unwrap().0 == split(a, b).unwrap().0";
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }

    #[test]
    fn a_part_that_is_an_argument_has_no_laws_of_its_own() {
        let pair = function("split", Type::Tuple(vec![I64, I64]));
        let int = |n: usize| Value::Int(n as i128);
        let inputs: Vec<[Value; 2]> = (0..40).map(|n| [int(n), int(n * 7 % 5)]).collect();
        let outs: Vec<Value> = (0..40).map(|n| Value::Tuple(vec![int(n), int(n * n % 11)].into())).collect();
        let executions: Vec<(&[Value], &Value)> =
            inputs.iter().zip(&outs).map(|(input, out)| (input.as_slice(), out)).collect();
        let lessons = Lessons::of(&pair, &executions, &[]);
        let all = shown(&Context::new(&pair, &[], &[]).taught(lessons));
        let has = |law: &str| all.iter().any(|text| text == law);
        assert!(has("split(b, a).1 == split(a, b).1") && !has("split(b, a).0 == split(a, b).0"), "{all:#?}");
    }
}
