//! What gives values of which types.

use std::collections::BTreeMap;

use syn::ReturnType;

use crate::scan::text::Names;
use crate::scan::world::{DefId, DefKind, Home, World};
use crate::visit::Visit;

/// The free functions and the constants by the names in the types that they give.
pub fn given(world: &World) -> BTreeMap<String, Vec<DefId>> {
    let mut found: BTreeMap<String, Vec<DefId>> = BTreeMap::new();
    for (at, def) in world.defs.iter().enumerate() {
        let ty = match &def.kind {
            DefKind::Fn(f) if f.home == Home::Module => match &f.sig.output {
                ReturnType::Type(_, ty) => &**ty,
                ReturnType::Default => continue,
            },
            DefKind::Const(constant) => &constant.ty,
            _ => continue,
        };
        let mut names = Names::default();
        names.visit_type(ty);
        names.0.into_iter().for_each(|name| found.entry(name).or_default().push(DefId(at)));
    }
    found
}
