//! What parts make together.

use crate::laws::family::{Family, law};

/// The best known first.
pub static FAMILIES: &[Family] =
    &[
        law("parts of a whole", "parts_make_{x}_again", "[f(x).0, f(x).1].concat() == x"),
        law("parts of a whole", "and_{g}_make_{x}_again", "[f(x), g(x)].concat() == x").alone(),
        law("parts of a whole", "and_{g}_make_{x}_again", "[f(x, y), g(x, y)].concat() == x"),
        law("parts of a whole", "has_{x}_as_its_product", "f(x).iter().product() == x"),
        law(
            "parts of a whole",
            "has_{x}_as_the_product_of_its_powers",
            "f(x).iter().map(|it| it.0.pow(it.1)).product() == x",
        ),
        law("parts of a whole", "has_{x}_as_its_sum", "f(x).iter().sum() == x"),
        law("quotient and remainder", "returns_quotient_and_remainder", "f(x, y).0 * y + f(x, y).1 == x"),
        law("quotient and remainder", "returns_quotient_and_remainder_by_C", "f(x).0 * C + f(x).1 == x"),
        law("quotient and remainder", "counts_in_C", "(f(x).0 * C + f(x).1) * C + f(x).2 == x"),
        law("Bezout's identity", "obeys_bezouts_identity", "x * f(x, y).1 + y * f(x, y).2 == f(x, y).0")
            .textbook(),
        law("ordered pair", "returns_the_smaller_first", "f(x, y).0 <= f(x, y).1").minor().symmetric(),
        law("full turn", "by_the_length_changes_nothing", "f(x, x.len()) == x"),
        law("full turn", "is_undone_by_what_is_left_of_the_length", "f(f(x, y), x.len() - y) == x"),
        law("mean", "doubled_is_the_sum", "f(x, y) * 2 == x + y").symmetric(),
        law("agrees with std", "agrees_with_clamp", "f(x, y, z) == x.max(y).min(z)")
            .when("y <= z")
            .implies(&["between the arguments", "between the bounds", "selection"]),
        // Interpolation, with the share last or first.
        law("start of an interpolation", "starts_at_{x}", "f(x, y, 0) == x"),
        law("end of an interpolation", "ends_at_{y}", "f(x, y, 1) == y").requires(START),
        law("interpolation between equals", "between_equal_values_is_that_value", "f(x, x, z) == x")
            .requires(START),
        law("reversed interpolation", "runs_back_as_it_runs", "f(y, x, 1 - z) == f(x, y, z)").requires(START),
        law(
            "within an interpolation",
            "stays_between_{x}_and_{y}",
            "f(x, y, z) >= x.min(y) && f(x, y, z) <= x.max(y)",
        )
        .when("z >= 0 && z <= 1")
        .requires(START),
        law("start of an interpolation", "starts_at_{y}", "f(0, y, z) == y"),
        law("end of an interpolation", "ends_at_{z}", "f(1, y, z) == z").requires(START),
    ];

/// What starts where one of two values is lies between them.
const START: &str = "start of an interpolation";
