//! Categories from the types of the parameters and from the conditions on them in the source.

use std::cmp::Ordering;

use super::place::{Place, bare};
use super::property::{Blanks, Case, Order, Property};
use super::{Category, Choice, Origin, Test};
use crate::relation::{FloatType, IntType, Type, Value, show_literal};
use crate::scan::{Asks, Param, PathCondition, Subject};

/// So many constants of the source split the range of a place.
const SPLITS: usize = 5;
/// Structs with more fields, and enums with more variants, are not looked into.
const FIELDS: usize = 4;
const VARIANTS: usize = 12;

/// Every category of a subject's inputs.
pub fn categories(subject: &Subject) -> Vec<Category> {
    let mut deriver = Deriver { conditions: &subject.conditions, found: Vec::new() };
    let places: Vec<Place> = subject
        .params
        .iter()
        .enumerate()
        .map(|(param, Param { name, ty })| Place::param(param, name, ty))
        .collect();
    for (param, place) in places.iter().enumerate() {
        deriver.place(place, param, None);
    }
    for (n, a) in places.iter().enumerate() {
        places[n + 1..].iter().filter(|b| a.ty.erased() == b.ty.erased()).for_each(|b| deriver.pair(a, b));
    }
    deriver.found
}

struct Deriver<'a> {
    conditions: &'a [PathCondition],
    found: Vec<Category>,
}

impl Deriver<'_> {
    fn add(&mut self, name: String, origin: Origin, choices: Vec<(String, Test)>) {
        // One kind of inputs is no choice.
        if choices.len() > 1 {
            let choices = choices.into_iter().map(|(name, test)| Choice { name, test }).collect();
            self.found.push(Category { name, choices, origin });
        }
    }

    /// Those of a place, whose conditions are those of its parameter, or of the field that it is.
    fn place(&mut self, place: &Place, param: usize, field: Option<&str>) {
        let asked: Vec<&Asks> = self
            .conditions
            .iter()
            .filter(|c| c.param == param && c.field.as_deref() == field)
            .map(|c| &c.asks)
            .collect();
        let name = place.name.clone();
        let is = |property: Property| Test::Is(place.clone(), property);
        let two = |yes: String, a: Property, no: String, b: Property| vec![(yes, is(a)), (no, is(b))];
        match &place.ty {
            Type::Bool => {
                let choices = [true, false].map(|b| (format!("{name} is {b}"), is(Property::Bool(b))));
                self.add(name, Origin::Type, choices.to_vec());
            }
            Type::Int(int) | Type::NonZero(int) => self.int(place, *int, &asked),
            Type::Duration => {
                let rest = Property::Int(1, i128::MAX);
                let choices =
                    two(format!("{name} is zero"), Property::Int(0, 0), format!("{name} is positive"), rest);
                self.add(name, Origin::Type, choices);
            }
            Type::Float(float) => self.float(place, *float, &asked),
            Type::Char => self.char(place, &asked),
            Type::Str | Type::String => self.text(place, &asked),
            Type::Slice(item) | Type::Vec(item) => {
                self.length(place, "item", &asked);
                self.items(place, item);
            }
            Type::Array(item, length) if *length > 1 => self.items(place, item),
            Type::Option(inner) => {
                let choices = two(
                    format!("{name} is None"),
                    Property::Negative,
                    format!("{name} is Some"),
                    Property::Positive,
                );
                self.add(name, Origin::Type, choices);
                if place.depth() < 2 {
                    self.place(&place.content(inner), param, None);
                }
            }
            Type::Result(..) => {
                let choices = two(
                    format!("{name} is Err"),
                    Property::Negative,
                    format!("{name} is Ok"),
                    Property::Positive,
                );
                self.add(name, Origin::Type, choices);
            }
            Type::Ordering => {
                let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
                let choices = orders.map(|o| (format!("{name} is {o:?}"), is(Property::Ordering(o))));
                self.add(name, Origin::Type, choices.to_vec());
            }
            Type::Adt(adt) if adt.is_enum && adt.variants().len() <= VARIANTS => {
                let variants = adt.variants().iter().enumerate();
                let choices =
                    variants.map(|(n, v)| (format!("{name} is {}", v.name), is(Property::Variant(n))));
                let choices = choices.collect();
                self.add(name, Origin::Type, choices);
            }
            Type::Adt(adt) if place.depth() < 2 => {
                for (n, part) in
                    adt.fields().filter(|f| f.len() <= FIELDS).unwrap_or_default().iter().enumerate()
                {
                    self.place(&place.part(n, &part.name, &part.ty), param, Some(&part.name));
                }
            }
            Type::Tuple(types) if place.depth() < 2 && types.len() <= FIELDS => {
                for (n, ty) in types.iter().enumerate() {
                    let number = n.to_string();
                    self.place(&place.part(n, &number, ty), param, Some(&number));
                }
            }
            _ => {}
        }
    }

    /// Zero, the ends of the type and the constants that it is compared with, and what lies between.
    fn int(&mut self, place: &Place, int: IntType, asked: &[&Asks]) {
        let name = &place.name;
        let (low, high) = (int.lowest(), int.highest());
        let compared = asked.iter().filter_map(|asks| match asks {
            Asks::Value(Value::Int(n)) if (low..=high).contains(n) => Some(*n),
            _ => None,
        });
        let mut points: Vec<i128> =
            compared.filter(|n| *n != 0 && *n != low && *n != high).take(SPLITS).collect();
        let origin = if points.is_empty() { Origin::Type } else { Origin::Condition };
        points.extend([low, 0, high]);
        points.sort_unstable();
        points.dedup();
        let is = |low, high| Test::Is(place.clone(), Property::Int(low, high));
        let mut choices = Vec::new();
        for (n, point) in points.iter().enumerate() {
            let text = match *point {
                // What `u128` holds is larger than what is counted here.
                p if p == high && int == IntType::U128 => format!("{name} > i128::MAX"),
                p if p == high => format!("{name} == {}::MAX", int.name()),
                p if p == low && int.signed() => format!("{name} == {}::MIN", int.name()),
                p => format!("{name} == {p}"),
            };
            if *point != 0 || !matches!(place.ty, Type::NonZero(_)) {
                choices.push((text, is(*point, *point)));
            }
            let Some(next) = points.get(n + 1).filter(|next| point + 1 < **next) else { continue };
            let text = match (*point, *next) {
                (p, q) if q == high => format!("{name} > {p}"),
                (p, q) if p == low && int.signed() => format!("{name} < {q}"),
                (p, q) => format!("{p} < {name} < {q}"),
            };
            choices.push((text, is(point + 1, next - 1)));
        }
        self.add(name.clone(), origin, choices);
    }

    fn float(&mut self, place: &Place, float: FloatType, asked: &[&Asks]) {
        let name = &place.name;
        let compared = asked.iter().filter_map(|asks| match asks {
            Asks::Value(value) => match value {
                Value::Int(n) => Some(*n as f64),
                value => value.as_float(),
            },
            _ => None,
        });
        let round = |x: f64| if float == FloatType::F32 { f64::from(x as f32) } else { x };
        let mut points: Vec<f64> =
            compared.map(round).filter(|x| x.is_finite() && *x != 0.0).take(SPLITS).collect();
        let origin = if points.is_empty() { Origin::Type } else { Origin::Condition };
        points.extend([f64::NEG_INFINITY, 0.0, f64::INFINITY]);
        points.sort_by(f64::total_cmp);
        points.dedup();
        let is = |property| Test::Is(place.clone(), property);
        let mut choices = vec![(format!("{name} is NaN"), is(Property::Nan))];
        for (n, point) in points.iter().enumerate() {
            choices.push((format!("{name} == {point}"), is(Property::Float(*point, *point))));
            let Some(next) = points.get(n + 1) else { continue };
            let text = match (point.is_finite(), next.is_finite()) {
                (true, true) => format!("{point} < {name} < {next}"),
                (true, false) => format!("{name} > {point}"),
                _ => format!("{name} < {next}"),
            };
            choices.push((text, is(Property::Float(*point, *next))));
        }
        self.add(name.clone(), origin, choices);
    }

    fn char(&mut self, place: &Place, asked: &[&Asks]) {
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
            ("is another character of ASCII", Property::Ascii(true)),
            ("is no letter with case, nor of ASCII", Property::Ascii(false)),
        ] {
            choices.push((format!("{name} {told}"), is(case)));
        }
        self.add(name.clone(), origin, choices);
    }

    fn text(&mut self, place: &Place, asked: &[&Asks]) {
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
        let script = [(true, "is of ASCII only"), (false, "is not of ASCII only")];
        let choices = script.map(|(only, told)| (format!("{name} {told}"), is(Property::Ascii(only))));
        self.add(format!("script of {name}"), Origin::Type, choices.to_vec());
        let cases = [
            (Case::Lower, "is in lower case"),
            (Case::Upper, "is in upper case"),
            (Case::Mixed, "is in mixed case"),
            (Case::Without, "is without case"),
        ];
        let choices = cases.map(|(case, told)| (format!("{name} {told}"), is(Property::Case(case))));
        self.add(format!("case of {name}"), Origin::Type, choices.to_vec());
        let blanks = [
            (Blanks::Nowhere, "has no white space"),
            (Blanks::Inside, "has white space inside"),
            (Blanks::AtAnEnd, "has white space at an end"),
        ];
        let choices = blanks.map(|(blanks, told)| (format!("{name} {told}"), is(Property::Blanks(blanks))));
        self.add(format!("white space in {name}"), Origin::Type, choices.to_vec());
    }

    /// Empty, one, more; and the lengths that it is compared with.
    fn length(&mut self, place: &Place, what: &str, asked: &[&Asks]) {
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
    fn items(&mut self, place: &Place, item: &Type) {
        let name = &place.name;
        let is = |property| Test::Is(place.clone(), property);
        if is_ordered(item) {
            let orders = [
                (Order::Sorted, "is sorted"),
                (Order::Reversed, "is sorted in reverse"),
                (Order::Neither, "is in no order"),
            ];
            let choices = orders.map(|(order, told)| (format!("{name} {told}"), is(Property::Order(order))));
            self.add(format!("order of {name}"), Origin::Type, choices.to_vec());
        }
        let repeats = [(true, "repeats an item"), (false, "repeats no item")];
        let choices =
            repeats.map(|(repeats, told)| (format!("{name} {told}"), is(Property::Repeats(repeats))));
        self.add(format!("repeats in {name}"), Origin::Type, choices.to_vec());
    }

    /// How two parameters of one type compare.
    fn pair(&mut self, a: &Place, b: &Place) {
        if matches!(a.ty, Type::Bool | Type::Unit | Type::Phantom(_)) {
            return;
        }
        let name = format!("{} and {}", a.name, b.name);
        let test = |how| Test::Compares(a.clone(), b.clone(), how);
        let told = |symbol: &str| format!("{} {symbol} {}", a.name, b.name);
        let choices = if is_ordered(&a.ty) {
            vec![
                (told("<"), test(Ordering::Less)),
                (told("=="), test(Ordering::Equal)),
                (told(">"), test(Ordering::Greater)),
            ]
        } else {
            vec![
                (told("=="), Test::Equal(a.clone(), b.clone(), true)),
                (told("!="), Test::Equal(a.clone(), b.clone(), false)),
            ]
        };
        self.add(name, Origin::Comparison, choices);
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

fn is_ordered(ty: &Type) -> bool {
    use Type::{Char, Duration, Float, Int, NonZero, Str, String};
    matches!(bare(ty), Int(_) | NonZero(_) | Float(_) | Char | Str | String | Duration)
}
