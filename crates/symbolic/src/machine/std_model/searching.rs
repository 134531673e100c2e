//! Methods that search in slices that are in order, and those that ask whether they are.

use crate::machine::call::Call;
use crate::machine::rounds::Rounds;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Iter, Seq, Val};
use crate::term::TermId;

/// Of the items, or of their keys, where there is an argument that gives them.
pub fn is_sorted<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let mut rounds = Rounds::default();
    let mut iter = Iter::Seq { seq: seq.clone(), front: 0, back: 0, place: None };
    let mut last: Option<Val<'p>> = None;
    while let Some(item) = machine.next(&mut iter)? {
        let key = match call.args.first() {
            Some(key) => machine.call_value(key, vec![item])?,
            None => item,
        };
        if let Some(last) = &last {
            let ordered = machine.less(last, &key, false)?;
            if !machine.fork(ordered)? {
                return Ok(machine.val_bool(false));
            }
        }
        last = Some(key);
        machine.go_round(&mut rounds)?;
    }
    Ok(machine.val_bool(true))
}

fn usize_of<'p>(machine: &mut Machine<'p, '_>, n: usize) -> Val<'p> {
    Val::usize(machine.int(n as i128))
}

pub fn partition_point<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    let items = machine.items(seq)?;
    let (mut low, mut high) = (0, items.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let before = machine.asks(&call.arg(0)?, vec![items[middle].clone()])?;
        if machine.fork(before)? { low = middle + 1 } else { high = middle }
    }
    Ok(usize_of(machine, low))
}

pub fn binary_search<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    searched(machine, seq, |machine, item| machine.ordering(item, &call.arg(0)?))
}

pub fn binary_search_by<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
    searched(machine, seq, |machine, item| {
        let order = machine.call_value(&call.arg(0)?, vec![item.clone()])?;
        machine.tag_of_ordering(order, false)
    })
}

pub fn binary_search_by_key<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    seq: &Seq<'p>,
) -> Eval<'p> {
    searched(machine, seq, |machine, item| {
        let key = machine.call_value(&call.arg(1)?, vec![item.clone()])?;
        machine.ordering(&key, &call.arg(0)?)
    })
}

/// Halves, as the library does: where there are several equal items, which is found depends on how.
fn searched<'p, 'r>(
    machine: &mut Machine<'p, 'r>,
    seq: &Seq<'p>,
    order: impl Fn(&mut Machine<'p, 'r>, &Val<'p>) -> Eval<'p, TermId>,
) -> Eval<'p> {
    let items = machine.items(seq)?;
    let mut size = items.len();
    if size == 0 {
        return Ok(Val::err(usize_of(machine, 0)));
    }
    let mut base = 0;
    while size > 1 {
        let half = size / 2;
        let tag = order(machine, &items[base + half])?;
        let greater = machine.tag_is(tag, 2);
        if !machine.fork(greater)? {
            base += half;
        }
        size -= half;
    }
    let tag = order(machine, &items[base])?;
    let equal = machine.tag_is(tag, 1);
    if machine.fork(equal)? {
        return Ok(Val::ok(usize_of(machine, base)));
    }
    let less = machine.tag_is(tag, 0);
    let after = usize::from(machine.fork(less)?);
    Ok(Val::err(usize_of(machine, base + after)))
}
