//! The worker's loop. It reads commands from the parent and answers with outcomes.
//!
//! `L subject n (len bytes)*` loads rows of arguments. `K n (row tag fuel stack len bytes n switch*)*` tells how the original
//! ended on rows where it is not run here: what a mutant is compared with. `F n fuel*` says what each row may burn at most.
//! `R mutant leader fuel first end flags n row*` runs those from `first` to before `end`, but for those that are listed; the
//! leader is the switch that is noted where the mutant's place is reached. Each answer is `row tag len bytes`; the tags are in
//! `protocol.rs`. All numbers are little-endian `u32`, fuel and stack are `u64`.
//!
//! The subjects run on a thread of their own, which is confined; the first thread watches it.

use std::io::{self, Read as _, Write as _};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use crate::confine::{confine, one_heap};
use crate::protocol::*;
use crate::watch::Watch;
use crate::wire::{Reader, Writer};
use crate::{near, ACTIVE, ALLOCATIONS, BOTTOM, EPOCH, FLOOR, FUEL, LEADER, LITTLE, MUTANTS, PROBED, SWITCHES};

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

/// The tag of a row that was not run.
const LEFT_OUT: u8 = u8::MAX;

/// A value of more bytes is not sent: the parent holds many thousands of them, some of which take forty times as much there.
const LARGEST: usize = 1 << 12;

const STACK: usize = 16 << 20;
/// Recursion may use so much of it: on a test's thread, whose stack is 2 MiB, it would not go much deeper.
const USABLE: i64 = 1 << 20;
/// A mutant may use so much of it beyond ten times what the original used, and burn so much fuel beyond the original's,
/// before it counts as recursion without end. That is not waited for until all its fuel is burnt: each frame is to be
/// unwound.
const SHALLOW: i64 = 1 << 14;
const SHORT: i64 = 100;

/// How often the first thread looks at the call.
pub const TICK: Duration = Duration::from_millis(100);

static TIME: AtomicU32 = AtomicU32::new(0);
/// The row that is being run, or [`IDLE`].
static ROW: AtomicU32 = AtomicU32::new(IDLE);
const IDLE: u32 = u32::MAX;
/// Whether rows have limits of their own: what is built is a mutant, which is run as an original.
static LIMITED: AtomicBool = AtomicBool::new(false);
static OUTPUT: AtomicI32 = AtomicI32::new(-1);

/// Whether this process was started as a worker of the lab.
pub fn is_worker() -> bool {
    std::env::var_os(WORKER).is_some()
}

/// Serves until the parent closes our input.
pub fn serve(table: Table) -> ! {
    one_heap();
    let (input, output) = channels();
    let Ok(mut alarm) = output.try_clone() else { std::process::exit(1) };
    std::panic::set_hook(Box::new(|_| {}));
    let run = move || {
        let here = 0_u8;
        BOTTOM.store(&here as *const u8 as i64 - USABLE, Relaxed);
        let (from, to) = descriptors(&input, &output);
        OUTPUT.store(to, Relaxed);
        let input = io::BufReader::with_capacity(1 << 16, input);
        let worker = Worker { table, output: Vec::with_capacity(1 << 17), to: output, rows: Rows::default() };
        let confined = confine(from, to);
        let ended = catch_unwind(AssertUnwindSafe(|| worker.run(input, confined)));
        std::process::exit(if matches!(ended, Ok(Ok(()))) { 0 } else { 1 })
    };
    let Ok(subjects) = std::thread::Builder::new().stack_size(STACK).spawn(run) else { std::process::exit(1) };
    let mut watch = Watch::new(&subjects);
    loop {
        std::thread::sleep(TICK);
        TIME.store(TIME.load(Relaxed).wrapping_add(1), Relaxed);
        let row = ROW.load(Relaxed);
        let running = (row != IDLE).then(|| EPOCH.load(Relaxed));
        let mutant = ACTIVE.load(Relaxed);
        let original = mutant == 0 && !LIMITED.load(Relaxed);
        if watch.has_hung(running, FUEL.load(Relaxed), (mutant, original)) {
            let _ = alarm.write_all(&frame(row, HUNG, 0)[..HEAD]);
        }
    }
}

#[cfg(unix)]
fn descriptors(input: &std::fs::File, output: &std::fs::File) -> (i32, i32) {
    use std::os::fd::AsRawFd;
    (input.as_raw_fd(), output.as_raw_fd())
}

#[cfg(not(unix))]
fn descriptors(_: &std::fs::File, _: &std::fs::File) -> (i32, i32) {
    (-1, -1)
}

/// An answer whose bytes are a number.
fn frame(row: u32, tag: u8, number: u32) -> [u8; HEAD + 4] {
    let mut frame = [0; HEAD + 4];
    frame[..4].copy_from_slice(&row.to_le_bytes());
    frame[4] = tag;
    if tag == FORBIDDEN {
        frame[5] = 4;
        frame[HEAD..].copy_from_slice(&number.to_le_bytes());
    }
    frame
}

/// What to write where when the row that is run has made a system call that it may not make. Called by a signal
/// handler.
pub fn forbidden(number: u32) -> (i32, [u8; HEAD + 4]) {
    (OUTPUT.load(Relaxed), frame(ROW.load(Relaxed), FORBIDDEN, number))
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

/// No core dumps, and no more than 1 GiB of address space: a subject that asks for more crashes alone.
#[cfg(target_os = "linux")]
fn limits() {
    extern "C" {
        fn setrlimit(resource: i32, limit: *const [u64; 2]) -> i32;
    }
    unsafe {
        setrlimit(4, &[0, 0]);
        #[cfg(target_pointer_width = "64")]
        setrlimit(9, &[1 << 30, 1 << 30]);
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn limits() {}

#[derive(Default)]
struct Rows {
    call: Option<Call>,
    /// The arguments of all rows, one behind the other, and where each row's end.
    args: Vec<u8>,
    ends: Vec<usize>,
    /// The most fuel, by row; empty for no limit but the batch's.
    limits: Vec<i64>,
    /// The original's outcomes.
    original: Vec<Ended>,
    /// What the original returned, one behind the other.
    values: Vec<u8>,
    /// Rows by the switch that they reach.
    reaching: Vec<Vec<u32>>,
}

/// What a call burnt.
#[derive(Clone, Copy, Default)]
struct Burnt {
    fuel: i64,
    /// Bytes of the stack.
    stack: i64,
    allocations: u64,
}

/// What a call may burn.
struct Limits {
    fuel: i64,
    /// Bytes of the stack, once `short` of the fuel is burnt.
    stack: i64,
    short: i64,
}

/// How the original ended.
#[derive(Clone, Copy)]
struct Ended {
    tag: u8,
    burnt: Burnt,
    /// Where its value lies.
    value: (usize, usize),
}

impl Rows {
    fn args(&self, row: u32) -> &[u8] {
        let row = row as usize;
        let from = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.args[from..self.ends[row]]
    }

    fn clear_original(&mut self) {
        self.original.clear();
        self.original.resize(self.ends.len(), Ended { tag: LEFT_OUT, burnt: Burnt::default(), value: (0, 0) });
        self.values.clear();
        self.reaching.resize_with(MUTANTS + 1, Vec::new);
        self.reaching.iter_mut().for_each(Vec::clear);
    }

    /// Notes how the original ended on a row.
    fn note_original(&mut self, row: u32, tag: u8, burnt: Burnt, value: &[u8], switches: &[u32]) {
        let from = self.values.len();
        self.values.extend_from_slice(value);
        self.original[row as usize] = Ended { tag, burnt, value: (from, self.values.len()) };
        // Mutants with builds of their own have no switch here.
        for switch in switches {
            if let Some(rows) = self.reaching.get_mut(*switch as usize) {
                rows.push(row);
            }
        }
    }

    /// Reads how the original ended on rows.
    fn read_known(&mut self, input: &mut impl io::Read) -> io::Result<()> {
        self.clear_original();
        for _ in 0..number(input)? {
            let row = number(input)?;
            let mut tag = [0];
            input.read_exact(&mut tag)?;
            let burnt = Burnt { fuel: long(input)?, stack: long(input)?, allocations: 0 };
            let mut value = vec![0; number(input)? as usize];
            input.read_exact(&mut value)?;
            let n = number(input)?;
            let switches = (0..n).map(|_| number(input)).collect::<io::Result<Vec<u32>>>()?;
            self.note_original(row, tag[0], burnt, &value, &switches);
        }
        Ok(())
    }
}

/// What an `R` command asks for.
struct Batch {
    mutant: u32,
    leader: u32,
    fuel: i64,
    first: u32,
    end: u32,
    flags: u32,
    /// In order.
    left_out: Vec<u32>,
}

struct Worker {
    table: Table,
    output: Vec<u8>,
    to: std::fs::File,
    rows: Rows,
}

impl Worker {
    fn run(mut self, mut input: io::BufReader<std::fs::File>, confined: bool) -> io::Result<()> {
        self.answer(confined as u32, READY, &[]);
        self.flush()?;
        loop {
            let mut command = [0];
            if input.read(&mut command)? == 0 {
                return Ok(());
            }
            if command[0] == LOAD {
                self.rows = Rows::default();
                let subject = number(&mut input)?;
                self.rows.call = self.table.0.iter().find(|(id, _)| *id == subject).map(|(_, call)| *call);
                for _ in 0..number(&mut input)? {
                    let len = number(&mut input)? as usize;
                    let from = self.rows.args.len();
                    self.rows.args.resize(from + len, 0);
                    input.read_exact(&mut self.rows.args[from..])?;
                    self.rows.ends.push(from + len);
                }
                self.rows.clear_original();
            } else if command[0] == KNOWN {
                self.rows.read_known(&mut input)?;
            } else if command[0] == LIMIT {
                LIMITED.store(true, Relaxed);
                for _ in 0..number(&mut input)? {
                    self.rows.limits.push(long(&mut input)?);
                }
            } else {
                let mutant = number(&mut input)?;
                let leader = number(&mut input)?;
                let fuel = long(&mut input)?;
                let first = number(&mut input)?;
                let end = number(&mut input)?;
                let flags = number(&mut input)?;
                let n = number(&mut input)?;
                let left_out = (0..n).map(|_| number(&mut input)).collect::<io::Result<_>>()?;
                let batch = Batch { mutant, leader, fuel, first, end, flags, left_out };
                if flags & DIFFERENCES != 0 {
                    let rows = self.rows.reaching.get_mut(leader as usize).map(std::mem::take).unwrap_or_default();
                    self.batch(&batch, rows.iter().copied())?;
                    if let Some(place) = self.rows.reaching.get_mut(leader as usize) {
                        *place = rows;
                    }
                } else {
                    self.batch(&batch, 0..self.rows.ends.len() as u32)?;
                }
            }
        }
    }

    fn batch(&mut self, batch: &Batch, rows: impl Iterator<Item = u32>) -> io::Result<()> {
        let call = self.rows.call.ok_or(io::ErrorKind::InvalidInput)?;
        let mutant = batch.mutant;
        let differences = batch.flags & DIFFERENCES != 0;
        let (mut result, mut switches, mut probes) = (Vec::new(), Vec::new(), Vec::new());
        let mut missed = Vec::new();
        let mut time = TIME.load(Relaxed);
        for row in rows.filter(|row| (batch.first..batch.end).contains(row) && batch.left_out.binary_search(row).is_err()) {
            if batch.flags & CAREFUL != 0 {
                self.answer(row, STARTING, &[]);
                self.flush()?;
            } else if TIME.load(Relaxed) != time {
                time = TIME.load(Relaxed);
                self.answer(row, BEAT, &[]);
                self.flush()?;
            }
            let original = self.rows.original[row as usize];
            if mutant != 0 && original.tag == OUT_OF_FUEL {
                // No test calls it with what it does not end on, and the mutant may burn as much, row after row.
                continue;
            }
            // A mutant that needs ten times the original's fuel, or stack, will not end.
            let times = FUEL_FACTOR as i64;
            let limits = match original.tag {
                _ if mutant == 0 => {
                    let fuel = self.rows.limits.get(row as usize).copied().unwrap_or(i64::MAX);
                    Limits { fuel: batch.fuel.min(fuel), stack: 0, short: 0 }
                }
                LEFT_OUT => Limits { fuel: batch.fuel, stack: USABLE, short: 0 },
                _ => Limits {
                    fuel: batch.fuel.min(original.burnt.fuel * times + EXTRA_FUEL as i64),
                    stack: original.burnt.stack * times + SHALLOW,
                    short: original.burnt.fuel + SHORT,
                },
            };
            ROW.store(row, Relaxed);
            let (tag, burnt) = run_one(call, self.rows.args(row), (mutant, batch.leader), limits, &mut result);
            ROW.store(IDLE, Relaxed);
            if mutant == 0 {
                SWITCHES.reached(&mut switches);
                PROBED.reached(&mut probes);
                self.answer(row, tag, &result);
                let distances = near::missed(&mut missed);
                let len = 24 + 4 * (2 + switches.len() + probes.len()) + 12 * distances.len();
                self.head(row, REACHED, len);
                self.output.extend_from_slice(&burnt.fuel.to_le_bytes());
                self.output.extend_from_slice(&burnt.stack.to_le_bytes());
                self.output.extend_from_slice(&burnt.allocations.to_le_bytes());
                for list in [&switches, &probes] {
                    self.output.extend_from_slice(&(list.len() as u32).to_le_bytes());
                    list.iter().for_each(|id| self.output.extend_from_slice(&id.to_le_bytes()));
                }
                for (probe, distance) in distances {
                    self.output.extend_from_slice(&probe.to_le_bytes());
                    self.output.extend_from_slice(&distance.to_le_bytes());
                }
                self.rows.note_original(row, tag, burnt, &result, &switches);
            } else {
                // Failures of one kind are alike, whatever their message says.
                let (from, to) = original.value;
                let same = original.tag == tag && (tag != VALUE || self.rows.values[from..to] == result[..]);
                if !(differences && same) {
                    self.answer(row, tag, &result);
                }
            }
            if self.output.len() > 1 << 16 {
                self.flush()?;
            }
        }
        if mutant == 0 {
            // Rows that were told come before those that were run.
            self.rows.reaching.iter_mut().for_each(|rows| rows.sort_unstable());
        }
        self.answer(0, END, &[]);
        self.flush()
    }

    fn head(&mut self, row: u32, tag: u8, len: usize) {
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(&row.to_le_bytes());
        head[4] = tag;
        head[5..].copy_from_slice(&(len as u32).to_le_bytes());
        self.output.extend_from_slice(&head);
    }

    fn answer(&mut self, row: u32, tag: u8, bytes: &[u8]) {
        self.head(row, tag, bytes.len());
        self.output.extend_from_slice(bytes);
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.write_all(&self.output)?;
        self.output.clear();
        self.to.flush()
    }
}

/// Runs one row within limits, and says what it burnt; its value, or its panic's message, is left in `result`.
fn run_one(call: Call, args: &[u8], (mutant, leader): (u32, u32), limits: Limits, result: &mut Vec<u8>) -> (u8, Burnt) {
    result.clear();
    SWITCHES.clear();
    PROBED.clear();
    near::clear();
    EPOCH.store(EPOCH.load(Relaxed).wrapping_add(1).max(1), Relaxed);
    let here = 0_u8;
    let here = &here as *const u8 as i64;
    ALLOCATIONS.store(0, Relaxed);
    FUEL.store(limits.fuel, Relaxed);
    FLOOR.store((here - limits.stack).max(BOTTOM.load(Relaxed)), Relaxed);
    LITTLE.store(limits.fuel - limits.short, Relaxed);
    ACTIVE.store(mutant, Relaxed);
    LEADER.store(leader, Relaxed);
    crate::wire::forget_kept();
    let ended = catch_unwind(AssertUnwindSafe(|| call(&mut Reader(args), result)));
    ACTIVE.store(0, Relaxed);
    LEADER.store(0, Relaxed);
    let (left, allocations) = (FUEL.load(Relaxed), ALLOCATIONS.load(Relaxed));
    let stack = here - FLOOR.load(Relaxed);
    let burnt = Burnt { fuel: (limits.fuel - left).max(0), stack, allocations };
    // What follows may run instrumented code once more (a payload's drop).
    FUEL.store(i64::MAX, Relaxed);
    // Whoever catches the panic that ends it has run out of fuel all the same.
    let ran_out = left < 0 || result.len() > LARGEST;
    if ended.is_ok() && !ran_out {
        return (VALUE, burnt);
    }
    *result = Vec::new();
    let Err(payload) = ended else { return (OUT_OF_FUEL, burnt) };
    if crate::wire::is_making() {
        result.extend_from_slice(UNMADE.as_bytes());
    }
    if let Some(message) = payload.downcast_ref::<&str>() {
        result.extend_from_slice(message.as_bytes());
    } else if let Some(message) = payload.downcast_ref::<String>() {
        result.extend_from_slice(message.as_bytes());
    }
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        // It would have the last word, and panic again.
        std::mem::forget(another);
    }
    if ran_out {
        result.clear();
        return (OUT_OF_FUEL, burnt);
    }
    (PANIC, burnt)
}

fn number(input: &mut impl io::Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn long(input: &mut impl io::Read) -> io::Result<i64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(i64::from_le_bytes(bytes))
}
