//! What each function's verdict is: its types, its purity.

use std::path::PathBuf;

use morph_source::scan::{Function, Verdict};

use super::package::{check, library, scanned, summary, verdicts};

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
            ("demo::Point::new", "(x: f64) -> Point"),
            ("demo::Point::len", "(this: &Point) -> f64"),
            ("demo::<Point as std::fmt::Display>::to_string", "(this: &Point) -> String"),
            ("demo::Shape::area", "has no body"),
            ("demo::Shape::double", "(this: &Vec<i64>) -> f64"),
            ("demo::<Vec<T> as Shape>::area", "(this: &Vec<i64>) -> f64"),
            ("demo::<Point as From<u8>>::from", "(x: u8) -> Point"),
            ("demo::<Point as From<u16>>::from", "(x: u16) -> Point"),
            ("demo::outer", "(n: u8) -> u8"),
            ("demo::outer::inner", "is nested in `outer`"),
            ("demo::outer::inner::innermost", "is nested in `inner`"),
            ("demo::outer::in_closure", "is nested in `outer`"),
            ("demo::hidden", "is nested in `_`"),
            ("demo::Point::late", "returns nothing"),
            ("demo::cell", "is nested in `TABLE`"),
            ("demo::later", "is `async`"),
            ("demo::risky", "is `unsafe`"),
            ("demo::exported", "is `extern`"),
            ("demo::imported", "is declared in an `extern` block"),
            ("demo::generic", "(t: i64) -> i64"),
            ("demo::sized", "(t: [u8; 4]) -> u8"),
            ("demo::constant", "(n: u8) -> u8"),
            ("demo::borrowed", "(s: &str) -> &str"),
            ("demo::nothing", "returns nothing"),
            ("demo::unit", "returns nothing"),
            ("demo::never", "never returns"),
            ("demo::none", "takes no parameters"),
            ("demo::main", "(n: u8) -> u8"),
        ],
    );
}

#[test]
fn crates_that_the_root_declares_are_named_from_other_modules() {
    let functions = library(
        r#"
        extern crate std;
        extern crate core as base;
        mod inner { use crate::std::{str, string::String}; pub fn f(text: &str) -> String { text.to_owned() } }
        mod other { pub fn f(n: crate::base::option::Option<u8>) -> bool { n.is_some() } }
        "#,
    );
    check(
        &functions,
        &[("demo::inner::f", "(text: &str) -> String"), ("demo::other::f", "(n: Option<u8>) -> bool")],
    );
}

#[test]
fn bodies_that_bring_variants_by_a_glob_keep_the_types_of_their_signatures() {
    let functions = library(
        r#"
        pub enum Turn { Left, Right }
        mod inner {
            use super::Turn;
            fn f(turn: Turn) -> u8 { use Turn::*; match turn { Left => 1, Right => 2 } }
        }
        "#,
    );
    check(&functions, &[("demo::inner::f", "(turn: Turn) -> u8")]);
}

#[test]
fn parameters_of_implementations_are_what_their_bounds_allow() {
    let functions = library(
        r#"
        extern crate num_traits;
        use num_traits::Float;
        pub trait Ops<T>: Copy { fn sum(self) -> T; }
        impl<T: Float> Ops<T> for [T; 3] { fn sum(self) -> T { self[0] + self[1] + self[2] } }
        fn twice<T, U>(a: U) -> T where T: Float, U: Ops<T> { a.sum() + a.sum() }
        "#,
    );
    check(
        &functions,
        &[
            ("demo::Ops::sum", "has no body"),
            ("demo::<[T; 3] as Ops<T>>::sum", "(this: [f64; 3]) -> f64"),
            ("demo::twice", "(a: [f64; 3]) -> f64"),
        ],
    );
}

#[test]
fn types_that_are_made_of_ever_larger_ones_are_not_followed_for_ever() {
    let functions = library(
        r#"
        pub struct Pair<A, B> { a: A, b: B }
        impl<A, B> Pair<A, B> {
            pub fn new(a: A, b: B) -> Pair<A, B> { Pair { a, b } }
            pub fn split(of: Pair<Pair<A, B>, Pair<A, B>>) -> Pair<A, B> { of.a }
        }
        pub fn first(pair: Pair<u8, u8>) -> u8 { pair.a }
        "#,
    );
    check(
        &functions,
        &[
            ("demo::Pair::new", "(a: u8, b: u8) -> Pair<u8, u8>"),
            ("demo::Pair::split", "(of: Pair<Pair<u8, u8>, Pair<u8, u8>>) -> Pair<u8, u8>"),
            ("demo::first", "(pair: Pair<u8, u8>) -> u8"),
        ],
    );
}

#[test]
fn what_a_macro_writes_with_other_constants_is_tested_a_few_times() {
    let functions = library(
        r#"
        macro_rules! codes {
            ($($name:ident, $base:expr;)*) => {
                $(
                    pub struct $name;
                    impl $name { pub fn digits(n: u64) -> u32 { n.checked_ilog($base).map_or(1, |n| n + 1) } }
                )*
            };
        }
        codes! { Binary, 2; Octal, 8; Decimal, 10; Hex, 16; Base32, 32; Base64, 64; }
        macro_rules! same {
            ($($name:ident)*) => { $( pub struct $name; impl $name { pub fn next(n: u64) -> u64 { n / 2 } } )* };
        }
        same! { One Two }
        "#,
    );
    let tested = |name: &str| {
        let all = verdicts(&functions);
        all.iter().filter(|(path, what)| path.ends_with(name) && what.starts_with('(')).count()
    };
    assert_eq!([tested("::digits"), tested("::next")], [4, 1], "{:?}", verdicts(&functions));
}

#[test]
fn a_type_is_no_constant_and_a_constant_no_type() {
    // What a trait of a dependency associates may be told by names that mean something else where they are read.
    let functions = library(
        r#"
        pub struct Store<T, const N: usize> { pub items: [T; N] }
        pub fn first(of: Store<u8, 2>) -> u8 { of.items[0] }
        pub fn typed(of: Store<u8, u16>) -> u8 { of.items[0] }
        pub fn counted(of: Store<2, 2>) -> u8 { of.items[0] }
        "#,
    );
    let unsupported = |ty: &str| format!("takes `{ty}`, a type that is not supported yet");
    check(
        &functions,
        &[
            ("demo::first", "(of: Store<u8, 2>) -> u8"),
            ("demo::typed", &unsupported("Store<u8, u16>")),
            ("demo::counted", &unsupported("Store<2, 2>")),
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
            ("demo::own::f", "(o: Option<u8>) -> u8"),
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
            ("demo::cow", "(a: std::borrow::Cow<'_, str>) -> u8"),
            ("demo::map", "(a: &HashMap<u8, u8>) -> u8"),
            ("demo::in_out", "(a: &mut [u8]) -> u8"),
            ("demo::in_out_inside", "takes `&mut u8`, a type that is not supported yet"),
            ("demo::closure", "(f: fn(u8) -> u8) -> u8"),
            ("demo::pointer", "takes `fn(u8) -> u8`, a type that is not supported yet"),
            ("demo::dynamic", "takes `dyn Fn(u8) -> u8`, a type that is not supported yet"),
            ("demo::shadow", "(a: crate::own::Option<u8>) -> u8"),
            ("demo::through_alias", "(a: Vec<Wrapped>) -> u8"),
            ("demo::failing", "(a: &str) -> Result<u8, std::num::ParseIntError>"),
            ("demo::text", "(a: crate::kinds::Text, b: u8) -> u8"),
            ("demo::slice_box", "(a: Box<[u8]>) -> u8"),
            ("demo::raw", "takes `*const u8`, a type that is not supported yet"),
            ("demo::makes", "(a: u8) -> Wrapped"),
            ("demo::iterates", "(a: u8) -> Vec<u8>"),
        ],
    );
}

/// Types that a test can make, and others.
const TYPES: &str = r#"
        use std::collections::HashMap;
        pub struct Open { pub a: u8, pub b: Option<Box<Open>> }
        pub enum Kind { Unit, Pair(u8, Open), Named { text: String } }
        pub struct Holds { pub map: HashMap<u8, u8> }
        pub struct Nested(pub Holds);
        pub struct Borrows<'a> { pub text: &'a str }
        pub union Bits { pub a: u8, pub b: i8 }
        pub enum Never {}
        mod inner {
            use super::Open;
            pub struct Closed { n: u8 }
            impl Closed { pub fn empty() -> Closed { Closed { n: 0 } } }
            pub struct Even { n: u8 }
            impl Even {
                pub fn new(n: u8) -> Option<Self> { (n % 2 == 0).then_some(Even { n }) }
                pub fn half(&self) -> u8 { self.n / 2 }
            }
            pub struct Clocked { n: u64 }
            impl Clocked { pub fn new(n: u64) -> Clocked { println!("{n}"); Clocked { n } } }
            pub fn closed(c: Closed) -> u8 { c.n }
            pub fn clocked(c: Clocked) -> u64 { c.n }
            pub fn near(o: Open) -> u8 { o.a }
            #[derive(Default)]
            pub struct Stack { items: Vec<u8> }
            impl Stack { pub fn push(&mut self, item: u8) { self.items.push(item); } pub fn top(&self) -> u8 { 0 } }
            pub(super) struct Shared { pub(super) n: u8, pub(in crate::inner) m: u8 }
        }
        use inner::{Closed, Clocked, Even, Shared};
        fn open(o: &Open) -> u8 { o.a }
        fn kind(k: Kind) -> Kind { k }
        fn holds(h: Holds) -> u8 { 1 }
        fn nested(n: &[Nested]) -> u8 { 1 }
        fn borrows(b: Borrows) -> u8 { 1 }
        fn bits(b: Bits) -> u8 { 1 }
        fn never(n: Never) -> u8 { 1 }
        fn closed(c: Closed) -> u8 { 1 }
        fn closed_out(n: u8) -> Closed { Closed::empty() }
        fn even(e: Even, n: u8) -> u8 { n }
        fn clocked(c: Clocked) -> u8 { 1 }
        fn shared(s: Shared) -> u8 { s.n }
        fn nothing_but_errors(n: u8) -> Option<Result<u8, std::fmt::Error>> { None }
        fn changes_and_borrows(xs: &mut Vec<u8>) -> &u8 { &xs[0] }
        fn changes(xs: &mut Vec<u8>, by: &mut Open, n: u8) {}
        "#;

#[test]
fn structs_and_enums_are_taken_where_a_test_can_make_them() {
    let functions = library(TYPES);
    let found = verdicts(&functions);
    for (name, verdict) in [
        ("open", "(o: &Open) -> u8"),
        ("kind", "(k: Kind) -> Kind"),
        ("holds", "(h: Holds) -> u8"),
        ("nested", "(n: &[Nested]) -> u8"),
        ("borrows", "takes `Borrows`, a type that is not supported yet"),
        ("bits", "takes `Bits`, a type that is not supported yet"),
        ("never", "takes `Never`, a type that is not supported yet"),
        ("closed", "(c: Closed) -> u8"),
        ("closed_out", "(n: u8) -> Closed"),
        ("inner::closed", "(c: Closed) -> u8"),
        ("inner::clocked", "(c: Clocked) -> u64"),
        ("inner::near", "(o: Open) -> u8"),
        ("inner::Even::half", "(this: &Even) -> u8"),
        ("even", "(e: Even, n: u8) -> u8"),
        ("clocked", "takes `Clocked`, which only its own module can construct"),
        ("shared", "takes `Shared`, which only its own module can construct"),
        ("inner::Stack::top", "(this: &Stack) -> u8"),
        (
            "nothing_but_errors",
            "returns `Option<Result<u8, std::fmt::Error>>`, a type that is not supported yet",
        ),
        ("changes_and_borrows", "(xs: &mut Vec<u8>) -> u8"),
        ("changes", "(xs: &mut Vec<u8>, by: &mut Open, n: u8) -> ()"),
    ] {
        assert_eq!(found[format!("demo::{name}").as_str()], verdict, "{name}");
    }
    let subject = |name: &str| match &functions.iter().find(|f| f.path == name).expect("listed").verdict {
        Verdict::Testable(subject) => (**subject).clone(),
        verdict => panic!("{name}: {:?}", verdict.reason()),
    };
    // What a constructor guards is made by it, even by those who see the fields.
    for name in ["demo::even", "demo::inner::Even::half"] {
        let adt = subject(name).adts().into_iter().find(|adt| adt.name == "Even").expect("it is taken");
        let constructors: Vec<&str> = adt.constructors().iter().map(|c| c.name.as_str()).collect();
        assert_eq!(constructors, ["new"], "{name}");
    }
    assert!(subject("demo::inner::closed").adts()[0].constructors().is_empty());
}

#[test]
fn type_parameters_stand_for_what_their_bounds_allow() {
    let functions = library(
        r#"
        use std::fmt::{Debug, Display};
        use std::ops::{Add, Deref};
        fn any<T>(t: T, u: &[T]) -> usize { 1 }
        fn sum<T: Copy + Add<Output = T>>(a: T, b: T) -> T { a + b }
        fn narrow<T>(a: T) -> f64 where T: Into<f64> + Debug { a.into() }
        fn text<S: AsRef<str>>(s: S) -> usize { 1 }
        fn owned(s: impl Into<String>, n: u8) -> usize { 1 }
        fn items(items: impl IntoIterator<Item = (u8, char)>) -> usize { 1 }
        fn closure<F>(f: F) -> u8 where F: Fn(u8) -> u8 { f(1) }
        fn lazy(i: impl Iterator<Item = u8>) -> usize { i.count() }
        fn zipped<I, J, A, B>(a: I, b: J) -> bool
        where I: IntoIterator<Item = A>, J: IntoIterator<Item = B>, A: PartialEq<B> { a.into_iter().eq(b) }
        fn ordered<T, D>(slice: D) -> usize where T: Ord, D: Deref<Target = [T]> { slice.len() }
        fn lent(items: impl AsRef<[char]>) -> usize { items.as_ref().len() }
        fn counted<'a, I>(a: &'a I) -> usize where &'a I: IntoIterator { a.into_iter().count() }
        fn two<K: Display, V: Default>(k: K, v: V) -> String { k.to_string() }
        fn made<T: Default + Debug>(n: u8) -> T { T::default() }
        trait Shape { fn area(&self) -> u8; }
        struct Dot;
        impl Shape for Dot { fn area(&self) -> u8 { 0 } }
        impl Shape for u16 { fn area(&self) -> u8 { 1 } }
        fn total<S: Shape>(s: &S) -> u8 { s.area() }
        struct Stack<T> { pub items: Vec<T> }
        impl<T: Clone> Stack<T> { fn top(&self) -> Option<T> { self.items.last().cloned() } }
        struct Table<T, S = std::collections::hash_map::RandomState> { pub items: Vec<T>, pub state: std::marker::PhantomData<S> }
        impl<T, S> Table<T, S> { fn len(&self) -> usize { self.items.len() } }
        fn uses() -> Option<char> { Stack::<char> { items: vec![] }.top() }
        fn written(n: u8) -> u32 { sum::<u32>(1, 2) + sum::<u32>(1, 2) + u32::from(sum::<u8>(1, n)) }
        "#,
    );
    let found = verdicts(&functions);
    for (name, verdict) in [
        ("any", "(t: i64, u: &[i64]) -> usize"),
        ("sum", "(a: u32, b: u32) -> u32"),
        ("narrow", "(a: f64) -> f64"),
        ("text", "(s: &str) -> usize"),
        ("owned", "(s: String, n: u8) -> usize"),
        ("items", "(items: Vec<(u8, char)>) -> usize"),
        ("closure", "(f: fn(u8) -> u8) -> u8"),
        ("zipped", "(a: Vec<i64>, b: Vec<i64>) -> bool"),
        ("ordered", "(slice: Vec<i64>) -> usize"),
        ("lent", "(items: Vec<char>) -> usize"),
        ("counted", "(a: &Vec<i64>) -> usize"),
        ("lazy", "(i: std::vec::IntoIter<u8>) -> usize"),
        ("two", "(k: String, v: i64) -> String"),
        ("made", "(n: u8) -> i64"),
        ("total", "(s: &Dot) -> u8"),
        ("Stack::top", "(this: &Stack<char>) -> Option<char>"),
        ("Table::len", "(this: &Table<i64, std::collections::hash_map::RandomState>) -> usize"),
    ] {
        assert_eq!(found[format!("demo::{name}").as_str()], verdict, "{name}");
    }
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
        ("source::process_id", "calls `std::process::id` (queries the system)"),
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
