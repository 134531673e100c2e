//! Methods of iterators that take items: one, those up to one that is looked for, all of them.

use super::searching;
use crate::machine::call::Call;
use crate::machine::rounds::Rounds;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Iter, Seq, Val};
use crate::program::Shape;
use crate::term::TermId;

/// Takes an item from the front, or from the back.
type Next<'p, 'r> = fn(&mut Machine<'p, 'r>, &mut Iter<'p>) -> Eval<'p, Option<Val<'p>>>;

pub fn nth<'p, 'r>(
    machine: &mut Machine<'p, 'r>,
    call: &Call<'p, '_>,
    iter: &mut Iter<'p>,
    next: Next<'p, 'r>,
) -> Eval<'p> {
    let count = machine.integer_argument(call, 0)?;
    let count = machine.pinned(count, "the number of an item")?;
    for _ in 0..count {
        if next(machine, iter)?.is_none() {
            return Ok(Val::none());
        }
    }
    Ok(Val::option(next(machine, iter)?))
}

pub fn last<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let mut rounds = Rounds::default();
    let mut last = None;
    while let Some(item) = machine.next(iter)? {
        last = Some(item);
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::option(last))
}

pub fn count<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    Ok(match iter {
        Iter::Seq { seq, front, back, .. } => {
            let taken = machine.int((*front + *back) as i128);
            Val::usize(machine.sub(seq.len, taken))
        }
        Iter::Range { from, to: Some(to), .. } => {
            let (from, to) = (*from, *to);
            let (count, zero, some) = (machine.sub(to, from), machine.int(0), machine.lt(from, to));
            Val::usize(machine.ite(some, count, zero))
        }
        iter => {
            let mut rounds = Rounds::default();
            let mut count = 0;
            while machine.next(iter)?.is_some() {
                count += 1;
                machine.go_round(&mut rounds)?;
            }
            Val::usize(machine.int(count))
        }
    })
}

/// `any`, and `all`, which ends at the first that is not.
pub fn first_that<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    iter: &mut Iter<'p>,
    wanted: bool,
) -> Eval<'p> {
    let mut rounds = Rounds::default();
    while let Some(item) = machine.next(iter)? {
        let holds = machine.asks(&call.arg(0)?, vec![item])?;
        if machine.fork(holds)? == wanted {
            return Ok(machine.val_bool(wanted));
        }
        machine.go_round(&mut rounds)?;
    }
    Ok(machine.val_bool(!wanted))
}

pub fn find<'p, 'r>(
    machine: &mut Machine<'p, 'r>,
    call: &Call<'p, '_>,
    iter: &mut Iter<'p>,
    next: Next<'p, 'r>,
) -> Eval<'p> {
    let mut rounds = Rounds::default();
    while let Some(item) = next(machine, iter)? {
        let found = machine.asks(&call.arg(0)?, vec![item.clone()])?;
        if machine.fork(found)? {
            return Ok(Val::some(item));
        }
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::none())
}

pub fn find_map<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let mut rounds = Rounds::default();
    while let Some(item) = machine.next(iter)? {
        let made = machine.call_value(&call.arg(0)?, vec![item])?;
        if let Some(found) = machine.some_of(made)? {
            return Ok(Val::some(found));
        }
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::none())
}

pub fn position<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let mut rounds = Rounds::default();
    let mut at = 0;
    while let Some(item) = machine.next(iter)? {
        let found = machine.asks(&call.arg(0)?, vec![item])?;
        if machine.fork(found)? {
            return Ok(Val::some(Val::usize(machine.int(at))));
        }
        at += 1;
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::none())
}

pub fn rposition<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let items = machine.drained(iter)?;
    for (at, item) in items.into_iter().enumerate().rev() {
        let found = machine.asks(&call.arg(0)?, vec![item])?;
        if machine.fork(found)? {
            return Ok(Val::some(Val::usize(machine.int(at as i128))));
        }
    }
    Ok(Val::none())
}

pub fn collect<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let shape = call.types.first().or(call.hint).cloned().unwrap_or_default();
    machine.collected(iter.clone(), &shape)
}

pub fn to_string<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    machine.collected(iter.clone(), &Shape::Named("String".to_owned(), Vec::new()))
}

pub fn partition<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let mut rounds = Rounds::default();
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    while let Some(item) = machine.next(iter)? {
        let holds = machine.asks(&call.arg(0)?, vec![item.clone()])?;
        let side = if machine.fork(holds)? { &mut yes } else { &mut no };
        side.push(item);
        machine.go_round(&mut rounds)?;
    }
    let (yes, no) = (machine.val_items(yes), machine.val_items(no));
    Ok(Val::tuple(vec![yes, no]))
}

pub fn unzip<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for item in machine.drained(iter)? {
        let Val::Tuple(parts) = machine.shape(item)? else { return call.unknown() };
        let [a, b] = parts.as_slice() else { return call.unknown() };
        left.push(a.clone());
        right.push(b.clone());
    }
    let (left, right) = (machine.val_items(left), machine.val_items(right));
    Ok(Val::tuple(vec![left, right]))
}

/// The items, and those of the iterator that is the argument.
fn both<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    iter: &mut Iter<'p>,
) -> Eval<'p, (Val<'p>, Val<'p>)> {
    let items = machine.drained(iter)?;
    let mut other = machine.iterator(call.arg(0)?)?;
    let others = machine.drained(&mut other)?;
    Ok((machine.val_items(items), machine.val_items(others)))
}

pub fn eq<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let (a, b) = both(machine, call, iter)?;
    Ok(Val::Bool(machine.equal(&a, &b)?))
}

pub fn ne<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let (a, b) = both(machine, call, iter)?;
    let same = machine.equal(&a, &b)?;
    Ok(Val::Bool(machine.not(same)))
}

/// `lt` and its like: whether one is less than the other, in either order.
pub fn ordered<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    iter: &mut Iter<'p>,
    swapped: bool,
    strict: bool,
) -> Eval<'p> {
    let (a, b) = both(machine, call, iter)?;
    let (a, b) = if swapped { (b, a) } else { (a, b) };
    Ok(Val::Bool(machine.less(&a, &b, strict)?))
}

pub fn cmp<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let (a, b) = both(machine, call, iter)?;
    let tag = machine.ordering(&a, &b)?;
    Ok(machine.open_ordering(tag))
}

pub fn partial_cmp<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let (a, b) = both(machine, call, iter)?;
    machine.partial_ordering(&a, &b)
}

pub fn is_sorted<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let items = machine.drained(iter)?;
    let list: Val<'p> = machine.val_items(items);
    let Val::Seq(seq) = &list else { return call.unknown() };
    let seq: &Seq<'p> = seq;
    searching::is_sorted(machine, call, seq)
}

/// Whether an item that has been looked at is taken; `None` where it is only looked at.
type Takes = for<'p> fn(&mut Machine<'p, '_>, &Call<'p, '_>, &Val<'p>) -> Eval<'p, Option<TermId>>;

pub fn peek<'p>(_: &mut Machine<'p, '_>, _: &Call<'p, '_>, _: &Val<'p>) -> Eval<'p, Option<TermId>> {
    Ok(None)
}

pub fn next_if<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    item: &Val<'p>,
) -> Eval<'p, Option<TermId>> {
    machine.asks(&call.arg(0)?, vec![item.clone()]).map(Some)
}

pub fn next_if_eq<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    item: &Val<'p>,
) -> Eval<'p, Option<TermId>> {
    machine.equal(item, &call.arg(0)?).map(Some)
}

pub fn peeked<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    iter: &mut Iter<'p>,
    takes: Takes,
) -> Eval<'p> {
    if let Iter::By(place) = iter {
        let place = place.clone();
        let value = machine.read(&place);
        let mut inner = machine.iterator_over(value)?;
        let result = peeked(machine, call, &mut inner, takes);
        machine.write(&place, Val::iter(inner))?;
        return result;
    }
    let Iter::Peekable(inner, seen) = iter else { return call.unknown() };
    let item = match seen {
        Some(item) => item.clone(),
        None => {
            let item = machine.next(inner)?;
            *seen = Some(item.clone());
            item
        }
    };
    let Some(item) = item else { return Ok(Val::none()) };
    let Some(takes) = takes(machine, call, &item)? else { return Ok(Val::some(item)) };
    if machine.fork(takes)? {
        *seen = None;
        Ok(Val::some(item))
    } else {
        Ok(Val::none())
    }
}
