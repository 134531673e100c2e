//! One argument.

use crate::laws::family::{Family, Kind, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    // One argument.
    law("idempotent", "is_idempotent", "f(f(x)) == f(x)"),
    law("odd", "is_odd", "f(-x) == -f(x)").implies(&["reflection", "odd power"]),
    law("even", "is_even", "f(-x) == f(x)").minor_of_predicates().implies(&["reflection", "even power"]),
    law("additive", "is_additive", "f(x + u) == f(x) + f(u)").names(&["y", "t"]).implies(&[
        "homogeneous",
        "odd",
        "casting out nines",
    ]),
    law("multiplicative", "is_multiplicative", "f(x * u) == f(x) * f(u)")
        .names(&["y", "m"])
        .implies(&["reciprocal"]),
    law("exponential", "of_a_sum_is_the_product", "f(x + u) == f(x) * f(u)")
        .names(&["y", "t"])
        .implies(&["reciprocal"]),
    law("logarithmic", "of_a_product_is_the_sum", "f(x * u) == f(x) + f(u)")
        .names(&["y", "t"])
        .implies(&["reciprocal"]),
    law("homogeneous", "is_homogeneous", "f(x * u) == f(x) * u").names(&["k", "t"]).implies(&[
        "homogeneous but for the sign",
        "odd",
        "casting out nines",
    ]),
    law("homogeneous but for the sign", "is_absolutely_homogeneous", "f(x * u) == f(x) * u.abs()")
        .names(&["k", "t"])
        .implies(&["even", "homogeneous"]),
    law("homogeneous of degree 2", "is_homogeneous_of_degree_2", "f(x * u) == f(x) * u * u")
        .names(&["k", "t"])
        .implies(&["even"]),
    law("inversely homogeneous", "falls_as_{x}_rises", "f(x * u) == f(x) / u")
        .except(&[Kind::Number])
        .names(&["k", "t"])
        .implies(&["odd"]),
    law("equivariant under a shift", "follows_a_shift", "f(x + u) == f(x) + u")
        .names(&["k", "t"])
        .implies(&["carried by a period", "reflection"]),
    law("equivariant under a shift", "runs_against_a_shift", "f(x + u) == f(x) - u")
        .names(&["k", "t"])
        .implies(&["carried by a period", "reflection"]),
    law("least period", "repeats_every_PERIOD", "f(x + PERIOD) == f(x)").implies(&["reflection", "periodic"]),
    law("cycle", "goes_round_from_1_to_HIGHEST", "f(x + 1) == f(x) % HIGHEST + 1").implies(&["least period"]),
    law("cycle", "goes_round_from_0_to_below_PERIOD", "f(x + 1) == (f(x) + 1) % PERIOD")
        .implies(&["least period"]),
    law("periodic", "repeats_every_C", "f(x + C) == f(x)").implies(&["reflection"]),
    law("antiperiodic", "changes_its_sign_after_C", "f(x + C) == -f(x)"),
    law("carried by a period", "grows_by_C_over_C", "f(x + C) == f(x) + C"),
    law("carried by a period", "grows_by_1_over_C", "f(x + C) == f(x) + 1").of_integers(),
    law("casting out nines", "keeps_the_remainder_by_9", "f(x) % 9 == x % 9"),
    law("false for products", "is_false_for_products", "!f(x * u)").when("x > 1 && u > 1").names(&["factor"]),
    law("invariant under a factor", "ignores_a_factor_of_10", "f(x * 10) == f(x)").alone(),
    law("invariant under a factor", "ignores_a_factor_of_2", "f(x * 2) == f(x)").alone(),
    law("reflection", "is_symmetric_about_half_of_C", "f(C - x) == f(x)"),
    law("reflection", "changes_its_sign_when_reflected_at_C", "f(C - x) == -f(x)"),
    law("reflection", "of_C_minus_{x}_is_C_minus_it", "f(C - x) == C - f(x)"),
    law("reflection", "ignores_the_complement_of_bits", "f(-1 - x) == f(x)").alone(),
    law("reciprocal", "of_the_reciprocal_is_negated", "f(1 / x) == -f(x)"),
    law("reciprocal", "of_the_reciprocal_is_the_complement", "f(1 / x) == FRAC_PI_2 - f(x)").when("x > 0"),
    law("reciprocal", "of_the_negated_is_the_reciprocal", "f(x) * f(-x) == 1"),
    law("square root", "of_a_square_is_the_root", "f(x * x) == x").when("x >= 0"),
    law("cube root", "of_a_cube_is_the_root", "f(x * x * x) == x"),
    law("integer square root", "brackets_the_square_root", "f(x) * f(x) <= x && x < (f(x) + 1) * (f(x) + 1)")
        .except(&[Kind::Float]),
    law(
        "integer cube root",
        "brackets_the_cube_root",
        "f(x) * f(x) * f(x) <= x && x < (f(x) + 1) * (f(x) + 1) * (f(x) + 1)",
    )
    .except(&[Kind::Float]),
    law("factorial", "obeys_its_recurrence", "f(x + 1) == f(x) * (x + 1)"),
    law("gamma function", "obeys_its_recurrence", "f(x + 1) == f(x) * x"),
    law("digamma function", "obeys_its_recurrence", "f(x + 1) == f(x) + 1 / x"),
    law("trigamma function", "obeys_its_recurrence", "f(x + 1) == f(x) - 1 / (x * x)"),
    law("Fibonacci", "obeys_its_recurrence", "f(x + 2) == f(x + 1) + f(x)"),
    law("sum of the first", "obeys_its_recurrence", "f(x + 1) == f(x) + x + 1"),
    law("doubling", "doubles_at_every_step", "f(x + 1) == f(x) * 2"),
    law("increasing", "is_strictly_increasing", "f(x) < f(u)")
        .when("x < u")
        .of_any_order()
        .names(&["larger"])
        .implies(&["monotone"]),
    law("decreasing", "is_strictly_decreasing", "f(x) > f(u)")
        .when("x < u")
        .of_any_order()
        .names(&["larger"])
        .implies(&["antitone"]),
    law("monotone", "is_monotone", "f(x) <= f(u)").when("x <= u").of_any_order().names(&["larger"]),
    law("antitone", "is_antitone", "f(x) >= f(u)").when("x <= u").of_any_order().names(&["larger"]),
    law("subadditive", "is_subadditive", "f(x + u) <= f(x) + f(u)").minor().names(&["y", "t"]),
    law("superadditive", "is_superadditive", "f(x + u) >= f(x) + f(u)").minor().names(&["y", "t"]),
    law("another digit", "of_another_digit_adds_that_digit", "f(x * 10 + u) == f(x) + u")
        .when("u < 10")
        .names(&["digit"]),
    law("positional", "appends_one_digit_at_a_time", "f(x * BASE + u) == [f(x), f(u)].concat()")
        .when("x > 0 && u < BASE")
        .names(&["digit"]),
    law("positional", "appends_one_digit_at_a_time", "f(x * C + u) == [f(x), f(u)].concat()")
        .when("x > 0 && u < C")
        .names(&["digit"]),
    law("multiples alone", "holds_for_multiples_of_C_only", "!f(x) || x % C == 0"),
    law("power series", "obeys_its_recurrence", "f(x + 1) == f(x) + (x + 1) * (x + 1)"),
    law("reflection", "of_the_negated_is_C_minus_it", "f(-x) == C - f(x)"),
    law("logarithmic", "grows_by_1_over_a_factor_of_C", "f(x * C) == f(x) + 1"),
    law("logarithmic", "grows_by_1_where_{x}_doubles", "f(x * 2) == f(x) + 1"),
    law("reciprocal", "of_the_reciprocal_is_the_reciprocal", "f(1 / x) == 1 / f(x)"),
];
