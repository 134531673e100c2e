//! `--locked` and `--frozen`: `Cargo.lock` decides the versions, and does not change.

use std::fs;

use crate::project::{MANIFEST, Project, TINY, WORDS, assert_same, clean};

fn lock(project: &Project) {
    let mut cargo = clean("cargo");
    cargo.args(["generate-lockfile", "--offline"]).current_dir(&project.root);
    assert!(cargo.status().expect("cargo starts").success());
}

#[test]
fn locked_needs_a_lock_file_that_is_up_to_date() {
    let project = Project::tiny();
    let refuses = |why: &str| {
        let before = project.tree();
        for command in ["scan", "discover", "check", "adequacy", "suspects", "clean"] {
            project.run(&[command, "--locked"]).refused(1, &[why, "--locked", "`cargo update --workspace`"]);
        }
        project.run(&["scan", "--frozen"]).refused(1, &[why, "--frozen"]);
        project.run(&["scan", "--locked", "--offline"]).refused(1, &[why]);
        assert_same(&before, &project.tree());
        project.run(&["scan"]).well();
    };
    refuses("there is no Cargo.lock");
    lock(&project);
    for flags in [&["--locked"][..], &["--frozen"], &["--locked", "--frozen", "--offline"]] {
        project.run(&[&["scan"], flags].concat()).well();
    }
    project.put("Cargo.toml", &MANIFEST.replace("0.1.0", "0.2.0"));
    refuses("Cargo.lock is out of date");
}

/// The versions that a lock file names.
fn versions<'a>(lock: &'a str, package: &str) -> Vec<&'a str> {
    let lines: Vec<&str> = lock.lines().collect();
    let name = format!("name = \"{package}\"");
    lines.windows(2).filter(|pair| pair[0] == name).map(|pair| pair[1]).collect()
}

#[test]
fn locked_builds_take_the_versions_of_the_lock_file() {
    let project = Project::library(&format!(
        "{TINY}\n#[cfg(four)]\npub fn four(n: u32) -> u32 {{ n % dep::number() }}\n"
    ));
    project.put("build.rs", "fn main() { println!(\"cargo:rustc-cfg=four\"); }\n");
    project.put("src/words.rs", WORDS);
    project.put("Cargo.toml", &format!("{MANIFEST}\n[dependencies]\ndep = \"1\"\n"));
    project.put(
        ".cargo/config.toml",
        "[source.crates-io]\nreplace-with = \"here\"\n[source.here]\ndirectory = \"vendor\"\n",
    );
    for version in ["1.0.0", "1.1.0"] {
        let folder = format!("vendor/dep-{version}");
        project.put(&format!("{folder}/.cargo-checksum.json"), "{\"files\":{}}");
        let manifest = format!("[package]\nname = \"dep\"\nversion = \"{version}\"\nedition = \"2021\"\n");
        project.put(&format!("{folder}/Cargo.toml"), &manifest);
        project.put(&format!("{folder}/src/lib.rs"), "pub fn number() -> u32 { 4 }\n");
        if version == "1.0.0" {
            lock(&project);
        }
    }
    let before = project.get("Cargo.lock");
    assert_eq!(versions(&before, "dep"), ["version = \"1.0.0\""]);
    let args = ["scan", "--paths", "--sources", "10", "--inputs", "random", "--solver", "rz3"];
    for flag in ["--locked", "--frozen"] {
        let ended = project.run(&[&args[..], &[flag]].concat()).well();
        assert!(ended.stdout.contains("tiny::four"), "{}", ended.stdout);
        assert_eq!(project.get("Cargo.lock"), before);
        let built = fs::read_to_string(project.root.join("target/morph/lab/tree/Cargo.lock"));
        assert_eq!(versions(&built.expect("the copy has one"), "dep"), ["version = \"1.0.0\""]);
    }
}

#[test]
fn dependency_that_is_missing_without_the_network_is_named() {
    let project = Project::tiny();
    project.put("Cargo.toml", &format!("{MANIFEST}\n[dependencies]\nmorph-no-such-crate = \"1\"\n"));
    let why = ["a dependency is missing", "`morph-no-such-crate`", "`cargo fetch`"];
    project.run(&["suspects", "--offline"]).refused(5, &why);
}
