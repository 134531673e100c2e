//! `suspects`: laws that the code is expected to obey and does not.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::{Context as _, Result};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::opened::{UNCONFINED, build_options, called, change, load_alone, scan_all, selects};
use crate::inputs::InputSources;
use crate::options::{Format, Level, Options, Suspects, Verdict};
use crate::report::{self, Document, SuspectSeconds, SuspectTotals, SuspectVerdict, suspect_report};
use crate::suite;
use crate::suspects::{self, Identity, Known, Suspect, Verdicts, clustered};
use morph_lab::{self as lab, Lab};
use morph_source::exit::{Code, fail};
use morph_source::progress::{Progress, Stage};
use morph_source::scan::{Function, Subject, closures};
use morph_source::workspace::Workspace;

/// Suspects on the first page.
const FIRST_PAGE: usize = 10;

/// Runs the command.
pub fn run(options: &Options, command: &Suspects, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let mut seconds = SuspectSeconds::default();
    let stage = progress.stage("scan");
    let (workspace, _lock) = load_alone(options, progress)?;
    if let Some(verdict) = &command.verdict {
        stage.finish(String::new());
        return judge(&workspace, verdict, progress);
    }
    let verdicts: Vec<Verdicts> = workspace.packages.iter().map(Verdicts::load).collect::<Result<_>>()?;
    if command.dismissed {
        stage.finish(String::new());
        return list(options, &verdicts);
    }
    // Laws call functions that are not selected, too.
    let read = scan_all(&workspace, options)?;
    let by_path: BTreeMap<&str, &Function> = read.functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let changed = match change(&workspace, options)? {
        Some(change) => suite::changed_by(&change, &workspace, &read)?,
        None => None,
    };
    let is_wanted = |path: &str| {
        changed.as_ref().is_none_or(|changed| changed.contains(path))
            && by_path.get(path).is_some_and(|function| selects(options, &workspace, function))
    };
    let callable = |function: &Function| function.subject().cloned().or(function.hasher.as_deref().cloned());
    let subjects: Vec<Subject> = read.functions.iter().filter_map(callable).collect();
    let wanted = read.functions.iter().filter(|function| is_wanted(&function.path)).count();
    seconds.scan = begin.elapsed().as_secs_f64();
    stage.finish(format!(
        "{wanted} functions, {} to try",
        subjects.iter().filter(|s| is_wanted(&s.path)).count()
    ));

    let clock = Instant::now();
    let stage = progress.stage("build");
    let (called, build) = (called(&subjects), build_options(options, false, false));
    let lab = lab::build_original(&workspace, &called, &build, &|message| stage.set_message(message))?;
    seconds.build = clock.elapsed().as_secs_f64();
    let subjects = lab.callable();
    stage.finish(format!("{} functions", subjects.len()));

    let clock = Instant::now();
    let stage = progress.stage("search");
    let all: Vec<usize> = (0..subjects.len()).filter(|i| is_wanted(&subjects[*i].path)).collect();
    stage.set_length(all.len() as u64);
    let found = search_all(options, &lab, &subjects, &by_path, &all, &stage)?;
    if lab.unconfined() {
        progress.warn(UNCONFINED);
    }
    seconds.search = clock.elapsed().as_secs_f64();
    let run = Run { workspace: &workspace, subjects: &subjects, by_path: &by_path, verdicts: &verdicts };
    let (found, dismissed) = run.undismissed(found);
    let found = clustered(found, &closures(&read.functions));
    stage.finish(format!("{} suspects", found.len()));
    run.note(&found)?;

    let shown = |(place, suspect): &(usize, &Suspect)| {
        command.all || *place < FIRST_PAGE && suspect.level > Level::Possible
    };
    let reports = found.iter().enumerate().filter(shown);
    let reports = reports.map(|(_, suspect)| run.report(suspect)).collect::<Result<Vec<_>>>()?;
    seconds.all = begin.elapsed().as_secs_f64();
    let totals = SuspectTotals {
        functions: all.len(),
        skipped: wanted.saturating_sub(all.len()),
        suspects: found.len(),
        hidden: found.len() - reports.len(),
        dismissed,
        seconds,
    };
    let document = report::Suspects::new(options.seed, reports, totals);
    report::print(&Document::Suspects(Box::new(document)), options.format)?;
    let denied = command.deny.is_some_and(|level| found.iter().any(|suspect| suspect.level >= level));
    Ok(if denied { Code::Violated } else { Code::Done })
}

/// The suspects of these subjects, found `jobs` at a time; the result does not depend on that number.
fn search_all(
    options: &Options,
    lab: &Lab,
    subjects: &[Subject],
    functions: &BTreeMap<&str, &Function>,
    wanted: &[usize],
    stage: &Stage,
) -> Result<Vec<Suspect>> {
    let found: Vec<Vec<Suspect>> = options.pool()?.install(|| {
        let input_sources = InputSources::of(subjects, lab, options.seed)?;
        let input_sources = &input_sources;
        let setting = suspects::Setting { lab, subjects, functions, input_sources, seed: options.seed };
        let one = |index: &usize| {
            let found = suspects::suspects(&setting, *index);
            stage.inc(1);
            found
        };
        wanted.par_iter().map(one).collect::<Result<_>>()
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// A suspect of the last run, for verdicts on it: its package, and itself with those of the same cause.
#[derive(Serialize, Deserialize)]
struct Noted {
    id: String,
    package: String,
    identities: Vec<Identity>,
}

fn notes(workspace: &Workspace) -> std::path::PathBuf {
    workspace.scratch().join("suspects.json")
}

/// Writes a verdict on a suspect of the last run.
fn judge(workspace: &Workspace, verdict: &Verdict, progress: &dyn Progress) -> Result<Code> {
    let text = std::fs::read_to_string(notes(workspace)).unwrap_or_default();
    let noted: Vec<Noted> = serde_json::from_str(&text).unwrap_or_default();
    let Some(known) = noted.into_iter().find(|known| known.id == verdict.id) else {
        let why =
            format!("the last run reported no suspect `{}`; run `cargo morph suspects` first", verdict.id);
        return Err(fail(Code::Usage, why));
    };
    let package = workspace.packages.iter().find(|package| package.name == known.package);
    let package = package.with_context(|| format!("package `{}` is not selected", known.package))?;
    let new = known.identities.into_iter().map(|identity| suspects::Verdict {
        id: verdict.id.clone(),
        identity,
        intended: verdict.intended,
        because: verdict.because.clone(),
    });
    let file = Verdicts::load(package)?.add(package, new.collect())?;
    let file = file.strip_prefix(&workspace.root).unwrap_or(&file).display().to_string();
    progress.note(&format!("wrote the verdict to {file}"));
    Ok(Code::Done)
}

/// Prints the verdicts.
fn list(options: &Options, verdicts: &[Verdicts]) -> Result<Code> {
    let all = verdicts.iter().flat_map(|verdicts| &verdicts.all);
    // The others have the same cause.
    let listed = all.filter(|verdict| verdict.identity.id() == verdict.id).map(|verdict| SuspectVerdict {
        id: verdict.id.clone(),
        function: verdict.identity.function.clone(),
        law: verdict.identity.law.clone(),
        intended: verdict.intended,
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

/// What the steps after the search share.
struct Run<'a> {
    workspace: &'a Workspace,
    subjects: &'a [Subject],
    by_path: &'a BTreeMap<&'a str, &'a Function>,
    /// By package.
    verdicts: &'a [Verdicts],
}

impl Run<'_> {
    fn subject(&self, suspect: &Suspect) -> Option<(&Subject, &Function)> {
        let subject = self.subjects.iter().find(|subject| subject.path == suspect.path)?;
        Some((subject, self.by_path.get(suspect.path.as_str())?))
    }

    fn identity(&self, suspect: &Suspect) -> Option<Identity> {
        let (subject, function) = self.subject(suspect)?;
        Some(Identity::of(suspect, subject, function))
    }

    /// Those on which nobody gave a verdict, and how many verdicts kept others back.
    fn undismissed(&self, mut found: Vec<Suspect>) -> (Vec<Suspect>, usize) {
        let mut verdicts: BTreeSet<&str> = BTreeSet::new();
        found.retain_mut(|suspect| {
            let Some(identity) = self.identity(suspect) else { return true };
            let known: Vec<Known<'_>> = self.verdicts.iter().map(|verdicts| verdicts.on(&identity)).collect();
            let dismissed = known.iter().find_map(|known| match known {
                Known::Dismissed(id) => Some(*id),
                _ => None,
            });
            if let Some(id) = dismissed {
                verdicts.insert(id);
                return false;
            }
            if known.contains(&Known::Changed) {
                suspect.evidence.push("it was dismissed when the function had other types".to_owned());
            }
            true
        });
        (found, verdicts.len())
    }

    /// Notes the suspects for verdicts on them.
    fn note(&self, found: &[Suspect]) -> Result<()> {
        let noted: Vec<Noted> = found
            .iter()
            .filter_map(|suspect| {
                let (subject, _) = self.subject(suspect)?;
                let all = std::iter::once(suspect).chain(&suspect.further);
                let identities: Vec<Identity> = all.filter_map(|suspect| self.identity(suspect)).collect();
                Some(Noted { id: identities.first()?.id(), package: subject.package.clone(), identities })
            })
            .collect();
        let text = serde_json::to_string(&noted).context("cannot write JSON")?;
        suite::write_scratch(&notes(self.workspace), &text)
    }

    fn report(&self, suspect: &Suspect) -> Result<report::SuspectReport> {
        let (subject, function) =
            self.subject(suspect).context("a suspect is about a function of the run")?;
        let id = Identity::of(suspect, subject, function).id();
        let package = self.workspace.packages.iter().find(|package| package.name == subject.package);
        let edition = package.map_or("2021", |package| package.edition.as_str());
        let test = suspects::test(suspect, subject, self.subjects, edition);
        let file = function.file.strip_prefix(&self.workspace.root).unwrap_or(&function.file);
        Ok(suspect_report(id, suspect, &subject.signature(), (file, function.line), test))
    }
}
