//! An interrupt in each stage: exit 130, the tree untouched, no process left.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::project::{Project, assert_same};

/// What a run and all that it starts has in the environment.
pub(super) const MARK: &str = "MORPH_INTERRUPTED_RUN";

/// The command lines of the processes that belong to a run and are not dead.
pub(super) fn processes(mark: &str) -> Vec<String> {
    let wanted = format!("{MARK}={mark}");
    let ids = fs::read_dir("/proc")
        .expect("it is there")
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let belongs = |id: &u32| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    ids.filter(belongs)
        .map(|id| fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default())
        // A zombie has no command line.
        .filter(|line| !line.is_empty())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .collect()
}

/// Starts `discover`, sends a signal as soon as a stage begins (and `after` that), and looks at what is left.
fn interrupt(project: &Project, args: &[&str], stage: &str, after: Duration, signal: i32) {
    let before = project.tree();
    let mark = format!("{}-{stage}-{signal}-{}", std::process::id(), after.as_millis());
    let mut command = project.command(&[&["discover", "-v"], args].concat());
    command.env(MARK, &mark).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stderr = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut said = String::new();
    let begins = format!("  {stage:<9} …\n");
    while !said.ends_with(&begins) {
        assert!(stderr.read_line(&mut said).expect("text") > 0, "`{stage}` did not begin: {said}");
    }
    sleep(after);
    assert!(!processes(&mark).is_empty(), "the mark does not work");
    // SAFETY: kill touches no memory; the child has not been reaped.
    assert_eq!(unsafe { libc::kill(child.id().cast_signed(), signal) }, 0);
    let sent = Instant::now();
    stderr.read_to_string(&mut said).expect("text");
    let code = child.wait().expect("it ends").code();
    assert_eq!(code, Some(130), "in {stage}: {said}");
    assert!(said.ends_with("interrupted; nothing was written\n"), "in {stage}: {said}");
    assert!(sent.elapsed() < Duration::from_secs(5), "it took {:?} in {stage}", sent.elapsed());
    let mut stdout = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut stdout).expect("text");
    assert_eq!(stdout, "");

    // Killed processes need a moment to be gone.
    let deadline = Instant::now() + Duration::from_secs(5);
    while !processes(&mark).is_empty() && Instant::now() < deadline {
        sleep(Duration::from_millis(20));
    }
    assert_eq!(processes(&mark), [""; 0], "left behind in {stage}");
    assert_same(&before, &project.tree());
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn interrupt_in_any_stage_leaves_no_process_and_an_untouched_tree() {
    let project = Project::tiny();
    for signal in [libc::SIGINT, libc::SIGTERM] {
        for stage in ["scan", "mutants", "build", "search", "suite"] {
            interrupt(&project, &[], stage, Duration::ZERO, signal);
        }
    }
    // While cargo and rustc run for the lab; while workers run; while cargo and rustc run for the tests.
    fs::remove_dir_all(project.root.join("target")).expect("earlier runs made it");
    for (stage, after) in [("build", 250), ("search", 150), ("suite", 150)] {
        interrupt(&project, &[], stage, Duration::from_millis(after), libc::SIGINT);
    }
    // While cargo-mutants runs cargo.
    for (after, signal) in [(1_500, libc::SIGINT), (3_000, libc::SIGTERM)] {
        interrupt(&project, &["--engine", "cargo-mutants"], "build", Duration::from_millis(after), signal);
    }
    // What was cut short is no obstacle.
    project.discover(&[]).well();
    assert!(project.test(&["--lib"]) > 0);
}
