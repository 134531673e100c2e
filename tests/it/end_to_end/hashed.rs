//! Collections over hash maps, whose items come in another order each time.

use crate::project::{Project, assert_tested, laws};

const BAG: &str = "\
use std::collections::HashMap;
use std::hash::Hash;

/// How often things are there.
#[derive(Clone, Debug)]
pub struct Bag<T> {
    counts: HashMap<T, usize>,
    none: usize,
}

impl<T: Eq + Hash> PartialEq for Bag<T> {
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts
    }
}

impl<T: Eq + Hash> Bag<T> {
    pub fn new() -> Self {
        Bag { counts: HashMap::new(), none: 0 }
    }

    /// What is in one of two, as often as it is there most.
    pub fn union(mut self, other: Self) -> Self {
        for (item, count) in other.counts {
            let known = self.counts.entry(item).or_insert(self.none);
            *known = count.max(*known);
        }
        self
    }
}

impl<T: Eq + Hash> FromIterator<T> for Bag<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().map(|item| (item, 1)).collect()
    }
}

impl<T: Eq + Hash> FromIterator<(T, usize)> for Bag<T> {
    fn from_iter<I: IntoIterator<Item = (T, usize)>>(items: I) -> Self {
        let mut bag = Bag::new();
        for (item, count) in items {
            *bag.counts.entry(item).or_insert(0) += count % 100;
        }
        bag
    }
}

impl<'a, T> IntoIterator for &'a Bag<T> {
    type Item = (&'a T, &'a usize);
    type IntoIter = std::collections::hash_map::Iter<'a, T, usize>;

    fn into_iter(self) -> Self::IntoIter {
        self.counts.iter()
    }
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn collections_over_hash_maps_have_their_algebra() {
    let project = Project::library(BAG);
    let discovery = project.discover(&["--format", "json", "--function", "union"]).well().discovery();
    assert_tested(&discovery, &["Bag::union"]);
    let found = laws(&discovery, "tiny::Bag::union");
    for law in ["other.union(this) == this.union(other)", "this.union(this) == this"] {
        assert!(found.contains(&law), "{law} is not among {found:?}");
    }
}
