//! `scan`: every function of the workspace with its verdict.

use anyhow::Result;

use super::opened::{scan_functions, selection};
use crate::options::Options;
use crate::report::{self, Document, Scan, ScanVerdict, ScannedFunction};
use morph_source::exit::Code;
use morph_source::scan::{Function, Verdict};
use morph_source::workspace::{self, Workspace};

/// Runs the command.
pub fn run(options: &Options) -> Result<Code> {
    let workspace = workspace::load(&selection(options))?;
    let functions = scan_functions(&workspace, options)?;
    report::print(&Document::Scan(scanned(&workspace, &functions)), options.format)?;
    Ok(Code::Done)
}

/// The functions as the report lists them.
pub fn scanned(workspace: &Workspace, functions: &[Function]) -> Scan {
    let function = |f: &Function| {
        let (verdict, reason, signature) = match &f.verdict {
            Verdict::Testable(subject) => {
                let params: Vec<String> =
                    subject.params.iter().map(|param| format!("{}: {}", param.name, param.ty)).collect();
                (ScanVerdict::Testable, None, Some(format!("({}) -> {}", params.join(", "), subject.ret)))
            }
            Verdict::Skipped(reason) => (ScanVerdict::Skipped, Some(reason.clone()), None),
        };
        let file = f.file.strip_prefix(&workspace.root).unwrap_or(&f.file).display().to_string();
        ScannedFunction {
            path: f.path.clone(),
            file,
            line: f.line,
            verdict,
            reason,
            signature,
            branches: None,
        }
    };
    Scan::new(functions.iter().map(function).collect())
}
