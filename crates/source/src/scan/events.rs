//! What definitions do, as far as the rest of the scan asks.

use std::collections::BTreeMap;

use super::body::read;
use super::event::Event;
use super::world::{DefId, World};
use crate::workspace::Cfg;

/// The events of every definition that has any.
#[derive(Debug, Default)]
pub(super) struct Events(BTreeMap<DefId, Vec<Event>>);

impl Events {
    /// Reads every body; `cfg_of` tells what holds for the package of a definition.
    pub fn read<'a>(world: &World, cfg_of: impl Fn(DefId) -> &'a Cfg) -> Events {
        let mut events = Events::default();
        for at in 0..world.defs.len() {
            let id = DefId(at);
            let mut found = read(world, id, cfg_of(id));
            found.shrink_to_fit();
            if !found.is_empty() {
                events.0.insert(id, found);
            }
        }
        events
    }

    pub fn of(&self, id: DefId) -> &[Event] {
        self.0.get(&id).map(Vec::as_slice).unwrap_or_default()
    }
}
