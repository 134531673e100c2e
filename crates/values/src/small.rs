//! Small values and inputs, all of them, the smallest first.

use crate::{Generator, Made};
use morph_relation::{FloatType, IntType, Type, Value};

/// Values of a struct, a tuple or an option; more are not small.
const WIDE: usize = 60;
/// Structs and enums inside one another.
const DEEP: usize = 2;
/// Elements of small sequences.
const ELEMENTS: usize = 3;
/// Their greatest length.
const LENGTH: usize = 3;
/// Values of a type that constructors made.
const CONSTRUCTED: usize = 24;

/// The small values of a type, the smallest first; none of a type whose values only constructors make.
pub fn small(ty: &Type) -> Vec<Value> {
    at_depth(ty, 0, &Made::new())
}

/// The same inside so many structs and enums, which may hold one another, and with the first that constructors made.
fn at_depth(ty: &Type, depth: usize, made: &Made) -> Vec<Value> {
    let small = |ty: &Type| at_depth(ty, depth, made);
    match ty {
        Type::Unit => vec![Value::Unit],
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Char => "ab A01-é".chars().map(Value::Char).collect(),
        Type::Int(int) | Type::NonZero(int) => ints(*int).filter(|value| value.fits(ty)).collect(),
        Type::Float(kind) => floats(*kind),
        Type::Str | Type::String => texts(),
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            small(inner)
        }
        Type::Vec(item) | Type::Slice(item) => sequences(small(item), 0..=LENGTH),
        Type::Array(item, len) if *len <= LENGTH => sequences(small(item), *len..=*len),
        Type::Array(item, len) => {
            let same = |value: Value| Value::seq(std::iter::repeat_n(value, *len));
            small(item).into_iter().map(same).collect()
        }
        Type::Option(inner) => {
            let some = small(inner).into_iter().map(|value| Value::Some(value.into()));
            std::iter::once(Value::None).chain(some).collect()
        }
        Type::Tuple(items) => products(&items.iter().map(small).collect::<Vec<_>>(), WIDE)
            .into_iter()
            .map(|parts| Value::Tuple(parts.into()))
            .collect(),
        Type::Adt(adt) if adt.is_open() => {
            let mut all = Vec::new();
            for (number, variant) in adt.variants().iter().enumerate() {
                if depth < DEEP || variant.fields.is_empty() {
                    let of = |field: &morph_relation::Field| at_depth(&field.ty, depth + 1, made);
                    let fields: Vec<Vec<Value>> = variant.fields.iter().map(of).collect();
                    all.extend(products(&fields, WIDE).into_iter().map(|fields| Value::data(number, fields)));
                }
            }
            all
        }
        Type::Adt(adt) => {
            let all = made.get(&adt.path).into_iter().flatten();
            all.filter(|value| value.fits(ty)).take(CONSTRUCTED).cloned().collect()
        }
        _ => Vec::new(),
    }
}

/// At most `most` small inputs of these types, all that are smaller than the others first.
pub fn small_inputs(types: &[Type], most: usize) -> Vec<Vec<Value>> {
    Generator::default().small_inputs(types, most)
}

impl Generator {
    /// The same with the first values that constructors made.
    pub fn small_inputs(&self, types: &[Type], most: usize) -> Vec<Vec<Value>> {
        products(&types.iter().map(|ty| at_depth(ty, 0, &self.made)).collect::<Vec<_>>(), most)
    }
}

fn ints(int: IntType) -> impl Iterator<Item = Value> {
    let signed = int.signed();
    let positive = if signed { 8 } else { 12 };
    let mut all = vec![0_i128];
    for n in 1..=positive {
        all.push(n);
        if signed && n <= 4 {
            all.push(-n);
        }
    }
    all.into_iter().map(Value::Int)
}

fn floats(kind: FloatType) -> Vec<Value> {
    let all = [0.0, 1.0, -1.0, 2.0, 0.5, -2.0, 3.0, -0.5, 10.0, 0.1, 100.0, -3.0];
    all.into_iter().map(|x| Value::float(kind, x)).collect()
}

/// At the end those whose case mappings are longer, or in another part of Unicode.
fn texts() -> Vec<Value> {
    let all = [
        "", "a", "b", "ab", "ba", "aa", "A", " ", "aba", "abc", "1", "é", "a b", "aB", "aab", " a", "12",
        "ß", "\u{fb00}", "\u{130}", "\u{212a}",
    ];
    all.into_iter().map(Value::str).collect()
}

/// Sequences of the first elements, the shorter ones first.
fn sequences(mut items: Vec<Value>, lengths: std::ops::RangeInclusive<usize>) -> Vec<Value> {
    items.truncate(ELEMENTS);
    lengths.flat_map(|length| products(&vec![items.clone(); length], usize::MAX)).map(Value::seq).collect()
}

/// Tuples of one value of each list, those with the smaller places first.
fn products(lists: &[Vec<Value>], most: usize) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    let highest: usize = lists.iter().map(|list| list.len().saturating_sub(1)).sum();
    if lists.iter().any(Vec::is_empty) {
        return all;
    }
    for sum in 0..=highest {
        with_sum(lists, sum, most, &mut Vec::new(), &mut all);
        if all.len() >= most {
            break;
        }
    }
    all
}

/// Those whose places have this sum.
fn with_sum(
    lists: &[Vec<Value>],
    sum: usize,
    most: usize,
    begun: &mut Vec<Value>,
    all: &mut Vec<Vec<Value>>,
) {
    let Some((first, rest)) = lists.split_first() else {
        if sum == 0 {
            all.push(begun.clone());
        }
        return;
    };
    let left: usize = rest.iter().map(|list| list.len() - 1).sum();
    let highest = first.len().min(sum + 1);
    for (place, value) in first.iter().enumerate().take(highest).skip(sum.saturating_sub(left)) {
        if all.len() >= most {
            return;
        }
        begun.push(value.clone());
        with_sum(rest, sum - place, most, begun, all);
        begun.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_inputs_are_all_different_fit_and_come_in_the_order_of_their_size() {
        let int = Type::Int(IntType::U8);
        let text = Type::Ref(Box::new(Type::Str));
        let list = Type::Ref(Box::new(Type::Slice(Box::new(int.clone()))));
        for types in [vec![int.clone()], vec![int.clone(), text.clone()], vec![text, list, int.clone()]] {
            let all = small_inputs(&types, 2_000);
            assert!(all.iter().all(|input| input.iter().zip(&types).all(|(value, ty)| value.fits(ty))));
            let different: std::collections::HashSet<_> = all.iter().collect();
            assert_eq!(different.len(), all.len());
            assert!(
                all.len() == 2_000 || all.len() == types.iter().map(|ty| small(ty).len()).product::<usize>()
            );
        }
        assert_eq!(
            small_inputs(&[int.clone(), int], 3),
            [[0, 0], [0, 1], [1, 0]].map(|row| row.map(Value::Int).to_vec())
        );
    }

    #[test]
    fn sequences_are_complete_up_to_their_length() {
        assert_eq!(small(&Type::Vec(Box::new(Type::Bool))).len(), 1 + 2 + 4 + 8);
    }
}
