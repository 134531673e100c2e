//! What a run is doing, on standard error: bars on a terminal, plain lines or nothing elsewhere.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::cli::Verbosity;

/// Shows stages of a run.
pub trait Progress: Send + Sync {
    /// Starts a stage, named by one short word.
    fn stage(&self, name: &str) -> Stage;

    /// Says something that the user should know; a line of its own.
    fn warn(&self, message: &str);

    /// Says what holds the run up; a line of its own.
    fn note(&self, message: &str);
}

/// A stage that is under way; it may be advanced from any thread.
#[derive(Debug)]
pub struct Stage {
    name: String,
    shown: Shown,
}

#[derive(Debug)]
enum Shown {
    Bar { bar: ProgressBar, bars: MultiProgress },
    Line,
    Nothing,
}

/// The progress that fits standard error and `verbosity`.
pub fn new(verbosity: Verbosity) -> Box<dyn Progress> {
    if verbosity != Verbosity::Quiet && std::io::stderr().is_terminal() {
        Box::new(Bars::new(ProgressDrawTarget::stderr()))
    } else {
        Box::new(Plain { lines: verbosity == Verbosity::Verbose })
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
}

impl Progress for Bars {
    fn stage(&self, name: &str) -> Stage {
        let bar = self.bars.add(ProgressBar::new_spinner());
        bar.set_style(style("  {prefix:<9} {spinner} {wide_msg}"));
        bar.set_prefix(name.to_owned());
        bar.enable_steady_tick(Duration::from_millis(120));
        Stage { name: name.to_owned(), shown: Shown::Bar { bar, bars: self.bars.clone() } }
    }

    fn warn(&self, message: &str) {
        self.bars.suspend(|| print_warning(message));
    }

    fn note(&self, message: &str) {
        self.bars.suspend(|| print_line(message));
    }
}

/// Lines for stages that begin and end, or nothing.
#[derive(Debug)]
struct Plain {
    lines: bool,
}

impl Progress for Plain {
    fn stage(&self, name: &str) -> Stage {
        if self.lines {
            print_line(&format!("  {name:<9} …"));
        }
        Stage { name: name.to_owned(), shown: if self.lines { Shown::Line } else { Shown::Nothing } }
    }

    fn warn(&self, message: &str) {
        print_warning(message);
    }

    fn note(&self, message: &str) {
        print_line(message);
    }
}

impl Stage {
    /// Says how many steps the stage has.
    pub fn set_length(&self, steps: u64) {
        if let Shown::Bar { bar, .. } = &self.shown {
            bar.set_length(steps);
            let template = "  {prefix:<9} {bar:30.cyan/dim} {human_pos}/{human_len}{left} {wide_msg}";
            bar.set_style(style(template).with_key("left", time_left).progress_chars("━━─"));
        }
    }

    /// Advances the stage.
    pub fn inc(&self, steps: u64) {
        if let Shown::Bar { bar, .. } = &self.shown {
            bar.inc(steps);
        }
    }

    /// Says what the stage is doing at the moment.
    pub fn set_message(&self, message: impl Into<String>) {
        if let Shown::Bar { bar, .. } = &self.shown {
            bar.set_message(message.into());
        }
    }

    /// Ends the stage with what came of it: "31 functions, 28 to test".
    pub fn finish(self, message: impl AsRef<str>) {
        let line = format!("  {:<9} {}", self.name, message.as_ref());
        match &self.shown {
            Shown::Bar { bar, bars } => {
                bar.finish_and_clear();
                bars.suspend(|| print_line(&line));
            }
            Shown::Line => print_line(&line),
            Shown::Nothing => {}
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Shown::Bar { bar, .. } = &self.shown {
            bar.finish_and_clear();
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
        let stage = bars.stage("trace");
        stage.set_length(400);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..100).for_each(|_| stage.inc(1)));
            }
        });
        let Shown::Bar { bar, .. } = &stage.shown else { panic!("no bar") };
        assert_eq!(bar.position(), 400);
    }

    #[test]
    fn bar_is_finished_when_its_stage_is_dropped() {
        let bars = Bars::new(ProgressDrawTarget::hidden());
        let stage = bars.stage("search");
        stage.set_length(1_200);
        stage.inc(300);
        stage.set_message("demo::gcd");
        let Shown::Bar { bar, .. } = &stage.shown else { panic!("no bar") };
        let bar = bar.clone();
        assert_eq!(
            (bar.length(), bar.message(), bar.is_finished()),
            (Some(1_200), "demo::gcd".to_owned(), false)
        );
        drop(stage);
        assert!(bar.is_finished());
    }

    #[test]
    fn quiet_progress_takes_the_same_calls() {
        let quiet = Plain { lines: false };
        let stage = quiet.stage("scan");
        stage.set_length(1);
        stage.inc(1);
        assert!(matches!(stage.shown, Shown::Nothing));
        stage.finish("done");
    }
}
