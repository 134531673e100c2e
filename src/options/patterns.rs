//! Patterns that select files and functions, as flags and `morph.toml` write them.

use globset::{Glob, GlobBuilder};
use regex::Regex;

use morph_source::exit::{Code, fail};
use morph_source::scan::Patterns;

/// A glob over paths relative to the workspace's root; one without a slash matches file names.
pub(crate) fn file_pattern(text: &str) -> Result<Glob, String> {
    let pattern =
        if text.contains('/') { text.trim_start_matches("./").to_owned() } else { format!("**/{text}") };
    GlobBuilder::new(&pattern).literal_separator(true).build().map_err(|error| error.kind().to_string())
}

/// Patterns of the functions with these paths alone.
pub(crate) fn these_functions<'p>(paths: impl IntoIterator<Item = &'p str>) -> anyhow::Result<Patterns> {
    let paths: Vec<String> = paths.into_iter().map(regex::escape).collect();
    let function = Regex::new(&format!("^(?:{})$", paths.join("|")))
        .map_err(|error| fail(Code::Internal, format!("a pattern of paths: {error}")))?;
    Ok(Patterns { function: Some(function), ..Patterns::default() })
}

/// A pattern over the paths of functions.
pub(crate) fn function_pattern(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|error| {
        // The last line of regex's message says what is wrong.
        let text = error.to_string();
        let last = text.lines().last().unwrap_or_default();
        last.trim_start_matches("error: ").to_owned()
    })
}
