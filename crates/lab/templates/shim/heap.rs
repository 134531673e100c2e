//! Memory burns fuel, too: no other counter sees a few large allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::Ordering::Relaxed;

/// Counts the memory that calls allocate. An allocator cannot panic, so the next loop or call runs out of fuel.
pub struct Counted;

/// Bytes that burn as much as one round of a loop.
const BYTES: usize = 1024;

#[inline(always)]
fn weigh(size: usize) {
    let fuel = (size / BYTES) as i64;
    if fuel > 0 {
        crate::FUEL.store(crate::FUEL.load(Relaxed).saturating_sub(fuel), Relaxed);
    }
}

unsafe impl GlobalAlloc for Counted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        weigh(layout.size());
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
