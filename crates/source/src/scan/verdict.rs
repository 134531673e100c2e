//! Whether a function can be a subject.

use std::collections::BTreeMap;

use syn::ext::IdentExt;
use syn::{FnArg, Pat, ReceiverKind, ReturnType, Safety, Signature, Visibility};

use super::applied::Applied;
use super::attributes::is_visible;
use super::collect::params;
use super::generics::instances;
use super::outer::{Outers, dependency_of};
use super::purity::Purity;
use super::resolve::{Found, Space};
use super::shown::Shown;
use super::subject::{Param, Role, Subject, Verdict};
use super::text::{Names, source_text};
use super::types::{Arguments, Made, Types, inherent};
use super::world::{DefId, FnDef, Home, World};
use crate::visit::Visit;
use crate::workspace::{TargetKind, Workspace};
use morph_relation::{IntType, Member, Taken, Type, Value, outcome};

/// What a scan knows of the whole workspace.
pub(super) struct Known<'a> {
    pub workspace: &'a Workspace,
    pub world: &'a World,
    pub purity: &'a Purity,
    pub applied: &'a Applied<'a>,
    pub shown: &'a Shown<'a>,
    /// As [`Filter::generics`](super::Filter::generics).
    pub generics: &'a BTreeMap<String, String>,
    pub made: &'a Made,
    /// What the workspace depends on.
    pub outers: &'a Outers<'a>,
}

/// Decides; the subject's constants are left to the caller.
pub(super) fn verdict(known: &Known<'_>, id: DefId, f: &FnDef) -> Verdict {
    let Known { workspace, world, purity, applied, shown, generics, made, outers } = *known;
    if let Some(reason) = shape(workspace, f).or_else(|| purity.reason(world, id)) {
        return Verdict::Skipped(reason);
    }
    let types = Types::of(workspace, world, purity, made, outers, f);
    let instances = match instances(&types, world, (applied, shown), id, f, generics) {
        Ok(instances) => instances,
        Err(reason) => return Verdict::Skipped(reason),
    };
    let (mut subjects, mut reasons) = (Vec::new(), Vec::new());
    for arguments in instances {
        match signature(&types, f, &arguments) {
            Ok(called) => subjects.push(Subject {
                turbofish: turbofish(f, &arguments),
                is_generic: !arguments.is_empty(),
                constants: arguments.values().flatten().filter_map(Value::of_constant).collect(),
                ..subject(workspace, world, f, called)
            }),
            Err(reason) => reasons.push(reason),
        }
    }
    if subjects.is_empty() {
        return Verdict::Skipped(reasons.swap_remove(0));
    }
    let alternatives = subjects.split_off(1);
    let first = Box::new(Subject { alternatives, ..subjects.swap_remove(0) });
    if first.is_constant() { Verdict::Constant(first) } else { Verdict::Testable(first) }
}

/// What returns the hash of a value, for the `hash` of an implementation of `Hash`.
pub(super) fn hasher(known: &Known<'_>, f: &FnDef) -> Option<Box<Subject>> {
    let Known { workspace, world, purity, made, outers, .. } = *known;
    let by = f.of_trait.as_deref()?;
    if f.name() != "hash" || by.rsplit("::").next() != Some("Hash") || f.impl_generics.is_some() {
        return None;
    }
    let types = Types::of(workspace, world, purity, made, outers, f);
    let ty = types.supported(f.inside, f.self_ty.as_ref()?, &Arguments::new()).ok()?;
    let member = Member { of: ty.to_string(), by: Some(by.to_owned()), receiver: true, shadowed: false };
    let ret = Type::Int(IntType::U64);
    let params = vec![Param { name: "this".to_owned(), ty: Type::Ref(Box::new(ty)) }];
    testable(&params, &ret).ok()?;
    let called = Called { params, ret, taken: Taken::Whole, member: Some(member) };
    Some(Box::new(Subject { role: Role::Hasher, ..subject(workspace, world, f, called) }))
}

/// A trait with what its own type parameters stand for.
fn with_arguments(of_trait: &str, f: &FnDef, given: &Arguments) -> String {
    let text = |name: &String| Some(given.get(name)?.as_ref().ok()?.to_string());
    let given: Vec<String> = f.outer_generics().iter().filter_map(text).collect();
    if given.is_empty() { of_trait.to_owned() } else { format!("{of_trait}<{}>", given.join(", ")) }
}

/// The parameters, what is returned and how it is taken, and what a function is a member of.
struct Called {
    params: Vec<Param>,
    ret: Type,
    taken: Taken,
    member: Option<Member>,
}

/// A function without type parameters as a subject; what its body holds is left to the caller.
fn subject(workspace: &Workspace, world: &World, f: &FnDef, called: Called) -> Subject {
    let Called { params, ret, taken, member } = called;
    Subject {
        role: Role::Function,
        path: f.path.clone(),
        package: workspace.packages[f.package].name.clone(),
        target: f.target,
        module: f.module.clone(),
        name: f.name(),
        in_crate: in_crate(f),
        exported: None,
        imported: None,
        elsewhere: None,
        public: matches!(f.visibility, Visibility::Public(_)) || f.of_trait.is_some(),
        params,
        given: 0,
        ret,
        taken,
        member,
        lacks_prelude: lacks_prelude(world, f),
        turbofish: String::new(),
        is_generic: false,
        alternatives: Vec::new(),
        constants: Vec::new(),
        conditions: Vec::new(),
    }
}

/// Whether a function's crate is `no_std`, and has no types of its own by the names of those that it then lacks.
fn lacks_prelude(world: &World, f: &FnDef) -> bool {
    let own = |name: &str| {
        let found = world.resolve(f.inside, &[name.to_owned()], false, Space::Types, None);
        matches!(found, Found::Def(_))
    };
    world.no_std.contains(&world.scope(f.inside).root) && !["String", "Vec", "Box"].into_iter().any(own)
}

/// Whether the whole crate can call a function: by its path, where modules at the root are visible everywhere below it, or as
/// a method of a value.
fn in_crate(f: &FnDef) -> bool {
    let visible = is_visible(&f.visibility);
    let is_method = f.self_ty.is_some() && f.sig.receiver().is_some() && f.of_trait.is_none();
    // Everything sees the trait, and what it tells.
    let is_view = f.of_trait.as_deref().is_some_and(|name| name.starts_with("AsRef"));
    visible && (f.self_ty.is_none() && f.module.len() <= 1 || is_method) || f.is_display() || is_view
}

/// The type arguments that a call has to name: where no argument tells what they are.
fn turbofish(f: &FnDef, arguments: &Arguments) -> String {
    let own = params(&f.sig.generics);
    let mut told = Names::default();
    f.sig.inputs.iter().for_each(|input| told.visit_fn_arg(input));
    // What others iterate over follows from them: `I: IntoIterator<Item = T>`.
    let generics = &f.sig.generics;
    let bounds = generics.type_params().flat_map(|param| &param.bounds);
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let more = predicates.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(predicate) => Some(&predicate.bounds),
        _ => None,
    });
    bounds.chain(more.flatten()).for_each(|bound| told.visit_type_param_bound(bound));
    if own.iter().all(|name| told.0.contains(name)) {
        return String::new();
    }
    let types = own.iter().filter_map(|name| arguments.get(name)?.as_ref().ok());
    format!("::<{}>", types.map(Type::to_string).collect::<Vec<_>>().join(", "))
}

/// What about the function, types aside, keeps it from being called.
fn shape(workspace: &Workspace, f: &FnDef) -> Option<String> {
    let kind = workspace.packages[f.package].targets[f.target].kind;
    let sig = &f.sig;
    if f.home == Home::Foreign {
        return Some("is declared in an `extern` block".to_owned());
    }
    if f.block.is_none() {
        return Some("has no body".to_owned());
    }
    if let Home::Nested(outer) = &f.home {
        return Some(format!("is nested in `{outer}`"));
    }
    if kind == TargetKind::Bin && f.module.is_empty() && sig.ident == "main" {
        return Some("is the program's entry point".to_owned());
    }
    let has = |name: &str| f.attrs.iter().any(|attr| attr.path().is_ident(name));
    let reason = if f.of_trait.as_deref().is_some_and(|by| by.rsplit("::").next() == Some("Drop")) {
        "is a destructor"
    } else if sig.asyncness.is_some() {
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
    } else {
        return None;
    };
    Some(reason.to_owned())
}

/// How a function is called, or why its types do not do.
fn signature(types: &Types<'_>, f: &FnDef, given: &Arguments) -> Result<Called, String> {
    let Signature { inputs, output, .. } = &f.sig;
    let mut arguments = given.clone();
    let mut member = None;
    let mut itself = None;
    if let Some(self_ty) = &f.self_ty {
        let ty = types
            .implementing(f.inside, self_ty, &arguments)
            .map_err(|part| format!("is a method of `{part}`, a type that is not supported yet"))?;
        let of = ty.to_string();
        let receiver = f.sig.receiver().is_some();
        let by = f.of_trait.as_ref().map(|by| substituted(by, given));
        let shadowed = types.world.is_shadowed(f) || by.is_some() && inherent::has(&ty, &f.name());
        member = Some(Member { of, by, receiver, shadowed });
        arguments.insert("Self".to_owned(), Ok(ty.clone()));
        for (name, associated) in &f.associated {
            let associated = types.supported(f.inside, associated, &arguments);
            arguments.insert(format!("Self::{name}"), associated);
        }
        itself = Some(ty);
    }
    if let (Home::Trait(by), Some(Ok(ty))) = (&f.home, given.get("Self")) {
        let receiver = f.sig.receiver().is_some();
        let (of, shadowed) = (ty.to_string(), inherent::has(ty, &f.name()));
        member = Some(Member { of, by: Some(with_arguments(by, f, given)), receiver, shadowed });
        itself = Some(ty.clone());
    }
    if let (true, Some(itself)) = (f.is_display(), &itself) {
        let this = Param { name: "this".to_owned(), ty: Type::Ref(Box::new(itself.clone())) };
        let by = Some("ToString".to_owned());
        let (params, member) = (vec![this], member.map(|member| Member { by, ..member }));
        testable(&params, &Type::String)?;
        return Ok(Called { params, ret: Type::String, taken: Taken::Whole, member });
    }
    let mut params: Vec<Param> = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        let input = match (input, &itself) {
            (FnArg::Typed(input), _) => input,
            (FnArg::Receiver(receiver), Some(itself)) => {
                let ty = received(types, f, receiver, itself, &arguments)?;
                params.push(Param { name: "this".to_owned(), ty });
                continue;
            }
            (FnArg::Receiver(_), None) => return Err("takes `self`".to_owned()),
        };
        let ty = types
            .parameter(f.inside, &input.ty, &arguments)
            .map_err(|part| unsupported("takes", &input.ty, part))?;
        let mut name = param_name(&input.pat, at);
        while params.iter().any(|other| other.name == name) {
            name.push('_');
        }
        params.push(Param { name, ty });
    }
    let changed = params.iter().find_map(|param| match &param.ty {
        Type::Mut(inner) => Some(&**inner),
        _ => None,
    });
    let (ret, taken) = match output {
        ReturnType::Default => (Type::Unit, Taken::Whole),
        ReturnType::Type(_, ty) if matches!(**ty, syn::Type::Never(_)) => {
            return Err("never returns".to_owned());
        }
        ReturnType::Type(_, ty) => {
            // What `Self` stands for says what an iterator goes through.
            let written = match (&**ty, &f.self_ty) {
                (syn::Type::Path(path), Some(itself)) if path.path.is_ident("Self") => itself,
                (ty, _) => ty,
            };
            let ret = types.returned(f.inside, written, &arguments, changed);
            ret.map_err(|part| unsupported("returns", ty, part))?
        }
    };
    testable(&params, &ret)?;
    let (ret, taken) =
        if makes_text(&params, &ret, taken) { (Type::String, Taken::Text) } else { (ret, taken) };
    Ok(Called { params, ret, taken, member })
}

/// Whether a function of texts goes through characters: they are a text, too, unless it takes lists of them.
fn makes_text(params: &[Param], ret: &Type, taken: Taken) -> bool {
    let characters = Type::Vec(Box::new(Type::Char));
    let is = |param: &Param, known: &Type| param.ty.erased() == *known;
    taken == Taken::Items
        && *ret == characters
        && params.iter().any(|param| is(param, &Type::String) || is(param, &Type::Char))
        && !params.iter().any(|param| is(param, &characters))
}

/// The type of the receiver, `itself` being that of `Self`.
fn received(
    types: &Types<'_>,
    f: &FnDef,
    receiver: &syn::Receiver,
    itself: &Type,
    arguments: &Arguments,
) -> Result<Type, String> {
    let inner = || Box::new(itself.clone());
    let ty = match &receiver.kind {
        ReceiverKind::Value if itself.is_sized() => Ok(itself.clone()),
        ReceiverKind::Reference(_, _, None) => Ok(Type::Ref(inner())),
        ReceiverKind::Reference(_, _, Some(_)) => Ok(Type::Mut(inner())),
        ReceiverKind::Typed(_, ty) => types.parameter(f.inside, ty, arguments),
        _ => Err(String::new()),
    };
    ty.map_err(|_| format!("takes `{}`", source_text(receiver)))
}

/// Why a function of supported types still cannot be tested.
fn testable(params: &[Param], ret: &Type) -> Result<(), String> {
    if let Some(adt) = params.iter().flat_map(|param| param.ty.adts()).find(|adt| !adt.is_makeable()) {
        let who = match dependency_of(&adt.home).is_some() {
            true => "crate",
            false if adt.grows.get() == Some(&true) => "methods",
            false => "module",
        };
        return Err(format!("takes `{}`, which only its own {who} can construct", adt.name));
    }
    let changed = || params.iter().filter(|param| matches!(param.ty, Type::Mut(_)));
    let outcome = outcome(params.iter().map(|param| &param.ty), ret);
    let unseen = match outcome {
        Type::Unit => changed().find_map(|param| param.ty.unseen()),
        _ => outcome.unseen(),
    };
    if let Some(adt) = unseen {
        return Err(format!("returns or changes `{}`, whose content cannot be observed", adt.name));
    }
    if outcome == Type::Unit {
        return Err("returns nothing".to_owned());
    }
    // What is taken from a text that a function goes through stays there when it has gone on.
    if changed().any(|param| param.ty.walked().is_none()) && ret.owned() != *ret {
        return Err("returns a borrowed value and changes a parameter".to_owned());
    }
    let is_opaque = |ty: &Type| matches!(ty, Type::Opaque(_));
    let is_plain = |ty: &Type| !ty.any(&mut |ty| is_opaque(ty));
    match ret {
        Type::Result(ok, err) if is_plain(ok) && (is_opaque(err) || is_plain(err)) => {}
        ret if is_plain(ret) => {}
        _ => return Err(format!("returns `{ret}`, a type that is not supported yet")),
    }
    Ok(())
}

/// Type parameters in a text replaced by what they stand for: `Add<T>`; lifetimes are left to the compiler.
fn substituted(text: &str, arguments: &Arguments) -> String {
    let text = without_lifetimes(text);
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut out, mut rest) = (String::new(), text.as_str());
    while !rest.is_empty() {
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        match arguments.get(name) {
            Some(Ok(ty)) => out.push_str(&ty.to_string()),
            _ => out.push_str(name),
        }
        let end = behind.find(word).unwrap_or(behind.len());
        out.push_str(&behind[..end]);
        rest = &behind[end..];
    }
    out
}

/// `From<&'a Parser<'a>>` as `From<&Parser<'_>>`.
fn without_lifetimes(text: &str) -> String {
    let mut out = String::new();
    let mut pieces = text.split('\'');
    out.extend(pieces.next());
    for piece in pieces {
        let end = piece.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(piece.len());
        let (name, rest) = piece.split_at(end);
        match name {
            // A character.
            "" => out += &format!("'{rest}"),
            "static" => out += &format!("'static{rest}"),
            _ if out.ends_with('&') => out += rest.trim_start(),
            _ => out += &format!("'_{rest}"),
        }
    }
    out
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
