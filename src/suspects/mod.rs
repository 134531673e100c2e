//! Bugs: laws that everything speaks for and that fail.
//!
//! [`expected`](expected::expected) lists the laws that a function is expected to obey: [contracts] of the standard library's
//! traits, laws that [names](named), [pairs of names](pairs), documentation or [tests](examples) announce, and plain ones that
//! nearly hold.
//! [`try_laws`] tries them in a [trial](trial::Trial) on small, [tricky](inputs) and ordinary inputs, leaves out failures that are
//! [no bugs](causes), finds what the others have [in common](common), and shrinks one of them. What functions [always
//! do](totality), what [changes nothing](unmoved), and [signs] that are read as digits need no law. [`all_suspects`] adds what other
//! functions say of a law. [`clustered`] makes one report of what has one cause, and ranks the reports.
//! [Verdicts](crate::verdicts) are what people said of earlier ones, and [`test`](test::test) makes a test of a report.

mod bounded;
mod causes;
mod cluster;
mod common;
mod contracts;
mod examples;
mod expectation;
mod expected;
mod gaps;
mod inputs;
mod kin;
mod mentions;
mod named;
mod pairs;
mod ranges;
mod remade;
mod remote;
mod search;
mod signs;
mod superlatives;
mod suspect;
mod test;
mod texts;
mod totality;
mod trial;
mod unmeant;
mod unmoved;
mod unreadable;

pub use cluster::clustered;
pub use examples::Examples;
pub use search::{Tried, all_suspects, try_laws};
pub use suspect::Suspect;
pub use test::{kept, test};
pub use trial::Setting;
