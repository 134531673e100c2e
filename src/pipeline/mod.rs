//! The only caller of stages: each command is a walk through them.

mod adequacy;
mod adequate;
mod check;
mod code;
mod compare;
mod detect;
mod directed;
mod discover;
mod explore;
mod fate;
mod feed;
mod hook;
mod hunt;
mod kinds;
mod laws;
mod paths;
mod redundant;
mod replay;
mod sources;
mod touched;
mod written;

use anyhow::Result;

pub use compare::{Compared, Comparison, Fault, Series, Tried, apfd, compare};
pub use detect::{Detections, Pool, PooledGroup, PooledRelation, detect};
pub use fate::{Fate, count};
pub use replay::{FunctionReplay, Plan, ROUNDING, RelationReplay, replay};

use crate::options::{Command, Options};
use crate::progress;
use crate::report::{self, Document, Scan, ScanVerdict, ScannedFunction};
use crate::suite;
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, Verdict};
use morph_source::workspace::{self, Lock, Opened, Workspace};
use morph_symbolic::solver::{Limits, Solver};

/// What is said once where workers could not be confined.
const UNCONFINED: &str =
    "this system cannot confine system calls: functions and their mutants ran with your rights";

/// Runs a command and says how it ended.
pub fn run(options: &Options) -> Result<Code> {
    let progress = progress::new(options.verbosity);
    if matches!(options.command, Command::Scan { .. } | Command::Discover(_)) {
        // What is asked for and not there is said before anything is built.
        Solver::new(options.solver, Limits::default())?;
    }
    match &options.command {
        Command::Scan(scan) if scan.paths => paths::run(options, *scan, &*progress),
        Command::Scan(_) => {
            let workspace = workspace::load(&selection(options))?;
            let functions = scan_functions(&workspace, options)?;
            report::print(&Document::Scan(scanned(&workspace, &functions)), options.format)?;
            Ok(Code::Done)
        }
        Command::Discover(discover) => discover::run(options, *discover, &*progress),
        Command::Check(check) => check::run(options, *check, &*progress),
        Command::Adequacy(adequacy) => adequacy::run(options, adequacy, &*progress),
        Command::Hook(hook) => hook::run(options, *hook, &*progress),
        Command::Clean => clean(options, &*progress),
    }
}

fn clean(options: &Options, progress: &dyn Progress) -> Result<Code> {
    let opened = workspace::open(&selection(options))?;
    // Only whoever has made the folder may be using it.
    let lock = if opened.scratch().exists() { lock(&opened, progress)? } else { None };
    let workspace = &opened.load(lock.as_ref())?;
    let cleaned = suite::clean(workspace)?;
    let relative =
        |file: &std::path::Path| file.strip_prefix(&workspace.root).unwrap_or(file).display().to_string();
    for file in &cleaned.changed {
        anstream::println!("restored {}", relative(file));
    }
    for file in &cleaned.kept {
        progress.warn(&format!("{} holds text of yours and is kept", relative(file)));
    }
    if cleaned.changed.is_empty() && cleaned.kept.is_empty() {
        anstream::println!("nothing to clean");
    }
    Ok(Code::Done)
}

fn selection(options: &Options) -> workspace::Selection {
    workspace::Selection {
        manifest_path: options.manifest_path.clone(),
        packages: options.selection.packages.clone(),
        workspace: options.selection.workspace,
        features: options.features.names.clone(),
        all_features: options.features.all,
        no_default_features: options.features.no_default,
        offline: options.offline,
    }
}

/// The workspace, and the right to use its scratch folder and to change its files.
fn load_alone(options: &Options, progress: &dyn Progress) -> Result<(Workspace, Option<Lock>)> {
    let opened = workspace::open(&selection(options))?;
    // Before any source is read: another run may be about to change it.
    let lock = lock(&opened, progress)?;
    Ok((opened.load(lock.as_ref())?, lock))
}

fn lock(opened: &Opened, progress: &dyn Progress) -> Result<Option<Lock>> {
    let scratch = opened.scratch();
    opened.lock(&|| progress.note(&format!("waiting for another cargo morph in {}", scratch.display())))
}

/// The functions that the options select.
fn scan_functions(workspace: &Workspace, options: &Options) -> Result<Vec<Function>> {
    scan::scan(workspace, &scan_filter(options))
}

/// The functions that the options select, with hashes of every function's code and all bodies.
fn scan_all(workspace: &Workspace, options: &Options) -> Result<scan::Read> {
    scan::read(workspace, &scan_filter(options))
}

fn scan_filter(options: &Options) -> scan::Filter {
    scan::Filter {
        files: options.filter.files.clone(),
        function: options.filter.function.clone(),
        generics: options.filter.generics.clone(),
    }
}

fn scanned(workspace: &Workspace, functions: &[Function]) -> Scan {
    let function = |f: &Function| {
        let (verdict, reason, signature) = match &f.verdict {
            Verdict::Testable(subject) => {
                let params: Vec<String> =
                    subject.params.iter().map(|param| format!("{}: {}", param.name, param.ty)).collect();
                (ScanVerdict::Testable, None, Some(format!("({}) -> {}", params.join(", "), subject.ret)))
            }
            Verdict::Skipped(reason) => (ScanVerdict::Skipped, Some(reason.clone()), None),
        };
        let file = f.file.strip_prefix(&workspace.root).unwrap_or(&f.file).display().to_string();
        ScannedFunction {
            path: f.path.clone(),
            file,
            line: f.line,
            verdict,
            reason,
            signature,
            branches: None,
        }
    };
    Scan::new(functions.iter().map(function).collect())
}
