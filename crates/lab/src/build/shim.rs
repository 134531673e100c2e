//! The crate of the run-time side, on which every instrumented crate depends.

use std::collections::BTreeSet;
use std::path::Path;

use morph_source::scan::{Subject, dependency_of};

use super::Builder;
use crate::calls;
use crate::manifest::write_if_changed;

/// The run-time side's files.
const SHIM: [(&str, &str); 13] = [
    ("lib.rs", include_str!("../../templates/shim/lib.rs")),
    ("confine.rs", include_str!("../../templates/shim/confine.rs")),
    ("distance.rs", include_str!("../../templates/shim/distance.rs")),
    ("heap.rs", include_str!("../../templates/shim/heap.rs")),
    ("near.rs", include_str!("../../templates/shim/near.rs")),
    ("standard.rs", include_str!("../../templates/shim/standard.rs")),
    ("numbers.rs", include_str!("../../templates/shim/numbers.rs")),
    ("protocol.rs", include_str!("../../templates/shim/protocol.rs")),
    ("record.rs", include_str!("../../templates/shim/record.rs")),
    ("serve.rs", include_str!("../../templates/shim/serve.rs")),
    ("switched.rs", include_str!("../../templates/shim/switched.rs")),
    ("watch.rs", include_str!("../../templates/shim/watch.rs")),
    ("wire.rs", include_str!("../../templates/shim/wire.rs")),
];

/// The shim's file for types of dependencies.
pub const OUTER_FILE: &str = "outer.rs";

const HEAP: &str = "#[global_allocator]\nstatic HEAP: heap::Counted = heap::Counted;\n";

/// Writes the run-time side but for its sizes.
pub fn write(folder: &Path, dependencies: &str) -> anyhow::Result<()> {
    let manifest = "[package]\nname = \"__morph\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n[lib]\npath = \"lib.rs\"\n";
    write_if_changed(&folder.join("Cargo.toml"), &format!("{manifest}{dependencies}"))?;
    SHIM.into_iter().try_for_each(|(name, text)| write_if_changed(&folder.join(name), text))
}

impl Builder<'_> {
    pub(super) fn write_shim(&self) -> anyhow::Result<()> {
        write(&self.shim, &self.outer_dependencies())
    }

    /// The dependencies of which subjects take or return types, as the shim's manifest names them. Their features are
    /// those that the packages turn on.
    fn outer_dependencies(&self) -> String {
        let instances =
            self.subjects.iter().flat_map(|subject| std::iter::once(subject).chain(&subject.alternatives));
        let adts = instances.flat_map(Subject::adts);
        let names: BTreeSet<String> =
            adts.filter_map(|adt| dependency_of(&adt.home).map(str::to_owned)).collect();
        let mut table = toml_edit::Table::new();
        for (name, dependency) in
            names.iter().filter_map(|name| Some((name, self.workspace.dependency(name)?)))
        {
            let mut source = toml_edit::InlineTable::new();
            source.insert("package", dependency.package.as_str().into());
            source.insert("version", format!("={}", dependency.version).into());
            if let Some(folder) = &dependency.folder {
                let copied = folder.starts_with(&self.workspace.root);
                let copy = if copied { self.workspace.copy_of(&self.tree, folder) } else { None };
                source.insert("path", copy.as_ref().unwrap_or(folder).display().to_string().into());
            }
            source.insert("default-features", false.into());
            table.insert(name, toml_edit::value(source));
        }
        if table.is_empty() { String::new() } else { format!("\n[dependencies]\n{table}") }
    }

    /// Writes what the crate learns last: room for the mutants and branches, and the types of dependencies.
    pub(super) fn write_sizes(&mut self, probes: usize) -> anyhow::Result<()> {
        let mut seen = BTreeSet::new();
        let outer = self
            .called()
            .flat_map(|(_, subject)| subject.adts())
            .filter(|adt| dependency_of(&adt.home).is_some());
        let outer: String =
            outer.filter(|adt| seen.insert(adt.path.clone())).map(|adt| self.adt_text(&adt)).collect();
        self.outer = calls::outer_text(&outer);
        write_if_changed(&self.shim.join(OUTER_FILE), &self.outer)?;
        let heap = if self.own_heap { "" } else { HEAP };
        let mutants = room(self.mutants.len());
        let probes = room(probes);
        let sizes =
            format!("pub const MUTANTS: usize = {mutants};\npub const PROBES: usize = {probes};\n{heap}");
        write_if_changed(&self.shim.join("sizes.rs"), &sizes)
    }
}

/// Rounded, so that after an edit the crate is mostly the same and is not compiled anew.
fn room(places: usize) -> usize {
    places.next_power_of_two().max(1024)
}
