//! The distances of conditions from the outcomes that they did not have. A search uses them to find inputs with these
//! outcomes.
//!
//! A condition reports the compared values through a method of a type below. If these values have a distance, the method
//! is that of the trait whose name begins with `Near`. Otherwise it is that of [`Far`], which is found one reference further:
//! so the code compiles for values of any type. The parent takes 1 as the distance of everything that is not reported.

use std::borrow::Cow;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::distance::{places, Distance, LOOKED_AT};
use crate::{Marks, EPOCH, LEADER, PROBED, PROBES};

/// The probes that were missed by a known distance, and these distances.
static MISSED: Marks<{ PROBES + 1 }> = Marks::new();
static DISTANCES: [AtomicU64; PROBES + 1] = [const { AtomicU64::new(0) }; PROBES + 1];

/// The probe of the outcome that a condition does not have; `None` if the call has passed it already. `probe` stands for
/// `true`, the next probe for `false`; `negated` says whether the condition negates the result of its operands.
#[inline(always)]
fn other(probe: u32, negated: bool, outcome: bool) -> Option<u32> {
    missing(probe + (outcome != negated) as u32)
}

#[inline(always)]
fn missing(probe: u32) -> Option<u32> {
    let asked = LEADER.load(Relaxed) == 0 && PROBED.0[probe as usize].load(Relaxed) != EPOCH.load(Relaxed);
    asked.then_some(probe)
}

/// Notes a distance; the smallest of a call counts.
fn note(probe: u32, distance: f64) {
    let epoch = EPOCH.load(Relaxed);
    let place = &DISTANCES[probe as usize];
    if MISSED.0[probe as usize].load(Relaxed) != epoch {
        MISSED.note(probe, epoch);
    } else if f64::from_bits(place.load(Relaxed)) <= distance {
        return;
    }
    place.store(distance.to_bits(), Relaxed);
}

/// The probes that the call has missed, with the distances.
pub fn missed(ids: &mut Vec<u32>) -> impl ExactSizeIterator<Item = (u32, f64)> + '_ {
    MISSED.reached(ids);
    ids.retain(|id| PROBED.0[*id as usize].load(Relaxed) != EPOCH.load(Relaxed));
    ids.iter().map(|id| (*id, f64::from_bits(DISTANCES[*id as usize].load(Relaxed))))
}

pub fn clear() {
    MISSED.clear();
}

/// How two values are compared.
#[derive(Clone, Copy, PartialEq)]
pub enum How {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<` and `>`: equal values are one step away.
    Strict,
    /// `<=` and `>=`
    Loose,
    /// The left one begins with the right one.
    Begins,
    /// The left one ends with the right one.
    Ends,
    /// The left one holds the right one.
    Holds,
}

/// Values that are not reported, because they have no distance or because it is 1.
pub trait Far {
    #[inline(always)]
    fn compared(&self, _: u32, _: bool, _: How, _: bool) {}
    #[inline(always)]
    fn held(&self, _: u32, _: bool, _: How) {}
    #[inline(always)]
    fn asked(&self, _: u32, _: bool, _: &str, _: bool) {}
    #[inline(always)]
    fn numbers(&self, _: &[(u32, i128, i128)]) {}
    #[inline(always)]
    fn texts(&self, _: &[(u32, &str)]) {}
}
impl<T> Far for &T {}

/// Two values that are compared.
pub struct Two<'a, L: ?Sized, R: ?Sized>(pub &'a L, pub &'a R);

pub trait NearTwo {
    fn compared(&self, probe: u32, negated: bool, how: How, outcome: bool);
}
impl<L: Distance<R> + ?Sized, R: ?Sized> NearTwo for Two<'_, L, R> {
    #[inline]
    fn compared(&self, probe: u32, negated: bool, how: How, outcome: bool) {
        if let Some(probe) = other(probe, negated, outcome) {
            let step = match how {
                How::Equal | How::Unequal if outcome == (how == How::Equal) => return,
                How::Strict => !outcome,
                How::Loose => outcome,
                _ => false,
            };
            note(probe, self.0.distance(self.1) + step as u8 as f64);
        }
    }
}

/// A value, and another that may be part of it.
pub struct Whole<'a, L: ?Sized, R: ?Sized>(pub &'a L, pub &'a R);

pub trait NearWhole {
    /// Called before the result is known, because the compared call takes the part.
    fn held(&self, probe: u32, negated: bool, how: How);
}
impl<L: Holds<R> + ?Sized, R: ?Sized> NearWhole for Whole<'_, L, R> {
    #[inline]
    fn held(&self, probe: u32, negated: bool, how: How) {
        if let Some(probe) = other(probe, negated, false) {
            if let Some(distance) = self.0.lacks(self.1, how).filter(|distance| *distance > 0.0) {
                note(probe, distance);
            }
        }
    }
}

/// The distance until a value begins with, ends with or holds another.
pub trait Holds<R: ?Sized> {
    fn lacks(&self, part: &R, how: How) -> Option<f64>;
}

/// The distance, for elements given by their places.
fn lacks<A: Distance<B>, B>(
    (whole, part): (usize, usize),
    from: impl Fn(usize) -> A,
    to: impl Fn(usize) -> B,
    how: How,
) -> Option<f64> {
    let lacking = |at: usize| {
        let common = part.min(whole - at);
        places((0..common).map(|i| from(at + i)), (0..common).map(|i| to(i))) + (part - common) as f64
    };
    match how {
        How::Begins => Some(lacking(0)),
        How::Ends => Some(lacking(whole.saturating_sub(part))),
        How::Holds if whole.max(part) <= LOOKED_AT / 4 => (0..=whole).map(lacking).min_by(f64::total_cmp),
        _ => None,
    }
}

/// The text or character that a text is searched for.
pub trait Piece {
    fn with<T>(&self, take: impl FnOnce(&str) -> T) -> T;
}
impl Piece for str {
    fn with<T>(&self, take: impl FnOnce(&str) -> T) -> T {
        take(self)
    }
}
impl Piece for String {
    fn with<T>(&self, take: impl FnOnce(&str) -> T) -> T {
        take(self)
    }
}
impl Piece for char {
    fn with<T>(&self, take: impl FnOnce(&str) -> T) -> T {
        take(self.encode_utf8(&mut [0; 4]))
    }
}
impl<P: Piece + ?Sized> Piece for &P {
    fn with<T>(&self, take: impl FnOnce(&str) -> T) -> T {
        (**self).with(take)
    }
}

impl<P: Piece> Holds<P> for str {
    fn lacks(&self, part: &P, how: How) -> Option<f64> {
        // Bytes where these suffice: the place of a character is not known beforehand.
        part.with(|part| {
            let (whole, part) = (self.as_bytes(), part.as_bytes());
            lacks((whole.len(), part.len()), |i| whole[i], |i| part[i], how)
        })
    }
}
impl<P: Piece> Holds<P> for String {
    fn lacks(&self, part: &P, how: How) -> Option<f64> {
        self.as_str().lacks(part, how)
    }
}
impl<P: Piece> Holds<P> for Cow<'_, str> {
    fn lacks(&self, part: &P, how: How) -> Option<f64> {
        (**self).lacks(part, how)
    }
}
impl<R: ?Sized, L: Holds<R> + ?Sized> Holds<R> for &L {
    fn lacks(&self, part: &R, how: How) -> Option<f64> {
        (**self).lacks(part, how)
    }
}

/// One element, or several.
pub trait Elements<T> {
    fn elements(&self) -> &[T];
}
impl<T> Elements<T> for T {
    fn elements(&self) -> &[T] {
        std::slice::from_ref(self)
    }
}
impl<T> Elements<T> for [T] {
    fn elements(&self) -> &[T] {
        self
    }
}
impl<T, const N: usize> Elements<T> for [T; N] {
    fn elements(&self) -> &[T] {
        self
    }
}

impl<T: Distance<T>, E: Elements<T> + ?Sized> Holds<&E> for [T] {
    fn lacks(&self, part: &&E, how: How) -> Option<f64> {
        let part = <E as Elements<T>>::elements(*part);
        lacks((self.len(), part.len()), |i| &self[i], |i| &part[i], how)
    }
}
impl<T: Distance<T>, E: Elements<T> + ?Sized> Holds<&E> for Vec<T> {
    fn lacks(&self, part: &&E, how: How) -> Option<f64> {
        self.as_slice().lacks(part, how)
    }
}
impl<T: Distance<T>, E: Elements<T> + ?Sized, const N: usize> Holds<&E> for [T; N] {
    fn lacks(&self, part: &&E, how: How) -> Option<f64> {
        self.as_slice().lacks(part, how)
    }
}

/// The bounds of an interval, and whether they belong to it.
macro_rules! ranges {
    ($($t:ty, $range:ident => $from:expr, $to:expr, $open:expr;)*) => { $(
        impl<T: Distance<T> + PartialOrd> Holds<&T> for $t {
            fn lacks(&self, number: &&T, _: How) -> Option<f64> {
                let $range = self;
                let (from, to): (Option<&T>, Option<&T>) = ($from, $to);
                let below = from.filter(|from| *number < *from).map(|from| number.distance(&from));
                below.or_else(|| to.map(|to| number.distance(&to) + $open as u8 as f64))
            }
        }
    )* };
}
ranges! {
    Range<T>, r => Some(&r.start), Some(&r.end), true;
    RangeInclusive<T>, r => Some(r.start()), Some(r.end()), false;
    RangeFrom<T>, r => Some(&r.start), None, false;
    RangeTo<T>, r => None, Some(&r.end), true;
    RangeToInclusive<T>, r => None, Some(&r.end), false;
}

/// One value.
pub struct One<'a, T: ?Sized>(pub &'a T);

pub trait NearOne {
    /// The result of a method without arguments.
    fn asked(&self, probe: u32, negated: bool, method: &str, outcome: bool);
}
impl<T: Asked + ?Sized> NearOne for One<'_, T> {
    #[inline]
    fn asked(&self, probe: u32, negated: bool, method: &str, outcome: bool) {
        if let Some(probe) = other(probe, negated, outcome) {
            if let Some(distance) = self.0.otherwise(method, outcome).filter(|distance| *distance > 0.0) {
                note(probe, distance);
            }
        }
    }
}

/// Questions that methods answer.
pub trait Asked {
    /// The distance to a value for which the method returns the opposite.
    fn otherwise(&self, method: &str, outcome: bool) -> Option<f64>;
}

macro_rules! sized {
    ($([$($p:ident),*] $t:ty;)*) => { $(
        impl<$($p),*> Asked for $t {
            fn otherwise(&self, method: &str, outcome: bool) -> Option<f64> {
                (method == "is_empty" && !outcome).then_some(self.len() as f64)
            }
        }
    )* };
}
sized! {
    [] str; [] String; [T] [T]; [T] Vec<T>; [T] std::collections::VecDeque<T>; [T] std::collections::BTreeSet<T>;
    [K, V] std::collections::BTreeMap<K, V>; [T, S] std::collections::HashSet<T, S>;
    [K, V, S] std::collections::HashMap<K, V, S>;
}
impl<T: Asked + ?Sized> Asked for &T {
    fn otherwise(&self, method: &str, outcome: bool) -> Option<f64> {
        (**self).otherwise(method, outcome)
    }
}
impl<T: Asked + ?Sized> Asked for &mut T {
    fn otherwise(&self, method: &str, outcome: bool) -> Option<f64> {
        (**self).otherwise(method, outcome)
    }
}
impl Asked for u8 {
    fn otherwise(&self, method: &str, outcome: bool) -> Option<f64> {
        (*self as char).otherwise(method, outcome)
    }
}
impl Asked for char {
    fn otherwise(&self, method: &str, outcome: bool) -> Option<f64> {
        let class: fn(&char) -> bool = match method {
            "is_alphabetic" => |c| c.is_alphabetic(),
            "is_alphanumeric" => |c| c.is_alphanumeric(),
            "is_control" => |c| c.is_control(),
            "is_lowercase" => |c| c.is_lowercase(),
            "is_numeric" => |c| c.is_numeric(),
            "is_uppercase" => |c| c.is_uppercase(),
            "is_whitespace" => |c| c.is_whitespace(),
            "is_ascii" => char::is_ascii,
            "is_ascii_alphabetic" => char::is_ascii_alphabetic,
            "is_ascii_alphanumeric" => char::is_ascii_alphanumeric,
            "is_ascii_control" => char::is_ascii_control,
            "is_ascii_digit" => char::is_ascii_digit,
            "is_ascii_graphic" => char::is_ascii_graphic,
            "is_ascii_hexdigit" => char::is_ascii_hexdigit,
            "is_ascii_lowercase" => char::is_ascii_lowercase,
            "is_ascii_punctuation" => char::is_ascii_punctuation,
            "is_ascii_uppercase" => char::is_ascii_uppercase,
            "is_ascii_whitespace" => char::is_ascii_whitespace,
            _ => return None,
        };
        // The candidates are ASCII and the first character that is not.
        let others = ('\0'..='\u{80}').filter(|c| class(c) != outcome);
        others.map(|c| self.distance(&c)).min_by(f64::total_cmp)
    }
}

pub trait NearNumbers {
    /// The patterns of a match, each with the probe of its arm.
    fn numbers(&self, patterns: &[(u32, i128, i128)]);
}
impl<T: Scalar + ?Sized> NearNumbers for One<'_, T> {
    #[inline]
    fn numbers(&self, patterns: &[(u32, i128, i128)]) {
        let Some(number) = self.0.scalar() else { return };
        for (probe, from, to) in patterns {
            if let Some(probe) = missing(*probe) {
                let distance = if number < *from { from.abs_diff(number) } else { number.abs_diff(number.min(*to)) };
                // An earlier arm takes the values that it matches, or a guard refuses them.
                note(probe, if distance == 0 { 0.5 } else { distance as f64 });
            }
        }
    }
}

/// Integers and characters.
pub trait Scalar {
    fn scalar(&self) -> Option<i128>;
}
macro_rules! scalars {
    ($($t:ty)*) => { $(
        impl Scalar for $t {
            #[inline]
            fn scalar(&self) -> Option<i128> { i128::try_from(*self).ok() }
        }
    )* };
}
scalars!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
impl Scalar for char {
    fn scalar(&self) -> Option<i128> {
        Some(*self as u32 as i128)
    }
}
impl<T: Scalar + ?Sized> Scalar for &T {
    #[inline]
    fn scalar(&self) -> Option<i128> {
        (**self).scalar()
    }
}

pub trait NearTexts {
    fn texts(&self, patterns: &[(u32, &str)]);
}
impl<T: Piece + ?Sized> NearTexts for One<'_, T> {
    fn texts(&self, patterns: &[(u32, &str)]) {
        for (probe, text) in patterns {
            if let Some(probe) = missing(*probe) {
                let distance = self.0.with(|own| own.distance(*text));
                note(probe, if distance == 0.0 { 0.5 } else { distance });
            }
        }
    }
}
