//! What type parameters stand for: what the configuration names, what the workspace's own code writes, otherwise the
//! first types of a fixed list that their bounds allow.

use std::collections::BTreeMap;

use syn::{GenericParam, Generics, PathArguments, TypeParamBound, WherePredicate};

use super::resolve::{Found, Space, segments};
use super::text::source_text;
use super::types::{Arguments, Types};
use super::world::{DefId, DefKind, FnDef, World};
use crate::visit::{self, Visit};
use morph_relation::{FloatType, IntType, Type};

/// More instances than this are not tried.
const MOST: usize = 4;

/// The instances of a function in the order in which they are to be tried; one, of nothing, where it has no type
/// parameters. `named` holds the configuration's.
pub(super) fn instances(
    types: &Types<'_>,
    world: &World,
    id: DefId,
    f: &FnDef,
    named: &BTreeMap<String, String>,
) -> Result<Vec<Arguments>, String> {
    let all = || [Some(&f.sig.generics), f.impl_generics.as_ref()].into_iter().flatten();
    let constants =
        |generics: &&Generics| generics.params.iter().any(|p| matches!(p, GenericParam::Const(_)));
    if all().any(|generics| constants(&generics)) {
        return Err("is generic over a constant".to_owned());
    }
    let params = parameters(f);
    if params.is_empty() {
        return Ok(vec![Arguments::new()]);
    }
    if let Some(written) = named.get(&f.path) {
        return configured(types, f, &params, written).map(|arguments| vec![arguments]);
    }
    let mut found = written(types, world, id, f);
    let mut candidates: Vec<Vec<Type>> = Vec::new();
    for param in &params {
        candidates.push(of_bounds(types, world, f, param, &params)?);
    }
    for nth in 0..MOST {
        let chosen = params.iter().zip(&candidates);
        let chosen = chosen.map(|(param, of)| (param.name.clone(), Ok(of[nth.min(of.len() - 1)].clone())));
        let instance: Arguments = chosen.collect();
        if !found.contains(&instance) {
            found.push(instance);
        }
    }
    found.truncate(MOST);
    Ok(found)
}

/// The first instance of a function's own type parameters.
pub(super) fn simplest(types: &Types<'_>, world: &World, f: &FnDef) -> Option<Arguments> {
    let own = |param: &&Parameter| {
        !f.impl_generics
            .iter()
            .flat_map(|generics| &generics.params)
            .any(|p| type_name(p).as_ref() == Some(&param.name))
    };
    let params = parameters(f);
    let first = |param: &Parameter| {
        let found = of_bounds(types, world, f, param, &params).ok()?;
        Some((param.name.clone(), Ok(found.first()?.clone())))
    };
    params.iter().filter(own).map(first).collect()
}

/// A type parameter, or an argument of type `impl Trait`.
struct Parameter {
    /// `T`, or the whole `impl Trait` as it is written.
    name: String,
    bounds: Vec<TypeParamBound>,
    /// Bounds of references to it: `where &'a T: IntoIterator`.
    of_references: Vec<TypeParamBound>,
}

/// The type parameters of a function and of its `impl`, with all that bounds them.
fn parameters(f: &FnDef) -> Vec<Parameter> {
    let mut params: Vec<Parameter> = Vec::new();
    let generics = || [f.impl_generics.as_ref(), Some(&f.sig.generics)].into_iter().flatten();
    for param in generics().flat_map(|generics| &generics.params) {
        if let GenericParam::Type(param) = param {
            let bounds = param.bounds.iter().cloned().collect();
            params.push(Parameter { name: param.ident.to_string(), bounds, of_references: Vec::new() });
        }
    }
    for predicate in generics().filter_map(|g| g.where_clause.as_ref()).flat_map(|clause| &clause.predicates)
    {
        let WherePredicate::Type(predicate) = predicate else { continue };
        let (bounded, is_reference) = match &predicate.bounded_ty {
            syn::Type::Reference(reference) => (&*reference.elem, true),
            ty => (ty, false),
        };
        if let Some(param) = params.iter_mut().find(|p| p.name == source_text(bounded)) {
            let bounds = if is_reference { &mut param.of_references } else { &mut param.bounds };
            bounds.extend(predicate.bounds.iter().cloned());
        }
    }
    for input in &f.sig.inputs {
        let syn::FnArg::Typed(input) = input else { continue };
        let mut ty = &*input.ty;
        while let syn::Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        if let syn::Type::ImplTrait(bounded) = ty {
            params.push(Parameter {
                name: source_text(ty),
                bounds: bounded.bounds.iter().cloned().collect(),
                of_references: Vec::new(),
            });
        }
    }
    params
}

/// The configuration's types, in the order of the parameters.
fn configured(
    types: &Types<'_>,
    f: &FnDef,
    params: &[Parameter],
    written: &str,
) -> Result<Arguments, String> {
    let wrong = |why: &str| format!("`{written}` in the configuration's [generics] {why}");
    let list: syn::TypeTuple =
        syn::parse_str(&format!("({written},)")).map_err(|_| wrong("is not a list of types"))?;
    if list.elems.len() != params.len() {
        return Err(wrong(&format!("names {} types for {} parameters", list.elems.len(), params.len())));
    }
    let mut arguments = Arguments::new();
    for (param, ty) in params.iter().zip(&list.elems) {
        let ty = types.supported(f.inside, ty, &Arguments::new());
        let ty = ty.map_err(|part| wrong(&format!("names `{part}`, a type that is not supported yet")))?;
        arguments.insert(param.name.clone(), Ok(ty));
    }
    Ok(arguments)
}

/// The instances that the workspace's code writes, the most frequent first: `total::<f64>(…)`, or the arguments of the
/// type for a method: `Grid<u8>`.
fn written(types: &Types<'_>, world: &World, id: DefId, f: &FnDef) -> Vec<Arguments> {
    let (of, names) = match (&f.impl_generics, f.owner) {
        (Some(generics), Some(owner)) if f.sig.generics.params.is_empty() => {
            (owner, generics.params.iter().filter_map(type_name).collect::<Vec<_>>())
        }
        (None, _) if f.owner.is_none() => (id, f.sig.generics.params.iter().filter_map(type_name).collect()),
        _ => return Vec::new(),
    };
    if names.len() != parameters(f).len() {
        return Vec::new();
    }
    let mut found: Vec<(Arguments, usize)> = Vec::new();
    for def in &world.defs {
        let DefKind::Fn(user) = &def.kind else { continue };
        let mut paths = Paths { found: Vec::new() };
        paths.visit_signature(&user.sig);
        if let Some(block) = &user.block {
            paths.visit_block(block);
        }
        for (path, arguments) in paths.found {
            let space = if of == id { Space::Values } else { Space::Types };
            if arguments.len() != names.len()
                || world.resolve(user.inside, &path, false, space, user.owner) != Found::Def(of)
            {
                continue;
            }
            let given = arguments.iter().map(|ty| types.supported(user.inside, ty, &Arguments::new()));
            let Ok(given) = given.collect::<Result<Vec<Type>, String>>() else { continue };
            let instance: Arguments = names.iter().cloned().zip(given.into_iter().map(Ok)).collect();
            match found.iter_mut().find(|(known, _)| *known == instance) {
                Some((_, count)) => *count += 1,
                None => found.push((instance, 1)),
            }
        }
    }
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    found.into_iter().map(|(instance, _)| instance).collect()
}

pub(super) fn type_name(param: &GenericParam) -> Option<String> {
    match param {
        GenericParam::Type(param) => Some(param.ident.to_string()),
        _ => None,
    }
}

/// Paths with type arguments: the names up to the segment that has them, and the arguments.
struct Paths {
    found: Vec<(Vec<String>, Vec<syn::Type>)>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        for (i, segment) in path.segments.iter().enumerate() {
            if let PathArguments::AngleBracketed(list) = &segment.arguments {
                let types = list.args.iter().filter_map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Some(ty.clone()),
                    _ => None,
                });
                self.found.push((segments(path)[..=i].to_vec(), types.collect()));
            }
        }
        visit::visit_path(self, path);
    }
}

/// The types of the fixed list that a parameter's bounds allow, as far as that can be told.
fn of_bounds(
    types: &Types<'_>,
    world: &World,
    f: &FnDef,
    param: &Parameter,
    all: &[Parameter],
) -> Result<Vec<Type>, String> {
    let mut candidates = fixed();
    let iterates = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|s| s.ident == "IntoIterator"),
        _ => false,
    };
    if param.of_references.iter().any(iterates) {
        candidates = fixed().into_iter().map(|item| Type::Vec(Box::new(item.owned()))).collect();
    }
    for bound in &param.bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let path = &bound.path;
        let Some(last) = path.segments.last() else { continue };
        let name = last.ident.to_string();
        let argument = match &last.arguments {
            PathArguments::AngleBracketed(list) => list.args.first(),
            PathArguments::Parenthesized(_) => return Err("takes a closure".to_owned()),
            PathArguments::None => None,
        };
        match world.resolve(f.inside, &segments(path), path.leading_colon.is_some(), Space::Types, None) {
            Found::Def(id) if matches!(world.def(id).kind, DefKind::Trait) => {
                let own = implementors(types, world, &name);
                if !own.is_empty() {
                    let fixed = candidates.iter().filter(|ty| own.contains(ty)).cloned();
                    let others = own.iter().filter(|ty| !candidates.contains(ty)).cloned();
                    candidates = fixed.chain(others).collect();
                }
            }
            _ if name == "IntoIterator" => {
                let item = match argument {
                    Some(syn::GenericArgument::AssocType(item)) if item.ident == "Item" => &item.ty,
                    _ => return Err(format!("is generic over `{}`", source_text(path))),
                };
                let other =
                    all.iter().find(|other| other.name == source_text(item) && other.name != param.name);
                let items = match other {
                    Some(other) => of_bounds(types, world, f, other, &[])?,
                    None => {
                        let item = types.supported(f.inside, item, &Arguments::new());
                        vec![item.map_err(|_| format!("is generic over `{}`", source_text(path)))?]
                    }
                };
                candidates = items.into_iter().map(|item| Type::Vec(Box::new(item))).collect();
            }
            _ => {
                let argument = argument.map(source_text);
                candidates.retain(|ty| implements(ty, &name, argument.as_deref()));
            }
        }
        if candidates.is_empty() {
            return Err(format!("is generic over `{}`", source_text(path)));
        }
    }
    Ok(candidates)
}

/// The supported types for which the workspace implements a trait of its own.
fn implementors(types: &Types<'_>, world: &World, name: &str) -> Vec<Type> {
    let mut found: Vec<Type> = Vec::new();
    for it in world.impls.iter().filter(|it| it.of_trait == name) {
        if let Ok(ty) = types.supported(it.scope, &it.ty, &Arguments::new())
            && !found.contains(&ty)
        {
            found.push(ty);
        }
    }
    found
}

/// The types that are tried where nothing says more.
fn fixed() -> Vec<Type> {
    let reference = |ty: Type| Type::Ref(Box::new(ty));
    let bytes = || Box::new(Type::Int(IntType::U8));
    vec![
        Type::Int(IntType::I64),
        Type::Int(IntType::U8),
        Type::Float(FloatType::F64),
        Type::String,
        reference(Type::Str),
        Type::Int(IntType::U32),
        Type::Int(IntType::I32),
        Type::Float(FloatType::F32),
        Type::Char,
        Type::Bool,
        Type::Vec(bytes()),
        reference(Type::Slice(bytes())),
    ]
}

/// Whether a type of the fixed list implements a trait of `std`, or one that is known by name in many crates; what is
/// unknown is implemented, since the compiler will tell.
fn implements(ty: &Type, name: &str, argument: Option<&str>) -> bool {
    let (int, float) = (matches!(ty, Type::Int(_)), matches!(ty, Type::Float(_)));
    let signed = matches!(ty, Type::Int(int) if int.signed());
    let number = int || float;
    let borrowed = matches!(ty, Type::Ref(_));
    let text = matches!(ty, Type::String) || *ty == Type::Ref(Box::new(Type::Str));
    let bytes = !number && !text && !matches!(ty, Type::Char | Type::Bool);
    match name {
        "Copy" => ty.is_copy(),
        "Eq" | "Ord" | "Hash" => !float,
        "Default" => *ty != Type::Unit,
        "Display" | "ToString" => !bytes,
        "FromStr" => !borrowed && !bytes,
        "Add" if *ty == Type::String => argument.is_some_and(|rhs| rhs == "&str"),
        "Add" | "Sub" | "Mul" | "Div" | "Rem" | "AddAssign" | "SubAssign" | "MulAssign" | "DivAssign"
        | "RemAssign" | "Sum" | "Product" => number && argument.is_none_or(is_itself),
        "Neg" => signed || float,
        "Not" => int || *ty == Type::Bool,
        "BitAnd" | "BitOr" | "BitXor" => int || *ty == Type::Bool,
        "Shl" | "Shr" | "ShlAssign" | "ShrAssign" | "BitAndAssign" | "BitOrAssign" | "BitXorAssign"
        | "Binary" | "LowerHex" | "UpperHex" | "Octal" => int,
        "AsRef" | "Borrow" | "Into" | "From" | "TryInto" | "TryFrom" => match (name, argument) {
            ("AsRef" | "Borrow", Some("str")) => text,
            ("AsRef", Some("[u8]")) => text || bytes,
            ("Borrow", Some("[u8]")) => bytes,
            ("Into", Some("String")) => text || *ty == Type::Char,
            ("Into", Some(to)) => ty.to_string() == to || (number && widens(&ty.to_string(), to)),
            ("From", Some(from)) => ty.to_string() == from || (number && widens(from, &ty.to_string())),
            _ => number,
        },
        "Num" | "NumOps" | "NumCast" | "Zero" | "One" | "Bounded" | "ToPrimitive" | "FromPrimitive"
        | "NumRef" | "AsPrimitive" | "NumAssign" | "Inv" => number,
        "PrimInt" | "Integer" | "CheckedAdd" | "CheckedSub" | "CheckedMul" | "CheckedDiv" | "WrappingAdd"
        | "WrappingMul" | "Saturating" => int,
        "Signed" => signed || float,
        "Unsigned" => int && !signed,
        "Float" | "FloatCore" | "Real" => float,
        "Iterator"
        | "DoubleEndedIterator"
        | "ExactSizeIterator"
        | "Read"
        | "Write"
        | "BufRead"
        | "Error"
        | "Future"
        | "Hasher"
        | "BuildHasher"
        | "Rng"
        | "RngCore" => false,
        _ => true,
    }
}

/// Whether an operator's right operand is of the same type: `T`, `Self`, `Output = T`.
fn is_itself(argument: &str) -> bool {
    argument.starts_with("Output") || argument == "Self" || (argument.len() <= 2 && argument.is_ascii())
}

/// Whether `std` converts a number of one type into another without loss.
fn widens(from: &str, to: &str) -> bool {
    let split = |name: &str| -> Option<(char, u32)> {
        let kind = name.chars().next()?;
        Some((kind, name[1..].parse().ok()?))
    };
    let (Some((from, small)), Some((to, large))) = (split(from), split(to)) else { return false };
    match (from, to) {
        ('u', 'u') | ('i', 'i') | ('u', 'i') | ('f', 'f') => small < large,
        ('u' | 'i', 'f') => small < large,
        _ => false,
    }
}
