//! One 512-bit register.

use std::arch::x86_64::*;

use super::Pack;

/// Eight numbers in a 512-bit register.
#[derive(Clone, Copy)]
pub struct Avx512(__m512d);

// SAFETY: see `Pack`; each method is one or a few instructions of AVX-512 F.
impl Pack for Avx512 {
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self {
        unsafe { Self(_mm512_load_pd(from)) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        unsafe { _mm512_store_pd(to, self.0) }
    }

    #[inline(always)]
    unsafe fn splat(x: f64) -> Self {
        unsafe { Self(_mm512_set1_pd(x)) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        unsafe { Self(_mm512_add_pd(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        unsafe { Self(_mm512_sub_pd(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        unsafe { Self(_mm512_mul_pd(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn div(self, other: Self) -> Self {
        unsafe { Self(_mm512_div_pd(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        unsafe {
            let nan = _mm512_cmp_pd_mask::<_CMP_UNORD_Q>(self.0, self.0);
            Self(_mm512_mask_mov_pd(_mm512_min_pd(other.0, self.0), nan, other.0))
        }
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        unsafe {
            let nan = _mm512_cmp_pd_mask::<_CMP_UNORD_Q>(self.0, self.0);
            Self(_mm512_mask_mov_pd(_mm512_max_pd(other.0, self.0), nan, other.0))
        }
    }

    #[inline(always)]
    unsafe fn neg(self) -> Self {
        unsafe {
            let sign = _mm512_set1_epi64(i64::MIN);
            Self(_mm512_castsi512_pd(_mm512_xor_si512(_mm512_castpd_si512(self.0), sign)))
        }
    }

    #[inline(always)]
    unsafe fn abs(self) -> Self {
        unsafe { Self(_mm512_abs_pd(self.0)) }
    }

    #[inline(always)]
    unsafe fn trunc(self) -> Self {
        unsafe { Self(_mm512_roundscale_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(self.0)) }
    }

    #[inline(always)]
    unsafe fn round32(self) -> Self {
        unsafe { Self(_mm512_cvtps_pd(_mm512_cvtpd_ps(self.0))) }
    }

    #[inline(always)]
    unsafe fn eq(self, other: Self) -> u8 {
        unsafe { _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(self.0, other.0) }
    }

    #[inline(always)]
    unsafe fn lt(self, other: Self) -> u8 {
        unsafe { _mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, other.0) }
    }

    #[inline(always)]
    unsafe fn le(self, other: Self) -> u8 {
        unsafe { _mm512_cmp_pd_mask::<_CMP_LE_OQ>(self.0, other.0) }
    }

    #[inline(always)]
    unsafe fn is_nan(self) -> u8 {
        unsafe { _mm512_cmp_pd_mask::<_CMP_UNORD_Q>(self.0, self.0) }
    }
}
