//! Two 256-bit registers.

use std::arch::x86_64::*;

use super::Pack;

/// Eight numbers in two 256-bit registers.
#[derive(Clone, Copy)]
pub struct Avx2(__m256d, __m256d);

/// The same on both halves.
macro_rules! halves {
    ($f:expr, $a:ident) => {
        unsafe { Self($f($a.0), $f($a.1)) }
    };
    ($f:expr, $a:ident, $b:ident) => {
        unsafe { Self($f($a.0, $b.0), $f($a.1, $b.1)) }
    };
}

/// A comparison of both halves, as a byte.
macro_rules! byte {
    ($how:ident, $a:ident, $b:ident) => {
        unsafe {
            let low = _mm256_movemask_pd(_mm256_cmp_pd::<$how>($a.0, $b.0));
            let high = _mm256_movemask_pd(_mm256_cmp_pd::<$how>($a.1, $b.1));
            (low | high << 4) as u8
        }
    };
}

// SAFETY: see `Pack`; each method is a few instructions of AVX.
impl Pack for Avx2 {
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self {
        unsafe { Self(_mm256_load_pd(from), _mm256_load_pd(from.add(4))) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        unsafe {
            _mm256_store_pd(to, self.0);
            _mm256_store_pd(to.add(4), self.1);
        }
    }

    #[inline(always)]
    unsafe fn splat(x: f64) -> Self {
        unsafe { Self(_mm256_set1_pd(x), _mm256_set1_pd(x)) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        halves!(_mm256_add_pd, self, other)
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        halves!(_mm256_sub_pd, self, other)
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        halves!(_mm256_mul_pd, self, other)
    }

    #[inline(always)]
    unsafe fn div(self, other: Self) -> Self {
        halves!(_mm256_div_pd, self, other)
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        unsafe {
            let half = |a, b| _mm256_blendv_pd(_mm256_min_pd(b, a), b, _mm256_cmp_pd::<_CMP_UNORD_Q>(a, a));
            Self(half(self.0, other.0), half(self.1, other.1))
        }
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        unsafe {
            let half = |a, b| _mm256_blendv_pd(_mm256_max_pd(b, a), b, _mm256_cmp_pd::<_CMP_UNORD_Q>(a, a));
            Self(half(self.0, other.0), half(self.1, other.1))
        }
    }

    #[inline(always)]
    unsafe fn neg(self) -> Self {
        unsafe {
            let sign = _mm256_set1_pd(-0.0);
            Self(_mm256_xor_pd(self.0, sign), _mm256_xor_pd(self.1, sign))
        }
    }

    #[inline(always)]
    unsafe fn abs(self) -> Self {
        unsafe {
            let sign = _mm256_set1_pd(-0.0);
            Self(_mm256_andnot_pd(sign, self.0), _mm256_andnot_pd(sign, self.1))
        }
    }

    #[inline(always)]
    unsafe fn signum(self) -> Self {
        unsafe {
            let (sign, one) = (_mm256_set1_pd(-0.0), _mm256_set1_pd(1.0));
            let half = |a| {
                let signed = _mm256_or_pd(_mm256_and_pd(sign, a), one);
                _mm256_blendv_pd(signed, a, _mm256_cmp_pd::<_CMP_UNORD_Q>(a, a))
            };
            Self(half(self.0), half(self.1))
        }
    }

    #[inline(always)]
    unsafe fn trunc(self) -> Self {
        halves!(_mm256_round_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>, self)
    }

    #[inline(always)]
    unsafe fn round32(self) -> Self {
        unsafe { Self(_mm256_cvtps_pd(_mm256_cvtpd_ps(self.0)), _mm256_cvtps_pd(_mm256_cvtpd_ps(self.1))) }
    }

    #[inline(always)]
    unsafe fn eq(self, other: Self) -> u8 {
        byte!(_CMP_EQ_OQ, self, other)
    }

    #[inline(always)]
    unsafe fn lt(self, other: Self) -> u8 {
        byte!(_CMP_LT_OQ, self, other)
    }

    #[inline(always)]
    unsafe fn le(self, other: Self) -> u8 {
        byte!(_CMP_LE_OQ, self, other)
    }

    #[inline(always)]
    unsafe fn is_nan(self) -> u8 {
        byte!(_CMP_UNORD_Q, self, self)
    }
}
