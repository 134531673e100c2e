//! `kill`: relations that fail on given mutants.

mod survivor;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::Result;
use regex::Regex;

use super::discover::{mutants_of, read_in, search_in};
use super::memory::{Memory, Noting};
use super::opened::{load_alone, scan_all};
use super::review::{Waiting, accept_in, add};
use super::searched::Searched;
use super::writing::{Ended, write_in};
use crate::options::{Kill, Options, Which};
use crate::report::{self, Discovery, Document, KillFate, KilledBy, Kills, RelationReport, SoughtMutant};
use crate::suite;
use morph_lab::mutants::Mutant;
use morph_source::exit::{Code, fail};
use morph_source::progress::{Progress, Silent};
use morph_source::scan::{Function, Read, closures};
use morph_source::workspace::Workspace;

use survivor::{Places, Survivor};

/// Runs the command.
pub fn run(options: &Options, kill: &Kill, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let mut survivors: Vec<Survivor> =
        kill.mutants.iter().map(|text| Survivor::read(text)).collect::<Result<_>>()?;
    let named = survivors.len();
    if let Some(from) = &kill.from {
        survivors.extend(Survivor::read_all(from)?);
    }
    let (workspace, _lock) = load_alone(options, progress)?;
    let read = scan_all(&workspace, options)?;
    let (mutants, _) = mutants_of(&workspace, options, kill.discover, &read.functions, &Silent)?;
    let sought = sought(&workspace, survivors, named, mutants)?;
    let searching = narrowed(&read, &sought.iter().flat_map(|sought| &sought.mutants).collect::<Vec<_>>())?;
    let mut found = Found::default();
    if let Some(function) = searching {
        let mut narrow = options.clone();
        narrow.filter.function = Some(function);
        narrow.filter.files = None;
        found = search(&workspace, begin, &narrow, kill, progress)?;
    }
    let document = report(&workspace, &read, &sought, &found)?;
    let wanted: BTreeSet<&str> =
        document.mutants.iter().filter_map(|told| told.by.as_ref().map(|by| by.id.as_str())).collect();
    found.waiting.retain(|waiting| wanted.contains(waiting.report.relation.id.as_str()));
    let new = add(&workspace, found.waiting)?;
    report::print(&Document::Kills(document), options.format)?;
    if kill.write && !new.is_empty() {
        return accept_in(&workspace, options, &read, &Which::These(new), progress);
    }
    if !new.is_empty() {
        progress.note(&format!("`cargo morph accept {}` writes what is new", new.join(" ")));
    }
    Ok(Code::Done)
}

/// A mutant that a person means, or several at one place.
struct Sought {
    text: String,
    mutants: Vec<Mutant>,
}

/// The mutants that are meant; the first `named` of the survivors have to be there.
fn sought(
    workspace: &Workspace,
    survivors: Vec<Survivor>,
    named: usize,
    mutants: Vec<Mutant>,
) -> Result<Vec<Sought>> {
    let places = Places::new(workspace, &mutants);
    let mut all = Vec::new();
    for (i, survivor) in survivors.into_iter().enumerate() {
        let meant: Vec<Mutant> =
            mutants.iter().filter(|mutant| survivor.is(mutant, &places)).cloned().collect();
        if meant.is_empty() && i < named {
            let why = format!("there is no mutant `{}`; `cargo mutants --list` names them", survivor.text);
            return Err(fail(Code::Usage, why));
        }
        match meant.len() {
            0 | 1 => all.push(Sought { text: survivor.text, mutants: meant }),
            _ => all.extend(meant.into_iter().map(|mutant| Sought {
                text: format!("{}: {}", places.show(&mutant), mutant.id),
                mutants: vec![mutant],
            })),
        }
    }
    Ok(all)
}

/// A pattern of the functions of the mutants and, where these cannot be tested, of those that call them; `None` where no test
/// can execute the mutants.
fn narrowed(read: &Read, mutants: &[&Mutant]) -> Result<Option<Regex>> {
    let closures = closures(&read.functions);
    let around: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.function.as_str()).collect();
    let testable = |path: &&str| read.functions.iter().any(|f| f.path == *path && f.subject().is_some());
    let (mut paths, hidden): (Vec<&str>, Vec<&str>) = around.into_iter().partition(testable);
    let subjects = read.functions.iter().filter_map(Function::subject).map(|subject| subject.path.as_str());
    paths.extend(subjects.filter(|path| {
        closures.get(*path).is_some_and(|called| hidden.iter().any(|hidden| called.contains(*hidden)))
    }));
    if paths.is_empty() {
        return Ok(None);
    }
    // Mutants are listed for the functions that are selected.
    let paths: Vec<String> = paths.into_iter().chain(hidden).map(regex::escape).collect();
    let pattern = Regex::new(&format!("^(?:{})$", paths.join("|")));
    pattern.map(Some).map_err(|error| fail(Code::Internal, format!("a pattern of paths: {error}")))
}

/// What a search found.
#[derive(Default)]
struct Found {
    document: Option<Discovery>,
    waiting: Vec<Waiting>,
    /// The ids of the mutants that some input tells from the original.
    distinguished: BTreeSet<String>,
    /// By the id of a mutant that could not be run: why.
    not_run: BTreeMap<String, String>,
}

fn search(
    workspace: &Workspace,
    begin: Instant,
    options: &Options,
    kill: &Kill,
    progress: &dyn Progress,
) -> Result<Found> {
    let memory = Memory::of(workspace, options, kill.discover)?;
    let noting = &Noting::new(progress);
    let read = read_in(workspace, begin, options, noting)?;
    let searched = search_in(workspace, read, options, kill.discover, &memory, None, noting)?;
    let Searched { explored, mutants, .. } = &searched;
    let distinguished = explored.iter().flatten().flatten().flat_map(|explored| &explored.distinguished);
    let distinguished = distinguished.map(|id| mutants[id.0 as usize - 1].name.clone()).collect();
    let not_run = mutants.iter().filter_map(|told| {
        let why = match told.unswitchable {
            Some(why) => why.reason(),
            None if !told.viable => "does not compile",
            None => return None,
        };
        Some((told.name.clone(), why.to_owned()))
    });
    let not_run = not_run.collect();
    let Ended { document, waiting } = write_in(workspace, searched, begin, options, kill.discover, noting)?;
    Ok(Found { document: Some(document), waiting, distinguished, not_run })
}

/// What became of every mutant.
fn report(workspace: &Workspace, read: &Read, sought: &[Sought], found: &Found) -> Result<Kills> {
    let mut written: BTreeSet<String> = BTreeSet::new();
    for package in &workspace.packages {
        written.extend(suite::load_catalogue(package)?.relations.into_iter().map(|record| record.id));
    }
    let functions = found.document.iter().flat_map(|document| &document.functions);
    let relations: Vec<(&str, &RelationReport)> = functions
        .clone()
        .flat_map(|function| function.relations.iter().map(|relation| (function.path.as_str(), relation)))
        .collect();
    let closures = closures(&read.functions);
    let told = sought.iter().map(|sought| {
        let Some(mutant) = sought.mutants.first() else {
            return told(sought, "", KillFate::Unknown, "there is no such mutant in the code as it is");
        };
        let kills = |relation: &RelationReport| {
            relation.kills.iter().chain(&relation.kills_by_failure).any(|id| *id == mutant.id)
        };
        // What is written comes first, then laws.
        let by = relations
            .iter()
            .filter(|(_, relation)| kills(relation))
            .min_by_key(|(_, relation)| (!written.contains(&relation.id), relation.grade != "law"));
        let function = mutant.function.as_str();
        if let Some((path, relation)) = by {
            let by = KilledBy {
                id: relation.id.clone(),
                function: (*path).to_owned(),
                readable: relation.readable.clone(),
                grade: relation.grade.clone(),
                written: written.contains(&relation.id),
            };
            return SoughtMutant { by: Some(by), ..told(sought, function, KillFate::Killed, "") };
        }
        if let Some(why) = found.not_run.get(&mutant.id) {
            return told(sought, function, KillFate::NotRun, why);
        }
        if found.distinguished.contains(&mutant.id) {
            let why = "some inputs tell it from the original, but no relation was found that fails on it";
            return told(sought, function, KillFate::Alive, why);
        }
        let tested = || functions.clone().filter(|report| report.reason.is_none());
        if tested().any(|report| report.path == mutant.function) {
            let why = "no input that was tried tells it from the original";
            return told(sought, function, KillFate::Equivalent, why);
        }
        let calls = |path: &str| closures.get(path).is_some_and(|called| called.contains(function));
        if let Some(caller) = tested().find(|report| calls(&report.path)) {
            let why = format!(
                "no input of `{}`, which calls its function, tells it from the original",
                caller.path
            );
            return told(sought, function, KillFate::Equivalent, &why);
        }
        let failed = functions.clone().find(|report| report.path == mutant.function);
        let why = failed.and_then(|report| report.reason.clone()).or_else(|| skipped(read, function));
        told(
            sought,
            function,
            KillFate::NotTestable,
            &why.unwrap_or_else(|| "it is in no function".to_owned()),
        )
    });
    Ok(Kills::new(told.collect()))
}

fn told(sought: &Sought, function: &str, fate: KillFate, reason: &str) -> SoughtMutant {
    SoughtMutant {
        mutant: sought.text.clone(),
        function: function.to_owned(),
        fate,
        reason: Some(reason.to_owned()).filter(|reason| !reason.is_empty()),
        by: None,
    }
}

/// Why a function cannot be tested.
fn skipped(read: &Read, path: &str) -> Option<String> {
    let function = read.functions.iter().find(|function| function.path == path)?;
    match &function.verdict {
        morph_source::scan::Verdict::Skipped(why) => Some(why.clone()),
        morph_source::scan::Verdict::Testable(_) => None,
    }
}
