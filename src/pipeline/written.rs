//! Relations that a person wrote: they are checked like found ones, and stand in the tests beside them.

use std::collections::BTreeSet;

use anyhow::Result;

use super::check::{Judge, Judgement, Kind};
use super::explore::{Setting, useful_inputs};
use super::feed;
use crate::report::Call;
use crate::search::Candidate;
use crate::suite::WRITTEN;
use crate::traces::{Executors, RowId};
use morph_relation::Relation;
use morph_values::{cost_of, stream};

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
pub fn check(
    setting: &Setting<'_>,
    index: usize,
    sources: &[RowId],
    executors: &Executors<'_>,
) -> Result<Written> {
    let subject = &setting.subjects[index];
    let mut written = Written::default();
    let all = setting.written.get(&subject.path).map_or(&[][..], Vec::as_slice);
    if all.is_empty() {
        return Ok(written);
    }
    let signature = subject.signature();
    let executor = &executors[""].0;
    let known: Vec<_> = sources.iter().map(|row| executor.input(*row).to_vec()).collect();
    let mut rng = stream(setting.seed, &format!("written {}", subject.path));
    let good = useful_inputs(executor, sources);
    let mut inputs = feed::fresh_inputs(subject, index, setting.feed, &good, FRESH, &mut rng);
    inputs.extend(known);
    let callable = |path: &String| setting.subjects.iter().any(|subject| subject.path == *path);
    for own in all {
        let relation = &own.relation;
        // What is left out of this run says nothing of it.
        if !relation.followups.iter().all(|followup| followup.function.as_ref().is_none_or(callable)) {
            continue;
        }
        let mut judge = Judge::new(setting.lab, subject, setting.subjects, &[relation])?;
        let settled = feed::settled(&own.sources, &subject.types(), setting.lab)?;
        let (mut groups, mut holds) = (0, false);
        let mut worst = None;
        for (inputs, kind) in [(&settled, Kind::Source), (&inputs, Kind::Fresh)] {
            for (input, judgement) in inputs.iter().zip(judge.judge(relation, inputs, kind)?) {
                match judgement {
                    Judgement::Held => {
                        holds = true;
                        // What stands in the tests is not counted, or a second run would count more.
                        groups += usize::from(kind == Kind::Fresh);
                    }
                    Judgement::Inapplicable => {}
                    Judgement::Violated(executions) => {
                        let cost = cost_of(input);
                        if worst.as_ref().is_none_or(|(known, _, _)| cost < *known) {
                            worst = Some((cost, input.clone(), executions));
                        }
                    }
                }
            }
        }
        if let Some((_, input, executions)) = worst {
            let (_, executions) = judge.shrink(relation, input, executions)?;
            written.violated.push((own.id.clone(), relation.readable(&signature), judge.calls(&executions)));
        } else if holds && !own.has_own_test {
            written.ids.push((relation.clone(), own.id.clone()));
            written.standing.push(Candidate {
                relation: relation.clone(),
                strategy: WRITTEN,
                kills: BTreeSet::new(),
                groups,
            });
        }
    }
    Ok(written)
}
