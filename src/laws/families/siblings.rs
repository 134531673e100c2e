//! Several functions.

use crate::laws::family::{Family, Kind, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    // Siblings.
    law("quotient and remainder", "and_{g}_restore_{x}", "f(x, y) * y + g(x, y) == x").unguarded().textbook(),
    law("product of gcd and lcm", "times_{g}_is_the_product", "f(x, y) * g(x, y) == x * y")
        .except(&[Kind::Float])
        .mutual()
        .symmetric()
        .textbook(),
    law("product of gcd and lcm", "times_{g}_is_the_product", "f(x, y) * g(x, y) == (x * y).abs()")
        .except(&[Kind::Float])
        .mutual()
        .symmetric(),
    law("Pythagorean identity", "and_{g}_obey_pythagoras", "f(x) * f(x) + g(x) * g(x) == 1")
        .mutual()
        .textbook(),
    law("hyperbolic identity", "and_{g}_obey_the_hyperbolic_identity", "f(x) * f(x) - g(x) * g(x) == 1"),
    law("quotient of siblings", "is_{g}_over_{h}", "f(x) == g(x) / h(x)"),
    law("double angle", "of_the_double_is_twice_the_product_with_{g}", "f(x * 2) == f(x) * g(x) * 2"),
    law("phase", "is_{g}_shifted_by_C", "f(x + C) == g(x)").alone(),
    law("equivalent", "agrees_with_{g}", "f(x, y, z) == g(x, y, z)").mutual(),
    law("equivalent", "agrees_with_{g}", "f(x, y) == g(x, y)")
        .mutual()
        .symmetric()
        .implies(&["hyperbolic definition", "other way round"]),
    law("equivalent", "agrees_with_{g}", "f(x) == g(x)").mutual().implies(&[
        "extension",
        "same success",
        "hyperbolic definition",
    ]),
    law("element by element", "applies_{g}_to_one_element", "f([e]) == [g(e)]").names(&["one"]),
    law("element by element", "applies_{g}_to_one_element", "f([e], y) == [g(e, y)]").names(&["one"]),
    law("element by element", "applies_{g}_to_one_element", "f([e], y) == [g(y, e)]").names(&["one"]),
    law("element by element", "pairs_one_element_with_{g}", "f([e]) == [(e, g(e))]").names(&["one"]),
    law("element by element", "pairs_one_element_with_{g}", "f([e], y) == [(e, g(e, y))]").names(&["one"]),
    law("element by element", "pairs_one_element_with_{g}", "f([e], y) == [(e, g(y, e))]").names(&["one"]),
    law("one element", "of_one_element_is_{g}", "f([e]) == g(e)").names(&["one"]),
    law("one element", "of_one_element_is_{g}", "f([e], y) == g(e, y)").names(&["one"]),
    law("one element", "of_one_element_is_{g}", "f([e], y) == g(y, e)").names(&["one"]),
    law("negation", "is_the_negation_of_{g}", "f(x, y) == !g(x, y)").mutual().symmetric(),
    law("negation", "is_the_negation_of_{g}", "f(x) == !g(x)").mutual(),
    law("opposite", "is_the_opposite_of_{g}", "f(x) == -g(x)").mutual(),
    law("mirrored at one half", "of_1_minus_{x}_is_1_minus_{g}", "f(1 - x) == 1 - g(x)").mutual().alone(),
    law("consistent comparison", "is_equal_when_{g}_says_so", "(f(x, y) == Equal) == g(x, y)").symmetric(),
    law("consistent comparison", "is_greater_when_{g}_says_so", "(f(x, y) == Greater) == g(x, y)"),
    law("consistent comparison", "is_less_when_{g}_says_so", "(f(x, y) == Less) == g(x, y)"),
    law("mirrored by a sibling", "is_{g}_of_the_reversed_{x}", "f(x) == g(x.iter().rev())").alone().mutual(),
    law("one more", "is_one_more_than_{g}", "f(x) == g(x) + 1").alone().related(),
    law("step", "steps_with_{g}", "f(x + 1) == g(f(x))").alone(),
    law("distributive", "distributes_over_{g}", "f(x, g(y, u)) == g(f(x, y), f(x, u))")
        .except(&[Kind::FloatOfFloat])
        .names(&["~"]),
    law("absorption", "absorbs_{g}", "f(x, g(x, y)) == x").requires("commutative"),
    law("homomorphism between siblings", "carries_{g}_to_{h}", "f(g(x, u)) == h(f(x), f(u))")
        .except(&[Kind::FloatOfFloat])
        .names(&["y", "other"])
        .textbook(),
    law("distributive", "distributes_over_{g}", "f(g(x, u)) == g(f(x), f(u))")
        // Each odd function keeps signs, and each monotone one the larger of two.
        .except(&[Kind::Float])
        .names(&["y", "other"])
        .implies(&["antihomomorphism"]),
    law("antihomomorphism", "reverses_{g}", "f(g(x, u)) == g(f(u), f(x))")
        .except(&[Kind::Number, Kind::Float])
        .names(&["other"])
        .textbook(),
    law("length by a sibling", "has_the_length_that_{g}_tells", "f(x).len() == g(x)"),
    law("homomorphism between siblings", "carries_sums_to_{g}", "f(x + u) == g(f(x), f(u))")
        .names(&["y", "other"]),
    law("homomorphism between siblings", "carries_products_to_{g}", "f(x * u) == g(f(x), f(u))")
        .names(&["y", "other"]),
    law("homomorphism between siblings", "carries_multiples_to_{g}", "f(x * u) == g(f(x), u)")
        .except(&[Kind::FloatOfFloat])
        .names(&["k", "other"]),
    law("mirrored", "of_{g}_is_{g}_of_{h}", "f(g(x)) == g(h(x))").alone(),
    law("exchanged by a sibling", "of_{g}_has_its_places_exchanged", "f(g(x), z, y) == f(x, y, z)"),
    law("commuting", "commutes_with_{g}", "f(g(x)) == g(f(x))").minor().mutual().alone(),
    law("invariant under a sibling", "ignores_{g}", "f(g(x)) == f(x)").minor_of_predicates().alone(),
    law("same length", "and_{g}_have_the_same_length", "f(x).len() == g(x).len()")
        .minor()
        .mutual()
        .alone()
        .except(&[Kind::Text, Kind::Record]),
    law("disjunction", "is_{g}_or_{h}", "f(x) == (g(x) || h(x))").alone(),
    law("conjunction", "is_{g}_and_{h}", "f(x) == (g(x) && h(x))").alone(),
    law("order between siblings", "never_exceeds_{g}", "f(x) <= g(x)").alone().related(),
    law("order between siblings", "never_exceeds_{g}", "f(x, y) <= g(x, y)").alone().related(),
    // Of two distances, one may be the finer.
    law("order between distances", "never_exceeds_{g}", "f(x, y) <= g(x, y)")
        .alone()
        .symmetric()
        .requires("zero on the diagonal"),
    law("order between siblings", "never_exceeds_{g}", "f(x, y) <= g(x)").related(),
    law("order between siblings", "never_falls_below_{g}", "f(x, y) >= g(x)").related(),
    law("implication", "implies_{g}", "!f(x) || g(x)").alone(),
    law("definition by a sibling", "is_{g}_with_itself", "f(x) == g(x, x)").except(&[Kind::Text]),
    law("definition by siblings", "is_{h}_with_{g}", "f(x, y) == h(x, g(y))"),
    law("definition by siblings", "is_{g}_after_{h}", "f(x, y) == g(h(x, y))"),
    law("definition by siblings", "is_{g}_of_{h}", "f(x, y) == g(h(x), y)"),
    law("definition by siblings", "is_{g}_after_{h}", "f(x) == g(h(x))").alone().among_many(),
    law("another separator", "is_{g}_with_S_for_T", "f(x) == g(x).replace(T, S)").mutual().alone(),
    law("sum of siblings", "is_the_sum_of_{g}_and_{h}", "f(x) == g(x) + h(x)"),
    law("undone by an inverse", "is_undone_by_{g}", "f(f(x, y), g(y)) == x"),
    law("root of a sibling", "is_the_root_of_{g}", "f(x) == g(x).sqrt()"),
    law("root of a sibling", "squared_is_{g}", "f(x) * f(x) == g(x)"),
    law("root of a sibling", "squared_is_{g}_with_itself", "f(x) * f(x) == g(x, x)").except(&[Kind::Text]),
    law(
        "mean of squares",
        "is_the_{g}_of_squares_minus_the_square_of_the_{g}",
        "f(x) == g(x.iter().map(|it| it * it)) - g(x) * g(x)",
    ),
    law("orthogonal", "is_orthogonal_to_its_arguments", "g(x, f(x, y)) == 0 && g(y, f(x, y)) == 0"),
    law("multiplicative over a sibling", "of_{g}_is_the_product", "f(g(x, u)) == f(x) * f(u)")
        .names(&["other"])
        .textbook(),
    law(
        "multiplicative for coprime numbers",
        "is_multiplicative_for_coprime_numbers",
        "g(x, u) != 1 || f(x * u) == f(x) * f(u)",
    )
    .called("gcd")
    .of_integers()
    .names(&["m", "k"]),
    law("sum of exponents over a sibling", "of_a_sum_is_{g}", "f(x, y + v) == g(f(x, y), f(x, v))")
        .names(&["m", "k"]),
    law("square over a sibling", "with_2_is_{g}_with_itself", "f(x, 2) == g(x, x)").except(&[Kind::Text]),
    law("additive over a sibling", "of_{g}_is_the_sum", "f(g(x, u)) == f(x) + f(u)").names(&["other"]),
    law("negated by a sibling", "changes_its_sign_under_{g}", "f(g(x)) == -f(x)").alone().unguarded(),
    law("negated by a sibling", "is_negated_by_{g}", "f(g(x)) == !f(x)"),
    law("exchanged by a sibling", "is_the_same_with_{g}_the_other_way_round", "f(y, x, g(z)) == f(x, y, z)"),
    law("addition theorem", "obeys_the_addition_theorem", "f(x + u) == f(x) * g(u) + g(x) * f(u)")
        .names(&["y", "t"]),
    law("addition theorem", "obeys_the_addition_theorem", "f(x + u) == f(x) * f(u) - g(x) * g(u)")
        .names(&["y", "t"]),
    law("addition theorem", "obeys_the_addition_theorem", "f(x + u) == f(x) * f(u) + g(x) * g(u)")
        .names(&["y", "t"]),
    law("reciprocal of a sibling", "is_the_reciprocal_of_{g}", "f(x) == 1 / g(x)"),
    law("complement of a sibling", "and_{g}_sum_up_to_C", "f(x) + g(x) == C").mutual(),
    law("fixed points", "tells_the_fixed_points_of_{g}", "f(x) == (g(x) == x)").implies(&["acceptance"]),
    law("acceptance", "accepts_what_{g}_returns", "f(g(x))"),
    law("acceptance", "is_accepted_by_{g}", "g(f(x, y))"),
    law("sum over a function", "is_the_sum_of_{g}_less_that_of_the_sum", "f(x, y) == g(x) + g(y) - g(x + y)")
        .symmetric(),
    law(
        "sum over a function",
        "is_the_product_of_{g}_over_that_of_the_sum",
        "f(x, y) == g(x) * g(y) / g(x + y)",
    )
    .symmetric(),
    law("choice", "is_the_quotient_of_{g}", "f(x, y) == g(x) / (g(y) * g(x - y))"),
    law("hyperbolic definition", "is_the_odd_part_of_{g}", "f(x) == (g(x) - g(-x)) / 2").alone(),
    law("hyperbolic definition", "is_the_even_part_of_{g}", "f(x) == (g(x) + g(-x)) / 2").alone(),
];
