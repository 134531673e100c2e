//! The run-time side of the lab: the mutant switch, fuel, probes, and the loop that answers the parent.
//! One copy serves every package of a lab build, so that callers in one package see a mutant in another.
#![allow(warnings)]

pub extern crate std;
// As the types of dependencies name it.
extern crate self as __morph;

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod confine;
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod confine {
    pub fn confine(_: i32, _: i32) -> bool {
        false
    }
    pub fn one_heap() {}
}
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod numbers;
mod distance;
mod heap;
mod near;
mod outer;
mod protocol;
mod record;
mod serve;
mod standard;
mod switched;
mod watch;
mod wire;

pub use near::{Far, How, NearNumbers, NearOne, NearTexts, NearTwo, NearWhole, One, Two, Whole};
pub use record::record;
pub use serve::{is_worker, serve, Call, Table};
pub use standard::write_unordered;
pub use switched::Switched;
pub use wire::{
    begin_making, end_making, keep_until_the_next_call, write_characters, write_debug, write_items, Made, Read, Reader, Write, Writer,
};

use std::cell::{Cell, UnsafeCell};
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering::Relaxed};

// The numbers of mutants and probes in the lab, written beside this file.
include!("sizes.rs");

/// The hash of a value; the hasher has the same keys in every process.
pub fn hash<T: std::hash::Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    value.hash(&mut hasher);
    std::hash::Hasher::finish(&hasher)
}

/// The mutant that is switched on; 0 is the original.
static ACTIVE: AtomicU32 = AtomicU32::new(0);
/// The first mutant of the same place.
static LEADER: AtomicU32 = AtomicU32::new(0);
/// The call's remaining fuel.
static FUEL: AtomicI64 = AtomicI64::new(i64::MAX);
/// How often the call asked for memory.
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
/// The stack must not grow below this address.
static BOTTOM: AtomicI64 = AtomicI64::new(0);
/// A mutant's stack must not grow below this address once little fuel is left, which tells recursion from large frames.
/// The original's stack did not grow below it.
static FLOOR: AtomicI64 = AtomicI64::new(0);
static LITTLE: AtomicI64 = AtomicI64::new(0);
/// The number of the call, which marks the places that it reaches.
static EPOCH: AtomicU32 = AtomicU32::new(1);

struct Marks<const N: usize>([AtomicU32; N], [AtomicU32; N], AtomicU32);

static SWITCHES: Marks<{ MUTANTS + 1 }> = Marks::new();
static PROBED: Marks<{ PROBES + 1 }> = Marks::new();

impl<const N: usize> Marks<N> {
    const fn new() -> Self {
        Marks([const { AtomicU32::new(0) }; N], [const { AtomicU32::new(0) }; N], AtomicU32::new(0))
    }

    /// Notes that this call reached `id`. The second array lists each reached place once.
    #[inline(always)]
    fn mark(&self, id: u32, epoch: u32) {
        if self.0[id as usize].load(Relaxed) != epoch {
            self.note(id, epoch);
        }
    }

    #[cold]
    #[inline(never)]
    fn note(&self, id: u32, epoch: u32) {
        self.0[id as usize].store(epoch, Relaxed);
        let n = self.2.load(Relaxed);
        if (n as usize) < N {
            self.1[n as usize].store(id, Relaxed);
            self.2.store(n + 1, Relaxed);
        }
    }

    /// The places reached since the last [`Marks::clear`], in order.
    fn reached(&self, ids: &mut Vec<u32>) {
        let n = (self.2.load(Relaxed) as usize).min(N);
        ids.clear();
        ids.extend(self.1[..n].iter().map(|id| id.load(Relaxed)));
        ids.sort_unstable();
    }

    fn clear(&self) {
        self.2.store(0, Relaxed);
    }
}

/// Whether mutant `id` is switched on, at a place of its own.
#[inline(always)]
pub fn on(id: u32) -> bool {
    !off(id)
}

/// Whether no mutant of a place is switched on. The place is identified by its first mutant.
#[inline(always)]
pub fn off(leader: u32) -> bool {
    let active = LEADER.load(Relaxed);
    if active == 0 {
        // Reached places are reported for the original only.
        SWITCHES.mark(leader, EPOCH.load(Relaxed));
    }
    active != leader
}

/// Whether mutant `id` is switched on, at a place that [`off`] has noted.
#[inline(always)]
pub fn is(id: u32) -> bool {
    ACTIVE.load(Relaxed) == id
}

/// Notes that a statement is executed.
#[inline(always)]
pub fn hit(probe: u32) {
    if LEADER.load(Relaxed) == 0 {
        PROBED.mark(probe, EPOCH.load(Relaxed));
    }
}

/// Notes the outcome of a condition: `probe` stands for `true`, the next probe for `false`.
#[inline(always)]
pub fn branch(probe: u32, outcome: bool) -> bool {
    hit(probe + !outcome as u32);
    outcome
}

/// Operands of `?`.
pub trait Tried {
    /// Whether `?` continues with a value.
    fn goes_on(&self) -> bool;
}

impl<T> Tried for Option<T> {
    fn goes_on(&self) -> bool {
        self.is_some()
    }
}

impl<T, E> Tried for Result<T, E> {
    fn goes_on(&self) -> bool {
        self.is_ok()
    }
}

impl<B, C> Tried for std::ops::ControlFlow<B, C> {
    fn goes_on(&self) -> bool {
        self.is_continue()
    }
}

/// Notes whether `?` continues: `probe` stands for continuing, the next probe for returning.
#[inline(always)]
pub fn tried<T: Tried>(probe: u32, operand: T) -> T {
    hit(probe + !operand.goes_on() as u32);
    operand
}

/// The payload of the panic that ends a call without fuel.
pub struct OutOfFuel;

/// Burns fuel: one round of a loop.
#[inline(always)]
pub fn burn() {
    // Only the worker's thread matters here; a race would cost precision, not safety.
    let left = FUEL.load(Relaxed) - 1;
    FUEL.store(left, Relaxed);
    if left < 0 {
        out_of_fuel();
    }
}

/// Burns fuel: one call. Recursion that is too deep runs out of fuel, too.
#[inline(always)]
pub fn enter() {
    let here = 0_u8;
    let here = &here as *const u8 as i64;
    if here < FLOOR.load(Relaxed) {
        deeper(here);
    }
    burn();
}

#[cold]
#[inline(never)]
fn deeper(here: i64) {
    if here < BOTTOM.load(Relaxed) {
        out_of_fuel();
    } else if ACTIVE.load(Relaxed) == 0 {
        FLOOR.store(here, Relaxed);
    } else if FUEL.load(Relaxed) < LITTLE.load(Relaxed) {
        out_of_fuel();
    }
}

#[cold]
#[inline(never)]
fn out_of_fuel() {
    if std::thread::panicking() {
        // A second panic would abort, so code that runs while unwinding continues.
        return;
    }
    FUEL.store(-1, Relaxed);
    std::panic::panic_any(OutOfFuel);
}
