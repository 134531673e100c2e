//! A metamorphic relation: a guard, follow-ups and an output relation.

use std::collections::BTreeSet;
use std::fmt;

use super::eval::Env;
use super::expr::{Expr, Scope};
use super::operators::Op;
use super::tolerance::Tolerance;
use super::types::Type;
use super::value::Value;
use crate::hash::{BASIS, fnv1a};

/// What a relation needs to know of a function: its path, parameters and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `demo::num::gcd`
    pub path: String,
    /// Names and types of its parameters; the receiver is `this`.
    pub params: Vec<(String, Type)>,
    /// The type of its outcome: what it returns and what its `&mut` parameters hold at the end.
    pub ret: Type,
    /// What it returns, as declared.
    pub returned: Type,
    /// The type that it is a member of.
    pub member: Option<Member>,
    /// The type arguments that a call has to name: `::<i64>`; mostly empty.
    pub turbofish: String,
}

/// How a function belongs to a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The type as the function's module names it: `Point`, `Grid<f64>`.
    pub of: String,
    /// The trait that it implements, as written there.
    pub by: Option<String>,
    /// Whether its first parameter is `self`.
    pub receiver: bool,
}

impl Signature {
    /// A free function.
    pub fn new(path: impl Into<String>, params: Vec<(String, Type)>, returned: Type) -> Signature {
        let ret = outcome(params.iter().map(|(_, ty)| ty), &returned);
        Signature { path: path.into(), params, ret, returned, member: None, turbofish: String::new() }
    }

    /// A call as a person writes it, of arguments that are written already.
    pub fn call(&self, args: &[String]) -> String {
        match &self.member {
            Some(Member { receiver: true, .. }) if !args.is_empty() => {
                let plain = |c: char| {
                    c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '(' | ')' | ',' | ' ' | '{' | '}')
                };
                let this = if args[0].chars().all(plain) && !args[0].starts_with('(') {
                    args[0].clone()
                } else {
                    format!("({})", args[0])
                };
                format!("{this}.{}({})", self.name(), args[1..].join(", "))
            }
            Some(Member { of, .. }) => format!("{of}::{}({})", self.name(), args.join(", ")),
            None => format!("{}({})", self.name(), args.join(", ")),
        }
    }

    /// Whether a call is written `this.name(…)`: it has a receiver, and a trait that it implements is in scope.
    pub fn is_called_as_method(&self) -> bool {
        self.member
            .as_ref()
            .is_some_and(|member| member.receiver && member.by.as_ref().is_none_or(|by| !by.contains("::")))
    }

    /// A name for what belongs to the function: `gcd`, `point_scale`.
    pub fn title(&self) -> String {
        let name = self.name().trim_start_matches("r#");
        match &self.member {
            Some(member) => {
                let of = member.of.split('<').next().unwrap_or_default();
                let of = of.rsplit("::").next().unwrap_or(of);
                // `&str`, `[u8; 4]`
                let words = of.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
                let of = words.map(snake).collect::<Vec<_>>().join("_");
                if of.starts_with(|c: char| c.is_alphabetic()) {
                    format!("{of}_{name}")
                } else {
                    name.to_owned()
                }
            }
            None => name.to_owned(),
        }
    }

    /// The function's own name.
    pub fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or(&self.path)
    }
}

/// The type of an outcome: the returned value, left out where it is `()`, and the final contents of `&mut` parameters,
/// as a tuple where it is more than one.
pub fn outcome<'a>(params: impl IntoIterator<Item = &'a Type>, returned: &Type) -> Type {
    let held = params.into_iter().filter_map(|ty| match ty {
        Type::Mut(inner) => Some(inner.owned()),
        _ => None,
    });
    let mut parts: Vec<Type> =
        std::iter::once(returned.clone()).filter(|ty| *ty != Type::Unit).chain(held).collect();
    match parts.len() {
        0 => Type::Unit,
        1 => parts.remove(0),
        _ => Type::Tuple(parts),
    }
}

/// `CamelCase` as `snake_case`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    let mut lower = false;
    for c in name.chars() {
        if c.is_uppercase() && lower {
            text.push('_');
        }
        lower = c.is_lowercase() || c.is_ascii_digit();
        text.extend(c.to_lowercase());
    }
    text
}

/// One more execution, of the subject itself or of another function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Followup {
    /// The path of the other function; `None` for the subject itself.
    pub function: Option<String>,
    /// Its arguments, over the parameters and the outcomes so far.
    pub args: Vec<Expr>,
}

/// Whether a relation holds on a metamorphic group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The guard and the output relation hold.
    Held,
    /// The guard holds, the output relation does not.
    Violated,
    /// The guard does not hold, or something has no value. Never counted as one of the others.
    Inapplicable,
}

/// A metamorphic relation of one function (its subject).
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// The guard over the parameters.
    pub when: Expr,
    /// Executions 1, 2, …
    pub followups: Vec<Followup>,
    /// The output relation over `y0`, `y1`, … and the parameters.
    pub then: Expr,
    /// How floats compare in `then`.
    pub tolerance: Tolerance,
}

impl Relation {
    /// The verdict on a group whose executions all returned values.
    pub fn verdict(&self, env: Env<'_>) -> Verdict {
        match self.when.test(env, Tolerance::Exact) {
            Some(true) => match self.then.test(env, self.tolerance) {
                Some(true) => Verdict::Held,
                Some(false) => Verdict::Violated,
                None => Verdict::Inapplicable,
            },
            _ => Verdict::Inapplicable,
        }
    }

    /// Whether every follow-up is the source once more: the subject with the same inputs.
    pub fn repeats(&self, env: Env<'_>) -> bool {
        let same = |(arg, param): (&Expr, &Value)| arg.eval(env, Tolerance::Exact).as_ref() == Some(param);
        self.followups.iter().all(|f| f.function.is_none() && f.args.iter().zip(env.params).all(same))
    }

    /// Whether the relation's test fails on a mutant's group, where it holds on the original's group of the same source:
    /// an outcome that the test unwraps and that is missing is a failure there, while a group of the original without
    /// it says nothing.
    pub fn broken_on(&self, env: Env<'_>) -> bool {
        match self.verdict(env) {
            Verdict::Violated => true,
            Verdict::Inapplicable => self.unwraps(),
            Verdict::Held => false,
        }
    }

    /// Whether an outcome is unwrapped anywhere.
    pub fn unwraps(&self) -> bool {
        let mut exprs = self.followups.iter().flat_map(|f| &f.args).chain([&self.then]);
        exprs.any(|expr| expr.any(&mut |e| matches!(e, Expr::Apply(Op::Unwrap, _))))
    }

    /// The values of everything that the relation mentions on a group: literals, arguments, parts of its conditions.
    pub fn values(&self, env: Env<'_>) -> Vec<Value> {
        fn go(expr: &Expr, env: Env<'_>, values: &mut Vec<Value>) {
            if let Some(value) = expr.eval(env, Tolerance::Exact)
                && !values.contains(&value)
            {
                values.push(value);
            }
            expr.children().into_iter().for_each(|child| go(child, env, values));
        }
        let mut values = Vec::new();
        let args = self.followups.iter().flat_map(|followup| &followup.args);
        args.chain([&self.when, &self.then]).for_each(|expr| go(expr, env, &mut values));
        values
    }

    /// How many nodes the whole relation has.
    pub fn size(&self) -> usize {
        let args = self.followups.iter().flat_map(|f| &f.args).map(Expr::size).sum::<usize>();
        args + self.then.size() + if self.when.is_yes() { 0 } else { self.when.size() }
    }
}

impl Relation {
    /// The same relation with `y1.unwrap()` written as `y1`, and which outcomes are meant so: those without whose value it
    /// cannot hold. Where the outcome as a whole is mentioned, too, it is that value wrapped again. `results` are the
    /// outcomes that are wrapped by `Ok`.
    ///
    /// Where `||` or an element of a sequence decides whether an outcome is unwrapped, it stays as it is.
    pub fn with_values(&self, results: &dyn Fn(usize) -> bool) -> (Relation, BTreeSet<usize>) {
        let mut unwrapped = BTreeSet::new();
        needed(&self.then, true, &mut unwrapped);
        self.followups.iter().flat_map(|f| &f.args).for_each(|arg| needed(arg, false, &mut unwrapped));
        fn rewrite(expr: &Expr, unwrapped: &BTreeSet<usize>, results: &dyn Fn(usize) -> bool) -> Expr {
            match expr {
                Expr::Apply(Op::Unwrap, args) if matches!(args[0], Expr::Out(i) if unwrapped.contains(&i)) => {
                    args[0].clone()
                }
                Expr::Out(i) if unwrapped.contains(i) => {
                    Expr::unary(if results(*i) { Op::Ok } else { Op::Some }, expr.clone())
                }
                _ => match expr.with_children(&mut |child| rewrite(child, unwrapped, results)) {
                    // Both are wrapped: so are what they wrap.
                    Expr::Apply(op @ (Op::Eq | Op::Ne), args) => match args.as_slice() {
                        [Expr::Apply(f @ (Op::Some | Op::Ok), a), Expr::Apply(g, b)] if f == g => {
                            Expr::binary(op, a[0].clone(), b[0].clone())
                        }
                        _ => Expr::Apply(op, args),
                    },
                    Expr::Apply(Op::IsSome | Op::IsOk, args)
                        if matches!(args[0], Expr::Apply(Op::Some | Op::Ok, _)) =>
                    {
                        Expr::yes()
                    }
                    other => other,
                },
            }
        }
        let mut plain = self.clone();
        for arg in plain.followups.iter_mut().flat_map(|f| &mut f.args).chain([&mut plain.then]) {
            *arg = rewrite(arg, &unwrapped, results);
        }
        (plain, unwrapped)
    }
}

/// Adds the outcomes that are unwrapped wherever the expression has a value; of a condition that has to hold (`wanted`),
/// wherever it is true.
fn needed(expr: &Expr, wanted: bool, outcomes: &mut BTreeSet<usize>) {
    match expr {
        Expr::Apply(Op::And, args) if wanted => args.iter().for_each(|arg| needed(arg, true, outcomes)),
        // Whether what is on the right is reached, what is on the left decides.
        Expr::Apply(Op::And | Op::Or, args) => needed(&args[0], false, outcomes),
        // Where there is no element, the closure is not called.
        Expr::Map(seq, _) | Expr::All(seq, _) => needed(seq, false, outcomes),
        Expr::Apply(Op::Unwrap, args) => match &args[0] {
            Expr::Out(i) => {
                outcomes.insert(*i);
            }
            of => needed(of, false, outcomes),
        },
        other => other.children().into_iter().for_each(|child| needed(child, false, outcomes)),
    }
}

impl Followup {
    /// An execution of the subject itself.
    pub fn of_subject(args: Vec<Expr>) -> Followup {
        Followup { function: None, args }
    }

    /// The arguments on a group, or `None` where one has no value or does not fit its parameter's type.
    pub fn inputs(&self, env: Env<'_>, types: &[Type]) -> Option<Vec<Value>> {
        self.args
            .iter()
            .zip(types)
            .map(|(arg, ty)| arg.eval(env, Tolerance::Exact).filter(|value| value.fits(ty)))
            .collect()
    }
}

/// The three texts of a relation, as the catalogue stores them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RelationText {
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
        let scope = Scope { params: subject.params.clone(), outs: Vec::new(), item: None };
        let followup = |f: &Followup| {
            let args: Vec<String> = f.args.iter().map(|arg| scope.show(arg)).collect();
            match (&f.function, args.len()) {
                (Some(path), _) => format!("{path}({})", args.join(", ")),
                (None, 1) => format!("({},)", args[0]),
                (None, _) => format!("({})", args.join(", ")),
            }
        };
        RelationText {
            when: scope.show(&self.when),
            followups: self.followups.iter().map(followup).collect(),
            then: scope.show(&self.then),
            tolerance: self.tolerance.to_string(),
        }
    }

    /// Reads a relation; the error says which text is wrong and why.
    pub fn parse(text: &RelationText, subject: &Signature, lookup: Lookup<'_>) -> Result<Relation, String> {
        let tolerance = text.tolerance.parse()?;
        let mut followups = Vec::new();
        for followup in &text.followups {
            let scope = scope_of(subject, &followups, lookup)?;
            followups.push(parse_followup(followup, &scope)?);
        }
        let scope = scope_of(subject, &followups, lookup)?;
        let inputs = Scope { outs: Vec::new(), ..scope.clone() };
        let condition = |scope: &Scope, text: &str| match scope.parse(text) {
            Ok(expr) if scope.type_of(&expr) == Some(Type::Bool) => Ok(expr),
            Ok(_) => Err(format!("`{text}` is no condition")),
            Err(why) => Err(why),
        };
        Ok(Relation {
            when: condition(&inputs, &text.when)?,
            then: condition(&scope, &text.then)?,
            followups,
            tolerance,
        })
    }

    /// One line that a person reads: `gcd(b, a) == gcd(a, b)`, outcomes replaced by the calls they come from.
    pub fn readable(&self, subject: &Signature) -> String {
        let names: Vec<String> = subject.params.iter().map(|(name, _)| name.clone()).collect();
        let scope = Scope { params: subject.params.clone(), outs: Vec::new(), item: None };
        let mut calls = vec![subject.call(&names)];
        for followup in &self.followups {
            let args: Vec<String> =
                followup.args.iter().map(|arg| substitute(&scope.show(arg), &calls)).collect();
            calls.push(match &followup.function {
                None => subject.call(&args),
                Some(path) => {
                    format!("{}({})", path.rsplit("::").next().unwrap_or(path), args.join(", "))
                }
            });
        }
        let then = substitute(&scope.show(&self.then), &calls);
        let guard =
            if self.when.is_yes() { String::new() } else { format!(" when {}", scope.show(&self.when)) };
        let tolerance = match self.tolerance {
            Tolerance::Exact => String::new(),
            tolerance => format!(" (within {tolerance})"),
        };
        format!("{then}{guard}{tolerance}")
    }

    /// An id from the function's name, its path and the relation's text; it survives moving code within the module.
    pub fn id(&self, subject: &Signature) -> String {
        let text = self.show(subject);
        let whole = format!(
            "{}\n{}\n{}\n{}\n{}",
            subject.path,
            text.when,
            text.followups.join(";"),
            text.then,
            text.tolerance
        );
        let hash = fnv1a(BASIS, whole.bytes());
        format!("{}-{:06x}", subject.title(), (hash ^ (hash >> 32)) & 0x00ff_ffff)
    }
}

/// Replaces `y0`, `y1`, … where they stand as whole words.
fn substitute(text: &str, calls: &[String]) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        let index = word.strip_prefix('y').and_then(|n| n.parse::<usize>().ok());
        match index.and_then(|n| calls.get(n)) {
            Some(call) => out.push_str(call),
            None => out.push_str(word),
        }
        word.clear();
    };
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            flush(&mut word, &mut out);
            out.push(c);
        }
    }
    flush(&mut word, &mut out);
    out
}

/// The names of a relation's output relation.
pub(super) fn scope_of(
    subject: &Signature,
    followups: &[Followup],
    lookup: Lookup<'_>,
) -> Result<Scope, String> {
    let mut outs = vec![subject.ret.clone()];
    for followup in followups {
        outs.push(match &followup.function {
            None => subject.ret.clone(),
            Some(path) => lookup(path).ok_or_else(|| format!("there is no function `{path}`"))?.ret,
        });
    }
    Ok(Scope { params: subject.params.clone(), outs, item: None })
}

fn parse_followup(text: &str, scope: &Scope) -> Result<Followup, String> {
    let read_all = |args: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>| {
        args.iter().map(|arg| scope.read(arg)).collect::<Result<Vec<_>, _>>()
    };
    let wrong = |why: String| format!("in follow-up `{text}`: {why}");
    match syn::parse_str::<syn::Expr>(text).map_err(|e| wrong(e.to_string()))? {
        syn::Expr::Tuple(tuple) => Ok(Followup::of_subject(read_all(&tuple.elems).map_err(wrong)?)),
        syn::Expr::Call(call) => {
            let syn::Expr::Path(path) = &*call.func else {
                return Err(wrong("a call of something unnamed".to_owned()));
            };
            let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
            Ok(Followup { function: Some(segments.join("::")), args: read_all(&call.args).map_err(wrong)? })
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
    use crate::{FloatType, IntType};

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
    fn collects_and_borrows_of_real_rust_are_understood() {
        let written =
            read(&mean(), "true", "(&xs.iter().rev().copied().collect::<Vec<_>>(),)", "y1 == y0").unwrap();
        assert_eq!(written, read(&mean(), "true", "(xs.iter().rev(),)", "y1 == y0").unwrap());
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
            ("true", "(b, a)", "y1 + y0", "is no condition"),
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

    #[test]
    fn the_readable_form_shows_calls_in_place_of_outcomes() {
        let relation = read(&gcd(), "a > 0", "(b, a)", "y1 == y0").unwrap();
        assert_eq!(relation.readable(&gcd()), "gcd(b, a) == gcd(a, b) when a > 0");
        let nested = read(&gcd(), "true", "(y0, a)", "y1 == y0").unwrap();
        assert_eq!(nested.readable(&gcd()), "gcd(gcd(a, b), a) == gcd(a, b)");
    }
}
