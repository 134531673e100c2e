//! Relations as people write them: calls stand where they read best, `gcd(a * k, b * k) == gcd(a, b) * k`.

use syn::punctuated::Punctuated;

use super::text::{RelationText, scope_of};
use super::{Followup, Lookup, Relation, given};
use crate::expr::{Expr, Scope};
use crate::meant::is_meant;
use crate::signature::Signature;
use crate::syntax::{named, parse_syntax, shortened};
use crate::text::concatenation;
use crate::tolerance::Tolerance;
use crate::types::Type;

impl Relation {
    /// Reads a relation whose condition calls functions: `text.followups` come first, then every call in `text.then` is
    /// an execution.
    ///
    /// A call of the subject with its own parameters is the source. Other functions are named by their path, or from the
    /// subject's module or type on. The error says what is wrong.
    pub fn read(text: &RelationText, subject: &Signature, lookup: Lookup<'_>) -> Result<Relation, String> {
        let tolerance: Tolerance = text.tolerance.parse()?;
        let given = given::read(&text.given, subject)?;
        let first = RelationText { then: "true".to_owned(), given: text.given.clone(), ..text.clone() };
        let mut relation = Relation::parse(&first, subject, lookup)?;
        let subject = subject.with_given(&given);
        let syntax: syn::Expr = parse_syntax(&text.then)
            .map_err(|e| format!("`{}` is not an expression: {e}", shortened(&text.then)))?;
        let mut calls = Calls::new(&subject, lookup, std::mem::take(&mut relation.followups))?;
        relation.then = calls.condition(&syntax).map_err(|why| format!("in `{}`: {why}", text.then))?;
        Ok(Relation { followups: calls.followups, tolerance, given, ..relation })
    }
}

/// Turns calls into executions.
pub struct Calls<'a> {
    subject: &'a Signature,
    lookup: Lookup<'a>,
    /// The executions so far.
    pub followups: Vec<Followup>,
    /// The names of a condition.
    pub scope: Scope,
}

impl<'a> Calls<'a> {
    /// With executions that are there already. The subject's signature has the variables of the relation.
    pub fn new(
        subject: &'a Signature,
        lookup: Lookup<'a>,
        followups: Vec<Followup>,
    ) -> Result<Calls<'a>, String> {
        let scope = scope_of(subject, &followups, lookup)?;
        Ok(Calls { subject, lookup, followups, scope })
    }

    /// Reads a condition.
    pub fn condition(&mut self, syntax: &syn::Expr) -> Result<Expr, String> {
        let mut flat = syntax.clone();
        self.flatten(&mut flat)?;
        let condition = self.scope.read(&flat)?;
        match self.scope.type_of(&condition) {
            Some(Type::Bool) => Ok(condition),
            Some(_) => Err("this is not a condition".to_owned()),
            None => Err("it has no type: an operand does not fit its operator".to_owned()),
        }
    }

    /// Puts the names of outcomes in place of calls.
    fn flatten(&mut self, syntax: &mut syn::Expr) -> Result<(), String> {
        if let syn::Expr::Macro(call) = syntax
            && let Some(read) = concatenation(&call.mac)
        {
            *syntax = read?;
        }
        let outcome = match syntax {
            syn::Expr::Paren(e) => return self.flatten(&mut e.expr),
            syn::Expr::Group(e) => return self.flatten(&mut e.expr),
            syn::Expr::Reference(e) => return self.flatten(&mut e.expr),
            syn::Expr::Unary(e) => return self.flatten(&mut e.expr),
            syn::Expr::Cast(e) => return self.flatten(&mut e.expr),
            syn::Expr::Field(e) => return self.flatten(&mut e.base),
            syn::Expr::Binary(e) => {
                self.flatten(&mut e.left)?;
                return self.flatten(&mut e.right);
            }
            syn::Expr::Index(e) => {
                self.flatten(&mut e.expr)?;
                return self.flatten(&mut e.index);
            }
            syn::Expr::Tuple(e) => return self.flatten_all(&mut e.elems),
            syn::Expr::Array(e) => return self.flatten_all(&mut e.elems),
            syn::Expr::Closure(e) => return self.flatten(&mut e.body),
            syn::Expr::Struct(e) => return e.fields.iter_mut().try_for_each(|f| self.flatten(&mut f.expr)),
            syn::Expr::Call(e) => {
                self.flatten_all(&mut e.args)?;
                let syn::Expr::Path(path) = &*e.func else { return Ok(()) };
                let Some(function) = self.function(&written(&path.path)) else { return Ok(()) };
                self.call(&function, e.args.iter())?
            }
            syn::Expr::MethodCall(e) => {
                self.flatten(&mut e.receiver)?;
                self.flatten_all(&mut e.args)?;
                let Some(function) = self.method(&e.method.to_string(), &e.receiver) else { return Ok(()) };
                self.call(&function, std::iter::once(&*e.receiver).chain(&e.args))?
            }
            _ => return Ok(()),
        };
        *syntax = outcome;
        Ok(())
    }

    fn flatten_all(&mut self, all: &mut Punctuated<syn::Expr, syn::Token![,]>) -> Result<(), String> {
        all.iter_mut().try_for_each(|syntax| self.flatten(syntax))
    }

    /// The function that is meant by a name: the subject, or one that is found by its path, by its name in the subject's
    /// type or module, or in those around.
    fn function(&self, written: &str) -> Option<Signature> {
        let path = &self.subject.path;
        if is_meant(path, written) {
            return Some(self.subject.clone());
        }
        let around = path.match_indices("::").map(|(at, _)| &path[..at]);
        let mut nearest: Vec<String> = around.map(|module| format!("{module}::{written}")).collect();
        nearest.reverse();
        nearest.push(written.to_owned());
        nearest.iter().find_map(|path| (self.lookup)(path))
    }

    /// The function that is called as a method of this receiver.
    fn method(&self, name: &str, receiver: &syn::Expr) -> Option<Signature> {
        let ty = self.scope.type_of(&self.scope.read(receiver).ok()?)?;
        let of = match &ty {
            Type::Adt(adt) => format!("{}::{name}", adt.name),
            _ => name.to_owned(),
        };
        let takes = |function: &Signature| {
            function.params.first().is_some_and(|(_, first)| first.erased() == ty)
                && function.member.as_ref().is_some_and(|member| member.receiver)
        };
        [of.as_str(), name].into_iter().filter_map(|written| self.function(written)).find(takes)
    }

    /// The outcome of a call.
    fn call<'e>(
        &mut self,
        function: &Signature,
        args: impl Iterator<Item = &'e syn::Expr>,
    ) -> Result<syn::Expr, String> {
        let (args, params) = (args.collect::<Vec<_>>(), function.arguments());
        if args.len() != params.len() {
            return Err(format!("`{}` takes {} arguments", function.path, params.len()));
        }
        let read = |(arg, (_, ty)): (&&syn::Expr, &(String, Type))| self.scope.read_as(arg, ty);
        let args = args.iter().zip(params).map(read).collect::<Result<Vec<Expr>, _>>()?;
        for (arg, (name, ty)) in args.iter().zip(params) {
            if self.scope.type_of(arg) != Some(ty.erased()) {
                return Err(format!("`{name}` of `{}` is a `{ty}`", function.path));
            }
        }
        let is_subject = function.path == self.subject.path;
        let is_source = args.iter().enumerate().all(|(i, arg)| *arg == Expr::Param(i));
        let number = if is_subject && is_source {
            0
        } else {
            let followup = Followup { function: (!is_subject).then(|| function.path.clone()), args };
            let known = self.followups.iter().position(|known| *known == followup);
            1 + known.unwrap_or_else(|| {
                self.scope.outs.push(function.ret.clone());
                self.followups.push(followup);
                self.followups.len() - 1
            })
        };
        Ok(named(&format!("y{number}")))
    }
}

/// A path as it is written.
fn written(path: &syn::Path) -> String {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>().join("::")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meant::meant;
    use crate::types::IntType;

    fn function(path: &str, params: &[&str]) -> Signature {
        let int = Type::Int(IntType::U64);
        let params = params.iter().map(|name| ((*name).to_owned(), int.clone())).collect();
        Signature::new(path, params, int)
    }

    fn read(given: &[&str], then: &str) -> Result<String, String> {
        let text = RelationText {
            given: given.iter().map(|given| (*given).to_owned()).collect(),
            when: "true".to_owned(),
            followups: Vec::new(),
            then: then.to_owned(),
            tolerance: "exact".to_owned(),
        };
        let gcd = function("demo::num::gcd", &["a", "b"]);
        let known =
            [function("demo::num::lcm", &["a", "b"]), function("demo::sum::<u64 as Add>::add", &["a", "b"])];
        let lookup = |path: &str| {
            let found = meant(known.iter().map(|known| known.path.as_str()), path)?;
            known.iter().find(|known| known.path == found).cloned()
        };
        let relation = Relation::read(&text, &gcd, &lookup)?;
        assert_eq!(
            Relation::read(&relation.show(&gcd), &gcd, &lookup)?,
            relation,
            "what is shown is read back"
        );
        let readable = RelationText { then: relation.readable(&gcd, &|_| None), ..text };
        assert_eq!(Relation::read(&readable, &gcd, &lookup)?, relation, "what people read is read back");
        let shown = relation.show(&gcd);
        Ok(format!("{} => {}", shown.followups.join("; "), shown.then))
    }

    #[test]
    fn calls_become_executions_and_equal_ones_a_single_one() {
        for (given, then, flat) in [
            (&[][..], "gcd(b, a) == gcd(a, b)", "(b, a) => y1 == y0"),
            (&["k: u64"], "gcd(a * k, b * k) == gcd(a, b) * k", "(a * k, b * k) => y1 == y0 * k"),
            (&["c: u64"], "gcd(gcd(a, b), c) == gcd(a, gcd(b, c))", "(y0, c); (b, c); (a, y2) => y1 == y3"),
            (&[], "lcm(a, b) * gcd(a, b) == a * b", "demo::num::lcm(a, b) => y1 * y0 == a * b"),
            (
                &[],
                "gcd(a, lcm(a, b)) == a && lcm(a, b) >= a",
                "demo::num::lcm(a, b); (a, y1) => y2 == a && y1 >= a",
            ),
            (&[], "gcd(a, b) <= a", " => y0 <= a"),
            (&[], "u64::add(b, a) >= a", "demo::sum::u64::add(b, a) => y1 >= a"),
            (
                &["more: &[u64]"],
                "more.iter().all(|x| x <= gcd(b, a))",
                "(b, a) => more.iter().all(|x| x <= y1)",
            ),
        ] {
            assert_eq!(read(given, then).as_deref(), Ok(flat));
        }
    }

    #[test]
    fn arguments_take_the_types_of_the_parameters() {
        let slice = Type::Ref(Box::new(Type::Slice(Box::new(Type::Int(IntType::U64)))));
        let params = ["left", "right"].map(|name| (name.to_owned(), slice.clone()));
        let merge = Signature::new("demo::merge", params.to_vec(), slice.owned());
        let text = RelationText {
            given: Vec::new(),
            when: "true".to_owned(),
            followups: Vec::new(),
            then: "merge(left, []) == left && merge([], []) == []".to_owned(),
            tolerance: "exact".to_owned(),
        };
        let relation = Relation::read(&text, &merge, &|_| None).unwrap();
        let shown = relation.show(&merge);
        assert_eq!(shown.followups, ["(left, [])", "([], [])"]);
        assert_eq!(shown.then, "y1 == left && y2.is_empty()");
        assert_eq!(Relation::parse(&shown, &merge, &|_| None).unwrap(), relation);
    }

    #[test]
    fn calls_that_cannot_be_are_refused_with_a_reason() {
        for (then, why) in [
            ("gcd(a) == b", "takes 2 arguments"),
            ("gcd(a, \"x\") == b", "`b` of `demo::num::gcd` is a `u64`"),
            ("pow(a, b) == b", "functions only in follow-ups"),
            ("[a].iter().all(|x| gcd(x, x) == x)", "`x` is neither a parameter"),
            ("gcd(a, b)", "is not a condition"),
        ] {
            let error = read(&[], then).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
