//! What an error of rustc is about that names no place of it, found by halves.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::Builder;
use crate::compile::{self, Built};
use crate::mutant_id::MutantId;

/// What is left out by halves.
enum Part {
    Mutant(MutantId),
    Function((PathBuf, usize)),
}

impl Builder<'_> {
    /// Leaves out the mutant, or else the function, without which the errors of a build are not there; whether there is one.
    pub(super) fn search_by_halves(&mut self, failed: &Built) -> anyhow::Result<bool> {
        let messages: BTreeSet<&str> = failed.errors.iter().map(|error| error.message.as_str()).collect();
        // An error that a check does not repeat is not about the code: a library is damaged.
        if self.builds_without(&[], &messages)? {
            return Ok(false);
        }
        let mutants = self.switches().filter(|(id, _)| !self.is_dropped(*id));
        let mutants: Vec<Part> = mutants.map(|(id, _)| Part::Mutant(id)).collect();
        let functions = self.files.iter().flat_map(|(file, instrumented)| {
            instrumented.bodies().map(|body| Part::Function((file.clone(), body)))
        });
        let functions: Vec<Part> = functions.collect();
        for parts in [mutants, functions] {
            if parts.is_empty() || !self.builds_without(&parts, &messages)? {
                continue;
            }
            // With the first `fails` left out it does not build yet, with the first `builds` it does.
            let (mut fails, mut builds) = (0, parts.len());
            while builds - fails > 1 {
                let half = fails.midpoint(builds);
                match self.builds_without(&parts[..half], &messages)? {
                    true => builds = half,
                    false => fails = half,
                }
            }
            self.leave_out(&parts[fails..builds]);
            return Ok(true);
        }
        Ok(false)
    }

    /// Whether a build without some parts has none of these errors.
    fn builds_without(&mut self, parts: &[Part], messages: &BTreeSet<&str>) -> anyhow::Result<bool> {
        let known = (self.unviable.clone(), self.left_alone.clone());
        self.leave_out(parts);
        self.write_sources()?;
        let built = compile::run(self.command("check"))?;
        (self.unviable, self.left_alone) = known;
        Ok(built.success || !built.errors.iter().any(|error| messages.contains(error.message.as_str())))
    }

    fn leave_out(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Mutant(id) => _ = self.unviable.insert(*id),
                Part::Function(function) => _ = self.left_alone.insert(function.clone()),
            }
        }
    }
}
