//! The limit of a search: `--budget` and `budget = …`.

use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;

/// The limit of all searches of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "toml::Value")]
pub enum Budget {
    /// A number of evaluated candidates; gives the same result on every machine.
    Evaluations(u64),
    /// Wall-clock time; the report says where it cuts a search short.
    Time(Duration),
    /// An amount of work for each function, counted in executions and comparisons and worth about 10 s of CPU; gives the
    /// same result on every machine.
    #[default]
    PerFunction,
    /// No limit: every strategy runs to its end.
    Unlimited,
}

/// A smaller number without a unit is meant to be a time.
const LEAST: u64 = 1_000;

const EXPECTED: &str =
    "expected a duration such as `60s` or `2m`, or a number of evaluations such as `500000` or `500k`";

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "default" => return Ok(Budget::PerFunction),
            "unlimited" => return Ok(Budget::Unlimited),
            _ => {}
        }
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let number: u64 = number.replace('_', "").parse().map_err(|_| EXPECTED.to_owned())?;
        if number == 0 {
            return Err("a budget must be greater than zero; use `unlimited` for no limit".to_owned());
        }
        let times = |factor: u64| number.checked_mul(factor).ok_or_else(|| "too large".to_owned());
        match unit {
            "" if number < LEAST => Err(format!(
                "a search of {number} evaluations finds nothing; write `{number}s` for seconds or `{number}k` for thousands of \
                 evaluations"
            )),
            "" => Ok(Budget::Evaluations(number)),
            "k" => times(1_000).map(Budget::Evaluations),
            "ms" => Ok(Budget::Time(Duration::from_millis(number))),
            "s" => Ok(Budget::Time(Duration::from_secs(number))),
            "m" | "min" => times(60).map(|seconds| Budget::Time(Duration::from_secs(seconds))),
            "h" => times(3_600).map(|seconds| Budget::Time(Duration::from_secs(seconds))),
            _ => Err(EXPECTED.to_owned()),
        }
    }
}

impl TryFrom<toml::Value> for Budget {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Self, String> {
        match value {
            toml::Value::String(text) => text.parse(),
            toml::Value::Integer(number) => number.to_string().parse(),
            _ => Err(EXPECTED.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffix_tells_time_from_evaluations() {
        let second = Duration::from_secs(1);
        for (text, budget) in [
            ("60s", Budget::Time(60 * second)),
            ("2m", Budget::Time(120 * second)),
            ("1h", Budget::Time(3_600 * second)),
            ("250ms", Budget::Time(second / 4)),
            ("500000", Budget::Evaluations(500_000)),
            ("500_000", Budget::Evaluations(500_000)),
            ("500k", Budget::Evaluations(500_000)),
            ("default", Budget::PerFunction),
            ("unlimited", Budget::Unlimited),
        ] {
            assert_eq!(text.parse(), Ok(budget), "{text}");
        }
    }

    #[test]
    fn text_that_is_no_budget_is_refused() {
        for text in [
            "",
            "s",
            "-1",
            "1.5s",
            "60 s",
            "2M",
            "0",
            "60",
            "999",
            "0s",
            "99999999999999999999",
            "6000000000000000000h",
        ] {
            assert!(text.parse::<Budget>().is_err(), "{text}");
        }
    }
}
