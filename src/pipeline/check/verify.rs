//! A function's relations on their sources and on a fresh batch of inputs.

use anyhow::Result;

use crate::cleanse::{Execution, Finding, InputKind, Verifier};
use crate::inputs::InputSources;
use crate::inputs::input_sources::{self as made, useful_inputs};
use crate::laws::with_variables;
use crate::report::{CheckVerdict, CheckedFunction, CheckedRelation, Counterexample};
use crate::suite::Due;
use morph_lab::Lab;
use morph_relation::{Relation, Signature, Value, show_value};
use morph_source::scan::Subject;
use morph_traces::Oracle;
use morph_values::{cost_of, stream};

/// The result for a function.
pub struct Verified {
    /// For the report.
    pub report: CheckedFunction,
    /// The hashes of the checks that passed.
    pub passed: Vec<String>,
}

/// Inputs that find the useful domain.
const TRIED: usize = 500;
/// Fresh inputs around these and the sources.
const FRESH: usize = 2_500;

/// Checks a function's relations; `subjects` are all that the lab can call.
pub fn verify(
    lab: &Lab,
    subjects: &[Subject],
    input_sources: &InputSources,
    blank: CheckedFunction,
    due: &[Due<'_>],
    seed: u64,
) -> Result<Verified> {
    let failed = |why: String| {
        let report = CheckedFunction { verdict: CheckVerdict::Failed, reason: Some(why), ..blank.clone() };
        Ok(Verified { report, passed: Vec::new() })
    };
    let Some(index) = subjects.iter().position(|subject| subject.path == blank.path) else {
        let why = lab.refused().get(&blank.path).cloned();
        return failed(why.unwrap_or_else(|| "is not in the lab".to_owned()));
    };
    let callable = |path: &str| subjects.iter().any(|subject| subject.path == path);
    if let Some(gone) = due.iter().flat_map(|due| due.relation.relation.called()).find(|path| !callable(path))
    {
        return failed(format!("calls `{gone}`, which the lab cannot"));
    }
    let subject = &subjects[index];
    let relations: Vec<&Relation> = due.iter().map(|due| &due.relation.relation).collect();
    let oracle = Oracle::new(lab).foreseeing(&input_sources.endless);
    let mut verifier = Verifier::new(&oracle, subject, subjects, &relations)?;
    let mut rng = stream(seed, &format!("check {}", subject.path));
    let mut fresh = made::inputs(subject, index, input_sources, TRIED, verifier.executor(), &mut rng)?;
    let executor = verifier.executor();
    let rows = executor.run(fresh.clone())?;
    let mut good = useful_inputs(executor, &rows);
    let mut sources = Vec::new();
    for due in due {
        let types = subject.with_given(&due.relation.relation.given).types();
        sources.push(made::settled(&due.relation.sources, &types, &oracle)?);
    }
    // A change shows near the inputs of the tests.
    let arity = subject.types().len();
    good.extend(sources.iter().flatten().map(|source| source[..arity].to_vec()));
    fresh.extend(made::fresh_inputs(subject, index, input_sources, &good, FRESH, &mut rng));

    let mut report = CheckedFunction { verdict: CheckVerdict::Held, inputs: fresh.len(), ..blank.clone() };
    let mut passed = Vec::new();
    for (due, sources) in due.iter().zip(&sources) {
        let whole = with_variables(&fresh, &due.relation.relation, subject, index, input_sources, &mut rng);
        let checked = relation(&mut verifier, due, sources, &whole, &subject.signature())?;
        match checked.verdict {
            CheckVerdict::Held => passed.push(due.check.clone()),
            CheckVerdict::Violated => report.verdict = CheckVerdict::Violated,
            _ if report.verdict == CheckVerdict::Held => report.verdict = CheckVerdict::Failed,
            _ => {}
        }
        report.relations.push(checked);
    }
    if let Some(call) = verifier.executor().forbidden() {
        return failed(format!("tries a system call: {call}"));
    }
    Ok(Verified { report, passed })
}

fn relation(
    verifier: &mut Verifier<'_, '_>,
    due: &Due<'_>,
    sources: &[Vec<Value>],
    fresh: &[Vec<Value>],
    signature: &Signature,
) -> Result<CheckedRelation> {
    let relation = &due.relation.relation;
    let (mut held, mut violated) = (0, 0);
    let mut smallest: Option<(&Vec<Value>, Vec<Execution>)> = None;
    let of_test = InputKind::of_test(due.relation.has_own_test);
    for (inputs, kind) in [(sources, of_test), (fresh, InputKind::Fresh)] {
        for (input, finding) in inputs.iter().zip(verifier.judge(relation, inputs, kind)?) {
            match finding {
                Finding::Held(_) => held += 1,
                Finding::Inapplicable => {}
                Finding::Violated(executions) => {
                    violated += 1;
                    if smallest.as_ref().is_none_or(|(known, _)| cost_of(input) < cost_of(known)) {
                        smallest = Some((input, executions));
                    }
                }
            }
        }
    }
    let counterexample = match smallest {
        None => None,
        Some((input, executions)) => {
            let (input, executions) = verifier.shrink(relation, input.clone(), executions)?;
            let extended = signature.with_given(&relation.given);
            let params = extended.params.iter().zip(&input);
            Some(Counterexample {
                source: params.map(|((name, ty), value)| (name.clone(), show_value(value, ty))).collect(),
                executions: verifier.calls(&executions),
            })
        }
    };
    let text = relation.show(signature);
    Ok(CheckedRelation {
        id: due.relation.id.clone(),
        verdict: match (held, violated) {
            (0, 0) => CheckVerdict::Failed,
            (_, 0) => CheckVerdict::Held,
            _ => CheckVerdict::Violated,
        },
        given: text.given,
        when: text.when,
        followups: text.followups,
        then: text.then,
        strategy: due.relation.strategy.clone(),
        readable: verifier.readable(relation),
        groups: held + violated,
        violations: violated,
        counterexample,
    })
}
