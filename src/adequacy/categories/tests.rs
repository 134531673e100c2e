use super::*;
use morph_lab::Outcome;
use morph_relation::{FloatType, IntType, Type};
use morph_source::scan::{Asks, PathCondition};

fn int(ty: IntType) -> Type {
    Type::Int(ty)
}

fn of(params: &[(&str, Type)], conditions: &[(usize, Asks)]) -> Categories {
    let mut subject = Subject::free("demo::f", params, Type::Bool);
    let condition =
        |(param, asks): &(usize, Asks)| PathCondition { param: *param, field: None, asks: asks.clone() };
    subject.conditions = conditions.iter().map(condition).collect();
    Categories::of(&subject, None).unwrap()
}

fn names(category: &Category) -> Vec<&str> {
    category.choices.iter().map(|choice| &*choice.name).collect()
}

/// The names of an input's choices.
fn told(categories: &Categories, input: &[Value]) -> Vec<String> {
    let choices = categories.choices(input).into_iter().enumerate();
    let chosen: Vec<(usize, usize)> = choices.filter_map(|(c, n)| n.map(|n| (c, n))).collect();
    chosen.iter().map(|choice| categories.told(&[*choice])).collect()
}

fn find(categories: &Categories, name: &str) -> (usize, usize) {
    let choices = categories.all.iter().enumerate();
    let mut found = choices.flat_map(|(c, category)| {
        category
            .choices
            .iter()
            .enumerate()
            .filter(|(_, choice)| choice.name == name)
            .map(move |(n, _)| (c, n))
    });
    found.next().unwrap_or_else(|| panic!("{name} is not there"))
}

#[test]
fn condition_on_a_parameter_splits_its_range_below_at_and_above() {
    let age = of(&[("age", int(IntType::U8))], &[(0, Asks::Value(Value::Int(18)))]);
    assert_eq!(names(&age.all[0]), ["age == 0", "0 < age < 18", "age == 18", "age > 18", "age == u8::MAX"]);
    assert_eq!(age.all[0].origin, Origin::Condition);
    for (n, choice) in [(0, 0), (17, 1), (18, 2), (19, 3), (254, 3), (255, 4)] {
        assert_eq!(age.choices(&[Value::Int(n)]), [Some(choice)], "{n}");
    }
    let signed = of(&[("n", int(IntType::I8))], &[]);
    assert_eq!(names(&signed.all[0]), ["n == i8::MIN", "n < 0", "n == 0", "n > 0", "n == i8::MAX"]);
}

#[test]
fn every_value_of_a_type_has_a_choice_where_its_category_applies() {
    let text = of(
        &[("s", Type::Ref(Box::new(Type::Str)))],
        &[(0, Asks::Value(Value::str("x"))), (0, Asks::Begins("--".to_owned()))],
    );
    assert_eq!(
        told(&text, &[Value::str("--A b")]),
        [
            "s is another text",
            "s begins with \"--\"",
            "s has more characters",
            "s is ASCII",
            "s is in mixed case",
            "s has white space inside"
        ]
    );
    // No letter, no case: what needs characters does not apply.
    assert_eq!(told(&text, &[Value::str("")])[1..], ["s does not begin with \"--\"", "s is empty"]);
    let float = of(&[("x", Type::Float(FloatType::F64))], &[(0, Asks::Value(Value::F64(0.5)))]);
    for (x, name) in [(f64::NAN, "x is NaN"), (-0.0, "x == 0"), (0.25, "0 < x < 0.5"), (7.0, "x > 0.5")] {
        assert_eq!(told(&float, &[Value::F64(x)]), [name]);
    }
    let perhaps = of(&[("limit", Type::Option(Box::new(Type::Bool)))], &[]);
    assert_eq!(told(&perhaps, &[Value::None]), ["limit is None"]);
    let some = Value::Some(Value::Bool(true).into());
    assert_eq!(told(&perhaps, &[some]), ["limit is Some", "limit.unwrap() is true"]);
    let items = of(&[("xs", Type::Vec(Box::new(int(IntType::I32))))], &[]);
    let seq = |items: &[i128]| [Value::seq(items.iter().map(|n| Value::Int(*n)))];
    assert_eq!(
        told(&items, &seq(&[3, 2, 2])),
        ["xs has more items", "xs is sorted in reverse", "xs has repeated items"]
    );
    assert_eq!(told(&items, &seq(&[4])), ["xs has one item"]);
}

#[test]
fn choices_that_contradict_each_other_are_impossible_and_others_are_not() {
    let both = of(&[("a", int(IntType::U64)), ("b", int(IntType::U64))], &[]);
    let impossible = |categories: &Categories, names: &[&str]| {
        categories.is_impossible(&names.iter().map(|name| find(categories, name)).collect::<Vec<_>>())
    };
    assert!(impossible(&both, &["a == 0", "a > b"]));
    assert!(impossible(&both, &["a == 0", "b == 0", "a < b"]));
    assert!(impossible(&both, &["a > 0", "b == 0", "a == b"]));
    assert!(!impossible(&both, &["a == 0", "a == b"]));
    assert!(!impossible(&both, &["a > 0", "b > 0", "a == b"]));
    let text =
        of(&[("s", Type::String)], &[(0, Asks::Value(Value::str("ab"))), (0, Asks::Ends("b".to_owned()))]);
    assert!(impossible(&text, &["s is empty", "s is in lower case"]));
    assert!(impossible(&text, &["s has one character", "s is in mixed case"]));
    assert!(impossible(&text, &["s == \"ab\"", "s is in upper case"]));
    assert!(impossible(&text, &["s is empty", "s ends with \"b\""]));
    assert!(!impossible(&text, &["s == \"ab\"", "s ends with \"b\""]));
    let perhaps = of(&[("limit", Type::Option(Box::new(Type::Bool)))], &[]);
    assert!(impossible(&perhaps, &["limit is None", "limit.unwrap() is true"]));
}

#[test]
fn categories_and_the_combinations_of_frames_are_limited() {
    let many: Vec<String> = (0..12).map(|n| format!("p{n}")).collect();
    let params: Vec<(&str, Type)> = many.iter().map(|name| (&**name, int(IntType::I32))).collect();
    let categories = of(&params, &[(11, Asks::Value(Value::Int(7)))]);
    assert_eq!(categories.all.len(), MOST);
    assert_eq!(categories.all[0].name, "p11", "what the code asks for comes first");
    // 7 choices, then 3 for how two parameters compare: 7 * 3 * 3 * 3 * 3 = 567, and no more fits.
    assert_eq!(categories.framed(1), [0, 1, 2, 3, 4]);
    assert_eq!(categories.framed(5), [0, 1, 2, 3]);
}

#[test]
fn morph_toml_adds_replaces_and_leaves_out() {
    let located = |text: &str| Located { text: text.to_owned(), place: format!("morph.toml: {text}") };
    let subject = Subject::free("demo::f", &[("age", int(IntType::U8)), ("kind", Type::Bool)], Type::Bool);
    let group = vec![
        (located("child"), Some(located("age < 12"))),
        (located("adult"), Some(located("age >= 12 && kind"))),
    ];
    let mut configured = Configured {
        categories: vec![
            (located("group"), Some(group)),
            (located("age"), Some(vec![(located("age == u8::MAX"), None)])),
            (located("kind"), None),
        ],
        impossible: vec![vec![located("child"), located("age: age > 0")]],
    };
    let categories = Categories::of(&subject, Some(&configured)).unwrap();
    assert_eq!(
        categories.all.iter().map(names).collect::<Vec<_>>(),
        [vec!["child", "adult"], vec!["age == 0", "age > 0"]]
    );
    assert_eq!(told(&categories, &[Value::Int(40), Value::Bool(true)]), ["adult", "age > 0"]);
    assert!(categories.choices(&[Value::Int(40), Value::Bool(false)])[0].is_none());
    assert!(categories.is_impossible(&[(0, 0), (1, 1)]));
    assert!(!categories.is_impossible(&[(0, 1), (1, 1)]));

    configured.impossible = vec![vec![located("old")]];
    let error = Categories::of(&subject, Some(&configured)).unwrap_err();
    assert!(
        error.starts_with("morph.toml: old: unknown choice `old`; expected one of `child`, `adult`"),
        "{error}"
    );
    for (condition, why) in [
        ("agee < 3", "in `agee < 3`: `agee` is neither a parameter nor an outcome"),
        ("age + 1", "`age + 1` is not a condition"),
        ("y0", "in `y0`: `y0` is neither a parameter nor an outcome"),
    ] {
        let choices = vec![(located("x"), Some(located(condition)))];
        let configured =
            Configured { categories: vec![(located("c"), Some(choices))], impossible: Vec::new() };
        let error = Categories::of(&subject, Some(&configured)).unwrap_err();
        assert_eq!(error, format!("morph.toml: {condition}: {why}"));
    }
}

#[test]
fn outcomes_are_told_by_kind() {
    let told = |value: Value, ty: &Type| told_outcome(&Outcome::Value(value), ty).unwrap();
    let signed = Type::Int(IntType::I32);
    assert_eq!(told(Value::Int(-3), &signed), "y0 < 0");
    let result = Type::Result(Box::new(signed.clone()), Box::new(Type::String));
    assert_eq!(told(Value::Err(Value::str("x").into()), &result), "y0 is Err");
    let pair = Type::Tuple(vec![signed.clone(), Type::Vec(Box::new(Type::Bool))]);
    let value = Value::Tuple([Value::Int(0), Value::seq([])].into());
    assert_eq!(told(value, &pair), "y0.0 == 0, y0.1 is empty");
    assert_eq!(told_outcome(&Outcome::Panic("why".to_owned()), &signed).unwrap(), "panics");
    assert_eq!(told_outcome(&Outcome::NotRun, &signed), None);
}

/// What is called impossible is had by no input, whatever the types: proofs are sound.
#[test]
fn no_input_has_choices_that_are_called_impossible() {
    let boxed = |ty: Type| Box::new(ty);
    let texts = || Type::Ref(boxed(Type::Str));
    let signatures = [
        vec![int(IntType::U8), int(IntType::U8), int(IntType::U8)],
        vec![int(IntType::I64), Type::NonZero(IntType::I64), int(IntType::I64)],
        vec![Type::Float(FloatType::F64), Type::Float(FloatType::F64)],
        vec![texts(), texts()],
        vec![Type::Vec(boxed(int(IntType::I32))), Type::Slice(boxed(Type::String))],
        vec![Type::Option(boxed(Type::Tuple(vec![Type::Char, int(IntType::U128)]))), Type::Duration],
        vec![int(IntType::U128), int(IntType::U128)],
    ];
    let asked = [Asks::Value(Value::Int(7)), Asks::Value(Value::F64(0.5)), Asks::Value(Value::str("ab"))];
    let asked = asked.into_iter().chain([Asks::Length(3), Asks::Begins("a".to_owned())]);
    let conditions: Vec<(usize, Asks)> = asked.map(|asks| (0, asks)).collect();
    for types in signatures {
        let names: Vec<String> = (0..types.len()).map(|n| format!("p{n}")).collect();
        let params: Vec<(&str, Type)> = names.iter().map(String::as_str).zip(types).collect();
        let categories = of(&params, &conditions);
        let subject = Subject::free("demo::f", &params, Type::Bool);
        let pool = vec![Value::Int(7), Value::F64(0.5), Value::str("ab"), Value::str("abc")];
        let generator = morph_values::Generator::new(pool);
        let mut rng = morph_values::stream(0, "sound");
        for input in morph_values::sources(&subject, &generator, 500, &mut rng) {
            let choices = categories.choices(&input).into_iter().enumerate();
            let chosen: Vec<(usize, usize)> = choices.filter_map(|(c, n)| n.map(|n| (c, n))).collect();
            assert!(!categories.is_impossible(&chosen), "{input:?}: {}", categories.told(&chosen));
        }
    }
}

/// Every integer and float has one choice of its own range, and no other test of it holds.
#[test]
fn ranges_of_numbers_are_partitions() {
    let asked = [(0, Asks::Value(Value::Int(7))), (0, Asks::Value(Value::Int(-3)))];
    for ty in [
        int(IntType::I8),
        int(IntType::U8),
        int(IntType::I128),
        int(IntType::U128),
        Type::Float(FloatType::F32),
    ] {
        let categories = of(&[("x", ty.clone())], &asked);
        let subject = Subject::free("demo::f", &[("x", ty)], Type::Bool);
        let generator = morph_values::Generator::new(vec![Value::Int(7), Value::Int(-3)]);
        let mut rng = morph_values::stream(0, "partition");
        for input in morph_values::sources(&subject, &generator, 300, &mut rng) {
            let holding = categories.all[0].choices.iter().filter(|choice| choice.test.holds(&input)).count();
            assert_eq!(holding, 1, "{input:?} of {:?}", names(&categories.all[0]));
        }
    }
}
