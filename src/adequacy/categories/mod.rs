//! Categories and choices of inputs (category-partition; k-MR adequacy §III): in what respects inputs differ, and how.
//!
//! They derive from the types of the parameters, from the conditions on them in the source, and from `morph.toml`. At
//! most [`MOST`] categories count for a function, in this order: those of `morph.toml`, those that path conditions split,
//! how two parameters compare, those of types alone. A frame combines as many of them, in the same order, as have
//! together with the outcomes that were observed at most [`FRAMES`] combinations; one that would make more is left out.

mod category;
mod configured;
mod derive;
mod outcome;
mod place;
mod proof;
mod property;

pub use category::{Category, Choice, Origin, Test};
pub use configured::{Configured, ConfiguredCategory, Located, refuse_unknown};
pub use outcome::told as told_outcome;

use morph_relation::Value;
use morph_source::scan::Subject;

/// Maximum number of categories per function.
const MOST: usize = 16;
/// Maximum number of combinations of choices in frames.
const FRAMES: usize = 1_000;

/// How a function's inputs are told apart.
#[derive(Clone, Debug, Default)]
pub struct Categories {
    /// Every category.
    pub all: Vec<Category>,
    /// Combinations that `morph.toml` calls impossible: the numbers of categories and of choices in these.
    impossible: Vec<Vec<(usize, usize)>>,
}

impl Categories {
    /// Of a subject, with what `morph.toml` says of it; an error says what is wrong there, and where.
    pub fn of(subject: &Subject, configured: Option<&Configured>) -> Result<Categories, String> {
        let mut all = derive::categories(subject);
        all.sort_by_key(|category| category.origin);
        let mut impossible = Vec::new();
        match configured {
            Some(configured) => {
                all = configured.overlay(all, subject)?;
                all.truncate(MOST.max(configured.categories.len()));
                impossible = configured.impossible_in(&all)?;
            }
            None => all.truncate(MOST),
        }
        Ok(Categories { all, impossible })
    }

    /// An input's choice in each category.
    pub fn choices(&self, input: &[Value]) -> Vec<Option<usize>> {
        self.all.iter().map(|c| c.choices.iter().position(|choice| choice.test.holds(input))).collect()
    }

    /// Whether by definition no input has all of these choices, given by category and number.
    pub fn is_impossible(&self, choices: &[(usize, usize)]) -> bool {
        let tests: Vec<&Test> = choices.iter().map(|(c, n)| &self.all[*c].choices[*n].test).collect();
        self.is_ruled_out(choices) || proof::contradict(&tests)
    }

    /// Whether `morph.toml` says that no input has all of these choices.
    pub fn is_ruled_out(&self, choices: &[(usize, usize)]) -> bool {
        self.impossible.iter().any(|combination| combination.iter().all(|choice| choices.contains(choice)))
    }

    /// As reports say choices, given by category and number.
    pub fn told(&self, choices: &[(usize, usize)]) -> String {
        let names: Vec<&str> = choices.iter().map(|(c, n)| &*self.all[*c].choices[*n].name).collect();
        names.join(", ")
    }

    /// The categories that a frame combines, by number, where there are so many outcomes.
    pub fn framed(&self, outcomes: usize) -> Vec<usize> {
        let mut combinations = outcomes.max(1);
        let mut framed = Vec::new();
        for (number, category) in self.all.iter().enumerate() {
            let more = combinations.saturating_mul(category.choices.len().max(1));
            if more <= FRAMES {
                combinations = more;
                framed.push(number);
            }
        }
        framed
    }
}

#[cfg(test)]
mod tests;
