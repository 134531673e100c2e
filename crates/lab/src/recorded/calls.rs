//! The text that makes subjects record what they are called with, and which of it does not compile.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::MutantId;
use crate::calls::{Place, adt_text, module_text, owner, place};
use crate::compile::CompileError;
use crate::manifest::write_if_changed;
use crate::splice::{Edit, Kind, Spliced, splice};
use morph_source::scan::{Function, Subject, dependency_of};
use morph_source::workspace::Workspace;

/// The functions whose calls are recorded, by their numbers.
pub struct Calls(BTreeMap<u32, (Function, Subject)>);

impl Calls {
    /// Functions that take what can be written down: not those with type parameters, nor those that the compiler calls,
    /// nor those with types of dependencies.
    pub fn of(functions: &[Function]) -> Calls {
        let recordable = functions.iter().filter_map(|f| Some((f.clone(), f.subject()?.clone())));
        let of_package =
            |subject: &Subject| !subject.adts().iter().any(|adt| dependency_of(&adt.home).is_some());
        let recordable =
            recordable.filter(|(f, subject)| f.body.is_some() && !subject.is_generic && of_package(subject));
        Calls((0..).zip(recordable).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The subject with a number.
    pub fn subject(&self, number: u32) -> Option<&Subject> {
        self.0.get(&number).map(|(_, subject)| subject)
    }

    /// Writes the sources with the calls into the copy; returns what stands in each file.
    pub fn write(
        &self,
        workspace: &Workspace,
        copy_of: &dyn Fn(&Path) -> anyhow::Result<PathBuf>,
    ) -> anyhow::Result<BTreeMap<PathBuf, Spliced>> {
        let mut edits: BTreeMap<PathBuf, Vec<Edit>> = BTreeMap::new();
        for (number, (function, subject)) in &self.0 {
            let Some(body) = &function.body else { continue };
            let text = call(*number, subject);
            let id = Some(MutantId(*number));
            let edit = Edit { range: body.start + 1..body.start + 1, text, kind: Kind::Mutant, id };
            edits.entry(function.file.clone()).or_default().push(edit);
        }
        for package in &workspace.packages {
            for (index, target) in package.targets.iter().enumerate() {
                let mut seen = BTreeSet::new();
                let all = self.0.values().flat_map(|(_, subject)| subject.adts());
                let here =
                    |adt: &morph_relation::Adt| adt.home.package == package.name && adt.home.target == index;
                let adts: Vec<_> = all.filter(here).filter(|adt| seen.insert(adt.path.clone())).collect();
                for module in &target.modules {
                    let own = adts.iter().filter(|adt| adt.home.module == module.path);
                    let own: String = own.map(|adt| adt_text(adt, &|_| true)).collect();
                    let at = module.inline.as_ref().map_or(usize::MAX, |range| range.end);
                    let mut text = String::new();
                    if !own.is_empty() {
                        text.push_str(&module_text(&module.path, &[], &own).unwrap_or_default());
                    }
                    if module.path.is_empty() {
                        text.push_str("\n#[allow(unused_extern_crates)] extern crate __morph;\n");
                    }
                    edits.entry(module.file.clone()).or_default().push(Edit::insert(at, text, Kind::Shim));
                }
            }
        }
        let mut written = BTreeMap::new();
        for (file, mut edits) in edits {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            for edit in &mut edits {
                edit.range = edit.range.start.min(text.len())..edit.range.end.min(text.len());
            }
            let spliced = splice(&text, edits, Vec::new(), Vec::new());
            write_if_changed(&copy_of(&file)?, &spliced.text)?;
            written.insert(file, spliced);
        }
        Ok(written)
    }

    /// Leaves out the calls that errors are about; whether there are any.
    pub fn blame(
        &mut self,
        errors: &[CompileError],
        written: &BTreeMap<PathBuf, Spliced>,
        original: &dyn Fn(&Path) -> PathBuf,
    ) -> bool {
        let before = self.0.len();
        for (file, bytes, _) in errors.iter().flat_map(|error| &error.places) {
            let Some(spliced) = written.get(&original(file)) else { continue };
            let ours = |range: &std::ops::Range<usize>| range.contains(&bytes.start);
            let call = spliced.mutated.iter().find(|(range, _)| ours(range));
            if let Some((_, id)) = call {
                self.0.remove(&id.0);
            } else if let Some(Place::Type(name)) = spliced.text.get(..bytes.start).and_then(place) {
                self.0.retain(|_, (_, subject)| subject.adts().iter().all(|adt| owner(adt) != name));
            }
        }
        self.0.len() < before
    }
}

/// The first statement of a subject.
fn call(number: u32, subject: &Subject) -> String {
    let name = |(i, param): (usize, &morph_source::scan::Param)| match (i, &subject.member) {
        (0, Some(_)) if param.name == "this" => "self".to_owned(),
        _ => param.name.clone(),
    };
    let writes = subject.params.iter().enumerate().map(name);
    let writes: String = writes.map(|name| format!("::__morph::Write::write(&{name}, w); ")).collect();
    format!(" ::__morph::record({number}, |w| {{ {writes} }}); ")
}
