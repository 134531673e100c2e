//! The types that subjects take and return.

mod adt;
pub use adt::{filled, folded, in_expressions};
mod primitive;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

pub use primitive::{FloatType, IntType};

/// A Rust type that the tool can make values of, pass and compare.
///
/// `Display` writes it as Rust source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum Type {
    Unit,
    Bool,
    Char,
    Int(IntType),
    Float(FloatType),
    /// `str`, which stands behind a reference only.
    Str,
    String,
    /// `[T]`, which stands behind a reference only.
    Slice(Box<Type>),
    Array(Box<Type>, usize),
    Vec(Box<Type>),
    Option(Box<Type>),
    Result(Box<Type>, Box<Type>),
    Tuple(Vec<Type>),
    Ordering,
    /// A shared reference.
    Ref(Box<Type>),
    /// `&mut T`, of parameters only: what they hold at the end is an output.
    Mut(Box<Type>),
    Box(Box<Type>),
    /// `Cow<'_, str>`, `Cow<'_, [T]>`.
    Cow(Box<Type>),
    /// What goes through the items of such a `Vec`, of parameters only.
    Iter(Box<Type>),
    NonZero(IntType),
    Duration,
    /// `PhantomData<T>`, which has one value; with `T` as it is written.
    Phantom(String),
    /// A struct or enum of the workspace.
    Adt(Adt),
    /// A constant among the type arguments of a struct or enum, as it is written: `8`, `'*'`.
    Const(String),
    /// The error of a `Result`, of a type that cannot be looked into: all of its values count as one.
    Opaque(String),
}

/// A struct or enum of the workspace, as one module sees it. Two are the same type when their paths are the same.
#[derive(Clone)]
pub struct Adt(Arc<Definition>);

/// The definition of a struct or enum.
#[derive(Debug)]
pub struct Definition {
    /// Its path with the crate's name first, and what its parameters stand for: `demo::grid::Grid<f64>`.
    pub path: String,
    /// A hash of its path, by which recipes know it.
    pub mark: u32,
    /// How the subject's module names it.
    pub name: String,
    /// Where it is defined.
    pub home: Home,
    /// Whether it is an enum.
    pub is_enum: bool,
    /// The traits that it implements.
    pub traits: Traits,
    /// Its variants; a struct has one. Set once, since a type may lie inside itself.
    pub variants: OnceLock<Vec<Variant>>,
    /// The constructors that guard its private fields; where there are none, values are made of their fields.
    pub constructors: OnceLock<Vec<Constructor>>,
    /// The constructors that other modules use, where this one sees the fields and makes values of them.
    pub elsewhere: OnceLock<Vec<Constructor>>,
    /// Whether its values begin empty and are whole only as its own methods leave them: no others can be made.
    pub grows: OnceLock<bool>,
    /// How its values are looked at where they cannot be taken apart: they have then one field, which holds what is seen.
    pub seen: OnceLock<Seen>,
    /// The constructor that makes a value of what is seen of another one.
    pub again: OnceLock<usize>,
}

/// What is looked at of a value that cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Its `Display` text.
    Text,
    /// Its `Debug` text.
    Debug,
    /// The items that a method such as `iter` goes through.
    Items(String),
    /// The same where they come in another order each time.
    Unordered(String),
    /// What a method returns: `as_str`.
    Method(String),
    /// Nothing: it can be passed, and not be compared.
    Nothing,
}

/// Where a type is defined, and what it is called there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Home {
    /// The package's name.
    pub package: String,
    /// Index of the package's target.
    pub target: usize,
    /// The module's path below the crate's root.
    pub module: Vec<String>,
    /// The same for the module from which everything in the crate may name it, where its own is private.
    pub exported: Option<Vec<String>>,
    /// Its own name, without type arguments.
    pub ident: String,
    /// How many lifetimes it has.
    pub lifetimes: usize,
    /// Its type arguments.
    pub arguments: Vec<Type>,
}

impl Home {
    /// Whether values borrow from what they are made of: `Parser<'_>`, `Encoded<&str>`.
    pub fn borrows(&self) -> bool {
        let is_lent = |ty: &Type| ty.any(&mut |part| matches!(part, Type::Ref(_)));
        self.lifetimes > 0 || self.arguments.iter().any(is_lent)
    }

    /// A type with what stands between its angle brackets: `Parser<'_>`, `Grid<f64>`.
    pub fn applied(&self, ident: &str, name: &dyn Fn(&Type) -> String) -> String {
        let lifetimes = (0..self.lifetimes).map(|_| "'_".to_owned());
        let all: Vec<String> = lifetimes.chain(self.arguments.iter().map(name)).collect();
        if all.is_empty() { ident.to_owned() } else { format!("{ident}<{}>", all.join(", ")) }
    }
}

/// The traits of a type that tests rely on.
#[derive(Clone, Copy, Debug, Default)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub struct Traits {
    pub copy: bool,
    pub clone: bool,
    pub debug: bool,
    /// Whether `==` is derived, and so compares field by field.
    pub eq: bool,
    /// Whether `==` is written out.
    pub own_eq: bool,
    /// Whether `Hash` or `Ord` is derived, and so looks at every field.
    pub looks_at_all: bool,
    /// Whether `<` is derived, and so compares variant by variant, field by field.
    pub ordered: bool,
    /// Whether `<` is written out.
    pub own_order: bool,
}

/// A variant of an enum, or the one of a struct.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name; a struct's own.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Whether the fields have names, or stand in braces.
    pub braces: bool,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, or its number.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// Whether the subject's module sees it.
    pub visible: bool,
    /// Whether everyone sees it, so that it may have any value.
    pub public: bool,
    /// The method that returns it to those who do not see it.
    pub getter: Option<Arc<str>>,
}

/// A function that makes values of a type.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name: `new`.
    pub name: String,
    /// The types of its parameters.
    pub params: Vec<Type>,
    /// Whether it returns an `Option` or a `Result`.
    pub fallible: bool,
    /// How it is called.
    pub how: How,
}

impl Constructor {
    /// Whether it is what all values begin with, as the empty list does: a function that takes nothing, and no mere default.
    pub fn begins(&self) -> bool {
        self.how == How::Function && self.params.is_empty() && self.name != "default"
    }

    /// Whether it is a conversion, which types with other ones also implement.
    pub fn is_conversion(&self) -> bool {
        self.how == How::Function && matches!(&*self.name, "from" | "try_from")
    }
}

/// How a constructor is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// `Ratio::new(1, 2)`.
    Function,
    /// `"1.2.3".parse::<Version>()`.
    Parse,
    /// `vec![1, 5].into_iter().collect::<Set>()`.
    Collect,
    /// An expression with a `{}` for each argument, and `{T}` for the type: `{}..{}`, `{T}::new().with_size({})`.
    Written(String),
    /// A function outside of the type, by its path.
    Free(String),
    /// A constant outside of the type.
    Constant {
        /// Its path.
        path: String,
        /// Whether it is a reference.
        lent: bool,
    },
    /// As a function that takes nothing, and then by a method, once for each item.
    Fill {
        /// The method: `insert`.
        step: String,
        /// How many parts of an item it takes apart, such as a key and a value; one where it takes the whole.
        spread: usize,
    },
}

impl Type {
    /// The type without references: `&str` → `String`, `&[T]` → `Vec<T>`, `&T` → `T`.
    /// It is the type of the value that a caller owns in order to pass this one.
    pub fn owned(&self) -> Type {
        self.map_leaves(false)
    }

    /// The type as relations see it: no references or boxes, every text a `String`, every sequence a `Vec`,
    /// every integer an `i128` (numbers mean mathematical integers).
    pub fn erased(&self) -> Type {
        self.map_leaves(true)
    }

    /// What an option or a result wraps; other types as they are.
    pub fn unwrapped(&self) -> &Type {
        match self {
            Type::Option(inner) | Type::Result(inner, _) => inner,
            other => other,
        }
    }

    fn map_leaves(&self, erase: bool) -> Type {
        let go = |inner: &Type| Box::new(inner.map_leaves(erase));
        match self {
            Type::Str => Type::String,
            Type::Slice(item) => Type::Vec(go(item)),
            Type::Ref(inner) | Type::Mut(inner) | Type::Cow(inner) | Type::Iter(inner) => {
                inner.map_leaves(erase)
            }
            Type::Box(inner) if erase => inner.map_leaves(erase),
            Type::Array(item, _) if erase => Type::Vec(go(item)),
            Type::Box(inner) => Type::Box(go(inner)),
            Type::Array(item, len) => Type::Array(go(item), *len),
            Type::Vec(item) => Type::Vec(go(item)),
            Type::Option(item) => Type::Option(go(item)),
            Type::Result(ok, err) => Type::Result(go(ok), go(err)),
            Type::Int(_) | Type::NonZero(_) if erase => Type::Int(IntType::I128),
            Type::Tuple(items) => Type::Tuple(items.iter().map(|item| item.map_leaves(erase)).collect()),
            Type::Unit
            | Type::Bool
            | Type::Char
            | Type::Int(_)
            | Type::Float(_)
            | Type::String
            | Type::Ordering
            | Type::NonZero(_)
            | Type::Duration
            | Type::Phantom(_)
            | Type::Adt(_)
            | Type::Const(_)
            | Type::Opaque(_) => self.clone(),
        }
    }

    /// Whether a value can stand alone, unlike `str` and `[T]`.
    pub fn is_sized(&self) -> bool {
        !matches!(self, Type::Str | Type::Slice(_))
    }

    /// The types directly inside this one; those of fields are the [`Adt`]'s own affair.
    pub fn inner(&self) -> Vec<&Type> {
        match self {
            Type::Slice(t)
            | Type::Array(t, _)
            | Type::Vec(t)
            | Type::Option(t)
            | Type::Ref(t)
            | Type::Mut(t)
            | Type::Cow(t)
            | Type::Iter(t)
            | Type::Box(t) => {
                vec![t]
            }
            Type::Result(ok, err) => vec![ok, err],
            Type::Tuple(items) => items.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The type with every struct and enum directly inside it, or itself, replaced.
    pub fn with_adts(&self, change: &mut dyn FnMut(&Adt) -> Adt) -> Type {
        let mut go = |inner: &Type| Box::new(inner.with_adts(change));
        match self {
            Type::Adt(adt) => Type::Adt(change(adt)),
            Type::Slice(t) => Type::Slice(go(t)),
            Type::Array(t, len) => Type::Array(go(t), *len),
            Type::Vec(t) => Type::Vec(go(t)),
            Type::Option(t) => Type::Option(go(t)),
            Type::Result(ok, err) => Type::Result(go(ok), go(err)),
            Type::Tuple(items) => Type::Tuple(items.iter().map(|t| *go(t)).collect()),
            Type::Ref(t) => Type::Ref(go(t)),
            Type::Mut(t) => Type::Mut(go(t)),
            Type::Cow(t) => Type::Cow(go(t)),
            Type::Iter(t) => Type::Iter(go(t)),
            Type::Box(t) => Type::Box(go(t)),
            _ => self.clone(),
        }
    }

    /// Whether a float is anywhere inside.
    pub fn has_float(&self) -> bool {
        self.any(&mut |ty| matches!(ty, Type::Float(_)))
    }

    /// The narrowest floats anywhere inside, where there are floats.
    pub fn narrowest_float(&self) -> Option<FloatType> {
        let has = |kind: FloatType| self.any(&mut |ty| *ty == Type::Float(kind));
        [FloatType::F32, FloatType::F64].into_iter().find(|kind| has(*kind))
    }

    /// Whether this type, or any inside it, fields included, satisfies `test`.
    pub fn any(&self, test: &mut dyn FnMut(&Type) -> bool) -> bool {
        self.any_but(&mut BTreeSet::new(), test)
    }

    fn any_but<'a>(&'a self, seen: &mut BTreeSet<&'a str>, test: &mut dyn FnMut(&Type) -> bool) -> bool {
        if test(self) {
            return true;
        }
        match self {
            Type::Adt(adt) => {
                seen.insert(&adt.path)
                    && adt
                        .variants()
                        .iter()
                        .flat_map(|variant| &variant.fields)
                        .any(|f| f.ty.any_but(seen, test))
            }
            _ => self.inner().into_iter().any(|inner| inner.any_but(seen, test)),
        }
    }

    /// The structs and enums in this type, each once, those that others are made of first.
    pub fn adts(&self) -> Vec<Adt> {
        fn go(ty: &Type, seen: &mut BTreeSet<String>, found: &mut Vec<Adt>) {
            if let Type::Adt(adt) = ty
                && seen.insert(adt.path.clone())
            {
                let fields = adt.variants().iter().flat_map(|variant| &variant.fields).map(|field| &field.ty);
                let arguments = adt.constructors().iter().flat_map(|constructor| &constructor.params);
                fields.chain(arguments).for_each(|ty| go(ty, seen, found));
                found.push(adt.clone());
            }
            ty.inner().into_iter().for_each(|ty| go(ty, seen, found));
        }
        let mut found = Vec::new();
        go(self, &mut BTreeSet::new(), &mut found);
        found
    }

    /// A struct or enum anywhere inside of which nothing can be looked at.
    pub fn unseen(&self) -> Option<Adt> {
        let mut found = None;
        self.any(&mut |ty| match ty {
            Type::Adt(adt) if adt.is_unseen() => {
                found = Some(adt.clone());
                true
            }
            _ => false,
        });
        found
    }

    /// What a parameter of this type holds after a call. A buffer that shows nothing of itself is no outcome.
    pub fn changed(&self) -> Option<&Type> {
        match self {
            Type::Mut(inner) if inner.unseen().is_none() => Some(inner),
            _ => None,
        }
    }

    /// The text or the slice that a parameter of this type goes through: `&str` of `&mut &str`.
    pub fn walked(&self) -> Option<&Type> {
        match self {
            Type::Mut(inner) => match &**inner {
                Type::Ref(lent) if matches!(**lent, Type::Str | Type::Slice(_)) => Some(inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a value of this type can be copied with `*`.
    pub fn is_copy(&self) -> bool {
        match self {
            Type::String
            | Type::Str
            | Type::Slice(_)
            | Type::Vec(_)
            | Type::Box(_)
            | Type::Mut(_)
            | Type::Cow(_)
            | Type::Iter(_)
            | Type::Opaque(_) => false,
            Type::Adt(adt) => adt.traits.copy,
            Type::Ref(_) => true,
            _ => self.inner().into_iter().all(Type::is_copy),
        }
    }

    /// The type of a field or of a tuple's part, by its number.
    pub fn part(&self, index: usize) -> Option<&Type> {
        match self {
            Type::Tuple(items) => items.get(index),
            Type::Adt(adt) => adt.fields()?.get(index).map(|field| &field.ty),
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) => inner.part(index),
            _ => None,
        }
    }

    /// The element type of a sequence.
    pub fn item(&self) -> Option<&Type> {
        match self {
            Type::Slice(item) | Type::Array(item, _) | Type::Vec(item) => Some(item),
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
                inner.item()
            }
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Unit => f.write_str("()"),
            Type::Bool => f.write_str("bool"),
            Type::Char => f.write_str("char"),
            Type::Int(int) => f.write_str(int.name()),
            Type::Float(float) => f.write_str(float.name()),
            Type::Str => f.write_str("str"),
            Type::String => f.write_str("String"),
            Type::Slice(item) => write!(f, "[{item}]"),
            Type::Array(item, len) => write!(f, "[{item}; {len}]"),
            Type::Vec(item) => write!(f, "Vec<{item}>"),
            Type::Option(item) => write!(f, "Option<{item}>"),
            Type::Result(ok, err) => write!(f, "Result<{ok}, {err}>"),
            Type::Tuple(items) => {
                f.write_str("(")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Type::Ordering => f.write_str("std::cmp::Ordering"),
            Type::Ref(inner) => write!(f, "&{inner}"),
            Type::Mut(inner) => write!(f, "&mut {inner}"),
            Type::Box(inner) => write!(f, "Box<{inner}>"),
            Type::Cow(inner) => write!(f, "std::borrow::Cow<'_, {inner}>"),
            Type::Iter(items) => match items.item() {
                Some(item) => write!(f, "std::vec::IntoIter<{item}>"),
                None => write!(f, "{items}"),
            },
            Type::NonZero(int) => write!(f, "std::num::NonZero{}", int.camel_name()),
            Type::Duration => f.write_str("std::time::Duration"),
            Type::Phantom(of) => write!(f, "std::marker::PhantomData<{of}>"),
            Type::Adt(adt) => f.write_str(&adt.name),
            Type::Const(written) => f.write_str(written),
            Type::Opaque(name) => f.write_str(name),
        }
    }
}
