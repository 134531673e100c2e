//! What the documentation of the standard library promises of every implementation of a trait.

use crate::laws::{Family, Instance, law};
use morph_relation::{Expr, Followup};
use morph_source::scan::Subject;

/// A statement about the method of a trait.
pub struct Contract {
    /// The trait.
    pub of: &'static str,
    /// Its method.
    method: &'static str,
    /// The trait that the sibling in the statement implements.
    sibling: Option<&'static str>,
    /// The statement.
    pub family: Family,
}

const fn contract(of: &'static str, method: &'static str, family: Family) -> Contract {
    Contract { of, method, sibling: None, family }
}

impl Contract {
    const fn with(self, sibling: &'static str) -> Contract {
        Contract { sibling: Some(sibling), ..self }
    }

    /// Whether it is about this subject.
    pub fn is_about(&self, subject: &Subject) -> bool {
        implemented(subject) == Some(self.of) && subject.name == self.method
    }

    /// Whether an instance of its family calls what the contract means.
    pub fn means(&self, instance: &Instance, siblings: &[&Subject]) -> bool {
        let is_meant = |path: &String| {
            let sibling = siblings.iter().find(|sibling| sibling.path == *path);
            sibling.and_then(|sibling| implemented(sibling)) == self.sibling
        };
        // What `+=` does is what `+` does with the same operands in the same order.
        let in_order = |followup: &Followup| {
            let places = followup.args.iter().map(|arg| match arg {
                Expr::Param(place) => Some(*place),
                _ => None,
            });
            let places: Option<Vec<usize>> = places.collect();
            followup.function.is_none() || places.is_none_or(|places| places.is_sorted())
        };
        instance.siblings.iter().all(is_meant)
            && instance.forms.iter().all(|form| form.followups.iter().all(in_order))
    }
}

/// The trait whose method a subject is.
pub fn implemented(subject: &Subject) -> Option<&str> {
    if subject.name == "to_string" && subject.path.contains("Display>") {
        return Some("Display");
    }
    subject.member.as_ref()?.implements()
}

/// Where `Hash` or `Ord` is derived, two values are equal if all fields are.
pub const OF_ALL_FIELDS: &str = "consistent with the derived `Hash` or `Ord`";

/// All of them.
pub static CONTRACTS: &[Contract] = &[
    contract("PartialEq", "eq", law("symmetric", "is_symmetric", "f(y, x) == f(x, y)").symmetric()),
    contract("PartialEq", "eq", law("transitive", "is_transitive", "!f(x, y) || !f(y, u) || f(x, u)")),
    contract("PartialEq", "eq", law("reflexive", "is_reflexive", "f(x, x)")),
    contract(
        "PartialEq",
        "eq",
        law(OF_ALL_FIELDS, "is_true_of_same_values_alone", "!f(x, y) || x == y").symmetric(),
    ),
    contract(
        "PartialOrd",
        "partial_cmp",
        law("antisymmetric", "is_antisymmetric", "f(y, x) == f(x, y).reverse()").symmetric(),
    ),
    contract(
        "PartialOrd",
        "partial_cmp",
        law("consistent with `cmp`", "agrees_with_cmp", "f(x, y) == g(x, y)"),
    )
    .with("Ord"),
    contract(
        "PartialOrd",
        "partial_cmp",
        law("consistent with `==`", "is_equal_for_equal_values_alone", "(f(x, y) == Equal) == g(x, y)"),
    )
    .with("PartialEq"),
    contract(
        "Ord",
        "cmp",
        law("antisymmetric", "is_antisymmetric", "f(y, x) == f(x, y).reverse()").symmetric(),
    ),
    contract("Ord", "cmp", law("reflexive", "is_equal_on_the_diagonal", "f(x, x) == Equal")),
    contract(
        "Ord",
        "cmp",
        law("transitive", "is_transitive", "f(x, y) != Less || f(y, u) != Less || f(x, u) == Less"),
    ),
    contract(
        "Ord",
        "cmp",
        law("consistent with `==`", "is_equal_for_equal_values_alone", "(f(x, y) == Equal) == g(x, y)"),
    )
    .with("PartialEq"),
    contract(
        "Ord",
        "cmp",
        law(
            "consistent with the derived `==`",
            "is_equal_for_equal_values_alone",
            "(f(x, y) == Equal) == (x == y)",
        ),
    ),
    contract(
        "PartialOrd",
        "partial_cmp",
        law(
            "consistent with the derived `==`",
            "is_equal_for_equal_values_alone",
            "(f(x, y) == Equal) == (x == y)",
        ),
    ),
    contract(
        "Hash",
        "hash",
        law("equal hashes of equal values", "is_equal_for_equal_values", "!g(x, u) || f(x) == f(u)"),
    )
    .with("PartialEq"),
    contract(
        "Hash",
        "hash",
        law(
            "equal hashes of what the derived `==` calls equal",
            "is_equal_for_equal_values",
            "x != u || f(x) == f(u)",
        ),
    ),
    contract("Display", "to_string", law("round trip", "is_read_back", "g(f(x)) == x")).with("FromStr"),
    contract(
        "Iterator",
        "size_hint",
        law("bound of what is left", "is_none_for_the_end_alone", "f(x).1 != Some(0) || g(x).0.is_none()"),
    )
    .with("Iterator"),
    contract(
        "Iterator",
        "size_hint",
        law("bound of what is left", "is_some_before_the_end_alone", "f(x).0 == 0 || g(x).0.is_some()"),
    )
    .with("Iterator"),
    contract("AddAssign", "add_assign", law("agrees with `+`", "agrees_with_add", "f(x, y) == g(x, y)"))
        .with("Add"),
    contract("SubAssign", "sub_assign", law("agrees with `-`", "agrees_with_sub", "f(x, y) == g(x, y)"))
        .with("Sub"),
    contract("MulAssign", "mul_assign", law("agrees with `*`", "agrees_with_mul", "f(x, y) == g(x, y)"))
        .with("Mul"),
    contract("DivAssign", "div_assign", law("agrees with `/`", "agrees_with_div", "f(x, y) == g(x, y)"))
        .with("Div"),
    contract("RemAssign", "rem_assign", law("agrees with `%`", "agrees_with_rem", "f(x, y) == g(x, y)"))
        .with("Rem"),
    contract(
        "BitAndAssign",
        "bitand_assign",
        law("agrees with `&`", "agrees_with_bitand", "f(x, y) == g(x, y)"),
    )
    .with("BitAnd"),
    contract(
        "BitOrAssign",
        "bitor_assign",
        law("agrees with `|`", "agrees_with_bitor", "f(x, y) == g(x, y)"),
    )
    .with("BitOr"),
    contract(
        "BitXorAssign",
        "bitxor_assign",
        law("agrees with `^`", "agrees_with_bitxor", "f(x, y) == g(x, y)"),
    )
    .with("BitXor"),
    contract("ShlAssign", "shl_assign", law("agrees with `<<`", "agrees_with_shl", "f(x, y) == g(x, y)"))
        .with("Shl"),
    contract("ShrAssign", "shr_assign", law("agrees with `>>`", "agrees_with_shr", "f(x, y) == g(x, y)"))
        .with("Shr"),
];
