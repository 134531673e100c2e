//! Results of `check` in formats of others: annotations, JUnit, SARIF.

use super::Check;
use crate::options::Format;
use morph_source::exit::{Code, fail};

mod github;
mod junit;
mod sarif;
mod violation;

/// The whole text of a format that only `check` has.
pub(super) fn text(check: &Check, format: Format) -> anyhow::Result<String> {
    match format {
        Format::Github => Ok(github::annotations(check)),
        Format::Junit => junit::report(check),
        Format::Sarif => sarif::log(check),
        Format::Human | Format::Json => Err(fail(Code::Internal, "not a format of `check` alone")),
    }
}

#[cfg(test)]
mod tests;
