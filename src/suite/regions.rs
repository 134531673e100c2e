//! A test module's text: regions that are ours, and everything else, which is not.

use morph_relation::hash::{BASIS, fnv1a};
use std::path::Path;

use morph_source::conflict;
use morph_source::exit::{Code, fail};

const BEGIN: &str = "// morph:begin ";
const END: &str = "// morph:end";
/// The line before the observations of a region.
pub const OBSERVED: &str = "// observed: holds and kills mutants, but is no law that a person would write";

/// A test module's text in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    pieces: Vec<Piece>,
    /// Whether every line ends with CR LF.
    crlf: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// A person's text, line ends included.
    Text(String),
    /// From `morph:begin` to `morph:end`, with their lines.
    Region { name: String, text: String },
}

/// The text of a test in a formatted module, with its documentation and attributes.
pub fn test<'t>(module: &'t str, name: &str) -> Option<&'t str> {
    let at = module.find(&format!("\nfn {name}("))? + 1;
    let before = module[..at].rfind("\n\n").map_or(0, |blank| blank + 2);
    let end = at + module[at..].find("\n}")? + 2;
    Some(&module[before..end])
}

/// Whether a region has all of another one, and nothing besides but tables.
pub fn has_idle_tables(text: &str, other: &str) -> bool {
    fn items(region: &str) -> Vec<String> {
        let lines: Vec<&str> = region.lines().filter(|line| !line.starts_with("// morph:")).collect();
        let all = lines.join("\n");
        all.split("\n\n").map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
    }
    let (items, mut others) = (items(text), items(other).into_iter().peekable());
    items.iter().all(|item| others.next_if_eq(item).is_some() || item.starts_with("const "))
        && others.next().is_none()
}

impl Pieces {
    /// A module without regions.
    pub fn new(header: &str) -> Pieces {
        Pieces { pieces: vec![Piece::Text(header.to_owned())], crlf: false }
    }

    /// Splits a module's text; a region that does not end is an error that names its line.
    pub fn read(text: &str, file: &Path) -> anyhow::Result<Pieces> {
        conflict::refuse(text, file, Code::DoesNotBuild)?;
        let crlf = text.contains("\r\n") && !text.replace("\r\n", "").contains('\n');
        let text = if crlf { text.replace("\r\n", "\n") } else { text.to_owned() };
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut open: Option<(String, String, usize)> = None;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let mark = line.trim();
            if let Some((name, mut region, begun)) = open.take() {
                if mark.starts_with(BEGIN.trim_end()) {
                    return Err(unended(file, &name, begun));
                }
                region += line;
                if mark == END {
                    pieces.push(Piece::Region { name, text: region });
                } else {
                    open = Some((name, region, begun));
                }
            } else if let Some(name) = mark.strip_prefix(BEGIN) {
                if !plain.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut plain)));
                }
                open = Some((name.trim().to_owned(), line.to_owned(), number + 1));
            } else {
                plain += line;
            }
        }
        if let Some((name, _, begun)) = open {
            return Err(unended(file, &name, begun));
        }
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Ok(Pieces { pieces, crlf })
    }

    /// The whole text.
    pub fn text(&self) -> String {
        let text: String = self
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) | Piece::Region { text, .. } => text.as_str(),
            })
            .collect();
        if self.crlf { text.replace('\n', "\r\n") } else { text }
    }

    /// Adds a person's text at the end.
    pub fn append(&mut self, text: &str) {
        self.pieces.push(Piece::Text(text.to_owned()));
    }

    /// A person's text alone.
    pub fn outside(&self) -> String {
        self.pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Text(text) => Some(text.as_str()),
                Piece::Region { .. } => None,
            })
            .collect()
    }

    /// The regions' names, in order.
    pub fn names(&self) -> Vec<String> {
        self.pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Region { name, .. } => Some(name.clone()),
                Piece::Text(_) => None,
            })
            .collect()
    }

    /// A region's text.
    pub fn region(&self, wanted: &str) -> Option<&str> {
        self.pieces.iter().find_map(|piece| match piece {
            Piece::Region { name, text } if name == wanted => Some(text.as_str()),
            _ => None,
        })
    }

    fn position(&self, wanted: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| matches!(piece, Piece::Region { name, .. } if name == wanted))
    }

    /// Puts a region in place of the one of its name, or where `order` has it: before the first region that comes later.
    pub fn put(&mut self, name: &str, text: &str, order: &dyn Fn(&str) -> usize) {
        let region = Piece::Region { name: name.to_owned(), text: text.to_owned() };
        if let Some(at) = self.position(name) {
            self.pieces[at] = region;
            return;
        }
        let own = order(name);
        let later = self
            .pieces
            .iter()
            .position(|piece| matches!(piece, Piece::Region { name, .. } if order(name) > own));
        let last = self.pieces.iter().rposition(|piece| matches!(piece, Piece::Region { .. }));
        let at = later.or(last.map(|at| at + 1)).unwrap_or(self.pieces.len());
        let blank_before = self.pieces[..at].iter().map(|piece| match piece {
            Piece::Text(text) | Piece::Region { text, .. } => text.as_str(),
        });
        let before: String = blank_before.collect();
        let mut new = Vec::new();
        if !before.is_empty() && !before.ends_with("\n\n") {
            new.push(Piece::Text(if before.ends_with('\n') { "\n" } else { "\n\n" }.to_owned()));
        }
        new.push(region);
        match self.pieces.get(at) {
            Some(Piece::Text(text)) if text.starts_with('\n') => {}
            Some(_) => new.push(Piece::Text("\n".to_owned())),
            None => {}
        }
        self.pieces.splice(at..at, new);
        self.join();
    }

    /// Takes a region out, with one of the blank lines around it.
    pub fn remove(&mut self, name: &str) {
        let Some(at) = self.position(name) else { return };
        self.pieces.remove(at);
        let followed = match self.pieces.get(at) {
            None => true,
            Some(Piece::Text(text)) => text.starts_with('\n'),
            Some(Piece::Region { .. }) => false,
        };
        let before = at.checked_sub(1).and_then(|at| self.pieces.get_mut(at));
        if let Some(Piece::Text(before)) = before.filter(|_| followed)
            && (before == "\n" || before.ends_with("\n\n"))
        {
            before.pop();
        }
        self.join();
    }

    fn join(&mut self) {
        let mut joined: Vec<Piece> = Vec::new();
        for piece in self.pieces.drain(..) {
            match (joined.last_mut(), piece) {
                (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
                (_, Piece::Text(text)) if text.is_empty() => {}
                (_, piece) => joined.push(piece),
            }
        }
        self.pieces = joined;
    }
}

fn unended(file: &Path, name: &str, line: usize) -> anyhow::Error {
    fail(
        Code::Usage,
        format!(
            "{}:{line}: `morph:begin {name}` has no `morph:end`; add the line or delete the region",
            file.display()
        ),
    )
}

/// A region's text around its body.
pub fn region(name: &str, body: &str) -> String {
    format!("{BEGIN}{name}\n{}\n{END}\n", body.trim_end())
}

/// A fingerprint of a region that does not change when the region is only formatted anew.
pub fn checksum(text: &str) -> String {
    let tokens: String = text.split_whitespace().collect::<String>().replace(",)", ")").replace(",]", "]");
    let hash = fnv1a(BASIS, tokens.bytes());
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_no_test_goes_over_are_idle() {
        let region = |items: &[&str]| region("gcd", &items.join("\n\n"));
        let (table, test) = ("const A: &[u64] = &[1];", "#[test]\nfn a() {\n    assert!(true);\n}");
        assert!(has_idle_tables(&region(&[table, test]), &region(&[test])));
        assert!(has_idle_tables(&region(&[table]), ""));
        assert!(!has_idle_tables(&region(&[test]), ""));
        assert!(!has_idle_tables(&region(&[test]), &region(&[table, test])));
        assert!(!has_idle_tables(&region(&[&test.replace("true", "1 == 1")]), &region(&[test])));
        assert_eq!(super::test(&region(&[table, test]), "a"), Some(test));
    }

    fn order(name: &str) -> usize {
        name.as_bytes()[0].into()
    }

    #[test]
    fn regions_stand_in_order_with_blank_lines_between() {
        let mut pieces = Pieces::new("//! Head.\nuse super::*;\n");
        for name in ["c", "a", "b"] {
            pieces.put(name, &region(name, &format!("fn {name}() {{}}\n")), &order);
        }
        let expected = "//! Head.\nuse super::*;\n\n// morph:begin a\nfn a() {}\n// morph:end\n\n// morph:begin b\nfn b() {}\n// morph:end\n\n// morph:begin c\nfn c() {}\n// morph:end\n";
        assert_eq!(pieces.text(), expected);
        assert_eq!(Pieces::read(expected, Path::new("x")).unwrap(), pieces);
        for name in ["b", "a", "c"] {
            pieces.remove(name);
        }
        assert_eq!(pieces.text(), "//! Head.\nuse super::*;\n");
    }

    #[test]
    fn text_of_a_person_is_kept_where_it_is() {
        let text = "use super::*;\r\n\r\n// morph:begin a\r\nfn a() {}\r\n// morph:end\r\n\r\n#[test]\r\nfn mine() {}\r\n";
        let mut pieces = Pieces::read(text, Path::new("x")).unwrap();
        assert_eq!(pieces.text(), text);
        pieces.put("b", &region("b", "fn b() {}"), &order);
        assert!(
            pieces
                .text()
                .contains("// morph:end\r\n\r\n// morph:begin b\r\nfn b() {}\r\n// morph:end\r\n\r\n#[test]")
        );
        pieces.remove("b");
        assert_eq!(pieces.text(), text);
        pieces.remove("a");
        assert_eq!(pieces.text(), "use super::*;\r\n\r\n#[test]\r\nfn mine() {}\r\n");
    }

    #[test]
    fn modules_of_any_text_are_split_or_refused_and_put_together_again() {
        let examples = [
            "//! Head.\nuse super::*;\n\n// morph:begin a\nfn a() {}\n// morph:end\n\n// morph:begin b\n#[test]\nfn b() {}\n// morph:end\n",
            "use super::*;\r\n\r\n// morph:begin a\r\nfn a() {}\r\n// morph:end\r\n\r\n#[test]\r\nfn mine() {}\r\n",
        ];
        morph_fuzz::fuzz("test modules", &examples, |input| {
            let text = String::from_utf8_lossy(input);
            let Ok(mut pieces) = Pieces::read(&text, Path::new("x")) else { return false };
            assert_eq!(pieces.text(), text);
            pieces.put("new", &region("new", "fn new() {}"), &order);
            pieces.remove("new");
            pieces.names().iter().for_each(|name| pieces.remove(name));
            true
        });
    }

    #[test]
    fn region_without_an_end_is_an_error_with_its_line() {
        let error = Pieces::read("x\n// morph:begin a\nfn a() {}\n", Path::new("m.rs")).unwrap_err();
        assert!(error.to_string().starts_with("m.rs:2: `morph:begin a` has no `morph:end`"), "{error}");
    }

    #[test]
    fn formatting_is_no_edit() {
        assert_eq!(checksum("f(a,\n    b,\n);"), checksum("f(a, b);"));
        assert_ne!(checksum("f(a, b);"), checksum("f(a, c);"));
    }
}
