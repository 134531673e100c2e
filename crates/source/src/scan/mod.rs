//! From source files to [`Function`]s, each with a verdict, and the [`Subject`]s among them.

pub mod attributes;
mod body;
mod cells;
mod code;
mod collect;
mod conditions;
mod constants;
mod events;
mod generics;
pub mod impure;
mod left_out;
pub mod macros;
mod number;
mod owners;
mod purity;
pub mod receiver;
pub mod resolve;
mod text;
mod types;
mod verdict;
pub mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;

use events::{Event, Events};
use purity::Purity;
use world::{DefId, DefKind, FnDef};

pub use code::CodeGraph;
pub use conditions::{Asks, PathCondition};
pub use left_out::LeftOut;
pub use types::{DEEPEST, standard, type_arguments};
pub use world::World;

use crate::exit::{Code, fail};
use crate::workspace::Workspace;
use morph_relation::{Adt, Home, Member, Signature, Type, Value};

/// A function of the workspace, listed whether it can be tested or not.
#[derive(Clone, Debug)]
pub struct Function {
    /// `crate::module::name`, `crate::module::Type::name`, with the crate's name first.
    pub path: String,
    /// The file, absolute.
    pub file: PathBuf,
    /// 1-based line of the name.
    pub line: usize,
    /// Bytes of the whole item in the file, attributes included.
    pub item: Range<usize>,
    /// Bytes of the body's block, braces included; `None` where there is no body.
    pub body: Option<Range<usize>>,
    /// Workspace functions that the body calls (by path, sorted, over-approximate for methods).
    pub callees: Vec<String>,
    /// Whether it can be a subject.
    pub verdict: Verdict,
}

impl Function {
    /// The subject, where it can be one.
    pub fn subject(&self) -> Option<&Subject> {
        match &self.verdict {
            Verdict::Testable(subject) => Some(subject),
            Verdict::Skipped(_) => None,
        }
    }
}

/// Whether a function can be tested.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It is called with generated inputs.
    Testable(Box<Subject>),
    /// It is not, because: "takes `&mut [u8]`", "calls `thread_rng` via `jitter` → `shuffle`" …
    Skipped(String),
}

/// A function under test.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What it does when it is called.
    pub role: Role,
    /// As [`Function::path`].
    pub path: String,
    /// The package's name.
    pub package: String,
    /// Index into [`crate::workspace::Package::targets`].
    pub target: usize,
    /// The path of its module below the crate's root.
    pub module: Vec<String>,
    /// The function's own name.
    pub name: String,
    /// Its parameters in order; at least one.
    pub params: Vec<Param>,
    /// What it returns.
    pub ret: Type,
    /// The type that it is a member of.
    pub member: Option<Member>,
    /// The type arguments that a call has to name: `::<i64>`; empty where its arguments tell.
    pub turbofish: String,
    /// Whether it has type parameters, which stand for the types that it has here.
    pub is_generic: bool,
    /// The same function with its type parameters standing for other types, to be tried where this one does not compile.
    pub alternatives: Vec<Subject>,
    /// Literals of its body and of its callees' in the same package, in order of appearance, repeats kept.
    pub constants: Vec<Value>,
    /// What its body compares its parameters with.
    pub conditions: Vec<PathCondition>,
}

/// What a subject is called for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// It is a function of the workspace.
    #[default]
    Function,
    /// It returns its one argument, a value of a type that constructors make: what they make is found out by it.
    Maker,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, or `arg0`, `arg1` … where the pattern is not a plain name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// Which functions to list, and at which types. The others are still followed where they are called.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Patterns for the file's path below the workspace's root.
    pub files: Option<globset::GlobSet>,
    /// A pattern for [`Function::path`].
    pub function: Option<regex::Regex>,
    /// What type parameters stand for, as Rust's list of types, by [`Function::path`].
    pub generics: BTreeMap<String, String>,
}

impl Filter {
    fn keeps(&self, workspace: &Workspace, function: &Function) -> bool {
        let file = function.file.strip_prefix(&workspace.root).unwrap_or(&function.file);
        self.files.as_ref().is_none_or(|files| files.is_match(file))
            && self.function.as_ref().is_none_or(|pattern| pattern.is_match(&function.path))
    }
}

/// Lists every function of the selected packages, in order of package, target, file and position.
///
/// What macros expand to is not seen, nor are calls through trait objects, type parameters and operators
/// followed: a function that is impure in such a way is found out when the lab replays it.
pub fn scan(workspace: &Workspace, filter: &Filter) -> anyhow::Result<Vec<Function>> {
    read(workspace, filter).map(|read| read.functions)
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
    let (world, codes) = collect::collect(workspace)?;
    let events = Events::read(&world, |id| &workspace.packages[world.scope(world.def(id).scope).package].cfg);
    let purity = Purity::of(&world, &events);
    for path in filter.generics.keys() {
        let krate = path.split("::").next().unwrap_or_default();
        let known =
            (0..world.defs.len()).any(|at| world.function(DefId(at)).is_some_and(|f| f.path == *path));
        // Of a package that is not selected nothing is known.
        if world.crates.contains_key(krate) && !known {
            let why = format!("[generics] in morph.toml names `{path}`, and there is no such function");
            return Err(fail(Code::Usage, why));
        }
    }
    let mut functions = Vec::new();
    for at in 0..world.defs.len() {
        let id = DefId(at);
        let Some(f) = world.function(id) else { continue };
        let mut verdict = verdict::verdict(workspace, &world, &purity, id, f, &filter.generics);
        if let (Verdict::Testable(_), Some(why)) = (&verdict, closed(workspace, f)) {
            verdict = Verdict::Skipped(why);
        }
        if let Verdict::Testable(subject) = &mut verdict {
            let constants = constants::constants(&world, &events, id);
            subject.alternatives.iter_mut().for_each(|other| other.constants.clone_from(&constants));
            subject.constants = constants;
            let conditions = conditions::conditions(&world, f);
            subject.alternatives.iter_mut().for_each(|other| other.conditions.clone_from(&conditions));
            subject.conditions = conditions;
        }
        let function = Function {
            path: f.path.clone(),
            file: f.file.clone(),
            line: f.line,
            item: f.item.clone(),
            body: f.body.clone(),
            callees: callees(&world, &events, id).into_iter().collect(),
            verdict,
        };
        if filter.keeps(workspace, &function) {
            functions.push(((f.package, f.target, f.file.clone(), f.item.start), function));
        }
    }
    functions.sort_by(|(a, _), (b, _)| a.cmp(b));
    let functions = functions.into_iter().map(|(_, function)| function).collect();
    Ok(Read { functions, code: codes.graph(&world, &events), world })
}

/// Why a function cannot be tested where it stands, if it is so.
fn closed(workspace: &Workspace, f: &FnDef) -> Option<String> {
    if let Some(why) = workspace.packages[f.package].targets[f.target].closed {
        return Some(why.to_owned());
    }
    let real = |path: &std::path::Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if workspace.outside.contains(&f.file) || !real(&f.file).starts_with(real(&workspace.root)) {
        return Some("its file lies outside the workspace's root".to_owned());
    }
    let earlier = workspace.packages[..f.package].iter().flat_map(|package| &package.targets);
    let mut earlier = earlier.chain(&workspace.packages[f.package].targets[..f.target]);
    let first = earlier.find(|target| target.modules.iter().any(|module| module.file == f.file))?;
    Some(format!("its file belongs to `{}`, too, where it is tested", first.name))
}

/// The functions that a body names, through the workspace's own macros too.
fn callees(world: &World, events: &Events, id: DefId) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::from([id]);
    let mut todo = vec![id];
    while let Some(id) = todo.pop() {
        for event in events.of(id) {
            let Event::Uses(used) = event else { continue };
            match &world.def(*used).kind {
                DefKind::Fn(function) => {
                    found.insert(function.path.clone());
                }
                DefKind::Macro(_) if seen.insert(*used) => todo.push(*used),
                _ => {}
            }
        }
    }
    found
}

/// For each type among the subjects' inputs that constructors guard, a subject that tells what they make; those that
/// others are made of first.
pub fn makers(subjects: &[Subject]) -> Vec<Subject> {
    let mut seen = BTreeSet::new();
    let instances = subjects.iter().flat_map(|subject| std::iter::once(subject).chain(&subject.alternatives));
    let types = instances.flat_map(|subject| &subject.params).flat_map(|param| param.ty.adts());
    let guarded = types.filter(|adt| !adt.constructors().is_empty());
    let maker = |adt: Adt| {
        let path = maker_path(&adt);
        let itself = Type::Adt(adt.clone());
        let plain = Subject::free(&path, &[("made", itself.clone())], itself);
        let Home { package, target, module, ident, .. } = adt.home.clone();
        Subject { role: Role::Maker, path, package, target, module, name: ident, ..plain }
    };
    guarded.filter(|adt| seen.insert(adt.path.clone())).map(maker).collect()
}

/// The path of a type's maker.
pub fn maker_path(adt: &Adt) -> String {
    format!("{} as it is made", adt.path)
}

impl Subject {
    /// What relations need to know of it.
    pub fn signature(&self) -> Signature {
        let params = self.params.iter().map(|param| (param.name.clone(), param.ty.clone())).collect();
        let (member, turbofish) = (self.member.clone(), self.turbofish.clone());
        Signature { member, turbofish, ..Signature::new(self.path.as_str(), params, self.ret.clone()) }
    }

    /// The type of its outcome: what it returns and what its `&mut` parameters hold at the end.
    pub fn outcome(&self) -> Type {
        morph_relation::outcome(self.params.iter().map(|param| &param.ty), &self.ret)
    }

    /// A free function of a crate, `path` being `demo::num::gcd`.
    pub fn free(path: &str, params: &[(&str, Type)], ret: Type) -> Subject {
        let segments: Vec<String> = path.split("::").map(str::to_owned).collect();
        let (name, around) = segments.split_last().expect("a text has at least one part");
        let param = |(name, ty): &(&str, Type)| Param { name: (*name).to_owned(), ty: ty.clone() };
        Subject {
            role: Role::Function,
            path: path.to_owned(),
            package: around.first().unwrap_or(name).clone(),
            target: 0,
            module: around.iter().skip(1).cloned().collect(),
            name: name.clone(),
            params: params.iter().map(param).collect(),
            ret,
            member: None,
            turbofish: String::new(),
            is_generic: false,
            alternatives: Vec::new(),
            constants: Vec::new(),
            conditions: Vec::new(),
        }
    }

    /// The structs and enums among its types, those that others are made of first.
    pub fn adts(&self) -> Vec<Adt> {
        let types = self.params.iter().map(|param| &param.ty).chain([&self.ret]);
        let mut seen = BTreeSet::new();
        types.flat_map(Type::adts).filter(|adt| seen.insert(adt.path.clone())).collect()
    }

    /// The types of its parameters.
    pub fn types(&self) -> Vec<Type> {
        self.params.iter().map(|param| param.ty.clone()).collect()
    }
}
