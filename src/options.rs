//! Resolved options of a run, from the command line and `morph.toml`.

mod adequacy;
mod budget;
mod github;
pub(crate) mod inputs;
mod kill;
mod merge_file;
pub(crate) mod parts;
pub(crate) mod patterns;
mod review;
mod shards;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;

use crate::adequacy::Configured;
use crate::inputs::Kinds;
use crate::search::polynomial::Ranges;
use morph_source::scan::Patterns;
use morph_source::workspace::Passed;
use morph_symbolic::solver;

pub use adequacy::{Adequacy, AdequacyReport};
pub use budget::Budget;
pub use github::GitHub;
pub use inputs::DEFAULT_SOURCES;
pub use kill::Kill;
pub use merge_file::MergeFile;
pub use parts::{Part, Parts};
pub use review::{Review, Which};
pub use shards::{Merge, Plan, Scheduler, Shard, Share, Shared, UNSUITED};

/// Default of `--max-relations`.
pub const DEFAULT_MAX_RELATIONS: usize = 7;

/// Everything that a run needs to know.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to do.
    pub command: Command,
    /// `--manifest-path`; `None` for the package or workspace around the current folder.
    pub manifest_path: Option<PathBuf>,
    /// Which packages.
    pub selection: Selection,
    /// Which functions of these.
    pub filter: Filter,
    /// Active Cargo features.
    pub features: Features,
    /// What else is passed on to cargo.
    pub passed: Passed,
    /// Categories that `morph.toml` configures, by the path of the function.
    pub configured: BTreeMap<String, Configured>,
    /// Ranges of numbers that `morph.toml` configures, by the path of the function and the name of the parameter.
    pub domain: BTreeMap<String, Ranges>,
    /// Seed of all random streams.
    pub seed: u64,
    /// Limit of all searches together.
    pub budget: Budget,
    /// Number of parallel threads and workers.
    pub jobs: NonZeroUsize,
    /// How mutants are built.
    pub engine: Engine,
    /// SMT solver for path constraints.
    pub solver: solver::Choice,
    /// Never use the network.
    pub offline: bool,
    /// Refuse a `Cargo.lock` that is missing or out of date.
    pub locked: bool,
    /// Where explorations are kept for later runs; `None` for the folder of the workspace's builds.
    pub cache_dir: Option<PathBuf>,
    /// Take nothing over from earlier runs.
    pub fresh: bool,
    /// A file with the build of a search, which is written where it is missing.
    pub lab_archive: Option<PathBuf>,
    /// The shard that this run is; `None` where it has every function.
    pub shard: Option<Shard>,
    /// How results are printed on standard output.
    pub format: Format,
    /// How progress and messages are printed; as JSON, the result is one of them.
    pub message_format: MessageFormat,
    /// What else is done with them on GitHub Actions.
    pub github: GitHub,
    /// When to use colours.
    pub color: Color,
    /// How much is printed on standard error.
    pub verbosity: Verbosity,
}

impl Options {
    /// The threads for parallel work.
    pub fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.get());
        pool.build().context("cannot start threads")
    }
}

/// A command with its own options.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// List every function with its verdict.
    Scan(Scan),
    /// Find relations and write them as tests.
    Discover(Discover),
    /// Say which shard searches which functions.
    Plan(Plan),
    /// Write what shards found.
    Merge(Merge),
    /// Give verdicts on relations.
    Review(Review),
    /// Find relations that kill given mutants.
    Kill(Kill),
    /// List the relations of the suite.
    List,
    /// Explain the relation of the suite with this id, or this name of its test.
    Explain(String),
    /// Find laws that the code should obey and does not.
    Suspects(Suspects),
    /// Verify the relations against the code as it is now.
    Check(Check),
    /// Measure how adequately the relations test the code.
    Adequacy(Adequacy),
    /// Manage or run git hooks.
    Hook(Hook),
    /// Remove what the tool wrote.
    Clean(Clean),
}

/// Options of `clean`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clean {
    /// Remove only what is built below the target folder.
    pub cache: bool,
}

/// Options of `scan`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Report how every branch is reached.
    pub paths: bool,
    /// Kinds of source inputs that try to reach the branches.
    pub inputs: Kinds,
    /// Number of source inputs per function.
    pub sources: usize,
}

/// Options of `suspects`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suspects {
    /// Report all suspects, not the first alone.
    pub all: bool,
    /// The least sure suspects that make the command fail.
    pub deny: Option<Level>,
    /// What to do instead of searching.
    pub verdict: Option<Verdict>,
    /// List what was dismissed.
    pub dismissed: bool,
}

/// A person's verdict on a suspect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The suspect's id.
    pub id: String,
    /// The verdict.
    pub says: Says,
    /// Why.
    pub because: Option<String>,
}

/// What a person says of a suspect.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Says {
    /// The report is of no use.
    Dismissed,
    /// The code is meant to be so.
    Intended,
    /// It is a bug that is not mended yet; an ignored test keeps it.
    Kept,
    /// The law is of no use, though it holds.
    Rejected,
}

/// How sure it is that a suspect is a bug.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    clap::ValueEnum,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing announces the law, but it nearly holds; or the function is private.
    Possible,
    /// A name or the documentation announces the law.
    Likely,
    /// A contract of a trait, a pair of inverses, a panic where an error should be returned.
    Certain,
}

/// Options of `discover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discover {
    /// Write nothing.
    pub dry_run: bool,
    /// Write nothing, and leave what is new to `review`.
    pub pending: bool,
    /// Overwrite regions that have been edited by hand.
    pub force: bool,
    /// Maximum number of laws to keep per function.
    pub max_relations: usize,
    /// Write observations besides laws.
    pub observations: bool,
    /// The parts that run.
    pub parts: Parts,
    /// Kinds of source inputs: random ones, and those of the parts.
    pub inputs: Kinds,
    /// Number of source inputs to record per function.
    pub sources: usize,
    /// Mutants that guide the search.
    pub operators: Operators,
    /// Mutants that are held out for scoring.
    pub judge: Judge,
    /// Parameters of evolution.
    pub preset: Preset,
    /// Add relations and sources where adequacy is not reached.
    pub for_adequacy: bool,
}

/// How relations are evolved for mutants that enumeration does not kill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Preset {
    /// Small populations that stop early, with guards.
    #[default]
    Default,
    /// The parameters published for GenMorph; slow.
    Paper,
    /// No evolution, no compositions and no particle swarms.
    Off,
}

/// Sources of mutants.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Operators {
    /// Mutants that cargo-mutants lists.
    CargoMutants,
    /// Mutants of the built-in operators; cargo-mutants is not needed.
    Own,
    /// Both.
    #[default]
    All,
}

impl Operators {
    /// Whether cargo-mutants' list is among them.
    pub fn listed(self) -> bool {
        self != Operators::Own
    }

    /// Whether those of the built-in operators are among them.
    pub fn own(self) -> bool {
        self != Operators::CargoMutants
    }
}

/// Mutants that are held out: the search never sees them, and relations are scored on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Judge {
    /// A third of all mutants, chosen by the seed.
    #[default]
    HeldOut,
    /// The mutants that cargo-mutants lists; the search uses the built-in operators.
    CargoMutants,
    /// None: the search sees all.
    #[value(skip)]
    None,
}

/// Options of `check`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// Include relations whose code has not changed.
    pub all: bool,
    /// Fail where a relation is stale.
    pub deny_stale: bool,
    /// Remove violated and stale relations and search their functions again, with these options.
    pub update: Option<Discover>,
}

/// Actions of `hook`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hook {
    /// Write a git hook.
    Install {
        /// When the hook runs.
        when: When,
        /// Minimum adequacy of the changed functions.
        fail_under: Option<f64>,
    },
    /// Remove this hook, or every installed one.
    Uninstall(Option<When>),
    /// Run the checks of an installed hook.
    Run {
        /// When the hook runs.
        when: When,
        /// Minimum adequacy of the changed functions.
        fail_under: Option<f64>,
    },
}

/// When a git hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// Before a commit, on the staged changes.
    PreCommit,
    /// Before a push, on the pushed commits.
    PrePush,
}

impl When {
    /// The name of the hook's file in git's hooks folder.
    pub fn file_name(self) -> &'static str {
        match self {
            When::PreCommit => "pre-commit",
            When::PrePush => "pre-push",
        }
    }
}

/// Selected packages of the workspace; with neither field set, the same as cargo's default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// `-p`, in the order given.
    pub packages: Vec<String>,
    /// `--workspace`.
    pub workspace: bool,
    /// `--exclude`, with `workspace`.
    pub exclude: Vec<String>,
    /// Packages that do not build, which are left out.
    pub broken: Vec<String>,
}

/// Selected functions of the packages.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Files and functions.
    pub patterns: Patterns,
    /// Type arguments of generic functions, by the path of the function.
    pub generics: BTreeMap<String, String>,
    /// Only functions affected by this change; `None` for all.
    pub change: Option<Change>,
}

/// A change of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// `--since`: the difference between a git revision and the work tree.
    Since(String),
    /// `--in-diff`: a file with a unified diff; `-` is standard input.
    InDiff(PathBuf),
}

impl Filter {
    /// Whether it keeps everything.
    pub fn is_empty(&self) -> bool {
        self.patterns.are_empty() && self.change.is_none()
    }
}

/// Active Cargo features.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// `--features`, split at commas and spaces.
    pub names: Vec<String>,
    /// `--all-features`.
    pub all: bool,
    /// `--no-default-features`.
    pub no_default: bool,
}

impl Features {
    /// The same features as arguments of cargo.
    pub fn to_args(&self) -> Vec<String> {
        let mut args = Vec::new();
        if !self.names.is_empty() {
            args.extend(["--features".to_owned(), self.names.join(",")]);
        }
        if self.all {
            args.push("--all-features".to_owned());
        }
        if self.no_default {
            args.push("--no-default-features".to_owned());
        }
        args
    }
}

/// How mutants are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Engine {
    /// All mutants in one build, selected at run time.
    #[default]
    Switch,
    /// One build per mutant, made by cargo-mutants; slow.
    CargoMutants,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Format {
    /// Human-readable text.
    #[default]
    Human,
    /// A single JSON document.
    Json,
    /// GitHub Actions annotations (`check` and `suspects`).
    Github,
    /// JUnit XML (`check` only).
    Junit,
    /// SARIF, the Static Analysis Results Interchange Format (`check` and `suspects`).
    Sarif,
    /// Markdown, the text of an issue for each suspect (`suspects` only).
    Markdown,
}

/// Format of progress and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum MessageFormat {
    /// Human-readable lines on standard error.
    #[default]
    Human,
    /// A JSON object per line on standard output, the result among them.
    Json,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Color {
    /// When writing to a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How much is printed on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Verbosity {
    /// Errors and warnings only.
    Quiet,
    /// Progress: bars on a terminal, elsewhere a line a minute.
    #[default]
    Normal,
    /// What each stage did and how long it took, terminal or not.
    Verbose,
}
