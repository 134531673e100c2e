//! Which definitions are impure, and through which calls.

use std::collections::{BTreeMap, VecDeque};

use super::event::Event;
use super::events::Events;
use super::world::{DefId, DefKind, Home, World};

/// The impure definitions, each with its shortest way to what makes it impure.
pub(super) struct Purity(BTreeMap<DefId, Route>);

struct Route {
    /// How many calls away the impure act is.
    distance: usize,
    next: Next,
}

enum Next {
    /// The act, and why it is impure.
    Act(String, String),
    Call(DefId),
}

impl Purity {
    /// Follows uses backwards from what is impure by itself, nearest first; recursion ends where it was before.
    pub fn of(world: &World, events: &Events) -> Purity {
        let ids = || (0..world.defs.len()).map(DefId);
        let mut users: BTreeMap<DefId, Vec<DefId>> = BTreeMap::new();
        let mut routes = BTreeMap::new();
        let mut queue = VecDeque::new();
        for id in ids() {
            for event in events.of(id) {
                match event {
                    Event::Uses(used) => users.entry(*used).or_default().push(id),
                    Event::Impure { what, why } if !routes.contains_key(&id) => {
                        routes.insert(id, Route { distance: 0, next: Next::Act(what.clone(), why.clone()) });
                        queue.push_back(id);
                    }
                    _ => {}
                }
            }
        }
        while let Some(id) = queue.pop_front() {
            let distance = routes.get(&id).map_or(0, |route| route.distance) + 1;
            for user in users.get(&id).into_iter().flatten() {
                if !routes.contains_key(user) {
                    routes.insert(*user, Route { distance, next: Next::Call(id) });
                    queue.push_back(*user);
                }
            }
        }
        // Of several ways of one length, the one that the body takes first.
        for id in ids() {
            let Some(distance) = routes.get(&id).map(|route| route.distance).filter(|distance| *distance > 0)
            else {
                continue;
            };
            let first = events.of(id).iter().find_map(|event| match event {
                Event::Uses(used) => {
                    routes.get(used).filter(|route| route.distance + 1 == distance).map(|_| *used)
                }
                _ => None,
            });
            if let (Some(first), Some(route)) = (first, routes.get_mut(&id)) {
                route.next = Next::Call(first);
            }
        }
        Purity(routes)
    }

    /// "calls `rand::random` (random) via `jitter` → `shuffle`"; `None` for what seems pure.
    pub fn reason(&self, world: &World, id: DefId) -> Option<String> {
        let mut route = self.0.get(&id)?;
        let mut via = Vec::new();
        loop {
            match &route.next {
                Next::Act(what, why) => {
                    let via =
                        if via.is_empty() { String::new() } else { format!(" via {}", via.join(" → ")) };
                    return Some(format!("{what} ({why}){via}"));
                }
                Next::Call(called) => {
                    via.push(format!("`{}`", short_name(world, *called)));
                    route = self.0.get(called)?;
                }
            }
        }
    }
}

/// A definition's name as a reader of the code knows it: `jitter`, `Point::area`, `log_all!`.
fn short_name(world: &World, id: DefId) -> String {
    let def = world.def(id);
    match &def.kind {
        DefKind::Macro(_) => format!("{}!", def.name),
        DefKind::Fn(function) => match &function.home {
            Home::Type(owner) | Home::Trait(owner) => {
                let plain = owner.split('<').next().filter(|plain| !plain.is_empty()).unwrap_or(owner);
                format!("{plain}::{}", def.name)
            }
            _ => def.name.clone(),
        },
        _ => def.name.clone(),
    }
}
