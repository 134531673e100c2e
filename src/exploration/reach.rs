//! How much of a function the executions pass that end well. Laws of one that hardly ever does what it is for say nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::adequacy::Required;
use morph_traces::{Executor, RowId};

/// The statements and branches of functions.
pub struct Statements<'a> {
    /// By function: what it has of its own.
    own: HashMap<&'a str, BTreeSet<u32>>,
    /// By number: the function.
    of: HashMap<u32, &'a str>,
}

/// How much of a function its executions pass that return a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reach {
    /// Statements and branches that some pass.
    passed: usize,
    /// All.
    all: usize,
    /// The other functions that most of them enter.
    enters: BTreeSet<String>,
}

impl<'a> Statements<'a> {
    /// Those that each function's tests have to account for.
    pub fn new(required: &'a BTreeMap<String, Required<'a>>) -> Statements<'a> {
        let own = |(path, required): (&'a String, &Required<'a>)| {
            (path.as_str(), required.own().probes.iter().map(|(number, _)| *number).collect())
        };
        let own: HashMap<&str, BTreeSet<u32>> = required.iter().map(own).collect();
        let of = own.iter().flat_map(|(path, all)| all.iter().map(|number| (*number, *path))).collect();
        Statements { own, of }
    }

    /// What a function's executions pass.
    pub fn reached(&self, path: &str, executor: &Executor<'_>) -> Reach {
        let rows = (0..executor.inputs().len() as u32).map(RowId);
        let rows: Vec<RowId> = rows.filter(|row| executor.original(*row).value().is_some()).collect();
        let mut passed = BTreeSet::new();
        let mut enter: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &rows {
            let probes = executor.probes(*row);
            passed.extend(probes);
            let entered: BTreeSet<&str> =
                probes.iter().filter_map(|number| self.of.get(number).copied()).collect();
            entered.into_iter().for_each(|function| *enter.entry(function).or_default() += 1);
        }
        let most = |(function, times): (&str, usize)| (2 * times > rows.len()).then(|| function.to_owned());
        let own = self.own.get(path);
        Reach {
            passed: own.map_or(0, |own| own.intersection(&passed).count()),
            all: own.map_or(0, BTreeSet::len),
            enters: enter.into_iter().filter(|(function, _)| *function != path).filter_map(most).collect(),
        }
    }
}

impl Reach {
    /// Whether most of the function is never passed.
    fn is_little(&self) -> bool {
        2 * self.passed < self.all
    }
}

/// Of functions by their paths, those of which most is never passed by what ends well, or that mostly call such ones.
pub fn hardly_reached<'a>(all: &[(&'a str, &Reach)]) -> BTreeSet<&'a str> {
    let little: BTreeSet<&str> =
        all.iter().filter(|(_, reach)| reach.is_little()).map(|(path, _)| *path).collect();
    let calls = |reach: &Reach| reach.enters.iter().any(|function| little.contains(function.as_str()));
    all.iter().filter(|(_, reach)| reach.is_little() || calls(reach)).map(|(path, _)| *path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_little_and_what_calls_it_is_hardly_reached() {
        let reach = |passed, all, enters: &[&str]| Reach {
            passed,
            all,
            enters: enters.iter().map(|path| (*path).to_owned()).collect(),
        };
        let [exchange_mut, exchange, rate, none] =
            [reach(3, 8, &[]), reach(2, 2, &["exchange_mut"]), reach(4, 8, &["none"]), reach(0, 0, &[])];
        let all =
            [("exchange_mut", &exchange_mut), ("exchange", &exchange), ("rate", &rate), ("none", &none)];
        assert_eq!(hardly_reached(&all), BTreeSet::from(["exchange", "exchange_mut"]));
    }
}
