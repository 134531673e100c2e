//! A family's statement with a subject, siblings, parameters and constants in its holes.

use super::family::Family;
use super::holes::{Arrangement, Holes};
use super::instance::Context;
use morph_relation::{Signature, Type};

/// What the functions are called while a statement is read: paths of methods of implementations are no Rust.
pub const ALIASES: [&str; 3] = ["subject__", "sibling__", "other_sibling__"];

/// What the methods that show their outcomes are called then.
pub const VIEWS: [&str; 3] = ["view__", "sibling_view__", "other_sibling_view__"];

/// The holes of a family with what fills them.
pub struct Filling<'a> {
    /// The subject, its siblings, its constants.
    pub context: &'a Context<'a>,
    /// The family.
    pub family: &'static Family,
    /// Its holes.
    pub holes: &'a Holes,
    /// The parameters that stand for letters.
    pub arrangement: &'a Arrangement,
    /// What is called beside the subject.
    pub siblings: &'a [&'a Signature],
    /// What stands for the constants that the statement leaves open.
    pub constants: &'a [syn::Expr],
}

/// The variables, by letter: one for each parameter that the letter stands for.
pub type Given = Vec<Vec<(String, Type)>>;
