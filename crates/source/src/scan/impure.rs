//! Items outside the workspace that are known to be impure.

/// Paths, or what they start with, and what is impure about them. The first entry that fits decides;
/// an empty reason makes an exception of what a later entry would cover.
const PATHS: &[(&str, &str)] = &[
    ("std::env::consts", ""),
    ("std::env::VarError", ""),
    ("std::env", "reads the environment"),
    ("std::fs", "uses the file system"),
    ("std::path::Path::exists", "uses the file system"),
    ("std::path::absolute", "reads the environment"),
    ("std::net::TcpStream", "uses the network"),
    ("std::net::TcpListener", "uses the network"),
    ("std::net::UdpSocket", "uses the network"),
    ("std::net::ToSocketAddrs", "uses the network"),
    ("std::os", "queries the system"),
    ("std::process::ExitCode", ""),
    ("std::process::Termination", ""),
    ("std::process::Command", "starts processes"),
    ("std::process::exit", "ends the process"),
    ("std::process::abort", "ends the process"),
    ("std::process", "queries the system"),
    ("std::thread::sleep", "waits"),
    ("std::thread::sleep_ms", "waits"),
    ("std::thread::park", "waits"),
    ("std::thread::park_timeout", "waits"),
    ("std::thread::yield_now", "waits"),
    ("std::thread::spawn", "starts threads"),
    ("std::thread::scope", "starts threads"),
    ("std::thread::Builder", "starts threads"),
    ("std::thread::current", "depends on the thread"),
    ("std::thread::available_parallelism", "queries the system"),
    ("std::thread::panicking", "depends on the thread"),
    ("std::time::Instant::now", "reads the clock"),
    ("std::time::SystemTime::now", "reads the clock"),
    ("std::time::SystemTime::elapsed", "reads the clock"),
    ("std::time::Instant::elapsed", "reads the clock"),
    ("std::io::stdin", "reads standard input"),
    ("std::io::read_to_string", ""),
    ("std::io::stdout", "writes to standard output"),
    ("std::io::stderr", "writes to standard error"),
    ("std::panic::set_hook", "changes the panic hook"),
    ("std::panic::take_hook", "changes the panic hook"),
    ("std::backtrace", "depends on the call stack"),
    ("std::collections::hash_map::RandomState", "random"),
    ("std::hash::RandomState", "random"),
    ("std::ptr::read_volatile", "volatile memory"),
    ("std::ptr::write_volatile", "volatile memory"),
    ("std::arch::asm", "inline assembly"),
    ("std::arch::global_asm", "inline assembly"),
    ("rand::random", "random"),
    ("rand::random_range", "random"),
    ("rand::random_ratio", "random"),
    ("rand::random_bool", "random"),
    ("rand::random_iter", "random"),
    ("rand::fill", "random"),
    ("rand::rng", "random"),
    ("rand::thread_rng", "random"),
    ("rand::rngs::OsRng", "random"),
    ("rand::rngs::SysRng", "random"),
    ("rand::rngs::ThreadRng", "random"),
    ("rand::prelude::random", "random"),
    ("rand::prelude::thread_rng", "random"),
    ("rand::prelude::rng", "random"),
    ("rand::prelude::ThreadRng", "random"),
    ("rand_core::OsRng", "random"),
    ("getrandom", "random"),
    ("fastrand::Rng::with_seed", ""),
    ("fastrand", "random"),
    ("oorandom", ""),
    ("uuid::Uuid::new_v1", "random"),
    ("uuid::Uuid::new_v4", "random"),
    ("uuid::Uuid::new_v6", "random"),
    ("uuid::Uuid::now_v1", "reads the clock"),
    ("uuid::Uuid::now_v6", "reads the clock"),
    ("uuid::Uuid::now_v7", "reads the clock"),
    ("chrono::Utc::now", "reads the clock"),
    ("chrono::Utc::today", "reads the clock"),
    ("chrono::Local", "reads the clock"),
    ("chrono::offset::Utc::now", "reads the clock"),
    ("chrono::offset::Local", "reads the clock"),
    ("chrono::prelude::Utc::now", "reads the clock"),
    ("chrono::prelude::Local", "reads the clock"),
    ("time::OffsetDateTime::now_utc", "reads the clock"),
    ("time::OffsetDateTime::now_local", "reads the clock"),
    ("time::UtcOffset::current_local_offset", "reads the environment"),
    ("jiff::Timestamp::now", "reads the clock"),
    ("jiff::Zoned::now", "reads the clock"),
    ("tokio", "runs on an asynchronous runtime"),
    ("async_std", "runs on an asynchronous runtime"),
    ("smol", "runs on an asynchronous runtime"),
    ("rayon::spawn", "starts threads"),
    ("rayon::join", "starts threads"),
    ("rayon::scope", "starts threads"),
    ("crossbeam::scope", "starts threads"),
    ("crossbeam::thread", "starts threads"),
    ("num_cpus", "queries the system"),
    ("libc", "foreign code"),
    ("nix", "queries the system"),
    ("rustix", "queries the system"),
    ("winapi", "foreign code"),
    ("windows", "foreign code"),
    ("windows_sys", "foreign code"),
    ("tempfile", "uses the file system"),
    ("walkdir", "uses the file system"),
    ("glob::glob", "uses the file system"),
    ("memmap2", "uses the file system"),
    ("dirs", "reads the environment"),
    ("reqwest", "uses the network"),
    ("ureq", "uses the network"),
    ("hyper", "uses the network"),
    ("socket2", "uses the network"),
    ("mio", "uses the network"),
];

/// Associated functions that are impure on whichever type.
const NAMES: &[(&str, &str)] = &[
    ("from_entropy", "random"),
    ("from_os_rng", "random"),
    ("try_from_os_rng", "random"),
    ("read_volatile", "volatile memory"),
    ("write_volatile", "volatile memory"),
];

/// Methods of standard types that are impure, whose receivers' types are rarely written down.
const METHODS: &[(&str, &str)] = &[
    ("elapsed", "reads the clock"),
    ("exists", "uses the file system"),
    ("try_exists", "uses the file system"),
    ("canonicalize", "uses the file system"),
    ("read_dir", "uses the file system"),
    ("read_link", "uses the file system"),
    ("symlink_metadata", "uses the file system"),
    ("to_socket_addrs", "uses the network"),
    ("read_volatile", "volatile memory"),
    ("write_volatile", "volatile memory"),
];

/// Macros of the standard library that are impure.
const MACROS: &[(&str, &str)] = &[
    ("print", "writes to standard output"),
    ("println", "writes to standard output"),
    ("eprint", "writes to standard error"),
    ("eprintln", "writes to standard error"),
    ("dbg", "writes to standard error"),
    ("asm", "inline assembly"),
    ("naked_asm", "inline assembly"),
    ("global_asm", "inline assembly"),
    ("llvm_asm", "inline assembly"),
];

/// Types behind which a `static` can change. Lazily initialised ones change once, to the same value each time.
const CELLS: &[&str] = &[
    "AtomicBool",
    "AtomicI8",
    "AtomicI16",
    "AtomicI32",
    "AtomicI64",
    "AtomicI128",
    "AtomicIsize",
    "AtomicU8",
    "AtomicU16",
    "AtomicU32",
    "AtomicU64",
    "AtomicU128",
    "AtomicUsize",
    "AtomicPtr",
    "AtomicCell",
    "Mutex",
    "RwLock",
    "ReentrantLock",
    "ReentrantMutex",
    "Cell",
    "RefCell",
    "UnsafeCell",
    "SyncUnsafeCell",
    "Condvar",
    "Barrier",
    "Sender",
    "Receiver",
    "DashMap",
    "DashSet",
    "ArcSwap",
];

/// The path with `std` for the crates that `std` re-exports.
pub fn canonical(path: &str) -> String {
    match path.split_once("::") {
        Some(("core" | "alloc", rest)) => format!("std::{rest}"),
        _ => path.to_owned(),
    }
}

/// Why a path out of the workspace is impure.
pub fn path_reason(path: &str) -> Option<&'static str> {
    let path = canonical(path);
    let last = path.rsplit("::").next().unwrap_or(&path);
    if last.chars().any(char::is_alphabetic) && !last.chars().any(char::is_lowercase) {
        // A constant: `libc::EINVAL`.
        return None;
    }
    let covers =
        |entry: &str| path.strip_prefix(entry).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    if let Some((_, why)) = PATHS.iter().find(|(entry, _)| covers(entry)) {
        return Some(*why).filter(|why| !why.is_empty());
    }
    path.contains("::").then_some(())?;
    NAMES.iter().find(|(name, _)| *name == last).map(|(_, why)| *why)
}

/// Why a method is impure, where its receiver's type is outside the workspace.
pub fn method_reason(name: &str) -> Option<&'static str> {
    METHODS.iter().find(|(method, _)| *method == name).map(|(_, why)| *why)
}

/// Why a macro that the workspace does not define is impure.
pub fn macro_reason(path: &[String]) -> Option<&'static str> {
    let [.., last] = path else { return None };
    let standard = path.len() == 1 || matches!(path[0].as_str(), "std" | "core");
    let why = MACROS.iter().find(|(name, _)| standard && name == last).map(|(_, why)| *why);
    why.or_else(|| path_reason(&path.join("::")).filter(|_| path.len() > 1))
}

/// Whether a type of this name can change behind a shared reference.
pub fn is_cell(name: &str) -> bool {
    CELLS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_matched_by_whole_segments() {
        assert_eq!(path_reason("std::fs::read"), Some("uses the file system"));
        assert_eq!(path_reason("core::hash::RandomState::new"), Some("random"));
        assert_eq!(path_reason("std::fsx::read"), None);
        assert_eq!(path_reason("std::env::consts::OS"), None);
        assert_eq!(path_reason("std::net::Ipv4Addr::new"), None);
        assert_eq!(path_reason("std::io::Error::other"), None);
        assert_eq!(path_reason("fastrand::u8"), Some("random"));
        assert_eq!(path_reason("rand::rngs::StdRng::from_entropy"), Some("random"));
        assert_eq!(path_reason("rand::rngs::StdRng::seed_from_u64"), None);
        assert_eq!(path_reason("libc::EINVAL"), None);
    }

    #[test]
    fn every_entry_is_reached() {
        for (path, why) in PATHS {
            assert_eq!(path_reason(path).unwrap_or_default(), *why, "{path} is hidden by an earlier entry");
        }
    }

    #[test]
    fn macros_of_other_crates_are_their_own() {
        assert_eq!(macro_reason(&["println".into()]), Some("writes to standard output"));
        assert_eq!(macro_reason(&["std".into(), "eprintln".into()]), Some("writes to standard error"));
        assert_eq!(macro_reason(&["log".into(), "dbg".into()]), None);
        assert_eq!(macro_reason(&["format".into()]), None);
    }
}
