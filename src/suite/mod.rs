//! From relations to the catalogue and test modules in the user's tree, verified by compiling and running them.

mod catalogue;
mod change;
mod clean;
mod codes;
mod declare;
mod documentation;
mod due;
mod entry;
pub(crate) mod files;
mod format;
mod header;
mod literal;
mod load;
mod mismatch;
mod names;
mod passed;
mod plan;
mod regions;
mod retire;
mod tables;
mod verify;
mod write;

pub use catalogue::WRITTEN;
pub use catalogue::{Catalogue, Fingerprint, Record, load_catalogue};
pub use change::{change_since_recorded, changed_by};
pub use clean::{Cleaned, clean};
pub use codes::Codes;
pub use declare::NAME as MODULE;
pub use due::{Due, Sorted};
pub use entry::{Entry, Naming, WriteOptions};
pub use load::{Lost, Problem, Suite, SuiteRelation, load};
pub use mismatch::{Mismatch, MismatchKind, mismatches};
pub use passed::{Passed, check_of};
pub use retire::retire;
pub use write::{Written, write};
