use super::*;

#[test]
fn arrays_keep_their_length() {
    let types = [Type::Array(Box::new(Type::Int(IntType::U8)), 3)];
    let some = [vec![Value::seq([1, 2, 3].map(Value::Int))]];
    let all = [every_letter(&types, &some), stretched(&types, &some), rare(&types, &some)].concat();
    assert_eq!(all, [] as [Vec<Value>; 0]);
    let (types, some) = ([&types[..], &types].concat(), [[some[0].as_slice(), &some[0]].concat()]);
    assert_eq!(cut_in_two(&types, 1, &some, CUTS), [] as [Vec<Value>; 0]);
    assert_eq!(taken_apart(&types, 1, &some), [] as [Vec<Value>; 0]);
}

#[test]
fn texts_and_bytes_are_stretched() {
    let types = [Type::String, Type::Vec(Box::new(Type::Int(IntType::U8)))];
    let bytes = Value::seq([Value::Int(7), Value::Int(9)]);
    let all = stretched(&types, &[vec![Value::str("é1"), bytes.clone()]]);
    let texts: Vec<&Value> = all.iter().filter(|input| input[1] == bytes).map(|input| &input[0]).collect();
    assert_eq!(texts, ["0é1", "é10", "é11", "é1é1", "1"].map(Value::str).iter().collect::<Vec<_>>());
    let lengths = all[texts.len()..].iter().map(|input| match &input[1] {
        Value::Seq(items) => items.len(),
        _ => 0,
    });
    assert_eq!(lengths.collect::<Vec<_>>(), [3, 3, 3, 4, 1]);
}

#[test]
fn texts_of_the_code_are_broken_up() {
    let constants = [Value::str("&lt;"), Value::str("a"), Value::str("-."), Value::Int(7)];
    let all = broken_up(&[Type::String], &[vec![Value::str("x")]], &constants);
    let texts = ["lt;&", "t;&l", ";&lt", ".-", "&lt;lt;", "&lt;.", "-.lt;", "-.."];
    assert_eq!(all, texts.map(|text| vec![Value::str(text)]));
}

#[test]
fn parts_of_what_is_accepted_make_it_again() {
    let types = [Type::String, Type::Char, Type::Char, Type::String];
    let input = vec![Value::str("abcde"), Value::Char('x'), Value::Char('y'), Value::str("z")];
    let all = taken_apart(&types, 1, &[input.clone(), input]);
    let text = |value: &Value| match value {
        Value::Str(text) => text.to_string(),
        Value::Char(c) => c.to_string(),
        _ => String::new(),
    };
    let parts: Vec<Vec<String>> = all.iter().map(|input| input.iter().map(text).collect()).collect();
    assert_eq!(parts[..2], [["", "a", "y", "bcde"], ["ab", "c", "b", "de"]]);
    assert_eq!(parts[2..4], [["", "a", "b", "cde"], ["a", "b", "c", "de"]]);
    assert!(parts[12..].contains(&["abcd", "e", "b", ""].map(str::to_owned).to_vec()));
    assert_eq!(parts.len(), 2 + 2 * 5 + 2 * 5 * 5);
    let last = taken_apart(&types[..2], 1, &[vec![Value::str("ab"), Value::Char('x')]]);
    assert_eq!(last[0], [Value::str("a"), Value::Char('b')]);
}

#[test]
fn texts_are_cut_in_two() {
    let types = [Type::String, Type::String];
    let text = |first: &str, rest: &str| vec![Value::str(first), Value::str(rest)];
    let all = cut_in_two(&types, 1, &[text("&lt;", "x"), text("abc", "x"), text("-", "x")], CUTS);
    let both = [("&", "lt;"), ("&l", "t;"), ("&lt", ";")];
    let expected: Vec<_> = both.iter().flat_map(|(a, b)| [text(a, b), text(b, a)]).collect();
    assert_eq!(all, expected);
    assert!(cut_in_two(&types, 2, &[text("&lt;", "x")], CUTS).is_empty());
}

#[test]
fn shown_texts_stand_in_for_each_text_once() {
    let types = [Type::String, Type::Int(IntType::I64)];
    let some = [vec![Value::str("x"), Value::Int(1)], vec![Value::str("y"), Value::Int(2)]];
    let lists = [["a", "b"].as_slice(), &["b", "a"]];
    let texts: Texts = lists.map(|list| list.iter().map(|text| (*text).to_owned()).collect()).into();
    let all = shown(&types, &some, &texts);
    let of = |text: &str, n| vec![Value::str(text), Value::Int(n)];
    assert_eq!(all, [of("a", 1), of("b", 2)]);
}

#[test]
fn options_are_left_out() {
    let int = Type::Int(IntType::I64);
    let types = [int.clone(), Type::Option(Box::new(int))];
    let some = [vec![Value::Int(1), Value::Some(Value::Int(2).into())]];
    assert_eq!(without_options(&types, &some), [vec![Value::Int(1), Value::None]]);
    assert!(without_options(&types[..1], &[vec![Value::Int(1)]]).is_empty());
}

#[test]
fn each_sign_stands_between_letters() {
    let all = around_signs(&[Type::Bool, Type::String], &[vec![Value::Bool(true), Value::str("")]]);
    for text in ["a.a", "a'\u{3a3}", "a a"] {
        assert!(all.contains(&vec![Value::Bool(true), Value::str(text)]), "{text}");
    }
    assert_eq!(all.len(), 3 * 33);
}

#[test]
fn a_sign_is_wherever_a_digit_was() {
    let some = [vec![Value::Int(1), Value::str("")], vec![Value::Int(2), Value::str("#é0")]];
    let all = signed(&[Type::Int(IntType::U8), Type::String], &some);
    for text in ["+é0", "#+0", "#é+", "#é-", "_é0"] {
        assert!(all.contains(&vec![Value::Int(2), Value::str(text)]), "{text}");
    }
    assert_eq!(all.len(), 9);
}

#[test]
fn every_letter_and_every_byte_is_in_some_input() {
    let bytes = Type::Ref(Box::new(Type::Slice(Box::new(Type::Int(IntType::U8)))));
    let types = [Type::String, bytes, Type::Int(IntType::U8)];
    let base = vec![vec![Value::str("é"), Value::seq([]), Value::Int(7)]];
    let all = every_letter(&types, &base);
    let is_in = |c: char| {
        all.iter().any(|input| matches!(&input[0], Value::Str(text) if text.chars().any(|own| own == c)))
    };
    assert!((' '..='~').all(is_in));
    let has = |byte: u8| {
        let byte = Value::Int(byte.into());
        all.iter().any(|input| matches!(&input[1], Value::Seq(items) if items.contains(&byte)))
    };
    assert!((0..=u8::MAX).all(has));
    assert!(all.iter().all(|input| input[2] == Value::Int(7)));
    assert!(every_letter(&types, &[]).is_empty());
}

#[test]
fn letters_are_exchanged_for_signs_that_fold_to_them() {
    let types = [Type::String, Type::Int(IntType::U8)];
    let all =
        folded(&types, &[vec![Value::str("Czk"), Value::Int(1)], vec![Value::str("abc"), Value::Int(2)]]);
    assert_eq!(all, [vec![Value::str("Cz\u{212a}"), Value::Int(1)]]);
}

#[test]
fn texts_are_spelled_in_other_ways() {
    let some = [vec![Value::Int(1), Value::str("1 Day")], vec![Value::Int(2), Value::str("")]];
    let all = respelled(&[Type::Int(IntType::U8), Type::String], &some);
    let texts = [" 1 Day", "1 Day ", "\t1 Day\n", "1  Day", "1Day", "1 DAY", "1 day"];
    assert_eq!(all, texts.map(|text| vec![Value::Int(1), Value::str(text)]));
}

#[test]
fn no_letter_beyond_the_planes_that_are_looked_at_has_another_case() {
    assert!((LAST_CASED..=char::MAX).skip(1).all(|c| other_cases(c).is_empty()));
}
