//! `check --deny-stale`: relations that nothing verifies any more fail it.

use crate::project::{Project, TINY};

#[test]
fn function_that_moved_or_was_renamed_fails_the_check_where_stale_is_denied() {
    let project = Project::searched();
    project.run(&["check", "--deny-stale"]).well();
    let library = format!("{TINY}\n#[cfg(test)]\nmod morph_tests;\n");
    let (distance, rest) = library.split_once("\n\n").expect("two functions");
    for (library, said) in [
        (library.replace("fn distance", "fn apart"), "function `tiny::distance` does not exist; run"),
        (
            format!("pub mod far {{\n{distance}\n}}\n\n{rest}"),
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
        assert!(ended.stderr.contains("nothing verifies what is stale"), "{}", ended.stderr);
        assert!(ended.stderr.contains("`cargo morph check --update`"), "{}", ended.stderr);
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
