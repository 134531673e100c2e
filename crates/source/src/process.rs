//! Child processes: each in a process group of its own, none left behind, whatever ends the run.
//!
//! The kernel is not asked to kill children with us (`PR_SET_PDEATHSIG`): that signal comes when the *thread* that
//! spawned the child ends, threads come and go here, and the child's own children would go on. A [`keeper`] does it.

#[cfg(unix)]
mod keeper;

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::exit::Code;

/// Groups that may be alive. Only the holder of the lock may kill or reap; no process is reaped while it is listed,
/// so a listed id is never that of a stranger.
static LIVE: Mutex<BTreeMap<u32, Ending>> = Mutex::new(BTreeMap::new());
static COMMIT: Mutex<()> = Mutex::new(());
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static COMMITTED: AtomicBool = AtomicBool::new(false);

/// How a child process is brought to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Killed, with everything in its group.
    Killed,
    /// Asked, and killed if that does not help: its own children are in groups of their own.
    Asked,
}

/// A child process that is killed, with everything that it started, when this is dropped.
#[derive(Debug)]
pub struct Running {
    child: Child,
    ending: Ending,
    status: Option<ExitStatus>,
}

/// Starts a child process; its standard streams are as `command` says.
pub fn spawn(command: Command) -> io::Result<Running> {
    start(command, Ending::Killed)
}

/// Starts a child process that puts its own children in groups of their own, as cargo-mutants does, and ends them when
/// it is interrupted.
pub fn spawn_parent(command: Command) -> io::Result<Running> {
    start(command, Ending::Asked)
}

fn start(mut command: Command, ending: Ending) -> io::Result<Running> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut live = lock(&LIVE);
    if INTERRUPTED.load(Ordering::SeqCst) {
        return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
    }
    #[cfg(unix)]
    keeper::prepare();
    let child = command.spawn()?;
    live.insert(child.id(), ending);
    #[cfg(unix)]
    keeper::announce(child.id(), ending == Ending::Asked);
    Ok(Running { child, ending, status: None })
}

/// Runs a child process to its end and collects what it prints; its standard input is empty.
pub fn output(command: Command) -> io::Result<Output> {
    output_of(command, Ending::Killed)
}

/// The same for a program that takes its locks and temporary files away when it is interrupted, as git does.
pub fn output_of_tidy(command: Command) -> io::Result<Output> {
    output_of(command, Ending::Asked)
}

fn output_of(mut command: Command, ending: Ending) -> io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = start(command, ending)?;
    let mut out = running.stdout().expect("standard output is piped");
    let mut err = running.stderr().expect("standard error is piped");
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| err.read_to_end(&mut stderr));
        let read = out.read_to_end(&mut stdout);
        reader.join().expect("reading does not panic").and(read)
    })?;
    Ok(Output { status: running.wait()?, stdout, stderr })
}

impl Running {
    /// The process id, which is also that of the group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Takes the pipe to its standard input, once, if there is one.
    pub fn stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Takes the pipe from its standard output, once, if there is one.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Takes the pipe from its standard error, once, if there is one.
    pub fn stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Waits until it ends.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        drop(self.child.stdin.take());
        wait_without_reaping(self.child.id())?;
        self.reap()
    }

    /// Its status if it has ended.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() && has_ended(&mut self.child)? {
            self.reap()?;
        }
        Ok(self.status)
    }

    /// Kills it and everything in its group, and waits for it.
    pub fn kill(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        end_groups(&[(self.child.id(), self.ending)]);
        // Where there are no groups, and if the group is already empty.
        let _ = self.child.kill();
        self.reap()
    }

    /// Waits for a child that has ended, or is about to.
    fn reap(&mut self) -> io::Result<ExitStatus> {
        let mut live = lock(&LIVE);
        #[cfg(unix)]
        keeper::forget(self.child.id());
        let status = self.child.wait()?;
        live.remove(&self.child.id());
        self.status = Some(status);
        Ok(status)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A failure leaves nothing to do: the process is gone.
        let _ = self.kill();
    }
}

/// While it lives, an interrupt waits: the user's files are being replaced.
#[derive(Debug)]
pub struct Commit {
    _lock: MutexGuard<'static, ()>,
}

/// Holds interrupts back until the result is dropped. Code that replaces the user's files holds it from the first to
/// the last, so that a tree that is half written cannot exist.
pub fn commit_lock() -> Commit {
    let lock = lock(&COMMIT);
    COMMITTED.store(true, Ordering::SeqCst);
    Commit { _lock: lock }
}

/// From now on Ctrl-C, and the signals that ask a process to end, kill every child and end the process with
/// [`Code::Interrupted`].
pub fn install_interrupt_handler() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        // Both locks are held until the end: nothing is written, started or reaped from here on.
        let _commit = lock(&COMMIT);
        INTERRUPTED.store(true, Ordering::SeqCst);
        let live = lock(&LIVE);
        end_groups(&live.iter().map(|(group, ending)| (*group, *ending)).collect::<Vec<_>>());
        // Held, too, so that no other thread has the last word.
        let mut stderr = io::stderr().lock();
        let clear = if stderr.is_terminal() { "\r\x1b[2K" } else { "" };
        let written = if COMMITTED.load(Ordering::SeqCst) {
            "the files had been written"
        } else {
            "nothing was written"
        };
        let _ = writeln!(stderr, "{clear}interrupted; {written}");
        std::process::exit(Code::Interrupted as i32);
    })
}

/// Waits for the end of the process if an interrupt is ending it: errors that come of killed children mean nothing.
pub fn park_if_interrupted() {
    while INTERRUPTED.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Removes what an outer `cargo run` or `cargo test` left in the environment and a child cargo would take for its own.
/// Variables that users set on purpose (`RUSTFLAGS`, `RUSTUP_TOOLCHAIN`, `CARGO_HOME`, `CARGO_BUILD_*`, …) stay, except for the
/// target folder: children have theirs.
pub fn clean_environment(command: &mut Command) {
    const PREFIXES: [&str; 3] = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_EXE_"];
    const NAMES: [&str; 10] = [
        "CARGO_BIN_NAME",
        "CARGO_BUILD_TARGET_DIR",
        "CARGO_CRATE_NAME",
        "CARGO_MAKEFLAGS",
        "CARGO_PRIMARY_PACKAGE",
        "CARGO_TARGET_DIR",
        "CARGO_TARGET_TMPDIR",
        "MAKEFLAGS",
        "MFLAGS",
        "OUT_DIR",
    ];
    for (name, _) in std::env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        if NAMES.contains(&text) || PREFIXES.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    // What the locks guard is valid at every step.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a process with this number runs.
#[cfg(unix)]
pub fn is_alive(id: u32) -> bool {
    let Ok(id) = libc::pid_t::try_from(id) else { return false };
    // SAFETY: kill touches no memory, and the signal 0 is not sent.
    let result = unsafe { libc::kill(id, 0) };
    // A process of another user may not be signalled.
    result == 0 || io::Error::last_os_error().raw_os_error() == Some(libc::EPERM)
}

/// Whether a process with this number runs: unknown here, so that only this one is taken to.
#[cfg(not(unix))]
pub fn is_alive(id: u32) -> bool {
    id == std::process::id()
}

/// Ends the groups of children that have not been reaped.
#[cfg(unix)]
fn end_groups(groups: &[(u32, Ending)]) {
    const GRACE: std::time::Duration = std::time::Duration::from_secs(2);
    let signal = |group: u32, signal| {
        let Ok(group) = libc::pid_t::try_from(group) else { return };
        // SAFETY: kill touches no memory; the group is that of a child that has not been reaped.
        unsafe { libc::kill(-group, signal) };
    };
    let asked: Vec<u32> =
        groups.iter().filter(|(_, ending)| *ending == Ending::Asked).map(|(group, _)| *group).collect();
    asked.iter().for_each(|group| signal(*group, libc::SIGINT));
    let clock = std::time::Instant::now();
    while !asked.iter().all(|group| is_over(*group)) && clock.elapsed() < GRACE {
        std::thread::sleep(GRACE / 200);
    }
    groups.iter().for_each(|(group, _)| signal(*group, libc::SIGKILL));
}

#[cfg(not(unix))]
fn end_groups(_: &[(u32, Ending)]) {}

/// Whether a child that has not been reaped has ended; it is not reaped.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    Ok(is_over(child.id()))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

#[cfg(unix)]
fn is_over(id: u32) -> bool {
    // SAFETY: an all-zero siginfo_t is valid.
    let mut info = unsafe { std::mem::zeroed::<libc::siginfo_t>() };
    let options = libc::WEXITED | libc::WNOWAIT | libc::WNOHANG;
    // SAFETY: `info` outlives the call, and the kernel only writes to it.
    let result = unsafe { libc::waitid(libc::P_PID, id, &mut info, options) };
    // SAFETY: waitid fills in the field, or leaves the zero where the child runs.
    result != 0 || unsafe { info.si_pid() } != 0
}

/// Blocks without the lock, so that other children can start and end meanwhile.
#[cfg(unix)]
fn wait_without_reaping(id: u32) -> io::Result<()> {
    loop {
        // SAFETY: an all-zero siginfo_t is valid, and the kernel only writes to it.
        let mut info = unsafe { std::mem::zeroed::<libc::siginfo_t>() };
        // SAFETY: `info` outlives the call; the child has not been reaped.
        let result = unsafe { libc::waitid(libc::P_PID, id, &mut info, libc::WEXITED | libc::WNOWAIT) };
        if result == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

#[cfg(not(unix))]
fn wait_without_reaping(_: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn is_gone(id: i32) -> bool {
        let deadline = Instant::now() + Duration::from_secs(10);
        // SAFETY: signal 0 only asks whether the process exists.
        while unsafe { libc::kill(id, 0) } == 0 && !is_zombie(id) {
            if Instant::now() > deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }

    /// An orphan is reaped by the process that adopted it; in a container there may be none.
    fn is_zombie(id: i32) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        status.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
    }

    #[test]
    fn output_collects_both_streams_and_the_status() {
        let output = output(shell("echo out; echo err >&2; exit 3")).expect("sh runs");
        assert_eq!((&*output.stdout, &*output.stderr), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn long_output_on_both_streams_does_not_block() {
        let script = "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 0123456789 >&2; i=$((i+1)); done";
        let output = output(shell(script)).expect("sh runs");
        assert_eq!((output.stdout.len(), output.stderr.len()), (220_000, 220_000));
    }

    #[test]
    fn dropping_a_child_kills_what_it_started_too() {
        let mut command = shell("sleep 60 & echo $!; wait");
        command.stdout(Stdio::piped());
        let mut running = spawn(command).expect("sh runs");
        let mut line = String::new();
        let mut out = BufReader::new(running.stdout().expect("it is piped"));
        out.read_line(&mut line).expect("a line");
        let grandchild: i32 = line.trim().parse().expect("a process id");
        drop(running);
        assert!(is_gone(grandchild));
    }

    #[test]
    fn killed_child_reports_its_signal_and_is_no_longer_listed() {
        use std::os::unix::process::ExitStatusExt;
        let mut running = spawn(shell("exec sleep 60")).expect("sh runs");
        assert!(running.try_wait().expect("it can be asked").is_none());
        assert_eq!(running.kill().expect("it dies").signal(), Some(libc::SIGKILL));
        assert_eq!(running.wait().expect("it is remembered").signal(), Some(libc::SIGKILL));
        assert!(!lock(&LIVE).contains_key(&running.id()));
    }

    /// Not a test of its own: the process that [`interrupt_kills_children_and_ends_with_130`] interrupts.
    #[test]
    #[ignore = "waits to be interrupted"]
    fn process_that_waits_for_an_interrupt() {
        install_interrupt_handler().expect("the first handler");
        let commit = std::env::var_os("MORPH_TEST_COMMITS").is_some().then(commit_lock);
        let mut command = shell("read -r _; sleep 60 & echo $! >&2; wait");
        command.stdin(Stdio::piped());
        let mut running = spawn(command).expect("sh runs");
        // It tells of its child once it is listed itself: who kills us in between leaves it alive.
        running.stdin().expect("it is piped").write_all(b"\n").expect("it reads");
        if commit.is_some() {
            std::thread::sleep(Duration::from_millis(300));
            eprintln!("committed");
            drop(commit);
        }
        if std::env::var_os("MORPH_TEST_TALKS").is_some() {
            std::thread::spawn(|| {
                loop {
                    eprintln!("still here");
                }
            });
        }
        let _ = running.wait();
        park_if_interrupted();
    }

    fn interrupt(signal: i32, doing: Option<&str>) -> (Option<i32>, String, i32) {
        let mut command = Command::new(std::env::current_exe().expect("a test binary"));
        command.args([
            "--exact",
            "process::tests::process_that_waits_for_an_interrupt",
            "--ignored",
            "--nocapture",
        ]);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command.envs(doing.map(|doing| (doing, "1")));
        let mut running = spawn(command).expect("the test binary runs");
        let mut err = BufReader::new(running.stderr().expect("it is piped"));
        let mut lines = err.by_ref().lines().map(|line| line.expect("text"));
        let sleeper: i32 = lines.find_map(|line| line.parse().ok()).expect("a process id");
        // SAFETY: kill touches no memory; the child has not been reaped.
        unsafe { libc::kill(running.id().cast_signed(), signal) };
        let mut said = String::new();
        err.read_to_string(&mut said).expect("text");
        (running.wait().expect("it ends").code(), said, sleeper)
    }

    #[test]
    fn interrupt_kills_children_and_ends_with_130() {
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            let (code, said, sleeper) = interrupt(signal, None);
            assert_eq!((code, &*said), (Some(130), "interrupted; nothing was written\n"));
            assert!(is_gone(sleeper));
        }
    }

    #[test]
    fn children_of_a_killed_process_are_killed() {
        let (code, said, sleeper) = interrupt(libc::SIGKILL, None);
        assert_eq!((code, &*said), (None, ""));
        assert!(is_gone(sleeper));
    }

    #[test]
    fn nothing_is_said_after_an_interrupt() {
        for _ in 0..20 {
            let (code, said, _) = interrupt(libc::SIGINT, Some("MORPH_TEST_TALKS"));
            assert_eq!(code, Some(130));
            assert!(said.ends_with("interrupted; nothing was written\n"), "{}", &said[said.len() - 100..]);
        }
    }

    #[test]
    fn interrupt_waits_for_files_that_are_being_replaced() {
        let (code, said, sleeper) = interrupt(libc::SIGINT, Some("MORPH_TEST_COMMITS"));
        assert_eq!((code, &*said), (Some(130), "committed\ninterrupted; the files had been written\n"));
        assert!(is_gone(sleeper));
    }
}
