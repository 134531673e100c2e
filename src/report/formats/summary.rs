//! Results in Markdown, for the page that GitHub Actions shows of a job.

use super::suspects::{executions as failing, headline as suspicion};
use super::violation::{details, headline};
use crate::options::Share;
use crate::report::wording::{count, partial, percent};
use crate::report::{Adequacy, Check, Discovery, Suspects};

/// Rows of a table.
const ROWS: usize = 50;

/// Of `check`.
pub fn check(check: &Check) -> String {
    let totals = &check.totals;
    let mut out = title("check", check.share);
    out += &format!(
        "{} of {}: **{} violated**, {} held, {} unchanged, {} stale\n",
        count(totals.checked + totals.unchanged, "relation"),
        count(totals.functions, "function"),
        totals.violated,
        totals.held,
        totals.unchanged,
        totals.stale,
    );
    for (function, relation) in check.violations().take(ROWS) {
        out += &format!("\n<details><summary><code>{}</code></summary>\n\n", html(&headline(relation)));
        out += &fenced(&format!("{}:{}\n{}", function.file, function.line, details(function, relation)));
        out += "\n</details>\n";
    }
    if !check.stale.is_empty() {
        out.push('\n');
    }
    for stale in check.stale.iter().take(ROWS) {
        out += &format!("- stale: {}\n", stale.message);
    }
    out
}

/// Of `suspects`.
pub fn suspects(document: &Suspects) -> String {
    let mut out = title("suspects", document.share);
    out += &format!(
        "{} in {}\n",
        count(document.totals.suspects, "suspect"),
        count(document.totals.functions, "function")
    );
    for suspect in document.suspects.iter().take(ROWS) {
        out += &format!("\n<details><summary><code>{}</code></summary>\n\n", html(&suspicion(suspect)));
        out += &fenced(&format!("{}:{}\n{}", suspect.file, suspect.line, failing(suspect).join("\n")));
        out += "\n</details>\n";
    }
    out
}

/// Of `adequacy`.
pub fn adequacy(document: &Adequacy) -> String {
    let mut out = title("adequacy", document.share);
    out +=
        &format!("{}\n\n| criterion | adequacy |\n|---|---|\n", count(document.functions.len(), "function"));
    for (criterion, share) in &document.totals {
        out += &format!("| {criterion} | {} |\n", percent(*share));
    }
    out
}

/// Of `discover`.
pub fn discovery(discovery: &Discovery) -> String {
    let totals = &discovery.totals;
    let mut out = title("discover", None);
    out += &format!(
        "{} of {} of {} tested",
        count(totals.relations, "relation"),
        totals.tested,
        count(totals.functions, "function")
    );
    if let Some(score) = totals.held_out_mutation_score.or(totals.mutation_score) {
        out += &format!(", mutation score {score:.2}");
    }
    out.push('\n');
    if !discovery.suspects.is_empty() {
        out.push('\n');
    }
    for suspect in discovery.suspects.iter().take(ROWS) {
        out += &format!("- suspect: `{}` does not hold ({}:{})\n", suspect.law, suspect.file, suspect.line);
    }
    out
}

fn title(command: &str, share: Option<Share>) -> String {
    let of_shard = share.map_or_else(String::new, |share| format!("{}\n\n", partial(share)));
    format!("### cargo morph {command}\n\n{of_shard}")
}

/// A block of text as it is.
fn fenced(text: &str) -> String {
    // A fence has to be longer than those in the text.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{text}\n{fence}\n")
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
