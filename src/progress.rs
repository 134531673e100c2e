//! What a run is doing: bars on a terminal and plain lines elsewhere, on standard error; or events for programs.

mod events;

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use morph_source::progress::{Progress, Shown, Silent, Stage};

use crate::options::{MessageFormat, Verbosity};

pub use events::Event;

/// The progress in this format.
pub fn of(format: MessageFormat, verbosity: Verbosity) -> Box<dyn Progress> {
    match format {
        MessageFormat::Human => new(verbosity),
        MessageFormat::Json => Box::new(events::Events),
    }
}

/// The progress that fits standard error and `verbosity`.
pub fn new(verbosity: Verbosity) -> Box<dyn Progress> {
    match verbosity {
        Verbosity::Quiet => Box::new(Lines { detail: Detail::None }),
        _ if std::io::stderr().is_terminal() => Box::new(Bars::new(ProgressDrawTarget::stderr())),
        Verbosity::Verbose => Box::new(Lines { detail: Detail::Stages }),
        Verbosity::Normal => Box::new(Lines { detail: Detail::LongStages }),
    }
}

/// Bars, one line per stage; a finished stage leaves its line.
#[derive(Debug)]
struct Bars {
    bars: MultiProgress,
}

impl Bars {
    fn new(target: ProgressDrawTarget) -> Self {
        Self { bars: MultiProgress::with_draw_target(target) }
    }

    fn bar(&self, name: &str) -> Bar {
        let bar = self.bars.add(ProgressBar::new_spinner());
        bar.set_style(style("  {prefix:<9} {spinner} {wide_msg}"));
        bar.set_prefix(name.to_owned());
        bar.enable_steady_tick(Duration::from_millis(120));
        Bar { bar, bars: self.bars.clone() }
    }
}

impl Progress for Bars {
    fn stage(&self, name: &str) -> Stage {
        Stage::new(name, Box::new(self.bar(name)))
    }

    fn warn(&self, message: &str) {
        self.bars.suspend(|| print_warning(message));
    }

    fn note(&self, message: &str) {
        self.bars.suspend(|| print_line(message));
    }
}

/// One bar among others.
#[derive(Debug)]
struct Bar {
    bar: ProgressBar,
    bars: MultiProgress,
}

impl Shown for Bar {
    fn set_length(&self, steps: u64) {
        self.bar.set_length(steps);
        let template = "  {prefix:<9} {bar:30.cyan/dim} {human_pos}/{human_len}{left} {wide_msg}";
        self.bar.set_style(style(template).with_key("left", time_left).progress_chars("━━─"));
    }

    fn inc(&self, steps: u64) {
        self.bar.inc(steps);
    }

    fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    fn found(&self, message: &str) {
        self.bars.suspend(|| print_line(&format!("  {message}")));
    }

    fn finish(self: Box<Self>, name: &str, message: &str) {
        self.bar.finish_and_clear();
        self.bars.suspend(|| print_line(&format!("  {name:<9} {message}")));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// What lines tell of stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    None,
    /// How far a stage is, now and then while it lasts.
    LongStages,
    /// That, and where each begins and ends.
    Stages,
}

/// Lines for those who watch a log.
#[derive(Debug)]
struct Lines {
    detail: Detail,
}

/// How often a stage that goes on says so.
const EVERY: Duration = Duration::from_secs(60);

impl Progress for Lines {
    fn stage(&self, name: &str) -> Stage {
        if self.detail == Detail::None {
            return Silent.stage(name);
        }
        let is_detailed = self.detail == Detail::Stages;
        if is_detailed {
            print_line(&format!("  {name:<9} …"));
        }
        Stage::new(name, Box::new(Line::new(name, is_detailed, EVERY, print_line)))
    }

    fn warn(&self, message: &str) {
        print_warning(message);
    }

    fn note(&self, message: &str) {
        print_line(message);
    }
}

/// One stage among others, and how it tells that it goes on.
#[derive(Debug)]
struct Line {
    is_detailed: bool,
    begun: Instant,
    reached: Arc<Mutex<Reached>>,
    /// Dropped with the stage, which ends the thread that tells of it.
    _ended: Sender<()>,
}

/// How far a stage is.
#[derive(Debug, Default)]
struct Reached {
    steps: u64,
    of: Option<u64>,
    message: String,
}

impl Reached {
    /// "  search    120 of 1148, 3 min so far: demo::gcd".
    fn line(&self, name: &str, begun: Instant) -> String {
        let minutes = begun.elapsed().as_secs() / 60;
        let steps = self.of.map_or(String::new(), |of| format!("{} of {of}, ", self.steps));
        let doing = if self.message.is_empty() { String::new() } else { format!(": {}", self.message) };
        format!("  {name:<9} {steps}{minutes} min so far{doing}")
    }
}

impl Line {
    fn new(name: &str, is_detailed: bool, every: Duration, print: impl Fn(&str) + Send + 'static) -> Line {
        let (name, begun, reached) = (name.to_owned(), Instant::now(), Arc::<Mutex<Reached>>::default());
        let (ended, ends) = channel();
        let seen = Arc::clone(&reached);
        std::thread::spawn(move || {
            while ends.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                let line = seen.lock().unwrap_or_else(PoisonError::into_inner).line(&name, begun);
                print(&line);
            }
        });
        Line { is_detailed, begun, reached, _ended: ended }
    }

    fn update(&self, change: impl FnOnce(&mut Reached)) {
        change(&mut self.reached.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Shown for Line {
    fn set_length(&self, steps: u64) {
        self.update(|reached| reached.of = Some(steps));
    }

    fn inc(&self, steps: u64) {
        self.update(|reached| reached.steps += steps);
    }

    fn set_message(&self, message: String) {
        self.update(|reached| reached.message = message);
    }

    fn found(&self, message: &str) {
        if self.is_detailed {
            print_line(&format!("  {message}"));
        }
    }

    fn finish(self: Box<Self>, name: &str, message: &str) {
        if self.is_detailed {
            let seconds = self.begun.elapsed().as_secs_f64();
            print_line(&format!("  {name:<9} {message} ({seconds:.1} s)"));
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is a constant of ours")
}

/// An estimate, once the stage has run for long enough to make one.
fn time_left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    if state.elapsed() < Duration::from_secs(3) || state.pos() == 0 {
        return;
    }
    let seconds = state.eta().as_secs();
    // A bar that cannot be drawn is no reason to fail.
    let _ = match seconds {
        0 => Ok(()),
        1..=90 => write!(out, ", about {seconds} s left"),
        _ => write!(out, ", about {} min left", seconds.div_ceil(60)),
    };
}

fn print_line(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

fn print_warning(message: &str) {
    let yellow = anstyle::AnsiColor::Yellow.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{yellow}warning{yellow:#}: {message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stage_can_be_advanced_from_many_threads() {
        let bars = Bars::new(ProgressDrawTarget::hidden());
        let bar = bars.bar("trace");
        let position = bar.bar.clone();
        let stage = Stage::new("trace", Box::new(bar));
        stage.set_length(400);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..100).for_each(|_| stage.inc(1)));
            }
        });
        assert_eq!(position.position(), 400);
    }

    #[test]
    fn bar_is_finished_when_its_stage_is_dropped() {
        let bars = Bars::new(ProgressDrawTarget::hidden());
        let bar = bars.bar("search");
        let shown = bar.bar.clone();
        let stage = Stage::new("search", Box::new(bar));
        stage.set_length(1_200);
        stage.inc(300);
        stage.set_message("demo::gcd");
        assert_eq!(
            (shown.length(), shown.message(), shown.is_finished()),
            (Some(1_200), "demo::gcd".to_owned(), false)
        );
        drop(stage);
        assert!(shown.is_finished());
    }
    #[test]
    fn stage_that_goes_on_says_how_far_it_is_until_it_ends() {
        let (told, lines) = channel();
        let tell = move |line: &str| drop(told.send(line.to_owned()));
        let stage =
            Stage::new("search", Box::new(Line::new("search", false, Duration::from_millis(5), tell)));
        assert_eq!(lines.recv().as_deref(), Ok("  search    0 min so far"));
        stage.set_length(1_148);
        stage.inc(120);
        stage.set_message("demo::gcd");
        let last = "  search    120 of 1148, 0 min so far: demo::gcd";
        assert!(lines.iter().any(|line| line == last));
        drop(stage);
        // The thread has ended with it, and with the thread its end of the channel.
        assert!(lines.iter().all(|line| line == last));
    }
}
