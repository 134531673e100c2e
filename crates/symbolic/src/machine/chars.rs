//! Methods of characters; those of bytes that are about ASCII.

use super::methods::Call;
use super::value::{SeqKind, Val};
use super::{Eval, Machine, gap};
use crate::term::{Scalar, TermId};
use morph_relation::IntType;

impl<'p> Machine<'p, '_> {
    pub fn char_method(&mut self, call: &Call<'p, '_>, term: TermId) -> Eval<'p> {
        Ok(match call.name {
            name if name.starts_with("is_ascii") => Val::Bool(self.ascii_class(name, term)?),
            "to_ascii_lowercase" | "to_ascii_uppercase" => Val::Char(self.ascii_case(call.name, term)),
            "eq_ignore_ascii_case" => {
                let other = call.arg(0)?;
                let Val::Char(other) = self.shape(other)? else { return call.unknown() };
                let (a, b) = (
                    self.ascii_case("to_ascii_lowercase", term),
                    self.ascii_case("to_ascii_lowercase", other),
                );
                Val::Bool(self.eq(a, b))
            }
            "is_alphabetic" | "is_numeric" | "is_alphanumeric" | "is_whitespace" | "is_uppercase"
            | "is_lowercase" | "is_control" => Val::Bool(self.unicode_class(call.name, term)?),
            "is_digit" => {
                let radix = self.radix(call)?;
                let digit = self.digit(term, radix);
                Val::Bool(digit.0)
            }
            "to_digit" => {
                let radix = self.radix(call)?;
                let (is_digit, digit) = self.digit(term, radix);
                self.open_option(is_digit, Val::Int(digit, Some(IntType::U32)))
            }
            "len_utf8" => {
                let [one, two, three, four] = [1, 2, 3, 4].map(|n| self.int(n));
                let limits = [0x80, 0x800, 0x1_0000].map(|n| self.int(n));
                let below = limits.map(|limit| self.lt(term, limit));
                let large = self.ite(below[2], three, four);
                let middle = self.ite(below[1], two, large);
                Val::usize(self.ite(below[0], one, middle))
            }
            "to_lowercase" | "to_uppercase" => {
                let limit = self.int(128);
                let ascii = self.lt(term, limit);
                let chars = if self.fork(ascii)? {
                    let name =
                        if call.name == "to_lowercase" { "to_ascii_lowercase" } else { "to_ascii_uppercase" };
                    vec![Val::Char(self.ascii_case(name, term))]
                } else {
                    let c = self.concrete_char(term)?;
                    let cased: String = match call.name {
                        "to_lowercase" => c.to_lowercase().collect(),
                        _ => c.to_uppercase().collect(),
                    };
                    cased.chars().map(|c| Val::Char(self.int(i128::from(u32::from(c))))).collect()
                };
                // An iterator that is a text, too, when it is printed.
                let text = self.sequence(SeqKind::Text, chars);
                return Ok(Val::iter(self.iterator_over(text)?));
            }
            _ => return call.unknown(),
        })
    }

    fn radix(&mut self, call: &Call<'p, '_>) -> Eval<'p, i128> {
        let radix = self.integer_argument(call, 0)?;
        self.pinned(radix, "a radix")
    }

    /// Whether a character is a digit, and which.
    pub fn digit(&mut self, term: TermId, radix: i128) -> (TermId, TermId) {
        let is_decimal = self.within(term, 48, 47 + radix.min(10));
        let decimal = self.plus(term, -48);
        if radix <= 10 {
            return (is_decimal, decimal);
        }
        let (is_lower, is_upper) = (self.within(term, 97, 86 + radix), self.within(term, 65, 54 + radix));
        let (lower, upper) = (self.plus(term, -87), self.plus(term, -55));
        let letter = self.ite(is_lower, lower, upper);
        let digit = self.ite(is_decimal, decimal, letter);
        let any = self.or(is_lower, is_upper);
        (self.or(is_decimal, any), digit)
    }

    pub fn concrete_char(&mut self, term: TermId) -> Eval<'p, char> {
        let scalar = self.concretised(term, "a character beyond ASCII")?;
        let Scalar::Int(code) = scalar else { return gap("a character") };
        u32::try_from(code).ok().and_then(char::from_u32).map_or_else(|| gap("a character"), Ok)
    }

    fn any_within(&mut self, term: TermId, ranges: &[(i128, i128)]) -> TermId {
        let mut any = self.bool(false);
        for (low, high) in ranges {
            let inside = self.within(term, *low, *high);
            any = self.or(any, inside);
        }
        any
    }

    /// `is_ascii_…` of a character or byte.
    pub fn ascii_class(&mut self, name: &str, term: TermId) -> Eval<'p, TermId> {
        let ranges: &[(i128, i128)] = match name {
            "is_ascii" => &[(0, 127)],
            "is_ascii_digit" => &[(48, 57)],
            "is_ascii_lowercase" => &[(97, 122)],
            "is_ascii_uppercase" => &[(65, 90)],
            "is_ascii_alphabetic" => &[(65, 90), (97, 122)],
            "is_ascii_alphanumeric" => &[(48, 57), (65, 90), (97, 122)],
            "is_ascii_hexdigit" => &[(48, 57), (65, 70), (97, 102)],
            "is_ascii_octdigit" => &[(48, 55)],
            "is_ascii_whitespace" => &[(9, 10), (12, 13), (32, 32)],
            "is_ascii_punctuation" => &[(33, 47), (58, 64), (91, 96), (123, 126)],
            "is_ascii_graphic" => &[(33, 126)],
            "is_ascii_control" => &[(0, 31), (127, 127)],
            _ => return gap(format!("`{name}`")),
        };
        Ok(self.any_within(term, ranges))
    }

    /// `is_alphabetic` and the like: by ranges within ASCII, beyond it of one character.
    fn unicode_class(&mut self, name: &str, term: TermId) -> Eval<'p, TermId> {
        let ranges: &[(i128, i128)] = match name {
            "is_alphabetic" => &[(65, 90), (97, 122)],
            "is_numeric" => &[(48, 57)],
            "is_alphanumeric" => &[(48, 57), (65, 90), (97, 122)],
            "is_uppercase" => &[(65, 90)],
            "is_lowercase" => &[(97, 122)],
            "is_control" => &[(0, 31), (127, 159)],
            _ => {
                // White space is few characters: those that Unicode calls so.
                let all = [(9, 13), (32, 32), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)];
                let more = [(0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000)];
                let (a, b) = (self.any_within(term, &all), self.any_within(term, &more));
                return Ok(self.or(a, b));
            }
        };
        if name == "is_control" {
            return Ok(self.any_within(term, ranges));
        }
        let limit = self.int(128);
        let ascii = self.lt(term, limit);
        if self.fork(ascii)? {
            return Ok(self.any_within(term, ranges));
        }
        if self.is_cover() {
            return Ok(self.unknown_bool("a character beyond ASCII"));
        }
        let c = self.concrete_char(term)?;
        Ok(self.bool(match name {
            "is_alphabetic" => c.is_alphabetic(),
            "is_numeric" => c.is_numeric(),
            "is_alphanumeric" => c.is_alphanumeric(),
            "is_uppercase" => c.is_uppercase(),
            _ => c.is_lowercase(),
        }))
    }

    pub fn ascii_case(&mut self, name: &str, term: TermId) -> TermId {
        let (low, by) = if name == "to_ascii_lowercase" { (65, 32) } else { (97, -32) };
        let (inside, moved) = (self.within(term, low, low + 25), self.plus(term, by));
        self.ite(inside, moved, term)
    }
}
