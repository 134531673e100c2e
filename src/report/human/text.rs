//! Colours, columns and shortened texts that the reports share.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::options::Share;
use crate::report::Call;
use crate::report::wording::partial;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const GREEN: Style = AnsiColor::Green.on_default();
pub(super) const YELLOW: Style = AnsiColor::Yellow.on_default();
pub(super) const RED: Style = AnsiColor::Red.on_default();

/// What is written into a text.
pub(super) fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut out = String::new();
    write(&mut out).expect("writing to a string does not fail");
    out
}

/// `0.8 s`, `41 s`.
pub(super) fn seconds(seconds: f64) -> String {
    if seconds < 10.0 { format!("{seconds:.1} s") } else { format!("{seconds:.0} s") }
}

/// The last line of the report of a shard; nothing where the report is about all functions.
pub(super) fn of_share(share: Option<Share>) -> String {
    share.map_or_else(String::new, |share| format!("{}\n", paint(YELLOW, &partial(share))))
}

/// The text in a colour.
pub(super) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The text in a colour, padded on the right to `width` characters.
pub(super) fn cell(style: Style, text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.chars().count());
    format!("{}{:blanks$}", paint(style, text), "")
}

/// The width of a column of paths: that of the longest, within bounds.
pub(super) fn column<'a>(texts: impl Iterator<Item = &'a str>, least: usize, most: usize) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0).clamp(least, most)
}

/// At most so many characters of a text, `head` of them from its beginning: what sets it apart is often at its end.
pub(super) fn shortened(text: &str, head: usize, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let tail = length - (most - head - 1);
    text.chars().take(head).chain(['…']).chain(text.chars().skip(tail)).collect()
}

/// Columns that a call, or its result, takes at most.
const WIDEST: usize = 48;

/// Executions in a line.
pub(super) fn sample(calls: &[Call]) -> String {
    let short = |text: &str| shortened(text, WIDEST / 2, WIDEST);
    let call = |call: &Call| format!("{}{}{}", short(&call.call), call.link(), short(&call.result));
    calls.iter().map(call).collect::<Vec<_>>().join(", ")
}

/// Green from four fifths on, yellow from a half.
pub(super) fn grade(share: f64) -> Style {
    match share {
        0.8.. => GREEN,
        0.5.. => YELLOW,
        _ => RED,
    }
}

/// Lines such as `   3  takes `&mut [u8]``, the most frequent reasons first, at most `most` of them.
pub(super) fn reasons<'a>(reasons: impl Iterator<Item = &'a str>, most: usize) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in reasons {
        *counts.entry(reason).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
    let mut text = String::new();
    for (reason, count) in counts.iter().take(most) {
        writeln!(text, "  {count:>4}  {reason}").expect("writing to a string does not fail");
    }
    let rest: usize = counts.iter().skip(most).map(|(_, count)| count).sum();
    if rest > 0 {
        writeln!(text, "  {rest:>4}  for other reasons").expect("writing to a string does not fail");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_counted_and_the_rare_ones_summed_up() {
        let text = reasons(["b", "a", "b", "d", "c"].into_iter(), 2);
        assert_eq!(text, "     2  b\n     1  a\n     2  for other reasons\n");
    }
}
