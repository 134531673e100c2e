//! Asks a person about one relation after the other.

use std::io::Write as _;

use anyhow::Result;
use console::{Key, Term};

use super::waiting::Waiting;
use morph_source::exit::{Code, fail};

/// What a person answered, by id.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// To be written.
    pub accepted: Vec<String>,
    /// Never to be written.
    pub rejected: Vec<String>,
}

/// An answer to one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Accept,
    Reject,
    Skip,
}

/// What is asked next.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    /// About the relation at this place.
    Ask(usize),
    /// Nothing: all is answered, or the person has had enough.
    Done,
    /// The key means nothing.
    Unknown,
}

/// The answers to the first questions of several.
#[derive(Debug, Default)]
struct Session {
    questions: usize,
    answers: Vec<Answer>,
}

impl Session {
    fn press(&mut self, key: &Key) -> Next {
        let answer = match key {
            Key::Char('a' | 'y') => Answer::Accept,
            Key::Char('r' | 'n') => Answer::Reject,
            Key::Char('s' | ' ') => Answer::Skip,
            Key::Char('u') | Key::Backspace => {
                self.answers.pop();
                return Next::Ask(self.answers.len());
            }
            Key::Char('q') | Key::Escape | Key::CtrlC => return Next::Done,
            _ => return Next::Unknown,
        };
        self.answers.push(answer);
        match self.answers.len() {
            n if n < self.questions => Next::Ask(n),
            _ => Next::Done,
        }
    }

    fn answers(&self, ids: &[&str]) -> Answers {
        let of = |wanted: Answer| {
            let all = ids.iter().zip(&self.answers).filter(|(_, answer)| **answer == wanted);
            all.map(|(id, _)| (*id).to_owned()).collect()
        };
        Answers { accepted: of(Answer::Accept), rejected: of(Answer::Reject) }
    }
}

/// A terminal that cannot be read or written.
pub fn lost(error: std::io::Error) -> anyhow::Error {
    fail(Code::Environment, format!("cannot use the terminal: {error}"))
}

/// Asks about relations on the terminal.
pub fn ask(all: &[Waiting]) -> Result<Answers> {
    let mut term = Term::stdout();
    let mut session = Session { questions: all.len(), answers: Vec::new() };
    let mut at = 0;
    loop {
        let question = format!(
            "\n{} of {}\n{}\n[a]ccept  [r]eject  [s]kip  [u]ndo  [q]uit ",
            at + 1,
            all.len(),
            all[at].report.to_human()
        );
        term.clear_screen().map_err(lost)?;
        term.write_all(question.as_bytes()).map_err(lost)?;
        term.flush().map_err(lost)?;
        at = loop {
            let key = term.read_key_raw().map_err(lost)?;
            match session.press(&key) {
                Next::Ask(next) => break next,
                Next::Unknown => {}
                Next::Done => {
                    term.write_line("").map_err(lost)?;
                    let ids: Vec<&str> =
                        all.iter().map(|waiting| waiting.report.relation.id.as_str()).collect();
                    return Ok(session.answers(&ids));
                }
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(keys: &str) -> (Answers, Option<Next>) {
        let mut session = Session { questions: 3, answers: Vec::new() };
        let last = keys.chars().map(|key| session.press(&Key::Char(key))).last();
        (session.answers(&["one", "two", "three"]), last)
    }

    fn answers(accepted: &[&str], rejected: &[&str]) -> Answers {
        let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        Answers { accepted: owned(accepted), rejected: owned(rejected) }
    }

    #[test]
    fn keys_answer_the_questions_in_their_order() {
        assert_eq!(pressed("ara"), (answers(&["one", "three"], &["two"]), Some(Next::Done)));
        assert_eq!(pressed("sxr"), (answers(&[], &["two"]), Some(Next::Ask(2))));
        assert_eq!(pressed("ax"), (answers(&["one"], &[]), Some(Next::Unknown)));
    }

    #[test]
    fn answers_are_taken_back_one_after_the_other_and_quitting_keeps_the_others() {
        assert_eq!(pressed("aruu"), (answers(&[], &[]), Some(Next::Ask(0))));
        assert_eq!(pressed("u"), (answers(&[], &[]), Some(Next::Ask(0))));
        assert_eq!(pressed("arurq"), (answers(&["one"], &["two"]), Some(Next::Done)));
    }
}
