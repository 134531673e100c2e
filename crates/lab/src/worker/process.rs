//! A worker process: how it is started, what it is asked, and how it ends.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::Context;

use crate::Outcome;
use crate::mutant_id::MutantId;
use crate::protocol::{END, FORBIDDEN, HEAD, HUNG, READY, REFUSED, RUN, WORKER};
use crate::syscalls::describe;
use morph_source::process::{self, Running};

/// A worker that says nothing for so long is lost. It notices by itself when a call takes ten seconds of processor
/// time, which may be minutes where others keep the machine busy.
const WATCHDOG: Duration = Duration::from_secs(300);
/// No answer has more bytes: the sizes of values and the numbers of mutants and statements are limited.
const LONGEST: usize = 1 << 26;

/// Which rows to run under what.
pub struct Order<'a> {
    pub id: MutantId,
    pub leader: MutantId,
    pub fuel: u64,
    pub rows: Range<usize>,
    pub flags: u32,
    pub left_out: &'a BTreeSet<u32>,
}

/// A worker process.
pub struct Process {
    running: Running,
    input: std::process::ChildStdin,
    chunks: Receiver<Vec<u8>>,
    buffer: Vec<u8>,
    at: usize,
}

/// A message of the worker's.
pub struct Answer<'a> {
    pub row: usize,
    pub tag: u8,
    pub bytes: &'a [u8],
}

/// How a batch ended before its end.
#[derive(Debug)]
pub enum Broken {
    /// The process ended; the signal that ended it, or its exit code.
    Crashed(i32),
    /// The row tried this system call.
    Forbidden(usize, String),
    /// The row asked for much memory, and had no fuel left.
    Refused,
    /// The row did not come to an end.
    Hung(usize),
    /// The process is silent.
    Lost,
}

impl Broken {
    /// The row, where it is known.
    pub fn row(&self) -> Option<usize> {
        match self {
            Broken::Forbidden(row, _) | Broken::Hung(row) => Some(*row),
            Broken::Crashed(_) | Broken::Refused | Broken::Lost => None,
        }
    }

    pub fn outcome(&self) -> Outcome {
        match self {
            Broken::Crashed(n) => Outcome::Crash(*n),
            Broken::Forbidden(_, call) => Outcome::Forbidden(call.clone()),
            Broken::Refused | Broken::Hung(_) | Broken::Lost => Outcome::OutOfFuel,
        }
    }
}

/// Sends one command and hands on its answers until the last.
pub fn batch(
    process: Option<&mut Process>,
    order: Order<'_>,
    take: &mut dyn FnMut(Answer<'_>),
) -> anyhow::Result<Result<(), Broken>> {
    let process = process.context("there is no worker")?;
    let mut message = vec![RUN];
    message.extend_from_slice(&order.id.0.to_le_bytes());
    message.extend_from_slice(&order.leader.0.to_le_bytes());
    message.extend_from_slice(&order.fuel.to_le_bytes());
    message.extend_from_slice(&(order.rows.start as u32).to_le_bytes());
    message.extend_from_slice(&(order.rows.end as u32).to_le_bytes());
    message.extend_from_slice(&order.flags.to_le_bytes());
    message.extend_from_slice(&(order.left_out.len() as u32).to_le_bytes());
    order.left_out.iter().for_each(|row| message.extend_from_slice(&row.to_le_bytes()));
    if process.input.write_all(&message).is_err() {
        return Ok(Err(process.broken()));
    }
    loop {
        match process.answer() {
            Ok(answer) if answer.tag == END => return Ok(Ok(())),
            Ok(answer) if answer.tag == FORBIDDEN => {
                let number = answer.bytes.try_into().map_or(u32::MAX, u32::from_le_bytes);
                let broken = Broken::Forbidden(answer.row, describe(number));
                let _ = process.running.kill();
                return Ok(Err(broken));
            }
            Ok(answer) if answer.tag == HUNG => {
                let broken = Broken::Hung(answer.row);
                let _ = process.running.kill();
                return Ok(Err(broken));
            }
            Ok(answer) => take(answer),
            Err(broken) => return Ok(Err(broken)),
        }
    }
}

impl Process {
    /// A worker, and whether it is confined.
    pub fn start(executable: &Path, bare: bool) -> anyhow::Result<(Process, bool)> {
        let mut command = Command::new(executable);
        if bare {
            // The loader needs these.
            let kept = |name: &str| {
                ["LD_LIBRARY_PATH", "PATH", "SystemRoot"].contains(&name) || name.starts_with("DYLD_")
            };
            let names = std::env::vars_os().map(|(name, _)| name);
            names.filter(|name| !name.to_str().is_some_and(kept)).for_each(|name| {
                command.env_remove(name);
            });
        }
        command
            .env(WORKER, "1")
            // Printing a backtrace reads files.
            .env("RUST_BACKTRACE", "0")
            .env_remove("RUST_LIB_BACKTRACE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(dir) = executable.parent() {
            command.current_dir(dir);
        }
        let mut running =
            process::spawn(command).with_context(|| format!("cannot run {}", executable.display()))?;
        let input = running.stdin().context("a worker has an input")?;
        let mut output = running.stdout().context("a worker has an output")?;
        let (send, chunks) = channel();
        std::thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(n) = output.read(&mut buffer) {
                if n == 0 || send.send(buffer[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut process = Process { running, input, chunks, buffer: Vec::new(), at: 0 };
        let confined = match process.answer() {
            Ok(answer) if answer.tag == READY => answer.row == 1,
            _ => anyhow::bail!("{} does not start: {:?}", executable.display(), process.broken()),
        };
        Ok((process, confined))
    }

    /// Sends bytes to the worker.
    pub fn send(&mut self, message: &[u8]) -> anyhow::Result<()> {
        self.input.write_all(message).context("the worker is gone")
    }

    fn answer(&mut self) -> Result<Answer<'_>, Broken> {
        self.fill(HEAD)?;
        let head = &self.buffer[self.at..];
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
        let (row, tag, length) = (number(0), head[4], number(5));
        if length > LONGEST {
            // Something else wrote to the pipe.
            let _ = self.running.kill();
            return Err(Broken::Crashed(0));
        }
        self.fill(HEAD + length)?;
        let from = self.at + HEAD;
        self.at = from + length;
        Ok(Answer { row, tag, bytes: &self.buffer[from..self.at] })
    }

    fn fill(&mut self, wanted: usize) -> Result<(), Broken> {
        while self.buffer.len() - self.at < wanted {
            if self.at > 0 {
                self.buffer.drain(..self.at);
                self.at = 0;
            }
            match self.chunks.recv_timeout(WATCHDOG) {
                Ok(chunk) => self.buffer.extend_from_slice(&chunk),
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.running.kill();
                    return Err(Broken::Lost);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.broken()),
            }
        }
        Ok(())
    }

    fn broken(&mut self) -> Broken {
        process::park_if_interrupted();
        let Ok(status) = self.running.wait() else { return Broken::Crashed(0) };
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Broken::Crashed(signal);
        }
        match status.code().unwrap_or(0) {
            REFUSED => Broken::Refused,
            code => Broken::Crashed(code),
        }
    }
}
