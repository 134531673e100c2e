//! Periods that are multiples of one.

use anyhow::Result;

use super::rows::spread;
use super::varied::with;
use morph_relation::{Expr, Op, Relation, Transformation, Value};
use morph_traces::{Executors, RowId, collect};

/// Parts of a period that may be one themselves.
const PARTS: [i128; 4] = [2, 3, 5, 7];
/// Inputs from which all values up to a period are taken, and the longest period that is gone through.
const BASES: usize = 20;
const STEPS: i128 = 400;

/// Whether what a law says is a period is a multiple of one.
pub fn has_shorter_period(
    relation: &Relation,
    rows: &[RowId],
    executors: &mut Executors<'_>,
) -> Result<bool> {
    let ([followup], Expr::Apply(Op::Eq, sides)) = (relation.followups.as_slice(), &relation.then) else {
        return Ok(false);
    };
    let period = |arg: &Expr| match arg {
        Expr::Apply(Op::Add, sides) => match sides.as_slice() {
            [Expr::Param(_), Expr::Const(period)] => Some(period.clone()),
            _ => None,
        },
        _ => None,
    };
    let mut args = followup.args.iter().enumerate();
    let found = args.find_map(|(place, arg)| Some((place, period(arg)?)));
    let Some((place, period)) = found.filter(|_| sides.iter().all(|side| matches!(side, Expr::Out(_))))
    else {
        return Ok(false);
    };
    let parts: Vec<Value> = PARTS.into_iter().filter_map(|part| divided(&period, part)).collect();
    if parts.is_empty() {
        return Ok(false);
    }
    let rows = match period {
        Value::Int(period) => along(place, period, rows, executors)?,
        _ => rows.to_vec(),
    };
    for part in parts {
        let mut shorter = relation.clone();
        shorter.followups[0].args[place] = Expr::binary(Op::Add, Expr::Param(place), Expr::Const(part));
        let transformation = Transformation { followups: shorter.followups.clone() };
        let groups = collect(&transformation, &rows, executors)?;
        if !groups.correct.is_empty() && groups.held_by(&shorter).len() == groups.correct.len() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A part of a period, where that has some.
fn divided(period: &Value, part: i128) -> Option<Value> {
    match period {
        Value::Int(n) => (n % part == 0 && *n > part).then(|| Value::Int(n / part)),
        Value::F64(x) => Some(Value::F64(x / part as f64)),
        Value::F32(x) => Some(Value::F32(x / part as f32)),
        _ => None,
    }
}

/// Some of these rows with all values up to a period in a place, for what differs seldom differs at one of them.
fn along(place: usize, period: i128, rows: &[RowId], executors: &mut Executors<'_>) -> Result<Vec<RowId>> {
    let bases: Vec<Vec<Value>> = executors.subject.inputs_of(spread(rows, BASES));
    let steps = || (0..period.min(STEPS)).map(Value::Int);
    let inputs = bases.iter().flat_map(|base| steps().map(|step| with(base, place, step))).collect();
    Ok([rows, &executors.subject.run(inputs)?].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_have_whole_parts() {
        assert_eq!(divided(&Value::Int(12), 3), Some(Value::Int(4)));
        assert_eq!([divided(&Value::Int(7), 2), divided(&Value::Int(7), 7)], [None, None]);
        assert_eq!(divided(&Value::F64(180.0), 3), Some(Value::F64(60.0)));
    }
}
