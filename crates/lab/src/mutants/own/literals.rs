//! Literals.

use syn::{Expr, Lit, UnOp};

use super::node::{Changes, Node};
use morph_relation::IntType;

pub(super) fn literal(node: Node<'_>, changes: &mut Changes<'_>) {
    let Some(expr) = node.expr() else { return };
    let (lit, negative) = match expr {
        Expr::Lit(e) => (&e.lit, false),
        Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)) => match &*e.expr {
            Expr::Lit(e) => (&e.lit, true),
            _ => return,
        },
        _ => return,
    };
    let is_receiver = matches!(node, Node::Receiver(_));
    for replacement in replacements(lit, negative) {
        // The minus would be the whole call's.
        let apart = is_receiver && replacement.starts_with('-');
        changes.replace(expr, if apart { format!("({replacement})") } else { replacement });
    }
}

fn replacements(lit: &Lit, negative: bool) -> Vec<String> {
    match lit {
        Lit::Int(lit) => integers(lit, negative),
        Lit::Float(lit) => floats(lit, negative),
        Lit::Bool(lit) => vec![(!lit.value).to_string()],
        Lit::Str(lit) if !lit.value().is_empty() => vec!["\"\"".to_owned()],
        Lit::Char(lit) => vec![format!("{:?}", next(lit.value()))],
        Lit::Byte(lit) => {
            let next = lit.value().wrapping_add(1);
            let text = match next {
                b'\'' | b'\\' => format!("b'\\{}'", char::from(next)),
                b' '..=b'~' => format!("b'{}'", char::from(next)),
                _ => format!("{next}u8"),
            };
            vec![text]
        }
        _ => Vec::new(),
    }
}

/// The next character; the first letter where there is none.
fn next(c: char) -> char {
    char::from_u32(u32::from(c) + 1).unwrap_or('a')
}

/// c + 1, c − 1, 0 and −c.
fn integers(lit: &syn::LitInt, negative: bool) -> Vec<String> {
    let Ok(digits) = lit.base10_digits().parse::<i128>() else { return Vec::new() };
    let suffix = lit.suffix();
    if suffix.starts_with('f') {
        return Vec::new();
    }
    let value = if negative { -digits } else { digits };
    let mut values: Vec<i128> = Vec::new();
    let wanted = [value.checked_add(1), value.checked_sub(1), Some(0), (!negative).then_some(-value)];
    for wanted in wanted.into_iter().flatten() {
        if wanted != value && !values.contains(&wanted) && fits(wanted, suffix) {
            values.push(wanted);
        }
    }
    values.into_iter().map(|value| format!("{value}{suffix}")).collect()
}

/// Whether the value is one of the type that the suffix names; where there is none, the compiler knows.
fn fits(value: i128, suffix: &str) -> bool {
    IntType::named(suffix).is_none_or(|int| int.contains(value))
}

/// c + 1, 0 and −c; the sign alone of a negative one is the minus operator's.
fn floats(lit: &syn::LitFloat, negative: bool) -> Vec<String> {
    let Ok(digits) = lit.base10_digits().parse::<f64>() else { return Vec::new() };
    let value = if negative { -digits } else { digits };
    let mut values: Vec<f64> = Vec::new();
    let wanted = [Some(value + 1.0), Some(0.0), (!negative).then_some(-value)];
    for wanted in wanted.into_iter().flatten() {
        if wanted != value && wanted.is_finite() && !values.contains(&wanted) {
            values.push(wanted);
        }
    }
    values.into_iter().map(|value| format!("{value:?}{}", lit.suffix())).collect()
}
