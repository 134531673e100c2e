//! What a package's tests and documentation say of its functions.

use std::collections::{BTreeMap, BTreeSet};

use crate::inputs::{self, plain, some_texts};
use crate::suite::read_value;
use morph_lab::Rows;
use morph_relation::{Type, Value};
use morph_source::scan::{Example, Subject};
use morph_values::Texts;

/// A function with fewer texts of its own gets others, which are often of the same kind.
const FEW: usize = 12;

/// What tests, examples and documentation say of some functions.
pub struct Examples {
    /// What they call functions with, where it is written in literals.
    pub inputs: Rows,
    /// The functions that an assertion calls, with the name of the test, by package.
    asserted: BTreeMap<String, Vec<(String, Vec<String>)>>,
}

impl Examples {
    /// What is said of the subjects.
    pub fn of(examples: &inputs::Examples, subjects: &[Subject]) -> Examples {
        let rows = |subject: &Subject| (subject.path.clone(), inputs_of(examples, subject));
        let inputs = subjects.iter().map(rows).filter(|(_, rows)| !rows.is_empty()).collect();
        let asserted = |example: &Example| {
            let named = |called: &Vec<String>| (example.name.clone(), called.clone());
            example.asserted.iter().map(named).collect::<Vec<_>>()
        };
        let packages: BTreeSet<&String> = subjects.iter().map(|subject| &subject.package).collect();
        let of_package = |package: &String| {
            (package.clone(), examples.of_package(package).iter().flat_map(asserted).collect())
        };
        Examples { inputs, asserted: packages.into_iter().map(of_package).collect() }
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

/// The texts of a function's own examples; where these are few, those of others, too.
pub fn nearest(texts: &Texts) -> Vec<&str> {
    let (mut nearest, mut seen) = (Vec::new(), BTreeSet::new());
    for list in texts.iter() {
        if nearest.len() < FEW {
            nearest.extend(list.iter().map(String::as_str).filter(|text| seen.insert(*text)));
        }
    }
    nearest
}

fn inputs_of(examples: &inputs::Examples, subject: &Subject) -> Vec<Vec<Value>> {
    let types = subject.types();
    // What constructors make is not written in literals.
    if types.iter().any(|ty| !ty.adts().is_empty()) {
        return Vec::new();
    }
    let calls = examples.naming(subject).flat_map(|example| &example.calls);
    let literals = calls.filter(|(name, args)| name == plain(&subject.name) && args.len() == types.len());
    let row = |(_, args): &(String, Vec<syn::Expr>)| -> Option<Vec<Value>> {
        args.iter().zip(&types).map(|(arg, ty)| read_value(arg, ty, &BTreeMap::new()).ok()).collect()
    };
    let mut rows: Vec<Vec<Value>> = literals.filter_map(row).collect();
    if let [only] = types.as_slice()
        && only.owned() == Type::String
    {
        let texts = some_texts(examples.naming(subject));
        rows.extend(texts.iter().map(|text| vec![Value::str(text)]));
    }
    let mut seen = BTreeSet::new();
    rows.retain(|row| seen.insert(format!("{row:?}")));
    rows
}
