//! What the user passes on to cargo, beside features.

use std::fmt;
use std::process::Command;

/// The profile, the target and further arguments of every build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// `--profile`; without it, cargo's own choice.
    pub profile: Option<String>,
    /// `--target`; without it, that of cargo's configuration.
    pub target: Option<String>,
    /// Arguments for cargo, as they are.
    pub args: Vec<String>,
}

impl Passed {
    /// Adds all of it to a command that builds.
    pub(super) fn apply(&self, command: &mut Command) {
        command.args(self.to_args());
    }

    /// All of it as arguments of cargo.
    pub fn to_args(&self) -> Vec<String> {
        [self.flags(), self.args.clone()].concat()
    }

    /// The profile and the target as flags, which are ours as well as cargo's.
    pub fn flags(&self) -> Vec<String> {
        let flags = [("--profile", &self.profile), ("--target", &self.target)].into_iter();
        flags
            .flat_map(|(flag, value)| value.iter().flat_map(move |value| [flag.to_owned(), value.clone()]))
            .collect()
    }

    /// Those of the further arguments that every cargo command takes: `--config` and `-Z`.
    pub(super) fn for_every_command(&self) -> Vec<String> {
        let mut kept = Vec::new();
        let mut args = self.args.iter();
        while let Some(arg) = args.next() {
            if arg == "--config" || arg == "-Z" {
                kept.push(arg.clone());
                kept.extend(args.next().cloned());
            } else if arg.starts_with("--config=") || arg.starts_with("-Z") {
                kept.push(arg.clone());
            }
        }
        kept
    }

    /// Whether there is none of it.
    pub(super) fn is_empty(&self) -> bool {
        *self == Passed::default()
    }

    /// The variable that sets a key of the profile: `CARGO_PROFILE_DEV_PANIC`.
    pub fn variable(&self, key: &str) -> String {
        // The profiles of tests and of benchmarks take the keys that they do not have from these.
        let profile = match self.profile.as_deref() {
            None | Some("dev" | "test") => "dev",
            Some("release" | "bench") => "release",
            Some(own) => own,
        };
        let name = profile.replace('-', "_").to_uppercase();
        format!("CARGO_PROFILE_{name}_{key}")
    }
}

/// As it is written on a command line, but for quotes.
impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_args().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_that_every_command_takes_are_told_from_those_of_builds() {
        let args = ["--config", "a=1", "--timings", "--config=b=2", "-Zx", "-Z", "y", "--config"];
        let passed = Passed { args: args.map(str::to_owned).to_vec(), ..Passed::default() };
        let kept = ["--config", "a=1", "--config=b=2", "-Zx", "-Z", "y", "--config"];
        assert_eq!(passed.for_every_command(), kept);
        assert_eq!(passed.to_args(), args);
    }

    #[test]
    fn variables_are_those_of_the_profile() {
        let variable = |profile: Option<&str>| {
            Passed { profile: profile.map(str::to_owned), ..Passed::default() }.variable("PANIC")
        };
        assert_eq!(variable(None), "CARGO_PROFILE_DEV_PANIC");
        assert_eq!(variable(Some("test")), "CARGO_PROFILE_DEV_PANIC");
        assert_eq!(variable(Some("release")), "CARGO_PROFILE_RELEASE_PANIC");
        assert_eq!(variable(Some("fast-math")), "CARGO_PROFILE_FAST_MATH_PANIC");
    }
}
