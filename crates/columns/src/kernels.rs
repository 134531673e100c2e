//! Kernels: a formula or a comparison over one block, for each instruction set, chosen at run time.

use super::block::{BLOCK, Bits};
use super::formula::*;
#[cfg(target_arch = "x86_64")]
use super::pack::avx2::Avx2;
use super::pack::portable::Portable;
use super::pack::{PACK, Pack};
use morph_relation::Tolerance;

/// Where an operand lies: its first number, and how far apart its packs are (0 for a constant).
#[derive(Clone, Copy)]
pub struct Source {
    pub at: *const f64,
    pub step: usize,
}

/// Operands of a kernel; those that it does not read may be any.
pub type Sources = [Source; 4];

/// Computes the numbers of a block.
///
/// # Safety
/// The machine has the kernel's instruction set, the operands that it reads are blocks or packs at multiples of
/// 64 bytes, and so is the result, which may be one of the operands.
pub type NumberKernel = unsafe fn(&Sources, *mut f64);

/// Compares numbers of a block.
///
/// # Safety
/// That of [`NumberKernel`]; the result is a block of bits.
pub type TestKernel = unsafe fn(&Sources, *mut Bits, Testing);

/// How a comparison is made.
#[derive(Clone, Copy, Debug)]
pub struct Testing {
    pub near: Near,
    /// 255 for the opposite of the comparison.
    pub flip: u8,
}

/// The rows on which a relation is true and valid, a guard is, and rows count at all.
pub struct Ballot<'a> {
    pub truth: &'a Bits,
    pub valid: &'a Bits,
    pub guard: &'a Bits,
    pub guard_valid: &'a Bits,
    pub rows: &'a Bits,
}

/// Counts rows on which a relation counts, and of them those on which it is false.
///
/// # Safety
/// The machine has the instruction set.
pub type CountKernel = unsafe fn(&Ballot<'_>) -> (u32, u32);

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// What every machine of the target has.
    Portable,
    /// AVX2 of x86-64. Wider registers were 1.3 times as fast in kernels alone, which are a hundredth of a search.
    Avx2,
}

impl Isa {
    /// Those that this machine has, the widest last.
    pub fn available() -> Vec<Isa> {
        let mut found = vec![Isa::Portable];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            found.push(Isa::Avx2);
        }
        found
    }

    /// The widest that this machine has.
    pub fn best() -> Isa {
        Isa::available().last().copied().unwrap_or(Isa::Portable)
    }

    /// Whether a kernel can compute several operators, which takes 195 more kernels and saves a fifth of the time.
    ///
    /// Only the widest instruction set of an architecture has these.
    pub(super) fn fuses(self) -> bool {
        self == Isa::Avx2 || !cfg!(target_arch = "x86_64")
    }

    pub(super) fn number(self, shape: Shape) -> NumberKernel {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => number::<avx2::Set>(shape),
            #[cfg(target_arch = "x86_64")]
            Isa::Portable => match shape {
                Shape::Single(code) => single::<portable::Set>(code),
                _ => unreachable!("no kernel computes several operators there"),
            },
            #[cfg(not(target_arch = "x86_64"))]
            _ => number::<portable::Set>(shape),
        }
    }

    pub(super) fn test(self, sides: Sided, comparison: Comparison) -> TestKernel {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => test::<avx2::Set>(sides, comparison),
            #[cfg(target_arch = "x86_64")]
            Isa::Portable => match sides {
                Sided::Plain => plain_test::<portable::Set>(comparison),
                _ => unreachable!("no kernel computes several operators there"),
            },
            #[cfg(not(target_arch = "x86_64"))]
            _ => test::<portable::Set>(sides, comparison),
        }
    }

    pub(super) fn count(self) -> CountKernel {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => avx2::count,
            _ => portable::count,
        }
    }
}

/// What a step computes of its operands: the code of each operator, inner ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Single(Code),
    Chain(Code, Code),
    LongChain(Code, Code, Code),
    /// Left, between, right.
    Pair(Code, Code, Code),
}

/// What is on the sides of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sided {
    Plain,
    Left(Code),
    Both(Code, Code),
}

/// The kernels of an instruction set.
trait Set {
    fn number<F: Formula>() -> NumberKernel;
    fn test<S: Sides, const C: Comparison>() -> TestKernel;
}

#[inline(always)]
unsafe fn number_block<P: Pack, F: Formula>(from: &Sources, to: *mut f64) {
    // A copy, which no store to the result can change.
    let from = *from;
    for i in 0..BLOCK / PACK {
        // SAFETY: the caller's.
        unsafe {
            let operand = |n: usize| P::load(from[n].at.add(i * from[n].step));
            F::at(operand(0), operand(1), operand(2), operand(3)).store(to.add(i * PACK));
        }
    }
}

#[inline(always)]
unsafe fn test_block<P: Pack, S: Sides, const C: Comparison>(
    from: &Sources,
    to: *mut Bits,
    testing: Testing,
) {
    let from = *from;
    for i in 0..BLOCK / 64 {
        let mut word = [0; 8];
        for (j, byte) in word.iter_mut().enumerate() {
            // SAFETY: the caller's.
            unsafe {
                let operand = |n: usize| P::load(from[n].at.add((i * 8 + j) * from[n].step));
                let (a, b) = S::at(operand(0), operand(1), operand(2), operand(3));
                *byte = compare::<P, C>(a, b, testing.near) ^ testing.flip;
            }
        }
        // SAFETY: the caller's.
        unsafe { (*to).0[i] = u64::from_le_bytes(word) };
    }
}

#[inline(always)]
fn count_block(ballot: &Ballot<'_>) -> (u32, u32) {
    let (mut counted, mut violated) = (0, 0);
    for i in 0..BLOCK / 64 {
        let rows = ballot.rows.0[i] & ballot.valid.0[i] & ballot.guard.0[i] & ballot.guard_valid.0[i];
        counted += rows.count_ones();
        violated += (rows & !ballot.truth.0[i]).count_ones();
    }
    (counted, violated)
}

/// The kernels of one instruction set, in a module of its own.
macro_rules! set {
    ($name:ident, $pack:ty $(, $features:literal)?) => {
        mod $name {
            use super::*;

            pub struct Set;

            impl super::Set for Set {
                fn number<F: Formula>() -> NumberKernel {
                    number::<F>
                }

                fn test<S: Sides, const C: Comparison>() -> TestKernel {
                    test::<S, C>
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn number<F: Formula>(from: &Sources, to: *mut f64) {
                // SAFETY: the caller's.
                unsafe { number_block::<$pack, F>(from, to) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn test<S: Sides, const C: Comparison>(from: &Sources, to: *mut Bits, testing: Testing) {
                // SAFETY: the caller's.
                unsafe { test_block::<$pack, S, C>(from, to, testing) }
            }

            $(#[target_feature(enable = $features)])?
            pub unsafe fn count(ballot: &Ballot<'_>) -> (u32, u32) {
                count_block(ballot)
            }
        }
    };
}

set!(portable, Portable);
#[cfg(target_arch = "x86_64")]
set!(avx2, Avx2, "avx2,popcnt");

/// Picks a kernel by codes that are known at run time only.
macro_rules! pick {
    // The first code's arms, with the choice among the rest inside each.
    (@next [$value:ident $codes:tt $($rest:tt)*] $chosen:tt $make:ident $args:tt) => {
        pick!(@arms $value $codes [$($rest)*] $chosen $make $args)
    };
    (@arms $value:ident [$($code:ident)*] $rest:tt $chosen:tt $make:ident $args:tt) => {
        match $value {
            $($code => pick!(@choose $rest $chosen $code $make $args),)*
            code => unreachable!("no kernel has the operator {code} there"),
        }
    };
    (@next [] [$($chosen:ident)*] $make:ident [$($generic:tt)*]) => {
        $make!($($generic)* $($chosen)*)
    };
    (@choose $rest:tt [$($chosen:ident)*] $code:ident $make:ident $args:tt) => {
        pick!(@next $rest [$($chosen)* $code] $make $args)
    };
    ($($value:ident [$($code:ident)*])*; $make:ident $args:tt) => {
        pick!(@next [$($value [$($code)*])*] [] $make $args)
    };
}

macro_rules! single {
    ($set:ident $a:ident) => {
        $set::number::<Single<$a>>()
    };
}
macro_rules! chain {
    ($set:ident $a:ident $b:ident) => {
        $set::number::<Chain<$a, $b>>()
    };
}
macro_rules! long_chain {
    ($set:ident $a:ident $b:ident $c:ident) => {
        $set::number::<LongChain<$a, $b, $c>>()
    };
}
macro_rules! pair {
    ($set:ident $a:ident $b:ident $c:ident) => {
        $set::number::<Pair<$a, $b, $c>>()
    };
}

fn single<S: Set>(code: Code) -> NumberKernel {
    pick!(code [ADD SUB MUL DIV INT_DIV REM MIN MAX NEG ABS ROUND32 FLOAT SIGNUM INT_SIGNUM]; single [S])
}

fn number<S: Set>(shape: Shape) -> NumberKernel {
    match shape {
        Shape::Single(code) => single::<S>(code),
        Shape::Chain(a, b) => pick!(a [ADD SUB MUL DIV] b [ADD SUB MUL DIV RSUB RDIV]; chain [S]),
        Shape::LongChain(a, b, c) => pick!(
            a [ADD SUB MUL] b [ADD SUB MUL RSUB] c [ADD SUB MUL RSUB];
            long_chain [S]
        ),
        Shape::Pair(a, b, c) => pick!(
            a [ADD SUB MUL] b [ADD SUB MUL] c [ADD SUB MUL];
            pair [S]
        ),
    }
}

macro_rules! plain_test {
    ($set:ident $c:ident) => {
        $set::test::<Plain, $c>()
    };
}
macro_rules! left_test {
    ($set:ident $a:ident $c:ident) => {
        $set::test::<Single<$a>, $c>()
    };
}
macro_rules! both_test {
    ($set:ident $a:ident $b:ident $c:ident) => {
        $set::test::<Chain<$a, $b>, $c>()
    };
}

fn plain_test<S: Set>(comparison: Comparison) -> TestKernel {
    pick!(comparison [EQ LT GT LE GE EQ_NAN LE_NAN GE_NAN EQ_NEAR LE_NEAR GE_NEAR]; plain_test [S])
}

fn test<S: Set>(sides: Sided, comparison: Comparison) -> TestKernel {
    match sides {
        Sided::Plain => plain_test::<S>(comparison),
        Sided::Left(a) => pick!(
            a [ADD SUB MUL] comparison [EQ LT GT LE GE EQ_NAN LE_NAN GE_NAN];
            left_test [S]
        ),
        Sided::Both(a, b) => pick!(
            a [ADD SUB MUL] b [ADD SUB MUL] comparison [EQ LT GT LE GE EQ_NAN LE_NAN GE_NAN];
            both_test [S]
        ),
    }
}

/// The remainder of floats, which no instruction set has.
///
/// # Safety
/// That of [`NumberKernel`].
pub unsafe fn float_remainder(from: &Sources, to: *mut f64) {
    for row in 0..BLOCK {
        // SAFETY: the caller's; the rows of a pack of a constant are all alike.
        unsafe { *to.add(row) = number_at(from[0], row) % number_at(from[1], row) };
    }
}

/// One operand's number of a row.
///
/// # Safety
/// The source is a block, or a pack of a constant.
pub unsafe fn number_at(source: Source, row: usize) -> f64 {
    // SAFETY: the caller's.
    unsafe { *source.at.add(row / PACK * source.step + row % PACK) }
}

/// Whether floats count as equal, or the left one as smaller, under any tolerance, one by one.
///
/// # Safety
/// That of [`TestKernel`].
pub unsafe fn tolerant_test(
    from: &Sources,
    to: *mut Bits,
    flip: bool,
    narrow: bool,
    or_less: bool,
    tolerance: Tolerance,
) {
    let mut bits = Bits::NONE;
    for row in 0..BLOCK {
        // SAFETY: the caller's.
        let (a, b) = unsafe { (number_at(from[0], row), number_at(from[1], row)) };
        let same = if narrow { tolerance.same_f32(a as f32, b as f32) } else { tolerance.same_f64(a, b) };
        if (same || (or_less && a < b)) != flip {
            bits.set(row);
        }
    }
    // SAFETY: the caller's.
    unsafe { *to = bits };
}
