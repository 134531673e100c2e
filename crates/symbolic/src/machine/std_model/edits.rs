//! Methods that change vectors, deques, slices and texts where they stand.

use std::rc::Rc;

use super::ascii::Case;
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine, panicked, unsupported};
use crate::machine::value::{Place, Projection, Seq, SeqKind, Val};
use crate::term::TermId;

/// The place of what is changed.
fn place<'p>(call: &Call<'p, '_>) -> Eval<'p, Place> {
    call.place.clone().map_or_else(|| call.unknown(), Ok)
}

/// A change that is not modelled. The length is decided first, as by the changes that are.
pub fn unknown<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    if call.place.is_some() {
        machine.items(seq)?;
    }
    call.unknown()
}

/// A change of capacity, which no other method shows.
pub fn keep<'p>(_: &mut Machine<'p, '_>, call: &Call<'p, '_>, _: &Seq<'p>) -> Eval<'p> {
    place(call)?;
    Ok(Val::unit())
}

pub fn clear<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let place = place(call)?;
    let empty = machine.sequence(seq.kind, Vec::new());
    machine.write(&place, empty)?;
    Ok(Val::unit())
}

/// The length stays a term, as with the next two.
pub fn truncate<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let place = place(call)?;
    let len = machine.integer_argument(call, 0)?;
    let shorter = machine.lt(len, seq.len);
    if machine.fork(shorter)? {
        let zero = machine.int(0);
        let part = machine.part_of(seq, zero, len)?;
        machine.write(&place, part)?;
    }
    Ok(Val::unit())
}

pub fn pop<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let place = place(call)?;
    if !machine.has_items(seq, 1)? {
        return Ok(Val::none());
    }
    let len = machine.plus(seq.len, -1);
    let last = machine.chosen(seq, len)?;
    machine.write(&place, Val::Seq(Seq { len, ..seq.clone() }))?;
    Ok(Val::some(last))
}

pub fn pop_front<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let place = place(call)?;
    if !machine.has_items(seq, 1)? {
        return Ok(Val::none());
    }
    let first = seq.at(0).cloned().unwrap_or(Val::Unknown);
    let one = machine.int(1);
    let rest = machine.part_of(seq, one, seq.len)?;
    machine.write(&place, rest)?;
    Ok(Val::some(first))
}

/// Changes the list of items of a sequence whose length is decided.
pub fn changed<'p, 'r>(
    machine: &mut Machine<'p, 'r>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
    change: impl FnOnce(&mut Machine<'p, 'r>, &mut Vec<Val<'p>>, &Place) -> Eval<'p>,
) -> Eval<'p> {
    let place = place(call)?;
    let mut items = machine.items(seq)?;
    let result = change(machine, &mut items, &place)?;
    let value = match place.path.last() {
        // The length of a part stays what it is.
        Some(Projection::Slice(..)) => machine.sequence(seq.kind, items),
        _ => {
            let len = machine.int(items.len() as i128);
            Val::Seq(Seq { kind: seq.kind, items: Rc::new(items), from: 0, len, is_longer: false })
        }
    };
    machine.write(&place, value)?;
    Ok(result)
}

/// An index of a list that may be that behind its last item, decided.
fn index_up_to<'p>(
    machine: &mut Machine<'p, '_>,
    at: TermId,
    items: &[Val<'p>],
    what: &str,
) -> Eval<'p, usize> {
    let len = machine.int(items.len() as i128);
    let inside = machine.le(at, len);
    machine.require(inside)?;
    Ok(machine.pinned(at, what)? as usize)
}

pub fn push<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let item = call.arg(0)?;
        items.push(like_first(machine, items.first().cloned(), item));
        Ok(Val::unit())
    })
}

pub fn push_front<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |_, items, _| {
        items.insert(0, call.arg(0)?);
        Ok(Val::unit())
    })
}

pub fn insert<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let at = machine.integer_argument(call, 0)?;
        let at = index_up_to(machine, at, items, "where something is inserted")?;
        if seq.kind == SeqKind::Text {
            all_narrow(machine, &items[..at.min(items.len())])?;
        }
        items.insert(at, call.arg(1)?);
        Ok(Val::unit())
    })
}

/// The index of an item, decided.
fn index_of<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
    items: &[Val<'p>],
) -> Eval<'p, usize> {
    let at = machine.integer_argument(call, 0)?;
    let (zero, len) = (machine.int(0), machine.int(items.len() as i128));
    let (low, high) = (machine.le(zero, at), machine.lt(at, len));
    let inside = machine.and(low, high);
    // A deque's `remove` gives an option; what it is called on does not tell, the hint may.
    machine.require(inside)?;
    let at = machine.pinned(at, "what is removed")? as usize;
    if seq.kind == SeqKind::Text {
        all_narrow(machine, &items[..at])?;
    }
    Ok(at)
}

pub fn remove<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| Ok(items.remove(index_of(machine, call, seq, items)?)))
}

pub fn swap_remove<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        Ok(items.swap_remove(index_of(machine, call, seq, items)?))
    })
}

/// Appends an iterator's items.
fn extended<'p>(
    machine: &mut Machine<'p, '_>,
    kind: SeqKind,
    items: &mut Vec<Val<'p>>,
    source: Val<'p>,
) -> Eval<'p, ()> {
    let mut iter = machine.iterator(source)?;
    for item in machine.drained(&mut iter)? {
        let item = if kind == SeqKind::Text { machine.shape(item)? } else { item };
        match (kind, item) {
            (SeqKind::Text, Val::Seq(text)) => items.extend(machine.items(&text)?),
            (_, item) => items.push(like_first(machine, items.first().cloned(), item)),
        }
    }
    Ok(())
}

pub fn extend<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        extended(machine, seq.kind, items, call.arg(0)?)?;
        Ok(Val::unit())
    })
}

pub fn extend_from_slice<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let source = match call.arg(0)? {
            Val::Mut(place) => machine.read(&place),
            value => value,
        };
        extended(machine, seq.kind, items, source)?;
        Ok(Val::unit())
    })
}

pub fn append<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let source = call.arg(0)?;
        let Val::Mut(from) = source else {
            extended(machine, seq.kind, items, source)?;
            return Ok(Val::unit());
        };
        let source = machine.shape(Val::Mut(from.clone()))?;
        extended(machine, seq.kind, items, source)?;
        let empty = machine.sequence(seq.kind, Vec::new());
        machine.write(&from, empty)?;
        Ok(Val::unit())
    })
}

pub fn drain<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    // Of all items, the length stays a term.
    if let Some(Val::Range(span)) = call.args.first()
        && span.from.is_none()
        && span.to.is_none()
    {
        let place = place(call)?;
        let empty = machine.sequence(seq.kind, Vec::new());
        machine.write(&place, empty)?;
        return Ok(Val::iter(machine.iterator_over(Val::Seq(seq.clone()))?));
    }
    changed(machine, call, seq, |machine, items, _| {
        let span = call.arg(0)?;
        let Val::Range(span) = machine.shape(span)? else { return call.unknown() };
        let len = machine.int(items.len() as i128);
        let (from, to) = machine.span_of(&span, len)?;
        let (from, to) = (machine.pinned(from, "a part")? as usize, machine.pinned(to, "a part")? as usize);
        if seq.kind == SeqKind::Text {
            all_narrow(machine, &items[..to])?;
        }
        let drained = items.drain(from..to).collect();
        Ok(Val::iter(machine.items_iter(drained)))
    })
}

pub fn retain<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let mut kept = Vec::new();
        for item in std::mem::take(items) {
            let keeps = machine.asks(&call.arg(0)?, vec![item.clone()])?;
            if machine.fork(keeps)? {
                kept.push(item);
            }
        }
        *items = kept;
        Ok(Val::unit())
    })
}

/// Of the items, or of their keys, where there is an argument that gives them.
pub fn dedup<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let mut kept: Vec<Val<'p>> = Vec::new();
        let mut last: Option<Val<'p>> = None;
        for item in std::mem::take(items) {
            let key = match call.args.first() {
                Some(function) => machine.call_value(function, vec![item.clone()])?,
                None => item.clone(),
            };
            let repeats = match &last {
                Some(last) => {
                    let same = machine.equal(last, &key)?;
                    machine.fork(same)?
                }
                None => false,
            };
            if !repeats {
                last = Some(key);
                kept.push(item);
            }
        }
        *items = kept;
        Ok(Val::unit())
    })
}

/// A new length, decided.
pub fn new_length<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, usize> {
    let len = machine.integer_argument(call, 0)?;
    Ok(machine.pinned(len, "a new length")? as usize)
}

pub fn resize<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let len = new_length(machine, call)?;
        machine.room_for(len)?;
        items.resize(len, call.arg(1)?);
        Ok(Val::unit())
    })
}

pub fn split_off<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let at = machine.integer_argument(call, 0)?;
        let at = index_up_to(machine, at, items, "where a vector is split")?;
        if seq.kind == SeqKind::Text {
            all_narrow(machine, &items[..at])?;
        }
        let rest = items.split_off(at);
        Ok(machine.sequence(seq.kind, rest))
    })
}

pub fn swap<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let (a, b) = (machine.integer_argument(call, 0)?, machine.integer_argument(call, 1)?);
        let len = machine.int(items.len() as i128);
        machine.bounds_check(a, len)?;
        machine.bounds_check(b, len)?;
        let (a, b) = (machine.pinned(a, "what is swapped")?, machine.pinned(b, "what is swapped")?);
        items.swap(a as usize, b as usize);
        Ok(Val::unit())
    })
}

pub fn reverse<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |_, items, _| {
        items.reverse();
        Ok(Val::unit())
    })
}

pub fn fill<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |_, items, _| {
        items.fill(call.arg(0)?);
        Ok(Val::unit())
    })
}

/// By a function of lists that takes a number within the length.
pub fn rotate<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
    rotate: fn(&mut [Val<'p>], usize),
) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let by = machine.integer_argument(call, 0)?;
        let by = index_up_to(machine, by, items, "a rotation")?;
        rotate(items, by);
        Ok(Val::unit())
    })
}

pub fn copy_from_slice<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        let source = call.arg(0)?;
        let Val::Seq(source) = machine.shape(source)? else { return call.unknown() };
        let source = machine.items(&source)?;
        if source.len() != items.len() {
            return panicked();
        }
        *items = source;
        Ok(Val::unit())
    })
}

pub fn sort<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        *items = machine.sorted(std::mem::take(items), None, Machine::is_less)?;
        Ok(Val::unit())
    })
}

pub fn sort_by_key<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        *items = machine.sorted(std::mem::take(items), Some(&call.arg(0)?), Machine::is_less)?;
        Ok(Val::unit())
    })
}

pub fn sort_by<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        *items = machine.sorted(std::mem::take(items), None, |machine, a, b| {
            let order = machine.call_value(&call.arg(0)?, vec![a.clone(), b.clone()])?;
            let tag = machine.tag_of_ordering(order, false)?;
            let less = machine.tag_is(tag, 0);
            machine.fork(less)
        })?;
        Ok(Val::unit())
    })
}

pub fn make_ascii<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
    case: Case,
) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, _| {
        for item in items.iter_mut() {
            *item = match machine.shape(item.clone())? {
                Val::Char(term) => Val::Char(machine.ascii_case(case, term)),
                Val::Int(term, ty) => Val::Int(machine.ascii_case(case, term), ty),
                _ => return call.unknown(),
            };
        }
        Ok(Val::unit())
    })
}

pub fn split_at_mut<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, place| {
        let at = machine.integer_argument(call, 0)?;
        let at = index_up_to(machine, at, items, "where a slice is split")?;
        let (left, right) = (Projection::Slice(0, at), Projection::Slice(at, items.len() - at));
        Ok(Val::tuple(vec![Val::Mut(place.part(left)), Val::Mut(place.part(right))]))
    })
}

pub fn split_first_mut<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    changed(machine, call, seq, |_, items, place| {
        if items.is_empty() {
            return Ok(Val::none());
        }
        let (first, rest) = (Projection::Item(0), Projection::Slice(1, items.len() - 1));
        Ok(Val::some(Val::tuple(vec![Val::Mut(place.part(first)), Val::Mut(place.part(rest))])))
    })
}

pub fn chunks_mut<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
    exact: bool,
) -> Eval<'p> {
    changed(machine, call, seq, |machine, items, place| {
        let size = machine.integer_argument(call, 0)?;
        let size = machine.pinned(size, "the size of chunks")?.max(1) as usize;
        let starts = (0..items.len()).step_by(size);
        let chunk = |start: usize| {
            let len = size.min(items.len() - start);
            (!exact || len == size).then(|| Val::Mut(place.part(Projection::Slice(start, len))))
        };
        let chunks = starts.filter_map(chunk).collect();
        Ok(Val::iter(machine.items_iter(chunks)))
    })
}

/// A literal of open type as what stands in a list already.
fn like_first<'p>(machine: &mut Machine<'p, '_>, first: Option<Val<'p>>, item: Val<'p>) -> Val<'p> {
    match (first, &item) {
        (Some(Val::Int(_, Some(ty))), Val::Int(term, None)) => machine.typed(*term, ty),
        (Some(Val::Float(_, Some(ty))), Val::Float(term, None)) => {
            Val::Float(machine.float_as(*term, ty), Some(ty))
        }
        _ => item,
    }
}

/// Takes for granted that characters are of one byte, so that their number is where the next stands.
pub fn all_narrow<'p>(machine: &mut Machine<'p, '_>, items: &[Val<'p>]) -> Eval<'p, ()> {
    for item in items {
        let Val::Char(term) = machine.shape(item.clone())? else { return unsupported("a text") };
        if machine.width(term)? != 1 {
            return unsupported("positions behind wide characters");
        }
    }
    Ok(())
}
