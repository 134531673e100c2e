//! Texts that are put together.

use super::writer::Writer;
use crate::expr::Expr;
use crate::rust::code::{ATOM, Code, Refused};
use crate::text::{shown_part, within_form};
use crate::types::Type;
use crate::value::Value;

impl Writer {
    /// Texts one behind the other, as `format!` has them: `format!("rgb({red}, {:02x})", other())`.
    pub(super) fn formatted(&mut self, parts: &[&Expr]) -> Result<Code, Refused> {
        let (mut form, mut args) = (String::new(), String::new());
        for part in parts {
            if let Expr::Const(Value::Str(text)) = part {
                form.push_str(&within_form(text));
                continue;
            }
            let (shown, how) = shown_part(part);
            let code = self.code(shown, None)?;
            match named(&code) {
                Some(name) => form.push_str(&format!("{{{name}{how}}}")),
                None => {
                    form.push_str(&format!("{{{how}}}"));
                    args.push_str(&format!(", {}", code.at(0)));
                }
            }
        }
        Ok(Code::made(format!("format!(\"{form}\"{args})"), ATOM, Type::String))
    }
}

/// The name of a variable, also behind a reference.
fn named(code: &Code) -> Option<&str> {
    let name = code.text.trim_start_matches(['&', '*']);
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    (code.place && name.chars().all(is_name) && !name.starts_with(|c: char| c.is_ascii_digit()))
        .then_some(name)
}
