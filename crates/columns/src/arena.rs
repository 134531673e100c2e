//! The expressions of a generation as one graph, in which each distinct sub-expression is one node.

use rustc_hash::FxHashMap;

use super::mix::{self, mix};
use super::pack::PACK;
use super::table::{Kind, Table, number};
use morph_relation::{Expr, FloatType, IntType, Op, Tolerance, Type, Value};

/// An expression in an [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Code {
    /// A name without a column, or what is made of one: of use only where a leaf is made of it.
    Absent,
    /// A column of the table.
    Leaf(u32),
    /// A number, by its place in [`Arena::numbers`].
    Number(u32),
    /// `true` or `false`.
    Truth(bool),
    /// Any other literal, by its place in [`Arena::literals`].
    Literal(u32),
    /// An operator with a kernel; with one operand, that one twice.
    Apply(Op, NodeId, NodeId),
    /// Evaluated row by row, by its place in [`Arena::by_row`].
    ByRow(u32),
}

pub(super) struct Node {
    pub code: Code,
    pub kind: Kind,
    /// The place of its type in [`Arena::types`].
    ty: u16,
    /// Whether some row may be without a value.
    pub partial: bool,
    /// The same for the same expression in every arena of a table; different for others.
    pub hash: u128,
}

/// A number, as a kernel reads it.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Splat(pub [f64; PACK]);

/// What is evaluated row by row.
pub(super) struct ByRow {
    pub what: What,
    pub operands: Vec<NodeId>,
}

pub(super) enum What {
    /// An operator's own code.
    Apply(Op),
    /// An expression in which `Param(n)` is operand `n`.
    Expr(Expr),
}

/// What a leaf of the table or an operator with given operands was interned as.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Apply(Op, NodeId, NodeId),
    Number(Kind, u64),
}

/// Expressions over a [`Table`], each distinct one a node. One arena serves a generation of candidates.
pub struct Arena<'t> {
    pub(super) table: &'t Table,
    pub(super) nodes: Vec<Node>,
    pub(super) numbers: Vec<Splat>,
    /// What [`Arena::numbers`] are, exactly.
    pub(super) constants: Vec<Value>,
    /// With their fingerprints.
    pub(super) literals: Vec<(Value, u64)>,
    pub(super) by_row: Vec<ByRow>,
    types: Vec<(Type, Kind)>,
    type_places: FxHashMap<Type, u16>,
    results: FxHashMap<(Op, u16, u16), Option<u16>>,
    params: Vec<NodeId>,
    outs: Vec<NodeId>,
    leaves: Vec<NodeId>,
    truths: [NodeId; 2],
    index: FxHashMap<Key, NodeId>,
    literal_index: FxHashMap<Value, NodeId>,
    by_row_index: FxHashMap<(Expr, Vec<NodeId>), NodeId>,
    sharing: bool,
}

/// The types of what kernels work on, in the order of their places.
const PLAIN: [Type; 4] =
    [Type::Bool, Type::Int(IntType::I128), Type::Float(FloatType::F32), Type::Float(FloatType::F64)];
const BOOL: u16 = 0;
const INT: u16 = 1;
/// The place of the integer zero in [`Arena::numbers`].
pub(super) const ZERO: u32 = 0;

impl<'t> Arena<'t> {
    /// An arena with the table's leaves.
    pub fn new(table: &'t Table) -> Arena<'t> {
        let mut arena = Arena {
            table,
            nodes: Vec::new(),
            numbers: Vec::new(),
            constants: Vec::new(),
            literals: Vec::new(),
            by_row: Vec::new(),
            types: Vec::new(),
            type_places: FxHashMap::default(),
            results: FxHashMap::default(),
            params: Vec::new(),
            outs: Vec::new(),
            leaves: Vec::new(),
            truths: [NodeId(0); 2],
            index: FxHashMap::default(),
            literal_index: FxHashMap::default(),
            by_row_index: FxHashMap::default(),
            sharing: true,
        };
        // First, so that they have the same place in every arena: hashes rest on it.
        for ty in PLAIN {
            arena.type_place(&ty);
        }
        arena.number(&Value::Int(0), 0.0, INT, mix::LITERAL);
        for truth in [false, true] {
            arena.truths[usize::from(truth)] =
                arena.push(Code::Truth(truth), BOOL, false, mix(mix::TRUTH, u128::from(truth)));
        }
        for (i, (_, ty)) in table.scope.params.iter().enumerate() {
            let node = arena.name(ty, mix(mix::PARAM, i as u128));
            arena.params.push(node);
        }
        for (i, ty) in table.scope.outs.iter().enumerate() {
            let node = arena.name(ty, mix(mix::OUT, i as u128));
            arena.outs.push(node);
        }
        // Smaller ones first: larger ones may be made of them.
        let mut order: Vec<usize> = (0..table.leaves.len()).collect();
        order.sort_by_key(|leaf| table.leaves[*leaf].expr.size());
        arena.leaves = vec![NodeId(0); order.len()];
        for i in order {
            let leaf = &table.leaves[i];
            if let Some(id) = arena.intern(&leaf.expr) {
                let node = &mut arena.nodes[id.index()];
                (node.code, node.partial) = (Code::Leaf(i as u32), leaf.valid.is_some());
                arena.leaves[i] = id;
            }
        }
        arena
    }

    /// An arena in which every occurrence of an operator is a node of its own: to measure what sharing saves.
    pub fn without_sharing(table: &'t Table) -> Arena<'t> {
        Arena { sharing: false, ..Arena::new(table) }
    }

    /// The node of an expression; `None` where it has no type ([`Scope::type_of`](morph_relation::Scope::type_of)),
    /// or mentions a name without a leaf.
    pub fn add(&mut self, expr: &Expr) -> Option<NodeId> {
        self.intern(expr).filter(|id| self.is_present(*id))
    }

    /// The node of an operator applied to nodes, one for each operand; `None` where it has no type.
    pub fn apply(&mut self, op: Op, operands: &[NodeId]) -> Option<NodeId> {
        match *operands {
            [a] if op.operator().arity() == 1 => self.operation(op, a, a),
            [a, b] if op.operator().arity() == 2 => self.operation(op, a, b),
            _ => None,
        }
    }

    /// The node of a literal; `None` where it has no type.
    pub fn constant(&mut self, value: &Value) -> Option<NodeId> {
        if let Value::Bool(truth) = value {
            return Some(self.truths[usize::from(*truth)]);
        }
        let ty = self.table.scope.type_of(&Expr::Const(value.clone()))?;
        let ty = self.type_place(&ty);
        let kind = self.types[usize::from(ty)].1;
        let Some(x) = number(value).filter(|_| kind.is_number() && super::table::is_exact(value)) else {
            return Some(self.literal(value, ty, kind));
        };
        let key = Key::Number(kind, x.to_bits());
        if let Some(id) = self.index.get(&key) {
            return Some(*id);
        }
        let id = self.number(value, x, ty, mix(mix::number(ty), u128::from(x.to_bits())));
        self.index.insert(key, id);
        Some(id)
    }

    /// The node of the table's leaf with this number.
    pub fn leaf(&self, leaf: usize) -> NodeId {
        self.leaves[leaf]
    }

    /// The node of `true` or `false`.
    pub fn truth(&self, truth: bool) -> NodeId {
        self.truths[usize::from(truth)]
    }

    /// The erased type of a node.
    pub fn type_of(&self, node: NodeId) -> &Type {
        &self.types[usize::from(self.nodes[node.index()].ty)].0
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    fn is_present(&self, id: NodeId) -> bool {
        !matches!(self.nodes[id.index()].code, Code::Absent)
    }

    fn intern(&mut self, expr: &Expr) -> Option<NodeId> {
        match expr {
            Expr::Param(i) => self.params.get(*i).copied(),
            Expr::Out(i) => self.outs.get(*i).copied(),
            Expr::Item => None,
            Expr::Const(value) => self.constant(value),
            Expr::Apply(op, args) => match args.as_slice() {
                [a] if op.operator().arity() == 1 => {
                    let a = self.intern(a)?;
                    self.operation(*op, a, a)
                }
                [a, b] if op.operator().arity() == 2 => {
                    let (a, b) = (self.intern(a)?, self.intern(b)?);
                    self.operation(*op, a, b)
                }
                _ => None,
            },
            Expr::Map(..) | Expr::All(..) | Expr::Field(..) | Expr::Make(..) => self.template(expr),
        }
    }

    fn operation(&mut self, op: Op, a: NodeId, b: NodeId) -> Option<NodeId> {
        let key = Key::Apply(op, a, b);
        if let Some(id) = self.index.get(&key) {
            return Some(*id);
        }
        let [left, right] = [a, b].map(|id| &self.nodes[id.index()]);
        let (kind, right_kind, types) = (left.kind, right.kind, (left.ty, right.ty));
        let absent = !self.is_present(a) || !self.is_present(b);
        let hash = mix(mix::op(op), mix(left.hash, right.hash));
        let divides = matches!(op, Op::Div | Op::Rem) && kind == Kind::Int && !self.is_nonzero(b);
        let partial = left.partial || right.partial || divides;
        let ty = self.result(op, types)?;
        let (code, partial) = if absent {
            (Code::Absent, false)
        } else if self.has_kernel(op, kind, right_kind, types.0) {
            (Code::Apply(op, a, b), partial)
        } else {
            let operands = if op.operator().arity() == 1 { vec![a] } else { vec![a, b] };
            self.by_row.push(ByRow { what: What::Apply(op), operands });
            (Code::ByRow(self.by_row.len() as u32 - 1), true)
        };
        let id = self.push(code, ty, partial, hash);
        if self.sharing || !matches!(code, Code::Apply(..)) {
            self.index.insert(key, id);
        }
        Some(id)
    }

    /// Whether an operator on such operands is computed in blocks.
    fn has_kernel(&self, op: Op, left: Kind, right: Kind, ty: u16) -> bool {
        use Op::*;
        match op {
            And | Or | Not => true,
            Add | Sub | Mul | Div | Rem | Neg | Abs | Signum | Min | Max | Float | Lt | Le | Gt | Ge => {
                left.is_number() && right.is_number()
            }
            Eq | Ne if left == Kind::Value => {
                self.table.tolerance == Tolerance::Exact || !self.types[usize::from(ty)].0.has_float()
            }
            Eq | Ne => true,
            _ => false,
        }
    }

    fn is_nonzero(&self, id: NodeId) -> bool {
        matches!(self.nodes[id.index()].code, Code::Number(n) if self.numbers[n as usize].0[0] != 0.0)
    }

    fn result(&mut self, op: Op, types: (u16, u16)) -> Option<u16> {
        if let Some(result) = self.results.get(&(op, types.0, types.1)) {
            return *result;
        }
        let [a, b] = [types.0, types.1].map(|ty| self.types[usize::from(ty)].0.clone());
        let operator = op.operator();
        let operands = if operator.arity() == 1 { vec![a] } else { vec![a, b] };
        let result = (operator.result)(&operands).map(|ty| self.type_place(&ty));
        self.results.insert((op, types.0, types.1), result);
        result
    }

    /// An expression that is evaluated as a whole: what does not mention the item of its sequence is an operand.
    fn template(&mut self, expr: &Expr) -> Option<NodeId> {
        let ty = self.table.scope.type_of(expr)?;
        let mut operands = Vec::new();
        let template = expr.with_children(&mut |child| self.hoist(child, &mut operands));
        let key = (template, operands);
        if let Some(id) = self.by_row_index.get(&key) {
            return Some(*id);
        }
        let ty = self.type_place(&ty);
        let start = mix(mix::TEMPLATE, mix::of(&key.0));
        let hash = key.1.iter().fold(start, |hash, id| mix(hash, self.nodes[id.index()].hash));
        let code = if key.1.iter().all(|id| self.is_present(*id)) {
            self.by_row.push(ByRow { what: What::Expr(key.0.clone()), operands: key.1.clone() });
            Code::ByRow(self.by_row.len() as u32 - 1)
        } else {
            Code::Absent
        };
        let id = self.push(code, ty, true, hash);
        self.by_row_index.insert(key, id);
        Some(id)
    }

    fn hoist(&mut self, expr: &Expr, operands: &mut Vec<NodeId>) -> Expr {
        if !expr.any(&mut |e| *e == Expr::Item)
            && let Some(id) = self.intern(expr)
        {
            operands.push(id);
            return Expr::Param(operands.len() - 1);
        }
        expr.with_children(&mut |child| self.hoist(child, operands))
    }

    fn literal(&mut self, value: &Value, ty: u16, kind: Kind) -> NodeId {
        if let Some(id) = self.literal_index.get(value) {
            return *id;
        }
        let hash = mix(mix::LITERAL, mix::of(value));
        let id = match number(value) {
            Some(x) if kind.is_number() => self.number(value, x, ty, hash),
            _ => {
                self.literals.push((value.clone(), value.fingerprint()));
                self.push(Code::Literal(self.literals.len() as u32 - 1), ty, false, hash)
            }
        };
        self.literal_index.insert(value.clone(), id);
        id
    }

    fn number(&mut self, value: &Value, x: f64, ty: u16, hash: u128) -> NodeId {
        self.numbers.push(Splat([x; PACK]));
        self.constants.push(value.clone());
        self.push(Code::Number(self.numbers.len() as u32 - 1), ty, false, hash)
    }

    fn name(&mut self, ty: &Type, hash: u128) -> NodeId {
        let ty = self.type_place(&ty.erased());
        self.push(Code::Absent, ty, false, hash)
    }

    fn push(&mut self, code: Code, ty: u16, partial: bool, hash: u128) -> NodeId {
        let kind = self.types[usize::from(ty)].1;
        self.nodes.push(Node { code, kind, ty, partial, hash });
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn type_place(&mut self, ty: &Type) -> u16 {
        if let Some(place) = self.type_places.get(ty) {
            return *place;
        }
        let place = self.types.len() as u16;
        self.types.push((ty.clone(), Kind::of(ty)));
        self.type_places.insert(ty.clone(), place);
        place
    }
}
