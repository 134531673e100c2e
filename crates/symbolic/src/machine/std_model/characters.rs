//! Methods of characters.

use super::ascii::{self, Case, Class};
use super::table::{OfTerm, Row};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine, unsupported};
use crate::machine::value::{SeqKind, Val};
use crate::term::{Scalar, TermId};
use morph_relation::IntType;

pub static CHARACTERS: &[Row<OfTerm>] = &[
    ("eq_ignore_ascii_case", eq_ignore_ascii_case),
    ("is_alphabetic", |machine, _, c| unicode(machine, c, ascii::ALPHABETIC, char::is_alphabetic)),
    ("is_alphanumeric", |machine, _, c| unicode(machine, c, ascii::ALPHANUMERIC, char::is_alphanumeric)),
    ("is_ascii", |machine, _, c| class(machine, c, ascii::ASCII)),
    ("is_ascii_alphabetic", |machine, _, c| class(machine, c, ascii::ALPHABETIC)),
    ("is_ascii_alphanumeric", |machine, _, c| class(machine, c, ascii::ALPHANUMERIC)),
    ("is_ascii_control", |machine, _, c| class(machine, c, ascii::CONTROL)),
    ("is_ascii_digit", |machine, _, c| class(machine, c, ascii::DIGIT)),
    ("is_ascii_graphic", |machine, _, c| class(machine, c, ascii::GRAPHIC)),
    ("is_ascii_hexdigit", |machine, _, c| class(machine, c, ascii::HEXDIGIT)),
    ("is_ascii_lowercase", |machine, _, c| class(machine, c, ascii::LOWERCASE)),
    ("is_ascii_punctuation", |machine, _, c| class(machine, c, ascii::PUNCTUATION)),
    ("is_ascii_uppercase", |machine, _, c| class(machine, c, ascii::UPPERCASE)),
    ("is_ascii_whitespace", |machine, _, c| class(machine, c, ascii::WHITESPACE)),
    ("is_control", |machine, _, c| class(machine, c, &[(0, 31), (127, 159)])),
    ("is_digit", is_digit),
    ("is_lowercase", |machine, _, c| unicode(machine, c, ascii::LOWERCASE, char::is_lowercase)),
    ("is_numeric", |machine, _, c| unicode(machine, c, ascii::DIGIT, char::is_numeric)),
    ("is_uppercase", |machine, _, c| unicode(machine, c, ascii::UPPERCASE, char::is_uppercase)),
    ("is_whitespace", |machine, _, c| Ok(Val::Bool(machine.is_white_space(c)))),
    ("len_utf8", len_utf8),
    ("to_ascii_lowercase", |machine, _, c| Ok(Val::Char(machine.ascii_case(Case::Lower, c)))),
    ("to_ascii_uppercase", |machine, _, c| Ok(Val::Char(machine.ascii_case(Case::Upper, c)))),
    ("to_digit", to_digit),
    ("to_lowercase", |machine, _, c| cased(machine, c, Case::Lower)),
    ("to_uppercase", |machine, _, c| cased(machine, c, Case::Upper)),
];

/// White space is few characters: those that Unicode calls so.
const WHITE_SPACE: [Class; 2] = [
    &[(9, 13), (32, 32), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)],
    &[(0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000)],
];

fn class<'p>(machine: &mut Machine<'p, '_>, c: TermId, class: Class) -> Eval<'p> {
    Ok(Val::Bool(machine.is_in_class(c, class)))
}

/// By ranges within ASCII, beyond it of one character.
fn unicode<'p>(machine: &mut Machine<'p, '_>, c: TermId, class: Class, beyond: fn(char) -> bool) -> Eval<'p> {
    let limit = machine.int(128);
    let ascii = machine.lt(c, limit);
    if machine.fork(ascii)? {
        return Ok(Val::Bool(machine.is_in_class(c, class)));
    }
    if machine.is_cover() {
        return Ok(Val::Bool(machine.unknown_bool("a character beyond ASCII")));
    }
    let c = machine.concrete_char(c)?;
    Ok(machine.val_bool(beyond(c)))
}

fn eq_ignore_ascii_case<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, c: TermId) -> Eval<'p> {
    let other = call.arg(0)?;
    let Val::Char(other) = machine.shape(other)? else { return call.unknown() };
    Ok(Val::Bool(machine.same_but_for_case(c, other)))
}

fn radix<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, i128> {
    let radix = machine.integer_argument(call, 0)?;
    machine.pinned(radix, "a radix")
}

fn is_digit<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, c: TermId) -> Eval<'p> {
    let radix = radix(machine, call)?;
    Ok(Val::Bool(machine.digit(c, radix).0))
}

fn to_digit<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, c: TermId) -> Eval<'p> {
    let radix = radix(machine, call)?;
    let (is_digit, digit) = machine.digit(c, radix);
    Ok(machine.open_option(is_digit, Val::Int(digit, Some(IntType::U32))))
}

fn len_utf8<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, c: TermId) -> Eval<'p> {
    let [one, two, three, four] = [1, 2, 3, 4].map(|n| machine.int(n));
    let limits = [0x80, 0x800, 0x1_0000].map(|n| machine.int(n));
    let below = limits.map(|limit| machine.lt(c, limit));
    let large = machine.ite(below[2], three, four);
    let middle = machine.ite(below[1], two, large);
    Ok(Val::usize(machine.ite(below[0], one, middle)))
}

fn cased<'p>(machine: &mut Machine<'p, '_>, c: TermId, case: Case) -> Eval<'p> {
    let limit = machine.int(128);
    let ascii = machine.lt(c, limit);
    let chars = if machine.fork(ascii)? {
        vec![Val::Char(machine.ascii_case(case, c))]
    } else {
        let c = machine.concrete_char(c)?;
        let cased: String = match case {
            Case::Lower => c.to_lowercase().collect(),
            Case::Upper => c.to_uppercase().collect(),
        };
        cased.chars().map(|c| Val::Char(machine.int(i128::from(u32::from(c))))).collect()
    };
    // An iterator that is a text, too, when it is printed.
    let text = machine.sequence(SeqKind::Text, chars);
    Ok(Val::iter(machine.iterator_over(text)?))
}

impl<'p> Machine<'p, '_> {
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

    /// Whether a character is white space.
    pub fn is_white_space(&mut self, term: TermId) -> TermId {
        let [a, b] = WHITE_SPACE.map(|class| self.is_in_class(term, class));
        self.or(a, b)
    }

    /// The character under the chooser's input.
    pub fn concrete_char(&mut self, term: TermId) -> Eval<'p, char> {
        let scalar = self.concretised(term, "a character beyond ASCII")?;
        let Scalar::Int(code) = scalar else { return unsupported("a character") };
        u32::try_from(code).ok().and_then(char::from_u32).map_or_else(|| unsupported("a character"), Ok)
    }
}
