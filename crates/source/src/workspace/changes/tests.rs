use std::fs;

use super::*;

const OLD: &str = "fn a() {\n    1\n}\n\nfn b() {\n    2;\n    3\n}\n\nfn c() {\n    4\n}\n";

struct Tree(tempfile::TempDir);

impl Tree {
    /// A repository with one commit.
    fn new() -> Tree {
        let tree = Tree(tempfile::tempdir().unwrap());
        tree.put("sub/src/lib.rs", OLD);
        tree.put("sub/.gitignore", "ignored.rs\n");
        for args in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "-m", "first"]] {
            tree.git(args);
        }
        tree
    }

    /// The workspace, which is not the repository's root.
    fn root(&self) -> PathBuf {
        self.0.path().join("sub")
    }

    fn put(&self, file: &str, text: &str) {
        let file = self.0.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn git(&self, args: &[&str]) -> String {
        let config = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        let output =
            Command::new("git").arg("-C").arg(self.0.path()).args(config).args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn lib(&self) -> PathBuf {
        self.root().join("src/lib.rs")
    }

    fn since_head(&self) -> Changes {
        Changes::since(&self.root(), "HEAD").unwrap()
    }

    fn in_diff(&self, text: &str) -> anyhow::Result<Changes> {
        let file = self.0.path().join("a.diff");
        fs::write(&file, text).unwrap();
        Changes::in_diff(&self.root(), &file)
    }
}

/// Which of the functions of [`OLD`] are touched, each given by its lines.
fn touched(changes: &Changes, file: &Path, functions: &[(char, RangeInclusive<usize>)]) -> String {
    functions.iter().filter(|(_, lines)| changes.touch(file, lines)).map(|(name, _)| *name).collect()
}

fn refused(result: anyhow::Result<Changes>) -> (Code, String) {
    let error = result.unwrap_err();
    (crate::exit::code_of(&error), format!("{error:#}"))
}

#[test]
fn unchanged_tree_touches_nothing() {
    let tree = Tree::new();
    assert_eq!(tree.since_head(), Changes::default());
}

#[test]
fn changed_line_touches_the_function_around_it_and_no_neighbour() {
    let tree = Tree::new();
    tree.put("sub/src/lib.rs", &OLD.replace("2;", "5;"));
    let functions = [('a', 1..=3), ('b', 5..=8), ('c', 10..=12)];
    assert_eq!(touched(&tree.since_head(), &tree.lib(), &functions), "b");
    // What is staged is a change of the work tree, too.
    tree.git(&["add", "."]);
    assert_eq!(touched(&tree.since_head(), &tree.lib(), &functions), "b");
    tree.git(&["commit", "--quiet", "-m", "second"]);
    assert_eq!(touched(&tree.since_head(), &tree.lib(), &functions), "");
    let older = Changes::since(&tree.root(), "HEAD~1").unwrap();
    assert_eq!(touched(&older, &tree.lib(), &functions), "b");
}

#[test]
fn deleted_line_touches_the_function_that_it_was_in() {
    let tree = Tree::new();
    tree.put("sub/src/lib.rs", &OLD.replace("    2;\n", ""));
    assert_eq!(touched(&tree.since_head(), &tree.lib(), &[('a', 1..=3), ('b', 5..=7), ('c', 9..=11)]), "b");
}

#[test]
fn deleted_function_touches_none_of_its_neighbours() {
    let tree = Tree::new();
    tree.put("sub/src/lib.rs", &OLD.replace("fn b() {\n    2;\n    3\n}\n\n", ""));
    let functions = [('a', 1..=3), ('c', 5..=7)];
    assert_eq!(touched(&tree.since_head(), &tree.lib(), &functions), "");
    // The same where the diff has no context, whose ranges name the line before.
    let diff = tree.git(&["diff", "-U0"]);
    assert_eq!(touched(&tree.in_diff(&diff).unwrap(), &tree.lib(), &functions), "");
}

#[test]
fn new_files_are_touched_whole_unless_git_ignores_them() {
    let tree = Tree::new();
    tree.put("sub/src/n\u{e9}w file.rs", "fn f() {}\n");
    tree.put("sub/ignored.rs", "fn f() {}\n");
    let changes = tree.since_head();
    assert!(changes.touch(&tree.root().join("src/n\u{e9}w file.rs"), &(1..=1)));
    assert!(!changes.touch_file(&tree.root().join("ignored.rs")));
    tree.git(&["add", "."]);
    assert!(tree.since_head().touch(&tree.root().join("src/n\u{e9}w file.rs"), &(1..=1)));
}

#[test]
fn moved_file_is_touched_where_its_text_changed() {
    let tree = Tree::new();
    tree.git(&["mv", "sub/src/lib.rs", "sub/src/moved.rs"]);
    tree.put("sub/src/moved.rs", &OLD.replace("4", "5"));
    let functions = [('a', 1..=3), ('b', 5..=8), ('c', 10..=12)];
    assert_eq!(touched(&tree.since_head(), &tree.root().join("src/moved.rs"), &functions), "c");
}

#[test]
fn diff_is_read_whatever_its_prefixes_and_the_folder_it_was_made_in() {
    let tree = Tree::new();
    tree.put("sub/src/lib.rs", &OLD.replace("2;", "5;"));
    let functions = [('a', 1..=3), ('b', 5..=8), ('c', 10..=12)];
    let diff = tree.git(&["diff"]);
    let headless: String = diff.lines().skip(2).map(|line| format!("{line}\n")).collect();
    for diff in [
        diff,
        headless,
        tree.git(&["diff", "--no-prefix"]),
        tree.git(&["diff", "--relative=sub"]),
        tree.git(&["diff", "--src-prefix=i/", "--dst-prefix=w/"]),
        tree.git(&["diff", "-U0"]),
    ] {
        assert_eq!(touched(&tree.in_diff(&diff).unwrap(), &tree.lib(), &functions), "b", "{diff}");
    }
    assert_eq!(tree.in_diff("").unwrap(), Changes::default());
}

#[test]
fn hunks_are_kept_for_the_lines_that_they_are_about() {
    let tree = Tree::new();
    tree.put("sub/src/lib.rs", &OLD.replace("4", "5"));
    let changes = tree.since_head();
    let hunk = "@@ -8,5 +8,5 @@\n }\n \n fn c() {\n-    4\n+    5\n }";
    assert_eq!(changes.hunks(&tree.lib(), &(10..=12)), [hunk]);
    assert!(changes.hunks(&tree.lib(), &(1..=3)).is_empty());
}

#[test]
fn what_is_no_diff_or_is_of_another_tree_is_refused() {
    let tree = Tree::new();
    tree.put("sub/src/lib.rs", &OLD.replace("2;", "5;"));
    let diff = tree.git(&["diff"]);
    let (code, why) = refused(tree.in_diff("Dear all,\nhere is my change.\n"));
    assert_eq!(code, Code::Usage);
    assert!(why.ends_with("a.diff: not a unified diff: it changes no file"), "{why}");
    let cut = &diff[..diff.find("+    5;").unwrap()];
    assert!(refused(tree.in_diff(cut)).1.contains("not a unified diff"), "{cut}");
    tree.put("sub/src/lib.rs", OLD);
    let (code, why) = refused(tree.in_diff(&diff));
    assert_eq!(code, Code::Usage);
    assert!(why.contains("the diff does not match") && why.ends_with("lib.rs:6"), "{why}");
    let (code, why) = refused(Changes::in_diff(&tree.root(), &tree.root().join("none.diff")));
    assert_eq!(code, Code::Usage);
    assert!(why.contains("none.diff: cannot read it"), "{why}");
}

#[test]
fn revision_that_is_unknown_and_folder_without_a_repository_are_usage_errors() {
    let tree = Tree::new();
    for revision in ["nowhere", "--output=x", "HEAD:sub/src/lib.rs", ""] {
        let (code, why) = refused(Changes::since(&tree.root(), revision));
        assert_eq!(code, Code::Usage);
        assert!(why.starts_with(&format!("--since {revision}: git finds no such revision")), "{why}");
    }
    let folder = tempfile::tempdir().unwrap();
    let (code, why) = refused(Changes::since(folder.path(), "HEAD"));
    assert_eq!(code, Code::Usage);
    assert!(why.contains("not a git repository"), "{why}");
}

#[test]
fn hunk_that_begins_before_the_first_line_matches_no_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lib.rs"), "one\n").unwrap();
    let diff = folder.path().join("change.diff");
    fs::write(&diff, "--- a/lib.rs\n+++ b/lib.rs\n@@ -1,2 +0,2 @@\n one\n-two\n+zwei\n").unwrap();
    let refused = Changes::in_diff(folder.path(), &diff).unwrap_err().to_string();
    assert!(refused.contains("the diff does not match"), "{refused}");
}

#[test]
fn carriage_returns_at_the_end_are_no_diff() {
    let is_read = |text| Changes::default().read(text, &mut |_| Vec::new()).is_ok();
    assert!(is_read("\r"), "no text, so nothing is changed");
    assert!(!is_read("x\r") && !is_read("a\rb"));
}

#[test]
fn diffs_of_any_text_are_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lib.rs");
    fs::write(&file, "one\ntwo\nthree\nfour\n").unwrap();
    let examples = [
        "diff --git a/lib.rs b/lib.rs\nindex 1..2 100644\n--- a/lib.rs\n+++ b/lib.rs\n@@ -1,3 +1,4 @@\n one\n-2\n+two\n+three\n four\n",
        "--- /dev/null\n+++ b/new.rs\n@@ -0,0 +1,2 @@\n+one\n+two\n",
        "--- a/lib.rs\t2026-01-01\n+++ b/lib.rs\n@@ -3 +2,0 @@ fn f() {\n-gone\n\\ No newline at end of file\n",
        "diff --git a/old.rs b/lib.rs\nsimilarity index 90%\nrename from old.rs\nrename to lib.rs\n--- a/old.rs\n+++ b/lib.rs\n\
         @@ -2 +2 @@\n-zwei\n+two\n@@ -4,0 +5 @@\n+five\n",
    ];
    morph_fuzz::fuzz("diffs", &examples, |input| {
        let mut changes = Changes::default();
        let read = changes.read(&String::from_utf8_lossy(input), &mut |_| vec![file.clone()]);
        _ = changes.touch(&file, &(1..=4));
        read.is_ok()
    });
}
