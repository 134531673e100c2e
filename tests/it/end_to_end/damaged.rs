//! What was built earlier is damaged, or was left behind by a run that was killed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::project::{Project, TINY, assert_same, holds};

const CATALOGUE: &str = "\
schema = 1

[[relation]]
function = \"tiny::distance\"
followups = [\"(b, a)\"]
then = \"y1 == y0\"
";

fn project() -> Project {
    let project = Project::tiny();
    project.put("morph/relations.toml", CATALOGUE);
    project
}

/// All files below a folder whose names end so.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).into_iter().flatten();
    let files = walk.filter(|entry| entry.file_type().is_file()).map(|entry| entry.path().to_owned());
    files.filter(|file| file.to_string_lossy().ends_with(end)).collect()
}

#[test]
fn damaged_build_is_built_anew_once() {
    let project = project();
    let scratch = project.root.join("target/morph");
    project.run(&["check", "--all"]).well();
    let libraries = [files(&scratch, ".rlib"), files(&scratch, ".rmeta")].concat();
    assert!(!libraries.is_empty());
    for library in libraries {
        fs::write(library, "damaged").expect("it is ours");
    }
    let ended = project.run(&["check", "--all"]).well();
    assert!(ended.stderr.contains("may be damaged and is rebuilt"), "{}", ended.stderr);
    assert!(ended.stdout.contains("1 held"), "{}", ended.stdout);

    fs::remove_dir_all(scratch.join("original/tree")).expect("it is ours");
    fs::write(scratch.join("original/tree"), "in the way").expect("it is ours");
    project.run(&["check", "--all"]).well();
    let ended = project.run(&["check", "--all"]).well();
    assert_eq!(ended.stderr, "", "nothing is damaged any more");

    // What the user has to mend is reported at once.
    project.put("src/lib.rs", &TINY.replace("n % 2", "m % 2"));
    let ended = project.run(&["check", "--all"]);
    assert_eq!(ended.code, Some(4));
    assert!(!ended.stderr.contains("built anew"), "{}", ended.stderr);
}

#[test]
fn cache_is_removed_without_the_tests() {
    let project = project();
    project.run(&["check", "--all"]).well();
    let before = project.tree();
    let ended = project.run(&["clean", "--cache"]).well();
    assert!(ended.stdout.starts_with("removed ") && !project.root.join("target/morph").exists());
    assert_same(&before, &project.tree());
    assert_eq!(project.run(&["clean", "--cache"]).well().stdout, "nothing to clean\n");
}

#[test]
fn files_of_a_run_that_was_killed_are_removed() {
    const KILLED: [&str; 3] =
        ["src/.morph-999999999-abcdef", "src/words/.morph-999999999-abcdef", "morph/.morph-999999999-a.mode"];
    let alive = format!("src/.morph-{}-abcdef", std::process::id());
    for command in ["check", "clean"] {
        let project = project();
        KILLED.iter().for_each(|file| project.put(file, ""));
        project.put(&alive, "");
        project.put("src/.morph", "mine");
        project.run(&[command]).well();
        let tree = project.tree();
        for file in KILLED {
            assert!(!holds(&tree, file), "{command}: {file}");
        }
        assert!(!holds(&tree, "src/words"), "made for the file alone");
        assert!(holds(&tree, &alive) && holds(&tree, "src/.morph"), "{command}");
    }
}
