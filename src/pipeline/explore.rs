//! One subject: inputs, traces, search, cleansing.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::adequacy::{ForAdequacy, Known};
use crate::cleanse::{
    Call, Dropped, HandWritten, Kept, LawOutcomes, Redundant, Removal, Surroundings, Suspicion, Withstand,
    Written, check_written, is_law, killed, laws, select_different, with_sources,
};
use crate::inputs::directed::Wanted;
use crate::inputs::input_sources::useful_inputs;
use crate::inputs::{Context, InputSources, Kinds, by_frequency, mixed, order, transformations};
use crate::search::polynomial::Ranges;
use crate::search::{Candidate, Settings, SubjectSearch, near_zero};
use crate::traces::{Executor, Executors, ORIGINAL_FUEL, Oracle, RowId, Untestable, collect};
use morph_lab::{Lab, MutantId, Outcome};
use morph_relation::{Signature, Simplifier, Transformation, Value, show_literal};
use morph_source::scan::Subject;
use morph_symbolic::program::Program;
use morph_symbolic::solver;

/// What all explorations of a run share.
pub struct Setting<'a> {
    /// The build.
    pub lab: &'a Lab,
    /// Every subject of the run.
    pub subjects: &'a [Subject],
    /// What constructors make and subjects return.
    pub input_sources: &'a InputSources,
    /// The mutants that the search does not see.
    pub held_out: &'a BTreeSet<MutantId>,
    /// What is executed symbolically.
    pub program: &'a Program,
    /// The SMT solver for path constraints.
    pub solver: solver::Choice,
    /// Kinds of source inputs.
    pub kinds: Kinds,
    /// Source inputs per function.
    pub inputs: usize,
    /// Relations per function.
    pub most: usize,
    /// Whether branches that solving leaves open are climbed to.
    pub climbs: bool,
    /// Whether counterexamples of chosen relations are searched for.
    pub directed: bool,
    /// How relations are searched.
    pub search: Settings,
    /// Where numbers are drawn, by the path of a function.
    pub domain: &'a BTreeMap<String, Ranges>,
    /// Relations that a person wrote, by function.
    pub written: &'a BTreeMap<String, Vec<HandWritten>>,
    /// What adequacy asks for, where it is the goal.
    pub adequacy: Option<ForAdequacy<'a>>,
}

/// What was found out about a subject.
pub struct Explored {
    /// The relations to write, with the sources of their tests.
    pub relations: Vec<Kept>,
    /// Relations that hold but for isolated inputs.
    pub suspicious: Vec<Suspicion>,
    /// Relations that a person wrote and that do not hold: the id, the readable form, the executions that show it.
    pub violated: Vec<(String, String, Vec<Call>)>,
    /// Mutants that some recorded input tells apart.
    pub distinguished: BTreeSet<MutantId>,
    /// Polynomial laws, where there are some, and what became of them.
    pub laws: Option<LawOutcomes>,
    /// How many candidates each step of the cleansing removed.
    pub dropped: Dropped,
    /// Whether the search was cut short.
    pub cut: bool,
    /// Time spent executing, searching, cleansing.
    pub seconds: [f64; 3],
}

/// Sources whose groups the search sees: more tell hardly another mutant apart, and the time grows with them. The rest
/// serves as sources of tests and tells mutants apart.
const SEARCHED: usize = 300;
/// Suspicious relations per function that are reported: the first are the plainest.
const SUSPICIOUS: usize = 3;

/// Explores a subject, or says why it cannot be tested.
pub fn explore(setting: &Setting<'_>, index: usize) -> Result<std::result::Result<Explored, String>> {
    let subject = &setting.subjects[index];
    let others = partners(setting.subjects, index);
    let oracle = Oracle::new(setting.lab);
    let exploration =
        Exploration { setting, oracle: &oracle, index, subject, signature: subject.signature(), others };
    match exploration.run() {
        Ok(explored) => Ok(Ok(explored)),
        Err(error) => error.downcast::<Untestable>().map(|why| Err(why.0)),
    }
}

/// The exploration of one subject.
struct Exploration<'a, 'o> {
    setting: &'a Setting<'a>,
    /// What executes functions for all steps.
    oracle: &'o Oracle<'a>,
    index: usize,
    subject: &'a Subject,
    signature: Signature,
    /// The functions that follow-ups may call.
    others: Vec<&'a Subject>,
}

/// What was recorded before the search.
struct Recorded<'a> {
    executors: Executors<'a>,
    /// The rows of all sources.
    sources: Vec<RowId>,
    /// Those whose groups the search sees.
    searched: Vec<RowId>,
    /// Those of polynomial laws, in which numbers are ordinary.
    drawn: Vec<RowId>,
    /// The inputs of all sources.
    inputs: Vec<Vec<Value>>,
}

impl<'a> Exploration<'a, '_> {
    fn run(&self) -> Result<Explored> {
        let Exploration { setting, subject, signature, .. } = self;
        let [mut tracing, mut searching] = [0.0; 2];
        let mut clock = Clock::start();
        let seen = |id| !setting.held_out.contains(&id);
        let mut executors = self.oracle.executors(subject, &self.others, &seen)?;
        let executor = &mut executors.subject;
        let sources = self.sources(executor)?;
        tracing += clock.lap();
        let ranges = setting.domain.get(&subject.path);
        let found = laws(&setting.search, ranges, setting.lab, subject, executor, &sources)?;
        searching += clock.lap();
        let mut recorded = self.recorded(executors, sources, &found.sources)?;

        let signatures: Vec<Signature> = self.others.iter().map(|other| other.signature()).collect();
        let constants = by_frequency(&subject.constants);
        let all =
            transformations(&Context { subject: signature, others: &signatures, constants: &constants });
        let executor = &recorded.executors.subject;
        let returning =
            recorded.searched.iter().filter(|row| executor.original(**row).value().is_some()).count();
        let mut search = SubjectSearch {
            settings: setting.search,
            signature,
            others: &signatures,
            constants: &constants,
            searched: &recorded.searched,
            drawn: &recorded.drawn,
            laws: [&found.cleansed.laws, &found.cleansed.implied],
            judged: Vec::new(),
            executors: &mut recorded.executors,
            share: all.len() as u64,
            simplifier: Simplifier::default(),
            simplified: 0,
            seconds: [0.0; 2],
        };
        tracing += clock.lap();
        let (candidates, cut) = search.run(&all, returning)?;
        let ([traced, searched], simplified, judged) = (search.seconds, search.simplified, search.judged);
        (tracing, searching) = (tracing + traced, searching + searched);
        clock.lap();

        let mut dropped = Dropped::default();
        dropped.note(Removal::Simplified, simplified, 0);
        let mut outcomes = LawOutcomes::of(found, signature, &candidates, &judged);
        let candidates = near_zero(candidates, signature);
        let cleansed = self.cleanse(candidates, &mut recorded, &signatures, &mut dropped, &mut outcomes)?;
        let (relations, violated, distinguished) = self.tests(&mut recorded, cleansed.chosen)?;
        let mut suspicious = cleansed.suspicious;
        // Laws without a guard first.
        suspicious.sort_by_key(|s| (!is_law(&s.relation), !s.relation.when.is_yes()));
        suspicious.truncate(SUSPICIOUS);
        outcomes.after_choice(&cleansed.survivors, relations.iter().map(|kept| &kept.relation));
        let laws = Some(outcomes).filter(|outcomes| !outcomes.is_empty());
        let seconds = [tracing, searching, clock.lap()];
        Ok(Explored { relations, suspicious, violated, distinguished, laws, dropped, cut, seconds })
    }

    /// Executes source inputs of the chosen kinds, and those that adequacy asks for beside them.
    fn sources(&self, executor: &mut Executor<'a>) -> Result<Vec<RowId>> {
        let Exploration { setting, index, subject, .. } = *self;
        let wanted = Wanted {
            oracle: self.oracle,
            subject,
            index,
            input_sources: setting.input_sources,
            seed: setting.search.seed,
            program: setting.program,
            solver: setting.solver,
            climbs: setting.climbs,
        };
        let mixed = mixed::inputs(&wanted, setting.kinds, setting.inputs, "sources", executor)?;
        let mut sources = executor.run(mixed.inputs)?;
        if let Some(goal) = &setting.adequacy {
            let known: Vec<Vec<Value>> = sources.iter().map(|row| executor.input(*row).to_vec()).collect();
            let plain = self.oracle.original(&subject.path)?;
            let seed = setting.search.seed;
            let further = goal.further_inputs(subject, index, setting.input_sources, &known, plain, seed)?;
            sources.extend(executor.run(further)?);
        }
        Ok(sources)
    }

    /// Adds the sources of laws, says what the search sees, and refuses a function that no relation can be about.
    fn recorded(
        &self,
        mut executors: Executors<'a>,
        mut sources: Vec<RowId>,
        of_laws: &[Vec<Value>],
    ) -> Result<Recorded<'a>> {
        let executor = &mut executors.subject;
        let drawn = executor.run(of_laws.to_vec())?;
        let known: BTreeSet<RowId> = sources.iter().copied().collect();
        let searched = searched(executor, &sources);
        sources.extend(drawn.iter().filter(|row| !known.contains(row)));
        // Of two ways to make a value, the one that was executed.
        let inputs: Vec<Vec<Value>> = sources.iter().map(|row| executor.input(*row).to_vec()).collect();
        self.pure(executor)?;
        if executor.hung() {
            let why = "does not end on some inputs, where the lab cannot count its steps";
            return Err(Untestable(why.to_owned()).into());
        }
        deterministic(self.setting.lab, self.subject, &inputs, &sources, executor)?;
        if sources.iter().all(|row| executor.original(*row).value().is_none()) {
            return Err(Untestable(format!("returned no value on any of {} inputs", sources.len())).into());
        }
        Ok(Recorded { executors, sources, searched, drawn, inputs })
    }

    /// Refutes, chooses, and refutes what is chosen.
    fn cleanse(
        &self,
        candidates: Vec<Candidate>,
        recorded: &mut Recorded<'a>,
        signatures: &[Signature],
        dropped: &mut Dropped,
        outcomes: &mut LawOutcomes,
    ) -> Result<crate::cleanse::Withstood> {
        let Exploration { setting, index, subject, .. } = *self;
        let executor = &recorded.executors.subject;
        // What was checked once is not checked again, and counts once.
        let known = recorded.searched.iter().chain(&recorded.drawn);
        let checked: HashSet<Vec<Value>> = known.map(|row| executor.input(*row).to_vec()).collect();
        let good = useful_inputs(executor, &recorded.sources);
        let mut withstand = Withstand {
            oracle: self.oracle,
            subject,
            index,
            others: &self.others,
            input_sources: setting.input_sources,
            seed: setting.search.seed,
            directed: setting.directed,
            good: &good,
            inputs: &recorded.inputs,
            checked,
        };
        let before = candidates.len();
        let mut left = withstand.fresh(candidates)?;
        outcomes.after_fresh(&left.survivors);
        let redundant = Redundant::new(&self.signature, signatures, setting.solver)?;
        let mut known = Known::new();
        let mut choice = Dropped::default();
        let (executors, searched) = (&mut recorded.executors, &recorded.searched);
        let mut choose = |survivors: &[Candidate]| -> Result<Vec<Candidate>> {
            let among = |chosen: &[&Candidate]| redundant.among(chosen);
            let (chosen, steps) = select_different(survivors.to_vec(), setting.most, &among);
            choice = steps;
            match &setting.adequacy {
                Some(goal) => goal.more(subject, chosen, survivors, searched, executors, &mut known),
                None => Ok(chosen),
            }
        };
        withstand.search(&mut left, &mut choose)?;
        dropped.note(Removal::Refuted, before, left.survivors.len());
        dropped.note(Removal::Surplus, left.survivors.len(), left.chosen.len() + choice.count());
        dropped.extend(&choice);
        Ok(left)
    }

    /// The relations to write with the sources of their tests and what they kill, those that a person wrote among them;
    /// the written ones that do not hold; and the mutants that are told apart.
    #[expect(clippy::type_complexity, reason = "three results of one step")]
    fn tests(
        &self,
        recorded: &mut Recorded<'a>,
        mut chosen: Vec<Candidate>,
    ) -> Result<(Vec<Kept>, Vec<(String, String, Vec<Call>)>, BTreeSet<MutantId>)> {
        let Exploration { setting, index, subject, .. } = *self;
        let around = Surroundings {
            oracle: self.oracle,
            subjects: setting.subjects,
            input_sources: setting.input_sources,
            seed: setting.search.seed,
        };
        let all = setting.written.get(&subject.path).map_or(&[][..], Vec::as_slice);
        let Written { standing, violated, ids } =
            check_written(&around, all, index, &recorded.sources, &recorded.executors)?;
        chosen.retain(|c| !standing.iter().any(|written| written.relation == c.relation));
        chosen.extend(standing);
        let goal = &setting.adequacy;
        let more = |executor: &Executor<'_>, rows: &[RowId], relations: &[&_]| {
            goal.as_ref().map(|goal| goal.goal(subject, executor, rows, relations)).transpose()
        };
        let executors = &mut recorded.executors;
        let mut relations =
            with_sources(self.oracle, subject, &chosen, &ids, &recorded.sources, executors, &more)?;
        // A follow-up may go where no source went.
        self.pure(&executors.subject)?;
        let mut distinguished: BTreeSet<MutantId> = executors.all().flat_map(Executor::different).collect();
        distinguished.extend(self.judge(executors, &mut relations)?);
        Ok((relations, violated, distinguished))
    }

    /// Scores the mutants that the search did not see: which of them the tests of the kept relations kill, and, returned,
    /// which of them some input tells apart that was executed.
    fn judge(&self, recorded: &Executors<'_>, relations: &mut [Kept]) -> Result<BTreeSet<MutantId>> {
        let setting = self.setting;
        let held_out = |id| setting.held_out.contains(&id);
        let mut executors = self.oracle.executors(self.subject, &self.others, &held_out)?;
        let mut distinguished = executors.subject.distinguished_by(recorded.subject.inputs())?;
        for (path, executor) in &mut executors.others {
            distinguished.extend(executor.distinguished_by(recorded.others[path].inputs())?);
        }
        for kept in relations {
            let rows = executors.subject.run(kept.sources.clone())?;
            let transformation = Transformation { followups: kept.relation.followups.clone() };
            let groups = collect(&transformation, &rows, &mut executors)?;
            kept.held_out = killed(&kept.relation, &groups);
        }
        Ok(distinguished)
    }

    fn pure(&self, executor: &Executor<'_>) -> Result<()> {
        executor.forbidden().map_or(Ok(()), |call| Err(Untestable::impure(&call).into()))
    }
}

/// The sources whose groups the search sees: the first by path distance. Among equals those that came first, whatever they
/// tell apart: laws have to hold on the dull ones, too.
fn searched(executor: &Executor<'_>, sources: &[RowId]) -> Vec<RowId> {
    let sets: Vec<&[u32]> = sources.iter().map(|row| executor.probes(*row)).collect();
    order(&sets, &[], &[]).into_iter().take(SEARCHED).map(|at| sources[at]).collect()
}

struct Clock(Instant);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now())
    }

    fn lap(&mut self) -> f64 {
        let spent: Duration = self.0.elapsed();
        self.0 = Instant::now();
        spent.as_secs_f64()
    }
}

/// Runs everything once more in another process; an outcome that differs is no outcome of a pure function.
///
/// The rows come in reverse, each twice in a row, and hardly anything is in the environment: a function that counts
/// its calls, or keeps its first or last argument, would answer the same way to the same calls in the same order.
fn deterministic(
    lab: &Lab,
    subject: &Subject,
    inputs: &[Vec<Value>],
    rows: &[RowId],
    executor: &Executor<'_>,
) -> Result<()> {
    let mut replay = lab.session(&subject.path)?.with_bare_environment();
    let twice: Vec<Vec<Value>> =
        inputs.iter().rev().flat_map(|input| [input.clone(), input.clone()]).collect();
    replay.load(&twice)?;
    let again = replay.original(ORIGINAL_FUEL)?;
    if let Some(call) = replay.forbidden() {
        return Err(Untestable::impure(call).into());
    }
    let first = rows.iter().rev().flat_map(|row| [row, row]);
    let differs = first.zip(&again).find(|(row, second)| {
        let (first, second) = (executor.original(**row), &second.outcome);
        let alike = matches!((first, second), (Outcome::Panic(_), Outcome::Panic(_)));
        first != second && !alike && ![first, second].contains(&&Outcome::NotRun)
    });
    let Some((row, _)) = differs else { return Ok(()) };
    let args: Vec<String> = executor.input(*row).iter().map(show_literal).collect();
    let why = format!("is not deterministic: {}({}) ended in two ways", subject.name, args.join(", "));
    Err(Untestable(why).into())
}

/// Other subjects of the same crate that the subject's module can call.
fn partners(subjects: &[Subject], index: usize) -> Vec<&Subject> {
    let subject = &subjects[index];
    let near = |other: &Subject| {
        // Private functions are seen from their own module and below only.
        other.package == subject.package
            && other.target == subject.target
            && subject.module.starts_with(&other.module)
            // Their paths are no Rust.
            && other.member.as_ref().is_none_or(|member| member.by.is_none())
    };
    subjects
        .iter()
        .enumerate()
        .filter(|(i, other)| *i != index && near(other))
        .map(|(_, other)| other)
        .collect()
}
