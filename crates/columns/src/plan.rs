//! From nodes of an arena to the steps that compute them on a block.

use std::sync::Arc;

use super::arena::{Arena, Code, NodeId, ZERO};
use super::by_row::{Column, Columns};
use super::form::{Form, Forms};
use super::formula::{self, Comparison, Near};
use super::kernels::{Isa, Shape, Sided, Testing, float_remainder};
use super::steps::{At, BitsAt, NumberAt, Program, RowOperand, Spot, Step, ValuesAt};
use super::table::{Kind, Place};
use morph_relation::{FloatType, Op, Tolerance};

/// Plans the steps for some roots.
pub struct Planner<'a> {
    arena: &'a Arena<'a>,
    isa: Isa,
    /// The last node, in the order of the steps, that reads a node.
    last: Vec<u32>,
    spots: Vec<Spot>,
    columns: Vec<Option<(Arc<Column>, bool)>>,
    free: Vec<u32>,
    program: Program,
}

impl<'a> Planner<'a> {
    /// The steps for these roots on these blocks. `visited` roots are numbers, of which each block is shown as soon as
    /// it is there; others are conditions.
    pub fn plan(
        arena: &'a Arena<'a>,
        isa: Isa,
        roots: &[NodeId],
        visited: bool,
        blocks: &[usize],
        cache: &mut Columns,
    ) -> Program {
        let forms = Forms::choose(arena, roots, blocks, cache, isa.fuses());
        let mut planner = Planner {
            arena,
            isa,
            last: forms.last,
            spots: vec![Spot::NOWHERE; arena.nodes.len()],
            columns: forms.columns,
            free: Vec::new(),
            program: Program::default(),
        };
        planner.program.steps.reserve(forms.whole.len());
        let mut visits: Vec<(NodeId, u32)> =
            if visited { roots.iter().copied().zip(0..).collect() } else { Vec::new() };
        visits.sort_unstable_by(|a, b| b.cmp(a));
        for (id, form) in forms.whole.iter().rev() {
            let spot = planner.emit(*id, *form);
            planner.spots[id.index()] = spot;
            while visits.last().is_some_and(|(visited, _)| visited == id) {
                let root = visits.pop().map_or(0, |(_, root)| root);
                planner.program.steps.push(Step::Visit { root, spot });
            }
            if planner.last[id.index()] == 0 {
                planner.release(*id);
            }
        }
        planner.program.outputs = roots.iter().map(|root| planner.spots[root.index()]).collect();
        planner.program
    }

    fn emit(&mut self, id: NodeId, form: Form) -> Spot {
        let kind = self.arena.nodes[id.index()].kind;
        match form {
            Form::Given => self.given(id),
            Form::Number(shape, operands) => {
                let kernel = match (shape, kind) {
                    (Shape::Single(formula::REM), Kind::Float(_)) => float_remainder,
                    _ => self.isa.number(shape),
                };
                let from = self.numbers(operands);
                let mut valid = self.valid(id, &operands);
                if let Code::Apply(Op::Div | Op::Rem, _, divisor) = self.arena.nodes[id.index()].code
                    && kind == Kind::Int
                {
                    valid = self.nonzero(divisor, valid);
                }
                let to = self.slot(id, &operands);
                self.program.steps.push(Step::Number { kernel, from, to });
                if kind == Kind::Float(FloatType::F32) && rounds(shape) {
                    let (kernel, at) = (self.isa.number(Shape::Single(formula::ROUND32)), NumberAt::Slot(to));
                    self.program.steps.push(Step::Number { kernel, from: [at; 4], to });
                }
                Spot { at: At::Number(NumberAt::Slot(to)), valid }
            }
            Form::Test(sided, op, swapped, operands) => {
                let valid = self.valid(id, &operands);
                let at = self.test(sided, op, swapped, operands);
                self.release_read(id, &operands);
                Spot { at: At::Bits(at), valid }
            }
            Form::Logic(op, operands) => self.logic(op, operands),
            Form::Prints(op, operands) => {
                let from = operands.map(|id| match self.spots[id.index()].at {
                    At::Values(at) => at,
                    _ => unreachable!("an operand by fingerprint is a value"),
                });
                let valid = self.valid(id, &operands);
                let to = self.bit_slot();
                self.program.steps.push(Step::Prints { from, to, flip: op == Op::Ne });
                Spot { at: At::Bits(BitsAt::Slot(to)), valid }
            }
            Form::ByRow(what) => self.by_row(id, what),
        }
    }

    /// A leaf or a literal.
    fn given(&self, id: NodeId) -> Spot {
        let all = |at| Spot { at, valid: BitsAt::All };
        match self.arena.nodes[id.index()].code {
            Code::Leaf(leaf) => {
                let leaf = &self.arena.table.leaves[leaf as usize];
                let at = match leaf.place {
                    Place::Numbers(column) => At::Number(NumberAt::Leaf(column)),
                    Place::Bits(column) => At::Bits(BitsAt::Leaf(column)),
                    Place::Values(column) => At::Values(ValuesAt::Leaf(column)),
                };
                Spot { at, valid: leaf.valid.map_or(BitsAt::All, BitsAt::Leaf) }
            }
            Code::Number(n) => all(At::Number(NumberAt::Constant(n))),
            Code::Truth(truth) => all(At::Bits(if truth { BitsAt::All } else { BitsAt::None })),
            Code::Literal(n) => all(At::Values(ValuesAt::Literal(n))),
            Code::Absent | Code::Apply(..) | Code::ByRow(_) => Spot::NOWHERE,
        }
    }

    fn test(&mut self, sided: Sided, op: Op, swapped: bool, operands: [NodeId; 4]) -> BitsAt {
        let from = self.numbers(operands);
        let to = self.bit_slot();
        let kind = self.arena.nodes[operands[0].index()].kind;
        let tolerance = self.arena.table.tolerance;
        let flip = op == Op::Ne;
        let float = matches!(kind, Kind::Float(_));
        let near = match tolerance {
            _ if !float || matches!(op, Op::Lt | Op::Gt) => None,
            Tolerance::Exact => None,
            Tolerance::Rel(ratio) => Some(Near { ratio, floor: 0.0 }),
            Tolerance::Mixed(ratio) => Some(Near { ratio, floor: 1.0 }),
            Tolerance::Ulp(_) => {
                let (narrow, or_less) = (kind == Kind::Float(FloatType::F32), matches!(op, Op::Le | Op::Ge));
                let [a, b, ..] = from;
                let from = if op == Op::Ge { [b, a] } else { [a, b] };
                self.program.steps.push(Step::Tolerant { from, to, flip, narrow, or_less });
                return BitsAt::Slot(to);
            }
        };
        let comparison = comparison(op, swapped, float, near.is_some());
        let testing = Testing {
            near: near.unwrap_or(Near { ratio: 0.0, floor: 0.0 }),
            flip: if flip { 255 } else { 0 },
        };
        let kernel = self.isa.test(sided, comparison);
        self.program.steps.push(Step::Test { kernel, from, to, testing });
        BitsAt::Slot(to)
    }

    fn logic(&mut self, op: Op, operands: [NodeId; 2]) -> Spot {
        let spots = operands.map(|id| self.spots[id.index()]);
        let from = spots.map(|spot| match spot.at {
            At::Bits(at) => at,
            _ => unreachable!("an operand of a Boolean operator is bits"),
        });
        let valid = spots.map(|spot| spot.valid);
        let to = self.bit_slot();
        self.program.steps.push(Step::Logic { op, from, to });
        let valid = match op {
            Op::Not => valid[0],
            Op::And | Op::Or if valid[1] != BitsAt::All => {
                let to = self.bit_slot();
                self.program.steps.push(Step::Decided { op, left: from[0], valid, to });
                BitsAt::Slot(to)
            }
            Op::And | Op::Or => valid[0],
            _ => self.both(valid[0], valid[1]),
        };
        Spot { at: At::Bits(BitsAt::Slot(to)), valid }
    }

    fn by_row(&mut self, id: NodeId, what: u32) -> Spot {
        let n = self.program.columns.len() as u32;
        if let Some((column, done)) = self.columns[what as usize].take() {
            self.program.columns.push(column);
            if !done {
                let ids = &self.arena.by_row[what as usize].operands;
                let operands = ids.iter().map(|id| self.row_operand(*id)).collect();
                self.program.steps.push(Step::ByRow { column: n, what, operands });
                self.release_read(id, ids);
            }
        }
        let at = match self.arena.nodes[id.index()].kind {
            Kind::Bool => At::Bits(BitsAt::Column(n)),
            Kind::Int | Kind::Float(_) => At::Number(NumberAt::Column(n)),
            Kind::Value => At::Values(ValuesAt::Column(n)),
        };
        Spot { at, valid: BitsAt::ColumnValid(n) }
    }

    fn row_operand(&self, id: NodeId) -> RowOperand {
        let node = &self.arena.nodes[id.index()];
        match node.code {
            Code::Leaf(leaf) => RowOperand::Leaf(leaf),
            Code::Number(n) => RowOperand::Constant(n),
            _ => RowOperand::Spot(self.spots[id.index()], node.kind),
        }
    }

    fn numbers(&self, operands: [NodeId; 4]) -> [NumberAt; 4] {
        operands.map(|id| match self.spots[id.index()].at {
            At::Number(at) => at,
            _ => unreachable!("an operand of a kernel is numbers"),
        })
    }

    /// The rows on which all operands have values.
    fn valid(&mut self, id: NodeId, operands: &[NodeId]) -> BitsAt {
        if !self.arena.nodes[id.index()].partial {
            return BitsAt::All;
        }
        let mut valid = BitsAt::All;
        let mut seen = [BitsAt::All; 4];
        for (operand, seen_at) in operands.iter().zip(0..) {
            let at = self.spots[operand.index()].valid;
            if !seen.contains(&at) {
                seen[seen_at] = at;
                valid = self.both(valid, at);
            }
        }
        valid
    }

    /// Those of the rows on which the divisor is not zero.
    fn nonzero(&mut self, divisor: NodeId, valid: BitsAt) -> BitsAt {
        if matches!(self.arena.nodes[divisor.index()].code, Code::Number(n)
            if self.arena.numbers[n as usize].0[0] != 0.0)
        {
            return valid;
        }
        let At::Number(at) = self.spots[divisor.index()].at else { return BitsAt::None };
        let zero = NumberAt::Constant(ZERO);
        let to = self.bit_slot();
        let kernel = self.isa.test(Sided::Plain, formula::EQ);
        let testing = Testing { near: Near { ratio: 0.0, floor: 0.0 }, flip: 255 };
        self.program.steps.push(Step::Test { kernel, from: [at, zero, zero, zero], to, testing });
        self.both(valid, BitsAt::Slot(to))
    }

    fn both(&mut self, a: BitsAt, b: BitsAt) -> BitsAt {
        match (a, b) {
            (BitsAt::All, other) | (other, BitsAt::All) => other,
            (a, b) if a == b => a,
            (a, b) => {
                let to = self.bit_slot();
                self.program.steps.push(Step::Logic { op: Op::And, from: [a, b], to });
                BitsAt::Slot(to)
            }
        }
    }

    /// A slot for a node's numbers, which may be that of an operand that nothing reads later.
    fn slot(&mut self, id: NodeId, operands: &[NodeId]) -> u32 {
        self.release_read(id, operands);
        self.free.pop().unwrap_or_else(|| {
            self.program.slots += 1;
            self.program.slots - 1
        })
    }

    /// Frees the slots of operands of which a node is the last reader.
    fn release_read(&mut self, id: NodeId, operands: &[NodeId]) {
        for operand in operands {
            if self.last[operand.index()] == id.0 {
                // Once, though it may be an operand twice.
                self.last[operand.index()] = 0;
                self.release(*operand);
            }
        }
    }

    fn release(&mut self, id: NodeId) {
        if let At::Number(NumberAt::Slot(slot)) = self.spots[id.index()].at {
            self.free.push(slot);
        }
    }

    fn bit_slot(&mut self) -> u32 {
        self.program.bit_slots += 1;
        self.program.bit_slots - 1
    }
}

/// Whether a result of `f32` has to be rounded.
fn rounds(shape: Shape) -> bool {
    matches!(shape, Shape::Single(formula::ADD | formula::SUB | formula::MUL | formula::DIV))
}

fn comparison(op: Op, swapped: bool, float: bool, near: bool) -> Comparison {
    use formula::*;
    let op = match op {
        Op::Lt if swapped => Op::Gt,
        Op::Gt if swapped => Op::Lt,
        Op::Le if swapped => Op::Ge,
        Op::Ge if swapped => Op::Le,
        op => op,
    };
    match op {
        Op::Lt => LT,
        Op::Gt => GT,
        Op::Le if near => LE_NEAR,
        Op::Le if float => LE_NAN,
        Op::Le => LE,
        Op::Ge if near => GE_NEAR,
        Op::Ge if float => GE_NAN,
        Op::Ge => GE,
        _ if near => EQ_NEAR,
        _ if float => EQ_NAN,
        _ => EQ,
    }
}
