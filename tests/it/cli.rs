//! Command lines, `morph.toml` and exit codes of the built binary.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn morph(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-morph"))
        .args(args)
        .current_dir(dir)
        .env_remove("CLICOLOR_FORCE")
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary starts")
}

fn package() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("Cargo.toml"), "[package]\nname = \"demo\"\nedition = \"2021\"\n[workspace]\n")
        .expect("a file");
    dir
}

fn refusal(dir: &Path, args: &[&str]) -> String {
    let output = morph(dir, args);
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(output.stdout.is_empty());
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn help_and_version_are_printed_on_standard_output_and_end_well() {
    let dir = package();
    for (args, text) in [
        (&["--help"][..], "Usage: cargo morph"),
        (&["morph", "--help"], "Usage: cargo morph"),
        (&["discover", "--help"], "--max-relations <N>"),
        (&["morph", "--version"], concat!("cargo-morph ", env!("CARGO_PKG_VERSION"))),
    ] {
        let output = morph(dir.path(), args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains(text), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn wrong_flag_value_is_one_line_and_exit_1_in_both_ways_of_calling() {
    let dir = package();
    let expected =
        "error: invalid value 'x' for '--seed <SEED>': invalid digit found in string (see --help)\n";
    assert_eq!(refusal(dir.path(), &["discover", "--seed", "x"]), expected);
    assert_eq!(refusal(dir.path(), &["morph", "discover", "--seed", "x"]), expected);
    assert!(refusal(dir.path(), &["discover", "-j0"]).contains("at least 1"));
    assert!(refusal(dir.path(), &["frobnicate"]).starts_with("error: unrecognized subcommand 'frobnicate'"));
}

#[test]
fn malformed_configuration_is_one_line_with_line_and_key_and_exit_1() {
    let dir = package();
    let sub = dir.path().join("src");
    fs::create_dir(&sub).expect("a folder");
    fs::write(dir.path().join("morph.toml"), "seed = 1\njobs = \"many\"\n").expect("a file");
    for (place, args) in [(dir.path(), &["scan"][..]), (&sub, &["scan", "--manifest-path", "../Cargo.toml"])]
    {
        let message = refusal(place, args);
        assert!(message.starts_with("error: morph.toml:2: key `jobs`: invalid type"), "{message}");
    }
}
