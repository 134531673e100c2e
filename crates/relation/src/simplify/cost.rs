//! Which of the expressions that mean the same a person would write.

use egg::{CostFunction, Id};

use super::node::{Head, Node, Shells};
use crate::expr::Expr;
use crate::hash::{BASIS, fnv1a};
use crate::literal::show_literal;
use crate::operators::Op;
use crate::value::Value;

/// What there is to read in an expression, in eighths of a node, and what decides between equals.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    score: u64,
    /// Differs between expressions that differ, and depends on nothing else.
    fingerprint: u64,
    lead: Lead,
    shape: Shape,
    /// The operator's place in the list.
    rank: usize,
}

/// What an operand speaks of first: of two operands that may trade places, the one with the lesser lead comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lead {
    /// The higher outcome is the one that the statement is about.
    Outcome(std::cmp::Reverse<usize>),
    Item,
    Param(usize),
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Name,
    /// A name, or its length, its value, its field …
    Measure,
    Not,
    Literal,
    Other,
}

impl PartialEq for Cost {
    fn eq(&self, other: &Cost) -> bool {
        (self.score, self.fingerprint) == (other.score, other.fingerprint)
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Cost) -> Option<std::cmp::Ordering> {
        Some((self.score, self.fingerprint).cmp(&(other.score, other.fingerprint)))
    }
}

/// The reader of an e-graph's expressions.
pub struct Reader<'a> {
    /// The expressions behind the nodes' heads.
    pub shells: &'a Shells,
    /// Literals that the follow-ups have: no surprise.
    pub known: &'a [Value],
}

const NODE: u64 = 8;
/// A literal that nothing explains.
const ODD: u64 = 24;
/// An operator that takes some thought.
const THOUGHT: u64 = 2;
/// The house form has the operands the other way round.
const TURNED: u64 = 3;
/// More than one operand's turn, less than a node.
const UNUSUAL: u64 = 6;

impl CostFunction<Node> for Reader<'_> {
    type Cost = Cost;

    fn cost<C: FnMut(Id) -> Cost>(&mut self, node: &Node, mut costs: C) -> Cost {
        let operands: Vec<Cost> = node.children.iter().map(|id| costs(*id)).collect();
        let (own, shape) = match node.head {
            Head::Apply(op) => operator(op, &operands),
            Head::Shell(number) => self.shell(self.shells.shell(number), &operands),
        };
        let lead = match node.head {
            Head::Shell(number) => lead(self.shells.shell(number)),
            Head::Apply(_) => Lead::Nothing,
        };
        let name = match node.head {
            Head::Apply(op) => format!("{op:?}"),
            Head::Shell(number) => format!("{:?}", self.shells.shell(number)),
        };
        let bytes = operands.iter().flat_map(|operand| operand.fingerprint.to_le_bytes());
        Cost {
            score: operands.iter().fold(own, |sum, operand| sum.saturating_add(operand.score)),
            fingerprint: fnv1a(fnv1a(BASIS, name.bytes()), bytes),
            lead: operands.iter().map(|operand| operand.lead).fold(lead, Lead::min),
            shape,
            rank: if let Head::Apply(op) = node.head { op as usize } else { 0 },
        }
    }
}

impl Reader<'_> {
    fn shell(&self, shell: &Expr, operands: &[Cost]) -> (u64, Shape) {
        match shell {
            Expr::Const(value) => {
                let plain = matches!(value, Value::Int(0..=2) | Value::Bool(_))
                    || value.as_float().is_some_and(|x| [0.0, 1.0, 2.0].contains(&x));
                let short = plain || self.known.contains(value);
                let length = show_literal(value).len() as u64;
                (NODE + if short { 0 } else { ODD + length.min(NODE) }, Shape::Literal)
            }
            Expr::Map(_, body) | Expr::All(_, body) => (NODE * (1 + body.size() as u64), Shape::Other),
            Expr::Field(..) => (NODE, measure(operands)),
            Expr::Make(..) => (NODE, Shape::Other),
            _ => (NODE, Shape::Name),
        }
    }
}

fn lead(shell: &Expr) -> Lead {
    match shell {
        Expr::Out(n) => Lead::Outcome(std::cmp::Reverse(*n)),
        Expr::Item => Lead::Item,
        Expr::Param(n) => Lead::Param(*n),
        _ => Lead::Nothing,
    }
}

fn measure(operands: &[Cost]) -> Shape {
    match operands {
        [one] if matches!(one.shape, Shape::Name | Shape::Measure) => Shape::Measure,
        _ => Shape::Other,
    }
}

/// Whether operands of a comparison, a sum or a product should trade places: the higher outcome comes first, a literal
/// last, and of two that are about inputs the shorter one first.
fn is_turned(a: &Cost, b: &Cost) -> bool {
    let literal = |cost: &Cost| cost.shape == Shape::Literal;
    let outcome = |cost: &Cost| matches!(cost.lead, Lead::Outcome(_));
    if literal(a) || literal(b) {
        literal(a) && !literal(b)
    } else if outcome(a) || outcome(b) {
        (a.lead, a.score, a.rank) > (b.lead, b.score, b.rank)
    } else {
        (a.score, a.lead, a.rank) > (b.score, b.lead, b.rank)
    }
}

/// Whether conditions should trade places: the shorter one comes first, then the earlier execution's.
fn is_later(a: &Cost, b: &Cost) -> bool {
    let executions = |cost: &Cost| match cost.lead {
        Lead::Outcome(n) => n.0 + 1,
        _ => 0,
    };
    (a.score, executions(a), a.lead, a.rank) > (b.score, executions(b), b.lead, b.rank)
}

fn operator(op: Op, operands: &[Cost]) -> (u64, Shape) {
    let turned = |a: &Cost, b: &Cost| if is_turned(a, b) { TURNED } else { 0 };
    let later = |a: &Cost, b: &Cost| if is_later(a, b) { TURNED } else { 0 };
    match (op, operands) {
        (Op::Unwrap, _) => (1, measure(operands)),
        (Op::Len | Op::Chars | Op::Sum | Op::First | Op::Last | Op::At, _) => (NODE, measure(operands)),
        // `!y0 || !y1` rather than `!(y0 && y1)`
        (Op::Not, [a]) if a.shape == Shape::Other => (NODE + 2 * UNUSUAL, Shape::Not),
        (Op::Not, _) => (NODE, Shape::Not),
        (Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge, [a, b]) => {
            let bare = match a.shape {
                Shape::Name | Shape::Measure => 0,
                _ => 1,
            };
            let order = u64::from(op != Op::Eq);
            (NODE + turned(a, b) + bare + order, Shape::Other)
        }
        // An implication has its condition first.
        (Op::Or, [a, b]) => {
            let turned = match (a.shape == Shape::Not, b.shape == Shape::Not) {
                (false, true) => UNUSUAL,
                (true, false) => 0,
                _ => later(a, b),
            };
            (NODE + turned, Shape::Other)
        }
        (Op::And, [a, b]) => (NODE + later(a, b), Shape::Other),
        (Op::Add | Op::Mul | Op::Min | Op::Max, [a, b]) => {
            let thought = if b.shape == Shape::Literal { 0 } else { THOUGHT };
            (NODE + thought + turned(a, b), Shape::Other)
        }
        (Op::Sub, [a, b]) => {
            let thought = if b.shape == Shape::Literal { 0 } else { THOUGHT };
            // `y1 + y0 == 9` rather than `y1 == 9 - y0`
            let away = matches!(b.lead, Lead::Outcome(_)) && !matches!(a.lead, Lead::Outcome(_));
            (NODE + thought + if away { TURNED } else { 0 }, Shape::Other)
        }
        (Op::ConcatStr | Op::ConcatSeq, _) => (2 * NODE + UNUSUAL, Shape::Other),
        (Op::Abs | Op::Div | Op::Rem, _) => (NODE + UNUSUAL, Shape::Other),
        _ => (NODE, Shape::Other),
    }
}
