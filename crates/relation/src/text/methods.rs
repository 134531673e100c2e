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
            && parts.elems.len() >= 2
        {
            let parts = parts.elems.iter().map(|part| self.read(part)).collect::<Result<Vec<_>, _>>()?;
            let text = self.type_of(&parts[0]) == Some(Type::String);
            let op = if text { Op::ConcatStr } else { Op::ConcatSeq };
            return Ok(parts.into_iter().reduce(|a, b| Expr::binary(op, a, b)).expect("two or more parts"));
        }
        if name == "count"
            && let syn::Expr::MethodCall(counted) = &*call.receiver
            && let Some(count) = self.read_count(counted)
        {
            return count;
        }
        if name == "map"
            && let syn::Expr::MethodCall(zip) = &*call.receiver
            && zip.method == "zip"
        {
            return self.read_zip(zip, call.args.first());
        }
        let receiver = self.read(&call.receiver)?;
        let text = self.type_of(&receiver) == Some(Type::String);
        // `collect::<Vec<_>>()` of characters
        if name == "collect" && text && call.turbofish.as_ref().is_some_and(makes_vec) {
            return Ok(Expr::unary(Op::Letters, receiver));
        }
        let is_written = name == "to_string" && self.type_of(&receiver).is_some_and(|ty| ty != Type::String);
        if TRANSPARENT.contains(&name.as_str()) && call.args.is_empty() && !is_written {
            return Ok(receiver);
        }
        if let ("is_none" | "is_err", 0) = (name.as_str(), call.args.len()) {
            let opposite = if name == "is_none" { Op::IsSome } else { Op::IsOk };
            return Ok(Expr::unary(Op::Not, Expr::unary(opposite, receiver)));
        }
        if ["map", "all", "any"].contains(&name.as_str())
            && let Some(syn::Expr::Closure(closure)) = call.args.first()
        {
            let seq = if text { Expr::unary(Op::Letters, receiver) } else { receiver };
            return self.read_each(&name, seq, closure);
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

    /// `map`, `all` or `any` over a sequence.
    fn read_each(&self, name: &str, seq: Expr, closure: &syn::ExprClosure) -> Result<Expr, String> {
        let item = self
            .type_of(&seq)
            .and_then(|t| t.item().cloned())
            .ok_or_else(|| format!("`{name}` over something that is not a sequence"))?;
        let (seq, body) = (Box::new(seq), Box::new(self.read_body(closure, item)?));
        Ok(match name {
            "map" => Expr::Map(seq, body),
            "all" => Expr::All(seq, body),
            _ => Expr::unary(Op::Not, Expr::All(seq, Box::new(Expr::unary(Op::Not, *body)))),
        })
    }

    /// The body of a closure over elements of a type, whatever the closure calls them.
    fn read_body(&self, closure: &syn::ExprClosure, item: Type) -> Result<Expr, String> {
        let name = closure.inputs.first().filter(|_| closure.inputs.len() == 1).and_then(bound);
        let name = name.ok_or("a closure has one parameter here: `|x|`")?;
        if name == self.item_name() {
            return self.with_item(item).read(&closure.body);
        }
        // It is read as one more parameter, which hides one of its name.
        let mut scope = Scope { item: None, ..self.clone() };
        scope.params.iter_mut().filter(|(known, _)| *known == name).for_each(|(known, _)| known.clear());
        scope.params.push((name.clone(), item));
        let body = scope.read(&closure.body)?;
        named(&body, &Expr::Param(self.params.len()))
            .ok_or_else(|| format!("`{name}` cannot be used in a closure inside its own"))
    }

    /// `xs.iter().zip(ys).map(|(a, b)| a + b)`
    fn read_zip(&self, zip: &syn::ExprMethodCall, each: Option<&syn::Expr>) -> Result<Expr, String> {
        let refused =
            || "two sequences can only be added, subtracted or multiplied: `|(a, b)| a + b`".to_owned();
        let (Some(other), Some(syn::Expr::Closure(closure))) = (zip.args.first(), each) else {
            return Err(refused());
        };
        let syn::Expr::Binary(body) = &*closure.body else { return Err(refused()) };
        let operands = [&*body.left, &*body.right].map(name);
        let names = match closure.inputs.first() {
            Some(syn::Pat::Tuple(pair)) if pair.elems.len() == 2 => [0, 1].map(|i| bound(&pair.elems[i])),
            _ => return Err(refused()),
        };
        let symbol = match body.op {
            syn::BinOp::Add(_) => "+",
            syn::BinOp::Sub(_) => "-",
            syn::BinOp::Mul(_) => "*",
            _ => return Err(refused()),
        };
        let operator = OPERATORS.iter().find(|o| o.syntax == Syntax::Zip(symbol)).ok_or_else(refused)?;
        if operands.iter().any(Option::is_none) || operands != names {
            return Err(refused());
        }
        Ok(Expr::binary(operator.op, self.read(&zip.receiver)?, self.read(other)?))
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

/// A closure's body with its element in place of `name`; `None` where a closure inside it mentions that.
fn named(body: &Expr, name: &Expr) -> Option<Expr> {
    if body == name {
        return Some(Expr::Item);
    }
    if let Expr::Map(_, inner) | Expr::All(_, inner) = body
        && inner.any(&mut |e| e == name)
    {
        return None;
    }
    let mut whole = true;
    let changed = body.with_children(&mut |child| {
        named(child, name).unwrap_or_else(|| {
            whole = false;
            Expr::Item
        })
    });
    whole.then_some(changed)
}

/// Whether type arguments ask for a `Vec`.
fn makes_vec(arguments: &syn::AngleBracketedGenericArguments) -> bool {
    let is_vec = |ty: &syn::Type| match ty {
        syn::Type::Path(ty) => ty.path.segments.last().is_some_and(|segment| segment.ident == "Vec"),
        _ => false,
    };
    arguments.args.iter().any(|a| matches!(a, syn::GenericArgument::Type(ty) if is_vec(ty)))
}

/// The name that an expression is.
fn name(expr: &syn::Expr) -> Option<String> {
    match expr {
        syn::Expr::Path(e) => e.path.get_ident().map(ToString::to_string),
        syn::Expr::Unary(e) if matches!(e.op, syn::UnOp::Deref(_)) => name(&e.expr),
        _ => None,
    }
}

/// The name that a pattern binds.
fn bound(pattern: &syn::Pat) -> Option<String> {
    match pattern {
        syn::Pat::Ident(name) => Some(name.ident.to_string()),
        syn::Pat::Reference(reference) => bound(&reference.pat),
        _ => None,
    }
}
