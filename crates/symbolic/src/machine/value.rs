//! Values of a symbolic execution: shapes that are known, with terms at the leaves.

use std::rc::Rc;

use crate::program::{Expr, Pattern, Shape};
use crate::term::TermId;
use morph_relation::{FloatType, IntType, Type};

/// A value. Shared references are the values themselves, since what they point to cannot change; boxes are, too.
#[derive(Clone, Debug)]
pub(super) enum Val<'p> {
    Bool(TermId),
    /// An integer; literals have no type before they meet one.
    Int(TermId, Option<IntType>),
    Float(TermId, Option<FloatType>),
    /// By its code.
    Char(TermId),
    /// A tuple; `()` is empty.
    Tuple(Rc<Vec<Val<'p>>>),
    /// A struct or enum, `Option`, `Result` and `Ordering` among them.
    Data(Rc<Data<'p>>),
    Seq(Seq<'p>),
    /// Entries in the order of their keys.
    Map(Rc<Map<'p>>),
    /// A `&mut`, or what is bound by `ref`.
    Mut(Place),
    Closure(Rc<Closure<'p>>),
    Function(Rc<Callable>),
    Range(Rc<Span<'p>>),
    Iter(Box<Iter<'p>>),
    /// A formatted text that nobody has looked at.
    Text(Rc<Vec<Written<'p>>>),
    /// A part of the input that nobody has looked at.
    Input(Rc<Input>),
    /// Nothing is known of it.
    Unknown,
}

/// Where the value of an enum's variant is known, and where it is a term.
#[derive(Clone, Debug)]
pub(super) enum Data<'p> {
    Known {
        path: Rc<str>,
        variant: usize,
        fields: Vec<Val<'p>>,
    },
    /// The fields of each variant are what they would be if it were that one.
    Open {
        path: Rc<str>,
        tag: TermId,
        variants: Vec<Vec<Val<'p>>>,
    },
}

impl<'p> Data<'p> {
    pub fn path(&self) -> &Rc<str> {
        match self {
            Data::Known { path, .. } | Data::Open { path, .. } => path,
        }
    }

    /// The fields, if it is this variant.
    pub fn fields(&self, of: usize) -> &[Val<'p>] {
        match self {
            Data::Known { variant, fields, .. } if *variant == of => fields,
            Data::Known { .. } => &[],
            Data::Open { variants, .. } => variants.get(of).map_or(&[], Vec::as_slice),
        }
    }

    pub fn fields_mut(&mut self, of: usize) -> Option<&mut Vec<Val<'p>>> {
        match self {
            Data::Known { variant, fields, .. } => (*variant == of).then_some(fields),
            Data::Open { variants, .. } => variants.get_mut(of),
        }
    }
}

/// What a sequence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeqKind {
    /// A `Vec`, an array, a slice, a `VecDeque`.
    Items,
    /// A text; its items are characters.
    Text,
}

/// A sequence: its items are those at `from..from + len` of a shared list.
#[derive(Clone, Debug)]
pub(super) struct Seq<'p> {
    pub kind: SeqKind,
    pub items: Rc<Vec<Val<'p>>>,
    pub from: usize,
    pub len: TermId,
    /// Whether it may be longer than its list: only when everything is covered.
    pub is_longer: bool,
}

/// A `BTreeMap`, `BTreeSet`, `HashMap` or `HashSet`; sets have units as values. Those that are hashed are in the order
/// of insertion, and cannot be iterated over.
#[derive(Clone, Debug, Default)]
pub(super) struct Map<'p> {
    pub is_set: bool,
    pub is_sorted: bool,
    pub entries: Vec<(Val<'p>, Val<'p>)>,
}

/// A place that can be written to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    pub cell: usize,
    pub path: Vec<Projection>,
}

/// From a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Projection {
    /// A field of a tuple, or of a variant.
    Part(usize, usize),
    /// An item of a sequence.
    Item(usize),
    /// A part of a sequence, always last: where it begins and how many items it has.
    Slice(usize, usize),
    /// The value of a map's entry.
    Entry(usize),
}

/// A closure and the frame around it.
#[derive(Clone, Debug)]
pub(super) struct Closure<'p> {
    pub params: &'p [(Pattern, Shape)],
    pub body: &'p Expr,
    /// Where the variables of the function around it begin.
    pub base: usize,
    pub function: Option<&'p crate::program::Body>,
}

/// What can be called.
#[derive(Clone, Debug)]
pub(super) enum Callable {
    Function(String),
    Constructor(String, String),
    Outside(Vec<String>, Vec<Shape>),
    OfParameter(String, String),
    /// The one that takes the arguments.
    AnyOf(Vec<String>),
}

/// `a..b`.
#[derive(Clone, Debug)]
pub(super) struct Span<'p> {
    pub from: Option<Val<'p>>,
    pub to: Option<Val<'p>>,
    pub inclusive: bool,
}

/// What is iterated over.
#[derive(Clone, Debug)]
pub(super) enum Iter<'p> {
    /// Items from the front; so many have been taken from there, and from the back. With a place, references to them.
    Seq {
        seq: Seq<'p>,
        front: usize,
        back: usize,
        place: Option<Place>,
    },
    /// Numbers, or characters, from one to another.
    Range {
        from: TermId,
        to: Option<TermId>,
        ty: Option<IntType>,
        is_char: bool,
    },
    Map(Box<Iter<'p>>, Val<'p>),
    Inspect(Box<Iter<'p>>, Val<'p>),
    Filter(Box<Iter<'p>>, Val<'p>),
    FilterMap(Box<Iter<'p>>, Val<'p>),
    Enumerate(Box<Iter<'p>>, i128),
    Zip(Box<Iter<'p>>, Box<Iter<'p>>),
    Chain(Option<Box<Iter<'p>>>, Box<Iter<'p>>),
    Rev(Box<Iter<'p>>),
    /// At most so many; so many have been taken.
    Take(Box<Iter<'p>>, TermId, i128),
    /// Those behind so many; so many have been left out.
    Skip(Box<Iter<'p>>, TermId, i128),
    TakeWhile(Box<Iter<'p>>, Val<'p>, bool),
    SkipWhile(Box<Iter<'p>>, Val<'p>, bool),
    MapWhile(Box<Iter<'p>>, Val<'p>),
    StepBy(Box<Iter<'p>>, i128, bool),
    /// What has been looked at, where something has.
    Peekable(Box<Iter<'p>>, Option<Option<Val<'p>>>),
    /// A function, where there is one, and what it made last.
    Flat(Box<Iter<'p>>, Option<Val<'p>>, Option<Box<Iter<'p>>>),
    /// The state's place and the function.
    Scan(Box<Iter<'p>>, Place, Val<'p>),
    Windows(Seq<'p>, usize, usize),
    /// The size, where it is, and whether the rest is left out.
    Chunks(Seq<'p>, usize, usize, bool),
    Cycle(Box<Iter<'p>>, Box<Iter<'p>>),
    /// An iterator at a place.
    By(Place),
    /// A value whose `next` is the workspace's.
    Own(Place),
    Successors(Option<Val<'p>>, Val<'p>),
    FromFn(Val<'p>),
    Repeat(Val<'p>),
}

/// A part of a formatted text.
#[derive(Clone, Debug)]
pub(super) enum Written<'p> {
    Text(String),
    Value(Val<'p>, String),
}

/// A part of the input and its type.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub name: String,
    pub ty: Rc<Type>,
}

impl<'p> Val<'p> {
    pub fn unit() -> Val<'p> {
        Val::Tuple(Rc::new(Vec::new()))
    }

    pub fn tuple(parts: Vec<Val<'p>>) -> Val<'p> {
        Val::Tuple(Rc::new(parts))
    }

    pub fn known(path: &str, variant: usize, fields: Vec<Val<'p>>) -> Val<'p> {
        Val::Data(Rc::new(Data::Known { path: Rc::from(path), variant, fields }))
    }

    pub fn some(value: Val<'p>) -> Val<'p> {
        Val::known("Option", 1, vec![value])
    }

    pub fn none() -> Val<'p> {
        Val::known("Option", 0, Vec::new())
    }

    pub fn ok(value: Val<'p>) -> Val<'p> {
        Val::known("Result", 0, vec![value])
    }

    pub fn err(value: Val<'p>) -> Val<'p> {
        Val::known("Result", 1, vec![value])
    }

    pub fn option(value: Option<Val<'p>>) -> Val<'p> {
        value.map_or_else(Val::none, Val::some)
    }

    pub fn usize(term: TermId) -> Val<'p> {
        Val::Int(term, Some(IntType::Usize))
    }

    pub fn iter(iter: Iter<'p>) -> Val<'p> {
        Val::Iter(Box::new(iter))
    }

    /// What it is, for reasons why something is not modelled.
    pub fn kind(&self) -> &str {
        match self {
            Val::Bool(_) => "bool",
            Val::Int(..) => "integer",
            Val::Float(..) => "float",
            Val::Char(_) => "char",
            Val::Tuple(_) => "tuple",
            Val::Data(data) => data.path(),
            Val::Seq(seq) if seq.kind == SeqKind::Text => "str",
            Val::Seq(_) => "slice",
            Val::Map(_) => "map",
            Val::Mut(_) => "reference",
            Val::Closure(_) | Val::Function(_) => "function",
            Val::Range(_) => "range",
            Val::Iter(_) => "iterator",
            Val::Text(_) => "text",
            Val::Input(_) => "input",
            Val::Unknown => "unknown",
        }
    }
}

impl Place {
    pub fn of(cell: usize) -> Place {
        Place { cell, path: Vec::new() }
    }

    /// A part of it; items of a slice are those of the sequence.
    pub fn part(&self, step: Projection) -> Place {
        let mut path = self.path.clone();
        let step = match (path.last(), step) {
            (Some(Projection::Slice(from, _)), Projection::Item(at)) => Projection::Item(from + at),
            (Some(Projection::Slice(from, _)), Projection::Slice(at, len)) => {
                Projection::Slice(from + at, len)
            }
            (_, step) => {
                path.push(step);
                return Place { cell: self.cell, path };
            }
        };
        path.pop();
        path.push(step);
        Place { cell: self.cell, path }
    }
}

impl<'p> Seq<'p> {
    /// A sequence of exactly these items; `len` is their number.
    pub fn new(kind: SeqKind, items: Vec<Val<'p>>, len: TermId) -> Seq<'p> {
        Seq { kind, items: Rc::new(items), from: 0, len, is_longer: false }
    }

    /// The most items that it has in its list.
    pub fn most(&self) -> usize {
        self.items.len().saturating_sub(self.from)
    }

    pub fn at(&self, index: usize) -> Option<&Val<'p>> {
        self.items.get(self.from + index)
    }

    /// Every item of the list, whether within the length or not.
    pub fn all(&self) -> &[Val<'p>] {
        self.items.get(self.from..).unwrap_or_default()
    }
}
