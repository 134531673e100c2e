//! Reads a Cargo workspace: from a manifest path to the functions that can be tested.
//!
//! [`workspace`] turns a manifest path into packages, targets, module trees and source files, makes private working
//! copies, and knows what a change touches. [`scan`] lists every function, says of each whether it can be tested, and
//! gives the reason where it cannot: its types are not supported, or it is not pure, followed through what it calls.
//! What remains are *subjects*. [`probe`] names the places of the source whose execution is reported, and [`visit`]
//! walks through its syntax.
//!
//! [`conflict`] recognises files that git could not merge.
//! [`process`] owns every child process, [`exit`] the documented exit codes, [`files`] names files that cannot be read or
//! written, and [`progress`] reports the progress of long steps; the user interface implements the trait.

pub mod conflict;
pub mod exit;
pub mod files;
pub mod probe;
pub mod process;
pub mod progress;
pub mod scan;
pub mod visit;
pub mod workspace;
