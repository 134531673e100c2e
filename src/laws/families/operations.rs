//! What becomes of an outcome where other functions change the arguments.

use crate::laws::family::{Family, Kind, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    // Both arguments.
    law("common operation", "is_invariant_under_a_common_{g}", "f(g(x, u), g(y, u)) == f(x, y)")
        .except(&[Kind::FloatOfFloat])
        .names(&["~"])
        .symmetric(),
    law("common operation", "is_invariant_under_{g}_of_both", "f(g(x), g(y)) == f(x, y)")
        .except(&[Kind::FloatOfFloat])
        .symmetric(),
    law("common operation", "changes_its_sign_under_{g}_of_both", "f(g(x), g(y)) == -f(x, y)")
        .except(&[Kind::FloatOfFloat])
        .symmetric(),
    law("common operation", "is_turned_round_by_{g}_of_both", "f(g(x), g(y)) == f(y, x)")
        .except(&[Kind::FloatOfFloat])
        .symmetric(),
    // One argument of several.
    law("additive over a sibling", "is_additive_over_{g}_in_{x}", "f(g(x, u), y) == f(x, y) + f(u, y)")
        .except(&[Kind::FloatOfFloat])
        .names(&["~"]),
    law("homogeneous over a sibling", "is_homogeneous_over_{g}_in_{x}", "f(g(x, r), y) == f(x, y) * r")
        .except(&[Kind::FloatOfFloat])
        .names(&["factor"]),
    law("negated by a sibling", "changes_its_sign_under_{g}_of_{x}", "f(g(x), y) == -f(x, y)")
        .except(&[Kind::FloatOfFloat]),
    law("action over a sibling", "applied_twice_is_applied_with_{g}", "f(f(x, y), v) == f(x, g(y, v))")
        .names(&["other"]),
    // Sizes and distances.
    law(
        "subadditive over a sibling",
        "satisfies_the_triangle_inequality_for_{g}",
        "f(g(x, u)) <= f(x) + f(u)",
    )
    // What returns one of two numbers, or less, is subadditive.
    .except(&[Kind::Number, Kind::Float])
    .names(&["~"]),
    law("inclusion and exclusion", "of_{g}_and_{h}_is_the_sum", "f(g(x, u)) + f(h(x, u)) == f(x) + f(u)")
        .names(&["~"]),
    law("isometry", "leaves_{g}_alone", "g(f(x, y), f(u, y)) == g(x, u)")
        .except(&[Kind::FloatOfFloat])
        .names(&["~"]),
    law("isometry", "leaves_{g}_alone", "g(f(x), f(u)) == g(x, u)")
        .except(&[Kind::FloatOfFloat])
        .names(&["~"]),
    law("halfway", "is_halfway_by_{g}", "g(x, f(x, y)) == g(f(x, y), y)").symmetric(),
    // Orders and lattices.
    law("bound by a sibling", "holds_up_to_{g}", "f(x, g(x, u))").names(&["~"]),
    law("bound by a sibling", "holds_from_{g}", "f(g(x, u), x)").names(&["~"]),
    law("consistent order", "holds_when_{g}_is_the_second", "f(x, y) == (g(x, y) == y)"),
    law("consistent order", "holds_when_{g}_is_the_first", "f(x, y) == (g(x, y) == x)"),
    // Periods that a sibling steps through.
    law("period of a sibling", "by_C_leaves_{g}_alone", "g(f(x, C)) == g(x)").except(&[Kind::FloatOfFloat]),
];
