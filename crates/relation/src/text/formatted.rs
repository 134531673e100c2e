//! Texts that are put together, as `format!` has them: `format!("rgb({red}, {:02x})", other)`.

use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;

use crate::expr::{Expr, Scope};
use crate::operators::{ATOM, Op};
use crate::value::Value;

/// How a part is shown within braces, and the part itself: `:02`, `:04x`.
pub fn shown_part(part: &Expr) -> (&Expr, String) {
    match part {
        Expr::Apply(Op::Text, of) => (&of[0], String::new()),
        Expr::Apply(Op::ZeroPadded, of) => match &of[1] {
            Expr::Const(Value::Int(width @ 1..)) => (&of[0], format!(":0{width}")),
            _ => (part, String::new()),
        },
        Expr::Apply(Op::Hex, of) => match &of[1] {
            Expr::Const(Value::Int(0..=1)) => (&of[0], ":x".to_owned()),
            Expr::Const(Value::Int(width @ 2..)) => (&of[0], format!(":0{width}x")),
            _ => (part, String::new()),
        },
        Expr::Apply(Op::Upper, of) if matches!(&of[0], Expr::Apply(Op::Hex, _)) => match shown_part(&of[0]) {
            (of, how) if !how.is_empty() => (of, how.replace('x', "X")),
            _ => (part, String::new()),
        },
        part => (part, String::new()),
    }
}

/// A text within the literal of a form.
pub fn within_form(text: &str) -> String {
    let braced = text.replace('{', "{{").replace('}', "}}");
    let quoted = format!("{braced:?}");
    quoted[1..quoted.len() - 1].to_owned()
}

impl Scope {
    /// Texts one behind the other, where something is shown in them that is none, or a text that is always the same.
    pub(super) fn formatted(&self, parts: &[&Expr]) -> Option<(String, u8)> {
        let is_shown = |part: &Expr| !std::ptr::eq(shown_part(part).0, part);
        let is_fixed = |part: &Expr| matches!(part, Expr::Const(Value::Str(_)));
        if !parts.iter().any(|part| is_shown(part) || is_fixed(part) && parts.len() > 1) {
            return None;
        }
        let (mut form, mut args) = (String::new(), String::new());
        for part in parts {
            if let Expr::Const(Value::Str(text)) = part {
                form += &within_form(text);
                continue;
            }
            let (of, how) = shown_part(part);
            let shown = self.show_at(of, 0);
            // Outcomes have no names of their own.
            if matches!(of, Expr::Param(_) | Expr::Item) && !shown.starts_with("r#") {
                form += &format!("{{{shown}{how}}}");
            } else {
                form += &format!("{{{how}}}");
                args += &format!(", {shown}");
            }
        }
        Some((format!("format!(\"{form}\"{args})"), ATOM))
    }
}

/// What a `format!` says, as a concatenation of texts; `None` where it is another macro.
pub fn concatenation(call: &syn::Macro) -> Option<Result<syn::Expr, String>> {
    call.path.is_ident("format").then(|| pieces(call).map(joined))
}

fn pieces(call: &syn::Macro) -> Result<Vec<syn::Expr>, String> {
    let args = call.parse_body_with(Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated);
    let mut args = args.map_err(|error| error.to_string())?.into_iter();
    let Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(form), .. })) = args.next() else {
        return Err("`format!` begins with a text".to_owned());
    };
    let (form, mut pieces, mut fixed) = (form.value(), Vec::new(), String::new());
    let mut rest = form.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        fixed.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix(brace) {
            fixed.push_str(brace);
            rest = behind;
            continue;
        }
        let end = rest.find('}').filter(|_| brace == "{").ok_or("a brace of `format!` has no other one")?;
        if !fixed.is_empty() {
            pieces.push(text_literal(&std::mem::take(&mut fixed)));
        }
        let (name, how) = rest[..end].split_once(':').unwrap_or((&rest[..end], ""));
        let shown = match name {
            "" => args.next().ok_or("`format!` has fewer arguments than braces")?,
            name => syn::parse_str(name).map_err(|_| format!("`{name}` is no name"))?,
        };
        pieces.push(spelled(shown, how)?);
        rest = &rest[end + 1..];
    }
    fixed.push_str(rest);
    if !fixed.is_empty() || pieces.is_empty() {
        pieces.push(text_literal(&fixed));
    }
    if args.next().is_some() {
        return Err("`format!` has more arguments than braces".to_owned());
    }
    Ok(pieces)
}

/// A value as a text: `02` and `04x` say with how many digits.
fn spelled(shown: syn::Expr, how: &str) -> Result<syn::Expr, String> {
    if let Some(digits) = how.strip_suffix('X') {
        return Ok(method_of(spelled(shown, &format!("{digits}x"))?, "to_uppercase", None));
    }
    let (digits, method) = match how.strip_suffix('x') {
        Some(digits) => (digits, "hex"),
        None => (how, "zero_padded"),
    };
    let width = match digits.strip_prefix('0').and_then(|width| width.parse::<u32>().ok()) {
        _ if how.is_empty() => return Ok(method_of(shown, "to_string", None)),
        None if how == "x" => 0,
        Some(width) => width,
        None => return Err(format!("`{{:{how}}}` is not supported in relations")),
    };
    Ok(method_of(shown, method, Some(width)))
}

fn joined(mut pieces: Vec<syn::Expr>) -> syn::Expr {
    if pieces.len() == 1 {
        return pieces.remove(0);
    }
    let list = syn::ExprArray {
        attrs: Vec::new(),
        bracket_token: Default::default(),
        elems: pieces.into_iter().collect(),
    };
    method_of(syn::Expr::Array(list), "concat", None)
}

fn text_literal(text: &str) -> syn::Expr {
    let lit = syn::Lit::Str(syn::LitStr::new(text, Span::call_site()));
    syn::Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit })
}

fn method_of(receiver: syn::Expr, name: &str, arg: Option<u32>) -> syn::Expr {
    let number = |n: u32| {
        let lit = syn::Lit::Int(syn::LitInt::new(&n.to_string(), Span::call_site()));
        syn::Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit })
    };
    syn::Expr::MethodCall(syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(receiver),
        dot_token: Default::default(),
        method: Ident::new(name, Span::call_site()),
        turbofish: None,
        paren_token: Default::default(),
        args: arg.map(number).into_iter().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{IntType, Type};

    fn scope() -> Scope {
        let params = [("n", Type::Int(IntType::I64)), ("s", Type::String)];
        let params = params.map(|(name, ty)| (name.to_owned(), ty)).to_vec();
        Scope { params, outs: Vec::new(), item: None }
    }

    #[test]
    fn forms_are_shown_as_they_are_read() {
        for text in [
            "format!(\"{n}: {s}\")",
            "format!(\"{n:02}/{}\", n + 1)",
            "format!(\"{{{n:x}{n:04x}\\\"{n:02X}}}\")",
            "format!(\"{n:02}\")",
        ] {
            let read = scope().parse(text).unwrap();
            assert_eq!(scope().show(&read), text);
            assert_eq!(scope().type_of(&read), Some(Type::String), "{text}");
        }
        let same = ["format!(\"{}{}\", s, s)", "[s, s].concat()"].map(|text| scope().parse(text).unwrap());
        assert_eq!(same[0], same[1]);
        assert_eq!(scope().show(&same[0]), "[s, s].concat()");
    }

    #[test]
    fn what_is_wrong_with_a_form_is_said() {
        for (text, wrong) in [
            ("format!(\"{n\")", "a brace of `format!` has no other one"),
            ("format!(\"n}\")", "a brace of `format!` has no other one"),
            ("format!(\"{}\")", "`format!` has fewer arguments than braces"),
            ("format!(\"{n}\", n)", "`format!` has more arguments than braces"),
            ("format!(n)", "`format!` begins with a text"),
            ("format!(\"{n:?}\")", "`{:?}` is not supported in relations"),
            ("format!(\"{m}\")", "`m` is neither a parameter nor an outcome"),
            ("print!(\"{n}\")", "the only macro in relations is `format!`"),
        ] {
            let error = scope().parse(text).unwrap_err();
            assert!(error.contains(wrong), "{text}: {error}");
        }
    }
}
