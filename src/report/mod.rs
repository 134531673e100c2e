//! Prints results on standard output: as tables and sentences, or as one JSON document. Adequacy is a page, too.

mod badge;
mod file;
mod formats;
mod html;
mod human;
mod json;
mod results;
mod wording;

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};

use anyhow::Context as _;
use schemars::schema_for;
use serde::Serialize;

use crate::options::{Format, GitHub, MessageFormat, Options};
use crate::progress::Event;
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;

pub use json::{
    Adequacy, Branch, BranchCounts, BranchFate, Branches, Call, Check, CheckSeconds, CheckTotals,
    CheckVerdict, CheckedFunction, CheckedRelation, Counterexample, CriterionAdequacy, Discovery, DroppedLaw,
    ExecutionCounts, Explanation, FunctionAdequacy, FunctionReport, FunctionSeconds, FurtherLaw, Kill,
    KillFate, KilledBy, Kills, List, ListedCategory, ListedLine, ListedRelation, Listing, MutantCounts,
    PendingRelation, PolynomialReport, Reason, RelationReport, RelationSearch, Review, SCHEMA, Scan,
    ScanTotals, ScanVerdict, ScannedFunction, Seconds, ShortRequirement, SoughtMutant, StaleEntry,
    SuspectReport, SuspectSeconds, SuspectTotals, SuspectVerdict, Suspects, Suspicious, Totals, Verdict,
};

pub use file::ReportFile;
pub use results::{
    branches, discovery, function_adequacy, scanned, skipped, stale, suspect_report, unchecked, violations,
};
pub(crate) use wording::count;
pub use wording::in_words;

/// A result that can be printed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Document {
    /// Of `scan`.
    Scan(Scan),
    /// Of `discover`.
    Discovery(Box<Discovery>),
    /// Of `adequacy`.
    Adequacy(Adequacy),
    /// Of `check`.
    Check(Box<Check>),
    /// Of `suspects`.
    Suspects(Box<Suspects>),
    /// Of `review`.
    Review(Review),
    /// Of `list`.
    List(List),
    /// Of `kill`.
    Kills(Kills),
    /// Of `explain`.
    Explanation(Box<Explanation>),
}

impl Document {
    /// The text for people, with colours as ANSI escapes.
    pub fn to_human(&self) -> String {
        match self {
            Document::Scan(scan) => human::scan(scan),
            Document::Discovery(discovery) => human::discovery(discovery),
            Document::Adequacy(adequacy) => human::adequacy(adequacy),
            Document::Check(check) => human::check(check),
            Document::Suspects(suspects) => human::suspects(suspects),
            Document::Review(review) => human::review(review),
            Document::Kills(kills) => human::kills(kills),
            Document::List(list) => human::list(list),
            Document::Explanation(explanation) => human::explanation(explanation),
        }
    }

    /// Markdown for the page of a job; `None` where jobs make no such document.
    fn to_summary(&self) -> Option<String> {
        match self {
            Document::Check(check) => Some(formats::summary::check(check)),
            Document::Suspects(suspects) => Some(formats::summary::suspects(suspects)),
            Document::Adequacy(adequacy) => Some(formats::summary::adequacy(adequacy)),
            Document::Discovery(discovery) => Some(formats::summary::discovery(discovery)),
            _ => None,
        }
    }

    /// The JSON document, with a line break at its end.
    pub fn to_json(&self) -> String {
        let mut json =
            serde_json::to_string_pretty(self).expect("names of fields are strings, and so is every key");
        json.push('\n');
        json
    }
}

impl PendingRelation {
    /// The text for a person who is to give a verdict, with colours as ANSI escapes.
    pub fn to_human(&self) -> String {
        human::pending(self)
    }
}

/// Prints the result of a job on standard output. On GitHub Actions it is also annotated, and appended to the page of the job.
pub fn publish(document: &Document, options: &Options, progress: &dyn Progress) -> anyhow::Result<()> {
    match options.message_format {
        MessageFormat::Human => print(document, options.format)?,
        MessageFormat::Json => {
            let document = serde_json::to_value(document).context("the document is not JSON")?;
            progress.event(&|| Event::Result { document: document.clone() }.line());
        }
    }
    let GitHub { annotates, summary } = &options.github;
    if *annotates && (options.format, options.message_format) == (Format::Human, MessageFormat::Human) {
        // Annotations are read at the beginning of lines.
        let annotations = match document {
            Document::Check(check) => formats::of_check(check, Format::Github)?,
            Document::Suspects(suspects) => formats::of_suspects(suspects, Format::Github)?,
            _ => String::new(),
        };
        print_text(annotations.as_bytes())?;
    }
    if let Some((file, text)) = summary.as_ref().zip(document.to_summary()) {
        let appended = OpenOptions::new().append(true).create(true).open(file);
        if let Err(error) = appended.and_then(|mut file| writeln!(file, "{text}")) {
            progress.warn(&format!("cannot write the summary to {}: {error}", file.display()));
        }
    }
    Ok(())
}

/// Prints a result on standard output. A reader that goes away early is no error.
pub fn print(document: &Document, format: Format) -> anyhow::Result<()> {
    match format {
        Format::Human => settled(anstream::stdout().write_all(document.to_human().as_bytes())),
        Format::Json => print_text(document.to_json().as_bytes()),
        Format::Github | Format::Junit | Format::Sarif | Format::Markdown => {
            let text = match document {
                Document::Check(check) => formats::of_check(check, format)?,
                Document::Suspects(suspects) => formats::of_suspects(suspects, format)?,
                _ => return Err(fail(Code::Usage, "this command does not support this --format")),
            };
            print_text(text.as_bytes())
        }
    }
}

fn print_text(text: &[u8]) -> anyhow::Result<()> {
    settled(std::io::stdout().write_all(text))
}

/// The error of printing, unless the reader has gone.
fn settled(printed: std::io::Result<()>) -> anyhow::Result<()> {
    match printed {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(fail(Code::Environment, format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// The JSON schemas of all documents, by the command that prints them.
pub fn schemas() -> Vec<(&'static str, schemars::Schema)> {
    vec![
        ("adequacy", schema_for!(Adequacy)),
        ("check", schema_for!(Check)),
        ("discover", schema_for!(Discovery)),
        ("events", schema_for!(Event)),
        ("explain", schema_for!(Explanation)),
        ("kill", schema_for!(Kills)),
        ("list", schema_for!(List)),
        ("review", schema_for!(Review)),
        ("scan", schema_for!(Scan)),
        ("suspects", schema_for!(Suspects)),
    ]
}

#[cfg(test)]
mod tests;
