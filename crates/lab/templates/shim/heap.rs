//! Memory burns fuel, too: no other counter sees a few large allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::Ordering::Relaxed;

/// Counts the memory that calls allocate. An allocator cannot panic, so the next loop or call runs out of fuel; what is so
/// large that to fill it takes longer than to start another process is not allocated, which ends this one.
pub struct Counted;

/// Bytes that burn as much as one round of a loop.
const BYTES: usize = 1024;

/// Where there is no fuel for so many bytes, they are refused.
const LARGE: usize = 16 << 20;

/// Burns fuel for an allocation; whether it is refused.
#[inline(always)]
fn refuses(size: usize) -> bool {
    let fuel = (size / BYTES) as i64;
    if fuel == 0 {
        return false;
    }
    let left = crate::FUEL.load(Relaxed).saturating_sub(fuel);
    crate::FUEL.store(left, Relaxed);
    left < 0 && size > LARGE
}

unsafe impl GlobalAlloc for Counted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if refuses(layout.size()) {
            return null_mut();
        }
        System.alloc(layout)
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        System.dealloc(at, layout)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if refuses(layout.size()) {
            return null_mut();
        }
        System.alloc_zeroed(layout)
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if refuses(size) {
            return null_mut();
        }
        System.realloc(at, layout, size)
    }
}
