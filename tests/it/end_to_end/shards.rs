//! Several runs that share a search, and one that writes what they found.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use crate::project::{Ended, Project, QUICK, assert_same};

/// Two modules with five functions, one generic and one with a type of its own.
const LIBRARY: &str = "\
pub fn distance(a: u32, b: u32) -> u32 {
    if a > b { a - b } else { b - a }
}

pub fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub left: i16,
    pub right: i16,
}

impl Pair {
    pub fn swapped(&self) -> Pair {
        Pair { left: self.right, right: self.left }
    }
}

pub mod texts;
";

const TEXTS: &str = "\
pub fn is_palindrome(text: &str) -> bool {
    text.chars().eq(text.chars().rev())
}

pub fn doubled(text: &str) -> String {
    text.repeat(2)
}
";

fn project() -> Project {
    let project = Project::library(LIBRARY);
    project.put("src/texts.rs", TEXTS);
    project
}

/// Runs a shard of a search, and returns its file.
#[track_caller]
fn shard(project: &Project, number: usize, of: usize, more: &[&str]) -> PathBuf {
    let out = project.beside(&format!("shards-{of}")).join(format!("{number}.json"));
    let share = format!("{number}/{of}");
    let args = ["--shard", &share, "--out", out.to_str().expect("text")];
    let ended = project.discover(&[&args, more].concat()).well();
    assert!(ended.stdout.contains(&format!("shard {number} of {of}")), "{}", ended.stdout);
    out
}

fn merge(project: &Project, files: &[PathBuf]) -> Ended {
    let files = files.iter().map(|file| file.to_str().expect("text"));
    project.morph(&["merge"].into_iter().chain(files).collect::<Vec<_>>())
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn any_number_of_shards_writes_what_one_machine_writes() {
    let whole = project();
    let report = whole.discover(&["--format", "json"]).well().discovery();
    for of in [1, 2, 5, 16] {
        // Each on a machine of its own, that is, in a folder of its own.
        let merging = project();
        let files: Vec<PathBuf> = (1..=of)
            .map(|number| {
                let machine = project();
                let before = machine.tree();
                let file = shard(&machine, number, of, &[]);
                assert_same(&before, &machine.tree());
                let here = merging.beside(&format!("{number}-{of}.json"));
                fs::copy(file, &here).expect("the folder is ours");
                here
            })
            .collect();
        let ended = merge(&merging, &files).well();
        assert!(ended.stdout.contains("functions tested"), "{}", ended.stdout);
        assert_same(&whole.tree(), &merging.tree());
        let again: Vec<&str> = vec!["merge", "--dry-run", "--format", "json"];
        let names = files.iter().map(|file| file.to_str().expect("text"));
        // The sources have changed since: their tests are there now.
        merging.morph(&again.into_iter().chain(names).collect::<Vec<_>>()).refused(1, &["other sources"]);
    }
    assert!(report.totals.relations > 5);
}

/// The same sources elsewhere, called another way, with another target folder and files of other times.
#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn other_machines_have_other_paths_clocks_and_environments() {
    let here = project();
    let files: Vec<PathBuf> = (1..=2)
        .map(|number| {
            let machine = project();
            let old = SystemTime::now() - Duration::from_secs(1_000_000 * number);
            let source =
                fs::File::options().append(true).open(machine.root.join("src/texts.rs")).expect("ours");
            source.set_modified(old).expect("ours");
            let out = here.beside(&format!("{number}.json"));
            let share = format!("{number}/2");
            let mut command =
                machine.command(&["morph", "discover", "--operators", "own", "--shard", &share, "--out"]);
            command.arg(&out).args(QUICK).env("CARGO_TARGET_DIR", machine.beside("elsewhere"));
            command.env("RUSTUP_UPDATE_ROOT", "elsewhere").env("CARGO_BUILD_JOBS", "1");
            Ended::from(command.output().expect("the binary starts")).well();
            out
        })
        .collect();
    merge(&here, &files).well();
    let whole = project();
    whole.discover(&["--operators", "own"]).well();
    assert_same(&whole.tree(), &here.tree());
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn incomplete_double_damaged_and_foreign_files_are_refused() {
    let project = project();
    let plan = project.beside("plan.json");
    let ended = project.morph(&["plan", "--shards", "2", "--out", plan.to_str().expect("text")]).well();
    assert_eq!(ended.stdout.lines().count(), 2, "{}", ended.stdout);
    let with = ["--plan", plan.to_str().expect("text")];
    let before = project.tree();
    let one = shard(&project, 1, 2, &with);
    let two = shard(&project, 2, 2, &with);

    merge(&project, std::slice::from_ref(&one)).refused(1, &["no file for shard 2 of 2"]);
    merge(&project, &[one.clone(), two.clone(), two.clone()]).refused(1, &["both belong to shard 2"]);
    let other = project.beside("other.json");
    fs::write(&other, fs::read_to_string(&two).expect("text").replacen("tiny::", "tinny::", 1))
        .expect("ours");
    merge(&project, &[one.clone(), other.clone()]).refused(1, &["is damaged"]);
    merge(&project, &[one.clone(), project.beside("none.json")]).refused(1, &["cannot be read"]);
    let third = shard(&project, 2, 3, &[]);
    merge(&project, &[one.clone(), third]).refused(1, &["comes from another number of shards"]);
    let seeded = shard(&project, 2, 2, &[&with[..], &["--seed", "7"]].concat());
    merge(&project, &[one.clone(), seeded]).refused(1, &["comes from other options"]);

    let two = shard(&project, 2, 2, &with);
    let text = project.get("src/texts.rs");
    project.put("src/texts.rs", &text.replace("repeat(2)", "repeat(3)"));
    merge(&project, &[one.clone(), two.clone()]).refused(1, &["the shards come from other sources"]);
    let later = shard(&project, 2, 2, &with);
    merge(&project, &[one.clone(), later]).refused(1, &["comes from other sources"]);
    project.put("src/texts.rs", &text);
    let two = shard(&project, 2, 2, &with);
    assert_same(&before, &project.tree());
    merge(&project, &[one, two]).well();
    project.morph(&["check", "--all"]).well();
}

#[test]
fn shards_that_are_not_there_and_plans_of_others_are_refused() {
    let project = project();
    let out = project.beside("1.json");
    let out = out.to_str().expect("text");
    project.run(&["discover", "--shard", "3/2", "--out", out]).refused(1, &["from 1 to 2"]);
    project.run(&["discover", "--shard", "two", "--out", out]).refused(1, &["like 2/5"]);
    project.run(&["discover", "--shard", "1/2"]).refused(1, &["--out"]);
    project.run(&["merge"]).refused(1, &["FILE"]);
    let plan = project.beside("plan.json");
    let plan = plan.to_str().expect("text");
    project.run(&["plan", "--shards", "2", "--out", plan]).well();
    let args = [&["discover"], &QUICK[..], &["--out", out, "--plan", plan, "--shard"]].concat();
    project.run(&[&args[..], &["1/3"]].concat()).refused(1, &["a plan for 2 shards, not for 3"]);
    project.put("src/texts.rs", &TEXTS.replace("doubled", "twice"));
    project.run(&[&args[..], &["1/2"]].concat()).refused(1, &["does not have `tiny::texts::twice`"]);
    fs::write(plan, "{}").expect("ours");
    project.run(&[&args[..], &["1/2"]].concat()).refused(1, &["was not written by `plan --out`"]);
    let ended = project.run(&["plan", "--shards", "2", "--command", "check", "--out", plan]).well();
    assert!(ended.stdout.starts_with("cargo morph check --shard 1/2 --plan "), "{}", ended.stdout);
    project.run(&["check", "--shard", "1/2", "--plan", plan]).well();
    project.run(&["check", "--shard", "1/3", "--plan", plan]).refused(1, &["a plan for 2 shards, not for 3"]);
    for scheduler in ["lines", "github", "gitlab", "slurm", "hyperqueue"] {
        let ended = project.run(&["plan", "--shards", "3", "--for", scheduler]).well();
        assert!(
            ended.stdout.contains("cargo morph discover") || scheduler == "hyperqueue",
            "{}",
            ended.stdout
        );
    }
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn killed_shard_leaves_no_file_and_is_run_again_alone() {
    let project = project();
    let one = shard(&project, 1, 2, &["--operators", "own"]);
    let out = project.beside("shards-2").join("2.json");
    let args = ["--operators", "own", "--shard", "2/2", "--out", out.to_str().expect("text")];
    let mut command = project.command(&[&["discover", "-v"], &QUICK[..], &args].concat());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the binary starts");
    // In the middle of its work.
    let said = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    let built = said.map(|line| line.expect("text")).find(|line| line.trim_start().starts_with("build"));
    child.kill().expect("it runs");
    assert!(built.is_some() && !child.wait().expect("it was started").success());
    assert!(!out.exists());
    merge(&project, std::slice::from_ref(&one)).refused(1, &["no file for shard 2 of 2"]);
    merge(&project, &[one.clone(), out.clone()]).refused(1, &["2.json: cannot be read"]);

    let two = shard(&project, 2, 2, &["--operators", "own"]);
    merge(&project, &[one, two]).well();
    let whole = self::project();
    whole.discover(&["--operators", "own"]).well();
    assert_same(&whole.tree(), &project.tree());
}
