//! Methods of texts. Texts are sequences of characters; where positions in bytes matter, a branch says that all of them
//! are ASCII, and else another for each character says how wide it is.

use super::ascii::Case;
use super::edits;
use super::sequences;
use super::splitting;
use super::table::{OfSeq, Row};
use super::text_edits;
use crate::machine::call::Call;
use crate::machine::hints;
use crate::machine::state::{Eval, Machine, panicked, unsupported};
use crate::machine::value::{Iter, Seq, SeqKind, Span, Val};
use crate::term::TermId;

pub static TEXTS: &[Row<OfSeq>] = &[
    ("as_bytes", |machine, _, seq| Ok(Val::Seq(machine.bytes_of(seq)?))),
    ("as_mut_str", itself),
    ("as_str", itself),
    ("bytes", bytes),
    ("capacity", |machine, _, seq| Ok(Val::usize(machine.byte_length(seq)?))),
    ("char_indices", char_indices),
    ("chars", sequences::iter),
    ("clear", |machine, call, seq| edited(machine, call, seq, edits::clear)),
    ("contains", |machine, call, seq| Ok(Val::Bool(machine.text_contains(seq, &call.arg(0)?)?))),
    ("drain", |machine, call, seq| edited(machine, call, seq, edits::drain)),
    ("ends_with", ends_with),
    ("eq_ignore_ascii_case", eq_ignore_ascii_case),
    ("extend", |machine, call, seq| edited(machine, call, seq, edits::extend)),
    ("find", |machine, call, seq| position(machine, call, seq, false)),
    ("get", get),
    ("insert", |machine, call, seq| edited(machine, call, seq, edits::insert)),
    ("insert_str", |machine, call, seq| edited(machine, call, seq, text_edits::insert_str)),
    ("into_bytes", |machine, _, seq| Ok(Val::Seq(machine.bytes_of(seq)?))),
    ("into_string", itself),
    ("is_ascii", |machine, _, seq| Ok(Val::Bool(machine.all_ascii(seq)?))),
    ("is_char_boundary", is_char_boundary),
    ("is_empty", sequences::is_empty),
    ("len", |machine, _, seq| Ok(Val::usize(machine.byte_length(seq)?))),
    ("lines", splitting::lines),
    ("make_ascii_lowercase", |machine, call, seq| edits::make_ascii(machine, call, seq, Case::Lower)),
    ("make_ascii_uppercase", |machine, call, seq| edits::make_ascii(machine, call, seq, Case::Upper)),
    ("match_indices", splitting::match_indices),
    ("matches", splitting::matches),
    ("parse", parse),
    ("pop", edits::pop),
    ("push", push),
    ("push_str", push),
    ("remove", |machine, call, seq| edited(machine, call, seq, edits::remove)),
    ("repeat", repeat),
    ("replace", splitting::replace),
    ("replacen", splitting::replacen),
    ("reserve", |machine, call, seq| edited(machine, call, seq, edits::keep)),
    ("reserve_exact", |machine, call, seq| edited(machine, call, seq, edits::keep)),
    ("retain", |machine, call, seq| edited(machine, call, seq, edits::retain)),
    ("rfind", |machine, call, seq| position(machine, call, seq, true)),
    ("rsplit", splitting::rsplit),
    ("rsplit_once", |machine, call, seq| splitting::split_once(machine, call, seq, true)),
    ("rsplitn", splitting::rsplitn),
    ("shrink_to", |machine, call, seq| edited(machine, call, seq, edits::keep)),
    ("shrink_to_fit", edits::keep),
    ("split", splitting::split),
    ("split_ascii_whitespace", splitting::split_whitespace),
    ("split_at", split_at),
    ("split_inclusive", splitting::split_inclusive),
    ("split_off", |machine, call, seq| edited(machine, call, seq, edits::split_off)),
    ("split_once", |machine, call, seq| splitting::split_once(machine, call, seq, false)),
    ("split_terminator", splitting::split_terminator),
    ("split_whitespace", splitting::split_whitespace),
    ("splitn", splitting::splitn),
    ("starts_with", starts_with),
    ("strip_prefix", strip_prefix),
    ("strip_suffix", strip_suffix),
    ("to_ascii_lowercase", |machine, _, seq| Ok(Val::Seq(machine.text_in_case(seq, Case::Lower)?))),
    ("to_ascii_uppercase", |machine, _, seq| Ok(Val::Seq(machine.text_in_case(seq, Case::Upper)?))),
    ("to_lowercase", |machine, _, seq| cased(machine, seq, Case::Lower)),
    ("to_string", itself),
    ("to_uppercase", |machine, _, seq| cased(machine, seq, Case::Upper)),
    ("trim", trim),
    ("trim_end", |machine, _, seq| Ok(Val::Seq(machine.trimmed_end(seq, None)?))),
    ("trim_end_matches", |machine, call, seq| Ok(Val::Seq(machine.trimmed_end(seq, Some(&call.arg(0)?))?))),
    ("trim_left", |machine, _, seq| Ok(Val::Seq(machine.trimmed_start(seq, None)?))),
    ("trim_matches", trim_matches),
    ("trim_right", |machine, _, seq| Ok(Val::Seq(machine.trimmed_end(seq, None)?))),
    ("trim_start", |machine, _, seq| Ok(Val::Seq(machine.trimmed_start(seq, None)?))),
    ("trim_start_matches", |machine, call, seq| {
        Ok(Val::Seq(machine.trimmed_start(seq, Some(&call.arg(0)?))?))
    }),
    ("truncate", |machine, call, seq| edited(machine, call, seq, text_edits::truncate_text)),
    ("write_char", |machine, call, seq| edited(machine, call, seq, text_edits::write_char)),
    ("write_str", |machine, call, seq| edited(machine, call, seq, text_edits::write_str)),
];

/// Texts of more characters are not made by `repeat`: none that a test compares is as long.
const LONGEST_REPEATED: usize = 10_000;

/// Looks at the last argument, and changes the text.
fn edited<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
    edit: for<'q> fn(&mut Machine<'q, '_>, &Call<'q, '_>, &Seq<'q>) -> Eval<'q>,
) -> Eval<'p> {
    if let Some(argument) = call.args.last() {
        machine.text_pattern(argument)?;
    }
    edit(machine, call, seq)
}

/// What is not modelled.
pub fn unknown<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    edited(machine, call, seq, edits::unknown)
}

fn itself<'p>(_: &mut Machine<'p, '_>, call: &Call<'p, '_>, _: &Seq<'p>) -> Eval<'p> {
    Ok(call.value.clone())
}

fn bytes<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let bytes = machine.bytes_of(seq)?;
    Ok(Val::iter(Iter::Seq { seq: bytes, front: 0, back: 0, place: None }))
}

fn char_indices<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let chars = Iter::Seq { seq: seq.clone(), front: 0, back: 0, place: None };
    if machine.is_ascii(seq)? {
        return Ok(Val::iter(Iter::Enumerate(Box::new(chars), 0)));
    }
    let mut offset = 0;
    let mut pairs = Vec::new();
    for item in machine.items(seq)? {
        let Val::Char(term) = machine.shape(item)? else { return unsupported("a text") };
        let at = Val::usize(machine.int(offset));
        offset += machine.width(term)? as i128;
        pairs.push(Val::tuple(vec![at, Val::Char(term)]));
    }
    Ok(Val::iter(machine.items_iter(pairs)))
}

/// Where a pattern is found, in bytes.
fn position<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>, last: bool) -> Eval<'p> {
    Ok(match machine.found(seq, &call.arg(0)?, last)? {
        Some((at, _)) => Val::some(Val::usize(machine.offset_of(seq, at)?)),
        None => Val::none(),
    })
}

fn trim<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let left = machine.trimmed_start(seq, None)?;
    Ok(Val::Seq(machine.trimmed_end(&left, None)?))
}

fn trim_matches<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let pattern = call.arg(0)?;
    let left = machine.trimmed_start(seq, Some(&pattern))?;
    Ok(Val::Seq(machine.trimmed_end(&left, Some(&pattern))?))
}

fn get<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let Val::Range(span) = call.arg(0)? else { return call.unknown() };
    Ok(Val::option(machine.text_part(seq, &span)?))
}

fn split_at<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let at = call.arg(0)?;
    let left = Span { from: None, to: Some(at.clone()), inclusive: false };
    let right = Span { from: Some(at), to: None, inclusive: false };
    match (machine.text_part(seq, &left)?, machine.text_part(seq, &right)?) {
        (Some(left), Some(right)) => Ok(Val::tuple(vec![left, right])),
        _ => panicked(),
    }
}

fn is_char_boundary<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let at = machine.integer_argument(call, 0)?;
    if !machine.is_ascii(seq)? {
        return call.unknown();
    }
    Ok(Val::Bool(machine.le(at, seq.len)))
}

fn repeat<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let count = machine.integer_argument(call, 0)?;
    let count = machine.pinned(count, "how often a text is repeated")? as usize;
    let items = machine.items(seq)?;
    if items.len().saturating_mul(count) > LONGEST_REPEATED {
        return call.unknown();
    }
    let all = std::iter::repeat_n(items, count).flatten().collect();
    Ok(machine.sequence(SeqKind::Text, all))
}

fn eq_ignore_ascii_case<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let other = call.arg(0)?;
    let Val::Seq(other) = machine.shape(other)? else { return call.unknown() };
    let (a, b) = (machine.text_in_case(seq, Case::Lower)?, machine.text_in_case(&other, Case::Lower)?);
    Ok(Val::Bool(machine.equal(&Val::Seq(a), &Val::Seq(b))?))
}

fn cased<'p>(machine: &mut Machine<'p, '_>, seq: &Seq<'p>, case: Case) -> Eval<'p> {
    if machine.is_ascii(seq)? {
        return Ok(Val::Seq(machine.text_in_case(seq, case)?));
    }
    let text = machine.concrete_text(seq)?;
    Ok(machine.val_text(&match case {
        Case::Lower => text.to_lowercase(),
        Case::Upper => text.to_uppercase(),
    }))
}

fn parse<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let hinted = || call.hint.and_then(|hint| hints::argument(hint, 0));
    match call.types.first().cloned().or_else(hinted) {
        Some(shape) => machine.parsed(seq, &shape),
        None => unsupported("`parse` into something unknown"),
    }
}

fn push<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, _: &Seq<'p>) -> Eval<'p> {
    let place = call.at()?;
    machine.push_text(&place, call.arg(0)?)?;
    Ok(Val::unit())
}

/// The argument, where it is no text.
fn pattern<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
    let pattern = call.arg(0)?;
    let pattern = machine.text_pattern(&pattern)?;
    Ok(Some(pattern).filter(|pattern| !matches!(pattern, Val::Seq(part) if part.kind == SeqKind::Text)))
}

fn starts_with<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    match pattern(machine, call)? {
        Some(pattern) => Ok(Val::Bool(machine.first_matches(seq, &pattern)?)),
        None => sequences::starts_with(machine, call, seq),
    }
}

fn ends_with<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    match pattern(machine, call)? {
        Some(pattern) => Ok(Val::Bool(machine.last_matches(seq, &pattern)?)),
        None => sequences::ends_with(machine, call, seq),
    }
}

/// Where the first character begins and ends, and where the last begins.
fn ends<'p>(machine: &mut Machine<'p, '_>, seq: &Seq<'p>) -> (TermId, TermId, TermId) {
    (machine.int(0), machine.int(1), machine.plus(seq.len, -1))
}

fn strip_prefix<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let Some(pattern) = pattern(machine, call)? else { return sequences::strip_prefix(machine, call, seq) };
    let holds = machine.first_matches(seq, &pattern)?;
    if !machine.fork(holds)? {
        return Ok(Val::none());
    }
    let (_, one, _) = ends(machine, seq);
    Ok(Val::some(machine.part_of(seq, one, seq.len)?))
}

fn strip_suffix<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let Some(pattern) = pattern(machine, call)? else { return sequences::strip_suffix(machine, call, seq) };
    let holds = machine.last_matches(seq, &pattern)?;
    if !machine.fork(holds)? {
        return Ok(Val::none());
    }
    let (zero, _, end) = ends(machine, seq);
    Ok(Val::some(machine.part_of(seq, zero, end)?))
}
