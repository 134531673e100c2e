//! What build scripts set: `cargo:rustc-cfg=…`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use cargo_metadata::Message;
use cargo_metadata::diagnostic::DiagnosticLevel;
use proc_macro2::{TokenStream, TokenTree};

use super::cfg::Cfg;
use super::said::{cargo_error, lacking};
use super::{Package, Target, Workspace, copy_tree};
use crate::exit::{Code, does_not_build, fail};
use crate::process;

/// Names that no build script sets.
const KNOWN: [&str; 22] = [
    "all",
    "any",
    "clippy",
    "debug_assertions",
    "doc",
    "docsrs",
    "doctest",
    "false",
    "feature",
    "fmt_debug",
    "miri",
    "not",
    "overflow_checks",
    "panic",
    "proc_macro",
    "relocation_model",
    "rustfmt",
    "sanitize",
    "test",
    "true",
    "ub_checks",
    "version",
];

/// Whether only a build script can tell what is compiled of these targets: some `cfg` names what is not known.
pub(super) fn decide(targets: &[Target], cfg: &Cfg) -> bool {
    let files: BTreeSet<&Path> =
        targets.iter().flat_map(|target| &target.modules).map(|module| module.file.as_path()).collect();
    files.into_iter().any(|file| {
        let tokens = std::fs::read_to_string(file).ok().and_then(|text| {
            // A shebang line or a byte order mark is no token.
            let text = text.trim_start_matches('\u{feff}');
            text.parse().or_else(|_| text.split_once('\n').map_or("", |(_, rest)| rest).parse()).ok()
        });
        tokens.is_some_and(|tokens| asks(tokens, cfg))
    })
}

/// Whether a `cfg(…)`, `cfg!(…)` or `cfg_attr(…)` among the tokens has a name that is not known.
fn asks(tokens: TokenStream, cfg: &Cfg) -> bool {
    let mut after = None;
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                after = Some(name.to_string()).filter(|name| matches!(&**name, "cfg" | "cfg_attr"))
            }
            TokenTree::Punct(mark) if mark.as_char() == '!' => {}
            TokenTree::Group(group) => {
                let strange = match after.take().as_deref() {
                    Some("cfg") => names(group.stream(), cfg),
                    Some(_) => {
                        let comma =
                            |t: &TokenTree| matches!(t, TokenTree::Punct(mark) if mark.as_char() == ',');
                        names(group.stream().into_iter().take_while(|token| !comma(token)).collect(), cfg)
                            || asks(group.stream(), cfg)
                    }
                    None => asks(group.stream(), cfg),
                };
                if strange {
                    return true;
                }
            }
            _ => after = None,
        }
    }
    false
}

/// Whether a predicate has a name that is not known.
fn names(predicate: TokenStream, cfg: &Cfg) -> bool {
    predicate.into_iter().any(|token| match token {
        TokenTree::Ident(name) => {
            let name = name.to_string();
            let known = KNOWN.contains(&&*name) || name.starts_with("target_") || cfg.has_name(&name);
            !known && !matches!(&*name, "unix" | "windows")
        }
        TokenTree::Group(group) => names(group.stream(), cfg),
        _ => false,
    })
}

/// Runs the build scripts of `packages` in the lab's copy, and says what each sets. What is compiled for that is what
/// the lab will need.
pub(super) fn run(
    workspace: &Workspace,
    packages: &[&Package],
    flags: &[String],
) -> anyhow::Result<BTreeMap<PathBuf, Vec<String>>> {
    let tree = workspace.lab_tree();
    copy_tree(workspace, &tree)?;
    let mut command = workspace.lab_cargo("check", &tree, &workspace.lab_target_dir());
    command.args(["--message-format=json", "--keep-going"]).args(flags);
    workspace.choose_packages(&mut command, &tree);
    let output = process::output(command)
        .map_err(|error| fail(Code::Environment, format!("cannot run cargo: {error}")))?;
    process::park_if_interrupted();
    let (mut set, mut dirs, mut first) = (BTreeMap::new(), BTreeMap::new(), None);
    for message in Message::parse_stream(&output.stdout[..]) {
        match message {
            Ok(Message::CompilerArtifact(artifact)) => {
                let dir = artifact.manifest_path.parent().map(|dir| dir.as_std_path().to_owned());
                dirs.insert(artifact.package_id, dir.unwrap_or_default());
            }
            Ok(Message::BuildScriptExecuted(script)) => _ = set.insert(script.package_id, script.cfgs),
            Ok(Message::CompilerMessage(m)) if m.message.level == DiagnosticLevel::Error => {
                first.get_or_insert(m.message);
            }
            _ => {}
        }
    }
    let mut found = BTreeMap::new();
    for (id, cfgs) in set {
        let dir = dirs.get(&id).context("a build script is compiled before it runs")?;
        let copy = dir.strip_prefix(&tree).map(|below| workspace.root.join(below));
        found.insert(copy.unwrap_or_else(|_| dir.clone()), cfgs);
    }
    if packages.iter().all(|package| found.contains_key(&package.dir)) {
        return Ok(found);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    if first.is_none()
        && let Some(error) = lacking(&stderr)
    {
        return Err(error);
    }
    let why = match first {
        Some(error) => {
            let place = error.spans.iter().find(|span| span.is_primary);
            let place = place.map(|s| format!(" ({}:{}:{})", s.file_name, s.line_start, s.column_start));
            format!("error: {}{}", error.message.replace('\n', " "), place.unwrap_or_default())
        }
        None => cargo_error(&stderr),
    };
    let broken = packages.iter().filter(|package| !found.contains_key(&package.dir));
    let broken = broken.map(|package| package.name.clone()).collect();
    Err(does_not_build(broken, format!("the workspace does not build: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_are_not_known_are_asked_for() {
        let cfg = Cfg::read("unix\ntarget_os=\"linux\"\nown\n");
        for (code, expected) in [
            ("#[cfg(test)] fn f() {}", false),
            ("#[cfg(all(unix, windows, not(feature = \"strange\")))] fn f() {}", false),
            ("#![cfg_attr(docsrs, feature(doc_cfg))]", false),
            ("#[cfg_attr(unix, path = \"strange.rs\")] mod m;", false),
            ("#[cfg(own)] fn f() {}", false),
            ("fn cfg(strange: u8) -> u8 { strange }", true),
            ("#[cfg(strange)] fn f() {}", true),
            ("#[cfg(strange = \"1\")] fn f() {}", true),
            ("#[cfg_attr(all(unix, strange), inline)] fn f() {}", true),
            ("#[cfg_attr(unix, cfg(strange))] fn f() {}", true),
            ("mod m { fn f() -> bool { if cfg!(strange) { true } else { false } } }", true),
        ] {
            assert_eq!(asks(code.parse().unwrap(), &cfg), expected, "{code}");
        }
    }
}
