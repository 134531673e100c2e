//! Local search that repairs what is violated: a wanted value is propagated from a constraint down to one variable, through
//! inverses of the operations on the way (Niemetz, Preiner, Biere: "Propagation based local search for bit-precise
//! reasoning", 2017), for floats with exactly their own arithmetic.

mod aim;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::super::term::evaluate::{self, Known};
use super::super::term::numbers;
use super::super::term::{Scalar, Sort, Term, TermId};
use super::propagate::Domains;
use super::slice::{Decision, Slice};

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
    /// By variable: the places of the terms that depend on it, once it was changed.
    dependents: Vec<Option<Vec<u32>>>,
    /// The variable that was changed last, what it was, and what the terms were that depend on it.
    last: (usize, Scalar),
    undo: Vec<Option<Known>>,
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
            values: Vec::with_capacity(slice.terms.len()),
            inputs: Vec::new(),
            dependents: vec![None; slice.variables.len()],
            last: (0, Scalar::Bool(false)),
            undo: Vec::new(),
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
        self.slice.evaluate(&self.inputs, &mut self.values);
        let mut violated = self.violated();
        let mut best = self.inputs.clone();
        let mut fewest = violated.len();
        for step in 0..steps {
            if violated.is_empty() {
                return Some(self.inputs);
            }
            let (id, truth) = violated[self.rng.random_range(0..violated.len())];
            let changed = match self.rng.random_bool(0.05) {
                true => self.shake(),
                false => self.aim(id, Scalar::Bool(truth)) || self.shake(),
            };
            if !changed {
                continue;
            }
            self.evaluate_changed();
            let before = std::mem::replace(&mut violated, self.violated());
            if violated.len() > before.len() && self.rng.random_bool(0.7) {
                self.take_back();
                violated = before;
            }
            if violated.len() < fewest {
                (fewest, best) = (violated.len(), self.inputs.clone());
            } else if step % 400 == 399 {
                self.inputs.clone_from(&best);
                self.slice.evaluate(&self.inputs, &mut self.values);
                violated = self.violated();
            }
        }
        violated.is_empty().then_some(self.inputs)
    }

    /// Evaluates what depends on the variable that was changed last.
    fn evaluate_changed(&mut self) {
        let (index, _) = self.last;
        let places = self.dependents[index].take();
        let places = places.unwrap_or_else(|| self.slice.dependents(self.slice.variables[index].0));
        self.undo.clear();
        for place in &places {
            let term = self.slice.get(TermId(*place));
            let value = match term {
                Term::Var(_) => Some(Known::Is(self.inputs[index])),
                _ => evaluate::step(term, |part| self.values[part.0 as usize], |_| None),
            };
            self.undo.push(std::mem::replace(&mut self.values[*place as usize], value));
        }
        self.dependents[index] = Some(places);
    }

    /// Takes the last change back.
    fn take_back(&mut self) {
        let (index, before) = self.last;
        self.inputs[index] = before;
        for (place, value) in self.dependents[index].iter().flatten().zip(&self.undo) {
            self.values[*place as usize] = *value;
        }
    }

    /// The constraints that do not come out as they shall.
    fn violated(&self) -> Vec<Decision> {
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
            (Scalar::Float(value), Sort::Float(ty)) => Scalar::Float(numbers::rounded(ty, value)),
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
        self.last = (index, std::mem::replace(&mut self.inputs[index], value));
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
