//! What happens to the outcome when the inputs are changed, in words.

use super::words::slug;
use super::{Named, equal_outcomes};
use morph_relation::{Expr, Op};

impl Named<'_> {
    /// What happens to the outcome when the inputs are changed.
    pub(super) fn effect(&self, then: &Expr, args: &[Expr], change: &str) -> Option<String> {
        let Expr::Apply(op, sides) = then else { return None };
        let [left, right] = sides.as_slice() else { return None };
        let (y0, y1) = (Expr::Out(0), Expr::Out(1));
        let scaled = |op: Op| args.iter().any(|arg| uses(arg, &[op]));
        let from_y0 =
            |e: &Expr, ops: &[Op]| matches!(e, Expr::Apply(op, args) if ops.contains(op) && args[0] == y0);
        let by = |e: &Expr, op: Op| match e {
            Expr::Apply(found, args) if *found == op && args[0] == y0 => match &args[1] {
                number @ Expr::Const(_) => Some(slug(&self.scope().show(number))),
                _ => None,
            },
            _ => None,
        };
        Some(match op {
            Op::Eq if equal_outcomes(then) => format!("is_unchanged_when_{change}"),
            Op::Ne if equal_outcomes(&Expr::Apply(Op::Eq, sides.clone())) => format!("changes_when_{change}"),
            Op::Eq if *left == y1 && from_y0(right, &[Op::Neg]) => match args {
                [arg] if uses(arg, &[Op::Neg]) => "is_odd".to_owned(),
                _ => format!("flips_its_sign_when_{change}"),
            },
            Op::Eq if *left == y1 && from_y0(right, &[Op::Add, Op::Sub]) => {
                if scaled(Op::Add) || scaled(Op::Sub) {
                    self.with_its_input("shifts", args)
                } else {
                    format!("shifts_when_{change}")
                }
            }
            Op::Eq if *left == y1 && from_y0(right, &[Op::Mul, Op::Div]) => {
                if scaled(Op::Mul) || scaled(Op::Div) {
                    self.with_its_input("scales", args)
                } else {
                    format!("scales_when_{change}")
                }
            }
            Op::Eq if *left == y1 && from_y0(right, &[Op::RevSeq, Op::RevStr, Op::Reverse]) => {
                format!("is_reversed_when_{change}")
            }
            Op::Or => return of_truths(left, right, change),
            Op::Eq if *left == y1 && *right == Expr::unary(Op::Not, y0.clone()) => {
                format!("is_negated_when_{change}")
            }
            Op::Eq if *left == y1 && from_y0(right, &[Op::Sorted]) => format!("is_sorted_when_{change}"),
            Op::Eq
                if from_len(left, &y1)
                    && matches!(right, Expr::Apply(Op::Add, args) if from_len(&args[0], &y0)) =>
            {
                format!("grows_when_{change}")
            }
            _ if from_len(left, &y1) && from_len(right, &y0) => {
                format!("{}_when_{change}", of_lengths(*op)?)
            }
            Op::Le if *left == y1 && by(right, Op::Add).is_some() => {
                format!("grows_by_at_most_{}_when_{change}", by(right, Op::Add)?)
            }
            Op::Ge if *left == y1 && by(right, Op::Sub).is_some() => {
                format!("shrinks_by_at_most_{}_when_{change}", by(right, Op::Sub)?)
            }
            Op::Eq if *left == Expr::unary(Op::Sorted, y1.clone()) && from_y0(right, &[Op::Sorted]) => {
                format!("keeps_its_elements_when_{change}")
            }
            _ => format!("{}_when_{change}", of_order(*op, left, right)?),
        })
    }

    fn with_its_input(&self, verb: &str, args: &[Expr]) -> String {
        let changed: Vec<usize> = (0..args.len()).filter(|i| args[*i] != Expr::Param(*i)).collect();
        match changed.as_slice() {
            _ if self.subject.arguments().len() == 1 => format!("{verb}_with_its_input"),
            [one] => format!("{verb}_with_{}", self.param(*one)),
            _ => format!("{verb}_with_its_inputs"),
        }
    }
}

/// How a truth changes.
fn of_truths(left: &Expr, right: &Expr, change: &str) -> Option<String> {
    let (y0, y1) = (Expr::Out(0), Expr::Out(1));
    Some(match (left, right) {
        (Expr::Apply(Op::Not, a), y) if a[0] == y0 && *y == y1 => format!("stays_true_when_{change}"),
        (y, Expr::Apply(Op::Not, b)) if *y == y1 && b[0] == y0 => format!("stays_true_when_{change}"),
        (Expr::Apply(Op::Not, a), Expr::Apply(Op::Not, b)) if a[0] == y0 && b[0] == y1 => {
            format!("turns_false_when_{change}")
        }
        (y, Expr::Apply(Op::Not, b)) if *y == y0 && b[0] == y1 => {
            format!("stays_false_when_{change}")
        }
        (a, b) if *a == y0 && *b == y1 => format!("turns_true_when_{change}"),
        _ => return None,
    })
}

/// How a length changes.
fn of_lengths(op: Op) -> Option<&'static str> {
    match op {
        Op::Eq => Some("keeps_its_length"),
        Op::Gt => Some("gets_longer"),
        Op::Ge => Some("never_gets_shorter"),
        Op::Lt => Some("gets_shorter"),
        Op::Le => Some("never_gets_longer"),
        _ => None,
    }
}

/// How two outcomes are ordered, as numbers or as texts.
fn of_order(op: Op, left: &Expr, right: &Expr) -> Option<&'static str> {
    let later_first = match (left, right) {
        (Expr::Out(1), Expr::Out(0)) => true,
        (Expr::Out(0), Expr::Out(1)) => false,
        _ => return None,
    };
    match (op, later_first) {
        (Op::StartsWith, true) => Some("is_continued"),
        (Op::StartsWith, false) => Some("ends_earlier"),
        (Op::EndsWith, true) => Some("is_preceded"),
        (Op::EndsWith, false) => Some("begins_later"),
        (Op::Ge, true) | (Op::Le, false) => Some("never_decreases"),
        (Op::Le, true) | (Op::Ge, false) => Some("never_increases"),
        (Op::Gt, true) | (Op::Lt, false) => Some("increases"),
        (Op::Lt, true) | (Op::Gt, false) => Some("decreases"),
        _ => None,
    }
}

fn from_len(expr: &Expr, outcome: &Expr) -> bool {
    matches!(expr, Expr::Apply(Op::Len | Op::Chars, args) if args[0] == *outcome)
}

fn uses(arg: &Expr, ops: &[Op]) -> bool {
    match arg {
        Expr::Apply(op, _) => ops.contains(op),
        Expr::Map(_, body) => uses(body, ops),
        _ => false,
    }
}
