//! Where the parts of values stand in texts: how a function writes its arguments, and how it reads what it returns.
//!
//! Both are read off executions, as whole statements: `f(x) == [x.0.to_string(), "-", x.1.to_string()].concat()`.

mod growing;
mod reading;
mod tokens;
mod units;
mod writing;

pub use growing::growing;
pub use reading::{accepted_texts, read};
pub use units::units;
pub use writing::written;

use morph_relation::{Type, Value};

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
    /// The names, where they have some, and the types of the parts that the letters of [`READ_PARTS`] stand for.
    pub parts: Vec<(String, Type)>,
    /// What its test is called, where the family has no better name.
    pub said: Option<String>,
}

impl Statement {
    /// That of a text with its guard, which may be empty.
    pub fn parse(law: &str, when: &str) -> Option<Statement> {
        let when = match when {
            "" => None,
            when => Some(syn::parse_str(when).ok()?),
        };
        Some(Statement { law: syn::parse_str(law).ok()?, when, parts: Vec::new(), said: None })
    }
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// What is always there.
    Fixed(String),
    /// A part of a value, by its number among all parts.
    Part(usize, Spelling),
}

/// How a part is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spelling {
    /// As it is displayed.
    Plain,
    /// With so many digits at least.
    Padded(usize),
    /// With so many hexadecimal digits at least.
    Hex(usize),
    /// The same in capitals.
    UpperHex(usize),
}

/// A text as the code of a concatenation, with the code of each part and whether it is a text itself.
fn joined(pieces: &[Piece], part: &dyn Fn(usize) -> (String, bool)) -> String {
    let code = |piece: &Piece| match piece {
        Piece::Fixed(text) => format!("{text:?}"),
        Piece::Part(number, spelling) => {
            let (code, is_text) = part(*number);
            match spelling {
                Spelling::Plain if is_text => code,
                Spelling::Plain => format!("{code}.to_string()"),
                Spelling::Padded(width) => format!("{code}.zero_padded({width})"),
                Spelling::Hex(width) => format!("{code}.hex({width})"),
                Spelling::UpperHex(width) => format!("{code}.hex({width}).to_uppercase()"),
            }
        }
    };
    match pieces {
        [only] => code(only),
        pieces => format!("[{}].concat()", pieces.iter().map(code).collect::<Vec<_>>().join(", ")),
    }
}

/// A number, a character or a text as it is written.
fn shown(value: &Value, spelling: Spelling) -> Option<String> {
    match (value, spelling) {
        (Value::Int(n), Spelling::Plain) => Some(n.to_string()),
        (Value::Int(n), _) if *n < 0 => None,
        (Value::Int(n), Spelling::Padded(width)) => Some(format!("{n:0width$}")),
        (Value::Int(n), Spelling::Hex(width)) => Some(format!("{n:0width$x}")),
        (Value::Int(n), Spelling::UpperHex(width)) => Some(format!("{n:0width$X}")),
        (Value::Char(c), Spelling::Plain) => Some(c.to_string()),
        (Value::F32(x), Spelling::Plain) => Some(x.to_string()),
        (Value::F64(x), Spelling::Plain) => Some(x.to_string()),
        (Value::Str(text), Spelling::Plain) => Some(text.to_string()),
        _ => None,
    }
}
