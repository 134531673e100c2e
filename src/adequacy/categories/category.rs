//! A category, its choices, and the tests that tell which inputs have them.

use std::cmp::Ordering;

use super::place::Place;
use super::property::{self, Property};
use morph_relation::{Env, Expr, Tolerance, Value};

/// A respect in which inputs differ.
#[derive(Clone, Debug)]
pub struct Category {
    /// What: "a", "length of text", "a and b".
    pub name: String,
    /// How: an input has the first choice that it satisfies. None, where the category does not apply.
    pub choices: Vec<Choice>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a category comes from; what comes first counts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// `morph.toml`.
    Configured,
    /// Conditions in the source, and a parameter's type.
    Condition,
    /// Two parameters of one type.
    Comparison,
    /// A parameter's type alone.
    Type,
}

/// A kind of inputs.
#[derive(Clone, Debug)]
pub struct Choice {
    /// As reports say it: "a == 0".
    pub name: String,
    /// Which inputs.
    pub test: Test,
}

/// Which inputs have a choice.
#[derive(Clone, Debug)]
pub enum Test {
    /// The value at a place has a property.
    Is(Place, Property),
    /// The first value compares so with the second.
    Compares(Place, Place, Ordering),
    /// Two values are, or are not, equal.
    Equal(Place, Place, bool),
    /// A condition in the relation language over the parameters.
    Condition(Expr),
}

impl Test {
    /// Whether an input passes.
    pub fn holds(&self, input: &[Value]) -> bool {
        match self {
            Test::Is(place, property) => place.value(input).is_some_and(|value| property.holds(value)),
            Test::Compares(a, b, how) => match (a.value(input), b.value(input)) {
                (Some(a), Some(b)) => property::compare(a, b) == Some(*how),
                _ => false,
            },
            Test::Equal(a, b, equal) => match (a.value(input), b.value(input)) {
                (Some(a), Some(b)) => a.same(b, Tolerance::Exact) == *equal,
                _ => false,
            },
            Test::Condition(condition) => {
                condition.test(Env { params: input, outs: &[] }, Tolerance::Exact) == Some(true)
            }
        }
    }
}
