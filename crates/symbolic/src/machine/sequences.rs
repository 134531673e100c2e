//! Methods of slices, arrays and vectors that only look at them.

use super::iterators::{Bound, Iter};
use super::methods::Call;
use super::value::{Seq, SeqKind, Step, Val};
use super::{Eval, Machine, gap};
use crate::term::TermId;
use morph_relation::IntType;

impl<'p> Machine<'p, '_> {
    pub fn sequence_method(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let zero = self.int(0);
        Ok(match call.name {
            "len" | "capacity" => Val::usize(seq.len),
            "is_empty" => Val::Bool(self.eq(seq.len, zero)),
            "iter" | "into_iter" | "into_iter_sorted" => {
                Val::iter(Iter::Seq { seq: seq.clone(), front: 0, back: 0, place: None })
            }
            "iter_mut" => {
                let place = call.at()?;
                Val::iter(Iter::Seq { seq: seq.clone(), front: 0, back: 0, place: Some(place) })
            }
            "first" | "front" => {
                let some = self.lt(zero, seq.len);
                let item = seq.at(0).cloned().unwrap_or(Val::Unknown);
                self.open_option(some, item)
            }
            "last" | "back" => {
                if !self.has_items(seq, 1)? {
                    return Ok(Val::none());
                }
                let at = self.plus(seq.len, -1);
                Val::some(self.chosen(seq, at)?)
            }
            "get" => {
                let index = call.arg(0)?;
                self.got(seq, index)?
            }
            "get_unchecked" => {
                let index = call.arg(0)?;
                let index = self.shape(index)?;
                self.item(&call.value, &index)?
            }
            "first_mut" | "front_mut" => {
                let place = call.at()?;
                if self.has_items(seq, 1)? {
                    Val::some(Val::Mut(place.part(Step::Item(0))))
                } else {
                    Val::none()
                }
            }
            "last_mut" | "back_mut" => {
                let place = call.at()?;
                let len = self.fix_length(seq)?;
                let last = len.checked_sub(1).map(|at| Val::Mut(place.part(Step::Item(at))));
                Val::option(last)
            }
            "get_mut" => {
                let place = call.at()?;
                let index = self.integer_argument(call, 0)?;
                let (low, high) = (self.le(zero, index), self.lt(index, seq.len));
                let inside = self.and(low, high);
                if self.fork(inside)? {
                    let at = self.pinned(index, "an index that is written to")?;
                    Val::some(Val::Mut(place.part(Step::Item(at as usize))))
                } else {
                    Val::none()
                }
            }
            "split_first" => {
                if !self.has_items(seq, 1)? {
                    return Ok(Val::none());
                }
                let first = seq.at(0).cloned().unwrap_or(Val::Unknown);
                let one = self.int(1);
                let rest = self.part_of(seq, one, seq.len)?;
                Val::some(Val::tuple(vec![first, rest]))
            }
            "split_last" => {
                if !self.has_items(seq, 1)? {
                    return Ok(Val::none());
                }
                let at = self.plus(seq.len, -1);
                let last = self.chosen(seq, at)?;
                let rest = self.part_of(seq, zero, at)?;
                Val::some(Val::tuple(vec![last, rest]))
            }
            "split_at" => {
                let at = self.integer_argument(call, 0)?;
                let inside = self.le(at, seq.len);
                self.require(inside)?;
                let (left, right) = (self.part_of(seq, zero, at)?, self.part_of(seq, at, seq.len)?);
                Val::tuple(vec![left, right])
            }
            "contains" => {
                let wanted = call.arg(0)?;
                Val::Bool(self.contains(seq, &wanted)?)
            }
            "starts_with" | "ends_with" | "strip_prefix" | "strip_suffix" => return self.begins(call, seq),
            "windows" | "chunks" | "chunks_exact" => {
                let size = self.integer_argument(call, 0)?;
                self.not_zero(size)?;
                let size = self.pinned(size, "the size of chunks")? as usize;
                Val::iter(match call.name {
                    "windows" => Iter::Windows(seq.clone(), size, 0),
                    name => Iter::Chunks(seq.clone(), size, 0, name == "chunks_exact"),
                })
            }
            "rchunks" => {
                let size = self.integer_argument(call, 0)?;
                let size = self.pinned(size, "the size of chunks")? as usize;
                let items = self.items(seq)?;
                let chunks: Vec<Vec<Val<'p>>> = items.rchunks(size.max(1)).map(<[Val<'p>]>::to_vec).collect();
                let chunks = chunks.into_iter().map(|chunk| self.val_items(chunk)).collect();
                Val::iter(self.items_iter(chunks))
            }
            "split" | "splitn" => {
                let items = self.items(seq)?;
                let mut parts = vec![Vec::new()];
                for item in items {
                    let splits = self.asks(&call.arg(call.args.len() - 1)?, vec![item.clone()])?;
                    if self.fork(splits)? {
                        parts.push(Vec::new());
                    } else if let Some(part) = parts.last_mut() {
                        part.push(item);
                    }
                }
                if call.name == "splitn" {
                    return call.unknown();
                }
                let parts = parts.into_iter().map(|part| self.val_items(part)).collect();
                Val::iter(self.items_iter(parts))
            }
            "concat" | "join" => return self.joined(call, seq),
            "repeat" => {
                let count = self.integer_argument(call, 0)?;
                let count = self.pinned(count, "how often a slice is repeated")? as usize;
                let items = self.items(seq)?;
                let all = std::iter::repeat_n(items, count).flatten().collect();
                self.val_items(all)
            }
            "is_sorted" | "is_sorted_by_key" => return self.sortedness(call, seq),
            "binary_search" | "binary_search_by" | "binary_search_by_key" | "partition_point" => {
                return self.searched(call, seq);
            }
            "map" => {
                let mut items = Vec::new();
                for item in self.items(seq)? {
                    items.push(self.call_value(&call.arg(0)?, vec![item])?);
                }
                self.val_items(items)
            }
            "is_ascii" | "eq_ignore_ascii_case" | "to_ascii_lowercase" | "to_ascii_uppercase" => {
                return self.bytes_method(call, seq);
            }
            "chars" | "bytes" => return call.unknown(),
            _ => return self.changed(call, seq),
        })
    }

    /// Whether a sequence has so many items, decided.
    pub fn has_items(&mut self, seq: &Seq<'p>, count: i128) -> Eval<'p, bool> {
        let count = self.int(count);
        let enough = self.le(count, seq.len);
        self.fork(enough)
    }

    fn got(&mut self, seq: &Seq<'p>, index: Val<'p>) -> Eval<'p> {
        match self.shape(index)? {
            Val::Int(index, _) => {
                let zero = self.int(0);
                let (low, high) = (self.le(zero, index), self.lt(index, seq.len));
                let inside = self.and(low, high);
                if self.as_int(index).is_some() {
                    let at = self.as_int(index).and_then(|at| usize::try_from(at).ok());
                    let item = at.and_then(|at| seq.at(at)).cloned();
                    return Ok(match item {
                        Some(item) => self.open_option(inside, item),
                        None if seq.is_longer => self.open_option(inside, Val::Unknown),
                        None => Val::none(),
                    });
                }
                if self.fork(inside)? { Ok(Val::some(self.chosen(seq, index)?)) } else { Ok(Val::none()) }
            }
            Val::Range(span) => {
                let (from, to) = self.span_ends(&span, seq.len)?;
                let (ordered, inside) = (self.le(from, to), self.le(to, seq.len));
                let fits = self.and(ordered, inside);
                if self.fork(fits)? { Ok(Val::some(self.part_of(seq, from, to)?)) } else { Ok(Val::none()) }
            }
            other => gap(format!("`get` with {}", other.kind())),
        }
    }

    /// `starts_with` and the like, for slices and texts alike.
    pub fn begins(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let other = call.arg(0)?;
        let Val::Seq(part) = self.shape(other)? else { return call.unknown() };
        let is_end = matches!(call.name, "ends_with" | "strip_suffix");
        let holds = if is_end { self.ends_with(seq, &part)? } else { self.starts_with(seq, &part)? };
        if matches!(call.name, "starts_with" | "ends_with") {
            return Ok(Val::Bool(holds));
        }
        if !self.fork(holds)? {
            return Ok(Val::none());
        }
        let rest = if is_end {
            let (zero, to) = (self.int(0), self.sub(seq.len, part.len));
            self.part_of(seq, zero, to)?
        } else {
            self.part_of(seq, part.len, seq.len)?
        };
        Ok(Val::some(rest))
    }

    /// Whether a sequence begins with another, as one term.
    pub fn starts_with(&mut self, seq: &Seq<'p>, part: &Seq<'p>) -> Eval<'p, TermId> {
        let len = self.fix_length(part)?;
        self.matches_at(seq, part, len, 0)
    }

    /// Whether a part of this length stands at an index, as one term.
    pub fn matches_at(&mut self, seq: &Seq<'p>, part: &Seq<'p>, len: usize, at: usize) -> Eval<'p, TermId> {
        let end = self.int((at + len) as i128);
        let mut holds = self.le(end, seq.len);
        if at + len > seq.most() {
            return match seq.is_longer {
                true => Ok(self.unknown_bool("a long sequence")),
                false => Ok(self.bool(false)),
            };
        }
        for offset in 0..len {
            if self.as_bool(holds) == Some(false) {
                break;
            }
            let (Some(a), Some(b)) = (seq.at(at + offset).cloned(), part.at(offset).cloned()) else { break };
            let same = self.equal(&a, &b)?;
            holds = self.and(holds, same);
        }
        Ok(holds)
    }

    fn ends_with(&mut self, seq: &Seq<'p>, part: &Seq<'p>) -> Eval<'p, TermId> {
        let len = self.fix_length(part)?;
        if seq.is_longer {
            return Ok(self.unknown_bool("the end of a long sequence"));
        }
        let (low, high) = self.range(seq.len);
        let mut any = self.bool(false);
        for total in low.max(len as i128)..=high.min(seq.most() as i128) {
            let here = self.matches_at(seq, part, len, total as usize - len)?;
            let total = self.int(total);
            let is = self.eq(seq.len, total);
            let here = self.and(is, here);
            any = self.or(any, here);
        }
        Ok(any)
    }

    fn joined(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let between = match call.args.first() {
            Some(between) => match self.shape(between.clone())? {
                Val::Seq(between) => self.items(&between)?,
                // `[1, 2].join(&0)`.
                other => vec![other],
            },
            None => Vec::new(),
        };
        let mut kind = SeqKind::Items;
        let mut all = Vec::new();
        for (at, part) in self.items(seq)?.into_iter().enumerate() {
            let Val::Seq(part) = self.shape(part)? else { return call.unknown() };
            kind = part.kind;
            if at > 0 {
                all.extend(between.iter().cloned());
            }
            all.extend(self.items(&part)?);
        }
        if all.is_empty()
            && matches!(
                super::hints::head(call.hint.unwrap_or(&Default::default())).as_deref(),
                Some("String")
            )
        {
            kind = SeqKind::Text;
        }
        if matches!(call.args.first(), Some(Val::Seq(between)) if between.kind == SeqKind::Text) {
            kind = SeqKind::Text;
        }
        Ok(self.sequence(kind, all))
    }

    fn sortedness(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let mut bound = Bound::default();
        let mut iter = Iter::Seq { seq: seq.clone(), front: 0, back: 0, place: None };
        let mut last: Option<Val<'p>> = None;
        while let Some(item) = self.next(&mut iter)? {
            let key = match call.args.first() {
                Some(key) => self.call_value(key, vec![item])?,
                None => item,
            };
            if let Some(last) = &last {
                let ordered = self.less(last, &key, false)?;
                if !self.fork(ordered)? {
                    return Ok(self.val_bool(false));
                }
            }
            last = Some(key);
            self.go_round(&mut bound)?;
        }
        Ok(self.val_bool(true))
    }

    /// Halves, as the library does: where there are several equal items, which is found depends on how.
    fn searched(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let items = self.items(seq)?;
        let usize_of = |machine: &mut Self, n: usize| Val::usize(machine.int(n as i128));
        if call.name == "partition_point" {
            let (mut low, mut high) = (0, items.len());
            while low < high {
                let middle = low + (high - low) / 2;
                let before = self.asks(&call.arg(0)?, vec![items[middle].clone()])?;
                if self.fork(before)? { low = middle + 1 } else { high = middle }
            }
            return Ok(usize_of(self, low));
        }
        let order = |machine: &mut Self, item: &Val<'p>| -> Eval<'p, TermId> {
            match call.name {
                "binary_search" => machine.ordering(item, &call.arg(0)?),
                "binary_search_by" => {
                    let order = machine.call_value(&call.arg(0)?, vec![item.clone()])?;
                    machine.tag_of_ordering(order, false)
                }
                _ => {
                    let key = machine.call_value(&call.arg(1)?, vec![item.clone()])?;
                    machine.ordering(&key, &call.arg(0)?)
                }
            }
        };
        let mut size = items.len();
        if size == 0 {
            return Ok(Val::err(usize_of(self, 0)));
        }
        let mut base = 0;
        while size > 1 {
            let half = size / 2;
            let tag = order(self, &items[base + half])?;
            let greater = self.tag_is(tag, 2);
            if !self.fork(greater)? {
                base += half;
            }
            size -= half;
        }
        let tag = order(self, &items[base])?;
        let equal = self.tag_is(tag, 1);
        if self.fork(equal)? {
            return Ok(Val::ok(usize_of(self, base)));
        }
        let less = self.tag_is(tag, 0);
        let after = usize::from(self.fork(less)?);
        Ok(Val::err(usize_of(self, base + after)))
    }

    fn bytes_method(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let mut items = Vec::new();
        for item in seq.all().to_vec() {
            let Val::Int(byte, _) = self.shape(item)? else { return call.unknown() };
            items.push(byte);
        }
        if call.name == "is_ascii" || call.name == "eq_ignore_ascii_case" {
            if seq.is_longer || call.name == "eq_ignore_ascii_case" {
                return call.unknown();
            }
            let limit = self.int(128);
            let mut all = self.bool(true);
            for (at, byte) in items.into_iter().enumerate() {
                let (small, at) = (self.lt(byte, limit), self.int(at as i128));
                let beyond = self.le(seq.len, at);
                let fine = self.or(beyond, small);
                all = self.and(all, fine);
            }
            return Ok(Val::Bool(all));
        }
        let cased =
            items.into_iter().map(|byte| Val::Int(self.ascii_case(call.name, byte), Some(IntType::U8)));
        let items = cased.collect();
        Ok(Val::Seq(Seq { items: std::rc::Rc::new(items), from: 0, ..seq.clone() }))
    }
}
