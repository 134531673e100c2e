//! CPU seconds of child processes.

/// CPU seconds of all processes that this one started, and they in turn, and that have ended.
pub fn spent() -> f64 {
    // SAFETY: all zeros are a valid `rusage`, and `getrusage` writes to nothing else.
    let usage = unsafe {
        let mut usage = std::mem::zeroed::<libc::rusage>();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
