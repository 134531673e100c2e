//! `--message-format json`: what a run does, as lines of JSON on standard output.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use morph_source::progress::{Progress, Shown, Stage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::options::Level;

/// The least time between two lines about how far a stage is.
const EVERY: Duration = Duration::from_millis(200);

/// A line of `--message-format json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Event {
    /// A stage begins.
    StageStarted {
        /// One word, such as `build`.
        stage: String,
    },
    /// A stage goes on; at most five times a second.
    StageProgress {
        /// As in `stage-started`.
        stage: String,
        /// How many steps are done.
        steps: u64,
        /// How many there are, where that is known.
        of: Option<u64>,
        /// What it is doing, if there is something to say.
        message: Option<String>,
    },
    /// A stage has ended.
    StageFinished {
        /// As in `stage-started`.
        stage: String,
        /// Its result, such as `31 functions, 28 to test`.
        message: String,
        /// How long it took.
        seconds: f64,
    },
    /// `discover` has found a law of a function. The result may lack it, where laws of other functions say more.
    LawFound {
        /// The function's path.
        function: String,
        /// The law in readable form.
        law: String,
        /// On how many groups it held.
        groups: usize,
    },
    /// `suspects` has found a law that fails.
    SuspectFound {
        /// The function's path.
        function: String,
        /// The file, relative to the workspace's root.
        file: String,
        /// The 1-based line of the function's name.
        line: usize,
        /// How sure it is that this is a bug.
        level: Level,
        /// The law in readable form.
        law: String,
        /// The calls that refute it, a sentence each.
        counterexample: Vec<String>,
    },
    /// `check` has found a relation that is violated.
    RelationViolated {
        /// The function's path.
        function: String,
        /// The file, relative to the workspace's root.
        file: String,
        /// The 1-based line of the function's name.
        line: usize,
        /// The relation's id.
        id: String,
        /// The relation in readable form.
        law: String,
        /// The calls that refute it, a sentence each.
        counterexample: Vec<String>,
    },
    /// A stage has done a function.
    FunctionDone {
        /// As in `stage-started`.
        stage: String,
        /// Its path.
        function: String,
        /// Why it could not be tested, if it is so.
        failure: Option<String>,
    },
    /// Something that a person should know.
    Warning {
        /// A sentence without its end.
        message: String,
    },
    /// Something that holds the run up.
    Note {
        /// A sentence without its end.
        message: String,
    },
    /// The document that `--format json` prints.
    Result {
        /// It.
        document: Value,
    },
    /// The run fails; `finished` follows.
    Error {
        /// As on standard error.
        message: String,
    },
    /// The last line, unless the run is killed or interrupted.
    Finished {
        /// The exit code.
        code: u8,
    },
}

impl Event {
    /// The event as a line, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("names of fields are strings")
    }
}

/// Lines of JSON for a program that follows the run.
#[derive(Debug)]
pub(super) struct Events;

impl Progress for Events {
    fn stage(&self, name: &str) -> Stage {
        print(&Event::StageStarted { stage: name.to_owned() });
        Stage::new(name, Box::new(Line::new(name)))
    }

    fn warn(&self, message: &str) {
        print(&Event::Warning { message: message.to_owned() });
    }

    fn note(&self, message: &str) {
        print(&Event::Note { message: message.to_owned() });
    }

    fn event(&self, line: &dyn Fn() -> String) {
        write(&line());
    }
}

/// One stage among others.
#[derive(Debug)]
struct Line {
    name: String,
    begun: Instant,
    steps: AtomicU64,
    told: Mutex<Told>,
}

/// What is told of a stage beside its steps, and when that was last done.
#[derive(Debug)]
struct Told {
    of: Option<u64>,
    message: Option<String>,
    last: Instant,
}

impl Line {
    fn new(name: &str) -> Line {
        let begun = Instant::now();
        let told = Mutex::new(Told { of: None, message: None, last: begun });
        Line { name: name.to_owned(), begun, steps: AtomicU64::new(0), told }
    }

    /// Takes over what is new, and says how far the stage is unless that was just said.
    fn update(&self, change: impl FnOnce(&mut Told)) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut told);
        if told.last.elapsed() >= EVERY {
            told.last = Instant::now();
            print(&Event::StageProgress {
                stage: self.name.clone(),
                steps: self.steps.load(Ordering::Relaxed),
                of: told.of,
                message: told.message.clone(),
            });
        }
    }
}

impl Shown for Line {
    fn set_length(&self, steps: u64) {
        self.update(|told| told.of = Some(steps));
    }

    fn inc(&self, steps: u64) {
        self.steps.fetch_add(steps, Ordering::Relaxed);
        self.update(|_| ());
    }

    fn set_message(&self, message: String) {
        self.update(|told| told.message = Some(message));
    }

    /// What a stage comes upon has an event of its own.
    fn found(&self, _: &str) {}

    fn event(&self, line: &dyn Fn() -> String) {
        write(&line());
    }

    fn finish(self: Box<Self>, name: &str, message: &str) {
        let seconds = self.begun.elapsed().as_secs_f64();
        print(&Event::StageFinished { stage: name.to_owned(), message: message.to_owned(), seconds });
    }
}

fn print(event: &Event) {
    write(&event.line());
}

/// Writes a whole line at once. A reader that goes away early is no error.
fn write(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_lines_that_name_their_reason() {
        let [stage, function] = ["search", "demo::gcd"].map(str::to_owned);
        let event = Event::FunctionDone { stage, function, failure: None };
        let line = r#"{"reason":"function-done","stage":"search","function":"demo::gcd","failure":null}"#;
        assert_eq!(event.line(), line);
        assert_eq!(serde_json::from_str::<Event>(&event.line()).unwrap(), event);
        let text = Event::Note { message: "two\nlines".to_owned() }.line();
        assert!(!text.contains('\n'), "{text}");
    }
}
