//! What surrounds a run fails: the disk is full, the toolchain is gone, the clock is set back. Each ends with one line and the
//! documented exit code, and loses nothing.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::project::{Ended, Project, QUICK, TINY, assert_same, clean};

/// Runs a script for the shell in the package, with an empty file system mounted at a folder for it alone. `$@` stands for the
/// binary and its arguments. `None`, which the test says, where that is not permitted.
fn run_with_mount(
    project: &Project,
    folder: &Path,
    size: &str,
    script: &str,
    args: &[&str],
) -> Option<Ended> {
    let script = format!("mount -t tmpfs -o size={size} tmpfs '{}' || exit 99\n{script}", folder.display());
    let mut command = clean("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", &script, "sh"]);
    command.arg(env!("CARGO_BIN_EXE_cargo-morph")).args(args).current_dir(&project.root);
    let output = command.output().ok()?;
    let failed_before = output.stderr.starts_with(b"unshare: ") || output.status.code() == Some(99);
    if failed_before {
        println!("skipped: no file system can be mounted here: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    Some(output.into())
}

#[test]
fn full_disk_below_the_target_folder_is_exit_5() {
    let project = Project::searched();
    let target = project.beside("small");
    fs::create_dir(&target).expect("the folder is ours");
    let run = |size: &str, args: &[&str]| {
        // How much a build takes depends on it.
        let incremental = "export CARGO_INCREMENTAL=1";
        let script = format!("export CARGO_TARGET_DIR='{}'\n{incremental}\nexec \"$@\"", target.display());
        run_with_mount(&project, &target, size, &script, args)
    };
    let full = ["No space left on device", "CARGO_TARGET_DIR"];
    let before = project.tree();
    // Our own files do not fit, those of cargo do not, the program does not.
    for size in ["64k", "400k", "6m"] {
        for args in [&["check", "--all"][..], &["suspects"], &["scan", "--paths"]] {
            let Some(ended) = run(size, args) else { return };
            ended.refused(5, &full);
        }
    }
    let discover = [&["discover", "--fresh", "--operators", "own"], &QUICK[..]].concat();
    let Some(ended) = run("6m", &discover) else { return };
    ended.refused(5, &full);
    assert_same(&before, &project.tree());
}

#[test]
fn full_disk_below_the_package_is_exit_5_and_changes_nothing() {
    let project = Project::tiny();
    let (tree, target) = (project.beside("full"), project.beside("target"));
    fs::create_dir(&tree).expect("the folder is ours");
    // What fills the disk lies beside the package.
    let script = "\
cp -r . 'FULL_ONE/package' && cd 'FULL_ONE/package' || exit 98
cat /dev/zero > ../filler 2> /dev/null
CARGO_TARGET_DIR='ELSEWHERE' \"$@\"
code=$?
diff -r \"$OLDPWD\" . >&2 && exit $code
";
    let script = script.replace("FULL_ONE", &tree.display().to_string());
    let script = script.replace("ELSEWHERE", &target.display().to_string());
    // Cargo would write it.
    let lock = clean("cargo").args(["generate-lockfile", "--offline"]).current_dir(&project.root).status();
    assert!(lock.expect("cargo starts").success());
    let discover = [&["discover", "--operators", "own"], &QUICK[..]].concat();
    let Some(ended) = run_with_mount(&project, &tree, "256k", &script, &discover) else { return };
    ended.refused(5, &["cannot write", "No space left on device"]);
}

#[test]
fn toolchain_that_is_gone_is_exit_5() {
    let project = Project::searched();
    let before = project.tree();
    for args in [&["check", "--all"][..], &["suspects"], &["discover", "--operators", "own", "--fresh"]] {
        let run = |name: &str, value: &str| {
            let mut command = project.command(args);
            command.env_remove("CARGO").env_remove("RUSTC").env(name, value);
            Ended::from(command.output().expect("the binary starts"))
        };
        run("PATH", "/nonexistent").refused(5, &["cannot run cargo", "install Rust"]);
        run("RUSTC", "/nonexistent/rustc").refused(5, &["cannot run rustc", "install Rust"]);
    }
    assert_same(&before, &project.tree());
}

/// Dates everything in a folder.
fn date(folder: &Path, time: SystemTime) {
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.expect("the folder is ours");
        if entry.file_type().is_file() {
            let file = File::options().append(true).open(entry.path()).expect("the file is ours");
            file.set_modified(time).expect("the file is ours");
        }
    }
}

#[test]
fn change_is_seen_after_the_clock_was_set_back() {
    let project = Project::searched();
    project.run(&["check", "--all"]).well();
    // As if the clock had been three hours ahead until now.
    date(&project.root, SystemTime::now() + Duration::from_secs(3 * 3600));
    project.put("src/lib.rs", &TINY.replace("b - a }", "b - a + 1 }"));
    date(&project.root.join("src"), SystemTime::now());
    let checked = project.run(&["check"]);
    assert_eq!(checked.code, Some(2), "{}{}", checked.stdout, checked.stderr);
    project.put("src/lib.rs", &TINY.replace("b - a }", "b - a + 2 }"));
    date(&project.root.join("src"), SystemTime::UNIX_EPOCH + Duration::from_secs(1));
    assert_eq!(project.run(&["check"]).code, Some(2));
}
