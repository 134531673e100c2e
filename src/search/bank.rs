//! The terms of output relations, each with its values on every group; terms that no group tells apart are kept once.
//!
//! The grammar is narrow on purpose: outcomes, what is measured of them, what is done to them, and sums and products
//! of these with parameters and literals. A relation that is too long to read is not worth its kills.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::Task;
use morph_relation::{Expr, IntType, Op, Scope, Tolerance, Type, Value};
use morph_traces::Groups;

/// What a term is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `y1`, `y1.unwrap()`
    Outcome,
    /// `y1.len()`, `a.len()`
    Measure,
    /// `-y1`, `y1.sorted()`, and what the transformation did to the input done to the outcome.
    Transform,
    /// `a`
    Param,
    /// `2`
    Literal,
    /// `y0 + a`
    Compound,
}

/// A term and its values. Most terms are of no use to any relation that holds on the correct groups, so that those on
/// incorrect ones are computed on demand.
pub struct Term<'a> {
    /// The term.
    pub expr: Expr,
    /// What it is made of.
    pub kind: Kind,
    /// Its size, for ordering.
    pub size: usize,
    /// Which outcomes it mentions, as bits.
    pub outcomes: u32,
    groups: &'a Groups,
    operands: Option<[Rc<Term<'a>>; 2]>,
    correct: Column,
    incorrect: OnceCell<Column>,
}

/// Values of a term, by group.
struct Column {
    values: Vec<Option<Value>>,
    /// Their fingerprints; 0 where there is no value.
    prints: Vec<u64>,
}

impl Column {
    fn new(values: Vec<Option<Value>>) -> Column {
        let print = |value: &Option<Value>| value.as_ref().map_or(0, |value| value.fingerprint() | 1);
        Column { prints: values.iter().map(print).collect(), values }
    }
}

impl Term<'_> {
    /// Its value on a group: correct groups first, then incorrect ones.
    pub fn value(&self, row: usize) -> Option<&Value> {
        let (column, row) = self.place(row);
        column.values[row].as_ref()
    }

    /// The fingerprint of that; 0 where there is no value.
    pub fn print(&self, row: usize) -> u64 {
        let (column, row) = self.place(row);
        column.prints[row]
    }

    fn place(&self, row: usize) -> (&Column, usize) {
        match row.checked_sub(self.correct.values.len()) {
            None => (&self.correct, row),
            Some(row) => (self.incorrect(), row),
        }
    }

    fn incorrect(&self) -> &Column {
        self.incorrect.get_or_init(|| {
            Column::new(match (&self.expr, &self.operands) {
                (Expr::Apply(op, _), Some([left, right])) => {
                    applied(*op, &left.incorrect().values, &right.incorrect().values)
                }
                _ => {
                    let groups = self.groups.incorrect.iter();
                    groups.map(|group| self.expr.eval(group.env(), Tolerance::Exact)).collect()
                }
            })
        })
    }

    /// Whether no group tells it from another one that has the same values on correct ones.
    fn is_like(&self, other: &Term<'_>) -> bool {
        self.incorrect().prints == other.incorrect().prints
    }
}

/// An operator's results, by group.
fn applied(op: Op, left: &[Option<Value>], right: &[Option<Value>]) -> Vec<Option<Value>> {
    let operator = op.operator();
    let apply = |(left, right): (&Option<Value>, &Option<Value>)| {
        (operator.apply)(&[left.clone()?, right.clone()?], Tolerance::Exact)
    };
    left.iter().zip(right).map(apply).collect()
}

/// The terms of a search, by erased type, in the order in which they were made.
pub struct Bank<'a> {
    task: &'a Task<'a>,
    /// The terms.
    pub terms: BTreeMap<Type, Vec<Rc<Term<'a>>>>,
    /// The places of terms by their values on the correct groups.
    seen: HashMap<(Type, u64), Vec<usize>>,
    /// Evaluations that are left.
    pub left: u64,
    /// How much more long values may be made of.
    room: u64,
    /// Whether some were missing.
    pub short: bool,
}

/// Values of a larger size are long: together they are made of so many at most, which is some tens of megabytes.
const LONG: usize = 16;
const ROOM: u64 = 2_000_000;

/// Structs with more fields are treated as a whole.
const MOST_LEAVES: usize = 24;

const MEASURES: &[Op] = &[Op::Len, Op::Chars, Op::Sum, Op::IsEmpty, Op::IsSome, Op::IsOk];

const TRANSFORMS: &[Op] = &[
    Op::Neg,
    Op::Abs,
    Op::Not,
    Op::RevSeq,
    Op::RevStr,
    Op::Sorted,
    Op::Upper,
    Op::Lower,
    Op::Trim,
    Op::Some,
    Op::Ok,
    Op::Reverse,
];

impl<'a> Bank<'a> {
    /// The terms of a task.
    pub fn fill(task: &'a Task<'a>) -> Bank<'a> {
        let mut bank = Bank {
            task,
            terms: BTreeMap::new(),
            seen: HashMap::new(),
            left: task.evaluations,
            room: ROOM,
            short: false,
        };
        let outcomes: Vec<Expr> = (0..=task.transformation.followups.len()).map(Expr::Out).collect();
        let params: Vec<Expr> = (0..task.subject.params.len()).map(Expr::Param).collect();
        let outcomes = with_parts(task.scope, outcomes);
        let params = with_parts(task.scope, params);
        for out in &outcomes {
            bank.leaf(out.clone(), Kind::Outcome);
            bank.leaf(Expr::unary(Op::Unwrap, out.clone()), Kind::Outcome);
        }
        for param in &params {
            bank.leaf(param.clone(), Kind::Param);
        }
        for leaf in outcomes.iter().chain(&params) {
            for op in MEASURES {
                bank.leaf(Expr::unary(*op, leaf.clone()), Kind::Measure);
            }
        }
        for leaf in &outcomes {
            for op in TRANSFORMS {
                bank.leaf(Expr::unary(*op, leaf.clone()), Kind::Transform);
            }
        }
        for op in [Op::Some, Op::Ok] {
            params.iter().for_each(|param| bank.leaf(Expr::unary(op, param.clone()), Kind::Param));
        }
        bank.pass_through();
        bank.literals();
        // Of what another function returns nothing is said that takes one.
        if task.transformation.followups.iter().all(|followup| followup.function.is_none()) {
            bank.compounds();
        }
        bank
    }

    /// What was done to an input, done to the outcome: shifts, scales and flips that pass through.
    fn pass_through(&mut self) {
        let task = self.task;
        for arg in task.transformation.followups.iter().flat_map(|f| &f.args) {
            for i in 0..task.subject.params.len() {
                let param = Expr::Param(i);
                if *arg != param && arg.any(&mut |e| *e == param) {
                    self.leaf(replace(arg, &param, &Expr::Out(0)), Kind::Transform);
                }
            }
        }
    }

    fn literals(&mut self) {
        let mut types: Vec<Type> = self.terms.keys().cloned().collect();
        types.push(Type::Int(IntType::I128));
        types.dedup();
        for ty in types {
            let number = |x: f64| match &ty {
                Type::Int(_) => Some(Value::Int(x as i128)),
                Type::Float(kind) => Some(Value::float(*kind, x)),
                _ => None,
            };
            let scalar = matches!(ty, Type::Int(_) | Type::Float(_) | Type::String | Type::Bool);
            let mut values: Vec<Value> = [0.0, 1.0, 2.0].into_iter().filter_map(number).collect();
            // Constants of the transformation and of the function.
            let mut more = Vec::new();
            for arg in self.task.transformation.followups.iter().flat_map(|f| &f.args) {
                arg.any(&mut |e| {
                    if let Expr::Const(value) = e {
                        more.push(value.clone());
                    }
                    false
                });
            }
            more.extend(self.task.constants.iter().cloned());
            for value in more {
                let fits =
                    scalar && self.task.scope.type_of(&Expr::Const(value.clone())).as_ref() == Some(&ty);
                if fits && values.len() < 7 && !values.contains(&value) {
                    values.push(value);
                }
            }
            values.into_iter().for_each(|value| self.leaf(Expr::Const(value), Kind::Literal));
        }
    }

    /// One operation on an outcome or a measure and anything plain, or on two plain ones.
    fn compounds(&mut self) {
        let plain: Vec<(Type, usize)> = self
            .terms
            .iter()
            .flat_map(|(ty, terms)| (0..terms.len()).map(move |i| (ty.clone(), i)))
            .filter(|(ty, i)| self.terms[ty][*i].kind != Kind::Transform)
            .collect();
        for op in [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Min, Op::Max, Op::ConcatStr, Op::ConcatSeq] {
            for (a, left) in &plain {
                for (b, right) in &plain {
                    if sensible(op, &self.terms[a][*left], &self.terms[b][*right], a == b && left > right) {
                        self.apply(op, (a, *left), (b, *right));
                    }
                }
            }
        }
    }

    fn leaf(&mut self, expr: Expr, kind: Kind) {
        if self.task.scope.type_of(&expr).is_none() {
            return;
        }
        let values_of = |expr: &Expr| -> Vec<Option<Value>> {
            let groups = self.task.groups.correct.iter();
            groups.map(|group| expr.eval(group.env(), Tolerance::Exact)).collect()
        };
        let values = values_of(&expr);
        let operands: Vec<Vec<Option<Value>>> = match &expr {
            Expr::Apply(_, args) if kind == Kind::Transform => args.iter().map(values_of).collect(),
            _ => Vec::new(),
        };
        if operands.iter().all(|operand| changes(&values, operand)) {
            self.add(expr, kind, values, None);
        }
    }

    /// Applies an operator to two terms of the bank, where its type and the budget allow.
    fn apply(&mut self, op: Op, (a, left): (&Type, usize), (b, right): (&Type, usize)) {
        if (op.operator().result)(&[a.clone(), b.clone()]).is_none() {
            return;
        }
        let rows = self.task.groups.correct.len() + self.task.groups.incorrect.len();
        if self.left < rows as u64 {
            self.short = true;
            return;
        }
        self.left -= rows as u64;
        let operands = [Rc::clone(&self.terms[a][left]), Rc::clone(&self.terms[b][right])];
        let [left, right] = &operands;
        let values = applied(op, &left.correct.values, &right.correct.values);
        if !changes(&values, &left.correct.values) || !changes(&values, &right.correct.values) {
            return;
        }
        let long = values.iter().flatten().map(Value::size).filter(|size| *size > LONG).sum::<usize>();
        // On incorrect groups, they are as long.
        let long = long as u64 * rows as u64 / self.task.groups.correct.len().max(1) as u64;
        if self.room < long {
            self.short = true;
            return;
        }
        self.room -= long;
        let expr = Expr::binary(op, left.expr.clone(), right.expr.clone());
        self.add(expr, Kind::Compound, values, Some(operands));
    }

    /// Adds a term with these values on the correct groups, unless there is one like it.
    fn add(
        &mut self,
        expr: Expr,
        kind: Kind,
        values: Vec<Option<Value>>,
        operands: Option<[Rc<Term<'a>>; 2]>,
    ) {
        let Some(ty) = self.task.scope.type_of(&expr) else { return };
        // A term that hardly ever has a value says nothing.
        if values.iter().filter(|v| v.is_some()).count() * 5 < values.len() {
            return;
        }
        let mut outcomes = 0;
        expr.any(&mut |e| {
            if let Expr::Out(n) = e {
                outcomes |= 1 << n;
            }
            false
        });
        let size = expr.size();
        let (groups, correct) = (self.task.groups, Column::new(values));
        let known = (ty.clone(), combine(correct.prints.iter().copied()));
        let incorrect = OnceCell::new();
        let term = Term { expr, kind, size, outcomes, groups, operands, correct, incorrect };
        let terms = self.terms.entry(ty).or_default();
        let alike = self.seen.entry(known).or_default();
        if alike.iter().all(|place| !term.is_like(&terms[*place])) {
            alike.push(terms.len());
            terms.push(Rc::new(term));
        }
    }
}

/// Whether an operation makes a difference to an operand on some correct group: `y1.abs()` of what is never negative, or
/// `y0.max(1)` of what is never larger, only says `y1`, or `1`, in a roundabout way.
fn changes(values: &[Option<Value>], operand: &[Option<Value>]) -> bool {
    let same = |(a, b): (&Option<Value>, &Option<Value>)| match (a, b) {
        (Some(a), Some(b)) => a.same(b, Tolerance::Exact),
        (a, b) => a.is_none() && b.is_none(),
    };
    !values.iter().zip(operand).all(same)
}

/// Whether an operation on two terms is worth trying. `behind`: the same two were tried the other way round.
fn sensible(op: Op, left: &Term<'_>, right: &Term<'_>, behind: bool) -> bool {
    use Kind::{Literal, Measure, Outcome, Param};
    let (l, r) = (left.kind, right.kind);
    let commutes = matches!(op, Op::Add | Op::Mul | Op::Min | Op::Max);
    let varies = |kind: Kind| matches!(kind, Outcome | Measure);
    if l == Literal || (commutes && behind && r != Literal) || unit(op, &right.expr) {
        return false;
    }
    match op {
        // What the outcome is divided by is known beforehand.
        Op::Div => varies(l) && left.outcomes != 0 && matches!(r, Param | Literal),
        Op::Min | Op::Max => left.outcomes != right.outcomes && left.expr != right.expr,
        Op::ConcatStr | Op::ConcatSeq => r != Literal || left.outcomes != 0,
        _ => left.expr != right.expr || l == Param,
    }
}

/// Operations that do nothing with this right operand.
fn unit(op: Op, right: &Expr) -> bool {
    let Expr::Const(value) = right else { return false };
    let is = |n: i128| *value == Value::Int(n) || value.as_float() == Some(n as f64);
    match op {
        Op::Add | Op::Sub => is(0),
        Op::Mul | Op::Div => is(1) || is(0),
        _ => false,
    }
}

/// The expressions and the fields and parts of those that are structs or tuples.
pub fn with_parts(scope: &Scope, whole: Vec<Expr>) -> Vec<Expr> {
    let mut all = whole;
    let mut next = 0;
    while let Some(expr) = all.get(next).cloned() {
        next += 1;
        let Some(ty) = scope.type_of(&expr).filter(|_| all.len() < MOST_LEAVES) else {
            continue;
        };
        if !matches!(&ty, Type::Adt(adt) if !adt.is_transparent()) {
            all.extend((0..).map_while(|i| Expr::field(expr.clone(), &ty, i)));
        }
    }
    all
}

fn replace(expr: &Expr, from: &Expr, to: &Expr) -> Expr {
    if expr == from { to.clone() } else { expr.with_children(&mut |child| replace(child, from, to)) }
}

/// One hash of many.
pub fn combine(prints: impl Iterator<Item = u64>) -> u64 {
    prints.fold(0xcbf2_9ce4_8422_2325, |hash, print| {
        (hash.rotate_left(5) ^ print).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
