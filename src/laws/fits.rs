//! Which siblings a statement can call: told by the types of what is passed on, before any hole is filled.

use super::syntax::{called, name, parts};
use super::views::View;
use morph_relation::{Signature, Type};

/// A call in a statement.
pub struct Call {
    /// 0 for the subject, otherwise the number of the sibling.
    pub function: usize,
    /// What is passed.
    pub args: Vec<Arg>,
}

/// An argument of a call.
pub enum Arg {
    /// A parameter or variable, by its letter.
    Letter(char),
    /// The outcome of another call, as it is.
    Outcome(usize),
    /// Something else.
    Other,
}

/// The calls of a statement.
pub fn calls(law: &mut syn::Expr) -> Vec<Call> {
    let mut all = Vec::new();
    collect(law, &mut all);
    all
}

fn collect(expr: &mut syn::Expr, all: &mut Vec<Call>) {
    if let Some((function, call)) = called(expr) {
        let arg = |arg: &syn::Expr| match (name(arg), called(arg)) {
            (_, Some((function, _))) => Arg::Outcome(function),
            (Some(name), None) => name.parse::<char>().map_or(Arg::Other, Arg::Letter),
            (None, None) => Arg::Other,
        };
        all.push(Call { function, args: call.args.iter().map(arg).collect() });
    }
    parts(expr).into_iter().for_each(|part| collect(part, all));
}

/// The types of a function, without what is around them.
#[derive(Clone)]
pub struct Types {
    /// Its parameters.
    pub takes: Vec<Type>,
    returns: Type,
    /// What is shown of what it returns.
    shown: Option<Type>,
}

impl Types {
    /// Those of a function, with what shows what it returns.
    pub fn of(function: &Signature, view: Option<View<'_>>) -> Types {
        let takes = function.arguments().iter().map(|(_, ty)| ty.erased()).collect();
        Types { takes, returns: function.ret.erased(), shown: view.and_then(View::shown).map(Type::erased) }
    }

    /// Whether it takes values of a type.
    pub fn takes(&self, ty: &Type) -> bool {
        self.takes.contains(ty)
    }

    /// Whether another function takes what it returns, or what that wraps.
    pub fn flows_into(&self, other: &Types) -> bool {
        let wrapped = match &self.returns {
            Type::Option(inner) | Type::Result(inner, _) => other.takes(inner),
            _ => false,
        };
        wrapped || other.takes(&self.returns) || self.shown.as_ref().is_some_and(|shown| other.takes(shown))
    }
}
