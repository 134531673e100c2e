//! Kinds of source inputs side by side.

use std::num::NonZeroUsize;
use std::sync::Arc;

use cargo_morph::inputs::Kind;
use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use morph_experiments::{Compared, Comparison, Series, compare};
use morph_lab::BuildOptions;
use morph_lab::mutants;
use morph_source::scan::{self, Filter};
use morph_source::workspace;
use morph_symbolic::solver;

use crate::project::{MANIFEST, Project};

const LIBRARY: &str = "\
pub fn distance(a: u32, b: u32) -> u32 {
    if a > b { a - b } else { b - a }
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_as_far_as_back() {
        for &(a, b) in [(1, 2), (7, 3)].iter() {
            assert!(super::distance(b, a) == super::distance(a, b));
        }
    }
}
";

const CATALOGUE: &str = "\
schema = 1

[[relation]]
function = \"tiny::distance\"
followups = [\"(b, a)\"]
then = \"y1 == y0\"
test = \"tests::there_is_as_far_as_back\"
";

/// What sources of each kind detect of the mutants of our own operators.
fn compared(project: &Project, jobs: usize) -> anyhow::Result<Compared> {
    let selection =
        workspace::Selection { manifest_path: Some(project.root.join("Cargo.toml")), ..Default::default() };
    let workspace = workspace::load(&selection).expect("the package");
    let scan::Read { functions, world, .. } =
        scan::read(&workspace, &Filter::default()).expect("its functions");
    let comparison = Comparison {
        functions: ["tiny::distance".to_owned()].into(),
        seeds: 3..5,
        most: 12,
        program: Arc::new(morph_symbolic::program::lower(&workspace, &world)),
        solver: solver::Choice::Auto,
        jobs: NonZeroUsize::new(jobs).expect("not 0"),
        build: BuildOptions { feature_flags: Vec::new(), offline: true, branches: true, distances: true },
    };
    let own = mutants::list_own(&functions).expect("mutants");
    compare(&workspace, &functions, own, &comparison, &*progress::new(Verbosity::Quiet))
}

fn project(catalogue: &str) -> Project {
    Project::new(&[("Cargo.toml", MANIFEST), ("src/lib.rs", LIBRARY), ("morph/relations.toml", catalogue)])
}

#[test]
fn every_kind_and_seed_has_sources_that_execute_and_detect_something_whatever_the_number_of_threads() {
    let project = project(CATALOGUE);
    let one = compared(&project, 1).expect("a comparison");
    assert_eq!(one.series.len(), 2 * Kind::ALL.len());
    assert_eq!(one.branches.len(), 2);
    let faults = &one.faults["tiny::distance"];
    let apart = faults.values().filter(|fault| fault.is_told_apart).count();
    assert!(apart > 3 && apart <= faults.len(), "{faults:?}");
    for series in one.series.iter().filter(|series| !series.kind.is_directed()) {
        // As many as the path-directed method makes.
        assert!((2..=12).contains(&series.sources.len()), "{series:?}");
        assert!(series.sources.iter().all(|source| !source.probes.is_empty()));
        let detected = series.sources.iter().flat_map(|source| &source.detected);
        let mut detected = detected.map(|id| &faults[id]).peekable();
        assert!(detected.peek().is_some() && detected.all(|fault| fault.is_told_apart), "{series:?}");
    }
    let without_clock = |compared: Compared| {
        let untimed = |series: Series| Series { seconds: 0.0, ..series };
        let series: Vec<Series> = compared.series.into_iter().map(untimed).collect();
        format!("{:?}{:?}{series:?}", compared.faults, compared.branches)
    };
    assert_eq!(without_clock(one), without_clock(compared(&project, 2).expect("a comparison")));
}

#[test]
fn comparison_under_a_wrong_relation_is_refused() {
    let wrong = CATALOGUE.replace("y1 == y0", "y1 > y0");
    let error = compared(&project(&wrong), 2).expect_err("it does not hold");
    assert!(error.to_string().contains("does not hold on"), "{error}");
}
