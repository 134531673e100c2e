//! Executions that stand for every real one: what a loop changes is unknown in it, recursion is of unknown arguments, and
//! functions that something unmodelled is given are run for anything.

use std::collections::BTreeSet;

use super::control::{Went, takes_references};
use super::iterators::Iter;
use super::value::{Callable, Data, Place, Seq, Val};
use super::{Eval, Flow, Machine};
use crate::inputs::paths::term::Sort;
use crate::inputs::paths::{End, Site};
use crate::scan::program::{Body, Expr, Kind, Pattern, Shape, Statement, Unary};

/// Loops over so many items, which are known, are gone round as they are.
const SHORT: i128 = 12;

/// Which round of a loop it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    First,
    Any,
}

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
                let ty = ty.unwrap_or(crate::relation::IntType::I64);
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
                let at = self.unknown_int(crate::relation::IntType::Usize, "the number of an item");
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

/// What an expression may change.
#[derive(Default)]
struct Changes {
    /// Variables that are assigned to.
    assigned: BTreeSet<usize>,
    /// Variables that are mentioned: what they refer to may be changed.
    mentioned: BTreeSet<usize>,
    /// Closures that have been read.
    read: BTreeSet<usize>,
}

impl Changes {
    fn read<'p>(&mut self, machine: &Machine<'p, '_>, expr: &'p Expr, base: usize) {
        let program = machine.program;
        match &*expr.kind {
            Kind::Local(local) => {
                let cell = base + local.0 as usize;
                self.mentioned.insert(cell);
                if let Some(Val::Closure(closure)) = machine.cells.get(cell)
                    && self.read.insert(std::ptr::from_ref(closure.body) as usize)
                {
                    self.read(machine, closure.body, closure.base);
                }
            }
            Kind::Assign(to, _) | Kind::AssignBinary(_, to, _) => self.assign(to, base),
            Kind::Reference { mutable: true, of } => self.assign(of, base),
            Kind::Format { to: Some(to), .. } => self.assign(to, base),
            Kind::Method { receiver, name, candidates, args, .. } => {
                let own = candidates.iter().filter_map(|path| program.functions.get(path));
                let changes = own.map(|body| body.by_mut.first() == Some(&true)).any(|changes| changes);
                if changes || super::methods::is_changing(name) || (name == "take" && args.is_empty()) {
                    self.assign(receiver, base);
                }
            }
            Kind::Let(pattern, of) if takes_references(pattern) => self.assign(of, base),
            Kind::Match(of, arms) if arms.iter().any(|arm| takes_references(&arm.pattern)) => {
                self.assign(of, base)
            }
            Kind::Block { statements, .. } => {
                for statement in statements {
                    if let Statement::Let { pattern, value: Some(of), .. } = statement
                        && takes_references(pattern)
                    {
                        self.assign(of, base);
                    }
                }
            }
            _ => {}
        }
        children(expr, &mut |child| self.read(machine, child, base));
    }

    /// The variable that a place is a part of.
    fn assign(&mut self, to: &Expr, base: usize) {
        match &*to.kind {
            Kind::Local(local) => _ = self.assigned.insert(base + local.0 as usize),
            Kind::Field(of, _) | Kind::Index(of, _) | Kind::Unary(Unary::Deref, of) => self.assign(of, base),
            Kind::Reference { of, .. } => self.assign(of, base),
            Kind::Tuple(parts) => parts.iter().for_each(|part| self.assign(part, base)),
            Kind::Method { receiver, .. } => self.assign(receiver, base),
            Kind::Call(_, args) => args.iter().for_each(|arg| self.assign(arg, base)),
            _ => {}
        }
    }
}

/// The places that a value refers to.
fn places_in(value: &Val<'_>, places: &mut Vec<Place>) {
    match value {
        Val::Mut(place) if !places.contains(place) => places.push(place.clone()),
        Val::Tuple(parts) => parts.iter().for_each(|part| places_in(part, places)),
        Val::Data(data) => match &**data {
            Data::Known { fields, .. } => fields.iter().for_each(|field| places_in(field, places)),
            Data::Open { variants, .. } => {
                variants.iter().flatten().for_each(|field| places_in(field, places))
            }
        },
        Val::Seq(seq) => seq.all().iter().for_each(|item| places_in(item, places)),
        Val::Iter(iter) => parts_of(iter, &mut |part| match part {
            Part::Place(place) if !places.contains(place) => places.push(place.clone()),
            Part::Value(value) => places_in(value, places),
            Part::Place(_) => {}
        }),
        _ => {}
    }
}

/// The functions in a value.
fn functions_in<'p>(value: &Val<'p>, functions: &mut Vec<Val<'p>>) {
    match value {
        Val::Closure(_) | Val::Function(_) => functions.push(value.clone()),
        Val::Tuple(parts) => parts.iter().for_each(|part| functions_in(part, functions)),
        Val::Data(data) => {
            if let Data::Known { fields, .. } = &**data {
                fields.iter().for_each(|field| functions_in(field, functions));
            }
        }
        Val::Iter(iter) => parts_of(iter, &mut |part| {
            if let Part::Value(value) = part {
                functions_in(value, functions);
            }
        }),
        _ => {}
    }
}

enum Part<'v, 'p> {
    Place(&'v Place),
    Value(&'v Val<'p>),
}

/// The places and values that an iterator is made of.
fn parts_of<'v, 'p>(iter: &'v Iter<'p>, take: &mut dyn FnMut(Part<'v, 'p>)) {
    match iter {
        Iter::Seq { seq, place, .. } => {
            place.iter().for_each(|place| take(Part::Place(place)));
            seq.all().iter().for_each(|item| take(Part::Value(item)));
        }
        Iter::By(place) | Iter::Own(place) => take(Part::Place(place)),
        Iter::Map(inner, f)
        | Iter::Inspect(inner, f)
        | Iter::Filter(inner, f)
        | Iter::FilterMap(inner, f)
        | Iter::TakeWhile(inner, f, _)
        | Iter::SkipWhile(inner, f, _)
        | Iter::MapWhile(inner, f) => {
            take(Part::Value(f));
            parts_of(inner, take);
        }
        Iter::Scan(inner, place, f) => {
            take(Part::Place(place));
            take(Part::Value(f));
            parts_of(inner, take);
        }
        Iter::Enumerate(inner, _)
        | Iter::Rev(inner)
        | Iter::Take(inner, ..)
        | Iter::Skip(inner, ..)
        | Iter::StepBy(inner, ..)
        | Iter::Peekable(inner, _) => parts_of(inner, take),
        Iter::Zip(a, b) | Iter::Cycle(a, b) => {
            parts_of(a, take);
            parts_of(b, take);
        }
        Iter::Chain(a, b) => {
            a.iter().for_each(|a| parts_of(a, take));
            parts_of(b, take);
        }
        Iter::Flat(inner, f, current) => {
            f.iter().for_each(|f| take(Part::Value(f)));
            current.iter().for_each(|current| parts_of(current, take));
            parts_of(inner, take);
        }
        Iter::Successors(next, f) => {
            next.iter().for_each(|next| take(Part::Value(next)));
            take(Part::Value(f));
        }
        Iter::FromFn(f) | Iter::Repeat(f) => take(Part::Value(f)),
        Iter::Windows(seq, ..) | Iter::Chunks(seq, ..) => {
            seq.all().iter().for_each(|item| take(Part::Value(item)));
        }
        Iter::Range { .. } => {}
    }
}

/// The expressions directly inside one.
pub(super) fn children<'p>(expr: &'p Expr, take: &mut dyn FnMut(&'p Expr)) {
    match &*expr.kind {
        Kind::Unary(_, a)
        | Kind::Field(a, _)
        | Kind::Let(_, a)
        | Kind::Try(a)
        | Kind::Cast(a, _)
        | Kind::Reference { of: a, .. }
        | Kind::Assert(_, a)
        | Kind::Closure { body: a, .. }
        | Kind::Loop { body: a, .. }
        | Kind::Break(_, Some(a))
        | Kind::Return(Some(a)) => take(a),
        Kind::Binary(_, a, b)
        | Kind::Lazy(_, a, b)
        | Kind::Assign(a, b)
        | Kind::AssignBinary(_, a, b)
        | Kind::Index(a, b)
        | Kind::Repeat(_, a, b)
        | Kind::AssertEqual(_, a, b)
        | Kind::While { condition: a, body: b, .. }
        | Kind::For { iterated: a, body: b, .. } => {
            take(a);
            take(b);
        }
        Kind::Range { from, to, .. } => from.iter().chain(to).for_each(take),
        Kind::Tuple(items) | Kind::Array(_, items) => items.iter().for_each(take),
        Kind::Struct { fields, base, .. } => {
            fields.iter().for_each(|(_, value)| take(value));
            base.iter().for_each(take);
        }
        Kind::Call(callee, args) => {
            take(callee);
            args.iter().for_each(take);
        }
        Kind::Method { receiver, args, .. } => {
            take(receiver);
            args.iter().for_each(take);
        }
        Kind::If { condition, then, otherwise } => {
            take(condition);
            take(then);
            otherwise.iter().for_each(take);
        }
        Kind::Match(of, arms) => {
            take(of);
            for arm in arms {
                arm.guard.iter().for_each(&mut *take);
                take(&arm.body);
            }
        }
        Kind::Matches(of, arm) => {
            take(of);
            arm.guard.iter().for_each(take);
        }
        Kind::Block { statements, last, .. } => {
            for statement in statements {
                match statement {
                    Statement::Let { value, otherwise, .. } => {
                        value.iter().chain(otherwise).for_each(&mut *take)
                    }
                    Statement::Expr(expr) => take(expr),
                }
            }
            last.iter().for_each(take);
        }
        Kind::Format { to, pieces } => {
            to.iter().for_each(&mut *take);
            for piece in pieces {
                if let crate::scan::program::Piece::Argument(value, _) = piece {
                    take(value);
                }
            }
        }
        _ => {}
    }
}
