//! The Rust that calls the subjects, placed inside the modules that they live in, so that private ones are reached.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::relation::Type;
use crate::scan::Subject;

/// Text for one module: a function that enters its subjects, and those of the modules below it, in the worker's table.
///
/// `path` is the module's, `subjects` are all of the target with their numbers.
pub fn module_text(path: &[String], subjects: &[(u32, &Subject)]) -> Option<String> {
    let below: Vec<_> = subjects.iter().filter(|(_, subject)| subject.module.starts_with(path)).collect();
    if below.is_empty() && !path.is_empty() {
        return None;
    }
    let mut text = String::from(
        "\n#[doc(hidden)] #[allow(warnings, clippy::all)] pub mod __morph_calls { \
         pub fn register(table: &mut ::__morph::Table) { ",
    );
    let mut children = BTreeMap::new();
    for (number, subject) in &below {
        match subject.module.get(path.len()) {
            None => {
                let _ = write!(text, "table.add({number}, call_{number}); ");
            }
            Some(child) => {
                children.insert(child, ());
            }
        }
    }
    for child in children.keys() {
        let _ = write!(text, "super::{child}::__morph_calls::register(table); ");
    }
    text.push_str("} ");
    for (number, subject) in below.iter().filter(|(_, subject)| subject.module.len() == path.len()) {
        call_text(*number, subject, &mut text);
    }
    text.push_str("}\n");
    Some(text)
}

/// A function that reads arguments, calls the subject and writes what it returns.
fn call_text(number: u32, subject: &Subject, text: &mut String) {
    let _ = write!(text, "fn call_{number}(r: &mut ::__morph::Reader<'_>, w: &mut ::__morph::Writer) {{ ");
    let mut args = Vec::new();
    for (i, param) in subject.params.iter().enumerate() {
        let owned = param.ty.owned();
        let _ = write!(text, "let a{i} = <{} as ::__morph::Read>::read(r); ", path_of(&owned));
        args.push(if owned == param.ty { format!("a{i}") } else { borrow(&format!("(&a{i})"), &param.ty) });
    }
    let _ = write!(text, "::__morph::Write::write(&super::{}({}), w); }} ", subject.name, args.join(", "));
}

/// An expression of type `ty`, made from `place`, an expression of type `&` of the owned type.
fn borrow(place: &str, ty: &Type) -> String {
    match ty {
        _ if ty.owned() == *ty => format!("::__morph::std::clone::Clone::clone({place})"),
        Type::Ref(inner) => match &**inner {
            Type::Str => format!("&{place}[..]"),
            Type::Slice(item) if item.owned() != **item => {
                let each = borrow("v", item);
                format!("&{place}.iter().map(|v| {each}).collect::<::__morph::std::vec::Vec<_>>()[..]")
            }
            Type::Slice(_) => format!("&{place}[..]"),
            inner if inner.owned() == *inner => place.to_owned(),
            inner => format!("&{}", borrow(place, inner)),
        },
        Type::Option(item) => format!("{place}.as_ref().map(|v| {})", borrow("v", item)),
        Type::Tuple(items) => {
            let parts: Vec<String> =
                items.iter().enumerate().map(|(i, item)| borrow(&format!("(&{place}.{i})"), item)).collect();
            format!("({},)", parts.join(", "))
        }
        Type::Vec(item) => {
            format!("{place}.iter().map(|v| {}).collect::<::__morph::std::vec::Vec<_>>()", borrow("v", item))
        }
        Type::Array(item, _) => {
            format!("::__morph::std::array::from_fn(|i| {})", borrow(&format!("(&{place}[i])"), item))
        }
        Type::Box(inner) => {
            format!("::__morph::std::boxed::Box::new({})", borrow(&format!("(&**{place})"), inner))
        }
        Type::Result(ok, err) => {
            format!("{place}.as_ref().map(|v| {}).map_err(|v| {})", borrow("v", ok), borrow("v", err))
        }
        _ => format!("::__morph::std::clone::Clone::clone({place})"),
    }
}

/// An owned type by paths that nothing in the module can shadow.
fn path_of(ty: &Type) -> String {
    const STD: &str = "::__morph::std";
    match ty {
        Type::String => format!("{STD}::string::String"),
        Type::Vec(item) => format!("{STD}::vec::Vec<{}>", path_of(item)),
        Type::Array(item, len) => format!("[{}; {len}]", path_of(item)),
        Type::Option(item) => format!("{STD}::option::Option<{}>", path_of(item)),
        Type::Result(ok, err) => format!("{STD}::result::Result<{}, {}>", path_of(ok), path_of(err)),
        Type::Box(inner) => format!("{STD}::boxed::Box<{}>", path_of(inner)),
        Type::Ordering => format!("{STD}::cmp::Ordering"),
        Type::Tuple(items) => {
            let items: Vec<String> = items.iter().map(|item| path_of(item) + ",").collect();
            format!("({})", items.join(" "))
        }
        primitive => primitive.to_string(),
    }
}
