//! Whether gold laws are true: each is judged on all small inputs and on fresh ones.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use anyhow::{Context as _, Result};
use cargo_morph::cleanse::{Call, Finding, InputKind, Verifier};
use cargo_morph::inputs::input_sources::{self as made, useful_inputs};
use cargo_morph::inputs::{Examples, InputSources};
use cargo_morph::suite;
use morph_lab::{self as lab, BuildOptions, Lab};
use morph_relation::{Relation, Value};
use morph_source::scan::{self, Subject};
use morph_traces::Oracle;
use morph_values::{cost_of, stream};
use rayon::prelude::*;

use crate::gold::Law;
use crate::opened::Package;
use crate::small;

/// What became of a law.
pub enum Truth {
    /// It held on so many groups.
    Held(usize),
    /// It did not on some, of which this is a small one.
    Refuted(Vec<Call>),
    /// It never applied.
    Inapplicable,
    /// A function that it is about cannot be run, and why.
    NotRun(String),
}

/// How the laws of a package are judged.
pub struct Judged {
    /// The seed of the inputs.
    pub seed: u64,
    /// Fresh inputs per law.
    pub inputs: usize,
    /// Small inputs per law, at most.
    pub small: usize,
    /// Functions judged at once.
    pub jobs: NonZeroUsize,
}

/// Inputs by which the useful domain is found.
const TRIED: usize = 500;

/// Judges the laws that could be read.
pub fn truth<'g>(package: &Package<'g>, judged: &Judged) -> Result<Vec<(&'g Law, Truth)>> {
    let mentioned = package.mentioned();
    let subjects: Vec<Subject> =
        package.callable().filter(|subject| mentioned.contains(subject.path.as_str())).cloned().collect();
    let called = [subjects.clone(), scan::makers(&subjects)].concat();
    let lab = lab::build_original(&package.workspace, &called, &BuildOptions::default(), &|_| {})?;
    let subjects = lab.callable();
    let texts = Examples::of(&package.workspace.packages, suite::MODULE).texts(&subjects);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(judged.jobs.get())
        .build()
        .context("cannot start threads")?;
    let abouts: BTreeSet<&str> = package.laws.iter().map(|(law, _)| law.about.as_str()).collect();
    let abouts: Vec<&str> = abouts.into_iter().collect();
    pool.install(|| {
        let input_sources = InputSources::of(&subjects, &texts, &lab, judged.seed)?;
        let bench = Bench { lab: &lab, subjects: &subjects, input_sources: &input_sources, judged };
        let of_one = |about: &&str| {
            let laws = package.laws.iter().filter(|(law, _)| law.about == *about);
            let read = laws.filter_map(|(law, relation)| Some((*law, relation.as_ref().ok()?)));
            read.map(|(law, relation)| Ok((law, bench.judge(law, relation)?))).collect::<Result<Vec<_>>>()
        };
        let all: Vec<Vec<_>> = abouts.par_iter().map(of_one).collect::<Result<_>>()?;
        Ok(all.into_iter().flatten().collect())
    })
}

struct Bench<'a> {
    lab: &'a Lab,
    subjects: &'a [Subject],
    input_sources: &'a InputSources,
    judged: &'a Judged,
}

impl Bench<'_> {
    fn judge(&self, law: &Law, relation: &Relation) -> Result<Truth> {
        let callable = |path: &str| self.subjects.iter().position(|subject| subject.path == path);
        let refused = |path: &str| {
            let why = self.lab.refused().get(path).map_or("is not in the lab", String::as_str);
            Ok(Truth::NotRun(format!("`{path}` {why}")))
        };
        let Some(index) = callable(&law.about) else { return refused(&law.about) };
        let mut called = relation.followups.iter().filter_map(|followup| followup.function.as_ref());
        if let Some(gone) = called.find(|path| callable(path).is_none()) {
            return refused(gone);
        }
        let subject = self.subjects[index].with_given(&relation.given);
        let oracle = Oracle::new(self.lab);
        let mut verifier = Verifier::new(&oracle, &subject, self.subjects, &[relation])?;
        let inputs = self.inputs(&subject, index, law, &mut verifier)?;
        let (mut held, mut worst) = (0, None);
        for (input, finding) in inputs.iter().zip(verifier.judge(relation, &inputs, InputKind::Fresh)?) {
            match finding {
                Finding::Held(_) => held += 1,
                Finding::Inapplicable => {}
                Finding::Violated(executions) => {
                    let cost = cost_of(input);
                    if worst.as_ref().is_none_or(|(known, _, _)| cost < *known) {
                        worst = Some((cost, input.clone(), executions));
                    }
                }
            }
        }
        Ok(match worst {
            Some((_, input, executions)) => {
                let (_, executions) = verifier.shrink(relation, input, executions)?;
                Truth::Refuted(verifier.calls(&executions))
            }
            None if held > 0 => Truth::Held(held),
            None => Truth::Inapplicable,
        })
    }

    /// Small inputs, fresh ones, and such as the function returns something useful on.
    fn inputs(
        &self,
        subject: &Subject,
        index: usize,
        law: &Law,
        verifier: &mut Verifier<'_, '_>,
    ) -> Result<Vec<Vec<Value>>> {
        let Judged { seed, inputs, small, .. } = *self.judged;
        let mut rng = stream(seed, &format!("gold {} {}", law.about, law.law));
        let generator = made::fresh_generator(subject, index, self.input_sources);
        let mut all = small::inputs(&subject.types(), &generator, small, &mut rng);
        let plain = &self.subjects[index];
        let tried = made::inputs(plain, index, self.input_sources, TRIED, verifier.executor(), &mut rng)?;
        let rows = verifier.executor().run(tried)?;
        let given = &subject.params[plain.params.len()..];
        let good: Vec<Vec<Value>> = useful_inputs(verifier.executor(), &rows)
            .into_iter()
            .map(|input| [input, generator.input(given, &mut rng)].concat())
            .collect();
        all.extend(made::fresh_inputs(subject, index, self.input_sources, &good, inputs, &mut rng));
        all.extend(good);
        Ok(all)
    }
}
