//! Crossover and the three variations (GenMorph §6.1.2), and those of guards.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::grammar::Grammar;
use super::preset::Preset;
use super::tree::{Symbol, Tree};
use morph_relation::{FloatType, Value};

/// An output relation under a guard: a conjunction of simple conditions, by their numbers, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Individual {
    /// The output relation.
    pub tree: Tree,
    /// The guard.
    pub guard: Vec<usize>,
}

/// How individuals are varied.
pub struct Variation<'a> {
    /// The trees.
    pub grammar: &'a Grammar,
    /// The parameters.
    pub preset: &'a Preset,
    /// How many simple conditions guards are made of.
    pub conditions: usize,
}

/// Points of exchange tried until two trees fit.
const TRIES: usize = 6;

impl Variation<'_> {
    /// Two children of two parents.
    pub fn children(&self, a: &Individual, b: &Individual, rng: &mut ChaCha8Rng) -> [Individual; 2] {
        let mut children = [a.clone(), b.clone()];
        if rng.random_bool(self.preset.crossover) {
            if let Some([left, right]) = crossover(&a.tree, &b.tree, rng) {
                children[0].tree = left;
                children[1].tree = right;
            }
            if rng.random_bool(0.5) {
                let [left, right] = &mut children;
                std::mem::swap(&mut left.guard, &mut right.guard);
            }
        }
        for child in &mut children {
            if rng.random_bool(self.preset.variation) {
                child.tree = self.varied(&child.tree, rng);
            }
            if self.preset.conditions > 0 && rng.random_bool(GUARD_VARIED) {
                self.vary_guard(&mut child.guard, rng);
            }
        }
        children
    }

    fn varied(&self, tree: &Tree, rng: &mut ChaCha8Rng) -> Tree {
        let changed = match rng.random_range(0..3) {
            0 => self.node(tree, rng),
            1 => self.subtree(tree, rng),
            _ => self.constant(tree, rng),
        };
        changed.unwrap_or_else(|| self.node(tree, rng).unwrap_or_else(|| tree.clone()))
    }

    /// A leaf is replaced by another, or an operator by one for the same operands.
    fn node(&self, tree: &Tree, rng: &mut ChaCha8Rng) -> Option<Tree> {
        let at = rng.random_range(0..tree.size());
        let gene = &tree.0[at];
        let mut changed = tree.clone();
        match gene.symbol {
            Symbol::Op(op) => {
                let mut operands = Vec::new();
                let mut next = at + 1;
                while next < tree.end(at) {
                    operands.push(tree.0[next].ty);
                    next = tree.end(next);
                }
                let others = self.grammar.alternatives(gene.ty, op, &operands);
                let other = others.get(rng.random_range(0..others.len().max(1)))?;
                changed.0[at].symbol = Symbol::Op(*other);
            }
            _ => changed.0[at] = self.grammar.terminal(gene.ty, rng),
        }
        Some(changed)
    }

    /// A subtree is replaced by a random one.
    fn subtree(&self, tree: &Tree, rng: &mut ChaCha8Rng) -> Option<Tree> {
        let at = rng.random_range(0..tree.size());
        let size = tree.subtree(at).len();
        let most = (self.preset.size + size).saturating_sub(tree.size()).max(1);
        let mut genes = Vec::new();
        self.grammar.grow(tree.0[at].ty, rng.random_range(1..=most), &mut genes, rng);
        Some(tree.with(at, &genes))
    }

    /// A numeric constant becomes a little larger or smaller.
    fn constant(&self, tree: &Tree, rng: &mut ChaCha8Rng) -> Option<Tree> {
        let number = |at: &usize| {
            matches!(tree.0[*at].symbol, Symbol::Const(Value::Int(_) | Value::F32(_) | Value::F64(_)))
        };
        let places: Vec<usize> = (0..tree.size()).filter(number).collect();
        let at = *places.get(rng.random_range(0..places.len().max(1)))?;
        let up = rng.random_bool(0.5);
        let mut changed = tree.clone();
        if let Symbol::Const(value) = &mut changed.0[at].symbol {
            let step = if up { self.preset.step } else { -self.preset.step };
            *value = match &*value {
                Value::Int(n) => Value::Int(n.checked_add(if up { 1 } else { -1 })?),
                Value::F32(x) => Value::float(FloatType::F32, f64::from(*x) + step),
                Value::F64(x) => Value::F64(*x + step),
                other => other.clone(),
            };
        }
        Some(changed)
    }

    /// A condition is added, taken away or replaced.
    fn vary_guard(&self, guard: &mut Vec<usize>, rng: &mut ChaCha8Rng) {
        if self.conditions == 0 {
            return;
        }
        let full = guard.len() >= self.preset.conditions;
        if !guard.is_empty() && (full || rng.random_bool(0.5)) {
            guard.remove(rng.random_range(0..guard.len()));
        }
        if !full && rng.random_bool(0.5) {
            guard.push(rng.random_range(0..self.conditions));
            guard.sort_unstable();
            guard.dedup();
        }
    }
}

/// Probability that a child's guard is varied.
const GUARD_VARIED: f64 = 0.15;

/// Subtrees of one type trade places.
fn crossover(a: &Tree, b: &Tree, rng: &mut ChaCha8Rng) -> Option<[Tree; 2]> {
    for _ in 0..TRIES {
        let at = rng.random_range(0..a.size());
        let fitting: Vec<usize> = (0..b.size()).filter(|i| b.0[*i].ty == a.0[at].ty).collect();
        if let Some(other) = fitting.get(rng.random_range(0..fitting.len().max(1))) {
            return Some([a.with(at, b.subtree(*other)), b.with(*other, a.subtree(at))]);
        }
    }
    None
}
