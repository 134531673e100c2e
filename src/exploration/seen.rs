//! What one unit of work saw of a function, so that another run can tell whether it would see the same.

use crate::cache::Digest;
use morph_lab::{Execution, Lab, Outcome};
use morph_traces::{Known, ORIGINAL_FUEL, magnitude};

/// The inputs that were passed to a function's original, and a checksum of how it ended on them.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Seen {
    /// The inputs as the worker reads them, in hexadecimal digits, sorted.
    inputs: Vec<String>,
    outcomes: String,
}

/// The longest inputs that are kept, all of a function together and in bytes: with more of them, most likely something was
/// found that is about this function, and it changes with it.
const LONGEST: usize = 1 << 16;

impl Seen {
    /// What is known of a function; `None` where it is too much to be kept.
    pub fn of(known: &Known) -> Option<Seen> {
        let known = known.borrow();
        let all: usize = known.keys().map(Vec::len).sum();
        if all > LONGEST {
            return None;
        }
        let mut rows: Vec<(&Vec<u8>, &Execution)> =
            known.iter().map(|(input, execution)| (input, &**execution)).collect();
        rows.sort_unstable_by_key(|(input, _)| *input);
        let outcomes = digest(rows.iter().map(|(_, execution)| *execution));
        let hex = |input: &Vec<u8>| input.iter().map(|byte| format!("{byte:02x}")).collect();
        Some(Seen { inputs: rows.into_iter().map(|(input, _)| hex(input)).collect(), outcomes })
    }

    /// Whether the function with this path ends as it did then.
    pub fn is_same(&self, lab: &Lab, path: &str) -> anyhow::Result<bool> {
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes = |text: &String| text.as_bytes().chunks(2).map(byte).collect::<Option<Vec<u8>>>();
        let Some(inputs) = self.inputs.iter().map(bytes).collect::<Option<Vec<_>>>() else {
            return Ok(false);
        };
        let mut session = lab.session(path)?;
        session.load_bytes(inputs)?;
        let executed = session.original(ORIGINAL_FUEL)?;
        Ok(digest(executed.iter()) == self.outcomes)
    }
}

/// A checksum of how executions ended and what they burnt, as far as that counts; panics are alike, whatever they say.
fn digest<'a>(executions: impl Iterator<Item = &'a Execution>) -> String {
    Digest::of(executions.map(|execution| {
        let outcome = match &execution.outcome {
            Outcome::Value(value) => serde_json::to_string(value).unwrap_or_default(),
            Outcome::Panic(_) => "panic".to_owned(),
            // Whether it was executed or foreseen.
            Outcome::OutOfFuel => return "out of fuel".to_owned(),
            other => format!("{other:?}"),
        };
        format!("{outcome} {}", magnitude(execution.fuel()))
    }))
}
