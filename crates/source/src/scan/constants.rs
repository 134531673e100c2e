//! Literals, as values from which inputs and relations are made.

use std::collections::{BTreeMap, BTreeSet};

use super::event::Event;
use super::events::Events;
use super::world::{DefId, DefKind, ScopeId, World};
use morph_relation::Value;

/// More constants than this do not help.
const MOST: usize = 200;
/// How often one counts: tables say the same often.
const OFTEN: usize = 8;
/// Characters of an alphabet, at least.
const LETTERS: usize = 10;

/// Reads the constants of one function after the other.
pub(super) struct Constants<'w> {
    world: &'w World,
    events: &'w Events,
    /// Of each definition, the last function whose constants it was read for.
    read_for: Vec<Option<DefId>>,
    /// The alphabets among the constants of each module.
    alphabets: BTreeMap<ScopeId, Vec<Value>>,
}

impl<'w> Constants<'w> {
    pub fn new(world: &'w World, events: &'w Events) -> Constants<'w> {
        let mut alphabets: BTreeMap<ScopeId, Vec<Value>> = BTreeMap::new();
        for (at, def) in world.defs.iter().enumerate() {
            if matches!(def.kind, DefKind::Const(_) | DefKind::Static(_)) {
                let literals = events.of(DefId(at)).iter().filter_map(|event| match event {
                    Event::Literal(value) if is_alphabet(value) => Some(value.clone()),
                    _ => None,
                });
                alphabets.entry(def.scope).or_default().extend(literals);
            }
        }
        Constants { world, events, read_for: vec![None; world.defs.len()], alphabets }
    }

    /// The literals of a function's body, constants that it names included, then those of the functions that it calls, and the
    /// alphabets of its module: what reads a text may know these by a table alone.
    pub fn of(&mut self, function: DefId) -> Vec<Value> {
        let mut found = Vec::new();
        self.is_new(function, function);
        let mut stack = vec![function];
        while let Some(id) = stack.pop()
            && found.len() < MOST
        {
            let mut callees = Vec::new();
            self.own(id, function, &mut found, &mut callees);
            stack.extend(callees.into_iter().rev());
        }
        found.truncate(MOST);
        let beside = self.alphabets.get(&self.world.def(function).scope).into_iter().flatten();
        let others: Vec<Value> = beside.filter(|value| !found.contains(value)).cloned().collect();
        found.extend(others);
        found
    }

    /// Adds the literals of one definition and of the constants, statics and macros that it uses.
    fn own(&mut self, id: DefId, function: DefId, found: &mut Vec<Value>, callees: &mut Vec<DefId>) {
        let events = self.events;
        for event in events.of(id) {
            match event {
                Event::Literal(value) if found.iter().filter(|known| *known == value).count() < OFTEN => {
                    found.push(value.clone());
                }
                // A constant that is named twice counts once.
                Event::Uses(used) if self.is_new(*used, function) => match self.world.function(*used) {
                    Some(_) => callees.push(*used),
                    None => self.own(*used, function, found, callees),
                },
                Event::Literal(_) | Event::Uses(_) | Event::Impure { .. } => {}
            }
        }
    }

    fn is_new(&mut self, id: DefId, function: DefId) -> bool {
        self.read_for[id.0].replace(function) != Some(function)
    }
}

/// Whether a text or a list consists of different visible characters.
fn is_alphabet(value: &Value) -> bool {
    let letters: Option<Vec<char>> = match value {
        Value::Str(text) => Some(text.chars().collect()),
        Value::Seq(items) => {
            let letter = |item: &Value| match item {
                Value::Char(c) => Some(*c),
                Value::Int(n) => u8::try_from(*n).ok().map(char::from),
                _ => None,
            };
            items.iter().map(letter).collect()
        }
        _ => None,
    };
    letters.is_some_and(|letters| {
        let different: BTreeSet<&char> = letters.iter().collect();
        letters.len() >= LETTERS
            && different.len() == letters.len()
            && letters.iter().all(char::is_ascii_graphic)
    })
}
