//! Packages that do not build: the others are tested, and the run ends with 4.

use crate::project::{Project, QUICK};

const LIB: &str = "pub fn distance(a: u32, b: u32) -> u32 { if a > b { a - b } else { b - a } }\n";

/// A workspace of `one`, `two` and `three`, of which `three` depends on `two`.
fn workspace() -> Project {
    let project = Project::new(&[("Cargo.toml", "[workspace]\nmembers = [\"*\"]\nexclude = [\"target\"]\n")]);
    for (name, dependencies) in [("one", ""), ("two", ""), ("three", "two = { path = \"../two\" }\n")] {
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\n{dependencies}"
        );
        project.put(&format!("{name}/Cargo.toml"), &manifest);
        project.put(&format!("{name}/src/lib.rs"), LIB);
    }
    project
}

/// A relation of `distance` in a package.
fn catalogue(name: &str) -> String {
    format!(
        "schema = 1\n\n[[relation]]\nfunction = \"{name}::distance\"\nfollowups = [\"(b, a)\"]\nthen = \"y1 == y0\"\n"
    )
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn packages_beside_one_that_does_not_build_are_tested() {
    let wrong_type = format!("{LIB}pub fn wrong() -> u32 {{ \"text\" }}\n");
    for (file, text, said) in [
        ("two/src/lib.rs", wrong_type.as_str(), "mismatched types (two/src/lib.rs:2:"),
        ("two/src/lib.rs", "pub fn (\n", "two/src/lib.rs:1:8"),
        (
            "two/build.rs",
            "fn main() { panic!(\"libz is missing\") }\n",
            "the build script of `two` fails: libz is missing",
        ),
    ] {
        let project = workspace();
        for name in ["one", "two"] {
            project.put(&format!("{name}/morph/relations.toml"), &catalogue(name));
        }
        project.put(file, text);
        let ended = project.run(&["check"]);
        assert_eq!(ended.code, Some(4), "{}{}", ended.stdout, ended.stderr);
        assert!(ended.stderr.contains("warning: `two` is left out: "), "{}", ended.stderr);
        assert!(ended.stderr.contains("warning: `three` is left out: "), "{}", ended.stderr);
        assert!(!ended.stderr.contains("`one` is left out"), "{}", ended.stderr);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
        assert!(ended.stdout.contains("one::distance  1 relation holds"), "{}", ended.stdout);

        project.put("one/src/lib.rs", &LIB.replace("b - a", "b"));
        let ended = project.run(&["check"]);
        assert_eq!(ended.code, Some(2), "a violation is a finding: {}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn where_nothing_that_is_selected_builds_the_error_is_the_same() {
    let project = workspace();
    project.put("two/src/lib.rs", &format!("{LIB}pub fn wrong() -> u32 {{ \"text\" }}\n"));
    let why = ["the workspace does not build", "mismatched types (two/src/lib.rs:2:"];
    project.run(&["suspects", "-p", "two"]).refused(4, &why);
    project.run(&["suspects", "-p", "two", "-p", "three"]).refused(4, &why);
    let ended = project.run(&["suspects", "--function", "two::distance"]);
    assert_eq!(ended.code, Some(4), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stderr.contains("error: the workspace does not build"), "{}", ended.stderr);
}

#[test]
fn relations_of_packages_that_build_are_written() {
    let project = workspace();
    project.put("two/src/lib.rs", "pub fn (\n");
    let ended = project.run(&[&["discover", "--operators", "own"], &QUICK[..]].concat());
    assert_eq!(ended.code, Some(4), "{}{}", ended.stdout, ended.stderr);
    assert!(project.get("one/morph/relations.toml").contains("one::distance"));
    assert!(!project.root.join("two/morph").exists());
}
