//! Runs as jobs of GitHub Actions.

use crate::project::{Ended, Project};

fn job(project: &Project, args: &[&str]) -> (Ended, String) {
    let page = project.beside("summary.md");
    let mut command = project.command(args);
    command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", &page);
    let ended = command.output().expect("the binary starts").into();
    (ended, std::fs::read_to_string(page).unwrap_or_default())
}

#[test]
fn violations_are_annotated_and_the_page_of_the_job_tells_what_became_of_it() {
    let project = Project::searched();
    let (ended, page) = job(&project, &["check", "--all"]);
    let ended = ended.well();
    assert!(!ended.stdout.contains("::error"), "{}", ended.stdout);
    assert!(page.starts_with("### cargo morph check\n") && page.contains("**0 violated**"), "{page}");

    project.put("src/lib.rs", &project.get("src/lib.rs").replace("a - b", "a - b + 1"));
    let (ended, page) = job(&project, &["check"]);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    let annotated = ended.stdout.lines().filter(|line| line.starts_with("::error file=src/lib.rs,line=2,"));
    assert!(annotated.count() > 0, "{}", ended.stdout);
    assert!(
        ended.stdout.contains("relations of 4 functions: 1 violated"),
        "people read it, too: {}",
        ended.stdout
    );
    assert_eq!(page.matches("### cargo morph check\n").count(), 2, "one after the other: {page}");
    assert!(page.contains("<summary><code>relation distance("), "{page}");

    // Programs that read the output get what they ask for alone.
    let (ended, _) = job(&project, &["check", "--format", "json"]);
    assert!(serde_json::from_str::<serde_json::Value>(&ended.stdout).is_ok(), "{}", ended.stdout);
}

#[test]
fn page_that_cannot_be_written_is_no_error() {
    let project = Project::searched();
    let mut command = project.command(&["check"]);
    command.env("GITHUB_STEP_SUMMARY", project.beside("there/is/no/such/folder.md"));
    let ended = Ended::from(command.output().expect("the binary starts")).well();
    assert!(ended.stderr.contains("warning: cannot write the summary to"), "{}", ended.stderr);
}
