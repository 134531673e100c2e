//! What is written of types.

use syn::{FnArg, GenericArgument, ReceiverKind, ReturnType, Signature};

use super::Shape;
use morph_relation::Type;
use morph_source::scan::impure::canonical;
use morph_source::scan::resolve::{Found, Space, segments};
use morph_source::scan::world::{DefId, DefKind, ScopeId, World};
use morph_source::scan::{DEEPEST, generic_arguments, standard};

/// Where a type is written.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub world: &'a World,
    pub scope: ScopeId,
    /// The type of the workspace that `Self` is.
    pub owner: Option<DefId>,
    /// What `Self` stands for, where an `impl` says it.
    pub this: Option<&'a syn::Type>,
    /// The associated types of the `impl`.
    pub associated: &'a [(String, syn::Type)],
    /// Type parameters, and what they stand for, where it is known.
    pub generics: &'a [String],
    pub given: &'a [Shape],
    /// How many aliases were expanded.
    pub depth: usize,
}

impl<'a> Context<'a> {
    /// Of a definition's own text.
    pub fn of(world: &'a World, scope: ScopeId, owner: Option<DefId>, generics: &'a [String]) -> Context<'a> {
        Context { world, scope, owner, this: None, associated: &[], generics, given: &[], depth: 0 }
    }

    /// What is written of a type, references aside.
    pub fn shape(&self, ty: &syn::Type) -> Shape {
        match ty {
            syn::Type::Paren(inner) => self.shape(&inner.elem),
            syn::Type::Group(inner) => self.shape(&inner.elem),
            syn::Type::Reference(reference) => self.shape(&reference.elem),
            syn::Type::Slice(slice) => made("Slice", vec![self.shape(&slice.elem)], |mut of| {
                of.pop().map(|item| Type::Slice(Box::new(item)))
            }),
            syn::Type::Array(array) => {
                let length = self.world.number(self.scope, &array.len, DEEPEST);
                let length = length.and_then(|length| usize::try_from(length).ok());
                made("Array", vec![self.shape(&array.elem)], |mut of| {
                    Some(Type::Array(Box::new(of.pop()?), length?))
                })
            }
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Shape::Known(Type::Unit),
            syn::Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.shape(part)).collect();
                made("Tuple", parts, |parts| Some(Type::Tuple(parts)))
            }
            syn::Type::Path(path) if path.qself.is_none() => self.path(&path.path),
            _ => Shape::Unknown,
        }
    }

    fn path(&self, path: &syn::Path) -> Shape {
        let names = segments(path);
        if names[0] == "Self" && !(names.len() == 1 && self.owner.is_some() && self.this.is_none()) {
            let meant = match names.as_slice() {
                [_] => self.this,
                [_, name] => self.associated.iter().find(|(known, _)| known == name).map(|(_, ty)| ty),
                _ => None,
            };
            return match meant {
                Some(ty) if self.depth < DEEPEST => Context { depth: self.depth + 1, ..*self }.shape(ty),
                _ => Shape::Unknown,
            };
        }
        if let Some(at) = self.generics.iter().position(|name| *name == names[0]) {
            let given = self.given.get(at).filter(|_| names.len() == 1);
            return given.cloned().unwrap_or_default();
        }
        let shape = |argument: &GenericArgument| match argument {
            GenericArgument::Type(ty) => self.shape(ty),
            _ => Shape::Unknown,
        };
        let arguments: Vec<Shape> = generic_arguments(path).map(shape).collect();
        let leading = path.leading_colon.is_some();
        match self.world.resolve(self.scope, &names, leading, Space::Types, self.owner) {
            // `use std::str;` takes nothing away from the primitive types.
            Found::Def(id) if names.len() == 1 && matches!(self.world.def(id).kind, DefKind::Module(_)) => {
                outside(&[names[0].clone()], arguments)
            }
            Found::Def(id) => {
                let def = self.world.def(id);
                match &def.kind {
                    DefKind::Type(_) => Shape::Named(self.world.path_of(id), arguments),
                    DefKind::Alias { params, ty } if self.depth < DEEPEST => Context {
                        scope: def.scope,
                        owner: None,
                        this: None,
                        associated: &[],
                        generics: params,
                        given: &arguments,
                        depth: self.depth + 1,
                        ..*self
                    }
                    .shape(ty),
                    _ => Shape::Unknown,
                }
            }
            Found::Outside(path) => {
                let mut candidates = vec![path];
                if let [name] = names.as_slice() {
                    candidates.extend(self.world.outside_globs(self.scope, name));
                }
                outside(&candidates, arguments)
            }
        }
    }

    /// What is written of each parameter's type, and whether it is `&mut`.
    pub fn parameters(&self, signature: &Signature) -> (Vec<Shape>, Vec<bool>) {
        let itself = || match (self.this, self.owner) {
            (Some(ty), _) => self.shape(ty),
            (None, Some(id)) if matches!(self.world.def(id).kind, DefKind::Type(_)) => {
                Shape::Named(self.world.path_of(id), Vec::new())
            }
            _ => Shape::Unknown,
        };
        let parameter = |input: &FnArg| match input {
            FnArg::Receiver(receiver) => match &receiver.kind {
                ReceiverKind::Reference(_, _, mutable) => (itself(), mutable.is_some()),
                ReceiverKind::Typed(_, ty) => (self.shape(ty), is_mutable(ty)),
                _ => (itself(), false),
            },
            FnArg::Typed(input) => (self.shape(&input.ty), is_mutable(&input.ty)),
        };
        signature.inputs.iter().map(parameter).unzip()
    }

    /// What is written of a result's type.
    pub fn returned(&self, output: &ReturnType) -> Shape {
        match output {
            ReturnType::Default => Shape::Known(Type::Unit),
            ReturnType::Type(_, ty) => self.shape(ty),
        }
    }
}

/// The name under which the methods of a type stand.
pub(super) fn head(shape: &Shape) -> String {
    let name = match shape {
        Shape::Unknown => "_",
        Shape::Named(name, _) => name,
        Shape::Known(ty) => match ty {
            Type::Unit | Type::Tuple(_) => "Tuple",
            Type::Bool => "bool",
            Type::Char => "char",
            Type::Int(int) => int.name(),
            Type::Float(float) => float.name(),
            Type::Str => "str",
            Type::String => "String",
            Type::Slice(_) => "Slice",
            Type::Array(..) => "Array",
            Type::Vec(_) => "Vec",
            Type::Option(_) => "Option",
            Type::Result(..) => "Result",
            Type::Ordering => "Ordering",
            Type::Box(_) => "Box",
            Type::Cow(_) => "Cow",
            Type::Iter(_) => "IntoIter",
            Type::NonZero(_) => "NonZero",
            Type::Duration => "Duration",
            Type::Phantom(_) => "PhantomData",
            Type::Ref(inner) | Type::Mut(inner) => return head(&Shape::Known((**inner).clone())),
            Type::Adt(adt) => adt.path.split('<').next().unwrap_or(&adt.path),
            Type::Opaque(name) | Type::Const(name) => name,
        },
    };
    name.to_owned()
}

fn is_mutable(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(reference) if reference.mutability.is_some())
}

/// A type of all of whose parts something is known, where all is.
fn made(name: &str, parts: Vec<Shape>, make: impl FnOnce(Vec<Type>) -> Option<Type>) -> Shape {
    let known = |shape: &Shape| match shape {
        Shape::Known(ty) if !matches!(ty, Type::Str | Type::Slice(_)) => Some(ty.clone()),
        _ => None,
    };
    let whole = parts.iter().map(known).collect::<Option<Vec<_>>>().and_then(make);
    whole.map_or_else(|| Shape::Named(name.to_owned(), parts), Shape::Known)
}

/// A type that the workspace does not define; the first path that is known decides.
fn outside(paths: &[String], arguments: Vec<Shape>) -> Shape {
    let known = |shape: &Shape| match shape {
        Shape::Known(ty) => Some(Ok(ty.clone())),
        _ => None,
    };
    if let Some(known) = arguments.iter().map(known).collect::<Option<Vec<_>>>()
        && let Some(Ok(ty)) = paths.iter().find_map(|path| standard(&canonical(path), &known))
    {
        return Shape::Known(ty);
    }
    let last = paths.first().and_then(|path| path.rsplit("::").next()).unwrap_or_default();
    Shape::Named(last.to_owned(), arguments)
}
