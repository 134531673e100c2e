//! The search: executions along inputs, and the branches that are negated.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use anyhow::Result;
use rand_chacha::ChaCha8Rng;

use super::super::solve::{Decision, Question, Solution, solve};
use super::super::term::{Assignment, Terms, Variable};
use super::super::{BranchStatus, End, Mode, Site};
use super::budget::{Budget, Explored};
use super::choosers::Along;
use super::explorable::{Explorable, Replay};
use super::prove::{self, leaves_out};
use super::queue::{Order, Queue, Trail, Work};
use super::tree::{Node, Tree};
use crate::solver::Solver;
use morph_relation::Value;

/// Looks for inputs that pass the targets, from inputs to start with. The same arguments give the same inputs, unless the
/// solver runs out of time.
#[expect(clippy::too_many_arguments, reason = "each is another thing")]
pub fn explore(
    subject: &dyn Explorable,
    replay: &mut Replay<'_>,
    targets: &[Site],
    seeds: &[Vec<Value>],
    order: Order,
    budget: Budget,
    solver: &mut Solver,
    rng: &mut ChaCha8Rng,
) -> Result<Explored> {
    let places = targets.iter().enumerate().map(|(index, site)| (site.clone(), index)).collect();
    let mut search = Search {
        subject,
        replay,
        targets,
        places,
        budget,
        terms: Terms::default(),
        tree: Tree::default(),
        queue: Queue::new(order),
        seen: HashSet::new(),
        covered: vec![None; targets.len()],
        asked_then: 0,
        is_complete: true,
        found: Explored::default(),
    };
    search.start(seeds)?;
    while search.may_go_on() {
        let Some(work) = search.queue.pop(&search.covered, rng) else { break };
        search.negate(&work, solver, rng)?;
    }
    search.is_complete &= search.queue.is_empty() && !leaves_out(&search.terms);
    search.finish(solver)
}

struct Search<'a, 'r> {
    subject: &'a dyn Explorable,
    replay: &'a mut Replay<'r>,
    targets: &'a [Site],
    /// Numbers of the targets.
    places: BTreeMap<Site, usize>,
    budget: Budget,
    terms: Terms,
    tree: Tree,
    queue: Queue,
    /// Inputs that were followed.
    seen: HashSet<Vec<Value>>,
    /// The first input that passes each target.
    covered: Vec<Option<Vec<Value>>>,
    /// The questions that were asked when a target was reached last.
    asked_then: usize,
    /// Whether every path is known that an input can take.
    is_complete: bool,
    found: Explored,
}

impl Search<'_, '_> {
    fn may_go_on(&self) -> bool {
        let Budget { questions, further, in_vain, inputs, .. } = self.budget;
        let asked = self.found.counts.questions;
        match self.covered.iter().all(Option::is_some) {
            true => asked < questions && self.found.inputs.len() < inputs,
            false => asked < questions || asked < questions + further && asked < self.asked_then + in_vain,
        }
    }

    /// Replays the inputs to start from, and follows some of them: those that reach something first.
    fn start(&mut self, seeds: &[Vec<Value>]) -> Result<()> {
        let passed = (self.replay)(seeds)?;
        let mut rest = Vec::new();
        let mut followed = 0;
        for (input, passed) in seeds.iter().zip(&passed) {
            let is_first = passed.iter().any(|target| self.covered[*target].is_none());
            self.cover(input, passed);
            match is_first && followed < self.budget.seeds && self.seen.insert(input.clone()) {
                true => {
                    followed += 1;
                    self.follow(input, passed, None);
                }
                false => rest.push((input, passed)),
            }
        }
        for (input, passed) in rest.into_iter().take(self.budget.seeds - followed) {
            if self.seen.insert(input.clone()) {
                self.follow(input, passed, None);
            }
        }
        // What has no seeds starts at what is simplest.
        if seeds.is_empty() {
            let simplest = self.subject.write(&[], &self.terms, &Assignment::new());
            self.try_input(simplest, None)?;
        }
        Ok(())
    }

    fn cover(&mut self, input: &[Value], passed: &[usize]) {
        for target in passed {
            let place = &mut self.covered[*target];
            if place.is_none() {
                *place = Some(input.to_vec());
                self.asked_then = self.found.counts.questions;
            }
        }
    }

    /// Replays and follows a new input; whether it goes through `expected`.
    fn try_input(&mut self, input: Vec<Value>, expected: Option<Node>) -> Result<bool> {
        if !self.seen.insert(input.clone()) {
            return Ok(false);
        }
        let passed = (self.replay)(std::slice::from_ref(&input))?.pop().unwrap_or_default();
        self.cover(&input, &passed);
        let arrived = self.follow(&input, &passed, expected);
        self.found.inputs.push(input);
        Ok(arrived)
    }

    /// Executes along an input and queues the other sides of its branches; whether it went through `expected`.
    fn follow(&mut self, input: &[Value], passed: &[usize], expected: Option<Node>) -> bool {
        self.found.counts.runs += 1;
        let passed: BTreeSet<Site> = passed.iter().map(|target| self.targets[*target].clone()).collect();
        let subject = self.subject;
        let read = |variable: &Variable| subject.read(input, variable);
        let mut along = Along::new(&read, &passed);
        let mode = Mode::Follow { unrolled: self.budget.unrolled };
        let path = subject.execute(&mut self.terms, mode, &mut along);
        self.is_complete &= path.inexact.is_none() && matches!(path.end, End::Returned | End::Panicked);

        let decisions: Vec<Decision> =
            path.branches.iter().map(|step| (step.condition, step.taken)).collect();
        let trail = Rc::new(Trail {
            met: decisions.iter().map(|decision| along.decides(&self.terms, *decision)).collect(),
            decisions,
            hint: along.assignment(&self.terms),
            input: input.to_vec(),
        });
        let mut arrived = expected.is_none();
        let mut node = Node::default();
        let mut near = None;
        for (index, step) in path.branches.iter().enumerate() {
            let [yes, no] = &step.sites;
            let (this, other) = if step.taken { (yes, no) } else { (no, yes) };
            near = this.as_ref().and_then(|site| self.places.get(site).copied()).or(near);
            let (next, is_new) = self.tree.enter(node, step.condition, step.taken);
            if !step.assumed && !self.tree.knows(node, step.condition, !step.taken) && is_new {
                self.queue.push(Work {
                    node,
                    index,
                    trail: trail.clone(),
                    target: other.as_ref().and_then(|site| self.places.get(site).copied()),
                    near,
                    panics: step.panics,
                });
            }
            node = next;
            arrived |= expected == Some(node);
        }
        arrived
    }

    /// Looks for an input that goes the other way at a branch.
    fn negate(&mut self, work: &Work, solver: &mut Solver, rng: &mut ChaCha8Rng) -> Result<()> {
        let trail = &work.trail;
        let (condition, taken) = trail.decisions[work.index];
        let (expected, is_new) = self.tree.enter(work.node, condition, !taken);
        if !is_new {
            return Ok(());
        }
        self.found.counts.questions += 1;
        let mut constraints = trail.decisions[..work.index].to_vec();
        constraints.push((condition, !taken));
        let met = [&trail.met[..work.index], &[false]].concat();
        let question =
            Question { terms: &self.terms, constraints: &constraints, met: &met, hint: &trail.hint };
        match solve(question, solver, rng) {
            Solution::Unsat => self.found.counts.unsat += 1,
            Solution::Unknown => self.is_complete = false,
            Solution::Sat(values) => {
                self.found.counts.sat += 1;
                let input = self.subject.write(&trail.input, &self.terms, &values);
                if !self.try_input(input, Some(expected))? {
                    self.found.counts.diverged += 1;
                    self.is_complete = false;
                }
            }
        }
        Ok(())
    }

    /// What became of the targets.
    fn finish(mut self, solver: &mut Solver) -> Result<Explored> {
        let open = self.targets.iter().zip(&self.covered).filter(|(_, input)| input.is_none());
        let open: BTreeSet<Site> = open.map(|(site, _)| site.clone()).collect();
        let infeasible = match self.is_complete {
            true => open,
            false => {
                let proof = prove::infeasible(self.subject, open, self.budget.proof, solver);
                self.found.counts.proof = proof.paths;
                proof.sites
            }
        };
        let tries = self.seen.len();
        let fate = |(site, input): (&Site, Option<Vec<Value>>)| match input {
            Some(input) => BranchStatus::Covered(input),
            None if infeasible.contains(site) => BranchStatus::Infeasible,
            None => BranchStatus::Open { tries, nearest: None },
        };
        self.found.statuses = self.targets.iter().zip(self.covered).map(fate).collect();
        Ok(self.found)
    }
}
