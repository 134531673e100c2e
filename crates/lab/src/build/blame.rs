//! Which mutant, call or function an error of rustc is about, and what to do without.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::shim::OUTER_FILE;
use super::{Builder, ConstCalls, arms, one_line};
use crate::calls;
use crate::compile::{Built, CompileError};
use crate::instrument::CONST_COPY;
use crate::mutant_id::MutantId;
use crate::splice::Spliced;
use morph_source::exit::{Code, fail};
use morph_source::scan::Subject;
use morph_source::workspace;

impl Builder<'_> {
    /// Whether an error is about a call of ours: then another instance of the function is tried, or it is not called.
    /// `refused` are those to which an error of the same build has led.
    fn refuse(&mut self, error: &CompileError, refused: &mut BTreeSet<u32>) -> bool {
        let (mut numbers, mut found): (Vec<u32>, bool) = (Vec::new(), false);
        for (file, bytes, _) in error.places.iter().filter(|(.., primary)| *primary) {
            let ours = || file.ends_with(OUTER_FILE).then_some(&self.outer);
            let text = self.files.get(&self.original(file)).map(|f| &f.text.text);
            let Some(text) = text.or_else(ours) else { continue };
            let Some(before) = text.get(..bytes.start) else { continue };
            match calls::place(before) {
                Some(calls::Place::Call(number)) => numbers.push(number),
                Some(calls::Place::Type(owner)) => {
                    let made_of =
                        |subject: &Subject| subject.adts().iter().any(|adt| calls::owner(adt) == owner);
                    numbers.extend(self.called().filter(|(_, s)| made_of(s)).map(|(number, _)| number));
                }
                Some(calls::Place::Recipe(owner, recipe)) => {
                    self.refused_recipes.insert((owner, recipe));
                    found = true;
                }
                None => {}
            }
        }
        let why = error.message.lines().next().unwrap_or_default();
        for number in numbers.iter().filter(|number| refused.insert(**number)) {
            self.tried += 1;
            let subject = &mut self.subjects[*number as usize];
            if subject.alternatives.is_empty() {
                self.refused.entry(*number).or_insert_with(|| format!("cannot be called: {why}"));
            } else {
                let next = subject.alternatives.remove(0);
                *subject = Subject { alternatives: std::mem::take(&mut subject.alternatives), ..next };
            }
        }
        found || !numbers.is_empty()
    }

    /// Drops the mutants that the errors are about; an error that is about none is the user's, or our folding's.
    pub(super) fn blame(&mut self, failed: &Built) -> anyhow::Result<()> {
        if failed.two_heaps && !self.own_heap {
            self.own_heap = true;
            return Ok(());
        }
        let before = self.learnt();
        let known_calls = self.const_calls.clone();
        let mut strange = Vec::new();
        let mut refused = BTreeSet::new();
        for error in &failed.errors {
            if self.refuse(error, &mut refused) {
                continue;
            }
            if let Some(name) = constant_function(error).filter(|_| !self.is_ours(error)) {
                self.call_in_constant(name, error, &known_calls);
            } else if let Some(name) = const_copy_in(error) {
                self.kept.insert(name);
            } else if let Some((file, place)) = self.measured_branch(error) {
                self.unmeasured.entry(file).or_default().insert(place);
            } else if let Some((file, place)) = self.reported_branch(error) {
                self.unprobed.entry(file).or_default().insert(place);
            } else {
                match self.missing_arms(error).or_else(|| self.culprits(error)) {
                    Some(switches) => switches.into_iter().for_each(|id| self.drop_mutant(id)),
                    None => strange.push(error),
                }
            }
        }
        if self.learnt() != before {
            return Ok(());
        }
        self.pristine()?;
        if failed.errors.is_empty() {
            let why = workspace::cargo_error(&failed.stderr);
            return Err(fail(Code::DoesNotBuild, format!("the lab does not build: {why}")));
        }
        for (file, bytes, _) in strange.iter().flat_map(|error| &error.places) {
            let file = self.original(file);
            let places = self.branches_around(&file, bytes);
            self.unprobed.entry(file).or_default().extend(places);
        }
        if self.learnt() != before {
            return Ok(());
        }
        let known = self.left_alone.len();
        for (file, bytes, _) in strange.iter().flat_map(|error| &error.places) {
            let file = self.original(file);
            let Some(function) = self.files.get(&file).and_then(|f| f.function_at(bytes.start)) else {
                continue;
            };
            // What is returned of another type has effects elsewhere; without it the others may stand.
            let opaque = self.opaque_of(&file, function);
            if !opaque.is_empty() {
                self.opaque.extend(opaque);
                continue;
            }
            // So it is with deleted statements.
            let deleted: Vec<MutantId> = self.files[&file]
                .text
                .deletions
                .iter()
                .filter(|(at, _)| self.files[&file].function_at(at.start) == Some(function))
                .map(|(_, id)| *id)
                .collect();
            if deleted.is_empty() {
                self.left_alone.insert((file, function));
            }
            self.unviable.extend(deleted);
        }
        if self.learnt() != before {
            return Ok(());
        }
        if self.left_alone.len() == known && !self.search_by_halves(failed)? {
            let why = one_line(&failed.errors[0].rendered);
            return Err(fail(Code::Internal, format!("the instrumented copy does not compile: {why}")));
        }
        Ok(())
    }

    /// The branch of which a distance is told by code that an error begins in, or has to do with: a variable that is
    /// borrowed there is changed elsewhere. Where a mutant is of another type that is said of the original, too.
    fn measured_branch(&self, error: &CompileError) -> Option<(PathBuf, (usize, usize))> {
        let of_types =
            error.message.contains("mismatched types") || error.message.contains("incompatible types");
        let places = error.places.iter().filter(|(.., is_primary)| *is_primary || !of_types);
        places.filter(|(_, bytes, _)| !bytes.is_empty()).find_map(|(file, bytes, _)| {
            let file = self.original(file);
            let wraps = self.files.get(&file)?.text.wraps.iter().filter(|wrap| wrap.measures);
            let ours = |texts: &Range<usize>| texts.contains(&bytes.start);
            let hit = wraps.into_iter().find(|wrap| ours(&wrap.open) || ours(&wrap.close))?;
            Some((file, (hit.place.start, hit.place.end)))
        })
    }

    /// The branch whose report an error names.
    fn reported_branch(&self, error: &CompileError) -> Option<(PathBuf, (usize, usize))> {
        error.places.iter().find_map(|(file, bytes, _)| {
            let file = self.original(file);
            let wraps = &self.files.get(&file)?.text.wraps;
            let hit = wraps.iter().find(|w| !w.measures && !w.open.is_empty() && inside(bytes, &w.open))?;
            Some((file, (hit.place.start, hit.place.end)))
        })
    }

    /// The innermost branch around a place in the new text, or all of those in its function.
    fn branches_around(&self, file: &Path, bytes: &Range<usize>) -> Vec<(usize, usize)> {
        let Some(written) = self.files.get(file) else { return Vec::new() };
        let wraps = &written.text.wraps;
        let reported = || wraps.iter().filter(|w| !w.measures);
        let around = reported().filter(|w| inside(bytes, &w.whole)).min_by_key(|w| w.whole.len());
        let function = written.function_at(bytes.start);
        let beside =
            reported().filter(|w| function.is_some() && function == written.body_around(w.place.start));
        let found: Vec<_> = if around.is_some() { around.into_iter().collect() } else { beside.collect() };
        found.iter().map(|wrap| (wrap.place.start, wrap.place.end)).collect()
    }

    /// Replaced bodies that may keep the rest of their function from compiling, for the first of several types behind
    /// an `impl Trait` is taken to be the right one: those that make iterators, or else all.
    fn opaque_of(&self, file: &Path, function: usize) -> Vec<MutantId> {
        let all = self.files[file].opaque.get(&function).cloned().unwrap_or_default();
        let makes_iterator =
            |id: &&MutantId| self.mutants[id.0 as usize - 1].replacement.contains("::std::iter::");
        let first: Vec<MutantId> = all.iter().filter(makes_iterator).copied().collect();
        if first.is_empty() { all } else { first }
    }

    fn drop_mutant(&mut self, id: MutantId) {
        // Alone it might compile.
        if self.files.values().any(|file| file.opaque.values().flatten().any(|other| *other == id)) {
            self.opaque.insert(id);
        } else {
            self.unviable.insert(id);
        }
    }

    /// Whether the call that an error is about is none of the source's: an attribute makes the function `const`.
    fn is_ours(&self, error: &CompileError) -> bool {
        let mut places = error.places.iter().filter(|(.., primary)| *primary);
        places.any(|(file, bytes, _)| {
            let text = self.files.get(&self.original(file)).map(|file| &file.text);
            text.is_some_and(|text| {
                text.text.get(bytes.clone()).is_some_and(|call| call.contains("__morph::"))
            })
        })
    }

    /// Sends the call that an error is about to the function's copy; where it is not found as it is written, the
    /// function stays as it is.
    fn call_in_constant(&mut self, name: String, error: &CompileError, known: &ConstCalls) {
        let call = error.places.iter().filter(|(.., primary)| *primary).find_map(|(file, bytes, _)| {
            let original = self.original(file);
            let text = &self.files.get(&original)?.text;
            let at = bytes.start + name_of_call(text.text.get(bytes.clone())?, &name)?;
            let in_copy = text.const_copies.iter().any(|copy| copy.contains(&at));
            Some((original, (text.copied_from(at)?, in_copy, name.clone())))
        });
        match call {
            // One call may stand in several mutants' copies of the code around it.
            Some((file, call)) if !known.get(&file).is_some_and(|calls| calls.contains(&call)) => {
                self.const_copies.insert(name);
                self.const_calls.entry(file).or_default().insert(call);
            }
            _ => _ = self.kept.insert(name),
        }
    }

    /// The deleted arms without which a match is not exhaustive, of which rustc names the scrutinee.
    fn missing_arms(&self, error: &CompileError) -> Option<Vec<MutantId>> {
        // A mutant may change patterns, too.
        if !error.message.contains("non-exhaustive patterns") || self.mutated(error, true).is_some() {
            return None;
        }
        let (file, bytes, _) = error.places.iter().find(|(.., primary)| *primary)?;
        let file = self.original(file);
        let scrutinee = self.files.get(&file)?.text.copied_within(bytes)?;
        let source = workspace::parse(&file).ok()?;
        let known = self.switches().filter(|(id, mutant)| mutant.file == file && !self.is_dropped(*id));
        let deletions = arms::deletions(&source, &scrutinee, known);
        (!deletions.is_empty()).then_some(deletions)
    }

    /// The mutants that an error is about: deleted statements that it names; else those that it lies in, by its primary places, by any place, by the folded expression around it.
    fn culprits(&self, error: &CompileError) -> Option<Vec<MutantId>> {
        let text_of =
            |file: &Path| -> Option<&Spliced> { self.files.get(&self.original(file)).map(|f| &f.text) };
        // "If this condition is false, `x` is not initialised": said of every use, in mutants or not; "this `if` may
        // miss an `else`".
        let of =
            |bytes: &Range<usize>, begin: &Range<usize>| inside(bytes, begin) || bytes.start == begin.start;
        let deletions: Vec<MutantId> = error
            .places
            .iter()
            .filter_map(|(file, bytes, _)| Some((text_of(file)?, bytes)))
            .flat_map(|(text, bytes)| text.deletions.iter().filter(|(begin, _)| of(bytes, begin)))
            .map(|(_, id)| *id)
            .collect();
        if !deletions.is_empty() {
            return Some(deletions);
        }
        if let Some(id) = self.mutated(error, true).or_else(|| self.mutated(error, false)) {
            return Some(vec![id]);
        }
        for (file, bytes, _) in error.places.iter().filter(|(.., primary)| *primary) {
            let Some(text) = text_of(file) else { continue };
            let hit =
                text.sites.iter().filter(|(range, _)| inside(bytes, range)).min_by_key(|(r, _)| r.len());
            if let Some((_, switches)) = hit {
                return Some(switches.clone());
            }
        }
        None
    }

    /// The mutant in whose text an error lies.
    pub(super) fn mutated(&self, error: &CompileError, primary_only: bool) -> Option<MutantId> {
        let places = error.places.iter().filter(|(.., primary)| *primary || !primary_only);
        places.filter_map(|(file, bytes, _)| Some((self.files.get(&self.original(file))?, bytes))).find_map(
            |(file, bytes)| {
                let around = file.text.mutated.iter().filter(|(range, _)| inside(bytes, range));
                around.min_by_key(|(range, _)| range.len()).map(|(_, id)| *id)
            },
        )
    }
}

fn inside(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner.start >= outer.start && inner.end <= outer.end
}

/// The function that "cannot call non-const function `num::pow` in constants" names.
fn constant_function(error: &CompileError) -> Option<String> {
    let rest = error.message.strip_prefix("cannot call non-const ")?;
    let name = without_arguments(rest.split('`').nth(1)?);
    Some(name.rsplit("::").find(|part| !part.is_empty())?.to_owned())
}

/// A path without what stands between angle brackets.
fn without_arguments(path: &str) -> String {
    let mut depth = 0_usize;
    let mut plain = String::new();
    for c in path.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

/// The function whose copy an error names.
fn const_copy_in(error: &CompileError) -> Option<String> {
    let name = error.message.split(CONST_COPY).nth(1)?;
    Some(name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(name).to_owned())
}

/// Where the name begins in the text of a call, as in `num::pow::<2>(3)` or `pow(3)`.
fn name_of_call(text: &str, name: &str) -> Option<usize> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let is_call = |at: &usize| {
        let behind = text[at + name.len()..].trim_start();
        !text[..*at].ends_with(word) && (behind.starts_with('(') || behind.starts_with("::<"))
    };
    text.match_indices(name).map(|(at, _)| at).find(is_call)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_named_without_their_type_arguments() {
        let named = |path: &str| {
            let message = format!("cannot call non-const function `{path}` in constants");
            constant_function(&CompileError { message, ..CompileError::default() })
        };
        for path in ["map::<32>", "num::map", "expect::<naive::date::NaiveDate>", "Table::<8>::map"] {
            let last = if path.starts_with("expect") { "expect" } else { "map" };
            assert_eq!(named(path).as_deref(), Some(last), "{path}");
        }
    }

    #[test]
    fn called_name_is_found_among_those_like_it() {
        assert_eq!(name_of_call("pow(pow(1))", "pow"), Some(0));
        assert_eq!(name_of_call("pow::pow ::<2>(3)", "pow"), Some(5));
        assert_eq!(name_of_call("S::repow(pow(3))", "pow"), Some(9));
        assert_eq!(name_of_call("power(3)", "pow"), None);
    }
}
