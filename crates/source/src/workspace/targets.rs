//! The crates of a package whose functions are called.

use std::path::Path;

use cargo_metadata::TargetKind as Kind;

use super::cfg::Cfg;
use super::source::parse;
use super::tree::modules;
use super::{Target, TargetKind};

/// The library, or the binaries where there is none.
pub(super) fn targets(package: &cargo_metadata::Package, cfg: &Cfg) -> anyhow::Result<Vec<Target>> {
    const LIBRARY: [Kind; 5] = [Kind::Lib, Kind::RLib, Kind::DyLib, Kind::CDyLib, Kind::StaticLib];
    let of = |wanted: &[Kind]| -> Vec<&cargo_metadata::Target> {
        package.targets.iter().filter(|target| target.kind.iter().any(|kind| wanted.contains(kind))).collect()
    };
    let libraries = of(&LIBRARY);
    let (kind, chosen) = if !libraries.is_empty() {
        (TargetKind::Lib, libraries)
    } else if !of(&[Kind::ProcMacro]).is_empty() {
        return Ok(Vec::new());
    } else {
        (TargetKind::Bin, of(&[Kind::Bin]))
    };
    let on = |target: &&cargo_metadata::Target| {
        target.required_features.iter().all(|feature| cfg.has_feature(feature))
    };
    chosen
        .into_iter()
        .filter(on)
        .map(|target| {
            Ok(Target {
                kind,
                closed: closed(kind, target.src_path.as_std_path(), cfg)?,
                name: target.name.replace('-', "_"),
                cargo_name: target.name.clone(),
                modules: modules(target.src_path.as_std_path(), cfg)?,
            })
        })
        .collect()
}

/// Why nothing in a target can be called: a worker starts where its program does.
fn closed(kind: TargetKind, root: &Path, cfg: &Cfg) -> anyhow::Result<Option<&'static str>> {
    if kind == TargetKind::Lib {
        return Ok(None);
    }
    let source = parse(root)?;
    let no_main = cfg.attributes(&source.ast.attrs).iter().any(|meta| meta.path().is_ident("no_main"));
    let is_main =
        |item: &syn::Item| matches!(item, syn::Item::Fn(f) if f.sig.ident == "main" && cfg.keeps(&f.attrs));
    Ok((no_main || !source.ast.items.iter().any(is_main))
        .then_some("its program has no `fn main` of its own"))
}
