//! Values as relations and reports write them.

use super::value::Value;

/// A value as relations and reports write it: its shortest Rust text, sequences in brackets.
pub fn show_literal(value: &Value) -> String {
    let list = |items: &[Value]| items.iter().map(show_literal).collect::<Vec<_>>().join(", ");
    match value {
        Value::Unit => "()".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Char(c) => format!("{c:?}"),
        Value::Int(n) => n.to_string(),
        Value::Big(n) => n.to_string(),
        Value::F32(x) => format!("{x:?}"),
        Value::F64(x) => format!("{x:?}"),
        Value::Str(s) => format!("{s:?}"),
        Value::Seq(items) => format!("[{}]", list(items)),
        Value::Tuple(items) => format!("({})", list(items)),
        Value::None => "None".to_owned(),
        Value::Some(v) => format!("Some({})", show_literal(v)),
        Value::Ok(v) => format!("Ok({})", show_literal(v)),
        Value::Err(v) => format!("Err({})", show_literal(v)),
        Value::Ordering(o) => format!("{o:?}"),
        Value::Data(data) => match &data.recipe {
            Some(recipe) => format!("({})", list(&recipe.args)),
            None => format!("{{{}}}", list(&data.fields)),
        },
    }
}

/// A tuple expression or type of the given parts.
pub fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => format!("({one},)"),
        parts => format!("({})", parts.join(", ")),
    }
}
