//! Executions that stand for every real one: what a loop changes is unknown in it, recursion is of unknown arguments, and
//! functions that something unmodelled is given are run for anything.

use super::changes::{Changes, functions_in, is_own, places_in};
use super::rounds::Went;
use super::state::{Eval, Flow, Machine};
use super::value::Iter;
use super::value::{Callable, Data, Place, Seq, Val};
use crate::program::{Body, Expr, Pattern, Shape};
use crate::term::Sort;
use crate::{End, Site};

/// Loops over at most so many known items are gone round as they are. Longer ones get one round for any item, since each
/// round multiplies the paths of a proof.
const SHORT: i128 = 12;

/// What becomes of a call.
pub(super) enum Called<'p> {
    /// It is executed.
    Run,
    /// It is not: what it may return.
    Unknown(Val<'p>),
}

impl<'p> Machine<'p, '_> {
    /// Any value of the same sort.
    pub fn forgotten(&mut self, value: &Val<'p>) -> Val<'p> {
        const WHY: &str = "what a loop changes";
        match value {
            Val::Bool(_) => Val::Bool(self.unknown_bool(WHY)),
            Val::Int(_, Some(ty)) => Val::Int(self.unknown_int(*ty, WHY), Some(*ty)),
            Val::Float(_, Some(ty)) => Val::Float(self.unknown(Sort::Float(*ty), WHY), Some(*ty)),
            Val::Char(_) => Val::Char(self.unknown(Sort::Int(0, 0x10_FFFF), WHY)),
            Val::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.forgotten(part)).collect();
                Val::tuple(parts)
            }
            Val::Data(data) => match &**data {
                Data::Known { path, fields, .. }
                    if self.program.types.get(&**path).is_some_and(|definition| !definition.is_enum) =>
                {
                    let fields = fields.iter().map(|field| self.forgotten(field)).collect();
                    Val::known(path, 0, fields)
                }
                _ => Val::Unknown,
            },
            Val::Seq(seq) => {
                let len = self.unknown(Sort::Int(0, i64::MAX.into()), WHY);
                Val::Seq(Seq { is_longer: true, ..Seq::new(seq.kind, Vec::new(), len) })
            }
            // What they refer to is forgotten by itself.
            Val::Mut(_) | Val::Closure(_) | Val::Function(_) => value.clone(),
            Val::Input(input) => {
                let shape = Shape::Known((*input.ty).clone());
                self.unknown_of(&shape, WHY).unwrap_or(Val::Unknown)
            }
            _ => Val::Unknown,
        }
    }

    pub fn forget_place(&mut self, place: &Place) -> Eval<'p, ()> {
        let (place, old) = self.opened(place.clone())?;
        self.functions_may_run(&old)?;
        let new = self.forgotten(&old);
        self.write(&place, new)
    }

    /// Forgets what an expression may change.
    pub fn forget(&mut self, whole: &'p Expr) -> Eval<'p, ()> {
        let mut changes = Changes::default();
        changes.read(self, whole, self.base);
        self.forget_changes(changes)
    }

    fn forget_changes(&mut self, changes: Changes) -> Eval<'p, ()> {
        let mut places: Vec<Place> = Vec::new();
        for cell in &changes.mentioned {
            let Some(value) = self.cells.get(*cell).cloned() else { continue };
            places_in(&value, &mut places);
        }
        for place in places {
            self.forget_place(&place)?;
        }
        for cell in changes.assigned {
            let Some(old) = self.cells.get(cell).cloned() else { continue };
            self.functions_may_run(&old)?;
            let new = match &old {
                Val::Mut(_) => Val::Unknown,
                old => self.forgotten(old),
            };
            // A reference that may refer to something else: all that it may refer to has been forgotten.
            self.cells[cell] = if matches!(old, Val::Mut(_)) { old } else { new };
        }
        Ok(())
    }

    /// `for` when everything is covered: one round, for any item.
    pub fn cover_for(
        &mut self,
        whole: &'p Expr,
        label: Option<&'p str>,
        pattern: &'p Pattern,
        value: Val<'p>,
        body: &'p Expr,
        [entered, skipped]: [Option<Site>; 2],
    ) -> Eval<'p> {
        let iter = match value {
            Val::Unknown => None,
            value => Some(self.iterator(value)?),
        };
        if let Some(mut iter) = iter.clone()
            && self.known_count(&iter).is_some_and(|count| count <= SHORT)
        {
            return self.short_for(label, pattern, &mut iter, body, [entered, skipped]);
        }
        let some = match &iter {
            Some(Iter::Seq { seq, front: 0, back: 0, .. }) => {
                let zero = self.int(0);
                self.lt(zero, seq.len)
            }
            Some(Iter::Range { from, to: Some(to), .. }) => self.lt(*from, *to),
            _ => self.unknown_bool("whether a loop is entered"),
        };
        if !self.branch(some, [entered, skipped])? {
            return Ok(Val::unit());
        }
        self.forget(whole)?;
        if let Some(iter) = &iter {
            self.forget_captured(iter)?;
        }
        let item = match &iter {
            Some(iter) => self.any_item(iter)?,
            None => Val::Unknown,
        };
        let mut bound = Vec::new();
        self.pattern(pattern, item, &mut bound)?;
        self.bind(bound);
        let value = self.eval(body, None);
        match self.round(label, value)? {
            Went::Out(_) | Went::On => Ok(Val::unit()),
        }
    }

    fn short_for(
        &mut self,
        label: Option<&'p str>,
        pattern: &'p Pattern,
        iter: &mut Iter<'p>,
        body: &'p Expr,
        [entered, skipped]: [Option<Site>; 2],
    ) -> Eval<'p> {
        let mut site = Some(skipped);
        while let Some(item) = self.next(iter)? {
            if site.take().is_some() {
                entered.iter().for_each(|site| self.pass(site.clone()));
            }
            let mut bound = Vec::new();
            self.pattern(pattern, item, &mut bound)?;
            self.bind(bound);
            let value = self.eval(body, None);
            if let Went::Out(_) = self.round(label, value)? {
                return Ok(Val::unit());
            }
        }
        if let Some(Some(skipped)) = site {
            self.pass(skipped);
        }
        Ok(Val::unit())
    }

    /// How many items there are, where that does not depend on anything.
    fn known_count(&self, iter: &Iter<'p>) -> Option<i128> {
        match iter {
            Iter::Seq { seq, front, back, .. } if !seq.is_longer => {
                Some(self.as_int(seq.len)? - (*front + *back) as i128)
            }
            Iter::Range { from, to: Some(to), .. } => {
                Some(self.as_int(*to)?.saturating_sub(self.as_int(*from)?).max(0))
            }
            Iter::Enumerate(inner, _) | Iter::Rev(inner) | Iter::Map(inner, _) => self.known_count(inner),
            Iter::Zip(a, b) => Some(self.known_count(a)?.min(self.known_count(b)?)),
            _ => None,
        }
    }

    /// Any of an iterator's items.
    fn any_item(&mut self, iter: &Iter<'p>) -> Eval<'p> {
        Ok(match iter {
            Iter::Seq { place: Some(place), .. } => {
                self.forget_place(place)?;
                Val::Mut(self.cell(Val::Unknown))
            }
            Iter::Seq { seq, .. } => match seq.at(0).cloned() {
                Some(first) => {
                    let same = {
                        let first = self.shape(first)?;
                        self.forgotten(&first)
                    };
                    // Items of one list are of one type; of data and lists, nothing is known but that.
                    match same {
                        Val::Tuple(_) | Val::Bool(_) | Val::Int(..) | Val::Float(..) | Val::Char(_) => same,
                        same @ Val::Seq(_) => same,
                        _ => Val::Unknown,
                    }
                }
                None => Val::Unknown,
            },
            Iter::Range { from, to, ty, is_char } => {
                let ty = ty.unwrap_or(morph_relation::IntType::I64);
                let item = if *is_char {
                    self.unknown(Sort::Int(0, 0x10_FFFF), "an item of a range")
                } else {
                    self.unknown_int(ty, "an item of a range")
                };
                let above = self.le(*from, item);
                self.assume(above)?;
                if let Some(to) = to {
                    let below = self.lt(item, *to);
                    self.assume(below)?;
                }
                if *is_char { Val::Char(item) } else { Val::Int(item, Some(ty)) }
            }
            Iter::Map(inner, function) => {
                let item = self.any_item(inner)?;
                self.call_value(function, vec![item])?
            }
            Iter::Filter(inner, function) => {
                let item = self.any_item(inner)?;
                let keeps = self.asks(function, vec![item.clone()])?;
                if !self.fork(keeps)? {
                    return Err(Flow::End(End::Stopped));
                }
                item
            }
            Iter::Enumerate(inner, _) => {
                let at = self.unknown_int(morph_relation::IntType::Usize, "the number of an item");
                let item = self.any_item(inner)?;
                Val::tuple(vec![Val::usize(at), item])
            }
            Iter::Zip(a, b) => {
                let (a, b) = (self.any_item(a)?, self.any_item(b)?);
                Val::tuple(vec![a, b])
            }
            Iter::Rev(inner) | Iter::Take(inner, ..) | Iter::Skip(inner, ..) | Iter::StepBy(inner, ..) => {
                self.any_item(inner)?
            }
            other => {
                self.unmodelled_call(&[Val::iter(other.clone())])?;
                Val::Unknown
            }
        })
    }

    /// Whether a call is executed: not, if it is one of many within each other.
    pub fn cover_call(&mut self, body: &'p Body, args: &mut [Val<'p>]) -> Eval<'p, Called<'p>> {
        let is_within = self.called.iter().any(|other| std::ptr::eq(*other, body));
        if !is_within && self.depth < self.limits.depth {
            return Ok(Called::Run);
        }
        if !is_within {
            self.inexact("calls are too deep");
        } else if !self.for_any.contains(&&*body.path) {
            let runs = self.unknown_bool("what recursion reaches");
            if self.fork(runs)? {
                // Its branches, for any arguments; what follows is on the other path.
                self.for_any.push(&body.path);
                for (at, arg) in args.iter_mut().enumerate() {
                    *arg = match arg {
                        Val::Mut(_) => Val::Mut(self.cell(Val::Unknown)),
                        _ => self.unknown_of(&body.types[at], "recursion").unwrap_or(Val::Unknown),
                    };
                }
                return Ok(Called::Run);
            }
        }
        for arg in args.iter() {
            let mut places = Vec::new();
            places_in(arg, &mut places);
            for place in places {
                self.forget_place(&place)?;
            }
        }
        Ok(Called::Unknown(self.unknown_of(&body.ret, "recursion").unwrap_or(Val::Unknown)))
    }

    /// What the functions of an iterator change is changed by every round.
    fn forget_captured(&mut self, iter: &Iter<'p>) -> Eval<'p, ()> {
        let mut functions = Vec::new();
        functions_in(&Val::iter(iter.clone()), &mut functions);
        for function in functions {
            let Val::Closure(closure) = function else { continue };
            let mut changes = Changes::default();
            changes.read(self, closure.body, closure.base);
            self.forget_changes(changes)?;
        }
        Ok(())
    }

    /// Of an iterator that is forgotten, the functions may have run for anything.
    fn functions_may_run(&mut self, old: &Val<'p>) -> Eval<'p, ()> {
        if !self.is_cover() || matches!(old, Val::Closure(_) | Val::Function(_)) {
            return Ok(());
        }
        let mut functions = Vec::new();
        functions_in(old, &mut functions);
        for function in functions {
            self.any_call(&function)?;
        }
        if is_own(old) {
            self.inexact("an iterator of the workspace");
        }
        Ok(())
    }

    /// What something unmodelled may do with its arguments: write to what is referred to, call what can be called.
    pub fn unmodelled_call(&mut self, args: &[Val<'p>]) -> Eval<'p, ()> {
        for arg in args {
            let mut places = Vec::new();
            places_in(arg, &mut places);
            for place in places {
                self.forget_place(&place)?;
            }
            if !self.is_cover() {
                continue;
            }
            let mut functions = Vec::new();
            functions_in(arg, &mut functions);
            for function in functions {
                self.any_call(&function)?;
            }
            if is_own(arg) {
                self.inexact("an iterator of the workspace");
            }
            if let Val::Data(data) = arg
                && ["eq", "cmp", "partial_cmp", "fmt", "hash", "next", "into_iter", "drop", "deref"]
                    .iter()
                    .any(|name| {
                        self.program.methods.contains_key(&(data.path().to_string(), (*name).to_owned()))
                    })
            {
                self.inexact("something unmodelled may call a trait's function");
            }
        }
        Ok(())
    }

    /// Perhaps calls a function, for anything.
    fn any_call(&mut self, function: &Val<'p>) -> Eval<'p, ()> {
        let (count, closure) = match function {
            Val::Closure(closure) => (closure.params.len(), Some(closure.clone())),
            Val::Function(callable) => match &**callable {
                Callable::Function(path) => match self.program.functions.get(path) {
                    Some(body) => (body.params.len(), None),
                    None => return Ok(()),
                },
                _ => return Ok(()),
            },
            _ => return Ok(()),
        };
        let runs = self.unknown_bool("whether a function is called");
        if !self.fork(runs)? {
            return Ok(());
        }
        let changes = |machine: &mut Self| match &closure {
            Some(closure) => {
                let mut changes = Changes::default();
                changes.read(machine, closure.body, closure.base);
                machine.forget_changes(changes)
            }
            None => Ok(()),
        };
        changes(self)?;
        self.call_value(function, vec![Val::Unknown; count])?;
        changes(self)
    }
}
