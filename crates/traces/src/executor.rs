//! Runs a function on inputs, once each, under the original and under every mutant that can make a difference.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::originals::{Input, Originals};
use super::work::{Step, Work, of_mutant};
use morph_lab::{Difference, Execution, Lab, MutantId, Outcome};
use morph_relation::{Type, Value};

/// Fuel for one call of a mutant; the worker gives less where the original needed little.
pub const MUTANT_FUEL: u64 = 200_000;

/// Size of the first chunk of rows: it tells most mutants apart from the original. Later ones double.
const FIRST_CHUNK: usize = 40;
/// So many rows are executed under the mutants whatever that takes.
const FEWEST: usize = 12;

/// A row of an [`Executor`]: an input that was executed, with variables of relations beside it or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(pub u32);

/// Rows with variables are numbered from here on.
const WITH_VARIABLES: u32 = 1 << 31;

/// How a mutant ended. There are millions of these, so that large values are kept as the worker told them.
enum Kept {
    Read(Outcome),
    /// The bytes of a value.
    Unread(Box<[u8]>),
}

impl Kept {
    fn of(difference: Difference) -> Kept {
        match difference.value {
            Some(value) => Kept::Unread(value),
            None => Kept::Read(difference.outcome),
        }
    }
}

/// The mutants under which a row was executed.
#[derive(Clone, Debug)]
enum Ran {
    Only(Vec<MutantId>),
    AllBut(Arc<FxHashSet<MutantId>>),
}

impl Ran {
    fn contains(&self, mutant: MutantId) -> bool {
        match self {
            Ran::Only(mutants) => mutants.contains(&mutant),
            Ran::AllBut(others) => !others.contains(&mutant),
        }
    }

    fn add(&mut self, more: &Ran) {
        *self = match (&*self, more) {
            (Ran::Only(a), Ran::Only(b)) => Ran::Only([a.as_slice(), b].concat()),
            (Ran::AllBut(a), Ran::AllBut(b)) if Arc::ptr_eq(a, b) => return,
            (Ran::AllBut(others), more) | (more, Ran::AllBut(others)) => {
                let left = others.iter().filter(|mutant| !more.contains(**mutant));
                Ran::AllBut(Arc::new(left.copied().collect()))
            }
        };
    }
}

/// One function's executions, each input once. Rows are numbered as they come.
pub struct Executor<'a> {
    originals: Rc<RefCell<Originals<'a>>>,
    types: Vec<Type>,
    /// Mutants to run, by the switch that is noted where their place is reached.
    mutants: BTreeMap<MutantId, Vec<MutantId>>,
    index: FxHashMap<Input, RowId>,
    inputs: Vec<Input>,
    original: Vec<Rc<Execution>>,
    ran: Vec<Ran>,
    differences: FxHashMap<(MutantId, RowId), Kept>,
    /// By row: the mutants that end differently on it, in the order of their switches.
    differing: Vec<Vec<MutantId>>,
    /// Rows with variables: the row of what is passed, and all of them.
    extended: Vec<(RowId, Input)>,
    extended_index: FxHashMap<Input, RowId>,
}

impl<'a> Executor<'a> {
    /// An executor that shares the originals with others.
    pub(super) fn sharing(
        lab: &Lab,
        originals: Rc<RefCell<Originals<'a>>>,
        keep: &dyn Fn(MutantId) -> bool,
    ) -> Executor<'a> {
        let mut mutants: BTreeMap<MutantId, Vec<MutantId>> = BTreeMap::new();
        for mutant in lab.mutants.iter().filter(|m| m.runs() && keep(m.id)) {
            mutants.entry(mutant.leader).or_default().push(mutant.id);
        }
        let types = originals.borrow().types();
        Executor {
            originals,
            types,
            mutants,
            index: FxHashMap::default(),
            inputs: Vec::new(),
            original: Vec::new(),
            ran: Vec::new(),
            differences: FxHashMap::default(),
            differing: Vec::new(),
            extended: Vec::new(),
            extended_index: FxHashMap::default(),
        }
    }

    /// What was executed and collected so far, here and elsewhere.
    pub(super) fn work(&self) -> Rc<Work> {
        Rc::clone(&self.originals.borrow().work)
    }

    /// Whether it executes the original alone.
    pub fn has_no_mutants(&self) -> bool {
        self.mutants.is_empty()
    }

    /// The types of the function's parameters.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// Executes the inputs that are new and returns the rows of all, in order.
    pub fn run(&mut self, inputs: Vec<Vec<Value>>) -> anyhow::Result<Vec<RowId>> {
        let all: Vec<(usize, Option<MutantId>)> = (0..inputs.len()).map(|place| (place, None)).collect();
        self.run_under(inputs, &all, Arc::default())
    }

    /// The same under some of the mutants only: on the inputs at the places in `wanted`, under the one that stands
    /// beside, or under all but `others`. Of mutants that were not run on a row, nothing is known there.
    ///
    /// Values behind the arguments are those of variables: they make a row of its own, and are not passed.
    pub fn run_under(
        &mut self,
        mut inputs: Vec<Vec<Value>>,
        wanted: &[(usize, Option<MutantId>)],
        others: Arc<FxHashSet<MutantId>>,
    ) -> anyhow::Result<Vec<RowId>> {
        let arity = self.types.len();
        let mut whole: Vec<(usize, Input)> = Vec::new();
        for (place, input) in inputs.iter_mut().enumerate().filter(|(_, input)| input.len() > arity) {
            let arguments = input[..arity].to_vec();
            whole.push((place, Rc::new(std::mem::replace(input, arguments))));
        }
        let mut rows = self.run_arguments(inputs, wanted, others)?;
        for (place, input) in whole {
            let next = RowId(WITH_VARIABLES + self.extended.len() as u32);
            let row = *self.extended_index.entry(Rc::clone(&input)).or_insert(next);
            if row == next {
                self.extended.push((rows[place], input));
            }
            rows[place] = row;
        }
        Ok(rows)
    }

    fn run_arguments(
        &mut self,
        inputs: Vec<Vec<Value>>,
        wanted: &[(usize, Option<MutantId>)],
        others: Arc<FxHashSet<MutantId>>,
    ) -> anyhow::Result<Vec<RowId>> {
        let known = self.inputs.len();
        let rows: Vec<RowId> = inputs
            .into_iter()
            .map(|input| {
                let next = RowId(self.inputs.len() as u32);
                let input = Rc::new(input);
                let row = *self.index.entry(Rc::clone(&input)).or_insert(next);
                if row == next {
                    self.inputs.push(input);
                }
                row
            })
            .collect();
        self.ran.resize(self.inputs.len(), Ran::Only(Vec::new()));
        let mut missing: BTreeMap<RowId, Ran> = BTreeMap::new();
        for (place, mutant) in wanted {
            let row = rows[*place];
            let wanted = match mutant {
                Some(mutant) => Ran::Only(vec![*mutant]),
                None => Ran::AllBut(Arc::clone(&others)),
            };
            if self.lacks(row, &wanted) {
                missing.entry(row).and_modify(|missing| missing.add(&wanted)).or_insert(wanted);
            }
        }
        self.load(known, &missing)?;
        for (row, missing) in missing {
            self.ran[row.0 as usize].add(&missing);
        }
        Ok(rows)
    }

    /// Whether a row was not executed under some of these mutants.
    fn lacks(&self, row: RowId, wanted: &Ran) -> bool {
        match (&self.ran[row.0 as usize], wanted) {
            (ran, Ran::Only(mutants)) => mutants.iter().any(|mutant| !ran.contains(*mutant)),
            (Ran::AllBut(left), wanted) => left.iter().any(|mutant| wanted.contains(*mutant)),
            (Ran::Only(_), Ran::AllBut(_)) => true,
        }
    }

    /// Executes rows under the original where nobody has, and under the mutants that are missing. Rows behind the `known`
    /// ones are new.
    fn load(&mut self, known: usize, missing: &BTreeMap<RowId, Ran>) -> anyhow::Result<()> {
        if known == self.inputs.len() && missing.is_empty() {
            return Ok(());
        }
        let originals = Rc::clone(&self.originals);
        let mut originals = originals.borrow_mut();
        let new = (known as u32..self.inputs.len() as u32).map(RowId);
        let of_new: Vec<_> = new.clone().map(|row| originals.get(&self.inputs[row.0 as usize])).collect();
        let unknown =
            new.clone().zip(&of_new).filter(|(_, execution)| execution.is_none()).map(|(row, _)| row);
        let under_mutants = missing.keys().copied().filter(|_| !self.has_no_mutants());
        let loaded: BTreeSet<RowId> = under_mutants.chain(unknown).collect();
        let loaded: Vec<RowId> = loaded.into_iter().collect();
        let inputs: Vec<Input> = loaded.iter().map(|row| Rc::clone(&self.inputs[row.0 as usize])).collect();
        let executed = if inputs.is_empty() { Vec::new() } else { originals.load(&inputs)? };
        let mut reaching: BTreeMap<MutantId, Vec<u32>> = BTreeMap::new();
        for (place, original) in (0..).zip(&executed) {
            original.switches().iter().for_each(|leader| reaching.entry(*leader).or_default().push(place));
        }
        for (row, execution) in new.zip(of_new) {
            let original = execution.or_else(|| originals.get(&self.inputs[row.0 as usize]));
            self.original.push(original.expect("it was known, or is executed above"));
        }
        self.differing.resize(self.inputs.len(), Vec::new());
        let wanted: Vec<Option<&Ran>> = loaded.iter().map(|row| missing.get(row)).collect();
        let mutants =
            reaching.iter().filter_map(|(leader, places)| Some((*leader, places, self.mutants.get(leader)?)));
        for (leader, places, mutant) in
            mutants.flat_map(|(leader, places, all)| all.iter().map(move |mutant| (leader, places, *mutant)))
        {
            let is_wanted = |(row, missing): (&RowId, &Option<&Ran>)| {
                missing.is_some_and(|missing| missing.contains(mutant))
                    && !self.ran[row.0 as usize].contains(mutant)
            };
            let left_out: BTreeSet<u32> = (0..)
                .zip(loaded.iter().zip(&wanted))
                .filter(|(_, row)| !is_wanted(*row))
                .map(|(place, _)| place)
                .collect();
            if left_out.len() == loaded.len() {
                continue;
            }
            let run = places.iter().filter(|place| !left_out.contains(place));
            let fuel: Vec<u64> = run.map(|place| originals.fuel(&executed[*place as usize])).collect();
            originals.work.under_mutant(&fuel);
            for difference in originals.session.differences_but(mutant, leader, MUTANT_FUEL, &left_out)? {
                let row = loaded[difference.row];
                originals.work.ended(&difference.outcome, originals.fuel(&executed[difference.row]));
                self.differences.insert((mutant, row), Kept::of(difference));
                self.differing[row.0 as usize].push(mutant);
            }
        }
        for row in &loaded {
            self.differing[row.0 as usize].sort_unstable();
        }
        Ok(())
    }

    /// The rows of inputs, in order; those that are new are executed under the original alone.
    pub fn rows(&mut self, inputs: Vec<Vec<Value>>) -> anyhow::Result<Vec<RowId>> {
        self.run_under(inputs, &[], Arc::default())
    }

    /// Executes rows under the mutants, but none on more rows once it differs on `most` of them: the later rows hardly tell
    /// more about it. What is left of the step limits how many rows there are.
    pub fn tell_apart(&mut self, rows: &[RowId], most: usize, step: Step) -> anyhow::Result<()> {
        let all: usize = self.mutants.values().map(Vec::len).sum();
        let (mut rest, mut size) = (rows, FIRST_CHUNK);
        let work = self.work();
        while !rest.is_empty() && (size == FIRST_CHUNK || !work.ends(step)) {
            let mut times: FxHashMap<MutantId, usize> = FxHashMap::default();
            for mutant in rows.iter().flat_map(|row| self.differing(*row)) {
                *times.entry(*mutant).or_default() += 1;
            }
            let known = times.into_iter().filter(|(_, times)| *times >= most);
            let known: FxHashSet<MutantId> = known.map(|(mutant, _)| mutant).collect();
            if known.len() == all {
                break;
            }
            let chunk = self.affordable(&rest[..size.min(rest.len())], work.left(step), &known);
            self.under_all_but(chunk, known)?;
            (rest, size) = (&rest[chunk.len()..], size * 2);
        }
        Ok(())
    }

    /// Executes rows under all mutants.
    pub fn under_all(&mut self, rows: &[RowId]) -> anyhow::Result<()> {
        self.under_all_but(rows, FxHashSet::default())
    }

    fn under_all_but(&mut self, rows: &[RowId], others: FxHashSet<MutantId>) -> anyhow::Result<()> {
        let inputs = self.inputs_of(rows);
        let places: Vec<(usize, Option<MutantId>)> = (0..rows.len()).map(|place| (place, None)).collect();
        self.run_under(inputs, &places, Arc::new(others))?;
        Ok(())
    }

    /// The first of some rows, as many as can be executed with so much work under the mutants but `others`; a few in any
    /// case.
    fn affordable<'r>(&self, rows: &'r [RowId], most: u64, others: &FxHashSet<MutantId>) -> &'r [RowId] {
        let originals = self.originals.borrow();
        let mut total = 0_u64;
        let mut fits = |row: &RowId| {
            let original = &self.original[self.at(*row)];
            let reached = original.switches().iter().filter_map(|leader| self.mutants.get(leader)).flatten();
            let mutants = reached.filter(|mutant| !others.contains(mutant)).count() as u64;
            total = total.saturating_add(mutants * of_mutant(originals.fuel(original)));
            total <= most
        };
        let count = rows.iter().map_while(|row| fits(row).then_some(())).count();
        &rows[..count.max(FEWEST).min(rows.len())]
    }

    /// The first of some rows, as many as a transformation may follow under mutants.
    pub(super) fn followed<'r>(&self, rows: &'r [RowId]) -> &'r [RowId] {
        self.affordable(rows, self.work().of_transformation(), &FxHashSet::default())
    }

    /// Which mutants some of these inputs tell apart.
    pub fn distinguished_by<'i>(
        &mut self,
        inputs: impl Iterator<Item = &'i Vec<Value>>,
        step: Step,
    ) -> anyhow::Result<BTreeSet<MutantId>> {
        let rows = self.rows(inputs.cloned().collect())?;
        self.tell_apart(&rows, 1, step)?;
        Ok(self.different())
    }

    /// The row of what is passed, by its number.
    fn at(&self, row: RowId) -> usize {
        let plain = match row.0.checked_sub(WITH_VARIABLES) {
            Some(extended) => self.extended[extended as usize].0,
            None => row,
        };
        plain.0 as usize
    }

    /// What the function was called with.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = &Vec<Value>> {
        self.inputs.iter().map(|input| &**input)
    }

    /// The inputs of a row, with the values of variables behind them where it has some.
    pub fn input(&self, row: RowId) -> &[Value] {
        self.input_of(row)
    }

    /// Those of several rows.
    pub fn inputs_of<'r>(&self, rows: impl IntoIterator<Item = &'r RowId>) -> Vec<Vec<Value>> {
        rows.into_iter().map(|row| self.input(*row).to_vec()).collect()
    }

    /// The same, to be kept.
    pub fn shared_input(&self, row: RowId) -> Input {
        Rc::clone(self.input_of(row))
    }

    fn input_of(&self, row: RowId) -> &Input {
        match row.0.checked_sub(WITH_VARIABLES) {
            Some(extended) => &self.extended[extended as usize].1,
            None => &self.inputs[row.0 as usize],
        }
    }

    /// How the original ended.
    pub fn original(&self, row: RowId) -> &Outcome {
        &self.original[self.at(row)].outcome
    }

    /// How much fuel the original burnt on a row.
    pub fn fuel(&self, row: RowId) -> u64 {
        self.original[self.at(row)].fuel()
    }

    /// Whether its executions burn so much that not many more should be made.
    pub fn is_dear(&self) -> bool {
        self.originals.borrow().are_dear()
    }

    /// Whether most of its executions so far have had no end.
    pub fn is_endless(&self) -> bool {
        self.originals.borrow().are_endless()
    }

    /// The probes that the original passed, by number.
    pub fn probes(&self, row: RowId) -> &[u32] {
        &self.original[self.at(row)].probes
    }

    /// The branches that the original came to and did not take, by number, and how far it was from taking them.
    pub fn distances(&self, row: RowId) -> &[(u32, f64)] {
        &self.original[self.at(row)].distances
    }

    /// How a mutant ended.
    pub fn outcome(&self, mutant: MutantId, row: RowId) -> Cow<'_, Outcome> {
        let plain = RowId(self.at(row) as u32);
        match self.differences.get(&(mutant, plain)) {
            None => Cow::Borrowed(self.original(row)),
            Some(Kept::Read(outcome)) => Cow::Borrowed(outcome),
            Some(Kept::Unread(value)) => Cow::Owned(self.originals.borrow().session.read(value)),
        }
    }

    /// The mutants that end differently from the original on a row.
    pub fn differing(&self, row: RowId) -> &[MutantId] {
        &self.differing[self.at(row)]
    }

    /// The mutants that end differently from the original on some row.
    pub fn different(&self) -> BTreeSet<MutantId> {
        self.differing.iter().flatten().copied().collect()
    }

    /// The system call that the original tried, if it did; no row of it counts.
    pub fn forbidden(&self) -> Option<String> {
        self.originals.borrow().session.forbidden().map(str::to_owned)
    }

    /// Whether the original does not end on some inputs, without burning fuel; it is not run any more.
    pub fn hung(&self) -> bool {
        self.originals.borrow().session.hung()
    }

    /// Forgets that the original did not end on some inputs, for others are to come. Returns whether there were any.
    pub fn forgive(&self) -> bool {
        self.originals.borrow().session.forgive()
    }
}
