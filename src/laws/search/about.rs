//! What of a subject's outcomes a statement is about.

use anyhow::Result;

use crate::laws::constant::tells_a_constant;
use crate::laws::views::seen_through;
use morph_relation::{Expr, Relation, Value};
use morph_traces::{Executors, RowId};

/// A part of them, or what a method shows of them; both `None` for the whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct About<'r> {
    /// The number of the part.
    pub part: Option<usize>,
    /// The method's path.
    pub seen_by: Option<&'r str>,
}

impl<'r> About<'r> {
    /// What a relation is about; a part of outcomes where it is about no more. That what is seen depends on nothing is what a law
    /// says where it is always the same number.
    pub fn of(relation: &'r Relation, part: Option<usize>) -> About<'r> {
        let seen_by = seen_through(relation, &is_own_outcome);
        About { part, seen_by: seen_by.filter(|_| !tells_a_constant(relation)) }
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
    let is_own = |out: usize| out == 0 || relation.followups[out - 1].function.is_none();
    matches!(arg.unwrapped(), Expr::Out(out) if is_own(*out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{FloatType, RelationText, Signature, Type};

    #[test]
    fn what_is_seen_is_what_a_law_is_about_unless_it_is_always_the_same() {
        let float = Type::Float(FloatType::F64);
        let function = |name: &str| {
            Signature::new(format!("demo::{name}"), vec![("x".to_owned(), float.clone())], float.clone())
        };
        let (unit, norm) = (function("unit"), function("norm"));
        let seen_by = |followups: &[&str], then: &str| {
            let text = RelationText::exact(followups, then);
            let relation = Relation::parse(&text, &unit, &|_| Some(norm.clone())).expect("a relation");
            About::of(&relation, None).seen_by.map(str::to_owned)
        };
        let norm = Some("demo::norm".to_owned());
        assert_eq!(seen_by(&["demo::norm(y0)", "(-x,)", "demo::norm(y2)"], "y3 == y1"), norm);
        assert_eq!(seen_by(&["demo::norm(y0)", "demo::norm(x)"], "y1 == y2"), None);
        assert_eq!(seen_by(&["demo::norm(y0)"], "y1 == 1.0"), None);
    }
}
