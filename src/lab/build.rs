//! Builds the lab: a private copy of the workspace with every mutant in it, compiled once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32};

use anyhow::Context;

use super::calls::{self, adt_text, module_text};
use super::compile::{self, Built, CompileError};
use super::instrument::{Constants, Instrumented, Plan, Switch, TWIN, instrument};
use super::manifest::{WORKER, extend, write_if_changed};
use super::splice::Spliced;
use super::{Lab, LabMutant, LeftOut, Statement};
use crate::exit::{Code, fail};
use crate::mutants::Mutant;
use crate::relation::Adt;
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

/// The run-time side's files.
const SHIM: [(&str, &str); 7] = [
    ("lib.rs", include_str!("../../templates/shim/lib.rs")),
    ("confine.rs", include_str!("../../templates/shim/confine.rs")),
    ("numbers.rs", include_str!("../../templates/shim/numbers.rs")),
    ("serve.rs", include_str!("../../templates/shim/serve.rs")),
    ("switched.rs", include_str!("../../templates/shim/switched.rs")),
    ("watch.rs", include_str!("../../templates/shim/watch.rs")),
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
    if let Some(target) = &workspace.foreign {
        let why = format!(
            "the workspace is built for {target}, whose programs do not run here; \
             set CARGO_BUILD_TARGET to this machine's target"
        );
        return Err(fail(Code::Environment, why));
    }
    let mut builder = Builder {
        workspace,
        subjects: subjects.to_vec(),
        refused: BTreeMap::new(),
        tried: 0,
        mutants,
        options,
        tree: dir.join(TREE),
        shim: dir.join("shim"),
        target_dir: dir.join("target"),
        workers: dir.join("workers"),
        unviable: BTreeSet::new(),
        opaque: BTreeSet::new(),
        twins: BTreeSet::new(),
        kept: BTreeSet::new(),
        const_calls: BTreeMap::new(),
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
    unviable: BTreeSet<Switch>,
    /// Replaced bodies that do not compile beside the original's, which returns another type behind an `impl Trait`.
    opaque: BTreeSet<Switch>,
    /// `const fn`s that are evaluated while compiling: those with twins, those that stay as they are, and by original
    /// file where they are called.
    twins: BTreeSet<String>,
    kept: BTreeSet<String>,
    const_calls: ConstCalls,
    /// Subjects that cannot be called, by number, and why.
    refused: BTreeMap<u32, String>,
    /// How often a subject's type parameters were tried in vain.
    tried: usize,
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
        self.workspace
            .copy_of(&self.tree, file)
            .with_context(|| format!("{} lies outside the workspace", file.display()))
    }

    /// The user's file that rustc means when it names one of the copy.
    fn original(&self, file: &Path) -> PathBuf {
        workspace::normal(&self.workspace.root.join(file.strip_prefix(&self.tree).unwrap_or(file)))
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
                let own: String =
                    adts.iter().filter(|a| a.home.module == module.path).map(adt_text).collect();
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
        let no_calls = BTreeSet::new();
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
                    .filter(|(switch, mutant)| mutant.file == file && !self.is_dropped(*switch))
                    .collect(),
                constants: Constants {
                    twins: &self.twins,
                    kept: &self.kept,
                    calls: self.const_calls.get(&file).unwrap_or(&no_calls),
                },
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

    /// The subjects that can be called as far as is known, with their numbers.
    fn called(&self) -> impl Iterator<Item = (u32, &Subject)> {
        (0_u32..).zip(&self.subjects).filter(|(number, _)| !self.refused.contains_key(number))
    }

    /// Whether an error is about a call of ours: then another instance of the function is tried, or it is not called.
    fn refuse(&mut self, error: &CompileError) -> bool {
        let mut numbers: Vec<u32> = Vec::new();
        for (file, bytes, _) in error.places.iter().filter(|(.., primary)| *primary) {
            let Some(text) = self.files.get(&self.original(file)).map(|f| &f.text.text) else { continue };
            let Some(before) = text.get(..bytes.start) else { continue };
            match calls::place(before) {
                Some(calls::Place::Call(number)) => numbers.push(number),
                Some(calls::Place::Type(owner)) => {
                    let made_of =
                        |subject: &Subject| subject.adts().iter().any(|adt| calls::owner(adt) == owner);
                    numbers.extend(self.called().filter(|(_, s)| made_of(s)).map(|(number, _)| number));
                }
                None => {}
            }
        }
        let why = error.message.lines().next().unwrap_or_default();
        for number in &numbers {
            self.tried += 1;
            let subject = &mut self.subjects[*number as usize];
            if subject.alternatives.is_empty() {
                self.refused.entry(*number).or_insert_with(|| format!("cannot be called: {why}"));
            } else {
                let next = subject.alternatives.remove(0);
                *subject = Subject { alternatives: std::mem::take(&mut subject.alternatives), ..next };
            }
        }
        !numbers.is_empty()
    }

    /// The structs and enums that a target defines and subjects of any target take or return.
    fn adts_of(&self, package: &Package, target: usize) -> Vec<Adt> {
        let mut seen = BTreeSet::new();
        let all = self.called().flat_map(|(_, subject)| subject.adts());
        let here = all.filter(|adt| adt.home.package == package.name && adt.home.target == target);
        here.filter(|adt| seen.insert(adt.path.clone())).collect()
    }

    fn is_dropped(&self, switch: Switch) -> bool {
        self.unviable.contains(&switch) || self.opaque.contains(&switch)
    }

    /// Counts what was learnt from errors; where nothing is, nothing helps.
    fn learnt(&self) -> usize {
        let calls: usize = self.const_calls.values().map(BTreeSet::len).sum();
        self.unviable.len() + self.opaque.len() + self.kept.len() + self.tried + calls
    }

    fn switches(&self) -> impl Iterator<Item = (Switch, &Mutant)> {
        (1..).map(Switch).zip(self.mutants)
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

    /// Drops the mutants that the errors are about; an error that is about none is the user's, or our folding's.
    fn blame(&mut self, checked: &Built) -> anyhow::Result<()> {
        let before = self.learnt();
        let known_calls = self.const_calls.clone();
        let mut strange = Vec::new();
        for error in &checked.errors {
            if self.refuse(error) {
                continue;
            }
            if let Some(name) = constant_function(error) {
                self.call_in_constant(name, error, &known_calls);
            } else if let Some(name) = twin_in(error) {
                self.kept.insert(name);
            } else {
                match self.culprits(error) {
                    Some(switches) => switches.into_iter().for_each(|switch| self.drop_mutant(switch)),
                    None => strange.push(error),
                }
            }
        }
        if self.learnt() != before {
            return Ok(());
        }
        self.pristine()?;
        let known = self.left_alone.len();
        for (file, bytes, _) in strange.iter().flat_map(|error| &error.places) {
            let file = self.original(file);
            let Some(function) = self.files.get(&file).and_then(|f| f.function_at(bytes.start)) else {
                continue;
            };
            // What is returned of another type has effects elsewhere; without it the others may stand.
            let opaque = self.opaque_of(&file, function);
            if !opaque.is_empty() {
                self.opaque.extend(opaque);
                continue;
            }
            // So it is with deleted statements.
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
        if self.learnt() != before {
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

    /// Replaced bodies that may keep the rest of their function from compiling, for the first of several types behind
    /// an `impl Trait` is taken to be the right one: those that make iterators, or else all.
    fn opaque_of(&self, file: &Path, function: usize) -> Vec<Switch> {
        let all = self.files[file].opaque.get(&function).cloned().unwrap_or_default();
        let makes_iterator =
            |switch: &&Switch| self.mutants[switch.0 as usize - 1].replacement.contains("::std::iter::");
        let first: Vec<Switch> = all.iter().filter(makes_iterator).copied().collect();
        if first.is_empty() { all } else { first }
    }

    fn drop_mutant(&mut self, switch: Switch) {
        // Alone it might compile.
        if self.files.values().any(|file| file.opaque.values().flatten().any(|other| *other == switch)) {
            self.opaque.insert(switch);
        } else {
            self.unviable.insert(switch);
        }
    }

    /// Sends the call that an error is about to the function's twin; where it is not found as it is written, the
    /// function stays as it is.
    fn call_in_constant(&mut self, name: String, error: &CompileError, known: &ConstCalls) {
        let call = error.places.iter().filter(|(.., primary)| *primary).find_map(|(file, bytes, _)| {
            let original = self.original(file);
            let text = &self.files.get(&original)?.text;
            let at = bytes.start + name_of_call(text.text.get(bytes.clone())?, &name)?;
            let in_twin = text.twins.iter().any(|twin| twin.contains(&at));
            Some((original, (text.copied_from(at)?, in_twin, name.clone())))
        });
        match call {
            // One call may stand in several mutants' copies of the code around it.
            Some((file, call)) if !known.get(&file).is_some_and(|calls| calls.contains(&call)) => {
                self.twins.insert(name);
                self.const_calls.entry(file).or_default().insert(call);
            }
            _ => _ = self.kept.insert(name),
        }
    }

    /// The mutants that an error is about: deleted statements that it names; else those that it lies in, by its primary places, by any place, by the folded expression around it.
    fn culprits(&self, error: &CompileError) -> Option<Vec<Switch>> {
        let text_of =
            |file: &Path| -> Option<&Spliced> { self.files.get(&self.original(file)).map(|f| &f.text) };
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
        if let Some(switch) = self.mutated(error, true).or_else(|| self.mutated(error, false)) {
            return Some(vec![switch]);
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

    /// The mutant in whose text an error lies.
    fn mutated(&self, error: &CompileError, primary_only: bool) -> Option<Switch> {
        let places = error.places.iter().filter(|(.., primary)| *primary || !primary_only);
        places.filter_map(|(file, bytes, _)| Some((self.files.get(&self.original(file))?, bytes))).find_map(
            |(file, bytes)| {
                let around = file.text.mutated.iter().filter(|(range, _)| inside(bytes, range));
                around.min_by_key(|(range, _)| range.len()).map(|(_, switch)| *switch)
            },
        )
    }

    /// Compiles the copy without anything of ours: if that fails, it is the user's code.
    fn pristine(&self) -> anyhow::Result<()> {
        workspace::copy_tree(self.workspace, &self.tree)?;
        let mut command = self.workspace.lab_cargo("check", &self.tree, &self.target_dir);
        self.choose(&mut command);
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

    fn finish(&mut self) -> anyhow::Result<Lab> {
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
        // They are in the build, and are not run.
        let denied: Vec<Switch> = built.denied.iter().filter_map(|lint| self.mutated(lint, true)).collect();
        self.unviable.extend(denied);
        let mut left_out: BTreeMap<Switch, LeftOut> =
            self.opaque.iter().map(|switch| (*switch, LeftOut::ImplTrait)).collect();
        left_out.extend(self.files.values().flat_map(|f| f.unfolded.iter().copied()));
        let leaders: BTreeMap<Switch, Switch> =
            self.files.values().flat_map(|f| f.leaders.iter().map(|(a, b)| (*a, *b))).collect();
        let mutants = self
            .switches()
            .map(|(switch, mutant)| LabMutant {
                mutant: mutant.clone(),
                switch,
                leader: leaders.get(&switch).copied().unwrap_or(switch),
                viable: !self.unviable.contains(&switch),
                left_out: left_out.get(&switch).copied(),
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
        let refused = self.refused.iter();
        let refused =
            refused.map(|(n, why)| (self.subjects[*n as usize].path.clone(), why.clone())).collect();
        let subjects = std::mem::take(&mut self.subjects);
        let unconfined = AtomicBool::new(false);
        Ok(Lab { subjects, refused, mutants, statements, executables, apart: None, hangs, unconfined })
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

/// The function whose twin an error names.
fn twin_in(error: &CompileError) -> Option<String> {
    let name = error.message.split(TWIN).nth(1)?;
    Some(name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(name).to_owned())
}

/// Where the name begins in the text of a call, as in `num::pow::<2>(3)` or `pow(3)`.
fn name_of_call(text: &str, name: &str) -> Option<usize> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let is_call = |at: &usize| {
        let behind = text[at + name.len()..].trim_start();
        !text[..*at].ends_with(word) && (behind.starts_with('(') || behind.starts_with("::<"))
    };
    text.match_indices(name).map(|(at, _)| at).find(is_call)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn called_name_is_found_among_those_like_it() {
        assert_eq!(name_of_call("pow(pow(1))", "pow"), Some(0));
        assert_eq!(name_of_call("pow::pow ::<2>(3)", "pow"), Some(5));
        assert_eq!(name_of_call("S::repow(pow(3))", "pow"), Some(9));
        assert_eq!(name_of_call("power(3)", "pow"), None);
    }
}
