//! Methods of iterators: adaptors and consumers.

use super::iterators::{Bound, Iter};
use super::methods::Call;
use super::value::{Span, Val};
use super::{Eval, Flow, Machine, gap};

impl<'p> Machine<'p, '_> {
    pub fn range_method(&mut self, call: Call<'p, '_>, span: &Span<'p>) -> Eval<'p> {
        match call.name {
            "contains" => {
                let item = call.arg(0)?;
                let mut inside = self.bool(true);
                if let Some(from) = &span.from {
                    let above = self.less(from, &item, false)?;
                    inside = self.and(inside, above);
                }
                if let Some(to) = &span.to {
                    let below = self.less(&item, to, !span.inclusive)?;
                    inside = self.and(inside, below);
                }
                Ok(Val::Bool(inside))
            }
            "is_empty" => {
                let (Some(from), Some(to)) = (&span.from, &span.to) else { return call.unknown() };
                let some = self.less(from, to, !span.inclusive)?;
                Ok(Val::Bool(self.not(some)))
            }
            "start" => span.from.clone().map_or_else(|| call.unknown(), Ok),
            "end" => span.to.clone().map_or_else(|| call.unknown(), Ok),
            "clone" => Ok(call.value),
            _ => self.iterator_method(call),
        }
    }

    pub fn iterator_method(&mut self, call: Call<'p, '_>) -> Eval<'p> {
        // What advances an iterator leaves the rest of it where it was.
        let result = match &call.place {
            Some(place) if ADVANCING.contains(&call.name) => {
                let place = place.clone();
                let mut iter = self.iterator_over(call.value.clone())?;
                let result = self.advanced(&call, &mut iter);
                self.write(&place, Val::iter(iter))?;
                result
            }
            _ => {
                let mut iter = self.iterator_over(call.value.clone())?;
                self.advanced(&call, &mut iter)
            }
        };
        if self.is_cover() && matches!(result, Err(Flow::Gap(_))) {
            // The functions of its adaptors may run.
            self.unmodelled_call(std::slice::from_ref(&call.value))?;
        }
        result
    }

    fn advanced(&mut self, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
        let own = |iter: &Iter<'p>| Box::new(iter.clone());
        let adapted = match call.name {
            "iter" | "into_iter" | "copied" | "cloned" | "fuse" | "by_ref" | "chars" | "clone" => {
                if call.name == "by_ref"
                    && let Some(place) = &call.place
                {
                    Iter::By(place.clone())
                } else if call.name == "cloned" || call.name == "copied" {
                    match iter {
                        // What stands behind references is copied.
                        Iter::Seq { seq, front, back, .. } => {
                            Iter::Seq { seq: seq.clone(), front: *front, back: *back, place: None }
                        }
                        other => other.clone(),
                    }
                } else {
                    iter.clone()
                }
            }
            "as_str" | "as_slice" => {
                let Iter::Seq { seq, front, back: 0, .. } = iter else { return call.unknown() };
                let taken = self.int(*front as i128);
                let len = self.sub(seq.len, taken);
                return Ok(Val::Seq(super::value::Seq { from: seq.from + *front, len, ..seq.clone() }));
            }
            "map" => Iter::Map(own(iter), call.arg(0)?),
            "inspect" => Iter::Inspect(own(iter), call.arg(0)?),
            "filter" => Iter::Filter(own(iter), call.arg(0)?),
            "filter_map" => Iter::FilterMap(own(iter), call.arg(0)?),
            "enumerate" => Iter::Enumerate(own(iter), 0),
            "zip" => Iter::Zip(own(iter), Box::new(self.iterator(call.arg(0)?)?)),
            "chain" => Iter::Chain(Some(own(iter)), Box::new(self.iterator(call.arg(0)?)?)),
            "rev" => Iter::Rev(own(iter)),
            "take" => Iter::Take(own(iter), self.integer_argument(call, 0)?, 0),
            "skip" => Iter::Skip(own(iter), self.integer_argument(call, 0)?, 0),
            "take_while" => Iter::TakeWhile(own(iter), call.arg(0)?, false),
            "skip_while" => Iter::SkipWhile(own(iter), call.arg(0)?, false),
            "map_while" => Iter::MapWhile(own(iter), call.arg(0)?),
            "step_by" => {
                let step = self.integer_argument(call, 0)?;
                self.not_zero(step)?;
                let step = self.pinned(step, "the size of steps")?;
                Iter::StepBy(own(iter), step, true)
            }
            "peekable" => Iter::Peekable(own(iter), None),
            "flat_map" => Iter::Flat(own(iter), Some(call.arg(0)?), None),
            "flatten" => Iter::Flat(own(iter), None, None),
            "scan" => {
                let state = self.cell(call.arg(0)?);
                Iter::Scan(own(iter), state, call.arg(1)?)
            }
            "cycle" => Iter::Cycle(own(iter), own(iter)),
            _ => return self.consumed(call, iter),
        };
        Ok(Val::iter(adapted))
    }

    fn consumed(&mut self, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
        let mut bound = Bound::default();
        Ok(match call.name {
            "next" => Val::option(self.next(iter)?),
            "next_back" => Val::option(self.next_back(iter)?),
            "peek" | "peek_mut" | "next_if" | "next_if_eq" => return self.peeked(call, iter),
            "nth" | "nth_back" => {
                let count = self.integer_argument(call, 0)?;
                let count = self.pinned(count, "the number of an item")?;
                for _ in 0..count {
                    let item = if call.name == "nth" { self.next(iter)? } else { self.next_back(iter)? };
                    if item.is_none() {
                        return Ok(Val::none());
                    }
                }
                Val::option(if call.name == "nth" { self.next(iter)? } else { self.next_back(iter)? })
            }
            "last" => {
                let mut last = None;
                while let Some(item) = self.next(iter)? {
                    last = Some(item);
                    self.go_round(&mut bound)?;
                }
                Val::option(last)
            }
            "count" | "len" => match iter {
                Iter::Seq { seq, front, back, .. } => {
                    let taken = self.int((*front + *back) as i128);
                    Val::usize(self.sub(seq.len, taken))
                }
                Iter::Range { from, to: Some(to), .. } => {
                    let (from, to) = (*from, *to);
                    let (count, zero, some) = (self.sub(to, from), self.int(0), self.lt(from, to));
                    Val::usize(self.ite(some, count, zero))
                }
                iter => {
                    let mut count = 0;
                    while self.next(iter)?.is_some() {
                        count += 1;
                        self.go_round(&mut bound)?;
                    }
                    Val::usize(self.int(count))
                }
            },
            "sum" | "product" => return self.added(call, iter),
            "fold" => {
                let mut state = call.arg(0)?;
                if let Some(hint) = call.hint {
                    state = self.adopt(state, hint);
                }
                while let Some(item) = self.next(iter)? {
                    state = self.call_value(&call.arg(1)?, vec![state, item])?;
                    self.go_round(&mut bound)?;
                }
                state
            }
            "reduce" => {
                let Some(mut state) = self.next(iter)? else { return Ok(Val::none()) };
                while let Some(item) = self.next(iter)? {
                    state = self.call_value(&call.arg(0)?, vec![state, item])?;
                    self.go_round(&mut bound)?;
                }
                Val::some(state)
            }
            "try_fold" => return self.tried_fold(call, iter),
            "for_each" => {
                while let Some(item) = self.next(iter)? {
                    self.call_value(&call.arg(0)?, vec![item])?;
                    self.go_round(&mut bound)?;
                }
                Val::unit()
            }
            "try_for_each" => {
                while let Some(item) = self.next(iter)? {
                    let value = self.call_value(&call.arg(0)?, vec![item])?;
                    let value = self.shape(value)?;
                    if self.some_of(value.clone())?.is_none() {
                        return Ok(value);
                    }
                    self.go_round(&mut bound)?;
                }
                Val::ok(Val::unit())
            }
            "all" | "any" => {
                let any = call.name == "any";
                while let Some(item) = self.next(iter)? {
                    let holds = self.asks(&call.arg(0)?, vec![item])?;
                    if self.fork(holds)? == any {
                        return Ok(self.val_bool(any));
                    }
                    self.go_round(&mut bound)?;
                }
                self.val_bool(!any)
            }
            "find" | "rfind" => {
                while let Some(item) =
                    if call.name == "find" { self.next(iter)? } else { self.next_back(iter)? }
                {
                    let found = self.asks(&call.arg(0)?, vec![item.clone()])?;
                    if self.fork(found)? {
                        return Ok(Val::some(item));
                    }
                    self.go_round(&mut bound)?;
                }
                Val::none()
            }
            "find_map" => {
                while let Some(item) = self.next(iter)? {
                    let made = self.call_value(&call.arg(0)?, vec![item])?;
                    if let Some(found) = self.some_of(made)? {
                        return Ok(Val::some(found));
                    }
                    self.go_round(&mut bound)?;
                }
                Val::none()
            }
            "position" => {
                let mut at = 0;
                while let Some(item) = self.next(iter)? {
                    let found = self.asks(&call.arg(0)?, vec![item])?;
                    if self.fork(found)? {
                        return Ok(Val::some(Val::usize(self.int(at))));
                    }
                    at += 1;
                    self.go_round(&mut bound)?;
                }
                Val::none()
            }
            "rposition" => {
                let items = self.drained(iter)?;
                for (at, item) in items.into_iter().enumerate().rev() {
                    let found = self.asks(&call.arg(0)?, vec![item])?;
                    if self.fork(found)? {
                        return Ok(Val::some(Val::usize(self.int(at as i128))));
                    }
                }
                Val::none()
            }
            "min" | "max" | "min_by" | "max_by" | "min_by_key" | "max_by_key" => {
                return self.extreme_item(call, iter);
            }
            "collect" => {
                let shape = call.types.first().or(call.hint).cloned().unwrap_or_default();
                let iter = iter.clone();
                return self.collected(iter, &shape);
            }
            "partition" => {
                let (mut yes, mut no) = (Vec::new(), Vec::new());
                while let Some(item) = self.next(iter)? {
                    let holds = self.asks(&call.arg(0)?, vec![item.clone()])?;
                    if self.fork(holds)? {
                        yes.push(item)
                    } else {
                        no.push(item)
                    }
                    self.go_round(&mut bound)?;
                }
                let (yes, no) = (self.val_items(yes), self.val_items(no));
                Val::tuple(vec![yes, no])
            }
            "unzip" => {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                for item in self.drained(iter)? {
                    let Val::Tuple(parts) = self.shape(item)? else { return call.unknown() };
                    let [a, b] = parts.as_slice() else { return call.unknown() };
                    left.push(a.clone());
                    right.push(b.clone());
                }
                let (left, right) = (self.val_items(left), self.val_items(right));
                Val::tuple(vec![left, right])
            }
            "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "cmp" | "partial_cmp" => {
                let items = self.drained(iter)?;
                let mut other = self.iterator(call.arg(0)?)?;
                let others = self.drained(&mut other)?;
                let (a, b) = (self.val_items(items), self.val_items(others));
                match call.name {
                    "eq" => Val::Bool(self.equal(&a, &b)?),
                    "ne" => {
                        let same = self.equal(&a, &b)?;
                        Val::Bool(self.not(same))
                    }
                    "lt" => Val::Bool(self.less(&a, &b, true)?),
                    "le" => Val::Bool(self.less(&a, &b, false)?),
                    "gt" => Val::Bool(self.less(&b, &a, true)?),
                    "ge" => Val::Bool(self.less(&b, &a, false)?),
                    "cmp" => {
                        let tag = self.ordering(&a, &b)?;
                        self.open_ordering(tag)
                    }
                    _ => self.partial_ordering(&a, &b)?,
                }
            }
            "is_sorted" => {
                let items = self.drained(iter)?;
                let list = self.val_items(items);
                let Val::Seq(seq) = &list else { return call.unknown() };
                return self.sequence_method(call, seq);
            }
            "is_empty" => {
                let mut copy = iter.clone();
                let none = self.next(&mut copy)?.is_none();
                self.val_bool(none)
            }
            "to_string" => {
                let shape = crate::program::Shape::Named("String".to_owned(), Vec::new());
                let iter = iter.clone();
                return self.collected(iter, &shape);
            }
            _ => return call.unknown(),
        })
    }

    fn peeked(&mut self, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
        if let Iter::By(place) = iter {
            let place = place.clone();
            let value = self.read(&place);
            let mut inner = self.iterator_over(value)?;
            let result = self.peeked(call, &mut inner);
            self.write(&place, Val::iter(inner))?;
            return result;
        }
        let Iter::Peekable(inner, seen) = iter else { return call.unknown() };
        let item = match seen {
            Some(item) => item.clone(),
            None => {
                let item = self.next(inner)?;
                *seen = Some(item.clone());
                item
            }
        };
        let Some(item) = item else { return Ok(Val::none()) };
        let takes = match call.name {
            "next_if" => self.asks(&call.arg(0)?, vec![item.clone()])?,
            "next_if_eq" => self.equal(&item, &call.arg(0)?)?,
            _ => return Ok(Val::some(item)),
        };
        if self.fork(takes)? {
            *seen = None;
            Ok(Val::some(item))
        } else {
            Ok(Val::none())
        }
    }

    /// `iter::repeat` and the like.
    pub fn iterator_function(&mut self, name: &str, args: Vec<Val<'p>>) -> Eval<'p> {
        let arg = |at: usize| args.get(at).cloned().map_or_else(|| gap(format!("`iter::{name}`")), Ok);
        let iter = match name {
            "repeat" => Iter::Repeat(arg(0)?),
            "repeat_n" => {
                let Val::Int(count, _) = self.shape(arg(1)?)? else { return gap("`iter::repeat_n`") };
                Iter::Take(Box::new(Iter::Repeat(arg(0)?)), count, 0)
            }
            "once" => self.items_iter(vec![arg(0)?]),
            "empty" => self.items_iter(Vec::new()),
            "from_fn" | "repeat_with" if name == "from_fn" => Iter::FromFn(arg(0)?),
            "successors" => {
                let first = self.some_of(arg(0)?)?;
                Iter::Successors(first, arg(1)?)
            }
            "zip" => {
                let (a, b) = (self.iterator(arg(0)?)?, self.iterator(arg(1)?)?);
                Iter::Zip(Box::new(a), Box::new(b))
            }
            _ => return gap(format!("`iter::{name}`")),
        };
        Ok(Val::iter(iter))
    }
}

/// Methods of iterators that take `&mut self`.
pub(super) const ADVANCING: [&str; 18] = [
    "next",
    "next_back",
    "nth",
    "nth_back",
    "peek",
    "peek_mut",
    "next_if",
    "next_if_eq",
    "any",
    "all",
    "find",
    "rfind",
    "find_map",
    "position",
    "rposition",
    "try_fold",
    "try_for_each",
    "by_ref",
];
