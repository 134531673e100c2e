//! The suite as it stands in the tree: the catalogue's relations, each with the sources that its test loops over.

use std::collections::BTreeMap;
use std::path::Path;

use super::catalogue::{Record, load_catalogue};
use super::tables::{Tables, sources_of};
use crate::relation::{Relation, Signature, Value};
use crate::scan::{Function, Subject, Verdict};
use crate::workspace::{Package, Workspace};

/// The relations of a workspace and their sources.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// In the order of the catalogues.
    pub relations: Vec<SuiteRelation>,
    /// Entries that test nothing, and what to do about each: one sentence per entry.
    pub problems: Vec<String>,
}

/// A relation that a test checks.
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
}

/// Reads the suite. `functions` are all of the workspace's, subjects or not.
///
/// A catalogue that cannot be read is an error; an entry that has lost its function or its test is a problem.
pub fn load(workspace: &Workspace, functions: &[Function]) -> anyhow::Result<Suite> {
    let mut suite = Suite::default();
    let by_path: BTreeMap<&str, &Function> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let mut tables = Tables::default();
    for package in &workspace.packages {
        for record in load_catalogue(package)?.relations {
            match relation(package, &record, &by_path, &mut tables) {
                Ok(relation) => suite.relations.push(relation),
                Err(why) => suite.problems.push(why),
            }
        }
    }
    Ok(suite)
}

fn relation(
    package: &Package,
    record: &Record,
    functions: &BTreeMap<&str, &Function>,
    tables: &mut Tables,
) -> Result<SuiteRelation, String> {
    let name = if record.id.is_empty() {
        format!("`{}` of `{}`", record.then, record.function)
    } else {
        format!("`{}`", record.id)
    };
    let again = "run `cargo morph discover`";
    let subject = match functions.get(record.function.as_str()).map(|function| &function.verdict) {
        Some(Verdict::Testable(subject)) => subject,
        Some(Verdict::Skipped(why)) => {
            return Err(format!("{name} tests nothing: `{}` is skipped: {why}; {again}", record.function));
        }
        None => {
            return Err(format!(
                "{name} tests nothing: there is no function `{}` any more; {again}, or take it out of {}",
                record.function,
                catalogue_of(package)
            ));
        }
    };
    let own = subject.signature();
    let lookup = |path: &str| other(functions, path);
    let relation = Relation::parse(&record.text(), &own, &lookup)
        .map_err(|why| format!("{name} tests nothing: {why}; mend it in {}", catalogue_of(package)))?;
    let id = if record.id.is_empty() { relation.id(&own) } else { record.id.clone() };
    let Some(test) = &record.test else {
        return Err(format!(
            "{name} tests nothing: it has no test; write one that loops over a table of sources, and name it in {} \
             with `test = \"…\"`",
            catalogue_of(package)
        ));
    };
    let sources = sources_in(package, subject, test, tables)
        .map_err(|why| format!("{name} tests nothing: {why}; {again}, or mend the test"))?;
    Ok(SuiteRelation { subject: subject.path.clone(), id, relation, sources })
}

fn other(functions: &BTreeMap<&str, &Function>, path: &str) -> Option<Signature> {
    match &functions.get(path)?.verdict {
        Verdict::Testable(subject) => Some(subject.signature()),
        Verdict::Skipped(_) => None,
    }
}

fn sources_in(
    package: &Package,
    subject: &Subject,
    test: &str,
    tables: &mut Tables,
) -> Result<Vec<Vec<Value>>, String> {
    let Some(target) = package.targets.get(subject.target) else {
        return Err(format!("`{}` has no target {}", package.name, subject.target));
    };
    let module = tables.module_of(target, test)?;
    sources_of(module, test, subject)
}

fn catalogue_of(package: &Package) -> String {
    let file = super::catalogue::file_of(package);
    let relative = file.strip_prefix(&package.dir).unwrap_or(Path::new("morph/relations.toml"));
    relative.display().to_string()
}
