//! `suspects`: laws that the code is expected to obey and does not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::opened::{UNCONFINED, build_options, called, change, examples, load_alone, scan_all, selects};
use crate::inputs::{Examples, InputSources};
use crate::options::{Format, Level, Options, Says, Suspects, Verdict};
use crate::report::{self, Document, SuspectSeconds, SuspectTotals, SuspectVerdict, suspect_report};
use crate::suite;
use crate::suspects::{self, Setting, Suspect, all_suspects, clustered};
use crate::verdicts::{self, Identity, Known, Verdicts};
use morph_lab::{self as lab, Lab, Rows};
use morph_relation::Relation;
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
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
    let all: Vec<usize> = (0..subjects.len()).filter(|i| is_wanted(&subjects[*i].path)).collect();
    let (verdicts, closures) = (&verdicts, &closures(&read.functions));
    let examples = examples(&workspace);
    let run = Run { workspace: &workspace, subjects: &subjects, by_path: &by_path, verdicts, closures };
    let inputs = Rows::new();
    let Found { suspects: found, dismissed } =
        run.find(options, &lab, &all, (&examples, inputs), progress)?;
    if lab.unconfined() {
        progress.warn(UNCONFINED);
    }
    seconds.search = clock.elapsed().as_secs_f64();
    let shown = |(place, suspect): &(usize, &Suspect)| {
        command.all || *place < FIRST_PAGE && suspect.level > Level::Possible
    };
    let reports = found.iter().enumerate().filter(shown);
    let reports = reports.map(|(_, suspect)| run.report(suspect)).collect::<Result<Vec<_>>>()?;
    run.note(&found, &reports)?;
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
    report::publish(&Document::Suspects(Box::new(document)), options, progress)?;
    let denied = command.deny.is_some_and(|level| found.iter().any(|suspect| suspect.level >= level));
    Ok(if denied { Code::Violated } else { Code::Done })
}

/// A suspect of the last run, for verdicts on it: its package, and itself with those of the same cause.
#[derive(Serialize, Deserialize)]
struct Noted {
    id: String,
    package: String,
    identities: Vec<Identity>,
    /// Its test, and the target and the module that it is for.
    test: String,
    target: usize,
    module: Vec<String>,
}

fn identity(suspect: &Suspect, subject: &Subject, function: &Function) -> Identity {
    Identity::of(suspect.family, &suspect.relation, &suspect.law, subject, function)
}

fn notes(workspace: &Workspace) -> PathBuf {
    workspace.scratch().join("suspects.json")
}

/// Writes a verdict on a suspect of the last run.
fn judge(
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
fn list(options: &Options, verdicts: &[Verdicts]) -> Result<Code> {
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

/// What a search for suspects found.
pub(super) struct Found {
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

impl Found {
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
        (examples, recorded): (&Examples, Rows),
        progress: &dyn Progress,
    ) -> Result<Found> {
        let stage = progress.stage("suspects");
        stage.set_length(wanted.len() as u64);
        let Run { subjects, by_path: functions, .. } = *self;
        let texts = &examples.texts(subjects);
        let examples = &suspects::Examples::of(examples, subjects);
        let mut known = recorded;
        for (path, rows) in &examples.inputs {
            known.entry(path.clone()).or_default().extend(rows.iter().cloned());
        }
        let tell = |found: &[Suspect]| {
            stage.inc(1);
            let is_new = |it: &&Suspect| !matches!(self.known(it), Known::Dismissed(_));
            for suspect in found.iter().filter(|it| it.level > Level::Possible).filter(is_new) {
                let (file, line) = self.place(suspect);
                stage.found(format!("{}:{line}: {}", file.display(), suspect.law));
            }
        };
        let found = options.pool()?.install(|| {
            let mut input_sources = InputSources::with_recorded(subjects, texts, lab, known, options.seed)?;
            // What helpers make of anything is perhaps no value that others ever meet.
            input_sources.returned.retain(|(from, _)| {
                let subject = &subjects[*from];
                let is_public = functions.get(subject.path.as_str()).is_some_and(|function| function.public);
                is_public || subject.ret.adts().is_empty()
            });
            let input_sources = &input_sources;
            let setting = Setting { lab, subjects, functions, input_sources, examples, seed: options.seed };
            all_suspects(&setting, wanted, &tell)
        })?;
        let found = self.undismissed(found);
        stage.finish(format!("{} suspects", found.suspects.len()));
        Ok(found)
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

    fn undismissed(&self, mut suspects: Vec<Suspect>) -> Found {
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
        Found { suspects: clustered(suspects, self.closures), dismissed: verdicts.len() }
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
        let text = serde_json::to_string(&noted).context("cannot write JSON")?;
        suite::write_scratch(&notes(self.workspace), &text)
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
