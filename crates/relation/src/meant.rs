//! Functions as people name them in relations: by their path, or by the end of it.

use std::borrow::Cow;

/// Whether `written` is the path of a function, or the end of it from some segment on; a member of an implementation is
/// named by the type alone: `Point::add` for `demo::<Point as Add<Point>>::add`.
pub fn is_meant(path: &str, written: &str) -> bool {
    let spoken = spoken(path);
    path == written
        || spoken.strip_suffix(written).is_some_and(|rest| rest.is_empty() || rest.ends_with("::"))
}

/// The path that is meant by a name: the one that is written so in full, or the only one with this end. Of
/// implementations of a trait by values and by references, the one by values is meant.
pub fn meant<'p>(paths: impl Iterator<Item = &'p str>, written: &str) -> Option<&'p str> {
    let mut found: Vec<&str> = paths.filter(|path| is_meant(path, written)).collect();
    if let Some(whole) = found.iter().find(|path| **path == written) {
        return Some(whole);
    }
    if found.iter().any(|path| spoken(path) == written) {
        found.retain(|path| spoken(path) == written);
    }
    let first = spoken(found.first()?);
    if found.iter().any(|path| spoken(path) != first) {
        return None;
    }
    found.into_iter().min_by_key(|path| (path.matches('&').count(), path.len(), *path))
}

/// A path with the type alone in place of an implementation: `demo::Point::add`.
pub fn spoken(path: &str) -> Cow<'_, str> {
    let Some((around, of)) = path.split_once('<') else { return path.into() };
    let Some((ty, _)) = of.split_once(" as ") else { return path.into() };
    match path.rsplit_once(">::") {
        Some((_, name)) => format!("{around}{ty}::{name}").into(),
        None => path.into(),
    }
}

/// The name under which a function is called in a text: as it is spoken, where that can be read back. A type may implement
/// `From<u8>` and `From<u16>`.
pub fn callable(path: &str) -> Cow<'_, str> {
    let of_one = path.split_once(" as ").and_then(|(_, by)| by.rsplit_once(">::")).map(|(by, _)| by);
    let spoken = spoken(path);
    let is_telling = !of_one.is_some_and(|by| by.contains('<'));
    if is_telling && spoken.chars().all(is_of_path) { spoken } else { path.into() }
}

/// The type and the trait of an implementation at the start of a call, `demo::<[u8] as Encode>::` of
/// `demo::<[u8] as Encode>::hex(x)`, and the rest of the text.
pub fn split_implementation(text: &str) -> Option<(&str, &str)> {
    let start = text.find('<').filter(|at| text[..*at].chars().all(is_of_path))?;
    let mut depth = 0_usize;
    for (at, c) in text[start..].char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            let (of, rest) = text.split_at(start + at + 1);
            let rest = rest.strip_prefix("::")?;
            return Some((of, rest));
        }
    }
    None
}

fn is_of_path(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | ':' | '#')
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 6] = [
        "demo::num::gcd",
        "demo::big::gcd",
        "demo::num::lcm",
        "demo::ops::<&Ratio as Add<&Ratio>>::add",
        "demo::ops::<Ratio as Add<&Ratio>>::add",
        "demo::ops::<Ratio as Add<Ratio>>::add",
    ];

    #[test]
    fn calls_of_members_are_split_behind_the_implementation() {
        for (text, split) in [
            ("demo::<[u8] as Hex>::hex(x < y)", Some(("demo::<[u8] as Hex>", "hex(x < y)"))),
            (
                "demo::<Grid<u8> as From<[u8; 2]>>::from(x)",
                Some(("demo::<Grid<u8> as From<[u8; 2]>>", "from(x)")),
            ),
            ("demo::hex(x.collect::<Vec<_>>())", None),
            ("(x < y, z > 1)", None),
            ("demo::<[u8] as Hex", None),
            ("a > b", None),
        ] {
            assert_eq!(split_implementation(text), split, "{text}");
        }
        assert_eq!(callable("demo::<Ratio as Neg>::neg"), "demo::Ratio::neg");
        assert_eq!(callable("demo::<Lab as From<&Xyz>>::from"), "demo::<Lab as From<&Xyz>>::from");
        assert_eq!(callable("demo::<[u8] as Hex>::hex"), "demo::<[u8] as Hex>::hex");
    }

    #[test]
    fn functions_are_named_by_the_end_of_their_path_where_that_is_clear() {
        for (written, path) in [
            ("lcm", Some("demo::num::lcm")),
            ("num::gcd", Some("demo::num::gcd")),
            ("demo::big::gcd", Some("demo::big::gcd")),
            ("gcd", None),
            ("cm", None),
            ("Ratio::add", Some("demo::ops::<Ratio as Add<Ratio>>::add")),
            ("demo::ops::<Ratio as Add<&Ratio>>::add", Some("demo::ops::<Ratio as Add<&Ratio>>::add")),
        ] {
            assert_eq!(meant(PATHS.into_iter(), written), path, "{written}");
        }
    }
}
