//! Parses mutations of examples: a parser of foreign text may refuse what it is given, but neither panic, overflow its stack
//! nor hang.
//!
//! Tests call [`fuzz`], which parses a few thousand inputs. `MORPH_FUZZ=10000000` parses that many, and
//! `MORPH_FUZZ_FROM=4096000` begins with that number: an input depends on its number alone. With `MORPH_FUZZ=1` it is
//! printed first.

mod mutate;
mod random;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use mutate::Mutator;

/// How many inputs a test parses.
const INPUTS: u64 = 3_000;
/// Inputs that one thread parses: if its stack overflows, its name tells where it began.
const BLOCK: u64 = 1_024;
/// The stack of a thread of std; code that is not optimized needs several times as much.
const STACK: usize = if cfg!(debug_assertions) { 8 << 20 } else { 2 << 20 };
/// No input is worth longer.
const HANGS: Duration = Duration::from_secs(20);

/// Parses mutations of examples, and panics with an input that makes `parse` panic, as short as it could be made. `parse`
/// returns whether it took the input; an input that hangs, or overflows the stack, ends the process.
///
/// # Panics
///
/// As said, and where `parse` does not take the examples themselves.
pub fn fuzz(name: &str, examples: &[impl AsRef<[u8]>], parse: impl Fn(&[u8]) -> bool + Sync) {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.replace('_', "").parse().ok());
    let from: u64 = number("MORPH_FUZZ_FROM").unwrap_or(0);
    let end = from + number("MORPH_FUZZ").unwrap_or(INPUTS);
    let examples: Vec<&[u8]> = examples.iter().map(AsRef::as_ref).collect();
    for example in &examples {
        assert!(parse(example), "{name}: an example is refused: {}", String::from_utf8_lossy(example));
    }
    let mutator = &Mutator::new(&examples);
    let (current, done) = (&AtomicU64::new(from), &AtomicBool::new(false));
    let (taken, parse) = (&AtomicU64::new(0), &parse);
    let begin = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(move || watch(name, current, done));
        for first in (from..end).step_by(BLOCK as usize) {
            let block = move || {
                for number in first..end.min(first + BLOCK) {
                    current.store(number, Relaxed);
                    let input = mutator.input(number);
                    if end - from == 1 {
                        println!("{name}: input {number} is {:?}", String::from_utf8_lossy(&input));
                    }
                    match catch_unwind(AssertUnwindSafe(|| parse(&input))) {
                        Ok(true) => _ = taken.fetch_add(1, Relaxed),
                        Ok(false) => {}
                        Err(_) => return Some((number, input)),
                    }
                }
                None
            };
            let thread = std::thread::Builder::new().name(format!("{name} from {first}")).stack_size(STACK);
            let ended =
                thread.spawn_scoped(scope, block).expect("a thread").join().expect("it catches panics");
            if let Some((number, input)) = ended {
                done.store(true, Relaxed);
                let input =
                    shortened(input, &|input| catch_unwind(AssertUnwindSafe(|| parse(input))).is_err());
                panic!("{name}: input {number} panics: {:?}", String::from_utf8_lossy(&input));
            }
        }
        done.store(true, Relaxed);
    });
    let seconds = begin.elapsed().as_secs_f64();
    println!("{name}: {} inputs, {} taken, {seconds:.0} s", end - from, taken.load(Relaxed));
}

/// Ends the process when one input takes too long.
fn watch(name: &str, current: &AtomicU64, done: &AtomicBool) {
    let mut last = (current.load(Relaxed), Instant::now());
    while !done.load(Relaxed) {
        std::thread::sleep(Duration::from_millis(20));
        let now = current.load(Relaxed);
        if now != last.0 {
            last = (now, Instant::now());
        } else if last.1.elapsed() > HANGS {
            eprintln!("{name}: input {now} takes more than {} s", HANGS.as_secs());
            std::process::abort();
        }
    }
}

/// The input without what it does not need in order to fail.
fn shortened(mut input: Vec<u8>, fails: &dyn Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut size = input.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < input.len() {
            let mut shorter = input.clone();
            shorter.drain(at..(at + size).min(input.len()));
            if fails(&shorter) { input = shorter } else { at += size }
        }
        size /= 2;
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(result: std::thread::Result<()>) -> String {
        *result.expect_err("it panics").downcast::<String>().expect("with a text")
    }

    #[test]
    fn input_that_panics_is_found_and_shortened() {
        let parse = |input: &[u8]| {
            assert!(!input.windows(2).any(|pair| pair == b"(("), "nested");
            true
        };
        let found = said(catch_unwind(|| fuzz("nested", &["f(x) + g(y)", "(1)"], parse)));
        assert!(found.ends_with("panics: \"((\""), "{found}");
    }

    #[test]
    fn examples_must_be_taken() {
        let found = said(catch_unwind(|| fuzz("never", &["x"], |_: &[u8]| false)));
        assert!(found.contains("an example is refused"), "{found}");
    }
}
