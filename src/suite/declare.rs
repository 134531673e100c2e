//! The one line in the user's sources: the declaration of a test module.

use std::ops::Range;

use syn::Item;
use syn::spanned::Spanned;

use morph_source::exit::{Code, fail};
use morph_source::workspace::{Module, Source};

/// The module's name.
pub const NAME: &str = "morph_tests";

/// A change of a file: bytes and what stands there instead.
pub type Edit = (Range<usize>, String);

/// Declares the test module at the end of `module`; `None` where it is declared already.
pub fn declaration(module: &Module, source: &Source, text: &str) -> anyhow::Result<Option<Edit>> {
    if declared(items(module, source)?).is_some() {
        return Ok(None);
    }
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let Some(range) = &module.inline else {
        let path = module.child_path.as_ref();
        let path =
            path.map_or_else(String::new, |folder| format!("#[path = \"{folder}/{NAME}.rs\"]{newline}"));
        let body = format!("#[cfg(test)]{newline}{path}mod {NAME};");
        let added = if text.ends_with('\n') {
            format!("{newline}{body}{newline}")
        } else {
            format!("{newline}{newline}{body}")
        };
        return Ok(Some((text.len()..text.len(), added)));
    };
    let inside = &text[range.clone()];
    let Some(last_line) = inside.rfind('\n') else {
        // All on one line, and so stays the declaration.
        let gap = if inside.ends_with(' ') { "" } else { " " };
        return Ok(Some((range.end..range.end, format!("{gap}#[cfg(test)] mod {NAME}; "))));
    };
    let closing = &inside[last_line + 1..];
    if !closing.trim().is_empty() {
        return Ok(Some((range.end..range.end, format!(" #[cfg(test)] mod {NAME}; "))));
    }
    let indent = format!("{closing}{}", if closing.contains('\t') { "\t" } else { "    " });
    let at = range.start + last_line + 1;
    Ok(Some((at..at, format!("{newline}{indent}#[cfg(test)]{newline}{indent}mod {NAME};{newline}"))))
}

/// Takes the declaration out again, so that the text is as it was before [`declaration`].
pub fn removal(module: &Module, source: &Source, text: &str) -> anyhow::Result<Option<Edit>> {
    let Some(item) = declared(items(module, source)?) else { return Ok(None) };
    let range = source.range(item.span());
    let line_start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    if !text[line_start..range.start].trim().is_empty() {
        let gap = usize::from(text[range.end..].starts_with(' '));
        return Ok(Some((range.start..range.end + gap, String::new())));
    }
    let rest = &text[range.end..];
    let line_end = rest.find('\n').map_or(text.len(), |at| range.end + at + 1);
    if !text[range.end..line_end].trim().is_empty() {
        return Ok(Some((range, String::new())));
    }
    let before = &text[..line_start];
    let line = before.strip_suffix('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let blank = line.is_some_and(|line| line.is_empty() || line.ends_with('\n'));
    let mut start = if blank { line.map_or(0, str::len) } else { line_start };
    if line_end == text.len() && !text.ends_with('\n') {
        // The file did not end with a line break before either.
        let kept = &text[..start];
        let kept = kept.strip_suffix('\n').map_or(kept, |kept| kept.strip_suffix('\r').unwrap_or(kept));
        start = kept.len();
    }
    Ok(Some((start..line_end, String::new())))
}

/// Applies edits of one file.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut result = text.to_owned();
    for (range, new) in edits.into_iter().rev() {
        result.replace_range(range, &new);
    }
    result
}

/// The functions of a module, in source order.
pub fn functions(module: &Module, source: &Source) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for item in items(module, source)? {
        match item {
            Item::Fn(function) => names.push(function.sig.ident.to_string()),
            Item::Impl(block) => names.extend(block.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
                _ => None,
            })),
            _ => {}
        }
    }
    Ok(names)
}

fn declared(items: &[Item]) -> Option<&syn::ItemMod> {
    items.iter().find_map(|item| match item {
        Item::Mod(module) if module.ident == NAME => Some(module),
        _ => None,
    })
}

/// The items of a module.
fn items<'a>(module: &Module, source: &'a Source) -> anyhow::Result<&'a [Item]> {
    let Some(range) = &module.inline else { return Ok(&source.ast.items) };
    find(&source.ast.items, source, range.start).ok_or_else(|| {
        fail(
            Code::Usage,
            format!("{} changed while cargo morph was running; run it again", source.file.display()),
        )
    })
}

/// The inline module whose text begins at a byte.
fn find<'a>(items: &'a [Item], source: &Source, start: usize) -> Option<&'a [Item]> {
    items.iter().find_map(|item| {
        let Item::Mod(module) = item else { return None };
        let (braces, inner) = module.content.as_ref()?;
        let open = source.range(braces.span.open()).end;
        if open == start { Some(inner.as_slice()) } else { find(inner, source, start) }
    })
}
