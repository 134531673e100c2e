use std::collections::BTreeSet;

use super::samples::*;
use super::*;
use crate::laws::families;
use crate::laws::lessons::Lessons;
use morph_relation::{Adt, Home, IntType, Member, Traits};

pub fn shown(subject: &Signature, siblings: &[Signature]) -> Vec<String> {
    let all = instances(&Context::new(subject, siblings, &[Value::Int(400)]), families());
    all.iter().flat_map(|instance| &instance.forms).map(|form| form.readable(subject, &|_| None)).collect()
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
fn siblings_take_arguments_by_their_names_and_outcomes_where_the_function_is_named() {
    let of_three = |name: &str, params: [&str; 3]| function(name, &params.map(|param| (param, F64)), F64);
    let future = of_three("future_value", ["rate", "periods", "present_value"]);
    let siblings = [
        of_three("number_of_periods", ["future_value", "present_value", "rate"]),
        of_three("interest_rate", ["future_value", "present_value", "number_of_periods"]),
        function("ratio", &[("profit", F64), ("cost", F64)], F64),
    ];
    let all = shown(&future, &siblings);
    for law in [
        "number_of_periods(future_value(rate, periods, present_value), present_value, rate) == periods",
        "interest_rate(future_value(rate, periods, present_value), present_value, periods) == rate",
        "future_value(rate, more, future_value(rate, periods, present_value)) == future_value(rate, periods + more, present_value)",
    ] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
    // Arithmetic relates all functions of floats.
    let arithmetic = shown(&siblings[2], &[function("rule", &[("rate", F64)], F64)]);
    assert!(!arithmetic.contains(&"ratio(rule(profit), rule(cost)) == ratio(cost, profit)".to_owned()));
    assert!(
        arithmetic.contains(&"ratio(profit, cost) * ratio(cost, other) == ratio(profit, other)".to_owned()),
        "{arithmetic:#?}"
    );
}

#[test]
fn what_is_done_to_a_text_is_what_a_sibling_does_to_its_bytes() {
    let bytes = function("encode_binary", &[("data", slice(Type::Int(IntType::U8)))], Type::String);
    let all = shown(&function("encode", &[("data", text())], Type::String), &[bytes]);
    assert!(all.contains(&"encode(data) == encode_binary(data.as_bytes())".to_owned()), "{all:#?}");
}

#[test]
fn arrays_that_are_lent_come_back() {
    let rgb = Type::Array(Box::new(Type::Int(IntType::U8)), 3);
    let packed = function("packed", &[("rgb", Type::Ref(Box::new(rgb.clone())))], U64);
    let unpacked = function("unpacked", &[("n", U64)], rgb);
    let all = shown(&packed, &[unpacked]);
    assert!(all.contains(&"unpacked(packed(rgb)) == rgb".to_owned()), "{all:#?}");
}

#[test]
fn tests_name_the_module_of_functions_with_the_same_name_and_types_of_constructors_alone() {
    let signature = |path: &str, ret: Type| Signature::new(path, vec![("n".to_owned(), U64)], ret);
    let number = signature("demo::write::number", U64);
    let free = signature("demo::r#move::number", U64);
    let member = Some(Member {
        of: "Error".to_owned(),
        by: Some("From<u64>".to_owned()),
        receiver: false,
        shadowed: false,
    });
    let method = Signature { member, ..signature("demo::<Error as From<u64>>::number", U64) };
    for (sibling, said) in [(free, "move_number_inverts_number"), (method, "number_u64_inverts_number")] {
        let siblings = [sibling];
        let context = Context::new(&number, &siblings, &[]);
        let all = instances(&context, families());
        let round_trip = all.iter().find(|instance| instance.family.law == "g(f(x)) == x").expect("one");
        assert_eq!(round_trip.said, said);
    }
}

#[test]
fn constants_are_named_and_capitals_of_functions_stay() {
    let [digits, packed] =
        ["digits", "from_BS"].map(|name| function(name, &[("text", text())], Type::String));
    let siblings = [packed];
    let context = Context::new(&digits, &siblings, &[Value::Char('-')]);
    let all = instances(&context, families());
    let said: Vec<&str> = all.iter().map(|instance| instance.said.as_str()).collect();
    assert!(said.contains(&"is_from_BS_without_hyphen"), "{said:#?}");
}

#[test]
fn what_is_written_is_read_and_parsers_leave_the_end() {
    let byte = Type::Int(IntType::U8);
    let bytes = Type::Vec(Box::new(byte.clone()));
    let failing = |value: Type| Type::Result(Box::new(value), Box::new(Type::Opaque("Error".to_owned())));
    let out = Type::Mut(Box::new(bytes));
    let write = function("write", &[("out", out), ("n", U64)], failing(Type::Int(IntType::Usize)));
    let input = Type::Mut(Box::new(slice(byte)));
    let read = function("read", &[("input", input)], failing(U64));
    let all = shown(&write, &[read]);
    for law in [
        "read({ let mut out = []; write(out, n); out }).0 == Ok(n)",
        "{ write(out, n); out } == [out, { let mut out = []; write(out, n); out }].concat()",
    ] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
    let word = function("word", &[("input", Type::Mut(Box::new(text())))], text());
    let all = shown(&word, &[]);
    assert!(all.iter().any(|text| text == "input.ends_with({ word(input); input })"), "{all:#?}");
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
fn lists_may_be_what_a_sibling_makes_of_them_twice_and_texts_may_not() {
    let holds = |name: &str, sibling: &str, ty: Type, ret: Type| {
        let one = function(name, &[("a", ty.clone())], ret.clone());
        let two = function(sibling, &[("a", ty.clone()), ("b", ty)], ret);
        let law = format!("{name}(a) == {sibling}(a, a)");
        shown(&one, &[two]).contains(&law)
    };
    assert!(holds("norm_squared", "dot", slice(F64), F64));
    assert!(!holds("shorten", "strip", text(), Type::String));
}

#[test]
fn every_family_has_an_instance_somewhere() {
    let subjects = [some_subjects(), more_subjects(), of_parts(), places(), scores()].concat();
    let (collection, streams, operations) = (collection(), streams(), operations());
    let neighbours = |of: &[Signature], i: usize| -> Vec<Signature> {
        (1..=6).flat_map(|d| [i + d, i + of.len() - d]).map(|j| of[j % of.len()].clone()).collect()
    };
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let numbered = |of: &'static str| move |(i, subject)| (of, i, subject);
    let plain = subjects.iter().enumerate().map(numbered("plain"));
    let collected = collection.iter().enumerate().map(numbered("collection"));
    let streamed = streams.iter().enumerate().map(numbered("stream"));
    let operated = operations.iter().enumerate().map(numbered("operation"));
    let guarded = guarded();
    let refusing = guarded.iter().enumerate().map(numbered("refusing"));
    for (kind, i, subject) in plain.chain(collected).chain(streamed).chain(operated).chain(refusing) {
        let siblings = match kind {
            "plain" => neighbours(&subjects, i),
            "stream" => streams.clone(),
            "operation" => operations.clone(),
            "refusing" => guarded.clone(),
            _ => collection.clone(),
        };
        let constants = [Value::Int(7), Value::Char('-'), Value::Char(' ')];
        let learned = OpenConstant::ALL.iter().filter_map(|open| match open {
            OpenConstant::Learned(learned) => Some(*learned),
            _ => None,
        });
        let lessons = Lessons::samples(&learned.collect::<Vec<_>>());
        let context = Context::new(subject, &siblings, &constants).taught(lessons);
        let open: Vec<_> = families().filter(|family| !seen.contains(family.law)).collect();
        let all = instances(&context, open);
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
    // It would never be written.
    let itself: Vec<&str> =
        families().filter(|family| family.implies.contains(&family.name)).map(|family| family.law).collect();
    assert!(itself.is_empty(), "{itself:?}");
}

#[test]
fn collections_have_laws_about_what_is_put_in_and_taken_out() {
    let all = collection();
    for (name, laws) in [
        (
            "contains",
            vec![
                "insert(this, added).1.contains(value) == (added == value || this.contains(value))",
                "remove(this, removed).1.contains(value) == (removed != value && this.contains(value))",
                "unite(this, other).contains(value) == (this.contains(value) || other.contains(value))",
                "this.contains(value) == items(this).contains(value)",
            ],
        ),
        (
            "insert",
            vec![
                "contains({ this.insert(value); this }, value)",
                "this.insert(value) == !contains(this, value)",
                "contains(this, value) || remove({ this.insert(value); this }, value).1 == this",
                "{ this.insert(value); this.insert(other); this } == { this.insert(other); this.insert(value); this }",
            ],
        ),
        (
            "push",
            vec![
                "pop({ this.push(value); this }) == (Some(value), this)",
                "len({ this.push(value); this }) == len(this) + 1",
            ],
        ),
        (
            "from_items",
            vec![
                "contains(from_items(values), item) == values.contains(item)",
                "items(from_items(values)) == values.sorted().deduped()",
            ],
        ),
    ] {
        let subject = all.iter().find(|function| function.name() == name).unwrap();
        let all = shown(subject, &all);
        for law in laws {
            assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
        }
    }
    // Numbers are no collections.
    assert!(!shown(&gcd(), &[]).iter().any(|law| law.contains(".1")));
}

#[test]
fn what_a_method_shows_of_a_value_has_laws_too() {
    let code = Type::Adt(Adt::new(
        "demo::Code".to_owned(),
        "Code".to_owned(),
        Home::default(),
        false,
        Traits::default(),
    ));
    let encode = function("encode", &[("n", U64)], code.clone());
    let mut bytes = function("Code::as_ref", &[("this", code)], slice(Type::Int(IntType::U8)));
    bytes.member = Some(Member { of: "Code".to_owned(), by: None, receiver: true, shadowed: false });
    let decode = function("decode", &[("bytes", slice(Type::Int(IntType::U8)))], Type::Option(Box::new(U64)));
    let length = function("length", &[("n", U64)], Type::Int(IntType::Usize));
    let all = shown(&encode, &[bytes, decode, length]);
    for law in ["decode(Code::as_ref(encode(n))) == Some(n)", "Code::as_ref(encode(n)).len() == length(n)"] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
}

#[test]
fn what_is_fed_from_nothing_agrees_with_what_takes_all_at_once() {
    let code = Type::Adt(Adt::new(
        "demo::State".to_owned(),
        "State".to_owned(),
        Home::default(),
        false,
        Traits::default(),
    ));
    let member = Some(Member { of: "State".to_owned(), by: None, receiver: true, shadowed: false });
    let of = |name: &str, params: &[(&str, Type)], ret: Type| Signature {
        member: member.clone(),
        ..function(name, params, ret)
    };
    let bytes = || ("data", slice(Type::Int(IntType::U8)));
    let update = of("update", &[("this", Type::Mut(Box::new(code.clone()))), bytes()], Type::Unit);
    let get = of("get", &[("this", Type::Ref(Box::new(code.clone())))], U64);
    let new = function("new", &[], code);
    let calculate = function("calculate", &[bytes()], U64);
    let all = shown(&calculate, &[get, new, update]);
    let law = "calculate(data) == get(update(new(), data))";
    assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
}

#[test]
fn factors_of_numbers_and_codes_of_signed_numbers_have_laws_of_their_own() {
    let factors = function("factors", &[("n", U64)], list());
    let is_prime = function("is_prime", &[("n", U64)], Type::Bool);
    let all = shown(&factors, std::slice::from_ref(&is_prime));
    let law = "factors(n * factor) == [factors(n), factors(factor)].concat().sorted()";
    assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    let all = shown(&is_prime, &[factors]);
    let law = "is_prime(n) == (factors(n) == [n])";
    assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    let all = shown(&function("zigzag", &[("n", I64)], U64), &[]);
    for law in ["(zigzag(n) % 2 == 1) == (n < 0)", "zigzag(-1 - n) == zigzag(n)"] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
}

#[test]
fn bits_and_what_takes_one_more_parameter_have_laws_of_their_own() {
    let all = shown(&function("gray", &[("n", U64)], U64), &[]);
    for law in ["gray(n ^ other) == gray(n) ^ gray(other)", "(gray(n) ^ gray(n + 1)).count_ones() == 1"] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
    let distance = function("distance", &[("a", text()), ("b", text())], U64);
    let limit = [("a", text()), ("b", text()), ("limit", U64)];
    let all = shown(
        &function("try_distance", &limit, Type::Option(Box::new(U64))),
        std::slice::from_ref(&distance),
    );
    let law = "try_distance(a, b, limit).unwrap() == distance(a, b)";
    assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    let digit = function("digit", &[("text", text())], Type::Option(Box::new(Type::Char)));
    let is_valid = function("is_valid", &[("text", text()), ("check", Type::Char)], Type::Bool);
    let all = shown(&is_valid, &[digit]);
    let law = "is_valid(text, check) == (digit(text).unwrap() == check)";
    assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
}

#[test]
fn an_order_is_between_functions_that_have_to_do_with_each_other() {
    let of = |name: &str| function(name, &[("values", slice(F64))], F64);
    let all = shown(&of("geometric_mean"), &[of("harmonic_mean"), of("range")]);
    assert!(all.iter().any(|text| text == "geometric_mean(values) <= harmonic_mean(values)"), "{all:#?}");
    assert!(!all.iter().any(|text| text == "geometric_mean(values) <= range(values)"));
    let all = shown(&of("mean_of_squares"), &[of("mean_of_all_positive_values")]);
    assert!(!all.iter().any(|text| text.contains("<= mean_of_all_positive_values")), "{all:#?}");
}

#[test]
fn of_many_pairs_those_with_common_words_are_tried() {
    let of = |name: &str| function(name, &[("n", U64)], U64);
    let others: Vec<Signature> = (0..30).map(|n| of(&format!("unit{n}_in_use"))).collect();
    let siblings = [others, vec![of("end_of_last_month"), of("start_of_next_month")]].concat();
    let all = shown(&of("start_of_month"), &siblings);
    let law = "start_of_month(n) == start_of_next_month(end_of_last_month(n))";
    assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
}

#[test]
fn easing_in_and_out_mirror_each_other() {
    let of = |name: &str| function(name, &[("t", F64)], F64);
    let all = shown(&of("ease_in"), &[of("ease_out")]);
    for law in ["ease_in(1.0 - t) == 1.0 - ease_out(t)", "ease_in(1.0 - t) == 1.0 - ease_in(t)"] {
        assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
    }
}

#[test]
fn units_are_constants_of_the_code_and_their_products() {
    let seconds = |name: &str| function(name, &[("n", U64)], U64);
    let constants = [Value::Int(60), Value::Int(24), Value::Int(1)];
    let (hour, second) = (seconds("hour"), [seconds("second")]);
    let all = instances(&Context::new(&hour, &second, &constants), families());
    let shown: Vec<String> =
        all.iter().flat_map(|it| &it.forms).map(|form| form.readable(&hour, &|_| None)).collect();
    for law in ["hour(n) < 24", "hour(n) == second(n) / 3600", "hour(n) == second(n) % 60"] {
        assert!(shown.iter().any(|text| text == law), "{law} is missing in {shown:#?}");
    }
}

#[test]
fn what_a_table_has_beside_it_is_what_another_function_returns() {
    let lists = [("a", slice(I64)), ("b", slice(I64))];
    let naive = function("naive", &lists, Type::Int(IntType::Usize));
    let table = Type::Vec(Box::new(list()));
    let table = function("table", &lists, Type::Tuple(vec![Type::Int(IntType::Usize), table]));
    let all = shown(&naive, &[table]);
    let law = "naive(a, b) == table(a, b).0".to_owned();
    assert!(all.contains(&law), "{law} is missing in {all:#?}");
}

#[test]
fn a_search_within_a_limit_agrees_with_the_one_without() {
    let params = [("a", text()), ("b", text()), ("limit", U64)];
    let within = function("try_distance", &params, Type::Option(Box::new(U64)));
    let distance = function("distance", &params[..2], U64);
    let all = shown(&within, &[distance]);
    assert!(all.contains(&"try_distance(a, b, limit).unwrap() == distance(a, b)".to_owned()), "{all:#?}");
}

#[test]
fn a_round_trip_holds_in_every_mode_of_the_way_back() {
    let decode = function("decode", &[("text", text()), ("strict", Type::Bool)], Type::String);
    let encode = function("encode", &[("plain", text())], Type::String);
    let all = shown(&encode, std::slice::from_ref(&decode));
    assert!(all.contains(&"decode(encode(plain), strict) == plain".to_owned()), "{all:#?}");
    let others = all.iter().filter(|law| law.contains("strict")).count();
    assert_eq!(others, 1, "{all:#?}");
}

#[test]
fn two_truths_are_no_room_for_laws_of_three() {
    let all = shown(&function("either", &[("a", Type::Bool), ("b", Type::Bool)], Type::Bool), &[]);
    assert!(all.contains(&"either(b, a) == either(a, b)".to_owned()), "{all:#?}");
    assert!(!all.iter().any(|law| law.contains("either(a, a)") || law.contains(" | ")), "{all:#?}");
}

#[test]
fn no_wider_integer_is_passed_for_a_narrower_one_and_no_operation_has_four_operands() {
    let u32 = Type::Int(IntType::U32);
    let bits = function("low_bits", &[("value", I64), ("count", u32)], I64);
    let all = shown(&bits, &[]);
    assert!(!all.iter().any(|law| law.contains("low_bits(value, value)")), "{all:#?}");
    assert!(!all.iter().any(|law| law.contains(", low_bits(")), "{all:#?}");
    let of = |params: &[(&str, Type)]| shown(&function("clamped", params, I64), &[]);
    let [two, four] = [&["a", "b"][..], &["a", "b", "c", "d"]].map(|names| {
        let params: Vec<(&str, Type)> = names.iter().map(|name| (*name, I64)).collect();
        of(&params).iter().filter(|law| law.contains("clamped(clamped(")).count()
    });
    assert!(two > 0 && four == 0, "{two} {four}");
}

#[test]
fn a_function_of_narrower_integers_agrees_with_its_twin() {
    let (i32, i64) = (Type::Int(IntType::I32), Type::Int(IntType::I64));
    let wide = function("hundreds", &[("n", i64.clone())], i64);
    let narrow = function("hundreds_i32", &[("n", i32.clone())], i32);
    let of_narrow = shown(&narrow, std::slice::from_ref(&wide));
    assert!(of_narrow.contains(&"hundreds_i32(n) == hundreds(n)".to_owned()), "{of_narrow:#?}");
    let of_wide = shown(&wide, &[narrow]);
    assert!(!of_wide.contains(&"hundreds(n) == -hundreds_i32(-n)".to_owned()), "{of_wide:#?}");
}

#[test]
fn a_function_of_unsigned_integers_agrees_with_those_that_take_them_all() {
    let parsed =
        |name: &str, int: IntType| function(name, &[("n", Type::Int(int))], Type::Option(Box::new(U64)));
    let others = [parsed("of_i16", IntType::I16), parsed("of_i32", IntType::I32)];
    let all = shown(&parsed("of_u16", IntType::U16), &others);
    assert!(all.contains(&"of_u16(n) == of_i32(n)".to_owned()), "{all:#?}");
    assert!(!all.contains(&"of_u16(n) == of_i16(n)".to_owned()), "{all:#?}");
}
