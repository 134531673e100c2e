//! `suspects`: laws that the code is expected to obey and does not.

mod verdicts;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};

use super::memory::Noting;
use super::opened::{UNCONFINED, build_options, called, change, examples, load_alone, scan_all, selects};
use super::sharing::Sharing;
use crate::inputs::{Examples, InputSources};
use crate::options::{Level, Options, Share, Shared, Suspects};
use crate::progress::Event;
use crate::report::{self, Call, Document, SuspectSeconds, SuspectTotals, suspect_report};
use crate::shards::{Callable, Found, Suspected};
use crate::suite;
use crate::suspects::{self, Setting, Suspect, Tried, all_suspects, clustered, try_laws};
use crate::verdicts::{Identity, Known, Verdicts};
use morph_lab::{self as lab, Lab, Rows};
use morph_relation::Relation;
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, Subject, closures};
use morph_source::workspace::Workspace;

use verdicts::{Noted, identity, judge, list};

/// Suspects on the first page.
const FIRST_PAGE: usize = 10;

/// Runs the command.
pub fn run(options: &Options, command: &Suspects, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let mut seconds = SuspectSeconds::default();
    let noting = &Noting::new(progress);
    let stage = progress.stage("scan");
    let (workspace, _lock) = load_alone(options, progress)?;
    if let Some(verdict) = &command.verdict {
        stage.finish(String::new());
        return judge(&workspace, options, verdict, progress);
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
    let asked = (command.all, command.deny, &changed);
    let sharing = Sharing::of(options, &workspace, &read.functions, (Shared::Suspects, &asked))?;
    let is_here = |path: &str| sharing.has(path) && is_wanted(path);
    let subjects = callable(&read.functions);
    let selected = read.functions.iter().filter(|function| is_here(&function.path)).count();
    seconds.scan = begin.elapsed().as_secs_f64();
    stage.finish(format!(
        "{selected} functions, {} to try",
        scan::tested(&subjects).iter().filter(|s| is_here(&s.path)).count()
    ));

    let clock = Instant::now();
    let stage = progress.stage("build");
    let (called, build) = (called(&subjects), build_options(options, false, false));
    let lab = lab::build_original(&workspace, &called, &build, &|message| stage.set_message(message))?;
    seconds.build = clock.elapsed().as_secs_f64();
    let of_build = Callable::of(&subjects, &lab);
    let subjects = lab.callable();
    stage.finish(format!("{} functions", scan::tested(&subjects).len()));

    let clock = Instant::now();
    let here: Vec<usize> =
        (0..scan::tested(&subjects).len()).filter(|i| is_here(&subjects[*i].path)).collect();
    let (verdicts, closures) = (&verdicts, &closures(&read.functions));
    let examples = examples(&workspace);
    let run = Run { workspace: &workspace, subjects: &subjects, by_path: &by_path, verdicts, closures };
    let wants_possible = command.all || command.deny == Some(Level::Possible);
    let how = How { in_a_hurry: true, wants_possible };
    let tried = run.try_laws(options, &lab, &here, (&examples, Rows::new()), how, progress)?;
    if lab.unconfined() {
        noting.warn(UNCONFINED);
    }
    seconds.search = clock.elapsed().as_secs_f64();
    seconds.all = begin.elapsed().as_secs_f64();
    let left = || {
        let tried = here.iter().map(|i| subjects[*i].path.clone()).zip(tried.clone()).collect();
        let Suspects { all, deny, .. } = *command;
        Found::Suspects(Suspected { all, deny, selected, tried, callable: of_build, seconds })
    };
    sharing.leave(left, options.seed, noting.warnings(), progress)?;
    let tried: Vec<(&Subject, Tried)> = here.iter().map(|i| &subjects[*i]).zip(tried).collect();
    run.end(options, (command.all, command.deny), tried, (selected, seconds, sharing.share()), progress)
}

/// What the laws of a package are tried on: subjects, and types that are hashed; then the constants.
pub(super) fn callable(functions: &[Function]) -> Vec<Subject> {
    let tested = |function: &Function| function.subject().cloned().or(function.hasher.as_deref().cloned());
    let constants = functions.iter().filter_map(Function::constant);
    functions.iter().filter_map(tested).chain(constants.cloned()).collect()
}

/// The workspace, its functions and what was said of them.
pub(super) struct Run<'a> {
    pub workspace: &'a Workspace,
    pub subjects: &'a [Subject],
    pub by_path: &'a BTreeMap<&'a str, &'a Function>,
    /// By package.
    pub verdicts: &'a [Verdicts],
    /// The functions that each calls, itself included.
    pub closures: &'a BTreeMap<String, BTreeSet<String>>,
}

/// How laws are tried.
#[derive(Clone, Copy)]
struct How {
    /// Few of those whose calls take long.
    in_a_hurry: bool,
    /// Those, too, of which nothing tells.
    wants_possible: bool,
}

/// What a search for suspects found.
pub(super) struct FoundSuspects {
    /// Those on which nobody gave a verdict, one for each cause, the surest first.
    pub suspects: Vec<Suspect>,
    /// How many verdicts kept others back.
    pub dismissed: usize,
}

/// Those that are likely or certain, for other commands.
pub(super) struct Sure {
    /// The first of them.
    pub reports: Vec<report::SuspectReport>,
    /// The laws that fail, by function.
    pub broken: BTreeMap<String, Vec<Relation>>,
}

impl FoundSuspects {
    /// The suspects that are likely or certain; they are noted for verdicts.
    pub fn sure(&self, run: &Run<'_>) -> Result<Sure> {
        let sure = self.suspects.iter().filter(|suspect| suspect.level > Level::Possible);
        let reports: Vec<_> =
            sure.clone().take(FIRST_PAGE).map(|it| run.report(it)).collect::<Result<_>>()?;
        run.note(&self.suspects, &reports)?;
        let mut broken: BTreeMap<String, Vec<Relation>> = BTreeMap::new();
        for suspect in sure.flat_map(Suspect::alike) {
            broken.entry(suspect.path.clone()).or_default().push(suspect.relation.clone());
        }
        Ok(Sure { reports, broken })
    }
}

impl Run<'_> {
    /// Searches some subjects, by their numbers, for suspects; what tests show is read, and recorded.
    pub fn find(
        &self,
        options: &Options,
        lab: &Lab,
        wanted: &[usize],
        shown: (&Examples, Rows),
        progress: &dyn Progress,
    ) -> Result<FoundSuspects> {
        let how = How { in_a_hurry: false, wants_possible: false };
        let tried = self.try_laws(options, lab, wanted, shown, how, progress)?;
        Ok(self.found(wanted.iter().map(|i| &self.subjects[*i]).zip(tried).collect()))
    }

    /// The suspects among what was tried, without those that were dismissed.
    fn found(&self, tried: Vec<(&Subject, Tried)>) -> FoundSuspects {
        self.undismissed(all_suspects(tried))
    }

    /// Tries the laws of some subjects.
    fn try_laws(
        &self,
        options: &Options,
        lab: &Lab,
        wanted: &[usize],
        (examples, recorded): (&Examples, Rows),
        how: How,
        progress: &dyn Progress,
    ) -> Result<Vec<Tried>> {
        let stage = progress.stage("suspects");
        stage.set_length(wanted.len() as u64);
        let Run { subjects, by_path: functions, .. } = *self;
        let texts = &examples.texts(subjects);
        let examples = &suspects::Examples::of(examples, subjects);
        let mut known = recorded;
        for (path, rows) in &examples.inputs {
            known.entry(path.clone()).or_default().extend(rows.iter().cloned());
        }
        let tell = |subject: &Subject, found: &[Suspect]| {
            stage.inc(1);
            let is_new = |it: &&Suspect| !matches!(self.known(it), Known::Dismissed(_));
            for suspect in found.iter().filter(|it| it.level > Level::Possible).filter(is_new) {
                let (file, line) = self.place(suspect);
                stage.found(format!("{}:{line}: {}", file.display(), suspect.law));
                stage.event(&|| {
                    Event::SuspectFound {
                        function: suspect.path.clone(),
                        file: file.display().to_string(),
                        line,
                        level: suspect.level,
                        law: suspect.law.clone(),
                        counterexample: suspect.executions.iter().map(Call::sentence).collect(),
                    }
                    .line()
                });
            }
            stage.event(&|| {
                let (stage, function) = (stage.name().to_owned(), subject.path.clone());
                Event::FunctionDone { stage, function, failure: None }.line()
            });
        };
        let tried = options.pool()?.install(|| {
            let mut input_sources =
                InputSources::without_fresh((subjects, texts, known), lab, options.seed, how.in_a_hurry)?;
            // What helpers make of anything is perhaps no value that others ever meet.
            input_sources.returned.retain(&|from| {
                let subject = &subjects[from];
                let is_public = functions.get(subject.path.as_str()).is_some_and(|function| function.public);
                is_public || subject.ret.adts().is_empty()
            });
            let input_sources = &input_sources;
            let (seed, wants_possible) = (options.seed, how.wants_possible);
            let setting = Setting { lab, subjects, functions, input_sources, examples, seed, wants_possible };
            try_laws(&setting, wanted, &tell)
        })?;
        stage.finish(format!("{} functions", wanted.len()));
        Ok(tried)
    }

    /// Reports the suspects, and says how the run ends: `all` or the first are shown, and some may be denied. The last
    /// argument is how many functions were selected, how long the stages took, and which shard this is.
    pub fn end(
        &self,
        options: &Options,
        (all, deny): (bool, Option<Level>),
        tried: Vec<(&Subject, Tried)>,
        (selected, seconds, share): (usize, SuspectSeconds, Option<Share>),
        progress: &dyn Progress,
    ) -> Result<Code> {
        let functions = tried.len();
        let FoundSuspects { suspects: found, dismissed } = self.found(tried);
        let shown = |(place, suspect): &(usize, &Suspect)| {
            all || *place < FIRST_PAGE && suspect.level > Level::Possible
        };
        let reports = found.iter().enumerate().filter(shown);
        let reports = reports.map(|(_, suspect)| self.report(suspect)).collect::<Result<Vec<_>>>()?;
        self.note(&found, &reports)?;
        let totals = SuspectTotals {
            functions,
            skipped: selected.saturating_sub(functions),
            suspects: found.len(),
            hidden: found.len() - reports.len(),
            dismissed,
            seconds,
        };
        let mut document = report::Suspects::new(options.seed, reports, totals);
        document.share = share;
        report::publish(&Document::Suspects(Box::new(document)), options, progress)?;
        let denied = deny.is_some_and(|level| found.iter().any(|suspect| suspect.level >= level));
        Ok(if denied { Code::Violated } else { Code::Done })
    }

    fn subject(&self, suspect: &Suspect) -> Option<(&Subject, &Function)> {
        let subject = self.subjects.iter().find(|subject| subject.path == suspect.path)?;
        Some((subject, self.by_path.get(suspect.path.as_str())?))
    }

    fn identity(&self, suspect: &Suspect) -> Option<Identity> {
        let (subject, function) = self.subject(suspect)?;
        Some(identity(suspect, subject, function))
    }

    /// What verdicts say of a suspect.
    fn known(&self, suspect: &Suspect) -> Known<'_> {
        let Some(identity) = self.identity(suspect) else { return Known::New };
        let known = self.verdicts.iter().map(|verdicts| verdicts.on(&identity));
        known
            .max_by_key(|known| match known {
                Known::Dismissed(_) => 2,
                Known::Changed => 1,
                Known::New => 0,
            })
            .unwrap_or(Known::New)
    }

    fn undismissed(&self, mut suspects: Vec<Suspect>) -> FoundSuspects {
        let mut verdicts: BTreeSet<&str> = BTreeSet::new();
        suspects.retain_mut(|suspect| {
            match self.known(suspect) {
                Known::Dismissed(id) => {
                    verdicts.insert(id);
                    return false;
                }
                Known::Changed => {
                    suspect.evidence.push("it was dismissed before its types changed".to_owned());
                }
                Known::New => {}
            }
            true
        });
        FoundSuspects { suspects: clustered(suspects, self.closures), dismissed: verdicts.len() }
    }

    /// The file, below the workspace's root, and the line of a suspect's function.
    fn place(&self, suspect: &Suspect) -> (&Path, usize) {
        self.by_path
            .get(suspect.path.as_str())
            .map_or((Path::new(""), 0), |function| (self.workspace.relative(&function.file), function.line))
    }

    /// Notes the suspects for verdicts on them.
    fn note(&self, found: &[Suspect], reports: &[report::SuspectReport]) -> Result<()> {
        let noted: Vec<Noted> = found
            .iter()
            .filter_map(|suspect| {
                let (subject, _) = self.subject(suspect)?;
                let identities: Vec<Identity> =
                    suspect.alike().filter_map(|suspect| self.identity(suspect)).collect();
                let id = identities.first()?.id();
                let report = reports.iter().find(|report| report.id == id);
                Some(Noted {
                    package: subject.package.clone(),
                    identities,
                    test: report.map_or_else(String::new, |report| report.test.clone()),
                    target: subject.target,
                    module: subject.module.clone(),
                    id,
                })
            })
            .collect();
        verdicts::note(self.workspace, &noted)
    }

    fn report(&self, suspect: &Suspect) -> Result<report::SuspectReport> {
        let (subject, function) =
            self.subject(suspect).context("a suspect is about a function of the run")?;
        let id = identity(suspect, subject, function).id();
        let package = self.workspace.packages.iter().find(|package| package.name == subject.package);
        let edition = package.map_or("2021", |package| package.edition.as_str());
        let test = suspects::test(suspect, subject, self.subjects, edition);
        Ok(suspect_report(id, suspect, &subject.signature(), self.place(suspect), test))
    }
}
