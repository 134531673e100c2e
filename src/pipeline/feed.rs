//! Source inputs of every subject: generated, moved towards the domain where the subject returns values, and fed with
//! what other subjects return.

use std::collections::HashSet;

use anyhow::Result;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::inputs::{Generator, nearby, sources};
use crate::lab::{Lab, Outcome};
use crate::relation::Value;
use crate::scan::Subject;
use crate::traces::{Executor, RowId};

/// Values that subjects returned, with the index of the subject.
pub type Returned = Vec<(usize, Value)>;

/// Of each subject so many returned values are offered to the others.
const OFFERED: usize = 120;

/// A subject's inputs: the first `count`, of which a good share returns values where that is possible at all.
pub fn inputs(
    subject: &Subject,
    index: usize,
    returned: &Returned,
    count: usize,
    executor: &mut Executor<'_>,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Vec<Value>>> {
    let generator = generator(subject, index, returned);
    let mut all = sources(subject, &generator, count, rng);
    fill(subject, index, returned, &mut all, rng);
    let mut seen: HashSet<Vec<Value>> = HashSet::new();
    all.retain(|input| seen.insert(input.clone()));
    // Two rounds of learning where inputs are useful.
    for _ in 0..2 {
        let rows = executor.run(all.clone())?;
        let good: Vec<Vec<Value>> = all
            .iter()
            .zip(&rows)
            .filter(|(_, row)| useful(executor, **row))
            .map(|(i, _)| i.clone())
            .collect();
        if good.len() * 2 >= count {
            break;
        }
        let mut near = nearby(subject, &generator, &good, count * 2, rng);
        near.retain(|input| seen.insert(input.clone()));
        let rows = executor.run(near.clone())?;
        let better: Vec<Vec<Value>> =
            near.into_iter().zip(rows).filter(|(_, row)| useful(executor, *row)).map(|(i, _)| i).collect();
        // A third of the inputs on which it fails stays: failing is behaviour, too.
        let mut bad = 0;
        let keep_bad = count / 3;
        let rows = executor.run(all.clone())?;
        let mut next = good;
        next.extend(better.into_iter().take(count));
        for (input, row) in all.iter().zip(rows) {
            if !useful(executor, row) && bad < keep_bad {
                bad += 1;
                next.push(input.clone());
            }
        }
        next.truncate(count);
        all = next;
    }
    Ok(all)
}

/// Fresh inputs like `seen`, from another stream.
pub fn fresh_inputs(
    subject: &Subject,
    index: usize,
    returned: &Returned,
    seen: &[Vec<Value>],
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let generator = generator(subject, index, returned);
    let mut fresh = sources(subject, &generator, count / 2, rng);
    fill(subject, index, returned, &mut fresh, rng);
    fresh.extend(nearby(subject, &generator, seen, count - count / 2, rng));
    fresh
}

/// What a subject returns on some ordinary inputs, for others to take.
pub fn offer(subject: &Subject, index: usize, lab: &Lab, rng: &mut ChaCha8Rng) -> Result<Returned> {
    let mut executor = Executor::new(lab, &subject.path, &|_| false)?;
    let generator = generator(subject, index, &Vec::new());
    let rows = executor.run(sources(subject, &generator, OFFERED * 2, rng))?;
    let mut values: Vec<Value> = Vec::new();
    for row in rows {
        if let Outcome::Value(value) = executor.original(row)
            && values.len() < OFFERED
            && !values.contains(value)
        {
            values.push(value.clone());
        }
    }
    Ok(values.into_iter().map(|value| (index, value)).collect())
}

fn generator(subject: &Subject, index: usize, returned: &Returned) -> Generator {
    let mut pool = subject.constants.clone();
    let fits =
        |value: &Value| subject.params.iter().any(|p| matches!(value, Value::Str(_)) && value.fits(&p.ty));
    pool.extend(
        returned
            .iter()
            .filter(|(from, value)| *from != index && fits(value))
            .map(|(_, v)| v.clone())
            .take(60),
    );
    Generator::new(pool)
}

/// Puts what others return in place of some parameters: texts that parse, codes that decode.
fn fill(
    subject: &Subject,
    index: usize,
    returned: &Returned,
    inputs: &mut [Vec<Value>],
    rng: &mut ChaCha8Rng,
) {
    for (place, param) in subject.params.iter().enumerate() {
        let composite = |value: &Value| matches!(value, Value::Str(_) | Value::Seq(_) | Value::Tuple(_));
        let fitting: Vec<&Value> = returned
            .iter()
            .filter(|(from, value)| *from != index && composite(value) && value.fits(&param.ty))
            .map(|(_, value)| value)
            .collect();
        if fitting.is_empty() {
            continue;
        }
        for input in inputs.iter_mut() {
            if rng.random_bool(0.2) {
                input[place] = fitting[rng.random_range(0..fitting.len())].clone();
            }
        }
    }
}

/// Whether the original returned something that says more than "no".
fn useful(executor: &Executor<'_>, row: RowId) -> bool {
    matches!(executor.original(row), Outcome::Value(value) if !matches!(value, Value::None | Value::Err(_)))
}
