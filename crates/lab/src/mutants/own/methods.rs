//! Functions and methods with a counterpart.

use syn::{Expr, Ident};

use super::node::{Changes, Node};

/// Pairs whose values have the same type.
const PAIRS: [(&str, &str); 22] = [
    ("min", "max"),
    ("min_by", "max_by"),
    ("min_by_key", "max_by_key"),
    ("first", "last"),
    ("first_mut", "last_mut"),
    ("is_some", "is_none"),
    ("is_ok", "is_err"),
    ("any", "all"),
    ("starts_with", "ends_with"),
    ("trim_start", "trim_end"),
    ("strip_prefix", "strip_suffix"),
    ("find", "rfind"),
    ("floor", "ceil"),
    ("round", "trunc"),
    ("sin", "cos"),
    ("exp", "ln"),
    ("to_uppercase", "to_lowercase"),
    ("to_ascii_uppercase", "to_ascii_lowercase"),
    ("is_uppercase", "is_lowercase"),
    ("is_ascii_uppercase", "is_ascii_lowercase"),
    ("rotate_left", "rotate_right"),
    ("leading_zeros", "trailing_zeros"),
];

/// What an overflow does; `checked_` returns another type.
const OVERFLOWS: [&str; 2] = ["wrapping_", "saturating_"];
/// Prefixes behind which an operator's name stands.
const PREFIXES: [&str; 4] = ["wrapping_", "saturating_", "checked_", "overflowing_"];

pub(super) fn method(node: Node<'_>, changes: &mut Changes<'_>) {
    let Some(name) = called(node) else { return };
    let text = name.to_string();
    for replacement in counterparts(&text) {
        changes.replace(name, replacement);
    }
}

/// `skip` and `take`: iterators of different types.
pub(super) fn iterator(node: Node<'_>, changes: &mut Changes<'_>) {
    const PAIRS: [(&str, &str); 1] = [("skip", "take")];
    let Some(Expr::MethodCall(call)) = node.expr() else { return };
    // Options have a `take` without arguments.
    if call.args.len() == 1
        && let Some(other) = paired(&PAIRS, &call.method.to_string())
    {
        changes.replace(&call.method, other);
    }
}

/// The name of the method or, behind a path such as `f64::`, of the function that is called.
fn called(node: Node<'_>) -> Option<&Ident> {
    match node.expr()? {
        Expr::MethodCall(call) => Some(&call.method),
        Expr::Call(call) => match &*call.func {
            // A name without a path is imported, and its counterpart is not.
            Expr::Path(path) if path.path.segments.len() > 1 => path.path.segments.last().map(|s| &s.ident),
            _ => None,
        },
        _ => None,
    }
}

fn counterparts(name: &str) -> Vec<String> {
    let mut found: Vec<String> = paired(&PAIRS, name).map(str::to_owned).into_iter().collect();
    for (one, other) in [(OVERFLOWS[0], OVERFLOWS[1]), (OVERFLOWS[1], OVERFLOWS[0])] {
        if let Some(operation @ ("add" | "sub" | "mul" | "pow")) = name.strip_prefix(one) {
            found.push(format!("{other}{operation}"));
        }
    }
    for prefix in PREFIXES {
        let other = match name.strip_prefix(prefix) {
            Some("add") => "sub",
            Some("sub" | "mul") => "add",
            Some("div") => "rem",
            Some("rem") => "div",
            _ => continue,
        };
        found.push(format!("{prefix}{other}"));
    }
    found
}

fn paired<'a>(pairs: &[(&'a str, &'a str)], name: &str) -> Option<&'a str> {
    pairs.iter().find_map(|(a, b)| match name {
        name if name == *a => Some(*b),
        name if name == *b => Some(*a),
        _ => None,
    })
}
