//! `cargo morph adequacy` on a small package whose suite is written by hand: its page, its badge and the measure of an
//! earlier time. cargo-mutants is not needed.

use std::fs;

use crate::project::{Ended, Project};

const FILES: [(&str, &str); 4] = [
    ("Cargo.toml", "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n"),
    (
        "src/lib.rs",
        "\
pub fn clipped(n: i32) -> i32 {
    if n > 9 && n < 100 {
        return 9; // </script>
    }
    n
}

#[cfg(test)]
mod morph_tests;
",
    ),
    (
        "src/morph_tests.rs",
        "\
use super::*;

#[test]
fn bounded() {
    for &n in [5, 12].iter() {
        assert!(clipped(n) <= n);
    }
}
",
    ),
    (
        "morph/relations.toml",
        "\
schema = 1

[[relation]]
function = \"demo::clipped\"
then = \"y0 <= n\"
test = \"morph_tests::bounded\"
",
    ),
];

fn run(project: &Project, args: &[&str]) -> Ended {
    project.run(&[&["adequacy", "--offline", "-q"], args].concat())
}

/// The exit code and what was said, of a run that prints nothing.
fn refused(project: &Project, page: &str) -> (Option<i32>, String) {
    let ended = run(project, &["--html", page]);
    assert!(ended.stdout.is_empty(), "{}", ended.stdout);
    (ended.code, ended.stderr)
}

fn names(project: &Project) -> Vec<String> {
    let entries = fs::read_dir(&project.root).expect("the folder is ours");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn page_is_written_beside_json_though_a_threshold_is_not_met_and_is_the_same_for_any_jobs() {
    let project = Project::new(&FILES);
    let output = run(&project, &["--html", "page.html", "--format", "json", "--fail-under", "1", "-j", "1"]);
    assert_eq!(output.code, Some(3), "{}", output.stderr);
    let json: serde_json::Value = serde_json::from_str(&output.stdout).expect("one JSON document");
    let page = project.get("page.html");

    let statement = &json["functions"][0]["criteria"]["statement"];
    let share = statement["adequacy"].as_f64().expect("a share");
    assert!(share > 0.0 && share < 1.0, "{share}");
    assert!(page.contains(&format!("<td data-sort=\"{share}\">")), "{page}");
    assert!(page.contains("<code class=\"relation\">clipped(n) &#60;= n</code>"), "{page}");
    assert_eq!(json["functions"][0]["readable"], serde_json::json!(["clipped(n) <= n"]));
    let lines = json["functions"][0]["source"][0]["lines"].as_array().expect("lines");
    assert_eq!(page.matches("<tr id=\"f1-0-").count(), lines.len());
    assert!(page.contains("<td>3</td><td>1</td><td>        return 9; // &#60;/script&#62;</td>"), "{page}");
    assert_eq!(page.matches("</script>").count(), 1);
    let short: usize = json["functions"][0]["criteria"]
        .as_object()
        .expect("criteria")
        .values()
        .map(|criterion| criterion["short"].as_array().map_or(0, Vec::len))
        .sum();
    assert_eq!(page.matches("<code>").count(), short, "{page}");
    assert!(!page.contains(&*project.root.to_string_lossy()), "the page names a place of this machine");

    // It is replaced, as a whole, and nothing else is there.
    fs::write(project.root.join("page.html"), "something longer ".repeat(page.len())).expect("ours");
    let before = names(&project);
    let output = run(&project, &["--html", "./page.html", "-j", "2"]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(output.stdout.contains("demo::clipped"));
    assert_eq!(project.get("page.html"), page);
    assert_eq!(names(&project), before);
}

#[test]
fn place_where_no_page_can_be_is_refused_by_name_before_anything_is_measured() {
    let project = Project::new(&FILES);
    let (code, said) = refused(&project, "src");
    assert_eq!((code, said.trim()), (Some(1), "error: --html src: this is a folder; name a file"));
    let (code, said) = refused(&project, "new/page.html");
    assert!(code == Some(1) && said.contains("--html new/page.html: there is no folder "), "{said}");
    let outside = project.beside("reports");
    let (code, _) = refused(&project, outside.join("page.html").to_str().expect("text"));
    assert!(code == Some(1) && !outside.exists());
    let (code, said) = refused(&project, "Cargo.toml/page.html");
    assert_eq!(code, Some(5));
    assert!(said.contains("Cargo.toml/page.html"), "{said}");
    let protected = project.root.join("mine.html");
    fs::write(&protected, "mine").expect("the folder is ours");
    let mut permissions = fs::metadata(&protected).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&protected, permissions).expect("it is ours");
    let (code, said) = refused(&project, "mine.html");
    assert_eq!(code, Some(5));
    assert!(said.contains("mine.html is read-only"), "{said}");
    assert_eq!(fs::read_to_string(protected).expect("it is there"), "mine");
    assert!(!project.root.join("target").exists(), "something was built");
}

#[cfg(unix)]
#[test]
fn device_is_not_replaced_by_a_page() {
    let (code, said) = refused(&Project::new(&FILES), "/dev/null");
    assert_eq!(
        (code, said.trim()),
        (Some(1), "error: --html /dev/null: this is not a regular file; name a file")
    );
}

#[test]
fn entries_that_test_nothing_are_listed_on_the_page() {
    let project = Project::new(&FILES);
    let lost =
        "\n[[relation]]\nfunction = \"demo::gone\"\nthen = \"y0 == 1\"\ntest = \"morph_tests::bounded\"\n";
    project.put("morph/relations.toml", &(project.get("morph/relations.toml") + lost));
    run(&project, &["--html", "page.html"]).well();
    let page = project.get("page.html");
    let (_, stale) = page.split_once("<h2>Stale entries</h2>").expect("a heading");
    assert!(stale.contains("function `demo::gone` does not exist"), "{stale}");
}

#[test]
fn adequacy_below_that_of_an_earlier_document_ends_with_3_and_names_the_functions() {
    let project = Project::new(&FILES);
    let before = run(&project, &["--format", "json", "--badge", "badge.svg"]).well().stdout;
    let badge = project.get("badge.svg");
    assert!(badge.contains("<title>k-MR adequacy: statement ") && badge.contains(", branch "), "{badge}");
    project.put("before.json", &before);
    run(&project, &["--no-worse", "before.json"]).well();

    let tests = project.get("src/morph_tests.rs");
    project.put("src/morph_tests.rs", &tests.replace("[5, 12]", "[5]"));
    let ended = run(&project, &["--no-worse", "before.json", "--criterion", "branch"]);
    assert_eq!(ended.code, Some(3), "{}", ended.stderr);
    assert!(
        ended.stderr.contains("adequacy fell from 0.") && ended.stderr.contains(": `demo::clipped` (from")
    );
    project.put("src/morph_tests.rs", &tests);

    let refused = |args: &[&str]| {
        let ended = run(&project, args);
        assert!(ended.stdout.is_empty(), "{}", ended.stdout);
        (ended.code, ended.stderr)
    };
    let (code, said) = refused(&["--no-worse", "none.json"]);
    let saves = "`cargo morph adequacy --format json > none.json` saves a baseline";
    assert!(code == Some(1) && said.contains(saves), "{said}");
    let (code, said) = refused(&["--no-worse", "Cargo.toml"]);
    assert!(code == Some(1) && said.contains("not a document of `adequacy"), "{said}");
    let (code, said) = refused(&["--no-worse", "before.json", "--k", "2"]);
    assert!(code == Some(1) && said.contains("measured with --k 3, not 2"), "{said}");
}
