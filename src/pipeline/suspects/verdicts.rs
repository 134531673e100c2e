//! Verdicts on suspects, and the suspects of the last run that they are about.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::options::{Format, Options, Says, Verdict};
use crate::report::{self, Document, SuspectTotals, SuspectVerdict};
use crate::suite;
use crate::suspects::{self, Suspect};
use crate::verdicts::{self, Identity, Verdicts};
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::{Function, Subject};
use morph_source::workspace::Workspace;

/// A suspect of the last run, for verdicts on it: its package, and itself with those of the same cause.
#[derive(Serialize, Deserialize)]
pub(super) struct Noted {
    pub id: String,
    pub package: String,
    pub identities: Vec<Identity>,
    /// Its test, and the target and the module that it is for.
    pub test: String,
    pub target: usize,
    pub module: Vec<String>,
}

pub(super) fn identity(suspect: &Suspect, subject: &Subject, function: &Function) -> Identity {
    Identity::of(&suspect.family, &suspect.relation, &suspect.law, subject, function)
}

fn notes(workspace: &Workspace) -> PathBuf {
    workspace.scratch().join("suspects.json")
}

/// Writes a verdict on a suspect of the last run.
pub(super) fn judge(
    workspace: &Workspace,
    options: &Options,
    verdict: &Verdict,
    progress: &dyn Progress,
) -> Result<Code> {
    let text = std::fs::read_to_string(notes(workspace)).unwrap_or_default();
    let noted: Vec<Noted> = serde_json::from_str(&text).unwrap_or_default();
    let Some(known) = noted.into_iter().find(|known| known.id == verdict.id) else {
        let why =
            format!("the last run reported no suspect `{}`; run `cargo morph suspects` first", verdict.id);
        return Err(fail(Code::Usage, why));
    };
    let package = workspace.packages.iter().position(|package| package.name == known.package);
    let at = package.with_context(|| format!("package `{}` is not selected", known.package))?;
    let package = &workspace.packages[at];
    let mut written = Vec::new();
    if verdict.says == Says::Kept {
        if known.test.is_empty() {
            let why =
                format!("no test of `{}` can be written; use --dismiss or --intended instead", verdict.id);
            return Err(fail(Code::Usage, why));
        }
        let law = known.identities.first().map(|identity| identity.law.as_str()).unwrap_or_default();
        let (name, text) = suspects::kept(&known.id, law, &known.test);
        let place = suite::Place { package: at, target: known.target, module: &known.module };
        written.push(suite::keep(workspace, &place, &name, &text, options.offline)?);
    }
    let new = known.identities.into_iter().map(|identity| verdicts::Verdict {
        id: verdict.id.clone(),
        identity,
        says: verdict.says,
        because: verdict.because.clone(),
    });
    written.push(Verdicts::load(package)?.add(package, new.collect())?);
    for file in written {
        let file = workspace.relative(&file);
        progress.note(&format!("wrote {}", file.display()));
    }
    Ok(Code::Done)
}

/// Prints the verdicts.
pub(super) fn list(options: &Options, verdicts: &[Verdicts]) -> Result<Code> {
    let all = verdicts.iter().flat_map(|verdicts| &verdicts.all);
    // The others have the same cause.
    let is_first =
        |verdict: &&verdicts::Verdict| verdict.says == Says::Rejected || verdict.identity.id() == verdict.id;
    let listed = all.filter(is_first).map(|verdict| SuspectVerdict {
        id: verdict.id.clone(),
        function: verdict.identity.function.clone(),
        law: verdict.identity.law.clone(),
        says: verdict.says,
        because: verdict.because.clone(),
    });
    let mut document = report::Suspects::new(options.seed, Vec::new(), SuspectTotals::default());
    document.verdicts = listed.collect();
    if document.verdicts.is_empty() && options.format == Format::Human {
        anstream::println!("no verdicts");
        return Ok(Code::Done);
    }
    report::print(&Document::Suspects(Box::new(document)), options.format)?;
    Ok(Code::Done)
}

/// Keeps the suspects of a run for verdicts on them.
pub(super) fn note(workspace: &Workspace, noted: &[Noted]) -> Result<()> {
    let text = serde_json::to_string(noted).context("cannot write JSON")?;
    suite::write_scratch(&notes(workspace), &text)
}
