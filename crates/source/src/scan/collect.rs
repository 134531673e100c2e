//! Collects the definitions of the module trees, those inside bodies included.

mod collector;
mod expansion;
mod functions;
mod given;
mod implementations;
mod imports;
mod items;
mod types;

use std::rc::Rc;

use super::code::Codes;
use super::exported;
use super::owners::{make_paths_unique, settle_owners};
use super::world::World;
use crate::workspace::{Workspace, parse};
pub use collector::params;
use collector::{Collector, Place};

/// Reads every selected crate; its code is noted if it is asked for.
pub fn collect(workspace: &Workspace, code: bool) -> anyhow::Result<(World, Codes)> {
    let (mut world, mut codes) = (World::default(), Codes::new(code));
    for (package_at, package) in workspace.packages.iter().enumerate() {
        for (target_at, target) in package.targets.iter().enumerate() {
            let Some(root) = target.modules.first() else { continue };
            let mut source = parse(&root.file)?;
            let items = std::mem::take(&mut source.ast.items);
            let files = target.modules.iter().filter(|module| module.inline.is_none());
            let scope = world.open_crate(&target.name, package.edition == "2015", package_at);
            if package.cfg.attributes(&source.ast.attrs).iter().any(|attr| attr.path().is_ident("no_std")) {
                world.no_std.insert(scope);
            }
            let mut collector = Collector {
                world: &mut world,
                codes: &mut codes,
                cfg: &package.cfg,
                files: files.map(|module| (module.path.clone(), module.file.clone())).collect(),
                package: package_at,
                target: target_at,
            };
            let place = Place {
                scope,
                module: Vec::new(),
                prefix: target.name.clone(),
                nested_in: None,
                generics: Vec::new(),
                source: Rc::new(source),
                expansion: None,
            };
            collector.items(items, &place)?;
        }
    }
    settle_owners(&mut world);
    world.given = given::given(&world);
    world.exported = exported::exported(&world);
    make_paths_unique(&mut world);
    Ok((world, codes))
}
