//! Random values of a type.

mod numbers;
mod text;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::domain::Domain;
use super::floats::{cancelling, nearly_equal, negated};
use super::ways::way;
use morph_relation::{Adt, IntType, Recipe, Type, Value};
use morph_source::scan::Param;

/// Makes values; knows the constants that a function compares its inputs with.
#[derive(Clone, Debug, Default)]
pub struct Generator {
    /// Literals of the function, and values that other functions returned.
    pool: Vec<Value>,
    /// What constructors made, by the type's path.
    pub(super) made: Arc<Made>,
    /// What the package's tests and documentation show.
    texts: Texts,
    /// Small numbers and short sequences only.
    modest: bool,
    /// Parameters that get such alone.
    modest_at: BTreeSet<usize>,
    /// Where parameters that are floats are defined, by place.
    domains: BTreeMap<usize, Domain>,
    /// Now and then what hardly anybody thinks of.
    wild: bool,
    /// Floats where code changes its ways.
    on_borders: bool,
    /// How deep inside others a value is; what lies deep is small.
    depth: usize,
    /// Whether sizes and places are small: what recipes make of others is huge.
    compact: bool,
    /// Whether floats are near zero: no guard can speak of those that a variant of an enum holds.
    pub(super) tame: bool,
}

/// Values that constructors made, by the path of their type.
pub type Made = BTreeMap<String, Vec<Value>>;

/// Lists of texts: one list is taken as often as another, so that a text of a short list is taken more often.
pub type Texts = Arc<[Arc<[String]>]>;

/// Deeper than this, sequences are empty and options are `None`, so that types that lie inside themselves have values.
const DEEPEST: usize = 5;

/// Of so many inputs one parameter begins, ends or counts another, so that such inputs are ordinary.
const RELATED: f64 = 0.25;

/// So often a float is drawn from the domain in which a function is defined.
const DEFINED: f64 = 0.6;

/// Of so many inputs no optional parameter is given: what a function does by default.
const ABSENT: f64 = 0.25;

/// So often a wild generator makes something long, of any character or of any magnitude.
const WILD: f64 = 0.04;
/// So often most floats of its input lie on borders.
const BORDERS: f64 = 0.08;
/// So often it makes floats whose sum cancels out, or that are equal but for rounding.
const CANCELLING: f64 = 0.2;
/// How long it is then, at most.
const LONG: usize = 60;

impl Generator {
    /// A generator with a pool of constants.
    pub fn new(pool: Vec<Value>) -> Generator {
        Generator { pool, ..Generator::default() }
    }

    /// The constants that it knows.
    pub fn constants(&self) -> impl Iterator<Item = &Value> {
        self.pool.iter()
    }

    /// The same with what constructors made.
    pub fn with_made(self, made: Arc<Made>) -> Generator {
        Generator { made, ..self }
    }

    /// The same with known texts.
    pub fn with_texts(self, texts: Texts) -> Generator {
        Generator { texts, ..self }
    }

    /// The same, for functions that fail on large inputs.
    pub fn modest(&self) -> Generator {
        Generator { modest: true, ..self.clone() }
    }

    /// The same, for functions that do not end where these parameters are large.
    pub fn modest_at(self, places: BTreeSet<usize>) -> Generator {
        Generator { modest_at: places, ..self }
    }

    /// The same, for functions that are defined where these parameters lie in a domain.
    pub fn with_domains(self, domains: BTreeMap<usize, Domain>) -> Generator {
        Generator { domains, ..self }
    }

    /// The same, for refuting what held on ordinary values: long texts and sequences, characters of every script, floats
    /// of every magnitude now and then.
    pub fn wild(&self) -> Generator {
        Generator { wild: true, ..self.clone() }
    }

    /// Whether this one is wild, and it is time to be.
    pub(super) fn is_wild(&self, share: f64, rng: &mut ChaCha8Rng) -> bool {
        self.wild && rng.random_bool(share)
    }

    /// An input: one value per parameter. One of a type that an earlier one has is often a relative of it.
    pub fn input(&self, params: &[Param], rng: &mut ChaCha8Rng) -> Vec<Value> {
        if !self.on_borders && self.is_wild(BORDERS, rng) {
            return Generator { on_borders: true, ..self.clone() }.input(params, rng);
        }
        let mut input: Vec<Value> = Vec::with_capacity(params.len());
        for (i, param) in params.iter().enumerate() {
            let twins: Vec<usize> = (0..i).filter(|j| params[*j].ty.erased() == param.ty.erased()).collect();
            let relative = match twins.as_slice() {
                [] => None,
                twins if rng.random_bool(0.45) => {
                    let twin = input[twins[rng.random_range(0..twins.len())]].clone();
                    let changes = rng.random_range(0..4);
                    Some((0..changes).fold(twin, |value, _| self.vary(&value, &param.ty, rng)))
                }
                _ => None,
            };
            let domain = self.domains.get(&i).filter(|_| rng.random_bool(DEFINED));
            if let (Some(domain), Type::Float(kind)) = (domain, param.ty.erased()) {
                input.push(domain.draw(kind, rng));
                continue;
            }
            input.push(match relative {
                _ if self.modest_at.contains(&i) => self.modest().value(&param.ty, rng),
                Some(value) if value.fits(&param.ty) => value,
                _ => self.value(&param.ty, rng),
            });
        }
        if rng.random_bool(RELATED) {
            self.relate(&mut input, params, rng);
        }
        let is_optional = |param: &Param| matches!(param.ty.erased(), Type::Option(_));
        if params.iter().any(is_optional) && rng.random_bool(ABSENT) {
            let optional = input.iter_mut().zip(params).filter(|(_, param)| is_optional(param));
            optional.for_each(|(value, _)| *value = Value::None);
        }
        input
    }

    /// A value of a type.
    pub fn value(&self, ty: &Type, rng: &mut ChaCha8Rng) -> Value {
        if rng.random_bool(0.12)
            && !(self.compact && *ty == Type::Int(IntType::Usize))
            && let Some(value) = self.pooled(ty, rng)
        {
            return value;
        }
        match ty {
            Type::Unit => Value::Unit,
            Type::Bool => Value::Bool(rng.random()),
            Type::Char => Value::Char(self.char(rng)),
            Type::Int(int) => self.int(*int, rng),
            Type::Float(float) => self.float(*float, rng),
            Type::Str | Type::String => self.text(rng),
            Type::Slice(item) | Type::Vec(item) => self.seq(item, None, rng),
            Type::Array(item, len) => self.seq(item, Some(*len), rng),
            Type::Option(item) => {
                if self.depth >= DEEPEST || rng.random_bool(0.2) {
                    Value::None
                } else {
                    Value::Some(self.value(item, rng).into())
                }
            }
            Type::Result(ok, err) => {
                if rng.random_bool(0.3) {
                    Value::Err(self.value(err, rng).into())
                } else {
                    Value::Ok(self.value(ok, rng).into())
                }
            }
            Type::Tuple(types) => Value::Tuple(types.iter().map(|ty| self.value(ty, rng)).collect()),
            Type::Ordering => Value::Ordering(rng.random_range(0..3).cmp(&1)),
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
                self.value(inner, rng)
            }
            Type::NonZero(int) => match self.int(*int, rng) {
                Value::Int(0) => Value::Int(1),
                value => value,
            },
            Type::Duration => self.duration(rng),
            Type::Adt(adt) => self.data(adt, rng),
            Type::Opaque(_) | Type::Const(_) | Type::Phantom(_) => Value::Unit,
        }
    }

    /// A value of a struct or enum: one that a constructor made, or what a constructor is to make, or any fields.
    fn data(&self, adt: &Adt, rng: &mut ChaCha8Rng) -> Value {
        if let Some(made) = self.made.get(&adt.path).filter(|made| !made.is_empty()) {
            let value = made[rng.random_range(0..made.len())].clone();
            if value.fits(&Type::Adt(adt.clone())) {
                return value;
            }
        }
        let inner = Generator {
            depth: self.depth + 1,
            modest: self.modest || self.depth > 1,
            ..self.of_fields(adt).into_owned()
        };
        let constructors = adt.constructors();
        if !constructors.is_empty() {
            let inner = Generator { compact: self.compact || adt.seen.get().is_some(), ..inner };
            let constructor = way(constructors, rng);
            let params = &constructors[constructor].params;
            let mut args: Vec<Value> = params.iter().map(|ty| inner.value(ty, rng)).collect();
            inner.fill_grid(&mut args, params, rng);
            return Value::unmade(Recipe::new(adt, constructor, args));
        }
        // Deep inside, only variants that hold none of their own kind end the descent.
        let variants = adt.variants();
        let itself = Type::Adt(adt.clone());
        let is_flat = |at: &usize| !variants[*at].fields.iter().any(|f| f.ty.any(&mut |ty| *ty == itself));
        let flat: Vec<usize> = (0..variants.len()).filter(is_flat).collect();
        let variant = match flat.as_slice() {
            flat @ [_, ..] if self.depth + 2 > DEEPEST => flat[rng.random_range(0..flat.len())],
            _ => rng.random_range(0..variants.len().max(1)),
        };
        let mut fields: Vec<Value> = Vec::new();
        for field in variants.get(variant).map(|v| v.fields.as_slice()).unwrap_or_default() {
            fields.push(inner.value(&field.ty, rng));
        }
        Value::data(variant, fields)
    }

    /// The same for what a struct or enum holds.
    pub(super) fn of_fields(&self, adt: &Adt) -> Cow<'_, Generator> {
        match adt.is_enum && !self.tame {
            true => Cow::Owned(Generator { tame: true, ..self.clone() }),
            false => Cow::Borrowed(self),
        }
    }

    fn pooled(&self, ty: &Type, rng: &mut ChaCha8Rng) -> Option<Value> {
        let fitting: Vec<&Value> = self.pool.iter().filter(|value| value.fits(ty)).collect();
        if fitting.is_empty() {
            return None;
        }
        let value = fitting[rng.random_range(0..fitting.len())].clone();
        let neighbour = match &value {
            Value::Int(n) => Value::Int(n.saturating_add(rng.random_range(-1..=1))),
            other => other.clone(),
        };
        Some(if neighbour.fits(ty) { neighbour } else { value })
    }

    fn seq(&self, item: &Type, len: Option<usize>, rng: &mut ChaCha8Rng) -> Value {
        if *item == Type::Int(IntType::U8)
            && len.is_none()
            && let Some(text) = self.known_text(rng)
        {
            return Value::seq(text.bytes().map(|byte| Value::Int(byte.into())));
        }
        if *item == Type::Char
            && len.is_none()
            && let Some(text) = self.marked(rng)
        {
            return Value::seq(text.chars().map(Value::Char));
        }
        let longest = match self.depth {
            _ if self.depth >= DEEPEST => 0,
            _ if self.modest => 4,
            // Long ones of what is no sequence itself, lest they grow without bounds.
            _ if item.item().is_none() && self.is_wild(WILD, rng) => LONG,
            _ => 10,
        };
        let n = len.unwrap_or_else(|| rng.random_range(0..=longest));
        let shape = rng.random_range(0..10);
        if shape == 0 && n > 0 {
            let value = self.value(item, rng);
            return Value::seq(std::iter::repeat_n(value, n));
        }
        if shape <= 2 && n > 0 {
            // Few different elements: duplicates.
            let few: Vec<Value> = (0..3).map(|_| self.value(item, rng)).collect();
            return Value::seq((0..n).map(|_| few[rng.random_range(0..few.len())].clone()));
        }
        if shape == 9 && n > 1 {
            // Close together, or to each other's opposite, now and then far from zero: where sums lose digits.
            let base = self.value(item, rng);
            let opposite = negated(&base).filter(|value| value.fits(item) && rng.random_bool(0.4));
            let bases = [opposite.unwrap_or_else(|| base.clone()), base];
            return Value::seq((0..n).map(|_| self.beside(&bases[rng.random_range(0..2)], item, rng)));
        }
        if let Type::Float(kind) = item
            && n > 2
            && self.is_wild(CANCELLING, rng)
        {
            let plain = Generator { modest: true, wild: false, ..self.clone() };
            let ordinary = |rng: &mut ChaCha8Rng| plain.float(*kind, rng).as_float().unwrap_or(1.0);
            return Value::seq(if rng.random_bool(0.25) {
                let x = ordinary(rng);
                nearly_equal(*kind, n, x, rng)
            } else {
                cancelling(*kind, n, ordinary, rng)
            });
        }
        // Most floats of a sequence are tame, so that sums and means mean something.
        let tame = Generator { modest: true, ..self.clone() };
        let mut items: Vec<Value> =
            (0..n).map(|_| if shape < 8 { tame.value(item, rng) } else { self.value(item, rng) }).collect();
        if matches!(shape, 3 | 4) {
            items.sort_by(|a, b| match (a, b) {
                (Value::Int(a), Value::Int(b)) => a.cmp(b),
                (Value::Str(a), Value::Str(b)) => a.cmp(b),
                (Value::Char(a), Value::Char(b)) => a.cmp(b),
                _ => a.as_float().unwrap_or_default().total_cmp(&b.as_float().unwrap_or_default()),
            });
            if shape == 4 {
                items.reverse();
            }
        }
        Value::seq(items)
    }
}

impl Generator {
    /// A value at most a few steps from another.
    fn beside(&self, base: &Value, ty: &Type, rng: &mut ChaCha8Rng) -> Value {
        let steps = rng.random_range(-3..=3);
        let value = match base {
            Value::Int(n) => Value::Int(n.saturating_add(steps)),
            Value::F64(x) => Value::F64(x + steps as f64 * [0.5, 1.0, 2.0][rng.random_range(0..3)]),
            Value::F32(x) => Value::F32(x + steps as f32),
            other => self.vary(other, ty, rng),
        };
        if value.fits(ty) { value } else { base.clone() }
    }
}
