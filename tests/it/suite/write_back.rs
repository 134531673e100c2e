//! What the suite stage does to a tree: exactly what it says, and back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_morph::suite::{Entry, WriteOptions, Written, clean, load_catalogue, write};
use morph_relation::{FloatType, IntType, Relation, RelationText, Type, Value};
use morph_source::exit::{Code, code_of};
use morph_source::scan::Subject;
use morph_source::workspace::{Selection, Workspace, load};

use crate::project::{Project, Tree, manifest};

const GCD: &str = "fn gcd(a: u64, b: u64) -> u64 {\n    match b {\n        0 => a,\n        b => gcd(b, a % b),\n    }\n}\n";
const HALF: &str = "pub fn half(x: f64) -> f64 {\n    x / 2.0\n}\n";

/// The package `demo`, with a lock file and a width of lines.
struct Demo(Project);

impl std::ops::Deref for Demo {
    type Target = Project;
    fn deref(&self) -> &Project {
        &self.0
    }
}

impl Demo {
    fn new(files: &[(&str, &str)]) -> Demo {
        let project = Project::new(&[
            ("Cargo.toml", &manifest("demo", "2021")),
            ("Cargo.lock", "version = 3\n\n[[package]]\nname = \"demo\"\nversion = \"0.1.0\"\n"),
            ("rustfmt.toml", "max_width = 100\n"),
        ]);
        files.iter().for_each(|(file, text)| project.put(file, text));
        Demo(project)
    }

    /// Loads it with a target folder of its own, whatever the environment says.
    fn load(&self) -> Workspace {
        let manifest = Some(self.manifest_path());
        let selection = Selection { manifest_path: manifest, offline: true, ..Selection::default() };
        Workspace { target_dir: self.root.join("target"), ..load(&selection).expect("it loads") }
    }

    fn write(&self, entries: Vec<Entry>, covered: &[Subject]) -> Written {
        self.write_with(entries, covered, &WriteOptions { offline: true, ..WriteOptions::default() })
    }

    fn write_with(&self, entries: Vec<Entry>, covered: &[Subject], options: &WriteOptions) -> Written {
        write(&self.load(), entries, covered, options).unwrap_or_else(|error| panic!("{error:#}"))
    }

    fn changed(&self, before: &Tree) -> Vec<String> {
        let after = self.tree();
        let all: std::collections::BTreeSet<&PathBuf> = before.keys().chain(after.keys()).collect();
        let differs = all.into_iter().filter(|path| before.get(*path) != after.get(*path));
        differs.map(|path| path.display().to_string()).collect()
    }

    fn cargo(&self, args: &[&str]) -> std::process::Output {
        let mut command = Command::new(env!("CARGO"));
        command.args(args).current_dir(&self.root).env("CARGO_TARGET_DIR", self.root.join("target"));
        command.output().expect("cargo runs")
    }
}

fn int() -> Type {
    Type::Int(IntType::U64)
}

fn float() -> Type {
    Type::Float(FloatType::F64)
}

fn subject(path: &str, params: &[(&str, Type)], ret: Type) -> Subject {
    Subject::free(path, params, ret)
}

fn gcd(path: &str) -> Subject {
    subject(path, &[("a", int()), ("b", int())], int())
}

fn half(path: &str) -> Subject {
    subject(path, &[("x", float())], float())
}

fn entry(subject: &Subject, followups: &[&str], then: &str, sources: Vec<Vec<Value>>) -> Entry {
    let text = RelationText {
        when: "true".to_owned(),
        followups: followups.iter().map(|f| (*f).to_owned()).collect(),
        then: then.to_owned(),
        tolerance: "exact".to_owned(),
    };
    let signature = subject.signature();
    let relation = Relation::parse(&text, &signature, &|_| None).expect("it parses");
    Entry {
        id: relation.id(&signature),
        subject: subject.clone(),
        relation,
        strategy: "enumerate".to_owned(),
        sources,
        groups: 9000,
        kills: vec!["m1".to_owned(), "m2".to_owned()],
        mutants: 3,
        code: None,
    }
}

fn ints(pairs: &[(i128, i128)]) -> Vec<Vec<Value>> {
    pairs.iter().map(|(a, b)| vec![Value::Int(*a), Value::Int(*b)]).collect()
}

fn symmetric(path: &str) -> Entry {
    entry(&gcd(path), &["(b, a)"], "y1 == y0", ints(&[(12, 18), (0, 7), (i128::from(u64::MAX), 3)]))
}

fn odd(path: &str) -> Entry {
    let sources = [1.0, -0.5, f64::NAN].map(|x| vec![Value::F64(x)]).to_vec();
    entry(&half(path), &["(-x,)"], "y1 == -y0", sources)
}

const EXPECTED: &str = "//! Metamorphic relations of `demo::num`, found and guarded by cargo morph. Text outside `morph:` regions is yours.
use super::*;

// morph:begin gcd
const GCD_SOURCES: &[(u64, u64)] = &[(12, 18), (0, 7), (u64::MAX, 3)];

/// gcd(b, a) == gcd(a, b)
///
/// Held on 9 000 groups; fails on 2 of 3 mutants (ID).
#[test]
fn gcd_is_symmetric() {
    for &(a, b) in GCD_SOURCES {
        let y0 = gcd(a, b);
        let y1 = gcd(b, a);
        assert!(y1 == y0, \"gcd({a}, {b}) is {y0}, but gcd({b}, {a}) is {y1}\");
    }
}
// morph:end
";

#[test]
fn tests_stand_beside_their_module_and_nothing_else_changes_but_one_declaration() {
    let lib = "#![deny(warnings)]\n#![allow(dead_code)]\nmod num;\n";
    let project = Demo::new(&[("src/lib.rs", lib), ("src/num.rs", GCD)]);
    let before = project.tree();
    let relation = symmetric("demo::num::gcd");
    let id = relation.id.clone();
    let written = project.write(vec![relation], &[gcd("demo::num::gcd")]);
    assert_eq!(written.dropped, []);
    let changed = ["morph", "morph/relations.toml", "src/num", "src/num/morph_tests.rs", "src/num.rs"];
    assert_eq!(project.changed(&before), changed);
    assert_eq!(project.get("src/num/morph_tests.rs"), EXPECTED.replace("ID", &id));
    assert_eq!(project.get("src/num.rs"), format!("{GCD}\n#[cfg(test)]\nmod morph_tests;\n"));
    let catalogue = load_catalogue(&project.load().packages[0]).expect("it reads");
    assert_eq!(catalogue.relations.len(), 1);
    assert_eq!(catalogue.relations[0].test.as_deref(), Some("num::morph_tests::gcd_is_symmetric"));
    assert!(project.get("morph/relations.toml").starts_with("schema = 1\n\n[[relation]]\nid = "));
    let tested = project.cargo(&["test", "--offline"]);
    let said = String::from_utf8_lossy(&tested.stdout);
    assert!(
        tested.status.success() && said.contains("test num::morph_tests::gcd_is_symmetric ... ok"),
        "{said}"
    );
    let formatted = project.cargo(&["fmt", "--check"]);
    assert!(formatted.status.success(), "{formatted:?}");
}

#[test]
fn tests_with_the_same_sources_share_a_table_and_others_have_their_own() {
    let project = Demo::new(&[("src/lib.rs", "#![allow(dead_code)]\nmod num;\n"), ("src/num.rs", GCD)]);
    let gcd = gcd("demo::num::gcd");
    let few = entry(&gcd, &["(a, 0)"], "y1 == a", ints(&[(12, 18)]));
    let same = symmetric("demo::num::gcd");
    let twice = entry(&gcd, &["(a, a)"], "y1 == a", same.sources.clone());
    let ids: Vec<String> = [&few, &same, &twice].map(|entry| entry.id.clone()).to_vec();
    let written = project.write(vec![few, same, twice], &[gcd]);
    assert_eq!(written.dropped, []);
    let tests = project.get("src/num/morph_tests.rs");
    assert_eq!(tests.matches("const ").count(), 2, "{tests}");
    assert_eq!(tests.matches("const GCD_SOURCES: &[(u64, u64)] = &[(12, 18), (0, 7)").count(), 1, "{tests}");
    assert_eq!(tests.matches("for &(a, b) in GCD_SOURCES {").count(), 2, "{tests}");
    let suite = load_catalogue(&project.load().packages[0]).expect("it reads");
    assert_eq!(suite.relations.iter().filter(|relation| ids.contains(&relation.id)).count(), 3);
    let tested = project.cargo(&["test", "--offline"]);
    assert!(String::from_utf8_lossy(&tested.stdout).contains("3 passed"), "{tested:?}");
}

#[test]
fn second_run_changes_no_byte_and_clean_restores_every_byte() {
    let inline = "pub mod outer {\r\n    pub mod inner {\r\n        pub fn half(x: f64) -> f64 {\r\n            x / 2.0\r\n        }\r\n    }\r\n\r\n    pub fn half(x: f64) -> f64 {\r\n        x / 2.0\r\n    }\r\n}\r\n";
    let project = Demo::new(&[
        (
            "src/lib.rs",
            &format!(
                "mod num;\n#[path = \"odd/place.rs\"]\nmod moved;\nmod windows;\n{HALF}mod one {{ pub fn half(x: f64) -> f64 {{ x / 2.0 }} }}\n"
            ),
        ),
        ("src/num.rs", GCD.trim_end()),
        ("src/odd/place.rs", HALF),
        ("src/windows/mod.rs", inline),
    ]);
    let paths = ["half", "moved::half", "one::half", "windows::outer::half", "windows::outer::inner::half"];
    let subjects: Vec<Subject> = paths.iter().map(|path| half(&format!("demo::{path}"))).collect();
    let entries = || {
        let odds = subjects.iter().map(|subject| odd(&subject.path));
        odds.chain([symmetric("demo::num::gcd")]).collect::<Vec<Entry>>()
    };
    let before = project.tree();
    let written = project.write(entries(), &subjects);
    assert_eq!(written.dropped, []);
    for file in [
        "src/morph_tests.rs",
        "src/num/morph_tests.rs",
        "src/odd/morph_tests.rs",
        "src/one/morph_tests.rs",
        "src/windows/outer/morph_tests.rs",
        "src/windows/outer/inner/morph_tests.rs",
    ] {
        assert!(written.files.contains(&project.root.join(file)), "{file} of {:?}", written.files);
    }
    assert_eq!(project.get("src/num.rs"), format!("{}\n\n#[cfg(test)]\nmod morph_tests;", GCD.trim_end()));
    let declared = inline
        .replace(
            "        }\r\n    }\r\n\r\n",
            "        }\r\n\r\n        #[cfg(test)]\r\n        mod morph_tests;\r\n    }\r\n\r\n",
        )
        .replace("    }\r\n}\r\n", "    }\r\n\r\n    #[cfg(test)]\r\n    mod morph_tests;\r\n}\r\n");
    assert_eq!(project.get("src/windows/mod.rs"), declared);
    assert!(project.get("src/lib.rs").contains("x / 2.0 } #[cfg(test)] mod morph_tests; }\n"));
    assert!(project.get("src/morph_tests.rs").contains("// morph:begin float helpers\n/// Whether two"));
    let after = project.tree();
    let again = project.write(entries(), &subjects);
    assert_eq!((again.files, project.tree() == after), (vec![], true));
    let cleaned = clean(&project.load()).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(project.changed(&before), Vec::<String>::new());
    assert_eq!(cleaned.kept, Vec::<PathBuf>::new());
    assert!(!project.root.join("target/morph").exists());
}

#[test]
fn text_and_regions_of_a_person_are_kept() {
    let project = Demo::new(&[("src/lib.rs", &format!("#![allow(dead_code)]\n{GCD}{HALF}"))]);
    let (gcd, half) = (gcd("demo::gcd"), half("demo::half"));
    let covered = [gcd.clone(), half.clone()];
    project.write(vec![symmetric("demo::gcd"), odd("demo::half")], &covered);
    let tests = project.get("src/morph_tests.rs");
    let mine = "\n#[test]\nfn mine() {\n    assert_eq!(gcd(2, 4), 2);\n}\n";
    let edited = tests.replace("for &(a, b)", "for &( a, b )").replace("is_odd", "is_odd_indeed") + mine;
    project.put("src/morph_tests.rs", &edited);
    let more = || vec![entry(&gcd, &["(a, b)"], "y1 == y0", ints(&[(1, 2)]))];
    let written = project.write(more(), &covered);
    assert_eq!(written.kept_edited, ["demo::half"]);
    let now = project.get("src/morph_tests.rs");
    assert!(
        now.contains("half_is_odd_indeed") && now.ends_with(mine) && now.contains("gcd_is_unchanged"),
        "{now}"
    );
    assert!(!now.contains("is_symmetric"), "{now}");
    let catalogue = load_catalogue(&project.load().packages[0]).expect("it reads");
    let functions: Vec<&str> = catalogue.relations.iter().map(|record| record.function.as_str()).collect();
    assert_eq!(functions, ["demo::gcd", "demo::half"], "the edited region's relation is still listed");
    let force = WriteOptions { force: true, offline: true, ..WriteOptions::default() };
    assert_eq!(project.write_with(more(), &covered, &force).kept_edited, Vec::<String>::new());
    assert!(!project.get("src/morph_tests.rs").contains("half_is_odd"));
    let cleaned = clean(&project.load()).expect("it cleans");
    assert_eq!(cleaned.kept, [project.root.join("src/morph_tests.rs")]);
    let left = project.get("src/morph_tests.rs");
    assert!(left.ends_with(mine) && !left.contains("morph:begin"), "{left}");
    assert!(project.get("src/lib.rs").contains("mod morph_tests;"));
}

#[test]
fn functions_of_other_runs_keep_their_regions_and_covered_ones_lose_theirs() {
    let lib = format!("#![allow(dead_code)]\n{GCD}{HALF}");
    let project = Demo::new(&[("src/lib.rs", &lib)]);
    let before = project.tree();
    let (gcd, half) = (gcd("demo::gcd"), half("demo::half"));
    project.write(vec![odd("demo::half")], std::slice::from_ref(&half));
    project.write(vec![symmetric("demo::gcd")], std::slice::from_ref(&gcd));
    let tests = project.get("src/morph_tests.rs");
    let at = |part: &str| tests.find(part).unwrap_or_else(|| panic!("no {part} in {tests}"));
    assert!(at("begin gcd") < at("begin half") && at("begin half") < at("begin float helpers"));
    let catalogue = project.get("morph/relations.toml");
    let written = "# Euclid.\n[[relation]]\nid = \"mine\"\nfunction = \"demo::gcd\"\nfollowups = [\"(b, a)\"]\nthen = \"y1 == y0\"\n\n[[region]]";
    project.put("morph/relations.toml", &catalogue.replacen("[[region]]", written, 1));
    project.write(vec![], std::slice::from_ref(&gcd));
    let tests = project.get("src/morph_tests.rs");
    assert!(!tests.contains("gcd") && tests.contains("half_is_odd"), "{tests}");
    assert!(project.get("morph/relations.toml").contains("# Euclid.\n[[relation]]\nid = \"mine\"\n"));
    project.write(vec![], &[half]);
    assert_eq!(project.get("src/lib.rs"), lib);
    assert_eq!(project.changed(&before), ["morph", "morph/relations.toml"]);
    let kept = clean(&project.load()).expect("it cleans").kept;
    assert_eq!(kept, [project.root.join("morph/relations.toml")]);
}

#[test]
fn relations_whose_tests_fail_or_do_not_compile_are_dropped_with_the_reason() {
    let hidden =
        "#![allow(dead_code)]\nmod deep {\n    fn half(x: f64) -> f64 {\n        x / 2.0\n    }\n}\n";
    let project = Demo::new(&[("src/lib.rs", &format!("{hidden}{GCD}"))]);
    let gcd = gcd("demo::gcd");
    let wrong = entry(&gcd, &["(b, a)"], "y1 != y0", ints(&[(2, 4)]));
    let overflowing = entry(&gcd, &["(a + 1, b)"], "y1 <= y0", ints(&[(i128::from(u64::MAX), 1)]));
    let unsourced = entry(&gcd, &["(a, a)"], "y1 == a", vec![]);
    let mut lie = half("demo::half");
    lie.params[0].ty = int();
    let missing = entry(&lie, &["(x,)"], "y1 == y0", vec![vec![Value::Int(1)]]);
    let ids = [&wrong, &overflowing, &unsourced, &missing].map(|entry| entry.id.clone());
    let written = project.write(vec![symmetric("demo::gcd"), wrong, overflowing, unsourced, missing], &[gcd]);
    let why = |id: &String| &written.dropped.iter().find(|(dropped, _)| dropped == id).expect("dropped").1;
    assert!(why(&ids[0]).contains("its test fails: gcd(2, 4) is 2, but gcd(4, 2) is 2"), "{}", why(&ids[0]));
    assert!(why(&ids[1]).contains("attempt to add with overflow"), "{}", why(&ids[1]));
    assert!(why(&ids[2]).contains("no source"), "{}", why(&ids[2]));
    assert!(why(&ids[3]).contains("does not compile: cannot find function `half`"), "{}", why(&ids[3]));
    assert_eq!(written.dropped.len(), 4);
    assert!(project.get("src/morph_tests.rs").contains("gcd_is_symmetric"));
}

#[test]
fn dry_run_and_errors_write_nothing() {
    let project = Demo::new(&[("src/lib.rs", &format!("#![allow(dead_code)]\n{GCD}"))]);
    let before = project.tree();
    let dry = WriteOptions { dry_run: true, offline: true, ..WriteOptions::default() };
    let written = project.write_with(vec![symmetric("demo::gcd")], &[], &dry);
    assert_eq!(written.files.len(), 3);
    assert_eq!(project.changed(&before), Vec::<String>::new());

    let fails = |entries: Vec<Entry>| {
        let options = WriteOptions { offline: true, ..WriteOptions::default() };
        write(&project.load(), entries, &[], &options).expect_err("it fails")
    };
    let source = project.root.join("src/lib.rs");
    let writable = fs::metadata(&source).expect("it exists").permissions();
    let mut protected = writable.clone();
    protected.set_readonly(true);
    fs::set_permissions(&source, protected).expect("it is ours");
    let error = fails(vec![symmetric("demo::gcd")]);
    assert_eq!(code_of(&error), Code::Environment, "{error:#}");
    assert_eq!(project.changed(&before), Vec::<String>::new());
    fs::set_permissions(&source, writable).expect("it is ours");

    project.put("src/lib.rs", &format!("{GCD}#[test]\nfn theirs() {{\n    let x: u8 = \"\";\n}}\n"));
    let before = project.tree();
    let error = fails(vec![symmetric("demo::gcd")]);
    assert_eq!(code_of(&error), Code::DoesNotBuild);
    assert!(error.to_string().contains("mismatched types"), "{error:#}");
    project.put("morph/relations.toml", "schema = 1\n[[relation]]\nfunction = 1\n");
    let error = fails(vec![symmetric("demo::gcd")]);
    assert_eq!(code_of(&error), Code::Usage);
    assert!(error.to_string().contains("relations.toml:3: `function`"), "{error:#}");
    assert_eq!(project.changed(&before), ["morph", "morph/relations.toml"]);
}

#[test]
fn binaries_have_tests_too_and_call_other_modules_by_their_path() {
    let main = "mod codec;\nfn main() {\n    println!(\"{}\", codec::double(codec::halve(4)));\n}\n";
    let codec = "pub fn halve(n: u32) -> u32 {\n    n / 2\n}\npub fn double(n: u32) -> u32 {\n    n * 2\n}\n";
    let project = Demo::new(&[("src/main.rs", main), ("src/codec.rs", codec)]);
    project.put("Cargo.toml", &manifest("demo", "2018"));
    let before = project.tree();
    let small = Type::Int(IntType::U32);
    let halve = subject("demo::codec::halve", &[("n", small.clone())], small.clone());
    let double = subject("demo::codec::double", &[("n", small.clone())], small);
    let text = RelationText {
        when: "n % 2 == 0".to_owned(),
        followups: vec!["demo::codec::double(y0)".to_owned()],
        then: "y1 == n".to_owned(),
        tolerance: "exact".to_owned(),
    };
    let signature = Subject::signature;
    let relation =
        Relation::parse(&text, &signature(&halve), &|_| Some(signature(&double))).expect("it parses");
    let entry = Entry {
        relation,
        sources: [0, 2, 1000].map(|n| vec![Value::Int(n)]).to_vec(),
        ..entry(&halve, &[], "y0 <= n", vec![])
    };
    let written = project.write(vec![entry], &[halve, double]);
    assert_eq!(written.dropped, []);
    let tests = project.get("src/codec/morph_tests.rs");
    assert!(tests.contains("fn double_undoes_halve()") && tests.contains("let y1 = double(y0);"), "{tests}");
    assert!(tests.contains("\"halve({n}) is {y0}, but double({y0}) is {}\", y1"), "{tests}");
    clean(&project.load()).expect("it cleans");
    assert_eq!(project.changed(&before), Vec::<String>::new());
}

#[test]
fn regions_of_functions_that_are_gone_go_with_them() {
    let project = Demo::new(&[("src/lib.rs", &format!("#![allow(dead_code)]\n{GCD}{HALF}"))]);
    project.write(vec![symmetric("demo::gcd"), odd("demo::half")], &[]);
    let lib = project.get("src/lib.rs").replace(GCD, "");
    project.put("src/lib.rs", &lib);
    let written = project.write(vec![odd("demo::half")], &[half("demo::half")]);
    assert_eq!(written.dropped, []);
    assert!(!project.get("src/morph_tests.rs").contains("gcd"));
    assert!(!project.get("morph/relations.toml").contains("gcd"));
}

#[cfg(unix)]
#[test]
fn replaced_files_keep_their_permissions_and_unchanged_ones_their_time() {
    use std::os::unix::fs::PermissionsExt;
    let project = Demo::new(&[("src/lib.rs", &format!("#![allow(dead_code)]\n{GCD}"))]);
    let lib: &Path = &project.root.join("src/lib.rs");
    fs::set_permissions(lib, fs::Permissions::from_mode(0o640)).expect("it is ours");
    project.write(vec![symmetric("demo::gcd")], &[]);
    let mode = |file: &Path| fs::metadata(file).expect("it exists").permissions().mode() & 0o777;
    assert_eq!(mode(lib), 0o640);
    assert_eq!(mode(&project.root.join("src/morph_tests.rs")), mode(&project.root.join("Cargo.toml")));
    let time = |file: &Path| fs::metadata(file).and_then(|there| there.modified()).expect("it exists");
    let then = time(lib);
    project.write(vec![symmetric("demo::gcd")], &[]);
    assert_eq!(time(lib), then);
}
