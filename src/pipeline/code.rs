//! Hashes of the code that relations are about.

use std::collections::BTreeMap;

use crate::hash::{BASIS, fnv1a};
use crate::relation::Relation;
use crate::scan::Read;
use crate::workspace::Workspace;

/// By path of each function: a hash of everything that decides how it behaves.
#[derive(Clone, Debug, Default)]
pub struct Codes(BTreeMap<String, u64>);

impl Codes {
    /// The hashes of the scan, with those of what the packages rest on.
    pub fn of(workspace: &Workspace, read: &Read) -> Codes {
        let mut foundations: BTreeMap<&str, u64> = BTreeMap::new();
        for package in &workspace.packages {
            let foundation = workspace.foundation(package);
            foundations.extend(package.targets.iter().map(|target| (target.name.as_str(), foundation)));
        }
        let whole = |(path, code): (&String, &u64)| {
            let krate = path.split("::").next().unwrap_or_default();
            let foundation = foundations.get(krate).copied().unwrap_or(BASIS);
            (path.clone(), fnv1a(foundation, code.to_le_bytes()))
        };
        Codes(read.codes.iter().map(whole).collect())
    }

    /// The hash of all code that a relation of `subject` runs, as 16 hexadecimal digits; `None` where a function is gone.
    pub fn of_relation(&self, subject: &str, relation: &Relation) -> Option<String> {
        let called = relation.followups.iter().filter_map(|followup| followup.function.as_deref());
        let codes: Option<Vec<u64>> =
            std::iter::once(subject).chain(called).map(|path| self.0.get(path).copied()).collect();
        let hash = codes?.into_iter().fold(BASIS, |hash, code| fnv1a(hash, code.to_le_bytes()));
        Some(format!("{hash:016x}"))
    }
}
