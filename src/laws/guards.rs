//! The guards that a person would write for a law that does not hold everywhere, one condition each.

use crate::search::{numbers, shares, tame, within};
use morph_relation::{Expr, FloatType, IntType, Op, Relation, Signature, Tolerance, Type, Value, is_not_nan};

/// Conditions on the parameters and variables that a relation uses; `subject` has the variables.
pub fn standard(subject: &Signature, relation: &Relation) -> Vec<Expr> {
    let used = about(subject, relation);
    let mut all = Vec::new();
    for i in &used {
        let ty = subject.params[*i].1.erased();
        let p = || Expr::Param(*i);
        if let Some(zero) = zero(&ty) {
            all.extend(
                [Op::Ne, Op::Ge, Op::Gt, Op::Le].map(|op| Expr::binary(op, p(), Expr::Const(zero.clone()))),
            );
        } else if matches!(ty, Type::String | Type::Vec(_)) {
            all.push(Expr::unary(Op::Not, Expr::unary(Op::IsEmpty, p())));
        }
    }
    all.extend(sorted(subject, &used));
    all.extend(ascii(subject, &used));
    for (n, i) in used.iter().enumerate() {
        for j in &used[n + 1..] {
            let (a, b) = (&subject.params[*i].1, &subject.params[*j].1);
            if a.owned() == b.owned() {
                let ops: &[Op] = match a.erased() {
                    Type::Int(_) | Type::Float(_) => &[Op::Ne, Op::Le, Op::Ge, Op::Lt, Op::Gt],
                    // Two that may be absent differ by accident.
                    Type::Option(_) => &[],
                    _ => &[Op::Ne],
                };
                all.extend(ops.iter().map(|op| Expr::binary(*op, Expr::Param(*i), Expr::Param(*j))));
            }
        }
    }
    all.extend(positive(subject, &used));
    let near = near(subject, relation);
    if let Some(widest) = near.first() {
        // A sign or an order is a condition of its own beside this one.
        let both = all.iter().map(|guard| Expr::binary(Op::And, widest.clone(), guard.clone())).collect();
        all = [near.clone(), all, both].concat();
    }
    all
}

/// The parameters that a relation names.
fn named(subject: &Signature, relation: &Relation) -> Vec<usize> {
    (0..subject.params.len()).filter(|i| relation.mentions_param(*i)).collect()
}

/// The parameters that a relation is about: those that it names. A law of outcomes alone is about all of them.
fn about(subject: &Signature, relation: &Relation) -> Vec<usize> {
    match named(subject, relation) {
        none if none.is_empty() => (0..subject.params.len()).collect(),
        named => named,
    }
}

/// The zero of a type of numbers.
fn zero(ty: &Type) -> Option<Value> {
    match ty {
        Type::Float(kind) => Some(Value::float(*kind, 0.0)),
        Type::Int(_) => Some(Value::Int(0)),
        _ => None,
    }
}

/// That all sequences of a relation are sorted, if there are some whose elements have an order. Bytes are in no order: they
/// encode something.
fn sorted(subject: &Signature, used: &[usize]) -> Option<Expr> {
    let ordered = |place: &&usize| match subject.params[**place].1.item() {
        Some(Type::Int(int)) => *int != IntType::U8,
        Some(item) => matches!(item.erased(), Type::Char | Type::String),
        None => false,
    };
    let each = used.iter().filter(ordered).map(|place| Expr::unary(Op::IsSorted, Expr::Param(*place)));
    each.reduce(|all, next| Expr::binary(Op::And, all, next))
}

/// That no optional parameter is given, where there are some: what it stands for otherwise is computed from the others.
pub fn absent(subject: &Signature) -> Option<Expr> {
    let is_optional = |ty: &Type| matches!(ty.erased(), Type::Option(_));
    let places = subject.arguments().iter().enumerate().filter(|(_, (_, ty))| is_optional(ty));
    let each = places.map(|(place, _)| Expr::unary(Op::Not, Expr::unary(Op::IsSome, Expr::Param(place))));
    each.reduce(|all, next| Expr::binary(Op::And, all, next))
}

/// Whether a guard says no more than that parameters are absent.
pub fn is_absence(guard: &Expr) -> bool {
    match guard {
        Expr::Apply(Op::And, both) => both.iter().all(is_absence),
        Expr::Apply(Op::Not, inner) => {
            matches!(&inner[0], Expr::Apply(Op::IsSome, of) if matches!(of[0], Expr::Param(_)))
        }
        _ => false,
    }
}

/// That all texts of a relation are ASCII, if there are some: case and width are simple there.
fn ascii(subject: &Signature, used: &[usize]) -> Option<Expr> {
    let is_text = |place: &&usize| matches!(subject.params[**place].1.erased(), Type::String | Type::Char);
    let each = used.iter().filter(is_text).map(|place| Expr::unary(Op::IsAscii, Expr::Param(*place)));
    each.reduce(|all, next| Expr::binary(Op::And, all, next))
}

/// Whether a guard says no more than that texts are ASCII.
pub fn is_ascii(guard: &Expr) -> bool {
    match guard {
        Expr::Apply(Op::And, both) => both.iter().all(is_ascii),
        guard => matches!(guard, Expr::Apply(Op::IsAscii, _)),
    }
}

/// That all numbers of a relation are positive, if there are several.
fn positive(subject: &Signature, used: &[usize]) -> Option<Expr> {
    let each: Vec<Expr> = used
        .iter()
        .filter_map(|place| {
            let zero = zero(&subject.params[*place].1.erased())?;
            Some(Expr::binary(Op::Gt, Expr::Param(*place), Expr::Const(zero)))
        })
        .collect();
    (each.len() > 1).then(|| each.into_iter().reduce(|all, next| Expr::binary(Op::And, all, next))).flatten()
}

/// How far from zero floats may be, beside the usual: series and powers leave the range of floats soon.
const NEARER: [f64; 2] = [10.0, 1.0];
/// How far from zero integers may be where floats are made of them.
const INTEGERS: i128 = 1_000_000;

/// That the floats that a relation uses are near zero, the widest bound first: far from there they lose digits, or are none.
/// Where floats are computed from integers alone, that these are.
pub fn near(subject: &Signature, relation: &Relation) -> Vec<Expr> {
    let (used, own) = narrowed(subject, relation);
    let nearer = NEARER.iter().map(|limit| within(&own, &|_| *limit));
    // Where all of many numbers are shares, sums of them lose nothing: whatever holds but for rounding holds there.
    let shares = shares(&own).filter(|guard| !guard.any(&mut |part| matches!(part, Expr::All(..))));
    let mut all: Vec<Expr> = std::iter::once(tame(&own)).chain(nearer).chain([shares]).flatten().collect();
    if all.is_empty() && subject.ret.has_float() {
        all.extend(small_integers(&own));
    }
    all.dedup();
    if named(subject, relation).is_empty() {
        // Near zero, outcomes are near zero, too: that is no law of them.
        all.truncate(1);
    }
    all.iter().map(|guard| placed(guard, &used)).collect()
}

/// That no float that a relation uses is NaN: nothing compares with it.
pub fn not_nan(subject: &Signature, relation: &Relation) -> Option<Expr> {
    let (used, own) = narrowed(subject, relation);
    numbers(&own).map(|guard| placed(&guard, &used))
}

/// A relation under the next narrower guard: for ASCII alone, where it is about texts and has none, or for numbers near zero,
/// where it is for all, or all but NaN, or for those nearer still. There, what is not exact differs by an absolute amount.
pub fn narrower(subject: &Signature, relation: &Relation) -> Option<Relation> {
    let is_open = relation.when.is_yes();
    if let Some(when) = ascii(subject, &named(subject, relation)).filter(|_| is_open) {
        return Some(Relation { when, ..relation.clone() });
    }
    let bounds = near(subject, relation);
    let when = if is_open || is_not_nan(&relation.when) {
        bounds.into_iter().next()?
    } else {
        nearer(relation, &bounds).nth(1)?
    };
    let tolerance = match relation.tolerance {
        Tolerance::Exact => Tolerance::Exact,
        _ => Tolerance::absolute(subject.ret.narrowest_float().unwrap_or(FloatType::F64))[1],
    };
    Some(Relation { when, tolerance, ..relation.clone() })
}

/// The guard of a relation and those that are nearer to zero, the widest first; none where it is not about numbers near zero.
pub fn nearer<'b>(relation: &'b Relation, bounds: &'b [Expr]) -> impl Iterator<Item = Expr> + 'b {
    let rest = |near: &Expr| match &relation.when {
        when if when == near => Some(None),
        Expr::Apply(Op::And, parts) if parts[0] == *near => Some(Some(&parts[1])),
        _ => None,
    };
    let found = bounds.iter().enumerate().find_map(|(at, near)| Some((at, rest(near)?)));
    found.into_iter().flat_map(|(at, rest)| {
        bounds[at..].iter().map(move |near| match rest {
            Some(rest) => Expr::binary(Op::And, near.clone(), rest.clone()),
            None => near.clone(),
        })
    })
}

/// Whether floats of any size are compared within a tolerance: what cancels has no digits left to be compared.
pub fn is_lax(relation: &Relation) -> bool {
    relation.when.is_yes() && relation.tolerance.is_lax()
}

/// The parameters that a relation is about, and the subject with these alone.
fn narrowed(subject: &Signature, relation: &Relation) -> (Vec<usize>, Signature) {
    let used = about(subject, relation);
    let params = used.iter().map(|i| subject.params[*i].clone()).collect();
    (used, Signature { params, given: 0, ..subject.clone() })
}

/// That integers of more than two bytes are not large.
fn small_integers(subject: &Signature) -> Option<Expr> {
    let is_wide = |ty: &Type| matches!(ty, Type::Int(int) if int.bits() > 16);
    let at_most = |of: Expr, ty: &Type| {
        let signed = matches!(ty, Type::Int(int) if int.signed());
        let size = if signed { Expr::unary(Op::Abs, of) } else { of };
        Expr::binary(Op::Le, size, Expr::Const(Value::Int(INTEGERS)))
    };
    let condition = |(place, (_, ty)): (usize, &(String, Type))| match ty.erased() {
        ty if is_wide(&ty) => Some(at_most(Expr::Param(place), &ty)),
        Type::Vec(item) if is_wide(&item) => {
            Some(Expr::All(Box::new(Expr::Param(place)), Box::new(at_most(Expr::Item, &item))))
        }
        _ => None,
    };
    let conditions = subject.params.iter().enumerate().filter_map(condition);
    conditions.reduce(|all, next| Expr::binary(Op::And, all, next))
}

/// Whether a guard says no more than that numbers are near zero.
pub fn is_near_zero(guard: &Expr) -> bool {
    match guard {
        Expr::Apply(Op::And, both) => both.iter().all(is_near_zero),
        Expr::Apply(Op::Le, sides) => match (&sides[0], &sides[1]) {
            (Expr::Apply(Op::Abs, _), Expr::Const(limit)) => {
                limit.as_float().is_some() || *limit == Value::Int(INTEGERS)
            }
            (Expr::Param(_) | Expr::Item, Expr::Const(limit)) => *limit == Value::Int(INTEGERS),
            _ => false,
        },
        Expr::All(_, each) => is_near_zero(each),
        _ => false,
    }
}

/// Whether a guard says that numbers are between zero and one.
pub fn is_share(guard: &Expr) -> bool {
    let limited = |guard: &Expr, op: Op, limit: f64| matches!(guard, Expr::Apply(found, sides) if *found == op && matches!(&sides[1], Expr::Const(value) if value.as_float() == Some(limit)));
    match guard {
        Expr::Apply(Op::And, both) => {
            limited(&both[0], Op::Ge, 0.0) && limited(&both[1], Op::Le, 1.0) || both.iter().all(is_share)
        }
        Expr::All(_, each) => is_share(each),
        _ => false,
    }
}

/// A condition on the first parameters, on those in use.
fn placed(guard: &Expr, used: &[usize]) -> Expr {
    match guard {
        Expr::Param(i) => Expr::Param(used[*i]),
        guard => guard.with_children(&mut |child| placed(child, used)),
    }
}
