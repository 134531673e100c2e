//! Everything that the scanned crates define, and where names are looked up.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::OnceLock;

use proc_macro2::TokenStream;
use syn::{
    Block, Expr, GenericArgument, Meta, ReceiverKind, ReturnType, Signature, Type, TypeParamBound, Visibility,
};

use super::text::source_text;

/// Index of a [`Scope`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScopeId(pub usize);

/// Index of a [`Def`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DefId(pub usize);

/// The definitions of every selected crate.
#[derive(Debug, Default)]
pub struct World {
    pub scopes: Vec<Scope>,
    pub defs: Vec<Def>,
    /// The root scopes of crates by their names.
    pub crates: BTreeMap<String, ScopeId>,
    /// Methods of workspace types and traits, by the type or trait, then by name.
    pub members: BTreeMap<DefId, BTreeMap<String, Vec<DefId>>>,
    /// Implementations of traits that are written out.
    pub impls: Vec<Implementation>,
    /// The traits of workspace types that are implemented by hand, by their last names.
    pub implemented: BTreeMap<DefId, BTreeSet<String>>,
    /// Every function in an `impl` or a trait that has a body, by name.
    pub methods: BTreeMap<String, Vec<DefId>>,
    /// The free functions and the constants by the names in the types that they give.
    pub given: BTreeMap<String, Vec<DefId>>,
    /// Constants of types and traits.
    pub constants: Vec<AssociatedConst>,
    /// What other crates can name, each with the shortest path below its crate's root.
    pub exported: BTreeMap<DefId, Vec<String>>,
    /// `macro_rules!` by name; their textual scopes are not followed.
    pub macros: BTreeMap<String, Vec<DefId>>,
    /// The roots of crates that are `no_std`.
    pub no_std: BTreeSet<ScopeId>,
    /// Items of modules that are `pub`; members have a visibility of their own.
    pub public: BTreeSet<DefId>,
    /// Whether this is a dependency. What its code may call, since several methods have the name, is left to how it is
    /// executed: confined, and twice.
    pub is_dependency: bool,
    /// See [`World::outputs`].
    pub(super) outputs: OnceLock<Vec<String>>,
}

/// A module, or the body of a function, in which names are looked up.
#[derive(Debug)]
pub struct Scope {
    /// The crate's root.
    pub root: ScopeId,
    /// The module around a module, or what is around a block; `None` for a crate's root.
    pub parent: Option<ScopeId>,
    /// The definition of a module; `None` for a block.
    pub module: Option<DefId>,
    /// Whether names are also looked up in `parent`.
    pub is_block: bool,
    /// For messages and for paths that lead to nothing: `demo::num`.
    pub path: String,
    pub names: BTreeMap<String, Vec<DefId>>,
    pub imports: Vec<Import>,
    /// Whether paths in `use` start at the crate's root.
    pub edition_2015: bool,
    /// Index of the package.
    pub package: usize,
}

/// A `use` declaration, one per leaf.
#[derive(Debug)]
pub struct Import {
    /// The name that it brings, or `None` for a glob.
    pub name: Option<String>,
    pub path: Vec<String>,
    /// Whether the path starts with `::`.
    pub leading: bool,
    pub reach: Reach,
}

/// From where what a `use` brings can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It is `pub`.
    Everywhere,
    /// `pub(crate)`, `pub(super)`, `pub(in …)`.
    Crate,
    /// The module that it stands in, and those within it.
    Module,
}

/// A definition.
#[derive(Debug)]
pub struct Def {
    /// Without `r#`.
    pub name: String,
    /// Where it is defined.
    pub scope: ScopeId,
    pub kind: DefKind,
}

#[derive(Debug)]
pub enum DefKind {
    Module(ScopeId),
    Fn(Box<FnDef>),
    /// A struct, enum or union.
    Type(Box<TypeDef>),
    Trait,
    Alias {
        /// Names of its parameters, types and constants.
        params: Vec<String>,
        ty: Box<Type>,
    },
    Const(Box<ConstDef>),
    Static(Box<StaticDef>),
    /// A `macro_rules!` and its arms.
    Macro(TokenStream),
}

/// A struct, enum or union.
#[derive(Debug, Default)]
pub struct TypeDef {
    /// The types of its fields by name, those of all variants of an enum together.
    pub fields: Vec<(String, Type)>,
    /// Its variants; a struct has one, a union none.
    pub variants: Vec<VariantDef>,
    pub is_enum: bool,
    /// Names of its parameters, types and constants.
    pub params: Vec<String>,
    /// Which of them are constants.
    pub constants: Vec<bool>,
    /// Their defaults.
    pub defaults: Vec<Option<GenericArgument>>,
    /// How many lifetimes it has as parameters.
    pub lifetimes: usize,
    /// The traits that are derived, by their last names.
    pub derives: BTreeSet<String>,
    pub package: usize,
    pub target: usize,
    pub module: Vec<String>,
    /// The macro of the workspace that writes it.
    pub written_by: Option<DefId>,
    /// Whether it stands in a function's body.
    pub is_nested: bool,
    /// Whether it may get further fields or variants.
    pub non_exhaustive: bool,
}

impl TypeDef {
    /// Whether every crate can take it apart.
    pub fn is_open(&self) -> bool {
        let is_public = |field: &FieldDef| matches!(field.visibility, Visibility::Public(_));
        !self.non_exhaustive
            && (self.is_enum || self.variants.iter().flat_map(|variant| &variant.fields).all(is_public))
    }
}

#[derive(Debug)]
pub struct VariantDef {
    /// As written, `r#` included.
    pub name: String,
    pub fields: Vec<FieldDef>,
    pub braces: bool,
    /// The discriminant, where it is written.
    pub discriminant: Option<Expr>,
}

#[derive(Debug)]
pub struct FieldDef {
    /// As written, `r#` included, or its number.
    pub name: String,
    pub visibility: Visibility,
    pub ty: Type,
}

#[derive(Debug)]
pub struct ConstDef {
    pub ty: Type,
    pub expr: Expr,
}

/// An implementation of a trait.
#[derive(Debug)]
pub struct Implementation {
    pub scope: ScopeId,
    pub ty: Type,
    /// The trait's last name.
    pub of_trait: String,
    /// What stands between its angle brackets, but for lifetimes and associated types.
    pub given: Vec<GenericArgument>,
    /// Type parameters in scope.
    pub generics: Vec<String>,
    /// The parameters of its own, types and constants.
    pub params: Vec<String>,
    /// What bounds its type parameters, by their names.
    pub bounds: BTreeMap<String, Vec<TypeParamBound>>,
    /// Its associated types: `Output`.
    pub associated: Vec<(String, Type)>,
    /// The names of its methods.
    pub methods: Vec<String>,
    /// Whether most of its methods return a constant, or panic.
    pub is_hollow: bool,
}

impl Implementation {
    /// The bounds of its parameter where it is for every type within these: `impl<T: Shape> Drawn for T`.
    pub fn for_all(&self) -> Option<&Vec<TypeParamBound>> {
        self.bounds.get(&source_text(&self.ty))
    }
}

/// A constant of an `impl` or, with its default, of a trait.
#[derive(Debug)]
pub struct AssociatedConst {
    pub name: String,
    /// Where its paths are looked up.
    pub scope: ScopeId,
    /// The type of its `impl`.
    pub self_ty: Option<Type>,
    /// The type of the workspace that this is: resolved once everything is collected.
    pub owner: Option<DefId>,
    /// The trait that it is a default of.
    pub of_trait: Option<DefId>,
    /// Type parameters in scope.
    pub generics: Vec<String>,
    /// Whether it is `pub`.
    pub public: bool,
    pub def: ConstDef,
}

#[derive(Debug)]
pub struct StaticDef {
    /// `static mut`.
    pub mutable: bool,
    pub ty: Type,
    /// `None` where it is declared in an `extern` block.
    pub expr: Option<Expr>,
}

/// A function.
#[derive(Debug)]
pub struct FnDef {
    pub path: String,
    pub package: usize,
    pub target: usize,
    /// Path of its module below the crate's root.
    pub module: Vec<String>,
    pub file: PathBuf,
    pub line: usize,
    /// Bytes of the item in the file, or of the call of the macro that writes it.
    pub item: Range<usize>,
    /// Bytes of its body, where it has one that stands in the file.
    pub body: Option<Range<usize>>,
    /// The macro of the workspace that writes it.
    pub written_by: Option<DefId>,
    pub home: Home,
    /// What `Self` stands for: resolved once everything is collected.
    pub self_ty: Option<Type>,
    /// The trait of its `impl`, as written.
    pub of_trait: Option<String>,
    /// The associated types of its `impl`: `Output`.
    pub associated: Vec<(String, Type)>,
    pub visibility: Visibility,
    /// The type or trait of the workspace that it is a member of.
    pub owner: Option<DefId>,
    /// Type parameters in scope, its own and its `impl`'s.
    pub generics: Vec<String>,
    /// Those of its `impl`.
    pub impl_generics: Option<syn::Generics>,
    pub docs: String,
    /// Its attributes without its documentation.
    pub attrs: Vec<Meta>,
    pub sig: Signature,
    pub block: Option<Block>,
    /// Where the paths of its body and signature are looked up.
    pub inside: ScopeId,
}

/// Methods that put one more item into a collection.
const FILLING: [&str; 6] = ["insert", "push", "push_back", "add", "put", "enqueue"];

impl FnDef {
    /// Whether nobody should call it any more.
    pub fn is_deprecated(&self) -> bool {
        self.attrs.iter().any(|attr| attr.path().is_ident("deprecated"))
    }

    /// What callers call it: `to_string` is the `fmt` of `Display`.
    pub fn name(&self) -> String {
        if self.is_display() { "to_string".to_owned() } else { self.sig.ident.to_string() }
    }

    /// The type parameters in scope that are not its own: of a method of a trait, those of the trait.
    pub fn outer_generics(&self) -> &[String] {
        &self.generics[..self.generics.len() - self.sig.generics.type_params().count()]
    }

    /// Whether it is a method that may change its receiver: one with `&mut self`.
    pub fn changes_receiver(&self) -> bool {
        self.sig.receiver().is_some_and(
            |receiver| matches!(&receiver.kind, ReceiverKind::Reference(_, _, mutable) if mutable.is_some()),
        )
    }

    /// Whether it is called what puts one more item into a collection is called.
    pub fn fills(&self) -> bool {
        FILLING.contains(&self.sig.ident.to_string().as_str())
    }

    /// Whether it writes the text of `Display`.
    pub fn is_display(&self) -> bool {
        displays(self.of_trait.as_deref(), &self.sig)
    }
}

/// Whether a method of a trait is what [`ToString::to_string`] calls: nobody calls it by its own name.
pub fn displays(of_trait: Option<&str>, sig: &Signature) -> bool {
    sig.ident == "fmt" && of_trait.is_some_and(|name| name.rsplit("::").next() == Some("Display"))
}

/// What a function belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    Module,
    /// An `impl` of this type.
    Type(String),
    /// A trait of this name.
    Trait(String),
    /// The body of a function or constant of this name.
    Nested(String),
    /// An `extern` block.
    Foreign,
}

impl World {
    /// The path of a definition, without type arguments.
    pub fn path_of(&self, id: DefId) -> String {
        let def = self.def(id);
        format!("{}::{}", self.scope(def.scope).path, def.name)
    }

    /// A scope and those around it, the innermost first.
    pub fn outwards(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(scope), |scope| self.scope(*scope).parent)
    }

    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0]
    }

    pub fn def(&self, id: DefId) -> &Def {
        &self.defs[id.0]
    }

    pub fn function(&self, id: DefId) -> Option<&FnDef> {
        match &self.def(id).kind {
            DefKind::Fn(function) => Some(function),
            _ => None,
        }
    }

    /// All functions of the workspace.
    pub fn functions(&self) -> impl Iterator<Item = &FnDef> {
        (0..self.defs.len()).filter_map(|at| self.function(DefId(at)))
    }

    /// The types that functions return, as they are written; asked for once all functions are known.
    pub fn outputs(&self) -> &[String] {
        self.outputs.get_or_init(|| {
            let output = |f: &FnDef| match &f.sig.output {
                ReturnType::Type(_, ty) => Some(source_text(&**ty)),
                ReturnType::Default => None,
            };
            self.functions().filter_map(output).collect()
        })
    }

    /// Adds a definition that is not looked up by name.
    pub fn add(&mut self, name: impl Into<String>, scope: ScopeId, kind: DefKind) -> DefId {
        let id = DefId(self.defs.len());
        self.defs.push(Def { name: name.into(), scope, kind });
        id
    }

    /// Adds a definition that paths can name.
    pub fn define(&mut self, name: impl Into<String>, scope: ScopeId, kind: DefKind) -> DefId {
        let name = name.into();
        let id = self.add(name.clone(), scope, kind);
        self.scopes[scope.0].names.entry(name).or_default().push(id);
        id
    }

    /// Adds a scope below another one.
    pub fn open(&mut self, parent: ScopeId, is_block: bool, path: String) -> ScopeId {
        let Scope { root, edition_2015, package, .. } = *self.scope(parent);
        let id = ScopeId(self.scopes.len());
        self.scopes.push(Scope {
            root,
            parent: Some(parent),
            module: None,
            is_block,
            path,
            names: BTreeMap::new(),
            imports: Vec::new(),
            edition_2015,
            package,
        });
        id
    }

    /// Adds the root scope of a crate.
    pub fn open_crate(&mut self, name: &str, edition_2015: bool, package: usize) -> ScopeId {
        let id = ScopeId(self.scopes.len());
        self.scopes.push(Scope {
            root: id,
            parent: None,
            module: None,
            is_block: false,
            path: name.to_owned(),
            names: BTreeMap::new(),
            imports: Vec::new(),
            edition_2015,
            package,
        });
        self.crates.entry(name.to_owned()).or_insert(id);
        let module = self.add(name, id, DefKind::Module(id));
        self.scopes[id.0].module = Some(module);
        id
    }
}
