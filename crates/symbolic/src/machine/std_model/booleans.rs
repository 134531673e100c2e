//! Methods of truth values.

use super::table::{OfTerm, Row};
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine};
use crate::machine::value::Val;
use crate::term::TermId;

pub static BOOLEANS: &[Row<OfTerm>] = &[
    ("not", |machine, _, term| Ok(Val::Bool(machine.not(term)))),
    ("then", then),
    ("then_some", |machine, call, term| Ok(machine.open_option(term, call.arg(0)?))),
];

fn then<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, term: TermId) -> Eval<'p> {
    if machine.fork(term)? {
        let value = machine.call_value(&call.arg(0)?, Vec::new())?;
        Ok(Val::some(value))
    } else {
        Ok(Val::none())
    }
}
