//! `check --deny-stale`: relations that nothing verifies any more fail it.

use crate::project::{Project, TINY};

fn library() -> String {
    format!("{TINY}\n#[cfg(test)]\nmod morph_tests;\n")
}

#[test]
fn function_that_changed_while_it_moved_fails_the_check_where_stale_is_denied() {
    let project = Project::searched();
    project.run(&["check", "--deny-stale"]).well();
    let library = library();
    let (distance, rest) = library.split_once("\n\n").expect("two functions");
    let changed = distance.replacen("u32 {", "u32 {\n    let _ = 0;", 1);
    assert_ne!(changed, distance);
    for (library, said) in [
        (
            format!("{}\n\n{rest}", changed.replace("fn distance", "fn apart")),
            "function `tiny::distance` does not exist; run",
        ),
        (
            format!("pub mod far {{\n{changed}\n}}\n\n{rest}"),
            "function `tiny::distance` does not exist (did it become `tiny::far::distance`?)",
        ),
        (library.replacen("b: u32)", "c: u32)", 1), "`b` is neither a parameter nor an outcome"),
    ] {
        project.put("src/lib.rs", &library);
        let ended = project.run(&["check"]).well();
        assert!(ended.stdout.contains(said), "{}", ended.stdout);
        let ended = project.run(&["check", "--deny-stale"]);
        assert_eq!(ended.code, Some(2), "{}{}", ended.stdout, ended.stderr);
        assert!(ended.stdout.contains(said), "{}", ended.stdout);
        assert!(ended.stderr.contains("stale entries are not verified"), "{}", ended.stderr);
        assert!(ended.stderr.contains("`cargo morph check --update`"), "{}", ended.stderr);
    }
}

/// The relations of a catalogue without ids, tests and hashes.
fn relations(catalogue: &str) -> Vec<&str> {
    let own = ["id = ", "test = ", "code = ", "checksum = ", "path = "];
    catalogue.lines().filter(|line| !own.iter().any(|key| line.starts_with(key))).collect()
}

#[test]
fn relations_and_tests_follow_a_function_that_moved_or_was_renamed() {
    let project = Project::searched();
    let (catalogue, tests) = (project.get("morph/relations.toml"), project.get("src/morph_tests.rs"));
    let library = library();
    let (distance, rest) = library.split_once("\n\n").expect("two functions");
    let elsewhere = format!("pub mod far {{\n{distance}\n}}\n\n{rest}");
    let renamed_tests = tests.replace("distance(", "apart(");
    let cases = [
        (library.replace("distance", "apart"), &tests, "apart", "src/morph_tests.rs"),
        (library.replace("distance", "apart"), &renamed_tests, "apart", "src/morph_tests.rs"),
        (elsewhere, &tests, "far::distance", "src/far/morph_tests.rs"),
    ];
    for (library, tests, name, file) in cases {
        project.put("src/lib.rs", &library);
        project.put("src/morph_tests.rs", tests);
        project.put("morph/relations.toml", &catalogue);
        let said = format!("`tiny::distance` is now `tiny::{name}`");
        let ended = project.run(&["check", "--deny-stale"]).well();
        assert!(ended.stdout.contains(&said) && ended.stdout.contains("0 violated"), "{}", ended.stdout);
        project.run(&["check", "--update", "--operators", "own"]).well();
        let moved = project.get("morph/relations.toml");
        let expected = catalogue.replace("tiny::distance", &format!("tiny::{name}"));
        let sorted = |text: &str| {
            let mut lines: Vec<String> = relations(text).into_iter().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&moved), sorted(&expected));
        let local = name.rsplit("::").next().expect("a name");
        let written = project.get(file);
        assert!(written.contains(&format!("// morph:begin {local}\n")), "{written}");
        assert!(written.contains(&format!("fn {local}_")), "{written}");
        if local != "distance" {
            assert!(!written.contains("distance"), "{written}");
        }
        let ended = project.run(&["check", "--all", "--deny-stale"]).well();
        assert!(!ended.stdout.contains("stale"), "{}", ended.stdout);
        project.put("src/lib.rs", &project.get("src/lib.rs").replace("a - b", "a + b"));
        assert_eq!(project.run(&["check"]).code, Some(2));
    }
}

#[test]
fn tests_that_were_edited_by_hand_are_not_denied_and_missing_ones_are() {
    let project = Project::searched();
    let tests = project.get("src/morph_tests.rs");
    project.put("src/morph_tests.rs", &tests.replacen("assert!(", "assert!(true && ", 1));
    let ended = project.run(&["check", "--deny-stale"]).well();
    assert!(ended.stdout.contains("edited by hand"), "{}", ended.stdout);
    project.put("src/morph_tests.rs", "");
    assert_eq!(project.run(&["check", "--deny-stale"]).code, Some(2));
}
