//! Our own operators: changes of the syntax tree beside those that cargo-mutants lists.
//!
//! cargo-mutants makes few mutants per function, and relations have to be judged on mutants that the search never saw.

mod literals;
mod methods;
mod operands;
mod operators;
mod statements;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::id::assign;
use super::{Genre, Mutant};
use morph_source::scan::Function;
use morph_source::workspace;
use walk::{Changes, Node};

/// A way to change a program.
pub struct Operator {
    /// Its name in ids; none of cargo-mutants' operators has it.
    pub name: &'static str,
    /// What it does.
    pub does: &'static str,
    apply: fn(Node<'_>, &mut Changes<'_>),
}

pub(super) const STATEMENT: &str = "statement";
pub(super) const RANGE: &str = "range";
pub(super) const ITERATOR: &str = "iterator";

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

/// The mutants that our operators make of `functions`, sorted by function and position.
pub fn list(functions: &[Function]) -> anyhow::Result<Vec<Mutant>> {
    let mut by_file: BTreeMap<&Path, Vec<&Function>> = BTreeMap::new();
    for function in functions.iter().filter(|function| function.body.is_some()) {
        by_file.entry(&function.file).or_default().push(function);
    }
    let mut mutants = Vec::new();
    for (file, candidates) in by_file {
        let text = std::fs::read_to_string(file).map_err(|error| {
            morph_source::exit::fail(
                morph_source::exit::Code::DoesNotBuild,
                format!("cannot read {}: {error}", file.display()),
            )
        })?;
        let source = workspace::parse(file)?;
        for (operator, span, replacement) in walk::changes(&source, &text) {
            let innermost = candidates
                .iter()
                .filter(|function| function.body.as_ref().is_some_and(|body| within(&span, body)))
                .min_by_key(|function| function.item.len());
            let Some(function) = innermost else { continue };
            mutants.push(Mutant {
                id: String::new(),
                function: function.path.clone(),
                file: function.file.clone(),
                genre: Genre::Own(operator),
                original: text[span.clone()].to_owned(),
                line: 1 + text[..span.start].bytes().filter(|byte| *byte == b'\n').count(),
                span,
                replacement,
            });
        }
    }
    assign(&mut mutants);
    Ok(mutants)
}

/// Our mutants but for those that cargo-mutants lists too. Their ids stay those that they have without its list.
pub fn without_listed(mut own: Vec<Mutant>, listed: &[Mutant]) -> Vec<Mutant> {
    let key = |mutant: &Mutant| -> (PathBuf, usize, usize, String) {
        let text = mutant.replacement.split_whitespace().collect();
        (mutant.file.clone(), mutant.span.start, mutant.span.end, text)
    };
    let known: BTreeSet<_> = listed.iter().map(key).collect();
    own.retain(|mutant| !known.contains(&key(mutant)));
    own
}

fn within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner.start >= outer.start && inner.end <= outer.end
}
