//! Git hooks in real repositories: what passes, what is stopped, and what is there after they are gone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::{Ended, MANIFEST, Project, clean};

const LIB: &str = "\
pub fn distance(a: u32, b: u32) -> u32 {
    if a > b { a - b } else { b - a }
}

#[cfg(test)]
mod morph_tests;
";

const TESTS: &str = "\
use super::*;

#[test]
fn symmetric() {
    for (a, b) in [(5, 1), (0, 3)] {
        assert!(distance(b, a) == distance(a, b));
    }
}
";

const CATALOGUE: &str = "\
schema = 1

[[relation]]
function = \"tiny::distance\"
followups = [\"(b, a)\"]
then = \"y1 == y0\"
test = \"morph_tests::symmetric\"
";

const WRONG: &str = "a + b } else";

/// A repository with one commit; the workspace lies in a folder of it.
fn repository() -> Project {
    let project = Project::new(&[
        ("code/Cargo.toml", MANIFEST),
        ("code/src/lib.rs", LIB),
        ("code/src/morph_tests.rs", TESTS),
        ("code/morph/relations.toml", CATALOGUE),
        (".gitignore", "target\nCargo.lock\n"),
    ]);
    git(&project.root, &["init", "--quiet", "--initial-branch=main"]).well();
    git(&project.root, &["add", "."]).well();
    git(&project.root, &["commit", "--quiet", "-m", "first"]).well();
    project
}

fn with_path(mut command: Command) -> Command {
    let ours = Path::new(env!("CARGO_BIN_EXE_cargo-morph")).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(ours).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(all).expect("a path"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            command.env_remove(name);
        }
    }
    command
}

pub(super) fn git(dir: &Path, args: &[&str]) -> Ended {
    let mut command = with_path(clean("git"));
    let config = ["user.name=a", "user.email=a@example.org", "commit.gpgsign=false", "core.autocrlf=false"];
    command.current_dir(dir).args(config.iter().flat_map(|pair| ["-c", *pair])).args(args);
    command.output().expect("git is here").into()
}

pub(super) fn morph(dir: &Path, args: &[&str]) -> Ended {
    let mut command = with_path(clean(env!("CARGO_BIN_EXE_cargo-morph")));
    command.current_dir(dir).args(args).output().expect("the binary starts").into()
}

fn code(project: &Project) -> PathBuf {
    project.root.join("code")
}

/// How many commits there are.
fn commits(dir: &Path) -> usize {
    git(dir, &["rev-list", "--count", "HEAD"]).well().stdout.trim().parse().expect("a number")
}

#[test]
fn commit_is_judged_by_what_is_staged_and_nothing_else() {
    let project = repository();
    morph(&code(&project), &["hook", "install", "--pre-commit"]).well();

    // Right in the work tree, wrong in the index.
    project.put("code/src/lib.rs", &LIB.replace("a - b } else", WRONG));
    git(&project.root, &["add", "."]).well();
    project.put("code/src/lib.rs", LIB);
    let stopped = git(&project.root, &["commit", "-m", "wrong"]);
    assert_eq!(commits(&project.root), 1, "{}{}", stopped.stdout, stopped.stderr);
    let said = format!("{}{}", stopped.stdout, stopped.stderr);
    assert!(said.contains("src/lib.rs:1: relation distance(b, a) == distance(a, b)"), "{said}");
    assert!(said.contains("cargo morph rejected this commit"), "{said}");
    assert!(said.contains("+    if a > b { a + b } else"), "the change that did it: {said}");

    // Wrong in the work tree, right in the index.
    project.put("code/src/lib.rs", &LIB.replace("b - a", "b - a + 0"));
    git(&project.root, &["add", "."]).well();
    project.put("code/src/lib.rs", &LIB.replace("a - b } else", WRONG));
    git(&project.root, &["commit", "-m", "right"]).well();
    assert_eq!(commits(&project.root), 2);
    assert!(
        fs::read_to_string(code(&project).join("src/lib.rs")).expect("text").contains(WRONG),
        "left alone"
    );

    // What is named is committed, from an index of its own; a detached head is a head.
    git(&project.root, &["checkout", "--quiet", "--detach"]).well();
    git(&project.root, &["commit", "-m", "wrong", "code/src/lib.rs"]);
    assert_eq!(commits(&project.root), 2);
    // No code, nothing to do.
    project.put("notes.txt", "words");
    git(&project.root, &["add", "notes.txt"]).well();
    git(&project.root, &["commit", "-m", "words"]).well();
    git(&project.root, &["commit", "--no-verify", "-m", "wrong", "code/src/lib.rs"]).well();
    assert_eq!(commits(&project.root), 4);
}

#[test]
fn commit_that_renames_a_function_with_relations_is_stopped() {
    let project = repository();
    morph(&code(&project), &["hook", "install", "--pre-commit"]).well();
    project.put("code/src/lib.rs", &LIB.replace("distance", "apart"));
    git(&project.root, &["add", "."]).well();
    let stopped = git(&project.root, &["commit", "-m", "renamed"]);
    assert_eq!(commits(&project.root), 1, "{}{}", stopped.stdout, stopped.stderr);
    let said = format!("{}{}", stopped.stdout, stopped.stderr);
    assert!(said.contains("function `tiny::distance` does not exist"), "{said}");
    project.put("code/src/morph_tests.rs", &TESTS.replace("distance", "apart"));
    project.put("code/morph/relations.toml", &CATALOGUE.replace("distance", "apart"));
    git(&project.root, &["add", "."]).well();
    git(&project.root, &["commit", "-m", "renamed"]).well();
}

#[test]
fn push_is_judged_by_what_is_pushed() {
    let project = repository();
    let remote = project.beside("remote.git");
    git(&project.root, &["init", "--quiet", "--bare", remote.to_str().expect("text")]).well();
    git(&project.root, &["remote", "add", "origin", remote.to_str().expect("text")]).well();
    morph(&project.root.join("code"), &["hook", "install", "--fail-under", "0.01"]).well();
    let pushed = git(&project.root, &["push", "origin", "main"]).well();
    assert!(
        pushed.stdout.contains("1 held") || pushed.stderr.contains("1 held"),
        "{}{}",
        pushed.stdout,
        pushed.stderr
    );
    assert!(pushed.stdout.contains("statement adequacy"), "{}", pushed.stdout);

    project.put("code/src/lib.rs", &LIB.replace("a - b } else", WRONG));
    git(&project.root, &["commit", "--quiet", "-a", "-m", "wrong"]).well();
    // The work tree is right again; what is pushed is not. In another work tree the same hook runs.
    let other = project.beside("other");
    git(&project.root, &["worktree", "add", "--quiet", "-b", "other", other.to_str().expect("text")]).well();
    project.put("code/src/lib.rs", LIB);
    for (dir, branch) in [(&project.root, "main"), (&other, "other")] {
        let stopped = git(dir, &["push", "origin", branch]);
        assert_ne!(stopped.code, Some(0));
        assert!(stopped.stderr.contains("cargo morph rejected this push"), "{}", stopped.stderr);
        assert!(stopped.stdout.contains("is violated"), "{}", stopped.stdout);
    }
    git(&project.root, &["commit", "--quiet", "-a", "-m", "right"]).well();
    git(&project.root, &["push", "origin", "main"]).well();
    git(&project.root, &["push", "origin", "--delete", "main"]).well();
}

#[test]
fn hook_that_was_there_runs_first_and_is_back_in_the_end() {
    let project = repository();
    // Wherever git is told to look.
    git(&project.root, &["config", "core.hooksPath", "tools/hooks"]).well();
    let file = project.root.join("tools/hooks/pre-commit");
    let theirs = "#!/bin/sh\ntouch ran\ntest ! -e refuse\n";
    project.put("tools/hooks/pre-commit", theirs);
    let mut chmod = Command::new("chmod");
    assert!(chmod.arg("+x").arg(&file).status().expect("chmod is here").success());
    for _ in 0..2 {
        morph(&code(&project), &["hook", "install", "--pre-commit"]).well();
    }
    project.put("notes.txt", "words");
    git(&project.root, &["add", "notes.txt"]).well();
    project.put("refuse", "");
    assert_ne!(git(&project.root, &["commit", "-m", "words"]).code, Some(0), "theirs refuses");
    fs::remove_file(project.root.join("refuse")).expect("it is there");
    fs::remove_file(project.root.join("ran")).expect("theirs ran");
    git(&project.root, &["commit", "-m", "words"]).well();
    assert!(project.root.join("ran").exists());

    morph(&code(&project), &["hook", "uninstall"]).well();
    assert_eq!(fs::read_to_string(&file).expect("it is back"), theirs);
    assert_eq!(fs::read_dir(file.parent().expect("a folder")).expect("a folder").count(), 1);
    assert_eq!(morph(&code(&project), &["hook", "uninstall"]).well().stdout, "no hook is installed\n");
}

#[test]
fn hooks_folder_outside_the_repository_is_left_alone() {
    let project = repository();
    let shared = project.beside("shared");
    git(&project.root, &["config", "core.hooksPath", shared.to_str().expect("text")]).well();
    let parts = ["core.hooksPath leads to", "shared", "git config core.hooksPath"];
    morph(&code(&project), &["hook", "install"]).refused(1, &parts);
    assert!(!shared.exists());
    git(&project.root, &["config", "core.hooksPath", ".git/hooks"]).well();
    morph(&code(&project), &["hook", "install"]).well();
    // The hooks of all work trees are in the repository that they belong to.
    let other = project.beside("other");
    git(&project.root, &["worktree", "add", "--quiet", "-b", "other", other.to_str().expect("text")]).well();
    git(&project.root, &["config", "--unset", "core.hooksPath"]).well();
    morph(&other.join("code"), &["hook", "install", "--pre-commit"]).well();
}

#[test]
fn hook_outside_a_workspace_or_a_repository_is_refused() {
    let project = Project::library("pub fn f(n: u8) -> u8 { n }\n");
    morph(&project.root, &["hook", "install"]).refused(1, &["not a git repository"]);
    let folder = tempfile::tempdir().expect("a folder");
    git(folder.path(), &["init", "--quiet"]).well();
    morph(folder.path(), &["hook", "install"]).refused(1, &["no Cargo.toml found"]);
}
