//! Three versions of a part of a file: that of a common ancestor, and those of two branches.

use std::collections::{BTreeMap, BTreeSet};

/// What becomes of a part.
#[derive(Debug, PartialEq, Eq)]
pub enum Merged<T> {
    /// Both branches agree, or one of them alone changed it; `None` where it goes.
    Agreed(Option<T>),
    /// Both changed it, each in a way of its own.
    Conflict(Option<T>, Option<T>),
}

/// A part that both branches changed, each in a way of its own.
#[derive(Debug, PartialEq, Eq)]
pub struct Conflict<K, T> {
    /// Which.
    pub key: K,
    /// What it is in the one, if it is there.
    pub ours: Option<T>,
    /// What it is in the other.
    pub theirs: Option<T>,
}

/// Merges a part.
pub fn merged<T: PartialEq>(base: Option<T>, ours: Option<T>, theirs: Option<T>) -> Merged<T> {
    if ours == theirs || theirs == base {
        Merged::Agreed(ours)
    } else if ours == base {
        Merged::Agreed(theirs)
    } else {
        Merged::Conflict(ours, theirs)
    }
}

/// Merges three maps by their keys; the keys of conflicts beside what could be merged.
pub fn merged_map<K: Ord + Clone, T: PartialEq>(
    [mut base, mut ours, mut theirs]: [BTreeMap<K, T>; 3],
) -> (BTreeMap<K, T>, Vec<Conflict<K, T>>) {
    let keys: BTreeSet<K> = base.keys().chain(ours.keys()).chain(theirs.keys()).cloned().collect();
    let (mut all, mut conflicts) = (BTreeMap::new(), Vec::new());
    for key in keys {
        match merged(base.remove(&key), ours.remove(&key), theirs.remove(&key)) {
            Merged::Agreed(Some(value)) => _ = all.insert(key, value),
            Merged::Agreed(None) => {}
            Merged::Conflict(ours, theirs) => conflicts.push(Conflict { key, ours, theirs }),
        }
    }
    (all, conflicts)
}

/// Two texts between the marks that git makes of a conflict.
pub fn marked(ours: &str, theirs: &str) -> String {
    format!("<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n")
}

/// The names of two lists, each in its list's order: what only the second has stands before what follows it there.
pub fn together(first: &[String], second: &[String]) -> Vec<String> {
    let mut all = first.to_vec();
    for (at, name) in second.iter().enumerate() {
        if !all.contains(name) {
            let next = second[at + 1..].iter().find_map(|next| all.iter().position(|known| known == next));
            all.insert(next.unwrap_or(all.len()), name.clone());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_branch_changed_counts_and_what_both_changed_is_a_conflict() {
        let merge = |[base, ours, theirs]: [Option<u8>; 3]| merged(base, ours, theirs);
        for (sides, agreed) in [
            ([None, Some(1), None], Some(1)),
            ([None, Some(1), Some(1)], Some(1)),
            ([Some(0), Some(0), Some(1)], Some(1)),
            ([Some(0), None, Some(0)], None),
        ] {
            assert_eq!(merge(sides), Merged::Agreed(agreed), "{sides:?}");
        }
        assert_eq!(merge([Some(0), None, Some(1)]), Merged::Conflict(None, Some(1)));
        assert_eq!(merge([None, Some(2), Some(1)]), Merged::Conflict(Some(2), Some(1)));
    }

    #[test]
    fn both_orders_are_kept() {
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(together(&list("b d"), &list("a b c d e")), list("a b c d e"));
        assert_eq!(together(&list("a c"), &list("b")), list("a c b"));
    }
}
