//! Parts of a discovery that are switched off leave nothing behind.

use std::collections::BTreeSet;

use cargo_morph::options::Part;
use cargo_morph::report::Discovery;

use crate::project::Project;

/// A project in which every part finds something to do, and what a run found there.
fn without(parts: &[Part]) -> (Project, Discovery) {
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
    (project, discovery)
}

/// Whether a file of the lab's copy of the package contains a text.
fn is_built(project: &Project, text: &str) -> bool {
    let lab = project.root.join("target/morph/lab/tree");
    walkdir::WalkDir::new(lab).into_iter().any(|entry| {
        let entry = entry.expect("the lab's copy");
        entry.path().extension().is_some_and(|extension| extension == "rs")
            && std::fs::read_to_string(entry.path()).expect("text").contains(text)
    })
}

fn strategies(discovery: &Discovery) -> BTreeSet<&str> {
    let relations = discovery.functions.iter().flat_map(|function| &function.relations);
    relations.map(|relation| &*relation.strategy).collect()
}

#[test]
fn enumeration_alone_is_left_without_any_part() {
    let (project, discovery) = without(&Part::ALL);
    assert_eq!(strategies(&discovery), BTreeSet::from(["enumerate"]));
    assert!(discovery.functions.iter().all(|function| function.polynomial.is_none()));
    assert!(!is_built(&project, "::__morph::branch("));
}

#[test]
fn distances_of_branches_are_built_only_where_they_are_climbed() {
    let (project, _) = without(&[]);
    assert!(is_built(&project, "::__morph::branch(") && is_built(&project, "::__morph::Two("));
    for off in [Part::Climbing, Part::Path] {
        let (project, _) = without(&[off]);
        assert!(is_built(&project, "::__morph::branch(") && !is_built(&project, "::__morph::Two("));
    }
}

#[test]
fn directed_search_is_what_checks_relations_on_further_groups() {
    let groups = |discovery: &Discovery| -> usize {
        let relations = discovery.functions.iter().flat_map(|function| &function.relations);
        relations.map(|relation| relation.groups).max().unwrap_or_default()
    };
    let ((_, every), (_, fewer)) = (without(&[]), without(&[Part::Directed]));
    assert!(groups(&fewer) < groups(&every), "{} and {}", groups(&fewer), groups(&every));
}
