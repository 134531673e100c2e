//! What expressions are made of.

use super::{Arm, Expr, Kind, Piece, Statement};

impl Expr {
    /// The expressions directly in it, in order; constants and patterns are not looked into.
    pub fn children(&self) -> Vec<&Expr> {
        match &*self.kind {
            Kind::Int(..)
            | Kind::Float(..)
            | Kind::Bool(_)
            | Kind::Char(_)
            | Kind::Str(_)
            | Kind::Local(_)
            | Kind::Const(..)
            | Kind::Outside(..)
            | Kind::Function(_)
            | Kind::AnyOf(_)
            | Kind::Constructor(..)
            | Kind::OfParameter(..)
            | Kind::Continue(_)
            | Kind::Panic
            | Kind::Unmodelled(_) => Vec::new(),
            Kind::Unary(_, of)
            | Kind::Field(of, _)
            | Kind::Closure { body: of, .. }
            | Kind::Let(_, of)
            | Kind::Loop { body: of, .. }
            | Kind::Try(of)
            | Kind::Cast(of, _)
            | Kind::Reference { of, .. }
            | Kind::Assert(_, of) => vec![of],
            Kind::Binary(_, a, b)
            | Kind::Lazy(_, a, b)
            | Kind::Assign(a, b)
            | Kind::AssignBinary(_, a, b)
            | Kind::Index(a, b)
            | Kind::Repeat(_, a, b)
            | Kind::AssertEqual(_, a, b)
            | Kind::While { condition: a, body: b, .. }
            | Kind::For { iterated: a, body: b, .. } => vec![a, b],
            Kind::Range { from, to, .. } => from.iter().chain(to).collect(),
            Kind::Tuple(items) | Kind::Array(_, items) => items.iter().collect(),
            Kind::Struct { fields, base, .. } => fields.iter().map(|(_, value)| value).chain(base).collect(),
            Kind::Call(function, args) => std::iter::once(function).chain(args).collect(),
            Kind::Method { receiver, args, .. } => std::iter::once(receiver).chain(args).collect(),
            Kind::If { condition, then, otherwise } => {
                [condition, then].into_iter().chain(otherwise).collect()
            }
            Kind::Match(of, arms) => std::iter::once(of).chain(arms.iter().flat_map(Arm::children)).collect(),
            Kind::Matches(of, arm) => std::iter::once(of).chain(arm.children()).collect(),
            Kind::Block { statements, last, .. } => {
                statements.iter().flat_map(Statement::children).chain(last).collect()
            }
            Kind::Break(_, value) | Kind::Return(value) => value.iter().collect(),
            Kind::Format { to, pieces } => {
                let arguments = pieces.iter().filter_map(|piece| match piece {
                    Piece::Argument(value, _) => Some(value),
                    Piece::Text(_) => None,
                });
                to.iter().chain(arguments).collect()
            }
        }
    }

    /// Visits it and all in it, from the outside in.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        self.children().into_iter().for_each(|child| child.walk(visit));
    }
}

impl Arm {
    fn children(&self) -> Vec<&Expr> {
        self.guard.iter().chain([&self.body]).collect()
    }
}

impl Statement {
    fn children(&self) -> Vec<&Expr> {
        match self {
            Statement::Let { value, otherwise, .. } => value.iter().chain(otherwise).collect(),
            Statement::Expr(expr) => vec![expr],
        }
    }
}
