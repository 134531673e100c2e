//! The order of values of which a text is seen, where the text is a number, a date or a time.

use std::cmp::Ordering;

use crate::value::{Data, Value};

/// The text that is all that is seen of a value.
pub(super) fn shown_text(data: &Data) -> Option<&str> {
    match data.fields.as_slice() {
        [Value::Str(text)] if data.hidden => Some(text),
        _ => None,
    }
}

/// The order of two values that such texts show; `None` where one is another text, or not of the same kind.
pub(super) fn order_of_shown(a: &str, b: &str) -> Option<Ordering> {
    match (Shown::read(a)?, Shown::read(b)?) {
        (Shown::Number(a), Shown::Number(b)) => Some(a.cmp(&b)),
        (Shown::Moment(a), Shown::Moment(b)) if a.kind() == b.kind() => Some(a.cmp(&b)),
        _ => None,
    }
}

/// The text of a decimal number without what does not change its value: signs of zero and zeros at the ends. `None` for other
/// texts.
pub fn plain_decimal(text: &str) -> Option<String> {
    let Decimal { negative, whole, part } = Decimal::read(text)?;
    let sign = if negative { "-" } else { "" };
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") })
}

/// What a text shows.
enum Shown<'a> {
    Number(Decimal<'a>),
    Moment(Moment<'a>),
}

impl<'a> Shown<'a> {
    fn read(text: &'a str) -> Option<Shown<'a>> {
        Decimal::read(text).map(Shown::Number).or_else(|| Moment::read(text).map(Shown::Moment))
    }
}

/// `-12.50`: whether it is below zero, its digits before the point without leading zeros, and those behind without
/// trailing ones.
#[derive(PartialEq, Eq)]
struct Decimal<'a> {
    negative: bool,
    whole: &'a str,
    part: &'a str,
}

impl<'a> Decimal<'a> {
    fn read(text: &'a str) -> Option<Decimal<'a>> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, part) = match digits.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (digits, ""),
        };
        if digits.is_empty() || ![whole, part].iter().all(|it| it.bytes().all(|byte| byte.is_ascii_digit())) {
            return None;
        }
        let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
        Some(Decimal {
            negative: digits.len() < text.len() && !(whole.is_empty() && part.is_empty()),
            whole,
            part,
        })
    }

    fn magnitude(&self) -> (usize, &str, &str) {
        (self.whole.len(), self.whole, self.part)
    }
}

impl Ord for Decimal<'_> {
    fn cmp(&self, other: &Decimal<'_>) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.magnitude().cmp(&other.magnitude()),
            (true, true) => other.magnitude().cmp(&self.magnitude()),
            (mine, others) => others.cmp(&mine),
        }
    }
}

impl PartialOrd for Decimal<'_> {
    fn partial_cmp(&self, other: &Decimal<'_>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `2024-02-29`, `12:30:00.25`, or both with a `T` or a space between them, and a `Z` behind them where it says so.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Moment<'a> {
    date: Option<(i64, u8, u8)>,
    time: Option<(u8, u8, Decimal<'a>)>,
    universal: bool,
}

impl<'a> Moment<'a> {
    fn read(text: &'a str) -> Option<Moment<'a>> {
        let (text, universal) = match text.strip_suffix('Z').or_else(|| text.strip_suffix(" UTC")) {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let (date, time) = match text.split_once(['T', ' ']) {
            Some((date, time)) => (Some(date_of(date)?), Some(time_of(time)?)),
            None if universal => return None,
            None => match date_of(text) {
                Some(date) => (Some(date), None),
                None => (None, Some(time_of(text)?)),
            },
        };
        Some(Moment { date, time, universal })
    }

    /// Two are compared only if they say the same of date, time and zone.
    fn kind(&self) -> [bool; 3] {
        [self.date.is_some(), self.time.is_some(), self.universal]
    }
}

/// Of `-0044-03-15`, `+10000-01-01`: year, month and day.
fn date_of(text: &str) -> Option<(i64, u8, u8)> {
    let (rest, day) = text.rsplit_once('-')?;
    let (year, month) = rest.rsplit_once('-')?;
    let digits = year.trim_start_matches(['-', '+']);
    let is_year = digits.len() >= 4 && year.len() - digits.len() <= 1;
    Some((is_year.then(|| year.parse().ok())??, two(month)?, two(day)?))
}

fn time_of(text: &str) -> Option<(u8, u8, Decimal<'_>)> {
    let mut parts = text.splitn(3, ':');
    let (hour, minute) = (two(parts.next()?)?, two(parts.next()?)?);
    let second = parts.next().map_or(Decimal::read("0"), |second| {
        two(second.get(..2)?)?;
        Decimal::read(second)
    })?;
    Some((hour, minute, second))
}

fn two(text: &str) -> Option<u8> {
    let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_dates_and_times_are_ordered() {
        let rising: [&[&str]; 4] = [
            &[
                "-100",
                "-99.5",
                "-99.25",
                "-0.5",
                "0",
                "0.05",
                "0.5",
                "2",
                "10.01",
                "10.1",
                "123456789012345678901234567890",
            ],
            &["-0044-03-15", "0001-01-01", "1999-12-31", "2024-02-28", "2024-02-29", "+10000-01-01"],
            &["00:00:00", "09:05:00.25", "09:05:00.5", "09:05:01", "23:59"],
            &["2024-02-29T23:59:59Z", "2024-03-01T00:00:00Z", "2024-03-01 00:00:00.001 UTC"],
        ];
        for texts in rising {
            for (i, a) in texts.iter().enumerate() {
                for (j, b) in texts.iter().enumerate() {
                    assert_eq!(order_of_shown(a, b), Some(i.cmp(&j)), "{a} and {b}");
                }
            }
        }
        assert_eq!(order_of_shown("1.50", "01.5"), Some(Ordering::Equal));
        assert_eq!(order_of_shown("-0.0", "0"), Some(Ordering::Equal));
    }

    #[test]
    fn decimals_are_the_same_with_other_zeros() {
        for (text, plain) in
            [("-0.00", "0"), ("1.50", "1.5"), ("007", "7"), (".5", "0.5"), ("-10.010", "-10.01")]
        {
            assert_eq!(plain_decimal(text).as_deref(), Some(plain), "{text}");
        }
        assert_eq!(plain_decimal("1.0.0"), None);
    }

    #[test]
    fn what_has_shown_parts_is_ordered_by_these() {
        let seen = |fields| Value::Data(Data { variant: 0, fields, recipe: None, hidden: true }.into());
        let span = |from: &str, days: i128| seen(vec![seen(vec![Value::str(from)]), Value::Int(days)]);
        let less =
            |a: &Value, b: &Value| crate::operators::meaning::less(a, b, false, crate::Tolerance::Exact);
        assert_eq!(less(&span("2024-02-29", 9), &span("2024-03-01", 1)), Some(Value::Bool(true)));
        assert_eq!(less(&span("2024-02-29", 9), &span("2024-02-29", 1)), Some(Value::Bool(false)));
        assert_eq!(less(&span("soon", 9), &span("2024-02-29", 1)), None);
    }

    #[test]
    fn other_texts_and_different_kinds_have_no_order() {
        let pairs = [
            ("a", "b"),
            ("1", "2024-02-29"),
            ("2024-02-29", "2024-02-29T00:00:00"),
            ("1.", "2"),
            ("", "1"),
            ("1.2.3", "1.2.4"),
            ("12:00:00", "2024-02-29"),
            ("2024-2-9", "2024-03-01"),
            ("2024-02-29T00:00:00+01:00", "2024-02-29T00:00:00+02:00"),
            ("1e3", "2e3"),
            ("--5", "5"),
            ("NaN", "1"),
        ];
        for (a, b) in pairs {
            assert_eq!(order_of_shown(a, b), None, "{a} and {b}");
        }
    }
}
