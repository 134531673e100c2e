//! Results for people, within 100 columns where names allow.

mod adequacy;
mod branches;
mod check;
mod discovery;
mod kill;
mod list;
mod review;
mod scan;
mod suspects;
mod text;

pub(super) use adequacy::adequacy;
pub(super) use check::check;
pub(super) use discovery::discovery;
pub(super) use kill::kills;
pub(super) use list::{explanation, list};
pub(super) use review::{pending, review};
pub(super) use scan::scan;
pub(super) use suspects::{rate, suspects};
