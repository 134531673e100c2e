//! An array, which compilers put into whatever vector registers every machine of the target has.

use super::{PACK, Pack};

/// Eight numbers in an array.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Portable([f64; PACK]);

impl Portable {
    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i])))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn byte(self, other: Self, f: impl Fn(f64, f64) -> bool) -> u8 {
        (0..PACK).fold(0, |byte, i| byte | u8::from(f(self.0[i], other.0[i])) << i)
    }
}

// SAFETY: nothing but aligned reads and writes of eight numbers.
impl Pack for Portable {
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self {
        unsafe { *from.cast::<Self>() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        unsafe { *to.cast::<Self>() = self }
    }

    #[inline(always)]
    unsafe fn splat(x: f64) -> Self {
        Self([x; PACK])
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }

    #[inline(always)]
    unsafe fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if a.is_nan() || b < a { b } else { a })
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a.is_nan() || b > a { b } else { a })
    }

    #[inline(always)]
    unsafe fn neg(self) -> Self {
        self.map(|a| -a)
    }

    #[inline(always)]
    unsafe fn abs(self) -> Self {
        self.map(f64::abs)
    }

    #[inline(always)]
    unsafe fn signum(self) -> Self {
        self.map(f64::signum)
    }

    #[inline(always)]
    unsafe fn trunc(self) -> Self {
        self.map(f64::trunc)
    }

    #[inline(always)]
    unsafe fn round32(self) -> Self {
        self.map(|a| f64::from(a as f32))
    }

    #[inline(always)]
    unsafe fn eq(self, other: Self) -> u8 {
        self.byte(other, |a, b| a == b)
    }

    #[inline(always)]
    unsafe fn lt(self, other: Self) -> u8 {
        self.byte(other, |a, b| a < b)
    }

    #[inline(always)]
    unsafe fn le(self, other: Self) -> u8 {
        self.byte(other, |a, b| a <= b)
    }

    #[inline(always)]
    unsafe fn is_nan(self) -> u8 {
        self.byte(self, |a, _| a.is_nan())
    }
}
