//! For which numbers a function of floats is defined: where it returns neither NaN nor an error, nor panics.

use std::collections::BTreeMap;

use anyhow::Result;

use morph_relation::{FloatType, Type, Value};
use morph_traces::{Executor, RowId};
use morph_values::{Domain, End};

/// Numbers between which an end is looked for, with both signs.
const LADDER: [f64; 24] = [
    0.0, 0.001, 0.03, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 0.95, 1.05, 1.3, 1.7, 2.5, 3.5, 5.5, 8.5, 15.5, 45.5,
    91.5, 181.5, 361.5, 1_001.5, 10_001.5,
];
/// Inputs whose other parameters have to agree.
const BASES: usize = 4;
/// How often the place of an end is halved.
const HALVINGS: usize = 45;
/// How far from a number with a name an end may be found.
const EXACT: f64 = 1e-6;

/// The domains of the parameters that are floats, by place: the numbers between which the function returns numbers for some of
/// these inputs, and beyond which it returns none. None where it returns some for all, or the others decide.
pub fn domains(
    executor: &mut Executor<'_>,
    rows: &[RowId],
    constants: &[Value],
) -> Result<BTreeMap<usize, Domain>> {
    let places: Vec<(usize, FloatType)> = executor.types().iter().enumerate().filter_map(float).collect();
    let mut found = BTreeMap::new();
    for (place, kind) in places {
        let alone = executor.types().len() == 1;
        let bases = rows.iter().filter(|row| alone || is_defined(executor, **row));
        let bases: Vec<Vec<Value>> =
            executor.inputs_of(bases.take(if alone { 1 } else { BASES }).collect::<Vec<_>>());
        let mut domain: Option<Option<Domain>> = None;
        for base in bases {
            let next = Place { base, place, kind }.domain(executor, constants)?;
            let agrees = domain.is_none_or(|known| known == next);
            domain = Some(next.filter(|_| agrees));
            if domain == Some(None) {
                break;
            }
        }
        found.extend(domain.flatten().map(|domain| (place, domain)));
    }
    Ok(found)
}

/// A parameter that is a float.
fn float((place, ty): (usize, &Type)) -> Option<(usize, FloatType)> {
    match ty.erased() {
        Type::Float(kind) => Some((place, kind)),
        _ => None,
    }
}

/// Whether the function returned a number, or whatever it returns.
fn is_defined(executor: &Executor<'_>, row: RowId) -> bool {
    executor.original(row).value().is_some_and(|value| !value.says_no() && !value.has_nan())
}

/// A parameter of an input.
struct Place {
    base: Vec<Value>,
    place: usize,
    kind: FloatType,
}

impl Place {
    fn are_defined(&self, executor: &mut Executor<'_>, numbers: &[f64]) -> Result<Vec<bool>> {
        let input = |x: &f64| {
            let mut input = self.base.clone();
            input[self.place] = Value::float(self.kind, *x);
            input
        };
        let rows = executor.rows(numbers.iter().map(input).collect())?;
        Ok(rows.into_iter().map(|row| is_defined(executor, row)).collect())
    }

    fn domain(&self, executor: &mut Executor<'_>, constants: &[Value]) -> Result<Option<Domain>> {
        let mut ladder: Vec<f64> = LADDER.iter().flat_map(|x| [-x, *x]).collect();
        ladder.sort_by(f64::total_cmp);
        ladder.dedup();
        let defined = self.are_defined(executor, &ladder)?;
        let (Some(first), Some(last)) =
            (defined.iter().position(|is| *is), defined.iter().rposition(|is| *is))
        else {
            return Ok(None);
        };
        if first == 0 && last + 1 == ladder.len() || defined[first..=last].contains(&false) {
            return Ok(None);
        }
        let low = match first.checked_sub(1) {
            Some(outside) => Some(self.end(executor, (ladder[outside], ladder[first]), constants)?),
            None => None,
        };
        let high = match ladder.get(last + 1) {
            Some(outside) => Some(self.end(executor, (*outside, ladder[last]), constants)?),
            None => None,
        };
        Ok(Some(Domain { low, high }))
    }

    /// The end between a number outside and one inside: one that has a name, or else a round one near it, inside.
    fn end(
        &self,
        executor: &mut Executor<'_>,
        (mut outside, mut inside): (f64, f64),
        constants: &[Value],
    ) -> Result<End> {
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(outside, inside);
            match self.are_defined(executor, &[middle])?[0] {
                true => inside = middle,
                false => outside = middle,
            }
        }
        let is_near = |name: &f64| (name - inside).abs() <= EXACT * name.abs().max(1.0);
        let Some(at) = names(constants).find(is_near) else {
            return Ok(End { at: rounded(inside, inside - outside), belongs: true });
        };
        Ok(End { at, belongs: self.are_defined(executor, &[at])?[0] })
    }
}

/// Numbers that ends have: constants of the code, halves of whole numbers and of circles.
fn names(constants: &[Value]) -> impl Iterator<Item = f64> {
    let own: Vec<f64> = constants.iter().filter_map(Value::as_float).flat_map(|x| [x, -x]).collect();
    let halves = (-2_000..=2_000).map(|n| f64::from(n) / 2.0);
    let circles = (-4..=4).map(|n| f64::from(n) * std::f64::consts::FRAC_PI_2);
    halves.chain(circles).chain(own)
}

/// A number of three digits, no further `inwards` than that.
fn rounded(x: f64, inwards: f64) -> f64 {
    let unit = 10_f64.powi(x.abs().log10().floor() as i32 - 2);
    let steps = x / unit;
    // Divided by a power of ten, not multiplied by its inverse, it is the float next to the decimal.
    let whole = if inwards > 0.0 { steps.ceil() } else { steps.floor() };
    if unit < 1.0 { whole / (1.0 / unit).round() } else { whole * unit }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_without_a_name_are_rounded_inwards() {
        assert_eq!(rounded(-0.367_879_44, 1.0), -0.367);
        assert_eq!(rounded(0.581_7, -1.0), 0.581);
        assert_eq!(rounded(7_437.2, 1.0), 7_440.0);
        assert!(names(&[Value::float(FloatType::F64, 0.3)]).any(|x| x == -0.3));
    }
}
