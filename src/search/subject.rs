//! The search for a subject's relations: every transformation by enumeration, then, for the mutants that are left, those
//! of most use by evolution; at last, what is known is composed.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::Result;

use super::composite::{self, Compose, TraceSource};
use super::enumerate::Enumerate;
use super::evolve::{Evolve, Preset};
use super::polynomial::{self, Judge, Judgement, Law};
use super::settings::Settings;
use super::simplify::{simplify, telling};
use super::weight::{HEAVIEST, weight};
use super::{Candidate, Strategy, Task};
use morph_lab::MutantId;
use morph_relation::{
    Expr, Followup, Relation, Scope, Signature, Simplifier, TestNames, Transformation, Type, Value,
    render_test,
};
use morph_traces::{Executors, Fault, Group, Groups, RowId, Step, Variant, collect_some};

/// The search for one subject.
pub struct SubjectSearch<'a, 'l> {
    /// What all searches of a run share.
    pub settings: Settings,
    /// The subject.
    pub signature: &'a Signature,
    /// Other functions that follow-ups may call.
    pub others: &'a [Signature],
    /// Constants of the subject, the most frequent first.
    pub constants: &'a [Value],
    /// The sources.
    pub searched: &'a [RowId],
    /// The sources of polynomial laws, in which numbers are ordinary.
    pub drawn: &'a [RowId],
    /// Polynomial laws of the original, and those that follow from them.
    pub laws: [&'a [Law]; 2],
    /// What was found of them; where no time was left, nothing.
    pub judged: Vec<(Law, Judgement)>,
    /// The subject's executor (`""`) and those of the others.
    pub executors: &'a mut Executors<'l>,
    /// Among so many transformations a limit of evaluations is shared.
    pub share: u64,
    /// What was simplified for one transformation need not be for another.
    pub simplifier: Simplifier,
    /// How many candidates simplification removed.
    pub simplified: usize,
    /// Time spent executing and searching.
    pub seconds: [f64; 2],
}

/// Groups per mutant that the search sees.
const INCORRECT: usize = 40;
/// Sources per mutant on which it differs from the original and is executed; some of the groups are inapplicable.
pub const FOLLOWED: usize = 60;
/// Evaluations per transformation where there is no limit.
const EVALUATIONS: u64 = 6_000_000;
/// The same for evolution, whose evaluations are much faster.
const EVOLVED: u64 = 400_000_000;
/// Polynomial laws whose follow-ups are executed on mutants.
const JUDGED: usize = 40;
/// Maximum weight of a polynomial law: laws of three executions or of cubes are longer than other relations.
const HEAVIEST_LAW: usize = 56;
/// Composites may spend one part in this many of a limit.
const COMPOSED: u64 = 10;
/// Fewer groups, on less than a tenth of the sources, are the exception: `0` alone, where all others overflow.
const FEW: usize = 25;

impl SubjectSearch<'_, '_> {
    /// The candidates of all transformations, as far as the limit reaches. `returning` sources have a value.
    pub fn run(&mut self, all: &[Transformation], returning: usize) -> Result<Vec<Candidate>> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut failing: BTreeSet<MutantId> = BTreeSet::new();
        // By transformation: the faults whose values it tells apart.
        let mut told: Vec<(usize, BTreeSet<Fault>)> = Vec::new();
        for (i, transformation) in all.iter().enumerate() {
            if self.is_late() {
                break;
            }
            let groups = self.groups(transformation, self.searched)?;
            let few = groups.correct.len() < FEW && groups.correct.len() * 10 < returning;
            if groups.incorrect.is_empty() || few {
                continue;
            }
            failing.extend(groups.failures.keys());
            // Laws between functions are short, or coincidences.
            if transformation.followups.iter().all(|followup| followup.function.is_none()) {
                told.push((i, faults(&groups)));
            }
            candidates.extend(self.search(&Enumerate, transformation, &groups, &[], &BTreeSet::new()));
        }
        candidates.extend(self.polynomial(&mut failing)?);
        let killed = candidates.iter().flat_map(|candidate| &candidate.kills);
        let mut closed: BTreeSet<Fault> = killed.copied().collect();
        closed.extend(failing.into_iter().map(Fault::Mutant));
        if let Some(preset) = self.settings.evolution {
            self.evolve(preset, all, told, &closed, &mut candidates)?;
        }
        if self.settings.composites && !self.is_late() {
            let composites = self.compose(&candidates)?;
            candidates.extend(composites);
        }
        Ok(candidates)
    }

    /// Whether the limit ends the search.
    fn is_late(&self) -> bool {
        self.executors.work.ends(Step::Equations)
    }

    /// Adds what evolves of the transformations that tell most faults apart.
    ///
    /// `told` are the faults that a transformation tells apart, by its place among all; `closed` those that fall already.
    fn evolve(
        &mut self,
        preset: &'static Preset,
        all: &[Transformation],
        mut told: Vec<(usize, BTreeSet<Fault>)>,
        closed: &BTreeSet<Fault>,
        candidates: &mut Vec<Candidate>,
    ) -> Result<()> {
        for _ in 0..preset.transformations {
            let gain = |told: &BTreeSet<Fault>| {
                if preset.open_only { told.difference(closed).count() } else { told.len() }
            };
            let most = told.iter().enumerate().max_by_key(|(n, (_, told))| (gain(told), Reverse(*n)));
            let Some((n, _)) = most.filter(|(_, (_, told))| gain(told) > 0) else { break };
            if self.is_late() {
                break;
            }
            let (i, reached) = told.remove(n);
            let transformation = &all[i];
            let groups = self.groups(transformation, self.searched)?;
            let known = candidates.iter().filter(|c| c.relation.followups == transformation.followups);
            let seeds: Vec<Relation> = known.map(|candidate| candidate.relation.clone()).collect();
            let open: BTreeSet<Fault> = reached.difference(closed).copied().collect();
            candidates.extend(self.search(&Evolve { preset }, transformation, &groups, &seeds, &open));
        }
        Ok(())
    }

    /// The laws that kill a mutant; those that follow from others only where they kill one more.
    fn polynomial(&mut self, failing: &mut BTreeSet<MutantId>) -> Result<Vec<Candidate>> {
        let sources = [self.searched, self.drawn].concat();
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut left = JUDGED;
        for (laws, implied) in self.laws.into_iter().zip([false, true]) {
            let mut by_maps: Vec<Vec<&Law>> = Vec::new();
            for law in laws {
                match by_maps.iter_mut().find(|laws| laws[0].maps == law.maps) {
                    Some(laws) => laws.push(law),
                    None => by_maps.push(vec![law]),
                }
            }
            let killed: BTreeSet<Fault> = candidates.iter().flat_map(|c| &c.kills).copied().collect();
            for laws in by_maps {
                if left == 0 || self.executors.work.is_late() {
                    break;
                }
                left -= 1;
                let followups = laws[0].maps.iter().map(|map| Followup::of_subject(map.args.clone()));
                let transformation = Transformation { followups: followups.collect() };
                let groups = self.groups(&transformation, &sources)?;
                failing.extend(groups.failures.keys());
                let judgements = Mutex::default();
                let judge = Judge { laws: &laws, judgements: &judgements };
                let found = self.search(&judge, &transformation, &groups, &[], &BTreeSet::new());
                self.judged.extend(judgements.into_inner().unwrap_or_default());
                let news = |c: &Candidate| !implied || !c.kills.is_subset(&killed);
                candidates.extend(found.into_iter().filter(news));
            }
        }
        Ok(candidates)
    }

    /// Composites of what is known.
    fn compose(&mut self, known: &[Candidate]) -> Result<Vec<Candidate>> {
        let (subject, others) = (self.signature, self.others);
        let compose = Compose {
            subject,
            others,
            known,
            preset: &composite::DEFAULT,
            seed: self.settings.seed,
            heaviest: HEAVIEST,
            evaluations: self.settings.evaluations.map_or(u64::MAX, |e| e / COMPOSED),
        };
        let begin = Instant::now();
        let traced = self.seconds[0];
        let found = compose.search(self)?;
        self.executors.work.evaluated(found.evaluations, 10);
        let found = found.candidates;
        self.seconds[1] += begin.elapsed().as_secs_f64() - (self.seconds[0] - traced);
        let mut kept = Vec::new();
        for candidate in found {
            let transformation = Transformation { followups: candidate.relation.followups.clone() };
            let groups = TraceSource::groups(self, &transformation, true)?;
            kept.extend(self.simplified(vec![candidate], &transformation, &groups, false));
        }
        Ok(kept)
    }

    /// Groups of the sources, a few of each mutant.
    fn groups(&mut self, transformation: &Transformation, sources: &[RowId]) -> Result<Groups> {
        let begin = Instant::now();
        let mut groups = collect_some(transformation, sources, self.executors, FOLLOWED)?;
        let mut seen: HashMap<Variant, usize> = HashMap::new();
        groups.incorrect.retain(|group| {
            let count = seen.entry(group.variant).or_default();
            *count += 1;
            *count <= INCORRECT
        });
        groups.incorrect.extend(stuck(transformation, &groups));
        self.seconds[0] += begin.elapsed().as_secs_f64();
        Ok(groups)
    }

    fn search(
        &mut self,
        strategy: &dyn Strategy,
        transformation: &Transformation,
        groups: &Groups,
        seeds: &[Relation],
        open: &BTreeSet<Fault>,
    ) -> Vec<Candidate> {
        let begin = Instant::now();
        let outs = outcome_types(self.signature, transformation, self.others);
        let scope = Scope { params: self.signature.params.clone(), outs, item: None };
        let evolves = !seeds.is_empty() || !open.is_empty();
        let (most, rate) = if evolves { (EVOLVED, 400) } else { (EVALUATIONS, 10) };
        let task = Task {
            subject: self.signature,
            scope: &scope,
            transformation,
            groups,
            constants: self.constants,
            evaluations: self.settings.evaluations.map_or(most, |e| (e / self.share).min(most)),
            seed: self.settings.seed,
            seeds,
            equations: self.settings.equations,
            open,
        };
        let found = strategy.search(&task);
        self.executors.work.evaluated(found.evaluations, rate);
        let found = found.candidates;
        let laws = strategy.name() == polynomial::NAME;
        let found = self.simplified(found, transformation, groups, laws);
        self.seconds[1] += begin.elapsed().as_secs_f64();
        found
    }

    /// What is left of a transformation's candidates, simplified, and can be a test.
    ///
    /// `laws` are written as polynomials are.
    fn simplified(
        &mut self,
        found: Vec<Candidate>,
        transformation: &Transformation,
        groups: &Groups,
        laws: bool,
    ) -> Vec<Candidate> {
        let outs = outcome_types(self.signature, transformation, self.others);
        let before = found.len();
        let (found, heaviest) = if laws {
            (telling(found, groups), HEAVIEST_LAW)
        } else {
            (simplify(found, self.signature, &outs, groups, &mut self.simplifier), HEAVIEST)
        };
        self.simplified += before.saturating_sub(found.len());
        let written = |c: &Candidate| {
            weight(&c.relation) <= heaviest && can_be_written(&c.relation, self.signature, self.others)
        };
        found.into_iter().filter(written).collect()
    }
}

impl TraceSource for SubjectSearch<'_, '_> {
    fn groups(&mut self, transformation: &Transformation, mutants: bool) -> Result<Groups> {
        let sources = [self.searched, self.drawn].concat();
        let mut groups = SubjectSearch::groups(self, transformation, &sources)?;
        if !mutants {
            groups.incorrect.clear();
        }
        Ok(groups)
    }
}

/// Number of values at which a function is assumed to be stuck.
const STUCK: u32 = 3;

/// Groups of a subject that always returns the same, one of the values that it returned: a fault that needs no
/// mutation, and that relations are worth the more for which tell it.
fn stuck(transformation: &Transformation, groups: &Groups) -> Vec<Group> {
    let fed = |followup: &Followup| followup.args.iter().any(Expr::mentions_outcome);
    if transformation.followups.iter().any(|followup| followup.function.is_some() || fed(followup)) {
        return Vec::new();
    }
    let mut values: Vec<&Value> = Vec::new();
    for value in groups.correct.iter().map(|group| &group.outs[0]) {
        if values.len() < STUCK as usize && !values.contains(&value) {
            values.push(value);
        }
    }
    let of_value = |(n, value): (u32, &Value)| {
        let outs = vec![value.clone(); transformation.followups.len() + 1];
        let differing = groups.correct.iter().filter(|group| group.outs != outs).take(INCORRECT);
        let variant = Variant::Stuck(Reverse(n));
        differing.map(|group| Group { variant, outs: outs.clone(), ..group.clone() }).collect::<Vec<_>>()
    };
    (0..).zip(values).flat_map(of_value).collect()
}

fn faults(groups: &Groups) -> BTreeSet<Fault> {
    groups.incorrect.iter().filter_map(|group| group.variant.fault()).collect()
}

fn outcome_types(subject: &Signature, transformation: &Transformation, others: &[Signature]) -> Vec<Type> {
    let mut outs = vec![subject.ret.clone()];
    for followup in &transformation.followups {
        let other =
            followup.function.as_ref().and_then(|path| others.iter().find(|other| other.path == *path));
        outs.push(other.map_or(subject.ret.clone(), |other| other.ret.clone()));
    }
    outs
}

/// Whether a relation can be a test: what cannot be cloned, for instance, cannot be passed twice.
pub fn can_be_written(relation: &Relation, subject: &Signature, others: &[Signature]) -> bool {
    let lookup = |path: &str| others.iter().find(|other| other.path == path).cloned();
    let call = |path: &str| path.to_owned();
    let import = |_: &str| None;
    let (test, table) = ("test", "SOURCES");
    let names =
        TestNames { test, table, call: &call, import: &import, doc: &[], inline_args: true, idle: &[] };
    render_test(relation, subject, &lookup, &names).is_ok()
}
