//! Patterns that select files and functions, as flags and `morph.toml` write them.

use globset::{Glob, GlobBuilder};
use regex::Regex;

/// A glob over paths relative to the workspace's root; one without a slash matches file names.
pub(crate) fn file_pattern(text: &str) -> Result<Glob, String> {
    let pattern =
        if text.contains('/') { text.trim_start_matches("./").to_owned() } else { format!("**/{text}") };
    GlobBuilder::new(&pattern).literal_separator(true).build().map_err(|error| error.kind().to_string())
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
