//! What a run changes in the user's tree, and what it does not.

use std::fs;
use std::path::Path;

use crate::project::{Ended, Project, QUICK, Tree, assert_same, holds};

const GENERATED: [&str; 5] =
    ["morph", "morph/relations.toml", "src/morph_tests.rs", "src/words", "src/words/morph_tests.rs"];

/// Asserts that `after` is `before` with generated files and declaration lines.
#[track_caller]
fn assert_only_declared(before: &Tree, after: &Tree) {
    for (file, text) in after {
        match before.get(file) {
            None => assert!(GENERATED.iter().any(|generated| file == Path::new(generated)), "{file:?}"),
            Some(old) if old == text => {}
            Some(old) => assert_eq!(&format!("{old}\n#[cfg(test)]\nmod morph_tests;\n"), text, "{file:?}"),
        }
    }
    assert!(before.keys().all(|file| after.contains_key(file)));
}

#[test]
fn tests_are_written_once_and_clean_takes_them_back() {
    let project = Project::tiny();
    let before = project.tree();

    project.discover(&["-j1"]).well();
    let written = project.tree();
    assert!(GENERATED.iter().all(|file| holds(&written, file)), "{:?}", written.keys());
    assert_only_declared(&before, &written);

    let again = project.discover_again(&["-j1"]).well();
    assert_same(&written, &project.tree());
    assert!(!again.stdout.contains("morph_tests.rs"), "says that it wrote: {}", again.stdout);

    let tests: usize = written.values().map(|text| text.matches("#[test]\n").count()).sum();
    assert!(tests >= 3, "{tests}");
    assert_eq!(project.test(&["--lib"]), tests);
    fs::remove_file(project.root.join("Cargo.lock")).expect("cargo wrote it");

    project.morph(&["clean"]).well();
    assert_same(&before, &project.tree());
    assert!(!project.root.join("target/morph").exists());
    let nothing = project.morph(&["clean"]).well();
    assert_eq!(nothing.stdout, "nothing to clean\n");

    // Without the scratch of earlier runs, and with another number of jobs.
    let ended = project.discover(&["--dry-run", "-j2"]).well();
    assert!(ended.stdout.contains("distance(a, b) == (a - b).abs()"), "{}", ended.stdout);
    assert_same(&before, &project.tree());
    project.discover_again(&["-j2"]).well();
    assert_same(&written, &project.tree());
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn text_outside_regions_stays_and_an_edited_region_is_kept() {
    let project = Project::tiny();
    project.discover(&["--function", "distance"]).well();
    let tests = "src/morph_tests.rs";
    let text = fs::read_to_string(project.root.join(tests)).expect("it was written");
    let edited = text.replacen("let y0 =", "let y0: u32 =", 1) + "\n// Mine.\n";
    project.put(tests, &edited);
    let before = project.tree();

    let ended = project.discover(&["--function", "distance"]).well();
    assert!(ended.stderr.contains("tiny::distance was edited by hand and is kept"), "{}", ended.stderr);
    assert_same(&before, &project.tree());

    project.discover(&["--function", "distance", "--force"]).well();
    assert_eq!(project.tree()[Path::new(tests)], text + "\n// Mine.\n");

    project.morph(&["clean"]).well();
    let left = &project.tree()[Path::new(tests)];
    assert!(left.contains("// Mine.") && !left.contains("morph:begin"), "{left}");
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn workspaces_that_share_a_target_folder_do_not_clash() {
    let (one, two) = (Project::tiny(), Project::library("pub fn twice(n: u8) -> u16 { u16::from(n) * 2 }\n"));
    let shared = one.beside("shared");
    let run = |project: &Project, args: &[&str]| {
        let output = project.command(args).env("CARGO_TARGET_DIR", &shared).output();
        Ended::from(output.expect("the binary starts")).well()
    };
    let discover = [&["discover"], &QUICK[..]].concat();
    run(&one, &discover);
    run(&two, &discover);
    let (first, second) = (one.tree(), two.tree());
    run(&one, &discover);
    run(&two, &discover);
    assert_same(&first, &one.tree());
    assert_same(&second, &two.tree());
    assert!(!one.root.join("target").exists() && !two.root.join("target").exists());
    assert_eq!(fs::read_dir(shared.join("morph")).expect("a folder").count(), 2);

    run(&one, &["clean"]);
    assert_eq!(fs::read_dir(shared.join("morph")).expect("a folder").count(), 1);
    assert_same(&second, &two.tree());
    run(&two, &["clean"]);
    assert!(!shared.join("morph").exists());
}

/// Other than the identity on one input in sixteen million.
const LUCKY: &str = "\
pub fn lucky(n: u64) -> u64 {
    if n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40 == KEY { n / 2 } else { n }
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn inputs_of_the_packages_own_tests_are_tried_and_those_of_generated_tests_are_not_taken_for_them() {
    let library = LUCKY.replace("KEY", "0xf2f926");
    let law = "lucky(n) == n ";
    let untested = Project::library(&library);
    let ended = untested.discover(&["--dry-run"]).well();
    assert!(ended.stdout.contains(law), "nothing else finds it: {}", ended.stdout);

    let own = "\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn luck() {\n        assert_eq!(super::lucky(93828374612345), 46914187306172);\n    }\n}\n";
    let project = Project::library(&(library + own));
    let ended = project.discover(&[]).well();
    assert!(!ended.stdout.contains(law), "{}", ended.stdout);
    let written = project.tree();
    project.discover(&[]).well();
    assert_same(&written, &project.tree());
}
