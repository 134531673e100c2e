//! Memory burns fuel, too: no other counter sees a few large allocations. How many there are tells how long code without
//! counters takes, that of dependencies.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::Ordering::Relaxed;

use crate::protocol::REFUSED;

/// Counts the memory that calls allocate. An allocator cannot panic, so the next loop or call runs out of fuel. What takes
/// longer to fill than another process to start is not waited for: the process ends at once.
pub struct Counted;

extern "C" {
    fn _exit(code: i32) -> !;
}

/// Bytes that burn as much as one round of a loop.
const BYTES: usize = 256;

/// Bytes that are soon filled; and those that the system would not give.
const SMALL: usize = 16 << 20;
const LARGE: usize = 1 << 30;

#[inline(always)]
fn weigh(size: usize) -> i64 {
    crate::ALLOCATIONS.store(crate::ALLOCATIONS.load(Relaxed).wrapping_add(1), Relaxed);
    let fuel = (size / BYTES) as i64;
    if fuel == 0 {
        return 0;
    }
    let left = crate::FUEL.load(Relaxed).saturating_sub(fuel);
    crate::FUEL.store(left, Relaxed);
    left
}

unsafe impl GlobalAlloc for Counted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = layout.size();
        if weigh(size) < 0 && (SMALL..LARGE).contains(&size) {
            _exit(REFUSED);
        }
        System.alloc(layout)
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        System.dealloc(at, layout)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        weigh(layout.size());
        System.alloc_zeroed(layout)
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        weigh(size);
        System.realloc(at, layout, size)
    }
}
