//! Methods of the standard library's operators, as they are written: `a.add(b)` is `a + b`.

use quote::ToTokens;
use syn::Expr::{
    Array, Binary, Block, Call, Field, Index, Lit, Macro, MethodCall, Paren, Path, Reference, Struct, Tuple,
    Unary,
};

/// How an operator is written.
#[derive(Clone, Copy)]
pub enum Form {
    Between(&'static str),
    Before(&'static str),
    Assigns(&'static str),
}

use Form::{Assigns, Before, Between};

/// The traits, their methods and operators.
const TRAITS: [(&str, &str, Form); 22] = [
    ("Add", "add", Between("+")),
    ("Sub", "sub", Between("-")),
    ("Mul", "mul", Between("*")),
    ("Div", "div", Between("/")),
    ("Rem", "rem", Between("%")),
    ("BitAnd", "bitand", Between("&")),
    ("BitOr", "bitor", Between("|")),
    ("BitXor", "bitxor", Between("^")),
    ("Shl", "shl", Between("<<")),
    ("Shr", "shr", Between(">>")),
    ("Neg", "neg", Before("-")),
    ("Not", "not", Before("!")),
    ("AddAssign", "add_assign", Assigns("+=")),
    ("SubAssign", "sub_assign", Assigns("-=")),
    ("MulAssign", "mul_assign", Assigns("*=")),
    ("DivAssign", "div_assign", Assigns("/=")),
    ("RemAssign", "rem_assign", Assigns("%=")),
    ("BitAndAssign", "bitand_assign", Assigns("&=")),
    ("BitOrAssign", "bitor_assign", Assigns("|=")),
    ("BitXorAssign", "bitxor_assign", Assigns("^=")),
    ("ShlAssign", "shl_assign", Assigns("<<=")),
    ("ShrAssign", "shr_assign", Assigns(">>=")),
];

impl Form {
    /// That of a method of a trait, both by their names.
    pub fn of(implements: &str, method: &str) -> Option<Form> {
        TRAITS.iter().find(|(of, name, _)| *of == implements && *name == method).map(|(.., form)| *form)
    }

    /// A call, between parentheses where it has a value. Operands that are no names or calls have parentheses of their own.
    pub fn written(self, args: &[String]) -> Option<String> {
        let operand = |text: &String| if is_postfix(text) { text.clone() } else { format!("({text})") };
        match (self, args) {
            (Between(sign), [a, b]) => Some(format!("({} {sign} {})", operand(a), operand(b))),
            (Before(sign), [a]) => Some(format!("({sign}{})", operand(a))),
            (Assigns(sign), [a, b]) => Some(format!("{a} {sign} {}", unparenthesised(b))),
            _ => None,
        }
    }
}

/// Whether a written expression needs no parentheses as an operand, or to have a method called on it.
pub fn is_postfix(text: &str) -> bool {
    matches!(
        syn::parse_str(text),
        Ok(Array(_)
            | Block(_)
            | Call(_)
            | Field(_)
            | Index(_)
            | Lit(_)
            | Macro(_)
            | MethodCall(_)
            | Paren(_)
            | Path(_)
            | Struct(_))
    )
}

/// An expression without the parentheses that it means the same without. Two signs that stand before a value are kept apart:
/// `-(-a)`.
pub fn unparenthesised(text: &str) -> String {
    let mut text = text.to_owned();
    let Ok(meaning) = syn::parse_str(&text).map(|expr| shape(&expr)) else { return text };
    let mut from = 0;
    while let Some(open) = text[from..].find('(').map(|at| from + at) {
        from = open + 1;
        let Some(close) = closing(&text, open) else { continue };
        let is_sign = |side: Option<char>| side.is_some_and(|c| "-!*&".contains(c));
        if is_sign(text[..open].chars().next_back()) && is_sign(text[open + 1..].chars().next()) {
            continue;
        }
        let without = format!("{}{}{}", &text[..open], &text[open + 1..close], &text[close + 1..]);
        if syn::parse_str(&without).is_ok_and(|expr| shape(&expr) == meaning) {
            text = without;
            from = open;
        }
    }
    text
}

/// Where the parenthesis ends that is opened at a place.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    text[open..].char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(open + at)
    })
}

/// How an expression is read, whatever parentheses it has. Those in blocks and closures are left as they are.
fn shape(expr: &syn::Expr) -> String {
    let all = |parts: &mut dyn Iterator<Item = &syn::Expr>| parts.map(shape).collect::<Vec<_>>().join(",");
    match expr {
        Paren(inner) => shape(&inner.expr),
        Binary(of) => format!("<{} {} {}>", shape(&of.left), of.op.to_token_stream(), shape(&of.right)),
        Unary(of) => format!("<{} {}>", of.op.to_token_stream(), shape(&of.expr)),
        Reference(of) => format!("<& {} {}>", of.mutability.to_token_stream(), shape(&of.expr)),
        Field(of) => format!("{}.{}", shape(&of.base), of.member.to_token_stream()),
        Index(of) => format!("{}[{}]", shape(&of.expr), shape(&of.index)),
        Call(of) => format!("{}({})", shape(&of.func), all(&mut of.args.iter())),
        MethodCall(of) => {
            let types = of.turbofish.to_token_stream();
            format!("{}.{}{types}({})", shape(&of.receiver), of.method, all(&mut of.args.iter()))
        }
        Array(of) => format!("[{}]", all(&mut of.elems.iter())),
        Tuple(of) => format!("({})", all(&mut of.elems.iter())),
        other => other.to_token_stream().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_written_between_their_operands() {
        let infix = |of: &str, name: &str, args: &[&str]| {
            let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
            Form::of(of, name)?.written(&args)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(infix("Add", "add", &["a", "b"]), some("(a + b)"));
        assert_eq!(infix("Shl", "shl", &["(a + b)", "n + 1"]), some("((a + b) << (n + 1))"));
        assert_eq!(infix("Neg", "neg", &["a"]), some("(-a)"));
        assert_eq!(infix("SubAssign", "sub_assign", &["a", "b + c"]), some("a -= b + c"));
        assert_eq!(infix("SubAssign", "sub_assign", &["a", "(b - c)"]), some("a -= b - c"));
        assert_eq!(infix("Add", "plus", &["a", "b"]), None);
        assert_eq!(infix("Sum", "sum", &["a"]), None);
    }

    #[test]
    fn parentheses_go_where_they_mean_nothing() {
        for (with, without) in [
            ("((a + b) + c) == (a + (b + c))", "a + b + c == a + (b + c)"),
            ("(a + b).0 == a.0 + b.0", "(a + b).0 == a.0 + b.0"),
            ("((-a) * b) == (-(a * b))", "-a * b == -(a * b)"),
            ("(-(-a)) == a", "-(-a) == a"),
            ("gcd((a * b), c)", "gcd(a * b, c)"),
            ("{ let mut a = (b + c); a += (b); a } == c", "{ let mut a = (b + c); a += (b); a } == c"),
            ("text.contains(\"(\") && (a)", "text.contains(\"(\") && a"),
            ("({} - {})", "{} - {}"),
        ] {
            assert_eq!(unparenthesised(with), without);
        }
    }
}
