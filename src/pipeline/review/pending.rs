//! Which relations are pending: those that wait and on which nobody has decided.

use std::collections::BTreeSet;

use anyhow::Result;

use super::waiting::{self, Waiting};
use crate::options::{Options, Says};
use crate::suite;
use crate::verdicts::Verdicts;
use morph_source::progress::Progress;
use morph_source::workspace::Workspace;

/// Leaves what a run found and the suite does not have.
pub fn leave(workspace: &Workspace, mut all: Vec<Waiting>, progress: &dyn Progress) -> Result<()> {
    let settled = settled(workspace)?;
    all.retain(|waiting| !settled.contains(&waiting.key()));
    waiting::keep(workspace, &all)?;
    progress.note(&match all.len() {
        0 => "no new relations".to_owned(),
        1 => "1 new relation is pending; `cargo morph review` shows it".to_owned(),
        n => format!("{n} new relations are pending; `cargo morph review` shows them"),
    });
    Ok(())
}

/// Adds what a run found to what is pending; the ids of what is new.
pub fn add(workspace: &Workspace, mut all: Vec<Waiting>) -> Result<Vec<String>> {
    let settled = settled(workspace)?;
    all.retain(|waiting| !settled.contains(&waiting.key()));
    let ids = all.iter().map(|waiting| waiting.report.relation.id.clone()).collect();
    let new: BTreeSet<_> = all.iter().map(Waiting::key).collect();
    let mut known = waiting::load(workspace);
    known.retain(|waiting| !new.contains(&waiting.key()));
    known.extend(all);
    waiting::keep(workspace, &known)?;
    Ok(ids)
}

/// The functions and ids of relations that are written or rejected.
fn settled(workspace: &Workspace) -> Result<BTreeSet<(String, String)>> {
    let mut settled = BTreeSet::new();
    for package in &workspace.packages {
        let written = suite::load_catalogue(package)?.relations.into_iter();
        settled.extend(written.map(|record| (record.function, record.id)));
        let said = Verdicts::load(package)?.all.into_iter();
        let rejected = said.filter(|verdict| verdict.says == Says::Rejected);
        settled.extend(rejected.map(|verdict| (verdict.identity.function, verdict.id)));
    }
    Ok(settled)
}

/// The relations of the selected functions that wait.
pub fn listed(options: &Options, workspace: &Workspace) -> Result<Vec<Waiting>> {
    let settled = settled(workspace)?;
    let mut all = waiting::load(workspace);
    all.retain(|waiting| {
        let is_selected = workspace.packages.iter().any(|package| package.name == waiting.package);
        let report = &waiting.report;
        is_selected
            && options.filter.patterns.mean(report.file.as_ref(), &report.function)
            && !settled.contains(&waiting.key())
    });
    Ok(all)
}
