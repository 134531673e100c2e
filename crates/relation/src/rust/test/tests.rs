use super::*;
use crate::types::{FloatType, IntType};
use crate::{RelationText, Signature};

const IMPORT: fn(&str) -> Option<String> = |_| None;
const CALL: fn(&str) -> String = |path| path.rsplit("::").next().unwrap_or(path).to_owned();

fn int() -> Type {
    Type::Int(IntType::I64)
}

fn text() -> Type {
    Type::Ref(Box::new(Type::Str))
}

fn function(path: &str, params: &[(&str, Type)], ret: Type) -> Signature {
    Signature::new(path, params.iter().map(|(name, ty)| ((*name).to_owned(), ty.clone())).collect(), ret)
}

fn binary(path: &str) -> Signature {
    function(path, &[("a", int()), ("b", int())], int())
}

/// The body of a relation's test without the loop's indentation; siblings take what the subject takes and return the same.
fn body(subject: &Signature, given: &[&str], followups: &[&str], then: &str) -> String {
    let text = RelationText {
        given: given.iter().map(|given| (*given).to_owned()).collect(),
        when: "true".to_owned(),
        followups: followups.iter().map(|followup| (*followup).to_owned()).collect(),
        then: then.to_owned(),
        tolerance: "exact".to_owned(),
    };
    let lookup = |path: &str| match path {
        "demo::decode" => Some(function(path, &[("code", text_type())], Type::String)),
        path => Some(Signature { path: path.to_owned(), ..subject.clone() }),
    };
    fn text_type() -> Type {
        Type::Ref(Box::new(Type::Str))
    }
    let relation = Relation::parse(&text, subject, &lookup).expect("it parses");
    let names = TestNames {
        test: "t",
        table: "T",
        call: &CALL,
        import: &IMPORT,
        doc: &[],
        inline_args: true,
        idle: &[],
    };
    let test = render_test(&relation, subject, &lookup, &names).expect("it can be written");
    let lines = test.text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

/// The message of a relation's test, on one line.
fn message(subject: &Signature, given: &[&str], followups: &[&str], then: &str) -> String {
    let body = body(subject, given, followups, then).replace("\\\n", "");
    body.split('"').nth(1).expect("a message").to_owned()
}

#[test]
fn execution_that_nothing_speaks_of_is_not_written_and_leaves_no_unused_variable() {
    let gcd = binary("demo::gcd");
    assert_eq!(
        body(&gcd, &[], &["(0, b)"], "y1 == b"),
        "fn t() {\nfor &(_, b) in T {\nlet y0 = gcd(0, b);\n\
         assert!(y0 == b, \"gcd(0, {b}) is {y0}, not {b}\");\n}\n}"
    );
    let odd = function("demo::odd", &[("n", int())], int());
    assert!(body(&odd, &[], &["(0,)"], "y1 == 0").contains("for _ in T {\nlet y0 = odd(0);"));
    let encode = function("demo::encode", &[("data", text())], Type::String);
    let round_trip = body(&encode, &[], &["demo::decode(y0)"], "y1 == data");
    assert!(round_trip.contains("let y0 = encode(data);\nlet y1 = decode(&y0);"), "{round_trip}");
}

#[test]
fn bytes_of_a_text_that_is_made_on_the_spot_are_owned() {
    let bytes = Type::Ref(Box::new(Type::Slice(Box::new(Type::Int(IntType::U8)))));
    let parse = function("demo::parse", &[("src", bytes)], Type::Int(IntType::U64));
    let made = body(&parse, &["n: u64"], &["(n.to_string().as_bytes(),)"], "y1 == n");
    assert!(made.contains("n.to_string().into_bytes();"), "{made}");
    let encode = function("demo::encode", &[("data", text())], Type::String);
    let place = body(&encode, &["other: &str"], &[], "y0.as_bytes() == other.as_bytes()");
    assert!(place.contains("y0.as_bytes() == other.as_bytes()"), "{place}");
}

#[test]
fn messages_say_the_two_sides_of_the_law() {
    let gcd = binary("demo::gcd");
    let one = |followups: &[&str], then: &str| message(&gcd, &["c: i64"], followups, then);
    assert_eq!(one(&["(b, a)"], "y1 == y0"), "gcd({a}, {b}) is {y0}, but gcd({b}, {a}) is {y1}");
    assert_eq!(
        one(&["(y0, c)", "(b, c)", "(a, y2)"], "y1 == y3"),
        "gcd(gcd({a}, {b}), {c}) is {y1}, but gcd({a}, gcd({b}, {c})) is {y3}"
    );
    assert_eq!(
        one(&["(a, b + c)", "(a, c)"], "y1 == y0 * y2"),
        "gcd({a}, {sum}) is {y1}, but gcd({a}, {b}) is {y0}, and gcd({a}, {c}) is {y2}"
    );
    assert_eq!(
        one(&["demo::lcm(a, b)"], "y0 * y1 == a * b"),
        "gcd({a}, {b}) is {y0}, and lcm({a}, {b}) is {y1}"
    );
    assert_eq!(one(&[], "y0 <= a"), "gcd({a}, {b}) is {y0}");
    let encode = function("demo::encode", &[("data", text())], Type::String);
    assert_eq!(
        message(&encode, &[], &["demo::decode(y0)"], "y1 == data"),
        "encode({data:?}) is {y0:?}, but decode({y0:?}) is {y1:?}"
    );
}

#[test]
fn message_shows_the_part_of_which_the_law_speaks() {
    let divide = function("demo::divide", &[("a", int()), ("b", int())], Type::Tuple(vec![int(), int()]));
    let body = body(&divide, &[], &[], "y0.1 < b");
    assert!(body.contains("\"divide({a}, {b}).1 is {}\", y0.1"), "{body}");
    let both = message(&divide, &[], &[], "y0.0 * b + y0.1 == a");
    assert_eq!(both, "divide({a}, {b}) is {y0:?}");
}

#[test]
fn bound_arguments_have_names_that_say_how_they_are_made() {
    let clamp = function("demo::clamp", &[("value", int()), ("low", int()), ("high", int())], int());
    let lines = |followup: &str| body(&clamp, &["k: i64"], &[followup], "y1 == y0");
    assert!(lines("(-value, -low, high)").contains("let minus_value = -value;\nlet minus_low = -low;"));
    assert!(lines("(value + k, low + k, high)").contains("let shifted_value = value + k;"));
    assert!(lines("(value * k, low, high)").contains("let product = value * k;"));
    assert!(lines("(value + 1, low, high)").contains("let next_value = value + 1;"));
    let merge = function("demo::merge", &[("left", text()), ("right", text())], Type::String);
    let sides =
        body(&merge, &["prefix: &str"], &["([prefix, left].concat(), [prefix, right].concat())"], "y1 == y0");
    let slice = Type::Ref(Box::new(Type::Slice(Box::new(int()))));
    let zip = function("demo::zip", &[("xs", slice.clone()), ("ys", slice)], int());
    let sorted = body(&zip, &[], &["(xs.sorted(), ys.sorted())"], "y1 == y0");
    assert!(sorted.contains("let mut sorted_xs = ") && sorted.contains("sorted_ys.sort();"), "{sorted}");
    assert!(sides.contains("let joined_left = ") && sides.contains("let joined_right = "), "{sides}");
}

#[test]
fn what_a_parser_leaves_is_its_outcome_and_results_are_matched() {
    let input = Type::Mut(Box::new(Type::Ref(Box::new(Type::Slice(Box::new(Type::Int(IntType::U8)))))));
    let failing = |value| Type::Result(Box::new(value), Box::new(Type::Opaque("Error".to_owned())));
    let take = function("demo::take", &[("input", input), ("n", int())], failing(int()));
    assert_eq!(
        body(&take, &[], &["(y0.1, n)"], "y1.0 == Ok(n)"),
        "fn t() {\nfor &(input, n) in T {\n\
         let mut y0: &[u8] = input;\nlet _ = take(&mut y0, n);\nlet y0 = y0.to_vec();\n\
         let mut input1: &[u8] = &y0;\nlet returned1 = take(&mut input1, n);\n\
         let y1 = (returned1, input1.to_vec());\n\
         assert!(\nmatches!(y1.0, Ok(value) if value == n),\n\
         \"take({input:?}, {n}) is {y0:?}, but take({y0:?}, {n}).0 is {:?}\", y1.0\n);\n}\n}"
    );
}

#[test]
fn what_is_returned_is_not_named_where_the_change_alone_is_looked_at() {
    let changed = Type::Mut(Box::new(Type::Vec(Box::new(int()))));
    let push = function("demo::push", &[("items", changed), ("item", int())], Type::Bool);
    assert_eq!(
        body(&push, &[], &["(y0.1, item)"], "y1.1.len() == y0.1.len() + 1"),
        "fn t() {\nfor &(items, item) in T {\n\
         let mut y0 = items.to_vec();\nlet _ = push(&mut y0, item);\n\
         let mut y1 = y0.clone();\nlet _ = push(&mut y1, item);\n\
         assert!(\ny1.len() as i128 == y0.len() as i128 + 1,\n\
         \"push({items:?}, {item}) is {y0:?}, but push({y0:?}, {item}) is {y1:?}\"\n);\n}\n}"
    );
    let named = body(&push, &[], &["(y0.1, item)"], "y1.1.len() == items.len() || y0.0");
    assert!(named.contains("let returned0 = push(&mut items0, item);"), "{named}");
}

#[test]
fn what_is_missing_is_asked_for_in_rust_s_own_words() {
    let parse = function("demo::parse", &[("s", text())], Type::Option(Box::new(int())));
    let missing = body(&parse, &[], &[], "y0.is_none() || s.is_ascii()");
    assert!(missing.contains("assert!(y0.is_none() || s.is_ascii()"), "{missing}");
    let read = function("demo::read", &[("s", text())], Type::Result(Box::new(int()), Box::new(int())));
    let failed = body(&read, &[], &[], "y0.is_err() || s.is_ascii()");
    assert!(failed.contains("assert!(y0.is_err() || s.is_ascii()"), "{failed}");
}

#[test]
fn ranges_with_and_without_their_ends_are_written_as_ranges() {
    let wave = function("demo::wave", &[("x", Type::Float(FloatType::F64)), ("n", int())], Type::Bool);
    let asserted = |then: &str| {
        let body = body(&wave, &[], &[], &format!("y0 == ({then})"));
        let written = body.split("assert!(").nth(1).and_then(|rest| rest.split(", \"").next());
        written.expect("an assertion").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let of = |then: &str| asserted(then).replace("y0 == ", "").replace(",", "");
    assert_eq!(of("x >= 0.0 && x < 360.0"), "(0.0..360.0).contains(&x)");
    assert_eq!(of("x >= 0.0 && x <= 360.0"), "(0.0..=360.0).contains(&x)");
    assert_eq!(of("n >= 1 && n < 13"), "(1..13).contains(&n)");
    assert_eq!(of("1 <= n && n <= 12"), "(1..=12).contains(&n)");
    assert_eq!(of("x > 0.5 && n >= 1 && n < 13"), "(x > 0.5 && (1..13).contains(&n))");
    let both = of("x >= 0.0 && x <= 1.0 && n >= 1 && n <= 12");
    assert!(both.starts_with("((0.0..=1.0).contains(&x) && (1..=12).contains(&n))"), "{both}");
}
