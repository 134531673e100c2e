//! Sources on which the subject returns finite numbers, and executions of the original on these and on follow-ups.

use std::collections::HashSet;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::catalogue::Map;
use super::run::Search;
use super::space::{Number, Space};
use morph_relation::{Env, Expr, Followup, Signature, Tolerance, Type, Value};
use morph_traces::Live;

/// Executes the original.
pub trait Original {
    /// By input: what it returns, where it returns.
    fn outcomes(&mut self, inputs: &[Vec<Value>]) -> anyhow::Result<Vec<Option<Value>>>;
}

impl Original for Live<'_> {
    fn outcomes(&mut self, inputs: &[Vec<Value>]) -> anyhow::Result<Vec<Option<Value>>> {
        Live::outcomes(self, inputs)
    }
}

/// Sources with their outcomes.
#[derive(Debug, Default)]
pub struct Samples {
    /// The sources.
    pub sources: Vec<Vec<Value>>,
    /// By source: what it returned.
    pub outcomes: Vec<Value>,
    /// By source: the numbers of the inputs.
    pub inputs: Vec<Vec<Value>>,
    /// By source: the numbers of the outcome.
    pub outputs: Vec<Vec<Value>>,
    /// Executions spent.
    pub spent: u64,
}

/// Executions of one follow-up, by sample.
#[derive(Debug, Default)]
pub struct Executions {
    /// The numbers of the outcome, where the follow-up can be made and returns finite ones.
    pub rows: Vec<Option<Vec<Value>>>,
    /// Executions spent.
    pub spent: u64,
}

/// Fewer samples do not support a law.
pub const LEAST: usize = 14;
/// Number of samples.
const WANTED: usize = 72;
/// Samples drawn per attempt, and attempts.
const DRAWN: usize = 72;
const ATTEMPTS: usize = 8;
/// Floats are drawn from these: many laws hold near zero only, and large numbers tell powers apart.
const RANGES: [(f64, f64); 5] = [(-1.0, 1.0), (0.0, 2.0), (-3.0, 3.0), (1.0, 20.0), (-20.0, 20.0)];
/// Largest absolute value of sampled integers.
const FAR: i128 = 16;
/// Recorded sources with larger numbers say little about small ones.
const LARGE: f64 = 1e3;
/// Maximum number of elements of a sampled sequence.
const LONGEST: usize = 5;

impl Samples {
    /// Draws sources and keeps those on which the subject returns finite numbers: so its domain is learnt.
    pub fn draw(
        search: &Search<'_>,
        space: &Space,
        original: &mut dyn Original,
        rng: &mut ChaCha8Rng,
    ) -> anyhow::Result<Samples> {
        let mut samples = Samples::default();
        let mut seen = HashSet::new();
        for attempt in 0..=ATTEMPTS {
            let mut inputs: Vec<Vec<Value>> = if attempt == ATTEMPTS {
                search.recorded.iter().filter(|input| input.iter().all(is_modest)).cloned().collect()
            } else {
                (0..DRAWN).filter_map(|_| draw(search, rng)).collect()
            };
            inputs.retain(|input| seen.insert(input.clone()));
            let outcomes = original.outcomes(&inputs)?;
            samples.spent += inputs.len() as u64;
            for (input, outcome) in inputs.into_iter().zip(outcomes) {
                let env = |outs| Env { params: &input, outs };
                let Some(outcome) = outcome else { continue };
                let outs = std::slice::from_ref(&outcome);
                let both = values(&space.inputs, env(&[])).zip(values(&space.outputs, env(outs)));
                if let Some((of_input, of_output)) = both
                    && samples.sources.len() < WANTED
                {
                    samples.inputs.push(of_input);
                    samples.outputs.push(of_output);
                    samples.outcomes.push(outcome);
                    samples.sources.push(input);
                }
            }
            if samples.sources.len() >= WANTED {
                break;
            }
        }
        Ok(samples)
    }
}

/// Executes follow-ups of every source, all at once.
pub fn execute(
    sources: &[Vec<Value>],
    maps: &[&Map],
    subject: &Signature,
    space: &Space,
    original: &mut dyn Original,
) -> anyhow::Result<Vec<Executions>> {
    let types: Vec<Type> = subject.params.iter().map(|(_, ty)| ty.clone()).collect();
    let mut inputs: Vec<Vec<Value>> = Vec::new();
    let mut made: Vec<Vec<bool>> = Vec::new();
    for map in maps {
        let followup = Followup::of_subject(map.args.clone());
        let of = |source: &Vec<Value>| followup.inputs(Env { params: source, outs: &[] }, &types);
        let all: Vec<Option<Vec<Value>>> = sources.iter().map(of).collect();
        made.push(all.iter().map(Option::is_some).collect());
        inputs.extend(all.into_iter().flatten());
    }
    let mut ended = original.outcomes(&inputs)?.into_iter().zip(&inputs);
    let mut next = |made: &bool| {
        let (outcome, params) = made.then(|| ended.next())??;
        values(&space.outputs, Env { params, outs: &[outcome?] })
    };
    let executions = made.iter().map(|made| Executions {
        rows: made.iter().map(&mut next).collect(),
        spent: made.iter().filter(|made| **made).count() as u64,
    });
    Ok(executions.collect())
}

/// The values of numbers, where all have one and floats are finite.
pub fn values(numbers: &[Number], env: Env<'_>) -> Option<Vec<Value>> {
    let value = |number: &Number| -> Option<Value> {
        let value = Expr::eval(&number.expr, env, Tolerance::Exact)?;
        let number = matches!(value, Value::Int(_)) || value.as_float().is_some_and(f64::is_finite);
        number.then_some(value)
    };
    numbers.iter().map(value).collect()
}

/// A number as a float.
pub fn as_float(value: &Value) -> f64 {
    match value {
        Value::Int(n) => *n as f64,
        other => other.as_float().unwrap_or(f64::NAN),
    }
}

fn draw(search: &Search<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let range = RANGES[rng.random_range(0..RANGES.len())];
    let params = search.subject.params.iter();
    params.map(|(name, ty)| of_type(ty, *search.ranges.get(name).unwrap_or(&range), rng)).collect()
}

fn of_type(ty: &Type, range: (f64, f64), rng: &mut ChaCha8Rng) -> Option<Value> {
    let (from, to) = range;
    Some(match ty {
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            of_type(inner, range, rng)?
        }
        Type::Float(kind) => Value::float(*kind, from + (to - from) * rng.random::<f64>()),
        Type::Int(int) => {
            let (lowest, highest) = (int.lowest().max(-FAR), int.highest().min(FAR));
            Value::Int(rng.random_range(lowest..=highest))
        }
        Type::Tuple(items) => {
            let parts: Option<Vec<Value>> = items.iter().map(|item| of_type(item, range, rng)).collect();
            Value::Tuple(parts?.into())
        }
        Type::Adt(adt) if adt.is_open() => {
            let fields = adt.fields()?.iter().map(|field| of_type(&field.ty, range, rng));
            Value::data(0, fields.collect::<Option<_>>()?)
        }
        Type::Array(item, len) => seq(item, *len, range, rng)?,
        Type::Slice(item) | Type::Vec(item) => {
            let len = rng.random_range(1..=LONGEST);
            seq(item, len, range, rng)?
        }
        _ => return None,
    })
}

fn seq(item: &Type, len: usize, range: (f64, f64), rng: &mut ChaCha8Rng) -> Option<Value> {
    let items: Option<Vec<Value>> = (0..len).map(|_| of_type(item, range, rng)).collect();
    Some(Value::seq(items?))
}

/// Whether numbers are at most 1000 from zero.
pub fn is_modest(value: &Value) -> bool {
    match value {
        Value::Int(n) => n.unsigned_abs() <= LARGE as u128,
        Value::Seq(items) | Value::Tuple(items) => items.iter().all(is_modest),
        Value::Data(data) => data.fields.iter().all(is_modest),
        other => other.as_float().is_none_or(|x| x.abs() <= LARGE),
    }
}
