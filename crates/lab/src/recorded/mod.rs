//! The arguments with which the package's own tests call the subjects: values that no generator would think of.
//!
//! The tests are built once in a private copy in which subjects write down their arguments, and run twice: a subject that
//! was called with other arguments the second time has random tests, and what they try is not taken, so that one seed gives
//! one result. Whatever goes wrong costs rows, never the run: tests may fail, hang or not compile.

mod calls;
pub(super) mod sandbox;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use walkdir::WalkDir;

use super::build::shim::{self, OUTER_FILE};
use super::calls::outer_text;
use super::manifest::{extend, write_if_changed};
use super::protocol::{RECORD, RECORDED_ROWS};
use super::wire::decode;
use super::{BuildOptions, compile};
use calls::Calls;
use morph_relation::Value;
use morph_source::exit::{Code, fail};
use morph_source::files::unwritable;
use morph_source::process;
use morph_source::scan::{Function, Subject};
use morph_source::workspace::{self, Package, Workspace};

/// Inputs by the path of a subject.
pub type Rows = BTreeMap<String, Vec<Vec<Value>>>;

/// How tests are recorded.
#[derive(Clone, Copy, Debug)]
pub struct Recording<'a> {
    /// The name of test modules that do not count, being generated.
    pub but: &'a str,
    /// How long all tests may run; what they did not come to by then is not recorded.
    pub time: Duration,
    /// As the lab is built.
    pub build: &'a BuildOptions,
}

/// Rounds of leaving out calls that do not compile; after the last one nothing is recorded.
const ROUNDS: usize = 6;

/// The arguments with which the tests of the packages call these functions.
///
/// The tests run in a copy of the package, one after the other; on Linux they cannot write elsewhere, nor use the network.
/// Documentation tests are not run.
pub fn recorded(
    workspace: &Workspace,
    functions: &[Function],
    recording: &Recording<'_>,
) -> anyhow::Result<Rows> {
    let tested: Vec<&Package> = workspace
        .packages
        .iter()
        .filter(|package| has_tests(&package.dir, workspace, recording.but))
        .collect();
    let mut calls = Calls::of(functions);
    if tested.is_empty() || calls.is_empty() {
        return Ok(Rows::new());
    }
    let folder = workspace.scratch().join("recorded");
    let tests = Tests { workspace, recording, tree: workspace.copy_in(&folder.join("tree")), folder };
    workspace::copy_tree(workspace, &tests.tree)?;
    tests.write_manifests()?;
    let mut built = Vec::new();
    for package in tested {
        if tests.build(package, &mut calls)? {
            built.push(package);
        }
    }
    let mut runs: Vec<BTreeMap<u32, BTreeSet<Vec<u8>>>> = Vec::new();
    while runs.len() < 2 && runs.iter().all(|rows| !rows.is_empty()) {
        runs.push(tests.run(&built)?);
    }
    let mut rows = Rows::new();
    for (number, seen) in runs.first().into_iter().flatten() {
        if let Some(subject) = calls.subject(*number)
            && runs.iter().all(|run| run.get(number) == Some(seen))
        {
            rows.insert(subject.path.clone(), sorted(subject, seen));
        }
    }
    rows.retain(|_, rows| !rows.is_empty());
    Ok(rows)
}

/// Rows as values, short ones first; those that no test can write are left out.
fn sorted(subject: &Subject, rows: &BTreeSet<Vec<u8>>) -> Vec<Vec<Value>> {
    let mut rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
    rows.sort_by_key(|bytes| (bytes.len(), *bytes));
    let values = |mut bytes: &[u8]| -> Option<Vec<Value>> {
        let row: Option<Vec<Value>> = subject.params.iter().map(|p| decode(&p.ty, &mut bytes)).collect();
        row.filter(|row| {
            bytes.is_empty() && row.iter().zip(&subject.params).all(|(value, p)| value.is_writable(&p.ty))
        })
    };
    rows.into_iter().filter_map(values).take(RECORDED_ROWS).collect()
}

/// What makes a function a test, as it is written.
const TESTS: [&str; 7] =
    ["#[test]", "::test]", "::test(", "#[rstest]", "#[test_case", "#[quickcheck]", "proptest!"];

/// Whether some file of a package holds tests.
fn has_tests(dir: &Path, workspace: &Workspace, but: &str) -> bool {
    rust_files(dir, workspace).any(|file| {
        file.file_stem().is_none_or(|stem| stem != but)
            && fs::read_to_string(file).is_ok_and(|text| TESTS.iter().any(|test| text.contains(test)))
    })
}

fn rust_files(dir: &Path, workspace: &Workspace) -> impl Iterator<Item = PathBuf> {
    let walk = WalkDir::new(dir).sort_by_file_name().into_iter();
    let target = workspace.target_dir.clone();
    let files = walk.filter_entry(move |entry| {
        entry.path() != target && entry.file_name() != ".git" && !entry.path().join("CACHEDIR.TAG").is_file()
    });
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    files.flatten().map(walkdir::DirEntry::into_path).filter(is_rust)
}

struct Tests<'a> {
    workspace: &'a Workspace,
    recording: &'a Recording<'a>,
    /// The copy of the root. Where generated tests are verified is another; both share what they depend on, compiled.
    tree: PathBuf,
    folder: PathBuf,
}

impl Tests<'_> {
    fn copy_of(&self, file: &Path) -> anyhow::Result<PathBuf> {
        let outside = || fail(Code::Usage, format!("{} lies outside the workspace", file.display()));
        self.workspace.copy_of(&self.tree, file).ok_or_else(outside)
    }

    fn write_manifests(&self) -> anyhow::Result<()> {
        let shim = self.folder.join("shim");
        shim::write(&shim, "")?;
        write_if_changed(&shim.join(OUTER_FILE), &outer_text(""))?;
        write_if_changed(
            &shim.join("sizes.rs"),
            "pub const MUTANTS: usize = 0;\npub const PROBES: usize = 0;\n",
        )?;
        for package in &self.workspace.packages {
            extend(&self.copy_of(&package.dir)?.join("Cargo.toml"), &shim, None)?;
            // Generated tests would have their own sources recorded.
            for file in rust_files(&package.dir, self.workspace) {
                if file.file_stem().is_some_and(|stem| stem == self.recording.but) {
                    write_if_changed(&self.copy_of(&file)?, "")?;
                }
            }
        }
        Ok(())
    }

    /// Compiles a package's tests; whether they compile, with all calls recorded that can be.
    fn build(&self, package: &Package, calls: &mut Calls) -> anyhow::Result<bool> {
        for _ in 0..ROUNDS {
            let written = calls.write(self.workspace, &|file| self.copy_of(file))?;
            let mut command = self.workspace.test_cargo(&self.tree, package, self.recording.build.offline)?;
            command.args(["--tests", "--no-run"]);
            let built = compile::run(command)?;
            if built.success {
                return Ok(true);
            }
            let original = |file: &Path| {
                workspace::normal(&self.workspace.root.join(file.strip_prefix(&self.tree).unwrap_or(file)))
            };
            if !calls.blame(&built.errors, &written, &original) {
                break;
            }
        }
        Ok(false)
    }

    /// Runs the tests of packages; returns what was recorded, by subject.
    fn run(&self, packages: &[&Package]) -> anyhow::Result<BTreeMap<u32, BTreeSet<Vec<u8>>>> {
        let (file, temporary) = (self.folder.join("rows"), self.folder.join("tmp"));
        let _ = fs::remove_file(&file);
        let _ = fs::remove_dir_all(&temporary);
        fs::create_dir_all(&temporary).map_err(unwritable(&temporary))?;
        // There are two runs.
        let end = Instant::now() + self.recording.time / 2;
        for package in packages {
            let mut command = self.workspace.test_cargo(&self.tree, package, true)?;
            command.args(["--tests", "--no-fail-fast"]);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.env(RECORD, &file).env("RUST_TEST_THREADS", "1").env("RUST_BACKTRACE", "0");
            ["TMPDIR", "TMP", "TEMP"].iter().for_each(|name| _ = command.env(name, &temporary));
            sandbox::confine(&mut command, &[&self.workspace.scratch()]);
            let mut running = process::spawn(command)
                .map_err(|error| fail(Code::Environment, format!("cannot run cargo: {error}")))?;
            while running.try_wait()?.is_none() {
                if Instant::now() > end {
                    running.kill()?;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            process::park_if_interrupted();
        }
        Ok(rows(&fs::read(&file).unwrap_or_default()))
    }
}

/// Reads what was recorded, up to where it is cut short.
fn rows(mut bytes: &[u8]) -> BTreeMap<u32, BTreeSet<Vec<u8>>> {
    let mut rows: BTreeMap<u32, BTreeSet<Vec<u8>>> = BTreeMap::new();
    while let Some((head, rest)) = bytes.split_first_chunk::<8>() {
        let [a, b, c, d, e, f, g, h] = *head;
        let len = u32::from_le_bytes([e, f, g, h]) as usize;
        let Some((row, rest)) = rest.split_at_checked(len) else { break };
        rows.entry(u32::from_le_bytes([a, b, c, d])).or_default().insert(row.to_vec());
        bytes = rest;
    }
    rows
}
