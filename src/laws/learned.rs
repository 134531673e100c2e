//! What constants of statements are read off executions.

/// What is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Learned {
    /// A condition on `c` that tells the characters of what is returned.
    Alphabet,
    /// How many characters everything that is returned is made of.
    Base,
    /// A condition on `c` that tells the characters of what is accepted.
    Accepted,
    /// A condition on `c` that tells the characters of texts that are returned as they are.
    Kept,
    /// A condition on `c` that tells the characters without which texts are returned as they are.
    Touched,
    /// The length of everything that is returned.
    Length,
    /// The length of everything that is accepted.
    Width,
    /// The length of the shortest that is accepted.
    Shortest,
    /// The least that is returned.
    Lowest,
    /// The largest that is returned.
    Highest,
    /// The least of a part of what is returned, by the part's number.
    LowestPart(usize),
    /// The largest of a part of what is returned.
    HighestPart(usize),
    /// How much longer everything is returned.
    Longer,
    /// How many times as large everything is returned.
    Factor,
    /// How many times as small everything is returned.
    Divisor,
    /// How much larger everything is returned.
    Offset,
    /// After how many steps everything is returned again.
    Period,
    /// After how many steps a part of everything is returned again, by the part's number.
    PeriodOfPart(usize),
    /// The text that begins everything that is returned.
    Beginning,
    /// The text that ends everything that is returned.
    Ending,
}

impl Learned {
    /// Its name in statements.
    pub const fn name(self) -> &'static str {
        match self {
            Learned::Alphabet => "ALPHABET",
            Learned::Base => "BASE",
            Learned::Accepted => "ACCEPTED",
            Learned::Kept => "KEPT",
            Learned::Touched => "TOUCHED",
            Learned::Length => "LENGTH",
            Learned::Width => "WIDTH",
            Learned::Shortest => "SHORTEST",
            Learned::Lowest => "LOWEST",
            Learned::Highest => "HIGHEST",
            Learned::LowestPart(part) => LOWEST_OF[part],
            Learned::HighestPart(part) => HIGHEST_OF[part],
            Learned::Longer => "LONGER",
            Learned::Factor => "FACTOR",
            Learned::Divisor => "DIVISOR",
            Learned::Offset => "OFFSET",
            Learned::Period => "PERIOD",
            Learned::PeriodOfPart(part) => PERIOD_OF[part],
            Learned::Beginning => "BEGINNING",
            Learned::Ending => "ENDING",
        }
    }
}

/// Parts of what is returned that something is learned of.
pub const PARTS: usize = 4;
/// What their bounds and periods are called in statements.
const LOWEST_OF: [&str; PARTS] = ["LOWEST_0", "LOWEST_1", "LOWEST_2", "LOWEST_3"];
const PERIOD_OF: [&str; PARTS] = ["PERIOD_0", "PERIOD_1", "PERIOD_2", "PERIOD_3"];
const HIGHEST_OF: [&str; PARTS] = ["HIGHEST_0", "HIGHEST_1", "HIGHEST_2", "HIGHEST_3"];
