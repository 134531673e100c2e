//! Changes of an input that small steps do not make: jumps by magnitudes, constants of the code, elements that are
//! inserted, deleted and copied, other variants, one parameter in place of another.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::places::{Place, places};
use morph_relation::{Type, Value};
use morph_source::scan::Param;
use morph_values::Generator;
use morph_values::{floats, ints};

/// Changes chosen at random, and steps to neighbours, per round.
const CHOSEN: usize = 60;
const NEIGHBOURS: usize = 24;
/// Characters of every class.
const CLASSES: &str = "aZ0 .-_/";

/// Inputs that differ from this one in one way each; `distance` is its distance from what is looked for.
pub fn edits(
    input: &[Value],
    distance: f64,
    params: &[Param],
    generator: &Generator,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let all = places(input, params);
    let mut changes: Vec<(&Place, Value)> = Vec::new();
    for place in &all {
        let Some(value) = place.value(input) else { continue };
        let new = others(&value, &place.ty, distance, generator, rng);
        changes.extend(new.into_iter().map(|new| (place, new)));
        let twins = all.iter().filter(|other| {
            (place.is_whole() || other.is_whole()) && other.ty == place.ty && !std::ptr::eq(*other, place)
        });
        changes.extend(twins.filter_map(|other| Some((place, other.value(input)?))));
    }
    changes.shuffle(rng);
    let mut inputs: Vec<Vec<Value>> = changes
        .into_iter()
        .filter_map(|(place, value)| place.replaced(input, value, params))
        .take(CHOSEN)
        .collect();
    inputs.extend((0..NEIGHBOURS).map(|_| generator.neighbour(input, params, rng)));
    inputs
}

/// Other values in place of one.
fn others(
    value: &Value,
    ty: &Type,
    distance: f64,
    generator: &Generator,
    rng: &mut ChaCha8Rng,
) -> Vec<Value> {
    let mut all: Vec<Value> = generator.constants().filter(|constant| constant.fits(ty)).cloned().collect();
    match (value, ty) {
        (Value::Bool(b), _) => all.push(Value::Bool(!b)),
        (Value::Int(n), _) => {
            let jumps =
                (0..32).map(|k| 1_i128 << (4 * k.min(31))).chain([distance as i128, n.saturating_abs()]);
            let far = jumps.flat_map(|jump| [n.checked_add(jump), n.checked_sub(jump)]);
            let beside = all.clone().into_iter().filter_map(|constant| match constant {
                Value::Int(n) => Some([n.checked_add(1), n.checked_sub(1)]),
                _ => None,
            });
            let more = [n.checked_neg(), Some(n / 2), n.checked_mul(2)];
            let far: Vec<Value> = far.chain(beside.flatten()).chain(more).flatten().map(Value::Int).collect();
            all.extend(far);
            if let Type::Int(int) = ty {
                all.extend(ints(*int));
            }
        }
        (Value::F32(_) | Value::F64(_), Type::Float(float)) => {
            let x = value.as_float().unwrap_or_default();
            let powers = (-6..=12).map(|k| 10_f64.powi(2 * k));
            let far = powers.chain([distance]).flat_map(|jump| [x + jump, x - jump, x * jump]);
            let more = [-x, x / 2.0, x * 2.0, x.round(), (x * 10.0).round() / 10.0];
            all.extend(far.chain(more).map(|x| Value::float(*float, x)));
            all.extend(floats(*float));
        }
        (Value::Char(c), _) => {
            all.extend(known_characters(generator).chain(CLASSES.chars()).map(Value::Char));
            all.extend(c.to_uppercase().chain(c.to_lowercase()).map(Value::Char));
        }
        (Value::Str(text), _) => {
            let chars: Vec<char> = text.chars().collect();
            let joined = |chars: Vec<char>| Value::str(chars.into_iter().collect::<String>());
            let letters: Vec<char> = known_characters(generator).chain(CLASSES.chars()).collect();
            let known: Vec<String> = generator
                .constants()
                .filter_map(|v| if let Value::Str(text) = v { Some(text.to_string()) } else { None })
                .chain(letters.iter().map(char::to_string))
                .collect();
            all.extend(known.iter().flat_map(|new| {
                let at = rng.random_range(0..=chars.len());
                let middle: String = chars[..at]
                    .iter()
                    .copied()
                    .chain(new.chars())
                    .chain(chars[at..].iter().copied())
                    .collect();
                [format!("{new}{text}"), format!("{text}{new}"), middle].map(Value::str)
            }));
            all.extend(lists(&chars).into_iter().map(joined));
        }
        (Value::Seq(items), ty) if !matches!(ty, Type::Array(..)) => {
            if let Some(item) = ty.item() {
                let mut new: Vec<Value> = (0..4).map(|_| generator.value(item, rng)).collect();
                new.extend(generator.constants().filter(|constant| constant.fits(item)).cloned());
                for new in new {
                    let at = rng.random_range(0..=items.len());
                    let (before, behind) = items.split_at(at);
                    all.push(Value::seq(before.iter().chain([&new]).chain(behind).cloned()));
                    all.push(Value::seq(items.iter().chain([&new]).cloned()));
                }
            }
            all.extend(lists(items).into_iter().map(Value::seq));
        }
        (Value::None | Value::Some(_) | Value::Ok(_) | Value::Err(_) | Value::Ordering(_), _)
        | (Value::Data(_), Type::Adt(_)) => all.extend((0..6).map(|_| generator.value(ty, rng))),
        _ => {}
    }
    all
}

/// Each element deleted, each doubled, neighbours exchanged; no beginning, no end, all twice.
fn lists<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let n = items.len().min(40);
    let mut all = vec![Vec::new(), [items, items].concat(), items.iter().rev().cloned().collect()];
    all.extend([items[..items.len() / 2].to_vec(), items[items.len() / 2..].to_vec()]);
    for i in 0..n {
        let mut deleted = items.to_vec();
        deleted.remove(i);
        let mut doubled = items.to_vec();
        doubled.insert(i, items[i].clone());
        let mut exchanged = items.to_vec();
        exchanged.swap(i, (i + 1) % items.len());
        all.extend([deleted, doubled, exchanged]);
    }
    all
}

/// The characters that the code knows, alone or in texts.
fn known_characters(generator: &Generator) -> impl Iterator<Item = char> {
    let mut known: Vec<char> = Vec::new();
    for constant in generator.constants() {
        match constant {
            Value::Char(c) => known.push(*c),
            Value::Str(text) => known.extend(text.chars().take(16)),
            Value::Int(n) => {
                known.extend(u8::try_from(*n).ok().filter(u8::is_ascii_graphic).map(char::from));
            }
            _ => {}
        }
    }
    known.sort_unstable();
    known.dedup();
    known.into_iter()
}
