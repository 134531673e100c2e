//! The session in the book is what happens.

use std::fs;
use std::path::Path;

use regex::Regex;

use crate::project::{Project, clean, provide};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/session.md");
/// Set to write down what happens, in place of comparing it.
const RECORD: &str = "MORPH_RECORD";

/// A line of the page outside of sessions, or a command with what it prints.
enum Piece {
    Text(String),
    Command(String, Vec<String>),
}

fn pieces(page: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match (inside, line.strip_prefix("$ ")) {
            (true, Some(command)) => pieces.push(Piece::Command(command.to_owned(), Vec::new())),
            (true, None) if line != "```" => {
                let Some(Piece::Command(_, printed)) = pieces.last_mut() else {
                    panic!("no command: {line}")
                };
                printed.push(line.to_owned());
            }
            _ => {
                inside = line == "```console";
                pieces.push(Piece::Text(line.to_owned()));
            }
        }
    }
    pieces
}

/// What a command prints on both outputs, without blanks at the ends of lines.
fn printed(project: &Project, command: &str) -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_cargo-morph")).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&path)));
    let mut shell = clean("sh");
    shell.arg("-c").arg(format!("( {command} ) 2>&1")).current_dir(&project.root);
    shell.env("PATH", path.expect("a search path"));
    for (name, value) in [("NAME", "Ada"), ("EMAIL", "ada@example.org")] {
        shell.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
    }
    let output = shell.output().expect("a shell");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Lines without times, which differ, and blanks that depend on them.
fn timeless(lines: &[String]) -> Vec<String> {
    let time = Regex::new(r"\s*\b\d+(\.\d+)? s\b").expect("a pattern");
    lines.iter().map(|line| time.replace_all(line, " 0 s").trim_end().to_owned()).collect()
}

#[test]
fn session_in_the_book_is_what_happens() {
    provide();
    let project = Project::fixture("session");
    project.put(".gitignore", "/target\n");
    printed(&project, "git init --quiet && git add --all && git commit --quiet --message 'A till'");
    let page = fs::read_to_string(PAGE).expect("the book's page");
    let mut recorded = String::new();
    for piece in pieces(&page) {
        match piece {
            Piece::Text(line) => recorded += &format!("{line}\n"),
            Piece::Command(command, expected) => {
                let happened = printed(&project, &command);
                if std::env::var_os(RECORD).is_none() {
                    assert_eq!(timeless(&happened), timeless(&expected), "{command}");
                }
                recorded += &format!("$ {command}\n");
                happened.iter().for_each(|line| recorded += &format!("{line}\n"));
            }
        }
    }
    if std::env::var_os(RECORD).is_some() {
        fs::write(PAGE, recorded).expect("the page is ours");
    }
}
