//! The call of a method on something that is modelled.

use super::state::{Eval, unsupported};
use super::value::{Place, Val};
use crate::program::Shape;

/// A method's call on something that is modelled.
pub(super) struct Call<'p, 's> {
    /// The receiver, looked at.
    pub value: Val<'p>,
    /// Where it stands, if the method may change it.
    pub place: Option<Place>,
    pub name: &'s str,
    pub args: Vec<Val<'p>>,
    /// What is written of the method's type arguments.
    pub types: &'s [Shape],
    /// What is written of its result's type.
    pub hint: Option<&'s Shape>,
}

impl<'p> Call<'p, '_> {
    pub fn arg(&self, at: usize) -> Eval<'p> {
        self.args
            .get(at)
            .cloned()
            .map_or_else(|| unsupported(format!("`{}` without arguments", self.name)), Ok)
    }

    /// The place of what is changed.
    pub fn at(&self) -> Eval<'p, Place> {
        self.place.clone().map_or_else(|| unsupported(format!("`{}` of what has no place", self.name)), Ok)
    }

    pub fn unknown<T>(&self) -> Eval<'p, T> {
        unsupported(format!("`{}` of {}", self.name, self.value.kind()))
    }
}
