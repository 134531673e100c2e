//! The functions of a scan, as the report lists them.

use crate::report::json::{ScanVerdict, ScannedFunction};
use morph_source::scan::{Function, Verdict};
use morph_source::workspace::Workspace;

/// The functions with their verdicts.
pub fn scanned(workspace: &Workspace, functions: &[Function]) -> Vec<ScannedFunction> {
    let function = |f: &Function| {
        let (verdict, reason, signature) = match &f.verdict {
            Verdict::Testable(subject) => {
                let params: Vec<String> =
                    subject.params.iter().map(|param| format!("{}: {}", param.name, param.ty)).collect();
                (ScanVerdict::Testable, None, Some(format!("({}) -> {}", params.join(", "), subject.ret)))
            }
            verdict => (ScanVerdict::Skipped, verdict.reason().map(str::to_owned), None),
        };
        let file = workspace.relative(&f.file).display().to_string();
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
    functions.iter().map(function).collect()
}
