//! The types that subjects take and return.

use std::collections::BTreeSet;
use std::fmt;

use super::adt::Adt;

/// A primitive integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum IntType {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

impl IntType {
    /// Every primitive integer type.
    pub const ALL: [IntType; 12] = {
        use IntType::*;
        [I8, I16, I32, I64, I128, Isize, U8, U16, U32, U64, U128, Usize]
    };

    /// The type's name in Rust.
    pub fn name(self) -> &'static str {
        use IntType::*;
        match self {
            I8 => "i8",
            I16 => "i16",
            I32 => "i32",
            I64 => "i64",
            I128 => "i128",
            Isize => "isize",
            U8 => "u8",
            U16 => "u16",
            U32 => "u32",
            U64 => "u64",
            U128 => "u128",
            Usize => "usize",
        }
    }

    /// The name as the types of `std::num` end: `NonZeroU8`.
    pub fn camel_name(self) -> String {
        let name = self.name();
        name[..1].to_uppercase() + &name[1..]
    }

    /// Whether negative values exist.
    pub fn signed(self) -> bool {
        self.name().starts_with('i')
    }

    /// Width in bits; pointer-sized types have 64.
    pub fn bits(self) -> u32 {
        use IntType::*;
        match self {
            I8 | U8 => 8,
            I16 | U16 => 16,
            I32 | U32 => 32,
            I64 | U64 | Isize | Usize => 64,
            I128 | U128 => 128,
        }
    }

    /// The smallest value.
    pub fn lowest(self) -> i128 {
        if self.signed() { i128::MIN >> (128 - self.bits()) } else { 0 }
    }

    /// The largest value, or `i128::MAX` where it is larger than that (`u128`).
    pub fn highest(self) -> i128 {
        match (self.signed(), self.bits()) {
            (true, bits) => i128::MAX >> (128 - bits),
            (false, 128) => i128::MAX,
            (false, bits) => (1_i128 << bits) - 1,
        }
    }
}

/// A floating-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum FloatType {
    F32,
    F64,
}

impl FloatType {
    /// The type's name in Rust.
    pub fn name(self) -> &'static str {
        match self {
            FloatType::F32 => "f32",
            FloatType::F64 => "f64",
        }
    }
}

/// A Rust type that the tool can make values of, pass and compare.
///
/// `Display` writes it as Rust source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    NonZero(IntType),
    Duration,
    /// `PhantomData<T>`, which has one value; with `T` as it is written.
    Phantom(String),
    /// A struct or enum of the workspace.
    Adt(Adt),
    /// The error of a `Result`, of a type that cannot be looked into: all of its values count as one.
    Opaque(String),
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

    fn map_leaves(&self, erase: bool) -> Type {
        let go = |inner: &Type| Box::new(inner.map_leaves(erase));
        match self {
            Type::Str => Type::String,
            Type::Slice(item) => Type::Vec(go(item)),
            Type::Ref(inner) | Type::Mut(inner) | Type::Cow(inner) => inner.map_leaves(erase),
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
            | Type::Opaque(_) => self.clone(),
        }
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
            | Type::Box(t) => {
                vec![t]
            }
            Type::Result(ok, err) => vec![ok, err],
            Type::Tuple(items) => items.iter().collect(),
            _ => Vec::new(),
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
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) => inner.item(),
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
            Type::NonZero(int) => write!(f, "std::num::NonZero{}", int.camel_name()),
            Type::Duration => f.write_str("std::time::Duration"),
            Type::Phantom(of) => write!(f, "std::marker::PhantomData<{of}>"),
            Type::Adt(adt) => f.write_str(&adt.name),
            Type::Opaque(name) => f.write_str(name),
        }
    }
}
