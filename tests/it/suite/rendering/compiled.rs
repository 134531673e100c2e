//! Test modules as rustc compiles them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Compiles a library's tests with rustc and runs them; whether each passed.
pub fn compile_and_run(folder: &Path, code: &str) -> BTreeMap<String, bool> {
    let (source, binary) = (folder.join("demo.rs"), folder.join("demo_tests"));
    std::fs::write(&source, code).expect("the folder is ours");
    if let Some(kept) = std::env::var_os("MORPH_KEEP_RENDERED") {
        std::fs::copy(&source, kept).expect("the copy that was asked for");
    }
    let rustc = Command::new("rustc")
        .args(["--edition", "2021", "--test", "-Copt-level=0", "-o"])
        .args([&binary, &source])
        .output()
        .expect("rustc is on PATH");
    assert!(rustc.status.success(), "{}", String::from_utf8_lossy(&rustc.stderr));
    let run = Command::new(&binary).args(["--test-threads", "1"]).output().expect("it was just built");
    let mut verdicts = BTreeMap::new();
    for line in String::from_utf8_lossy(&run.stdout).lines() {
        if let Some((name, verdict)) =
            line.strip_prefix("test morph_tests::").and_then(|l| l.split_once(" ... "))
        {
            verdicts.insert(name.to_owned(), verdict == "ok");
        }
    }
    verdicts
}
