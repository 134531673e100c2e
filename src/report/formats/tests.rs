use std::path::Path;

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};
use serde_json::Value;

use super::*;
use crate::report::{
    Call, CheckSeconds, CheckVerdict, CheckedFunction, CheckedRelation, Counterexample, StaleEntry,
};

fn relation(id: &str, verdict: CheckVerdict) -> CheckedRelation {
    let call = |call: &str, result: &str| Call { call: call.to_owned(), result: result.to_owned() };
    CheckedRelation {
        id: id.to_owned(),
        verdict,
        given: Vec::new(),
        when: "true".to_owned(),
        followups: vec!["(b, a)".to_owned()],
        then: "y1 == y0".to_owned(),
        strategy: "enumerate".to_owned(),
        readable: "join(b, a) == join(a, b)".to_owned(),
        groups: 30,
        violations: usize::from(verdict == CheckVerdict::Violated) * 3,
        counterexample: (verdict == CheckVerdict::Violated).then(|| Counterexample {
            source: vec![("a".to_owned(), "\"\\n\"".to_owned()), ("b".to_owned(), "\"<&\u{1}\"".to_owned())],
            executions: vec![
                call("join(\"\\n\", \"<&\u{1}\")", "100 %"),
                call("join(b, a)", "panics: a::b, c\nd"),
            ],
        }),
    }
}

fn function(path: &str, verdict: CheckVerdict, relations: Vec<CheckedRelation>) -> CheckedFunction {
    CheckedFunction {
        path: path.to_owned(),
        verdict,
        reason: (verdict == CheckVerdict::Failed).then(|| "tries a system call: openat".to_owned()),
        file: "src/a, b:c/d é.rs".to_owned(),
        line: 7,
        relations,
        unchanged: 2,
        inputs: 500,
        diff: vec!["@@ -1,1 +1,1 @@\n-]]>\n+<b>".to_owned()],
    }
}

fn check() -> Check {
    let relations = vec![relation("join-1", CheckVerdict::Violated), relation("join-2", CheckVerdict::Held)];
    let stale = StaleEntry {
        function: "demo::gone".to_owned(),
        id: Some("gone-1".to_owned()),
        written: false,
        unverified: true,
        message: "`gone-1` is not tested: 50 % gone\nrun it".to_owned(),
    };
    let functions = vec![
        function("demo::join", CheckVerdict::Violated, relations),
        function("demo::opens", CheckVerdict::Failed, Vec::new()),
        function("demo::same", CheckVerdict::Unchanged, Vec::new()),
    ];
    Check::new(0, functions, vec![stale], CheckSeconds::default())
}

fn empty() -> Check {
    Check::new(0, Vec::new(), Vec::new(), CheckSeconds::default())
}

#[test]
fn sarif_is_valid_by_its_schema_and_holds_every_finding() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas/sarif-2.1.0.json");
    // Two patterns of the published schema have a bracket too many, which is no regular expression.
    let published = std::fs::read_to_string(file).unwrap().replace("{2}]?$", "{2}$");
    let schema: Value = serde_json::from_str(&published).unwrap();
    let schema = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    for check in [check(), empty()] {
        let log: Value = serde_json::from_str(&of_check(&check, Format::Sarif).unwrap()).unwrap();
        let errors: Vec<String> = schema.iter_errors(&log).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
    let log: Value = serde_json::from_str(&of_check(&check(), Format::Sarif).unwrap()).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&str> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
    assert_eq!(rules, ["violated", "stale", "stale"]);
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/a%2C%20b%3Ac/d%20%C3%A9.rs");
    assert_eq!(place["region"]["startLine"], 7);
    let mut broken = log.clone();
    broken["runs"][0]["results"][0]["level"] = "bad".into();
    assert!(!schema.is_valid(&broken), "the schema tells");
}

/// The elements of a document with their attributes in order, those that are inside others after them.
fn elements(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut reader = Reader::from_str(text);
    let mut elements = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => return elements,
            Event::Start(tag) | Event::Empty(tag) => {
                let attributes = tag.attributes().map(|attribute| {
                    let attribute = attribute.unwrap();
                    let value = attribute.normalized_value(XmlVersion::Explicit1_0).unwrap();
                    (attribute.key.as_ref().to_owned(), value.into_owned())
                });
                elements.push((tag.name().as_ref().to_owned(), attributes.collect()));
            }
            _ => {}
        }
    }
}

#[test]
fn junit_is_read_back_with_every_case_counted() {
    let text = of_check(&check(), Format::Junit).unwrap();
    let elements = elements(&text);
    let named = |name: &str| elements.iter().filter(|(other, _)| other == name).count();
    let all = |name: &str| -> Vec<String> {
        let of_name = elements.iter().filter(|(other, _)| other == name);
        of_name
            .map(|(_, all)| all.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>().join("; "))
            .collect()
    };
    assert_eq!(all("testsuites"), ["name=cargo morph check; tests=10; skipped=7; failures=1; errors=1"]);
    assert_eq!(
        all("testsuite"),
        [
            "name=demo::join; tests=4; skipped=2; errors=0; failures=1",
            "name=demo::opens; tests=3; skipped=2; errors=1; failures=0",
            "name=demo::same; tests=2; skipped=2; errors=0; failures=0",
            "name=stale; tests=1; skipped=1; errors=0; failures=0"
        ]
    );
    assert_eq!(["testcase", "skipped", "failure", "error"].map(named), [10, 7, 1, 1]);
    let cases = all("testcase");
    assert_eq!(cases[0], "name=join-1; classname=demo::join; file=src/a, b:c/d é.rs; line=7");
    assert_eq!(&cases[8..], ["name=unchanged 2", "name=gone-1"]);
    assert_eq!(
        all("failure"),
        ["message=relation join(b, a) == join(a, b) (join-1) is violated; type=violated"]
    );
    assert_eq!(all("error"), ["message=tries a system call: openat; type=failed"]);
    assert_eq!(all("skipped")[6], "message=`gone-1` is not tested: 50 % gone\nrun it");
    assert!(text.contains("join(&quot;\\n&quot;, &quot;&lt;&amp;&quot;) is 100 %\n"), "{text}");
    assert!(text.contains("\n-]]&gt;\n+&lt;b&gt;</failure>\n"), "{text}");
}

#[test]
fn junit_of_nothing_has_no_suite() {
    let text = of_check(&empty(), Format::Junit).unwrap();
    let names: Vec<String> = elements(&text).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["testsuites"]);
}

/// Splits an annotation as the runner does: `::command properties::data`, one a line.
fn annotation(line: &str) -> (String, Vec<(String, String)>, String) {
    let (head, data) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
    let (command, properties) = head.split_once(' ').unwrap_or((head, ""));
    let unescaped = |text: &str| {
        let text = text.replace("%0A", "\n").replace("%0D", "\r").replace("%3A", ":").replace("%2C", ",");
        text.replace("%25", "%")
    };
    let pair = |text: &str| {
        let (name, value) = text.split_once('=').unwrap();
        (name.to_owned(), unescaped(value))
    };
    let properties = properties.split(',').filter(|text| !text.is_empty()).map(pair).collect();
    (command.to_owned(), properties, unescaped(data))
}

#[test]
fn annotations_say_again_what_was_escaped() {
    let text = of_check(&check(), Format::Github).unwrap();
    let all: Vec<_> = text.lines().map(annotation).collect();
    let commands: Vec<&str> = all.iter().map(|(command, _, _)| command.as_str()).collect();
    assert_eq!(commands, ["error", "warning", "warning"]);
    let (_, properties, data) = &all[0];
    let of = |name: &str| properties.iter().find(|(known, _)| known == name).unwrap().1.clone();
    assert_eq!((of("file"), of("line")), ("src/a, b:c/d é.rs".to_owned(), "7".to_owned()));
    assert_eq!(of("title"), "relation of demo::join violated");
    assert!(data.contains("is 100 %\n") && data.contains("panics: a::b, c\nd"), "{data}");
    assert_eq!(super::of_check(&empty(), Format::Github).unwrap(), "");
}
