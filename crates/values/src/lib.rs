//! Makes values of types: random ones with magnitudes of every size, the special values of each type, the constants of the
//! function's body and their neighbours; others near a value; smaller ones that keep what counts.
//!
//! [`Generator`] makes single values and whole inputs. [`sources`] makes different inputs of a subject, [`adaptive()`] makes
//! them far from one another, [`nearby`] and [`wander`] make them from inputs that are known to be good. [`smaller`]
//! proposes what a person would rather read.

mod adaptive;
mod domain;
mod floats;
mod generate;
mod relate;
mod shrink;
mod small;
mod special;
mod vary;
mod ways;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;

pub use adaptive::{adaptive, unlike};
pub use domain::{Domain, End};
pub use floats::and_beside;
pub use generate::{Generator, Made, Texts};
pub use relate::parts_of;
pub use shrink::{cost_of, smaller};
pub use small::{small, small_inputs};
pub use special::{floats, ints};
pub use vary::bare;

use morph_relation::Value;
use morph_relation::hash::{BASIS, fnv1a};
use morph_source::scan::Subject;

/// A random stream of its own for a unit of work: the same for the same seed and name, whatever runs beside it.
pub fn stream(seed: u64, name: &str) -> ChaCha8Rng {
    let hash = fnv1a(BASIS ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), name.bytes());
    ChaCha8Rng::seed_from_u64(hash)
}

/// Up to `count` different inputs for a subject; fewer where its types have fewer.
pub fn sources(
    subject: &Subject,
    generator: &Generator,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let mut seen = FxHashSet::default();
    let mut inputs = Vec::new();
    for _ in 0..count * 4 {
        if inputs.len() >= count {
            break;
        }
        let input = generator.input(&subject.params, rng);
        if seen.insert(input.clone()) {
            inputs.push(input);
        }
    }
    inputs
}

/// Inputs near those on which the subject returned a value: where it mostly fails, its useful domain is around them.
pub fn nearby(
    subject: &Subject,
    generator: &Generator,
    good: &[Vec<Value>],
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let mut inputs = Vec::new();
    for _ in 0..count {
        let mut input = if good.is_empty() || rng.random_bool(0.25) {
            generator.modest().input(&subject.params, rng)
        } else {
            good[rng.random_range(0..good.len())].clone()
        };
        let place = rng.random_range(0..input.len());
        input[place] = match rng.random_range(0..3) {
            0 if !good.is_empty() => good[rng.random_range(0..good.len())][place].clone(),
            1 => generator.modest().value(&subject.params[place].ty, rng),
            _ => generator.vary(&input[place], &subject.params[place].ty, rng),
        };
        inputs.push(input);
    }
    inputs
}

/// No input that was made in several steps has more of them.
const FARTHEST: usize = 6;

/// Inputs several steps away from those on which the subject returned a value, in any direction.
pub fn wander(
    subject: &Subject,
    generator: &Generator,
    good: &[Vec<Value>],
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let mut inputs = Vec::new();
    for _ in 0..count {
        let from = match good {
            [] => generator.input(&subject.params, rng),
            good => good[rng.random_range(0..good.len())].clone(),
        };
        let steps = 0..rng.random_range(1..=FARTHEST);
        inputs.push(steps.fold(from, |input, _| generator.neighbour(&input, &subject.params, rng)));
    }
    inputs
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use morph_relation::{Adt, Field, FloatType, Home, IntType, Traits, Type, Variant};

    fn subject(types: &[Type]) -> Subject {
        let names: Vec<String> = (0..types.len()).map(|i| format!("p{i}")).collect();
        let params: Vec<(&str, Type)> = names.iter().map(String::as_str).zip(types.iter().cloned()).collect();
        Subject::free("demo::f", &params, Type::Bool)
    }

    #[test]
    fn wild_floats_cancel_out_now_and_then() {
        let floats = Type::Vec(Box::new(Type::Float(FloatType::F64)));
        let wild = Generator::default().wild();
        let mut rng = stream(0, "cancelling");
        let depends_on_order = |value: &Value| {
            let Value::Seq(items) = value else { return false };
            let items: Vec<f64> = items.iter().filter_map(Value::as_float).collect();
            let sizes = items.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            let [a, b]: [f64; 2] = [items.iter().sum(), items.iter().rev().sum()];
            sizes <= 1e3 && (a - b).abs() > 1e-6 * a.abs()
        };
        let count = (0..1_000).filter(|_| depends_on_order(&wild.value(&floats, &mut rng))).count();
        assert!(count >= 10, "{count}");
    }

    #[test]
    fn floats_in_variants_of_enums_are_near_zero() {
        let float = Type::Float(FloatType::F64);
        let unit =
            Adt::new("demo::Unit".to_owned(), "Unit".to_owned(), Home::default(), true, Traits::default());
        let field = Field { name: "0".into(), ty: float.clone(), visible: true, public: true, getter: None };
        let variants = [("Meters", vec![]), ("Custom", vec![field])];
        let variants =
            variants.map(|(name, fields)| Variant { name: name.to_owned(), fields, braces: false });
        unit.variants.set(variants.to_vec()).expect("it was made a line above");
        let unit = Type::Adt(unit);
        let generator = Generator::default().wild();
        let mut rng = stream(0, "enums");
        let is_near = |value: &Value| value.part(0).and_then(Value::as_float).is_none_or(|x| x.abs() < 1e6);
        for _ in 0..5_000 {
            let value = generator.value(&unit, &mut rng);
            let varied = generator.vary(&value, &unit, &mut rng);
            assert!(is_near(&value) && is_near(&varied), "{value:?}, {varied:?}");
        }
        let is_far = |_| !generator.value(&float, &mut rng).as_float().is_some_and(|x| x.abs() < 1e6);
        assert!((0..5_000).any(is_far));
    }

    fn every_kind() -> Vec<Type> {
        let mut types: Vec<Type> = IntType::ALL.into_iter().map(Type::Int).collect();
        let boxed = |ty: Type| Box::new(ty);
        types.extend([
            Type::Bool,
            Type::Char,
            Type::Float(FloatType::F32),
            Type::Float(FloatType::F64),
            Type::Ref(boxed(Type::Str)),
            Type::Ref(boxed(Type::Slice(boxed(Type::Float(FloatType::F64))))),
            Type::Array(boxed(Type::Int(IntType::U8)), 3),
            Type::Vec(boxed(Type::Vec(boxed(Type::String)))),
            Type::Option(boxed(Type::Tuple(vec![Type::Char, Type::Int(IntType::I8)]))),
            Type::Result(boxed(Type::Ordering), boxed(Type::Unit)),
        ]);
        types
    }

    #[test]
    fn every_value_fits_its_type_and_so_does_every_variation() {
        let pool = vec![Value::Int(300), Value::str("known"), Value::Char('q'), Value::F64(2.5)];
        for generator in [Generator::new(pool.clone()), Generator::new(pool).modest()] {
            let mut rng = stream(1, "fits");
            for ty in every_kind() {
                for _ in 0..200 {
                    let value = generator.value(&ty, &mut rng);
                    assert!(value.fits(&ty), "{value:?} is no {ty}");
                    let varied = generator.vary(&value, &ty, &mut rng);
                    assert!(varied.fits(&ty), "{varied:?} is no {ty}");
                }
            }
        }
    }

    #[test]
    fn inputs_are_different_and_follow_from_the_seed_alone() {
        let subject = subject(&[Type::Int(IntType::I64), Type::Ref(Box::new(Type::Str))]);
        let make = |seed| sources(&subject, &Generator::default(), 300, &mut stream(seed, "x"));
        let inputs = make(3);
        assert_eq!(inputs.len(), 300);
        assert_eq!(inputs.iter().collect::<FxHashSet<_>>().len(), 300);
        assert_eq!(inputs, make(3));
        assert_ne!(inputs, make(4));
    }

    #[test]
    fn wild_inputs_are_long_or_large_or_of_rare_characters_now_and_then() {
        let text = Type::Ref(Box::new(Type::Str));
        let subject = subject(&[text, Type::Float(FloatType::F32), Type::Vec(Box::new(Type::Bool))]);
        let count = |generator: &Generator, test: fn(&[Value]) -> bool| {
            let inputs = sources(&subject, generator, 3_000, &mut stream(0, "x"));
            inputs.iter().filter(|input| test(input)).count()
        };
        let long_text = |input: &[Value]| matches!(&input[0], Value::Str(text) if text.chars().count() > 40);
        let large = |input: &[Value]| input[1].as_float().is_some_and(|x| x.is_finite() && x.abs() > 1e25);
        let long = |input: &[Value]| matches!(&input[2], Value::Seq(items) if items.len() > 20);
        let rare = |input: &[Value]| matches!(&input[0], Value::Str(text) if text.chars().any(|c| ('\u{1e00}'..'\u{1fff}').contains(&c)));
        for test in [long_text, large, long, rare] as [fn(&[Value]) -> bool; 4] {
            let (wild, plain) =
                (count(&Generator::default().wild(), test), count(&Generator::default(), test));
            assert!(wild > 10 && wild < 600 && plain < wild, "{wild} wild, {plain} plain of 3000");
        }
    }

    #[test]
    fn wild_texts_have_marks_in_any_order_and_more_of_them_than_a_letter_has() {
        let longest_run = |text: &str| {
            let runs = text.split(|c: char| !special::MARKS.contains(&c)).map(|run| run.chars().collect());
            runs.max_by_key(|run: &Vec<char>| run.len()).unwrap_or_default()
        };
        let count = |generator: &Generator, test: fn(&[char]) -> bool| {
            let mut rng = stream(0, "marks");
            let is = |value: Value| matches!(value, Value::Str(text) if test(&longest_run(&text)));
            (0..5_000).filter(|_| is(generator.value(&Type::String, &mut rng))).count()
        };
        let some = |marks: &[char]| marks.len() > 1 && marks.iter().any(|mark| *mark != marks[0]);
        let many = |marks: &[char]| marks.len() > 30;
        for (test, least) in [(some as fn(&[char]) -> bool, 200), (many, 50)] {
            let [wild, plain] = [Generator::default().wild(), Generator::default()].map(|g| count(&g, test));
            assert!(wild > least && wild < 1_000 && plain * 3 < wild, "{wild} wild, {plain} plain of 5000");
        }
    }

    #[test]
    fn numbers_in_wild_texts_are_words_now_and_then() {
        let known = Value::str("rgba(1, 2.5, 3)");
        let altered = |generator: &Generator| {
            let mut rng = stream(0, "words");
            let texts = (0..2_000).map(|_| generator.vary(&known, &Type::String, &mut rng));
            texts
                .filter_map(|text| match text {
                    Value::Str(text) => Some(text.to_string()),
                    _ => None,
                })
                .collect::<Vec<_>>()
        };
        let tame = Generator::default();
        let wild = altered(&tame.wild());
        for expected in ["rgba(nan, 2.5, 3)", "rgba(1, NaN, 3)", "rgba(1, 2.5, -inf)"] {
            assert!(wild.iter().any(|text| text.contains(expected)), "{expected}");
        }
        assert!(!altered(&tame).iter().any(|text| text.contains("NaN")));
    }

    #[test]
    fn numbers_of_a_sequence_are_large_together_or_cancel_now_and_then_where_inputs_are_wild() {
        let ty = Type::Vec(Box::new(Type::Float(FloatType::F64)));
        let start = Value::seq([1.5, 2.0, 7.25].map(Value::F64));
        let count = |generator: &Generator, test: fn(&[f64]) -> bool| {
            let mut rng = stream(0, "together");
            let floats = |value: Value| match value {
                Value::Seq(items) => items.iter().filter_map(Value::as_float).collect::<Vec<_>>(),
                _ => Vec::new(),
            };
            (0..1_000).filter(|_| test(&floats(generator.vary(&start, &ty, &mut rng)))).count()
        };
        let large = |items: &[f64]| items.iter().all(|x| x.abs() > 1e6);
        let cancel = |items: &[f64]| items.len() == 4 && items.iter().any(|x| items.contains(&-x));
        for test in [large, cancel] as [fn(&[f64]) -> bool; 2] {
            let [wild, plain] = [Generator::default().wild(), Generator::default()].map(|g| count(&g, test));
            assert!(wild > 40 && plain * 3 < wild, "{wild} wild, {plain} plain of 1000");
        }
    }

    #[test]
    fn type_with_few_values_has_few_inputs() {
        let inputs = sources(&subject(&[Type::Bool]), &Generator::default(), 300, &mut stream(0, "x"));
        assert_eq!(inputs.len(), 2);
    }

    #[test]
    fn boundaries_special_values_and_constants_of_the_code_appear() {
        let ints = subject(&[Type::Int(IntType::I32)]);
        let inputs = sources(&ints, &Generator::new(vec![Value::Int(4711)]), 1000, &mut stream(0, "x"));
        for wanted in [0, 1, -1, i32::MAX.into(), i32::MIN.into(), 4711, 4710, 4712] {
            assert!(inputs.contains(&vec![Value::Int(wanted)]), "{wanted} is missing");
        }
        let floats = subject(&[Type::Float(FloatType::F64)]);
        let inputs = sources(&floats, &Generator::default(), 1000, &mut stream(0, "x"));
        for wanted in [0.0, -0.0, f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE] {
            assert!(inputs.contains(&vec![Value::F64(wanted)]), "{wanted} is missing");
        }
    }

    #[test]
    fn known_texts_appear_wherever_there_are_texts_and_those_of_a_short_list_more_often() {
        let list = |texts: Vec<String>| -> Arc<[String]> { texts.into() };
        let near = list(vec!["10.0.0.0/8".to_owned()]);
        let far = list((0..40).map(|n| format!("text number {n}")).collect());
        let generator = Generator::default().with_texts([near, far].into());
        let text = || Box::new(Type::String);
        let bytes = Type::Vec(Box::new(Type::Int(IntType::U8)));
        let types = [
            Type::Ref(Box::new(Type::Str)),
            Type::Option(text()),
            Type::Ref(Box::new(Type::Slice(text()))),
            Type::Tuple(vec![Type::Bool, Type::Cow(Box::new(Type::Str))]),
            bytes.clone(),
        ];
        for ty in types {
            let mut rng = stream(0, "known");
            let shown: Vec<String> =
                (0..4_000).map(|_| format!("{:?}", generator.value(&ty, &mut rng))).collect();
            let count = |text: &str| {
                let wanted = match &ty {
                    ty if *ty == bytes => {
                        format!("{:?}", Value::seq(text.bytes().map(|b| Value::Int(b.into()))))
                    }
                    _ => format!("{text:?}"),
                };
                shown.iter().filter(|shown| shown.contains(&wanted)).count()
            };
            let (near, far) = (count("10.0.0.0/8"), count("text number 7"));
            assert!(near > 60 && far < near / 4, "{ty}: {near}, {far}");
        }
    }

    #[test]
    fn parameters_of_one_type_resemble_each_other_now_and_then() {
        let text = || Type::Ref(Box::new(Type::Str));
        let inputs = sources(&subject(&[text(), text()]), &Generator::default(), 300, &mut stream(0, "x"));
        let equal = inputs.iter().filter(|input| input[0] == input[1]).count();
        assert!((10..200).contains(&equal), "{equal} of 300 are pairs of equals");
    }

    #[test]
    fn one_text_begins_or_ends_another_and_a_number_counts_its_characters_in_ordinary_inputs() {
        let text = || Type::Ref(Box::new(Type::Str));
        let subject = subject(&[text(), text(), Type::Int(IntType::I64)]);
        let inputs = sources(&subject, &Generator::default(), 1_000, &mut stream(0, "x"));
        let long = |input: &&Vec<Value>| matches!((&input[0], &input[1]), (Value::Str(a), Value::Str(b)) if a != b && a.len().min(b.len()) > 2);
        let count = |test: fn(&str, &str, i128) -> bool| {
            let tested = |input: &&Vec<Value>| match input.as_slice() {
                [Value::Str(a), Value::Str(b), Value::Int(n)] => test(a, b, *n),
                _ => false,
            };
            inputs.iter().filter(long).filter(tested).count()
        };
        for related in [
            count(|a, b, _| a.starts_with(b) || b.starts_with(a)),
            count(|a, b, _| a.ends_with(b) || b.ends_with(a)),
            count(|a, _, n| n == a.chars().count() as i128),
        ] {
            assert!((10..300).contains(&related), "{related} of 1000");
        }
    }

    #[test]
    fn neighbours_fit_their_types_and_are_mostly_other_inputs() {
        let subject = subject(&every_kind());
        let generator = Generator::default();
        let mut rng = stream(0, "neighbours");
        let mut different = 0;
        for input in sources(&subject, &generator, 500, &mut rng) {
            let near = generator.neighbour(&input, &subject.params, &mut rng);
            assert!(near.iter().zip(&subject.params).all(|(value, param)| value.fits(&param.ty)), "{near:?}");
            different += usize::from(near != input);
        }
        assert!(different > 400, "{different} of 500");
    }
}
