//! Inputs on which laws fail that hold elsewhere: texts of every kind, values that are nearly the same, what lies at the ends.

use std::collections::BTreeSet;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::pairs::words;
use super::texts::{PIECES, TEXTS, alike, altered, composed, ends_as_texts, pieces, swapped, text_of};
use morph_relation::{Adt, Constructor, Data, IntType, Recipe, Type, Value};
use morph_source::scan::{Param, Subject};
use morph_values::{Generator, parts_of, small_inputs};

/// Texts made of pieces, per parameter.
const COMPOSED: usize = 300;
/// Texts altered in places, per parameter; ordinary ones among those that they are made of.
const ALTERED: usize = 400;
const USUAL: usize = 60;
/// Lengths of runs.
const RUNS: [usize; 14] = [7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 127, 254, 255, 256];
/// Years of all kinds, and how often each is tried.
const YEARS: [i128; 8] = [1900, 2000, 2023, 2024, 2100, 1582, 100, 400];
const TIMES: usize = 8;
/// Values that a constructor makes of small arguments.
const CONSTRUCTED: usize = 60;
/// Inputs that are varied, and how often each.
const VARIED: usize = 120;

/// Whether a part of an input may come from constructors that check nothing: what holds of others need not hold of it.
pub fn is_unchecked(input: &[Value], types: &[Type]) -> bool {
    let trusts = |name: &str| ["unchecked", "raw", "unsafe"].iter().any(|word| name.contains(word));
    let unchecked = |value: &Value, ty: &Type| match (value, ty.owned()) {
        (Value::Data(data), Type::Adt(adt)) => {
            let all = adt.constructors();
            let safe = all.iter().filter(|constructor| !trusts(&constructor.name)).count();
            let made = data.recipe.as_ref().and_then(|recipe| all.get(recipe.constructor));
            // What others returned may have begun with one of these.
            safe > 0 && safe < all.len() && made.is_none_or(|constructor| trusts(&constructor.name))
        }
        _ => false,
    };
    input.iter().zip(types).any(|(value, ty)| unchecked(value, ty))
}

/// Whether a part of an input is a struct whose private fields were filled with anything, for nothing is known that makes it:
/// perhaps no caller ever meets it.
pub fn is_assembled(input: &[Value], types: &[Type]) -> bool {
    input.iter().zip(types).any(|(value, ty)| any_struct(value, ty, &is_filled))
}

/// Whether a struct or enum in a value is such a one; where the test leaves that open, what it is made of, or else its fields,
/// may hold one.
pub fn any_struct(value: &Value, ty: &Type, test: &dyn Fn(&Data, &Adt) -> Option<bool>) -> bool {
    let any = |values: &[Value], types: &mut dyn Iterator<Item = &Type>| {
        values.iter().zip(types).any(|(value, ty)| any_struct(value, ty, test))
    };
    match (value, ty.owned()) {
        (Value::Data(data), Type::Adt(adt)) => test(data, &adt).unwrap_or_else(|| {
            let made = data
                .recipe
                .as_ref()
                .and_then(|recipe| Some((&recipe.args, &adt.constructors().get(recipe.constructor)?.params)));
            match (made, adt.variants().get(data.variant)) {
                (Some((args, params)), _) => any(args, &mut params.iter()),
                (None, Some(shape)) => any(&data.fields, &mut shape.fields.iter().map(|field| &field.ty)),
                (None, None) => false,
            }
        }),
        (Value::Some(value), Type::Option(ty)) => any_struct(value, &ty, test),
        (Value::Tuple(values), Type::Tuple(types)) => any(values, &mut types.iter()),
        (Value::Seq(values), ty) => ty.item().is_some_and(|ty| any(values, &mut std::iter::repeat(ty))),
        _ => false,
    }
}

/// Whether the private fields of a struct were filled with anything; left open where it has none.
fn is_filled(data: &Data, adt: &Adt) -> Option<bool> {
    let shape = adt.variants().get(data.variant).filter(|_| adt.constructors().is_empty());
    let Some(shape) = shape else { return Some(false) };
    (!adt.is_enum && shape.fields.iter().any(|field| !field.public)).then_some(true)
}

/// What is made from ordinary inputs of a subject, whose parameters may be followed by variables, and from texts of its tests
/// and its documentation; values of some types take too long where they hold large numbers.
pub fn tricky(
    subject: &Subject,
    generator: &Generator,
    ordinary: &[Vec<Value>],
    (known, unwieldy): (&[&str], &BTreeSet<String>),
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    if ordinary.is_empty() {
        return all;
    }
    let pieces = pieces(&subject.constants);
    let numbers = ends_as_texts(&subject.ret);
    for (place, param) in subject.params.iter().enumerate() {
        let is_bytes = param.ty.owned().item() == Some(&Type::Int(IntType::U8));
        // Bytes are a text where the code compares them with letters, or reads a number from them.
        let is_read = pieces.len() > PIECES.len() || !numbers.is_empty();
        let is_text = matches!(param.ty.owned(), Type::Str | Type::String) || is_bytes && is_read;
        if !is_text {
            continue;
        }
        let composed: Vec<String> = (0..COMPOSED).map(|_| composed(&pieces, rng)).collect();
        let text = |input: &'_ Vec<Value>| text_of(&input[place]);
        let usual: Vec<String> = ordinary.iter().filter_map(text).take(USUAL).collect();
        let usual = usual.iter().map(String::as_str);
        let usual: Vec<&str> = known.iter().copied().chain(usual).filter(|text| !text.is_empty()).collect();
        let altered: Vec<String> =
            (0..ALTERED.min(usual.len() * 20)).map(|_| altered(&usual, &pieces, rng)).collect();
        let made = numbers.iter().chain(&composed).chain(&altered).map(String::as_str);
        for text in TEXTS.iter().chain(known).copied().chain(made) {
            let bytes = || Value::seq(text.bytes().map(|byte| Value::Int(byte.into())));
            let value = if is_bytes { bytes() } else { Value::str(text) };
            // Arrays have one length.
            if value.fits(&param.ty) {
                all.push(with([(place, value)], ordinary, rng));
            }
        }
    }
    let types = subject.types();
    all.extend(runs(&types).into_iter().map(|run| with([run], ordinary, rng)));
    all.extend(years(&subject.params).into_iter().map(|year| with([year], ordinary, rng)));
    let texts: Vec<usize> =
        (0..types.len()).filter(|place| matches!(types[*place].owned(), Type::String)).collect();
    for chosen in alike(texts.len(), rng) {
        let mut input = ordinary[rng.random_range(0..ordinary.len())].clone();
        texts.iter().zip(chosen).for_each(|(place, text)| input[*place] = Value::str(text));
        all.push(input);
    }
    for (place, ty) in types.iter().enumerate() {
        let small = constructed(ty, unwieldy);
        for value in &small {
            all.push(with([(place, value.clone())], ordinary, rng));
        }
        let negative =
            small.iter().filter_map(|value| negative_zero(value).map(|negative| (value.clone(), negative)));
        let beside = small.iter().zip(small.iter().skip(1)).map(|(one, other)| (one.clone(), other.clone()));
        let pairs: Vec<(Value, Value)> = negative.chain(beside).collect();
        for other in (0..types.len()).filter(|other| *other != place && types[*other].owned() == ty.owned()) {
            for (one, alike) in &pairs {
                all.push(with([(place, one.clone()), (other, alike.clone())], ordinary, rng));
            }
        }
    }
    all.extend(ordinary.iter().take(2 * VARIED).filter_map(|input| asking(input, &types, rng)));
    for input in ordinary.iter().take(VARIED) {
        let place = rng.random_range(0..input.len());
        let mut other = input.clone();
        other[place] = near(&input[place], &types[place], generator, rng);
        all.push(other);
        // Two values of a type that are equal, or nearly so.
        let alike: Vec<usize> =
            (0..types.len()).filter(|i| *i != place && types[*i].owned() == types[place].owned()).collect();
        if let Some(other) = alike.get(rng.random_range(0..alike.len().max(1))) {
            let mut equal = input.clone();
            equal[*other] = input[place].clone();
            let mut nearly = equal.clone();
            nearly[*other] = near(&input[place], &types[place], generator, rng);
            all.extend([equal, nearly]);
        }
    }
    all
}

/// The input with what its structs and enums were made of as the other arguments: what was put in is asked for.
fn asking(input: &[Value], types: &[Type], rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let data = input.iter().filter_map(|value| match value {
        Value::Data(data) => Some(data),
        _ => None,
    });
    let parts: Vec<&Value> = data.flat_map(|data| parts_of(data)).collect();
    let mut asked = input.to_vec();
    let mut is_other = false;
    for (place, ty) in types.iter().enumerate().filter(|(_, ty)| ty.adts().is_empty()) {
        let fitting: Vec<&Value> = parts.iter().filter(|part| part.fits(ty)).copied().collect();
        if !fitting.is_empty() {
            asked[place] = fitting[rng.random_range(0..fitting.len())].clone();
            is_other = true;
        }
    }
    is_other.then_some(asked)
}

/// Years of all kinds, by the place of a parameter that is called so.
fn years(params: &[Param]) -> Vec<(usize, Value)> {
    let is_year = |param: &Param| {
        matches!(param.ty.owned(), Type::Int(_)) && words(&param.name).iter().any(|word| word == "year")
    };
    let places = (0..params.len()).filter(|place| is_year(&params[*place]));
    let of = |place: usize| YEARS.map(|year| (place, Value::Int(year)));
    let fitting = places.flat_map(of).filter(|(place, year)| year.fits(&params[*place].ty));
    fitting.flat_map(|year| std::iter::repeat_n(year, TIMES)).collect()
}

/// Long runs of one byte or character, as long as blocks, counters and buffers are, by the place of the parameter.
fn runs(types: &[Type]) -> Vec<(usize, Value)> {
    let mut all = Vec::new();
    for (place, ty) in types.iter().enumerate() {
        let repeated = |n: usize| match ty.owned() {
            Type::String => vec![Value::str("a".repeat(n)), Value::str("1".repeat(n))],
            owned if owned.item() == Some(&Type::Int(IntType::U8)) => {
                [0, 1, 255].map(|byte| Value::seq(vec![Value::Int(byte); n])).to_vec()
            }
            _ => Vec::new(),
        };
        all.extend(RUNS.iter().flat_map(|n| repeated(*n)).filter(|run| run.fits(ty)).map(|run| (place, run)));
    }
    all
}

/// One of some inputs, with these values at these places.
fn with<const N: usize>(
    values: [(usize, Value); N],
    some: &[Vec<Value>],
    rng: &mut ChaCha8Rng,
) -> Vec<Value> {
    let mut input = some[rng.random_range(0..some.len())].clone();
    for (place, value) in values {
        input[place] = value;
    }
    input
}

/// What the constructors of a type make of small arguments; still to be made.
fn constructed(ty: &Type, unwieldy: &BTreeSet<String>) -> Vec<Value> {
    let owned = ty.owned();
    let Type::Adt(adt) = &owned else { return Vec::new() };
    let has_ends = !unwieldy.contains(&adt.path);
    let made = |(number, constructor): (usize, &Constructor)| {
        let ends = if has_ends { ends(&constructor.params) } else { Vec::new() };
        let all = ends.into_iter().chain(small_inputs(&constructor.params, CONSTRUCTED));
        all.map(move |args| Value::unmade(Recipe::new(adt, number, args)))
    };
    adt.constructors().iter().enumerate().flat_map(made).take(2 * CONSTRUCTED).collect()
}

/// Arguments among which one is the least or the greatest integer of its type, beside the smallest ones.
fn ends(types: &[Type]) -> Vec<Vec<Value>> {
    let Some(smallest) = small_inputs(types, 2).pop() else { return Vec::new() };
    let mut all = Vec::new();
    for (place, ty) in types.iter().enumerate() {
        if let Type::Int(int) = ty.owned() {
            for end in [int.highest(), int.lowest()] {
                let mut input = smallest.clone();
                input[place] = Value::Int(end);
                all.push(input);
            }
        }
    }
    all
}

/// The value with its first zero negative; `None` where it has none.
fn negative_zero(value: &Value) -> Option<Value> {
    match value {
        Value::F64(x) if *x == 0.0 => Some(Value::F64(-x)),
        Value::F32(x) if *x == 0.0 => Some(Value::F32(-x)),
        Value::Data(data) => {
            let recipe = data.recipe.as_ref()?;
            let mut args = recipe.args.clone();
            let (place, negative) =
                args.iter().enumerate().find_map(|(i, arg)| Some((i, negative_zero(arg)?)))?;
            args[place] = negative;
            Some(Value::unmade(recipe.with(args)))
        }
        _ => None,
    }
}

/// A value that a careless comparison takes for the same.
fn near(value: &Value, ty: &Type, generator: &Generator, rng: &mut ChaCha8Rng) -> Value {
    let changed = match value {
        Value::Str(text) => Value::str(match rng.random_range(0..6) {
            0 => text.to_uppercase(),
            1 => text.to_lowercase(),
            2 => format!(" {text} "),
            3 => format!("0{text}"),
            4 => text.chars().rev().collect(),
            _ => swapped(text),
        }),
        Value::Data(data) => match (&data.recipe, ty.owned()) {
            (Some(recipe), Type::Adt(adt)) => {
                let Some(constructor) = adt.constructors().get(recipe.constructor) else {
                    return value.clone();
                };
                let mut args = recipe.args.clone();
                if !args.is_empty() {
                    let place = rng.random_range(0..args.len());
                    args[place] = near(&args[place], &constructor.params[place], generator, rng);
                }
                Value::unmade(recipe.with(args))
            }
            _ => generator.vary(value, ty, rng),
        },
        value => negative_zero(value).unwrap_or_else(|| generator.vary(value, ty, rng)),
    };
    if changed.fits(ty) { changed } else { value.clone() }
}
