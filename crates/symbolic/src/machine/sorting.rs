//! Sorts: by insertion, one branch for each comparison.

use super::methods::Call;
use super::value::Val;
use super::{Eval, Machine};

impl<'p> Machine<'p, '_> {
    /// The items in order; equal ones stay in theirs.
    pub fn sorted(&mut self, call: &Call<'p, '_>, items: Vec<Val<'p>>) -> Eval<'p, Vec<Val<'p>>> {
        let mut sorted: Vec<(Val<'p>, Val<'p>)> = Vec::with_capacity(items.len());
        for item in items {
            let item = match item {
                Val::Input(_) => self.shape(item)?,
                item => item,
            };
            let key = match call.name {
                "sort_by_key" | "sort_unstable_by_key" | "sort_by_cached_key" => {
                    let key = self.call_value(&call.arg(0)?, vec![item.clone()])?;
                    self.shape(key)?
                }
                _ => item.clone(),
            };
            // Behind the last that is not greater: by halves, as few comparisons as can be.
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = low + (high - low) / 2;
                let goes_before = self.is_before(call, &key, &sorted[middle].1.clone())?;
                if goes_before { high = middle } else { low = middle + 1 }
            }
            sorted.insert(low, (item, key));
        }
        Ok(sorted.into_iter().map(|(item, _)| item).collect())
    }

    fn is_before(&mut self, call: &Call<'p, '_>, a: &Val<'p>, b: &Val<'p>) -> Eval<'p, bool> {
        if !matches!(call.name, "sort_by" | "sort_unstable_by") {
            return self.is_less(a, b);
        }
        let order = self.call_value(&call.arg(0)?, vec![a.clone(), b.clone()])?;
        let tag = self.tag_of_ordering(order, false)?;
        let less = self.tag_is(tag, 0);
        self.fork(less)
    }
}
