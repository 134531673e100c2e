//! Compiled tests say what the evaluator says.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use cargo_morph::relation::{
    Adt, Constructor, Data, Env, Expr, Field, FloatType, Helper, Home, IntType, OPERATORS, Op, Recipe,
    Relation, RelationText, Signature, TestNames, Traits, Type, Value, Variant, Verdict, render_test,
    source_table,
};

/// A function that returns its first argument, so that the outcomes are known without running it.
fn echo(params: &[(&str, &str)]) -> Signature {
    let params: Vec<(String, Type)> = params.iter().map(|(n, t)| ((*n).to_owned(), ty(t))).collect();
    let name: Vec<String> = params.iter().map(|(n, t)| format!("{n}_{}", slug(&t.to_string()))).collect();
    // What may be changed is returned as it is at the end.
    let ret = if matches!(params[0].1, Type::Mut(_)) { Type::Unit } else { params[0].1.owned() };
    Signature::new(format!("demo::{}", name.join("_")), params, ret)
}

fn slug(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}

/// The structs and enums of these tests.
const TYPES: &str = "\
#[derive(Clone, Copy, Debug, PartialEq)]\npub struct Point { pub x: f64, pub n: i32 }
/// It has no `==`.\n#[derive(Clone, Debug)]\npub enum Shape { Dot, Line(u8), Named { text: String, at: Point } }
/// Made by its constructor.\n#[derive(Clone, Debug, PartialEq)]\npub struct Even { n: u8, ratio: f32 }
impl Even {
    pub fn new(n: u8) -> Option<Even> { (n % 2 == 0).then_some(Even { n, ratio: f32::from(n) / 3.0 }) }
}
";

/// A type of [`TYPES`].
fn adt(name: &str) -> Option<Type> {
    let int = |int| Type::Int(int);
    let field = |name: &str, ty: Type| Field { name: name.into(), ty, visible: true };
    let variant = |name: &str, fields: Vec<Field>| {
        let braces = fields.first().is_some_and(|f| f.name.parse::<u8>().is_err());
        Variant { name: name.to_owned(), fields, braces }
    };
    let (float, single) = (Type::Float(FloatType::F64), Type::Float(FloatType::F32));
    let variants = match name {
        "Point" => vec![variant("Point", vec![field("x", float), field("n", int(IntType::I32))])],
        "Shape" => vec![
            variant("Dot", Vec::new()),
            variant("Line", vec![field("0", int(IntType::U8))]),
            variant("Named", vec![field("text", Type::String), field("at", adt("Point")?)]),
        ],
        "Even" => vec![variant("Even", vec![field("n", int(IntType::U8)), field("ratio", single)])],
        _ => return None,
    };
    let home = Home {
        package: "demo".to_owned(),
        target: 0,
        module: Vec::new(),
        ident: name.to_owned(),
        arguments: Vec::new(),
    };
    let traits = Traits { copy: name == "Point", clone: true, debug: true, eq: name != "Shape" };
    let made = Adt::new(format!("demo::{name}"), name.to_owned(), home, variants.len() > 1, traits);
    made.variants.set(variants).expect("it was made a line above");
    let constructor = Constructor { name: "new".to_owned(), params: vec![int(IntType::U8)], fallible: true };
    made.constructors.set(if name == "Even" { vec![constructor] } else { Vec::new() }).expect("likewise");
    Some(Type::Adt(made))
}

/// The few types of these tests.
fn ty(text: &str) -> Type {
    let boxed = |text: &str| Box::new(ty(text));
    if let Some(int) = IntType::ALL.iter().find(|int| int.name() == text) {
        return Type::Int(*int);
    }
    if let Some(inner) = text.strip_prefix("Option<").and_then(|t| t.strip_suffix('>')) {
        return Type::Option(boxed(inner));
    }
    if let Some(inner) = text.strip_prefix("Vec<").and_then(|t| t.strip_suffix('>')) {
        return Type::Vec(boxed(inner));
    }
    if let Some(inner) = text.strip_prefix("Box<").and_then(|t| t.strip_suffix('>')) {
        return Type::Box(boxed(inner));
    }
    if let Some(inner) = text.strip_prefix("Result<").and_then(|t| t.strip_suffix('>')) {
        let (ok, err) = inner.split_once(", ").expect("two types");
        return Type::Result(boxed(ok), boxed(err));
    }
    if let Some(inner) = text.strip_prefix('&') {
        return Type::Ref(boxed(inner));
    }
    if let Some((item, len)) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')?.split_once("; ")) {
        return Type::Array(boxed(item), len.parse().expect("a length"));
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        return Type::Slice(boxed(inner));
    }
    if let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        return Type::Tuple(inner.split(", ").map(ty).collect());
    }
    if let Some(inner) = text.strip_prefix("mut ") {
        return Type::Mut(boxed(inner));
    }
    if let Some(adt) = adt(text) {
        return adt;
    }
    match text {
        "NonZeroU8" => Type::NonZero(IntType::U8),
        "Duration" => Type::Duration,
        "Cow" => Type::Cow(Box::new(Type::Str)),
        "bool" => Type::Bool,
        "char" => Type::Char,
        "f32" => Type::Float(FloatType::F32),
        "f64" => Type::Float(FloatType::F64),
        "str" => Type::Str,
        "String" => Type::String,
        "Ordering" => Type::Ordering,
        other => panic!("no type {other}"),
    }
}

/// A spread of values of a type.
fn values(ty: &Type) -> Vec<Value> {
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Char => "aßZ\u{301}".chars().map(Value::Char).collect(),
        Type::Int(int) => {
            let mut ints = vec![0, 1, 2, 3, 7, int.highest(), int.lowest(), -1, -8];
            ints.retain(|n| (int.lowest()..=int.highest()).contains(n));
            ints.into_iter().map(Value::Int).collect()
        }
        Type::Float(kind) => {
            let plain = [0.0, -0.0, 1.0, 1.5, -2.25, 0.1, 3e7, f64::NAN, f64::INFINITY, std::f64::consts::PI];
            plain.iter().map(|x| Value::float(*kind, *x)).collect()
        }
        Type::Str | Type::String => ["", "a", "Abc", " xyz ", "e\u{301}\"\\{}"].map(Value::str).to_vec(),
        Type::Slice(item) | Type::Vec(item) => {
            let pool = values(item);
            let pick = |indices: &[usize]| Value::seq(indices.iter().map(|i| pool[i % pool.len()].clone()));
            vec![pick(&[]), pick(&[3]), pick(&[1, 2, 1]), pick(&[4, 0, 3, 2])]
        }
        Type::Array(item, len) => {
            let pool = values(item);
            let pick = |from: usize| Value::seq((from..from + len).map(|i| pool[i % pool.len()].clone()));
            vec![pick(0), pick(2)]
        }
        Type::Option(item) => {
            let some = values(item).into_iter().map(|v| Value::Some(v.into()));
            std::iter::once(Value::None).chain(some).take(4).collect()
        }
        Type::Result(ok, err) => {
            let oks = values(ok).into_iter().map(|v| Value::Ok(v.into())).take(3);
            oks.chain(values(err).into_iter().map(|v| Value::Err(v.into())).take(2)).collect()
        }
        Type::Tuple(items) => {
            let pools: Vec<Vec<Value>> = items.iter().map(values).collect();
            (0..4)
                .map(|i| Value::Tuple(pools.iter().map(|p| p[(i * 2 + 1) % p.len()].clone()).collect()))
                .collect()
        }
        Type::Ref(inner) | Type::Box(inner) | Type::Mut(inner) | Type::Cow(inner) => values(inner),
        Type::NonZero(_) => [1, 7, 255].map(Value::Int).to_vec(),
        Type::Duration => [0, 1, 1_500_000_000, 3_000_000].map(Value::Int).to_vec(),
        Type::Adt(adt) if adt.name == "Even" => {
            let even = |n: u8| Data {
                variant: 0,
                fields: vec![Value::Int(n.into()), Value::F32(f32::from(n) / 3.0)],
                recipe: Some(Recipe { constructor: 0, args: vec![Value::Int(n.into())] }),
            };
            [0, 2, 8].map(|n| Value::Data(even(n).into())).to_vec()
        }
        Type::Adt(adt) => {
            let of = |(i, variant): (usize, &Variant)| {
                let pools: Vec<Vec<Value>> = variant.fields.iter().map(|f| values(&f.ty)).collect();
                let pick = |nth: usize| pools.iter().map(|pool| pool[nth * 3 % pool.len()].clone()).collect();
                [Value::data(i, pick(1)), Value::data(i, pick(2))]
            };
            adt.variants().iter().enumerate().flat_map(of).collect()
        }
        other @ (Type::Phantom(_) | Type::Opaque(_)) => panic!("no values of {other}"),
        Type::Unit => vec![Value::Unit],
        Type::Ordering => vec![Value::Ordering(std::cmp::Ordering::Less)],
    }
}

type Case = (
    &'static [(&'static str, &'static str)],
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

/// Subject, guard, follow-ups, output relation, tolerance.
const CASES: &[Case] = &[
    (
        &[("xs", "&[i8]")],
        "xs.iter().all(|x| x != 7)",
        &["(xs.sorted(),)"],
        "y1.iter().all(|x| x < 3)",
        "exact",
    ),
    (&[("xs", "&[String]")], "true", &["(xs,)"], "y1.iter().all(|x| x.len() + 1 > xs.len())", "exact"),
    (&[("a", "u64"), ("b", "u64")], "true", &["(b, a)"], "y1 == y0", "exact"),
    (&[("a", "u64"), ("b", "u64")], "a > 0 && b != 3", &["(a + 1, b)"], "y1 == y0 + 1", "exact"),
    (&[("a", "u8"), ("b", "u8")], "a >= 1 && a <= 9", &["(a * 3 - b, b)"], "y1 >= y0 || y1 < b", "exact"),
    (&[("n", "i32")], "true", &["(-n,)"], "y1 == -y0 && y0.abs() == y1.abs()", "exact"),
    (&[("n", "i32")], "!(n < 0)", &["(n.min(5),)"], "y1 <= y0.max(3)", "exact"),
    (&[("n", "i64")], "n % 2 == 0", &["(n / 2,)", "(y1 + 1,)"], "y2 - 1 == y1", "exact"),
    (&[("n", "usize")], "n % 4 == 0 || n > 6", &["(n / 3 + 1,)"], "y1 >= y0 + 1", "exact"),
    (&[("n", "i128")], "true", &["(n - 1,)"], "y1 + 1 == y0", "exact"),
    (&[("n", "u128")], "true", &["(n + 1,)"], "y1 > y0", "exact"),
    (&[("n", "&i16")], "n != 7", &["(n - 1,)"], "y1 < y0 && y1 + 1 <= y0", "exact"),
    (&[("n", "Box<u32>")], "true", &["(n + 1,)"], "y1 == y0 + 1", "exact"),
    (&[("flag", "bool")], "true", &["(!flag,)"], "y1 == !y0", "exact"),
    (&[("flag", "bool")], "flag == true", &["(false,)"], "y1 == true", "exact"),
    (&[("c", "char")], "c < 'b'", &["('a',)"], "y1 <= y0", "exact"),
    (&[("o", "Ordering")], "true", &["(o,)"], "y1 == y0", "exact"),
    (&[("x", "f64")], "true", &["(-x,)"], "y1 == -y0", "exact"),
    (&[("x", "f64")], "x >= 0.0", &["(x + 0.25,)"], "y1 - y0 == 0.25", "exact"),
    (&[("x", "f64")], "!(x < 1.0)", &["(x * 3.0 / 3.0,)"], "y1 != y0", "exact"),
    (&[("x", "f64")], "true", &["(x * 1.0000000000000002,)"], "y1 == y0", "4 ulp"),
    (
        &[("n", "i64"), ("k", "u8")],
        "k.signum() > 0",
        &["(n.signum(), k)"],
        "y1 == y0.signum() && y1.abs() < k",
        "exact",
    ),
    (&[("x", "f64")], "true", &["(x.signum(),)"], "y1 == y0.signum() && y1 > 0.5", "exact"),
    (&[("xs", "&[i32]")], "true", &["(xs.sorted(),)"], "y1.is_sorted() && y0.is_sorted()", "exact"),
    (&[("xs", "Vec<f64>")], "true", &["(xs,)"], "y1.is_sorted()", "exact"),
    (
        &[("s", "&str"), ("n", "u8")],
        "n < 9",
        &["(s.chars().take(n), n)"],
        "y1 == y0.chars().take(2) && y1.len() < y0.chars().skip(n).len() + 3",
        "exact",
    ),
    (
        &[("s", "String"), ("n", "i16")],
        "s != n.to_string()",
        &["([n.to_string(), s].concat(), n)"],
        "y1 == [n.to_string(), y0].concat() && y1.len() > (n - 1).to_string().len() + 1",
        "exact",
    ),
    (
        &[("s", "&str"), ("t", "String")],
        "s.matches(t).count() < 3",
        &["([s, t].concat(), t)"],
        "y1.matches(t).count() == y0.matches(\"a\").count() + 1",
        "exact",
    ),
    (
        &[("xs", "&[u8]"), ("n", "u16")],
        "n < 300",
        &["(xs.iter().map(|x| xs.iter().filter(|e| e == x).count() / 2), n)"],
        "y1.iter().filter(|e| e == 1).count() == y0.iter().filter(|e| e == n + 1).count()",
        "exact",
    ),
    (
        &[("words", "&[String]"), ("s", "&str")],
        "true",
        &["([words, [s]].concat(), s)"],
        "y1.iter().filter(|e| e == s).count() > y0.iter().filter(|e| e == s).count() + 1",
        "exact",
    ),
    (&[("x", "f64")], "true", &["(x * 1.0000000001,)"], "y1 <= y0 && y0 == y1", "rel 1e-9"),
    (&[("x", "f64")], "true", &["(x.abs().max(1.0) % 4.0,)"], "y1.min(2.0) >= y0", "rel 1e-12"),
    (&[("x", "f32")], "true", &["(x + 1.5,)"], "y1 == y0 + 1.5", "exact"),
    (&[("x", "f32")], "true", &["(x * 1.0000001,)"], "y1 == y0", "4 ulp"),
    (&[("x", "f32")], "true", &["(x - 1.0,)"], "!(y0 == 1.0) || y1 == 0.0", "rel 1e-9"),
    (&[("s", "&str")], "!s.is_empty()", &["(s.chars().rev(),)"], "y1 == y0", "exact"),
    (&[("s", "&str")], "s.len() > 1", &["(s.to_uppercase(),)"], "y1.to_lowercase() == y0", "exact"),
    (
        &[("s", "&str"), ("t", "&str")],
        "true",
        &["([s, t].concat(), t)"],
        "y1.starts_with(y0) && y1.ends_with(t)",
        "exact",
    ),
    (&[("s", "String")], "true", &["(s.trim(),)"], "y0.contains(y1) && y1.contains(\"b\")", "exact"),
    (
        &[("s", "String")],
        "true",
        &["(s.repeat(2),)", "(y1,)"],
        "y2.len() == 2 * s.len() && y2 >= y0",
        "exact",
    ),
    (
        &[("s", "&String")],
        "true",
        &["([s, \"!\"].concat(),)"],
        "y1.chars().count() == y0.chars().count() + 1",
        "exact",
    ),
    (&[("xs", "&[f64]")], "true", &["(xs.iter().rev(),)"], "y1 == y0", "exact"),
    (
        &[("xs", "&[f64]")],
        "xs.len() >= 1",
        &["(xs.iter().map(|x| x * 2.0),)"],
        "y1.iter().sum() == y0.iter().sum() * 2.0",
        "rel 1e-9",
    ),
    (&[("xs", "&[f32]")], "true", &["(xs.sorted(),)"], "y1 == y0.sorted()", "exact"),
    (&[("xs", "&[u8]")], "true", &["(xs.sorted(),)"], "y1.len() == y0.len() && !(y1 != y0)", "exact"),
    (
        &[("xs", "&[i32]")],
        "xs.len() > 0",
        &["(xs.rotated_left(1),)"],
        "y1.iter().sum() == y0.iter().sum()",
        "exact",
    ),
    (
        &[("xs", "&[i32]")],
        "true",
        &["(xs.iter().map(|x| x - 1),)"],
        "y1 == y0.iter().map(|x| x - 1)",
        "exact",
    ),
    (&[("xs", "&[u16]")], "xs.contains(3)", &["(xs.iter().skip(1),)"], "y1 == y0.iter().skip(1)", "exact"),
    (&[("xs", "Vec<i64>")], "true", &["(xs.iter().take(2),)"], "y1.is_empty() == y0.is_empty()", "exact"),
    (
        &[("xs", "Vec<i64>"), ("n", "i64")],
        "true",
        &["([xs, [n]].concat(), n)"],
        "y1.contains(n) && y0.contains(n + 1)",
        "exact",
    ),
    (&[("xs", "&[u8]")], "true", &["(xs.repeat(2),)"], "y1 == [xs, xs].concat()", "exact"),
    (
        &[("xs", "&[u8]")],
        "xs.len() as f64 > 1.5",
        &["([xs, [7]].concat(),)", "([[1], xs].concat(),)"],
        "y1.len() == y2.len()",
        "exact",
    ),
    (&[("xs", "[i16; 3]")], "true", &["(xs.iter().rev(),)"], "y1.contains(xs.iter().sum())", "exact"),
    (&[("xs", "[f64; 2]")], "true", &["(xs.sorted(),)"], "y1 == y0 && y1 == xs", "exact"),
    (&[("xs", "&[i16; 3]")], "true", &["(xs.iter().map(|x| x / 2),)"], "y1 == y0", "exact"),
    (
        &[("words", "&[String]")],
        "true",
        &["(words.iter().rev(),)"],
        "y1.len() == y0.len() && y1 == y0",
        "exact",
    ),
    (
        &[("words", "Vec<String>")],
        "true",
        &["(words.iter().map(|x| x.to_uppercase()),)"],
        "y1 == y0 || y0.contains(\"Abc\")",
        "exact",
    ),
    (&[("words", "&[&str]")], "true", &["(words.repeat(2),)"], "y1 == words", "exact"),
    (
        &[("words", "&[String]")],
        "true",
        &["(words.repeat(2),)"],
        "y1.iter().skip(words.len()) == y0",
        "exact",
    ),
    (&[("rows", "Vec<Vec<u8>>")], "true", &["(rows.sorted_by_nothing(),)"], "y1 == y0", "exact"),
    (&[("rows", "Vec<Vec<u8>>")], "true", &["(rows.iter().rev(),)"], "y1 == rows", "exact"),
    (
        &[("rows", "&[&[u8]]")],
        "true",
        &["(rows.iter().map(|x| x.iter().rev()),)"],
        "y1.len() == rows.len()",
        "exact",
    ),
    (
        &[("o", "Option<u32>"), ("n", "u32")],
        "true",
        &["(Some(n), n)"],
        "y1 == Some(n) && y0.is_some()",
        "exact",
    ),
    (
        &[("o", "Option<String>"), ("s", "&str")],
        "true",
        &["(Some(s), s)"],
        "y1 == Some(s) && y1 == y0",
        "exact",
    ),
    (&[("o", "Option<f64>"), ("x", "f64")], "o.is_some()", &["(Some(x + 1.0), x)"], "y1 == y0", "exact"),
    (
        &[("o", "Option<u8>"), ("n", "u8")],
        "true",
        &["(Some(n), n)"],
        "y1.unwrap() == y0.unwrap() + n",
        "exact",
    ),
    (&[("o", "Option<String>")], "true", &["(o,)"], "y1 == y0 && y1.unwrap() == y0.unwrap()", "exact"),
    (
        &[("xs", "&[i32]")],
        "xs.first() != xs.last()",
        &["(xs.iter().rev(),)"],
        "y1.first() == y0.last() && y1.last() != Some(7)",
        "exact",
    ),
    (&[("words", "&[String]")], "true", &["(words.iter().rev(),)"], "y1.first() == y0.first()", "exact"),
    (
        &[("xs", "&[i32]"), ("i", "u8")],
        "xs.len() > i && xs[i] > 0",
        &["(xs.iter().rev(), i)"],
        "y1[i] + 1 > y0[0] && xs[0] == 2 * y1[y1.len() - 1]",
        "exact",
    ),
    (&[("words", "&[String]")], "words.len() > 1", &["([words[1]],)"], "y1[0] == words[0]", "exact"),
    (&[("xs", "Vec<f64>"), ("x", "f64")], "true", &["(xs, xs[2])"], "y1[0] <= x.max(y0[1])", "exact"),
    (
        &[("n", "i64"), ("k", "u8")],
        "k.signum() > 0",
        &["(n.signum(), k)"],
        "y1 == y0.signum() && y1.abs() < k",
        "exact",
    ),
    (&[("x", "f64")], "true", &["(x.signum(),)"], "y1 == y0.signum() && y1 > 0.5", "exact"),
    (&[("xs", "&[i32]")], "true", &["(xs.sorted(),)"], "y1.is_sorted() && y0.is_sorted()", "exact"),
    (&[("xs", "Vec<f64>")], "true", &["(xs,)"], "y1.is_sorted()", "exact"),
    (
        &[("s", "&str"), ("n", "u8")],
        "n < 9",
        &["(s.chars().take(n), n)"],
        "y1 == y0.chars().take(2) && y1.len() < y0.chars().skip(n).len() + 3",
        "exact",
    ),
    (
        &[("s", "String"), ("n", "i16")],
        "s != n.to_string()",
        &["([n.to_string(), s].concat(), n)"],
        "y1 == [n.to_string(), y0].concat() && y1.len() > (n - 1).to_string().len() + 1",
        "exact",
    ),
    (
        &[("s", "&str"), ("t", "String")],
        "s.matches(t).count() < 3",
        &["([s, t].concat(), t)"],
        "y1.matches(t).count() == y0.matches(\"a\").count() + 1",
        "exact",
    ),
    (
        &[("xs", "&[u8]"), ("n", "u16")],
        "n < 300",
        &["(xs.iter().map(|x| xs.iter().filter(|e| e == x).count() / 2), n)"],
        "y1.iter().filter(|e| e == 1).count() == y0.iter().filter(|e| e == n + 1).count()",
        "exact",
    ),
    (
        &[("words", "&[String]"), ("s", "&str")],
        "true",
        &["([words, [s]].concat(), s)"],
        "y1.iter().filter(|e| e == s).count() > y0.iter().filter(|e| e == s).count() + 1",
        "exact",
    ),
    (&[("x", "f64")], "true", &["(x * 1.0000000001,)"], "y1 == y0", "mixed 1e-9"),
    (&[("x", "f32")], "true", &["(x + 0.000001,)"], "y1 == y0", "mixed 1e-9"),
    (&[("o", "Option<Vec<f64>>")], "true", &["(o,)"], "y1 == y0", "exact"),
    (&[("p", "(f64, String)")], "true", &["(p,)"], "y1 == y0", "exact"),
    (&[("p", "(u8, i64)")], "true", &["(p,)"], "y1 == y0 && p == y1", "exact"),
    (
        &[("r", "Result<i32, String>"), ("n", "i32")],
        "r.is_ok()",
        &["(Ok(n), n)"],
        "y1 == Ok(n) && y0 == Ok(3)",
        "exact",
    ),
    (&[("r", "Result<f64, String>"), ("x", "f64")], "true", &["(r, x)"], "y1 == y0 && y1 != Ok(x)", "exact"),
    (
        &[("s", "&&str")],
        "true",
        &["([s, s].concat(),)"],
        "y1.starts_with(y0) && y1 == [s, y0].concat()",
        "exact",
    ),
    (&[("n", "&&u8")], "n < 9", &["(n + 1,)"], "y1 == y0 + 1", "exact"),
    (&[("xs", "&&[u8]")], "true", &["(xs.iter().rev(),)"], "y1.len() == xs.len()", "exact"),
    (
        &[("r", "Result<i64, String>"), ("n", "i64")],
        "true",
        &["(r, n)"],
        "y0.is_ok() && y1 == y0 && y1.unwrap() == y0.unwrap()",
        "exact",
    ),
    (
        &[("p", "&Point")],
        "p.n > 1",
        &["(Point { x: p.x + 1.0, n: p.n - 1 },)"],
        "y1.x == y0.x + 1.0",
        "exact",
    ),
    (
        &[("p", "Point")],
        "true",
        &["(Point { x: -p.x, n: p.n },)"],
        "y1 == y0 || y1.n + 1 > y0.n * 2",
        "exact",
    ),
    (&[("p", "Point"), ("q", "&Point")], "p.n != q.n", &["(q, p)"], "y1 == y0 || y1.n < p.n", "rel 1e-9"),
    (&[("s", "&Shape")], "true", &["(s,)"], "y1 == y0", "exact"),
    (&[("s", "Shape"), ("t", "Shape")], "true", &["(t, s)"], "y1 == y0", "exact"),
    (&[("s", "&Shape"), ("n", "u8")], "n > 1", &["(Shape::Line(n - 1), n)"], "y1 != Shape::Dot", "exact"),
    (&[("v", "&[Shape]")], "v.len() > 1", &["(v.iter().rev(),)"], "y1 == y0", "exact"),
    (&[("e", "Even"), ("f", "&Even")], "true", &["(f, e)"], "y1 == y0", "exact"),
    (&[("o", "Option<Even>")], "true", &["(o,)"], "y1 == y0 && y0.is_some()", "exact"),
    (&[("t", "(i32, u8)")], "t.1 > 2", &["((t.0 + 1, t.1),)"], "y1.0 == y0.0 + 1 && y1.1 <= 9", "exact"),
    (&[("n", "NonZeroU8"), ("k", "u8")], "n != 7", &["(n, k)"], "y1 * 2 > k + n", "exact"),
    (&[("n", "NonZeroU8")], "true", &["(n - 1,)"], "y1 + 1 == y0", "exact"),
    (&[("d", "Duration"), ("e", "Duration")], "true", &["(e, d)"], "y1 <= y0", "exact"),
    (
        &[("c", "Cow")],
        "true",
        &["([c, \"!\"].concat(),)"],
        "y1 == [y0, \"!\"].concat() && y1.len() < 5",
        "exact",
    ),
    (&[("xs", "mut Vec<i16>"), ("n", "u8")], "n > 0", &["(xs.iter().rev(), n)"], "y1 == y0", "exact"),
    (&[("xs", "mut [f64]")], "true", &["(xs.sorted(),)"], "y1.len() == y0.len() && y1 == y0", "exact"),
    (&[("p", "mut Point")], "true", &["(Point { x: p.x, n: p.n / 2 },)"], "y1.n <= y0.n", "exact"),
];

struct Group {
    test: String,
    expected: Verdict,
    what: String,
}

#[test]
fn compiled_assertions_agree_with_the_evaluator_for_every_operator() {
    let (mut functions, mut tests) = (BTreeMap::new(), String::new());
    let (mut groups, mut helpers, mut seen) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for (i, (params, when, followups, then, tolerance)) in CASES.iter().enumerate() {
        let subject = echo(params);
        let text = RelationText {
            when: (*when).to_owned(),
            followups: followups.iter().map(|f| (*f).to_owned()).collect(),
            then: (*then).to_owned(),
            tolerance: (*tolerance).to_owned(),
        };
        let Ok(relation) = Relation::parse(&text, &subject, &|_| None) else {
            assert!(followups[0].contains("sorted_by_nothing"), "{text:?}");
            continue;
        };
        for expr in relation.followups.iter().flat_map(|f| &f.args).chain([&relation.when, &relation.then]) {
            operators(expr, &mut seen);
        }
        let again = Relation::parse(&relation.show(&subject), &subject, &|_| None);
        assert_eq!(again.as_ref(), Ok(&relation), "what is shown is read back");
        functions.insert(subject.name().to_owned(), function(&subject));
        for (j, inputs) in groups_of(&subject).into_iter().enumerate() {
            let Some(expected) = verdict(&relation, &subject, &inputs) else { continue };
            // What a test unwraps is there on its sources.
            if relation.unwraps() && expected == Verdict::Inapplicable {
                continue;
            }
            let (test, table) = (format!("case_{i}_{j}"), format!("ROWS_{i}_{j}"));
            let inline_args = i % 2 == 0;
            let doc = [relation.readable(&subject)];
            let call = |path: &str| path.rsplit("::").next().unwrap_or(path).to_owned();
            let names = TestNames { test: &test, table: &table, call: &call, doc: &doc, inline_args };
            let rendered = render_test(&relation, &subject, &|_| None, &names)
                .unwrap_or_else(|why| panic!("{text:?}: {why}"));
            helpers.extend(rendered.helpers.iter().copied());
            let _ = writeln!(
                tests,
                "{}\n{}",
                source_table(&table, &subject, std::slice::from_ref(&inputs)),
                rendered.text
            );
            groups.push(Group { test, expected, what: format!("{text:?} on {inputs:?}") });
        }
    }
    for operator in OPERATORS {
        assert!(seen.contains(&operator.op), "no case has {:?}", operator.op);
    }
    assert_eq!(helpers, Helper::ALL.into_iter().collect(), "no case needs one of the helpers");
    for helper in helpers {
        tests += helper.code();
    }
    let code = format!(
        "#![deny(warnings)]\n#![allow(dead_code)]\n{TYPES}{}\n#[cfg(test)]\nmod morph_tests {{\nuse super::*;\n{tests}}}\n",
        functions.into_values().collect::<String>()
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let verdicts = compile_and_run(folder.path(), &code);
    let mut held = 0;
    for group in &groups {
        let passed = *verdicts.get(&group.test).unwrap_or_else(|| panic!("{} did not run", group.test));
        assert_eq!(passed, group.expected == Verdict::Held, "{}: {}", group.test, group.what);
        held += usize::from(passed);
    }
    assert!(groups.len() > 400 && held > 200 && groups.len() - held > 100, "{held} of {}", groups.len());
}

fn operators(expr: &Expr, seen: &mut BTreeSet<Op>) {
    if let Expr::Apply(op, _) = expr {
        seen.insert(*op);
    }
    expr.children().into_iter().for_each(|child| operators(child, seen));
}

fn function(subject: &Signature) -> String {
    let params: Vec<String> = subject.params.iter().map(|(n, t)| format!("{n}: {t}")).collect();
    let (first, first_ty) = &subject.params[0];
    let body = match first_ty {
        Type::Ref(inner) => match (&**inner, inner.item()) {
            (Type::Slice(_), Some(Type::Ref(item))) if matches!(**item, Type::Slice(_)) => {
                format!("{first}.iter().map(|x| x.to_vec()).collect()")
            }
            (Type::Slice(_), Some(Type::Ref(_))) => {
                format!("{first}.iter().map(|x| x.to_string()).collect()")
            }
            (Type::Slice(_), _) => format!("{first}.to_vec()"),
            (Type::Str, _) => format!("{first}.to_string()"),
            (Type::Ref(_), _) => format!("(**{first}).to_owned()"),
            _ => format!("{first}.clone()"),
        },
        Type::Mut(_) => format!("let _ = {first};"),
        Type::Cow(_) => format!("{first}.into_owned()"),
        _ => first.clone(),
    };
    let unused: String = subject.params[1..].iter().map(|(n, _)| format!("let _ = {n}; ")).collect();
    let allow = "#[allow(non_snake_case, clippy::all)]\n";
    format!(
        "{allow}fn {}({}) -> {} {{ {unused}{body} }}\n",
        subject.name(),
        params.join(", "),
        subject.returned
    )
}

fn groups_of(subject: &Signature) -> Vec<Vec<Value>> {
    let pools: Vec<Vec<Value>> = subject.params.iter().map(|(_, ty)| values(ty)).collect();
    match pools.as_slice() {
        [one] => one.iter().map(|v| vec![v.clone()]).collect(),
        [a, b] => a.iter().flat_map(|x| b.iter().map(|y| vec![x.clone(), y.clone()])).collect(),
        _ => unreachable!("one or two parameters"),
    }
}

/// The evaluator's verdict where it has one; where the guard does not hold a test asserts nothing.
fn verdict(relation: &Relation, subject: &Signature, inputs: &[Value]) -> Option<Verdict> {
    let types: Vec<Type> = subject.params.iter().map(|(_, ty)| ty.clone()).collect();
    let mut outs = vec![inputs[0].clone()];
    for n in 0..relation.followups.len() {
        let env = Env { params: inputs, outs: &outs };
        let followup = relation.followups[n].inputs(env, &types)?;
        outs.push(followup[0].clone());
    }
    match relation.verdict(Env { params: inputs, outs: &outs }) {
        Verdict::Inapplicable => None,
        verdict => Some(verdict),
    }
}

/// Compiles a library's tests with rustc and runs them; whether each passed.
fn compile_and_run(folder: &Path, code: &str) -> BTreeMap<String, bool> {
    let (source, binary) = (folder.join("demo.rs"), folder.join("demo_tests"));
    std::fs::write(&source, code).expect("the folder is ours");
    if let Some(kept) = std::env::var_os("MORPH_KEEP_RENDERED") {
        std::fs::copy(&source, kept).expect("the copy that was asked for");
    }
    let rustc = Command::new("rustc")
        .args(["--edition", "2021", "--test", "-Copt-level=0", "-o"])
        .args([&binary, &source])
        .output()
        .expect("rustc is on PATH");
    assert!(rustc.status.success(), "{}", String::from_utf8_lossy(&rustc.stderr));
    let run = Command::new(&binary).args(["--test-threads", "1"]).output().expect("it was just built");
    let mut verdicts = BTreeMap::new();
    for line in String::from_utf8_lossy(&run.stdout).lines() {
        if let Some((name, verdict)) =
            line.strip_prefix("test morph_tests::").and_then(|l| l.split_once(" ... "))
        {
            verdicts.insert(name.to_owned(), verdict == "ok");
        }
    }
    verdicts
}
