//! Laws that a person would write first: instances of well-known families that hold on the original.
//!
//! [`FAMILIES`] is the list of statements. [`instances`] puts a subject, its siblings and variables into them wherever that
//! has types. [`LawSearch`] tries them on every small input and on ordinary ones, gives them guards, and keeps those
//! that speak. [`Space`] lays the variables of all laws of a subject side by side.

mod families;
mod guards;
mod holes;
mod instance_of;
mod instances;
mod placements;
mod search;
mod space;
mod speaks;
mod syntax;

pub use families::{FAMILIES, Family};
pub use instance_of::is_instance;
pub use instances::{Context, Instance, instances};
pub use search::{FoundLaw, LawSearch};
pub use space::{Space, with_variables};
