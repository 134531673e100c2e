//! Orders in which not everything has a place.

use super::state::{Eval, Machine};
use super::value::Val;

impl<'p> Machine<'p, '_> {
    /// `a.partial_cmp(&b)`.
    pub fn partial_ordering(&mut self, a: &Val<'p>, b: &Val<'p>) -> Eval<'p> {
        let (a, b) = (self.shape(a.clone())?, self.shape(b.clone())?);
        if let Val::Data(data) = &a
            && let Some(path) = self.own_method(data.path(), "partial_cmp", 2)
        {
            return self.call_path(&path, vec![a.clone(), b.clone()]);
        }
        let less = self.less(&a, &b, true)?;
        let same = self.equal(&a, &b)?;
        let [zero, one, two] = [0, 1, 2].map(|n| self.int(n));
        let rest = self.ite(same, one, two);
        let tag = self.ite(less, zero, rest);
        let ordering = self.open_ordering(tag);
        // Only what holds floats may have no order.
        if holds_only(&a, &mut |value| {
            !matches!(value, Val::Float(..) | Val::Data(_) | Val::Input(_) | Val::Unknown)
        }) {
            return Ok(Val::some(ordering));
        }
        let greater = self.less(&b, &a, true)?;
        let either = self.or(less, same);
        let ordered = self.or(either, greater);
        Ok(self.open_option(ordered, ordering))
    }
}

/// Whether all parts of a value are of a kind.
fn holds_only<'p>(value: &Val<'p>, test: &mut dyn FnMut(&Val<'p>) -> bool) -> bool {
    test(value)
        && match value {
            Val::Tuple(parts) => parts.iter().all(|part| holds_only(part, test)),
            Val::Seq(seq) => seq.all().first().is_none_or(|item| holds_only(item, test)),
            _ => true,
        }
}
