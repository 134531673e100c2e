use std::fs;

use crate::scan::{Filter, read};
use crate::workspace::{Selection, load};

struct Crate(tempfile::TempDir);

impl Crate {
    fn new(lib: &str) -> Crate {
        let folder = Crate(tempfile::tempdir().unwrap());
        folder.put("Cargo.toml", "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[features]\nx = []\n[workspace]\n");
        folder.put("src/lib.rs", lib);
        folder
    }

    fn put(&self, file: &str, text: &str) {
        let file = self.0.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// The hash of `demo::f`.
    fn code(&self) -> u64 {
        self.code_of("demo::f")
    }

    fn code_of(&self, path: &str) -> u64 {
        let manifest_path = Some(self.0.path().join("Cargo.toml"));
        let workspace = load(&Selection { manifest_path, ..Selection::default() }).unwrap();
        read(&workspace, &Filter::default()).unwrap().code.hash(path).unwrap()
    }
}

fn code(lib: &str) -> u64 {
    Crate::new(lib).code()
}

const LIB: &str = "mod other;
use other::Sum as Total;
const LIMIT: u8 = 3;
struct Point { x: u8 }
impl std::ops::Add for Point { type Output = Point; fn add(self, o: Point) -> Point { Point { x: self.x + o.x } } }
macro_rules! twice { ($e:expr) => { $e + $e } }
fn helper(n: u8) -> u8 { if n > LIMIT { deep(n) } else { n } }
fn deep(n: u8) -> u8 { n & 7 }
fn unused(n: u8) -> u8 { n }
pub fn f(n: u8) -> u8 {
    let p = Point { x: twice!(helper(n)) } + Point { x: 1 };
    let t = Total(p.x);
    t.0
}
";

const OTHER: &str = "pub struct Sum(pub u8);\npub struct Unused(u8);\n";

fn demo(lib: &str, other: &str) -> u64 {
    let folder = Crate::new(lib);
    folder.put("src/other.rs", other);
    folder.code()
}

#[test]
fn layout_comments_and_places_do_not_matter() {
    let before = demo(LIB, OTHER);
    let moved = LIB.replace("fn unused(n: u8) -> u8 { n }\n", "") + "fn unused(n: u8) -> u8 { n }\n";
    for lib in [
        format!("//! Words.\n\n\n{LIB}"),
        LIB.replace("pub fn f(n: u8)", "/// Words.\npub fn f(\n    n: u8,\n)")
            .replace("n: u8,\n)", "n: u8\n)"),
        LIB.replace("let t =", "// Words.\n    let t  ="),
        LIB.replace("{ x: twice!", "{\n  /* Words. */ x: twice!"),
        moved,
        LIB.to_owned() + "\n#[cfg(test)]\nmod tests { const LIMIT: u8 = 4; fn f() {} }\n",
        LIB.replace("fn unused(n: u8) -> u8 { n }", "fn unused(n: u8) -> u8 { n + 1 }"),
    ] {
        assert_eq!(demo(&lib, OTHER), before, "{lib}");
    }
    assert_eq!(demo(LIB, &OTHER.replace("Unused(u8)", "Unused(u16)")), before);
}

#[test]
fn what_the_function_is_called_and_who_may_call_it_does_not_matter() {
    let lib = "mod g { pub fn f(n: u8) -> u8 { n } }\nfn f(n: u8) -> u8 { if n > 3 { g::f(n.f(1)) } else { f(n + 1) } }\n";
    let renamed = lib.replace("fn f(n: u8) -> u8 { if", "pub(crate) fn h(n: u8) -> u8 { if");
    let renamed = renamed.replace("{ f(n + 1)", "{ h(n + 1)");
    assert_eq!(Crate::new(&renamed).code_of("demo::h"), code(lib));
    for other in ["n.h(1)", "n.f(2)"] {
        assert_ne!(Crate::new(&renamed.replace("n.f(1)", other)).code_of("demo::h"), code(lib), "{other}");
    }
    let other = renamed.replace("g::f", "g::h").replace("pub fn f", "pub fn h");
    assert_ne!(Crate::new(&other).code_of("demo::h"), code(lib));
    let min = |name: &str| format!("pub fn {name}(a: u8, b: u8) -> u8 {{ a.{name}(b) }}\n");
    assert_ne!(Crate::new(&min("min")).code_of("demo::min"), Crate::new(&min("max")).code_of("demo::max"));
}

#[test]
fn whatever_the_function_rests_on_matters() {
    let before = demo(LIB, OTHER);
    for (from, to) in [
        ("t.0\n", "t.0 + 0\n"),
        ("n & 7", "n & 6"),
        ("LIMIT: u8 = 3", "LIMIT: u8 = 4"),
        ("n > LIMIT", "n >= LIMIT"),
        ("{ $e + $e }", "{ $e * $e }"),
        ("struct Point { x: u8 }", "#[derive(Clone)] struct Point { x: u8 }"),
        ("self.x + o.x", "self.x - o.x"),
        ("pub fn f(n: u8)", "pub fn f(m: u8)"),
    ] {
        let lib = LIB.replace(from, to);
        assert_ne!(lib, LIB);
        assert_ne!(demo(&lib, OTHER), before, "{to}");
    }
    assert_ne!(demo(LIB, &OTHER.replace("Sum(pub u8)", "Sum(pub u16)")), before, "a renamed import");
}

#[test]
fn operators_that_differ_only_by_a_space_differ() {
    let f = |body: &str| code(&format!("pub fn f(a: bool, b: &bool) -> bool {{ {body} }}\n"));
    assert_ne!(f("a && *b"), f("a & *b"));
    assert_eq!(f("a&&*b"), f("a && *b"));
    assert_ne!(code("pub fn f() -> (u8,) { (1,) }\n"), code("pub fn f() -> (u8,) { (1) }\n"));
}

#[test]
fn commas_at_the_end_of_lists_do_not_matter() {
    let one = code("fn g(a: u8, b: u8) -> u8 { a + b }\npub fn f(a: u8) -> u8 { g(a, a) }\n");
    let other = code(
        "fn g(\n    a: u8,\n    b: u8,\n) -> u8 { a + b }\npub fn f(a: u8) -> u8 { g(\n        a,\n        a,\n    ) }\n",
    );
    assert_eq!(one, other);
}

#[test]
fn function_that_another_of_the_same_name_replaces_matters() {
    let lib = |of: &str| {
        format!(
            "mod a {{ pub fn g() -> u8 {{ 1 }} }}\nmod b {{ pub fn g() -> u8 {{ 2 }} }}\nuse {of}::g;\n\
             pub fn f() -> u8 {{ g() + a::g() + b::g() }}\n"
        )
    };
    assert_ne!(code(&lib("a")), code(&lib("b")));
}

#[test]
fn included_text_matters() {
    let folder = Crate::new("const T: &str = include_str!(\"t.txt\");\npub fn f() -> usize { T.len() }\n");
    folder.put("src/t.txt", "one");
    let before = folder.code();
    folder.put("src/t.txt", "two");
    assert_ne!(folder.code(), before);
}

#[test]
fn foundation_is_of_features_dependencies_and_local_packages() {
    let folder = Crate::new("pub fn f() {}\n");
    let foundation = |features: &[&str]| {
        let manifest_path = Some(folder.0.path().join("Cargo.toml"));
        let features = features.iter().map(|&feature| feature.to_owned()).collect();
        let workspace = load(&Selection { manifest_path, features, ..Selection::default() }).unwrap();
        workspace.foundation(&workspace.packages[0])
    };
    let before = foundation(&[]);
    assert_ne!(foundation(&["x"]), before);
    let lock = "version = 4\n\n[[package]]\nname = \"demo\"\nversion = \"0.1.0\"\n";
    folder.put("Cargo.lock", lock);
    assert_eq!(foundation(&[]), before, "the package's own version is not that of a dependency");
    let dependency = "\n[[package]]\nname = \"dep\"\nversion = \"1.0.0\"\nsource = \"registry\"\n";
    folder.put("Cargo.lock", &format!("{lock}{dependency}"));
    let locked = foundation(&[]);
    assert_ne!(locked, before);
    folder.put("Cargo.lock", &format!("{lock}{}", dependency.replace("1.0.0", "1.0.1")));
    assert_ne!(foundation(&[]), locked);
    folder.put("build.rs", "fn main() {}\n");
    let built = foundation(&[]);
    let manifest = fs::read_to_string(folder.0.path().join("Cargo.toml")).unwrap();
    folder.put("Cargo.toml", &format!("{manifest}[dependencies]\nlocal = {{ path = \"local\" }}\n"));
    folder.put("local/Cargo.toml", "[package]\nname = \"local\"\nversion = \"0.1.0\"\n");
    folder.put("local/src/lib.rs", "pub fn one() -> u8 { 1 }\n");
    let local = foundation(&[]);
    assert_ne!(local, built);
    folder.put("local/src/lib.rs", "pub fn one() -> u8 { 2 }\n");
    assert_ne!(foundation(&[]), local);
}
