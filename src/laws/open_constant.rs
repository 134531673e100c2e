//! The constants that statements of families leave open.

use super::learned::Learned;

/// A constant that a statement leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenConstant {
    /// A number of the code, by its letter.
    Number(&'static str),
    /// A sign of the code, by its letter.
    Sign(&'static str),
    /// A character of the code, or one that texts are filled with, by its letter.
    Character(&'static str),
    /// A value of `y`, which is one of a few, by its name in statements.
    Mode(&'static str),
    /// The size of a block.
    Block,
    /// What is read off executions of the subject.
    Learned(Learned),
}

impl OpenConstant {
    /// All of them.
    pub const ALL: [OpenConstant; 37] = [
        OpenConstant::Number("C"),
        OpenConstant::Number("D"),
        OpenConstant::Sign("S"),
        OpenConstant::Sign("T"),
        OpenConstant::Character("K"),
        OpenConstant::Mode("MODE"),
        OpenConstant::Mode("OTHER"),
        OpenConstant::Block,
        OpenConstant::Learned(Learned::Alphabet),
        OpenConstant::Learned(Learned::Base),
        OpenConstant::Learned(Learned::Accepted),
        OpenConstant::Learned(Learned::Kept),
        OpenConstant::Learned(Learned::Touched),
        OpenConstant::Learned(Learned::Length),
        OpenConstant::Learned(Learned::Width),
        OpenConstant::Learned(Learned::Shortest),
        OpenConstant::Learned(Learned::Lowest),
        OpenConstant::Learned(Learned::Highest),
        OpenConstant::Learned(Learned::LowestPart(0)),
        OpenConstant::Learned(Learned::HighestPart(0)),
        OpenConstant::Learned(Learned::LowestPart(1)),
        OpenConstant::Learned(Learned::HighestPart(1)),
        OpenConstant::Learned(Learned::LowestPart(2)),
        OpenConstant::Learned(Learned::HighestPart(2)),
        OpenConstant::Learned(Learned::LowestPart(3)),
        OpenConstant::Learned(Learned::HighestPart(3)),
        OpenConstant::Learned(Learned::Longer),
        OpenConstant::Learned(Learned::Factor),
        OpenConstant::Learned(Learned::Divisor),
        OpenConstant::Learned(Learned::Offset),
        OpenConstant::Learned(Learned::Period),
        OpenConstant::Learned(Learned::PeriodOfPart(0)),
        OpenConstant::Learned(Learned::PeriodOfPart(1)),
        OpenConstant::Learned(Learned::PeriodOfPart(2)),
        OpenConstant::Learned(Learned::PeriodOfPart(3)),
        OpenConstant::Learned(Learned::Beginning),
        OpenConstant::Learned(Learned::Ending),
    ];

    /// The one that a name of a statement stands for.
    pub fn named(name: &str) -> Option<OpenConstant> {
        OpenConstant::ALL.into_iter().find(|constant| constant.name() == name)
    }

    /// Its letter.
    pub fn name(self) -> &'static str {
        match self {
            OpenConstant::Number(name)
            | OpenConstant::Sign(name)
            | OpenConstant::Character(name)
            | OpenConstant::Mode(name) => name,
            OpenConstant::Block => "B",
            OpenConstant::Learned(learned) => learned.name(),
        }
    }
}
