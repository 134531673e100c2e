//! What of a subject's outcomes a statement is about.

use anyhow::Result;

use crate::laws::views::seen_through;
use crate::traces::{Executors, RowId};
use morph_relation::{Expr, Op, Relation, Value};

/// A part of them, or what a method shows of them; both `None` for the whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct About<'r> {
    /// The number of the part.
    pub part: Option<usize>,
    /// The method's path.
    pub seen_by: Option<&'r str>,
}

impl<'r> About<'r> {
    /// What a relation is about; a part of outcomes where it is about no more.
    pub fn of(relation: &'r Relation, part: Option<usize>) -> About<'r> {
        About { part, seen_by: seen_through(relation, &is_own_outcome) }
    }

    /// It on each of some inputs, where the subject returns something.
    pub fn outcomes(
        &self,
        inputs: Vec<Vec<Value>>,
        executors: &mut Executors<'_>,
    ) -> Result<Vec<Option<Value>>> {
        let rows = executors.subject.run(inputs)?;
        let value = |row: &RowId| {
            let value = executors.subject.original(*row).value().filter(|value| !value.says_no())?;
            self.part.map_or(Some(value), |part| value.unwrapped().part(part)).cloned()
        };
        let found: Vec<Option<Value>> = rows.iter().map(value).collect();
        let Some(method) = self.seen_by else { return Ok(found) };
        let method = executors.called(Some(method))?;
        let shown =
            method.run(found.iter().flatten().map(|value| vec![value.unwrapped().clone()]).collect())?;
        let mut shown = shown.iter().map(|row| method.original(*row).value().cloned());
        Ok(found.into_iter().map(|value| value.and_then(|_| shown.next().flatten())).collect())
    }
}

/// Whether an argument is what the subject returned, as it is or unwrapped.
fn is_own_outcome(relation: &Relation, arg: &Expr) -> bool {
    let of = match arg {
        Expr::Apply(Op::Unwrap, of) => &of[0],
        arg => arg,
    };
    let is_own = |out: usize| out == 0 || relation.followups[out - 1].function.is_none();
    matches!(of, Expr::Out(out) if is_own(*out))
}
