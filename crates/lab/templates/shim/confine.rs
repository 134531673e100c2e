//! The system calls that the worker's thread may make once it runs subjects: memory, locks, clocks, and our own pipes.
//!
//! Any other call raises SIGSYS, whose handler reports the row and the call to the parent and ends the process: a signal
//! handler can neither unwind nor let the call return. Nothing has to be undone, because the call was not made.

/// A classic BPF instruction.
#[repr(C)]
struct Instruction {
    code: u16,
    if_true: u8,
    if_false: u8,
    k: u32,
}

const LOAD: u16 = 0x20;
const JUMP_IF_EQUAL: u16 = 0x15;
const RETURN: u16 = 0x06;

/// The kernel's name of the processor.
#[cfg(target_arch = "x86_64")]
const AUDIT: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const AUDIT: u32 = 0xc000_00b7;

const ALLOW: u32 = 0x7fff_0000;
const TRAP: u32 = 0x0003_0000;
const KILL: u32 = 0x8000_0000;

/// Offsets in the kernel's `seccomp_data`; both processors are little-endian, so an argument's low half comes first.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const FIRST_ARGUMENT: u32 = 16;
const SECOND_ARGUMENT: u32 = 24;
const THIRD_ARGUMENT: u32 = 32;

use crate::numbers::*;

extern "C" {
    fn prctl(option: i32, ...) -> i32;
    fn getpid() -> i32;
    fn syscall(number: i64, ...) -> i64;
    fn sigaction(signal: i32, new: *const Action, old: *mut Action) -> i32;
    fn write(fd: i32, bytes: *const u8, len: usize) -> isize;
    fn _exit(code: i32) -> !;
}

/// `struct sigaction` as glibc and musl lay it out.
#[repr(C)]
struct Action {
    handler: usize,
    mask: [u64; 16],
    flags: i32,
    restorer: usize,
}

const SIGABRT: u32 = 6;
const SIGSYS: i32 = 31;
const SA_SIGINFO: i32 = 4;
const SA_ONSTACK: i32 = 0x0800_0000;

/// Confines this thread permanently: it may read `input` and write `output`, and cannot start another. Returns `false` if
/// the kernel does not support this.
pub fn confine(input: i32, output: i32) -> bool {
    let filter = filter(input as u32, output as u32);
    #[repr(C)]
    struct Program(u16, *const Instruction);
    let program = Program(filter.len() as u16, filter.as_ptr());
    let action = Action {
        handler: asked as extern "C" fn(i32, *const u32, *const u8) as usize,
        mask: [0; 16],
        flags: SA_SIGINFO | SA_ONSTACK,
        restorer: 0,
    };
    unsafe {
        // PR_SET_NO_NEW_PRIVS, then PR_SET_SECCOMP with SECCOMP_MODE_FILTER.
        sigaction(SIGSYS, &action, std::ptr::null_mut()) == 0
            && prctl(38, 1_u64, 0_u64, 0_u64, 0_u64) == 0
            && prctl(22, 2_u64, &program as *const Program, 0_u64, 0_u64) == 0
    }
}

fn filter(input: u32, output: u32) -> Vec<Instruction> {
    let load = |k| Instruction { code: LOAD, if_true: 0, if_false: 0, k };
    let give = |k| Instruction { code: RETURN, if_true: 0, if_false: 0, k };
    // Skips a number of instructions unless the loaded value is `k`.
    let unless = |k, over: usize| Instruction { code: JUMP_IF_EQUAL, if_true: 0, if_false: over as u8, k };
    // The calls of other processors have other numbers.
    let ours = Instruction { code: JUMP_IF_EQUAL, if_true: 1, if_false: 0, k: AUDIT };
    let mut all = vec![load(ARCHITECTURE), ours, give(KILL), load(NUMBER)];
    for number in FREE {
        all.extend([unless(number, 1), give(ALLOW)]);
    }
    let (process, thread) = unsafe { (getpid() as u32, syscall(GETTID as i64) as u32) };
    // Prints go to /dev/null.
    let by_argument: [(u32, &[u32]); 3] = [(READ, &[0, input]), (WRITE, &[1, 2, output]), (WRITEV, &[1, 2])];
    for (number, arguments) in by_argument {
        all.extend([unless(number, 2 + 2 * arguments.len()), load(FIRST_ARGUMENT)]);
        for argument in arguments {
            all.extend([unless(*argument, 1), give(ALLOW)]);
        }
        all.push(give(TRAP));
    }
    // `abort` signals the process itself. Other signals might stop it, which would go unnoticed for long.
    for (number, signal, this) in [(TGKILL, THIRD_ARGUMENT, process), (TKILL, SECOND_ARGUMENT, thread)] {
        all.extend([unless(number, 6), load(signal), unless(SIGABRT, 3), load(FIRST_ARGUMENT), unless(this, 1)]);
        all.extend([give(ALLOW), give(TRAP)]);
    }
    all.push(give(TRAP));
    all
}

/// The handler of SIGSYS; `info` is a `siginfo_t`, whose word 6 is the number of the system call.
extern "C" fn asked(_: i32, info: *const u32, _: *const u8) {
    unsafe {
        let (fd, frame) = super::serve::forbidden(*info.add(6));
        write(fd, frame.as_ptr(), frame.len());
        _exit(1)
    }
}

/// One heap for all threads: glibc reads a file in /proc when it first shrinks the heap of a second thread, and a
/// subject would be blamed for it.
#[cfg(target_env = "gnu")]
pub fn one_heap() {
    extern "C" {
        fn mallopt(option: i32, value: i32) -> i32;
    }
    // M_ARENA_MAX
    unsafe { mallopt(-8, 1) };
}

#[cfg(not(target_env = "gnu"))]
pub fn one_heap() {}
