//! Places of the input and the variables that stand for them.
//!
//! `p0` is the first argument; `.0` a field, `.v1.0` a variant's field, `.tag` the number of the variant, `[3]` an item and
//! `.len` the length; `.con` the constructor that made a value and `.c0.1` one of its arguments. `Option` is 1 where there is
//! something, `Result` where there is an error.

use std::sync::Arc;

use super::term::{Assignment, Scalar, Sort, Terms, Variable};
use morph_relation::{Adt, Recipe, Type, Value};

/// Values within each other that are made for places of which nothing is said.
const DEEPEST: usize = 12;

/// What the variables stand for in an input. Those of places that it does not have, such as items beyond a sequence's end,
/// stand for something that fits.
pub fn assignment(terms: &Terms, input: &[Value]) -> Assignment {
    terms.variables().iter().map(|variable| Some(scalar(variable, input))).collect()
}

/// What a variable stands for in an input.
pub fn scalar(variable: &Variable, input: &[Value]) -> Scalar {
    found(&variable.name, input).filter(|scalar| is_of(scalar, variable.sort)).unwrap_or(
        match variable.sort {
            Sort::Bool => Scalar::Bool(false),
            Sort::Int(low, high) => Scalar::Int(0.clamp(low, high)),
            Sort::Float(_) => Scalar::Float(0.0),
        },
    )
}

fn is_of(scalar: &Scalar, sort: Sort) -> bool {
    match (scalar, sort) {
        (Scalar::Int(n), Sort::Int(low, high)) => (low..=high).contains(n),
        (Scalar::Bool(_), Sort::Bool) | (Scalar::Float(_), Sort::Float(_)) => true,
        _ => false,
    }
}

/// A part of a name.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Segment {
    Part(usize),
    Variant(usize),
    Argument(usize),
    Item(usize),
    Tag,
    Length,
    Constructor,
}

fn steps(name: &str) -> Option<(usize, Vec<Segment>)> {
    let name = name.strip_suffix(" of any").unwrap_or(name);
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let param = name[..end].strip_prefix('p')?.parse().ok()?;
    let mut steps = Vec::new();
    for part in name[end..].split('.').flat_map(|part| part.split('[')).filter(|part| !part.is_empty()) {
        steps.push(match part {
            "tag" => Segment::Tag,
            "len" => Segment::Length,
            "con" => Segment::Constructor,
            item if item.ends_with(']') => Segment::Item(item.trim_end_matches(']').parse().ok()?),
            variant if variant.starts_with('v') => Segment::Variant(variant[1..].parse().ok()?),
            argument if argument.starts_with('c') => Segment::Argument(argument[1..].parse().ok()?),
            number => Segment::Part(number.parse().ok()?),
        });
    }
    Some((param, steps))
}

fn found(name: &str, input: &[Value]) -> Option<Scalar> {
    let (param, steps) = steps(name)?;
    let mut value = input.get(param)?;
    let mut steps = steps.as_slice();
    while let Some((step, rest)) = steps.split_first() {
        steps = rest;
        value = match (step, value) {
            (Segment::Tag, value) => return tag(value).map(|tag| Scalar::Int(tag as i128)),
            (Segment::Length, Value::Str(text)) => return Some(Scalar::Int(text.chars().count() as i128)),
            (Segment::Length, Value::Seq(items)) => return Some(Scalar::Int(items.len() as i128)),
            (Segment::Item(at), Value::Str(text)) => {
                return text.chars().nth(*at).map(|c| Scalar::Int(i128::from(u32::from(c))));
            }
            (Segment::Item(at), Value::Seq(items)) => items.get(*at)?,
            (Segment::Constructor, Value::Data(data)) => {
                return Some(Scalar::Int(data.recipe.as_ref()?.constructor as i128));
            }
            (Segment::Argument(constructor), Value::Data(data)) => {
                let (Segment::Part(at), rest) = rest.split_first()? else { return None };
                steps = rest;
                let recipe = data.recipe.as_ref().filter(|recipe| recipe.constructor == *constructor)?;
                recipe.args.get(*at)?
            }
            (Segment::Variant(variant), value) => {
                let (Segment::Part(at), rest) = rest.split_first()? else { return None };
                steps = rest;
                if tag(value)? != *variant {
                    return None;
                }
                match value {
                    Value::Some(inner) | Value::Ok(inner) | Value::Err(inner) => inner,
                    value => value.part(*at)?,
                }
            }
            (Segment::Part(at), value) => value.part(*at)?,
            _ => return None,
        };
    }
    Some(match value {
        Value::Bool(b) => Scalar::Bool(*b),
        Value::Int(n) => Scalar::Int(*n),
        Value::Char(c) => Scalar::Int(i128::from(u32::from(*c))),
        value => Scalar::Float(value.as_float()?),
    })
}

/// The number of a value's variant.
fn tag(value: &Value) -> Option<usize> {
    Some(match value {
        Value::None | Value::Ok(_) => 0,
        Value::Some(_) | Value::Err(_) => 1,
        Value::Ordering(order) => (*order as i8 + 1) as usize,
        Value::Data(data) if !data.is_unmade() => data.variant,
        _ => return None,
    })
}

/// The input that an assignment describes; what it says nothing of is as in another input, where that has it.
pub fn values(types: &[Type], like: &[Value], terms: &Terms, assignment: &Assignment) -> Vec<Value> {
    let reader = Reader { terms, assignment };
    let one = |(at, ty): (usize, &Type)| reader.value(&format!("p{at}"), ty, like.get(at), 0);
    types.iter().enumerate().map(one).collect()
}

struct Reader<'a> {
    terms: &'a Terms,
    assignment: &'a Assignment,
}

impl Reader<'_> {
    fn said(&self, name: &str) -> Option<Scalar> {
        let id = self.terms.find(name)?;
        self.assignment.get(id.0 as usize).copied().flatten()
    }

    fn number(&self, name: &str) -> Option<i128> {
        match self.said(name)? {
            Scalar::Int(n) => Some(n),
            _ => None,
        }
    }

    /// Whether anything is said of a part of a place.
    fn value(&self, name: &str, ty: &Type, like: Option<&Value>, depth: usize) -> Value {
        let said = self.said(name);
        let number = |otherwise: i128| match (said, like) {
            (Some(Scalar::Int(n)), _) => n,
            (_, Some(Value::Int(n))) => *n,
            _ => otherwise,
        };
        match ty {
            Type::Unit | Type::Opaque(_) | Type::Const(_) | Type::Phantom(_) => Value::Unit,
            Type::Bool => match (said, like) {
                (Some(Scalar::Bool(b)), _) => Value::Bool(b),
                (_, Some(like @ Value::Bool(_))) => like.clone(),
                _ => Value::Bool(false),
            },
            Type::Char => match (said, like) {
                (Some(Scalar::Int(code)), _) => Value::Char(character(code)),
                (_, Some(like @ Value::Char(_))) => like.clone(),
                _ => Value::Char('a'),
            },
            Type::Int(_) if said.is_none() && matches!(like, Some(Value::Big(_))) => {
                like.cloned().unwrap_or(Value::Int(0))
            }
            Type::Int(int) => Value::Int(int.nearest(number(0))),
            Type::NonZero(int) => match int.nearest(number(1)) {
                0 => Value::Int(1),
                n => Value::Int(n),
            },
            Type::Duration => Value::Int(number(0).max(0)),
            Type::Float(float) => match (said, like) {
                (Some(Scalar::Float(x)), _) => Value::float(*float, x),
                (_, Some(like @ (Value::F32(_) | Value::F64(_)))) => like.clone(),
                _ => Value::float(*float, 0.0),
            },
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
                self.value(name, inner, like, depth)
            }
            Type::Ordering => match self.number(&format!("{name}.tag")) {
                Some(0) => Value::Ordering(std::cmp::Ordering::Less),
                Some(2) => Value::Ordering(std::cmp::Ordering::Greater),
                None if matches!(like, Some(Value::Ordering(_))) => like.cloned().unwrap_or(Value::Unit),
                _ => Value::Ordering(std::cmp::Ordering::Equal),
            },
            Type::Str | Type::String => self.text(name, like),
            Type::Slice(item) | Type::Vec(item) => {
                let old = items(like);
                let len = self.length(name, old.len());
                self.sequence(name, item, old, len, depth)
            }
            Type::Array(item, len) => self.sequence(name, item, items(like), *len, depth),
            Type::Tuple(types) => {
                let part = |(at, ty): (usize, &Type)| {
                    self.value(&format!("{name}.{at}"), ty, like.and_then(|like| like.part(at)), depth + 1)
                };
                Value::Tuple(types.iter().enumerate().map(part).collect())
            }
            Type::Option(item) => self.option(name, item, like, depth),
            Type::Result(ok, err) => self.result(name, (ok, err), like, depth),
            Type::Adt(adt) if !adt.constructors().is_empty() => self.made(name, adt, like, depth),
            Type::Adt(adt) => self.data(name, adt, like, depth),
        }
    }

    fn text(&self, name: &str, like: Option<&Value>) -> Value {
        let old: Vec<char> = match like {
            Some(Value::Str(text)) => text.chars().collect(),
            _ => Vec::new(),
        };
        let len = self.length(name, old.len());
        let one = |at: usize| match self.number(&format!("{name}[{at}]")) {
            Some(code) => character(code),
            None => old.get(at).copied().unwrap_or('a'),
        };
        Value::str((0..len).map(one).collect::<String>())
    }

    fn option(&self, name: &str, item: &Type, like: Option<&Value>, depth: usize) -> Value {
        let inside = match like {
            Some(Value::Some(inside)) => Some(&**inside),
            _ => None,
        };
        let is_some = self.number(&format!("{name}.tag")).map_or(inside.is_some(), |tag| tag == 1);
        match is_some && depth < DEEPEST {
            true => Value::Some(Arc::new(self.value(&format!("{name}.v1.0"), item, inside, depth + 1))),
            false => Value::None,
        }
    }

    fn result(&self, name: &str, (ok, err): (&Type, &Type), like: Option<&Value>, depth: usize) -> Value {
        let (good, bad) = match like {
            Some(Value::Ok(inside)) => (Some(&**inside), None),
            Some(Value::Err(inside)) => (None, Some(&**inside)),
            _ => (None, None),
        };
        match self.number(&format!("{name}.tag")).map_or(bad.is_some(), |tag| tag == 1) {
            false => Value::Ok(Arc::new(self.value(&format!("{name}.v0.0"), ok, good, depth + 1))),
            true => Value::Err(Arc::new(self.value(&format!("{name}.v1.0"), err, bad, depth + 1))),
        }
    }

    /// The length that is said, or else as it was: long enough for every item that is said.
    fn length(&self, name: &str, old: usize) -> usize {
        let said = self.number(&format!("{name}.len"));
        said.and_then(|len| usize::try_from(len).ok()).unwrap_or(old)
    }

    fn sequence(&self, name: &str, item: &Type, old: &[Value], len: usize, depth: usize) -> Value {
        // What is added is like what was there.
        let like = |at: usize| old.get(at).or(old.last());
        Value::seq((0..len).map(|at| self.value(&format!("{name}[{at}]"), item, like(at), depth + 1)))
    }

    fn data(&self, name: &str, adt: &Adt, like: Option<&Value>, depth: usize) -> Value {
        let old = like.and_then(tag);
        let variants = adt.variants();
        let said = self.number(&format!("{name}.tag")).and_then(|tag| usize::try_from(tag).ok());
        let plainest = || (0..variants.len()).min_by_key(|at| variants[*at].fields.len()).unwrap_or(0);
        let variant = match said.or(old).filter(|at| *at < variants.len()) {
            Some(variant) if depth < DEEPEST => variant,
            _ => plainest(),
        };
        let Some(shape) = variants.get(variant) else { return Value::data(0, Vec::new()) };
        let like = like.filter(|_| old == Some(variant));
        let field = |(at, field): (usize, &morph_relation::Field)| {
            let place = if variants.len() > 1 || adt.is_enum {
                format!("{name}.v{variant}.{at}")
            } else {
                format!("{name}.{at}")
            };
            self.value(&place, &field.ty, like.and_then(|like| like.part(at)), depth + 1)
        };
        Value::data(variant, shape.fields.iter().enumerate().map(field).collect())
    }

    /// What a constructor is to make; as it was, where nothing else is said.
    fn made(&self, name: &str, adt: &Adt, like: Option<&Value>, depth: usize) -> Value {
        let old = match like {
            Some(Value::Data(data)) => data.recipe.as_ref(),
            _ => None,
        };
        let said = self.number(&format!("{name}.con")).and_then(|which| usize::try_from(which).ok());
        let which = said.or(old.map(|recipe| recipe.constructor)).unwrap_or(0);
        let Some(constructor) = adt.constructors().get(which) else { return Value::Unit };
        let old = old.filter(|recipe| recipe.constructor == which);
        let argument = |(at, ty): (usize, &Type)| {
            let like = old.and_then(|recipe| recipe.args.get(at));
            self.value(&format!("{name}.c{which}.{at}"), ty, like, depth + 1)
        };
        let args: Vec<Value> = constructor.params.iter().enumerate().map(argument).collect();
        match like {
            Some(like) if old.is_some_and(|recipe| recipe.args == args) => like.clone(),
            _ => Value::unmade(Recipe::new(adt, which, args)),
        }
    }
}

fn items(value: Option<&Value>) -> &[Value] {
    match value {
        Some(Value::Seq(items)) => items,
        _ => &[],
    }
}

/// The character with a code; surrogates have none.
fn character(code: i128) -> char {
    u32::try_from(code).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Terms;
    use morph_relation::IntType;

    fn int(n: i128) -> Value {
        Value::Int(n)
    }

    #[test]
    fn an_input_is_what_its_assignment_describes() {
        let u8_type = Type::Int(IntType::U8);
        let pair = Type::Tuple(vec![Type::Option(Box::new(u8_type.clone())), Type::Bool]);
        let types = [
            Type::Ref(Box::new(Type::Str)),
            Type::Vec(Box::new(pair)),
            Type::Result(Box::new(u8_type), Box::new(Type::Char)),
        ];
        let entry = |value: Value, b: bool| Value::Tuple(vec![value, Value::Bool(b)].into());
        let input = vec![
            Value::str("aé"),
            Value::seq([entry(Value::None, true), entry(Value::Some(Arc::new(int(7))), false)]),
            Value::Err(Arc::new(Value::Char('x'))),
        ];
        let mut terms = Terms::default();
        let names =
            ["p0.len", "p0[0]", "p0[1]", "p1.len", "p1[0].0.tag", "p1[0].1", "p1[1].0.tag", "p1[1].0.v1.0"];
        for name in names.into_iter().chain(["p1[1].1", "p2.tag", "p2.v1.0"]) {
            let sort = if name.ends_with("].1") { Sort::Bool } else { Sort::Int(0, 0x10_FFFF) };
            terms.variable(name, sort, false);
        }
        let said = assignment(&terms, &input);
        assert_eq!(values(&types, &[], &terms, &said), input);
        // Another length leaves what there was, and repeats its like.
        let mut longer = said.clone();
        longer[terms.find("p1.len").unwrap().0 as usize] = Some(Scalar::Int(3));
        let made = values(&types, &input, &terms, &longer);
        let last = entry(Value::Some(Arc::new(int(7))), false);
        assert_eq!(made[1], Value::seq([entry(Value::None, true), last.clone(), last]));
    }

    #[test]
    fn what_an_input_does_not_have_stands_for_something_that_fits() {
        let mut terms = Terms::default();
        terms.variable("p0[5]", Sort::Int(3, 9), false);
        terms.variable("p0.v1.0", Sort::Bool, false);
        let said = assignment(&terms, &[Value::str("ab")]);
        assert_eq!(said, [Some(Scalar::Int(3)), Some(Scalar::Bool(false))]);
    }
}
