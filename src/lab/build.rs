//! Builds the lab: a private copy of the workspace with every mutant in it, compiled once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32};

use anyhow::Context;

use super::calls::module_text;
use super::compile::{self, Built, CompileError};
use super::instrument::{Instrumented, Plan, Switch, instrument};
use super::manifest::{WORKER, extend, write_if_changed};
use super::splice::Spliced;
use super::{Lab, LabMutant, Statement};
use crate::exit::{Code, fail};
use crate::mutants::Mutant;
use crate::scan::Subject;
use crate::workspace::{self, Module, Package, Target, TargetKind, Workspace};

/// How the lab is built.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// Features, as cargo's own flags.
    pub feature_flags: Vec<String>,
    /// Whether cargo may use the network.
    pub offline: bool,
}

/// Fast enough to run, fast enough to build; panics and overflow as in a test.
pub(super) const PROFILE: [(&str, &str); 2] =
    [("CARGO_PROFILE_DEV_OPT_LEVEL", "1"), ("CARGO_PROFILE_DEV_DEBUG", "0")];

/// The run-time side's files.
const SHIM: [(&str, &str); 5] = [
    ("lib.rs", include_str!("../../templates/shim/lib.rs")),
    ("confine.rs", include_str!("../../templates/shim/confine.rs")),
    ("numbers.rs", include_str!("../../templates/shim/numbers.rs")),
    ("serve.rs", include_str!("../../templates/shim/serve.rs")),
    ("wire.rs", include_str!("../../templates/shim/wire.rs")),
];

/// The lab's copy of the workspace, in its folder.
pub(super) const TREE: &str = "tree";

/// After so many rounds of dropping mutants something else is wrong.
const ROUNDS: usize = 40;

/// Builds the lab for these subjects and mutants. `progress` is told what is going on.
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

/// Builds a lab in `dir`, and tells what it made of each source file.
pub(super) fn build_in(
    dir: &Path,
    workspace: &Workspace,
    subjects: &[Subject],
    mutants: &[Mutant],
    options: &BuildOptions,
    progress: &dyn Fn(&str),
) -> anyhow::Result<(Lab, BTreeMap<PathBuf, Instrumented>)> {
    let mut builder = Builder {
        workspace,
        subjects,
        mutants,
        options,
        tree: dir.join(TREE),
        shim: dir.join("shim"),
        target_dir: dir.join("target"),
        workers: dir.join("workers"),
        unviable: BTreeSet::new(),
        keep_const: BTreeSet::new(),
        left_alone: BTreeSet::new(),
        files: BTreeMap::new(),
    };
    workspace::copy_tree(workspace, &builder.tree)?;
    builder.write_manifests()?;
    for _ in 0..ROUNDS {
        builder.write_sources()?;
        let checked = compile::run(builder.command("check"))?;
        if checked.success {
            progress("compiling");
            let lab = builder.finish()?;
            return Ok((lab, builder.files));
        }
        builder.blame(&checked)?;
        progress(&format!("{} mutants do not compile", builder.unviable.len()));
    }
    Err(fail(Code::Internal, "the instrumented copy does not compile, whatever is left out"))
}

struct Builder<'a> {
    workspace: &'a Workspace,
    subjects: &'a [Subject],
    mutants: &'a [Mutant],
    options: &'a BuildOptions,
    tree: PathBuf,
    shim: PathBuf,
    target_dir: PathBuf,
    workers: PathBuf,
    unviable: BTreeSet<Switch>,
    /// `const fn`s that are evaluated while compiling.
    keep_const: BTreeSet<String>,
    /// Functions that do not stand being instrumented, by file and position.
    left_alone: BTreeSet<(PathBuf, usize)>,
    /// What was written last, by original file.
    files: BTreeMap<PathBuf, Instrumented>,
}

impl Builder<'_> {
    /// The packages' targets that hold subjects.
    fn targets(&self) -> impl Iterator<Item = (&Package, usize, &Target)> {
        self.workspace.packages.iter().flat_map(|package| {
            package.targets.iter().enumerate().map(move |(i, target)| (package, i, target))
        })
    }

    fn copy_of(&self, file: &Path) -> anyhow::Result<PathBuf> {
        let relative = file
            .strip_prefix(&self.workspace.root)
            .with_context(|| format!("{} lies outside the workspace", file.display()))?;
        Ok(self.tree.join(relative))
    }

    fn write_manifests(&self) -> anyhow::Result<()> {
        let manifest = "[package]\nname = \"__morph\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n[lib]\npath = \"lib.rs\"\n";
        write_if_changed(&self.shim.join("Cargo.toml"), manifest)?;
        for (name, text) in SHIM {
            write_if_changed(&self.shim.join(name), text)?;
        }
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
            let subjects: Vec<(u32, &Subject)> = (0_u32..)
                .zip(self.subjects)
                .filter(|(_, subject)| subject.package == package.name && subject.target == index)
                .collect();
            for module in &target.modules {
                let shims = plans.entry(module.file.clone()).or_default();
                let at = match &module.inline {
                    Some(range) => range.end,
                    None => usize::MAX,
                };
                shims.extend(module_text(&module.path, &subjects).map(|text| (at, text)));
                if module.path.is_empty() {
                    shims.push((at, ROOT.to_owned()));
                    if target.kind == TargetKind::Bin {
                        shims.extend(main_start(module)?.map(|at| (at, MAIN.to_owned())));
                    }
                }
            }
        }
        let mut files = BTreeMap::new();
        let mut probes = 0;
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
                    .filter(|(switch, mutant)| mutant.file == file && !self.unviable.contains(switch))
                    .collect(),
                keep_const: &self.keep_const,
                first_probe: probes,
                shims,
                left_alone: &left_alone,
            };
            let instrumented = instrument(&source, &text, &plan);
            probes += instrumented.probes.len();
            write_if_changed(&self.copy_of(&file)?, &instrumented.text.text)?;
            files.insert(file, instrumented);
        }
        self.files = files;
        let sizes = format!(
            "pub const MUTANTS: usize = {};\npub const PROBES: usize = {probes};\n",
            self.mutants.len()
        );
        write_if_changed(&self.shim.join("sizes.rs"), &sizes)
    }

    fn switches(&self) -> impl Iterator<Item = (Switch, &Mutant)> {
        (1..).map(Switch).zip(self.mutants)
    }

    fn command(&self, subcommand: &str) -> std::process::Command {
        let mut command = compile::cargo(subcommand, &self.tree, &self.target_dir);
        command.args(&self.options.feature_flags);
        if self.options.offline {
            command.arg("--offline");
        }
        command.envs(PROFILE);
        for package in &self.workspace.packages {
            command.arg("-p").arg(&package.name);
            for target in &package.targets {
                command.arg("--bin").arg(worker_of(package, target));
            }
        }
        command
    }

    /// Drops the mutants that the errors are about; an error that is about none is the user's, or our folding's.
    fn blame(&mut self, checked: &Built) -> anyhow::Result<()> {
        let mut dropped = BTreeSet::new();
        let mut constants = BTreeSet::new();
        let mut strange = Vec::new();
        for error in &checked.errors {
            match self.culprits(error) {
                Some(switches) => dropped.extend(switches),
                None => match constant_function(error) {
                    Some(name) => {
                        constants.insert(name);
                    }
                    None => strange.push(error),
                },
            }
        }
        let before = (self.unviable.len(), self.keep_const.len());
        self.unviable.extend(dropped);
        self.keep_const.extend(constants);
        if (self.unviable.len(), self.keep_const.len()) != before {
            return Ok(());
        }
        self.pristine()?;
        let known = self.left_alone.len();
        for (file, bytes, _) in strange.iter().flat_map(|error| &error.places) {
            let file = self.workspace.root.join(file.strip_prefix(&self.tree).unwrap_or(file));
            let Some(function) = self.files.get(&file).and_then(|f| f.function_at(bytes.start)) else {
                continue;
            };
            // Deleted statements have effects elsewhere; without them the others may stand.
            let deleted: Vec<Switch> = self.files[&file]
                .text
                .deletions
                .iter()
                .filter(|(at, _)| self.files[&file].function_at(at.start) == Some(function))
                .map(|(_, switch)| *switch)
                .collect();
            if deleted.is_empty() {
                self.left_alone.insert((file, function));
            }
            self.unviable.extend(deleted);
        }
        if self.unviable.len() > before.0 {
            return Ok(());
        }
        if self.left_alone.len() == known {
            let why = match checked.errors.first() {
                Some(error) => one_line(&error.rendered),
                None => failure(&checked.stderr),
            };
            return Err(fail(Code::Internal, format!("the instrumented copy does not compile: {why}")));
        }
        Ok(())
    }

    /// The mutants that an error is about: deleted statements that it names; else those that it lies in, by its primary places, by any place, by the folded expression around it.
    fn culprits(&self, error: &CompileError) -> Option<Vec<Switch>> {
        let text_of = |file: &Path| -> Option<&Spliced> {
            let relative = file.strip_prefix(&self.tree).unwrap_or(file);
            self.files.get(&self.workspace.root.join(relative)).map(|f| &f.text)
        };
        // "If this condition is false, `x` is not initialised": said of every use, in mutants or not; "this `if` may
        // miss an `else`".
        let of =
            |bytes: &Range<usize>, begin: &Range<usize>| inside(bytes, begin) || bytes.start == begin.start;
        let deletions: Vec<Switch> = error
            .places
            .iter()
            .filter_map(|(file, bytes, _)| Some((text_of(file)?, bytes)))
            .flat_map(|(text, bytes)| text.deletions.iter().filter(|(begin, _)| of(bytes, begin)))
            .map(|(_, switch)| *switch)
            .collect();
        if !deletions.is_empty() {
            return Some(deletions);
        }
        for primary_only in [true, false] {
            for (file, bytes, primary) in &error.places {
                if primary_only && !primary {
                    continue;
                }
                let Some(text) = text_of(file) else { continue };
                let hit = text
                    .mutated
                    .iter()
                    .filter(|(range, _)| inside(bytes, range))
                    .min_by_key(|(r, _)| r.len());
                if let Some((_, switch)) = hit {
                    return Some(vec![*switch]);
                }
            }
        }
        for (file, bytes, _) in error.places.iter().filter(|(.., primary)| *primary) {
            let Some(text) = text_of(file) else { continue };
            let hit =
                text.sites.iter().filter(|(range, _)| inside(bytes, range)).min_by_key(|(r, _)| r.len());
            if let Some((_, switches)) = hit {
                return Some(switches.clone());
            }
        }
        None
    }

    /// Compiles the copy without anything of ours: if that fails, it is the user's code.
    fn pristine(&self) -> anyhow::Result<()> {
        workspace::copy_tree(self.workspace, &self.tree)?;
        let mut command = compile::cargo("check", &self.tree, &self.target_dir);
        command.args(&self.options.feature_flags);
        for package in &self.workspace.packages {
            command.arg("-p").arg(&package.name);
        }
        if self.options.offline {
            command.arg("--offline");
        }
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
            None => failure(&built.stderr),
        };
        Err(fail(Code::DoesNotBuild, format!("the workspace does not build: {why}")))
    }

    fn finish(&self) -> anyhow::Result<Lab> {
        let built = compile::run(self.command("build"))?;
        if !built.success {
            let why = built.errors.first().map_or_else(|| failure(&built.stderr), |e| one_line(&e.rendered));
            return Err(fail(Code::DoesNotBuild, format!("the lab does not build: {why}")));
        }
        let mut executables = BTreeMap::new();
        for (package, index, target) in self.targets() {
            let name = worker_of(package, target);
            if let Some((_, path)) = built.executables.iter().find(|(built, _)| *built == name) {
                executables.insert((package.name.clone(), index), path.clone());
            }
        }
        let unfolded: BTreeSet<Switch> =
            self.files.values().flat_map(|f| f.unfolded.iter().copied()).collect();
        let leaders: BTreeMap<Switch, Switch> =
            self.files.values().flat_map(|f| f.leaders.iter().map(|(a, b)| (*a, *b))).collect();
        let mutants = self
            .switches()
            .map(|(switch, mutant)| LabMutant {
                mutant: mutant.clone(),
                switch,
                leader: leaders.get(&switch).copied().unwrap_or(switch),
                viable: !self.unviable.contains(&switch),
                folded: !unfolded.contains(&switch),
            })
            .collect();
        let mut statements = Vec::new();
        for (file, instrumented) in &self.files {
            statements.extend(instrumented.probes.iter().map(|probe| Statement {
                file: file.clone(),
                span: probe.span.clone(),
                line: probe.line,
            }));
        }
        let hangs = self.subjects.iter().map(|_| AtomicU32::new(0)).collect();
        let subjects = self.subjects.to_vec();
        let unconfined = AtomicBool::new(false);
        Ok(Lab { subjects, mutants, statements, executables, apart: None, hangs, unconfined })
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

/// Where the first statement of a binary's `main` stands.
fn main_start(root: &Module) -> anyhow::Result<Option<usize>> {
    let source = workspace::parse(&root.file)?;
    let main = source.ast.items.iter().find_map(|item| match item {
        syn::Item::Fn(f) if f.sig.ident == "main" => Some(f),
        _ => None,
    });
    Ok(main.map(|main| super::instrument::block_start(&source, &main.block)))
}

fn inside(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner.start >= outer.start && inner.end <= outer.end
}

/// The function that "cannot call non-const function `num::pow` in constants" names.
fn constant_function(error: &CompileError) -> Option<String> {
    let rest = error.message.strip_prefix("cannot call non-const ")?;
    let name = rest.split('`').nth(1)?;
    let last = name.rsplit("::").next()?;
    Some(last.split('<').next().unwrap_or(last).to_owned())
}

/// What cargo says where rustc says nothing.
fn failure(stderr: &str) -> String {
    stderr.lines().find_map(|line| line.strip_prefix("error: ")).unwrap_or("cargo fails").to_owned()
}

/// `error[E0308]: mismatched types (src/lib.rs:3:5)`
fn one_line(rendered: &str) -> String {
    let mut lines = rendered.lines();
    let first = lines.next().unwrap_or_default();
    let place = lines.find_map(|line| line.trim_start().strip_prefix("--> "));
    place.map_or_else(|| first.to_owned(), |place| format!("{first} ({place})"))
}
