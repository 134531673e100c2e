//! The suite in the tree on inputs that its search never saw.

use std::fs;
use std::num::NonZeroUsize;

use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use morph_experiments::{FunctionReplay, Plan, replay};
use morph_lab::BuildOptions;
use morph_lab::mutants;
use morph_lab::mutants::MutantStatus;
use morph_relation::Value;
use morph_source::scan::{self, Filter};
use morph_source::workspace;

use crate::project::Project;

/// Replays the relations of `distance` on mutants of our own operators.
fn distance(project: &Project, jobs: usize) -> FunctionReplay {
    let selection =
        workspace::Selection { manifest_path: Some(project.root.join("Cargo.toml")), ..Default::default() };
    let workspace = workspace::load(&selection).expect("the package");
    let functions = scan::scan(&workspace, &Filter::default()).expect("its functions");
    let plan = Plan {
        functions: ["tiny::distance".to_owned()].into(),
        seed: 7,
        inputs: 7_000,
        judged: 700,
        jobs: NonZeroUsize::new(jobs).expect("not 0"),
        build: BuildOptions { feature_flags: Vec::new(), offline: true, branches: false, distances: false },
    };
    let own = mutants::list_own(&functions).expect("mutants");
    let mut replayed =
        replay(&workspace, &functions, own, &plan, &*progress::new(Verbosity::Quiet)).expect("a replay");
    assert_eq!(replayed.len(), 1);
    replayed.remove(0)
}

#[test]
fn relations_hold_on_fresh_inputs_and_kill_mutants_there() {
    let project = Project::searched();
    let before = project.tree();
    let replayed = distance(&project, 1);
    assert!(!replayed.relations.is_empty() && replayed.inputs > 6_000, "{replayed:?}");
    for relation in &replayed.relations {
        assert!(relation.held > 0 && relation.violated == 0, "{relation:?}");
        let killed = relation.kills.iter().chain(&relation.failures);
        killed.for_each(|id| assert_eq!(replayed.fates[id], MutantStatus::Killed));
    }
    assert!(replayed.relations.iter().any(|relation| !relation.kills.is_empty()), "{replayed:?}");
    assert_eq!(format!("{replayed:?}"), format!("{:?}", distance(&project, 2)));
    assert!(before == project.tree());
}

#[test]
fn wrong_relation_is_refuted_with_inputs_on_which_it_does_not_hold() {
    let project = Project::searched();
    let file = project.root.join("morph/relations.toml");
    let catalogue = fs::read_to_string(&file).expect("the catalogue");
    let mut own = false;
    let lines = catalogue.lines().map(|line| match line.split_once(" = ") {
        Some(("function", path)) => {
            own = path == "\"tiny::distance\"";
            line
        }
        Some(("then", _)) if own => "then = \"y0 <= 1000\"",
        Some(("when", _)) if own => "when = \"true\"",
        _ => line,
    });
    fs::write(&file, lines.collect::<Vec<_>>().join("\n") + "\n").expect("the folder is ours");
    let replayed = distance(&project, 2);
    for relation in &replayed.relations {
        assert!(relation.held > 0 && relation.violated > 0, "{relation:?}");
        for input in &relation.counterexamples {
            let [Value::Int(a), Value::Int(b), ..] = input[..] else { panic!("{input:?}") };
            assert!(a.abs_diff(b) > 1_000, "{input:?}");
        }
        assert!(!relation.counterexamples.is_empty());
    }
    // Who cannot be trusted finds no mutant.
    assert!(replayed.fates.values().all(|fate| *fate != MutantStatus::Killed), "{:?}", replayed.fates);
}
