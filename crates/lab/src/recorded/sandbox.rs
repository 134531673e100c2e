//! Keeps a command and all that it starts from the network and from writing outside some folders, where the system can.

use std::path::Path;
use std::process::Command;

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub fn confine(_: &mut Command, _: &[&Path]) {}

/// Confines a command to writing below `folders` and devices, and to sockets of this machine's own processes. An old kernel
/// does less of it.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn confine(command: &mut Command, folders: &[&Path]) {
    use std::os::unix::process::CommandExt;
    let rules = linux::ruleset(folders);
    let filter = linux::filter();
    // SAFETY: between fork and exec only system calls are made, on what was prepared before.
    unsafe {
        command.pre_exec(move || {
            linux::restrict(rules.as_ref(), &filter);
            Ok(())
        });
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux {
    use std::fs::File;
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
    use std::path::Path;

    use libc::{c_int, c_ulong, sock_filter, sock_fprog};

    /// Everything that changes a file or a folder, up to the third version of the kernel's interface.
    const WRITES: [(u32, u64); 3] = [(1, 0x1ff2), (2, 1 << 13), (3, 1 << 14)];
    const CREATE_RULESET: i64 = 444;
    const ADD_RULE: i64 = 445;
    const RESTRICT_SELF: i64 = 446;
    const VERSION: c_ulong = 1;
    const BENEATH: c_int = 1;

    #[cfg(target_arch = "x86_64")]
    const AUDIT: u32 = 0xc000_003e;
    #[cfg(target_arch = "aarch64")]
    const AUDIT: u32 = 0xc000_00b7;

    #[repr(C, packed)]
    struct Beneath {
        allowed: u64,
        folder: c_int,
    }

    /// Rules of landlock that allow writing below folders only; `None` where the kernel has none.
    pub fn ruleset(folders: &[&Path]) -> Option<OwnedFd> {
        // SAFETY: as landlock_create_ruleset(2) says; asked for its version it takes nothing.
        let version = unsafe { libc::syscall(CREATE_RULESET, std::ptr::null::<u64>(), 0_usize, VERSION) };
        let version = u32::try_from(version).ok().filter(|version| *version > 0)?;
        let handled: u64 = WRITES.iter().filter(|(since, _)| *since <= version).map(|(_, bits)| bits).sum();
        // SAFETY: the attributes are one number, whose size is given.
        let rules = unsafe { libc::syscall(CREATE_RULESET, &raw const handled, size_of::<u64>(), 0) };
        let rules = c_int::try_from(rules).ok().filter(|fd| *fd >= 0)?;
        // SAFETY: a new descriptor, which we alone own.
        let rules = unsafe { OwnedFd::from_raw_fd(rules) };
        for folder in folders.iter().copied().chain([Path::new("/dev"), Path::new("/proc")]) {
            // A folder that is not there needs no rule.
            let Ok(open) = File::open(folder) else { continue };
            let beneath = Beneath { allowed: handled, folder: open.as_raw_fd() };
            // SAFETY: the rule outlives the call, as its folder does.
            let added = unsafe { libc::syscall(ADD_RULE, rules.as_raw_fd(), BENEATH, &raw const beneath, 0) };
            if added != 0 {
                return None;
            }
        }
        Some(rules)
    }

    /// A filter of seccomp that refuses sockets of any other family than the machine's own.
    pub fn filter() -> [sock_filter; 8] {
        let code = |code: u32| code as u16;
        let load =
            |k: u32| sock_filter { code: code(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS), jt: 0, jf: 0, k };
        let unless = |k: u32, jf: u8| sock_filter {
            code: code(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K),
            jt: 0,
            jf,
            k,
        };
        let end = |k: u32| sock_filter { code: code(libc::BPF_RET | libc::BPF_K), jt: 0, jf: 0, k };
        [
            load(4),
            unless(AUDIT, 5),
            load(0),
            unless(libc::SYS_socket as u32, 3),
            load(16),
            sock_filter { jt: 1, ..unless(libc::AF_UNIX as u32, 0) },
            end(libc::SECCOMP_RET_ERRNO | libc::EACCES as u32),
            end(libc::SECCOMP_RET_ALLOW),
        ]
    }

    /// Applies both to this process and all that it starts. Where one is not possible the other is done.
    pub fn restrict(rules: Option<&OwnedFd>, filter: &[sock_filter; 8]) {
        let program = sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
        // SAFETY: system calls on values that outlive them.
        unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            if let Some(rules) = rules {
                libc::syscall(RESTRICT_SELF, rules.as_raw_fd(), 0);
            }
            libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program);
        }
    }
}
