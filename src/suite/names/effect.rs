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
        let ordered = |low: &Expr, high: &Expr| *left == *low && *right == *high;
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
            Op::Or => match (left, right) {
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
            },
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
                let said = match op {
                    Op::Eq => "keeps_its_length",
                    Op::Gt => "gets_longer",
                    Op::Ge => "never_gets_shorter",
                    Op::Lt => "gets_shorter",
                    Op::Le => "never_gets_longer",
                    _ => return None,
                };
                format!("{said}_when_{change}")
            }
            Op::Le if *left == y1 && by(right, Op::Add).is_some() => {
                format!("grows_by_at_most_{}_when_{change}", by(right, Op::Add)?)
            }
            Op::Ge if *left == y1 && by(right, Op::Sub).is_some() => {
                format!("shrinks_by_at_most_{}_when_{change}", by(right, Op::Sub)?)
            }
            Op::StartsWith if ordered(&y1, &y0) => format!("is_continued_when_{change}"),
            Op::StartsWith if ordered(&y0, &y1) => format!("ends_earlier_when_{change}"),
            Op::EndsWith if ordered(&y1, &y0) => format!("is_preceded_when_{change}"),
            Op::EndsWith if ordered(&y0, &y1) => format!("begins_later_when_{change}"),
            Op::Eq if *left == Expr::unary(Op::Sorted, y1.clone()) && from_y0(right, &[Op::Sorted]) => {
                format!("keeps_its_elements_when_{change}")
            }
            Op::Ge if ordered(&y1, &y0) => format!("never_decreases_when_{change}"),
            Op::Le if ordered(&y0, &y1) => format!("never_decreases_when_{change}"),
            Op::Le if ordered(&y1, &y0) => format!("never_increases_when_{change}"),
            Op::Ge if ordered(&y0, &y1) => format!("never_increases_when_{change}"),
            Op::Gt if ordered(&y1, &y0) => format!("increases_when_{change}"),
            Op::Lt if ordered(&y0, &y1) => format!("increases_when_{change}"),
            Op::Lt if ordered(&y1, &y0) => format!("decreases_when_{change}"),
            Op::Gt if ordered(&y0, &y1) => format!("decreases_when_{change}"),
            _ => return None,
        })
    }

    fn with_its_input(&self, verb: &str, args: &[Expr]) -> String {
        let changed: Vec<usize> = (0..args.len()).filter(|i| args[*i] != Expr::Param(*i)).collect();
        match changed.as_slice() {
            _ if self.subject.params.len() == 1 => format!("{verb}_with_its_input"),
            [one] => format!("{verb}_with_{}", self.param(*one)),
            _ => format!("{verb}_with_its_inputs"),
        }
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
