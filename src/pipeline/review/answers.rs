//! Writes relations that a person accepts, and remembers those that are rejected.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};

use super::pending::listed;
use super::waiting::Waiting;
use crate::options::{Options, Says, Which};
use crate::pipeline::opened::{load_alone, scan_all};
use crate::suite::{self, Codes, Entry, Rewrite, Suite, WRITTEN, WriteOptions, Written};
use crate::verdicts::{Identity, Verdict, Verdicts};
use morph_relation::Relation;
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::{Function, Read, Subject};
use morph_source::workspace::Workspace;

/// What verdicts are about.
struct Answered<'a> {
    workspace: &'a Workspace,
    options: &'a Options,
    progress: &'a dyn Progress,
    read: &'a Read,
    codes: Codes<'a>,
    by_path: BTreeMap<&'a str, &'a Function>,
    suite: Suite,
    waiting: Vec<Waiting>,
}

/// Writes relations that wait. Of one that was rejected, the verdict is taken back.
pub fn accept(options: &Options, which: &Which, progress: &dyn Progress) -> Result<Code> {
    with_answered(options, progress, |answered| answered.accept(which))
}

/// The same in a workspace that was read.
pub fn accept_in(
    workspace: &Workspace,
    options: &Options,
    read: &Read,
    which: &Which,
    progress: &dyn Progress,
) -> Result<Code> {
    Answered::of(workspace, options, read, progress)?.accept(which)
}

/// Remembers that relations are rejected, and takes those that are written out of the suite.
pub fn reject(
    options: &Options,
    which: &Which,
    because: Option<&str>,
    progress: &dyn Progress,
) -> Result<Code> {
    with_answered(options, progress, |answered| answered.reject(which, because).map(|()| Code::Done))
}

/// The same in a workspace that was read.
pub fn reject_in(
    workspace: &Workspace,
    options: &Options,
    read: &Read,
    which: &Which,
    because: Option<&str>,
    progress: &dyn Progress,
) -> Result<()> {
    Answered::of(workspace, options, read, progress)?.reject(which, because)
}

/// Calls a function with what is needed to answer.
fn with_answered(
    options: &Options,
    progress: &dyn Progress,
    answer: impl FnOnce(&Answered<'_>) -> Result<Code>,
) -> Result<Code> {
    let (workspace, _lock) = load_alone(options, progress)?;
    let read = scan_all(&workspace, options)?;
    answer(&Answered::of(&workspace, options, &read, progress)?)
}

fn unknown(id: &str, why: &str) -> anyhow::Error {
    fail(Code::Usage, format!("`{id}`: {why}; `cargo morph review` shows what is pending"))
}

impl<'a> Answered<'a> {
    fn of(
        workspace: &'a Workspace,
        options: &'a Options,
        read: &'a Read,
        progress: &'a dyn Progress,
    ) -> Result<Answered<'a>> {
        Ok(Answered {
            workspace,
            options,
            progress,
            read,
            codes: Codes::of(workspace, &read.code),
            by_path: read.functions.iter().map(|f| (f.path.as_str(), f)).collect(),
            suite: suite::load(workspace, read)?,
            waiting: listed(options, workspace)?,
        })
    }

    fn accept(&self, which: &Which) -> Result<Code> {
        let (accepted, others) = self.chosen(which);
        for id in others {
            if !self.take_back(id)? {
                return Err(unknown(id, "no relation of this id is pending or rejected"));
            }
            self.progress
                .note(&format!("`{id}` is no longer rejected: `cargo morph discover` may find it again"));
        }
        let entries = accepted.iter().map(|waiting| waiting.entry(&self.by_path, &self.codes));
        let added: Vec<Entry> = entries.collect::<Result<_>>()?;
        let written = self.rewrite(Rewrite { added, ..Rewrite::default() }, &[])?;
        Ok(if written.dropped.is_empty() { Code::Done } else { Code::Violated })
    }

    fn reject(&self, which: &Which, because: Option<&str>) -> Result<()> {
        let Answered { by_path, codes, suite, .. } = self;
        let (rejected, others) = self.chosen(which);
        let mut verdicts = Vec::new();
        for waiting in rejected {
            let entry = waiting.entry(by_path, codes)?;
            let family = waiting.report.relation.family.as_deref();
            verdicts.push(self.verdict(&entry.id, family, &entry.subject, &entry.relation, because)?);
        }
        let mut removed: BTreeSet<(&str, &str)> = BTreeSet::new();
        for id in others {
            let Some(known) = suite.all().find(|relation| relation.is_called(id)) else {
                return Err(unknown(id, "no relation of this id is pending or written"));
            };
            if known.strategy == WRITTEN {
                let why = "is written by hand; remove it and its test yourself";
                return Err(fail(Code::Usage, format!("`{id}` {why}")));
            }
            let subject = by_path.get(known.subject.as_str()).and_then(|function| function.subject());
            let subject = subject.with_context(|| format!("`{}` does not exist", known.subject))?;
            verdicts.push(self.verdict(&known.id, None, subject, &known.relation, because)?);
            removed.insert((&known.subject, &known.id));
        }
        let subjects: Vec<Subject> = by_path
            .values()
            .filter_map(|function| function.subject())
            .filter(|subject| removed.iter().any(|(path, _)| *path == subject.path))
            .cloned()
            .collect();
        self.rewrite(Rewrite { removed, ..Rewrite::default() }, &subjects)?;
        self.remember(verdicts)
    }

    /// The relations that wait and are meant, and the names of others.
    fn chosen<'w>(&'w self, which: &'w Which) -> (Vec<&'w Waiting>, Vec<&'w str>) {
        let Which::These(names) = which else { return (self.waiting.iter().collect(), Vec::new()) };
        let is_pending = |name: &str| self.waiting.iter().any(|waiting| waiting.is_called(name));
        let is_meant = |waiting: &&Waiting| names.iter().any(|name| waiting.is_called(name));
        (
            self.waiting.iter().filter(is_meant).collect(),
            names.iter().map(String::as_str).filter(|name| !is_pending(name)).collect(),
        )
    }

    fn verdict(
        &self,
        id: &str,
        family: Option<&str>,
        subject: &Subject,
        relation: &Relation,
        because: Option<&str>,
    ) -> Result<(String, Verdict)> {
        let lookup = |path: &str| Some(self.by_path.get(path)?.callable()?.signature());
        let law = relation.readable(&subject.signature(), &lookup);
        let function = self.by_path.get(subject.path.as_str()).context("a subject is a function")?;
        let identity = Identity::of(family.unwrap_or("law"), relation, &law, subject, function);
        let because = because.map(str::to_owned);
        Ok((subject.package.clone(), Verdict { id: id.to_owned(), identity, says: Says::Rejected, because }))
    }

    /// Adds verdicts, each to those of its package.
    fn remember(&self, verdicts: Vec<(String, Verdict)>) -> Result<()> {
        let mut by_package: BTreeMap<String, Vec<Verdict>> = BTreeMap::new();
        for (package, verdict) in verdicts {
            by_package.entry(package).or_default().push(verdict);
        }
        for (name, new) in by_package {
            let package = self.workspace.packages.iter().find(|package| package.name == name);
            let package = package.with_context(|| format!("package `{name}` is not selected"))?;
            let file = Verdicts::load(package)?.add(package, new)?;
            self.progress.note(&format!("wrote {}", self.shown(&file)));
        }
        Ok(())
    }

    /// Takes a rejection back; whether there was one.
    fn take_back(&self, id: &str) -> Result<bool> {
        for package in &self.workspace.packages {
            if Verdicts::load(package)?.take_back(package, id)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Changes the suite, and says what was written.
    fn rewrite(&self, change: Rewrite<'_>, subjects: &[Subject]) -> Result<Written> {
        if change.added.is_empty() && change.removed.is_empty() {
            return Ok(Written::default());
        }
        let how = WriteOptions { offline: self.options.offline, tidy: true, ..WriteOptions::default() };
        let written = suite::rewrite(self.workspace, self.read, &self.suite, change, subjects, &how)?;
        if !written.files.is_empty() {
            let files: Vec<String> = written.files.iter().map(|file| self.shown(file)).collect();
            self.progress.note(&format!("wrote {}", files.join(", ")));
        }
        for (id, why) in &written.dropped {
            self.progress.warn(&format!("{id} was dropped: {why}"));
        }
        for region in &written.kept_edited {
            self.progress.warn(&format!("{region} was edited by hand and is kept as it is"));
        }
        Ok(written)
    }

    /// A file, relative to the workspace's root.
    fn shown(&self, file: &Path) -> String {
        self.workspace.relative(file).display().to_string()
    }
}
