//! From candidates to few, sound and different relations: simplified, falsified on fresh inputs, one of each set of kills,
//! the fewest that keep every kill, none of which another one implies; and the sources that their tests need, more of both where adequacy is the goal.

mod adequate;
mod choice;
mod consequence;
mod directed;
mod dropped;
mod exercise;
mod falsify;
mod few;
mod given_rest;
mod grade;
mod imply;
mod laws;
mod pool;
mod redundancy;
pub mod redundant;
mod select;
mod sources;
mod test_sources;
mod together;
mod told;
mod verifier;
mod withstand;
mod written;

pub use adequate::{Applied, Goal, top_up};
pub use choice::{Wanted, choose};
pub use consequence::consequences;
pub use directed::Directed;
pub use dropped::{Dropped, Removal};
pub use falsify::{Fresh, Suspicion, falsify, held_on, relaxed};
pub use few::surplus;
pub use grade::{Grade, grade, has_literal};
pub use imply::{Implication, Query, Unsatisfiable, implied, implies, says_all};
pub use laws::{FoundLaws, LawOutcomes, UnwrittenLaw, laws};
pub use pool::Pool;
pub use redundancy::Redundant;
pub use select::{is_law, select, select_different};
pub use sources::{detections, killed, kills};
pub use test_sources::{DIFFERING, Kept, MoreSources, Named, Tested, with_sources};
pub use together::{OfFunction, redundant_together};
pub use verifier::{Call, Execution, Finding, InputKind, Verifier};
pub use withstand::{Choose, Withstand, Withstood};
pub use written::{HandWritten, Surroundings, Written, check_written};
