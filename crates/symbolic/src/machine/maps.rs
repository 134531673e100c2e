//! Maps and sets: entries with a branch for each comparison of keys.

use std::rc::Rc;

use super::state::{Eval, Machine, panicked, unsupported};
use super::value::{Map, Place, Projection, Val};
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
    pub fn position_of(&mut self, map: &Map<'p>, key: &Val<'p>) -> Eval<'p, usize> {
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
        let Val::Map(map) = self.read(place) else { return unsupported("a map") };
        match self.lookup(&map, key)? {
            Some(at) => Ok(Some(place.part(Projection::Entry(at)))),
            None => panicked(),
        }
    }

    pub fn entry_of(&mut self, is_set: bool, item: Val<'p>) -> Eval<'p, (Val<'p>, Val<'p>)> {
        if is_set {
            return Ok((item, Val::unit()));
        }
        match self.shape(item)? {
            Val::Tuple(parts) if parts.len() == 2 => Ok((parts[0].clone(), parts[1].clone())),
            other => unsupported(format!("an entry of {}", other.kind())),
        }
    }

    /// `a | b`, `a & b`, `a - b`, `a ^ b` of sets.
    pub fn set_operation(&mut self, op: Binary, a: &Val<'p>, b: &Val<'p>) -> Eval<'p> {
        let (Val::Map(a), Val::Map(b)) = (a, b) else { return unsupported("an operator of a map") };
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
            _ => return unsupported("an operator of sets"),
        }
        Ok(Val::Map(Rc::new(result)))
    }
}
