//! What a run is doing, on standard error: bars on a terminal, plain lines or nothing elsewhere.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use morph_source::progress::{Progress, Shown, Silent, Stage};

use crate::options::Verbosity;

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

/// Lines for stages that begin and end, or nothing.
#[derive(Debug)]
struct Plain {
    lines: bool,
}

impl Progress for Plain {
    fn stage(&self, name: &str) -> Stage {
        if !self.lines {
            return Silent.stage(name);
        }
        print_line(&format!("  {name:<9} …"));
        Stage::new(name, Box::new(Line))
    }

    fn warn(&self, message: &str) {
        print_warning(message);
    }

    fn note(&self, message: &str) {
        print_line(message);
    }
}

/// A line when the stage ends.
#[derive(Debug)]
struct Line;

impl Shown for Line {
    fn set_length(&self, _: u64) {}

    fn inc(&self, _: u64) {}

    fn set_message(&self, _: String) {}

    fn found(&self, message: &str) {
        print_line(&format!("  {message}"));
    }

    fn finish(self: Box<Self>, name: &str, message: &str) {
        print_line(&format!("  {name:<9} {message}"));
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
}
