//! Command lines, `morph.toml` and exit codes of the built binary.

use std::fs;
use std::path::Path;

use crate::project::{Ended, MANIFEST, Project, clean};

fn morph(dir: &Path, args: &[&str]) -> Ended {
    let mut command = clean(env!("CARGO_BIN_EXE_cargo-morph"));
    command.args(args).current_dir(dir).output().expect("the binary starts").into()
}

fn refusal(dir: &Path, args: &[&str]) -> String {
    let ended = morph(dir, args);
    ended.refused(1, &[]);
    ended.stderr
}

#[test]
fn help_and_version_are_printed_on_standard_output_and_end_well() {
    let dir = Project::new(&[("Cargo.toml", MANIFEST)]);
    for (args, text) in [
        (&["--help"][..], "Usage: cargo morph"),
        (&["morph", "--help"], "Usage: cargo morph"),
        (&["discover", "--help"], "--max-relations <N>"),
        (&["morph", "--version"], concat!("cargo-morph ", env!("CARGO_PKG_VERSION"))),
    ] {
        let output = morph(&dir.root, args);
        assert_eq!(output.code, Some(0), "{args:?}");
        assert!(output.stdout.contains(text), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn help_of_hooks_lists_what_they_heed_and_no_other_flag() {
    let dir = Project::new(&[("Cargo.toml", MANIFEST)]);
    for args in [&["hook", "--help"][..], &["hook", "install", "--help"], &["hook", "uninstall", "--help"]] {
        let help = morph(&dir.root, args).well().stdout;
        for flag in ["--manifest-path", "--color", "--quiet", "--help"] {
            assert!(help.contains(flag), "{flag} is not in {help}");
        }
        for flag in ["--seed", "--budget", "--engine", "--solver", "--function", "--format", "--jobs"] {
            assert!(!help.contains(flag), "{flag} is in {help}");
        }
    }
    assert!(morph(&dir.root, &["check", "--help"]).well().stdout.contains("--solver"));
}

#[test]
fn wrong_flag_value_is_one_line_and_exit_1_in_both_ways_of_calling() {
    let dir = Project::new(&[("Cargo.toml", MANIFEST)]);
    let expected =
        "error: invalid value 'x' for '--seed <SEED>': invalid digit found in string (see --help)\n";
    assert_eq!(refusal(&dir.root, &["discover", "--seed", "x"]), expected);
    assert_eq!(refusal(&dir.root, &["morph", "discover", "--seed", "x"]), expected);
    assert!(refusal(&dir.root, &["discover", "-j0"]).contains("at least 1"));
    assert!(refusal(&dir.root, &["frobnicate"]).starts_with("error: unrecognized subcommand 'frobnicate'"));
}

#[test]
fn malformed_configuration_is_one_line_with_line_and_key_and_exit_1() {
    let dir = Project::new(&[("Cargo.toml", MANIFEST)]);
    let sub = dir.root.join("src");
    fs::create_dir(&sub).expect("a folder");
    fs::write(dir.root.join("morph.toml"), "seed = 1\njobs = \"many\"\n").expect("a file");
    for (place, args) in [(&dir.root, &["scan"][..]), (&sub, &["scan", "--manifest-path", "../Cargo.toml"])] {
        let message = refusal(place, args);
        assert!(message.starts_with("error: morph.toml:2: key `jobs`: invalid type"), "{message}");
    }
}

#[test]
fn completions_name_commands_and_flags() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ended = Project::empty().run(&["completions", shell]).well();
        for word in ["discover", "cargo-morph", "max-relations"] {
            assert!(ended.stdout.contains(word), "no {word} for {shell}");
        }
    }
    Project::empty().run(&["completions", "csh"]).refused(1, &["csh"]);
}

#[test]
fn configuration_may_stand_in_four_places_but_only_in_one() {
    let dir = Project::new(&[("Cargo.toml", MANIFEST), ("src/lib.rs", "")]);
    let bad = "sede = 1\n";
    dir.put(".config/morph.toml", bad);
    assert!(refusal(&dir.root, &["scan"]).contains(".config/morph.toml:1: key `sede`"));
    dir.put("morph.toml", "");
    assert!(
        refusal(&dir.root, &["scan"]).contains("configured twice, by morph.toml and by .config/morph.toml")
    );
    dir.put("other.toml", bad);
    assert!(refusal(&dir.root, &["scan", "--config", "other.toml"]).contains("other.toml:1: key `sede`"));
    assert!(refusal(&dir.root, &["scan", "--config", "none.toml"]).contains("cannot read none.toml"));
    for file in ["morph.toml", ".config/morph.toml"] {
        fs::remove_file(dir.root.join(file)).expect("the file is ours");
    }
    dir.put("Cargo.toml", &format!("{MANIFEST}\n[package.metadata.morph]\nfunction = \"nothing\"\n"));
    assert!(refusal(&dir.root, &["scan"]).contains("no function"), "the table is heeded");
}

#[test]
fn manual_has_a_page_of_every_command_with_its_flags() {
    let dir = Project::new(&[("Cargo.toml", MANIFEST)]);
    morph(&dir.root, &["man", "pages/man1"]).well();
    let page = |name: &str| dir.get(&format!("pages/man1/{name}.1"));
    assert!(page("cargo-morph").contains(".TH"));
    for (command, flag) in
        [("discover", "pending"), ("check", "since"), ("kill", "from"), ("hook-install", "fail")]
    {
        let page = page(&format!("cargo-morph-{command}"));
        assert!(page.contains(&format!("\\-\\-{flag}")), "{command}: {page}");
    }
    dir.put("file", "");
    morph(&dir.root, &["man", "file/man1"]).refused(5, &["cannot write file/man1"]);
}
