//! Runs a relation on inputs and shrinks what violates it.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

use crate::inputs::input_sources;
use morph_lab::Outcome;
use morph_relation::{Env, Relation, Signature, Tolerance, Type, Value, Verdict, show_value};
use morph_source::scan::Subject;
use morph_traces::{Executor, Executors, Oracle};
use morph_values::{cost_of, smaller};

/// What a relation says of an input.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// It holds, by what these returned.
    Held(Vec<Execution>),
    /// It does not, with the executions that show it.
    Violated(Vec<Execution>),
    /// Its guard leaves the input out, or a follow-up cannot be made or returns nothing.
    Inapplicable,
}

/// A call and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// The called function's path; `None` for the subject.
    pub function: Option<String>,
    /// What was passed to it.
    pub args: Vec<Value>,
    /// How it ended.
    pub outcome: Outcome,
}

/// A call and its result, as a person reads them.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Call {
    /// `gcd(12, 18)`
    pub call: String,
    /// `6`, or `panics: …`.
    pub result: String,
}

/// How results begin that are not values. A value, written as Rust, begins with none of these.
const FAILURES: [&str; 5] =
    ["panics: ", "does not terminate", "crashes (", "makes a system call: ", "did not run"];

impl Call {
    /// What links the call and its result in a sentence: "gcd(4, 6) is 2", "gcd(0, 0) panics: …".
    pub fn link(&self) -> &'static str {
        if FAILURES.iter().any(|failure| self.result.starts_with(failure)) { " " } else { " is " }
    }

    /// The call and its result as a sentence.
    pub fn sentence(&self) -> String {
        format!("{}{}{}", self.call, self.link(), self.result)
    }
}

/// Which inputs are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Sources of a test, which fails where an execution does.
    Source,
    /// Sources of a person's test, which fails there, too, but may pass over those to which the relation does not apply.
    OwnSource,
    /// Others: a function may fail on them.
    Fresh,
    /// Inputs on which a function may fail, but not on what it returns, nor may a function that undoes it.
    Expected,
}

impl InputKind {
    /// The kind of the sources of a relation's test, which a person may have written.
    pub fn of_test(is_own: bool) -> InputKind {
        if is_own { InputKind::OwnSource } else { InputKind::Source }
    }
}

/// What runs a subject and the functions that its relations call.
pub struct Verifier<'a, 'l> {
    oracle: &'a Oracle<'l>,
    subject: &'a Subject,
    others: BTreeMap<String, &'a Subject>,
    executors: Executors<'l>,
}

/// Maximum rounds of shrinking; what is left is readable.
const ROUNDS: usize = 400;
/// Smaller inputs tried together.
const BATCH: usize = 256;

impl<'a, 'l> Verifier<'a, 'l> {
    /// A verifier of relations that call these functions alone.
    pub fn among(
        oracle: &'a Oracle<'l>,
        subject: &'a Subject,
        called: &[&'a Subject],
    ) -> Result<Verifier<'a, 'l>> {
        let executors = oracle.executors(subject, called, &|_| false)?;
        let others = called.iter().map(|other| (other.path.clone(), *other)).collect();
        Ok(Verifier { oracle, subject, others, executors })
    }

    /// A verifier of a subject's relations; `subjects` are all that can be called.
    pub fn new(
        oracle: &'a Oracle<'l>,
        subject: &'a Subject,
        subjects: &'a [Subject],
        relations: &[&Relation],
    ) -> Result<Verifier<'a, 'l>> {
        let called = relations.iter().flat_map(|relation| &relation.followups);
        let mut others = BTreeMap::new();
        for path in called.filter_map(|followup| followup.function.as_ref()) {
            let other = subjects.iter().find(|other| other.path == *path);
            others.insert(path.clone(), other.with_context(|| format!("`{path}` cannot be called"))?);
        }
        let called: Vec<&Subject> = others.values().copied().collect();
        Verifier::among(oracle, subject, &called)
    }

    /// What runs the subject.
    pub fn executor(&mut self) -> &mut Executor<'l> {
        &mut self.executors.subject
    }

    /// Judges a relation on inputs, in their order.
    pub fn judge(
        &mut self,
        relation: &Relation,
        inputs: &[Vec<Value>],
        kind: InputKind,
    ) -> Result<Vec<Finding>> {
        let mut judged = vec![Finding::Inapplicable; inputs.len()];
        // By input: the executions so far.
        let mut open: Vec<(usize, Vec<Execution>)> = Vec::new();
        let guarded = |input: &Vec<Value>| {
            let env = Env { params: input, outs: &[] };
            relation.when.test(env, Tolerance::Exact) == Some(true)
        };
        // Variables of the relation stand after the arguments.
        let arity = self.executors.subject.types().len();
        let first: Vec<usize> = (0..inputs.len()).filter(|i| guarded(&inputs[*i])).collect();
        let calls = first.into_iter().map(|i| (i, Vec::new(), inputs[i][..arity].to_vec())).collect();
        self.step(None, calls, kind, &mut judged, &mut open)?;
        for followup in &relation.followups {
            let called = followup.function.as_deref();
            let types = self.executors.called(called)?.types().to_vec();
            let mut calls = Vec::new();
            for (i, executions) in std::mem::take(&mut open) {
                let outs = values(&executions);
                match followup.inputs(Env { params: &inputs[i], outs: &outs }, &types) {
                    Some(args) => calls.push((i, executions, args)),
                    // The test unwraps an outcome that is not there.
                    None if kind == InputKind::Source && relation.unwraps() => {
                        judged[i] = Finding::Violated(executions);
                    }
                    None => {}
                }
            }
            self.step(called, calls, kind, &mut judged, &mut open)?;
        }
        for (i, executions) in open {
            let outs = values(&executions);
            let env = Env { params: &inputs[i], outs: &outs };
            judged[i] = match relation.verdict(env) {
                Verdict::Held => Finding::Held(executions),
                Verdict::Violated => Finding::Violated(executions),
                Verdict::Inapplicable if kind == InputKind::Source && relation.unwraps() => {
                    Finding::Violated(executions)
                }
                Verdict::Inapplicable => Finding::Inapplicable,
            };
        }
        Ok(judged)
    }

    /// Adds an execution to each.
    fn step(
        &mut self,
        function: Option<&str>,
        calls: Vec<(usize, Vec<Execution>, Vec<Value>)>,
        kind: InputKind,
        judged: &mut [Finding],
        open: &mut Vec<(usize, Vec<Execution>)>,
    ) -> Result<()> {
        let executor = self.executors.called(function)?;
        let rows = executor.run(calls.iter().map(|(_, _, args)| args.clone()).collect())?;
        for ((i, mut executions, args), row) in calls.into_iter().zip(rows) {
            let outcome = executor.original(row).clone();
            let returned = outcome.value().is_some();
            let counts = match kind {
                InputKind::Source | InputKind::OwnSource => outcome != Outcome::NotRun,
                InputKind::Expected => !executions.is_empty() && matches!(outcome, Outcome::Panic(_)),
                InputKind::Fresh => false,
            };
            executions.push(Execution { function: function.map(str::to_owned), args, outcome });
            if returned {
                open.push((i, executions));
            } else if counts {
                judged[i] = Finding::Violated(executions);
            }
        }
        Ok(())
    }

    /// The smallest input found that violates a relation by what executions return, from one that does.
    pub fn shrink(
        &mut self,
        relation: &Relation,
        input: Vec<Value>,
        shown: Vec<Execution>,
    ) -> Result<(Vec<Value>, Vec<Execution>)> {
        // What fails elsewhere may do so by design.
        if shown.iter().any(|execution| execution.outcome.value().is_none()) {
            return Ok((input, shown));
        }
        self.shrink_while(relation, InputKind::Fresh, input, shown, &|_, _| true)
    }

    /// The smallest input found that violates a relation in a way that counts, from one that does.
    pub fn shrink_while(
        &mut self,
        relation: &Relation,
        kind: InputKind,
        mut input: Vec<Value>,
        mut shown: Vec<Execution>,
        counts: &dyn Fn(&[Value], &[Execution]) -> bool,
    ) -> Result<(Vec<Value>, Vec<Execution>)> {
        let types = self.subject.with_given(&relation.given).types();
        for _ in 0..ROUNDS {
            let candidates = smaller(&input, &types);
            let mut found = None;
            for batch in candidates.chunks(BATCH) {
                let inputs = input_sources::settled(batch, &types, self.oracle)?;
                let judged = self.judge(relation, &inputs, kind)?;
                // A constructor may make something else of what was asked.
                found = inputs.into_iter().zip(judged).find_map(|(candidate, judgement)| match judgement {
                    Finding::Violated(executions)
                        if cost_of(&candidate) < cost_of(&input) && counts(&candidate, &executions) =>
                    {
                        Some((candidate, executions))
                    }
                    _ => None,
                });
                if found.is_some() {
                    break;
                }
            }
            let Some(next) = found else { break };
            (input, shown) = next;
        }
        Ok((input, shown))
    }

    /// A relation of the subject as a person reads it.
    pub fn readable(&self, relation: &Relation) -> String {
        let lookup = |path: &str| self.others.get(path).map(|other| other.signature());
        relation.readable(&self.subject.signature(), &lookup)
    }

    /// Executions as a person reads them, equal ones once.
    pub fn calls(&self, executions: &[Execution]) -> Vec<Call> {
        let own = self.subject.signature();
        let mut calls: Vec<Call> = Vec::new();
        let all = executions.iter().map(|execution| {
            let signature: Signature = execution
                .function
                .as_ref()
                .and_then(|path| self.others.get(path))
                .map_or_else(|| own.clone(), |o| o.signature());
            let types = signature.arguments().iter().map(|(_, ty)| ty);
            let args: Vec<String> =
                execution.args.iter().zip(types).map(|(value, ty)| show_value(value, ty)).collect();
            Call { call: signature.call(&args), result: shown(&execution.outcome, &signature.ret) }
        });
        for call in all {
            if !calls.contains(&call) {
                calls.push(call);
            }
        }
        calls
    }
}

fn values(executions: &[Execution]) -> Vec<Value> {
    executions.iter().filter_map(|execution| execution.outcome.value().cloned()).collect()
}

/// An outcome as a person reads it.
fn shown(outcome: &Outcome, ty: &Type) -> String {
    match outcome {
        Outcome::Value(value) => show_value(value, ty),
        Outcome::Panic(message) => format!("panics: {}", message.replace('\n', " ")),
        Outcome::OutOfFuel => "does not terminate".to_owned(),
        Outcome::Crash(signal) => format!("crashes ({signal})"),
        Outcome::Forbidden(call) => format!("makes a system call: {call}"),
        Outcome::NotRun => "did not run".to_owned(),
    }
}
