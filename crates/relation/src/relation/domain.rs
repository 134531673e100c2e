//! What the guard of a relation says of floats: that they are no NaN, or not far from zero. That is where floats behave as
//! numbers do, and it is said in a few words.

use super::Relation;
use crate::expr::Expr;
use crate::operators::Op;
use crate::signature::Signature;
use crate::types::Type;
use crate::value::Value;

/// The guard in two parts: what is said of all floats that the relation names, and the conditions that are left.
pub(super) fn told_apart(relation: &Relation, subject: &Signature) -> (Option<String>, Vec<Expr>) {
    let mut conditions: Vec<Expr> = relation.when.conditions().into_iter().cloned().collect();
    let extended = subject.with_given(&relation.given);
    let named = |place: &usize| relation.mentions_param(*place);
    let of_all = !(0..extended.params.len()).any(|place| named(&place));
    let params = extended.params.iter().enumerate().filter(|(place, _)| of_all || named(place));
    let floats: usize = params.map(|(_, (_, ty))| floats(ty)).sum();
    let limits: Vec<Option<f64>> = conditions.iter().map(limit).collect();
    let widest = limits.iter().flatten().next().copied();
    let spoken_of = |condition: &Expr| match free_of_nan(condition) {
        Some(Expr::Param(place)) => self::floats(&extended.params[*place].1),
        _ => statements(condition),
    };
    let told = |is: &dyn Fn(&Expr) -> bool| -> usize {
        conditions.iter().filter(|condition| is(condition)).map(spoken_of).sum()
    };
    let near = told(&|condition| widest.is_some() && limit(condition) == widest);
    let numbers = told(&is_not_nan);
    if let Some([low, high]) = range(&conditions, floats, size) {
        conditions.retain(|condition| bounds(condition, size).is_none());
        return (Some(format!("floats from ±{} to ±{}", number(low), number(high))), conditions);
    }
    let (said, is_said): (String, &dyn Fn(&Expr) -> bool) = match widest {
        Some(most) if floats > 0 && near == floats => {
            (format!("floats within ±{}", number(most)), &move |condition: &Expr| {
                limit(condition) == Some(most) || is_not_nan(condition)
            })
        }
        _ if floats > 0 && numbers == floats => ("no NaN".to_owned(), &is_not_nan),
        _ => match range(&conditions, floats, itself) {
            Some([low, high]) => {
                let said = format!("floats from {} to {}", number(low), number(high));
                (said, &|condition: &Expr| bounds(condition, itself).is_some())
            }
            None => return (None, conditions),
        },
    };
    conditions.retain(|condition| !is_said(condition));
    (Some(said), conditions)
}

/// Closer bounds mean something.
const FAR: f64 = 1.0;

/// The struct or enum of which a condition says that no NaN is in it. A test cannot say so of fields that it does not see.
pub fn free_of_nan(condition: &Expr) -> Option<&Expr> {
    let Expr::Apply(Op::Not, inner) = condition else { return None };
    match &inner[0] {
        Expr::Apply(Op::HasNan, of) => Some(&of[0]),
        _ => None,
    }
}

/// How many floats a condition speaks of, those of a sequence counted once.
fn statements(condition: &Expr) -> usize {
    match condition {
        Expr::All(_, each) => statements(each),
        Expr::Apply(Op::And, both) => both.iter().map(statements).sum(),
        _ => 1,
    }
}

/// How far from zero a condition lets a float be, or all of a pair, or each of a sequence.
fn limit(condition: &Expr) -> Option<f64> {
    match condition {
        Expr::All(_, each) => limit(each),
        Expr::Apply(Op::And, both) => {
            let limits: Vec<Option<f64>> = both.iter().map(limit).collect();
            limits[0].filter(|_| limits.iter().all(|limit| *limit == limits[0]))
        }
        Expr::Apply(Op::Le, sides) => match sides.as_slice() {
            [Expr::Apply(Op::Abs, _), Expr::Const(most)] => most.as_float().filter(|most| *most >= FAR),
            _ => None,
        },
        _ => None,
    }
}

/// What of a float is between bounds: the float.
fn itself(of: &Expr) -> Option<&Expr> {
    Some(of)
}

/// How far it is from zero.
fn size(of: &Expr) -> Option<&Expr> {
    match of {
        Expr::Apply(Op::Abs, of) => Some(&of[0]),
        _ => None,
    }
}

/// What of a float conditions are about.
type Measured = fn(&Expr) -> Option<&Expr>;

/// The bounds between which conditions keep so many floats, where these are positive, or where several are not negative.
fn range(conditions: &[Expr], floats: usize, measured: Measured) -> Option<[f64; 2]> {
    let all = conditions.iter().filter_map(|condition| bounds(condition, measured));
    let all: Vec<(Op, f64)> = all.flatten().collect();
    let the = |op: Op| {
        let limits: Vec<f64> =
            all.iter().filter(|(found, _)| *found == op).map(|(_, limit)| *limit).collect();
        limits.first().copied().filter(|first| limits.len() == floats && limits.iter().all(|x| x == first))
    };
    let (low, high) = (the(Op::Ge)?, the(Op::Le)?);
    (floats > 0 && low > 0.0 || floats > 1 && low == 0.0).then_some([low, high])
}

/// The bounds of floats that a condition consists of.
fn bounds(condition: &Expr, measured: Measured) -> Option<Vec<(Op, f64)>> {
    match condition {
        Expr::All(_, each) => bounds(each, measured),
        Expr::Apply(Op::And, both) => {
            let both = both.iter().map(|part| bounds(part, measured)).collect::<Option<Vec<_>>>();
            Some(both?.into_iter().flatten().collect())
        }
        Expr::Apply(op @ (Op::Ge | Op::Le), sides) => match (measured(&sides[0])?, &sides[1]) {
            (Expr::Param(_) | Expr::Item | Expr::Field(..), Expr::Const(limit)) => {
                Some(vec![(*op, as_written(limit)?)])
            }
            _ => None,
        },
        _ => None,
    }
}

/// A float as its digits say: 0.001 of an `f32` is not quite that.
fn as_written(limit: &Value) -> Option<f64> {
    match limit {
        Value::F32(x) => x.to_string().parse().ok(),
        limit => limit.as_float(),
    }
}

/// Whether a guard says no more than that numbers are no NaN.
pub fn is_not_nan(guard: &Expr) -> bool {
    match guard {
        Expr::Apply(Op::And, both) => both.iter().all(is_not_nan),
        Expr::Apply(Op::Not, inner) => matches!(inner[0], Expr::Apply(Op::IsNan | Op::HasNan, _)),
        Expr::All(_, each) => is_not_nan(each),
        _ => false,
    }
}

fn number(most: f64) -> String {
    if most < 1e7 { most.to_string() } else { format!("{most:e}") }
}

/// How many conditions it takes to limit all floats of a type.
fn floats(ty: &Type) -> usize {
    match ty {
        Type::Float(_) => 1,
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            floats(inner)
        }
        Type::Vec(item) | Type::Slice(item) | Type::Array(item, _) => floats(item),
        Type::Tuple(types) => types.iter().map(floats).sum(),
        // No guard speaks of what may be absent.
        Type::Option(_) | Type::Result(..) => 0,
        Type::Adt(adt) => match adt.variants() {
            [only] => only.fields.iter().map(|field| floats(&field.ty)).sum(),
            _ => usize::from(ty.has_float()),
        },
        ty => usize::from(ty.has_float()),
    }
}
