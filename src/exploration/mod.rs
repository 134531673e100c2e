//! From a build with mutants to relations that are worth writing: each subject's inputs, traces, search and cleansing, and
//! the status of every mutant at the end.

mod across;
mod all;
mod clock;
mod entries;
mod explored;
mod mutants;
mod partners;
mod reach;
mod replay;
mod seen;
mod setting;
mod stored;
mod subject;

pub use across::{drop_calls_of_failed, drop_consequences, drop_surplus, drop_unfounded};
pub use all::{Goals, explore_all};
pub use entries::{entries, hand_written};
pub use explored::{Exploration, Explored, Mutants, Outcome, Told};
pub use mutants::{Statuses, held_out};
pub use partners::{are_alike, partners};
pub use stored::{Remembered, Store, known_types, recorded_seconds};
