//! Suspects as annotations, as SARIF, and as texts for issues.

use serde_json::{Value, json};

use super::github::{data, notice, property};
use super::sarif::{location, result, rule, whole};
use crate::options::Level;
use crate::report::human::rate;
use crate::report::wording::partial;
use crate::report::{Call, SuspectReport, Suspects};

/// A warning for each suspect, an error where it is certain.
pub fn annotations(document: &Suspects) -> String {
    let line = |suspect: &SuspectReport| {
        let kind = if suspect.level == Level::Certain { "error" } else { "warning" };
        let place = format!("file={},line={}", property(&suspect.file), suspect.line);
        let title = property(&format!("{} ({})", headline(suspect), suspect.id));
        format!("::{kind} {place},title={title}::{}\n", data(&details(suspect).join("\n")))
    };
    notice(document.share) + &document.suspects.iter().map(line).collect::<String>()
}

/// A log with a result for each suspect.
pub fn sarif(document: &Suspects) -> anyhow::Result<String> {
    let results = document.suspects.iter().map(|suspect| {
        let level = match suspect.level {
            Level::Certain => "error",
            Level::Likely => "warning",
            Level::Possible => "note",
        };
        let text = [vec![headline(suspect)], details(suspect)].concat().join("\n");
        let mut result = result("suspect", level, &text);
        result["locations"] = json!([location(&suspect.file, suspect.line)]);
        result["partialFingerprints"] = json!({ "suspect/v1": suspect.id });
        result
    });
    let rules = vec![rule("suspect", "A law that the code is expected to obey does not hold", "warning")];
    whole(rules, results.collect::<Vec<Value>>(), document.share)
}

/// A text for an issue per suspect.
pub fn markdown(document: &Suspects) -> String {
    let share = document.share.map(|share| format!("> {}\n", partial(share)));
    let texts: Vec<String> = share.into_iter().chain(document.suspects.iter().map(issue)).collect();
    texts.join("\n---\n\n")
}

fn issue(suspect: &SuspectReport) -> String {
    let mut text = format!("## `{}`: {}\n\n", suspect.function, headline(suspect));
    text += &format!("In `{}`, line {}.\n\n", suspect.file, suspect.line);
    text += &format!("```text\n{}\n```\n\n", executions(suspect).join("\n"));
    text += &format!("It {}. It is expected: {}.\n", rate(suspect), suspect.evidence.join("; "));
    if !suspect.further.is_empty() {
        let laws: Vec<String> = suspect.further.iter().map(|further| format!("`{}`", further.law)).collect();
        text += &format!("These laws also fail, probably for the same reason: {}.\n", laws.join(", "));
    }
    if !suspect.test.is_empty() {
        text += &format!("\n```rust\n{}\n```\n", suspect.test.trim());
    }
    text
}

pub fn headline(suspect: &SuspectReport) -> String {
    format!("{} does not hold", suspect.law)
}

pub fn executions(suspect: &SuspectReport) -> Vec<String> {
    suspect.counterexample.executions.iter().map(Call::sentence).collect()
}

fn details(suspect: &SuspectReport) -> Vec<String> {
    let mut lines = executions(suspect);
    lines.push(format!("{}; expected: {}", rate(suspect), suspect.evidence.join("; ")));
    lines
}
