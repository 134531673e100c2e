//! How much there is to read in a relation.

use morph_relation::{Expr, Op, Relation, Tolerance, Value};

/// Maximum weight of a relation: heavier ones are too long to read.
pub const HEAVIEST: usize = 18;

/// How much there is to read and to wonder about: nodes, with what is unusual counted more.
pub fn weight(relation: &Relation) -> usize {
    let mut literals: Vec<&Value> = Vec::new();
    let mut nodes = 0;
    for (i, arg) in relation.followups.iter().flat_map(|f| f.args.iter().enumerate()) {
        if *arg != Expr::Param(i) {
            nodes += arg.size();
        }
        collect_literals(arg, &mut literals);
    }
    let mut odd = 0;
    let mut unwraps = 0;
    relation.then.any(&mut |e| {
        odd += match e {
            Expr::Const(Value::Int(0..=2)) => 0,
            Expr::Const(value) if literals.contains(&value) => 0,
            Expr::Const(_) => 3,
            // A bound with slack, such as `y1 <= y0 + 1.6`, holds by luck more often than by law.
            Expr::Apply(Op::Lt | Op::Le | Op::Gt | Op::Ge, sides) if sides.iter().any(has_slack) => 6,
            Expr::Apply(Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Ne, _) => 4,
            Expr::Apply(Op::Min | Op::Max | Op::Div | Op::Abs | Op::And | Op::Or, _) => 2,
            // Operators that people rarely think of.
            Expr::Apply(
                Op::Signum | Op::Rem | Op::Occurrences | Op::Matches | Op::TakeStr | Op::SkipStr | Op::Text,
                _,
            ) => 4,
            Expr::Apply(Op::Skip | Op::Take | Op::At | Op::IsSorted | Op::RevSeq | Op::RevStr, _) => 2,
            // Outcomes and parameters are of different kinds, mostly.
            Expr::Apply(Op::Add | Op::Sub | Op::Mul, args) if !matches!(args[1], Expr::Const(_)) => 2,
            _ => 0,
        };
        unwraps += usize::from(matches!(e, Expr::Apply(Op::Unwrap, _)));
        false
    });
    // What is done to an outcome is read more easily on the side of what it is compared with.
    let done_to = |e: &Expr| match e {
        Expr::Apply(op, args) => {
            let measure = matches!(op, Op::Unwrap | Op::Not | Op::Len | Op::Chars | Op::Sum);
            !measure && matches!(args.as_slice(), [Expr::Out(n)] if *n > 0)
        }
        _ => false,
    };
    if matches!(&relation.then, Expr::Apply(_, sides) if done_to(&sides[0])) {
        odd += 1;
    }
    let guard = if relation.when.is_yes() { 0 } else { 2 + relation.when.size() / 3 };
    let tolerance = usize::from(relation.tolerance != Tolerance::Exact);
    // What another function makes of the outcome is told of the input, or it is a coincidence.
    let coincidence = relation.followups.iter().any(|f| {
        f.function.is_some() && f.args.iter().any(Expr::mentions_outcome) && relation.then.mentions_out(0)
    });
    // So is the order of two functions on a part of their domain: of most two functions one is larger somewhere.
    let ordered = matches!(relation.then, Expr::Apply(Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Ne, _));
    let partly = !relation.when.is_yes() && relation.followups.iter().any(|f| f.function.is_some());
    odd += if coincidence || (ordered && partly) { 6 } else { 0 };
    nodes + relation.then.size() - unwraps + odd + guard + tolerance
}

/// Whether a literal is added to a float.
fn has_slack(side: &Expr) -> bool {
    let float = |e: &Expr| matches!(e, Expr::Const(Value::F32(_) | Value::F64(_)));
    matches!(side, Expr::Apply(Op::Add | Op::Sub, args) if args.iter().any(float))
}

/// The constants in an expression.
pub fn collect_literals<'e>(expr: &'e Expr, into: &mut Vec<&'e Value>) {
    if let Expr::Const(value) = expr {
        into.push(value);
    }
    expr.children().into_iter().for_each(|child| collect_literals(child, into));
}
