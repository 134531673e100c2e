//! Values as reports show them: as short as [`show_literal`] has them, and structs and enums by their names.

use super::literal::show_literal;
use super::types::{Adt, Type};
use super::value::{Data, Value};

/// A value of a type, as a person reads it: `Shape::Line(3)`, `Ratio::new(1, 2)` where a constructor made it.
pub fn show_value(value: &Value, ty: &Type) -> String {
    let list = |items: &[Value], ty: &Type| {
        items.iter().map(|item| show_value(item, ty)).collect::<Vec<_>>().join(", ")
    };
    match (value, ty) {
        (
            _,
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner),
        ) => show_value(value, inner),
        (Value::Seq(items), ty) if ty.item().is_some() => {
            format!("[{}]", ty.item().map(|item| list(items, item)).unwrap_or_default())
        }
        (Value::Tuple(items), Type::Tuple(types)) => {
            let parts: Vec<String> = items.iter().zip(types).map(|(v, t)| show_value(v, t)).collect();
            format!("({})", parts.join(", "))
        }
        (Value::Some(v), Type::Option(t)) => format!("Some({})", show_value(v, t)),
        (Value::Ok(v), Type::Result(t, _)) => format!("Ok({})", show_value(v, t)),
        (Value::Err(v), Type::Result(_, t)) => format!("Err({})", show_value(v, t)),
        (Value::Data(data), Type::Adt(adt)) => show_data(data, adt),
        (other, _) => show_literal(other),
    }
}

fn show_data(data: &Data, adt: &Adt) -> String {
    if let Some(recipe) = &data.recipe
        && let Some(constructor) = adt.constructors().get(recipe.constructor)
    {
        let args = recipe.args.iter().zip(&constructor.params).map(|(value, ty)| show_value(value, ty));
        return adt.made(constructor, &args.collect::<Vec<_>>());
    }
    let Some(variant) = adt.variants().get(data.variant) else { return adt.name.clone() };
    let fields = data.fields.iter().zip(&variant.fields);
    adt.written(data.variant, &fields.map(|(value, field)| show_value(value, &field.ty)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IntType;

    #[test]
    fn values_without_names_are_shown_as_literals() {
        let int = Type::Int(IntType::U8);
        let pair = Type::Tuple(vec![int.clone(), Type::Ref(Box::new(Type::Str))]);
        let value = Value::Tuple(vec![Value::Int(3), Value::str("a\n")].into());
        assert_eq!(show_value(&value, &pair), "(3, \"a\\n\")");
        let list = Type::Ref(Box::new(Type::Slice(Box::new(Type::Option(Box::new(int))))));
        let value = Value::seq([Value::None, Value::Some(Value::Int(1).into())]);
        assert_eq!(show_value(&value, &list), "[None, Some(1)]");
    }
}
