//! The worker's loop. It reads commands from the parent and answers with outcomes.
//!
//! `L subject n (len bytes)*` loads rows of arguments; a length of `u32::MAX` stands for a row that is not to be run. `R mutant leader fuel first flags` runs
//! them from row `first` on; the leader is the switch that is noted where the mutant's place is reached.
//! Each answer is `row tag len bytes`; the tags are below. All numbers are little-endian `u32`, fuel is `u64`.

use std::io::{self, Read as _, Write as _};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::wire::{Reader, Writer};
use crate::{OutOfFuel, ACTIVE, EPOCH, FLOOR, FUEL, LEADER, PROBED, SWITCHES};

/// Reads the arguments, calls the subject, writes what it returns.
pub type Call = fn(&mut Reader<'_>, &mut Writer);

/// The subjects of this build.
#[derive(Default)]
pub struct Table(Vec<(u32, Call)>);

impl Table {
    pub fn add(&mut self, subject: u32, call: Call) {
        self.0.push((subject, call));
    }
}

const VALUE: u8 = 0;
const PANIC: u8 = 1;
const OUT_OF_FUEL: u8 = 2;
/// The original's fuel, switches and probes for the row that was answered last.
const REACHED: u8 = 3;
/// About to run a row; flushed (careful mode), so that the parent knows which row took the worker down.
const STARTING: u8 = 4;
/// Still alive.
const BEAT: u8 = 5;
const END: u8 = 6;

/// Report where the mutant differs from the original only, on the rows where its switch was reached.
const DIFFERENCES: u32 = 1;
const CAREFUL: u32 = 2;

const STACK: usize = 16 << 20;
/// Recursion may use so much of it: on a test's thread, whose stack is 2 MiB, it would not go much deeper.
const USABLE: usize = 1 << 20;

/// Whether this process was started as a worker of the lab.
pub fn is_worker() -> bool {
    std::env::var_os("CARGO_MORPH_WORKER").is_some()
}

/// Serves until the parent closes our input.
pub fn serve(table: Table) -> ! {
    let (input, output) = channels();
    let run = move || {
        let here = 0_u8;
        FLOOR.store(&here as *const u8 as i64 - USABLE as i64, Relaxed);
        let _ = Worker { table, input, output: Vec::new(), to: output, rows: Rows::default() }.run();
    };
    std::panic::set_hook(Box::new(|_| {}));
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    let code = thread.ok().and_then(|t| t.join().ok()).map_or(1, |()| 0);
    std::process::exit(code)
}

/// Our ends of the parent's pipes, moved away from where the subjects' own reads and prints go.
#[cfg(unix)]
fn channels() -> (std::fs::File, std::fs::File) {
    use std::os::fd::FromRawFd;
    extern "C" {
        fn dup(fd: i32) -> i32;
        fn dup2(from: i32, to: i32) -> i32;
        fn open(path: *const u8, flags: i32, ...) -> i32;
    }
    unsafe {
        let (input, output) = (dup(0), dup(1));
        let null = open(b"/dev/null\0".as_ptr(), 2);
        if null >= 0 {
            dup2(null, 0);
            dup2(null, 1);
        }
        limits();
        (std::fs::File::from_raw_fd(input), std::fs::File::from_raw_fd(output))
    }
}

#[cfg(windows)]
fn channels() -> (std::fs::File, std::fs::File) {
    use std::os::windows::io::{AsHandle, AsRawHandle};
    let clone = |h: std::os::windows::io::BorrowedHandle<'_>| std::fs::File::from(h.try_clone_to_owned().unwrap());
    (clone(io::stdin().as_handle()), clone(io::stdout().as_handle()))
}

/// No core dumps, and no more than 4 GiB of address space: a subject that asks for more crashes alone.
#[cfg(target_os = "linux")]
fn limits() {
    extern "C" {
        fn setrlimit(resource: i32, limit: *const [u64; 2]) -> i32;
    }
    unsafe {
        setrlimit(4, &[0, 0]);
        #[cfg(target_pointer_width = "64")]
        setrlimit(9, &[4 << 30, 4 << 30]);
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn limits() {}

#[derive(Default)]
struct Rows {
    call: Option<Call>,
    /// `None` where the original takes the process down: such rows are never run.
    args: Vec<Option<Vec<u8>>>,
    /// The original's outcomes, as answered.
    original: Vec<(u8, Vec<u8>)>,
    /// How much fuel the original burnt.
    spent: Vec<u64>,
    /// Rows by the switch that they reach.
    reaching: std::collections::HashMap<u32, Vec<u32>>,
}

struct Worker {
    table: Table,
    input: std::fs::File,
    output: Vec<u8>,
    to: std::fs::File,
    rows: Rows,
}

impl Worker {
    fn run(mut self) -> io::Result<()> {
        let mut input = io::BufReader::with_capacity(1 << 16, self.input.try_clone()?);
        loop {
            let mut command = [0];
            if input.read(&mut command)? == 0 {
                return Ok(());
            }
            if command[0] == b'L' {
                self.rows = Rows::default();
                let subject = number(&mut input)?;
                self.rows.call = self.table.0.iter().find(|(id, _)| *id == subject).map(|(_, call)| *call);
                let n = number(&mut input)?;
                for _ in 0..n {
                    let length = number(&mut input)?;
                    if length == u32::MAX {
                        self.rows.args.push(None);
                        continue;
                    }
                    let mut bytes = vec![0; length as usize];
                    input.read_exact(&mut bytes)?;
                    self.rows.args.push(Some(bytes));
                }
            } else {
                let mutant = number(&mut input)?;
                let leader = number(&mut input)?;
                let mut fuel = [0; 8];
                input.read_exact(&mut fuel)?;
                let first = number(&mut input)?;
                let flags = number(&mut input)?;
                self.batch(mutant, leader, i64::from_le_bytes(fuel), first as usize, flags)?;
            }
        }
    }

    fn batch(&mut self, mutant: u32, leader: u32, fuel: i64, first: usize, flags: u32) -> io::Result<()> {
        let call = self.rows.call.ok_or(io::ErrorKind::InvalidInput)?;
        let differences = flags & DIFFERENCES != 0;
        let rows: Vec<u32> = if differences {
            self.rows.reaching.get(&leader).cloned().unwrap_or_default()
        } else {
            (0..self.rows.args.len() as u32).collect()
        };
        if mutant == 0 && first == 0 {
            self.rows.original.clear();
            self.rows.spent.clear();
            self.rows.reaching.clear();
        }
        let mut flushed = Instant::now();
        for row in rows.into_iter().filter(|row| *row as usize >= first) {
            if self.rows.args[row as usize].is_none() {
                continue;
            }
            if flags & CAREFUL != 0 {
                self.answer(row, STARTING, &[]);
                self.flush()?;
            } else if flushed.elapsed() > Duration::from_millis(200) {
                self.answer(row, BEAT, &[]);
                self.flush()?;
                flushed = Instant::now();
            }
            // A mutant that needs ten times the original's fuel will not end.
            let limit = match self.rows.spent.get(row as usize) {
                Some(spent) if mutant != 0 => fuel.min(*spent as i64 * 10 + 1_000),
                _ => fuel,
            };
            let (tag, bytes, spent) = run_one(call, self.rows.args[row as usize].as_deref().unwrap_or_default(), (mutant, leader), limit);
            if mutant == 0 {
                let (switches, probes) = (SWITCHES.reached(), PROBED.reached());
                for id in &switches {
                    self.rows.reaching.entry(*id).or_default().push(row);
                }
                self.answer(row, tag, &bytes);
                let mut reached = Vec::new();
                reached.extend_from_slice(&spent.to_le_bytes());
                for list in [&switches, &probes] {
                    reached.extend_from_slice(&(list.len() as u32).to_le_bytes());
                    list.iter().for_each(|id| reached.extend_from_slice(&id.to_le_bytes()));
                }
                self.answer(row, REACHED, &reached);
                // A row that crashed the worker before is left out here; it keeps its place.
                self.rows.original.resize(row as usize, (u8::MAX, Vec::new()));
                self.rows.original.push((tag, bytes));
                self.rows.spent.resize(row as usize, 0);
                self.rows.spent.push(spent);
            } else {
                // Failures of one kind are alike, whatever their message says.
                let as_original = |(t, b): &(u8, Vec<u8>)| *t == tag && (tag != VALUE || *b == bytes);
                let same = differences && self.rows.original.get(row as usize).map_or(false, as_original);
                if !same {
                    self.answer(row, tag, &bytes);
                }
            }
            if self.output.len() > 1 << 16 {
                self.flush()?;
            }
        }
        self.answer(0, END, &[]);
        self.flush()
    }

    fn answer(&mut self, row: u32, tag: u8, bytes: &[u8]) {
        self.output.extend_from_slice(&row.to_le_bytes());
        self.output.push(tag);
        self.output.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        self.output.extend_from_slice(bytes);
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.write_all(&self.output)?;
        self.output.clear();
        self.to.flush()
    }
}

fn run_one(call: Call, args: &[u8], (mutant, leader): (u32, u32), fuel: i64) -> (u8, Vec<u8>, u64) {
    let mut result = Vec::new();
    SWITCHES.clear();
    PROBED.clear();
    EPOCH.store(EPOCH.load(Relaxed).wrapping_add(1).max(1), Relaxed);
    FUEL.store(fuel, Relaxed);
    ACTIVE.store(mutant, Relaxed);
    LEADER.store(leader, Relaxed);
    let ended = catch_unwind(AssertUnwindSafe(|| call(&mut Reader(args), &mut result)));
    ACTIVE.store(0, Relaxed);
    LEADER.store(0, Relaxed);
    let spent = (fuel - FUEL.load(Relaxed)).max(0) as u64;
    // What follows may run instrumented code once more (a payload's drop).
    FUEL.store(i64::MAX, Relaxed);
    match ended {
        Ok(()) => (VALUE, result, spent),
        Err(payload) => {
            if payload.is::<OutOfFuel>() {
                return (OUT_OF_FUEL, Vec::new(), spent);
            }
            let message = payload
                .downcast_ref::<&str>()
                .map(|s| s.to_string())
                .or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_default();
            let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
            (PANIC, message.into_bytes(), spent)
        }
    }
}

fn number(input: &mut impl io::Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}
