//! Instances of well-known families of laws that hold on the original.
//!
//! [`families`] lists the statements. [`instances`] fills their holes with a subject, its siblings and variables, in every
//! way that type-checks. [`LawSearch`] tries the instances on small and ordinary inputs, adds at most one guard, and keeps those
//! that say something about the subject. [`Space`] assigns a column to each variable of a subject's laws. [`is_instance`] tells
//! whether one relation is a special case of another.

mod approximate;
mod blocks;
mod constant;
mod defined;
mod degenerate;
mod families;
mod family;
mod fill;
mod filling;
mod fits;
mod forms;
mod guards;
mod holding;
mod holes;
mod hollow;
mod idle_siblings;
mod instance;
mod instance_of;
mod instances;
mod layouts;
mod learned;
mod lessons;
mod letters;
mod limits;
mod may_call;
mod nearer;
mod needless;
mod one_sided;
mod open_constant;
mod period;
mod placements;
mod roles;
mod rows;
mod search;
mod space;
mod speaks;
mod syntax;
mod unread;
mod varied;
mod views;
mod worth;

pub use families::families;
pub use family::{Family, INVOLUTION, LAYOUT, ROUND_TRIP, law};
pub use guards::{is_ascii, is_lax, is_range, is_weaker, modest, narrower, zero};
pub use holding::is_pinned;
pub use instance::{Context, Instance};
pub use instance_of::is_instance;
pub use instances::instances;
pub use lessons::Lessons;
pub use nearer::{nearer, scaled};
pub use one_sided::is_one_sided;
pub use search::{FoundLaw, LawSearch};
pub use space::{Space, with_variables};
pub use speaks::{is_unanswered, speaks};
pub use varied::{around_signs, broken_up, on_shares, rare};
pub use views::seen_through;
