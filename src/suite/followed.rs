//! Functions that stand elsewhere or are called otherwise than when their relations were found.

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::{Catalogue, Fingerprint, Record, load_catalogues};
use super::codes::Codes;
use morph_source::scan::{Function, Read};
use morph_source::workspace::Workspace;

/// Functions that have moved or have another name: their former paths, and those that they have now. Their code, and what
/// it rests on, is what it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed(BTreeMap<String, String>);

impl Followed {
    /// Those in the catalogues of the workspace.
    pub fn of(workspace: &Workspace, read: &Read) -> anyhow::Result<Followed> {
        Ok(Followed::among(&load_catalogues(workspace)?, workspace, read))
    }

    /// Those in these catalogues.
    pub fn among(catalogues: &[Catalogue], workspace: &Workspace, read: &Read) -> Followed {
        let records: Vec<&Record> = catalogues.iter().flat_map(|catalogue| &catalogue.relations).collect();
        let mut of_gone: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
        for record in records.iter().filter(|record| !read.code.has(&record.function)) {
            of_gone.entry(&record.function).or_default().push(record);
        }
        if of_gone.is_empty() {
            return Followed::default();
        }
        let known: BTreeSet<&str> = records.iter().map(|record| record.function.as_str()).collect();
        let testable =
            read.functions.iter().filter_map(Function::subject).map(|subject| subject.path.as_str());
        let free = testable.filter(|path| !known.contains(path)).collect();
        let codes = Codes::of(workspace, &read.code);
        Followed(Search { read, codes, free, found: BTreeMap::new() }.run(of_gone))
    }

    /// Former paths, and those of now.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(before, now)| (before.as_str(), now.as_str()))
    }

    /// The path that a function had which is there now.
    pub fn before(&self, now: &str) -> Option<&str> {
        self.iter().find(|(_, path)| *path == now).map(|(before, _)| before)
    }

    /// The path of a function that was called `before`.
    pub fn now(&self, before: &str) -> Option<&str> {
        self.0.get(before).map(String::as_str)
    }

    /// A text with the paths of now.
    pub fn text(&self, text: &str) -> String {
        self.iter().fold(text.to_owned(), |text, (before, now)| replaced(&text, before, now, is_path))
    }

    /// A generated text with the names of before, where a person's tools renamed the function in tests, too.
    pub fn named_back(&self, text: &str) -> String {
        self.names().fold(text.to_owned(), |text, (before, now)| replaced(&text, now, before, is_word))
    }

    /// The name of a test with the names of now: `apart_is_symmetric` for `distance_is_symmetric`.
    pub fn test_name(&self, name: &str) -> String {
        self.names().fold(name.to_owned(), |name, (before, now)| {
            replaced(&name, before, now, |c| c.is_alphanumeric())
        })
    }

    /// The names that differ.
    fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().map(|(before, now)| (last(before), last(now))).filter(|(before, now)| before != now)
    }

    /// A catalogue with the paths of now.
    pub fn catalogue(&self, catalogue: Catalogue) -> Catalogue {
        if self.0.is_empty() {
            return catalogue;
        }
        let relations = catalogue
            .relations
            .into_iter()
            .map(|record| record.with_paths(&|text| self.text(text)))
            .collect();
        let regions = catalogue.regions.into_iter().map(|region| {
            let path = self.now(&region.path).map_or(region.path.clone(), str::to_owned);
            Fingerprint { path, ..region }
        });
        Catalogue { relations, regions: regions.collect() }
    }
}

/// The search for functions that are gone.
struct Search<'a> {
    read: &'a Read,
    codes: Codes<'a>,
    /// The functions that can be tested and that no catalogue knows.
    free: Vec<&'a str>,
    found: BTreeMap<String, String>,
}

impl Search<'_> {
    fn run(mut self, of_gone: BTreeMap<&str, Vec<&Record>>) -> BTreeMap<String, String> {
        // What calls others that are gone can be found after these.
        loop {
            let before = self.found.len();
            for (path, records) in &of_gone {
                if !self.found.contains_key(*path) {
                    self.find(path, records);
                }
            }
            if self.found.len() == before {
                return self.found;
            }
        }
    }

    /// Finds a function by the code of one of its relations.
    fn find(&mut self, path: &str, records: &[&Record]) {
        for record in records {
            let Some(code) = record.code.as_ref().filter(|_| record.is_as_recorded()) else { continue };
            let Some(called) = self.called(path, record) else { continue };
            let fits = |new: &&str| {
                let called = called.iter().map(|(_, now)| now.as_deref().unwrap_or(new));
                self.codes.of_functions(std::iter::once(*new).chain(called)).as_ref() == Some(code)
            };
            let taken: BTreeSet<&String> = self.found.values().collect();
            let fitting: Vec<&str> = self
                .free
                .iter()
                .copied()
                .filter(|new| !taken.contains(&(*new).to_owned()))
                .filter(fits)
                .collect();
            let named: Vec<&str> = fitting.iter().copied().filter(|new| last(new) == last(path)).collect();
            // Of several functions with this code, none can be told to be the one.
            let ((&[new], _) | (_, &[new])) = (named.as_slice(), fitting.as_slice()) else { continue };
            let called = called.into_iter().filter_map(|(before, now)| Some((before, now?)));
            self.found.extend(called.filter(|(before, now)| before != now));
            self.found.insert(path.to_owned(), new.to_owned());
            return;
        }
    }

    /// The functions that a relation calls, before and now; `None` for its own one. `None` at all where one cannot be found.
    fn called(&self, path: &str, record: &Record) -> Option<Vec<(String, Option<String>)>> {
        let called = record.followups.iter().filter_map(|followup| followup.split('(').next());
        let now = |called: &str| {
            if called == path {
                return Some(None);
            }
            if self.read.code.has(called) {
                return Some(Some(called.to_owned()));
            }
            if let Some(now) = self.found.get(called) {
                return Some(Some(now.clone()));
            }
            let mut same = self.read.code.paths().filter(|path| last(path) == last(called));
            let only = same.next().filter(|_| same.next().is_none())?;
            Some(Some(only.to_owned()))
        };
        called
            .filter(|called| !called.is_empty())
            .map(|called| Some((called.to_owned(), now(called)?)))
            .collect()
    }
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(super) fn is_path(c: char) -> bool {
    is_word(c) || c == ':'
}

/// A text in which one name stands for another wherever it stands alone: between characters that no name `has`.
pub(super) fn replaced(text: &str, name: &str, other: &str, has: impl Fn(char) -> bool) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let begins = !before.chars().next_back().or(out.chars().next_back()).is_some_and(&has);
        let ends = !after.chars().next().is_some_and(&has);
        out += before;
        out += if begins && ends { other } else { name };
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn followed(all: &[(&str, &str)]) -> Followed {
        Followed(all.iter().map(|(before, now)| ((*before).to_owned(), (*now).to_owned())).collect())
    }

    #[test]
    fn whole_paths_and_names_alone_are_replaced() {
        let followed = followed(&[("demo::dist", "demo::far::apart")]);
        assert_eq!(followed.text("demo::dist(a, demo::distant(b))"), "demo::far::apart(a, demo::distant(b))");
        assert_eq!(
            followed.text("not_demo::dist(a) + x::demo::dist(b)"),
            "not_demo::dist(a) + x::demo::dist(b)"
        );
        assert_eq!(followed.named_back("let y = apart(a, apart_2(b));"), "let y = dist(a, apart_2(b));");
        assert_eq!(followed.named_back("apart(apart(a))"), "dist(dist(a))");
        assert_eq!(followed.test_name("dist_is_symmetric"), "apart_is_symmetric");
        assert_eq!(followed.test_name("distant_is_dist"), "distant_is_apart");
    }
}
