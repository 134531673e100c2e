//! Suspects as the document shows them.

use std::path::Path;

use crate::report::json::{Counterexample, FurtherLaw, SuspectReport};
use crate::suspects::Suspect;
use morph_relation::{Signature, show_value};

/// The report of a suspect; `place` is the file, relative to the workspace's root, and the line of the function.
pub fn suspect_report(
    id: String,
    suspect: &Suspect,
    signature: &Signature,
    place: (&Path, usize),
    test: String,
) -> SuspectReport {
    let extended = signature.with_given(&suspect.relation.given);
    let source = extended.params.iter().zip(&suspect.input);
    let further = suspect.further.iter();
    SuspectReport {
        id,
        level: suspect.level,
        function: suspect.path.clone(),
        file: place.0.display().to_string(),
        line: place.1,
        family: suspect.family.clone(),
        law: suspect.law.clone(),
        evidence: suspect.evidence.clone(),
        counterexample: Counterexample {
            source: source.map(|((name, ty), value)| (name.clone(), show_value(value, ty))).collect(),
            executions: suspect.executions.clone(),
        },
        inputs: suspect.held + suspect.failed,
        failures: suspect.failed,
        test,
        further: further.map(|law| FurtherLaw { function: law.path.clone(), law: law.law.clone() }).collect(),
    }
}
