//! The rows of the tables that tests go over.

use std::borrow::Cow;

use super::entry::Entry;
use morph_relation::{Expr, Relation, Signature, Type, Value};
use morph_values::small_inputs;

/// The rows of a table, and the types of the variables in its last columns.
#[derive(PartialEq)]
pub struct Rows<'a> {
    /// The inputs.
    pub sources: Cow<'a, [Vec<Value>]>,
    /// The variables' types.
    pub given: Vec<&'a Type>,
    /// The columns that the table does not have.
    pub idle: Vec<usize>,
}

impl<'a> Rows<'a> {
    /// Those of a relation's test.
    pub fn of(entry: &'a Entry, subject: &Signature) -> Rows<'a> {
        let given = entry.relation.given.iter().map(|(_, ty)| ty).collect();
        let idle = idle(&entry.relation, subject);
        let mut sources = Cow::Borrowed(entry.sources.as_slice());
        if !idle.is_empty() {
            let mut rows: Vec<Vec<Value>> = Vec::new();
            for source in &entry.sources {
                let row = source.iter().enumerate().filter(|(column, _)| !idle.contains(column));
                let row = row.map(|(_, value)| value.clone()).collect();
                if !rows.contains(&row) {
                    rows.push(row);
                }
            }
            sources = rows.into();
        }
        Rows { sources, given, idle }
    }
}

/// The columns that the test of a relation has no need of: parameters that it does not speak of, where some value can stand in
/// for them.
pub fn idle(relation: &Relation, subject: &Signature) -> Vec<usize> {
    let needed = relation.needed();
    if needed.contains(&0) || relation.given.is_empty() {
        return Vec::new();
    }
    let calls = (1..=relation.followups.len()).filter(|k| needed.contains(k));
    let args = calls.flat_map(|k| &relation.followups[k - 1].args);
    let exprs: Vec<&Expr> = args.chain([&relation.when, &relation.then]).collect();
    let is_mentioned = |place: usize| {
        exprs.iter().any(|expr| expr.any(&mut |part| matches!(part, Expr::Param(i) if *i == place)))
    };
    let params = subject.arguments().iter().enumerate();
    params.filter(|(i, (_, ty))| !is_mentioned(*i) && stand_in(ty).is_some()).map(|(i, _)| i).collect()
}

/// A row with values in the columns that its table does not have.
pub fn filled(row: Vec<Value>, idle: &[usize], params: &[Type]) -> Vec<Value> {
    let mut rest = row.into_iter();
    let column = |i: usize| if idle.contains(&i) { stand_in(&params[i]) } else { rest.next() };
    (0..params.len()).filter_map(column).collect()
}

/// The smallest value of a type.
fn stand_in(ty: &Type) -> Option<Value> {
    small_inputs(std::slice::from_ref(ty), 1).pop()?.pop()
}

/// The rows, without variables, that the most tests go over; the first of several.
pub fn shared_rows<'a>(entries: &[(usize, &'a Entry)], subject: &Signature) -> Option<Rows<'a>> {
    let all: Vec<Rows<'a>> = entries.iter().rev().map(|(_, entry)| Rows::of(entry, subject)).collect();
    let using = |rows: &Rows<'_>| all.iter().filter(|other| *other == rows).count();
    let most = (0..all.len()).filter(|i| all[*i].given.is_empty()).max_by_key(|i| using(&all[*i]))?;
    all.into_iter().nth(most)
}
