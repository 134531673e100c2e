//! A package with its gold laws read as relations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use morph_relation::{Relation, RelationText, Signature, meant};
use morph_source::scan::{self, Filter, Function, Subject, Verdict};
use morph_source::workspace::{self, Selection, Workspace};

use crate::gold::{Gold, Law};

/// A package, and what is written in the language of relations about it.
pub struct Package<'g> {
    /// Its name.
    pub name: &'g str,
    /// The workspace that it is.
    pub workspace: Workspace,
    /// All of its functions.
    pub functions: Vec<Function>,
    /// The gold laws, each as a relation or with the reason why it is none.
    pub laws: Vec<(&'g Law, Result<Relation, String>)>,
}

impl<'g> Package<'g> {
    /// Reads a package and its gold laws.
    pub fn open<'a>(folder: &Path, gold: &'a Gold) -> Result<Package<'a>> {
        let selection = Selection { manifest_path: Some(folder.join("Cargo.toml")), ..Default::default() };
        let workspace = workspace::load(&selection)?;
        let functions = scan::scan(&workspace, &Filter::default())?;
        let by_path: BTreeMap<&str, &Function> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
        let laws = gold.law.iter().map(|law| (law, read(law, &by_path))).collect();
        Ok(Package { name: gold.name(), workspace, functions, laws })
    }

    /// The functions that can be run.
    pub fn callable(&self) -> impl Iterator<Item = &Subject> {
        self.functions.iter().filter_map(Function::callable)
    }

    /// The paths of the functions that gold laws are about or call.
    pub fn mentioned(&self) -> BTreeSet<&str> {
        let called = self.laws.iter().filter_map(|(_, relation)| relation.as_ref().ok());
        let called = called.flat_map(|relation| &relation.followups);
        let called = called.filter_map(|followup| followup.function.as_deref());
        self.laws.iter().map(|(law, _)| law.about.as_str()).chain(called).collect()
    }
}

fn read(law: &Law, functions: &BTreeMap<&str, &Function>) -> Result<Relation, String> {
    let subject = match functions.get(law.about.as_str()).map(|function| &function.verdict) {
        Some(Verdict::Testable(subject)) => subject.signature(),
        Some(verdict) => {
            let why = verdict.reason().unwrap_or_default();
            return Err(format!("the function is skipped: {why}"));
        }
        None => return Err(format!("there is no function `{}`", law.about)),
    };
    let text = RelationText {
        given: law.given.clone(),
        when: law.when.clone(),
        followups: Vec::new(),
        then: law.law.clone(),
        tolerance: law.tolerance.clone(),
    };
    Relation::read(&text, &subject, &|written| named(functions, written))
}

fn named(functions: &BTreeMap<&str, &Function>, written: &str) -> Option<Signature> {
    let callable = functions.values().filter_map(|function| function.callable());
    let path = meant(callable.map(|subject| subject.path.as_str()), written)?;
    Some(functions.get(path)?.callable()?.signature())
}
