//! Categories from the types of the parameters and from the conditions on them in the source.

mod numbers;
mod sequences;

use std::cmp::Ordering;

use super::category::{Category, Choice, Origin, Test};
use super::place::{Place, bare};
use super::property::Property;
use morph_relation::Type;
use morph_source::scan::{Asks, Param, PathCondition, Subject};

/// Constants of the source that split the range of a place, at most.
const SPLITS: usize = 5;
/// Structs with more fields and enums with more variants have no categories of their own.
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
        places[n + 1..].iter().filter(|b| a.ty == b.ty).for_each(|b| deriver.pair(a, b));
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

fn is_ordered(ty: &Type) -> bool {
    use Type::{Char, Duration, Float, Int, NonZero, Str, String};
    matches!(bare(ty), Int(_) | NonZero(_) | Float(_) | Char | Str | String | Duration)
}
