//! One subject: inputs, traces, search, cleansing.

mod families;

use std::collections::{BTreeSet, HashMap, HashSet};

use anyhow::Result;

use super::clock::{Clock, Stage};
use super::explored::{Explored, Outcome};
use super::partners::partners;
use super::replay::refuse_nondeterministic;
use super::setting::Setting;
use super::stored::Store;
use crate::adequacy::Known;
use crate::cleanse::{
    Call, DIFFERING, Dropped, Finding, FoundLaws, Grade, InputKind, Kept, LawOutcomes, Redundant, Removal,
    Surroundings, Tested, Verifier, Withstand, Withstood, Written, check_written, choose, grade, has_literal,
    is_law, killed, laws, with_sources,
};
use crate::inputs::directed::Wanted;
use crate::inputs::input_sources::{generator, useful_inputs};
use crate::inputs::{Context, by_frequency, mixed, order, transformations};
use crate::laws::{LawSearch, Space, is_weaker, nearer};
use crate::search::polynomial::{Judgement, Law};
use crate::search::{Candidate, SubjectSearch, near_zero};
use crate::verdicts::statement;
use morph_lab::MutantId;
use morph_relation::{Relation, Signature, Simplifier, Transformation, Value};
use morph_source::scan::Subject;
use morph_traces::{Executor, Executors, Fault, Oracle, RowId, Step, Untestable, collect};
use morph_values::stream;

/// Sources whose groups the search sees: more of them distinguish hardly another mutant, and the time grows with them. The
/// others still serve as sources of tests and distinguish mutants.
const SEARCHED: usize = 300;
/// Sources whose floats are near zero.
const NEARER: usize = 60;
/// Sources of a test on which its relation is shown to a person.
const SAMPLES: usize = 3;
/// Suspicious relations per function that are reported: the first are the plainest.
const SUSPICIOUS: usize = 3;

/// Explores a subject, or says why it cannot be tested; unless an earlier run did, and it would end so again.
pub fn explore(setting: &Setting<'_>, store: &Store<'_>, index: usize) -> Result<Outcome> {
    let subject = &setting.subjects[index];
    let others = partners(setting.subjects, index);
    if let Some(explored) = store.find(setting, index, &others)? {
        return Ok(Ok(explored));
    }
    let signatures = others.iter().map(|other| other.signature_for(subject)).collect();
    let oracle = Oracle::limited(setting.lab, &subject.path, setting.search.limit);
    let oracle = oracle.foreseeing(&setting.input_sources.endless);
    let signature = subject.signature();
    let constants = by_frequency(&subject.constants);
    let exploration =
        OneSubject { setting, oracle: &oracle, index, subject, signature, others, signatures, constants };
    match exploration.run() {
        Ok(explored) => {
            store.keep(setting, index, &exploration.others, &explored, &oracle);
            Ok(Ok(explored))
        }
        Err(error) => error.downcast::<Untestable>().map(|why| Err(why.0)),
    }
}

/// The exploration of one subject.
struct OneSubject<'a, 'o> {
    setting: &'a Setting<'a>,
    /// The executor of functions for all steps.
    oracle: &'o Oracle<'a>,
    index: usize,
    subject: &'a Subject,
    signature: Signature,
    /// The functions that follow-ups may call.
    others: Vec<&'a Subject>,
    /// The signatures of these.
    signatures: Vec<Signature>,
    /// The constants of the subject, the most frequent first.
    constants: Vec<Value>,
}

/// The executions before the search.
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
    /// The variables that rows have values for.
    space: Space,
}

impl Recorded<'_> {
    /// Gives every row values for the variables.
    fn extend(&mut self, search: &LawSearch<'_, '_>) -> Result<()> {
        if self.space.given.is_empty() {
            return Ok(());
        }
        let generator = generator(search.subject, search.index, search.input_sources);
        let mut rng = stream(search.settings.seed, &format!("variables {}", search.subject.path));
        let inputs = self.executors.subject.inputs_of(&self.sources);
        self.inputs = self.space.extend(&inputs, &search.subject.types(), &generator, &mut rng);
        let rows = self.executors.subject.rows(self.inputs.clone())?;
        let extended: HashMap<RowId, RowId> = self.sources.iter().copied().zip(rows).collect();
        for row in self.sources.iter_mut().chain(&mut self.searched).chain(&mut self.drawn) {
            *row = extended[row];
        }
        Ok(())
    }

    /// Adds sources whose floats are near zero: laws that hold there alone have sources then.
    fn draw_nearer(&mut self, search: &LawSearch<'_, '_>) -> Result<()> {
        let mut rng = stream(search.settings.seed, &format!("nearer {}", search.subject.path));
        let inputs = nearer(&self.inputs, NEARER, &mut rng);
        let known: BTreeSet<RowId> = self.sources.iter().copied().collect();
        let mut rows = self.executors.subject.run(inputs)?;
        rows.retain(|row| !known.contains(row));
        self.inputs.extend(self.executors.subject.inputs_of(&rows));
        self.sources.extend(&rows);
        self.drawn.extend(rows);
        Ok(())
    }
}

/// The results of the search.
struct Searched {
    candidates: Vec<Candidate>,
    /// Polynomial laws and what mutants say of them.
    judged: Vec<(Law, Judgement)>,
    /// How many candidates simplification removed.
    simplified: usize,
    /// Seconds of tracing and of searching.
    seconds: [f64; 2],
}

/// The relations to write, and what their tests show.
struct Tests {
    /// The relations with the sources of their tests and their kills, hand-written ones included.
    relations: Vec<Kept>,
    /// Hand-written relations that do not hold: the id, the readable form, the executions that show it.
    violated: Vec<(String, String, Vec<Call>)>,
    /// Mutants that some recorded input distinguishes.
    distinguished: BTreeSet<MutantId>,
}

impl<'a> OneSubject<'a, '_> {
    fn run(&self) -> Result<Explored> {
        let OneSubject { setting, subject, signature, .. } = self;
        let work = self.oracle.work();
        let mut clock = Clock::start();
        let seen = |id| !setting.held_out.contains(&id);
        let mut executors = self.oracle.executors(subject, &self.others, &seen)?;
        let executor = &mut executors.subject;
        let sources = self.sources(executor)?;
        clock.lap(Stage::Trace);
        work.begin(Step::Polynomials);
        let ranges = setting.domain.get(&subject.path);
        let found = laws(&setting.search, ranges, self.oracle, subject, executor, &sources)?;
        clock.lap(Stage::Search);
        work.begin(Step::Mutants);
        let mut recorded = self.recorded(executors, sources, &found.sources)?;
        clock.lap(Stage::Trace);
        work.begin(Step::Laws);
        let (families, failing) = self.families(&mut recorded)?;
        clock.lap(Stage::Search);
        work.begin(Step::Equations);
        let own = setting.mutants_of(subject);
        let is_told = self.leave_little(&recorded, &own, &families, &failing);
        let searched = self.search(&mut recorded, &found, is_told)?;
        clock.measured(searched.seconds);

        let mut dropped = Dropped::default();
        dropped.note(Removal::Simplified, searched.simplified, 0);
        let mut outcomes = LawOutcomes::of(found, signature, &searched.candidates, &searched.judged);
        let mut candidates = near_zero(searched.candidates, signature);
        candidates.extend(families);
        self.leave_to_others(&own, &mut candidates);
        let broken = setting.broken.get(&subject.path).into_iter().flatten();
        let broken: Vec<Relation> = broken.filter_map(|law| recorded.space.place(law)).collect();
        candidates.retain(|candidate| !broken.iter().any(|law| is_weaker(&candidate.relation, law)));
        self.drop_rejected(&mut candidates);
        let left = self.cleanse(candidates, &mut recorded, &mut dropped, &mut outcomes)?;
        work.begin(Step::Sources);
        let Tests { relations, violated, distinguished } = self.tests(&mut recorded, left.chosen)?;
        let mut suspicious = left.suspicious;
        // Nothing but a law that a person would expect is worth a look where it fails.
        suspicious.retain(|s| is_law(&s.relation) || !s.relation.given.is_empty());
        // Laws without a guard first.
        suspicious.sort_by_key(|s| (!is_law(&s.relation), !s.relation.when.is_yes()));
        suspicious.truncate(SUSPICIOUS);
        outcomes.after_choice(&left.survivors, relations.iter().map(|kept| &kept.relation));
        clock.lap(Stage::Cleanse);
        let judged_with = recorded.executors.others.iter().filter(|(_, other)| other.inputs().len() > 0);
        Ok(Explored {
            relations,
            suspicious,
            violated,
            distinguished,
            laws: Some(outcomes).filter(|outcomes| !outcomes.is_empty()),
            dropped,
            judged_with: judged_with.map(|(path, _)| path.clone()).collect(),
            reach: setting.statements.reached(&subject.path, &recorded.executors.subject),
            cut: work.cut(),
            seconds: clock.seconds,
        })
    }

    /// Counts of what a law kills only what is not in other subjects, which have laws of their own.
    fn leave_to_others(&self, own: &HashSet<Fault>, candidates: &mut [Candidate]) {
        let is_law = |candidate: &&mut Candidate| grade(candidate, &self.signature).0 == Grade::Law;
        for law in candidates.iter_mut().filter(is_law) {
            law.kills.retain(|fault| own.contains(fault));
        }
    }

    /// Drops laws that a person rejected, so that others take their places.
    fn drop_rejected(&self, candidates: &mut Vec<Candidate>) {
        if let Some(rejected) = self.setting.rejected.get(&self.subject.path) {
            candidates.retain(|it| !rejected.contains(&statement(&it.relation, &self.signature)));
        }
    }

    /// Searches relations of all transformations, unless laws tell what these would.
    fn search(&self, recorded: &mut Recorded<'a>, found: &FoundLaws, is_told: bool) -> Result<Searched> {
        let context =
            Context { subject: &self.signature, others: &self.signatures, constants: &self.constants };
        let mut all = if is_told { Vec::new() } else { transformations(&context) };
        if self.setting.search.equations {
            // Families know what functions have to do with each other.
            all.retain(|t| {
                t.followups.iter().all(|f| f.function.is_none() && !f.args.iter().any(has_literal))
            });
        }
        let executor = &recorded.executors.subject;
        let returns = |row: &&RowId| executor.original(**row).value().is_some();
        let returning = recorded.searched.iter().filter(returns).count();
        let mut search = SubjectSearch {
            settings: self.setting.search,
            signature: &self.signature,
            others: &self.signatures,
            constants: &self.constants,
            searched: &recorded.searched,
            drawn: &recorded.drawn,
            laws: [&found.cleansed.laws, &found.cleansed.implied],
            judged: Vec::new(),
            executors: &mut recorded.executors,
            share: all.len().max(1) as u64,
            simplifier: Simplifier::default(),
            simplified: 0,
            seconds: [0.0; 2],
        };
        let candidates = search.run(&all, returning)?;
        let SubjectSearch { judged, simplified, seconds, .. } = search;
        Ok(Searched { candidates, judged, simplified, seconds })
    }

    /// Executes the original on source inputs of the chosen kinds, and on those that adequacy requires besides.
    fn sources(&self, executor: &mut Executor<'a>) -> Result<Vec<RowId>> {
        let OneSubject { setting, index, subject, .. } = *self;
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
        // Inputs that are not taken are not run under mutants.
        let mut original = self.oracle.original(&subject.path)?;
        let mixed = mixed::inputs(&wanted, setting.kinds, setting.inputs, "sources", &mut original)?;
        let mut sources = executor.rows(mixed.inputs)?;
        if let Some(goal) = &setting.adequacy {
            let known = executor.inputs_of(&sources);
            let plain = self.oracle.original(&subject.path)?;
            let seed = setting.search.seed;
            let further = goal.further_inputs(subject, index, setting.input_sources, &known, plain, seed)?;
            sources.extend(executor.rows(further)?);
        }
        Ok(sources)
    }

    /// Adds the sources of laws, selects those that the search sees, refuses functions that cannot be tested, and runs the
    /// mutants.
    fn recorded(
        &self,
        mut executors: Executors<'a>,
        mut sources: Vec<RowId>,
        of_laws: &[Vec<Value>],
    ) -> Result<Recorded<'a>> {
        let executor = &mut executors.subject;
        let drawn = executor.rows(of_laws.to_vec())?;
        let known: BTreeSet<RowId> = sources.iter().copied().collect();
        let searched = searched(executor, &sources);
        sources.extend(drawn.iter().filter(|row| !known.contains(row)));
        // A value may be made in two ways; these are the ones that were executed.
        let inputs = executor.inputs_of(&sources);
        self.pure(executor)?;
        if executor.hung() {
            return Err(Untestable::endless().into());
        }
        refuse_nondeterministic(self.setting.lab, self.subject, &inputs, &sources, executor)?;
        if sources.iter().all(|row| executor.original(*row).value().is_none()) {
            return Err(Untestable(format!("returned no value on any of {} inputs", sources.len())).into());
        }
        // What a search sees comes first: of all sources, only those tell more that the mutants seldom differ on.
        for rows in [&searched, &drawn, &sources] {
            executor.tell_apart(rows, DIFFERING, Step::Mutants)?;
        }
        Ok(Recorded { executors, sources, searched, drawn, inputs, space: Space::default() })
    }

    /// Tries to refute all candidates, selects among the survivors, and tries harder to refute the selected ones.
    fn cleanse(
        &self,
        candidates: Vec<Candidate>,
        recorded: &mut Recorded<'a>,
        dropped: &mut Dropped,
        outcomes: &mut LawOutcomes,
    ) -> Result<Withstood> {
        let OneSubject { setting, index, subject, .. } = *self;
        let executor = &recorded.executors.subject;
        // Inputs that the search saw are not checked again: each counts once.
        let known = recorded.searched.iter().chain(&recorded.drawn);
        let checked: HashSet<Vec<Value>> = known.map(|row| executor.input(*row).to_vec()).collect();
        let good = useful_inputs(executor, &recorded.sources);
        let extended = subject.with_given(&recorded.space.given);
        let mut withstand = Withstand {
            oracle: self.oracle,
            subject: &extended,
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
        let redundant = Redundant::new(&self.signature, &self.signatures, setting.solver)?;
        let mut known = Known::new();
        let mut choice = Dropped::default();
        let (executors, searched) = (&mut recorded.executors, &recorded.searched);
        let mut choose = |survivors: &[Candidate]| -> Result<Vec<Candidate>> {
            let among = |chosen: &[&Candidate]| among(&redundant, chosen);
            let (chosen, steps) = choose(survivors, &self.signature, setting.wanted, &among);
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

    /// Selects the sources of the tests of chosen and hand-written relations, and scores them on held-out mutants.
    fn tests(&self, recorded: &mut Recorded<'a>, mut chosen: Vec<Candidate>) -> Result<Tests> {
        let OneSubject { setting, index, subject, .. } = *self;
        let around = Surroundings {
            oracle: self.oracle,
            subjects: setting.subjects,
            input_sources: setting.input_sources,
            seed: setting.search.seed,
        };
        let all = setting.written.get(&subject.path).map_or(&[][..], Vec::as_slice);
        let Written { standing, violated, ids } =
            check_written(&around, all, index, &recorded.sources, &recorded.executors)?;
        let place = |own: Candidate| {
            let relation = recorded.space.place(&own.relation)?;
            Some(Candidate { relation, ..own })
        };
        let standing: Vec<Candidate> = standing.into_iter().filter_map(place).collect();
        chosen.retain(|c| !standing.iter().any(|written| written.relation == c.relation));
        chosen.extend(standing);
        let goal = &setting.adequacy;
        let more = |executor: &Executor<'_>, rows: &[RowId], relations: &[&_]| {
            goal.as_ref().map(|goal| goal.goal(subject, executor, rows, relations)).transpose()
        };
        let executors = &mut recorded.executors;
        let tested = Tested { oracle: self.oracle, subject, space: &recorded.space };
        let mut relations = with_sources(&tested, &chosen, &ids, &recorded.sources, executors, &more)?;
        // A follow-up may go where no source went.
        self.pure(&executors.subject)?;
        let mut distinguished: BTreeSet<MutantId> = executors.all().flat_map(Executor::different).collect();
        distinguished.extend(self.judge(executors, &mut relations)?);
        self.sample(&mut relations)?;
        Ok(Tests { relations, violated, distinguished })
    }

    /// Notes which held-out mutants the tests of the kept relations kill, and returns those that some recorded input
    /// distinguishes.
    fn judge(&self, recorded: &Executors<'_>, relations: &mut [Kept]) -> Result<BTreeSet<MutantId>> {
        let setting = self.setting;
        let held_out = |id| setting.held_out.contains(&id);
        let mut executors = self.oracle.executors(self.subject, &self.others, &held_out)?;
        let mut distinguished =
            executors.subject.distinguished_by(recorded.subject.inputs(), Step::Sources)?;
        for (path, executor) in &mut executors.others {
            distinguished.extend(executor.distinguished_by(recorded.others[path].inputs(), Step::Sources)?);
        }
        for kept in relations {
            let rows = executors.subject.run(kept.sources.clone())?;
            let transformation = Transformation { followups: kept.relation.followups.clone() };
            let groups = collect(&transformation, &rows, &mut executors)?;
            kept.held_out = killed(&kept.relation, &groups);
        }
        Ok(distinguished)
    }

    /// Notes executions that show the kept relations on the last of their sources, which say most.
    fn sample(&self, relations: &mut [Kept]) -> Result<()> {
        for kept in relations {
            let mut verifier =
                Verifier::new(self.oracle, self.subject, self.setting.subjects, &[&kept.relation])?;
            let last = &kept.sources[kept.sources.len().saturating_sub(SAMPLES)..];
            for finding in verifier.judge(&kept.relation, last, InputKind::Source)? {
                if let Finding::Held(executions) = finding {
                    kept.samples.push(verifier.calls(&executions));
                }
            }
        }
        Ok(())
    }

    /// Refuses a subject that tried a forbidden system call.
    fn pure(&self, executor: &Executor<'_>) -> Result<()> {
        executor.forbidden().map_or(Ok(()), |call| Err(Untestable::impure(&call).into()))
    }
}

/// Those among chosen relations that others make redundant. Of relations with variables only instances are known to
/// follow from others.
fn among(redundant: &Redundant<'_>, chosen: &[&Candidate]) -> Vec<(usize, Removal)> {
    let (places, plain): (Vec<usize>, Vec<&Candidate>) =
        chosen.iter().copied().enumerate().filter(|(_, c)| c.relation.given.is_empty()).unzip();
    redundant.among(&plain).into_iter().map(|(place, step)| (places[place], step)).collect()
}

/// The sources whose groups the search sees: the first by path distance, and among equals those that came first. Mutants do
/// not matter here: laws have to hold on sources that distinguish none, too.
fn searched(executor: &Executor<'_>, sources: &[RowId]) -> Vec<RowId> {
    let sets: Vec<&[u32]> = sources.iter().map(|row| executor.probes(*row)).collect();
    order(&sets, &[], &[]).into_iter().take(SEARCHED).map(|at| sources[at]).collect()
}
