//! Where the parts of values stand in texts: how a function writes its arguments, and how it reads what it returns.
//!
//! Both are read off executions, as whole statements: `f(x) == [x.0.to_string(), "-", x.1.to_string()].concat()`.

mod reading;
mod writing;

pub use reading::{accepted_texts, read};
pub use writing::written;

use morph_relation::Value;

/// What families say whose statement tells how arguments are written.
pub const WRITTEN: &str = "WRITTEN";
/// What families say whose statement tells how what is returned is read.
pub const READ: &str = "READ";
/// The letters of variables like the parts of what is returned.
pub const READ_PARTS: [&str; 6] = ["i", "j", "k", "l", "m", "n"];

/// A statement that was read off executions, in the words of families.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The statement.
    pub law: syn::Expr,
    /// Its guard.
    pub when: Option<syn::Expr>,
}

impl Statement {
    /// That of a text with its guard, which may be empty.
    pub fn parse(law: &str, when: &str) -> Option<Statement> {
        let when = match when {
            "" => None,
            when => Some(syn::parse_str(when).ok()?),
        };
        Some(Statement { law: syn::parse_str(law).ok()?, when })
    }
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// What is always there.
    Fixed(String),
    /// A part of a value, by its number among all parts, with as many digits at least.
    Part(usize, Width),
}

/// With how many digits a number is written at least; 0 where with as many as it has.
type Width = usize;

/// A text as the code of a concatenation, with the code of each part and whether it is a text itself.
fn joined(pieces: &[Piece], part: &dyn Fn(usize) -> (String, bool)) -> String {
    let code = |piece: &Piece| match piece {
        Piece::Fixed(text) => format!("{text:?}"),
        Piece::Part(number, width) => match (part(*number), *width) {
            ((code, true), _) => code,
            ((code, false), 0) => format!("{code}.to_string()"),
            ((code, false), width) => format!("{code}.zero_padded({width})"),
        },
    };
    match pieces {
        [only] => code(only),
        pieces => format!("[{}].concat()", pieces.iter().map(code).collect::<Vec<_>>().join(", ")),
    }
}

/// A number, a character or a text as it is written with as many digits at least.
fn shown(value: &Value, width: Width) -> Option<String> {
    match value {
        Value::Int(n) if width > 0 => (*n >= 0).then(|| format!("{n:0width$}")),
        Value::Int(n) => Some(n.to_string()),
        _ if width > 0 => None,
        Value::Char(c) => Some(c.to_string()),
        Value::F32(x) => Some(x.to_string()),
        Value::F64(x) => Some(x.to_string()),
        Value::Str(text) => Some(text.to_string()),
        _ => None,
    }
}

/// Whether two neighbours in a text may be one number.
fn run_on(before: Option<char>, after: Option<char>) -> bool {
    matches!((before, after), (Some(a), Some(b)) if a.is_ascii_digit() && b.is_ascii_digit())
}
