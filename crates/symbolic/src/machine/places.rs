//! Reads and writes variables and parts of them.

use std::rc::Rc;

use super::state::{Eval, Machine, unsupported};
use super::value::{Place, Projection, Seq, Val};
use crate::program::{Expr, Kind, Unary};
use crate::term::TermId;

impl<'p> Machine<'p, '_> {
    /// The value at a place.
    pub fn read(&mut self, place: &Place) -> Val<'p> {
        let mut value = self.cells[place.cell].clone();
        for step in &place.path {
            // References in between are followed.
            while let Val::Mut(inner) = &value {
                let inner = inner.clone();
                value = self.read(&inner);
            }
            value = match (&value, step) {
                (Val::Tuple(parts), Projection::Part(_, at)) => {
                    parts.get(*at).cloned().unwrap_or(Val::Unknown)
                }
                (Val::Data(data), Projection::Part(variant, at)) => {
                    data.fields(*variant).get(*at).cloned().unwrap_or(Val::Unknown)
                }
                (Val::Seq(seq), Projection::Item(at)) => seq.at(*at).cloned().unwrap_or(Val::Unknown),
                (Val::Seq(seq), Projection::Slice(from, len)) => {
                    let len = self.int(*len as i128);
                    Val::Seq(Seq { from: seq.from + from, len, is_longer: false, ..seq.clone() })
                }
                (Val::Map(map), Projection::Entry(at)) => {
                    map.entries.get(*at).map_or(Val::Unknown, |(_, value)| value.clone())
                }
                _ => Val::Unknown,
            };
        }
        value
    }

    /// Puts a value at a place.
    pub fn write(&mut self, place: &Place, value: Val<'p>) -> Eval<'p, ()> {
        let mut place = place.clone();
        loop {
            match write_at(&mut self.cells[place.cell], &place.path, value.clone()) {
                Written::Done => return Ok(()),
                Written::Beyond(inner, steps) => {
                    place = steps.iter().fold(inner, |place, step| place.part(*step));
                }
                Written::Nowhere => return unsupported("a write to something unknown"),
            }
        }
    }

    /// The place that an expression names, if it names one: references are followed where something is taken from them.
    pub fn place(&mut self, expr: &'p Expr) -> Eval<'p, Option<Place>> {
        Ok(match &*expr.kind {
            Kind::Local(local) => Some(Place::of(self.base + local.0 as usize)),
            Kind::Field(of, name) => match self.place(of)? {
                Some(place) => {
                    let (place, value) = self.opened(place)?;
                    self.field_step(&value, name).map(|step| place.part(step))
                }
                None => {
                    let value = self.eval(of, None)?;
                    let Val::Mut(place) = value else { return Ok(None) };
                    let (place, value) = self.opened(place)?;
                    self.field_step(&value, name).map(|step| place.part(step))
                }
            },
            Kind::Index(of, index) => {
                let place = match self.place(of)? {
                    Some(place) => place,
                    None => match self.eval(of, None)? {
                        Val::Mut(place) => place,
                        _ => return Ok(None),
                    },
                };
                let (place, value) = self.opened(place)?;
                let index = self.eval(index, None)?;
                let index = self.shape(index)?;
                self.item_place(place, &value, index)?
            }
            Kind::Unary(Unary::Deref, of) => match self.place(of)? {
                Some(place) => match self.read(&place) {
                    Val::Mut(inner) => Some(inner),
                    _ => Some(place),
                },
                None => match self.eval(of, None)? {
                    Val::Mut(place) => Some(place),
                    _ => None,
                },
            },
            Kind::Reference { of, .. } => self.place(of)?,
            _ => None,
        })
    }

    /// Follows references at a place, and looks at the input there.
    pub fn opened(&mut self, mut place: Place) -> Eval<'p, (Place, Val<'p>)> {
        loop {
            match self.read(&place) {
                Val::Mut(inner) => place = inner,
                value @ (Val::Input(_) | Val::Text(_)) => {
                    let value = self.shape(value)?;
                    self.write(&place, value.clone())?;
                    return Ok((place, value));
                }
                value => return Ok((place, value)),
            }
        }
    }

    /// The place of an item, or of several.
    fn item_place(&mut self, place: Place, value: &Val<'p>, index: Val<'p>) -> Eval<'p, Option<Place>> {
        match (value, &index) {
            (Val::Seq(seq), Val::Int(index, _)) => {
                self.bounds_check(*index, seq.len)?;
                let at = self.pinned(*index, "an index that is written to")?;
                Ok(Some(place.part(Projection::Item(at as usize))))
            }
            (Val::Seq(seq), Val::Range(span)) => {
                let (from, to) = self.span_of(span, seq.len)?;
                let (from, to) = (self.pinned(from, "a slice")?, self.pinned(to, "a slice")?);
                Ok(Some(place.part(Projection::Slice(from as usize, (to - from) as usize))))
            }
            (Val::Map(_), _) => self.entry_place(&place, &index),
            _ => Ok(None),
        }
    }

    /// Panics where an index is out of bounds.
    pub fn bounds_check(&mut self, index: TermId, len: TermId) -> Eval<'p, ()> {
        let zero = self.int(0);
        let (low, high) = (self.le(zero, index), self.lt(index, len));
        let inside = self.and(low, high);
        self.require(inside)
    }

    /// How a field is reached.
    pub fn field_step(&self, value: &Val<'p>, name: &str) -> Option<Projection> {
        match value {
            Val::Tuple(_) => name.parse().ok().map(|at| Projection::Part(0, at)),
            Val::Data(data) => Some(Projection::Part(0, self.field_number(data.path(), 0, name)?)),
            _ => None,
        }
    }

    /// The number of a variant's field.
    pub fn field_number(&self, path: &str, variant: usize, name: &str) -> Option<usize> {
        let field = |definition: &crate::program::Definition| {
            definition.variants.get(variant)?.fields.iter().position(|(field, _)| field == name)
        };
        self.program.types.get(path).and_then(|found| field(found)).or_else(|| name.parse().ok())
    }
}

enum Written {
    Done,
    /// A reference stands there; what is to be done behind it.
    Beyond(Place, Vec<Projection>),
    Nowhere,
}

fn write_at<'p>(slot: &mut Val<'p>, path: &[Projection], value: Val<'p>) -> Written {
    let Some((step, rest)) = path.split_first() else {
        *slot = value;
        return Written::Done;
    };
    let inner = match (slot, step) {
        (Val::Mut(place), _) => return Written::Beyond(place.clone(), path.to_vec()),
        (Val::Tuple(parts), Projection::Part(_, at)) => Rc::make_mut(parts).get_mut(*at),
        (Val::Data(data), Projection::Part(variant, at)) => {
            Rc::make_mut(data).fields_mut(*variant).and_then(|fields| fields.get_mut(*at))
        }
        (Val::Seq(seq), Projection::Item(at)) => Rc::make_mut(&mut seq.items).get_mut(seq.from + at),
        (Val::Seq(seq), Projection::Slice(from, len)) => {
            let (Val::Seq(part), true) = (value, rest.is_empty()) else { return Written::Nowhere };
            let start = seq.from + from;
            let items = Rc::make_mut(&mut seq.items);
            let (Some(to), Some(new)) = (items.get_mut(start..start + len), part.all().get(..*len)) else {
                return Written::Nowhere;
            };
            to.clone_from_slice(new);
            return Written::Done;
        }
        (Val::Map(map), Projection::Entry(at)) => {
            Rc::make_mut(map).entries.get_mut(*at).map(|(_, value)| value)
        }
        _ => None,
    };
    match inner {
        Some(inner) => write_at(inner, rest, value),
        None => Written::Nowhere,
    }
}
