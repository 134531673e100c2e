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
    law("self-delimiting", "{g}_leaves_what_follows", "g([f([], y), u].concat()).1 == u")
        .requires("round trip")
        .names(&["more"]),
    law("self-delimiting", "{g}_leaves_what_follows", "g([f([], y).1, u].concat()).1 == u")
        .requires("round trip")
        .names(&["more"]),
    law("length appended", "has_the_length_that_{g}_tells", "f([], y).len() == g(y)"),
    law("length appended", "has_the_length_that_{g}_tells", "f([], y).1.len() == g(y)"),
    law("counting what is appended", "tells_how_much_it_appends", "f([], y).0 == f([], y).1.len()"),
    law("counting what is appended", "tells_how_much_it_appends", "f([], y).0.unwrap() == f([], y).1.len()"),
    law("appending by a sibling", "appends_what_{g}_returns", "f(x, y) == [x, g(y)].concat()")
        .implies(APPENDING),
    law("appending by a sibling", "appends_what_{g}_returns", "f(x, y).1 == [x, g(y)].concat()")
        .implies(APPENDING),
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
    law("overwriting", "writes_the_same_again", "f(x, f(x, y).1).1 == f(x, y).1"),
    // By way of a buffer, and into what is there.
    law("round trip", "{g}_inverts_{f}", "g(f(x, y).1) == x"),
    law("round trip", "{g}_inverts_{f}", "g(f(x, y).1).0 == x"),
    law("round trip", "{g}_inverts_{f}", "g(f(x, y).1, u).1 == x").names(&["out"]),
    law("round trip", "{g}_inverts_{f}", "g(f(x, y), u).1 == x").names(&["out"]),
    law("round trip", "{g}_inverts_{f}", "g(f(x, y).1, u) == x").names(&["out"]),
    law("rest", "leaves_the_end_of_{x}", "x.ends_with(f(x).1)"),
];

/// What is said of a writer where it is known what it writes.
const APPENDING: &[&str] =
    &["appending", "longer", "longer in bytes", "padding", "equivariant under case", "with nothing"];
