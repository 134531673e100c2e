//! Relations that have a name.

use super::{Named, called, equal_outcomes, equality, words::slug};
use morph_relation::{Expr, Followup, Op};

impl Named<'_> {
    /// The name of a relation of a known shape.
    pub(super) fn shape(&self) -> Option<String> {
        let then = &self.relation.then;
        let said = match self.relation.followups.as_slice() {
            [] => self.bound(then)?,
            [followup] => match &followup.function {
                Some(other) => return self.between(other, followup),
                None => self.alone(followup, then)?,
            },
            _ => return None,
        };
        Some(format!("{}_{said}", self.subject.title()))
    }

    /// The subject is called again.
    fn alone(&self, followup: &Followup, then: &Expr) -> Option<String> {
        let args = &followup.args;
        if equal_outcomes(then)
            && let Some(swaps) = swaps(args)
        {
            return Some(match swaps[..] {
                [(a, b)] if args.len() > 2 => {
                    format!("is_symmetric_in_{}_and_{}", self.param(a), self.param(b))
                }
                _ => "is_symmetric".to_owned(),
            });
        }
        if args.contains(&Expr::Out(0)) {
            return self.fed_back(args, then);
        }
        if let Some(done) = self.in_common(args, then) {
            return Some(format!("commutes_with_{done}"));
        }
        self.effect(then, args, &self.changes(args)?)
    }

    /// `y0` is an argument of the follow-up.
    fn fed_back(&self, args: &[Expr], then: &Expr) -> Option<String> {
        let at = args.iter().position(|arg| *arg == Expr::Out(0))?;
        let mut others = args.to_vec();
        others[at] = Expr::Param(at);
        let undone = equality(then, &Expr::Out(1), &Expr::Param(at));
        if others.iter().enumerate().all(|(i, arg)| *arg == Expr::Param(i)) {
            return match then {
                then if equal_outcomes(then) => Some("is_idempotent".to_owned()),
                _ if undone => Some("is_an_involution".to_owned()),
                _ => self.effect(then, args, "applied_again"),
            };
        }
        let change = self.changes(&others)?;
        undone.then(|| format!("is_undone_when_{change}"))
    }

    /// What is done to a parameter and to the outcome alike: `f(reversed x) == reversed f(x)`.
    fn in_common(&self, args: &[Expr], then: &Expr) -> Option<&'static str> {
        let Expr::Apply(Op::Eq, sides) = then else { return None };
        let [Expr::Out(1), done] = sides.as_slice() else { return None };
        let changed: Vec<usize> = (0..args.len()).filter(|i| args[*i] != Expr::Param(*i)).collect();
        let [one] = changed[..] else { return None };
        let known = |expr: &Expr, of: &Expr| match expr {
            Expr::Apply(op, args) if args[0] == *of => match op {
                Op::RevSeq | Op::RevStr => Some("reversal"),
                Op::Sorted => Some("sorting"),
                Op::Upper => Some("upper_case"),
                Op::Lower => Some("lower_case"),
                Op::Trim => Some("trimming"),
                Op::Abs => Some("magnitude"),
                Op::RepeatSeq | Op::RepeatStr => Some("repetition"),
                Op::ConcatSeq | Op::ConcatStr if args[1] == *of => Some("repetition"),
                _ => None,
            },
            _ => None,
        };
        let (input, outcome) = (known(&args[one], &Expr::Param(one))?, known(done, &Expr::Out(0))?);
        (input == outcome).then_some(input)
    }

    /// The follow-up calls another function.
    fn between(&self, other: &str, followup: &Followup) -> Option<String> {
        let (other, function) = (called(other), self.subject.title());
        let then = &self.relation.then;
        if followup.args.contains(&Expr::Out(0)) {
            let params = || (0..self.subject.arguments().len()).map(Expr::Param);
            let is = |wrap: fn(Expr) -> Expr| {
                params().any(|param| equality(then, &wrap(Expr::Out(1)), &wrap(param)))
            };
            let wrapped = |op: Op| params().any(|p| equality(then, &Expr::Out(1), &Expr::unary(op, p)));
            if is(|e| e) || wrapped(Op::Some) || wrapped(Op::Ok) {
                return Some(format!("{other}_undoes_{function}"));
            }
            let keeps_length = is(|e| Expr::unary(Op::Len, e)) || is(|e| Expr::unary(Op::Chars, e));
            return keeps_length.then(|| format!("{other}_of_{function}_restores_the_length"));
        }
        let same_inputs = followup.args.iter().enumerate().all(|(i, arg)| *arg == Expr::Param(i));
        let Expr::Apply(op, sides) = then else { return None };
        let verb = match (op, sides.as_slice()) {
            (Op::Eq, _) if equal_outcomes(then) => "agrees_with",
            (Op::Le, [Expr::Out(1), Expr::Out(0)]) | (Op::Ge, [Expr::Out(0), Expr::Out(1)]) => "is_at_least",
            (Op::Ge, [Expr::Out(1), Expr::Out(0)]) | (Op::Le, [Expr::Out(0), Expr::Out(1)]) => "is_at_most",
            (Op::Lt, [Expr::Out(1), Expr::Out(0)]) => "is_above",
            (Op::Gt, [Expr::Out(1), Expr::Out(0)]) => "is_below",
            _ => return None,
        };
        same_inputs.then(|| format!("{function}_{verb}_{other}"))
    }

    /// What a relation says that looks at one execution only.
    fn bound(&self, then: &Expr) -> Option<String> {
        let Expr::Apply(op, args) = then else { return None };
        let [left, right] = args.as_slice() else { return None };
        let length = |e: &Expr| match e {
            Expr::Apply(Op::Len | Op::Chars, args) => Some(args[0].clone()),
            _ => None,
        };
        if let (Op::Eq, Some(Expr::Out(0)), Some(Expr::Param(i))) = (op, length(left), length(right)) {
            return Some(format!("keeps_the_length_of_{}", self.param(i)));
        }
        let Expr::Out(0) = left else { return None };
        let than = match right {
            Expr::Param(i) => self.param(*i),
            Expr::Const(_) => slug(&self.scope().show(right)),
            _ => return None,
        };
        Some(match op {
            Op::Le => format!("never_exceeds_{than}"),
            Op::Ge => format!("is_at_least_{than}"),
            Op::Lt => format!("is_below_{than}"),
            Op::Gt => format!("is_above_{than}"),
            Op::Eq => format!("returns_{than}"),
            Op::Ne => format!("is_never_{than}"),
            _ => return None,
        })
    }
}

/// The pairs of parameters that change places, where nothing else changes.
pub(super) fn swaps(args: &[Expr]) -> Option<Vec<(usize, usize)>> {
    let mut pairs = Vec::new();
    for (i, arg) in args.iter().enumerate() {
        match arg {
            Expr::Param(j) if *j == i => {}
            Expr::Param(j) if args.get(*j) == Some(&Expr::Param(i)) => pairs.push((i.min(*j), i.max(*j))),
            _ => return None,
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    (!pairs.is_empty()).then_some(pairs)
}
