//! A bounded map that forgets what was not asked for lately.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A map of at most twice `capacity` entries, in two halves: when the young half is full, it becomes the old one, and
/// what was in the old one and has not been asked for since is gone.
pub struct Recent<K, V> {
    capacity: usize,
    young: FxHashMap<K, V>,
    old: FxHashMap<K, V>,
}

impl<K: Copy + Eq + Hash, V: Clone> Recent<K, V> {
    pub fn new(capacity: usize) -> Recent<K, V> {
        Recent { capacity, young: FxHashMap::default(), old: FxHashMap::default() }
    }

    pub fn get(&mut self, key: K) -> Option<V> {
        if let Some(value) = self.young.get(&key) {
            return Some(value.clone());
        }
        let value = self.old.remove(&key)?;
        self.insert(key, value.clone());
        Some(value)
    }

    pub fn insert(&mut self, key: K, value: V) {
        if self.capacity == 0 {
            return;
        }
        if self.young.len() >= self.capacity {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }

    pub fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_what_is_not_goes() {
        let mut recent = Recent::new(2);
        for key in 0..5 {
            recent.insert(key, key * 10);
            assert_eq!(recent.get(0), Some(0), "after {key}");
            assert!(recent.len() <= 4);
        }
        assert_eq!(recent.get(1), None);
        assert_eq!(recent.get(4), Some(40));
    }
}
