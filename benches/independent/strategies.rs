//! Values by type from proptest's strategies, and relatives of known inputs.

use std::sync::Arc;

use morph_relation::{FloatType, IntType, Recipe, Type, Value};
use morph_values::{Generator, stream};
use proptest::collection::vec;
use proptest::num::{f32, f64};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::{BoxedStrategy, NewTree, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand_chacha::ChaCha8Rng;

/// Constructors in constructors.
const DEEP: usize = 2;
/// Values of a type that only the tool's generator makes.
const MADE: usize = 200;

/// Draws inputs of one relation.
pub struct Drawn {
    columns: Vec<BoxedStrategy<Value>>,
    types: Vec<Type>,
    sources: Vec<Vec<Value>>,
    runner: TestRunner,
}

impl Drawn {
    /// Inputs of these types, every second of them near one of the sources.
    pub fn new(
        types: &[Type],
        sources: &[Vec<Value>],
        generator: &Generator,
        seed: u64,
        name: &str,
    ) -> Drawn {
        let mut rng = stream(seed, &format!("strategies {name}"));
        let bytes: [u8; 32] = std::array::from_fn(|_| rng.random());
        let columns = types.iter().map(|ty| values(ty, DEEP, &mut Of { generator, rng: &mut rng })).collect();
        let algorithm = RngAlgorithm::ChaCha;
        let runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(algorithm, &bytes));
        Drawn { columns, types: types.to_vec(), sources: sources.to_vec(), runner }
    }

    /// The next input.
    pub fn next(&mut self) -> Vec<Value> {
        let fresh: Vec<Value> = (0..self.columns.len()).map(|place| self.value(place)).collect();
        if self.sources.is_empty() || self.draw(&any::<bool>()) {
            return self.related(fresh);
        }
        let source = self.draw(&(0..self.sources.len()));
        let mut input = self.sources[source].clone();
        if input.is_empty() {
            return fresh;
        }
        let place = self.draw(&(0..input.len()));
        input[place] = match self.draw(&(0..3_u8)) {
            0 => fresh[place].clone(),
            _ => self.near(&input[place].clone(), &fresh[place]),
        };
        let mut input = self.related(input);
        for (place, fresh) in fresh.into_iter().enumerate() {
            if !input[place].fits(&self.types[place]) {
                input[place] = fresh;
            }
        }
        input
    }

    fn value(&mut self, place: usize) -> Value {
        let strategy = self.columns[place].clone();
        self.draw(&strategy)
    }

    fn draw<S: Strategy>(&mut self, strategy: &S) -> S::Value {
        let tree: NewTree<S> = strategy.new_tree(&mut self.runner);
        tree.expect("no strategy rejects values").current()
    }

    /// Now and then two arguments of a kind are equal, or nearly so.
    fn related(&mut self, mut input: Vec<Value>) -> Vec<Value> {
        if input.len() > 1 && self.draw(&(0..4_u8)) == 0 {
            let (from, to) = (self.draw(&(0..input.len())), self.draw(&(0..input.len())));
            if std::mem::discriminant(&input[from]) == std::mem::discriminant(&input[to]) {
                let near = match self.draw(&any::<bool>()) {
                    true => input[from].clone(),
                    false => self.near(&input[from].clone(), &input[to].clone()),
                };
                // Types of one kind may have other ranges or elements.
                if same_kind(&near, &input[to]) {
                    input[to] = near;
                }
            }
        }
        input
    }

    /// A value that differs from another one a little; `other` is of the same type.
    fn near(&mut self, value: &Value, other: &Value) -> Value {
        match (value, other) {
            (Value::Int(n), Value::Int(_)) => Value::Int(n + self.draw(&(-2..=2_i128))),
            (Value::F64(x), _) => {
                let factor = self.draw(&select(vec![1.0 + f64::EPSILON, -1.0, 0.5, 1e-3, 1e3, 1e-300]));
                Value::F64(x * factor)
            }
            (Value::Str(text), Value::Str(other)) => Value::str(self.edited(text, other)),
            (Value::Seq(items), Value::Seq(others)) => self.changed(items, others),
            (Value::Some(value), Value::Some(other)) => Value::Some(Arc::new(self.near(value, other))),
            _ => value.clone(),
        }
    }

    /// A text with a character more, less or another one, repeated, or in another case.
    fn edited(&mut self, text: &str, other: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let at = self.draw(&(0..=chars.len()));
        let new = self.draw(&character());
        match self.draw(&(0..8_u8)) {
            0 | 1 => chars.insert(at, new),
            2 if at < chars.len() => drop(chars.remove(at)),
            3 if at < chars.len() => chars[at] = new,
            4 if at + 1 < chars.len() => chars.swap(at, at + 1),
            5 => return format!("{text}{other}"),
            6 => return format!("{text}{text}"),
            7 => return if at.is_multiple_of(2) { text.to_uppercase() } else { text.to_lowercase() },
            _ => chars.insert(0, new),
        }
        chars.into_iter().collect()
    }

    /// A sequence of the same length with other elements or another order, so that arrays stay what they are.
    fn changed(&mut self, items: &[Value], others: &[Value]) -> Value {
        let mut items = items.to_vec();
        if items.is_empty() {
            return Value::seq(others.to_vec());
        }
        let at = self.draw(&(0..items.len()));
        match self.draw(&(0..4_u8)) {
            0 => items.reverse(),
            1 => items.rotate_left(at),
            2 => items[at] = items[0].clone(),
            _ => match others.get(at) {
                Some(other) => items[at] = self.near(&items[at].clone(), other),
                None => items.swap(0, at),
            },
        }
        Value::seq(items)
    }
}

/// Whether one value can stand for another one: numbers may be of other types.
fn same_kind(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Str(_), Value::Str(_)) | (Value::F64(_), Value::F64(_)) => true,
        (Value::Seq(a), Value::Seq(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same_kind(a, b))
        }
        _ => false,
    }
}

/// What makes values that no strategy does.
struct Of<'a> {
    generator: &'a Generator,
    rng: &'a mut ChaCha8Rng,
}

/// Values of a type.
fn values(ty: &Type, deep: usize, of: &mut Of<'_>) -> BoxedStrategy<Value> {
    match ty {
        Type::Unit => Just(Value::Unit).boxed(),
        Type::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Type::Char => character().prop_map(Value::Char).boxed(),
        Type::Int(int) => integers(*int),
        Type::Float(kind) => floats(*kind),
        Type::Str | Type::String => texts().prop_map(Value::str).boxed(),
        Type::Slice(item) | Type::Vec(item) | Type::Iter(item) => sequences(values(item, deep, of)),
        Type::Array(item, length) => vec(values(item, deep, of), *length).prop_map(Value::seq).boxed(),
        Type::Option(inner) => {
            let some = values(inner, deep, of).prop_map(|value| Value::Some(Arc::new(value)));
            prop_oneof![1 => Just(Value::None), 3 => some].boxed()
        }
        Type::Tuple(items) => {
            let items: Vec<_> = items.iter().map(|item| values(item, deep, of)).collect();
            items.prop_map(|items| Value::Tuple(items.into())).boxed()
        }
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) => values(inner, deep, of),
        Type::NonZero(int) => integers(*int).prop_filter("zero", |value| *value != Value::Int(0)).boxed(),
        Type::Adt(adt) if deep > 0 && !adt.constructors().is_empty() => {
            let constructors = adt.constructors().iter().enumerate();
            let all: Vec<BoxedStrategy<Value>> = constructors
                .map(|(constructor, made)| {
                    let adt = adt.clone();
                    let args: Vec<_> = made.params.iter().map(|ty| values(ty, deep - 1, of)).collect();
                    args.prop_map(move |args| Value::unmade(Recipe::new(&adt, constructor, args))).boxed()
                })
                .collect();
            proptest::strategy::Union::new(all).boxed()
        }
        ty => {
            let made: Vec<Value> = (0..MADE).map(|_| of.generator.value(ty, of.rng)).collect();
            select(made).boxed()
        }
    }
}

/// Small ones, those around powers of two and ten, and any.
fn integers(int: IntType) -> BoxedStrategy<Value> {
    let ty = Type::Int(int);
    let bits = u32::from(u8::try_from(int.bits()).unwrap_or(128));
    let near = |power: BoxedStrategy<i128>| {
        (power, -2..=2_i128, any::<bool>())
            .prop_map(|(power, more, minus)| if minus { -(power + more) } else { power + more })
    };
    let twos = near((0..bits.min(126)).prop_map(|exponent| 1_i128 << exponent).boxed());
    let tens = near((0..38_u32).prop_map(|exponent| 10_i128.pow(exponent)).boxed());
    let round = (-20..=20_i128, select(vec![1_i128, 10, 60, 100, 365, 400, 1000])).prop_map(|(n, of)| n * of);
    let any_bits = (any::<i128>(), 0..bits.min(127)).prop_map(move |(n, less)| n >> (127 - less));
    prop_oneof![4 => -10..=200_i128, 2 => round, 2 => twos, 1 => tens, 3 => any_bits]
        .prop_map(move |n| {
            let value = Value::Int(n);
            let positive = Value::Int(n.checked_abs().unwrap_or(0));
            match (value.fits(&ty), positive.fits(&ty)) {
                (true, _) => value,
                (_, true) => positive,
                _ => Value::Int(n & 0x7f),
            }
        })
        .boxed()
}

/// Round ones, small and large ones, and every class that floats have.
fn floats(kind: FloatType) -> BoxedStrategy<Value> {
    let round = (-2000..=2000_i32, select(vec![1.0, 2.0, 4.0, 10.0, 100.0, 3.0]))
        .prop_map(|(n, by)| f64::from(n) / by);
    let scaled = (-1.0..1.0_f64, -12..=12_i32).prop_map(|(x, exponent)| x * 10_f64.powi(exponent));
    let edges = select(vec![0.0, -0.0, 1.0, -1.0, f64::MIN_POSITIVE, f64::EPSILON, 1e-9, 1e9, 1e15]);
    let every = match kind {
        FloatType::F64 => f64::ANY.boxed(),
        FloatType::F32 => f32::ANY.prop_map(f64::from).boxed(),
    };
    prop_oneof![4 => round, 4 => scaled, 1 => edges, 2 => -1000.0..1000.0_f64, 1 => every]
        .prop_map(move |x| Value::float(kind, x))
        .boxed()
}

/// Plain ones, those with odd cases, and any.
fn character() -> BoxedStrategy<char> {
    let odd = "ßẞŉǰﬁﬀİıſKÅΣςσǅǆéÉñÑΐ٣５²Ⅷ\u{301}\u{200d}\u{feff}\u{a0}\u{2003}\u{85}\0\u{7f}😀🇩𝒳";
    prop_oneof![
        6 => proptest::char::range('a', 'e'),
        3 => proptest::char::range('A', 'Z'),
        3 => proptest::char::range('0', '9'),
        3 => select(" \t\n-_.,:;/\\+*=#&%<>()[]{}'\"!?@~^|$`".chars().collect::<Vec<_>>()),
        2 => proptest::char::range(' ', '~'),
        1 => select(odd.chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ]
    .boxed()
}

/// Short ones of few letters, words, numbers, repetitions, and long ones.
fn texts() -> BoxedStrategy<String> {
    let of = |c: BoxedStrategy<char>, length: std::ops::Range<usize>| {
        vec(c, length).prop_map(|chars| chars.into_iter().collect::<String>())
    };
    let repeated = (of(character(), 1..4), 1..20_usize).prop_map(|(text, times)| text.repeat(times));
    prop_oneof![
        3 => of(select(vec!['a', 'b']).boxed(), 0..7),
        3 => of(character(), 0..4),
        3 => of(character(), 0..16),
        2 => "[A-Za-z]{1,6}([ _.-][a-z0-9]{1,4}){0,3}",
        1 => "[ +-]?[0-9]{1,12}([.,:/-][0-9]{1,4}){0,3}",
        1 => "[01]{0,12}|[0-9a-fA-F]{0,12}",
        1 => repeated,
        1 => of(character(), 60..200),
    ]
    .boxed()
}

/// Short ones, sorted ones, ones of equal elements, ones in which all cancels out but a little, and long ones.
fn sequences(item: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let short = vec(item.clone(), 0..8);
    let sorted = vec(item.clone(), 0..12).prop_map(|mut items| {
        items.sort_by(order);
        items
    });
    let equal = (item.clone(), 0..70_usize).prop_map(|(item, count)| std::vec![item; count]);
    let cancelling = vec(item.clone(), 1..6).prop_map(|items| {
        let minus = items[1..].iter().filter_map(negated).collect::<Vec<_>>();
        [items, minus].concat()
    });
    let long = vec(item, 60..300);
    prop_oneof![8 => short, 2 => sorted, 2 => equal, 3 => cancelling, 1 => long].prop_map(Value::seq).boxed()
}

fn order(a: &Value, b: &Value) -> std::cmp::Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Str(a), Value::Str(b)) => a.cmp(b),
        (Value::F64(a), Value::F64(b)) => a.total_cmp(b),
        _ => std::cmp::Ordering::Equal,
    }
}

fn negated(value: &Value) -> Option<Value> {
    match value {
        Value::F64(x) => Some(Value::F64(-x)),
        Value::F32(x) => Some(Value::F32(-x)),
        _ => None,
    }
}
