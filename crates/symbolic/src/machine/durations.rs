//! Arithmetic of `Duration`.

use super::state::{Eval, Machine, unsupported};
use super::value::Val;
use crate::program::Binary;
use crate::term::Term;
use morph_relation::IntType;

impl<'p> Machine<'p, '_> {
    pub fn duration_operation(&mut self, op: Binary, a: &Val<'p>, b: &Val<'p>) -> Eval<'p> {
        let inside = |machine: &mut Self, value: &Val<'p>| match value {
            Val::Data(data) => machine.shape(data.fields(0).first().cloned().unwrap_or(Val::Unknown)),
            value => Ok(value.clone()),
        };
        let (a, b) = (inside(self, a)?, inside(self, b)?);
        let (Val::Int(x, _), Val::Int(y, _)) = (a, b) else { return unsupported("arithmetic of durations") };
        let result = match op {
            Binary::Add => self.add(x, y),
            Binary::Sub => self.sub(x, y),
            Binary::Mul => self.mul(x, y),
            Binary::Div => {
                self.not_zero(y)?;
                self.terms.make(Term::Div(x, y))
            }
            _ => return unsupported("arithmetic of durations"),
        };
        let fits = self.within(result, 0, (u64::MAX as i128) * 1_000_000_000 + 999_999_999);
        self.require(fits)?;
        Ok(Val::known("Duration", 0, vec![Val::Int(result, Some(IntType::U128))]))
    }
}
