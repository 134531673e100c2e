//! JUnit's XML: a suite for each function, a case for each relation.

use std::io;

use anyhow::Context as _;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesStart, BytesText, Event};

use super::violation::{details, headline};
use crate::report::{Check, CheckVerdict, CheckedFunction, CheckedRelation};

/// The report. What is unchanged is skipped, and what could not be checked is an error.
pub fn report(check: &Check) -> anyhow::Result<String> {
    let mut suites: Vec<Suite> = check.functions.iter().map(suite_of).collect();
    if !check.stale.is_empty() {
        let cases = check.stale.iter().map(|stale| {
            let name = stale.id.as_deref().unwrap_or(&stale.function).to_owned();
            Case { name, place: None, status: Status::Skipped(Some(stale.message.clone())) }
        });
        suites.push(Suite { name: "stale".to_owned(), cases: cases.collect() });
    }
    let share = check.share.map_or_else(String::new, |share| format!(", {share}"));
    let bytes = write(&format!("cargo morph check{share}"), &suites).context("cannot write JUnit's XML")?;
    String::from_utf8(bytes).context("cannot write JUnit's XML")
}

struct Suite {
    name: String,
    cases: Vec<Case>,
}

struct Case {
    name: String,
    /// The class, the file and the line.
    place: Option<(String, String, usize)>,
    status: Status,
}

enum Status {
    Passed,
    /// With a message.
    Skipped(Option<String>),
    /// With a message and everything that there is to say.
    Failure(String, String),
    /// With a message.
    Error(String),
}

fn suite_of(function: &CheckedFunction) -> Suite {
    let unplaced = |name: String, status| Case { name, place: None, status };
    let mut cases: Vec<Case> = function
        .relations
        .iter()
        .map(|relation| Case {
            name: relation.id.clone(),
            place: Some((function.path.clone(), function.file.clone(), function.line)),
            status: status_of(function, relation),
        })
        .collect();
    if let Some(reason) = &function.reason {
        cases.push(unplaced("check".to_owned(), Status::Error(reason.clone())));
    }
    for number in 0..function.unchanged {
        let message = "unchanged since it last held".to_owned();
        cases.push(unplaced(format!("unchanged {}", number + 1), Status::Skipped(Some(message))));
    }
    Suite { name: function.path.clone(), cases }
}

fn status_of(function: &CheckedFunction, relation: &CheckedRelation) -> Status {
    match relation.verdict {
        CheckVerdict::Held => Status::Passed,
        CheckVerdict::Unchanged => Status::Skipped(None),
        CheckVerdict::Violated => Status::Failure(headline(relation), details(function, relation)),
        CheckVerdict::Failed => Status::Error("applies to no input".to_owned()),
    }
}

/// How many cases of these suites have a status.
fn count(suites: &[Suite], is_counted: fn(&Status) -> bool) -> String {
    let cases = suites.iter().flat_map(|suite| &suite.cases);
    cases.filter(|case| is_counted(&case.status)).count().to_string()
}

fn write(name: &str, suites: &[Suite]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 4);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let root = element("testsuites", &[("name", name)]);
    let root = root.with_attributes([
        ("tests", count(suites, |_| true).as_str()),
        ("skipped", &count(suites, |status| matches!(status, Status::Skipped(_)))),
        ("failures", &count(suites, |status| matches!(status, Status::Failure(..)))),
        ("errors", &count(suites, |status| matches!(status, Status::Error(_)))),
    ]);
    writer.write_event(Event::Start(root.borrow()))?;
    for suite in suites {
        write_suite(&mut writer, suite)?;
    }
    writer.write_event(Event::End(root.to_end()))?;
    // Ends the last line.
    writer.write_indent()?;
    Ok(writer.into_inner())
}

fn write_suite(writer: &mut Writer<Vec<u8>>, suite: &Suite) -> io::Result<()> {
    let alone = std::slice::from_ref(suite);
    let tag = element("testsuite", &[("name", &suite.name)]).with_attributes([
        ("tests", count(alone, |_| true).as_str()),
        ("skipped", &count(alone, |status| matches!(status, Status::Skipped(_)))),
        ("errors", &count(alone, |status| matches!(status, Status::Error(_)))),
        ("failures", &count(alone, |status| matches!(status, Status::Failure(..)))),
    ]);
    if suite.cases.is_empty() {
        return writer.write_event(Event::Empty(tag));
    }
    writer.write_event(Event::Start(tag.borrow()))?;
    for case in &suite.cases {
        write_case(writer, case)?;
    }
    writer.write_event(Event::End(tag.to_end()))
}

fn write_case(writer: &mut Writer<Vec<u8>>, case: &Case) -> io::Result<()> {
    let mut attributes = vec![("name", case.name.as_str())];
    let line;
    if let Some((class, file, number)) = &case.place {
        line = number.to_string();
        attributes.extend([("classname", class.as_str()), ("file", file), ("line", &line)]);
    }
    let tag = element("testcase", &attributes);
    let status = match &case.status {
        Status::Passed => return writer.write_event(Event::Empty(tag)),
        Status::Skipped(None) => element("skipped", &[]),
        Status::Skipped(Some(message)) => element("skipped", &[("message", message)]),
        Status::Failure(message, _) => element("failure", &[("message", message), ("type", "violated")]),
        Status::Error(message) => element("error", &[("message", message), ("type", "failed")]),
    };
    writer.write_event(Event::Start(tag.borrow()))?;
    if let Status::Failure(_, details) = &case.status {
        writer.write_event(Event::Start(status.borrow()))?;
        writer.write_event(Event::Text(BytesText::new(&printable(details))))?;
        writer.write_event(Event::End(status.to_end()))?;
    } else {
        writer.write_event(Event::Empty(status))?;
    }
    writer.write_event(Event::End(tag.to_end()))
}

fn element(name: &'static str, attributes: &[(&str, &str)]) -> BytesStart<'static> {
    let mut element = BytesStart::new(name);
    for (name, value) in attributes {
        element.push_attribute((*name, printable(value).as_str()));
    }
    element
}

/// The text without escape sequences of terminals and control characters, most of which XML cannot hold.
fn printable(text: &str) -> String {
    let text = anstream::adapter::strip_str(text).to_string();
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}
