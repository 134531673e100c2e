//! What macros of the workspace write: their calls among items and in implementations.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{ImplItem, Item, Macro};

use super::collector::{Collector, Expansion, Place};
use crate::scan::expand::{DEEPEST, expand};
use crate::scan::world::{DefId, DefKind, ScopeId};
use crate::workspace::modern;

impl Collector<'_> {
    /// The items that a macro's call writes. Modules among them are left out: nothing can be written into these.
    pub fn written_items(&mut self, mac: &Macro, place: &Place) -> anyhow::Result<()> {
        let Some((inner, items)) = self.written::<Item>(mac, place) else { return Ok(()) };
        items
            .into_iter()
            .filter(|item| !matches!(item, Item::Mod(_)))
            .try_for_each(|item| self.item(item, &inner))
    }

    /// The members of an implementation with those that macros write, each with where it stands.
    pub fn members(&self, written: Vec<ImplItem>, place: &Place) -> Vec<(ImplItem, Place)> {
        let mut members = Vec::new();
        for member in written {
            match member {
                ImplItem::Macro(call) if self.cfg.keeps(&call.attrs) => {
                    if let Some((inner, more)) = self.written::<ImplItem>(&call.mac, place) {
                        members.extend(self.members(more, &inner));
                    }
                }
                member => members.push((member, place.clone())),
            }
        }
        members
    }

    /// What a macro's call outside of functions expands to, where that can be told.
    fn written<T: Parse>(&self, mac: &Macro, place: &Place) -> Option<(Place, Vec<T>)> {
        let depth = place.expansion.map_or(0, |expansion| expansion.depth);
        if place.nested_in.is_some() || depth == DEEPEST {
            return None;
        }
        let by = self.macro_at(&mac.path.get_ident()?.to_string(), place.scope)?;
        let DefKind::Macro(rules) = &self.world.def(by).kind else { return None };
        let call = place.expansion.map_or_else(|| mac.span(), |expansion| expansion.call);
        let tokens = modern(unplaced(expand(rules, &mac.tokens, true)?));
        let all = |input: ParseStream<'_>| {
            let mut all = Vec::new();
            while !input.is_empty() {
                all.push(input.parse()?);
            }
            Ok(all)
        };
        let expansion = Some(Expansion { by, call, depth: depth + 1 });
        Some((Place { expansion, ..place.clone() }, all.parse2(tokens).ok()?))
    }

    /// The macro of this name in the same crate that was defined last, in one of the modules around if there is one.
    fn macro_at(&self, name: &str, scope: ScopeId) -> Option<DefId> {
        let root = |scope: ScopeId| self.world.scope(scope).root;
        let named = self.world.macros.get(name)?;
        let here = || named.iter().rev().filter(|id| root(self.world.def(**id).scope) == root(scope));
        let around: Vec<ScopeId> = self.world.outwards(scope).collect();
        here().find(|id| around.contains(&self.world.def(**id).scope)).or_else(|| here().next()).copied()
    }
}

/// The tokens without places: those of a macro may come from another file.
fn unplaced(tokens: TokenStream) -> TokenStream {
    let mut unplaced = Vec::new();
    // A loop, since the compiler does not end on a recursion through closures.
    for mut token in tokens {
        if let TokenTree::Group(group) = token {
            token = Group::new(group.delimiter(), self::unplaced(group.stream())).into();
        }
        token.set_span(Span::call_site());
        unplaced.push(token);
    }
    unplaced.into_iter().collect()
}
