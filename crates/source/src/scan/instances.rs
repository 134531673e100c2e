//! Functions that one macro writes at many types: one of these stands for all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;

use super::text::source_text;
use super::world::{DefId, DefKind, FnDef, World};

/// The types at which they are tested, as far as there are instances: wide ones first, in which little overflows.
const TYPES: [&str; 6] = ["i64", "u64", "f64", "i32", "u32", "f32"];

/// The functions that others stand for, each with why it is left out: of those that a macro writes, implementations for
/// references where there is one for the type itself, and all but one that can be tested.
pub fn surplus(world: &World, is_testable: impl Fn(DefId) -> bool) -> BTreeMap<DefId, String> {
    let functions = || (0..world.defs.len()).map(DefId).filter_map(|id| Some((id, world.function(id)?)));
    let of_values: BTreeMap<_, DefId> = functions()
        .filter(|(id, f)| f.of_trait.is_some() && !f.path.contains('&') && is_testable(*id))
        .map(|(id, f)| (of_value(f), id))
        .collect();
    let mut stands: BTreeMap<DefId, DefId> = BTreeMap::new();
    let mut groups: BTreeMap<_, Vec<(DefId, &FnDef)>> = BTreeMap::new();
    for (id, f) in functions() {
        let Some(by) = f.written_by else { continue };
        match of_values.get(&of_value(f)) {
            Some(value) if f.path.contains('&') => _ = stands.insert(id, *value),
            _ => {
                groups.entry((by, f.self_ty.is_some(), place(f), named_by_type(f))).or_default().push((id, f))
            }
        }
    }
    let rank = |f: &FnDef| {
        let name = f.sig.ident.to_string();
        let fields = own_type(world, f).map(|own| fields(world, own)).unwrap_or_default();
        let is_of = |ty: &str| ty == itself(f) || ty == fields || name.split('_').any(|word| word == ty);
        (TYPES.iter().position(|ty| is_of(ty)).unwrap_or(TYPES.len()), f.path.len())
    };
    for group in groups.into_values().flat_map(|group| by_own_type(world, group)) {
        let testable = || group.iter().filter(|(id, _)| is_testable(*id));
        let Some((tested, _)) = testable().min_by_key(|(_, f)| rank(f)) else { continue };
        let others = of_other_bodies(world, *tested, testable().copied());
        let goes = |(id, _): &&(DefId, &FnDef)| id != tested && !others.contains(id);
        stands.extend(group.iter().filter(goes).map(|(id, _)| (*id, *tested)));
    }
    let why = |tested: &DefId| {
        let f = world.function(*stands.get(tested).unwrap_or(tested))?;
        Some(format!("is written by a macro as `{}` is, which is tested", f.path))
    };
    stands.iter().filter_map(|(id, tested)| Some((*id, why(tested)?))).collect()
}

/// Of what one macro writes for types of the package, so many with different bodies are tested: codes with alphabets of their
/// own, for instance.
const DIFFERENT: usize = 4;

/// The first functions whose bodies are not that of the one that is tested, but for types, each another one.
fn of_other_bodies<'w>(
    world: &'w World,
    tested: DefId,
    all: impl Iterator<Item = (DefId, &'w FnDef)>,
) -> BTreeSet<DefId> {
    let body = |f: &FnDef| {
        let own = f.owner.filter(|own| matches!(world.def(*own).kind, DefKind::Type(_)))?;
        body_for(world, f, own)
    };
    let mut seen: BTreeSet<String> = world.function(tested).and_then(body).into_iter().collect();
    let is_new = |(_, f): &(DefId, &FnDef)| body(f).is_some_and(|body| seen.insert(body));
    let others = all.filter(|(id, _)| *id != tested).filter(is_new);
    others.map(|(id, _)| id).take(DIFFERENT - 1).collect()
}

/// The type of which a function is a member, where that has fields of its own and is not written by the same macro: what the
/// same text does there is something else.
fn own_type(world: &World, f: &FnDef) -> Option<DefId> {
    f.owner.filter(|owner| match &world.def(*owner).kind {
        DefKind::Type(def) => !def.fields.is_empty() && def.written_by != f.written_by,
        _ => false,
    })
}

/// What a macro writes for types of their own, apart for each of these: unless both the types and what is written for them are
/// the same but for how wide numbers are.
fn by_own_type<'w>(world: &World, group: Vec<(DefId, &'w FnDef)>) -> Vec<Vec<(DefId, &'w FnDef)>> {
    let shape = |f: &FnDef, own: DefId| (without_types(&fields(world, own)), body_for(world, f, own));
    let told = group.into_iter().map(|(id, f)| {
        let own = own_type(world, f);
        (id, f, own, own.map(|own| shape(f, own)))
    });
    let told: Vec<_> = told.collect();
    let mut widths: BTreeMap<_, BTreeMap<String, BTreeSet<DefId>>> = BTreeMap::new();
    for (_, _, own, shape) in &told {
        if let Some((own, shape)) = own.zip(shape.as_ref()) {
            widths.entry(shape).or_default().entry(fields(world, own)).or_default().insert(own);
        }
    }
    let mut apart: BTreeMap<_, Vec<(DefId, &FnDef)>> = BTreeMap::new();
    for (id, f, own, shape) in &told {
        let shape = shape.as_ref().filter(|shape| widths[shape].values().all(|of| of.len() == 1));
        apart.entry((shape, own.filter(|_| shape.is_none()))).or_default().push((*id, *f));
    }
    apart.into_values().collect()
}

/// The body of a function, but for types of numbers and for the type that it is written for.
fn body_for(world: &World, f: &FnDef, own: DefId) -> Option<String> {
    let name = Regex::new(&format!(r"\b{}\b", regex::escape(&world.def(own).name))).ok()?;
    let body = f.block.as_ref().map(source_text)?;
    Some(without_types(&name.replace_all(&body, "Self")))
}

/// The types of a type's fields as they are written, with the fields' names where they have some.
fn fields(world: &World, of: DefId) -> String {
    let DefKind::Type(def) = &world.def(of).kind else { return String::new() };
    let is_named = |name: &str| !name.starts_with(|c: char| c.is_ascii_digit());
    let text = |(name, ty): &(String, syn::Type)| match is_named(name) {
        true => format!("{name}: {}", source_text(ty)),
        false => source_text(ty),
    };
    def.fields.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Where a function is and what it is called, whatever type its name has; its trait without parameters.
fn place(f: &FnDef) -> (usize, usize, String, Option<&str>) {
    let of_trait = f.of_trait.as_deref().map(|name| name.split('<').next().unwrap_or(name).trim());
    (f.package, f.target, without_types(&f.sig.ident.to_string()), of_trait)
}

/// The body of a function whose name has a type in it, but for types: what the macro was given may be all of it.
fn named_by_type(f: &FnDef) -> Option<String> {
    let name = f.sig.ident.to_string();
    let body = || f.block.as_ref().map(|block| without_types(&source_text(block)));
    if without_types(&name) == name { None } else { body() }
}

/// A text without the names of types of numbers, wherever these stand in words: `gcd_u8` and `NonZeroU8`, too.
fn without_types(text: &str) -> String {
    PRIMITIVE.replace_all(text, "").into_owned()
}

static PRIMITIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new("(?i)([iu](8|16|32|64|128|size)|f32|f64)").expect("a pattern without errors")
});

/// The type that it is a member of.
fn itself(f: &FnDef) -> String {
    f.self_ty.as_ref().map(source_text).unwrap_or_default()
}

/// The same for what a reference refers to.
fn of_value(f: &FnDef) -> (impl Ord, String) {
    let mut ty = f.self_ty.as_ref();
    while let Some(syn::Type::Reference(reference)) = ty {
        ty = Some(&reference.elem);
    }
    (place(f), ty.map(source_text).unwrap_or_default())
}
