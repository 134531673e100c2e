//! The table of `scan`.

use std::fmt::{self, Write};

use super::branches::branches;
use super::text::{BOLD, DIM, GREEN, cell, column, paint, written};
use crate::report::wording::count;
use crate::report::{Scan, ScanVerdict};

pub(crate) fn scan(scan: &Scan) -> String {
    written(|out| write(out, scan))
}

fn write(out: &mut String, scan: &Scan) -> fmt::Result {
    if scan.totals.branches.is_some() {
        return branches(out, scan);
    }
    let path = column(scan.functions.iter().map(|function| &*function.path), 8, 44);
    if !scan.functions.is_empty() {
        writeln!(
            out,
            "{}  {}  {}",
            cell(BOLD, "function", path),
            cell(BOLD, "verdict", 8),
            paint(BOLD, "signature or reason")
        )?;
    }
    for function in &scan.functions {
        let (style, verdict) = match function.verdict {
            ScanVerdict::Testable => (GREEN, "testable"),
            ScanVerdict::Skipped => (DIM, "skipped"),
        };
        let why = function.reason.as_deref().or(function.signature.as_deref()).unwrap_or_default();
        let line = format!(
            "{}  {}  {}",
            cell(anstyle::Style::new(), &function.path, path),
            cell(style, verdict, 8),
            if function.reason.is_some() { why.to_owned() } else { paint(DIM, why) }
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    if !scan.functions.is_empty() {
        writeln!(out)?;
    }
    let totals = scan.totals;
    writeln!(
        out,
        "{}: {} testable, {} skipped",
        count(totals.functions, "function"),
        totals.testable,
        totals.skipped
    )
}
