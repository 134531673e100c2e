//! System calls by number: their names, and what they are for.

/// "openat (opens a file)".
pub fn describe(number: u32) -> String {
    match CALLS.iter().find(|(known, ..)| u32::try_from(*known) == Ok(number)) {
        Some((_, name, what)) => format!("{name} ({what})"),
        None => format!("number {number}"),
    }
}

macro_rules! calls {
    ($($(#[$on:meta])* $number:ident $what:literal)*) => {
        /// Those that a function of the standard library may come to make. The numbers are this machine's, on which
        /// the lab is built.
        #[cfg(target_os = "linux")]
        const CALLS: &[(libc::c_long, &str, &str)] = &[$($(#[$on])* (libc::$number, name(stringify!($number)), $what),)*];
    };
}

#[cfg(not(target_os = "linux"))]
const CALLS: &[(i64, &str, &str)] = &[];

/// The name without `SYS_`.
#[cfg(target_os = "linux")]
const fn name(constant: &'static str) -> &'static str {
    constant.split_at(4).1
}

#[cfg(target_os = "linux")]
calls! {
    SYS_openat "opens a file"
    SYS_openat2 "opens a file"
    #[cfg(target_arch = "x86_64")] SYS_open "opens a file"
    #[cfg(target_arch = "x86_64")] SYS_creat "creates a file"
    SYS_read "reads a file"
    SYS_pread64 "reads a file"
    SYS_readv "reads a file"
    SYS_write "writes a file"
    SYS_pwrite64 "writes a file"
    SYS_writev "writes a file"
    SYS_lseek "seeks in a file"
    SYS_truncate "changes a file"
    SYS_ftruncate "changes a file"
    SYS_fallocate "changes a file"
    SYS_fsync "writes a file"
    SYS_fdatasync "writes a file"
    SYS_copy_file_range "copies a file"
    SYS_sendfile "copies a file"
    SYS_flock "locks a file"
    SYS_fstat "reads file metadata"
    SYS_statx "reads file metadata"
    SYS_newfstatat "reads file metadata"
    SYS_faccessat "reads file metadata"
    SYS_faccessat2 "reads file metadata"
    #[cfg(target_arch = "x86_64")] SYS_stat "reads file metadata"
    #[cfg(target_arch = "x86_64")] SYS_lstat "reads file metadata"
    #[cfg(target_arch = "x86_64")] SYS_access "reads file metadata"
    SYS_readlinkat "reads a link"
    #[cfg(target_arch = "x86_64")] SYS_readlink "reads a link"
    SYS_getdents64 "lists a folder"
    SYS_unlinkat "removes a file"
    #[cfg(target_arch = "x86_64")] SYS_unlink "removes a file"
    #[cfg(target_arch = "x86_64")] SYS_rmdir "removes a folder"
    SYS_renameat2 "renames a file"
    #[cfg(target_arch = "x86_64")] SYS_renameat "renames a file"
    #[cfg(target_arch = "x86_64")] SYS_rename "renames a file"
    SYS_mkdirat "creates a folder"
    #[cfg(target_arch = "x86_64")] SYS_mkdir "creates a folder"
    SYS_linkat "creates a link"
    SYS_symlinkat "creates a link"
    #[cfg(target_arch = "x86_64")] SYS_link "creates a link"
    #[cfg(target_arch = "x86_64")] SYS_symlink "creates a link"
    SYS_fchmod "changes a file's permissions"
    SYS_fchmodat "changes a file's permissions"
    #[cfg(target_arch = "x86_64")] SYS_chmod "changes a file's permissions"
    SYS_fchownat "changes a file's owner"
    SYS_utimensat "changes a file's times"
    SYS_memfd_create "creates a file in memory"
    SYS_getcwd "reads the working folder"
    SYS_chdir "changes the working folder"
    SYS_fchdir "changes the working folder"
    SYS_umask "changes the file mask"
    SYS_ioctl "controls a device"
    SYS_fcntl "changes a descriptor"
    SYS_dup "copies a descriptor"
    SYS_dup3 "copies a descriptor"
    SYS_pipe2 "opens a pipe"
    #[cfg(target_arch = "x86_64")] SYS_pipe "opens a pipe"
    SYS_socket "opens a socket"
    SYS_socketpair "opens a socket"
    SYS_connect "uses the network"
    SYS_bind "uses the network"
    SYS_sendto "uses the network"
    SYS_recvfrom "uses the network"
    SYS_clone "starts a thread or a process"
    SYS_clone3 "starts a thread or a process"
    #[cfg(target_arch = "x86_64")] SYS_fork "starts a process"
    #[cfg(target_arch = "x86_64")] SYS_vfork "starts a process"
    SYS_execve "runs a program"
    SYS_execveat "runs a program"
    SYS_wait4 "waits for a process"
    SYS_waitid "waits for a process"
    SYS_pidfd_open "opens a process"
    SYS_kill "signals a process"
    SYS_tkill "signals a thread"
    SYS_tgkill "signals a thread"
    SYS_nanosleep "sleeps"
    SYS_clock_nanosleep "sleeps"
    SYS_ppoll "waits"
    SYS_pselect6 "waits"
    SYS_epoll_create1 "waits"
    SYS_epoll_pwait "waits"
    #[cfg(target_arch = "x86_64")] SYS_poll "waits"
    #[cfg(target_arch = "x86_64")] SYS_select "waits"
    #[cfg(target_arch = "x86_64")] SYS_pause "waits"
    SYS_clock_settime "sets the clock"
    SYS_getppid "reads a process id"
    SYS_getuid "reads the user id"
    SYS_geteuid "reads the user id"
    SYS_getgid "reads the user id"
    SYS_uname "reads the machine's name"
    SYS_sysinfo "reads system information"
    SYS_getrusage "reads resource usage"
    SYS_getcpu "reads the current processor"
    SYS_getpriority "reads the priority"
    SYS_setpriority "changes the priority"
    SYS_sched_setaffinity "changes the priority"
    SYS_prlimit64 "reads limits"
    SYS_getrlimit "reads limits"
    SYS_setrlimit "changes limits"
    SYS_prctl "changes the process"
    SYS_ptrace "traces a process"
    SYS_mlock "locks memory"
    SYS_shmget "shares memory"
    SYS_io_uring_setup "sets up asynchronous I/O"
}

#[cfg(all(test, target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[path = "../templates/shim/numbers.rs"]
mod numbers;

#[cfg(all(test, target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use super::{describe, numbers};

    #[test]
    fn known_calls_are_named_with_what_they_do() {
        let of = |number: libc::c_long| describe(u32::try_from(number).expect("a number"));
        assert_eq!(of(libc::SYS_openat), "openat (opens a file)");
        assert_eq!(of(libc::SYS_clock_nanosleep), "clock_nanosleep (sleeps)");
        assert_eq!(describe(99_999), "number 99999");
    }

    /// The shim has no dependencies, and so its own copy of the numbers.
    #[test]
    fn numbers_in_the_shim_are_those_of_this_processor() {
        let mut free = vec![
            libc::SYS_close,
            libc::SYS_mmap,
            libc::SYS_mprotect,
            libc::SYS_munmap,
            libc::SYS_brk,
            libc::SYS_rt_sigaction,
            libc::SYS_rt_sigprocmask,
            libc::SYS_rt_sigreturn,
            libc::SYS_mremap,
            libc::SYS_madvise,
            libc::SYS_sched_yield,
            libc::SYS_getpid,
            libc::SYS_gettid,
            libc::SYS_exit,
            libc::SYS_exit_group,
            libc::SYS_futex,
            libc::SYS_sigaltstack,
            libc::SYS_clock_gettime,
            libc::SYS_clock_getres,
            libc::SYS_gettimeofday,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_time,
            libc::SYS_getrandom,
            libc::SYS_sched_getaffinity,
            libc::SYS_restart_syscall,
        ];
        free.sort_unstable();
        let mut in_shim = numbers::FREE.map(libc::c_long::from);
        in_shim.sort_unstable();
        assert_eq!(free, in_shim);
        let others = [
            numbers::READ,
            numbers::WRITE,
            numbers::WRITEV,
            numbers::TGKILL,
            numbers::TKILL,
            numbers::GETTID,
        ];
        let known = [
            libc::SYS_read,
            libc::SYS_write,
            libc::SYS_writev,
            libc::SYS_tgkill,
            libc::SYS_tkill,
            libc::SYS_gettid,
        ];
        assert_eq!(others.map(libc::c_long::from), known);
    }
}
