//! Names of variables in a test that say how an argument was made.

use crate::expr::Expr;
use crate::operators::Op;
use crate::signature::Signature;

/// The name of a parameter's variable in the test.
pub fn local(name: &str) -> String {
    name.strip_prefix("r#").map_or_else(|| name.to_owned(), |raw| format!("{raw}_"))
}

/// A name for each argument of follow-up `k`, should it need one.
pub fn hints(args: &[Expr], called: &Signature, subject: &Signature, k: usize) -> Vec<String> {
    let own: Vec<Option<String>> = args.iter().map(|arg| telling(arg, subject)).collect();
    args.iter()
        .zip(&called.params)
        .enumerate()
        .map(|(i, (arg, (name, _)))| {
            // A parameter that is changed in its place lends its name.
            let stays = called.path == subject.path && arg.any(&mut |e| *e == Expr::Param(i));
            let base = if stays { Some(local(name)) } else { name_of(arg, subject) };
            let base = base.unwrap_or_else(|| local(name));
            match &own[i] {
                Some(hint) if own.iter().filter(|other| *other == &own[i]).count() > 1 => {
                    let done = match hint.as_str() {
                        "sum" | "difference" => "shifted",
                        "product" | "quotient" => "scaled",
                        hint => hint,
                    };
                    format!("{done}_{base}")
                }
                Some(hint) => hint.clone(),
                None => format!("{base}{k}"),
            }
        })
        .collect()
}

/// The parameter from which an argument is made.
fn name_of(arg: &Expr, subject: &Signature) -> Option<String> {
    match arg {
        Expr::Param(i) => subject.params.get(*i).map(|(name, _)| local(name)),
        arg => arg.children().into_iter().find_map(|child| name_of(child, subject)),
    }
}

/// A name that says how an argument was made.
fn telling(arg: &Expr, subject: &Signature) -> Option<String> {
    let named =
        |place: usize| subject.params.get(place).map(|(name, _)| local(name).trim_matches('_').to_owned());
    let text = match arg {
        Expr::Map(_, body) => match &**body {
            Expr::Apply(Op::Neg, _) => "negated",
            Expr::Apply(Op::Add | Op::Sub, _) => "shifted",
            Expr::Apply(Op::Mul, args) if args[0] == args[1] => "squares",
            Expr::Apply(Op::Mul, args) if args[1] == Expr::int(2) || is_two(&args[1]) => "doubled",
            Expr::Apply(Op::Mul | Op::Div, _) => "scaled",
            _ => "mapped",
        },
        Expr::Apply(op, args) => match (op, args.as_slice()) {
            (Op::RevSeq | Op::RevStr, _) => "reversed",
            (Op::Sorted, _) => "sorted",
            (Op::Rotate, _) => "rotated",
            (Op::Skip, _) => "rest",
            (Op::Take, _) => "front",
            (Op::RepeatSeq | Op::RepeatStr, _) => "repeated",
            (Op::ConcatSeq | Op::ConcatStr, [a, b]) if a == b => "doubled",
            (Op::ConcatSeq | Op::ConcatStr, _) => "joined",
            (Op::Upper | Op::AsciiUpper, _) => "upper",
            (Op::Lower | Op::AsciiLower, _) => "lower",
            (Op::Trim, _) => "trimmed",
            (Op::Neg, [Expr::Param(place)]) => return Some(format!("minus_{}", named(*place)?)),
            (Op::Add, [Expr::Param(place), one]) if is_one(one) => {
                return Some(format!("next_{}", named(*place)?));
            }
            (Op::Sub, [Expr::Param(place), one]) if is_one(one) => {
                return Some(format!("previous_{}", named(*place)?));
            }
            (Op::Mul, [a, b]) if a == b => "square",
            (Op::Add, _) => "sum",
            (Op::Sub, _) => "difference",
            (Op::Mul, _) => "product",
            (Op::Div | Op::DivEuclid, _) => "quotient",
            (Op::Rem | Op::RemEuclid, _) => "remainder",
            _ => return None,
        },
        _ => return None,
    };
    Some(text.to_owned())
}

fn is_one(expr: &Expr) -> bool {
    *expr == Expr::int(1)
}

fn is_two(expr: &Expr) -> bool {
    matches!(expr, Expr::Const(value) if value.as_float() == Some(2.0))
}
