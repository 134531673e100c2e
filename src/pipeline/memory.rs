//! What `discover` knows from earlier runs. Where nothing has changed it has ended before it began; otherwise the
//! explorations that rest on nothing that has changed are taken over.

use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::ground;
use crate::cache::{Cache, Digest};
use crate::options::{Budget, Discover, Options};
use crate::report::{Discovery, Seconds};
use morph_source::progress::{Progress, Stage};
use morph_source::workspace::Workspace;

/// Bytes that all entries may take.
const LARGEST: u64 = 256 << 20;

/// The memory of runs with the same options on the same ground.
pub struct Memory {
    /// The entries of all runs.
    pub cache: Cache,
    /// A checksum of what decides every exploration: of the three that follow.
    pub ground: String,
    /// Of this program.
    pub tool: String,
    /// Of the toolchain, its configuration and the manifests.
    pub toolchain: String,
    /// Of the options.
    pub asked: String,
    /// Which packages and functions are selected; `None` where runs may end in different ways.
    selected: Option<String>,
}

/// A run that has ended.
#[derive(Serialize, Deserialize)]
struct Ended {
    /// A checksum of every file, as the run left it.
    state: String,
    document: Discovery,
    warnings: Vec<String>,
}

impl Memory {
    /// What is known of runs like this one.
    pub fn of(workspace: &Workspace, options: &Options, discover: Discover) -> anyhow::Result<Memory> {
        let (tool, toolchain) = (ground::tool()?, ground::toolchain(workspace));
        let Options { features, engine, seed, budget, solver, domain, configured, .. } = options;
        let alike = Discover { dry_run: false, pending: false, force: false, ..discover };
        let asked = Digest::of([format!(
            "{features:?} {engine:?} {seed} {budget:?} {solver:?} {domain:?} {configured:?} {alike:?}"
        )]);
        let ground = Digest::of([&tool, &toolchain, &asked]);
        // A clock, a repository and edited tests that are overwritten make the same files end in different ways.
        let is_plain = !matches!(budget, Budget::Time(_))
            && options.filter.change.is_none()
            && !discover.force
            && !discover.pending;
        let selected = is_plain.then(|| format!("{:?} {:?}", options.selection, options.filter));
        Ok(Memory { cache: cache(workspace, options), ground, tool, toolchain, asked, selected })
    }

    /// The document of the last run, where it would be the same again, with its warnings.
    pub fn last(&self, workspace: &Workspace) -> Option<(Discovery, Vec<String>)> {
        let ended: Ended = self.cache.read(&self.name()?)?;
        let Ended { state, mut document, warnings } = ended;
        if state != ground::state(workspace) {
            return None;
        }
        document.files.clear();
        document.totals.executions = Default::default();
        document.totals.seconds = Seconds::default();
        document.functions.iter_mut().for_each(|function| function.seconds = Default::default());
        Some((document, warnings))
    }

    /// Forgets what was not used for long.
    pub fn trim(&self) {
        self.cache.trim(LARGEST);
    }

    /// Notes how a run ended that left the workspace as it is now.
    pub fn keep(&self, workspace: &Workspace, document: &Discovery, warnings: Vec<String>) {
        if let Some(name) = self.name() {
            let ended = Ended { state: ground::state(workspace), document: document.clone(), warnings };
            self.cache.write(&name, &ended);
        }
    }

    fn name(&self) -> Option<String> {
        Some(format!("run {} {}", self.ground, self.selected.as_ref()?))
    }
}

/// Where explorations are kept.
pub fn cache(workspace: &Workspace, options: &Options) -> Cache {
    let folder = options.cache_dir.clone().unwrap_or_else(|| workspace.scratch().join("cache"));
    Cache::new(folder, options.fresh)
}

/// Shows a run, and notes its warnings.
pub struct Noting<'a> {
    shown: &'a dyn Progress,
    warnings: Mutex<Vec<String>>,
}

impl<'a> Noting<'a> {
    /// Shows it where `shown` does.
    pub fn new(shown: &'a dyn Progress) -> Noting<'a> {
        Noting { shown, warnings: Mutex::default() }
    }

    /// The warnings so far.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Progress for Noting<'_> {
    fn stage(&self, name: &str) -> Stage {
        self.shown.stage(name)
    }

    fn warn(&self, message: &str) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(message.to_owned());
        self.shown.warn(message);
    }

    fn note(&self, message: &str) {
        self.shown.note(message);
    }

    fn event(&self, line: &dyn Fn() -> String) {
        self.shown.event(line);
    }
}
