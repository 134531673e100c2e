//! One sequence or text.

use crate::laws::family::{Family, Kind, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    // One sequence or text.
    law(
        "homomorphism",
        "of_a_concatenation_is_the_concatenation",
        "f([x, u].concat()) == [f(x), f(u)].concat()",
    )
    .names(&["more", "rest"])
    .implies(&["stable beginning", "blocks"]),
    law("additive over concatenation", "of_a_concatenation_is_the_sum", "f([x, u].concat()) == f(x) + f(u)")
        .names(&["more", "rest"]),
    law(
        "conjunction over concatenation",
        "of_a_concatenation_is_the_conjunction",
        "f([x, u].concat()) == (f(x) && f(u))",
    )
    .implies(UNORDERED)
    .names(&["more", "rest"]),
    law(
        "disjunction over concatenation",
        "of_a_concatenation_is_the_disjunction",
        "f([x, u].concat()) == (f(x) || f(u))",
    )
    .implies(UNORDERED)
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
    law("permutation", "ignores_the_order_of_{x}", "f(x.sorted()) == f(x)").implies(&[
        "reversal",
        "order of concatenation",
        "rotation",
    ]),
    law("rotation", "ignores_where_{x}_begins", "f(x.rotated_left(1)) == f(x)")
        .minor_of_predicates()
        .implies(&["order of concatenation"]),
    law("holds once sorted", "holds_once_{x}_is_sorted", "f(x.sorted())").minor(),
    law("inherited by the rest", "is_inherited_by_the_rest", "!f(x) || f(x.iter().skip(1))").minor(),
    law("additive over separated parts", "of_words_is_the_sum", "f([x, \" \", u].concat()) == f(x) + f(u)")
        .names(&["more", "rest"]),
    law("additive over separated parts", "of_lines_is_the_sum", "f([x, \"\\n\", u].concat()) == f(x) + f(u)")
        .names(&["more", "rest"]),
    law("ignored separator", "ignores_S_in_{x}", "f(x.replace(S, \"\")) == f(x)")
        .minor_of_predicates()
        .implies(&["separator", "sign in front", "sign at the end"]),
    law("separator", "takes_S_for_T", "f(x.replace(T, S)) == f(x)").minor_of_predicates(),
    law("free beginning", "leaves_a_beginning_without_S_alone", "f([u, x].concat()) == [u, f(x)].concat()")
        .when("!u.contains(S)")
        .names(&["prefix"]),
    law("words", "changes_words_one_by_one", "f([x, S, u].concat()) == [f(x), S, f(u)].concat()")
        .names(&["more", "rest"]),
    law("words", "changes_words_one_by_one", "f([x, S, u].concat()) == [f(x), T, f(u)].concat()")
        .names(&["more", "rest"]),
    law(
        "words",
        "changes_words_one_by_one",
        "f(x).is_empty() || f(u).is_empty() || f([x, S, u].concat()) == [f(x), T, f(u)].concat()",
    )
    .names(&["more", "rest"]),
    law(
        "joined",
        "joins_its_parts_with_S",
        "x.is_empty() || u.is_empty() || f([x, u].concat()) == [f(x), S, f(u)].concat()",
    )
    .names(&["more", "rest"])
    .implies(&["stable beginning"]),
    law(
        "applied to the beginning first",
        "may_be_applied_to_the_beginning_first",
        "f([f(x), u].concat()) == f([x, u].concat())",
    )
    .minor()
    .names(&["more", "rest"]),
    law("odd under reversal", "changes_its_sign_with_the_direction", "f(x.iter().rev()) == -f(x)"),
    law("monotone length", "of_more_is_no_shorter", "f(x).len() <= f(u).len()")
        .when("x <= u")
        .minor()
        .names(&["larger"]),
    law("order of concatenation", "ignores_the_order_of_parts", "f([x, u].concat()) == f([u, x].concat())")
        .minor_of_predicates()
        .names(&["more", "rest"])
        .implies(&["reversal"]),
    law("reversal", "ignores_the_direction_of_{x}", "f(x.iter().rev()) == f(x)").minor_of_predicates(),
    law("equivariant under reversal", "commutes_with_reversal", "f(x.iter().rev()) == f(x).iter().rev()")
        .minor(),
    law("ASCII case", "ignores_ascii_case", "f(x.to_ascii_uppercase()) == f(x)")
        .implies(&["case", "either case"]),
    law("ASCII case", "ignores_ascii_case", "f(x.to_ascii_lowercase()) == f(x)")
        .implies(&["case", "either case"]),
    law("case", "ignores_case", "f(x.to_uppercase()) == f(x)").implies(&["either case"]),
    law("case", "ignores_case", "f(x.to_lowercase()) == f(x)").implies(&["either case"]),
    law(
        "either case",
        "takes_either_case_for_the_other",
        "f(x.to_ascii_uppercase()) == f(x.to_ascii_lowercase())",
    )
    .requires("case alone"),
    law("case alone", "changes_case_alone", "f(x).to_ascii_lowercase() == x.to_ascii_lowercase()"),
    law(
        "case alone",
        "trims_and_changes_case_alone",
        "f(x).to_ascii_lowercase() == x.trim().to_ascii_lowercase()",
    ),
    law(
        "parts of a product",
        "of_a_product_are_those_of_its_factors",
        "f(x * u) == [f(x), f(u)].concat().sorted()",
    )
    .names(&["factor"]),
    law("equivariant under case", "commutes_with_upper_case", "f(x.to_uppercase()) == f(x).to_uppercase()")
        .minor(),
    law("equivariant under case", "commutes_with_lower_case", "f(x.to_lowercase()) == f(x).to_lowercase()")
        .minor(),
    law("zeros in front", "ignores_zeros_in_front_of_{x}", "f([[0], x].concat()) == f(x)"),
    law("blanks", "ignores_blanks", "f(x.replace(\" \", \"\")) == f(x)").implies(&["white space around"]),
    law("white space around", "ignores_white_space_around_{x}", "f(x.trim()) == f(x)"),
    law("white space around", "ignores_white_space_around_{x}", "f([\" \", x, \" \"].concat()) == f(x)"),
    law(
        "equivariant under a shift",
        "follows_a_shift_of_its_elements",
        "f(x.iter().map(|it| it + e)) == f(x) + e",
    )
    .except(&[Kind::Bytes])
    .names(&["k", "t"]),
    law("invariant under a shift", "ignores_a_shift_of_its_elements", "f(x.iter().map(|it| it + e)) == f(x)")
        .except(&[Kind::Bytes])
        .names(&["k", "t"]),
    law(
        "invariant under scaling",
        "ignores_the_scale_of_its_elements",
        "f(x.iter().map(|it| it * e)) == f(x)",
    )
    .except(&[Kind::Bytes])
    .names(&["k", "t"]),
    law("homogeneous", "is_homogeneous", "f(x.iter().map(|it| it * e)) == f(x) * e")
        .except(&[Kind::Bytes])
        .names(&["k", "t"])
        .implies(&["homogeneous but for the sign", "odd"]),
    law(
        "homogeneous but for the sign",
        "is_absolutely_homogeneous",
        "f(x.iter().map(|it| it * e)) == f(x) * e.abs()",
    )
    .except(&[Kind::Bytes])
    .names(&["k", "t"])
    .implies(&["even", "homogeneous"]),
    law(
        "homogeneous of degree 2",
        "is_homogeneous_of_degree_2",
        "f(x.iter().map(|it| it * e)) == f(x) * e * e",
    )
    .except(&[Kind::Bytes])
    .names(&["k", "t"])
    .implies(&["even"]),
    law("odd", "changes_its_sign_with_its_elements", "f(x.iter().map(|it| -it)) == -f(x)"),
    law("even", "ignores_the_signs_of_its_elements", "f(x.iter().map(|it| -it)) == f(x)"),
    law(
        "pointwise shift",
        "commutes_with_a_shift",
        "f(x.iter().map(|it| it + e)) == f(x).iter().map(|it| it + e)",
    )
    .except(&[Kind::Bytes])
    .names(&["k", "t"]),
    law(
        "pointwise scaling",
        "commutes_with_scaling",
        "f(x.iter().map(|it| it * e)) == f(x).iter().map(|it| it * e)",
    )
    .except(&[Kind::Bytes])
    .names(&["k", "t"])
    .implies(&["pointwise shift"]),
    law("stable beginning", "only_grows_at_the_end", "f([x, u].concat()).starts_with(f(x))")
        .names(&["more", "rest"]),
    law("self-delimiting", "ignores_what_follows", "f(x).is_none() || f([x, u].concat()) == f(x)")
        .implies(&["repetition", "stable beginning"])
        .names(&["more", "rest"]),
    law("self-delimiting", "ignores_what_follows", "f(x).is_err() || f([x, u].concat()) == f(x)")
        .implies(&["repetition", "stable beginning"])
        .names(&["more", "rest"]),
    law("repetition", "ignores_repetition", "f(x.repeat(2)) == f(x)").minor().alone(),
    law("palindrome", "holds_for_{x}_and_its_mirror_image", "f([x, x.iter().rev()].concat())").minor(),
    law("inherited by the front", "is_inherited_by_the_front", "!f([x, u].concat()) || f(x)")
        .minor()
        .names(&["more"]),
    law("repetition", "ignores_a_second_copy", "f([x, x].concat()) == f(x)").minor_of_predicates().alone(),
    law("one element", "of_one_element_is_that_element", "f([e]) == e").names(&["one"]),
    law("selection", "returns_an_element_of_{x}", "x.contains(f(x))")
        .except(&[Kind::Text])
        .implies(&["between extremes"]),
    law(
        "between extremes",
        "is_between_the_extremes",
        "f(x) >= x.sorted()[0] && f(x) <= x.sorted()[x.len() - 1]",
    ),
    // From one end to the other.
    law("way", "begins_at_{x}", "f(x, y)[0] == x"),
    law("way", "ends_at_{y}", "f(x, y)[f(x, y).len() - 1] == y"),
    law("way back", "is_reversed_the_other_way_round", "f(y, x) == f(x, y).iter().rev()").symmetric(),
    law("mean", "times_the_length_is_the_sum", "f(x) * x.len() as f64 == x.iter().sum()"),
    law("over the length", "times_the_length_is_{g}", "f(x) * x.len() as f64 == g(x)"),
    law("over the length", "is_{g}_for_one_more", "f(x) * x.len() as f64 == g(x) * (x.len() - 1) as f64")
        .when("x.len() > 1"),
    law("bounded by the length", "never_exceeds_the_length", "f(x) <= x.len()").minor(),
    law("bounded by the length", "never_exceeds_the_number_of_characters", "f(x) <= x.chars().count()")
        .minor(),
    law(
        "equivariant under case",
        "commutes_with_ascii_upper_case",
        "f(x.to_ascii_uppercase()) == f(x).to_ascii_uppercase()",
    )
    .minor(),
    law(
        "equivariant under case",
        "commutes_with_ascii_lower_case",
        "f(x.to_ascii_lowercase()) == f(x).to_ascii_lowercase()",
    )
    .minor(),
    law(
        "subadditive over concatenation",
        "is_subadditive_over_concatenation",
        "f([x, u].concat()) <= f(x) + f(u)",
    )
    .alone()
    .except(&[Kind::List])
    .names(&["more", "rest"]),
    law(
        "equivariant under a shift",
        "follows_a_shift_of_its_elements",
        "f(x.iter().map(|it| it + e)) == f(x) + e as f64",
    )
    .except(&[Kind::Bytes])
    .names(&["k", "t"]),
    law("homogeneous", "is_homogeneous", "f(x.iter().map(|it| it * e)) == f(x) * e as f64")
        .except(&[Kind::Bytes])
        .names(&["k", "t"]),
    law("mean", "times_the_length_is_the_sum", "f(x) * x.len() as f64 == x.iter().sum() as f64"),
    law("open end", "keeps_what_is_appended", "f([x, u].concat()) == [f(x), u].concat()")
        .implies(&["start alone", "stable beginning"])
        .names(&["more"]),
    law("start alone", "changes_the_start_alone", "f([x, u].concat()) == [f(x), u].concat()")
        .implies(&["stable beginning"])
        .when("!x.is_empty()")
        .names(&["more"]),
    law("end alone", "changes_the_end_alone", "f([u, x].concat()) == [u, f(x)].concat()")
        .when("!x.is_empty()")
        .names(&["more"]),
];

/// What is said of each part alone does not depend on their order.
const UNORDERED: &[&str] = &[
    "permutation",
    "reversal",
    "rotation",
    "order of concatenation",
    "repetition",
    "inherited by the rest",
    "inherited by the front",
];
