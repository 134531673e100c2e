use std::collections::BTreeMap;

use super::*;
use morph_traces::Step;

fn plain(document: &Document) -> String {
    anstream::adapter::strip_str(&document.to_human()).to_string()
}

fn relation(then: &str, readable: &str) -> RelationReport {
    RelationReport {
        id: "gcd-7f3c".to_owned(),
        given: Vec::new(),
        when: "true".to_owned(),
        followups: vec!["(b, a)".to_owned()],
        then: then.to_owned(),
        strategy: "enumerate".to_owned(),
        grade: "law".to_owned(),
        grade_reason: "it has a well-known form".to_owned(),
        family: None,
        groups: 9_000,
        violations: 0,
        kills: vec!["demo::gcd#binary:%→/@1".to_owned()],
        kills_by_failure: vec!["demo::gcd#return:body→0@1".to_owned()],
        readable: readable.to_owned(),
        samples: Vec::new(),
    }
}

fn discovery() -> Discovery {
    let gcd = FunctionReport {
        path: "demo::gcd".to_owned(),
        verdict: Verdict::Tested,
        reason: None,
        mutants: MutantCounts { listed: 21, unviable: 1, equivalent: 2, killed: 15 },
        held_out_mutants: Some(MutantCounts { listed: 11, unviable: 1, equivalent: 0, killed: 8 }),
        relations: vec![relation("y1 == y0", "gcd(b, a) == gcd(a, b)"), relation("y1 == y0", "")],
        suspicious: vec![Suspicious {
            then: "gcd(a, 0) == a".to_owned(),
            counterexamples: vec!["(7, 0)".to_owned()],
        }],
        polynomial: None,
        dropped: [("implied".to_owned(), 2)].into(),
        cut: [Step::Laws, Step::Mutants].into(),
        seconds: FunctionSeconds { trace: 0.1, search: 0.8, cleanse: 0.4 },
    };
    let skipped = FunctionReport::untested("demo::now", Verdict::Skipped, "calls `Instant::now`");
    let seconds = Seconds { all: 41.0, ..Seconds::default() };
    let mutants = (gcd.mutants, gcd.held_out_mutants);
    let files = vec!["src/morph_tests.rs".to_owned()];
    let mut discovery = Discovery::new(0, vec![skipped, gcd], mutants, seconds, files);
    discovery.totals.left_out.insert("in constants".to_owned(), 3);
    discovery
}

#[test]
fn score_counts_only_mutants_that_could_be_killed() {
    let counts = MutantCounts { listed: 21, unviable: 1, equivalent: 2, killed: 9 };
    assert_eq!((counts.killable(), counts.score()), (18, Some(0.5)));
    assert_eq!(MutantCounts { listed: 3, unviable: 1, equivalent: 2, killed: 0 }.score(), None);
}

#[test]
fn discovery_prints_relations_their_bounds_and_all_four_mutant_numbers() {
    assert_eq!(
        plain(&Document::Discovery(Box::new(discovery()))),
        "\
demo::gcd  15/18   mutants killed    1.3 s
    gcd(b, a) == gcd(a, b)                              held on 9 000 groups, kills 1 + 1 by failure
    y1 == y0 where y1 is the outcome of (b, a)          held on 9 000 groups, kills 1 + 1 by failure
    ended early by the budget: mutants, laws
    suspicious: gcd(a, 0) == a, but not for (7, 0)

1 function skipped; `cargo morph scan` lists them
     1  calls `Instant::now`

1 of 2 functions tested, 2 relations in 41 s
mutants: 21 listed, 1 unviable, 2 equivalent, 15 killed: score 0.83 (15 of 18)
held out: 11 listed, 1 unviable, 0 equivalent, 8 killed: score 0.80 (8 of 10)
left out: 3 in constants
files: src/morph_tests.rs
"
    );
}

#[test]
fn discovery_in_json_has_every_field_of_the_contract() {
    let json: serde_json::Value = serde_json::from_str(&Document::Discovery(Box::new(discovery())).to_json())
        .expect("one JSON document");
    let fields = |pointer: &str| -> Vec<String> {
        let value = json.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}"));
        value.as_object().unwrap_or_else(|| panic!("{pointer} is no object")).keys().cloned().collect()
    };
    for (pointer, contract) in [
        ("", "schema seed functions totals"),
        ("/functions/0", "path verdict reason mutants held_out_mutants relations suspicious seconds"),
        ("/functions/0/mutants", "listed unviable equivalent killed"),
        (
            "/functions/0/relations/0",
            "id when followups then strategy grade groups violations kills kills_by_failure",
        ),
        ("/functions/0/suspicious/0", "then counterexamples"),
        ("/functions/0/seconds", "trace search cleanse"),
        ("/totals", "functions tested relations mutation_score held_out_mutation_score seconds"),
        ("/totals/seconds", "scan mutants build trace search cleanse suite all"),
    ] {
        let fields = fields(pointer);
        for field in contract.split(' ') {
            assert!(fields.iter().any(|known| known == field), "{pointer} has no {field}");
        }
    }
    assert_eq!(json["functions"][0]["verdict"], "tested");
    assert_eq!(json["functions"][0]["held_out_mutants"]["killed"], 8);
    assert_eq!(json["functions"][1]["held_out_mutants"], serde_json::Value::Null);
    assert_eq!(json["functions"][0]["relations"][0]["strategy"], "enumerate");
    assert_eq!(json["functions"][1]["reason"], "calls `Instant::now`");
}

#[test]
fn discovery_without_functions_says_so() {
    let empty = Discovery::new(0, Vec::new(), Default::default(), Seconds::default(), Vec::new());
    assert_eq!(
        plain(&Document::Discovery(Box::new(empty))),
        "0 of 0 functions tested, 0 relations in 0.0 s\n"
    );
}

#[test]
fn scan_lists_every_function_with_verdict_and_reason() {
    let function = |path: &str, reason: Option<&str>| ScannedFunction {
        path: path.to_owned(),
        file: "src/lib.rs".to_owned(),
        line: 3,
        verdict: if reason.is_some() { ScanVerdict::Skipped } else { ScanVerdict::Testable },
        reason: reason.map(str::to_owned),
        signature: reason.is_none().then(|| "(a: u64, b: u64) -> u64".to_owned()),
        branches: None,
    };
    let scan = Scan::new(vec![
        function("demo::shuffle", Some("calls `thread_rng` via `jitter`")),
        function("demo::gcd", None),
    ]);
    assert_eq!(
        plain(&Document::Scan(scan.clone())),
        "\
function       verdict   signature or reason
demo::gcd      testable  (a: u64, b: u64) -> u64
demo::shuffle  skipped   calls `thread_rng` via `jitter`

2 functions: 1 testable, 1 skipped
"
    );
    let json: serde_json::Value =
        serde_json::from_str(&Document::Scan(scan).to_json()).expect("one JSON document");
    assert_eq!(json["functions"][1]["verdict"], "skipped");
    assert_eq!(json["functions"][0]["reason"], serde_json::Value::Null);
    assert_eq!(json["totals"]["testable"], 1);
}

/// Three functions, one of which falls short for every reason, with its source.
fn measured_adequacy() -> Adequacy {
    let short = |requirement: &str, text: &str, covered, reason| ShortRequirement {
        requirement: requirement.to_owned(),
        text: text.to_owned(),
        covered,
        reached: reason != Reason::NeverReached,
        reason,
    };
    let result = |adequacy, k, requirements, unreachable, short| CriterionAdequacy {
        adequacy,
        k,
        requirements,
        unreachable,
        short,
        ..CriterionAdequacy::default()
    };
    let function =
        |path: &str, [relations, output_relations, sources]: [usize; 3], statement, frame| FunctionAdequacy {
            path: path.to_owned(),
            relations,
            output_relations,
            sources,
            tried: 500 + sources,
            criteria: BTreeMap::from([("statement".to_owned(), statement), ("frame".to_owned(), frame)]),
            ..FunctionAdequacy::default()
        };
    let half = vec![
        short("src/num.rs:14", "None", 0, Reason::NeverReached),
        short("src/num.rs:12", "rest /= 2;", 1, Reason::FewApply),
        // It has all that the function has.
        short("src/num.rs:15", "square", 2, Reason::FewRelations),
    ];
    let frames = |n: usize| {
        (0..n).map(|n| short("", &format!("a == {n} → y0 > 0"), 0, Reason::NoSource)).collect::<Vec<_>>()
    };
    let mut pow =
        function("demo::pow", [4, 2, 6], result(0.5, 3, 8, 1, half), result(0.0, 2, 5, 0, frames(5)));
    let line =
        |line, text: &str, relations, reached| ListedLine { line, text: text.to_owned(), relations, reached };
    pow.source = vec![Listing {
        file: "src/num.rs".to_owned(),
        lines: vec![
            line(11, "fn pow(mut rest: u8) {", None, false),
            line(12, "    rest /= 2;", Some(1), true),
            line(13, "    half(rest);", Some(0), true),
            line(14, "    None", Some(0), false),
        ],
    }];
    let full = || result(1.0, 2, 1, 0, vec![]);
    let mut adequacy = Adequacy::new(
        3,
        vec![
            pow,
            function("demo::gcd", [3, 3, 4], result(1.0, 3, 2, 0, vec![]), full()),
            function("demo::lcm", [0, 0, 0], result(0.0, 3, 2, 0, frames(1)), full()),
        ],
    );
    (adequacy.shows_lines, adequacy.shows_details) = (true, true);
    adequacy
}

#[test]
fn adequacy_draws_bars_and_says_why_what_falls_short() {
    let adequacy = measured_adequacy();
    assert_eq!(adequacy.totals["statement"], 0.5);
    let text = plain(&Document::Adequacy(adequacy));
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert_eq!(
        format!("\n{text}"),
        "
statement adequacy at k = 3: 50 % over 3 functions
frame adequacy at k = 2: 28 % over 3 functions

           statement    frame
demo::gcd  █████ 100 %  █████ 100 %
    2 + 1 requirements, 4 sources, 504 inputs
demo::lcm  ░░░░░   0 %  █████ 100 %
    2 + 1 requirements, 500 inputs
    no relations; run `cargo morph discover` to search for some
demo::pow  ███░░  50 %  ░░░░░   0 %
    8 + 5 requirements, 6 sources, 506 inputs, 1 never reached
    4 relations with 2 distinct output relations; k = 3 requires 1 more
    statement   src/num.rs:12  `rest /= 2;`  tested by 1 of 3 relations
                src/num.rs:14  `None`  not reached by any of 506 inputs
    frame       `a == 0 → y0 > 0`  no source reaches it
                `a == 1 → y0 > 0`  no source reaches it
                `a == 2 → y0 > 0`  no source reaches it
                and 2 that no source reaches
    src/num.rs
       11     │ fn pow(mut rest: u8) {
       12   1 │     rest /= 2;
       13   × │     half(rest);
       14   ? │     None
"
    );
}

#[test]
fn adequacy_is_a_summary_and_a_row_per_function_unless_details_are_asked_for() {
    let mut adequacy = measured_adequacy();
    (adequacy.shows_lines, adequacy.shows_details) = (false, false);
    assert_eq!(
        format!("\n{}", plain(&Document::Adequacy(adequacy))),
        "
statement adequacy at k = 3: 50 % over 3 functions
frame adequacy at k = 2: 28 % over 3 functions

           statement    frame
demo::gcd  █████ 100 %  █████ 100 %
demo::lcm  ░░░░░   0 %  █████ 100 %
demo::pow  ███░░  50 %  ░░░░░   0 %

--details lists the requirements that fall short, and why
"
    );
}
