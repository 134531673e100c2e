//! The rows of the table: names of methods of the standard library, and the functions that model them. Each family of
//! receivers has a slice of rows, in order of the names.

use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Data, Iter, Map, Seq, Span, Val};
use crate::term::TermId;
use morph_relation::{FloatType, IntType};

/// The types that a slice of rows is about.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Methods of traits that nearly everything implements, looked up first.
    Everything,
    /// `bool`.
    Boolean,
    /// `char`.
    Character,
    /// `std::time::Duration`.
    Duration,
    /// The entries of maps.
    Entry,
    /// `f32`, `f64`.
    Float,
    /// The integer types.
    Integer,
    /// Methods of the integer types that say what becomes of overflow.
    Overflow,
    /// Iterators.
    Iterator,
    /// Maps and sets.
    Map,
    /// `Option`.
    Option,
    /// `std::cmp::Ordering`.
    Ordering,
    /// Ranges, which are iterators, too.
    Range,
    /// `Result`.
    Result,
    /// `Vec`, `VecDeque`, arrays and slices.
    Sequence,
    /// `str`, `String`.
    Text,
    /// `NonZero`, `Wrapping`, `Reverse`.
    Wrapper,
    /// Types of the workspace, whose traits are derived.
    Derived,
    /// Functions that are called by their paths.
    Function,
    /// Constants.
    Constant,
    /// Constants of every integer type.
    IntegerConstant,
    /// Constants of the float types.
    FloatConstant,
}

/// A method's name and the function that models it.
pub type Row<M> = (&'static str, M);

/// The row of a method.
pub fn find<M: Copy>(rows: &[Row<M>], name: &str) -> Option<M> {
    rows.binary_search_by(|(other, _)| (*other).cmp(name)).ok().map(|at| rows[at].1)
}

/// Methods that everything has: how many arguments they take, and their model, which leaves some receivers to the
/// families.
pub type OfEverything = (usize, for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>>);
/// Methods of a term: a truth value, a character, a duration's nanoseconds.
pub type OfTerm = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, TermId) -> Eval<'p>;
/// Methods of integers.
pub type OfInteger = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, Integer) -> Eval<'p>;
/// Methods of floats.
pub type OfFloat = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, Float) -> Eval<'p>;
/// Methods of `Option` and `Result`.
pub type OfFallible = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, Fallible<'p>) -> Eval<'p>;
/// Methods of `Ordering`.
pub type OfOrder = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, Order) -> Eval<'p>;
/// Methods of other data.
pub type OfData = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, &Data<'p>) -> Eval<'p>;
/// Methods of sequences and texts.
pub type OfSeq = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, &Seq<'p>) -> Eval<'p>;
/// Methods of maps and sets.
pub type OfMap = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, &Map<'p>) -> Eval<'p>;
/// Methods of ranges.
pub type OfRange = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, &Span<'p>) -> Eval<'p>;
/// Methods of iterators, which they may advance.
pub type OfIterator = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, &mut Iter<'p>) -> Eval<'p>;

/// An integer that a method is called on.
#[derive(Clone, Copy)]
pub struct Integer {
    pub term: TermId,
    /// Its type; that of literals is the arguments'.
    pub ty: IntType,
    /// Its type where the arguments have another, as the exponent of `pow`.
    pub own: IntType,
}

impl Integer {
    /// Another integer of the type.
    pub fn like<'p>(self, term: TermId) -> Val<'p> {
        Val::Int(term, Some(self.ty))
    }
}

/// A float that a method is called on.
#[derive(Clone, Copy)]
pub struct Float {
    pub term: TermId,
    pub ty: FloatType,
    /// The type, where something says so.
    pub known: Option<FloatType>,
}

impl Float {
    /// Another float of the type.
    pub fn like<'p>(self, term: TermId) -> Val<'p> {
        Val::Float(term, self.known)
    }
}

/// An `Ordering` that a method is called on.
#[derive(Clone, Copy)]
pub struct Order {
    /// The number of its variant.
    pub tag: TermId,
    /// Whether it is this variant, as the next two.
    pub less: TermId,
    pub equal: TermId,
    pub greater: TermId,
}

/// An `Option` or a `Result` that a method is called on.
#[derive(Clone)]
pub struct Fallible<'p> {
    /// Whether it is `Some` or `Ok`.
    pub is_good: TermId,
    /// What is in `Some` or `Ok`.
    pub inside: Val<'p>,
    /// What is in `Err`.
    pub error: Val<'p>,
}
