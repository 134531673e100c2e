//! Numbers of system calls, on the processors that we confine on.

#[cfg(target_arch = "x86_64")]
mod of_processor {
    pub const READ: u32 = 0;
    pub const WRITE: u32 = 1;
    pub const WRITEV: u32 = 20;
    pub const GETTID: u32 = 186;
    pub const TKILL: u32 = 200;
    pub const TGKILL: u32 = 234;
    /// `close`, `mmap`, `mprotect`, `munmap`, `brk`, `rt_sigaction`, `rt_sigprocmask`, `rt_sigreturn`, `mremap`,
    /// `madvise`, `sched_yield`, `getpid`, `gettid`, `exit`, `exit_group`, `futex`, `sigaltstack`, `clock_gettime`,
    /// `clock_getres`, `gettimeofday`, `time`, `getrandom`, `sched_getaffinity`, `restart_syscall`.
    pub const FREE: [u32; 24] = [
        3, 9, 10, 11, 12, 13, 14, 15, 25, 28, 24, 39, GETTID, 60, 231, 202, 131, 228, 229, 96, 201, 318, 204,
        219,
    ];
}

#[cfg(target_arch = "aarch64")]
mod of_processor {
    pub const READ: u32 = 63;
    pub const WRITE: u32 = 64;
    pub const WRITEV: u32 = 66;
    pub const GETTID: u32 = 178;
    pub const TKILL: u32 = 130;
    pub const TGKILL: u32 = 131;
    /// As above, without `time`, which this processor's kernel does not have.
    pub const FREE: [u32; 23] = [
        57, 222, 226, 215, 214, 134, 135, 139, 216, 233, 124, 172, GETTID, 93, 94, 98, 132, 113, 114, 169,
        278, 123, 128,
    ];
}

pub use of_processor::*;
