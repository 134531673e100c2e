//! One execution.

use crate::laws::family::{Family, Kind, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    // One execution.
    law("elements", "keeps_every_element", "f(x).sorted() == x.sorted()").implies(&["length"]),
    law("sorted", "returns_sorted_elements", "f(x).is_sorted()"),
    law("length", "keeps_the_length_of_{x}", "f(x).chars().count() == x.chars().count()").implies(&[
        "shorter",
        "longer",
        "no longer in characters",
    ]),
    law("length", "keeps_the_length_of_{x}", "f(x).len() == x.len()").implies(&[
        "shorter",
        "longer",
        "no longer in characters",
    ]),
    law("double length", "doubles_the_length_of_{x}", "f(x).len() == x.len() * 2")
        .implies(&["longer", "longer in bytes"]),
    law("no longer in characters", "never_makes_{x}_longer", "f(x).len() <= x.chars().count()")
        .minor()
        .implies(&["shorter"]),
    law("shorter", "never_makes_{x}_longer", "f(x).len() <= x.len()").minor(),
    law("longer in bytes", "never_makes_{x}_shorter", "f(x).len() >= x.len()").minor().implies(&["longer"]),
    law("longer", "never_makes_{x}_shorter", "f(x).chars().count() >= x.chars().count()").minor(),
    law("padding", "keeps_{x}_at_its_end", "f(x).ends_with(x)"),
    law("padding", "keeps_{x}_at_its_start", "f(x).starts_with(x)"),
    law("width", "has_at_least_{y}_characters", "f(x, y).chars().count() >= y"),
    law("constant length", "always_has_length_C", "f().len() == C"),
    law("between 0 and 1", "is_between_0_and_1", "f() >= 0 && f() <= 1").implies(UNIT),
    law("unit", "is_1_or_minus_1", "f().abs() == 1").of_integers().implies(&["between -1 and 1"]),
    law("between -1 and 1", "is_between_minus_1_and_1", "f() >= -1 && f() <= 1").implies(UNIT),
    law("between the arguments", "is_between_{y}_and_{z}", "f(x, y, z) >= y && f(x, y, z) <= z")
        .when("y <= z"),
    law("never negative", "is_never_negative", "f() >= 0"),
    // Of what is shown alone, such as a date, that says more than of numbers.
    law("bounded", "never_exceeds_{x}", "f(x) <= x").except(NUMBERS),
    law("bounded", "never_falls_below_{x}", "f(x) >= x").except(NUMBERS),
    law("bounded", "never_exceeds_{x}", "f(x) <= x").minor(),
    law("bounded", "never_falls_below_{x}", "f(x) >= x").minor(),
    law("half length", "halves_the_length_of_{x}", "f(x).len() * 2 == x.len()")
        .implies(&["shorter", "no longer in characters"]),
    law("multiple of the length", "is_B_times_as_long", "f(x).len() == x.len() * B")
        .implies(&["longer", "longer in bytes"]),
    law("fraction of the length", "is_shorter_by_a_factor_of_B", "f(x).len() * B == x.len()")
        .implies(&["shorter", "no longer in characters"]),
    law("constant length", "always_has_length_LENGTH", "f().len() == LENGTH"),
    law("longer by a constant", "adds_LONGER_to_the_length_of_{x}", "f(x).len() == x.len() + LONGER")
        .implies(&["longer", "longer in bytes"]),
    law("padded length", "has_{y}_characters_or_more", "f(x, y).chars().count() == x.chars().count().max(y)")
        .implies(&["width", "longer", "longer in bytes"]),
    law("padded length", "has_length_{y}_or_more", "f(x, y).len() == x.len().max(y)").implies(&[
        "width",
        "longer",
        "longer in bytes",
    ]),
    law("truncated length", "has_{y}_characters_or_fewer", "f(x, y).chars().count() <= y"),
    law("truncated length", "has_length_{y}_or_less", "f(x, y).len() <= y"),
    // A word that is too long stands on a line of its own.
    law(
        "line length",
        "has_lines_of_{y}_characters_or_fewer",
        "f(x, y).iter().all(|it| it.chars().count() <= y || !it.contains(\" \"))",
    ),
    law("part", "is_the_start_of_{x}", "x.starts_with(f(x))"),
    law("part", "is_the_end_of_{x}", "x.ends_with(f(x))"),
    // Bounds that are reached.
    law("below a bound", "is_from_LOWEST_to_below_HIGHEST", "f() >= LOWEST && f() < HIGHEST").implies(&[
        "between bounds",
        "between constants",
        "below",
        "never negative",
    ]),
    law("between bounds", "is_between_LOWEST_and_HIGHEST", "f() >= LOWEST && f() <= HIGHEST").implies(&[
        "between 0 and a constant",
        "between constants",
        "never negative",
    ]),
    law("between bounds", "never_exceeds_HIGHEST", "f() <= HIGHEST").implies(&["between constants"]),
    law("form", "is_in_lower_case", "f(x).to_lowercase() == f(x)").except(&[Kind::Record]),
    law("form", "is_in_upper_case", "f(x).to_uppercase() == f(x)").except(&[Kind::Record]),
    law("form", "has_no_white_space_around", "f(x).trim() == f(x)").except(&[Kind::Record]).minor(),
    law("form", "is_ascii", "f(x).is_ascii()").minor(),
    law("multiple of a constant", "is_a_multiple_of_C", "f() % C == 0").minor(),
    law("between 0 and a constant", "is_between_0_and_C", "f() >= 0 && f() <= C")
        .implies(&["never negative", "between constants"]),
    law("between constants", "is_between_C_and_D", "f() >= C && f() <= D"),
    law("between constants", "never_exceeds_C", "f() <= C"),
    law("between constants", "is_below_C", "f() < C"),
];

/// What the bounds of shares, and of sines, say more than.
const UNIT: &[&str] = &["never negative", "between bounds", "between 0 and a constant", "between constants"];

/// Everything that is ordered, but for what is shown alone.
const NUMBERS: &[Kind] = &[Kind::Truth, Kind::Number, Kind::Float, Kind::Text, Kind::List, Kind::Bytes];
