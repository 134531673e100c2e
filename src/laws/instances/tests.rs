use std::collections::BTreeSet;

use super::*;
use crate::laws::families;
use morph_relation::{FloatType, IntType};

const U64: Type = Type::Int(IntType::U64);
const I64: Type = Type::Int(IntType::I64);
const F64: Type = Type::Float(FloatType::F64);

fn text() -> Type {
    Type::Ref(Box::new(Type::Str))
}

fn slice(item: Type) -> Type {
    Type::Ref(Box::new(Type::Slice(Box::new(item))))
}

fn function(name: &str, params: &[(&str, Type)], ret: Type) -> Signature {
    let params = params.iter().map(|(name, ty)| ((*name).to_owned(), ty.clone())).collect();
    Signature::new(format!("demo::{name}"), params, ret)
}

fn shown(subject: &Signature, siblings: &[Signature]) -> Vec<String> {
    let all = instances(&Context { subject, siblings, constants: &[Value::Int(400)] }, families());
    all.iter().flat_map(|instance| &instance.forms).map(|form| form.readable(subject)).collect()
}

fn gcd() -> Signature {
    function("gcd", &[("a", U64), ("b", U64)], U64)
}

#[test]
fn laws_of_two_numbers_have_variables_and_siblings() {
    let lcm = function("lcm", &[("a", U64), ("b", U64)], U64);
    let all = shown(&gcd(), &[lcm]);
    for law in [
        "gcd(b, a) == gcd(a, b)",
        "gcd(gcd(a, b), c) == gcd(a, gcd(b, c))",
        "gcd(a * k, b * k) == gcd(a, b) * k",
        "gcd(a + b * k, b) == gcd(a, b)",
        "gcd(a, b) * lcm(a, b) == a * b",
        "gcd(a, lcm(a, b)) == a",
        "gcd(a, lcm(b, c)) == lcm(gcd(a, b), gcd(a, c))",
        "a % gcd(a, b) == 0",
    ] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
}

#[test]
fn outcomes_are_unwrapped_only_where_types_ask_for_it() {
    let encode = function("encode", &[("bytes", slice(Type::Int(IntType::U8)))], Type::String);
    let bytes = Type::Option(Box::new(Type::Vec(Box::new(Type::Int(IntType::U8)))));
    let decode = function("decode", &[("text", text())], bytes);
    let all = shown(&encode, std::slice::from_ref(&decode));
    assert!(all.contains(&"decode(encode(bytes)).unwrap() == bytes".to_owned()), "{all:#?}");
    let all = shown(&decode, &[encode]);
    assert!(all.contains(&"encode(decode(text).unwrap()) == text".to_owned()), "{all:#?}");
}

#[test]
fn texts_sequences_and_floats_have_laws_of_their_own() {
    let distance = function("levenshtein", &[("a", text()), ("b", text())], Type::Int(IntType::Usize));
    let all = shown(&distance, &[]);
    for law in [
        "levenshtein([prefix, a].concat(), [prefix, b].concat()) == levenshtein(a, b)",
        "levenshtein(a, c) <= levenshtein(a, b) + levenshtein(b, c)",
        "(levenshtein(a, b) == 0) == (a == b)",
    ] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
    let mean = function("mean", &[("values", slice(F64))], F64);
    let all = shown(&mean, &[]);
    for law in [
        "mean(values.iter().map(|x| x + k)) == mean(values) + k",
        "mean(values.iter().map(|x| x * k)) == mean(values) * k",
        "mean(values.sorted()) == mean(values)",
    ] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
    let tan = function("tan", &[("x", F64)], F64);
    let of = |name: &str| function(name, &[("x", F64)], F64);
    let all = shown(&tan, &[of("sin"), of("cos")]);
    for law in ["tan(x) == sin(x) / cos(x)", "tan(x + PI) == tan(x)", "tan(1.0 / x) == -tan(x)"] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
}

#[test]
fn every_family_has_an_instance_somewhere() {
    let subjects = [
        gcd(),
        function("levenshtein", &[("a", text()), ("b", text())], Type::Int(IntType::Usize)),
        function("pad", &[("text", text()), ("width", Type::Int(IntType::Usize))], Type::String),
        function("caesar", &[("text", text()), ("shift", I64)], Type::String),
        function("clamp", &[("value", I64), ("low", I64), ("high", I64)], I64),
        function("sub", &[("a", I64), ("b", I64)], I64),
        function("compare", &[("a", I64), ("b", I64)], Type::Ordering),
        function("partial", &[("a", I64), ("b", I64)], Type::Option(Box::new(Type::Ordering))),
        function("same", &[("a", I64), ("b", I64)], Type::Bool),
        function("less", &[("a", I64), ("b", I64)], Type::Bool),
        function("month", &[("n", I64)], Type::Result(Box::new(I64), Box::new(Type::String))),
        function("zero", &[], I64),
        function("merge", &[("a", slice(I64)), ("b", slice(I64))], Type::Vec(Box::new(I64))),
        function("mean", &[("values", slice(F64))], F64),
        function("sort", &[("values", slice(I64))], Type::Vec(Box::new(I64))),
        function("is_sorted", &[("values", slice(I64))], Type::Bool),
        function("is_word", &[("text", text())], Type::Bool),
        function("is_letter", &[("c", Type::Char)], Type::Bool),
        function("is_sign", &[("c", Type::Char)], Type::Bool),
        function("is_mark", &[("c", Type::Char)], Type::Bool),
        function("parse", &[("text", text())], Type::Option(Box::new(I64))),
        function("check", &[("text", text())], Type::Result(Box::new(I64), Box::new(Type::String))),
        function("lower", &[("text", text())], Type::String),
        function("upper", &[("text", text())], Type::String),
        function("sin", &[("x", F64)], F64),
        function("cos", &[("x", F64)], F64),
        function("confine", &[("value", I64), ("low", I64), ("high", I64)], I64),
        function("even", &[("n", I64)], Type::Bool),
        function("odd", &[("n", I64)], Type::Bool),
        function("starts", &[("text", text()), ("pattern", text())], Type::Bool),
        function("join", &[("text", text()), ("more", text())], Type::String),
        function("apart", &[("a", slice(I64)), ("b", slice(I64))], Type::Int(IntType::Usize)),
        function("largest", &[("values", slice(I64))], Type::Option(Box::new(I64))),
        function("split", &[("total", I64), ("parts", Type::Int(IntType::Usize))], Type::Vec(Box::new(I64))),
        function("variance", &[("values", slice(F64))], F64),
        function("average", &[("values", slice(I64))], F64),
        function("parts", &[("n", I64)], Type::Tuple(vec![I64, I64])),
        function("whole", &[("high", I64), ("low", I64)], I64),
        function("interleave", &[("x", I64), ("y", I64)], I64),
        function("join3", &[("x", I64), ("y", I64), ("z", I64)], I64),
        function("split3", &[("n", I64)], Type::Tuple(vec![I64, I64, I64])),
        function("polar", &[("x", F64), ("y", F64)], Type::Tuple(vec![F64, F64])),
        function("cartesian", &[("r", F64), ("phi", F64)], Type::Tuple(vec![F64, F64])),
        function("hsl", &[("r", F64), ("g", F64), ("b", F64)], Type::Tuple(vec![F64, F64, F64])),
        function("rgb", &[("h", F64), ("s", F64), ("l", F64)], Type::Tuple(vec![F64, F64, F64])),
    ];
    let neighbours = |i: usize| -> Vec<Signature> {
        (1..=6)
            .flat_map(|d| [i + d, i + subjects.len() - d])
            .map(|j| subjects[j % subjects.len()].clone())
            .collect()
    };
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (i, subject) in subjects.iter().enumerate() {
        let all = instances(
            &Context { subject, siblings: &neighbours(i), constants: &[Value::Int(7)] },
            families(),
        );
        seen.extend(all.iter().map(|instance| instance.family.law));
    }
    let missing: Vec<&str> = families().map(|family| family.law).filter(|law| !seen.contains(law)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn names_that_families_imply_exist() {
    let names: BTreeSet<&str> = families().map(|family| family.name).collect();
    let unknown: Vec<&str> =
        families().flat_map(|family| family.implies).copied().filter(|name| !names.contains(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
