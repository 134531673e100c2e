//! Expressions as a person would write them, by equality saturation (Willsey et al., egg, POPL 2021).
//!
//! Two expressions are taken for one only where they have the same value on *every* group, or both have none: so a
//! relation and its simplified form have the same verdict on every group, and the form may be chosen freely. Where an
//! integer may overflow `i128`, or an element be missing, `y0 - y0` is therefore no `0`; what is known of types
//! (`facts.rs`) tells where that cannot happen, and mostly it cannot. Floats are equal where they are bit by bit, so
//! that what is done to them afterwards does not matter.

mod consequence;
mod cost;
mod facts;
mod node;
mod rewrite;
mod rules;
mod snap;
#[cfg(test)]
mod tests;
mod trivial;

pub use consequence::{Stated, follows, follows_from};
pub use snap::snapped;

use std::collections::HashMap;
use std::time::Duration;

use egg::{Extractor, RecExpr, Rewrite, Runner, SimpleScheduler};

use super::expr::{Expr, Scope};
use super::operators::Op;
use super::relation::Relation;
use super::signature::Signature;
use super::tolerance::Tolerance;
use super::types::Type;
use super::value::Value;
use cost::Reader;
use facts::{Graph, Meaning};
use node::Node;
use rewrite::{REWRITES, add};

/// An e-graph does not grow larger; what is found by then counts.
const NODES: usize = 300;
/// Nor are all rules applied more often to one.
const ITERATIONS: usize = 6;
/// How often a simplified expression is simplified again.
const ROUNDS: usize = 3;

/// What simplifies a subject's relations, of which many have a guard or an output relation in common: each is simplified
/// once.
#[derive(Default)]
pub struct Simplifier {
    done: HashMap<Question, Expr>,
}

/// All that the simplest form of an expression depends on, beside the subject: the types of the outcomes, the tolerance
/// as it is written, known literals.
#[derive(PartialEq, Eq, Hash)]
struct Question {
    expr: Expr,
    outs: Vec<Type>,
    tolerance: String,
    known: Vec<Value>,
}

impl Simplifier {
    /// The same relation with its guard and its output relation as a person would write them; `outs` are the types of
    /// `y0`, `y1`, …
    ///
    /// It has the same verdict on every group.
    pub fn simplified(&mut self, relation: &Relation, subject: &Signature, outs: &[Type]) -> Relation {
        let scope = Scope { params: subject.params.clone(), outs: outs.to_vec(), item: None };
        let mut known = Vec::new();
        for arg in relation.followups.iter().flat_map(|followup| &followup.args) {
            arg.any(&mut |e| {
                known.extend(if let Expr::Const(value) = e { Some(value.clone()) } else { None });
                false
            });
        }
        let mut simplest = |expr: &Expr, tolerance: Tolerance| {
            let question = Question {
                expr: expr.clone(),
                outs: outs.to_vec(),
                tolerance: tolerance.to_string(),
                known: known.clone(),
            };
            self.done.entry(question).or_insert_with(|| simplify(expr, &scope, tolerance, &known)).clone()
        };
        let when = simplest(&relation.when, Tolerance::Exact);
        let then = simplest(&where_true(&relation.then, &relation.when), relation.tolerance);
        Relation { when, then, ..relation.clone() }
    }
}

/// The expression where a condition is true: that is no news there, nor that its negation is false.
fn where_true(expr: &Expr, condition: &Expr) -> Expr {
    match (condition, expr) {
        (Expr::Const(_), _) => expr.clone(),
        (Expr::Apply(Op::And, both), _) => {
            both.iter().fold(expr.clone(), |expr, condition| where_true(&expr, condition))
        }
        (Expr::Apply(Op::Not, negated), _) if negated[0] == *expr => Expr::Const(Value::Bool(false)),
        _ if condition == expr => Expr::yes(),
        _ => unequalled(expr.with_children(&mut |child| where_true(child, condition))),
    }
}

/// `x` for `x == true`, and `!x` for `x == false`.
fn unequalled(expr: Expr) -> Expr {
    let Expr::Apply(Op::Eq, sides) = &expr else { return expr };
    match sides.as_slice() {
        [x, Expr::Const(Value::Bool(known))] | [Expr::Const(Value::Bool(known)), x] => {
            if *known {
                x.clone()
            } else {
                Expr::unary(Op::Not, x.clone())
            }
        }
        _ => expr,
    }
}

/// The simplest expression found that has the same value wherever `expr` has one, and none where it has none.
///
/// `known` are literals that are no surprise to the reader. The result depends on nothing else: there is no time limit.
pub fn simplify(expr: &Expr, scope: &Scope, tolerance: Tolerance, known: &[Value]) -> Expr {
    let shells = REWRITES.1.clone();
    let meaning = Meaning { scope: scope.clone(), tolerance, item: None, shells };
    simplest(expr, &meaning, known)
}

fn simplest(expr: &Expr, meaning: &Meaning, known: &[Value]) -> Expr {
    let mut simplest = expr.clone();
    for _ in 0..ROUNDS {
        let simpler = saturated(&with_simple_bodies(&simplest, meaning, known), meaning, known);
        if simpler == simplest {
            break;
        }
        simplest = simpler;
    }
    // What has a type keeps it.
    let same = meaning.scope.type_of(&simplest) == meaning.scope.type_of(expr);
    if same { simplest } else { expr.clone() }
}

/// What maps do to elements is simplified first: an e-graph knows one scope.
fn with_simple_bodies(expr: &Expr, meaning: &Meaning, known: &[Value]) -> Expr {
    let mut inside = |e: &Expr| with_simple_bodies(e, meaning, known);
    let (Expr::Map(seq, body) | Expr::All(seq, body)) = expr else { return expr.with_children(&mut inside) };
    let seq = inside(seq);
    let facts = meaning.of(&seq);
    let Some(item) = facts.ty.as_ref().and_then(Type::item) else { return expr.clone() };
    let body = simplest(body, &meaning.with_item(item.clone(), facts.ints), known);
    match expr {
        Expr::Map(..) if body == Expr::Item => seq,
        Expr::Map(..) => Expr::Map(Box::new(seq), Box::new(body)),
        _ => Expr::All(Box::new(seq), Box::new(body)),
    }
}

fn saturated(expr: &Expr, meaning: &Meaning, known: &[Value]) -> Expr {
    let mut graph = Graph::new(meaning.clone());
    let root = add(expr, &[], &[], &mut graph);
    graph.rebuild();
    let graph = grown(graph, &REWRITES.0, NODES, ITERATIONS);
    let shells = &graph.analysis.shells;
    let extractor = Extractor::new(&graph, Reader { shells, known });
    let (_, best) = extractor.find_best(root);
    rebuilt(&best, shells)
}

/// The e-graph once rules were applied, up to so many nodes, and so often: there is no time limit.
fn grown(graph: Graph, rules: &[Rewrite<Node, Meaning>], nodes: usize, iterations: usize) -> Graph {
    Runner::<Node, Meaning>::new(graph.analysis.clone())
        .with_egraph(graph)
        .with_scheduler(SimpleScheduler)
        .with_node_limit(nodes)
        .with_iter_limit(iterations)
        .with_time_limit(Duration::MAX)
        .run(rules)
        .egraph
}

fn rebuilt(best: &RecExpr<Node>, shells: &node::Shells) -> Expr {
    let mut exprs: Vec<Expr> = Vec::new();
    for node in best {
        let operands = node.children.iter().map(|id| exprs[usize::from(*id)].clone()).collect();
        exprs.push(shells.join(node.head, operands));
    }
    exprs.pop().unwrap_or_else(Expr::yes)
}
