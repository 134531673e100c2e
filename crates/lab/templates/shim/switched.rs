//! The result, in the lab, of a function that returns an `impl Trait`: the original's value, or a mutant's value of
//! another type.

/// One of two values; it implements the traits that both implement.
#[derive(Clone, Debug)]
pub enum Switched<O, M> {
    Original(O),
    Mutant(M),
}

use Switched::{Mutant, Original};

impl<O: Iterator, M: Iterator<Item = O::Item>> Iterator for Switched<O, M> {
    type Item = O::Item;

    fn next(&mut self) -> Option<O::Item> {
        match self {
            Original(it) => it.next(),
            Mutant(it) => it.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Original(it) => it.size_hint(),
            Mutant(it) => it.size_hint(),
        }
    }
}

impl<O: DoubleEndedIterator, M: DoubleEndedIterator<Item = O::Item>> DoubleEndedIterator for Switched<O, M> {
    fn next_back(&mut self) -> Option<O::Item> {
        match self {
            Original(it) => it.next_back(),
            Mutant(it) => it.next_back(),
        }
    }
}

impl<O: ExactSizeIterator, M: ExactSizeIterator<Item = O::Item>> ExactSizeIterator for Switched<O, M> {}

impl<O, M> std::iter::FusedIterator for Switched<O, M>
where
    O: std::iter::FusedIterator,
    M: std::iter::FusedIterator<Item = O::Item>,
{
}
