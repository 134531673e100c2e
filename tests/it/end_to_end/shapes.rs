//! Packages of every shape: each ends well, and what is written passes there.

use std::path::Path;

use cargo_morph::report::Verdict;

use crate::project::{MANIFEST, Project, assert_same, assert_tested, function};

fn member(name: &str, edition: &str, more: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n{more}")
}

/// A workspace of packages that differ in what cargo and rustc know of them.
fn workspace() -> Project {
    let project = Project::empty();
    project.put("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\nresolver = \"2\"\n");
    let put = |name: &str, edition: &str, more: &str, files: &[(&str, &str)]| {
        project.put(&format!("crates/{name}/Cargo.toml"), &member(name, edition, more));
        files.iter().for_each(|(file, text)| project.put(&format!("crates/{name}/src/{file}"), text));
    };
    let old = "mod inner;\npub trait Scaled {\n    fn scaled(&self, u32) -> u64;\n}\nimpl Scaled for u32 {\n    fn scaled(&self, by: u32) -> u64 {\n        match by {\n            0...9 => u64::from(*self) * u64::from(by),\n            _ => u64::from(*self) * 10,\n        }\n    }\n}\npub fn distance(a: u32, b: u32) -> u32 {\n    ::inner::bigger(a, b) - inner::smaller(a, b)\n}\n";
    let inner = "pub fn bigger(a: u32, b: u32) -> u32 {\n    let dynamic = b;\n    if a > dynamic { a } else { dynamic }\n}\n\
        pub fn smaller(a: u32, b: u32) -> u32 {\n    if a < b { a } else { b }\n}\n";
    put("ed2015", "2015", "", &[("lib.rs", old), ("inner.rs", inner)]);
    let letters =
        "pub fn letters(text: &str) -> usize {\n    text.chars().filter(|c| c.is_alphabetic()).count()\n}\n";
    put("ed2018", "2018", "", &[("lib.rs", letters)]);
    put(
        "ed2021",
        "2021",
        "",
        &[("lib.rs", "pub fn gen(a: i16, b: i16) -> i32 {\n    i32::from(a) + i32::from(b)\n}\n")],
    );
    put(
        "ed2024",
        "2024",
        "",
        &[("lib.rs", "pub fn r#gen(a: i16, b: i16) -> i32 {\n    i32::from(a) * i32::from(b)\n}\n")],
    );
    let strict = "#![deny(warnings)]\n#![deny(missing_docs, unused, clippy::all, clippy::pedantic)]\n#![forbid(unsafe_code)]\n\
        //! Strict.\n\n/// Whether both hold, or neither.\n#[must_use]\npub fn same(a: bool, b: bool) -> bool {\n    a == b\n}\n\n\
        /// Half of it.\n#[must_use]\npub fn half(x: f64) -> f64 {\n    x / 2.0\n}\n";
    put("strict", "2021", "", &[("lib.rs", strict)]);
    let no_std = "#![no_std]\n#![deny(unused_extern_crates)]\npub fn clamp(x: i32, most: i32) -> i32 {\n    if x > most { most } else { x }\n}\n\
        pub fn sum(items: &[u16]) -> u64 {\n    items.iter().map(|item| u64::from(*item)).sum()\n}\n\
        pub fn first(text: &str) -> Option<char> {\n    text.chars().next()\n}\n";
    put("bare", "2021", "", &[("lib.rs", no_std)]);
    let main = "mod parts;\n\nfn twice(n: u16) -> u32 {\n    u32::from(n) * 2\n}\n\nfn main() {\n    println!(\"{}\", twice(parts::digit('7')));\n}\n";
    let parts = "pub fn digit(c: char) -> u16 {\n    if c.is_ascii_digit() { c as u16 - 48 } else { 0 }\n}\n";
    put("only-bin", "2021", "", &[("main.rs", main), ("parts.rs", parts)]);
    put(
        "both",
        "2021",
        "[dependencies]\nbare = { path = \"../bare\" }\n",
        &[
            ("lib.rs", "pub fn limit(x: i32) -> i32 {\n    bare::clamp(x, 100)\n}\n"),
            (
                "main.rs",
                "fn helper(n: u8) -> u8 { n / 2 }\nfn main() { println!(\"{} {}\", both::limit(3), helper(8)); }\n",
            ),
        ],
    );
    project
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn packages_of_every_shape_in_one_workspace() {
    let project = workspace();
    let before = project.tree();
    let ended = project.discover(&["--workspace", "--format", "json"]).well();
    let discovery = ended.discovery();
    for path in [
        "ed2015::distance",
        "ed2015::inner::bigger",
        "ed2018::letters",
        "ed2021::gen",
        "strict::same",
        "strict::half",
        "bare::clamp",
        "bare::sum",
        "bare::first",
        "only_bin::twice",
        "only_bin::parts::digit",
        "both::limit",
    ] {
        let report = function(&discovery, path);
        assert_eq!(report.verdict, Verdict::Tested, "{path}: {:?}", report.reason);
    }
    // Most of them have relations; which is not what this is about.
    let with = discovery.functions.iter().filter(|function| !function.relations.is_empty()).count();
    assert!(with >= 9, "{with}: {}", ended.stdout);
    // A mutant in one package is seen through another.
    let limit = function(&discovery, "both::limit");
    assert!(limit.mutants.listed > 1, "{limit:?}");
    assert_eq!(project.test(&["--workspace"]), discovery.totals.relations);
    let after = project.tree();
    for member in ["ed2015", "ed2018", "ed2021", "ed2024", "strict", "bare", "only-bin", "both"] {
        assert!(
            after.contains_key(&Path::new("crates").join(member).join("morph/relations.toml")),
            "{member}"
        );
    }

    std::fs::remove_file(project.root.join("Cargo.lock")).expect("cargo wrote it");
    project.morph(&["clean", "--workspace"]).well();
    assert_same(&before, &project.tree());

    // One member, from its own folder.
    let manifest = project.root.join("crates/both/Cargo.toml");
    project.discover(&["--manifest-path", manifest.to_str().expect("text")]).well();
    let changed: Vec<_> = project.tree().into_keys().filter(|file| !before.contains_key(file)).collect();
    assert!(!changed.is_empty() && changed.iter().all(|file| file.starts_with("crates/both")), "{changed:?}");
}

/// Names that generated code might trip over.
const NAMES: &str = "\
pub mod morph {
    pub fn morph(x: u32, y0: u32) -> u32 {
        x.max(y0)
    }
}
pub mod std {
    pub fn core(y0: i32) -> i64 {
        i64::from(y0) * 2
    }
}
pub mod core {
    pub fn assert(this: bool, x: bool) -> bool {
        this || x
    }
}
pub mod alloc {}

#[allow(dead_code, non_camel_case_types)]
pub struct Option;
#[allow(dead_code)]
pub struct String;
#[allow(dead_code)]
pub struct Vec;
#[allow(dead_code)]
pub enum Result {
    Ok,
    Err,
    None,
    Some,
}

#[macro_export]
macro_rules! assert_eq {
    ($($t:tt)*) => {};
}

pub fn y1(y0: u8, y1: u8) -> u16 {
    u16::from(y0) + u16::from(y1)
}

pub fn r#type(r#type: u8, r#match: u8) -> u16 {
    u16::from(r#type) * u16::from(r#match)
}

pub fn morph_tests(a: i8, b: i8) -> bool {
    a == b
}

pub fn main(r: u8, w: u8, table: u8) -> u32 {
    u32::from(r) + u32::from(w) + u32::from(table)
}

#[allow(non_snake_case)]
pub fn MAIN_SOURCES(a: u16, b: u16) -> u32 {
    u32::from(a) + u32::from(b)
}

pub fn text(left: &str, right: &str) -> bool {
    left.len() == right.len()
}

pub fn maybe(y0: ::std::option::Option<u8>) -> ::std::vec::Vec<u8> {
    y0.into_iter().collect()
}

pub const fn square(n: u16) -> u32 {
    n as u32 * n as u32
}

pub const AREA: u32 = square(9);
static SIDES: [u8; square(2) as usize] = [0; square(2) as usize];

pub fn sides() -> usize {
    SIDES.len()
}

pub const fn cube(n: u16) -> u64 {
    square(n) as u64 * n as u64
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn names_that_clash_with_ours_and_const_fns_that_constants_need() {
    let project = Project::library(NAMES);
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    assert_tested(
        &discovery,
        &[
            "morph::morph",
            "std::core",
            "core::assert",
            "y1",
            "r#type",
            "morph_tests",
            "main",
            "MAIN_SOURCES",
            "text",
            "maybe",
            "square",
            "cube",
        ],
    );
    let with = discovery.functions.iter().filter(|function| !function.relations.is_empty()).count();
    assert!(with >= 9, "{with}: {}{}", ended.stderr, ended.stdout);
    assert_eq!(project.test(&["--lib"]), discovery.totals.relations);
    let written = project.tree();
    project.discover(&[]).well();
    std::fs::remove_file(project.root.join("Cargo.lock")).expect("cargo wrote it");
    let mut again = project.tree();
    again.insert("Cargo.lock".into(), written[Path::new("Cargo.lock")].clone());
    assert_same(&written, &again);
}

#[test]
fn sources_with_windows_line_ends_no_final_line_end_and_paths_of_their_own() {
    let project = Project::new(&[
        ("Cargo.toml", &format!("{MANIFEST}\n[lib]\npath = \"code/root.rs\"\n")),
        (
            "code/root.rs",
            "\u{feff}#![allow(dead_code)]\r\n#[path = \"elsewhere/odd-name.rs\"]\r\nmod named;\r\nmod inline {\r\n    pub mod deep;\r\n    pub fn is_small(n: u8) -> bool { n < 100 }\r\n}\r\n\r\npub fn distance(a: u8, b: u8) -> u8 { a.abs_diff(b) }\r\n",
        ),
        ("code/elsewhere/odd-name.rs", "pub fn total(a: u8, b: u8) -> u16 { u16::from(a) + u16::from(b) }"),
        ("code/inline/deep.rs", "pub fn both(a: bool, b: bool) -> bool { a && b }\n"),
    ]);
    let before = project.tree();
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    assert_tested(&discovery, &["named::total", "inline::is_small", "inline::deep::both", "distance"]);
    assert!(discovery.totals.relations >= 3, "{}", ended.stdout);
    assert_eq!(project.test(&["--lib"]), discovery.totals.relations);
    std::fs::remove_file(project.root.join("Cargo.lock")).expect("cargo wrote it");
    project.morph(&["clean"]).well();
    assert_same(&before, &project.tree());
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn package_with_unusual_settings_and_places() {
    let project = Project::new(&[
        ("../far dep/Cargo.toml", &member("far", "2021", "")),
        ("../far dep/src/lib.rs", "pub fn plus(a: u8, b: u8) -> u16 {\n    u16::from(a) + u16::from(b)\n}\n"),
        (
            "Cargo.toml",
            &format!(
                "bin = [{{ name = \"odd-tool\", path = \"src/tool.rs\" }}]\n\n{}default-run = \"odd-tool\"\n\n\
                 [lib]\nname = \"oddity\"\n\n[dependencies]\nfar = {{ path = \"../far dep\" }}\n\n\
                 [features]\ndefault = [\"plus\"]\nplus = []\n\n[lints.rust]\nunsafe_code = \"forbid\"\n\
                 unused = {{ level = \"deny\", priority = -1 }}\n\n\
                 [profile.dev]\npanic = \"abort\"\n\n[workspace]\n",
                member("odd-pack", "2021", ""),
            ),
        ),
        (".cargo/config.toml", "[build]\ntarget-dir = \"../shared target\"\nrustflags = [\"-Dwarnings\"]\n"),
        ("build.rs", "fn main() {\n    println!(\"cargo:rustc-env=FACTOR=3\");\n}\n"),
        ("src/tool.rs", "fn main() {\n    println!(\"{}\", oddity::sum(1, 2));\n}\n"),
        (
            "src/lib.rs",
            "#[cfg(feature = \"plus\")]\npub fn sum(a: u8, b: u8) -> u16 {\n    far::plus(a, b)\n}\n\n\
             #[cfg(not(feature = \"plus\"))]\npub fn sum(a: u8, b: u8) -> u16 {\n    0\n}\n\n\
             pub fn factor(a: u16) -> u32 {\n    u32::from(a) * env!(\"FACTOR\").len() as u32 * 7\n}\n",
        ),
    ]);
    let before = project.tree();
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    for path in ["sum", "factor"] {
        assert!(!function(&discovery, &format!("oddity::{path}")).relations.is_empty(), "{}", ended.stdout);
    }
    assert_eq!(project.test(&["--lib"]), discovery.totals.relations);
    assert!(!project.root.join("target").exists());
    let scratch = project.beside("shared target").join("morph");
    assert!(scratch.is_dir());

    std::fs::remove_file(project.root.join("Cargo.lock")).expect("cargo wrote it");
    project.morph(&["clean"]).well();
    assert_same(&before, &project.tree());
    assert!(!scratch.exists());
}

#[test]
fn methods_of_traits_are_called_by_their_traits_where_the_type_has_its_own() {
    let project = Project::library(
        "pub trait Code { fn code(&self) -> u32; }\n\
         #[derive(Clone, Debug, PartialEq)]\n\
         pub struct Key(pub u16);\n\
         impl Key { pub fn code(&self) -> u32 { u32::from(self.0) * 2 + 1 } }\n\
         impl Code for Key { fn code(&self) -> u32 { (u32::from(self.0) << 1) | 1 } }\n",
    );
    let ended = project.discover(&["--format", "json"]).well();
    let functions = ended.discovery().functions;
    let tested = functions.iter().filter(|function| function.verdict == Verdict::Tested);
    assert_eq!(tested.count(), 2, "{functions:?}");
    let laws: Vec<String> =
        functions.into_iter().flat_map(|function| function.relations).map(|law| law.readable).collect();
    assert!(
        laws.iter().any(|law| law.contains("<Key as Code>::code(this)") && law.contains("Key::code(this) ")),
        "{laws:?}"
    );
    let tests = std::fs::read_to_string(project.root.join("src/morph_tests.rs")).expect("it was written");
    assert!(tests.contains("<Key as Code>::code(&this)") && tests.contains("this.code()"), "{tests}");
}
