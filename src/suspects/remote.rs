//! Inputs that nobody meets: years beyond all calendars, and what lies at the end of a type.

use morph_relation::{Type, Value};
use morph_values::cost_of;

/// Inputs that cost more hold numbers that nobody meets.
const LARGE: u128 = 1_000_000_000;

/// Constants at the ends of types.
const ENDS: [&str; 6] = ["min", "max", "min_value", "max_value", "infinity", "neg_infinity"];

/// Whether an input holds a number larger than those that people meet, or a constant at the end of its type.
pub fn is_remote(input: &[Value], types: &[Type]) -> bool {
    cost_of(input) > LARGE || input.iter().zip(types).any(|(value, ty)| holds_end(value, ty))
}

fn holds_end(value: &Value, ty: &Type) -> bool {
    match (value, ty.owned()) {
        (Value::Data(data), Type::Adt(adt)) => {
            let Some(recipe) = &data.recipe else {
                let fields = adt.variants().get(data.variant).map(|shape| &shape.fields);
                let mut fields = data.fields.iter().zip(fields.into_iter().flatten());
                return fields.any(|(value, field)| holds_end(value, &field.ty));
            };
            let Some(constructor) = adt.constructors().get(recipe.constructor) else { return false };
            let name = constructor.name.rsplit("::").next().unwrap_or_default().to_lowercase();
            recipe.args.is_empty() && ENDS.contains(&name.as_str())
                || recipe.args.iter().zip(&constructor.params).any(|(value, ty)| holds_end(value, ty))
        }
        (Value::Some(value), Type::Option(ty)) => holds_end(value, &ty),
        (Value::Tuple(values), Type::Tuple(types)) => {
            values.iter().zip(&types).any(|(value, ty)| holds_end(value, ty))
        }
        (Value::Seq(values), ty) => {
            ty.item().is_some_and(|ty| values.iter().any(|value| holds_end(value, ty)))
        }
        _ => false,
    }
}
