//! A family of laws, as the lists have them.
//!
//! In a statement `f` is the subject, `g` and `h` are siblings, constants where they take no arguments; `x`, `y`, `z` are
//! different parameters of the subject, and a call of `f` names just these, the others being passed as they are. `u` and `w` are variables like `x`, `v` one like `y`,
//! `e` and `d` are variables like the elements of `x`, `p` and `q` are like the coordinates of `x`, which is a point or many,
//! `r` is one like what `f` returns. `C` and `D` are numbers of the code,
//! `S` and `T` are signs of the code, `K` is a character, `B` is the size of a block. Integers stand for floats, too.
//!
//! Whatever has types is an instance: a family says nothing of these.

use super::open_constant::OpenConstant;
use morph_relation::Type;

/// The family of what undoes what another function does.
pub const ROUND_TRIP: &str = "round trip";

/// The family of what undoes itself.
pub const INVOLUTION: &str = "involution";

/// The family of where the parts of values stand in texts.
pub const LAYOUT: &str = "layout";

/// A family of laws.
#[derive(Debug)]
pub struct Family {
    /// Its standard name.
    pub name: &'static str,
    /// What a test is called after the function: `gcd_is_associative`. `{g}`, `{x}` … stand for names.
    pub said: &'static str,
    /// The statement.
    pub law: &'static str,
    /// Its guard; empty where it has none.
    pub when: &'static str,
    /// What variables are called, in their order of appearance, where nothing speaks against it. A tilde stands for the
    /// letter after the parameters'.
    pub names: &'static [&'static str],
    /// Families of which it says more, on the same parameters and functions.
    pub implies: &'static [&'static str],
    /// The family without which it says nothing, on the same parameters; empty where there is none.
    pub requires: &'static str,
    /// Whether it says the same where its parameters trade places.
    pub symmetric: bool,
    /// Whether it says the same where the function and its sibling trade places.
    pub mutual: bool,
    /// Whether it is about functions that have no other parameters than those that it names.
    pub alone: bool,
    /// Whether it is about functions whose names have a word in common: orders of others are accidents.
    pub related: bool,
    /// A word in the name of the sibling that it is about; empty where the types decide.
    pub called: &'static str,
    /// Whether it is about functions that return another type than that of `x`.
    pub converts: bool,
    /// Whether it is about integers: floats have no divisors and no parity.
    pub of_integers: bool,
    /// Whether it is about the order of values of several parts, too.
    pub of_any_order: bool,
    /// Whether it is said of a sibling in every mode that the subject does not have.
    pub in_every_mode: bool,
    /// Whether `x` is the receiver of a method.
    pub of_receiver: bool,
    /// Whether `y` is a choice between a few values.
    pub of_modes: bool,
    /// Whether it holds everywhere, or of numbers near zero: under another guard it is a coincidence.
    pub unguarded: bool,
    /// Whether it holds of all numbers but NaN: what is transitive near zero alone compares within a tolerance.
    pub everywhere: bool,
    /// Whether everyone looks for it: it is written even where laws of other functions imply it.
    pub textbook: bool,
    /// Whether it is about what a function refuses, and not about a method of what that returns.
    pub of_verdicts: bool,
    /// Whether it is tried with many siblings, too, where texts are compared.
    pub among_many: bool,
    /// Of what kinds `x` is where it is a coincidence.
    pub except: &'static [Kind],
    /// Where it says little: it is for functions of which nothing better is known.
    pub minor: Minor,
}

/// A kind of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Truth,
    /// An integer.
    Number,
    Float,
    /// A float of which a float is made: siblings do arithmetic, too, and arithmetic relates all of them.
    FloatOfFloat,
    Text,
    List,
    /// A list of bytes: there is little room to calculate with them.
    Bytes,
    Record,
}

impl Kind {
    /// That of a type.
    pub fn of(ty: &Type) -> Option<Kind> {
        match ty.erased() {
            Type::Bool => Some(Kind::Truth),
            Type::Int(_) => Some(Kind::Number),
            Type::Float(_) => Some(Kind::Float),
            Type::String => Some(Kind::Text),
            Type::Vec(_) | Type::Array(..) => Some(Kind::List),
            Type::Adt(_) => Some(Kind::Record),
            _ => None,
        }
    }
}

/// Of which functions a family says little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minor {
    /// Of none.
    Never,
    /// Of those that return a `bool`, for it holds of most.
    Predicates,
    /// Of all.
    Always,
}

/// A family without a guard.
pub const fn law(name: &'static str, said: &'static str, law: &'static str) -> Family {
    Family {
        name,
        said,
        law,
        when: "",
        names: &[],
        implies: &[],
        requires: "",
        symmetric: false,
        mutual: false,
        alone: false,
        related: false,
        called: "",
        converts: false,
        of_integers: false,
        textbook: false,
        of_verdicts: false,
        of_receiver: false,
        of_modes: false,
        of_any_order: false,
        in_every_mode: false,
        unguarded: false,
        everywhere: false,
        among_many: false,
        except: &[],
        minor: Minor::Never,
    }
}

impl Family {
    /// Everyone looks for it.
    pub const fn textbook(self) -> Family {
        Family { textbook: true, ..self }
    }

    /// Holds under this guard.
    pub const fn when(self, when: &'static str) -> Family {
        Family { when, ..self }
    }

    /// Calls its variables so.
    pub const fn names(self, names: &'static [&'static str]) -> Family {
        Family { names, ..self }
    }

    /// Says more than these families.
    pub const fn implies(self, implies: &'static [&'static str]) -> Family {
        Family { implies, ..self }
    }

    /// Says nothing without this family.
    pub const fn requires(self, requires: &'static str) -> Family {
        Family { requires, ..self }
    }

    /// Whether a constant stands in its statement.
    pub fn has_constant(&self) -> bool {
        let is_one = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_digit()) || OpenConstant::named(word).is_some()
        };
        self.law.split(|c: char| !c.is_alphanumeric() && c != '_').any(is_one)
    }

    /// Says the same where the function and its sibling trade places.
    pub const fn mutual(self) -> Family {
        Family { mutual: true, ..self }
    }

    /// Is about functions without other parameters.
    pub const fn alone(self) -> Family {
        Family { alone: true, ..self }
    }

    /// Is about a sibling with this word in its name.
    pub const fn called(self, called: &'static str) -> Family {
        Family { called, ..self }
    }

    /// Is about functions whose names have a word in common.
    pub const fn related(self) -> Family {
        Family { related: true, ..self }
    }

    /// Is about functions that return another type than that of `x`.
    pub const fn converts(self) -> Family {
        Family { converts: true, ..self }
    }

    /// Is about integers.
    pub const fn of_integers(self) -> Family {
        Family { of_integers: true, ..self }
    }

    /// Is about what a function refuses, and not about a method of what that returns.
    pub const fn of_verdicts(self) -> Family {
        Family { of_verdicts: true, ..self }
    }

    /// Is said of a sibling in every mode that the subject does not have.
    pub const fn in_every_mode(self) -> Family {
        Family { in_every_mode: true, ..self }
    }

    /// Is about the order of values of several parts, too.
    pub const fn of_any_order(self) -> Family {
        Family { of_any_order: true, ..self }
    }

    /// Is about methods, of whose receiver it speaks.
    pub const fn of_receiver(self) -> Family {
        Family { of_receiver: true, ..self }
    }

    /// Is about a choice between a few, `y`.
    pub const fn of_modes(self) -> Family {
        Family { of_modes: true, ..self }
    }

    /// Holds of all numbers.
    pub const fn everywhere(self) -> Family {
        Family { everywhere: true, ..self }
    }

    /// Holds everywhere, or of numbers near zero.
    pub const fn unguarded(self) -> Family {
        Family { unguarded: true, ..self }
    }

    /// Is tried with many siblings, too, where texts are compared.
    pub const fn among_many(self) -> Family {
        Family { among_many: true, ..self }
    }

    /// Is a coincidence where `x` is of one of these kinds.
    pub const fn except(self, except: &'static [Kind]) -> Family {
        Family { except, ..self }
    }

    /// Says little.
    pub const fn minor(self) -> Family {
        Family { minor: Minor::Always, ..self }
    }

    /// Says little of functions that return a `bool`.
    pub const fn minor_of_predicates(self) -> Family {
        Family { minor: Minor::Predicates, ..self }
    }

    /// Whether it says little of a function that returns values of a type.
    pub fn is_minor(&self, of: &Type) -> bool {
        match self.minor {
            Minor::Never => false,
            Minor::Predicates => *of == Type::Bool,
            Minor::Always => true,
        }
    }

    /// Says the same where parameters trade places.
    pub const fn symmetric(self) -> Family {
        Family { symmetric: true, ..self }
    }
}
