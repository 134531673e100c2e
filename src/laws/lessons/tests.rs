use super::*;
use morph_relation::FloatType;

fn lessons(params: &[Type], ret: Type, executions: &[(Vec<Value>, Value)]) -> Lessons {
    let names = ["x", "y"];
    let params = params.iter().zip(names).map(|(ty, name)| (name.to_owned(), ty.clone())).collect();
    let lent: Vec<(&[Value], &Value)> =
        executions.iter().map(|(input, out)| (input.as_slice(), out)).collect();
    Lessons::of(&Signature::new("demo::f", params, ret), &lent, &[Value::Int(45)])
}

fn teaches(lessons: &Lessons, learned: Learned, text: &str) -> bool {
    lessons.get(learned, Some(0)).first() == syn::parse_str(text).ok().as_ref()
}

fn teaches_none(lessons: &Lessons, learned: Learned) -> bool {
    lessons.get(learned, Some(0)).is_empty()
}

const INT: Type = Type::Int(IntType::I64);

#[test]
fn the_signs_of_texts_are_a_class_and_few_others() {
    let hex = |n: i128| (vec![Value::Int(n)], Value::str(format!("0x{:04x}", n * 7919 % 65536)));
    let all: Vec<(Vec<Value>, Value)> = (0..200).map(hex).collect();
    let learned = lessons(&[INT], Type::String, &all);
    assert!(teaches(&learned, Learned::Alphabet, "c.is_ascii_digit() || \"abcdefx\".contains(c)"));
    assert!(teaches(&learned, Learned::Length, "6") && teaches(&learned, Learned::Base, "17"));
    let wider = learned.get(Learned::Alphabet, None).last();
    assert_eq!(wider, syn::parse_str("c.is_ascii_hexdigit() || \"-x\".contains(c)").ok().as_ref());
    assert!(teaches_none(&learned, Learned::Longer));
}

#[test]
fn what_is_accepted_has_lengths_and_signs() {
    let text = Type::Ref(Box::new(Type::Str));
    let accepted =
        |n: usize| (vec![Value::str(format!("{:06b}", n % 64))], Value::Some(Value::Int(1).into()));
    let mut all: Vec<(Vec<Value>, Value)> = (0..80).map(accepted).collect();
    all.extend((0..40).map(|n| (vec![Value::str(format!("{n}x"))], Value::None)));
    let learned = lessons(&[text], Type::Option(Box::new(INT)), &all);
    assert!(teaches(&learned, Learned::Accepted, "\"01\".contains(c)"));
    assert!(teaches(&learned, Learned::Width, "6"));
}

#[test]
fn bounds_are_reached_and_what_is_between_them_is_returned() {
    let of = |out: &dyn Fn(i128) -> i128| -> Vec<(Vec<Value>, Value)> {
        (0..300).map(|n| (vec![Value::Int(n)], Value::Int(out(n)))).collect()
    };
    let few = &of(&|n| n % 7 + 1)[..100];
    assert!(teaches_none(&lessons(&[INT], INT, few), Learned::Highest));
    let weekdays = lessons(&[INT], INT, &of(&|n| n % 7 + 1));
    assert!(teaches(&weekdays, Learned::Lowest, "1") && teaches(&weekdays, Learned::Highest, "7"));
    assert!(teaches_none(&lessons(&[INT], INT, &of(&|n| n * n)), Learned::Highest));
    let widest = of(&|n| if n % 2 == 0 { i128::MIN } else { i128::MAX });
    assert!(teaches_none(&lessons(&[INT], Type::Int(IntType::I128), &widest), Learned::Lowest));
    let unsigned = Type::Int(IntType::U8);
    assert!(teaches_none(&lessons(&[INT], unsigned, &of(&|n| n % 7)), Learned::Lowest));
    let float = |x: i128| Value::float(FloatType::F64, x as f64);
    let degrees: Vec<_> = (0..100).map(|n| (vec![float(n)], float(n * 37 % 360))).collect();
    let ty = Type::Float(FloatType::F64);
    let learned = lessons(std::slice::from_ref(&ty), ty.clone(), &degrees);
    assert!(teaches(&learned, Learned::Lowest, "0.0") && teaches(&learned, Learned::Highest, "360.0"));
    let longitudes: Vec<_> = (0..100).map(|n| (vec![float(n)], float(n * 2 - 20))).collect();
    let learned = lessons(std::slice::from_ref(&ty), ty.clone(), &longitudes);
    assert!(teaches(&learned, Learned::Lowest, "-180.0") && teaches(&learned, Learned::Highest, "180.0"));
}

#[test]
fn what_counts_items_is_bounded_by_them_alone() {
    let list = Type::Vec(Box::new(INT));
    let items = |n: usize| Value::seq((0..n).map(|n| Value::Int(n as i128)));
    let of = |out: &dyn Fn(usize) -> usize| -> Vec<(Vec<Value>, Value)> {
        (0..300)
            .map(|n| (vec![items(n % 8), Value::Int(n as i128)], Value::Int(out(n % 8) as i128)))
            .collect()
    };
    let learned = |out: &dyn Fn(usize) -> usize| lessons(&[list.clone(), INT], INT, &of(out));
    assert!(teaches_none(&learned(&|length| length), Learned::Highest));
    assert!(teaches(&learned(&|length| 7 - length), Learned::Highest, "7"));
}

#[test]
fn parts_that_are_integers_have_bounds() {
    let int = |bits| Type::Int(if bits == 8 { IntType::U8 } else { IntType::I64 });
    let dates = |ty: Type| {
        let out = |n: i128| Value::Tuple([n, n * 5 % 12 + 1, n % 7].map(Value::Int).to_vec().into());
        let all: Vec<_> = (0..400).map(|n| (vec![Value::Int(n)], out(n))).collect();
        lessons(&[INT], Type::Tuple(vec![INT, ty.clone(), ty]), &all)
    };
    let signed = dates(int(64));
    let bounds = |part: usize, low: &str| teaches(&signed, Learned::LowestPart(part), low);
    assert!(bounds(1, "1") && bounds(2, "0") && teaches(&signed, Learned::HighestPart(1), "12"));
    assert!(teaches_none(&signed, Learned::LowestPart(0)));
    let unsigned = dates(int(8));
    assert!(teaches_none(&unsigned, Learned::LowestPart(2)));
    assert!(teaches(&unsigned, Learned::HighestPart(2), "6"));
}

#[test]
fn periods_of_parts_are_read_off_where_the_whole_has_none() {
    let outs: Vec<Value> =
        (0..STEPS).map(|n| Value::Tuple([n, n % 7, 3].map(Value::Int).to_vec().into())).collect();
    let mut learned = Lessons::default();
    learned.of_steps(0, &outs.iter().map(Some).collect::<Vec<_>>());
    assert!(teaches(&learned, Learned::PeriodOfPart(1), "7"));
    let none = [Learned::Period, Learned::PeriodOfPart(0), Learned::PeriodOfPart(2)];
    assert!(none.into_iter().all(|none| teaches_none(&learned, none)));
}

#[test]
fn the_least_period_is_read_off() {
    let of = |out: &dyn Fn(i128) -> i128| {
        let outs: Vec<Value> = (0..STEPS).map(|n| Value::Int(out(n))).collect();
        let mut learned = Lessons::default();
        learned.of_steps(0, &outs.iter().map(Some).collect::<Vec<_>>());
        learned
    };
    assert!(teaches(&of(&|n| n % 7), Learned::Period, "7"));
    assert!(teaches(
        &of(&|n| i128::from(n % 4 == 0 && n % 100 != 0 || n % 400 == 0)),
        Learned::Period,
        "400"
    ));
    assert!([of(&|n| n), of(&|_| 3)].iter().all(|none| teaches_none(none, Learned::Period)));
}

#[test]
fn factors_and_offsets_are_read_off() {
    let of = |input: i128, out: i128| (vec![Value::Int(input)], Value::Int(out));
    let learned =
        |of: &dyn Fn(i128) -> (Vec<Value>, Value)| lessons(&[INT], INT, &(0..60).map(of).collect::<Vec<_>>());
    assert!(teaches(&learned(&|n| of(n, n * 60)), Learned::Factor, "60"));
    assert!(teaches(&learned(&|n| of(n * 60, n)), Learned::Divisor, "60"));
    assert!(teaches(&learned(&|n| of(n, n + 1900)), Learned::Offset, "1900"));
    let neither = learned(&|n| of(n, n * 60 + 5));
    assert!(
        [Learned::Factor, Learned::Divisor, Learned::Offset].iter().all(|one| teaches_none(&neither, *one))
    );
}
