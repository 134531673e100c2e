//! Relations that a person wrote: they are checked like found ones, and stand in the tests beside them.

use std::collections::BTreeSet;

use anyhow::Result;

use super::verifier::{Call, Finding, InputKind, Verifier};
use crate::inputs::InputSources;
use crate::inputs::input_sources::{self, useful_inputs};
use crate::laws::with_variables;
use crate::search::{Candidate, WRITTEN};
use morph_relation::{Relation, Value};
use morph_source::scan::Subject;
use morph_traces::{Executors, Oracle, RowId};
use morph_values::{cost_of, stream};

/// A relation that a person wrote.
pub struct HandWritten {
    /// Its id.
    pub id: String,
    /// The relation.
    pub relation: Relation,
    /// The inputs of its test.
    pub sources: Vec<Vec<Value>>,
    /// Whether a person wrote its test, too.
    pub has_own_test: bool,
}

/// Where written relations are checked.
pub struct Surroundings<'a, 'l> {
    /// What executes them.
    pub oracle: &'a Oracle<'l>,
    /// Every subject of the run.
    pub subjects: &'a [Subject],
    /// What inputs are made of.
    pub input_sources: &'a InputSources,
    /// The run's seed.
    pub seed: u64,
}

/// What became of a function's written relations.
#[derive(Default)]
pub struct Written {
    /// Those that held, and need a test.
    pub standing: Vec<Candidate>,
    /// Those that did not hold: the id, the readable form, the executions that show it.
    pub violated: Vec<(String, String, Vec<Call>)>,
    /// The ids of those that need a test.
    pub ids: Vec<(Relation, String)>,
}

/// Fresh inputs that each has to survive, beside the sources of the search.
const FRESH: usize = 5_000;

/// Checks the written relations of a subject on the sources of the search, their own and fresh inputs.
pub fn check_written(
    around: &Surroundings<'_, '_>,
    all: &[HandWritten],
    index: usize,
    sources: &[RowId],
    executors: &Executors<'_>,
) -> Result<Written> {
    let subject = &around.subjects[index];
    let mut written = Written::default();
    if all.is_empty() {
        return Ok(written);
    }
    let executor = &executors.subject;
    let arity = subject.types().len();
    let arguments = |input: &[Value]| input[..arity].to_vec();
    let known: Vec<_> = sources.iter().map(|row| arguments(executor.input(*row))).collect();
    let mut rng = stream(around.seed, &format!("written {}", subject.path));
    let good: Vec<_> = useful_inputs(executor, sources).iter().map(|input| arguments(input)).collect();
    let mut plain = input_sources::fresh_inputs(subject, index, around.input_sources, &good, FRESH, &mut rng);
    plain.extend(known);
    let callable = |path: &String| around.subjects.iter().any(|subject| subject.path == *path);
    for own in all {
        let relation = &own.relation;
        // What is left out of this run says nothing of it.
        if !relation.followups.iter().all(|followup| followup.function.as_ref().is_none_or(callable)) {
            continue;
        }
        let mut verifier = Verifier::new(around.oracle, subject, around.subjects, &[relation])?;
        let types = subject.with_given(&relation.given).types();
        let settled = input_sources::settled(&own.sources, &types, around.oracle)?;
        let inputs = with_variables(&plain, relation, subject, index, around.input_sources, &mut rng);
        let (mut groups, mut holds) = (0, false);
        let mut worst = None;
        let of_test = InputKind::of_test(own.has_own_test);
        for (inputs, kind, is_new) in [(&settled, of_test, false), (&inputs, InputKind::Fresh, true)] {
            for (input, finding) in inputs.iter().zip(verifier.judge(relation, inputs, kind)?) {
                match finding {
                    Finding::Held(_) => {
                        holds = true;
                        // What stands in the tests is not counted, or a second run would count more.
                        groups += usize::from(is_new);
                    }
                    Finding::Inapplicable => {}
                    Finding::Violated(executions) => {
                        let cost = cost_of(input);
                        if worst.as_ref().is_none_or(|(known, _, _)| cost < *known) {
                            worst = Some((cost, input.clone(), executions));
                        }
                    }
                }
            }
        }
        if let Some((_, input, executions)) = worst {
            let (_, executions) = verifier.shrink(relation, input, executions)?;
            written.violated.push((own.id.clone(), verifier.readable(relation), verifier.calls(&executions)));
        } else if holds && !own.has_own_test {
            written.ids.push((relation.clone(), own.id.clone()));
            written.standing.push(Candidate {
                shape: None,
                relation: relation.clone(),
                strategy: WRITTEN,
                kills: BTreeSet::new(),
                groups,
            });
        }
    }
    Ok(written)
}
