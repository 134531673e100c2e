//! The families of laws: one row each, the best known first.
//!
//! In a statement `f` is the subject, `g` and `h` are siblings; `x`, `y`, `z` are different parameters of the subject, and a
//! call of `f` names just these, the others being passed as they are. `u` and `w` are variables like `x`, `v` one like `y`,
//! `e` one like the elements of `x`; `C` is a constant of the code. Integers stand for floats, too.
//!
//! Whatever has types is an instance: a family says nothing of these.

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
    /// Whether it says the same where its parameters trade places.
    pub symmetric: bool,
    /// Whether it is about functions that have no other parameters than those that it names.
    pub alone: bool,
}

const fn law(name: &'static str, said: &'static str, law: &'static str) -> Family {
    Family { name, said, law, when: "", names: &[], implies: &[], symmetric: false, alone: false }
}

impl Family {
    const fn when(self, when: &'static str) -> Family {
        Family { when, ..self }
    }

    const fn names(self, names: &'static [&'static str]) -> Family {
        Family { names, ..self }
    }

    const fn implies(self, implies: &'static [&'static str]) -> Family {
        Family { implies, ..self }
    }

    /// Whether a constant stands in its statement.
    pub fn has_constant(&self) -> bool {
        self.law.contains(|c: char| c.is_ascii_digit() || c == 'C')
    }

    const fn alone(self) -> Family {
        Family { alone: true, ..self }
    }

    const fn symmetric(self) -> Family {
        Family { symmetric: true, ..self }
    }
}

/// All families.
pub const FAMILIES: &[Family] = &[
    // Nothing is done.
    law("identity", "returns_{x}_unchanged", "f(x) == x").implies(&[
        "agrees with std",
        "involution",
        "idempotent",
        "idempotent operation",
        "additive",
        "multiplicative",
        "homogeneous",
        "homogeneous but for the sign",
        "equivariant under a shift",
        "carried by a period",
        "reflection",
        "homomorphism",
        "odd",
        "bounded",
        "length",
        "increasing",
        "monotone",
        "shorter",
        "longer",
        "padding",
        "elements",
        "equivariant under reversal",
        "equivariant under case",
        "pointwise shift",
        "pointwise scaling",
        "casting out nines",
    ]),
    // Round trips.
    law("round trip", "{g}_inverts_{f}", "g(f(x)) == x"),
    law("involution", "is_its_own_inverse", "f(f(x)) == x"),
    law("undone by the negated", "is_undone_by_the_negated_{y}", "f(f(x, y), -y) == x"),
    law("undone by a sibling", "{g}_undoes_{f}", "g(f(x, y), y) == x"),
    law("validity", "{g}_tells_whether_{f}_succeeds", "g(x) == f(x).is_some()"),
    law("validity", "{g}_tells_whether_{f}_succeeds", "g(x) == f(x).is_ok()"),
    // What std does.
    law("agrees with std", "agrees_with_min", "f(x, y) == x.min(y)")
        .symmetric()
        .implies(&["commutative", "associative"]),
    law("agrees with std", "agrees_with_max", "f(x, y) == x.max(y)")
        .symmetric()
        .implies(&["commutative", "associative"]),
    law("agrees with std", "agrees_with_abs_diff", "f(x, y) == (x - y).abs()").symmetric(),
    law("agrees with std", "agrees_with_rem_euclid", "f(x, y) == x.rem_euclid(y)"),
    law("agrees with std", "agrees_with_div_euclid", "f(x, y) == x.div_euclid(y)"),
    law("agrees with std", "agrees_with_abs", "f(x) == x.abs()").implies(&["even", "idempotent"]),
    law("agrees with std", "agrees_with_signum", "f(x) == x.signum()").implies(&["odd", "idempotent"]),
    law("agrees with std", "agrees_with_isqrt", "f(x) == x.isqrt()")
        .implies(&["integer square root", "square root"]),
    law("agrees with std", "agrees_with_sqrt", "f(x) == x.sqrt()").implies(&["square root"]),
    law("agrees with std", "agrees_with_sorted", "f(x) == x.sorted()").implies(&[
        "sorted",
        "elements",
        "permutation",
        "idempotent",
    ]),
    law("agrees with std", "agrees_with_is_sorted", "f(x) == x.is_sorted()").implies(&["holds once sorted"]),
    law("agrees with std", "agrees_with_sum", "f(x) == x.iter().sum()").implies(&[
        "additive over concatenation",
        "permutation",
        "reversal",
    ]),
    law("agrees with std", "agrees_with_reversal", "f(x) == x.iter().rev()").implies(&[
        "involution",
        "length",
        "equivariant under reversal",
    ]),
    law("agrees with std", "agrees_with_upper_case", "f(x) == x.to_uppercase()"),
    law("agrees with std", "agrees_with_lower_case", "f(x) == x.to_lowercase()"),
    law("agrees with std", "agrees_with_trim", "f(x) == x.trim()").implies(&["idempotent"]),
    law("agrees with std", "agrees_with_is_ascii_digit", "f(x) == x.is_ascii_digit()"),
    law("agrees with std", "agrees_with_is_ascii_hexdigit", "f(x) == x.is_ascii_hexdigit()"),
    law("agrees with std", "agrees_with_is_alphabetic", "f(x) == x.is_alphabetic()"),
    law("agrees with std", "agrees_with_is_uppercase", "f(x) == x.is_uppercase()"),
    law("agrees with std", "agrees_with_is_lowercase", "f(x) == x.is_lowercase()"),
    law("agrees with std", "agrees_with_is_whitespace", "f(x) == x.is_whitespace()"),
    law("agrees with std", "agrees_with_is_ascii", "f(x) == x.is_ascii()"),
    // Two arguments.
    law("commutative", "is_commutative", "f(y, x) == f(x, y)").symmetric(),
    law("anticommutative", "is_anticommutative", "f(y, x) == -f(x, y)")
        .implies(&["zero on the diagonal"])
        .symmetric(),
    law("antisymmetric", "is_antisymmetric", "f(y, x) == f(x, y).reverse()").symmetric(),
    law("associative", "is_associative", "f(f(x, y), u) == f(x, f(y, u))").names(&["~"]).symmetric(),
    law("triangle inequality", "satisfies_the_triangle_inequality", "f(x, u) <= f(x, y) + f(y, u)")
        .names(&["~"])
        .symmetric(),
    law("identity of indiscernibles", "is_zero_for_equal_values_only", "(f(x, y) == 0) == (x == y)")
        .implies(&["zero on the diagonal"])
        .symmetric(),
    law("zero on the diagonal", "is_zero_for_equal_values", "f(x, x) == 0").symmetric(),
    law("one on the diagonal", "is_one_for_equal_values", "f(x, x) == 1").symmetric(),
    law("reflexive", "is_reflexive", "f(x, x)").symmetric(),
    law("irreflexive", "is_irreflexive", "!f(x, x)").symmetric(),
    law("equal on the diagonal", "is_equal_for_equal_values", "f(x, x) == Equal").symmetric(),
    law("transitive", "is_transitive", "!f(x, y) || !f(y, u) || f(x, u)").names(&["~"]).symmetric(),
    law("asymmetric", "is_asymmetric", "!f(x, y) || !f(y, x)").symmetric(),
    law("idempotent operation", "of_a_value_with_itself_is_that_value", "f(x, x) == x").symmetric(),
    law("homogeneous", "is_homogeneous", "f(x * u, y * u) == f(x, y) * u")
        .names(&["k", "t"])
        .implies(&["homogeneous but for the sign", "odd in both"])
        .symmetric(),
    law("homogeneous but for the sign", "is_absolutely_homogeneous", "f(x * u, y * u) == f(x, y) * u.abs()")
        .names(&["k", "t"])
        .implies(&["even in both"])
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
        .implies(&["translation"]),
    law("translation", "ignores_{y}_added_to_{x}", "f(x + y, y) == f(x, y)"),
    law("Euclid's step", "ignores_multiples_of_{y}_in_{x}", "f(x % y, y) == f(x, y)"),
    law("Pascal's rule", "obeys_pascals_rule", "f(x + 1, y + 1) == f(x, y) + f(x, y + 1)"),
    law("complement", "is_unchanged_under_the_complement", "f(x, x - y) == f(x, y)"),
    law("action", "applied_twice_adds_{y}", "f(f(x, y), v) == f(x, y + v)").names(&["more", "further"]),
    law("power of a power", "of_a_power_multiplies_exponents", "f(f(x, y), v) == f(x, y * v)")
        .names(&["m", "k"]),
    law("sum of exponents", "of_a_sum_of_exponents_is_a_product", "f(x, y + v) == f(x, y) * f(x, v)")
        .names(&["m", "k"]),
    law("product of bases", "of_a_product_is_the_product", "f(x * u, y) == f(x, y) * f(u, y)")
        .names(&["c", "k"]),
    law("recurrence", "obeys_its_recurrence", "f(x, y + 1) == f(x, y) * x"),
    law("recurrence", "obeys_its_recurrence", "f(x, y + 1) == f(x, y) + x"),
    law("additive in an argument", "is_additive_in_{x}", "f(x + u, y) == f(x, y) + f(u, y)")
        .names(&["k", "t"]),
    law("neutral element", "with_0_changes_nothing", "f(x, 0) == x").implies(&["neutral one"]),
    law("neutral one", "with_1_changes_nothing", "f(x, 1) == x"),
    law("absorbing element", "with_0_is_0", "f(x, 0) == 0"),
    law("power zero", "with_0_is_1", "f(x, 0) == 1"),
    law("absorbing element", "with_1_is_1", "f(x, 1) == 1"),
    law("absorption in itself", "absorbs_its_result", "f(x, f(x, y)) == f(x, y)"),
    law("common divisor", "divides_{x}", "x % f(x, y) == 0"),
    law("common multiple", "is_a_multiple_of_{x}", "f(x, y) % x == 0"),
    law("selection", "returns_one_of_its_arguments", "f(x, y) == x || f(x, y) == y").symmetric(),
    // Prefixes and suffixes of two sequences or texts.
    law("common prefix", "ignores_a_common_prefix", "f([u, x].concat(), [u, y].concat()) == f(x, y)")
        .names(&["prefix"])
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
    law("length of a merge", "keeps_every_element", "f(x, y).len() == x.len() + y.len()").symmetric(),
    law("elements of a merge", "keeps_every_element", "f(x, y).sorted() == [x, y].concat().sorted()")
        .implies(&["length of a merge"])
        .symmetric(),
    // One argument.
    law("idempotent", "is_idempotent", "f(f(x)) == f(x)"),
    law("odd", "is_odd", "f(-x) == -f(x)").implies(&["reflection"]),
    law("even", "is_even", "f(-x) == f(x)").implies(&["reflection"]),
    law("additive", "is_additive", "f(x + u) == f(x) + f(u)").names(&["y", "t"]),
    law("multiplicative", "is_multiplicative", "f(x * u) == f(x) * f(u)").names(&["y", "m"]),
    law("exponential", "of_a_sum_is_the_product", "f(x + u) == f(x) * f(u)").names(&["y", "t"]),
    law("logarithmic", "of_a_product_is_the_sum", "f(x * u) == f(x) + f(u)").names(&["y", "t"]),
    law("homogeneous", "is_homogeneous", "f(x * u) == f(x) * u")
        .names(&["k", "t"])
        .implies(&["homogeneous but for the sign", "odd"]),
    law("homogeneous but for the sign", "is_absolutely_homogeneous", "f(x * u) == f(x) * u.abs()")
        .names(&["k", "t"])
        .implies(&["even"]),
    law("homogeneous of degree 2", "is_homogeneous_of_degree_2", "f(x * u) == f(x) * u * u")
        .names(&["k", "t"])
        .implies(&["even"]),
    law("equivariant under a shift", "follows_a_shift", "f(x + u) == f(x) + u")
        .names(&["k", "t"])
        .implies(&["carried by a period", "reflection"]),
    law("equivariant under a shift", "runs_against_a_shift", "f(x + u) == f(x) - u")
        .names(&["k", "t"])
        .implies(&["carried by a period", "reflection"]),
    law("periodic", "repeats_every_C", "f(x + C) == f(x)"),
    law("antiperiodic", "changes_its_sign_after_C", "f(x + C) == -f(x)"),
    law("carried by a period", "grows_by_C_over_C", "f(x + C) == f(x) + C"),
    law("casting out nines", "keeps_the_remainder_by_9", "f(x) % 9 == x % 9"),
    law("false for products", "is_false_for_products", "!f(x * u)").when("x > 1 && u > 1").names(&["factor"]),
    law("invariant under a factor", "ignores_a_factor_of_C", "f(x * C) == f(x)"),
    law("reflection", "is_symmetric_about_half_of_C", "f(C - x) == f(x)"),
    law("reflection", "changes_its_sign_when_reflected_at_C", "f(C - x) == -f(x)"),
    law("reflection", "of_C_minus_{x}_is_C_minus_it", "f(C - x) == C - f(x)"),
    law("reciprocal", "of_the_reciprocal_is_negated", "f(1 / x) == -f(x)"),
    law("reciprocal", "of_the_reciprocal_is_the_complement", "f(1 / x) == FRAC_PI_2 - f(x)").when("x > 0"),
    law("reciprocal", "of_the_negated_is_the_reciprocal", "f(x) * f(-x) == 1"),
    law("square root", "of_a_square_is_the_root", "f(x * x) == x").when("x >= 0"),
    law("cube root", "of_a_cube_is_the_root", "f(x * x * x) == x"),
    law("integer square root", "brackets_the_square_root", "f(x) * f(x) <= x && x < (f(x) + 1) * (f(x) + 1)"),
    law(
        "integer cube root",
        "brackets_the_cube_root",
        "f(x) * f(x) * f(x) <= x && x < (f(x) + 1) * (f(x) + 1) * (f(x) + 1)",
    ),
    law("factorial", "obeys_its_recurrence", "f(x + 1) == f(x) * (x + 1)"),
    law("Fibonacci", "obeys_its_recurrence", "f(x + 2) == f(x + 1) + f(x)"),
    law("sum of the first", "obeys_its_recurrence", "f(x + 1) == f(x) + x + 1"),
    law("doubling", "doubles_at_every_step", "f(x + 1) == f(x) * 2"),
    law("increasing", "is_strictly_increasing", "f(x) < f(u)")
        .when("x < u")
        .names(&["larger"])
        .implies(&["monotone"]),
    law("decreasing", "is_strictly_decreasing", "f(x) > f(u)")
        .when("x < u")
        .names(&["larger"])
        .implies(&["antitone"]),
    law("monotone", "is_monotone", "f(x) <= f(u)").when("x <= u").names(&["larger"]),
    law("antitone", "is_antitone", "f(x) >= f(u)").when("x <= u").names(&["larger"]),
    // One sequence or text.
    law(
        "homomorphism",
        "of_a_concatenation_is_the_concatenation",
        "f([x, u].concat()) == [f(x), f(u)].concat()",
    )
    .names(&["more", "rest"]),
    law("additive over concatenation", "of_a_concatenation_is_the_sum", "f([x, u].concat()) == f(x) + f(u)")
        .names(&["more", "rest"]),
    law(
        "conjunction over concatenation",
        "of_a_concatenation_is_the_conjunction",
        "f([x, u].concat()) == (f(x) && f(u))",
    )
    .names(&["more", "rest"]),
    law(
        "disjunction over concatenation",
        "of_a_concatenation_is_the_disjunction",
        "f([x, u].concat()) == (f(x) || f(u))",
    )
    .names(&["more", "rest"]),
    law(
        "maximum over concatenation",
        "of_a_concatenation_is_the_maximum",
        "f([x, u].concat()) == f(x).max(f(u))",
    )
    .names(&["more", "rest"]),
    law(
        "minimum over concatenation",
        "of_a_concatenation_is_the_minimum",
        "f([x, u].concat()) == f(x).min(f(u))",
    )
    .names(&["more", "rest"]),
    law("permutation", "ignores_the_order_of_{x}", "f(x.sorted()) == f(x)").implies(&["reversal"]),
    law("holds once sorted", "holds_once_{x}_is_sorted", "f(x.sorted())"),
    law("inherited by the rest", "is_inherited_by_the_rest", "!f(x) || f(x.iter().skip(1))"),
    law("additive over words", "of_words_is_the_sum", "f([[x, \" \"].concat(), u].concat()) == f(x) + f(u)")
        .names(&["more", "rest"]),
    law(
        "additive over lines",
        "of_lines_is_the_sum",
        "f([[x, \"\\n\"].concat(), u].concat()) == f(x) + f(u)",
    )
    .names(&["more", "rest"]),
    law("order of concatenation", "ignores_the_order_of_parts", "f([x, u].concat()) == f([u, x].concat())")
        .names(&["more", "rest"]),
    law("reversal", "ignores_the_direction_of_{x}", "f(x.iter().rev()) == f(x)"),
    law("equivariant under reversal", "commutes_with_reversal", "f(x.iter().rev()) == f(x).iter().rev()"),
    law("ASCII case", "ignores_ascii_case", "f(x.to_ascii_uppercase()) == f(x)"),
    law("ASCII case", "ignores_ascii_case", "f(x.to_ascii_lowercase()) == f(x)"),
    law("case", "ignores_case", "f(x.to_uppercase()) == f(x)"),
    law("case", "ignores_case", "f(x.to_lowercase()) == f(x)"),
    law("equivariant under case", "commutes_with_upper_case", "f(x.to_uppercase()) == f(x).to_uppercase()"),
    law("equivariant under case", "commutes_with_lower_case", "f(x.to_lowercase()) == f(x).to_lowercase()"),
    law("white space around", "ignores_white_space_around_{x}", "f(x.trim()) == f(x)"),
    law(
        "equivariant under a shift",
        "follows_a_shift_of_its_elements",
        "f(x.iter().map(|it| it + e)) == f(x) + e",
    )
    .names(&["k", "t"]),
    law("invariant under a shift", "ignores_a_shift_of_its_elements", "f(x.iter().map(|it| it + e)) == f(x)")
        .names(&["k", "t"]),
    law("homogeneous", "is_homogeneous", "f(x.iter().map(|it| it * e)) == f(x) * e")
        .names(&["k", "t"])
        .implies(&["homogeneous but for the sign", "odd"]),
    law(
        "homogeneous but for the sign",
        "is_absolutely_homogeneous",
        "f(x.iter().map(|it| it * e)) == f(x) * e.abs()",
    )
    .names(&["k", "t"])
    .implies(&["even"]),
    law(
        "homogeneous of degree 2",
        "is_homogeneous_of_degree_2",
        "f(x.iter().map(|it| it * e)) == f(x) * e * e",
    )
    .names(&["k", "t"])
    .implies(&["even"]),
    law(
        "invariant under scaling",
        "ignores_the_scale_of_its_elements",
        "f(x.iter().map(|it| it * e)) == f(x)",
    )
    .names(&["k", "t"]),
    law("odd", "changes_its_sign_with_its_elements", "f(x.iter().map(|it| -it)) == -f(x)"),
    law("even", "ignores_the_signs_of_its_elements", "f(x.iter().map(|it| -it)) == f(x)"),
    law(
        "pointwise shift",
        "commutes_with_a_shift",
        "f(x.iter().map(|it| it + e)) == f(x).iter().map(|it| it + e)",
    )
    .names(&["k", "t"]),
    law(
        "pointwise scaling",
        "commutes_with_scaling",
        "f(x.iter().map(|it| it * e)) == f(x).iter().map(|it| it * e)",
    )
    .names(&["k", "t"]),
    law("repetition", "ignores_repetition", "f(x.repeat(2)) == f(x)"),
    law("palindrome", "holds_for_{x}_and_its_mirror_image", "f([x, x.iter().rev()].concat())"),
    // One execution.
    law("elements", "keeps_every_element", "f(x).sorted() == x.sorted()").implies(&["length"]),
    law("sorted", "returns_sorted_elements", "f(x).is_sorted()"),
    law("length", "keeps_the_length_of_{x}", "f(x).chars().count() == x.chars().count()"),
    law("length", "keeps_the_length_of_{x}", "f(x).len() == x.len()"),
    law("double length", "doubles_the_length_of_{x}", "f(x).len() == x.len() * 2"),
    law("shorter", "never_makes_{x}_longer", "f(x).len() <= x.len()"),
    law("longer", "never_makes_{x}_shorter", "f(x).chars().count() >= x.chars().count()"),
    law("padding", "keeps_{x}_at_its_end", "f(x).ends_with(x)"),
    law("padding", "keeps_{x}_at_its_start", "f(x).starts_with(x)"),
    law("width", "has_at_least_{y}_characters", "f(x, y).chars().count() >= y"),
    law("between 0 and 1", "is_between_0_and_1", "f() >= 0 && f() <= 1").implies(&["never negative"]),
    law("between -1 and 1", "is_between_minus_1_and_1", "f() >= -1 && f() <= 1"),
    law("between the arguments", "is_between_{y}_and_{z}", "f(x, y, z) >= y && f(x, y, z) <= z")
        .when("y <= z"),
    law("never negative", "is_never_negative", "f() >= 0"),
    law("bounded", "never_exceeds_{x}", "f(x) <= x"),
    law("bounded", "never_falls_below_{x}", "f(x) >= x"),
    // Siblings.
    law("quotient and remainder", "and_{g}_restore_{x}", "f(x, y) * y + g(x, y) == x"),
    law("product of gcd and lcm", "times_{g}_is_the_product", "f(x, y) * g(x, y) == x * y").symmetric(),
    law("Pythagorean identity", "and_{g}_obey_pythagoras", "f(x) * f(x) + g(x) * g(x) == 1"),
    law("hyperbolic identity", "and_{g}_obey_the_hyperbolic_identity", "f(x) * f(x) - g(x) * g(x) == 1"),
    law("quotient of siblings", "is_{g}_over_{h}", "f(x) == g(x) / h(x)"),
    law("double angle", "of_the_double_is_twice_the_product_with_{g}", "f(x * 2) == f(x) * g(x) * 2"),
    law("phase", "is_{g}_shifted_by_C", "f(x + C) == g(x)"),
    law("equivalent", "agrees_with_{g}", "f(x, y, z) == g(x, y, z)"),
    law("equivalent", "agrees_with_{g}", "f(x, y) == g(x, y)").symmetric(),
    law("equivalent", "agrees_with_{g}", "f(x) == g(x)"),
    law("negation", "is_the_negation_of_{g}", "f(x, y) == !g(x, y)").symmetric(),
    law("negation", "is_the_negation_of_{g}", "f(x) == !g(x)"),
    law("opposite", "is_the_opposite_of_{g}", "f(x) == -g(x)"),
    law("consistent comparison", "is_equal_when_{g}_says_so", "(f(x, y) == Equal) == g(x, y)").symmetric(),
    law("consistent comparison", "agrees_with_{g}", "f(x, y) == Some(g(x, y))").symmetric(),
    law("distributive", "distributes_over_{g}", "f(x, g(y, u)) == g(f(x, y), f(x, u))").names(&["~"]),
    law("absorption", "absorbs_{g}", "f(x, g(x, y)) == x"),
    law("homomorphism between siblings", "carries_{g}_to_{h}", "f(g(x, u)) == h(f(x), f(u))")
        .names(&["y", "other"]),
    law("commuting", "commutes_with_{g}", "f(g(x)) == g(f(x))").alone(),
    law("invariant under a sibling", "ignores_{g}", "f(g(x)) == f(x)").alone(),
    law("same length", "and_{g}_have_the_same_length", "f(x).len() == g(x).len()").alone(),
];
