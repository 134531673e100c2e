//! Conditions, `match` and loops.

use super::rounds::{Round, Went};
use super::state::{Eval, Flow, Machine, unsupported};
use super::syntax::{has_let, takes_references};
use super::value::{Data, Place, Val};
use crate::End;
use crate::program::{Arm, Expr, Kind, Local, Pattern, Shape, Unary};
use morph_source::probe::Event;

impl<'p> Machine<'p, '_> {
    pub fn control(&mut self, expr: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        match &*expr.kind {
            Kind::If { condition, then, otherwise } => {
                if self.if_condition(condition)? {
                    self.eval(then, hint)
                } else {
                    otherwise.as_ref().map_or_else(|| Ok(Val::unit()), |otherwise| self.eval(otherwise, hint))
                }
            }
            Kind::Match(of, arms) => self.matching(of, arms, hint),
            Kind::While { label, place, condition, body } => {
                let entered = has_let(condition).then(|| self.site(place, Event::Entered)).flatten();
                let skipped = self.site(place, Event::Skipped);
                self.whiles(expr, label.as_deref(), condition, body, [entered, skipped])
            }
            Kind::For { label, place, pattern, iterated, body } => {
                let sites = self.sites(place, [Event::Entered, Event::Skipped]);
                self.fors(expr, label.as_deref(), pattern, iterated, body, sites)
            }
            Kind::Loop { label, body } => self.forever(expr, label.as_deref(), body),
            _ => unsupported("an expression"),
        }
    }

    /// A condition: the operands of `&&` and `||` each, else the whole, are what the lab reports.
    pub fn condition(&mut self, expr: &'p Expr) -> Eval<'p, bool> {
        let (mut inner, mut negated) = (expr, false);
        while let Kind::Unary(Unary::Not, of) = &*inner.kind {
            (inner, negated) = (of, !negated);
        }
        match &*inner.kind {
            Kind::Lazy(is_and, a, b) => Ok(self.lazy(*is_and, a, b)? != negated),
            Kind::Bool(b) => Ok(*b != negated),
            Kind::Let(pattern, of) => {
                let condition = self.let_condition(pattern, of)?;
                let came = self.fork(condition.0)?;
                if came {
                    self.bind(condition.1);
                }
                Ok(came)
            }
            _ => {
                let value = self.eval_shape(expr, None)?;
                let term = self.truth(&value)?;
                let sites = self.sites(&expr.span, [Event::True, Event::False]);
                self.branch(term, sites)
            }
        }
    }

    /// The term of a truth value.
    pub fn truth(&mut self, value: &Val<'p>) -> Eval<'p, crate::term::TermId> {
        match value {
            Val::Bool(term) => Ok(*term),
            Val::Unknown => Ok(self.unknown_bool("a condition that is not known")),
            other => unsupported(format!("a condition of {}", other.kind())),
        }
    }

    /// `a && b`, `a || b`.
    pub fn lazy(&mut self, is_and: bool, a: &'p Expr, b: &'p Expr) -> Eval<'p, bool> {
        if self.condition(a)? == is_and { self.condition(b) } else { Ok(!is_and) }
    }

    /// The condition of an `if`, with the sites of an `if let`.
    fn if_condition(&mut self, condition: &'p Expr) -> Eval<'p, bool> {
        if !has_let(condition) {
            return self.condition(condition);
        }
        let sites = self.sites(&condition.span, [Event::Matched, Event::Unmatched]);
        if let Kind::Let(pattern, of) = &*condition.kind {
            let (term, bound) = self.let_condition(pattern, of)?;
            let came = self.branch(term, sites)?;
            if came {
                self.bind(bound);
            }
            return Ok(came);
        }
        let came = self.condition(condition)?;
        let [matched, unmatched] = sites;
        if let Some(site) = if came { matched } else { unmatched } {
            self.pass(site);
        }
        Ok(came)
    }

    fn let_condition(
        &mut self,
        pattern: &'p Pattern,
        of: &'p Expr,
    ) -> Eval<'p, (crate::term::TermId, Vec<(Local, Val<'p>)>)> {
        let value = self.eval_for(of, pattern, None)?;
        let mut bound = Vec::new();
        let term = self.pattern(pattern, value, &mut bound)?;
        Ok((term, bound))
    }

    /// The value that a pattern is matched with: its place, where the pattern takes references.
    pub fn eval_for(&mut self, expr: &'p Expr, pattern: &Pattern, hint: Option<&Shape>) -> Eval<'p> {
        if takes_references(pattern)
            && let Some(place) = self.place(expr)?
        {
            return Ok(Val::Mut(place));
        }
        self.eval(expr, hint)
    }

    pub fn bind(&mut self, bound: Vec<(Local, Val<'p>)>) {
        for (local, value) in bound {
            let at = self.base + local.0 as usize;
            self.cells[at] = value;
        }
    }

    fn matching(&mut self, of: &'p Expr, arms: &'p [Arm], hint: Option<&Shape>) -> Eval<'p> {
        let place =
            if arms.iter().any(|arm| takes_references(&arm.pattern)) { self.place(of)? } else { None };
        let value = match place {
            Some(place) => Val::Mut(place),
            None => self.eval(of, None)?,
        };
        // What is looked at is looked at once.
        let value = match value {
            value @ (Val::Input(_) | Val::Text(_)) => self.shape(value)?,
            value => value,
        };
        for (at, arm) in arms.iter().enumerate() {
            let mut bound = Vec::new();
            let term = self.pattern(&arm.pattern, value.clone(), &mut bound)?;
            let rest = &arms[at + 1..];
            let matched = self.site(&arm.pattern.span, Event::Matched);
            let taken = if rest.is_empty() && arm.guard.is_none() {
                // A `match` is exhaustive.
                if self.implied(term) == Some(false) {
                    return Err(Flow::End(End::Stopped));
                }
                true
            } else {
                let yes = matched.clone().filter(|_| arm.guard.is_none());
                let no = match rest {
                    [last] if last.guard.is_none() => self.site(&last.pattern.span, Event::Matched),
                    _ => None,
                };
                self.branch(term, [yes, no])?
            };
            if !taken {
                continue;
            }
            self.bind(bound);
            if let Some(guard) = &arm.guard
                && !self.condition(guard)?
            {
                continue;
            }
            if let Some(site) = matched {
                self.pass(site);
            }
            return self.eval(&arm.body, hint);
        }
        // Every arm is guarded or refuted: the path contradicts itself.
        Err(Flow::End(End::Stopped))
    }

    pub fn matches(&mut self, of: &'p Expr, arm: &'p Arm) -> Eval<'p> {
        let value = self.eval_for(of, &arm.pattern, None)?;
        let mut bound = Vec::new();
        let term = self.pattern(&arm.pattern, value, &mut bound)?;
        let Some(guard) = &arm.guard else { return Ok(Val::Bool(term)) };
        if !self.fork(term)? {
            return Ok(self.val_bool(false));
        }
        self.bind(bound);
        self.eval(guard, None)
    }

    /// What becomes of a round: whether the loop goes on.
    pub fn round(&mut self, label: Option<&str>, body: Eval<'p>) -> Eval<'p, Went<'p>> {
        match body {
            Ok(_) | Err(Flow::Continue(None)) => Ok(Went::On),
            Err(Flow::Break(None, value)) => Ok(Went::Out(value)),
            Err(Flow::Continue(Some(to))) if Some(to) == label => Ok(Went::On),
            Err(Flow::Break(Some(to), value)) if Some(to) == label => Ok(Went::Out(value)),
            Err(other) => Err(other),
        }
    }

    fn whiles(
        &mut self,
        whole: &'p Expr,
        label: Option<&'p str>,
        condition: &'p Expr,
        body: &'p Expr,
        [entered, skipped]: [Option<crate::Site>; 2],
    ) -> Eval<'p> {
        let mut rounds = 0;
        let mut cover = Round::First;
        let mut went_in = false;
        loop {
            let steps = self.path.branches.len();
            let mut goes = self.condition(condition)?;
            if self.is_cover() {
                match (cover, goes) {
                    (Round::First, true) => {
                        self.forget(whole)?;
                        cover = Round::Any;
                        goes = self.condition(condition)?;
                        if !goes {
                            return Err(Flow::End(End::Stopped));
                        }
                    }
                    // What comes in later rounds has been covered by the one.
                    (_, true) => return Err(Flow::End(End::Stopped)),
                    _ => {}
                }
            }
            if !goes {
                break;
            }
            if !went_in {
                went_in = true;
                entered.iter().for_each(|site| self.pass(site.clone()));
            }
            let value = self.eval(body, None);
            if let Went::Out(_) = self.round(label, value)? {
                return Ok(Val::unit());
            }
            self.count_round(steps, &mut rounds)?;
        }
        if !went_in {
            skipped.iter().for_each(|site| self.pass(site.clone()));
        }
        Ok(Val::unit())
    }

    fn forever(&mut self, whole: &'p Expr, label: Option<&'p str>, body: &'p Expr) -> Eval<'p> {
        let mut rounds = 0;
        if self.is_cover() {
            self.forget(whole)?;
            let value = self.eval(body, None);
            return match self.round(label, value)? {
                Went::Out(value) => Ok(value),
                Went::On => Err(Flow::End(End::Stopped)),
            };
        }
        loop {
            let steps = self.path.branches.len();
            let value = self.eval(body, None);
            if let Went::Out(value) = self.round(label, value)? {
                return Ok(value);
            }
            self.count_round(steps, &mut rounds)?;
        }
    }

    fn fors(
        &mut self,
        whole: &'p Expr,
        label: Option<&'p str>,
        pattern: &'p Pattern,
        iterated: &'p Expr,
        body: &'p Expr,
        [entered, skipped]: [Option<crate::Site>; 2],
    ) -> Eval<'p> {
        let value = self.eval(iterated, None)?;
        if self.is_cover() {
            return self.cover_for(whole, label, pattern, value, body, [entered, skipped]);
        }
        let mut iter = self.iterator(value)?;
        let mut rounds = 0;
        let mut went_in = false;
        loop {
            let steps = self.path.branches.len();
            // The branch that decides on the first round is the one that the sites are about.
            let sites = if went_in { [None, None] } else { [entered.clone(), skipped.clone()] };
            let Some(item) = self.next_at(&mut iter, sites)? else { break };
            if !went_in {
                went_in = true;
                entered.iter().for_each(|site| self.pass(site.clone()));
            }
            let mut bound = Vec::new();
            self.pattern(pattern, item, &mut bound)?;
            self.bind(bound);
            let decided = self.path.branches.len();
            let value = self.eval(body, None);
            if let Went::Out(_) = self.round(label, value)? {
                return Ok(Val::unit());
            }
            if decided > steps {
                self.count_round(steps, &mut rounds)?;
            }
        }
        if !went_in {
            skipped.iter().for_each(|site| self.pass(site.clone()));
        }
        Ok(Val::unit())
    }

    /// The variant of data, decided.
    pub fn variant_of(&mut self, data: &Data<'p>) -> Eval<'p, usize> {
        match data {
            Data::Known { variant, .. } => Ok(*variant),
            Data::Open { tag, variants, .. } => {
                for variant in 0..variants.len() - 1 {
                    let is = self.tag_is(*tag, variant);
                    if self.fork(is)? {
                        return Ok(variant);
                    }
                }
                Ok(variants.len() - 1)
            }
        }
    }

    /// Whether data is of a variant, as a term.
    pub fn is_variant(&mut self, data: &Data<'p>, of: usize) -> crate::term::TermId {
        match data {
            Data::Known { variant, .. } => self.bool(*variant == of),
            Data::Open { tag, .. } => self.tag_is(*tag, of),
        }
    }

    /// The place of a part, where the whole is one; else the part.
    pub fn part_at(&self, whole: &Option<Place>, step: super::value::Projection, part: &Val<'p>) -> Val<'p> {
        match whole {
            Some(place) => Val::Mut(place.part(step)),
            None => part.clone(),
        }
    }
}
