//! Constants that are read off what a subject takes and returns: the signs that it writes, the lengths that it accepts, the
//! least and the largest that it returns.
//!
//! What is learned is a guess: the law that is made of it has to hold on everything else that is tried.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::learned::{Learned, PARTS};
use super::letters::{alphabets, base, ends, left_alone};
use morph_relation::{IntType, Signature, Type, Value};

/// What was learned of a subject: for a place of a parameter, or for none.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// Constants of its code.
    constants: Vec<Value>,
    known: BTreeMap<(Learned, Option<usize>), Vec<syn::Expr>>,
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
        // Of a byte, every value was tried.
        let byte = matches!(subject.arguments(), [(_, Type::Int(int))] if int.bits() == 8);
        let inputs = executions.iter().map(|(input, _)| input).collect::<HashSet<_>>().len();
        lessons.of_outcomes(&outs, subject.ret.unwrapped(), byte && inputs == BYTES, inputs >= MANY);
        let rejects = matches!(subject.ret, Type::Option(_) | Type::Result(..) | Type::Bool);
        for place in 0..subject.arguments().len() {
            let accepted = given.iter().filter(|(_, out)| **out != Value::Bool(false));
            let both = accepted.map(|(input, out)| (&input[place], *out));
            let both: Vec<(&Value, &Value)> = both.collect();
            if both.len() < ENOUGH {
                continue;
            }
            if rejects {
                lessons.of_accepted(place, &both);
            }
            lessons.of_changes(place, &both);
            lessons.of_left_alone(place, executions);
        }
        lessons
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

    fn of_accepted(&mut self, place: usize, both: &[(&Value, &Value)]) {
        let accepted: Vec<&Value> = both.iter().map(|(input, _)| *input).collect();
        for alphabet in alphabets(&accepted, &self.constants) {
            self.learn(Learned::Accepted, Some(place), &alphabet);
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
        if let Some(factor) = same(ratios.clone()).and_then(whole) {
            self.learn(Learned::Factor, Some(place), &with(factor));
        }
        if let Some(divisor) = same(ratios).and_then(|ratio| whole(1.0 / ratio)) {
            self.learn(Learned::Divisor, Some(place), &with(divisor));
        }
        if let Some(offset) = same(pairs.iter().map(|(a, b)| b - a)).filter(|by| by.abs() > 1.0)
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
    let numbers: Option<Vec<f64>> = outs.iter().map(|out| out.as_float()).collect();
    let numbers = numbers.filter(|numbers| numbers.iter().all(|x| x.is_finite()))?;
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let low = BOUNDS.iter().map(|(x, text)| (-x, *text)).rfind(|(x, _)| *x <= least);
    let (low, below) = if least >= 0.0 { (0.0, "0.0") } else { low? };
    let (high, above) = BOUNDS.iter().find(|(x, _)| *x >= most)?;
    let room = (high - low) / 20.0;
    let are_near = least - low < room && high - most < room && distinct(outs) >= ENOUGH / 2;
    let sign = if low < 0.0 { "-" } else { "" };
    are_near.then(|| [format!("{sign}{below}"), (*above).to_owned()])
}

/// What an outcome holds, unless it says no.
fn inner(out: &Value) -> Option<&Value> {
    match out {
        Value::Some(value) | Value::Ok(value) => Some(value),
        no if no.says_no() => None,
        value => Some(value),
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
fn same(mut numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let first = numbers.next()?;
    let count =
        numbers.try_fold(1, |count, x| ((x - first).abs() <= first.abs() * 1e-9).then_some(count + 1));
    count.filter(|count| *count >= ENOUGH / 2).map(|_| first)
}

/// The whole number that a ratio is, but for rounding.
fn whole(ratio: f64) -> Option<f64> {
    let whole = ratio.round();
    let fits = whole.abs() >= 2.0 && whole.abs() <= FACTOR as f64;
    (fits && (ratio - whole).abs() <= whole.abs() * 1e-9).then_some(whole)
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
mod tests {
    use super::*;
    use morph_relation::FloatType;

    fn lessons(params: &[Type], ret: Type, executions: &[(Vec<Value>, Value)]) -> Lessons {
        let names = ["x", "y"];
        let params = params.iter().zip(names).map(|(ty, name)| (name.to_owned(), ty.clone())).collect();
        let lent: Vec<(&[Value], &Value)> =
            executions.iter().map(|(input, out)| (input.as_slice(), out)).collect();
        Lessons::of(&Signature::new("demo::f", params, ret), &lent, &[Value::Int(45)])
    }

    fn teaches(lessons: &Lessons, learned: Learned, text: &str) -> bool {
        lessons.get(learned, Some(0)).first() == syn::parse_str(text).ok().as_ref()
    }

    fn teaches_none(lessons: &Lessons, learned: Learned) -> bool {
        lessons.get(learned, Some(0)).is_empty()
    }

    const INT: Type = Type::Int(IntType::I64);

    #[test]
    fn the_signs_of_texts_are_a_class_and_few_others() {
        let hex = |n: i128| (vec![Value::Int(n)], Value::str(format!("0x{:04x}", n * 7919 % 65536)));
        let all: Vec<(Vec<Value>, Value)> = (0..200).map(hex).collect();
        let learned = lessons(&[INT], Type::String, &all);
        assert!(teaches(&learned, Learned::Alphabet, "c.is_ascii_digit() || \"abcdefx\".contains(c)"));
        assert!(teaches(&learned, Learned::Length, "6") && teaches(&learned, Learned::Base, "17"));
        let wider = learned.get(Learned::Alphabet, None).last();
        assert_eq!(wider, syn::parse_str("c.is_ascii_hexdigit() || \"-x\".contains(c)").ok().as_ref());
        assert!(teaches_none(&learned, Learned::Longer));
    }

    #[test]
    fn what_is_accepted_has_lengths_and_signs() {
        let text = Type::Ref(Box::new(Type::Str));
        let accepted =
            |n: usize| (vec![Value::str(format!("{:06b}", n % 64))], Value::Some(Value::Int(1).into()));
        let mut all: Vec<(Vec<Value>, Value)> = (0..80).map(accepted).collect();
        all.extend((0..40).map(|n| (vec![Value::str(format!("{n}x"))], Value::None)));
        let learned = lessons(&[text], Type::Option(Box::new(INT)), &all);
        assert!(teaches(&learned, Learned::Accepted, "\"01\".contains(c)"));
        assert!(teaches(&learned, Learned::Width, "6"));
    }

    #[test]
    fn bounds_are_reached_and_what_is_between_them_is_returned() {
        let of = |out: &dyn Fn(i128) -> i128| -> Vec<(Vec<Value>, Value)> {
            (0..300).map(|n| (vec![Value::Int(n)], Value::Int(out(n)))).collect()
        };
        let few = &of(&|n| n % 7 + 1)[..100];
        assert!(teaches_none(&lessons(&[INT], INT, few), Learned::Highest));
        let weekdays = lessons(&[INT], INT, &of(&|n| n % 7 + 1));
        assert!(teaches(&weekdays, Learned::Lowest, "1") && teaches(&weekdays, Learned::Highest, "7"));
        assert!(teaches_none(&lessons(&[INT], INT, &of(&|n| n * n)), Learned::Highest));
        let widest = of(&|n| if n % 2 == 0 { i128::MIN } else { i128::MAX });
        assert!(teaches_none(&lessons(&[INT], Type::Int(IntType::I128), &widest), Learned::Lowest));
        let unsigned = Type::Int(IntType::U8);
        assert!(teaches_none(&lessons(&[INT], unsigned, &of(&|n| n % 7)), Learned::Lowest));
        let float = |x: i128| Value::float(FloatType::F64, x as f64);
        let degrees: Vec<_> = (0..100).map(|n| (vec![float(n)], float(n * 37 % 360))).collect();
        let ty = Type::Float(FloatType::F64);
        let learned = lessons(std::slice::from_ref(&ty), ty.clone(), &degrees);
        assert!(teaches(&learned, Learned::Lowest, "0.0") && teaches(&learned, Learned::Highest, "360.0"));
    }

    #[test]
    fn parts_that_are_integers_have_bounds() {
        let int = |bits| Type::Int(if bits == 8 { IntType::U8 } else { IntType::I64 });
        let dates = |ty: Type| {
            let out = |n: i128| Value::Tuple([n, n * 5 % 12 + 1, n % 7].map(Value::Int).to_vec().into());
            let all: Vec<_> = (0..400).map(|n| (vec![Value::Int(n)], out(n))).collect();
            lessons(&[INT], Type::Tuple(vec![INT, ty.clone(), ty]), &all)
        };
        let signed = dates(int(64));
        let bounds = |part: usize, low: &str| teaches(&signed, Learned::LowestPart(part), low);
        assert!(bounds(1, "1") && bounds(2, "0") && teaches(&signed, Learned::HighestPart(1), "12"));
        assert!(teaches_none(&signed, Learned::LowestPart(0)));
        let unsigned = dates(int(8));
        assert!(teaches_none(&unsigned, Learned::LowestPart(2)));
        assert!(teaches(&unsigned, Learned::HighestPart(2), "6"));
    }

    #[test]
    fn periods_of_parts_are_read_off_where_the_whole_has_none() {
        let outs: Vec<Value> =
            (0..STEPS).map(|n| Value::Tuple([n, n % 7, 3].map(Value::Int).to_vec().into())).collect();
        let mut learned = Lessons::default();
        learned.of_steps(0, &outs.iter().map(Some).collect::<Vec<_>>());
        assert!(teaches(&learned, Learned::PeriodOfPart(1), "7"));
        let none = [Learned::Period, Learned::PeriodOfPart(0), Learned::PeriodOfPart(2)];
        assert!(none.into_iter().all(|none| teaches_none(&learned, none)));
    }

    #[test]
    fn the_least_period_is_read_off() {
        let of = |out: &dyn Fn(i128) -> i128| {
            let outs: Vec<Value> = (0..STEPS).map(|n| Value::Int(out(n))).collect();
            let mut learned = Lessons::default();
            learned.of_steps(0, &outs.iter().map(Some).collect::<Vec<_>>());
            learned
        };
        assert!(teaches(&of(&|n| n % 7), Learned::Period, "7"));
        assert!(teaches(
            &of(&|n| i128::from(n % 4 == 0 && n % 100 != 0 || n % 400 == 0)),
            Learned::Period,
            "400"
        ));
        assert!([of(&|n| n), of(&|_| 3)].iter().all(|none| teaches_none(none, Learned::Period)));
    }

    #[test]
    fn factors_and_offsets_are_read_off() {
        let of = |input: i128, out: i128| (vec![Value::Int(input)], Value::Int(out));
        let learned = |of: &dyn Fn(i128) -> (Vec<Value>, Value)| {
            lessons(&[INT], INT, &(0..60).map(of).collect::<Vec<_>>())
        };
        assert!(teaches(&learned(&|n| of(n, n * 60)), Learned::Factor, "60"));
        assert!(teaches(&learned(&|n| of(n * 60, n)), Learned::Divisor, "60"));
        assert!(teaches(&learned(&|n| of(n, n + 1900)), Learned::Offset, "1900"));
        let neither = learned(&|n| of(n, n * 60 + 5));
        assert!(
            [Learned::Factor, Learned::Divisor, Learned::Offset]
                .iter()
                .all(|one| teaches_none(&neither, *one))
        );
    }
}
