//! The kinds of source inputs, by how they are made.

/// How source inputs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// By chance, with special values, constants of the code and what other functions return.
    Random,
    /// By chance, too, each as far as possible from those before it (ART).
    Adaptive,
    /// From random ones, by turning one branch of their paths after the other (dynamic symbolic execution).
    Concolic,
    /// From the paths of the symbolic execution tree, each solved for an input.
    Path,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Random, Kind::Adaptive, Kind::Concolic, Kind::Path];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Adaptive => "adaptive",
            Kind::Concolic => "concolic",
            Kind::Path => "path",
        }
    }

    /// Whether the code says what its inputs are, not chance.
    pub fn is_directed(self) -> bool {
        matches!(self, Kind::Concolic | Kind::Path)
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds([bool; Kind::ALL.len()]);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds([true; Kind::ALL.len()]);

    /// Whether the kind is among them.
    pub fn contains(self, kind: Kind) -> bool {
        self.0[kind as usize]
    }

    /// The kinds, in the order of [`Kind::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<T: IntoIterator<Item = Kind>>(kinds: T) -> Kinds {
        let mut all = [false; Kind::ALL.len()];
        kinds.into_iter().for_each(|kind| all[kind as usize] = true);
        Kinds(all)
    }
}

/// One list of what each kind made, each input once. Every part of it has its share of every list, so that whoever looks
/// at the first few sees all kinds.
pub fn merge<T: Clone + Eq + std::hash::Hash>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut placed: Vec<(f64, usize, T)> = Vec::new();
    for (list, items) in lists.into_iter().enumerate() {
        let length = items.len() as f64;
        placed.extend(items.into_iter().enumerate().map(|(at, item)| (at as f64 / length, list, item)));
    }
    placed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut seen = std::collections::HashSet::new();
    placed.into_iter().map(|(_, _, item)| item).filter(|item| seen.insert(item.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_hold_what_they_were_made_of_and_nothing_else() {
        let kinds: Kinds = [Kind::Path, Kind::Random, Kind::Path].into_iter().collect();
        assert_eq!(kinds.iter().collect::<Vec<_>>(), [Kind::Random, Kind::Path]);
        assert!(!kinds.contains(Kind::Adaptive) && Kinds::ALL.iter().eq(Kind::ALL));
        // The index of a kind is its place among all.
        assert!(Kind::ALL.iter().enumerate().all(|(at, kind)| *kind as usize == at));
    }

    #[test]
    fn every_part_of_a_merged_list_has_its_share_of_every_kind_and_no_input_twice() {
        let merged = merge(vec![vec![10, 11], (0..8).collect(), vec![], vec![3, 30]]);
        assert_eq!(merged, [10, 0, 3, 1, 2, 11, 4, 30, 5, 6, 7]);
        let merged = merge(vec![(0..250).collect(), (1_000..1_750).collect()]);
        assert_eq!(merged.len(), 1_000);
        let first = merged.iter().take(300).filter(|n| **n < 250).count();
        assert!((74..=76).contains(&first), "{first} of 300");
    }
}
