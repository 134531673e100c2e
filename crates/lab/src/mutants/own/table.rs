//! The list of our operators.

use super::node::{Changes, Node};
use super::{literals, methods, operands, operators, statements};
use crate::mutants::mutant::{ITERATOR, RANGE, STATEMENT};

/// A way to change a program.
pub struct Operator {
    /// Its name in ids; none of cargo-mutants' operators has it.
    pub name: &'static str,
    /// What it does.
    pub does: &'static str,
    pub(super) apply: fn(Node<'_>, &mut Changes<'_>),
}

/// Every operator.
pub const OPERATORS: [Operator; 13] = [
    Operator {
        name: "arithmetic",
        does: "replaces `+`, `-`, `*`, `/`, `%` by each other",
        apply: operators::arithmetic,
    },
    Operator {
        name: "relational",
        does: "replaces a comparison by its neighbours and its opposite",
        apply: operators::relational,
    },
    Operator { name: "logical", does: "replaces `&&` and `||` by each other", apply: operators::logical },
    Operator {
        name: "bit",
        does: "replaces `&`, `|`, `^` and `<<`, `>>` by each other",
        apply: operators::bit,
    },
    Operator {
        name: "assignment",
        does: "replaces the operator of a compound assignment",
        apply: operators::assignment,
    },
    Operator {
        name: "negation",
        does: "negates the condition of an `if` or `while`, or removes a `!`",
        apply: operands::negation,
    },
    Operator {
        name: "minus",
        does: "inserts a `-` before the left operand of an arithmetic operator, or removes a `-`",
        apply: operands::minus,
    },
    Operator { name: "index", does: "replaces the index `i` by `i + 1` and `i - 1`", apply: operands::index },
    Operator { name: RANGE, does: "replaces `..` and `..=` by each other", apply: operands::range },
    Operator {
        name: "literal",
        does: "replaces a number by a neighbour, 0 or its opposite, flips a boolean, empties a string",
        apply: literals::literal,
    },
    Operator {
        name: "method",
        does: "replaces a function by its counterpart, such as `min` by `max`",
        apply: methods::method,
    },
    Operator { name: ITERATOR, does: "replaces `skip` and `take` by each other", apply: methods::iterator },
    Operator { name: STATEMENT, does: "deletes a statement", apply: statements::statement },
];
