//! How calls are followed to what they do.

use super::package::{check, library, package, scanned, verdicts};

#[test]
fn calls_are_followed_through_use_and_other_packages() {
    let project = package(&[
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
    let functions = scanned(&project.root);
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
fn what_options_and_results_hold_is_known() {
    let functions = library(
        "use std::time::Instant;
         pub struct Calm(u8);
         impl Calm {
             pub fn make(n: u8) -> Result<Calm, String> { if n > 9 { Err(\"high\".into()) } else { Ok(Calm(n)) } }
             pub fn first(&self) -> Option<Calm> { (self.0 > 0).then(|| Calm(self.0 - 1)) }
             pub fn look(&self) -> u8 { self.0 }
         }
         pub struct Busy;
         impl Busy { pub fn look(&self) -> u8 { Instant::now().elapsed().subsec_millis() as u8 } }
         pub fn tried(n: u8) -> Option<u8> { let calm = Calm::make(n).map_err(|_| ()).ok()?; Some(calm.look()) }
         pub fn unwrapped(n: u8) -> u8 { Calm::make(n).unwrap().first().expect(\"more\").look() }
         pub fn unknown(n: u8) -> u8 { let all = [Calm(n)]; all.iter().map(|one| one.look()).sum() }",
    );
    let clock = "calls `std::time::Instant::now` (reads the clock) via `Busy::look`";
    check(
        &functions,
        &[
            ("demo::Calm::make", "(n: u8) -> Result<Calm, String>"),
            ("demo::Calm::first", "(this: &Calm) -> Option<Calm>"),
            ("demo::Calm::look", "(this: &Calm) -> u8"),
            ("demo::Busy::look", "calls `std::time::Instant::now` (reads the clock)"),
            ("demo::tried", "(n: u8) -> Option<u8>"),
            ("demo::unwrapped", "(n: u8) -> u8"),
            ("demo::unknown", clock),
        ],
    );
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
