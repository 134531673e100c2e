//! The form of a relation that a person reads: calls stand where their outcomes do.

use super::Relation;
use super::domain::told_apart;
use super::text::Lookup;
use crate::expr::{Expr, Scope};
use crate::infix::unparenthesised;
use crate::meant::spoken;
use crate::operators::Op;
use crate::signature::Signature;
use crate::tolerance::Tolerance;
use crate::types::Type;

impl Relation {
    /// One line that a person reads: `gcd(b, a) == gcd(a, b)`. What calls do to an argument stands between braces:
    /// `{ set.insert(value); set.contains(value) }`. Functions that `lookup` does not know are called by their names.
    pub fn readable(&self, subject: &Signature, lookup: Lookup<'_>) -> String {
        let extended = subject.with_given(&self.given);
        let scope = Scope { params: extended.params, outs: Vec::new(), item: None };
        let known: Vec<Signature> = self.called().filter_map(lookup).chain([subject.clone()]).collect();
        let own: Vec<Expr> = (0..subject.arguments().len()).map(Expr::Param).collect();
        let mut said = vec![Said::of(subject, &own, &scope, &[], &known)];
        for followup in &self.followups {
            let called = followup.function.as_deref().map(lookup);
            said.push(match (called, &followup.function) {
                (Some(Some(called)), _) => {
                    let one = Said::of(&called, &followup.args, &scope, &said, &known);
                    match called.module_beside(subject) {
                        Some(module) => Said { call: format!("{module}::{}", one.call), ..one },
                        None => one,
                    }
                }
                (Some(None), Some(path)) => Said::unknown(path, &followup.args, &scope, &said),
                _ => Said::of(subject, &followup.args, &scope, &said, &known),
            });
        }
        let then = substitute(&compared(&self.then, &said).unwrap_or_else(|| scope.show(&self.then)), &said);
        let then = unparenthesised(&then);
        let (floats, conditions) = told_apart(self, subject);
        let guard = match Expr::conjunction(conditions) {
            Some(guard) => format!(" when {}", scope.show(&guard)),
            None => String::new(),
        };
        let tolerance = match self.tolerance {
            Tolerance::Exact => None,
            tolerance => Some(format!("within {tolerance}")),
        };
        let remarks: Vec<String> = floats.into_iter().chain(tolerance).collect();
        let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
        format!("{then}{guard}{remarks}")
    }
}

/// How two results are compared whose errors cannot be told apart: by their values.
fn compared(then: &Expr, said: &[Said]) -> Option<String> {
    let Expr::Apply(Op::Eq, sides) = then else { return None };
    let [Expr::Out(a), Expr::Out(b)] = sides.as_slice() else { return None };
    (said[*a].hides_errors && said[*b].hides_errors).then(|| format!("y{a}.ok() == y{b}.ok()"))
}

/// An execution as it is read.
struct Said {
    /// Calls before it that change its argument.
    before: Vec<String>,
    call: String,
    /// The argument that it changes, and whether it returns something besides.
    changes: Option<(String, bool)>,
    /// Whether it returns a result whose errors cannot be told apart.
    hides_errors: bool,
}

impl Said {
    fn of(called: &Signature, args: &[Expr], scope: &Scope, so_far: &[Said], known: &[Signature]) -> Said {
        let params = called.arguments();
        let changed = params.iter().position(|(_, ty)| ty.changed().is_some());
        // What was changed before is called by its name again.
        let at = changed.unwrap_or(0);
        let last = args.get(at).and_then(|arg| so_far.iter().enumerate().find(|(i, s)| s.leaves(*i, arg)));
        let before = last.map(|(_, last)| last.before.iter().chain([&last.call]).cloned().collect());
        let mut texts: Vec<String> = args.iter().map(|arg| substitute(&scope.show(arg), so_far)).collect();
        if let Some((_, Said { changes: Some((name, _)), .. })) = last {
            texts[at].clone_from(name);
        }
        let mut before: Vec<String> = before.unwrap_or_default();
        let mut changes = None;
        if let Some(at) = changed.filter(|at| called.changes_one() && *at < texts.len()) {
            if !texts[at].chars().all(is_of_word) {
                let name = name_beside(&params[at].0, at, &texts);
                let value = std::mem::replace(&mut texts[at], name);
                before.push(format!("let mut {} = {}", texts[at], unparenthesised(&value)));
            }
            changes = Some((texts[at].clone(), called.returned != Type::Unit));
        }
        let hides_errors =
            matches!(&called.ret, Type::Result(_, error) if matches!(**error, Type::Opaque(_)));
        let call = called.call_beside(known.iter(), &texts);
        Said { before, call, changes, hides_errors }
    }

    fn unknown(path: &str, args: &[Expr], scope: &Scope, so_far: &[Said]) -> Said {
        let args: Vec<String> = args.iter().map(|arg| substitute(&scope.show(arg), so_far)).collect();
        let call = format!("{}({})", named(&spoken(path)), args.join(", "));
        Said { before: Vec::new(), call, changes: None, hides_errors: false }
    }

    /// Whether an expression is the argument as this execution, number `i`, leaves it.
    fn leaves(&self, i: usize, expr: &Expr) -> bool {
        match (&self.changes, expr) {
            (Some((_, true)), Expr::Field(of, 1, _)) => **of == Expr::Out(i),
            (Some((_, false)), expr) => *expr == Expr::Out(i),
            _ => false,
        }
    }

    /// The outcome, or a part of it; and whether that is this part alone.
    fn outcome(&self, part: Option<usize>) -> (String, bool) {
        let then = |last: String| match self.before.as_slice() {
            [] => last,
            before => format!("{{ {}; {last} }}", before.join("; ")),
        };
        let left = |name: &str| {
            let steps: Vec<&str> =
                self.before.iter().map(String::as_str).chain([&*self.call, name]).collect();
            format!("{{ {} }}", steps.join("; "))
        };
        match (&self.changes, part) {
            (Some((name, true)), Some(1)) => (left(name), true),
            (Some((_, true)), Some(_)) => (then(self.call.clone()), true),
            (Some((name, true)), None) => (then(format!("({}, {name})", self.call)), false),
            (Some((name, false)), _) => (left(name), false),
            (None, _) => (then(self.call.clone()), false),
        }
    }
}

/// A function by its name, a method by that of its type, too.
fn named(path: &str) -> &str {
    let starts: Vec<usize> = path.match_indices("::").map(|(at, _)| at + 2).collect();
    let of_type = |at: &usize| path[*at..].starts_with(|c: char| c.is_uppercase());
    match starts.as_slice() {
        [.., before, _] if of_type(before) => &path[*before..],
        [.., last] => &path[*last..],
        [] => path,
    }
}

/// Replaces `y0`, `y1.0`, … where they stand as whole words.
fn substitute(text: &str, said: &[Said]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let index = word.strip_prefix('y').and_then(|n| n.parse::<usize>().ok());
        if let Some(execution) = index.and_then(|n| said.get(n)) {
            let digits = after.strip_prefix('.').unwrap_or_default();
            let digits = &digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())];
            let (outcome, is_part) = execution.outcome(digits.parse().ok());
            out.push_str(&outcome);
            rest = if is_part { &after[1 + digits.len()..] } else { after };
        } else {
            let next = after.chars().next().map_or(0, char::len_utf8);
            out.push_str(&rest[..end + next]);
            rest = &after[next..];
        }
    }
    out
}

/// What has no name gets that of the parameter, unless another argument speaks of what has that name already.
fn name_beside(param: &str, at: usize, texts: &[String]) -> String {
    let others = texts.iter().enumerate().filter(|(other, _)| *other != at);
    let mut words = others.flat_map(|(_, text)| text.split(|c| !is_of_word(c)));
    if words.any(|word| word == param) { "result".to_owned() } else { param.to_owned() }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Followup;
    use crate::relation::RelationText;
    use crate::signature::Member;
    use crate::types::IntType;

    fn int() -> Type {
        Type::Int(IntType::U64)
    }

    fn gcd() -> Signature {
        Signature::new("demo::gcd", vec![("a".to_owned(), int()), ("b".to_owned(), int())], int())
    }

    /// A method of lists of numbers.
    fn method(name: &str, changes: bool, params: &[&str], returned: Type) -> Signature {
        let list = Type::Vec(Box::new(int()));
        let this = if changes { Type::Mut(Box::new(list)) } else { Type::Ref(Box::new(list)) };
        let mut all = vec![("this".to_owned(), this)];
        all.extend(params.iter().map(|name| ((*name).to_owned(), int())));
        let member = Some(Member { of: "List".to_owned(), by: None, receiver: true, shadowed: false });
        Signature { member, ..Signature::new(format!("demo::List::{name}"), all, returned) }
    }

    fn read(subject: &Signature, when: &str, followups: &[&str], then: &str) -> String {
        let lookup = |path: &str| match path {
            "demo::List::push" => Some(method("push", true, &["x"], Type::Unit)),
            "demo::List::pop" => Some(method("pop", true, &[], Type::Option(Box::new(int())))),
            "demo::List::len" => Some(method("len", false, &[], int())),
            "demo::gcd" => Some(gcd()),
            _ => None,
        };
        let text = RelationText {
            given: Vec::new(),
            when: when.to_owned(),
            followups: followups.iter().map(|text| (*text).to_owned()).collect(),
            then: then.to_owned(),
            tolerance: "exact".to_owned(),
        };
        Relation::parse(&text, subject, &lookup).unwrap().readable(subject, &lookup)
    }

    #[test]
    fn calls_stand_in_place_of_outcomes() {
        assert_eq!(read(&gcd(), "a > 0", &["(b, a)"], "y1 == y0"), "gcd(b, a) == gcd(a, b) when a > 0");
        assert_eq!(read(&gcd(), "true", &["(y0, a)"], "y1 == y0"), "gcd(gcd(a, b), a) == gcd(a, b)");
    }

    #[test]
    fn methods_with_one_name_are_read_with_their_traits() {
        let of = |of: &str, by: Option<&str>| {
            let member =
                Member { of: of.to_owned(), by: by.map(str::to_owned), receiver: true, shadowed: false };
            let path = by.map_or(format!("demo::{of}::code"), |by| format!("demo::<{of} as {by}>::code"));
            let this = Type::Ref(Box::new(int()));
            Signature { member: Some(member), ..Signature::new(path, vec![("this".to_owned(), this)], int()) }
        };
        let (own, of_trait) = (of("Key", None), of("Key", Some("Code")));
        let then = Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0));
        let followup = Followup { function: Some(of_trait.path.as_str().into()), args: vec![Expr::Param(0)] };
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![followup],
            then,
            tolerance: Tolerance::Exact,
        };
        let read = relation.readable(&own, &|_| Some(of_trait.clone()));
        assert_eq!(read, "<Key as Code>::code(this) == Key::code(this)");
    }

    #[test]
    fn guards_of_all_floats_are_remarks_and_others_stay_guards() {
        let float = || Type::Float(crate::FloatType::F64);
        let params = vec![("x".to_owned(), float()), ("y".to_owned(), float())];
        let hypot = Signature::new("demo::hypot", params, float());
        for (when, said) in [
            ("x.abs() <= 1000.0 && y.abs() <= 1000.0", " (floats within ±1000)"),
            ("x.abs() <= 1000.0 && y.abs() <= 1000.0 && x > y", " when x > y (floats within ±1000)"),
            ("x.abs() <= 1000.0", " when x.abs() <= 1000.0"),
            ("x.abs() <= 0.5 && y.abs() <= 0.5", " when x.abs() <= 0.5 && y.abs() <= 0.5"),
            ("!x.is_nan() && !y.is_nan()", " (no NaN)"),
            ("x.abs() <= 1e64 && y.abs() <= 1e64", " (floats within ±1e64)"),
            ("x >= 0.001 && x <= 1000.0 && (y >= 0.001 && y <= 1000.0)", " (floats from 0.001 to 1000)"),
            (
                "x.abs() >= 0.001 && x.abs() <= 1000.0 && (y.abs() >= 0.001 && y.abs() <= 1000.0)",
                " (floats from ±0.001 to ±1000)",
            ),
            ("x >= 0.001 && x <= 1000.0", " when x >= 0.001 && x <= 1000.0"),
            ("x >= 0.0 && x <= 255.0 && (y >= 0.0 && y <= 255.0)", " (floats from 0 to 255)"),
        ] {
            let read = read(&hypot, when, &["(y, x)"], "y1 == y0");
            assert_eq!(read, format!("hypot(y, x) == hypot(x, y){said}"));
        }
    }

    #[test]
    fn guards_of_all_coordinates_are_remarks() {
        let float = || Type::Float(crate::FloatType::F64);
        let points = Type::Vec(Box::new(Type::Tuple(vec![float(), float()])));
        let area = Signature::new("demo::area", vec![("points".to_owned(), points)], float());
        for (when, said) in [
            ("points.iter().all(|it| it.0.abs() <= 10.0 && it.1.abs() <= 10.0)", " (floats within ±10)"),
            ("points.iter().all(|it| it.0.abs() <= 10.0)", " when points.iter().all(|x| x.0.abs() <= 10.0)"),
        ] {
            let read = read(&area, when, &["(points.rotated_left(1),)"], "y1 == y0");
            assert_eq!(read, format!("area(points.rotated_left(1)) == area(points){said}"));
        }
    }

    #[test]
    fn floats_that_may_be_absent_are_left_out_of_remarks() {
        let float = || Type::Float(crate::FloatType::F64);
        let place = Type::Tuple(vec![float(), float(), Type::Option(Box::new(float()))]);
        let norm = Signature::new("demo::norm", vec![("place".to_owned(), place)], float());
        let when = "place.0.abs() <= 1000.0 && place.1.abs() <= 1000.0";
        let read = read(&norm, when, &["((place.1, place.0, place.2),)"], "y1 == y0");
        assert!(read.ends_with(" == norm(place) (floats within ±1000)"), "{read}");
    }

    #[test]
    fn results_are_compared_by_their_values_where_errors_are_not_told_apart() {
        let parse = |error: Type| {
            let text = Type::Ref(Box::new(Type::Str));
            let ret = Type::Result(Box::new(int()), Box::new(error));
            Signature::new("demo::parse", vec![("s".to_owned(), text)], ret)
        };
        for (error, said) in [
            (Type::Opaque("Error".to_owned()), "parse(s.trim()).ok() == parse(s).ok()"),
            (int(), "parse(s.trim()) == parse(s)"),
        ] {
            assert_eq!(read(&parse(error), "true", &["(s.trim(),)"], "y1 == y0"), said);
        }
    }

    #[test]
    fn what_calls_change_is_read_between_braces() {
        let push = method("push", true, &["x"], Type::Unit);
        for (followups, then, said) in [
            (
                &["demo::List::len(y0)", "demo::List::len(this)"][..],
                "y1 == y2 + 1",
                "{ this.push(x); this.len() } == this.len() + 1",
            ),
            (
                &["demo::List::pop(y0)"],
                "y1 == (Some(x), this)",
                "{ this.push(x); (this.pop(), this) } == (Some(x), this)",
            ),
            (
                &["demo::List::pop(y0)", "demo::List::len(y1.1)"],
                "y1.0 == Some(x) && y2 > 0",
                "{ this.push(x); this.pop() } == Some(x) && { this.push(x); this.pop(); this.len() } > 0",
            ),
            (
                &["demo::List::push([this, this].concat(), this[0])"],
                "y1 == y0",
                "{ let mut result = [this, this].concat(); result.push(this[0]); result } == { this.push(x); this }",
            ),
            (
                &["demo::List::push([this, this].concat(), x)"],
                "y1 == y0",
                "{ let mut this = [this, this].concat(); this.push(x); this } == { this.push(x); this }",
            ),
        ] {
            assert_eq!(read(&push, "true", followups, then), said);
        }
        let len = method("len", false, &[], int());
        assert_eq!(
            read(&len, "true", &["demo::List::pop(this)"], "y1.0.is_none() == (y0 == 0)"),
            "this.pop().is_none() == (this.len() == 0)"
        );
    }
}
