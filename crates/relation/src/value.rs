//! Values that subjects take and return.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::stored;
use super::tolerance::Tolerance;
use super::types::{Adt, FloatType, Type};

/// A value of a [`Type`], with references and boxes left out and every sequence alike.
///
/// `Eq` and `Hash` are structural: floats by their bits, except that all NaN are one.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum Value {
    Unit,
    Bool(bool),
    Char(char),
    Int(i128),
    /// A `u128` above `i128::MAX`: comparable, but arithmetic does not apply to it.
    Big(u128),
    #[serde(with = "stored::bits32")]
    F32(f32),
    #[serde(with = "stored::bits64")]
    F64(f64),
    Str(Arc<str>),
    Seq(Arc<[Value]>),
    Tuple(Arc<[Value]>),
    None,
    Some(Arc<Value>),
    Ok(Arc<Value>),
    Err(Arc<Value>),
    #[serde(with = "stored::ordering")]
    Ordering(Ordering),
    /// Of a struct or enum.
    Data(Arc<Data>),
}

/// A value of a struct or enum.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Data {
    /// Which variant; a struct has one.
    pub variant: usize,
    /// Its fields.
    pub fields: Vec<Value>,
    /// How a constructor made it, where one did. Two values made in different ways may be the same.
    pub recipe: Option<Recipe>,
    /// Whether its fields are what is seen of it, or of a part: values may differ in what they do not show, and two are one
    /// input only if they are made alike.
    pub hidden: bool,
}

/// A constructor's call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Recipe {
    /// Which of [`super::Adt::constructors`].
    pub constructor: usize,
    /// Its arguments.
    pub args: Vec<Value>,
    /// The type's mark: constructors of several types may take the same.
    of: u32,
}

impl Recipe {
    /// A call of one of a type's constructors.
    pub fn new(adt: &Adt, constructor: usize, args: Vec<Value>) -> Recipe {
        Recipe { constructor, args, of: adt.mark }
    }

    /// The same constructor's call with other arguments.
    #[must_use]
    pub fn with(&self, args: Vec<Value>) -> Recipe {
        Recipe { args, ..*self }
    }

    /// Whether the type has such a constructor: of types whose constructors take one another, not all are known everywhere.
    fn fits(&self, adt: &Adt) -> bool {
        let constructor = adt.constructors().get(self.constructor).filter(|_| self.of == adt.mark);
        constructor.is_some_and(|constructor| {
            constructor.params.len() == self.args.len()
                && self.args.iter().zip(&constructor.params).all(|(v, t)| v.fits(t))
        })
    }
}

/// Numbers of everyday size are not larger.
const HANDY: u128 = 1_000;

/// The variant of what a constructor is yet to make.
const UNMADE: usize = usize::MAX;

impl Data {
    /// Whether only the recipe is known.
    pub fn is_unmade(&self) -> bool {
        self.variant == UNMADE
    }
}

impl PartialEq for Data {
    fn eq(&self, other: &Data) -> bool {
        self.variant == other.variant
            && self.fields == other.fields
            && (!(self.is_unmade() || self.hidden || other.hidden) || self.recipe == other.recipe)
    }
}

impl Value {
    /// The value of a constant between angle brackets.
    pub fn of_constant(ty: &Type) -> Option<Value> {
        let Type::Const(written) = ty else { return None };
        let character = || written.strip_prefix('\'')?.strip_suffix('\'')?.parse().ok();
        let number = || written.parse().ok().map(Value::Int);
        number().or_else(|| character().map(Value::Char))
    }

    /// Whether it says that there is no answer: `None`, or an error.
    pub fn says_no(&self) -> bool {
        matches!(self, Value::None | Value::Err(_))
    }

    /// Whether it says that there is no answer, or that something is not so.
    pub fn refuses(&self) -> bool {
        self.says_no() || *self == Value::Bool(false)
    }

    /// A value of a struct or enum, made of its fields.
    pub fn data(variant: usize, fields: Vec<Value>) -> Value {
        Value::Data(Arc::new(Data { variant, fields, recipe: None, hidden: false }))
    }

    /// A value that a constructor is still to make.
    pub fn unmade(recipe: Recipe) -> Value {
        Value::Data(Arc::new(Data {
            variant: UNMADE,
            fields: Vec::new(),
            recipe: Some(recipe),
            hidden: false,
        }))
    }

    /// A field or a tuple's part.
    pub fn part(&self, index: usize) -> Option<&Value> {
        match self {
            Value::Tuple(items) => items.get(index),
            Value::Data(data) => data.fields.get(index),
            _ => None,
        }
    }

    /// A text.
    pub fn str(text: impl AsRef<str>) -> Value {
        Value::Str(Arc::from(text.as_ref()))
    }

    /// A sequence.
    pub fn seq(items: impl IntoIterator<Item = Value>) -> Value {
        Value::Seq(items.into_iter().collect())
    }

    /// A float of the given type; an `f32` is rounded from `value`.
    pub fn float(kind: FloatType, value: f64) -> Value {
        match kind {
            FloatType::F32 => Value::F32(value as f32),
            FloatType::F64 => Value::F64(value),
        }
    }

    /// The float as an `f64`, whichever its width.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Value::F32(x) => Some(f64::from(*x)),
            Value::F64(x) => Some(*x),
            _ => None,
        }
    }

    /// The narrowest floats anywhere inside, where there are floats.
    pub fn narrowest_float(&self) -> Option<FloatType> {
        let narrowest = |parts: &[Value]| parts.iter().filter_map(Value::narrowest_float).min();
        match self {
            Value::F32(_) => Some(FloatType::F32),
            Value::F64(_) => Some(FloatType::F64),
            Value::Seq(items) | Value::Tuple(items) => narrowest(items),
            Value::Some(value) | Value::Ok(value) | Value::Err(value) => value.narrowest_float(),
            Value::Data(data) => narrowest(&data.fields),
            _ => None,
        }
    }

    /// Whether the value can be passed where `ty` is asked for: integers in range, arrays of the right length.
    pub fn fits(&self, ty: &Type) -> bool {
        match (self, ty) {
            (
                _,
                Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner),
            ) => self.fits(inner),
            (Value::Unit, Type::Unit)
            | (Value::Bool(_), Type::Bool)
            | (Value::Char(_), Type::Char)
            | (Value::F32(_), Type::Float(FloatType::F32))
            | (Value::F64(_), Type::Float(FloatType::F64))
            | (Value::Str(_), Type::Str | Type::String)
            | (Value::None, Type::Option(_))
            | (Value::Ordering(_), Type::Ordering) => true,
            (Value::Int(n), Type::NonZero(int)) => *n != 0 && self.fits(&Type::Int(*int)),
            (Value::Big(_), Type::NonZero(int)) => self.fits(&Type::Int(*int)),
            (Value::Int(n), Type::Duration) => (0..=LONGEST_DURATION).contains(n),
            (Value::Unit, Type::Opaque(_) | Type::Phantom(_)) => true,
            (Value::Data(data), Type::Adt(adt)) if data.is_unmade() => {
                data.recipe.as_ref().is_some_and(|recipe| recipe.fits(adt))
            }
            (Value::Data(data), Type::Adt(adt)) => {
                let fields = adt.variants().get(data.variant).map(|variant| &variant.fields);
                fields.is_some_and(|fields| {
                    fields.len() == data.fields.len()
                        && data.fields.iter().zip(fields).all(|(v, field)| v.fits(&field.ty))
                }) && data.recipe.as_ref().is_none_or(|recipe| recipe.fits(adt))
            }
            (Value::Int(n), Type::Int(int)) => int.contains(*n),
            (Value::Big(_), Type::Int(int)) => !int.signed() && int.bits() == 128,
            (Value::Seq(items), Type::Slice(item) | Type::Vec(item)) => items.iter().all(|v| v.fits(item)),
            (Value::Seq(items), Type::Array(item, len)) => {
                items.len() == *len && items.iter().all(|v| v.fits(item))
            }
            (Value::Tuple(items), Type::Tuple(types)) => {
                items.len() == types.len() && items.iter().zip(types).all(|(v, t)| v.fits(t))
            }
            (Value::Some(v), Type::Option(t))
            | (Value::Ok(v), Type::Result(t, _))
            | (Value::Err(v), Type::Result(_, t)) => v.fits(t),
            _ => false,
        }
    }

    /// Whether the value fits, and a test can write it: what constructors guard has to be made by one.
    pub fn is_writable(&self, ty: &Type) -> bool {
        fn go(value: &Value, ty: &Type) -> bool {
            match (value, ty) {
                (Value::Data(data), Type::Adt(adt)) if !adt.constructors().is_empty() => {
                    data.recipe.is_some()
                }
                (Value::Data(data), Type::Adt(adt)) => adt
                    .variants()
                    .get(data.variant)
                    .is_some_and(|shape| data.fields.iter().zip(&shape.fields).all(|(v, f)| go(v, &f.ty))),
                (_, Type::Ref(t) | Type::Mut(t) | Type::Box(t) | Type::Cow(t) | Type::Iter(t)) => {
                    go(value, t)
                }
                (Value::Seq(items), ty) => ty.item().is_none_or(|item| items.iter().all(|v| go(v, item))),
                (Value::Tuple(items), Type::Tuple(types)) => items.iter().zip(types).all(|(v, t)| go(v, t)),
                (Value::Some(v), Type::Option(t))
                | (Value::Ok(v), Type::Result(t, _))
                | (Value::Err(v), Type::Result(_, t)) => go(v, t),
                _ => true,
            }
        }
        self.fits(ty) && go(self, ty)
    }

    /// The floats in it, in their order; none of errors.
    pub fn floats(&self) -> Vec<f64> {
        match self {
            Value::Some(value) | Value::Ok(value) => value.floats(),
            Value::Seq(items) | Value::Tuple(items) => items.iter().flat_map(Value::floats).collect(),
            Value::Data(data) => data.fields.iter().flat_map(Value::floats).collect(),
            value => value.as_float().into_iter().collect(),
        }
    }

    /// Whether it is a NaN, or one is in it.
    pub fn has_nan(&self) -> bool {
        match self {
            Value::Some(value) | Value::Ok(value) | Value::Err(value) => value.has_nan(),
            Value::Seq(items) | Value::Tuple(items) => items.iter().any(Value::has_nan),
            Value::Data(data) => data.fields.iter().any(Value::has_nan),
            value => value.as_float().is_some_and(f64::is_nan),
        }
    }

    /// Whether a NaN is in a field of a struct or enum: such a value is not equal to itself where `==` is derived.
    pub fn hides_nan(&self) -> bool {
        match self {
            Value::Data(data) => data.fields.iter().any(Value::has_nan),
            Value::Some(value) | Value::Ok(value) | Value::Err(value) => value.hides_nan(),
            Value::Seq(items) | Value::Tuple(items) => items.iter().any(Value::hides_nan),
            _ => false,
        }
    }

    /// Whether a relation's `==` holds: floats when both are NaN or equal within `tolerance`
    /// (so that 0.0 is -0.0), everything else when equal part by part.
    pub fn same(&self, other: &Value, tolerance: Tolerance) -> bool {
        match (self, other) {
            (Value::F32(a), Value::F32(b)) => tolerance.same_f32(*a, *b),
            (Value::F64(a), Value::F64(b)) => tolerance.same_f64(*a, *b),
            (Value::Seq(a), Value::Seq(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b, tolerance))
            }
            (Value::Some(a), Value::Some(b))
            | (Value::Ok(a), Value::Ok(b))
            | (Value::Err(a), Value::Err(b)) => a.same(b, tolerance),
            (Value::Data(a), Value::Data(b)) if !a.is_unmade() => {
                a.variant == b.variant && a.fields.iter().zip(&b.fields).all(|(a, b)| a.same(b, tolerance))
            }
            // Sums and products of nothing.
            (Value::Int(n @ (0 | 1)), float @ (Value::F32(_) | Value::F64(_)))
            | (float @ (Value::F32(_) | Value::F64(_)), Value::Int(n @ (0 | 1))) => {
                float.as_float() == Some(*n as f64)
            }
            (a, b) => a == b,
        }
    }

    /// How much there is to go through: the values that it is made of, itself included, and for every sixteen bytes of
    /// text one more.
    pub fn size(&self) -> usize {
        match self {
            Value::Str(text) => 1 + text.len() / 16,
            Value::Seq(items) | Value::Tuple(items) => 1 + items.iter().map(Value::size).sum::<usize>(),
            Value::Some(v) | Value::Ok(v) | Value::Err(v) => 1 + v.size(),
            Value::Data(data) => 1 + data.fields.iter().map(Value::size).sum::<usize>(),
            _ => 1,
        }
    }

    /// What is in an option or a result; anything else as it is.
    pub fn unwrapped(&self) -> &Value {
        match self {
            Value::Some(inner) | Value::Ok(inner) => inner,
            value => value,
        }
    }

    /// Whether it holds, and is made of, numbers of everyday size.
    pub fn is_handy(&self) -> bool {
        self.magnitude() <= HANDY
    }

    /// The largest number that it holds, or is made of, without its sign and what is behind the point.
    pub fn magnitude(&self) -> u128 {
        let largest = |values: &[Value]| values.iter().map(Value::magnitude).max().unwrap_or(0);
        match self {
            Value::Int(n) => n.unsigned_abs(),
            // What is no number is as good as too large.
            Value::F32(_) | Value::F64(_) => {
                self.as_float().map_or(0, |x| if x.is_nan() { u128::MAX } else { x.abs().ceil() as u128 })
            }
            Value::Seq(items) | Value::Tuple(items) => largest(items),
            Value::Some(inner) | Value::Ok(inner) | Value::Err(inner) => inner.magnitude(),
            Value::Data(data) => {
                largest(&data.fields).max(data.recipe.as_ref().map_or(0, |recipe| largest(&recipe.args)))
            }
            _ => 0,
        }
    }

    /// A hash under which values that are [`Value::same`] exactly are alike.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.feed(&mut hasher);
        hasher.finish()
    }

    fn feed(&self, state: &mut impl Hasher) {
        match self {
            Value::F32(v) if *v == 0.0 => Value::F32(0.0).hash(state),
            Value::F64(v) if *v == 0.0 => Value::F64(0.0).hash(state),
            Value::Seq(items) | Value::Tuple(items) => {
                (self.rank(), items.len()).hash(state);
                items.iter().for_each(|item| item.feed(state));
            }
            Value::Some(v) | Value::Ok(v) | Value::Err(v) => {
                self.rank().hash(state);
                v.feed(state);
            }
            Value::Data(data) => {
                (self.rank(), data.variant).hash(state);
                data.fields.iter().for_each(|field| field.feed(state));
            }
            plain => plain.hash(state),
        }
    }

    /// A number for the kind of value, for hashing and ordering values of different kinds.
    fn rank(&self) -> u8 {
        match self {
            Value::Unit => 0,
            Value::Bool(_) => 1,
            Value::Char(_) => 2,
            Value::Int(_) => 3,
            Value::Big(_) => 4,
            Value::F32(_) => 5,
            Value::F64(_) => 6,
            Value::Str(_) => 7,
            Value::Seq(_) => 8,
            Value::Tuple(_) => 9,
            Value::None => 10,
            Value::Some(_) => 11,
            Value::Ok(_) => 12,
            Value::Err(_) => 13,
            Value::Ordering(_) => 14,
            Value::Data(_) => 15,
        }
    }
}

/// `Duration::MAX` in nanoseconds.
const LONGEST_DURATION: i128 = (u64::MAX as i128) * 1_000_000_000 + 999_999_999;

/// The bits of a float, one pattern for all NaN.
fn canonical_bits(x: f64) -> u64 {
    if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }
}

/// The canonical bits with their upper half folded into the lower one. The lower half of most floats in tests is zero, and
/// fast hashes carry what they are given upwards only.
fn folded_bits(x: f64) -> u64 {
    let bits = canonical_bits(x);
    bits ^ (bits >> 32)
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Unit, Value::Unit) | (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Char(a), Value::Char(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Big(a), Value::Big(b)) => a == b,
            (Value::F32(a), Value::F32(b)) => canonical_bits(f64::from(*a)) == canonical_bits(f64::from(*b)),
            (Value::F64(a), Value::F64(b)) => canonical_bits(*a) == canonical_bits(*b),
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::Seq(a), Value::Seq(b)) | (Value::Tuple(a), Value::Tuple(b)) => a == b,
            (Value::Some(a), Value::Some(b))
            | (Value::Ok(a), Value::Ok(b))
            | (Value::Err(a), Value::Err(b)) => a == b,
            (Value::Ordering(a), Value::Ordering(b)) => a == b,
            (Value::Data(a), Value::Data(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rank().hash(state);
        match self {
            Value::Unit | Value::None => {}
            Value::Bool(v) => v.hash(state),
            Value::Char(v) => v.hash(state),
            Value::Int(v) => v.hash(state),
            Value::Big(v) => v.hash(state),
            Value::F32(v) => folded_bits(f64::from(*v)).hash(state),
            Value::F64(v) => folded_bits(*v).hash(state),
            Value::Str(v) => v.hash(state),
            Value::Seq(v) | Value::Tuple(v) => v.hash(state),
            Value::Some(v) | Value::Ok(v) | Value::Err(v) => v.hash(state),
            Value::Ordering(v) => v.hash(state),
            // Of what is unmade, the recipe is all that there is.
            Value::Data(v) if v.is_unmade() => v.recipe.hash(state),
            Value::Data(v) => (v.variant, &v.fields).hash(state),
        }
    }
}
