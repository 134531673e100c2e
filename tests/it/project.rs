//! A small package in a temporary folder, and the binary run on it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use cargo_morph::report::{Discovery, FunctionReport, Verdict};
use morph_lab::mutants::{self, Tool};

pub const MANIFEST: &str =
    "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n";

/// The manifest of a package that is a workspace of its own.
pub fn manifest(name: &str, edition: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n\n[workspace]\n")
}

/// Three pure functions, one of them private and in a module of its own.
pub const TINY: &str = "\
/// The distance between two numbers.
pub fn distance(a: u32, b: u32) -> u32 {
    if a > b { a - b } else { b - a }
}

pub fn even(n: i64) -> bool {
    n % 2 == 0
}

pub mod words;
";

pub const WORDS: &str = "\
fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}

pub fn has_letters(text: &str) -> bool {
    letters(text) > 0
}
";

/// Keeps a search short; what is found is not what these tests are about.
pub const QUICK: [&str; 4] = ["--budget", "200k", "--sources", "150"];

/// Files by path, folders as empty ones; the target folder and what is below it are left out.
pub type Tree = BTreeMap<PathBuf, String>;

/// A folder with a package in it.
pub struct Project {
    folder: tempfile::TempDir,
    pub root: PathBuf,
}

/// How a run ended.
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Ended { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Ended {
    /// Asserts that it ended well.
    #[track_caller]
    pub fn well(self) -> Ended {
        assert_eq!(self.code, Some(0), "{}{}", self.stdout, self.stderr);
        self
    }

    /// Asserts a one-line error with this exit code that holds `parts`, and nothing on standard output.
    #[track_caller]
    pub fn refused(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "");
        let lines: Vec<&str> = self.stderr.lines().collect();
        assert_eq!(lines.len(), 1, "{}", self.stderr);
        assert!(lines[0].starts_with("error: "), "{}", self.stderr);
        for part in parts {
            assert!(lines[0].contains(part), "no {part:?} in: {}", self.stderr);
        }
    }

    /// The report of `--format json`.
    #[track_caller]
    pub fn discovery(&self) -> Discovery {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", self.stdout, self.stderr))
    }
}

/// What became of a function.
#[track_caller]
pub fn function<'a>(discovery: &'a Discovery, path: &str) -> &'a FunctionReport {
    let known = || discovery.functions.iter().map(|f| f.path.as_str()).collect::<Vec<_>>();
    let found = discovery.functions.iter().find(|function| function.path == path);
    found.unwrap_or_else(|| panic!("no `{path}` in {:?}", known()))
}

/// The laws of a function, as they are read.
#[track_caller]
pub fn laws<'a>(discovery: &'a Discovery, path: &str) -> Vec<&'a str> {
    function(discovery, path).relations.iter().map(|relation| relation.readable.as_str()).collect()
}

/// Asserts that these functions of a small library were tested.
#[track_caller]
pub fn assert_tested(discovery: &Discovery, paths: &[&str]) {
    for path in paths {
        let report = function(discovery, &format!("tiny::{path}"));
        assert_eq!(report.verdict, Verdict::Tested, "{path}: {:?}", report.reason);
    }
}

impl Project {
    /// An empty folder.
    pub fn empty() -> Project {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("it exists").join("project");
        fs::create_dir(&root).expect("the folder is ours");
        Project { folder, root }
    }

    /// A folder with these files.
    pub fn new(files: &[(&str, &str)]) -> Project {
        let project = Project::empty();
        files.iter().for_each(|(file, text)| project.put(file, text));
        project
    }

    /// A package `tiny` with this library.
    pub fn library(text: &str) -> Project {
        Project::new(&[("Cargo.toml", MANIFEST), ("src/lib.rs", text)])
    }

    /// The package `tiny` whose functions have relations.
    pub fn tiny() -> Project {
        let project = Project::library(TINY);
        project.put("src/words.rs", WORDS);
        project
    }

    /// The package `tiny` with relations for its functions, found with our own operators; all tests share one search.
    pub fn searched() -> Project {
        static FOUND: LazyLock<Tree> = LazyLock::new(|| {
            let project = Project::tiny();
            project.discover(&["--operators", "own"]).well();
            project.tree()
        });
        let project = Project::empty();
        for (file, text) in FOUND.iter().filter(|(file, _)| file.extension().is_some()) {
            project.put(file.to_str().expect("text"), text);
        }
        project
    }

    /// A package with this library and this name.
    pub fn named(name: &str, edition: &str, text: &str) -> Project {
        Project::new(&[("Cargo.toml", &manifest(name, edition)), ("src/lib.rs", text)])
    }

    /// A copy of `fixtures/<name>`.
    pub fn fixture(name: &str) -> Project {
        Project::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name))
    }

    /// A copy of a folder but for what was built in it.
    pub fn copy(from: &Path) -> Project {
        let project = Project::empty();
        for entry in walkdir::WalkDir::new(from).into_iter().filter_entry(|e| e.file_name() != "target") {
            let entry = entry.expect("it can be read");
            let to = project.root.join(entry.path().strip_prefix(from).expect("below"));
            if entry.file_type().is_dir() {
                fs::create_dir_all(to).expect("the folder is ours");
            } else {
                fs::copy(entry.path(), to).expect("the folder is ours");
            }
        }
        project
    }

    pub fn put(&self, file: &str, text: &str) {
        let file = self.root.join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is ours");
        fs::write(file, text).expect("the folder is ours");
    }

    #[track_caller]
    pub fn get(&self, file: &str) -> String {
        fs::read_to_string(self.root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    pub fn manifest_path(&self) -> PathBuf {
        self.root.join("Cargo.toml")
    }

    /// A folder beside the package.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().expect("it exists").join(name)
    }

    /// Everything in the package but the target folder.
    pub fn tree(&self) -> Tree {
        let walk = walkdir::WalkDir::new(&self.root).min_depth(1).into_iter();
        walk.filter_entry(|entry| entry.path() != self.root.join("target"))
            .map(|entry| entry.expect("the folder is ours"))
            .map(|entry| {
                let is_file = entry.file_type().is_file();
                let text =
                    if is_file { fs::read_to_string(entry.path()).expect("text") } else { String::new() };
                (entry.path().strip_prefix(&self.root).expect("below").to_owned(), text)
            })
            .collect()
    }

    /// A command that runs the binary in the package.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = clean(env!("CARGO_BIN_EXE_cargo-morph"));
        command.args(args).current_dir(&self.root);
        command
    }

    /// Runs the binary in the package.
    pub fn morph(&self, args: &[&str]) -> Ended {
        provide();
        self.run(args)
    }

    /// Runs the binary in the package for what needs no cargo-mutants.
    pub fn run(&self, args: &[&str]) -> Ended {
        self.command(args).output().expect("the binary starts").into()
    }

    /// Runs `discover` with a small budget, as if for the first time.
    pub fn discover(&self, args: &[&str]) -> Ended {
        self.discover_again(&[&["--fresh"], args].concat())
    }

    /// The same, but takes over what earlier runs found.
    pub fn discover_again(&self, args: &[&str]) -> Ended {
        self.morph(&[&["discover"], &QUICK[..], args].concat())
    }

    /// Runs `cargo test` in the package, away from its tree, and returns how many tests passed.
    #[track_caller]
    pub fn test(&self, args: &[&str]) -> usize {
        let mut cargo = clean("cargo");
        cargo.arg("test").args(args).current_dir(&self.root);
        let ended = Ended::from(cargo.output().expect("cargo starts")).well();
        let passed = |line: &str| -> Option<usize> {
            line.strip_prefix("test result: ok. ")?.split(' ').next()?.parse().ok()
        };
        ended.stdout.lines().filter_map(passed).sum()
    }

    /// The tests that were written compile and pass where they stand, and are read as they were written.
    #[track_caller]
    pub fn passes_and_stays(&self, discovery: &Discovery) {
        assert_eq!(self.test(&[]), discovery.totals.relations);
        self.clippy();
        self.morph(&["check"]).well();
        let tree = self.tree();
        self.discover(&[]).well();
        assert_same(&tree, &self.tree());
    }

    /// Runs clippy on the package and its tests, warnings denied.
    #[track_caller]
    pub fn clippy(&self) {
        let mut cargo = clean("cargo");
        cargo.args(["clippy", "--all-targets", "--", "-D", "warnings"]).current_dir(&self.root);
        Ended::from(cargo.output().expect("cargo starts")).well();
    }
}

/// A command without what the outer cargo, or whoever runs the tests, has in the environment.
pub fn clean(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    morph_source::process::clean_environment(&mut command);
    for name in [
        "GITHUB_ACTIONS",
        "GITHUB_STEP_SUMMARY",
        "CLICOLOR_FORCE",
        "CARGO_TERM_COLOR",
        "CARGO_TERM_VERBOSE",
        "RUST_BACKTRACE",
        "CARGO_BUILD_TARGET",
    ] {
        command.env_remove(name);
    }
    command.env("NO_COLOR", "1");
    command
}

/// cargo-mutants, which is installed if it is missing; tests side by side do not each install it.
pub fn provide() -> &'static Tool {
    static TOOL: LazyLock<Tool> = LazyLock::new(|| {
        mutants::provide(false, &*progress::new(Verbosity::Verbose)).expect("cargo-mutants")
    });
    &TOOL
}

/// Asserts that a tree is as it was.
#[track_caller]
pub fn assert_same(before: &Tree, after: &Tree) {
    let names = |tree: &Tree| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(before), names(after));
    for (file, text) in before {
        assert_eq!(text, &after[file], "{}", file.display());
    }
}

/// Whether `path` is in the tree.
pub fn holds(tree: &Tree, path: &str) -> bool {
    tree.contains_key(Path::new(path))
}
