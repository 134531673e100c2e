//! Finds the laws that a workspace's pure functions obey, such as `gcd(b, a) == gcd(a, b)`, and turns them into tests.
//!
//! The crate follows the steps of `cargo morph discover`; data flows one way. The first steps are libraries of their own:
//!
//! - [`morph_relation`] is the language of laws: types, values, expressions and relations, with their variables. It parses,
//!   evaluates and simplifies them, decides what they imply, and renders them as Rust tests. [`morph_columns`] evaluates many of
//!   them at once.
//! - [`morph_source`] reads a workspace: packages, module trees, functions. Those that can be tested are *subjects*.
//! - [`morph_values`] makes values of their types: all small ones, and random ones.
//! - [`morph_symbolic`] executes subjects symbolically and solves their paths for inputs.
//! - [`morph_lab`] takes mutants, folds them into one instrumented build of a private copy, each behind a run-time switch,
//!   and runs it in worker processes: a panic or a crash is an outcome like any other.
//! - [`morph_traces`] executes inputs and their follow-ups, once each, under the original and under every mutant that the
//!   input reaches, and collects metamorphic groups.
//!
//! The stages of this crate come after them. [`cli`] reads the command line and [`config`] reads `morph.toml`; together
//! they resolve the [`options`] that everything else sees. [`inputs`] makes source inputs of several kinds, orders them by
//! path distance, and knows the transformations that make follow-ups of them. [`laws`] tries instances of well-known families
//! of laws on the original, with variables beside the parameters. [`search`] finds relations that hold on every correct group
//! and fail on mutants: plain equations by enumeration, and polynomial ones. For observations, it also evolves relations for
//! the mutants that are left, and composes known ones. [`cleanse`] drops relations that a fresh input or a directed search
//! refutes, grades the others as laws or observations, and selects a few laws per function by the mutants that they kill.
//! [`suite`] writes them into the user's tree as test modules and a catalogue, after they have compiled and passed in a copy.
//! [`adequacy`] measures how adequately a suite tests the code (k-MR adequacy), by the code that its sources execute and by the
//! kinds of its inputs. [`exploration`] takes every subject of a run from its inputs to its relations, and determines the
//! status of every mutant. [`report`] turns all results into documents and prints them as text, JSON or, for adequacy, an HTML
//! page.
//!
//! `scan --paths` stops after the inputs, in a build without mutants, and reports the status of every branch.
//!
//! `check` takes a shorter path: scanning hashes the code that a relation depends on. If the hash differs from the one in the
//! catalogue, the relation is run on its sources and on fresh inputs in a build without mutants. Git [`hooks`] run `check` and
//! `adequacy` in a copy of the staged or pushed state.
//!
//! `suspects` needs no mutants: in a build of the original alone, [`suspects`] tries the laws that contracts, names and
//! documentation announce, and reports those that fail.
//!
//! `review` asks about what `discover --pending` found. [`verdicts`] remember what was rejected there, and what was said of
//! suspects.
//!
//! A [`cache`] keeps explorations for later runs, which take over those that rest on nothing that has changed.
//!
//! With [`shards`], several machines share a search, or another command; `merge` writes or reports what one would have.
//!
//! [`pipeline`] calls the stages, one file or folder per command. [`progress`] shows what a run is doing.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod cli;
pub mod config;
pub mod options;

pub mod inputs;

pub mod search;

pub mod laws;

pub mod cleanse;

pub mod suite;

pub mod adequacy;

pub mod exploration;

pub mod cache;

pub mod shards;

pub mod verdicts;

pub mod suspects;

pub mod report;

pub mod hooks;

pub mod pipeline;
pub mod progress;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    fn stems(folder: &Path) -> BTreeSet<String> {
        let names = std::fs::read_dir(folder).expect("a folder of the sources");
        let names = names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        names.map(|name| name.trim_end_matches(".rs").to_owned()).collect()
    }

    /// The walk in the crate's documentation names every module and every library, and no other.
    #[test]
    fn the_walk_in_the_documentation_is_true() {
        let source = include_str!("lib.rs");
        let told: BTreeSet<String> = source
            .lines()
            .filter_map(|line| line.strip_prefix("//!"))
            .flat_map(|line| line.split("[`").skip(1).filter_map(|rest| rest.split("`]").next()))
            .map(str::to_owned)
            .collect();
        let (libraries, modules): (BTreeSet<String>, BTreeSet<String>) =
            told.into_iter().partition(|name| name.starts_with("morph_"));
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let declared: BTreeSet<String> = source
            .lines()
            .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
            .map(str::to_owned)
            .collect();
        assert_eq!(modules, declared);
        let files: BTreeSet<String> =
            stems(&root.join("src")).into_iter().filter(|name| name != "lib" && name != "main").collect();
        assert_eq!(files, declared);
        let crates: BTreeSet<String> =
            stems(&root.join("crates")).iter().map(|name| format!("morph_{name}")).collect();
        assert_eq!(libraries, crates);
    }
}
