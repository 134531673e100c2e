//! Writers and parsers: what a function appends to one of its parameters, and what it leaves of it.

use crate::laws::family::{Family, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    law("round trip", "{g}_inverts_{f}", "g(f([], y)).0 == Some(y)"),
    law("round trip", "{g}_inverts_{f}", "g(f([], y).1).0 == Some(y)"),
    law("round trip", "{g}_inverts_{f}", "g(f([], y)).0 == Ok(y)"),
    law("round trip", "{g}_inverts_{f}", "g(f([], y).1).0 == Ok(y)"),
    law("round trip", "{g}_inverts_{f}", "g(f(\"\", y)).0 == Some(y)"),
    law("round trip", "{g}_inverts_{f}", "g(f(\"\", y).1).0 == Some(y)"),
    law("round trip", "{g}_inverts_{f}", "g(f(\"\", y)).0 == Ok(y)"),
    law("round trip", "{g}_inverts_{f}", "g(f(\"\", y).1).0 == Ok(y)"),
    law("appending", "only_appends_to_{x}", "f(x, y) == [x, f([], y)].concat()").implies(&[
        "longer",
        "longer in bytes",
        "padding",
        "equivariant under case",
    ]),
    law("appending", "only_appends_to_{x}", "f(x, y).1 == [x, f([], y).1].concat()"),
    law("appending", "only_appends_to_{x}", "f(x, y) == [x, f(\"\", y)].concat()").implies(&[
        "longer",
        "longer in bytes",
        "padding",
        "equivariant under case",
    ]),
    law("appending", "only_appends_to_{x}", "f(x, y).1 == [x, f(\"\", y).1].concat()"),
    law("overwriting", "writes_the_same_again", "f(x, f(x, y).1) == f(x, y)"),
    law("rest", "leaves_the_end_of_{x}", "x.ends_with(f(x).1)"),
];
