//! Random numbers: of every size, near what is special, on borders.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Generator, WILD};
use crate::floats::{any, border, near_special};
use crate::special::{floats, ints};
use morph_relation::{FloatType, IntType, Value};

/// So often a float of an input whose floats lie on borders does.
const ON_BORDER: f64 = 0.8;

impl Generator {
    pub(super) fn int(&self, ty: IntType, rng: &mut ChaCha8Rng) -> Value {
        let bits = ty.bits() - u32::from(ty.signed());
        let choice = rng.random_range(0..100);
        let n = if self.modest || choice < 45 || (self.compact && ty == IntType::Usize) {
            rng.random_range(0..=40).min(ty.highest())
        } else if choice < 55 {
            let values = ints(ty);
            return values[rng.random_range(0..values.len())].clone();
        } else {
            // Uniform in the number of bits; the widest two are rarer, since most functions overflow there.
            let width = rng.random_range(1..=if choice < 85 { bits.min(20) } else { bits.min(126) });
            rng.random_range(0..1_i128 << width)
        };
        let n = if ty.signed() && rng.random_bool(0.35) { -n } else { n };
        Value::Int(ty.nearest(n))
    }

    pub(super) fn float(&self, ty: FloatType, rng: &mut ChaCha8Rng) -> Value {
        let is_near_zero = self.modest || self.tame;
        if self.on_borders && rng.random_bool(ON_BORDER) {
            return border(ty, &self.pool, rng);
        }
        if !is_near_zero && self.is_wild(WILD, rng) {
            return any(ty, rng);
        }
        let choice = rng.random_range(0..100);
        let x: f64 = match choice {
            0..35 => rng.random_range(-10.0..10.0),
            35..50 => f64::from(rng.random_range(-20..=20)),
            50..60 => rng.random_range(0.0..1.0),
            60..70 => rng.random_range(-360.0..360.0),
            70..90 | 90.. if is_near_zero || choice < 90 => {
                let magnitude = 2_f64.powf(rng.random_range(-12.0..12.0));
                if rng.random() { magnitude } else { -magnitude }
            }
            90..95 => return Value::float(ty, near_special(ty, rng)),
            _ => {
                let values = floats(ty);
                return values[rng.random_range(0..values.len())].clone();
            }
        };
        // Mostly few digits: what is found on them stands in tests.
        let x = match rng.random_range(0..10) {
            0..4 => (x * 10.0).round() / 10.0,
            4..7 => (x * 100.0).round() / 100.0,
            7 => (x * 8.0).round() / 8.0,
            _ => x,
        };
        Value::float(ty, x)
    }

    pub(super) fn duration(&self, rng: &mut ChaCha8Rng) -> Value {
        const SECOND: i128 = 1_000_000_000;
        // Nanoseconds to years: what people count durations in.
        const UNITS: [i128; 8] =
            [1, 1_000, 1_000_000, SECOND, 60 * SECOND, 3_600 * SECOND, 86_400 * SECOND, 31_557_600 * SECOND];
        let unit = UNITS[rng.random_range(0..UNITS.len())];
        let Value::Int(n) = self.int(IntType::U32, rng) else { return Value::Int(0) };
        Value::Int(n * unit)
    }
}
