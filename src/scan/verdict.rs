//! Whether a function can be a subject.

use syn::ext::IdentExt;
use syn::{FnArg, GenericParam, Pat, ReturnType, Safety, Signature};

use super::purity::Purity;
use super::text::source_text;
use super::types::supported;
use super::world::{DefId, FnDef, Home, World};
use super::{Param, Subject, Verdict};
use crate::relation::Type;
use crate::workspace::{TargetKind, Workspace};

/// Decides; the subject's constants are left to the caller.
pub(super) fn verdict(
    workspace: &Workspace,
    world: &World,
    purity: &Purity,
    id: DefId,
    f: &FnDef,
) -> Verdict {
    let reason = shape(workspace, f).or_else(|| purity.reason(world, id));
    match reason.map_or_else(|| signature(world, f), Err) {
        Ok((params, ret)) => Verdict::Testable(Subject {
            path: f.path.clone(),
            package: workspace.packages[f.package].name.clone(),
            target: f.target,
            module: f.module.clone(),
            name: f.sig.ident.to_string(),
            params,
            ret,
            constants: Vec::new(),
        }),
        Err(reason) => Verdict::Skipped(reason),
    }
}

/// What about the function, types aside, keeps it from being called.
fn shape(workspace: &Workspace, f: &FnDef) -> Option<String> {
    let kind = workspace.packages[f.package].targets[f.target].kind;
    let sig = &f.sig;
    if f.home == Home::Foreign {
        return Some("is declared in an `extern` block".to_owned());
    }
    if f.body.is_none() {
        return Some("has no body".to_owned());
    }
    match &f.home {
        Home::Type(owner) => return Some(format!("is a method of `{owner}`")),
        Home::Trait(owner) => return Some(format!("is a method of the trait `{owner}`")),
        Home::Nested(outer) => return Some(format!("is nested in `{outer}`")),
        _ => {}
    }
    if kind == TargetKind::Bin && f.module.is_empty() && sig.ident == "main" {
        return Some("is the program's entry".to_owned());
    }
    let generic = sig.generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)));
    let has = |name: &str| f.attrs.iter().any(|attr| attr.path().is_ident(name));
    let reason = if sig.asyncness.is_some() {
        "is `async`"
    } else if matches!(sig.safety, Safety::Unsafe(_)) {
        "is `unsafe`"
    } else if sig.variadic.is_some() {
        "is variadic"
    } else if sig.abi.as_ref().is_some_and(|abi| abi.name.as_ref().is_none_or(|name| name.value() != "Rust"))
    {
        "is `extern`"
    } else if has("target_feature") {
        "needs a target feature"
    } else if has("panic_handler") {
        "is the panic handler"
    } else if generic {
        "is generic"
    } else {
        return None;
    };
    Some(reason.to_owned())
}

/// The parameters and the returned type, or why they do not do.
fn signature(world: &World, f: &FnDef) -> Result<(Vec<Param>, Type), String> {
    let Signature { inputs, output, .. } = &f.sig;
    let returned = match output {
        ReturnType::Default => return Err("returns nothing".to_owned()),
        ReturnType::Type(_, ty) => ty,
    };
    if matches!(**returned, syn::Type::Never(_)) {
        return Err("never returns".to_owned());
    }
    let mut params: Vec<Param> = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        let FnArg::Typed(input) = input else { return Err("takes `self`".to_owned()) };
        let ty =
            supported(world, f.inside, &input.ty).map_err(|part| unsupported("takes", &input.ty, part))?;
        let mut name = param_name(&input.pat, at);
        while params.iter().any(|other| other.name == name) {
            name.push('_');
        }
        params.push(Param { name, ty });
    }
    let ret = supported(world, f.inside, returned).map_err(|part| unsupported("returns", returned, part))?;
    if ret == Type::Unit {
        return Err("returns nothing".to_owned());
    }
    if params.is_empty() {
        return Err("takes nothing".to_owned());
    }
    Ok((params, ret))
}

fn unsupported(verb: &str, whole: &syn::Type, part: String) -> String {
    if matches!(whole, syn::Type::Reference(reference) if reference.mutability.is_some()) {
        return format!("{verb} `{}`", source_text(whole));
    }
    format!("{verb} `{part}`, a type that is not supported yet")
}

/// The parameter's name, or one made of its position; names that relations use for other things get a `_`.
fn param_name(pat: &Pat, at: usize) -> String {
    let Pat::Ident(ident) = pat else { return format!("arg{at}") };
    if ident.subpat.is_some() {
        return format!("arg{at}");
    }
    let name = ident.ident.to_string();
    let plain = ident.ident.unraw().to_string();
    let is_outcome = plain
        .strip_prefix('y')
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
    if is_outcome || plain == "this" { format!("{name}_") } else { name }
}
