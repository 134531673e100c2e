//! The published JSON schemas: they are those of the code, and documents obey them.

use std::fs;
use std::path::Path;

use cargo_morph::config::Config;
use cargo_morph::report::schemas;
use schemars::{Schema, schema_for};

use crate::project::Project;

/// Set to write the schemas, in place of comparing them.
const RECORD: &str = "MORPH_RECORD";

fn all() -> Vec<(&'static str, Schema)> {
    let mut all = schemas();
    all.push(("morph.toml", schema_for!(Config)));
    all
}

fn read(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.json"));
    fs::read_to_string(&file).unwrap_or_default()
}

#[test]
fn published_schemas_are_those_of_the_code() {
    for (name, schema) in all() {
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).expect("a schema is JSON"));
        if std::env::var_os(RECORD).is_some() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
            fs::create_dir_all(&folder).expect("the folder is ours");
            fs::write(folder.join(format!("{name}.json")), text).expect("the file is ours");
        } else {
            assert!(read(name) == text, "{name}: {RECORD}=1 cargo test --test it -- schemas writes it");
        }
    }
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn documents_and_configurations_obey_the_schemas() {
    let errors = |name: &str, document: &serde_json::Value| {
        let schema: serde_json::Value = serde_json::from_str(&read(name)).expect("a schema");
        let validator = jsonschema::validator_for(&schema).expect("a sound schema");
        validator.iter_errors(document).map(|error| error.to_string()).collect::<Vec<String>>()
    };
    let project = Project::searched();
    let id = project.get("morph/relations.toml");
    let id = id.lines().find_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"')).expect("an id");
    let pending = ["discover", "--pending", "--operators", "own", "--fresh"];
    for args in [
        &["scan"][..],
        &["scan", "--paths"],
        &["suspects"],
        &["check", "--all"],
        &["adequacy"],
        &["list"],
        &["explain", id],
        &["kill", "src/lib.rs:3"],
        &pending,
        &["review"],
    ] {
        let ended = project.morph(&[args, &["--format", "json"]].concat()).well();
        let document = serde_json::from_str(&ended.stdout).expect("a document");
        assert_eq!(errors(args[0], &document), Vec::<String>::new(), "{args:?}");
    }

    let events = project.run(&["check", "--all", "--message-format", "json"]).well();
    for line in events.stdout.lines() {
        let event = serde_json::from_str(line).expect("an event");
        assert_eq!(errors("events", &event), Vec::<String>::new(), "{line}");
    }

    let book = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/configuration.md"));
    let book = book.expect("a page of the book");
    let examples: Vec<&str> =
        book.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 3, "{examples:?}");
    for example in examples {
        let value: toml::Value = toml::from_str(example).expect("TOML");
        let value = serde_json::to_value(value).expect("JSON");
        assert_eq!(errors("morph.toml", &value), Vec::<String>::new(), "{example}");
    }
    let wrong = serde_json::json!({ "sede": 1 });
    assert_eq!(errors("morph.toml", &wrong).len(), 1);
}
