//! Letters, signs and elements that a function does not read: that it does not read them in another form, either, is no law.

use anyhow::Result;

use super::rows::spread;
use super::varied::with;
use morph_relation::{Expr, Op, Relation, Value};
use morph_traces::{Executors, RowId};

/// Inputs that are tried with other letters, and the fewest that tell something.
const TRIED: usize = 200;
const LEAST: usize = 4;

/// Whether a law says that the case of letters makes no difference, one sign in the place of another one, or a change of each
/// element, where other letters or elements in their place make none.
pub fn ignores_letters(relation: &Relation, rows: &[RowId], executors: &mut Executors<'_>) -> Result<bool> {
    let [followup] = relation.followups.as_slice() else { return Ok(false) };
    if followup.function.is_some() {
        return Ok(false);
    }
    let mut changed = followup.args.iter().enumerate().filter(|(place, arg)| **arg != Expr::Param(*place));
    let (Some((place, arg)), None) = (changed.next(), changed.next()) else { return Ok(false) };
    let inputs: Vec<&[Value]> = spread(rows, TRIED).map(|row| executors.subject.input(*row)).collect();
    let others =
        inputs.iter().filter_map(|input| Some((input.to_vec(), with(input, place, other(arg, input)?))));
    let (before, after): (Vec<Vec<Value>>, Vec<Vec<Value>>) = others.unzip();
    let (before, after) = (executors.subject.run(before)?, executors.subject.run(after)?);
    let value = |row: &RowId| executors.subject.original(*row).value().filter(|value| !value.says_no());
    let both: Vec<_> = before.iter().zip(&after).map(|(a, b)| (value(a), value(b))).collect();
    let answered = both.iter().filter(|(a, b)| a.is_some() && b.is_some()).count();
    Ok(answered >= LEAST && both.iter().all(|(a, b)| a == b))
}

/// A text with other letters in the place of those, or of the sign, that an argument changes, or a sequence of the first element
/// alone where it changes each; `None` where it changes nothing.
fn other(arg: &Expr, input: &[Value]) -> Option<Value> {
    if let Expr::Map(of, _) = arg
        && let Expr::Param(place) = **of
        && let Some(Value::Seq(items)) = input.get(place)
    {
        let first = items.first()?;
        let differ = items.iter().any(|item| item != first);
        return differ.then(|| Value::seq(items.iter().map(|_| first.clone())));
    }
    let Expr::Apply(op, of) = arg else { return None };
    let Some(Expr::Param(place)) = of.first() else { return None };
    let Value::Str(text) = input.get(*place)? else { return None };
    let changed = match (op, &of[1..]) {
        (Op::Upper | Op::Lower | Op::AsciiUpper | Op::AsciiLower, []) => text.chars().map(next).collect(),
        (Op::Replace, [Expr::Const(Value::Str(sign)), Expr::Const(Value::Str(by))]) if !by.is_empty() => {
            text.replace(&**sign, "q")
        }
        _ => return None,
    };
    (changed != **text).then(|| Value::str(changed))
}

/// The next letter of the alphabet in the same case; other characters as they are.
fn next(c: char) -> char {
    match c {
        'z' => 'a',
        'Z' => 'A',
        'a'..='y' | 'A'..='Y' => char::from(c as u8 + 1),
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_letters_stand_where_the_change_is() {
        let text = || vec![Value::str("a zZ-1")];
        let case = Expr::unary(Op::AsciiUpper, Expr::Param(0));
        assert_eq!(other(&case, &text()), Some(Value::str("b aA-1")));
        let replace = |by: &str| {
            let [from, by] = ["-", by].map(|sign| Expr::Const(Value::str(sign)));
            Expr::Apply(Op::Replace, vec![Expr::Param(0), from, by])
        };
        assert_eq!(other(&replace("_"), &text()), Some(Value::str("a zZq1")));
        assert_eq!(other(&replace(""), &text()), None);
        assert_eq!(other(&case, &[Value::str("12")]), None);
        assert_eq!(other(&Expr::Param(0), &text()), None);
        let negated = Expr::Map(Box::new(Expr::Param(0)), Box::new(Expr::unary(Op::Neg, Expr::Item)));
        let list = |items: [i128; 3]| vec![Value::seq(items.map(Value::Int))];
        assert_eq!(other(&negated, &list([3, 1, 2])), list([3, 3, 3]).pop());
        assert_eq!(other(&negated, &list([3, 3, 3])), None);
    }
}
