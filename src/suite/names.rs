//! What tests are called: by the shape of their relation where it is a known one.

use std::collections::BTreeSet;

use crate::relation::{Expr, Followup, Op, Relation, Scope, Signature, Type, Value};

/// Longer names are cut at a word.
const LONGEST: usize = 60;

/// A test's name, unlike those that are taken.
pub fn test_name(relation: &Relation, subject: &Signature, taken: &BTreeSet<String>) -> String {
    // `y0.unwrap()` is called what it is called where it is a plain value.
    let (relation, _) = relation.with_values(&|_| false);
    let named = Named { subject, relation: &relation };
    let function = subject.title();
    let said = match named.shape() {
        Some(Shape::OfSubject(shape)) => format!("{function}_{shape}"),
        Some(Shape::Whole(name)) => name,
        None => format!("{function}_{}", named.spelled()),
    };
    let name = cut(&said.trim_matches('_').to_lowercase());
    let numbered = std::iter::once(name.clone()).chain((2..).map(|n| format!("{name}_{n}")));
    numbered.into_iter().find(|name| !taken.contains(name)).expect("numbers do not end")
}

enum Shape {
    OfSubject(String),
    Whole(String),
}

struct Named<'a> {
    subject: &'a Signature,
    relation: &'a Relation,
}

impl Named<'_> {
    fn shape(&self) -> Option<Shape> {
        let of_subject = |text: String| Some(Shape::OfSubject(text));
        let then = &self.relation.then;
        match self.relation.followups.as_slice() {
            [] => self.bound(then).map(Shape::OfSubject),
            [followup] => match &followup.function {
                Some(other) => self.between(other, followup),
                None if is_swap(&followup.args).is_some() && equal_outcomes(then) => {
                    let (a, b) = is_swap(&followup.args)?;
                    match self.subject.params.len() {
                        2 => of_subject("is_symmetric".to_owned()),
                        _ => of_subject(format!("is_symmetric_in_{}_and_{}", self.param(a), self.param(b))),
                    }
                }
                None if followup.args.contains(&Expr::Out(0)) => self.fed_back(followup, then),
                None => {
                    let change = self.changes(&followup.args)?;
                    self.effect(then, &followup.args, &change).map(Shape::OfSubject)
                }
            },
            _ => None,
        }
    }

    /// `y0` is an argument of the follow-up.
    fn fed_back(&self, followup: &Followup, then: &Expr) -> Option<Shape> {
        let others_stay =
            followup.args.iter().enumerate().all(|(i, a)| *a == Expr::Out(0) || *a == Expr::Param(i));
        let at = followup.args.iter().position(|a| *a == Expr::Out(0))?;
        let text = match then {
            then if !others_stay || followup.args.iter().filter(|a| **a == Expr::Out(0)).count() > 1 => {
                let _ = then;
                return None;
            }
            then if equal_outcomes(then) => "is_idempotent",
            then if equality(then, &Expr::Out(1), &Expr::Param(at)) => "is_an_involution",
            _ => return None,
        };
        Some(Shape::OfSubject(text.to_owned()))
    }

    /// The follow-up calls another function.
    fn between(&self, other: &str, followup: &Followup) -> Option<Shape> {
        let (other, function) = (plain(other.rsplit("::").next()?), self.subject.title());
        let then = &self.relation.then;
        if followup.args.contains(&Expr::Out(0)) {
            let undone =
                |y1: &Expr| (0..self.subject.params.len()).any(|i| equality(then, y1, &Expr::Param(i)));
            let wrapped = [Op::Some, Op::Ok].into_iter().any(|op| {
                (0..self.subject.params.len())
                    .any(|i| equality(then, &Expr::Out(1), &Expr::unary(op, Expr::Param(i))))
            });
            return (undone(&Expr::Out(1)) || wrapped)
                .then(|| Shape::Whole(format!("{other}_undoes_{function}")));
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
        same_inputs.then(|| Shape::Whole(format!("{function}_{verb}_{other}")))
    }

    /// What a relation says that looks at one execution only.
    fn bound(&self, then: &Expr) -> Option<String> {
        let Expr::Apply(op, args) = then else { return None };
        let (Expr::Out(0), Expr::Param(i)) = (&args[0], args.get(1)?) else {
            let lens = |e: &Expr| match e {
                Expr::Apply(Op::Len | Op::Chars, args) => Some(args[0].clone()),
                _ => None,
            };
            return match (op, lens(&args[0]), args.get(1).and_then(lens)) {
                (Op::Eq, Some(Expr::Out(0)), Some(Expr::Param(i))) => {
                    Some(format!("keeps_the_length_of_{}", self.param(i)))
                }
                _ => None,
            };
        };
        let param = self.param(*i);
        Some(match op {
            Op::Le => format!("never_exceeds_{param}"),
            Op::Ge => format!("is_at_least_{param}"),
            Op::Lt => format!("is_below_{param}"),
            Op::Gt => format!("is_above_{param}"),
            Op::Eq => format!("returns_{param}"),
            Op::Ne => format!("is_never_{param}"),
            _ => return None,
        })
    }

    /// What happens to the outcome when the inputs are changed.
    fn effect(&self, then: &Expr, args: &[Expr], change: &str) -> Option<String> {
        let Expr::Apply(op, sides) = then else { return None };
        let [left, right] = sides.as_slice() else { return None };
        let (y0, y1) = (Expr::Out(0), Expr::Out(1));
        let ordered = |low: &Expr, high: &Expr| *left == *low && *right == *high;
        let scaled = |op: Op| args.iter().any(|arg| uses(arg, &[op]));
        let from_y0 =
            |e: &Expr, ops: &[Op]| matches!(e, Expr::Apply(op, args) if ops.contains(op) && args[0] == y0);
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
            Op::Eq if *left == y1 && from_y0(right, &[Op::RevSeq, Op::RevStr]) => {
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
            Op::Eq if from_len(left, &y1) && from_len(right, &y0) => {
                format!("keeps_its_length_when_{change}")
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

    /// How the follow-up's inputs differ: `xs_is_reversed`, `a_and_b_grow_by_1`.
    fn changes(&self, args: &[Expr]) -> Option<String> {
        if let Some((a, b)) = is_swap(args) {
            return Some(format!("{}_and_{}_are_swapped", self.param(a), self.param(b)));
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
            Expr::Param(other) => self.param(*other),
            Expr::Map(seq, body) if **seq == own => match &**body {
                Expr::Apply(Op::Neg, _) => "negated",
                Expr::Apply(Op::Add | Op::Sub, _) => "shifted",
                Expr::Apply(Op::Mul | Op::Div, _) => "scaled",
                _ => "mapped",
            }
            .to_owned(),
            Expr::Apply(op, args) if args[0] == own => match op {
                Op::RevSeq | Op::RevStr => "reversed".to_owned(),
                Op::Sorted => "sorted".to_owned(),
                Op::Rotate => "rotated".to_owned(),
                Op::RepeatSeq | Op::RepeatStr => "repeated".to_owned(),
                Op::ConcatSeq | Op::ConcatStr if args[1] == own => "doubled".to_owned(),
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
                Op::Mul if is_number(&args[1], 2) || args[1] == own => "doubled".to_owned(),
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

    /// The expressions in words.
    fn spelled(&self) -> String {
        let scope = self.scope();
        let mut words = Vec::new();
        for followup in &self.relation.followups {
            let changed: Vec<String> = followup
                .args
                .iter()
                .enumerate()
                .filter(|(i, arg)| followup.function.is_some() || **arg != Expr::Param(*i))
                .map(|(_, arg)| slug(&scope.show(arg)))
                .collect();
            words.push(match &followup.function {
                Some(other) => format!(
                    "and_{}_of_{}",
                    plain(other.rsplit("::").next().unwrap_or(other)),
                    changed.join("_and_")
                ),
                None if changed.is_empty() => "again".to_owned(),
                None => format!("after_{}", changed.join("_and_")),
            });
        }
        words.push(slug(&scope.show(&self.relation.then)));
        words.join("_")
    }

    fn scope(&self) -> Scope {
        Scope { params: self.subject.params.clone(), outs: Vec::<Type>::new(), item: None }
    }

    fn param(&self, i: usize) -> String {
        self.subject
            .params
            .get(i)
            .map_or_else(|| format!("arg{i}"), |(name, _)| plain(name).trim_matches('_').to_owned())
    }
}

fn plain(name: &str) -> String {
    name.strip_prefix("r#").unwrap_or(name).to_owned()
}

fn is_number(expr: &Expr, n: i128) -> bool {
    match expr {
        Expr::Const(Value::Int(value)) => *value == n,
        Expr::Const(value) => value.as_float() == Some(n as f64),
        _ => false,
    }
}

fn equality(then: &Expr, a: &Expr, b: &Expr) -> bool {
    matches!(then, Expr::Apply(Op::Eq, args) if (args[0] == *a && args[1] == *b) || (args[0] == *b && args[1] == *a))
}

fn equal_outcomes(then: &Expr) -> bool {
    equality(then, &Expr::Out(0), &Expr::Out(1))
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

/// The two parameters that change places, where nothing else changes.
fn is_swap(args: &[Expr]) -> Option<(usize, usize)> {
    let moved: Vec<usize> = (0..args.len()).filter(|i| args[*i] != Expr::Param(*i)).collect();
    match moved.as_slice() {
        [a, b] if args[*a] == Expr::Param(*b) && args[*b] == Expr::Param(*a) => Some((*a, *b)),
        _ => None,
    }
}

/// Text as words of a name.
fn slug(text: &str) -> String {
    const WORDS: &[(&str, &str)] = &[
        (".iter()", " "),
        (".chars()", " "),
        ("|x|", " "),
        ("==", " is "),
        ("!=", " is not "),
        ("<=", " at most "),
        (">=", " at least "),
        ("&&", " and "),
        ("||", " or "),
        ("<", " below "),
        (">", " above "),
        ("+", " plus "),
        ("*", " times "),
        ("/", " over "),
        ("%", " mod "),
        (" - ", " minus "),
        ("-", " minus "),
        ("!", " not "),
        (".", " "),
    ];
    let mut text = text.to_owned();
    for (symbol, word) in WORDS {
        text = text.replace(symbol, word);
    }
    let words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.join("_")
}

fn cut(name: &str) -> String {
    let mut kept = name;
    while kept.len() > LONGEST {
        kept = kept.rfind('_').map_or(&kept[..LONGEST], |at| &kept[..at]);
    }
    let mut words = String::new();
    for c in kept.trim_matches('_').chars() {
        if c != '_' || !words.ends_with('_') {
            words.push(c);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::{FloatType, IntType, RelationText};

    fn named(subject: &Signature, followups: &[&str], then: &str) -> String {
        let text = RelationText {
            when: "true".to_owned(),
            followups: followups.iter().map(|f| (*f).to_owned()).collect(),
            then: then.to_owned(),
            tolerance: "exact".to_owned(),
        };
        let other = |path: &str| {
            let param = ("s".to_owned(), subject.ret.clone());
            let ret =
                if path.ends_with("decode") { subject.params[0].1.clone() } else { subject.ret.clone() };
            Some(Signature::new(path, vec![param], ret))
        };
        let relation = Relation::parse(&text, subject, &other).expect("it parses");
        test_name(&relation, subject, &BTreeSet::new())
    }

    #[test]
    fn known_shapes_have_the_names_that_people_use() {
        let int = Type::Int(IntType::U64);
        let float = Type::Float(FloatType::F64);
        let function = |path: &str, params: &[(&str, &Type)], ret: &Type| {
            let params = params.iter().map(|(n, t)| ((*n).to_owned(), (*t).clone())).collect();
            Signature::new(path, params, ret.clone())
        };
        let gcd = function("demo::gcd", &[("a", &int), ("b", &int)], &int);
        assert_eq!(named(&gcd, &["(b, a)"], "y1 == y0"), "gcd_is_symmetric");
        assert_eq!(named(&gcd, &["(y0, b)"], "y1 == y0"), "gcd_is_idempotent");
        assert_eq!(named(&gcd, &["(a * 3, b * 3)"], "y1 == y0 * 3"), "gcd_scales_with_its_inputs");
        assert_eq!(named(&gcd, &["(a + 1, b)"], "y1 >= y0"), "gcd_never_decreases_when_a_grows_by_1");
        assert_eq!(named(&gcd, &["(a + b, b)"], "y1 == y0"), "gcd_is_unchanged_when_a_grows");
        assert_eq!(named(&gcd, &[], "y0 <= b"), "gcd_never_exceeds_b");
        assert_eq!(
            named(&gcd, &["(a % b, a)"], "y1 * 2 == y0 - 1"),
            "gcd_after_a_mod_b_and_a_y1_times_2_is_y0_minus_1"
        );
        let slice = Type::Ref(Box::new(Type::Slice(Box::new(float.clone()))));
        let mean = function("demo::mean", &[("xs", &slice)], &float);
        assert_eq!(
            named(&mean, &["(xs.iter().rev(),)"], "y1 == y0"),
            "mean_is_unchanged_when_xs_is_reversed"
        );
        assert_eq!(
            named(&mean, &["(xs.iter().map(|x| x + 1.5),)"], "y1 == y0 + 1.5"),
            "mean_shifts_with_its_input"
        );
        let three = function("demo::sum", &[("a", &int), ("b", &int), ("c", &int)], &int);
        assert_eq!(named(&three, &["(a, c, b)"], "y1 == y0"), "sum_is_symmetric_in_b_and_c");
        let encode = function("demo::encode", &[("bytes", &slice)], &Type::String);
        assert_eq!(named(&encode, &["demo::decode(y0)"], "y1 == bytes"), "decode_undoes_encode");
        let sin = function("demo::sin", &[("x", &float)], &float);
        assert_eq!(named(&sin, &["(-x,)"], "y1 == -y0"), "sin_is_odd");
        assert_eq!(named(&sin, &["(y0,)"], "y1 == x"), "sin_is_an_involution");
    }

    #[test]
    fn names_are_unique_and_not_too_long() {
        let int = Type::Int(IntType::U64);
        let subject = Signature::new("demo::f", vec![("n".to_owned(), int.clone())], int);
        let then = format!("y0 {}== n", "+ 123456 ".repeat(9));
        let long = named(&subject, &[], &then);
        assert!(long.len() <= LONGEST && long.starts_with("f_y0_plus_123456"), "{long}");
        let relation = Relation {
            when: Expr::yes(),
            followups: vec![],
            then: Expr::yes(),
            tolerance: Default::default(),
        };
        let taken: BTreeSet<String> = ["f_true", "f_true_2"].map(str::to_owned).into();
        assert_eq!(test_name(&relation, &subject, &taken), "f_true_3");
    }
}
