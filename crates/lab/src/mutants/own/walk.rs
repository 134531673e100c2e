//! Shows every expression and block of a file's functions to the operators.

use std::ops::Range;

use morph_source::visit::{self, Visit};

use super::node::{Changes, Node, conditional};
use super::table::OPERATORS;
use morph_source::visit_run_time_only;
use morph_source::workspace::Source;

/// The name of the operator, the bytes that it replaces, and by what.
pub(super) fn changes(source: &Source, text: &str) -> Vec<(&'static str, Range<usize>, String)> {
    let changes = Changes { source, text, operator: "", made: Vec::new() };
    let mut walker = Walker { changes };
    walker.visit_file(&source.ast);
    walker.changes.made
}

struct Walker<'a> {
    changes: Changes<'a>,
}

impl Walker<'_> {
    fn show(&mut self, node: Node<'_>) {
        for operator in &OPERATORS {
            self.changes.operator = operator.name;
            (operator.apply)(node, &mut self.changes);
        }
    }

    fn visit_receiver(&mut self, expr: &syn::Expr) {
        self.show(Node::Receiver(expr));
        self.inside(expr);
    }

    fn inside(&mut self, expr: &syn::Expr) {
        match expr {
            // One literal to the compiler, too: `-128_i8` is none that overflows.
            syn::Expr::Unary(e) if matches!((&e.op, &*e.expr), (syn::UnOp::Neg(_), syn::Expr::Lit(_))) => {}
            // Lengths are constants, and so are these blocks.
            syn::Expr::Repeat(e) => self.visit_expr(&e.expr),
            syn::Expr::Const(_) => {}
            syn::Expr::MethodCall(e) => {
                self.visit_receiver(&e.receiver);
                // The panic message.
                if e.method != "expect" && e.method != "expect_err" {
                    e.args.iter().for_each(|arg| self.visit_expr(arg));
                }
            }
            _ => visit::visit_expr(self, expr),
        }
    }
}

impl<'ast> Visit<'ast> for Walker<'_> {
    visit_run_time_only!('ast);

    // Those that are not compiled are no functions of the scan's, which is who gets the changes.
    fn visit_item_fn(&mut self, f: &'ast syn::ItemFn) {
        self.visit_block(&f.block);
    }

    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        self.visit_block(&f.block);
    }

    fn visit_trait_item_fn(&mut self, f: &'ast syn::TraitItemFn) {
        f.default.iter().for_each(|block| self.visit_block(block));
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.show(Node::Block(block));
        visit::visit_block(self, block);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if !conditional(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if !conditional(&arm.attrs) {
            visit::visit_arm(self, arm);
        }
    }

    fn visit_expr(&mut self, expr: &'ast syn::Expr) {
        self.show(Node::Expr(expr));
        self.inside(expr);
    }
}
