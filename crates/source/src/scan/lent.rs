//! Type parameters that lend a text or bytes: `S: AsRef<str>`.

use syn::TypeParamBound;
use syn::visit::Visit;

use super::collect;
use super::parameter::Parameter;
use super::text::source_text;
use super::types::Arguments;
use super::world::FnDef;
use morph_relation::Type;

/// What a parameter lends by its bounds: a text or bytes, as a caller has them at hand who owns neither.
fn lent(f: &FnDef, param: &Parameter) -> Option<&'static str> {
    let lends = |what: &str| {
        param.bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(bound) => source_text(&bound.path).ends_with(what),
            _ => false,
        })
    };
    // A type with this parameter owns what it holds.
    let is_own = !f.impl_generics.iter().flat_map(collect::params).any(|name| name == param.name);
    match (lends("AsRef<[u8]>"), lends("AsRef<str>")) {
        // Texts are bytes, too, but not all bytes are texts.
        (true, _) if !reads_text(f) => Some("&[u8]"),
        (true, _) | (_, true) if is_own => Some("&str"),
        _ => None,
    }
}

/// Puts the first instance in front in which a reference stands for what lends a text or bytes.
pub(super) fn lent_first(f: &FnDef, params: &[Parameter], instances: &mut [Arguments]) {
    let Some((param, lent)) = params.iter().find_map(|param| Some((param, lent(f, param)?))) else { return };
    let is_lent = |instance: &Arguments| {
        instance.get(&param.name).is_some_and(|ty| ty.as_ref().is_ok_and(|ty| ty.to_string() == lent))
    };
    if let Some(at) = instances.iter().position(is_lent) {
        instances[..=at].rotate_right(1);
    }
}

/// Whether a function may refuse to return bytes: a decoder, which is to be given texts.
fn reads_text(f: &FnDef) -> bool {
    let syn::ReturnType::Type(_, ty) = &f.sig.output else { return false };
    let ty = source_text(&**ty);
    ty.contains("Vec<u8>") && (ty.contains("Result<") || ty.contains("Option<"))
}

/// Where a parameter may be unsized and is passed behind references alone, it stands for the text or the bytes themselves:
/// `&S` is `&str`.
pub(super) fn behind_references(f: &FnDef, params: &[Parameter], instances: &mut [Arguments]) {
    let is_relaxed = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound.maybe.is_some(),
        _ => false,
    };
    let is_lent = |param: &&Parameter| param.bounds.iter().any(is_relaxed) && lent(f, param).is_some();
    for param in params.iter().filter(is_lent) {
        let mut uses = Uses { name: &param.name, by_value: false };
        uses.visit_signature(&f.sig);
        if uses.by_value {
            continue;
        }
        for ty in instances.iter_mut().filter_map(|instance| instance.get_mut(&param.name)) {
            if let Ok(Type::Ref(inner)) = ty
                && matches!(**inner, Type::Str | Type::Slice(_))
            {
                *ty = Ok((**inner).clone());
            }
        }
    }
}

/// Where a signature names a type parameter.
struct Uses<'n> {
    name: &'n str,
    /// Whether it does so anywhere but behind a reference.
    by_value: bool,
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}

    fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
        let is_it = matches!(&*reference.elem, syn::Type::Path(of) if of.path.is_ident(self.name));
        if !is_it {
            self.visit_type(&reference.elem);
        }
    }

    fn visit_type_path(&mut self, of: &'ast syn::TypePath) {
        self.by_value |= of.path.is_ident(self.name);
        syn::visit::visit_type_path(self, of);
    }
}
