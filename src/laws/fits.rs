//! Which siblings a statement can call: told by the types of what is passed on, before any hole is filled.

use super::holes::{Arrangement, Holes, Like};
use super::syntax::{name, parts};
use morph_relation::{Signature, Type};

/// A call in a statement.
pub struct Call {
    /// 0 for the subject, otherwise the number of the sibling.
    function: usize,
    args: Vec<Arg>,
}

/// What is passed.
enum Arg {
    /// A parameter or variable, by its letter.
    Letter(char),
    /// The outcome of another call, as it is.
    Outcome(usize),
    /// Something else.
    Other,
}

/// The functions of a statement.
const FUNCTIONS: [&str; 3] = ["f", "g", "h"];

/// The calls of a statement.
pub fn calls(law: &mut syn::Expr) -> Vec<Call> {
    let mut all = Vec::new();
    collect(law, &mut all);
    all
}

fn collect(expr: &mut syn::Expr, all: &mut Vec<Call>) {
    if let Some((function, call)) = call(expr) {
        let arg = |arg: &syn::Expr| match (name(arg), self::call(arg)) {
            (_, Some((function, _))) => Arg::Outcome(function),
            (Some(name), None) => name.parse::<char>().map_or(Arg::Other, Arg::Letter),
            (None, None) => Arg::Other,
        };
        all.push(Call { function, args: call.args.iter().map(arg).collect() });
    }
    parts(expr).into_iter().for_each(|part| collect(part, all));
}

fn call(expr: &syn::Expr) -> Option<(usize, &syn::ExprCall)> {
    let syn::Expr::Call(call) = expr else { return None };
    let hole = name(&call.func)?;
    FUNCTIONS.iter().position(|known| *known == hole).map(|function| (function, call))
}

/// The types of a function, without what is around them.
pub struct Types {
    takes: Vec<Type>,
    returns: Type,
}

impl Types {
    /// Those of a function.
    pub fn of(function: &Signature) -> Types {
        let takes = function.arguments().iter().map(|(_, ty)| ty.erased()).collect();
        Types { takes, returns: function.ret.erased() }
    }

    /// Whether it takes values of a type.
    fn takes(&self, ty: &Type) -> bool {
        self.takes.contains(ty)
    }

    /// Whether another function takes what it returns, or what that wraps.
    fn flows_into(&self, other: &Types) -> bool {
        let wrapped = match &self.returns {
            Type::Option(inner) | Type::Result(inner, _) => other.takes(inner),
            _ => false,
        };
        wrapped || other.takes(&self.returns)
    }
}

impl Holes {
    /// Whether the calls of a statement that a function is in may have types. `functions` are the subject and, where they are
    /// chosen, its siblings.
    pub fn may_call(
        &self,
        arrangement: &Arrangement,
        functions: &[Option<&Types>; 3],
        number: usize,
    ) -> bool {
        let letter = |letter: char| -> Option<&Type> {
            let variable = self.variables.iter().find(|variable| variable.name.starts_with(letter));
            let param = match variable.map(|variable| variable.like) {
                Some(Like::Param(param)) => param,
                Some(_) => return None,
                None => letter,
            };
            match arrangement.group(param)? {
                [place] => functions[0].and_then(|subject| subject.takes.get(*place)),
                _ => None,
            }
        };
        self.calls.iter().all(|call| {
            let Some(called) = functions[call.function] else { return true };
            call.args.iter().all(|arg| match arg {
                Arg::Letter(c) if call.function == number => letter(*c).is_none_or(|ty| called.takes(ty)),
                Arg::Outcome(inner) if [call.function, *inner].contains(&number) => {
                    functions[*inner].is_none_or(|inner| inner.flows_into(called))
                }
                _ => true,
            })
        })
    }
}
