//! Source inputs of every subject: generated, moved towards the domain where the subject returns values, and fed with
//! what other subjects return.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use anyhow::Result;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::inputs::{Generator, Made, adaptive, nearby, sources, stream, wander};
use crate::lab::{Lab, Outcome};
use crate::relation::{Adt, Data, Type, Value};
use crate::scan::{self, Subject};
use crate::traces::{Executor, RowId};

/// What inputs are made of beside chance.
#[derive(Default)]
pub struct Feed {
    /// Values that subjects returned, with the index of the subject.
    pub returned: Vec<(usize, Value)>,
    /// What constructors made, for sources.
    made: Arc<Made>,
    /// The same for fresh inputs.
    made_fresh: Arc<Made>,
}

/// Of each type so many values are made for sources, and so many for fresh inputs.
const MADE: [usize; 2] = [300, 3_000];

impl Feed {
    /// What constructors make, and what subjects return on that and on chance; in parallel.
    pub fn of(subjects: &[Subject], lab: &Lab, seed: u64) -> Result<Feed> {
        let mut feed = Feed::of_constructors(subjects, lab, seed)?;
        let offers: Vec<Vec<(usize, Value)>> = subjects
            .par_iter()
            .enumerate()
            .map(|(i, subject)| {
                offer(subject, i, &feed, lab, &mut stream(seed, &format!("offer {}", subject.path)))
            })
            .collect::<Result<_>>()?;
        feed.returned = offers.into_iter().flatten().collect();
        Ok(feed)
    }

    /// A feed of what constructors make; nothing is returned yet.
    fn of_constructors(subjects: &[Subject], lab: &Lab, seed: u64) -> Result<Feed> {
        let [mut sources, mut fresh] = [Made::new(), Made::new()];
        for maker in scan::makers(subjects) {
            if lab.refused().contains_key(&maker.path) {
                continue;
            }
            let Type::Adt(adt) = &maker.ret else { continue };
            let of_constructor = |subject: &&Subject| subject.path.starts_with(&format!("{}::", adt.path));
            let constants: Vec<Value> =
                subjects.iter().filter(of_constructor).flat_map(|s| s.constants.clone()).collect();
            for ((made, count), stage) in [&mut sources, &mut fresh].into_iter().zip(MADE).zip(["", "fresh "])
            {
                let generator = Generator::new(constants.clone()).with_made(Arc::new(made.clone()));
                let mut rng = stream(seed, &format!("{stage}{}", maker.path));
                let values = make(&maker, adt, &generator, count, lab, &mut rng)?;
                made.insert(adt.path.clone(), values);
            }
        }
        Ok(Feed { returned: Vec::new(), made: Arc::new(sources), made_fresh: Arc::new(fresh) })
    }
}

/// Different values that a type's constructors make.
fn make(
    maker: &Subject,
    adt: &Adt,
    generator: &Generator,
    count: usize,
    lab: &Lab,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Value>> {
    let mut inputs = sources(maker, generator, count * 2, rng);
    inputs.extend(sources(maker, &generator.modest(), count * 2, rng));
    let mut executor = Executor::new(lab, &maker.path, &|_| false)?;
    let rows = executor.run(inputs.clone())?;
    let (mut values, mut seen) = (Vec::new(), HashSet::new());
    for (input, row) in inputs.iter().zip(rows) {
        if let Value::Data(unmade) = &input[0]
            && let Some(value) = made(unmade, executor.original(row))
            && values.len() < count
            && seen.insert(value.clone())
        {
            values.push(value);
        }
    }
    debug_assert!(values.iter().all(|value| value.fits(&Type::Adt(adt.clone()))));
    Ok(values)
}

/// Of each subject so many returned values are offered to the others.
const OFFERED: usize = 120;

/// Inputs with what constructors are yet to make in them; those in which one refuses are left out.
pub fn settled(inputs: &[Vec<Value>], types: &[Type], lab: &Lab) -> Result<Vec<Vec<Value>>> {
    let mut makers = Makers { lab, executors: BTreeMap::new() };
    let mut all = Vec::new();
    for input in inputs {
        let values = input.iter().zip(types).map(|(value, ty)| makers.settle(value, ty));
        all.extend(values.collect::<Result<Option<Vec<Value>>>>()?);
    }
    Ok(all)
}

struct Makers<'a> {
    lab: &'a Lab,
    executors: BTreeMap<String, Executor<'a>>,
}

impl Makers<'_> {
    fn settle(&mut self, value: &Value, ty: &Type) -> Result<Option<Value>> {
        let mut each =
            |values: &[Value], types: &mut dyn Iterator<Item = &Type>| -> Result<Option<Vec<Value>>> {
                values.iter().zip(types).map(|(value, ty)| self.settle(value, ty)).collect()
            };
        Ok(match (value, ty) {
            (_, Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner)) => {
                self.settle(value, inner)?
            }
            (Value::Data(data), Type::Adt(adt)) if data.is_unmade() => {
                let path = scan::maker_path(adt);
                if !self.executors.contains_key(&path) {
                    self.executors.insert(path.clone(), Executor::new(self.lab, &path, &|_| false)?);
                }
                let executor = self.executors.get_mut(&path).expect("it was put there a line above");
                let row = executor.run(vec![vec![value.clone()]])?[0];
                made(data, executor.original(row))
            }
            (Value::Data(data), Type::Adt(adt)) => {
                let fields = adt.variants().get(data.variant).map(|shape| shape.fields.as_slice());
                let mut types = fields.unwrap_or_default().iter().map(|field| &field.ty);
                each(&data.fields, &mut types)?.map(|fields| Value::data(data.variant, fields))
            }
            (Value::Seq(items), ty) => match ty.item() {
                Some(item) => each(items, &mut std::iter::repeat(item))?.map(Value::seq),
                None => Some(value.clone()),
            },
            (Value::Tuple(items), Type::Tuple(types)) => {
                each(items, &mut types.iter())?.map(|items| Value::Tuple(items.into()))
            }
            (Value::Some(inner), Type::Option(ty)) => self.settle(inner, ty)?.map(|v| Value::Some(v.into())),
            (Value::Ok(inner), Type::Result(ty, _)) => self.settle(inner, ty)?.map(|v| Value::Ok(v.into())),
            (Value::Err(inner), Type::Result(_, ty)) => self.settle(inner, ty)?.map(|v| Value::Err(v.into())),
            _ => Some(value.clone()),
        })
    }
}

/// What a maker made of a recipe.
fn made(unmade: &Data, outcome: &Outcome) -> Option<Value> {
    match outcome {
        Outcome::Value(Value::Data(data)) => {
            Some(Value::Data(Arc::new(Data { recipe: unmade.recipe.clone(), ..(**data).clone() })))
        }
        _ => None,
    }
}

/// A subject's inputs: the first `count`, of which a good share returns values where that is possible at all.
pub fn inputs(
    subject: &Subject,
    index: usize,
    feed: &Feed,
    count: usize,
    executor: &mut Executor<'_>,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Vec<Value>>> {
    let generator = generator(subject, index, feed);
    let mut all = sources(subject, &generator, count, rng);
    fill(subject, index, feed, &mut all, rng);
    learn(subject, &generator, all, count, executor, rng)
}

/// The same of inputs that are spread evenly.
pub fn adaptive_inputs(
    subject: &Subject,
    index: usize,
    feed: &Feed,
    count: usize,
    executor: &mut Executor<'_>,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Vec<Value>>> {
    let generator = generator(subject, index, feed);
    let all = adaptive(subject, &generator, count, rng);
    learn(subject, &generator, all, count, executor, rng)
}

/// Inputs, of which most are replaced by others near those on which the subject returns values, where these are few.
fn learn(
    subject: &Subject,
    generator: &Generator,
    mut all: Vec<Vec<Value>>,
    count: usize,
    executor: &mut Executor<'_>,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Vec<Value>>> {
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
        let mut near = nearby(subject, generator, &good, count * 2, rng);
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

/// What makes a subject's fresh inputs.
pub fn fresh_generator(subject: &Subject, index: usize, feed: &Feed) -> Generator {
    generator(subject, index, feed).with_made(Arc::clone(&feed.made_fresh)).wild()
}

/// Fresh inputs like `seen`, from another stream.
pub fn fresh_inputs(
    subject: &Subject,
    index: usize,
    feed: &Feed,
    seen: &[Vec<Value>],
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let generator = fresh_generator(subject, index, feed);
    let mut fresh = sources(subject, &generator, count / 2, rng);
    fill(subject, index, feed, &mut fresh, rng);
    fresh.extend(nearby(subject, &generator, seen, count / 4, rng));
    fresh.extend(wander(subject, &generator, seen, count - count / 2 - count / 4, rng));
    fresh
}

/// What a subject returns on some ordinary inputs, for others to take.
fn offer(
    subject: &Subject,
    index: usize,
    feed: &Feed,
    lab: &Lab,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<(usize, Value)>> {
    let mut executor = Executor::new(lab, &subject.path, &|_| false)?;
    let generator = generator(subject, index, feed);
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

fn generator(subject: &Subject, index: usize, feed: &Feed) -> Generator {
    let mut pool = subject.constants.clone();
    let fits =
        |value: &Value| subject.params.iter().any(|p| matches!(value, Value::Str(_)) && value.fits(&p.ty));
    pool.extend(
        feed.returned
            .iter()
            .filter(|(from, value)| *from != index && fits(value))
            .map(|(_, v)| v.clone())
            .take(60),
    );
    Generator::new(pool).with_made(Arc::clone(&feed.made))
}

/// Puts what others return in place of some parameters: texts that parse, codes that decode.
fn fill(subject: &Subject, index: usize, feed: &Feed, inputs: &mut [Vec<Value>], rng: &mut ChaCha8Rng) {
    for (place, param) in subject.params.iter().enumerate() {
        let composite =
            |value: &Value| matches!(value, Value::Str(_) | Value::Seq(_) | Value::Tuple(_) | Value::Data(_));
        let fitting: Vec<&Value> = feed
            .returned
            .iter()
            .filter(|(from, value)| *from != index && composite(value) && value.is_writable(&param.ty))
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
