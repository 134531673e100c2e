//! A law with what speaks for it.

use crate::laws::{Family, Instance};
use crate::options::Level;
use morph_relation::{Relation, Type};

/// A law that something speaks for.
pub struct Expected {
    /// The statement.
    pub instance: Instance,
    /// How sure a violation is a bug.
    pub level: Level,
    /// Whether a trait demands it.
    pub is_contract: bool,
    /// What speaks for it, as a sentence without its end.
    pub why: String,
    /// The greatest share of ordinary inputs on which it may fail: what fails more often was never meant.
    pub most: f64,
}

impl Expected {
    /// A statement about a subject and these siblings that something besides its name makes likely.
    pub fn likely(
        family: &'static Family,
        relation: Relation,
        siblings: Vec<String>,
        why: String,
        most: f64,
    ) -> Expected {
        let said = family.said.to_owned();
        let (forms, places) = (vec![relation], Vec::new());
        let instance = Instance { family, forms, said, places, siblings, of_part: false };
        Expected { instance, level: Level::Likely, is_contract: false, why, most }
    }
}

/// What statements call an outcome of such a type where there is an answer.
pub fn answered(ret: &Type) -> &'static str {
    match ret {
        Type::Option(_) | Type::Result(..) => "y0.unwrap()",
        _ => "y0",
    }
}

/// Of ordinary inputs, the share on which anything may fail: what fails on more was never meant, whatever its name.
pub const NEARLY_ALL: f64 = 0.95;
/// Shares of ordinary inputs: a broken promise may be broken often, what nobody announces nearly holds.
pub const MOSTLY: f64 = 0.98;
pub const HALF: f64 = 0.5;
pub const SELDOM: f64 = 0.05;
/// Who writes a test chooses its inputs.
pub const TESTED: f64 = 0.15;
