//! `morph.toml`: options of a package or workspace that are kept in a file. No other code knows its keys.

mod adequacy;
mod place;

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::Range as Bytes;
use std::path::Path;

use anyhow::Result;
use globset::Glob;
use regex::Regex;
use schemars::JsonSchema;
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
pub use place::{Place, find};

/// The content of `morph.toml`. A flag wins over the key of the same name.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Config {
    /// Seed of the random number generators.
    pub(crate) seed: Option<u64>,
    /// Limit of the search: a duration such as `"60s"`, a number of evaluations such as `"500k"` or `500000`, or
    /// `"unlimited"`; about 10 s of CPU per function by default, counted as work.
    #[schemars(with = "Option<TextOrNumber>")]
    pub(crate) budget: Option<Budget>,
    /// Number of parallel jobs.
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Maximum number of laws per function.
    pub(crate) max_relations: Option<NonZeroUsize>,
    /// Whether observations are also kept.
    pub(crate) observations: bool,
    /// Kinds of source inputs: `"random"`, `"adaptive"`, `"concolic"`, `"path"`.
    #[schemars(with = "OneOrMany")]
    pub(crate) inputs: Words,
    /// Number of source inputs per function.
    pub(crate) sources: Option<NonZeroUsize>,
    /// Mutants that guide the search.
    pub(crate) operators: Option<Operators>,
    /// Parts of a discovery to switch on.
    pub(crate) with: Vec<Part>,
    /// Parts of a discovery to switch off.
    pub(crate) without: Vec<Part>,
    /// The SMT solver.
    pub(crate) solver: Option<solver::Choice>,
    /// Only functions in files that match one of these globs.
    #[schemars(with = "Vec<String>")]
    pub(crate) file: Vec<FilePattern>,
    /// Only functions whose path matches this regular expression.
    #[schemars(with = "Option<String>")]
    pub(crate) function: Option<FunctionPattern>,
    /// Exclude functions in files that match one of these globs.
    #[schemars(with = "Vec<String>")]
    pub(crate) exclude_file: Vec<FilePattern>,
    /// Exclude functions whose path matches this regular expression.
    #[schemars(with = "Option<String>")]
    pub(crate) exclude_function: Option<FunctionPattern>,
    /// Features to activate.
    pub(crate) features: Vec<String>,
    /// Profile of Cargo to build with.
    pub(crate) profile: Option<String>,
    /// Target to build for.
    pub(crate) target: Option<String>,
    /// Arguments for every build of Cargo.
    pub(crate) cargo_args: Vec<String>,
    /// Type arguments of generic functions, by the path of the function: `"demo::largest" = "u8"`.
    pub(crate) generics: BTreeMap<String, String>,
    /// Ranges of numbers for polynomial relations, by the path of the function and the name of the parameter:
    /// `"demo::f" = { x = [0.0, 20.0] }`.
    #[schemars(with = "BTreeMap<String, BTreeMap<String, [f64; 2]>>")]
    pub(crate) domain: BTreeMap<String, BTreeMap<String, Range>>,
    /// Options of `adequacy`.
    pub(crate) adequacy: AdequacyConfig,
    /// Categories that `[adequacy]` configures, by the path of the function.
    #[serde(skip)]
    pub(crate) configured: BTreeMap<String, Configured>,
}

/// A text or a number, in the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "stands for its schema")]
enum TextOrNumber {
    Text(String),
    Number(u64),
}

/// A text or a list of texts, in the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "stands for its schema")]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
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
    /// Reads the configuration at a place.
    pub fn load(place: &Place) -> Result<Config> {
        let Place { file, shown, in_manifest } = place;
        let bytes = fs::read(file)
            .map_err(|error| fail(Code::Usage, format!("cannot read {}: {error}", file.display())))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| fail(Code::Usage, format!("{} is not UTF-8 text", file.display())))?;
        Config::read(&text, shown, *in_manifest)
    }

    /// Reads the text of a file that errors call `shown`.
    fn read(text: &str, shown: &str, in_manifest: bool) -> Result<Config> {
        let read = match in_manifest {
            true => toml::from_str::<Manifest>(text).map(Manifest::config),
            false => toml::from_str(text),
        };
        let mut config: Config = read.or_else(|error| {
            conflict::refuse(text, Path::new(shown), Code::Usage)?;
            Err(fail(Code::Usage, explain(shown, text, &error)))
        })?;
        let line = |at: usize| format!("{shown}:{}", text[..at].matches('\n').count() + 1);
        config.configured = config.adequacy.configured(&line);
        Ok(config)
    }
}

/// What is read of a `Cargo.toml`.
#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    package: Metadata,
    #[serde(default)]
    workspace: Metadata,
}

#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    metadata: Tools,
}

#[derive(Default, Deserialize)]
struct Tools {
    morph: Option<Config>,
}

impl Manifest {
    fn config(self) -> Config {
        self.package.metadata.morph.or(self.workspace.metadata.morph).unwrap_or_default()
    }
}

/// One line: the file, the line in it, the key and the error.
fn explain(file: &str, text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', ", ");
    let Some(span) = error.span() else { return format!("{file}: {message}") };
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
                return format!("{file}:{line}: key `{}`: {message}", keys.join("."));
            }
        }
        Err(_) => {
            // Not valid TOML: take the text before the equals sign as the key.
            let written = text.lines().nth(line - 1).unwrap_or_default();
            let key = written.split('=').next().unwrap_or_default().trim();
            if !key.is_empty() {
                return format!("{file}:{line}: key `{key}`: {message}");
            }
        }
    }
    format!("{file}:{line}: {message}")
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

    #[test]
    fn configurations_of_any_text_are_read_or_refused_in_one_line() {
        let keys = "seed = 7\nbudget = \"60s\"\njobs = 2\ninputs = [\"random\", \"path\"]\noperators = \"own\"\nfile = [\"src/*.rs\"]\n\
                    function = \"^demo::\"\nfeatures = [\"std\"]\n\n[generics]\n\"demo::window\" = \"f64, 16\"\n\n[domain]\n\
                    \"demo::sin\" = { angle = [0.0, 6.3] }\n";
        let adequacy = "[adequacy]\nk = 3\ncriterion = [\"branch\"]\nfail-under = { branch = 0.9 }\n\n[adequacy.categories.\"demo::fare\"]\n\
                        \"white space\" = false\nage = { \"age == u8::MAX\" = false }\n\n\
                        [adequacy.categories.\"demo::fare\".\"age group\"]\nadult = \"age >= 12\"\n\n\
                        [adequacy.impossible]\n\"demo::fare\" = [[\"child\", \"code is empty\"]]\n";
        let examples = [keys, adequacy];
        morph_fuzz::fuzz("configurations", &examples, |input| {
            let read = Config::read(&String::from_utf8_lossy(input), "morph.toml", false);
            if let Err(error) = &read {
                assert!(!error.to_string().contains('\n'), "{error}");
            }
            read.is_ok()
        });
    }

    fn refusal(toml: &str) -> String {
        let dir = tempfile::tempdir().expect("a folder");
        let manifest = dir.path().join("Cargo.toml");
        fs::write(&manifest, "[workspace]").expect("a file");
        fs::write(dir.path().join("morph.toml"), toml).expect("a file");
        let place = find(Some(&manifest)).expect("one").expect("one");
        let error = Config::load(&place).expect_err("a bad file");
        assert_eq!(code_of(&error), Code::Usage);
        let message = error.to_string();
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    }

    #[test]
    fn table_of_a_manifest_is_read_and_errors_name_its_line() {
        let dir = tempfile::tempdir().expect("a folder");
        let manifest = dir.path().join("Cargo.toml");
        let read = |table: &str, key: &str| {
            let text = format!("[{table}]\n\n[{table}.metadata.morph]\n{key} = 7\n");
            fs::write(&manifest, text).expect("a file");
            Config::load(&find(Some(&manifest)).expect("one").expect("one"))
        };
        for table in place::TABLES {
            assert_eq!(read(table, "seed").expect("a good table").seed, Some(7));
            let message = read(table, "sede").expect_err("a bad table").to_string();
            let start = format!("Cargo.toml:4: key `{table}.metadata.morph.sede`: unknown field `sede`");
            assert!(message.starts_with(&start), "{message}");
        }
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
        assert_eq!(keys.len(), 22, "{keys:?}");
        for key in keys {
            let (value, table) = (format!("| `{key}` |"), format!("| `[{key}]` |"));
            assert!(page.contains(&value) || page.contains(&table), "{key}");
        }
    }
}
