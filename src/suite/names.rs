//! What tests are called: by the shape of their relation where it is a known one.

mod change;
mod effect;
mod shape;
mod words;

use std::collections::BTreeSet;

use morph_relation::{Expr, Op, Relation, Scope, Signature, Type, Value};
use words::{cut, slug};

/// A test's name, unlike those that are taken.
pub fn test_name(relation: &Relation, subject: &Signature, taken: &BTreeSet<String>) -> String {
    // `y0.unwrap()` is called what it is called where it is a plain value.
    let (relation, _) = relation.with_values(&|_| false);
    let named = Named { subject, relation: &relation };
    let said = named.shape().unwrap_or_else(|| format!("{}_{}", subject.title(), named.spelled()));
    let name = cut(&said.trim_matches('_').to_lowercase());
    let numbered = std::iter::once(name.clone()).chain((2..).map(|n| format!("{name}_{n}")));
    numbered.into_iter().find(|name| !taken.contains(name)).expect("numbers do not end")
}

/// What is to be named.
struct Named<'a> {
    subject: &'a Signature,
    relation: &'a Relation,
}

impl Named<'_> {
    /// The expressions in words.
    fn spelled(&self) -> String {
        let scope = self.scope();
        let then = slug(&scope.show(&self.relation.then));
        let mut words = Vec::new();
        for followup in &self.relation.followups {
            let shown = |arg: &Expr| slug(&scope.show(arg));
            match &followup.function {
                Some(other) => {
                    let args: Vec<String> = followup.args.iter().map(shown).collect();
                    words.push(format!("and_{}_of_{}", called(other), args.join("_and_")));
                }
                None => match (self.changes(&followup.args), self.relation.followups.len()) {
                    (Some(change), 1) => return format!("{then}_when_{change}"),
                    _ => {
                        let changed = followup.args.iter().enumerate();
                        let changed: Vec<String> = changed
                            .filter(|(i, arg)| **arg != Expr::Param(*i))
                            .map(|(_, arg)| shown(arg))
                            .collect();
                        words.push(format!("after_{}", changed.join("_and_")));
                    }
                },
            }
        }
        words.push(then);
        words.join("_")
    }

    fn scope(&self) -> Scope {
        Scope { params: self.subject.params.clone(), outs: Vec::<Type>::new(), item: None }
    }

    fn param(&self, i: usize) -> String {
        let name = self.subject.params.get(i).map(|(name, _)| plain(name).trim_matches('_').to_owned());
        name.unwrap_or_else(|| format!("arg{i}"))
    }
}

/// A function's name, by its path.
fn called(path: &str) -> String {
    plain(path.rsplit("::").next().unwrap_or(path))
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
    let sides = |args: &[Expr]| (args[0] == *a && args[1] == *b) || (args[0] == *b && args[1] == *a);
    matches!(then, Expr::Apply(Op::Eq, args) if sides(args))
}

fn equal_outcomes(then: &Expr) -> bool {
    equality(then, &Expr::Out(0), &Expr::Out(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{FloatType, IntType, RelationText};

    fn named(subject: &Signature, followups: &[&str], then: &str) -> String {
        let text = RelationText {
            given: Vec::new(),
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
        assert_eq!(
            named(&encode, &["demo::decode(y0)"], "y1.len() == bytes.len()"),
            "decode_of_encode_restores_the_length"
        );
        let caesar = function("demo::caesar", &[("text", &Type::String), ("shift", &int)], &Type::String);
        assert_eq!(named(&caesar, &["(y0, -shift)"], "y1 == text"), "caesar_is_undone_when_shift_is_negated");
        assert_eq!(
            named(&caesar, &["(text.repeat(2), shift)"], "y1 == y0.repeat(2)"),
            "caesar_commutes_with_repetition"
        );
        assert_eq!(
            named(&caesar, &["(text.repeat(2), shift)"], "y1.len() > y0.len()"),
            "caesar_gets_longer_when_text_is_repeated"
        );
        assert_eq!(named(&caesar, &["(y0, shift)"], "y1 <= y0"), "caesar_never_increases_when_applied_again");
        let four = function("demo::far", &[("a", &int), ("b", &int), ("c", &int), ("d", &int)], &int);
        assert_eq!(named(&four, &["(c, d, a, b)"], "y1 == y0"), "far_is_symmetric");
        assert_eq!(named(&four, &["(0, b, c, d)"], "y1 == y0.max(29)"), "far_y1_is_y0_max_29_when_a_is_0");
        assert_eq!(named(&four, &["(0, b, c, d)"], "y1 <= y0 + 1"), "far_grows_by_at_most_1_when_a_is_0");
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
        assert!(long.len() <= words::LONGEST && long.starts_with("f_y0_plus_123456"), "{long}");
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![],
            then: Expr::yes(),
            tolerance: Default::default(),
        };
        let taken: BTreeSet<String> = ["f_true", "f_true_2"].map(str::to_owned).into();
        assert_eq!(test_name(&relation, &subject, &taken), "f_true_3");
    }
}
