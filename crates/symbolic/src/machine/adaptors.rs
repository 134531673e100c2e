//! The next items of adaptors that may pass over items of what they adapt, or give several for one.

use super::rounds::Rounds;
use super::state::{Eval, Machine};
use super::value::{Iter, Seq, Val};
use crate::term::TermId;

impl<'p> Machine<'p, '_> {
    /// Of `filter`.
    pub fn next_that(&mut self, inner: &mut Iter<'p>, function: &Val<'p>) -> Eval<'p, Option<Val<'p>>> {
        let mut rounds = Rounds::default();
        loop {
            let Some(item) = self.next(inner)? else { return Ok(None) };
            let keeps = self.asks(function, vec![item.clone()])?;
            if self.fork(keeps)? {
                return Ok(Some(item));
            }
            self.go_round(&mut rounds)?;
        }
    }

    /// Of `filter_map`.
    pub fn next_made(&mut self, inner: &mut Iter<'p>, function: &Val<'p>) -> Eval<'p, Option<Val<'p>>> {
        let mut rounds = Rounds::default();
        loop {
            let Some(item) = self.next(inner)? else { return Ok(None) };
            let made = self.call_value(function, vec![item])?;
            if let Some(item) = self.some_of(made)? {
                return Ok(Some(item));
            }
            self.go_round(&mut rounds)?;
        }
    }

    /// Of `skip`; so many have been left out.
    pub fn next_behind(
        &mut self,
        inner: &mut Iter<'p>,
        count: TermId,
        left_out: &mut i128,
    ) -> Eval<'p, Option<Val<'p>>> {
        loop {
            let number = self.int(*left_out);
            let more = self.lt(number, count);
            if !self.fork(more)? {
                return self.next(inner);
            }
            *left_out += 1;
            if self.next(inner)?.is_none() {
                return Ok(None);
            }
        }
    }

    /// Of `skip_while`.
    pub fn next_once_started(
        &mut self,
        inner: &mut Iter<'p>,
        function: &Val<'p>,
        started: &mut bool,
    ) -> Eval<'p, Option<Val<'p>>> {
        loop {
            let Some(item) = self.next(inner)? else { return Ok(None) };
            if *started {
                return Ok(Some(item));
            }
            let skips = self.asks(function, vec![item.clone()])?;
            if !self.fork(skips)? {
                *started = true;
                return Ok(Some(item));
            }
        }
    }

    /// Of `step_by`.
    pub fn next_step(
        &mut self,
        inner: &mut Iter<'p>,
        step: i128,
        first: &mut bool,
    ) -> Eval<'p, Option<Val<'p>>> {
        let between = if std::mem::take(first) { 0 } else { step - 1 };
        if let Iter::Range { from, .. } = inner {
            *from = self.plus(*from, between);
        } else {
            for _ in 0..between {
                if self.next(inner)?.is_none() {
                    return Ok(None);
                }
            }
        }
        self.next(inner)
    }

    /// Of `flatten`, or of `flat_map`, where there is a function; `current` is what the last item gave.
    pub fn next_flat(
        &mut self,
        inner: &mut Iter<'p>,
        function: &Option<Val<'p>>,
        current: &mut Option<Box<Iter<'p>>>,
    ) -> Eval<'p, Option<Val<'p>>> {
        loop {
            if let Some(now) = current {
                if let Some(item) = self.next(now)? {
                    return Ok(Some(item));
                }
                *current = None;
            }
            let Some(item) = self.next(inner)? else { return Ok(None) };
            let made = match function {
                Some(function) => self.call_value(function, vec![item])?,
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
        }
    }

    /// Of `windows`.
    pub fn next_window(&mut self, seq: &Seq<'p>, size: usize, at: &mut usize) -> Eval<'p, Option<Val<'p>>> {
        let end = self.int((*at + size) as i128);
        let more = self.le(end, seq.len);
        if !self.fork(more)? {
            return Ok(None);
        }
        let len = self.int(size as i128);
        let window = Seq { from: seq.from + *at, len, is_longer: false, ..seq.clone() };
        *at += 1;
        Ok(Some(Val::Seq(window)))
    }

    /// Of `chunks`, and of `chunks_exact`, which leaves a short rest out.
    pub fn next_chunk(
        &mut self,
        seq: &Seq<'p>,
        size: usize,
        at: &mut usize,
        exact: bool,
    ) -> Eval<'p, Option<Val<'p>>> {
        let (start, end) = (self.int(*at as i128), self.int((*at + size) as i128));
        let whole = self.le(end, seq.len);
        let len = if self.fork(whole)? {
            self.int(size as i128)
        } else {
            let some = self.lt(start, seq.len);
            if exact || !self.fork(some)? {
                return Ok(None);
            }
            self.sub(seq.len, start)
        };
        let chunk = Seq { from: seq.from + *at, len, is_longer: false, ..seq.clone() };
        *at += size;
        Ok(Some(Val::Seq(chunk)))
    }
}
