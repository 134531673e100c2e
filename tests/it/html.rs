//! `cargo morph adequacy --html` on a small package whose suite is written by hand; cargo-mutants is not needed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

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

struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Project {
        let project = Project(tempfile::tempdir().expect("a temporary folder"));
        for (file, text) in FILES {
            let file = project.root().join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is ours");
            fs::write(file, text).expect("the folder is ours");
        }
        project
    }

    fn root(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cargo-morph"))
            .args(["adequacy", "--offline", "-q"])
            .args(args)
            .current_dir(self.root())
            .env_remove("CLICOLOR_FORCE")
            .env_remove("CARGO_TARGET_DIR")
            .env("NO_COLOR", "1")
            .output()
            .expect("the binary starts")
    }

    /// The exit code and what was said, of a run that prints nothing.
    fn refused(&self, page: &str) -> (Option<i32>, String) {
        let output = self.run(&["--html", page]);
        assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.root())
            .expect("the folder is ours")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

#[test]
fn page_is_written_beside_json_though_a_threshold_is_not_met_and_is_the_same_for_any_jobs() {
    let project = Project::new();
    let output = project.run(&["--html", "page.html", "--format", "json", "--fail-under", "1", "-j", "1"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    let page = fs::read_to_string(project.root().join("page.html")).expect("the page");

    let statement = &json["functions"][0]["criteria"]["statement"];
    let share = statement["adequacy"].as_f64().expect("a share");
    assert!(share > 0.0 && share < 1.0, "{share}");
    assert!(page.contains(&format!("<td data-sort=\"{share}\">")), "{page}");
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
    assert!(!page.contains(&*project.root().to_string_lossy()), "the page names a place of this machine");

    // It is replaced, as a whole, and nothing else is there.
    fs::write(project.root().join("page.html"), "something longer ".repeat(page.len())).expect("ours");
    let before = project.names();
    let output = project.run(&["--html", "./page.html", "-j", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("demo::clipped"));
    assert_eq!(fs::read_to_string(project.root().join("page.html")).expect("the page"), page);
    assert_eq!(project.names(), before);
}

#[test]
fn place_where_no_page_can_be_is_refused_by_name_before_anything_is_measured() {
    let project = Project::new();
    let (code, said) = project.refused("src");
    assert_eq!((code, said.trim()), (Some(1), "error: --html src: this is a folder; name a file"));
    let (code, said) = project.refused("Cargo.toml/page.html");
    assert_eq!(code, Some(5));
    assert!(said.contains("Cargo.toml/page.html"), "{said}");
    let protected = project.root().join("mine.html");
    fs::write(&protected, "mine").expect("the folder is ours");
    let mut permissions = fs::metadata(&protected).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&protected, permissions).expect("it is ours");
    let (code, said) = project.refused("mine.html");
    assert_eq!(code, Some(5));
    assert!(said.contains("mine.html is read-only"), "{said}");
    assert_eq!(fs::read_to_string(protected).expect("it is there"), "mine");
    assert!(!project.root().join("target").exists(), "something was built");
}

#[cfg(unix)]
#[test]
fn device_is_not_replaced_by_a_page() {
    let (code, said) = Project::new().refused("/dev/null");
    assert_eq!(
        (code, said.trim()),
        (Some(1), "error: --html /dev/null: this is no regular file; name a file")
    );
}
