//! Values of which everything is known, as values of the relation language.

use std::sync::Arc;

use super::state::Machine;
use super::value::{Data, SeqKind, Val};
use crate::term::{Scalar, TermId};
use morph_relation::{Type, Value};

impl<'p> Machine<'p, '_> {
    /// The value of a type, where everything in it is constant.
    pub fn known(&mut self, value: &Val<'p>, ty: &Type) -> Option<Value> {
        let value = self.shape(value.clone()).ok()?;
        Some(match (&value, ty) {
            (
                _,
                Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner),
            ) => {
                return self.known(&value, inner);
            }
            (_, Type::Opaque(_) | Type::Phantom(_) | Type::Unit) => Value::Unit,
            (Val::Bool(term), Type::Bool) => Value::Bool(matches!(self.value_of(*term)?, Scalar::Bool(true))),
            (Val::Int(term, _), Type::Int(_)) => Value::Int(self.number_of(*term)?),
            (Val::Char(term), Type::Char) => {
                Value::Char(u32::try_from(self.number_of(*term)?).ok().and_then(char::from_u32)?)
            }
            (Val::Float(term, _), Type::Float(float)) => match self.value_of(*term)? {
                Scalar::Float(x) => Value::float(*float, x),
                _ => return None,
            },
            (Val::Tuple(parts), Type::Tuple(types)) if parts.len() == types.len() => {
                let known: Option<Vec<_>> =
                    parts.iter().zip(types).map(|(part, ty)| self.known(part, ty)).collect();
                Value::Tuple(known?.into())
            }
            (Val::Seq(seq), ty) => {
                let len = usize::try_from(self.number_of(seq.len)?).ok()?;
                let items = seq.all().get(..len)?;
                if seq.kind == SeqKind::Text {
                    return self.text(items).map(Value::str);
                }
                let item = ty.item()?.clone();
                Value::Seq(items.iter().map(|v| self.known(v, &item)).collect::<Option<Vec<_>>>()?.into())
            }
            (Val::Data(data), ty) => return self.known_data(data, ty),
            _ => return None,
        })
    }

    fn known_data(&mut self, data: &Data<'p>, ty: &Type) -> Option<Value> {
        let variant = match data {
            Data::Known { variant, .. } => *variant,
            Data::Open { tag, .. } => usize::try_from(self.number_of(*tag)?).ok()?,
        };
        let fields = data.fields(variant);
        Some(match (ty, variant) {
            (Type::Option(_), 0) => Value::None,
            (Type::Option(item), _) => Value::Some(Arc::new(self.known(fields.first()?, item)?)),
            (Type::Result(ok, _), 0) => Value::Ok(Arc::new(self.known(fields.first()?, ok)?)),
            (Type::Result(_, err), _) => Value::Err(Arc::new(self.known(fields.first()?, err)?)),
            (Type::Ordering, at) => Value::Ordering(match at {
                0 => std::cmp::Ordering::Less,
                1 => std::cmp::Ordering::Equal,
                _ => std::cmp::Ordering::Greater,
            }),
            (Type::NonZero(int), _) => return self.known(fields.first()?, &Type::Int(*int)),
            (Type::Duration, _) => {
                return self.known(fields.first()?, &Type::Int(morph_relation::IntType::U128));
            }
            (Type::Adt(adt), at) => {
                let shape = &adt.variants().get(at)?.fields;
                let known: Option<Vec<_>> =
                    fields.iter().zip(shape).map(|(value, field)| self.known(value, &field.ty)).collect();
                Value::data(at, known?)
            }
            _ => return None,
        })
    }

    /// The value of a term: a constant's own, or that under the chooser's input.
    fn value_of(&mut self, term: TermId) -> Option<Scalar> {
        self.constant(term).or_else(|| self.chooser.concrete(self.terms, term))
    }

    fn number_of(&mut self, term: TermId) -> Option<i128> {
        match self.value_of(term)? {
            Scalar::Int(n) => Some(n),
            _ => None,
        }
    }

    /// A constant character.
    pub fn character(&self, term: TermId) -> Option<char> {
        u32::try_from(self.as_int(term)?).ok().and_then(char::from_u32)
    }

    /// A text of constant characters.
    pub fn text(&mut self, items: &[Val<'p>]) -> Option<String> {
        let mut text = String::new();
        for item in items {
            match self.shape(item.clone()).ok()? {
                Val::Char(term) => {
                    text.push(u32::try_from(self.number_of(term)?).ok().and_then(char::from_u32)?)
                }
                _ => return None,
            }
        }
        Some(text)
    }
}
