//! Relations that wait for a verdict, in the scratch folder between `discover --pending` and `review`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::cache::{put, sealed, unsealed};
use crate::report::{Discovery, PendingRelation, RelationReport, in_words};
use crate::suite::{Codes, Entry, Evidence, Naming, NewTest};
use morph_relation::{Relation, RelationText, Signature, Value};
use morph_source::exit::{Code, fail};
use morph_source::files::unwritable;
use morph_source::scan::Function;
use morph_source::workspace::Workspace;

/// A relation that waits for a verdict.
#[derive(Clone, Serialize, Deserialize)]
pub struct Waiting {
    /// As it is shown.
    pub report: PendingRelation,
    /// The package of its function.
    pub package: String,
    tolerance: String,
    naming: Naming,
    observed: bool,
    sources: Vec<Vec<Value>>,
    evidence: Evidence,
    code: Option<String>,
    /// Which instance of a generic function it is about, counted from 0.
    instance: usize,
}

/// The relations of a run whose tests would change files, as they are to wait.
pub fn waiting(
    workspace: &Workspace,
    functions: &[Function],
    entries: Vec<Entry>,
    document: &Discovery,
    tests: &BTreeMap<(String, String), NewTest>,
    instances: &BTreeMap<String, usize>,
) -> Vec<Waiting> {
    let by_path: BTreeMap<&str, &Function> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let all = entries.into_iter().filter_map(|entry| {
        let path = entry.subject.path.clone();
        let test = tests.get(&(path.clone(), entry.id.clone()))?;
        let function = by_path.get(path.as_str())?;
        let of_function = &document.functions.iter().find(|report| report.path == path)?.relations;
        let relation = of_function.iter().find(|relation| relation.id == entry.id)?;
        let file = workspace.relative(&function.file);
        let report = PendingRelation {
            function: path.clone(),
            file: file.display().to_string(),
            line: function.line,
            relation: relation.clone(),
            words: in_words(&test.name, &entry.subject.signature(), &entry.relation),
            kills_alone: alone(relation, of_function),
            test_name: test.name.clone(),
            test: test.text.clone(),
        };
        Some(Waiting {
            report,
            package: entry.subject.package.clone(),
            tolerance: entry.relation.tolerance.to_string(),
            naming: entry.naming,
            observed: entry.observed,
            sources: entry.sources,
            evidence: entry.evidence,
            code: entry.code,
            instance: instances.get(&path).copied().unwrap_or_default(),
        })
    });
    all.collect()
}

/// The mutants that no other relation of the function kills.
fn alone(relation: &RelationReport, all: &[RelationReport]) -> Vec<String> {
    let others = all.iter().filter(|other| other.id != relation.id);
    let others: BTreeSet<&String> = others.flat_map(RelationReport::killed).collect();
    relation.killed().filter(|mutant| !others.contains(mutant)).cloned().collect()
}

fn file(workspace: &Workspace) -> PathBuf {
    workspace.scratch().join("pending")
}

/// Leaves relations to wait, in place of those that waited.
pub fn keep(workspace: &Workspace, all: &[Waiting]) -> Result<()> {
    let file = file(workspace);
    put(&file, sealed(&serde_json::to_string(all)?)).map_err(unwritable(&file))
}

/// The relations that wait; none where the file is damaged or of another version.
pub fn load(workspace: &Workspace) -> Vec<Waiting> {
    let text = std::fs::read_to_string(file(workspace)).unwrap_or_default();
    unsealed(&text).and_then(|content| serde_json::from_str(content).ok()).unwrap_or_default()
}

impl Waiting {
    /// Its function and its id.
    pub fn key(&self) -> (String, String) {
        (self.report.function.clone(), self.report.relation.id.clone())
    }

    /// Whether a person means it.
    pub fn is_called(&self, name: &str) -> bool {
        self.report.relation.id == name || self.report.test_name == name
    }

    /// The relation as it is written; an error where its code is no longer what it was.
    pub fn entry(&self, functions: &BTreeMap<&str, &Function>, codes: &Codes<'_>) -> Result<Entry> {
        let path = self.report.function.as_str();
        let again = || {
            let why = format!("`{path}` has changed since `{}` was found", self.report.relation.id);
            fail(Code::Usage, format!("{why}; run `cargo morph discover --pending` again"))
        };
        let subject = functions.get(path).and_then(|function| function.subject()).ok_or_else(again)?;
        let subject = subject.instance(self.instance);
        let lookup = |path: &str| -> Option<Signature> { Some(functions.get(path)?.callable()?.signature()) };
        let RelationReport { id, given, when, followups, then, strategy, .. } = self.report.relation.clone();
        let text = RelationText { given, when, followups, then, tolerance: self.tolerance.clone() };
        let relation = Relation::parse(&text, &subject.signature(), &lookup).map_err(|_| again())?;
        if codes.of_relation(path, &relation) != self.code {
            return Err(again());
        }
        Ok(Entry {
            relation,
            strategy,
            naming: self.naming.clone(),
            observed: self.observed,
            sources: self.sources.clone(),
            evidence: self.evidence,
            id,
            code: self.code.clone(),
            subject,
        })
    }
}
