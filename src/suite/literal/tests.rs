use proptest::prelude::*;

use super::*;
use morph_relation::{Adt, Constructor, Home, How, Signature, Traits, source_table};
use morph_source::scan::Param;
use morph_values::{Generator, stream};

fn read(text: &str, ty: &Type) -> Result<Value, String> {
    let big: Expr = syn::parse_str("1 << 40").unwrap();
    let looped: Expr = syn::parse_str("LOOP").unwrap();
    let constants = Constants::from([("BIG".to_owned(), &big), ("LOOP".to_owned(), &looped)]);
    read_value(&syn::parse_str(text).unwrap(), ty, &constants)
}

fn slice(item: Type) -> Type {
    Type::Ref(Box::new(Type::Slice(Box::new(item))))
}

#[test]
fn sequences_are_read_as_arrays_and_as_vectors() {
    let bytes = Value::seq(vec![Value::Int(1), Value::Int(2)]);
    let byte = || Box::new(Type::Int(IntType::U8));
    for ty in [Type::Vec(byte()), Type::Slice(byte()), slice(*byte())] {
        for text in ["vec![1, 2]", "[1, 2]", "&[1, 2]"] {
            assert_eq!(read(text, &ty), Ok(bytes.clone()), "{text} as {ty}");
        }
    }
}

#[test]
fn integers_are_read_in_every_notation() {
    use IntType::*;
    for (text, int, n) in [
        ("1_000_000", I32, 1_000_000),
        ("0xff_u8", U8, 255),
        ("b'a'", U8, 97),
        ("-128", I8, -128),
        ("-(3)", I64, -3),
        ("u64::MAX", U64, i128::from(u64::MAX)),
        ("std::u64::MAX - 1", U64, i128::from(u64::MAX) - 1),
        ("i32::MIN + 1", I32, i128::from(i32::MIN) + 1),
        ("1 << 40", U64, 1 << 40),
        ("BIG / 2 - 1", Usize, (1 << 39) - 1),
        ("-170141183460469231731687303715884105728", I128, i128::MIN),
        ("(7 % 4) * 5", U8, 15),
        ("usize::MAX >> 63", Usize, 1),
    ] {
        assert_eq!(read(text, &Type::Int(int)), Ok(Value::Int(n)), "{text}");
    }
    for (text, n) in [
        ("u128::MAX", u128::MAX),
        ("340282366920938463463374607431768211455", u128::MAX),
        ("1 << 127", 1 << 127),
        ("u128::MAX - 3", u128::MAX - 3),
    ] {
        assert_eq!(read(text, &Type::Int(U128)), Ok(Value::Big(n)), "{text}");
    }
}

#[test]
fn floats_are_read_in_every_notation() {
    for (text, x) in [
        ("1.5", 1.5),
        ("-0.0", -0.0),
        ("1e300", 1e300),
        ("1f64", 1.0),
        ("2_000.5_f64", 2000.5),
        ("f64::NAN", f64::NAN),
        ("-f64::INFINITY", f64::NEG_INFINITY),
        ("f64::NEG_INFINITY", f64::NEG_INFINITY),
        ("f64::MAX / 2.0", f64::MAX / 2.0),
        ("-std::f64::consts::PI", -std::f64::consts::PI),
    ] {
        assert_eq!(read(text, &Type::Float(FloatType::F64)), Ok(Value::F64(x)), "{text}");
    }
    assert_eq!(read("0.1", &Type::Float(FloatType::F32)), Ok(Value::F32(0.1)));
    assert_eq!(read("f32::MIN_POSITIVE", &Type::Float(FloatType::F32)), Ok(Value::F32(f32::MIN_POSITIVE)));
}

#[test]
fn everything_else_is_read_by_its_type() {
    let byte = Type::Int(IntType::U8);
    let text = Type::Ref(Box::new(Type::Str));
    let bytes = Value::seq([Value::Int(97), Value::Int(0)]);
    for (source, ty, value) in [
        ("true", Type::Bool, Value::Bool(true)),
        ("'\\u{301}'", Type::Char, Value::Char('\u{301}')),
        ("char::MAX", Type::Char, Value::Char(char::MAX)),
        ("\"a\\\"\\n\"", text.clone(), Value::str("a\"\n")),
        ("r#\"\"\"#", Type::String, Value::str("\"")),
        ("b\"a\\0\"", slice(byte.clone()), bytes.clone()),
        ("&[b'a', 0]", Type::Vec(Box::new(byte.clone())), bytes.clone()),
        ("[97, 0]", Type::Array(Box::new(byte.clone()), 2), bytes),
        ("[7; 3]", Type::Array(Box::new(byte.clone()), 3), Value::seq(vec![Value::Int(7); 3])),
        ("&[]", slice(text.clone()), Value::seq([])),
        ("()", Type::Unit, Value::Unit),
        ("None", Type::Option(Box::new(byte.clone())), Value::None),
        ("Option::Some(3)", Type::Option(Box::new(byte.clone())), Value::Some(Value::Int(3).into())),
        ("std::cmp::Ordering::Less", Type::Ordering, Value::Ordering(Ordering::Less)),
        ("Ordering::Greater", Type::Ordering, Value::Ordering(Ordering::Greater)),
        (
            "(Ok(1), Err(\"no\"))",
            Type::Tuple(vec![
                Type::Result(Box::new(byte.clone()), Box::new(text.clone())),
                Type::Result(Box::new(byte.clone()), Box::new(text.clone())),
            ]),
            Value::Tuple(vec![Value::Ok(Value::Int(1).into()), Value::Err(Value::str("no").into())].into()),
        ),
    ] {
        assert_eq!(read(source, &ty), Ok(value), "{source}");
    }
}

#[test]
fn what_is_no_constant_of_the_type_is_refused_with_its_type() {
    let byte = Type::Int(IntType::U8);
    for (source, ty, why) in [
        ("256", byte.clone(), "expected a `u8`"),
        ("-1", byte.clone(), "expected a `u8`"),
        ("u64::MAX", byte.clone(), "expected a `u8`"),
        ("250 + 6", byte.clone(), "expected a `u8`"),
        ("1 / 0", byte.clone(), "expected a `u8`"),
        ("LOOP", byte.clone(), "expected a `u8`"),
        ("1", Type::Float(FloatType::F64), "expected a `f64`"),
        ("[1, 2]", Type::Array(Box::new(byte.clone()), 3), "expected a `[u8; 3]`"),
        ("random()", byte.clone(), "expected a `u8`"),
        ("String::new()", Type::String, "cannot be read as a `String`"),
        ("3", Type::Bool, "expected a `bool`"),
    ] {
        let error = read(source, &ty).unwrap_err();
        assert!(error.contains(why), "{source}: {error}");
    }
}

#[test]
fn conversions_of_several_types_are_told_apart() {
    let int = |int| Type::Int(int);
    let taken = [
        ("from", int(IntType::U8)),
        ("from", int(IntType::U64)),
        ("from", Type::Float(FloatType::F32)),
        ("from", Type::Tuple(vec![int(IntType::U8), int(IntType::U8)])),
        ("from", Type::Tuple(vec![int(IntType::U16), int(IntType::U16)])),
        ("try_from", slice(int(IntType::U8))),
        ("try_from", Type::Ref(Box::new(Type::Array(Box::new(int(IntType::U8)), 2)))),
        ("try_from", slice(int(IntType::U16))),
        ("try_from", Type::String),
    ];
    let constructors = taken.map(|(name, ty)| Constructor {
        name: name.to_owned(),
        params: vec![ty],
        fallible: name == "try_from",
        how: How::Function,
    });
    let code = || "Code".to_owned();
    let adt = Adt::new(code(), code(), Home { ident: code(), ..Home::default() }, false, Traits::default());
    _ = adt.variants.set(Vec::new());
    _ = adt.constructors.set(constructors.to_vec());
    let ty = Type::Adt(adt.clone());
    let signature = Signature::new("demo::f", vec![("code".to_owned(), ty.clone())], Type::Unit);
    let two = || vec![Value::Int(1), Value::Int(2)];
    for (constructor, arg, text) in [
        (0, Value::Int(7), "Code::from(7_u8)"),
        (1, Value::Int(7), "Code::from(7_u64)"),
        (1, Value::Int(i128::from(u64::MAX)), "Code::from(u64::MAX)"),
        (2, Value::F32(0.5), "Code::from(0.5_f32)"),
        (3, Value::Tuple(two().into()), "Code::from((1_u8, 2_u8))"),
        (4, Value::Tuple(two().into()), "Code::from((1_u16, 2_u16))"),
        (5, Value::seq(two()), "Code::try_from(&[1_u8, 2][..]).unwrap()"),
        (6, Value::seq(two()), "Code::try_from(&[1_u8, 2]).unwrap()"),
        (7, Value::seq(two()), "Code::try_from(&[1_u16, 2][..]).unwrap()"),
        (8, Value::str("1"), "Code::try_from(\"1\".to_string()).unwrap()"),
    ] {
        let value = Value::unmade(Recipe::new(&adt, constructor, vec![arg]));
        let table = source_table("CODES", &signature, &[vec![value.clone()]]);
        assert!(table.contains(text), "{text}: {table}");
        assert_eq!(read(text, &ty), Ok(value), "{text}");
    }
}

#[test]
fn collected_items_have_a_type_where_there_are_none() {
    let code = || "Code".to_owned();
    let adt = Adt::new(code(), code(), Home { ident: code(), ..Home::default() }, false, Traits::default());
    _ = adt.variants.set(Vec::new());
    _ = adt.constructors.set(vec![Constructor {
        name: "from_iter".to_owned(),
        params: vec![Type::Vec(Box::new(Type::Int(IntType::U8)))],
        fallible: false,
        how: How::Collect,
    }]);
    let ty = Type::Adt(adt.clone());
    let signature = Signature::new("demo::f", vec![("code".to_owned(), ty.clone())], Type::Unit);
    let text = "Vec::<u8>::new().into_iter().collect::<Code>()";
    let value = Value::unmade(Recipe::new(&adt, 0, vec![Value::seq([])]));
    let table = source_table("CODES", &signature, &[vec![value.clone()]]);
    assert!(table.contains(text), "{table}");
    assert_eq!(read(text, &ty), Ok(value));
}

fn any_type() -> impl Strategy<Value = Type> {
    let ints: Vec<Type> = IntType::ALL.into_iter().map(Type::Int).collect();
    let leaf = prop_oneof![
        proptest::sample::select(ints),
        proptest::sample::select(vec![
            Type::Float(FloatType::F32),
            Type::Float(FloatType::F64),
            Type::Bool,
            Type::Char,
            Type::Unit,
            Type::Ordering,
            Type::String,
            Type::Ref(Box::new(Type::Str)),
        ]),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(slice),
            inner.clone().prop_map(|ty| Type::Vec(Box::new(ty))),
            inner.clone().prop_map(|ty| Type::Option(Box::new(ty))),
            inner.clone().prop_map(|ty| Type::Array(Box::new(ty), 3)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Type::Result(Box::new(a), Box::new(b))),
            proptest::collection::vec(inner, 1..3).prop_map(Type::Tuple),
        ]
    })
}

proptest! {
    #[test]
    fn tables_that_are_written_are_read_back(types in proptest::collection::vec(any_type(), 1..3), seed: u64) {
        let generator = Generator::new(Vec::new());
        let mut rng = stream(seed, "tables");
        let params: Vec<Param> = (0..)
            .zip(&types)
            .map(|(i, ty): (usize, _)| Param { name: format!("p{i}"), ty: ty.clone() })
            .collect();
        let rows: Vec<Vec<Value>> = (0..4).map(|_| generator.input(&params, &mut rng)).collect();
        let signature = Signature::new(
            "demo::f",
            params.iter().map(|p| (p.name.clone(), p.ty.clone())).collect(),
            Type::Unit,
        );
        let text = source_table("F_SOURCES", &signature, &rows);
        let table: syn::ItemConst = syn::parse_str(&text).expect("it is Rust");
        let row = if types.len() == 1 { types[0].clone() } else { Type::Tuple(types.clone()) };
        let read = read_value(&table.expr, &slice(row), &Constants::new());
        let expected: Vec<Value> = rows
            .into_iter()
            .map(|row| if row.len() == 1 { row[0].clone() } else { Value::Tuple(row.into()) })
            .collect();
        prop_assert_eq!(read, Ok(Value::seq(expected)), "{}", text);
    }
}

#[test]
fn expressions_of_any_text_are_values_or_refused() {
    let ints = Box::new(Type::Int(IntType::I16));
    let types = [
        slice(Type::Tuple(vec![
            Type::Int(IntType::U64),
            Type::Float(FloatType::F64),
            Type::Ref(Box::new(Type::Str)),
        ])),
        Type::Vec(Box::new(Type::Option(Box::new(Type::String)))),
        Type::Result(Box::new(Type::Char), Box::new(Type::Duration)),
        Type::Array(ints.clone(), 3),
        Type::Box(Box::new(Type::NonZero(IntType::U8))),
        Type::Cow(Box::new(Type::Str)),
    ];
    let examples = [
        "&[(12, 1.5, \"a\"), (BIG, -f64::NAN, \"\\u{1f600}\"), (u64::MAX - 1, 1e-300, \"\")]",
        "vec![Some(\"x\".to_string()), None, Some(String::from(\"y\"))]",
        "Ok('é')",
        "Err(Duration::new(3, 7))",
        "[1, -2, 1 << 3]",
        "Box::new(NonZeroU8::new(3).unwrap())",
        "\"x\".into()",
    ];
    morph_fuzz::fuzz("constants", &examples, |input| {
        let Ok(expr) = morph_relation::parse_syntax::<Expr>(&String::from_utf8_lossy(input)) else {
            return false;
        };
        let big: Expr = syn::parse_str("1 << 40").unwrap();
        let constants = Constants::from([("BIG".to_owned(), &big)]);
        types.iter().filter(|ty| read_value(&expr, ty, &constants).is_ok()).count() > 0
    });
}
