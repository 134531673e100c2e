//! One subject: inputs, traces, search, cleansing.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::adequate::{ForAdequacy, Known};
use super::directed::Task;
use super::feed::{self, Feed};
use super::hunt::Hunt;
use super::kinds;
use super::laws::Fates;
use super::redundant::Redundant;
use super::sources::with_sources;
use super::written::{self, Written};
use crate::cleanse::{
    Directed, Dropped, Fresh, Step, Suspicion, falsify, held_on, is_law, killed, select_different,
};
use crate::inputs::{Context, Kinds, Transformation, by_frequency, order, transformations};
use crate::options::{Part, Parts};
use crate::report::Call;
use crate::search::polynomial::{self, Ranges};
use crate::search::{Candidate, Preset, tame};
use crate::suite::SuiteRelation;
use crate::traces::{Executor, Executors, ORIGINAL_FUEL, RowId, collect};
use morph_lab::{Lab, MutantId, Outcome};
use morph_relation::{Expr, FloatType, Op, Relation, Signature, Simplifier, Tolerance, Type, Value};
use morph_source::scan::Subject;
use morph_symbolic::program::Program;
use morph_symbolic::solver;
use morph_values::stream;

/// What all explorations of a run share.
pub struct Setting<'a> {
    /// The build.
    pub lab: &'a Lab,
    /// Every subject of the run.
    pub subjects: &'a [Subject],
    /// What constructors make and subjects return.
    pub feed: &'a Feed,
    /// The mutants that the search does not see.
    pub held_out: &'a BTreeSet<MutantId>,
    /// The run's seed.
    pub seed: u64,
    /// What is executed symbolically.
    pub program: &'a Program,
    /// Who solves for inputs that take a path.
    pub solver: solver::Choice,
    /// The parts that run.
    pub parts: Parts,
    /// Kinds of source inputs.
    pub kinds: Kinds,
    /// Source inputs per function.
    pub inputs: usize,
    /// Relations per function.
    pub most: usize,
    /// Evaluations per function; `None` for no limit.
    pub evaluations: Option<u64>,
    /// When searching ends.
    pub deadline: Option<Instant>,
    /// How relations evolve, if they do.
    pub preset: Option<&'static Preset>,
    /// How polynomial relations are searched.
    pub polynomial: &'static polynomial::Preset,
    /// Where numbers are drawn, by the path of a function.
    pub domain: &'a BTreeMap<String, Ranges>,
    /// Relations that a person wrote, by function.
    pub written: &'a BTreeMap<String, Vec<SuiteRelation>>,
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
    pub laws: Option<Fates>,
    /// How many candidates each step of the cleansing removed.
    pub dropped: Dropped,
    /// Whether the search was cut short.
    pub cut: bool,
    /// Time spent executing, searching, cleansing.
    pub seconds: [f64; 3],
}

/// A relation that is kept.
pub struct Kept {
    /// Its id.
    pub id: String,
    /// The relation.
    pub relation: Relation,
    /// Its strategy.
    pub strategy: &'static str,
    /// On how many groups it held.
    pub groups: usize,
    /// The mutants that violate it.
    pub kills: BTreeSet<MutantId>,
    /// The mutants that fail where the original returns.
    pub failures: BTreeSet<MutantId>,
    /// The mutants that the search never saw, and that violate it or fail.
    pub held_out: BTreeSet<MutantId>,
    /// The inputs of its test.
    pub sources: Vec<Vec<Value>>,
}

/// Sources whose groups the search sees; the rest is for sources of tests and for what mutants are told apart.
const SEARCHED: usize = 300;
/// Fresh inputs that every candidate has to survive, and then those that are chosen.
const FRESH: [usize; 2] = [1_000, 10_000];
/// How often those that are chosen are chosen anew, because some fell.
const ATTEMPTS: usize = 30;

/// The sources whose groups the search sees: the first by path distance. Among equals those that came first, whatever they
/// tell apart: laws have to hold on the dull ones, too.
fn searched(executor: &Executor<'_>, sources: &[RowId]) -> Vec<RowId> {
    let sets: Vec<&[u32]> = sources.iter().map(|row| executor.probes(*row)).collect();
    order(&sets, &[], &[]).into_iter().take(SEARCHED).map(|at| sources[at]).collect()
}

/// Explores a subject, or says why that is not possible.
pub fn explore(setting: &Setting<'_>, index: usize) -> Result<std::result::Result<Explored, String>> {
    let subject = &setting.subjects[index];
    let signature = subject.signature();
    let seen = |id| !setting.held_out.contains(&id);
    let mut seconds = [0.0; 3];
    let mut clock = Clock::start();

    let mut executor = Executor::new(setting.lab, &subject.path, &seen)?;
    let task = Task {
        lab: setting.lab,
        subject,
        index,
        feed: setting.feed,
        seed: setting.seed,
        program: setting.program,
        solver: setting.solver,
        climbs: setting.parts.contains(Part::Climbing),
    };
    let mixed = kinds::inputs(&task, setting.kinds, setting.inputs, "sources", &mut executor)?;
    let mut sources = executor.run(mixed.inputs)?;
    if let Some(goal) = &setting.adequacy {
        let known: Vec<Vec<Value>> = sources.iter().map(|row| executor.input(*row).to_vec()).collect();
        let plain = Executor::new(setting.lab, &subject.path, &|_| false)?;
        let further = goal.further_inputs(subject, index, setting.feed, &known, plain, setting.seed)?;
        sources.extend(executor.run(further)?);
    }
    seconds[0] += clock.lap();
    let laws = super::laws::search(setting, subject, &executor, &sources)?;
    seconds[1] += clock.lap();
    let drawn = executor.run(laws.sources.clone())?;
    let told: BTreeSet<RowId> = sources.iter().copied().collect();
    let searched = searched(&executor, &sources);
    sources.extend(drawn.iter().filter(|row| !told.contains(row)));
    // Of two ways to make a value, the one that was executed.
    let inputs: Vec<Vec<Value>> = sources.iter().map(|row| executor.input(*row).to_vec()).collect();
    if let Some(call) = executor.forbidden() {
        return Ok(Err(impure(call)));
    }
    if executor.hung() {
        return Ok(Err("does not end on some inputs, where the lab cannot count its steps".to_owned()));
    }
    if let Some(why) = not_deterministic(setting.lab, subject, &inputs, &sources, &executor)? {
        return Ok(Err(why));
    }
    if sources.iter().all(|row| executor.original(*row).value().is_none()) {
        return Ok(Err(format!("returned no value on any of {} inputs", sources.len())));
    }

    let others: Vec<&Subject> = partners(setting.subjects, index);
    let other_signatures: Vec<Signature> = others.iter().map(|other| other.signature()).collect();
    let constants = by_frequency(&subject.constants);
    let context = Context { subject: &signature, others: &other_signatures, constants: &constants };
    let all = transformations(&context);
    let mut executors = BTreeMap::from([(String::new(), (executor, subject.types()))]);
    for other in &others {
        let executor = Executor::new(setting.lab, &other.path, &seen)?;
        executors.insert(other.path.clone(), (executor, other.types()));
    }
    let executor = &executors[""].0;
    let returning = searched.iter().filter(|row| executor.original(**row).value().is_some()).count();
    // What was checked once is not checked again, and counts once.
    let mut checked: HashSet<Vec<Value>> =
        searched.iter().chain(&drawn).map(|row| executor.input(*row).to_vec()).collect();

    let mut hunt = Hunt {
        setting,
        signature: &signature,
        others: &other_signatures,
        constants: &constants,
        searched: &searched,
        drawn: &drawn,
        laws: &laws.cleansed,
        judged: Vec::new(),
        executors: &mut executors,
        share: all.len() as u64,
        simplifier: Simplifier::default(),
        dropped: Dropped::default(),
        seconds: [0.0; 2],
    };
    seconds[0] += clock.lap();
    let (candidates, cut) = hunt.run(&all, returning)?;
    let [traced, searching] = hunt.seconds;
    let (mut dropped, judged) = (hunt.dropped, hunt.judged);
    seconds[0] += traced;
    seconds[1] += searching;
    clock.lap();

    let mut fates = Fates::of(laws, &signature, &candidates, &judged);
    let mut survivors = candidates;
    // Should a law fall on floats far from zero, it may stand near zero.
    if let Some(when) = tame(&signature) {
        let guarded = |c: &Candidate| Relation { when: when.clone(), ..c.relation.clone() };
        let narrow = signature.ret.narrowest_float() == Some(FloatType::F32);
        let lax = |c: &Candidate| matches!(c.relation.tolerance, Tolerance::Rel(_) | Tolerance::Mixed(_));
        let open = |c: &&Candidate| c.relation.when.is_yes() || (narrow && lax(c));
        let open = survivors.iter().filter(open).filter(|c| is_equation(&c.relation));
        let twins: Vec<Candidate> = open.map(|c| Candidate { relation: guarded(c), ..c.clone() }).collect();
        for twin in twins {
            if survivors.iter().all(|c| c.relation != twin.relation) {
                survivors.push(twin);
            }
        }
    }
    let before = survivors.len();
    let mut suspicious: Vec<Suspicion> = Vec::new();
    let mut chosen: Vec<Candidate> = Vec::new();
    let good = useful_inputs(&executors[""].0, &sources);
    let mut known = Known::new();
    let redundant = Redundant::new(&signature, &other_signatures, setting.solver)?;
    let mut choice = Dropped::default();
    let mut choose = |survivors: &[Candidate]| -> Result<Vec<Candidate>> {
        let among = |chosen: &[&Candidate]| redundant.among(chosen);
        let (chosen, steps) = select_different(survivors.to_vec(), setting.most, &among);
        choice = steps;
        match &setting.adequacy {
            Some(goal) => goal.more(subject, chosen, survivors, &searched, &mut executors, &mut known),
            None => Ok(chosen),
        }
    };
    for (round, count) in FRESH.into_iter().enumerate() {
        let mut rng = stream(setting.seed, &format!("fresh {round} {}", subject.path));
        let mut fresh_inputs = feed::fresh_inputs(subject, index, setting.feed, &good, count, &mut rng);
        fresh_inputs.retain(|input| checked.insert(input.clone()));
        let types: Vec<(String, Vec<Type>)> = others.iter().map(|o| (o.path.clone(), o.types())).collect();
        let mut fresh = Fresh::new(setting.lab, &subject.path, subject.types(), &types, fresh_inputs)?;
        if let Some(call) = fresh.forbidden() {
            return Ok(Err(impure(call)));
        }
        if round == 0 {
            let left = falsify(survivors, &mut fresh)?;
            survivors = left.candidates;
            fates.after_fresh(&survivors);
            suspicious.extend(left.suspicious);
            chosen = choose(&survivors)?;
            continue;
        }
        let generator = feed::fresh_generator(subject, index, setting.feed);
        let mut directed = Directed::new(&subject.params, generator, &checked, &inputs);
        // What falls now is replaced by the next best, until what is chosen stands.
        let mut standing: Vec<Candidate> = Vec::new();
        for attempt in 0..ATTEMPTS {
            let stands = |c: &Candidate| standing.iter().any(|d| d.relation == c.relation);
            let new: Vec<Candidate> = chosen.iter().filter(|c| !stands(c)).cloned().collect();
            if new.is_empty() {
                break;
            }
            let relations: Vec<Relation> = new.iter().map(|c| c.relation.clone()).collect();
            let mut rng = stream(setting.seed, &format!("directed {attempt} {}", subject.path));
            if setting.parts.contains(Part::Directed) {
                directed.search(&relations, &mut fresh, &mut rng)?;
            }
            let left = falsify(new.clone(), &mut fresh)?;
            if let Some(call) = fresh.forbidden() {
                return Ok(Err(impure(call)));
            }
            suspicious.extend(left.suspicious);
            let (stood, relaxed): (Vec<_>, Vec<_>) =
                left.candidates.into_iter().partition(|c| relations.contains(&c.relation));
            survivors.retain(|c| {
                !relations.contains(&c.relation) || stood.iter().any(|d| d.relation == c.relation)
            });
            // One that holds with a laxer tolerance has yet to be searched as it is now.
            for Candidate { relation, .. } in relaxed {
                let before = new.iter().find(|c| is_relaxed(&relation, &c.relation));
                survivors.extend(before.map(|c| Candidate { relation, ..c.clone() }));
            }
            standing.extend(stood);
            if !left.refuting.is_empty() {
                survivors = held_on(survivors, &mut fresh, &left.refuting)?;
            }
            chosen = choose(&survivors)?;
        }
        let stood = |c: &Candidate| standing.iter().find(|d| d.relation == c.relation).cloned();
        chosen = chosen.iter().filter_map(stood).collect();
    }
    dropped.note(Step::Refuted, before, survivors.len());
    dropped.note(Step::Surplus, survivors.len(), chosen.len() + choice.count());
    dropped.extend(&choice);

    let Written { standing, violated, ids } = written::check(setting, index, &sources, &executors)?;
    chosen.retain(|c| !standing.iter().any(|written| written.relation == c.relation));
    chosen.extend(standing);
    let mut relations = with_sources(setting, subject, &chosen, &ids, &sources, &mut executors)?;
    // A follow-up may go where no source went.
    if let Some(call) = executors[""].0.forbidden() {
        return Ok(Err(impure(call)));
    }
    let mut distinguished: BTreeSet<MutantId> =
        executors.values().flat_map(|(executor, _)| executor.different()).collect();
    distinguished.extend(judge(setting, subject, &others, &executors, &mut relations)?);
    // Laws without a guard first.
    suspicious.sort_by_key(|s| (!is_law(&s.relation), !s.relation.when.is_yes()));
    suspicious.truncate(3);
    fates.after_choice(&survivors, &relations);
    let laws = Some(fates).filter(|fates| !fates.is_empty());
    seconds[2] += clock.lap();
    Ok(Ok(Explored { relations, suspicious, violated, distinguished, laws, dropped, cut, seconds }))
}

fn is_equation(relation: &Relation) -> bool {
    matches!(relation.then, Expr::Apply(Op::Eq, _))
}

/// Whether a relation is another one with another tolerance.
fn is_relaxed(relation: &Relation, before: &Relation) -> bool {
    relation != before && *relation == Relation { tolerance: relation.tolerance, ..before.clone() }
}

/// Scores the mutants that the search did not see: which of them the tests of the kept relations kill, and, returned,
/// which of them some input tells apart that was executed.
fn judge(
    setting: &Setting<'_>,
    subject: &Subject,
    others: &[&Subject],
    recorded: &Executors<'_>,
    relations: &mut [Kept],
) -> Result<BTreeSet<MutantId>> {
    let held_out = |id| setting.held_out.contains(&id);
    let mut distinguished = BTreeSet::new();
    let mut executors = BTreeMap::new();
    let all = std::iter::once((String::new(), subject)).chain(others.iter().map(|o| (o.path.clone(), *o)));
    for (name, subject) in all {
        let executor = Executor::new(setting.lab, &subject.path, &held_out)?;
        distinguished.extend(executor.distinguished_by(recorded[&name].0.inputs())?);
        let executor = Executor::new(setting.lab, &subject.path, &held_out)?;
        executors.insert(name, (executor, subject.types()));
    }
    for kept in relations {
        let rows =
            executors.get_mut("").context("the subject has an executor")?.0.run(kept.sources.clone())?;
        let transformation = Transformation { followups: kept.relation.followups.clone() };
        let groups = collect(&transformation, &rows, &mut executors)?;
        kept.held_out = killed(&kept.relation, &groups);
    }
    Ok(distinguished)
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

fn impure(call: &str) -> String {
    format!("tries a system call: {call}")
}

/// Runs everything once more in another process; an outcome that differs is no outcome of a pure function.
///
/// The rows come in reverse, each twice in a row, and hardly anything is in the environment: a function that counts
/// its calls, or keeps its first or last argument, would answer the same way to the same calls in the same order.
fn not_deterministic(
    lab: &Lab,
    subject: &Subject,
    inputs: &[Vec<Value>],
    rows: &[RowId],
    executor: &Executor<'_>,
) -> Result<Option<String>> {
    let mut replay = lab.session(&subject.path)?.with_bare_environment();
    let twice: Vec<Vec<Value>> =
        inputs.iter().rev().flat_map(|input| [input.clone(), input.clone()]).collect();
    replay.load(&twice)?;
    let again = replay.original(ORIGINAL_FUEL)?;
    if let Some(call) = replay.forbidden() {
        return Ok(Some(impure(call)));
    }
    let first = rows.iter().rev().flat_map(|row| [row, row]);
    let differs = first.zip(&again).find(|(row, second)| {
        let (first, second) = (executor.original(**row), &second.outcome);
        let alike = matches!((first, second), (Outcome::Panic(_), Outcome::Panic(_)));
        first != second && !alike && ![first, second].contains(&&Outcome::NotRun)
    });
    Ok(differs.map(|(row, _)| {
        let args: Vec<String> = executor.input(*row).iter().map(morph_relation::show_literal).collect();
        format!("is not deterministic: {}({}) ended in two ways", subject.name, args.join(", "))
    }))
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

/// The inputs of rows on which the subject returned something that says more than "no".
pub fn useful_inputs(executor: &Executor<'_>, rows: &[RowId]) -> Vec<Vec<Value>> {
    let useful = rows.iter().filter(|row| {
        matches!(executor.original(**row), Outcome::Value(v) if !matches!(v, Value::None | Value::Err(_)))
    });
    useful.map(|row| executor.input(*row).to_vec()).collect()
}
