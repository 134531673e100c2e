//! Hashes of the code that relations are about.

use std::collections::BTreeMap;

use morph_relation::Relation;
use morph_relation::hash::{BASIS, fnv1a};
use morph_source::scan::CodeGraph;
use morph_source::workspace::Workspace;

/// What decides how functions behave.
#[derive(Clone, Debug)]
pub struct Codes<'a> {
    graph: &'a CodeGraph,
    /// By the name of a crate: what its package rests on.
    foundations: BTreeMap<String, u64>,
}

impl<'a> Codes<'a> {
    /// The hashes of the scan, with those of what the packages rest on.
    pub fn of(workspace: &Workspace, graph: &'a CodeGraph) -> Codes<'a> {
        let mut foundations = BTreeMap::new();
        for package in &workspace.packages {
            let foundation = workspace.foundation(package);
            foundations.extend(package.targets.iter().map(|target| (target.name.clone(), foundation)));
        }
        Codes { graph, foundations }
    }

    /// The hash of all code, and of what all packages rest on.
    pub fn of_all(&self) -> u64 {
        let foundations = self.foundations.values();
        foundations.fold(self.graph.hash_of_all(), |hash, foundation| fnv1a(hash, foundation.to_le_bytes()))
    }

    /// The hash of all code that a function runs; `None` where there is no such function.
    pub fn of_function(&self, path: &str) -> Option<u64> {
        let krate = path.split("::").next().unwrap_or_default();
        Some(fnv1a(self.graph.hash(path)?, self.foundations.get(krate)?.to_le_bytes()))
    }

    /// The hash of all code that a relation of `subject` runs, as 16 hexadecimal digits; `None` where a function is gone.
    pub fn of_relation(&self, subject: &str, relation: &Relation) -> Option<String> {
        self.of_functions(std::iter::once(subject).chain(relation.called()))
    }

    /// The same of functions in their order.
    pub fn of_functions<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Option<String> {
        let codes: Option<Vec<u64>> = paths.map(|path| self.of_function(path)).collect();
        let hash = codes?.into_iter().fold(BASIS, |hash, code| fnv1a(hash, code.to_le_bytes()));
        Some(format!("{hash:016x}"))
    }
}
