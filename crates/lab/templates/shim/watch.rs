//! Detects calls that hang without burning fuel: in loops of the standard library that call no code of the subject,
//! and in code that macros expand to.
//!
//! The clock is the processor time of the subjects' thread, so that a busy machine does not matter. Where the system does
//! not report it, the clock is time.

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A call that takes longer has hung.
const LIMIT: Duration = Duration::from_secs(10);
/// So has one of the original that takes so much of the processor's time: a function is called thousands of times.
const ORIGINAL_LIMIT: Duration = Duration::from_millis(500);
/// So has a mutant's call that burns no fuel for this long, if no call of the original took a tenth of it.
const QUIET_LIMIT: Duration = Duration::from_secs(1);
/// Calls of the original, or of one mutant, that burn no fuel from one look to the next may take this long together: a function
/// that mostly waits for a library is not tried on hundreds of inputs.
const SLOW_LIMIT: Duration = Duration::from_secs(3);
/// A mutant may take this many times the original's time, as with fuel.
const FACTOR: u32 = 10;
/// A call that waits without running has hung after this many looks.
const STILL: u32 = 100;

pub struct Watch {
    clock: Clock,
    /// The watched call, if there is one.
    call: Option<Call>,
    /// The longest time that a call of the original took.
    original: Duration,
    /// The time that calls took between looks without burning fuel, and the mutant that was active.
    slow: (Duration, u32),
}

/// A call, and readings of the clock.
struct Call {
    number: u32,
    /// When it was first seen.
    begin: Duration,
    /// When its fuel last changed, and the new value.
    burnt: (Duration, i64),
    /// The reading at the last look, and the number of looks since it last changed.
    last: (Duration, u32),
}

impl Watch {
    pub fn new<T>(subjects: &JoinHandle<T>) -> Watch {
        let none = Duration::ZERO;
        Watch { clock: Clock::of(subjects), call: None, original: none, slow: (none, 0) }
    }

    /// Looks at the running call, given by its number and remaining fuel, of a mutant or of the original. Returns once that it
    /// has hung.
    pub fn has_hung(&mut self, running: Option<u32>, fuel: i64, (mutant, original): (u32, bool)) -> bool {
        let now = self.clock.now();
        if self.slow.1 != mutant {
            self.slow = (Duration::ZERO, mutant);
        }
        let Some(number) = running else {
            self.call = None;
            return false;
        };
        let Some(call) = self.call.as_mut().filter(|call| call.number == number) else {
            self.call = Some(Call { number, begin: now, burnt: (now, fuel), last: (now, 0) });
            return false;
        };
        if call.burnt.1 != fuel {
            call.burnt = (now, fuel);
        } else {
            self.slow.0 += now.saturating_sub(call.last.0);
        }
        call.last = (now, if now == call.last.0 { call.last.1 + 1 } else { 0 });
        let spent = now - call.begin;
        let mut hung = spent >= LIMIT || call.last.1 >= STILL;
        if original {
            self.original = self.original.max(spent);
            hung |= (spent >= ORIGINAL_LIMIT || self.slow.0 >= SLOW_LIMIT) && self.clock.is_processor_time();
        } else if self.clock.is_processor_time() {
            // Calls shorter than the time between two looks are not seen.
            let limit = (self.original + super::serve::TICK) * FACTOR;
            hung |= now - call.burnt.0 >= QUIET_LIMIT.max(limit) || self.slow.0 >= SLOW_LIMIT.max(limit);
        }
        if hung {
            // The parent knows already.
            self.slow.0 = Duration::ZERO;
            call.last.1 = 0;
            call.begin = now;
            call.burnt.0 = now;
        }
        hung
    }
}

/// The processor time of a thread, or time.
enum Clock {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    Processor(i32),
    Wall(Instant),
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
extern "C" {
    fn pthread_getcpuclockid(thread: u64, clock: *mut i32) -> i32;
    fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
}

impl Clock {
    fn of<T>(thread: &JoinHandle<T>) -> Clock {
        #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
        {
            use std::os::unix::thread::JoinHandleExt;
            let mut clock = 0;
            if unsafe { pthread_getcpuclockid(thread.as_pthread_t() as u64, &mut clock) } == 0 {
                return Clock::Processor(clock);
            }
        }
        Clock::Wall(Instant::now())
    }

    fn now(&self) -> Duration {
        match self {
            #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
            Clock::Processor(clock) => {
                let mut time = [0; 2];
                unsafe { clock_gettime(*clock, &mut time) };
                Duration::new(time[0] as u64, time[1] as u32)
            }
            Clock::Wall(begin) => begin.elapsed(),
        }
    }

    fn is_processor_time(&self) -> bool {
        !matches!(self, Clock::Wall(_))
    }
}
