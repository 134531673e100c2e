//! The code inside functions that is not compiled.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;

use super::attributes::{expr_attributes, item_attributes};
use crate::visit::{self, Visit};
use crate::workspace::{self, Cfg, Source, Workspace};

/// Bytes of every file that the `cfg`s of its package leave out. In a file of several packages, the first one's count.
#[derive(Clone, Debug, Default)]
pub struct NotCompiled(BTreeMap<PathBuf, Vec<Range<usize>>>);

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
        let ranges = self.0.get(file).into_iter().flatten();
        ranges.into_iter().any(|range| range.start <= span.start && span.end <= range.end)
    }
}

fn ranges(source: &Source, cfg: &Cfg) -> Vec<Range<usize>> {
    let mut reader = Reader { source, cfg, found: Vec::new() };
    reader.visit_file(&source.ast);
    reader.found
}

struct Reader<'a> {
    source: &'a Source,
    cfg: &'a Cfg,
    found: Vec<Range<usize>>,
}

impl Reader<'_> {
    /// Whether what carries these attributes is compiled; noted if not.
    fn keeps(&mut self, attrs: &[syn::Attribute], node: &impl Spanned) -> bool {
        let keeps = self.cfg.keeps(attrs);
        if !keeps {
            self.found.push(self.source.range(node.span()));
        }
        keeps
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if self.keeps(item_attributes(item), item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if self.keeps(&item.attrs, item) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if self.keeps(&item.attrs, item) {
            visit::visit_trait_item_fn(self, item);
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

    #[test]
    fn statements_arms_and_operands_behind_a_cfg_are_left_out() {
        let text = "fn f(n: u8) -> u8 {\n    #[cfg(windows)]\n    { n + 1; }\n    #[cfg(windows)]\n    let n = n * 2;\n    \
                    #[cfg(unix)]\n    let n = n * 3;\n    match n {\n        #[cfg(windows)]\n        4 => 5 - n,\n        _ => n / 6,\n    }\n}\n\
                    struct S;\nimpl S {\n    #[cfg(windows)]\n    fn g(n: u8) -> u8 { n % 7 }\n}\n";
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lib.rs");
        std::fs::write(&file, text).unwrap();
        let source = workspace::parse(&file).unwrap();
        let found = ranges(&source, &Cfg::read("unix\n"));
        let not_compiled = NotCompiled(BTreeMap::from([(file.clone(), found)]));
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
