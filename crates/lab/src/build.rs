//! Builds the lab: a private copy of the workspace with every mutant in it, compiled once.

mod arms;
mod blame;
mod halves;
pub(super) mod shim;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32};

use anyhow::Context;

use super::calls::{self, adt_text, module_text};
use super::compile;
use super::instrument::{Constants, Instrumented, Plan, instrument};
use super::manifest::{WORKER, extend, write_if_changed};
use super::{Executions, Lab, LabMutant, Unswitchable};
use crate::mutant_id::MutantId;
use crate::mutants::Mutant;
use morph_relation::Adt;
use morph_source::exit::{Code, does_not_build, fail};
use morph_source::scan::Subject;
use morph_source::workspace::{self, Module, Package, Target, TargetKind, Workspace};

/// How the lab is built.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// Features, as cargo's own flags.
    pub feature_flags: Vec<String>,
    /// Whether cargo may use the network.
    pub offline: bool,
    /// Whether workers report branches, too: it costs time.
    pub branches: bool,
    /// Whether they report how far conditions are from their other outcome, where they report branches.
    pub distances: bool,
}

/// The lab's copy of the workspace, in its folder.
pub(super) const TREE: &str = "tree";

/// If this many rounds of dropping mutants do not help, something else is wrong.
const ROUNDS: usize = 40;

/// Builds the lab for these subjects and mutants. `progress` receives messages about the steps.
pub fn build(
    workspace: &Workspace,
    subjects: &[Subject],
    mutants: &[Mutant],
    options: &BuildOptions,
    progress: &dyn Fn(&str),
) -> anyhow::Result<Lab> {
    build_in(&workspace.scratch().join("lab"), workspace, subjects, mutants, options, progress)
        .map(|built| built.0)
}

/// Builds the lab for these subjects without mutants, in a folder of its own, which stays warm from one time to the next.
pub fn build_original(
    workspace: &Workspace,
    subjects: &[Subject],
    options: &BuildOptions,
    progress: &dyn Fn(&str),
) -> anyhow::Result<Lab> {
    build_in(&workspace.scratch().join("original"), workspace, subjects, &[], options, progress)
        .map(|built| built.0)
}

/// Builds a lab in `dir`, and tells what it made of each source file.
pub(super) fn build_in(
    dir: &Path,
    workspace: &Workspace,
    subjects: &[Subject],
    mutants: &[Mutant],
    options: &BuildOptions,
    progress: &dyn Fn(&str),
) -> anyhow::Result<(Lab, BTreeMap<PathBuf, Instrumented>)> {
    if let Some(why) = &workspace.unrunnable {
        return Err(fail(Code::Environment, why));
    }
    let mut builder = Builder {
        workspace,
        subjects: subjects.to_vec(),
        refused: BTreeMap::new(),
        refused_recipes: BTreeSet::new(),
        tried: 0,
        mutants,
        options,
        tree: dir.join(TREE),
        shim: dir.join("shim"),
        target_dir: dir.join("target"),
        workers: dir.join("workers"),
        unviable: BTreeSet::new(),
        opaque: BTreeSet::new(),
        const_copies: BTreeSet::new(),
        kept: BTreeSet::new(),
        const_calls: BTreeMap::new(),
        left_alone: BTreeSet::new(),
        unprobed: BTreeMap::new(),
        unmeasured: BTreeMap::new(),
        own_heap: false,
        files: BTreeMap::new(),
        outer: String::new(),
    };
    workspace::copy_tree(workspace, &builder.tree)?;
    builder.write_manifests()?;
    for _ in 0..ROUNDS {
        builder.write_sources()?;
        // Errors end the compiler before it generates code, so that a build finds them in the time of a check, and what others
        // depend on is read once.
        let built = compile::run(builder.command("build"))?;
        if built.success {
            let lab = builder.finish(&built)?;
            return Ok((lab, builder.files));
        }
        builder.blame(&built)?;
        progress(&format!("{} mutants do not compile", builder.unviable.len()));
    }
    Err(fail(Code::Internal, "the instrumented copy does not compile, no matter what is left out"))
}

/// By file, as in [`Constants`].
type ConstCalls = BTreeMap<PathBuf, BTreeSet<(usize, bool, String)>>;

struct Builder<'a> {
    workspace: &'a Workspace,
    subjects: Vec<Subject>,
    mutants: &'a [Mutant],
    options: &'a BuildOptions,
    tree: PathBuf,
    shim: PathBuf,
    target_dir: PathBuf,
    workers: PathBuf,
    unviable: BTreeSet<MutantId>,
    /// Replaced bodies that do not compile beside the original's, which returns another type behind an `impl Trait`.
    opaque: BTreeSet<MutantId>,
    /// `const fn`s that are evaluated while compiling: those with copies, those that stay as they are, and by original
    /// file where they are called.
    const_copies: BTreeSet<String>,
    kept: BTreeSet<String>,
    const_calls: ConstCalls,
    /// Subjects that cannot be called, by number, and why.
    refused: BTreeMap<u32, String>,
    /// Recipes that do not compile: the type as its module names it, and which of its recipes.
    refused_recipes: BTreeSet<(String, usize)>,
    /// How often a subject's type parameters were tried in vain.
    tried: usize,
    /// Functions that do not compile when instrumented, by file and position.
    left_alone: BTreeSet<(PathBuf, usize)>,
    /// Branches whose probes do not compile, by original file: first and last byte of their places.
    unprobed: BTreeMap<PathBuf, BTreeSet<(usize, usize)>>,
    /// Branches whose distances do not compile, in the same way.
    unmeasured: BTreeMap<PathBuf, BTreeSet<(usize, usize)>>,
    /// Whether something has an allocator of its own, of which there may be one.
    own_heap: bool,
    /// The last instrumented text, by original file.
    files: BTreeMap<PathBuf, Instrumented>,
    /// The shim's text for types of dependencies.
    outer: String,
}

impl Builder<'_> {
    /// The packages' targets that hold subjects.
    fn targets(&self) -> impl Iterator<Item = (&Package, usize, &Target)> {
        self.workspace.packages.iter().flat_map(|package| {
            package.targets.iter().enumerate().map(move |(i, target)| (package, i, target))
        })
    }

    fn copy_of(&self, file: &Path) -> anyhow::Result<PathBuf> {
        self.workspace
            .copy_of(&self.tree, file)
            .with_context(|| format!("{} lies outside the workspace", file.display()))
    }

    /// The user's file that rustc means when it names one of the copy.
    fn original(&self, file: &Path) -> PathBuf {
        workspace::normal(&self.workspace.root.join(file.strip_prefix(&self.tree).unwrap_or(file)))
    }

    fn write_manifests(&self) -> anyhow::Result<()> {
        self.write_shim()?;
        for package in &self.workspace.packages {
            let manifest = self.copy_of(&package.dir)?.join("Cargo.toml");
            let library = package.targets.iter().find(|target| target.kind == TargetKind::Lib);
            let main = library.map(|_| self.workers.join(format!("{}.rs", worker_name(package))));
            if let (Some(library), Some(main)) = (library, &main) {
                let text = format!("extern crate {0};\nfn main() {{ {0}::__morph_serve() }}\n", library.name);
                write_if_changed(main, &text)?;
            }
            let bin = main.as_deref().map(|main| (worker_name(package), main));
            extend(&manifest, &self.shim, bin)?;
        }
        Ok(())
    }

    /// Writes every source file with its mutants, but for those that were found not to compile.
    fn write_sources(&mut self) -> anyhow::Result<()> {
        let mut plans: BTreeMap<PathBuf, Vec<(usize, String)>> = BTreeMap::new();
        for (package, index, target) in self.targets() {
            let subjects: Vec<(u32, &Subject)> = self
                .called()
                .filter(|(_, subject)| subject.package == package.name && subject.target == index)
                .collect();
            let adts = self.adts_of(package, index);
            for module in &target.modules {
                let shims = plans.entry(module.file.clone()).or_default();
                let at = match &module.inline {
                    Some(range) => range.end,
                    None => usize::MAX,
                };
                let own = adts.iter().filter(|adt| adt.home.module == module.path);
                let own: String = own.map(|adt| self.adt_text(adt)).collect();
                shims.extend(module_text(&module.path, &subjects, &own).map(|text| (at, text)));
                if module.path.is_empty() {
                    shims.push((at, ROOT.to_owned()));
                    if target.kind == TargetKind::Bin {
                        shims.extend(main_starts(module)?.into_iter().map(|at| (at, MAIN.to_owned())));
                    }
                }
            }
        }
        let mut files = BTreeMap::new();
        let mut probes = 0;
        let (no_calls, none) = (BTreeSet::new(), BTreeSet::new());
        for (file, mut shims) in plans {
            let text =
                std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let source = workspace::parse(&file)?;
            for (at, _) in &mut shims {
                *at = (*at).min(text.len());
            }
            let left_alone: BTreeSet<usize> =
                self.left_alone.iter().filter(|(f, _)| *f == file).map(|(_, start)| *start).collect();
            let plan = Plan {
                mutants: self
                    .switches()
                    .filter(|(id, mutant)| mutant.file == file && !self.is_dropped(*id))
                    .collect(),
                constants: Constants {
                    copied: &self.const_copies,
                    kept: &self.kept,
                    calls: self.const_calls.get(&file).unwrap_or(&no_calls),
                },
                first_probe: probes,
                branches: self.options.branches.then(|| self.unprobed.get(&file).unwrap_or(&none)),
                unmeasured: self.options.distances.then(|| self.unmeasured.get(&file).unwrap_or(&none)),
                shims,
                left_alone: &left_alone,
            };
            let instrumented = instrument(&source, &text, &plan);
            probes += instrumented.probes.len();
            write_if_changed(&self.copy_of(&file)?, &instrumented.text.text)?;
            files.insert(file, instrumented);
        }
        self.files = files;
        self.write_sizes(probes)
    }

    /// The subjects that can be called as far as is known, with their numbers.
    fn called(&self) -> impl Iterator<Item = (u32, &Subject)> {
        (0_u32..).zip(&self.subjects).filter(|(number, _)| !self.refused.contains_key(number))
    }

    /// The structs and enums that a target defines and subjects of any target take or return.
    fn adts_of(&self, package: &Package, target: usize) -> Vec<Adt> {
        let mut seen = BTreeSet::new();
        let all = self.called().flat_map(|(_, subject)| subject.adts());
        let here = all.filter(|adt| adt.home.package == package.name && adt.home.target == target);
        here.filter(|adt| seen.insert(adt.path.clone())).collect()
    }

    fn adt_text(&self, adt: &Adt) -> String {
        let owner = calls::owner(adt);
        adt_text(adt, &|recipe| self.refused_recipes.contains(&(owner.clone(), recipe)))
    }

    fn is_dropped(&self, id: MutantId) -> bool {
        self.unviable.contains(&id) || self.opaque.contains(&id)
    }

    /// Counts what was learnt from errors; where nothing is, nothing helps.
    fn learnt(&self) -> usize {
        let calls: usize = self.const_calls.values().map(BTreeSet::len).sum();
        let branches = self.unprobed.values().chain(self.unmeasured.values());
        let branches: usize = branches.map(BTreeSet::len).sum();
        self.unviable.len()
            + self.opaque.len()
            + self.kept.len()
            + self.tried
            + self.refused_recipes.len()
            + calls
            + branches
    }

    fn switches(&self) -> impl Iterator<Item = (MutantId, &Mutant)> {
        (1..).map(MutantId).zip(self.mutants)
    }

    fn command(&self, subcommand: &str) -> std::process::Command {
        let mut command = self.workspace.lab_cargo(subcommand, &self.tree, &self.target_dir);
        self.choose(&mut command);
        for package in &self.workspace.packages {
            for target in &package.targets {
                command.arg("--bin").arg(worker_of(package, target));
            }
        }
        command
    }

    /// Which packages with which features.
    fn choose(&self, command: &mut std::process::Command) {
        command.args(&self.options.feature_flags);
        if self.options.offline {
            command.arg("--offline");
        }
        self.workspace.choose_packages(command, &self.tree);
    }

    /// Compiles the copy without anything of ours: if that fails, it is the user's code.
    fn pristine(&self) -> anyhow::Result<()> {
        workspace::copy_tree(self.workspace, &self.tree)?;
        let mut command = self.workspace.lab_cargo("check", &self.tree, &self.target_dir);
        self.choose(&mut command);
        command.arg("--keep-going");
        let built = compile::run(command)?;
        if built.success {
            self.write_manifests()?;
            for (file, instrumented) in &self.files {
                write_if_changed(&self.copy_of(file)?, &instrumented.text.text)?;
            }
            return Ok(());
        }
        let why = match built.errors.first() {
            Some(error) => one_line(&error.rendered),
            None => workspace::cargo_error(&built.stderr),
        };
        Err(does_not_build(self.broken(&built)?, format!("the workspace does not build: {why}")))
    }

    /// The packages that a build of the copy as it is left out, or of which it has errors.
    fn broken(&self, built: &compile::Built) -> anyhow::Result<Vec<String>> {
        let mut broken = Vec::new();
        for package in &self.workspace.packages {
            let dir = self.copy_of(&package.dir)?;
            let roots = package.targets.iter().filter_map(|target| target.modules.first());
            let roots = roots.map(|root| self.copy_of(&root.file)).collect::<anyhow::Result<Vec<_>>>()?;
            if !roots.iter().all(|root| built.crates.compiled.contains(root))
                || built.crates.failed.iter().any(|root| root.starts_with(&dir))
            {
                broken.push(package.name.clone());
            }
        }
        Ok(broken)
    }

    fn finish(&mut self, built: &compile::Built) -> anyhow::Result<Lab> {
        let mut executables = BTreeMap::new();
        for (package, index, target) in self.targets() {
            let name = worker_of(package, target);
            if let Some((_, path)) = built.executables.iter().find(|(built, _)| *built == name) {
                executables.insert((package.name.clone(), index), path.clone());
            }
        }
        // They are in the build, and are not run.
        let denied: Vec<MutantId> = built.denied.iter().filter_map(|lint| self.mutated(lint, true)).collect();
        self.unviable.extend(denied);
        let mut unswitchable: BTreeMap<MutantId, Unswitchable> =
            self.opaque.iter().map(|id| (*id, Unswitchable::ImplTrait)).collect();
        unswitchable.extend(self.files.values().flat_map(|f| f.unfolded.iter().copied()));
        let leaders: BTreeMap<MutantId, MutantId> =
            self.files.values().flat_map(|f| f.leaders.iter().map(|(a, b)| (*a, *b))).collect();
        let mutants = self
            .switches()
            .map(|(id, mutant)| LabMutant {
                mutant: mutant.clone(),
                id,
                leader: leaders.get(&id).copied().unwrap_or(id),
                viable: !self.unviable.contains(&id),
                unswitchable: unswitchable.get(&id).copied(),
            })
            .collect();
        let probes = self.files.values().flat_map(|file| file.probes.iter().cloned()).collect();
        let places = |(file, places): (&PathBuf, &BTreeSet<(usize, usize)>)| {
            let file = file.clone();
            places.iter().map(move |(start, end)| (file.clone(), *start..*end)).collect::<Vec<_>>()
        };
        let unprobed = self.unprobed.iter().flat_map(places).collect();
        let hangs = self.subjects.iter().map(|_| AtomicU32::new(0)).collect();
        let refused = self.refused.iter();
        let refused =
            refused.map(|(n, why)| (self.subjects[*n as usize].path.clone(), why.clone())).collect();
        let subjects = std::mem::take(&mut self.subjects);
        let unconfined = AtomicBool::new(false);
        Ok(Lab {
            subjects,
            refused,
            mutants,
            probes,
            unprobed,
            executables,
            apart: None,
            hangs,
            unconfined,
            executions: Executions::default(),
        })
    }
}

const ROOT: &str = "#[allow(unused_extern_crates)] extern crate __morph;\n\
     #[doc(hidden)] pub fn __morph_serve() -> ! { let mut table = ::__morph::Table::default(); \
     self::__morph_calls::register(&mut table); ::__morph::serve(table) }\n";

const MAIN: &str = "if ::__morph::is_worker() { __morph_serve() } ";

/// The cargo name of the binary that is a target's worker.
pub(super) fn worker_of(package: &Package, target: &Target) -> String {
    match target.kind {
        TargetKind::Lib => worker_name(package),
        TargetKind::Bin => target.cargo_name.clone(),
    }
}

fn worker_name(package: &Package) -> String {
    format!("{WORKER}_{}", package.name.replace('-', "_"))
}

/// Where the first statement of a binary's `main` stands; there may be one for each system.
fn main_starts(root: &Module) -> anyhow::Result<Vec<usize>> {
    let source = workspace::parse(&root.file)?;
    let mains = source.ast.items.iter().filter_map(|item| match item {
        syn::Item::Fn(f) if f.sig.ident == "main" => Some(f),
        _ => None,
    });
    Ok(mains.map(|main| super::instrument::block_start(&source, &main.block)).collect())
}

/// `error[E0308]: mismatched types (src/lib.rs:3:5)`
fn one_line(rendered: &str) -> String {
    let mut lines = rendered.lines();
    let first = lines.next().unwrap_or_default();
    let place = lines.find_map(|line| line.trim_start().strip_prefix("--> "));
    place.map_or_else(|| first.to_owned(), |place| format!("{first} ({place})"))
}
