//! A person's own test in a generated test module.

use std::path::PathBuf;

use super::declare::{self, NAME};
use super::files::{Changes, commit, without_unchanged};
use super::format::formatted;
use super::header::header;
use super::plan::PlannedTest;
use super::regions::Pieces;
use super::verify;
use morph_source::exit::{Code, fail};
use morph_source::files::{read, read_if_there};
use morph_source::workspace::{self, Workspace};

/// A module of a workspace.
pub struct Place<'p> {
    /// Into [`Workspace::packages`].
    pub package: usize,
    /// Into [`workspace::Package::targets`].
    pub target: usize,
    /// Its path below the crate's root.
    pub module: &'p [String],
}

/// Adds an item of this name to the test module of a module, outside the regions, where it stays; the tree changes only if a
/// copy with it compiles. Returns the file.
pub fn keep(
    workspace: &Workspace,
    place: &Place<'_>,
    name: &str,
    item: &str,
    offline: bool,
) -> anyhow::Result<PathBuf> {
    let package = &workspace.packages[place.package];
    let target = package.targets.get(place.target);
    let module = target.and_then(|target| target.modules.iter().find(|module| module.path == place.module));
    let (Some(target), Some(module)) = (target, module) else {
        return Err(fail(Code::Usage, "its module is gone; run `cargo morph suspects` again"));
    };
    let file = module.child_dir.join(format!("{NAME}.rs"));
    let existing = read_if_there(&file)?;
    if existing.as_ref().is_some_and(|text| text.contains(&format!("mod {name} {{"))) {
        return Err(fail(Code::Usage, format!("{} already contains a test of it", file.display())));
    }
    let mut pieces = match &existing {
        Some(text) => Pieces::read(text, &file)?,
        None => Pieces::new(&header(&module.path_in(&target.name), false)),
    };
    let dir = module.file.parent().unwrap_or(&package.dir);
    pieces.append(&format!("\n{}", formatted(item, &package.edition, dir)?));
    let text = read(&module.file)?;
    let declared = declare::declaration(module, &workspace::parse(&module.file)?, &text)?;
    let mut changes = Changes::from([(file.clone(), Some(pieces.text()))]);
    changes.extend(declared.map(|edit| (module.file.clone(), Some(declare::apply(&text, vec![edit])))));
    let test = PlannedTest {
        entry: 0,
        package: place.package,
        target: place.target,
        file: file.clone(),
        name: name.to_owned(),
        table: String::new(),
        path: String::new(),
    };
    verify::compile(workspace, &changes, &test, offline)?;
    commit(&without_unchanged(changes), &workspace.scratch())?;
    Ok(file)
}
