//! What of a source file is evaluated at run time.

/// The methods of a [`Visit`](crate::visit::Visit) that keep it out of what is evaluated while compiling: constants, statics,
/// types, attributes, patterns but for their guards; and out of what macros are given. Lengths of `[x; n]` and
/// `const` blocks are expressions: these are for the visitor to tell apart.
#[macro_export]
macro_rules! visit_run_time_only {
    ($ast:lifetime) => {
        fn visit_item(&mut self, item: &$ast syn::Item) {
            use syn::Item::{Fn, Impl, Mod, Trait, Use};
            if matches!(item, Fn(_) | Impl(_) | Mod(_) | Trait(_) | Use(_)) {
                $crate::visit::visit_item(self, item);
            }
        }

        fn visit_pat(&mut self, pattern: &$ast syn::Pat) {
            if let syn::Pat::Guard(guarded) = pattern {
                self.visit_expr(&guarded.guard);
            }
        }

        fn visit_impl_item_const(&mut self, _: &$ast syn::ImplItemConst) {}
        fn visit_trait_item_const(&mut self, _: &$ast syn::TraitItemConst) {}
        fn visit_type(&mut self, _: &$ast syn::Type) {}
        fn visit_attribute(&mut self, _: &$ast syn::Attribute) {}
        fn visit_generics(&mut self, _: &$ast syn::Generics) {}
        fn visit_path(&mut self, _: &$ast syn::Path) {}
        fn visit_angle_bracketed_generic_arguments(&mut self, _: &$ast syn::AngleBracketedGenericArguments) {}
        fn visit_macro(&mut self, _: &$ast syn::Macro) {}
    };
}
