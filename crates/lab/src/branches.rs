//! Folds the probes of branches into a file: which outcome a condition has, which arm is taken, whether a `?` returns and
//! whether a loop is entered.
//!
//! The conditions of `if`, `while` and guards are taken apart into the operands of `&&` and `||`, wherever these stand:
//! where each operand has both outcomes, the whole has, too. A `let` among such operands has no probe of its own; its
//! `if` has, by where it leads. Literals and operands that leave the function, such as `return`, have no two outcomes.

use std::ops::Range;

use morph_source::visit::Visit;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use super::instrument::{Folder, block_start, has_let};
use super::splice::{Fold, Kind, Site};
use morph_source::probe::Event;

/// Macros whose first argument is a condition.
const ASSERTIONS: [&str; 2] = ["assert", "debug_assert"];
/// Macros that do not return.
const DIVERGING: [&str; 4] = ["panic", "unreachable", "todo", "unimplemented"];

impl Folder<'_> {
    /// Whether the branch at this place is to be reported.
    fn watches(&self, place: &Range<usize>) -> bool {
        self.plan.branches.is_some_and(|left_out| !left_out.contains(&(place.start, place.end)))
    }

    /// Wraps an expression that is, or holds, a branch's place.
    fn wrap(&mut self, range: Range<usize>, place: &Range<usize>, open: String, close: &str) {
        let fold = Fold::Wrapped { open, close: close.to_owned(), place: place.clone(), measures: false };
        self.sites.push(Site { range, fold });
    }

    /// Reports an event where a block begins.
    fn note_block(&mut self, block: &syn::Block, place: &Range<usize>, event: Event) {
        let number = self.probe(place.clone(), event);
        let at = block_start(self.source, block);
        self.insert(at, format!("::__morph::hit({number}); "), Kind::Probe);
    }

    /// The conditions in what is to be `true` or `false`.
    pub(super) fn condition(&mut self, expr: &syn::Expr) {
        let whole = self.range(expr);
        let mut inner = expr;
        let mut negated = false;
        loop {
            match inner {
                syn::Expr::Paren(e) => inner = &e.expr,
                syn::Expr::Group(e) => inner = &e.expr,
                syn::Expr::Unary(e) if matches!(e.op, syn::UnOp::Not(_)) => {
                    inner = &e.expr;
                    negated = !negated;
                }
                // Its operands are conditions of their own.
                syn::Expr::Binary(e) if is_lazy(&e.op) => return,
                syn::Expr::Let(_) | syn::Expr::Lit(_) => return,
                syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) => return,
                syn::Expr::Macro(e) if DIVERGING.iter().any(|name| e.mac.path.is_ident(name)) => return,
                _ => break,
            }
        }
        if self.watches(&whole) {
            let number = self.probe(whole.clone(), Event::True);
            self.probe(whole.clone(), Event::False);
            self.wrap(whole.clone(), &whole, format!("::__morph::branch({number}, "), ")");
            self.measure(inner, &whole, number, negated);
        }
    }

    /// The branches that begin in an expression, before those inside it.
    pub(super) fn branch(&mut self, expr: &syn::Expr) {
        if self.plan.branches.is_none() {
            return;
        }
        match expr {
            syn::Expr::If(e) if has_let(&e.cond) => self.if_let(expr, e),
            syn::Expr::If(e) => self.condition(&e.cond),
            syn::Expr::Binary(e) if is_lazy(&e.op) => {
                self.condition(&e.left);
                self.condition(&e.right);
            }
            syn::Expr::Match(e) => {
                let arms = e.arms.iter().filter_map(|arm| Some((self.arm(arm)?, &arm.pat))).collect();
                self.measure_match(expr, &e.expr, arms);
            }
            syn::Expr::Try(e) => {
                let (place, operand) = (self.range(expr), self.range(&e.expr));
                if self.watches(&place) {
                    let number = self.probe(place.clone(), Event::Continued);
                    self.probe(place.clone(), Event::Returned);
                    self.wrap(operand, &place, format!("::__morph::tried({number}, "), ")");
                }
            }
            syn::Expr::While(e) => {
                self.condition(&e.cond);
                let place = self.source.join(e.while_token.span, &e.cond);
                self.repeated(expr, &e.body, place, has_let(&e.cond));
            }
            syn::Expr::ForLoop(e) => {
                let place = self.source.join(e.for_token.span, &e.expr);
                self.repeated(expr, &e.body, place, true);
            }
            syn::Expr::Macro(e) => self.assertion(&e.mac),
            _ => {}
        }
    }

    /// An `if let`, by where it leads.
    fn if_let(&mut self, expr: &syn::Expr, e: &syn::ExprIf) {
        let place = self.range(&e.cond);
        if !self.watches(&place) {
            return;
        }
        self.note_block(&e.then_branch, &place, Event::Matched);
        match &e.else_branch {
            Some((_, otherwise)) => {
                let number = self.probe(place.clone(), Event::Unmatched);
                let range = self.range(otherwise);
                self.wrap(range, &place, format!("{{ ::__morph::hit({number}); "), " }");
            }
            None => {
                let number = self.probe(place.clone(), Event::Unmatched);
                let close = format!(" else {{ ::__morph::hit({number}); }}");
                self.wrap(self.range(expr), &place, String::new(), &close);
            }
        }
    }

    /// Reports an arm; returns its probe.
    fn arm(&mut self, arm: &syn::Arm) -> Option<usize> {
        let place = self.range(&arm.pat);
        if let syn::Pat::Guard(guarded) = &arm.pat {
            self.condition(&guarded.guard);
        }
        let number = self.watches(&place).then(|| self.probe(place.clone(), Event::Matched))?;
        // In parentheses: what begins with a block would be a statement there.
        self.wrap(self.range(&arm.body), &place, format!("{{ ::__morph::hit({number}); ("), ") }");
        Some(number)
    }

    /// A loop: whether its body is run at all and, where no condition says it, that it is.
    fn repeated(&mut self, expr: &syn::Expr, body: &syn::Block, place: Range<usize>, notes_entry: bool) {
        if !self.watches(&place) {
            return;
        }
        if notes_entry {
            self.note_block(body, &place, Event::Entered);
        }
        let number = self.probe(place.clone(), Event::Skipped);
        let flag = format!("__morph_entered_{number}");
        let at = block_start(self.source, body);
        self.insert(at, format!("{flag} = true; "), Kind::Probe);
        let close = format!(" if !{flag} {{ ::__morph::hit({number}); }} }}");
        self.wrap(self.range(expr), &place, format!("{{ let mut {flag} = false; "), &close);
    }

    /// A `let … else`.
    pub(super) fn let_else(&mut self, local: &syn::Local) {
        let Some((_, otherwise)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) else { return };
        let syn::Expr::Block(otherwise) = &**otherwise else { return };
        let place = self.source.join(local.let_token.span, &local.pat);
        if self.watches(&place) {
            let number = self.probe(place.clone(), Event::Matched);
            let end = self.range(local).end;
            self.insert(end, format!(" ::__morph::hit({number});"), Kind::Probe);
            self.note_block(&otherwise.block, &place, Event::Unmatched);
        }
    }

    /// The condition of an assertion, whose message stays what it is.
    pub(super) fn assertion(&mut self, mac: &syn::Macro) {
        let asserts = ASSERTIONS.iter().any(|name| mac.path.is_ident(name));
        if self.plan.branches.is_none() || !asserts {
            return;
        }
        let arguments = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated.parse2(mac.tokens.clone());
        let Ok(arguments) = arguments else { return };
        let Some(condition) = arguments.first() else { return };
        let range = self.range(condition);
        if arguments.len() == 1 {
            let message = format!(
                ", \"{{}}\", ::core::concat!(\"assertion failed: \", ::core::stringify!({}))",
                &self.text[range.clone()]
            );
            self.wrap(range.clone(), &range, String::new(), &message);
        }
        let before = self.sites.len();
        self.condition(condition);
        self.visit_expr(condition);
        if arguments.len() == 1 && self.sites.len() == before {
            self.sites.pop();
        }
    }
}

fn is_lazy(op: &syn::BinOp) -> bool {
    matches!(op, syn::BinOp::And(_) | syn::BinOp::Or(_))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::instrument::{Constants, Plan, instrument};
    use morph_source::scan::{Filter, read};
    use morph_source::workspace::{Selection, load, parse};
    use morph_symbolic::program::{Kind as Lowered, Statement, lower};

    /// Places in lowered bodies, by file: of conditions, of patterns, of `?`, of loops.
    type Places = BTreeMap<PathBuf, [BTreeSet<(usize, usize)>; 4]>;

    /// The places at which symbolic executions of a package's functions may report branches, and its files' probes.
    fn places(folder: &Path) -> (Places, Vec<crate::Probe>) {
        let manifest_path = Some(folder.join("Cargo.toml"));
        let workspace = load(&Selection { manifest_path, ..Selection::default() }).unwrap();
        let read = read(&workspace, &Filter::default()).unwrap();
        let mut places = Places::new();
        for body in lower(&workspace, &read.world).functions.values() {
            let [conditions, patterns, tries, loops] = places.entry(body.file.clone()).or_default();
            let key = |range: &Range<usize>| (range.start, range.end);
            body.block.walk(&mut |expr| {
                conditions.insert(key(&expr.span));
                match &*expr.kind {
                    Lowered::Try(_) => _ = tries.insert(key(&expr.span)),
                    Lowered::While { place, .. } | Lowered::For { place, .. } => _ = loops.insert(key(place)),
                    Lowered::Match(_, arms) => patterns.extend(arms.iter().map(|arm| key(&arm.pattern.span))),
                    // An `if let` has the place of its condition.
                    Lowered::If { condition, .. } => _ = patterns.insert(key(&condition.span)),
                    Lowered::Block { statements, .. } => {
                        for statement in statements {
                            if let Statement::Let { place, otherwise: Some(_), .. } = statement {
                                patterns.insert(key(place));
                            }
                        }
                    }
                    _ => {}
                }
            });
        }
        let mut probes = Vec::new();
        for file in read.functions.iter().map(|f| f.file.clone()).collect::<BTreeSet<_>>() {
            let source = parse(&file).unwrap();
            let text = std::fs::read_to_string(&file).unwrap();
            let (copied, kept, calls) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
            let plan = Plan {
                mutants: Vec::new(),
                constants: Constants { copied: &copied, kept: &kept, calls: &calls },
                first_probe: 0,
                branches: Some(&BTreeSet::new()),
                unmeasured: Some(&BTreeSet::new()),
                shims: Vec::new(),
                left_alone: &BTreeSet::new(),
            };
            // Tests are no functions.
            let in_function = |probe: &crate::Probe| {
                let bodies = read.functions.iter().filter(|f| f.file == file).filter_map(|f| f.body.as_ref());
                bodies.into_iter().any(|body| body.contains(&probe.span.start))
            };
            probes.extend(instrument(&source, &text, &plan).probes.into_iter().filter(in_function));
        }
        (places, probes)
    }

    #[test]
    fn symbolic_executions_know_the_place_of_every_branch() {
        for name in ["business", "genmorph", "quickstart"] {
            let (places, probes) =
                places(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name));
            let mut compared = 0;
            for probe in probes.iter().filter(|probe| !probe.is_statement()) {
                let kind = match probe.event {
                    Event::True | Event::False => 0,
                    Event::Matched | Event::Unmatched => 1,
                    Event::Continued | Event::Returned => 2,
                    Event::Entered | Event::Skipped => 3,
                    Event::Executed => continue,
                };
                let known = places.get(&probe.file).map(|places| &places[kind]);
                let at = (probe.span.start, probe.span.end);
                assert!(known.is_some_and(|known| known.contains(&at)), "{name}: {probe:?}");
                compared += 1;
            }
            assert!(compared > 50, "{name}: only {compared} branches");
        }
    }
}
