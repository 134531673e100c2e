//! The call of a function of the standard library by its path.

use crate::machine::input::plain;
use crate::machine::state::{Eval, unsupported};
use crate::machine::value::Val;
use crate::program::Shape;
use morph_relation::{IntType, Type};

/// The call of a function by its path.
pub struct PathCall<'p, 's> {
    /// The last name but one, or nothing.
    pub head: &'s str,
    pub name: &'s str,
    /// What is written of the type arguments.
    pub shapes: &'s [Shape],
    pub args: Vec<Val<'p>>,
    /// What is written of the result's type.
    pub hint: Option<&'s Shape>,
}

impl<'p> PathCall<'p, '_> {
    /// An argument. What lacks one is reported by its path, as everything whose reason is empty.
    pub fn arg(&self, at: usize) -> Eval<'p> {
        self.args.get(at).cloned().map_or_else(|| unsupported(""), Ok)
    }

    /// The type before the name, with the arguments that are written.
    pub fn own(&self) -> Shape {
        Shape::Named(plain(self.head).to_owned(), self.shapes.to_vec())
    }

    /// The same, or the integer type.
    pub fn named(&self) -> Shape {
        match IntType::named(self.head) {
            Some(int) => Shape::Known(Type::Int(int)),
            None => self.own(),
        }
    }
}
