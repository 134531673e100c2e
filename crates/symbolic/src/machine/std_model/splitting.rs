//! Methods that take texts apart, or put others in place of parts.

use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Seq, SeqKind, Val};

/// The pattern that is the last argument.
fn last_pattern<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p> {
    call.args.last().map_or(Ok(Val::Unknown), |pattern| machine.text_pattern(pattern))
}

/// An iterator over parts.
fn parts<'p>(machine: &mut Machine<'p, '_>, parts: Vec<Seq<'p>>) -> Eval<'p> {
    let parts = parts.into_iter().map(Val::Seq).collect();
    Ok(Val::iter(machine.items_iter(parts)))
}

/// How many parts there are, decided.
fn most_parts<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, at: usize) -> Eval<'p, usize> {
    let most = machine.integer_argument(call, at)?;
    Ok(machine.pinned(most, "how many parts there are")? as usize)
}

pub fn split<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let pattern = last_pattern(machine, call)?;
    let found = machine.split(seq, &pattern, usize::MAX)?;
    parts(machine, found)
}

pub fn splitn<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let pattern = last_pattern(machine, call)?;
    let most = most_parts(machine, call, 0)?;
    let found = machine.split(seq, &pattern, most)?;
    parts(machine, found)
}

pub fn split_terminator<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let pattern = last_pattern(machine, call)?;
    let mut found = machine.split(seq, &pattern, usize::MAX)?;
    drop_empty_last(machine, &mut found)?;
    parts(machine, found)
}

pub fn rsplit<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let pattern = last_pattern(machine, call)?;
    let mut found = machine.split(seq, &pattern, usize::MAX)?;
    found.reverse();
    parts(machine, found)
}

/// From the back, the last part first.
pub fn rsplitn<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let pattern = last_pattern(machine, call)?;
    let most = most_parts(machine, call, 0)?;
    let mut rest = seq.clone();
    let mut found = Vec::new();
    while found.len() + 1 < most
        && let Some((at, width)) = machine.found(&rest, &pattern, true)?
    {
        found.push(machine.part(&rest, at + width, None));
        rest = machine.part(&rest, 0, Some(at));
    }
    if most > 0 {
        found.push(rest);
    }
    parts(machine, found)
}

pub fn split_inclusive<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let pattern = last_pattern(machine, call)?;
    let mut found = Vec::new();
    let mut start = 0;
    while let Some((at, width)) = machine.found_from(seq, &pattern, start)? {
        found.push(machine.part(seq, start, Some(at + width)));
        start = at + width.max(1);
    }
    found.push(machine.part(seq, start, None));
    drop_empty_last(machine, &mut found)?;
    parts(machine, found)
}

pub fn split_whitespace<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let words = machine.words(seq)?;
    parts(machine, words)
}

pub fn lines<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let newline = Val::Char(machine.int(10));
    let mut lines = machine.split(seq, &newline, usize::MAX)?;
    drop_empty_last(machine, &mut lines)?;
    for line in &mut lines {
        *line = without_return(machine, line)?;
    }
    parts(machine, lines)
}

pub fn split_once<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
    last: bool,
) -> Eval<'p> {
    let pattern = last_pattern(machine, call)?;
    let Some((at, width)) = machine.found(seq, &pattern, last)? else { return Ok(Val::none()) };
    let (left, right) = (machine.part(seq, 0, Some(at)), machine.part(seq, at + width, None));
    Ok(Val::some(Val::tuple(vec![Val::Seq(left), Val::Seq(right)])))
}

/// Where a pattern is found, and how long it is there.
fn all_found<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
    item: OfMatch,
) -> Eval<'p> {
    let pattern = last_pattern(machine, call)?;
    let mut found = Vec::new();
    let mut start = 0;
    while let Some((at, width)) = machine.found_from(seq, &pattern, start)? {
        let part = Val::Seq(machine.part(seq, at, Some(at + width)));
        found.push(item(machine, seq, at, part)?);
        start = at + width.max(1);
    }
    Ok(Val::iter(machine.items_iter(found)))
}

/// What is made of a part that is found, and of where.
type OfMatch = for<'p> fn(&mut Machine<'p, '_>, &Seq<'p>, usize, Val<'p>) -> Eval<'p>;

pub fn matches<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    all_found(machine, call, seq, |_, _, _, part| Ok(part))
}

pub fn match_indices<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    all_found(machine, call, seq, |machine, seq, at, part| {
        Ok(Val::tuple(vec![Val::usize(machine.offset_of(seq, at)?), part]))
    })
}

pub fn replace<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    replaced(machine, call, seq, |_, _| Ok(usize::MAX))
}

pub fn replacen<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    replaced(machine, call, seq, |machine, call| Ok(most_parts(machine, call, 2)?.saturating_add(1)))
}

/// How many parts there are at most.
type Most = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>) -> Eval<'p, usize>;

fn replaced<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>, most: Most) -> Eval<'p> {
    let pattern = call.args.first().map_or(Ok(Val::Unknown), |pattern| machine.text_pattern(pattern))?;
    let with = call.arg(1)?;
    let Val::Seq(with) = machine.shape(with)? else { return call.unknown() };
    let with = machine.items(&with)?;
    let most = most(machine, call)?;
    let parts = machine.split(seq, &pattern, most)?;
    let mut items = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            items.extend(with.iter().cloned());
        }
        items.extend(machine.items(part)?);
    }
    Ok(machine.sequence(SeqKind::Text, items))
}

fn drop_empty_last<'p>(machine: &mut Machine<'p, '_>, parts: &mut Vec<Seq<'p>>) -> Eval<'p, ()> {
    if let Some(last) = parts.last().cloned()
        && !machine.has_items(&last, 1)?
    {
        parts.pop();
    }
    Ok(())
}

fn without_return<'p>(machine: &mut Machine<'p, '_>, line: &Seq<'p>) -> Eval<'p, Seq<'p>> {
    let len = machine.fix_length(line)?;
    let Some(last) = len.checked_sub(1).and_then(|at| line.at(at)).cloned() else {
        return Ok(line.clone());
    };
    let carriage = Val::Char(machine.int(13));
    let is = machine.equal(&last, &carriage)?;
    Ok(if machine.fork(is)? { machine.part(line, 0, Some(len - 1)) } else { line.clone() })
}

impl<'p> Machine<'p, '_> {
    /// The characters from one to another, or to the end.
    fn part(&mut self, seq: &Seq<'p>, from: usize, to: Option<usize>) -> Seq<'p> {
        let start = self.int(from as i128);
        let len = match to {
            Some(to) => self.int((to - from) as i128),
            None => self.sub(seq.len, start),
        };
        Seq { from: seq.from + from, len, is_longer: seq.is_longer && to.is_none(), ..seq.clone() }
    }

    fn split(&mut self, seq: &Seq<'p>, pattern: &Val<'p>, most: usize) -> Eval<'p, Vec<Seq<'p>>> {
        let mut parts = Vec::new();
        let mut start = 0;
        if most == 0 {
            return Ok(parts);
        }
        let mut from = 0;
        while parts.len() + 1 < most
            && let Some((at, width)) = self.found_from(seq, pattern, from)?
        {
            parts.push(self.part(seq, start, Some(at)));
            start = at + width;
            from = if width == 0 { start + 1 } else { start };
        }
        parts.push(self.part(seq, start, None));
        Ok(parts)
    }

    /// The parts between white space.
    fn words(&mut self, seq: &Seq<'p>) -> Eval<'p, Vec<Seq<'p>>> {
        let mut words = Vec::new();
        let mut start = None;
        for at in 0.. {
            let number = self.int(at as i128);
            let more = self.lt(number, seq.len);
            if !self.fork(more)? {
                if let Some(start) = start {
                    words.push(self.part(seq, start, Some(at)));
                }
                break;
            }
            let space = self.white_space_at(seq, at)?;
            match (self.fork(space)?, start) {
                (true, Some(from)) => {
                    words.push(self.part(seq, from, Some(at)));
                    start = None;
                }
                (false, None) => start = Some(at),
                _ => {}
            }
        }
        Ok(words)
    }
}
