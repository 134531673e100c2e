//! What of a subject's outcomes a statement is about.

use anyhow::Result;

use crate::traces::{Executors, RowId};
use morph_relation::{Expr, Op, Relation, Value};

/// A part of them, or what a method shows of them; both `None` for the whole.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct About {
    /// The number of the part.
    pub part: Option<usize>,
    /// The method's path.
    pub seen_by: Option<String>,
}

impl About {
    /// What a relation is about; a part of outcomes where it is about no more.
    pub fn of(relation: &Relation, part: Option<usize>) -> About {
        About { part, seen_by: seen_by(relation) }
    }

    /// Whether it is no more than a part.
    pub fn is_of_part(&self) -> bool {
        self.part.is_some()
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
        let Some(method) = &self.seen_by else { return Ok(found) };
        let method = executors.called(Some(method))?;
        let shown =
            method.run(found.iter().flatten().map(|value| vec![value.unwrapped().clone()]).collect())?;
        let mut shown = shown.iter().map(|row| method.original(*row).value().cloned());
        Ok(found.into_iter().map(|value| value.and_then(|_| shown.next().flatten())).collect())
    }
}

/// The function by which alone a relation looks at what the subject returns.
fn seen_by(relation: &Relation) -> Option<String> {
    let view = |out: usize| {
        let call = relation.followups.get(out.checked_sub(1)?)?;
        let is_own = |out: usize| out == 0 || relation.followups[out - 1].function.is_none();
        let [arg] = call.args.as_slice() else { return None };
        let of = match arg {
            Expr::Apply(Op::Unwrap, of) => &of[0],
            arg => arg,
        };
        matches!(of, Expr::Out(out) if is_own(*out)).then(|| call.function.clone()).flatten()
    };
    let mut seen = (0..=relation.followups.len()).filter(|out| relation.then.mentions_out(*out)).map(view);
    let first = seen.next()??;
    seen.all(|other| other.as_ref() == Some(&first)).then_some(first)
}
