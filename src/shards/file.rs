//! What a shard found, in a file that `merge` reads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::found::Found;
use super::ground::Ground;
use crate::cache::{sealed, unsealed};
use crate::options::Shared;
use crate::suite::{Access, replace};
use morph_source::exit::{Code, fail};

/// What all shards of a run have in common. Checksums, none of which rests on a path of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The command.
    pub command: Shared,
    /// What they rest on.
    #[serde(flatten)]
    pub ground: Ground,
    /// Of the options.
    pub options: String,
    /// How many shards there are.
    pub shards: usize,
    /// Of the subjects of each.
    pub plan: String,
}

impl Origin {
    /// What is different about another one, in words; `None` where nothing is.
    pub fn differs(&self, other: &Origin) -> Option<&'static str> {
        let command = (self.command != other.command, "another command");
        let asked = [
            (self.options != other.options, "other options"),
            (self.shards != other.shards, "another number of shards"),
            (self.plan != other.plan, "another plan"),
        ];
        let mut parts = std::iter::once(command).chain(self.ground.differences(&other.ground)).chain(asked);
        parts.find(|(differs, _)| *differs).map(|(_, what)| what)
    }
}

/// What a shard found.
#[derive(Serialize, Deserialize)]
pub struct ShardFile {
    /// What it has in common with the others.
    pub origin: Origin,
    /// Its number, from 1.
    pub number: usize,
    /// Its subjects, those that turned out not to be callable included.
    pub subjects: BTreeSet<String>,
    /// The seed of the run.
    pub seed: u64,
    /// Warnings.
    pub warnings: Vec<String>,
    /// The results.
    pub found: Found,
}

impl ShardFile {
    /// Writes the file, all of it or nothing.
    pub fn write(&self, file: &Path) -> anyhow::Result<()> {
        let text = sealed(&serde_json::to_string(self)?);
        replace(file, Some(text), Access::AsBefore)
    }

    fn read(file: &Path) -> anyhow::Result<ShardFile> {
        let wrong = |why: &str| fail(Code::Usage, format!("{}: {why}", file.display()));
        let text = fs::read_to_string(file).map_err(|error| wrong(&format!("cannot be read: {error}")))?;
        let content = unsealed(&text).ok_or_else(|| {
            wrong("is damaged or was not written by a run with --shard; run the shard again")
        })?;
        serde_json::from_str(content).map_err(|_| wrong("was written by another version of cargo morph"))
    }

    /// Reads the files of all shards of a run, and puts them in order.
    pub fn read_all(files: &[PathBuf]) -> anyhow::Result<Vec<ShardFile>> {
        let mut read: BTreeMap<usize, (&PathBuf, ShardFile)> = BTreeMap::new();
        for file in files {
            let shard = ShardFile::read(file)?;
            if let Some((first, known)) = read.values().next()
                && let Some(what) = known.origin.differs(&shard.origin)
            {
                let message = format!("{} comes from {what} than {}", file.display(), first.display());
                return Err(fail(Code::Usage, message));
            }
            let number = shard.number;
            if let Some((other, _)) = read.insert(number, (file, shard)) {
                let message =
                    format!("{} and {} both belong to shard {number}", other.display(), file.display());
                return Err(fail(Code::Usage, message));
            }
        }
        let Some((_, first)) = read.values().next() else {
            return Err(fail(Code::Usage, "there are no shard files to merge"));
        };
        let missing: Vec<String> =
            (1..=first.origin.shards).filter(|n| !read.contains_key(n)).map(|n| n.to_string()).collect();
        if !missing.is_empty() {
            let message = format!("no file for shard {} of {}", missing.join(", "), first.origin.shards);
            return Err(fail(Code::Usage, message));
        }
        Ok(read.into_values().map(|(_, shard)| shard).collect())
    }
}
