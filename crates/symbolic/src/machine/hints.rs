//! What written types say about values whose own type is open: literals, `parse`, `collect`, `into`.

use std::rc::Rc;

use super::input::plain;
use super::state::Machine;
use super::value::{Data, Seq, SeqKind, Val};
use crate::program::Shape;
use crate::term::{Scalar, Term};
use morph_relation::{FloatType, IntType, Type};

/// A type without references and boxes.
pub(super) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            bare(inner)
        }
        ty => ty,
    }
}

/// The last name of what is written: `Vec`, `Option`, `u8`, a path of the workspace.
pub(super) fn head(shape: &Shape) -> Option<String> {
    Some(match shape {
        Shape::Unknown => return None,
        Shape::Named(name, args) if matches!(&**name, "Box" | "Cow" | "Rc" | "Arc" | "Ref") => {
            return args.last().and_then(head).or_else(|| Some(name.clone()));
        }
        Shape::Named(name, _) => name.clone(),
        Shape::Known(ty) => match bare(ty) {
            Type::Unit | Type::Tuple(_) => "Tuple".to_owned(),
            Type::Str | Type::String => "String".to_owned(),
            Type::Slice(_) => "Slice".to_owned(),
            Type::Array(..) => "Array".to_owned(),
            Type::Vec(_) => "Vec".to_owned(),
            Type::Option(_) => "Option".to_owned(),
            Type::Result(..) => "Result".to_owned(),
            Type::Ordering => "Ordering".to_owned(),
            Type::NonZero(_) => "NonZero".to_owned(),
            Type::Duration => "Duration".to_owned(),
            Type::Adt(adt) => plain(&adt.path).to_owned(),
            ty => ty.to_string(),
        },
    })
}

/// What is written of a type argument or of a tuple's part.
pub(super) fn argument(shape: &Shape, at: usize) -> Option<Shape> {
    match shape {
        Shape::Unknown => None,
        Shape::Named(name, args)
            if matches!(&**name, "Box" | "Cow" | "Rc" | "Arc" | "Ref") && args.len() == 1 =>
        {
            args.first().and_then(|inner| argument(inner, at))
        }
        Shape::Named(_, args) => args.get(at).cloned(),
        Shape::Known(ty) => match bare(ty) {
            Type::Result(ok, err) => [ok, err].get(at).map(|ty| Shape::Known((***ty).clone())),
            Type::Option(inner) if at == 0 => Some(Shape::Known((**inner).clone())),
            Type::Slice(inner) | Type::Array(inner, _) | Type::Vec(inner) if at == 0 => {
                Some(Shape::Known((**inner).clone()))
            }
            Type::Tuple(items) => items.get(at).map(|ty| Shape::Known(ty.clone())),
            _ => None,
        },
    }
}

/// The integer type that is written.
pub(super) fn integer(shape: &Shape) -> Option<IntType> {
    match shape {
        Shape::Known(ty) => match bare(ty) {
            Type::Int(int) => Some(*int),
            _ => None,
        },
        Shape::Named(name, args) if args.is_empty() => IntType::named(name),
        _ => None,
    }
}

/// The float type that is written.
pub(super) fn float(shape: &Shape) -> Option<FloatType> {
    match shape {
        Shape::Known(ty) => match bare(ty) {
            Type::Float(float) => Some(*float),
            _ => None,
        },
        Shape::Named(name, args) if args.is_empty() => float_named(name),
        _ => None,
    }
}

/// `f32`, `f64`.
pub(super) fn float_named(name: &str) -> Option<FloatType> {
    [FloatType::F32, FloatType::F64].into_iter().find(|float| float.name() == name)
}

impl<'p> Machine<'p, '_> {
    /// A value with the types that are written, where its own are open.
    pub fn adopt(&mut self, value: Val<'p>, shape: &Shape) -> Val<'p> {
        if *shape == Shape::Unknown {
            return value;
        }
        match value {
            Val::Int(term, None) => match integer(shape) {
                Some(int) => self.typed(term, int),
                None => value,
            },
            Val::Float(term, None) => match float(shape) {
                Some(ty) => Val::Float(self.float_as(term, ty), Some(ty)),
                None => value,
            },
            Val::Tuple(ref parts) if parts.iter().any(is_open) => {
                let mut parts = (**parts).clone();
                for (at, part) in parts.iter_mut().enumerate() {
                    if let Some(shape) = argument(shape, at) {
                        *part = self.adopt(part.clone(), &shape);
                    }
                }
                Val::tuple(parts)
            }
            Val::Data(ref data) => match &**data {
                Data::Known { path, variant, fields } if fields.iter().any(is_open) => {
                    let at = usize::from(&**path == "Result" && *variant == 1);
                    let Some(shape) = argument(shape, at).filter(|_| matches!(&**path, "Option" | "Result"))
                    else {
                        return value;
                    };
                    let (path, variant, fields) = (path.clone(), *variant, fields.clone());
                    let fields = fields.into_iter().map(|field| self.adopt(field, &shape)).collect();
                    Val::Data(Rc::new(Data::Known { path, variant, fields }))
                }
                _ => value,
            },
            Val::Seq(ref seq) if seq.kind == SeqKind::Items && seq.all().iter().any(is_open) => {
                let Some(shape) = argument(shape, 0) else { return value };
                let items = seq.all().to_vec().into_iter().map(|item| self.adopt(item, &shape)).collect();
                Val::Seq(Seq { items: Rc::new(items), from: 0, ..seq.clone() })
            }
            value => value,
        }
    }

    /// An untyped integer as one of a type: `!0` is all ones.
    pub fn typed(&mut self, term: crate::term::TermId, int: IntType) -> Val<'p> {
        let beyond = self.as_int(term).is_some_and(|n| n < int.lowest());
        let term = if beyond { self.terms.make(Term::Wrap(int, term)) } else { term };
        Val::Int(term, Some(int))
    }

    /// A float of open type as one of a type.
    pub fn float_as(&mut self, term: crate::term::TermId, ty: FloatType) -> crate::term::TermId {
        match self.constant(term) {
            Some(Scalar::Float(x)) => self.float(x, ty),
            _ => self.terms.make(Term::Resize(ty, term)),
        }
    }

    /// A new unknown of a written type.
    pub fn unknown_of(&mut self, shape: &Shape, why: &str) -> Option<Val<'p>> {
        if let Some(int) = integer(shape) {
            return Some(Val::Int(self.unknown_int(int, why), Some(int)));
        }
        if let Some(ty) = float(shape) {
            let sort = crate::term::Sort::Float(ty);
            return Some(Val::Float(self.unknown(sort, why), Some(ty)));
        }
        match head(shape)?.as_str() {
            "bool" => Some(Val::Bool(self.unknown_bool(why))),
            "char" => {
                let sort = crate::term::Sort::Int(0, 0x10_FFFF);
                Some(Val::Char(self.unknown(sort, why)))
            }
            _ => None,
        }
    }
}

/// Whether a type in it is open.
fn is_open(value: &Val<'_>) -> bool {
    match value {
        Val::Int(_, None) | Val::Float(_, None) => true,
        Val::Tuple(parts) => parts.iter().any(is_open),
        Val::Data(data) => matches!(&**data, Data::Known { fields, .. } if fields.iter().any(is_open)),
        Val::Seq(seq) => seq.kind == SeqKind::Items && seq.all().iter().any(is_open),
        _ => false,
    }
}
