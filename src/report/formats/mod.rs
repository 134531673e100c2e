//! Results of `check` and `suspects` in formats of others: annotations, JUnit, SARIF, Markdown.

use super::{Check, Suspects};
use crate::options::Format;
use morph_source::exit::{Code, fail};

mod github;
mod junit;
mod sarif;
pub(super) mod summary;
mod suspects;
mod violation;

/// The whole text of a format of `check`.
pub(super) fn of_check(check: &Check, format: Format) -> anyhow::Result<String> {
    match format {
        Format::Github => Ok(github::annotations(check)),
        Format::Junit => junit::report(check),
        Format::Sarif => sarif::log(check),
        Format::Human | Format::Json | Format::Markdown => {
            Err(fail(Code::Usage, "`check` does not support this --format"))
        }
    }
}

/// The whole text of a format of `suspects`.
pub(super) fn of_suspects(document: &Suspects, format: Format) -> anyhow::Result<String> {
    match format {
        Format::Github => Ok(suspects::annotations(document)),
        Format::Sarif => suspects::sarif(document),
        Format::Markdown => Ok(suspects::markdown(document)),
        Format::Human | Format::Json | Format::Junit => {
            Err(fail(Code::Usage, "`suspects` does not support this --format"))
        }
    }
}

#[cfg(test)]
mod tests;
