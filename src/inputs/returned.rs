//! What subjects returned, as inputs of others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use morph_relation::{Type, Value};
use morph_source::scan::Subject;

/// Subjects that may undo what one does, at most.
const INVERSES: usize = 8;
/// They are looked for among so many subjects before and after it.
const NEAR: usize = 200;

/// So often a parameter is what another subject returned.
const FILLED: f64 = 0.2;

/// What subjects returned.
#[derive(Default)]
pub struct Returned {
    /// With the index of the subject.
    values: Vec<(usize, Value)>,
    /// By subject: the subjects that take what it returns and return what it takes.
    inverses: Vec<BTreeSet<usize>>,
    /// The subjects that always return the same.
    constants: BTreeSet<usize>,
}

impl Returned {
    /// Of these subjects, with the index of the one that returned it.
    pub fn of(subjects: &[Subject], values: Vec<(usize, Value)>) -> Returned {
        let constants = (0..subjects.len()).filter(|i| subjects[*i].is_constant());
        Returned { values, inverses: inverses(subjects), constants: constants.collect() }
    }

    /// Everything, with the index of the subject.
    pub fn all(&self) -> impl Iterator<Item = &(usize, Value)> {
        self.values.iter()
    }

    /// Leaves out what subjects returned that `keep` does not let through.
    pub fn retain(&mut self, keep: &dyn Fn(usize) -> bool) {
        self.values.retain(|(from, _)| keep(*from));
    }

    /// Puts what others return in place of some parameters, or of all: texts that parse, codes that decode.
    pub fn fill(&self, subject: &Subject, index: usize, inputs: &mut [Vec<Value>], rng: &mut ChaCha8Rng) {
        for (place, param) in subject.params.iter().enumerate() {
            let Some(fitting) = self.fitting(index, &|value| value.is_writable(&param.ty)) else { continue };
            for input in inputs.iter_mut() {
                if rng.random_bool(FILLED) {
                    input[place] = fitting.draw(rng).clone();
                }
            }
        }
        let Some(whole) = self.fitting(index, &|value| is_spread(value, subject)) else { return };
        for input in inputs {
            if rng.random_bool(FILLED)
                && let Value::Tuple(parts) = whole.draw(rng)
            {
                *input = parts.to_vec();
            }
        }
    }

    /// What other subjects returned that a subject may be given and that fits, if anything does: no numbers and the like, which
    /// chance hits as well, but for those of subjects that may undo what this one does.
    pub fn fitting(&self, index: usize, fits: &dyn Fn(&Value) -> bool) -> Option<Fitting<'_>> {
        let undoes = |from: &usize| self.inverses.get(index).is_some_and(|all| all.contains(from));
        let mut by_origin: BTreeMap<usize, Vec<&Value>> = BTreeMap::new();
        for (from, value) in &self.values {
            if *from != index && (is_composite(value) || undoes(from)) && fits(value) {
                by_origin.entry(*from).or_default().push(value);
            }
        }
        let mut fitting = Fitting { undoing: Vec::new(), others: Vec::new() };
        // Together, constants are heard as often as one of the others.
        let (constants, by_origin): (BTreeMap<_, _>, BTreeMap<_, _>) =
            by_origin.into_iter().partition(|(from, _)| self.constants.contains(from));
        for (from, values) in by_origin {
            if undoes(&from) { &mut fitting.undoing } else { &mut fitting.others }.push(values);
        }
        if !fitting.others.is_empty() && !constants.is_empty() {
            fitting.others.push(constants.into_values().flatten().collect());
        }
        (!fitting.undoing.is_empty() || !fitting.others.is_empty()).then_some(fitting)
    }
}

/// Values by the subject that returned them: of those that may undo what another one does, and of others.
#[derive(Serialize)]
pub struct Fitting<'v> {
    undoing: Vec<Vec<&'v Value>>,
    others: Vec<Vec<&'v Value>>,
}

impl<'v> Fitting<'v> {
    /// One of them. Subjects that return much are heard as often as those that return little.
    fn draw(&self, rng: &mut ChaCha8Rng) -> &'v Value {
        let first = self.others.is_empty() || !self.undoing.is_empty() && rng.random_bool(0.5);
        let origins = if first { &self.undoing } else { &self.others };
        let values = &origins[rng.random_range(0..origins.len())];
        values[rng.random_range(0..values.len())]
    }
}

/// By subject: the nearest subjects that take what it returns and return what it takes, or all that it takes as a tuple.
fn inverses(subjects: &[Subject]) -> Vec<BTreeSet<usize>> {
    let takes: Vec<Vec<Type>> = subjects
        .iter()
        .map(|subject| {
            let mut types: Vec<Type> = subject.params.iter().map(|param| param.ty.owned()).collect();
            if types.len() > 1 {
                types.push(Type::Tuple(types.clone()));
            }
            types
        })
        .collect();
    let returned: Vec<Type> = subjects.iter().map(|subject| subject.ret.unwrapped().owned()).collect();
    let mut returning: HashMap<&Type, Vec<usize>> = HashMap::new();
    returned.iter().enumerate().for_each(|(i, ty)| returning.entry(ty).or_default().push(i));
    let near_to = |j: usize, i: usize| j != i && j.abs_diff(i) <= NEAR;
    let of = |i: usize| {
        let makers =
            takes[i].iter().filter(|ty| **ty != returned[i]).filter_map(|ty| returning.get(ty)).flatten();
        let mut near: Vec<usize> =
            makers.copied().filter(|j| near_to(*j, i) && takes[*j].contains(&returned[i])).collect();
        near.sort_by_key(|j| (j.abs_diff(i), *j));
        near.into_iter().take(INVERSES).collect()
    };
    (0..subjects.len()).map(of).collect()
}

/// Whether the parts of a value are what a subject takes, one for each parameter.
pub fn is_spread(value: &Value, subject: &Subject) -> bool {
    match value {
        Value::Tuple(parts) => {
            let mut both = parts.iter().zip(&subject.params);
            parts.len() == subject.params.len() && both.all(|(part, param)| part.is_writable(&param.ty))
        }
        _ => false,
    }
}

/// Whether a value is no number or the like, which chance hits as well.
fn is_composite(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::Seq(_) | Value::Tuple(_) | Value::Data(_))
}
