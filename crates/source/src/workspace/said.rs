//! What cargo says on standard error, in a line.

use crate::exit::{Code, fail};

/// What cargo says where it lacks the network.
const NO_NETWORK: [&str; 3] =
    ["error: failed to download", "  failed to download", "you're using offline mode (--offline)"];

/// What the system says of a disk that takes nothing more.
const FULL: [&str; 3] = ["No space left on device", "Disk quota exceeded", "Read-only file system"];

/// What cargo says of a rustc that it cannot start.
const NO_RUSTC: [&str; 2] = ["error: could not execute process `", "(never executed)"];

/// Why cargo failed where rustc reported nothing.
pub fn cargo_error(stderr: &str) -> String {
    let Some(error) = stderr.lines().find_map(|line| line.strip_prefix("error: ")) else {
        return "cargo fails".to_owned();
    };
    let Some(script) = error.strip_prefix("failed to run custom build command for `") else {
        return error.to_owned();
    };
    let package = script.split(' ').next().unwrap_or_default().trim_end_matches('`');
    format!("the build script of `{package}` fails{}", script_error(stderr))
}

/// Whether a text tells of a disk that takes nothing more.
pub fn is_full(said: &str) -> bool {
    FULL.iter().any(|words| said.contains(words))
}

/// The error of what cargo and rustc lacked to build anything: a dependency that could not be downloaded, room on the disk,
/// rustc.
pub fn lacking(said: &str) -> Option<anyhow::Error> {
    let error = cargo_error(said);
    let why = if NO_NETWORK.iter().any(|words| said.contains(words)) {
        format!("a dependency is missing: {error}; run `cargo fetch` with access to the network")
    } else if let Some(words) = FULL.iter().find(|words| said.contains(**words)) {
        format!("cannot build: {words}; free some, or set CARGO_TARGET_DIR to a folder elsewhere")
    } else if NO_RUSTC.iter().all(|words| said.contains(words)) {
        format!("cannot run rustc: {error}; install Rust or add rustc to PATH")
    } else {
        return None;
    };
    Some(fail(Code::Environment, why))
}

/// The last words of a build script that failed: what it panicked with, or its last line.
fn script_error(stderr: &str) -> String {
    let mut lines = stderr.lines().skip_while(|line| line.trim() != "--- stderr").skip(1).map(str::trim);
    let lines: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("error: ")).collect();
    let said = lines.iter().position(|line| line.starts_with("thread '") && line.contains(" panicked at "));
    let panic = said.and_then(|at| lines.get(at + 1));
    let is_note =
        |line: &&&str| line.is_empty() || line.starts_with("note: ") || line.starts_with("warning: ");
    let last = panic.or_else(|| lines.iter().rev().find(|line| !is_note(line)));
    last.map(|line| format!(": {line}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::code_of;

    #[test]
    fn what_cannot_be_downloaded_is_the_environments_fault() {
        for said in [
            "error: failed to download `x v1.0.0`\n\nCaused by:\n  attempting to make an HTTP request, but --offline was specified\n",
            "error: failed to get `x` as a dependency of package `a`\n\nCaused by:\n  failed to download from `y`\n",
            "error: no matching package named `x` found\nAs a reminder, you're using offline mode (--offline) which can\n",
        ] {
            let error = lacking(said).expect("the network is missing");
            assert_eq!(code_of(&error), Code::Environment);
            assert!(error.to_string().contains("`x"), "{error}");
        }
        assert!(lacking("error: no matching package named `x` found\n").is_none());
    }

    #[test]
    fn full_disk_and_missing_compiler_are_the_environments_fault() {
        for (said, part) in [
            (
                "error: failed to write `x`\n\nCaused by:\n  No space left on device (os error 28)\n",
                "left on device; free some",
            ),
            (
                "error: could not execute process `rustc -vV` (never executed)\n",
                "cannot run rustc: could not execute",
            ),
        ] {
            let error = lacking(said).expect("something is missing");
            assert_eq!(code_of(&error), Code::Environment);
            assert!(error.to_string().contains(part), "{error}");
        }
        assert!(
            lacking("error: could not execute process `build-script-build` (exit status: 1)\n").is_none()
        );
    }

    #[test]
    fn build_script_is_quoted_with_its_last_words() {
        let failed = |said: &str| {
            format!(
                "   Compiling b v0.1.0 (/w/b)\nerror: failed to run custom build command for `b v0.1.0 (/w/b)`\n\n\
                 Caused by:\n  process didn't exit successfully: `/x/build-script-build` (exit status: 1)\n  \
                 --- stdout\n  cargo:rerun-if-changed=build.rs\n\n{said}"
            )
        };
        for (said, expected) in [
            (
                "  --- stderr\n\n  thread 'main' (12) panicked at b/build.rs:2:5:\n  libz is missing\n  \
                 note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
                "the build script of `b` fails: libz is missing",
            ),
            (
                "  --- stderr\n  looking for libz\n  libz is missing\nwarning: build failed, waiting\n",
                "the build script of `b` fails: libz is missing",
            ),
            ("", "the build script of `b` fails"),
        ] {
            assert_eq!(cargo_error(&failed(said)), expected);
        }
        assert_eq!(
            cargo_error("error: no matching package named `x` found\n"),
            "no matching package named `x` found"
        );
        assert_eq!(cargo_error(""), "cargo fails");
    }
}
