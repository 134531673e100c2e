//! Families that hold by chance of what is seen of outcomes.

use crate::laws::family::{Family, Kind};
use crate::laws::instance::Context;
use crate::laws::views::View;
use morph_relation::Type;

/// Families of numbers that grow with what is given: of a part of what is read from a text, no one means any of them.
const GROWING: [&str; 3] = ["subadditive over concatenation", "monotone", "increasing"];

/// Whether a family is about a coincidence, of what the context sees of outcomes.
pub fn is_chance(context: &Context<'_>, family: &Family) -> bool {
    let is_truth = context.seen_by.and_then(View::shown).is_some_and(|ty| *ty == Type::Bool);
    let takes_text = context.subject.arguments().iter().any(|(_, ty)| Kind::of(ty) == Some(Kind::Text));
    let is_part_of_text = takes_text && matches!(context.seen_by, Some(View::Part(..)));
    is_truth && relates_truths(family) || is_part_of_text && GROWING.contains(&family.name)
}

/// Whether a family is about what several truths have to do with each other: of those that a method tells of what a function
/// returns, that is chance.
fn relates_truths(family: &Family) -> bool {
    let joints = [" ^ f(", " | f(", " & f(", " != f("];
    family.law.starts_with("!f(") || joints.iter().any(|joint| family.law.contains(joint))
}
