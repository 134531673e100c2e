//! Parts of a discovery that are switched off leave nothing behind.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use cargo_morph::options::Part;
use cargo_morph::report::Discovery;

use crate::project::Project;

/// What a run found, and the sources of the lab that it built.
struct Found {
    discovery: Discovery,
    lab: String,
}

/// A run without some parts in a project where every part finds something to do.
fn without(parts: &[Part]) -> Found {
    let project = Project::tiny();
    let names = |on: bool| {
        let chosen = Part::ALL.iter().filter(|part| parts.contains(part) != on);
        chosen.map(|part| part.name()).collect::<Vec<_>>().join(",")
    };
    let (with, without) = (format!("--with={}", names(true)), format!("--without={}", names(false)));
    let chosen = [&*with, &*without].into_iter().filter(|option| !option.ends_with('='));
    let args = ["--dry-run", "--format", "json", "--operators", "own"];
    let args: Vec<&str> = args.into_iter().chain(chosen).collect();
    let discovery = project.discover(&args).well().discovery();
    let lab = walkdir::WalkDir::new(project.root.join("target/morph/lab/tree")).into_iter();
    let files = lab.map(|entry| entry.expect("the lab's copy").into_path());
    let sources = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let lab = sources.map(|path| std::fs::read_to_string(path).expect("text")).collect();
    Found { discovery, lab }
}

/// A run with every part.
static WHOLE: LazyLock<Found> = LazyLock::new(|| without(&[]));

fn strategies(discovery: &Discovery) -> BTreeSet<&str> {
    let relations = discovery.functions.iter().flat_map(|function| &function.relations);
    relations.map(|relation| &*relation.strategy).collect()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn families_and_enumeration_are_left_without_any_part() {
    let Found { discovery, lab } = without(&Part::ALL);
    assert!(strategies(&discovery).is_subset(&BTreeSet::from(["enumerate", "family"])));
    assert!(discovery.functions.iter().all(|function| function.polynomial.is_none()));
    assert!(!lab.contains("::__morph::branch("));
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn distances_of_branches_are_built_only_where_they_are_climbed() {
    assert!(WHOLE.lab.contains("::__morph::branch(") && WHOLE.lab.contains("::__morph::Two("));
    for off in [Part::Climbing, Part::Path] {
        let Found { lab, .. } = without(&[off]);
        assert!(lab.contains("::__morph::branch(") && !lab.contains("::__morph::Two("));
    }
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn directed_search_is_what_checks_relations_on_further_groups() {
    let groups = |discovery: &Discovery| -> usize {
        let relations = discovery.functions.iter().flat_map(|function| &function.relations);
        relations.map(|relation| relation.groups).max().unwrap_or_default()
    };
    let fewer = without(&[Part::Directed]);
    let (every, fewer) = (groups(&WHOLE.discovery), groups(&fewer.discovery));
    assert!(fewer < every, "{fewer} and {every}");
}
