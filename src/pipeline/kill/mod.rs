//! `kill`: relations that fail on given mutants.

mod survivor;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::Result;

use super::discover::{mutants_of, read_in, search_in};
use super::memory::Memory;
use super::opened::{load_alone, scan_all};
use super::review::{Waiting, accept_in, add};
use super::searched::Searched;
use super::writing::{Ended, write_in};
use crate::options::patterns::these_functions;
use crate::options::{Kill, Options, Which};
use crate::report::{self, Discovery, Document, FunctionReport, KillFate, KilledBy, Kills, SoughtMutant};
use crate::suite;
use morph_lab::mutants::Mutant;
use morph_source::exit::{Code, fail};
use morph_source::progress::{Progress, Silent};
use morph_source::scan::{Function, Patterns, Read, closures};
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
    let closures = closures(&read.functions);
    let searching = narrowed(&read, &closures, &sought)?;
    let mut found = Found::default();
    if let Some(function) = searching {
        let mut narrow = options.clone();
        narrow.filter.patterns = function;
        found = search(&workspace, begin, &narrow, kill, progress)?;
    }
    let document = report(&workspace, &read, &closures, &sought, &found)?;
    let wanted: BTreeSet<&str> =
        document.mutants.iter().filter_map(|told| told.by.as_ref().map(|by| by.id.as_str())).collect();
    found.waiting.retain(|waiting| wanted.contains(waiting.report.relation.id.as_str()));
    let new = add(&workspace, found.waiting)?;
    report::print(&Document::Kills(document), options.format)?;
    if kill.write && !new.is_empty() {
        return accept_in(&workspace, options, &read, &Which::These(new), progress);
    }
    if !new.is_empty() {
        progress.note(&format!("`cargo morph accept {}` writes the new relations", new.join(" ")));
    }
    Ok(Code::Done)
}

/// By path: the functions that a function calls, itself included.
type Closures = BTreeMap<String, BTreeSet<String>>;

/// A mutant that a person means.
struct Sought {
    text: String,
    /// `None` where the code has no such mutant any more.
    mutant: Option<Mutant>,
}

/// The mutants that are meant, of which there may be several at one place; the first `named` of the survivors have to be there.
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
            let why = format!("there is no mutant `{}`; `cargo mutants --list` lists them", survivor.text);
            return Err(fail(Code::Usage, why));
        }
        if meant.len() < 2 {
            all.push(Sought { text: survivor.text, mutant: meant.into_iter().next() });
            continue;
        }
        all.extend(meant.into_iter().map(|mutant| Sought {
            text: format!("{}: {}", places.show(&mutant), mutant.id),
            mutant: Some(mutant),
        }));
    }
    Ok(all)
}

/// A pattern of the functions of the mutants and, where these cannot be tested, of those that call them; `None` where no test
/// can execute the mutants.
fn narrowed(read: &Read, closures: &Closures, sought: &[Sought]) -> Result<Option<Patterns>> {
    let mutants = sought.iter().filter_map(|sought| sought.mutant.as_ref());
    let around: BTreeSet<&str> = mutants.map(|mutant| mutant.function.as_str()).collect();
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
    these_functions(paths.into_iter().chain(hidden)).map(Some)
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
    let read = read_in(workspace, begin, options, progress)?;
    let searched = search_in(workspace, read, options, kill.discover, &memory, None, progress)?;
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
    let Ended { document, waiting } = write_in(workspace, searched, begin, options, kill.discover, progress)?;
    Ok(Found { document: Some(document), waiting, distinguished, not_run })
}

/// What became of every mutant.
fn report(
    workspace: &Workspace,
    read: &Read,
    closures: &Closures,
    sought: &[Sought],
    found: &Found,
) -> Result<Kills> {
    let mut written: BTreeSet<String> = BTreeSet::new();
    for package in &workspace.packages {
        written.extend(suite::load_catalogue(package)?.relations.into_iter().map(|record| record.id));
    }
    let told = sought.iter().map(|sought| {
        let mut told = SoughtMutant {
            mutant: sought.text.clone(),
            function: sought.mutant.as_ref().map_or_else(String::new, |mutant| mutant.function.clone()),
            fate: KillFate::Unknown,
            reason: None,
            by: None,
        };
        let Some(mutant) = &sought.mutant else {
            told.reason = Some("the current code has no such mutant".to_owned());
            return told;
        };
        told.by = found.killer(mutant, &written);
        if told.by.is_some() {
            told.fate = KillFate::Killed;
        } else {
            let (fate, why) = found.alive(mutant, read, closures);
            (told.fate, told.reason) = (fate, Some(why));
        }
        told
    });
    Ok(Kills::new(told.collect()))
}

impl Found {
    fn functions(&self) -> impl Iterator<Item = &FunctionReport> {
        self.document.iter().flat_map(|document| &document.functions)
    }

    /// The relation that kills a mutant: what is written comes first, then laws.
    fn killer(&self, mutant: &Mutant, written: &BTreeSet<String>) -> Option<KilledBy> {
        let all = self
            .functions()
            .flat_map(|function| function.relations.iter().map(move |relation| (function, relation)));
        let (function, relation) =
            all.filter(|(_, relation)| relation.killed().any(|id| *id == mutant.id))
                .min_by_key(|(_, relation)| (!written.contains(&relation.id), relation.grade != "law"))?;
        Some(KilledBy {
            id: relation.id.clone(),
            function: function.path.clone(),
            readable: relation.readable.clone(),
            grade: relation.grade.clone(),
            written: written.contains(&relation.id),
        })
    }

    /// Why no relation kills a mutant.
    fn alive(&self, mutant: &Mutant, read: &Read, closures: &Closures) -> (KillFate, String) {
        if let Some(why) = self.not_run.get(&mutant.id) {
            return (KillFate::NotRun, why.clone());
        }
        if self.distinguished.contains(&mutant.id) {
            let why = "some inputs distinguish it from the original, but no known relation fails on it";
            return (KillFate::Alive, why.to_owned());
        }
        let tested = || self.functions().filter(|report| report.reason.is_none());
        if tested().any(|report| report.path == mutant.function) {
            let why = "no input that was tried distinguishes it from the original";
            return (KillFate::Equivalent, why.to_owned());
        }
        let calls = |path: &str| closures.get(path).is_some_and(|called| called.contains(&mutant.function));
        if let Some(caller) = tested().find(|report| calls(&report.path)) {
            let why = format!(
                "no input of `{}`, which calls its function, distinguishes it from the original",
                caller.path
            );
            return (KillFate::Equivalent, why);
        }
        let failed = self.functions().find(|report| report.path == mutant.function);
        let why = failed.and_then(|report| report.reason.clone()).or_else(|| skipped(read, &mutant.function));
        (KillFate::NotTestable, why.unwrap_or_else(|| "it is in no function".to_owned()))
    }
}

/// Why a function cannot be tested.
fn skipped(read: &Read, path: &str) -> Option<String> {
    let function = read.functions.iter().find(|function| function.path == path)?;
    function.verdict.reason().map(str::to_owned)
}
