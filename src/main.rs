//! The binary: parses, resolves, runs, and turns the end into an exit code.

use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use anyhow::{Context, Result};
use cargo_morph::cli::{self, Request};
use cargo_morph::config::{self, Config, Place};
use cargo_morph::options::Color;
use cargo_morph::pipeline;
use morph_source::exit::{Code, code_of};
use morph_source::process;
use morph_symbolic::solver;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const BUG: &str = "this is a bug in cargo morph";
const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

fn main() -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        if solver::panics_are_contained() {
            return;
        }
        let payload = panic.payload();
        let message = payload.downcast_ref::<&str>().copied();
        let message = message.or_else(|| payload.downcast_ref::<String>().map(|message| &**message));
        let message = message.unwrap_or("a panic without a message");
        let place = panic.location().map(|place| format!(" ({place})")).unwrap_or_default();
        print_error(&format!("{BUG}: {message}{place}"));
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            let _ = writeln!(std::io::stderr(), "{}", std::backtrace::Backtrace::force_capture());
        }
    }));
    let code = match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            process::park_if_interrupted();
            let code = code_of(&error);
            // `{:#}` joins the chain of contexts with ": ".
            match code {
                Code::Internal => print_error(&format!("{BUG}: {error:#}")),
                _ => print_error(&format!("{error:#}")),
            }
            code
        }
        Err(_) => Code::Internal,
    };
    process::park_if_interrupted();
    ExitCode::from(code as u8)
}

fn run() -> Result<Code> {
    let parsed = match cli::parse(std::env::args_os())? {
        Request::Run(parsed) => parsed,
        Request::MergeFile(files) => return pipeline::merge_file::run(&files).map(|()| Code::Done),
        Request::Show(text) => {
            // A reader that goes away early is no error.
            let _ = write!(anstream::stdout(), "{text}");
            return Ok(Code::Done);
        }
    };
    match parsed.color() {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    let place = match parsed.config() {
        Some(file) => Some(Place::file(file)),
        None => config::find(parsed.manifest_path())?,
    };
    let config = place.as_ref().map(Config::load).transpose()?;
    let options = parsed.resolve(config.unwrap_or_default())?;
    process::install_interrupt_handler().context("cannot watch for interrupts")?;
    pipeline::run(&options)
}

fn print_error(message: &str) {
    let _ = writeln!(anstream::stderr(), "{RED}error{RED:#}: {message}");
}
