//! What commands share: the workspace, the functions that the options select, and how the lab is built.

use anyhow::Result;

use super::matching::refuse_unmatched;
use crate::inputs::Examples;
use crate::options::{Change, Options};
use crate::suite;
use morph_lab::BuildOptions;
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, Subject};
use morph_source::workspace::{self, Changes, Lock, Opened, Workspace};

/// The warning where workers could not be confined.
pub const UNCONFINED: &str =
    "this platform cannot restrict system calls: functions and their mutants ran with your permissions";

/// The packages that the options select.
pub fn selection(options: &Options) -> workspace::Selection {
    workspace::Selection {
        manifest_path: options.manifest_path.clone(),
        packages: options.selection.packages.clone(),
        workspace: options.selection.workspace,
        exclude: options.selection.exclude.clone(),
        broken: options.selection.broken.clone(),
        features: options.features.names.clone(),
        all_features: options.features.all,
        no_default_features: options.features.no_default,
        offline: options.offline,
        locked: options.locked,
        passed: options.passed.clone(),
    }
}

/// The workspace, and the lock on its scratch folder and files.
pub fn load_alone(options: &Options, progress: &dyn Progress) -> Result<(Workspace, Option<Lock>)> {
    let opened = workspace::open(&selection(options))?;
    // The lock comes before the sources: another run may be about to change them.
    let lock = lock(&opened, progress)?;
    recover(&opened, lock.as_ref(), progress);
    let workspace = opened.load(lock.as_ref())?;
    suite::remove_leftovers(&workspace);
    Ok((workspace, lock))
}

/// Waits for the lock on a workspace.
pub fn lock(opened: &Opened, progress: &dyn Progress) -> Result<Option<Lock>> {
    let scratch = opened.scratch();
    opened.lock(&|| progress.note(&format!("waiting for another cargo morph in {}", scratch.display())))
}

/// Completes what a run was writing into the user's files when it was killed. Without a lock it may still be doing that.
pub fn recover(opened: &Opened, lock: Option<&Lock>, progress: &dyn Progress) {
    if lock.is_some() && suite::recover(&opened.scratch()) {
        progress.note("completed the changes of a run that was killed while it wrote them");
    }
}

/// The functions that the options select.
pub fn scan_functions(workspace: &Workspace, options: &Options) -> Result<Vec<Function>> {
    let functions = scan::scan(workspace, &scan_filter(options))?;
    if functions.is_empty() {
        // All functions are read only to name those that the options may mean.
        scan_all(workspace, options)?;
    }
    Ok(functions)
}

/// The functions that the options select, with hashes of every function's code and all bodies.
pub fn scan_selected(workspace: &Workspace, options: &Options) -> Result<scan::Read> {
    let read = scan::read(workspace, &scan_filter(options))?;
    refuse_unmatched(options, workspace, &read)?;
    Ok(read)
}

/// Every function, with hashes of every function's code and all bodies.
pub fn scan_all(workspace: &Workspace, options: &Options) -> Result<scan::Read> {
    let generics = options.filter.generics.clone();
    let mut read = scan::read(
        workspace,
        &scan::Filter { generics, generated: suite::MODULE.to_owned(), ..Default::default() },
    )?;
    refuse_unmatched(options, workspace, &read)?;
    suite::settle(workspace, &mut read)?;
    Ok(read)
}

/// Whether the options select a function.
pub fn selects(options: &Options, workspace: &Workspace, function: &Function) -> bool {
    let file = workspace.relative(&function.file);
    options.filter.patterns.mean(file, &function.path)
}

fn scan_filter(options: &Options) -> scan::Filter {
    scan::Filter {
        patterns: options.filter.patterns.clone(),
        generics: options.filter.generics.clone(),
        generated: suite::MODULE.to_owned(),
    }
}

/// The change that the options name.
pub fn change(workspace: &Workspace, options: &Options) -> Result<Option<Changes>> {
    let change = options.filter.change.as_ref().map(|change| match change {
        Change::Since(revision) => Changes::since(&workspace.root, revision),
        Change::InDiff(file) => Changes::in_diff(&workspace.root, file),
    });
    change.transpose()
}

/// How the lab is built, with or without reports of branches and of their distances.
pub fn build_options(options: &Options, branches: bool, distances: bool) -> BuildOptions {
    let feature_flags = options.features.to_args();
    BuildOptions { feature_flags, offline: options.offline, branches, distances }
}

/// The functions that the lab must call to test the subjects.
pub fn called(subjects: &[Subject]) -> Vec<Subject> {
    [subjects, &scan::makers(subjects)].concat()
}

/// What the packages' own tests, examples and documentation show.
pub fn examples(workspace: &Workspace) -> Examples {
    Examples::of(&workspace.packages, suite::MODULE)
}
