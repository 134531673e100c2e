//! Calls with outcomes, and of other functions: idempotence, round trips, equivalences.

use super::context::{Context, erased, identity, owned};
use morph_relation::{Expr, IntType, Op, Signature, Type};

/// `f(f(a), b)`: idempotence, involution.
pub(super) fn feedback(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let ret = &context.subject.ret;
    let mut all = Vec::new();
    // What lies inside the outcome has to be of the very type: a count is no base.
    let parts = (0..).map_while(|i| Some((Expr::field(Expr::Out(0), ret, i)?, ret.part(i)?.owned())));
    let unwrapped = match ret {
        Type::Option(item) | Type::Result(item, _) => {
            Some((Expr::unary(Op::Unwrap, Expr::Out(0)), item.owned()))
        }
        _ => None,
    };
    let inside: Vec<(Expr, Type)> = unwrapped.into_iter().chain(parts).collect();
    for (i, ty) in owned(context).iter().enumerate() {
        let whole = (ty.erased() == ret.erased()).then_some(Expr::Out(0));
        let inside = inside.iter().filter(|(_, of)| of == ty).map(|(outcome, _)| outcome.clone());
        for outcome in whole.into_iter().chain(inside).filter(|_| *ty != Type::Bool) {
            let mut args = identity(context);
            args[i] = outcome.clone();
            // With the other numbers as they are, and negated: shifts that undo themselves.
            all.push(args.clone());
            for (j, other) in erased(context).iter().enumerate() {
                if j != i && matches!(other, Type::Int(int) if *int == IntType::I128) && signed(context, j) {
                    let mut args = args.clone();
                    args[j] = Expr::unary(Op::Neg, Expr::Param(j));
                    all.push(args);
                }
            }
        }
    }
    all
}

fn signed(context: &Context<'_>, param: usize) -> bool {
    matches!(context.subject.params[param].1, Type::Int(int) if int.signed())
}

/// `g(y0, …)` or `g(y0.unwrap(), …)` where `g` takes what the subject returns; its other arguments are the subject's of
/// the same name and type.
pub(super) fn round_trip(context: &Context<'_>, other: &Signature) -> Option<Vec<Expr>> {
    let (first, rest) = other.params.split_first()?;
    let (wanted, ret) = (first.1.erased(), context.subject.ret.erased());
    let outcome = match &ret {
        ret if *ret == wanted => Expr::Out(0),
        Type::Option(item) | Type::Result(item, _) if **item == wanted => {
            Expr::unary(Op::Unwrap, Expr::Out(0))
        }
        _ => return None,
    };
    if wanted == Type::Bool {
        return None;
    }
    let mut args = vec![outcome];
    for (name, ty) in rest {
        let named = context.subject.params.iter().position(|(n, t)| n == name && t.erased() == ty.erased());
        args.push(Expr::Param(named?));
    }
    // A function that takes a number and one that returns one have nothing to do with each other by that alone.
    let back = other.ret.erased();
    let returns = context.subject.params.iter().any(|(_, ty)| contains(&back, &ty.erased()));
    returns.then_some(args)
}

fn contains(ty: &Type, part: &Type) -> bool {
    ty == part || ty.inner().into_iter().any(|inner| contains(inner, part))
}

/// `g(a, b)` where `g` takes the same types and returns the same: an equivalence or a bound.
pub(super) fn same_arguments(context: &Context<'_>, other: &Signature) -> Option<Vec<Expr>> {
    let types =
        |signature: &Signature| -> Vec<Type> { signature.params.iter().map(|(_, ty)| ty.erased()).collect() };
    let related = types(context.subject) == types(other)
        && context.subject.ret.erased() == other.ret.erased()
        && (context.subject.params.len() > 1 || !matches!(context.subject.ret.erased(), Type::Bool));
    related.then(|| identity(context))
}
