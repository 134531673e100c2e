//! What a run does, resolved once from the command line and `morph.toml`.

mod budget;
pub(crate) mod inputs;
pub(crate) mod patterns;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use globset::GlobSet;
use regex::Regex;

use crate::adequacy::Configured;
use crate::inputs::Kinds;
use crate::search::polynomial::Ranges;
use morph_symbolic::solver;

pub use budget::Budget;
pub use inputs::DEFAULT_SOURCES;

/// Relations per function, unless somebody asks for another number.
pub const DEFAULT_MAX_RELATIONS: usize = 6;

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
    /// Which of cargo's features are on.
    pub features: Features,
    /// What `morph.toml` says of functions' categories, by path.
    pub configured: BTreeMap<String, Configured>,
    /// What `morph.toml` says of where numbers are drawn, by the path of a function and the name of a parameter.
    pub domain: BTreeMap<String, Ranges>,
    /// Seed of every random stream.
    pub seed: u64,
    /// What the searches may spend together.
    pub budget: Budget,
    /// How many threads and workers run at once.
    pub jobs: NonZeroUsize,
    /// How mutants are built.
    pub engine: Engine,
    /// Who solves for inputs that take a path.
    pub solver: solver::Choice,
    /// Never use the network.
    pub offline: bool,
    /// How results are printed on standard output.
    pub format: Format,
    /// When output is coloured.
    pub color: Color,
    /// How much is said on standard error.
    pub verbosity: Verbosity,
}

/// A command with the options of its own.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// List every function with its verdict.
    Scan(Scan),
    /// Find relations and write them as tests.
    Discover(Discover),
    /// Verify the relations against the code as it is now.
    Check(Check),
    /// Measure how adequately the relations test the code.
    Adequacy(Adequacy),
    /// Verify before every commit or push.
    Hook(Hook),
    /// Remove everything that the tool wrote.
    Clean,
}

/// Options of `scan`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Say what becomes of every branch.
    pub paths: bool,
    /// Kinds of source inputs that try to take them.
    pub inputs: Kinds,
    /// So many of these per function.
    pub sources: usize,
}

/// Options of `discover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discover {
    /// Write nothing.
    pub dry_run: bool,
    /// Overwrite regions that a person edited.
    pub force: bool,
    /// Keep at most so many relations per function.
    pub max_relations: usize,
    /// Kinds of source inputs.
    pub inputs: Kinds,
    /// Record so many of these per function.
    pub sources: usize,
    /// Whose mutants.
    pub operators: Operators,
    /// What relations are judged on.
    pub judge: Judge,
    /// How relations evolve.
    pub preset: Preset,
    /// Look where adequacy is not reached.
    pub for_adequacy: bool,
}

/// How relations evolve for the mutants that enumeration leaves alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Preset {
    /// Small populations that soon give up, with guards.
    #[default]
    Default,
    /// The published parameters (GenMorph): slow.
    Paper,
    /// Not at all.
    Off,
}

/// Whose mutants are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operators {
    /// Those that cargo-mutants lists.
    CargoMutants,
    /// Those of our own operators; cargo-mutants is not needed.
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

    /// Whether our own are among them.
    pub fn own(self) -> bool {
        self != Operators::CargoMutants
    }
}

/// Which mutants are held out: the search never sees them, and relations are judged on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Judge {
    /// A third of all, by the seed.
    #[default]
    HeldOut,
    /// Those of cargo-mutants; the search sees ours.
    CargoMutants,
}

/// Options of `check`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// What is unchanged, too.
    pub all: bool,
    /// Retire what is violated or stale, and look for relations of its functions anew.
    pub update: bool,
    /// Whose mutants guide that search.
    pub operators: Operators,
}

/// What `hook` does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hook {
    /// Write a git hook.
    Install {
        /// Which.
        when: When,
        /// The least adequacy of what is touched.
        fail_under: Option<f64>,
    },
    /// Take back what was installed: this hook, or every one.
    Uninstall(Option<When>),
    /// What an installed hook calls.
    Run {
        /// Which hook.
        when: When,
        /// The least adequacy of what is touched.
        fail_under: Option<f64>,
    },
}

/// When a git hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// Before a commit, on what is staged.
    PreCommit,
    /// Before a push, on what is pushed.
    PrePush,
}

impl When {
    /// The hook's file in git's folder of hooks.
    pub fn file_name(self) -> &'static str {
        match self {
            When::PreCommit => "pre-commit",
            When::PrePush => "pre-push",
        }
    }
}

/// Options of `adequacy`.
#[derive(Clone, Debug, PartialEq)]
pub struct Adequacy {
    /// How many different relations must cover a requirement; `None` for each criterion's own number.
    pub k: Option<NonZeroUsize>,
    /// The names of the criteria, in the order of reports.
    pub criteria: Vec<&'static str>,
    /// The least adequacy (0 to 1) that passes, of one of them or of each.
    pub fail_under: Vec<(Option<&'static str>, f64)>,
    /// Print the source line by line.
    pub lines: bool,
    /// Where the HTML page goes, if it is wanted.
    pub html: Option<PathBuf>,
}

/// Which packages of the workspace are meant; neither: as cargo does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// `-p`, in the order given.
    pub packages: Vec<String>,
    /// `--workspace`.
    pub workspace: bool,
}

/// Which functions of the packages are meant.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Files, relative to the workspace's root; `None` for all.
    pub files: Option<GlobSet>,
    /// Paths of functions, such as `demo::num::gcd`; `None` for all.
    pub function: Option<Regex>,
    /// What type parameters stand for, by the path of a function.
    pub generics: BTreeMap<String, String>,
    /// Only what a change touches; `None` for all.
    pub change: Option<Change>,
}

/// How a change is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// `--since`: the work tree against a git revision.
    Since(String),
    /// `--in-diff`: a file with a unified diff; `-` is standard input.
    InDiff(PathBuf),
}

impl Filter {
    /// Whether the filter keeps the function `path` in `file`, which is relative to the workspace's root.
    pub fn keeps(&self, file: &Path, path: &str) -> bool {
        self.files.as_ref().is_none_or(|files| files.is_match(file))
            && self.function.as_ref().is_none_or(|function| function.is_match(path))
    }

    /// Whether it keeps everything.
    pub fn is_empty(&self) -> bool {
        self.files.is_none() && self.function.is_none() && self.change.is_none()
    }
}

/// Which of cargo's features are on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// `--features`, split at commas and blanks.
    pub names: Vec<String>,
    /// `--all-features`.
    pub all: bool,
    /// `--no-default-features`.
    pub no_default: bool,
}

impl Features {
    /// The same choice as arguments of cargo.
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
    /// All in one build, behind a switch.
    #[default]
    Switch,
    /// One build per mutant, by cargo-mutants itself.
    CargoMutants,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Format {
    /// Tables and sentences.
    #[default]
    Human,
    /// One JSON document.
    Json,
    /// Annotations of GitHub Actions; for `check`.
    Github,
    /// JUnit's XML; for `check`.
    Junit,
    /// SARIF, the Static Analysis Results Interchange Format; for `check`.
    Sarif,
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Color {
    /// Where a terminal shows it.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How much is said on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Verbosity {
    /// Errors and warnings only.
    Quiet,
    /// Progress on a terminal.
    #[default]
    Normal,
    /// What each stage did, terminal or not.
    Verbose,
}
