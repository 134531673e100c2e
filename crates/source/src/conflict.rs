//! Marks that git leaves in a file where two branches changed the same lines.

use std::path::Path;

use crate::exit::{Code, fail};

/// The line, from 1, of the first mark in a text.
fn first(text: &str) -> Option<usize> {
    let begin = text.lines().position(|line| line.starts_with("<<<<<<< "))?;
    // One of them alone may be anything.
    let is_whole = text.lines().skip(begin).any(|line| line.starts_with(">>>>>>> "));
    is_whole.then_some(begin + 1)
}

/// Refuses a text with such marks, which would otherwise be reported as whatever they are not.
pub fn refuse(text: &str, file: &Path, code: Code) -> anyhow::Result<()> {
    match first(text) {
        None => Ok(()),
        Some(line) => {
            let why = "two branches changed this and git could not merge them; resolve the conflict";
            Err(fail(code, format!("{}:{line}: {why}", file.display())))
        }
    }
}
