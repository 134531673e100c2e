//! Steps along one number or character: a small one first, and, where that leads nearer, longer ones in its direction
//! (the alternating variable method's exploratory and pattern moves).

use morph_relation::{FloatType, Type, Value};

/// A step of a climb, from one value to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Of an integer or of a character's code.
    By(i128),
    /// Of a float.
    Of(f64),
    /// To a float so many representable ones away.
    Ulps(i64),
}

/// The steps that are tried first, from a value of this type.
pub fn first_steps(value: &Value, ty: &Type) -> Vec<Step> {
    const SECOND: i128 = 1_000_000_000;
    let both = |step: i128| [Step::By(step), Step::By(-step)];
    match (value, ty) {
        (Value::Int(_), Type::Duration) => [both(1), both(SECOND)].concat(),
        (Value::Int(_) | Value::Char(_), _) => both(1).to_vec(),
        (Value::F32(_) | Value::F64(_), _) => {
            let steps = [Step::Of(1.0), Step::Of(0.1), Step::Of(0.001), Step::Ulps(1)];
            steps.into_iter().flat_map(|step| [step, step.back()]).collect()
        }
        _ => Vec::new(),
    }
}

impl Step {
    fn back(self) -> Step {
        match self {
            Step::By(n) => Step::By(-n),
            Step::Of(x) => Step::Of(-x),
            Step::Ulps(n) => Step::Ulps(-n),
        }
    }

    /// A value so many steps away.
    pub fn from(self, value: &Value, times: f64) -> Option<Value> {
        // Saturates.
        let whole = times as i128;
        match (value, self) {
            (Value::Int(n), Step::By(step)) => n.checked_add(step.checked_mul(whole)?).map(Value::Int),
            (Value::Char(c), Step::By(step)) => {
                let code = i128::from(u32::from(*c)).checked_add(step.checked_mul(whole)?)?;
                char::from_u32(u32::try_from(code).ok()?).map(Value::Char)
            }
            (Value::F64(x), Step::Of(step)) => Some(Value::F64(x + step * times)),
            (Value::F32(x), Step::Of(step)) => {
                Some(Value::float(FloatType::F32, f64::from(*x) + step * times))
            }
            (Value::F64(x), Step::Ulps(n)) => {
                let bits = i128::from(ordered(x.to_bits() as i64)) + i128::from(n) * whole;
                let x = f64::from_bits(ordered(i64::try_from(bits).ok()?) as u64);
                (!x.is_nan()).then_some(Value::F64(x))
            }
            (Value::F32(x), Step::Ulps(n)) => {
                let bits = i128::from(ordered(i64::from(x.to_bits() as i32) << 32))
                    + ((i128::from(n) * whole) << 32);
                let x = f32::from_bits((ordered(i64::try_from(bits).ok()?) >> 32) as u32);
                (!x.is_nan()).then_some(Value::F32(x))
            }
            _ => None,
        }
    }
}

/// The bits of a float as a number that grows with it, and back.
fn ordered(bits: i64) -> i64 {
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

/// How many first steps to go on, where one leads from a distance to a smaller one: doubled over and over, up to twice
/// what it takes where the distance shrinks evenly, and just there.
pub fn pattern(before: f64, after: f64) -> Vec<f64> {
    let exact = before / (before - after);
    let mut steps: Vec<f64> = Vec::new();
    let mut next = 2.0;
    while steps.len() < 64 && next <= 2.0 * exact {
        steps.push(next);
        next *= 2.0;
    }
    if exact.is_finite() {
        steps.extend([exact.floor() - 1.0, exact.floor(), exact.ceil(), exact.ceil() + 1.0, exact]);
    }
    steps.retain(|times| *times > 1.0);
    steps.sort_by(f64::total_cmp);
    steps.dedup();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_neighbours_and_far_away() {
        assert_eq!(Step::By(-1).from(&Value::Int(3), 5.0), Some(Value::Int(-2)));
        assert_eq!(Step::By(1).from(&Value::Int(i128::MAX), 1.0), None);
        assert_eq!(Step::By(1).from(&Value::Char('a'), 2.0), Some(Value::Char('c')));
        assert_eq!(Step::By(1).from(&Value::Char('\u{d7ff}'), 1.0), None, "a surrogate");
        for x in [-1.5, -0.0, 0.0, 1.0, 1e300, -1e-300] {
            let next = Step::Ulps(1).from(&Value::F64(x), 1.0).and_then(|v| v.as_float());
            assert_eq!(next, Some(if x == 0.0 && x.is_sign_negative() { 0.0 } else { x.next_up() }));
            let x = x as f32;
            let before = Step::Ulps(-1).from(&Value::F32(x), 1.0).and_then(|v| v.as_float());
            let expected = if x == 0.0 && x.is_sign_positive() { -0.0 } else { x.next_down() };
            assert_eq!(before, Some(f64::from(expected)), "{x}");
        }
    }

    #[test]
    fn pattern_ends_where_an_even_slope_would() {
        assert_eq!(pattern(10.0, 9.0), [2.0, 4.0, 8.0, 9.0, 10.0, 11.0, 16.0]);
        assert_eq!(pattern(2.0, 1.0), [2.0, 3.0, 4.0]);
        assert!(pattern(1e18, 1e18 - 1024.0).contains(&1024.0));
    }
}
