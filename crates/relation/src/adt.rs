//! Structs and enums of the workspace.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::types::Type;

/// A struct or enum of the workspace, as one module sees it. Two are the same type when their paths are the same.
#[derive(Clone)]
pub struct Adt(Arc<Definition>);

/// What is known of a struct or enum.
#[derive(Debug)]
pub struct Definition {
    /// Its path with the crate's name first, and what its parameters stand for: `demo::grid::Grid<f64>`.
    pub path: String,
    /// How the subject's module names it.
    pub name: String,
    /// Where it is defined.
    pub home: Home,
    /// Whether it is an enum.
    pub is_enum: bool,
    /// What it implements.
    pub traits: Traits,
    /// Its variants; a struct has one. Set once, since a type may lie inside itself.
    pub variants: OnceLock<Vec<Variant>>,
    /// The constructors that guard its private fields; where there are none, values are made of their fields.
    pub constructors: OnceLock<Vec<Constructor>>,
    /// Whether its values begin empty and are whole only as its own methods leave them: no others can be made.
    pub grows: OnceLock<bool>,
}

/// Where a type is defined, and what it is called there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Home {
    /// The package's name.
    pub package: String,
    /// Index of the package's target.
    pub target: usize,
    /// The module's path below the crate's root.
    pub module: Vec<String>,
    /// Its own name, without type arguments.
    pub ident: String,
    /// What its type parameters stand for.
    pub arguments: Vec<Type>,
}

/// The traits of a type that tests rely on.
#[derive(Clone, Copy, Debug, Default)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub struct Traits {
    pub copy: bool,
    pub clone: bool,
    pub debug: bool,
    /// Whether `==` is derived, and so compares field by field.
    pub eq: bool,
}

/// A variant of an enum, or the one of a struct.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name; a struct's own.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Whether the fields have names, or stand in braces.
    pub braces: bool,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, or its number.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// Whether the subject's module sees it.
    pub visible: bool,
}

/// A function that makes values of a type.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name: `new`.
    pub name: String,
    /// The types of its parameters.
    pub params: Vec<Type>,
    /// Whether it returns an `Option` or a `Result`.
    pub fallible: bool,
}

impl Adt {
    /// A type whose variants and constructors are to be set.
    pub fn new(path: String, name: String, home: Home, is_enum: bool, traits: Traits) -> Adt {
        let (variants, constructors, grows) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Adt(Arc::new(Definition { path, name, home, is_enum, traits, variants, constructors, grows }))
    }

    /// The variants.
    pub fn variants(&self) -> &[Variant] {
        self.0.variants.get().map_or(&[], Vec::as_slice)
    }

    /// The constructors that have to be used.
    pub fn constructors(&self) -> &[Constructor] {
        self.0.constructors.get().map_or(&[], Vec::as_slice)
    }

    /// The fields of a struct.
    pub fn fields(&self) -> Option<&[Field]> {
        match self.variants() {
            [only] if !self.is_enum => Some(&only.fields),
            _ => None,
        }
    }

    /// Whether the subject's module may write and read every field.
    pub fn is_open(&self) -> bool {
        self.constructors().is_empty() && self.is_makeable()
    }

    /// Whether the subject's module can make values: by constructors, or of fields that it sees.
    pub fn is_makeable(&self) -> bool {
        !self.constructors().is_empty() || (self.is_transparent() && self.grows.get() != Some(&true))
    }

    /// Whether the subject's module sees every field.
    pub fn is_transparent(&self) -> bool {
        self.variants().iter().all(|variant| variant.fields.iter().all(|field| field.visible))
    }

    /// The text of one variant with these fields: `Point { x: 1, y: 2 }`, `Shape::Dot`, `Metres(3)`.
    pub fn written(&self, variant: usize, fields: &[String]) -> String {
        let Some(shape) = self.variants().get(variant) else { return self.name.clone() };
        let mut text = self.name_in_expressions();
        if self.is_enum {
            text = format!("{text}::{}", shape.name);
        }
        match (shape.fields.is_empty(), shape.braces) {
            (true, false) => text,
            (true, true) => format!("{text} {{}}"),
            (_, false) => format!("{text}({})", fields.join(", ")),
            (_, true) => {
                let named = shape.fields.iter().zip(fields).map(|(field, value)| {
                    let same = *field.name == **value;
                    if same { value.clone() } else { format!("{}: {value}", field.name) }
                });
                format!("{text} {{ {} }}", named.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The name as an expression begins with it: `Grid::<f64>`.
    pub fn name_in_expressions(&self) -> String {
        match self.name.split_once('<') {
            Some((name, arguments)) => format!("{name}::<{arguments}"),
            None => self.name.clone(),
        }
    }
}

impl std::ops::Deref for Adt {
    type Target = Definition;

    fn deref(&self) -> &Definition {
        &self.0
    }
}

impl PartialEq for Adt {
    fn eq(&self, other: &Adt) -> bool {
        self.path == other.path
    }
}

impl Eq for Adt {}

impl Hash for Adt {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.path.hash(state);
    }
}

impl PartialOrd for Adt {
    fn partial_cmp(&self, other: &Adt) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Adt {
    fn cmp(&self, other: &Adt) -> std::cmp::Ordering {
        self.path.cmp(&other.path)
    }
}

impl fmt::Debug for Adt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not its fields: the type may lie inside itself.
        write!(f, "Adt({})", self.path)
    }
}
