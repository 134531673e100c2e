//! Mutants inside every construct of the language: each is behind a switch, and its switch changes what comes out.

use std::path::Path;

use morph_lab::mutants::{Genre, Mutant};
use morph_lab::{Lab, Unswitchable};
use morph_source::scan::Function;
use morph_traces::Oracle;

use super::{Loaded, build, library, list_own, sources, stream};
use morph_values::Generator;

/// Mutants as cargo-mutants would list them: bodies replaced by values, named by what the functions' paths end with.
fn replaced_bodies(loaded: &Loaded, file: &Path, wanted: &[(&str, &str)]) -> Vec<Mutant> {
    let text = std::fs::read_to_string(file).expect("the source");
    let mutant = |(name, value): &(&str, &str)| {
        let is_it = |f: &&Function| f.path.ends_with(&format!("::{name}"));
        let function = loaded.functions.iter().find(is_it).expect("it is in the source");
        let body = function.body.clone().expect("it has a body");
        let span = body.start + 1..body.end - 1;
        Mutant {
            id: format!("{}#return:body→{value}@1", function.path),
            function: function.path.clone(),
            file: function.file.clone(),
            genre: Genre::FnValue,
            original: text[span.clone()].to_owned(),
            line: 1,
            span,
            replacement: (*value).to_owned(),
        }
    };
    wanted.iter().map(mutant).collect()
}

struct Observed {
    loaded: Loaded,
    lab: Lab,
}

/// Builds the lab of a source with our operators' mutants and some replaced bodies.
fn observe(source: &str, values: &[(&str, &str)]) -> Observed {
    let loaded = library(source);
    let mut mutants = replaced_bodies(&loaded, &loaded.project.root.join("src/lib.rs"), values);
    mutants.extend(list_own(&loaded.functions).expect("it parses"));
    let (lab, rounds) = build(&loaded, &mutants);
    assert!(rounds <= 6, "{rounds} rounds of dropping mutants");
    Observed { loaded, lab }
}

impl Observed {
    /// Asserts that some input of `subject` tells each of these mutants apart.
    #[track_caller]
    fn changes(&self, subject: &str, ids: &[&str]) {
        let path = format!("tricky::{subject}");
        let found = self.loaded.subjects.iter().find(|s| s.path == path);
        let found = found.unwrap_or_else(|| panic!("{path} is no subject: {:#?}", self.verdict(subject)));
        let inputs = sources(found, &Generator::new(found.constants.clone()), 300, &mut stream(0, &path));
        let mut executor = Oracle::new(&self.lab).executor(&path, &|_| true).expect("it is in the lab");
        executor.run(inputs).expect("it runs");
        let different = executor.different();
        for id in ids {
            let mutant = self.mutant(id);
            let state = (mutant.viable, mutant.unswitchable);
            assert_eq!(state, (true, None), "{id} is not switched");
            assert!(different.contains(&mutant.id), "{id} changes nothing in {subject}");
        }
    }

    #[track_caller]
    fn mutant(&self, id: &str) -> &morph_lab::LabMutant {
        let found = self.lab.mutants.iter().find(|m| m.mutant.id == format!("tricky::{id}"));
        let all = || self.lab.mutants.iter().map(|m| &*m.mutant.id).collect::<Vec<_>>();
        found.unwrap_or_else(|| panic!("{id} is not among {:#?}", all()))
    }

    fn verdict(&self, subject: &str) -> String {
        let found = self.loaded.functions.iter().find(|f| f.path == format!("tricky::{subject}"));
        format!("{:?}", found.map(|f| &f.verdict))
    }
}

const CONSTANTS: &str = r#"
pub mod num {
    /// Both a length and a function of its own.
    pub const fn triple(n: usize) -> usize { n * 3 }
    pub const fn next(n: usize) -> usize { triple(n) + 1 }
}
use num::{next, triple};

#[derive(Clone, Copy)]
pub struct Wrap(usize);
impl Wrap {
    pub const fn new(n: usize) -> Wrap { Wrap(n ^ 5) }
    pub const fn get(self, more: usize) -> usize { self.0 - more }
}

pub const SIZE: usize = num::next(triple(1));
static FIRST: usize = Wrap::new(next(2)).get(1);
enum Kind { One = triple(2) as isize }

pub fn at_run_time(n: u8) -> usize {
    let cells = [0_u8; triple(4)];
    next(n as usize) + cells.len() + SIZE + FIRST + const { triple(1) } + Kind::One as usize
}
pub fn methods(n: u8) -> usize { Wrap::new(n as usize).get(1) }

/// In the constant it is called by what a macro was given.
pub const fn hidden(n: usize) -> usize { n + 7 }
macro_rules! constant { ($name:ident, $f:ident) => { pub const $name: usize = $f(1); } }
constant!(HIDDEN, hidden);
pub fn seen(n: u8) -> usize { hidden(n as usize) + HIDDEN }

pub const fn renamed(n: usize) -> usize { n + 8 }
mod other {
    use super::renamed as other_name;
    pub const OTHER: usize = other_name(1);
}
pub fn of_another_name(n: u8) -> usize { renamed(n as usize) + other::OTHER }
"#;

#[test]
fn const_functions_that_constants_need_are_mutated_at_run_time() {
    let observed = observe(CONSTANTS, &[("num::next", "0")]);
    observed.changes(
        "at_run_time",
        &[
            "num::next#arithmetic:+→-@1",
            "num::next#return:body→0@1",
            "num::triple#literal:3→4@1",
            "num::triple#arithmetic:*→+@1",
        ],
    );
    observed.changes("methods", &["Wrap::new#bit:^→|@1", "Wrap::get#arithmetic:-→+@1"]);
    // Where a call is not written with the function's name, the function stays as it is and its mutants are left out.
    for id in ["hidden#literal:7→8@1", "renamed#literal:8→9@1"] {
        assert_eq!(observed.mutant(id).unswitchable, Some(Unswitchable::Constant), "{id}");
    }
    observed.changes("seen", &["seen#arithmetic:+→-@1"]);
}

const ITERATORS: &str = r#"
fn below(n: u8) -> impl Iterator<Item = u32> {
    if n > 100 { return (0..3).chain(0..0).map(step as fn(u32) -> u32); }
    let end = u32::from(n % 7);
    (0..end).chain(end..end + 2).map(step as fn(u32) -> u32)
}
fn step(n: u32) -> u32 { n + 1 }
pub fn collects(n: u8) -> Vec<u32> { below(n).collect() }

fn letters<'a>(text: &'a str) -> impl DoubleEndedIterator<Item = char> + 'a { text.chars().filter(|c| *c > 'b') }
pub fn backwards(text: &str) -> String { letters(text).rev().collect() }

trait Parts { fn parts(&self) -> impl Iterator<Item = u8>; }
impl Parts for u8 { fn parts(&self) -> impl Iterator<Item = u8> { (0..*self % 5).rev() } }
pub fn of_a_trait(n: u8) -> Vec<u8> { n.parts().collect() }

fn perhaps(n: u8) -> Option<impl Iterator<Item = u8>> { if n > 3 { Some(0..n % 9) } else { None } }
pub fn counts(n: u8) -> Option<usize> { perhaps(n).map(|it| it.count()) }

fn shown(n: u8) -> impl std::fmt::Display { u32::from(n) + 1 }
pub fn shows(n: u8) -> String { shown(n).to_string() }

fn exact(n: u8) -> impl ExactSizeIterator<Item = u8> + Clone + std::fmt::Debug { vec![n; 3].into_iter() }
pub fn lengths(n: u8) -> usize { exact(n).clone().len() }

fn cannot(n: u8) -> impl Iterator<Item = u8> + PartialEq + Clone { 0..n % 9 }
pub fn compares(n: u8) -> bool { cannot(n) == cannot(n / 2) }
"#;

#[test]
fn bodies_behind_impl_trait_are_replaced() {
    let values = [
        ("below", "::std::iter::empty()"),
        ("below", "::std::iter::once(0)"),
        ("letters", "::std::iter::once('x')"),
        ("<u8 as Parts>::parts", "::std::iter::once(1)"),
        ("perhaps", "None"),
        ("perhaps", "Some(::std::iter::empty())"),
        ("exact", "::std::iter::empty()"),
        ("cannot", "::std::iter::empty()"),
    ];
    let observed = observe(ITERATORS, &values);
    observed.changes(
        "collects",
        &[
            "below#return:body→::std::iter::empty()@1",
            "below#return:body→::std::iter::once(0)@1",
            "below#relational:>→<=@1",
            "below#arithmetic:+→-@1",
            "step#literal:1→2@1",
        ],
    );
    observed
        .changes("backwards", &["letters#return:body→::std::iter::once('x')@1", "letters#relational:>→>=@1"]);
    observed.changes("of_a_trait", &["<u8 as Parts>::parts#return:body→::std::iter::once(1)@1"]);
    observed.changes("counts", &["perhaps#return:body→None@1", "perhaps#literal:3→4@1"]);
    observed.changes("shows", &["shown#arithmetic:+→*@1"]);
    observed.changes("lengths", &["exact#return:body→::std::iter::empty()@1"]);
    observed.changes("compares", &["cannot#arithmetic:%→/@1"]);
    for id in
        ["perhaps#return:body→Some(::std::iter::empty())@1", "cannot#return:body→::std::iter::empty()@1"]
    {
        assert_eq!(observed.mutant(id).unswitchable, Some(Unswitchable::ImplTrait), "{id}");
    }
}

const CONTROL: &str = r#"
pub fn question(text: &str) -> Option<u32> {
    let first = text.chars().next()?.to_digit(36)?;
    Some(first.checked_mul(2)? + 1)
}
pub fn early(n: i32) -> i32 {
    if n > 10 { return n / 2 - 1; }
    n + 3
}
pub fn closures(n: u8) -> u32 {
    let add = |x: u32| x + 2;
    let each = move |x: u32| -> u32 { if x % 2 == 0 { return x; } add(x * 3) };
    (0..u32::from(n % 6)).map(each).sum()
}
pub fn labelled(n: u32) -> u32 {
    let found = 'search: {
        for i in 2..n % 50 { if n % i == 0 { break 'search i * 10; } }
        1 + n % 3
    };
    let counted = 'outer: loop {
        let mut at = 0;
        loop { at += 3; if at > n % 20 { break 'outer at + 1; } }
    };
    found + counted
}
trait Shape {
    const SIDES: u32;
    fn sides(&self) -> u32 { Self::SIDES + 2 }
    fn area(&self) -> u32;
}
struct Square(u32);
impl Shape for Square {
    const SIDES: u32 = 2 + 2;
    fn area(&self) -> u32 { self.0 * self.0 }
}
impl std::ops::Add<u32> for Square { type Output = u32; fn add(self, n: u32) -> u32 { self.0 - n } }
pub fn shapes(n: u8) -> u32 {
    let shape: &dyn Fn(u32) -> Square = &Square;
    let square = shape(u32::from(n));
    square.sides() + square.area() + (Square(300) + u32::from(n))
}
pub fn nested(n: i32) -> i32 {
    fn inner(n: i32) -> i32 {
        fn innermost(n: i32) -> i32 { n - 4 }
        innermost(n) ^ 6
    }
    inner(n) + 1
}
macro_rules! twice { ($n:expr) => {{ let n = $n; n + n % 4 }}; }
macro_rules! made { ($name:ident) => { fn $name(n: u8) -> u8 { n / 2 + 1 } }; }
made!(half);
pub fn macros(n: u8) -> u8 { twice!(n / 3) ^ half(n) ^ (n & 9) }

async fn waits(n: u8) -> u8 { n / 2 + 1 }
pub fn polls(n: u8) -> u8 {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let sum = async { waits(n).await ^ 6 };
    match std::pin::pin!(sum).poll(&mut context) {
        std::task::Poll::Ready(n) => n,
        std::task::Poll::Pending => 0,
    }
}
pub async fn alone(n: u8) -> u8 { n + 1 }
pub fn arms(n: u8) -> u8 { match n % 5 { 0 => 7, m if m < 3 => m + 1, _ => n } }
"#;

#[test]
fn control_flow_traits_and_nested_functions_are_mutated_where_they_stand() {
    let values = [("waits", "0"), ("sides", "0"), ("<Square as Shape>::area", "1"), ("inner", "0")];
    let observed = observe(CONTROL, &values);
    observed.changes("question", &["question#literal:2→3@1", "question#arithmetic:+→*@1"]);
    observed.changes("early", &["early#literal:10→11@1", "early#arithmetic:-→+@1", "early#arithmetic:+→-@1"]);
    observed.changes("early", &["early#statement:return n / 2 - 1;→@1"]);
    observed.changes("closures", &["closures#literal:2→3@1", "closures#arithmetic:*→+@1"]);
    observed.changes(
        "labelled",
        &["labelled#literal:10→11@1", "labelled#arithmetic:+→-@1", "labelled#arithmetic:+→-@2"],
    );
    observed.changes(
        "shapes",
        &[
            "Shape::sides#arithmetic:+→*@1",
            "Shape::sides#return:body→0@1",
            "<Square as Shape>::area#arithmetic:*→+@1",
            "<Square as Shape>::area#return:body→1@1",
            "<Square as std::ops::Add<u32>>::add#arithmetic:-→+@1",
        ],
    );
    observed.changes(
        "nested",
        &[
            "nested::inner::innermost#arithmetic:-→+@1",
            "nested::inner#literal:6→7@1",
            "nested::inner#return:body→0@1",
        ],
    );
    observed.changes("macros", &["macros#bit:&→|@1"]);
    observed.changes("polls", &["waits#arithmetic:/→*@1", "waits#return:body→0@1", "polls#literal:6→7@1"]);
    assert!(observed.verdict("alone").contains("is `async`"), "{}", observed.verdict("alone"));
    observed.changes("arms", &["arms#literal:7→8@1", "arms#relational:<→<=@1"]);
    // What macros are made of, and are given, stays as it is.
    let in_macros = |m: &&morph_lab::LabMutant| ["%", "/"].contains(&&*m.mutant.original);
    let made: Vec<_> = observed.lab.mutants.iter().filter(in_macros).map(|m| &*m.mutant.function).collect();
    assert!(!made.contains(&"tricky::macros") && !made.contains(&"tricky::half"), "{made:?}");
}

#[test]
fn literals_out_of_range_and_certain_panics_do_not_compile() {
    let source = "pub fn bits(n: u8) -> u8 { n ^ 255 }\n\
                  pub fn zero(n: u8) -> u8 { n * 0 + 7 }\n\
                  pub fn one(n: u8) -> u8 { n ^ (0 + 1) }\n";
    let observed = observe(source, &[]);
    for (id, viable) in [
        ("bits#literal:255→256@1", false),
        ("bits#literal:255→254@1", true),
        ("zero#arithmetic:*→/@1", false),
        ("zero#arithmetic:*→+@1", true),
        ("one#arithmetic:+→-@1", false),
        ("one#arithmetic:+→*@1", true),
    ] {
        assert_eq!(observed.mutant(id).viable, viable, "{id}");
    }
}

#[test]
fn deleted_arm_that_its_match_needs_is_unviable_and_the_function_around_it_keeps_its_other_mutants() {
    const SOURCE: &str = "\
pub fn classify(text: &str, n: u8) -> u8 {
    match text.split_once('.') {
        None if n > 9 => 0,
        _ if n == 3 => 1,
        None => 2,
        Some(_) => n / 2,
    }
}
";
    let loaded = library(SOURCE);
    let deleted = |arm: &str| {
        let start = SOURCE.find(arm).expect("an arm");
        Mutant {
            id: format!("tricky::classify#arm:{arm}→@1"),
            function: "tricky::classify".to_owned(),
            file: loaded.functions[0].file.clone(),
            genre: Genre::MatchArm,
            original: arm.to_owned(),
            line: 1,
            span: start..start + arm.len(),
            replacement: String::new(),
        }
    };
    let arms = ["None if n > 9 => 0,", "_ if n == 3 => 1,", "None => 2,", "Some(_) => n / 2,"];
    let mut mutants: Vec<Mutant> = arms.into_iter().map(deleted).collect();
    mutants.extend(list_own(&loaded.functions).expect("it parses"));
    let (lab, _) = build(&loaded, &mutants);
    assert!(lab.mutants.iter().all(|mutant| mutant.unswitchable.is_none()), "{:?}", lab.mutants);
    let viable: Vec<bool> = lab.mutants[..arms.len()].iter().map(|mutant| mutant.viable).collect();
    assert_eq!(viable, [true, true, false, false]);
    assert!(lab.mutants[arms.len()..].iter().filter(|mutant| mutant.runs()).count() > 5);
}

const ENDLESS: &str = r#"
use std::ops::Neg;
pub struct Wrapped<T>(pub T);
impl<'a, T> Neg for &'a Wrapped<T> where &'a T: Neg {
    type Output = Wrapped<<&'a T as Neg>::Output>;
    fn neg(self) -> Self::Output { Wrapped(-(&self.0)) }
}
impl Neg for Wrapped<i8> { type Output = Self; fn neg(self) -> Self { Wrapped(-self.0) } }
pub fn changed(n: i32) -> i32 { if n > 5 { -n * 2 } else { n + n } }
"#;

#[test]
fn mutant_is_found_by_halves_where_the_compiler_tells_no_place() {
    let observed = observe(ENDLESS, &[("neg", "Default::default()")]);
    observed.changes("changed", &["changed#relational:>→<=@1", "changed#arithmetic:*→+@1"]);
    let unviable = observed.lab.mutants.iter().filter(|mutant| !mutant.viable);
    let unviable: Vec<&str> = unviable.map(|mutant| &*mutant.mutant.id).collect();
    let of_neg = |what: &str| format!("tricky::<&'a Wrapped<T> as Neg>::neg#{what}@1");
    assert_eq!(unviable, [of_neg("return:body→Default::default()"), of_neg("minus:-→")]);
}
