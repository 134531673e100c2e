//! Completion scripts for shells.

use clap_complete::Shell;

use super::args::command;

/// The program as a shell calls it.
const PROGRAM: &str = "cargo-morph";

/// The script that completes commands and flags in a shell.
pub(super) fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), PROGRAM, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        // Where a program's name has a hyphen, clap names the states of bash in two ways (clap-rs/clap#6421).
        Shell::Bash => script.replace("cargo__subcmd__morph", "cargo__morph"),
        _ => script,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn bash_knows_the_flags_of_every_command_that_it_recognizes() {
        let script = script(Shell::Bash);
        let lines = || script.lines().map(str::trim);
        let entered: BTreeSet<&str> =
            lines().filter_map(|line| line.strip_prefix("cmd=\"")?.strip_suffix('"')).collect();
        let known: BTreeSet<&str> = lines().filter_map(|line| line.strip_suffix(')')).collect();
        assert!(entered.len() > 10, "{entered:?}");
        let unknown: Vec<&&str> =
            entered.iter().filter(|state| !state.is_empty() && !known.contains(**state)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
