//! What `fixtures/hostile` does, or tries, and what is recorded of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use cargo_morph::report::{Discovery, Verdict};

use crate::project::{Ended, Project, QUICK, assert_same, function};

/// Every module but `crashes`.
const SEARCHED: &str = "::(asks|differs|ends|hidden|mutants|tame)::";

/// The verdicts of a module's functions with their reasons, by name.
fn verdicts(discovery: &Discovery, module: &str) -> BTreeMap<String, (Verdict, String)> {
    let own = discovery.functions.iter().filter_map(|function| {
        let name = function.path.strip_prefix(&format!("hostile::{module}::"))?;
        // Neither is a subject: `<PanicsInDrop as Drop>::drop`.
        (!name.contains('<'))
            .then(|| (name.to_owned(), (function.verdict, function.reason.clone().unwrap_or_default())))
    });
    own.collect()
}

/// Processes whose program or arguments mention `text`.
#[cfg(target_os = "linux")]
fn processes(text: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").expect("it is mounted").flatten();
    let told = entries.filter_map(|entry| {
        let program = std::fs::read_link(entry.path().join("exe")).unwrap_or_default();
        let arguments = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some(format!("{} {}", program.display(), String::from_utf8_lossy(&arguments).replace('\0', " ")))
    });
    told.filter(|told| told.contains(text)).collect()
}

fn files_named(folder: &Path, names: &[&str]) -> usize {
    let all = walkdir::WalkDir::new(folder).into_iter().flatten();
    all.filter(|entry| names.iter().any(|name| entry.file_name() == *name)).count()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn hostile_fixture_is_recorded_and_does_no_harm() {
    let project = Project::fixture("hostile");
    let before = project.tree();
    let begin = Instant::now();
    let mut command = project.command(
        &[&["discover"], &QUICK[..], &["--format", "json", "--dry-run", "--function", SEARCHED]].concat(),
    );
    // Neither may make a function ask for a file.
    command.env("HOSTILE", "yes").env("RUST_BACKTRACE", "full").env("RUST_LIB_BACKTRACE", "1");
    crate::project::provide();
    let ended = Ended::from(command.output().expect("the binary starts")).well();
    // Bounded, however busy the machine is.
    assert!(begin.elapsed() < Duration::from_secs(900), "{:?}", begin.elapsed());
    assert!(!ended.stderr.contains("confine"), "{}", ended.stderr);

    assert_same(&before, &project.tree());
    let above = project.root.parent().expect("a folder");
    assert_eq!(files_named(above, &["harm.txt", "mutant.txt"]), 0);
    assert_eq!(processes(above.to_str().expect("text")), Vec::<String>::new());
    assert_eq!(processes("sleep 31557"), Vec::<String>::new());

    let discovery = ended.discovery();
    assert_asking_is_refused(&discovery);
    assert_the_rest_is_recorded(&discovery);
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
/// A function that asks the system for something fails, and the reason names the system call.
fn assert_asking_is_refused(discovery: &Discovery) {
    let tried = |call: &str| (Verdict::Failed, format!("tries a system call: {call}"));
    let asks = [
        ("asks_for_folder", tried("getcwd (reads the working folder)")),
        ("asks_for_terminal", tried("ioctl (controls a device)")),
        ("connects", tried("socket (opens a socket)")),
        ("reads_file", tried("openat (opens a file)")),
        ("reads_file_sometimes", tried("openat (opens a file)")),
        #[cfg(target_arch = "x86_64")]
        ("removes_file", tried("unlink (removes a file)")),
        #[cfg(target_arch = "aarch64")]
        ("removes_file", tried("unlinkat (removes a file)")),
        ("sleeps", tried("clock_nanosleep (sleeps)")),
        ("starts_program", tried("clone (starts a thread or a process)")),
        ("starts_thread", tried("clone (starts a thread or a process)")),
        ("stops", tried("tgkill (signals a thread)")),
        ("writes_file", tried("openat (opens a file)")),
    ];
    assert_eq!(verdicts(discovery, "asks"), asks.map(|(name, verdict)| (name.to_owned(), verdict)).into());

    let hidden = ["by_dependency", "by_iterator", "by_macro", "by_pointer", "by_trait_object"];
    let opens = |name: &str| (name.to_owned(), tried("openat (opens a file)"));
    let all = verdicts(discovery, "hidden");
    assert_eq!(
        all.into_iter().filter(|(name, _)| name.starts_with("by_")).collect::<BTreeMap<_, _>>(),
        hidden.map(opens).into()
    );
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
/// Everything else is tested, but for what differs from run to run or never ends.
fn assert_the_rest_is_recorded(discovery: &Discovery) {
    let differs = verdicts(discovery, "differs");
    assert_eq!(differs.len(), 8, "{differs:?}");
    for (name, (verdict, reason)) in differs {
        assert_eq!(verdict, Verdict::Failed, "{name}");
        assert!(reason.starts_with(&format!("is not deterministic: {name}(")), "{name}: {reason}");
    }

    let never =
        (Verdict::Failed, "does not terminate on some inputs, and its steps cannot be counted".to_owned());
    let tested = (Verdict::Tested, String::new());
    let ends = verdicts(discovery, "ends");
    assert_eq!(ends.len(), 13, "{ends:?}");
    for (name, verdict) in ends {
        assert_eq!(verdict, if name == "loops_unseen" { never.clone() } else { tested.clone() }, "{name}");
    }
    for (module, functions) in [("mutants", 6), ("tame", 7)] {
        let all = verdicts(discovery, module);
        assert_eq!(all.len(), functions, "{all:?}");
        for (name, verdict) in all {
            assert_eq!(verdict, tested, "{module}::{name}");
        }
    }

    // Mutants that hang, recurse, write a file or abort fail, and nothing worse. Which of them the search sees is up to
    // the seed.
    for (name, mutant) in [
        ("counts_up", "counts_up#binary:+=→"),
        ("counts_down", "counts_down#binary:-→"),
        ("touches", "allowed#"),
        ("aborts", "allowed#"),
    ] {
        let report = function(discovery, &format!("hostile::mutants::{name}"));
        let failing: Vec<&String> = report.relations.iter().flat_map(|r| &r.kills_by_failure).collect();
        assert!(
            failing.iter().any(|id| id.starts_with(&format!("hostile::mutants::{mutant}"))),
            "{failing:?}"
        );
    }
}

#[test]
fn function_that_counts_its_calls_is_told_from_one_that_does_not() {
    let source = "\
        pub struct Counted;\n\
        static mut CALLS: u8 = 0;\n\
        impl std::ops::Neg for Counted {\n\
            type Output = u8;\n\
            fn neg(self) -> u8 { unsafe { CALLS = (CALLS + 1) % 3; CALLS } }\n\
        }\n\
        pub fn third(n: u8) -> u8 { n / 2 + -Counted }\n\
        pub fn half(n: u8) -> u8 { n / 2 }\n";
    let project = Project::library(source);
    let discovery = project.discover(&["--format", "json", "--dry-run"]).well().discovery();
    let third = function(&discovery, "tiny::third");
    assert_eq!(third.verdict, Verdict::Failed);
    let reason = third.reason.as_deref().unwrap_or_default();
    assert!(reason.starts_with("is not deterministic: third("), "{reason}");
    let half = function(&discovery, "tiny::half");
    assert_eq!(half.verdict, Verdict::Tested);
    // Nor does a relation of another function call it.
    let calls = half.relations.iter().any(|r| r.followups.iter().any(|f| f.contains("third")));
    assert!(!calls, "{:?}", half.relations);
}
