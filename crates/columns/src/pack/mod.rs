//! Eight numbers at a time, in whichever registers the machine has.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;

/// How many numbers a pack holds; a comparison of two packs is one byte.
pub const PACK: usize = 8;

/// Eight numbers. Minima and maxima are those of `f64::min` and `f64::max`; of two equal numbers the first is taken.
///
/// # Safety
/// All methods need the instructions of the implementation, and must be inlined into a function that enables them.
pub trait Pack: Copy {
    /// Reads eight numbers, which lie at a multiple of 64 bytes.
    unsafe fn load(from: *const f64) -> Self;
    /// Writes them.
    unsafe fn store(self, to: *mut f64);
    /// One number eight times.
    unsafe fn splat(x: f64) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn mul(self, other: Self) -> Self;
    unsafe fn div(self, other: Self) -> Self;
    unsafe fn min(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    unsafe fn neg(self) -> Self;
    unsafe fn abs(self) -> Self;
    /// 1 with the sign of the number, and NaN for NaN (`f64::signum`).
    unsafe fn signum(self) -> Self;
    /// Towards zero.
    unsafe fn trunc(self) -> Self;
    /// To the nearest `f32`.
    unsafe fn round32(self) -> Self;
    /// Equal; NaN equals nothing.
    unsafe fn eq(self, other: Self) -> u8;
    unsafe fn lt(self, other: Self) -> u8;
    unsafe fn le(self, other: Self) -> u8;
    unsafe fn is_nan(self) -> u8;
}
