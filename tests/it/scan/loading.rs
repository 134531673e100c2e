//! Which packages, targets and files a run is about.

use std::fs;

use morph_source::exit::{Code, code_of};
use morph_source::scan::{Filter, scan};
use morph_source::workspace::{Selection, copy_tree, load};

use super::package::{at, check, opened, package, paths, scanned, summary};

#[test]
fn binaries_count_where_there_is_no_library() {
    let project = package(&[
        ("src/main.rs", "fn main() { println!(\"{}\", half(2)) } fn half(n: u8) -> u8 { n / 2 }"),
        ("src/bin/other.rs", "fn main() {} fn twice(n: u8) -> u8 { n * 2 }"),
    ]);
    check(
        &scanned(&project.root),
        &[
            ("demo::main", "is the program's entry point"),
            ("demo::half", "(n: u8) -> u8"),
            ("other::main", "is the program's entry point"),
            ("other::twice", "(n: u8) -> u8"),
        ],
    );
    fs::write(project.root.join("src/lib.rs"), "pub fn only(n: u8) -> u8 { n }").unwrap();
    assert_eq!(paths(&scanned(&project.root)), ["demo::only"]);
}

#[test]
fn packages_are_selected_as_by_cargo() {
    let member = |name: &str| format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n");
    let (a, b, c) = (member("a"), member("b-b"), member("c"));
    let project = package(&[
        ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\", \"c\"]\ndefault-members = [\"a\", \"c\"]\n"),
        ("a/Cargo.toml", &a),
        ("a/src/lib.rs", "pub fn a(n: u8) -> u8 { n }"),
        ("b/Cargo.toml", &b),
        ("b/src/lib.rs", "pub fn b(n: u8) -> u8 { n }"),
        ("c/Cargo.toml", &c),
        ("c/src/lib.rs", ""),
    ]);
    let names = |selection: &Selection| -> Vec<String> {
        load(selection).unwrap().packages.into_iter().map(|package| package.name).collect()
    };
    let root = at(&project.root);
    assert_eq!(names(&root), ["a", "c"]);
    assert_eq!(names(&Selection { workspace: true, ..root.clone() }), ["a", "b-b", "c"]);
    assert_eq!(names(&Selection { packages: vec!["b-b".into()], ..root.clone() }), ["b-b"]);
    assert_eq!(names(&Selection { packages: vec!["[bc]*".into()], ..root.clone() }), ["b-b", "c"]);
    assert_eq!(names(&at(&project.root.join("b"))), ["b-b"]);
    assert_eq!(names(&Selection { packages: vec!["a".into()], ..at(&project.root.join("b")) }), ["a"]);
    assert_eq!(names(&Selection { packages: vec!["a@0.0.0".into()], ..root.clone() }), ["a"]);
    let but = |excluded: &[&str]| Selection {
        workspace: true,
        exclude: excluded.iter().map(ToString::to_string).collect(),
        ..root.clone()
    };
    assert_eq!(names(&but(&["c"])), ["a", "b-b"]);
    assert_eq!(names(&but(&["c@0.0.0", "b*", "c"])), ["a"]);
    let refuses = |selection: &Selection, why: &str| {
        let error = load(selection).unwrap_err();
        assert_eq!(error.to_string(), why);
        assert_eq!(code_of(&error), Code::Usage);
    };
    let none = Selection { packages: vec!["d".into()], ..root.clone() };
    refuses(&none, "-p: no package `d` in the workspace; it has `a`, `b-b`, `c`");
    refuses(&but(&["a", "bb"]), "--exclude: no package `bb` in the workspace; did you mean `b-b`?");
    refuses(&but(&["*"]), "--exclude leaves no package of the workspace");
    assert!(!project.root.join("Cargo.lock").exists(), "loading must not write");
    assert!(!project.root.join("target").exists(), "loading must not write");
}

#[test]
fn features_decide_what_is_there() {
    let project = package(&[
        (
            "Cargo.toml",
            "[package]\nname = \"demo\"\nedition = \"2021\"\n[workspace]\n
             [features]\ndefault = [\"std\"]\nstd = [\"fast\"]\nfast = []\nextra = []\n",
        ),
        (
            "src/lib.rs",
            "#[cfg(feature = \"fast\")] pub fn fast(n: u8) -> u8 { n }
             #[cfg(feature = \"extra\")] pub fn extra(n: u8) -> u8 { n }
             #[cfg(not(feature = \"std\"))] pub fn bare(n: u8) -> u8 { n }
             pub fn inside(n: u8) -> u8 { #[cfg(feature = \"extra\")] { println!(); } n }",
        ),
    ]);
    let with = |selection: Selection| {
        let functions = scan(&load(&selection).unwrap(), &Filter::default()).unwrap();
        functions.iter().map(|f| format!("{} {}", f.path, summary(f).starts_with('('))).collect::<Vec<_>>()
    };
    assert_eq!(with(at(&project.root)), ["demo::fast true", "demo::inside true"]);
    assert_eq!(
        with(Selection { all_features: true, ..at(&project.root) }),
        ["demo::fast true", "demo::extra true", "demo::inside false"]
    );
    assert_eq!(
        with(Selection { no_default_features: true, ..at(&project.root) }),
        ["demo::bare true", "demo::inside true"]
    );
}

#[test]
fn the_2015_edition_has_its_own_paths() {
    let project = package(&[
        ("Cargo.toml", "[package]\nname = \"demo\"\n[workspace]\n"),
        (
            "src/lib.rs",
            "mod time { pub fn now(n: u8) -> u8 { ::std::time::Instant::now(); n } pub type Byte = u8; }
             mod user { use time::{now, Byte}; use std::cmp::Ordering;
                 pub fn a(n: Byte) -> u8 { now(n) } pub fn b(n: Byte) -> Ordering { n.cmp(&1) }
                 pub fn c(n: u8) -> u8 { ::time::now(n) } }",
        ),
    ]);
    let clock = "calls `std::time::Instant::now` (reads the clock)";
    check(
        &scanned(&project.root),
        &[
            ("demo::time::now", clock),
            ("demo::user::a", &format!("{clock} via `now`")),
            ("demo::user::b", "(n: u8) -> std::cmp::Ordering"),
            ("demo::user::c", &format!("{clock} via `now`")),
        ],
    );
}

#[test]
fn bad_manifests_are_usage_errors_of_one_line() {
    let manifest = "[package]\nname = \"demo\"\nedition = \"2021\"\n";
    for (files, expected) in [
        (vec![("Cargo.toml", "[package\n")], "Cargo.toml:1"),
        (vec![("Cargo.toml", manifest)], "no targets specified"),
        (
            vec![("Cargo.toml", "[package]\nname = \"demo\"\nedition = \"1999\"\n"), ("src/lib.rs", "")],
            "1999",
        ),
        (
            vec![("Cargo.toml", "[package]\nname = \"m\"\n[lib]\nproc-macro = true\n"), ("src/lib.rs", "")],
            "no library or binary to test",
        ),
    ] {
        let project = package(&files);
        let error = load(&at(&project.root)).unwrap_err();
        assert_eq!(code_of(&error), Code::Usage, "{error}");
        let message = error.to_string();
        assert!(message.contains(expected) && !message.contains('\n'), "{message}");
    }
    let project = package(&[("src/lib.rs", "")]);
    let other = Selection { manifest_path: Some(project.root.join("src/lib.rs")), ..Selection::default() };
    assert_eq!(code_of(&load(&other).unwrap_err()), Code::Usage);
    let absent = at(&project.root.join("absent"));
    assert_eq!(code_of(&load(&absent).unwrap_err()), Code::Usage);
}

#[test]
fn code_that_does_not_parse_does_not_build() {
    let project = package(&[("src/lib.rs", "mod a;\n"), ("src/a.rs", "fn ok() {}\nfn broken( {}\n")]);
    let error = load(&at(&project.root)).unwrap_err();
    assert_eq!(code_of(&error), Code::DoesNotBuild);
    assert!(error.to_string().contains("a.rs:2:"), "{error}");
    let project = package(&[("src/lib.rs", "mod gone;\n")]);
    assert_eq!(code_of(&load(&at(&project.root)).unwrap_err()), Code::DoesNotBuild);
}

#[test]
fn a_copy_builds_like_the_original() {
    let project = package(&[
        ("Cargo.toml", "[workspace]\nmembers = []\n"),
        ("outside/Cargo.toml", "[package]\nname = \"outside\"\nedition = \"2021\"\n[workspace]\n"),
        ("outside/src/lib.rs", "pub fn f(n: u8) -> u8 { n }"),
        (
            "own/Cargo.toml",
            "[package]\nname = \"own\"\nedition = \"2021\"\n[dependencies]\noutside = { path = \"../outside\" }\n[workspace]\n",
        ),
        ("own/src/lib.rs", "pub fn g(n: u8) -> u8 { outside::f(n) }"),
    ]);
    // Without its own `[workspace]`, cargo would look further up for one and find the wrong one.
    let manifest = project.root.join("own/Cargo.toml");
    let workspace = opened(&project.root.join("own"));
    let text = fs::read_to_string(&manifest).unwrap().replace("[workspace]\n", "");
    fs::write(&manifest, text).unwrap();
    let copy = workspace.scratch().join("copy");
    copy_tree(&workspace, &copy).unwrap();
    let status = std::process::Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--offline"])
        .current_dir(&copy)
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .status();
    assert!(status.unwrap().success());
    assert!(!project.root.join("own/Cargo.lock").exists(), "the original must stay as it was");
    copy_tree(&workspace, &copy).unwrap();
    assert!(copy.join("target/CACHEDIR.TAG").exists() && copy.join("Cargo.lock").exists());
}
