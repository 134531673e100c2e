//! rustfmt, with the user's settings.

use std::path::Path;
use std::process::Command;

use anyhow::Context;

use morph_source::process;

/// The text as rustfmt would leave it in `dir`; as it is where there is no rustfmt or it does not understand the text.
pub fn formatted(text: &str, edition: &str, dir: &Path) -> anyhow::Result<String> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let file = folder.path().join("tests.rs");
    std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    let mut command = Command::new("rustfmt");
    command.args(["--edition", edition]);
    if let Some(config) = settings(dir) {
        command.arg("--config-path").arg(config);
    }
    command.arg(&file).current_dir(folder.path());
    match process::output(command) {
        Ok(output) if output.status.success() => {
            std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))
        }
        _ => {
            process::park_if_interrupted();
            Ok(text.to_owned())
        }
    }
}

/// The settings that rustfmt would find from a folder upwards.
fn settings(dir: &Path) -> Option<std::path::PathBuf> {
    dir.ancestors()
        .flat_map(|dir| [dir.join("rustfmt.toml"), dir.join(".rustfmt.toml")])
        .find(|file| file.is_file())
}
