//! Which shard explores which subject.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cache::{Digest, sealed, unsealed};
use morph_source::exit::{Code, fail};

/// A subject, and how long its exploration takes in some unit.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// Its path.
    pub path: &'a str,
    /// Its package.
    pub package: &'a str,
    /// Its weight; equal ones are told apart by the path.
    pub weight: u64,
}

/// The shard of each subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// The number of shards.
    pub shards: usize,
    /// By path: the shard, counted from 1.
    pub of: BTreeMap<String, usize>,
}

impl Assignment {
    /// Gives the heaviest first to the shard that has least. A package stays whole unless it is more than a shard's share.
    pub fn balanced(items: &[Item<'_>], shards: usize) -> Assignment {
        let all: u64 = items.iter().map(|item| item.weight).sum();
        let mut packages: BTreeMap<&str, Vec<&Item<'_>>> = BTreeMap::new();
        for item in items {
            packages.entry(item.package).or_default().push(item);
        }
        let weight = |items: &[&Item<'_>]| items.iter().map(|item| item.weight).sum::<u64>();
        let mut units: Vec<Vec<&Item<'_>>> = Vec::new();
        for items in packages.into_values() {
            match u128::from(weight(&items)) * shards as u128 > u128::from(all) {
                true => units.extend(items.into_iter().map(|item| vec![item])),
                false => units.push(items),
            }
        }
        units.sort_by_key(|items| (Reverse(weight(items)), items.iter().map(|item| item.path).min()));
        let mut loads = vec![0_u64; shards];
        let mut of = BTreeMap::new();
        for items in units {
            let least = (0..shards).min_by_key(|shard| (loads[*shard], *shard)).unwrap_or_default();
            loads[least] += weight(&items);
            of.extend(items.iter().map(|item| (item.path.to_owned(), least + 1)));
        }
        Assignment { shards, of }
    }

    /// Reads what `plan --out` wrote.
    pub fn read(file: &Path) -> anyhow::Result<Assignment> {
        let wrong = |why: String| fail(Code::Usage, format!("{}: {why}", file.display()));
        let text =
            std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let plan = unsealed(&text).and_then(|content| serde_json::from_str(content).ok());
        plan.ok_or_else(|| wrong("is damaged or was not written by `plan --out`".to_owned()))
    }

    /// The text of the file that [`Assignment::read`] reads.
    pub fn text(&self) -> anyhow::Result<String> {
        Ok(sealed(&serde_json::to_string_pretty(self)?))
    }

    /// The shard of a function; the first has those that are not among the subjects.
    pub fn shard_of(&self, path: &str) -> usize {
        self.of.get(path).copied().unwrap_or(1)
    }

    /// The subjects of a shard.
    pub fn of_shard(&self, number: usize) -> impl Iterator<Item = &String> {
        self.of.iter().filter(move |(_, shard)| **shard == number).map(|(path, _)| path)
    }

    /// A checksum, by which shards of one plan are known.
    pub fn digest(&self) -> String {
        let parts = self.of.iter().map(|(path, shard)| format!("{path} {shard}"));
        Digest::of(parts.chain([self.shards.to_string()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn item<'a>((path, package): (&'a str, &'a str), weight: u64) -> Item<'a> {
        Item { path, package, weight }
    }

    #[test]
    fn packages_stay_whole_unless_they_are_too_large() {
        let items = [
            item(("a::x", "a"), 30),
            item(("a::y", "a"), 30),
            item(("a::z", "a"), 20),
            item(("b::x", "b"), 9),
            item(("b::y", "b"), 9),
        ];
        let plan = Assignment::balanced(&items, 2);
        assert_eq!(plan.of["b::x"], plan.of["b::y"]);
        assert_ne!(plan.of["a::x"], plan.of["a::y"]);
        assert_eq!(plan.of_shard(1).count() + plan.of_shard(2).count(), items.len());
    }

    proptest! {
        #[test]
        fn each_subject_has_one_shard_whatever_the_order(weights in prop::collection::vec(0_u64..100, 0..40), n in 1_usize..9) {
            let paths: Vec<(String, String)> =
                (0..weights.len()).map(|i| (format!("p{}::f{i}", i % 3), format!("p{}", i % 3))).collect();
            let mut items: Vec<Item<'_>> = paths.iter().zip(&weights).map(|((path, package), weight)| item((path, package), *weight)).collect();
            let plan = Assignment::balanced(&items, n);
            prop_assert_eq!(plan.of.len(), items.len());
            prop_assert!(plan.of.values().all(|shard| (1..=n).contains(shard)));
            items.reverse();
            prop_assert_eq!(plan.digest(), Assignment::balanced(&items, n).digest());
        }
    }
}
