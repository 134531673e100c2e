//! The tree of the decisions that executions took.

use std::collections::HashMap;

use super::super::term::TermId;

/// A place in the tree: what was decided on the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Node(u32);

/// Decisions that were taken, or tried to be. The first place is where nothing is decided.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    next: HashMap<(Node, TermId, bool), Node>,
}

impl Tree {
    /// The place behind a decision; whether it is new.
    pub fn enter(&mut self, from: Node, condition: TermId, taken: bool) -> (Node, bool) {
        let fresh = Node(self.next.len() as u32 + 1);
        let node = *self.next.entry((from, condition, taken)).or_insert(fresh);
        (node, node == fresh)
    }

    /// Whether a decision was taken or tried before.
    pub fn knows(&self, from: Node, condition: TermId, taken: bool) -> bool {
        self.next.contains_key(&(from, condition, taken))
    }
}
