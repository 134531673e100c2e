//! Values as bytes: little-endian, lengths as `u32`, tags as `u8`. The parent has the mirror image of this file.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::num::NonZero;
use std::time::Duration;

/// Bytes to read values from.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn take(&mut self, n: usize) -> &'a [u8] {
        let (head, tail) = self.0.split_at(n);
        self.0 = tail;
        head
    }

    pub fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    pub fn len(&mut self) -> usize {
        u32::from_le_bytes(self.take(4).try_into().unwrap()) as usize
    }
}

/// Bytes that values are appended to.
pub type Writer = Vec<u8>;

/// A type whose values can be made from bytes.
pub trait Read: Sized {
    fn read(r: &mut Reader<'_>) -> Self;
}

/// A type whose values can be written as bytes.
pub trait Write {
    fn write(&self, w: &mut Writer);
}

macro_rules! numbers {
    ($($t:ty)*) => { $(
        impl Read for $t {
            #[inline]
            fn read(r: &mut Reader<'_>) -> $t {
                <$t>::from_le_bytes(r.take(std::mem::size_of::<$t>()).try_into().unwrap())
            }
        }
        impl Write for $t {
            #[inline]
            fn write(&self, w: &mut Writer) {
                w.extend_from_slice(&self.to_le_bytes());
            }
        }
    )* };
}
numbers!(i8 i16 i32 i64 i128 u8 u16 u32 u64 u128);

/// All NaNs are one value: their signs differ from build to build.
macro_rules! floats {
    ($($t:ident)*) => { $(
        impl Read for $t {
            fn read(r: &mut Reader<'_>) -> $t {
                $t::from_le_bytes(r.take(std::mem::size_of::<$t>()).try_into().unwrap())
            }
        }
        impl Write for $t {
            fn write(&self, w: &mut Writer) {
                let one = if self.is_nan() { $t::NAN } else { *self };
                w.extend_from_slice(&one.to_le_bytes());
            }
        }
    )* };
}
floats!(f32 f64);

macro_rules! sizes {
    ($($t:ty as $wide:ty),*) => { $(
        impl Read for $t {
            fn read(r: &mut Reader<'_>) -> $t { <$wide>::read(r) as $t }
        }
        impl Write for $t {
            fn write(&self, w: &mut Writer) { (*self as $wide).write(w) }
        }
    )* };
}
sizes!(usize as u64, isize as i64);

impl Read for () {
    fn read(_: &mut Reader<'_>) {}
}
impl Write for () {
    fn write(&self, _: &mut Writer) {}
}

impl Read for bool {
    fn read(r: &mut Reader<'_>) -> bool {
        r.byte() != 0
    }
}
impl Write for bool {
    fn write(&self, w: &mut Writer) {
        w.push(*self as u8);
    }
}

impl Read for char {
    fn read(r: &mut Reader<'_>) -> char {
        char::from_u32(u32::read(r)).unwrap_or('\u{fffd}')
    }
}
impl Write for char {
    fn write(&self, w: &mut Writer) {
        (*self as u32).write(w);
    }
}

impl Read for String {
    fn read(r: &mut Reader<'_>) -> String {
        let n = r.len();
        std::str::from_utf8(r.take(n)).unwrap().to_owned()
    }
}
impl Write for str {
    fn write(&self, w: &mut Writer) {
        (self.len() as u32).write(w);
        w.extend_from_slice(self.as_bytes());
    }
}
impl Write for String {
    fn write(&self, w: &mut Writer) {
        self.as_str().write(w);
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(r: &mut Reader<'_>) -> Vec<T> {
        let n = r.len();
        (0..n).map(|_| T::read(r)).collect()
    }
}
impl<T: Write> Write for [T] {
    fn write(&self, w: &mut Writer) {
        (self.len() as u32).write(w);
        self.iter().for_each(|item| item.write(w));
    }
}
impl<T: Write> Write for Vec<T> {
    fn write(&self, w: &mut Writer) {
        self.as_slice().write(w);
    }
}

impl<T: Read, const N: usize> Read for [T; N] {
    fn read(r: &mut Reader<'_>) -> [T; N] {
        r.len();
        std::array::from_fn(|_| T::read(r))
    }
}
impl<T: Write, const N: usize> Write for [T; N] {
    fn write(&self, w: &mut Writer) {
        self.as_slice().write(w);
    }
}

impl<T: Read> Read for Option<T> {
    fn read(r: &mut Reader<'_>) -> Option<T> {
        if r.byte() == 0 { None } else { Some(T::read(r)) }
    }
}
impl<T: Write> Write for Option<T> {
    fn write(&self, w: &mut Writer) {
        w.push(self.is_some() as u8);
        if let Some(value) = self {
            value.write(w);
        }
    }
}

impl<T: Read, E: Read> Read for Result<T, E> {
    fn read(r: &mut Reader<'_>) -> Result<T, E> {
        if r.byte() == 0 { Err(E::read(r)) } else { Ok(T::read(r)) }
    }
}
impl<T: Write, E: Write> Write for Result<T, E> {
    fn write(&self, w: &mut Writer) {
        w.push(self.is_ok() as u8);
        match self {
            Ok(value) => value.write(w),
            Err(error) => error.write(w),
        }
    }
}

impl Read for Ordering {
    fn read(r: &mut Reader<'_>) -> Ordering {
        r.byte().cmp(&1)
    }
}
impl Write for Ordering {
    fn write(&self, w: &mut Writer) {
        w.push((*self as i8 + 1) as u8);
    }
}

impl<T: Read> Read for Box<T> {
    fn read(r: &mut Reader<'_>) -> Box<T> {
        Box::new(T::read(r))
    }
}
impl<T: Write + ?Sized> Write for Box<T> {
    fn write(&self, w: &mut Writer) {
        (**self).write(w);
    }
}
impl<T: Write + ?Sized> Write for &T {
    fn write(&self, w: &mut Writer) {
        (**self).write(w);
    }
}
impl<T: Write + ?Sized> Write for &mut T {
    fn write(&self, w: &mut Writer) {
        (**self).write(w);
    }
}

impl<T: Write + ToOwned + ?Sized> Write for Cow<'_, T> {
    fn write(&self, w: &mut Writer) {
        (**self).write(w);
    }
}

macro_rules! tuples {
    ($(($($t:ident $i:tt),+))*) => { $(
        impl<$($t: Read),+> Read for ($($t,)+) {
            fn read(r: &mut Reader<'_>) -> Self { ($($t::read(r),)+) }
        }
        impl<$($t: Write),+> Write for ($($t,)+) {
            fn write(&self, w: &mut Writer) { $(self.$i.write(w);)+ }
        }
    )* };
}
tuples! {
    (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6) (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8) (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11)
}

macro_rules! nonzero {
    ($($t:ty)*) => { $(
        impl Read for NonZero<$t> {
            fn read(r: &mut Reader<'_>) -> Self { NonZero::new(<$t>::read(r)).unwrap() }
        }
        impl Write for NonZero<$t> {
            fn write(&self, w: &mut Writer) { self.get().write(w) }
        }
    )* };
}
nonzero!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl Read for Duration {
    fn read(r: &mut Reader<'_>) -> Duration {
        let seconds = u64::read(r);
        Duration::new(seconds, u32::read(r))
    }
}
impl Write for Duration {
    fn write(&self, w: &mut Writer) {
        self.as_secs().write(w);
        self.subsec_nanos().write(w);
    }
}

impl<T: ?Sized> Read for PhantomData<T> {
    fn read(_: &mut Reader<'_>) -> Self {
        PhantomData
    }
}
impl<T: ?Sized> Write for PhantomData<T> {
    fn write(&self, _: &mut Writer) {}
}

/// Results of constructors that may refuse their arguments.
pub trait Made<T> {
    fn made(self) -> Option<T>;
}
impl<T> Made<T> for Option<T> {
    fn made(self) -> Option<T> {
        self
    }
}
impl<T, E> Made<T> for Result<T, E> {
    fn made(self) -> Option<T> {
        self.ok()
    }
}

/// More items than this are no answer.
const MOST_ITEMS: usize = 100_000;

/// Digits of an address, which differs from process to process.
const ADDRESS: std::ops::RangeInclusive<usize> = 9..=12;

/// Writes the `Debug` text, with `0x_` for addresses.
pub fn write_debug(it: &dyn std::fmt::Debug, w: &mut Writer) {
    let text = std::format!("{it:?}");
    let mut parts = text.split("0x");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_hexdigit).count();
        all.push_str(if ADDRESS.contains(&digits) { "0x_" } else { "0x" });
        all.push_str(if ADDRESS.contains(&digits) { &part[digits..] } else { part });
    }
    all.write(w);
}

/// Writes the text of the characters of an iterator, which ends.
pub fn write_characters(characters: impl IntoIterator<Item = char>, w: &mut Writer) {
    let text: String = characters.into_iter().take(MOST_ITEMS).collect();
    assert!(text.chars().count() < MOST_ITEMS, "an iterator that does not end");
    text.write(w);
}

/// Writes what an iterator goes through, as a sequence.
pub fn write_items<T: Write>(items: impl IntoIterator<Item = T>, w: &mut Writer) {
    let start = w.len();
    0_u32.write(w);
    let mut count = 0;
    for item in items {
        assert!(count < MOST_ITEMS, "an iterator that does not end");
        item.write(w);
        count += 1;
    }
    w[start..start + 4].copy_from_slice(&(count as u32).to_le_bytes());
}

thread_local! {
    /// What the values of the current call borrow from.
    static KEPT: std::cell::RefCell<Vec<Box<dyn std::any::Any>>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Lends a value to what is made of it, which lives no longer than the call that reads it.
pub fn keep_until_the_next_call<T: 'static>(value: T) -> &'static T {
    let kept = Box::new(value);
    let lent: *const T = &*kept;
    KEPT.with(|all| all.borrow_mut().push(kept));
    // SAFETY: the box stays where it is until `forget_kept`, which runs before the next call reads its arguments.
    unsafe { &*lent }
}

/// Drops what the last call borrowed from.
pub fn forget_kept() {
    KEPT.with(|all| all.borrow_mut().clear());
    MAKING.set(0);
}

thread_local! {
    /// Constructors that are making an argument.
    static MAKING: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// Tells that a constructor begins to make an argument.
pub fn begin_making() {
    MAKING.set(MAKING.get() + 1);
}

/// Tells that it has made it.
pub fn end_making() {
    MAKING.set(MAKING.get() - 1);
}

/// Whether a constructor was still at work when the current call ended.
pub fn is_making() -> bool {
    MAKING.get() > 0
}
