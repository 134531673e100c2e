//! Two or three arguments.

use crate::laws::family::{Family, Kind, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    // Two arguments.
    law("commutative", "is_commutative", "f(y, x) == f(x, y)")
        .implies(&["same length either way"])
        .textbook()
        .symmetric(),
    law("anticommutative", "is_anticommutative", "f(y, x) == -f(x, y)")
        .implies(&["zero on the diagonal"])
        .textbook()
        .symmetric(),
    law("antisymmetric", "is_antisymmetric", "f(y, x) == f(x, y).reverse()").symmetric(),
    law("exchanged outcome", "exchanged_is_{g}", "f(y, x) == g(f(x, y))").alone(),
    law("constant on the diagonal", "is_the_same_for_all_equal_values", "f(x, x) == f(u, u)")
        .names(&["~"])
        .minor(),
    law("associative", "is_associative", "f(f(x, y), u) == f(x, f(y, u))")
        .names(&["~"])
        .implies(&["order of changes"])
        .textbook()
        .symmetric(),
    // Of what is no distance, sums are merely large.
    law("triangle inequality", "satisfies_the_triangle_inequality", "f(x, u) <= f(x, y) + f(y, u)")
        .names(&["~"])
        .requires("zero on the diagonal")
        .textbook()
        .symmetric(),
    law("identity of indiscernibles", "is_zero_for_equal_values_only", "(f(x, y) == 0) == (x == y)")
        .implies(&["zero on the diagonal"])
        .symmetric(),
    law("zero on the diagonal", "is_zero_for_equal_values", "f(x, x) == 0").implies(DIAGONAL).symmetric(),
    law("one on the diagonal", "is_one_for_equal_values", "f(x, x) == 1").implies(DIAGONAL).symmetric(),
    law("reflexive", "is_reflexive", "f(x, x)").implies(DIAGONAL).symmetric(),
    law("irreflexive", "is_irreflexive", "!f(x, x)").implies(DIAGONAL).symmetric(),
    law("equal on the diagonal", "is_equal_for_equal_values", "f(x, x) == Equal")
        .implies(DIAGONAL)
        .symmetric(),
    law("transitive", "is_transitive", "!f(x, y) || !f(y, u) || f(x, u)")
        .names(&["~"])
        .symmetric()
        .everywhere(),
    law("asymmetric", "is_asymmetric", "!f(x, y) || !f(y, x)").symmetric(),
    law("idempotent operation", "of_a_value_with_itself_is_that_value", "f(x, x) == x")
        .implies(&["largest on the diagonal"])
        .symmetric(),
    law("homogeneous", "is_homogeneous", "f(x * u, y * u) == f(x, y) * u")
        .names(&["k", "t"])
        .implies(&["homogeneous but for the sign", "odd in both"])
        .symmetric(),
    law("homogeneous but for the sign", "is_absolutely_homogeneous", "f(x * u, y * u) == f(x, y) * u.abs()")
        .names(&["k", "t"])
        .implies(&["even in both", "homogeneous"])
        .symmetric(),
    law("invariant under scaling", "is_invariant_under_scaling", "f(x * u, y * u) == f(x, y)")
        .names(&["k", "t"])
        .symmetric()
        .implies(&["even in both"]),
    law("invariant under a shift", "is_invariant_under_a_common_shift", "f(x + u, y + u) == f(x, y)")
        .names(&["k", "t"])
        .symmetric(),
    law("equivariant under a shift", "follows_a_common_shift", "f(x + u, y + u, z + u) == f(x, y, z) + u")
        .names(&["k", "t"]),
    law("equivariant under a shift", "follows_a_common_shift", "f(x + u, y + u) == f(x, y) + u")
        .names(&["k", "t"])
        .symmetric(),
    law("odd in all", "changes_its_sign_with_its_arguments", "f(-x, -z, -y) == -f(x, y, z)"),
    law("odd in both", "changes_its_sign_with_its_arguments", "f(-x, -y) == -f(x, y)").symmetric(),
    law("even in both", "ignores_a_common_sign", "f(-x, -y) == f(x, y)").symmetric(),
    law("translation by multiples", "ignores_multiples_of_{y}_in_{x}", "f(x + y * u, y) == f(x, y)")
        .names(&["k", "n"])
        .unguarded()
        .implies(&["translation", "Euclid's step", "complement"]),
    law("translation", "ignores_{y}_added_to_{x}", "f(x + y, y) == f(x, y)").unguarded(),
    law("Euclid's step", "ignores_multiples_of_{y}_in_{x}", "f(x % y, y) == f(x, y)")
        .unguarded()
        .except(&[Kind::Float]),
    law("Pascal's rule", "obeys_pascals_rule", "f(x + 1, y + 1) == f(x, y) + f(x, y + 1)"),
    law("complement", "is_unchanged_under_the_complement", "f(x, x - y) == f(x, y)").unguarded().alone(),
    // What is told apart from zero alone is no number.
    law("action", "applied_twice_adds_{y}", "f(f(x, y), v) == f(x, y + v)")
        .names(&["more", "further"])
        .requires("neutral element")
        .implies(&["order of changes"]),
    law("power of a power", "of_a_power_multiplies_exponents", "f(f(x, y), v) == f(x, y * v)")
        .names(&["m", "k"])
        .implies(&["order of changes"]),
    law("sum of exponents", "of_a_sum_of_exponents_is_a_product", "f(x, y + v) == f(x, y) * f(x, v)")
        .names(&["m", "k"]),
    law("product of bases", "of_a_product_is_the_product", "f(x * u, y) == f(x, y) * f(u, y)")
        .names(&["c", "k"]),
    law("recurrence", "obeys_its_recurrence", "f(x, y + 1) == f(x, y) * x").alone(),
    law("recurrence", "obeys_its_recurrence", "f(x, y + 1) == f(x, y) + x").alone(),
    law("additive in an argument", "is_additive_in_{x}", "f(x + u, y) == f(x, y) + f(u, y)")
        .names(&["k", "t"]),
    law("neutral element", "with_0_changes_nothing", "f(x, 0) == x")
        .implies(&["neutral one", "period of a sibling"]),
    law("neutral one", "with_1_changes_nothing", "f(x, 1) == x").alone().implies(&["period of a sibling"]),
    law("absorbing element", "with_0_is_0", "f(x, 0) == 0").minor(),
    law("neutral element", "with_0_is_the_sum", "f(x, 0) == x.iter().sum()"),
    law("power zero", "with_0_is_1", "f(x, 0) == 1"),
    law("absorbing element", "with_1_is_1", "f(x, 1) == 1"),
    // What is returned is no word of how something is done.
    law("absorption in itself", "absorbs_its_result", "f(x, f(x, y)) == f(x, y)").except(&[Kind::Text]),
    law("common divisor", "divides_{x}", "x % f(x, y) == 0").requires("commutative"),
    law("common multiple", "is_a_multiple_of_{x}", "f(x, y) % x == 0")
        .requires("commutative")
        .implies(MULTIPLE),
    law("selection", "returns_one_of_its_arguments", "f(x, y) == x || f(x, y) == y").symmetric(),
    law("exchanged parts", "exchanges_the_parts_of_its_result", "f(y, x) == (f(x, y).1, f(x, y).0)")
        .symmetric(),
    law(
        "exchanged parts",
        "exchanges_the_last_parts_of_its_result",
        "f(y, x) == (f(x, y).0, f(x, y).2, f(x, y).1)",
    )
    .symmetric(),
    // Prefixes and suffixes of two sequences or texts.
    law(
        "common prefix",
        "keeps_a_common_prefix",
        "f([u, x].concat(), [u, y].concat()) == [u, f(x, y)].concat()",
    )
    .names(&["prefix"]),
    law("complement", "and_its_mirror_image_sum_up_to_1", "f(x, y, z) + f(y, x, 1 - z) == 1"),
    law("complement", "and_its_mirror_image_sum_up_to_1", "f(x, y, z) + f(1 - x, z, y) == 1"),
    law("both ways", "and_the_way_back_sum_up_to_C", "x == y || f(x, y) + f(y, x) == C"),
    law(
        "concatenation of matches",
        "holds_for_concatenations",
        "!f(x, y) || !f(u, v) || f([x, u].concat(), [y, v].concat())",
    )
    .names(&["more", "rest"]),
    law("common prefix", "ignores_a_common_prefix", "f([u, x].concat(), [u, y].concat()) == f(x, y)")
        .names(&["prefix"])
        .symmetric(),
    law(
        "counted prefix",
        "counts_a_common_prefix",
        "f([u, x].concat(), [u, y].concat()) == f(x, y) + u.chars().count()",
    )
    .names(&["prefix"])
    .symmetric(),
    law(
        "counted suffix",
        "counts_a_common_suffix",
        "f([x, u].concat(), [y, u].concat()) == f(x, y) + u.chars().count()",
    )
    .names(&["suffix"])
    .symmetric(),
    law("common suffix", "ignores_a_common_suffix", "f([x, u].concat(), [y, u].concat()) == f(x, y)")
        .names(&["suffix"])
        .symmetric(),
    law(
        "common reversal",
        "is_unchanged_when_both_are_reversed",
        "f(x.iter().rev(), y.iter().rev()) == f(x, y)",
    )
    .symmetric(),
    law(
        "bounded by the longer",
        "never_exceeds_the_longer_length",
        "f(x, y) <= x.chars().count().max(y.chars().count())",
    )
    .symmetric(),
    law("bounded by the longer", "never_exceeds_the_longer_length", "f(x, y) <= x.len().max(y.len())")
        .symmetric(),
    law(
        "bounded by the difference of lengths",
        "is_at_least_the_difference_of_lengths",
        "f(x, y) >= (x.chars().count() - y.chars().count()).abs()",
    )
    .symmetric(),
    law(
        "bounded by the difference of lengths",
        "is_at_least_the_difference_of_lengths",
        "f(x, y) >= (x.len() - y.len()).abs()",
    )
    .symmetric(),
    law("length of a merge", "has_the_length_of_both", "f(x, y).len() == x.len() + y.len()")
        .implies(&["same length either way"])
        .symmetric(),
    law("same length either way", "has_the_same_length_either_way", "f(y, x).len() == f(x, y).len()")
        .minor()
        .symmetric(),
    law("elements of a merge", "keeps_every_element", "f(x, y).sorted() == [x, y].concat().sorted()")
        .implies(&["length of a merge"])
        .symmetric(),
    law("equal for equal values alone", "is_equal_for_equal_values_only", "(f(x, y) == Equal) == (x == y)")
        .implies(&["equal on the diagonal"])
        .symmetric(),
    law("identity of indiscernibles", "is_one_for_equal_values_only", "(f(x, y) == 1) == (x == y)")
        .implies(&["one on the diagonal"])
        .symmetric(),
    law("common divisor", "divides_both_arguments", "x % f(x, y) == 0 && y % f(x, y) == 0").symmetric(),
    law("common multiple", "is_a_multiple_of_both_arguments", "f(x, y) % x == 0 && f(x, y) % y == 0")
        .symmetric()
        .implies(MULTIPLE),
    law("multiple", "with_a_multiple_of_{x}_is_{x}", "f(x * y, x) == x"),
    law("multiple", "undoes_multiplication", "f(x * y, y) == x"),
    law("bounded by the smaller", "never_exceeds_the_smaller", "f(x, y) <= x.min(y)").minor().symmetric(),
    law("bounded by the larger", "is_at_least_the_larger", "f(x, y) >= x.max(y)").minor().symmetric(),
    law("bounded by the sum", "never_exceeds_the_sum", "f(x, y) <= x + y").symmetric().alone(),
    law("largest on the diagonal", "is_largest_for_equal_values", "f(x, y) <= f(x, x)")
        .requires("commutative")
        .alone(),
    law("neutral element", "with_nothing_changes_nothing", "f(x, []) == x"),
    law("neutral element", "with_nothing_changes_nothing", "f(x, \"\") == x"),
    law("distance from nothing", "from_nothing_is_the_length", "f(x, \"\") == x.chars().count()"),
    law("distance from nothing", "from_nothing_is_the_length", "f(x, \"\") == x.len()"),
    law("distance from nothing", "from_nothing_is_the_length", "f(x, []) == x.len()"),
    law(
        "distance from an extension",
        "counts_what_is_appended",
        "f([x, u].concat(), x) == u.chars().count()",
    )
    .names(&["more"]),
    law("distance from an extension", "counts_what_is_appended", "f([x, u].concat(), x) == u.len()")
        .names(&["more"]),
    law(
        "additive over concatenation",
        "of_concatenations_is_the_sum",
        "f([x, u].concat(), [y, v].concat()) == f(x, y) + f(u, v)",
    )
    .names(&["more", "others"])
    .symmetric(),
    law(
        "subadditive over concatenation",
        "of_concatenations_is_at_most_the_sum",
        "f([x, u].concat(), [y, v].concat()) <= f(x, y) + f(u, v)",
    )
    .names(&["more", "others"])
    .symmetric(),
    law("between the bounds", "is_between_{y}_and_{z}", "f(x, y, z) >= y.min(z) && f(x, y, z) <= y.max(z)"),
    law("between the arguments", "is_between_its_arguments", "f(x, y) >= x.min(y) && f(x, y) <= x.max(y)")
        .symmetric(),
    law("prefix first", "puts_a_prefix_first", "f(x, [x, u].concat()) != Greater").names(&["more"]),
    law("transitive", "is_transitive", "f(x, y) == Greater || f(y, u) == Greater || f(x, u) != Greater")
        .names(&["~"])
        .symmetric()
        .everywhere(),
    law("neutral element", "with_{g}_changes_nothing", "f(x, g()) == x"),
    law("absorbing element", "with_{g}_is_{g}", "f(x, g()) == g()"),
    law("told apart", "tells_{g}", "f(x) == (x == g())"),
    law("cancelling", "of_equal_arguments_is_{g}", "f(x, x) == g()"),
    law("rounding up", "rounds_up_to_a_multiple", "f(x, y) % y == 0 && f(x, y) >= x && f(x, y) - y < x")
        .implies(MULTIPLE),
    law("rounding", "rounds_to_a_multiple_of_{y}", "f(x, y) % y == 0 && (f(x, y) - x).abs() * 2 <= y.abs()")
        .implies(MULTIPLE),
    law("multiple of an argument", "is_a_multiple_of_{y}", "f(x, y) % y == 0"),
    law(
        "rounding of shifted values",
        "follows_shifts_by_multiples_of_{y}",
        "f(x + y * u, y) == f(x, y) + y * u",
    )
    .requires("multiple of an argument"),
    law("rounding down", "rounds_down_to_a_multiple", "f(x, y) % y == 0 && f(x, y) <= x && f(x, y) + y > x")
        .implies(MULTIPLE),
    law(
        "rounding up of quotients",
        "is_the_quotient_rounded_up",
        "f(x, y) * y >= x && (f(x, y) - 1) * y < x",
    ),
    law("parts of a sum", "distributes_everything", "f(x, y).iter().sum() == x"),
    law("number of parts", "returns_{y}_parts", "f(x, y).len() == y"),
    law("selection", "returns_one_of_its_arguments", "f(x, y, z) == x || f(x, y, z) == y || f(x, y, z) == z"),
    law("search of the front", "finds_what_is_in_front", "f([y, x].concat(), y) == 0"),
    law("search", "ignores_what_follows", "f([x, u].concat(), y) == f(x, y)")
        .requires("search of the front")
        .names(&["more"]),
    law(
        "absorption of the smaller",
        "applied_twice_is_applied_with_the_larger",
        "f(f(x, y), v) == f(x, y.max(v))",
    )
    .unguarded()
    .names(&["other"])
    .implies(&["order of changes"]),
    law(
        "absorption of the larger",
        "applied_twice_is_applied_with_the_smaller",
        "f(f(x, y), v) == f(x, y.min(v))",
    )
    .unguarded()
    .names(&["other"])
    .implies(&["order of changes"]),
    law("undone by concatenation", "of_an_extension_is_what_is_appended", "f(x, [x, u].concat()) == u")
        .names(&["more"]),
    law("join", "joins_the_joined_parts", "f(x, [y, v].concat()) == [f(x, y), x, f(x, v)].concat()")
        .names(&["more"])
        .when("!y.is_empty() && !v.is_empty()"),
    law("absolute value", "with_0_is_the_absolute_value", "f(x, 0) == x.abs()"),
    law("absolute value", "of_equal_values_is_the_absolute_value", "f(x, x) == x.abs()").symmetric(),
    law("even power", "ignores_the_sign_of_{x}_for_even_{y}", "f(-x, y) == f(x, y)")
        .when("y % 2 == 0")
        .of_integers()
        .requires("power zero"),
    law("odd power", "keeps_the_sign_of_{x}_for_odd_{y}", "f(-x, y) == -f(x, y)")
        .when("y % 2 == 1")
        .of_integers()
        .requires("power zero"),
    law("inverse modulo", "is_the_inverse_modulo_{y}", "(x * f(x, y)).rem_euclid(y) == 1").when("y > 1"),
    law("nothing on the diagonal", "is_empty_for_equal_values", "f(x, x).is_empty()").symmetric(),
    law("nothing on the diagonal", "is_nothing_for_equal_values", "f(x, x).is_none()").symmetric(),
    law("extremes", "with_0_is_the_least", "f(x, 0) == x.sorted()[0]"),
    law("extremes", "with_1_is_the_largest", "f(x, 1) == x.sorted()[x.len() - 1]"),
    law(
        "Stirling's recurrence",
        "obeys_its_recurrence",
        "f(x + 1, y + 1) == (y + 1) * f(x, y + 1) + f(x, y)",
    ),
    law("Stirling's recurrence", "obeys_its_recurrence", "f(x + 1, y + 1) == x * f(x, y + 1) + f(x, y)"),
    law("product modulo", "is_multiplicative_modulo_{z}", "f(x * u, y, z) == f(x, y, z) * f(u, y, z) % z")
        .names(&["k"]),
    law(
        "sum of exponents modulo",
        "is_a_product_for_a_sum_of_{y}",
        "f(x, y + v, z) == f(x, y, z) * f(x, v, z) % z",
    )
    .names(&["k"]),
    law("more places", "only_adds_places_for_a_larger_{y}", "f(x, v).starts_with(f(x, y))")
        .when("y <= v")
        .names(&["larger"]),
    law("positional", "appends_one_digit_at_a_time", "f(x * y + u, y) == [f(x, y), f(u, y)].concat()")
        .when("x > 0 && u < y")
        .names(&["digit"]),
    law("recurrence", "obeys_its_recurrence", "f(x, y + 1, z) == f(x, y, z) * x % z"),
    law("neutral exponent modulo", "with_1_is_the_remainder_by_{z}", "f(x, 1, z) == x % z"),
    law("below", "is_below_{y}", "f(x, y) < y"),
    law("nothing to do", "does_nothing_when_{y}_is_large_enough", "f(x, y) == x")
        .when("y >= x.chars().count()")
        .implies(&["full turn"]),
    law("nothing to do", "does_nothing_when_{y}_is_large_enough", "f(x, y) == x")
        .when("y >= x.len()")
        .implies(&["full turn"]),
    law("nothing to do", "does_nothing_when_{y}_is_small_enough", "f(x, y) == x")
        .when("y <= x.chars().count()")
        .implies(&["full turn"]),
    law("nothing to do", "does_nothing_when_{y}_is_small_enough", "f(x, y) == x")
        .when("y <= x.len()")
        .implies(&["full turn"]),
    // Changes of a receiver.
    law("order of changes", "ignores_the_order_of_calls", "f(f(x, y).1, v).1 == f(f(x, v).1, y).1")
        .of_receiver()
        .alone()
        .names(&["other"]),
    law("order of changes", "ignores_the_order_of_calls", "f(f(x, y), v) == f(f(x, v), y)")
        .of_receiver()
        .alone()
        .names(&["other"]),
];

/// What a known value for equal values says more than.
const DIAGONAL: &[&str] = &["constant on the diagonal"];

/// What says more than that one argument divides the outcome.
const MULTIPLE: &[&str] = &["multiple of an argument"];
