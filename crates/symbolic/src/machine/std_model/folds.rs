//! Methods of iterators that make one value of all items.

use crate::machine::call::Call;
use crate::machine::hints;
use crate::machine::rounds::Rounds;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::{Iter, Val};
use crate::program::{Binary, Shape};
use crate::term::TermId;
use morph_relation::IntType;

pub fn fold<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let mut rounds = Rounds::default();
    let mut state = call.arg(0)?;
    if let Some(hint) = call.hint {
        state = machine.adopt(state, hint);
    }
    while let Some(item) = machine.next(iter)? {
        state = machine.call_value(&call.arg(1)?, vec![state, item])?;
        machine.go_round(&mut rounds)?;
    }
    Ok(state)
}

pub fn reduce<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let mut rounds = Rounds::default();
    let Some(mut state) = machine.next(iter)? else { return Ok(Val::none()) };
    while let Some(item) = machine.next(iter)? {
        state = machine.call_value(&call.arg(0)?, vec![state, item])?;
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::some(state))
}

pub fn for_each<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let mut rounds = Rounds::default();
    while let Some(item) = machine.next(iter)? {
        machine.call_value(&call.arg(0)?, vec![item])?;
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::unit())
}

pub fn try_for_each<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let mut rounds = Rounds::default();
    while let Some(item) = machine.next(iter)? {
        let value = machine.call_value(&call.arg(0)?, vec![item])?;
        let value = machine.shape(value)?;
        if machine.some_of(value.clone())?.is_none() {
            return Ok(value);
        }
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::ok(Val::unit()))
}

pub fn try_fold<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
    let mut state = call.arg(0)?;
    let mut rounds = Rounds::default();
    let mut is_option = call.hint.and_then(hints::head).is_none_or(|head| head == "Option");
    while let Some(item) = machine.next(iter)? {
        let made = machine.call_value(&call.arg(1)?, vec![state, item])?;
        let made = machine.shape(made)?;
        is_option = made.kind() == "Option";
        match machine.some_of(made.clone())? {
            Some(next) => state = next,
            None => return Ok(made),
        }
        machine.go_round(&mut rounds)?;
    }
    Ok(if is_option { Val::some(state) } else { Val::ok(state) })
}

/// `sum`, `product`.
pub fn added<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    iter: &mut Iter<'p>,
    op: Binary,
) -> Eval<'p> {
    let shape = call.types.first().or(call.hint).cloned().unwrap_or_default();
    let wrapper = hints::head(&shape).filter(|head| matches!(&**head, "Option" | "Result"));
    let mut sum: Option<Val<'p>> = None;
    let mut rounds = Rounds::default();
    while let Some(item) = machine.next(iter)? {
        let mut item = machine.shape(item)?;
        if wrapper.is_some() {
            match machine.some_of(item.clone())? {
                Some(inside) => item = machine.shape(inside)?,
                None => return Ok(item),
            }
        }
        sum = Some(match sum {
            Some(sum) => machine.binary_of(op, sum, item)?,
            // Floats begin with a zero of their own: `-0.0`.
            None => item,
        });
        machine.go_round(&mut rounds)?;
    }
    let inner = match wrapper {
        Some(_) => hints::argument(&shape, 0).unwrap_or_default(),
        None => shape,
    };
    let sum = match sum {
        Some(sum) => machine.adopt(sum, &inner),
        None => of_nothing(machine, iter, op, &inner),
    };
    Ok(match wrapper.as_deref() {
        Some("Option") => Val::some(sum),
        Some(_) => Val::ok(sum),
        None => sum,
    })
}

/// The sum or product of no items.
fn of_nothing<'p>(machine: &mut Machine<'p, '_>, iter: &Iter<'p>, op: Binary, shape: &Shape) -> Val<'p> {
    if let Some(ty) = hints::float(shape) {
        let start = if op == Binary::Add { -0.0 } else { 1.0 };
        return Val::Float(machine.float(start, ty), Some(ty));
    }
    let start = machine.int(i128::from(op == Binary::Mul));
    Val::Int(start, hints::integer(shape).or_else(|| item_type(machine, iter)))
}

/// The integer type of a sequence's items, as far as it shows.
fn item_type<'p>(machine: &mut Machine<'p, '_>, iter: &Iter<'p>) -> Option<IntType> {
    let Iter::Seq { seq, .. } = iter else { return None };
    let first = seq.all().first()?.clone();
    match machine.shape(first).ok()? {
        Val::Int(_, ty) => ty,
        _ => None,
    }
}

/// The least or greatest item: of equal ones, `min` gives the first and `max` the last.
pub fn extreme<'p>(machine: &mut Machine<'p, '_>, iter: &mut Iter<'p>, is_max: bool) -> Eval<'p> {
    let mut rounds = Rounds::default();
    let mut best: Option<Val<'p>> = None;
    while let Some(item) = machine.next(iter)? {
        let item = shape_of_input(machine, item)?;
        best = Some(match best {
            None => item,
            Some(old) => {
                let takes = takes_new(machine, &old, &item, is_max)?;
                match (&old, &item) {
                    // One term for numbers: how the items are ordered does not split the path.
                    (Val::Int(..) | Val::Char(_), Val::Int(..) | Val::Char(_)) => {
                        machine.either(takes, item, old)?
                    }
                    _ if machine.fork(takes)? => item,
                    _ => old,
                }
            }
        });
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::option(best))
}

pub fn extreme_by_key<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    iter: &mut Iter<'p>,
    is_max: bool,
) -> Eval<'p> {
    let mut rounds = Rounds::default();
    let mut best: Option<(Val<'p>, Val<'p>)> = None;
    while let Some(item) = machine.next(iter)? {
        let item = shape_of_input(machine, item)?;
        let key = machine.call_value(&call.arg(0)?, vec![item.clone()])?;
        let key = machine.shape(key)?;
        best = Some(match best {
            None => (item, key),
            Some((old, old_key)) => {
                let takes = takes_new(machine, &old_key, &key, is_max)?;
                if machine.fork(takes)? { (item, key) } else { (old, old_key) }
            }
        });
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::option(best.map(|(item, _)| item)))
}

pub fn extreme_by<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    iter: &mut Iter<'p>,
    is_max: bool,
) -> Eval<'p> {
    let mut rounds = Rounds::default();
    let mut best: Option<Val<'p>> = None;
    while let Some(item) = machine.next(iter)? {
        let item = shape_of_input(machine, item)?;
        best = Some(match best {
            None => item,
            Some(old) => {
                let order = machine.call_value(&call.arg(0)?, vec![old.clone(), item.clone()])?;
                let tag = machine.tag_of_ordering(order, false)?;
                let greater = machine.tag_is(tag, 2);
                let takes = if is_max { machine.not(greater) } else { greater };
                if machine.fork(takes)? { item } else { old }
            }
        });
        machine.go_round(&mut rounds)?;
    }
    Ok(Val::option(best))
}

/// A part of the input is looked at; anything else is left as it is.
fn shape_of_input<'p>(machine: &mut Machine<'p, '_>, item: Val<'p>) -> Eval<'p> {
    match item {
        Val::Input(_) => machine.shape(item),
        item => Ok(item),
    }
}

/// Whether a new key is to take the place of an old one.
fn takes_new<'p>(
    machine: &mut Machine<'p, '_>,
    old: &Val<'p>,
    new: &Val<'p>,
    is_max: bool,
) -> Eval<'p, TermId> {
    let tag = machine.ordering(new, old)?;
    let less = machine.tag_is(tag, 0);
    Ok(if is_max { machine.not(less) } else { less })
}
