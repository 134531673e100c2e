//! From candidates to few, sound and different relations: simplified, falsified on fresh inputs, one of each set of kills,
//! the fewest that keep every kill, none of which another one implies; and the sources that their tests need, more of both where adequacy is the goal.

mod adequate;
mod beside;
mod consequence;
mod directed;
mod dropped;
mod falsify;
mod imply;
mod pool;
pub mod redundant;
mod select;
mod simplify;
mod sources;

pub use adequate::{Applied, Goal, top_up};
pub use consequence::consequences;
pub use directed::Directed;
pub use dropped::{Dropped, Step};
pub use falsify::{Fresh, Suspicion, falsify, held_on};
pub use imply::{Implication, Query, Unsatisfiable, implied, implies, says_all};
pub use pool::{Chosen, Pool};
pub use select::{is_law, select, select_different};
pub use simplify::{simplify, telling};
pub use sources::{detections, held_by, killed, kills};
