//! Which types the parameters of generic functions stand for in the tests that are there.

use std::collections::BTreeMap;

use super::catalogue::{Record, WRITTEN, load_catalogue};
use super::load::{other, sources_in};
use super::rows::idle;
use super::tables::Tables;
use morph_relation::{Relation, Signature};
use morph_source::scan::{Function, Read, Subject, Verdict};
use morph_source::workspace::{Package, Workspace};

/// A relation of one function may be about another one whose types are settled later.
const PASSES: usize = 2;

/// Lets every generic function stand for the types of its tests. Which of its instances compiles is known after a build
/// alone, and tests of another one cannot be read.
pub fn settle(workspace: &Workspace, read: &mut Read) -> anyhow::Result<()> {
    let is_open = |function: &Function| function.subject().is_some_and(|s| !s.alternatives.is_empty());
    if !read.functions.iter().any(is_open) {
        return Ok(());
    }
    let mut tables = Tables::default();
    for package in &workspace.packages {
        let mut records: BTreeMap<String, Vec<Record>> = BTreeMap::new();
        for record in load_catalogue(package)?.relations {
            records.entry(record.function.clone()).or_default().push(record);
        }
        for _ in 0..PASSES {
            for place in 0..read.functions.len() {
                let function = &read.functions[place];
                if let (Some(subject), Some(records)) = (function.subject(), records.get(&function.path))
                    && let Some(settled) = settled(package, subject, records, &read.functions, &mut tables)
                {
                    read.functions[place].verdict = Verdict::Testable(Box::new(settled));
                }
            }
        }
    }
    Ok(())
}

/// The instance of which most of the tests can be read, where that is not the first one.
fn settled(
    package: &Package,
    subject: &Subject,
    records: &[Record],
    functions: &[Function],
    tables: &mut Tables,
) -> Option<Subject> {
    let functions: BTreeMap<&str, &Function> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let mut fits = |number: usize| {
        let instance = subject.instance(number);
        records.iter().filter(|record| is_read(package, &instance, record, &functions, tables)).count()
    };
    let counts: Vec<usize> = (0..=subject.alternatives.len()).map(&mut fits).collect();
    let most = *counts.iter().max()?;
    let number = counts.iter().position(|count| *count == most)?;
    let alternatives = subject.alternatives.get(number..)?.to_vec();
    (number > 0).then(|| Subject { alternatives, ..subject.instance(number) })
}

fn is_read(
    package: &Package,
    subject: &Subject,
    record: &Record,
    functions: &BTreeMap<&str, &Function>,
    tables: &mut Tables,
) -> bool {
    let own: Signature = subject.signature();
    let lookup = |path: &str| match other(functions, path) {
        Some(found) if found.path == own.path => Some(own.clone()),
        found => found,
    };
    let parse = if record.strategy == WRITTEN { Relation::read } else { Relation::parse };
    let Ok(relation) = parse(&record.text(), &own, &lookup) else { return false };
    let looped = subject.with_given(&relation.given);
    let idle = idle(&relation, &own);
    record.test.as_ref().is_none_or(|test| sources_in(package, &looped, test, &idle, tables).is_ok())
}
