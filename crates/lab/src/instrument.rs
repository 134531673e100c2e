//! Folds mutants, probes and fuel into the text of one source file.
//!
//! A mutant replaces a span of the source. It is folded at the innermost expression around the span:
//! `a + b` becomes `(if off(7) { a + b } else { a - b })`, so that the build grows with the mutated code only.
//! Deleted match arms become guards, deleted statements stand in an `if`; replaced bodies become early returns, of one
//! type with what the original returns behind an `impl Trait`. Functions are `const` no more: constants call copies.

mod functions;
mod syntax;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use morph_source::visit::{self, Visit};
use syn::spanned::Spanned;

pub(super) use syntax::has_let;
use syntax::{is_arithmetic, is_block_like, leftmost, regroups, tightness, wrappable};

use super::Unswitchable;
use super::splice::{ConstCopy, Edit, Fold, Kind, Site, Spliced, splice};
use crate::mutant_id::MutantId;
use crate::mutants::{Genre, Mutant};
use morph_source::probe::{Event, Probe};
use morph_source::visit_run_time_only;
use morph_source::workspace::Source;

/// The prefix of the names of `const fn`s' copies.
pub const CONST_COPY: &str = "__morph_const_";

/// What to fold into a file.
pub struct Plan<'a> {
    /// The mutants of this file, with their switches.
    pub mutants: Vec<(MutantId, &'a Mutant)>,
    /// The `const fn`s that are evaluated while compiling.
    pub constants: Constants<'a>,
    /// The number of the first probe.
    pub first_probe: usize,
    /// Whether branches are reported too: the places of those whose reports do not compile.
    pub branches: Option<&'a BTreeSet<(usize, usize)>>,
    /// Whether distances of branches are reported too: the places of those whose code does not compile.
    pub unmeasured: Option<&'a BTreeSet<(usize, usize)>>,
    /// Text to be inserted as it is: what calls the subjects.
    pub shims: Vec<(usize, String)>,
    /// Functions that do not compile when instrumented, by where their bodies begin.
    pub left_alone: &'a BTreeSet<usize>,
}

/// The `const fn`s that are evaluated while compiling. Instrumented functions are not `const`, so constants call
/// plain copies, without anything of ours; whatever is evaluated at run time calls the functions themselves.
#[derive(Clone, Copy)]
pub struct Constants<'a> {
    /// Names of those that have copies.
    pub copied: &'a BTreeSet<String>,
    /// Names of those for which copies do not do: they stay as they are.
    pub kept: &'a BTreeSet<String>,
    /// Where constants call them: where the name begins, whether the call is in a copy, the name.
    pub calls: &'a BTreeSet<(usize, bool, String)>,
}

impl Constants<'_> {
    fn has_copy(&self, name: &str) -> bool {
        self.copied.contains(name) && !self.kept.contains(name)
    }

    /// Calls in a range that go to copies, as what to replace and by what.
    fn renames(&self, range: Range<usize>, in_copy: bool) -> impl Iterator<Item = (Range<usize>, String)> {
        let calls = self.calls.range((range.start, false, String::new())..(range.end, false, String::new()));
        calls
            .filter(move |(_, copy, name)| *copy == in_copy && self.has_copy(name))
            .map(|(at, _, name)| (*at..at + name.len(), format!("{CONST_COPY}{name}")))
    }
}

/// An instrumented file.
pub struct Instrumented {
    /// The new text.
    pub text: Spliced,
    /// The probes, in the order of their numbers.
    pub probes: Vec<Probe>,
    /// The switch that is reported as reached for a mutant at a place with others; itself where it is not listed.
    pub leaders: BTreeMap<MutantId, MutantId>,
    /// Mutants that could not be folded, and why.
    pub unfolded: Vec<(MutantId, Unswitchable)>,
    /// Replaced bodies of functions that return an `impl Trait`, by where the bodies begin. Their values have
    /// another type than the original's.
    pub opaque: BTreeMap<usize, Vec<MutantId>>,
    /// Of every function in the original file: its bytes from the signature on, and where its body begins.
    functions: Vec<(Range<usize>, usize)>,
}

impl Instrumented {
    /// Where the body of the innermost function begins, in the original file, that holds a byte of the new text.
    pub fn function_at(&self, byte: usize) -> Option<usize> {
        self.body_around(self.text.original(byte))
    }

    /// Where the bodies of all functions begin, in the original file.
    pub fn bodies(&self) -> impl Iterator<Item = usize> {
        self.functions.iter().map(|(_, body)| *body)
    }

    /// Where the body of the innermost function begins that holds a byte, both in the original file.
    pub fn body_around(&self, at: usize) -> Option<usize> {
        let around = self.functions.iter().filter(|(whole, _)| whole.contains(&at));
        around.min_by_key(|(whole, _)| whole.len()).map(|(_, body)| *body)
    }
}

/// Instruments a parsed file, whose text is `text`.
pub fn instrument(source: &Source, text: &str, plan: &Plan<'_>) -> Instrumented {
    let mut folder = Folder {
        plan,
        source,
        waiting: plan.mutants.clone(),
        edits: Vec::new(),
        sites: Vec::new(),
        probes: Vec::new(),
        functions: Vec::new(),
        opaque: BTreeMap::new(),
        const_copies: Vec::new(),
        untouched: Vec::new(),
        text,
        places: Places::default(),
    };
    folder.visit_file(&source.ast);
    folder.edits.extend(plan.shims.iter().map(|(at, text)| Edit::insert(*at, text.clone(), Kind::Shim)));
    for (range, text) in plan.constants.renames(0..text.len(), false) {
        folder.edits.push(Edit { range, text, kind: Kind::Fuel, id: None });
    }
    let unfolded = folder.waiting.iter().map(|(id, mutant)| (*id, folder.why_unswitchable(mutant))).collect();
    let mut leaders = BTreeMap::new();
    for site in &folder.sites {
        let Fold::Mutants { mutants, .. } = &site.fold else { continue };
        let leader = mutants[0].0;
        leaders.extend(mutants.iter().map(|(id, ..)| (*id, leader)));
    }
    let Folder { edits, sites, probes, functions, opaque, const_copies, .. } = folder;
    Instrumented {
        text: splice(text, edits, sites, const_copies),
        probes,
        unfolded,
        opaque,
        leaders,
        functions,
    }
}

pub(super) struct Folder<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) source: &'a Source,
    /// Mutants that no node has taken yet.
    waiting: Vec<(MutantId, &'a Mutant)>,
    pub(super) edits: Vec<Edit>,
    pub(super) sites: Vec<Site>,
    probes: Vec<Probe>,
    functions: Vec<(Range<usize>, usize)>,
    opaque: BTreeMap<usize, Vec<MutantId>>,
    const_copies: Vec<ConstCopy>,
    /// Bodies that are not instrumented, and why.
    untouched: Vec<(Range<usize>, Unswitchable)>,
    pub(super) text: &'a str,
    places: Places,
}

/// Facts about expressions that follow from the code around them, by their bytes.
#[derive(Default)]
struct Places {
    /// Values, whatever they look like: conditions, indices, operands of arithmetic.
    values: BTreeSet<(usize, usize)>,
    /// Literals that would get another type, or another lifetime, inside an `if`.
    fixed: BTreeSet<(usize, usize)>,
    /// What a call or loop around them takes, whose types need not be alike under a mutant.
    chained: BTreeSet<(usize, usize)>,
    /// Operands that are binary expressions themselves, with how tightly the operator around them binds.
    operands: BTreeMap<(usize, usize), u8>,
}

impl Folder<'_> {
    pub(super) fn range(&self, node: &impl Spanned) -> Range<usize> {
        self.source.range(node.span())
    }

    /// A new probe's number.
    pub(super) fn probe(&mut self, span: Range<usize>, event: Event) -> usize {
        let line = 1 + self.text[..span.start].bytes().filter(|b| *b == b'\n').count();
        self.probes.push(Probe { file: self.source.file.clone(), span, line, event });
        self.plan.first_probe + self.probes.len() - 1
    }

    fn take(&mut self, mut wanted: impl FnMut(&Mutant) -> bool) -> Vec<(MutantId, Mutant)> {
        let mut taken = Vec::new();
        self.waiting.retain(|(id, mutant)| {
            let take = wanted(mutant);
            if take {
                taken.push((*id, (*mutant).clone()));
            }
            !take
        });
        taken
    }

    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>, kind: Kind) {
        self.edits.push(Edit::insert(at, text.into(), kind));
    }

    /// Notes what an expression says about those in it.
    fn note_places(&mut self, expr: &syn::Expr) {
        let key = |folder: &Self, expr: &syn::Expr| {
            let range = folder.range(expr);
            (range.start, range.end)
        };
        let mut chained: Vec<&syn::Expr> = Vec::new();
        if let syn::Expr::Binary(e) = expr
            && let Some(tightness) = tightness(&e.op)
        {
            for operand in [&e.left, &e.right].into_iter().filter(|e| matches!(***e, syn::Expr::Binary(_))) {
                let operand = key(self, operand);
                self.places.operands.insert(operand, tightness);
            }
        }
        match expr {
            syn::Expr::If(e) => {
                let cond = key(self, &e.cond);
                self.places.values.insert(cond);
            }
            syn::Expr::While(e) => {
                let cond = key(self, &e.cond);
                self.places.values.insert(cond);
            }
            syn::Expr::Binary(e) if is_arithmetic(&e.op) => {
                let left = key(self, &e.left);
                self.places.values.insert(left);
            }
            syn::Expr::Index(e) => {
                let index = key(self, &e.index);
                self.places.values.insert(index);
                chained.extend([&*e.expr, &*e.index]);
            }
            // The type of `300 as u64` is the literal's, too; `&1` lives for ever.
            syn::Expr::Cast(e) => self.fix_literal(&e.expr),
            syn::Expr::Reference(e) => {
                self.fix_literal(&e.expr);
                chained.push(&e.expr);
            }
            syn::Expr::MethodCall(e) => chained.extend(std::iter::once(&*e.receiver).chain(&e.args)),
            syn::Expr::Call(e) => chained.extend(&e.args),
            syn::Expr::ForLoop(e) => chained.push(&e.expr),
            syn::Expr::Paren(e) => chained.push(&e.expr),
            syn::Expr::Group(e) => chained.push(&e.expr),
            _ => {}
        }
        for expr in chained {
            let key = key(self, expr);
            self.places.chained.insert(key);
        }
    }

    fn fix_literal(&mut self, expr: &syn::Expr) {
        let mut seen = Vec::new();
        let mut inner = expr;
        loop {
            let range = self.range(inner);
            seen.push((range.start, range.end));
            match inner {
                syn::Expr::Lit(_) => break,
                syn::Expr::Paren(e) => inner = &e.expr,
                syn::Expr::Group(e) => inner = &e.expr,
                syn::Expr::Unary(e) => inner = &e.expr,
                _ => return,
            }
        }
        self.places.fixed.extend(seen);
    }

    fn why_unswitchable(&self, mutant: &Mutant) -> Unswitchable {
        let around = self.untouched.iter().find(|(range, _)| within(&mutant.span, range));
        match around {
            Some((_, why)) => *why,
            // An arm whose guard binds names has no place for a switch.
            None if mutant.genre == Genre::MatchArm => Unswitchable::Place,
            None => Unswitchable::Constant,
        }
    }

    fn burn_in_closure(&mut self, body: &syn::Expr) {
        match body {
            syn::Expr::Block(block) => self.burn(&block.block),
            body => {
                let range = self.range(body);
                self.insert(range.start, "{ ::__morph::burn(); ", Kind::Fuel);
                self.insert(range.end, " }", Kind::Fuel);
            }
        }
    }

    fn burn(&mut self, body: &syn::Block) {
        let start = block_start(self.source, body);
        self.insert(start, "::__morph::burn(); ", Kind::Fuel);
    }
}

impl<'ast> Visit<'ast> for Folder<'_> {
    visit_run_time_only!('ast);

    fn visit_item_fn(&mut self, f: &'ast syn::ItemFn) {
        self.function(self.start(&f.vis, &f.sig), &f.attrs, &f.sig, &f.block);
    }

    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        self.function(self.start(&f.vis, &f.sig), &f.attrs, &f.sig, &f.block);
    }

    fn visit_trait_item_fn(&mut self, f: &'ast syn::TraitItemFn) {
        if let Some(block) = &f.default {
            self.function(self.range(&f.sig).start, &f.attrs, &f.sig, block);
        }
    }

    fn visit_use_name(&mut self, name: &'ast syn::UseName) {
        let text = name.ident.to_string();
        if self.plan.constants.has_copy(&text) {
            let range = self.range(&name.ident);
            let text = format!("{{{text}, {CONST_COPY}{text}}}");
            self.edits.push(Edit { range, text, kind: Kind::Fuel, id: None });
        }
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        for stmt in &block.stmts {
            if !matches!(stmt, syn::Stmt::Item(_)) {
                let span = self.range(stmt);
                let number = self.probe(span.clone(), Event::Executed);
                self.insert(span.start, format!("::__morph::hit({number}); "), Kind::Probe);
                for (id, _) in self.take(|m| m.genre.deletes_statement() && m.span == span) {
                    let text = format!("if !::__morph::on({}) {{ ", id.0);
                    let (open, close) = (span.start..span.start, span.end..span.end);
                    self.edits.push(Edit { range: open, text, kind: Kind::Open, id: Some(id) });
                    let text = " }".to_owned();
                    self.edits.push(Edit { range: close, text, kind: Kind::Close, id: Some(id) });
                }
            }
            self.visit_stmt(stmt);
            match stmt {
                syn::Stmt::Local(local) => self.let_else(local),
                syn::Stmt::Macro(statement) => self.assertion(&statement.mac),
                _ => {}
            }
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let range = self.range(arm);
        visit::visit_arm(self, arm);
        let deleted = self
            .take(|m| m.genre == Genre::MatchArm && m.span.start >= range.start && m.span.start < range.end);
        let (pattern, guard) = match &arm.pat {
            syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
            pattern => (pattern, None),
        };
        if deleted.is_empty() {
            return;
        }
        if guard.is_some_and(has_let) {
            self.waiting.extend(
                self.plan.mutants.iter().filter(|(id, _)| deleted.iter().any(|(taken, _)| taken == id)),
            );
            return;
        }
        let off: Vec<String> = deleted.iter().map(|(id, _)| format!("!::__morph::on({})", id.0)).collect();
        let id = deleted.first().map(|(id, _)| *id);
        match guard {
            Some(guard) => {
                let guard = self.range(guard);
                let text = format!("{} && (", off.join(" && "));
                self.edits.push(Edit { range: guard.start..guard.start, text, kind: Kind::Mutant, id });
                self.edits.push(Edit {
                    range: guard.end..guard.end,
                    text: ")".to_owned(),
                    kind: Kind::Mutant,
                    id,
                });
            }
            None => {
                let end = self.range(pattern).end;
                let text = format!(" if {}", off.join(" && "));
                self.edits.push(Edit { range: end..end, text, kind: Kind::Mutant, id });
            }
        }
    }

    fn visit_expr(&mut self, expr: &'ast syn::Expr) {
        match expr {
            // The length and the block are constants.
            syn::Expr::Repeat(e) => {
                self.visit_expr(&e.expr);
                return;
            }
            syn::Expr::Const(_) => return,
            syn::Expr::ForLoop(e) => self.burn(&e.body),
            syn::Expr::While(e) => self.burn(&e.body),
            syn::Expr::Loop(e) => self.burn(&e.body),
            // Iterators without end call theirs for ever.
            syn::Expr::Closure(e) => self.burn_in_closure(&e.body),
            _ => {}
        }
        self.note_places(expr);
        self.branch(expr);
        visit::visit_expr(self, expr);
        if self.waiting.is_empty() {
            return;
        }
        let range = self.range(expr);
        let key = (range.start, range.end);
        let value = self.places.values.contains(&key) && !has_let(expr);
        if self.places.fixed.contains(&key) || !(wrappable(expr) || value) {
            return;
        }
        let chained = self.places.chained.contains(&key);
        let around = self.places.operands.get(&key).copied();
        let elsewhere = |genre: Genre| {
            matches!(genre, Genre::FnValue | Genre::MatchArm)
                || genre.deletes_statement()
                || (chained && genre.changes_type())
        };
        let taken = self.take(|m| {
            within(&m.span, &range)
                && !elsewhere(m.genre)
                && !around.is_some_and(|around| regroups(m, around))
        });
        if !taken.is_empty() {
            let mutants = taken.into_iter().map(|(id, m)| (id, m.span, m.replacement)).collect();
            let statement = is_block_like(expr);
            let led_by_statement = !statement && is_block_like(leftmost(expr));
            self.sites.push(Site { range, fold: Fold::Mutants { mutants, statement, led_by_statement } });
        }
    }
}

/// Where the first statement of a block may be inserted: behind its inner attributes.
pub fn block_start(source: &Source, block: &syn::Block) -> usize {
    match block.stmts.first() {
        Some(stmt) => source.range(stmt.span()).start,
        None => source.range(block.brace_token.span.close()).start,
    }
}

fn within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner.start >= outer.start && inner.end <= outer.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_source::workspace::parse;

    #[test]
    fn nothing_is_copied_into_its_callers() {
        let text = "#[inline(always)]\npub fn twice(n: u8) -> u8 { n + n }\n#[inline]\nfn once() {}\n";
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("lib.rs");
        std::fs::write(&file, text).expect("it is written");
        let source = parse(&file).expect("it parses");
        let (copied, kept, calls) = Default::default();
        let plan = Plan {
            mutants: Vec::new(),
            constants: Constants { copied: &copied, kept: &kept, calls: &calls },
            first_probe: 0,
            branches: None,
            unmeasured: None,
            shims: Vec::new(),
            left_alone: &BTreeSet::new(),
        };
        let instrumented = instrument(&source, text, &plan).text.text;
        assert!(!instrumented.contains("inline") && instrumented.contains("n + n"), "{instrumented}");
    }
}
