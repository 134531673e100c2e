//! Iterators: lazy chains of adaptors over sequences and ranges.

use super::branches::{NO_SITES, Sites};
use super::rounds::Rounds;
use super::state::{Eval, Flow, Machine, unsupported};
use super::value::{Iter, Place, Projection, Val};
use crate::End;

impl<'p> Machine<'p, '_> {
    pub fn next(&mut self, iter: &mut Iter<'p>) -> Eval<'p, Option<Val<'p>>> {
        self.next_at(iter, NO_SITES)
    }

    /// The next item; `sites` are those of the branch that decides whether there is one.
    pub fn next_at(&mut self, iter: &mut Iter<'p>, sites: Sites) -> Eval<'p, Option<Val<'p>>> {
        self.expressions += 1;
        if self.expressions > self.limits.expressions {
            self.inexact("too many expressions");
            return Err(Flow::End(End::Limit));
        }
        match iter {
            Iter::Seq { seq, front, back, place } => {
                let taken = self.int((*front + *back) as i128);
                let more = self.lt(taken, seq.len);
                if !self.branch(more, sites)? {
                    return Ok(None);
                }
                let at = *front;
                *front += 1;
                match (seq.at(at), place) {
                    (_, Some(place)) => Ok(Some(Val::Mut(place.part(Projection::Item(at))))),
                    (Some(item), None) => Ok(Some(item.clone())),
                    (None, None) => unsupported("an item of a long sequence"),
                }
            }
            Iter::Range { from, to, ty, is_char } => {
                if let Some(to) = to {
                    let more = self.lt(*from, *to);
                    if !self.branch(more, sites)? {
                        return Ok(None);
                    }
                }
                let item = *from;
                *from = self.plus(*from, 1);
                Ok(Some(if *is_char { Val::Char(item) } else { Val::Int(item, *ty) }))
            }
            Iter::Map(inner, function) => match self.next_at(inner, sites)? {
                Some(item) => self.call_value(&function.clone(), vec![item]).map(Some),
                None => Ok(None),
            },
            Iter::Enumerate(inner, number) => {
                let Some(item) = self.next_at(inner, sites)? else { return Ok(None) };
                let at = Val::usize(self.int(*number));
                *number += 1;
                Ok(Some(Val::tuple(vec![at, item])))
            }
            Iter::Rev(inner) => self.next_back(inner),
            Iter::Peekable(inner, peeked) => match peeked.take() {
                Some(item) => Ok(item),
                None => self.next_at(inner, sites),
            },
            other => self.next_rest(other),
        }
    }

    fn next_rest(&mut self, iter: &mut Iter<'p>) -> Eval<'p, Option<Val<'p>>> {
        Ok(match iter {
            Iter::Inspect(inner, function) => {
                let item = self.next(inner)?;
                if let Some(item) = &item {
                    self.call_value(&function.clone(), vec![item.clone()])?;
                }
                item
            }
            Iter::Filter(inner, function) => self.next_that(inner, &function.clone())?,
            Iter::FilterMap(inner, function) => self.next_made(inner, &function.clone())?,
            Iter::Zip(a, b) => {
                let Some(a) = self.next(a)? else { return Ok(None) };
                let Some(b) = self.next(b)? else { return Ok(None) };
                Some(Val::tuple(vec![a, b]))
            }
            Iter::Chain(first, second) => {
                if let Some(inner) = first {
                    if let Some(item) = self.next(inner)? {
                        return Ok(Some(item));
                    }
                    *first = None;
                }
                self.next(second)?
            }
            Iter::Take(inner, most, taken) => {
                let number = self.int(*taken);
                let more = self.lt(number, *most);
                if !self.fork(more)? {
                    return Ok(None);
                }
                *taken += 1;
                self.next(inner)?
            }
            Iter::Skip(inner, count, left_out) => self.next_behind(inner, *count, left_out)?,
            Iter::TakeWhile(inner, function, done) => {
                if *done {
                    return Ok(None);
                }
                let Some(item) = self.next(inner)? else { return Ok(None) };
                let goes = self.asks(&function.clone(), vec![item.clone()])?;
                *done = !self.fork(goes)?;
                (!*done).then_some(item)
            }
            Iter::SkipWhile(inner, function, started) => {
                self.next_once_started(inner, &function.clone(), started)?
            }
            Iter::MapWhile(inner, function) => {
                let Some(item) = self.next(inner)? else { return Ok(None) };
                let made = self.call_value(&function.clone(), vec![item])?;
                self.some_of(made)?
            }
            Iter::StepBy(inner, step, first) => self.next_step(inner, *step, first)?,
            Iter::Flat(inner, function, current) => self.next_flat(inner, &function.clone(), current)?,
            Iter::Scan(inner, state, function) => {
                let Some(item) = self.next(inner)? else { return Ok(None) };
                let made = self.call_value(&function.clone(), vec![Val::Mut(state.clone()), item])?;
                self.some_of(made)?
            }
            Iter::Windows(seq, size, at) => self.next_window(seq, *size, at)?,
            Iter::Chunks(seq, size, at, exact) => self.next_chunk(seq, *size, at, *exact)?,
            other => self.next_made_up(other)?,
        })
    }

    /// The next item of what is no adaptor, or goes round.
    fn next_made_up(&mut self, iter: &mut Iter<'p>) -> Eval<'p, Option<Val<'p>>> {
        Ok(match iter {
            Iter::Cycle(whole, now) => match self.next(now)? {
                Some(item) => Some(item),
                None => {
                    *now = whole.clone();
                    self.next(now)?
                }
            },
            Iter::By(place) => {
                let place = place.clone();
                self.next_of_place(&place)?
            }
            Iter::Own(place) => {
                let (_, value) = self.opened(place.clone())?;
                let Val::Data(data) = &value else { return unsupported("an iterator") };
                let Some(path) = self.own_method(data.path(), "next", 1) else {
                    return unsupported("an iterator");
                };
                let made = self.call_path(&path, vec![Val::Mut(place.clone())])?;
                self.some_of(made)?
            }
            Iter::Successors(next, function) => {
                let Some(item) = next.take() else { return Ok(None) };
                let made = self.call_value(&function.clone(), vec![item.clone()])?;
                *next = self.some_of(made)?;
                Some(item)
            }
            Iter::FromFn(function) => {
                let made = self.call_value(&function.clone(), Vec::new())?;
                self.some_of(made)?
            }
            Iter::Repeat(value) => Some(value.clone()),
            _ => return unsupported("an iterator"),
        })
    }

    /// Advances the iterator, or the range, at a place.
    pub fn next_of_place(&mut self, place: &Place) -> Eval<'p, Option<Val<'p>>> {
        let (place, value) = self.opened(place.clone())?;
        let mut iter = match value {
            Val::Iter(iter) => *iter,
            Val::Range(span) => self.range_iterator(&span)?,
            other => return unsupported(format!("`next` of {}", other.kind())),
        };
        let item = self.next(&mut iter)?;
        self.write(&place, Val::iter(iter))?;
        Ok(item)
    }

    /// What is in a `Some`, decided.
    pub fn some_of(&mut self, value: Val<'p>) -> Eval<'p, Option<Val<'p>>> {
        match self.shape(value)? {
            Val::Data(data) if matches!(&**data.path(), "Option" | "Result") => {
                let good = usize::from(&**data.path() == "Option");
                let some = self.is_variant(&data, good);
                Ok(if self.fork(some)? { data.fields(good).first().cloned() } else { None })
            }
            Val::Unknown => {
                let some = self.unknown_bool("whether there is something unknown");
                Ok(self.fork(some)?.then_some(Val::Unknown))
            }
            other => unsupported(format!("{} as an option", other.kind())),
        }
    }

    /// The last item.
    pub fn next_back(&mut self, iter: &mut Iter<'p>) -> Eval<'p, Option<Val<'p>>> {
        match iter {
            Iter::Seq { seq, front, back, place } => {
                let len = self.fix_length(seq)?;
                if *front + *back >= len {
                    return Ok(None);
                }
                *back += 1;
                let at = len - *back;
                Ok(match place {
                    Some(place) => Some(Val::Mut(place.part(Projection::Item(at)))),
                    None => seq.at(at).cloned(),
                })
            }
            Iter::Range { from, to: Some(to), ty, is_char } => {
                let more = self.lt(*from, *to);
                if !self.fork(more)? {
                    return Ok(None);
                }
                *to = self.plus(*to, -1);
                Ok(Some(if *is_char { Val::Char(*to) } else { Val::Int(*to, *ty) }))
            }
            Iter::Map(inner, function) => match self.next_back(inner)? {
                Some(item) => self.call_value(&function.clone(), vec![item]).map(Some),
                None => Ok(None),
            },
            Iter::Filter(inner, function) => loop {
                let Some(item) = self.next_back(inner)? else { return Ok(None) };
                let keeps = self.asks(&function.clone(), vec![item.clone()])?;
                if self.fork(keeps)? {
                    return Ok(Some(item));
                }
            },
            Iter::Rev(inner) => self.next(inner),
            Iter::Peekable(inner, None) => self.next_back(inner),
            Iter::By(place) => {
                let place = place.clone();
                self.next_back_of_place(&place)
            }
            other => {
                // Whatever else there is can be listed first: nothing that it does is seen from outside.
                let items = self.drained(other)?;
                *other = self.items_iter(items);
                self.next_back(other)
            }
        }
    }

    pub fn next_back_of_place(&mut self, place: &Place) -> Eval<'p, Option<Val<'p>>> {
        let (place, value) = self.opened(place.clone())?;
        let mut iter = self.iterator_over(value)?;
        let item = self.next_back(&mut iter)?;
        self.write(&place, Val::iter(iter))?;
        Ok(item)
    }

    /// All items.
    pub fn drained(&mut self, iter: &mut Iter<'p>) -> Eval<'p, Vec<Val<'p>>> {
        let mut items = Vec::new();
        let mut rounds = Rounds::default();
        while let Some(item) = self.next(iter)? {
            items.push(item);
            self.go_round(&mut rounds)?;
        }
        Ok(items)
    }
}
