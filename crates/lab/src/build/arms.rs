//! Match arms without which a match is not exhaustive.

use std::ops::Range;

use morph_source::visit::{self, Visit};
use syn::spanned::Spanned;

use crate::mutant_id::MutantId;
use crate::mutants::{Genre, Mutant};
use morph_source::workspace::Source;

/// Those of the mutants that delete an arm of the match whose scrutinee is around these bytes.
///
/// cargo-mutants takes `_ if guard` for an arm that catches everything, and lists such deletions.
pub fn deletions<'a>(
    source: &Source,
    bytes: &Range<usize>,
    mutants: impl Iterator<Item = (MutantId, &'a Mutant)>,
) -> Vec<MutantId> {
    let mut finder = Finder { source, bytes, arms: Vec::new() };
    finder.visit_file(&source.ast);
    let of_match = |mutant: &Mutant| finder.arms.iter().any(|arm| arm.contains(&mutant.span.start));
    let deletions = mutants.filter(|(_, mutant)| mutant.genre == Genre::MatchArm && of_match(mutant));
    deletions.map(|(id, _)| id).collect()
}

struct Finder<'a> {
    source: &'a Source,
    bytes: &'a Range<usize>,
    /// Of each arm without a guard, of the innermost match so far: from its pattern to its body.
    arms: Vec<Range<usize>>,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_match(&mut self, found: &'ast syn::ExprMatch) {
        let scrutinee = self.source.range(found.expr.span());
        if scrutinee.start <= self.bytes.start && self.bytes.end <= scrutinee.end {
            let of = |arm: &syn::Arm| {
                self.source.range(arm.span()).start..self.source.range(arm.body.span()).start
            };
            // A guarded arm covers nothing.
            let unguarded = found.arms.iter().filter(|arm| !matches!(arm.pat, syn::Pat::Guard(_)));
            self.arms = unguarded.map(of).collect();
        }
        visit::visit_expr_match(self, found);
    }
}
