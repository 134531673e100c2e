//! The places of an input where it can be changed: numbers, characters, texts, sequences and variants, however deep.

use std::sync::Arc;

use morph_relation::{Data, Type, Value};
use morph_source::scan::Param;
use morph_values::bare;

/// A place: which parameter, which part of it, which part of that, and what type is asked for there.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    path: Vec<usize>,
    /// The type, without references and boxes; of a text's character, `char`.
    pub ty: Type,
}

/// Parts of a text or sequence that are changed at its beginning and at its end.
const ENDS: usize = 12;

/// The places of an input, outer ones first.
pub fn places(input: &[Value], params: &[Param]) -> Vec<Place> {
    let mut all = Vec::new();
    for (i, (value, param)) in input.iter().zip(params).enumerate() {
        descend(value, &param.ty, &mut vec![i], &mut all);
    }
    all
}

fn descend(value: &Value, ty: &Type, path: &mut Vec<usize>, all: &mut Vec<Place>) {
    let ty = bare(ty);
    all.push(Place { path: path.clone(), ty: ty.clone() });
    let ends = |len: usize| (0..len).filter(move |i| *i < ENDS || *i + ENDS >= len);
    let mut part = |index: usize, value: &Value, ty: &Type| {
        path.push(index);
        descend(value, ty, path, all);
        path.pop();
    };
    match (value, ty) {
        (Value::Str(text), _) => {
            let chars: Vec<char> = text.chars().collect();
            ends(chars.len()).for_each(|i| part(i, &Value::Char(chars[i]), &Type::Char));
        }
        (Value::Seq(items), ty) => {
            if let Some(item) = ty.item() {
                ends(items.len()).for_each(|i| part(i, &items[i], item));
            }
        }
        (Value::Tuple(items), Type::Tuple(types)) => {
            items.iter().zip(types).enumerate().for_each(|(i, (value, ty))| part(i, value, ty));
        }
        (Value::Some(inner), Type::Option(ty))
        | (Value::Ok(inner), Type::Result(ty, _))
        | (Value::Err(inner), Type::Result(_, ty)) => part(0, inner, ty),
        (Value::Data(data), Type::Adt(adt)) => match &data.recipe {
            Some(recipe) => {
                let types = adt.constructors().get(recipe.constructor).map(|c| c.params.as_slice());
                let args = recipe.args.iter().zip(types.unwrap_or_default());
                args.enumerate().for_each(|(i, (value, ty))| part(i, value, ty));
            }
            // What is guarded by constructors and was not made by one stays what it is.
            None if adt.constructors().is_empty() => {
                let fields = adt.variants().get(data.variant).map(|shape| shape.fields.as_slice());
                let fields = data.fields.iter().zip(fields.unwrap_or_default());
                fields.enumerate().for_each(|(i, (value, field))| part(i, value, &field.ty));
            }
            None => {}
        },
        _ => {}
    }
}

impl Place {
    /// Whether it is a parameter, not a part of one.
    pub fn is_whole(&self) -> bool {
        self.path.len() == 1
    }

    /// What stands there.
    pub fn value(&self, input: &[Value]) -> Option<Value> {
        let (first, rest) = self.path.split_first()?;
        let mut value = input.get(*first)?.clone();
        for index in rest {
            value = part(&value, *index)?;
        }
        Some(value)
    }

    /// The input with another value there; `None` where it does not fit, or is what stands there already.
    pub fn replaced(&self, input: &[Value], new: Value, params: &[Param]) -> Option<Vec<Value>> {
        let (first, rest) = self.path.split_first()?;
        let value = with(input.get(*first)?, rest, new)?;
        if !value.fits(&params[*first].ty) || value == input[*first] {
            return None;
        }
        let mut input = input.to_vec();
        input[*first] = value;
        Some(input)
    }
}

fn part(value: &Value, index: usize) -> Option<Value> {
    match value {
        Value::Str(text) => text.chars().nth(index).map(Value::Char),
        Value::Seq(items) | Value::Tuple(items) => items.get(index).cloned(),
        Value::Some(inner) | Value::Ok(inner) | Value::Err(inner) => Some((**inner).clone()),
        Value::Data(data) => match &data.recipe {
            Some(recipe) => recipe.args.get(index).cloned(),
            None => data.fields.get(index).cloned(),
        },
        _ => None,
    }
}

/// A value with another one at a place in it.
fn with(value: &Value, path: &[usize], new: Value) -> Option<Value> {
    let Some((index, rest)) = path.split_first() else { return Some(new) };
    let replace = |parts: &[Value]| -> Option<Vec<Value>> {
        let mut parts = parts.to_vec();
        let part = parts.get_mut(*index)?;
        *part = with(part, rest, new.clone())?;
        Some(parts)
    };
    Some(match value {
        Value::Str(text) => {
            let Value::Char(new) = new else { return None };
            let chars = text.chars().enumerate().map(|(i, c)| if i == *index { new } else { c });
            Value::str(chars.collect::<String>())
        }
        Value::Seq(items) => Value::seq(replace(items)?),
        Value::Tuple(items) => Value::Tuple(replace(items)?.into()),
        Value::Some(inner) => Value::Some(with(inner, rest, new)?.into()),
        Value::Ok(inner) => Value::Ok(with(inner, rest, new)?.into()),
        Value::Err(inner) => Value::Err(with(inner, rest, new)?.into()),
        Value::Data(data) => match &data.recipe {
            Some(recipe) => Value::unmade(recipe.with(replace(&recipe.args)?)),
            None => Value::Data(Arc::new(Data { fields: replace(&data.fields)?, ..(**data).clone() })),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::IntType;
    use morph_source::scan::Subject;

    #[test]
    fn every_part_is_a_place_and_can_be_replaced_alone() {
        let int = || Type::Int(IntType::U8);
        let pair = Type::Tuple(vec![Type::Option(Box::new(int())), Type::Ref(Box::new(Type::Str))]);
        let subject = Subject::free("demo::f", &[("a", pair), ("b", Type::Vec(Box::new(int())))], Type::Bool);
        let text = Value::str("né");
        let input = [
            Value::Tuple([Value::Some(Value::Int(3).into()), text].into()),
            Value::seq([Value::Int(4), Value::Int(5)]),
        ];
        let all = places(&input, &subject.params);
        let told: Vec<String> = all.iter().map(|place| format!("{:?} {}", place.path, place.ty)).collect();
        let expected = [
            "[0] (Option<u8>, &str)",
            "[0, 0] Option<u8>",
            "[0, 0, 0] u8",
            "[0, 1] str",
            "[0, 1, 0] char",
            "[0, 1, 1] char",
            "[1] Vec<u8>",
            "[1, 0] u8",
            "[1, 1] u8",
        ];
        assert_eq!(told, expected);
        for place in &all {
            let new = match place.ty {
                Type::Char => Value::Char('x'),
                Type::Int(_) => Value::Int(77),
                _ => continue,
            };
            let changed = place.replaced(&input, new.clone(), &subject.params).expect("it fits");
            assert_eq!(place.value(&changed), Some(new));
            let others = all.iter().filter(|other| other.path.len() >= place.path.len());
            for other in others.filter(|other| other.path != place.path) {
                assert_eq!(other.value(&changed), other.value(&input));
            }
            assert_eq!(place.replaced(&input, Value::Int(300), &subject.params), None);
        }
    }
}
