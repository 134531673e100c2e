//! A worker process as the parent sees it: it is given rows of arguments and a mutant, and answers with outcomes.

mod apart;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::Context;

use super::mutant_id::MutantId;
use super::syscalls::describe;
use super::wire::{decode, encode};
use super::{Lab, Outcome};
use morph_relation::{Type, Value};
use morph_source::probe::{Probe, other};
use morph_source::process::{self, Running};
use morph_source::scan::Subject;

/// A worker that says nothing for so long is lost. It notices by itself when a call takes ten seconds of processor
/// time, which may be minutes where others keep the machine busy.
const WATCHDOG: Duration = Duration::from_secs(300);
/// After so many crashes, or the first hang, a mutant is not run any further.
const CRASHES: usize = 3;
/// After so many crashes of the original the rest is not run: each costs the start of a process.
const ORIGINAL_CRASHES: usize = 100;
/// A subject that hung so often without burning fuel is taken to hang on every row: each costs the watchdog's time.
const HANGS: u32 = 2;

#[cfg(target_os = "linux")]
const SIGSYS: i32 = libc::SIGSYS;
#[cfg(target_os = "linux")]
const CLONE: u32 = libc::SYS_clone as u32;
#[cfg(not(target_os = "linux"))]
const SIGSYS: i32 = i32::MIN;
#[cfg(not(target_os = "linux"))]
const CLONE: u32 = u32::MAX;

const VALUE: u8 = 0;
const PANIC: u8 = 1;
const OUT_OF_FUEL: u8 = 2;
const REACHED: u8 = 3;
const STARTING: u8 = 4;
const BEAT: u8 = 5;
const END: u8 = 6;
const FORBIDDEN: u8 = 7;
const HUNG: u8 = 8;
const READY: u8 = 9;

/// No answer has more bytes: values are limited, and there are not so many mutants and statements.
const LONGEST: usize = 1 << 26;

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
    pub switches: Vec<MutantId>,
    /// The probes that it passed: statements, and branches where the build reports them.
    pub probes: Vec<u32>,
    /// The branches that it did not take although it came to their conditions, and how far it was from taking them:
    /// more than 0, and 1 where there is no measure. In the order of their numbers.
    pub distances: Vec<(u32, f64)>,
}

/// A worker for one subject.
pub struct Session<'a> {
    lab: &'a Lab,
    executable: PathBuf,
    number: u32,
    subject: &'a Subject,
    process: Option<Process>,
    /// Whether processes start with hardly any environment.
    bare: bool,
    rows: Vec<Vec<u8>>,
    /// Mutants that did not end, without burning fuel: they are not run on other rows, which would cost as much again.
    endless: BTreeSet<MutantId>,
    /// Fuel of the original's run, to repeat it in a new process.
    original_fuel: u64,
    /// Whether the process has the original's outcomes, which differences are taken from.
    has_original: bool,
    /// Rows on which the original takes the process down, which are run once, and those behind too many of them.
    broken: BTreeSet<u32>,
    /// How often the original crashed.
    crashes: usize,
    /// The system call that the original tried.
    forbidden: Option<String>,
    /// How the original ended on each row and what it burnt, where mutants run in processes of their own.
    recorded: Vec<(Outcome, u64)>,
    /// What each row may burn, where this is such a process and holds one mutant only.
    limits: Option<Vec<u64>>,
}

/// How rows ended, with what the original reached.
type Results = Vec<(usize, Outcome, Option<Vec<u8>>)>;

/// Which rows to run under what.
struct Order<'a> {
    id: MutantId,
    leader: MutantId,
    fuel: u64,
    rows: Range<usize>,
    flags: u32,
    left_out: &'a BTreeSet<u32>,
}

struct Process {
    running: Running,
    input: std::process::ChildStdin,
    chunks: Receiver<Vec<u8>>,
    buffer: Vec<u8>,
    at: usize,
}

struct Answer<'a> {
    row: usize,
    tag: u8,
    bytes: &'a [u8],
}

/// How a batch ended before its end.
#[derive(Debug)]
enum Broken {
    /// The process ended; the signal that ended it, or its exit code.
    Crashed(i32),
    /// The row tried this system call.
    Forbidden(usize, String),
    /// The row did not come to an end.
    Hung(usize),
    /// The process is silent.
    Lost,
}

impl Broken {
    /// The row, where it is known.
    fn row(&self) -> Option<usize> {
        match self {
            Broken::Forbidden(row, _) | Broken::Hung(row) => Some(*row),
            Broken::Crashed(_) | Broken::Lost => None,
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Broken::Crashed(n) => Outcome::Crash(*n),
            Broken::Forbidden(_, call) => Outcome::Forbidden(call.clone()),
            Broken::Hung(_) | Broken::Lost => Outcome::OutOfFuel,
        }
    }
}

impl<'a> Session<'a> {
    /// A session; the process is started when it is first needed.
    pub(super) fn new(lab: &'a Lab, executable: PathBuf, number: u32, subject: &'a Subject) -> Session<'a> {
        Session {
            lab,
            executable,
            number,
            subject,
            process: None,
            bare: false,
            rows: Vec::new(),
            endless: BTreeSet::new(),
            original_fuel: 0,
            has_original: false,
            broken: BTreeSet::new(),
            crashes: 0,
            forbidden: None,
            recorded: Vec::new(),
            limits: None,
        }
    }

    /// The types of the subject's parameters.
    pub fn types(&self) -> Vec<Type> {
        self.subject.types()
    }

    /// Starts processes with hardly any environment: whoever reads it ends differently.
    pub fn with_bare_environment(self) -> Session<'a> {
        Session { bare: true, ..self }
    }

    /// The system call that the original tried, as in "openat (opens a file)". It is not called again, and every row
    /// ends with this.
    pub fn forbidden(&self) -> Option<&str> {
        self.forbidden.as_deref()
    }

    /// Whether the original does not end on some inputs, without burning fuel, so that it is not run any more.
    pub fn hung(&self) -> bool {
        self.lab.hangs[self.number as usize].load(Ordering::SeqCst) >= HANGS
    }

    /// Sets the rows that the next runs are about. Every value must fit its parameter's type.
    pub fn load<R: AsRef<[Value]>>(&mut self, rows: &[R]) -> anyhow::Result<()> {
        let encode_row = |row: &R| {
            let mut bytes = Vec::new();
            row.as_ref()
                .iter()
                .zip(&self.subject.params)
                .for_each(|(value, param)| encode(value, &param.ty, &mut bytes));
            bytes
        };
        self.rows = rows.iter().map(encode_row).collect();
        self.has_original = false;
        self.broken.clear();
        if self.process.is_some() { self.send_rows() } else { Ok(()) }
    }

    /// Runs the original on every row.
    pub fn original(&mut self, fuel: u64) -> anyhow::Result<Vec<Execution>> {
        let failed = |outcome| Execution {
            outcome,
            fuel,
            switches: Vec::new(),
            probes: Vec::new(),
            distances: Vec::new(),
        };
        let answers = self.run(MutantId(0), MutantId(0), fuel, 0, &BTreeSet::new())?;
        self.original_fuel = fuel;
        let missing = match &self.forbidden {
            Some(call) => Outcome::Forbidden(call.clone()),
            None => Outcome::NotRun,
        };
        let mut executions: Vec<Execution> = self.rows.iter().map(|_| failed(missing.clone())).collect();
        for (row, outcome, reached) in answers {
            executions[row] = match reached {
                Some(reached) => read_reached(outcome, &reached, &self.lab.probes)
                    .context("the worker's answer is cut short")?,
                None => failed(outcome),
            };
        }
        self.record(&mut executions);
        Ok(executions)
    }

    /// Runs a mutant on the rows on which the original reached it, and reports those that end differently.
    pub fn differences(
        &mut self,
        id: MutantId,
        leader: MutantId,
        fuel: u64,
    ) -> anyhow::Result<Vec<(usize, Outcome)>> {
        self.differences_but(id, leader, fuel, &BTreeSet::new())
    }

    /// The same but for rows that are left out.
    pub fn differences_but(
        &mut self,
        id: MutantId,
        leader: MutantId,
        fuel: u64,
        left_out: &BTreeSet<u32>,
    ) -> anyhow::Result<Vec<(usize, Outcome)>> {
        if self.lab.apart.is_some() {
            return self.differences_apart(id, fuel, left_out);
        }
        let answers = self.run(id, leader, fuel, DIFFERENCES, left_out)?;
        Ok(answers.into_iter().map(|(row, outcome, _)| (row, outcome)).collect())
    }

    /// Runs rows but for those left out, restarting the worker where one of them takes it down.
    fn run(
        &mut self,
        id: MutantId,
        leader: MutantId,
        fuel: u64,
        flags: u32,
        unwanted: &BTreeSet<u32>,
    ) -> anyhow::Result<Results> {
        let mut results = Results::new();
        let original = id.0 == 0;
        let hangs = &self.lab.hangs[self.number as usize];
        let mut rows = 0..self.rows.len();
        let mut careful = 0;
        let mut failed = BTreeMap::new();
        let mut enough =
            self.hung() || self.endless.contains(&id) || (original && self.crashes >= ORIGINAL_CRASHES);
        while !(enough && failed.is_empty()) && self.forbidden.is_none() && !rows.is_empty() {
            self.ready(flags & DIFFERENCES != 0)?;
            let kept = results.len();
            let mut started = None;
            let mut left_out: BTreeSet<u32> = failed.keys().chain(unwanted).copied().collect();
            let (mut on_switch, mut on_leader) = (id, leader);
            if self.limits.is_some() {
                // What this process holds is its original.
                (on_switch, on_leader) = (MutantId(0), MutantId(0));
                left_out.extend(&self.broken);
            }
            let flags = flags | careful;
            let order = Order {
                id: on_switch,
                leader: on_leader,
                fuel,
                rows: rows.clone(),
                flags,
                left_out: &left_out,
            };
            let ret = &self.subject.outcome();
            let known = self.rows.len();
            let ended = batch(self.process.as_mut(), order, &mut |answer| match answer.tag {
                _ if answer.row >= known => {}
                STARTING => started = Some(answer.row),
                REACHED => {
                    if let Some(last) = results.last_mut() {
                        last.2 = Some(answer.bytes.to_vec());
                    }
                }
                BEAT => {}
                tag => results.push((answer.row, outcome(tag, answer.bytes, ret), None)),
            })?;
            let Err(broken) = ended else {
                self.has_original |= original && rows == (0..self.rows.len());
                break;
            };
            self.process = None;
            self.has_original = false;
            // Threads and processes are started with all signals blocked, so that nobody can tell more.
            let broken = match (broken, started) {
                (Broken::Crashed(SIGSYS), Some(row)) => Broken::Forbidden(row, describe(CLONE)),
                (broken, _) => broken,
            };
            let Some(row) = broken.row().or(started) else {
                anyhow::ensure!(careful == 0, "the worker cannot be started");
                // Once more, row by row, in order to know which one it is.
                results.truncate(kept);
                careful = CAREFUL;
                continue;
            };
            anyhow::ensure!(row < self.rows.len(), "a worker was stopped between two calls: {broken:?}");
            failed.insert(row as u32, broken.outcome());
            if started.is_some() {
                rows.start = row + 1;
            } else {
                // What it answered before is lost with what it did not send.
                results.truncate(kept);
            }
            if original {
                self.broken.insert(row as u32);
                match broken {
                    Broken::Forbidden(_, call) => self.forbidden = Some(call),
                    Broken::Crashed(_) => self.crashes += 1,
                    Broken::Hung(_) | Broken::Lost => _ = hangs.fetch_add(1, Ordering::SeqCst),
                }
                enough |= self.hung() || self.crashes >= ORIGINAL_CRASHES;
                if enough {
                    self.broken.extend(row as u32..self.rows.len() as u32);
                }
            } else {
                if matches!(broken, Broken::Hung(_) | Broken::Lost) {
                    self.endless.insert(id);
                    enough = true;
                }
                enough |= failed.len() >= CRASHES;
            }
            if enough {
                rows.end = rows.end.min(row);
            }
        }
        results.extend(failed.into_iter().map(|(row, outcome)| (row as usize, outcome, None)));
        Ok(results)
    }

    /// Sees to it that there is a process with the rows and, where asked for, the original's outcomes.
    fn ready(&mut self, original: bool) -> anyhow::Result<()> {
        self.start()?;
        let mut careful = 0;
        while original && !self.has_original {
            let fuel = self.original_fuel;
            let (id, leader) = (MutantId(0), MutantId(0));
            let mut started = None;
            let rows = 0..self.rows.len();
            let order = Order { id, leader, fuel, rows, flags: careful, left_out: &self.broken };
            let ended = batch(self.process.as_mut(), order, &mut |answer| {
                if answer.tag == STARTING {
                    started = Some(answer.row);
                }
            })?;
            match ended {
                Ok(()) => self.has_original = true,
                // A row that goes down now was good before; it is left out, too.
                Err(broken) => {
                    let row = broken.row().or(started);
                    anyhow::ensure!(row.is_some() || careful == 0, "the worker cannot be started");
                    self.broken.extend(row.map(|row| row as u32));
                    careful = CAREFUL;
                    self.process = None;
                    self.start()?;
                }
            }
        }
        Ok(())
    }

    fn start(&mut self) -> anyhow::Result<()> {
        if self.process.is_none() {
            let (process, confined) = Process::start(&self.executable, self.bare)?;
            if !confined {
                self.lab.unconfined.store(true, Ordering::SeqCst);
            }
            self.process = Some(process);
            self.send_rows()?;
        }
        Ok(())
    }

    fn send_rows(&mut self) -> anyhow::Result<()> {
        let mut message = vec![b'L'];
        message.extend_from_slice(&self.number.to_le_bytes());
        message.extend_from_slice(&(self.rows.len() as u32).to_le_bytes());
        for row in &self.rows {
            message.extend_from_slice(&(row.len() as u32).to_le_bytes());
            message.extend_from_slice(row);
        }
        if let Some(limits) = &self.limits {
            message.push(b'F');
            message.extend_from_slice(&(limits.len() as u32).to_le_bytes());
            limits.iter().for_each(|limit| message.extend_from_slice(&limit.to_le_bytes()));
        }
        self.process
            .as_mut()
            .context("there is no worker")?
            .input
            .write_all(&message)
            .context("the worker is gone")
    }
}

/// Sends one command and hands on its answers until the last.
fn batch(
    process: Option<&mut Process>,
    order: Order<'_>,
    take: &mut dyn FnMut(Answer<'_>),
) -> anyhow::Result<Result<(), Broken>> {
    let process = process.context("there is no worker")?;
    let mut message = vec![b'R'];
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
    fn start(executable: &Path, bare: bool) -> anyhow::Result<(Process, bool)> {
        let mut command = Command::new(executable);
        if bare {
            // What the loader needs stays.
            let kept = |name: &str| {
                ["LD_LIBRARY_PATH", "PATH", "SystemRoot"].contains(&name) || name.starts_with("DYLD_")
            };
            let names = std::env::vars_os().map(|(name, _)| name);
            names.filter(|name| !name.to_str().is_some_and(kept)).for_each(|name| {
                command.env_remove(name);
            });
        }
        command
            .env("CARGO_MORPH_WORKER", "1")
            // Whoever prints one reads files.
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

    fn answer(&mut self) -> Result<Answer<'_>, Broken> {
        self.fill(9)?;
        let head = &self.buffer[self.at..];
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
        let (row, tag, length) = (number(0), head[4], number(5));
        if length > LONGEST {
            // Something else wrote to the pipe.
            let _ = self.running.kill();
            return Err(Broken::Crashed(0));
        }
        self.fill(9 + length)?;
        let from = self.at + 9;
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

fn read_reached(outcome: Outcome, mut bytes: &[u8], all: &[Probe]) -> Option<Execution> {
    fn number<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
        let (head, rest) = bytes.split_first_chunk::<N>()?;
        *bytes = rest;
        Some(*head)
    }
    fn list(bytes: &mut &[u8]) -> Option<Vec<u32>> {
        let n = u32::from_le_bytes(number(bytes)?);
        (0..n).map(|_| Some(u32::from_le_bytes(number(bytes)?))).collect()
    }
    let fuel = u64::from_le_bytes(number(&mut bytes)?);
    let switches = list(&mut bytes)?.into_iter().map(MutantId).collect();
    let probes = list(&mut bytes)?;
    let untaken = probes.iter().filter_map(|probe| other(all, *probe));
    let untaken = untaken.filter(|other| probes.binary_search(other).is_err());
    let mut distances: BTreeMap<u32, f64> = untaken.map(|probe| (probe, 1.0)).collect();
    while !bytes.is_empty() {
        let probe = u32::from_le_bytes(number(&mut bytes)?);
        distances.insert(probe, f64::from_le_bytes(number(&mut bytes)?));
    }
    let distances = distances.into_iter().collect();
    Some(Execution { outcome, fuel, switches, probes, distances })
}
