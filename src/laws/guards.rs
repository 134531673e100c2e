//! The guards that a person would write for a law that does not hold everywhere, one condition each.

use crate::search::tame;
use morph_relation::{Expr, Op, Relation, Signature, Type, Value};

/// Conditions on the parameters and variables that a relation uses; `subject` has the variables.
pub fn standard(subject: &Signature, relation: &Relation) -> Vec<Expr> {
    let used: Vec<usize> = (0..subject.params.len()).filter(|i| relation.mentions_param(*i)).collect();
    let mut all = Vec::new();
    for i in &used {
        let p = || Expr::Param(*i);
        let signs = |zero: Value| {
            [Op::Ne, Op::Ge, Op::Gt, Op::Le].map(|op| Expr::binary(op, p(), Expr::Const(zero.clone())))
        };
        match subject.params[*i].1.erased() {
            Type::Float(kind) => all.extend(signs(Value::float(kind, 0.0))),
            Type::Int(_) => all.extend(signs(Value::Int(0))),
            Type::String | Type::Vec(_) => all.push(Expr::unary(Op::Not, Expr::unary(Op::IsEmpty, p()))),
            _ => {}
        }
    }
    all.extend(sorted(subject, &used));
    for (n, i) in used.iter().enumerate() {
        for j in &used[n + 1..] {
            let (a, b) = (&subject.params[*i].1, &subject.params[*j].1);
            if a.owned() == b.owned() {
                let ops: &[Op] = match a.erased() {
                    Type::Int(_) | Type::Float(_) => &[Op::Ne, Op::Le, Op::Ge, Op::Lt, Op::Gt],
                    _ => &[Op::Ne],
                };
                all.extend(ops.iter().map(|op| Expr::binary(*op, Expr::Param(*i), Expr::Param(*j))));
            }
        }
    }
    if let Some(within) = within(subject, relation) {
        let positive = all.clone();
        all.insert(0, within.clone());
        // A sign or an order is a condition of its own beside this one.
        all.extend(positive.into_iter().map(|guard| Expr::binary(Op::And, within.clone(), guard)));
    }
    all
}

/// That all sequences of a relation are sorted, if there are some whose elements have an order.
fn sorted(subject: &Signature, used: &[usize]) -> Option<Expr> {
    let ordered = |place: &&usize| match &subject.params[**place].1.erased() {
        Type::Vec(item) => matches!(**item, Type::Int(_) | Type::Char | Type::String),
        _ => false,
    };
    let each = used.iter().filter(ordered).map(|place| Expr::unary(Op::IsSorted, Expr::Param(*place)));
    each.reduce(|all, next| Expr::binary(Op::And, all, next))
}

/// That the floats that a relation uses are near zero: far from there they lose digits, or are none.
pub fn within(subject: &Signature, relation: &Relation) -> Option<Expr> {
    let used: Vec<usize> = (0..subject.params.len()).filter(|i| relation.mentions_param(*i)).collect();
    let params = used.iter().map(|i| subject.params[*i].clone()).collect();
    let own = Signature { params, given: 0, ..subject.clone() };
    Some(placed(&tame(&own)?, &used))
}

/// A condition on the first parameters, on those in use.
fn placed(guard: &Expr, used: &[usize]) -> Expr {
    match guard {
        Expr::Param(i) => Expr::Param(used[*i]),
        guard => guard.with_children(&mut |child| placed(child, used)),
    }
}
