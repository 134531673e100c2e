//! `collect` and `from_iter`.

use std::rc::Rc;

use super::hints::{argument, head};
use super::state::{Eval, Machine, unsupported};
use super::value::Iter;
use super::value::{Map, SeqKind, Val};
use crate::program::Shape;

impl<'p> Machine<'p, '_> {
    /// What an iterator's items make together.
    pub fn collected(&mut self, mut iter: Iter<'p>, shape: &Shape) -> Eval<'p> {
        let name = head(shape);
        match name.as_deref() {
            Some("Result" | "Option") => {
                let inner = argument(shape, 0).unwrap_or_default();
                let mut items = Vec::new();
                let mut bound = Default::default();
                while let Some(item) = self.next(&mut iter)? {
                    let item = self.shape(item)?;
                    match self.some_of(item.clone())? {
                        Some(inside) => items.push(inside),
                        None => return Ok(item),
                    }
                    self.go_round(&mut bound)?;
                }
                let items = self.items_iter(items);
                let whole = self.collected(items, &inner)?;
                Ok(if name.as_deref() == Some("Option") { Val::some(whole) } else { Val::ok(whole) })
            }
            Some("String") => {
                // Of a text's own characters, as they are.
                if let Iter::Seq { seq, front: 0, back: 0, place: None } = &iter
                    && seq.kind == SeqKind::Text
                {
                    return Ok(Val::Seq(seq.clone()));
                }
                let mut chars = Vec::new();
                for item in self.drained(&mut iter)? {
                    match self.shape(item)? {
                        Val::Seq(part) if part.kind == SeqKind::Text => chars.extend(self.items(&part)?),
                        c @ Val::Char(_) => chars.push(c),
                        Val::Iter(part) => chars.extend(self.drained(&mut part.clone())?),
                        other => return unsupported(format!("a text of {}", other.kind())),
                    }
                }
                Ok(self.sequence(SeqKind::Text, chars))
            }
            Some("BTreeMap" | "BTreeSet" | "HashMap" | "HashSet") => {
                let name = name.unwrap_or_default();
                let mut map = Map {
                    is_set: name.ends_with("Set"),
                    is_sorted: name.starts_with('B'),
                    entries: Vec::new(),
                };
                for item in self.drained(&mut iter)? {
                    let (key, value) = self.entry_of(map.is_set, item)?;
                    self.put(&mut map, key, value)?;
                }
                Ok(Val::Map(Rc::new(map)))
            }
            Some("Vec" | "VecDeque" | "Slice" | "Array") | None => {
                if let Iter::Seq { seq, front: 0, back: 0, place: None } = &iter
                    && seq.kind == SeqKind::Items
                {
                    return Ok(Val::Seq(seq.clone()));
                }
                let items = self.drained(&mut iter)?;
                let inner = argument(shape, 0).unwrap_or_default();
                let items = items.into_iter().map(|item| self.adopt(item, &inner)).collect();
                Ok(self.val_items(items))
            }
            Some(other) => match self.own_method(other, "from_iter", 1) {
                Some(path) => self.call_path(&path, vec![Val::iter(iter)]),
                None => unsupported(format!("`collect` into `{other}`")),
            },
        }
    }
}
