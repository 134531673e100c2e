//! What the tests, examples and documentation of packages show of their functions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use morph_source::scan::{self, Example, Subject};
use morph_source::workspace::Package;
use morph_values::Texts;

/// Texts in a list, and the length of one in bytes.
const TEXTS: usize = 200;
const LONGEST: usize = 200;

/// Texts for each function, by its path.
pub type KnownTexts = BTreeMap<String, Texts>;

/// Tests, examples and code in documentation, by package.
pub struct Examples(BTreeMap<String, Vec<Example>>);

impl Examples {
    /// Reads those of packages, without their modules of the name `but`: what is known of a package may not depend on
    /// earlier runs.
    pub fn of(packages: &[Package], but: &str) -> Examples {
        let read = |package: &Package| (package.name.clone(), scan::examples(package, but));
        Examples(packages.iter().map(read).collect())
    }

    /// Those of a package.
    pub fn of_package(&self, package: &str) -> &[Example] {
        self.0.get(package).map(Vec::as_slice).unwrap_or_default()
    }

    /// Those that name a function.
    pub fn naming(&self, subject: &Subject) -> impl Iterator<Item = &Example> {
        self.of_package(&subject.package).iter().filter(|example| names(example, subject))
    }

    /// Texts for each function and for what makes its arguments: of the examples that name it, of those that name something of
    /// its module, and of all examples of its package.
    pub fn texts(&self, subjects: &[Subject]) -> KnownTexts {
        let mut modules: BTreeMap<_, BTreeMap<_, Vec<&Subject>>> = BTreeMap::new();
        let makers = scan::makers(subjects);
        for subject in subjects.iter().chain(&makers) {
            let of_package = modules.entry(&subject.package).or_default();
            of_package.entry((subject.target, &subject.module)).or_default().push(subject);
        }
        let mut all = KnownTexts::new();
        for (package, modules) in modules {
            let of_package = self.of_package(package);
            let texts_of_package = some_texts(of_package);
            for members in modules.into_values() {
                let names_some = |example: &&Example| members.iter().any(|subject| names(example, subject));
                let of_module: Vec<&Example> = of_package.iter().filter(names_some).collect();
                let texts_of_module = some_texts(of_module.iter().copied());
                for subject in &members {
                    let own = some_texts(of_module.iter().copied().filter(|example| names(example, subject)));
                    let lists = [own, Arc::clone(&texts_of_module), Arc::clone(&texts_of_package)];
                    let lists = lists.into_iter().filter(|list| !list.is_empty()).collect();
                    all.insert(subject.path.clone(), lists);
                }
            }
        }
        all
    }
}

/// Whether an example names a function.
fn names(example: &Example, subject: &Subject) -> bool {
    match plain(&subject.name) {
        "from_str" => ["from_str", "parse"].iter().any(|name| example.names.contains(*name)),
        name => example.names.contains(name),
    }
}

/// A name as it is called.
pub fn plain(name: &str) -> &str {
    name.trim_start_matches("r#")
}

/// Texts in some examples, each once, and no more than so many, taken evenly.
pub fn some_texts<'a>(examples: impl IntoIterator<Item = &'a Example>) -> Arc<[String]> {
    let mut seen = BTreeSet::new();
    let all = examples.into_iter().flat_map(|example| &example.texts);
    let all: Vec<&String> = all.filter(|text| text.len() <= LONGEST && seen.insert(*text)).collect();
    let step = all.len().div_ceil(TEXTS).max(1);
    all.into_iter().step_by(step).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::Type;

    #[test]
    fn texts_of_a_functions_own_tests_come_first_then_those_of_its_module_and_its_package() {
        let example = |name: &str, texts: &[&str]| Example {
            names: BTreeSet::from([name.to_owned()]),
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
            ..Example::default()
        };
        let long = "x".repeat(LONGEST + 1);
        let all = vec![example("read", &["a", "a", &long]), example("near", &["b"]), example("far", &["c"])];
        let examples = Examples(BTreeMap::from([("demo".to_owned(), all)]));
        let subject = |path: &str| {
            let subject = Subject::free(path, &[("text", Type::String)], Type::Bool);
            let (module, name) = path.rsplit_once("::").unwrap();
            let module = module.split("::").skip(1).map(str::to_owned).collect();
            Subject { package: "demo".to_owned(), name: name.to_owned(), module, ..subject }
        };
        let paths = ["demo::here::read", "demo::here::near", "demo::here::untested", "demo::far"];
        let texts = examples.texts(&paths.map(subject));
        let lists = |path: &str| -> Vec<String> { texts[path].iter().map(|list| list.concat()).collect() };
        assert_eq!(lists("demo::here::read"), ["a", "ab", "abc"]);
        assert_eq!(lists("demo::here::untested"), ["ab", "abc"]);
        assert_eq!(lists("demo::far"), ["c", "c", "abc"]);
    }

    #[test]
    fn texts_are_taken_evenly_where_there_are_many() {
        let texts = (0..1_000).map(|n| n.to_string()).collect();
        let some = some_texts(&[Example { texts, ..Example::default() }]);
        assert_eq!((some.len(), some[1].as_str()), (TEXTS, "5"));
    }
}
