//! Which metamorphic group detects which mutant.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;

use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use morph_experiments::{Detections, Pool, detect};
use morph_lab::BuildOptions;
use morph_lab::mutants;
use morph_source::scan::{self, Filter};
use morph_source::workspace;

use crate::project::Project;

/// What groups of `distance` detect of the mutants of our own operators.
fn distance(project: &Project, jobs: usize) -> Detections {
    let selection =
        workspace::Selection { manifest_path: Some(project.root.join("Cargo.toml")), ..Default::default() };
    let workspace = workspace::load(&selection).expect("the package");
    let functions = scan::scan(&workspace, &Filter::default()).expect("its functions");
    let pool = Pool {
        functions: ["tiny::distance".to_owned()].into(),
        seed: 7,
        sources: 200,
        jobs: NonZeroUsize::new(jobs).expect("not 0"),
        build: BuildOptions { feature_flags: Vec::new(), offline: true, branches: true, distances: true },
    };
    let own = mutants::list_own(&functions).expect("mutants");
    let mut detections =
        detect(&workspace, &functions, own, &pool, &*progress::new(Verbosity::Quiet)).expect("detections");
    assert_eq!(detections.len(), 1);
    detections.remove(0)
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn groups_of_relations_that_hold_detect_mutants_and_those_of_others_are_none() {
    let project = Project::searched();
    let file = project.root.join("morph/relations.toml");
    let catalogue = fs::read_to_string(&file).expect("the catalogue");
    let test =
        catalogue.lines().find(|line| line.starts_with("test = \"") && line.contains("distance_agrees"));
    let test = test.expect("a relation of `distance`");
    let wrong = format!("\n[[relation]]\nfunction = \"tiny::distance\"\nthen = \"y0 <= 1000\"\n{test}\n");
    fs::write(&file, catalogue + &wrong).expect("the folder is ours");

    let recorded = distance(&project, 1);
    assert!(recorded.sources > 150 && !recorded.mutants.is_empty(), "{recorded:?}");
    let with_groups: BTreeSet<usize> = recorded.groups.iter().map(|group| group.relation).collect();
    for (number, relation) in recorded.relations.iter().enumerate() {
        let is_wrong = relation.readable.contains("1000");
        assert_eq!(relation.violated > 0, is_wrong, "{relation:?}");
        assert_eq!(with_groups.contains(&number), !is_wrong, "{relation:?}");
    }
    let detected: BTreeSet<usize> = recorded.groups.iter().flat_map(|group| group.detected.clone()).collect();
    assert!(detected.len() * 2 > recorded.mutants.len(), "{} of {:?}", detected.len(), recorded.mutants);
    assert!(detected.iter().all(|mutant| *mutant < recorded.mutants.len()));
    // No group detects everything, nor does every group detect the same.
    let first = &recorded.groups[0].detected;
    assert!(recorded.groups.iter().any(|group| group.detected != *first));
    let (_, statements) = &recorded.criteria[0];
    assert!(!statements.is_empty() && statements.iter().all(|sources| !sources.is_empty()));
    assert_eq!(format!("{recorded:?}"), format!("{:?}", distance(&project, 2)));
}
