//! What a change touches: lines of files, told by git or by a unified diff.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flickzeug::{Diff, Line};

use super::manifest::normal;
use crate::exit::{Code, fail};
use crate::process;

/// The lines that a change touches, by file as it is after the change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(BTreeMap<PathBuf, Touched>);

/// The touched lines of a file; numbers are 1-based.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Touched {
    /// The file is new: everything in it is touched.
    whole: bool,
    /// Lines that were added or changed.
    lines: BTreeSet<usize>,
    /// Lines before which something was deleted.
    gaps: BTreeSet<usize>,
    /// The hunks as the diff shows them, with the lines that each is about.
    hunks: Vec<(RangeInclusive<usize>, String)>,
}

impl Changes {
    /// What differs between the work tree around `root` and a revision, files included that git does not know yet.
    ///
    /// Fails with [`Code::Environment`] without git, and with [`Code::Usage`] where there is no repository or no such
    /// revision.
    pub fn since(root: &Path, revision: &str) -> anyhow::Result<Changes> {
        let repository = Repository::around(root)?;
        let commit = format!("{revision}^{{commit}}");
        let known = repository.run(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
        if !known.status.success() {
            let why = format!("--since {revision}: git finds no such revision in {}", root.display());
            return Err(fail(Code::Usage, why));
        }
        let commit = String::from_utf8_lossy(&known.stdout).trim().to_owned();
        let mut changes = Changes::default();
        changes.read(&repository.diff(&[&commit])?, &mut |path| vec![repository.top.join(path)])?;
        for file in repository.lines(&["ls-files", "--others", "--exclude-standard", "-z"])? {
            changes.0.insert(real(&root.join(file)), Touched { whole: true, ..Touched::default() });
        }
        Ok(changes)
    }

    /// The changes of a unified diff that led to the tree around `root`; `-` is standard input.
    ///
    /// Fails with [`Code::Usage`] where it cannot be read, is no diff, or tells of other text than the tree has.
    pub fn in_diff(root: &Path, file: &Path) -> anyhow::Result<Changes> {
        let mut bytes = Vec::new();
        let read = match file.to_str() {
            Some("-") => std::io::stdin().read_to_end(&mut bytes).map(|_| ()),
            _ => std::fs::read(file).map(|read| bytes = read),
        };
        let name = file.display();
        read.map_err(|error| fail(Code::Usage, format!("--in-diff {name}: cannot read it: {error}")))?;
        // A file that is not text is not Rust either.
        let text = String::from_utf8_lossy(&bytes);
        // Paths are relative to the repository's root, or to the folder in which the diff was made.
        let top = root.ancestors().position(|dir| dir.join(".git").exists()).unwrap_or(0);
        let bases: Vec<&Path> = root.ancestors().take(top + 1).collect();
        let mut changes = Changes::default();
        changes
            .read(&text, &mut |path| {
                let stripped = path.split_once('/').map_or(path, |(_, rest)| rest);
                let named = [path, stripped].map(|path| bases.iter().map(move |base| base.join(path)));
                let named = named.into_iter().flatten();
                named.filter(|file| file.is_file()).collect()
            })
            .and_then(|()| changes.0.iter().try_for_each(|(file, touched)| touched.matches(file)))
            .map_err(|error| fail(Code::Usage, format!("--in-diff {name}: {error}")))?;
        Ok(changes)
    }

    /// Whether the change touches any of these lines of a file, or deletes something between them.
    pub fn touch(&self, file: &Path, lines: &RangeInclusive<usize>) -> bool {
        self.0.get(&real(file)).is_some_and(|touched| {
            touched.whole
                || touched.lines.range(lines.clone()).next().is_some()
                || touched.gaps.range(lines.clone()).any(|gap| gap > lines.start())
        })
    }

    /// Whether it touches a file at all.
    pub fn touch_file(&self, file: &Path) -> bool {
        self.0.contains_key(&real(file))
    }

    /// The hunks of the diff that are about these lines of a file.
    pub fn hunks(&self, file: &Path, lines: &RangeInclusive<usize>) -> Vec<&str> {
        let meets =
            |other: &RangeInclusive<usize>| other.start() <= lines.end() && lines.start() <= other.end();
        let hunks = self.0.get(&real(file)).into_iter().flat_map(|touched| &touched.hunks);
        hunks.filter(|(about, _)| meets(about)).map(|(_, text)| text.as_str()).collect()
    }

    /// Adds the files of a diff; `locate` finds those that a path in it may mean, of which the first that has the diff's
    /// text is taken. Others are no concern of ours.
    fn read(&mut self, diff: &str, locate: &mut dyn FnMut(&str) -> Vec<PathBuf>) -> anyhow::Result<()> {
        // The parser trips over carriage returns in a last line without an end.
        let whole =
            if diff.is_empty() || diff.ends_with('\n') { diff.to_owned() } else { format!("{diff}\n") };
        let patch = flickzeug::patch_from_str(&whole)
            .map_err(|error| fail(Code::Usage, format!("not a unified diff: {error}")))?;
        // The parser passes over what it does not understand.
        let hunks: usize = patch.iter().map(|file| file.hunks().len()).sum();
        let headers = diff.lines().filter(|line| line.starts_with("@@ ")).count();
        if hunks != headers || (patch.is_empty() && !diff.trim().is_empty()) {
            let why = if headers == 0 { "it changes no file" } else { "a hunk is malformed" };
            return Err(fail(Code::Usage, format!("not a unified diff: {why}")));
        }
        for file in &patch {
            let found = file.modified().map(&mut *locate).unwrap_or_default();
            let touched = Touched::of(file);
            let meant = found.iter().find(|path| touched.matches(path).is_ok());
            if let Some(path) = meant.or(found.first()) {
                self.0.insert(real(path), touched);
            }
        }
        Ok(())
    }
}

impl Touched {
    fn of(file: &Diff<'_, str>) -> Touched {
        let whole = file.original().is_none() && !file.hunks().is_empty();
        let mut touched = Touched { whole, ..Touched::default() };
        for hunk in file.hunks() {
            // Without any line of the new text, the range names the line before.
            let first = hunk.new_range().start() + usize::from(hunk.new_range().is_empty());
            let mut number = first;
            let mut text = format!("@@ -{} +{} @@", hunk.old_range(), hunk.new_range());
            for line in hunk.lines() {
                let (mark, (content, _)) = match line {
                    Line::Context(line) => (' ', line),
                    Line::Delete(line) => ('-', line),
                    Line::Insert(line) => ('+', line),
                };
                text += &format!("\n{mark}{}", content.trim_end_matches('\r'));
                match line {
                    Line::Delete(_) => _ = touched.gaps.insert(number),
                    Line::Insert(_) => _ = touched.lines.insert(number),
                    Line::Context(_) => {}
                }
                number += usize::from(!matches!(line, Line::Delete(_)));
            }
            touched.hunks.push((first..=number.saturating_sub(1).max(first), text));
        }
        touched
    }

    /// An error where a file has other text than the diff says.
    fn matches(&self, file: &Path) -> anyhow::Result<()> {
        let text = std::fs::read(file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        for (about, hunk) in &self.hunks {
            let new = hunk.lines().skip(1).filter_map(|line| line.strip_prefix(['+', ' ']));
            for (number, line) in (*about.start()..).zip(new) {
                if number.checked_sub(1).and_then(|index| lines.get(index)) != Some(&line) {
                    let why = format!("the diff does not match {}:{number}", file.display());
                    return Err(fail(Code::Usage, why));
                }
            }
        }
        Ok(())
    }
}

/// A file's name without links, as git and cargo may come to it by different ways.
fn real(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| normal(file))
}

/// Runs a command of git and collects what it prints, whether it does well or not.
///
/// Fails with [`Code::Environment`] without git.
pub fn run_git(command: Command) -> anyhow::Result<Output> {
    process::output_of_tidy(command).map_err(|error| {
        fail(Code::Environment, format!("cannot run git: {error}; install it or add it to PATH"))
    })
}

/// A git repository, from a folder inside it.
#[derive(Clone, Debug)]
pub struct Repository {
    dir: PathBuf,
    /// The root of its work tree.
    pub top: PathBuf,
    /// An index to use in place of git's.
    index: Option<PathBuf>,
}

impl Repository {
    /// The repository that a folder lies in.
    ///
    /// Fails with [`Code::Environment`] without git, and with [`Code::Usage`] where there is none.
    pub fn around(dir: &Path) -> anyhow::Result<Repository> {
        let mut repository = Repository { dir: dir.to_owned(), top: PathBuf::new(), index: None };
        let output = repository.run(&["rev-parse", "--show-cdup"])?;
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            let why = why.trim().trim_start_matches("fatal: ").replace('\n', " ");
            return Err(fail(Code::Usage, format!("git in {}: {why}", dir.display())));
        }
        let up = String::from_utf8_lossy(&output.stdout);
        repository.top = normal(&dir.join(up.trim_end_matches('\n')));
        Ok(repository)
    }

    /// The same with an index of one's own, which is made when something is read into it.
    pub fn with_index(&self, index: &Path) -> Repository {
        Repository { index: Some(index.to_owned()), ..self.clone() }
    }

    /// Runs git in the folder and collects what it prints, whether it does well or not.
    pub fn run(&self, args: &[&str]) -> anyhow::Result<Output> {
        let mut command = Command::new("git");
        if let Some(index) = &self.index {
            command.env("GIT_INDEX_FILE", index);
        }
        command.arg("-C").arg(&self.dir).args(["-c", "core.quotePath=false"]).args(args);
        run_git(command)
    }

    /// What git prints; an error where it fails.
    pub fn text(&self, args: &[&str]) -> anyhow::Result<String> {
        let output = self.run(args)?;
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr).trim().replace('\n', " ");
            return Err(fail(Code::Environment, format!("git {}: {why}", args[0])));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// What git prints with `-z`, one by one.
    pub fn lines(&self, args: &[&str]) -> anyhow::Result<Vec<String>> {
        let text = self.text(args)?;
        Ok(text.split('\0').filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    /// A unified diff, whatever the user's configuration; `between` is as `git diff` takes it.
    pub fn diff(&self, between: &[&str]) -> anyhow::Result<String> {
        let fixed = [
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            "--find-renames",
            "--submodule=short",
        ];
        self.text(&[&fixed[..], between, &["--"]].concat())
    }
}

#[cfg(test)]
mod tests;
