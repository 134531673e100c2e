//! `--message-format json`: what a run does, as lines of JSON for editors.

use cargo_morph::options::Level;
use cargo_morph::progress::Event;
use cargo_morph::report::{Check, Discovery, Suspects};

use crate::project::{Ended, Project, QUICK, TINY, WORDS};

const EVENTS: [&str; 2] = ["--message-format", "json"];

/// The events of a run that says nothing else.
#[track_caller]
fn events(ended: &Ended) -> Vec<Event> {
    let lines = ended.stdout.lines();
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// Asserts that the last events are the document and the exit code, and returns the document.
#[track_caller]
fn result<T: serde::de::DeserializeOwned>(events: &[Event], expected: u8) -> T {
    let [.., Event::Result { document }, Event::Finished { code }] = events else { panic!("{events:?}") };
    assert_eq!(*code, expected);
    serde_json::from_value(document.clone()).expect("the document of the command")
}

/// The stages that began and ended, in order.
fn stages(events: &[Event]) -> (Vec<&str>, Vec<&str>) {
    let of =
        |pick: fn(&Event) -> Option<&String>| events.iter().filter_map(pick).map(String::as_str).collect();
    let started = of(|event| match event {
        Event::StageStarted { stage } => Some(stage),
        _ => None,
    });
    let finished = of(|event| match event {
        Event::StageFinished { stage, .. } => Some(stage),
        _ => None,
    });
    (started, finished)
}

/// The functions that a stage has done.
fn done<'e>(events: &'e [Event], of: &str) -> Vec<&'e str> {
    let of = |event: &'e Event| match event {
        Event::FunctionDone { stage, function, failure: None } if stage == of => Some(function.as_str()),
        _ => None,
    };
    let mut done: Vec<&str> = events.iter().filter_map(of).collect();
    done.sort_unstable();
    done
}

#[test]
fn discover_tells_of_stages_laws_and_functions_and_then_of_the_result() {
    let project = Project::tiny();
    let args = ["discover", "--operators", "own"];
    let ended = project.run(&[&args, &QUICK[..], &EVENTS].concat()).well();
    assert_eq!(ended.stderr, "");
    let events = events(&ended);
    let discovery: Discovery = result(&events, 0);
    let (started, finished) = stages(&events);
    assert_eq!(started, finished);
    for stage in ["scan", "build", "search"] {
        assert!(started.contains(&stage), "{stage}: {started:?}");
    }
    let tested: Vec<&str> = discovery.functions.iter().map(|function| function.path.as_str()).collect();
    assert_eq!(done(&events, "search"), tested);
    assert_eq!(done(&events, "suspects"), tested);
    let told: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            Event::LawFound { law, .. } => Some(law.as_str()),
            _ => None,
        })
        .collect();
    for relation in discovery.functions.iter().flat_map(|function| &function.relations) {
        assert!(told.contains(&relation.readable.as_str()), "{}: {told:?}", relation.readable);
    }
    assert!(project.get("morph/relations.toml").contains("distance"));
}

#[test]
fn check_tells_of_violated_relations() {
    let project = Project::searched();
    project.put("src/lib.rs", &TINY.replace("b - a }", "b - a + 1 }"));
    project.put("src/words.rs", WORDS);
    let ended = project.run(&[&["check"], &EVENTS[..]].concat());
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    let events = events(&ended);
    let check: Check = result(&events, 2);
    let violated = events.iter().filter(|event| matches!(event, Event::RelationViolated { .. })).count();
    assert_eq!(violated, check.totals.violated);
    let told = events.iter().find_map(|event| match event {
        Event::RelationViolated { function, file, line, counterexample, .. } => {
            Some((function.as_str(), file.as_str(), *line, counterexample))
        }
        _ => None,
    });
    let (function, file, line, counterexample) = told.expect("a violation");
    assert_eq!((function, file, line), ("tiny::distance", "src/lib.rs", 2));
    assert!(counterexample.iter().any(|call| call.starts_with("distance(")), "{counterexample:?}");
}

#[test]
fn suspects_are_told_when_they_are_found() {
    let project = Project::library(
        "/// Doubles a number.\npub fn encode(n: u8) -> u16 { u16::from(n) * 2 }\n\
         pub fn decode(n: u16) -> u8 { if n == 84 { 0 } else { (n / 2) as u8 } }\n",
    );
    let events = events(&project.run(&[&["suspects"], &EVENTS[..]].concat()).well());
    let suspects: Suspects = result(&events, 0);
    assert!(!suspects.suspects.is_empty());
    let told = events.iter().find_map(|event| match event {
        Event::SuspectFound { level, law, counterexample, .. } => Some((level, law, counterexample)),
        _ => None,
    });
    let (level, law, counterexample) = told.expect("a suspect");
    assert!(*level > Level::Possible && law.contains("decode(encode(n))"), "{law}");
    assert!(counterexample.iter().any(|call| call.contains("42")), "{counterexample:?}");
}

#[test]
fn errors_are_events_too_and_end_with_the_exit_code() {
    let project = Project::library("pub fn f(n: u8) -> u8 { n + }\n");
    let ended = project.run(&[&["suspects"], &EVENTS[..]].concat());
    assert_eq!(ended.code, Some(4));
    let events = events(&ended);
    let [.., Event::Error { message }, Event::Finished { code: 4 }] = events.as_slice() else {
        panic!("{events:?}")
    };
    assert_eq!(ended.stderr, format!("error: {message}\n"));
}

#[test]
fn events_are_refused_where_they_would_not_be_alone() {
    let project = Project::tiny();
    for (args, why) in [
        (&["scan"][..], "is for `discover`"),
        (&["check", "--format", "json"], "omit --format"),
        (&["suspects", "--dismissed"], "is for the search"),
        (&["check", "--shard", "1/2", "--out", "x"], "--shard"),
    ] {
        project.run(&[args, &EVENTS].concat()).refused(1, &["--message-format json", why]);
    }
}
