//! Which checks need not be repeated: what was passed before on this machine.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::suite::SuiteRelation;
use morph_relation::Signature;
use morph_relation::hash::{BASIS, fnv1a};
use morph_source::exit::{Code, fail};
use morph_source::workspace::Workspace;

/// Hashes of checks that were passed, one a line, in the scratch folder.
#[derive(Clone, Debug, Default)]
pub struct Known {
    file: PathBuf,
    passed: BTreeSet<String>,
}

impl Known {
    /// Reads them; what is not there is empty.
    pub fn load(workspace: &Workspace) -> Known {
        let file = workspace.scratch().join("checked");
        let text = fs::read_to_string(&file).unwrap_or_default();
        Known { file, passed: text.lines().map(str::to_owned).collect() }
    }

    /// Whether this check was passed.
    pub fn holds(&self, check: &str) -> bool {
        self.passed.contains(check)
    }

    /// Keeps `passed`, and of what was known that which `current` holds.
    pub fn keep(mut self, passed: BTreeSet<String>, current: &BTreeSet<String>) -> Result<()> {
        let before = self.passed.clone();
        self.passed.retain(|check| current.contains(check));
        self.passed.extend(passed);
        if self.passed == before {
            return Ok(());
        }
        let text: String = self.passed.iter().map(|check| format!("{check}\n")).collect();
        write(&self.file, &text)
    }
}

fn write(file: &Path, text: &str) -> Result<()> {
    let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(file, text));
    written.map_err(|error| fail(Code::Environment, format!("cannot write {}: {error}", file.display())))
}

/// A hash of all that a check rests on: the code, the relation, its sources, the seed.
pub fn check_of(relation: &SuiteRelation, signature: &Signature, code: &str, seed: u64) -> String {
    let text = relation.relation.show(signature);
    let whole = format!("{code}\n{seed}\n{text:?}\n{:?}", relation.sources);
    format!("{:016x}", fnv1a(BASIS, whole.bytes()))
}
