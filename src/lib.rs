//! Finds the laws that a workspace's pure functions obey, such as `gcd(b, a) == gcd(a, b)`, and turns them into tests.
//!
//! The crate is the walk that `cargo morph discover` takes; data flows one way, and each stage has a module.
//!
//! [`cli`] reads the command line and [`config`] reads `morph.toml`; together they resolve the options that everything
//! else sees. [`workspace`] turns a manifest path into packages, targets, module trees and source files, and makes
//! private working copies. [`scan`] lists every function, says of each whether it can be tested, and why not where it
//! cannot: because its types are not supported, or because it is not pure, followed through what it calls. What remains
//! are *subjects*. [`mutants`] takes the changed programs that cargo-mutants lists and names them so that the names
//! survive moving code. [`lab`] folds all of them into one instrumented build of a private copy, each behind a run-time
//! switch, and runs it in worker processes: loops and calls burn fuel, a panic or a crash is an outcome like any other.
//! As the reference, it has cargo-mutants build each of its mutants apart and runs these builds in the same way.
//! Another build records what the package's own tests call the subjects with.
//!
//! [`solver`] decides constraints. [`inputs`] makes source inputs of several kinds, orders them by path
//! distance, and knows the transformations that make follow-ups of them. [`traces`] executes both,
//! once each, under the original and under every mutant that the input reaches, and collects metamorphic groups.
//! [`relation`] is the language in which laws are written: types, values, expressions, their text, their meaning, one by
//! one and in columns, what they simplify to, and their form as Rust tests; it depends on no stage. [`search`] finds
//! relations that hold on every correct group and fail on mutants: it enumerates, and for the mutants that are left it
//! lets relations evolve, and composes what is known. [`cleanse`] writes them as a person would, drops what a fresh input or a directed search
//! refutes, and keeps the few that kill the most for what there is to read. [`suite`] writes them into the user's tree
//! as test modules and a catalogue, after they compiled and passed in a copy. [`adequacy`] measures how adequately a
//! suite tests the code (k-MR adequacy), by what sources execute and by what kinds of inputs they are. [`report`] prints
//! any result for people or as JSON, and adequacy as a page, too.
//!
//! `scan --paths` goes as far as the inputs, in a build without mutants, and says what becomes of every branch.
//!
//! `check` takes a shorter walk: what a relation rests on is hashed while scanning, and where that differs from what the
//! catalogue records, the relation is run on its sources and fresh inputs in a build without mutants. The hooks run it, and
//! `adequacy`, in a copy of what is staged or pushed.
//!
//! Only [`pipeline`] calls stages. [`process`] owns every child process, [`progress`] what is shown while a run is
//! under way, [`exit`] the documented exit codes, and [`hash`] the one hash that
//! stored names and random streams rest on.

pub mod cli;
pub mod config;

pub mod workspace;

pub mod scan;

pub mod mutants;

pub mod lab;

pub mod solver;

pub mod inputs;

pub mod traces;

pub mod relation;

pub mod search;

pub mod cleanse;

pub mod suite;

pub mod adequacy;

pub mod report;

pub mod exit;
pub mod hash;
pub mod pipeline;
pub mod process;
pub mod progress;

#[cfg(test)]
mod tests {
    /// The walk in the crate's documentation names every module, and no other.
    #[test]
    fn the_walk_in_the_documentation_is_true() {
        let source = include_str!("lib.rs");
        let told: std::collections::BTreeSet<&str> = source
            .lines()
            .filter_map(|line| line.strip_prefix("//!"))
            .flat_map(|line| line.split("[`").skip(1).filter_map(|rest| rest.split("`]").next()))
            .collect();
        let declared: std::collections::BTreeSet<&str> =
            source.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
        assert_eq!(told, declared);
        let files: std::collections::BTreeSet<String> =
            std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
                .expect("the crate's sources")
                .map(|entry| {
                    entry.expect("an entry").file_name().to_string_lossy().trim_end_matches(".rs").to_owned()
                })
                .filter(|name| name != "lib" && name != "main")
                .collect();
        assert_eq!(files.iter().map(String::as_str).collect::<std::collections::BTreeSet<_>>(), declared);
    }
}
