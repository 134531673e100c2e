//! Annotations as GitHub Actions reads them from a job's output: `::error file=…,line=…::…`.

use super::violation::{executions, headline};
use crate::options::Share;
use crate::report::wording::partial;
use crate::report::{Check, CheckVerdict};

/// An error for each violation, a warning for each entry that is stale and each function that could not be checked.
pub fn annotations(check: &Check) -> String {
    let mut out = notice(check.share);
    for (function, relation) in check.violations() {
        let message = [vec![headline(relation)], executions(relation)].concat().join("\n");
        let place = format!("file={},line={}", property(&function.file), function.line);
        let title = property(&format!("relation of {} violated", function.path));
        out += &format!("::error {place},title={title}::{}\n", data(&message));
    }
    for function in check.functions.iter().filter(|function| function.verdict == CheckVerdict::Failed) {
        let why = function.reason.as_deref().unwrap_or("none of its relations applies to any input");
        let place = format!("file={},line={}", property(&function.file), function.line);
        out += &format!(
            "::warning {place}::{}\n",
            data(&format!("`{}` could not be checked: {why}", function.path))
        );
    }
    for stale in &check.stale {
        out += &format!("::warning title=stale relation::{}\n", data(&stale.message));
    }
    out
}

/// A notice that these are the results of a shard; nothing where they are about all functions.
pub fn notice(share: Option<Share>) -> String {
    share.map_or_else(String::new, |share| format!("::notice::{}\n", data(&partial(share))))
}

/// Text after `::`: line breaks would end it.
pub fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property: colons and commas would end it.
pub fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
