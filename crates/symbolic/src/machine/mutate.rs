//! Methods that change vectors, deques, slices and texts where they stand.

use std::rc::Rc;

use super::methods::Call;
use super::value::{Place, Seq, SeqKind, Step, Val};
use super::{Eval, Machine, gap};

impl<'p> Machine<'p, '_> {
    pub fn changed(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let place = match &call.place {
            Some(place) => place.clone(),
            None => return call.unknown(),
        };
        // Where it ends with is enough for these: the length stays a term.
        match call.name {
            "clear" => {
                let empty = self.sequence(seq.kind, Vec::new());
                self.write(&place, empty)?;
                return Ok(Val::unit());
            }
            "truncate" if seq.kind == SeqKind::Items => {
                let len = self.integer_argument(call, 0)?;
                let shorter = self.lt(len, seq.len);
                if self.fork(shorter)? {
                    let zero = self.int(0);
                    let part = self.part_of(seq, zero, len)?;
                    self.write(&place, part)?;
                }
                return Ok(Val::unit());
            }
            "pop" | "pop_back" => {
                if !self.has_items(seq, 1)? {
                    return Ok(Val::none());
                }
                let len = self.plus(seq.len, -1);
                let last = self.chosen(seq, len)?;
                self.write(&place, Val::Seq(Seq { len, ..seq.clone() }))?;
                return Ok(Val::some(last));
            }
            "pop_front" => {
                if !self.has_items(seq, 1)? {
                    return Ok(Val::none());
                }
                let first = seq.at(0).cloned().unwrap_or(Val::Unknown);
                let one = self.int(1);
                let rest = self.part_of(seq, one, seq.len)?;
                self.write(&place, rest)?;
                return Ok(Val::some(first));
            }
            "as_mut_slice" | "as_mut" => return Ok(Val::Mut(place)),
            "shrink_to_fit" | "reserve" | "reserve_exact" | "shrink_to" => return Ok(Val::unit()),
            "drain" if matches!(call.args.first(), Some(Val::Range(span)) if span.from.is_none() && span.to.is_none()) =>
            {
                let empty = self.sequence(seq.kind, Vec::new());
                self.write(&place, empty)?;
                return Ok(Val::iter(self.iterator_over(Val::Seq(seq.clone()))?));
            }
            _ => {}
        }
        let mut items = self.items(seq)?;
        let result = self.changed_items(call, seq, &place, &mut items)?;
        if let Some(result) = result {
            let value = match place.path.last() {
                // The length of a part stays what it is.
                Some(Step::Slice(..)) => self.sequence(seq.kind, items),
                _ => {
                    let len = self.int(items.len() as i128);
                    Val::Seq(Seq { kind: seq.kind, items: Rc::new(items), from: 0, len, is_longer: false })
                }
            };
            self.write(&place, value)?;
            return Ok(result);
        }
        call.unknown()
    }

    /// Changes a list of items; `None` where the method is not modelled.
    fn changed_items(
        &mut self,
        call: &Call<'p, '_>,
        seq: &Seq<'p>,
        place: &Place,
        items: &mut Vec<Val<'p>>,
    ) -> Eval<'p, Option<Val<'p>>> {
        Ok(Some(match call.name {
            "push" | "push_back" => {
                let item = call.arg(0)?;
                items.push(self.like_first(items.first().cloned(), item));
                Val::unit()
            }
            "push_front" => {
                items.insert(0, call.arg(0)?);
                Val::unit()
            }
            "push_str" => {
                let text = call.arg(0)?;
                let Val::Seq(text) = self.shape(text)? else { return Ok(None) };
                items.extend(self.items(&text)?);
                Val::unit()
            }
            "insert" => {
                let at = self.integer_argument(call, 0)?;
                let len = self.int(items.len() as i128);
                let inside = self.le(at, len);
                self.require(inside)?;
                let at = self.pinned(at, "where something is inserted")?;
                if seq.kind == SeqKind::Text {
                    self.all_narrow(&items[..(at as usize).min(items.len())])?;
                }
                items.insert(at as usize, call.arg(1)?);
                Val::unit()
            }
            "remove" | "swap_remove" => {
                let at = self.integer_argument(call, 0)?;
                let (zero, len) = (self.int(0), self.int(items.len() as i128));
                let (low, high) = (self.le(zero, at), self.lt(at, len));
                let inside = self.and(low, high);
                // A deque's `remove` gives an option; what it is called on does not tell, the hint may.
                self.require(inside)?;
                let at = self.pinned(at, "what is removed")? as usize;
                if seq.kind == SeqKind::Text {
                    self.all_narrow(&items[..at])?;
                }
                if call.name == "remove" { items.remove(at) } else { items.swap_remove(at) }
            }
            "extend" | "extend_from_slice" | "append" => {
                let source = call.arg(0)?;
                let from = match (&source, call.name) {
                    (Val::Mut(from), "append") => Some(from.clone()),
                    _ => None,
                };
                let source = match from.is_some() {
                    true => self.shape(source)?,
                    false => source,
                };
                let mut iter = match source {
                    Val::Mut(place) if call.name != "extend" => {
                        let value = self.read(&place);
                        self.iterator(value)?
                    }
                    value => self.iterator(value)?,
                };
                for item in self.drained(&mut iter)? {
                    match (seq.kind, self.shape_if_text(seq.kind, item)?) {
                        (SeqKind::Text, Val::Seq(text)) => items.extend(self.items(&text)?),
                        (_, item) => items.push(self.like_first(items.first().cloned(), item)),
                    }
                }
                if let Some(from) = from {
                    let empty = self.sequence(seq.kind, Vec::new());
                    self.write(&from, empty)?;
                }
                Val::unit()
            }
            "drain" => {
                let span = call.arg(0)?;
                let Val::Range(span) = self.shape(span)? else { return Ok(None) };
                let len = self.int(items.len() as i128);
                let (from, to) = self.span_of(&span, len)?;
                let (from, to) = (self.pinned(from, "a part")? as usize, self.pinned(to, "a part")? as usize);
                if seq.kind == SeqKind::Text {
                    self.all_narrow(&items[..to])?;
                }
                let drained = items.drain(from..to).collect();
                Val::iter(self.items_iter(drained))
            }
            "retain" | "retain_mut" => {
                let mut kept = Vec::new();
                for item in std::mem::take(items) {
                    let keeps = self.asks(&call.arg(0)?, vec![item.clone()])?;
                    if self.fork(keeps)? {
                        kept.push(item);
                    }
                }
                *items = kept;
                Val::unit()
            }
            "dedup" | "dedup_by_key" => {
                let mut kept: Vec<Val<'p>> = Vec::new();
                let mut last: Option<Val<'p>> = None;
                for item in std::mem::take(items) {
                    let key = match call.args.first() {
                        Some(function) => self.call_value(function, vec![item.clone()])?,
                        None => item.clone(),
                    };
                    let repeats = match &last {
                        Some(last) => {
                            let same = self.equal(last, &key)?;
                            self.fork(same)?
                        }
                        None => false,
                    };
                    if !repeats {
                        last = Some(key);
                        kept.push(item);
                    }
                }
                *items = kept;
                Val::unit()
            }
            "resize" => {
                let len = self.integer_argument(call, 0)?;
                let len = self.pinned(len, "a new length")? as usize;
                items.resize(len, call.arg(1)?);
                Val::unit()
            }
            "truncate" => {
                let len = self.integer_argument(call, 0)?;
                let len = self.pinned(len, "a new length")? as usize;
                self.all_narrow(&items[..len.min(items.len())])?;
                items.truncate(len);
                Val::unit()
            }
            "split_off" => {
                let at = self.integer_argument(call, 0)?;
                let len = self.int(items.len() as i128);
                let inside = self.le(at, len);
                self.require(inside)?;
                let at = self.pinned(at, "where a vector is split")? as usize;
                if seq.kind == SeqKind::Text {
                    self.all_narrow(&items[..at])?;
                }
                let rest = items.split_off(at);
                self.sequence(seq.kind, rest)
            }
            "swap" => {
                let (a, b) = (self.integer_argument(call, 0)?, self.integer_argument(call, 1)?);
                let len = self.int(items.len() as i128);
                self.bounds_check(a, len)?;
                self.bounds_check(b, len)?;
                let (a, b) = (self.pinned(a, "what is swapped")?, self.pinned(b, "what is swapped")?);
                items.swap(a as usize, b as usize);
                Val::unit()
            }
            "reverse" => {
                items.reverse();
                Val::unit()
            }
            "fill" => {
                items.fill(call.arg(0)?);
                Val::unit()
            }
            "rotate_left" | "rotate_right" => {
                let by = self.integer_argument(call, 0)?;
                let len = self.int(items.len() as i128);
                let inside = self.le(by, len);
                self.require(inside)?;
                let by = self.pinned(by, "a rotation")? as usize;
                if call.name == "rotate_left" {
                    items.rotate_left(by)
                } else {
                    items.rotate_right(by)
                }
                Val::unit()
            }
            "copy_from_slice" | "clone_from_slice" => {
                let source = call.arg(0)?;
                let Val::Seq(source) = self.shape(source)? else { return Ok(None) };
                let source = self.items(&source)?;
                if source.len() != items.len() {
                    return super::panicked();
                }
                *items = source;
                Val::unit()
            }
            "sort"
            | "sort_unstable"
            | "sort_by"
            | "sort_unstable_by"
            | "sort_by_key"
            | "sort_unstable_by_key"
            | "sort_by_cached_key" => {
                *items = self.sorted(call, std::mem::take(items))?;
                Val::unit()
            }
            "make_ascii_lowercase" | "make_ascii_uppercase" => {
                let name = call.name.replace("make", "to");
                for item in items.iter_mut() {
                    *item = match self.shape(item.clone())? {
                        Val::Char(term) => Val::Char(self.ascii_case(&name, term)),
                        Val::Int(term, ty) => Val::Int(self.ascii_case(&name, term), ty),
                        _ => return Ok(None),
                    };
                }
                Val::unit()
            }
            "split_at_mut" => {
                let at = self.integer_argument(call, 0)?;
                let len = self.int(items.len() as i128);
                let inside = self.le(at, len);
                self.require(inside)?;
                let at = self.pinned(at, "where a slice is split")? as usize;
                let (left, right) = (Step::Slice(0, at), Step::Slice(at, items.len() - at));
                Val::tuple(vec![Val::Mut(place.part(left)), Val::Mut(place.part(right))])
            }
            "split_first_mut" => {
                if items.is_empty() {
                    return Ok(Some(Val::none()));
                }
                let (first, rest) = (Step::Item(0), Step::Slice(1, items.len() - 1));
                Val::some(Val::tuple(vec![Val::Mut(place.part(first)), Val::Mut(place.part(rest))]))
            }
            "chunks_mut" | "chunks_exact_mut" => {
                let size = self.integer_argument(call, 0)?;
                let size = self.pinned(size, "the size of chunks")?.max(1) as usize;
                let exact = call.name == "chunks_exact_mut";
                let starts = (0..items.len()).step_by(size);
                let chunk = |start: usize| {
                    let len = size.min(items.len() - start);
                    (!exact || len == size).then(|| Val::Mut(place.part(Step::Slice(start, len))))
                };
                let chunks = starts.filter_map(chunk).collect();
                Val::iter(self.items_iter(chunks))
            }
            "write_str" => {
                let text = call.arg(0)?;
                let Val::Seq(text) = self.shape(text)? else { return Ok(None) };
                items.extend(self.items(&text)?);
                Val::ok(Val::unit())
            }
            "write_char" => {
                items.push(call.arg(0)?);
                Val::ok(Val::unit())
            }
            "insert_str" => {
                let at = self.integer_argument(call, 0)?;
                let at = self.pinned(at, "where something is inserted")? as usize;
                if at > items.len() {
                    return super::panicked();
                }
                self.all_narrow(&items[..at])?;
                let text = call.arg(1)?;
                let Val::Seq(text) = self.shape(text)? else { return Ok(None) };
                let text = self.items(&text)?;
                items.splice(at..at, text);
                Val::unit()
            }
            _ => return Ok(None),
        }))
    }

    fn shape_if_text(&mut self, kind: SeqKind, item: Val<'p>) -> Eval<'p> {
        if kind == SeqKind::Text { self.shape(item) } else { Ok(item) }
    }

    /// A literal of open type as what stands in a list already.
    fn like_first(&mut self, first: Option<Val<'p>>, item: Val<'p>) -> Val<'p> {
        match (first, &item) {
            (Some(Val::Int(_, Some(ty))), Val::Int(term, None)) => self.typed(*term, ty),
            (Some(Val::Float(_, Some(ty))), Val::Float(term, None)) => {
                Val::Float(self.float_as(*term, ty), Some(ty))
            }
            _ => item,
        }
    }

    /// Takes for granted that characters are of one byte, so that their number is where the next stands.
    fn all_narrow(&mut self, items: &[Val<'p>]) -> Eval<'p, ()> {
        for item in items {
            let Val::Char(term) = self.shape(item.clone())? else { return gap("a text") };
            if self.width(term)? != 1 {
                return gap("positions behind wide characters");
            }
        }
        Ok(())
    }

    /// Appends a text, or what is written.
    pub fn push_text(&mut self, place: &Place, text: Val<'p>) -> Eval<'p, ()> {
        let (place, value) = self.opened(place.clone())?;
        let Val::Seq(seq) = value else {
            // Another writer, such as a formatter: what it does with the text is not seen.
            return gap("a writer");
        };
        let text = match self.shape(text)? {
            Val::Seq(text) => text,
            Val::Char(term) => {
                let len = self.int(1);
                Seq::new(SeqKind::Text, vec![Val::Char(term)], len)
            }
            _ => return gap("what is appended to a text"),
        };
        let mut items = self.items(&seq)?;
        // The end may be of any length.
        let len = self.plus(text.len, items.len() as i128);
        items.extend(text.all().iter().cloned());
        let is_longer = text.is_longer;
        let whole = Seq { kind: SeqKind::Text, items: Rc::new(items), from: 0, len, is_longer };
        self.write(&place, Val::Seq(whole))
    }
}
