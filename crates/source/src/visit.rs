//! Walks through syntax trees: syn's visitor, generated once for all that read trees.
//!
//! Each implementation of [`syn::visit::Visit`] generates the walk through every kind of node again, which took a tenth
//! of the code of the program. Here one walk calls a trait object. The names are those of syn, but only of the kinds of
//! nodes that are looked at.

/// A visitor as a trait object.
pub trait Dynamic<'ast> {
    fn dynamic<'s>(&'s mut self) -> &'s mut (dyn Visit<'ast> + 's);
}

impl<'ast, V: Visit<'ast>> Dynamic<'ast> for V {
    fn dynamic<'s>(&'s mut self) -> &'s mut (dyn Visit<'ast> + 's) {
        self
    }
}

/// The walk, which shows a visitor the nodes that it looks at.
struct Walk<'s, 'ast>(&'s mut (dyn Visit<'ast> + 's));

macro_rules! nodes {
    ($($visit:ident($node:ty);)*) => {
        /// Reads a syntax tree. A method that is not written visits what is inside the node.
        pub trait Visit<'ast>: Dynamic<'ast> {
            $(fn $visit(&mut self, node: &'ast $node) {
                $visit(self.dynamic(), node);
            })*
        }

        $(/// Visits what is inside the node.
        pub fn $visit<'ast>(visitor: &mut dyn Visit<'ast>, node: &'ast $node) {
            syn::visit::$visit(&mut Walk(visitor), node);
        })*

        impl<'ast> syn::visit::Visit<'ast> for Walk<'_, 'ast> {
            $(fn $visit(&mut self, node: &'ast $node) {
                self.0.$visit(node);
            })*
        }
    };
}

nodes! {
    visit_angle_bracketed_generic_arguments(syn::AngleBracketedGenericArguments);
    visit_arm(syn::Arm);
    visit_attribute(syn::Attribute);
    visit_block(syn::Block);
    visit_expr(syn::Expr);
    visit_expr_async(syn::ExprAsync);
    visit_expr_binary(syn::ExprBinary);
    visit_expr_closure(syn::ExprClosure);
    visit_expr_for_loop(syn::ExprForLoop);
    visit_expr_if(syn::ExprIf);
    visit_expr_let(syn::ExprLet);
    visit_expr_match(syn::ExprMatch);
    visit_expr_method_call(syn::ExprMethodCall);
    visit_expr_path(syn::ExprPath);
    visit_expr_return(syn::ExprReturn);
    visit_expr_unary(syn::ExprUnary);
    visit_expr_while(syn::ExprWhile);
    visit_field_value(syn::FieldValue);
    visit_file(syn::File);
    visit_fn_arg(syn::FnArg);
    visit_generics(syn::Generics);
    visit_ident(syn::Ident);
    visit_impl_item_const(syn::ImplItemConst);
    visit_impl_item_fn(syn::ImplItemFn);
    visit_item(syn::Item);
    visit_item_enum(syn::ItemEnum);
    visit_item_fn(syn::ItemFn);
    visit_lit(syn::Lit);
    visit_local(syn::Local);
    visit_macro(syn::Macro);
    visit_pat(syn::Pat);
    visit_pat_ident(syn::PatIdent);
    visit_path(syn::Path);
    visit_signature(syn::Signature);
    visit_stmt(syn::Stmt);
    visit_stmt_macro(syn::StmtMacro);
    visit_trait_item_const(syn::TraitItemConst);
    visit_trait_item_fn(syn::TraitItemFn);
    visit_type(syn::Type);
    visit_type_impl_trait(syn::TypeImplTrait);
    visit_type_param_bound(syn::TypeParamBound);
    visit_type_path(syn::TypePath);
    visit_use_name(syn::UseName);
}
