//! `--lab-archive`: a build that is made once and read by others.

use std::fs;

use crate::project::{Ended, Project, QUICK, assert_same};

/// A function whose test is recorded, and one that is tried at several types.
const LIB: &str = "\
pub fn distance(a: u32, b: u32) -> u32 {
    if a > b { a - b } else { b - a }
}

pub fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    #[test]
    fn far() {
        assert_eq!(super::distance(70_100, 70_007), 93);
    }
}
";

fn project() -> Project {
    Project::library(LIB)
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn shards_read_what_plan_has_built_and_merge_to_what_one_machine_writes() {
    let planning = project();
    let archive = planning.beside("lab");
    let lab = archive.to_str().expect("text");
    let jobs = planning.morph(&["plan", "--shards", "2", "--lab-archive", lab]).well().stdout;
    assert!(
        jobs.starts_with(&format!("cargo morph discover --shard 1/2 --lab-archive {lab} --out ")),
        "{jobs}"
    );
    let built = fs::read(&archive).expect("it was written");

    let shard = |number: usize| {
        let machine = project();
        let (share, out) = (format!("{number}/2"), planning.beside(&format!("{number}.json")));
        let args = ["--shard", &share, "--out", out.to_str().expect("text"), "--lab-archive", lab];
        machine.discover(&args).well();
        let made = |folder: &str| machine.root.join("target/morph").join(folder).exists();
        assert!(made("archived") && !made("lab"), "it is not built again");
        out
    };
    let files = [1, 2].map(shard);
    assert!(fs::read(&archive).expect("it is there") == built);
    let files = files.each_ref().map(|file| file.to_str().expect("text"));
    let merging = project();
    merging.morph(&[&["merge"], &files[..]].concat()).well();
    let whole = project();
    whole.discover(&[]).well();
    assert_same(&whole.tree(), &merging.tree());
    assert!(whole.get("src/morph_tests.rs").contains("#[test]"));
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn missing_archive_is_written_and_foreign_and_damaged_ones_are_refused() {
    let project = project();
    let archive = project.beside("lab");
    let lab = archive.to_str().expect("text");
    let search = |more: &[&str]| -> Ended {
        let args = ["--operators", "own", "--dry-run", "--function", "distance", "--lab-archive", lab];
        project.discover(&[&args[..], more].concat())
    };
    search(&[]).well();
    // Target folders beside each other are no sources.
    let mut elsewhere =
        project.command(&["discover", "--operators", "own", "--dry-run", "--function", "distance"]);
    elsewhere.args(QUICK).args(["--lab-archive", lab]).env("CARGO_TARGET_DIR", "target/1");
    Ended::from(elsewhere.output().expect("the binary starts")).well();
    search(&[]).well();
    let others = ["--operators", "own", "--dry-run", "--function", "larger", "--lab-archive", lab];
    project.discover(&others).refused(1, &["lab: was built with other options", "remove it"]);
    project.put("src/lib.rs", &LIB.replace("70_007), 93", "70_008), 92"));
    search(&[]).refused(1, &["lab: was built from other sources", "remove it"]);
    project.put("src/lib.rs", LIB);

    let good = fs::read(&archive).expect("it was written");
    let broken = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(&archive, bytes).expect("ours");
        search(&[]).refused(1, &["lab: is damaged or no archive of a lab"]);
    };
    broken(&|bytes| *bytes.last_mut().expect("a program") ^= 1);
    broken(&|bytes| bytes.truncate(bytes.len() / 2));
    broken(&|bytes| bytes.clear());
    fs::write(&archive, good).expect("ours");
    search(&[]).well();
    let check = ["plan", "--shards", "2", "--command", "check", "--lab-archive", lab];
    project.run(&check).refused(1, &["`discover`"]);
    search(&["--engine", "cargo-mutants"]).refused(1, &["--engine cargo-mutants"]);
}
