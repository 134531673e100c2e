//! Where code lies: programs side by side, shared files, links, odd paths; and what a run leaves alone or uses again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cargo_morph::report::Verdict;

use crate::project::{Ended, MANIFEST, Project, QUICK, assert_same, function, provide};

const HALF: &str = "pub fn half(n: u8) -> u8 {\n    n / 2\n}\n";
const SUM: &str = "pub fn sum(a: u8, b: u8) -> u16 {\n    u16::from(a) + u16::from(b)\n}\n";
const OWN: [&str; 4] = ["--operators", "own", "--format", "json"];

/// Runs `discover`, asserts that these functions have relations whose tests pass, and takes them back.
#[track_caller]
fn assert_found(project: &Project, expected: &[&str], test: &[&str]) -> Ended {
    let before = project.tree();
    let ended = project.discover(&OWN).well();
    let discovery = ended.discovery();
    for path in expected {
        assert!(!function(&discovery, path).relations.is_empty(), "{path}: {}", ended.stdout);
    }
    let passed = project.test(test);
    assert!(passed >= discovery.totals.relations && passed > 0, "{passed}: {}", ended.stdout);
    let written = project.tree();
    project.discover(&OWN).well();
    assert_same(&written, &project.tree());
    project.morph(&["clean"]).well();
    fs::remove_file(project.root.join("Cargo.lock")).expect("cargo wrote it");
    assert_same(&before, &project.tree());
    ended
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn programs_side_by_side_have_test_modules_of_their_own() {
    let main = |calls: &str| format!("fn main() {{\n    println!(\"{{}}\", {calls}(3));\n}}\n");
    let project = Project::new(&[
        ("Cargo.toml", MANIFEST),
        (
            "src/bin/one.rs",
            &format!("#[path = \"../common.rs\"]\nmod common;\n{}{HALF}", main("common::third")),
        ),
        (
            "src/bin/two.rs",
            &format!("#[path = \"../common.rs\"]\nmod common;\n{}{HALF}", main("common::third")),
        ),
        ("src/bin/three/main.rs", &format!("{}{HALF}", main("half"))),
        ("src/common.rs", "pub fn third(n: u8) -> u8 {\n    n / 3\n}\n"),
        (
            "src/bin/systems.rs",
            &format!("#[cfg(windows)]\nfn main() {{}}\n#[cfg(not(windows))]\n{}{HALF}", main("half")),
        ),
        (
            "src/bin/hidden.rs",
            &format!(
                "macro_rules! start {{\n    () => {{\n        fn main() {{}}\n    }};\n}}\nstart!();\n{HALF}"
            ),
        ),
    ]);
    let tested = ["one::half", "two::half", "three::half", "systems::half", "one::common::third"];
    let discovery = assert_found(&project, &tested, &[]).discovery();
    let reason = |path: &str| function(&discovery, path).reason.clone().unwrap_or_default();
    assert_eq!(reason("two::common::third"), "its file also belongs to `one`, where it is tested");
    assert_eq!(reason("hidden::half"), "its program has no `fn main` of its own");
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn modules_and_texts_from_elsewhere_are_compiled_and_left_alone() {
    let project = Project::new(&[
        ("Cargo.toml", &format!("{MANIFEST}\n[lib]\nname = \"odd\"\npath = \"ça et là/lib.rs\"\n")),
        (
            "ça et là/lib.rs",
            &format!(
                "#[path = \"second.rs\"]\npub mod level;\n#[path = \"../../far off/far.rs\"]\npub mod far;\npub mod link;\n{SUM}\
                 pub fn lines(n: u16) -> u16 {{\n    include_str!(\"../../far off/text.txt\").lines().count() as u16 + n / 2\n}}\n"
            ),
        ),
        ("ça et là/second.rs", HALF),
        ("real.rs", HALF),
        ("../far off/far.rs", HALF),
        ("../far off/text.txt", "one\ntwo\n"),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("../real.rs", project.root.join("ça et là/link.rs"))
        .expect("the folder is ours");
    #[cfg(not(unix))]
    project.put("ça et là/link.rs", HALF);
    let far = || walkdir::WalkDir::new(project.beside("far off")).into_iter().count();
    let before = far();
    let discovery =
        assert_found(&project, &["odd::level::half", "odd::sum", "odd::lines"], &["--lib"]).discovery();
    let report = function(&discovery, "odd::far::half");
    assert_eq!(report.reason.as_deref(), Some("its file is outside the workspace root"));
    assert_eq!(far(), before);
}

/// A workspace whose dependencies are of every kind that needs no registry.
fn with_dependencies() -> Project {
    let package = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{more}")
    };
    Project::new(&[
        (
            "Cargo.toml",
            "[workspace]\nmembers = [\"app\", \"tool\"]\nexclude = [\"vendor\"]\nresolver = \"2\"\n\n\
             [workspace.package]\nedition = \"2024\"\n\n[workspace.lints.rust]\nunused = { level = \"deny\", priority = -1 }\n\n\
             [workspace.dependencies]\nnear = { path = \"near\" }\nfar = { path = \"../far away\" }\npatched = \"1\"\n\n\
             [patch.crates-io]\npatched = { path = \"vendor/patched\" }\n",
        ),
        (
            "app/Cargo.toml",
            "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition.workspace = true\nautobins = false\n\n[lints]\nworkspace = true\n\n\
             [dependencies]\nnear = { workspace = true }\nrenamed = { package = \"far\", path = \"../../far away\" }\npatched.workspace = true\n\n\
             [[test]]\nname = \"own\"\nharness = false\n",
        ),
        (
            "app/src/lib.rs",
            &format!(
                "{SUM}pub fn all(n: u8) -> u8 {{\n    near::half(renamed::half(patched::half(n)))\n}}\n"
            ),
        ),
        ("app/src/main.rs", "this is no program"),
        ("app/tests/own.rs", "fn main() {}\n"),
        ("app/examples/shown.rs", "fn main() {\n    println!(\"{}\", app::sum(1, 2));\n}\n"),
        ("near/Cargo.toml", &package("near", "")),
        ("near/src/lib.rs", HALF),
        ("tool/Cargo.toml", &package("tool", "[dependencies]\napp = { path = \"../app\" }\n")),
        ("tool/src/main.rs", "fn main() {\n    println!(\"{}\", app::all(9));\n}\n"),
        ("vendor/patched/Cargo.toml", &package("patched", "").replace("0.1.0", "1.2.3")),
        ("vendor/patched/src/lib.rs", HALF),
        ("../far away/Cargo.toml", &package("far", "[workspace]\n")),
        ("../far away/src/lib.rs", HALF),
    ])
}

/// Everything around the workspace but its scratch folder: contents and times.
fn state(project: &Project) -> BTreeMap<PathBuf, (Option<Vec<u8>>, SystemTime)> {
    let above = project.root.parent().expect("a folder");
    let scratch = project.root.join("target/morph");
    walkdir::WalkDir::new(above)
        .into_iter()
        .filter_entry(|entry| entry.path() != scratch)
        .map(|entry| entry.expect("the folder is ours"))
        .map(|entry| {
            let time = entry.metadata().expect("it is there").modified().expect("it has a time");
            (entry.path().to_owned(), (fs::read(entry.path()).ok(), time))
        })
        .collect()
}

/// What cargo compiled in a run, and what it did not have to, by the messages of the cargo that is put before it.
#[cfg(unix)]
fn compiled(project: &Project, args: &[&str]) -> [BTreeMap<String, usize>; 2] {
    provide();
    let (cargo, log) = (project.beside("cargo"), project.beside("log"));
    let _ = fs::remove_file(&log);
    let script = format!(
        "#!/bin/sh\nsaid=$('{}' \"$@\")\ncode=$?\nprintf '%s\\n' \"$said\" | tee -a '{}'\nexit $code\n",
        env!("CARGO"),
        log.display()
    );
    fs::write(&cargo, script).expect("the folder is ours");
    let run = std::process::Command::new("chmod").arg("+x").arg(&cargo).status();
    assert!(run.expect("chmod runs").success());
    let mut command = project.command(&[&["discover"], &QUICK[..], args].concat());
    command.env("CARGO", &cargo);
    Ended::from(command.output().expect("the binary starts")).well();
    let mut found = [BTreeMap::new(), BTreeMap::new()];
    for line in fs::read_to_string(&log).expect("cargo ran").lines() {
        let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        if message["reason"] == "compiler-artifact" {
            let name = message["target"]["name"].as_str().expect("a name").to_owned();
            *found[usize::from(message["fresh"] == true)].entry(name).or_default() += 1;
        }
    }
    fs::remove_file(&cargo).expect("it is ours");
    fs::remove_file(&log).expect("it is ours");
    found
}

#[cfg(unix)]
#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn nothing_is_written_but_scratch_and_dependencies_are_compiled_once() {
    let project = with_dependencies();
    // So that the times of the folders around it stay as they are.
    fs::create_dir(project.root.join("target")).expect("the folder is ours");
    let dry = ["--operators", "own", "--dry-run"];
    let before = state(&project);
    let [built, _] = compiled(&project, &dry);
    let after = state(&project);
    let changed: Vec<&PathBuf> =
        after.iter().filter(|(file, is)| before.get(*file) != Some(is)).map(|(file, _)| file).collect();
    // The helper beside the project, and the scratch folder in `target`.
    let allowed = [project.root.parent().expect("a folder").to_owned(), project.root.join("target")];
    assert!(changed.iter().all(|file| allowed.contains(file)), "{changed:?}");
    assert!(before.keys().all(|file| after.contains_key(file)));
    for dependency in ["near", "far", "patched"] {
        assert!(built.contains_key(dependency), "{dependency}: {built:?}");
    }

    // Another seed, other mutants, other code: the dependencies are as they were.
    let [built, fresh] = compiled(&project, &dry);
    for dependency in ["far", "patched"] {
        assert!(!built.contains_key(dependency), "{built:?}");
        assert!(fresh.contains_key(dependency), "{fresh:?}");
    }
    project.put(
        "app/src/lib.rs",
        &format!(
            "{SUM}pub fn all(n: u8) -> u8 {{\n    near::half(renamed::half(patched::half(n)) / 2)\n}}\n"
        ),
    );
    let [built, fresh] = compiled(&project, &["--operators", "own", "--seed", "3"]);
    for dependency in ["far", "patched"] {
        assert!(!built.contains_key(dependency) && fresh.contains_key(dependency), "{built:?}");
    }
    assert!(!project.root.join("Cargo.lock").exists());
    assert!(project.test(&["-p", "app", "--lib"]) > 0);
    // The lock file is the user's; it is neither written nor needed.
    let lock = fs::read(project.root.join("Cargo.lock")).expect("cargo wrote it");
    project.discover(&["--operators", "own"]).well();
    assert_eq!(fs::read(project.root.join("Cargo.lock")).expect("it is there"), lock);
}

#[cfg(unix)]
#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn tree_that_is_read_only_can_be_looked_at() {
    let project = Project::tiny();
    let chmod = |mode: &str| {
        let run = std::process::Command::new("chmod").args(["-R", mode]).arg(&project.root).status();
        assert!(run.expect("chmod runs").success());
    };
    chmod("a-w");
    let before = state(&project);
    let elsewhere = project.beside("elsewhere");
    let run = |args: &[&str]| {
        let mut command = project.command(args);
        command.env("CARGO_TARGET_DIR", &elsewhere);
        Ended::from(command.output().expect("the binary starts"))
    };
    let ended = run(&[&["discover"], &QUICK[..], &OWN, &["--dry-run"]].concat());
    let refused = run(&[&["discover"], &QUICK[..], &OWN].concat());
    let scanned = run(&["scan"]);
    let mut after = state(&project);
    chmod("u+w");
    let discovery = ended.well().discovery();
    assert_eq!(function(&discovery, "tiny::distance").verdict, Verdict::Tested);
    refused.refused(5, &["read-only"]);
    assert!(scanned.well().stdout.contains("tiny::distance"));
    after.retain(|file, _| file.starts_with(&project.root));
    assert!(after.iter().all(|(file, is)| before.get(file) == Some(is)));
    assert!(Path::new(&elsewhere).join("morph").is_dir());
}
