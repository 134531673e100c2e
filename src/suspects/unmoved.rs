//! Methods that may change their receiver, say that they do, and never do.

use std::collections::HashSet;

use anyhow::Result;

use super::pairs::words;
use super::suspect::Suspect;
use super::trial::Trial;
use crate::cleanse::{Finding, InputKind};
use crate::options::Level;
use morph_lab::Outcome;
use morph_relation::{Relation, RelationText, Type, Value};
use morph_values::cost_of;

/// What the statement that a method changes its receiver is called.
const CHANGES: &str = "changes its receiver";
/// Words of names that announce a change of whatever there is.
const ACTIONS: &[&str] = &[
    "advance",
    "append",
    "add",
    "dec",
    "decrease",
    "decrement",
    "double",
    "extend",
    "flip",
    "inc",
    "increase",
    "increment",
    "invert",
    "mul",
    "negate",
    "push",
    "reverse",
    "rotate",
    "scale",
    "shift",
    "sub",
    "toggle",
    "translate",
];
/// Different receivers that a method leaves alone.
const RECEIVERS: usize = 20;
/// Bytes of a body that does nothing, or returns a constant.
const EMPTY: usize = 10;

/// Whether a method of `&mut self` whose name announces a change leaves every receiver as it is.
pub fn unmoved(trial: &mut Trial<'_, '_, '_>, base: &[Vec<Value>]) -> Result<Option<Suspect>> {
    let signature = trial.signature;
    let is_method = trial.subject.member.as_ref().is_some_and(|member| member.receiver);
    let is_changed =
        matches!(signature.arguments().first(), Some((_, Type::Mut(_)))) && signature.changes_one();
    let action = words(signature.name()).into_iter().find(|word| ACTIONS.contains(&word.as_str()));
    // What a trait asks for may be empty on purpose.
    let is_empty = trial.function.body.as_ref().is_none_or(|body| body.len() < EMPTY);
    let Some(action) = action.filter(|_| is_method && is_changed && !is_empty) else { return Ok(None) };
    let part = if signature.returned == Type::Unit { "y0" } else { "y0.1" };
    let this = &signature.arguments()[0].0;
    let text = RelationText::exact(&[], &format!("{part} != {this}"));
    let Ok(relation) = Relation::parse(&text, signature, &|_| None) else { return Ok(None) };
    let judged = trial.verifier.judge(&relation, base, InputKind::Source)?;
    let mut failed = Vec::new();
    let mut receivers = HashSet::new();
    for (input, finding) in base.iter().zip(judged) {
        match finding {
            Finding::Held(_) => return Ok(None),
            Finding::Violated(shown) if shown.iter().all(|it| matches!(it.outcome, Outcome::Value(_))) => {
                receivers.insert(&input[0]);
                failed.push((input, shown));
            }
            Finding::Violated(_) | Finding::Inapplicable => {}
        }
    }
    let is_hidden = receivers.iter().any(|value| matches!(value, Value::Data(data) if data.hidden));
    let smallest = failed.iter().min_by_key(|(input, _)| cost_of(input));
    let Some((input, shown)) = smallest.filter(|_| !is_hidden && receivers.len() >= RECEIVERS) else {
        return Ok(None);
    };
    Ok(Some(Suspect {
        path: trial.subject.path.clone(),
        level: if trial.function.public { Level::Likely } else { Level::Possible },
        family: CHANGES.to_owned(),
        test: format!("{}_changes_{this}", signature.title()),
        law: trial.verifier.readable(&relation),
        relation,
        evidence: vec![
            format!("the name says `{action}`"),
            format!("it takes `&mut self` and leaves all of {} receivers as they are", receivers.len()),
        ],
        executions: trial.verifier.calls(shown),
        input: (*input).clone(),
        remote: false,
        held: 0,
        failed: failed.len(),
        siblings: Vec::new(),
        public: trial.function.public,
        further: Vec::new(),
    }))
}
