//! The relations of a suite that have to be checked.

use std::collections::{BTreeMap, BTreeSet};

use super::load::{Suite, SuiteRelation};

/// A relation to check.
pub struct Due<'a> {
    /// The relation.
    pub relation: &'a SuiteRelation,
    /// The hash of its check.
    pub check: String,
}

/// The relations of a suite, by whether they have to be checked.
#[derive(Default)]
pub struct Sorted<'a> {
    /// By function: the relations to check.
    pub due: BTreeMap<&'a str, Vec<Due<'a>>>,
    /// The hashes of all checks, due or not.
    pub current: BTreeSet<String>,
    /// By function: how many relations need no check, because nothing that they rest on has changed.
    pub unchanged: BTreeMap<&'a str, usize>,
}

impl<'a> Sorted<'a> {
    /// Sorts the relations of a suite. `look` returns the hash of a relation's check and whether it is due: `None` where
    /// the function does not exist any more, or, for the second, where the relation is not selected.
    pub fn new(
        suite: &'a Suite,
        look: impl Fn(&SuiteRelation) -> Option<(String, Option<bool>)>,
    ) -> Sorted<'a> {
        let mut sorted = Sorted::default();
        for relation in suite.all() {
            let Some((check, is_due)) = look(relation) else { continue };
            sorted.current.insert(check.clone());
            match is_due {
                Some(true) => {
                    sorted.due.entry(&relation.subject).or_default().push(Due { relation, check });
                }
                Some(false) => *sorted.unchanged.entry(&relation.subject).or_default() += 1,
                None => {}
            }
        }
        sorted
    }
}
