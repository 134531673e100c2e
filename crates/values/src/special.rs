//! The values of each type that faults like.

use morph_relation::{FloatType, IntType, Value};

/// The boundaries of an integer type and the numbers that everything begins with.
pub fn ints(ty: IntType) -> Vec<Value> {
    let mut values = vec![0, 1, 2, 3, 10, ty.highest(), ty.highest() - 1, ty.lowest(), ty.lowest() + 1];
    if ty.signed() {
        values.extend([-1, -2]);
    }
    values.dedup();
    values.into_iter().map(Value::Int).collect()
}

/// Signed zeros, units, the ends of the range, subnormals, infinities, NaN.
pub fn floats(ty: FloatType) -> Vec<Value> {
    let range = match ty {
        FloatType::F32 => [f32::MAX, f32::MIN_POSITIVE, f32::EPSILON, f32::from_bits(1)].map(f64::from),
        FloatType::F64 => [f64::MAX, f64::MIN_POSITIVE, f64::EPSILON, f64::from_bits(1)],
    };
    let mut values = vec![0.0, -0.0, 1.0, -1.0, 0.5, 2.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    values.extend(range);
    values.push(-range[0]);
    values.into_iter().map(|x| Value::float(ty, x)).collect()
}

/// Letters of every kind: cased, titled, without case, that change length with case or have no single counterpart,
/// ligatures, combining, blank and invisible, digits and numbers of other scripts, right to left, outside the BMP.
pub const CHARS: &[char] = &[
    'a',
    'b',
    'z',
    'A',
    'Z',
    '0',
    '9',
    ' ',
    '\n',
    '\t',
    '\r',
    '-',
    '_',
    '.',
    ',',
    '/',
    '"',
    '\\',
    '\0',
    'é',
    'ß',
    'ẞ',
    'ı',
    'İ',
    'Σ',
    'ς',
    'ŉ',
    'ǰ',
    'ǅ',
    'ﬁ',
    // Lower case without an upper one.
    'ª',
    'K',
    'ñ',
    'Ⅷ',
    'Ａ',
    'ａ',
    '中',
    '한',
    'א',
    '٣',
    '½',
    '²',
    '\u{301}',
    '\u{200b}',
    '\u{200d}',
    '\u{a0}',
    '\u{2028}',
    '\u{feff}',
    '🦀',
    '👩',
    '𝔸',
    '\u{10ffff}',
];

/// Characters that case, trimming or counting treats unlike a letter: another number of bytes or characters in the other
/// case, no way back from it, combining marks, blanks of many kinds, digits of other scripts.
pub const ODD: &[char] = &[
    'ı',
    'ß',
    'İ',
    'ŉ',
    'ǰ',
    'ΐ',
    'ﬁ',
    '\u{212a}',
    '\u{212b}',
    'ẞ',
    'ſ',
    'ǅ',
    'ς',
    'Ⱥ',
    'ⱦ',
    'µ',
    'ᾳ',
    '\u{301}',
    '\u{308}',
    '\u{345}',
    '\u{3000}',
    '\u{a0}',
    '\u{2003}',
    '\u{85}',
    '\u{1680}',
    '\u{b}',
    '\u{200b}',
    '\u{feff}',
    '٣',
    '९',
    '\u{1d7d8}',
    '²',
    '½',
    'Ⅷ',
];

/// Blocks of Unicode where case, digits, blanks, punctuation or letters with several codes are: what holds for the characters
/// that come to mind need not hold for their neighbours.
pub const BLOCKS: &[(char, char)] = &[
    (' ', '~'),
    ('\0', '\u{ff}'),
    ('\u{100}', '\u{24f}'),
    ('\u{250}', '\u{36f}'),
    ('\u{370}', '\u{58f}'),
    ('\u{600}', '\u{6ff}'),
    ('\u{900}', '\u{97f}'),
    ('\u{10a0}', '\u{11ff}'),
    ('\u{13a0}', '\u{13ff}'),
    ('\u{1c80}', '\u{1cbf}'),
    ('\u{1e00}', '\u{1fff}'),
    ('\u{2000}', '\u{218f}'),
    ('\u{2460}', '\u{24ff}'),
    ('\u{2c00}', '\u{2d2f}'),
    ('\u{3000}', '\u{303f}'),
    ('\u{a640}', '\u{a7ff}'),
    ('\u{ab30}', '\u{ac7f}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fb00}', '\u{fb17}'),
    ('\u{ff01}', '\u{ff5e}'),
    ('\u{10400}', '\u{104ff}'),
    ('\u{1d400}', '\u{1d7ff}'),
    ('\u{1e900}', '\u{1e95f}'),
    ('\u{10000}', '\u{10ffff}'),
];

/// Marks that combine with the letter before them: above, below, attached, beside and enclosing it, and those that no order
/// of combining concerns. Unlike ones may change places, like ones may not.
pub const MARKS: &[char] = &[
    '\u{300}',
    '\u{301}',
    '\u{302}',
    '\u{303}',
    '\u{308}',
    '\u{30a}',
    '\u{30c}',
    '\u{31b}',
    '\u{323}',
    '\u{327}',
    '\u{328}',
    '\u{331}',
    '\u{334}',
    '\u{344}',
    '\u{345}',
    '\u{34f}',
    '\u{5b0}',
    '\u{64e}',
    '\u{651}',
    '\u{93c}',
    '\u{94d}',
    '\u{3099}',
    '\u{20dd}',
    '\u{200d}',
    '\u{fe0f}',
    '\u{1d165}',
];

/// Letters that have several codes, that are a letter and its marks in one, or that stand for several letters.
pub const COMPOSED: &[char] = &[
    'a',
    'e',
    'o',
    's',
    'A',
    'K',
    '\u{c5}',
    '\u{212b}',
    '\u{e9}',
    '\u{fc}',
    '\u{1e69}',
    '\u{1ec7}',
    '\u{1d6}',
    '\u{212a}',
    '\u{2126}',
    '\u{3a9}',
    '\u{1fc1}',
    '\u{1f71}',
    '\u{3ac}',
    '\u{ac00}',
    '\u{ac01}',
    '\u{f900}',
    '\u{8c48}',
    '\u{2f800}',
    '\u{fb01}',
    '\u{fb05}',
    '\u{ff21}',
    '\u{ff76}',
    '\u{2460}',
    '\u{bd}',
    '\u{b2}',
    '\u{1c4}',
    '\u{958}',
    '\u{fb2a}',
    '\u{2adc}',
    '\u{fdfa}',
    '\u{1d15e}',
    '\u{ab}',
    '\u{37e}',
    '\u{2000}',
];

/// Characters that Unicode takes for the same: whoever normalises a text writes the second for the first.
pub const SAME: &[(char, char)] = &[
    ('\u{212b}', '\u{c5}'),
    ('\u{212a}', 'K'),
    ('\u{2126}', '\u{3a9}'),
    ('\u{1f71}', '\u{3ac}'),
    ('\u{37e}', ';'),
    ('\u{387}', '\u{b7}'),
    ('\u{2000}', '\u{2002}'),
    ('\u{f900}', '\u{8c48}'),
    ('\u{2f800}', '\u{4e3d}'),
];

/// What Hangul syllables are composed of: a consonant, a vowel, a consonant.
pub const JAMO: [(char, char); 3] =
    [('\u{1100}', '\u{1112}'), ('\u{1161}', '\u{1175}'), ('\u{11a8}', '\u{11c2}')];

/// What else is read as a number: whoever parses floats takes these, too.
pub const NUMBERS: &[&str] = &["NaN", "nan", "inf", "-inf", "infinity", "1e400", "-0", "1e-400"];

/// Texts that programs trip over.
pub const TEXTS: &[&str] = &[
    "",
    " ",
    "a",
    "A",
    "aa",
    "ab",
    "ba",
    "abc",
    "cba",
    "Hello, World!",
    "  padded  ",
    "two words",
    "line\nbreak",
    "tab\there",
    "0",
    "42",
    "-7",
    "3.14",
    "ß",
    "İstanbul",
    "e\u{301}",
    "é",
    "日本語",
    "🦀🦀",
    "aaaaaaaaaaaaaaaaaaaa",
    "MiXeD cAsE",
    "snake_case_name",
    "a,b,,c",
];
