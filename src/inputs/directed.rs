//! Source inputs that the code directs: what symbolic execution, and where it ends the branch-distance search, find for a
//! function.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use rand_chacha::ChaCha8Rng;

use super::climb::reach;
use super::input_sources::{self, InputSources};
use super::kind::Kind;
use morph_lab::Lab;
use morph_relation::Value;
use morph_source::scan::Subject;
use morph_symbolic::explore::{Budget, Order, SymbolicSubject, explore};
use morph_symbolic::machine::Limits;
use morph_symbolic::program::{Kind as Code, Program};
use morph_symbolic::solver::{self, Solver};
use morph_symbolic::{BranchStatus, Site};
use morph_traces::Oracle;
use morph_values::stream;

/// Which inputs are wanted, and what they are made of.
#[derive(Clone, Copy)]
pub struct Wanted<'a, 'l> {
    /// What executes the function.
    pub oracle: &'a Oracle<'l>,
    /// The function.
    pub subject: &'a Subject,
    /// Its number among all subjects.
    pub index: usize,
    /// What inputs by chance are made of.
    pub input_sources: &'a InputSources,
    /// The run's seed.
    pub seed: u64,
    /// What is executed symbolically.
    pub program: &'a Program,
    /// Who solves for inputs.
    pub solver: solver::Choice,
    /// Whether branches that solving leaves open are climbed to.
    pub climbs: bool,
}

/// What was found.
#[derive(Default)]
pub struct Found {
    /// Inputs, in the order in which they were found.
    pub inputs: Vec<Vec<Value>>,
    /// What became of branches, by the numbers of their probes; of others nothing is known.
    pub fates: BTreeMap<u32, BranchStatus>,
}

/// Random inputs from which exploration starts.
const SEEDS: usize = 40;

/// Branches that concolic execution negates: it has no target at which it could stop.
const CONCOLIC: usize = 200;

/// Up to `most` inputs of a kind that the code directs.
pub fn find(task: &Wanted<'_, '_>, kind: Kind, most: usize) -> Result<Found> {
    debug_assert!(kind.is_directed());
    let Wanted { oracle, subject, index, input_sources, seed, program, solver, climbs } = *task;
    if !program.functions.contains_key(&subject.path) {
        return Ok(Found::default());
    }
    let mut rng = stream(seed, &format!("{} along {}", kind.name(), subject.path));
    let mut executor = oracle.original(&subject.path)?;
    let seeds = input_sources::inputs(subject, index, input_sources, SEEDS, &mut executor, &mut rng)?;
    let seeds: Vec<Vec<Value>> = seeds.into_iter().take(SEEDS).collect();

    let targets = targets(oracle.lab(), program, &subject.path);
    let numbers: BTreeMap<u32, usize> =
        targets.iter().enumerate().map(|(place, (number, _))| (*number, place)).collect();
    let sites: Vec<Site> = targets.iter().map(|(_, site)| site.clone()).collect();
    let types = subject.types();
    let mut replay = |inputs: &[Vec<Value>]| {
        let mut passed = Vec::with_capacity(inputs.len());
        for input in inputs {
            // A constructor may refuse what is asked of it; then there is no such input.
            let settled = input_sources::settled(std::slice::from_ref(input), &types, oracle)?;
            let rows = executor.run(settled)?;
            let probes = rows.iter().flat_map(|row| executor.probes(*row));
            passed.push(probes.filter_map(|probe| numbers.get(probe).copied()).collect());
        }
        Ok(passed)
    };
    let budget = Budget { inputs: most, ..Budget::default() };
    let (order, budget) = match kind {
        Kind::Path => (Order::SitesFirst, budget),
        _ => (Order::Random, Budget { questions: CONCOLIC, further: 0, ..budget }),
    };
    let mut solver = Solver::new(solver, solver::Limits::default())?;
    let symbolic = SymbolicSubject::new(program, subject, Limits::default());
    let explored = explore(&symbolic, &mut replay, &sites, &seeds, order, budget, &mut solver, &mut rng)?;
    let fates = targets.iter().map(|(number, _)| *number).zip(explored.statuses).collect();
    let mut found = Found { inputs: explored.inputs, fates };
    if kind == Kind::Path {
        if climbs {
            climb(task, &seeds, &mut found, &mut rng)?;
        }
        // What chance took, no other input was looked for.
        let taken = |seed: &&Vec<Value>| {
            found.fates.values().any(|f| matches!(f, BranchStatus::Covered(i) if i == *seed))
        };
        // They come first, with the others that take what none before them did.
        let all = seeds.iter().filter(taken).chain(&found.inputs);
        let (first, rest): (Vec<_>, Vec<_>) = all.cloned().partition(|input| taken(&input));
        found.inputs = [first, rest].concat();
    }
    found.inputs = input_sources::settled(&found.inputs, &types, oracle)?;
    found.inputs.truncate(most);
    Ok(found)
}

/// Executions that the branch-distance search may spend on a function.
const CLIMB: usize = 20_000;

/// Climbs to the branches that exploration left open.
fn climb(task: &Wanted<'_, '_>, seeds: &[Vec<Value>], found: &mut Found, rng: &mut ChaCha8Rng) -> Result<()> {
    let Wanted { oracle, subject, index, input_sources, .. } = *task;
    let is_open =
        |(number, fate): (&u32, &BranchStatus)| matches!(fate, BranchStatus::Open { .. }).then_some(*number);
    let open: BTreeSet<u32> = found.fates.iter().filter_map(is_open).collect();
    if open.is_empty() {
        return Ok(());
    }
    let start = [&found.inputs, seeds].concat();
    let limit = CLIMB + start.len();
    let generator = input_sources::generator(subject, index, input_sources);
    let mut original = oracle.live(&subject.path)?;
    let reached = reach(subject, &mut original, &generator, &start, &open, limit, rng)?;
    for (number, miss) in reached.missed {
        let nearest = (!miss.input.is_empty()).then_some((miss.input, miss.distance));
        found.fates.insert(number, BranchStatus::Open { tries: reached.executions, nearest });
    }
    for (number, input) in reached.covered {
        found.inputs.push(input.clone());
        found.fates.insert(number, BranchStatus::Covered(input));
    }
    Ok(())
}

/// The branches of a function, and of what it may call, by the numbers of their probes.
fn targets(lab: &Lab, program: &Program, path: &str) -> Vec<(u32, Site)> {
    let places: Vec<(&Path, Range<usize>)> = called(program, path)
        .into_iter()
        .filter_map(|path| program.functions.get(path))
        .map(|body| (body.file.as_path(), body.block.span.clone()))
        .collect();
    let is_inside = |file: &Path, span: &Range<usize>| {
        places.iter().any(|(own, all)| *own == file && all.start <= span.start && span.end <= all.end)
    };
    let mut files: BTreeMap<&Path, Arc<Path>> = BTreeMap::new();
    let probes = lab.probes.iter().enumerate();
    let branches = probes.filter(|(_, probe)| !probe.is_statement() && is_inside(&probe.file, &probe.span));
    let site = |(number, probe)| {
        let probe: &morph_lab::Probe = probe;
        let file = files.entry(&probe.file).or_insert_with(|| Arc::from(probe.file.as_path())).clone();
        (number as u32, Site { file, span: (probe.span.start, probe.span.end), event: probe.event })
    };
    branches.map(site).collect()
}

/// A function and those that it may call, directly or through others.
fn called<'a>(program: &'a Program, path: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::from([path]);
    let mut open = vec![path];
    while let Some(body) = open.pop().and_then(|path| program.functions.get(path)) {
        let mut meet = |path: &'a str| {
            if found.insert(path) {
                open.push(path);
            }
        };
        body.block.walk(&mut |expr| match &*expr.kind {
            Code::Function(path) => meet(path),
            Code::Method { candidates, .. } => candidates.iter().for_each(|path| meet(path)),
            _ => {}
        });
    }
    found
}
