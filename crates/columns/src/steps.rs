//! The steps of a program, and running them on a block.

use std::sync::Arc;

use super::arena::{Arena, What};
use super::block::{Bits, Numbers};
use super::by_row::{Column, Data};
use super::kernels::{NumberKernel, Source, Sources, TestKernel, Testing, number_at, tolerant_test};
use super::table::{Kind, Place, Table, Values};
use morph_relation::{Env, Expr, Op, Tolerance, Value};

/// Where the numbers of an operand are.
#[derive(Clone, Copy, Debug)]
pub enum NumberAt {
    Leaf(u32),
    Slot(u32),
    Constant(u32),
    Column(u32),
}

/// Where bits are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitsAt {
    All,
    None,
    Leaf(u32),
    Slot(u32),
    Column(u32),
    ColumnValid(u32),
}

/// Where values are.
#[derive(Clone, Copy, Debug)]
pub enum ValuesAt {
    Leaf(u32),
    Column(u32),
    Literal(u32),
}

/// Where a node's result is.
#[derive(Clone, Copy, Debug)]
pub enum At {
    Nowhere,
    Number(NumberAt),
    Bits(BitsAt),
    Values(ValuesAt),
}

/// A node's result, and the rows that have one. Other rows hold anything.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub at: At,
    pub valid: BitsAt,
}

impl Spot {
    pub const NOWHERE: Spot = Spot { at: At::Nowhere, valid: BitsAt::None };
}

/// An operand of what is evaluated row by row.
#[derive(Clone, Copy, Debug)]
pub enum RowOperand {
    /// A leaf: its values as they are.
    Leaf(u32),
    /// A number, by its place among the arena's.
    Constant(u32),
    /// What another step left.
    Spot(Spot, Kind),
}

/// One step on a block.
pub enum Step {
    /// Numbers of numbers.
    Number { kernel: NumberKernel, from: [NumberAt; 4], to: u32 },
    /// Bits of numbers.
    Test { kernel: TestKernel, from: [NumberAt; 4], to: u32, testing: Testing },
    /// `==`, or `<=` where `or_less`, under a tolerance that no kernel has.
    Tolerant { from: [NumberAt; 2], to: u32, flip: bool, narrow: bool, or_less: bool },
    /// An operator on bits.
    Logic { op: Op, from: [BitsAt; 2], to: u32 },
    /// The rows on which `&&`, or `||`, has a value: the right operand's counts where the left does not decide.
    Decided { op: Op, left: BitsAt, valid: [BitsAt; 2], to: u32 },
    /// `==` or `!=` of values, by their fingerprints.
    Prints { from: [ValuesAt; 2], to: u32, flip: bool },
    /// Fills the block of a column.
    ByRow { column: u32, what: u32, operands: Vec<RowOperand> },
    /// Shows the numbers of a root.
    Visit { root: u32, spot: Spot },
}

/// Steps for the roots of a plan.
#[derive(Default)]
pub struct Program {
    pub steps: Vec<Step>,
    /// How many blocks of numbers are in use at a time.
    pub slots: u32,
    /// How many blocks of bits.
    pub bit_slots: u32,
    pub columns: Vec<Arc<Column>>,
    /// Where the roots' results are.
    pub outputs: Vec<Spot>,
}

/// What the steps write to; of one thread.
#[derive(Default)]
pub struct Scratch {
    slots: Vec<Numbers>,
    bits: Vec<Bits>,
    /// How large the values were that row by row was worked on ([`Values::bulk`]), so far.
    pub bulk: u64,
}

/// A program on one block.
pub struct Run<'a> {
    program: &'a Program,
    arena: &'a Arena<'a>,
    table: &'a Table,
    block: usize,
    scratch: &'a mut Scratch,
}

/// What is shown of a root: its number, its block of numbers, and the rows that have one.
pub type Visitor<'v> = dyn FnMut(usize, &Numbers, &Bits) + 'v;

impl<'a> Run<'a> {
    pub fn new(
        program: &'a Program,
        arena: &'a Arena<'a>,
        block: usize,
        scratch: &'a mut Scratch,
    ) -> Run<'a> {
        if scratch.slots.len() < program.slots as usize {
            scratch.slots.resize(program.slots as usize, Numbers::ZERO);
        }
        if scratch.bits.len() < program.bit_slots as usize {
            scratch.bits.resize(program.bit_slots as usize, Bits::NONE);
        }
        Run { program, arena, table: arena.table, block, scratch }
    }

    /// All steps, in their order.
    pub fn steps(&mut self, visit: &mut Visitor<'_>) {
        for step in &self.program.steps {
            self.step(step, visit);
        }
    }

    #[inline(always)]
    fn step(&mut self, step: &Step, visit: &mut Visitor<'_>) {
        match step {
            Step::Number { kernel, from, to } => {
                let sources = from.map(|at| self.source(at));
                let to = &raw mut self.scratch.slots[*to as usize].0;
                // SAFETY: kernels are those of this machine; sources and slots are blocks, constants are packs.
                unsafe { kernel(&sources, to.cast()) }
            }
            Step::Test { kernel, from, to, testing } => {
                let sources = from.map(|at| self.source(at));
                // SAFETY: as above, and a block of bits.
                unsafe { kernel(&sources, &mut self.scratch.bits[*to as usize], *testing) }
            }
            Step::Tolerant { from: [a, b], to, flip, narrow, or_less } => {
                let (a, b) = (self.source(*a), self.source(*b));
                let sources: Sources = [a, b, a, a];
                let to = &mut self.scratch.bits[*to as usize];
                // SAFETY: as above.
                unsafe { tolerant_test(&sources, to, *flip, *narrow, *or_less, self.table.tolerance) }
            }
            Step::Logic { op, from: [a, b], to } => {
                let (a, b) = (self.bits(*a), self.bits(*b));
                self.scratch.bits[*to as usize] = match op {
                    Op::And => a.and(b),
                    Op::Or => a.zip(b, |a, b| a | b),
                    Op::Eq => a.zip(b, |a, b| !(a ^ b)),
                    Op::Ne => a.zip(b, |a, b| a ^ b),
                    _ => a.not(),
                };
            }
            Step::Decided { op, left, valid: [a, b], to } => {
                let decides = if *op == Op::Or { *self.bits(*left) } else { self.bits(*left).not() };
                let right = decides.zip(self.bits(*b), |decides, valid| decides | valid);
                self.scratch.bits[*to as usize] = self.bits(*a).and(&right);
            }
            Step::Prints { from: [a, b], to, flip } => {
                self.scratch.bits[*to as usize] = self.same_prints(*a, *b, *flip);
            }
            Step::ByRow { column, what, operands } => {
                if self.fill(*column, *what, operands) {
                    let made = self.bulk(ValuesAt::Column(*column));
                    let read = operands.iter().map(|operand| match operand {
                        RowOperand::Spot(Spot { at: At::Values(at), .. }, _) => self.bulk(*at),
                        RowOperand::Leaf(leaf) => match self.table.leaves[*leaf as usize].place {
                            Place::Values(column) => self.bulk(ValuesAt::Leaf(column)),
                            Place::Numbers(_) | Place::Bits(_) => 0,
                        },
                        RowOperand::Spot(..) | RowOperand::Constant(_) => 0,
                    });
                    self.scratch.bulk += made + read.sum::<u64>();
                }
            }
            Step::Visit { root, spot } => self.show(*root, *spot, visit),
        }
    }

    /// Where the roots' results are.
    pub fn outputs(&self) -> &[Spot] {
        &self.program.outputs
    }

    /// Bits of an output or of any step before.
    pub fn bits(&self, at: BitsAt) -> &Bits {
        match at {
            BitsAt::All => &Bits::ALL,
            BitsAt::None => &Bits::NONE,
            BitsAt::Leaf(column) => self.table.bits(self.block, column),
            BitsAt::Slot(slot) => &self.scratch.bits[slot as usize],
            BitsAt::Column(column) => match &self.program.columns[column as usize].block(self.block).data {
                Data::Bits(bits) => bits,
                _ => &Bits::NONE,
            },
            BitsAt::ColumnValid(column) => &self.program.columns[column as usize].block(self.block).valid,
        }
    }

    #[inline(always)]
    fn source(&self, at: NumberAt) -> Source {
        let block = |numbers: &Numbers| Source { at: numbers.0.as_ptr(), step: super::pack::PACK };
        match at {
            NumberAt::Leaf(column) => block(self.table.numbers(self.block, column)),
            NumberAt::Slot(slot) => block(&self.scratch.slots[slot as usize]),
            NumberAt::Constant(n) => Source { at: self.arena.numbers[n as usize].0.as_ptr(), step: 0 },
            NumberAt::Column(column) => match &self.program.columns[column as usize].block(self.block).data {
                Data::Numbers(numbers) => block(numbers),
                _ => block(&Numbers::ZERO),
            },
        }
    }

    fn values(&self, at: ValuesAt) -> Option<&Values> {
        match at {
            ValuesAt::Leaf(column) => Some(self.table.values(self.block, column)),
            ValuesAt::Column(column) => match &self.program.columns[column as usize].block(self.block).data {
                Data::Values(values) => Some(values),
                _ => None,
            },
            ValuesAt::Literal(_) => None,
        }
    }

    fn bulk(&self, at: ValuesAt) -> u64 {
        self.values(at).map_or(0, |values| values.bulk)
    }

    fn same_prints(&self, a: ValuesAt, b: ValuesAt, flip: bool) -> Bits {
        let literal = |at: ValuesAt| match at {
            ValuesAt::Literal(n) => self.arena.literals[n as usize].1,
            _ => 0,
        };
        let print = |at: ValuesAt| {
            let (prints, literal) = (self.values(at).map(Values::prints), literal(at));
            move |row: usize| prints.map_or(literal, |prints| prints[row])
        };
        let (a, b) = (print(a), print(b));
        let word = |word: usize| {
            (0..64).fold(0, |bits, i| {
                let row = word * 64 + i;
                bits | u64::from((a(row) == b(row)) != flip) << i
            })
        };
        Bits(std::array::from_fn(word))
    }

    fn value(&self, operand: RowOperand, row: usize) -> Option<Value> {
        let (spot, kind) = match operand {
            RowOperand::Leaf(leaf) => return self.table.value(leaf as usize, self.block, row),
            RowOperand::Constant(n) => return Some(self.arena.constants[n as usize].clone()),
            RowOperand::Spot(spot, kind) => (spot, kind),
        };
        if !self.bits(spot.valid).get(row) {
            return None;
        }
        match spot.at {
            At::Nowhere => None,
            // SAFETY: a block or a constant.
            At::Number(at) => Some(kind.value(unsafe { number_at(self.source(at), row) })),
            At::Bits(at) => Some(Value::Bool(self.bits(at).get(row))),
            At::Values(ValuesAt::Literal(n)) => Some(self.arena.literals[n as usize].0.clone()),
            At::Values(at) => self.values(at)?.values[row].clone(),
        }
    }

    fn fill(&self, column: u32, what: u32, operands: &[RowOperand]) -> bool {
        let tolerance = self.table.tolerance;
        let column = &self.program.columns[column as usize];
        let rows = self.table.rows(self.block);
        match &self.arena.by_row[what as usize].what {
            What::Apply(op) => {
                let apply = op.operator().apply;
                column.fill(self.block, rows, |row| match operands {
                    [a] => apply(&[self.value(*a, row)?], tolerance),
                    [a, b] => apply(&[self.value(*a, row)?, self.value(*b, row)?], tolerance),
                    _ => None,
                })
            }
            What::Expr(expr) => column.fill(self.block, rows, |row| {
                let values: Vec<Option<Value>> = operands.iter().map(|o| self.value(*o, row)).collect();
                evaluate(expr, &values, tolerance)
            }),
        }
    }

    fn show(&self, root: u32, spot: Spot, visit: &mut Visitor<'_>) {
        let At::Number(at) = spot.at else { return };
        let valid = self.bits(spot.valid);
        match at {
            NumberAt::Leaf(column) => visit(root as usize, self.table.numbers(self.block, column), valid),
            NumberAt::Slot(slot) => visit(root as usize, &self.scratch.slots[slot as usize], valid),
            other => {
                let source = self.source(other);
                // SAFETY: a block or a constant.
                let numbers = Numbers(std::array::from_fn(|row| unsafe { number_at(source, row) }));
                visit(root as usize, &numbers, valid);
            }
        }
    }
}

/// An expression over operands. One without a value makes the whole so only where it is reached, as in the body of a
/// map over nothing.
fn evaluate(expr: &Expr, operands: &[Option<Value>], tolerance: Tolerance) -> Option<Value> {
    fn without(expr: &Expr, operands: &[Option<Value>]) -> Expr {
        match expr {
            Expr::Param(n) if operands[*n].is_none() => Expr::Out(0),
            other => other.with_children(&mut |child| without(child, operands)),
        }
    }
    if operands.iter().all(Option::is_some) {
        let params: Vec<Value> = operands.iter().flatten().cloned().collect();
        return expr.eval(Env { params: &params, outs: &[] }, tolerance);
    }
    let params: Vec<Value> = operands.iter().map(|value| value.clone().unwrap_or(Value::Unit)).collect();
    without(expr, operands).eval(Env { params: &params, outs: &[] }, tolerance)
}
