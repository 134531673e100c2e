//! What a shard found, in a file that `merge` reads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cache::{put, sealed, unsealed};
use crate::exploration::{Outcome, Told};
use crate::report::{Seconds, SuspectReport};
use morph_source::exit::{Code, fail};
use morph_source::files::unwritable;

/// What all shards of a run have in common. Checksums, none of which rests on a path of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Of the program.
    pub tool: String,
    /// Of the toolchain, its configuration and the manifests.
    pub toolchain: String,
    /// Of every file.
    pub sources: String,
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
        let parts = [
            (self.tool != other.tool, "another version of cargo morph"),
            (self.toolchain != other.toolchain, "another toolchain, environment or manifest"),
            (self.sources != other.sources, "other sources"),
            (self.options != other.options, "other options"),
            (self.shards != other.shards, "another number of shards"),
            (self.plan != other.plan, "another plan"),
        ];
        parts.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }
}

/// What a shard found.
#[derive(Serialize, Deserialize)]
pub struct ShardFile {
    /// What it has in common with the others.
    pub origin: Origin,
    /// Its number, from 1.
    pub number: usize,
    /// The seed of the run.
    pub seed: u64,
    /// The outcome of each of its subjects, by path.
    pub explored: BTreeMap<String, Outcome>,
    /// By path: which instance of a generic function compiled, counted from 0.
    pub instances: BTreeMap<String, usize>,
    /// The functions that could not be called, by path, and why.
    pub refused: BTreeMap<String, String>,
    /// How many mutants there are in the whole run.
    pub all_mutants: usize,
    /// Mutants by their numbers, those of its subjects among them.
    pub mutants: BTreeMap<u32, Told>,
    /// How many mutants are in functions that no subject calls.
    pub not_called: usize,
    /// How often originals were executed, and how often again.
    pub executions: [u64; 2],
    /// Laws that everything speaks for and that fail, of the whole run.
    pub suspects: Vec<SuspectReport>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Seconds of the stages.
    pub seconds: Seconds,
}

impl ShardFile {
    /// Writes the file, all of it or nothing.
    pub fn write(&self, file: &Path) -> anyhow::Result<()> {
        let text = sealed(&serde_json::to_string(self)?);
        put(file, &text).map_err(unwritable(file))
    }

    fn read(file: &Path) -> anyhow::Result<ShardFile> {
        let wrong = |why: &str| fail(Code::Usage, format!("{}: {why}", file.display()));
        let text = fs::read_to_string(file).map_err(|error| wrong(&format!("cannot be read: {error}")))?;
        let content = unsealed(&text).ok_or_else(|| {
            wrong("is damaged or was not written by `discover --shard`; run the shard again")
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

/// The mutants of all shards, in the order of their numbers; `None` where some are missing, or told in two ways.
pub fn union(shards: &[ShardFile]) -> Option<Vec<Told>> {
    let all = shards.first()?.all_mutants;
    let mut mutants: BTreeMap<u32, &Told> = BTreeMap::new();
    for (number, told) in shards.iter().flat_map(|shard| &shard.mutants) {
        if mutants.insert(*number, told).is_some_and(|before| before != told) {
            return None;
        }
    }
    let numbers: BTreeSet<u32> = mutants.keys().copied().collect();
    let is_whole =
        shards.iter().all(|shard| shard.all_mutants == all) && numbers.iter().copied().eq(1..=all as u32);
    is_whole.then(|| mutants.into_values().cloned().collect())
}
