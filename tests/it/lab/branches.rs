//! Reports of branches: what is taken is told, in every construct, and nothing else changes.

use morph_lab::{Lab, Probe};
use morph_relation::Value;
use morph_traces::Oracle;

use super::{Loaded, assert_unchanged, build_with, library};

const BRANCHES: &str = r#"
pub fn conditions(n: i32) -> i32 {
    let small = n > -3 && n < 3;
    if !(small || n == 7) && n % 2 == 0 { return 1 }
    if n > 100 { 2 } else if n > 50 { 3 } else { 4 }
}

pub fn patterns(n: i32) -> i32 {
    let Some(half) = half(n) else { return -1 };
    if let Some(quarter) = self::half(half) { drop(quarter); }
    if let 0..=9 = half { return 0 } else if let 10 | 11 = half { return 1 }
    if let Some(m) = self::half(half) && m > 20 { return m }
    match half % 4 {
        0 => if half > 40 { 5 } else { 6 }
        1 if half > 30 => String::from("long").as_str().len() as i32,
        2 => { half }
        _ => return 9,
    }
}

fn half(n: i32) -> Option<i32> { if n % 2 == 0 { Some(n / 2) } else { None } }

pub fn loops(n: i32) -> i32 {
    let mut left = n % 10;
    let mut sum = 0;
    'outer: while left > 0 {
        left -= 1;
        for m in 0..left {
            if m == 6 { break 'outer }
            sum += m;
        }
    }
    let mut stack = vec![n % 3; (n % 4).max(0) as usize];
    while let Some(top) = stack.pop() { sum += top }
    sum
}

pub fn questions(n: i32) -> Option<i32> {
    let parsed = (|| -> Result<i32, std::num::ParseIntError> { Ok(n.to_string().replace('7', "x").parse::<i32>()? + 1) })();
    let half = half(parsed.ok()?)?;
    half.checked_mul(3)
}

pub fn assertions(n: i32) -> i32 {
    assert!(n != 3 && n != 5);
    assert!(n < 1_000_000, "too large: {n}");
    debug_assert!(n.count_ones() < 99);
    n / 2
}

pub fn diverging(n: i32) -> i32 {
    n > 3 || return 1;
    loop { if n > 9 { break 5 } else { return 6 } }
}

pub const fn at_compile_time(n: i32) -> i32 { if n > 2 && n < 5 { 1 } else { 2 } }
const LEN: usize = at_compile_time(3) as usize;
pub fn constant(n: i32) -> i32 { at_compile_time(n) + [0; LEN].len() as i32 }
"#;

/// The branches of a function that a number takes, as texts in the order of the code.
fn events(lab: &Lab, loaded: &Loaded, path: &str, n: i128) -> Vec<String> {
    let mut executor = Oracle::new(lab).executor(path, &|_| false).expect("it is in the lab");
    let rows = executor.run(vec![vec![Value::Int(n)]]).expect("it runs");
    let function = loaded.functions.iter().find(|f| f.path == path).expect("it is there");
    let text = std::fs::read_to_string(&function.file).expect("the source");
    let mut passed = executor.probes(rows[0]).to_vec();
    passed.sort_by_key(|number| (lab.probes[*number as usize].span.start, *number));
    let own = |number: &u32| {
        let probe = &lab.probes[*number as usize];
        let here = function.item.contains(&probe.span.start) && !probe.is_statement();
        here.then(|| format!("{} {}", &text[probe.span.clone()], probe.event.told()))
    };
    passed.iter().filter_map(own).collect()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn every_branch_is_told_and_outcomes_stay_what_they_are() {
    let loaded = library(BRANCHES);
    assert_unchanged(&loaded);
    let (lab, _) = build_with(&loaded, &[], true);
    let told = |path: &str, n: i128| events(&lab, &loaded, &format!("tricky::{path}"), n);
    assert_eq!(
        told("conditions", 2),
        ["n > -3 is true", "n < 3 is true", "small is true", "n > 100 is false", "n > 50 is false"]
    );
    assert_eq!(
        told("conditions", -4),
        ["n > -3 is false", "small is false", "n == 7 is false", "n % 2 == 0 is true"]
    );
    assert_eq!(told("patterns", 3), ["let Some(half) does not match"]);
    assert_eq!(
        told("patterns", 58),
        [
            "let Some(half) matches",
            "let Some(quarter) = self::half(half) does not match",
            "let 0..=9 = half does not match",
            "let 10 | 11 = half does not match",
            "let Some(m) = self::half(half) && m > 20 does not match",
            "half > 30 is false",
            "_ matches",
        ]
    );
    assert_eq!(
        told("loops", 0),
        [
            "while left > 0 is not entered",
            "left > 0 is false",
            "while let Some(top) = stack.pop() is not entered"
        ]
    );
    assert_eq!(
        told("questions", 7),
        ["n.to_string().replace('7', \"x\").parse::<i32>()? returns", "parsed.ok()? returns"]
    );
    assert_eq!(told("assertions", 3), ["n != 3 is false"]);
    assert_eq!(told("diverging", 4), ["n > 3 is true", "n > 9 is false"]);
    assert_eq!(told("at_compile_time", 9), ["n > 2 is true", "n < 5 is false"]);
}

/// An assertion of the user's own, which takes no message, and a `?` on what is neither an `Option` nor a `Result`.
const STRANGE: &str = r#"
macro_rules! assert {
    ($($t:tt)* ) => { check!($($t)*) };
}
macro_rules! check {
    ($a:ident < $b:literal) => { if $a >= $b { return 0; } };
}
pub fn own_macro(n: i32) -> i32 {
    assert!(n < 100);
    if n < 3 { 1 } else { 2 }
}

pub fn polled(n: i32) -> std::task::Poll<Option<i32>> {
    use std::task::Poll;
    fn ready(n: i32) -> Poll<Result<i32, ()>> { if n > 0 { Poll::Ready(Ok(n)) } else { Poll::Ready(Err(())) } }
    fn inner(n: i32) -> Result<Poll<i32>, ()> { Ok(ready(n)?) }
    inner(n).ok().map_or(Poll::Pending, |poll| poll.map(Some))
}
pub fn shown(n: i32) -> bool { polled(n).is_ready() }
"#;

#[test]
fn branches_whose_reports_do_not_compile_are_left_out_and_counted() {
    let loaded = library(STRANGE);
    let (lab, _) = build_with(&loaded, &[], true);
    let text = std::fs::read_to_string(&loaded.functions[0].file).expect("the source");
    let left_out: Vec<&str> = lab.unprobed.iter().map(|(_, span)| &text[span.clone()]).collect();
    assert_eq!(left_out, ["n < 100", "ready(n)?"]);
    // What stands beside them is reported.
    assert_eq!(events(&lab, &loaded, "tricky::own_macro", 50), ["n < 3 is false"]);
    let plain = build_with(&loaded, &[], false).0;
    assert!(plain.probes.iter().all(Probe::is_statement), "nobody pays for what nobody asked for");
    assert_eq!(super::outcomes(&loaded, &plain), super::outcomes(&loaded, &lab));
}
