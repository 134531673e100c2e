//! What follows from a law without a proof: the same in other words, what a definition implies, what a normal form does.

use morph_relation::{Env, Expr, Followup, Op, Relation, Signature, Tolerance, Value};
use morph_values::small_inputs;

/// Inputs on which two calls are compared.
const COMPARED: usize = 600;
/// Those to which a law applies, at least.
const LEAST: usize = 20;

/// The relation with one of several words for the same.
pub fn plain(relation: &Relation) -> Relation {
    fn go(expr: &Expr) -> Expr {
        let expr = expr.with_children(&mut go);
        let Expr::Apply(op, args) = &expr else { return expr };
        match (op, args.as_slice()) {
            (Op::RepeatSeq, [x, two]) if *two == Expr::int(2) => {
                Expr::binary(Op::ConcatSeq, x.clone(), x.clone())
            }
            (Op::RepeatStr, [x, two]) if *two == Expr::int(2) => {
                Expr::binary(Op::ConcatStr, x.clone(), x.clone())
            }
            (Op::Eq, [Expr::Apply(Op::Sorted, of), x] | [x, Expr::Apply(Op::Sorted, of)]) if of[0] == *x => {
                Expr::unary(Op::IsSorted, x.clone())
            }
            _ => expr,
        }
    }
    relation.with_exprs(&mut go)
}

/// The relation where a sum is compared with one of its terms as a law compares the other term with zero: `x <= x + k` is
/// `k >= 0`.
pub fn compared(relation: &Relation, gold: &Relation) -> Relation {
    let mut known = Vec::new();
    conjuncts(&gold.when, &mut known);
    let mut conditions = Vec::new();
    conjuncts(&relation.when, &mut conditions);
    let is_zero = |expr: &Expr| matches!(expr, Expr::Const(value) if *value == Value::Int(0) || value.as_float() == Some(0.0));
    let as_gold = |condition: &Expr| -> Option<Expr> {
        let Expr::Apply(Op::Le | Op::Lt, sides) = condition else { return Some(condition.clone()) };
        let Expr::Apply(Op::Add, terms) = &sides[1] else { return Some(condition.clone()) };
        let more = terms.iter().find(|term| **term != sides[0]).filter(|_| terms.contains(&sides[0]));
        let Some(more) = more else { return Some(condition.clone()) };
        let same = known.iter().find(|known| {
            matches!(known, Expr::Apply(Op::Ge | Op::Gt, sides) if sides[0] == *more && is_zero(&sides[1]))
        });
        // What has no sign is never below zero.
        same.map(|same| (*same).clone())
    };
    let when = conditions.into_iter().filter_map(as_gold).reduce(|a, b| Expr::binary(Op::And, a, b));
    Relation { when: when.unwrap_or_else(Expr::yes), ..relation.clone() }
}

/// The relation without bounds on floats: how far from zero they are compared is a matter of taste.
pub fn near_or_far(relation: &Relation) -> Relation {
    let mut conditions = Vec::new();
    conjuncts(&relation.when, &mut conditions);
    let kept = conditions.into_iter().filter(|condition| !is_bound(condition)).cloned();
    let when = kept.reduce(|a, b| Expr::binary(Op::And, a, b)).unwrap_or_else(Expr::yes);
    Relation { when, ..relation.clone() }
}

fn conjuncts<'e>(condition: &'e Expr, all: &mut Vec<&'e Expr>) {
    match condition {
        Expr::Apply(Op::And, both) => both.iter().for_each(|part| conjuncts(part, all)),
        condition => all.push(condition),
    }
}

fn is_bound(condition: &Expr) -> bool {
    match condition {
        Expr::Apply(Op::Le, sides) => {
            matches!((&sides[0], &sides[1]), (Expr::Apply(Op::Abs, _), Expr::Const(limit)) if limit.as_float().is_some())
        }
        Expr::All(_, each) => is_bound(each),
        _ => false,
    }
}

/// Whether a relation says what its function returns where it returns a value: `f(x).unwrap() == …`.
pub fn defines_values(found: &Relation) -> bool {
    let value = Expr::unary(Op::Unwrap, Expr::Out(0));
    found.when.is_yes()
        && found.followups.is_empty()
        && matches!(&found.then, Expr::Apply(Op::Eq, sides)
            if sides.contains(&value) && sides.iter().any(|side| !side.mentions_outcome()))
}

/// Whether a law about one function speaks of values alone, never of options or results.
pub fn speaks_of_values(gold: &Relation) -> bool {
    fn bare(expr: &Expr) -> bool {
        match expr {
            Expr::Apply(Op::Unwrap, of) if matches!(of[0], Expr::Out(_)) => false,
            Expr::Out(_) => true,
            other => other.children().into_iter().any(bare),
        }
    }
    gold.is_about_itself() && !gold.exprs().any(bare)
}

/// Whether a law equates two calls whose inputs have the same normal form, where a relation says that a call may as well
/// have the normal form of its inputs: what ignores the order of elements ignores their reversal.
pub fn normalises(found: &Relation, gold: &Relation, subject: &Signature) -> bool {
    let [Followup { function: None, args: normal }] = found.followups.as_slice() else { return false };
    let equates = |relation: &Relation| match &relation.then {
        Expr::Apply(Op::Eq, sides) => match sides.as_slice() {
            [Expr::Out(i), Expr::Out(j)] => Some([*i, *j]),
            _ => None,
        },
        _ => None,
    };
    let (Some(_), Some(both)) = (equates(found), equates(gold)) else { return false };
    if !(found.when.is_yes() && found.given.is_empty() && gold.is_about_itself()) {
        return false;
    }
    let args = |out: usize, input: &[Value]| -> Option<Vec<Value>> {
        let env = Env { params: input, outs: &[] };
        let arity = subject.arguments().len();
        let own = match out {
            0 => input[..arity].to_vec(),
            n => gold.followups[n - 1]
                .args
                .iter()
                .map(|arg| arg.eval(env, Tolerance::Exact))
                .collect::<Option<_>>()?,
        };
        let env = Env { params: &own, outs: &[] };
        normal.iter().map(|arg| arg.eval(env, Tolerance::Exact)).collect()
    };
    let types = subject.with_given(&gold.given).params.into_iter().map(|(_, ty)| ty).collect::<Vec<_>>();
    let mut applicable = 0;
    for input in small_inputs(&types, COMPARED) {
        let [a, b] = both.map(|out| args(out, &input));
        match (a, b) {
            (Some(a), Some(b)) if a == b => applicable += 1,
            (Some(_), Some(_)) => return false,
            _ => {}
        }
    }
    applicable >= LEAST
}
