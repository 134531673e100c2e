//! `as`, `From`, `Into`, `TryFrom` between types that are built in.

use super::hints::{argument, float, head, integer};
use super::state::{Eval, Machine, unsupported};
use super::value::{SeqKind, Val};
use crate::program::{Expr, Shape};
use crate::term::{Term, TermId};
use morph_relation::{FloatType, IntType};

impl<'p> Machine<'p, '_> {
    pub fn cast_expr(&mut self, of: &'p Expr, shape: &Shape) -> Eval<'p> {
        let hint = Some(shape).filter(|_| Self::is_literal(of));
        let value = self.eval_shape(of, hint)?;
        self.cast(value, shape)
    }

    /// `value as T`.
    pub fn cast(&mut self, value: Val<'p>, shape: &Shape) -> Eval<'p> {
        if let Val::Data(data) = &value
            && let Some(definition) = self.program.types.get(&**data.path())
        {
            let discriminants: Vec<i128> = discriminants(definition);
            let tag = self.tag_of(data);
            let number = match self.as_int(tag) {
                Some(tag) => {
                    let number = discriminants.get(tag as usize).copied().unwrap_or(tag);
                    self.int(number)
                }
                None if discriminants.iter().enumerate().all(|(at, n)| at as i128 == *n) => tag,
                None => {
                    let mut number = self.int(discriminants.last().copied().unwrap_or(0));
                    for (at, n) in discriminants.iter().enumerate().rev().skip(1) {
                        let (is, n) = (self.tag_is(tag, at), self.int(*n));
                        number = self.ite(is, n, number);
                    }
                    number
                }
            };
            return self.cast(Val::Int(number, Some(IntType::Isize)), shape);
        }
        if let Some(int) = integer(shape) {
            let term = match value {
                Val::Int(term, _) | Val::Char(term) => self.wrap(int, term),
                Val::Bool(term) => {
                    let (one, zero) = (self.int(1), self.int(0));
                    self.ite(term, one, zero)
                }
                Val::Float(term, _) => self.terms.make(Term::ToInt(int, term)),
                Val::Data(data) if &**data.path() == "Ordering" => {
                    let tag = self.tag_of(&data);
                    let number = self.plus(tag, -1);
                    self.wrap(int, number)
                }
                Val::Unknown => self.unknown_int(int, "a cast"),
                other => return unsupported(format!("{} as {}", other.kind(), int.name())),
            };
            return Ok(Val::Int(term, Some(int)));
        }
        if let Some(ty) = float(shape) {
            let term = match value {
                Val::Int(term, _) => self.terms.make(Term::ToFloat(ty, term)),
                Val::Float(term, None) => self.float_as(term, ty),
                Val::Float(term, Some(from)) if from != ty => self.terms.make(Term::Resize(ty, term)),
                Val::Float(term, _) => term,
                Val::Unknown => self.unknown(crate::term::Sort::Float(ty), "a cast"),
                other => return unsupported(format!("{} as {}", other.kind(), ty.name())),
            };
            return Ok(Val::Float(term, Some(ty)));
        }
        match (head(shape).as_deref(), value) {
            (Some("char"), Val::Int(term, _) | Val::Char(term)) => Ok(Val::Char(term)),
            (None, value @ (Val::Int(..) | Val::Float(..))) => Ok(value),
            (_, value @ (Val::Seq(_) | Val::Bool(_) | Val::Closure(_) | Val::Function(_) | Val::Unknown)) => {
                Ok(value)
            }
            (to, value) => unsupported(format!("{} as {}", value.kind(), to.unwrap_or("something"))),
        }
    }

    /// The integer of a type that an integer is congruent to.
    pub fn wrap(&mut self, int: IntType, term: TermId) -> TermId {
        let (low, high) = self.range(term);
        let is_known = (low, high) != (i128::MIN, i128::MAX);
        if is_known && low >= int.lowest() && high <= int.highest() {
            return term;
        }
        self.terms.make(Term::Wrap(int, term))
    }

    /// `T::from(value)`, `value.into()`, `T::try_from(value)`.
    pub fn converted(&mut self, value: Val<'p>, shape: &Shape, tries: bool) -> Eval<'p> {
        let shape = match (tries, head(shape).as_deref()) {
            (true, Some("Result" | "Option")) => argument(shape, 0).unwrap_or_default(),
            _ => shape.clone(),
        };
        let value = self.shape(value)?;
        if let Some(wanted) = head(&shape) {
            let name = if tries { "try_from" } else { "from" };
            if let Some(paths) = self.program.methods.get(&(wanted, name.to_owned())) {
                let paths = paths.clone();
                let fits = paths.iter().any(|path| self.accepts(path, std::slice::from_ref(&value)));
                if fits {
                    return self.call_any(&paths, vec![value], None);
                }
            }
        }
        if let Val::Data(data) = &value
            && let Some(path) = self.own_method(data.path(), if tries { "try_into" } else { "into" }, 1)
        {
            return self.call_path(&path, vec![value]);
        }
        let value = match (value, integer(&shape)) {
            (Val::Data(data), Some(_)) if &**data.path() == "NonZero" => {
                data.fields(0).first().cloned().unwrap_or(Val::Unknown)
            }
            (value, _) => value,
        };
        self.converted_value(value, &shape, tries)
    }

    /// The same of values and types that are built in.
    fn converted_value(&mut self, value: Val<'p>, shape: &Shape, tries: bool) -> Eval<'p> {
        if let Some(int) = integer(shape) {
            return match (&value, tries) {
                (Val::Int(term, _), true) => {
                    let fits = self.fits(*term, int);
                    let error = Val::known("TryFromIntError", 0, Vec::new());
                    Ok(self.open_result(fits, Val::Int(*term, Some(int)), error))
                }
                (Val::Char(term), true) => {
                    let fits = self.fits(*term, int);
                    let error = Val::known("TryFromCharError", 0, Vec::new());
                    Ok(self.open_result(fits, Val::Int(*term, Some(int)), error))
                }
                _ => self.cast(value, shape),
            };
        }
        if float(shape).is_some() && matches!(value, Val::Int(..) | Val::Float(..)) {
            return self.cast(value, shape);
        }
        match (head(shape).as_deref(), &value) {
            (Some("char"), Val::Int(term, _)) if tries => {
                let valid = self.is_char(*term);
                let error = Val::known("CharTryFromError", 0, Vec::new());
                Ok(self.open_result(valid, Val::Char(*term), error))
            }
            (Some("char"), Val::Int(term, _)) => Ok(Val::Char(*term)),
            (Some("String" | "str"), Val::Char(_)) => Ok(self.sequence(SeqKind::Text, vec![value])),
            (Some("Option"), Val::Data(data)) if &**data.path() != "Option" => Ok(Val::some(value)),
            (Some("Option"), Val::Int(..) | Val::Float(..) | Val::Bool(_) | Val::Char(_) | Val::Seq(_)) => {
                Ok(Val::some(value))
            }
            (Some("Vec" | "Slice"), Val::Seq(seq)) if seq.kind == SeqKind::Text => {
                self.bytes_of(seq).map(Val::Seq)
            }
            (Some("Array"), Val::Seq(seq)) if tries => match shape {
                Shape::Known(morph_relation::Type::Array(_, len)) => {
                    let len = self.int(*len as i128);
                    let fits = self.eq(seq.len, len);
                    if self.fork(fits)? {
                        let exact = super::value::Seq { len, is_longer: false, ..seq.clone() };
                        Ok(Val::ok(Val::Seq(exact)))
                    } else {
                        Ok(Val::err(Val::known("TryFromSliceError", 0, Vec::new())))
                    }
                }
                _ => unsupported("`try_into` of an array"),
            },
            (Some("BTreeMap" | "BTreeSet" | "HashMap" | "HashSet"), Val::Seq(_)) => {
                let iter = self.iterator(value)?;
                self.collected(iter, shape)
            }
            (Some("bool"), _)
            | (Some("String" | "str" | "Vec" | "Slice" | "Array"), Val::Seq(_))
            | (None, _)
                if !tries =>
            {
                Ok(value)
            }
            (Some(_), value @ (Val::Data(_) | Val::Tuple(_) | Val::Seq(_))) if !tries => Ok(value.clone()),
            (to, value) => unsupported(format!("{} into {}", value.kind(), to.unwrap_or("something"))),
        }
    }

    /// Whether a number is the code of a character.
    pub fn is_char(&mut self, term: TermId) -> TermId {
        let (below, above) = (self.within(term, 0, 0xD7FF), self.within(term, 0xE000, 0x10_FFFF));
        self.or(below, above)
    }

    /// A float's type: that of literals is `f64` where nothing says another.
    pub fn float_type(ty: Option<FloatType>) -> FloatType {
        ty.unwrap_or(FloatType::F64)
    }
}

/// The discriminants of an enum's variants: each is one more than that before it, unless it is written.
fn discriminants(definition: &crate::program::Definition) -> Vec<i128> {
    let mut next = 0;
    let one = |variant: &crate::program::Variant| {
        let number = variant.discriminant.unwrap_or(next);
        next = number + 1;
        number
    };
    definition.variants.iter().map(one).collect()
}
