//! Changes of the numbers inside structs and tuples: a point that is moved, a pair whose parts trade places.

use super::context::{Context, identity, owned};
use morph_relation::{Expr, Op, Type, Value};

/// Depth to which parts of parts are changed.
const DEEPEST: usize = 2;

/// With more numbers, they are not changed one by one.
const MOST: usize = 12;

/// The changes of one number, as expressions of it.
pub type Change<'a> = &'a dyn Fn(&Type, &[Value], &Expr) -> Vec<Expr>;

/// A number inside a parameter.
#[derive(Clone)]
struct Leaf {
    param: usize,
    /// Which number of the parameter, counted from 0.
    nth: usize,
    ty: Type,
}

/// Changes each number alone, all of a parameter, the same number of all parameters of a type, and all of these.
pub fn each(context: &Context<'_>, change: Change<'_>) -> Vec<Vec<Expr>> {
    let leaves = leaves(context);
    let types = owned(context);
    let mut groups: Vec<Vec<Leaf>> = leaves.iter().map(|leaf| vec![leaf.clone()]).collect();
    for leaf in &leaves {
        let like = |test: &dyn Fn(&Leaf) -> bool| -> Vec<Leaf> {
            leaves.iter().filter(|other| other.ty == leaf.ty && test(other)).cloned().collect()
        };
        let same_param = |other: &Leaf| other.param == leaf.param;
        let same_type = |other: &Leaf| types[other.param] == types[leaf.param];
        groups.push(like(&same_param));
        groups.push(like(&|other| same_type(other) && other.nth == leaf.nth));
        groups.push(like(&same_type));
    }
    let mut seen = std::collections::BTreeSet::new();
    let key = |group: &[Leaf]| group.iter().map(|leaf| (leaf.param, leaf.nth)).collect::<Vec<_>>();
    groups.retain(|group| seen.insert(key(group)));
    let mut all = Vec::new();
    for group in groups {
        let ty = group[0].ty.erased();
        for variant in 0..change(&ty, context.constants, &Expr::Item).len() {
            all.push(rebuilt(context, &mut |param, nth, leaf| {
                let chosen = group.iter().any(|l| (l.param, l.nth) == (param, nth));
                chosen.then(|| change(&ty, context.constants, leaf).swap_remove(variant))
            }));
        }
    }
    all
}

/// Two numbers of one type in one parameter trade places.
pub(super) fn permuted(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let leaves = leaves(context);
    let mut all = Vec::new();
    for (i, a) in leaves.iter().enumerate() {
        for b in leaves[i + 1..].iter().filter(|b| b.param == a.param && b.ty == a.ty) {
            let mut found = Vec::new();
            rebuilt(context, &mut |param, nth, leaf| {
                if param == a.param && (nth == a.nth || nth == b.nth) {
                    found.push(leaf.clone());
                }
                None
            });
            let [first, second] = found.as_slice() else { continue };
            all.push(rebuilt(context, &mut |param, nth, _| match param == a.param {
                true if nth == a.nth => Some(second.clone()),
                true if nth == b.nth => Some(first.clone()),
                _ => None,
            }));
        }
    }
    all
}

/// Quarter turns, `(-y, x)`: of each parameter that holds two numbers of one type, and of all such of a type together.
pub fn turned(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let types = owned(context);
    let pairs: Vec<(usize, Vec<Expr>)> = (0..types.len())
        .filter_map(|param| {
            let inside = numbers(context, param);
            let pair = inside.len() == 2 && inside[0].1 == inside[1].1;
            pair.then(|| (param, inside.into_iter().map(|(leaf, _)| leaf).collect()))
        })
        .collect();
    let turn = |chosen: &dyn Fn(usize) -> bool| {
        rebuilt(context, &mut |param, nth, _| {
            let (_, pair) = pairs.iter().find(|(of, _)| *of == param && chosen(param))?;
            Some(if nth == 0 { Expr::unary(Op::Neg, pair[1].clone()) } else { pair[0].clone() })
        })
    };
    let mut all = Vec::new();
    for (i, (param, _)) in pairs.iter().enumerate() {
        all.push(turn(&|of| of == *param));
        let like = |of: usize| types[of] == types[*param];
        let first = pairs.iter().position(|(of, _)| like(*of)) == Some(i);
        if first && pairs.iter().filter(|(of, _)| like(*of)).count() > 1 {
            all.push(turn(&like));
        }
    }
    all
}

/// `(p + q, q)` and `(p - q, q)`, number by number, of two parameters of one type.
pub fn added(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let types = owned(context);
    let mut all = Vec::new();
    for i in 0..types.len() {
        for j in (0..types.len()).filter(|j| *j != i && types[*j] == types[i]) {
            let other = numbers(context, j);
            for op in [Op::Add, Op::Sub].into_iter().filter(|_| !other.is_empty()) {
                all.push(rebuilt(context, &mut |param, nth, leaf| {
                    (param == i).then(|| Expr::binary(op, leaf.clone(), other[nth].0.clone()))
                }));
            }
        }
    }
    all
}

/// How many numbers lie inside the parameters that are structs or tuples.
pub fn count(context: &Context<'_>) -> usize {
    leaves(context).len()
}

/// The numbers inside a parameter that is a struct or a tuple, with their types.
fn numbers(context: &Context<'_>, param: usize) -> Vec<(Expr, Type)> {
    let mut inside = Vec::new();
    rebuild(&Expr::Param(param), &owned(context)[param], 0, &mut |leaf, ty| {
        inside.push((leaf.clone(), ty.clone()));
        None
    });
    inside
}

/// The numbers inside the parameters that are structs or tuples.
fn leaves(context: &Context<'_>) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    for (param, ty) in owned(context).iter().enumerate() {
        let mut nth = 0;
        rebuild(&Expr::Param(param), ty, 0, &mut |_, ty| {
            leaves.push(Leaf { param, nth, ty: ty.clone() });
            nth += 1;
            None
        });
    }
    if leaves.len() > MOST { Vec::new() } else { leaves }
}

/// The arguments with some numbers replaced; `change` is told the parameter and which of its numbers it is.
fn rebuilt(context: &Context<'_>, change: &mut dyn FnMut(usize, usize, &Expr) -> Option<Expr>) -> Vec<Expr> {
    let mut args = identity(context);
    for (param, ty) in owned(context).iter().enumerate() {
        let mut nth = 0;
        let made = rebuild(&Expr::Param(param), ty, 0, &mut |leaf, _| {
            nth += 1;
            change(param, nth - 1, leaf)
        });
        args[param] = made.unwrap_or(Expr::Param(param));
    }
    args
}

/// The expression with some numbers inside it replaced; `None` where none is.
fn rebuild(
    of: &Expr,
    ty: &Type,
    depth: usize,
    change: &mut dyn FnMut(&Expr, &Type) -> Option<Expr>,
) -> Option<Expr> {
    let inside: Vec<Type> = match ty {
        Type::Int(_) | Type::Float(_) if depth > 0 => return change(of, ty),
        Type::Tuple(items) if depth < DEEPEST => items.clone(),
        Type::Adt(adt) if adt.is_open() && depth < DEEPEST => {
            adt.fields()?.iter().map(|field| field.ty.clone()).collect()
        }
        _ => return None,
    };
    let mut changed = false;
    let mut parts = Vec::new();
    for (i, inner) in inside.iter().enumerate() {
        let part = Expr::field(of.clone(), ty, i)?;
        let made = rebuild(&part, inner, depth + 1, change);
        changed |= made.is_some();
        parts.push(made.unwrap_or(part));
    }
    changed.then(|| Expr::Make(ty.clone(), 0, parts))
}
