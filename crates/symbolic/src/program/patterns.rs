//! Patterns.

use syn::Pat;
use syn::ext::IdentExt;

use super::expressions::member_name;
use super::literals::literal;
use super::lowering::{Lowering, Names};
use super::{Expr, Kind, Local, Pattern, PatternKind};
use morph_source::scan::receiver::Known;
use morph_source::scan::resolve::{Found, Space, segments};
use morph_source::scan::world::DefKind;

impl Lowering<'_> {
    /// A pattern whose names are in scope from here on; its type, or what is known of it, is that of a plain name.
    pub fn bound_pattern(&mut self, pat: &Pat, ty: Option<&syn::Type>, known: Known) -> Pattern {
        let mut known = ty.map_or(known, |ty| self.known_type(ty));
        let mut plain = pat;
        while let Pat::Type(typed) = plain {
            known = self.known_type(&typed.ty);
            plain = &typed.pat;
        }
        if !matches!(plain, Pat::Ident(_)) {
            known = Known::Unknown;
        }
        let mut bound = Names::new();
        let pattern = self.pattern(pat, known, &mut bound);
        if let Some(names) = self.frame.names.last_mut() {
            names.extend(bound);
        }
        pattern
    }

    fn pattern(&mut self, pat: &Pat, known: Known, bound: &mut Names) -> Pattern {
        let kind = match pat {
            Pat::Wild(_) | Pat::Rest(_) => PatternKind::Any,
            Pat::Paren(pat) => self.pattern(&pat.pat, known, bound).kind,
            Pat::Type(pat) => self.pattern(&pat.pat, known, bound).kind,
            Pat::Reference(pat) => {
                PatternKind::Reference(Box::new(self.pattern(&pat.pat, Known::Unknown, bound)))
            }
            Pat::Ident(pat) => self.ident(pat, known, bound),
            Pat::Lit(lit) => PatternKind::Equal(Expr::new(self.range(lit), literal(&lit.lit, false))),
            Pat::Path(pat) => self.path_pattern(pat),
            Pat::Range(pat) => PatternKind::Range {
                from: pat.start.as_ref().map(|end| self.expr(end)),
                to: pat.end.as_ref().map(|end| self.expr(end)),
                inclusive: matches!(pat.limits, syn::RangeLimits::Closed(_)),
            },
            Pat::Or(pat) => PatternKind::Or(
                pat.cases.iter().map(|case| self.pattern(case, Known::Unknown, bound)).collect(),
            ),
            Pat::Tuple(pat) => {
                let (before, rest, behind) = self.around_rest(&pat.elems, bound);
                PatternKind::Tuple(before, rest.is_some(), behind)
            }
            Pat::Slice(pat) => {
                let (before, rest, behind) = self.around_rest(&pat.elems, bound);
                PatternKind::Slice(before, rest.map(Box::new), behind)
            }
            Pat::TupleStruct(pat) => self.tuple_struct(pat, bound),
            Pat::Struct(pat) => self.struct_pattern(pat, bound),
            Pat::Const(_) => PatternKind::Unmodelled("a `const` block".to_owned()),
            Pat::Macro(_) => PatternKind::Unmodelled("a macro".to_owned()),
            _ => PatternKind::Unmodelled("a pattern that stable Rust does not have".to_owned()),
        };
        Pattern { span: self.range(pat), kind }
    }

    /// The variable that a name is in this pattern, the same in every alternative.
    fn variable(&mut self, name: String, known: Known, bound: &mut Names) -> Local {
        match bound.get(&name) {
            Some((local, _)) => *local,
            None => {
                let local = self.fresh();
                bound.insert(name, (local, known));
                local
            }
        }
    }

    fn ident(&mut self, pat: &syn::PatIdent, known: Known, bound: &mut Names) -> PatternKind {
        let name = pat.ident.unraw().to_string();
        let plain = pat.subpat.is_none() && pat.by_ref.is_none() && pat.mutability.is_none();
        if plain && let Some(kind) = self.named(&pat.ident, &name) {
            return kind;
        }
        let local = self.variable(name, known, bound);
        let inner = pat.subpat.as_ref().map(|(_, inner)| self.pattern(inner, Known::Unknown, bound));
        PatternKind::Bind { local, by_ref: pat.by_ref.is_some(), inner: inner.map(Box::new) }
    }

    /// A plain name that is a constant, a unit struct or a unit variant.
    fn named(&mut self, ident: &syn::Ident, name: &str) -> Option<PatternKind> {
        let names = [name.to_owned()];
        match self.world.resolve(self.frame.scope, &names, false, Space::Values, None) {
            Found::Def(id) if matches!(self.world.def(id).kind, DefKind::Const(_) | DefKind::Static(_)) => {
                let kind = self.path(&ident.clone().into(), None);
                return Some(PatternKind::Equal(Expr::new(self.range(ident), kind)));
            }
            _ => {}
        }
        if !name.starts_with(char::is_uppercase) {
            return None;
        }
        let (path, variant) = self.data(&names, false)?;
        // Nothing tells whether a name of another crate is a constant.
        let known = self.types.contains_key(&path) || variant != path;
        known.then_some(PatternKind::Data { path, variant, fields: Vec::new() })
    }

    fn path_pattern(&mut self, pat: &syn::ExprPath) -> PatternKind {
        match self.path(&pat.path, pat.qself.as_ref()) {
            Kind::Constructor(path, variant) => PatternKind::Data { path, variant, fields: Vec::new() },
            kind => PatternKind::Equal(Expr::new(self.range(pat), kind)),
        }
    }

    /// What stands before `..`, that, and what stands behind it.
    fn around_rest<'p>(
        &mut self,
        pats: impl IntoIterator<Item = &'p Pat>,
        bound: &mut Names,
    ) -> (Vec<Pattern>, Option<Pattern>, Vec<Pattern>) {
        let (mut before, mut rest, mut behind) = (Vec::new(), None, Vec::new());
        for pat in pats {
            let pattern = self.pattern(pat, Known::Unknown, bound);
            if is_rest(pat) {
                rest = Some(pattern);
            } else if rest.is_some() {
                behind.push(pattern);
            } else {
                before.push(pattern);
            }
        }
        (before, rest, behind)
    }

    fn tuple_struct(&mut self, pat: &syn::PatTupleStruct, bound: &mut Names) -> PatternKind {
        let known = self.data(&segments(&pat.path), pat.path.leading_colon.is_some());
        let (before, rest, behind) = self.around_rest(&pat.elems, bound);
        let Some((path, variant)) = known else {
            return PatternKind::Unmodelled(format!("a `{}`", segments(&pat.path).join("::")));
        };
        let count = self.program.types.get(&path).and_then(|definition| {
            definition.variants.iter().find(|known| known.name == variant).map(|known| known.fields.len())
        });
        let first_behind = match (rest, behind.len(), count) {
            (Some(_), 0, _) | (None, _, _) => before.len(),
            (Some(_), len, Some(count)) if count >= len => count - len,
            _ => return PatternKind::Unmodelled(format!("`..` in a `{path}`")),
        };
        let before = before.into_iter().enumerate();
        let behind = behind.into_iter().enumerate().map(|(at, pattern)| (first_behind + at, pattern));
        let fields = before.chain(behind).map(|(at, pattern)| (at.to_string(), pattern)).collect();
        PatternKind::Data { path, variant, fields }
    }

    fn struct_pattern(&mut self, pat: &syn::PatStruct, bound: &mut Names) -> PatternKind {
        let known = self.data(&segments(&pat.path), pat.path.leading_colon.is_some());
        let mut fields = Vec::new();
        for field in pat.fields.iter().filter(|field| self.frame.cfg.keeps(&field.attrs)) {
            let pattern = match &*field.pat {
                // `Point { x }` binds, whatever else `x` is.
                Pat::Ident(ident) if field.colon_token.is_none() => {
                    let local = self.variable(ident.ident.unraw().to_string(), Known::Unknown, bound);
                    let kind = PatternKind::Bind { local, by_ref: ident.by_ref.is_some(), inner: None };
                    Pattern { span: self.range(ident), kind }
                }
                pat => self.pattern(pat, Known::Unknown, bound),
            };
            fields.push((member_name(&field.member), pattern));
        }
        match known {
            Some((path, variant)) => PatternKind::Data { path, variant, fields },
            None => PatternKind::Unmodelled(format!("a `{}`", segments(&pat.path).join("::"))),
        }
    }

    /// The left side of an assignment that takes a value apart, and which places get which variables.
    pub fn assigned(&mut self, left: &syn::Expr, assigned: &mut Vec<(Expr, Local)>) -> Pattern {
        let span = self.place(left);
        let mut parts = |lowering: &mut Self, parts: Vec<&syn::Expr>| {
            let (mut before, mut rest, mut behind) = (Vec::new(), false, Vec::new());
            for part in parts {
                let is_rest =
                    matches!(part, syn::Expr::Range(range) if range.start.is_none() && range.end.is_none());
                match (is_rest, rest) {
                    (true, _) => rest = true,
                    (false, false) => before.push(lowering.assigned(part, assigned)),
                    (false, true) => behind.push(lowering.assigned(part, assigned)),
                }
            }
            (before, rest, behind)
        };
        let kind = match left {
            syn::Expr::Infer(_) => PatternKind::Any,
            syn::Expr::Tuple(tuple) => {
                let (before, rest, behind) = parts(self, tuple.elems.iter().collect());
                PatternKind::Tuple(before, rest, behind)
            }
            syn::Expr::Array(array) => {
                let (before, rest, behind) = parts(self, array.elems.iter().collect());
                let any = rest.then(|| Box::new(Pattern { span: span.clone(), kind: PatternKind::Any }));
                PatternKind::Slice(before, any, behind)
            }
            syn::Expr::Call(_) | syn::Expr::Struct(_) => {
                PatternKind::Unmodelled("an assignment to the parts of a value".to_owned())
            }
            place => {
                let to = self.expr(place);
                let local = self.fresh();
                assigned.push((to, local));
                PatternKind::Bind { local, by_ref: false, inner: None }
            }
        };
        Pattern { span, kind }
    }
}

/// `..`, `rest @ ..`.
fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(pat) => pat.subpat.as_ref().is_some_and(|(_, inner)| matches!(**inner, Pat::Rest(_))),
        _ => false,
    }
}
