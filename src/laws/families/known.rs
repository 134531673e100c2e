//! What does nothing, what undoes another function, what std does.

use crate::laws::family::{Family, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    // Nothing is done.
    law("identity", "returns_{x}_unchanged", "f(x) == x").alone().implies(&[
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
        "kept part",
        "kept parts",
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
        "number of ones",
        "never negative",
        "between 0 and 1",
        "between -1 and 1",
        "between 0 and a constant",
        "between constants",
        "between bounds",
        "below a bound",
        "round trip but for rounding",
        "left alone within bounds",
    ]),
    law("left alone within bounds", "leaves_{x}_from_LOWEST_to_HIGHEST_alone", "f(x) == x")
        .when("x >= LOWEST && x <= HIGHEST"),
    // Round trips.
    law("round trip", "{g}_inverts_{f}", "g(f(x)) == x")
        .in_every_mode()
        .implies(&[
            "round trip but for case",
            "round trip through a sibling",
            "round trip of blocks",
            "round trip but for rounding",
            "commuting",
        ])
        .textbook(),
    law("round trip through a sibling", "is_undone_by_{g}_and_{h}", "h(g(f(x))) == x"),
    // Of months that have as many days, of what is normal.
    law("round trip where accepted", "{g}_inverts_{f}_where_{h}", "!h(x) || g(f(x)) == x").alone(),
    law("round trip", "{g}_inverts_{f}", "g(f(x).0, f(x).1) == x"),
    law("round trip", "{g}_inverts_{f}", "g(f(x, y)) == (x, y)"),
    law("round trip", "{g}_inverts_{f}", "g(f(x, y, z)) == (x, y, z)"),
    law("round trip", "{g}_inverts_{f}", "g(f(x, y).0, f(x, y).1) == (x, y)"),
    law("round trip", "{g}_inverts_{f}", "g(f(x, y, z).0, f(x, y, z).1, f(x, y, z).2) == (x, y, z)"),
    law("round trip", "{g}_inverts_{f}", "g(f(x).0, f(x).1, f(x).2) == x"),
    law("round trip", "{g}_inverts_{f}", "g(f(x, y)).0 == x && g(f(x, y)).1 == y").alone(),
    law(
        "round trip",
        "{g}_inverts_{f}",
        "g(f(x, y, z)).0 == x && g(f(x, y, z)).1 == y && g(f(x, y, z)).2 == z",
    )
    .alone(),
    law(
        "round trip",
        "{g}_inverts_{f}",
        "g(f(x, y, z).0, f(x, y, z).1, f(x, y, z).2).0 == x && g(f(x, y, z).0, f(x, y, z).1, f(x, y, z).2).1 == y \
            && g(f(x, y, z).0, f(x, y, z).1, f(x, y, z).2).2 == z",
    ),
    law("round trip", "{g}_inverts_{f}", "g(f(x), x.len()) == x"),
    law("round trip", "{g}_inverts_{f}", "g(f(x).0, f(x).1, x.len()) == x"),
    law("round trip", "{g}_inverts_{f}", "g(f(x)) == x as f64"),
    law("round trip but for case", "{g}_restores_{x}_in_lower_case", "g(f(x)) == x.to_lowercase()"),
    law("round trip but for case", "{g}_restores_{x}_in_upper_case", "g(f(x)) == x.to_uppercase()"),
    law("round trip but for case", "{g}_restores_{x}_in_lower_case", "g(f(x)) == x.to_ascii_lowercase()"),
    law("round trip but for case", "{g}_restores_{x}_in_upper_case", "g(f(x)) == x.to_ascii_uppercase()"),
    law("round trip of any case", "{g}_inverts_{f}_in_upper_case", "g(f(x).to_uppercase()) == x"),
    law("round trip of any case", "{g}_inverts_{f}_in_lower_case", "g(f(x).to_lowercase()) == x"),
    law("round trip with a length", "{g}_inverts_{f}_and_tells_the_length", "g(f(x)) == (x, f(x).len())"),
    law("round trip but for rounding", "is_the_same_after_{g}", "f(g(f(x))) == f(x)").converts().minor(),
    law("round trip but for rounding", "is_the_same_after_{g}", "f(g(f(x).0, f(x).1, x.len())) == f(x)")
        .converts()
        .minor(),
    law("factor", "is_FACTOR_times_{x}", "f(x) == x * FACTOR").implies(LINEAR),
    law("factor", "times_DIVISOR_is_{x}", "f(x) * DIVISOR == x").implies(LINEAR),
    law("offset", "is_{x}_and_OFFSET", "f(x) == x + OFFSET").implies(&[
        "equivariant under a shift",
        "increasing",
        "monotone",
        "carried by a period",
    ]),
    law("involution", "is_its_own_inverse", "f(f(x)) == x").textbook(),
    law("undone by the negated", "is_undone_by_the_negated_{y}", "f(f(x, y), -y) == x"),
    law("undone by a sibling", "{g}_undoes_{f}", "g(f(x, y), y) == x"),
    law("validity", "{g}_tells_whether_{f}_succeeds", "g(x) == f(x).is_some()"),
    law("validity", "{g}_tells_whether_{f}_succeeds", "g(x) == f(x).is_ok()"),
    law("domain", "is_defined_for_{x}_from_C_to_D", "f(x).is_some() == (x >= C && x <= D)"),
    law("domain", "is_defined_for_{x}_from_C_to_D", "f(x).is_ok() == (x >= C && x <= D)"),
    law("domain", "is_defined_for_{x}_between_C_and_D", "f(x).is_some() == (x > C && x < D)"),
    law("domain", "is_defined_for_{x}_between_C_and_D", "f(x).is_ok() == (x > C && x < D)"),
    law("domain", "is_true_from_C_to_D", "f(x) == (x >= C && x <= D)"),
    law("domain", "is_defined_for_{x}_below_C", "f(x).is_some() == (x < C)"),
    law("domain", "is_defined_for_{x}_below_C", "f(x).is_ok() == (x < C)"),
    law("domain", "is_defined_for_{x}_up_to_C", "f(x).is_some() == (x <= C)"),
    law("domain", "is_defined_for_{x}_up_to_C", "f(x).is_ok() == (x <= C)"),
    law("domain", "is_defined_for_{x}_from_C_on", "f(x).is_some() == (x >= C)"),
    law("domain", "is_defined_for_{x}_from_C_on", "f(x).is_ok() == (x >= C)"),
    law("domain", "is_defined_from_C_and_D_on", "f(x, y).is_some() == (x >= C && y >= D)"),
    law("domain", "is_defined_from_C_and_D_on", "f(x, y).is_ok() == (x >= C && y >= D)"),
    law("domain", "is_defined_for_{x}_up_to_{y}", "f(x, y).is_some() == (x <= y)"),
    law("domain", "is_defined_for_{x}_up_to_{y}", "f(x, y).is_ok() == (x <= y)"),
    law("domain", "is_defined_for_{x}_below_{y}", "f(x, y).is_some() == (x < y)"),
    law("domain", "is_defined_for_{x}_below_{y}", "f(x, y).is_ok() == (x < y)"),
    law("domain", "is_defined_for_ascii_alone", "f(x).is_some() == x.is_ascii()"),
    law("domain", "is_defined_for_ascii_alone", "f(x).is_ok() == x.is_ascii()"),
    law("domain", "is_defined_for_elements_up_to_C", "f(x).is_some() == x.iter().all(|it| it <= C)"),
    law("domain", "is_defined_for_elements_up_to_C", "f(x).is_ok() == x.iter().all(|it| it <= C)"),
    law("domain", "is_defined_for_elements_below_C", "f(x).is_some() == x.iter().all(|it| it < C)"),
    law("domain", "is_defined_for_elements_below_C", "f(x).is_ok() == x.iter().all(|it| it < C)"),
    law("domain", "is_defined_unless_{x}_is_empty", "f(x).is_some() == !x.is_empty()"),
    law("domain", "is_defined_unless_{x}_is_empty", "f(x).is_ok() == !x.is_empty()"),
    law("domain", "needs_equal_lengths", "f(x, y).is_ok() == (x.chars().count() == y.chars().count())")
        .symmetric(),
    law("domain", "needs_equal_lengths", "f(x, y).is_some() == (x.chars().count() == y.chars().count())")
        .symmetric(),
    law("domain", "needs_equal_lengths", "f(x, y).is_ok() == (x.len() == y.len())").symmetric(),
    law("domain", "needs_equal_lengths", "f(x, y).is_some() == (x.len() == y.len())").symmetric(),
    law("domain", "is_defined_unless_{y}_is_0", "f(x, y).is_some() == (y != 0)"),
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
    law("remainder", "is_the_remainder_by_PERIOD", "f(x) == x % PERIOD").implies(REMAINDER),
    law("remainder", "is_the_remainder_by_PERIOD", "f(x) == x.rem_euclid(PERIOD)").implies(REMAINDER),
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
    law("agrees with std", "tells_what_is_sorted", "f(x) == (x.sorted() == x)")
        .implies(&["holds once sorted"]),
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
    law("agrees with std", "agrees_with_to_string", "f(x) == x.to_string()"),
    // Into a buffer.
    law("agrees with std", "agrees_with_to_string", "f(x, y) == y.to_string()"),
    law("agrees with std", "agrees_with_trim", "f(x) == x.trim()").implies(&["idempotent"]),
    law("agrees with std", "agrees_with_is_ascii_digit", "f(x) == x.is_ascii_digit()"),
    law("agrees with std", "agrees_with_is_ascii_hexdigit", "f(x) == x.is_ascii_hexdigit()"),
    law("agrees with std", "agrees_with_is_alphabetic", "f(x) == x.is_alphabetic()"),
    law("agrees with std", "agrees_with_is_uppercase", "f(x) == x.is_uppercase()"),
    law("agrees with std", "agrees_with_is_lowercase", "f(x) == x.is_lowercase()"),
    law("agrees with std", "agrees_with_is_whitespace", "f(x) == x.is_whitespace()"),
    law("agrees with std", "agrees_with_is_ascii", "f(x) == x.is_ascii()"),
    law("agrees with std", "agrees_with_pow", "f(x, y) == x.pow(y)"),
    law("agrees with std", "is_the_double", "f(x) == x * 2").implies(&[
        "additive",
        "homogeneous",
        "increasing",
        "monotone",
        "doubling",
        "bounded",
    ]),
    law("agrees with std", "is_the_square", "f(x) == x * x").implies(&[
        "even",
        "homogeneous of degree 2",
        "multiplicative",
    ]),
    law("agrees with std", "is_the_cube", "f(x) == x * x * x").implies(&["odd", "multiplicative"]),
    law("agrees with std", "tells_even_numbers", "f(x) == (x % 2 == 0)"),
    law("agrees with std", "tells_odd_numbers", "f(x) == (x % 2 != 0)"),
    law("agrees with std", "tells_multiples", "f(x, y) == (x % y == 0)"),
    law("agrees with std", "tells_equal_values", "f(x, y) == (x == y)").symmetric().implies(&[
        "reflexive",
        "transitive",
        "commutative",
    ]),
    law("agrees with std", "agrees_with_cmp", "f(x, y) == x.cmp(&y)")
        .symmetric()
        .implies(&["antisymmetric", "equal on the diagonal"]),
    law("agrees with std", "agrees_with_count_ones", "f(x) == x.count_ones()"),
    law("agrees with std", "agrees_with_product", "f(x) == x.iter().product()")
        .implies(&["permutation", "reversal"]),
    law("agrees with std", "agrees_with_min", "f(x) == x.iter().min()").implies(&[
        "permutation",
        "reversal",
        "repetition",
    ]),
    law("agrees with std", "agrees_with_max", "f(x) == x.iter().max()").implies(&[
        "permutation",
        "reversal",
        "repetition",
    ]),
    law("agrees with std", "agrees_with_len", "f(x) == x.len()").implies(&[
        "additive over concatenation",
        "reversal",
        "permutation",
    ]),
    law("agrees with std", "counts_characters", "f(x) == x.chars().count()")
        .implies(&["additive over concatenation", "reversal"]),
    law("agrees with std", "tells_what_is_empty", "f(x) == x.is_empty()"),
    law("agrees with std", "tells_palindromes", "f(x) == (x.iter().rev() == x)")
        .implies(&["palindrome", "reversal"]),
    law("agrees with std", "agrees_with_starts_with", "f(x, y) == x.starts_with(y)"),
    law("agrees with std", "agrees_with_ends_with", "f(x, y) == x.ends_with(y)"),
    law("agrees with std", "agrees_with_concat", "f(x, y) == [x, y].concat()").implies(&[
        "associative",
        "length of a merge",
        "elements of a merge",
    ]),
    law("agrees with std", "agrees_with_repeat", "f(x, y) == x.repeat(y)"),
    law("agrees with std", "adds_{y}_to_every_element", "f(x, y) == x.iter().map(|it| it + y)"),
    law("agrees with std", "subtracts_{y}_from_every_element", "f(x, y) == x.iter().map(|it| it - y)"),
    law("agrees with std", "multiplies_every_element_by_{y}", "f(x, y) == x.iter().map(|it| it * y)"),
    law("agrees with std", "divides_every_element_by_{y}", "f(x, y) == x.iter().map(|it| it / y)"),
    law("agrees with std", "negates_every_element", "f(x) == x.iter().map(|it| -it)"),
    law("agrees with std", "agrees_with_is_ascii_alphanumeric", "f(x) == x.is_ascii_alphanumeric()"),
    law("agrees with std", "agrees_with_is_alphanumeric", "f(x) == x.is_alphanumeric()"),
    law("agrees with std", "agrees_with_ascii_upper_case", "f(x) == x.to_ascii_uppercase()"),
    law("agrees with std", "agrees_with_ascii_lower_case", "f(x) == x.to_ascii_lowercase()"),
    law(
        "agrees with std",
        "ignores_ascii_case",
        "f(x, y) == (x.to_ascii_lowercase() == y.to_ascii_lowercase())",
    )
    .symmetric()
    .implies(EQUALITY),
    law("agrees with std", "ignores_case", "f(x, y) == (x.to_lowercase() == y.to_lowercase())")
        .symmetric()
        .implies(EQUALITY),
    law("agrees with std", "agrees_with_floor", "f(x) == x.floor()"),
    law("agrees with std", "agrees_with_ceil", "f(x) == x.ceil()"),
    law("agrees with std", "agrees_with_round", "f(x) == x.round()"),
    law("agrees with std", "agrees_with_trunc", "f(x) == x.trunc()"),
];

/// What an equality of texts says more than.
const EQUALITY: &[&str] = &["commutative", "reflexive", "transitive", "common prefix", "common suffix"];

/// What a remainder says more than.
const REMAINDER: &[&str] = &[
    "idempotent",
    "least period",
    "linear over bits",
    "bit by bit",
    "between bounds",
    "below a bound",
    "part of bits",
];

/// What a factor says more than.
const LINEAR: &[&str] =
    &["additive", "homogeneous", "increasing", "monotone", "odd", "doubling", "decreasing", "antitone"];
