//! Bad input: one line on standard error, the documented exit code, nothing written.

use std::fs;

use crate::project::{MANIFEST, Project, TINY, WORDS, assert_same};

/// Runs `discover`, and asserts that it refuses and leaves the tree alone.
#[track_caller]
fn refused(project: &Project, args: &[&str], code: i32, parts: &[&str]) {
    let before = project.tree();
    project.discover(args).refused(code, parts);
    assert_same(&before, &project.tree());
}

#[test]
fn manifest_that_is_missing_or_broken_is_named() {
    let project = Project::empty();
    refused(&project, &[], 1, &["no Cargo.toml found", "--manifest-path"]);
    refused(&project, &["--manifest-path", "x/Cargo.toml"], 1, &["x/Cargo.toml does not exist"]);
    refused(&project, &["--manifest-path", "x"], 1, &["must name a Cargo.toml"]);
    for (manifest, part) in [
        ("[package\nname = \"tiny\"\n", "Cargo.toml:1:"),
        ("[package]\nname = \"no spaces\"\n", "no spaces"),
        ("[package]\nname = \"tiny\"\nversion = \"0.1.0\"\n[workspace]\n", "no targets"),
        ("[package]\nname = \"tiny\"\nedition = \"1999\"\n", "1999"),
        ("", "manifest"),
    ] {
        project.put("Cargo.toml", manifest);
        refused(&project, &[], 1, &["Cargo.toml", part]);
    }
}

#[test]
fn wrong_flag_value_is_named() {
    let project = Project::tiny();
    for (args, part) in [
        (&["--seed", "x"][..], "'x' for '--seed <SEED>'"),
        (&["-j0"], "at least 1"),
        (&["--budget", "1y"], "a duration such as `60s`"),
        (&["--budget", "60"], "write `60s` for seconds"),
        (&["--function", "("], "'(' for '--function <REGEX>'"),
        (&["-f", "[", "--dry-run"], "'[' for '--file <GLOB>'"),
        (&["--exclude", "tiny"], "--exclude can only be used together with --workspace"),
        (&["--workspace", "--exclude", "tini"], "no package `tini` in the workspace; did you mean `tiny`?"),
        (&["-p", "nobody"], "no package `nobody` in the workspace; it has `tiny`"),
        (&["--engine", "steam"], "'steam'"),
        (&["--format", "yaml"], "'yaml'"),
        (&["--frobnicate"], "--frobnicate"),
        (&["--features", "nothing"], "nothing"),
    ] {
        let before = project.tree();
        project.morph(&[&["discover"], args].concat()).refused(1, &[part]);
        assert_same(&before, &project.tree());
    }
}

#[test]
fn pattern_that_matches_nothing_is_refused_with_the_names_that_are_near() {
    let project = Project::tiny();
    for command in ["scan", "check", "adequacy", "discover", "suspects"] {
        let near = ["no function matches `distnace`", "did you mean `tiny::distance`?"];
        project.run(&[command, "--function", "distnace"]).refused(1, &near);
        project.run(&[command, "--function", "zzz"]).refused(1, &["`zzz`; `cargo morph scan` lists all"]);
        let none = ["no source file", "--file"];
        project.run(&[command, "--file", "src/word.rs"]).refused(1, &none);
    }
    project.run(&["scan", "--file", "src/words.rs", "--function", "letters"]).well();
    // Each matches something; nothing matches both.
    project.run(&["scan", "--file", "src/words.rs", "--function", "even"]).well();
    project.put("morph.toml", "function = \"evne\"\n");
    project.run(&["check"]).refused(1, &["no function matches `evne`", "`tiny::even`"]);
}

#[test]
fn relation_that_is_nested_too_deeply_is_named_by_its_reason() {
    let project = Project::tiny();
    let deep = |open: &str, inner: &str, close: &str| open.repeat(3_000) + inner + &close.repeat(3_000);
    let entries = [
        format!("then = \"{} == y0\"", deep("(", "y0", ")")),
        format!("then = \"{} == y0\"", deep("distance(", "a", ", b)")),
        format!("then = \"y0 >= 0\"\nwhen = \"{}\"", deep("!", "(a < b)", "")),
        format!("then = \"y0 >= 0\"\nwhen = \"a < b{}\"", deep("", "", " || a < b")),
        format!("then = \"y1 == y0\"\nfollowups = [\"({}, b)\"]", deep("(", "a", " + 1)")),
        format!("then = \"y0 >= 0\"\ngiven = [\"k: {}\"]", deep("Vec<", "u8", ">")),
    ];
    let entries: Vec<String> = entries
        .iter()
        .map(|entry| format!("\n[[relation]]\nfunction = \"tiny::distance\"\n{entry}\n"))
        .collect();
    project.put("morph/relations.toml", &format!("schema = 1\n{}", entries.concat()));
    let ended = project.run(&["check"]).well();
    assert_eq!(ended.stdout.matches("it is nested too deeply").count(), entries.len(), "{}", ended.stdout);
    project.put("morph/relations.toml", "schema = 1\n");
    project.put("src/lib.rs", &format!("{TINY}pub fn same<T: PartialEq>(a: T, b: T) -> bool {{ a == b }}\n"));
    project.put("morph.toml", &format!("[generics]\n\"tiny::same\" = \"{}\"\n", deep("Vec<", "u8", ">")));
    let scanned = project.run(&["scan"]).well().stdout;
    assert!(scanned.contains("is not a list of types"), "{scanned}");
    project.put("morph.toml", &format!("jobs = {}\n", usize::MAX / 2));
    project.run(&["check"]).well();
}

#[test]
fn domain_of_an_unknown_function_is_refused() {
    let project = Project::tiny();
    project.put("morph.toml", "[domain]\n\"tiny::evn\" = { n = [0.0, 9.0] }\n");
    for command in ["check", "adequacy", "discover", "suspects"] {
        let parts = ["[domain] in morph.toml names `tiny::evn`", "did you mean `tiny::even`?"];
        project.run(&[command]).refused(1, &parts);
    }
    project.put("morph.toml", "[domain]\n\"tiny::even\" = { m = [0.0, 9.0] }\n");
    project.run(&["check"]).refused(1, &["`tiny::even`", "has no parameter `m`", "`n`"]);
    project.put("morph.toml", "[domain]\n\"elsewhere::even\" = { m = [0.0, 9.0] }\n");
    project.run(&["check"]).well();
}

#[test]
fn malformed_file_of_ours_is_named_with_line_and_key() {
    let project = Project::tiny();
    project.put("morph.toml", "seed = 1\njobs = \"many\"\n");
    refused(&project, &[], 1, &["morph.toml:2: key `jobs`"]);
    project.put("morph.toml", "seed = 1\n\n[adequacy]\nfrobnicate = 1\n");
    refused(&project, &[], 1, &["morph.toml:4:", "`frobnicate`"]);
    project.put("morph.toml", "seed = \n");
    refused(&project, &[], 1, &["morph.toml:1:"]);
    fs::remove_file(project.root.join("morph.toml")).expect("it is ours");

    for (text, parts) in [
        (
            "schema = 1\n\n[[relation]]\nfunction = 3\nthen = \"y1 == y0\"\n",
            ["relations.toml:4:", "`function`"],
        ),
        ("schema = 7\n", ["relations.toml:1:", "`schema`"]),
        ("schema = 1\n[[relation]]\nfunction = \"f\"\nthan = \"y0\"\n", ["relations.toml:4:", "`than`"]),
        ("schema = 1\n<<<<<<< ours\n", ["relations.toml:2:", ""]),
    ] {
        project.put("morph/relations.toml", text);
        refused(&project, &[], 1, &parts);
        let before = project.tree();
        project.morph(&["clean"]).refused(1, &parts);
        assert_same(&before, &project.tree());
    }
}

#[test]
fn file_that_git_could_not_merge_is_named_as_one() {
    let conflict =
        |ours: &str, theirs: &str| format!("<<<<<<< HEAD\n{ours}\n=======\n{theirs}\n>>>>>>> other\n");
    for (file, before, text, code) in [
        ("morph/relations.toml", "schema = 1\n\n", conflict("[[relation]]", "[[region]]"), 1),
        ("morph/verdicts.toml", "", conflict("a = 1", "b = 2"), 1),
        ("morph.toml", "", conflict("seed = 1", "seed = 2"), 1),
        ("src/morph_tests.rs", "use super::*;\n\n", conflict("// morph:begin a", "// morph:begin b"), 4),
        ("src/words.rs", "", conflict("fn f() {}", "fn g() {}"), 4),
    ] {
        let project = Project::tiny();
        project.put("src/lib.rs", &format!("{TINY}\n#[cfg(test)]\nmod morph_tests;\n"));
        project.put("src/morph_tests.rs", "use super::*;\n");
        project.put(file, &(before.to_owned() + &text));
        let place = format!("{file}:{}: ", before.matches('\n').count() + 1);
        project
            .run(&["discover"])
            .refused(code, &[&place, "two branches changed this", "resolve the conflict"]);
    }
}

#[test]
fn text_that_is_no_sequence_of_tokens_is_named_by_what_is_wrong() {
    let project = Project::tiny();
    for (text, said) in [
        ("pub fn f() {\n    g(1;\n}\n", "src/words.rs:3:1: `}` does not close anything"),
        ("pub fn f() {\n", "src/words.rs:1:12: `{` is not closed"),
        ("pub fn f() -> &str { \"a }\n", "src/words.rs:1:22: the string is not closed"),
    ] {
        project.put("src/words.rs", text);
        project.run(&["scan"]).refused(4, &[said]);
    }
}

#[test]
fn code_that_does_not_compile_is_exit_4_with_message_and_place() {
    let project = Project::tiny();
    project.put("src/words.rs", &WORDS.replace("letters(text) > 0", "letters(text) > \"none\""));
    refused(
        &project,
        &[],
        4,
        &["the workspace does not build: error[E0308]: mismatched types", "src/words.rs:6:21"],
    );

    project.put("src/words.rs", &WORDS.replace("pub fn", "pub fun"));
    refused(&project, &[], 4, &["src/words.rs:5:"]);

    fs::remove_file(project.root.join("src/words.rs")).expect("it is ours");
    refused(&project, &[], 4, &["words"]);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn own_tests_that_do_not_compile_cost_a_warning_and_no_relation() {
    let project = Project::tiny();
    project.put(
        "src/words.rs",
        &format!("{WORDS}\n#[cfg(test)]\nmod tests {{\n    #[test]\n    fn t() {{ no_such() }}\n}}\n"),
    );
    project.put(
        "src/lib.rs",
        &format!("#![deny(warnings)]\n{TINY}\n#[cfg(test)]\nmod old {{\n    use std::fs;\n}}\n"),
    );
    let words = project.get("src/words.rs");
    let ended = project.discover(&["--operators", "own"]).well();
    for part in ["the package's own tests do not compile (src/", "verified without them"] {
        assert!(ended.stderr.contains(part), "no {part:?} in: {}", ended.stderr);
    }
    assert!(project.get("src/morph_tests.rs").contains("#[test]\nfn distance_"));
    assert!(
        project.get("src/words.rs").starts_with(&words[..words.find("#[cfg(test)]").expect("it is there")])
    );
    assert!(project.get("src/words.rs").contains("no_such()"), "only the copy is without them");
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn own_tests_whose_dependencies_do_not_build_cost_a_warning_and_no_relation() {
    let project = Project::tiny();
    let manifest = project.get("Cargo.toml");
    project.put("Cargo.toml", &format!("{manifest}\n[dev-dependencies]\nbroken = {{ path = \"broken\" }}\n"));
    project
        .put("broken/Cargo.toml", "[package]\nname = \"broken\"\nversion = \"1.0.0\"\nedition = \"2021\"\n");
    project.put("broken/src/lib.rs", "");
    project.put("broken/build.rs", "fn main() { panic!(\"no compiler for C\") }\n");
    let before = project.get("Cargo.toml");
    let ended = project.discover(&["--operators", "own"]).well();
    let said = "a dependency of the package's own tests does not build";
    assert!(ended.stderr.contains(said), "no {said:?} in: {}", ended.stderr);
    assert!(project.get("src/morph_tests.rs").contains("#[test]\nfn distance_"));
    assert_eq!(project.get("Cargo.toml"), before, "only the copy is without it");
}

#[test]
fn error_in_a_package_that_another_needs_is_exit_4() {
    let project = Project::new(&[
        ("Cargo.toml", "[workspace]\nmembers = [\"one\", \"two\"]\nresolver = \"2\"\n"),
        (
            "one/Cargo.toml",
            "[package]\nname = \"one\"\nedition = \"2021\"\n[dependencies]\ntwo = { path = \"../two\" }\n",
        ),
        ("one/src/lib.rs", "pub fn next(n: u32) -> u32 { two::plus(n % 1000, 1) }\n"),
        ("two/Cargo.toml", "[package]\nname = \"two\"\nedition = \"2021\"\n"),
        ("two/src/lib.rs", "pub fn plus(a: u32, b: u32) -> u32 { a + c }\n"),
    ]);
    for args in [&["-p", "one"][..], &["--workspace"]] {
        refused(&project, args, 4, &["cannot find value `c`", "two/src/lib.rs:1:"]);
    }
    project.put(
        "one/Cargo.toml",
        "[package]\nname = \"one\"\nedition = \"2021\"\n[dependencies]\ntwo = { path = \"../three\" }\n",
    );
    refused(&project, &["-p", "one"], 1, &["three/Cargo.toml"]);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn tree_that_cannot_be_written_is_exit_5_and_stays() {
    let project = Project::tiny();
    project.put("morph", "in the way");
    refused(&project, &[], 5, &["morph/relations.toml", "in the way"]);
    fs::remove_file(project.root.join("morph")).expect("it is ours");

    project.put("src/words", "in the way");
    refused(&project, &[], 5, &["src/words/morph_tests.rs", "in the way"]);
    fs::remove_file(project.root.join("src/words")).expect("it is ours");

    fs::create_dir_all(project.root.join("src/morph_tests.rs")).expect("the folder is ours");
    refused(&project, &[], 5, &["src/morph_tests.rs"]);
    fs::remove_dir(project.root.join("src/morph_tests.rs")).expect("it is ours");

    let lock = |file: &str, readonly: bool| {
        let file = project.root.join(file);
        let mut permissions = fs::metadata(&file).expect("it is there").permissions();
        permissions.set_readonly(readonly);
        fs::set_permissions(&file, permissions).expect("it is ours");
    };
    for file in ["src/lib.rs", "src", "."] {
        // The scratch must exist beforehand: what is checked is the tree.
        fs::create_dir_all(project.root.join("target/morph")).expect("the folder is ours");
        lock(file, true);
        refused(&project, &[], 5, &["read-only"]);
        lock(file, false);
    }

    fs::remove_dir_all(project.root.join("target")).expect("it is ours");
    project.put("target", "in the way");
    let before = project.tree();
    project.discover(&[]).refused(5, &["cannot write", "target"]);
    assert_same(&before, &project.tree());
}

#[test]
fn package_without_a_pure_function_ends_well_and_says_so() {
    for text in ["", "// Nothing.\n", "pub fn now() -> std::time::Instant { std::time::Instant::now() }\n"] {
        let project = Project::library(text);
        let before = project.tree();
        let ended = project.discover(&[]).well();
        assert!(ended.stderr.contains("no function can be tested"), "{}", ended.stderr);
        assert_same(&before, &project.tree());
    }
    let with_impure = format!("{TINY}pub fn now() -> std::time::Instant {{ std::time::Instant::now() }}\n");
    let files = [("Cargo.toml", MANIFEST), ("src/lib.rs", &with_impure), ("src/words.rs", WORDS)];
    let ended = Project::new(&files).discover(&["--function", "now"]).well();
    assert!(ended.stderr.contains("no function can be tested"), "{}", ended.stderr);
}
