//! Matches patterns: one condition for a whole pattern, and what it binds.

use std::rc::Rc;

use super::state::{Eval, Flow, Machine, unsupported};
use super::value::{Data, Place, Projection, Seq, SeqKind, Val};
use crate::End;
use crate::program::{Local, Pattern, PatternKind};
use crate::term::TermId;

/// So many items are copied for each expression that an execution may evaluate.
const COPIES: usize = 16;

type Bound<'p> = Vec<(Local, Val<'p>)>;

impl<'p> Machine<'p, '_> {
    /// Whether a pattern matches, as a term; what it binds is good where it does.
    pub fn pattern(
        &mut self,
        pattern: &'p Pattern,
        value: Val<'p>,
        bound: &mut Bound<'p>,
    ) -> Eval<'p, TermId> {
        match &pattern.kind {
            PatternKind::Any => Ok(self.bool(true)),
            PatternKind::Bind { local, inner, .. } => {
                bound.push((*local, value.clone()));
                match inner {
                    Some(inner) => self.pattern(inner, value, bound),
                    None => Ok(self.bool(true)),
                }
            }
            PatternKind::Reference(inner) => {
                let value = match value {
                    Val::Mut(place) => self.read(&place),
                    value => value,
                };
                self.pattern(inner, value, bound)
            }
            PatternKind::Or(patterns) => self.any_pattern(patterns, value, bound),
            PatternKind::Equal(constant) => {
                let value = self.shape(value)?;
                let constant = self.eval_shape(constant, None)?;
                self.equal(&value, &constant)
            }
            PatternKind::Range { from, to, inclusive } => {
                let value = self.shape(value)?;
                let mut holds = self.bool(true);
                if let Some(from) = from {
                    let from = self.eval_shape(from, None)?;
                    let below = self.less(&value, &from, true)?;
                    let above = self.not(below);
                    // Whatever is compared with NaN does not match.
                    let itself = self.equal(&value, &value)?;
                    let above = self.and(above, itself);
                    holds = self.and(holds, above);
                }
                if let Some(to) = to {
                    let to = self.eval_shape(to, None)?;
                    let below = self.less(&value, &to, !*inclusive)?;
                    holds = self.and(holds, below);
                }
                Ok(holds)
            }
            PatternKind::Tuple(before, _, after) => {
                let (place, value) = self.located(value)?;
                let parts = match &value {
                    Val::Tuple(parts) => (**parts).clone(),
                    Val::Unknown => vec![Val::Unknown; before.len() + after.len()],
                    other => return unsupported(format!("a tuple pattern for {}", other.kind())),
                };
                let numbers = (0..before.len()).chain(parts.len().saturating_sub(after.len())..parts.len());
                let mut holds = self.bool(true);
                for (pattern, at) in before.iter().chain(after).zip(numbers) {
                    let Some(part) = parts.get(at) else { return unsupported("a tuple pattern") };
                    let place = place.as_ref().filter(|_| !matches!(value, Val::Unknown)).cloned();
                    let part = self.part_at(&place, Projection::Part(0, at), part);
                    let matches = self.pattern(pattern, part, bound)?;
                    holds = self.and(holds, matches);
                }
                Ok(holds)
            }
            PatternKind::Slice(before, rest, after) => {
                self.slice_pattern(before, rest.as_deref(), after, value, bound)
            }
            PatternKind::Data { path, variant, fields } => {
                self.data_pattern(path, variant, fields, value, bound)
            }
            PatternKind::Unmodelled(what) => unsupported(format!("the pattern {what}")),
        }
    }

    /// A value and its place, if it is behind a reference.
    fn located(&mut self, value: Val<'p>) -> Eval<'p, (Option<Place>, Val<'p>)> {
        match value {
            Val::Mut(place) => {
                let (place, value) = self.opened(place)?;
                Ok((Some(place), value))
            }
            value => Ok((None, self.shape(value)?)),
        }
    }

    /// `a | b`: one condition where nothing is bound, else a branch for each.
    fn any_pattern(
        &mut self,
        patterns: &'p [Pattern],
        value: Val<'p>,
        bound: &mut Bound<'p>,
    ) -> Eval<'p, TermId> {
        let mut any = self.bool(false);
        for (at, pattern) in patterns.iter().enumerate() {
            let mut own = Vec::new();
            let matches = self.pattern(pattern, value.clone(), &mut own)?;
            if own.is_empty() {
                any = self.or(any, matches);
            } else if at + 1 == patterns.len() || self.fork(matches)? {
                bound.extend(own);
                return Ok(matches);
            }
        }
        Ok(any)
    }

    fn data_pattern(
        &mut self,
        path: &'p str,
        variant: &str,
        fields: &'p [(String, Pattern)],
        value: Val<'p>,
        bound: &mut Bound<'p>,
    ) -> Eval<'p, TermId> {
        let (place, value) = self.located(value)?;
        let data = match &value {
            Val::Data(data) => data,
            Val::Unknown => {
                for (_, field) in fields {
                    self.pattern(field, Val::Unknown, bound)?;
                }
                return Ok(self.unknown_bool("a match of something unknown"));
            }
            other => return unsupported(format!("the pattern `{path}::{variant}` for {}", other.kind())),
        };
        let Some(number) = self.variant_number(data.path(), variant) else {
            return unsupported(format!("the pattern `{path}::{variant}`"));
        };
        let mut holds = self.is_variant(data, number);
        if let Data::Known { variant, .. } = &**data
            && *variant != number
        {
            // What its fields would be is not known.
            for (_, field) in fields {
                bind_nothing(field, bound);
            }
            return Ok(holds);
        }
        for (name, field) in fields {
            let at = self.field_number(data.path(), number, name);
            let Some((at, part)) = at.and_then(|at| Some((at, data.fields(number).get(at)?))) else {
                return unsupported(format!("field `{name}` of `{path}::{variant}`"));
            };
            let part = self.part_at(&place, Projection::Part(number, at), part);
            let matches = self.pattern(field, part, bound)?;
            holds = self.and(holds, matches);
        }
        Ok(holds)
    }

    fn slice_pattern(
        &mut self,
        before: &'p [Pattern],
        rest: Option<&'p Pattern>,
        after: &'p [Pattern],
        value: Val<'p>,
        bound: &mut Bound<'p>,
    ) -> Eval<'p, TermId> {
        let (place, value) = self.located(value)?;
        let seq = match &value {
            Val::Seq(seq) => seq.clone(),
            Val::Unknown => {
                for pattern in before.iter().chain(rest).chain(after) {
                    self.pattern(pattern, Val::Unknown, bound)?;
                }
                return Ok(self.unknown_bool("a match of something unknown"));
            }
            other => return unsupported(format!("a slice pattern for {}", other.kind())),
        };
        let least = self.int((before.len() + after.len()) as i128);
        let mut holds = if rest.is_some() { self.le(least, seq.len) } else { self.eq(seq.len, least) };
        if rest.is_some() && (!after.is_empty() || place.is_some()) && self.as_int(seq.len).is_none() {
            // What stands at the end depends on the length.
            if !self.fork(holds)? {
                before.iter().chain(rest).chain(after).for_each(|pattern| bind_nothing(pattern, bound));
                return Ok(self.bool(false));
            }
            holds = self.bool(true);
            self.fix_length(&seq)?;
        }
        if self.implied(holds) == Some(false) || before.len() + after.len() > seq.most() {
            before.iter().chain(rest).chain(after).for_each(|pattern| bind_nothing(pattern, bound));
            return if seq.is_longer { unsupported("a long slice pattern") } else { Ok(self.bool(false)) };
        }
        for (at, pattern) in before.iter().enumerate() {
            let part = seq.at(at).cloned().unwrap_or(Val::Unknown);
            let part = self.part_at(&place, Projection::Item(at), &part);
            let matches = self.pattern(pattern, part, bound)?;
            holds = self.and(holds, matches);
        }
        let Some(rest) = rest else { return Ok(holds) };
        let known = self.range(seq.len).1;
        for (at, pattern) in after.iter().enumerate() {
            let at = known as usize - after.len() + at;
            let part = seq.at(at).cloned().unwrap_or(Val::Unknown);
            let part = self.part_at(&place, Projection::Item(at), &part);
            let matches = self.pattern(pattern, part, bound)?;
            holds = self.and(holds, matches);
        }
        let rest_value = match &place {
            Some(place) => Val::Mut(
                place.part(Projection::Slice(before.len(), known as usize - before.len() - after.len())),
            ),
            None => {
                let len = self.sub(seq.len, least);
                Val::Seq(Seq { from: seq.from + before.len(), len, ..seq.clone() })
            }
        };
        let matches = self.pattern(rest, rest_value, bound)?;
        Ok(self.and(holds, matches))
    }

    /// The number of a variant by its name.
    pub fn variant_number(&self, path: &str, variant: &str) -> Option<usize> {
        let of = |names: &[&str]| names.iter().position(|name| *name == variant);
        match path {
            "Option" => of(&["None", "Some"]),
            "Result" => of(&["Ok", "Err"]),
            "Ordering" => of(&["Less", "Equal", "Greater"]),
            "ControlFlow" => of(&["Continue", "Break"]),
            "IntErrorKind" => of(&["Empty", "InvalidDigit", "PosOverflow", "NegOverflow", "Zero"]),
            _ => {
                let variants = &self.program.types.get(path)?.variants;
                variants.iter().position(|found| found.name == variant)
            }
        }
    }

    /// A sequence whose length is decided, where it can be.
    pub fn fix_length(&mut self, seq: &Seq<'p>) -> Eval<'p, usize> {
        if let Some(len) = self.as_int(seq.len) {
            return Ok(len as usize);
        }
        if seq.is_longer {
            return unsupported("the length of a sequence");
        }
        let (low, high) = self.range(seq.len);
        let high = high.min(seq.most() as i128);
        for len in low.max(0)..high {
            let len_term = self.int(len);
            let longer = self.lt(len_term, seq.len);
            if !self.fork(longer)? {
                return Ok(len as usize);
            }
        }
        Ok(high.max(0) as usize)
    }

    /// The items of a sequence, once its length is decided.
    pub fn items(&mut self, seq: &Seq<'p>) -> Eval<'p, Vec<Val<'p>>> {
        let len = self.fix_length(seq)?;
        // Texts that grow in a loop are copied each time.
        self.copied += len;
        if self.copied > COPIES * self.limits.expressions {
            self.inexact("too many items");
            return Err(Flow::End(End::Limit));
        }
        seq.all()
            .get(..len)
            .map_or_else(|| unsupported("the items of a sequence"), |items| Ok(items.to_vec()))
    }

    /// A sequence of a fixed length.
    pub fn sequence(&mut self, kind: SeqKind, items: Vec<Val<'p>>) -> Val<'p> {
        let len = self.int(items.len() as i128);
        Val::Seq(Seq::new(kind, items, len))
    }

    pub fn open_option(&mut self, is_some: TermId, value: Val<'p>) -> Val<'p> {
        match self.as_bool(is_some) {
            Some(true) => Val::some(value),
            Some(false) => Val::none(),
            None => {
                let (one, zero) = (self.int(1), self.int(0));
                let tag = self.ite(is_some, one, zero);
                let variants = vec![Vec::new(), vec![value]];
                Val::Data(Rc::new(Data::Open { path: Rc::from("Option"), tag, variants }))
            }
        }
    }

    pub fn open_result(&mut self, is_ok: TermId, ok: Val<'p>, err: Val<'p>) -> Val<'p> {
        match self.as_bool(is_ok) {
            Some(true) => Val::ok(ok),
            Some(false) => Val::err(err),
            None => {
                let (one, zero) = (self.int(1), self.int(0));
                let tag = self.ite(is_ok, zero, one);
                let variants = vec![vec![ok], vec![err]];
                Val::Data(Rc::new(Data::Open { path: Rc::from("Result"), tag, variants }))
            }
        }
    }

    pub fn open_ordering(&mut self, tag: TermId) -> Val<'p> {
        match self.as_int(tag) {
            Some(variant) => Val::known("Ordering", variant as usize, Vec::new()),
            None => Val::Data(Rc::new(Data::Open {
                path: Rc::from("Ordering"),
                tag,
                variants: vec![Vec::new(); 3],
            })),
        }
    }
}

/// Binds what a pattern that does not match would bind.
fn bind_nothing<'p>(pattern: &'p Pattern, bound: &mut Bound<'p>) {
    match &pattern.kind {
        PatternKind::Bind { local, inner, .. } => {
            bound.push((*local, Val::Unknown));
            if let Some(inner) = inner {
                bind_nothing(inner, bound);
            }
        }
        PatternKind::Tuple(before, _, after) => {
            before.iter().chain(after).for_each(|pattern| bind_nothing(pattern, bound));
        }
        PatternKind::Slice(before, rest, after) => {
            before
                .iter()
                .chain(rest.as_deref())
                .chain(after)
                .for_each(|pattern| bind_nothing(pattern, bound));
        }
        PatternKind::Data { fields, .. } => fields.iter().for_each(|(_, field)| bind_nothing(field, bound)),
        PatternKind::Reference(inner) => bind_nothing(inner, bound),
        PatternKind::Or(patterns) => patterns.first().iter().for_each(|pattern| bind_nothing(pattern, bound)),
        _ => {}
    }
}
