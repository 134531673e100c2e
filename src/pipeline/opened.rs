//! The workspace that a command works on, and the functions that its options select.

use anyhow::Result;

use crate::options::Options;
use morph_source::progress::Progress;
use morph_source::scan::{self, Function};
use morph_source::workspace::{self, Lock, Opened, Workspace};

/// What is said once where workers could not be confined.
pub const UNCONFINED: &str =
    "this system cannot confine system calls: functions and their mutants ran with your rights";

pub fn selection(options: &Options) -> workspace::Selection {
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
pub fn load_alone(options: &Options, progress: &dyn Progress) -> Result<(Workspace, Option<Lock>)> {
    let opened = workspace::open(&selection(options))?;
    // Before any source is read: another run may be about to change it.
    let lock = lock(&opened, progress)?;
    Ok((opened.load(lock.as_ref())?, lock))
}

pub fn lock(opened: &Opened, progress: &dyn Progress) -> Result<Option<Lock>> {
    let scratch = opened.scratch();
    opened.lock(&|| progress.note(&format!("waiting for another cargo morph in {}", scratch.display())))
}

/// The functions that the options select.
pub fn scan_functions(workspace: &Workspace, options: &Options) -> Result<Vec<Function>> {
    scan::scan(workspace, &scan_filter(options))
}

/// The functions that the options select, with hashes of every function's code and all bodies.
pub fn scan_all(workspace: &Workspace, options: &Options) -> Result<scan::Read> {
    scan::read(workspace, &scan_filter(options))
}

fn scan_filter(options: &Options) -> scan::Filter {
    scan::Filter {
        files: options.filter.files.clone(),
        function: options.filter.function.clone(),
        generics: options.filter.generics.clone(),
    }
}
