//! Tests that a person deleted: whether they are to stay away is asked where somebody can answer.

use std::io::{IsTerminal as _, Write as _};

use anyhow::Result;
use console::{Key, Term};

use super::answers::reject_in;
use super::asked::lost;
use crate::options::{Options, Which};
use crate::suite;
use morph_source::progress::Progress;
use morph_source::scan::Read;
use morph_source::workspace::Workspace;

/// Asks about tests that were deleted; where nobody can answer, says what can be done about them.
pub fn ask_about_deleted(
    workspace: &Workspace,
    options: &Options,
    read: &Read,
    progress: &dyn Progress,
) -> Result<()> {
    let mut deleted = suite::deleted_tests(workspace)?;
    deleted.retain(|test| read.functions.iter().any(|f| f.path == test.function && f.subject().is_some()));
    if deleted.is_empty() {
        return Ok(());
    }
    let tests: Vec<String> = deleted.iter().map(|deleted| format!("`{}`", deleted.test)).collect();
    let ids: Vec<String> = deleted.into_iter().map(|deleted| deleted.id).collect();
    if !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
        progress.warn(&format!(
            "deleted by hand: {}; run `cargo morph reject {}` to reject them for good",
            tests.join(", "),
            ids.join(" ")
        ));
        return Ok(());
    }
    let question = format!("deleted by hand: {}. Reject them for good? [y/n] ", tests.join(", "));
    if confirmed(&question)? {
        reject_in(workspace, options, read, &Which::These(ids), Some("its test was deleted"), progress)?;
    }
    Ok(())
}

fn confirmed(question: &str) -> Result<bool> {
    let mut term = Term::stderr();
    write!(term, "{question}").map_err(lost)?;
    loop {
        let answer = match term.read_key().map_err(lost)? {
            Key::Char('y' | 'Y') => true,
            Key::Char('n' | 'N') | Key::Enter | Key::Escape => false,
            _ => continue,
        };
        writeln!(term, "{}", if answer { "yes" } else { "no" }).map_err(lost)?;
        return Ok(answer);
    }
}
