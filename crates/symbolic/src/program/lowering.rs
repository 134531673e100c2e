//! From syntax to bodies: what all of them share, and where each of them stands.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use syn::FnArg;
use syn::spanned::Spanned;

use super::shapes::Context;
use super::spans;
use super::{Body, Expr, Kind, Local, Pattern, PatternKind, Program, Shape};
use morph_source::scan::receiver::{Known, Surroundings};
use morph_source::scan::world::{DefId, FnDef, Home, ScopeId, World};
use morph_source::workspace::{Cfg, Workspace};

/// Lowers the body of every function.
pub fn lower(workspace: &Workspace, world: &World) -> Program {
    let Some(package) = workspace.packages.first() else { return Program::default() };
    let mut lowering = Lowering::new(workspace, world, &package.cfg);
    for at in 0..world.defs.len() {
        if let Some(f) = world.function(DefId(at))
            && let Some(block) = &f.block
        {
            let body = lowering.body(f, block);
            lowering.program.functions.insert(f.path.clone(), Arc::new(body));
        }
    }
    lowering.associated_constants();
    lowering.program
}

/// What is lowered so far, and what is being lowered.
pub(super) struct Lowering<'a> {
    pub workspace: &'a Workspace,
    pub world: &'a World,
    /// Definitions and methods first, then bodies.
    pub program: Program,
    /// Structs, enums and traits by path.
    pub types: BTreeMap<String, DefId>,
    /// Indices of associated constants by the head of their type, or the path of their trait, and by name.
    pub associated: BTreeMap<(String, String), usize>,
    /// The traits of methods as they are written, by the methods' paths.
    pub of_trait: BTreeMap<&'a str, &'a str>,
    /// Constants so far, by their paths.
    pub constants: BTreeMap<String, Kind>,
    /// Those that are being lowered.
    pub open: BTreeSet<String>,
    pub frame: Frame<'a>,
}

/// A name and what it stands for.
pub(super) type Names = BTreeMap<String, (Local, Known)>;

/// Where what is being lowered stands.
pub(super) struct Frame<'a> {
    pub scope: ScopeId,
    pub owner: Option<DefId>,
    /// What `Self` stands for.
    pub this: Option<&'a syn::Type>,
    pub associated: &'a [(String, syn::Type)],
    pub generics: &'a [String],
    /// Parameters that are constants, and the parameter that is an array of that length, where there is one.
    pub lengths: BTreeMap<String, Option<Local>>,
    /// What parameters are converted to, by the method that does it.
    pub conversions: BTreeMap<(Local, &'static str), Shape>,
    pub cfg: &'a Cfg,
    /// Where `include_str!` looks.
    pub folder: &'a Path,
    /// Bytes of the file before what syn saw; `None` where places mean nothing.
    pub skipped: Option<usize>,
    /// Names in scope, innermost last.
    pub names: Vec<Names>,
    pub locals: u32,
    /// How many macros are being expanded.
    pub expanding: usize,
}

impl<'a> Lowering<'a> {
    fn new(workspace: &'a Workspace, world: &'a World, cfg: &'a Cfg) -> Lowering<'a> {
        let frame = Frame {
            scope: ScopeId(0),
            owner: None,
            this: None,
            associated: &[],
            generics: &[],
            lengths: BTreeMap::new(),
            conversions: BTreeMap::new(),
            cfg,
            folder: &workspace.root,
            skipped: None,
            names: Vec::new(),
            locals: 0,
            expanding: 0,
        };
        let mut lowering = Lowering {
            workspace,
            world,
            program: Program::default(),
            types: BTreeMap::new(),
            associated: BTreeMap::new(),
            of_trait: BTreeMap::new(),
            constants: BTreeMap::new(),
            open: BTreeSet::new(),
            frame,
        };
        lowering.definitions();
        lowering
    }

    fn body(&mut self, f: &'a FnDef, block: &syn::Block) -> Body {
        let whole = f.body.as_ref().map_or(0, |body| body.start);
        self.frame = Frame {
            scope: f.inside,
            owner: f.owner,
            this: f.self_ty.as_ref(),
            associated: &f.associated,
            generics: &f.generics,
            lengths: BTreeMap::new(),
            conversions: BTreeMap::new(),
            cfg: &self.workspace.packages[f.package].cfg,
            folder: f.file.parent().unwrap_or(&self.workspace.root),
            skipped: Some(whole - block.brace_token.span.open().byte_range().start.min(whole)),
            names: vec![BTreeMap::new()],
            locals: 0,
            expanding: 0,
        };
        let (types, by_mut) = self.context().parameters(&f.sig);
        let params = f.sig.inputs.iter().map(|input| self.parameter(f, input)).collect();
        self.frame.lengths = self.lengths(f);
        self.frame.conversions = self.conversions(f);
        let ret = self.context().returned(&f.sig.output);
        let block = match f.sig.asyncness {
            Some(_) => Expr::new(self.braces(block), Kind::Unmodelled("`async` function".to_owned())),
            None => self.block(block, None),
        };
        let (path, file) = (f.path.clone(), f.file.clone());
        Body { path, file, params, types, by_mut, ret, locals: self.frame.locals as usize, block }
    }

    fn parameter(&mut self, f: &FnDef, input: &FnArg) -> Pattern {
        match input {
            FnArg::Receiver(receiver) => {
                let known = match f.home {
                    Home::Type(_) => f.owner.map_or(Known::Elsewhere, Known::Workspace),
                    _ => Known::Unknown,
                };
                let local = self.bind("self", known);
                let kind = PatternKind::Bind { local, by_ref: false, inner: None };
                Pattern { span: self.range(receiver), kind }
            }
            FnArg::Typed(input) => self.bound_pattern(&input.pat, Some(&input.ty), Known::Unknown),
        }
    }

    /// Bytes of syntax in the file.
    pub fn range(&self, syntax: &impl Spanned) -> Range<usize> {
        let Some(skipped) = self.frame.skipped else { return 0..0 };
        let range = syntax.span().byte_range();
        range.start + skipped..range.end + skipped
    }

    /// Bytes of an expression in the file.
    pub fn place(&self, expr: &syn::Expr) -> Range<usize> {
        let Some(skipped) = self.frame.skipped else { return 0..0 };
        let range = spans::range(expr);
        range.start + skipped..range.end + skipped
    }

    /// Bytes of a block in the file.
    pub fn braces(&self, block: &syn::Block) -> Range<usize> {
        let braces = block.brace_token.span;
        self.range(&braces.open()).start..self.range(&braces.close()).end
    }

    /// Where types are written here.
    pub fn context(&self) -> Context<'a> {
        let Frame { scope, owner, this, associated, generics, .. } = self.frame;
        Context { world: self.world, scope, owner, this, associated, generics, given: &[], depth: 0 }
    }

    pub fn shape(&self, ty: &syn::Type) -> Shape {
        self.context().shape(ty)
    }

    /// A new local variable without a name.
    pub fn fresh(&mut self) -> Local {
        self.frame.locals += 1;
        Local(self.frame.locals - 1)
    }

    /// A new local variable.
    pub fn bind(&mut self, name: &str, known: Known) -> Local {
        let local = self.fresh();
        if let Some(names) = self.frame.names.last_mut() {
            names.insert(name.to_owned(), (local, known));
        }
        local
    }

    /// What a plain name stands for, where it is a local variable.
    pub fn local(&self, name: &str) -> Option<(Local, Known)> {
        self.frame.names.iter().rev().find_map(|names| names.get(name)).copied()
    }

    /// Lowers what has a scope of its own.
    pub fn within<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.frame.names.push(Names::new());
        let lowered = lower(self);
        self.frame.names.pop();
        lowered
    }

    pub fn known(&self, expr: &syn::Expr) -> Known {
        let Frame { scope, owner, generics, .. } = self.frame;
        let local = &|name: &str| Some(self.local(name)?.1);
        self.world.known_expr(expr, Surroundings { scope, owner, generics, local })
    }

    pub fn known_type(&self, ty: &syn::Type) -> Known {
        self.world.known(self.frame.scope, ty, self.frame.owner, self.frame.generics)
    }
}

impl Expr {
    pub(super) fn new(span: Range<usize>, kind: Kind) -> Expr {
        Expr { span, kind: Box::new(kind) }
    }
}
