//! Literals, as values from which inputs and relations are made.

use super::event::Event;
use super::events::Events;
use super::world::{DefId, World};
use morph_relation::Value;

/// More constants than this do not help.
const MOST: usize = 200;

/// Reads the constants of one function after the other.
pub(super) struct Constants<'w> {
    world: &'w World,
    events: &'w Events,
    /// Of each definition, the last function whose constants it was read for.
    read_for: Vec<Option<DefId>>,
}

impl<'w> Constants<'w> {
    pub fn new(world: &'w World, events: &'w Events) -> Constants<'w> {
        Constants { world, events, read_for: vec![None; world.defs.len()] }
    }

    /// The literals of a function's body, constants that it names included, then those of the functions that it calls.
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
        found
    }

    /// Adds the literals of one definition and of the constants, statics and macros that it uses.
    fn own(&mut self, id: DefId, function: DefId, found: &mut Vec<Value>, callees: &mut Vec<DefId>) {
        let events = self.events;
        for event in events.of(id) {
            match event {
                Event::Literal(value) => found.push(value.clone()),
                // A constant that is named twice counts once.
                Event::Uses(used) if self.is_new(*used, function) => match self.world.function(*used) {
                    Some(_) => callees.push(*used),
                    None => self.own(*used, function, found, callees),
                },
                Event::Uses(_) | Event::Impure { .. } => {}
            }
        }
    }

    fn is_new(&mut self, id: DefId, function: DefId) -> bool {
        self.read_for[id.0].replace(function) != Some(function)
    }
}
