//! Maps and sets: entries with a branch for each comparison of keys.

use std::rc::Rc;

use super::methods::Call;
use super::value::{Map, Place, Step, Val};
use super::{Eval, Machine, gap};
use crate::program::Binary;

impl<'p> Machine<'p, '_> {
    /// The number of the entry with a key, decided.
    pub fn lookup(&mut self, map: &Map<'p>, key: &Val<'p>) -> Eval<'p, Option<usize>> {
        for (at, (other, _)) in map.entries.iter().enumerate() {
            let same = self.equal(other, key)?;
            if self.fork(same)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Where a new key belongs.
    fn position_of(&mut self, map: &Map<'p>, key: &Val<'p>) -> Eval<'p, usize> {
        if map.is_sorted {
            for (at, (other, _)) in map.entries.iter().enumerate() {
                if self.is_less(key, other)? {
                    return Ok(at);
                }
            }
        }
        Ok(map.entries.len())
    }

    /// Puts an entry in; the old value, if there was one.
    pub fn put(&mut self, map: &mut Map<'p>, key: Val<'p>, value: Val<'p>) -> Eval<'p, Option<Val<'p>>> {
        if let Some(at) = self.lookup(map, &key)? {
            return Ok(Some(std::mem::replace(&mut map.entries[at].1, value)));
        }
        let at = self.position_of(map, &key)?;
        map.entries.insert(at, (key, value));
        Ok(None)
    }

    pub fn entry_place(&mut self, place: &Place, key: &Val<'p>) -> Eval<'p, Option<Place>> {
        let Val::Map(map) = self.read(place) else { return gap("a map") };
        match self.lookup(&map, key)? {
            Some(at) => Ok(Some(place.part(Step::Entry(at)))),
            None => super::panicked(),
        }
    }

    pub fn map_method(&mut self, call: &Call<'p, '_>, map: &Rc<Map<'p>>) -> Eval<'p> {
        let mut changed = (**map).clone();
        Ok(match call.name {
            "len" => Val::usize(self.int(map.entries.len() as i128)),
            "is_empty" => self.val_bool(map.entries.is_empty()),
            "contains_key" | "contains" => {
                let key = call.arg(0)?;
                let mut any = self.bool(false);
                for (other, _) in &map.entries {
                    let same = self.equal(other, &key)?;
                    any = self.or(any, same);
                }
                Val::Bool(any)
            }
            "get" => {
                let found = self.lookup(map, &call.arg(0)?)?;
                Val::option(found.map(|at| {
                    let (key, value) = &map.entries[at];
                    if map.is_set { key.clone() } else { value.clone() }
                }))
            }
            "get_mut" => {
                let place = call.at()?;
                let found = self.lookup(map, &call.arg(0)?)?;
                Val::option(found.map(|at| Val::Mut(place.part(Step::Entry(at)))))
            }
            "insert" => {
                let value = if map.is_set { Val::unit() } else { call.arg(1)? };
                let old = self.put(&mut changed, call.arg(0)?, value)?;
                let is_new = old.is_none();
                self.write(&call.at()?, Val::Map(Rc::new(changed)))?;
                if map.is_set { self.val_bool(is_new) } else { Val::option(old) }
            }
            "remove" | "take" => {
                let Some(at) = self.lookup(map, &call.arg(0)?)? else {
                    return Ok(if map.is_set && call.name == "remove" {
                        self.val_bool(false)
                    } else {
                        Val::none()
                    });
                };
                let (key, value) = changed.entries.remove(at);
                self.write(&call.at()?, Val::Map(Rc::new(changed)))?;
                match (map.is_set, call.name) {
                    (true, "remove") => self.val_bool(true),
                    (true, _) => Val::some(key),
                    _ => Val::some(value),
                }
            }
            "clear" => {
                changed.entries.clear();
                self.write(&call.at()?, Val::Map(Rc::new(changed)))?;
                Val::unit()
            }
            "entry" => {
                let place = self.cell(Val::Mut(call.at()?));
                Val::known("Entry", 0, vec![Val::Mut(place), call.arg(0)?])
            }
            "iter" | "into_iter" | "keys" | "values" | "into_keys" | "into_values" | "iter_mut"
            | "values_mut" => {
                if !map.is_sorted && map.entries.len() > 1 {
                    self.inexact("the order of a hashed map");
                }
                let place = if call.name.ends_with("_mut") { Some(call.at()?) } else { None };
                let entry = |(at, (key, value)): (usize, &(Val<'p>, Val<'p>))| {
                    let value =
                        place.as_ref().map_or(value.clone(), |place| Val::Mut(place.part(Step::Entry(at))));
                    match call.name {
                        "keys" | "into_keys" => key.clone(),
                        _ if map.is_set => key.clone(),
                        "values" | "into_values" | "values_mut" => value,
                        _ => Val::tuple(vec![key.clone(), value]),
                    }
                };
                let items = map.entries.iter().enumerate().map(entry).collect();
                Val::iter(self.items_iter(items))
            }
            "extend" => {
                let mut iter = self.iterator(call.arg(0)?)?;
                for item in self.drained(&mut iter)? {
                    let (key, value) = self.entry_of(map.is_set, item)?;
                    self.put(&mut changed, key, value)?;
                }
                self.write(&call.at()?, Val::Map(Rc::new(changed)))?;
                Val::unit()
            }
            "retain" => {
                let mut kept = Vec::new();
                for (key, value) in std::mem::take(&mut changed.entries) {
                    let cell = self.cell(value);
                    let args = if map.is_set {
                        vec![key.clone()]
                    } else {
                        vec![key.clone(), Val::Mut(cell.clone())]
                    };
                    let keeps = self.asks(&call.arg(0)?, args)?;
                    if self.fork(keeps)? {
                        kept.push((key, self.read(&cell)));
                    }
                }
                changed.entries = kept;
                self.write(&call.at()?, Val::Map(Rc::new(changed)))?;
                Val::unit()
            }
            "first" | "last" | "first_key_value" | "last_key_value" | "pop_first" | "pop_last"
                if map.is_sorted =>
            {
                let at = match call.name.contains("first") {
                    true => (!map.entries.is_empty()).then_some(0),
                    false => map.entries.len().checked_sub(1),
                };
                let Some(at) = at else { return Ok(Val::none()) };
                let (key, value) = map.entries[at].clone();
                if call.name.starts_with("pop") {
                    changed.entries.remove(at);
                    self.write(&call.at()?, Val::Map(Rc::new(changed)))?;
                }
                Val::some(if map.is_set { key } else { Val::tuple(vec![key, value]) })
            }
            "union" | "intersection" | "difference" | "symmetric_difference" if map.is_set => {
                let op = match call.name {
                    "union" => Binary::BitOr,
                    "intersection" => Binary::BitAnd,
                    "difference" => Binary::Sub,
                    _ => Binary::BitXor,
                };
                let other = call.arg(0)?;
                let other = self.shape(other)?;
                let set = self.set_operation(op, &call.value, &other)?;
                Val::iter(self.iterator_over(set)?)
            }
            "is_subset" | "is_superset" | "is_disjoint" if map.is_set => {
                let other = call.arg(0)?;
                let Val::Map(other) = self.shape(other)? else { return call.unknown() };
                let (small, large) = if call.name == "is_superset" { (&other, map) } else { (map, &other) };
                let wanted = call.name != "is_disjoint";
                for (key, _) in small.entries.clone() {
                    if self.lookup(large, &key)?.is_some() != wanted {
                        return Ok(self.val_bool(false));
                    }
                }
                self.val_bool(true)
            }
            _ => return call.unknown(),
        })
    }

    pub fn entry_of(&mut self, is_set: bool, item: Val<'p>) -> Eval<'p, (Val<'p>, Val<'p>)> {
        if is_set {
            return Ok((item, Val::unit()));
        }
        match self.shape(item)? {
            Val::Tuple(parts) if parts.len() == 2 => Ok((parts[0].clone(), parts[1].clone())),
            other => gap(format!("an entry of {}", other.kind())),
        }
    }

    /// `a | b`, `a & b`, `a - b`, `a ^ b` of sets.
    pub fn set_operation(&mut self, op: Binary, a: &Val<'p>, b: &Val<'p>) -> Eval<'p> {
        let (Val::Map(a), Val::Map(b)) = (a, b) else { return gap("an operator of a map") };
        let mut result = Map { entries: Vec::new(), ..(**a).clone() };
        let mut keep = |machine: &mut Self, from: &Map<'p>, other: &Map<'p>, wanted: Option<bool>| {
            for (key, _) in &from.entries {
                let is_in = match wanted {
                    Some(wanted) => machine.lookup(other, key)?.is_some() == wanted,
                    None => true,
                };
                if is_in {
                    machine.put(&mut result, key.clone(), Val::unit())?;
                }
            }
            Ok(())
        };
        match op {
            Binary::BitOr => {
                keep(self, a, b, None)?;
                keep(self, b, a, None)?;
            }
            Binary::BitAnd => keep(self, a, b, Some(true))?,
            Binary::Sub => keep(self, a, b, Some(false))?,
            Binary::BitXor => {
                keep(self, a, b, Some(false))?;
                keep(self, b, a, Some(false))?;
            }
            _ => return gap("an operator of sets"),
        }
        Ok(Val::Map(Rc::new(result)))
    }

    /// Methods of a map's `Entry`: the map's place and the key.
    pub fn entry_method(&mut self, call: &Call<'p, '_>, data: &super::value::Data<'p>) -> Eval<'p> {
        let [Val::Mut(cell), key] = data.fields(0) else { return call.unknown() };
        let (place, value) = self.opened(cell.clone())?;
        let Val::Map(map) = value else { return call.unknown() };
        if call.name == "and_modify" {
            if let Some(at) = self.lookup(&map, key)? {
                self.call_value(&call.arg(0)?, vec![Val::Mut(place.part(Step::Entry(at)))])?;
            }
            return Ok(call.value.clone());
        }
        let at = match self.lookup(&map, key)? {
            Some(at) => at,
            None => {
                let value = match call.name {
                    "or_insert" => call.arg(0)?,
                    "or_insert_with" => self.call_value(&call.arg(0)?, Vec::new())?,
                    "or_default" => match map.entries.first() {
                        Some((_, like)) => self.default_like(&like.clone(), None)?,
                        None => match call.hint {
                            Some(hint) => self.default_of(hint)?,
                            None => {
                                self.inexact("a default of open type");
                                Val::Int(self.int(0), None)
                            }
                        },
                    },
                    _ => return call.unknown(),
                };
                let mut changed = (*map).clone();
                let at = self.position_of(&changed, key)?;
                changed.entries.insert(at, (key.clone(), value));
                self.write(&place, Val::Map(Rc::new(changed)))?;
                at
            }
        };
        Ok(Val::Mut(place.part(Step::Entry(at))))
    }
}
