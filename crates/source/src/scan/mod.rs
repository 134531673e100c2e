//! From source files to [`Function`]s, each with a verdict, and the [`Subject`]s among them.

mod alike;
mod applied;
pub mod attributes;
mod body;
mod bounds;
mod calls;
mod candidates;
mod cells;
mod code;
mod collect;
mod conditions;
mod constants;
mod event;
mod events;
mod examples;
pub mod expand;
mod exported;
mod generics;
mod implementors;
pub mod impure;
mod instances;
mod lent;
mod literals;
pub mod macros;
mod not_compiled;
mod number;
mod outer;
mod owners;
mod parameter;
mod purity;
pub mod receiver;
pub mod resolve;
mod shown;
mod subject;
mod text;
mod touched;
mod types;
mod verdict;
pub mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use applied::Applied;
use constants::Constants;
use event::Event;
use events::Events;
use exported::Exported;
use outer::Outers;
use purity::Purity;
use shown::Shown;
use types::Made;
use verdict::Known;
use world::{DefId, DefKind, FnDef};

pub use calls::{CallGraph, closures, reachable};
pub use code::CodeGraph;
pub use conditions::{Asks, PathCondition};
pub use examples::{Example, examples};
pub use not_compiled::NotCompiled;
pub use outer::dependency_of;
pub use resolve::generic_arguments;
pub use subject::{Function, Param, Role, Subject, Verdict};
pub use touched::{hunks, resting_on, touched_by};
pub use types::closures::CLOSURES;
pub use types::kept::STD;
pub use types::{DEEPEST, standard};
pub use world::World;

use crate::exit::{Code, fail};
use crate::workspace::Workspace;
use morph_relation::{Adt, Home, Type, Value};

/// Which functions are meant: those that match all patterns that are to match, and none of the others.
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    /// For the file's path below the workspace's root; `None` for all files.
    pub files: Option<globset::GlobSet>,
    /// For [`Function::path`]; `None` for all paths.
    pub function: Option<regex::Regex>,
    /// Files whose functions are left out.
    pub not_files: Option<globset::GlobSet>,
    /// Functions that are left out, by path.
    pub not_function: Option<regex::Regex>,
}

impl Patterns {
    /// Whether the function `path` in `file`, which is relative to the workspace's root, is meant.
    pub fn mean(&self, file: &Path, path: &str) -> bool {
        self.files.as_ref().is_none_or(|files| files.is_match(file))
            && self.function.as_ref().is_none_or(|function| function.is_match(path))
            && !self.not_files.as_ref().is_some_and(|files| files.is_match(file))
            && !self.not_function.as_ref().is_some_and(|function| function.is_match(path))
    }

    /// Whether every function is meant.
    pub fn are_empty(&self) -> bool {
        self.files.is_none()
            && self.function.is_none()
            && self.not_files.is_none()
            && self.not_function.is_none()
    }
}

/// Which functions to list, and at which types. The others are still followed where they are called.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Which functions.
    pub patterns: Patterns,
    /// What type parameters stand for, as Rust's list of types, by [`Function::path`].
    pub generics: BTreeMap<String, String>,
    /// The name of modules of tests that show nothing of how people call their functions, since they are generated.
    pub generated: String,
}

/// Lists every function of the selected packages, in order of package, target, file and position.
///
/// Of macros those are expanded that the workspace defines and that write items or members of implementations; of the
/// functions that one of them writes at many types, one stands for all. Calls through trait objects, type parameters and
/// operators are not followed: a function that is impure in such a way is found out when the lab replays it.
pub fn scan(workspace: &Workspace, filter: &Filter) -> anyhow::Result<Vec<Function>> {
    read_all(workspace, filter, false).map(|read| read.functions)
}

/// What a scan reads.
#[derive(Debug)]
pub struct Read {
    /// As [`scan`] lists them.
    pub functions: Vec<Function>,
    /// What every function rests on, listed or not.
    pub code: CodeGraph,
    /// The items of the workspace by name, with their syntax.
    pub world: World,
}

/// As [`scan`], with the items that the functions are read from and with what decides how they behave.
pub fn read(workspace: &Workspace, filter: &Filter) -> anyhow::Result<Read> {
    read_all(workspace, filter, true)
}

/// Without `code` that of [`Read`] is empty.
fn read_all(workspace: &Workspace, filter: &Filter, code: bool) -> anyhow::Result<Read> {
    let (world, codes) = collect::collect(workspace, code)?;
    let events = Events::read(&world, |id| &workspace.packages[world.scope(world.def(id).scope).package].cfg);
    let purity = Purity::of(&world, &events);
    let applied = Applied::of(&world);
    let exported = Exported::of(&world);
    let mut constants = Constants::new(&world, &events);
    for path in filter.generics.keys() {
        let krate = path.split("::").next().unwrap_or_default();
        let known = world.functions().any(|f| f.path == *path);
        // Of a package that is not selected nothing is known.
        if world.crates.contains_key(krate) && !known {
            let why = format!("[generics] in morph.toml names `{path}`, but there is no such function");
            return Err(fail(Code::Usage, why));
        }
    }
    let (generics, made, outers) = (&filter.generics, Made::default(), Outers::of(workspace));
    let shown = Shown::of(&workspace.packages, &filter.generated);
    let (applied, shown, made, outers) = (&applied, &shown, &made, &outers);
    let known = Known { workspace, world: &world, purity: &purity, applied, shown, generics, made, outers };
    let mut functions = Vec::new();
    let mut verdicts = BTreeMap::new();
    let mut closed_places: BTreeMap<(usize, usize, &Path), Option<String>> = BTreeMap::new();
    for at in 0..world.defs.len() {
        let id = DefId(at);
        let Some(f) = world.function(id) else { continue };
        let mut verdict = verdict::verdict(&known, id, f);
        if !matches!(verdict, Verdict::Skipped(_)) {
            let place = closed_places.entry((f.package, f.target, &f.file));
            if let Some(why) = place.or_insert_with(|| closed(workspace, f)) {
                verdict = Verdict::Skipped(why.clone());
            }
        }
        verdicts.insert(id, (f, verdict));
    }
    let is_testable = |id: DefId| matches!(verdicts.get(&id), Some((_, Verdict::Testable(_))));
    let mut surplus = instances::surplus(&world, is_testable);
    for (id, (f, mut verdict)) in verdicts {
        if let Some(why) = surplus.remove(&id) {
            verdict = Verdict::Skipped(why);
        }
        if let Verdict::Testable(subject) | Verdict::Constant(subject) = &mut verdict {
            let constants = constants.of(id);
            subject.alternatives.iter_mut().for_each(|other| other.constants.extend_from_slice(&constants));
            subject.constants.extend(constants);
            let conditions = conditions::conditions(&world, f);
            subject.alternatives.iter_mut().for_each(|other| other.conditions.clone_from(&conditions));
            subject.conditions = conditions;
            exported.open(&world, id, f, subject);
        }
        let function = Function {
            path: f.path.clone(),
            file: f.file.clone(),
            line: f.line,
            item: f.item.clone(),
            body: f.body.clone(),
            docs: f.docs.clone(),
            public: exported.has(workspace, id, f),
            callees: callees(&world, &events, id).into_iter().collect(),
            verdict,
            hasher: verdict::hasher(&known, f),
        };
        if filter.patterns.mean(workspace.relative(&function.file), &function.path) {
            functions.push(((f.package, f.target, &f.file, f.item.start), function));
        }
    }
    functions.sort_by_key(|(place, _)| *place);
    let functions = functions.into_iter().map(|(_, function)| function).collect();
    Ok(Read { functions, code: codes.graph(&world, &events), world })
}

/// Why a function cannot be tested where it stands, if it is so.
fn closed(workspace: &Workspace, f: &FnDef) -> Option<String> {
    if let Some(why) = workspace.packages[f.package].targets[f.target].closed {
        return Some(why.to_owned());
    }
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if workspace.outside.contains(&f.file) || !real(&f.file).starts_with(real(&workspace.root)) {
        return Some("its file is outside the workspace root".to_owned());
    }
    let earlier = workspace.packages[..f.package].iter().flat_map(|package| &package.targets);
    let mut earlier = earlier.chain(&workspace.packages[f.package].targets[..f.target]);
    let first = earlier.find(|target| target.modules.iter().any(|module| module.file == f.file))?;
    Some(format!("its file also belongs to `{}`, where it is tested", first.name))
}

/// The functions that a body names, through the workspace's own macros too.
fn callees(world: &World, events: &Events, id: DefId) -> BTreeSet<String> {
    let used = |id: DefId| {
        events.of(id).iter().filter_map(|event| match event {
            Event::Uses(used) => Some(*used),
            _ => None,
        })
    };
    let is_macro = |id: &DefId| matches!(world.def(*id).kind, DefKind::Macro(_));
    let bodies = reachable([id], |id| used(id).filter(is_macro));
    let functions = bodies.into_iter().flat_map(used).filter_map(|id| world.function(id));
    functions.map(|function| function.path.clone()).collect()
}

/// What relations are made of: the subjects, then the constants that they may call.
pub fn callable(functions: &[Function]) -> Vec<Subject> {
    let constants = functions.iter().filter_map(Function::constant);
    functions.iter().filter_map(Function::subject).chain(constants).cloned().collect()
}

/// Those that have relations of their own: constants come last.
pub fn tested(callable: &[Subject]) -> &[Subject] {
    &callable[..callable.partition_point(|subject| !subject.is_constant())]
}

/// For each type among the subjects' inputs that constructors guard, a subject that tells what they make; those that
/// others are made of first.
pub fn makers(subjects: &[Subject]) -> Vec<Subject> {
    let mut seen = BTreeSet::new();
    let mut makers = Vec::new();
    for subject in subjects {
        let instances = std::iter::once(subject).chain(&subject.alternatives);
        for adt in instances.flat_map(|subject| &subject.params).flat_map(|param| param.ty.adts()) {
            let is_closure = adt.home.package == CLOSURES;
            if adt.constructors().is_empty() || is_closure || !seen.insert(adt.path.clone()) {
                continue;
            }
            let path = maker_path(&adt);
            let itself = Type::Adt(adt.clone());
            let plain = Subject::free(&path, &[("made", itself.clone())], itself);
            let Home { package, target, module, ident, .. } = adt.home.clone();
            let maker = Subject { role: Role::Maker, path, package, target, module, name: ident, ..plain };
            makers.push(match adt.home.package.as_str() {
                // Any module can make what nobody here defines.
                package if package == STD || dependency_of(&adt.home).is_some() => {
                    let (package, target) = (subject.package.clone(), subject.target);
                    let constants = types::kept::texts(&adt).iter().map(Value::str).collect();
                    Subject { package, target, module: subject.module.clone(), constants, ..maker }
                }
                _ => maker,
            });
        }
    }
    makers
}

/// The path of a type's maker.
pub fn maker_path(adt: &Adt) -> String {
    format!("{} as it is made", adt.path)
}
