//! What can be iterated over, as iterators.

use super::state::{Eval, Machine, unsupported};
use super::value::Iter;
use super::value::{Projection, Seq, SeqKind, Span, Val};

impl<'p> Machine<'p, '_> {
    /// What `for` goes over.
    pub fn iterator(&mut self, value: Val<'p>) -> Eval<'p, Iter<'p>> {
        match value {
            Val::Mut(place) => {
                let (place, value) = self.opened(place)?;
                match value {
                    Val::Seq(seq) => {
                        // References to items need a list that does not move: its length is decided when it is needed.
                        Ok(Iter::Seq { seq, front: 0, back: 0, place: Some(place) })
                    }
                    Val::Iter(_) | Val::Range(_) => Ok(Iter::By(place)),
                    Val::Map(map) => {
                        let entries = map.entries.iter().enumerate().map(|(at, (key, _))| {
                            let value = Val::Mut(place.part(Projection::Entry(at)));
                            if map.is_set { key.clone() } else { Val::tuple(vec![key.clone(), value]) }
                        });
                        let items = entries.collect();
                        Ok(self.items_iter(items))
                    }
                    Val::Data(data) if self.own_method(data.path(), "next", 1).is_some() => {
                        Ok(Iter::Own(place))
                    }
                    value => self.iterator_over(value),
                }
            }
            value => {
                let value = self.shape(value)?;
                self.iterator_over(value)
            }
        }
    }

    pub fn iterator_over(&mut self, value: Val<'p>) -> Eval<'p, Iter<'p>> {
        Ok(match value {
            Val::Seq(seq) => Iter::Seq { seq, front: 0, back: 0, place: None },
            Val::Iter(iter) => *iter,
            Val::Range(span) => self.range_iterator(&span)?,
            Val::Map(map) => {
                let entry = |(key, value): &(Val<'p>, Val<'p>)| match map.is_set {
                    true => key.clone(),
                    false => Val::tuple(vec![key.clone(), value.clone()]),
                };
                if !map.is_sorted && map.entries.len() > 1 {
                    self.inexact("the order of a hashed map");
                }
                let items = map.entries.iter().map(entry).collect();
                self.items_iter(items)
            }
            Val::Data(data) if &**data.path() == "Option" => {
                let some = self.is_variant(&data, 1);
                let items = if self.fork(some)? { data.fields(1).to_vec() } else { Vec::new() };
                self.items_iter(items)
            }
            Val::Data(data) => {
                let value = Val::Data(data.clone());
                if self.own_method(data.path(), "next", 1).is_some() {
                    Iter::Own(self.cell(value))
                } else if let Some(path) = self.own_method(data.path(), "into_iter", 1) {
                    let value = self.call_path(&path, vec![value])?;
                    return self.iterator(value);
                } else {
                    return unsupported(format!("iteration over `{}`", data.path()));
                }
            }
            other => return unsupported(format!("iteration over {}", other.kind())),
        })
    }

    pub fn items_iter(&mut self, items: Vec<Val<'p>>) -> Iter<'p> {
        let len = self.int(items.len() as i128);
        Iter::Seq { seq: Seq::new(SeqKind::Items, items, len), front: 0, back: 0, place: None }
    }

    pub(super) fn range_iterator(&mut self, span: &Span<'p>) -> Eval<'p, Iter<'p>> {
        let end = |value: &Option<Val<'p>>| match value {
            Some(Val::Int(term, ty)) => Ok(Some((*term, *ty, false))),
            Some(Val::Char(term)) => Ok(Some((*term, None, true))),
            Some(other) => unsupported(format!("a range of {}", other.kind())),
            None => Ok(None),
        };
        let Some((from, ty, is_char)) = end(&span.from)? else {
            return unsupported("a range without a start");
        };
        let to = end(&span.to)?;
        let ty = ty.or(to.and_then(|to| to.1));
        let to = match to {
            Some((to, ..)) if span.inclusive => Some(self.plus(to, 1)),
            Some((to, ..)) => Some(to),
            None => None,
        };
        Ok(Iter::Range { from, to, ty, is_char })
    }
}
