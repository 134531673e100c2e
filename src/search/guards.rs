//! Simple conditions over the source that a relation may be restricted to.

use rustc_hash::FxHashMap;

use morph_relation::{Expr, FloatType, Op, Signature, Tolerance, Type, Value};
use morph_traces::{Group, Groups};

/// A guard and the groups on which it holds.
pub struct Guard {
    /// The condition.
    pub when: Expr,
    /// Whether it holds, by correct group.
    pub correct: Vec<bool>,
    /// Whether it holds, by incorrect group.
    pub incorrect: Vec<bool>,
}

/// Minimum share and number of the correct groups on which a relation with a guard holds, whichever strategy finds it:
/// fewer groups would make the guard a list of exceptions.
pub const LEAST_SHARE: f64 = 0.1;
pub const LEAST: usize = 25;

/// `true`, then conditions over the parameters, each of which keeps enough groups and differs from those before.
pub fn guards(subject: &Signature, constants: &[Value], groups: &Groups) -> Vec<Guard> {
    let mut all: Vec<Guard> = Vec::new();
    let sources = groups.correct.iter().enumerate().map(|(i, group)| (group.source, i));
    let places: FxHashMap<usize, usize> = sources.collect();
    for when in std::iter::once(Expr::yes()).chain(conditions(subject, constants)) {
        let test = |group: &Group| when.test(group.env(), Tolerance::Exact) == Some(true);
        let correct: Vec<bool> = groups.correct.iter().map(test).collect();
        let kept = correct.iter().filter(|kept| **kept).count();
        let enough = when.is_yes() || (kept >= LEAST && kept as f64 >= LEAST_SHARE * correct.len() as f64);
        if enough && all.iter().all(|guard| guard.correct != correct) {
            // A condition over the parameters holds on a mutant's group where it holds on the original's.
            let of_source =
                |group: &Group| places.get(&group.source).map_or_else(|| test(group), |i| correct[*i]);
            let incorrect = groups.incorrect.iter().map(of_source).collect();
            all.push(Guard { when, correct, incorrect });
        }
    }
    all
}

/// With more parameters, guards are only about all of them at once or about signs.
const FEW: usize = 3;

fn conditions(subject: &Signature, constants: &[Value]) -> Vec<Expr> {
    let types: Vec<Type> = subject.params.iter().map(|(_, ty)| ty.erased()).collect();
    let mut all = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        of_parameter(i, ty, subject, constants, &mut all);
    }
    all.extend(of_all_floats(&types));
    all.extend(of_lengths(&types));
    if types.len() <= FEW {
        all.extend(of_pairs(subject, &types));
    }
    all
}

/// Conditions on one parameter.
fn of_parameter(i: usize, ty: &Type, subject: &Signature, constants: &[Value], all: &mut Vec<Expr>) {
    let p = || Expr::Param(i);
    match ty {
        Type::Bool => all.extend([p(), Expr::unary(Op::Not, p())]),
        Type::Int(_) => {
            let signed = matches!(&subject.params[i].1, Type::Int(int) if int.signed());
            all.push(Expr::binary(Op::Gt, p(), Expr::int(0)));
            if signed {
                all.extend([Op::Ge, Op::Lt, Op::Ne].map(|op| Expr::binary(op, p(), Expr::int(0))));
            }
            all.push(Expr::binary(Op::Gt, p(), Expr::int(1)));
            let known =
                constants.iter().filter(|c| matches!(c, Value::Int(n) if n.unsigned_abs() > 1)).take(4);
            for c in known {
                all.extend([Op::Lt, Op::Ge].map(|op| Expr::binary(op, p(), Expr::Const(c.clone()))));
            }
        }
        Type::Float(kind) => {
            let number = |x: f64| Expr::Const(Value::float(*kind, x));
            if subject.params.len() <= FEW {
                all.push(small(p(), *kind, 1e6));
                all.push(small(p(), *kind, 1e3));
            }
            all.extend([Op::Gt, Op::Ge, Op::Lt].map(|op| Expr::binary(op, p(), number(0.0))));
        }
        Type::String => {
            all.push(Expr::unary(Op::Not, Expr::unary(Op::IsEmpty, p())));
        }
        Type::Vec(item) => {
            let not_empty = Expr::unary(Op::Not, Expr::unary(Op::IsEmpty, p()));
            all.push(not_empty.clone());
            all.push(Expr::binary(Op::Gt, Expr::unary(Op::Len, p()), Expr::int(1)));
            if !item.has_float() {
                let ends = [Op::First, Op::Last].map(|op| Expr::unary(op, p()));
                all.push(Expr::Apply(Op::Ne, ends.into()));
            }
            let limit = match **item {
                Type::Float(kind) => Some(Value::float(kind, 1e3)),
                // Sums of large integers lose digits, too, where they become floats.
                Type::Int(_) if subject.ret.has_float() => Some(Value::Int(1000)),
                _ => None,
            };
            if let Some(limit) = limit {
                let tame = Expr::All(Box::new(p()), Box::new(at_most(Expr::Item, limit)));
                all.push(tame.clone());
                all.push(Expr::binary(Op::And, not_empty, tame));
            }
        }
        _ => {}
    }
}

/// Limits on all floats together: a law of two coordinates needs both to be tame.
fn of_all_floats(types: &[Type]) -> Vec<Expr> {
    let floats: Vec<(usize, FloatType)> = types
        .iter()
        .enumerate()
        .filter_map(|(i, ty)| if let Type::Float(kind) = ty { Some((i, *kind)) } else { None })
        .collect();
    if floats.len() < 2 {
        return Vec::new();
    }
    let within = |limit: f64| {
        let each = floats.iter().map(|(i, kind)| small(Expr::Param(*i), *kind, limit));
        Expr::conjunction(each)
    };
    [1e3, 1e6].into_iter().filter_map(within).collect()
}

/// A number against the length of a text or a sequence: widths, indices, counts.
fn of_lengths(types: &[Type]) -> Vec<Expr> {
    let mut all = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        let measure = match ty {
            Type::String => Op::Chars,
            Type::Vec(_) => Op::Len,
            _ => continue,
        };
        for j in (0..types.len()).filter(|j| matches!(types[*j], Type::Int(_))) {
            let size = || Expr::unary(measure, Expr::Param(i));
            all.extend([Op::Ge, Op::Lt].map(|op| Expr::binary(op, Expr::Param(j), size())));
        }
    }
    all
}

/// How two parameters of one type compare.
fn of_pairs(subject: &Signature, types: &[Type]) -> Vec<Expr> {
    let mut all = Vec::new();
    for i in 0..types.len() {
        for j in i + 1..types.len() {
            if subject.params[i].1.owned() != subject.params[j].1.owned() {
                continue;
            }
            let ops: &[Op] = match types[i] {
                Type::Int(_) | Type::Float(_) => &[Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Ne],
                _ => &[Op::Ne],
            };
            all.extend(ops.iter().map(|op| Expr::binary(*op, Expr::Param(i), Expr::Param(j))));
        }
    }
    all
}

/// That every float among the parameters is so near to zero that sums keep most digits, where there are floats.
pub fn tame(subject: &Signature) -> Option<Expr> {
    within(subject, &tame_limit)
}

/// That no cube of a float among the parameters overflows, nor that of a small multiple, where there are floats.
pub fn moderate(subject: &Signature) -> Option<Expr> {
    within(subject, &|kind| match kind {
        FloatType::F32 => 1e10,
        FloatType::F64 => 1e100,
    })
}

/// That every float among the parameters is at most so far from zero, where there are floats.
pub fn within(subject: &Signature, limit: &dyn Fn(FloatType) -> f64) -> Option<Expr> {
    of_floats(subject, &|x, kind| small(x, kind, limit(kind)))
}

/// That every float among the parameters is between two bounds, where there are floats.
pub fn between(subject: &Signature, low: f64, high: f64) -> Option<Expr> {
    of_floats(subject, &|x, kind| {
        let bound = |op, limit| Expr::binary(op, x.clone(), Expr::Const(Value::float(kind, limit)));
        Expr::binary(Op::And, bound(Op::Ge, low), bound(Op::Le, high))
    })
}

/// The same of how far from zero they are: neither tiny nor huge, of either sign.
pub fn sized(subject: &Signature, low: f64, high: f64) -> Option<Expr> {
    of_floats(subject, &|x, kind| {
        let size = || Expr::unary(Op::Abs, x.clone());
        let bound = |op, limit| Expr::binary(op, size(), Expr::Const(Value::float(kind, limit)));
        Expr::binary(Op::And, bound(Op::Ge, low), bound(Op::Le, high))
    })
}

/// That no float among the parameters is NaN, where there are floats.
pub fn numbers(subject: &Signature) -> Option<Expr> {
    let is_not = |op: Op, x: Expr| Expr::unary(Op::Not, Expr::unary(op, x));
    on_each(subject, &|of, ty| {
        let mut of_each = Vec::new();
        of_floats_in(&of, ty, &|x, _| is_not(Op::IsNan, x), &mut of_each);
        let is_hidden = of_each.is_empty() && matches!(ty.owned(), Type::Adt(_)) && ty.has_float();
        if is_hidden { vec![is_not(Op::HasNan, of)] } else { of_each }
    })
}

/// A condition on every float among the parameters, where there are floats, and not too many to be read.
fn of_floats(subject: &Signature, condition: Condition<'_>) -> Option<Expr> {
    on_each(subject, &|of, ty| {
        let mut of_each = Vec::new();
        of_floats_in(&of, ty, condition, &mut of_each);
        of_each
    })
}

/// Conditions on the parameters, where there are some, and not too many to be read.
fn on_each(subject: &Signature, of: &dyn Fn(Expr, &Type) -> Vec<Expr>) -> Option<Expr> {
    let params = subject.params.iter().enumerate();
    let conditions: Vec<Expr> = params.flat_map(|(i, (_, ty))| of(Expr::Param(i), ty)).collect();
    let few = conditions.len() <= MOST;
    Expr::conjunction(conditions).filter(|_| few)
}

/// Conditions on more numbers than those of a few points are too long.
const MOST: usize = 12;

/// A condition on a float of a type.
type Condition<'a> = &'a dyn Fn(Expr, FloatType) -> Expr;

/// Conditions on the floats in a value of a type; those in tuples, structs and sequences of these, too.
fn of_floats_in(of: &Expr, ty: &Type, condition: Condition<'_>, conditions: &mut Vec<Expr>) {
    let parts: Vec<&Type> = match ty {
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            return of_floats_in(of, inner, condition, conditions);
        }
        Type::Float(kind) => {
            conditions.push(condition(of.clone(), *kind));
            return;
        }
        Type::Vec(item) | Type::Slice(item) | Type::Array(item, _) => {
            let mut of_each = Vec::new();
            of_floats_in(&Expr::Item, item, condition, &mut of_each);
            let each = Expr::conjunction(of_each);
            conditions.extend(each.map(|each| Expr::All(Box::new(of.clone()), Box::new(each))));
            return;
        }
        Type::Tuple(items) => items.iter().collect(),
        Type::Adt(adt) if adt.is_transparent() => {
            adt.fields().unwrap_or_default().iter().map(|field| &field.ty).collect()
        }
        _ => return,
    };
    for (i, part) in parts.into_iter().enumerate() {
        if let Some(field) = Expr::field(of.clone(), ty, i) {
            of_floats_in(&field, part, condition, conditions);
        }
    }
}

/// Sums of products of two such floats keep most of their digits: what is lost is far less than a tolerance forgives.
pub const fn tame_limit(kind: FloatType) -> f64 {
    match kind {
        FloatType::F32 => 1e1,
        FloatType::F64 => 1e3,
    }
}

/// `x.abs() <= limit`: neither NaN nor infinite, nor so large that sums lose everything else.
fn small(x: Expr, kind: FloatType, limit: f64) -> Expr {
    at_most(x, Value::float(kind, limit))
}

fn at_most(x: Expr, limit: Value) -> Expr {
    Expr::binary(Op::Le, Expr::unary(Op::Abs, x), Expr::Const(limit))
}
