//! Calls of functions and methods.

use syn::ext::IdentExt;

use super::lowering::Lowering;
use super::paths::Head;
use super::{Kind, Local, Shape};
use morph_source::scan::receiver::Known;
use morph_source::scan::resolve::segments;

/// Traits of `std` whose functions are methods of their first argument.
const TRAITS: [&str; 32] = [
    "Add",
    "AsMut",
    "AsRef",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Borrow",
    "Clone",
    "Deref",
    "Display",
    "Div",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "Extend",
    "Hash",
    "Index",
    "Into",
    "IntoIterator",
    "Iterator",
    "Mul",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Rem",
    "Shl",
    "Shr",
    "Sub",
    "ToOwned",
    "ToString",
    "TryInto",
];

impl Lowering<'_> {
    /// `f(a)`; `Trait::f(a)` is `a.f()`.
    pub fn call(&mut self, e: &syn::ExprCall) -> Kind {
        if let syn::Expr::Path(path) = &*e.func
            && path.qself.is_none()
            && let Some(kind) = self.method_by_path(&path.path, e)
        {
            return kind;
        }
        let function = self.expr(&e.func);
        let args = e.args.iter().map(|arg| self.expr(arg)).collect();
        Kind::Call(function, args)
    }

    fn method_by_path(&mut self, path: &syn::Path, e: &syn::ExprCall) -> Option<Kind> {
        let names = segments(path);
        let ([around @ .., name], Some(receiver)) = (names.as_slice(), e.args.first()) else { return None };
        let of_trait = match self.head_of(around, path.leading_colon.is_some()) {
            Head::Trait(id) => {
                let members = self.world.members.get(&id)?.get(name)?;
                let function = members.iter().find_map(|id| self.world.function(*id))?;
                function.sig.receiver().is_some()
            }
            Head::Other => TRAITS.contains(&around.last()?.as_str()),
            _ => false,
        };
        if !of_trait {
            return None;
        }
        let candidates = self.candidates(name, receiver);
        let receiver = self.expr(receiver);
        let args = e.args.iter().skip(1).map(|arg| self.expr(arg)).collect();
        Some(Kind::Method { receiver, name: name.clone(), types: Vec::new(), args, candidates })
    }

    /// `a.f(b)`.
    pub fn method(&mut self, e: &syn::ExprMethodCall) -> Kind {
        let name = e.method.unraw().to_string();
        let candidates = self.candidates(&name, &e.receiver);
        let receiver = self.expr(&e.receiver);
        let types = match (&e.turbofish, &*receiver.kind) {
            (Some(list), _) => self.generic_arguments(list),
            (None, Kind::Local(local)) => self.converted(*local, &name),
            _ => Vec::new(),
        };
        let args = e.args.iter().map(|arg| self.expr(arg)).collect();
        Kind::Method { receiver, name, types, args, candidates }
    }

    /// What a parameter is converted to.
    fn converted(&self, local: Local, method: &str) -> Vec<Shape> {
        let known = self.frame.conversions.iter().find(|((of, by), _)| *of == local && *by == method);
        known.map(|(_, shape)| shape.clone()).into_iter().collect()
    }

    /// The workspace's functions that a method may be.
    fn candidates(&self, name: &str, receiver: &syn::Expr) -> Vec<String> {
        if !self.world.methods.contains_key(name) {
            return Vec::new();
        }
        let receiver = self.known(receiver);
        if let Known::Workspace(id) = receiver
            && let Some(methods) = self.program.methods.get(&(self.world.path_of(id), name.to_owned()))
        {
            return methods.clone();
        }
        let all = self.world.candidates(name, receiver).into_iter();
        let functions = all.filter_map(|id| self.world.function(id)).filter(|f| f.block.is_some());
        functions.map(|f| f.path.clone()).collect()
    }
}
