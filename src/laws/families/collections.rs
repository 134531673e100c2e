//! What holds something: a changed collection, what it has, what it was made from.
//!
//! A method that changes its receiver returns that, behind what else it returns.

use crate::laws::family::{Family, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    // What a collection has, by what it is made from or goes through.
    law("model", "agrees_with_{g}", "f(x, y) == g(x).contains(y)").of_receiver(),
    law("model", "agrees_with_{g}", "f(x) == g(x).len()").of_receiver(),
    law("model", "agrees_with_{g}", "f(x) == g(x).is_empty()").of_receiver(),
    law("model", "agrees_with_{g}", "f(x) == (g(x) == 0)").of_receiver(),
    law("model", "is_the_first_of_{g}", "f(x) == g(x).first()").of_receiver(),
    law("model", "is_the_last_of_{g}", "f(x) == g(x).last()").of_receiver(),
    law("model", "is_the_largest_of_{g}", "f(x) == g(x).iter().max()").of_receiver(),
    law("model", "is_the_smallest_of_{g}", "f(x) == g(x).iter().min()").of_receiver(),
    law("model", "is_sorted_into_{g}", "f(x).sorted() == g(x)").of_receiver(),
    law("collected", "is_sorted_by_{g}", "g(f(x)) == x.sorted()"),
    law("collected", "is_sorted_without_duplicates_by_{g}", "g(f(x)) == x.sorted().deduped()"),
    law("collected", "keeps_its_items_in_{g}", "g(f(x)).sorted() == x.sorted()"),
    law("collected", "has_what_{g}_finds", "g(f(x), e) == x.contains(e)").names(&["item"]),
    law("collected", "has_the_length_that_{g}_tells", "g(f(x)) == x.len()"),
    law("collected", "of_nothing_is_what_{g}_tells", "g(f(x)) == x.is_empty()"),
    law("collected", "of_a_concatenation_agrees_with_{g}", "g(f(x), u) == f([x, u].concat())")
        .names(&["more"]),
    // What takes its input in parts, and what takes it at once.
    law("incremental", "of_parts_is_that_of_the_whole", "f(f(x, y), v) == f(x, [y, v].concat())")
        .names(&["more"])
        .implies(&["collected"]),
    law("incremental", "of_parts_is_that_of_the_whole", "f(f(x, y).1, v).1 == f(x, [y, v].concat()).1")
        .names(&["more"])
        .implies(&["collected"]),
    law("combination", "of_a_concatenation_is_{g}", "g(f(x), f(u)) == f([x, u].concat())").names(&["more"]),
    law("combination", "of_a_concatenation_is_{g}", "g(f(x), f(u), u.len()) == f([x, u].concat())")
        .names(&["more"]),
    law("combination", "is_{g}_with_{h}_of_{y}", "f(x, y) == g(x, h(y), y.len())"),
    law("started anew", "is_{g}_of_{h}", "f(x) == g(h(), x)").unguarded(),
    law("collected", "of_one_more_agrees_with_{g}", "g(f(x), e) == f([x, [e]].concat())").names(&["item"]),
    law("collected", "of_one_more_agrees_with_{g}", "g(f(x), e).1 == f([x, [e]].concat())").names(&["item"]),
    // What a collection has after a change.
    law("insertion", "finds_what_{g}_adds", "f(g(x, v).1, y) == (v == y || f(x, y))")
        .of_receiver()
        .names(&["added"]),
    law("insertion", "finds_what_{g}_adds", "f(g(x, v), y) == (v == y || f(x, y))")
        .of_receiver()
        .names(&["added"]),
    law("removal", "misses_what_{g}_takes_out", "f(g(x, v).1, y) == (v != y && f(x, y))")
        .of_receiver()
        .names(&["removed"]),
    law("removal", "misses_what_{g}_takes_out", "f(g(x, v), y) == (v != y && f(x, y))")
        .of_receiver()
        .names(&["removed"]),
    law("union", "finds_what_either_has_in_{g}", "f(g(x, u), y) == (f(x, y) || f(u, y))")
        .of_receiver()
        .names(&["other"]),
    law("intersection", "finds_what_both_have_in_{g}", "f(g(x, u), y) == (f(x, y) && f(u, y))")
        .of_receiver()
        .names(&["other"]),
    law("difference", "finds_what_one_alone_has_in_{g}", "f(g(x, u), y) == (f(x, y) && !f(u, y))")
        .of_receiver()
        .names(&["other"]),
    law(
        "symmetric difference",
        "finds_what_either_alone_has_in_{g}",
        "f(g(x, u), y) == (f(x, y) != f(u, y))",
    )
    .of_receiver()
    .names(&["other"]),
    law("inserted value", "is_what_{g}_returns", "g(f(x, y, z).1, y) == Some(z)").of_receiver(),
    law("inserted value", "is_seen_by_{g}", "g(f(x, y).1, y)").of_receiver(),
    law("inserted value", "is_seen_by_{g}", "g(f(x, y), y)").of_receiver(),
    law("removed value", "leaves_nothing_to_{g}", "!g(f(x, y).1, y)").of_receiver(),
    law("removed value", "leaves_nothing_to_{g}", "!g(f(x, y), y)").of_receiver(),
    law("report of a change", "tells_what_{g}_told", "f(x, y).0 == g(x, y)").of_receiver(),
    law("report of a change", "tells_the_opposite_of_{g}", "f(x, y).0 == !g(x, y)").of_receiver(),
    law("last in, first out", "is_undone_by_{g}", "g(f(x, y)) == (Some(y), x)").of_receiver(),
    law("undone change", "is_undone_by_{g}_unless_{h}", "h(x, y) || g(f(x, y).1, y).1 == x").of_receiver(),
    law("undone change", "is_undone_by_{g}_if_{h}", "!h(x, y) || g(f(x, y).1, y).1 == x").of_receiver(),
    law("emptied", "leaves_{g}_at_0", "g(f(x)) == 0").of_receiver(),
    law("one more", "adds_1_to_{g}", "g(f(x, y)) == g(x) + 1").of_receiver(),
    law("one more", "adds_1_to_{g}_unless_{h}", "h(x, y) || g(f(x, y).1) == g(x) + 1").of_receiver(),
    law("one less", "takes_1_from_{g}_if_{h}", "!h(x, y) || g(f(x, y).1) + 1 == g(x)").of_receiver(),
    law("one less", "takes_1_from_{g}", "f(x).0.is_none() || g(f(x).1) + 1 == g(x)").of_receiver(),
    law("more", "adds_as_many_to_{g}", "g(f(x, y)) == g(x) + y.len()").of_receiver(),
    law("truncation", "leaves_{g}_at_most_at_{y}", "g(f(x, y)) == g(x).min(y)").of_receiver(),
    law("absorption in itself", "changes_nothing_the_second_time", "f(f(x, y).1, y).1 == f(x, y).1")
        .of_receiver(),
];
