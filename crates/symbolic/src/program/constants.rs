//! Constants and statics, which stand where they are named.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::lowering::{Frame, Lowering};
use super::{Body, Expr, Kind, Shape};
use morph_source::scan::world::{DefId, ScopeId};

/// What makes a value when it is first asked for.
const LAZY: [&str; 3] = ["LazyLock", "LazyCell", "Lazy"];

impl<'a> Lowering<'a> {
    /// A constant or a static.
    pub fn constant(&mut self, id: DefId, ty: &'a syn::Type, expr: &'a syn::Expr) -> Kind {
        let frame = Frame { owner: None, this: None, ..self.frame_of(self.world.def(id).scope, &[]) };
        self.evaluated(self.world.path_of(id), ty, expr, frame)
    }

    /// A constant of the type with this head, by its number.
    pub fn associated_constant(&mut self, of: &str, at: usize) -> Kind {
        let constant = &self.world.constants[at];
        let frame = Frame {
            owner: self.types.get(of).copied().or(constant.of_trait),
            this: constant.self_ty.as_ref(),
            ..self.frame_of(constant.scope, &constant.generics)
        };
        self.evaluated(format!("{of}::{}", constant.name), &constant.def.ty, &constant.def.expr, frame)
    }

    /// Lowers every associated constant, for type parameters to name.
    pub fn associated_constants(&mut self) {
        for ((of, name), at) in self.associated.clone() {
            let constant = self.associated_constant(&of, at);
            self.program.constants.insert((of, name), constant);
        }
    }

    fn frame_of(&self, scope: ScopeId, generics: &'a [String]) -> Frame<'a> {
        Frame {
            scope,
            owner: None,
            this: None,
            associated: &[],
            generics,
            lengths: BTreeMap::new(),
            conversions: BTreeMap::new(),
            cfg: &self.workspace.packages[self.world.scope(scope).package].cfg,
            folder: self.frame.folder,
            skipped: None,
            names: vec![BTreeMap::new()],
            locals: 0,
            expanding: 0,
        }
    }

    fn evaluated(&mut self, path: String, ty: &syn::Type, expr: &'a syn::Expr, frame: Frame<'a>) -> Kind {
        if let Some(known) = self.constants.get(&path) {
            return known.clone();
        }
        if !self.open.insert(path.clone()) {
            return Kind::Unmodelled(format!("`{path}`, which rests on itself"));
        }
        let around = std::mem::replace(&mut self.frame, frame);
        let mut shape = self.shape(ty);
        let mut value = self.expr(expr);
        // What is made when it is first asked for is what it makes.
        if let Shape::Named(name, arguments) = &shape
            && LAZY.contains(&name.as_str())
            && let Kind::Call(make, args) = &*value.kind
            && matches!(&*make.kind, Kind::Outside(parts, _) if parts.last().is_some_and(|name| name == "new"))
            && let [only] = args.as_slice()
        {
            let made = match &*only.kind {
                Kind::Closure { body, .. } => body.clone(),
                _ => Expr::new(0..0, Kind::Call(only.clone(), Vec::new())),
            };
            (shape, value) = (arguments.first().cloned().unwrap_or_default(), made);
        }
        let locals = self.frame.locals as usize;
        self.frame = around;
        self.open.remove(&path);
        if locals > 0 {
            // Bodies have local variables, expressions have none of their own.
            let function = format!("{path} as it is evaluated");
            let body = Body {
                path: function.clone(),
                file: PathBuf::new(),
                params: Vec::new(),
                types: Vec::new(),
                by_mut: Vec::new(),
                ret: shape.clone(),
                locals,
                block: value,
            };
            self.program.functions.insert(function.clone(), Arc::new(body));
            value = Expr::new(0..0, Kind::Call(Expr::new(0..0, Kind::Function(function)), Vec::new()));
        }
        let kind = Kind::Const(path.clone(), shape, Arc::new(value));
        self.constants.insert(path, kind.clone());
        kind
    }
}
