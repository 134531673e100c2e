//! Inputs whose texts and sequences of bytes are varied: what parsers accept, random inputs know a part of.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::letters::{CLASSES, plain};
use super::rows::spread;
use crate::inputs::{distinct, elements, joined};
use morph_relation::{FloatType, IntType, Type, Value};
use morph_values::{Texts, and_beside};

/// Bytes that stand together in an input that is to have all of them.
const TOGETHER: u8 = 16;
/// Inputs that are stretched.
const STRETCHED: usize = 60;
/// Bytes of texts in which letters are exchanged.
const FOLDED: usize = 40;

/// Inputs in which the texts have every plain character, and sequences of bytes every byte. All else is as it is in one of some
/// inputs.
pub fn every_letter(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    in_their_places(types, some, |ty| match ty.erased() {
        Type::String => {
            let classes = CLASSES[2..].iter().map(|(_, is)| plain(is));
            let each = plain(|_| true).chars().map(String::from).collect::<Vec<_>>();
            classes.chain(each).chain([plain(|_| true)]).map(Value::str).collect()
        }
        _ if is_bytes(ty) => {
            let from = (0..=u8::MAX).step_by(TOGETHER.into());
            let bytes = |first: u8| (first..=first + (TOGETHER - 1)).map(|byte| Value::Int(byte.into()));
            from.map(|first| Value::seq(bytes(first))).collect()
        }
        _ => Vec::new(),
    })
}

/// Inputs in which letters of texts are others of which they are the folded case: the sign of a kelvin for `k`, and the long `s`.
/// What ignores case may or may not know them.
pub fn folded(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for (place, _) in types.iter().enumerate().filter(|(_, ty)| ty.erased() == Type::String) {
        for input in some {
            let Value::Str(text) = &input[place] else { continue };
            for (letters, sign) in [(['k', 'K'], '\u{212a}'), (['s', 'S'], '\u{17f}')] {
                if text.contains(letters) && text.len() <= FOLDED {
                    all.push(with(input, place, Value::str(text.replace(letters, &sign.to_string()))));
                }
            }
        }
    }
    all.truncate(STRETCHED);
    all
}

/// Inputs in which all integers of an array are the least or the largest of their type: what depends on all of them, as the
/// lightness of a colour, has its bounds there.
pub fn ends(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    in_their_places(types, some, |ty| match ty.erased() {
        Type::Array(item, length) => match *item {
            Type::Int(int) => {
                [int.lowest(), int.highest()].map(|n| Value::seq(vec![Value::Int(n); length])).to_vec()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    })
}

/// Inputs with each of the values for a type in the places of that type. All else is as it is in one of some inputs.
fn in_their_places(
    types: &[Type],
    some: &[Vec<Value>],
    values: impl Fn(&Type) -> Vec<Value>,
) -> Vec<Vec<Value>> {
    let in_place = |(place, ty): (usize, &Type)| {
        let each = values(ty).into_iter().zip(some.iter().cycle());
        each.map(|(value, input)| with(input, place, value)).collect::<Vec<_>>()
    };
    types.iter().enumerate().flat_map(in_place).collect()
}

/// The same with each of some texts in the places of texts.
fn in_places_of_texts(types: &[Type], some: &[Vec<Value>], texts: &[Value]) -> Vec<Vec<Value>> {
    let values = |ty: &Type| if ty.erased() == Type::String { texts.to_vec() } else { Vec::new() };
    in_their_places(types, some, values)
}

/// Some inputs with a text or a sequence of bytes that is a little longer or shorter: a zero more in front or behind, its last
/// one twice, without its first, all of it twice. What is accepted seldom has all lengths at random.
pub fn stretched(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for (place, ty) in types.iter().enumerate() {
        for input in some.iter().take(STRETCHED) {
            let values: Vec<Value> = match &input[place] {
                Value::Str(text) => {
                    let first = text.chars().next().map_or(0, char::len_utf8);
                    let last: String = text.chars().last().into_iter().collect();
                    let longer =
                        [["0", text], [text, "0"], [text, &last], [text, text]].map(|both| both.concat());
                    longer.iter().map(String::as_str).chain([&text[first..]]).map(Value::str).collect()
                }
                Value::Seq(items) if is_bytes(ty) => {
                    let zero = [Value::Int(0)];
                    let last = items.last().map_or(&[][..], std::slice::from_ref);
                    let longer = [[&zero, &items[..]], [items, &zero], [items, last], [items, items]];
                    let shorter = items.get(1..).unwrap_or_default().to_vec();
                    longer.iter().map(|both| both.concat()).chain([shorter]).map(Value::seq).collect()
                }
                _ => Vec::new(),
            };
            all.extend(values.into_iter().map(|value| with(input, place, value)));
        }
    }
    all
}

/// Texts in which each character in turn is a sign, and how long they are at most.
const SIGNED: usize = 12;
const SIGNED_LENGTH: usize = 16;

/// Some inputs with a text one character of which is a sign: where a number is read, std takes one before its digits.
pub fn signed(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for place in 0..types.len() {
        let text = |input: &&Vec<Value>| match &input[place] {
            Value::Str(text) => (1..=SIGNED_LENGTH).contains(&text.chars().count()),
            _ => false,
        };
        for input in some.iter().filter(text).take(SIGNED) {
            let Value::Str(text) = &input[place] else { continue };
            for (at, c) in text.char_indices() {
                let texts =
                    ["+", "-", "_"].map(|sign| [&text[..at], sign, &text[at + c.len_utf8()..]].concat());
                all.extend(texts.iter().map(|text| with(input, place, Value::str(text))));
            }
        }
    }
    all
}

/// Inputs in which a text is spelled in other ways.
const RESPELLED: usize = 24;

/// Some inputs with a text in other ways in which the same may be written: with white space around it, without any or with more
/// of it, in upper and in lower case.
pub fn respelled(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for place in 0..types.len() {
        let texts = some.iter().filter(|input| matches!(&input[place], Value::Str(text) if !text.is_empty()));
        for input in texts.take(RESPELLED) {
            let Value::Str(text) = &input[place] else { continue };
            let other = [
                format!(" {text}"),
                format!("{text} "),
                format!("\t{text}\n"),
                text.replace(' ', "  "),
                text.replace(' ', ""),
                text.to_ascii_uppercase(),
                text.to_ascii_lowercase(),
            ];
            let new = other.iter().filter(|other| other.as_str() != &**text);
            all.extend(new.map(|other| with(input, place, Value::str(other))));
        }
    }
    all
}

/// Inputs with a short text around each punctuation mark: a capital sigma is another letter in lower case where a word ends.
pub fn around_signs(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let signs = plain(|c| !c.is_ascii_alphanumeric());
    let around = [["a", "a"], ["a", "\u{3a3}"], ["a\u{3a3}", "a"]];
    let texts = around
        .into_iter()
        .flat_map(|[first, last]| signs.chars().map(move |sign| Value::str(format!("{first}{sign}{last}"))));
    in_places_of_texts(types, some, &texts.collect::<Vec<_>>())
}

/// Of the letters that are one letter in the other case and lead back, one in so many is tried, and all before this one, which
/// are those of European languages.
const PLAIN: usize = 20;
const COMMON: char = '\u{180}';

/// The end of the last plane of Unicode with letters that have another case.
const LAST_CASED: char = '\u{1ffff}';

/// What a letter is in lower and in upper case, where it is not itself.
fn other_cases(c: char) -> Vec<char> {
    c.to_lowercase().chain(c.to_uppercase()).filter(|other| *other != c).collect()
}

/// Texts that chance hardly ever makes, and on which code often goes another way: every character of ASCII, letters whose other
/// case is longer or leads back to another letter, some of the others that have one, and numbers at the limits of integers and
/// just beyond. All planes of Unicode that have letters of two cases are looked at for them, once in a run.
static RARE: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts: Vec<String> = (0_u8..128).map(|byte| char::from(byte).to_string()).collect();
    for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
        let limit = 1_i128 << bits;
        texts.extend([limit - 1, limit, 1 - limit, -limit, -limit - 1].map(|number| number.to_string()));
    }
    texts.push(u128::MAX.to_string());
    let cased = ('\u{80}'..=LAST_CASED).filter(|c| !other_cases(*c).is_empty());
    let (special, plain): (Vec<char>, Vec<char>) = cased.partition(|c| match other_cases(*c).as_slice() {
        [other] => other_cases(*other) != [*c],
        _ => true,
    });
    let (common, others): (Vec<char>, Vec<char>) = plain.into_iter().partition(|c| *c < COMMON);
    let some = special.into_iter().chain(common);
    // Alone, and at the beginning of a word.
    texts.extend(some.flat_map(|c| [c.to_string(), format!("{c}a")]));
    texts.extend(others.into_iter().step_by(PLAIN).map(String::from));
    texts
});

/// Powers of two and of ten beyond which floats have no room.
const EXPONENTS: [i128; 6] = [38, 127, 149, 308, 1_023, 1_074];

/// Floats that have lost a few digits, and most of them.
const SUBNORMAL: [(f32, f64); 6] = [
    (1e-39, 1e-309),
    (-7e-40, -7e-311),
    (1e-40, 1e-312),
    (-3e-41, -3e-316),
    (2.8e-42, 2.8e-320),
    (1e-43, 1e-322),
];

/// Elements of a long sequence.
const LONG: i128 = 130;
/// Values that are made of one, in a place.
const MADE: usize = 20;

/// Inputs with rare texts; bytes and characters may stand for these. With exponents that are rare, too, where there are floats,
/// and floats that have few digits.
pub fn rare(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let exponents = EXPONENTS.iter().flat_map(|n| [*n, n + 1, -n, -n - 1]).map(Value::Int);
    let exponents: Vec<Value> =
        if types.iter().any(Type::has_float) { exponents.collect() } else { Vec::new() };
    let long = Value::seq((0..LONG).map(Value::Int));
    let plain = in_their_places(types, some, |ty| match ty.owned() {
        Type::Int(_) => exponents.iter().filter(|n| n.fits(ty)).cloned().collect(),
        Type::Float(kind) => SUBNORMAL
            .iter()
            .map(|(short, long)| match kind {
                FloatType::F32 => Value::F32(*short),
                FloatType::F64 => Value::F64(*long),
            })
            .collect(),
        _ => {
            let texts = RARE.iter().filter_map(|text| text_as(text, ty));
            texts.chain(Some(&long).filter(|long| long.fits(ty)).cloned()).collect()
        }
    });
    let of_many = types.iter().enumerate().flat_map(|(place, ty)| {
        let made =
            some.iter().filter_map(|input| Some(with(input, place, made_of(&long, &input[place], ty)?)));
        made.take(MADE).collect::<Vec<_>>()
    });
    plain.into_iter().chain(of_many).collect()
}

/// What a value would be if its constructor were given a long sequence; `None` where it takes none.
fn made_of(long: &Value, value: &Value, ty: &Type) -> Option<Value> {
    let (Value::Data(data), Type::Adt(adt)) = (value, ty.owned()) else { return None };
    let recipe = data.recipe.as_ref()?;
    let takes = &adt.recipes().get(recipe.constructor)?.params;
    let place = takes.iter().position(|ty| long.fits(&ty.owned()))?;
    let args = with(&recipe.args, place, long.clone());
    Some(Value::unmade(recipe.with(args)))
}

/// A text as a value of a type that holds texts, bytes or characters.
fn text_as(text: &str, ty: &Type) -> Option<Value> {
    match ty.owned() {
        Type::String => Some(Value::str(text)),
        Type::Vec(item) => match *item {
            Type::Int(IntType::U8) if text.is_ascii() => {
                Some(Value::Seq(text.bytes().map(|byte| Value::Int(byte.into())).collect()))
            }
            Type::Char => Some(Value::Seq(text.chars().map(Value::Char).collect())),
            _ => None,
        },
        _ => None,
    }
}

/// Characters of texts of the code that are broken up: longer ones are no signs.
const SIGN: std::ops::RangeInclusive<usize> = 2..=12;
/// Texts of the code that are joined with each other.
const JOINED: usize = 10;

/// Inputs with texts of the code that are broken up: the end of one before its beginning, and one before the rest of another.
/// What is read as one sign, `&amp;`, is made where the former meets itself, `mp;&a`, and left of the latter, `&amp;lt;`.
pub fn broken_up(types: &[Type], some: &[Vec<Value>], constants: &[Value]) -> Vec<Vec<Value>> {
    let sign = |constant: &Value| match constant {
        Value::Str(text) if SIGN.contains(&text.chars().count()) => Some(text.to_string()),
        _ => None,
    };
    let signs: Vec<String> = constants.iter().filter_map(sign).take(JOINED).collect();
    let turned = signs
        .iter()
        .flat_map(|text| text.char_indices().skip(1).map(move |(at, _)| [&text[at..], &text[..at]].concat()));
    let joined = signs.iter().flat_map(|text| {
        signs.iter().map(move |other| text.chars().chain(other.chars().skip(1)).collect::<String>())
    });
    in_places_of_texts(types, some, &turned.chain(joined).map(Value::str).collect::<Vec<_>>())
}

/// Whole numbers that code divides by are no larger than the first or second of these, and the shares of no more are tried.
const DIVISORS: (i128, i128) = (2, 1_000);
const DIVIDED: usize = 3;

/// Inputs with shares of the numbers that code divides by in the places of floats, and the floats beside these: what is cut to
/// minutes and seconds has its steps there.
pub fn on_shares(types: &[Type], some: &[Vec<Value>], constants: &[Value]) -> Vec<Vec<Value>> {
    let whole = |constant: &Value| match constant {
        Value::Int(n) => Some(*n),
        other => other.as_float().filter(|x| x.fract() == 0.0).map(|x| x as i128),
    };
    let divisors: BTreeSet<i128> =
        constants.iter().filter_map(whole).filter(|n| (DIVISORS.0..=DIVISORS.1).contains(n)).collect();
    let share = |divisor: i128| (1..divisor).map(move |n| n as f64 / divisor as f64);
    let shares: Vec<f64> = divisors.into_iter().take(DIVIDED).flat_map(share).collect();
    let beside = |ty: &Type| match ty.owned() {
        Type::Float(kind) => shares.iter().flat_map(|x| and_beside(kind, *x)).collect(),
        _ => Vec::new(),
    };
    in_their_places(types, some, beside)
}

/// Inputs with another element in the place of one, for a place: a check that misses one exchange in a thousand is found out.
const EXCHANGED: usize = 3_000;

/// Inputs that a subject accepts, whose variables are parts of them: what a law puts together is accepted then. `types` are those
/// of the parameters and the variables, of which the parameters come first.
pub fn taken_apart(types: &[Type], arity: usize, accepted: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for place in 0..arity {
        let whole = types[place].erased();
        let item = match types[place].owned() {
            Type::String => Some(Type::Char),
            Type::Array(..) => None,
            ty => ty.item().map(Type::erased),
        };
        let Some(item) = item else { continue };
        let like = |ty: &Type| (arity..types.len()).filter(|i| types[*i].erased() == *ty).collect();
        let apart = Apart { place, items: like(&item), rest: like(&whole).first().copied() };
        if apart.items.is_empty() && apart.rest.is_none() {
            continue;
        }
        let wholes = accepted.iter().filter_map(|input| Some((input, elements(&input[place])?)));
        let wholes: Vec<_> = wholes.filter(|(_, elements)| elements.len() > 1).take(STRETCHED).collect();
        for (i, (input, elements)) in wholes.iter().enumerate() {
            let places = apart.places(elements);
            let at = places.start + i * 7 % places.len();
            // The element that is replaced and one of those before it.
            all.push(apart.of(input, elements, at, 1));
        }
        // Two that stand together, everywhere.
        let pairs = wholes.iter().flat_map(|(input, elements)| {
            let apart = &apart;
            apart.places(elements).map(move |at| apart.of(input, elements, at, 2))
        });
        all.extend(pairs.take(EXCHANGED));
        if let [_, other, ..] = apart.items[..] {
            let alphabet = distinct(wholes.iter().flat_map(|(_, elements)| elements.clone()));
            let each = wholes.iter().flat_map(|(input, elements)| {
                let exchanged = |at: usize| {
                    let one = apart.of(input, elements, at, 1);
                    alphabet.iter().map(move |value| with(&one, other, value.clone())).collect::<Vec<_>>()
                };
                apart.places(elements).flat_map(exchanged).collect::<Vec<_>>()
            });
            all.extend(each.take(EXCHANGED));
        }
    }
    all
}

/// Texts with a character that depends on the one that follows: a capital sigma, which is another letter in lower case at the end
/// of a word, a letter with an accent of its own, and a line feed.
const DEPENDENT: [&str; 3] = ["a\u{3a3}a", "e\u{301}a", "a\r\n"];

/// Inputs with these texts, beside several others each.
pub fn dependent(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let texts: Vec<Value> =
        DEPENDENT.iter().cycle().take(DEPENDENT.len() * 4).copied().map(Value::str).collect();
    in_places_of_texts(types, some, &texts)
}

/// Inputs with texts that tests and documentation show, each once.
pub fn shown(types: &[Type], some: &[Vec<Value>], texts: &Texts) -> Vec<Vec<Value>> {
    let texts = texts.iter().flat_map(|list| list.iter()).map(Value::str);
    in_places_of_texts(types, some, &distinct(texts))
}

/// Inputs that are cut in two, and in how many places each.
pub const CUTS: [usize; 2] = [60, 4];
/// The same of texts that tests and documentation show: they mean something to the code.
pub const CUTS_OF_SHOWN: [usize; 2] = [40, 10];

/// Inputs whose variables are what was cut off a text or a sequence, behind and in front: what means something as a whole is
/// whole again where a law puts both together. `types` are those of the parameters and the variables, of which the parameters
/// come first.
pub fn cut_in_two(
    types: &[Type],
    arity: usize,
    some: &[Vec<Value>],
    [most, cuts]: [usize; 2],
) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for place in 0..arity {
        let like = |i: &usize| types[*i].erased() == types[place].erased();
        let is_sequence = matches!(types[place].owned(), Type::String | Type::Vec(_));
        let Some(variable) = (arity..types.len()).find(like).filter(|_| is_sequence) else { continue };
        let apart = Apart { place, items: Vec::new(), rest: Some(variable) };
        // Words alone mean little to code.
        let is_plain = |element: &Value| matches!(element, Value::Char(c) if c.is_ascii_alphanumeric());
        let wholes = some.iter().filter_map(|input| Some((input, elements(&input[place])?)));
        let wholes = wholes.filter(|(_, elements)| elements.len() > 1 && !elements.iter().all(is_plain));
        let wholes: Vec<_> = wholes.collect();
        for (input, elements) in spread(&wholes, most) {
            let places = 1..elements.len();
            for at in places.clone().step_by(places.len().div_ceil(cuts).max(1)) {
                let behind = apart.of(input, elements, at, 0);
                let mut in_front = behind.clone();
                in_front.swap(place, variable);
                all.extend([behind, in_front]);
            }
        }
    }
    all
}

/// How an input is taken apart into variables.
struct Apart {
    /// The parameter that is taken apart.
    place: usize,
    /// The variables for elements.
    items: Vec<usize>,
    /// The variable for what follows these.
    rest: Option<usize>,
}

impl Apart {
    /// Where elements may be taken out: without a variable for what follows, the last one alone.
    fn places(&self, elements: &[Value]) -> std::ops::Range<usize> {
        let first = if self.rest.is_some() { 0 } else { elements.len() - 1 };
        first..elements.len()
    }

    /// An input of which so many elements are taken out here.
    fn of(&self, input: &[Value], all: &[Value], at: usize, taken: usize) -> Vec<Value> {
        let end = (at + taken.min(self.items.len())).min(all.len());
        let part = |elements: &[Value]| joined(&input[self.place], elements.to_vec());
        let mut apart = with(input, self.place, part(&all[..at]));
        for (item, element) in self.items.iter().zip(all[at..end].iter().chain(all[..at].iter().rev())) {
            apart[*item] = element.clone();
        }
        if let Some(rest) = self.rest {
            apart[rest] = part(&all[end..]);
        }
        apart
    }
}

/// Some inputs without any of their optional values.
pub fn without_options(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let optional: Vec<usize> =
        (0..types.len()).filter(|place| matches!(types[*place].erased(), Type::Option(_))).collect();
    let bare = |input: &Vec<Value>| {
        optional.iter().fold(input.clone(), |input, place| with(&input, *place, Value::None))
    };
    if optional.is_empty() { Vec::new() } else { some.iter().take(STRETCHED).map(bare).collect() }
}

/// An input with another value in a place.
pub fn with(input: &[Value], place: usize, value: Value) -> Vec<Value> {
    let mut input = input.to_vec();
    input[place] = value;
    input
}

/// Whether a type holds bytes, of whatever number.
fn is_bytes(ty: &Type) -> bool {
    matches!(ty.owned(), Type::Vec(item) if *item == Type::Int(IntType::U8))
}

#[cfg(test)]
mod tests;
