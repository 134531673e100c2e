//! The text forms of a relation: as files store it, and as a person reads it.

use std::fmt;

use super::{Followup, Relation, given};
use crate::expr::Scope;
use crate::hash::{BASIS, fnv1a};
use crate::meant::{callable, split_implementation};
use crate::signature::Signature;
use crate::syntax::{parse_syntax, shortened};
use crate::types::Type;

/// The texts of a relation, as the catalogue stores them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RelationText {
    /// Variables beside the parameters: `k: u64`.
    pub given: Vec<String>,
    /// The guard.
    pub when: String,
    /// The follow-ups: `(b, a)`, or a call of another function.
    pub followups: Vec<String>,
    /// The output relation.
    pub then: String,
    /// The tolerance.
    pub tolerance: String,
}

/// Looks a function up by its path.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<Signature>;

impl Relation {
    /// Writes the relation's texts.
    pub fn show(&self, subject: &Signature) -> RelationText {
        let subject = subject.with_given(&self.given);
        let scope = Scope { params: subject.params, outs: Vec::new(), item: None };
        let followup = |f: &Followup| {
            let args: Vec<String> = f.args.iter().map(|arg| scope.show(arg)).collect();
            match (&f.function, args.len()) {
                (Some(path), _) => format!("{}({})", callable(path), args.join(", ")),
                (None, 1) => format!("({},)", args[0]),
                (None, _) => format!("({})", args.join(", ")),
            }
        };
        RelationText {
            given: self.given.iter().map(|(name, ty)| format!("{name}: {ty}")).collect(),
            when: scope.show(&self.when),
            followups: self.followups.iter().map(followup).collect(),
            then: scope.show(&self.then),
            tolerance: self.tolerance.to_string(),
        }
    }

    /// Reads a relation; the error says which text is wrong and why.
    pub fn parse(text: &RelationText, subject: &Signature, lookup: Lookup<'_>) -> Result<Relation, String> {
        let tolerance = text.tolerance.parse()?;
        let given = given::read(&text.given, subject)?;
        let subject = &subject.with_given(&given);
        let mut followups = Vec::new();
        for followup in &text.followups {
            let scope = scope_of(subject, &followups, lookup)?;
            followups.push(parse_followup(followup, subject, lookup, &scope)?);
        }
        let scope = scope_of(subject, &followups, lookup)?;
        let inputs = Scope { outs: Vec::new(), ..scope.clone() };
        let condition = |scope: &Scope, text: &str| match scope.parse(text) {
            Ok(expr) if scope.type_of(&expr) == Some(Type::Bool) => Ok(expr),
            Ok(_) => Err(format!("`{text}` is not a condition")),
            Err(why) => Err(why),
        };
        Ok(Relation {
            given,
            when: condition(&inputs, &text.when)?,
            then: condition(&scope, &text.then)?,
            followups,
            tolerance,
        })
    }

    /// An id from the function's name, its path and the relation's text; it survives moving code within the module.
    pub fn id(&self, subject: &Signature) -> String {
        format!("{}-{}", subject.title(), self.show(subject).digest(&subject.path))
    }
}

impl RelationText {
    /// A statement that has to hold exactly, without variables and without a guard.
    pub fn exact(followups: &[&str], then: &str) -> RelationText {
        RelationText {
            given: Vec::new(),
            when: "true".to_owned(),
            followups: followups.iter().map(|args| (*args).to_owned()).collect(),
            then: then.to_owned(),
            tolerance: "exact".to_owned(),
        }
    }

    /// Six hexadecimal digits from the path of its function and the texts: the end of an id.
    pub fn digest(&self, path: &str) -> String {
        let given: String = self.given.iter().map(|given| format!("{given}\n")).collect();
        let RelationText { when, then, tolerance, .. } = self;
        let whole = format!("{path}\n{given}{when}\n{}\n{then}\n{tolerance}", self.followups.join(";"));
        let hash = fnv1a(BASIS, whole.bytes());
        format!("{:06x}", (hash ^ (hash >> 32)) & 0x00ff_ffff)
    }
}

/// The names of a relation's output relation.
pub fn scope_of(subject: &Signature, followups: &[Followup], lookup: Lookup<'_>) -> Result<Scope, String> {
    let mut outs = vec![subject.ret.clone()];
    for followup in followups {
        outs.push(match &followup.function {
            None => subject.ret.clone(),
            Some(path) => lookup(path).ok_or_else(|| format!("there is no function `{path}`"))?.ret,
        });
    }
    Ok(Scope { params: subject.params.clone(), outs, item: None })
}

fn parse_followup(
    text: &str,
    subject: &Signature,
    lookup: Lookup<'_>,
    scope: &Scope,
) -> Result<Followup, String> {
    let read_all = |args: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>,
                    called: Option<&Signature>| {
        let wanted = |i: usize| called.and_then(|called| called.arguments().get(i)).map(|(_, ty)| ty);
        let read = |(i, arg)| match wanted(i) {
            Some(ty) => scope.read_as(arg, ty),
            None => scope.read(arg),
        };
        args.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()
    };
    let wrong = |why: String| format!("in follow-up `{}`: {why}", shortened(text));
    // `demo::<[u8] as Hex>::hex` is no path to Rust; its last segment is.
    let (of, text) = split_implementation(text).map_or((None, text), |(of, rest)| (Some(of), rest));
    match parse_syntax::<syn::Expr>(text).map_err(wrong)? {
        syn::Expr::Tuple(tuple) => {
            Ok(Followup::of_subject(read_all(&tuple.elems, Some(subject)).map_err(wrong)?))
        }
        syn::Expr::Call(call) => {
            let syn::Expr::Path(path) = &*call.func else {
                return Err(wrong("a call of something that is not a name".to_owned()));
            };
            let segments = path.path.segments.iter().map(|s| s.ident.to_string());
            let segments: Vec<String> = of.map(str::to_owned).into_iter().chain(segments).collect();
            let path = segments.join("::");
            let called = lookup(&path);
            let args = read_all(&call.args, called.as_ref()).map_err(wrong)?;
            Ok(Followup { function: Some(called.map_or(path, |called| called.path)), args })
        }
        _ => Err(wrong("neither a tuple of arguments nor a call".to_owned())),
    }
}

impl fmt::Display for RelationText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} => {}", self.followups.join(", "), self.then)?;
        if self.when != "true" {
            write!(f, " when {}", self.when)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Env;
    use crate::relation::Verdict;
    use crate::types::{FloatType, IntType};
    use crate::value::Value;

    fn gcd() -> Signature {
        let int = Type::Int(IntType::U64);
        Signature::new("demo::gcd", vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())], int)
    }

    fn mean() -> Signature {
        let float = Type::Float(FloatType::F64);
        let slice = Type::Ref(Box::new(Type::Slice(Box::new(float.clone()))));
        Signature::new("demo::mean", vec![("xs".to_owned(), slice)], float)
    }

    fn read(subject: &Signature, when: &str, followup: &str, then: &str) -> Result<Relation, String> {
        let text = RelationText {
            given: Vec::new(),
            when: when.to_owned(),
            followups: vec![followup.to_owned()],
            then: then.to_owned(),
            tolerance: "exact".to_owned(),
        };
        Relation::parse(&text, subject, &|path| (path == "demo::gcd").then(gcd))
    }

    #[test]
    fn what_is_shown_is_parsed_back() {
        let shapes = [
            (gcd(), "true", "(b, a)", "y1 == y0"),
            (gcd(), "a > 0 && b != 3", "(a * 2, b * 2)", "y1 == y0 * 2"),
            (gcd(), "true", "demo::gcd(y0, a - (b - 1))", "!(y1 <= y0 - 1) || -y1 == y0.max(3).abs()"),
            (mean(), "!xs.is_empty()", "(xs.iter().map(|x| x + 1.5),)", "y1 == y0 + 1.5"),
            (mean(), "xs.iter().all(|x| x.abs() <= 1000.0)", "(xs,)", "y1 == y0"),
            (mean(), "xs.len() > 1", "([xs, [2.0]].concat(),)", "y1 >= y0"),
            (mean(), "true", "(xs.iter().rev().iter().skip(1),)", "xs.iter().sum() != xs.len() as f64 * y0"),
            (mean(), "true", "(xs.sorted().rotated_left(1).repeat(2),)", "y1 == y0"),
            (mean(), "true", "(xs.iter().map(|x| x + TAU),)", "y1 == y0 * 2.0 * E - -FRAC_PI_2"),
        ];
        for (subject, when, followup, then) in shapes {
            let relation = read(&subject, when, followup, then).unwrap();
            let shown = relation.show(&subject);
            assert_eq!(
                (shown.when.as_str(), shown.followups[0].as_str(), shown.then.as_str()),
                (when, followup, then)
            );
            assert_eq!(Relation::parse(&shown, &subject, &|_| Some(gcd())).unwrap(), relation);
        }
    }

    #[test]
    fn variables_stand_where_parameters_may() {
        let text = RelationText {
            given: vec!["k: u64".to_owned()],
            when: "k > 0".to_owned(),
            followups: vec!["(a * k, b * k)".to_owned()],
            then: "y1 == y0 * k".to_owned(),
            tolerance: "exact".to_owned(),
        };
        let relation = Relation::parse(&text, &gcd(), &|_| None).unwrap();
        assert_eq!(relation.show(&gcd()), text);
        assert_eq!(relation.readable(&gcd(), &|_| None), "gcd(a * k, b * k) == gcd(a, b) * k when k > 0");
        let params = [4, 6, 5].map(Value::Int);
        let verdict = |y1| relation.verdict(Env { params: &params, outs: &[Value::Int(2), Value::Int(y1)] });
        assert_eq!((verdict(10), verdict(2)), (Verdict::Held, Verdict::Violated));
        let plain = RelationText { given: Vec::new(), ..text };
        assert!(Relation::parse(&plain, &gcd(), &|_| None).unwrap_err().contains("`k` is neither"));
    }

    #[test]
    fn collects_and_borrows_of_real_rust_are_understood() {
        let written =
            read(&mean(), "true", "(&xs.iter().rev().copied().collect::<Vec<_>>(),)", "y1 == y0").unwrap();
        assert_eq!(written, read(&mean(), "true", "(xs.iter().rev(),)", "y1 == y0").unwrap());
    }

    #[test]
    fn elements_are_read_by_any_name_and_shown_by_one() {
        for (written, shown) in [
            ("xs.iter().all(|&c| c < 1.0)", "xs.iter().all(|x| x < 1.0)"),
            ("xs.iter().any(|xs| xs > 1.0)", "!xs.iter().all(|x| !(x > 1.0))"),
            (
                "xs.iter().map(|a| a + xs.iter().map(|b| b * 2.0).iter().sum()) == xs",
                "xs.iter().map(|x| x + xs.iter().map(|x| x * 2.0).iter().sum()) == xs",
            ),
        ] {
            assert_eq!(read(&mean(), written, "(xs,)", "y1 == y0").unwrap().show(&mean()).when, shown);
        }
        for nonsense in ["xs.iter().all(|c| x < 1.0)", "xs.iter().all(|a| xs.iter().all(|b| a <= b))"] {
            assert!(read(&mean(), nonsense, "(xs,)", "y1 == y0").is_err(), "{nonsense}");
        }
    }

    #[test]
    fn constants_of_std_are_read_by_their_paths_and_shown_by_their_names() {
        for path in ["PI", "std::f64::consts::PI", "consts::PI", "3.141592653589793"] {
            let relation = read(&mean(), "true", "(xs,)", &format!("y1 == y0 * {path}")).unwrap();
            assert_eq!(relation.show(&mean()).then, "y1 == y0 * PI");
        }
        assert!(read(&mean(), "true", "(xs,)", "y1 == y0 * f64::consts::PIE").is_err());
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_reason() {
        for (when, followup, then, reason) in [
            ("true", "(b, a)", "y2 == y0", "neither a parameter nor an outcome"),
            ("true", "(b, a)", "y1 + y0", "is not a condition"),
            ("true", "(b, a)", "y1 == 1.0", "has no type"),
            ("y0 == 1", "(b, a)", "y1 == y0", "neither a parameter"),
            ("true", "b", "y1 == y0", "neither a tuple"),
            ("true", "demo::lcm(b, a)", "y1 == y0", "there is no function `demo::lcm`"),
            ("true", "(b, a", "y1 == y0", "in follow-up"),
        ] {
            let error = read(&gcd(), when, followup, then).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn a_relation_holds_is_violated_or_does_not_apply() {
        let relation = read(&gcd(), "a > 0", "(b, a)", "y1 == y0").unwrap();
        let verdict = |a: i128, y1: i128| {
            let (params, outs) = ([Value::Int(a), Value::Int(6)], [Value::Int(2), Value::Int(y1)]);
            relation.verdict(Env { params: &params, outs: &outs })
        };
        assert_eq!(verdict(4, 2), Verdict::Held);
        assert_eq!(verdict(4, 3), Verdict::Violated);
        assert_eq!(verdict(0, 3), Verdict::Inapplicable);
    }
}
