//! Relations that people write.

use crate::project::{Project, manifest};

/// A plain edit distance.
const DISTANCE: &str = "\
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = before + usize::from(x != *y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
";

#[test]
fn examples_of_the_book_are_read_from_a_new_file() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/relations.md"));
    let page = page.expect("the book's page");
    let (_, page) = page.split_once("## Hand-written relations").expect("the section");
    let examples: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .filter(|example| example.contains("function = \"demo::distance\""))
        .collect();
    assert_eq!(examples.len(), 2, "{examples:?}");
    for catalogue in [examples[0].to_owned(), examples[1].to_owned(), examples.join("\n")] {
        let project = Project::new(&[
            ("Cargo.toml", &manifest("demo", "2021")),
            ("src/lib.rs", DISTANCE),
            ("morph/relations.toml", &catalogue),
        ]);
        let relations = catalogue.matches("[[relation]]").count();
        let ended = project.run(&["check"]).well();
        assert!(ended.stdout.contains(&format!("0 violated, {relations} held")), "{}", ended.stdout);
    }
}
