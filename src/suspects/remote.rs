//! Inputs that nobody meets: years beyond all calendars, and what lies at the end of a type.

use super::inputs::any_struct;
use morph_relation::{Adt, Data, Type, Value};
use morph_values::cost_of;

/// Inputs that cost more hold numbers that nobody meets.
const LARGE: u128 = 1_000_000_000;

/// Constants at the ends of types.
const ENDS: [&str; 6] = ["min", "max", "min_value", "max_value", "infinity", "neg_infinity"];

/// Whether an input holds a number larger than those that people meet, or a constant at the end of its type.
pub fn is_remote(input: &[Value], types: &[Type]) -> bool {
    cost_of(input) > LARGE || input.iter().zip(types).any(|(value, ty)| any_struct(value, ty, &is_end))
}

/// Whether a value is such a constant; left open where it is made of something.
fn is_end(data: &Data, adt: &Adt) -> Option<bool> {
    let recipe = data.recipe.as_ref().filter(|recipe| recipe.args.is_empty())?;
    let constructor = adt.constructors().get(recipe.constructor)?;
    let name = constructor.name.rsplit("::").next().unwrap_or_default().to_lowercase();
    Some(ENDS.contains(&name.as_str()))
}
