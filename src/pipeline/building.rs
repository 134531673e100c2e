//! Where some of several packages do not build, commands run on the others.

use anyhow::Result;

use super::opened::selection;
use crate::options::Options;
use morph_source::exit::{Code, broken_packages, code_of};
use morph_source::progress::Progress;
use morph_source::workspace;

/// Runs a command, and again without the packages that turn out not to build; they make it fail in the end.
pub fn on_what_builds(
    options: &Options,
    progress: &dyn Progress,
    run: &dyn Fn(&Options) -> Result<Code>,
) -> Result<Code> {
    let mut options = options.clone();
    let mut first = None;
    loop {
        let error = match run(&options) {
            // A violation is a finding about code that builds.
            Ok(Code::Violated) => return Ok(Code::Violated),
            Ok(code) => return Ok(if first.is_some() { Code::DoesNotBuild } else { code }),
            Err(error) => error,
        };
        let broken = broken_packages(&error);
        let selected = match broken {
            [] => Vec::new(),
            _ => workspace::open(&selection(&options))?.selected()?,
        };
        let (left_out, left): (Vec<String>, Vec<String>) =
            selected.into_iter().partition(|name| broken.contains(name));
        if left_out.is_empty() || left.is_empty() {
            // A pattern may match nothing but functions of what is left out.
            let is_consequence = code_of(&error) == Code::Usage;
            return Err(first.filter(|_| is_consequence).unwrap_or(error));
        }
        for name in &left_out {
            progress.warn(&format!("`{name}` is left out: {error:#}"));
        }
        options.selection.broken.extend(left_out);
        first.get_or_insert(error);
    }
}
