//! The state of a collection, and places in the source.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{GenericParam, Generics};

use crate::scan::code::Codes;
use crate::scan::world::{DefId, ScopeId, World};
use crate::workspace::{Cfg, Source};

/// The collection of one target's definitions.
pub struct Collector<'a> {
    pub world: &'a mut World,
    pub codes: &'a mut Codes,
    pub cfg: &'a Cfg,
    /// The modules that are files of their own.
    pub files: BTreeMap<Vec<String>, PathBuf>,
    pub package: usize,
    pub target: usize,
}

/// Where an item stands.
#[derive(Clone)]
pub struct Place {
    pub scope: ScopeId,
    pub module: Vec<String>,
    /// The start of its items' paths.
    pub prefix: String,
    /// The function or constant whose body it is in.
    pub nested_in: Option<String>,
    /// Type parameters of what is around.
    pub generics: Vec<String>,
    pub source: Rc<Source>,
    /// The macro that writes its items, where one does.
    pub expansion: Option<Expansion>,
}

/// Where a macro of the workspace writes items.
#[derive(Clone, Copy)]
pub struct Expansion {
    /// The `macro_rules!`.
    pub by: DefId,
    /// Its call in the file, which all that it writes stands for.
    pub call: Span,
    /// How many macros wrote one another.
    pub depth: usize,
}

impl Place {
    /// Bytes of what is read here; of the macro's call, where one writes it.
    pub fn bytes(&self, span: Span) -> Range<usize> {
        self.source.range(self.expansion.map_or(span, |expansion| expansion.call))
    }

    /// The line where something that is read here begins.
    pub fn line(&self, span: Span) -> usize {
        self.expansion.map_or(span, |expansion| expansion.call).start().line
    }
}

/// A name without `r#`.
pub fn name(ident: &syn::Ident) -> String {
    ident.unraw().to_string()
}

/// The names of what stands between the angle brackets, lifetimes aside: types and constants in their order.
pub fn params(generics: &Generics) -> Vec<String> {
    let params = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(name(&param.ident)),
        GenericParam::Const(param) => Some(name(&param.ident)),
        GenericParam::Lifetime(_) => None,
    });
    params.collect()
}

/// The names of the type parameters.
pub fn type_params(generics: &Generics) -> Vec<String> {
    let params = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(name(&param.ident)),
        _ => None,
    });
    params.collect()
}
