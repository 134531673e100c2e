//! Where in an input a value stands.

use morph_relation::{Type, Value};

/// A parameter, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// As reports name it: `a`, `this.width`, `limit.unwrap()`.
    pub name: String,
    /// Its type, without references.
    pub ty: Type,
    /// Which parameter.
    param: usize,
    /// The way from there.
    path: Vec<Access>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// A field, or a part of a tuple.
    Part(usize),
    /// What `Some` holds.
    Content,
}

impl Place {
    /// A parameter.
    pub fn param(param: usize, name: &str, ty: &Type) -> Place {
        Place { name: name.to_owned(), ty: bare(ty).clone(), param, path: Vec::new() }
    }

    /// A field, or a part of a tuple.
    pub fn part(&self, index: usize, name: &str, ty: &Type) -> Place {
        self.below(Access::Part(index), format!("{}.{name}", self.name), ty)
    }

    /// What `Some` holds.
    pub fn content(&self, ty: &Type) -> Place {
        self.below(Access::Content, format!("{}.unwrap()", self.name), ty)
    }

    fn below(&self, access: Access, name: String, ty: &Type) -> Place {
        let mut path = self.path.clone();
        path.push(access);
        Place { name, ty: bare(ty).clone(), param: self.param, path }
    }

    /// How deep inside its parameter it lies.
    pub fn depth(&self) -> usize {
        self.path.len()
    }

    /// Whether it lies inside another one.
    pub fn is_inside(&self, other: &Place) -> bool {
        self.param == other.param && self.path.len() > other.path.len() && self.path.starts_with(&other.path)
    }

    /// The value there, if there is one.
    pub fn value<'a>(&self, input: &'a [Value]) -> Option<&'a Value> {
        self.path.iter().try_fold(input.get(self.param)?, |value, access| match (access, value) {
            (Access::Part(index), value) => value.part(*index),
            (Access::Content, Value::Some(inner)) => Some(&**inner),
            (Access::Content, _) => None,
        })
    }
}

/// The type without references and boxes.
pub(super) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            bare(inner)
        }
        ty => ty,
    }
}
