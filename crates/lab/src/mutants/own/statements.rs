//! Statements that are left out.

use syn::{BinOp, Expr, Stmt};

use super::node::{Changes, Node, conditional};

pub(super) fn statement(node: Node<'_>, changes: &mut Changes<'_>) {
    match node {
        Node::Block(block) => {
            for stmt in &block.stmts {
                if let Stmt::Expr(expr, Some(_)) = stmt
                    && acts(expr)
                {
                    changes.replace(stmt, "");
                }
            }
        }
        // Elsewhere what follows a jump would have to be of another type.
        Node::Expr(Expr::If(e)) if e.else_branch.is_none() => {
            for stmt in &e.then_branch.stmts {
                if let Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _) = stmt {
                    changes.replace(stmt, "");
                }
            }
        }
        _ => {}
    }
}

/// Whether the expression is there for what it does.
fn acts(expr: &Expr) -> bool {
    match expr {
        Expr::Assign(e) => !conditional(&e.attrs) && !matches!(*e.left, Expr::Infer(_)),
        Expr::Call(e) => !conditional(&e.attrs),
        Expr::MethodCall(e) => !conditional(&e.attrs),
        Expr::Try(e) => !conditional(&e.attrs),
        Expr::Binary(e) => {
            !conditional(&e.attrs)
                && matches!(
                    e.op,
                    BinOp::AddAssign(_)
                        | BinOp::SubAssign(_)
                        | BinOp::MulAssign(_)
                        | BinOp::DivAssign(_)
                        | BinOp::RemAssign(_)
                        | BinOp::BitAndAssign(_)
                        | BinOp::BitOrAssign(_)
                        | BinOp::BitXorAssign(_)
                        | BinOp::ShlAssign(_)
                        | BinOp::ShrAssign(_)
                )
        }
        _ => false,
    }
}
