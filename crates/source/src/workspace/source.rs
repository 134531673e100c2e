//! A parsed source file, with positions as they are on disk.

use std::ops::Range;
use std::path::{Path, PathBuf};

use morph_relation::lexical;
use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;

use super::edition::modern;
use crate::conflict;
use crate::exit::{Code, fail};

/// A parsed source file.
#[derive(Debug)]
pub struct Source {
    /// Where it lies.
    pub file: PathBuf,
    /// Its syntax.
    pub ast: syn::File,
    /// Bytes before the text that syn saw: a byte order mark, a shebang line.
    skipped: usize,
}

impl Source {
    /// Bytes of `span` in the file.
    pub fn range(&self, span: Span) -> Range<usize> {
        let range = span.byte_range();
        range.start + self.skipped..range.end + self.skipped
    }

    /// Bytes from the start of a span to the end of a later node.
    pub fn join(&self, from: Span, to: &impl Spanned) -> Range<usize> {
        self.range(from).start..self.range(to.span()).end
    }
}

/// Reads and parses a file; one that cannot be parsed is an error with its position.
pub fn parse(file: &Path) -> anyhow::Result<Source> {
    let bytes = std::fs::read(file)
        .map_err(|error| fail(Code::DoesNotBuild, format!("cannot read {}: {error}", file.display())))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        fail(Code::DoesNotBuild, format!("{}:1:1: the file is not UTF-8 text", file.display()))
    })?;
    let code = without_prelude(&text);
    let ast = match syn::parse_file(code) {
        Ok(ast) => ast,
        Err(error) => match code.parse().ok().and_then(|tokens| syn::parse2(modern(tokens)).ok()) {
            Some(ast) => ast,
            None => {
                conflict::refuse(&text, file, Code::DoesNotBuild)?;
                return Err(syntax_error(file, code, &error));
            }
        },
    };
    Ok(Source { file: file.to_owned(), ast, skipped: text.len() - code.len() })
}

/// A syntax error with its place.
fn syntax_error(file: &Path, code: &str, error: &syn::Error) -> anyhow::Error {
    let at = error.span().start();
    let message = match code.parse::<TokenStream>() {
        Ok(_) => error.to_string().replace('\n', " "),
        // syn only says that it cannot be split into tokens.
        Err(_) => lexical(code.lines().nth(at.line.saturating_sub(1)).unwrap_or_default(), at.column),
    };
    fail(Code::DoesNotBuild, format!("{}:{}:{}: {message}", file.display(), at.line.max(1), at.column + 1))
}

/// The text without a byte order mark and a shebang line, whose line break stays so that lines keep their numbers.
fn without_prelude(text: &str) -> &str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.strip_prefix("#!") {
        Some(rest) if !rest.trim_start().starts_with('[') => &text[text.find('\n').unwrap_or(text.len())..],
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_file_on_disk() {
        for prelude in [
            "",
            "\u{feff}",
            "#!/usr/bin/env run\n",
            "\u{feff}#!/usr/bin/env run\r\n",
            "// é\r\n",
            "#![allow(unused)]\n",
        ] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("lib.rs");
            let text = format!("{prelude}/// dôc\r\n#[inline]\r\nfn f() {{ \"é\"; }}\r\n");
            std::fs::write(&file, &text).unwrap();
            let source = parse(&file).unwrap();
            let syn::Item::Fn(item) = &source.ast.items[0] else { panic!("not a function") };
            assert_eq!(&text[source.range(item.span())], "/// dôc\r\n#[inline]\r\nfn f() { \"é\"; }");
            assert_eq!(&text[source.range(item.block.span())], "{ \"é\"; }");
        }
    }

    #[test]
    fn files_of_the_first_edition_keep_their_places() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lib.rs");
        let text = "trait T { fn f(&self, u8) -> u8; }\nfn digit(c: char) -> bool { match c { '0'...'9' => true, _ => false } }\n";
        std::fs::write(&file, text).unwrap();
        let source = parse(&file).unwrap();
        let syn::Item::Fn(item) = &source.ast.items[1] else { panic!("not a function") };
        assert_eq!(text[source.range(item.span())].trim_end(), text.lines().last().unwrap());
    }
}
