//! What is compiled counts, and nothing else: features, and what build scripts and configurations set.

use std::collections::BTreeSet;

use cargo_morph::report::{Discovery, Verdict};

use crate::project::{MANIFEST, Project, assert_same, function};

/// The paths of all functions.
fn paths(discovery: &Discovery) -> BTreeSet<&str> {
    discovery.functions.iter().map(|function| function.path.as_str()).collect()
}

/// Asserts that these functions are there, that all of them were tested, and that their tests pass.
#[track_caller]
fn assert_tested(project: &Project, discover: &[&str], expected: &[&str], test: &[&str]) {
    let before = project.tree();
    let ended = project.discover(&[&["--operators", "own", "--format", "json"], discover].concat()).well();
    let discovery = ended.discovery();
    assert_eq!(paths(&discovery), expected.iter().copied().collect(), "{discover:?}");
    for function in &discovery.functions {
        assert_eq!(function.verdict, Verdict::Tested, "{}: {:?}", function.path, function.reason);
    }
    assert_eq!(ended.stderr, "", "{discover:?}");
    assert!(discovery.totals.relations > 0, "{}", ended.stdout);
    assert_eq!(project.test(test), discovery.totals.relations);
    project.morph(&[&["clean"], discover].concat()).well();
    let lock = project.root.join("Cargo.lock");
    if !before.contains_key(std::path::Path::new("Cargo.lock")) {
        std::fs::remove_file(lock).expect("cargo wrote it");
    }
    assert_same(&before, &project.tree());
}

fn gated(features: &[&str]) -> String {
    let function = |feature: &&str| {
        format!(
            "#[cfg(feature = \"{feature}\")]\npub fn with_{feature}(a: u8, b: u8) -> u16 {{\n    u16::from(a) + u16::from(b)\n}}\n"
        )
    };
    let plain = "pub fn half(n: u16) -> u16 {\n    n / 2\n}\n";
    features.iter().map(function).chain([plain.to_owned()]).collect()
}

/// `app` uses `base`, of which it wants `wide` where its own `deep` is on; both have `fast`.
fn members() -> Project {
    let package = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{more}")
    };
    Project::new(&[
        ("Cargo.toml", "[workspace]\nmembers = [\"app\", \"base\", \"derive\"]\nresolver = \"2\"\n"),
        (
            "app/Cargo.toml",
            &package(
                "app",
                "[dependencies]\ncore-base = { path = \"../base\", package = \"base\", default-features = false }\n\
                 derive = { path = \"../derive\", optional = true }\n\
                 [features]\ndefault = []\nfast = []\ndeep = [\"core-base/wide\", \"dep:derive\"]\n",
            ),
        ),
        (
            "app/src/lib.rs",
            &(gated(&["fast", "deep"]) + "pub fn quarter(n: u16) -> u16 {\n    core_base::half(n) / 2\n}\n"),
        ),
        (
            "base/Cargo.toml",
            &package("base", "[features]\ndefault = [\"std\"]\nstd = []\nfast = []\nwide = []\n"),
        ),
        ("base/src/lib.rs", &gated(&["std", "fast", "wide"])),
        ("derive/Cargo.toml", &package("derive", "[lib]\nproc-macro = true\n")),
        (
            "derive/src/lib.rs",
            "#[proc_macro]\npub fn nothing(_: proc_macro::TokenStream) -> proc_macro::TokenStream {\n    Default::default()\n}\n",
        ),
    ])
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn features_of_members_are_those_that_cargo_turns_on() {
    let project = members();
    let plain = ["app::half", "app::quarter", "base::half"];
    let and = |more: &[&'static str]| [&plain, more].concat();
    for (flags, expected) in [
        (&["--workspace"][..], and(&["base::with_std"])),
        (&["--workspace", "--no-default-features"], and(&[])),
        (&["--workspace", "--features", "app/fast"], and(&["base::with_std", "app::with_fast"])),
        (
            &["--workspace", "--features", "fast"],
            and(&["base::with_std", "app::with_fast", "base::with_fast"]),
        ),
        (
            &["--workspace", "--no-default-features", "--features", "deep"],
            and(&["app::with_deep", "base::with_wide"]),
        ),
        (&["-p", "app", "--features", "deep"], vec!["app::half", "app::quarter", "app::with_deep"]),
        (&["-p", "base", "--features", "wide"], vec!["base::half", "base::with_std", "base::with_wide"]),
        (
            &["--workspace", "--all-features"],
            and(&[
                "app::with_fast",
                "app::with_deep",
                "base::with_std",
                "base::with_fast",
                "base::with_wide",
            ]),
        ),
    ] {
        let scanned = project.morph(&[&["scan", "--format", "json"], flags].concat()).well();
        let scan: serde_json::Value = serde_json::from_str(&scanned.stdout).expect("JSON");
        let functions = scan["functions"].as_array().expect("a list");
        let found: BTreeSet<&str> = functions.iter().filter_map(|f| f["path"].as_str()).collect();
        assert_eq!(found, expected.iter().copied().collect(), "{flags:?}");
    }
    // Each package's tests are tried alone, where nobody else asks for its features.
    let all = ["--workspace", "--no-default-features", "--features", "deep"];
    assert_tested(&project, &all, &and(&["app::with_deep", "base::with_wide"]), &all);
    let one = ["-p", "app", "--features", "core-base/fast,fast"];
    assert_tested(&project, &one, &["app::half", "app::quarter", "app::with_fast"], &one);

    for (feature, part) in [
        ("wide", "no feature `wide` in `app`"),
        ("app/wide", "no feature `app/wide`"),
        ("x/y", "no feature `x/y`"),
    ] {
        project.discover(&["-p", "app", "--features", feature]).refused(1, &[part]);
    }
    project.discover(&["-p", "derive"]).refused(1, &["procedural macros"]);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn older_resolvers_take_features_for_the_package_that_is_chosen() {
    let project = members();
    let manifest = "[package]\nname = \"root\"\nversion = \"0.1.0\"\nedition = \"2018\"\n\n\
        [workspace]\nmembers = [\"app\", \"base\", \"derive\"]\n";
    project.put("Cargo.toml", manifest);
    project.put("src/lib.rs", "pub fn third(n: u16) -> u16 {\n    n / 3\n}\n");
    let flags = ["--manifest-path", "base/Cargo.toml", "--features", "wide"];
    assert_tested(&project, &flags, &["base::half", "base::with_std", "base::with_wide"], &flags);
}

const SCRIPT: &str = r#"
fn main() {
    println!("cargo::rustc-check-cfg=cfg(fast, level, values(none(), \"2\", \"3\"))");
    println!("cargo:rustc-cfg=fast");
    println!("cargo::rustc-cfg=level=\"2\"");
    let out = std::env::var("OUT_DIR").unwrap();
    let text = "pub const SIDES: u16 = 7;\npub fn made(n: u16) -> u16 {\n    n / SIDES\n}\n";
    std::fs::write(format!("{out}/made.rs"), text).unwrap();
}
"#;

const SCRIPTED: &str = r#"
include!(concat!(env!("OUT_DIR"), "/made.rs"));

pub mod table {
    include!(concat!(env!("OUT_DIR"), "/made.rs"));
}

#[cfg(fast)]
pub fn quick(a: u8, b: u8) -> u16 {
    u16::from(a) + u16::from(b)
}

#[cfg(not(fast))]
pub fn slow(a: u8, b: u8) -> u16 {
    u16::from(a) + u16::from(b)
}

#[cfg_attr(level = "2", path = "second.rs")]
#[cfg_attr(not(level = "2"), path = "gone.rs")]
pub mod level;

#[cfg(level = "3")]
pub mod third;

pub fn uses(n: u16) -> u16 {
    made(n) + table::made(n) * table::SIDES
}

pub fn lines(n: u16) -> u16 {
    include_str!("data.txt").lines().count() as u16 + n / 2
}

pub fn placed(n: u16) -> u16 {
    n / 2 + (env!("CARGO_MANIFEST_DIR").len() > 1000) as u16
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn what_a_build_script_sets_and_writes_is_there() {
    let project = Project::new(&[
        ("Cargo.toml", MANIFEST),
        ("build.rs", SCRIPT),
        ("src/lib.rs", SCRIPTED),
        ("src/data.txt", "one\ntwo\n"),
        ("src/second.rs", "pub fn product(a: u8, b: u8) -> u16 {\n    u16::from(a) * u16::from(b)\n}\n"),
    ]);
    let expected = ["tiny::quick", "tiny::level::product", "tiny::uses", "tiny::lines", "tiny::placed"];
    assert_tested(&project, &[], &expected, &["--lib"]);
    // A scan runs the script, too, and leaves the tree alone.
    let before = project.tree();
    let scanned = project.morph(&["scan"]).well();
    assert!(scanned.stdout.contains("tiny::quick") && !scanned.stdout.contains("slow"), "{}", scanned.stdout);
    assert_same(&before, &project.tree());

    project.put("build.rs", "fn main() { let n: u8 = \"none\"; }\n");
    project.discover(&[]).refused(4, &["the workspace does not build", "mismatched types", "build.rs:1:"]);
    project.put("build.rs", "fn main() { panic!(\"no\"); }\n");
    project
        .discover(&[])
        .refused(4, &["the workspace does not build", "the build script of `tiny` fails: no"]);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn configured_targets_flags_and_profiles_count() {
    let rustc = std::process::Command::new("rustc").arg("-vV").output().expect("it is there");
    let text = String::from_utf8(rustc.stdout).expect("text");
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).expect("it says");
    let source = "#![allow(unexpected_cfgs)]\n\
        #[cfg(special)]\npub fn sum(a: u8, b: u8) -> u16 {\n    u16::from(a) + u16::from(b)\n}\n\
        #[cfg(not(special))]\npub fn other(a: u8, b: u8) -> u16 {\n    u16::from(a) + u16::from(b)\n}\n\
        #[cfg(debug_assertions)]\npub fn checked(n: u8) -> u8 {\n    n / 2\n}\n\
        pub fn pick(n: usize) -> u8 {\n    [1, 2, 3][n % 5]\n}\n";
    let project = Project::library(source);
    project.put(
        "Cargo.toml",
        &format!("{MANIFEST}\n[profile.dev]\npanic = \"abort\"\ndebug-assertions = false\n"),
    );
    let config = format!(
        "[target.{host}]\nrustflags = [\"-Dwarnings\", \"--cfg\", \"special\"]\n\n[build]\ntarget = \"{host}\"\n"
    );
    project.put(".cargo/config.toml", &config);
    assert_tested(&project, &[], &["tiny::sum", "tiny::pick"], &["--lib"]);

    project.put(".cargo/config.toml", "[build]\ntarget = \"wasm32-unknown-unknown\"\n");
    project.discover(&["--operators", "own"]).refused(5, &["wasm32-unknown-unknown", "CARGO_BUILD_TARGET"]);
}

#[test]
fn package_that_a_dependency_shares_its_name_with_and_a_library_for_other_languages() {
    let project = Project::new(&[
        (
            "../far/Cargo.toml",
            "[package]\nname = \"tiny\"\nversion = \"2.0.0\"\nedition = \"2021\"\n[workspace]\n",
        ),
        ("../far/src/lib.rs", "pub fn double(n: u8) -> u16 {\n    u16::from(n) * 2\n}\n"),
        (
            "Cargo.toml",
            &format!(
                "{MANIFEST}\n[lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\nfar = {{ path = \"../far\", package = \"tiny\" }}\n"
            ),
        ),
        (
            "src/lib.rs",
            "#[unsafe(no_mangle)]\npub extern \"C\" fn entry(n: u8) -> u16 {\n    double(n)\n}\n\n\
             fn double(n: u8) -> u16 {\n    far::double(n)\n}\n\npub fn half(n: u8) -> u8 {\n    n / 2\n}\n",
        ),
    ]);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    assert_eq!(function(&discovery, "tiny::entry").reason.as_deref(), Some("is `extern`"));
    assert!(!function(&discovery, "tiny::half").relations.is_empty());
    assert_eq!(function(&discovery, "tiny::double").verdict, Verdict::Tested);
    assert_eq!(project.test(&["--lib"]), discovery.totals.relations);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn mutants_of_what_is_compiled_are_counted_and_no_others() {
    let body = |more: &str| format!("{{\n{more}    let n = n / 2;\n    n + 3\n}}\n");
    let gone = "    #[cfg(feature = \"extra\")]\n    let n = n * 5 - 2;\n    #[cfg(windows)]\n    {\n        assert!(n > 3);\n    }\n";
    let project = Project::library(&format!(
        "#![allow(unexpected_cfgs)]\npub fn plain(n: u32) -> u32 {}\npub fn gated(n: u32) -> u32 {}\n\
         #[cfg(not(feature = \"extra\"))]\npub fn behind(n: u32) -> u32 {}\n\
         #[cfg(feature = \"extra\")]\npub fn absent(n: u32) -> u32 {}",
        body(""),
        body(gone),
        body(""),
        body("")
    ));
    for operators in ["own", "cargo-mutants"] {
        let args = ["--dry-run", "--format", "json", "--operators", operators];
        let discovery = project.discover(&args).well().discovery();
        assert_eq!(paths(&discovery), ["tiny::plain", "tiny::gated", "tiny::behind"].into());
        let counts = |path: &str| {
            let function = function(&discovery, path);
            function.mutants.listed + function.held_out_mutants.as_ref().map_or(0, |held_out| held_out.listed)
        };
        assert!(counts("tiny::plain") > 3);
        assert_eq!(counts("tiny::gated"), counts("tiny::plain"), "{operators}");
        assert_eq!(counts("tiny::behind"), counts("tiny::plain"), "{operators}");
    }
}
