//! The reference: cargo-mutants itself applies each mutant in a tree of its own and builds it there. The trees are
//! copies of an instrumented copy that holds no mutant; the only test in them keeps the workers that were built, and
//! these are run as the lab's worker is, with the same fuel, the same confinement and the same answers.
//!
//! Outcomes are those of one build with all mutants, but for two bounds: how deep a recursion may go before it counts as
//! out of fuel depends on how large the frames are, which a switch makes larger; and a body that is replaced burns no
//! fuel for being called, which counts only where the rest burns all there is, to the last call. Mutants of functions
//! that are evaluated while compiling have a build here, and none there.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::build::{BuildOptions, TREE, build_in, worker_of};
use super::instrument::Instrumented;
use super::manifest::{add_test, write_if_changed};
use super::mutant_id::MutantId;
use super::splice::Spliced;
use super::{Apart, Lab, LabMutant, Programs, Unswitchable};
use crate::mutants::{Change, Each, Genre, Mutant, Tested, Tool};
use morph_source::files::unwritable;
use morph_source::scan::Subject;
use morph_source::workspace::{Package, Workspace};

/// The name of the test that keeps the workers.
const KEEP: &str = "__morph_keep";

/// What rustc says of a lint that it only warns of because it was told to (`workspace::DENIED`).
const FORCED: &str = "requested on the command line with `--force-warn";

const KEEP_TEXT: &str = include_str!("../templates/shim/keep.rs");

/// Has cargo-mutants build each of these mutants, which must be from its list, `jobs` at a time. `progress` receives
/// what is going on.
pub fn build_apart(
    workspace: &Workspace,
    subjects: &[Subject],
    mutants: &[Mutant],
    tool: &Tool,
    jobs: NonZeroUsize,
    options: &BuildOptions,
    progress: &dyn Fn(&str),
) -> anyhow::Result<Lab> {
    let dir = workspace.scratch().join("apart");
    let (mut lab, files) = build_in(&dir, workspace, subjects, &[], options, progress)?;
    let kept = dir.join("kept");
    let _ = fs::remove_dir_all(&kept);
    fs::create_dir_all(&kept).map_err(unwritable(&kept))?;

    let tested: Vec<&Package> = workspace
        .packages
        .iter()
        .filter(|package| subjects.iter().any(|subject| subject.package == package.name))
        .collect();
    let tree = dir.join(TREE);
    for package in &tested {
        add_keeper(workspace, &dir, package)?;
    }
    // In the tree, whatever the user's configuration says: several trees are built at once.
    let mut cargo = workspace.lab_cargo("test", &tree, Path::new("target"));
    cargo.env(workspace.passed.variable("STRIP"), "true").env("CARGO_MORPH_KEEP", &kept);
    cargo.arg(format!("--test={KEEP}"));
    if options.offline {
        cargo.arg("--offline");
    }
    // As for the original; cargo runs in the root of each tree.
    if let [package] = &workspace.packages[..] {
        cargo.arg("--manifest-path").arg(below(package, workspace)?.join("Cargo.toml"));
    }
    let each = Each {
        tool,
        tree: &tree,
        scratch: &dir.join("cargo-mutants"),
        packages: workspace.packages.iter().map(|package| &*package.name).collect(),
        tested: tested.iter().map(|package| &*package.name).collect(),
        cargo: &cargo,
        feature_flags: &options.feature_flags,
        jobs,
    };
    // A workspace without subjects needs no mutants.
    let changes = if tested.is_empty() { Vec::new() } else { each.list()? };
    let names = names(&changes, mutants, &files, &workspace.root);
    let wanted: Vec<&str> = names.values().map(String::as_str).collect();
    let total = wanted.len();
    let ran = each.run(&wanted, &|done| progress(&format!("{} of {total} mutants", done.min(total))))?;

    let leaders = leaders(mutants, &files);
    let mut programs = BTreeMap::new();
    for (id, mutant) in (1..).map(MutantId).zip(mutants) {
        let tested = names.get(&id).and_then(|name| ran.mutants.get(name));
        let mut viable = tested != Some(&Tested::Unviable);
        if let Some(Tested::Passed(said)) = tested {
            // It is built with lints that would have been errors; they are reported once.
            viable = !said.contains(FORCED) || ran.baseline.contains(FORCED);
            let found = programs_in(&kept, said, workspace);
            anyhow::ensure!(!found.is_empty(), "no worker was built for {}", mutant.id);
            programs.insert(id, found);
        }
        lab.mutants.push(LabMutant {
            mutant: mutant.clone(),
            id,
            leader: leaders[&id],
            viable,
            unswitchable: tested.is_none().then_some(Unswitchable::NotMade),
        });
    }
    lab.apart = Some(gated(&lab, programs, &files));
    Ok(lab)
}

/// Adds the test that keeps a package's workers.
fn add_keeper(workspace: &Workspace, dir: &Path, package: &Package) -> anyhow::Result<()> {
    let manifest = dir.join(TREE).join(below(package, workspace)?).join("Cargo.toml");
    let main = dir.join("workers").join(format!("{KEEP}_{}.rs", package.name));
    let mut programs = String::new();
    for (number, target) in package.targets.iter().enumerate() {
        let name = format!("CARGO_BIN_EXE_{}", worker_of(package, target));
        programs += &format!("({number}, option_env!({name:?})), ");
    }
    let head = format!(
        "const PACKAGE: &str = {:?};\nconst PROGRAMS: &[(usize, Option<&str>)] = &[{programs}];\n",
        package.name
    );
    write_if_changed(&main, &(head + KEEP_TEXT))?;
    add_test(&manifest, KEEP, &main)
}

/// A package's folder, relative to the workspace's root.
fn below<'a>(package: &'a Package, workspace: &Workspace) -> anyhow::Result<&'a Path> {
    package.dir.strip_prefix(&workspace.root).context("packages lie in the workspace")
}

/// cargo-mutants' names, in the instrumented copy, of the mutants that it makes there too.
fn names(
    changes: &[Change],
    mutants: &[Mutant],
    files: &BTreeMap<PathBuf, Instrumented>,
    root: &Path,
) -> BTreeMap<MutantId, String> {
    type Key<'a> = (PathBuf, Genre, usize, usize, &'a str);
    let mut by_place: BTreeMap<Key<'_>, &str> = BTreeMap::new();
    for change in changes {
        let file = root.join(&change.file);
        let Some(instrumented) = files.get(&file) else { continue };
        if instrumented.text.const_copies.iter().any(|copy| copy.contains(&change.span.start)) {
            // It stands in the function, too.
            continue;
        }
        let span = in_original(&instrumented.text, &change.span);
        by_place.insert((file, change.genre, span.start, span.end, &change.replacement), &change.name);
    }
    let name = |mutant: &Mutant| {
        let key: Key<'_> =
            (mutant.file.clone(), mutant.genre, mutant.span.start, mutant.span.end, &mutant.replacement);
        by_place.get(&key).map(|name| (*name).to_owned())
    };
    (1..).map(MutantId).zip(mutants).filter_map(|(id, mutant)| Some((id, name(mutant)?))).collect()
}

/// What was copied to these bytes, from its first byte to its last; what was inserted at the ends does not count.
fn in_original(text: &Spliced, span: &Range<usize>) -> Range<usize> {
    let from = text.copied.partition_point(|(out, bytes)| out + bytes.len() <= span.start);
    let to = text.copied.partition_point(|(out, _)| *out < span.end);
    let start = text.copied.get(from).map_or(0, |(out, bytes)| bytes.start + span.start.saturating_sub(*out));
    let end = match to.checked_sub(1) {
        Some(last) => {
            let (out, bytes) = &text.copied[last];
            bytes.end.min(bytes.start + (span.end - out))
        }
        None => start,
    };
    start..end.max(start)
}

/// The first mutant of the innermost function around each.
fn leaders(mutants: &[Mutant], files: &BTreeMap<PathBuf, Instrumented>) -> BTreeMap<MutantId, MutantId> {
    let mut firsts: BTreeMap<(&Path, Option<usize>), MutantId> = BTreeMap::new();
    (1..)
        .map(MutantId)
        .zip(mutants)
        .map(|(id, mutant)| {
            let body = files.get(&mutant.file).and_then(|file| file.body_around(mutant.span.start));
            (id, *firsts.entry((&mutant.file, body)).or_insert(id))
        })
        .collect()
}

/// Knows by which statements a mutant's function is known to be reached.
fn gated(
    lab: &Lab,
    programs: BTreeMap<MutantId, Programs>,
    files: &BTreeMap<PathBuf, Instrumented>,
) -> Apart {
    let body = |file: &Path, at: usize| files.get(file).and_then(|file| file.body_around(at));
    let mut leaders = BTreeMap::new();
    for mutant in &lab.mutants {
        leaders.insert(
            (&*mutant.mutant.file, body(&mutant.mutant.file, mutant.mutant.span.start)),
            mutant.leader,
        );
    }
    let mut gates = BTreeMap::new();
    for (number, probe) in (0..).zip(&lab.probes) {
        if let Some(leader) = leaders.get(&(&*probe.file, body(&probe.file, probe.span.start))) {
            gates.insert(number, *leader);
        }
    }
    let open = leaders.into_values().filter(|leader| !gates.values().any(|gated| gated == leader)).collect();
    Apart { programs, gates, open }
}

/// The workers that the tests kept.
fn programs_in(kept: &Path, said: &str, workspace: &Workspace) -> Programs {
    let mut programs = Programs::new();
    for line in said.lines() {
        let mut words = line.split(' ');
        let (Some("__morph_kept"), Some(name), Some(folder)) = (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let Some(package) = workspace.packages.iter().find(|package| package.name == name) else { continue };
        for target in 0..package.targets.len() {
            let program = kept.join(folder).join(format!("{target}{}", std::env::consts::EXE_SUFFIX));
            if program.is_file() {
                programs.insert((package.name.clone(), target), program);
            }
        }
    }
    programs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splice::{Edit, Kind, splice};

    #[test]
    fn places_in_the_instrumented_text_are_those_of_the_original() {
        let source = "fn f() { |x| x + 1 }";
        let edits = [(9, "enter(); "), (13, "{ burn(); "), (18, " }")];
        let edits = edits.map(|(at, text)| Edit::insert(at, text.to_owned(), Kind::Fuel));
        let spliced = splice(source, edits.to_vec(), Vec::new(), Vec::new());
        assert_eq!(spliced.text, "fn f() { enter(); |x| { burn(); x + 1 } }");
        let place = |text: &str| {
            let start = spliced.text.find(text).expect("it is there");
            source[in_original(&spliced, &(start..start + text.len()))].to_owned()
        };
        // As cargo-mutants sees a body, and an operator in it.
        assert_eq!(place("enter(); |x| { burn(); x + 1 }"), "|x| x + 1");
        assert_eq!(place("+"), "+");
    }
}
