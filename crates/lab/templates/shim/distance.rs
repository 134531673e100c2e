//! The distance of two values of std's types that a condition compares.
//!
//! Nothing here runs the subject's code, allocates, or burns fuel.

use std::borrow::Cow;
use std::cmp::Ordering;

/// The distance of shapes that have nothing in common, such as `None` and `Some`: farther than any two numbers.
const UNLIKE: f64 = 1e40;

/// Maximum number of elements of a sequence that are compared.
pub const LOOKED_AT: usize = 1_000;

/// Values that have a distance. It is 0 where they are equal.
pub trait Distance<R: ?Sized> {
    fn distance(&self, other: &R) -> f64;
}

/// Scales a distance to 0 to 1.
fn scaled(distance: f64) -> f64 {
    if distance.is_finite() { distance / (1.0 + distance) } else { 1.0 }
}

/// The difference in length of two sequences, plus the distances of elements at the same places, each at most 1.
pub fn places<A: Distance<B>, B>(a: impl Iterator<Item = A>, b: impl Iterator<Item = B>) -> f64 {
    let (mut a, mut b) = (a.take(LOOKED_AT), b.take(LOOKED_AT));
    let mut sum = 0.0;
    loop {
        sum += match (a.next(), b.next()) {
            (Some(a), Some(b)) => scaled(a.distance(&b)),
            (None, None) => return sum,
            _ => 1.0,
        };
    }
}

macro_rules! integers {
    ($($t:ty)*) => { $(
        impl Distance<$t> for $t {
            #[inline]
            fn distance(&self, other: &$t) -> f64 { self.abs_diff(*other) as f64 }
        }
    )* };
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! floats {
    ($($t:ty)*) => { $(
        impl Distance<$t> for $t {
            #[inline]
            fn distance(&self, other: &$t) -> f64 {
                let distance = (*self as f64 - *other as f64).abs();
                if self == other { 0.0 } else if distance.is_nan() { f64::MAX } else { distance.min(f64::MAX) }
            }
        }
    )* };
}
floats!(f32 f64);

impl Distance<bool> for bool {
    fn distance(&self, other: &bool) -> f64 {
        (self != other) as u8 as f64
    }
}

impl Distance<char> for char {
    #[inline]
    fn distance(&self, other: &char) -> f64 {
        (*self as u32).distance(&(*other as u32))
    }
}

impl Distance<Ordering> for Ordering {
    fn distance(&self, other: &Ordering) -> f64 {
        (*self as i8).distance(&(*other as i8))
    }
}

impl Distance<()> for () {
    fn distance(&self, _: &()) -> f64 {
        0.0
    }
}

impl<A: Distance<B> + ?Sized, B: ?Sized> Distance<&B> for &A {
    #[inline]
    fn distance(&self, other: &&B) -> f64 {
        (**self).distance(*other)
    }
}
impl<A: Distance<B> + ?Sized, B: ?Sized> Distance<&mut B> for &mut A {
    fn distance(&self, other: &&mut B) -> f64 {
        (**self).distance(&**other)
    }
}
impl<A: Distance<B> + ?Sized, B: ?Sized> Distance<Box<B>> for Box<A> {
    fn distance(&self, other: &Box<B>) -> f64 {
        (**self).distance(&**other)
    }
}

impl<A: Distance<B>, B> Distance<Option<B>> for Option<A> {
    fn distance(&self, other: &Option<B>) -> f64 {
        match (self, other) {
            (Some(a), Some(b)) => a.distance(b),
            (None, None) => 0.0,
            _ => UNLIKE,
        }
    }
}

impl<A: Distance<B>, B, E: Distance<F>, F> Distance<Result<B, F>> for Result<A, E> {
    fn distance(&self, other: &Result<B, F>) -> f64 {
        match (self, other) {
            (Ok(a), Ok(b)) => a.distance(b),
            (Err(a), Err(b)) => a.distance(b),
            _ => UNLIKE,
        }
    }
}

macro_rules! tuples {
    ($(($($a:ident $b:ident $i:tt),+))*) => { $(
        impl<$($a: Distance<$b>, $b),+> Distance<($($b,)+)> for ($($a,)+) {
            fn distance(&self, other: &($($b,)+)) -> f64 { 0.0 $(+ self.$i.distance(&other.$i))+ }
        }
    )* };
}
tuples! { (A B 0) (A B 0, C D 1) (A B 0, C D 1, E F 2) (A B 0, C D 1, E F 2, G H 3) }

macro_rules! texts {
    ($($a:ty, $b:ty;)*) => { $(
        impl Distance<$b> for $a {
            fn distance(&self, other: &$b) -> f64 { places(self.chars(), other.chars()) }
        }
    )* };
}
texts! {
    str, str; str, String; String, str; String, String; String, &str; &str, String; str, Cow<'_, str>; Cow<'_, str>, str;
    Cow<'_, str>, Cow<'_, str>; Cow<'_, str>, &str; &str, Cow<'_, str>; Cow<'_, str>, String; String, Cow<'_, str>;
}

macro_rules! lists {
    ($([$($n:ident),*] $a:ty, $b:ty;)*) => { $(
        impl<A: Distance<B>, B, $(const $n: usize),*> Distance<$b> for $a {
            fn distance(&self, other: &$b) -> f64 { places(self.iter(), other.iter()) }
        }
    )* };
}
lists! {
    [] [A], [B]; [] Vec<A>, Vec<B>; [] Vec<A>, [B]; [] [A], Vec<B>; [] Vec<A>, &[B]; [] &[A], Vec<B>; [N] [A; N], [B; N];
    [N] [A; N], [B]; [N] [A], [B; N]; [N] [A; N], &[B]; [N] &[A], [B; N]; [N] Vec<A>, [B; N]; [N] Vec<A>, &[B; N];
}
