//! What expressions may change, and what values hold: read off, without executing anything.

use std::collections::BTreeSet;

use super::state::Machine;
use super::syntax::takes_references;
use super::value::Iter;
use super::value::{Data, Place, Val};
use crate::program::{Expr, Kind, Statement, Unary};

/// What an expression may change.
#[derive(Default)]
pub(super) struct Changes {
    /// Variables that are assigned to.
    pub assigned: BTreeSet<usize>,
    /// Variables that are mentioned: what they refer to may be changed.
    pub mentioned: BTreeSet<usize>,
    /// Closures that have been read.
    read: BTreeSet<usize>,
}

impl Changes {
    pub fn read<'p>(&mut self, machine: &Machine<'p, '_>, expr: &'p Expr, base: usize) {
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
                let mut own = candidates.iter().filter_map(|path| program.functions.get(path));
                let changes = own.any(|body| body.by_mut.first() == Some(&true));
                if changes || super::effects::is_changing(name) || (name == "take" && args.is_empty()) {
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
        expr.children().into_iter().for_each(|child| self.read(machine, child, base));
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
pub(super) fn places_in(value: &Val<'_>, places: &mut Vec<Place>) {
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
            Part::Place(_) | Part::Own => {}
        }),
        _ => {}
    }
}

/// Whether a `next` of the workspace is behind an iterator.
pub(super) fn is_own(value: &Val<'_>) -> bool {
    let Val::Iter(iter) = value else { return false };
    let mut found = false;
    parts_of(iter, &mut |part| found |= matches!(part, Part::Own));
    found
}

/// The functions in a value.
pub(super) fn functions_in<'p>(value: &Val<'p>, functions: &mut Vec<Val<'p>>) {
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
    /// A `next` of the workspace.
    Own,
}

/// The places and values that an iterator is made of.
fn parts_of<'v, 'p>(iter: &'v Iter<'p>, take: &mut dyn FnMut(Part<'v, 'p>)) {
    match iter {
        Iter::Seq { seq, place, .. } => {
            place.iter().for_each(|place| take(Part::Place(place)));
            seq.all().iter().for_each(|item| take(Part::Value(item)));
        }
        Iter::By(place) => take(Part::Place(place)),
        Iter::Own(place) => {
            take(Part::Own);
            take(Part::Place(place));
        }
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
