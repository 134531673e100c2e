//! Methods of iterators: the table, and adaptors.

use super::consumers;
use super::folds;
use super::table::{OfIterator, Row, find};
use crate::machine::call::Call;
use crate::machine::effects::is_advancing;
use crate::machine::state::{Eval, Flow, Machine};
use crate::machine::value::{Iter, Seq, Val};
use crate::program::Binary;

pub static ITERATORS: &[Row<OfIterator>] = &[
    ("all", |machine, call, iter| consumers::first_that(machine, call, iter, false)),
    ("any", |machine, call, iter| consumers::first_that(machine, call, iter, true)),
    ("as_slice", rest),
    ("as_str", rest),
    ("by_ref", by_ref),
    ("chain", chain),
    ("clone", itself),
    ("cloned", copied),
    ("cmp", consumers::cmp),
    ("collect", consumers::collect),
    ("copied", copied),
    ("count", consumers::count),
    ("cycle", |_, _, iter| Ok(Val::iter(Iter::Cycle(boxed(iter), boxed(iter))))),
    ("enumerate", |_, _, iter| Ok(Val::iter(Iter::Enumerate(boxed(iter), 0)))),
    ("eq", consumers::eq),
    ("filter", |_, call, iter| Ok(Val::iter(Iter::Filter(boxed(iter), call.arg(0)?)))),
    ("filter_map", |_, call, iter| Ok(Val::iter(Iter::FilterMap(boxed(iter), call.arg(0)?)))),
    ("find", |machine, call, iter| consumers::find(machine, call, iter, Machine::next)),
    ("find_map", consumers::find_map),
    ("flat_map", |_, call, iter| Ok(Val::iter(Iter::Flat(boxed(iter), Some(call.arg(0)?), None)))),
    ("flatten", |_, _, iter| Ok(Val::iter(Iter::Flat(boxed(iter), None, None)))),
    ("fold", folds::fold),
    ("for_each", folds::for_each),
    ("fuse", itself),
    ("ge", |machine, call, iter| consumers::ordered(machine, call, iter, true, false)),
    ("gt", |machine, call, iter| consumers::ordered(machine, call, iter, true, true)),
    ("inspect", |_, call, iter| Ok(Val::iter(Iter::Inspect(boxed(iter), call.arg(0)?)))),
    ("into_iter", itself),
    ("is_sorted", consumers::is_sorted),
    ("iter", itself),
    ("last", consumers::last),
    ("le", |machine, call, iter| consumers::ordered(machine, call, iter, false, false)),
    ("len", consumers::count),
    ("lt", |machine, call, iter| consumers::ordered(machine, call, iter, false, true)),
    ("map", |_, call, iter| Ok(Val::iter(Iter::Map(boxed(iter), call.arg(0)?)))),
    ("map_while", |_, call, iter| Ok(Val::iter(Iter::MapWhile(boxed(iter), call.arg(0)?)))),
    ("max", |machine, _, iter| folds::extreme(machine, iter, true)),
    ("max_by", |machine, call, iter| folds::extreme_by(machine, call, iter, true)),
    ("max_by_key", |machine, call, iter| folds::extreme_by_key(machine, call, iter, true)),
    ("min", |machine, _, iter| folds::extreme(machine, iter, false)),
    ("min_by", |machine, call, iter| folds::extreme_by(machine, call, iter, false)),
    ("min_by_key", |machine, call, iter| folds::extreme_by_key(machine, call, iter, false)),
    ("ne", consumers::ne),
    ("next", |machine, _, iter| Ok(Val::option(machine.next(iter)?))),
    ("next_back", |machine, _, iter| Ok(Val::option(machine.next_back(iter)?))),
    ("next_if", |machine, call, iter| consumers::peeked(machine, call, iter, consumers::next_if)),
    ("next_if_eq", |machine, call, iter| consumers::peeked(machine, call, iter, consumers::next_if_eq)),
    ("nth", |machine, call, iter| consumers::nth(machine, call, iter, Machine::next)),
    ("nth_back", |machine, call, iter| consumers::nth(machine, call, iter, Machine::next_back)),
    ("partial_cmp", consumers::partial_cmp),
    ("partition", consumers::partition),
    ("peek", |machine, call, iter| consumers::peeked(machine, call, iter, consumers::peek)),
    ("peek_mut", |machine, call, iter| consumers::peeked(machine, call, iter, consumers::peek)),
    ("peekable", |_, _, iter| Ok(Val::iter(Iter::Peekable(boxed(iter), None)))),
    ("position", consumers::position),
    ("product", |machine, call, iter| folds::added(machine, call, iter, Binary::Mul)),
    ("reduce", folds::reduce),
    ("rev", |_, _, iter| Ok(Val::iter(Iter::Rev(boxed(iter))))),
    ("rfind", |machine, call, iter| consumers::find(machine, call, iter, Machine::next_back)),
    ("rposition", consumers::rposition),
    ("scan", scan),
    ("skip", skip),
    ("skip_while", |_, call, iter| Ok(Val::iter(Iter::SkipWhile(boxed(iter), call.arg(0)?, false)))),
    ("step_by", step_by),
    ("sum", |machine, call, iter| folds::added(machine, call, iter, Binary::Add)),
    ("take", take),
    ("take_while", |_, call, iter| Ok(Val::iter(Iter::TakeWhile(boxed(iter), call.arg(0)?, false)))),
    ("to_string", consumers::to_string),
    ("try_fold", folds::try_fold),
    ("try_for_each", folds::try_for_each),
    ("unzip", consumers::unzip),
    ("zip", zip),
];

/// A method of an iterator, or of a range. One that advances it leaves the rest where it was.
pub fn iterator_method<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>) -> Eval<'p> {
    let mut iter = machine.iterator_over(call.value.clone())?;
    let result = match find(ITERATORS, call.name) {
        Some(model) => model(machine, call, &mut iter),
        None => call.unknown(),
    };
    if let Some(place) = call.place.as_ref().filter(|_| is_advancing(call.name)) {
        machine.write(place, Val::iter(iter))?;
    }
    if machine.is_cover() && matches!(result, Err(Flow::Unsupported(_))) {
        // The functions of its adaptors may run.
        machine.unmodelled_call(std::slice::from_ref(&call.value))?;
    }
    result
}

fn boxed<'p>(iter: &Iter<'p>) -> Box<Iter<'p>> {
    Box::new(iter.clone())
}

fn itself<'p>(_: &mut Machine<'p, '_>, _: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    Ok(Val::iter(iter.clone()))
}

fn by_ref<'p>(_: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    Ok(Val::iter(call.place.clone().map_or_else(|| iter.clone(), Iter::By)))
}

fn copied<'p>(_: &mut Machine<'p, '_>, _: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    Ok(Val::iter(match iter {
        // What stands behind references is copied.
        Iter::Seq { seq, front, back, .. } => {
            Iter::Seq { seq: seq.clone(), front: *front, back: *back, place: None }
        }
        other => other.clone(),
    }))
}

/// What is left of the sequence that is iterated over.
fn rest<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let Iter::Seq { seq, front, back: 0, .. } = iter else { return call.unknown() };
    let taken = machine.int(*front as i128);
    let len = machine.sub(seq.len, taken);
    Ok(Val::Seq(Seq { from: seq.from + *front, len, ..seq.clone() }))
}

fn zip<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let own = boxed(iter);
    Ok(Val::iter(Iter::Zip(own, Box::new(machine.iterator(call.arg(0)?)?))))
}

fn chain<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let own = boxed(iter);
    Ok(Val::iter(Iter::Chain(Some(own), Box::new(machine.iterator(call.arg(0)?)?))))
}

fn take<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    Ok(Val::iter(Iter::Take(boxed(iter), machine.integer_argument(call, 0)?, 0)))
}

fn skip<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    Ok(Val::iter(Iter::Skip(boxed(iter), machine.integer_argument(call, 0)?, 0)))
}

fn step_by<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let step = machine.integer_argument(call, 0)?;
    machine.not_zero(step)?;
    let step = machine.pinned(step, "the size of steps")?;
    Ok(Val::iter(Iter::StepBy(boxed(iter), step, true)))
}

fn scan<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let state = machine.cell(call.arg(0)?);
    Ok(Val::iter(Iter::Scan(boxed(iter), state, call.arg(1)?)))
}
