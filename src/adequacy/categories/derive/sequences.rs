//! Categories of characters, texts and sequences.

use super::super::category::{Origin, Test};
use super::super::place::Place;
use super::super::property::{Blanks, Case, Order, Property};
use super::{Deriver, SPLITS, is_ordered};
use morph_relation::{Type, Value, show_literal};
use morph_source::scan::Asks;

impl Deriver<'_> {
    pub(super) fn char(&mut self, place: &Place, asked: &[&Asks]) {
        let name = &place.name;
        let known = values(asked, &|value| matches!(value, Value::Char(_)));
        let origin = if known.is_empty() { Origin::Type } else { Origin::Condition };
        let is = |property| Test::Is(place.clone(), property);
        let mut choices: Vec<(String, Test)> = known
            .iter()
            .map(|value| (format!("{name} == {}", show_literal(value)), is(Property::Equals(value.clone()))))
            .collect();
        for (told, case) in [
            ("is lower case", Property::Case(Case::Lower)),
            ("is upper case", Property::Case(Case::Upper)),
            ("is another ASCII character", Property::Ascii(true)),
            ("is a non-ASCII character without case", Property::Ascii(false)),
        ] {
            choices.push((format!("{name} {told}"), is(case)));
        }
        self.add(name.clone(), origin, choices);
    }

    pub(super) fn text(&mut self, place: &Place, asked: &[&Asks]) {
        let name = &place.name;
        let is = |property| Test::Is(place.clone(), property);
        let known = values(asked, &|value| matches!(value, Value::Str(_)));
        let mut choices: Vec<(String, Test)> = known
            .iter()
            .map(|value| (format!("{name} == {}", show_literal(value)), is(Property::Equals(value.clone()))))
            .collect();
        if !choices.is_empty() {
            choices.push((format!("{name} is another text"), is(Property::Other(known))));
            self.add(name.clone(), Origin::Condition, choices);
        }
        type Make = fn(String, bool) -> Property;
        let parts = asked.iter().filter_map(|asks| match asks {
            Asks::Begins(part) => Some(("begin", part, Property::Begins as Make)),
            Asks::Ends(part) => Some(("end", part, Property::Ends as Make)),
            Asks::Contains(part) => Some(("contain", part, Property::Contains as Make)),
            _ => None,
        });
        for (verb, part, make) in parts.filter(|(_, part, _)| !part.is_empty()).take(SPLITS) {
            let with = if verb == "contain" { "" } else { " with" };
            let choices = vec![
                (format!("{name} {verb}s{with} {part:?}"), is(make(part.clone(), true))),
                (format!("{name} does not {verb}{with} {part:?}"), is(make(part.clone(), false))),
            ];
            self.add(format!("{name} and {part:?}"), Origin::Condition, choices);
        }
        self.length(place, "character", asked);
        let script = [(true, "is ASCII"), (false, "is not ASCII")];
        let choices = script.map(|(only, told)| (format!("{name} {told}"), is(Property::Ascii(only))));
        self.add(format!("script of {name}"), Origin::Type, choices.to_vec());
        let cases = [
            (Case::Lower, "is in lower case"),
            (Case::Upper, "is in upper case"),
            (Case::Mixed, "is in mixed case"),
            (Case::Without, "has no letters with case"),
        ];
        let choices = cases.map(|(case, told)| (format!("{name} {told}"), is(Property::Case(case))));
        self.add(format!("case of {name}"), Origin::Type, choices.to_vec());
        let blanks = [
            (Blanks::Nowhere, "has no white space"),
            (Blanks::Inside, "has white space inside"),
            (Blanks::AtAnEnd, "has white space at the start or end"),
        ];
        let choices = blanks.map(|(blanks, told)| (format!("{name} {told}"), is(Property::Blanks(blanks))));
        self.add(format!("white space in {name}"), Origin::Type, choices.to_vec());
    }

    /// Empty, one, more; and the lengths that it is compared with.
    pub(super) fn length(&mut self, place: &Place, what: &str, asked: &[&Asks]) {
        let name = &place.name;
        let compared = asked.iter().filter_map(|asks| match asks {
            Asks::Length(n) => usize::try_from(*n).ok().filter(|n| *n > 1),
            _ => None,
        });
        let mut points: Vec<usize> = compared.take(SPLITS).collect();
        let origin = if points.is_empty() { Origin::Type } else { Origin::Condition };
        points.extend([0, 1]);
        points.sort_unstable();
        points.dedup();
        let is = |least, most| Test::Is(place.clone(), Property::Length(least, most));
        let mut choices = Vec::new();
        for (n, point) in points.iter().enumerate() {
            let text = match point {
                0 => format!("{name} is empty"),
                1 => format!("{name} has one {what}"),
                n => format!("{name} has {n} {what}s"),
            };
            choices.push((text, is(*point, *point)));
            match points.get(n + 1) {
                None => choices.push((format!("{name} has more {what}s"), is(point + 1, usize::MAX))),
                Some(next) if point + 1 < *next => {
                    let text = format!("{name} has {} to {} {what}s", point + 1, next - 1);
                    choices.push((text, is(point + 1, next - 1)));
                }
                Some(_) => {}
            }
        }
        self.add(format!("length of {name}"), origin, choices);
    }

    /// The order of items, and whether they repeat.
    pub(super) fn items(&mut self, place: &Place, item: &Type) {
        let name = &place.name;
        let is = |property| Test::Is(place.clone(), property);
        if is_ordered(item) {
            let orders = [
                (Order::Sorted, "is sorted"),
                (Order::Reversed, "is sorted in reverse"),
                (Order::Neither, "is unsorted"),
            ];
            let choices = orders.map(|(order, told)| (format!("{name} {told}"), is(Property::Order(order))));
            self.add(format!("order of {name}"), Origin::Type, choices.to_vec());
        }
        let repeats = [(true, "has repeated items"), (false, "has no repeated items")];
        let choices =
            repeats.map(|(repeats, told)| (format!("{name} {told}"), is(Property::Repeats(repeats))));
        self.add(format!("repeated items in {name}"), Origin::Type, choices.to_vec());
    }
}

/// Constants of one kind that a place is compared with.
fn values(asked: &[&Asks], kind: &dyn Fn(&Value) -> bool) -> Vec<Value> {
    let known = asked.iter().filter_map(|asks| match asks {
        Asks::Value(value) if kind(value) => Some(value.clone()),
        _ => None,
    });
    known.take(SPLITS).collect()
}
