//! Functions that hang, recurse, panic, crash or answer differently each time: the run goes on and ends well.

use std::time::{Duration, Instant};

use cargo_morph::report::Verdict;

use crate::project::{Project, function};

/// Each in a module of its own, so that no relation calls one with another.
const HOSTILE: &str = "\
/// Ends for multiples of 3 only.
pub mod spins {
    pub fn spins(n: u32) -> u32 {
        let mut left = n % 60;
        while left != 0 {
            left = if left < 3 { left } else { left - 3 };
        }
        n % 60
    }
}

/// Never ends below 0.
pub mod recurses {
    pub fn recurses(n: i16) -> i32 {
        if n == 0 { 0 } else { 1 + recurses(n - 1) }
    }
}

/// Ends at 0 only, and has no loop of its own.
pub mod endless {
    pub fn endless(n: u32) -> usize {
        std::iter::repeat(n).take_while(|x| *x != 0).count() + 1
    }
}

/// Returns for few inputs.
pub mod panics {
    pub fn panics(a: u32, b: u32) -> u32 {
        assert!(a < 50 && b < 50 && a > b);
        a - b
    }
}

/// Takes the process down where memory is not enough.
pub mod allocates {
    pub fn allocates(n: u64) -> usize {
        let mut bytes: Vec<u8> = Vec::with_capacity((n as usize).min(isize::MAX as usize));
        bytes.push(n as u8);
        bytes.len() + (n as usize) % 2
    }
}

/// Depends on the order of a hash map.
pub mod shuffles {
    pub fn shuffles(items: &[u8]) -> Vec<u8> {
        let set: std::collections::HashSet<u8> = items.iter().copied().collect();
        set.into_iter().collect()
    }
}

/// Does not depend on it.
pub mod counts {
    pub fn counts(items: &[u8]) -> usize {
        let mut seen = std::collections::HashMap::new();
        items.iter().for_each(|item| *seen.entry(item).or_insert(0) += 1);
        seen.len()
    }
}

/// Never returns.
pub mod never {
    pub fn never(n: u8) -> u8 {
        if n < 255 { panic!(\"no {n}\") } else { loop {} }
    }
}

/// Ends the process.
pub mod aborts {
    pub fn aborts(n: u8) -> u8 {
        if n > 3 { std::process::abort() } else { n }
    }
}

pub mod distance {
    pub fn distance(a: u32, b: u32) -> u32 {
        if a > b { a - b } else { b - a }
    }
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn hostile_functions_cost_neither_the_run_nor_the_others() {
    let project = Project::library(HOSTILE);
    let begin = Instant::now();
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    let verdict = |name: &str| {
        let report = function(&discovery, &format!("tiny::{name}::{name}"));
        (report.verdict, report.reason.clone().unwrap_or_default())
    };
    for name in ["spins", "recurses", "endless", "panics", "allocates", "counts", "distance"] {
        assert_eq!(verdict(name), (Verdict::Tested, String::new()), "{name}");
    }
    let (shuffled, why) = verdict("shuffles");
    assert!(shuffled != Verdict::Tested && why.contains("not deterministic"), "{why}");
    let (never, why) = verdict("never");
    assert!(never == Verdict::Failed && why.contains("returned no value"), "{why}");
    let (aborts, why) = verdict("aborts");
    assert!(aborts == Verdict::Skipped && why.contains("abort"), "{why}");
    assert!(!function(&discovery, "tiny::distance::distance").relations.is_empty());
    let passed = project.test(&["--lib"]);
    assert_eq!(passed, discovery.totals.relations);
    // Bounded, however busy the machine is.
    assert!(begin.elapsed() < Duration::from_secs(600), "{:?}", begin.elapsed());
}
