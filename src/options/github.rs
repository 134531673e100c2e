//! What GitHub Actions tells its jobs.

use std::path::PathBuf;

/// What is done with results on GitHub Actions, beside printing them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GitHub {
    /// Whether `check` and `suspects` annotate the code.
    pub annotates: bool,
    /// The file whose Markdown is shown on the page of the job.
    pub summary: Option<PathBuf>,
}

impl GitHub {
    /// As the environment of a job says.
    pub fn from_environment() -> GitHub {
        GitHub {
            annotates: std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true"),
            summary: std::env::var_os("GITHUB_STEP_SUMMARY")
                .filter(|file| !file.is_empty())
                .map(PathBuf::from),
        }
    }
}
