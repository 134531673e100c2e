//! Choices between a few: variants of an enum, a value that may be left out.

use crate::laws::family::{Family, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    law("default", "has_{g}_as_the_default_of_{y}", "f(x, None) == f(x, Some(g(x)))"),
    law("opposite modes", "with_OTHER_undoes_MODE", "f(f(x, MODE), OTHER) == x"),
    law("commuting modes", "ignores_the_order_of_{y}", "f(f(x, y), v) == f(f(x, v), y)")
        .names(&["other"])
        .of_modes(),
    law("part in a mode", "with_MODE_is_{0}_of_{g}", "f(x, MODE) == g(x).0"),
    law("part in a mode", "with_MODE_is_{1}_of_{g}", "f(x, MODE) == g(x).1"),
    law("part in a mode", "with_MODE_is_{2}_of_{g}", "f(x, MODE) == g(x).2"),
    law("part in a mode", "with_MODE_is_{3}_of_{g}", "f(x, MODE) == g(x).3"),
];
