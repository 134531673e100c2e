//! Options that name functions and files must name some: a misspelt name would otherwise make every check succeed.

use std::path::Path;

use anyhow::Result;

use crate::options::Options;
use morph_source::exit::{Code, fail};
use morph_source::scan::{Function, Read, Subject};
use morph_source::workspace::Workspace;

/// Names that an error proposes.
const PROPOSED: usize = 3;
/// The similarity, from 0 to 1, from which on a name is proposed.
const SIMILAR: f64 = 0.7;

/// Refuses patterns of functions and files that match none, and ranges in `morph.toml` of functions and parameters that do
/// not exist.
pub fn refuse_unmatched(options: &Options, workspace: &Workspace, read: &Read) -> Result<()> {
    let world = &read.world;
    let paths: Vec<&str> = world.functions().map(|function| function.path.as_str()).collect();
    if let Some(pattern) = &options.filter.patterns.function
        && !paths.iter().any(|path| pattern.is_match(path))
    {
        return refuse(&format!("no function matches `{pattern}`"), &similar(pattern.as_str(), &paths));
    }
    if let Some(files) = &options.filter.patterns.files {
        let modules = workspace.packages.iter().flat_map(|package| &package.targets);
        let modules = modules.flat_map(|target| &target.modules).map(|module| module.file.as_path());
        let mut all = modules.chain(world.functions().map(|function| function.file.as_path()));
        let is_match = |file: &Path| files.is_match(workspace.relative(file));
        if !all.any(is_match) {
            return refuse("no source file of the selected packages matches the --file patterns", &[]);
        }
    }
    // Of a package that is not selected nothing is known.
    let is_selected = |path: &str| world.crates.contains_key(path.split("::").next().unwrap_or_default());
    let unknown = options.domain.keys().find(|path| is_selected(path) && !paths.contains(&path.as_str()));
    if let Some(path) = unknown {
        let what = format!("[domain] in morph.toml names `{path}`, but there is no such function");
        return refuse(&what, &similar(path, &paths));
    }
    read.functions.iter().filter_map(Function::subject).try_for_each(|subject| parameters(options, subject))
}

/// Refuses ranges in `morph.toml` of parameters that a function does not have.
fn parameters(options: &Options, subject: &Subject) -> Result<()> {
    let Some(ranges) = options.domain.get(&subject.path) else { return Ok(()) };
    let names: Vec<&str> = subject.params.iter().map(|param| param.name.as_str()).collect();
    let Some(unknown) = ranges.keys().find(|name| !names.contains(&name.as_str())) else { return Ok(()) };
    let known = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let known = if known.is_empty() { "none".to_owned() } else { known };
    let path = &subject.path;
    let why = format!("[domain] in morph.toml: `{path}` has no parameter `{unknown}`; it has {known}");
    Err(fail(Code::Usage, why))
}

fn refuse(what: &str, similar: &[&str]) -> Result<()> {
    Err(unknown(what, similar, "`cargo morph scan` lists all functions"))
}

/// The error about a name that nothing has; `otherwise` is the advice where nothing is similar.
pub fn unknown(what: &str, similar: &[&str], otherwise: &str) -> anyhow::Error {
    let quoted: Vec<String> = similar.iter().map(|path| format!("`{path}`")).collect();
    let advice = match quoted.as_slice() {
        [] => otherwise.to_owned(),
        [one] => format!("did you mean {one}?"),
        [others @ .., last] => format!("did you mean {} or {last}?", others.join(", ")),
    };
    fail(Code::Usage, format!("{what}; {advice}"))
}

/// The paths that are most similar to a pattern: as a whole, or in the last name alone.
pub fn similar<'a>(pattern: &str, paths: &[&'a str]) -> Vec<&'a str> {
    let is_part_of_name = |c: &char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let meant: String = pattern.chars().filter(is_part_of_name).collect();
    let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
    let nearness = |path: &str| {
        let whole = strsim::normalized_damerau_levenshtein(&meant, path);
        whole.max(strsim::normalized_damerau_levenshtein(&last(&meant), &last(path)))
    };
    let mut near: Vec<(f64, &str)> = paths.iter().map(|path| (nearness(path), *path)).collect();
    near.retain(|(nearness, _)| *nearness >= SIMILAR);
    near.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
    near.dedup_by_key(|(_, path)| *path);
    near.into_iter().take(PROPOSED).map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn misspelt_names_are_near_those_that_are_meant() {
        let paths = ["demo::num::gcd", "demo::text::levenshtein", "demo::text::total", "demo::text::hamming"];
        for (pattern, meant) in [
            ("totl", &["demo::text::total"][..]),
            ("^demo::num::totla$", &["demo::text::total"]),
            ("Levenshtien", &["demo::text::levenshtein"]),
            ("demo::numb::gcd", &["demo::num::gcd"]),
            ("entirely_different", &[]),
            (".*[", &[]),
        ] {
            assert_eq!(similar(pattern, &paths), meant, "{pattern}");
        }
    }
}
