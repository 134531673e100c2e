//! From lines and columns to bytes.

use std::ops::Range;

use serde::Deserialize;

/// 1-based line and column; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A piece of a file, its end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Span {
    pub(super) start: Position,
    pub(super) end: Position,
}

/// A file's text and where its lines begin.
#[derive(Debug)]
pub(super) struct Lines {
    text: String,
    starts: Vec<usize>,
}

impl Lines {
    pub(super) fn new(text: String) -> Self {
        // A byte order mark is no character of the first line.
        let first = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let starts = std::iter::once(first).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// The bytes of a span; `None` where the file has no such place.
    pub(super) fn bytes(&self, span: Span) -> Option<Range<usize>> {
        let range = self.byte(span.start)?..self.byte(span.end)?;
        (range.start <= range.end).then_some(range)
    }

    /// The text of a range of bytes that [`Lines::bytes`] gave.
    pub(super) fn text(&self, range: Range<usize>) -> &str {
        &self.text[range]
    }

    fn byte(&self, position: Position) -> Option<usize> {
        let line = position.line.checked_sub(1)?;
        let column = position.column.checked_sub(1)?;
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let line = &self.text[start..end];
        let mut offsets = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        offsets.nth(column).map(|offset| start + offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: (usize, usize), end: (usize, usize)) -> Span {
        let position = |(line, column)| Position { line, column };
        Span { start: position(start), end: position(end) }
    }

    #[test]
    fn columns_count_characters_and_the_end_is_exclusive() {
        let lines = Lines::new("let 中 = \"ünï🎉\"; x + y\nz\r\n  w".to_owned());
        for (place, text) in [
            (span((1, 9), (1, 15)), "\"ünï🎉\""),
            (span((1, 19), (1, 20)), "+"),
            (span((1, 21), (2, 2)), "y\nz"),
            (span((2, 1), (3, 4)), "z\r\n  w"),
            (span((3, 4), (3, 4)), ""),
        ] {
            let bytes = lines.bytes(place).expect("it is in the text");
            assert_eq!(lines.text(bytes), text);
        }
    }

    #[test]
    fn byte_order_mark_is_not_counted() {
        let lines = Lines::new("\u{feff}a+b".to_owned());
        assert_eq!(lines.bytes(span((1, 2), (1, 3))), Some(4..5));
    }

    #[test]
    fn places_that_do_not_exist_are_none() {
        let lines = Lines::new("ab\nc".to_owned());
        for place in [span((1, 1), (1, 5)), span((3, 1), (3, 1)), span((0, 1), (1, 1)), span((2, 1), (1, 1))]
        {
            assert_eq!(lines.bytes(place), None, "{place:?}");
        }
    }
}
