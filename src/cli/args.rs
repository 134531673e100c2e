//! The command line as clap reads it; nothing outside `cli` sees these types.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

use crate::config::criterion;
use crate::options::inputs::Word;
use crate::options::{Budget, Change, Color, Engine, Format, Judge, Operators, Preset, When};
use morph_symbolic::solver;

/// Finds the laws that a workspace's pure functions obey and turns them into tests.
#[derive(Debug, Parser)]
#[command(
    name = "cargo-morph",
    bin_name = "cargo morph",
    version,
    subcommand_required = true,
    arg_required_else_help = false,
    after_help = "Exit codes: 0 done; 1 usage or configuration; 2 a relation is violated; 3 a threshold is not met; \
                  4 the workspace does not build; 5 the environment lacks something; 70 a bug; 130 interrupted."
)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: CommandArgs,
    #[command(flatten)]
    pub(super) common: CommonArgs,
}

#[derive(Debug, Subcommand)]
pub(super) enum CommandArgs {
    /// List every function with its verdict and, when it is skipped, why
    Scan(ScanArgs),
    /// Find relations between runs of each function and write them as tests
    Discover(DiscoverArgs),
    /// Verify the relations against the code as it is now, as far as it changed
    Check(CheckArgs),
    /// Measure how adequately the relations test the code
    Adequacy(AdequacyArgs),
    /// Verify the relations that a commit or a push touches, before it is made
    Hook {
        #[command(subcommand)]
        action: HookArgs,
    },
    /// Remove the generated tests, their declarations, the catalogue and scratch files
    Clean,
}

#[derive(Debug, Args)]
pub(super) struct ScanArgs {
    /// Say of every branch whether an input takes it, none can, or none was found; this builds the package
    #[arg(long)]
    pub(super) paths: bool,
    #[command(flatten)]
    pub(super) inputs: InputsArgs,
}

/// Which source inputs there are.
#[derive(Debug, Args)]
pub(super) struct InputsArgs {
    /// Kinds of source inputs, separated by commas: random, adaptive, concolic, path [default: all]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = Word::parse)]
    pub(super) inputs: Vec<Word>,
    /// Record so many source inputs per function, of all kinds together [default: 1000]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(super) sources: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(super) struct DiscoverArgs {
    /// Report what would be written, and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Keep at most so many relations per function [default: 6]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(super) max_relations: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(super) inputs: InputsArgs,
    /// Whose mutants guide the search [default: all]
    #[arg(long, value_enum, conflicts_with = "judge")]
    pub(super) operators: Option<Operators>,
    /// Which mutants the search never sees, to be judged on them
    #[arg(long, value_enum, default_value_t)]
    pub(super) judge: Judge,
    /// How relations evolve where enumeration leaves mutants alive: quickly, as published, or not at all
    #[arg(long, value_enum, default_value_t)]
    pub(super) preset: Preset,
    /// Look for relations and sources where k-MR adequacy is not reached
    #[arg(long)]
    pub(super) for_adequacy: bool,
    /// Overwrite generated regions that were edited by hand
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Verify every relation, not only those whose code changed
    #[arg(long)]
    pub(super) all: bool,
    /// Retire relations that are violated or stale, and look for others of their functions
    #[arg(long)]
    pub(super) update: bool,
    /// With --update: whose mutants guide the search [default: all]
    #[arg(long, value_enum, requires = "update")]
    pub(super) operators: Option<Operators>,
    #[command(flatten)]
    pub(super) change: ChangeArgs,
}

#[derive(Debug, Subcommand)]
pub(super) enum HookArgs {
    /// Write a git hook; one that is there already runs first
    Install {
        #[command(flatten)]
        when: WhenArgs,
        /// Refuse what brings the adequacy of the functions that it touches below this share, 0 to 1
        #[arg(long, value_name = "SHARE", value_parser = parse_share)]
        fail_under: Option<f64>,
    },
    /// Take the git hooks back; what was there before is there again
    Uninstall {
        #[command(flatten)]
        when: WhenArgs,
    },
    /// What an installed hook calls
    #[command(hide = true)]
    Run {
        when: When,
        #[arg(long, value_parser = parse_share)]
        fail_under: Option<f64>,
        /// What git tells the hook
        #[arg(trailing_var_arg = true)]
        told: Vec<String>,
    },
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct WhenArgs {
    /// Before every commit, on what is staged
    #[arg(long)]
    pre_commit: bool,
    /// Before every push, on what is pushed; the default of `install`
    #[arg(long)]
    pre_push: bool,
}

impl WhenArgs {
    pub(super) fn resolve(&self) -> Option<When> {
        match (self.pre_commit, self.pre_push) {
            (true, _) => Some(When::PreCommit),
            (_, true) => Some(When::PrePush),
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct AdequacyArgs {
    /// So many different relations must cover each requirement [default: 3, for frames 2]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(super) k: Option<NonZeroUsize>,
    /// Only this criterion: statement, branch, choice, choice-pair or frame; may be repeated [default: all]
    #[arg(long, value_name = "NAME", value_parser = criterion)]
    pub(super) criterion: Vec<&'static str>,
    /// Exit with 3 when an adequacy is lower than this share, 0 to 1, or one criterion's, as in `branch=0.9`; may be
    /// repeated
    #[arg(long, value_name = "[NAME=]SHARE", value_parser = parse_threshold)]
    pub(super) fail_under: Vec<(Option<&'static str>, f64)>,
    /// Print the source with, per line, how many different relations test it
    #[arg(long)]
    pub(super) lines: bool,
    /// Write all of it as one HTML page, too, with the source coloured by how many relations test each line
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) html: Option<PathBuf>,
    #[command(flatten)]
    pub(super) change: ChangeArgs,
}

/// What `check` and `adequacy` may be narrowed to.
#[derive(Debug, Default, Args)]
pub(super) struct ChangeArgs {
    /// Only functions that differ between the work tree and this git revision
    #[arg(long, value_name = "REV", conflicts_with = "in_diff", help_heading = "Selection")]
    pub(super) since: Option<String>,
    /// Only functions that a unified diff touches; `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = "Selection")]
    pub(super) in_diff: Option<PathBuf>,
}

impl ChangeArgs {
    pub(super) fn resolve(&self) -> Option<Change> {
        let since = self.since.clone().map(Change::Since);
        since.or_else(|| self.in_diff.clone().map(Change::InDiff))
    }
}

#[derive(Debug, Args)]
pub(super) struct CommonArgs {
    /// The Cargo.toml of the package or workspace
    #[arg(long, value_name = "PATH", global = true, help_heading = "Selection")]
    pub(super) manifest_path: Option<PathBuf>,
    /// Only this package of the workspace; may be repeated
    #[arg(short, long, value_name = "NAME", global = true, help_heading = "Selection")]
    pub(super) package: Vec<String>,
    /// Every package of the workspace
    #[arg(long, global = true, help_heading = "Selection")]
    pub(super) workspace: bool,
    /// Only functions in files that match; may be repeated
    #[arg(short, long, value_name = "GLOB", global = true, help_heading = "Selection")]
    pub(super) file: Vec<String>,
    /// Only functions whose path, such as `demo::num::gcd`, matches
    #[arg(long, value_name = "REGEX", global = true, help_heading = "Selection")]
    pub(super) function: Option<String>,
    /// Features to activate, separated by commas or blanks
    #[arg(long, value_name = "FEATURES", global = true, help_heading = "Selection")]
    pub(super) features: Vec<String>,
    /// Activate all features
    #[arg(long, global = true, help_heading = "Selection")]
    pub(super) all_features: bool,
    /// Do not activate the `default` feature
    #[arg(long, global = true, help_heading = "Selection")]
    pub(super) no_default_features: bool,

    /// Seed of every random choice: the same seed writes the same bytes [default: 0]
    #[arg(long, global = true)]
    pub(super) seed: Option<u64>,
    /// Stop searching after a time (`60s`, `2m`) or a number of evaluations (`500k`)
    #[arg(long, global = true)]
    pub(super) budget: Option<Budget>,
    /// Run so many threads and workers at once [default: the number of cores]
    #[arg(short, long, value_name = "N", global = true, value_parser = parse_count)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// How mutants are built: all in one build, or one by one by cargo-mutants, which takes long
    #[arg(long, value_enum, default_value_t, global = true)]
    pub(super) engine: Engine,
    /// Who solves for inputs that take a path: what is built in (rz3), or a `z3` on PATH [default: auto, which is rz3]
    #[arg(long, value_name = "SOLVER", global = true, value_parser = solver_choices())]
    pub(super) solver: Option<solver::Choice>,
    /// Never use the network
    #[arg(long, global = true)]
    pub(super) offline: bool,

    /// How results are printed on standard output
    #[arg(long, value_enum, default_value_t, global = true, help_heading = "Output")]
    pub(super) format: Format,
    /// When output is coloured
    #[arg(long, value_enum, default_value_t, global = true, help_heading = "Output")]
    pub(super) color: Color,
    /// Print no progress
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Output")]
    pub(super) quiet: bool,
    /// Say what each stage did
    #[arg(short, long, action = clap::ArgAction::Count, global = true, help_heading = "Output")]
    pub(super) verbose: u8,
}

/// The solvers by name, for clap; the crate that solves knows nothing of command lines.
fn solver_choices() -> impl TypedValueParser<Value = solver::Choice> {
    let named = solver::Choice::ALL.map(|choice| PossibleValue::new(choice.name()).help(choice.meaning()));
    PossibleValuesParser::new(named).map(|name| solver::Choice::of_name(&name).unwrap_or_default())
}

fn parse_count(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<usize>() {
        Ok(number) => NonZeroUsize::new(number).ok_or_else(|| "must be at least 1".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn parse_threshold(text: &str) -> Result<(Option<&'static str>, f64), String> {
    match text.split_once('=') {
        Some((name, share)) => Ok((Some(criterion(name)?), parse_share(share)?)),
        None => Ok((None, parse_share(text)?)),
    }
}

fn parse_share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("must lie between 0 and 1".to_owned()) }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::CommandLine;

    #[test]
    fn command_line_is_consistent() {
        CommandLine::command().debug_assert();
        assert_eq!(CommandLine::command().get_subcommands().count(), 6);
    }
}
