//! Types of the rendering tests, and values of them.

use morph_relation::{
    Adt, Constructor, Data, Field, FloatType, Home, How, IntType, Recipe, Traits, Type, Value, Variant,
};

/// The structs and enums of these tests.
pub const TYPES: &str = "\
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
    let field =
        |name: &str, ty: Type| Field { name: name.into(), ty, visible: true, public: true, getter: None };
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
        exported: None,
        ident: name.to_owned(),
        lifetimes: 0,
        arguments: Vec::new(),
    };
    let traits = Traits {
        copy: name == "Point",
        clone: true,
        debug: true,
        eq: name != "Shape",
        own_eq: false,
        ..Traits::default()
    };
    let made = Adt::new(format!("demo::{name}"), name.to_owned(), home, variants.len() > 1, traits);
    made.variants.set(variants).expect("it was made a line above");
    let constructor = Constructor {
        name: "new".to_owned(),
        params: vec![int(IntType::U8)],
        fallible: true,
        how: How::Function,
    };
    made.constructors.set(if name == "Even" { vec![constructor] } else { Vec::new() }).expect("likewise");
    Some(Type::Adt(made))
}

/// The few types of these tests.
pub fn ty(text: &str) -> Type {
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
pub fn values(ty: &Type) -> Vec<Value> {
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
        Type::Ref(inner) | Type::Box(inner) | Type::Mut(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            values(inner)
        }
        Type::NonZero(_) => [1, 7, 255].map(Value::Int).to_vec(),
        Type::Duration => [0, 1, 1_500_000_000, 3_000_000].map(Value::Int).to_vec(),
        Type::Adt(adt) if adt.name == "Even" => {
            let even = |n: u8| Data {
                variant: 0,
                fields: vec![Value::Int(n.into()), Value::F32(f32::from(n) / 3.0)],
                recipe: Some(Recipe::new(adt, 0, vec![Value::Int(n.into())])),
                hidden: false,
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
        other @ (Type::Phantom(_) | Type::Const(_) | Type::Opaque(_)) => panic!("no values of {other}"),
        Type::Unit => vec![Value::Unit],
        Type::Ordering => {
            use std::cmp::Ordering::{Equal, Greater, Less};
            [Less, Equal, Greater].map(Value::Ordering).to_vec()
        }
    }
}
