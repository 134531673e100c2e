//! Reads what `cargo mutants --list --json` prints, guarding against formats that are not known.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as MapEntry;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Deserialize;

use super::id::assign;
use super::mutant::{Genre, Mutant};
use super::position::{Lines, Span};
use super::tool::{Tool, last_error};
use morph_source::exit::{Code, fail};
use morph_source::process;
use morph_source::progress::Progress;
use morph_source::scan::Function;
use morph_source::workspace::Workspace;

/// What we read of an entry; the rest may change as it likes.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) file: String,
    genre: String,
    pub(super) span: Span,
    pub(super) replacement: String,
    /// Nothing where it is outside of functions.
    function: Option<serde::de::IgnoredAny>,
}

/// A list that was read.
#[derive(Debug)]
pub(super) struct Listing {
    pub(super) entries: Vec<(Genre, Entry)>,
    /// How many entries there are of each genre that is not known.
    unknown: BTreeMap<String, usize>,
}

/// The mutants of `functions`, sorted by function and position. The user's `.cargo/mutants.toml` is respected.
pub fn list(
    tool: &Tool,
    workspace: &Workspace,
    functions: &[Function],
    progress: &dyn Progress,
) -> Result<Vec<Mutant>> {
    if functions.is_empty() || workspace.packages.is_empty() {
        return Ok(Vec::new());
    }
    let packages: Vec<&str> = workspace.packages.iter().map(|package| &*package.name).collect();
    let Listing { entries, unknown } = readable(tool, &workspace.root, &packages, progress)?;
    for (genre, count) in unknown {
        progress.warn(&format!("skipping {count} mutants of the unknown kind `{genre}`"));
    }
    let mut mutants = attribute(&workspace.root, entries, functions, tool.version())?;
    assign(&mut mutants);
    Ok(mutants)
}

/// What cargo-mutants says of a file that it cannot read, such as one of the edition 2015.
const UNREADABLE: &str = "failed to parse";

/// What cargo-mutants lists of those packages that it can read.
fn readable(tool: &Tool, root: &Path, packages: &[&str], progress: &dyn Progress) -> Result<Listing> {
    let is_unreadable = |error: &anyhow::Error| error.to_string().contains(UNREADABLE);
    let all = entries(tool, root, packages, &[]);
    if !all.as_ref().is_err_and(is_unreadable) {
        return all;
    }
    let mut found = Listing { entries: Vec::new(), unknown: BTreeMap::new() };
    for package in packages {
        match entries(tool, root, &[package], &[]) {
            Ok(listing) => {
                found.entries.extend(listing.entries);
                for (genre, count) in listing.unknown {
                    *found.unknown.entry(genre).or_default() += count;
                }
            }
            Err(error) if is_unreadable(&error) => {
                progress.warn(&format!("{error}; mutants of `{package}` are those of cargo morph alone"));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// What cargo-mutants lists of these packages of the workspace in `root`, with further arguments.
pub(super) fn entries(
    tool: &Tool,
    root: &Path,
    packages: &[&str],
    arguments: &[OsString],
) -> Result<Listing> {
    let mut command = tool.command();
    command.args(["--list", "--json", "--colors", "never", "--level", "error", "--dir"]).arg(root);
    command.args(arguments);
    for package in packages {
        command.args(["--package", package]);
    }
    let output = process::output(command).map_err(|error| {
        fail(Code::Environment, format!("cannot run {}: {error}", tool.binary().display()))
    })?;
    if !output.status.success() {
        let said = last_error(&String::from_utf8_lossy(&output.stderr));
        return Err(fail(Code::Environment, format!("cargo-mutants could not list mutants: {said}")));
    }
    parse(&String::from_utf8_lossy(&output.stdout), tool.version())
}

fn unexpected(version: &str, what: impl std::fmt::Display) -> anyhow::Error {
    fail(Code::Environment, format!("the list of cargo-mutants {version} is not as expected: {what}"))
}

/// Sorts the entries by whether their genre is known.
fn parse(json: &str, version: &str) -> Result<Listing> {
    let values: Vec<serde_json::Value> = serde_json::from_str(json)
        .map_err(|error| unexpected(version, format!("not a JSON array: {error}")))?;
    let mut entries = Vec::new();
    let mut unknown = BTreeMap::new();
    for (n, value) in values.into_iter().enumerate() {
        let entry: Entry = serde_json::from_value(value)
            .map_err(|error| unexpected(version, format!("entry {}: {error}", n + 1)))?;
        match Genre::LISTED.into_iter().find(|genre| genre.name() == entry.genre) {
            Some(genre) => entries.push((genre, entry)),
            None => *unknown.entry(entry.genre).or_default() += 1,
        }
    }
    Ok(Listing { entries, unknown })
}

/// Gives each entry to the innermost function around it; entries in functions that are not among these are dropped.
fn attribute(
    root: &Path,
    entries: Vec<(Genre, Entry)>,
    functions: &[Function],
    version: &str,
) -> Result<Vec<Mutant>> {
    // Paths are compared as the file system sees them.
    let mut by_file: BTreeMap<PathBuf, Vec<&Function>> = BTreeMap::new();
    for function in functions {
        let file = fs::canonicalize(&function.file).unwrap_or_else(|_| function.file.clone());
        by_file.entry(file).or_default().push(function);
    }
    let mut texts: BTreeMap<PathBuf, Lines> = BTreeMap::new();
    let mut mutants = Vec::new();
    for (genre, entry) in entries {
        let file = root.join(&entry.file);
        let file = fs::canonicalize(&file).unwrap_or(file);
        let Some(candidates) = by_file.get(&file) else { continue };
        let lines = match texts.entry(file) {
            MapEntry::Occupied(known) => known.into_mut(),
            MapEntry::Vacant(place) => {
                let text = fs::read_to_string(place.key()).map_err(|error| {
                    fail(Code::DoesNotBuild, format!("cannot read {}: {error}", place.key().display()))
                })?;
                place.insert(Lines::new(text))
            }
        };
        let line = entry.span.start.line;
        let Some(span) = lines.bytes(entry.span) else {
            return Err(unexpected(version, format!("no such columns at {}:{line}", entry.file)));
        };
        let innermost = candidates
            .iter()
            .filter(|function| function.item.start <= span.start && span.end <= function.item.end)
            .min_by_key(|function| function.item.len());
        // Mutants outside functions have no function's name.
        let (function, file) = match innermost {
            Some(function) => (function.path.clone(), function.file.clone()),
            None if entry.function.is_none() => (String::new(), candidates[0].file.clone()),
            None => continue,
        };
        mutants.push(Mutant {
            id: String::new(),
            function,
            file,
            genre,
            original: lines.text(span.clone()).to_owned(),
            span,
            replacement: entry.replacement,
            line,
        });
    }
    Ok(mutants)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_source::exit::code_of;
    use morph_source::scan::Verdict;

    const SOURCE: &str = "pub fn outer(é: i32) -> i32 {\n    fn inner(y: i32) -> i32 { -y * y }\n    inner(é) + 1\n}\n\
                          pub fn other(x: i32) -> i32 { x + 1 }\n";

    fn entry(genre: &str, line: usize, start: usize, end: usize, replacement: &str) -> String {
        format!(
            r#"{{"name": "…", "package": "demo", "file": "src/lib.rs", "function": {{"function_name": "…"}}, "genre": "{genre}",
                "span": {{"start": {{"line": {line}, "column": {start}}}, "end": {{"line": {line}, "column": {end}}}}},
                "replacement": "{replacement}", "a field of tomorrow": 1}}"#
        )
    }

    #[test]
    fn lists_of_any_text_are_read_or_refused() {
        let entry = entry("BinaryOperator", 1, 3, 9, "*");
        let other = entry.replace("\"line\": 1", "\"line\": 3").replace("BinaryOperator", "FnValue");
        let examples = [format!("[{entry}]"), format!("[{other}, {entry}]"), "[]".to_owned()];
        let lines = Lines::new(SOURCE.to_owned());
        morph_fuzz::fuzz("lists of mutants", &examples, |input| {
            let Ok(listing) = parse(&String::from_utf8_lossy(input), "99.0.0") else { return false };
            for (_, entry) in &listing.entries {
                if let Some(range) = lines.bytes(entry.span) {
                    assert!(lines.text(range).len() <= SOURCE.len());
                }
            }
            true
        });
    }

    fn refusal(json: &str) -> String {
        let error = parse(json, "99.0.0").expect_err("an unknown format");
        assert_eq!(code_of(&error), Code::Environment);
        error.to_string()
    }

    fn function(file: &Path, path: &str, item: &str) -> Function {
        let start = SOURCE.find(item).expect("it is in the source");
        let end = start + SOURCE[start..].find('}').expect("it ends") + 1;
        let end = if path == "demo::outer" { SOURCE.find("}\npub").expect("it ends") + 1 } else { end };
        Function {
            path: path.to_owned(),
            file: file.to_owned(),
            line: 1,
            item: start..end,
            body: None,
            docs: String::new(),
            public: true,
            hasher: None,
            callees: Vec::new(),
            verdict: Verdict::Skipped("not tested here".to_owned()),
        }
    }

    #[test]
    fn entries_go_to_the_innermost_function_with_their_bytes() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("src/lib.rs");
        fs::create_dir(dir.path().join("src")).expect("a folder");
        fs::write(&file, SOURCE).expect("a file");
        let functions = [
            function(&file, "demo::outer", "pub fn outer"),
            function(&file, "demo::outer::inner", "fn inner"),
        ];
        let json = [
            entry("BinaryOperator", 3, 14, 15, "-"),
            entry("UnaryOperator", 2, 31, 32, ""),
            entry("BinaryOperator", 2, 34, 35, "/"),
            entry("BinaryOperator", 5, 33, 34, "-"),
            entry("BinaryOperator", 5, 33, 34, "*").replace(r#"{"function_name": "…"}"#, "null"),
        ];
        let Listing { entries, unknown } =
            parse(&format!("[{}]", json.join(",")), "27.1.0").expect("a known format");
        assert!(unknown.is_empty());
        let mut mutants = attribute(dir.path(), entries, &functions, "27.1.0").expect("good spans");
        assign(&mut mutants);
        let found: Vec<(&str, &str)> = mutants.iter().map(|m| (&*m.id, &SOURCE[m.span.clone()])).collect();
        assert_eq!(
            found,
            [
                ("#binary:+→*@1", "+"),
                ("demo::outer#binary:+→-@1", "+"),
                ("demo::outer::inner#unary:-→@1", "-"),
                ("demo::outer::inner#binary:*→/@1", "*"),
            ]
        );
        assert_eq!(mutants[1].line, 3);
    }

    #[test]
    fn unknown_formats_are_refused_naming_version_and_reason() {
        assert!(
            refusal("warning: hello").contains("cargo-mutants 99.0.0 is not as expected: not a JSON array")
        );
        assert!(refusal("{}").contains("not a JSON array"));
        let entry = entry("FnValue", 1, 1, 2, "0");
        let message = refusal(&format!("[{entry}, {}]", entry.replace("replacement", "substitute")));
        assert!(message.ends_with("entry 2: missing field `replacement`"), "{message}");
        assert!(refusal(&format!("[{}]", entry.replace("column\": 1", "column\": -1"))).contains("entry 1"));
    }

    #[test]
    fn place_outside_the_file_is_refused() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("src/lib.rs");
        fs::create_dir(dir.path().join("src")).expect("a folder");
        fs::write(&file, SOURCE).expect("a file");
        let functions = [function(&file, "demo::other", "pub fn other")];
        let json = format!("[{}]", entry("BinaryOperator", 3, 100, 101, "-"));
        let Listing { entries, .. } = parse(&json, "27.1.0").expect("a known format");
        let error = attribute(dir.path(), entries, &functions, "27.1.0").expect_err("no such column");
        assert!(error.to_string().ends_with("no such columns at src/lib.rs:3"), "{error}");
    }

    #[test]
    fn entries_of_an_unknown_genre_are_counted_and_left_out() {
        let json = format!(
            "[{},{},{}]",
            entry("Telepathy", 1, 1, 2, ""),
            entry("FnValue", 1, 1, 2, "0"),
            entry("Telepathy", 1, 1, 2, "")
        );
        let Listing { entries, unknown } = parse(&json, "27.1.0").expect("a known format");
        assert_eq!(entries.len(), 1);
        assert_eq!(unknown, BTreeMap::from([("Telepathy".to_owned(), 2)]));
    }
}
