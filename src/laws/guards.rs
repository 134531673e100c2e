//! The guards that a person would write for a law that does not hold everywhere, one condition each.

use crate::search::{between, numbers, sized, tame, tame_limit, within};
use morph_relation::{Expr, FloatType, IntType, Op, Relation, Signature, Tolerance, Type, Value, is_not_nan};

/// Conditions on the parameters and variables that a relation uses; `subject` has the variables, and the relation is about the
/// parameters in `places`.
pub fn standard(subject: &Signature, relation: &Relation, places: &[usize]) -> Vec<Expr> {
    let used = about(subject, relation);
    let mut all = Vec::new();
    for i in &used {
        let ty = subject.params[*i].1.erased();
        let p = || Expr::Param(*i);
        if let Some(zero) = zero(&ty) {
            // That something else is not positive seldom has to do with a law: it turns off what the law is about.
            let least = places.contains(i).then_some(Op::Le);
            let signs = [Op::Ne, Op::Ge, Op::Gt].into_iter().chain(least);
            all.extend(signs.map(|op| Expr::binary(op, p(), Expr::Const(zero.clone()))));
        }
    }
    all.extend(nonempty(subject, relation));
    // What is done to a list that is in order already says nothing of what is done to others.
    if relation.followups.is_empty() || !subject.changes_one() {
        all.extend(sorted(subject, &used));
    }
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
pub fn zero(ty: &Type) -> Option<Value> {
    match ty {
        Type::Float(kind) => Some(Value::float(*kind, 0.0)),
        Type::Int(_) => Some(Value::Int(0)),
        _ => None,
    }
}

/// That all sequences of a relation are sorted, if there are some whose elements have an order. Bytes are in no order: they
/// encode something, and characters spell something.
fn sorted(subject: &Signature, used: &[usize]) -> Option<Expr> {
    let ordered = |place: &&usize| match subject.params[**place].1.item() {
        Some(Type::Int(int)) => *int != IntType::U8,
        Some(item) => matches!(item.erased(), Type::String),
        None => false,
    };
    let each = used.iter().filter(ordered).map(|place| Expr::unary(Op::IsSorted, Expr::Param(*place)));
    Expr::conjunction(each)
}

/// That no optional parameter is given, where there are some: what it stands for otherwise is computed from the others.
pub fn absent(subject: &Signature) -> Option<Expr> {
    let is_optional = |ty: &Type| matches!(ty.erased(), Type::Option(_));
    let places = subject.arguments().iter().enumerate().filter(|(_, (_, ty))| is_optional(ty));
    let each = places.map(|(place, _)| Expr::unary(Op::Not, Expr::unary(Op::IsSome, Expr::Param(place))));
    Expr::conjunction(each)
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
    Expr::conjunction(each)
}

/// Whether a guard says no more than that texts are ASCII.
pub fn is_ascii(guard: &Expr) -> bool {
    match guard {
        Expr::Apply(Op::And, both) => both.iter().all(is_ascii),
        guard => matches!(guard, Expr::Apply(Op::IsAscii, _)),
    }
}

/// Whether a relation is what is left of a law that fails: about the same executions, under a guard or as an inequality. That
/// a law holds for ASCII hides nothing of what it does elsewhere.
pub fn is_weaker(relation: &Relation, law: &Relation) -> bool {
    let is_plain = relation.then == law.then && is_ascii(&relation.when);
    !law.followups.is_empty() && relation.followups == law.followups && !is_plain
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
    (each.len() > 1).then(|| Expr::conjunction(each)).flatten()
}

/// How far from zero floats may be, beside the usual: series and powers leave the range of floats soon.
const NEARER: [f64; 4] = [180.0, 90.0, 10.0, 1.0];
/// How far from zero integers may be where floats are made of them.
const INTEGERS: i128 = 1_000_000;
/// The same where a round trip goes through a text or a float that has no room for more.
const ROOMY: [i128; 3] = [1_000_000_000_000, 1_000_000_000, INTEGERS];
/// How far from zero integers may be beside floats that are so far from it: exponents, periods, degrees.
const COUNTS: [(i128, f64); 2] = [(100, 1.0), (10, 10.0)];
/// Between which floats are shares, and where they are positive and neither tiny nor huge: what divides by them does not leave
/// the range of floats.
const SHARES: (f64, f64) = (0.0, 1.0);
/// Between which floats are measures: degrees of a circle, channels of a colour, percentages, shares.
const MEASURES: [(f64, f64); 4] = [(0.0, 360.0), (0.0, 255.0), (0.0, 100.0), SHARES];
const POSITIVE: (f64, f64) = (0.001, 1000.0);
/// The same where powers of them do not leave that range, either.
const MODEST: (f64, f64) = (0.001, 10.0);

/// That the floats that a relation uses are near zero, the widest bound first: far from there they lose digits, or are none.
/// Where floats are computed from integers alone, that these are.
pub fn near(subject: &Signature, relation: &Relation) -> Vec<Expr> {
    let (used, own) = narrowed(subject, relation);
    // Within the numbers that a law names, they are the largest: what holds of these there is a coincidence.
    let nearer = NEARER.iter().filter(|limit| !names(relation, **limit));
    // The first of them are no nearer for floats of four bytes.
    let nearer = nearer.map(|limit| within(&own, &|kind| limit.min(tame_limit(kind))));
    // Where all of many numbers are shares, sums of them lose nothing: whatever holds but for rounding holds there.
    let shares = between(&own, SHARES.0, SHARES.1);
    let shares = shares
        .filter(|guard| !guard.any(&mut |part| matches!(part, Expr::All(..))) && !leaves(relation, SHARES.1));
    let positive = between(&own, POSITIVE.0, POSITIVE.1);
    let far = [sized(&own, POSITIVE.0, POSITIVE.1), positive.clone()];
    // What two functions undo is no piece of one.
    let is_of_siblings = relation.followups.iter().any(|call| call.function.is_some());
    let modest = between(&own, MODEST.0, MODEST.1).filter(|_| is_of_siblings);
    let counts = COUNTS.iter().map(|(most, limit)| {
        Some(Expr::binary(Op::And, within(&own, &|_| *limit)?, small_integers(&own, *most)?))
    });
    let scaled = positive.zip(small_integers(&own, COUNTS[1].0));
    let scaled = scaled.map(|(positive, counts)| Expr::binary(Op::And, positive, counts));
    let first = std::iter::once(tame(&own)).chain(nearer);
    let mut all: Vec<Expr> = match is_linear(subject, relation) {
        true => std::iter::once(tame(&own)).chain(far.clone()).flatten().collect(),
        false => {
            let ranges = std::iter::once(shares).chain(far.clone()).chain([modest]);
            first.chain(ranges).chain(counts).chain([scaled]).flatten().collect()
        }
    };
    if all.is_empty() && subject.ret.has_float() {
        all.extend(small_integers(&own, INTEGERS));
    }
    all.dedup();
    if named(subject, relation).is_empty() || orders(&relation.then) {
        // Near zero, outcomes are near zero, too: that is no law of them. Nor is what is less there. What is always the same
        // number is not near zero, where inputs are not.
        all.truncate(1);
        all.retain(|_| own.params.iter().all(|(_, ty)| !is_short(ty)));
        if tells_a_number(&relation.then) {
            all.extend(far.into_iter().flatten());
        }
    }
    all.iter().map(|guard| placed(guard, &used)).collect()
}

/// Whether a statement is that something is a number other than zero.
fn tells_a_number(then: &Expr) -> bool {
    let is_number =
        |side: &Expr| matches!(side, Expr::Const(value) if value.as_float().is_some_and(|x| x != 0.0));
    matches!(then, Expr::Apply(Op::Eq, sides) if is_number(&sides[1]))
}

/// Whether a statement is about what is less, or what lies between bounds.
fn orders(then: &Expr) -> bool {
    match then {
        Expr::Apply(Op::Lt | Op::Le | Op::Gt | Op::Ge, _) => true,
        Expr::Apply(Op::And, both) => both.iter().all(orders),
        _ => false,
    }
}

/// Whether a type has floats of four bytes, of which the usual bounds are near zero already.
fn is_short(ty: &Type) -> bool {
    ty.narrowest_float() == Some(FloatType::F32)
}

/// Whether a call's argument is this number.
fn names(relation: &Relation, number: f64) -> bool {
    let is_it = |arg: &Expr| matches!(arg, Expr::Const(value) if value.as_float() == Some(number));
    relation.followups.iter().any(|followup| followup.args.iter().any(is_it))
}

/// Whether a call's argument has a larger number in it: who adds 180 to a share does not ask about shares.
fn leaves(relation: &Relation, limit: f64) -> bool {
    let is_larger =
        |part: &Expr| matches!(part, Expr::Const(value) if value.as_float().is_some_and(|x| x.abs() > limit));
    relation
        .followups
        .iter()
        .any(|followup| followup.args.iter().any(|arg| arg.any(&mut |part| is_larger(part))))
}

/// That the floats that a relation uses are positive and small, where it is said of them that they are in some range.
pub fn modest(subject: &Signature, relation: &Relation) -> Option<Expr> {
    let (used, own) = narrowed(subject, relation);
    let guard = placed(&between(&own, MODEST.0, MODEST.1)?, &used);
    is_range(&relation.when).then_some(guard)
}

/// That the integers that a relation uses are near zero: a round trip may lose those that its text or its float has no room for.
pub fn small(subject: &Signature, relation: &Relation) -> Vec<Expr> {
    let (used, own) = narrowed(subject, relation);
    ROOMY.iter().filter_map(|most| small_integers(&own, *most)).map(|guard| placed(&guard, &used)).collect()
}

/// That the floats that a relation uses are measures, the widest bounds first: a round trip may leave those alone that are none.
pub fn measures(subject: &Signature, relation: &Relation) -> Vec<Expr> {
    let (used, own) = narrowed(subject, relation);
    let all = MEASURES.iter().filter_map(|(low, high)| between(&own, *low, *high));
    // After a whole turn, angles begin again.
    let turn = between(&own, MEASURES[0].0, MEASURES[0].1).map(|guard| below(&guard));
    turn.into_iter().chain(all).map(|guard| placed(&guard, &used)).collect()
}

/// Bounds without the upper ones themselves.
fn below(bounds: &Expr) -> Expr {
    match bounds {
        Expr::Apply(Op::Le, sides) => Expr::Apply(Op::Lt, sides.clone()),
        bounds => bounds.with_children(&mut below),
    }
}

/// That a sequence or text has elements, for each that a relation uses, and for all: of nothing there is no mean.
pub fn nonempty(subject: &Signature, relation: &Relation) -> Vec<Expr> {
    let is_sequence =
        |place: &usize| matches!(subject.params[*place].1.erased(), Type::String | Type::Vec(_));
    let places = about(subject, relation).into_iter().filter(is_sequence);
    let mut each: Vec<Expr> =
        places.map(|place| Expr::unary(Op::Not, Expr::unary(Op::IsEmpty, Expr::Param(place)))).collect();
    if each.len() > 1 {
        each.extend(Expr::conjunction(each.clone()));
    }
    each
}

/// Whether a relation adds something to a parameter, scales it by a variable, or negates it, and does the same to what is
/// returned: what holds of small numbers alone is then the first piece of something that is not linear. So it is with what two
/// functions return for the same arguments.
fn is_linear(subject: &Signature, relation: &Relation) -> bool {
    let own = subject.params.len() - subject.given;
    let changes_outcomes = relation.then.any(&mut |part| {
        matches!(part, Expr::Apply(Op::Add | Op::Sub, sides) if sides[0].mentions_outcome() && matches!(sides[1], Expr::Const(_)))
    });
    let is_own = |of: &Expr| match of {
        Expr::Field(of, ..) => matches!(**of, Expr::Param(_)),
        of => matches!(of, Expr::Param(_)),
    };
    let is_changed = |arg: &Expr| match arg {
        Expr::Apply(op @ (Op::Add | Op::Sub | Op::Mul), sides) => match &sides[..] {
            [of, Expr::Param(by)] => is_own(of) && *by >= own,
            [of, Expr::Const(_)] => is_own(of) && *op != Op::Mul && changes_outcomes,
            _ => false,
        },
        Expr::Apply(Op::Neg, of) => is_own(&of[0]),
        _ => false,
    };
    // Of a point, each coordinate.
    let is_varied = |arg: &Expr| match arg {
        Expr::Make(_, _, parts) => !parts.is_empty() && parts.iter().all(is_changed),
        arg => is_changed(arg),
    };
    let multiplies_outcomes = relation.then.any(&mut |part| {
        matches!(part, Expr::Apply(Op::Mul | Op::Div, sides) if sides.iter().all(Expr::mentions_outcome))
    });
    let is_plain = |args: &[Expr]| args.iter().all(|arg| matches!(arg, Expr::Param(_)));
    let are_equal = |sides: &[Expr]| sides.iter().all(|side| matches!(side, Expr::Out(_)));
    let agrees = matches!(&relation.then, Expr::Apply(Op::Eq, sides) if are_equal(sides))
        && relation.followups.iter().all(|call| call.function.is_some() && is_plain(&call.args));
    matches!(relation.then, Expr::Apply(Op::Eq, _))
        && !multiplies_outcomes
        && (agrees || relation.followups.iter().any(|followup| followup.args.iter().any(is_varied)))
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
        still_nearer(relation, &bounds).nth(1)?
    };
    let tolerance = match relation.tolerance {
        Tolerance::Exact => Tolerance::Exact,
        _ => Tolerance::absolute(subject.ret.narrowest_float().unwrap_or(FloatType::F64))[1],
    };
    Some(Relation { when, tolerance, ..relation.clone() })
}

/// The guard of a relation and those that are nearer to zero, the widest first; none where it is not about numbers near zero.
pub fn still_nearer<'b>(relation: &'b Relation, bounds: &'b [Expr]) -> impl Iterator<Item = Expr> + 'b {
    let alone = bounds.iter().position(|near| *near == relation.when).map(|at| (at, None));
    let beside = || match &relation.when {
        Expr::Apply(Op::And, parts) => {
            Some((bounds.iter().position(|near| *near == parts[0])?, Some(&parts[1])))
        }
        _ => None,
    };
    let found = alone.or_else(beside);
    found.into_iter().flat_map(|(at, rest)| {
        bounds[at..].iter().filter_map(move |near| match rest {
            Some(rest) => with_sign(near, rest),
            None => Some(near.clone()),
        })
    })
}

/// A guard about a sign beside bounds, where these leave it open.
fn with_sign(near: &Expr, rest: &Expr) -> Option<Expr> {
    let both = || Expr::binary(Op::And, near.clone(), rest.clone());
    let Expr::Apply(sign, of) = rest else { return Some(both()) };
    let [param @ Expr::Param(_), Expr::Const(zero)] = of.as_slice() else { return Some(both()) };
    if zero.as_float() != Some(0.0) {
        return Some(both());
    }
    let mut least = None;
    near.any(&mut |part| {
        if let Expr::Apply(Op::Ge, sides) = part
            && let [of, Expr::Const(bound)] = sides.as_slice()
            && of == param
        {
            least = bound.as_float();
        }
        false
    });
    match (sign, least) {
        (Op::Le | Op::Lt, Some(least)) if least >= 0.0 => None,
        (Op::Ge, Some(least)) if least >= 0.0 => Some(near.clone()),
        (Op::Gt | Op::Ne, Some(least)) if least > 0.0 => Some(near.clone()),
        (Op::Gt | Op::Ne, Some(_)) => Some(above(near, param)),
        _ => Some(both()),
    }
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

/// That integers of more than two bytes are at most so far from zero.
fn small_integers(subject: &Signature, most: i128) -> Option<Expr> {
    let is_wide = |ty: &Type| matches!(ty, Type::Int(int) if int.bits() > 16);
    let at_most = |of: Expr, ty: &Type| {
        let signed = matches!(ty, Type::Int(int) if int.signed());
        let size = if signed { Expr::unary(Op::Abs, of) } else { of };
        Expr::binary(Op::Le, size, Expr::Const(Value::Int(most)))
    };
    let condition = |(place, (_, ty)): (usize, &(String, Type))| {
        let (ty, param) = (ty.owned(), Expr::Param(place));
        match ty.item() {
            Some(item) if is_wide(item) => {
                Some(Expr::All(Box::new(param), Box::new(at_most(Expr::Item, item))))
            }
            None if is_wide(&ty) => Some(at_most(param, &ty)),
            _ => None,
        }
    };
    let conditions = subject.params.iter().enumerate().filter_map(condition);
    Expr::conjunction(conditions)
}

/// Bounds from zero on without zero, for a parameter.
fn above(bounds: &Expr, param: &Expr) -> Expr {
    match bounds {
        Expr::Apply(Op::Ge, sides) if sides[0] == *param => Expr::Apply(Op::Gt, sides.clone()),
        bounds => bounds.with_children(&mut |child| above(child, param)),
    }
}

/// Whether a guard says no more than that numbers are near zero.
pub fn is_near_zero(guard: &Expr) -> bool {
    let of_integers = |limit: &Value| match limit {
        Value::Int(n) => ROOMY.contains(n) || COUNTS.iter().any(|(most, _)| most == n),
        _ => false,
    };
    match guard {
        Expr::Apply(Op::And, both) => both.iter().all(is_near_zero),
        Expr::Apply(Op::Le, sides) => match (&sides[0], &sides[1]) {
            (Expr::Apply(Op::Abs, _), Expr::Const(limit)) => limit.as_float().is_some() || of_integers(limit),
            (Expr::Param(_) | Expr::Item, Expr::Const(limit)) => of_integers(limit),
            _ => false,
        },
        Expr::All(_, each) => is_near_zero(each),
        _ => false,
    }
}

/// Whether a guard says that numbers are measures, or positive and neither tiny nor huge, and integers beside them few.
pub fn is_range(guard: &Expr) -> bool {
    let of_size = |both: &[Expr]| {
        both.iter().all(|side| matches!(side, Expr::Apply(_, of) if matches!(of[0], Expr::Apply(Op::Abs, _))))
    };
    let limited = |guard: &Expr, op: Op, limit: f64| match guard {
        Expr::Apply(found, sides) if *found == op => match &sides[1] {
            Expr::Const(Value::F64(x)) => *x == limit,
            Expr::Const(Value::F32(x)) => *x == limit as f32,
            _ => false,
        },
        _ => false,
    };
    match guard {
        Expr::Apply(Op::And, both) => {
            let is = |(low, high): (f64, f64)| {
                [Op::Ge, Op::Gt].iter().any(|op| limited(&both[0], *op, low))
                    && limited(&both[1], Op::Le, high)
            };
            MEASURES.into_iter().any(|measure| is(measure) && !of_size(both))
                || is(POSITIVE)
                || is(MODEST)
                || both.iter().any(is_range) && both.iter().all(|part| is_range(part) || is_near_zero(part))
        }
        Expr::All(_, each) => is_range(each),
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

#[cfg(test)]
mod tests;
