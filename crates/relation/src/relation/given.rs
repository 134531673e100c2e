//! The variables of a relation as text: `k: u64`, `prefix: &str`.

use crate::signature::Signature;
use crate::syntax::{parse_syntax, shortened};
use crate::types::{FloatType, IntType, Type};

/// Reads variables beside the parameters of `subject`.
///
/// A type is one of std, or one that the function takes or returns, written as in its signature.
pub fn read(texts: &[String], subject: &Signature) -> Result<Vec<(String, Type)>, String> {
    let mut given: Vec<(String, Type)> = Vec::new();
    for text in texts {
        let wrong = |why: &str| format!("in variable `{}`: {why}", shortened(text));
        let (name, ty) = text.split_once(':').ok_or_else(|| wrong("write it as `name: type`"))?;
        let name = name.trim();
        if parse_syntax::<syn::Ident>(name).is_err() {
            return Err(wrong("this is not a name"));
        }
        if subject.params.iter().chain(&given).any(|(known, _)| known == name) {
            return Err(wrong("the name is taken"));
        }
        let parsed: syn::Type = parse_syntax(ty).map_err(|error| wrong(&error))?;
        let ty = of(&parsed, subject).ok_or_else(|| {
            wrong("the type is neither one of std nor one that the function takes or returns")
        })?;
        given.push((name.to_owned(), ty));
    }
    Ok(given)
}

/// The type that is written: of std, or a part of what the function takes or returns.
fn of(written: &syn::Type, subject: &Signature) -> Option<Type> {
    std_type(written, subject).or_else(|| {
        let same = |ty: &Type| syn::parse_str(&ty.to_string()).is_ok_and(|ty: syn::Type| ty == *written);
        let own = subject.params.iter().map(|(_, ty)| ty).chain([&subject.ret, &subject.returned]);
        own.filter_map(|ty| part(ty, &same)).next()
    })
}

fn std_type(written: &syn::Type, subject: &Signature) -> Option<Type> {
    let inside = |ty: &syn::Type| of(ty, subject).map(Box::new);
    match written {
        syn::Type::Reference(reference) if reference.mutability.is_none() => {
            Some(Type::Ref(inside(&reference.elem)?))
        }
        syn::Type::Slice(slice) => Some(Type::Slice(inside(&slice.elem)?)),
        syn::Type::Paren(paren) => of(&paren.elem, subject),
        syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Some(Type::Unit),
        syn::Type::Tuple(tuple) => {
            tuple.elems.iter().map(|ty| of(ty, subject)).collect::<Option<_>>().map(Type::Tuple)
        }
        syn::Type::Path(path) => {
            let last = path.path.segments.last()?;
            let name = last.ident.to_string();
            if let Some(plain) = plain(&name) {
                return Some(plain);
            }
            if let ("Vec" | "Option", syn::PathArguments::AngleBracketed(arguments)) =
                (name.as_str(), &last.arguments)
                && let Some(syn::GenericArgument::Type(item)) = arguments.args.first()
            {
                let item = inside(item)?;
                return Some(if name == "Vec" { Type::Vec(item) } else { Type::Option(item) });
            }
            None
        }
        syn::Type::Array(array) => {
            let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) = &array.len else {
                return None;
            };
            Some(Type::Array(inside(&array.elem)?, length.base10_parse().ok()?))
        }
        _ => None,
    }
}

/// The first part of a type that `test` accepts.
fn part(ty: &Type, test: &dyn Fn(&Type) -> bool) -> Option<Type> {
    let mut found = None;
    ty.any(&mut |ty| {
        let accepted = found.is_none() && test(ty);
        if accepted {
            found = Some(ty.clone());
        }
        accepted
    });
    found
}

fn plain(name: &str) -> Option<Type> {
    Some(match name {
        "bool" => Type::Bool,
        "char" => Type::Char,
        "str" => Type::Str,
        "String" => Type::String,
        "f32" => Type::Float(FloatType::F32),
        "f64" => Type::Float(FloatType::F64),
        _ => Type::Int(IntType::named(name)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gcd() -> Signature {
        let int = Type::Int(IntType::U64);
        Signature::new("demo::gcd", vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())], int)
    }

    #[test]
    fn types_are_read_as_they_are_shown() {
        for text in [
            "k: u64",
            "prefix: &str",
            "more: &[(char, f32)]",
            "keep: Option<Vec<bool>>",
            "s: String",
            "colours: &[[u8; 3]]",
        ] {
            let given = read(&[text.to_owned()], &gcd()).unwrap();
            assert_eq!(format!("{}: {}", given[0].0, given[0].1), text);
        }
    }

    #[test]
    fn what_is_no_variable_is_refused_with_a_reason() {
        for (text, why) in [
            ("k", "write it as `name: type`"),
            ("a: u64", "the name is taken"),
            ("3: u64", "this is not a name"),
            ("k: Point", "neither one of std"),
        ] {
            let error = read(&[text.to_owned()], &gcd()).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
