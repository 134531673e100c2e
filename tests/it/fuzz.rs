//! Files that other runs and machines left, damaged in any way.

use std::fs;
use std::path::Path;

use cargo_morph::cache::{Cache, sealed, unsealed};
use cargo_morph::exploration::Remembered;
use cargo_morph::shards::{Found, ShardFile, union};
use morph_fuzz::fuzz;

use crate::project::{Project, QUICK};

/// Runs one of two shards of a small search.
fn searched() -> (Project, String) {
    let project = Project::library("pub fn even(n: i64) -> bool {\n    n % 2 == 0\n}\n");
    let out = project.beside("1.json");
    let shard =
        ["--operators", "own", "--sources", "12", "--shard", "1/1", "--out", out.to_str().expect("text")];
    project.run(&[&["discover"], &QUICK[..2], &shard].concat()).well();
    let text = fs::read_to_string(out).expect("it was written");
    (project, text)
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn shard_files_and_entries_of_the_cache_are_read_or_refused_whatever_is_in_them() {
    let (project, text) = searched();
    let file = project.beside("damaged.json");
    // Replacing is slow: file systems guard against crashes in between.
    let put = |file: &Path, text: &str| {
        let _ = fs::remove_file(file);
        fs::write(file, text).expect("the folder is ours");
    };
    let read = |input: &str| {
        put(&file, input);
        ShardFile::read_all(std::slice::from_ref(&file))
    };
    // Damaged files have a wrong checksum as a rule; those that are made on purpose have not.
    fuzz("shard files", &[&text], |input| read(&String::from_utf8_lossy(input)).is_ok());
    fuzz("contents of shard files", &[unsealed(&text).expect("it is whole")], |input| {
        let shards = read(&sealed(&String::from_utf8_lossy(input)));
        let searched = |shard: ShardFile| match shard.found {
            Found::Discover(search) => Some(*search),
            _ => None,
        };
        let searches: Vec<_> = shards.into_iter().flatten().filter_map(searched).collect();
        union(&searches).is_some()
    });
    let folder = project.root.join("target/morph/cache");
    let path = "tiny::even";
    let known = Cache::new(folder.clone(), false);
    let remembered = Remembered::of(&known, path).expect("it was explored");
    assert!(!remembered.explored.relations.is_empty());
    let entries = fs::read_dir(&folder).expect("it is there").map(|entry| entry.expect("an entry").path());
    let longest = entries.max_by_key(|entry| entry.metadata().expect("a file").len()).expect("one");
    let entry = fs::read_to_string(&longest).expect("text");
    let entry = unsealed(&entry).expect("it is whole");
    fuzz("entries of the cache", &[entry], |input| {
        put(&longest, &sealed(&String::from_utf8_lossy(input)));
        let Some(remembered) = Remembered::of(&known, path) else { return false };
        remembered.explored.with_types(&|_| None);
        true
    });
}
