//! Constants that are read off what a subject takes and returns: the signs that it writes, the lengths that it accepts, the
//! least and the largest that it returns.
//!
//! What is learned is a guess: the law that is made of it has to hold on everything else that is tried.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::layouts::Statement;
#[cfg(test)]
use super::layouts::{READ, WRITTEN};
use super::learned::{Learned, PARTS};
use super::letters::{alphabets, base, ends, left_alone};
use morph_relation::{IntType, Signature, Type, Value};

/// What was learned of a subject: for a place of a parameter, or for none.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// Constants of its code.
    constants: Vec<Value>,
    /// Parts of what is returned that are an argument each, or always the same.
    plain: BTreeSet<usize>,
    known: BTreeMap<(Learned, Option<usize>), Vec<syn::Expr>>,
    /// Whole statements, by what families say that leave them open.
    statements: BTreeMap<&'static str, Vec<Statement>>,
}

/// Integers that are tried for a period: twice a year of days, and more than twice the years of the calendar.
pub const STEPS: i128 = 1_200;

/// Values of a byte.
const BYTES: usize = 256;
/// Executions that something is learned from.
const ENOUGH: usize = 20;
/// One execution in so many reaches a bound.
const REACHING: usize = 50;
/// Inputs that are so many are not a few that happen to lie within bounds.
const MANY: usize = 250;
/// Integers between bounds, of which half are returned.
const RANGE: i128 = 1_000;
/// Longer texts in common are forms rather than signs.
const WORD: usize = 12;
/// The largest length and factor that is no accident.
const LONG: usize = 128;
const FACTOR: i128 = 1_000_000;
/// How far ratios may be from each other, in shares of them, for rounding: of floats of eight and of four bytes.
const EXACT: f64 = 1e-9;
const ROUNDED: f64 = 1e-6;

impl Lessons {
    /// What the executions of a subject teach: each an input, and what was returned for it. Rare characters are known from its
    /// constants.
    pub fn of(subject: &Signature, executions: &[(&[Value], &Value)], constants: &[Value]) -> Lessons {
        let mut lessons = Lessons { constants: constants.to_vec(), ..Lessons::default() };
        let given: Vec<(&[Value], &Value)> =
            executions.iter().filter_map(|(input, out)| Some((*input, inner(out)?))).collect();
        if given.len() < ENOUGH {
            return lessons;
        }
        let outs: Vec<&Value> = given.iter().map(|(_, out)| *out).collect();
        lessons.plain = (0..PARTS).filter(|part| is_plain(*part, &given)).collect();
        // Of a byte, every value was tried.
        let byte = matches!(subject.arguments(), [(_, Type::Int(int))] if int.bits() == 8);
        let inputs = executions.iter().map(|(input, _)| input).collect::<HashSet<_>>().len();
        // What counts the items of what is given is bounded by how many there are.
        let counts = |(input, out): &(&[Value], &Value)| {
            let longest = input.iter().map(longest).max().unwrap_or_default();
            integer(out).is_some_and(|n| n <= longest as i128 + 1)
        };
        let is_known = byte && inputs == BYTES;
        let is_count = given.iter().all(counts);
        lessons.of_outcomes(&outs, subject.ret.unwrapped(), is_known, inputs >= MANY && !is_count);
        let rejects = matches!(subject.ret, Type::Option(_) | Type::Result(..) | Type::Bool);
        let has_form = !matches!(subject.ret.unwrapped(), Type::Bool | Type::String | Type::Vec(_));
        for place in 0..subject.arguments().len() {
            let accepted = given.iter().filter(|(_, out)| **out != Value::Bool(false));
            let both = accepted.map(|(input, out)| (&input[place], *out));
            let both: Vec<(&Value, &Value)> = both.collect();
            if both.len() < ENOUGH {
                continue;
            }
            if rejects {
                lessons.of_accepted(place, &both, has_form);
            }
            lessons.of_changes(place, &both);
            lessons.of_left_alone(place, executions);
        }
        lessons
    }

    /// Whether a part of what is returned, by its number, is an argument or always the same: laws of it are laws of nothing else.
    pub fn is_plain(&self, part: usize) -> bool {
        self.plain.contains(&part)
    }

    /// What is returned for the integers from zero on in a place: `None` where nothing is.
    pub fn of_steps(&mut self, place: usize, returned: &[Option<&Value>]) {
        if let Some(period) = period(returned) {
            self.learn(Learned::Period, Some(place), &period.to_string());
            return;
        }
        let of_part = |part: usize| -> Vec<Option<&Value>> {
            returned.iter().map(|value| value.and_then(|value| inner(value)?.part(part))).collect()
        };
        for part in 0..PARTS {
            if let Some(period) = period(&of_part(part)) {
                self.learn(Learned::PeriodOfPart(part), Some(place), &period.to_string());
            }
        }
    }

    /// Whole statements for families that say this.
    pub fn say(&mut self, law: &'static str, statements: impl IntoIterator<Item = Statement>) {
        self.statements.entry(law).or_default().extend(statements);
    }

    /// Whole statements of families that say this.
    pub fn statements(&self, law: &str) -> &[Statement] {
        self.statements.get(law).map_or(&[], Vec::as_slice)
    }

    /// What stands for a name of a statement in which a letter stands for this place.
    pub fn get(&self, learned: Learned, place: Option<usize>) -> &[syn::Expr] {
        let known = self.known.get(&(learned, None)).or_else(|| self.known.get(&(learned, place)));
        known.map_or(&[], Vec::as_slice)
    }

    /// Something of everything, for statements that are to be read.
    #[cfg(test)]
    pub fn samples(all: &[Learned]) -> Lessons {
        let mut lessons = Lessons::default();
        for learned in all {
            let is_condition =
                matches!(learned, Learned::Alphabet | Learned::Accepted | Learned::Kept | Learned::Touched);
            let text = match learned {
                Learned::Beginning | Learned::Ending => "\"id\"",
                _ if is_condition => "c.is_ascii_digit()",
                _ => "7",
            };
            lessons.learn(*learned, None, text);
        }
        lessons.say(READ, Statement::parse("f(r.to_string()) == r", ""));
        lessons.say(WRITTEN, Statement::parse("f(x) == [x.to_string(), \"%\"].concat()", ""));
        lessons
    }

    fn learn(&mut self, learned: Learned, place: Option<usize>, text: &str) {
        if let Ok(expr) = syn::parse_str(text) {
            self.known.entry((learned, place)).or_default().push(expr);
        }
    }

    /// What is returned, for `all` inputs that there are, or for `many` or a few.
    fn of_outcomes(&mut self, outs: &[&Value], ty: &Type, all: bool, many: bool) {
        for alphabet in alphabets(outs, &self.constants) {
            self.learn(Learned::Alphabet, None, &alphabet);
        }
        if let Some(base) = base(outs, &self.constants) {
            self.learn(Learned::Base, None, &base.to_string());
        }
        self.of_ends(outs);
        // That an array has its length is said by its type.
        if let Some(lengths) = lengths(outs).filter(|_| !matches!(ty, Type::Array(..)))
            && lengths.iter().all(|length| *length == lengths[0] && *length > 1)
            && distinct(outs) >= ENOUGH / 2
        {
            self.learn(Learned::Length, None, &lengths[0].to_string());
        }
        if let Type::Int(int) = ty
            && (all || many)
            && let Some([low, high]) = integer_bounds(outs, *int, all)
        {
            low.into_iter().for_each(|low| self.learn(Learned::Lowest, None, &low));
            high.into_iter().for_each(|high| self.learn(Learned::Highest, None, &high));
        } else if let Type::Float(_) = ty
            && let Some([low, high]) = float_bounds(outs)
        {
            self.learn(Learned::Lowest, None, &low);
            self.learn(Learned::Highest, None, &high);
        }
        for part in 0..PARTS {
            self.of_part(part, outs, ty, many);
        }
    }

    /// The bounds of a part: of a float from zero on, or as far on either side of it. Others are those of what was given.
    fn of_part(&mut self, part: usize, outs: &[&Value], ty: &Type, many: bool) {
        let parts: Option<Vec<&Value>> = outs.iter().map(|out| out.part(part)).collect();
        let (Some(parts), Some(ty)) = (parts, ty.part(part).map(Type::owned)) else { return };
        let [low, high] = match ty {
            Type::Int(int) if many => integer_bounds(&parts, int, false).unwrap_or_default(),
            Type::Float(_) => {
                let is_meant = |[low, high]: &[String; 2]| low == "0.0" || *low == format!("-{high}");
                float_bounds(&parts).filter(is_meant).map(|bounds| bounds.map(Some)).unwrap_or_default()
            }
            _ => return,
        };
        low.into_iter().for_each(|low| self.learn(Learned::LowestPart(part), None, &low));
        high.into_iter().for_each(|high| self.learn(Learned::HighestPart(part), None, &high));
    }

    /// What all texts begin and end with.
    fn of_ends(&mut self, outs: &[&Value]) {
        let texts: Option<Vec<&str>> = outs.iter().map(|out| text(out)).collect();
        let Some(texts) = texts.filter(|_| distinct(outs) >= ENOUGH / 2) else { return };
        for (learned, part) in [Learned::Beginning, Learned::Ending].into_iter().zip(ends(&texts)) {
            if (1..=WORD).contains(&part.chars().count()) {
                self.learn(learned, None, &format!("{part:?}"));
            }
        }
    }

    /// What is accepted. That numbers and records are read from digits and signs between them tells little of their form.
    fn of_accepted(&mut self, place: usize, both: &[(&Value, &Value)], has_form: bool) {
        let accepted: Vec<&Value> = both.iter().map(|(input, _)| *input).collect();
        for alphabet in alphabets(&accepted, &self.constants) {
            if !has_form || !alphabet.contains(" || ") {
                self.learn(Learned::Accepted, Some(place), &alphabet);
            }
        }
        let Some(lengths) = lengths(&accepted).filter(|_| distinct(&accepted) >= ENOUGH / 2) else { return };
        let (least, most) = (lengths.iter().min().unwrap_or(&0), lengths.iter().max().unwrap_or(&0));
        let reached =
            |bound: &usize| lengths.iter().filter(|n| *n == bound).count() * REACHING >= lengths.len();
        if least == most && *least > 1 {
            self.learn(Learned::Width, Some(place), &least.to_string());
            return;
        }
        if *least > 1 && reached(least) {
            self.learn(Learned::Shortest, Some(place), &least.to_string());
        }
    }

    /// Which texts are returned as they are. One that is not accepted is not.
    fn of_left_alone(&mut self, place: usize, executions: &[(&[Value], &Value)]) {
        let alone = |(input, out): &(&'_ [Value], &'_ Value)| inner(out) == Some(&input[place]);
        let texts = executions.iter().map(|one| Some((text(&one.0[place])?, alone(one))));
        let Some(texts) = texts.collect::<Option<Vec<(&str, bool)>>>() else { return };
        let changed = texts.iter().filter(|(_, alone)| !alone).count();
        if changed < ENOUGH || texts.len() - changed < ENOUGH {
            return;
        }
        for (learned, condition) in [Learned::Kept, Learned::Touched].into_iter().zip(left_alone(&texts)) {
            if let Some(condition) = condition {
                self.learn(learned, Some(place), &condition);
            }
        }
    }

    /// How what is returned differs from what is given.
    fn of_changes(&mut self, place: usize, both: &[(&Value, &Value)]) {
        let (ins, outs): (Vec<&Value>, Vec<&Value>) = both.iter().copied().unzip();
        if let (Some(before), Some(after)) = (lengths(&ins), lengths(&outs)) {
            let longer = |(before, after): (&usize, &usize)| after.checked_sub(*before);
            let by: Option<BTreeSet<usize>> = before.iter().zip(&after).map(longer).collect();
            let various = before.iter().collect::<BTreeSet<_>>().len() > 2;
            if let Some(by) = by
                && let (1, Some(by)) = (by.len(), by.first())
                && various
                && (1..=LONG).contains(by)
            {
                self.learn(Learned::Longer, Some(place), &by.to_string());
            }
        }
        let various = distinct(&ins) >= ENOUGH / 2 && distinct(&outs) >= ENOUGH / 2;
        let pairs: Option<Vec<(f64, f64)>> =
            both.iter().map(|(a, b)| Some((number(a)?, number(b)?))).collect();
        let Some(pairs) = pairs.filter(|_| various) else { return };
        let with = |n: f64| if ins[0].as_float().is_some() { format!("{n:?}") } else { format!("{n}") };
        let ratios = pairs.iter().filter(|(a, b)| *a != 0.0 && *b != 0.0).map(|(a, b)| b / a);
        // Floats of four bytes are rounded sooner.
        let by = if matches!(ins[0], Value::F32(_)) { ROUNDED } else { EXACT };
        if let Some(factor) = same(ratios.clone(), by).and_then(|ratio| whole(ratio, by)) {
            self.learn(Learned::Factor, Some(place), &with(factor));
        }
        if let Some(divisor) = same(ratios, by).and_then(|ratio| whole(1.0 / ratio, by)) {
            self.learn(Learned::Divisor, Some(place), &with(divisor));
        }
        if let Some(offset) = same(pairs.iter().map(|(a, b)| b - a), EXACT).filter(|by| by.abs() > 1.0)
            && by_thousandths(offset)
        {
            self.learn(Learned::Offset, Some(place), &with(offset));
        }
    }
}

/// After how many steps all of some values come again, where they are not all the same.
fn period(values: &[Option<&Value>]) -> Option<usize> {
    let some = values.iter().flatten().copied().collect::<Vec<_>>();
    let repeats = |period: &usize| values.iter().zip(&values[*period..]).all(|(a, b)| a == b);
    (2..=values.len() / 2).find(repeats).filter(|_| some.len() == values.len() && distinct(&some) > 1)
}

/// Bounds of floats by size, and how they are written.
const BOUNDS: [(f64, &str); 9] = [
    (1.0, "1.0"),
    (std::f64::consts::FRAC_PI_2, "FRAC_PI_2"),
    (std::f64::consts::PI, "PI"),
    (std::f64::consts::TAU, "TAU"),
    (90.0, "90.0"),
    (100.0, "100.0"),
    (180.0, "180.0"),
    (255.0, "255.0"),
    (360.0, "360.0"),
];

/// The nearest well-known bounds of floats, where there is little room between these and what is returned.
fn float_bounds(outs: &[&Value]) -> Option<[String; 2]> {
    let numbers: Vec<f64> = outs.iter().map(|out| out.as_float()).collect::<Option<_>>()?;
    // What is made of infinite ones is not bounded either.
    let numbers: Vec<f64> = numbers.into_iter().filter(|x| x.is_finite()).collect();
    if numbers.len() < ENOUGH {
        return None;
    }
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let low = BOUNDS.iter().map(|(x, text)| (-x, *text)).rfind(|(x, _)| *x <= least);
    let (low, below) = if least >= 0.0 { (0.0, "0.0") } else { low? };
    let (high, above) = BOUNDS.iter().find(|(x, _)| *x >= most)?;
    let room = (high - low) / 20.0;
    let (starts, ends) = (least - low < room, high - most < room);
    // Where one of two ends is reached that are as far on either side of zero, the other one is meant, too.
    let (below, above) = match (starts, ends) {
        (true, true) => (below, *above),
        (false, true) if least < 0.0 && least >= -high => (*above, *above),
        (true, false) if low < 0.0 && most > 0.0 && most <= -low => (below, below),
        _ => return None,
    };
    let sign = if low < 0.0 { "-" } else { "" };
    (distinct(outs) >= ENOUGH / 2).then(|| [format!("{sign}{below}"), above.to_owned()])
}

/// What an outcome holds, unless it says no.
pub fn inner(out: &Value) -> Option<&Value> {
    match out {
        Value::Some(value) | Value::Ok(value) => Some(value),
        no if no.says_no() => None,
        value => Some(value),
    }
}

/// Whether a part of what is returned is always the same, or always an argument or a part of one.
fn is_plain(part: usize, given: &[(&[Value], &Value)]) -> bool {
    let parts: Option<Vec<&Value>> = given.iter().map(|(_, out)| out.part(part)).collect();
    let Some(parts) = parts else { return true };
    let arity = given.first().map_or(0, |(input, _)| input.len());
    let is_within = |value: &Value, argument: &Value| {
        value == argument || (0..PARTS).any(|number| argument.part(number) == Some(value))
    };
    let is_argument =
        |place: usize| given.iter().zip(&parts).all(|((input, _), value)| is_within(value, &input[place]));
    distinct(&parts) == 1 || (0..arity).any(is_argument)
}

/// The length of the longest text or sequence in a value.
fn longest(value: &Value) -> usize {
    let among = |values: &[Value]| values.iter().map(longest).max().unwrap_or_default();
    match value {
        Value::Str(text) => text.len(),
        Value::Seq(items) => items.len().max(among(items)),
        Value::Tuple(parts) => among(parts),
        Value::Some(inner) | Value::Ok(inner) | Value::Err(inner) => longest(inner),
        Value::Data(data) => among(&data.fields),
        _ => 0,
    }
}

/// The lengths of texts or sequences.
fn lengths(values: &[&Value]) -> Option<Vec<usize>> {
    let length = |value: &&Value| match value {
        Value::Str(text) => Some(text.len()),
        Value::Seq(items) => Some(items.len()),
        _ => None,
    };
    values.iter().map(length).collect()
}

fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Str(text) => Some(text),
        _ => None,
    }
}

fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Int(n) => Some(*n),
        _ => None,
    }
}

fn number(value: &Value) -> Option<f64> {
    integer(value).map(|n| n as f64).or_else(|| value.as_float()).filter(|x| x.is_finite())
}

fn distinct(values: &[&Value]) -> usize {
    values.iter().collect::<HashSet<_>>().len()
}

/// The number that all of these are, but for rounding.
fn same(mut numbers: impl Iterator<Item = f64>, by: f64) -> Option<f64> {
    let first = numbers.next()?;
    let count = numbers.try_fold(1, |count, x| ((x - first).abs() <= first.abs() * by).then_some(count + 1));
    count.filter(|count| *count >= ENOUGH / 2).map(|_| first)
}

/// The whole number that a ratio is, but for rounding.
fn whole(ratio: f64, by: f64) -> Option<f64> {
    let whole = ratio.round();
    let fits = whole.abs() >= 2.0 && whole.abs() <= FACTOR as f64;
    (fits && (ratio - whole).abs() <= whole.abs() * by).then_some(whole)
}

fn by_thousandths(x: f64) -> bool {
    (x * 1e3 - (x * 1e3).round()).abs() < 1e-6
}

/// Bounds that many integers reach, with most integers between them.
fn integer_bounds(outs: &[&Value], ty: IntType, all: bool) -> Option<[Option<String>; 2]> {
    let numbers: Vec<i128> = outs.iter().map(|out| integer(out)).collect::<Option<_>>()?;
    let (least, most) = (numbers.iter().min()?, numbers.iter().max()?);
    let distinct = numbers.iter().collect::<BTreeSet<_>>().len() as i128;
    // 0 and 1 are a choice of two.
    let narrowest = if *least > 1 { 1 } else { 2 };
    let full = most
        .checked_sub(*least)
        .is_some_and(|range| (narrowest..=RANGE).contains(&range) && distinct * 2 > range);
    let is_reached =
        |bound: i128| all || numbers.iter().filter(|n| **n == bound).count() * REACHING >= numbers.len();
    let told = |bound: i128| (full && is_reached(bound)).then(|| bound.to_string());
    Some([told(*least).filter(|_| !is_least(ty, *least)), told(*most)])
}

/// Whether a number is the least of its type.
fn is_least(ty: IntType, n: i128) -> bool {
    n.checked_sub(1).is_none_or(|less| !Value::Int(less).fits(&Type::Int(ty)))
}

#[cfg(test)]
mod tests;
