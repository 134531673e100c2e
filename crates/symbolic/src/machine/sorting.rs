//! Sorts: by insertion, one branch for each comparison.

use super::state::{Eval, Machine};
use super::value::Val;

impl<'p, 'r> Machine<'p, 'r> {
    /// The items in the order of their keys, where there is a function that gives them; equal ones stay in theirs.
    pub fn sorted(
        &mut self,
        items: Vec<Val<'p>>,
        key_of: Option<&Val<'p>>,
        is_before: impl Fn(&mut Machine<'p, 'r>, &Val<'p>, &Val<'p>) -> Eval<'p, bool>,
    ) -> Eval<'p, Vec<Val<'p>>> {
        let mut sorted: Vec<(Val<'p>, Val<'p>)> = Vec::with_capacity(items.len());
        for item in items {
            let item = match item {
                Val::Input(_) => self.shape(item)?,
                item => item,
            };
            let key = match key_of {
                Some(function) => {
                    let key = self.call_value(function, vec![item.clone()])?;
                    self.shape(key)?
                }
                None => item.clone(),
            };
            // Behind the last that is not greater: by halves, as few comparisons as can be.
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = low + (high - low) / 2;
                let goes_before = is_before(self, &key, &sorted[middle].1.clone())?;
                if goes_before { high = middle } else { low = middle + 1 }
            }
            sorted.insert(low, (item, key));
        }
        Ok(sorted.into_iter().map(|(item, _)| item).collect())
    }
}
