//! What people said of suspects and of laws, in a file of each package that reviews like code.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::options::Says;
use crate::suite::{Access, merged_map, replace};
use morph_relation::hash::{BASIS, fnv1a};
use morph_relation::{Relation, Signature};
use morph_source::conflict;
use morph_source::exit::{Code, fail};
use morph_source::files::read_if_there;
use morph_source::scan::{Function, Subject};
use morph_source::workspace::Package;

/// The file, below the package's folder.
const FILE: &str = "morph/verdicts.toml";
const HEADER: &str =
    "# Verdicts on the findings of `cargo morph`. Listed findings are neither reported nor written again.\n";

/// What makes a law the same after the function has moved or has another name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Identity {
    /// The path of the function.
    pub function: String,
    /// The law as a person reads it.
    pub law: String,
    /// The family and the law, without names of functions.
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
    /// The law: the one that was reported, or one that fails for the same cause.
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
    /// Of an instance of a family; `law` is what a person reads, `function` what the subject calls.
    pub fn of(
        family: &str,
        relation: &Relation,
        law: &str,
        subject: &Subject,
        function: &Function,
    ) -> Identity {
        let signature = subject.signature();
        Identity {
            function: subject.path.clone(),
            law: law.to_owned(),
            statement: format!("{family}; {}", statement(relation, &signature)),
            signature: types(&signature),
            body: body(function),
        }
    }

    /// The statement without the family.
    fn law(&self) -> &str {
        self.statement.split_once("; ").map_or("", |(_, law)| law)
    }

    /// A short name: `slugify-3f2a91`.
    pub fn id(&self) -> String {
        let name = self.function.rsplit("::").next().unwrap_or(&self.function);
        let hash = fnv1a(fnv1a(BASIS, self.function.bytes()), self.statement.bytes());
        format!("{name}-{:06x}", hash & 0xff_ffff)
    }
}

/// A relation without names of functions.
pub fn statement(relation: &Relation, subject: &Signature) -> String {
    let text = relation.show(subject);
    let mut statement = format!("{}; {}; {}", text.when, text.followups.join("; "), text.then);
    for other in relation.called() {
        statement = statement.replace(other, "g");
        let name = other.rsplit("::").next().unwrap_or(other);
        statement = statement.replace(&format!("{name}("), "g(");
    }
    statement
}

/// A hash of a function's body, whatever its layout; of its path where its body does not stand in its file.
fn body(function: &Function) -> String {
    let source = std::fs::read_to_string(&function.file).unwrap_or_default();
    let body = function.body.clone().and_then(|range| source.get(range)).unwrap_or(&function.path);
    let words: Vec<&str> = body.split_whitespace().collect();
    format!("{:016x}", fnv1a(BASIS, words.join(" ").bytes()))
}

fn types(signature: &Signature) -> String {
    let types: Vec<String> = signature.arguments().iter().map(|(_, ty)| ty.to_string()).collect();
    format!("({}) -> {}", types.join(", "), signature.returned)
}

impl Verdicts {
    /// Reads those of a package; a file that does not exist holds none.
    pub fn load(package: &Package) -> Result<Verdicts> {
        let file = file_of(package);
        read_if_there(&file)?.map_or_else(|| Ok(Verdicts::default()), |text| read(&text, &file))
    }

    /// What is known of a suspect.
    pub fn on(&self, identity: &Identity) -> Known<'_> {
        let alike = self.all.iter().filter(|known| match known.says {
            // What nobody wants is not missed either, whatever family it is of.
            Says::Rejected => known.identity.law() == identity.law(),
            _ => known.identity.statement == identity.statement,
        });
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

    /// The laws of a function that were rejected, as [`statement`]s: where it stands now, or stood before it was moved.
    pub fn rejected(&self, subject: &Subject, function: &Function) -> BTreeSet<&str> {
        let signature = types(&subject.signature());
        let now = LazyCell::new(|| body(function));
        let all = self.all.iter().filter(|verdict| verdict.says == Says::Rejected);
        let own = all.filter(|verdict| {
            let Identity { function: path, signature: known, body: was, .. } = &verdict.identity;
            *known == signature && (*path == subject.path || *was == *now)
        });
        own.map(|verdict| verdict.identity.law()).collect()
    }

    /// Adds verdicts, which replace those with their id, and writes the file.
    pub fn add(mut self, package: &Package, new: Vec<Verdict>) -> Result<PathBuf> {
        self.all.retain(|known| new.iter().all(|new| new.id != known.id));
        self.all.extend(new);
        self.write(package)
    }

    /// Takes a rejection back, and writes the file; whether there was one.
    pub fn take_back(mut self, package: &Package, id: &str) -> Result<bool> {
        let before = self.all.len();
        self.all.retain(|known| known.says != Says::Rejected || known.id != id);
        let had = self.all.len() < before;
        if had {
            self.write(package)?;
        }
        Ok(had)
    }

    fn text(&self) -> Result<String> {
        let text = toml::to_string(self).map_err(|error| fail(Code::Internal, error.to_string()))?;
        Ok(format!("{HEADER}\n{text}"))
    }

    fn write(mut self, package: &Package) -> Result<PathBuf> {
        self.all.sort();
        let file = file_of(package);
        let text = if self.all.is_empty() { None } else { Some(self.text()?) };
        replace(&file, text, Access::AsBefore)?;
        Ok(file)
    }
}

/// The merged text of three versions of the file at `path`, the common ancestor's first; `None` where it holds no verdicts, or
/// both branches have a verdict of their own on the same suspect.
pub fn merge_texts(sides: [&str; 3], path: &Path) -> Result<Option<String>> {
    if !path.ends_with(FILE) {
        return Ok(None);
    }
    let parts = |text: &str| -> Result<BTreeMap<(String, Identity), Verdict>> {
        let all = read(text, path)?.all.into_iter();
        Ok(all.map(|verdict| ((verdict.id.clone(), verdict.identity.clone()), verdict)).collect())
    };
    let [base, ours, theirs] = sides.map(parts);
    let (all, conflicts) = merged_map([base?, ours?, theirs?]);
    if !conflicts.is_empty() {
        return Ok(None);
    }
    Verdicts { all: all.into_values().collect() }.text().map(Some)
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
    fn verdicts_of_any_text_are_read_or_refused() {
        let mut two = verdicts();
        two.all.push(Verdict { because: Some("a \"reason\"\n".to_owned()), ..two.all[0].clone() });
        let examples = [verdicts(), two].map(|verdicts| verdicts.text().unwrap());
        morph_fuzz::fuzz("verdicts", &examples, |input| {
            let Ok(verdicts) = read(&String::from_utf8_lossy(input), Path::new(FILE)) else { return false };
            let text = verdicts.text().unwrap();
            assert_eq!(read(&text, Path::new(FILE)).unwrap().all, verdicts.all);
            true
        });
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
