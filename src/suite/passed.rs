//! The checks that passed before on this machine and need not be repeated.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::load::SuiteRelation;
use morph_relation::Signature;
use morph_relation::hash::{BASIS, fnv1a};
use morph_source::files::unwritable;
use morph_source::workspace::Workspace;

/// Hashes of checks that passed, one per line, in the scratch folder.
#[derive(Clone, Debug, Default)]
pub struct Passed {
    file: PathBuf,
    hashes: BTreeSet<String>,
}

impl Passed {
    /// Reads them; a missing file holds none.
    pub fn load(workspace: &Workspace) -> Passed {
        let file = workspace.scratch().join("checked");
        let text = fs::read_to_string(&file).unwrap_or_default();
        Passed { file, hashes: text.lines().map(str::to_owned).collect() }
    }

    /// Whether this check passed.
    pub fn holds(&self, check: &str) -> bool {
        self.hashes.contains(check)
    }

    /// Writes `passed` and those of the earlier checks that are among `current`.
    pub fn keep(mut self, passed: BTreeSet<String>, current: &BTreeSet<String>) -> Result<()> {
        let before = self.hashes.clone();
        self.hashes.retain(|check| current.contains(check));
        self.hashes.extend(passed);
        if self.hashes == before {
            return Ok(());
        }
        let text: String = self.hashes.iter().map(|check| format!("{check}\n")).collect();
        write_scratch(&self.file, &text)
    }
}

/// Writes a file of the scratch folder.
pub fn write_scratch(file: &Path, text: &str) -> Result<()> {
    let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(file, text));
    written.map_err(unwritable(file))
}

/// A hash of everything that a check rests on: the code, the relation, its sources, the seed.
pub fn check_of(relation: &SuiteRelation, signature: &Signature, code: &str, seed: u64) -> String {
    let text = relation.relation.show(signature);
    let whole = format!("{code}\n{seed}\n{text:?}\n{:?}", relation.sources);
    format!("{:016x}", fnv1a(BASIS, whole.bytes()))
}
