//! Whole functions: their fuel, the mutants that replace their bodies, and the copies that constants call.

use std::ops::Range;

use morph_source::visit::{self, Visit};

use super::{CONST_COPY, Folder, block_start, within};
use crate::Unswitchable;
use crate::mutants::Genre;
use crate::results::{has_impl_trait, results};
use crate::splice::{ConstCopy, Edit, Kind};

const ORIGINAL: &str = "::__morph::Switched::Original(";

impl Folder<'_> {
    /// `start`: where its visibility is written, or its signature where there is none.
    pub(super) fn function(
        &mut self,
        start: usize,
        attrs: &[syn::Attribute],
        signature: &syn::Signature,
        block: &syn::Block,
    ) {
        let body = self.range(block);
        self.functions.push((self.range(signature).start..body.end, body.start));
        if self.plan.left_alone.contains(&body.start) {
            self.untouched.push((body, Unswitchable::Uninstrumented));
            return;
        }
        if let Some(constness) = &signature.constness {
            let name = signature.ident.to_string();
            if self.plan.constants.kept.contains(&name) {
                self.untouched.push((body, Unswitchable::Constant));
                return;
            }
            if self.plan.constants.has_copy(&name) {
                self.const_copy(start, attrs, signature, &body);
            }
            let at = self.range(constness);
            self.edits.push(Edit { range: at, text: String::new(), kind: Kind::Fuel, id: None });
        }
        // With mutants in it, what is copied into each of its callers, and theirs, takes minutes to be compiled.
        for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("inline")) {
            let range = self.range(attribute);
            self.edits.push(Edit { range, text: String::new(), kind: Kind::Fuel, id: None });
        }
        let start = block_start(self.source, block);
        self.insert(start, "::__morph::enter(); ", Kind::Fuel);
        visit::visit_signature(self, signature);
        self.visit_block(block);
        // Nested functions have taken theirs by now.
        let replaced = self.take(|m| m.genre == Genre::FnValue && within(&m.span, &body));
        let mut of_another_type = false;
        if let syn::ReturnType::Type(_, ty) = &signature.output
            && has_impl_trait(ty)
        {
            of_another_type = matches!(**ty, syn::Type::ImplTrait(_));
            self.opaque.insert(body.start, replaced.iter().map(|(id, _)| *id).collect());
        }
        let count = replaced.len();
        for (n, (id, mutant)) in replaced.into_iter().enumerate() {
            let mut value = mutant.replacement;
            if of_another_type {
                value =
                    format!("{}::__morph::Switched::Mutant({value}){}", ORIGINAL.repeat(n), ")".repeat(n));
            }
            let text = format!("if ::__morph::on({}) {{ return {value}; }} ", id.0);
            self.edits.push(Edit { range: start..start, text, kind: Kind::Mutant, id: Some(id) });
        }
        if of_another_type && count > 0 {
            for result in results(self.source, block) {
                self.insert(result.start, ORIGINAL.repeat(count), Kind::Wrap);
                self.insert(result.end, ")".repeat(count), Kind::Wrap);
            }
        }
    }

    /// A copy of a `const fn` for constants to call.
    fn const_copy(
        &mut self,
        start: usize,
        attrs: &[syn::Attribute],
        signature: &syn::Signature,
        body: &Range<usize>,
    ) {
        let conditions = attrs.iter().filter(|a| a.path().is_ident("cfg") || a.path().is_ident("cfg_attr"));
        let head = conditions.map(|a| format!(" {}", &self.text[self.range(a)])).collect::<String>();
        let name = self.range(&signature.ident);
        let constants = self.plan.constants;
        let mut renames = vec![(name, format!("{CONST_COPY}{}", signature.ident))];
        renames.extend(constants.renames(start..body.end, true));
        renames.sort_by_key(|(range, _)| range.start);
        self.const_copies.push(ConstCopy {
            at: body.end,
            head: head + " ",
            copied: start..body.end,
            renames,
        });
        self.insert(body.end, "", Kind::ConstCopy);
    }

    pub(super) fn start(&self, visibility: &syn::Visibility, signature: &syn::Signature) -> usize {
        match visibility {
            syn::Visibility::Inherited => self.range(signature).start,
            visibility => self.range(visibility).start,
        }
    }
}
