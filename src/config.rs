//! `morph.toml`: options of a package or workspace that are kept in a file. No other code knows its keys.

mod adequacy;

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::Range as Bytes;
use std::path::{Path, PathBuf};

use anyhow::Result;
use globset::Glob;
use regex::Regex;
use serde::Deserialize;
use toml::de::{DeTable, DeValue};

use crate::adequacy::Configured;
use crate::options::inputs::Words;
use crate::options::patterns::{file_pattern, function_pattern};
use crate::options::{Budget, Operators, Part};
use morph_source::conflict;
use morph_source::exit::{Code, fail};
use morph_symbolic::solver;

use adequacy::AdequacyConfig;
pub(crate) use adequacy::criterion;

const FILE_NAME: &str = "morph.toml";

/// The content of `morph.toml`. A flag wins over the key of the same name.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Config {
    pub(crate) seed: Option<u64>,
    pub(crate) budget: Option<Budget>,
    pub(crate) jobs: Option<NonZeroUsize>,
    pub(crate) max_relations: Option<NonZeroUsize>,
    pub(crate) observations: bool,
    pub(crate) inputs: Words,
    pub(crate) sources: Option<NonZeroUsize>,
    pub(crate) operators: Option<Operators>,
    pub(crate) with: Vec<Part>,
    pub(crate) without: Vec<Part>,
    pub(crate) solver: Option<solver::Choice>,
    pub(crate) file: Vec<FilePattern>,
    pub(crate) function: Option<FunctionPattern>,
    pub(crate) features: Vec<String>,
    /// Type arguments of generic functions, by the path of the function: `"demo::largest" = "u8"`.
    pub(crate) generics: BTreeMap<String, String>,
    /// Ranges of numbers for polynomial relations, by the path of the function and the name of the parameter:
    /// `"demo::f" = { x = [0.0, 20.0] }`.
    pub(crate) domain: BTreeMap<String, BTreeMap<String, Range>>,
    pub(crate) adequacy: AdequacyConfig,
    /// Categories that `[adequacy]` configures, by the path of the function.
    #[serde(skip)]
    pub(crate) configured: BTreeMap<String, Configured>,
}

/// The ends of a range of numbers.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "[f64; 2]")]
pub(crate) struct Range(pub(crate) f64, pub(crate) f64);

impl TryFrom<[f64; 2]> for Range {
    type Error = String;

    fn try_from([from, to]: [f64; 2]) -> Result<Self, String> {
        let sound = from.is_finite() && to.is_finite() && from < to;
        if sound {
            Ok(Self(from, to))
        } else {
            Err("expected two finite numbers in ascending order".to_owned())
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct FilePattern(pub(crate) Glob);

impl TryFrom<String> for FilePattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        file_pattern(&text).map(Self)
    }
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct FunctionPattern(pub(crate) Regex);

impl TryFrom<String> for FunctionPattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        function_pattern(&text).map(Self)
    }
}

impl Config {
    /// Reads `morph.toml` in `dir`; without the file, the defaults.
    pub fn load(dir: &Path) -> Result<Config> {
        let path = dir.join(FILE_NAME);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Config::default()),
            Err(error) => return Err(fail(Code::Usage, format!("cannot read {}: {error}", path.display()))),
        };
        let text = String::from_utf8(bytes)
            .map_err(|_| fail(Code::Usage, format!("{} is not UTF-8 text", path.display())))?;
        let mut config: Config = toml::from_str(&text).or_else(|error| {
            conflict::refuse(&text, Path::new(FILE_NAME), Code::Usage)?;
            Err(fail(Code::Usage, explain(&text, &error)))
        })?;
        let line = |at: usize| format!("{FILE_NAME}:{}", text[..at].matches('\n').count() + 1);
        config.configured = config.adequacy.configured(&line);
        Ok(config)
    }
}

/// The folder of the `morph.toml` to use: that of the manifest, or the nearest one above it up to the workspace's root.
pub fn find(manifest_path: Option<&Path>) -> Option<PathBuf> {
    let start = match manifest_path {
        Some(path) => std::path::absolute(path).ok()?.parent()?.to_owned(),
        None => std::env::current_dir().ok()?,
    };
    let mut package = None;
    let mut found = None;
    for dir in start.ancestors() {
        let Ok(manifest) = fs::read_to_string(dir.join("Cargo.toml")) else { continue };
        let has_config = dir.join(FILE_NAME).exists();
        if package.is_none() {
            package = Some((dir.to_owned(), has_config));
        }
        if has_config && found.is_none() {
            found = Some(dir.to_owned());
        }
        if manifest.lines().any(|line| line.trim_start().starts_with("[workspace")) {
            return found;
        }
    }
    // Without a workspace around it the package stands alone, and files above it do not belong to it.
    package.filter(|(_, has_config)| *has_config).map(|(dir, _)| dir)
}

/// One line: the file, the line in it, the key and the error.
fn explain(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', ", ");
    let Some(span) = error.span() else { return format!("{FILE_NAME}: {message}") };
    let start = span.start.min(text.len());
    let before = text.get(..start).unwrap_or_default();
    // An error at the very end belongs to the last line with text on it.
    let before = if text[start..].trim().is_empty() { before.trim_end() } else { before };
    let line = before.matches('\n').count() + 1;
    match DeTable::parse(text) {
        Ok(table) => {
            let mut keys = Vec::new();
            enclosing_keys(table.get_ref(), &span, &mut keys);
            if !keys.is_empty() {
                return format!("{FILE_NAME}:{line}: key `{}`: {message}", keys.join("."));
            }
        }
        Err(_) => {
            // Not valid TOML: take the text before the equals sign as the key.
            let written = text.lines().nth(line - 1).unwrap_or_default();
            let key = written.split('=').next().unwrap_or_default().trim();
            if !key.is_empty() {
                return format!("{FILE_NAME}:{line}: key `{key}`: {message}");
            }
        }
    }
    format!("{FILE_NAME}:{line}: {message}")
}

fn enclosing_keys(table: &DeTable<'_>, span: &Bytes<usize>, keys: &mut Vec<String>) {
    let within = |range: Bytes<usize>| range.start <= span.start && span.end <= range.end;
    for (key, value) in table.iter() {
        let nested = match value.get_ref() {
            DeValue::Table(nested) => Some(nested),
            _ => None,
        };
        let depth = keys.len();
        keys.push(key.get_ref().to_string());
        if let Some(nested) = nested {
            enclosing_keys(nested, span, keys);
            if keys.len() > depth + 1 {
                return;
            }
        }
        if within(key.span()) || within(value.span()) {
            return;
        }
        keys.truncate(depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_source::exit::code_of;

    fn refusal(toml: &str) -> String {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join(FILE_NAME), toml).expect("a file");
        let error = Config::load(dir.path()).expect_err("a bad file");
        assert_eq!(code_of(&error), Code::Usage);
        let message = error.to_string();
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    }

    #[test]
    fn no_file_means_the_defaults() {
        let dir = tempfile::tempdir().expect("a folder");
        assert!(Config::load(dir.path()).expect("no file").seed.is_none());
    }

    #[test]
    fn malformed_file_is_refused_with_line_and_key() {
        for (toml, start, end) in [
            ("seed = 1\nsede = 2\n", "morph.toml:2: key `sede`: unknown field `sede`", ""),
            ("\n\nseed = \"x\"\n", "morph.toml:3: key `seed`: invalid type", ""),
            ("seed = -1\n", "morph.toml:1: key `seed`: invalid value", ""),
            ("jobs = 0\n", "morph.toml:1: key `jobs`: invalid value", ""),
            ("operators = \"none\"\n", "morph.toml:1: key `operators`: unknown variant `none`", ""),
            ("without = [\"none\"]\n", "morph.toml:1: key `without`: unknown variant `none`", ""),
            ("inputs = [\"rand\"]\n", "morph.toml:1: key `inputs`: expected one of random", "--sources <N>"),
            ("sources = 0\n", "morph.toml:1: key `sources`: invalid value", ""),
            ("budget = \"soon\"\n", "morph.toml:1: key `budget`: expected a duration", ""),
            ("file = [\n  \"a\",\n  \"b[\",\n]\n", "morph.toml:1: key `file`: ", ""),
            ("seed = 1\nfunction = \"a(\"\n", "morph.toml:2: key `function`: ", "unclosed group"),
            (
                "[domain]\n\"demo::f\" = { x = [2.0, 1.0] }\n",
                "morph.toml:2: key `domain.demo::f.x`: expected two finite numbers in ascending order",
                "",
            ),
            ("[adequacy]\nk = 0\n", "morph.toml:2: key `adequacy.k`: ", ""),
            (
                "[adequacy]\nfail-under = 3.0\n",
                "morph.toml:2: key `adequacy.fail-under`: ",
                "between 0 and 1",
            ),
            (
                "[adequacy]\nfail-under = { brunch = 0.5 }\n",
                "morph.toml:2: key `adequacy.fail-under.brunch`: unknown criterion `brunch`",
                "choice-pair, frame",
            ),
            (
                "[adequacy]\ncriterion = [\"path\"]\n",
                "morph.toml:2: key `adequacy.criterion`: unknown criterion",
                "",
            ),
            (
                "[adequacy.categories.\"demo::f\"]\na = true\n",
                "morph.toml:2: key `adequacy.categories.demo::f.a`: invalid value",
                "leave the category out",
            ),
            (
                "[adequacy.categories.\"demo::f\"]\nage = { child = 3 }\n",
                "morph.toml:2: key `adequacy.categories.demo::f.age.child`: invalid type",
                "leave the choice out",
            ),
            ("[adequacy]\nx = 3.0\n", "morph.toml:2: key `adequacy.x`: unknown field", ""),
            ("seed = 1\nseed = 2\n", "morph.toml:2: key `seed`: duplicate key", ""),
            ("jobs = 1\nseed = \n", "morph.toml:2: key `seed`: ", ""),
            ("[adequacy\nk = 1\n", "morph.toml:1: ", ""),
        ] {
            let message = refusal(toml);
            assert!(message.starts_with(start), "{toml}: {message}");
            assert!(message.ends_with(end), "{toml}: {message}");
        }
    }

    #[test]
    fn book_lists_every_key() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/configuration.md");
        let page = fs::read_to_string(page).expect("the book's page");
        let message = refusal("frobnicate = 1\n");
        let (_, keys) = message.split_once("expected one of ").expect("the keys");
        let keys: Vec<&str> = keys.split(", ").map(|key| key.trim_matches('`')).collect();
        assert_eq!(keys.len(), 17, "{keys:?}");
        for key in keys {
            let (value, table) = (format!("| `{key}` |"), format!("| `[{key}]` |"));
            assert!(page.contains(&value) || page.contains(&table), "{key}");
        }
    }

    #[test]
    fn file_of_the_workspace_counts_for_its_members() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        let member = root.join("member");
        fs::create_dir(&member).expect("a folder");
        fs::write(root.join("Cargo.toml"), "[workspace]\nmembers = [\"member\"]\n").expect("a file");
        fs::write(member.join("Cargo.toml"), "[package]\nname = \"member\"\n").expect("a file");
        let manifest = member.join("Cargo.toml");
        assert_eq!(find(Some(&manifest)), None);
        fs::write(root.join(FILE_NAME), "").expect("a file");
        assert_eq!(find(Some(&manifest)).as_deref(), Some(root));
        fs::write(member.join(FILE_NAME), "").expect("a file");
        assert_eq!(find(Some(&manifest)).as_deref(), Some(&*member));
    }

    #[test]
    fn file_above_a_package_of_its_own_does_not_count() {
        let dir = tempfile::tempdir().expect("a folder");
        let package = dir.path().join("package");
        fs::create_dir(&package).expect("a folder");
        fs::write(dir.path().join("Cargo.toml"), "[package]\nname = \"other\"\n").expect("a file");
        fs::write(dir.path().join(FILE_NAME), "").expect("a file");
        fs::write(package.join("Cargo.toml"), "[package]\nname = \"package\"\n").expect("a file");
        assert_eq!(find(Some(&package.join("Cargo.toml"))), None);
    }
}
