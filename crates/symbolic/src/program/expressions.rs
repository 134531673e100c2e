//! Expressions, blocks and statements.

use syn::ext::IdentExt;
use syn::{BinOp, Member, RangeLimits, Stmt, UnOp};

use super::literals::literal;
use super::lowering::Lowering;
use super::{Arm, Binary, Expr, Kind, Statement, Unary};
use morph_source::scan::attributes::expr_attributes;
use morph_source::scan::receiver::Known;
use morph_source::scan::resolve::segments;

impl Lowering<'_> {
    /// An expression.
    pub fn expr(&mut self, expr: &syn::Expr) -> Expr {
        let kind = self.kind(expr);
        Expr::new(self.place(expr), kind)
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e syn::Expr>) -> Vec<Expr> {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    fn option(&mut self, expr: Option<&syn::Expr>) -> Option<Expr> {
        expr.map(|expr| self.expr(expr))
    }

    fn kind(&mut self, expr: &syn::Expr) -> Kind {
        match expr {
            syn::Expr::Paren(e) => self.kind(&e.expr),
            syn::Expr::Group(e) => self.kind(&e.expr),
            syn::Expr::Lit(e) => literal(&e.lit, false),
            syn::Expr::Path(e) => self.path(&e.path, e.qself.as_ref()),
            syn::Expr::Unary(e) => self.unary(e),
            syn::Expr::Binary(e) => self.binary(e),
            syn::Expr::Assign(e) => self.assign(e),
            syn::Expr::Field(e) => Kind::Field(self.expr(&e.base), member_name(&e.member)),
            syn::Expr::Index(e) => Kind::Index(self.expr(&e.expr), self.expr(&e.index)),
            syn::Expr::Range(e) => Kind::Range {
                from: self.option(e.start.as_deref()),
                to: self.option(e.end.as_deref()),
                inclusive: matches!(e.limits, RangeLimits::Closed(_)),
            },
            syn::Expr::Tuple(e) => Kind::Tuple(self.exprs(&e.elems)),
            syn::Expr::Array(e) => Kind::Array(false, self.exprs(&e.elems)),
            syn::Expr::Repeat(e) => Kind::Repeat(false, self.expr(&e.expr), self.expr(&e.len)),
            syn::Expr::Struct(e) => self.structure(e),
            syn::Expr::Call(e) => self.call(e),
            syn::Expr::MethodCall(e) => self.method(e),
            syn::Expr::Macro(e) => self.macro_call(&e.mac),
            syn::Expr::Closure(e) => self.closure(e),
            syn::Expr::If(e) => self.if_(e),
            syn::Expr::Let(e) => self.let_(e),
            syn::Expr::Match(e) => self.match_(e),
            syn::Expr::While(e) => self.within(|lowering| {
                let place = lowering.range(&e.while_token.span).start..lowering.place(&e.cond).end;
                let condition = lowering.expr(&e.cond);
                let body = lowering.block(&e.body, None);
                Kind::While { label: label(e.label.as_ref()), place, condition, body }
            }),
            syn::Expr::ForLoop(e) => {
                let place = self.range(&e.for_token.span).start..self.place(&e.expr).end;
                let iterated = self.expr(&e.expr);
                self.within(|lowering| {
                    let pattern = lowering.bound_pattern(&e.pat, None, Known::Unknown);
                    let body = lowering.block(&e.body, None);
                    Kind::For { label: label(e.label.as_ref()), place, pattern, iterated, body }
                })
            }
            syn::Expr::Loop(e) => {
                Kind::Loop { label: label(e.label.as_ref()), body: self.block(&e.body, None) }
            }
            syn::Expr::Block(e) => *self.block(&e.block, e.label.as_ref()).kind,
            syn::Expr::Unsafe(e) => *self.block(&e.block, None).kind,
            syn::Expr::Const(e) => *self.block(&e.block, None).kind,
            syn::Expr::Break(e) => Kind::Break(lifetime(e.label.as_ref()), self.option(e.expr.as_deref())),
            syn::Expr::Continue(e) => Kind::Continue(lifetime(e.label.as_ref())),
            syn::Expr::Return(e) => Kind::Return(self.option(e.expr.as_deref())),
            syn::Expr::Try(e) => Kind::Try(self.expr(&e.expr)),
            syn::Expr::Cast(e) => Kind::Cast(self.expr(&e.expr), self.shape(&e.ty)),
            syn::Expr::Reference(e) => {
                Kind::Reference { mutable: e.mutability.is_some(), of: self.expr(&e.expr) }
            }
            other => Kind::Unmodelled(unmodelled(other).to_owned()),
        }
    }

    fn unary(&mut self, e: &syn::ExprUnary) -> Kind {
        let op = match e.op {
            UnOp::Neg(_) => {
                let mut inner = &*e.expr;
                while let syn::Expr::Group(group) = inner {
                    inner = &group.expr;
                }
                // `-128_i8`: the literal alone is no `i8`.
                if let syn::Expr::Lit(lit) = inner {
                    return literal(&lit.lit, true);
                }
                Unary::Neg
            }
            UnOp::Not(_) => Unary::Not,
            UnOp::Deref(_) => Unary::Deref,
            _ => return Kind::Unmodelled("an operator".to_owned()),
        };
        Kind::Unary(op, self.expr(&e.expr))
    }

    fn binary(&mut self, e: &syn::ExprBinary) -> Kind {
        let (left, right) = (self.expr(&e.left), self.expr(&e.right));
        match (e.op, plain_operator(&e.op)) {
            (BinOp::And(_), _) => Kind::Lazy(true, left, right),
            (BinOp::Or(_), _) => Kind::Lazy(false, left, right),
            (_, Some((false, op))) => Kind::Binary(op, left, right),
            (_, Some((true, op))) => Kind::AssignBinary(op, left, right),
            (_, None) => Kind::Unmodelled("an operator".to_owned()),
        }
    }

    /// `a = b`; where the left side is taken apart, as a `let` and plain assignments.
    fn assign(&mut self, e: &syn::ExprAssign) -> Kind {
        let value = self.expr(&e.right);
        let mut left = &*e.left;
        while let syn::Expr::Paren(syn::ExprParen { expr, .. })
        | syn::Expr::Group(syn::ExprGroup { expr, .. }) = left
        {
            left = expr;
        }
        let apart = matches!(
            left,
            syn::Expr::Tuple(_)
                | syn::Expr::Array(_)
                | syn::Expr::Struct(_)
                | syn::Expr::Call(_)
                | syn::Expr::Infer(_)
        );
        if !apart {
            return Kind::Assign(self.expr(left), value);
        }
        let mut assigned = Vec::new();
        let pattern = self.assigned(left, &mut assigned);
        let shape = super::Shape::Unknown;
        let first = Statement::Let { place: 0..0, pattern, shape, value: Some(value), otherwise: None };
        let rest = assigned.into_iter().map(|(to, local)| {
            let value = Expr::new(to.span.clone(), Kind::Local(local));
            Statement::Expr(Expr::new(to.span.clone(), Kind::Assign(to, value)))
        });
        Kind::Block { label: None, statements: std::iter::once(first).chain(rest).collect(), last: None }
    }

    fn structure(&mut self, e: &syn::ExprStruct) -> Kind {
        let names = segments(&e.path);
        let known = self.data(&names, e.path.leading_colon.is_some()).filter(|_| e.qself.is_none());
        let Some((path, variant)) = known else {
            return Kind::Unmodelled(format!("a `{}`", names.join("::")));
        };
        let mut fields = Vec::new();
        for field in e.fields.iter().filter(|field| self.frame.cfg.keeps(&field.attrs)) {
            fields.push((member_name(&field.member), self.expr(&field.expr)));
        }
        let base = self.option(e.rest.as_deref());
        Kind::Struct { path, variant, fields, base }
    }

    fn closure(&mut self, e: &syn::ExprClosure) -> Kind {
        if e.asyncness.is_some() {
            return Kind::Unmodelled("an `async` closure".to_owned());
        }
        self.within(|lowering| {
            let mut params = Vec::new();
            for input in &e.inputs {
                let shape = match input {
                    syn::Pat::Type(typed) => lowering.shape(&typed.ty),
                    _ => super::Shape::Unknown,
                };
                params.push((lowering.bound_pattern(input, None, Known::Unknown), shape));
            }
            Kind::Closure { params, body: lowering.expr(&e.body) }
        })
    }

    fn if_(&mut self, e: &syn::ExprIf) -> Kind {
        let (condition, then) =
            self.within(|lowering| (lowering.expr(&e.cond), lowering.block(&e.then_branch, None)));
        let otherwise = e.else_branch.as_ref().map(|(_, otherwise)| self.expr(otherwise));
        Kind::If { condition, then, otherwise }
    }

    fn let_(&mut self, e: &syn::ExprLet) -> Kind {
        let value = self.expr(&e.expr);
        Kind::Let(self.bound_pattern(&e.pat, None, Known::Unknown), value)
    }

    fn match_(&mut self, e: &syn::ExprMatch) -> Kind {
        let matched = self.expr(&e.expr);
        let kept = e.arms.iter().filter(|arm| self.frame.cfg.keeps(&arm.attrs));
        let kept: Vec<&syn::Arm> = kept.collect();
        let arms = kept.into_iter().map(|arm| self.arm(&arm.pat, |lowering| lowering.expr(&arm.body)));
        Kind::Match(matched, arms.collect())
    }

    /// A pattern, its guard, and what stands behind them.
    pub fn arm(&mut self, pat: &syn::Pat, body: impl FnOnce(&mut Self) -> Expr) -> Arm {
        self.within(|lowering| {
            let (inner, guard) = match pat {
                syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pat => (pat, None),
            };
            let mut pattern = lowering.bound_pattern(inner, None, Known::Unknown);
            if let Some(guard) = guard {
                pattern.span.end = lowering.place(guard).end;
            }
            let guard = guard.map(|guard| lowering.expr(guard));
            Arm { pattern, guard, body: body(lowering) }
        })
    }

    /// A block, with a scope of its own.
    pub fn block(&mut self, block: &syn::Block, named: Option<&syn::Label>) -> Expr {
        let span = self.braces(block);
        let (statements, last) = self.within(|lowering| lowering.statements(&block.stmts));
        Expr::new(span, Kind::Block { label: label(named), statements, last })
    }

    /// Statements, and what the last of them evaluates to.
    pub fn statements(&mut self, all: &[Stmt]) -> (Vec<Statement>, Option<Expr>) {
        let mut statements = Vec::new();
        let mut last = None;
        let kept = all.iter().filter(|statement| self.keeps(statement));
        let kept: Vec<&Stmt> = kept.collect();
        for (at, statement) in kept.iter().enumerate() {
            let is_last = at + 1 == kept.len();
            match statement {
                Stmt::Local(local) => statements.push(self.local_statement(local)),
                Stmt::Expr(expr, None) if is_last => last = Some(self.expr(expr)),
                Stmt::Expr(expr, _) => statements.push(Statement::Expr(self.expr(expr))),
                Stmt::Macro(mac) => {
                    let value = is_last && mac.semi_token.is_none();
                    let (more, expr) = self.macro_statement(mac, value);
                    statements.extend(more);
                    match expr {
                        Some(expr) if value => last = Some(expr),
                        expr => statements.extend(expr.map(Statement::Expr)),
                    }
                }
                Stmt::Item(_) => {}
            }
        }
        (statements, last)
    }

    fn keeps(&self, statement: &Stmt) -> bool {
        let attrs = match statement {
            Stmt::Local(local) => &local.attrs,
            Stmt::Macro(mac) => &mac.attrs,
            Stmt::Expr(expr, _) => expr_attributes(expr),
            Stmt::Item(_) => return false,
        };
        self.frame.cfg.keeps(attrs)
    }

    fn local_statement(&mut self, local: &syn::Local) -> Statement {
        let place = self.range(&local.let_token.span).start..self.range(&local.pat).end;
        let init = local.init.as_ref().filter(|_| matches!(local.pat, syn::Pat::Ident(_)));
        let known = init.map_or(Known::Unknown, |init| self.known(&init.expr));
        let value = self.option(local.init.as_ref().map(|init| &*init.expr));
        let diverge = local.init.as_ref().and_then(|init| init.diverge.as_ref());
        let otherwise = self.option(diverge.map(|(_, diverge)| &**diverge));
        let shape = match &local.pat {
            syn::Pat::Type(typed) => self.shape(&typed.ty),
            _ => super::Shape::Unknown,
        };
        let pattern = self.bound_pattern(&local.pat, None, known);
        Statement::Let { place, pattern, shape, value, otherwise }
    }
}

/// The name or number of a field.
pub(super) fn member_name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

fn label(label: Option<&syn::Label>) -> Option<String> {
    lifetime(label.map(|label| &label.name))
}

fn lifetime(lifetime: Option<&syn::Lifetime>) -> Option<String> {
    lifetime.map(|lifetime| lifetime.ident.to_string())
}

/// Operators whose operands are both evaluated, and whether they assign.
fn plain_operator(op: &BinOp) -> Option<(bool, Binary)> {
    Some(match op {
        BinOp::Add(_) => (false, Binary::Add),
        BinOp::Sub(_) => (false, Binary::Sub),
        BinOp::Mul(_) => (false, Binary::Mul),
        BinOp::Div(_) => (false, Binary::Div),
        BinOp::Rem(_) => (false, Binary::Rem),
        BinOp::BitAnd(_) => (false, Binary::BitAnd),
        BinOp::BitOr(_) => (false, Binary::BitOr),
        BinOp::BitXor(_) => (false, Binary::BitXor),
        BinOp::Shl(_) => (false, Binary::Shl),
        BinOp::Shr(_) => (false, Binary::Shr),
        BinOp::Eq(_) => (false, Binary::Eq),
        BinOp::Ne(_) => (false, Binary::Ne),
        BinOp::Lt(_) => (false, Binary::Lt),
        BinOp::Le(_) => (false, Binary::Le),
        BinOp::Gt(_) => (false, Binary::Gt),
        BinOp::Ge(_) => (false, Binary::Ge),
        BinOp::AddAssign(_) => (true, Binary::Add),
        BinOp::SubAssign(_) => (true, Binary::Sub),
        BinOp::MulAssign(_) => (true, Binary::Mul),
        BinOp::DivAssign(_) => (true, Binary::Div),
        BinOp::RemAssign(_) => (true, Binary::Rem),
        BinOp::BitAndAssign(_) => (true, Binary::BitAnd),
        BinOp::BitOrAssign(_) => (true, Binary::BitOr),
        BinOp::BitXorAssign(_) => (true, Binary::BitXor),
        BinOp::ShlAssign(_) => (true, Binary::Shl),
        BinOp::ShrAssign(_) => (true, Binary::Shr),
        _ => return None,
    })
}

/// What an expression is that is not modelled.
fn unmodelled(expr: &syn::Expr) -> &'static str {
    match expr {
        syn::Expr::Async(_) => "`async` block",
        syn::Expr::Await(_) => "`.await`",
        syn::Expr::RawAddr(_) => "a raw pointer",
        syn::Expr::TryBlock(_) => "`try` block",
        syn::Expr::Yield(_) => "`yield`",
        _ => "an expression that stable Rust does not have",
    }
}
