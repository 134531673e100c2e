//! Smaller values of the same type, for counterexamples that a person can read.

use std::sync::Arc;

use morph_relation::{Data, Recipe, Type, Value};

/// How much there is to read and to keep in mind of a value: a smaller one costs less.
pub fn cost(value: &Value) -> u128 {
    let all = |values: &[Value]| values.iter().map(|value| 4 + cost(value)).sum::<u128>();
    match value {
        Value::Unit | Value::None | Value::Bool(false) => 0,
        Value::Bool(true) => 1,
        Value::Char(c) => 1 + letter(*c),
        Value::Int(n) => 2 * n.unsigned_abs().min(MOST) + u128::from(*n < 0),
        Value::Big(n) => 2 * (*n).min(MOST) + 2,
        Value::F32(x) => of_float(f64::from(*x), &format!("{x:?}")),
        Value::F64(x) => of_float(*x, &format!("{x:?}")),
        Value::Str(text) => text.chars().map(|c| 4 + letter(c)).sum(),
        Value::Seq(items) | Value::Tuple(items) => all(items),
        Value::Some(inner) | Value::Ok(inner) | Value::Err(inner) => 1 + cost(inner),
        Value::Ordering(ordering) => u128::from(ordering.is_ne()),
        Value::Data(data) => match &data.recipe {
            Some(recipe) => recipe.constructor as u128 + all(&recipe.args),
            None => data.variant.min(1 << 20) as u128 + all(&data.fields),
        },
    }
}

/// The cost of all arguments.
pub fn cost_of(input: &[Value]) -> u128 {
    input.iter().map(cost).sum()
}

/// Numbers above cost the same, so that sums do not overflow.
const MOST: u128 = 1 << 96;

fn letter(c: char) -> u128 {
    match c {
        'a'..='z' => u128::from(c) - u128::from('a'),
        'A'..='Z' | '0'..='9' => 30,
        ' '..='~' => 31,
        _ => 32,
    }
}

fn of_float(x: f64, text: &str) -> u128 {
    match x {
        0.0 => u128::from(x.is_sign_negative()),
        _ if !x.is_finite() => 2,
        _ => {
            let broken = if x.fract() == 0.0 { 0 } else { 300 };
            text.len() as u128 * 256 + broken + 2 * (x.abs() as u128).min(100) + u128::from(x < 0.0)
        }
    }
}

/// Inputs that cost less than `input`, each different from it in one argument, the boldest first.
pub fn smaller(input: &[Value], types: &[Type]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for (place, (value, ty)) in input.iter().zip(types).enumerate() {
        let before = cost(value);
        for smaller in of_value(value, ty) {
            if cost(&smaller) < before && smaller.fits(ty) {
                let mut input = input.to_vec();
                input[place] = smaller;
                all.push(input);
            }
        }
    }
    all
}

/// Candidates for smaller values; some may not fit the type, or cost more.
fn of_value(value: &Value, ty: &Type) -> Vec<Value> {
    match (value, ty) {
        (
            _,
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner),
        ) => of_value(value, inner),
        (Value::Bool(true), _) => vec![Value::Bool(false)],
        (Value::Char(_), _) => "a0 ~".chars().map(Value::Char).collect(),
        (Value::Int(n), _) => of_int(*n).into_iter().map(Value::Int).collect(),
        (Value::Big(n), _) => {
            vec![Value::Int(0), Value::Int(i128::MAX), Value::Big(n / 2), Value::Big(n - 1)]
        }
        (Value::F32(x), _) => {
            of_float_near(f64::from(*x)).into_iter().map(|x| Value::F32(x as f32)).collect()
        }
        (Value::F64(x), _) => of_float_near(*x).into_iter().map(Value::F64).collect(),
        (Value::Str(text), _) => of_text(text),
        (Value::Seq(items), ty) => of_items(items, ty),
        (Value::Tuple(items), Type::Tuple(types)) => {
            each(items, types).into_iter().map(|items| Value::Tuple(items.into())).collect()
        }
        (Value::Some(inner), Type::Option(ty)) => {
            let inner = of_value(inner, ty).into_iter().map(|inner| Value::Some(Arc::new(inner)));
            std::iter::once(Value::None).chain(inner).collect()
        }
        (Value::Ok(inner), Type::Result(ty, _)) => {
            of_value(inner, ty).into_iter().map(|inner| Value::Ok(Arc::new(inner))).collect()
        }
        (Value::Err(inner), Type::Result(_, ty)) => {
            of_value(inner, ty).into_iter().map(|inner| Value::Err(Arc::new(inner))).collect()
        }
        (Value::Data(data), Type::Adt(adt)) => match &data.recipe {
            // What a constructor guards is made anew.
            Some(recipe) => adt.constructors().get(recipe.constructor).map_or_else(Vec::new, |constructor| {
                // What was changed, without the change.
                let itself = |(_, ty): &(&Value, &Type)| ty.owned() == Type::Adt(adt.clone());
                let before = recipe.args.iter().zip(&constructor.params).filter(itself);
                // What another one makes of its first arguments: it may be changed afterwards.
                let plainer = adt.constructors().iter().take(recipe.constructor).enumerate();
                let plainer = plainer.filter(|(_, other)| constructor.params.starts_with(&other.params));
                let plainer = plainer.map(|(at, other)| {
                    Value::unmade(Recipe::new(adt, at, recipe.args[..other.params.len()].to_vec()))
                });
                let args = each(&recipe.args, &constructor.params).into_iter();
                let other = args.map(|args| Value::unmade(recipe.with(args)));
                before.map(|(value, _)| value.clone()).chain(plainer).chain(other).collect()
            }),
            None => of_fields(data, ty),
        },
        _ => Vec::new(),
    }
}

fn of_fields(data: &Data, ty: &Type) -> Vec<Value> {
    let Type::Adt(adt) = ty else { return Vec::new() };
    let plain = adt.variants().iter().enumerate().take(data.variant).filter(|(_, v)| v.fields.is_empty());
    let mut all: Vec<Value> = plain.map(|(at, _)| Value::data(at, Vec::new())).collect();
    if let Some(variant) = adt.variants().get(data.variant) {
        let types: Vec<Type> = variant.fields.iter().map(|field| field.ty.clone()).collect();
        all.extend(each(&data.fields, &types).into_iter().map(|fields| Value::data(data.variant, fields)));
    }
    all
}

fn of_int(n: i128) -> Vec<i128> {
    let mut all = vec![0, 1, 2, 3, 5, 10, 100, -1];
    all.extend(n.checked_neg().filter(|n| *n > 0));
    // Towards zero by ever smaller steps, which finds a border as a bisection does.
    let steps = std::iter::successors(Some(n / 2), |step| Some(step / 2)).take_while(|step| *step != 0);
    all.extend(std::iter::once(n / 10).chain(steps.map(|step| n - step)));
    all.push(n - n.signum());
    all.retain(|smaller| *smaller != n);
    all
}

fn of_float_near(x: f64) -> Vec<f64> {
    let tenth = |x: f64| (x * 10.0).round() / 10.0;
    let mut all = vec![0.0, 1.0, 2.0, 3.0, 5.0, 10.0, 0.5, -1.0];
    all.extend([x.trunc(), x.round(), tenth(x), -x, x / 10.0, x / 2.0, (x / 2.0).trunc(), x - x.signum()]);
    all.retain(|smaller| smaller.is_finite() && smaller.to_bits() != x.to_bits());
    all
}

fn of_text(text: &str) -> Vec<Value> {
    let chars: Vec<char> = text.chars().collect();
    let mut all = shorter(&chars);
    for (at, c) in chars.iter().enumerate() {
        for plain in ['a', 'b', 'A', '0', ' '] {
            if letter(plain) < letter(*c) {
                let mut other = chars.clone();
                other[at] = plain;
                all.push(other);
            }
        }
    }
    all.into_iter().map(|chars| Value::str(chars.into_iter().collect::<String>())).collect()
}

fn of_items(items: &[Value], ty: &Type) -> Vec<Value> {
    let mut all = shorter(items);
    if let Some(item) = ty.item() {
        all.extend(match items.len() {
            ..=LONG => each(items, &vec![item.clone(); items.len()]),
            _ => plainer(items, item),
        });
    }
    all.into_iter().map(Value::seq).collect()
}

/// The list with the elements of some part smaller, the largest parts first.
fn plainer(items: &[Value], ty: &Type) -> Vec<Vec<Value>> {
    let simplest = |item: &Value| of_value(item, ty).into_iter().find(|smaller| cost(smaller) < cost(item));
    let simplest: Vec<Option<Value>> = items.iter().map(simplest).collect();
    let mut all = Vec::new();
    let mut size = items.len();
    while size >= (items.len() / PARTS).max(1) {
        for start in (0..items.len()).step_by(size) {
            let part = start..(start + size).min(items.len());
            if simplest[part.clone()].iter().any(Option::is_some) {
                let mut other = items.to_vec();
                for at in part {
                    if let Some(simplest) = &simplest[at] {
                        other[at] = simplest.clone();
                    }
                }
                all.push(other);
            }
        }
        size /= 2;
    }
    all
}

/// So long lists lose single elements; longer ones lose parts first.
const LONG: usize = 40;
/// Longer lists have so many parts that are made smaller at once.
const PARTS: usize = 64;

/// The list without parts of it: everything, halves, quarters, single elements.
fn shorter<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    let mut size = items.len() / 2;
    while size > 0 {
        if size > 1 || items.len() <= LONG {
            for start in (0..items.len()).step_by(size) {
                let end = (start + size).min(items.len());
                all.push([&items[..start], &items[end..]].concat());
            }
        }
        size /= 2;
    }
    all
}

/// The list with one element smaller.
fn each(items: &[Value], types: &[Type]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for (at, (item, ty)) in items.iter().zip(types).enumerate() {
        for smaller in of_value(item, ty) {
            if cost(&smaller) < cost(item) {
                let mut other = items.to_vec();
                other[at] = smaller;
                all.push(other);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{Adt, Constructor, FloatType, Home, How, IntType, Traits};

    /// Shrinks as long as `violates`.
    fn shrunk(mut input: Vec<Value>, types: &[Type], violates: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        assert!(violates(&input));
        while let Some(next) = smaller(&input, types).into_iter().find(|input| violates(input)) {
            assert!(cost_of(&next) < cost_of(&input), "{next:?} for {input:?}");
            input = next;
        }
        input
    }

    const I64: Type = Type::Int(IntType::I64);

    #[test]
    fn what_was_changed_is_also_tried_without_the_change() {
        let name = || "Sum".to_owned();
        let adt = Adt::new(name(), name(), Home::default(), false, Traits::default());
        let takes =
            |params: Vec<Type>| Constructor { name: name(), params, fallible: false, how: How::Function };
        let ty = Type::Adt(adt.clone());
        let all = [vec![I64], vec![ty.clone(), Type::Bool], vec![I64, Type::Bool]];
        _ = adt.constructors.set(all.into_iter().map(takes).collect());
        let made = Value::unmade(Recipe::new(&adt, 0, vec![Value::Int(0)]));
        let changed = Value::unmade(Recipe::new(&adt, 1, vec![made.clone(), Value::Bool(false)]));
        assert_eq!(smaller(&[changed], std::slice::from_ref(&ty)), [[made.clone()]]);
        let at_once = Value::unmade(Recipe::new(&adt, 2, vec![Value::Int(0), Value::Bool(false)]));
        assert_eq!(smaller(&[at_once], &[ty]), [[made]]);
    }

    #[test]
    fn numbers_end_at_the_border_of_the_violation() {
        let int = |n: i128| vec![Value::Int(n)];
        for (start, least) in [(123_456, 17), (40, 17), (17, 17)] {
            let found = shrunk(int(start), &[I64], |input| matches!(input[0], Value::Int(n) if n >= 17));
            assert_eq!(found, int(least));
        }
        let found = shrunk(int(-9_000), &[I64], |input| matches!(input[0], Value::Int(n) if n < -2));
        assert_eq!(found, int(-3));
        let found = shrunk(int(9_000), &[I64], |input| matches!(input[0], Value::Int(n) if n != 0));
        assert_eq!(found, int(1));
    }

    #[test]
    fn extreme_numbers_have_smaller_neighbours() {
        for n in [i128::MIN, i128::MAX, i128::from(i64::MIN), 1, -1] {
            let ty = Type::Int(IntType::I128);
            assert!(smaller(&[Value::Int(n)], &[ty]).contains(&vec![Value::Int(0)]), "{n}");
        }
        assert!(smaller(&[Value::Int(0)], &[I64]).is_empty());
        let big = Value::Big(u128::MAX);
        let found = shrunk(vec![big], &[Type::Int(IntType::U128)], |input| matches!(input[0], Value::Big(_)));
        assert!(matches!(found[0], Value::Big(_)), "{found:?}");
    }

    #[test]
    fn floats_become_short_decimals() {
        let float = |x: f64| vec![Value::F64(x)];
        let ty = [Type::Float(FloatType::F64)];
        let above = |least: f64| move |input: &[Value]| matches!(input[0], Value::F64(x) if x > least);
        assert_eq!(shrunk(float(1_234.567_891), &ty, above(0.0)), float(1.0));
        assert_eq!(shrunk(float(1_234.567_891), &ty, above(6.0)), float(7.0));
        let nan = |input: &[Value]| matches!(input[0], Value::F64(x) if x.is_nan());
        assert!(nan(&shrunk(float(f64::NAN), &ty, nan)));
        let infinite = |input: &[Value]| matches!(input[0], Value::F64(x) if x > 1e300);
        assert!(infinite(&shrunk(float(1.797e308), &ty, infinite)));
    }

    #[test]
    fn texts_and_lists_keep_what_violates() {
        let text = |text: &str| vec![Value::str(text)];
        let holds = |part: &'static str| move |input: &[Value]| matches!(&input[0], Value::Str(text) if text.contains(part));
        let ty = [Type::Ref(Box::new(Type::Str))];
        assert_eq!(shrunk(text("Friedrich, Nietzsche \u{1f600}"), &ty, holds("z")), text("z"));
        let long = "xy".repeat(300) + "Z";
        assert_eq!(shrunk(text(&long), &ty, holds("Z")), text("Z"));
        let list = vec![Value::seq([3, -400, 80, 5].map(Value::Int))];
        let ty = [Type::Ref(Box::new(Type::Slice(Box::new(I64))))];
        let sum = |input: &[Value]| match &input[0] {
            Value::Seq(items) => items.iter().any(|v| matches!(v, Value::Int(n) if *n > 50)),
            _ => false,
        };
        assert_eq!(shrunk(list, &ty, sum), [Value::seq([Value::Int(51)])]);
    }

    #[test]
    fn arrays_keep_their_length_and_numbers_without_zero_do_without() {
        let array = vec![Value::seq([7, 8].map(Value::Int))];
        let ty = [Type::Array(Box::new(I64), 2)];
        assert_eq!(shrunk(array, &ty, |_| true), [Value::seq([0, 0].map(Value::Int))]);
        let number = shrunk(vec![Value::Int(77)], &[Type::NonZero(IntType::U8)], |_| true);
        assert_eq!(number, [Value::Int(1)]);
    }

    #[test]
    fn options_results_and_tuples_shrink_inside() {
        let option = Type::Option(Box::new(I64));
        let some = |n: i128| Value::Some(Arc::new(Value::Int(n)));
        let is_some = |input: &[Value]| matches!(input[0], Value::Some(_));
        assert_eq!(shrunk(vec![some(9)], std::slice::from_ref(&option), is_some), [some(0)]);
        assert_eq!(shrunk(vec![some(9)], &[option], |_| true), [Value::None]);
        let tuple = Value::Tuple(vec![Value::Int(5), Value::Bool(true)].into());
        let ty = Type::Tuple(vec![I64, Type::Bool]);
        assert_eq!(
            shrunk(vec![tuple], &[ty], |_| true),
            [Value::Tuple(vec![Value::Int(0), Value::Bool(false)].into())]
        );
    }
}
