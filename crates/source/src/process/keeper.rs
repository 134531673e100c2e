//! Ends the children of a process that is killed without a chance to do it itself, as by `kill -9`.
//!
//! A shell in a group of its own reads which groups live, from a pipe that only this process holds open. The pipe ends with
//! the process, however that ends, and the shell kills what is left.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;

/// `kill` and `ask` announce a group and how it is ended; `gone` takes it back.
const SCRIPT: &str = "\
all=' ' asked=' '
while read -r what group; do
    case $what in
    kill) all=\"$all$group \" ;;
    ask) all=\"$all$group \" asked=\"$asked$group \" ;;
    gone)
        case $all in *\" $group \"*) all=\"${all%% $group *} ${all#* $group }\" ;; esac
        case $asked in *\" $group \"*) asked=\"${asked%% $group *} ${asked#* $group }\" ;; esac
        ;;
    esac
done
for group in $asked; do kill -s INT -- \"-$group\"; done
for group in $asked; do
    for second in 1 2; do kill -s 0 -- \"-$group\" && sleep 1; done
done
for group in $all; do kill -s KILL -- \"-$group\"; done
";

/// Starts the keeper, unless it runs: a child is not to wait for it, nor to live on where we are killed meanwhile.
pub fn prepare() {
    pipe();
}

/// Tells the keeper about a child, before anything else can happen to it.
pub fn announce(group: u32, asked: bool) {
    tell(if asked { "ask" } else { "kill" }, group);
}

/// Tells the keeper that a child has ended; from now on its number may be a stranger's.
pub fn forget(group: u32) {
    tell("gone", group);
}

/// What it reads; without a shell, children are left to themselves when we are killed.
fn pipe() -> Option<&'static ChildStdin> {
    static PIPE: OnceLock<Option<ChildStdin>> = OnceLock::new();
    PIPE.get_or_init(|| start().ok()?.stdin.take()).as_ref()
}

fn tell(what: &str, group: u32) {
    if let Some(mut pipe) = pipe() {
        let _ = pipe.write_all(format!("{what} {group}\n").as_bytes());
    }
}

fn start() -> std::io::Result<Child> {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT]).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}
