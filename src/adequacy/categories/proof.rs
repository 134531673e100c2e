//! Which choices exclude each other by definition: `a == 0` and `a > b`, where nothing is below 0; "empty" and "lower case".
//!
//! What a proof knows are the ranges of numbers and lengths that choices leave, values that they fix, and what `None`
//! does not hold. Where it finds no contradiction there may be one.

use std::cmp::Ordering;

use super::category::Test;
use super::place::Place;
use super::property::Property;
use morph_relation::{IntType, Type};

/// Whether no input can satisfy all tests.
pub fn contradict(tests: &[&Test]) -> bool {
    let known: Vec<(&Place, &Property)> = tests
        .iter()
        .filter_map(|test| match test {
            Test::Is(place, property) => Some((place, property)),
            _ => None,
        })
        .collect();
    let clash = known.iter().any(|(place, property)| {
        let others = known.iter().filter(|(other, _)| other == place);
        match property {
            Property::Equals(value) => others.clone().any(|(_, other)| !other.holds(value)),
            Property::Negative => known.iter().any(|(other, _)| other.is_inside(place)),
            _ => false,
        }
    });
    let facts = Facts { known: &known };
    let empty = |place: &Place| {
        let (least, most) = facts.length(place);
        least > most || facts.numbers(place).is_some_and(|range| range.is_empty())
    };
    clash
        || known.iter().any(|(place, _)| empty(place))
        || tests.iter().any(|test| match test {
            Test::Compares(a, b, how) => !facts.compare(a, b, *how),
            Test::Equal(a, b, true) => !facts.compare(a, b, Ordering::Equal),
            _ => false,
        })
}

struct Facts<'a> {
    known: &'a [(&'a Place, &'a Property)],
}

/// A range of numbers with its ends, which may be excluded.
#[derive(Clone, Copy)]
struct Range {
    low: (f64, bool),
    high: (f64, bool),
    /// The same exactly, of integers.
    exact: Option<(i128, i128)>,
}

impl Range {
    fn of(property: &Property) -> Option<Range> {
        match property {
            Property::Int(low, high) => Some(Range::ints(*low, *high)),
            Property::Float(low, high) => {
                Some(Range { low: (*low, low != high), high: (*high, low != high), exact: None })
            }
            // There is no number in it.
            Property::Nan => Some(Range { low: (1.0, false), high: (0.0, false), exact: None }),
            _ => None,
        }
    }

    fn ints(low: i128, high: i128) -> Range {
        Range { low: (low as f64, false), high: (high as f64, false), exact: Some((low, high)) }
    }

    fn and(self, other: Range) -> Range {
        if let (Some(a), Some(b)) = (self.exact, other.exact) {
            return Range::ints(a.0.max(b.0), a.1.min(b.1));
        }
        let low =
            if self.low.0 > other.low.0 || (self.low.0 == other.low.0 && self.low.1) { self } else { other };
        let high = if self.high.0 < other.high.0 || (self.high.0 == other.high.0 && self.high.1) {
            self
        } else {
            other
        };
        Range { low: low.low, high: high.high, exact: None }
    }

    fn is_empty(&self) -> bool {
        match self.exact {
            Some((low, high)) => low > high,
            None => self.low.0 > self.high.0 || (self.low.0 == self.high.0 && (self.low.1 || self.high.1)),
        }
    }

    /// Whether some number in it is below some number in the other.
    fn can_be_below(&self, other: &Range) -> bool {
        match (self.exact, other.exact) {
            (Some(a), Some(b)) => a.0 < b.1,
            _ => self.low.0 < other.high.0,
        }
    }
}

impl Facts<'_> {
    fn of<'a>(&'a self, place: &'a Place) -> impl Iterator<Item = &'a Property> {
        self.known.iter().filter(move |(other, _)| *other == place).map(|(_, property)| *property)
    }

    /// The numbers that a place can hold, where it holds numbers; NaN is none.
    fn numbers(&self, place: &Place) -> Option<Range> {
        let all = match &place.ty {
            // Larger ones are left to the generated inputs.
            Type::Int(IntType::U128) | Type::NonZero(IntType::U128) => Range::ints(0, i128::MAX),
            Type::Int(int) | Type::NonZero(int) => Range::ints(int.lowest(), int.highest()),
            Type::Duration => Range::ints(0, i128::MAX),
            Type::Float(_) => {
                Range { low: (f64::NEG_INFINITY, false), high: (f64::INFINITY, false), exact: None }
            }
            _ => return None,
        };
        // A place that is not a number is so by one choice, which contradicts no other by itself.
        let ranges = self.of(place).filter(|property| **property != Property::Nan).filter_map(Range::of);
        Some(ranges.fold(all, Range::and))
    }

    fn length(&self, place: &Place) -> (usize, usize) {
        let lengths = self.of(place).filter_map(Property::length);
        lengths.fold((0, usize::MAX), |a, b| (a.0.max(b.0), a.1.min(b.1)))
    }

    /// Whether two places can compare so.
    fn compare(&self, a: &Place, b: &Place, how: Ordering) -> bool {
        if [a, b].iter().any(|place| self.of(place).any(|property| *property == Property::Nan)) {
            return false;
        }
        if let (Some(x), Some(y)) = (self.numbers(a), self.numbers(b)) {
            return match how {
                Ordering::Less => x.can_be_below(&y),
                Ordering::Equal => !x.and(y).is_empty(),
                Ordering::Greater => y.can_be_below(&x),
            };
        }
        let ((least, most), (other_least, other_most)) = (self.length(a), self.length(b));
        match how {
            // Nothing is before the empty text.
            Ordering::Less => other_most > 0,
            Ordering::Equal => least.max(other_least) <= most.min(other_most),
            Ordering::Greater => most > 0,
        }
    }
}
