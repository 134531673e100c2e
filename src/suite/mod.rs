//! From relations to the catalogue and test modules in the user's tree, verified by compiling and running them.

mod catalogue;
mod clean;
mod codes;
mod declare;
pub(crate) mod files;
mod format;
mod literal;
mod load;
mod names;
mod plan;
mod regions;
mod step;
mod tables;
mod verify;

use std::collections::BTreeMap;
use std::path::PathBuf;

pub use catalogue::WRITTEN;
pub use catalogue::{Catalogue, Fingerprint, Record, load_catalogue};
pub use clean::{Cleaned, clean};
pub use codes::Codes;
pub use declare::NAME as MODULE;
pub use load::{Lost, Problem, Suite, SuiteRelation, load};
pub use step::{OutOfStep, Step, out_of_step};

use morph_relation::{Relation, Value};
use morph_source::exit::{Code, fail};
use morph_source::scan::Subject;
use morph_source::workspace::Workspace;

/// A relation that is to be written.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its function.
    pub subject: Subject,
    /// The relation.
    pub relation: Relation,
    /// Who found it: `enumerate`, `written` …
    pub strategy: String,
    /// Sources on which it was seen to hold: the guard holds and every follow-up can be made.
    pub sources: Vec<Vec<Value>>,
    /// How many groups it held on.
    pub groups: u64,
    /// The mutants that it kills.
    pub kills: Vec<String>,
    /// How many mutants it could have killed.
    pub mutants: usize,
    /// [`Relation::id`].
    pub id: String,
    /// A hash of the code on which it was seen to hold.
    pub code: Option<String>,
}

/// How [`write`] goes about it.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// Verify, but leave the user's tree alone.
    pub dry_run: bool,
    /// Overwrite regions that a person edited.
    pub force: bool,
    /// Whether cargo may use the network.
    pub offline: bool,
}

/// What [`write`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The files that changed, or would.
    pub files: Vec<PathBuf>,
    /// Relations that were not written, by id, and why.
    pub dropped: Vec<(String, String)>,
    /// Functions whose regions a person edited; they stay as they are.
    pub kept_edited: Vec<String>,
}

/// After so many rounds of dropping relations something else is wrong.
const ROUNDS: usize = 12;

/// Writes the relations of a run into the user's tree, if their tests compile and pass in a copy of it.
///
/// `covered` holds every subject of the run: the regions of those without entries go away, and follow-ups find the
/// functions there that they call.
pub fn write(
    workspace: &Workspace,
    entries: Vec<Entry>,
    covered: &[Subject],
    options: &WriteOptions,
) -> anyhow::Result<Written> {
    let mut entries: BTreeMap<usize, Entry> = entries.into_iter().enumerate().collect();
    let mut dropped: BTreeMap<usize, (String, String)> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let plan = plan::plan(workspace, &entries, covered, options)?;
        let mut failures = plan.refused;
        let changes = files::without_unchanged(plan.changes);
        if !options.dry_run {
            files::check(&changes)?;
        }
        if failures.is_empty() && !plan.tests.is_empty() {
            let failed = verify::verify(workspace, &changes, &plan.tests, options)?;
            failures.extend(failed.into_iter().map(|(test, why)| (plan.tests[test].entry, why)));
        }
        if failures.is_empty() {
            if !options.dry_run {
                files::commit(&changes)?;
            }
            return Ok(Written {
                files: changes.into_keys().collect(),
                dropped: dropped.into_values().collect(),
                kept_edited: plan.kept_edited,
            });
        }
        for (entry, why) in failures {
            if let Some(removed) = entries.remove(&entry) {
                dropped.insert(entry, (removed.id, why));
            }
        }
    }
    Err(fail(Code::Internal, "the generated tests do not compile, whatever is left out"))
}
