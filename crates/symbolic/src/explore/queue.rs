//! Branches whose other sides are still to be tried.

use std::collections::BTreeMap;
use std::rc::Rc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::super::solve::Decision;
use super::super::term::Assignment;
use super::tree::Node;
use morph_relation::Value;

/// In which order branches are negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Those that lead to what no input has reached first, and then what is nearer to the beginning.
    SitesFirst,
    /// By chance, as dynamic symbolic execution is usually described.
    Random,
}

/// Where an execution went.
#[derive(Debug)]
pub struct Trail {
    /// Its branches.
    pub decisions: Vec<Decision>,
    /// By branch: whether what is known of its input decides it so. What is not modelled is not known.
    pub met: Vec<bool>,
    /// What the variables were.
    pub hint: Assignment,
    /// Its input.
    pub input: Vec<Value>,
}

/// A branch of an execution.
#[derive(Clone, Debug)]
pub struct Work {
    /// Where it is in the tree.
    pub node: Node,
    /// Which it is of the execution's branches.
    pub index: usize,
    /// The execution.
    pub trail: Rc<Trail>,
    /// The target that the other side leads to at once.
    pub target: Option<usize>,
    /// The last target that the execution passed before, or here.
    pub near: Option<usize>,
    /// Whether the other side panics.
    pub panics: bool,
}

/// A kind of branch, among which the tries are spread: where it is, where it leads to, whether that is a panic.
type Group = (Option<usize>, Option<usize>, bool);

impl Work {
    fn group(&self) -> Group {
        (self.near, self.target, self.panics)
    }
}

/// What is tried first: what leads to a target that no input passes, what was tried less often, what ends in no panic,
/// what is nearer to the beginning, what was found earlier.
type Rank = (bool, usize, bool, usize, usize);

/// Branches in the order in which they are tried.
#[derive(Debug)]
pub struct Queue {
    order: Order,
    waiting: BTreeMap<Rank, Work>,
    tries: BTreeMap<Group, usize>,
    pushed: usize,
}

impl Queue {
    /// Nothing is waiting.
    pub fn new(order: Order) -> Queue {
        Queue { order, waiting: BTreeMap::new(), tries: BTreeMap::new(), pushed: 0 }
    }

    /// Whether nothing is waiting.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Adds a branch.
    pub fn push(&mut self, work: Work) {
        self.pushed += 1;
        // Ranks grow only; what has one that is too low is ranked again when its turn comes.
        self.waiting.insert((false, 0, work.panics, work.index, self.pushed), work);
    }

    /// Takes the branch whose turn it is. `covered` has something for each target that an input passes.
    pub fn pop<T>(&mut self, covered: &[Option<T>], rng: &mut ChaCha8Rng) -> Option<Work> {
        if self.order == Order::Random {
            let count = self.waiting.len();
            let rank = *self.waiting.keys().nth(rng.random_range(0..count.max(1)))?;
            return self.waiting.remove(&rank);
        }
        loop {
            let (rank, work) = self.waiting.pop_first()?;
            let leads = work.target.is_some_and(|target| covered[target].is_none());
            let tries = self.tries.get(&work.group()).copied().unwrap_or(0);
            let now = (!leads, tries, work.panics, work.index, rank.4);
            if now > rank {
                self.waiting.insert(now, work);
                continue;
            }
            *self.tries.entry(work.group()).or_default() += 1;
            return Some(work);
        }
    }
}
