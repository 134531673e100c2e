//! A worker process as the parent sees it: it is given rows of arguments and a mutant, and answers with outcomes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::Context;

use super::Outcome;
use super::instrument::Switch;
use super::wire::{decode, encode};
use crate::process::{self, Running};
use crate::relation::{Type, Value};
use crate::scan::Subject;

/// A call that takes longer than this without burning its fuel has hung.
const WATCHDOG: Duration = Duration::from_secs(10);
/// After so many crashes or hangs a mutant is not run any further.
const CRASHES: usize = 3;
/// A subject that hung so often without burning fuel is taken to hang on every row: each costs the watchdog's time.
const HANGS: u32 = 2;

const VALUE: u8 = 0;
const PANIC: u8 = 1;
const OUT_OF_FUEL: u8 = 2;
const REACHED: u8 = 3;
const STARTING: u8 = 4;
const BEAT: u8 = 5;
const END: u8 = 6;

const DIFFERENCES: u32 = 1;
const CAREFUL: u32 = 2;

/// An execution of the original.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How it ended.
    pub outcome: Outcome,
    /// How much fuel it burnt.
    pub fuel: u64,
    /// The mutants' places that it reached.
    pub switches: Vec<Switch>,
    /// The statements that it executed.
    pub statements: Vec<u32>,
}

/// A worker for one subject.
pub struct Session<'a> {
    executable: PathBuf,
    number: u32,
    subject: &'a Subject,
    /// How often the subject hung, in this session and in others.
    hangs: &'a AtomicU32,
    process: Option<Process>,
    rows: Vec<Vec<u8>>,
    /// Mutants that hung without burning fuel: they are not run again.
    hung: BTreeSet<Switch>,
    /// Rows on which the original takes the process down: it is not run on them again, nor is a mutant.
    fatal: BTreeSet<usize>,
    /// Fuel of the original's run, to repeat it in a new process.
    original_fuel: u64,
    /// Whether the process has the original's outcomes, which differences are taken from.
    has_original: bool,
}

struct Process {
    running: Running,
    input: std::process::ChildStdin,
    chunks: Receiver<Vec<u8>>,
    buffer: Vec<u8>,
    at: usize,
}

struct Answer {
    row: usize,
    tag: u8,
    bytes: Vec<u8>,
}

enum Broken {
    /// The process ended; the signal that ended it, or its exit code.
    Crashed(i32),
    Hung,
}

impl<'a> Session<'a> {
    /// A session; the process is started when it is first needed.
    pub(super) fn new(
        executable: PathBuf,
        number: u32,
        subject: &'a Subject,
        hangs: &'a AtomicU32,
    ) -> Session<'a> {
        Session {
            executable,
            number,
            subject,
            hangs,
            process: None,
            rows: Vec::new(),
            hung: BTreeSet::new(),
            fatal: BTreeSet::new(),
            original_fuel: 0,
            has_original: false,
        }
    }

    /// Sets the rows that the next runs are about. Every value must fit its parameter's type.
    pub fn load(&mut self, rows: &[Vec<Value>]) -> anyhow::Result<()> {
        let encode_row = |row: &Vec<Value>| {
            let mut bytes = Vec::new();
            row.iter()
                .zip(&self.subject.params)
                .for_each(|(value, param)| encode(value, &param.ty, &mut bytes));
            bytes
        };
        self.rows = rows.iter().map(encode_row).collect();
        self.fatal.clear();
        self.has_original = false;
        if self.process.is_some() { self.send_rows() } else { Ok(()) }
    }

    /// Runs the original on every row.
    pub fn original(&mut self, fuel: u64) -> anyhow::Result<Vec<Execution>> {
        let failed = |outcome| Execution { outcome, fuel, switches: Vec::new(), statements: Vec::new() };
        let mut executions: Vec<Execution> =
            (0..self.rows.len()).map(|_| failed(Outcome::OutOfFuel)).collect();
        let answers = self.run(Switch(0), Switch(0), fuel, 0)?;
        self.original_fuel = fuel;
        // A process that was started on the way has the last outcomes only.
        self.has_original = self.fatal.is_empty();
        for (row, outcome, reached) in answers {
            executions[row] = match reached {
                Some(reached) => {
                    read_reached(outcome, &reached).context("the worker's answer is cut short")?
                }
                None => failed(outcome),
            };
        }
        Ok(executions)
    }

    /// Runs a mutant on the rows on which the original reached it, and reports those that end differently.
    pub fn differences(
        &mut self,
        switch: Switch,
        leader: Switch,
        fuel: u64,
    ) -> anyhow::Result<Vec<(usize, Outcome)>> {
        let answers = self.run(switch, leader, fuel, DIFFERENCES)?;
        Ok(answers.into_iter().map(|(row, outcome, _)| (row, outcome)).collect())
    }

    /// Runs a mutant (or the original, `Switch(0)`) on every row. Rows behind too many crashes are missing.
    pub fn outcomes(
        &mut self,
        switch: Switch,
        leader: Switch,
        fuel: u64,
    ) -> anyhow::Result<BTreeMap<usize, Outcome>> {
        let answers = self.run(switch, leader, fuel, 0)?;
        Ok(answers.into_iter().map(|(row, outcome, _)| (row, outcome)).collect())
    }

    #[expect(clippy::type_complexity, reason = "row, outcome, what was reached")]
    fn run(
        &mut self,
        switch: Switch,
        leader: Switch,
        fuel: u64,
        flags: u32,
    ) -> anyhow::Result<Vec<(usize, Outcome, Option<Vec<u8>>)>> {
        let mut results: Vec<(usize, Outcome, Option<Vec<u8>>)> = Vec::new();
        if self.hangs.load(Ordering::SeqCst) >= HANGS || self.hung.contains(&switch) {
            return Ok(results);
        }
        let mut first = 0;
        let mut careful = 0;
        let mut crashes = 0;
        loop {
            self.ready(flags & DIFFERENCES != 0)?;
            let kept = results.len();
            let mut started = None;
            let ended =
                self.batch((switch, leader), fuel, first, flags | careful, &mut |answer| match answer.tag {
                    STARTING => started = Some(answer.row),
                    REACHED => {
                        if let Some(last) = results.last_mut() {
                            last.2 = Some(answer.bytes);
                        }
                    }
                    BEAT => {}
                    tag => results.push((answer.row, outcome(tag, &answer.bytes, &self.subject.ret), None)),
                })?;
            let Err(broken) = ended else { return Ok(results) };
            self.process = None;
            self.has_original = false;
            if careful == 0 {
                // Once more, row by row, in order to know which one it is.
                results.truncate(kept);
                careful = CAREFUL;
                continue;
            }
            let row = started.context("the worker cannot be started")?;
            results.push((
                row,
                if let Broken::Crashed(n) = broken { Outcome::Crash(n) } else { Outcome::OutOfFuel },
                None,
            ));
            if switch.0 == 0 {
                self.fatal.insert(row);
            }
            first = row + 1;
            crashes += 1;
            if matches!(broken, Broken::Hung)
                && switch.0 == 0
                && self.hangs.fetch_add(1, Ordering::SeqCst) + 1 >= HANGS
            {
                return Ok(results);
            }
            if matches!(broken, Broken::Hung) && switch.0 != 0 {
                // Each time costs as much as all else; one row that tells it apart is enough.
                self.hung.insert(switch);
                return Ok(results);
            }
            if crashes >= CRASHES && switch.0 != 0 {
                return Ok(results);
            }
        }
    }

    /// Sees to it that there is a process with the rows and, where asked for, the original's outcomes.
    fn ready(&mut self, original: bool) -> anyhow::Result<()> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.executable)?);
            self.send_rows()?;
        }
        while original && !self.has_original {
            // The rows anew, without those that are fatal, of which one more may be found.
            self.send_rows()?;
            let mut started = None;
            let ended =
                self.batch((Switch(0), Switch(0)), self.original_fuel, 0, CAREFUL, &mut |answer| {
                    if answer.tag == STARTING {
                        started = Some(answer.row);
                    }
                })?;
            self.has_original = ended.is_ok();
            if ended.is_err() {
                self.fatal.insert(started.context("the worker cannot be started")?);
                self.process = Some(Process::start(&self.executable)?);
            }
        }
        Ok(())
    }

    fn send_rows(&mut self) -> anyhow::Result<()> {
        let mut message = vec![b'L'];
        message.extend_from_slice(&self.number.to_le_bytes());
        message.extend_from_slice(&(self.rows.len() as u32).to_le_bytes());
        for (number, row) in self.rows.iter().enumerate() {
            if self.fatal.contains(&number) {
                message.extend_from_slice(&u32::MAX.to_le_bytes());
                continue;
            }
            message.extend_from_slice(&(row.len() as u32).to_le_bytes());
            message.extend_from_slice(row);
        }
        self.process
            .as_mut()
            .context("there is no worker")?
            .input
            .write_all(&message)
            .context("the worker is gone")
    }

    /// Sends one command and hands on its answers until the last.
    fn batch(
        &mut self,
        (switch, leader): (Switch, Switch),
        fuel: u64,
        first: usize,
        flags: u32,
        take: &mut dyn FnMut(Answer),
    ) -> anyhow::Result<Result<(), Broken>> {
        let process = self.process.as_mut().context("there is no worker")?;
        let mut message = vec![b'R'];
        message.extend_from_slice(&switch.0.to_le_bytes());
        message.extend_from_slice(&leader.0.to_le_bytes());
        message.extend_from_slice(&fuel.to_le_bytes());
        message.extend_from_slice(&(first as u32).to_le_bytes());
        message.extend_from_slice(&flags.to_le_bytes());
        if process.input.write_all(&message).is_err() {
            return Ok(Err(process.broken()));
        }
        loop {
            match process.answer() {
                Ok(answer) if answer.tag == END => return Ok(Ok(())),
                Ok(answer) => take(answer),
                Err(broken) => return Ok(Err(broken)),
            }
        }
    }
}

impl Process {
    fn start(executable: &std::path::Path) -> anyhow::Result<Process> {
        let mut command = Command::new(executable);
        command
            .env("CARGO_MORPH_WORKER", "1")
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
        Ok(Process { running, input, chunks, buffer: Vec::new(), at: 0 })
    }

    fn answer(&mut self) -> Result<Answer, Broken> {
        self.fill(9)?;
        let head = &self.buffer[self.at..];
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
        let (row, tag, length) = (number(0), head[4], number(5));
        self.fill(9 + length)?;
        let from = self.at + 9;
        let bytes = self.buffer[from..from + length].to_vec();
        self.at = from + length;
        Ok(Answer { row, tag, bytes })
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
                    return Err(Broken::Hung);
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
        Broken::Crashed(status.code().unwrap_or(0))
    }
}

fn outcome(tag: u8, mut bytes: &[u8], ret: &Type) -> Outcome {
    match tag {
        VALUE => decode(ret, &mut bytes).map_or(Outcome::Crash(0), Outcome::Value),
        PANIC => Outcome::Panic(String::from_utf8_lossy(bytes).into_owned()),
        OUT_OF_FUEL => Outcome::OutOfFuel,
        _ => Outcome::Crash(0),
    }
}

fn read_reached(outcome: Outcome, bytes: &[u8]) -> Option<Execution> {
    let (fuel, rest) = bytes.split_first_chunk::<8>()?;
    let mut numbers = rest.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]]));
    let mut list = || -> Option<Vec<u32>> {
        let n = numbers.next()?;
        (0..n).map(|_| numbers.next()).collect()
    };
    let switches = list()?.into_iter().map(Switch).collect();
    let statements = list()?;
    Some(Execution { outcome, fuel: u64::from_le_bytes(*fuel), switches, statements })
}
