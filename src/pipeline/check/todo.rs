//! What is to be checked.

use std::collections::{BTreeMap, BTreeSet};

use crate::suite::{Suite, SuiteRelation};

/// A relation to check, and the hash of that check.
pub struct Todo<'a> {
    /// The relation.
    pub relation: &'a SuiteRelation,
    /// The hash of that check.
    pub state: String,
}

/// The relations of a suite, by what is to be done with them.
#[derive(Default)]
pub struct Sorted<'a> {
    /// By function: the relations to check.
    pub todo: BTreeMap<&'a str, Vec<Todo<'a>>>,
    /// The hashes of all checks, due or not.
    pub current: BTreeSet<String>,
    /// By function: how many relations need no check, since nothing that they rest on has changed.
    pub unchanged: BTreeMap<&'a str, usize>,
}

impl<'a> Todo<'a> {
    /// Sorts the relations of a suite. `look` gives the hash of a relation's check and whether it is due, which is not said
    /// of relations that are not selected; of functions that are gone it gives nothing.
    pub fn sort(
        suite: &'a Suite,
        look: impl Fn(&SuiteRelation) -> Option<(String, Option<bool>)>,
    ) -> Sorted<'a> {
        let mut sorted = Sorted::default();
        for relation in suite.relations.iter().chain(&suite.untested) {
            let Some((state, is_due)) = look(relation) else { continue };
            sorted.current.insert(state.clone());
            match is_due {
                Some(true) => {
                    sorted.todo.entry(&relation.subject).or_default().push(Todo { relation, state })
                }
                Some(false) => *sorted.unchanged.entry(&relation.subject).or_default() += 1,
                None => {}
            }
        }
        sorted
    }
}
