//! What a package's tests and documentation say of its functions.

use std::collections::{BTreeMap, BTreeSet};

use crate::suite::{self, read_value};
use morph_lab::Rows;
use morph_relation::{Type, Value};
use morph_source::scan::{self, Example, Subject};
use morph_source::workspace::{Package, Workspace};

/// Texts per function, and the length of one in bytes.
const TEXTS: usize = 200;
const LONGEST: usize = 200;
/// A function with fewer texts of its own gets others of its package, which are often of the same kind.
const FEW: usize = 12;
/// How many.
const OTHERS: usize = 60;

/// What tests, examples and documentation show of some functions.
#[derive(Default)]
pub struct Examples {
    /// What they call functions with, where it is written in literals.
    pub inputs: Rows,
    /// The texts in those that name a function, by its path.
    texts: BTreeMap<String, Vec<String>>,
    /// The functions that an assertion calls, with the name of the test, by package.
    asserted: BTreeMap<String, Vec<(String, Vec<String>)>>,
}

impl Examples {
    /// Reads those of the selected packages.
    pub fn of(workspace: &Workspace, subjects: &[Subject]) -> Examples {
        let mut all = Examples::default();
        for package in &workspace.packages {
            // What is known of a package may not depend on earlier runs.
            let examples = scan::examples(package, suite::MODULE);
            let others = texts(&examples.iter().collect::<Vec<_>>(), OTHERS);
            for subject in subjects.iter().filter(|subject| subject.package == package.name) {
                let naming: Vec<&Example> = examples.iter().filter(|it| names(it, subject)).collect();
                let mut texts = texts(&naming, TEXTS);
                let inputs = inputs(&naming, subject, &texts);
                if texts.len() < FEW {
                    texts.extend(others.iter().cloned());
                }
                all.inputs.extend((!inputs.is_empty()).then(|| (subject.path.clone(), inputs)));
                all.texts.insert(subject.path.clone(), texts);
            }
            let asserted = examples.into_iter().flat_map(|example| {
                let name = example.name;
                example.asserted.into_iter().map(move |called| (name.clone(), called))
            });
            all.asserted.insert(package.name.clone(), asserted.collect());
        }
        all
    }

    /// The texts in those that name a function, each once.
    pub fn texts(&self, subject: &Subject) -> &[String] {
        self.texts.get(&subject.path).map(Vec::as_slice).unwrap_or_default()
    }

    /// The test that asserts something of `outer(inner(…))`; its name is empty where that is documentation.
    pub fn asserting(&self, outer: &Subject, inner: &Subject) -> Option<&str> {
        let nested = |called: &[String]| {
            called.windows(2).any(|pair| pair[0] == plain(&outer.name) && pair[1] == plain(&inner.name))
        };
        let all = self.asserted.get(&inner.package)?;
        all.iter().find(|(_, called)| nested(called)).map(|(name, _)| name.as_str())
    }
}

/// Some texts of a package's tests, examples and documentation, taken evenly.
pub fn texts_of(package: &Package) -> Vec<String> {
    texts(&scan::examples(package, suite::MODULE).iter().collect::<Vec<_>>(), TEXTS)
}

fn plain(name: &str) -> &str {
    name.trim_start_matches("r#")
}

/// Whether an example names a function.
fn names(example: &Example, subject: &Subject) -> bool {
    match plain(&subject.name) {
        "from_str" => ["from_str", "parse"].iter().any(|name| example.names.contains(*name)),
        name => example.names.contains(name),
    }
}

/// Texts in some examples, each once, and no more than so many, taken evenly.
fn texts(examples: &[&Example], most: usize) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let all = examples.iter().flat_map(|example| &example.texts);
    let all: Vec<&String> = all.filter(|text| text.len() <= LONGEST && seen.insert(*text)).collect();
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).cloned().collect()
}

fn inputs(examples: &[&Example], subject: &Subject, texts: &[String]) -> Vec<Vec<Value>> {
    let types = subject.types();
    // What constructors make is not written in literals.
    if types.iter().any(|ty| !ty.adts().is_empty()) {
        return Vec::new();
    }
    let calls = examples.iter().flat_map(|example| &example.calls);
    let literals = calls.filter(|(name, args)| name == plain(&subject.name) && args.len() == types.len());
    let row = |(_, args): &(String, Vec<syn::Expr>)| -> Option<Vec<Value>> {
        args.iter().zip(&types).map(|(arg, ty)| read_value(arg, ty, &BTreeMap::new()).ok()).collect()
    };
    let mut rows: Vec<Vec<Value>> = literals.filter_map(row).collect();
    if let [only] = types.as_slice()
        && only.owned() == Type::String
    {
        rows.extend(texts.iter().map(|text| vec![Value::str(text)]));
    }
    let mut seen = BTreeSet::new();
    rows.retain(|row| seen.insert(format!("{row:?}")));
    rows
}
