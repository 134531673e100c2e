//! SMT-LIB scripts.

/// Declarations and assertions in SMT-LIB 2.6, and the constants whose values are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    commands: Vec<String>,
    wanted: Vec<String>,
    length: usize,
}

impl Script {
    /// A script of a logic, such as `QF_LIA`.
    pub fn new(logic: &str) -> Script {
        let mut script = Script::default();
        script.push(format!("(set-logic {logic})"));
        script
    }

    fn push(&mut self, command: String) {
        self.length += command.len() + 1;
        self.commands.push(command);
    }

    /// A constant whose value is wanted.
    pub fn want(&mut self, name: &str, sort: &str) {
        self.declare(name, sort);
        self.wanted.push(name.to_owned());
    }

    /// A constant.
    pub fn declare(&mut self, name: &str, sort: &str) {
        self.push(format!("(declare-const {name} {sort})"));
    }

    /// What shall hold.
    pub fn assert(&mut self, condition: &str) {
        self.push(format!("(assert {condition})"));
    }

    /// The commands, without those that ask.
    pub fn commands(&self) -> &[String] {
        &self.commands
    }

    /// The constants whose values are wanted.
    pub fn wanted(&self) -> &[String] {
        &self.wanted
    }

    /// Whether it is about bit-vectors.
    pub fn has_bits(&self) -> bool {
        self.commands.first().is_some_and(|logic| logic.ends_with("BV)"))
    }

    /// Whether it is about real numbers.
    pub fn has_reals(&self) -> bool {
        self.commands.iter().any(|command| command.starts_with("(declare") && command.contains(" Real"))
    }

    /// Bytes of its text.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether nothing is asserted.
    pub fn is_empty(&self) -> bool {
        !self.commands.iter().any(|command| command.starts_with("(assert"))
    }

    /// As a file, asking whether its assertions can hold.
    pub fn text(&self) -> String {
        self.commands.join("\n") + "\n(check-sat)\n"
    }
}
