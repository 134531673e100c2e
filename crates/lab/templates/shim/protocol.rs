//! What the parent and its workers say to each other. Both sides are compiled with this file.

/// The variable that makes a program a worker.
pub const WORKER: &str = "CARGO_MORPH_WORKER";
/// The variable that names the file to which calls are recorded.
pub const RECORD: &str = "CARGO_MORPH_RECORD";
/// At most so many different rows of each subject are recorded.
pub const RECORDED_ROWS: usize = 200;

// Commands.

/// `L subject n (len bytes)*`
pub const LOAD: u8 = b'L';
/// `K n (row tag fuel stack len bytes n switch*)*`: how the original ended on these rows. Nothing else is known of it.
pub const KNOWN: u8 = b'K';
/// `F n fuel*`
pub const LIMIT: u8 = b'F';
/// `R mutant leader fuel first end flags n row*`
pub const RUN: u8 = b'R';

// Flags of a run.

/// Report where the mutant differs from the original only, on the rows where its switch was reached.
pub const DIFFERENCES: u32 = 1;
/// Announce each row before it is run.
pub const CAREFUL: u32 = 2;

// Tags of answers.

/// Bytes before those of an answer: `row tag len`.
pub const HEAD: usize = 9;
/// It returned this value.
pub const VALUE: u8 = 0;
/// It panicked with this message.
pub const PANIC: u8 = 1;
/// It used up its fuel.
pub const OUT_OF_FUEL: u8 = 2;
/// The original's fuel, stack, switches and probes for the row that was answered last, and by how much it missed others.
pub const REACHED: u8 = 3;
/// About to run a row; flushed (careful mode), so that the parent knows which row took the worker down.
pub const STARTING: u8 = 4;
/// Still alive.
pub const BEAT: u8 = 5;
/// The batch is at its end.
pub const END: u8 = 6;
/// The row asked the kernel for what it may not have: the number of the system call. The worker ends.
pub const FORBIDDEN: u8 = 7;
/// The row does not come to an end, and burns no fuel. The worker is to be killed.
pub const HUNG: u8 = 8;
/// The first answer: whether the worker is confined (row 1) or not (row 0).
pub const READY: u8 = 9;

/// How the message of a panic begins that ends the making of an argument, before the function is called.
pub const UNMADE: &str = "an argument cannot be made: ";

/// How the worker exits where a row without fuel asks for memory that takes long to fill.
pub const REFUSED: i32 = 89;

/// A mutant may burn so many times what the original burnt, and so much more: if it needs more, it will not end.
pub const FUEL_FACTOR: u32 = 10;
/// See [`FUEL_FACTOR`].
pub const EXTRA_FUEL: u32 = 4_000;
