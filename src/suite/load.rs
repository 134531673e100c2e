//! The suite as it stands in the tree: the catalogue's relations, each with the sources that its test loops over.

use std::collections::BTreeMap;
use std::path::Path;

use super::catalogue::{Catalogue, Record, WRITTEN, load_catalogues};
use super::declare::NAME;
use super::entry::Evidence;
use super::followed::Followed;
use super::rows::idle;
use super::tables::{Tables, evidence_of, sources_of};
use morph_relation::{Relation, Signature, Value, meant};
use morph_source::scan::{Function, Read, Subject, Verdict};
use morph_source::workspace::{Package, Workspace};

/// The relations of a workspace and their sources.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// In the order of the catalogues.
    pub relations: Vec<SuiteRelation>,
    /// Relations of functions that can be run, without a test: they have no sources.
    pub untested: Vec<SuiteRelation>,
    /// Entries that test nothing.
    pub problems: Vec<Problem>,
    /// Functions that stand elsewhere than the catalogues say; their relations are those of the functions as they are.
    pub followed: Followed,
}

impl Suite {
    /// All relations that can be read, with a test or without.
    pub fn all(&self) -> impl Iterator<Item = &SuiteRelation> {
        self.relations.iter().chain(&self.untested)
    }

    /// What is wrong with it, a sentence a line; empty where nothing is.
    pub fn complaints(&self) -> String {
        self.problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// A relation of the catalogue.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteRelation {
    /// The subject's path.
    pub subject: String,
    /// The catalogue's id, or one made of the relation where it has none.
    pub id: String,
    /// The relation.
    pub relation: Relation,
    /// The inputs in its test's table.
    pub sources: Vec<Vec<Value>>,
    /// Who found it.
    pub strategy: String,
    /// Whether its test is a person's: no other is needed.
    pub has_own_test: bool,
    /// The name of its generated test.
    pub test: Option<String>,
    /// The path of its test below the crate's root, as libtest prints it.
    pub test_path: Option<String>,
    /// The place of its test in the test module.
    pub place: usize,
    /// Whether that test is among the observations.
    pub observed: bool,
    /// What the documentation of that test says was seen of it.
    pub evidence: Evidence,
    /// A hash of the code on which it was seen to hold, where that was recorded and the relation is still the same.
    pub code: Option<String>,
}

impl SuiteRelation {
    /// The paths of the functions that it executes, its own first.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.subject.as_str()).chain(self.relation.called())
    }

    /// Whether `name` is its id, the name of its test or that test's path, from a module on or whole.
    pub fn is_called(&self, name: &str) -> bool {
        self.id == name
            || self.test.as_deref() == Some(name)
            || self.test_path.as_deref().is_some_and(|path| {
                path == name || path.strip_suffix(name).is_some_and(|before| before.ends_with("::"))
            })
    }
}

/// An entry of a catalogue that tests nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The function's path in the entry.
    pub function: String,
    /// The entry's id; empty where it has none.
    pub id: String,
    /// Whether a person wrote it.
    pub is_written: bool,
    /// What it has lost.
    pub lost: Lost,
    /// What is wrong and what to do about it, in one sentence.
    pub message: String,
}

/// What an entry of a catalogue has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// There is no such function, or it cannot be tested any more.
    Function,
    /// It cannot be read as a relation of the function as it is now.
    Relation,
    /// Its test, or the sources in it.
    Test,
    /// It never had a test.
    Untested,
}

impl std::ops::Deref for Problem {
    type Target = str;

    fn deref(&self) -> &str {
        &self.message
    }
}

/// Reads the suite of all functions of the workspace, wherever they stand now.
///
/// A catalogue that cannot be read is an error; an entry that has lost its function or its test is a problem.
pub fn load(workspace: &Workspace, read: &Read) -> anyhow::Result<Suite> {
    let catalogues = load_catalogues(workspace)?;
    let followed = Followed::among(&catalogues, workspace, read);
    load_from(catalogues, workspace, &read.functions, followed)
}

/// Reads the suite of functions that have not moved: `functions` are all of the workspace's, subjects or not.
///
/// A catalogue that cannot be read is an error; an entry that has lost its function or its test is a problem.
pub fn load_of(workspace: &Workspace, functions: &[Function]) -> anyhow::Result<Suite> {
    load_from(load_catalogues(workspace)?, workspace, functions, Followed::default())
}

fn load_from(
    catalogues: Vec<Catalogue>,
    workspace: &Workspace,
    functions: &[Function],
    followed: Followed,
) -> anyhow::Result<Suite> {
    let mut suite = Suite { followed, ..Suite::default() };
    let by_path: BTreeMap<&str, &Function> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let mut tables = Tables::default();
    for (package, catalogue) in workspace.packages.iter().zip(catalogues) {
        let generated = super::mismatch::generated_tests(package)?;
        for mut record in suite.followed.catalogue(catalogue).relations {
            let is_followed = suite.followed.before(&record.function).is_some();
            let (subject, mut relation) = match relation(package, &record, is_followed, &by_path) {
                Ok(read) => read,
                Err((lost, message)) => {
                    suite.problems.push(problem(record, lost, message));
                    continue;
                }
            };
            if is_followed {
                record.test = record.test.map(|test| where_it_is(test, subject, &generated));
                relation.test_path.clone_from(&record.test);
            }
            let looped = subject.with_given(&relation.relation.given);
            let idle = idle(&relation.relation, &subject.signature());
            match sources(package, &record, &looped, &idle, &mut tables) {
                Ok(Tested { sources, evidence, place }) => {
                    relation.sources = sources;
                    relation.place = place;
                    // Of a test that a person wrote nothing is known but its sources.
                    relation.evidence = evidence
                        .unwrap_or(Evidence { groups: relation.sources.len() as u64, ..Evidence::default() });
                    let test = record.test.as_ref();
                    let observed = test.and_then(|test| generated.get(test));
                    relation.has_own_test = test.is_some() && observed.is_none();
                    relation.observed = observed == Some(&true);
                    relation.test =
                        observed.and(test.and_then(|test| test.rsplit("::").next()).map(str::to_owned));
                    suite.relations.push(relation);
                }
                Err((lost, message)) => {
                    suite.untested.push(relation);
                    suite.problems.push(problem(record, lost, message));
                }
            }
        }
    }
    Ok(suite)
}

/// The path of a test that may have moved along with its subject.
fn where_it_is(test: String, subject: &Subject, generated: &BTreeMap<String, bool>) -> String {
    let name = test.rsplit("::").next().unwrap_or(&test);
    let there = subject.module.iter().map(String::as_str).chain([NAME, name]).collect::<Vec<_>>().join("::");
    if !generated.contains_key(&test) && generated.contains_key(&there) { there } else { test }
}

fn problem(record: Record, lost: Lost, message: String) -> Problem {
    let is_written = record.strategy == WRITTEN;
    Problem { function: record.function, id: record.id, is_written, lost, message }
}

const AGAIN: &str = "run `cargo morph discover`";

fn name_of(record: &Record) -> String {
    if record.id.is_empty() {
        format!("`{}` of `{}`", record.then, record.function)
    } else {
        format!("`{}`", record.id)
    }
}

/// Where a function that is gone may have moved to: the one place with a function of its name.
fn moved(functions: &BTreeMap<&str, &Function>, gone: &str) -> String {
    let last = |path: &str| path.rsplit("::").next().map(str::to_owned);
    let mut same = functions.values().filter(|function| last(&function.path) == last(gone));
    match (same.next(), same.next()) {
        (Some(one), None) => format!(" (did it become `{}`?)", one.path),
        _ => String::new(),
    }
}

/// The relation of an entry, without sources.
fn relation<'a>(
    package: &Package,
    record: &Record,
    is_followed: bool,
    functions: &BTreeMap<&str, &'a Function>,
) -> Result<(&'a Subject, SuiteRelation), (Lost, String)> {
    let name = name_of(record);
    let subject = match functions.get(record.function.as_str()).map(|function| &function.verdict) {
        Some(Verdict::Testable(subject)) => subject,
        Some(verdict) => {
            let why = verdict.reason().unwrap_or_default();
            let why = format!("{name} is not tested: `{}` is skipped: {why}; {AGAIN}", record.function);
            return Err((Lost::Function, why));
        }
        None => {
            let why = format!(
                "{name} is not tested: function `{}` does not exist{}; {AGAIN} or remove the entry from {}",
                record.function,
                moved(functions, &record.function),
                catalogue_of(package)
            );
            return Err((Lost::Function, why));
        }
    };
    let own = subject.signature();
    let lookup = |path: &str| other(functions, path);
    // What a person writes may call functions where they read best.
    let read = if record.strategy == WRITTEN { Relation::read } else { Relation::parse };
    let relation = read(&record.text(), &own, &lookup).map_err(|why| {
        (Lost::Relation, format!("{name} is not tested: {why}; fix it in {}", catalogue_of(package)))
    })?;
    let made = relation.id(&own);
    // Of a relation that was edited since, nothing was recorded.
    let code = record.code.clone().filter(|_| is_followed || record.id == made);
    let is_renamed = is_followed && record.strategy != WRITTEN;
    let relation = SuiteRelation {
        subject: subject.path.clone(),
        id: if record.id.is_empty() || is_renamed { made } else { record.id.clone() },
        relation,
        sources: Vec::new(),
        strategy: record.strategy.clone(),
        has_own_test: false,
        test: None,
        test_path: record.test.clone(),
        place: 0,
        observed: false,
        evidence: Evidence::default(),
        code,
    };
    Ok((subject, relation))
}

/// What is read of a test.
pub(super) struct Tested {
    sources: Vec<Vec<Value>>,
    /// What its documentation says was seen.
    evidence: Option<Evidence>,
    place: usize,
}

fn sources(
    package: &Package,
    record: &Record,
    subject: &Subject,
    idle: &[usize],
    tables: &mut Tables,
) -> Result<Tested, (Lost, String)> {
    let name = name_of(record);
    let Some(test) = &record.test else {
        let why = format!(
            "{name} is not tested: it has no test; write one that loops over a table of sources, and name it in {} \
             as `test = \"…\"`",
            catalogue_of(package)
        );
        return Err((Lost::Untested, why));
    };
    sources_in(package, subject, test, idle, tables)
        .map_err(|why| (Lost::Test, format!("{name} is not tested: {why}; {AGAIN} or fix the test")))
}

/// The function that is meant by a path, or by the end of one.
pub(super) fn other(functions: &BTreeMap<&str, &Function>, written: &str) -> Option<Signature> {
    if let Some(function) = functions.get(written) {
        return function.callable().map(Subject::signature);
    }
    let callable = functions.values().filter_map(|function| function.callable());
    let path = meant(callable.map(|subject| subject.path.as_str()), written)?;
    Some(functions.get(path)?.callable()?.signature())
}

pub(super) fn sources_in(
    package: &Package,
    subject: &Subject,
    test: &str,
    idle: &[usize],
    tables: &mut Tables,
) -> Result<Tested, String> {
    let Some(target) = package.targets.get(subject.target) else {
        return Err(format!("`{}` has no target {}", package.name, subject.target));
    };
    let module = tables.module_of(target, test)?;
    let sources = sources_of(module, test, subject, idle)?;
    let (place, evidence) = evidence_of(module, test).unzip();
    Ok(Tested { sources, evidence: evidence.flatten(), place: place.unwrap_or_default() })
}

fn catalogue_of(package: &Package) -> String {
    let file = super::catalogue::file_of(package);
    let relative = file.strip_prefix(&package.dir).unwrap_or(Path::new("morph/relations.toml"));
    relative.display().to_string()
}
