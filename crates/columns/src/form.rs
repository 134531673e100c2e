//! Which nodes are computed by a step of their own, and by which kernels.
//!
//! Such a node is *whole*: its result is written. Others are computed inside the kernel of what uses them. Nodes that
//! one other uses are not whole where a kernel takes them in, and neither are sums and products of leaves: computing
//! them again costs less than writing them and reading them back.

use std::sync::Arc;

use super::arena::{Arena, Code, NodeId};
use super::by_row::{Column, Columns};
use super::formula::{self, Code as Operator};
use super::kernels::{Shape, Sided};
use super::table::Kind;
use morph_relation::{FloatType, Op, Tolerance};

/// How a whole node is computed, and of which others. Operands that a kernel does not read repeat the first.
#[derive(Clone, Copy)]
pub enum Form {
    /// It is there already: a leaf or a literal.
    Given,
    Number(Shape, [NodeId; 4]),
    /// A comparison; `true` where its sides changed places.
    Test(Sided, Op, bool, [NodeId; 4]),
    Logic(Op, [NodeId; 2]),
    Prints(Op, [NodeId; 2]),
    /// By its place in [`Arena::by_row`].
    ByRow(u32),
}

/// The whole nodes for some roots.
pub struct Forms {
    /// Each after the nodes that use it.
    pub whole: Vec<(NodeId, Form)>,
    /// For each node, the whole node with the highest number that reads it; 0 for none.
    pub last: Vec<u32>,
    /// The columns of what is evaluated row by row, and whether they have all that is needed.
    pub columns: Vec<Option<(Arc<Column>, bool)>>,
}

struct Chooser<'a> {
    arena: &'a Arena<'a>,
    uses: Vec<u32>,
    is_whole: Vec<bool>,
    last: Vec<u32>,
    columns: Vec<Option<(Arc<Column>, bool)>>,
    /// Whether kernels may compute several operators.
    fuses: bool,
}

impl Forms {
    /// Chooses for these roots on these blocks; what the cache has of all of them needs no operands.
    pub fn choose(
        arena: &Arena<'_>,
        roots: &[NodeId],
        blocks: &[usize],
        cache: &mut Columns,
        fuses: bool,
    ) -> Forms {
        let nodes = arena.nodes.len();
        let mut chooser = Chooser {
            arena,
            uses: vec![0; nodes],
            is_whole: vec![false; nodes],
            last: vec![0; nodes],
            columns: vec![None; arena.by_row.len()],
            fuses,
        };
        for root in roots {
            chooser.uses[root.index()] += 1;
            chooser.is_whole[root.index()] = true;
        }
        chooser.count_uses(blocks, cache);
        let mut whole = Vec::new();
        for id in (0..nodes as u32).rev().map(NodeId) {
            if chooser.is_whole[id.index()] {
                whole.push((id, chooser.form(id)));
            }
        }
        Forms { whole, last: chooser.last, columns: chooser.columns }
    }
}

/// An operator that a kernel takes in, and its operands.
type Inner = (Operator, NodeId, NodeId);

impl Chooser<'_> {
    /// Operands have lower numbers than what they are operands of.
    fn count_uses(&mut self, blocks: &[usize], cache: &mut Columns) {
        for id in (0..self.uses.len()).rev() {
            if self.uses[id] == 0 {
                continue;
            }
            let node = &self.arena.nodes[id];
            match node.code {
                Code::Apply(op, a, b) => {
                    self.uses[a.index()] += 1;
                    if a != b || op.operator().arity() == 2 {
                        self.uses[b.index()] += 1;
                    }
                }
                Code::ByRow(place) => {
                    let column = cache.get(node.hash, node.kind);
                    let done = column.has(blocks);
                    if !done {
                        let operands = &self.arena.by_row[place as usize].operands;
                        operands.iter().for_each(|operand| self.uses[operand.index()] += 1);
                    }
                    self.columns[place as usize] = Some((column, done));
                }
                _ => {}
            }
        }
    }

    fn form(&mut self, id: NodeId) -> Form {
        let arena = self.arena;
        let node = &arena.nodes[id.index()];
        match node.code {
            Code::Apply(op, a, b) => {
                let form = match (op, arena.nodes[a.index()].kind) {
                    (Op::And | Op::Or | Op::Not, _) | (_, Kind::Bool) => Form::Logic(op, [a, b]),
                    (Op::Eq | Op::Ne, Kind::Value) => Form::Prints(op, [a, b]),
                    (Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge, kind) => self.test(op, kind, a, b),
                    _ => self.number(op, node.kind, a, b),
                };
                match &form {
                    Form::Logic(_, read) | Form::Prints(_, read) => self.read(id, read),
                    Form::Number(_, read) | Form::Test(_, _, _, read) => self.read(id, read),
                    Form::Given | Form::ByRow(_) => {}
                }
                form
            }
            Code::ByRow(place) => {
                if !self.columns[place as usize].as_ref().is_some_and(|(_, done)| *done) {
                    self.read(id, &arena.by_row[place as usize].operands);
                }
                Form::ByRow(place)
            }
            _ => Form::Given,
        }
    }

    fn read(&mut self, id: NodeId, operands: &[NodeId]) {
        for operand in operands {
            self.is_whole[operand.index()] = true;
            // Readers come in falling order, so that the first is the last to run.
            if self.last[operand.index()] == 0 {
                self.last[operand.index()] = id.0;
            }
        }
    }

    /// What a kernel may take in, for it is cheap to compute again or needed once.
    fn inner(&self, id: NodeId) -> Option<Inner> {
        let Code::Apply(op, a, b) = self.arena.nodes[id.index()].code else { return None };
        let code = fusible(op, self.arena.nodes[id.index()].kind)?;
        let cheap = code != formula::DIV && self.is_given(a) && self.is_given(b);
        (self.fuses && (cheap || self.uses[id.index()] == 1)).then_some((code, a, b))
    }

    fn is_given(&self, id: NodeId) -> bool {
        matches!(self.arena.nodes[id.index()].code, Code::Leaf(_) | Code::Number(_))
    }

    fn number(&self, op: Op, kind: Kind, a: NodeId, b: NodeId) -> Form {
        let single = |code| Form::Number(Shape::Single(code), [a, b, a, a]);
        let Some(outer) = fusible(op, kind) else { return single(code(op, kind)) };
        match (self.inner(a), self.inner(b)) {
            (Some((left, w, x)), Some((right, y, z))) if ![left, outer, right].contains(&formula::DIV) => {
                Form::Number(Shape::Pair(left, outer, right), [w, x, y, z])
            }
            (Some(inner), _) => self.chain(inner, outer, b),
            (_, Some(inner)) => self.chain(inner, reversed(outer), a),
            _ => single(outer),
        }
    }

    /// `(x∘y)∘z`, or, where `x` or `y` is taken in as well, `((v∘w)∘y)∘z`.
    fn chain(&self, (middle, x, y): Inner, outer: Operator, z: NodeId) -> Form {
        let long = |inner: Option<Inner>, middle, other| {
            let (code, v, w) = inner.filter(|(code, ..)| *code != formula::DIV)?;
            Some(Form::Number(Shape::LongChain(code, middle, outer), [v, w, other, z]))
        };
        if ![formula::DIV, formula::RDIV].contains(&outer) && middle != formula::DIV {
            let found = long(self.inner(x), middle, y).or_else(|| long(self.inner(y), reversed(middle), x));
            if let Some(form) = found {
                return form;
            }
        }
        Form::Number(Shape::Chain(middle, outer), [x, y, z, x])
    }

    fn test(&self, op: Op, kind: Kind, a: NodeId, b: NodeId) -> Form {
        let tolerant = self.arena.table.tolerance != Tolerance::Exact
            && matches!(kind, Kind::Float(_))
            && !matches!(op, Op::Lt | Op::Gt);
        let inner = |id| self.inner(id).filter(|(code, ..)| *code != formula::DIV).filter(|_| !tolerant);
        match (inner(a), inner(b)) {
            (Some((left, w, x)), Some((right, y, z))) => {
                Form::Test(Sided::Both(left, right), op, false, [w, x, y, z])
            }
            (Some((left, w, x)), None) => Form::Test(Sided::Left(left), op, false, [w, x, b, w]),
            (None, Some((right, y, z))) => Form::Test(Sided::Left(right), op, true, [y, z, a, y]),
            (None, None) => Form::Test(Sided::Plain, op, false, [a, b, a, a]),
        }
    }
}

/// The operators that kernels combine. An `f32` is rounded after each.
fn fusible(op: Op, kind: Kind) -> Option<Operator> {
    match (op, kind) {
        (_, Kind::Float(FloatType::F32)) => None,
        (Op::Add, _) => Some(formula::ADD),
        (Op::Sub, _) => Some(formula::SUB),
        (Op::Mul, _) => Some(formula::MUL),
        (Op::Div, Kind::Float(_)) => Some(formula::DIV),
        _ => None,
    }
}

fn code(op: Op, kind: Kind) -> Operator {
    match op {
        Op::Add => formula::ADD,
        Op::Sub => formula::SUB,
        Op::Mul => formula::MUL,
        Op::Div if kind == Kind::Int => formula::INT_DIV,
        Op::Div => formula::DIV,
        Op::Rem => formula::REM,
        Op::Neg => formula::NEG,
        Op::Abs => formula::ABS,
        Op::Signum if kind == Kind::Int => formula::INT_SIGNUM,
        Op::Signum => formula::SIGNUM,
        Op::Min => formula::MIN,
        Op::Max => formula::MAX,
        _ => formula::FLOAT,
    }
}

/// The operator with its operands swapped.
fn reversed(code: Operator) -> Operator {
    match code {
        formula::SUB => formula::RSUB,
        formula::DIV => formula::RDIV,
        code => code,
    }
}
