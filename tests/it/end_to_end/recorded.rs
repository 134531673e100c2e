//! How each execution of `fixtures/hostile` ends, for the original and for a mutant that does the same.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use morph_lab::mutants::{Genre, Mutant};
use morph_lab::{self as lab, BuildOptions, Lab, Outcome};
use morph_relation::Value;
use morph_source::scan::{self, Function, Subject};
use morph_source::workspace::{self, Selection};

use crate::project::Project;

/// Holds under the mutant only.
const CONDITION: &str = "n > 1 << 40";
const FUEL: u64 = 1_000_000;
/// The argument for which most of them do harm.
const BAD: i128 = 437;

/// What is recorded for [`BAD`].
enum Ends {
    Value,
    /// With this message.
    Panic(&'static str),
    OutOfFuel,
    Crash(i32),
    /// With the system call.
    Forbidden(&'static str),
}
use Ends::{Crash, Forbidden, OutOfFuel, Panic};

/// More of them; two cost the watchdog's time, which the fixture has few of.
const MORE: &str = r#"
struct LoopsInDrop;

impl Drop for LoopsInDrop {
    fn drop(&mut self) {
        while std::thread::panicking() {}
    }
}

/// What runs while a panic unwinds cannot be interrupted.
pub fn loops_while_panicking(n: u64) -> u64 {
    let _it = LoopsInDrop;
    assert!(n % 5 != 2);
    n
}

/// Returns although it has been stopped.
pub fn catches_once(n: u64) -> u64 {
    let ended = std::panic::catch_unwind(|| while n % 5 == 2 {});
    n + ended.is_ok() as u64
}

pub fn waits_for_itself(n: u64) -> u64 {
    let mutex = std::sync::Mutex::new(n);
    let _first = mutex.lock();
    if n % 5 == 2 { *mutex.lock().unwrap() } else { n }
}
"#;

const HARM: &[(&str, Ends)] = &[
    ("wrapped::loops_while_panicking", OutOfFuel),
    ("wrapped::waits_for_itself", OutOfFuel),
    ("wrapped::catches_once", OutOfFuel),
    ("ends::loops", OutOfFuel),
    ("ends::loops_unseen", OutOfFuel),
    ("ends::recurses_unseen", Crash(libc::SIGABRT)),
    ("ends::aborts", Crash(libc::SIGABRT)),
    ("crashes::aborts_in_drop", Crash(libc::SIGABRT)),
    ("ends::exits", Crash(0)),
    ("ends::faults", Crash(libc::SIGSEGV)),
    ("ends::allocates", Panic("capacity overflow")),
    ("crashes::allocates_unseen", Crash(libc::SIGABRT)),
    ("ends::allocates_at_once", Crash(libc::SIGABRT)),
    ("ends::panics_in_drop", Panic("dropped 437")),
    ("ends::panics_while_panicking", Crash(libc::SIGABRT)),
    ("ends::panics_with_anything", Panic("")),
    ("ends::catches", Ends::Value),
    ("crashes::catches_for_ever", OutOfFuel),
    ("crashes::closes_descriptors", Crash(1)),
    ("asks::starts_thread", Forbidden("clone (starts a thread or a process)")),
    ("asks::starts_program", Forbidden("clone (starts a thread or a process)")),
    ("asks::sleeps", Forbidden("clock_nanosleep (sleeps)")),
    ("asks::writes_file", Forbidden("openat (opens a file)")),
    ("asks::reads_file", Forbidden("openat (opens a file)")),
    ("asks::connects", Forbidden("socket (opens a socket)")),
    ("asks::asks_for_folder", Forbidden("getcwd (reads the working folder)")),
    ("asks::asks_for_terminal", Forbidden("ioctl (controls a device)")),
    ("asks::stops", Forbidden("tgkill (signals a thread)")),
    ("hidden::by_trait_object", Forbidden("openat (opens a file)")),
    ("hidden::by_pointer", Forbidden("openat (opens a file)")),
    ("hidden::by_macro", Forbidden("openat (opens a file)")),
    ("hidden::by_iterator", Forbidden("openat (opens a file)")),
    ("hidden::by_dependency", Forbidden("openat (opens a file)")),
    ("differs::counts_in_static", Ends::Value),
    ("differs::counts_in_thread", Ends::Value),
    ("differs::remembers", Ends::Value),
    ("differs::reads_clock", Ends::Value),
    ("differs::reads_environment", Ends::Value),
    ("differs::returns_address", Ends::Value),
    ("differs::returns_process", Ends::Value),
    ("tame::prints", Ends::Value),
    ("tame::reads_input", Ends::Value),
    ("tame::uses_memory", Ends::Value),
    ("tame::uses_thread_local", Ends::Value),
];

#[track_caller]
fn check(who: &str, ends: &Ends, outcome: &Outcome) {
    let as_expected = match (ends, outcome) {
        (Ends::Value, Outcome::Value(_)) | (OutOfFuel, Outcome::OutOfFuel) => true,
        (Panic(message), Outcome::Panic(said)) => message == said,
        (Crash(signal), Outcome::Crash(number)) => signal == number,
        (Forbidden(call), Outcome::Forbidden(tried)) => call == tried,
        _ => false,
    };
    assert!(as_expected, "{who} is recorded as {outcome:?}");
}

struct Hostile {
    _project: Project,
    lab: Lab,
}

/// A lab of the fixture, with a function for each that calls it under the only mutant that it has.
fn build() -> Hostile {
    let project = Project::fixture("hostile");
    let mut text = format!("//! They call the others when their mutants are switched on.\n{MORE}");
    for (path, _) in HARM {
        let name = path.replace("::", "_");
        let _ = write!(
            text,
            "\npub fn {name}(n: u64) -> u64 {{\n    if {CONDITION} {{\n        crate::{path}(n)\n    }} else {{\n        n / 2 + 1_000_000\n    }}\n}}\n"
        );
    }
    project.put("src/wrapped.rs", &text);
    let lib = std::fs::read_to_string(project.root.join("src/lib.rs")).expect("it is there");
    project.put("src/lib.rs", &format!("{lib}pub mod wrapped;\n"));
    let selection =
        Selection { manifest_path: Some(project.root.join("Cargo.toml")), ..Selection::default() };
    let workspace = workspace::load(&selection).expect("it loads");
    let functions = scan::scan(&workspace, &scan::Filter::default()).expect("it parses");
    let wanted = |function: &&Function| {
        let path = function.path.trim_start_matches("hostile::");
        (path.starts_with("wrapped::") && !path.contains('<'))
            || HARM.iter().any(|(known, _)| *known == path)
            || path == "crashes::returns_too_much"
    };
    let subjects: Vec<Subject> = functions
        .iter()
        .filter(wanted)
        .map(|function| function.subject().unwrap_or_else(|| panic!("{:?}", function.verdict)).clone())
        .collect();
    let file = project.root.join("src/wrapped.rs");
    let mutants: Vec<Mutant> = functions
        .iter()
        .filter(|function| function.file == file && text[function.item.clone()].contains(CONDITION))
        .map(|function| {
            let from = function.item.start + text[function.item.clone()].find(CONDITION).expect("it is ours");
            Mutant {
                id: format!("{}#condition", function.path),
                function: function.path.clone(),
                file: file.clone(),
                genre: Genre::Own("relational"),
                span: from..from + CONDITION.len(),
                original: CONDITION.to_owned(),
                replacement: "true".to_owned(),
                line: function.line,
            }
        })
        .collect();
    assert_eq!(mutants.len(), HARM.len());
    let options =
        BuildOptions { feature_flags: Vec::new(), offline: true, branches: false, distances: false };
    let lab = lab::build(&workspace, &subjects, &mutants, &options, &|_| ()).expect("the lab builds");
    assert!(lab.mutants.iter().all(|mutant| mutant.viable && mutant.unswitchable.is_none()));
    Hostile { _project: project, lab }
}

fn rows(numbers: &[i128]) -> Vec<Vec<Value>> {
    numbers.iter().map(|n| vec![Value::Int(*n)]).collect()
}

/// A row behind the bad one is run like any other, unless the function is given up.
#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn each_hostile_function_and_mutant_is_recorded_by_how_it_ends() {
    let Hostile { lab, _project } = &build();
    let after = |who: &str, ends: &Ends, outcome: &Outcome| match ends {
        Forbidden(call) => assert_eq!(outcome, &Outcome::Forbidden((*call).to_owned())),
        _ => assert!(matches!(outcome, Outcome::Value(_)), "{who}: {outcome:?}"),
    };
    let one = |path: &str, ends: &Ends| {
        let begin = Instant::now();
        let mut session = lab.session(&format!("hostile::{path}")).expect("it is in the lab");
        session.load(&rows(&[BAD, 30])).expect("it starts");
        let original = session.original(FUEL).expect("it is recorded");
        check(path, ends, &original[0].outcome);
        after(path, ends, &original[1].outcome);

        let name = path.replace("::", "_");
        let path = format!("hostile::wrapped::{name}");
        let mut session = lab.session(&path).expect("it is in the lab");
        session.load(&rows(&[BAD, 30])).expect("it starts");
        let original = session.original(FUEL).expect("it is recorded");
        assert_eq!(original[0].outcome, Outcome::Value(Value::Int(1_000_218)), "{path}");
        let mutant = lab.mutants.iter().find(|mutant| mutant.mutant.function == path).expect("it has one");
        let differences = session.differences(mutant.id, mutant.leader, FUEL).expect("they are recorded");
        let first = differences.iter().find(|(row, _)| *row == 0).expect("it differs");
        check(&path, ends, &first.1);
        // The original is what it was, whatever the mutant did to the worker.
        assert_eq!(session.original(FUEL).expect("it is recorded")[0].outcome, original[0].outcome, "{path}");
        // The watchdog's ten seconds for the original, and for the mutant, on however busy a machine.
        assert!(begin.elapsed() < Duration::from_secs(120), "{path} takes {:?}", begin.elapsed());
    };
    std::thread::scope(|scope| {
        for half in [0, 1] {
            let one = &one;
            scope.spawn(move || HARM.iter().skip(half).step_by(2).for_each(|(path, ends)| one(path, ends)));
        }
    });

    let mut session = lab.session("hostile::crashes::returns_too_much").expect("it is in the lab");
    session.load(&rows(&[2, 3, 4])).expect("it starts");
    let outcomes: Vec<Outcome> = session
        .original(FUEL)
        .expect("it is recorded")
        .into_iter()
        .map(|execution| execution.outcome)
        .collect();
    let expected = [Outcome::Crash(libc::SIGABRT), Outcome::OutOfFuel, Outcome::Value(Value::str("xxxx"))];
    assert_eq!(outcomes, expected);
}
