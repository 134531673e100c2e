//! What paths record.

use super::Source;
use crate::End;
use morph_relation::Value;
use morph_source::probe::Event;

#[test]
fn conditions_operands_and_arms_are_sites_and_other_branches_are_not() {
    let lib = "pub fn f(a: u8, b: u8) -> u8 { if a > 3 && !(b == 2) { match a { 9 => 1, _ => a + b } } else { 0 } }";
    let source = Source::new(lib);
    let path = source.follow("f", &[Value::Int(7), Value::Int(250)]);
    assert_eq!(path.end, End::Panicked);
    let told: Vec<(&str, Event)> =
        path.passed.iter().map(|site| (&lib[site.span.0..site.span.1], site.event)).collect();
    assert_eq!(told, [("a > 3", Event::True), ("!(b == 2)", Event::True), ("_", Event::Matched)]);
    let steps: Vec<(bool, bool, bool)> = path
        .branches
        .iter()
        .map(|step| (step.taken, step.sites.iter().any(Option::is_some), step.panics))
        .collect();
    // The last is the overflow, which the path ran into.
    assert_eq!(
        steps,
        [(true, true, false), (true, true, false), (false, true, false), (false, false, false)]
    );
    let path = source.follow("f", &[Value::Int(7), Value::Int(1)]);
    assert!(path.branches.last().unwrap().panics);
}

#[test]
fn loops_are_entered_or_skipped_and_question_marks_go_on_or_return() {
    let lib = "pub fn f(items: &[u8]) -> Option<u8> { let mut sum = 0u8; for i in items { sum = sum.checked_add(*i)?; } Some(sum) }";
    let source = Source::new(lib);
    let told = |items: &[i128]| {
        let input = [Value::seq(items.iter().map(|n| Value::Int(*n)))];
        source.follow("f", &input).passed.iter().map(|site| site.event).collect::<Vec<_>>()
    };
    assert_eq!(told(&[]), [Event::Skipped]);
    assert_eq!(told(&[3]), [Event::Entered, Event::Continued]);
    assert_eq!(told(&[200, 100]), [Event::Entered, Event::Continued, Event::Returned]);
}

#[test]
fn recursion_that_does_not_end_is_cut_before_the_stack_is_used_up() {
    let lib = "pub fn f(n: u32) -> u32 { let g = |x: u32| { if x == 0 { 0 } else { match Some(x) { Some(y) => f(y - 1) + 1, None => 0 } } }; g(n) }";
    let source = Source::new(lib);
    assert_eq!(source.follow("f", &[Value::Int(9)]).returned, Some(Value::Int(9)));
    assert_eq!(source.follow("f", &[Value::Int(4_000_000)]).end, End::Limit);
}

#[test]
fn executions_whose_texts_grow_and_grow_are_cut() {
    let lib = "pub fn f(n: u32) -> usize { let mut text = String::new(); for _ in 0..n { text.push_str(\"0123456789\"); } text.len() }";
    let source = Source::new(lib);
    assert_eq!(source.follow("f", &[Value::Int(9)]).returned, Some(Value::Int(90)));
    assert_eq!(source.follow("f", &[Value::Int(5_000)]).end, End::Limit);
}

#[test]
fn what_is_not_modelled_leaves_a_path_that_is_not_exact() {
    let lib =
        "pub fn f(n: u32) -> bool { let t: u32 = std::hint::spin(n); if t > 3 { n > 4 } else { n < 9 } }";
    let source = Source::new(lib);
    let path = source.follow("f", &[Value::Int(9)]);
    assert_eq!(path.end, End::Returned);
    assert!(path.inexact.is_some_and(|why| why.contains("spin")));
}
