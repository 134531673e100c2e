//! Structs and enums, and whose methods are which.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::lowering::Lowering;
use super::shapes::{Context, head};
use super::{Definition, Variant};
use morph_source::scan::DEEPEST;
use morph_source::scan::world::{
    AssociatedConst, DefId, DefKind, Home, Implementation, ScopeId, TypeDef, VariantDef, World,
};

impl Lowering<'_> {
    /// Notes all that paths and methods may mean.
    pub fn definitions(&mut self) {
        let world = self.world;
        for (at, def) in world.defs.iter().enumerate() {
            let id = DefId(at);
            match &def.kind {
                DefKind::Type(ty) => {
                    let path = world.path_of(id);
                    let definition = definition(world, id, def.scope, ty);
                    self.program.types.entry(path.clone()).or_insert_with(|| Arc::new(definition));
                    self.types.entry(path).or_insert(id);
                }
                DefKind::Trait => _ = self.types.entry(world.path_of(id)).or_insert(id),
                _ => {}
            }
        }
        self.methods();
        for (at, constant) in world.constants.iter().enumerate() {
            let owner = match (&constant.self_ty, constant.of_trait) {
                (Some(ty), _) => {
                    head(&Context::of(world, constant.scope, None, &constant.generics).shape(ty))
                }
                (None, Some(id)) => world.path_of(id),
                (None, None) => continue,
            };
            self.associated.entry((owner, constant.name.clone())).or_insert(at);
        }
        // Defaults that a type does not override.
        for Implementation { scope, ty, of_trait, generics, .. } in &world.impls {
            let head = head(&Context::of(world, *scope, None, generics).shape(ty));
            let default = |constant: &AssociatedConst| {
                constant.of_trait.is_some_and(|id| world.def(id).name == *of_trait)
            };
            for (at, constant) in world.constants.iter().enumerate().filter(|(_, it)| default(it)) {
                self.associated.entry((head.clone(), constant.name.clone())).or_insert(at);
            }
        }
    }

    /// Methods by the heads of their types: inherent ones, those of traits, defaults that are not overridden.
    fn methods(&mut self) {
        let world = self.world;
        let mut found: BTreeMap<(String, String), Vec<(u8, String)>> = BTreeMap::new();
        // Trait methods that are written for a type: its head, the trait's last name, the method's name.
        let mut written: BTreeSet<(String, String, String)> = BTreeSet::new();
        let mut defaults: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
        for (at, def) in world.defs.iter().enumerate() {
            let Some(f) = world.function(DefId(at)).filter(|f| f.block.is_some()) else { continue };
            match (&f.home, &f.self_ty) {
                (Home::Type(_), Some(ty)) => {
                    let head = head(&Context::of(world, f.inside, f.owner, &f.generics).shape(ty));
                    let rank = u8::from(f.of_trait.is_some());
                    found.entry((head.clone(), def.name.clone())).or_default().push((rank, f.path.clone()));
                    if let Some(of_trait) = &f.of_trait {
                        self.of_trait.insert(&f.path, of_trait);
                        written.insert((head, last_name(of_trait).to_owned(), def.name.clone()));
                    }
                }
                (Home::Trait(name), _) => {
                    self.of_trait.insert(&f.path, name);
                    defaults.entry(name).or_default().push((&def.name, &f.path));
                }
                _ => {}
            }
        }
        for Implementation { scope, ty, of_trait, generics, .. } in &world.impls {
            let head = head(&Context::of(world, *scope, None, generics).shape(ty));
            for (name, path) in defaults.get(of_trait.as_str()).into_iter().flatten() {
                let key = (head.clone(), of_trait.clone(), (*name).to_owned());
                if !written.contains(&key) {
                    found
                        .entry((head.clone(), (*name).to_owned()))
                        .or_default()
                        .push((2, (*path).to_owned()));
                }
            }
        }
        for (key, mut paths) in found {
            paths.sort_by_key(|(rank, _)| *rank);
            let mut paths: Vec<String> = paths.into_iter().map(|(_, path)| path).collect();
            paths.dedup();
            self.program.methods.insert(key, paths);
        }
    }
}

/// The last name of a trait as it is written: `Add` of `std::ops::Add<Point>`.
pub(super) fn last_name(written: &str) -> &str {
    let path = written.split('<').next().unwrap_or(written).trim();
    path.rsplit("::").next().unwrap_or(path).trim()
}

fn definition(world: &World, id: DefId, scope: ScopeId, def: &TypeDef) -> Definition {
    let context = Context::of(world, scope, Some(id), &def.params);
    let mut next = Some(0);
    let mut variant = |variant: &VariantDef| {
        let written = variant.discriminant.as_ref();
        let discriminant = written.map_or(next, |written| world.number(scope, written, DEEPEST));
        next = discriminant.and_then(|value: i128| value.checked_add(1));
        let fields = variant.fields.iter().map(|field| (plain(&field.name), context.shape(&field.ty)));
        let discriminant = discriminant.filter(|_| def.is_enum);
        Variant { name: plain(&variant.name), fields: fields.collect(), discriminant }
    };
    Definition {
        is_enum: def.is_enum,
        variants: def.variants.iter().map(&mut variant).collect(),
        derives: def.derives.iter().cloned().collect(),
    }
}

/// A name without `r#`.
fn plain(name: &str) -> String {
    name.trim_start_matches("r#").to_owned()
}
