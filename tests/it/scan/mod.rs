//! Loading and scanning of whole packages.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod calls;
mod dependencies;
mod expansions;
mod generics;
mod inherited;
mod loading;
mod package;
mod subjects;
mod verdicts;
mod whole;
