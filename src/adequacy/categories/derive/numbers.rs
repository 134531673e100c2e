//! Categories of integers and floats: points, and what lies between.

use super::super::category::{Origin, Test};
use super::super::place::Place;
use super::super::property::Property;
use super::{Deriver, SPLITS};
use morph_relation::{FloatType, IntType, Type, Value};
use morph_source::scan::Asks;

impl Deriver<'_> {
    /// Zero, the ends of the type and the constants that it is compared with, and what lies between.
    pub(super) fn int(&mut self, place: &Place, int: IntType, asked: &[&Asks]) {
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

    pub(super) fn float(&mut self, place: &Place, float: FloatType, asked: &[&Asks]) {
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
}
