//! `--profile`, `--target` and `--cargo-arg`: what builds are told besides features.

use std::process::Command;

use crate::project::{MANIFEST, Project, TINY, WORDS, assert_same};

/// The sign of the gap counts in the `dev` profile alone.
const GAP: &str = "\
/// The gap between two numbers.
pub fn gap(a: i16, b: i16) -> i32 {
    let gap = i32::from(a) - i32::from(b);
    if cfg!(debug_assertions) { gap } else { gap.abs() }
}
";

const LAW: &str = "gap(a, b) == (a - b).abs()";

fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.expect("rustc names it").to_owned()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn laws_are_those_of_the_profile() {
    let project = Project::library(GAP);
    project.put("Cargo.toml", &format!("{MANIFEST}\n[profile.fast-math]\ninherits = \"release\"\n"));
    let laws = |flags: &[&str]| {
        let ended = project.discover(&[&["--operators", "own", "--format", "json"], flags].concat()).well();
        let laws = ended.discovery().functions.swap_remove(0).relations.into_iter();
        laws.map(|law| law.readable).collect::<Vec<_>>()
    };
    assert!(!laws(&["--dry-run"]).contains(&LAW.to_owned()));
    assert!(laws(&["--dry-run", "--release"]).contains(&LAW.to_owned()));
    assert!(laws(&["--profile", "fast-math"]).contains(&LAW.to_owned()));
    assert!(project.test(&["--profile", "fast-math"]) > 0);
    project.run(&["check", "--all", "--profile", "fast-math"]).well();
    assert_eq!(project.run(&["check", "--all"]).code, Some(2));
    // A hook has no flags but those of the configuration.
    project.put("morph.toml", "profile = \"fast-math\"\n");
    project.run(&["check", "--all"]).well();
    assert_eq!(project.run(&["check", "--all", "--profile", "dev"]).code, Some(2));
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn builds_are_for_the_target() {
    let project = Project::searched();
    let host = host();
    project.run(&["check", "--all", "--target", &host]).well();
    assert!(project.root.join(format!("target/morph/original/target/{host}/debug")).is_dir());
    let foreign = ["check", "--all", "--target", "wasm32-unknown-unknown"];
    project.run(&foreign).refused(5, &["wasm32-unknown-unknown", "do not run here", "--target"]);
}

#[test]
fn functions_are_those_of_the_target_and_of_what_is_passed_on() {
    let text = format!(
        "{TINY}\n#[cfg(target_family = \"wasm\")]\npub fn in_browsers(n: u8) -> u8 {{ n / 2 }}\n\
         #[cfg(four)]\npub fn four(n: u8) -> u8 {{ n / 4 }}\n"
    );
    let project = Project::library(&text);
    project.put("src/words.rs", WORDS);
    let scan = |flags: &[&str]| project.run(&[&["scan"], flags].concat()).well().stdout;
    let plain = scan(&[]);
    assert!(!plain.contains("in_browsers") && !plain.contains("::four"), "{plain}");
    assert!(scan(&["--target", "wasm32-unknown-unknown"]).contains("in_browsers"));
    let four = "--cargo-arg=--config=build.rustflags=[\"--cfg=four\"]";
    assert!(scan(&[four]).contains("::four"));
    let paths = ["--paths", "--sources", "10", "--inputs", "random", "--solver", "rz3", four];
    let reached = scan(&paths);
    assert!(reached.contains("::four"), "{reached}");
}

#[test]
fn what_cargo_does_not_take_is_refused_in_one_line() {
    let project = Project::tiny();
    let before = project.tree();
    for (flags, why) in [
        (&["--profile", "nope"][..], "--profile nope: there is no profile `nope`"),
        (&["--target", "nope"], "nope"),
        (&["-C", "--nope"], "unexpected argument '--nope'"),
    ] {
        for command in ["scan", "suspects"] {
            let ended = project.run(&[&[command], flags].concat());
            ended.refused(1, &["cargo does not build with ", why]);
        }
    }
    assert_same(&before, &project.tree());
    project.run(&["scan", "--release", "--profile", "dev"]).refused(1, &["cannot be used with"]);
}
