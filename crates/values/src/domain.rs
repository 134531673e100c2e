//! The numbers for which a function of floats is defined.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use morph_relation::{FloatType, Value};

/// An end of a domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The number.
    pub at: f64,
    /// Whether it belongs to the domain.
    pub belongs: bool,
}

/// The numbers between two ends, or from one end on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Domain {
    /// The lower end.
    pub low: Option<End>,
    /// The upper end.
    pub high: Option<End>,
}

/// So often a number is an end, or near one.
const AT_END: f64 = 0.1;
const NEAR_END: f64 = 0.15;

impl Domain {
    /// Whether a number lies in it.
    pub fn contains(&self, x: f64) -> bool {
        let above = |end: End| x > end.at || end.belongs && x == end.at;
        let below = |end: End| x < end.at || end.belongs && x == end.at;
        self.low.is_none_or(above) && self.high.is_none_or(below)
    }

    /// A number in it, of few digits mostly.
    pub fn draw(&self, kind: FloatType, rng: &mut ChaCha8Rng) -> Value {
        let ends: Vec<End> = [self.low, self.high].into_iter().flatten().collect();
        let end = ends.get(rng.random_range(0..ends.len().max(1))).copied();
        if let Some(end) = end.filter(|end| end.belongs && rng.random_bool(AT_END)) {
            return Value::float(kind, end.at);
        }
        let width = match (self.low, self.high) {
            (Some(low), Some(high)) => high.at - low.at,
            _ => 2_f64.powf(rng.random_range(-8.0..10.0)),
        };
        let share = match rng.random_bool(NEAR_END) {
            true => 2_f64.powf(rng.random_range(-20.0..-3.0)),
            false => rng.random_range(0.0..1.0),
        };
        let is_upper = end.is_some() && end == self.high;
        let x = match end {
            Some(end) if is_upper => end.at - width * share,
            Some(end) => end.at + width * share,
            None => width * share,
        };
        let digits = 10_f64.powi(rng.random_range(1..=3));
        let rounded = (x * digits).round() / digits;
        let plain = rng.random_bool(0.7) && self.contains(rounded);
        Value::float(kind, if plain { rounded } else { x })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream;

    #[test]
    fn numbers_are_drawn_from_the_domain() {
        let end = |at: f64, belongs: bool| Some(End { at, belongs });
        let mut rng = stream(0, "domain");
        for (low, high) in [
            (end(0.0, false), end(1.0, true)),
            (end(-0.367, true), end(0.0, false)),
            (end(1.0, true), None),
            (None, end(-2.0, true)),
        ] {
            let domain = Domain { low, high };
            let drawn: Vec<f64> = (0..500)
                .map(|_| domain.draw(FloatType::F64, &mut rng).as_float().expect("a float"))
                .collect();
            assert!(drawn.iter().all(|x| domain.contains(*x)), "{domain:?}");
            let different: std::collections::BTreeSet<u64> = drawn.iter().map(|x| x.to_bits()).collect();
            assert!(different.len() > 100, "{domain:?}: {}", different.len());
        }
    }
}
