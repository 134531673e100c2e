//! What another function says of what a function returns.

use crate::laws::family::{Family, Kind, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    law("set", "is_seen_by_{g}", "g(f(x, y)) == y"),
    law("set but for the sign", "has_{x}_without_its_sign_as_its_{g}", "g(f(x)) == x.abs()"),
    law("set where accepted", "is_seen_by_{g}_where_accepted", "f(x, y).0.is_err() || g(f(x, y).1) == y")
        .of_receiver()
        .implies(&["idempotent", "idempotent operation", "absorption in itself"]),
    law("refused change", "changes_nothing_where_refused", "f(x, y).0.is_ok() || f(x, y).1 == x")
        .of_receiver(),
    law("refused change", "changes_nothing_where_refused", "f(x, y).0.is_some() || f(x, y).1 == x")
        .of_receiver(),
    law("unneeded change", "changes_nothing_where_it_says_no", "f(x, y).0 || f(x, y).1 == x").of_receiver(),
    law("unrelated property", "leaves_{g}_alone", "g(f(x, y)) == g(x)").of_receiver(),
    law("last change", "last_call_wins", "f(f(x, y), v) == f(x, v)").names(&["other"]),
    law("set to what it is", "to_{g}_changes_nothing", "f(x, g(x)) == x").requires("set"),
    law("measured by a sibling", "adds_{y}_to_{g}", "g(f(x, y)) == g(x) + y"),
    law("measured by a sibling", "takes_{y}_from_{g}", "g(f(x, y)) == g(x) - y"),
    law("measured by a sibling", "multiplies_{g}", "g(f(x, y)) == g(x) * y"),
    law("measured by a sibling", "multiplies_{g}", "g(f(x, y)) == g(x) * y.abs()"),
    law("measured by a sibling", "adds_1_to_{g}", "g(f(x)) == g(x) + 1").alone(),
    law("measured by a sibling", "takes_1_from_{g}", "g(f(x)) == g(x) - 1").alone(),
    law("measured by a sibling", "negates_{g}", "g(f(x)) == -g(x)").alone(),
    law("measured by a sibling", "makes_{g}_1", "g(f(x)) == 1").alone(),
    law("measured by a sibling", "makes_{g}_0", "g(f(x)) == 0").alone(),
    law("measured by a sibling", "makes_{g}_1", "g(f(x).as_bytes()) == 1").alone(),
    law("measured by a sibling", "makes_{g}_0", "g(f(x).as_bytes()) == 0").alone(),
    law("membership", "{g}_tells_what_is_between", "g(f(x, y), u) == (x <= u && u <= y)").names(&["value"]),
    law("carried membership", "carries_{g}", "g(f(x, y), v + y) == g(x, v)").names(&["value"]),
    law("difference told", "{g}_tells_{y}", "g(x, f(x, y)) == y").except(&[Kind::FloatOfFloat]),
    law("difference told", "{g}_tells_{y}", "g(f(x, y), x) == y").except(&[Kind::FloatOfFloat]),
    law("additive along a chain", "adds_up_along_a_chain", "f(x, y) + f(y, u) == f(x, u)")
        .names(&["~"])
        .symmetric(),
    law("multiplicative along a chain", "multiplies_along_a_chain", "f(x, y) * f(y, u) == f(x, u)")
        .names(&["~"])
        .symmetric(),
    // Operations and what is neutral or inverse to them.
    law("action", "is_an_action_of_{g}", "f(g(x, u), y) == f(x, f(u, y))").names(&["other"]),
    law("opposite operand", "is_{g}_with_{h}_of_{y}", "f(x, y) == g(x, h(y))"),
    law("inverse element", "with_{g}_is_{h}", "f(x, g(x)) == h()").requires("neutral element"),
    law("inverse element", "of_{g}_is_{h}", "f(g(x), x) == h()").requires("neutral element"),
    law("inverse element", "with_{g}_is_0", "f(x, g(x)) == 0").requires("neutral element"),
    law("inverse element", "with_{g}_is_1", "f(x, g(x)) == 1").requires("neutral element"),
    law("inverse element", "with_the_negated_is_0", "f(x, -x) == 0").requires("neutral element"),
    law("neutral element", "with_{g}_changes_nothing", "f(x, g(h(x))) == x"),
    law("neutral element", "of_{g}_changes_nothing", "f(g(h(x)), x) == x"),
];
