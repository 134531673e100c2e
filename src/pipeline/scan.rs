//! `scan`: every function of the workspace with its verdict.

use anyhow::Result;

use super::opened::{scan_functions, selection};
use crate::options::Options;
use crate::report::{self, Document, Scan};
use morph_source::exit::Code;
use morph_source::workspace;

/// Runs the command.
pub fn run(options: &Options) -> Result<Code> {
    let workspace = workspace::load(&selection(options))?;
    let functions = scan_functions(&workspace, options)?;
    let scan = Scan::new(report::scanned(&workspace, &functions));
    report::print(&Document::Scan(scan), options.format)?;
    Ok(Code::Done)
}
