//! One 512-bit register.

use std::arch::x86_64::*;

use super::Pack;

/// Eight numbers in a 512-bit register. With `MULTIPLIES`, quotients leave the divider alone where that gives the same
/// bits; packs of both kinds by turns keep the divider and the multipliers busy at the same time.
#[derive(Clone, Copy)]
pub struct Avx512<const MULTIPLIES: bool>(__m512d);

// SAFETY: see `Pack`; each method is one or a few instructions of AVX-512 F.
impl<const MULTIPLIES: bool> Pack for Avx512<MULTIPLIES> {
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
    unsafe fn quotient(self, other: Self) -> Self {
        if !MULTIPLIES {
            return unsafe { self.div(other) };
        }
        unsafe {
            let regular = near(self.0, 0xff) & near(other.0, 0xff) & significand_is_not_ones(other.0);
            if regular != 0xff { self.div(other) } else { Self(multiplied(self.0, other.0)) }
        }
    }

    #[inline(always)]
    unsafe fn int_quotient(self, other: Self) -> Self {
        if !MULTIPLIES {
            return unsafe { self.div(other) };
        }
        unsafe {
            let zero = _mm512_setzero_pd();
            let by_zero = _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(other.0, zero);
            let divisor = _mm512_mask_mov_pd(other.0, by_zero, _mm512_set1_pd(1.0));
            let not_zero = _mm512_cmp_pd_mask::<_CMP_NEQ_UQ>(self.0, zero);
            let regular =
                (near(self.0, not_zero) | !not_zero) & near(divisor, 0xff) & significand_is_not_ones(divisor);
            if regular != 0xff { self.div(other) } else { Self(multiplied(self.0, divisor)) }
        }
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
    unsafe fn signum(self) -> Self {
        unsafe {
            let nan = _mm512_cmp_pd_mask::<_CMP_UNORD_Q>(self.0, self.0);
            let signed = _mm512_or_pd(_mm512_and_pd(_mm512_set1_pd(-0.0), self.0), _mm512_set1_pd(1.0));
            Self(_mm512_mask_mov_pd(signed, nan, self.0))
        }
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

/// Those of the numbers that lie in [2^-255, 2^257), the sign aside.
#[inline(always)]
unsafe fn near(x: __m512d, of: u8) -> u8 {
    unsafe {
        // Biased exponents in [768, 1280).
        let above =
            _mm512_sub_epi64(_mm512_slli_epi64::<1>(_mm512_castpd_si512(x)), _mm512_set1_epi64(768 << 53));
        _mm512_mask_cmplt_epu64_mask(of, above, _mm512_set1_epi64(512 << 53))
    }
}

#[inline(always)]
unsafe fn significand_is_not_ones(x: __m512d) -> u8 {
    unsafe {
        let ones = _mm512_or_si512(_mm512_castpd_si512(x), _mm512_set1_epi64(0xfff << 52));
        _mm512_cmpneq_epi64_mask(ones, _mm512_set1_epi64(-1))
    }
}

/// `a / b` by fused multiplications, which take less time than the divider and give the same bits where `a` and `b`
/// are [`near`] and not all bits of the divisor's significand are ones (P. Markstein, "Computation of elementary
/// functions on the IBM RISC System/6000 processor", 1990): a reciprocal within one unit of the last place, refined
/// once more, is correctly rounded, and then so is a quotient within one unit, corrected by its exact remainder.
#[inline(always)]
unsafe fn multiplied(a: __m512d, b: __m512d) -> __m512d {
    unsafe {
        let one = _mm512_set1_pd(1.0);
        // 14, 28, 53 bits, and the last one.
        let mut inverse = _mm512_rcp14_pd(b);
        for _ in 0..3 {
            inverse = _mm512_fmadd_pd(_mm512_fnmadd_pd(b, inverse, one), inverse, inverse);
        }
        let mut quotient = _mm512_mul_pd(a, inverse);
        for _ in 0..2 {
            quotient = _mm512_fmadd_pd(_mm512_fnmadd_pd(b, quotient, a), inverse, quotient);
        }
        quotient
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[repr(align(64))]
    struct Eight([f64; 8]);

    #[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl")]
    unsafe fn quotients(a: &Eight, b: &Eight, to: &mut Eight) {
        unsafe {
            Avx512::<true>::load(a.0.as_ptr())
                .quotient(Avx512::<true>::load(b.0.as_ptr()))
                .store(to.0.as_mut_ptr())
        }
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl")]
    unsafe fn int_quotients(a: &Eight, b: &Eight, to: &mut Eight) {
        unsafe {
            Avx512::<true>::load(a.0.as_ptr())
                .int_quotient(Avx512::<true>::load(b.0.as_ptr()))
                .store(to.0.as_mut_ptr());
        }
    }

    /// Numbers of which quotients are hard to round: few bits set or few clear, at both ends of the significand,
    /// beside any; of all exponents that the fast way takes, and some that it does not.
    fn number(rng: &mut ChaCha8Rng) -> f64 {
        let significand = match rng.random_range(0..5) {
            0 => (1 << 52) - 1 - rng.random_range(0..8_u64),
            1 => rng.random_range(0..8_u64),
            2 => (rng.random::<u64>() >> 12) & !((1 << rng.random_range(1..52)) - 1),
            3 => (rng.random::<u64>() >> 12) | ((1 << rng.random_range(1..52)) - 1),
            _ => rng.random::<u64>() >> 12,
        };
        let exponent =
            if rng.random_bool(0.01) { rng.random_range(0..2048) } else { rng.random_range(768..1280) };
        f64::from_bits(rng.random::<u64>() & (1 << 63) | exponent << 52 | significand)
    }

    #[test]
    fn quotients_have_the_bits_that_the_divider_gives_them() {
        if !is_x86_feature_detected!("avx512dq") || !is_x86_feature_detected!("avx512vl") {
            return;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut found = Eight([0.0; 8]);
        for _ in 0..250_000 {
            let [a, b] = [(); 2].map(|()| Eight(std::array::from_fn(|_| number(&mut rng))));
            // SAFETY: the machine has the instructions.
            unsafe { quotients(&a, &b, &mut found) };
            for i in 0..8 {
                let wanted = a.0[i] / b.0[i];
                assert!(
                    found.0[i].to_bits() == wanted.to_bits() || (found.0[i].is_nan() && wanted.is_nan()),
                    "{:e} / {:e} is {wanted:e}, but {:e}",
                    a.0[i],
                    b.0[i],
                    found.0[i]
                );
            }
        }
    }

    #[test]
    fn quotients_of_integers_are_those_of_the_divider_but_for_the_sign_of_zero() {
        if !is_x86_feature_detected!("avx512dq") || !is_x86_feature_detected!("avx512vl") {
            return;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let mut found = Eight([0.0; 8]);
        for _ in 0..100_000 {
            let [a, b] = [(); 2].map(|()| {
                Eight(std::array::from_fn(|_| {
                    let bits = rng.random_range(0..54);
                    rng.random_range(-(1_i64 << bits)..=1 << bits) as f64
                }))
            });
            // SAFETY: the machine has the instructions.
            unsafe { int_quotients(&a, &b, &mut found) };
            for i in (0..8).filter(|i| b.0[*i] != 0.0) {
                assert!(found.0[i] == a.0[i] / b.0[i], "{} / {} is not {}", a.0[i], b.0[i], found.0[i]);
            }
        }
    }
}
