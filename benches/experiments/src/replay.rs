//! The suite in the tree on inputs that its search never saw: whether its relations hold there, and what they kill.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use anyhow::{Context as _, Result};
use rayon::prelude::*;

use cargo_morph::cleanse::kills;
use cargo_morph::inputs::input_sources::{self as made, useful_inputs};
use cargo_morph::inputs::{Examples, InputSources, KnownTexts};
use cargo_morph::laws::with_variables;
use cargo_morph::suite::{self, Suite, SuiteRelation};
use morph_lab::mutants::{self, Mutant};
use morph_lab::mutants::{MutantStatus, ids, listed};
use morph_lab::{self as lab, BuildOptions, Lab, MutantId};
use morph_relation::Transformation;
use morph_relation::{Expr, Op, Relation, Tolerance, Value, Verdict};
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, Subject, closures};
use morph_source::workspace::Workspace;
use morph_traces::{Executors, Oracle, collect};
use morph_values::stream;
use rand_chacha::ChaCha8Rng;

/// What to replay, and on how much.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The paths of the functions.
    pub functions: BTreeSet<String>,
    /// The seed of the inputs; it should be another one than the search's.
    pub seed: u64,
    /// Fresh inputs per function, on which every relation of the function is checked.
    pub inputs: usize,
    /// How many of these the mutants are executed on.
    pub judged: usize,
    /// How many functions at once.
    pub jobs: NonZeroUsize,
    /// How the lab is built.
    pub build: BuildOptions,
}

/// A function's relations and mutants on fresh inputs.
#[derive(Clone, Debug)]
pub struct FunctionReplay {
    /// The function's path.
    pub path: String,
    /// On how many fresh inputs it was executed.
    pub inputs: usize,
    /// What became of the mutants in it and in what it calls, by their ids. A relation that does not hold kills none.
    pub fates: BTreeMap<String, MutantStatus>,
    /// Its relations, in the order of the catalogue.
    pub relations: Vec<RelationReplay>,
}

/// A relation on fresh groups.
#[derive(Clone, Debug)]
pub struct RelationReplay {
    /// The catalogue's id.
    pub id: String,
    /// In the form that people read.
    pub readable: String,
    /// On how many groups it held; inputs that its guard leaves out, or of which a follow-up fails, are none.
    pub held: usize,
    /// On how many it did not.
    pub violated: usize,
    /// On how many of these it bounds one number by another that is the same but for rounding ([`ROUNDING`]).
    pub rounded: usize,
    /// The first few inputs on which it did not.
    pub counterexamples: Vec<Vec<Value>>,
    /// The ids of the mutants that violate it where it holds.
    pub kills: BTreeSet<String>,
    /// The ids of the mutants that fail where it holds.
    pub failures: BTreeSet<String>,
}

/// Numbers are the same but for rounding within this.
pub const ROUNDING: Tolerance = Tolerance::Mixed(1e-9);

/// Inputs that are executed together: under the original alone, and under the mutants, too. Memory is bounded by these.
const CHUNK: [usize; 2] = [5_000, 500];
/// Inputs by which the useful domain is found.
const TRIED: usize = 1_000;
/// Counterexamples that are kept.
const SHOWN: usize = 5;

/// Replays the relations of the catalogue, in the order of the functions' paths. `functions` are all of the
/// workspace's, `mutants` those that the relations are judged on; an entry of the catalogue that tests nothing is an
/// error.
///
/// A mutant is equivalent where no fresh input, no follow-up of one and no source in the suite's tests tells it apart.
pub fn replay(
    workspace: &Workspace,
    functions: &[Function],
    mutants: Vec<Mutant>,
    plan: &Plan,
    progress: &dyn Progress,
) -> Result<Vec<FunctionReplay>> {
    let (suite, lab) = suite_and_lab(workspace, functions, mutants, &plan.build, progress)?;

    let stage = progress.stage("replay");
    let subjects = lab.callable();
    let texts = known_texts(workspace, &subjects);
    let chosen: Vec<usize> =
        (0..subjects.len()).filter(|i| plan.functions.contains(&subjects[*i].path)).collect();
    stage.set_length(chosen.len() as u64);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.jobs.get())
        .build()
        .context("cannot start threads")?;
    let closures = closures(functions);
    let mut replayed: Vec<FunctionReplay> = pool.install(|| {
        let input_sources = InputSources::of(&subjects, &texts, &lab, plan.seed)?;
        let run =
            Run { lab: &lab, subjects: &subjects, input_sources: &input_sources, closures: &closures, plan };
        let one = |index: &usize| {
            let path = &subjects[*index].path;
            let relations = suite.relations.iter().filter(|relation| relation.subject == *path);
            let replayed = run.function(*index, &relations.collect::<Vec<_>>());
            stage.inc(1);
            replayed
        };
        chosen.par_iter().map(one).collect::<Result<_>>()
    })?;
    replayed.sort_by(|a, b| a.path.cmp(&b.path));
    stage.finish(format!("{} functions", replayed.len()));
    Ok(replayed)
}

/// The catalogue's relations, none of which may have lost what it tests, and a lab with the mutants that its functions reach.
pub(super) fn suite_and_lab(
    workspace: &Workspace,
    functions: &[Function],
    mutants: Vec<Mutant>,
    build: &BuildOptions,
    progress: &dyn Progress,
) -> Result<(Suite, Lab)> {
    let suite = suite::load_of(workspace, functions)?;
    anyhow::ensure!(suite.problems.is_empty(), "{}", suite.complaints());
    let (mutants, _) = mutants::reached(mutants, functions);
    let subjects: Vec<Subject> = functions.iter().filter_map(Function::subject).cloned().collect();
    let called = [subjects.clone(), scan::makers(&subjects)].concat();
    let stage = progress.stage("build");
    let lab = lab::build(workspace, &called, &mutants, build, &|message| stage.set_message(message))?;
    stage.finish(format!("{} mutants", lab.mutants.iter().filter(|mutant| mutant.runs()).count()));
    Ok((suite, lab))
}

/// Texts that the packages' tests and documentation show.
pub(super) fn known_texts(workspace: &Workspace, subjects: &[Subject]) -> KnownTexts {
    Examples::of(&workspace.packages, suite::MODULE).texts(subjects)
}

struct Run<'a> {
    lab: &'a Lab,
    subjects: &'a [Subject],
    input_sources: &'a InputSources,
    closures: &'a BTreeMap<String, BTreeSet<String>>,
    plan: &'a Plan,
}

/// What is counted of a relation while chunks go by.
#[derive(Clone, Default)]
struct Tally {
    held: usize,
    violated: usize,
    rounded: usize,
    counterexamples: Vec<Vec<Value>>,
    kills: BTreeSet<MutantId>,
    failures: BTreeSet<MutantId>,
}

impl Run<'_> {
    fn function(&self, index: usize, relations: &[&SuiteRelation]) -> Result<FunctionReplay> {
        let subject = &self.subjects[index];
        let mut rng = stream(self.plan.seed, &format!("replay {}", subject.path));
        let mut executor = Oracle::new(self.lab).executor(&subject.path, &|_| false)?;
        let tried = made::inputs(subject, index, self.input_sources, TRIED, &mut executor, &mut rng)?;
        let rows = executor.run(tried)?;
        let good = useful_inputs(&executor, &rows);

        let mut told_apart = self.told_apart_by_sources(subject, relations)?;
        let mut tallies = vec![Tally::default(); relations.len()];
        let (mut asked, mut executed) = (0, 0);
        while asked < self.plan.inputs.max(self.plan.judged) {
            let judged = asked < self.plan.judged;
            let end = if judged { self.plan.judged } else { self.plan.inputs };
            let count = CHUNK[usize::from(judged)].min(end - asked);
            let inputs = made::fresh_inputs(subject, index, self.input_sources, &good, count, &mut rng);
            asked += count;
            executed += inputs.len();
            told_apart.extend(self.chunk(index, relations, &inputs, judged, &mut tallies, &mut rng)?);
        }
        let valid = tallies.iter().filter(|tally| tally.violated == 0);
        let killed: BTreeSet<MutantId> =
            valid.flat_map(|tally| tally.kills.iter().chain(&tally.failures)).copied().collect();
        let fates = listed(subject, self.lab, self.closures).into_iter().map(|mutant| {
            let fate = match mutant.id {
                _ if !mutant.viable => MutantStatus::Unviable,
                id if killed.contains(&id) => MutantStatus::Killed,
                id if told_apart.contains(&id) => MutantStatus::Missed,
                _ => MutantStatus::Equivalent,
            };
            (mutant.mutant.id.clone(), fate)
        });
        let signature = subject.signature();
        let relations = relations.iter().zip(tallies).map(|(relation, tally)| RelationReplay {
            id: relation.id.clone(),
            readable: relation.relation.readable(&signature, &|_| None),
            held: tally.held,
            violated: tally.violated,
            rounded: tally.rounded,
            counterexamples: tally.counterexamples,
            kills: ids(self.lab, &tally.kills).into_iter().collect(),
            failures: ids(self.lab, &tally.failures).into_iter().collect(),
        });
        Ok(FunctionReplay {
            path: subject.path.clone(),
            inputs: executed,
            fates: fates.collect(),
            relations: relations.collect(),
        })
    }

    /// Which mutants the sources in the tests tell apart.
    fn told_apart_by_sources(
        &self,
        subject: &Subject,
        relations: &[&SuiteRelation],
    ) -> Result<BTreeSet<MutantId>> {
        let oracle = Oracle::new(self.lab);
        let mut executor = oracle.executor(&subject.path, &|_| true)?;
        for relation in relations {
            executor.run(made::settled(
                &relation.sources,
                &subject.with_given(&relation.relation.given).types(),
                &oracle,
            )?)?;
        }
        Ok(executor.different())
    }

    /// Adds a chunk of inputs to the tallies, and returns the mutants that something executed for it tells apart.
    fn chunk(
        &self,
        index: usize,
        relations: &[&SuiteRelation],
        inputs: &[Vec<Value>],
        judged: bool,
        tallies: &mut [Tally],
        rng: &mut ChaCha8Rng,
    ) -> Result<BTreeSet<MutantId>> {
        let subject = &self.subjects[index];
        let mut executors = executors(self.lab, self.subjects, subject, relations, judged)?;
        let mut by_followups: BTreeMap<(Vec<String>, Vec<String>), Vec<usize>> = BTreeMap::new();
        for (i, relation) in relations.iter().enumerate() {
            let text = relation.relation.show(&subject.signature());
            by_followups.entry((text.given, text.followups)).or_default().push(i);
        }
        for numbers in by_followups.values() {
            let first = &relations[numbers[0]].relation;
            let followups = first.followups.clone();
            let whole = with_variables(inputs, first, subject, index, self.input_sources, rng);
            let rows = executors.subject.run(whole)?;
            let groups = collect(&Transformation { followups }, &rows, &mut executors)?;
            for i in numbers {
                let (relation, tally) = (&relations[*i].relation, &mut tallies[*i]);
                let bound = bound_reached(relation);
                for group in &groups.correct {
                    match relation.verdict(group.env()) {
                        Verdict::Held => tally.held += 1,
                        Verdict::Violated => {
                            tally.violated += 1;
                            let same = |bound: &Relation| bound.verdict(group.env()) == Verdict::Held;
                            tally.rounded += usize::from(bound.as_ref().is_some_and(same));
                            if tally.counterexamples.len() < SHOWN {
                                tally.counterexamples.push(group.params.to_vec());
                            }
                        }
                        Verdict::Inapplicable => {}
                    }
                }
                let [kills, failures] = kills(relation, &groups);
                tally.kills.extend(kills);
                tally.failures.extend(failures);
            }
        }
        Ok(executors.all().flat_map(|executor| executor.different()).collect())
    }
}

/// Of a relation that bounds a number, that the number is the bound, but for rounding.
fn bound_reached(relation: &Relation) -> Option<Relation> {
    match &relation.then {
        Expr::Apply(Op::Lt | Op::Le | Op::Gt | Op::Ge, sides) => {
            let then = Expr::Apply(Op::Eq, sides.clone());
            Some(Relation { then, tolerance: ROUNDING, ..relation.clone() })
        }
        _ => None,
    }
}

/// What executes a subject and the functions that its relations call; under mutants, too, where `judged`.
pub(super) fn executors<'a>(
    lab: &'a Lab,
    subjects: &[Subject],
    subject: &Subject,
    relations: &[&SuiteRelation],
    judged: bool,
) -> Result<Executors<'a>> {
    let called: BTreeSet<&String> = relations
        .iter()
        .flat_map(|relation| &relation.relation.followups)
        .filter_map(|followup| followup.function.as_ref())
        .collect();
    let others: Vec<&Subject> = subjects.iter().filter(|other| called.contains(&other.path)).collect();
    Oracle::new(lab).executors(subject, &others, &|_| judged)
}
