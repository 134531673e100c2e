//! Two runs at once in one workspace.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Stdio};

use crate::project::{Ended, Project, QUICK, assert_same, provide};

/// Starts a run with its standard error to be read while it goes on.
fn start(project: &Project, args: &[&str]) -> (Child, BufReader<ChildStderr>) {
    let mut command = project.command(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let stderr = BufReader::new(child.stderr.take().expect("it is piped"));
    (child, stderr)
}

fn end((child, mut stderr): (Child, BufReader<ChildStderr>), mut said: String) -> Ended {
    stderr.read_to_string(&mut said).expect("text");
    let mut ended = Ended::from(child.wait_with_output().expect("it ends"));
    ended.stderr = said;
    ended.well()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn second_run_says_that_it_waits_and_then_finds_the_tree_as_the_first_left_it() {
    provide();
    let alone = Project::tiny();
    alone.discover(&[]).well();

    let project = Project::tiny();
    let discover = [&["discover", "-v"], &QUICK[..]].concat();
    let mut first = start(&project, &discover);
    let mut said = String::new();
    while !said.contains("  build ") {
        assert!(first.1.read_line(&mut said).expect("text") > 0, "no build: {said}");
    }
    let others = [start(&project, &discover), start(&project, &["clean"])];
    let mut waiting = others.into_iter().map(|mut other| {
        let mut said = String::new();
        while !said.contains("waiting for another cargo morph in ") {
            assert!(other.1.read_line(&mut said).expect("text") > 0, "it does not wait: {said}");
        }
        assert!(said.trim_end().ends_with("project/target/morph"), "{said}");
        (other, said)
    });
    let others = [waiting.next(), waiting.next()].map(|other| other.expect("there are two"));
    let first = end(first, said);
    assert!(!first.stderr.contains("waiting"), "{}", first.stderr);
    let [second, clean] = others.map(|(other, said)| end(other, said));

    // Whichever of the two comes first.
    let kept = second.stdout.contains("relations") && clean.stdout.contains("restored");
    assert!(kept, "{}{}", second.stdout, clean.stdout);
    project.discover(&[]).well();
    assert_same(&alone.tree(), &project.tree());
    assert!(project.test(&["--lib"]) > 0);
}
