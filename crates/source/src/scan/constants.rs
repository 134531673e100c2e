//! Literals, as values from which inputs and relations are made.

use std::collections::BTreeSet;

use super::event::Event;
use super::events::Events;
use super::world::{DefId, World};
use morph_relation::Value;

/// More constants than this do not help.
const MOST: usize = 200;

/// The literals of a function's body, constants that it names included, then those of the functions that it calls.
pub(super) fn constants(world: &World, events: &Events, function: DefId) -> Vec<Value> {
    let mut found = Vec::new();
    let mut visited = BTreeSet::from([function]);
    let mut stack = vec![function];
    while let Some(id) = stack.pop()
        && found.len() < MOST
    {
        let mut callees = Vec::new();
        own(world, events, id, &mut found, &mut callees, &mut visited);
        stack.extend(callees.into_iter().rev());
    }
    found.truncate(MOST);
    found
}

/// Adds the literals of one definition and of the constants, statics and macros that it uses.
fn own(
    world: &World,
    events: &Events,
    id: DefId,
    found: &mut Vec<Value>,
    callees: &mut Vec<DefId>,
    visited: &mut BTreeSet<DefId>,
) {
    for event in events.of(id) {
        match event {
            Event::Literal(value) => found.push(value.clone()),
            Event::Uses(used) if world.function(*used).is_some() => {
                if visited.insert(*used) {
                    callees.push(*used);
                }
            }
            Event::Uses(used) => {
                // A constant that is named twice counts once.
                if visited.insert(*used) {
                    own(world, events, *used, found, callees, visited);
                }
            }
            Event::Impure { .. } => {}
        }
    }
}
