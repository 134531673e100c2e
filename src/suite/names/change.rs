//! How the inputs of a follow-up differ from the source's, in words.

use super::shape::swaps;
use super::words::slug;
use super::{Named, is_number};
use morph_relation::{Expr, Op, Type, Value};

impl Named<'_> {
    /// How the follow-up's inputs differ: `xs_is_reversed`, `a_and_b_grow_by_1`.
    pub(super) fn changes(&self, args: &[Expr]) -> Option<String> {
        if let Some([(a, b)]) = swaps(args).as_deref() {
            return Some(format!("{}_and_{}_are_swapped", self.param(*a), self.param(*b)));
        }
        let changed: Vec<(usize, String)> = args
            .iter()
            .enumerate()
            .filter(|(i, arg)| **arg != Expr::Param(*i))
            .map(|(i, arg)| Some((i, self.change(arg, i)?)))
            .collect::<Option<_>>()?;
        match changed.as_slice() {
            [] => Some("called_again".to_owned()),
            [(i, change)] => {
                let verb =
                    if change.starts_with("grows") || change.starts_with("shrinks") { "" } else { "is_" };
                Some(format!("{}_{verb}{change}", self.param(*i)))
            }
            [(_, first), rest @ ..] if rest.iter().all(|(_, change)| change == first) => {
                let names: Vec<String> = changed.iter().map(|(i, _)| self.param(*i)).collect();
                let plural = match first.strip_prefix("grows").or(first.strip_prefix("shrinks")) {
                    Some(by) => format!("{}{by}", if first.starts_with("grows") { "grow" } else { "shrink" }),
                    None => format!("are_{first}"),
                };
                Some(format!("{}_{plural}", names.join("_and_")))
            }
            _ => None,
        }
    }

    /// What is done to a parameter's own value.
    fn change(&self, arg: &Expr, i: usize) -> Option<String> {
        let own = Expr::Param(i);
        let sized = |verb: &str, by: &Expr| match by {
            Expr::Const(Value::Int(n)) if *n >= 0 => format!("{verb}_by_{n}"),
            _ => verb.to_owned(),
        };
        Some(match arg {
            Expr::Const(_) => slug(&self.scope().show(arg)),
            Expr::Make(Type::Adt(adt), variant, parts) if parts.is_empty() => {
                slug(&adt.variants().get(*variant)?.name)
            }
            Expr::Param(other) => self.param(*other),
            Expr::Map(seq, body) if **seq == own => match &**body {
                Expr::Apply(Op::Neg, _) => "negated",
                Expr::Apply(Op::Add | Op::Sub, _) => "shifted",
                Expr::Apply(Op::Mul, args) if args[0] == args[1] => "squared",
                Expr::Apply(Op::Mul | Op::Div, _) => "scaled",
                _ => "mapped",
            }
            .to_owned(),
            Expr::Apply(op, args) if args[0] == own => match op {
                Op::RevSeq | Op::RevStr => "reversed".to_owned(),
                Op::Sorted => "sorted".to_owned(),
                Op::Rotate => "rotated".to_owned(),
                Op::RepeatSeq | Op::RepeatStr => "repeated".to_owned(),
                Op::ConcatSeq | Op::ConcatStr if args[1] == own => "repeated".to_owned(),
                Op::ConcatSeq | Op::ConcatStr => "extended".to_owned(),
                Op::Skip => "shortened_in_front".to_owned(),
                Op::Take => "shortened".to_owned(),
                Op::Upper => "in_upper_case".to_owned(),
                Op::Lower => "in_lower_case".to_owned(),
                Op::Trim => "trimmed".to_owned(),
                Op::Neg => "negated".to_owned(),
                Op::Abs => "made_positive".to_owned(),
                Op::Not => "flipped".to_owned(),
                Op::Add => sized("grows", &args[1]),
                Op::Sub => sized("shrinks", &args[1]),
                Op::Mul if args[1] == own => "squared".to_owned(),
                Op::Mul if is_number(&args[1], 2) => "doubled".to_owned(),
                Op::Mul => "scaled".to_owned(),
                Op::Div if is_number(&args[1], 2) => "halved".to_owned(),
                Op::Div => "divided".to_owned(),
                _ => return None,
            },
            Expr::Apply(Op::ConcatSeq | Op::ConcatStr, args) if args[1] == own => {
                "extended_in_front".to_owned()
            }
            _ => return None,
        })
    }
}
