//! Our own operators: changes of the syntax tree beside those that cargo-mutants lists.
//!
//! cargo-mutants makes few mutants per function, and relations have to be judged on mutants that the search never saw.

mod literals;
mod methods;
mod node;
mod operands;
mod operators;
mod statements;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::id::assign;
use super::mutant::{Genre, Mutant};
use morph_source::scan::Function;
use morph_source::workspace;

pub use table::{OPERATORS, Operator};

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
