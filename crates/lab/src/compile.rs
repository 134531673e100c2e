//! Runs cargo on the lab's copy and reads rustc's messages.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

use morph_source::exit::{Code, fail};
use morph_source::process;
use morph_source::workspace::{self, DENIED};

/// The result of a build.
pub struct Built {
    /// Executables by target name.
    pub executables: Vec<(String, PathBuf)>,
    /// Errors of rustc, in order.
    pub errors: Vec<CompileError>,
    /// What would be errors, were lints not capped: [`DENIED`].
    pub denied: Vec<CompileError>,
    /// Whether a program would have two allocators.
    pub two_heaps: bool,
    /// Whether cargo succeeded.
    pub success: bool,
    /// What cargo wrote on standard error.
    pub stderr: String,
    /// The roots of the crates that were compiled, and of those with errors.
    pub crates: Crates,
}

/// Crates of a build, by the files of their roots.
#[derive(Clone, Debug, Default)]
pub struct Crates {
    /// Those that were compiled.
    pub compiled: BTreeSet<PathBuf>,
    /// Those with errors.
    pub failed: BTreeSet<PathBuf>,
}

/// An error of rustc.
#[derive(Clone, Debug, Default)]
pub struct CompileError {
    /// Its first line.
    pub message: String,
    /// As rustc prints it.
    pub rendered: String,
    /// Every place that it names: the file, relative to the workspace's root, the bytes, whether it is a primary one.
    pub places: Vec<(PathBuf, std::ops::Range<usize>, bool)>,
}

/// Runs a cargo command that builds, with JSON messages. What it lacked to build anything is an error.
pub fn run(mut command: Command) -> anyhow::Result<Built> {
    command.arg("--message-format=json");
    let output = process::output(command)
        .map_err(|error| fail(Code::Environment, format!("cannot run cargo: {error}")))?;
    process::park_if_interrupted();
    let mut built = Built {
        executables: Vec::new(),
        errors: Vec::new(),
        denied: Vec::new(),
        two_heaps: false,
        success: output.status.success(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        crates: Crates::default(),
    };
    let mut placeless = String::new();
    for message in Message::parse_stream(&output.stdout[..]) {
        match message {
            Ok(Message::CompilerMessage(m)) if is_error(&m.message) => {
                built.crates.failed.insert(m.target.src_path.into_std_path_buf());
                built.errors.push(compile_error(&m.message))
            }
            Ok(Message::CompilerMessage(m)) if is_denied(&m.message) => {
                built.denied.push(compile_error(&m.message))
            }
            // What an error is about may be said after it.
            Ok(Message::CompilerMessage(m)) if is_use(&m.message.message) && !built.errors.is_empty() => {
                if let Some(error) = built.errors.last_mut() {
                    error.places.extend(compile_error(&m.message).places);
                }
            }
            // The linker's side of rustc, which names no place.
            Ok(Message::CompilerMessage(m)) => {
                built.two_heaps |= m.message.message.contains("global allocator");
                placeless.push_str(&m.message.message);
                m.message.children.iter().for_each(|child| placeless.push_str(&child.message));
            }
            Ok(Message::CompilerArtifact(artifact)) => {
                built.crates.compiled.insert(artifact.target.src_path.into_std_path_buf());
                if let Some(executable) = artifact.executable {
                    built.executables.push((artifact.target.name, executable.into_std_path_buf()));
                }
            }
            _ => {}
        }
    }
    if !built.success && built.errors.is_empty() {
        workspace::lacking(&format!("{}\n{placeless}", built.stderr)).map_or(Ok(()), Err)?;
    }
    Ok(built)
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.level, DiagnosticLevel::Error | DiagnosticLevel::Ice) && !diagnostic.spans.is_empty()
}

fn is_denied(diagnostic: &Diagnostic) -> bool {
    diagnostic.code.as_ref().is_some_and(|code| DENIED.contains(&&*code.code))
}

/// Whether a note names the call at which a generic function does not compile.
fn is_use(message: &str) -> bool {
    message.starts_with("the above error was encountered while instantiating")
}

fn compile_error(diagnostic: &Diagnostic) -> CompileError {
    let mut places = Vec::new();
    let mut add = |span: &DiagnosticSpan, primary: bool| {
        let mut span = Some(span);
        // From inside a macro to where it is used.
        while let Some(s) = span {
            places.push((PathBuf::from(&s.file_name), s.byte_start as usize..s.byte_end as usize, primary));
            span = s.expansion.as_ref().map(|e| &e.span);
        }
    };
    for span in &diagnostic.spans {
        add(span, span.is_primary);
    }
    for child in &diagnostic.children {
        // What has to hold of its parameters is seen where a function is used: there the fault is.
        let uses = is_use(&child.message);
        child.spans.iter().for_each(|span| add(span, uses));
    }
    CompileError {
        message: diagnostic.message.clone(),
        rendered: diagnostic.rendered.clone().unwrap_or_default(),
        places,
    }
}
