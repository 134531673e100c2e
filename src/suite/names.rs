//! What tests are called: by the shape of their relation where it is a known one.

mod change;
mod effect;
mod shape;
mod words;

use std::collections::BTreeSet;

use super::entry::{Entry, Naming};
use morph_relation::{Expr, Op, Relation, Scope, Signature, Type, Value};
use words::{LONGEST, cut, slug};

/// A test's name, unlike those that are taken.
pub fn test_name(entry: &Entry, subject: &Signature, taken: &BTreeSet<String>) -> String {
    let name = match &entry.naming {
        Naming::Kept(name) => name.clone(),
        Naming::Words(said) => titled(&subject.title(), said),
        Naming::Form => by_form(&entry.relation, subject),
    };
    let name = cut(&name, LONGEST);
    if !taken.contains(&name) {
        return name;
    }
    let short = cut(&name, LONGEST - NUMBER);
    (2..).map(|n| format!("{short}_{n}")).find(|name| !taken.contains(name)).expect("numbers do not end")
}

/// A table's name, unlike those that are taken: a function may stand for it, with the same name in lower case.
pub fn table_name(name: &str, taken: &BTreeSet<String>) -> String {
    let name = name.to_uppercase();
    let free = |name: &String| !taken.contains(&name.to_lowercase());
    let numbers = (2..).map(|n| format!("{name}_{n}_SOURCES"));
    std::iter::once(format!("{name}_SOURCES")).chain(numbers).find(free).expect("numbers do not end")
}

/// Room for a number at the end of a name.
const NUMBER: usize = 3;

/// Words after a function's name, unless they name it themselves: `decode_inverts_encode`.
fn titled(title: &str, said: &str) -> String {
    let within = format!("{said}_");
    let names_it =
        ["inverts", "undoes", "whether"].iter().any(|verb| within.contains(&format!("_{verb}_{title}_")));
    if names_it || within.starts_with(&format!("{title}_")) {
        said.to_owned()
    } else {
        format!("{title}_{said}")
    }
}

fn by_form(relation: &Relation, subject: &Signature) -> String {
    // `y0.unwrap()` is called what it is called where it is a plain value.
    let (relation, _) = relation.with_values(&|_| false);
    let named = Named { subject: &subject.with_given(&relation.given), relation: &relation };
    let said = named.shape().unwrap_or_else(|| named.spelled());
    said.trim_matches('_').to_lowercase()
}

/// What is to be named.
struct Named<'a> {
    subject: &'a Signature,
    relation: &'a Relation,
}

impl Named<'_> {
    /// The expressions in words, after the function's name.
    fn spelled(&self) -> String {
        let title = self.subject.title();
        let then = &self.relation.then;
        match self.relation.followups.as_slice() {
            [] => match then {
                Expr::Apply(op, sides) if sides[0] == Expr::Out(0) && verb(*op).is_some() => {
                    format!(
                        "{title}_{}_{}",
                        verb(*op).unwrap_or_default(),
                        self.words(&sides[1], &["result"])
                    )
                }
                _ => format!("{title}_{}", self.words(then, &["result"])),
            },
            [followup] => match &followup.function {
                Some(other) => {
                    let other = called(other);
                    format!("{title}_with_{other}_{}", self.words(then, &["result", &other]))
                }
                None => format!("{title}_{}_{}", self.compared(then), self.circumstance(&followup.args)),
            },
            followups => {
                let functions: BTreeSet<String> = followups
                    .iter()
                    .filter_map(|followup| followup.function.as_deref().map(called))
                    .collect();
                if functions.is_empty() {
                    let circumstances: Vec<String> =
                        followups.iter().map(|followup| self.circumstance(&followup.args)).collect();
                    return format!("{title}_is_consistent_{}", circumstances.join("_and_"));
                }
                let functions: Vec<String> = functions.into_iter().collect();
                format!("{title}_is_consistent_with_{}", functions.join("_and_"))
            }
        }
    }

    /// What is said of a changed outcome.
    fn compared(&self, then: &Expr) -> String {
        const OUTCOMES: [&str; 2] = ["original", "result"];
        match then {
            Expr::Apply(op, sides) if sides[0] == Expr::Out(1) && verb(*op).is_some() => {
                format!("{}_{}", verb(*op).unwrap_or_default(), self.words(&sides[1], &OUTCOMES))
            }
            _ => self.words(then, &OUTCOMES),
        }
    }

    /// How the inputs of a follow-up are made.
    fn circumstance(&self, args: &[Expr]) -> String {
        if let Some(change) = self.changes(args) {
            return format!("when_{change}");
        }
        let changed = args.iter().enumerate().filter(|(i, arg)| **arg != Expr::Param(*i));
        let changed: Vec<String> = changed.map(|(_, arg)| self.words(arg, &["result"])).collect();
        format!("for_{}", changed.join("_and_"))
    }

    /// An expression in words; outcomes are called by these names, the last one for all others.
    fn words(&self, expr: &Expr, outcomes: &[&str]) -> String {
        let words = slug(&self.scope().show(expr));
        let spoken = words.split('_').filter(|word| *word != "unwrap").map(|word| {
            let is_param = self.subject.params.iter().any(|(name, _)| name == word);
            let number = word.strip_prefix('y').filter(|_| !is_param).and_then(|n| n.parse::<usize>().ok());
            number.and_then(|n| outcomes.get(n).or(outcomes.last())).map_or(word, |name| name)
        });
        spoken.collect::<Vec<_>>().join("_")
    }

    fn scope(&self) -> Scope {
        Scope { params: self.subject.params.clone(), outs: Vec::<Type>::new(), item: None }
    }

    fn param(&self, i: usize) -> String {
        let name = self.subject.params.get(i).map(|(name, _)| plain(name).trim_matches('_').to_owned());
        name.unwrap_or_else(|| format!("arg{i}"))
    }
}

/// A comparison as the verb of a sentence.
fn verb(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Eq => "is",
        Op::Ne => "is_not",
        Op::Lt => "is_below",
        Op::Le => "is_at_most",
        Op::Gt => "is_above",
        Op::Ge => "is_at_least",
        _ => return None,
    })
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
    use crate::suite::Evidence;
    use morph_relation::{FloatType, IntType, RelationText};
    use morph_source::scan::Subject;

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
        cut(&by_form(&relation, subject), LONGEST)
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
            "gcd_result_times_2_is_original_minus_1_for_a_mod_b_and_a"
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
        assert_eq!(named(&four, &["(0, b, c, d)"], "y1 == y0.max(29)"), "far_is_original_max_29_when_a_is_0");
        assert_eq!(named(&four, &["(0, b, c, d)"], "y1 <= y0 + 1"), "far_grows_by_at_most_1_when_a_is_0");
        let sin = function("demo::sin", &[("x", &float)], &float);
        assert_eq!(named(&sin, &["(-x,)"], "y1 == -y0"), "sin_is_odd");
        assert_eq!(named(&sin, &["(y0,)"], "y1 == x"), "sin_is_an_involution");
        assert_eq!(named(&sin, &["(x * x,)"], "y1 == y0"), "sin_is_unchanged_when_x_is_squared");
    }

    #[test]
    fn names_of_other_forms_speak_of_results_and_not_of_their_numbers() {
        let int = Type::Int(IntType::U64);
        let params = vec![("base".to_owned(), int.clone()), ("exponent".to_owned(), int.clone())];
        let pow = Signature::new("demo::pow", params, Type::Option(Box::new(int.clone())));
        assert_eq!(named(&pow, &["(base, 1)"], "y1.unwrap() == base"), "pow_is_base_when_exponent_is_1");
        assert_eq!(
            named(&pow, &[], "y0.is_none() || y0.unwrap() >= base"),
            "pow_result_is_none_or_result_at_least_base"
        );
        assert_eq!(
            named(&pow, &["(base, exponent + 1)", "(base, exponent * exponent)"], "y1 == y2"),
            "pow_is_consistent"
        );
        assert_eq!(
            named(&pow, &["demo::root(y0)"], "y1.unwrap() * 2 == base"),
            "pow_with_root_root_times_2_is_base"
        );
    }

    #[test]
    fn words_of_a_family_stand_after_the_function_unless_they_name_it() {
        assert_eq!(titled("gcd", "is_associative"), "gcd_is_associative");
        assert_eq!(titled("encode", "decode_inverts_encode"), "decode_inverts_encode");
        assert_eq!(
            titled("parse", "is_valid_tells_whether_parse_succeeds"),
            "is_valid_tells_whether_parse_succeeds"
        );
        assert_eq!(titled("encode", "encode_all_inverts_encode"), "encode_all_inverts_encode");
        assert_eq!(titled("odd", "is_odd"), "odd_is_odd");
        assert_eq!(titled("encode", "agrees_with_encode_all"), "encode_agrees_with_encode_all");
    }

    #[test]
    fn names_are_unique_and_not_too_long() {
        let int = Type::Int(IntType::U64);
        let subject = Signature::new("demo::f", vec![("n".to_owned(), int.clone())], int);
        let then = format!("y0 {}== n", "+ 123456 ".repeat(9));
        let long = named(&subject, &[], &then);
        assert!(long.len() <= LONGEST && long.starts_with("f_result_plus_123456"), "{long}");
        let params = subject.params.iter().map(|(name, ty)| (name.as_str(), ty.clone())).collect::<Vec<_>>();
        let entry = |naming: Naming| Entry {
            subject: Subject::free("demo::f", &params, subject.ret.clone()),
            relation: Relation {
                given: Vec::new(),
                when: Expr::yes(),
                followups: vec![],
                then: Expr::yes(),
                tolerance: Default::default(),
            },
            strategy: String::new(),
            naming,
            observed: false,
            sources: Vec::new(),
            evidence: Evidence::default(),
            id: String::new(),
            code: None,
        };
        let taken: BTreeSet<String> = ["f_true", "f_true_2", "f_is_odd"].map(str::to_owned).into();
        let named = |naming: Naming| test_name(&entry(naming), &subject, &taken);
        assert_eq!(named(Naming::Form), "f_true_3");
        assert_eq!(named(Naming::Kept("f_is_even".to_owned())), "f_is_even");
        assert_eq!(named(Naming::Words("is_odd".to_owned())), "f_is_odd_2");
        let long = format!("is_{}", "word_".repeat(20));
        assert!(named(Naming::Words(long)).len() <= LONGEST);
        let taken = BTreeSet::from(["f_with_k_sources".to_owned()]);
        assert_eq!(table_name("f_with_k", &taken), "F_WITH_K_2_SOURCES");
    }
}
