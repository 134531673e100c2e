//! At which types the tests, the examples and the documentation of a package call generic functions:
//! `nyquist(44100.0)`, `widened::<u16, u32>(x)`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use syn::{BinOp, Expr, FnArg, Lit, Type as Syntax, UnOp};

use super::alike::Alike;
use super::collect;
use super::examples::{Example, examples};
use super::parameter::Parameter;
use super::types::{Arguments, Types};
use super::world::FnDef;
use crate::visit::{self, Visit};
use crate::workspace::Package;
use morph_relation::{FloatType, IntType, Type};

/// What packages show, read when it is first asked for.
pub(super) struct Shown<'a> {
    packages: &'a [Package],
    /// The name of modules that are no examples.
    but: &'a str,
    read: Vec<OnceLock<Vec<Example>>>,
    pub alike: Alike,
}

impl<'a> Shown<'a> {
    pub fn of(packages: &'a [Package], but: &'a str) -> Shown<'a> {
        Shown {
            packages,
            but,
            read: packages.iter().map(|_| OnceLock::new()).collect(),
            alike: Alike::default(),
        }
    }

    fn of_package(&self, package: usize) -> &[Example] {
        self.read[package].get_or_init(|| examples(&self.packages[package], self.but))
    }

    /// The types that calls name or whose literals they pass, for each parameter the most frequent.
    pub fn types(&self, types: &Types<'_>, f: &FnDef, params: &[Parameter]) -> Arguments {
        let name = f.name();
        let names: Vec<String> = collect::params(&f.sig.generics);
        let mut votes: BTreeMap<&str, Vec<(Type, usize)>> = BTreeMap::new();
        let mut vote = |param: &str, ty: Type| {
            let Some(param) = params.iter().find(|known| known.name == param) else { return };
            let of = votes.entry(&param.name).or_default();
            match of.iter_mut().find(|(known, _)| *known == ty) {
                Some((_, count)) => *count += 1,
                None => of.push((ty, 1)),
            }
        };
        for example in self.of_package(f.package) {
            for (_, given) in example.applied.iter().filter(|(called, _)| *called == name) {
                if given.len() == names.len() {
                    for (param, argument) in names.iter().zip(given) {
                        types.given(f.inside, argument).into_iter().for_each(|ty| vote(param, ty));
                    }
                }
            }
            for (_, passed) in example.calls.iter().filter(|(called, _)| *called == name) {
                let typed = f.sig.inputs.iter().filter_map(|input| match input {
                    FnArg::Typed(input) => Some(&*input.ty),
                    FnArg::Receiver(_) => None,
                });
                if typed.clone().count() == passed.len() {
                    typed.zip(passed).for_each(|(ty, passed)| literals(ty, passed, &mut vote));
                }
            }
        }
        let first = |mut of: Vec<(Type, usize)>| {
            of.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            of.into_iter().next().map(|(ty, _)| ty)
        };
        votes.into_iter().filter_map(|(param, of)| Some((param.to_owned(), Ok(first(of)?)))).collect()
    }
}

/// Goes through a type and what is passed for it: where the type is a parameter, the literal tells what it stands for.
fn literals(ty: &Syntax, passed: &Expr, vote: &mut impl FnMut(&str, Type)) {
    let mut all = |ty: &Syntax, elements: &syn::punctuated::Punctuated<Expr, syn::Token![,]>| {
        elements.iter().for_each(|element| literals(ty, element, vote));
    };
    match (ty, passed) {
        (Syntax::Reference(reference), passed) => match passed {
            Expr::Reference(passed) => literals(&reference.elem, &passed.expr, vote),
            passed => literals(&reference.elem, passed, vote),
        },
        (Syntax::Slice(slice), Expr::Array(array)) => all(&slice.elem, &array.elems),
        (Syntax::Array(of), Expr::Array(array)) => all(&of.elem, &array.elems),
        (Syntax::Slice(syn::TypeSlice { elem, .. }) | Syntax::Array(syn::TypeArray { elem, .. }), passed) => {
            if let Expr::Repeat(repeat) = passed {
                literals(elem, &repeat.expr, vote);
            }
        }
        (Syntax::Path(path), Expr::Unary(syn::ExprUnary { op: UnOp::Neg(_), expr, .. }))
            if path.path.get_ident().is_some() =>
        {
            literals(ty, expr, vote);
        }
        (Syntax::Path(path), Expr::Lit(literal)) => {
            if let (Some(name), Some(of)) = (path.path.get_ident(), of_literal(&literal.lit)) {
                vote(&name.to_string(), of);
            }
        }
        _ => {}
    }
}

/// The type of a literal, where it tells one: whole numbers without a suffix may be of any.
fn of_literal(literal: &Lit) -> Option<Type> {
    match literal {
        Lit::Float(number) => match number.suffix() {
            "f32" => Some(Type::Float(FloatType::F32)),
            _ => Some(Type::Float(FloatType::F64)),
        },
        Lit::Int(number) => match number.suffix() {
            "f64" => Some(Type::Float(FloatType::F64)),
            "f32" => Some(Type::Float(FloatType::F32)),
            suffix => IntType::named(suffix).map(Type::Int),
        },
        Lit::Char(_) => Some(Type::Char),
        Lit::Bool(_) => Some(Type::Bool),
        _ => None,
    }
}

/// Puts what is shown in front of what else may be tried for a parameter.
pub(super) fn shown_first(candidates: &mut Vec<Type>, shown: Option<&Result<Type, String>>) {
    let Some(Ok(ty)) = shown else { return };
    candidates.retain(|known| known != ty);
    candidates.insert(0, ty.clone());
}

/// Whether a body divides and neither takes remainders nor handles bits: floats lose less there than integers.
pub(super) fn divides(f: &FnDef) -> bool {
    let mut found = Divisions::default();
    f.block.iter().for_each(|block| found.visit_block(block));
    found.divides && !found.is_integral
}

#[derive(Default)]
struct Divisions {
    divides: bool,
    is_integral: bool,
}

impl<'ast> Visit<'ast> for Divisions {
    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        match expr.op {
            BinOp::Div(_) | BinOp::DivAssign(_) => self.divides = true,
            BinOp::Rem(_)
            | BinOp::RemAssign(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::BitXor(_)
            | BinOp::Shl(_)
            | BinOp::Shr(_) => self.is_integral = true,
            _ => {}
        }
        visit::visit_expr_binary(self, expr);
    }
}
