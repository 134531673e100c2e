//! The code inside functions that is not compiled, and the code that generic arguments decide about.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;

use super::attributes::{expr_attributes, item_attributes};
use crate::visit::{self, Visit};
use crate::workspace::{self, Cfg, Source, Workspace};

/// Bytes of every file that the `cfg`s of its package leave out. In a file of several packages, the first one's count.
#[derive(Clone, Debug, Default)]
pub struct NotCompiled(BTreeMap<PathBuf, Found>);

/// Bytes of a file.
#[derive(Clone, Debug, Default)]
struct Found {
    /// What is not compiled.
    left_out: Vec<Range<usize>>,
    /// What stands under a condition on generic arguments, such as an arm of `match D` where `D` is `const D: usize`: a
    /// function that is compiled for one of them runs the same way each time.
    decided: Vec<Range<usize>>,
}

impl NotCompiled {
    /// Reads the selected packages' files.
    pub fn of(workspace: &Workspace) -> anyhow::Result<NotCompiled> {
        let mut files = BTreeMap::new();
        for package in &workspace.packages {
            for module in package.targets.iter().flat_map(|target| &target.modules) {
                if !files.contains_key(&module.file) {
                    let source = workspace::parse(&module.file)?;
                    files.insert(module.file.clone(), ranges(&source, &package.cfg));
                }
            }
        }
        Ok(NotCompiled(files))
    }

    /// Whether these bytes of the file are left out.
    pub fn holds(&self, file: &Path, span: &Range<usize>) -> bool {
        self.0.get(file).is_some_and(|found| holds(&found.left_out, span))
    }

    /// Whether these bytes of the file may never run, whatever a function's inputs: they are left out, or generic arguments
    /// decide about them.
    pub fn may_hold(&self, file: &Path, span: &Range<usize>) -> bool {
        self.holds(file, span) || self.0.get(file).is_some_and(|found| holds(&found.decided, span))
    }
}

fn holds(ranges: &[Range<usize>], span: &Range<usize>) -> bool {
    ranges.iter().any(|range| range.start <= span.start && span.end <= range.end)
}

fn ranges(source: &Source, cfg: &Cfg) -> Found {
    let mut reader = Reader { source, cfg, found: Found::default(), generics: Vec::new() };
    reader.visit_file(&source.ast);
    reader.found
}

struct Reader<'a> {
    source: &'a Source,
    cfg: &'a Cfg,
    found: Found,
    /// The parameters of what is around.
    generics: Vec<Generics>,
}

/// Generic parameters, by name.
struct Generics {
    constants: Vec<String>,
    types: Vec<String>,
}

impl Generics {
    fn of(generics: &syn::Generics) -> Generics {
        Generics {
            constants: generics.const_params().map(|param| param.ident.to_string()).collect(),
            types: generics.type_params().map(|param| param.ident.to_string()).collect(),
        }
    }
}

impl Reader<'_> {
    /// Whether what carries these attributes is compiled; noted if not.
    fn keeps(&mut self, attrs: &[syn::Attribute], node: &impl Spanned) -> bool {
        let keeps = self.cfg.keeps(attrs);
        if !keeps {
            self.found.left_out.push(self.source.range(node.span()));
        }
        keeps
    }

    /// Visits what has generic parameters.
    fn within(&mut self, generics: &syn::Generics, visit: impl FnOnce(&mut Self)) {
        self.generics.push(Generics::of(generics));
        visit(self);
        self.generics.pop();
    }

    /// Whether generic arguments decide what an expression is: `D`, `D == 2`, `T::SIGNED`.
    fn is_decided(&self, expr: &syn::Expr) -> bool {
        match expr {
            syn::Expr::Path(path) => {
                let names: Vec<String> =
                    path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                self.generics.iter().any(|generics| match names.as_slice() {
                    [name] => generics.constants.contains(name),
                    [of, _] => generics.types.contains(of),
                    _ => false,
                })
            }
            syn::Expr::Binary(of) => {
                let sides = [&of.left, &of.right];
                sides.iter().any(|side| self.is_decided(side))
                    && sides.iter().all(|side| matches!(***side, syn::Expr::Lit(_)) || self.is_decided(side))
            }
            syn::Expr::Unary(of) => self.is_decided(&of.expr),
            syn::Expr::Paren(of) => self.is_decided(&of.expr),
            _ => false,
        }
    }

    fn note_decided(&mut self, node: &impl Spanned) {
        let range = self.source.range(node.span());
        self.found.decided.push(range);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if self.keeps(item_attributes(item), item) {
            let generics = match item {
                syn::Item::Impl(of) => &of.generics,
                syn::Item::Trait(of) => &of.generics,
                syn::Item::Fn(of) => &of.sig.generics,
                _ => return visit::visit_item(self, item),
            };
            self.within(generics, |reader| visit::visit_item(reader, item));
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if self.keeps(&item.attrs, item) {
            self.within(&item.sig.generics, |reader| visit::visit_impl_item_fn(reader, item));
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if self.keeps(&item.attrs, item) {
            self.within(&item.sig.generics, |reader| visit::visit_trait_item_fn(reader, item));
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if self.keeps(&local.attrs, local) {
            visit::visit_local(self, local);
        }
    }

    fn visit_stmt_macro(&mut self, statement: &'ast syn::StmtMacro) {
        self.keeps(&statement.attrs, statement);
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        // With its semicolon.
        match statement {
            syn::Stmt::Expr(expr, _) if !self.keeps(expr_attributes(expr), statement) => {}
            _ => visit::visit_stmt(self, statement),
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if self.keeps(&arm.attrs, arm) {
            visit::visit_arm(self, arm);
        }
    }

    fn visit_expr_match(&mut self, of: &'ast syn::ExprMatch) {
        if self.is_decided(&of.expr) {
            of.arms.iter().for_each(|arm| self.note_decided(arm));
        }
        visit::visit_expr_match(self, of);
    }

    fn visit_expr_if(&mut self, of: &'ast syn::ExprIf) {
        if self.is_decided(&of.cond) {
            self.note_decided(&of.cond);
            self.note_decided(&of.then_branch);
            if let Some((_, otherwise)) = &of.else_branch {
                self.note_decided(otherwise);
            }
        }
        visit::visit_expr_if(self, of);
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        if self.keeps(&field.attrs, field) {
            visit::visit_field_value(self, field);
        }
    }

    fn visit_expr(&mut self, expr: &'ast syn::Expr) {
        if self.keeps(expr_attributes(expr), expr) {
            visit::visit_expr(self, expr);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (NotCompiled, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lib.rs");
        std::fs::write(&file, text).unwrap();
        let source = workspace::parse(&file).unwrap();
        let found = ranges(&source, &Cfg::read("unix\n"));
        (NotCompiled(BTreeMap::from([(file.clone(), found)])), file)
    }

    #[test]
    fn what_generic_arguments_decide_may_never_run() {
        let text = "impl<const D: usize, T: Number> Point<D, T> {\n    fn f(&self, n: usize) -> usize {\n        if n == 1 { return n + 1; }\n\
                    \x20       if T::SIGNED { return n * 2; }\n        match D { 2 => n * 3, _ => n * 4 }\n    }\n}\n\
                    fn g<const D: usize>(n: usize) -> usize { if D + 1 == 3 { n % 5 } else { n % 6 } }\n\
                    fn h(D: usize) -> usize { match D { 2 => D % 7, _ => D % 8 } }\n";
        let (not_compiled, file) = read(text);
        for (code, expected) in [
            ("n + 1", false),
            ("n * 2", true),
            ("n * 3", true),
            ("n * 4", true),
            ("n % 5", true),
            ("n % 6", true),
            ("D % 7", false),
            ("D % 8", false),
        ] {
            let at = text.find(code).unwrap();
            let span = at..at + code.len();
            assert_eq!(not_compiled.may_hold(&file, &span), expected, "{code}");
            assert!(!not_compiled.holds(&file, &span), "{code} is compiled");
        }
    }

    #[test]
    fn statements_arms_and_operands_behind_a_cfg_are_left_out() {
        let text = "fn f(n: u8) -> u8 {\n    #[cfg(windows)]\n    { n + 1; }\n    #[cfg(windows)]\n    let n = n * 2;\n    \
                    #[cfg(unix)]\n    let n = n * 3;\n    match n {\n        #[cfg(windows)]\n        4 => 5 - n,\n        _ => n / 6,\n    }\n}\n\
                    struct S;\nimpl S {\n    #[cfg(windows)]\n    fn g(n: u8) -> u8 { n % 7 }\n}\n";
        let (not_compiled, file) = read(text);
        for (code, expected) in [
            ("n + 1", true),
            ("n * 2", true),
            ("n * 3", false),
            ("5 - n", true),
            ("n / 6", false),
            ("n % 7", true),
        ] {
            let at = text.find(code).unwrap();
            assert_eq!(not_compiled.holds(&file, &(at..at + code.len())), expected, "{code}");
        }
    }
}
