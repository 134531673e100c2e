//! The subjects and their types, as the builds of all shards had them.

use std::cell::OnceCell;

use anyhow::Result;

use crate::exploration::{known_types, partners};
use crate::shards::Callable;
use morph_relation::Adt;
use morph_source::exit::{Code, fail};
use morph_source::scan::Subject;

/// An error where the builds of two shards could not call the same functions.
pub fn same_callable<'a>(shards: impl Iterator<Item = &'a Callable>) -> Result<()> {
    let mut numbered = (1..).zip(shards);
    let Some((_, first)) = numbered.next() else { return Ok(()) };
    match numbered.find(|(_, other)| *other != first) {
        None => Ok(()),
        Some((number, _)) => {
            let why = format!("shard {number} could not call the same functions as shard 1; run both again");
            Err(fail(Code::Usage, why))
        }
    }
}

/// The error where a shard has nothing of a function that it has to have.
pub fn lacks(path: &str) -> anyhow::Error {
    fail(Code::Usage, format!("the shards do not fit this workspace: none has results of `{path}`"))
}

/// The structs and enums of a subject and of those that its relations may call.
pub struct Types<'a> {
    subjects: &'a [Subject],
    index: usize,
    all: OnceCell<Vec<Adt>>,
}

impl<'a> Types<'a> {
    /// Of a subject, by its number.
    pub fn of(subjects: &'a [Subject], index: usize) -> Types<'a> {
        Types { subjects, index, all: OnceCell::new() }
    }

    /// The one with this path.
    pub fn of_path(&self, path: &str) -> Option<Adt> {
        let Types { subjects, index, all } = self;
        let all = all.get_or_init(|| known_types(&subjects[*index], &partners(subjects, *index)));
        all.iter().find(|known| known.path == path).cloned()
    }
}
