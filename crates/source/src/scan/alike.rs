//! What a type parameter stands for of which nothing is said: the number that functions with the same bounds are called with.
//! Laws between functions need arguments of one type.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::parameter::Parameter;
use super::text::source_text;
use super::types::Arguments;
use super::world::{DefId, FnDef, World};
use morph_relation::Type;

/// The numbers that single type parameters stand for, by package and bounds; found when they are first asked for.
#[derive(Default)]
pub(super) struct Alike(OnceLock<BTreeMap<(usize, String), Type>>);

impl Alike {
    /// What a function's only parameter stands for in most of those that are like it. `said` tells what is known of a
    /// function's parameters.
    pub fn of(
        &self,
        world: &World,
        f: &FnDef,
        params: &[Parameter],
        said: impl Fn(DefId, &FnDef) -> Option<(Vec<Parameter>, Arguments)>,
    ) -> Option<Arguments> {
        let [param] = params else { return None };
        let known = self.0.get_or_init(|| most_frequent(world, said));
        let ty = known.get(&(f.package, bounds(param)?))?;
        Some(Arguments::from([(param.name.clone(), Ok(ty.clone()))]))
    }
}

/// Of each kind of parameter the number that most functions are called with, of equals the first.
fn most_frequent(
    world: &World,
    said: impl Fn(DefId, &FnDef) -> Option<(Vec<Parameter>, Arguments)>,
) -> BTreeMap<(usize, String), Type> {
    let mut votes: BTreeMap<(usize, String), Vec<(Type, usize)>> = BTreeMap::new();
    for id in (0..world.defs.len()).map(DefId) {
        let Some(f) = world.function(id).filter(|f| !f.generics.is_empty()) else { continue };
        let Some((params, arguments)) = said(id, f) else { continue };
        let ([param], [Ok(ty)]) = (params.as_slice(), arguments.values().collect::<Vec<_>>().as_slice())
        else {
            continue;
        };
        let (Some(bounds), Type::Int(_) | Type::Float(_), false) = (bounds(param), ty, is_narrow(ty)) else {
            continue;
        };
        let of = votes.entry((f.package, bounds)).or_default();
        match of.iter_mut().find(|(known, _)| known == ty) {
            Some((_, count)) => *count += 1,
            None => of.push(((*ty).clone(), 1)),
        }
    }
    let most = |of: Vec<(Type, usize)>| {
        let most = of.iter().map(|(_, count)| *count).max()?;
        of.into_iter().find(|(_, count)| *count == most).map(|(ty, _)| ty)
    };
    votes.into_iter().filter_map(|(key, of)| Some((key, most(of)?))).collect()
}

/// Whether a type is one of integers that soon overflow.
pub(super) fn is_narrow(ty: &Type) -> bool {
    matches!(ty, Type::Int(int) if int.bits() < 32)
}

/// The bounds of a type parameter that has some, in one order.
fn bounds(param: &Parameter) -> Option<String> {
    let mut written: Vec<String> = param.bounds.iter().map(source_text).collect();
    written.sort();
    (!written.is_empty() && param.constant.is_none() && param.of_references.is_empty())
        .then(|| written.join(" + "))
}
