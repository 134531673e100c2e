//! `fixtures/business`: its relations are true, and its faults are faults.

use std::num::NonZeroUsize;
use std::process::Command;

use cargo_morph::options::Verbosity;
use cargo_morph::{progress, suite};
use morph_experiments::{Plan, replay};
use morph_lab::BuildOptions;
use morph_source::process;
use morph_source::scan::{self, Filter};
use morph_source::workspace;
use serde::Deserialize;

use crate::project::Project;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn written_relations_of_the_business_programs_hold_on_5000_inputs_each() {
    let project = Project::fixture("business");
    let selection =
        workspace::Selection { manifest_path: Some(project.root.join("Cargo.toml")), ..Default::default() };
    let workspace = workspace::load(&selection).expect("the package");
    let functions = scan::scan(&workspace, &Filter::default()).expect("its functions");
    let suite = suite::load_of(&workspace, &functions).expect("its relations");
    let plan = Plan {
        functions: suite.relations.iter().map(|relation| relation.subject.clone()).collect(),
        seed: 11,
        inputs: 5_000,
        judged: 0,
        jobs: NonZeroUsize::new(2).expect("not 0"),
        build: BuildOptions { feature_flags: Vec::new(), offline: true, branches: false, distances: false },
    };
    let replayed = replay(&workspace, &functions, Vec::new(), &plan, &*progress::new(Verbosity::Quiet))
        .expect("a replay");
    assert_eq!(replayed.len(), plan.functions.len());
    let relations: Vec<_> = replayed.iter().flat_map(|function| &function.relations).collect();
    assert_eq!(relations.len(), suite.relations.len());
    for relation in relations {
        assert!(relation.held > 0 && relation.violated == 0, "{relation:?}");
    }
}

/// A faulty version of NUMBER.
#[derive(Deserialize)]
struct Fault {
    name: String,
    original: String,
    faulty: String,
    example: String,
}

#[derive(Deserialize)]
struct Faults {
    fault: Vec<Fault>,
}

#[test]
fn every_faulty_version_of_number_differs_on_its_example() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/business");
    let read = |file: &str| std::fs::read_to_string(format!("{folder}/{file}")).expect("a file");
    let original = read("src/number.rs");
    let faults: Faults = toml::from_str(&read("faults/number.toml")).expect("faults");
    assert_eq!(faults.fault.len(), 8);
    // All versions are modules of one program.
    let project = Project::empty();
    project.put("original.rs", &original);
    let mut main = "mod original;\n".to_owned();
    let mut calls = String::new();
    for Fault { name, original: text, faulty, example } in &faults.fault {
        assert_eq!(original.matches(text).count(), 1, "{name}");
        project.put(&format!("{name}.rs"), &original.replace(text, faulty));
        let module = name.replace('-', "_");
        main += &format!("#[path = \"{name}.rs\"]\nmod {module};\n");
        calls += &format!(
            "    let (a, b) = (original::create_number({example:?}), {module}::create_number({example:?}));\n    \
             println!(\"{name} {{}}\", format!(\"{{a:?}}\") != format!(\"{{b:?}}\"));\n"
        );
    }
    project.put("main.rs", &format!("#![allow(dead_code, unused)]\n{main}\nfn main() {{\n{calls}}}\n"));
    let run = |mut command: Command| {
        process::clean_environment(&mut command);
        let output = command.current_dir(&project.root).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let mut compiler = Command::new("rustc");
    compiler.args(["--edition", "2024", "main.rs", "-o", "versions"]);
    run(compiler);
    let differ = run(Command::new(project.root.join("versions")));
    let expected: Vec<String> = faults.fault.iter().map(|fault| format!("{} true", fault.name)).collect();
    assert_eq!(differ.lines().collect::<Vec<_>>(), expected);
}
