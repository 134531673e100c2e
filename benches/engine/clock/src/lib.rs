//! CPU and wall time of a piece of work, repeated.

use std::time::Instant;

/// Seconds of CPU time of the process so far.
fn cpu() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes to `now` only.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// The best and the median of some repetitions, in seconds of CPU time, and the best in wall time.
pub struct Time {
    pub best: f64,
    pub median: f64,
    pub wall: f64,
}

/// Does the work so often, once more to warm up.
pub fn time(repetitions: usize, mut work: impl FnMut()) -> Time {
    time_after(repetitions, || (), |()| work())
}

/// The same for work on what is prepared for each repetition, which is not counted.
pub fn time_after<T>(repetitions: usize, mut prepare: impl FnMut() -> T, mut work: impl FnMut(T)) -> Time {
    work(prepare());
    let mut seconds = Vec::new();
    let mut wall = f64::INFINITY;
    for _ in 0..repetitions {
        let prepared = prepare();
        let (from, start) = (cpu(), Instant::now());
        work(prepared);
        seconds.push(cpu() - from);
        wall = wall.min(start.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    Time { best: seconds[0], median: seconds[seconds.len() / 2], wall }
}

/// Prints a line of the table: node evaluations in 10^9 per second, the best and in the median, and what the roots sum
/// up to, without those that a division by next to nothing blew up.
pub fn line(name: &str, set: &str, evaluations: usize, time: &Time, sums: &[f64]) {
    let rate = |seconds: f64| evaluations as f64 / seconds / 1e9;
    let check: f64 = sums.iter().filter(|x| x.abs() < 1e6).sum();
    println!("{name}\t{set}\t{:.2}\t{:.2}\t{check:.6e}", rate(time.best), rate(time.median));
}
