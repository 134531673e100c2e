//! The constants that statements of families leave open.

/// A constant that a statement leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenConstant {
    /// A number of the code, by its letter.
    Number(&'static str),
    /// A sign of the code, by its letter.
    Sign(&'static str),
    /// The size of a block.
    Block,
}

impl OpenConstant {
    /// All of them.
    pub const ALL: [OpenConstant; 5] = [
        OpenConstant::Number("C"),
        OpenConstant::Number("D"),
        OpenConstant::Sign("S"),
        OpenConstant::Sign("T"),
        OpenConstant::Block,
    ];

    /// The one that a name of a statement stands for.
    pub fn named(name: &str) -> Option<OpenConstant> {
        OpenConstant::ALL.into_iter().find(|constant| constant.name() == name)
    }

    /// Its letter.
    pub fn name(self) -> &'static str {
        match self {
            OpenConstant::Number(letter) | OpenConstant::Sign(letter) => letter,
            OpenConstant::Block => "B",
        }
    }
}
