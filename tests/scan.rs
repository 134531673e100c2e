//! Loading and scanning of whole packages.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_morph::exit::{Code, code_of};
use cargo_morph::relation::Value;
use cargo_morph::scan::{Filter, Function, Subject, Verdict, scan};
use cargo_morph::workspace::{Selection, Workspace, copy_tree, load};
use tempfile::TempDir;

/// A package of these files; without a `Cargo.toml` among them it gets a plain one.
fn package(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let manifest = ("Cargo.toml", "[package]\nname = \"demo\"\nedition = \"2021\"\n[workspace]\n");
    let default = if files.iter().any(|(name, _)| *name == "Cargo.toml") { None } else { Some(&manifest) };
    for (name, text) in files.iter().chain(default) {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

fn at(dir: &Path) -> Selection {
    Selection { manifest_path: Some(dir.join("Cargo.toml")), offline: true, ..Selection::default() }
}

fn opened(dir: &Path) -> Workspace {
    load(&at(dir)).unwrap()
}

fn scanned(dir: &Path) -> Vec<Function> {
    scan(&opened(dir), &Filter::default()).unwrap()
}

/// Scans a library of one file.
fn library(code: &str) -> Vec<Function> {
    scanned(package(&[("src/lib.rs", code)]).path())
}

/// Verdicts by path: the signature of what is testable, or why it is not.
fn verdicts(functions: &[Function]) -> BTreeMap<&str, String> {
    functions.iter().map(|f| (f.path.as_str(), summary(f))).collect()
}

fn summary(function: &Function) -> String {
    match &function.verdict {
        Verdict::Testable(subject) => {
            let params: Vec<String> =
                subject.params.iter().map(|p| format!("{}: {}", p.name, p.ty)).collect();
            format!("({}) -> {}", params.join(", "), subject.ret)
        }
        Verdict::Skipped(reason) => reason.clone(),
    }
}

fn subject<'a>(functions: &'a [Function], path: &str) -> &'a Subject {
    match functions.iter().find(|f| f.path == path).map(|f| &f.verdict) {
        Some(Verdict::Testable(subject)) => subject,
        other => panic!("{path} is {other:?}"),
    }
}

fn paths(functions: &[Function]) -> Vec<&str> {
    functions.iter().map(|f| f.path.as_str()).collect()
}

#[track_caller]
fn check(functions: &[Function], expected: &[(&str, &str)]) {
    let found = verdicts(functions);
    let expected: BTreeMap<&str, String> =
        expected.iter().map(|(path, what)| (*path, (*what).to_owned())).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_function_is_listed_with_its_verdict() {
    let functions = library(
        r#"
        pub struct Point { x: f64 }
        impl Point { pub fn new(x: f64) -> Point { Point { x } } fn len(&self) -> f64 { self.x } }
        impl std::fmt::Display for Point {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{}", self.x) }
        }
        trait Shape { fn area(&self) -> f64; fn double(&self) -> f64 { self.area() * 2.0 } }
        impl<T> Shape for Vec<T> { fn area(&self) -> f64 { 0.0 } }
        impl From<u8> for Point { fn from(x: u8) -> Point { Point::new(x.into()) } }
        impl From<u16> for Point { fn from(x: u16) -> Point { Point::new(x.into()) } }
        fn outer(n: u8) -> u8 {
            fn inner(n: u8) -> u8 { fn innermost(n: u8) -> u8 { n } innermost(n) }
            let f = |x: u8| { fn in_closure(x: u8) -> u8 { x } in_closure(x) };
            f(inner(n))
        }
        const _: () = { fn hidden() {} impl Point { fn late(&self) {} } };
        static TABLE: [u8; 2] = { const fn cell(n: u8) -> u8 { n } [cell(1), cell(2)] };
        async fn later(n: u8) -> u8 { n }
        unsafe fn risky(n: u8) -> u8 { n }
        extern "C" fn exported(n: u8) -> u8 { n }
        extern "C" { fn imported(n: u8) -> u8; }
        fn generic<T>(t: T) -> T { t }
        fn sized<const N: usize>(t: [u8; N]) -> u8 { t[0] }
        const fn constant(n: u8) -> u8 { n }
        fn borrowed<'a>(s: &'a str) -> &'a str { s }
        fn nothing(n: u8) { let _ = n; }
        fn unit(n: u8) -> () { let _ = n; }
        fn never(n: u8) -> ! { panic!("{n}") }
        fn none() -> u8 { 1 }
        fn main(n: u8) -> u8 { n }
        #[test] fn tested() {}
        #[cfg(test)] mod tests { fn helper() {} }
        #[cfg(windows)] fn elsewhere(n: u8) -> u8 { n }
        #[cfg(feature = "absent")] fn featured(n: u8) -> u8 { n }
        "#,
    );
    check(
        &functions,
        &[
            ("demo::Point::new", "is a method of `Point`"),
            ("demo::Point::len", "is a method of `Point`"),
            ("demo::<Point as std::fmt::Display>::fmt", "is a method of `Point`"),
            ("demo::Shape::area", "has no body"),
            ("demo::Shape::double", "is a method of the trait `Shape`"),
            ("demo::<Vec<T> as Shape>::area", "is a method of `Vec<T>`"),
            ("demo::<Point as From<u8>>::from", "is a method of `Point`"),
            ("demo::<Point as From<u16>>::from", "is a method of `Point`"),
            ("demo::outer", "(n: u8) -> u8"),
            ("demo::outer::inner", "is nested in `outer`"),
            ("demo::outer::inner::innermost", "is nested in `inner`"),
            ("demo::outer::in_closure", "is nested in `outer`"),
            ("demo::hidden", "is nested in `_`"),
            ("demo::Point::late", "is a method of `Point`"),
            ("demo::cell", "is nested in `TABLE`"),
            ("demo::later", "is `async`"),
            ("demo::risky", "is `unsafe`"),
            ("demo::exported", "is `extern`"),
            ("demo::imported", "is declared in an `extern` block"),
            ("demo::generic", "is generic"),
            ("demo::sized", "is generic"),
            ("demo::constant", "(n: u8) -> u8"),
            ("demo::borrowed", "(s: &str) -> &str"),
            ("demo::nothing", "returns nothing"),
            ("demo::unit", "returns nothing"),
            ("demo::never", "never returns"),
            ("demo::none", "takes nothing"),
            ("demo::main", "(n: u8) -> u8"),
        ],
    );
}

#[test]
fn types_are_supported_by_what_they_are_not_by_their_names() {
    let functions = library(
        r#"
        use std::borrow::Cow;
        use std::cmp;
        use std::collections::HashMap;
        use std::{f64, str};
        use std::option::Option as Maybe;
        type Pair<T> = (T, T);
        type Grid = Vec<Pair<kinds::Real>>;
        type Outcome<T> = std::result::Result<T, String>;
        type Loop = Vec<Wrapped>;
        struct Wrapped;
        const LEN: usize = 2 * HALF;
        const HALF: usize = 4;
        mod kinds { pub type Real = f64; pub struct Text; }
        mod own { pub struct Option<T>(pub T); pub type Str<'a> = &'a str; pub fn f(o: Option<u8>) -> u8 { o.0 } }
        mod globbed { use std::cmp::*; pub fn f(a: u8) -> Ordering { a.cmp(&1) } }
        mod parent { use super::*; pub fn f(g: &Grid, r: kinds::Real) -> f64 { r * g.len() as f64 } }
        fn ints(a: i8, b: u128, c: isize, d: char, e: bool, f: f32) -> i8 { a }
        fn texts(a: &str, b: String, c: &String, d: own::Str) -> String { b }
        fn seqs(a: &[u8], b: &[&str], c: Vec<Vec<i32>>, d: [u8; 3], e: &[f64; LEN], f: [bool; { 1 + 2 }]) -> usize { 1 }
        fn sums(a: Maybe<u8>, b: std::option::Option<&str>, c: core::result::Result<u8, String>) -> Outcome<u8> { Ok(1) }
        fn tuples(a: (u8,), b: (u8, (i8, &str)), c: Pair<u8>) -> cmp::Ordering { cmp::Ordering::Less }
        fn boxes(a: Box<u8>, b: &&u8, (c, d): (u8, u8), _: u8, mut e: u8, y1: u8, this: u8) -> u8 { e }
        fn grid(g: Grid) -> u8 { 1 }
        fn cow(a: Cow<str>) -> u8 { 1 }
        fn map(a: &HashMap<u8, u8>) -> u8 { 1 }
        fn in_out(a: &mut [u8]) -> u8 { 1 }
        fn in_out_inside(a: Option<&mut u8>) -> u8 { 1 }
        fn closure(f: impl Fn(u8) -> u8) -> u8 { f(1) }
        fn pointer(f: fn(u8) -> u8) -> u8 { f(1) }
        fn dynamic(f: &dyn Fn(u8) -> u8) -> u8 { f(1) }
        fn shadow(a: own::Option<u8>) -> u8 { 1 }
        fn through_alias(a: Loop) -> u8 { 1 }
        fn failing(a: &str) -> Result<u8, std::num::ParseIntError> { a.parse() }
        fn text(a: kinds::Text, b: u8) -> u8 { b }
        fn slice_box(a: Box<[u8]>) -> u8 { 1 }
        fn raw(a: *const u8) -> u8 { 1 }
        fn makes(a: u8) -> Wrapped { Wrapped }
        fn iterates(a: u8) -> impl Iterator<Item = u8> { 0..a }
        "#,
    );
    check(
        &functions,
        &[
            ("demo::own::f", "takes `Option<u8>`, a type that is not supported yet"),
            ("demo::globbed::f", "(a: u8) -> std::cmp::Ordering"),
            ("demo::parent::f", "(g: &Vec<(f64, f64)>, r: f64) -> f64"),
            ("demo::ints", "(a: i8, b: u128, c: isize, d: char, e: bool, f: f32) -> i8"),
            ("demo::texts", "(a: &str, b: String, c: &String, d: &str) -> String"),
            (
                "demo::seqs",
                "(a: &[u8], b: &[&str], c: Vec<Vec<i32>>, d: [u8; 3], e: &[f64; 8], f: [bool; 3]) -> usize",
            ),
            ("demo::sums", "(a: Option<u8>, b: Option<&str>, c: Result<u8, String>) -> Result<u8, String>"),
            ("demo::tuples", "(a: (u8,), b: (u8, (i8, &str)), c: (u8, u8)) -> std::cmp::Ordering"),
            (
                "demo::boxes",
                "(a: Box<u8>, b: &&u8, arg2: (u8, u8), arg3: u8, e: u8, y1_: u8, this_: u8) -> u8",
            ),
            ("demo::grid", "(g: Vec<(f64, f64)>) -> u8"),
            ("demo::cow", "takes `Cow<str>`, a type that is not supported yet"),
            ("demo::map", "takes `HashMap<u8, u8>`, a type that is not supported yet"),
            ("demo::in_out", "takes `&mut [u8]`"),
            ("demo::in_out_inside", "takes `&mut u8`, a type that is not supported yet"),
            ("demo::closure", "takes `impl Fn(u8) -> u8`, a type that is not supported yet"),
            ("demo::pointer", "takes `fn(u8) -> u8`, a type that is not supported yet"),
            ("demo::dynamic", "takes `dyn Fn(u8) -> u8`, a type that is not supported yet"),
            ("demo::shadow", "takes `own::Option<u8>`, a type that is not supported yet"),
            ("demo::through_alias", "takes `Wrapped`, a type that is not supported yet"),
            ("demo::failing", "returns `std::num::ParseIntError`, a type that is not supported yet"),
            ("demo::text", "takes `kinds::Text`, a type that is not supported yet"),
            ("demo::slice_box", "takes `Box<[u8]>`, a type that is not supported yet"),
            ("demo::raw", "takes `*const u8`, a type that is not supported yet"),
            ("demo::makes", "returns `Wrapped`, a type that is not supported yet"),
            ("demo::iterates", "returns `impl Iterator<Item = u8>`, a type that is not supported yet"),
        ],
    );
}

#[test]
fn each_way_of_being_impure_is_named() {
    let functions = scanned(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/impure"));
    let found = verdicts(&functions);
    for (name, reason) in [
        ("source::clock", "calls `std::time::SystemTime::now` (reads the clock)"),
        ("source::stopwatch", "calls `std::time::Instant::now` (reads the clock)"),
        ("source::environment", "calls `std::env::var` (reads the environment)"),
        ("source::arguments", "calls `std::env::args` (reads the environment)"),
        ("source::file_read", "calls `std::fs::read` (uses the file system)"),
        ("source::file_opened", "calls `std::fs::File::open` (uses the file system)"),
        ("source::file_write", "calls `std::fs::write` (uses the file system)"),
        ("source::file_exists", "calls `.exists()` (uses the file system)"),
        ("source::network", "calls `std::net::TcpStream::connect` (uses the network)"),
        ("source::process", "calls `std::process::Command::new` (starts processes)"),
        ("source::process_id", "calls `std::process::id` (asks the system)"),
        ("source::exits", "calls `std::process::exit` (ends the process)"),
        ("source::threads", "calls `std::thread::spawn` (starts threads)"),
        ("source::sleeps", "calls `std::thread::sleep` (waits)"),
        ("source::standard_input", "calls `std::io::stdin` (reads standard input)"),
        ("source::standard_output", "calls `println!` (writes to standard output)"),
        ("source::standard_output_handle", "calls `std::io::stdout` (writes to standard output)"),
        ("source::standard_error", "calls `eprintln!` (writes to standard error)"),
        ("source::debugs", "calls `dbg!` (writes to standard error)"),
        ("source::mutable_static", "uses `impure::source::TOTAL` (a `static mut`)"),
        ("source::atomic_static", "uses `impure::source::COUNTER` (state kept in `AtomicU64`)"),
        ("source::locked_static", "uses `impure::source::LAST` (state kept in `Mutex<u64>`)"),
        ("source::thread_local_counter", "uses `impure::source::CALLS` (state kept in `Cell<u64>`)"),
        ("source::random", "calls `std::collections::hash_map::RandomState::new` (random)"),
        ("source::volatile", "calls `std::ptr::read_volatile` (volatile memory)"),
        ("source::foreign", "calls `impure::source::abs` (foreign code)"),
        ("chain::shuffle", "calls `std::hash::RandomState::new` (random)"),
        ("chain::jitter", "calls `std::hash::RandomState::new` (random) via `shuffle`"),
        ("chain::schedule", "calls `std::hash::RandomState::new` (random) via `jitter` → `shuffle`"),
        ("chain::schedule_all", "calls `std::hash::RandomState::new` (random) via `jitter` → `shuffle`"),
        ("chain::countdown", "calls `std::hash::RandomState::new` (random) via `jitter` → `shuffle`"),
        ("chain::age", "calls `std::time::Instant::now` (reads the clock) via `Clock::age`"),
        ("chain::announced", "calls `println!` (writes to standard output) via `noisy!`"),
        ("chain::formatted", "calls `std::hash::RandomState::new` (random) via `jitter` → `shuffle`"),
    ] {
        assert_eq!(found[format!("impure::{name}").as_str()], reason, "{name}");
    }
    let (source, rest): (Vec<&Function>, Vec<&Function>) =
        functions.iter().partition(|f| f.path.starts_with("impure::source::"));
    assert_eq!(source.len(), 27);
    for function in source {
        assert!(
            matches!(function.verdict, Verdict::Skipped(_)),
            "{} is not seen to be impure",
            function.path
        );
    }
    for function in rest {
        let hidden =
            ["impure::pure::", "impure::replay::"].iter().any(|start| function.path.starts_with(start));
        let testable = matches!(function.verdict, Verdict::Testable(_));
        assert_eq!(testable, hidden, "{}: {}", function.path, summary(function));
    }
}

#[test]
fn calls_are_followed_through_use_and_other_packages() {
    let folder = package(&[
        ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"my-b\"]\nresolver = \"2\"\n"),
        ("a/Cargo.toml", "[package]\nname = \"a\"\nedition = \"2021\"\n[dependencies]\nmy-b = { path = \"../my-b\" }\n"),
        ("my-b/Cargo.toml", "[package]\nname = \"my-b\"\nedition = \"2018\"\n"),
        (
            "my-b/src/lib.rs",
            "mod deep; pub use deep::{now as today, inner::*}; pub use crate::deep as below;",
        ),
        (
            "my-b/src/deep.rs",
            "use std::time as t; use t::{Instant as I, self as u};
             pub fn now(n: u64) -> u64 { I::now(); u::Duration::from_secs(n).as_secs() }
             pub mod inner { pub fn far(n: u64) -> u64 { super::now(n) } pub fn calm(n: u64) -> u64 { n } }",
        ),
        (
            "a/src/lib.rs",
            "use my_b::{self as b, today, far, below};
             mod globs { pub use super::*; pub use my_b::*; pub fn f(n: u64) -> u64 { calm(n) + self::far(n) } }
             pub fn one(n: u64) -> u64 { today(n) }
             pub fn two(n: u64) -> u64 { b::today(n) }
             pub fn three(n: u64) -> u64 { far(n) }
             pub fn four(n: u64) -> u64 { ::my_b::calm(n) }
             pub fn five(n: u64) -> u64 { crate::globs::f(n) }
             pub fn six(n: u64) -> u64 { below::inner::calm(n) }
             pub fn seven(n: u64) -> u64 { use my_b::today as calm; calm(n) }
             pub fn eight(n: u64) -> Option<u64> { Some(n).map(self::six) }",
        ),
    ]);
    let functions = scanned(folder.path());
    let clock = "calls `std::time::Instant::now` (reads the clock)";
    check(
        &functions,
        &[
            ("a::globs::f", &format!("{clock} via `far` → `now`")),
            ("a::one", &format!("{clock} via `now`")),
            ("a::two", &format!("{clock} via `now`")),
            ("a::three", &format!("{clock} via `far` → `now`")),
            ("a::four", "(n: u64) -> u64"),
            ("a::five", &format!("{clock} via `f` → `far` → `now`")),
            ("a::six", "(n: u64) -> u64"),
            ("a::seven", &format!("{clock} via `now`")),
            ("a::eight", "(n: u64) -> Option<u64>"),
            ("my_b::deep::now", clock),
            ("my_b::deep::inner::far", &format!("{clock} via `now`")),
            ("my_b::deep::inner::calm", "(n: u64) -> u64"),
        ],
    );
    let callees = |path: &str| functions.iter().find(|f| f.path == path).unwrap().callees.clone();
    assert_eq!(callees("a::globs::f"), ["my_b::deep::inner::calm", "my_b::deep::inner::far"]);
    assert_eq!(callees("a::eight"), ["a::six"]);
}

#[test]
fn method_calls_are_followed_by_what_is_known_of_the_receiver() {
    let functions = library(
        r#"
        use std::time::Instant;
        #[derive(Clone)]
        struct Log { level: u8, inner: Inner }
        #[derive(Clone)]
        struct Inner;
        impl Log {
            fn get(&self, n: u8) -> u8 { Instant::now(); n }
            fn stamp(&self) -> u8 { Instant::now(); self.level }
            fn plain(&self) -> u8 { self.level }
            fn new() -> Log { Log { level: 1, inner: Inner } }
        }
        impl Inner { fn plain(&self) -> u8 { Instant::now(); 1 } }
        trait Timed { fn timed(&self) -> u8 { Instant::now(); 1 } }
        impl Timed for u8 {}
        fn slice_get(items: &[u8]) -> u8 { *items.get(0).unwrap_or(&1) }
        fn unknown_get(n: u8) -> Option<u8> { vec![n].into_iter().rev().collect::<Vec<_>>().get(0).copied() }
        fn known_get(n: u8) -> u8 { let log = Log::new(); log.get(n) }
        fn field(n: u8) -> u8 { let log = Log::new(); log.inner.plain() + n }
        fn not_field(n: u8) -> u8 { let log = Log { level: n, inner: Inner }; log.plain() }
        fn unknown(n: u8) -> u8 { [Log::new()].iter().map(|log| log.stamp()).sum::<u8>() + n }
        fn by_path(n: u8) -> u8 { Log::stamp(&Log::new()) + n }
        fn extension(n: u8) -> u8 { n.timed() }
        fn operand(n: u8) -> u8 { (&Log::new()).plain() + n }
        "#,
    );
    let clock = "calls `std::time::Instant::now` (reads the clock)";
    let found = verdicts(&functions);
    for (name, expected) in [
        ("slice_get", "(items: &[u8]) -> u8".to_owned()),
        ("unknown_get", "(n: u8) -> Option<u8>".to_owned()),
        ("known_get", format!("{clock} via `Log::get`")),
        ("field", format!("{clock} via `Inner::plain`")),
        ("not_field", "(n: u8) -> u8".to_owned()),
        ("unknown", format!("{clock} via `Log::stamp`")),
        ("by_path", format!("{clock} via `Log::stamp`")),
        ("extension", format!("{clock} via `Timed::timed`")),
        ("operand", "(n: u8) -> u8".to_owned()),
    ] {
        assert_eq!(found[format!("demo::{name}").as_str()], expected, "{name}");
    }
}

#[test]
fn calls_through_traits_reach_their_implementations() {
    let functions = library(
        r#"
        use std::time::Instant;
        mod time { pub fn now(n: u8) -> u8 { n } }
        mod rand { macro_rules! make { () => { pub fn random() -> u8 { 4 } } } make!(); }
        trait Tick { fn tick() -> u8; fn tock() -> u8 { Self::tick() } fn calm() -> u8 { 1 } }
        struct Watch;
        impl Tick for Watch { fn tick() -> u8 { Instant::now(); 1 } }
        trait Scale { fn scaled(self) -> u8; fn helper() -> u8; }
        impl Scale for u8 { fn scaled(self) -> u8 { Self::helper() } fn helper() -> u8 { Instant::now(); 1 } }
        fn by_type(n: u8) -> u8 { Watch::tick() + n }
        fn by_default(n: u8) -> u8 { Watch::tock() + n }
        fn by_cast(n: u8) -> u8 { <Watch as Tick>::tick() + n }
        fn by_foreign(n: u8) -> u8 { n.scaled() }
        fn calm(n: u8) -> u8 { Watch::calm() + n }
        fn own_module(n: u8) -> u8 { time::now(n) }
        fn made(n: u8) -> u8 { rand::random() + n }
        "#,
    );
    let clock = "calls `std::time::Instant::now` (reads the clock)";
    let found = verdicts(&functions);
    for (name, expected) in [
        ("by_type", format!("{clock} via `Watch::tick`")),
        ("by_default", format!("{clock} via `Tick::tock` → `Watch::tick`")),
        ("by_cast", format!("{clock} via `Watch::tick`")),
        ("by_foreign", format!("{clock} via `u8::scaled` → `u8::helper`")),
        ("calm", "(n: u8) -> u8".to_owned()),
        ("own_module", "(n: u8) -> u8".to_owned()),
        ("made", "(n: u8) -> u8".to_owned()),
    ] {
        assert_eq!(found[format!("demo::{name}").as_str()], expected, "{name}");
    }
}

#[test]
fn constants_come_from_the_body_then_from_callees() {
    let functions = library(
        r#"
        const LIMIT: i64 = -1_000;
        static NAMES: [&str; 2] = ["I", "V"];
        fn helper(x: f64) -> f64 { if x > 0.5 { 3e2 } else { helper(x + 2f64) } }
        fn f(n: i64, c: char) -> f64 {
            match n { -7 => return 1.25f32 as f64, 10..=0x14 if c == 'q' => {}, LIMIT => {}, _ => {} }
            let _ = (n - LIMIT, NAMES[0], b'a', "text", format!("{} of {}", n, 42));
            assert!(n != 77, "message");
            helper(-0.0)
        }
        fn big(n: u128) -> bool { n == u128::MAX || n > 340282366920938463463374607431768211455 }
        "#,
    );
    let values = |path: &str| subject(&functions, path).constants.clone();
    assert_eq!(
        values("demo::f"),
        [
            Value::Int(-7),
            Value::F32(1.25),
            Value::Int(10),
            Value::Int(20),
            Value::Char('q'),
            Value::Int(-1000),
            Value::str("I"),
            Value::str("V"),
            Value::Int(0),
            Value::Int(97),
            Value::str("text"),
            Value::Int(42),
            Value::Int(77),
            Value::F64(-0.0),
            Value::F64(0.5),
            Value::F64(300.0),
            Value::F64(2.0),
        ]
    );
    assert_eq!(values("demo::big"), [Value::Big(u128::MAX)]);
}

#[test]
fn byte_ranges_are_those_of_the_file() {
    let code = "\u{feff}// é\r\nmod a {\r\n    /// Twice ü.\r\n    #[inline]\r\n    pub fn twice(n: u8) -> u8 {\r\n        n * 2 // ß\r\n    }\r\n}\r\n";
    let folder = package(&[("src/lib.rs", code)]);
    let functions = scanned(folder.path());
    let [twice] = functions.as_slice() else { panic!("{functions:?}") };
    let item =
        "/// Twice ü.\r\n    #[inline]\r\n    pub fn twice(n: u8) -> u8 {\r\n        n * 2 // ß\r\n    }";
    assert_eq!(&code[twice.item.clone()], item);
    assert_eq!(&code[twice.body.clone().unwrap()], "{\r\n        n * 2 // ß\r\n    }");
    assert_eq!(twice.line, 5);
    let workspace = opened(folder.path());
    let module = &workspace.packages[0].targets[0].modules[1];
    assert_eq!(code[module.inline.clone().unwrap()].trim(), item);
}

#[test]
fn filters_leave_out_functions_but_not_what_they_do() {
    let folder = package(&[
        ("src/lib.rs", "mod a; pub fn f(n: u64) -> u64 { a::g(n) }"),
        ("src/a.rs", "pub fn g(n: u64) -> u64 { println!(); n }"),
    ]);
    let workspace = opened(folder.path());
    let files = globset::GlobSet::builder().add(globset::Glob::new("src/lib.rs").unwrap()).build().unwrap();
    let filter = Filter { files: Some(files), function: None };
    check(
        &scan(&workspace, &filter).unwrap(),
        &[("demo::f", "calls `println!` (writes to standard output) via `g`")],
    );
    let filter = Filter { files: None, function: Some(regex::Regex::new("::g$").unwrap()) };
    assert_eq!(paths(&scan(&workspace, &filter).unwrap()), ["demo::a::g"]);
}

#[test]
fn duplicate_paths_are_numbered() {
    let functions = library(
        "struct W<T>(T); impl W<u8> { fn f(&self) {} } impl W<u16> { fn f(&self) {} }
         fn g(n: u8) -> u8 { if n > 1 { fn h() {} h() } else { fn h() {} h() } n }",
    );
    assert_eq!(paths(&functions), ["demo::W::f", "demo::W::f#2", "demo::g", "demo::g::h", "demo::g::h#2"]);
}

#[test]
fn binaries_count_where_there_is_no_library() {
    let folder = package(&[
        ("src/main.rs", "fn main() { println!(\"{}\", half(2)) } fn half(n: u8) -> u8 { n / 2 }"),
        ("src/bin/other.rs", "fn main() {} fn twice(n: u8) -> u8 { n * 2 }"),
    ]);
    check(
        &scanned(folder.path()),
        &[
            ("demo::main", "is the program's entry"),
            ("demo::half", "(n: u8) -> u8"),
            ("other::main", "is the program's entry"),
            ("other::twice", "(n: u8) -> u8"),
        ],
    );
    fs::write(folder.path().join("src/lib.rs"), "pub fn only(n: u8) -> u8 { n }").unwrap();
    assert_eq!(paths(&scanned(folder.path())), ["demo::only"]);
}

#[test]
fn packages_are_selected_as_by_cargo() {
    let member = |name: &str| format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n");
    let (a, b, c) = (member("a"), member("b-b"), member("c"));
    let folder = package(&[
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
    let root = at(folder.path());
    assert_eq!(names(&root), ["a", "c"]);
    assert_eq!(names(&Selection { workspace: true, ..root.clone() }), ["a", "b-b", "c"]);
    assert_eq!(names(&Selection { packages: vec!["b-b".into()], ..root.clone() }), ["b-b"]);
    assert_eq!(names(&Selection { packages: vec!["[bc]*".into()], ..root.clone() }), ["b-b", "c"]);
    assert_eq!(names(&at(&folder.path().join("b"))), ["b-b"]);
    assert_eq!(names(&Selection { packages: vec!["a".into()], ..at(&folder.path().join("b")) }), ["a"]);
    let error = load(&Selection { packages: vec!["d".into()], ..root }).unwrap_err();
    assert_eq!(error.to_string(), "no package `d` in the workspace; it has `a`, `b-b`, `c`");
    assert_eq!(code_of(&error), Code::Usage);
    assert!(!folder.path().join("Cargo.lock").exists(), "loading must not write");
    assert!(!folder.path().join("target").exists(), "loading must not write");
}

#[test]
fn features_decide_what_is_there() {
    let folder = package(&[
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
    assert_eq!(with(at(folder.path())), ["demo::fast true", "demo::inside true"]);
    assert_eq!(
        with(Selection { all_features: true, ..at(folder.path()) }),
        ["demo::fast true", "demo::extra true", "demo::inside false"]
    );
    assert_eq!(
        with(Selection { no_default_features: true, ..at(folder.path()) }),
        ["demo::bare true", "demo::inside true"]
    );
}

#[test]
fn the_2015_edition_has_its_own_paths() {
    let folder = package(&[
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
        &scanned(folder.path()),
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
        let folder = package(&files);
        let error = load(&at(folder.path())).unwrap_err();
        assert_eq!(code_of(&error), Code::Usage, "{error}");
        let message = error.to_string();
        assert!(message.contains(expected) && !message.contains('\n'), "{message}");
    }
    let folder = package(&[("src/lib.rs", "")]);
    let other = Selection { manifest_path: Some(folder.path().join("src/lib.rs")), ..Selection::default() };
    assert_eq!(code_of(&load(&other).unwrap_err()), Code::Usage);
    let absent = at(&folder.path().join("absent"));
    assert_eq!(code_of(&load(&absent).unwrap_err()), Code::Usage);
}

#[test]
fn code_that_does_not_parse_does_not_build() {
    let folder = package(&[("src/lib.rs", "mod a;\n"), ("src/a.rs", "fn ok() {}\nfn broken( {}\n")]);
    let error = load(&at(folder.path())).unwrap_err();
    assert_eq!(code_of(&error), Code::DoesNotBuild);
    assert!(error.to_string().contains("a.rs:2:"), "{error}");
    let folder = package(&[("src/lib.rs", "mod gone;\n")]);
    assert_eq!(code_of(&load(&at(folder.path())).unwrap_err()), Code::DoesNotBuild);
}

#[test]
fn a_copy_builds_like_the_original() {
    let folder = package(&[
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
    let manifest = folder.path().join("own/Cargo.toml");
    let workspace = opened(&folder.path().join("own"));
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
    assert!(!folder.path().join("own/Cargo.lock").exists(), "the original must stay as it was");
    copy_tree(&workspace, &copy).unwrap();
    assert!(copy.join("target/CACHEDIR.TAG").exists() && copy.join("Cargo.lock").exists());
}

#[test]
fn an_empty_crate_has_no_functions() {
    assert!(library("").is_empty());
}

#[test]
fn scanning_twice_gives_the_same() {
    let fixture = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/impure");
    assert_eq!(format!("{:?}", scanned(&fixture)), format!("{:?}", scanned(&fixture)));
}

/// Scans every package below the folder `MORPH_CRATES`, and lists `fn` keywords that no function accounts for.
#[test]
#[ignore = "needs a folder of packages"]
fn real_crates_are_scanned() {
    let folder =
        PathBuf::from(std::env::var("MORPH_CRATES").expect("MORPH_CRATES names a folder of packages"));
    let mut dirs: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    dirs.sort();
    let keyword = regex::Regex::new(r"\bfn\s+[a-z_]\w*\s*[<(]").unwrap();
    for dir in dirs {
        let name = dir.file_name().unwrap().to_string_lossy().into_owned();
        let start = std::time::Instant::now();
        let workspace = match load(&at(&dir)) {
            Ok(workspace) => workspace,
            Err(error) => {
                println!("{name}: {error}");
                assert_ne!(code_of(&error), Code::Internal, "{name}: {error}");
                continue;
            }
        };
        let functions = scan(&workspace, &Filter::default()).unwrap();
        let testable = functions.iter().filter(|f| matches!(f.verdict, Verdict::Testable(_))).count();
        println!("{name}: {} functions, {testable} testable, {:?}", functions.len(), start.elapsed());
        if std::env::var_os("MORPH_VERBOSE").is_some() {
            functions.iter().for_each(|f| println!("    {}: {}", f.path, summary(f)));
        }
        let mut files: Vec<&PathBuf> = workspace
            .packages
            .iter()
            .flat_map(|p| &p.targets)
            .flat_map(|t| &t.modules)
            .map(|m| &m.file)
            .collect();
        files.sort();
        files.dedup();
        for file in files {
            let text = fs::read_to_string(file).unwrap();
            for function in functions.iter().filter(|f| f.file == *file) {
                let item = &text[function.item.clone()];
                assert!(item.contains("fn "), "{}: {item}", function.path);
                if let Some(body) = &function.body {
                    let body = &text[body.clone()];
                    assert!(body.starts_with('{') && body.ends_with('}'), "{}: {body}", function.path);
                }
            }
            // What follows `#[cfg(test)]` at the start of a line is nearly always tests to the end.
            let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
            for (line, code) in code.lines().enumerate() {
                if !keyword.is_match(code.split("//").next().unwrap_or_default()) {
                    continue;
                }
                if !functions.iter().any(|f| f.file == *file && f.line == line + 1) {
                    println!("    not listed: {}:{}: {}", file.display(), line + 1, code.trim());
                }
            }
        }
    }
}
