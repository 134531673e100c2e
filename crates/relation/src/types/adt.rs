//! Properties of structs and enums.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::hash::{BASIS, fnv1a};

use super::{Adt, Constructor, Definition, Field, Home, How, Seen, Traits, Variant};

impl Adt {
    /// A type whose variants and constructors are to be set.
    pub fn new(path: String, name: String, home: Home, is_enum: bool, traits: Traits) -> Adt {
        let (variants, constructors, elsewhere) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (grows, seen, again) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let mark = fnv1a(BASIS, path.bytes()) as u32;
        Adt(Arc::new(Definition {
            path,
            mark,
            name,
            home,
            is_enum,
            traits,
            variants,
            constructors,
            elsewhere,
            grows,
            seen,
            again,
        }))
    }

    /// The variants.
    pub fn variants(&self) -> &[Variant] {
        self.0.variants.get().map_or(&[], Vec::as_slice)
    }

    /// The constructors that have to be used.
    pub fn constructors(&self) -> &[Constructor] {
        self.0.constructors.get().map_or(&[], Vec::as_slice)
    }

    /// The constructors that some module has to use; on the wire they come before the fields.
    pub fn recipes(&self) -> &[Constructor] {
        match self.constructors() {
            [] => self.0.elsewhere.get().map_or(&[], Vec::as_slice),
            constructors => constructors,
        }
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

    /// Whether every module can make values.
    pub fn is_makeable_anywhere(&self) -> bool {
        let mut fields = self.variants().iter().flat_map(|variant| &variant.fields);
        !self.recipes().is_empty() || (fields.all(|field| field.public) && self.grows.get() != Some(&true))
    }

    /// Whether it is a struct of which the subject's module reads every field, by methods where it does not see it.
    pub fn is_readable(&self) -> bool {
        let fields = self.fields();
        fields.is_some_and(|fields| fields.iter().all(|field| field.visible || field.getter.is_some()))
    }

    /// Whether nothing of its values can be looked at.
    pub fn is_unseen(&self) -> bool {
        self.seen.get() == Some(&Seen::Nothing)
    }

    /// How many constructors are called as this one.
    pub fn overloads(&self, constructor: &Constructor) -> usize {
        let is_like = |it: &&Constructor| (&it.name, &it.how) == (&constructor.name, &constructor.how);
        self.constructors().iter().filter(is_like).count()
    }

    /// The call of a constructor with these arguments: `Ratio::new(1, 2)`, `"1.2.3".parse::<Version>().unwrap()`.
    pub fn made(&self, constructor: &Constructor, args: &[String]) -> String {
        let name = &constructor.name;
        let of = self.name_in_expressions();
        let call = match (&constructor.how, args) {
            (How::Parse, [text]) => format!("{text}.parse::<{}>()", self.name),
            (How::Collect, [items]) => format!("{items}.into_iter().collect::<{}>()", self.name),
            (How::Written(text), args) => filled(text, &of, args),
            (How::Free(path), args) => format!("{path}({})", args.join(", ")),
            (How::Constant { path, lent: false }, _) => path.clone(),
            (How::Constant { path, lent: true }, _) if self.traits.copy => format!("*{path}"),
            (How::Constant { path, lent: true }, _) => format!("{path}.clone()"),
            (How::Fill { step, spread }, [items]) => {
                folded(&format!("{of}::{name}()"), (step, *spread), items)
            }
            (_, args) => format!("{of}::{name}({})", args.join(", ")),
        };
        if constructor.fallible { format!("{call}.unwrap()") } else { call }
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
        in_expressions(&self.name)
    }
}

/// The name of a type as an expression begins with it: `Grid::<f64>`; types that have no name as they are.
pub fn in_expressions(name: &str) -> String {
    match name.split_once('<') {
        Some(("", _)) | None => name.to_owned(),
        Some((name, arguments)) => match arguments.replace("'_, ", "").as_str() {
            "'_>" => name.to_owned(),
            arguments => format!("{name}::<{}", arguments.replace(", '_>", ">")),
        },
    }
}

/// A template with `{T}` for a type and a `{}` for each argument.
pub fn filled(text: &str, of: &str, args: &[String]) -> String {
    let text = text.replace("{T}", of);
    let (mut args, mut parts) = (args.iter(), text.split("{}"));
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + args.next().map_or("", String::as_str) + part)
}

/// What begins empty and is filled with items by a method, which takes so many parts of them apart.
pub fn folded(begin: &str, (step, spread): (&str, usize), items: &str) -> String {
    let (item, passed) = match spread {
        1 => ("item", "item"),
        2 => ("(key, value)", "key, value"),
        3 => ("(a, b, c)", "a, b, c"),
        _ => ("(a, b, c, d)", "a, b, c, d"),
    };
    format!("{items}.into_iter().fold({begin}, |mut made, {item}| {{ made.{step}({passed}); made }})")
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
