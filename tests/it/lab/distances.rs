//! Distances of branches: told for what std's types compare, left out where the code for it does not compile, and
//! without any effect on what is observed.

use morph_lab::Lab;
use morph_relation::Value;
use morph_traces::Oracle;

use super::{Loaded, assert_unchanged, build_with, library};

const COMPARED: &str = r#"
pub fn numbers(n: i32) -> i32 {
    if n == 1000 { return 1 }
    if n < -3 || n >= 50 { return 2 }
    if !(n as u8 > 200) { return 3 }
    assert!(n != 12);
    if f64::from(n) * 0.5 <= 1.0 { 4 } else { 5 }
}

pub fn repeated(n: i32) -> i32 {
    let mut hits = 0;
    for m in [3, 40, 8] { if m == n { hits += 1 } }
    hits
}

pub fn texts(text: &str, c: char) -> usize {
    if text == "abcd" { return 1 }
    if text.starts_with("ab") && !text.ends_with('z') { return 2 }
    if text.contains(&String::from("xyz")) { return 3 }
    if text.is_empty() { return 4 }
    if c.is_ascii_digit() { return 5 }
    if text.to_owned() > String::from("b") { 6 } else { 7 }
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Own(i32);

pub fn shapes(items: &[i32], some: Option<i32>) -> i32 {
    if items == [1, 2] { return 1 }
    if items.contains(&7) { return 2 }
    if some == Some(9) { return 3 }
    if items.iter().max() == Some(&5) { return 4 }
    if Own(items.len() as i32) == Own(3) { return 5 }
    if (10..=20).contains(&items.len()) { return 6 }
    if let Some(n) = some { n } else { 0 }
}

pub fn arms(n: i32, word: &str) -> i32 {
    let first = match n {
        0 => 1,
        10..=20 | 100 => 2,
        m @ 30.. if m % 2 == 0 => 3,
        _ => 5,
    };
    let second = match n % 7 { 3 => 10, 6 => 20, _ => 30 };
    let third = match word { "one" => 100, "seven" => 200, _ => 300 };
    first + second + third
}
"#;

/// What an input misses and by how much, as texts in the order of the code.
fn missed(lab: &Lab, loaded: &Loaded, path: &str, input: &[Value]) -> Vec<String> {
    let mut executor = Oracle::new(lab).executor(path, &|_| false).expect("it is in the lab");
    let row = executor.run(vec![input.to_vec()]).expect("it runs")[0];
    let function = loaded.functions.iter().find(|f| f.path == path).expect("it is there");
    let text = std::fs::read_to_string(&function.file).expect("the source");
    let mut distances = executor.distances(row).to_vec();
    assert!(distances.iter().all(|(probe, d)| *d > 0.0 && !executor.probes(row).contains(probe)));
    distances.sort_by_key(|(number, _)| (lab.probes[*number as usize].span.start, *number));
    let told = |(number, distance): &(u32, f64)| {
        let probe = &lab.probes[*number as usize];
        let event = probe.event.told();
        function
            .item
            .contains(&probe.span.start)
            .then(|| format!("{} {event}: {distance:.3}", &text[probe.span.clone()]))
    };
    distances.iter().filter_map(told).collect()
}

#[test]
fn distances_of_untaken_branches_are_told_and_outcomes_stay_what_they_are() {
    let loaded = library(COMPARED);
    assert_unchanged(&loaded);
    let (lab, _) = build_with(&loaded, &[], true);
    let told = |path: &str, input: &[Value]| missed(&lab, &loaded, &format!("tricky::{path}"), input);
    let int = |n| Value::Int(n);
    assert_eq!(
        told("numbers", &[int(10)]),
        [
            "n == 1000 is true: 990.000",
            "n < -3 is true: 14.000",
            "n >= 50 is true: 40.000",
            "!(n as u8 > 200) is false: 191.000",
        ]
    );
    assert_eq!(told("numbers", &[int(1000)]), ["n == 1000 is false: 1.000"]);
    assert_eq!(
        told("repeated", &[int(33)]),
        ["for m in [3, 40, 8] is not entered: 1.000", "m == n is true: 7.000"]
    );
    assert_eq!(
        told("texts", &[Value::str("bb"), Value::Char('=')]),
        [
            "text == \"abcd\" is true: 2.500",
            "text.starts_with(\"ab\") is true: 0.500",
            "text.contains(&String::from(\"xyz\")) is true: 2.915",
            "text.is_empty() is true: 2.000",
            "c.is_ascii_digit() is true: 4.000",
            "text.to_owned() > String::from(\"b\") is false: 1.000",
        ]
    );
    let items = |items: &[i128]| Value::seq(items.iter().copied().map(Value::Int));
    let some = |n| Value::Some(Value::Int(n).into());
    assert_eq!(
        told("shapes", &[items(&[1, 3]), some(4)]),
        [
            "items == [1, 2] is true: 0.500",
            "items.contains(&7) is true: 0.800",
            "some == Some(9) is true: 5.000",
            "items.iter().max() == Some(&5) is true: 2.000",
            // Nobody knows what the user's own type means by it.
            "Own(items.len() as i32) == Own(3) is true: 1.000",
            "(10..=20).contains(&items.len()) is true: 8.000",
            "let Some(n) = some does not match: 1.000",
        ]
    );
    assert_eq!(
        told("arms", &[int(25), Value::str("tone")]),
        [
            "0 matches: 25.000",
            "10..=20 | 100 matches: 5.000",
            "m @ 30.. if m % 2 == 0 matches: 5.000",
            "3 matches: 1.000",
            "6 matches: 2.000",
            "\"one\" matches: 3.233",
            "\"seven\" matches: 3.298",
        ]
    );
}

/// Operands that do not stand being borrowed together, and what only looks like a method of std.
const STRANGE: &str = r#"
pub fn assigned(n: i32) -> i32 {
    let mut m = n;
    if m < { m += 1; m } { return 1 }
    if m == 3 { 2 } else { 3 }
}

#[repr(packed)]
struct Packed { wide: u32 }

pub fn packed(n: u32) -> bool {
    let packed = Packed { wide: n };
    if packed.wide == 7 { true } else { n == 9 }
}

#[derive(Clone)]
struct Eaten(Vec<i32>);
impl Eaten {
    fn is_empty(self) -> bool { self.0.is_empty() }
    fn contains(&mut self, n: i32) -> bool { self.0.push(n); self.0.len() == 2 }
}

pub fn methods(n: i32) -> i32 {
    let mut eaten = Eaten(vec![n]);
    if eaten.contains(n) && eaten.0.len() == 2 { return eaten.0.len() as i32 }
    if eaten.is_empty() { 1 } else { 2 }
}

pub fn order(n: i32) -> String {
    let log = std::cell::RefCell::new(String::new());
    struct Noisy<'a>(&'a std::cell::RefCell<String>, i32);
    impl Drop for Noisy<'_> { fn drop(&mut self) { self.0.borrow_mut().push_str(&format!("drop {} ", self.1)); } }
    impl PartialEq for Noisy<'_> {
        fn eq(&self, other: &Self) -> bool { self.0.borrow_mut().push_str("eq "); self.1 == other.1 }
    }
    if Noisy(&log, n) == Noisy(&log, 3) { log.borrow_mut().push_str("then "); } else { log.borrow_mut().push_str("else "); }
    let both = Noisy(&log, 1) == Noisy(&log, 1) && Noisy(&log, n).1 == Noisy(&log, 2).1;
    let text = log.borrow().clone();
    format!("{text}{both}")
}
"#;

#[test]
fn condition_whose_distance_does_not_compile_is_reported_without() {
    let loaded = library(STRANGE);
    assert_unchanged(&loaded);
    let (lab, _) = build_with(&loaded, &[], true);
    let told = |path: &str, n: i128| missed(&lab, &loaded, &format!("tricky::{path}"), &[Value::Int(n)]);
    assert_eq!(told("assigned", 1), ["m < { m += 1; m } is false: 1.000"]);
    assert_eq!(told("packed", 10), ["packed.wide == 7 is true: 1.000"]);
    assert_eq!(
        told("methods", 10),
        ["eaten.contains(n) is false: 1.000", "eaten.0.len() == 2 is false: 1.000"]
    );
}
