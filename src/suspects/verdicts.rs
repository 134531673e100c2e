//! What people said of suspects, in a file of each package that reviews like code.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::suspect::Suspect;
use crate::options::Says;
use crate::suite::files::is_missing;
use crate::suite::{Changes, commit};
use morph_relation::Signature;
use morph_relation::hash::{BASIS, fnv1a};
use morph_source::conflict;
use morph_source::exit::{Code, fail};
use morph_source::scan::{Function, Subject};
use morph_source::workspace::Package;

/// The file, below the package's folder.
const FILE: &str = "morph/verdicts.toml";
const HEADER: &str =
    "# Verdicts on what `cargo morph suspects` reported. What is listed here is not reported again.\n";

/// What makes a suspect the same after the function has moved or has another name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Identity {
    /// The path of the function.
    pub function: String,
    /// The law as a person reads it.
    pub law: String,
    /// The law without names of functions.
    statement: String,
    /// The types of the function.
    signature: String,
    /// A hash of its body.
    body: String,
}

/// A verdict.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Verdict {
    /// The id of the report.
    pub id: String,
    /// The suspect: the one that was reported, or one with the same cause.
    #[serde(flatten)]
    pub identity: Identity,
    /// The verdict.
    pub says: Says,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// The verdicts of a package.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Verdicts {
    /// Sorted by id and function.
    #[serde(default, rename = "verdict")]
    pub all: Vec<Verdict>,
}

/// What is known of a suspect from a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known<'v> {
    /// It is not to be reported, by the verdict with this id.
    Dismissed(&'v str),
    /// It was dismissed when the function had other types.
    Changed,
    /// Nothing.
    New,
}

impl Identity {
    /// Of a suspect; `function` is the one that it is about.
    pub fn of(suspect: &Suspect, subject: &Subject, function: &Function) -> Identity {
        let signature = subject.signature();
        let text = suspect.relation.show(&signature);
        let mut statement =
            format!("{}; {}; {}; {}", suspect.family, text.when, text.followups.join("; "), text.then);
        for sibling in &suspect.siblings {
            statement = statement.replace(sibling.as_str(), "g");
            let name = sibling.rsplit("::").next().unwrap_or(sibling);
            statement = statement.replace(&format!("{name}("), "g(");
        }
        let source = std::fs::read_to_string(&function.file).unwrap_or_default();
        let body = function.body.clone().and_then(|range| source.get(range)).unwrap_or_default();
        let words: Vec<&str> = body.split_whitespace().collect();
        Identity {
            function: suspect.path.clone(),
            law: suspect.law.clone(),
            statement,
            signature: types(&signature),
            body: format!("{:016x}", fnv1a(BASIS, words.join(" ").bytes())),
        }
    }

    /// A short name: `slugify-3f2a91`.
    pub fn id(&self) -> String {
        let name = self.function.rsplit("::").next().unwrap_or(&self.function);
        let hash = fnv1a(fnv1a(BASIS, self.function.bytes()), self.statement.bytes());
        format!("{name}-{:06x}", hash & 0xff_ffff)
    }
}

fn types(signature: &Signature) -> String {
    let types: Vec<String> = signature.arguments().iter().map(|(_, ty)| ty.to_string()).collect();
    format!("({}) -> {}", types.join(", "), signature.returned)
}

impl Verdicts {
    /// Reads those of a package; a file that does not exist holds none.
    pub fn load(package: &Package) -> Result<Verdicts> {
        let file = file_of(package);
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if is_missing(&error) => return Ok(Verdicts::default()),
            Err(error) => {
                return Err(fail(Code::Environment, format!("cannot read {}: {error}", file.display())));
            }
        };
        read(&text, &file)
    }

    /// What is known of a suspect.
    pub fn on(&self, identity: &Identity) -> Known<'_> {
        let alike = self.all.iter().filter(|known| known.identity.statement == identity.statement);
        let mut known = Known::New;
        for verdict in alike {
            let Identity { function, signature, body, .. } = &verdict.identity;
            let same = *function == identity.function;
            if (same || *body == identity.body) && *signature == identity.signature {
                return Known::Dismissed(&verdict.id);
            }
            if same {
                known = Known::Changed;
            }
        }
        known
    }

    /// Adds verdicts, which replace those with their id, and writes the file.
    pub fn add(mut self, package: &Package, new: Vec<Verdict>) -> Result<PathBuf> {
        self.all.retain(|known| new.iter().all(|new| new.id != known.id));
        self.all.extend(new);
        self.all.sort();
        let file = file_of(package);
        let text = toml::to_string(&self).map_err(|error| fail(Code::Internal, error.to_string()))?;
        commit(&Changes::from([(file.clone(), Some(format!("{HEADER}\n{text}")))]))?;
        Ok(file)
    }
}

fn file_of(package: &Package) -> PathBuf {
    package.dir.join(FILE)
}

fn read(text: &str, file: &Path) -> Result<Verdicts> {
    toml::from_str(text).or_else(|error| {
        conflict::refuse(text, file, Code::Usage)?;
        let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        let why = error.message().replace('\n', " ");
        Err(fail(Code::Usage, format!("{}{line}: {why}", file.display())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(function: &str, body: &str, signature: &str) -> Identity {
        Identity {
            function: function.to_owned(),
            law: "f(f(x)) == f(x)".to_owned(),
            statement: "idempotent; true; (y0,); y1 == y0".to_owned(),
            signature: signature.to_owned(),
            body: body.to_owned(),
        }
    }

    fn verdicts() -> Verdicts {
        let verdict =
            |identity: Identity| Verdict { id: identity.id(), identity, says: Says::Intended, because: None };
        Verdicts { all: vec![verdict(identity("demo::slug", "1", "(&str) -> String"))] }
    }

    #[test]
    fn verdicts_survive_renames_and_edits_but_not_other_types() {
        let known = verdicts();
        let dismissed = Known::Dismissed(&known.all[0].id);
        assert_eq!(known.on(&identity("demo::slug", "2", "(&str) -> String")), dismissed, "edited");
        assert_eq!(known.on(&identity("demo::text::slugify", "1", "(&str) -> String")), dismissed, "moved");
        assert_eq!(known.on(&identity("demo::slug", "1", "(&str, bool) -> String")), Known::Changed);
        assert_eq!(known.on(&identity("demo::other", "2", "(&str) -> String")), Known::New);
    }

    #[test]
    fn files_of_two_branches_merge_by_their_tables() {
        let text = toml::to_string(&verdicts()).unwrap();
        let merged = format!("{HEADER}\n{text}\n{}", text.replace("demo::slug", "demo::title"));
        let read = read(&merged, Path::new("verdicts.toml")).unwrap();
        assert_eq!(read.all.len(), 2);
        assert!(matches!(read.on(&identity("demo::title", "9", "(&str) -> String")), Known::Dismissed(_)));
    }
}
