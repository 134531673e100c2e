//! The command line as clap reads it; nothing outside `cli` sees these types.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use globset::Glob;
use regex::Regex;

use super::adequacy::AdequacyArgs;
use super::change::ChangeArgs;
use super::hook::{HookArgs, MergeFileArgs};
use super::parsers::parse_count;
use super::review::{AcceptArgs, ExplainArgs, KillArgs, RejectArgs};
use super::shards::{MergeArgs, PlanArgs, ShardArgs};
use crate::options::inputs::Word;
use crate::options::patterns::{file_pattern, function_pattern};
use crate::options::{
    Budget, Color, Engine, Format, Judge, Level, MessageFormat, Operators, Part, Preset, Shard, Shared,
};
use morph_symbolic::solver;

const EXIT_CODES: &str = "Exit codes:
  0    Success; every relation holds and every threshold is met
  1    Usage or configuration error
  2    A relation is violated
  3    A threshold is not met
  4    The workspace does not build
  5    A required tool or resource is missing
  70   Internal error (a bug in cargo morph)
  130  Interrupted";

/// Finds metamorphic relations of the pure functions in a workspace and writes them as tests.
#[derive(Debug, Parser)]
#[command(
    name = "cargo-morph",
    bin_name = "cargo morph",
    version,
    subcommand_required = true,
    arg_required_else_help = false,
    after_help = EXIT_CODES
)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: CommandArgs,
    #[command(flatten)]
    pub(super) common: CommonArgs,
}

#[derive(Debug, Subcommand)]
pub(super) enum CommandArgs {
    /// List every function and whether it can be tested
    Scan(ScanArgs),
    /// Find metamorphic relations and write them as tests
    Discover(DiscoverArgs),
    /// Divide the functions among several machines and print the jobs
    Plan(PlanArgs),
    /// Combine the results of all shards and write or report them as a single machine would
    Merge(MergeArgs),
    /// Show the relations that `discover --pending` found, and accept or reject each
    Review,
    /// Write pending relations, or undo a rejection
    Accept(AcceptArgs),
    /// Reject relations: remove their tests and never write them again
    Reject(RejectArgs),
    /// Find relations that kill given mutants, such as those that survived cargo-mutants
    Kill(KillArgs),
    /// List the relations, with their ids and tests
    List,
    /// Explain a relation: the code it depends on, the mutants it kills, and why it was written
    Explain(ExplainArgs),
    /// Find bugs: laws that the code should obey but does not
    Suspects(SuspectsArgs),
    /// Verify the relations whose code has changed
    Check(CheckArgs),
    /// Measure how adequately the relations test the code (k-MR adequacy)
    Adequacy(AdequacyArgs),
    /// Install or remove git hooks that run `check` before a commit or a push
    Hook {
        #[command(subcommand)]
        action: HookArgs,
    },
    /// Remove the generated tests, their declarations, the catalogue and the scratch files
    Clean(CleanArgs),
    /// Print a script that completes commands and flags in a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Merge a generated file as git's merge driver; `hook install` sets it up
    MergeFile(MergeFileArgs),
    /// Write manual pages
    Man {
        /// Folder for the pages
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

impl CommandArgs {
    /// The command as one that several machines can share, and which shard this run is.
    pub(super) fn shared(&self) -> Option<(Shared, Option<Shard>)> {
        let (command, args) = match self {
            CommandArgs::Discover(args) => (Shared::Discover, &args.shard),
            CommandArgs::Check(args) => (Shared::Check, &args.shard),
            CommandArgs::Adequacy(args) => (Shared::Adequacy, &args.shard),
            CommandArgs::Suspects(args) => (Shared::Suspects, &args.shard),
            _ => return None,
        };
        Some((command, args.resolve()))
    }

    /// Where what is found is kept, and whether everything is searched anew.
    pub(super) fn cache(&self) -> (Option<PathBuf>, bool) {
        match self {
            CommandArgs::Discover(args) => (args.cache_dir.clone(), args.fresh),
            CommandArgs::Plan(args) => (args.cache_dir.clone(), false),
            _ => (None, false),
        }
    }

    /// Where the build of a search is kept.
    pub(super) fn lab_archive(&self) -> Option<PathBuf> {
        match self {
            CommandArgs::Discover(args) => args.lab_archive.clone(),
            CommandArgs::Plan(args) => args.lab_archive.clone(),
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct CleanArgs {
    /// Remove only `target/morph`, and keep the tests and the catalogue
    #[arg(long)]
    pub(super) cache: bool,
}

#[derive(Debug, Args)]
pub(super) struct ScanArgs {
    /// Report which branches the inputs reach and which are infeasible; builds the package
    #[arg(long)]
    pub(super) paths: bool,
    #[command(flatten)]
    pub(super) inputs: InputsArgs,
}

/// How source inputs are made.
#[derive(Debug, Default, Args)]
pub(super) struct InputsArgs {
    /// Kinds of source inputs, comma-separated: random, adaptive, concolic, path [default: all]
    #[arg(
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        value_parser = Word::parse,
        help_heading = "Search"
    )]
    pub(super) inputs: Vec<Word>,
    /// Number of source inputs to record per function, all kinds together [default: 1000]
    #[arg(long, value_name = "N", value_parser = parse_count, help_heading = "Search")]
    pub(super) sources: Option<NonZeroUsize>,
}

#[derive(Debug, Default, Args)]
pub(super) struct DiscoverArgs {
    /// Report what would be written without writing it
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Write nothing, and keep the new relations for `review`, `accept` and `reject`
    #[arg(long, conflicts_with_all = ["dry_run", "force", "shard", "for_adequacy"])]
    pub(super) pending: bool,
    /// Overwrite generated regions that were edited by hand
    #[arg(long)]
    pub(super) force: bool,
    /// Maximum number of laws to keep per function [default: 7]
    #[arg(long, value_name = "N", value_parser = parse_count, help_heading = "Search")]
    pub(super) max_relations: Option<NonZeroUsize>,
    /// Also keep observations: relations that kill further mutants, but are not laws
    #[arg(long, help_heading = "Search")]
    pub(super) observations: bool,
    #[command(flatten)]
    pub(super) inputs: InputsArgs,
    /// Mutants that guide the search [default: all]
    #[arg(long, value_enum, conflicts_with = "judge", help_heading = "Search")]
    pub(super) operators: Option<Operators>,
    /// Mutants held out from the search and used for scoring
    #[arg(long, value_enum, default_value_t, help_heading = "Search")]
    pub(super) judge: Judge,
    /// How to evolve relations for mutants that enumeration does not kill
    #[arg(long, value_enum, default_value_t, help_heading = "Search")]
    pub(super) preset: Preset,
    /// Parts of the discovery to switch off, separated by commas
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_enum, help_heading = "Search")]
    pub(super) without: Vec<Part>,
    /// Parts to switch on that are off by default or in `morph.toml`, separated by commas
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_enum, help_heading = "Search")]
    pub(super) with: Vec<Part>,
    /// Add relations and source inputs where k-MR adequacy is not reached
    #[arg(long, help_heading = "Search")]
    pub(super) for_adequacy: bool,
    /// Where to keep results for later runs [default: <target>/morph/cache]
    #[arg(long, value_name = "DIR", help_heading = "Cache")]
    pub(super) cache_dir: Option<PathBuf>,
    /// File with the build of the lab, which is written if it is missing, for runs on other machines
    #[arg(long, value_name = "FILE", help_heading = "Cache")]
    pub(super) lab_archive: Option<PathBuf>,
    /// Ignore the results of earlier runs and search everything again
    #[arg(long, help_heading = "Cache")]
    pub(super) fresh: bool,
    #[command(flatten)]
    pub(super) shard: ShardArgs,
}

#[derive(Debug, Args)]
pub(super) struct SuspectsArgs {
    /// Report all suspects, not only the first ten that are likely or certain, and try laws that nothing announces
    #[arg(long)]
    pub(super) all: bool,
    /// Exit with 2 if there is a suspect of at least this level
    #[arg(long, value_name = "LEVEL", value_enum)]
    pub(super) deny: Option<Level>,
    #[command(flatten)]
    pub(super) shard: ShardArgs,
    /// Never report this suspect again
    #[arg(
        long,
        value_name = "ID",
        conflicts_with_all = ["intended", "keep", "dismissed", "shard"],
        help_heading = "Verdicts"
    )]
    pub(super) dismiss: Option<String>,
    /// Record that the behaviour that this suspect shows is intended, and never report it again
    #[arg(long, value_name = "ID", conflicts_with_all = ["keep", "dismissed", "shard"], help_heading = "Verdicts")]
    pub(super) intended: Option<String>,
    /// Record this suspect as a known bug: write an ignored test for it
    #[arg(long, value_name = "ID", conflicts_with_all = ["dismissed", "shard"], help_heading = "Verdicts")]
    pub(super) keep: Option<String>,
    /// The reason for --dismiss, --intended or --keep
    #[arg(long, value_name = "TEXT", help_heading = "Verdicts")]
    pub(super) because: Option<String>,
    /// List the verdicts in `morph/verdicts.toml`
    #[arg(long, conflicts_with = "shard", help_heading = "Verdicts")]
    pub(super) dismissed: bool,
    #[command(flatten)]
    pub(super) change: ChangeArgs,
}

impl SuspectsArgs {
    /// Whether verdicts are given or listed, and nothing is searched.
    pub(super) fn gives_verdicts(&self) -> bool {
        let given = [&self.dismiss, &self.intended, &self.keep];
        self.dismissed || given.into_iter().any(Option::is_some)
    }
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Verify every relation, not only those whose code has changed
    #[arg(long)]
    pub(super) all: bool,
    /// Exit with 2 if a relation is stale and not verified, for example because its function was removed
    #[arg(long)]
    pub(super) deny_stale: bool,
    /// Remove violated and stale relations, search their functions again, and move the tests of moved functions
    #[arg(long, conflicts_with_all = ["deny_stale", "shard"])]
    pub(super) update: bool,
    /// Mutants that guide the search of --update [default: all]
    #[arg(long, value_enum, requires = "update", help_heading = "Search")]
    pub(super) operators: Option<Operators>,
    #[command(flatten)]
    pub(super) shard: ShardArgs,
    #[command(flatten)]
    pub(super) change: ChangeArgs,
}

#[derive(Debug, Args)]
pub(super) struct CommonArgs {
    /// Only this package, or the packages that match a pattern; repeatable
    #[arg(short, long, value_name = "SPEC", global = true, help_heading = "Selection")]
    pub(super) package: Vec<String>,
    /// All packages of the workspace
    #[arg(long, global = true, help_heading = "Selection")]
    pub(super) workspace: bool,
    /// With --workspace: exclude this package; repeatable
    #[arg(long, value_name = "SPEC", global = true, help_heading = "Selection")]
    pub(super) exclude: Vec<String>,
    /// Only functions in files that match this pattern; repeatable
    #[arg(short, long, value_name = "GLOB", global = true, value_parser = file_pattern, help_heading = "Selection")]
    pub(super) file: Vec<Glob>,
    /// Only functions whose path, such as `demo::num::gcd`, matches this pattern
    #[arg(long, value_name = "REGEX", global = true, value_parser = function_pattern, help_heading = "Selection")]
    pub(super) function: Option<Regex>,
    /// Exclude functions in files that match this pattern; repeatable
    #[arg(long, value_name = "GLOB", global = true, value_parser = file_pattern, help_heading = "Selection")]
    pub(super) exclude_file: Vec<Glob>,
    /// Exclude functions whose path matches this pattern
    #[arg(long, value_name = "REGEX", global = true, value_parser = function_pattern, help_heading = "Selection")]
    pub(super) exclude_function: Option<Regex>,
    /// Features to activate, separated by commas or spaces
    #[arg(long, value_name = "FEATURES", global = true, help_heading = "Features")]
    pub(super) features: Vec<String>,
    /// Activate all features
    #[arg(long, global = true, help_heading = "Features")]
    pub(super) all_features: bool,
    /// Do not activate the `default` feature
    #[arg(long, global = true, help_heading = "Features")]
    pub(super) no_default_features: bool,

    /// Build with this profile of Cargo
    #[arg(long, value_name = "NAME", global = true, help_heading = "Compilation")]
    pub(super) profile: Option<String>,
    /// Same as --profile release
    #[arg(short, long, global = true, conflicts_with = "profile", help_heading = "Compilation")]
    pub(super) release: bool,
    /// Build for this target, whose programs must run on this machine
    #[arg(long, value_name = "TRIPLE", global = true, help_heading = "Compilation")]
    pub(super) target: Option<String>,
    /// Pass this argument to every build of Cargo; repeatable
    #[arg(
        short = 'C',
        long,
        value_name = "ARG",
        global = true,
        allow_hyphen_values = true,
        help_heading = "Compilation"
    )]
    pub(super) cargo_arg: Vec<String>,

    /// Seed of the random number generators; the same seed gives the same output [default: 0]
    #[arg(long, global = true, help_heading = "Execution")]
    pub(super) seed: Option<u64>,
    /// Limit of the search, as a time (`60s`, `2m`), a number of evaluations (`500k`) or `unlimited` [default: about 10 s of
    /// CPU per function, counted as work]
    #[arg(long, global = true, help_heading = "Execution")]
    pub(super) budget: Option<Budget>,
    /// Number of parallel jobs [default: number of cores]
    #[arg(short, long, value_name = "N", global = true, value_parser = parse_count, help_heading = "Execution")]
    pub(super) jobs: Option<NonZeroUsize>,
    /// How mutants are built
    #[arg(long, value_enum, default_value_t, global = true, help_heading = "Execution")]
    pub(super) engine: Engine,
    /// SMT solver for path constraints [default: auto]
    #[arg(
        long,
        value_name = "SOLVER",
        global = true,
        value_parser = solver_choices(),
        help_heading = "Execution"
    )]
    pub(super) solver: Option<solver::Choice>,

    /// Path to the Cargo.toml of the package or workspace
    #[arg(long, value_name = "PATH", global = true, help_heading = "Manifest options")]
    pub(super) manifest_path: Option<PathBuf>,
    /// Read the configuration from this file, not from `morph.toml`, `.config/morph.toml` or `Cargo.toml`
    #[arg(long, value_name = "FILE", global = true, help_heading = "Manifest options")]
    pub(super) config: Option<PathBuf>,
    /// Require that `Cargo.lock` is up to date
    #[arg(long, global = true, help_heading = "Manifest options")]
    pub(super) locked: bool,
    /// Do not use the network
    #[arg(long, global = true, help_heading = "Manifest options")]
    pub(super) offline: bool,
    /// Same as --locked and --offline together
    #[arg(long, global = true, help_heading = "Manifest options")]
    pub(super) frozen: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t, global = true, help_heading = "Output")]
    pub(super) format: Format,
    /// Format of progress and messages: `json` prints events, one per line, on standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", global = true, help_heading = "Output")]
    pub(super) message_format: MessageFormat,
    /// When to use colours
    #[arg(long, value_enum, default_value_t, global = true, help_heading = "Output")]
    pub(super) color: Color,
    /// Do not print progress
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Output")]
    pub(super) quiet: bool,
    /// Print what each stage did and how long it took
    #[arg(short, long, action = clap::ArgAction::Count, global = true, help_heading = "Output")]
    pub(super) verbose: u8,
}

/// Commands that heed few of the common flags, and which; the others mean nothing to them.
const HEEDED: [(&str, &[&str]); 3] = [
    ("hook", &["manifest-path", "color", "quiet", "verbose"]),
    (
        "clean",
        &[
            "package",
            "workspace",
            "exclude",
            "features",
            "all-features",
            "no-default-features",
            "manifest-path",
            "locked",
            "offline",
            "frozen",
            "color",
            "quiet",
            "verbose",
        ],
    ),
    ("completions", &[]),
];

/// The command line as clap knows it.
pub(super) fn command() -> clap::Command {
    HEEDED.into_iter().fold(CommandLine::command(), |line, (name, heeded)| {
        let is_idle = |flag: &clap::Arg| flag.get_long().is_none_or(|name| !heeded.contains(&name));
        let common = line.get_arguments().filter(|flag| flag.is_global_set());
        // All of them, so that they stand in the same order as elsewhere.
        let common: Vec<clap::Arg> = common.map(|flag| flag.clone().hide(is_idle(flag))).collect();
        line.mut_subcommand(name, |command| command.args(common))
    })
}

/// The solvers by name, for clap; the crate that solves knows nothing of command lines.
fn solver_choices() -> impl TypedValueParser<Value = solver::Choice> {
    let named = solver::Choice::ALL.map(|choice| PossibleValue::new(choice.name()).help(choice.meaning()));
    PossibleValuesParser::new(named).map(|name| solver::Choice::of_name(&name).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::command;

    fn page(name: &str) -> String {
        let path = format!("{}/docs/src/{name}.md", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[track_caller]
    fn documents(page: &str, command: &clap::Command) {
        let flags = command.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_global_set());
        for flag in flags.filter_map(clap::Arg::get_long) {
            assert!(page.contains(&format!("--{flag}")), "--{flag} of {}", command.get_name());
        }
    }

    #[test]
    fn book_has_a_page_for_every_command_that_lists_its_flags() {
        let line = command();
        let common = page("commands");
        for flag in line.get_arguments().filter_map(clap::Arg::get_long) {
            assert!(common.contains(&format!("--{flag}")), "--{flag}");
        }
        for command in line.get_subcommands() {
            let page = page(&format!("commands/{}", command.get_name()));
            documents(&page, command);
            for action in command.get_subcommands().filter(|action| !action.is_hide_set()) {
                assert!(page.contains(action.get_name()), "{}", action.get_name());
                documents(&page, action);
            }
        }
    }

    #[test]
    fn command_line_is_consistent() {
        command().debug_assert();
        assert_eq!(command().get_subcommands().count(), 18);
    }
}
