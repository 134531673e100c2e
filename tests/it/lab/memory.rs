//! What asks for much memory without many steps.

use morph_lab::Outcome;
use morph_relation::Value;
use morph_traces::Oracle;

use super::{build, library};

const SOURCE: &str = r#"
pub fn fill(n: u32) -> usize {
    let mut all: Vec<u64> = Vec::with_capacity(n as usize);
    for i in 0..n.min(10) {
        all.push(u64::from(i));
    }
    all.len()
}
"#;

const ALLOCATOR: &str = r#"
struct Mine;
unsafe impl std::alloc::GlobalAlloc for Mine {
    unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 { unsafe { std::alloc::System.alloc(layout) } }
    unsafe fn dealloc(&self, at: *mut u8, layout: std::alloc::Layout) { unsafe { std::alloc::System.dealloc(at, layout) } }
}
#[global_allocator]
static MINE: Mine = Mine;
"#;

/// How `fill` ends for a small and for a large number.
fn ends(source: &str) -> [Outcome; 2] {
    let loaded = library(source);
    let (lab, _) = build(&loaded, &[]);
    let mut executor = Oracle::new(&lab).executor("tricky::fill", &|_| false).expect("it is in the lab");
    let rows = executor.run([20, 100_000_000].map(|n| vec![Value::Int(n)]).to_vec()).expect("it runs");
    [rows[0], rows[1]].map(|row| executor.original(row).clone())
}

#[test]
fn memory_burns_fuel() {
    assert_eq!(ends(SOURCE), [Outcome::Value(Value::Int(10)), Outcome::OutOfFuel]);
}

#[test]
fn package_with_an_allocator_of_its_own_keeps_it() {
    let ten = || Outcome::Value(Value::Int(10));
    assert_eq!(ends(&[SOURCE, ALLOCATOR].concat()), [ten(), ten()]);
}

/// Allocations in code of `std`, which has no counters.
const SMALL: &str = r#"
pub fn lines(n: u32) -> usize {
    "\n".repeat(n as usize).lines().map(String::from).map(|line| line + "-").map(Box::new).count()
}
"#;

#[test]
fn many_small_allocations_count_as_work_and_do_not_end_a_call() {
    let loaded = library(SMALL);
    let (lab, _) = build(&loaded, &[]);
    let mut executor = Oracle::new(&lab).executor("tricky::lines", &|_| false).expect("it is in the lab");
    let rows = executor.run([20, 4_000].map(|n| vec![Value::Int(n)]).to_vec()).expect("it runs");
    assert_eq!(executor.original(rows[1]), &Outcome::Value(Value::Int(4_000)));
    let (few, many) = (executor.fuel(rows[0]), executor.fuel(rows[1]));
    assert!(few < 500 && many > 70_000, "{few} {many}");
}
