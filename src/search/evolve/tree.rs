//! Output relations as the evolution holds them: symbols in prefix order.

use morph_columns::{Arena, NodeId};
use morph_relation::{Expr, Op, Value};

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A leaf of the table, by its number.
    Leaf(usize),
    /// A literal.
    Const(Value),
    /// An operator; its operands follow.
    Op(Op),
}

/// A symbol and the type of the tree that begins with it, by its place in the grammar.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gene {
    /// The symbol.
    pub symbol: Symbol,
    /// The type.
    pub ty: usize,
}

/// A tree in prefix order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree(pub Vec<Gene>);

impl Gene {
    fn arity(&self) -> usize {
        match self.symbol {
            Symbol::Op(op) => op.operator().arity(),
            _ => 0,
        }
    }
}

impl Tree {
    /// How many nodes it has.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Where the subtree that begins at `start` ends.
    pub fn end(&self, start: usize) -> usize {
        let (mut open, mut at) = (1, start);
        while open > 0 {
            open += self.0[at].arity();
            open -= 1;
            at += 1;
        }
        at
    }

    /// The tree with the subtree at `start` replaced.
    pub fn with(&self, start: usize, subtree: &[Gene]) -> Tree {
        let mut genes = self.0.clone();
        genes.splice(start..self.end(start), subtree.iter().cloned());
        Tree(genes)
    }

    /// The subtree at `start`.
    pub fn subtree(&self, start: usize) -> &[Gene] {
        &self.0[start..self.end(start)]
    }

    /// The tree as an expression over the leaves.
    pub fn to_expr(&self, leaves: &[Expr]) -> Expr {
        self.fold(&mut |symbol, operands| {
            Some(match symbol {
                Symbol::Leaf(leaf) => leaves[*leaf].clone(),
                Symbol::Const(value) => Expr::Const(value.clone()),
                Symbol::Op(op) => Expr::Apply(*op, operands),
            })
        })
        .expect("every symbol has an expression")
    }

    /// The tree's node in an arena; `None` where it has no type there.
    pub fn add_to(&self, arena: &mut Arena<'_>) -> Option<NodeId> {
        self.fold(&mut |symbol, operands: Vec<NodeId>| match symbol {
            Symbol::Leaf(leaf) => Some(arena.leaf(*leaf)),
            Symbol::Const(value) => arena.constant(value),
            Symbol::Op(op) => arena.apply(*op, &operands),
        })
    }

    /// Combines from the leaves up.
    fn fold<T>(&self, combine: &mut dyn FnMut(&Symbol, Vec<T>) -> Option<T>) -> Option<T> {
        let mut done: Vec<T> = Vec::new();
        for gene in self.0.iter().rev() {
            let operands = (0..gene.arity()).filter_map(|_| done.pop()).collect();
            done.push(combine(&gene.symbol, operands)?);
        }
        done.pop()
    }
}
