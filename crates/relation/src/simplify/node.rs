//! Expressions as nodes of an e-graph.

use std::collections::HashMap;

use egg::{Id, Language};

use crate::expr::Expr;
use crate::operators::Op;

/// The kind of a node, without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Head {
    /// An operator.
    Apply(Op),
    /// Anything else: a number in [`Shells`].
    Shell(u32),
}

/// A node of the e-graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node {
    /// What it is.
    pub head: Head,
    /// Its operands.
    pub children: Vec<Id>,
}

impl Language for Node {
    type Discriminant = Head;

    fn discriminant(&self) -> Head {
        self.head
    }

    fn matches(&self, other: &Node) -> bool {
        self.head == other.head && self.children.len() == other.children.len()
    }

    fn children(&self) -> &[Id] {
        &self.children
    }

    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.children
    }
}

/// The expressions that are no operators, numbered: names, literals, fields …, with [`Expr::yes`] for their operands.
///
/// The body of a map is no operand: its element means something else than that of another map.
#[derive(Clone, Debug, Default)]
pub struct Shells {
    all: Vec<Expr>,
    numbers: HashMap<Expr, u32>,
}

impl Shells {
    /// An expression's head, and its operands.
    pub fn split<'e>(&mut self, expr: &'e Expr) -> (Head, Vec<&'e Expr>) {
        let blank = || Box::new(Expr::yes());
        let (shell, operands) = match expr {
            Expr::Apply(op, args) => return (Head::Apply(*op), args.iter().collect()),
            Expr::Map(seq, body) => (Expr::Map(blank(), body.clone()), vec![&**seq]),
            Expr::All(seq, body) => (Expr::All(blank(), body.clone()), vec![&**seq]),
            Expr::Field(of, index, name) => (Expr::Field(blank(), *index, name.clone()), vec![&**of]),
            Expr::Make(ty, variant, parts) => {
                (Expr::Make(ty.clone(), *variant, Vec::new()), parts.iter().collect())
            }
            leaf => (leaf.clone(), Vec::new()),
        };
        (self.number(shell), operands)
    }

    /// The head of what has no operands, or has them left blank.
    pub fn number(&mut self, shell: Expr) -> Head {
        if let Some(number) = self.numbers.get(&shell) {
            return Head::Shell(*number);
        }
        let number = u32::try_from(self.all.len()).expect("an expression has fewer nodes");
        self.all.push(shell.clone());
        self.numbers.insert(shell, number);
        Head::Shell(number)
    }

    /// The expression behind a number.
    pub fn shell(&self, number: u32) -> &Expr {
        &self.all[number as usize]
    }

    /// The expression of a head and its operands.
    pub fn join(&self, head: Head, mut operands: Vec<Expr>) -> Expr {
        let number = match head {
            Head::Apply(op) => return Expr::Apply(op, operands),
            Head::Shell(number) => number,
        };
        match (self.shell(number), operands.len()) {
            (Expr::Map(_, body), 1) => Expr::Map(Box::new(operands.remove(0)), body.clone()),
            (Expr::All(_, body), 1) => Expr::All(Box::new(operands.remove(0)), body.clone()),
            (Expr::Field(_, index, name), 1) => {
                Expr::Field(Box::new(operands.remove(0)), *index, name.clone())
            }
            (Expr::Make(ty, variant, _), _) => Expr::Make(ty.clone(), *variant, operands),
            (leaf, _) => leaf.clone(),
        }
    }
}
