//! `kill -9` at moments drawn by a seed, and while files are being written: the files are what they were or what they should
//! be, at the latest after the next command, and no process is left.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::hook::git;
use super::interrupt::{MARK, processes};
use crate::project::{Project, QUICK};

const OWN: [&str; 2] = ["--operators", "own"];

/// Files by path, folders without content, but for what is built.
type Files = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// A command that is killed.
struct Killed {
    name: &'static str,
    project: Project,
    args: Vec<String>,
    /// The command that comes next.
    next: &'static [&'static str],
    /// What is there before it, and after it if it is not killed.
    states: [Files; 2],
    /// How long it takes if it is not killed.
    takes: Duration,
}

/// How kills ended.
#[derive(Debug, Default)]
struct Counts {
    kills: usize,
    before: usize,
    after: usize,
    completed: usize,
    ended_first: usize,
}

impl Killed {
    fn new(name: &'static str, project: Project, args: &[&str], next: &'static [&'static str]) -> Killed {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let before = files(&project.root);
        let mut killed =
            Killed { name, project, args, next, states: [before, Files::new()], takes: Duration::ZERO };
        // The first run also builds what later ones have.
        for _ in 0..2 {
            killed.restore();
            let begin = Instant::now();
            let code = killed.command("").status().expect("the binary starts").code();
            assert_eq!(code, Some(0), "{name}");
            killed.takes = begin.elapsed();
        }
        killed.states[1] = files(&killed.project.root);
        assert_ne!(killed.states[0], killed.states[1], "{name} does nothing");
        killed
    }

    fn command(&self, mark: &str) -> std::process::Command {
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let mut command = self.project.command(&args);
        command.env(MARK, mark).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Makes the files what they were before the command.
    fn restore(&self) {
        let root = &self.project.root;
        for (file, _) in files(root).iter().rev().filter(|(file, _)| !self.states[0].contains_key(*file)) {
            let file = root.join(file);
            if file.is_dir() { fs::remove_dir(file) } else { fs::remove_file(file) }.expect("it is ours");
        }
        let now = files(root);
        for (file, content) in self.states[0].iter().filter(|(file, content)| now.get(*file) != Some(content))
        {
            let made = content
                .as_ref()
                .map_or_else(|| fs::create_dir(root.join(file)), |c| fs::write(root.join(file), c));
            made.expect("it is ours");
        }
    }

    /// Kills the command when `moment` returns, and looks at what is left.
    fn kill(&self, moment: &dyn Fn(&mut std::process::Child), counts: &mut Counts) {
        self.restore();
        let mark = format!("{}-{}-{}", std::process::id(), self.name, counts.kills);
        let mut child = self.command(&mark).spawn().expect("the binary starts");
        moment(&mut child);
        counts.ended_first += usize::from(child.try_wait().expect("it can be asked").is_some());
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        let deadline = Instant::now() + Duration::from_secs(10);
        while !processes(&mark).is_empty() && Instant::now() < deadline {
            sleep(Duration::from_millis(5));
        }
        assert_eq!(processes(&mark), [""; 0], "left behind by {}", self.name);
        let left = files(&self.project.root);
        // New folders come before the files that wait in them.
        let is = |state: &Files| {
            let all = left.iter().filter(|(file, content)| content.is_some() && !is_temporary(file));
            all.eq(state.iter().filter(|(_, content)| content.is_some()))
        };
        let [was_before, was_after] = [0, 1].map(|state| is(&self.states[state]));
        let next = self.project.run(self.next).well();
        let now = files(&self.project.root);
        let [is_before, is_after] = [0, 1].map(|state| now == self.states[state]);
        assert!(
            is_before || is_after,
            "{} left {:?}, and {:?}\n{}",
            self.name,
            differences(&now, &self.states[0]),
            differences(&now, &self.states[1]),
            next.stderr
        );
        // What had begun is not taken back, nor is what was done.
        assert!(!is_before || was_before, "{} was taken back", self.name);
        counts.kills += 1;
        counts.before += usize::from(was_before);
        counts.after += usize::from(was_after);
        counts.completed += usize::from(!was_before && !was_after);
    }

    /// Kills at once, at moments that a seed draws, and soon after it begins to write.
    fn kills(&self, moments: usize, writing: usize) -> Counts {
        let mut counts = Counts::default();
        let mut random = ChaCha8Rng::seed_from_u64(0);
        // A machine that became faster since the time was taken ends before the other moments.
        self.kill(&|_| (), &mut counts);
        assert_eq!(counts.before, 1, "{} writes at once", self.name);
        for _ in 0..moments {
            let wait = self.takes.mul_f64(random.random_range(0.0..1.0));
            self.kill(&|_| sleep(wait), &mut counts);
        }
        for _ in 0..writing {
            let wait = Duration::from_micros(random.random_range(0..1_000));
            self.kill(&|child| self.wait_for_writing(child, wait), &mut counts);
        }
        println!("{:<16} {:>6.1} s   {counts:?}", self.name, self.takes.as_secs_f64());
        counts
    }

    /// Waits until the first file is about to be written, or the end.
    fn wait_for_writing(&self, child: &mut std::process::Child, wait: Duration) {
        let folders: Vec<PathBuf> = self.states[1]
            .keys()
            .filter(|file| self.states[0].get(*file) != self.states[1].get(*file))
            .filter_map(|file| Some(self.project.root.join(file.parent()?)))
            .collect();
        let writes = |folder: &PathBuf| {
            fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| is_temporary(&entry.path()))
        };
        while !folders.iter().any(writes) {
            if child.try_wait().expect("it can be asked").is_some() {
                return;
            }
        }
        let begin = Instant::now();
        while begin.elapsed() < wait {
            std::hint::spin_loop();
        }
    }
}

fn is_temporary(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".morph-"))
}

fn files(root: &Path) -> Files {
    let walk = walkdir::WalkDir::new(root).min_depth(1).into_iter();
    walk.filter_entry(|entry| entry.path() != root.join("target"))
        .map(|entry| entry.expect("it can be read"))
        .map(|entry| {
            let is_file = !entry.file_type().is_dir();
            let content = is_file.then(|| fs::read(entry.path()).expect("a file"));
            (entry.path().strip_prefix(root).expect("below").to_owned(), content)
        })
        .collect()
}

fn differences<'f>(files: &'f Files, wanted: &'f Files) -> Vec<&'f PathBuf> {
    let all = files.iter().filter(|(file, content)| wanted.get(*file) != Some(*content));
    all.map(|(file, _)| file).chain(wanted.keys().filter(|file| !files.contains_key(*file))).collect()
}

fn discover() -> Killed {
    let args = [&["discover", "--fresh"], &QUICK[..], &OWN].concat();
    Killed::new("discover", Project::tiny(), &args, &["list"])
}

fn check_update() -> Killed {
    let project = Project::searched();
    let wrong = project.get("src/lib.rs").replace("if a > b { a - b } else", "if a > b { a } else");
    project.put("src/lib.rs", &wrong);
    Killed::new("check --update", project, &[&["check", "--update"], &OWN[..]].concat(), &["list"])
}

fn merge() -> Killed {
    let project = Project::tiny();
    let parts = [1, 2].map(|n| project.beside(&format!("{n}.json")).display().to_string());
    for (number, part) in parts.iter().enumerate() {
        let shard = format!("{}/2", number + 1);
        let args = [&["discover", "--shard", &shard, "--out", part], &QUICK[..], &OWN].concat();
        project.run(&args).well();
    }
    Killed::new("merge", project, &["merge", &parts[0], &parts[1]], &["list"])
}

fn clean() -> Killed {
    Killed::new("clean", Project::searched(), &["clean"], &["list"])
}

fn hook_install() -> Killed {
    let project = Project::searched();
    project.put(".gitignore", "target\n");
    git(&project.root, &["init", "--quiet"]).well();
    project.put(".git/hooks/pre-commit", "#!/bin/sh\nexit 0\n");
    Killed::new("hook install", project, &["hook", "install"], &["hook", "install"])
}

/// A hook always runs what ran before, and what was installed can be taken back whenever it was cut short.
fn kill_hook_install(moments: usize, writing: usize) -> Counts {
    let killed = hook_install();
    let counts = killed.kills(moments, writing);
    killed.project.run(&["hook", "uninstall"]).well();
    let restored = files(&killed.project.root);
    let before = &killed.states[0];
    assert_eq!(differences(&restored, before), Vec::<&PathBuf>::new());
    counts
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn kill_at_any_moment_leaves_what_was_or_what_should_be() {
    for killed in [discover(), check_update(), merge(), clean()] {
        killed.kills(3, 3);
    }
    kill_hook_install(3, 3);
}

/// Kills 200 times and prints how that ended.
mod by_hand {
    #[test]
    #[ignore = "by hand; takes about ten minutes"]
    fn two_hundred_kills() {
        for killed in [super::discover(), super::check_update(), super::merge(), super::clean()] {
            killed.kills(20, 20);
        }
        super::kill_hook_install(20, 20);
    }
}
