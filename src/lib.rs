//! cargo morph.
pub mod exit;
pub mod relation;
pub mod scan;
pub mod workspace;
