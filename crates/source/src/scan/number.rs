//! Numbers that are written as constants: lengths of arrays, discriminants.

use syn::{BinOp, Block, Expr, Lit, Stmt, UnOp};

use super::resolve::{Found, Space, segments};
use super::world::{DefKind, ScopeId, World};

impl World {
    /// The value of an integer constant, where it is a literal or arithmetic and a choice of such; `depth` bounds how many constants
    /// and operators it goes through.
    pub fn number(&self, scope: ScopeId, expr: &Expr, depth: usize) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        let number = |expr: &Expr| self.number(scope, expr, depth);
        match expr {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Int(int) => int.base10_parse().ok(),
                Lit::Byte(byte) => Some(i128::from(byte.value())),
                _ => None,
            },
            Expr::Paren(inner) => number(&inner.expr),
            Expr::Group(inner) => number(&inner.expr),
            Expr::Cast(cast) => number(&cast.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => number(&unary.expr)?.checked_neg(),
            Expr::Block(block) => number(only(&block.block)?),
            Expr::If(it) => {
                let (_, otherwise) = it.else_branch.as_ref()?;
                let holds = self.holds(scope, &it.cond, depth)?;
                number(if holds { only(&it.then_branch)? } else { otherwise })
            }
            Expr::Binary(binary) => {
                let (a, b) = (number(&binary.left)?, number(&binary.right)?);
                match binary.op {
                    BinOp::Add(_) => a.checked_add(b),
                    BinOp::Sub(_) => a.checked_sub(b),
                    BinOp::Mul(_) => a.checked_mul(b),
                    BinOp::Div(_) => a.checked_div(b),
                    BinOp::Rem(_) => a.checked_rem(b),
                    BinOp::Shl(_) => u32::try_from(b).ok().filter(|b| *b < 64).and_then(|b| a.checked_shl(b)),
                    _ => None,
                }
            }
            Expr::Path(path) if path.qself.is_none() => {
                let leading = path.path.leading_colon.is_some();
                match self.resolve(scope, &segments(&path.path), leading, Space::Values, None) {
                    Found::Def(id) => match &self.def(id).kind {
                        DefKind::Const(def) => self.number(self.def(id).scope, &def.expr, depth),
                        _ => None,
                    },
                    Found::Outside(_) => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a comparison of such numbers holds.
    fn holds(&self, scope: ScopeId, condition: &Expr, depth: usize) -> Option<bool> {
        let Expr::Binary(binary) = condition else { return None };
        let (a, b) = (self.number(scope, &binary.left, depth)?, self.number(scope, &binary.right, depth)?);
        Some(match binary.op {
            BinOp::Eq(_) => a == b,
            BinOp::Ne(_) => a != b,
            BinOp::Lt(_) => a < b,
            BinOp::Le(_) => a <= b,
            BinOp::Gt(_) => a > b,
            BinOp::Ge(_) => a >= b,
            _ => return None,
        })
    }
}

/// The only expression in a block.
fn only(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(inner, None)] => Some(inner),
        _ => None,
    }
}
