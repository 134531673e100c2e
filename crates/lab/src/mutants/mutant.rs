//! Mutants, and the kinds of changes that they make.

use std::ops::Range;
use std::path::PathBuf;

// Operators of ours that the lab treats apart.
pub(super) const STATEMENT: &str = "statement";
pub(super) const RANGE: &str = "range";
pub(super) const ITERATOR: &str = "iterator";

/// A changed program: one text in one file replaced by another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// `path::of::function#<operator>:<original>→<replacement>@<n-th such in the function>`: unique, and independent
    /// of where the function stands.
    pub id: String,
    /// [`morph_source::scan::Function::path`] of the innermost function around it; empty where there is none, in constants.
    pub function: String,
    /// The file, absolute.
    pub file: PathBuf,
    /// What kind of change it is.
    pub genre: Genre,
    /// Bytes of the file that `replacement` replaces.
    pub span: Range<usize>,
    /// The text that is replaced.
    pub original: String,
    /// The text that replaces it; empty for a deletion.
    pub replacement: String,
    /// 1-based line of the first byte.
    pub line: usize,
}

/// The kind of a change: one of cargo-mutants' genres, or an operator of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Genre {
    /// The statements of a body are replaced by a value.
    FnValue,
    /// A binary operator is replaced, assignments such as `+=` included.
    BinaryOperator,
    /// A unary operator is deleted.
    UnaryOperator,
    /// A match arm is deleted, with its comma.
    MatchArm,
    /// The guard of a match arm is replaced by `true` or `false`.
    MatchArmGuard,
    /// A field is deleted from a struct literal that has a base.
    StructField,
    /// The operator of [`super::OPERATORS`] with this name.
    Own(&'static str),
}

impl Genre {
    /// Every genre of cargo-mutants.
    pub const LISTED: [Genre; 6] = [
        Genre::FnValue,
        Genre::BinaryOperator,
        Genre::UnaryOperator,
        Genre::MatchArm,
        Genre::MatchArmGuard,
        Genre::StructField,
    ];

    /// cargo-mutants' name of it, or that of our operator.
    pub fn name(self) -> &'static str {
        match self {
            Genre::FnValue => "FnValue",
            Genre::BinaryOperator => "BinaryOperator",
            Genre::UnaryOperator => "UnaryOperator",
            Genre::MatchArm => "MatchArm",
            Genre::MatchArmGuard => "MatchArmGuard",
            Genre::StructField => "StructField",
            Genre::Own(operator) => operator,
        }
    }

    /// The operator's name in ids.
    pub fn operator(self) -> &'static str {
        match self {
            Genre::FnValue => "return",
            Genre::BinaryOperator => "binary",
            Genre::UnaryOperator => "unary",
            Genre::MatchArm => "arm",
            Genre::MatchArmGuard => "guard",
            Genre::StructField => "field",
            Genre::Own(operator) => operator,
        }
    }

    /// Whether an operator of ours made it.
    pub fn is_own(self) -> bool {
        matches!(self, Genre::Own(_))
    }

    /// Whether whole statements go.
    pub fn deletes_statement(self) -> bool {
        self == Genre::Own(STATEMENT)
    }

    /// Whether the changed expression may be of another type, such as a range with its end, so that the two are alike
    /// only where the chain of calls around it ends.
    pub fn changes_type(self) -> bool {
        matches!(self, Genre::Own(RANGE | ITERATOR))
    }
}
