//! What a function returns, told by its siblings.

use crate::laws::family::{Family, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    law("both", "returns_{g}_and_{h}", "f(x) == (g(x), h(x))"),
    law("both", "returns_{g}_and_{h}", "f(x, y) == (g(x, y), h(x, y))"),
    law("part of a pair", "is_the_first_part_of_{g}", "f(x) == g(x).0"),
    law("part of a pair", "is_the_second_part_of_{g}", "f(x) == g(x).1"),
    law("joined", "joins_{g}_and_{h}", "f(x) == [g(x), h(x)].concat()").implies(&["part of a text"]),
    law("joined", "is_{x}_with_{g}", "f(x) == [x.to_string(), g(x)].concat()").implies(&["part of a text"]),
    law("part of a text", "ends_with_{g}", "f(x).ends_with(g(x))").alone(),
    law("part of a text", "starts_with_{g}", "f(x).starts_with(g(x))").alone(),
    law("part of a text", "contains_{g}", "f(x).contains(g(x))").alone(),
    law("part of a text", "starts_with_{x}", "f(x).starts_with(x.to_string())"),
    law("as a text", "is_{g}_as_a_text", "f(x) == g(x).to_string()").alone(),
    // Changed arguments or outcomes.
    law("mirrored", "mirrors_{g}", "f(x) == -g(-x)").mutual(),
    law("mirrored", "mirrors_{g}", "f(x, y) == -g(-x, -y)").mutual().symmetric(),
    law("other way round", "is_{g}_the_other_way_round", "f(x, y) == g(y, x)").mutual(),
    law("other way round", "is_the_negation_of_{g}_the_other_way_round", "f(x, y) == !g(y, x)").mutual(),
    law("with nothing", "is_{g}_with_an_empty_text", "f(x) == g(x, \"\")"),
    law("up to case", "is_{g}_in_lower_case", "f(x) == g(x).to_lowercase()").alone(),
    law("up to case", "is_{g}_in_upper_case", "f(x) == g(x).to_uppercase()").alone(),
    law("up to signs", "is_{g}_without_S", "f(x) == g(x).replace(S, \"\")").alone(),
    law("up to order", "is_{g}_reversed", "f(x) == g(x).iter().rev()").mutual().alone(),
    law("up to order", "is_{g}_sorted", "f(x) == g(x).sorted()").alone(),
    law("up to order", "is_{g}_without_repetitions", "f(x) == g(x).deduped()").alone(),
    law("up to order", "and_{g}_have_the_same_elements", "f(x).sorted() == g(x).sorted()").mutual().alone(),
    law("up to a step", "is_one_more_than_{g}", "f(x) == g(x) + 1").alone(),
    law("up to sign", "is_the_absolute_value_of_{g}", "f(x) == g(x).abs()").alone(),
    law("up to sign", "is_the_absolute_value_of_{g}", "f(x, y) == g(x, y).abs()"),
    law("up to sign", "is_the_sign_of_{g}", "f(x) == g(x).signum()").alone(),
    law("extension", "agrees_with_{g}_where_it_succeeds", "f(x).is_none() || g(x) == f(x)").alone(),
    law("extension", "agrees_with_{g}_where_it_succeeds", "f(x).is_err() || g(x) == f(x)").alone(),
    // Both succeed, or none.
    law("same success", "succeeds_when_{g}_does", "f(x).is_ok() == g(x).is_ok()").mutual().alone(),
    law("same success", "succeeds_when_{g}_does", "f(x).is_some() == g(x).is_some()").mutual().alone(),
    law("same success", "succeeds_when_{g}_does", "f(x).is_some() == g(x).is_ok()").alone(),
    law("same success", "succeeds_when_{g}_does", "f(x).is_ok() == g(x).is_some()").alone(),
    // Of two values, by what another function says of each.
    law("comparison by a sibling", "compares_by_{g}", "f(x, y) == g(x).cmp(&g(y))").symmetric(),
    law("comparison by a sibling", "tells_equal_{g}", "f(x, y) == (g(x) == g(y))").symmetric(),
    law("comparison by a sibling", "tells_the_smaller_{g}", "f(x, y) == (g(x) < g(y))"),
    law("comparison by a sibling", "tells_the_larger_{g}", "f(x, y) == (g(x) > g(y))"),
    law("difference of a sibling", "is_the_difference_of_{g}", "f(x, y) == g(y) - g(x)"),
    law("difference of a sibling", "is_the_difference_of_{g}", "f(x, y) == g(x) - g(y)"),
    law("difference of a sibling", "is_the_distance_of_{g}", "f(x, y) == (g(x) - g(y)).abs()").symmetric(),
    law("sibling of the difference", "is_{g}_of_the_difference", "f(x, y) == g(x - y)"),
    law("condition on a sibling", "holds_where_{g}_is_1", "f(x, y) == (g(x, y) == 1)").symmetric(),
    law("condition on a sibling", "holds_where_{g}_is_0", "f(x, y) == (g(x, y) == 0)").symmetric(),
    law("condition on a sibling", "holds_where_{g}_is_positive", "f(x, y) == (g(x, y) > 0)"),
    law("condition on a sibling", "holds_where_{g}_is_0", "f(x) == (g(x) == 0)").alone(),
    law("condition on a sibling", "holds_where_{g}_is_1", "f(x) == (g(x) == 1)").alone(),
    law("condition on a sibling", "holds_where_{g}_returns_nothing", "f(x) == g(x).is_empty()").alone(),
    law("condition on a sibling", "holds_where_{g}_says_so", "f(x, y) == g(x).contains(y)"),
    // Of what another function lists.
    law("of a list", "counts_what_{g}_returns", "f(x) == g(x).len()").alone(),
    law("of a list", "counts_the_characters_of_{g}", "f(x) == g(x).chars().count()").alone(),
    law("of a list", "adds_up_what_{g}_returns", "f(x) == g(x).iter().sum()").alone(),
    law("of a list", "is_the_first_of_{g}", "f(x) == g(x).first()").alone(),
    law("of a list", "is_the_last_of_{g}", "f(x) == g(x).last()").alone(),
    law("of a list", "is_the_largest_of_{g}", "f(x) == g(x).iter().max()").alone(),
    law("of a list", "is_the_smallest_of_{g}", "f(x) == g(x).iter().min()").alone(),
    law("of a list", "adds_up_what_{g}_returns", "f(x, y) == g(x, y).iter().sum()"),
    law("of a list", "lists_divisors", "f(x).contains(u) == (x % u == 0)").when("u > 0").names(&["divisor"]),
    // Together with another function.
    law("sum of both", "and_{g}_sum_up_to_both_arguments", "f(x, y) + g(x, y) == x + y").mutual().symmetric(),
    law("Cauchy-Schwarz inequality", "never_exceeds_the_product_of_{g}", "f(x, y) <= g(x) * g(y)")
        .symmetric(),
    law("subadditive over a sibling", "of_{g}_is_at_most_the_sum", "f(g(x, u)) <= f(x) + f(u)")
        .minor()
        .alone()
        .names(&["other"]),
    law("sorting by a sibling", "sorts_by_{g}", "g(f(x), x) == x.sorted()"),
    law("left alone", "leaves_what_{g}_accepts", "!g(x) || f(x) == x").alone(),
    law("change of a twin", "changes_{x}_as_{g}_does", "f(x, y).1 == g(x, y)"),
    law("change of a twin", "changes_{y}_as_{g}_does", "f(x, y) == (x, g(x, y))"),
    law("change of a twin", "changes_{x}_as_{g}_does", "f(x).1 == g(x)").alone(),
];
