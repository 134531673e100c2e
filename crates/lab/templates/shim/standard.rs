//! Types of `std` that are not taken apart. The scan's table of them is the mirror image of this file.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4};
use std::num::{Saturating, Wrapping};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::wire::{write_items, Read, Reader, Write, Writer};

/// Types that are made by the one recipe that their first byte names, and shown as what it takes.
fn recipe(r: &mut Reader<'_>) {
    assert!(r.byte() == 1, "there is one recipe");
}

macro_rules! collections {
    ($(($($bound:tt)*) $t:ty;)*) => { $(
        impl<$($bound)*> Read for $t {
            fn read(r: &mut Reader<'_>) -> Self {
                recipe(r);
                let n = r.len();
                (0..n).map(|_| Read::read(r)).collect()
            }
        }
    )* };
}
collections! {
    (T: Read + Ord) BTreeSet<T>;
    (T: Read + Eq + Hash) HashSet<T>;
    (T: Read) VecDeque<T>;
    (T: Read) LinkedList<T>;
    (K: Read + Ord, V: Read) BTreeMap<K, V>;
    (K: Read + Eq + Hash, V: Read) HashMap<K, V>;
}

macro_rules! listed {
    ($($t:ident<$($p:ident),+>)*) => { $(
        impl<$($p: Write),+> Write for $t<$($p),+> {
            fn write(&self, w: &mut Writer) { write_items(self, w) }
        }
    )* };
}
listed!(BTreeSet<T> BTreeMap<K, V> VecDeque<T> LinkedList<T>);

/// Writes items in the order of their bytes: hashing has an order of its own each time.
pub fn write_unordered<T: Write>(items: impl IntoIterator<Item = T>, w: &mut Writer) {
    let written = |item: T| {
        let mut bytes = Writer::new();
        item.write(&mut bytes);
        bytes
    };
    let mut all: Vec<Writer> = items.into_iter().map(written).collect();
    all.sort();
    (all.len() as u32).write(w);
    all.iter().for_each(|bytes| w.extend_from_slice(bytes));
}
impl<T: Write, S> Write for HashSet<T, S> {
    fn write(&self, w: &mut Writer) {
        write_unordered(self, w);
    }
}
impl<K: Write, V: Write, S> Write for HashMap<K, V, S> {
    fn write(&self, w: &mut Writer) {
        write_unordered(self, w);
    }
}

macro_rules! texts {
    ($($t:ty)*) => { $(
        impl Read for $t {
            fn read(r: &mut Reader<'_>) -> Self {
                recipe(r);
                String::read(r).parse().expect("the text refuses")
            }
        }
        impl Write for $t {
            fn write(&self, w: &mut Writer) { self.to_string().write(w) }
        }
    )* };
}
texts!(IpAddr SocketAddrV4 SocketAddr);

macro_rules! addresses {
    ($($t:ty: [$part:ty; $n:literal], $parts:ident;)*) => { $(
        impl Read for $t {
            fn read(r: &mut Reader<'_>) -> Self {
                recipe(r);
                <$t>::from(std::array::from_fn::<$part, $n, _>(|_| Read::read(r)))
            }
        }
        impl Write for $t {
            fn write(&self, w: &mut Writer) { self.$parts().iter().for_each(|part| part.write(w)) }
        }
    )* };
}
addresses! {
    Ipv4Addr: [u8; 4], octets;
    Ipv6Addr: [u16; 8], segments;
}

macro_rules! wrapped {
    ($($t:ident($new:path, |$it:ident| $inner:expr);)*) => { $(
        impl<T: Read> Read for $t<T> {
            fn read(r: &mut Reader<'_>) -> Self {
                recipe(r);
                $new(T::read(r))
            }
        }
        impl<T: Write> Write for $t<T> {
            fn write(&self, w: &mut Writer) {
                let $it = self;
                $inner.write(w)
            }
        }
    )* };
}
wrapped! {
    Rc(Rc::new, |it| **it);
    Arc(Arc::new, |it| **it);
    RefCell(RefCell::new, |it| *it.borrow());
    Wrapping(Wrapping, |it| it.0);
    Saturating(Saturating, |it| it.0);
    Reverse(Reverse, |it| it.0);
}
impl<T: Read> Read for Cell<T> {
    fn read(r: &mut Reader<'_>) -> Self {
        recipe(r);
        Cell::new(T::read(r))
    }
}
impl<T: Write + Copy> Write for Cell<T> {
    fn write(&self, w: &mut Writer) {
        self.get().write(w);
    }
}

impl Read for SystemTime {
    fn read(r: &mut Reader<'_>) -> Self {
        recipe(r);
        UNIX_EPOCH + Duration::read(r) - Duration::read(r)
    }
}
impl Write for SystemTime {
    fn write(&self, w: &mut Writer) {
        let (after, before) = match self.duration_since(UNIX_EPOCH) {
            Ok(after) => (after, Duration::ZERO),
            Err(error) => (Duration::ZERO, error.duration()),
        };
        after.write(w);
        before.write(w);
    }
}

macro_rules! held {
    ($($t:ident)*) => { $(
        impl Read for $t<str> {
            fn read(r: &mut Reader<'_>) -> Self {
                recipe(r);
                String::read(r).into()
            }
        }
        impl<T: Read> Read for $t<[T]> {
            fn read(r: &mut Reader<'_>) -> Self {
                recipe(r);
                Vec::read(r).into()
            }
        }
    )* };
}
held!(Box Rc Arc);

macro_rules! shared {
    ($($t:ident)*) => { $(
        impl Write for $t<str> {
            fn write(&self, w: &mut Writer) { (**self).write(w) }
        }
        impl<T: Write> Write for $t<[T]> {
            fn write(&self, w: &mut Writer) { (**self).write(w) }
        }
    )* };
}
shared!(Rc Arc);

impl<T: Read> Read for std::vec::IntoIter<T> {
    fn read(r: &mut Reader<'_>) -> Self {
        recipe(r);
        Vec::read(r).into_iter()
    }
}
impl<T: Write> Write for std::vec::IntoIter<T> {
    fn write(&self, w: &mut Writer) {
        write_items(self.as_slice(), w);
    }
}

impl Read for RandomState {
    fn read(r: &mut Reader<'_>) -> Self {
        recipe(r);
        RandomState::new()
    }
}
impl Write for RandomState {
    fn write(&self, _: &mut Writer) {}
}

impl<T: Read> Read for Range<T> {
    fn read(r: &mut Reader<'_>) -> Self {
        recipe(r);
        T::read(r)..T::read(r)
    }
}
impl<T: Write> Write for Range<T> {
    fn write(&self, w: &mut Writer) {
        self.start.write(w);
        self.end.write(w);
    }
}
impl<T: Read> Read for RangeInclusive<T> {
    fn read(r: &mut Reader<'_>) -> Self {
        recipe(r);
        T::read(r)..=T::read(r)
    }
}
impl<T: Write> Write for RangeInclusive<T> {
    fn write(&self, w: &mut Writer) {
        self.start().write(w);
        self.end().write(w);
    }
}
