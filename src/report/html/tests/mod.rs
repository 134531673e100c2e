mod contrast;
mod tree;

use std::collections::{BTreeMap, BTreeSet};

use crate::report::{
    Adequacy, CriterionAdequacy, FunctionAdequacy, ListedCategory, ListedLine, Listing, Reason,
    ShortRequirement,
};
use tree::Element;

/// What would end a script, an attribute or an element if it were not escaped.
const HOSTILE: &str =
    "</script></td></table><script>alert(\"1\")</script><b a='x' onclick=\"2\">&amp;&lt;<!--";

fn short(requirement: &str, text: &str, covered: usize, reason: Reason) -> ShortRequirement {
    let reached = reason != Reason::NeverReached;
    ShortRequirement { requirement: requirement.to_owned(), text: text.to_owned(), covered, reached, reason }
}

/// Two functions; every text of the first has something of the user's in it.
fn measured(name: &str) -> Adequacy {
    let line =
        |line, text: &str, relations, reached| ListedLine { line, text: text.to_owned(), relations, reached };
    let file = format!("src/{name}.rs");
    let statement = CriterionAdequacy {
        adequacy: 0.5,
        k: 3,
        requirements: 4,
        unreachable: 1,
        short: vec![
            short(&format!("{file}:14"), name, 0, Reason::NeverReached),
            short(&format!("{file}:13"), name, 0, Reason::NoSource),
            short(&format!("{file}:12"), name, 1, Reason::FewApply),
            short("src/elsewhere.rs:12", name, 1, Reason::FewApply),
        ],
        ..CriterionAdequacy::default()
    };
    let choice = CriterionAdequacy {
        adequacy: 1.0,
        k: 3,
        requirements: 1,
        short: vec![short("", name, 0, Reason::Impossible)],
        ..CriterionAdequacy::default()
    };
    let nothing = CriterionAdequacy { adequacy: 1.0, k: 3, ..CriterionAdequacy::default() };
    let hostile = FunctionAdequacy {
        path: format!("demo::{name}"),
        relations: 4,
        readable: vec![name.to_owned()],
        output_relations: 3,
        sources: 2,
        tried: 1_500,
        criteria: BTreeMap::from([("statement".to_owned(), statement), ("choice".to_owned(), choice)]),
        categories: vec![ListedCategory { name: name.to_owned(), choices: vec![name.to_owned()] }],
        source: vec![Listing {
            file: file.clone(),
            lines: vec![
                line(10, name, None, false),
                line(11, "\tlet x = 1;", Some(3), true),
                line(12, name, Some(1), true),
                line(13, "", Some(0), true),
                line(14, name, Some(0), false),
            ],
        }],
    };
    let plain = FunctionAdequacy {
        path: "demo::plain".to_owned(),
        tried: 10,
        criteria: BTreeMap::from([("choice".to_owned(), nothing)]),
        ..FunctionAdequacy::default()
    };
    Adequacy { stale: vec![name.to_owned()], ..Adequacy::new(3, vec![hostile, plain]) }
}

#[test]
fn nothing_of_the_user_becomes_markup() {
    let names = |page: &Element| page.all("").iter().map(|element| element.name.clone()).collect::<Vec<_>>();
    let hostile = Element::read(&measured(HOSTILE).to_html());
    assert_eq!(names(&hostile), names(&Element::read(&measured("harmless").to_html())));
    // Everything is there, as it was written.
    assert_eq!(hostile.all("h3")[0].text, format!("demo::{HOSTILE}"));
    assert_eq!(hostile.all("tbody")[0].all("a")[0].text, format!("demo::{HOSTILE}"));
    assert_eq!(hostile.all("caption")[0].text, format!("src/{HOSTILE}.rs"));
    assert_eq!(hostile.all("tr.some")[0].all("td")[2].text, HOSTILE);
    let listed: Vec<String> = hostile.all("li").iter().map(|item| item.text.trim().to_owned()).collect();
    assert_eq!(listed.last().map(String::as_str), Some(HOSTILE), "what is stale");
    let repeated = ["code", "dt", "dd"].map(|name| hostile.all(name)).concat();
    assert!(repeated.len() >= 7 && repeated.iter().all(|element| element.text == HOSTILE), "{repeated:?}");
    assert!(hostile.all("").iter().all(|element| element.attribute("onclick").is_none()));
}

#[test]
fn page_needs_nothing_but_itself() {
    let html = measured("f").to_html();
    let page = Element::read(&html);
    let ids: Vec<&str> = page.all("").iter().filter_map(|element| element.attribute("id")).collect();
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "{ids:?}");
    for element in page.all("") {
        for outside in ["src", "srcset", "action", "data", "poster"] {
            assert_eq!(element.attribute(outside), None, "{element:?}");
        }
        if let Some(href) = element.attribute("href") {
            assert!(href.strip_prefix('#').is_some_and(|id| known.contains(id)), "{href}");
        }
        for id in ["aria-labelledby"].iter().filter_map(|name| element.attribute(name)) {
            assert!(known.contains(id), "{id}");
        }
    }
    assert_eq!((page.all("link").len(), page.all("script").len(), page.all("style").len()), (0, 1, 1));
    let style = &page.all("style")[0].text;
    assert!(["@import", "url("].iter().all(|loads| !style.contains(loads)));
    assert!(["://", "fetch", "import"].iter().all(|loads| !page.all("script")[0].text.contains(loads)));
    assert!(html.contains("default-src 'none'"));
    // Sorting needs the script; reading does not.
    assert!(page.all("button").is_empty());
}

#[test]
fn rows_have_a_bar_and_what_they_are_sorted_by() {
    let page = Element::read(&measured("f").to_html());
    let head: Vec<String> = page.all("thead")[0].texts("th");
    assert_eq!(head, ["function", "relations", "sources", "statement", "choice"]);
    let rows = page.all("tbody")[0].all("tr");
    assert_eq!(
        rows.iter().map(|row| row.texts("th").concat()).collect::<Vec<_>>(),
        ["demo::f", "demo::plain"]
    );
    assert_eq!(rows[0].texts("td"), ["4", "2", "50 %", "100 %"]);
    assert_eq!(rows[1].texts("td"), ["0", "0", "–", "–"]);
    let sort: Vec<Option<&str>> = rows[0].all("td").iter().map(|cell| cell.attribute("data-sort")).collect();
    assert_eq!(sort, [Some("4"), Some("2"), Some("0.5"), Some("1")]);
    assert_eq!(rows[1].all("td")[2].attribute("data-sort"), None);
    let bar = rows[0].all("span.bar")[0];
    assert_eq!(bar.attribute("class"), Some("bar fair"));
    assert_eq!(bar.all("i")[0].attribute("style"), Some("width:50.0%"));
    assert_eq!(page.texts("strong"), ["50 %", "100 %"]);
}

#[test]
fn requirements_that_fall_short_are_told_by_reason_with_the_line() {
    let page = Element::read(&measured("f").to_html());
    let criteria = page.all("section")[0].all("details");
    assert_eq!(
        criteria[0].texts("summary"),
        ["statement 50 % of 4: 1 without a source, 2 where few relations apply, 1 never reached"]
    );
    assert_eq!(
        criteria[0].texts("h4"),
        [
            "No source reaches them",
            "Fewer than k relations apply to the sources that reach them",
            "Not reached by any of 1 500 inputs"
        ]
    );
    assert_eq!(
        criteria[0].texts("li"),
        ["src/f.rs:13 f", "src/f.rs:12 f 1 of 3", "src/elsewhere.rs:12 f 1 of 3", "src/f.rs:14 f"]
    );
    // What is not on the page is no link.
    let links: Vec<Option<&str>> = criteria[0].all("a").iter().map(|link| link.attribute("href")).collect();
    assert_eq!(links, [Some("#f1-0-13"), Some("#f1-0-12"), Some("#f1-0-14")]);
    assert_eq!(criteria[1].texts("summary"), ["choice 100 % all of 1 requirement"]);
    assert_eq!(criteria[1].texts("h4"), ["Impossible by definition; not counted"]);
    let plain = page.all("section")[1];
    assert_eq!(
        plain.texts("p"),
        [
            "0 relations, 0 sources, 10 inputs tried; no relations; run `cargo morph discover` to search for some",
            "choice – no requirements"
        ]
    );
}

#[test]
fn lines_say_by_number_and_colour_how_many_relations_test_them() {
    let page = Element::read(&measured("f").to_html());
    let lines: Vec<(String, String)> = page.all("table.source")[0].all("tbody")[0]
        .all("tr")
        .iter()
        .map(|line| (line.attribute("class").unwrap_or_default().to_owned(), line.texts("td")[1].clone()))
        .collect();
    let said: Vec<(&str, &str)> = lines.iter().map(|(state, mark)| (state.as_str(), mark.as_str())).collect();
    assert_eq!(said, [("", ""), ("full", "3"), ("some", "1"), ("none", "0"), ("unreached", "?")]);
    assert_eq!(page.all("tr.full")[0].all("td")[2].text, "\tlet x = 1;");
    let legend = page.texts("p.legend").concat();
    assert!(legend.contains("3 k or more 1 fewer than k 0 none ? no input reaches it"), "{legend}");
}

#[test]
fn page_without_functions_says_what_to_do() {
    let mut empty = Adequacy::new(3, Vec::new());
    empty.totals.insert("branch".to_owned(), 0.0);
    let page = Element::read(&empty.to_html());
    assert_eq!((page.all("table").len(), page.texts("strong")), (0, vec!["0 %".to_owned()]));
    assert_eq!(page.texts("title"), ["k-MR adequacy"]);
    assert!(page.text.contains("cargo morph discover"), "{}", page.text);
}
