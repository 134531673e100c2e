//! Local search that repairs what is violated: a wanted value is propagated from a constraint down to one variable, through
//! inverses of the operations on the way (Niemetz, Preiner, Biere: "Propagation based local search for bit-precise
//! reasoning", 2017), for floats with exactly their own arithmetic.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::super::term::evaluate::{self, Known};
use super::super::term::{Bits, FloatFn, FloatOp, Scalar, Sort, Term, TermId};
use super::propagate::Domains;
use super::slice::{Decision, Slice};
use crate::relation::FloatType;

/// Floats at which functions change their behaviour.
const SPECIAL: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    1e-9,
    1e9,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::EPSILON,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// A search among the values of a slice's variables.
pub struct Repair<'a> {
    slice: &'a Slice,
    domains: &'a Domains,
    values: Vec<Option<Known>>,
    /// What the slice's variables are, in their order.
    inputs: Vec<Scalar>,
    /// Constraints that a term has a remainder: the term, the divisor and the constraint.
    remainders: Vec<(TermId, i128, Decision)>,
    /// Constants of the slice, as integers and as floats.
    ints: Vec<i128>,
    floats: Vec<f64>,
    rng: &'a mut ChaCha8Rng,
}

impl<'a> Repair<'a> {
    /// A search that starts at these values, brought into their domains.
    pub fn new(
        slice: &'a Slice,
        domains: &'a Domains,
        start: impl Fn(usize) -> Option<Scalar>,
        rng: &'a mut ChaCha8Rng,
    ) -> Repair<'a> {
        let mut repair = Repair {
            slice,
            domains,
            values: vec![None; slice.terms.len()],
            inputs: Vec::new(),
            remainders: remainders(slice),
            ints: vec![0, 1, -1],
            floats: SPECIAL.to_vec(),
            rng,
        };
        for term in &slice.terms {
            match term {
                Term::Int(value) => repair.ints.push(*value),
                Term::Float(bits, _) => repair.floats.push(f64::from_bits(*bits)),
                _ => {}
            }
        }
        for index in 0..slice.variables.len() {
            let value = start(index).unwrap_or(match slice.sort(slice.variables[index].0) {
                Sort::Bool => Scalar::Bool(false),
                Sort::Int(..) => Scalar::Int(0),
                Sort::Float(_) => Scalar::Float(0.0),
            });
            let value = repair.within(index, value);
            repair.inputs.push(value);
        }
        repair
    }

    /// Values that satisfy every constraint, where some are found within so many steps.
    pub fn run(mut self, steps: usize) -> Option<Vec<Scalar>> {
        let mut violated = self.violated();
        let mut best = self.inputs.clone();
        let mut fewest = violated.len();
        for step in 0..steps {
            if violated.is_empty() {
                return Some(self.inputs);
            }
            let before = (self.inputs.clone(), violated.len());
            let (id, truth) = violated[self.rng.random_range(0..violated.len())];
            let changed = match self.rng.random_bool(0.05) {
                true => self.shake(),
                false => self.aim(id, Scalar::Bool(truth)) || self.shake(),
            };
            if !changed {
                continue;
            }
            violated = self.violated();
            if violated.len() > before.1 && self.rng.random_bool(0.7) {
                self.inputs = before.0;
                violated = self.violated();
            }
            if violated.len() < fewest {
                (fewest, best) = (violated.len(), self.inputs.clone());
            } else if step % 400 == 399 {
                self.inputs.clone_from(&best);
                violated = self.violated();
            }
        }
        violated.is_empty().then_some(self.inputs)
    }

    /// Evaluates everything; the constraints that do not come out as they shall.
    fn violated(&mut self) -> Vec<Decision> {
        let mut next = self.inputs.iter();
        for index in 0..self.slice.terms.len() {
            let term = self.slice.terms[index];
            let value = match term {
                Term::Var(_) => next.next().copied().map(Known::Is),
                _ => evaluate::step(term, |part| self.values[part.0 as usize], |_| None),
            };
            self.values[index] = value;
        }
        let differs = |(id, truth): &&Decision| self.value(*id) != Some(Scalar::Bool(*truth));
        self.slice.constraints.iter().filter(differs).copied().collect()
    }

    fn value(&self, id: TermId) -> Option<Scalar> {
        match self.values[id.0 as usize] {
            Some(Known::Is(value)) => Some(value),
            _ => None,
        }
    }

    fn int(&self, id: TermId) -> Option<i128> {
        match self.value(id) {
            Some(Scalar::Int(value)) => Some(value),
            _ => None,
        }
    }

    fn float(&self, id: TermId) -> Option<f64> {
        match self.value(id) {
            Some(Scalar::Float(value)) => Some(value),
            _ => None,
        }
    }

    fn bool(&self, id: TermId) -> Option<bool> {
        match self.value(id) {
            Some(Scalar::Bool(value)) => Some(value),
            _ => None,
        }
    }

    fn varies(&self, id: TermId) -> bool {
        self.slice.vary[id.0 as usize]
    }

    /// A value of a variable, brought into its domain.
    fn within(&self, index: usize, value: Scalar) -> Scalar {
        let id = self.slice.variables[index].0;
        let (low, high) = self.domains.of(id);
        match (value, self.slice.sort(id)) {
            (Scalar::Int(value), _) => Scalar::Int(value.clamp(low, high)),
            (Scalar::Bool(value), _) => Scalar::Bool(i128::from(value).clamp(low, high) == 1),
            (Scalar::Float(value), Sort::Float(ty)) => Scalar::Float(evaluate::rounded(ty, value)),
            (value, _) => value,
        }
    }

    /// Some variable gets some value.
    fn shake(&mut self) -> bool {
        if self.inputs.is_empty() {
            return false;
        }
        let index = self.rng.random_range(0..self.inputs.len());
        let id = self.slice.variables[index].0;
        let value = match self.inputs[index] {
            Scalar::Bool(value) => Scalar::Bool(!value),
            Scalar::Int(value) => Scalar::Int(match self.rng.random_range(0..5) {
                0 => {
                    let far = self.rng.random_range(-1_000..1_000);
                    value.saturating_add(self.stride(id, None).saturating_mul(far))
                }
                4 => value.saturating_add(self.rng.random_range(-2..=2)),
                1 => {
                    let (low, high) = self.domains.of(id);
                    self.rng.random_range(low..=high)
                }
                _ => self.ints[self.rng.random_range(0..self.ints.len())]
                    .saturating_add(self.rng.random_range(-1..=1)),
            }),
            Scalar::Float(value) => Scalar::Float(match self.rng.random_range(0..4) {
                0 => self.nudged(value),
                1 => value * self.rng.random_range(-2.0..2.0) + self.rng.random_range(-1.0..1.0),
                _ => self.floats[self.rng.random_range(0..self.floats.len())],
            }),
        };
        self.set(index, value)
    }

    fn set(&mut self, index: usize, value: Scalar) -> bool {
        let value = self.within(index, value);
        if self.inputs[index] == value {
            return false;
        }
        self.inputs[index] = value;
        true
    }

    /// A float or one of its neighbours.
    fn nudged(&mut self, value: f64) -> f64 {
        match self.rng.random_range(0..6) {
            0 => value.next_up(),
            1 => value.next_down(),
            // Neighbours among `f32`, too.
            2 => f64::from((value as f32).next_up()),
            3 => f64::from((value as f32).next_down()),
            _ => value,
        }
    }

    /// Whether one of two is taken.
    fn either(&mut self, a: TermId, b: TermId) -> Option<bool> {
        match (self.varies(a), self.varies(b)) {
            (true, true) => Some(self.rng.random_bool(0.5)),
            (true, false) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    /// By what a term may be changed without another remainder than wanted where it has the wanted ones now, but for the
    /// remainder by `except`.
    fn stride(&self, id: TermId, except: Option<i128>) -> i128 {
        let of_term =
            self.remainders.iter().filter(|(term, divisor, _)| *term == id && Some(*divisor) != except);
        let kept = of_term.filter(|(.., (id, truth))| self.bool(*id) == Some(*truth));
        kept.fold(1, |stride: i128, (_, divisor, _)| {
            let common = common_divisor(stride, *divisor);
            stride.checked_mul(divisor / common).unwrap_or(stride)
        })
    }

    /// The nearest value above a term's that has a remainder, and the other remainders that it has now.
    fn congruent(&self, id: TermId, divisor: i128, wanted: i128) -> Option<i128> {
        let (value, stride) = (self.int(id)?, self.stride(id, Some(divisor)));
        let turns = 1..divisor.unsigned_abs().min(1_000);
        turns
            .map(|turn| stride.checked_mul(turn as i128)?.checked_add(value))
            .find_map(|changed| changed.filter(|changed| changed.checked_rem(divisor) == Some(wanted)))
    }

    /// Changes one variable so that a term may get a value; whether it was changed.
    fn aim(&mut self, id: TermId, target: Scalar) -> bool {
        let (mut id, mut target) = (id, target);
        loop {
            if let Term::Var(_) = self.slice.get(id) {
                let found = self.slice.variables.iter().position(|(place, _)| *place == id);
                return found.is_some_and(|index| self.set(index, target));
            }
            let next = match target {
                Scalar::Bool(wanted) => self.aim_bool(self.slice.get(id), wanted),
                Scalar::Int(wanted) => self.aim_int(self.slice.get(id), wanted),
                Scalar::Float(wanted) => self.aim_float(self.slice.get(id), wanted),
            };
            match next {
                Some((part, value)) if self.varies(part) => (id, target) = (part, value),
                _ => return false,
            }
        }
    }

    fn aim_bool(&mut self, term: Term, wanted: bool) -> Option<(TermId, Scalar)> {
        match term {
            Term::Not(a) => Some((a, Scalar::Bool(!wanted))),
            Term::And(a, b) | Term::Or(a, b) => {
                let all = matches!(term, Term::And(..)) == wanted;
                // Both are needed: the one that is missing. Either will do: one of them.
                let first = match (self.bool(a) == Some(wanted), self.bool(b) == Some(wanted)) {
                    (true, false) if all => false,
                    (false, true) if all => true,
                    _ => self.either(a, b)?,
                };
                Some((if first { a } else { b }, Scalar::Bool(wanted)))
            }
            Term::Eq(a, b) => {
                let first = self.either(a, b)?;
                let (part, other) = if first { (a, b) } else { (b, a) };
                match self.value(other)? {
                    Scalar::Bool(value) => Some((part, Scalar::Bool(value == wanted))),
                    Scalar::Int(value) if wanted => Some((part, Scalar::Int(value))),
                    Scalar::Int(value) => {
                        let away = if self.rng.random_bool(0.5) { 1 } else { -1 };
                        Some((part, Scalar::Int(value.saturating_add(away))))
                    }
                    Scalar::Float(_) => None,
                }
            }
            Term::Lt(a, b) | Term::Le(a, b) => {
                let strict = matches!(term, Term::Lt(..)) == wanted;
                let (a, b) = if wanted { (a, b) } else { (b, a) };
                let first = self.either(a, b)?;
                let gap = i128::from(strict)
                    + if self.rng.random_bool(0.2) { self.rng.random_range(0..20) } else { 0 };
                match first {
                    true => Some((a, Scalar::Int(self.int(b)?.saturating_sub(gap)))),
                    false => Some((b, Scalar::Int(self.int(a)?.saturating_add(gap)))),
                }
            }
            Term::FloatEq(a, b) => {
                let first = self.either(a, b)?;
                let (part, other) = if first { (a, b) } else { (b, a) };
                let value = self.float(other)?;
                let value = if wanted { value } else { self.nudged(value.next_up()) };
                Some((part, Scalar::Float(value)))
            }
            Term::FloatLt(a, b) | Term::FloatLe(a, b) => {
                let strict = matches!(term, Term::FloatLt(..)) == wanted;
                let (a, b) = if wanted { (a, b) } else { (b, a) };
                let first = self.either(a, b)?;
                let value = self.float(if first { b } else { a })?;
                let beyond = match (first, self.rng.random_range(0..3)) {
                    _ if value.is_nan() => 0.0,
                    (true, 0) => value - 1.0 - value.abs() * 0.1,
                    (false, 0) => value + 1.0 + value.abs() * 0.1,
                    (true, _) if strict => value.next_down(),
                    (false, _) if strict => value.next_up(),
                    _ => value,
                };
                Some((if first { a } else { b }, Scalar::Float(beyond)))
            }
            Term::IsNan(a) => Some((a, Scalar::Float(if wanted { f64::NAN } else { 1.0 }))),
            Term::Ite(c, a, b) => self.choose(c, a, b, Scalar::Bool(wanted)),
            _ => None,
        }
    }

    /// A way to give a choice a value: through the side that is chosen, or by choosing the other.
    fn choose(&mut self, c: TermId, a: TermId, b: TermId, wanted: Scalar) -> Option<(TermId, Scalar)> {
        let chosen = self.bool(c)?;
        let (this, other) = if chosen { (a, b) } else { (b, a) };
        let flip = self.value(other) == Some(wanted) || !self.varies(this) || self.rng.random_bool(0.2);
        match flip && self.varies(c) {
            true => Some((c, Scalar::Bool(!chosen))),
            false => Some((this, wanted)),
        }
    }

    fn aim_int(&mut self, term: Term, wanted: i128) -> Option<(TermId, Scalar)> {
        let (part, value) = match term {
            Term::Add(a, b) => {
                let (part, other) = if self.either(a, b)? { (a, b) } else { (b, a) };
                (part, wanted.checked_sub(self.int(other)?)?)
            }
            Term::Sub(a, b) => match self.either(a, b)? {
                true => (a, wanted.checked_add(self.int(b)?)?),
                false => (b, self.int(a)?.checked_sub(wanted)?),
            },
            Term::Mul(a, b) => {
                let (part, other) = if self.either(a, b)? { (a, b) } else { (b, a) };
                match self.int(other)? {
                    // Nothing but zero is reached: the zero has to go.
                    0 if wanted != 0 && self.varies(other) => (other, 1),
                    0 => return None,
                    factor => (part, wanted.checked_div(factor)?),
                }
            }
            Term::Div(a, b) => match self.either(a, b)? {
                true => {
                    let divisor = self.int(b)?;
                    let rest = self.rng.random_range(0..=divisor.checked_abs()?.max(1) - 1);
                    let rest = if wanted == 0 || self.rng.random_bool(0.5) { 0 } else { rest };
                    let whole = wanted.checked_mul(divisor)?;
                    (a, if whole < 0 { whole.checked_sub(rest)? } else { whole.checked_add(rest)? })
                }
                false => (b, self.int(a)?.checked_div(wanted)?),
            },
            Term::Rem(a, b) => match self.either(a, b)? {
                true => {
                    let (value, divisor) = (self.int(a)?, self.int(b)?);
                    if let Some(value) = self.congruent(a, divisor, wanted) {
                        return Some((a, Scalar::Int(value)));
                    }
                    let whole = value.checked_sub(value.checked_rem(divisor)?)?;
                    let turn = if self.rng.random_bool(0.3) { divisor } else { 0 };
                    (a, whole.checked_add(wanted)?.checked_add(turn)?)
                }
                false => (b, self.int(a)?.checked_sub(wanted)?),
            },
            Term::Wrap(ty, a) => {
                let value = self.int(a)?;
                let around = value.checked_sub(evaluate::wrapped(ty, value)?)?;
                (a, if self.rng.random_bool(0.5) { around.checked_add(wanted)? } else { wanted })
            }
            Term::Bits(op, ty, a, b) => {
                let first = self.either(a, b)?;
                let (part, other) = if first { (a, b) } else { (b, a) };
                let (value, mask) = (self.int(part)?, self.int(other)?);
                let shift = u32::try_from(mask).ok().filter(|shift| *shift < ty.bits());
                match op {
                    Bits::And => (part, value & !mask | wanted & mask),
                    Bits::Or => (part, wanted & !mask | value & mask & wanted),
                    Bits::Xor => (part, wanted ^ mask),
                    Bits::Shl if first => (a, wanted >> shift?),
                    Bits::Shr if first => (a, evaluate::wrapped(ty, wanted << shift?)?),
                    Bits::Shl | Bits::Shr => (b, self.rng.random_range(0..i128::from(ty.bits()))),
                }
            }
            Term::Ite(c, a, b) => return self.choose(c, a, b, Scalar::Int(wanted)),
            Term::ToInt(_, a) => {
                let value = wanted as f64;
                let value = if self.rng.random_bool(0.3) { value + 0.5 * value.signum() } else { value };
                return Some((a, Scalar::Float(value)));
            }
            _ => return None,
        };
        Some((part, Scalar::Int(value)))
    }

    fn aim_float(&mut self, term: Term, wanted: f64) -> Option<(TermId, Scalar)> {
        let (part, value) = match term {
            Term::FloatFn(function, _, a) => {
                let value = inverse(function, wanted);
                let negative = function == FloatFn::Abs && self.rng.random_bool(0.5);
                (a, if negative { -value } else { value })
            }
            Term::FloatOp(op, ty, a, b) => {
                let first = self.either(a, b)?;
                let (part, other) = if first { (a, b) } else { (b, a) };
                (part, other_operand(op, ty, first, wanted, self.float(other)?))
            }
            Term::Ite(c, a, b) => return self.choose(c, a, b, Scalar::Float(wanted)),
            Term::ToFloat(_, a) => {
                let value = match self.rng.random_range(0..3) {
                    0 => wanted.floor(),
                    1 => wanted.ceil(),
                    _ => wanted.round(),
                };
                return Some((a, Scalar::Int(value as i128)));
            }
            Term::Resize(_, a) => (a, wanted),
            _ => return None,
        };
        Some((part, Scalar::Float(self.nudged(value))))
    }
}

fn common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1).max(1)
}

/// The constraints of a slice that a term has a remainder.
fn remainders(slice: &Slice) -> Vec<(TermId, i128, Decision)> {
    let constant = |id| match slice.get(id) {
        Term::Int(value) => Some(value),
        _ => None,
    };
    let of_constraint = |decision: &Decision| {
        let Term::Eq(rest, _) = slice.get(decision.0) else { return None };
        let Term::Rem(term, divisor) = slice.get(rest) else { return None };
        Some((term, constant(divisor).filter(|divisor| *divisor != 0)?, *decision))
    };
    slice.constraints.iter().filter(|(_, truth)| *truth).filter_map(of_constraint).collect()
}

/// What a function gives a value for.
fn inverse(function: FloatFn, y: f64) -> f64 {
    match function {
        FloatFn::Neg => -y,
        FloatFn::Abs | FloatFn::Floor | FloatFn::Ceil | FloatFn::Round | FloatFn::Trunc => y,
        FloatFn::Sqrt => y * y,
        FloatFn::Sin => y.asin(),
        FloatFn::Cos => y.acos(),
        FloatFn::Tan => y.atan(),
        FloatFn::Asin => y.sin(),
        FloatFn::Acos => y.cos(),
        FloatFn::Atan => y.tan(),
        FloatFn::Sinh => y.asinh(),
        FloatFn::Cosh => y.acosh(),
        FloatFn::Tanh => y.atanh(),
        FloatFn::Exp => y.ln(),
        FloatFn::Exp2 => y.log2(),
        FloatFn::Ln => y.exp(),
        FloatFn::Log2 => y.exp2(),
        FloatFn::Log10 => 10_f64.powf(y),
        FloatFn::Ln1p => y.exp_m1(),
        FloatFn::ExpM1 => y.ln_1p(),
        FloatFn::Cbrt => y * y * y,
    }
}

/// The operand that gives `y` with the other one; `first` where it is the first.
fn other_operand(op: FloatOp, ty: FloatType, first: bool, y: f64, other: f64) -> f64 {
    let value = match op {
        FloatOp::Add => y - other,
        FloatOp::Sub if first => y + other,
        FloatOp::Sub => other - y,
        FloatOp::Mul => y / other,
        FloatOp::Div if first => y * other,
        FloatOp::Div => other / y,
        FloatOp::Rem if first => y,
        FloatOp::Rem => other - y,
        FloatOp::Min | FloatOp::Max => y,
        FloatOp::Pow if first => y.powf(1.0 / other),
        FloatOp::Pow => y.ln() / other.ln(),
        FloatOp::Hypot => (y * y - other * other).sqrt(),
        FloatOp::Atan2 if first => y.tan() * other,
        FloatOp::Atan2 => other / y.tan(),
    };
    evaluate::rounded(ty, value)
}
