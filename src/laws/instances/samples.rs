//! Signatures of functions of many kinds, of which families have instances.

use morph_relation::{FloatType, IntType, Member, Signature, Type};

pub const U64: Type = Type::Int(IntType::U64);
pub const I64: Type = Type::Int(IntType::I64);
pub const F64: Type = Type::Float(FloatType::F64);

pub fn text() -> Type {
    Type::Ref(Box::new(Type::Str))
}

pub fn slice(item: Type) -> Type {
    Type::Ref(Box::new(Type::Slice(Box::new(item))))
}

pub fn point() -> Type {
    Type::Tuple(vec![F64, F64])
}

pub fn function(name: &str, params: &[(&str, Type)], ret: Type) -> Signature {
    let params = params.iter().map(|(name, ty)| ((*name).to_owned(), ty.clone())).collect();
    Signature::new(format!("demo::{name}"), params, ret)
}

pub fn list() -> Type {
    Type::Vec(Box::new(I64))
}

pub fn gcd() -> Signature {
    function("gcd", &[("a", U64), ("b", U64)], U64)
}

/// Writers and readers of bytes and texts.
pub fn streams() -> Vec<Signature> {
    let bytes = Type::Slice(Box::new(Type::Int(IntType::U8)));
    let failing = |value: Type| Type::Result(Box::new(value), Box::new(Type::Opaque("Error".to_owned())));
    let optional = |value: Type| Type::Option(Box::new(value));
    let out = Type::Mut(Box::new(bytes.owned()));
    let values = Type::Ref(Box::new(bytes.clone()));
    let mut all = vec![function("append", &[("out", out), ("values", values)], Type::Int(IntType::Usize))];
    for lent in [bytes, Type::Str] {
        let out = Type::Mut(Box::new(lent.owned()));
        let input = Type::Mut(Box::new(Type::Ref(Box::new(lent))));
        for ret in [Type::Unit, failing(Type::Int(IntType::Usize))] {
            all.push(function(&format!("write{}", all.len()), &[("out", out.clone()), ("n", U64)], ret));
        }
        all.push(function(&format!("len{}", all.len()), &[("n", U64)], Type::Int(IntType::Usize)));
        for ret in [optional(U64), failing(U64)] {
            all.push(function(&format!("read{}", all.len()), &[("input", input.clone())], ret));
        }
    }
    all
}

/// Functions of numbers, texts and sequences.
pub fn some_subjects() -> Vec<Signature> {
    vec![
        gcd(),
        function("levenshtein", &[("a", text()), ("b", text())], Type::Int(IntType::Usize)),
        function("same", &[("a", text()), ("b", text())], Type::Option(Box::new(U64))),
        function(
            "hamming",
            &[("a", text()), ("b", text())],
            Type::Result(Box::new(U64), Box::new(Type::String)),
        ),
        function("dot", &[("a", slice(I64)), ("b", slice(I64))], Type::Option(Box::new(I64))),
        function(
            "cosine",
            &[("a", slice(I64)), ("b", slice(I64))],
            Type::Result(Box::new(F64), Box::new(Type::String)),
        ),
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
        function("find", &[("text", text())], Type::Option(Box::new(I64))),
        function("verify", &[("text", text())], Type::Result(Box::new(I64), Box::new(Type::String))),
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
    ]
}

/// Some that take what belongs together at once, beside those that take it one by one, and one that makes lines of a text.
pub fn of_parts() -> Vec<Signature> {
    vec![
        function(
            "wrap",
            &[("text", text()), ("width", Type::Int(IntType::Usize))],
            Type::Vec(Box::new(Type::String)),
        ),
        function("whole_of", &[("both", Type::Tuple(vec![I64, I64]))], I64),
        function("whole", &[("high", I64), ("low", I64)], I64),
        function("joined3", &[("all", Type::Tuple(vec![I64; 3]))], I64),
        function("join3", &[("x", I64), ("y", I64), ("z", I64)], I64),
        function("joined4", &[("all", Type::Tuple(vec![I64; 4]))], I64),
        function("join4", &[("x", I64), ("y", I64), ("z", I64), ("t", I64)], I64),
    ]
}

/// Further ones.
pub fn more_subjects() -> Vec<Signature> {
    vec![
        function("split", &[("total", I64), ("parts", Type::Int(IntType::Usize))], Type::Vec(Box::new(I64))),
        function("variance", &[("values", slice(F64))], F64),
        function("average", &[("values", slice(I64))], F64),
        function("parts", &[("n", I64)], Type::Tuple(vec![I64, I64])),
        function("whole", &[("high", I64), ("low", I64)], I64),
        function("varint", &[("n", I64)], Type::Vec(Box::new(Type::Int(IntType::U8)))),
        function(
            "read",
            &[("bytes", slice(Type::Int(IntType::U8)))],
            Type::Option(Box::new(Type::Tuple(vec![I64, Type::Int(IntType::Usize)]))),
        ),
        function("interleave", &[("x", I64), ("y", I64)], I64),
        function("join3", &[("x", I64), ("y", I64), ("z", I64)], I64),
        function("split3", &[("n", I64)], Type::Tuple(vec![I64, I64, I64])),
        function("polar", &[("x", F64), ("y", F64)], Type::Tuple(vec![F64, F64])),
        function("cartesian", &[("r", F64), ("phi", F64)], Type::Tuple(vec![F64, F64])),
        function("pair", &[("x", I64), ("y", I64)], Type::Tuple(vec![I64, I64])),
        function("extended", &[("a", I64), ("b", I64)], Type::Tuple(vec![I64, I64, I64])),
        function("times", &[("x", I64), ("y", I64)], I64),
        function("split_off", &[("values", slice(I64)), ("at", I64)], Type::Tuple(vec![list(), list()])),
        function("mirror", &[("values", slice(I64))], list()),
        function("turn", &[("values", slice(I64))], list()),
        function("halves", &[("values", slice(I64))], Type::Tuple(vec![list(), list()])),
        function("divisors", &[("n", I64)], list()),
        function("rotate", &[("values", slice(I64)), ("by", Type::Int(IntType::Usize))], list()),
        function("norm", &[("values", slice(I64))], I64),
        function("dot", &[("a", slice(I64)), ("b", slice(I64))], I64),
        function("rank", &[("text", text())], I64),
        function("rank_under", &[("text", text()), ("prefix", text())], I64),
        function("by_rank", &[("a", text()), ("b", text())], Type::Ordering),
        function("from_text", &[("text", text())], Type::Vec(Box::new(Type::Int(IntType::U8)))),
        function("to_text", &[("bytes", slice(Type::Int(IntType::U8)))], Type::String),
        function(
            "decode",
            &[("bytes", slice(Type::Int(IntType::U8)))],
            Type::Vec(Box::new(Type::Int(IntType::U8))),
        ),
        function("is_valid", &[("digits", slice(Type::Int(IntType::U8)))], Type::Bool),
        function("check_digit", &[("digits", slice(Type::Int(IntType::U8)))], Type::Int(IntType::U8)),
        function("is_valid_text", &[("text", text())], Type::Bool),
        function("is_valid_number", &[("n", U64)], Type::Bool),
        function("check_number", &[("n", U64)], U64),
        function("check_char", &[("text", text())], Type::Char),
        function("check_text", &[("text", text())], U64),
        function("validate", &[("text", text())], Type::Result(Box::new(U64), Box::new(Type::Unit))),
        function("try_validate", &[("text", text())], Type::Option(Box::new(U64))),
        function("is_code", &[("bytes", slice(Type::Int(IntType::U8)))], Type::Bool),
        function("lerp", &[("from", F64), ("to", F64), ("share", F64)], F64),
        function("mix", &[("share", F64), ("from", F64), ("to", F64)], F64),
        function("money", &[("cents", I64)], Type::String),
        function("span", &[("from", I64), ("to", I64)], Type::Result(Box::new(U64), Box::new(Type::Unit))),
        function("quantile", &[("values", slice(F64)), ("q", F64)], F64),
        function("area", &[("points", slice(point()))], F64),
        function("centroid", &[("points", slice(point()))], point()),
        function("line", &[("a", point()), ("b", point())], Type::Vec(Box::new(point()))),
        function("hull", &[("points", slice(point()))], Type::Vec(Box::new(point()))),
        function("between", &[("a", point()), ("b", point())], F64),
        function("middle", &[("a", point()), ("b", point())], point()),
        function("turn", &[("a", point()), ("b", point()), ("c", point())], F64),
        function("hsl", &[("r", F64), ("g", F64), ("b", F64)], Type::Tuple(vec![F64, F64, F64])),
        function("rgb", &[("h", F64), ("s", F64), ("l", F64)], Type::Tuple(vec![F64, F64, F64])),
        function("is_prime", &[("n", U64)], Type::Bool),
        function("factors", &[("n", U64)], Type::Vec(Box::new(U64))),
        function("geometric_mean", &[("values", slice(F64))], F64),
        function("trimmed_mean", &[("values", slice(F64)), ("share", F64)], F64),
        function("harmonic_mean", &[("values", slice(F64))], F64),
        function("edit_distance", &[("a", text()), ("b", text())], U64),
        function("block_distance", &[("a", text()), ("b", text())], U64),
        function("matches", &[("text", text()), ("values", slice(I64))], list()),
        function("ranked", &[("text", text()), ("values", slice(I64))], list()),
        function(
            "best",
            &[("text", text()), ("values", slice(I64)), ("n", Type::Int(IntType::Usize))],
            list(),
        ),
    ]
}

/// Functions of places and of what is turned round.
pub fn places() -> Vec<Signature> {
    vec![
        function("length2", &[("v", point())], F64),
        function("length3", &[("v", Type::Tuple(vec![F64; 3]))], F64),
        function("unit", &[("v", point())], point()),
        function("unit3", &[("v", Type::Tuple(vec![F64; 3]))], Type::Tuple(vec![F64; 3])),
        function("length4", &[("q", Type::Tuple(vec![F64; 4]))], F64),
        function("worth", &[("amounts", slice(F64)), ("rate", F64)], F64),
        function("apart3", &[("a", Type::Tuple(vec![F64; 3])), ("b", Type::Tuple(vec![F64; 3]))], F64),
        function("located", &[("grid", text())], Type::Result(Box::new(point()), Box::new(Type::Unit))),
        function("factors", &[("n", U64)], Type::Vec(Box::new(Type::Tuple(vec![U64; 2])))),
        function("version", &[("text", text())], Type::Option(Box::new(Type::Tuple(vec![U64; 3])))),
        function("grid", &[("x", F64), ("y", F64), ("places", Type::Int(IntType::Usize))], Type::String),
        function("ranks", &[("a", I64), ("b", I64), ("by", Type::Char)], Type::Bool),
        function("flip", &[("by", Type::Char)], Type::Char),
        function("filled", &[("text", text()), ("width", U64), ("by", Type::Char)], Type::String),
        function("widened", &[("text", text()), ("width", U64)], Type::String),
        function("split_at", &[("text", text()), ("by", Type::Char)], list()),
        function("words", &[("text", text())], list()),
        function("turned_by", &[("n", I64), ("backwards", Type::Bool)], I64),
        function("turns", &[("n", I64)], Type::Tuple(vec![I64; 4])),
        function("spread", &[("values", slice(F64)), ("middle", Type::Option(Box::new(F64)))], F64),
        function("middle_of", &[("values", slice(F64))], F64),
        function("turned", &[("q", Type::Tuple(vec![F64; 4]))], Type::Tuple(vec![F64; 4])),
    ]
}

/// Functions of lists and of their elements.
pub fn scores() -> Vec<Signature> {
    let count = Type::Int(IntType::Usize);
    vec![
        function("hash", &[("values", slice(I64))], U64),
        function("hash_on", &[("seed", U64), ("values", slice(I64))], U64),
        function("merged", &[("a", U64), ("b", U64)], U64),
        function("combined", &[("a", U64), ("b", U64), ("length", count)], U64),
        function("score", &[("n", I64)], U64),
        function("score_by", &[("n", I64), ("text", text())], U64),
        function("score_for", &[("text", text()), ("n", I64)], U64),
        function("scores", &[("values", slice(I64))], scored()),
        function("scores_for", &[("text", text()), ("values", slice(I64))], scored()),
        function("total_for", &[("text", text()), ("values", slice(I64))], U64),
    ]
}

fn scored() -> Type {
    Type::Vec(Box::new(Type::Tuple(vec![I64, U64])))
}

/// Operations on vectors and what measures or compares these.
pub fn operations() -> Vec<Signature> {
    let vector = || Type::Tuple(vec![I64, I64]);
    vec![
        function("dot", &[("a", vector()), ("b", vector())], I64),
        function("plus", &[("a", vector()), ("b", vector())], vector()),
        function("join", &[("a", vector()), ("b", vector())], vector()),
        function("scale", &[("a", vector()), ("by", I64)], vector()),
        function("turned", &[("a", vector())], vector()),
        function("mirrored", &[("a", vector())], vector()),
        function("opposite", &[("a", vector())], vector()),
        function("times", &[("n", I64), ("m", I64)], I64),
        function("norm", &[("a", vector())], I64),
        function("less", &[("a", vector()), ("b", vector())], Type::Bool),
        function("near", &[("a", vector()), ("b", vector()), ("open", Type::Bool)], Type::Bool),
        function("length", &[("a", vector()), ("squared", Type::Bool)], I64),
        function("measures", &[("a", vector())], Type::Tuple(vec![I64; 6])),
    ]
}

/// A method of a collection of numbers: its receiver is `this`, and what it changes is returned behind what it returns.
pub fn method(name: &str, changes: bool, params: &[(&str, Type)], ret: Type) -> Signature {
    // Stands for the collection itself.
    let itself = Box::new(Type::Tuple(vec![U64]));
    let this = ("this", if changes { Type::Mut(itself) } else { Type::Ref(itself) });
    let member = Member { of: "Set".to_owned(), by: None, receiver: true, shadowed: false };
    Signature { member: Some(member), ..function(name, &[&[this], params].concat(), ret) }
}

pub fn collection() -> Vec<Signature> {
    let usize = || Type::Int(IntType::Usize);
    let some = |ty: Type| Type::Option(Box::new(ty));
    let set = Type::Tuple(vec![U64]);
    let value = || ("value", I64);
    vec![
        method("contains", false, &[value()], Type::Bool),
        method("insert", true, &[value()], Type::Bool),
        method("remove", true, &[value()], Type::Bool),
        method("discard", true, &[value()], Type::Unit),
        method("unite", true, &[("other", Type::Ref(Box::new(set.clone())))], Type::Unit),
        method("items", false, &[], Type::Vec(Box::new(I64))),
        method("len", false, &[], usize()),
        method("is_empty", false, &[], Type::Bool),
        method("front", false, &[], some(I64)),
        method("push", true, &[value()], Type::Unit),
        method("pop", true, &[], some(I64)),
        method("put", true, &[("key", I64), ("value", I64)], some(I64)),
        method("set", true, &[("key", I64), ("value", I64)], Type::Unit),
        method("get", false, &[("key", I64)], some(I64)),
        method("take", true, &[("key", I64)], some(I64)),
        method("delete", true, &[("key", I64)], I64),
        method("clear", true, &[], Type::Unit),
        method("truncate", true, &[("len", usize())], Type::Unit),
        method("extend", true, &[("values", slice(I64))], Type::Unit),
        function("from_items", &[("values", slice(I64))], set),
    ]
}

/// What refuses some changes, and what tells of others.
pub fn guarded() -> Vec<Signature> {
    let changed = Type::Result(Box::new(Type::Unit), Box::new(text()));
    vec![method("resize", true, &[("len", U64)], changed), method("len", false, &[], U64)]
}
