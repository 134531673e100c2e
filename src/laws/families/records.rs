//! Parts of what a function returns: fields of structs and tuples.

use crate::laws::family::{Family, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    law("of parts", "is_{g}_of_its_parts", "f(x) == g(x.0, x.1)").implies(KEPT),
    law("of parts", "is_{g}_of_its_parts", "f(x) == g(x.0, x.1, x.2)").implies(KEPT),
    law("of parts", "is_{g}_of_its_parts", "f(x) == g(x.0, x.1, x.2, x.3)").implies(KEPT),
    // All that is kept is told at once.
    law("kept parts", "keeps_{0}_{1}_and_{2}", "(f(x).0, f(x).1, f(x).2) == (x.0, x.1, x.2)")
        .implies(&["kept part"]),
    law("kept parts", "keeps_{0}_{1}_and_{3}", "(f(x).0, f(x).1, f(x).3) == (x.0, x.1, x.3)")
        .implies(&["kept part"]),
    law("kept parts", "keeps_{0}_{2}_and_{3}", "(f(x).0, f(x).2, f(x).3) == (x.0, x.2, x.3)")
        .implies(&["kept part"]),
    law("kept parts", "keeps_{1}_{2}_and_{3}", "(f(x).1, f(x).2, f(x).3) == (x.1, x.2, x.3)")
        .implies(&["kept part"]),
    law("kept parts", "keeps_{0}_and_{1}", "(f(x).0, f(x).1) == (x.0, x.1)").implies(&["kept part"]),
    law("kept parts", "keeps_{0}_and_{2}", "(f(x).0, f(x).2) == (x.0, x.2)").implies(&["kept part"]),
    law("kept parts", "keeps_{0}_and_{3}", "(f(x).0, f(x).3) == (x.0, x.3)").implies(&["kept part"]),
    law("kept parts", "keeps_{1}_and_{2}", "(f(x).1, f(x).2) == (x.1, x.2)").implies(&["kept part"]),
    law("kept parts", "keeps_{1}_and_{3}", "(f(x).1, f(x).3) == (x.1, x.3)").implies(&["kept part"]),
    law("kept parts", "keeps_{2}_and_{3}", "(f(x).2, f(x).3) == (x.2, x.3)").implies(&["kept part"]),
    law("kept part", "keeps_{0}", "f(x).0 == x.0"),
    law("kept part", "keeps_{1}", "f(x).1 == x.1"),
    law("kept part", "keeps_{2}", "f(x).2 == x.2"),
    law("kept part", "keeps_{3}", "f(x).3 == x.3"),
    law("period of a part", "has_the_same_{0}_after_PERIOD_0", "f(x + PERIOD_0).0 == f(x).0"),
    law("period of a part", "has_the_same_{1}_after_PERIOD_1", "f(x + PERIOD_1).1 == f(x).1"),
    law("period of a part", "has_the_same_{2}_after_PERIOD_2", "f(x + PERIOD_2).2 == f(x).2"),
    law("period of a part", "has_the_same_{3}_after_PERIOD_3", "f(x + PERIOD_3).3 == f(x).3"),
    law("kept argument", "has_{x}_as_its_{0}", "f(x).0 == x"),
    law("kept argument", "has_{x}_as_its_{1}", "f(x).1 == x"),
    law("kept argument", "has_{x}_as_its_{2}", "f(x).2 == x"),
    // All bounds are told at once.
    law(
        "parts between bounds",
        "has_{0}_{1}_and_{2}_in_their_ranges",
        "f().0 >= LOWEST_0 && f().0 <= HIGHEST_0 && f().1 >= LOWEST_1 && f().1 <= HIGHEST_1 && f().2 >= LOWEST_2 && f().2 <= HIGHEST_2",
    )
    .implies(BOUNDS),
    law(
        "parts between bounds",
        "has_{1}_{2}_and_{3}_in_their_ranges",
        "f().1 >= LOWEST_1 && f().1 <= HIGHEST_1 && f().2 >= LOWEST_2 && f().2 <= HIGHEST_2 && f().3 >= LOWEST_3 && f().3 <= HIGHEST_3",
    )
    .implies(BOUNDS),
    law(
        "parts between bounds",
        "has_{0}_and_{1}_in_their_ranges",
        "f().0 >= LOWEST_0 && f().0 <= HIGHEST_0 && f().1 >= LOWEST_1 && f().1 <= HIGHEST_1",
    )
    .implies(BOUNDS),
    law(
        "parts between bounds",
        "has_{1}_and_{2}_in_their_ranges",
        "f().1 >= LOWEST_1 && f().1 <= HIGHEST_1 && f().2 >= LOWEST_2 && f().2 <= HIGHEST_2",
    )
    .implies(BOUNDS),
    law(
        "parts between bounds",
        "has_{2}_and_{3}_in_their_ranges",
        "f().2 >= LOWEST_2 && f().2 <= HIGHEST_2 && f().3 >= LOWEST_3 && f().3 <= HIGHEST_3",
    )
    .implies(BOUNDS),
    law(
        "parts between bounds",
        "has_{0}_and_{2}_in_their_ranges",
        "f().0 >= LOWEST_0 && f().0 <= HIGHEST_0 && f().2 >= LOWEST_2 && f().2 <= HIGHEST_2",
    )
    .implies(BOUNDS),
    law(
        "parts between bounds",
        "has_{1}_and_{3}_in_their_ranges",
        "f().1 >= LOWEST_1 && f().1 <= HIGHEST_1 && f().3 >= LOWEST_3 && f().3 <= HIGHEST_3",
    )
    .implies(BOUNDS),
    law(
        "parts at most",
        "has_{0}_{1}_and_{2}_in_their_ranges",
        "f().0 <= HIGHEST_0 && f().1 <= HIGHEST_1 && f().2 <= HIGHEST_2",
    )
    .implies(&["part at most"]),
    law(
        "parts at most",
        "has_{1}_{2}_and_{3}_in_their_ranges",
        "f().1 <= HIGHEST_1 && f().2 <= HIGHEST_2 && f().3 <= HIGHEST_3",
    )
    .implies(&["part at most"]),
    law(
        "parts at most",
        "has_{0}_and_{1}_in_their_ranges",
        "f().0 <= HIGHEST_0 && f().1 <= HIGHEST_1",
    )
    .implies(&["part at most"]),
    law(
        "parts at most",
        "has_{1}_and_{2}_in_their_ranges",
        "f().1 <= HIGHEST_1 && f().2 <= HIGHEST_2",
    )
    .implies(&["part at most"]),
    law(
        "parts at most",
        "has_{2}_and_{3}_in_their_ranges",
        "f().2 <= HIGHEST_2 && f().3 <= HIGHEST_3",
    )
    .implies(&["part at most"]),
    law(
        "part between bounds",
        "has_{0}_between_LOWEST_0_and_HIGHEST_0",
        "f().0 >= LOWEST_0 && f().0 <= HIGHEST_0",
    )
    .implies(NEVER_NEGATIVE),
    law(
        "part between bounds",
        "has_{1}_between_LOWEST_1_and_HIGHEST_1",
        "f().1 >= LOWEST_1 && f().1 <= HIGHEST_1",
    )
    .implies(NEVER_NEGATIVE),
    law(
        "part between bounds",
        "has_{2}_between_LOWEST_2_and_HIGHEST_2",
        "f().2 >= LOWEST_2 && f().2 <= HIGHEST_2",
    )
    .implies(NEVER_NEGATIVE),
    law(
        "part between bounds",
        "has_{3}_between_LOWEST_3_and_HIGHEST_3",
        "f().3 >= LOWEST_3 && f().3 <= HIGHEST_3",
    )
    .implies(NEVER_NEGATIVE),
    law("part at most", "has_{0}_at_most_HIGHEST_0", "f().0 <= HIGHEST_0"),
    law("part at most", "has_{1}_at_most_HIGHEST_1", "f().1 <= HIGHEST_1"),
    law("part at most", "has_{2}_at_most_HIGHEST_2", "f().2 <= HIGHEST_2"),
    law("part at most", "has_{3}_at_most_HIGHEST_3", "f().3 <= HIGHEST_3"),
    law("part never negative", "has_no_negative_{0}", "f().0 >= 0"),
    law("part never negative", "has_no_negative_{1}", "f().1 >= 0"),
    law("part never negative", "has_no_negative_{2}", "f().2 >= 0"),
    law("part never negative", "has_no_negative_{3}", "f().3 >= 0"),
];

/// What calls with all parts say more than.
const KEPT: &[&str] = &["kept part", "kept parts"];

/// What bounds of several parts say more than.
const BOUNDS: &[&str] = &["part between bounds", "part never negative", "part at most", "parts at most"];
/// What bounds say more than.
const NEVER_NEGATIVE: &[&str] = &["part never negative", "part at most"];
