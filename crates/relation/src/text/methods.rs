//! Calls of methods, read.

use crate::expr::{Expr, Scope};
use crate::operators::{OPERATORS, Op, Syntax};
use crate::types::Type;

/// Methods that change how a value is held, not which it is.
const TRANSPARENT: &[&str] = &[
    "iter",
    "chars",
    "into_iter",
    "copied",
    "cloned",
    "collect",
    "to_vec",
    "to_string",
    "to_owned",
    "clone",
    "as_str",
    "as_slice",
    "as_ref",
];

impl Scope {
    pub(super) fn read_method(&self, call: &syn::ExprMethodCall) -> Result<Expr, String> {
        let name = call.method.to_string();
        if name == "concat"
            && let syn::Expr::Array(parts) = &*call.receiver
            && parts.elems.len() == 2
        {
            let (a, b) = (self.read(&parts.elems[0])?, self.read(&parts.elems[1])?);
            let op = if self.type_of(&a) == Some(Type::String) { Op::ConcatStr } else { Op::ConcatSeq };
            return Ok(Expr::binary(op, a, b));
        }
        if name == "count"
            && let syn::Expr::MethodCall(counted) = &*call.receiver
            && let Some(count) = self.read_count(counted)
        {
            return count;
        }
        let receiver = self.read(&call.receiver)?;
        let number = || matches!(self.type_of(&receiver), Some(Type::Int(_)));
        if TRANSPARENT.contains(&name.as_str()) && call.args.is_empty() && !(name == "to_string" && number())
        {
            return Ok(receiver);
        }
        if let ("is_none" | "is_err", 0) = (name.as_str(), call.args.len()) {
            let opposite = if name == "is_none" { Op::IsSome } else { Op::IsOk };
            return Ok(Expr::unary(Op::Not, Expr::unary(opposite, receiver)));
        }
        if (name == "map" || name == "all")
            && let Some(syn::Expr::Closure(closure)) = call.args.first()
        {
            let item = self
                .type_of(&receiver)
                .and_then(|t| t.item().cloned())
                .ok_or("`map` over something that is not a sequence")?;
            let (seq, body) = (Box::new(receiver), Box::new(self.with_item(item).read(&closure.body)?));
            return Ok(if name == "map" { Expr::Map(seq, body) } else { Expr::All(seq, body) });
        }
        let mut args = vec![receiver];
        for arg in &call.args {
            let (receiver, arg) = self.unify(args[0].clone(), self.read(arg)?);
            args[0] = receiver;
            args.push(arg);
        }
        let types: Vec<Type> = args
            .iter()
            .map(|arg| self.type_of(arg))
            .collect::<Option<_>>()
            .ok_or_else(|| format!("an operand of `{name}` has no type"))?;
        let found = OPERATORS.iter().find(|o| {
            matches!(o.syntax, Syntax::Method(_, method, arity) if method == name && arity == args.len())
                && (o.result)(&types).is_some()
        });
        match found {
            Some(operator) => Ok(Expr::Apply(operator.op, args)),
            None => Err(format!("no `{name}` for `{}` with {} arguments", types[0], call.args.len())),
        }
    }

    /// `a.matches(b)`, `a.iter().filter(|x| x == b)`, where the counted things are one of these.
    fn read_count(&self, counted: &syn::ExprMethodCall) -> Option<Result<Expr, String>> {
        let name = counted.method.to_string();
        let (op, of) =
            match (OPERATORS.iter().find(|o| o.syntax == Syntax::Count("matches")), counted.args.first()?) {
                (Some(matches), part) if name == "matches" => (matches.op, part),
                (_, syn::Expr::Closure(closure)) if name == "filter" => {
                    let syn::Expr::Binary(test) = &*closure.body else { return None };
                    matches!(test.op, syn::BinOp::Eq(_)).then_some((Op::Occurrences, &*test.right))?
                }
                _ => return None,
            };
        let both = self.read(&counted.receiver).and_then(|all| Ok(Expr::binary(op, all, self.read(of)?)));
        Some(both)
    }
}
