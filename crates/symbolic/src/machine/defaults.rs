//! `T::default()`.

use std::rc::Rc;

use super::hints::{argument, float_named, head, integer};
use super::state::{Eval, Machine, unsupported};
use super::value::{Map, SeqKind, Val};
use crate::program::Shape;
use morph_relation::{IntType, Type};

impl<'p> Machine<'p, '_> {
    /// The default of what a value is.
    pub fn default_like(&mut self, value: &Val<'p>, hint: Option<&Shape>) -> Eval<'p> {
        if let Some(hint) = hint
            && let Ok(value) = self.default_of(hint)
        {
            return Ok(value);
        }
        Ok(match value {
            Val::Input(input) => return self.default_of(&Shape::Known((*input.ty).clone())),
            Val::Int(_, ty) => Val::Int(self.int(0), *ty),
            Val::Float(_, ty) => Val::Float(self.float(0.0, Self::float_type(*ty)), *ty),
            Val::Bool(_) => self.val_bool(false),
            Val::Char(_) => Val::Char(self.int(0)),
            Val::Seq(seq) => self.sequence(seq.kind, Vec::new()),
            Val::Text(_) => self.sequence(SeqKind::Text, Vec::new()),
            Val::Map(map) => Val::Map(Rc::new(Map { entries: Vec::new(), ..(**map).clone() })),
            Val::Data(data) => {
                let shape = Shape::Named(data.path().to_string(), Vec::new());
                return self.default_of(&shape);
            }
            Val::Tuple(parts) => {
                let parts: Eval<'p, Vec<_>> =
                    parts.iter().map(|part| self.default_like(part, None)).collect();
                Val::tuple(parts?)
            }
            Val::Mut(place) => {
                let value = self.read(place);
                return self.default_like(&value, None);
            }
            _ => return unsupported("a default"),
        })
    }

    /// `T::default()`.
    pub fn default_of(&mut self, shape: &Shape) -> Eval<'p> {
        let program = self.program;
        let Some(name) = head(shape) else { return unsupported("the default of something unknown") };
        if let Some(path) = self.own_method(&name, "default", 0) {
            return self.call_path(&path, Vec::new());
        }
        if let Some(int) = IntType::named(&name).or_else(|| integer(shape)) {
            return Ok(Val::Int(self.int(0), Some(int)));
        }
        if let Some(ty) = float_named(&name) {
            return Ok(Val::Float(self.float(0.0, ty), Some(ty)));
        }
        Ok(match name.as_str() {
            "bool" => self.val_bool(false),
            "char" => Val::Char(self.int(0)),
            "String" | "str" => self.sequence(SeqKind::Text, Vec::new()),
            "Vec" | "Slice" | "VecDeque" => self.sequence(SeqKind::Items, Vec::new()),
            "Option" => Val::none(),
            "Duration" => return self.outside_value(&["Duration".to_owned(), "ZERO".to_owned()], &[]),
            "BTreeMap" | "BTreeSet" | "HashMap" | "HashSet" => Val::Map(Rc::new(Map {
                is_set: name.ends_with("Set"),
                is_sorted: name.starts_with('B'),
                entries: Vec::new(),
            })),
            "Tuple" => {
                let mut parts = Vec::new();
                while let Some(part) = argument(shape, parts.len()) {
                    parts.push(self.default_of(&part)?);
                }
                Val::tuple(parts)
            }
            "Array" => match shape {
                Shape::Known(Type::Array(item, len)) => {
                    let item = self.default_of(&Shape::Known((**item).clone()))?;
                    self.val_items(vec![item; *len])
                }
                _ => return unsupported("the default of an array"),
            },
            path => {
                let Some(definition) = program.types.get(path) else {
                    return unsupported(format!("`{path}::default`"));
                };
                if !definition.derives.iter().any(|derived| derived == "Default") || definition.is_enum {
                    return unsupported(format!("`{path}::default`"));
                }
                let Some(variant) = definition.variants.first() else {
                    return unsupported(format!("`{path}::default`"));
                };
                let fields: Eval<'p, Vec<_>> =
                    variant.fields.iter().map(|(_, shape)| self.default_of(shape)).collect();
                Val::known(path, 0, fields?)
            }
        })
    }
}
