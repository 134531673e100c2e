//! Methods of slices, arrays, vectors and deques that only look at them, or refer to their items.

use super::ascii::Case;
use super::edits;
use super::searching;
use super::table::{OfSeq, Row};
use crate::machine::call::Call;
use crate::machine::hints;
use crate::machine::state::{Eval, Machine, unsupported};
use crate::machine::value::{Iter, Projection, Seq, SeqKind, Val};
use crate::term::TermId;
use morph_relation::IntType;

pub static SEQUENCES: &[Row<OfSeq>] = &[
    ("append", edits::append),
    ("back", last),
    ("back_mut", last_mut),
    ("binary_search", searching::binary_search),
    ("binary_search_by", searching::binary_search_by),
    ("binary_search_by_key", searching::binary_search_by_key),
    ("capacity", |_, _, seq| Ok(Val::usize(seq.len))),
    ("chunks", |machine, call, seq| chunks(machine, call, seq, false)),
    ("chunks_exact", |machine, call, seq| chunks(machine, call, seq, true)),
    ("chunks_exact_mut", |machine, call, seq| edits::chunks_mut(machine, call, seq, true)),
    ("chunks_mut", |machine, call, seq| edits::chunks_mut(machine, call, seq, false)),
    ("clear", edits::clear),
    ("clone_from_slice", edits::copy_from_slice),
    ("concat", joined),
    ("contains", contains),
    ("copy_from_slice", edits::copy_from_slice),
    ("dedup", edits::dedup),
    ("dedup_by_key", edits::dedup),
    ("drain", edits::drain),
    ("ends_with", ends_with),
    ("extend", edits::extend),
    ("extend_from_slice", edits::extend_from_slice),
    ("fill", edits::fill),
    ("first", first),
    ("first_mut", first_mut),
    ("front", first),
    ("front_mut", first_mut),
    ("get", get),
    ("get_mut", get_mut),
    ("get_unchecked", get_unchecked),
    ("insert", edits::insert),
    ("into_iter", iter),
    ("is_ascii", is_ascii),
    ("is_empty", is_empty),
    ("is_sorted", searching::is_sorted),
    ("is_sorted_by_key", searching::is_sorted),
    ("iter", iter),
    ("iter_mut", iter_mut),
    ("join", joined),
    ("last", last),
    ("last_mut", last_mut),
    ("len", |_, _, seq| Ok(Val::usize(seq.len))),
    ("make_ascii_lowercase", |machine, call, seq| edits::make_ascii(machine, call, seq, Case::Lower)),
    ("make_ascii_uppercase", |machine, call, seq| edits::make_ascii(machine, call, seq, Case::Upper)),
    ("map", map),
    ("partition_point", searching::partition_point),
    ("pop", edits::pop),
    ("pop_back", edits::pop),
    ("pop_front", edits::pop_front),
    ("push", edits::push),
    ("push_back", edits::push),
    ("push_front", edits::push_front),
    ("rchunks", rchunks),
    ("remove", edits::remove),
    ("repeat", repeat),
    ("reserve", edits::keep),
    ("reserve_exact", edits::keep),
    ("resize", edits::resize),
    ("retain", edits::retain),
    ("retain_mut", edits::retain),
    ("reverse", edits::reverse),
    ("rotate_left", |machine, call, seq| edits::rotate(machine, call, seq, <[Val<'_>]>::rotate_left)),
    ("rotate_right", |machine, call, seq| edits::rotate(machine, call, seq, <[Val<'_>]>::rotate_right)),
    ("shrink_to", edits::keep),
    ("shrink_to_fit", edits::keep),
    ("sort", edits::sort),
    ("sort_by", edits::sort_by),
    ("sort_by_cached_key", edits::sort_by_key),
    ("sort_by_key", edits::sort_by_key),
    ("sort_unstable", edits::sort),
    ("sort_unstable_by", edits::sort_by),
    ("sort_unstable_by_key", edits::sort_by_key),
    ("split", split),
    ("split_at", split_at),
    ("split_at_mut", edits::split_at_mut),
    ("split_first", split_first),
    ("split_first_mut", edits::split_first_mut),
    ("split_last", split_last),
    ("split_off", edits::split_off),
    ("starts_with", starts_with),
    ("strip_prefix", strip_prefix),
    ("strip_suffix", strip_suffix),
    ("swap", edits::swap),
    ("swap_remove", edits::swap_remove),
    ("to_ascii_lowercase", |machine, call, seq| ascii_cased(machine, call, seq, Case::Lower)),
    ("to_ascii_uppercase", |machine, call, seq| ascii_cased(machine, call, seq, Case::Upper)),
    ("truncate", edits::truncate),
    ("windows", windows),
];

pub fn is_empty<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let zero = machine.int(0);
    Ok(Val::Bool(machine.eq(seq.len, zero)))
}

pub fn iter<'p>(_: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    Ok(Val::iter(Iter::Seq { seq: seq.clone(), front: 0, back: 0, place: None }))
}

fn iter_mut<'p>(_: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let place = call.at()?;
    Ok(Val::iter(Iter::Seq { seq: seq.clone(), front: 0, back: 0, place: Some(place) }))
}

fn first<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let zero = machine.int(0);
    let some = machine.lt(zero, seq.len);
    let item = seq.at(0).cloned().unwrap_or(Val::Unknown);
    Ok(machine.open_option(some, item))
}

fn last<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    if !machine.has_items(seq, 1)? {
        return Ok(Val::none());
    }
    let at = machine.plus(seq.len, -1);
    Ok(Val::some(machine.chosen(seq, at)?))
}

fn first_mut<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let place = call.at()?;
    if machine.has_items(seq, 1)? {
        Ok(Val::some(Val::Mut(place.part(Projection::Item(0)))))
    } else {
        Ok(Val::none())
    }
}

fn last_mut<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let place = call.at()?;
    let len = machine.fix_length(seq)?;
    Ok(Val::option(len.checked_sub(1).map(|at| Val::Mut(place.part(Projection::Item(at))))))
}

fn get<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let index = call.arg(0)?;
    match machine.shape(index)? {
        Val::Int(index, _) => {
            let inside = is_inside(machine, index, seq);
            if machine.as_int(index).is_some() {
                let at = machine.as_int(index).and_then(|at| usize::try_from(at).ok());
                let item = at.and_then(|at| seq.at(at)).cloned();
                return Ok(match item {
                    Some(item) => machine.open_option(inside, item),
                    None if seq.is_longer => machine.open_option(inside, Val::Unknown),
                    None => Val::none(),
                });
            }
            Ok(if machine.fork(inside)? { Val::some(machine.chosen(seq, index)?) } else { Val::none() })
        }
        Val::Range(span) => {
            let (from, to) = machine.span_ends(&span, seq.len)?;
            let (ordered, inside) = (machine.le(from, to), machine.le(to, seq.len));
            let fits = machine.and(ordered, inside);
            Ok(if machine.fork(fits)? { Val::some(machine.part_of(seq, from, to)?) } else { Val::none() })
        }
        other => unsupported(format!("`get` with {}", other.kind())),
    }
}

/// Whether an index is one of a sequence's.
fn is_inside<'p>(machine: &mut Machine<'p, '_>, index: TermId, seq: &Seq<'p>) -> TermId {
    let zero = machine.int(0);
    let (low, high) = (machine.le(zero, index), machine.lt(index, seq.len));
    machine.and(low, high)
}

fn get_mut<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let place = call.at()?;
    let index = machine.integer_argument(call, 0)?;
    let inside = is_inside(machine, index, seq);
    if !machine.fork(inside)? {
        return Ok(Val::none());
    }
    let at = machine.pinned(index, "an index that is written to")?;
    Ok(Val::some(Val::Mut(place.part(Projection::Item(at as usize)))))
}

fn get_unchecked<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, _: &Seq<'p>) -> Eval<'p> {
    let index = call.arg(0)?;
    let index = machine.shape(index)?;
    machine.item(&call.value, &index)
}

fn split_first<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    if !machine.has_items(seq, 1)? {
        return Ok(Val::none());
    }
    let first = seq.at(0).cloned().unwrap_or(Val::Unknown);
    let one = machine.int(1);
    let rest = machine.part_of(seq, one, seq.len)?;
    Ok(Val::some(Val::tuple(vec![first, rest])))
}

fn split_last<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    if !machine.has_items(seq, 1)? {
        return Ok(Val::none());
    }
    let at = machine.plus(seq.len, -1);
    let last = machine.chosen(seq, at)?;
    let zero = machine.int(0);
    let rest = machine.part_of(seq, zero, at)?;
    Ok(Val::some(Val::tuple(vec![last, rest])))
}

fn split_at<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let at = machine.integer_argument(call, 0)?;
    let inside = machine.le(at, seq.len);
    machine.require(inside)?;
    let zero = machine.int(0);
    let (left, right) = (machine.part_of(seq, zero, at)?, machine.part_of(seq, at, seq.len)?);
    Ok(Val::tuple(vec![left, right]))
}

fn contains<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let wanted = call.arg(0)?;
    Ok(Val::Bool(machine.contains(seq, &wanted)?))
}

/// The sequence that is the first argument.
fn other<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Seq<'p>> {
    let other = call.arg(0)?;
    match machine.shape(other)? {
        Val::Seq(part) => Ok(part),
        _ => call.unknown(),
    }
}

/// For slices and texts alike, as are the next three.
pub fn starts_with<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let part = other(machine, call)?;
    Ok(Val::Bool(machine.starts_with(seq, &part)?))
}

pub fn ends_with<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let part = other(machine, call)?;
    Ok(Val::Bool(machine.ends_with(seq, &part)?))
}

pub fn strip_prefix<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let part = other(machine, call)?;
    let holds = machine.starts_with(seq, &part)?;
    if !machine.fork(holds)? {
        return Ok(Val::none());
    }
    Ok(Val::some(machine.part_of(seq, part.len, seq.len)?))
}

pub fn strip_suffix<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let part = other(machine, call)?;
    let holds = machine.ends_with(seq, &part)?;
    if !machine.fork(holds)? {
        return Ok(Val::none());
    }
    let (zero, to) = (machine.int(0), machine.sub(seq.len, part.len));
    Ok(Val::some(machine.part_of(seq, zero, to)?))
}

/// The size of windows or chunks.
fn size<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, usize> {
    let size = machine.integer_argument(call, 0)?;
    machine.not_zero(size)?;
    Ok(machine.pinned(size, "the size of chunks")? as usize)
}

fn windows<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let size = size(machine, call)?;
    Ok(Val::iter(Iter::Windows(seq.clone(), size, 0)))
}

fn chunks<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>, exact: bool) -> Eval<'p> {
    let size = size(machine, call)?;
    Ok(Val::iter(Iter::Chunks(seq.clone(), size, 0, exact)))
}

fn rchunks<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let size = machine.integer_argument(call, 0)?;
    let size = machine.pinned(size, "the size of chunks")? as usize;
    let items = machine.items(seq)?;
    let chunks: Vec<Vec<Val<'p>>> = items.rchunks(size.max(1)).map(<[Val<'p>]>::to_vec).collect();
    let chunks = chunks.into_iter().map(|chunk| machine.val_items(chunk)).collect();
    Ok(Val::iter(machine.items_iter(chunks)))
}

fn split<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let mut parts = vec![Vec::new()];
    for item in machine.items(seq)? {
        let splits = machine.asks(&call.arg(0)?, vec![item.clone()])?;
        if machine.fork(splits)? {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(item);
        }
    }
    let parts = parts.into_iter().map(|part| machine.val_items(part)).collect();
    Ok(Val::iter(machine.items_iter(parts)))
}

fn repeat<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let count = machine.integer_argument(call, 0)?;
    let count = machine.pinned(count, "how often a slice is repeated")? as usize;
    let items = machine.items(seq)?;
    machine.room_for(items.len().saturating_mul(count))?;
    let all = std::iter::repeat_n(items, count).flatten().collect();
    Ok(machine.val_items(all))
}

fn map<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let mut items = Vec::new();
    for item in machine.items(seq)? {
        items.push(machine.call_value(&call.arg(0)?, vec![item])?);
    }
    Ok(machine.val_items(items))
}

fn joined<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let between = match call.args.first() {
        Some(between) => match machine.shape(between.clone())? {
            Val::Seq(between) => machine.items(&between)?,
            // `[1, 2].join(&0)`.
            other => vec![other],
        },
        None => Vec::new(),
    };
    let mut kind = SeqKind::Items;
    let mut all = Vec::new();
    for (at, part) in machine.items(seq)?.into_iter().enumerate() {
        let Val::Seq(part) = machine.shape(part)? else { return call.unknown() };
        kind = part.kind;
        if at > 0 {
            all.extend(between.iter().cloned());
        }
        all.extend(machine.items(&part)?);
    }
    let is_text = call.hint.and_then(hints::head).as_deref() == Some("String");
    if all.is_empty() && is_text {
        kind = SeqKind::Text;
    }
    if matches!(call.args.first(), Some(Val::Seq(between)) if between.kind == SeqKind::Text) {
        kind = SeqKind::Text;
    }
    Ok(machine.sequence(kind, all))
}

/// The bytes of a sequence, within its length or not.
fn bytes<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p, Vec<TermId>> {
    let mut bytes = Vec::new();
    for item in seq.all().to_vec() {
        let Val::Int(byte, _) = machine.shape(item)? else { return call.unknown() };
        bytes.push(byte);
    }
    Ok(bytes)
}

fn is_ascii<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let bytes = bytes(machine, call, seq)?;
    if seq.is_longer {
        return call.unknown();
    }
    let limit = machine.int(128);
    let mut all = machine.bool(true);
    for (at, byte) in bytes.into_iter().enumerate() {
        let (small, at) = (machine.lt(byte, limit), machine.int(at as i128));
        let beyond = machine.le(seq.len, at);
        let fine = machine.or(beyond, small);
        all = machine.and(all, fine);
    }
    Ok(Val::Bool(all))
}

fn ascii_cased<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
    case: Case,
) -> Eval<'p> {
    let bytes = bytes(machine, call, seq)?.into_iter();
    let cased = bytes.map(|byte| Val::Int(machine.ascii_case(case, byte), Some(IntType::U8)));
    let items = cased.collect();
    Ok(Val::Seq(Seq { items: std::rc::Rc::new(items), from: 0, ..seq.clone() }))
}
