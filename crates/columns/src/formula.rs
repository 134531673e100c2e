//! What a kernel computes of up to four operands: one to three operators at once, so that what is between them stays
//! in registers.

use super::pack::Pack;

/// An operator on numbers in a kernel. The reversed ones take the right operand first, for chains.
pub type Code = u8;

pub const ADD: Code = 0;
pub const SUB: Code = 1;
pub const MUL: Code = 2;
pub const DIV: Code = 3;
pub const RSUB: Code = 4;
pub const RDIV: Code = 5;
/// Of integers: towards zero.
pub const INT_DIV: Code = 6;
/// Of integers: with the sign of the left operand. Exact up to 2^53, as the quotient is. Floats have no kernel.
pub const REM: Code = 7;
pub const MIN: Code = 8;
pub const MAX: Code = 9;
/// The left operand only, from here on.
pub const NEG: Code = 10;
pub const ABS: Code = 11;
/// To the nearest `f32`: after each operation on such floats.
pub const ROUND32: Code = 12;
/// Of an integer, whose zero has no sign.
pub const FLOAT: Code = 13;
/// Of floats; and of integers, whose zero has none.
pub const SIGNUM: Code = 14;
pub const INT_SIGNUM: Code = 15;

#[inline(always)]
unsafe fn apply<P: Pack, const C: Code>(a: P, b: P) -> P {
    unsafe {
        match C {
            ADD => a.add(b),
            SUB => a.sub(b),
            MUL => a.mul(b),
            DIV => a.div(b),
            RSUB => b.sub(a),
            RDIV => b.div(a),
            INT_DIV => a.div(b).trunc(),
            REM => a.sub(b.mul(a.div(b).trunc())),
            MIN => a.min(b),
            MAX => a.max(b),
            NEG => a.neg(),
            ABS => a.abs(),
            ROUND32 => a.round32(),
            SIGNUM => a.signum(),
            INT_SIGNUM => a.max(P::splat(-1.0)).min(P::splat(1.0)),
            _ => a.add(P::splat(0.0)),
        }
    }
}

/// A number of up to four operands.
///
/// # Safety
/// That of [`Pack`].
pub trait Formula {
    unsafe fn at<P: Pack>(a: P, b: P, c: P, d: P) -> P;
}

/// The first operand.
pub struct Plain;

/// `a∘b`
pub struct Single<const A: Code>;

/// `(a∘b)∘c`
pub struct Chain<const A: Code, const B: Code>;

/// `((a∘b)∘c)∘d`
pub struct LongChain<const A: Code, const B: Code, const C: Code>;

/// `(a∘b)∘(c∘d)`
pub struct Pair<const A: Code, const B: Code, const C: Code>;

impl<const A: Code> Formula for Single<A> {
    #[inline(always)]
    unsafe fn at<P: Pack>(a: P, b: P, _: P, _: P) -> P {
        unsafe { apply::<P, A>(a, b) }
    }
}

impl<const A: Code, const B: Code> Formula for Chain<A, B> {
    #[inline(always)]
    unsafe fn at<P: Pack>(a: P, b: P, c: P, _: P) -> P {
        unsafe { apply::<P, B>(apply::<P, A>(a, b), c) }
    }
}

impl<const A: Code, const B: Code, const C: Code> Formula for LongChain<A, B, C> {
    #[inline(always)]
    unsafe fn at<P: Pack>(a: P, b: P, c: P, d: P) -> P {
        unsafe { apply::<P, C>(apply::<P, B>(apply::<P, A>(a, b), c), d) }
    }
}

/// `A` and `C` are the inner operators, `B` is the one between them.
impl<const A: Code, const B: Code, const C: Code> Formula for Pair<A, B, C> {
    #[inline(always)]
    unsafe fn at<P: Pack>(a: P, b: P, c: P, d: P) -> P {
        unsafe { apply::<P, B>(apply::<P, A>(a, b), apply::<P, C>(c, d)) }
    }
}

/// Two sides of a comparison, of up to four operands.
///
/// # Safety
/// That of [`Pack`].
pub trait Sides {
    unsafe fn at<P: Pack>(a: P, b: P, c: P, d: P) -> (P, P);
}

/// `a` and `b`
impl Sides for Plain {
    #[inline(always)]
    unsafe fn at<P: Pack>(a: P, b: P, _: P, _: P) -> (P, P) {
        (a, b)
    }
}

/// `a∘b` and `c`
impl<const A: Code> Sides for Single<A> {
    #[inline(always)]
    unsafe fn at<P: Pack>(a: P, b: P, c: P, _: P) -> (P, P) {
        (unsafe { apply::<P, A>(a, b) }, c)
    }
}

/// `a∘b` and `c∘d`
impl<const A: Code, const B: Code> Sides for Chain<A, B> {
    #[inline(always)]
    unsafe fn at<P: Pack>(a: P, b: P, c: P, d: P) -> (P, P) {
        unsafe { (apply::<P, A>(a, b), apply::<P, B>(c, d)) }
    }
}

/// A comparison in a kernel.
pub type Comparison = u8;

/// Of integers.
pub const EQ: Comparison = 0;
pub const LT: Comparison = 1;
pub const GT: Comparison = 2;
pub const LE: Comparison = 3;
pub const GE: Comparison = 4;
/// Of floats: NaN equals NaN.
pub const EQ_NAN: Comparison = 5;
pub const LE_NAN: Comparison = 6;
pub const GE_NAN: Comparison = 7;
/// Of floats, within a relative tolerance.
pub const EQ_NEAR: Comparison = 8;
pub const LE_NEAR: Comparison = 9;
pub const GE_NEAR: Comparison = 10;

/// `|a - b| <= ratio * max(floor, |a|, |b|)`: `Rel` has the floor 0, `Mixed` 1 (`Tolerance::same_f64`).
#[derive(Clone, Copy, Debug)]
pub struct Near {
    pub ratio: f64,
    pub floor: f64,
}

#[inline(always)]
pub unsafe fn compare<P: Pack, const C: Comparison>(a: P, b: P, near: Near) -> u8 {
    unsafe {
        match C {
            EQ => a.eq(b),
            LT => a.lt(b),
            GT => b.lt(a),
            LE => a.le(b),
            GE => b.le(a),
            EQ_NAN => a.eq(b) | (a.is_nan() & b.is_nan()),
            LE_NAN => a.le(b) | (a.is_nan() & b.is_nan()),
            GE_NAN => b.le(a) | (a.is_nan() & b.is_nan()),
            EQ_NEAR => same(a, b, near),
            LE_NEAR => a.lt(b) | same(a, b, near),
            _ => b.lt(a) | same(a, b, near),
        }
    }
}

#[inline(always)]
unsafe fn same<P: Pack>(a: P, b: P, near: Near) -> u8 {
    unsafe {
        let larger = a.abs().max(b.abs());
        let allowed = P::splat(near.ratio).mul(larger.max(P::splat(near.floor)));
        let close = a.sub(b).abs().le(allowed);
        // `max` passes over a NaN, of which the difference is none either, so that `close` is false.
        let finite = larger.lt(P::splat(f64::INFINITY));
        a.eq(b) | (a.is_nan() & b.is_nan()) | (close & finite)
    }
}
