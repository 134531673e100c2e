//! Classes and cases of ASCII, of characters and bytes alike.

use crate::machine::state::Machine;
use crate::term::TermId;

/// Codes from one to another, both included.
pub type Class = &'static [(i128, i128)];

pub const ASCII: Class = &[(0, 127)];
pub const ALPHABETIC: Class = &[(65, 90), (97, 122)];
pub const ALPHANUMERIC: Class = &[(48, 57), (65, 90), (97, 122)];
pub const CONTROL: Class = &[(0, 31), (127, 127)];
pub const DIGIT: Class = &[(48, 57)];
pub const GRAPHIC: Class = &[(33, 126)];
pub const HEXDIGIT: Class = &[(48, 57), (65, 70), (97, 102)];
pub const LOWERCASE: Class = &[(97, 122)];
pub const PUNCTUATION: Class = &[(33, 47), (58, 64), (91, 96), (123, 126)];
pub const UPPERCASE: Class = &[(65, 90)];
pub const WHITESPACE: Class = &[(9, 10), (12, 13), (32, 32)];

/// A case of letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Lower,
    Upper,
}

impl Machine<'_, '_> {
    /// Whether a code is of a class.
    pub fn is_in_class(&mut self, term: TermId, class: &[(i128, i128)]) -> TermId {
        let mut any = self.bool(false);
        for (low, high) in class {
            let inside = self.within(term, *low, *high);
            any = self.or(any, inside);
        }
        any
    }

    /// A letter of ASCII in a case; any other code as it is.
    pub fn ascii_case(&mut self, case: Case, term: TermId) -> TermId {
        let (low, by) = if case == Case::Lower { (65, 32) } else { (97, -32) };
        let (inside, moved) = (self.within(term, low, low + 25), self.plus(term, by));
        self.ite(inside, moved, term)
    }

    /// Whether two codes are the same but for the case of ASCII.
    pub fn same_but_for_case(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.ascii_case(Case::Lower, a), self.ascii_case(Case::Lower, b));
        self.eq(a, b)
    }
}
