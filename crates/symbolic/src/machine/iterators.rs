//! Iterators: lazy chains of adaptors over sequences and ranges.

use super::branches::{NO_SITES, Sites};
use super::value::{Place, Seq, Step, Val};
use super::{Eval, Flow, Machine, gap};
use crate::End;
use crate::term::TermId;
use morph_relation::IntType;

/// Rounds that no input decides on end after so many.
const LONGEST: usize = 20_000;

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
                    (_, Some(place)) => Ok(Some(Val::Mut(place.part(Step::Item(at))))),
                    (Some(item), None) => Ok(Some(item.clone())),
                    (None, None) => gap("an item of a long sequence"),
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
            Iter::Filter(inner, function) => {
                let mut bound = Bound::default();
                loop {
                    let Some(item) = self.next(inner)? else { return Ok(None) };
                    let keeps = self.asks(&function.clone(), vec![item.clone()])?;
                    if self.fork(keeps)? {
                        return Ok(Some(item));
                    }
                    self.go_round(&mut bound)?;
                }
            }
            Iter::FilterMap(inner, function) => {
                let mut bound = Bound::default();
                loop {
                    let Some(item) = self.next(inner)? else { return Ok(None) };
                    let made = self.call_value(&function.clone(), vec![item])?;
                    if let Some(item) = self.some_of(made)? {
                        return Ok(Some(item));
                    }
                    self.go_round(&mut bound)?;
                }
            }
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
            Iter::Skip(inner, count, left_out) => {
                loop {
                    let number = self.int(*left_out);
                    let more = self.lt(number, *count);
                    if !self.fork(more)? {
                        break;
                    }
                    *left_out += 1;
                    if self.next(inner)?.is_none() {
                        return Ok(None);
                    }
                }
                self.next(inner)?
            }
            Iter::TakeWhile(inner, function, done) => {
                if *done {
                    return Ok(None);
                }
                let Some(item) = self.next(inner)? else { return Ok(None) };
                let goes = self.asks(&function.clone(), vec![item.clone()])?;
                *done = !self.fork(goes)?;
                (!*done).then_some(item)
            }
            Iter::SkipWhile(inner, function, started) => loop {
                let Some(item) = self.next(inner)? else { return Ok(None) };
                if *started {
                    return Ok(Some(item));
                }
                let skips = self.asks(&function.clone(), vec![item.clone()])?;
                if !self.fork(skips)? {
                    *started = true;
                    return Ok(Some(item));
                }
            },
            Iter::MapWhile(inner, function) => {
                let Some(item) = self.next(inner)? else { return Ok(None) };
                let made = self.call_value(&function.clone(), vec![item])?;
                self.some_of(made)?
            }
            Iter::StepBy(inner, step, first) => {
                let between = if std::mem::take(first) { 0 } else { *step - 1 };
                if let Iter::Range { from, .. } = &mut **inner {
                    *from = self.plus(*from, between);
                } else {
                    for _ in 0..between {
                        if self.next(inner)?.is_none() {
                            return Ok(None);
                        }
                    }
                }
                self.next(inner)?
            }
            Iter::Flat(inner, function, current) => loop {
                if let Some(now) = current {
                    if let Some(item) = self.next(now)? {
                        return Ok(Some(item));
                    }
                    *current = None;
                }
                let Some(item) = self.next(inner)? else { return Ok(None) };
                let made = match function {
                    Some(function) => self.call_value(&function.clone(), vec![item])?,
                    None => item,
                };
                let made = match self.shape(made)? {
                    // Errors are left out, as `None` is.
                    Val::Data(data) if &**data.path() == "Result" => {
                        let ok = self.is_variant(&data, 0);
                        let items = if self.fork(ok)? { data.fields(0).to_vec() } else { Vec::new() };
                        self.items_iter(items)
                    }
                    value => self.iterator_over(value)?,
                };
                *current = Some(Box::new(made));
            },
            Iter::Scan(inner, state, function) => {
                let Some(item) = self.next(inner)? else { return Ok(None) };
                let made = self.call_value(&function.clone(), vec![Val::Mut(state.clone()), item])?;
                self.some_of(made)?
            }
            Iter::Windows(seq, size, at) => {
                let end = self.int((*at + *size) as i128);
                let more = self.le(end, seq.len);
                if !self.fork(more)? {
                    return Ok(None);
                }
                let len = self.int(*size as i128);
                let window = Seq { from: seq.from + *at, len, is_longer: false, ..seq.clone() };
                *at += 1;
                Some(Val::Seq(window))
            }
            Iter::Chunks(seq, size, at, exact) => {
                let (start, end) = (self.int(*at as i128), self.int((*at + *size) as i128));
                let whole = self.le(end, seq.len);
                let len = if self.fork(whole)? {
                    self.int(*size as i128)
                } else {
                    let some = self.lt(start, seq.len);
                    if *exact || !self.fork(some)? {
                        return Ok(None);
                    }
                    self.sub(seq.len, start)
                };
                let chunk = Seq { from: seq.from + *at, len, is_longer: false, ..seq.clone() };
                *at += *size;
                Some(Val::Seq(chunk))
            }
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
                let Val::Data(data) = &value else { return gap("an iterator") };
                let Some(path) = self.own_method(data.path(), "next", 1) else { return gap("an iterator") };
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
            _ => return gap("an iterator"),
        })
    }

    /// Advances the iterator, or the range, at a place.
    pub fn next_of_place(&mut self, place: &Place) -> Eval<'p, Option<Val<'p>>> {
        let (place, value) = self.opened(place.clone())?;
        let mut iter = match value {
            Val::Iter(iter) => *iter,
            Val::Range(span) => self.range_iterator(&span)?,
            other => return gap(format!("`next` of {}", other.kind())),
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
            other => gap(format!("{} as an option", other.kind())),
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
                    Some(place) => Some(Val::Mut(place.part(Step::Item(at)))),
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
        let mut bound = Bound::default();
        while let Some(item) = self.next(iter)? {
            items.push(item);
            self.go_round(&mut bound)?;
        }
        Ok(items)
    }

    /// Counts a round of a loop that is modelled.
    pub fn go_round(&mut self, bound: &mut Bound) -> Eval<'p, ()> {
        let before = bound.steps.unwrap_or(self.path.steps.len());
        if self.is_cover() && self.path.steps.len() > before {
            // One round for all: the functions that it calls are run for anything.
            return gap("a loop over something of any length");
        }
        self.count_round(before, &mut bound.decided)?;
        bound.steps = Some(self.path.steps.len());
        bound.rounds += 1;
        if bound.rounds > LONGEST {
            self.inexact("a loop goes round too often");
            return Err(Flow::End(End::Limit));
        }
        Ok(())
    }
}

/// How often a loop has gone round.
#[derive(Default)]
pub(super) struct Bound {
    rounds: usize,
    decided: usize,
    steps: Option<usize>,
}
