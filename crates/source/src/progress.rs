//! What a run is doing: the interface behind which bars, lines or silence show it.

/// Shows stages of a run.
pub trait Progress: Send + Sync {
    /// Starts a stage, named by one short word.
    fn stage(&self, name: &str) -> Stage;

    /// Warns the user; a line of its own.
    fn warn(&self, message: &str);

    /// Says what holds the run up; a line of its own.
    fn note(&self, message: &str);

    /// Tells programs that follow the run of what it has come upon; `line` is called where there are some.
    fn event(&self, line: &dyn Fn() -> String) {
        let _ = line;
    }
}

/// How one stage is shown.
pub trait Shown: Send + Sync {
    /// The stage has this many steps.
    fn set_length(&self, steps: u64);

    /// This many more steps are done.
    fn inc(&self, steps: u64);

    /// Shows the current activity of the stage.
    fn set_message(&self, message: String);

    /// The stage has come upon something; a line of its own.
    fn found(&self, message: &str);

    /// As [`Progress::event`].
    fn event(&self, line: &dyn Fn() -> String) {
        let _ = line;
    }

    /// The stage has ended with this result.
    fn finish(self: Box<Self>, name: &str, message: &str);
}

/// A stage that is under way; it may be advanced from any thread.
pub struct Stage {
    name: String,
    shown: Box<dyn Shown>,
}

impl Stage {
    /// A stage of this name.
    pub fn new(name: &str, shown: Box<dyn Shown>) -> Stage {
        Stage { name: name.to_owned(), shown }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Says how many steps the stage has.
    pub fn set_length(&self, steps: u64) {
        self.shown.set_length(steps);
    }

    /// Advances the stage.
    pub fn inc(&self, steps: u64) {
        self.shown.inc(steps);
    }

    /// Says what the stage is doing at the moment.
    pub fn set_message(&self, message: impl Into<String>) {
        self.shown.set_message(message.into());
    }

    /// Shows what the stage came upon, before it ends.
    pub fn found(&self, message: impl AsRef<str>) {
        self.shown.found(message.as_ref());
    }

    /// As [`Progress::event`].
    pub fn event(&self, line: &dyn Fn() -> String) {
        self.shown.event(line);
    }

    /// Ends the stage with its result: "31 functions, 28 to test".
    pub fn finish(self, message: impl AsRef<str>) {
        self.shown.finish(&self.name, message.as_ref());
    }
}

/// Shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, name: &str) -> Stage {
        Stage::new(name, Box::new(Silent))
    }

    fn warn(&self, _: &str) {}

    fn note(&self, _: &str) {}
}

impl Shown for Silent {
    fn set_length(&self, _: u64) {}

    fn inc(&self, _: u64) {}

    fn set_message(&self, _: String) {}

    fn found(&self, _: &str) {}

    fn finish(self: Box<Self>, _: &str, _: &str) {}
}
