//! Constants and functions of the standard library, by their paths.

use std::rc::Rc;

use super::arithmetic::builtin_name;
use super::call::Call;
use super::state::{Eval, Flow, Machine, unsupported};
use super::std_model::{PathCall, call_function, constant};
use super::value::{Callable, Val};
use crate::program::Shape;

impl<'p> Machine<'p, '_> {
    /// A constant, or a function as a value.
    pub fn outside_value(&mut self, path: &[String], shapes: &[Shape]) -> Eval<'p> {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        if let Some(value) = constant(self, &names) {
            return value;
        }
        match names.as_slice() {
            [] => unsupported("a path"),
            [.., "fmt", name] => unsupported(format!("`fmt::{name}`")),
            _ => Ok(Val::Function(Rc::new(Callable::Outside(path.to_vec(), shapes.to_vec())))),
        }
    }

    /// Calls a function that the workspace does not define.
    pub fn outside_call(
        &mut self,
        path: &[String],
        shapes: &[Shape],
        args: Vec<Val<'p>>,
        hint: Option<&Shape>,
    ) -> Eval<'p> {
        let (head, name) = match path {
            [.., head, name] => (&**head, &**name),
            [name] => ("", &**name),
            [] => ("", ""),
        };
        let call = PathCall { head, name, shapes, args: args.clone(), hint };
        match call_function(self, call) {
            Err(Flow::Unsupported(why)) => {
                let why = if why.is_empty() { format!("`{}`", path.join("::")) } else { why };
                self.instead(why, &args, hint)
            }
            value => value,
        }
    }

    /// A method that is called by its path.
    pub fn as_method(
        &mut self,
        name: &str,
        mut args: Vec<Val<'p>>,
        shapes: &[Shape],
        hint: Option<&Shape>,
    ) -> Eval<'p> {
        let receiver = args.remove(0);
        let (place, value) = match receiver {
            Val::Mut(place) => {
                let (place, value) = self.opened(place)?;
                (Some(place), value)
            }
            value => (None, self.shape(value)?),
        };
        let heads = builtin_name(&value).unwrap_or("_").to_owned();
        if let Some(path) = self.own_method(&heads, name, args.len() + 1) {
            let receiver = place.map_or(value, Val::Mut);
            args.insert(0, receiver);
            return self.call_path(&path, args);
        }
        self.modelled(Call { value, place, name, args, types: shapes, hint })
    }
}
