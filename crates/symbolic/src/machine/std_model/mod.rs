//! The model of the standard library: a declarative table, one slice of rows for each family of receivers. A row is a
//! method's name and the function that models it; nothing else in the machine knows methods by their names.

mod ascii;
mod bits;
mod booleans;
mod characters;
mod collections;
mod constants;
mod consumers;
mod edits;
mod entries;
mod everything;
mod floats;
mod folds;
mod functions;
mod integers;
mod iterators;
mod maps;
mod options;
mod overflow;
mod path_call;
mod powers;
mod ranges;
mod results;
mod searching;
mod sequences;
mod sources;
mod splitting;
mod table;
mod text_edits;
mod texts;
mod wrappers;

pub(super) use ascii::Case;
pub(super) use constants::constant;
pub(super) use functions::call_function;
pub(super) use path_call::PathCall;

use super::call::Call;
use super::state::{Eval, Machine, unsupported};
use super::value::{Data, SeqKind, Val};
#[cfg(test)]
pub(super) use table::Family;
use table::{Fallible, OfSeq, OfTerm, Row, find};

/// Calls a method of the standard library.
pub(super) fn call_method<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p> {
    if let Some((_, model)) =
        find(everything::EVERYTHING, call.name).filter(|(arity, _)| *arity == call.args.len())
        && !matches!(call.value, Val::Unknown)
        && let Some(value) = model(machine, call)?
    {
        return Ok(value);
    }
    match &call.value {
        Val::Int(term, ty) => integers::integer_method(machine, call, *term, *ty),
        Val::Float(term, ty) => floats::float_method(machine, call, *term, *ty),
        Val::Char(term) => of_term(machine, call, *term, characters::CHARACTERS),
        Val::Bool(term) => of_term(machine, call, *term, booleans::BOOLEANS),
        Val::Data(data) => of_data(machine, call, data),
        Val::Seq(seq) => {
            // Lengths are compared with it; made first, it has the same place among the terms of every method.
            machine.int(0);
            let (rows, unknown): (&[Row<OfSeq>], OfSeq) = match seq.kind {
                SeqKind::Text => (texts::TEXTS, texts::unknown),
                SeqKind::Items => (sequences::SEQUENCES, edits::unknown),
            };
            find(rows, call.name).unwrap_or(unknown)(machine, call, seq)
        }
        Val::Map(map) => match find(maps::MAPS, call.name) {
            Some(model) => model(machine, call, map),
            None => call.unknown(),
        },
        Val::Range(span) => match find(ranges::RANGES, call.name) {
            Some(model) => model(machine, call, span),
            None => iterators::iterator_method(machine, call),
        },
        Val::Iter(_) => iterators::iterator_method(machine, call),
        Val::Unknown => unsupported(format!("`{}` of something unknown", call.name)),
        _ => call.unknown(),
    }
}

fn of_term<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    term: crate::term::TermId,
    rows: &[Row<OfTerm>],
) -> Eval<'p> {
    match find(rows, call.name) {
        Some(model) => model(machine, call, term),
        None => call.unknown(),
    }
}

fn of_data<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
    match &**data.path() {
        "Option" => {
            let Some(model) = find(options::OPTIONS, call.name) else { return call.unknown() };
            let (is_good, inside) = (machine.is_variant(data, 1), machine.inside(data, 1));
            model(machine, call, Fallible { is_good, inside, error: Val::Unknown })
        }
        "Result" => {
            let Some(model) = find(results::RESULTS, call.name) else { return call.unknown() };
            let (is_good, inside) = (machine.is_variant(data, 0), machine.inside(data, 0));
            model(machine, call, Fallible { is_good, inside, error: machine.inside(data, 1) })
        }
        "Ordering" => wrappers::ordering_method(machine, call, data),
        "Duration" => {
            let inside = machine.inside(data, 0);
            let Val::Int(nanos, _) = machine.shape(inside)? else { return call.unknown() };
            machine.int(0);
            of_term(machine, call, nanos, wrappers::DURATIONS)
        }
        "NonZero" | "Wrapping" | "Reverse" => wrappers::wrapper_method(machine, call, data),
        "Entry" => match find(entries::ENTRIES, call.name) {
            Some(model) => model(machine, call, data),
            None => call.unknown(),
        },
        _ => wrappers::derived_method(machine, call, data),
    }
}

/// Every row of the table by its family and name, in order; the name of a function is its path.
#[cfg(test)]
pub(super) fn rows() -> Vec<(Family, String)> {
    fn names<M>(family: Family, rows: &[Row<M>]) -> impl Iterator<Item = (Family, String)> {
        rows.iter().map(move |(name, _)| (family, (*name).to_owned()))
    }
    let path = |head: &str, name: &str| format!("{head}::{name}");
    let functions = functions::FUNCTIONS.iter().map(|row| (Family::Function, path(row.0, row.1)));
    let constants = constants::CONSTANTS.iter().map(|row| (Family::Constant, path(row.0, row.1)));
    names(Family::Everything, everything::EVERYTHING)
        .chain(names(Family::Boolean, booleans::BOOLEANS))
        .chain(names(Family::Character, characters::CHARACTERS))
        .chain(names(Family::Duration, wrappers::DURATIONS))
        .chain(names(Family::Entry, entries::ENTRIES))
        .chain(names(Family::Float, floats::FLOATS))
        .chain(names(Family::Integer, integers::INTEGERS))
        .chain(names(Family::Overflow, overflow::OVERFLOWS))
        .chain(names(Family::Iterator, iterators::ITERATORS))
        .chain(names(Family::Map, maps::MAPS))
        .chain(names(Family::Option, options::OPTIONS))
        .chain(names(Family::Ordering, wrappers::ORDERINGS))
        .chain(names(Family::Range, ranges::RANGES))
        .chain(names(Family::Result, results::RESULTS))
        .chain(names(Family::Sequence, sequences::SEQUENCES))
        .chain(names(Family::Text, texts::TEXTS))
        .chain(names(Family::Wrapper, wrappers::WRAPPERS))
        .chain(names(Family::Derived, wrappers::DERIVED))
        .chain(functions)
        .chain(constants)
        .chain(names(Family::IntegerConstant, constants::INTEGER_CONSTANTS))
        .chain(names(Family::FloatConstant, constants::FLOAT_CONSTANTS))
        .collect()
}
