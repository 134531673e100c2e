//! Source inputs of every subject: generated, moved towards the domain where the subject returns values, and fed with
//! what other subjects return.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use anyhow::Result;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;
use serde::Serialize;

use super::examples::KnownTexts;
use super::returned::{Returned, is_spread};
use super::vanishing::vanishing;
use morph_lab::{Lab, Outcome, Rows};
use morph_relation::{Adt, Data, Recipe, Type, Value};
use morph_source::scan::{self, Subject};
use morph_traces::{Endless, Executor, Oracle, RowId};
use morph_values::{Domain, Generator, Made, Texts, adaptive, nearby, sources, stream, wander};

/// What inputs are made of beside chance.
#[derive(Default)]
pub struct InputSources {
    /// What subjects returned.
    pub returned: Returned,
    /// What constructors made, for sources.
    pub(super) made: Arc<Made>,
    /// The same for fresh inputs.
    pub(super) made_fresh: Arc<Made>,
    /// What the package's own tests call subjects with.
    pub(super) recorded: Rows,
    /// Texts that the package's tests and documentation show.
    pub(super) texts: KnownTexts,
    /// Types of which values with large numbers take too long, by path.
    pub unwieldy: BTreeSet<String>,
    /// Subjects that do not end, or return very much, on some ordinary inputs, by number: theirs are modest.
    pub(super) heavy: BTreeSet<usize>,
    /// What has no end, and is not executed.
    pub endless: Arc<Endless>,
    /// Where floats that subjects take have an answer, by path and place.
    pub domains: BTreeMap<String, BTreeMap<usize, Domain>>,
    /// Subjects whose calls take so long that few can be made, by number.
    pub slow: BTreeSet<usize>,
}

/// Recorded inputs among the first, which the search uses; the others come last.
const FIRST: usize = 60;
/// Small arguments that each constructor gets.
const SMALL_ARGUMENTS: usize = 12;
/// Rounds in which constructors that refuse much are asked again.
const MORE_ROUNDS: usize = 6;
/// Values in recorded inputs that are treated as constants of the code.
const KNOWN: usize = 40;
/// Inputs on which a subject says "no" that laws are tried on, too, where there are no small ones.
const REFUSED: usize = 60;

impl InputSources {
    /// Everything here that inputs of a subject can be made of, where functions that it may call have these structs and enums.
    pub fn of_subject(&self, subject: &Subject, index: usize, adts: &[Adt]) -> impl Serialize {
        let fits =
            |value: &Value| subject.params.iter().any(|p| value.fits(&p.ty) || value.is_writable(&p.ty));
        let returned = self.returned.fitting(index, &|value| fits(value) || is_spread(value, subject));
        let made = [&self.made, &self.made_fresh]
            .map(|made| adts.iter().map(|adt| made.get(&adt.path).cloned()).collect::<Vec<_>>());
        let texts: Vec<Vec<String>> = self
            .texts(subject)
            .iter()
            .map(|list| list.iter().map(|text| text.to_string()).collect())
            .collect();
        let domains = format!("{:?}", self.domains.get(&subject.path));
        (returned, made, self.recorded(subject), texts, self.heavy.contains(&index), domains)
    }

    /// Texts for a subject, those of its own tests first.
    pub fn texts(&self, subject: &Subject) -> Texts {
        self.texts.get(&subject.path).cloned().unwrap_or_default()
    }

    /// What the package's own tests call a subject with.
    fn recorded(&self, subject: &Subject) -> Vec<Vec<Value>> {
        let rows = self.recorded.get(&subject.path).map(Vec::as_slice).unwrap_or_default();
        let fits = |row: &&Vec<Value>| {
            // The lab may call it at other types than the scan saw first.
            row.len() == subject.params.len() && row.iter().zip(&subject.params).all(|(v, p)| v.fits(&p.ty))
        };
        rows.iter().filter(fits).cloned().collect()
    }
}

/// Up to `count` values for each type that constructors make, of what they made of others; a stage has a stream of its own.
pub(super) fn made_of_all(
    subjects: &[Subject],
    texts: &KnownTexts,
    lab: &Lab,
    seed: u64,
    (stage, count): (&str, usize),
) -> Result<Arc<Made>> {
    let mut made = Arc::new(Made::new());
    for maker in scan::makers(subjects) {
        if lab.refused().contains_key(&maker.path) {
            continue;
        }
        let Type::Adt(adt) = &maker.ret else { continue };
        let own = format!("{}::", adt.path.split('<').next().unwrap_or(&adt.path));
        let constants = subjects.iter().filter(|subject| subject.path.starts_with(&own));
        let constants = constants.flat_map(|subject| subject.constants.clone());
        let constants: Vec<Value> =
            constants.chain(adt.home.arguments.iter().filter_map(Value::of_constant)).collect();
        let known = texts.get(&maker.path).cloned().unwrap_or_default();
        let of_package = known.last().into_iter().flat_map(|list| list.iter());
        let read: Vec<Value> = maker.constants.iter().cloned().chain(of_package.map(Value::str)).collect();
        let values = {
            let generator = Generator::new(constants).with_made(Arc::clone(&made)).with_texts(known);
            let mut rng = stream(seed, &format!("{stage}{}", maker.path));
            make((&maker, adt, &read), &generator, count, lab, &mut rng)?
        };
        Arc::make_mut(&mut made).insert(adt.path.clone(), values);
    }
    Ok(made)
}

/// Different values that a type's constructors make, of chance and of `texts`. Those that refuse most of what chance gives them
/// are asked more often, and have their share.
fn make(
    (maker, adt, texts): (&Subject, &Adt, &[Value]),
    generator: &Generator,
    count: usize,
    lab: &Lab,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Value>> {
    let some = |rng: &mut ChaCha8Rng| {
        let mut inputs = sources(maker, generator, count * 2, rng);
        inputs.extend(sources(maker, &generator.modest(), count * 2, rng));
        inputs
    };
    let mut inputs = some(rng);
    let half = inputs.len() / 2;
    inputs.splice(half..half, read_from(adt, texts, generator, rng));
    // They are few, and what comes late is cut off.
    let few = vanishing(adt, generator, rng).into_iter().chain(of_small_arguments(adt, generator));
    inputs.splice(0..0, few.collect::<Vec<_>>());
    let mut executor = Oracle::new(lab).executor(&maker.path, &|_| false)?;
    let (mut values, mut seen) = (Vec::new(), FxHashSet::default());
    let mut run = |inputs: Vec<Vec<Value>>, values: &mut Vec<(usize, Value)>| -> Result<()> {
        let rows = executor.run(inputs.clone())?;
        for (input, row) in inputs.iter().zip(rows) {
            if let Value::Data(unmade) = &input[0]
                && let Some(value) = made(unmade, adt, executor.original(row))
                && seen.insert(value.clone())
            {
                values.push((constructor_of(unmade), value));
            }
        }
        Ok(())
    };
    run(inputs, &mut values)?;
    let taking: Vec<usize> =
        (0..adt.constructors().len()).filter(|at| !adt.constructors()[*at].params.is_empty()).collect();
    let share = count / taking.len().max(1) / 2;
    for _ in 0..MORE_ROUNDS {
        let is_short = |at: &usize| values.iter().filter(|(by, _)| by == at).count() < share;
        let short: Vec<usize> = taking.iter().copied().filter(is_short).collect();
        if taking.len() < 2 || short.is_empty() {
            break;
        }
        let asks = |input: &Vec<Value>| matches!(&input[0], Value::Data(unmade) if short.contains(&constructor_of(unmade)));
        let more = some(rng).into_iter().filter(asks).collect();
        run(more, &mut values)?;
    }
    // By turns, so that what comes late has its share.
    let mut turns = vec![0_usize; adt.constructors().len()];
    let mut turn = |(by, value): (usize, Value)| {
        turns[by] += 1;
        (turns[by], value)
    };
    let mut values: Vec<(usize, Value)> = values.into_iter().map(&mut turn).collect();
    values.sort_by_key(|(turn, _)| *turn);
    let values: Vec<Value> = values.into_iter().take(count).map(|(_, value)| value).collect();
    debug_assert!(values.iter().all(|value| value.fits(&Type::Adt(adt.clone()))));
    Ok(values)
}

/// What constructors are to make of small arguments.
fn of_small_arguments<'a>(
    adt: &'a Adt,
    generator: &'a Generator,
) -> impl Iterator<Item = Vec<Value>> + use<'a> {
    adt.constructors().iter().enumerate().flat_map(move |(number, constructor)| {
        let args = generator.small_inputs(&constructor.params, SMALL_ARGUMENTS).into_iter();
        args.map(move |args| vec![Value::unmade(Recipe::new(adt, number, args))])
    })
}

/// Which constructor is to make a value.
fn constructor_of(unmade: &Data) -> usize {
    unmade.recipe.as_ref().map_or(0, |recipe| recipe.constructor)
}

/// Inputs with what constructors are yet to make in them; those in which one refuses are left out.
pub fn settled(inputs: &[Vec<Value>], types: &[Type], oracle: &Oracle<'_>) -> Result<Vec<Vec<Value>>> {
    let mut makers = Makers { oracle, executors: BTreeMap::new() };
    let mut all = Vec::new();
    for input in inputs {
        let values = input.iter().zip(types).map(|(value, ty)| makers.settle(value, ty));
        all.extend(values.collect::<Result<Option<Vec<Value>>>>()?);
    }
    Ok(all)
}

struct Makers<'o, 'l> {
    oracle: &'o Oracle<'l>,
    executors: BTreeMap<String, Executor<'l>>,
}

impl Makers<'_, '_> {
    fn settle(&mut self, value: &Value, ty: &Type) -> Result<Option<Value>> {
        let mut each =
            |values: &[Value], types: &mut dyn Iterator<Item = &Type>| -> Result<Option<Vec<Value>>> {
                values.iter().zip(types).map(|(value, ty)| self.settle(value, ty)).collect()
            };
        Ok(match (value, ty) {
            (
                _,
                Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner),
            ) => self.settle(value, inner)?,
            // Closures are what they are.
            (Value::Data(_), Type::Adt(adt)) if adt.home.package == scan::CLOSURES => Some(value.clone()),
            (Value::Data(data), Type::Adt(adt)) if data.is_unmade() => {
                let path = scan::maker_path(adt);
                if self.oracle.lab().refused().contains_key(&path) {
                    return Ok(None);
                }
                if !self.executors.contains_key(&path) {
                    self.executors.insert(path.clone(), self.oracle.original(&path)?);
                }
                let executor = self.executors.get_mut(&path).expect("it was put there a line above");
                let row = executor.run(vec![vec![value.clone()]])?[0];
                made(data, adt, executor.original(row))
            }
            (Value::Data(data), _) if data.recipe.is_some() => Some(value.clone()),
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

/// What a maker made of a recipe: the recipe alone where nothing is seen of it.
fn made(unmade: &Data, adt: &Adt, outcome: &Outcome) -> Option<Value> {
    match outcome {
        Outcome::Value(_) if adt.is_unseen() => Some(Value::unmade(unmade.recipe.clone()?)),
        Outcome::Value(Value::Data(data)) => {
            let is_seen = |part: &Adt| part.seen.get().is_some();
            let hidden = Type::Adt(adt.clone()).adts().iter().any(is_seen);
            let recipe = unmade.recipe.clone();
            Some(Value::Data(Arc::new(Data { recipe, hidden, ..(**data).clone() })))
        }
        _ => None,
    }
}

/// Recipes that take each of the texts, as it is and altered.
fn read_from(adt: &Adt, texts: &[Value], generator: &Generator, rng: &mut ChaCha8Rng) -> Vec<Vec<Value>> {
    let mut inputs = Vec::new();
    let is_text = |ty: &Type| ty.owned() == Type::String;
    for (number, constructor) in adt.constructors().iter().enumerate() {
        if !constructor.params.iter().any(is_text) {
            continue;
        }
        for text in texts {
            let altered = generator.vary(text, &Type::String, rng);
            for text in [text, &altered] {
                let mut arg = |ty: &Type| if is_text(ty) { text.clone() } else { generator.value(ty, rng) };
                let args = constructor.params.iter().map(&mut arg).collect();
                inputs.push(vec![Value::unmade(Recipe::new(adt, number, args))]);
            }
        }
    }
    inputs
}

/// Some of all items, evenly, and the others.
fn spread<T>(items: Vec<T>, some: usize) -> (Vec<T>, Vec<T>) {
    let len = items.len();
    let taken = |i: usize| len <= some || i * some / len != (i + 1) * some / len;
    let (first, last): (Vec<_>, Vec<_>) = items.into_iter().enumerate().partition(|(i, _)| taken(*i));
    let bare = |items: Vec<(usize, T)>| items.into_iter().map(|(_, item)| item).collect();
    (bare(first), bare(last))
}

/// The numbers, characters and texts in inputs that no generator hits by chance.
fn known(inputs: &[Vec<Value>]) -> Vec<Value> {
    fn collect(value: &Value, known: &mut Vec<Value>) {
        match value {
            Value::Int(n) if n.unsigned_abs() <= 40 => {}
            Value::Str(text) if text.is_empty() => {}
            Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Char(_) | Value::Str(_) => {
                known.push(value.clone());
            }
            Value::Seq(items) | Value::Tuple(items) => items.iter().for_each(|item| collect(item, known)),
            Value::Some(inner) | Value::Ok(inner) | Value::Err(inner) => collect(inner, known),
            Value::Data(data) => data.fields.iter().for_each(|field| collect(field, known)),
            _ => {}
        }
    }
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    inputs.iter().flatten().for_each(|value| collect(value, &mut all));
    all.retain(|value| seen.insert(value.clone()));
    spread(all, KNOWN).0
}

/// A subject's inputs, those of the package's own tests among them: about `count`, of which a good share returns values
/// where that is possible at all.
pub fn inputs(
    subject: &Subject,
    index: usize,
    input_sources: &InputSources,
    count: usize,
    executor: &mut Executor<'_>,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Vec<Value>>> {
    let generator = generator(subject, index, input_sources);
    let mut all = sources(subject, &generator, count, rng);
    input_sources.returned.fill(subject, index, &mut all, rng);
    let (first, last) = spread(input_sources.recorded(subject), FIRST);
    all = [first, all, last].concat();
    learn(subject, &generator, all, count, executor, rng)
}

/// The same of inputs that are spread evenly.
pub fn adaptive_inputs(
    subject: &Subject,
    index: usize,
    input_sources: &InputSources,
    count: usize,
    executor: &mut Executor<'_>,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Vec<Value>>> {
    let generator = generator(subject, index, input_sources);
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
    let mut seen: FxHashSet<Vec<Value>> = FxHashSet::default();
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
        // Where most have no end, each costs as much as a thousand others.
        let most = if executor.is_endless() { count / 4 } else { count * 2 };
        let mut near = nearby(subject, generator, &good, most, rng);
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
pub fn fresh_generator(subject: &Subject, index: usize, input_sources: &InputSources) -> Generator {
    generator(subject, index, input_sources).with_made(Arc::clone(&input_sources.made_fresh)).wild()
}

/// Fresh inputs like `seen`, from another stream.
pub fn fresh_inputs(
    subject: &Subject,
    index: usize,
    input_sources: &InputSources,
    seen: &[Vec<Value>],
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let generator = fresh_generator(subject, index, input_sources);
    let mut fresh = sources(subject, &generator, count / 2, rng);
    input_sources.returned.fill(subject, index, &mut fresh, rng);
    fresh.extend(nearby(subject, &generator, seen, count / 4, rng));
    fresh.extend(wander(subject, &generator, seen, count - count / 2 - count / 4, rng));
    fresh
}

/// What makes a subject's inputs by chance.
pub fn generator(subject: &Subject, index: usize, input_sources: &InputSources) -> Generator {
    let mut pool = subject.constants.clone();
    let fits =
        |value: &Value| subject.params.iter().any(|p| matches!(value, Value::Str(_)) && value.fits(&p.ty));
    pool.extend(
        input_sources
            .returned
            .all()
            .filter(|(from, value)| *from != index && fits(value))
            .map(|(_, v)| v.clone())
            .take(60),
    );
    pool.extend(known(&input_sources.recorded(subject)));
    let generator = Generator::new(pool)
        .with_made(Arc::clone(&input_sources.made))
        .with_texts(input_sources.texts(subject))
        .with_domains(input_sources.domains.get(&subject.path).cloned().unwrap_or_default());
    match input_sources.heavy.contains(&index) {
        true => handy(generator, input_sources.endless.get(&subject.path)),
        false => generator,
    }
}

/// A generator for a subject that does not end where these parameters are large, or on any large input where none is known.
pub(super) fn handy(generator: Generator, endless: Option<&BTreeMap<usize, u128>>) -> Generator {
    match endless.filter(|endless| !endless.is_empty()) {
        Some(endless) => generator.modest_at(endless.keys().copied().collect()),
        None => generator.modest(),
    }
}

/// The inputs of rows on which the subject returned something that says more than "no".
pub fn useful_inputs(executor: &Executor<'_>, rows: &[RowId]) -> Vec<Vec<Value>> {
    executor.inputs_of(rows.iter().filter(|row| useful(executor, **row)))
}

/// Some of those on which it says "no".
pub fn refused_inputs(executor: &Executor<'_>, rows: &[RowId]) -> Vec<Vec<Value>> {
    let says_no = |row: &&RowId| matches!(executor.original(**row), Outcome::Value(value) if value.says_no());
    executor.inputs_of(rows.iter().filter(says_no).take(REFUSED))
}

/// Whether the original returned something that says more than "no".
pub fn useful(executor: &Executor<'_>, row: RowId) -> bool {
    matches!(executor.original(row), Outcome::Value(value) if !value.says_no())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_are_taken_evenly_and_none_is_lost() {
        assert_eq!(spread((0..3).collect(), 60), (vec![0, 1, 2], vec![]));
        let (first, last) = spread((0..10).collect(), 4);
        assert_eq!((first.len(), last.len()), (4, 6));
        assert!(first.windows(2).all(|pair| (2..=3).contains(&(pair[1] - pair[0]))), "{first:?}");
        assert_eq!(spread(Vec::<u8>::new(), 4), (vec![], vec![]));
    }

    #[test]
    fn what_chance_finds_anyway_is_no_known_value() {
        let inputs = [vec![Value::Int(7), Value::str(""), Value::Some(Value::Int(-4_711).into())]];
        assert_eq!(known(&inputs), [Value::Int(-4_711)]);
        let many: Vec<Vec<Value>> = (100..400).map(|n| vec![Value::Int(n), Value::str("word")]).collect();
        let all = known(&many);
        assert_eq!(all.len(), KNOWN);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), KNOWN, "each once");
    }
}
