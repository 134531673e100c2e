//! What subjects return, for others to take; and which of them, and which values of their types, take too long.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::domain::domains;
use super::examples::KnownTexts;
use super::input_sources::{InputSources, generator, handy, made_of_all};
use super::returned::Returned;
use morph_lab::{Lab, Outcome, Rows};
use morph_relation::{Type, Value};
use morph_source::scan::Subject;
use morph_traces::{Executor, MUCH_FUEL, Oracle, RowId};
use morph_values::{Domain, Made, sources, stream};

/// Values made per type for sources, and for fresh inputs.
const MADE: usize = 300;
const MADE_FRESH: usize = 3_000;
/// Returned values per subject that are offered to the others.
const OFFERED: usize = 120;
/// Inputs on which a subject is tried first: one on which it does not end costs half a second.
const PROBED: usize = 24;
/// What is longer is not compared thousands of times.
const LONG: usize = 200;
/// Numbers up to this one are no reason not to end.
const SMALL: u128 = 100;
/// A call that takes longer, on the average of so many, is not made thousands of times.
const SLOW: Duration = Duration::from_millis(10);
/// Subjects that show whether a type has values that take too long.
const PILOTS: usize = 4;

impl InputSources {
    /// What constructors make, and what subjects return on that and on chance; in parallel.
    pub fn of(subjects: &[Subject], texts: &KnownTexts, lab: &Lab, seed: u64) -> Result<InputSources> {
        InputSources::with_recorded(subjects, texts, lab, Rows::new(), seed)
    }

    /// The same, with what the package's own tests call subjects with.
    pub fn with_recorded(
        subjects: &[Subject],
        texts: &KnownTexts,
        lab: &Lab,
        recorded: Rows,
        seed: u64,
    ) -> Result<InputSources> {
        let (all, fresh) = rayon::join(
            || InputSources::without_fresh((subjects, texts, recorded), lab, seed, false),
            || made_of_all(subjects, texts, lab, seed, ("fresh ", MADE_FRESH)),
        );
        let (mut all, mut fresh) = (all?, fresh?);
        keep_handy(Arc::make_mut(&mut fresh), &all.unwieldy);
        all.made_fresh = fresh;
        Ok(all)
    }

    /// The same without what fresh inputs are made of. In a hurry, subjects whose calls take long are found by the clock, so
    /// that what rests on this may differ between machines.
    pub fn without_fresh(
        (subjects, texts, recorded): (&[Subject], &KnownTexts, Rows),
        lab: &Lab,
        seed: u64,
        in_a_hurry: bool,
    ) -> Result<InputSources> {
        let made = made_of_all(subjects, texts, lab, seed, ("", MADE))?;
        let mut input_sources =
            InputSources { made, recorded, texts: texts.clone(), ..InputSources::default() };
        input_sources.unwieldy = unwieldy(subjects, &input_sources, lab, seed)?;
        keep_handy(Arc::make_mut(&mut input_sources.made), &input_sources.unwieldy);
        let offers: Vec<Offer> = subjects
            .par_iter()
            .enumerate()
            .map(|(i, subject)| {
                let mut rng = stream(seed, &format!("offer {}", subject.path));
                offer((subject, i), &input_sources, lab, in_a_hurry, &mut rng)
            })
            .collect::<Result<_>>()?;
        let numbered = || offers.iter().enumerate();
        input_sources.heavy = numbered().filter(|(_, offer)| offer.is_heavy).map(|(i, _)| i).collect();
        let named = numbered().map(|(i, offer)| (subjects[i].path.clone(), offer.endless.clone()));
        input_sources.endless = Arc::new(named.filter(|(_, endless)| !endless.is_empty()).collect());
        let named = numbered().map(|(i, offer)| (subjects[i].path.clone(), offer.domains.clone()));
        input_sources.domains = named.filter(|(_, domains)| !domains.is_empty()).collect();
        input_sources.slow = numbered().filter(|(_, offer)| offer.is_slow).map(|(i, _)| i).collect();
        let values = offers.into_iter().enumerate();
        let values = values.flat_map(|(i, it)| it.values.into_iter().map(move |value| (i, value)));
        input_sources.returned = Returned::of(subjects, values.collect());
        Ok(input_sources)
    }
}

/// What a subject returns, and what calls of it cost.
#[derive(Default)]
struct Offer {
    /// Different values that it returned.
    values: Vec<Value>,
    /// Whether it does not end, or returns very much, on some ordinary inputs.
    is_heavy: bool,
    /// By parameter to blame for that: the least number that has no end.
    endless: BTreeMap<usize, u128>,
    /// By parameter that is a float: where it is defined.
    domains: BTreeMap<usize, Domain>,
    /// Whether its calls take long.
    is_slow: bool,
}

/// What a subject returns on some ordinary inputs.
fn offer(
    (subject, index): (&Subject, usize),
    input_sources: &InputSources,
    lab: &Lab,
    in_a_hurry: bool,
    rng: &mut ChaCha8Rng,
) -> Result<Offer> {
    let mut executor = Oracle::new(lab).executor(&subject.path, &|_| false)?;
    let generator = generator(subject, index, input_sources);
    let mut offer = Offer::default();
    let mut inputs = sources(subject, &generator, OFFERED * 2, rng);
    let mut later = inputs.split_off(PROBED.min(inputs.len()));
    let mut rows = executor.run(inputs)?;
    let is_long = |row: &RowId| {
        let returned = executor.original(*row).value();
        executor.fuel(*row) > MUCH_FUEL || returned.is_some_and(|value| value.size() > LONG)
    };
    let is_endless = |row: &RowId| {
        matches!(executor.original(*row), Outcome::OutOfFuel | Outcome::Crash(_)) || is_long(row)
    };
    offer.endless = endless(&executor, &rows, &is_endless);
    offer.is_heavy = executor.forgive() || rows.iter().any(is_long) && !offer.endless.is_empty();
    if offer.is_heavy {
        later = sources(subject, &handy(generator, Some(&offer.endless)), OFFERED, rng);
    }
    // The first ones waited for the worker's start.
    if in_a_hurry && !later.is_empty() {
        let last = later.split_off(PROBED.min(later.len()));
        let (begin, count) = (Instant::now(), later.len());
        rows.extend(executor.run(later)?);
        offer.is_slow = begin.elapsed() > SLOW * count as u32;
        later = last;
    }
    if !offer.is_slow {
        rows.extend(executor.run(later)?);
    }
    if !offer.is_slow && !executor.is_dear() && !executor.is_endless() {
        offer.domains = domains(&mut executor, &rows, &subject.constants)?;
    }
    for row in rows {
        if let Outcome::Value(value) = executor.original(row)
            && value.size() <= LONG
            && offer.values.len() < OFFERED
            && !offer.values.contains(value)
        {
            offer.values.push(value.clone());
        }
    }
    Ok(offer)
}

/// The fewest parameters of which one is larger, wherever a subject does not end, than wherever it does; with the least
/// number that has no end. None where that does not explain everything.
fn endless(
    executor: &Executor<'_>,
    rows: &[RowId],
    is_endless: &dyn Fn(&RowId) -> bool,
) -> BTreeMap<usize, u128> {
    let (mut left, others): (Vec<RowId>, Vec<RowId>) = rows.iter().partition(|row| is_endless(row));
    let size = |row: &RowId, place: usize| executor.input(*row)[place].magnitude();
    let returns = |row: &&RowId| executor.original(**row).value().is_some();
    let ended = |place| others.iter().filter(returns).map(move |row| size(row, place));
    let limits: Vec<u128> =
        (0..executor.types().len()).map(|place| ended(place).max().unwrap_or(0).max(SMALL)).collect();
    let mut found = BTreeMap::new();
    while !left.is_empty() {
        let sizes = |place: usize| -> Vec<u128> {
            left.iter().map(|row| size(row, place)).filter(|size| *size > limits[place]).collect()
        };
        let explained = (0..limits.len()).map(|place| (sizes(place), place));
        let Some((sizes, place)) = explained.max_by_key(|(sizes, place)| (sizes.len(), Reverse(*place)))
        else {
            break;
        };
        let Some(least) = sizes.into_iter().min() else { return BTreeMap::new() };
        found.insert(place, least);
        left.retain(|row| size(row, place) <= limits[place]);
    }
    found
}

/// Types with values on which functions do not end where these hold large numbers, and nothing else does: an exponent makes
/// a decimal as long as memory.
fn unwieldy(
    subjects: &[Subject],
    input_sources: &InputSources,
    lab: &Lab,
    seed: u64,
) -> Result<BTreeSet<String>> {
    let mut pilots: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, subject) in subjects.iter().enumerate() {
        for path in subject.params.iter().filter_map(|param| adt_path(&param.ty)) {
            let of_type = pilots.entry(path).or_default();
            if of_type.len() < PILOTS && !of_type.contains(&index) {
                of_type.push(index);
            }
        }
    }
    let all: BTreeSet<usize> = pilots.into_values().flatten().collect();
    let found: Vec<BTreeSet<String>> = all
        .into_par_iter()
        .map(|index| {
            let subject = &subjects[index];
            let mut executor = Oracle::new(lab).executor(&subject.path, &|_| false)?;
            let mut rng = stream(seed, &format!("pilot {}", subject.path));
            let generator = generator(subject, index, input_sources);
            let rows = executor.run(sources(subject, &generator, PROBED, &mut rng))?;
            if !executor.forgive() {
                return Ok(BTreeSet::new());
            }
            let endless = rows.into_iter().filter(|row| *executor.original(*row) == Outcome::OutOfFuel);
            let culprits = endless.filter_map(|row| culprit(subject, executor.input(row)));
            Ok(culprits.collect())
        })
        .collect::<Result<_>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// The only type among an input's values with large numbers.
fn culprit(subject: &Subject, input: &[Value]) -> Option<String> {
    let large = input.iter().zip(&subject.params).filter(|(value, _)| !value.is_handy());
    let mut paths = large.map(|(_, param)| adt_path(&param.ty));
    let path = paths.next()??;
    paths.all(|other| other.as_ref() == Some(&path)).then_some(path)
}

/// Leaves out values with large numbers of such types.
fn keep_handy(made: &mut Made, unwieldy: &BTreeSet<String>) {
    for (path, values) in made.iter_mut() {
        if unwieldy.contains(path) {
            values.retain(Value::is_handy);
        }
    }
}

fn adt_path(ty: &Type) -> Option<String> {
    match ty.owned() {
        Type::Adt(adt) => Some(adt.path.clone()),
        _ => None,
    }
}
